"""TOML that people write by hand: read with the line and reason of every fault, and written."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

Lines = Mapping[tuple[str, str], int]  # of each section, with the key "", and each key of it
MOST_TOLD = 5  # faults in one sentence
HIDING = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_HEAD = re.compile(r"\s*\[(?:\[\s*([\w.-]+)\s*\]\]|\s*([\w-]+)\s*\])")
_KEY = re.compile(r"\s*\"?([\w-]+)\"?\s*=")


class Fault(Struct, frozen=True, omit_defaults=True):
    """What is wrong with a file, and in which line; 0 where there are no lines."""

    line: int
    why: str
    code: str = ""  # of the refusal, where it is not that of any fault

    def __str__(self) -> str:
        return f"Line {self.line}: {self.why}" if self.line else self.why


class Faulty(ValueError):
    """A file that cannot be used, with all its faults."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__(faults_told(self.faults))


def faults_told(faults: Sequence[Fault]) -> str:
    """The first few in plain words, and how many more there are."""
    more = [f"And {len(faults) - MOST_TOLD} more."] if len(faults) > MOST_TOLD else []
    return " ".join([*map(str, faults[:MOST_TOLD]), *more])


# -- Reading ---------------------------------------------------------------------------------------


def tree(lines: Sequence[str]) -> dict[str, Any]:
    """What these lines say as TOML; or Faulty with the line that is none."""
    try:
        return tomllib.loads("\n".join(lines))
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        line, what = stopped(bad, len(lines))
        raise Faulty([Fault(line, f"This line cannot be read: {what}.")]) from None


PLAIN = {  # how the parser begins to say it, and how people do
    "Unterminated": "a quotation mark is missing",
    "Illegal character": "a quotation mark is missing, or a sign in it cannot be seen",
    "Unescaped": "before \\ in a text comes another \\",
    "Expected '='": "after a name comes =, and then what it is",
    "Invalid value": "after = comes text in quotation marks, a number, or true or false",
    "Invalid": "a line is a heading in square brackets, or name = value",
    "Expected ']": "a square bracket is missing",
    "Unclosed array": "a square bracket is missing",
    "Unclosed inline": "a curly bracket is missing",
    "Expected newline": "there is more in it than one thing",
    "Cannot": "this is there already, further up",
    "Duplicate": "this is there twice",
    "maximum recursion": "there are too many brackets",
}


def stopped(bad: Exception, last: int) -> tuple[int, str]:
    """In which line a parser stopped, and why, in plain words where there are any."""
    found = re.search(r"\(at line (\d+), column \d+\)", str(bad))
    why = str(bad).split(" (at ", 1)[0]
    plain = (words for begun, words in PLAIN.items() if why.startswith(begun))
    return int(found[1]) if found else last, next(plain, why)


def lines_of(lines: Iterable[str]) -> dict[tuple[str, str], int]:
    """In which line each section and each key of it stands; sections are counted: being[0]."""
    found: dict[tuple[str, str], int] = {}
    section, counts = "", dict[str, int]()
    for number, line in enumerate(lines, 1):
        if head := _HEAD.match(line):
            section = _counted(head[1] or head[2], counts)
            found.setdefault((section, ""), number)
        elif key := _KEY.match(line):
            found.setdefault((section, key[1]), number)
    return found


def _counted(name: str, counts: dict[str, int]) -> str:
    """`sections.items` as `sections[1].items[3]`, by how many of each there were."""
    path = ""
    *above, last = name.split(".")
    for part in above:
        path += f"{part}[{counts.get(path + part, 0)}]."
    counts[path + last] = at = counts.get(path + last, -1) + 1
    return f"{path}{last}[{at}]"


def line_of(lines: Lines, section: str, key: str = "") -> int:
    """Where a key stands, or else its section; 0 where neither does."""
    return lines.get((section, key)) or lines.get((section, "")) or 0


def visible(text: str) -> bool:
    """No control characters, and nothing that hides or turns other text; joined emoji are fine."""
    return all(ch == "\u200d" or unicodedata.category(ch) not in HIDING for ch in text)


# -- Writing ---------------------------------------------------------------------------------------


def written(value: Any) -> str:
    """A value as TOML; a JSON string is one, too, but for the DEL character."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{written(k)} = {written(v)}' for k, v in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
