"""Blanks read off the types of a command's fields, with words from its stanza."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from tablefolk.core.game import Blank, Choice, Command, Count, Flag, Pick, Words
from tablefolk.core.verbs import Asks, Verbs
from tablefolk.core.words import Phrases

WORDS = {
    "ask.why": "What for?",
    "Give.label": "Give {name} something",
    "Give.ask.n": "How many?",
    "Give.below.n": "Of yours",
    "Give.ask.left": "How many stay?",
    "Give.ask.to": "To whom, {name}?",
    "Give.ask.tale": "The whole story",
    "Give.ask.openly": "For all to see",
    "Give.ask.how": "How?",
    "Give.ask.others": "Who else?",
    "Give.pick.kindly": "with a smile",
    "pick.kindly": "kindly",
    "pick.coldly": "coldly",
}
VERBS = Verbs(Phrases(lambda: WORDS))


class Give(Command, frozen=True):
    to: Annotated[str, Meta(max_length=40)]
    n: Annotated[int, Meta(ge=1, le=6)]
    left: Annotated[int, Asks(low=2, high=9)] = 3
    why: Annotated[str, Asks(most=200)] = ""
    tale: Annotated[str, Asks(long=True)] = "Once upon a time"
    openly: bool = True
    how: Literal["kindly", "coldly", "unsaid"] = "coldly"
    others: tuple[str, ...] = ()


def blank(name: str, **more: Any) -> Blank:
    (only,) = VERBS.do(Give, "gifts", name, facts={"name": "Ana"}, **more).blanks
    return only


@pytest.mark.parametrize(
    "read",
    [
        Words("to", "To whom, Ana?", most=40),
        Count("n", "How many?", "Of yours", low=1, high=6, start=1),
        Count("left", "How many stay?", low=2, high=9, start=3),
        Words("why", "What for?", most=200, optional=True),
        Words("tale", "The whole story", long=True, start="Once upon a time"),
        Flag("openly", "For all to see", start=True),
        Pick(
            "how",
            "How?",
            choices=(Choice("kindly", "with a smile"), Choice("coldly", "coldly")),
            alike=True,
            start="coldly",
        ),
    ],
    ids=lambda read: read.name,
)
def test_a_field_is_asked_for_as_its_type_says(read: Blank) -> None:
    assert blank(read.name) == read


def test_a_field_begins_with_what_it_is_now() -> None:
    now = {"to": "ben", "n": 4, "left": 0, "why": "Luck", "openly": False, "how": "kindly"}
    starts = {name: blank(name, now=now).start for name in now}  # type: ignore[attr-defined]
    assert starts == now
    assert blank("why", now=now) == Words("why", "What for?", most=200, optional=True, start="Luck")


def test_names_and_blanks_stand_in_the_order_in_which_they_are_named() -> None:
    who = VERBS.text("Give.to", name="Ana")
    offer = VERBS.do(Give, "gifts", "n", who, "why", facts={"name": "Ana"})
    assert [one.name for one in offer.blanks] == ["n", "to", "why"]


def test_what_has_no_words_cannot_be_asked_for() -> None:
    nameless = Verbs(Phrases(lambda: {"Give.label": "Give"}))
    with pytest.raises(KeyError, match=r"Give\.ask\.why"):
        nameless.do(Give, "gifts", "why")


def test_what_is_no_text_number_flag_or_choice_takes_a_blank_of_its_own() -> None:
    with pytest.raises(AssertionError, match=r"Give\.others"):
        blank("others")
