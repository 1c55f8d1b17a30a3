"""What somebody asks to be allowed, in the words that stood on their page (TF-17)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from tablefolk.core.game import (
    Blank,
    Command,
    Counts,
    Flag,
    Lines,
    Offer,
    Pick,
    Seat,
    Words,
)
from tablefolk.core.lifting import Fields
from tablefolk.core.table.page import plain_name
from tablefolk.core.words import Phrases, listing, phrases

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable
    from tablefolk.core.table.state import Table


say_so = phrases("tablefolk.core.table")
WORDS = re.compile(r"[^a-z0-9.:_/-]").search
SLOTS = re.compile(r"\{(\w+)").findall


def in_words(at: GameAtTable, table: Table, seat: Seat, command: Command) -> str:
    """An act in the words that were written for it, after the sentence that its stanza has for
    whoever is asked (`asked`); else as its button calls it.

    With it stands what else was filled in, and what it is about.
    """
    raw = msgspec.to_builtins(command)
    fitting = (o for o in at.offers(table, seat) if _fits(o, raw))
    offer = next(fitting, None)
    if offer is None:
        return _unoffered(at, table, seat, command)
    told = [b for b in offer.blanks if isinstance(b, Words) and not b.optional]
    own = [text for blank in told for text in _said(blank, raw.get(blank.name))]
    sentence, named = _sentence(_words_of(at), _people(at, table, seat), command, "asked")
    rest = (blank for blank in offer.blanks if blank not in told and blank.name not in named)
    filled = [text for blank in rest for text in _said(blank, raw.get(blank.name))]
    blocks = at.view(table, seat).blocks if offer.about else ()
    titles = (getattr(block, "title", "") for block in blocks if block.about == offer.about)
    about = [title for title in titles if isinstance(title, str) and title][:1]
    beside = "; ".join((*about, *filled))
    act = ": ".join(filter(None, (sentence, " ".join(own)))) or offer.label
    return f"{act} ({beside})" if beside else act


def _unoffered(at: GameAtTable, table: Table, seat: Seat, command: Command) -> str:
    """What no menu offers just now: the words in it, else the act; whom it is about, its numbers.

    What somebody says to others by the table's own acts may be a whisper, and is not quoted.
    """
    sheet = getattr(command, "sheet", None)
    if type(command) is at.further.bring and isinstance(sheet, dict):
        return say_so("act.bring", name=sheet.get("name", ""))
    kind = type(command).__name__
    if type(command) not in at.game.commands:
        return plain_name(kind).capitalize()
    say, people = _words_of(at), _people(at, table, seat)
    sentence, named = _sentence(say, people, command, "asked", "label")
    name = _plain(say, f"{kind}.label") or plain_name(kind).capitalize()
    told = [(f, getattr(command, f.name)) for f in fields(type(command))]
    told = [(f, value) for f, value in told if value != f.default and f.name not in named]
    own = " ".join(f"“{text}”" for _, text in told if isinstance(text, str) and WORDS(text))
    beside = [text for f, value in told for text in _filled(say, people, kind, f, value)]
    act = ": ".join(filter(None, (sentence, own))) or name
    return f"{act} ({'; '.join(beside)})" if beside else act


def _words_of(at: GameAtTable) -> Phrases:
    return phrases(at.game.__name__) if hasattr(at.game, "__name__") else say_so


def _sentence(
    say: Phrases, people: Mapping[str, str], command: Command, *ends: str
) -> tuple[str, list[str]]:
    """The first of the act's sentences that its fields alone fill in, and which of them it names.

    A name and a number are read by people; any other key is not.
    """
    raw = {f.name: getattr(command, f.name) for f in fields(type(command))}
    facts = {k: people.get(v, "") if isinstance(v, str) else v for k, v in raw.items()}
    facts = {k: v for k, v in facts.items() if isinstance(v, int) or (isinstance(v, str) and v)}
    for end in ends:
        key = f"{type(command).__name__}.{end}"
        slots = SLOTS(say.sentences.get(key, ""))
        if slots and facts.keys() >= set(slots):
            return say(key, **facts), slots
    return "", []


def _people(at: GameAtTable, table: Table, seat: Seat) -> dict[str, str]:
    """Everybody whom this seat sees, by their ids."""
    rows = at.further.rows(table.play, seat)
    members = {member.id: member.name for member in table.members.values()}
    return members | {row.key: row.name for row in rows if row.name}


def _filled(
    say: Phrases, people: Mapping[str, str], kind: str, field: FieldInfo, value: object
) -> Iterator[str]:
    """What a field holds, as people read it: somebody's name, a choice, a number by its label.

    A number that nobody is asked for is the number of something, as an id is its name.
    """
    label = _plain(say, f"{kind}.ask.{field.name}", f"ask.{field.name}")
    match value:
        case bool():
            yield from (label,) if value and label else ()
        case int():
            yield from (f"{label}: {value}",) if label else ()
        case str() if value in people:
            yield people[value]
        case str() if value and not WORDS(value):
            chosen = _plain(say, f"{kind}.pick.{value}", f"pick.{value}")
            plain = value.replace("_", " ") if get_origin(field.type) is Literal else ""
            yield from (chosen or plain,) if chosen or plain else ()
        case list() | tuple():
            names = [people[one] for one in value if isinstance(one, str) and one in people]
            yield from (listing(names),) if names else ()


def _plain(say: Phrases, *keys: str) -> str:
    """The first sentence of these that needs no facts; empty where there is none."""
    found = (say.sentences[key] for key in keys if key in say)
    return next((text for text in found if "{" not in text), "")


def _fits(offer: Offer, raw: Fields) -> bool:
    if offer.do != raw.get("type"):
        return False
    fixed = msgspec.to_builtins(dict(offer.fixed))
    known = {"type", *fixed, *(blank.name for blank in offer.blanks)}
    return raw.keys() <= known and all(raw.get(k, v) == v for k, v in fixed.items())


def _said(blank: Blank, value: object) -> Iterator[str]:
    """What stands in a blank, as its label has it."""
    match blank:
        case Flag():
            yield from (blank.label,) if value else ()
        case Counts(rows=rows) if isinstance(value, dict):
            yield from (f"{row.label}: {value[row.value]}" for row in rows if row.value in value)
        case Pick(choices=choices):
            meant = value if isinstance(value, list | tuple) else (value,)
            labels = [c.label for c in choices if c.value in meant and c.value != ""]
            yield from (listing(labels),) if labels else ()
        case Words() | Lines():
            texts = value if isinstance(value, list | tuple | dict) else [value]
            yield from (f"“{text}”" for text in texts if isinstance(text, str) and text)
        case _ if isinstance(value, int):
            yield f"{blank.label}: {value}"
