"""Whom the table waits for, and in what words: questions, picks, paying (RB-33, RB-42, RB-93)."""

from __future__ import annotations

from tests.games.rotate_bird.table import GAME, Played, created
from tests.web.test_rotate_bird_drawn import drawn

from tablefolk.core.game import Offer
from tablefolk.core.table.page import waited_for
from tablefolk.games.rotate_bird.page.offers import offers
from tablefolk.games.rotate_bird.rules.challenges import Acknowledge, DeclareChallenge
from tablefolk.games.rotate_bird.rules.fallout import PassOffset
from tablefolk.games.rotate_bird.rules.tapping import Explain, RuleTrait
from tablefolk.hosting.live import Live
from tablefolk.web.regions import arranged


def owed(played: Played, who: str) -> list[Offer]:
    return [o for o in offers(played.bird, played.seat(who)) if o.owed]


def banner(played: Played, who: str) -> list[tuple[str, list[str]]]:
    """What stands on top of a seat's page: the words, and the buttons beneath them."""
    live = Live("t", GAME, len(played.log), played.table, played.log)
    (part,) = arranged(live.look(who))["owed"]
    return [(words, [o.label for o in given]) for words, _, given in part.offers["groups"]]


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
    assert [words for words, _ in banner(played, "p2")] == ["Answer about Gear"]


def test_the_asked_one_answers_in_a_form_of_their_own_and_then_the_gm_rules__RB_33() -> None:
    played = questioned()
    test, gear = played.test.id, played.trait("c2", "gear")
    assert played.no("p1", Explain(test, gear, "It grinds.")) == "not_your_trait"
    assert played.no("p2", Explain(test, gear, " ")) == "text_needed"
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
    (words, buttons), *_ = banner(played, "p1")
    assert words == "Choose which die comes true: something risky"
    assert buttons == [
        "Take the 4: it works, minor fallout, and an edge",
        "Take the 3: it fails, minor fallout, fills “Gulls”: it strikes!",
    ]


def test_the_banner_offers_paying_and_its_cost_and_letting_it_come__RB_93_RB_97() -> None:
    played = created()
    played.tested("c1", ["sun"], [4], 4)
    assert banner(played, "gm")[0][0] == "Roll the fallout: something risky"
    played.fallout(1)
    (words, buttons), *_ = banner(played, "p1")
    assert words.startswith("Pay for the minor fallout, and all are spared; or let it come")
    assert "Pay: Sun is marked until you rest" in buttons
    assert buttons[-1] == "C1 lets it come"
    played.do("p1", PassOffset(played.test.id, "c1"))
    assert banner(played, "gm")[0][0] == "Say what happens: something risky"


def test_a_perilous_test_still_says_so_when_a_die_is_picked__RB_130() -> None:
    played = created()
    played.open("c1")
    played.do("gm", DeclareChallenge(played.test.id, perilous=True))
    played.do("p1", Acknowledge(played.test.id))
    played.tap("c1", "sun")
    played.roll(4)
    assert "Perilous: 3 and 4 bring major fallout" in drawn(played, "p1")
