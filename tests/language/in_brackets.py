"""What is seen of games in the language that is spoken here: run where that is the one in brackets.

`python -m tests.language.in_brackets KEY …` draws all that evenings of these games come to, for
everybody who looks, and says as JSON what stands there that no language could change: each text
with words outside of brackets that nobody typed.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin

import msgspec
from tests import toy
from tests.laws.subjects import SUBJECTS
from tests.web.house import House as WebHouse

from tablefolk.core.game import Entry
from tablefolk.testing.house import PAINTER, House, Person
from tablefolk.testing.laws.drawn import Gallery, evenings, guests
from tablefolk.testing.reading import Drawn, plain
from tablefolk.testing.subject import Subject

SAID = re.compile(r"⟦[^⟦⟧]*⟧")
# Names and numbers: of rules, dice, addresses; a face shows the letter that a name begins with.
NAMES = re.compile(
    r"\b[A-Z]{2}-\d+\b|\b\d*d\d+\b|https?://\S+|\btable\.test\b|\bMIT\b|<!doctype html>|^\W*\w\W*$"
)
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
    while (rest := SAID.sub(" ", text)) != text:  # what is said may stand in what is said
        text = rest
    rest = NAMES.sub(" ", rest)
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


# -- Pages in front of the table, and around it ------------------------------------------------

LINK = re.compile(r'<a\b[^>]*?\shref="([^"#]+)')
RULES = ("/rules/TF-1", "/rules/TF-17")
PLACES = ("/", "/new", "/about", "/nowhere", *RULES)
PEOPLE = ("Gil", "Ana", "Ben")
NEVER = re.compile(r"^(https?:|/static|/rules)|\.(md|json|jsonl|tablefolk)$|/(md|json|export)\b")


class OddHouse(WebHouse):
    """A house that knows the toy alone."""

    def __init__(self, folder: Path) -> None:
        House.__init__(self, folder, [toy], PAINTER)


async def around(folder: Path) -> Report:
    """What strangers see, and everybody at a table of the toy, wherever links lead."""
    house, texts = OddHouse(folder), set[str]()
    try:
        gil, ana, ben = await house.table("Ana", "Ben")
        await gil.do("OpenScene", title="Cellar")
        await ana.do("Say", text="Hello")
        await ana.do("ThrowDie")
        await gil.do("SetRole", member="ben", role="onlooker")
        await ana.do("WriteNote", title="Cellar", text="Hello")
        for person in (house.person(), gil, ana, ben):
            await follow(person, texts)
    finally:
        await house.close()
    return read(texts, {"Friday", "Cellar", "Hello", *PEOPLE, *map(str.lower, PEOPLE)})


async def follow(person: Person, texts: set[str]) -> None:
    """Every page that somebody can come to, each once."""
    seen, waiting = set[str](), [*PLACES, *([f"/t/{person.table}"] if person.table else [])]
    while waiting:
        address = waiting.pop()
        if address not in seen and not NEVER.search(address):
            seen.add(address)
            answer = await person.get(address)
            if not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            texts.update(Drawn(answer.text).texts)
            found = (unescape(link) for link in LINK.findall(answer.text))
            waiting += [urljoin(address, link) for link in found]


def main(keys: list[str]) -> None:
    found = {one.game.key: report(one) for one in SUBJECTS if one.game.key in keys}
    if "pages" in keys:
        with TemporaryDirectory() as folder:
            found["pages"] = asyncio.run(around(Path(folder)))
    json.dump(msgspec.to_builtins(found), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
