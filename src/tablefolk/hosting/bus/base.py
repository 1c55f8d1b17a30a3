"""What every bus promises: a wake-up may be late or joined with others, but it comes."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from msgspec import Struct

Versions = AsyncIterator[int]


class Moved(Struct, frozen=True, tag=True):
    """Another process has written in a table's log, up to this entry; or has deleted it."""

    table: str
    version: int


class Reseated(Struct, frozen=True, tag=True):
    """The key to a seat is another one, or none: whoever came by the old one is signed out."""

    table: str
    member: str


class Present(Struct, frozen=True, tag=True):
    """Who is at some tables of a process: the members, and on how many pages each.

    Of tables that are not named nothing is said; one without anybody has been left.
    """

    process: str
    tables: dict[str, dict[str, int]]


class Shows(Struct, frozen=True, tag=True):
    """A page: at which process its stream is, if it has one, and what is open on it."""

    process: str
    table: str
    page: str
    member: str
    on: str = ""
    drawer: str = ""
    under: str = ""
    streams: bool = True
    at_once: bool = True  # or with the next news: those of an act that is not judged yet
    plays: str = ""  # whose seat it shows, where that was lent to the member (TF-6)


class WhoIsThere(Struct, frozen=True, tag=True):
    """A process has come, and asks all others who is at their tables."""


class Missed(Struct, frozen=True, tag=True):
    """The line was broken: anything may have been said meanwhile. Never sent, only heard."""


Word = Moved | Reseated | Present | Shows | WhoIsThere | Missed
Hear = Callable[[Word], None]


class Bus(Protocol):
    """Carries (table, version) from whoever appended to whoever shows the table."""

    shared: bool  # whether other processes may write in the same tables

    async def publish(self, table: str, version: int) -> None:
        """Wake all who listen to this table; an older version than the last wakes nobody."""

    def subscribe(self, table: str) -> AbstractAsyncContextManager[Versions]:
        """Listen: once entered nothing is missed, so enter first and read the log then.

        The slow get only the newest version. The versions end when the bus is closed.
        """

    async def tell(self, word: Word) -> None:
        """Say something to all other processes; it may be lost, like anything said."""

    def listen(self, hear: Hear) -> None:
        """Hear what other processes say, `Moved` included, and never one's own words."""

    async def close(self) -> None:
        """End all subscriptions."""
