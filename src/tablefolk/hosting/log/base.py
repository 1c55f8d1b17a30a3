"""What every log promises, whatever it is kept in."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Protocol

# Why a log cannot be used: no room, damage, out of reach, not ours to write, let go of.
Kind = Literal["full", "damaged", "away", "readonly", "closed", "other"]
Cells = tuple[Any, ...]  # of a row as a store gives it: a flipped bit can make another type


class Row(NamedTuple):
    """One line of a table's log as it is stored."""

    version: int
    command_id: str
    body: bytes


class Beside(NamedTuple):
    """What lies beside a table's log from its first moment: its links, drawings and state."""

    invite: tuple[bytes, str] | None = None  # its hash, and the link itself
    seats: tuple[tuple[str, bytes], ...] = ()  # members, and the hashes of their keys
    drawings: tuple[tuple[str, str, bytes], ...] = ()  # key, kind, bytes
    snapshot: tuple[int, str, bytes] | None = None  # version, edition, state


class Conflict(Exception):
    """Somebody else has appended that version, or made that table, first."""


class Duplicate(Exception):
    """This command is in the log already, at this version (TF-36)."""

    def __init__(self, version: int) -> None:
        super().__init__(f"this command is entry {version} already")
        self.version = version


class NoTable(Exception):
    """There is no such table, or no longer."""


class Broken(Exception):
    """The log cannot be read or written; one sentence says why."""

    def __init__(self, why: str, kind: Kind = "other") -> None:
        super().__init__(why)
        self.kind: Kind = kind


NOTHING = Beside()
Keys = Mapping[str, bytes | None]  # members, and the hash of the key each is given; None takes it
NO_KEYS: Keys = {}


class Log(Protocol):
    """The logs of all tables: all or nothing, in order, durable when a call returns."""

    async def create(
        self, table: str, about: bytes, rows: Sequence[Row] = (), beside: Beside = NOTHING
    ) -> None:
        """Make a table with its first entries and all that lies beside them, or nothing of it.

        Conflict if it is there, or if the state is of an entry that is not.
        """

    async def about(self, table: str) -> bytes | None:
        """The few words kept about a table, or None if there is none."""

    async def tables(self) -> list[tuple[str, bytes]]:
        """Every table and the words about it, by id."""

    async def append(
        self, table: str, after: int, rows: Sequence[Row], keys: Keys = NO_KEYS
    ) -> None:
        """Add the entries following `after`, or raise Duplicate, Conflict or NoTable.

        Rows are judged in order; a row's command is looked for before its version. Keys to seats
        are given and taken away with them or not at all. Whoever is cancelled while waiting
        cannot know whether it happened.
        """

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        """The entries following `after`, oldest first."""

    async def tail(self, table: str, count: int) -> list[Row]:
        """The newest entries, oldest first."""

    async def version(self, table: str) -> int:
        """The number of the newest entry; 0 before the first."""

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        """The same for many tables at once; one that is not there is left out."""

    async def integrity(self) -> list[str]:
        """What is wrong with the store, one sentence each; nothing if it is sound."""

    async def find(self, table: str, command_id: str) -> Row | None:
        """The entry that a command became."""

    async def save_snapshot(self, table: str, version: int, edition: str, body: bytes) -> None:
        """Keep the state after an entry, and let go of snapshots no longer worth keeping."""

    async def snapshot(
        self, table: str, edition: str, at_most: int | None = None
    ) -> tuple[int, bytes] | None:
        """The newest snapshot made by this edition, not past `at_most`."""

    async def drop_snapshots(self, table: str, after: int) -> None:
        """Forget the snapshots past `after`."""

    async def delete(self, table: str) -> None:
        """Remove a table with its entries, snapshots and links, for good (TF-41)."""

    async def flaw(self, table: str) -> int:
        """The first entry that is not as it was written, by its checksum; 0 where all are."""

    async def close(self) -> None:
        """Finish what was begun and let go of the store."""


def first_mark(table: str) -> bytes:
    """What the checksum of a table's first entry is chained to."""
    return sha256(table.encode(errors="surrogatepass")).digest()


def next_mark(before: bytes, row: Row) -> bytes:
    """The checksum of an entry, chained to the one before it: no bit of any can change unseen."""
    id = row.command_id.encode(errors="surrogatepass")
    head = row.version.to_bytes(8, "big") + len(id).to_bytes(4, "big")
    return sha256(before + head + id + row.body).digest()


def first_flaw(before: bytes, found: Iterable[Cells], after: int = 0) -> int:
    """The first of these entries (version, id, body, mark) that its checksum does not fit.

    0 where all are sound. A flipped bit can make another type of a value: that is a flaw too.
    """
    for number, (version, id, body, mark) in enumerate(found, after + 1):
        whole = isinstance(id, str) and isinstance(body, bytes) and version == number
        if not whole or next_mark(before, Row(version, id, body)) != mark:
            return number
        before = mark
    return 0


def consecutive(after: int, rows: Sequence[Row]) -> None:
    """Refuse rows that are misnumbered or name a command twice: the caller's mistake."""
    if [row.version for row in rows] != list(range(after + 1, after + 1 + len(rows))):
        raise ValueError(f"rows after {after} must be numbered from {after + 1} without gaps")
    if len({row.command_id for row in rows}) != len(rows):
        raise ValueError("two rows carry the same command id")


def worth_keeping(versions: Collection[int]) -> set[int]:
    """Snapshots such that any earlier moment is no further from one than it is old.

    That takes about two for every doubling of the log's length.
    """
    newest, kept = max(versions), [0]
    for version, following in pairwise(sorted(versions)):
        if following - kept[-1] > newest - following:
            kept.append(version)
    return {*kept[1:], newest}
