"""What older editions wrote, in the form of today (TF-39)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import olden, toy
from tests.olden import NEW, OLD
from tests.toy import ClaimPoint, HideWord, PointGiven, ThrowDie, WordHidden

from tablefolk.core import play
from tablefolk.core.codec import Codec
from tablefolk.core.game import Entry, Lifted, Refusal, Seat
from tablefolk.core.lifting import Fields, Form, Lift, Lifting, Newer, Since, Upcasters

THEN, NOW = Codec(OLD), Codec(NEW)
ANA = Seat("ana", word=True)


def written(command: Any) -> bytes:
    """What the old game wrote of an act of Ana's."""
    return THEN.dump(play.act_with(OLD, toy.Odd(tokens={"ana": 3}), ANA, command, ())[0])


def test_a_renamed_field_is_read_and_an_event_that_is_no_more_is_left_out__TF_39() -> None:
    entry = NOW.load(written(olden.HideWord("moth")))
    assert entry.command == HideWord("moth")
    assert entry.events == (WordHidden("ana", "moth"),)
    assert (entry.edition, type(entry)) == (1, Lifted)


def test_a_renamed_command_is_read_and_an_event_becomes_several__TF_39() -> None:
    entry = NOW.load(written(olden.Claim("I was brave")))
    assert entry.command == ClaimPoint("I was brave")
    assert entry.events == (PointGiven("ana", "I was brave"),) * 2


def test_what_no_edition_has_changed_is_an_entry_like_any_other__TF_39() -> None:
    entry = Entry(Seat("ana"), ThrowDie(), (3,), (toy.DieThrown(1, "ana", 3, True),), 1)
    assert NOW.load(THEN.dump(entry)) == entry


def test_the_log_keeps_what_was_written_as_it_was__TF_39() -> None:
    line = written(olden.HideWord("moth"))
    entry = NOW.load(line)
    assert NOW.dump(entry) == line
    named = NOW.dump(msgspec.structs.replace(entry, id="c-7"))
    assert NOW.load(named).id == "c-7"
    assert THEN.load(named).command == olden.HideWord("moth")


def test_what_today_writes_is_not_lifted() -> None:
    def never(raw: Fields) -> Fields:
        raise AssertionError(raw)

    steps = dict.fromkeys(range(1, 9), never)
    game: Any = SimpleNamespace(**vars(toy) | {"upcasters": dict.fromkeys(olden.UPCASTERS, steps)})
    entry = Entry(ANA, HideWord("moth"), (), (WordHidden("ana", "moth"),), toy.edition)
    assert Codec(game).load(Codec(game).dump(entry)) == entry


# -- What is newer -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "whose"),
    [
        (b'{"seat":{"id":"a"},"command":{"type":"Fly"},"events":[],"edition":4}', "Odd One"),
        (b'{"seat":"of another shape","edition":4}', "Odd One"),
        (b'{"seat":{"id":"a"},"command":{"type":"Fly"},"events":[],"edition":3,"table":2}', ""),
        (b'{"seat":"of another shape","edition":3,"table":2}', ""),
    ],
)
def test_what_a_newer_release_wrote_is_refused_in_one_sentence__TF_40(
    line: bytes, whose: str
) -> None:
    with pytest.raises(Newer) as no:
        NOW.load(line)
    name = whose or "Tablefolk"
    why = f"This table was written by a newer version of {name}: update it here to play on."
    assert (no.value.why, no.value.firm, no.value.code) == (why, True, "newer")
    with pytest.raises(Newer):
        NOW.know(line)


