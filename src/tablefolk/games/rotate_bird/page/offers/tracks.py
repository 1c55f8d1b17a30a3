"""What is offered about tracks: making, correcting, putting them away (RB-106, RB-112, RB-118)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.rotate_bird.page.offers.making import do, number, pick, say, text
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tracks import MOST_BOXES, DropTrack, MakeTrack, SetBoxes
from tablefolk.games.rotate_bird.rules.values import Track

SIZES = 14  # beyond that a track keeps the size it was made with


def offers(bird: Bird, seat: Seat) -> Iterator[Offer]:
    if not seat.gm:
        return
    for kind in ("progress", "disaster"):
        yield do(
            MakeTrack,
            "tracks-desk",
            text("MakeTrack.name", most=120),
            number("MakeTrack.boxes", 1, MOST_BOXES, 4),
            key=f"MakeTrack_{kind}",
            kind=kind,
        )
    for track in bird.tracks.values():
        yield from corrections(track)
        facts = {"name": track.name}
        yield do(DropTrack, f"track:{track.id}", facts=facts, track=track.id)


def corrections(track: Track) -> Iterator[Offer]:
    """Every size with every number of checked boxes; the page draws them as one form (RB-118)."""
    for boxes in sorted({*range(1, SIZES + 1), track.boxes}):
        checked = (Choice(n, say("pick.checked", n=n)) for n in range(boxes + 1))
        yield do(
            SetBoxes,
            f"track:{track.id}:boxes",
            pick("SetBoxes.checked", checked),
            text("SetBoxes.reason", optional=True),
            facts={"name": track.name, "boxes": boxes},
            track=track.id,
            boxes=boxes,
        )
