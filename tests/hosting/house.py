"""A host over a real log, which can be shut down and started again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests import toy

from tablefolk.core.game import Refusal
from tablefolk.core.table.state import Table
from tablefolk.hosting.live import Live
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.log.memory import MemoryLog
from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.store import Store, in_file, in_memory
from tablefolk.hosting.tables import Done, Host

EVENING = 1_700_000_000.0


class Counting(MemoryLog):
    """A log in memory that counts the entries it hands out."""

    rows_read = 0

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        rows = await super().read(table, after, limit)
        self.rows_read += len(rows)
        return rows

    async def tail(self, table: str, count: int) -> list[Row]:
        rows = await super().tail(table, count)
        self.rows_read += len(rows)
        return rows


class House:
    """Tables of the toy game, on a log that outlives the process that keeps it."""

    def __init__(
        self, file: Path | None = None, game: Any = toy, store: Store | None = None
    ) -> None:
        self.file, self.game = file, game
        self.memory = Counting()
        self.now, self.off = EVENING, 0.0  # by how much the clock on the wall is wrong
        self.host = self._host(store or self._opened())

    def _opened(self) -> Store:
        return in_file(self.file) if self.file else in_memory(self.memory)

    def _host(self, store: Store) -> Host:
        self.log: Any = store.log
        self.bus: Any = store.bus
        return Host(store, [self.game], lambda: self.now + self.off, running=lambda: self.now)

    async def reopened(self) -> Store:
        """What the next process finds."""
        return self._opened()

    async def restart(self) -> None:
        """The process ends, and another takes over its log."""
        await self.close()
        self.host = self._host(await self.reopened())

    async def close(self) -> None:
        if self.log is not self.memory:
            await self.log.close()

    async def seated(self, *names: str, **options: Any) -> Evening:
        """A table with Gil as its GM and these players."""
        opened = await self.host.open_table("odd-one", "Odd evening", "Gil", options)
        evening = Evening(self, opened.table, {"gil": opened.token})
        for name in names:
            await evening.join(name)
        return evening


class HouseInPostgres(House):
    """The same in a database."""

    def __init__(self, url: str, store: Store) -> None:
        self.url = url
        super().__init__(store=store)

    async def reopened(self) -> Store:
        return await in_postgres(self.url)


class Evening:
    """One table, and the people at it."""

    def __init__(self, house: House, id: str, keys: dict[str, str]) -> None:
        self.house, self.id, self.keys = house, id, keys

    @property
    def host(self) -> Host:
        return self.house.host

    async def join(self, name: str, onlooker: bool = False) -> str:
        invite = await self.host.people.invite_of(self.id)
        assert invite
        opened = await self.host.join(invite, name, onlooker)
        self.keys[opened.member] = opened.token
        return opened.member

    async def do(self, who: str, do: str, id: str = "", /, **rest: Any) -> Done:
        """Somebody does something; `faces`, `for_seat` and `anonymous` say how."""
        how = {k: rest.pop(k) for k in ("faces", "for_seat", "anonymous") if k in rest}
        return await self.host.act(self.id, who, do, rest, id, **how)

    async def live(self) -> Live:
        live = await self.host.live(self.id)
        assert live
        return live

    async def table(self) -> Table:
        return (await self.live()).table

    async def told(self, member: str) -> list[str]:
        """The story as this member reads it."""
        live = await self.live()
        return [line.text for told in live.story(member) for line in told.lines]

    async def restarted(self) -> Table:
        """The table as another process finds it in the log."""
        await self.house.restart()
        return await self.table()


class Refused:
    """Expect a refusal by its rule and code; nothing may have changed."""

    def __init__(self, rule: str, code: str) -> None:
        self.rule, self.code = rule, code
        self._expect = pytest.raises(Refusal)

    def __enter__(self) -> pytest.ExceptionInfo[Refusal]:
        self.info = self._expect.__enter__()
        return self.info

    def __exit__(self, *error: Any) -> bool:
        suppressed = bool(self._expect.__exit__(*error))
        assert (self.info.value.rule, self.info.value.code) == (self.rule, self.code)
        return suppressed


def plain(table: Table) -> Any:
    """A table's state as plain values: each host has a class of its own for it."""
    return msgspec.to_builtins(table)
