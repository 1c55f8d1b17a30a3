"""What newcomers met: each thing is put to the person it is for, and to nobody in vain."""

from __future__ import annotations

from typing import Any

from tests.games.wheel_of_fate.table import GAME, Played, playing
from tests.games.wheel_of_fate.test_offers import brawl, drafted, menu, the
from tests.web.unfolding import unfolded

from tablefolk.core.game import Counts, Pick
from tablefolk.core.table.page import waited_for
from tablefolk.games.wheel_of_fate.page.blocks import Sketch, Step
from tablefolk.games.wheel_of_fate.rules.contests import SetSide
from tablefolk.games.wheel_of_fate.rules.creation import MakeCharacter, OpenCreation
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait
from tablefolk.games.wheel_of_fate.rules.pools import (
    AnswerPoolQuestion,
    DefinePool,
    OfferPool,
    ProposePool,
)
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.scenes import Correct
from tablefolk.games.wheel_of_fate.rules.steps import (
    SetAttributes,
    WriteAnswer,
    WriteConnections,
    WriteLastAnswer,
    WriteSummary,
)
from tablefolk.games.wheel_of_fate.rules.tasks import NewApproach, OpenTask
from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

PAINTER = Painter()


def drawn(played: Played, who: str) -> str:
    live = Live("t", GAME, len(played.log), played.table, played.log)
    return unfolded(PAINTER, live, who)


def offered(played: Played) -> None:
    levels = {f"level_{n}d": f"Calls {n} waves" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("sea-witchery", "levels", levels))
    played.do("gm", OfferPool("sea-witchery"))


def with_magic() -> Played:
    """A special pool that is dice of its own, and Tom the only one who has any."""
    played = playing()
    played.do("gm", DefinePool("Sea-witchery", special=True, rolled_as="base"))
    offered(played)
    played.do("gm", Correct("tom", "pool:sea-witchery", 2, "the sea likes him"))
    return played


def test_a_players_moment_stays_theirs_the_gm_throws_for_them_quietly__WF_24() -> None:
    played = playing()
    drafted(played)
    theirs, gms = the(played, "tom", Throw), the(played, "gm", Throw)
    assert (theirs.label, theirs.tone) == ("Throw the dice", "main")
    assert (gms.label, gms.tone, gms.owed) == ("Throw for Tom", "quiet", False)


def test_a_roll_is_called_on_a_special_pool_in_the_call_itself__WF_20__WF_27() -> None:
    played = with_magic()
    (pools,) = (b for b in the(played, "gm", OpenTask).blanks if isinstance(b, Counts))
    assert [row.label for row in pools.rows] == ["Sea-witchery"]
    played.do("gm", OpenTask("The storm", physical=15, pools={"sea-witchery": 10}))
    task = played.wheel.tasks[max(played.wheel.tasks)]
    assert {key: way.difficulty for key, way in task.approaches.items()} == {
        "physical": 15,
        "pool:sea-witchery": 10,
    }


def test_difficulties_are_picked_from_the_marks_or_typed__WF_20() -> None:
    page = drawn(with_magic(), "gm")
    for name in ("physical", "mental", "social", "pools.sea-witchery"):
        for mark in (0, 5, 10, 15, 20, 25):
            assert f'name="{name}" value="{mark}"' in page


def test_nobody_ticked_is_everybodys_move_until_somebody_tries__WF_120() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 5))
    task = max(played.wheel.tasks)
    assert {"tom", "dave", "mike"} <= waited_for(GAME, played.table).keys()
    played.do("tom", DraftRoll("tom", "physical", task))
    played.do("tom", Throw(max(played.wheel.rolls)), (6, 6, 6))
    assert "dave" not in waited_for(GAME, played.table)
    assert menu(played, "dave", DraftRoll)


def test_the_first_targets_are_foes_then_friends__WF_93__WF_96() -> None:
    played = brawl("seats")
    assert targets(played) == ["Guard A", "Dave", "Mike"]
    for who, side in (("tom", "us"), ("dave", "them"), ("mike", "us"), ("npc_guard-a", "us")):
        played.do("gm", SetSide(who, side))
    assert targets(played)[0] == "Dave"


def targets(played: Played) -> list[str]:
    pick = the(played, "tom", Act).blanks[0]
    assert isinstance(pick, Pick)
    return [choice.label for choice in pick.choices]


def test_the_defenders_choice_is_put_as_a_question_to_them_alone__WF_95() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "dave"))
    played.do("gm", CloseWait(), (1, 1, 1, 6, 6))
    assert "Then nobody else can be hurt" in drawn(played, "dave")
    for other in ("tom", "mike"):
        assert "Then nobody else can be hurt" not in drawn(played, other)
        assert "Dave won as defender, and now chooses" in drawn(played, other)


def test_a_clever_approach_offers_only_what_somebody_has_dice_in__WF_125() -> None:
    played = with_magic()
    played.do("gm", OpenTask("The storm", 30))
    task = max(played.wheel.tasks)
    for who, faces in (("tom", (1, 1, 1)), ("dave", (1, 1))):
        played.do(who, DraftRoll(who, "physical", task))
        played.do(who, Throw(max(played.wheel.rolls)), faces)
    assert "pool:sea-witchery" in ways(played, "tom")
    assert "pool:sea-witchery" not in ways(played, "dave")


def ways(played: Played, who: str) -> list[Any]:
    pick = the(played, who, NewApproach).blanks[0]
    assert isinstance(pick, Pick)
    return [choice.value for choice in pick.choices]


def test_who_makes_the_pools_is_not_asked_to_propose_one__WF_100() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    assert menu(played, "tom", ProposePool)
    assert not menu(played, "gm", ProposePool)
    assert played.refused("gm", ProposePool("Cooking", "Soup")).code == "players_only"


def test_a_special_pools_levels_are_read_where_its_dice_are_chosen__WF_103() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("gm", DefinePool("Sea-witchery", special=True))
    offered(played)
    played.do("tom", MakeCharacter("Tom"))
    assert "Calls 2 waves" in drawn(played, "tom")


# -- The six steps (WF-109, WF-111) ----------------------------------------------------------


def steps(played: Played, who: str) -> dict[str, Step]:
    view = GAME.view(played.table, played.seat(who))
    sketches = (block for block in view.blocks if isinstance(block, Sketch))
    sketch = next(s for s in sketches if s.who == who)
    return {step.key: step for step in sketch.steps}


def test_whoever_makes_a_character_is_waited_for_with_the_next_step__WF_109() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    assert the(played, "tom", WriteSummary).owed
    played.do("tom", WriteSummary("tom", "Tom", "Tom is here."))
    assert not the(played, "tom", WriteSummary).owed
    assert not any(o.owed for o in menu(played, "tom", WriteAnswer))  # the dice come first
    assert any(o.owed for o in menu(played, "tom", SetAttributes))
    assert not the(played, "tom", WriteLastAnswer).owed


def test_the_others_are_described_once_there_are_others__WF_111() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    alone = steps(played, "tom")["connections"]
    assert (alone.done, alone.waits) == (False, True)
    played.do("tom", WriteSummary("tom", "Tom", "Tom is here."))
    played.do("dave", MakeCharacter("Dave"))
    assert not steps(played, "tom")["connections"].waits
    played.do("tom", SetAttributes("tom", 3, 3, 2))  # the step he was at comes first
    assert the(played, "tom", WriteConnections).owed
    assert "tom" in waited_for(GAME, played.table)
