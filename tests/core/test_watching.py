"""What is read is noted, what differs is found, and what holds is not worked out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.watching import Memory, changes, noting, watched


class Inner(Struct, frozen=True):
    bowl: int = 3
    cast: dict[str, int] = field(default_factory=lambda: {"nora": 1, "pip": 2})

    def fate(self, who: str) -> int:
        return self.cast[who]


class Outer(Struct, frozen=True):
    play: Inner = Inner()
    name: str = "Friday"
    members: dict[str, str] = field(default_factory=lambda: {"ana": "Ana"})


def read(look: Callable[[Any], object]) -> set[object]:
    state = watched(Outer())
    return {path for path in noting(lambda: look(state))[1] if path != "play"}


@pytest.mark.parametrize(
    ("look", "noted"),
    [
        (lambda s: s.name, {"name"}),
        (lambda s: s.play.bowl, {"play.bowl"}),
        (lambda s: s.play.fate("pip"), {("play.cast", "pip")}),
        (lambda s: s.members.get("ben"), {("members", "ben")}),
        (lambda s: "ben" in s.members, {("members", "ben")}),
        (lambda s: list(s.members), {"members"}),
        (lambda s: len(s.members), {"members"}),
        (lambda s: {**s.members, "ben": "Ben"}, {"members"}),
        (lambda s: dict(s.members), {"members"}),
        (lambda s: s.members | {"ben": "Ben"}, {"members"}),
        (lambda s: {"ben": "Ben"} | s.members, {"members"}),
        (lambda s: s.members == {}, {"members"}),
        (lambda s: sorted(s.members.items()), {"members"}),
        (lambda s: [*reversed(s.members)], {"members"}),
        (lambda s: replace(s, name="Saturday").members["ana"], {("members", "ana")}),
    ],
)
def test_whatever_is_read_is_noted(look: Callable[[Any], object], noted: set[object]) -> None:
    assert read(look) >= noted


def test_a_watched_state_is_still_one_of_its_kind() -> None:
    state = watched(Outer())
    assert isinstance(state, Outer)
    assert isinstance(state.play, Inner)
    assert (state.name, state.play.bowl, dict(state.members)) == ("Friday", 3, {"ana": "Ana"})


def test_what_differs_is_found_field_by_field_and_entry_by_entry() -> None:
    state = Outer()
    poorer = replace(state, play=replace(state.play, cast={**state.play.cast, "pip": 1}))
    assert set(changes(state, poorer)) == {"play.cast", ("play.cast", "pip")}
    turned = replace(state, play=replace(state.play, cast={"pip": 2, "nora": 1}))
    assert set(changes(state, turned)) == {"play.cast"}
    renamed = replace(state, name="Saturday", members={**state.members, "ben": "Ben"})
    assert set(changes(state, renamed)) == {"name", "members", ("members", "ben")}
    assert set(changes(state, replace(state, name="".join("Friday")))) == set()


def test_an_answer_is_kept_until_something_it_has_read_differs() -> None:
    asked: list[str] = []

    def fate(state: Any) -> int:
        asked.append("fate")
        fate: int = state.play.fate("pip")
        return fate

    state, memory = Outer(), Memory()
    assert memory.about(state).answer("fate", fate) == 2
    richer = replace(state, play=replace(state.play, cast={**state.play.cast, "nora": 9}))
    assert memory.about(richer).answer("fate", fate) == 2
    assert asked == ["fate"]
    poorer = replace(richer, play=replace(richer.play, cast={**richer.play.cast, "pip": 0}))
    assert memory.about(poorer).answer("fate", fate) == 0
    assert asked == ["fate", "fate"]


def test_an_answer_that_was_not_asked_for_again_is_let_go() -> None:
    state, memory, asked = Outer(), Memory(), []

    def name(now: Any) -> None:
        asked.append(now.name)

    memory.about(state).answer("name", name)
    memory.about(state)
    memory.about(state).answer("name", name)
    assert asked == ["Friday", "Friday"]
