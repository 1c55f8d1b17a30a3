"""Other people's playbooks at the table: what their words say is offered, asked for and happens."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.mutagen.hurting import closing, open_harm
from tests.games.mutagen.table import GAME, Played
from tests.games.mutagen.test_tell import lines, told
from tests.web.drawn import Page
from tests.web.unfolding import unfolded

from tablefolk.core import play
from tablefolk.core.game import Offer
from tablefolk.core.stage import GM
from tablefolk.games.mutagen.page.editing import new_draft
from tablefolk.games.mutagen.page.offers.proposals import own_moves
from tablefolk.games.mutagen.page.stage.waiting import waiting
from tablefolk.games.mutagen.playbooks.effects import FollowRolls, Restore
from tablefolk.games.mutagen.playbooks.markup import read_markup
from tablefolk.games.mutagen.rules.bars import MakeBar, TickBar
from tablefolk.games.mutagen.rules.books import ConfirmAutomation, LoadPlaybook
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.outcomes import StageEffect, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.speaking import Comment, StandByIt
from tablefolk.games.mutagen.rules.take_harm import SettleHarm
from tablefolk.games.mutagen.rules.values import Part, Staged
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


# -- What a move of one's own says of its result, and who is asked (MU-70, MU-71, MU-157) --------

KEEPER = """§ Resources
Oil ▢ ▢ ▢ --> What burns.
§ Aptitudes
● Lamplight ○ ○ --> Seeing by it.
§ Moves
Hang a veil --> !+[+0]
🡕 It hangs wherever you point.
🡒🡖 It hangs as high as a fence.
🡓 Spend a while coughing.
Trim the wick --> !+[+0]
🡕🡒🡖 You restore 1 {{Oil}}.
🡓 Pick 1:
  * you lose 1 {{Oil}}.
  * the street goes dark.
