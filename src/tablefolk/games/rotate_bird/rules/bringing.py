"""A character that travels: written out at one table, brought to another (TF-39, TF-40).

Pictures, powers and words travel, and so do symbols that were made for this character (RB-157),
own drawings and unspent advances. Marks and edges stay behind: they belong to the story in which
they were won. A sheet knows a drawing by its key; the house puts its bytes into the file beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablefolk.core import sheets
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.lifting import Fields
from tablefolk.core.words import listing, slug
from tablefolk.games.rotate_bird.rules import creation, rewards
from tablefolk.games.rotate_bird.rules.packs import Symbol, bare, default_pack, own_part
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import (
    BEING,
    DOING,
    Advance,
    BeingTrait,
    Character,
    DoingTrait,
    Entity,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pictures

GAME = "rotate-bird"
Id = Annotated[str, Meta(max_length=250)]  # of a pack's symbol, with the pack
Key = Annotated[str, Meta(max_length=200)]  # of a drawing
KEY = re.compile("[0-9a-f]{40}")
Name = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=2000)]
MOST = BEING + 3 * DOING  # symbols on a sheet
Names = Annotated[dict[Id, Line], Meta(max_length=MOST)]
Keys = Annotated[dict[Id, Key], Meta(max_length=MOST)]


class OwnSymbol(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A symbol that was made at the other table (RB-157)."""

    id: Id
    name: Name
    kind: Literal["being", "doing"]
    emoji: Annotated[str, Meta(max_length=16)]
    icon: Name = ""
    drawing: Key = ""


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
    pack: Id = ""  # in older files, whose ids named no pack: the one in use when it was written
    packs: Names = field(default_factory=dict)  # whose symbols these are: names
    symbols: Names = field(default_factory=dict)  # of those packs: their names
    own: Annotated[tuple[OwnSymbol, ...], Meta(max_length=MOST)] = ()
    drawings: Keys = field(default_factory=dict)  # symbol -> own picture (RB-11)
    advances: Annotated[tuple[Literal["minor", "major"], ...], Meta(max_length=100)] = ()  # unspent


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
        keys = (*s.drawings.values(), *(symbol.drawing for symbol in s.own))
        right = all(KEY.fullmatch(key) for key in keys if key)
        must(right, "RB-11", "bad_drawing", "A drawing in this sheet is not one of ours.")
        made, here = symbols_made(bird, s)
        here = known(bird, s) | here
        bird = with_symbols(bird, made)
        hero = made_again(s, here, creation.new_id(bird, name), player, bird.count)
        advances = s.advances if bird.options.get("advancement") else ()
        drawn = {here[own.id]: own.drawing for own in s.own if own.drawing}
        drawn = {id: key for id, key in drawn.items() if bird.symbol(id).drawing != key}
        hero = replace(
            hero,
            name=name,
            drawings=drawn | hero.drawings,
            advances=tuple(Advance(kind, 0) for kind in advances),
        )
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
    full = bird.full_id
    being = tuple(full(trait.symbol) for trait in hero.being)
    doing = tuple(Power(tuple(map(full, t.symbols)), t.name, t.theme) for t in hero.doing)
    ids = dict.fromkeys((*being, *(id for power in doing for id in power.symbols)))
    packs = {pack: bird.packs[pack].name for id in ids if (pack := pack_of(id)) in bird.packs}
    drawn = {full(id): key for id, key in hero.drawings.items()}
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
            packs=packs,
            symbols={id: bird.symbol(id).name for id in ids if pack_of(id)},
            drawings={id: key for id, key in drawn.items() if id in ids and KEY.fullmatch(key)},
            advances=tuple(advance.kind for advance in hero.advances if not advance.spent),
            own=tuple(_own(bird.own_symbols[id]) for id in ids if id in bird.own_symbols),
        )
    )


def _own(symbol: Symbol) -> OwnSymbol:
    kind: Literal["being", "doing"] = "doing" if symbol.kind == "doing" else "being"
    drawing = symbol.drawing if KEY.fullmatch(symbol.drawing) else ""
    return OwnSymbol(symbol.id, symbol.name, kind, symbol.emoji, symbol.icon, drawing)


def pack_of(id: str) -> str:
    return id.rpartition("/")[0]


# -- Brought (RB-1, RB-14, RB-19 … RB-25) --------------------------------------------------------


def known(bird: Bird, s: Sheet) -> dict[str, str]:
    """What each symbol is called here that does not come along; or a refusal (RB-10)."""
    own = {symbol.id for symbol in s.own}
    every = dict.fromkeys((*s.being, *(id for power in s.doing for id in power.symbols)))
    found = {id: here(bird, s, id) for id in every if id not in own}
    missing = [id for id, there in found.items() if not there]
    packs = [s.packs.get(pack_of(id), s.pack) for id in missing]
    named = listing(f"“{pack}”" for pack in dict.fromkeys(packs) if pack)
    pack = f"the pack {named}" if named else "the pack they come from"
    shown = listing(f"“{s.symbols.get(id, own_part(id))}”" for id in missing)
    why = f"This table has no {shown}: the GM can bring {pack} here first, then they are known."
    must(not missing, "RB-10", "unknown", why)
    return found


def here(bird: Bird, s: Sheet, id: str) -> str:
    """The id by which this table has a symbol: of its pack, or just like it; else nothing."""
    older = f"{slug(s.pack)}/{id}" if s.pack and not pack_of(id) else ""
    tried = [bird.find_symbol(older), bird.find_symbol(id)]
    if pack_of(id):
        pack = bird.packs.get(pack_of(id))
        tried += pack.symbols.values() if pack else ()
        tried.append(default_pack().symbols.get(own_part(id)))
    found = (symbol for symbol in tried if symbol and s.symbols.get(id, symbol.name) == symbol.name)
    return next((symbol.id for symbol in found), "")


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
    """Made here as a player would make it; without any picture, the chat form is it."""
    picture = symbol.icon or symbol.emoji
    asked = rewards.SwapForOwn(0, symbol.name, symbol.emoji, picture, symbol.drawing)
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
        drawings={here.get(id, id): key for id, key in s.drawings.items() if key},
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
