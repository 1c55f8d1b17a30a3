"""The digest's session at the table, step by step, with its dice and its refusals."""

from __future__ import annotations

from typing import Any

from tests.games.mutagen.table import BUYS, Played

from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, Resume, StateLimit
from tablefolk.games.mutagen.playbooks.model import Aptitude
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.bars import MakeBar, TickBar
from tablefolk.games.mutagen.rules.books import LoadPlaybook, PlaybookLoaded
from tablefolk.games.mutagen.rules.buying import AskAbout
from tablefolk.games.mutagen.rules.cast import MakeEntity
from tablefolk.games.mutagen.rules.creation import FillMark
from tablefolk.games.mutagen.rules.disputes import DisputeFiction, SettleDispute
from tablefolk.games.mutagen.rules.dying import ChooseFate, ComeBack, GiveScar
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.facts import InventFact, VetoFact
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.leveling import ClaimXp, LevelUp
from tablefolk.games.mutagen.rules.limits import Unfreeze
from tablefolk.games.mutagen.rules.outcomes import WriteOutcome
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose, Redescribe, TagMove
from tablefolk.games.mutagen.rules.rolling import RollMove, Settle
from tablefolk.games.mutagen.rules.sessions import CallDawn
from tablefolk.games.mutagen.rules.speaking import Comment, LetPass, SetLevel
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.take_harm import (
    CloseStep,
    NarrateHarm,
    SettleHarm,
    ThrowHarmDice,
    UseArmor,
)
from tablefolk.games.mutagen.rules.values import Staged
from tablefolk.games.mutagen.rules.weaving import StopEffect
from tablefolk.games.mutagen.rules.writing import AddArmor

EMBER = {"picked": ("conjure_elements",), "confirmed": ("perceived",), "mode": "other"}
FIRE = {
    "through": ("weave_magic",),
    "picked": ("conjure_elements", "affect_at_range"),
    "confirmed": ("perceived",),
}
ALL = ("survived", "concept_win", "concept_blunder", "drive", "gm_feedback")


def bar(played: Played) -> int:
    return next(iter(played.show.bars))


def injury(played: Played) -> int:
    return next(n for n, i in played.show.injuries.items() if not i.over)


def rating(played: Played, who: str, item: str) -> int:
    found = played.show.item(item)
    assert isinstance(found, Aptitude)
    return sheet.rating(played.show, played.hero(who), found)


def a_limit_and_three_characters(played: Played) -> None:
    """Steps 1 and 2."""
    played.do("p3", StateLimit("no spiders"))
    assert played.show.paused
    played.do("gm", Resume())
    played.draft("s", "p1", "sorcerer")
    assert played.no("s", FillMark("s", "health", 2)) == "gm_only"
    played.fill("s", *BUYS["s"])
    played.finish("s")
    played.make("f", "p2")
    played.do("p2", AddArmor("f", "Vest", 1, "knives"))
    played.draft("m", "p3")
    assert played.no("m", FillMark("m", "spooky_shit")) == "consult_gm"
    played.as_("m", AskAbout("m", "spooky_shit"))
    played.fill("m", "spooky_shit", "nurturing", "nurturing", "nurturing", "operation")
    played.finish("m")
    assert [played.points(who, "health") for who in "sfm"] == [3, 3, 3]
    assert (played.points("s", "will"), played.points("f", "xp")) == (3, 0)


def a_warehouse(played: Played) -> None:
    """Step 3."""
    played.do("gm", OpenScene("A warehouse"))
    played.do("p1", InventFact("A forklift"))
    played.do("p1", InventFact("A tank"))
    tank = max(played.show.facts)
    played.do("gm", VetoFact(tank))
    assert [f.state for f in played.show.facts.values()] == ["established", "vetoed"]
    assert played.no("gm", MakeBar("The guards raise the alarm", 9)) == "bad_bar"
    played.do("gm", MakeBar("The guards raise the alarm", 4))
    played.do("gm", MakeEntity("npc", "Guard"))
    played.do("gm", MakeEntity("item", "Alarm box"))


def in_the_dark_together(played: Played) -> None:
    """Step 4."""
    how: dict[str, Any] = {"through": ("lead_the_group",), "others": ("s", "m")}
    led = played.rolled("f", "go_dark", 4, 5, aptitude="athletics", **how)
    assert played.points("f", "resist") == 1
    played.settle(led)
    followed(played, "s", led, (5, 3))
    followed(played, "m", led, (6, 2), "operation")
    assert (played.points("f", "resist"), played.points("s", "will")) == (2, 3)
    assert not played.show.moves[led].running