Whirl about --> You swing the pole. !+[Lamplight].
Fill up --> You sit down and gain 2 {{Oil}}.
Ask around --> Roll !+[any appropriate aptitude].
🡕🡒🡖🡓 The GM says who knows.
Long round --> When you walk it to {{make a story move}}, !+[steps].
🡖🡓 Your shadow walks on without you."""
AS_HIGH = "It hangs as high as a fence."


def kept(*fills: str) -> Played:
    return brought(KEEPER, "mine", *fills)


def waited_for(played: Played) -> set[str]:
    """For whom a move or a question waits; p2 and p3 have nobody yet."""
    every = waiting(played.show)
    return {wait.member for wait in every if wait.part.startswith(("deed:", "owed:"))}


def test_a_result_of_words_is_told_and_the_gm_says_what_comes_of_it__MU_157() -> None:
    played = kept()
    number = played.rolled("h", "mine.hang_a_veil", 4, 4)
    assert f"Some Success for H. {AS_HIGH}" in told(played, "p2")
    assert waited_for(played) == {GM}
    for who in ("gm", "p1", "p2"):
        assert AS_HIGH in part(played, who, f"deed:{number}")
    played.do("gm", WriteOutcome(number))
    assert played.show.moves[number].stage == "closed"
    assert "Hang a veil goes as the playbook says." in told(played, "p1")
    played.audited()


def test_the_gm_may_say_more_than_the_words_with_harm_and_a_status__MU_157() -> None:
    played = kept()
    number = played.rolled("h", "mine.hang_a_veil", 1, 1)
    (form,) = [o for o in offers(played, "gm", "WriteOutcome", move=number) if o.blanks]
    assert {"harm", "status", "on"} <= {blank.name for blank in form.blanks}
    played.do("gm", WriteOutcome(number, "Soot.", harm={"h": 1}, status="hoarse"))
    assert [status.text for status in played.hero("h").statuses] == ["hoarse"]
    assert [injury.harm for injury in played.show.hurting("h")] == [1]


def test_the_throw_says_what_its_list_says_of_it__MU_157() -> None:
    played = kept()
    played.ready("h", "mine.hang_a_veil")
    played.roll(4, 4)
    (card,) = [line.card for line in lines(played, "p2") if line.card]
    assert card.means == AS_HIGH  # type: ignore[attr-defined]


WASTER = """§ Resources
Oil ▢ ▢ ▢ --> What burns.
§ Moves
Spill --> !+[+0]
🡕🡒 You restore 1 {{Oil}} and all can see you.
🡖🡓 Pick 1:
  * you lose 1 {{Oil}} and your hat.
  * you lose 1 {{Oil}}."""


def test_words_beside_an_effect_are_the_gms_to_say__MU_70__MU_157() -> None:
    played = brought(WASTER)
    played.set("h", "mine.oil", 0)
    number = played.rolled("h", "mine.spill", 5, 5)
    assert played.points("h", "mine.oil") == 1  # it happened by itself, and nothing else did
    assert waited_for(played) == {GM}
    near = offers(played, "gm", "StageEffect", resource="mine.oil")
    assert not [offer.label for offer in near if not offer.blanks]
    played.do("gm", WriteOutcome(number, "The whole street looks."))
    played.audited()


def test_words_beside_an_effect_that_was_picked_are_the_gms_too__MU_128__MU_157() -> None:
    for place, asked in ((0, {GM}), (1, set[str]())):
        played = brought(WASTER)
        played.rolled("h", "mine.spill", 1, 1)
        (owed,) = played.show.owed
        played.as_("h", GiveAnswer(owed, picks=(place,)))
        assert played.points("h", "mine.oil") == 2
        assert waited_for(played) == asked


def test_what_came_of_a_move_stays_until_another_is_begun__MU_157() -> None:
    played = kept()
    words, more, tray = "You restore 1", "Onto the roof, and the bell rings.", "tray:h"
    played.rolled("h", "mine.trim_the_wick", 4, 4)
    assert words in part(played, "p1", tray)
    number = played.banded("h", "parkour", "fail")
    played.do("gm", WriteOutcome(number, more))
    played.accept(number)
    page = part(played, "p1", tray)
    assert (words in page, more in page) == (False, True)
    played.propose("h", "parkour")
    assert more not in part(played, "p1", tray)


def test_a_result_that_happens_by_itself_is_told_and_asks_nobody__MU_70() -> None:
    played = kept()
    played.set("h", "mine.oil", 1)
    number = played.rolled("h", "mine.trim_the_wick", 4, 4)
    assert "Some Success for H. You restore 1 Oil." in told(played, "p2")
    assert played.points("h", "mine.oil") == 2
    assert played.show.moves[number].stage == "closed"


def picked(place: int) -> Played:
    played = kept()
    played.rolled("h", "mine.trim_the_wick", 1, 1)
    (owed,) = played.show.owed
    assert waited_for(played) == {"p1"}  # the GM is asked once something is picked
    assert played.no("gm", WriteOutcome(played.move.id)) == "must_resolve_first"
    seen = part(played, "p1", f"owed:{owed}")
    for shown in ("mu-thrown-fail", "Pick 1:", "Trim the wick"):
        assert shown in seen
    played.as_("h", GiveAnswer(owed, picks=(place,)))
    return played


def test_a_pick_that_is_only_words_asks_the_gm__MU_128__MU_157() -> None:
    played = picked(1)
    assert waited_for(played) == {GM}
    assert "the street goes dark" in part(played, "gm", f"deed:{played.move.id}")
    played.do("gm", WriteOutcome(played.move.id))
    assert played.move.stage == "closed"
    played.audited()


def test_a_pick_that_happens_by_itself_asks_nobody_more__MU_128() -> None:
    played = picked(0)
    assert played.points("h", "mine.oil") == 2
    assert (played.move.stage, waited_for(played)) == ("closed", set())
    played.audited()


def test_a_roll_without_results_has_its_price_and_is_resisted__MU_71__MU_77() -> None:
    played = kept()
    number = played.rolled("h", "mine.whirl_about", 4, 4)
    outcome = played.show.moves[number].outcome
    assert outcome
    assert outcome.kind == "consequence"
    assert "at the price of a trade-off" in part(played, "gm", f"results:{number}")
    played.outcome(Staged("harm", "h", 2), number=number)
    played.respond("h", "resist_consequences", number)
    played.do("gm", WriteOutcome(number, "A scratch.", harm={"h": 1}))
    played.accept(number)
    assert [injury.harm for injury in played.show.hurting("h")] == [1]


def test_a_move_that_is_only_words_asks_the_gm_who_gives_its_points_at_a_tap__MU_157() -> None:
    played = kept()
    played.set("h", "mine.oil", 0)
    played.as_("h", Propose("h", "mine.fill_up"))
    number = played.move.id
    assert waited_for(played) == {GM}
    said = "What comes of Fill up, the GM says: You sit down and gain 2 Oil."
    assert said in told(played, "p2")
    assert "You sit down and gain 2" in part(played, "gm", f"deed:{number}")
    assert says(played) == "H restores 2 Oil"
    as_it_says(played)
    assert played.points("h", "mine.oil") == 2
    assert played.show.moves[number].stage == "closed"
    played.audited()


GIVER = """§ Resources
Inner oil ▢ ▢ ▢ --> What burns.
§ Moves
Hand it over --> Spend 1 Inner oil to give someone _[+1]_ for the rest of the scene.
Brace --> You get _[+2]_ to your next roll.
Sip --> You restore 2 Inner oil, and take 1 harm."""


def said(played: Played) -> Offer:
    """The button for the words as they stand."""
    (offer,) = offers(played, "gm", "WriteOutcome", text="")
    return offer


def says(played: Played) -> str:
    """What happens with that button."""
    return said(played).hint


def as_it_says(played: Played) -> None:
    played.do("gm", WriteOutcome(**said(played).fixed))


def near(played: Played) -> list[str]:
    """The buttons beside the GM's words."""
    return [offer.label for offer in offers(played, "gm", "StageEffect") if not offer.blanks]


