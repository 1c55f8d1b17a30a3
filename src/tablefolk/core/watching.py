"""What was worked out stays true for as long as all that it looked at stays the same.

A watched state is the same value in a class that notes which of its fields are read, and which
entries of those that are dicts. `changes` says what differs between two states; states share what
they have in common, so that identity tells. What read nothing that differs need not run again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, partial
from typing import Any, TypeVar

from msgspec import Struct, defstruct

Reads = frozenset[Hashable]  # "play.bowl" is a field, ("play.cast", "nora") one entry of a dict
INSIDE = "play"  # the one field that is itself looked into
MOST_READ = 1000  # different things read; after so many an evening's memory begins anew
PLAIN = (str, int, bool, float, type(None))
T = TypeVar("T")

_reads: set[Hashable] = set()  # what is read just now


def noting(work: Callable[[], T]) -> tuple[T, Reads]:
    """What some work came to, and all that it read of watched states; there is one at a time."""
    _reads.clear()
    done = work()
    return done, frozenset(_reads)


class Memory:
    """Answers about one state after another, each given for as long as it holds.

    A thousand tables have five of these each: what an answer has read is a number, each of whose
    bits is something that can be read; and an answer that is None takes no room.
    """

    __slots__ = ("_answers", "_before", "_bits", "_changed", "_reads", "_state", "state")

    def __init__(self) -> None:
        self._state: Any = None  # the state the answers are about
        self.state: Any = None  # the same, watched
        self._bits: dict[Hashable, int] = {}
        self._reads: dict[Hashable, int] = {}
        self._answers: dict[Hashable, Any] = {}
        self._before: tuple[dict[Hashable, int], dict[Hashable, Any]] = {}, {}
        self._changed = 0

    def about(self, state: Any) -> Memory:
        """From now on, answers are about this state; those not asked for again are let go."""
        if len(self._bits) > MOST_READ:
            self.__init__()  # type: ignore[misc]
        differs = changes(self._state, state) if self._state is not None else ()
        self._changed = sum(self._bits.get(path, 0) for path in set(differs))
        self._before = self._reads, self._answers
        self._reads, self._answers, self._state = {}, {}, state
        self.state = watched(state)
        return self

    def rest(self) -> None:
        """Nothing is asked for now: keep no more than what may be asked for again."""
        self._before, self.state = ({}, {}), None

    def answer(self, key: Hashable, work: Callable[[Any], T]) -> T | None:
        """What the work makes of the state; as known, where all that it read is the same."""
        reads = self._before[0].get(key)
        if reads is not None and not reads & self._changed:
            found = self._before[1].get(key)
        else:
            found, noted = noting(partial(work, self.state))
            reads = self._mask(noted)
        self._reads[key] = reads
        if found is not None:
            self._answers[key] = found
        return found

    def _mask(self, paths: Iterable[Hashable]) -> int:
        mask, bits = 0, self._bits
        for path in paths:
            mask |= bits.setdefault(path, 1 << len(bits))
        return mask


def watched(state: Any, at: str = "") -> Any:
    """The same state, noting what is read of it."""
    kind: Any = type(state)
    kind = _watching(kind, at)
    return kind(*(_part(getattr(state, name), at, name) for name in state.__struct_fields__))


def changes(before: Any, after: Any, at: str = "") -> Iterator[Hashable]:
    """Everything that may read otherwise after than before."""
    for name in after.__struct_fields__:
        was, now, path = getattr(before, name), getattr(after, name), at + name
        if was is now or (isinstance(now, PLAIN) and type(was) is type(now) and was == now):
            continue
        if _looked_into(now, at, name) and type(was) is type(now):
            yield from changes(was, now, f"{path}.")
            continue
        yield path
        if isinstance(was, dict) and isinstance(now, dict):
            keys = was.keys() | now.keys()
            yield from ((path, k) for k in keys if was.get(k, was) is not now.get(k, now))


def _looked_into(value: Any, at: str, name: str) -> bool:
    return not at and name == INSIDE and isinstance(value, Struct)


def _part(value: Any, at: str, name: str) -> Any:
    if type(value) is dict:
        return Entries(value, at + name)
    return watched(value, f"{at}{name}.") if _looked_into(value, at, name) else value


@cache
def _watching(kind: Any, at: str) -> type[Struct]:
    """A kind of state whose fields, when read, are noted."""
    noted = {name: _noted(getattr(kind, name), at + name) for name in kind.__struct_fields__}
    return defstruct(f"Watched{kind.__name__}", [], bases=(kind,), namespace=noted, frozen=True)


def _noted(slot: Any, path: str) -> property:
    read = slot.__get__

    def field(state: Any) -> Any:
        value = read(state)
        if type(value) is not Entries:  # those note for themselves what is read of them
            _reads.add(path)
        return value

    return property(field)


class Entries(dict[Any, Any]):
    """A dict of a watched state: notes which entry is read, or that all are."""

    __slots__ = ("path",)

    def __init__(self, entries: dict[Any, Any], path: str) -> None:
        super().__init__(entries)
        self.path = path

    def __getitem__(self, key: Any) -> Any:
        _reads.add((self.path, key))
        return dict.__getitem__(self, key)

    def get(self, key: Any, default: Any = None) -> Any:
        _reads.add((self.path, key))
        return dict.get(self, key, default)

    def __contains__(self, key: Any) -> bool:
        _reads.add((self.path, key))
        return dict.__contains__(self, key)


def _reads_all(name: str) -> Callable[..., Any]:
    plain = getattr(dict, name)

    def method(entries: Entries, *given: Any) -> Any:
        _reads.add(entries.path)
        return plain(entries, *given)

    return method


for _name in (
    "__iter__", "__len__", "__reversed__", "__eq__", "__ne__", "__or__", "__ror__", "__repr__",
    "keys", "values", "items", "copy",
):  # fmt: skip
    setattr(Entries, _name, _reads_all(_name))