def followed(
    played: Played, who: str, led: int, faces: tuple[int, int], aptitude: str = ""
) -> None:
    played.as_(who, Follow(who, led, "behind them", aptitude=aptitude))
    played.as_(who, RollMove(played.move.id), faces)


def the_alarm_box(played: Played) -> None:
    """Steps 5 and 6."""
    played.do("gm", WriteStatus("alarm-box", "wires exposed"))
    number = played.propose("s", "go_apeshit", targets=("alarm-box",), **FIRE)
    status = played.show.entities["alarm-box"].statuses[0].id
    played.as_("s", ExploitStatus(number, status, "bare copper"))
    played.do("gm", LetPass(number))
    played.roll(6, 5, number=number)
    played.settle(number)
    assert played.show.moves[number].band == "crit"
    played.do("gm", WriteOutcome(number, "The lights go, too."))
    assert played.hero("s").running is not None
    played.propose("s", "weave_magic", how="An ember", targets=("the hall",), **EMBER)
    ember = played.move.id
    played.do("gm", LetPass(ember))
    played.roll(3, 3, number=ember)
    owed = next(iter(played.show.owed))
    played.as_("s", GiveAnswer(owed, picks=(1,)))
    played.do("gm", WriteOutcome(ember))  # as it says: feeble
    running = played.hero("s").running
    assert running is not None
    assert (running.text, len(running.flaws)) == ("An ember", 1)


def a_guard(played: Played) -> None:
    """Steps 7, 8 and 9."""
    number = played.propose("f", "fuck_em_up", aptitude="fighting", targets=("guard",))
    played.do("gm", SetLevel(number, "low"))
    played.do("gm", LetPass(number))
    played.roll(2, 2, number=number)
    played.settle(number)
    tick = Staged("tick", str(bar(played)), 1)
    played.outcome(Staged("harm", "f", 2), tick, number=number)
    played.respond("f", "resist_consequences", number)
    assert played.points("f", "resist") == 1
    played.outcome(Staged("harm", "f", 1), tick, number=number)
    played.accept(number)
    assert played.show.bars[bar(played)].ticks == 1
    played.as_("f", CloseStep(injury(played)))
    vest = played.hero("f").armor[0].id
    played.as_("f", UseArmor(injury(played), vest))
    played.as_("f", CloseStep(injury(played)))
    assert played.points("f", "health") == 3
    too_much = Propose("s", "fuck_em_up", "Fire!", targets=("guard",), harm=3, **FIRE)  # type: ignore[arg-type]
    assert played.no("s", too_much) == "harm_over_cap"
    number = played.rolled("s", "fuck_em_up", 6, 4, targets=("guard",), harm=1, **FIRE)
    played.settle(number)
    played.do("gm", WriteOutcome(number, "He drops his baton."))
    assert played.points("s", "will") == 3
    played.do("gm", TickBar(bar(played), 3))
    assert played.show.bars[bar(played)].state == "happened"


def a_wound_and_a_bandage(played: Played) -> None:
    """Steps 10 and 11."""
    for other in tuple(i for i in played.show.injuries.values() if not i.over):
        played.do("gm", NarrateHarm(other.id, "Singed."))
    number = played.propose("m", "scope_it_out", aptitude="nurturing")
    played.do("gm", Comment(number, "Nurturing?", questions=True))
    played.as_("m", Redescribe(number, "scope_it_out", "I just look."))
    played.do("gm", LetPass(number))
    played.roll(1, 2, number=number)
    played.settle(number)
    played.outcome(Staged("harm", "m", 3), number=number)
    played.respond("m", "resist_consequences", number)
    played.outcome(Staged("harm", "m", 2), number=number)
    played.accept(number)
    played.as_("m", CloseStep(injury(played)))
    played.do("gm", ThrowHarmDice(injury(played), "2d6"), (3, 4))
    played.do("gm", SettleHarm(injury(played), statuses=("bleeding",)))
    assert (played.points("m", "health"), played.points("m", "resist")) == (1, 1)
    number = played.rolled("f", "medic", 6, 6, targets=("m",))
    played.respond("f", "buy_resist", number)
    assert (played.show.moves[number].band, played.points("f", "resist")) == ("some", 2)
    bleeding = played.hero("m").statuses[0].id
    healed = Staged("restore", "m", 1, resource="health")
    played.outcome(healed, Staged("unstatus", str(bleeding)), number=number)
    played.accept(number)
    assert (played.points("m", "health"), played.hero("m").statuses) == (2, ())


