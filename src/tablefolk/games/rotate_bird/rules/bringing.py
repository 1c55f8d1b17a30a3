"""A character that travels: written out at one table, brought to another (TF-39, TF-40).

Pictures, powers and words travel, and so do symbols that were made for this character (RB-157).
Marks, edges and advances stay behind: they belong to the story in which they were won. So do own
drawings, whose bytes are kept by their table; the chat form stands in for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablefolk.core import sheets
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.lifting import Fields
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.rules import creation, rewards
from tablefolk.games.rotate_bird.rules.packs import Symbol, bare
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import (
    BEING,
    DOING,
    BeingTrait,
    Character,
    DoingTrait,
    Entity,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pictures

GAME = "rotate-bird"
Id = Annotated[str, Meta(max_length=120)]
Name = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=2000)]


class OwnSymbol(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A symbol that was made at the other table (RB-157)."""

    id: Id
    name: Name
    kind: Literal["being", "doing"]
    emoji: Annotated[str, Meta(max_length=16)]
    icon: Name = ""


class Power(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Doing trait."""

    symbols: Annotated[tuple[Id, ...], Meta(max_length=3)]
    name: Name = ""
    theme: Line = ""


class Sheet(sheets.Sheet, frozen=True):
    """A character by itself."""

    name: Name
    title: Line = ""
    description: Text = ""
    theme: Line = ""
    being: Annotated[tuple[Id, ...], Meta(max_length=BEING)] = ()
    doing: Annotated[tuple[Power, ...], Meta(max_length=DOING)] = ()
    recovery: Text = ""
    entity: Name = ""  # what the Doing traits belong to, where that is played (RB-193)
    pack: Id = ""  # the name of the pack the symbols come from
    own: Annotated[tuple[OwnSymbol, ...], Meta(max_length=BEING + 3 * DOING)] = ()


class BringCharacter(Act[Bird], frozen=True):
    """A player brings a character from another table; the GM may bring one for a player."""

    may = "anyone"
    sheet: dict[str, Any]  # whatever a file holds, until it is read
    owner: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = creation.future_player(bird, seat, self.owner)
        s = sheets.read(self.sheet, Sheet, GAME)
        with sheets.at("name"):
            name = creation.a_name(s.name)
        known(bird, s)
        made, here = symbols_made(bird, s)
        bird = with_symbols(bird, made)
        hero = made_again(s, here, creation.new_id(bird, name), player, bird.count)
        hero = replace(hero, name=name)
        lawful(bird, hero)
        played_on(bird, s, hero)
        yield CharacterBrought(hero, made)


class CharacterBrought(Change[Bird], frozen=True):
    """The whole sheet, and the symbols that are new to the table with it."""

    sheet: Character
    made: tuple[Symbol, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        being, doing = (t.id for t in self.sheet.being), (t.id for t in self.sheet.doing)
        bird = replace(with_symbols(bird, self.made), cast={**bird.cast, self.sheet.id: self.sheet})
        return bird.counted(0, *being, *doing)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.sheet.being else "_none"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        shown = pictures(bird, (trait.symbol for trait in self.sheet.being))
        return {"who": self.sheet.name, "player": bird.name(self.sheet.player), "shown": shown}


# -- Written out -------------------------------------------------------------------------------


def sheet(bird: Bird, seat: Seat, who: str) -> Fields:
    """A player's character written out; NPCs stay at their table."""
    hero = sheets.to_take(bird.cast, who, lambda h: seat.gm or h.player == seat.id)
    doing = tuple(Power(t.symbols, t.name, t.theme) for t in hero.doing)
    being = tuple(trait.symbol for trait in hero.being)
    ids = dict.fromkeys((*being, *(id for power in doing for id in power.symbols)))
    return sheets.written(
        Sheet(
            tablefolk=sheets.FORMAT,
            game=GAME,
            name=hero.name,
            title=hero.title,
            description=hero.description,
            theme=hero.theme,
            being=being,
            doing=doing,
            recovery=hero.recovery,
            entity=hero.entity.name if hero.entity else "",
            pack=bird.pack.name,
            own=tuple(_own(bird.own_symbols[id]) for id in ids if id in bird.own_symbols),
        )
    )


def _own(symbol: Symbol) -> OwnSymbol:
    kind: Literal["being", "doing"] = "doing" if symbol.kind == "doing" else "being"
    return OwnSymbol(symbol.id, symbol.name, kind, symbol.emoji, symbol.icon)


# -- Brought (RB-1, RB-14, RB-19 … RB-25) --------------------------------------------------------


def known(bird: Bird, s: Sheet) -> None:
    """Every symbol is one of this table's, or comes along (RB-10)."""
    own = {symbol.id for symbol in s.own}
    every = (*s.being, *(id for power in s.doing for id in power.symbols))
    missing = [id for id in dict.fromkeys(every) if id not in own and not bird.find_symbol(id)]
    pack = f"the pack “{s.pack}”" if s.pack else "the pack they come from"
    shown = listing(f"“{id}”" for id in missing)
    why = f"This table has no {shown}: the GM can bring {pack} here first, then they are known."
    must(not missing, "RB-10", "unknown", why)


def symbols_made(bird: Bird, s: Sheet) -> tuple[tuple[Symbol, ...], dict[str, str]]:
    """The symbols that are new here, and what those that came along are called here (RB-157)."""
    new: list[Symbol] = []
    here: dict[str, str] = {}
    for symbol in s.own:
        there = like(with_symbols(bird, tuple(new)), symbol)
        if there is None:
            there = own_symbol(with_symbols(bird, tuple(new)), symbol)
            new.append(there)
        here[symbol.id] = there.id
    return tuple(new), here


def like(bird: Bird, symbol: OwnSymbol) -> Symbol | None:
    """The very same symbol, where this table has it already."""
    every = (*bird.own_symbols.values(), *bird.pack.symbols.values())
    wanted = (symbol.kind, symbol.name.casefold(), bare(symbol.emoji))
    return next((s for s in every if (s.kind, s.name.casefold(), bare(s.emoji)) == wanted), None)


def own_symbol(bird: Bird, symbol: OwnSymbol) -> Symbol:
    """Made here as a player would make it; without its drawing, the chat form is the picture."""
    picture = symbol.icon or symbol.emoji
    asked = rewards.SwapForOwn(0, symbol.name, symbol.emoji, picture)
    with sheets.at(f"own, {symbol.name}"):
        made = rewards.own_symbol(bird, asked, symbol.kind)
    return replace(made, icon=symbol.icon)


def with_symbols(bird: Bird, made: tuple[Symbol, ...]) -> Bird:
    new = {symbol.id: symbol for symbol in made}
    return replace(bird, own_symbols={**bird.own_symbols, **new}) if new else bird


def made_again(s: Sheet, here: dict[str, str], who: str, player: str, count: int) -> Character:
    """The sheet as a character of this table; its traits are numbered after `count`."""
    being = tuple(BeingTrait(n, here.get(id, id)) for n, id in enumerate(s.being, count + 1))
    powers = enumerate(s.doing, count + len(being) + 1)
    return Character(
        id=who,
        player=player,
        name=s.name,
        title=" ".join(s.title.split()),
        description=s.description.strip(),
        theme=s.theme.strip(),
        being=being,
        doing=tuple(
            DoingTrait(
                n,
                tuple(here.get(id, id) for id in power.symbols),
                " ".join(power.name.split()),
                theme=power.theme.strip(),
            )
            for n, power in powers
        ),
        recovery=s.recovery.strip(),
        entity=Entity(entity) if (entity := " ".join(s.entity.split())) else None,
    )


def lawful(bird: Bird, hero: Character) -> None:
    """Five different Being symbols at most; pairs of Doing and Being, none twice (RB-14, RB-19)."""
    with sheets.at("being"):
        for trait in hero.being:
            bird.symbol(trait.symbol, "being")
        once = len({trait.symbol for trait in hero.being}) == len(hero.being)
        why = "No Being symbol stands on a sheet twice."
        need(once, "RB-14", "duplicate_symbol", why)
    with sheets.at("doing"):
        for power in hero.doing:
            kinds = [bird.symbol(id).kind for id in power.symbols]
            right = kinds in (["doing", "being"], ["doing", "doing", "being"],
                              ["doing", "being", "being"])  # fmt: skip
            why = "A Doing trait is a Doing symbol and a Being symbol, later perhaps a third."
            must(right, "RB-19", "wrong_symbol_kind", why)
        rewards.no_pair_twice(hero)


def played_on(bird: Bird, s: Sheet, hero: Character) -> None:
    """What only advances give comes to tables that play with advances (RB-150, RB-158)."""
    grown = bool(s.own) or any(len(power.symbols) > 2 for power in hero.doing)
    why = (
        f"{hero.name} has grown by advances, and this table plays without them: "
        "the GM can switch advancement on first."
    )
    need(bird.options.get("advancement") or not grown, "RB-150", "no_advance", why)
