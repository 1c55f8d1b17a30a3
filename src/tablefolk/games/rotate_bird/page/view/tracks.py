"""Tracks as everybody sees them: boxes, words, and which combinations are used up (RB-105 …)."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, made_of, pictures
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tracks import unusual
from tablefolk.games.rotate_bird.rules.values import Track


class TrackLine(Part, frozen=True):
    """Boxes on the way to something."""

    id: int
    kind: str  # progress, disaster
    name: str
    boxes: int
    checked: int
    strikes: bool = False  # filled, and nobody has said yet what comes of it (RB-111, RB-115)
    used: tuple[tuple[Picture, ...], ...] = ()  # combinations that may not come again (RB-108)
    note: str = ""


class TrackCard(Block, frozen=True):
    """Something to reach, or to dread."""

    track: TrackLine = TrackLine(0, "", "", 1, 0)
    hints: tuple[str, ...] = ()


class TrackDesk(Block, frozen=True):
    """Where the GM makes a track."""

    hints: tuple[str, ...] = ()


def card(bird: Bird, seat: Seat, track: Track) -> TrackCard:
    hints = (say("advice.pick"),) if not seat.gm else (say("hints.RB-119"),)
    return TrackCard(about=f"track:{track.id}", track=line(bird, seat, track), hints=hints)


def desk() -> TrackDesk:
    advice = (say("hints.RB-105"), say("hints.RB-49"), say("hints.RB-139"))
    return TrackDesk(about="tracks-desk", region="desk", hints=advice)


def line(bird: Bird, seat: Seat, track: Track) -> TrackLine:
    used = tuple(combination(bird, traits) for traits in track.used)
    note = say("warn.unusual_boxes") if seat.gm and unusual(track) else ""
    return made_of(TrackLine, track, used=used, note=note)


def combination(bird: Bird, traits: tuple[int, ...]) -> tuple[Picture, ...]:
    """The pictures of traits that were used together; an edge that is gone has none (RB-108)."""
    shown: list[Picture] = []
    for number in traits:
        shown += pictures(bird, bird.label(number).symbols, bird.holder(number))
    return tuple(shown)
