"""Symbols and the packs they come in: reading, checking, writing (RB-3 … RB-10, RB-182 … RB-191).

A pack is a TOML file with one symbol a line, its key the code of the dice (`11`, or a run of codes
`11-13`). In the pack each table then has a place for every code, so that a look-up cannot miss.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import files
from tablefolk.core.files import Fault, Faulty, visible, written
from tablefolk.core.words import slug, toml

GAME = "tablefolk.games.rotate_bird"
SIX = (1, 2, 3, 4, 5, 6)
CODES = tuple(10 * tens + ones for tens in SIX for ones in SIX)  # 11 … 66 (RB-4)
FACTORS = ("skull-book", "storm-cloud", "dragon", "frowning-face", "ring", "signpost", "tower")
EVEN = (1, 2, 3, 6)  # Being tables that one die can choose among evenly
LEAST_DOING = 12
MOST_LINES, MOST_NAME, MOST_SHORT = 2000, 120, 30
Kind = Literal["being", "doing", "fallout", "factor"]


class Symbol(Struct, frozen=True, omit_defaults=True):
    """A picture with its spoken name and its chat form (RB-10)."""

    id: str
    name: str
    kind: Kind
    icon: str = ""  # Font Awesome Free, solid
    emoji: str = ""
    drawing: str = ""  # the key of an own picture; its bytes are kept elsewhere (RB-11)
    custom: bool = False  # made at this table (RB-157)
    short: str = ""  # its name for tight places: one or two words, no other symbol's

    @property
    def called(self) -> str:
        """Its name where there is little room."""
        return self.short or self.name


class Pack(Struct, frozen=True, omit_defaults=True):
    """A set of symbols and the tables they stand in; each table has a place for every code."""

    id: str
    name: str
    symbols: dict[str, Symbol]
    being: tuple[tuple[str, ...], ...]  # 1, 2, 3 or 6 tables of 36
    doing: tuple[str, ...]  # 36
    fallout: tuple[str, ...]  # 6
    factors: tuple[str, ...]  # 7, in the order of their meanings (RB-188)
    tone: str = ""

    def of(self, kind: Kind) -> tuple[Symbol, ...]:
        """All symbols of a kind, as they stand in the tables."""
        if kind == "factor":
            return tuple(map(self.factor, self.factors))
        return tuple(symbol for symbol in self.symbols.values() if symbol.kind == kind)

    @property
    def own_factors(self) -> bool:
        """Whether its Factors are its own; a Being symbol of that id makes none (RB-188)."""
        first = self.symbols.get(self.factors[0])
        return first is not None and first.kind == "factor"

    def factor(self, id: str) -> Symbol:
        """A Factor by its id: its own, or one of the game's (RB-188)."""
        return (self if self.own_factors else default_pack()).symbols[id]


# -- A pack at a table: every symbol belongs to the pack it came with (RB-10, RB-182) ----------


def shelved(pack: Pack, before: Mapping[str, Symbol]) -> Pack:
    """The pack as its table knows it, each symbol by `pack/id`.

    `before` are the symbols that came by packs of this name earlier. An id that meant another
    symbol then gets a number: what people have, and what the log says, stays.
    """
    names: dict[str, str] = {}
    for id, symbol in pack.symbols.items():
        numbered = (f"{pack.id}/{id}-{n}" for n in range(2, len(before) + 3))
        tried = (name for name in (f"{pack.id}/{id}", *numbered) if name not in names.values())
        names[id] = next(name for name in tried if _alike(symbol, before.get(name)))
    return _renamed(pack, names)


def portable(pack: Pack) -> Pack:
    """A pack of a table as its file has it: ids without the pack."""
    return _renamed(pack, {id: own_part(id) for id in pack.symbols})


def own_part(id: str) -> str:
    """The id of a symbol within its pack."""
    return id.rpartition("/")[2]


def _alike(symbol: Symbol, before: Symbol | None) -> bool:
    """Whether it is that very symbol, perhaps with a better picture; or there was none."""
    return before is None or (symbol.kind, symbol.name) == (before.kind, before.name)


def _renamed(pack: Pack, names: Mapping[str, str]) -> Pack:
    """The pack with other ids; those of the game's own Factors stay."""

    def new(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(id, id) for id in ids)

    return replace(
        pack,
        symbols={names[id]: replace(s, id=names[id]) for id, s in pack.symbols.items()},
        being=tuple(map(new, pack.being)),
        doing=new(pack.doing),
        fallout=new(pack.fallout),
        factors=new(pack.factors) if pack.own_factors else pack.factors,
    )