def test_a_bonus_that_words_give_to_somebody_is_recorded_at_a_tap__MU_42__MU_157() -> None:
    played = hurt(brought(GIVER))
    played.as_("h", Propose("h", "mine.hand_it_over"))
    number = played.move.id
    assert played.points("h", "mine.inner_oil") == 2
    assert near(played) == ["F has +1 for the rest of the scene"]  # what was paid is paid
    (offer,) = [o for o in offers(played, "gm", "StageEffect") if not o.blanks]
    played.do("gm", StageEffect(**offer.fixed))
    played.do("gm", WriteOutcome(number))
    assert "F has +1 to come, from Hand it over." in told(played, "p2")
    for _ in range(2):  # a scene's bonus is not used up
        played.ready("f", "go_dark")
        played.roll(3, 3)
        assert played.move.throw
        assert Part("move", 1, "mine.hand_it_over") in played.move.throw.parts
        played.outcome()
        played.accept()
    played.audited()


ROPE = """§ Resources
Breath ▢ ▢ ▢ --> Yours.
§ Moves
Hold the line --> When you help a comrade with a rope, !+[+0].
🡕 They get +1 to their next roll.
🡒 They get +1 to their next roll, and you lose 1 {{Breath}}.
🡖🡓 If they trust you, they get +2 to their next roll.
Lend a hand --> You give an ally +1 to their next roll."""


def test_a_bonus_that_a_result_gives_somebody_is_theirs_at_once__MU_42__MU_72() -> None:
    played = hurt(brought(ROPE))
    (offer,) = offers(played, "p1", "Propose", make="mine.hold_the_line")
    assert [blank.name for blank in offer.blanks] == ["how", "targets"]
    played.rolled("h", "mine.hold_the_line", 5, 5, targets=("f",))
    assert played.points("h", "mine.breath") == 2
    assert [bonus.value for bonus in played.hero("f").bonuses] == [1]
    assert not waited_for(played)
    played.rolled("h", "mine.hold_the_line", 1, 1, targets=("f",))
    assert (says(played), near(played)) == ("", ["F has +2 to the next roll"])  # if they trust you


def test_words_that_give_a_bonus_do_so_as_they_say__MU_42__MU_157() -> None:
    played = hurt(brought(ROPE))
    (offer,) = offers(played, "p1", "Propose", make="mine.lend_a_hand")
    assert [blank.name for blank in offer.blanks] == ["how", "targets"]
    played.as_("h", Propose("h", "mine.lend_a_hand", targets=("f",)))
    assert (says(played), near(played)) == ("F has +1 to the next roll", [])
    as_it_says(played)
    assert [bonus.value for bonus in played.hero("f").bonuses] == [1]
    played.as_("h", Propose("h", "mine.lend_a_hand"))
    assert (says(played), near(played)) == ("", ["F has +1 to the next roll"])  # to whom?


def test_a_move_that_is_meant_to_stand_first_does__MU_159() -> None:
    first = '\n##tablefolk {"top": true}'
    played = brought(f"§ Moves\nSalt --> Pour.\n○ Song --> Sing.{first}", "mine", "song")
    assert [deed.name for deed in own_moves(played.show, played.hero("h"))] == ["Song", "Salt"]


