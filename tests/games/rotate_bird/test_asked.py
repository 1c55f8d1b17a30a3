"""Whom the table waits for, and in what words: questions, picks, paying (RB-33, RB-42, RB-93)."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.rotate_bird.table import GAME, Played, created
from tests.web.test_rotate_bird_drawn import drawn

from tablefolk.core import play, stage
from tablefolk.core.game import Offer
from tablefolk.core.stage import Part
from tablefolk.core.table.judging import Answer, AskRuling, Withdraw, WordTaken
from tablefolk.core.table.page import waited_for
from tablefolk.core.table.seats import Lend
from tablefolk.games.rotate_bird.page.stage import offers
from tablefolk.games.rotate_bird.rules.challenges import Acknowledge, DeclareChallenge
from tablefolk.games.rotate_bird.rules.fallout import PassOffset
from tablefolk.games.rotate_bird.rules.tapping import Explain, RuleTrait


def owed(played: Played, who: str) -> list[Offer]:
    return [o for o in offers(played.bird, played.seat(who)) if o.owed]


def now(played: Played, who: str) -> Part:
    """What a seat has before it."""
    owed = [wait.part for wait in GAME.waits_of(played.table).get(who, ())]
    found = stage.now(GAME.parts(played.table, played.seat(who)), owed)
    assert found is not None
    return found.part


def answers(played: Played, who: str) -> list[str]:
    """What this seat can say to it."""
    return [offer.label for offer in now(played, who).offers() if offer.owed]


def questioned() -> Played:
    """C1 leads, C2 helps with the gear, and the GM asks about that."""
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    played.help("c2", "gear")
    gear = played.trait("c2", "gear")
    played.do("gm", RuleTrait(played.test.id, gear, "questioned", "A gear, here?"))
    return played


def test_who_is_asked_about_a_trait_is_waited_for_and_nobody_else__RB_33() -> None:
    played = questioned()
    assert set(waited_for(GAME, played.table)) == {"p2"}
    assert now(played, "p2").title == "How does Gear fit, C2?"
    assert answers(played, "p2") == ["Answer about Gear"]


def test_the_asked_one_answers_in_a_form_of_their_own_and_then_the_gm_rules__RB_33() -> None:
    played = questioned()
    test, gear = played.test.id, played.trait("c2", "gear")
    assert played.no("p1", Explain(test, gear, "It grinds.")) == "not_your_trait"
    sun = played.trait("c1", "sun")
    assert played.no("p1", Explain(test, sun, "It shines.")) == "not_asked"
    played.do("p2", Explain(test, gear, "It grinds the door open."))
    assert played.test.helps[0].answer == "It grinds the door open."
    assert set(waited_for(GAME, played.table)) == {"gm"}
    assert {o.fixed["ruling"] for o in owed(played, "gm")} == {"accepted", "rejected"}
    played.do("gm", RuleTrait(test, gear, "accepted"))
    assert played.test.helps[0].answer == ""
    assert set(waited_for(GAME, played.table)) == {"p1"}
    played.audited()


def test_a_pick_says_what_it_means_wherever_it_is_offered__RB_42() -> None:
    played = created()
    doom = played.make_track("disaster", "Gulls", 1)
    played.open("c1", disaster=doom)
    played.tap("c1", "sun", "bird", "heart")
    played.roll(4, 4, 3)
    assert now(played, "p1").title == "Which die comes true, C1?"
    assert answers(played, "p1") == [
        "Take a 4: it works, minor fallout, and an edge",
        "Take a 3: it fails, minor fallout, fills “Gulls”: it strikes!",
    ]


def test_the_question_offers_paying_and_its_cost_and_letting_it_come__RB_93_RB_97() -> None:
    played = created()
    played.tested("c1", ["sun"], [4], 4)
    assert now(played, "gm").title == "What goes wrong for C1?"
    played.fallout(1)
    assert now(played, "p1").title == "Pay, or let it come, C1?"
    assert "Pay: Sun is marked until you rest" in answers(played, "p1")
    assert answers(played, "p1")[-1] == "Let it come"
    played.do("p1", PassOffset(played.test.id, "c1"))
    assert now(played, "gm").title == "What happens to C1?"


def test_a_perilous_test_still_says_so_when_a_die_is_picked__RB_130() -> None:
    played = created()
    played.open("c1")
    played.do("gm", DeclareChallenge(played.test.id, perilous=True))
    played.do("p1", Acknowledge(played.test.id))
    played.tap("c1", "sun")
    played.roll(4)
    assert "Perilous: 3 and 4 bring major fallout" in drawn(played, "p1")


def test_an_answer_may_be_said_aloud_and_a_written_one_stays_with_its_picture__RB_33() -> None:
    played = questioned()
    test, gear = played.test.id, played.trait("c2", "gear")
    played.do("p2", Explain(test, gear))
    assert played.test.helps[0].heard
    assert set(waited_for(GAME, played.table)) == {"gm"}
    played.do("p2", Explain(test, gear, "It grinds the door open."))
    played.do("gm", RuleTrait(test, gear, "accepted"))
    (tap,) = played.test.helps
    assert (tap.why, tap.answer, tap.answered) == ("It grinds the door open.", "", False)
    played.do("gm", RuleTrait(test, gear, "questioned"))
    assert not played.test.helps[0].heard
    played.audited()


# -- Allowed this once, and thrown by whoever asked (TF-17) ----------------------------------------


def allowed() -> tuple[Played, int]:
    """C1 may roll for once, though the GM still has a question."""
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    played.do("gm", RuleTrait(played.test.id, played.trait("c1", "sun"), "questioned", "A sun?"))
    asked = played.ask("p1", AskRuling({"type": "RollPool", "test": played.test.id}))
    assert now(played, "gm").title.startswith("May P1 do this, just this once: Roll 1 die")
    assert [offer.dice for offer in offers_of(played, "gm")] == [0, 0]
    played.do("gm", Answer(asked.number, yes=True))
    return played, asked.number


def test_a_yes_leaves_the_throw_to_whoever_asked__TF_17__RB_40() -> None:
    played, number = allowed()
    assert played.test.phase == "gathering"
    assert now(played, "p1").eyebrow == "Allowed, this once"
    (throw,) = [o for o in offers_of(played, "p1") if o.command is Answer]
    assert (throw.label, throw.dice) == ("Allowed: roll 1 die", 1)
    assert played.no("gm", Answer(number, yes=True)) == "gm_only"
    played.do("p1", Answer(number, yes=True), [6])
    assert played.test.dice == (6,)
    assert played.log[-1].seat.id == "p1"
    assert not played.table.requests
    assert not played.table.granted
    played.audited()


def test_what_a_borrower_asked_for_is_thrown_by_the_borrower__TF_6__TF_17() -> None:
    """ "P2 for P1" asks, and throws what was allowed: from the lent seat, and not the GM."""
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    played.do("gm", RuleTrait(played.test.id, played.trait("c1", "sun"), "questioned", "A sun?"))
    played.do("p1", Lend("p1", "p2"))
    borrowed = replace(played.seat("p1"), by="p2")
    asked = played.ask(borrowed, AskRuling({"type": "RollPool", "test": played.test.id}))
    played.do("gm", Answer(asked.number, yes=True))
    assert played.test.phase == "gathering"
    parts = {part.key: part for part in GAME.parts(played.table, borrowed)}
    (throw, _) = parts[f"request:{asked.number}"].offers()
    assert throw.label == "Allowed: roll 1 die"
    own = GAME.parts(played.table, played.seat("p2"))
    assert not [part for part in own if part.key.startswith("request")]
    for who, code in (("gm", "gm_only"), ("p2", "gm_only"), ("p1/p3", "not_yours")):
        seat = replace(played.seat(who[:2]), by=who[3:])
        no = play.refusal(GAME, played.table, seat, Answer(asked.number, yes=True))
        assert no
        assert no.code == code, who
    played.do(borrowed, Answer(asked.number, yes=True), [6])
    assert played.test.dice == (6,)
    assert (played.log[-1].seat.id, played.log[-1].seat.by) == ("p1", "p2")
    assert not played.table.requests
    assert not played.table.granted
    played.audited()


def test_an_allowed_throw_stands_before_whatever_the_test_asks__TF_17__TF_30() -> None:
    played = created()
    played.open("c1")
    played.do("gm", DeclareChallenge(played.test.id, perilous=True))
    played.tap("c1", "sun")
    played.help("c2", "gear")
    asked = played.ask("p1", AskRuling({"type": "RollPool", "test": played.test.id}))
    played.do("gm", Answer(asked.number, yes=True))
    holds = {wait.part: wait.holds for wait in GAME.waits_of(played.table)["p1"]}
    throw = holds.pop(f"request:{asked.number}")
    assert holds, "the perilous test still asks whether it is taken on"
    assert throw > max(holds.values())
    part = now(played, "p1")
    assert (part.eyebrow, part.note) == ("Allowed, this once", "Allowed, this once")


def test_what_was_allowed_is_past_once_it_can_no_longer_be_done__TF_17() -> None:
    played, _ = allowed()
    played.do("gm", RuleTrait(played.test.id, played.trait("c1", "sun"), "accepted"))
    assert played.table.granted
    played.roll(6)
    assert not played.table.requests
    assert not played.table.granted
    assert WordTaken(1, "p1", lapsed=True) in played.log[-1].events
    played.audited()


def test_the_asker_may_let_it_be__TF_17() -> None:
    played, number = allowed()
    played.do("p1", Withdraw(number))
    assert not played.table.requests
    assert not played.table.granted


def offers_of(played: Played, who: str) -> tuple[Offer, ...]:
    """What a seat can do about what it has before it, and with how many dice."""
    part, seat = now(played, who), played.seat(who)
    return tuple(play.judged(GAME, played.table, seat, offer) for offer in part.offers())
