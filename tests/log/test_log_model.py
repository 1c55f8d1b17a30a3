"""The log against the simplest thing that could be one, in any order of calls."""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from tests.stores import MakeStore, postgres

from tablefolk.hosting.log.base import Conflict, Duplicate, Log, NoTable, Row, worth_keeping
from tablefolk.hosting.log.memory import MemoryLog

T = TypeVar("T")
TABLES = st.sampled_from(["oak", "ash"])
COMMANDS = st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=3, unique=True)


class LogAndModel(RuleBasedStateMachine):
    """Two lists per table know what the log should say."""

    def __init__(self, make_store: MakeStore) -> None:
        super().__init__()
        self.make_store = make_store
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.Runner()
        self.log = self.wait(self.reopened())
        self.model: dict[str, list[Row]] = {}
        self.snapshots: dict[str, dict[int, bytes]] = {}

    async def reopened(self) -> Log:
        return (await self.make_store(Path(self.folder.name))).log

    def wait(self, call: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(call)

    def tried(self, call: Coroutine[Any, Any, None]) -> type[Exception] | None:
        try:
            self.wait(call)
        except (Conflict, Duplicate, NoTable) as refused:
            return type(refused)
        return None

    @rule(table=TABLES)
    def create(self, table: str) -> None:
        expected = Conflict if table in self.model else None
        assert self.tried(self.log.create(table, b"")) is expected
        self.model.setdefault(table, [])
        self.snapshots.setdefault(table, {})

    @rule(table=TABLES, behind=st.integers(-1, 2), commands=COMMANDS)
    def append(self, table: str, behind: int, commands: list[str]) -> None:
        after = max(0, len(self.model.get(table, [])) - behind)
        rows = [Row(n, command, b"") for n, command in enumerate(commands, after + 1)]
        assert self.tried(self.log.append(table, after, rows)) is self.expected(table, after, rows)

    def expected(self, table: str, after: int, rows: list[Row]) -> type[Exception] | None:
        if table not in self.model:
            return NoTable
        known = {row.command_id for row in self.model[table]}
        if rows[0].command_id in known:
            return Duplicate
        if after != len(self.model[table]):
            return Conflict
        if known & {row.command_id for row in rows}:
            return Duplicate
        self.model[table] += rows
        return None

    @rule(table=TABLES, body=st.binary(max_size=3))
    def save_snapshot(self, table: str, body: bytes) -> None:
        if self.model.get(table):
            newest = len(self.model[table])
            self.wait(self.log.save_snapshot(table, newest, "1", body))
            saved = {**self.snapshots[table], newest: body}
            self.snapshots[table] = {at: saved[at] for at in worth_keeping(saved)}

    @rule(table=TABLES, after=st.integers(0, 5))
    def drop_snapshots(self, table: str, after: int) -> None:
        self.wait(self.log.drop_snapshots(table, after))
        kept = self.snapshots.get(table, {})
        self.snapshots[table] = {at: body for at, body in kept.items() if at <= after}

    @rule(table=TABLES)
    def delete(self, table: str) -> None:
        self.wait(self.log.delete(table))
        self.model.pop(table, None)
        self.snapshots.pop(table, None)

    @rule()
    def reopen(self) -> None:
        if not isinstance(self.log, MemoryLog):
            self.wait(self.log.close())
            self.log = self.wait(self.reopened())

    @invariant()
    def all_entries_are_there(self) -> None:
        assert [table for table, _ in self.wait(self.log.tables())] == sorted(self.model)
        for table in ("oak", "ash"):
            assert self.wait(self.log.read(table)) == self.model.get(table, [])

    @invariant()
    def the_newest_snapshot_is_there(self) -> None:
        for table in ("oak", "ash"):
            expected = max(self.snapshots.get(table, {}).items(), default=None)
            assert self.wait(self.log.snapshot(table, "1")) == expected

    def teardown(self) -> None:
        self.wait(self.log.close())
        self.loop.close()
        self.folder.cleanup()


def test_the_log_agrees_with_a_list__TF_36(make_store: MakeStore) -> None:
    class ThisLogAndModel(LogAndModel):
        def __init__(self) -> None:
            super().__init__(make_store)

    run_state_machine_as_test(
        ThisLogAndModel,
        settings=settings(
            max_examples=12 if make_store is postgres else 40, stateful_step_count=25, deadline=None
        ),
    )
