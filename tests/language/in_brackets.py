"""What is seen of games in the language that is spoken here: run where that is the one in brackets.

`python -m tests.language.in_brackets KEY …` draws all that evenings of these games come to, for
everybody who looks, and says as JSON what stands there that no language could change: each text
with words outside of brackets that nobody typed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from tests.laws.subjects import SUBJECTS

from tablefolk.core.game import Entry
from tablefolk.testing.laws.drawn import Gallery, evenings, guests
from tablefolk.testing.reading import plain
from tablefolk.testing.subject import Subject

SAID = re.compile(r"⟦[^⟦⟧]*⟧")
# Names and numbers: of rules, dice, addresses; a face shows the letter that a name begins with.
NAMES = re.compile(r"\b[A-Z]{2}-\d+\b|\b\d*d\d+\b|https?://\S+|<!doctype html>|^\W*\w\W*$")
WORD = re.compile(r"[^\W\d_]+")


class Report(msgspec.Struct):
    """How many words were seen of a game, and which texts have words that are not said."""

    words: int = 0
    bare: dict[str, int] = {}


def report(subject: Subject) -> Report:
    """All that is drawn of a game, read for words outside of brackets."""
    gallery, typed = Gallery(subject), set[str]()
    for evening in evenings(subject):
        for live in evening:
            for member in live.table.present:
                gallery.looks(live, member.id)
        for member in live.table.present:
            gallery.tells(live, member.id)
        gallery.door(live)
        for guest in guests(live):
            gallery.looks(live, guest)
        typed |= {text for entry in live.entries for text in typed_in(entry)}
    return read(gallery.heard, typed)


def read(texts: Iterable[str], typed: set[str]) -> Report:
    """Texts without what people typed, which stays as it is in any language."""
    found = Report()
    for text in map(plain, texts):
        left = bare(text, typed)
        found.words += len(WORD.findall(text))
        if left:
            found.bare[text] = len(left)
    return found


def bare(text: str, typed: set[str]) -> list[str]:
    """The words of a text that are neither in brackets nor somebody's own."""
    rest = NAMES.sub(" ", SAID.sub(" ", text))
    if WORD.search(rest):
        own = sorted((one for one in typed if one in rest), key=len, reverse=True)
        for one in own:
            rest = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " ", rest)
    return WORD.findall(rest)


def typed_in(entry: Entry) -> Iterator[str]:
    """Whatever somebody gave with a command, as it was and as it is set."""
    for text in _texts(msgspec.to_builtins(entry.command)):
        yield from (text, text.strip(), *(line.strip() for line in text.splitlines()))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and WORD.search(value):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (*_texts(inner), *_texts(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def main(keys: list[str]) -> None:
    found = {one.game.key: report(one) for one in SUBJECTS if one.game.key in keys}
    json.dump(msgspec.to_builtins(found), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
