"""What happened, in words and pictures for each seat."""

from __future__ import annotations

import re

from msgspec.structs import replace

from tablefolk.core.game import Change, Drawn, Event, Line, Seat
from tablefolk.core.teller import Teller
from tablefolk.games.rotate_bird.rules.packs import Symbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Label
from tablefolk.games.rotate_bird.rules.wording import (
    about_test,
    labelled,
    picture,
    say,
    track_called,
)


class Storyteller(Teller[Bird]):
    """Tells what happens in Rotate Bird; of a test, it always knows whose it is."""

    def facts(self, bird: Bird, event: Event) -> dict[str, object]:
        facts = super().facts(bird, event)
        for name, value in facts.items():
            if isinstance(value, Label):
                facts[name] = labelled(bird, value)
        if isinstance(track := facts.get("track"), int):
            facts["track"] = track_called(bird, track)
        test = facts.get("test")
        return facts | about_test(bird, test) if isinstance(test, int) else facts


teller = Storyteller(say, {"who": Bird.name, "symbol": picture})


def tell(bird: Bird, event: Event, seat: Seat) -> Line | None:
    """One event for one seat; None where it is not for them, or the table tells it."""
    owner = getattr(event, "owner", "")
    if owner and (seat.by or owner != seat.id):  # on a worksheet of somebody's own (RB-175)
        return None
    line = teller.tell(bird, event, seat) if isinstance(event, Change) else None
    return line and replace(line, text=words_of(bird, line.text), drawn=drawn_in(bird, line.text))


# -- Symbols in sentences (RB-10) ----------------------------------------------------------------

_PLACE = re.compile("\ue0b0([^\ue0b0\ue0b1]+)\ue0b1")


def words_of(bird: Bird, written: str) -> str:
    """The sentence with its symbols as chat form and name."""
    return _PLACE.sub(lambda found: drawn(bird.find_symbol(found[1]), found[1]).text, written)


def drawn_in(bird: Bird, written: str) -> tuple[Drawn, ...]:
    """The pictures of a sentence, in its order."""
    return tuple(drawn(bird.find_symbol(id), id) for id in _PLACE.findall(written))


def drawn(symbol: Symbol | None, id: str) -> Drawn:
    if symbol is None:
        return Drawn(id, id)
    text = say("words.symbol", emoji=symbol.emoji, name=symbol.called)
    return Drawn(text, symbol.name, symbol.emoji, symbol.icon, symbol.drawing, symbol.called)
