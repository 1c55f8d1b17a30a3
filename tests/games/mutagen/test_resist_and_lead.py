"""Resist consequences, Buy Resist, Lead the group (MU-77 … MU-88)."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.table import Played, created

from tablefolk.games.mutagen.page.offers import rolling
from tablefolk.games.mutagen.page.stage import parts
from tablefolk.games.mutagen.page.stage.waiting import waiting
from tablefolk.games.mutagen.page.view import moves
from tablefolk.games.mutagen.playbooks.model import Meta, Move
from tablefolk.games.mutagen.rules.bars import MakeBar
from tablefolk.games.mutagen.rules.closing import GroupDone
from tablefolk.games.mutagen.rules.leading import Excuse, Follow
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, StageEffect, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose, WithdrawMove
from tablefolk.games.mutagen.rules.resources import PointsGained
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.results import (
    BandConverted,
    ConsequenceResisted,
    ResultShared,
)
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import NoRollNeeded
from tablefolk.games.mutagen.rules.values import Staged

RESIST, BUY = "resist_consequences", "buy_resist"


def led(played: Played, band: str, who: str = "f", others: tuple[str, ...] = ("s", "m")) -> int:
    """Somebody leads the others in the dark, and it comes out like this."""
    number = played.banded(
        who,
        "go_dark",
        band,  # type: ignore[arg-type]
        through=("lead_the_group",),
        others=others,
        aptitude="athletics",
    )
    played.settle(number)
    return number


# -- Resist consequences (MU-77 … MU-79) -------------------------------------------------------


def test_a_point_has_the_gm_think_of_something_milder__MU_77() -> None:
    played = created()
    number = played.banded("s", "go_dark", "fail")
    played.outcome(Staged("lose", "s", 1, resource="health"), number=number)
    events = played.respond("s", RESIST, number)
    assert ConsequenceResisted(number, "s", "less drastic") in events
    move = played.show.moves[number]
    assert (move.stage, move.band, played.points("s", "resist")) == ("settled", "fail", 1)
    assert move.outcome is not None
    assert (move.outcome.staged, move.outcome.resisted) == ((), ("s",))
    assert played.points("s", "will") == 2  # what hooks did stays
    assert played.points("s", "health") == 3


def test_when_it_cannot_be_resisted__MU_77() -> None:
    played = created()
    number = played.ready("f", "go_dark")
    resist = Respond("f", RESIST, number)
    assert played.no("f", resist) == "no_consequence_yet"
    played.roll(3, 5, number=number)
    assert played.no("f", resist) == "no_consequence_yet"
    played.outcome(number=number)
    played.set("f", "resist", 0)
    assert played.no("f", resist) == "not_enough"
    played.set("f", "resist", 2)
    assert played.no("s", Respond("s", RESIST, number)) == "not_your_character"
    played.accept(number)
    assert played.no("f", resist) == "move_closed"
    good = played.banded("f", "go_dark", "full")
    assert played.no("f", Respond("f", RESIST, good)) == "wrong_result"


def test_only_story_moves_are_resisted_and_bought_from__MU_77__MU_80() -> None:
    played = duellist("lunge")
    number = played.rolled("d", "lunge", 1, 1)
    played.outcome(number=number)
    assert played.no("d", Respond("d", RESIST, number)) == "not_a_story_move"
    played.accept(number)
    number = played.rolled("d", "nerve", 6, 6)
    assert played.no("d", Respond("d", BUY, number)) == "not_a_story_move"


def test_what_was_resisted_stays_before_the_gm_and_is_made_less_drastic__MU_77() -> None:
    played = created()
    number = played.banded("f", "go_dark", "fail")
    played.outcome(Staged("harm", on="f", n=2), number=number)
    played.respond("f", RESIST, number)
    outcome = played.show.moves[number].outcome
    assert outcome
    assert (outcome.was, outcome.was_staged) == (
        "It gets complicated.",
        (Staged("harm", on="f", n=2),),
    )
    assert played.no("gm", StageEffect(number, "harm", "f", 3)) == "not_milder"
    worse = WriteOutcome(number, "Worse.", (Staged("harm", on="f", n=3),))
    assert played.no("gm", worse) == "not_milder"
    played.do("gm", StageEffect(number, "harm", "f", 1))
    assert played.no("gm", StageEffect(number, "harm", "f", 2)) == "not_milder"


def test_what_was_wanted_is_safe_and_only_its_price_is_resisted__MU_70__MU_76__MU_77() -> None:
    played = created()
    played.set("s", "health", 1)
    number = played.ready("f", "medic", targets=("s",))
    played.roll(3, 5, number=number)
    heals, hurts = Staged("restore", "s", 1, resource="health"), Staged("harm", on="f", n=1)
    played.outcome(heals, hurts, number=number)
    played.respond("f", RESIST, number)
    outcome = played.show.moves[number].outcome
    assert outcome
    assert (outcome.staged, outcome.was_staged) == ((heals,), (hurts,))
    played.outcome(number=number)
    played.accept(number)
    assert played.points("s", "health") == 2
    assert not list(played.show.hurting("f"))


def test_harm_done_to_the_target_is_no_price_that_would_have_to_be_milder__MU_75__MU_77() -> None:
    played = created()
    number = played.ready("f", "fuck_em_up", targets=("s",))
    played.roll(3, 5, number=number)
    done, price = Staged("harm", on="s", n=2), Staged("harm", on="f", n=1)
    played.outcome(done, price, number=number)
    played.respond("f", RESIST, number)
    assert played.no("gm", StageEffect(number, "harm", "f", 1)) == "not_milder"
    played.do("gm", WriteOutcome(number, "Only the wind knocked out.", harm={"f": 0}))


def test_it_may_be_used_again_while_resist_lasts__MU_78() -> None:
    played = created()
    number = played.banded("f", "go_dark", "fail")
    for left in (1, 0):
        played.outcome(number=number)
        played.respond("f", RESIST, number)
        assert played.points("f", "resist") == left
    played.outcome(number=number)
    assert played.no("f", Respond("f", RESIST, number)) == "not_enough"
    outcome = played.show.moves[number].outcome
    assert outcome is not None
    assert outcome.resisted == ("f", "f")


def test_resisting_is_a_move_and_disputing_is_free_talk__MU_79() -> None:
    shelf = created().show.shelf
    resist, dispute = shelf.item(RESIST), shelf.item("dispute_fiction")
    assert isinstance(resist, Move)
    assert resist.cost
    assert isinstance(dispute, Meta)
    assert "never for advantage" in dispute.text


# -- Buy Resist (MU-80, MU-81) -----------------------------------------------------------------


def test_a_good_result_becomes_some_success_for_everything__MU_80() -> None:
    played = created()
    played.set("s", "resist", 0)
    played.set("s", "will", 0)
    number = played.banded("s", "connect_the_dots", "crit", aptitude="research")
    events = played.respond("s", BUY, number)
    assert BandConverted(number, "crit", "some") in events
    move = played.show.moves[number]
    assert move.throw is not None
    assert (move.throw.band, move.band, move.converted) == ("crit", "some", True)
    assert (played.points("s", "resist"), played.points("s", "will")) == (1, 0)
    assert move.stage == "settled"  # nothing more can be done about it


def test_when_nothing_can_be_bought__MU_80() -> None:
    played = created()
    number = played.banded("f", "go_dark", "some")
    assert played.no("f", Respond("f", BUY, number)) == "wrong_result"
    played.outcome(number=number)
    played.accept(number)
    number = played.banded("f", "go_dark", "full")
    assert played.no("m", Respond("m", BUY, number)) == "not_your_character"
    played.settle(number)
    assert played.no("f", Respond("f", BUY, number)) == "already_settled"
    number = played.ready("f", "go_dark")
    assert played.no("f", Respond("f", BUY, number)) == "wrong_result"


def test_with_resist_full_it_is_still_legal_and_fills_nothing__MU_80() -> None:
    played = created()
    number = played.banded("f", "go_dark", "full")
    (gained,) = played.told(played.respond("f", BUY, number), PointsGained)
    assert (gained.n, gained.already_full) == (0, True)


def test_what_was_bought_can_be_spent_on_what_it_brought__MU_81() -> None:
    played = created()
    played.set("f", "resist", 0)
    number = played.banded("f", "go_dark", "full")
    played.respond("f", BUY, number)
    played.outcome(number=number)
    played.respond("f", RESIST, number)
    assert played.points("f", "resist") == 0


# -- Leading (MU-82 … MU-84) -------------------------------------------------------------------


def test_leading_takes_others_and_a_point_just_before_the_dice__MU_82() -> None:
    played = created()
    lead = Propose("f", "go_dark", "after me", ("lead_the_group",))
    assert played.no("f", lead) == "no_followers"
    assert played.no("f", replace(lead, others=("f",))) == "no_followers"
    assert played.no("f", replace(lead, others=("ghost",))) == "unknown"
    number = played.ready("f", "go_dark", through=("lead_the_group",), others=("m",))
    assert played.points("f", "resist") == 2
    played.roll(3, 4, number=number)
    assert played.points("f", "resist") == 1
    played.put(played.show.with_hero("m", state="out_of_scene"))
    assert played.no("s", replace(lead, who="s", others=("m",))) == "out_of_scene"


def test_everyone_named_shares_the_settled_band__MU_83() -> None:
    played = created()
    number = led(played, "full")
    shared = [e for entry in played.log for e in entry.events if isinstance(e, ResultShared)]
    assert shared == [ResultShared(number, "full", ("s", "m"))]


def test_a_failure_has_no_follow_rolls__MU_84() -> None:
    played = created()
    number = led(played, "fail")
    move = played.show.moves[number]
    assert move.following is None
    assert move.outcome is not None
    assert played.no("s", Follow("s", number, "behind")) == "not_now"
    shared = [e for entry in played.log for e in entry.events if isinstance(e, ResultShared)]
    assert shared == [ResultShared(number, "fail", ("s", "m"))]


# -- Following (MU-85, MU-86) ------------------------------------------------------------------


def test_before_the_story_goes_on_everybody_rolls_in_their_own_way__MU_85() -> None:
    played = created()
    number = led(played, "some")
    assert played.no("gm", WriteOutcome(number, "trouble")) == "must_resolve_first"
    assert played.no("s", Propose("s", "parkour", "off I go")) == "must_resolve_first"
    assert played.no("f", Follow("f", number, "me too")) == "not_now"
    assert played.no("s", Follow("s", number, " ")) == "describe_first"
    assert played.no("m", Follow("s", number, "for them")) == "not_your_character"
    played.follow("s", number, "some", how="holding my breath")
    assert played.move.chain == ("go_dark",)
    assert played.no("s", Follow("s", number, "again")) == "not_now"
    played.follow("m", number, "some", aptitude="operation")
    played.do("gm", WriteOutcome(number, "trouble"))


def test_the_gm_may_excuse_somebody_who_then_does_not_count__MU_85() -> None:
    played = created()
    number = led(played, "full")
    assert played.no("s", Excuse(number, "s")) == "gm_only"
    assert played.no("gm", Excuse(number, "f")) == "not_now"
    played.as_("m", Follow("m", number, "slowly"))
    mine = played.move.id
    played.do("gm", Excuse(number, "m"))
    assert played.show.moves[mine].stage == "dropped"
    assert played.no("m", RollMove(mine)) == "move_closed"
    played.follow("s", number, "some")
    assert played.points("f", "resist") == 2


def test_with_nobody_left_to_follow_nothing_is_won_back__MU_85() -> None:
    played = created()
    number = led(played, "full", others=("m",))
    played.do("gm", Excuse(number, "m"))
    assert played.points("f", "resist") == 1
    assert played.show.moves[number].stage == "closed"


def test_a_follow_roll_changes_nothing_in_the_story__MU_86() -> None:
    played = created()
    number = led(played, "full")
    status = played.status("f", "in the lead")
    played.as_("s", Follow("s", number, "behind"))
    mine = played.move.id
    played.as_("s", ExploitStatus(mine, status, "in the slipstream"))
    assert played.no("gm", NoRollNeeded(mine, "easy")) == "must_resolve_first"
    played.set("s", "will", 1)
    played.roll(1, 1, number=mine)
    move = played.show.moves[mine]
    assert (move.band, move.outcome, move.stage) == ("fail", None, "closed")
    assert played.points("s", "will") == 0  # the hooks look at follow rolls too
    assert played.no("s", Respond("s", RESIST, mine)) == "already_settled"
    played.follow("m", number, "crit", aptitude="nurturing")
    assert played.show.moves[played.move.id].stage == "closed"
    assert played.no("m", Respond("m", BUY, played.move.id)) == "already_settled"


def test_whoever_follows_cannot_lead__MU_86() -> None:
    played = created()
    number = led(played, "full")
    again = Follow("s", number, "after me", ("lead_the_group",))
    assert played.no("s", again) == "condition_unmet"


def test_a_follow_roll_that_was_withdrawn_is_still_owed__MU_85() -> None:
    played = created()
    number = led(played, "full")
    played.as_("s", Follow("s", number, "behind"))
    assert played.no("s", Follow("s", number, "twice")) == "move_open"
    played.as_("s", WithdrawMove(played.move.id))
    played.follow("s", number, "full")


# -- What it brings (MU-87, MU-88) -------------------------------------------------------------


def test_all_well_gives_the_point_back_and_then_the_leaders_result_is_played__MU_87() -> None:
    played = created()
    number = led(played, "some")
    played.follow("s", number, "some")
    assert played.points("f", "resist") == 1
    played.follow("m", number, "full")
    assert played.points("f", "resist") == 2
    assert played.show.moves[number].outcome is not None
    played.outcome(number=number)
    played.accept(number)
    assert played.show.moves[number].stage == "closed"
    played.audited()


def test_one_failure_and_there_is_none__MU_87() -> None:
    played = created()
    number = led(played, "full")
    played.follow("s", number, "fail")
    played.follow("m", number, "crit", aptitude="nurturing")
    done = [e for entry in played.log for e in entry.events if isinstance(e, GroupDone)]
    assert done == [GroupDone(number, well=False)]
    assert played.points("f", "resist") == 1
    assert played.show.moves[number].stage == "closed"


def test_followers_resist_the_shared_consequence_with_their_own__MU_88() -> None:
    played = created()
    number = led(played, "fail")
    played.outcome(Staged("lose", "m", 1, resource="health"), number=number)
    played.respond("m", RESIST, number)
    assert (played.points("m", "resist"), played.points("f", "resist")) == (1, 1)
    outcome = played.show.moves[number].outcome
    assert outcome is not None
    assert outcome.resisted == ("m",)


def shared(played: Played, *staged: Staged) -> int:
    """F led S and M, it went wrong, and the GM has said what it costs them."""
    number = led(played, "fail")
    played.outcome(*staged, number=number)
    return number


def test_whoever_is_hit_answers_for_themselves_before_it_happens__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "f", 2), Staged("harm", "m", 1))
    assert {w.member for w in waiting(played.show)} == {"p2", "p3"}
    played.as_("f", AcceptOutcome(number))
    assert played.show.moves[number].stage == "consequence"
    assert not played.show.injuries
    assert {w.member for w in waiting(played.show)} == {"p3"}
    assert played.no("f", AcceptOutcome(number)) == "not_now"
    assert played.no("s", AcceptOutcome(number, "s")) == "not_now"  # nothing falls on them
    assert played.no("f", AcceptOutcome(number, "m")) == "not_your_character"
    played.as_("m", AcceptOutcome(number, "m"))
    assert [(i.on, i.harm) for i in played.show.injuries.values()] == [("f", 2), ("m", 1)]
    assert played.show.moves[number].stage == "closed"
    played.audited()


def test_one_who_takes_it_does_not_take_the_others_resist_away__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "f", 2), Staged("harm", "m", 1))
    played.as_("f", AcceptOutcome(number))
    played.respond("m", RESIST, number)
    assert played.no("gm", WriteOutcome(number, "So?", harm={"f": 2, "m": 1})) == "not_milder"
    played.do("gm", WriteOutcome(number, "M rolls clear.", harm={"f": 2, "m": 0}))
    assert played.show.moves[number].stage == "closed"  # F has taken theirs, and it is the same
    assert [(i.on, i.harm) for i in played.show.injuries.values()] == [("f", 2)]


def test_whoever_resists_does_so_for_what_falls_on_them_alone__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "f", 2), Staged("harm", "s", 1), Staged("harm", "m", 2))
    played.as_("f", AcceptOutcome(number))
    played.respond("m", RESIST, number)
    move = played.show.moves[number]
    rows = {row.who: (row.start, row.most) for row in rolling.harm_rows(played.show, move)}
    assert (rows["f"][0], rows["s"][0], rows["m"]) == (2, 1, (0, 1))
    seen = moves.card(played.show, played.seat("gm"), move)
    assert seen.was_staged == ("M takes 2 harm",)
    found = {one.key: one for one in parts(played.show, played.seat("gm"))}
    assert found[f"deed:{number}"].title == "What does it cost M?"
    played.do("gm", WriteOutcome(number, "M rolls.", harm={"f": 2, "s": 1, "m": 1}))
    assert {w.member for w in waiting(played.show)} == {"p1", "p3"}  # F has taken it already
    played.as_("s", AcceptOutcome(number, "s"))
    played.as_("m", AcceptOutcome(number, "m"))
    hurt = {(i.on, i.harm) for i in played.show.injuries.values()}
    assert hurt == {("f", 2), ("s", 1), ("m", 1)}
    played.audited()


def test_what_falls_on_nobody_stays_where_somebody_resists_their_own__MU_88() -> None:
    played = created()
    played.do("gm", MakeBar("The alarm", 4))
    (bar,) = played.show.bars
    number = shared(played, Staged("harm", "m", 2), Staged("tick", str(bar), 1))
    played.respond("m", RESIST, number)
    move = played.show.moves[number]
    assert [one.op for one in move.outcome.staged] == ["tick"]  # type: ignore[union-attr]
    assert moves.card(played.show, played.seat("gm"), move).was_staged == ("M takes 2 harm",)


def test_who_took_it_is_asked_again_where_theirs_is_another_now__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "f", 1), Staged("harm", "m", 2))
    played.as_("f", AcceptOutcome(number))
    played.respond("m", RESIST, number)
    played.do("gm", WriteOutcome(number, "F steps in.", harm={"f": 2, "m": 1}))
    assert {w.member for w in waiting(played.show)} == {"p2", "p3"}


def test_where_it_names_nobody_it_concerns_all_who_could_resist__MU_84__MU_88() -> None:
    played = created()
    played.set("s", "resist", 0)
    number = shared(played)
    assert {w.member for w in waiting(played.show)} == {"p2", "p3"}  # S has nothing to resist with
    played.as_("m", AcceptOutcome(number, "m"))
    played.as_("f", AcceptOutcome(number))
    assert played.show.moves[number].stage == "closed"


def test_nobody_who_followed_well_is_asked_to_take_nothing__MU_87__MU_88() -> None:
    played = created()
    number = led(played, "some")
    played.follow("s", number, "some")
    played.follow("m", number, "some", aptitude="operation")
    played.outcome(number=number)  # words that name nobody: the leader's own result
    assert {w.member for w in waiting(played.show)} == {"p2"}
    assert played.no("m", AcceptOutcome(number, "m")) == "not_now"
    played.do("gm", StageEffect(number, "status", "m", text="dazed"))
    assert {w.member for w in waiting(played.show)} == {"p2", "p3"}
    played.as_("m", AcceptOutcome(number, "m"))
    played.as_("f", AcceptOutcome(number))
    assert played.show.moves[number].stage == "closed"
    played.audited()


def test_the_gm_goes_on_without_the_answer_of_somebody_who_is_not_there__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "m", 1))
    assert played.no("gm", Excuse(number, "f")) == "not_now"  # the roller is nobody to go without
    assert played.no("gm", Excuse(number, "s")) == "not_now"
    assert played.no("m", Excuse(number, "m")) == "gm_only"
    played.as_("f", AcceptOutcome(number))
    played.do("gm", Excuse(number, "m"))
    assert [(i.on, i.harm) for i in played.show.injuries.values()] == [("m", 1)]


def test_nobody_is_left_waiting_for_somebody_who_can_resist_no_more__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "m", 1))
    played.as_("f", AcceptOutcome(number))
    played.set("m", "resist", 0)
    assert {w.member for w in waiting(played.show)} == {"p2"}
    played.as_("f", AcceptOutcome(number))
    assert played.show.moves[number].stage == "closed"


def test_who_is_asked_again_when_what_they_took_has_changed__MU_72__MU_88() -> None:
    played = created()
    number = shared(played, Staged("harm", "f", 1), Staged("harm", "m", 1))
    played.as_("m", AcceptOutcome(number, "m"))
    played.do("gm", StageEffect(number, "status", "m", text="dazed"))
    assert {w.member for w in waiting(played.show)} == {"p2", "p3"}
