"""Entries, commands and states as bytes and back (TF-39, TF-40)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests import toy
from tests.table.playing import Evening
from tests.toy import ClaimPoint, DieThrown, HideWord, ThrowDie

from tablefolk.core import play
from tablefolk.core.codec import Codec
from tablefolk.core.game import Entry, Refusal, Seat

CODEC = Codec(toy)
ENTRY = Entry(
    Seat("ben", by="ana"),
    ThrowDie(),
    (3,),
    (DieThrown(1, "ben", 3, scored=True),),
    toy.edition,
    by_hand=True,
    at=1.5,
    id="c-1",
)


def test_an_entry_comes_back_as_it_went__TF_39() -> None:
    assert CODEC.load(CODEC.dump(ENTRY)) == ENTRY


def test_what_is_left_at_its_default_takes_no_room() -> None:
    plain = Entry(Seat("ben"), ThrowDie(), (3,), ENTRY.events, toy.edition)
    assert CODEC.dump(plain) == (
        b'{"seat":{"id":"ben"},"command":{"type":"ThrowDie"},"faces":[3],'
        b'"events":[{"type":"DieThrown","number":1,"by":"ben","face":3,"scored":true}],"edition":2}'
    )


def test_a_state_comes_back_as_it_went__TF_39() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    codec = evening.at.codec
    again = codec.load_state(codec.dump_state(evening.table))
    assert again == evening.table
    assert isinstance(again.play, toy.Odd)
    assert play.menu(evening.at, again, evening.seat("gil"))


def test_a_state_out_of_its_range_is_not_read() -> None:
    body = CODEC.dump_state(toy.Odd(tokens={"ana": -1}))
    with pytest.raises(msgspec.ValidationError):
        CODEC.load_state(body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b"not json",
        b"\xff\xfe",
        b'{"seat":{"id":"ana"},"command":{"type":"Nonsense"},"events":[],"edition":2}',
        b'{"seat":{"id":"ana"},"command":{"type":"ThrowDie"},"events":[{"type":"X"}],"edition":2}',
        b'{"seat":{"id":"ana","role":"king"},"command":{"type":"ThrowDie"},"events":[],"edition":2}',
        b'{"seat":{"id":"ana"},"command":{"type":"HideWord"},"events":[],"edition":2}',
    ],
)
def test_a_malformed_entry_is_not_read__TF_40(body: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        CODEC.load(body)


def test_a_command_is_read_from_a_form__TF_40() -> None:
    assert CODEC.command("HideWord", {"text": "moth"}) == HideWord("moth")


@pytest.mark.parametrize(
    ("name", "fields", "code"),
    [
        ("Nonsense", {}, "unknown_command"),
        ("", {}, "unknown_command"),
        ("WordHidden", {"by": "ana", "text": "x"}, "unknown_command"),
        ("HideWord", {}, "malformed"),
        ("HideWord", {"text": ["a"]}, "malformed"),
        ("HideWord", {"text": "a", "extra": "b"}, "malformed"),
        ("HideWord", {"text": None}, "malformed"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused_firmly__TF_40(
    name: str, fields: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal) as no:
        CODEC.command(name, fields)
    assert (no.value.code, no.value.firm) == (code, True)
