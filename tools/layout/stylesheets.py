"""Stylesheets with no line over 120 characters.

Of a long line every rule gets a line of its own, and a rule that is longer still one for each of
its declarations. What is said at the end of such a line then stands above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tools.layout.templates import WIDTH

STRING = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """
PART = re.compile(
    rf"/\*.*?(?:\*/|$) | [{{}};] | (?:{STRING}|/(?!\*)|[^{{}};/\"'])+", re.VERBOSE | re.DOTALL
)
WORD = re.compile(rf"(?:{STRING}|[^\s\"'])+", re.VERBOSE)
KEEPS_LINES = re.compile(r"([^{};]*)\{[^{}]*white-space:\s*(?:pre|break)")


class Rule(NamedTuple):
    """What stands before a brace, and what in it; not over if its end is on another line."""

    head: str
    inside: list[Rule | str]
    over: bool

    def __str__(self) -> str:
        return " ".join([f"{self.head} {{", *map(str, self.inside), *(["}"] if self.over else [])])


def stylesheet(text: str, width: int = WIDTH) -> str:
    """A stylesheet with its long lines laid out."""
    lines, in_comment = list[str](), False
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        if len(line) <= width:
            lines.append(line)
        elif in_comment:
            lines += _filled(line.split(), indent, indent, width)
        else:
            lines += _laid_out(_first_said(_read(line)), indent, width)
        in_comment = line.rfind("/*") > line.rfind("*/") or (in_comment and "*/" not in line)
    return "\n".join(lines)


def keeping(text: str) -> frozenset[str]:
    """Where a stylesheet shows lines as they are written: classes, and tags below a class."""
    heads = KEEPS_LINES.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    selectors = (selector for head in heads for selector in head.split(","))
    return frozenset(name for selector in selectors for name in _selected(selector))


def _selected(selector: str) -> list[str]:
    """The classes of what is selected; if it has none, its tag with the nearest around it."""
    *around, last = (part for part in selector.split() if part != ">")
    classes = (re.findall(r"\.([\w-]+)", part) for part in (last, *reversed(around)))
    nearest = next(filter(None, classes), [])
    return nearest if "." in last else [f"{name} {last.strip('*')}".strip() for name in nearest]


def _read(line: str) -> list[Rule | str]:
    """What a line holds: rules, declarations, comments, and ends of what began on other lines."""
    parts = (part.strip() for part in PART.findall(line))
    found, closed = _inside(part for part in parts if part)
    while closed:
        more, closed = _inside(parts)
        found += ["}", *more]
    return found


def _inside(parts: Iterator[str]) -> tuple[list[Rule | str], bool]:
    """All up to a closing brace, and whether there was one."""
    found, words = list[Rule | str](), ""
    for part in parts:
        if part == "{":
            inside, over = _inside(parts)
            found.append(Rule(words, inside, over))
            words = ""
        elif part == "}":
            return [*found, words] if words else found, True
        elif part == ";":
            found.append(f"{words};")
            words = ""
        elif part.startswith("/*") and not words and found and isinstance(found[-1], str):
            found[-1] += f" {part}"
        elif part.startswith("/*") and not words:
            found.append(part)
        else:
            words = f"{words} {part}".strip()
    return [*found, words] if words else found, False


def _first_said(found: list[Rule | str]) -> list[Rule | str]:
    *others, last = found
    return [last, *others] if isinstance(last, str) and last.startswith("/*") else found


def _laid_out(found: Sequence[Rule | str], indent: str, width: int) -> Iterator[str]:
    for one in found:
        if len(indent + str(one)) <= width:
            yield f"{indent}{one}"
        elif isinstance(one, Rule):
            yield from _filled(_selectors(f"{one.head} {{", width), indent, indent, width)
            yield from _laid_out(one.inside, indent + "  ", width)
            yield from [indent + "}"] if one.over else []
        else:
            words = one.split() if one.startswith("/*") else WORD.findall(one)
            further = indent + ("   " if one.startswith("/*") else "  ")
            yield from _filled(words, indent, further, width)


def _selectors(head: str, width: int) -> list[str]:
    """Cut after its commas; at any blank only where that is not enough."""
    selectors = re.split(r"(?<=,) ", head)
    return selectors if max(map(len, selectors)) < width - 8 else WORD.findall(head)


def _filled(words: Sequence[str], indent: str, further: str, width: int) -> Iterator[str]:
    """As many words in a line as there is room for."""
    line = indent + words[0]
    for word in words[1:]:
        if len(f"{line} {word}") > width:
            yield line
            line = further + word
        else:
            line += f" {word}"
    yield line
