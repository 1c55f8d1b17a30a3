"""What happened, in words for each seat: a throw with its card, a tale with who tells it."""

from __future__ import annotations

from msgspec.structs import replace

from tablefolk.core.game import Block, Change, Event, Line, Seat
from tablefolk.core.teller import Teller
from tablefolk.games.mutagen.page.told import told_as
from tablefolk.games.mutagen.page.view.odds import Piece, pieces
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.rules import rating
from tablefolk.games.mutagen.rules.bars import BarHappened
from tablefolk.games.mutagen.rules.proposing import Narrated
from tablefolk.games.mutagen.rules.rolling import DiceThrown
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.wording import CALLED, band_name, plain
from tablefolk.games.mutagen.words import say

teller = Teller[Show](say, CALLED, told_as.moments)


def tell(show: Show, event: Event, seat: Seat) -> Line | None:
    """One event for one seat; None where it is not for them, or the table tells it."""
    line = teller.tell(show, event, seat) if isinstance(event, Change) else None
    if line and isinstance(event, DiceThrown):
        return replace(line, card=throw_card(show, event))
    if line and isinstance(event, BarHappened):
        return replace(line, loud=line.text)
    if line and isinstance(event, Narrated):
        return replace(line, who=show.name(event.who))
    return line


class ThrowCard(Block, frozen=True):
    """Dice of a move in the story."""

    name: str = ""
    called: str = ""
    dice: tuple[int, ...] = ()
    pieces: tuple[Piece, ...] = ()
    modifier: str = ""
    sum: int = 0
    band: str = ""
    band_name: str = ""
    means: str = ""  # what the lists of the move say of this result (MU-157)


def throw_card(show: Show, e: DiceThrown) -> ThrowCard:
    move = show.moves.get(e.move)
    said = rating.spoken(show, move, e.throw.band) if move and not move.follows else ()
    return ThrowCard(
        name=show.name(e.who),
        called=show.called(move.move) if move else "",
        dice=e.throw.dice,
        pieces=pieces(show, e.throw.parts),
        modifier=signed(e.throw.modifier),
        sum=e.throw.total,
        band=e.throw.band,
        band_name=band_name(show, e.throw.band),
        means=" ".join(plain(band.text) for _, band in said),
    )
