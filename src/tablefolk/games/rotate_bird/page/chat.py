"""Symbols in chat: a transcript with emoji alone, from which each symbol comes back (RB-10)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from tablefolk.games.rotate_bird.rules.packs import Pack, Symbol, bare, default_pack
from tablefolk.games.rotate_bird.rules.state import Bird


class Tongue(Struct, frozen=True):
    """What symbols are called in one chat, both ways."""

    spoken: Mapping[str, str]  # "⚓ Anchor" -> "⚓", or the whole where another has that emoji too
    meant: Mapping[str, Symbol]  # back again

    known: re.Pattern[str]  # any symbol as the story has it
    written: re.Pattern[str]  # any symbol as the chat has it, standing by itself

    def chat(self, text: str) -> str:
        """A line of the story with its symbols in chat form."""
        return self.known.sub(lambda found: self.spoken[found[0]], text)

    def symbols(self, text: str) -> tuple[Symbol, ...]:
        """The symbols in a line of a transcript, in their order."""
        return tuple(self.meant[found] for found in self.written.findall(clear(text)))


def tongue(packs: Iterator[Pack] | tuple[Pack, ...], own: tuple[Symbol, ...] = ()) -> Tongue:
    """The chat forms of these packs: the emoji alone wherever it can mean one symbol only."""
    every: dict[str, Symbol] = {}
    for symbol in (*(s for pack in packs for s in pack.symbols.values()), *own):
        every.setdefault(whole(symbol), symbol)
    alike: dict[str, int] = {}
    for symbol in every.values():
        alike[clear(symbol.emoji)] = alike.get(clear(symbol.emoji), 0) + 1
    spoken = {
        full: symbol.emoji if alike[clear(symbol.emoji)] == 1 else full
        for full, symbol in every.items()
    }
    longest = sorted(spoken, key=len, reverse=True)
    known = re.compile("|".join(map(re.escape, longest)) or r"(?!)")
    meant = {clear(spoken[full]): symbol for full, symbol in every.items()}
    forms = "|".join(map(re.escape, sorted(meant, key=len, reverse=True))) or r"(?!)"
    written = re.compile(rf"(?<![^\s“(])(?:{forms})(?![^\s”).,:;!?])")
    return Tongue(spoken, meant, known, written)


def at_table(bird: Bird) -> Tongue:
    """The chat forms of all that may have come up at this table."""
    packs = (bird.pack, *bird.packs.values(), default_pack())
    return tongue(packs, (*bird.own_symbols.values(), *bird.past.values()))


def whole(symbol: Symbol) -> str:
    """A symbol as the story has it."""
    return f"{symbol.emoji} {symbol.called}"


def clear(form: str) -> str:
    """A chat form as a reader takes it, whatever the chat made of it."""
    return " ".join(bare(form).split())
