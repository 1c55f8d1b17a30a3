"""A pack on the workbench: its rows as texts, written out again, and each fault at its row.

A pack in the state is always whole (RB-182); what somebody types may not be. So an editor works on
a draft, which becomes lines of TOML, and those become a pack or faults with their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import files
from tablefolk.core.files import Fault
from tablefolk.games.rotate_bird.rules.packs import (
    CODES,
    FACTORS,
    SIX,
    Pack,
    Symbol,
    default_pack,
    typed_short,
)

FIELDS = ("code", "id", "name", "icon", "emoji", "drawing", "short")
HEAD = "head"


class Row(Struct, frozen=True):
    """A symbol as it is typed."""

    code: str  # of the dice, or a run of codes; of a Factor, its key
    id: str = ""
    name: str = ""
    icon: str = ""
    emoji: str = ""
    drawing: str = ""
    short: str = ""

    @property
    def empty(self) -> bool:
        return not (self.name or self.icon or self.emoji or self.drawing)


class Draft(Struct, frozen=True):
    """A pack as it is typed: `being.0`, `being.1` …, `doing`, `fallout`, `factors`."""

    name: str
    tone: str
    sections: dict[str, tuple[Row, ...]]


class Written(Struct, frozen=True):
    """The lines of a draft, and what stands in each: a section, or a row `doing:11`."""

    lines: tuple[str, ...]
    places: tuple[str, ...]

    def at(self, faults: Iterable[Fault]) -> dict[str, tuple[str, ...]]:
        """The faults by the place they belong to."""
        found: dict[str, tuple[str, ...]] = {}
        for fault in faults:
            place = self.places[min(max(fault.line, 1), len(self.places)) - 1]
            found[place] = (*found.get(place, ()), fault.why)
        return found


def repeated(of: Written) -> Iterator[Fault]:
    """Codes that stand in two rows; TOML itself has no words for it that would help."""
    met: set[str] = set()
    for number, place in enumerate(of.places, 1):
        section, _, code = place.partition(":")
        if code and place in met:
            yield Fault(number, f"{code} has two rows.")
        met.add(f"{section}:{code}")


# -- From a pack to a draft --------------------------------------------------------------------


def draft(pack: Pack) -> Draft:
    """A pack, ready to be changed."""
    sections = {f"being.{n}": rows(pack, table, CODES) for n, table in enumerate(pack.being)}
    sections |= {"doing": rows(pack, pack.doing, CODES), "fallout": rows(pack, pack.fallout, SIX)}
    sections["factors"] = tuple(
        row(key, pack.factor(id)) for key, id in zip(FACTORS, pack.factors, strict=True)
    )
    return Draft(pack.name, pack.tone, sections)


def rows(pack: Pack, table: Sequence[str], codes: Sequence[int]) -> tuple[Row, ...]:
    """A row for each symbol, with the run of codes it has."""
    runs: list[list[int]] = []
    for place, symbol in enumerate(table):
        if place and symbol == table[place - 1]:
            runs[-1].append(place)
        else:
            runs.append([place])
    return tuple(row(run_of(run, codes), pack.symbols[table[run[0]]]) for run in runs)


def run_of(places: Sequence[int], codes: Sequence[int]) -> str:
    first, last = codes[places[0]], codes[places[-1]]
    return f"{first}" if first == last else f"{first}-{last}"


def row(code: str, symbol: Symbol) -> Row:
    short = typed_short(symbol)
    return Row(code, symbol.id, symbol.name, symbol.icon, symbol.emoji, symbol.drawing, short)


# -- Changing a draft --------------------------------------------------------------------------


def typed(columns: Mapping[str, Sequence[str]]) -> tuple[Row, ...]:
    """Rows from the columns of a form; rows without anything in them fall away."""
    columns = {name: columns.get(name, ()) for name in FIELDS}
    count = min(len(columns[name]) for name in FIELDS)
    made = (Row(*(columns[name][n].strip() for name in FIELDS)) for n in range(count))
    return tuple(one for one in made if not one.empty)


def with_rows(before: Draft, section: str, changed: tuple[Row, ...]) -> Draft:
    """The draft with other rows in one part; a Being table without any is taken out."""
    parts = {**before.sections, section: changed}
    being = [rows for key, rows in parts.items() if key.startswith("being.")]
    kept = [rows for rows in being if rows] or being[:1]
    others = {key: rows for key, rows in parts.items() if not key.startswith("being.")}
    return replace(before, sections={f"being.{n}": r for n, r in enumerate(kept)} | others)


def one_more(of: Draft) -> str:
    """The Being table that could be added; a die chooses among 1, 2, 3 or 6 of them."""
    count = sum(key.startswith("being.") for key in of.sections)
    return f"being.{count}" if count in (1, 2) else ""


def blank_rows() -> tuple[Row, ...]:
    return tuple(Row(str(code)) for code in CODES)


def with_drawing(before: Draft, symbol: str, key: str) -> Draft:
    """The draft with a drawing as the picture of one symbol."""
    return replace(
        before,
        sections={
            section: tuple(replace(r, drawing=key) if r.id == symbol else r for r in found)
            for section, found in before.sections.items()
        },
    )


# -- From a draft to lines ---------------------------------------------------------------------


def written(of: Draft) -> Written:
    """The draft as the lines of a pack."""
    pairs = list(_lines(of))
    return Written(tuple(line for line, _ in pairs), tuple(place for _, place in pairs))


def _lines(of: Draft) -> Iterator[tuple[str, str]]:
    yield f"name = {files.written(of.name)}", HEAD
    if of.tone:
        yield f"tone = {files.written(of.tone)}", HEAD
    for section, found in of.sections.items():
        if section == "factors" and found == draft(default_pack()).sections[section]:
            continue  # the game's own: nothing to write
        name = section.partition(".")[0]
        yield (f"[[{name}]]" if name == "being" else f"[{name}]"), section
        for one in found:
            yield f"{_key(one.code)} = {_symbol(one, section)}", f"{section}:{one.code}"


def _symbol(of: Row, section: str) -> str:
    fields = {name: getattr(of, name) for name in FIELDS[1:]}
    if section == "factors":
        del fields["id"]
    return f"{{ {', '.join(f'{k} = {files.written(v)}' for k, v in fields.items() if v)} }}"


def _key(code: str) -> str:
    bare = code.replace("-", "").isalnum() and code.isascii()
    return code if bare else files.written(code)