# -- Reading dice off tables (RB-3 … RB-5, RB-7, RB-8) ---------------------------------------


def cell(tens: int, ones: int) -> int:
    """Where a d66 roll stands in its table; the tens die is thrown first (RB-4)."""
    return (tens - 1) * 6 + ones - 1


def being_table(pack: Pack, die: int) -> int:
    """Which Being table a die chooses: with three, 1–2 the first, 3–4 the second … (RB-7)."""
    return (die - 1) * len(pack.being) // 6


def room(pack: Pack) -> int:
    """For how many players a pack has symbols enough (RB-184)."""
    full = len(pack.of("being")) >= 108 and len(pack.of("doing")) >= 36
    return 12 if full else 3


# -- Chat forms (RB-10) ------------------------------------------------------------------------


def bare(emoji: str) -> str:
    """A chat form without the mark that only asks for colour."""
    return emoji.replace("\ufe0f", "").strip()


def by_chat(symbols: Mapping[str, Symbol], kind: Kind, form: str) -> Symbol | None:
    """The symbol of that kind which a chat form stands for."""
    wanted = bare(form)
    return next((s for s in symbols.values() if s.kind == kind and bare(s.emoji) == wanted), None)


# -- Short names (RB-10) -----------------------------------------------------------------------

_ARTICLES = ("a", "an", "the")
_ASIDE = re.compile(r"\s*[(,;:/]|\s+(?:and|at|from|in|of|on|to|with)\s")


def brief(name: str, taken: Collection[str] = ()) -> str:
    """One or two words of a name, unlike those taken already (which are in lower case)."""
    words = _ASIDE.split(name.strip())[0].split() or name.split() or [""]
    words = words[1 if len(words) > 1 and words[0].casefold() in _ARTICLES else 0 :][:2]
    words[0] = words[0][:1].upper() + words[0][1:]
    first, last = " ".join(words), name.rpartition(" ")[2].strip("()").capitalize()
    numbered = (f"{words[0]} {n}" for n in range(2, len(taken) + 3))
    return next(short for short in (first, last, *numbered) if short.casefold() not in taken)


# -- Reading a pack (RB-5, RB-182, RB-183) -----------------------------------------------------


def read_pack(lines: Sequence[str]) -> Pack:
    """The pack that these lines describe; or Faulty with the line and reason of every fault."""
    return _Reader(files.tree(lines), files.lines_of(lines)).pack()