def test_a_bonus_for_oneself_is_for_the_next_roll__MU_42() -> None:
    played = hurt(brought(GIVER))
    played.as_("h", Propose("h", "mine.brace"))
    assert (says(played), near(played)) == ("H has +2 to the next roll", [])
    assert played.no("gm", StageEffect(played.move.id, "bonus", "h", 4)) == "out_of_range"
    assert played.no("gm", StageEffect(played.move.id, "bonus", "f", 1, "dawn")) == "unknown"
    forms = [offer for offer in offers(played, "gm", "StageEffect", op="bonus") if offer.blanks]
    assert [blank.name for form in forms for blank in form.blanks] == ["on", "n", "text"]


def test_points_and_harm_that_words_name_lie_ready__MU_157() -> None:
    played = brought(GIVER)
    played.set("h", "mine.inner_oil", 0)
    played.as_("h", Propose("h", "mine.sip"))
    assert (says(played), near(played)) == ("H restores 2 Inner oil", ["H loses 2 Inner oil"])
    (form,) = [o for o in offers(played, "gm", "WriteOutcome") if o.blanks]
    (harm,) = [blank for blank in form.blanks if blank.name == "harm"]
    assert harm.start == (1,)  # type: ignore[union-attr]


def test_any_appropriate_aptitude_is_picked__MU_47__MU_65() -> None:
    played = kept("lamplight")
    (offer,) = offers(played, "p1", "Propose", make="mine.ask_around")
    (aptitude,) = [blank for blank in offer.blanks if blank.name == "aptitude"]
    labels = [choice.label for choice in aptitude.choices]  # type: ignore[union-attr]
    assert labels[:2] == ["Nothing I have fits: −1", "Lamplight +1"]
    assert aptitude.start == "mine.lamplight"  # type: ignore[union-attr]
    played.ready("h", "mine.ask_around", aptitude="mine.lamplight")
    played.roll(3, 3)
    assert played.move.throw
    assert played.move.throw.modifier == 1


def test_a_parents_words_on_its_childs_result_are_told_and_shown__MU_57() -> None:
    played = kept()
    number = played.banded("h", "parkour", "some", through=("mine.long_round",))
    shadow = "Your shadow walks on without you."
    assert f"it comes about. {shadow}" in told(played, "p2")
    played.outcome(number=number)
    assert shadow in part(played, "p1", f"deed:{number}")
    assert shadow in part(played, "p1", f"results:{number}")


@pytest.mark.parametrize("make", ["scope_it_out", "connect_the_dots"])
def test_what_one_learns_is_the_gms_to_say__MU_71(make: str) -> None:
    played = kept()
    number = played.banded("h", make, "full")
    played.settle(number)
    assert waited_for(played) == {GM}
    assert "What does H learn?" in drawn(played, "gm")
    assert played.no("gm", WriteOutcome(number)) == "text_needed"
    played.do("gm", WriteOutcome(number, "Two guards, one asleep."))
    assert played.show.moves[number].stage == "closed"


def test_a_result_that_was_traded_says_so__MU_80() -> None:
    played = kept()
    number = played.banded("h", "parkour", "full")
    played.respond("h", "buy_resist", number)
    assert ">traded<" in part(played, "gm", f"deed:{number}")


# -- Seen and pressed ----------------------------------------------------------------------------


def test_it_stands_is_pressed_after_a_word__MU_64() -> None:
    played = kept()
    number = played.propose("h", "parkour")
    played.do("gm", Comment(number, "Is it high enough?", questions=True))
    (stands,) = offers(played, "p1", "StandByIt")
    assert (stands.label, stands.owed) == ("It stands", True)
    played.do("p1", StandByIt(**stands.fixed))
    assert "H stands by it: Parkour!" in told(played, "p2")
    assert played.show.moves[number].stage == "ready"
    assert offers(played, "p1", "RollMove")


def test_a_bar_is_a_clock_with_an_hour_for_each_tick__MU_113() -> None:
    played = kept()
    played.do("gm", MakeBar("The tide", 6))
    (bar,) = played.show.bars
    played.do("gm", TickBar(bar, 2))
    (key,) = [p.key for p in GAME.parts(played.table, played.seat("p1")) if p.title == "The tide"]
    face = Page(part(played, "p1", key)).elements
    assert [a["aria-label"] for _, a in face if a.get("class") == "mu-clock"] == ["2 of 6 ticks"]
    assert [a["stroke-dasharray"] for _, a in face if "stroke-dasharray" in a] == ["2 6"]
    assert len([a for _, a in face if a.get("class") == "mu-clock-hour"]) == 6