@pytest.mark.parametrize(
    "line",
    [
        b'{"seat":{"id":"a"},"command":{"type":"HideWord"},"events":[],"edition":1}',
        b'{"seat":{"id":"a"},"command":7,"events":[],"edition":1}',
        b'{"seat":{"id":"a"},"command":{"type":"ThrowDie"},"events":7,"edition":1}',
        b'{"seat":{"id":"a"},"command":{"type":"ThrowDie"},"events":[7],"edition":1}',
        b'{"seat":{"id":"a"},"command":{"type":"ThrowDie"},"events":[{}],"edition":1}',
        b'{"seat":{"id":"a"},"command":{"type":["x"]},"events":[],"edition":1}',
        b'{"seat":{"id":"a"},"command":{"type":"ThrowDie"},"events":[],"edition":0}',
        b'{"seat":{"id":"a"},"command":{"type":"ThrowDie"},"events":[],"edition":-9000000000000}',
    ],
)
def test_what_no_edition_can_have_written_is_not_read__TF_40(line: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        NOW.load(line)


def test_a_command_stays_one() -> None:
    game: Any = SimpleNamespace(**vars(NEW) | {"upcasters": {"HideWord": {1: olden.gone}}})
    with pytest.raises(msgspec.ValidationError, match="must stay one, and became 0"):
        Codec(game).load(written(olden.HideWord("moth")))


# -- Sheets --------------------------------------------------------------------------------------


def titled(raw: Fields) -> Fields:
    raw["title"] = raw.pop("rank")
    return raw


SHEETS: Any = SimpleNamespace(**vars(toy) | {"edition": 3, "upcasters": {"sheet": {2: titled}}})


@pytest.mark.parametrize("head", [{}, {"edition": 1}, {"edition": 2}])
def test_an_older_sheet_is_lifted__TF_39(head: Fields) -> None:
    assert Codec(SHEETS).sheet({**head, "rank": "duke"}) == {"title": "duke"}


def test_a_sheet_of_today_is_as_it_is__TF_39() -> None:
    sheet = {"rank": "duke", "type": "x"}
    assert Codec(SHEETS).sheet({**sheet, "edition": 3}).keys() == sheet.keys()


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({"edition": 4}, "it was written by a newer version of Odd One."),
        ({"edition": "two"}, "a number belongs there."),
        ({"edition": 1}, "edition 2 cannot have written it."),
    ],
)
def test_a_sheet_that_cannot_be_lifted_is_refused__TF_40(sheet: Fields, why: str) -> None:
    with pytest.raises(Refusal) as no:
        Codec(SHEETS).sheet(sheet)
    assert (no.value.why, no.value.code) == (f"This sheet cannot be read: {why}", "bad_import")


# -- Chains --------------------------------------------------------------------------------------

NAMES = ("A", "B", "C")
LATEST = 5


def into(names: tuple[str, ...], mark: int) -> Lift:
    """An upcaster that makes of one thing as many as there are names, each with its history."""

    def lift(raw: Fields) -> list[Fields]:
        return [
            {"type": name, "was": [*raw["was"], mark, place]} for place, name in enumerate(names)
        ]

    return lift


LIFTS = st.tuples(st.lists(st.sampled_from(NAMES), max_size=2).map(tuple), st.integers()).map(
    lambda made: into(*made)
)
STEPS = st.dictionaries(st.integers(1, LATEST - 1), LIFTS)
UPCASTERS = st.dictionaries(st.sampled_from(NAMES), STEPS)


def lifted(raws: list[Fields], upcasters: Upcasters, since: int, to: int) -> list[Fields]:
    return Lifting([Since(Form(to, upcasters), since)], {}).events(raws)


@given(UPCASTERS, st.sampled_from(NAMES), st.data())
def test_to_go_two_ways_one_after_the_other_is_to_go_the_whole(
    upcasters: Upcasters, name: str, data: st.DataObject
) -> None:
    raws = [{"type": name, "was": []}]
    since = data.draw(st.integers(1, LATEST))
    halfway = data.draw(st.integers(since, LATEST))
    there = lifted(raws, upcasters, since, halfway)
    assert lifted(there, upcasters, halfway, LATEST) == lifted(raws, upcasters, since, LATEST)


@given(UPCASTERS, st.sampled_from(NAMES))
def test_a_command_that_is_held_goes_the_way_of_one_that_is_not(
    upcasters: Upcasters, name: str
) -> None:
    def lifting() -> Lifting:
        return Lifting([Since(Form(LATEST, upcasters), 1)], {"Asked": "command"})

    raw = {"type": name, "was": []}
    try:
        alone = lifting().command(raw)
    except msgspec.ValidationError:  # it would become several, or none
        return
    (held,) = lifting().events([{"type": "Asked", "command": raw}])
    assert held == {"type": "Asked", "command": alone}