class _Reader:
    """Walks through a pack once and notes every fault on the way."""

    def __init__(self, tree: Mapping[str, object], lines: dict[tuple[str, str], int]) -> None:
        self.tree, self.lines = tree, lines
        self.faults: list[Fault] = []
        self.symbols: dict[str, Symbol] = {}
        self.read: list[tuple[Symbol, str, str]] = []  # each with its place, whatever its id

    def fault(self, why: str, section: str = "", key: str = "") -> None:
        self.faults.append(Fault(files.line_of(self.lines, section, key) or 1, why))

    def pack(self) -> Pack:
        name = self.text(self.tree, "name", "", "")
        for key in self.tree.keys() - {"name", "tone", "being", "doing", "fallout", "factors"}:
            section = f"{key}[0]" if (f"{key}[0]", "") in self.lines else ""
            self.fault(f"A pack has no part called “{key}”.", section, key)
        being = self.being()
        doing = self.table("doing", "doing", CODES)
        if doing and len(set(doing)) < LEAST_DOING:
            few = len(set(doing))
            self.fault(f"A pack needs {LEAST_DOING} Doing symbols and has {few}.", "doing[0]")
        fallout = self.table("fallout", "fallout", SIX)
        factors = self.factors()
        self.distinct_chat_forms()
        self.short_names()
        tone = self.tree.get("tone", "")
        tone = tone if isinstance(tone, str) else ""
        if self.faults:
            raise Faulty(self.faults)
        return Pack(slug(name), name, self.symbols, being, doing, fallout, factors, tone)

    def being(self) -> tuple[tuple[str, ...], ...]:
        tables = self.tree.get("being", [])
        if not isinstance(tables, list) or len(tables) not in EVEN:
            self.fault("A pack needs 1, 2, 3 or 6 Being tables, each headed [[being]].", "being[0]")
            return ()
        return tuple(
            self.rows(f"being[{n}]", "being", table, CODES) for n, table in enumerate(tables)
        )

    def table(self, section: str, kind: Kind, codes: Sequence[int]) -> tuple[str, ...]:
        if section not in self.tree:
            self.fault(f"A pack needs a part headed [{section}].")
            return ()
        return self.rows(f"{section}[0]", kind, self.tree[section], codes)

    def rows(
        self, section: str, kind: Kind, table: object, codes: Sequence[int]
    ) -> tuple[str, ...]:
        """A table with a symbol for every code (RB-5)."""
        if not isinstance(table, dict):
            self.fault("A table has one symbol a line.", section)
            return ()
        at: dict[int, str] = {}
        for key, raw in table.items():
            symbol = self.symbol(section, key, kind, raw)
            for code in self.codes(section, key, codes):
                if code in at:
                    self.fault(f"{code} has two rows.", section, key)
                at[code] = symbol
        if missing := [str(code) for code in codes if code not in at]:
            self.fault(f"There is no row for {', '.join(missing)}.", section)
        return tuple(at.get(code, "") for code in codes)

    def codes(self, section: str, key: str, codes: Sequence[int]) -> Sequence[int]:
        """The codes a row covers: one, or a run."""
        found = re.fullmatch(r"(\d+)(?:-(\d+))?", key)
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if low not in codes or high not in codes or high < low:
            self.fault(f"“{key}” is no code of this table, nor a run of them.", section, key)
            return ()
        return codes[codes.index(low) : codes.index(high) + 1]

    def factors(self) -> tuple[str, ...]:
        """The seven Factors; without own pictures, those of the default pack (RB-188)."""
        table = self.tree.get("factors")
        if table is None:
            return FACTORS
        if not isinstance(table, dict) or set(table) != set(FACTORS):
            self.fault(f"The Factors are {', '.join(FACTORS)}: all, or none.", "factors[0]")
            return ()
        ids = {key: f"factor-{key}" if key in self.symbols else key for key in FACTORS}
        return tuple(
            self.symbol("factors[0]", key, "factor", table[key], id) for key, id in ids.items()
        )

    def symbol(self, section: str, key: str, kind: Kind, raw: object, id: str = "") -> str:
        if not isinstance(raw, dict):
            self.fault("Write a symbol as { name = …, icon = …, emoji = … }.", section, key)
            return ""
        for extra in raw.keys() - {"id", "name", "short", "icon", "emoji", "drawing"}:
            self.fault(f"A symbol has no “{extra}”.", section, key)
        name = self.text(raw, "name", section, key)
        emoji = self.text(raw, "emoji", section, key)
        icon, drawing = (str(raw.get(part, ""))[:MOST_NAME] for part in ("icon", "drawing"))
        if not (icon or drawing):
            self.fault(f"“{name}” needs a picture: an icon or a drawing.", section, key)
        id = id or slug(str(raw.get("id", "")) or name)
        if id in self.symbols:
            self.fault(f"There are two symbols called “{id}”.", section, key)
        short = " ".join(str(raw.get("short", "")).split())
        if len(short.split()) > 2 or len(short) > MOST_SHORT or not visible(short):
            self.fault(f"“{short[:MOST_SHORT]}” is no short name: one or two words.", section, key)
        self.symbols[id] = Symbol(id, name, kind, icon, emoji, drawing, short=short)
        self.read.append((self.symbols[id], section, key))
        return id

    def text(self, raw: Mapping[str, object], field: str, section: str, key: str) -> str:
        value = raw.get(field, "")
        value = value.strip() if isinstance(value, str) else ""
        if not 0 < len(value) <= MOST_NAME or not visible(value):
            what = "The pack" if not section else "A symbol"
            self.fault(f"{what} needs its “{field}”, as a short text.", section, key)
            return ""
        return value.strip()

    def short_names(self) -> None:
        """Every symbol has one, and no two have the same; what is not written is derived."""
        taken: dict[str, str] = {}
        for symbol, section, row in self.read:
            key = symbol.short.casefold()
            if key and key in taken:
                why = f"“{symbol.name}” and “{taken[key]}” have the same short name."
                self.fault(why, section, row)
            taken |= {key: symbol.name} if key else {}
        for id, symbol in self.symbols.items():
            if symbol.name and not symbol.short:
                short = brief(symbol.name, taken)
                taken[short.casefold()] = symbol.name
                self.symbols[id] = replace(symbol, short=short)

    def distinct_chat_forms(self) -> None:
        """Within Being, and within Doing, no two chat forms are equal (RB-10)."""
        seen: dict[tuple[Kind, str], str] = {}
        for symbol, section, key in self.read:
            form = (symbol.kind, bare(symbol.emoji))
            if symbol.emoji and form in seen:
                why = f"“{symbol.name}” and “{seen[form]}” have the same chat form {symbol.emoji}."
                self.fault(why, section, key)
            seen.setdefault(form, symbol.name)


