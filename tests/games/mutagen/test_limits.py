"""State a limit, respect our limits: joined with the table's own stop (MU-148 … MU-150)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.hurting import closing, injury, open_harm, scarred
from tests.games.mutagen.table import Played, created
from tests.games.played import HOUSE

from tablefolk.core import play
from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    OpenSession,
    Resume,
    StateLimit,
    Stop,
    Stopped,
)
from tablefolk.core.table.talk import Say
from tablefolk.games.mutagen.rules.dying import ChooseFate
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.facts import InventFact
from tablefolk.games.mutagen.rules.limits import LiftLimit, LimitKept, LimitsRecalled, Unfreeze
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.take_harm import CloseStep, SettleHarm
from tablefolk.games.mutagen.rules.values import Staged


@pytest.fixture
def played() -> Played:
    return created()


def unsigned(played: Played, text: str) -> None:
    """As the hosting layer does it for whoever hides their name."""
    entry, played.table = play.act_with(played.game, played.table, HOUSE, StateLimit(text), ())
    played.log.append(entry)


def limit(played: Played) -> int:
    return next(iter(played.show.limits))


# -- Stating (MU-148, MU-149) ------------------------------------------------------------------


@pytest.mark.parametrize("who", ["p3", "gm"])
def test_any_member_states_a_limit_at_any_time__MU_148(played: Played, who: str) -> None:
    events = played.do(who, StateLimit(" no spiders "))
    (kept,) = played.told(events, LimitKept)
    assert (kept.limit.text, kept.limit.by) == ("no spiders", who)
    assert played.table.limits == ("no spiders",)


def test_also_while_paused_and_out_of_the_scene__MU_148(played: Played) -> None:
    played.set("m", "health", 0)
    played.as_("m", ChooseFate("m", "survive"))
    played.do("gm", Stop())
    events = played.do("p3", StateLimit("no spiders"))
    assert not played.told(events, Stopped)  # it is stopped already
    assert played.table.paused is not None
    assert played.table.paused.by == "gm"


def test_the_name_may_be_hidden__MU_148(played: Played) -> None:
    unsigned(played, "no spiders")
    assert played.show.limits[limit(played)].by == ""
    assert played.show.stopped_by == ""
    assert played.table.paused is not None
    assert played.no("p3", Resume()) == "paused"
    played.do("gm", Resume())


def test_stating_one_stops_the_table_at_once__MU_149(played: Played) -> None:
    played.do("p3", StateLimit("no spiders"))
    for command in (InventFact("a web"), Propose("m", "scope_it_out", "look")):
        assert played.no("m", command) == "paused"
    played.do("p1", Say("Of course."))
    assert played.no("p1", Resume()) == "paused"
    played.do("p3", Resume())
    played.do("p1", InventFact("a clean cellar"))


# -- What was under way (MU-149) ---------------------------------------------------------------


def staged(played: Played) -> int:
    """A limit is stated over a consequence that is staged; S has led the group for 1 Resist."""
    number = played.ready("s", "go_dark", through=("lead_the_group",), others=("m",))
    played.roll(1, 1, number=number)
    played.outcome(Staged("harm", "m", 2, "spiders"))
    played.do("p3", StateLimit("no spiders"))
    played.do("p3", Resume())
    return number


def test_open_moves_freeze_with_nothing_applied__MU_149(played: Played) -> None:
    number = staged(played)
    assert played.show.frozen == (number,)
    assert played.no("s", AcceptOutcome(number)) == "paused"
    assert (played.points("m", "health"), played.show.injuries) == (3, {})


def test_a_frozen_move_goes_on_as_it_was__MU_149(played: Played) -> None:
    number = staged(played)
    assert played.no("p2", Unfreeze(number, "continue")) == "gm_only"
    assert played.no("gm", Unfreeze(0, "drop")) == "unknown"
    assert played.no("gm", Unfreeze(999, "drop")) == "unknown"
    played.do("p3", Unfreeze(number, "continue"))
    played.accept(number)
    assert played.show.injuries
    assert played.no("gm", Unfreeze()) == "unknown"


def test_or_it_goes_back_to_its_proposal__MU_149(played: Played) -> None:
    number = staged(played)
    played.do("gm", Unfreeze(number, "rewind"))
    move = played.show.moves[number]
    assert (move.stage, move.throw, move.outcome) == ("gm", None, None)
    assert played.points("s", "resist") == 2


def test_or_it_is_dropped__MU_149(played: Played) -> None:
    number = staged(played)
    played.do("gm", Unfreeze(number, "drop"))
    assert played.show.moves[number].stage == "dropped"
    assert (played.points("s", "resist"), played.points("m", "health")) == (2, 3)
    played.audited()


def test_harm_being_taken_is_frozen_as_well__MU_149(played: Played) -> None:
    number = open_harm(played, "f", 2)
    closing(played, number)
    played.do("p3", StateLimit("no blood"))
    played.do("gm", Resume())
    assert played.no("gm", SettleHarm(number)) == "paused"
    played.do("gm", Unfreeze(number, "rewind"))
    assert (injury(played, number).step, injury(played, number).harm) == (1, 2)
    played.do("gm", Stop())
    played.do("gm", Resume())
    assert played.no("f", CloseStep(number)) == "paused"
    played.do("gm", Unfreeze(number, "drop"))
    assert injury(played, number).over
    assert played.points("f", "health") == 3


def test_what_is_asked_inside_it_is_frozen_with_it__MU_149() -> None:
    played = scarred()
    played.as_("f", Propose("f", "old_wound"))
    number = max(played.show.injuries)
    closing(played, number)
    (owed,) = played.show.owed
    played.do("p3", StateLimit("no spiders"))
    played.do("gm", Resume())
    assert played.no("f", GiveAnswer(owed, picks=(0,))) == "paused"
    played.do("gm", Unfreeze())
    played.as_("f", GiveAnswer(owed, picks=(0,)))


# -- The list (MU-150) -------------------------------------------------------------------------


def test_active_limits_are_recalled_as_each_session_begins__MU_150(played: Played) -> None:
    played.do("p3", StateLimit("no spiders"))
    played.do("gm", Resume())
    assert played.told(played.do("gm", OpenSession()), LimitsRecalled) == [
        LimitsRecalled(("no spiders",))
    ]
    assert not played.told(played.do("gm", OpenScene("One")), LimitsRecalled)
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    assert played.told(played.do("gm", OpenScene("Two")), LimitsRecalled)


def test_only_the_stater_or_the_gm_on_their_word_lifts_one__MU_150(played: Played) -> None:
    played.do("p3", StateLimit("no spiders"))
    played.do("gm", Resume())
    number = limit(played)
    for who in ("p1", "gm"):
        no = played.refusal(who, LiftLimit(number))
        assert (no.code, no.firm) == ("not_yours_to_set", True)
    played.do("p3", LiftLimit(number))
    assert played.table.limits == ()
    assert played.show.limits[number].lifted
    assert played.no("p3", LiftLimit(number)) == "unknown"
    played.do("p3", StateLimit("no spiders"))  # it can be stated again
    played.do("gm", Resume())
    played.do("gm", LiftLimit(max(played.show.limits), on_their_word=True))
    assert not played.told(played.do("gm", OpenSession()), LimitsRecalled)
    played.audited()
