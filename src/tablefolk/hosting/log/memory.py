"""A log that lives as long as its process: for tests and for trying things out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tablefolk.hosting.log.base import (
    NO_KEYS,
    NOTHING,
    Beside,
    Conflict,
    Duplicate,
    Keys,
    NoTable,
    Row,
    consecutive,
    first_flaw,
    first_mark,
    next_mark,
    worth_keeping,
)


@dataclass(slots=True)
class Box:
    """All that is kept of one table; throw it away and nothing is left."""

    about: bytes
    rows: list[Row] = field(default_factory=list)
    marks: list[bytes] = field(default_factory=list)  # the first is what they are chained to
    versions: dict[str, int] = field(default_factory=dict)
    snapshots: dict[int, tuple[str, bytes]] = field(default_factory=dict)
    invites: list[str] = field(default_factory=list)
    seats: dict[str, bytes] = field(default_factory=dict)
    drawings: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    shares: dict[tuple[int, int], str] = field(default_factory=dict)

    def add(self, rows: Sequence[Row]) -> None:
        """Put checked rows at the end."""
        self.rows.extend(rows)
        for row in rows:
            self.marks.append(next_mark(self.marks[-1], row))
        self.versions.update((row.command_id, row.version) for row in rows)


class MemoryLog:
    """The log's contract on plain lists."""

    def __init__(self) -> None:
        self.boxes: dict[str, Box] = {}

    def box(self, table: str) -> Box:
        """A table's box, or NoTable."""
        try:
            return self.boxes[table]
        except KeyError:
            raise NoTable(table) from None

    async def create(
        self, table: str, about: bytes, rows: Sequence[Row] = (), beside: Beside = NOTHING
    ) -> None:
        consecutive(0, rows)
        late = beside.snapshot is not None and beside.snapshot[0] > len(rows)
        if table in self.boxes or late:
            raise Conflict(table)
        box = Box(about, marks=[first_mark(table)], seats=dict(beside.seats))
        box.add(rows)
        box.invites = [beside.invite[1]] if beside.invite else []
        box.drawings = {key: (kind, body) for key, kind, body in beside.drawings}
        if beside.snapshot:
            version, edition, body = beside.snapshot
            box.snapshots[version] = edition, body
        self.boxes[table] = box

    async def about(self, table: str) -> bytes | None:
        return self.boxes[table].about if table in self.boxes else None

    async def tables(self) -> list[tuple[str, bytes]]:
        return [(table, box.about) for table, box in sorted(self.boxes.items())]

    async def append(
        self, table: str, after: int, rows: Sequence[Row], keys: Keys = NO_KEYS
    ) -> None:
        consecutive(after, rows)
        box = self.box(table)
        for place, row in enumerate(rows, len(box.rows) + 1):
            if row.command_id in box.versions:
                raise Duplicate(box.versions[row.command_id])
            if row.version != place:
                raise Conflict(table)
        box.add(rows)
        for member, hash_ in keys.items():
            box.seats.pop(member, None)
            if hash_ is not None:
                box.seats[member] = hash_

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        return self._rows(table)[after:][:limit]

    async def tail(self, table: str, count: int) -> list[Row]:
        rows = self._rows(table)
        return rows[max(0, len(rows) - count) :]

    async def version(self, table: str) -> int:
        return len(self._rows(table))

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        return {table: len(self.boxes[table].rows) for table in tables if table in self.boxes}

    async def integrity(self) -> list[str]:
        return []

    async def find(self, table: str, command_id: str) -> Row | None:
        if table not in self.boxes or command_id not in self.boxes[table].versions:
            return None
        return self.boxes[table].rows[self.boxes[table].versions[command_id] - 1]

    async def save_snapshot(self, table: str, version: int, edition: str, body: bytes) -> None:
        box = self.box(table)
        if version > len(box.rows):
            raise Conflict(table)
        same = {v: s for v, s in box.snapshots.items() if s[0] == edition}
        same[version] = (edition, body)
        box.snapshots = {v: same[v] for v in worth_keeping(same)}

    async def snapshot(
        self, table: str, edition: str, at_most: int | None = None
    ) -> tuple[int, bytes] | None:
        kept = self.boxes[table].snapshots if table in self.boxes else {}
        limit = max(kept, default=0) if at_most is None else at_most
        fitting = [v for v, (made_by, _) in kept.items() if made_by == edition and v <= limit]
        return (max(fitting), kept[max(fitting)][1]) if fitting else None

    async def drop_snapshots(self, table: str, after: int) -> None:
        if table in self.boxes:
            box = self.boxes[table]
            box.snapshots = {v: s for v, s in box.snapshots.items() if v <= after}

    async def delete(self, table: str) -> None:
        self.boxes.pop(table, None)

    async def flaw(self, table: str) -> int:
        if table not in self.boxes:
            return 0
        first, *marks = self.boxes[table].marks
        found = zip(self.boxes[table].rows, marks, strict=False)
        return first_flaw(first, ((*row, mark) for row, mark in found))

    async def close(self) -> None:
        pass

    def _rows(self, table: str) -> list[Row]:
        return self.boxes[table].rows if table in self.boxes else []
