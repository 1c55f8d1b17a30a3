"""Forms become the fields of commands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import field

from tablefolk.core.game import Command, Refusal
from tablefolk.web.forms import faces, fields, sent
from tablefolk.web.rules import Rulebooks, drawn


class Pour(Command, frozen=True):
    answers: tuple[str, ...]
    dice: dict[str, int] = field(default_factory=dict)
    to: tuple[str, ...] = ()
    n: int = 0
    yes: bool = True
    text: str = ""
    note: str | None = None
    command: dict[str, Any] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("pairs", "made"),
    [
        ([], {"answers": []}),
        ([("answers", "one")], {"answers": ["one"]}),
        ([("answers", "one"), ("answers", "two")], {"answers": ["one", "two"]}),
        ([("answers[]", "one")], {"answers": ["one"]}),
        ([("dice.kung-fu", "2"), ("dice.a.b", "1")],
         {"answers": [], "dice": {"kung-fu": "2", "a.b": "1"}}),
        ([("n", "")], {"answers": []}),
        ([("n", "3"), ("n", "4")], {"answers": [], "n": "4"}),
        ([("yes", "false"), ("yes", "true")], {"answers": [], "yes": "true"}),
        ([("text", "")], {"answers": [], "text": ""}),
        ([("note", "")], {"answers": [], "note": ""}),
        ([("command", '{"type": "X"}')], {"answers": [], "command": {"type": "X"}}),
        ([("command.type", "X")], {"answers": [], "command": {"type": "X"}}),
        ([("to", "ana")], {"answers": [], "to": ["ana"]}),
        ([("to.x", "ana"), ("to.y", ""), ("to.z", "ben")], {"answers": [], "to": ["ana", "ben"]}),
    ],
)  # fmt: skip
def test_a_form_is_read_as_its_command_is_made(
    pairs: list[tuple[str, str]], made: dict[str, Any]
) -> None:
    assert fields(pairs, Pour) == made


def test_what_is_ours_is_not_a_field() -> None:
    form = [("do", "Pour"), ("id", "7"), ("page", "p"), ("faces", "1 2"), ("for", "ben"),
            ("anonymous", "true"), ("n", "1"), ("back", "log")]  # fmt: skip
    made = sent(form, {"Pour": Pour})
    assert made.fields == {"answers": [], "n": "1"}
    assert (made.do, made.id, made.page, made.faces) == ("Pour", "7", "p", (1, 2))
    assert (made.for_seat, made.anonymous) == ("ben", True)


@pytest.mark.parametrize(
    ("text", "read"),
    [("", None), ("  ", None), ("5", (5,)), ("346", (3, 4, 6)), ("3 4 6", (3, 4, 6)),
     ("3,4, 6", (3, 4, 6)), ("10 12", (10, 12))],
)  # fmt: skip
def test_dice_are_typed_in_as_people_type__TF_21(text: str, read: tuple[int, ...] | None) -> None:
    assert faces(text) == read


@pytest.mark.parametrize("text", ["six", "-1", "3.5", "1 99999", "٣", "1 " * 201])
def test_what_is_no_dice_is_refused__TF_21(text: str) -> None:
    with pytest.raises(Refusal) as no:
        faces(text)
    assert no.value.code == "bad_dice"


def test_a_rule_is_found_by_its_number_and_drawn_safely() -> None:
    assert str(drawn("*a* <c>\nd\n\nTF-3")) == (
        '<p><em>a</em> &lt;c&gt; d</p><p><a class="rule" href="/rules/TF-3" data-rule>TF-3</a></p>'
    )
    books = Rulebooks()
    assert books.rules
    for id in books.rules:
        assert books.rules[id].plain.text
