"""What every bus promises: a wake-up may be late or joined with others, but it comes."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

Versions = AsyncIterator[int]


class Bus(Protocol):
    """Carries (table, version) from whoever appended to whoever shows the table."""

    async def publish(self, table: str, version: int) -> None:
        """Wake all who listen to this table; an older version than the last wakes nobody."""

    def subscribe(self, table: str) -> AbstractAsyncContextManager[Versions]:
        """Listen: once entered nothing is missed, so enter first and read the log then.

        The slow get only the newest version. The versions end when the bus is closed.
        """

    async def close(self) -> None:
        """End all subscriptions."""
