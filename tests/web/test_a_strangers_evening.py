"""What strangers met who played an evening of their own, from README and the rules alone."""

from __future__ import annotations

from tests.games.rotate_bird.table import created as birds
from tests.games.wheel_of_fate.table import GAME as WHEEL
from tests.games.wheel_of_fate.table import playing
from tests.web.house import House

from tablefolk.core.game import Seat
from tablefolk.games.rotate_bird.page.offers.tests import ways
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll
from tablefolk.games.wheel_of_fate.rules.fate import AnswerOffer, OfferPoint
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.scenes import records
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask
from tablefolk.hosting.live import Live


async def test_a_whisper_to_nobody_is_refused_and_never_said_aloud__TF_10(house: House) -> None:
    gil, ana = await house.table("Ana")
    whispered = {"do": "Say", "text": "The crate is a person.", "whisper": "true"}
    answer = await ana.submit(whispered)
    assert "Choose who shall read it." in answer.text
    assert "The crate is a person." not in await gil.page()


def test_what_the_gm_does_with_somebodys_character_says_so__WF_1() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 15))
    played.do("gm", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    played.do("gm", Throw(max(played.wheel.rolls)), (6, 6, 6))
    live = Live("t", WHEEL, len(played.log), played.table, played.log)
    (last,) = live.story("dave", 1)
    assert last.lines[0].text.startswith("(GM for Tom)")


def test_what_was_declined_is_not_remembered_as_what_happened__WF_48() -> None:
    played = playing()
    played.do("gm", OfferPoint("tom", played.hero("tom").aspects[0].id, "He freezes."))
    played.do("tom", AnswerOffer(max(played.wheel.offers), accept=False))
    assert [r.kind for r in records(played.wheel, "freezes")] == ["declined offer"]


def test_players_are_not_shown_what_an_npc_could_oppose_with__RB_133() -> None:
    played = birds()
    played.make_npc("Inspector Crabb", "bird", "anchor")
    bird = played.bird
    npc = next(iter(bird.npcs.values()))
    hero = next(iter(bird.cast.values()))
    asked = [o for o in ways(bird, Seat(hero.player), hero) if o.fixed.get("npc") == npc.id]
    assert all(blank.name != "opposes" for offer in asked for blank in offer.blanks)
    given = OpenTest(hero.id, "slip past", npc=npc.id, opposes=npc.being[0].id)
    assert played.refused(hero.player, given).code == "not_gm"
