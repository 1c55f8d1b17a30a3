"""From the faces of a pool to what each number would mean: for the roll, and for the odds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Edge, Fallout, Test, Track


class Meaning(Struct, frozen=True):
    """What a number means once it is picked (RB-43 … RB-47)."""

    value: int
    success: bool
    fallout: Fallout
    edge: bool


def meaning(value: int, twice: bool, perilous: bool = False) -> Meaning:
    """Even is success; 1–2 major, 3–4 minor, or major where it is perilous (RB-43, RB-130, RB-131).

    A number that shows at least twice earns one edge, however often it shows (RB-44, RB-46).
    """
    fallout: Fallout = "major" if value <= 2 else "minor" if value <= 4 else "none"
    if perilous and fallout == "minor":
        fallout = "major"
    return Meaning(value, value % 2 == 0, fallout, twice)


def read(faces: Sequence[int], perilous: bool = False) -> dict[int, Meaning]:
    """Every number that can be picked, the highest first, with its meaning (RB-41, RB-42)."""
    showing = sorted(set(faces), reverse=True)
    return {value: meaning(value, faces.count(value) > 1, perilous) for value in showing}


# -- What it would do at the table (RB-42, RB-117) ---------------------------------------------


class Outcome(Struct, frozen=True):
    """A number that can be picked, and all that would come of it."""

    value: int
    success: bool
    fallout: Fallout
    edge: bool
    track: int = 0  # the track whose next box it would check
    last_box: bool = False
    sets_up: str = ""  # the character who would gain an edge (RB-59)
    loses: tuple[int, ...] = ()  # edges of which one would be lost (RB-76, RB-148)


def outcomes(bird: Bird, test: Test) -> tuple[Outcome, ...]:
    """Each number showing, with its whole meaning in this test."""
    numbers = read(test.dice, test.challenge.perilous)
    return tuple(_outcome(bird, test, number) for number in numbers.values())


def _outcome(bird: Bird, test: Test, number: Meaning) -> Outcome:
    track = checks(bird, test, number.success)
    return Outcome(
        number.value,
        number.success,
        number.fallout,
        number.edge,
        track=track.id if track else 0,
        last_box=bool(track and track.checked + 1 >= track.boxes),
        sets_up=test.beneficiary if number.success else "",
        loses=tuple(edge.id for edge in forced(bird, test, number.fallout)),
    )


def checks(bird: Bird, test: Test, success: bool) -> Track | None:
    """The track a result checks: success the progress, failure the disaster (RB-107, RB-112)."""
    track = bird.tracks.get(test.progress if success else test.disaster)
    return track if track and not track.full else None


def forced(bird: Bird, test: Test, fallout: Fallout) -> tuple[Edge, ...]:
    """The edges of which one must go: tapped for minor, brought in for major (RB-76, RB-148).

    What was tapped stays with any other result (RB-79).
    """
    used = {"minor": {tap.trait for tap in test.pool}, "major": brought(bird, test)}
    form = {"minor": "being", "major": "doing"}.get(fallout, "")
    return tuple(
        edge
        for who in dict.fromkeys(test.contributors)
        for edge in (bird.cast[who].having if who in bird.cast else ())
        if edge.form == form and edge.id in used[fallout]
    )


def brought(bird: Bird, test: Test) -> set[int]:
    """Everything brought into play, combos by what they are made of (RB-63, RB-210)."""
    named = {b.trait for b in test.doing}
    return named.union(*(bird.combos[n].traits for n in named if n in bird.combos))
