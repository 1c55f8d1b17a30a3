"""The crowd at the door: who only stands there makes room for who asks, and nobody takes it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.hosting import counting
from tablefolk.web.asker import LOOPBACK, Trusted, asking, household
from tablefolk.web.doors import USUAL, Doors
from tablefolk.web.guard import say

Key = TypeVar("Key")
FULL = said("This house is full just now; try again in a moment.")
CROWDED = said("Too much is under way from your address; try again in a moment.")
PAGES_OF_ADDRESS = said("Too many pages are open from your address; shut some of them.")
PAGES_OF_SEAT = said("You have this seat open too many times; shut some of its pages.")


class Standing(Protocol):
    """A connection that can be let go."""

    def part(self) -> None: ...


class Crowd:
    """All connections of this process, by what they do and where they come from."""

    def __init__(
        self, most: int, doors: Doors = USUAL, trusted: Trusted = LOOPBACK, linger: float = 0.0
    ) -> None:
        self.most, self.doors, self.trusted = most, doors, trusted
        self.linger = linger  # seconds for who comes late, where somebody else takes over
        self.silent: dict[Standing, None] = {}  # who has not asked anything yet, first come first
        self.resting: dict[Standing, None] = {}  # who was answered, and may ask again
        self.connected: Counter[str] = Counter()
        self.asking: Counter[str] = Counter()

    def takes(self, address: str, there: int) -> str:
        """Whether one more may come, by a sentence against it; somebody else may have to go."""
        many = self.connected[household(address)] >= self.doors.an_address
        if many and not shared(address, self.trusted):
            return counted("connections", CROWDED)
        return "" if there <= self.most or self._lets_go() else counted("house", FULL)

    def _lets_go(self) -> bool:
        """Of those who have nothing under way, the one for the longest."""
        for some in (self.silent, self.resting):
            for one in some:
                del some[one]
                one.part()
                return True
        return False

    def comes(self, address: str) -> None:
        self.connected[household(address)] += 1

    def goes(self, one: Standing, address: str) -> None:
        self.silent.pop(one, None)
        self.resting.pop(one, None)
        _less(self.connected, household(address))

    def counting(self, app: ASGIApp) -> ASGIApp:
        """The application, with requests under way counted by who asks, behind proxies too."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            if scope["type"] != ScopeType.HTTP or not client or shared(client[0], self.trusted):
                return await app(scope, receive, send)
            who = asking(scope)
            if self.asking[who] >= self.doors.an_address:
                return await say(send, 429, counted("requests", CROWDED))
            self.asking[who] += 1
            try:
                await app(scope, receive, send)
            finally:
                _less(self.asking, who)

        return watched


class Streams:
    """The open streams, by address and by seat."""

    def __init__(self, doors: Doors = USUAL, trusted: Trusted = LOOPBACK) -> None:
        self.doors, self.trusted = doors, trusted
        self.over = False  # the house is going down
        self.of_address: Counter[str] = Counter()
        self.of_seat: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def one(self, address: str, seat: tuple[str, str]) -> Iterator[None]:
        """One stream more while it lasts, or a refusal."""
        who, most = household(address), self.doors
        if self.of_seat[seat] >= most.streams_a_seat:
            raise too_many(PAGES_OF_SEAT)
        if self.of_address[who] >= most.streams_an_address and not shared(address, self.trusted):
            raise too_many(PAGES_OF_ADDRESS)
        self.of_seat[seat] += 1
        self.of_address[who] += 1
        try:
            yield
        finally:
            _less(self.of_seat, seat)
            _less(self.of_address, who)


def too_many(why: str) -> Refusal:
    return Refusal("TF-43", "too_often", counted("streams", why), firm=True)


def counted(kind: str, sentence: str) -> str:
    """The same sentence, and one more who had to be told it."""
    counting.count("limited", kind=kind)
    return sentence


def shared(address: str, trusted: Trusted) -> bool:
    """Whether behind an address there may be anybody: this machine, or a trusted proxy."""
    return address in LOOPBACK or address in trusted


def _less(counted: Counter[Key], key: Key) -> None:
    counted[key] -= 1
    if counted[key] <= 0:
        del counted[key]