# -- Writing a pack (RB-190) -------------------------------------------------------------------


def write_pack(pack: Pack) -> Iterator[str]:
    """The lines of a pack, which read_pack takes back in."""
    yield f"name = {written(pack.name)}"
    if pack.tone:
        yield f"tone = {written(pack.tone)}"
    for table in pack.being:
        yield from ("", "[[being]]", *_rows(pack, table, CODES))
    yield from ("", "[doing]", *_rows(pack, pack.doing, CODES))
    yield from ("", "[fallout]", *_rows(pack, pack.fallout, SIX))
    if pack.own_factors:
        yield from ("", "[factors]")
        for key, id in zip(FACTORS, pack.factors, strict=True):
            yield f"{key} = {_written(pack.symbols[id], named=False)}"


def _rows(pack: Pack, table: Sequence[str], codes: Sequence[int]) -> Iterator[str]:
    """A line for every run of codes with the same symbol."""
    start = 0
    for end, code in enumerate(codes):
        if end + 1 == len(codes) or table[end + 1] != table[start]:
            key = f"{codes[start]}" if start == end else f"{codes[start]}-{code}"
            yield f"{key} = {_written(pack.symbols[table[start]])}"
            start = end + 1


def _written(symbol: Symbol, named: bool = True) -> str:
    fields = {"id": symbol.id if named else "", "name": symbol.name}
    fields |= {"short": typed_short(symbol), "icon": symbol.icon}
    fields |= {"emoji": symbol.emoji, "drawing": symbol.drawing}
    return f"{{ {', '.join(f'{k} = {written(v)}' for k, v in fields.items() if v)} }}"


def typed_short(symbol: Symbol) -> str:
    """A short name that does not follow from the name."""
    return "" if symbol.short == brief(symbol.name) else symbol.short


# -- The pack the game comes with --------------------------------------------------------------


@cache
def default_pack() -> Pack:
    """The 157 symbols of the game itself."""
    return _Reader(toml(GAME, "data/symbols.toml"), {}).pack()


class Theme(Struct, frozen=True):
    """What Doing traits may be (RB-22, RB-212)."""

    id: str
    name: str
    icon: str
    emoji: str


@cache
def themes() -> tuple[Theme, ...]:
    """Doing Trait Themes: one for each of the 36 codes."""
    rows = toml(GAME, "data/themes.toml")["themes"]
    spans = {tuple(map(int, key.split("-"))): Theme(**row) for key, row in rows.items()}
    return tuple(
        next(theme for (low, high), theme in spans.items() if low <= code <= high) for code in CODES
    )


@cache
def frameworks() -> tuple[tuple[str, ...], ...]:
    """Random Factors: three for each of the 36 codes; none for 66, which is rolled again."""
    rows = toml(GAME, "data/scenarios.toml")["frameworks"]
    return tuple(tuple(rows.get(str(code), ())) for code in CODES)


def meanings(factor: str) -> tuple[str, ...]:
    """What a Factor may mean; no other symbol has suggestions (RB-164)."""
    key = own_part(factor).removeprefix("factor-")
    return tuple(toml(GAME, "data/scenarios.toml")["meanings"].get(key, ()))


def readings(symbol: str) -> dict[str, str]:
    """Example readings of a fallout symbol, by what is at stake: a prompt table (RB-92, RB-211)."""
    stakes = toml(GAME, "data/fallout.toml")["readings"]
    id = own_part(symbol)
    return {stake: rows[id] for stake, rows in stakes.items() if id in rows}