def crates_explode(played: Played) -> None:
    """Steps 12 and 13."""
    number = played.rolled("s", "get_out_the_way", 2, 3)
    played.settle(number)
    assert played.points("s", "will") == 2
    played.outcome(Staged("harm", "s", 3), number=number)
    played.accept(number)
    played.as_("s", CloseStep(injury(played)))
    played.do("gm", SettleHarm(injury(played)))
    assert played.hero("s").dying == "you_die"
    played.as_("s", ChooseFate("s", "survive"))
    if played.hero("s").running:
        played.do("gm", StopEffect("s"))
    weave = Propose("s", "weave_magic", "Light", targets=("x",), **EMBER)  # type: ignore[arg-type]
    assert played.refusal("s", weave).code == "out_of_scene"
    assert played.refusal("s", weave).rule == "MU-106"
    played.do("p2", DisputeFiction("The forklift cannot be gone."))
    played.do("gm", SettleDispute(max(played.show.disputes), "stands"))
    played.do("p3", StateLimit("no spiders at all"))
    played.do("gm", Resume())
    if played.show.frozen:
        played.do("gm", Unfreeze())


def coming_back(played: Played) -> None:
    """Steps 14, 15 and 16."""
    assert played.no("s", ComeBack("s", "I crawled.")) == "scene_not_over"
    played.do("gm", EndScene())
    played.do("gm", OpenScene("Dawn"))
    played.do("gm", GiveScar("s", "ruined hand"))
    played.as_("s", ComeBack("s", "I crawled."))
    assert played.points("s", "health") == 1
    played.do("gm", CallDawn())
    number = played.rolled("s", "connect_the_dots", 6, 6, aptitude="research")
    played.as_("s", Settle(number))
    assert played.points("s", "will") == 3
    played.do("gm", WriteOutcome(number, "And a name."))
    played.as_("s", TagMove(number, ("drive1",)))


def talked_over(played: Played) -> None:
    """Step 17."""
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    claims(played, "s", *ALL[1:])
    claims(played, "f", *ALL)
    claims(played, "m", *ALL[:3])
    assert [played.points(who, "xp") for who in "sfm"] == [4, 5, 3]
    assert played.no("s", ClaimXp("s", "drive")) == "already_claimed"


def claims(played: Played, who: str, *statements: str) -> None:
    for statement in statements:
        played.as_(who, ClaimXp(who, statement))


def another_evening(played: Played) -> None:
    """Steps 18, 19 and 20."""
    played.do("gm", OpenScene("The quay"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    claims(played, "s", *ALL[:4])
    played.as_("s", LevelUp("s", "buy", "will", 2))
    assert (played.points("s", "will"), played.points("s", "xp")) == (4, 2)
    claims(played, "f", *ALL)
    played.as_("f", LevelUp("f", "buy", "fighting"))
    assert (rating(played, "f", "fighting"), played.points("f", "xp")) == (3, 4)
    claims(played, "m", *ALL[:3])
    asked = played.ask("p3", LevelUp("m", "grant", "health", 2))
    played.do("gm", Answer(asked.number, yes=False, note="Not yet."))
    assert played.points("m", "xp") == 6
    played.as_("m", LevelUp("m", "buy", "nurturing"))
    assert (rating(played, "m", "nurturing"), played.points("m", "xp")) == (3, 0)


def a_playbook_more(played: Played) -> None:
    """Step 21, with a playbook of our own."""
    before = played.show.cast
    spell = "○ Kindle --> Spend 1 Spark. A candle lights itself."
    markup = ("$ Resources", "Spark ▢ ▢ -->", "$ Spells", spell)
    (loaded, *_) = played.do("gm", LoadPlaybook(markup, "pc_wick"))
    assert isinstance(loaded, PlaybookLoaded)
    assert (loaded.counts.items, loaded.counts.costs) == (2, 1)
    assert played.show.cast == before
    assert "kindle" not in played.show.confirmed


def the_whole_session() -> Played:
    played = Played()
    a_limit_and_three_characters(played)
    a_warehouse(played)
    in_the_dark_together(played)
    the_alarm_box(played)
    a_guard(played)
    a_wound_and_a_bandage(played)
    crates_explode(played)
    coming_back(played)
    talked_over(played)
    another_evening(played)
    a_playbook_more(played)
    return played


def test_the_digests_session_comes_to_its_end_state() -> None:
    played = the_whole_session()
    kept = ("health", "resist", "xp")
    assert [played.points("s", r) for r in (*kept, "will")] == [1, 2, 2, 4]
    assert [played.points("f", r) for r in kept] == [3, 2, 4]
    assert [played.points("m", r) for r in kept] == [2, 1, 0]
    played.audited()
