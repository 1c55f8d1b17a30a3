"""TOML that people write by hand: every fault with its line, and values that come back."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core import files
from tablefolk.core.files import Fault, Faulty

TEXT = """\
name = "A book"

[[sections]]
id = "one"
[[sections.items]]
id = "first"
[[sections.items]]
"name" = "second"
[[sections]]
[[sections.items]]
id = "third"
[rest]
id = 4
""".splitlines()


def test_every_section_and_key_has_its_line() -> None:
    lines = files.lines_of(TEXT)
    assert files.line_of(lines, "", "name") == 1
    assert files.line_of(lines, "sections[0]", "id") == 4
    assert files.line_of(lines, "sections[0].items[1]", "name") == 8
    assert files.line_of(lines, "sections[1].items[0]", "id") == 11
    assert files.line_of(lines, "rest[0]", "id") == 13


def test_what_has_no_line_stands_at_its_section_or_nowhere() -> None:
    lines = files.lines_of(TEXT)
    assert files.line_of(lines, "sections[1]", "id") == 9
    assert files.line_of(lines, "sections[2]", "id") == 0


def test_what_is_no_toml_is_told_with_the_line_where_it_stops_being_it() -> None:
    with pytest.raises(Faulty) as bad:
        files.tree(["name = 'x'", "being = = 3"])
    assert [fault.line for fault in bad.value.faults] == [2]
    assert str(bad.value).startswith("Line 2: This line cannot be read: ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('name = "x', "a quotation mark is missing"),
        ('name "x"', "after a name comes ="),
        ("name = x", "after = comes text in quotation marks"),
        ("[[notes]", "a square bracket is missing"),
        ('= "x"', "a line is a heading in square brackets"),
        ("first = 2", "this is there already"),
        ("name = 1 2", "there is more in it than one thing"),
        ("a = [1, 2", "a square bracket is missing"),
        ("a = {b = 1", "a curly bracket is missing"),
        ('a = "\\q"', "before \\ in a text comes another"),
        ("a = " + "[" * 5000, "there are too many brackets"),
    ],
)
def test_where_a_line_cannot_be_read_is_said_without_a_parser_s_words(line: str, said: str) -> None:
    with pytest.raises(Faulty) as bad:
        files.tree(["first = 1", line])
    assert f"cannot be read: {said}" in str(bad.value)


def test_brackets_without_end_are_a_fault_of_the_last_line() -> None:
    with pytest.raises(Faulty) as bad:
        files.tree(["", "a = " + "[" * 5000])
    assert [fault.line for fault in bad.value.faults] == [2]


def test_faults_are_told_by_line_and_only_the_first_five() -> None:
    some = Faulty(Fault(line, f"{line} is wrong.") for line in (7, 0, 3, 5, 9, 8))
    assert str(some) == (
        "0 is wrong. Line 3: 3 is wrong. Line 5: 5 is wrong. Line 7: 7 is wrong. "
        "Line 8: 8 is wrong. And 1 more."
    )


@pytest.mark.parametrize("text", ["a\u202eb", "a\x00b", "a\u2028b", "a\ue000b"])
def test_what_hides_or_turns_text_is_not_visible(text: str) -> None:
    assert not files.visible(text)


def test_joined_emoji_are_visible() -> None:
    assert files.visible("the 👩\u200d🚀 and the ring")


SIMPLE = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text()


@given(st.recursive(SIMPLE, lambda some: st.lists(some) | st.dictionaries(st.text(), some)))
def test_what_is_written_reads_as_it_was(value: object) -> None:
    assert tomllib.loads(f"value = {files.written(value)}") == {"value": value}
