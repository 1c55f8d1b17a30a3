"""Room is a law: whatever an act adds to a game is seen, so that a house can bound it (TF-43)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table
from tablefolk.hosting.room import grown
from tablefolk.testing.driver import evenings, from_demo
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject

LOOKS = 40  # acts of a game's evenings, each looked at before and after


def test_whatever_an_act_adds_to_a_table_is_seen__TF_43(subject: Subject) -> None:
    """Counted line by line, a list that has become longer is one that `grown` has found.

    It looks only at what is another value than before: a game that changed a state in place,
    instead of making the next one, would grow unseen.
    """
    for before, after in _acts(subject):
        was, now = by_path(before), by_path(after)
        longer = {path for path, counts in now.items() if outgrow(counts, was.get(path, ()))}
        found = {name for name, _ in grown(before, after)}
        unseen = sorted(path for path in longer if not found & {*path.split(".")})
        assert not unseen, f"These grew unseen: {', '.join(unseen)}"


def _acts(subject: Subject) -> Iterator[tuple[Table, Table]]:
    """The state of the game before and after some of the acts of its evenings."""
    pairs = [pair for steps in evenings(subject).steps for pair in pairwise(steps)]
    for before, after in pairs[:: max(1, len(pairs) // LOOKS)]:
        if not _taken_back(after):
            yield before.table, after.table


def _taken_back(evening: Evening) -> bool:
    return any(type(event).__name__ == "TakenBack" for event in evening.entries[-1].events)


def by_path(state: object) -> dict[str, list[int]]:
    """How long the lists of a state are, by their paths, the longest of each path first."""
    found = defaultdict[str, list[int]](list)
    for path, count in lengths(state):
        found[path].append(count)
    return {path: sorted(counts, reverse=True) for path, counts in found.items()}


def outgrow(now: Sequence[int], was: Sequence[int]) -> bool:
    """Whether one of these is longer than any of before could account for, wherever it stood."""
    return any(count > before for count, before in zip_longest(now, was, fillvalue=0))


def lengths(value: object, path: str = "") -> Iterator[tuple[str, int]]:
    """Every list in a state by its path, and how long it is; nothing is left out.

    What stands in a list has no number in its path: where one is taken out, all others move up.
    """
    if isinstance(value, dict | list | tuple):
        yield path, len(value)
    for key, one in _within(value):
        yield from lengths(one, f"{path}.{key}")


def _within(value: object) -> Iterable[tuple[object, object]]:
    if isinstance(value, dict):
        return value.items()
    if isinstance(value, list | tuple):
        return (("", one) for one in value)
    return ((name, getattr(value, name)) for name in getattr(value, "__struct_fields__", ()))


def test_what_a_game_counts_has_a_name_for_people__TF_43(subject: Subject) -> None:
    """“This table has 200 NPCs, which is the most here.”"""
    for evening in (from_demo(subject.game), *evenings(subject).all):
        for kind, count in evening.at.further.counts(evening.table.play).items():
            assert kind == kind.strip() != "", f"A kind of thing is named “{kind}”."
            assert "_" not in kind, f"“{kind}” is no name for people."
            assert count >= 0, f"There are {count} {kind}."


def test_a_game_begins_with_room_for_more__TF_43(subject: Subject) -> None:
    """What a table starts with is not near any bound: a demo can be played on."""
    at = GameAtTable(subject.game)
    assert all(count == 0 for count in at.further.counts(at.new({}).play).values())
