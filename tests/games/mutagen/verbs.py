"""The verbs of the worked examples: what a line of play says, as commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.games.mutagen.table import Played

from tablefolk.core.game import Command
from tablefolk.games.mutagen.playbooks.model import Aptitude
from tablefolk.games.mutagen.rules import rating, sheet
from tablefolk.games.mutagen.rules.buying import AskAbout, GrantMark
from tablefolk.games.mutagen.rules.creation import FillMark
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose, WithdrawMove
from tablefolk.games.mutagen.rules.resources import PointsGained, SetPoints
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.results import ResultShared
from tablefolk.games.mutagen.rules.rolling import BandSettled, RollMove, Settle
from tablefolk.games.mutagen.rules.speaking import GiveModifier, LetPass, SetLevel
from tablefolk.games.mutagen.rules.values import OpenMove, Staged
from tablefolk.games.mutagen.rules.writing import NarrowAptitude

Done = tuple[str, Command, tuple[int, ...]]  # who, what, the faces that fall
Verb = Callable[[Played, str, list[str]], Iterator[Done]]
Seen = Callable[[Played, Any], Any]

OPTIONS = ("with", "through", "others", "at", "picks", "ticks", "harm", "mode")


def proposal(played: Played, who: str, rest: list[str]) -> Propose:
    """`go_dark with athletics through lead_the_group others s,m at guard`."""
    make, said = rest[0], dict(zip(rest[1::2], rest[2::2], strict=True))
    assert set(said) <= set(OPTIONS), said

    def several(key: str) -> tuple[str, ...]:
        return tuple(said[key].split(",")) if key in said else ()

    return Propose(
        who,
        make,
        "like so",
        several("through"),
        said.get("mode", ""),
        several("at"),
        said.get("with", ""),
        several("picks"),
        several("ticks"),
        harm=int(said.get("harm", -1)),
        others=several("others"),
    )


def makes(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    """Proposed, and let pass."""
    yield who, proposal(played, who, rest), ()
    yield "gm", LetPass(played.move.id), ()


def item_and_rank(text: str) -> tuple[str, int]:
    item, _, rank = text.partition(":")
    return item, int(rank or 0)


def says(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    """`lose:f:1:resist harm:m:2 tick:3:1`: what is staged with the GM's words."""
    staged = []
    for one in rest:
        op, on, n, *more = one.split(":")
        resource = more[0] if op in ("lose", "restore") else ""
        text = more[0] if more and not resource else ""
        staged.append(Staged(op, on, int(n), text, resource))  # type: ignore[arg-type]
    waiting = [m for m in played.show.running() if m.outcome]
    number = waiting[-1].id if waiting else played.move.id
    yield "gm", WriteOutcome(number, "It gets complicated.", tuple(staged)), ()


def follows(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    led = next(m for m in played.show.running() if m.following)
    a, b, *more = rest
    said = dict(zip(more[::2], more[1::2], strict=True))
    yield who, Follow(who, led.id, "behind them", aptitude=said.get("with", "")), ()
    yield who, RollMove(played.move.id), (int(a), int(b))


def status_number(played: Played, text: str) -> int:
    return next((s.id for _, s in played.show.statuses() if s.text == text), 999)


def writes(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    """`gm writes m dizzy`: a status that is there before the example begins."""
    played.status(rest[0], " ".join(rest[1:]))
    return iter(())


def one(make: Callable[[Played, str, list[str]], Command]) -> Verb:
    """A verb that is one command, without dice."""

    def verb(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
        yield who, make(played, who, rest), ()

    return verb


def rolls(played: Played, who: str, rest: list[str]) -> Iterator[Done]:
    yield who, RollMove(own(played, who).id), (int(rest[0]), int(rest[1]))


def own(played: Played, who: str) -> OpenMove:
    """The move of theirs that is under way, or was last."""
    mine = [m for m in played.show.moves.values() if m.who == who]
    return next((m for m in reversed(mine) if m.running), mine[-1])


VERBS: dict[str, Verb] = {
    "makes": makes,
    "proposes": one(proposal),
    "rolls": rolls,
    "follows": follows,
    "says": says,
    "writes": writes,
    "settles": one(lambda p, who, r: Settle(own(p, who).id)),
    "accepts": one(lambda p, who, r: AcceptOutcome(own(p, who).id)),
    "withdraws": one(lambda p, who, r: WithdrawMove(own(p, who).id)),
    "resists": one(lambda p, who, r: Respond(who, "resist_consequences", own(p, who).id)),
    "buys-resist": one(lambda p, who, r: Respond(who, "buy_resist", own(p, who).id)),
    "exploits": one(
        lambda p, who, r: ExploitStatus(own(p, who).id, status_number(p, r[0]), "it helps")
    ),
    "modifies": one(lambda p, who, r: GiveModifier(p.move.id, int(r[0]), "for the example")),
    "declares": one(lambda p, who, r: SetLevel(p.move.id, r[0])),  # type: ignore[arg-type]
    "sets": one(lambda p, who, r: SetPoints(r[0], r[1], int(r[2]), "for the example")),
    "grants": one(lambda p, who, r: GrantMark(r[0], *item_and_rank(r[1]), "for the example")),
    "fills": one(lambda p, who, r: FillMark(who, *item_and_rank(r[0]))),
    "asks": one(lambda p, who, r: AskAbout(who, r[0])),
    "narrows": one(lambda p, who, r: NarrowAptitude(who, r[0], " ".join(r[1:]))),
}


# -- What is seen then -------------------------------------------------------------------------


def told(played: Played, kind: type) -> list[Any]:
    return [e for entry in played.log for e in entry.events if isinstance(e, kind)]


def first(played: Played) -> OpenMove:
    return next(iter(played.show.moves.values()))


def points(played: Played, wanted: dict[str, int]) -> dict[str, int]:
    return {key: played.points(*key.split(".")) for key in wanted}


def capacity(played: Played, wanted: dict[str, int]) -> dict[str, int]:
    return {key: played.capacity(*key.split(".")) for key in wanted}


def dots(played: Played, wanted: dict[str, int]) -> dict[str, int]:
    found = {}
    for key in wanted:
        who, _, id = key.partition(".")
        item = played.show.shelf.item(id)
        assert isinstance(item, Aptitude)
        found[key] = sheet.dots(played.hero(who), item)
    return found


def ratings(played: Played, wanted: dict[str, int]) -> dict[str, int]:
    split = {key: key.partition(".") for key in wanted}
    return {
        key: rating.rating_of(played.show, played.hero(who), id)
        for key, (who, _, id) in split.items()
    }


def followed(played: Played, wanted: Any) -> dict[str, str]:
    following = first(played).following
    return {r.who: r.band for r in following.rolls} if following else {}


def thrown(played: Played, part: str) -> Any:
    throw = played.move.throw
    return getattr(throw, part) if throw else None


SEEN: dict[str, Seen] = {
    "points": points,
    "capacity": capacity,
    "dots": dots,
    "ratings": ratings,
    "followed": followed,
    "modifier": lambda p, w: thrown(p, "modifier"),
    "total": lambda p, w: thrown(p, "total"),
    "rolled": lambda p, w: thrown(p, "band"),
    "band": lambda p, w: p.move.band,
    "first_band": lambda p, w: first(p).band,
    "stage": lambda p, w: p.move.stage,
    "goal": lambda p, w: told(p, BandSettled)[-1].goal,
    "shared": lambda p, w: told(p, ResultShared)[-1].band,
    "already_full": lambda p, w: told(p, PointsGained)[-1].already_full,
}
