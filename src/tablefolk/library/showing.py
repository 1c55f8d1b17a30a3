"""How things show themselves in a terminal and in a notebook: one outline, drawn in two ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from msgspec import Struct

from tablefolk.core.odds import percent

# What of a block only a drawing needs: where it stands, its colour, its pictures.
UNSPOKEN = frozenset({
    "about", "region", "hue", "icon", "drawing", "share", "pictured", "drawn", "key", "back",
    "part",
})  # fmt: skip
ITEM = "·"  # the label of one among several
STYLE = "font: 0.9em/1.5 sans-serif; max-inline-size: 46em"


class Node(Struct, frozen=True):
    """One line of an outline, and what stands beneath it."""

    label: str
    text: str = ""
    inside: tuple[Node, ...] = ()
    struck: bool = False  # it was taken back
    folded: bool = False  # what stands beneath it is seen by whoever opens it


# -- Any value as an outline -------------------------------------------------------------------


def outlined(value: Struct) -> tuple[Node, ...]:
    """The fields of something that say anything, each a line or a few."""
    names = (name for name in value.__struct_fields__ if name not in UNSPOKEN)
    return tuple(node for name in names for node in nodes(words(name), getattr(value, name)))


def nodes(label: str, value: object) -> Iterator[Node]:
    """A value under its name; nothing where it says nothing."""
    said = in_a_word(value)
    if said is not None:
        if said:
            yield Node(label, said)
        return
    if isinstance(value, Mapping):
        inside = tuple(n for key, one in value.items() for n in nodes(str(key), one))
    elif isinstance(value, Struct):
        inside = outlined(value)
    else:
        assert isinstance(value, Iterable)  # all else has been said in a word
        inside = tuple(n for one in value for n in nodes(ITEM, one))
    if inside:
        yield _short(label, inside)


def _short(label: str, inside: tuple[Node, ...]) -> Node:
    """What fits on a line stands on one."""
    flat = all(node.text and not node.inside for node in inside)
    said = "; ".join(_pair(node) for node in inside)
    if flat and len(said) <= 70:
        return Node(label, said)
    first, *rest = inside
    begins = label == ITEM and first.text and not first.inside
    return Node(label, _pair(first), tuple(rest)) if begins else Node(label, "", inside)


def _pair(node: Node) -> str:
    return node.text if node.label == ITEM else f"{node.label}: {node.text}"


def in_a_word(value: object) -> str | None:
    """A value that fits into a line; None where it has parts that do not."""
    if value is None or value is False or value == "" or value == () or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, Fraction):
        return percent(value)
    if isinstance(value, Mapping | Struct):
        return None
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    several = [in_a_word(one) for one in value]
    return None if None in several else ", ".join(filter(None, several))


def words(name: str) -> str:
    """A field's name as people write it."""
    return name.replace("_", " ")


# -- The two drawings --------------------------------------------------------------------------


def as_text(outline: Iterable[Node], depth: int = 0) -> Iterator[str]:
    """An outline as indented lines."""
    for node in outline:
        label = f"{node.label}:" if node.label and node.text and node.label != ITEM else node.label
        said = " ".join(filter(None, (label, node.text)))
        for line in said.splitlines():
            yield f"{'  ' * depth}{'✗ ' if node.struck else ''}{line}"
        if not node.folded:
            yield from as_text(node.inside, depth + 1)


def as_html(heading: str, outline: Sequence[Node]) -> str:
    """An outline as a section of plain HTML; whatever is in it stays text."""
    return f'<section style="{STYLE}"><h4>{escape(heading)}</h4>{_list(outline)}</section>'


def _list(outline: Sequence[Node]) -> str:
    items = "".join(f"<li>{_item(node)}</li>" for node in outline)
    return f"<ul>{items}</ul>" if items else ""


def _item(node: Node) -> str:
    label = "" if node.label in ("", ITEM) else f"<b>{escape(node.label)}</b> "
    said = label + escape(node.text).replace("\n", "<br>")
    said = f"<s>{said}</s>" if node.struck else said
    if node.folded and node.inside:
        return f"<details><summary>{said}</summary>{_list(node.inside)}</details>"
    return said + _list(node.inside)
