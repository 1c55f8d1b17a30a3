"""The verbs of examples-harm.toml: harm, death, magic, bars, facts, XP, limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.mutagen.table import Played
from tests.games.mutagen.verbs import Done, Seen, Verb, one, says, told

from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    Resume,
    StateLimit,
    Stop,
)
from tablefolk.games.mutagen.rules.bars import BarHappened, MakeBar, TickBar
from tablefolk.games.mutagen.rules.cast import MakeEntity
from tablefolk.games.mutagen.rules.disputes import DisputeFiction, SettleDispute
from tablefolk.games.mutagen.rules.dying import ChooseFate, ComeBack, GiveScar
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.facts import DoubtFact, InventFact, VetoFact
from tablefolk.games.mutagen.rules.leveling import ClaimXp, KeepXp, LevelUp, XpWaits
from tablefolk.games.mutagen.rules.limits import Unfreeze
from tablefolk.games.mutagen.rules.proposing import TagMove
from tablefolk.games.mutagen.rules.sessions import CallDawn
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.take_harm import (
    CloseStep,
    HarmDiceThrown,
    NarrateHarm,
    OpenHarm,
    SettleHarm,
    StepReached,
    ThrowHarmDice,
    UseArmor,
)
from tablefolk.games.mutagen.rules.values import Injury
from tablefolk.games.mutagen.rules.weaving import LetGo, StopEffect
from tablefolk.games.mutagen.rules.writing import AddArmor


def hurt(played: Played, who: str = "") -> Injury:
    """Their injury that is open, or the last one."""
    every = [i for i in played.show.injuries.values() if who in ("", i.on)]
    return next((i for i in every if not i.over), every[-1])


def bar(played: Played) -> int:
    return max(played.show.bars)


def words(rest: list[str]) -> str:
    return " ".join(rest)


def tells(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    """As `says`; `tick:bar:1` means the last bar, `unstatus:bleeding:1` the status of that name."""
    known = {"bar": str(max(played.show.bars, default=0))}
    known |= {status.text: str(status.id) for _, status in played.show.statuses()}
    parts = (one.split(":") for one in rest)
    named = [":".join((op, known.get(on, on), *more)) for op, on, *more in parts]
    yield from says(played, who, named)


def throws(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    """The GM's dice of the fifth step."""
    yield who, ThrowHarmDice(hurt(played).id), (int(rest[0]), int(rest[1]))


VERBS: dict[str, Verb] = {
    "hurts": one(lambda p, who, r: OpenHarm(r[0], int(r[1]), words(r[2:]))),
    "closes": one(lambda p, who, r: CloseStep(hurt(p, who).id)),
    "wears": one(lambda p, who, r: AddArmor(who, "a vest", int(r[0]))),
    "shields": one(lambda p, who, r: UseArmor(hurt(p, who).id, p.hero(who).armor[0].id)),
    "throws": throws,
    "settles-harm": one(
        lambda p, who, r: SettleHarm(hurt(p).id, int(r[0]) if r else -1, tuple(r[1:]))
    ),
    "narrates": one(lambda p, who, r: NarrateHarm(hurt(p).id, words(r))),
    "tells": tells,
    "stops-effect": one(lambda p, who, r: StopEffect(r[0])),
    "stops": one(lambda p, who, r: Stop()),
    "disputes": one(lambda p, who, r: DisputeFiction(words(r))),
    "lets-stand": one(lambda p, who, r: SettleDispute(max(p.show.disputes), "stands")),
    "tags": one(lambda p, who, r: TagMove(p.move.id, (r[0],))),  # type: ignore[arg-type]
    "chooses": one(lambda p, who, r: ChooseFate(who, r[0])),
    "scars": one(lambda p, who, r: GiveScar(r[0], words(r[1:]))),
    "returns": one(lambda p, who, r: ComeBack(who, words(r))),
    "opens-scene": one(lambda p, who, r: OpenScene("A scene")),
    "ends-scene": one(lambda p, who, r: EndScene()),
    "ends-session": one(lambda p, who, r: CloseSession()),
    "claims": one(lambda p, who, r: ClaimXp(who, r[0])),
    "levels": one(lambda p, who, r: LevelUp(who, r[0], r[1])),
    "keeps-xp": one(lambda p, who, r: KeepXp(who)),
    "bars": one(lambda p, who, r: MakeBar("The alarm", int(r[0]))),
    "ticks": one(lambda p, who, r: TickBar(bar(p), int(r[0]))),
    "invents": one(lambda p, who, r: InventFact(words(r))),
    "vetoes": one(lambda p, who, r: VetoFact(max(p.show.facts))),
    "doubts": one(lambda p, who, r: DoubtFact(max(p.show.facts), words(r))),
    "cards": one(lambda p, who, r: MakeEntity(r[0], r[1])),  # type: ignore[arg-type]
    "marks": one(lambda p, who, r: WriteStatus(r[0], words(r[1:]))),
    "lets-go": one(lambda p, who, r: LetGo(who)),
    "dawns": one(lambda p, who, r: CallDawn()),
    "answers": one(lambda p, who, r: GiveAnswer(max(p.show.owed), picks=(int(r[0]),))),
    "limits": one(lambda p, who, r: StateLimit(words(r))),
    "resumes": one(lambda p, who, r: Resume()),
    "unfreezes": one(lambda p, who, r: Unfreeze(max(p.show.frozen), r[0])),  # type: ignore[arg-type]
}


# -- What is seen then -------------------------------------------------------------------------


def walked(played: Played, wanted: Any) -> list[int]:
    """The steps of taking harm, the first included."""
    return [1, *(e.step for e in told(played, StepReached) if not e.skipped)]


def states(played: Played, wanted: dict[str, str]) -> dict[str, str]:
    return {who: played.hero(who).state for who in wanted}


def running(played: Played, wanted: dict[str, bool]) -> dict[str, bool]:
    return {who: played.hero(who).running is not None for who in wanted}


def bonds(played: Played, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    """The statuses of characters and of things."""
    found = {}
    for who in wanted:
        holder = played.show.cast.get(who) or played.show.entities[who]
        found[who] = [status.text for status in holder.statuses]
    return found


SEEN: dict[str, Seen] = {
    "walked": walked,
    "harm": lambda p, w: hurt(p).harm,
    "gm_dice": lambda p, w: len(told(p, HarmDiceThrown)),
    "states": states,
    "running": running,
    "statuses": bonds,
    "stated_harm": lambda p, w: p.move.harm,
    "picked": lambda p, w: list(p.move.picked),
    "bar": lambda p, w: [p.show.bars[bar(p)].ticks, p.show.bars[bar(p)].size],
    "happened": lambda p, w: len(told(p, BarHappened)),
    "facts": lambda p, w: [fact.state for fact in p.show.facts.values()],
    "dying": lambda p, w: {who: p.hero(who).dying for who in w},
    "waiting": lambda p, w: {who: p.hero(who).evening.waiting for who in w},
    "lost_xp": lambda p, w: (
        sum(e.n for e in told(p, XpWaits) if not e.lost)
        - sum(hero.evening.waiting for hero in p.show.cast.values())
    ),
    "paused": lambda p, w: p.table.paused is not None,
    "injuries": lambda p, w: len(p.show.injuries),
}
