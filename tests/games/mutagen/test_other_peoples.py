"""Other people's playbooks at the table: what their words say is offered, asked for and happens."""

from __future__ import annotations

from typing import Any

from tests.games.mutagen.hurting import closing, open_harm
from tests.games.mutagen.table import GAME, Played
from tests.games.mutagen.test_tell import told
from tests.web.drawn import Page
from tests.web.unfolding import unfolded

from tablefolk.core import play
from tablefolk.core.game import Offer
from tablefolk.games.mutagen.page.editing import new_draft
from tablefolk.games.mutagen.playbooks.effects import FollowRolls, Restore
from tablefolk.games.mutagen.playbooks.markup import read_markup
from tablefolk.games.mutagen.rules.books import ConfirmAutomation, LoadPlaybook
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.take_harm import SettleHarm
from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

PAINTER = Painter()


def brought(text: str, name: str = "mine", *fills: str) -> Played:
    """H, in play, with a playbook brought from this text and all that was read out of it."""
    played = Played()
    played.do("gm", LoadPlaybook(tuple(text.split("\n")), name))
    if any(item.suggested for item in played.show.shelf.playbook(name).items):  # type: ignore[union-attr]
        played.do("gm", ConfirmAutomation(playbook=name))
    played.draft("h", "p1", name)
    played.fill("h", *(f"{name}.{item}" for item in fills))
    played.finish("h")
    return played


def drawn(played: Played, who: str) -> str:
    return unfolded(PAINTER, Live("t", GAME, len(played.log), played.table, played.log), who)


def part(played: Played, who: str, key: str) -> str:
    live = Live("t", GAME, len(played.log), played.table, played.log)
    return PAINTER.inside(live, who, key)


def offers(played: Played, who: str, do: str, **fixed: Any) -> list[Offer]:
    """The offers of this command with these settled already."""
    every = play.menu(GAME, played.table, played.seat(who))
    return [o for o in every if o.do == do and fixed.items() <= dict(o.fixed).items()]


# -- Moves that roll to a story move they name (MU-55) -----------------------------------------


def test_the_editors_own_sample_is_played__MU_55() -> None:
    sample = new_draft()
    played = brought(sample.text, "beekeeper", "bee_talk", "bee_talk")
    (offer,) = offers(played, "p1", "Propose", through=("beekeeper.send_the_swarm",))
    (make,) = [blank for blank in offer.blanks if blank.name == "make"]
    assert [choice.value for choice in make.choices] == ["scope_it_out"]  # type: ignore[union-attr]
    number = played.ready("h", "scope_it_out", through=("beekeeper.send_the_swarm",))
    played.roll(3, 3)
    throw = played.show.moves[number].throw
    assert throw
    assert throw.modifier == 1
    assert played.points("h", "beekeeper.smoke") == 2


def test_a_way_to_one_story_move_stands_on_the_sheet_and_in_its_form__MU_55() -> None:
    played = brought(new_draft().text, "beekeeper")
    swarm = "want:h:beekeeper.send_the_swarm"
    for key in ("tray:h", "moves:h"):
        found = Page(part(played, "p1", key))
        assert [a for _, a in found.elements if a.get("data-on") == swarm], key
    assert ("make", "scope_it_out") in Page(part(played, "p1", swarm)).form("Propose")
    form = Page(part(played, "p1", "want:h:scope_it_out")).form("Propose")
    assert ("through[]", "beekeeper.send_the_swarm") in form
    other = Page(part(played, "p1", "want:h:go_dark")).form("Propose")
    assert ("through[]", "beekeeper.send_the_swarm") not in other


def test_a_way_to_one_story_move_is_no_way_to_another__MU_55() -> None:
    played = brought(new_draft().text, "beekeeper")
    through = ("beekeeper.send_the_swarm",)
    assert played.no("h", Propose("h", "parkour", "over it", through)) == "wrong_kind"


# -- For whom (MU-72) ----------------------------------------------------------------------------

NURSE = """§ Moves
Patch up --> !+[+0]
🡕🡒🡖🡓 They restore 2 {{Health}}.
Bite --> !+[+0]
🡕🡒🡖🡓 They take 2 harm.
Wave --> You wave."""


def hurt(played: Played) -> Played:
    played.make("f", "p2")
    played.set("f", "health", 1)
    return played


def test_what_falls_on_somebody_asks_for_whom_when_it_is_made__MU_72() -> None:
    played = hurt(brought(NURSE))
    (offer,) = offers(played, "p1", "Propose", make="mine.patch_up")
    assert [blank.name for blank in offer.blanks] == ["how", "targets"]
    played.rolled("h", "mine.patch_up", 3, 3, targets=("F",))  # by name, as people write it
    assert played.points("f", "health") == 3


def test_nobody_named_is_asked_of_the_gm_at_the_result__MU_72() -> None:
    played = hurt(brought(NURSE))
    played.rolled("h", "mine.bite", 3, 3, targets=("a guard at the gate",))
    assert "2 harm: for whom?" in drawn(played, "gm")
    (offer,) = offers(played, "gm", "GiveAnswer")
    (on,) = offer.blanks
    assert [c.value for c in on.choices] == ["h", "f", "nobody"]  # type: ignore[union-attr]
    played.do("gm", GiveAnswer(offer.fixed["owed"], on="f"))
    assert [injury.harm for injury in played.show.injuries.values() if injury.on == "f"] == [2]


def test_the_gm_may_say_that_it_falls_on_nobody_with_a_card__MU_72() -> None:
    played = hurt(brought(NURSE))
    played.rolled("h", "mine.patch_up", 3, 3)
    (offer,) = offers(played, "gm", "GiveAnswer")
    played.do("gm", GiveAnswer(offer.fixed["owed"], on="nobody"))
    assert not played.show.owed
    assert "It falls on nobody whom the table keeps track of." in told(played, "p1")


