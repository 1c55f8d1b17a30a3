"""Playbooks as data files: TOML read with the line of every fault, and written (MU-156, MU-159)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import files
from tablefolk.core.files import Lines, line_of
from tablefolk.core.unfit import in_file
from tablefolk.games.mutagen.playbooks.checking import check
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.library import our_playbooks
from tablefolk.games.mutagen.playbooks.model import AnyItem, Playbook, Section

MOST_CHARACTERS = 400_000


class Loaded(Struct, frozen=True):
    """A playbook from a data file, or why there is none."""

    playbook: Playbook | None
    faults: tuple[Fault, ...]


def read_data(text: str, known: Sequence[Playbook] | None = None) -> Loaded:
    """Read a playbook from TOML or JSON, with every fault and its line."""
    known = our_playbooks() if known is None else known
    try:
        tree = _tree(text)
    except RecursionError:
        return Loaded(None, (_too_deep(text),))
    except msgspec.MsgspecError as bad:
        return Loaded(None, (Fault(f"This cannot be read as data: {in_file(bad)}."),))
    except ValueError as bad:
        line, what = files.stopped(bad, text.count("\n") + 1)
        return Loaded(None, (Fault(f"This cannot be read as data: {what[:200]}.", line),))
    lines = files.lines_of(text.split("\n"))
    playbook, faults = _converted(tree, lines)
    if playbook:
        found = check(playbook, [one for one in known if one.id != playbook.id])
        faults += [_placed(fault, playbook, lines) for fault in found]
    faults.sort(key=lambda fault: fault.line)
    told = tuple(faults)
    return Loaded(None if errors(told) else playbook, told)


def _tree(text: str) -> dict[str, object]:
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a data file has at most {MOST_CHARACTERS} characters")
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return msgspec.json.decode(text, type=dict[str, object])
    return tomllib.loads(text.removeprefix("\ufeff"))


def _too_deep(text: str) -> Fault:
    """The line with the most brackets is the one to mend."""
    lines = text.split("\n")
    most = max(range(len(lines)), key=lambda n: lines[n].count("[") + lines[n].count("{"))
    return Fault("This cannot be read as data: it is nested too deep.", most + 1)


def _placed(fault: Fault, playbook: Playbook, lines: Lines) -> Fault:
    """A fault of an item or section by its id, with the line it stands in."""
    for n, section in enumerate(playbook.sections):
        if section.id == fault.place:
            return replace(fault, line=line_of(lines, f"sections[{n}]"))
        for m, item in enumerate(section.items):
            if item.id == fault.place:
                return replace(fault, line=line_of(lines, f"sections[{n}].items[{m}]"))
    return fault


# -- From a tree to a playbook, with every fault -----------------------------------------------


Table = dict[str, object]


def _converted(tree: Table, lines: Lines) -> tuple[Playbook | None, list[Fault]]:
    faults: list[Fault] = []
    sections: list[Section] = []
    for n, raw in enumerate(_tables(tree, "sections")):
        table = f"sections[{n}]"
        items = [
            _one(item, AnyItem, f"{table}.items[{m}]", lines, faults)
            for m, item in enumerate(_tables(raw, "items"))
        ]
        bare = {name: value for name, value in raw.items() if name != "items"}
        if section := _one(bare, Section, table, lines, faults):
            sections.append(replace(section, items=tuple(item for item in items if item)))
    bare = {name: value for name, value in tree.items() if name != "sections"}
    playbook = _one(bare, Playbook, "", lines, faults)
    whole = replace(playbook, sections=tuple(sections)) if playbook and not faults else None
    return whole, faults


def _tables(tree: Table, name: str) -> list[Table]:
    found = tree.get(name, [])
    return (
        [one if isinstance(one, dict) else {} for one in found] if isinstance(found, list) else []
    )


def _one(raw: Table, kind: Any, table: str, lines: Lines, faults: list[Fault]) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except (msgspec.ValidationError, RecursionError) as bad:
        what, _, path = str(bad).partition(" - at `$")
        key = re.match(r"\.(\w+)", path)
        line = line_of(lines, table, key[1] if key else "")
        if missing := re.search(r"unknown field `(\w+)`", what):
            line = line_of(lines, table, missing[1]) or line
        name = raw.get("name") or raw.get("id") or table or "the playbook"
        faults.append(Fault(f"{str(name)[:60]}: {in_file(bad)}.", line))
        return None


# -- Writing ---------------------------------------------------------------------------------


def write_data(playbook: Playbook) -> str:
    """A playbook as TOML, which read_data takes back in."""
    tree = msgspec.to_builtins(playbook)
    parts = [list(_head(playbook)), list(_table(tree, ("sections", "procedures", "checklists")))]
    for section in tree.get("sections", ()):
        parts.append(["[[sections]]", *_table(section, ("items",))])
        parts += [["[[sections.items]]", *_table(item, ())] for item in section.get("items", ())]
    for name in ("procedures", "checklists"):
        parts += [[f"[[{name}]]", *_table(one, ())] for one in tree.get(name, ())]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _head(playbook: Playbook) -> Iterator[str]:
    for line in (playbook.credit, playbook.licence):
        if line:
            yield f"# {' '.join(line.split())}"


def _table(tree: Mapping[str, object], besides: Sequence[str]) -> Iterator[str]:
    for name, value in tree.items():
        if name not in besides:
            yield f"{name} = {_value(value)}"


def _value(value: object, depth: int = 0) -> str:
    """A value as TOML; what would make a long line is set one entry a line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{k} = {_value(v, depth)}' for k, v in value.items())} }}"
    if isinstance(value, (list, tuple)):
        line = f"[{', '.join(_value(one, depth) for one in value)}]"
        if len(line) <= 88 or not value:
            return line
        indent = "  " * (depth + 1)
        inside = "".join(f"{indent}{_value(one, depth + 1)},\n" for one in value)
        return f"[\n{inside}{'  ' * depth}]"
    return json.dumps(value, ensure_ascii=False)
