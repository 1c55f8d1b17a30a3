"""Difficulty: progress and disaster tracks (RB-105 … RB-119).

Boxes are checked when a die is picked: see `rolling.py`. Without a track or an opposing NPC one
success achieves the thing (RB-105).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.core.table.scenes import SceneEnded
from tablefolk.core.words import begun, sentence
from tablefolk.games.rotate_bird.rules.rolling import TrackFilled
from tablefolk.games.rotate_bird.rules.state import Bird, overheard, the_gm, words
from tablefolk.games.rotate_bird.rules.values import Track
from tablefolk.games.rotate_bird.rules.wording import Facts, track_kind

TYPICAL, MOST_BOXES = range(3, 6), 100


class MakeTrack(Act[Bird], frozen=True):
    """The GM makes a track for a complex goal, or for a precarious situation."""

    may = "gm"
    kind: Literal["progress", "disaster"]
    name: str
    boxes: int = 4

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-106" if self.kind == "progress" else "RB-112")
        name = words(" ".join(self.name.split()), "RB-106", "Give the track a name.")
        fits = 1 <= self.boxes <= MOST_BOXES
        must(fits, "RB-106", "out_of_range", f"A track has 1 to {MOST_BOXES} boxes.")
        yield TrackMade(Track(bird.count + 1, self.kind, name, self.boxes))


class TrackMade(Change[Bird], frozen=True):
    track: Track

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, tracks={**bird.tracks, self.track.id: self.track}).counted(
            self.track.id
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return f"_{self.track.kind}"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"name": self.track.name, "boxes": self.track.boxes}


class SetBoxes(Act[Bird], frozen=True):
    """The GM corrects a track: how many boxes it has, and how many are checked (RB-118)."""

    may = "gm"
    track: int
    boxes: int
    checked: int
    reason: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-118")
        track = not_over(bird, self.track)
        fits = 1 <= self.boxes <= MOST_BOXES and 0 <= self.checked <= self.boxes
        must(fits, "RB-118", "out_of_range", "No fewer than one box, and no more checked than are.")
        yield BoxesSet(track.id, self.boxes, self.checked, self.reason.strip())
        if self.checked == self.boxes and not track.full:
            yield TrackFilled(track.id)


class BoxesSet(Change[Bird], frozen=True):
    voice = "ruled"
    track: int
    boxes: int
    checked: int
    reason: str = ""

    def onto(self, bird: Bird) -> Bird:
        return bird.with_track(self.track, boxes=self.boxes, checked=self.checked, settled=False)

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"reason": sentence(begun(self.reason))}


class DropTrack(Act[Bird], frozen=True):
    """A track is no longer needed."""

    may = "gm"
    track: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-118")
        track = not_over(bird, self.track)
        used = any(track.id in (test.progress, test.disaster) for test in bird.running())
        must(not used, "RB-118", "wrong_phase", f"An open test is tied to “{track.name}”.")
        yield TrackDropped(track.id, track.name)


class TrackDropped(Change[Bird], frozen=True):
    track: int
    name: str

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, tracks={n: t for n, t in bird.tracks.items() if n != self.track})


def unusual(track: Track) -> bool:
    """Other than three to five boxes (RB-106)."""
    return track.boxes not in TYPICAL


def not_over(bird: Bird, number: int) -> Track:
    """What was reached or has happened is history: it lies on the table no more (RB-111)."""
    track = bird.track(number)
    over = track.full and not track.strikes
    must(not over, "RB-111", "track_complete", f"“{track.name}” is over; a new track can be made.")
    return track


# -- What a filled track comes to (RB-111, RB-115) ---------------------------------------------


class SettleTrack(Act[Bird], frozen=True):
    """The GM tells the disaster, here or aloud; or lets a goal be reached without an edge."""

    may = "gm"
    track: int
    text: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-111")
        track = bird.track(self.track)
        rule = "RB-111" if track.kind == "progress" else "RB-115"
        must(track.full, rule, "not_full", f"“{track.name}” is not filled yet.")
        must(not track.settled, rule, "same", f"“{track.name}” is over already.")
        yield TrackSettled(track.id, self.text.strip())


class TrackSettled(Change[Bird], frozen=True):
    track: int
    text: str = ""

    def onto(self, bird: Bird) -> Bird:
        return bird.with_track(self.track, settled=True)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return track_kind(bird, self.track) + ("" if self.text else "_untold")


def laid_by(bird: Bird) -> Bird:
    """Where a scene ends, what was reached in it and what has happened is over."""
    over = {n: replace(t, settled=True) for n, t in bird.tracks.items() if t.strikes}
    return replace(bird, tracks={**bird.tracks, **over}) if over else bird


@overheard.effect(SceneEnded)
def scene_ended(bird: Bird, e: SceneEnded) -> Bird:
    return laid_by(replace(bird, scene_open=False))
