"""What happened, in words and pictures for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from tablefolk.core.game import Change, Drawn, Event, Line, Seat
from tablefolk.core.teller import Teller
from tablefolk.games.rotate_bird.page.told import told_as
from tablefolk.games.rotate_bird.rules.packs import Symbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, Label
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


teller = Storyteller(say, {"who": Bird.name, "symbol": picture}, told_as.moments)


def tell(bird: Bird, event: Event, seat: Seat) -> Line | None:
    """One event for one seat; None where it is not for them, or the table tells it."""
    owner = getattr(event, "owner", "")
    if owner and (seat.by or owner != seat.id):  # on a worksheet of somebody's own (RB-175)
        return None
    line = teller.tell(bird, event, seat) if isinstance(event, Change) else None
    if line is None:
        return None
    hero = whose(bird, event)
    own = hero.drawings if hero else NONE
    text, shown = words_of(bird, line.text), drawn_in(bird, line.text, own)
    big = line.big and replace(line.big, means=words_of(bird, line.big.means))
    return replace(line, text=text, drawn=shown, big=big, private=bool(owner) or line.private)


def whose(bird: Bird, event: Event) -> Character | None:
    """Whose pictures an event tells of: named by it, by what it taps or rules, or in a sheet."""
    who = getattr(event, "who", "") or getattr(getattr(event, "tap", None), "who", "")
    trait, sheet = getattr(event, "trait", 0), getattr(event, "sheet", None)
    named = bird.cast.get(who) if isinstance(who, str) else None
    held = bird.holder(trait) if isinstance(trait, int) and trait else None
    brought = bird.cast.get(sheet.id, sheet) if isinstance(sheet, Character) else None
    return named or held or brought


# -- Symbols in sentences (RB-10) ----------------------------------------------------------------

NONE: Mapping[str, str] = MappingProxyType({})
_PLACE = re.compile("\ue0b0([^\ue0b0\ue0b1]+)\ue0b1")


def words_of(bird: Bird, written: str) -> str:
    """The sentence with its symbols as chat form and name."""
    return _PLACE.sub(lambda found: drawn(bird.find_symbol(found[1]), found[1]).text, written)


def drawn_in(bird: Bird, written: str, own: Mapping[str, str] = NONE) -> tuple[Drawn, ...]:
    """The pictures of a sentence, in its order, as whoever it is about drew them (RB-11)."""
    return drawn_by(bird, _PLACE.findall(written), own)


def drawn_by(bird: Bird, ids: Iterable[str], own: Mapping[str, str]) -> tuple[Drawn, ...]:
    """These symbols; those that somebody drew in their own way, in that way."""
    return tuple(drawn(bird.find_symbol(id), id, own.get(id, "")) for id in ids)


def drawn(symbol: Symbol | None, id: str, own: str = "") -> Drawn:
    if symbol is None:
        return Drawn(id, id, short=id)
    text = say("words.symbol", emoji=symbol.emoji, name=symbol.called)
    drawing = own or symbol.drawing
    return Drawn(text, symbol.name, symbol.emoji, symbol.icon, drawing, symbol.called)
