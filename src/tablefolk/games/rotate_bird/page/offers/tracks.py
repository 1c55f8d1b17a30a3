"""What is offered about tracks: making, correcting, putting them away (RB-106, RB-112, RB-118)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.rotate_bird.page.offers.desk import for_reaching
from tablefolk.games.rotate_bird.page.offers.making import do, number, pick, say, text
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tracks import (
    MOST_BOXES,
    DropTrack,
    MakeTrack,
    SetBoxes,
    SettleTrack,
)
from tablefolk.games.rotate_bird.rules.values import Track

SIZES = 14  # beyond that a track keeps the size it was made with


def making() -> Iterator[Offer]:
    for kind in ("progress", "disaster"):
        yield do(
            MakeTrack,
            "tracks-desk",
            text("MakeTrack.name", most=120),
            number("MakeTrack.boxes", 1, MOST_BOXES, 4),
            key=f"MakeTrack_{kind}",
            kind=kind,
        )


def about_of(track: Track) -> str:
    return f"track:{track.id}"


def of_track(bird: Bird, seat: Seat, track: Track) -> Iterator[Offer]:
    if seat.gm:
        yield from settling(bird, track) if track.strikes else ()
        yield from corrections(track)
        yield do(DropTrack, about_of(track), facts={"name": track.name}, track=track.id)


def settling(bird: Bird, track: Track) -> Iterator[Offer]:
    """An edge for reaching it, or none; a disaster is told, here or aloud (RB-111, RB-115)."""
    about = f"{about_of(track)}:full"
    if track.kind == "progress":
        yield from for_reaching(bird, track, about)
        yield do(SettleTrack, about, track=track.id)
    else:
        told = text("SettleTrack.text", optional=True, long=True)
        yield do(SettleTrack, about, told, key="SettleTrack_disaster", owed=True, track=track.id)


def corrections(track: Track) -> Iterator[Offer]:
    """Every size with every number of checked boxes; the page draws them as one form (RB-118)."""
    for boxes in sorted({*range(1, SIZES + 1), track.boxes}):
        checked = (Choice(n, say("pick.checked", n=n)) for n in range(boxes + 1))
        yield do(
            SetBoxes,
            f"{about_of(track)}:boxes",
            pick("SetBoxes.checked", checked),
            text("SetBoxes.reason", optional=True),
            facts={"name": track.name, "boxes": boxes},
            track=track.id,
            boxes=boxes,
        )
