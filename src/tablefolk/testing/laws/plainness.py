"""What people are asked and refused, for every game: questions name themselves, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tablefolk.core.codec import Codec
from tablefolk.core.game import Command, Refusal, WordAsked
from tablefolk.core.story import act
from tablefolk.core.table.judging import AskRuling, answers
from tablefolk.core.table.takeback import EVERYBODY, TakeBack
from tablefolk.testing.anything import filled
from tablefolk.testing.driver import evenings, some
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject

# Moments of a game's evenings, fewer where every act is tried, and acts before each.
LOOKS, FEW, LAST = 16, 4, 12
WRONG: tuple[object, ...] = (None, True, -(10**12), 0.5, "", "no", "x" * 9_999, [], ["x"] * 999, {})
TYPES = re.compile(r"`|\$|\b(?:Object|Expected|str|int|bool|array)\b|[a-z][A-Z]")
MACHINE = re.compile(rf"{TYPES.pattern}|\w_\w")  # words of a file may have an underscore


# -- Refusals --------------------------------------------------------------------------------


def test_no_refusal_has_a_type_a_path_or_the_name_of_a_field__TF_40(subject: Subject) -> None:
    """Every field of every act is left out, and filled with what does not fit."""
    codec, refused = some(subject)[0].at.codec, 0
    for kind in some(subject)[0].at.commands:
        for fields in _misfilled(kind):
            why = _refused(codec, kind, fields)
            refused += bool(why)
            assert not MACHINE.search(why), f"No person says this of {kind}: {why}"
    assert refused, "Nothing was refused, whatever was filled in."


FILES = [
    "a", "", "{", "[]", '{"items": 3}', '{"items": [3]}', '{"sections": 1}', "a = [", "a = 1",
    "[[sections]]", 'id = 1', '##tablefolk {"order": "a"}', "§ a", "a --> b", "<m-p>",
]  # fmt: skip


def test_no_rule_refuses_in_the_words_of_a_machine__TF_40(subject: Subject) -> None:
    """Whatever people write or bring as a file: every act, filled with what begins like one."""
    refused, random = 0, Random(5)
    for now in evenings(subject).looks(FEW):
        for kind in now.at.game.commands:
            for member in now.table.present:
                made = filled(kind, random, FILES)
                why = _no(now.now(), member.id, made) if made else ""
                refused += bool(why)
                assert not TYPES.search(why), f"No person says this of {kind}: {why}"
    assert refused, "Nothing was refused, whatever was tried."


def _no(now: Evening, who: str, command: Command) -> str:
    try:
        now.do(who, command)
    except Refusal as no:
        return no.why
    return ""


def _refused(codec: Codec[Any], kind: type[Command], fields: dict[str, object]) -> str:
    try:
        codec.command(kind.__name__, fields)
    except Refusal as no:
        return no.why
    return ""


def _misfilled(kind: type[Command]) -> Iterator[dict[str, object]]:
    made = filled(kind, Random(3), ["a"])
    whole = {k: v for k, v in msgspec.to_builtins(made).items() if k != "type"} if made else {}
    yield {}
    for name in (field.encode_name for field in msgspec.structs.fields(kind)):
        yield {k: v for k, v in whole.items() if k != name}
        yield from ({**whole, name: wrong} for wrong in WRONG)


# -- Questions -------------------------------------------------------------------------------


def test_whoever_is_asked_to_take_back_reads_what_it_was__TF_25(subject: Subject) -> None:
    read = 0
    for now in evenings(subject).looks(LOOKS):
        for number in range(max(1, len(now.entries) - LAST), len(now.entries) + 1):
            entry, then = now.entries[number - 1], now.now()
            request = _asked(then, entry.seat.id, TakeBack(number, "May I?"))
            lines = [now.at.tell(now.table, event, EVERYBODY) for event in entry.events]
            told = [line for line in act([line for line in lines if line]).shown if line.text]
            if request and told:
                read += 1
                _assert_read(then, request, [told[0].text])
    assert read, "Nobody ever asked to take something back."


def test_whoever_is_asked_to_allow_reads_the_words_of_it__TF_17(subject: Subject) -> None:
    read = 0
    for now in evenings(subject).looks(LOOKS):
        for entry in now.entries[now.begun :][-LAST:]:
            if type(entry.command) not in now.at.game.commands:
                continue
            raw = msgspec.to_builtins(entry.command)
            for member in now.table.present:
                then = now.now()
                request = _asked(then, member.id, AskRuling(raw))
                if request:
                    read += 1
                    _assert_read(then, request, [])
    if not read:
        pytest.skip("There is nothing in this game that needs the GM's yes.")


def _asked(now: Evening, who: str, command: Command) -> WordAsked | None:
    """What somebody asks at this moment; None where there is nothing to ask."""
    member = now.table.members.get(who)
    if member is None or member.gone or now.table.gm == who:
        return None
    try:
        entry = now.do(who, command)
    except Refusal:
        return None
    return next((event for event in entry.events if isinstance(event, WordAsked)), None)


def _assert_read(now: Evening, request: WordAsked, texts: list[str]) -> None:
    key = f"request:{request.number}"
    for member in now.table.present:
        seat = now.seat(member.id)
        if answers(now.table, seat, request):
            part = next(part for part in now.at.parts(now.table, seat) if part.key == key)
            assert request.act, f"Something is asked that names nothing: {request}"
            for text in (request.act, *texts):
                assert text in part.title, f"“{part.title}” does not say: {text}"
            offers = [offer for offer in part.offers() if offer.open]
            assert offers, f"{part.title} cannot be answered."