def test_every_move_can_be_described_and_none_quotes_nothing__MU_63() -> None:
    played = brought(NURSE)
    (offer,) = offers(played, "p1", "Propose", make="mine.wave")
    (how,) = offer.blanks
    assert (how.name, how.optional) == ("how", True)  # type: ignore[union-attr]
    number = played.propose("h", "mine.patch_up", how="")
    assert told(played, "p2").endswith("H goes for Patch up.")
    assert "“”" not in told(played, "p2")
    again = offers(played, "p1", "Redescribe", move=number)
    assert [[blank.name for blank in one.blanks] for one in again] == [["how", "targets"]]


# -- Terms and chains around the roll (MU-47, MU-55) ---------------------------------------------

RITE = """§ Moves
Walk the bounds --> Say which ways you use.
When you walk the bounds to {{make a story move}}, !+[combined ways].
\\ _[combined ways]_ is one less than the ways you use.
Tug the root --> When you tug to {{make a story move}}, !+[weak root] for the story move.
Old friends --> You get !!_[+1]_!! to your roll when you {{compel compliance}} from a neighbour."""


def test_a_number_left_to_people_is_asked_for_at_the_roll_and_told__MU_47() -> None:
    played = brought(RITE)
    (offer,) = offers(played, "p1", "Propose", through=("mine.walk_the_bounds",))
    (count,) = [blank for blank in offer.blanks if blank.name == "count"]
    assert (count.label, count.low, count.high) == ("combined ways", -3, 3)  # type: ignore[union-attr]
    assert "one less than the ways you use" in count.hint
    assert 'name="count"' in drawn(played, "p1")
    too_much = Propose("h", "parkour", "around", ("mine.walk_the_bounds",), count=4)
    assert played.no("h", too_much) == "out_of_range"
    played.ready("h", "parkour", through=("mine.walk_the_bounds",), count=2)
    assert "Parkour! (through Walk the bounds), combined ways +2: “like so”" in told(played, "gm")
    played.roll(3, 3)
    assert played.move.throw
    assert played.move.throw.modifier == 2


def test_a_story_move_named_before_the_roll_is_made_with_it__MU_55() -> None:
    """And so the GM has a word, a consequence, and the roller Resist."""
    played = brought(RITE)
    number = played.ready("h", "parkour", through=("mine.tug_the_root",), count=-1)
    played.roll(1, 1)
    assert played.show.moves[number].stage == "settled"
    assert played.show.moves[number].outcome


def test_a_bonus_that_hangs_on_something_is_a_box_to_tick__MU_42() -> None:
    played = brought(RITE)
    form = Page(part(played, "p1", "want:h:compel_compliance")).form("Propose")
    assert ("confirmed[]", "mine.old_friends") in form
    for confirmed, modifier in (((), -1), (("mine.old_friends",), 0)):
        played.ready("h", "compel_compliance", confirmed=confirmed)
        played.roll(1, 1)
        assert played.move.throw
        assert played.move.throw.modifier == modifier
        played.outcome()
        played.accept()


# -- Rules that stand in prose alone (MU-160) ----------------------------------------------------

PROSE = """§ Resources
Will ▢ ▢ ▢ --> Yours.
Lanterns ▢ ▢ --> Lit.
§ Moves
Sturdy --> You automatically and permanently get rank 2 of {{Health}}.
Throw one --> You pull out a {{Lantern}} and {{make a story move}} with it.
Lose heart --> You lose 1 Will when you 🡓 on any {{story move}}.
Take cold --> When you lose {{Health}} while you hold a ward, !+[+0].
🡕🡒🡖🡓 You draw 1 Will.
Go first --> Spend 1 Will. You lead others in a {{story move}}.
🡒🡖 Everyone else makes the same story move; but if everyone 🡕🡒🡖, you restore 1 Will.
Bargain --> !+[+0]
🡕🡒🡖🡓 If it rains, you restore 1 Will."""


def test_rules_in_prose_are_suggested_with_their_conditions__MU_160() -> None:
    found = read_markup(PROSE, "mine").playbook
    assert found
    items = {item.name: item for item in found.items}
    assert not items["Bargain"].suggested  # what it hangs on nobody can compute
    (lead,) = [one for one in items["Go first"].suggested if one.effect]
    assert lead.effect == FollowRolls(("crit", "full", "some"), (Restore("mine.will", 1),))
    assert lead.words.startswith("if everyone")


def test_rules_in_prose_hold_once_they_are_confirmed__MU_160() -> None:
    played = brought(PROSE)
    assert played.points("h", "health") == 6
    played.banded("h", "parkour", "fail", through=("mine.throw_one",))
    assert played.points("h", "mine.lanterns") == 1
    assert played.points("h", "mine.will") == 2
    number = open_harm(played, "h", 1)
    closing(played, number)
    played.do("gm", SettleHarm(number))
    (rolled,) = [move for move in played.show.running("h") if move.body]
    played.roll(3, 3, number=rolled.id)
    assert played.points("h", "health") == 5
    assert played.points("h", "mine.will") == 3


def test_followers_of_a_move_from_elsewhere_give_the_point_back__MU_87() -> None:
    played = brought(PROSE)
    played.make("f", "p2")
    number = played.banded("h", "go_dark", "some", through=("mine.go_first",), others=("f",))
    assert played.points("h", "mine.will") == 2
    played.follow("f", number, "some")
    assert played.points("h", "mine.will") == 3
