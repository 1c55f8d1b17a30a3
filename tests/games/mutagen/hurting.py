"""Taking harm in tests: short ways through the nine steps, and homebrew that has a say in them."""

from __future__ import annotations

from typing import Any

from tests.games.mutagen.table import Played, created

from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import Band, Entry, Roll
from tablefolk.games.mutagen.playbooks.model import (
    Hook,
    Move,
    Playbook,
    Procedure,
    Rank,
    Resource,
    Section,
    Step,
    When,
)
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.harm import HarmOpened
from tablefolk.games.mutagen.rules.take_harm import (
    CloseStep,
    OpenHarm,
    SettleHarm,
    StepReached,
    UseArmor,
)
from tablefolk.games.mutagen.rules.values import Injury
from tablefolk.games.mutagen.rules.writing import AddArmor


def open_harm(played: Played, on: str, n: int, source: str = "a blade") -> int:
    """The GM opens an injury; its number."""
    (event,) = played.do("gm", OpenHarm(on, n, source))
    assert isinstance(event, HarmOpened)
    return event.injury.id


def injury(played: Played, number: int) -> Injury:
    return played.show.injuries[number]


def armored(played: Played, who: str, rating: int, name: str = "a vest") -> int:
    played.as_(who, AddArmor(who, name, rating, "the chest"))
    return played.hero(who).armor[-1].id


def closing(played: Played, number: int) -> tuple[Any, ...]:
    """Whoever is hurt closes the step that is open."""
    on = injury(played, number).on
    member = played.hero(on).player if on in played.show.cast else "gm"
    return played.do(member, CloseStep(number))


def take(played: Played, who: str, n: int, armor: int = 0, **settled: Any) -> tuple[Any, ...]:
    """One injury from its first step to its last; all events."""
    number = open_harm(played, who, n)
    events = list(closing(played, number))
    if armor:
        events += played.as_(who, UseArmor(number, armor))
    if not injury(played, number).over and injury(played, number).step == 3:
        events += closing(played, number)
    if not injury(played, number).over:
        events += played.do("gm", SettleHarm(number, **settled))
    assert injury(played, number).over
    return tuple(events)


def steps(events: tuple[Any, ...]) -> list[int]:
    """The steps that were walked, the first included; those left out are not."""
    return [1, *(e.step for e in events if isinstance(e, StepReached) and not e.skipped)]


# -- Homebrew with a say in taking harm ----------------------------------------------------------

SCARRED = Playbook(
    "scarred",
    "Scarred",
    requires=("meta", "common"),
    sections=(
        Section(
            "scarred.moves",
            "Moves",
            items=(
                Resource("grit", "Grit", ranks=(Rank(1, 2),)),
                Move(
                    "thick_skin",
                    "Thick skin",
                    hooks=(Hook("take_harm.must", then=(op.ReduceHarm(1),)),),
                ),
                Move(
                    "flinch",
                    "Flinch",
                    when=When(window="take_harm.can"),
                    effects=(op.Lose("grit"), op.ReduceHarm("points.grit")),
                ),
                Move(
                    "shudder",
                    "Shudder",
                    hooks=(
                        Hook(
                            "lose_health.must",
                            then=(
                                op.RollNow(
                                    Roll("number"),
                                    (Band(("fail",), effects=(op.Lose("grit"),)),),
                                    "Do you keep your nerve?",
                                ),
                            ),
                        ),
                    ),
                ),
                Move("last_words", "Last words", effects=(op.RunProcedure("you_die"),)),
                Move("curse", "Curse", effects=(op.Harm("4", on="ask", source="a curse"),)),
                Move("soft_curse", "Soft curse", effects=(op.Harm(0, on="ask"),)),
                Move("old_wound", "Old wound", effects=(op.RunProcedure("ache"),)),
            ),
        ),
    ),
    procedures=(
        Procedure(
            "ache",
            (
                Step(1, "effects", effects=(op.Restore("grit"),)),
                Step(2, "pick", entries=(Entry("you limp"), Entry("you weep", (op.Lose("grit"),)))),
                Step(3, "stop_if", test="points.grit == 0"),
                Step(4, "effects", effects=(op.NewFact("It will rain"),)),
            ),
        ),
    ),
)


def scarred() -> Played:
    """F with the Scarred playbook on the sheet, beside S and M."""
    played = created(books=(SCARRED,))
    played.as_("f", ChoosePlaybooks("f", ("common", "scarred")))
    return played
