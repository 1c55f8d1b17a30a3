"""A line to the database: one connection, made when it is needed and again when it breaks."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow

from tablefolk.hosting.log.base import Broken

T = TypeVar("T")
Con = AsyncConnection[TupleRow]
Address = dict[str, Any]  # what the driver takes, by its names
Ask = Callable[[Con], Awaitable[T]]

SILENCE = 5.0  # seconds without an answer, after which a line is taken for broken
PAUSES = (0.0, 0.05, 0.1, 0.2, 0.5)  # seconds before it is tried again, and again
# What an operator says in the address goes before these.
USUAL = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "client_encoding": "UTF8",
}
# A process that is stopped within a transaction keeps the others waiting so long and no longer.
OPENING = (
    "SET search_path TO tablefolk; SET lock_timeout TO '3s';"
    " SET idle_in_transaction_session_timeout TO '5s';"
)


class Away(Exception):
    """There is no line: nothing was sent."""


class Lost(Exception):
    """The line broke: whether what was sent has happened is not known."""


class Line:
    """One connection; whoever uses it, uses it alone, and is never cancelled while doing so."""

    def __init__(self, address: Address, opening: str = "") -> None:
        self._address = {**USUAL, **address}
        self._opening = OPENING + opening
        self._con: Con | None = None
        self._failed = 0

    async def do(self, ask: Ask[T], longer: float = 0.0) -> T:
        """Do this on the connection; Away or Lost where there is none, or no longer."""
        con = await self._connected()
        # psycopg would wait for a cancelled statement, for ever if need be: so the line is cut.
        alarm = asyncio.get_running_loop().call_later(SILENCE + longer, hang_up, con)
        try:
            return await ask(con)
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if con.closed:
                raise Lost(sentence(error)) from error
            raise
        finally:
            alarm.cancel()

    def cut(self) -> None:
        """Let whoever waits on this line hear that it is broken."""
        if self._con:
            hang_up(self._con)

    async def close(self) -> None:
        """Let go of the connection."""
        if self._con:
            await self._con.close()

    async def _connected(self) -> Con:
        if self._con is None or self._con.closed:
            await asyncio.sleep(PAUSES[min(self._failed, len(PAUSES) - 1)])
            self._failed += 1
            self._con = await self._made()
            self._failed = 0
        return self._con

    async def _made(self) -> Con:
        try:
            con = await AsyncConnection.connect(**self._address, autocommit=True)
            return await self._opened(con)
        except psycopg.Error as error:
            raise Away(sentence(error)) from error

    async def _opened(self, con: Con) -> Con:
        con.adapters.register_dumper(str, Text)
        alarm = asyncio.get_running_loop().call_later(SILENCE, hang_up, con)
        try:
            await con.execute(self._opening)
        except BaseException:
            await con.close()
            raise
        finally:
            alarm.cancel()
        return con


class Text(Dumper):
    """What PostgreSQL's text cannot hold is asked for as something that nothing is called."""

    oid = psycopg.adapters.types["text"].oid

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", "\ufffd").encode(errors="replace")


def hang_up(con: Con) -> None:
    """Cut a line under whoever waits for it."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(con.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


def address_of(url: str) -> Address:
    """What a database's address says, piece by piece."""
    try:
        return conninfo_to_dict(url)
    except psycopg.Error:  # what it complains of may be a password
        why = "That is no address of a database; one looks like postgresql://user@host/name."
        raise Broken(why) from None


def name_of(address: Address) -> str:
    """What people are told of an address: never its password."""
    name = address.get("dbname") or address.get("user") or "of this user"
    return f"{name} at {address['host']}" if address.get("host") else str(name)


def sentence(error: Exception) -> str:
    """The first line of what PostgreSQL or the driver says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".:")
