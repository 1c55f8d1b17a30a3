"""The tool that changes single places and asks the tests (tools/mutants)."""

from __future__ import annotations

import importlib.util
import logging
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from tools.mutants import places, trying
from tools.mutants.__main__ import sample, some_of, table
from tools.mutants.places import KINDS, Place, mutated
from tools.mutants.trying import Verdict

SMALL = '''
from functools import cache

from msgspec import Struct

def won(a: int, b: int) -> bool:
    """Whether 3 beats 2."""
    return a > b

def events(some):
    for one in some:
        yield one

def odd(some):
    return [(lambda n: n + 1)(one) for one in some if one % 2]

@cache
def both(a, b):
    return a and b

class Reward(Struct):
    points: int = 1

    def do(self, log, told):
        need(self.points, "WF-52")
        log.info("rewarded with %s", self.points + 1)
        told.append(self)
        total = 0
        total = total + self.points
        return total

    def __repr__(self) -> str:
        return f"{self.points + 7}"

def need(what, rule):
    if not what:
        raise ValueError(rule)
'''


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of a few rules, read and living."""
    path = tmp_path / "small.py"
    path.write_text(SMALL)
    monkeypatch.setattr(places, "SOURCE", tmp_path)
    spec = importlib.util.spec_from_file_location("small", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def found() -> dict[str, Place]:
    every = places.places(places.SOURCE / "small.py")
    return {f"{place.function}: {place.before} → {place.after}": place for place in every}


@pytest.mark.usefixtures("small")
def test_places_are_found_and_what_no_rule_is_made_of_is_not() -> None:
    assert {*found()} == {
        "won: a > b → a >= b",
        "won: a > b → a <= b",
        "events: yield one → dropped",
        "odd: 1 in `return [(lambda n: n + 1)(one) for one in some if one % 2]` → 2",
        "odd: 1 in `return [(lambda n: n + 1)(one) for one in some if one % 2]` → 0",
        "odd: 2 in `return [(lambda n: n + 1)(one) for one in some if one % 2]` → 3",
        "odd: 2 in `return [(lambda n: n + 1)(one) for one in some if one % 2]` → 1",
        "odd: one % 2 → not one % 2",
        "odd: one % 2 → True or one % 2",
        "both: a and b → a or b",
        "Reward.do: need(self.points, 'WF-52') → dropped",
        "Reward.do: told.append(self) → dropped",
        "Reward.do: 0 in `total = 0` → 1",
        "Reward.do: 0 in `total = 0` → -1",
        "Reward.do: total = total + self.points → dropped",
    }
    assert {place.kind for place in found().values()} == {*KINDS}


def changed(change: str) -> None:
    place = found()[change]
    assert trying.put(trying.living(), place.path, mutated(place)) == 1


def test_a_changed_function_is_another_for_all_who_hold_it(small: ModuleType) -> None:
    won, odd, both = small.won, small.odd, small.both
    changed("won: a > b → a >= b")
    changed("odd: 1 in `return [(lambda n: n + 1)(one) for one in some if one % 2]` → 2")
    changed("both: a and b → a or b")
    assert won(1, 1)
    assert odd([1, 2, 3]) == [3, 5]
    assert both(0, 1) == 1


def test_a_generator_that_has_nothing_to_say_is_one_still(small: ModuleType) -> None:
    changed("events: yield one → dropped")
    assert [*small.events([1, 2])] == []


def test_a_rule_that_is_a_commands_method_is_changed(small: ModuleType) -> None:
    reward = small.Reward(0)
    changed("Reward.do: need(self.points, 'WF-52') → dropped")
    assert reward.do(logging, []) == 0


def test_where_a_test_comes_to_is_noted(small: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[int] = []
    monkeypatch.setattr("builtins.reached__", reached.append, raising=False)
    some = dict(enumerate(found().values()))
    trying.put(trying.living(), "small.py", places.marked("small.py", some))
    small.won(2, 1)
    assert {some[n].function for n in reached} == {"won"}
    assert len(reached) == 2


@pytest.mark.usefixtures("small")
def test_places_are_taken_of_every_kind_and_none_twice() -> None:
    taken = some_of([*found().values()], 7, Random(5))
    assert [place.kind for place in taken] == [*KINDS]
    every = some_of([*found().values()], 100, Random(5))
    assert len(every) == len({place.node for place in found().values()})


def test_a_seed_takes_the_same_places_again() -> None:
    taken = sample(12, 5, "core/words.py")
    assert sample(12, 5, "core/words.py") == taken
    assert sample(12, 6, "core/words.py") != taken
    assert {p.path for some in taken.values() for p in some} == {"core/words.py"}


def test_what_is_tried_in_a_child_stays_there_and_comes_to_an_end() -> None:
    here: list[int] = []
    assert trying.in_child(lambda: [*here, here.append(1)]) == [None]
    assert here == []
    assert trying.in_child(endless) is None


def endless() -> None:
    trying.limited(0.05)
    while True:
        pass


@pytest.mark.usefixtures("small")
def test_what_was_noticed_is_counted_by_layer_and_kind_of_what_was_tried() -> None:
    place = found()["won: a > b → a >= b"]._replace(path="games/small/rules/small.py")
    verdicts = [
        Verdict(place, True, "a test", 1.0),
        Verdict(place, False, "", 1.0),
        Verdict(place, False, "", 0.0, tried=False),
    ]
    assert table(verdicts).splitlines()[2:] == [
        "| games/small/rules | 1/2 |  |  |  |  |  |  | 1/2 | 50 % |",
        "| all | 1/2 |  |  |  |  |  |  | 1/2 | 50 % |",
    ]
