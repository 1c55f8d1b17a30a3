"""Links are capabilities: who holds one may sit down, whoever they are (TF-2, TF-3)."""

import base64
import hashlib
import hmac
import os
import sqlite3
from typing import NamedTuple, Protocol

from tablefolk.hosting.log.base import NoTable
from tablefolk.hosting.log.datafile import DataFile
from tablefolk.hosting.log.memory import MemoryLog

KEYS = 10_000  # seats whose keys are known without looking them up
TOKEN_BYTES = 18  # 144 bits, 24 letters without padding


class Seated(NamedTuple):
    """Whose seat a link is."""

    table: str
    member: str


class Shared(NamedTuple):
    """Which recap a link leads to; with the scene 0, that of a whole evening (TF-15)."""

    table: str
    session: int
    scene: int = 0


class LinkExpired(Exception):
    """The GM has renewed this invite link."""


class LinkUnknown(Exception):
    """No table has, or had, this invite link."""


class People(Protocol):
    """Invite links and seat links; a seat link is kept only as its hash."""

    async def invite(self, table: str) -> str:
        """A new invite link; the one before it has expired."""

    async def invite_of(self, table: str) -> str | None:
        """The live invite link, for the GM's page."""

    async def table_of_invite(self, token: str) -> str:
        """The table an invite link leads to, or LinkExpired or LinkUnknown."""

    async def seat_link(self, table: str, member: str) -> str:
        """A new key to a member's seat; the one before it, and its devices, are signed out."""

    async def seat_of(self, token: str) -> Seated | None:
        """Whose seat a link or a device's cookie is the key to."""

    async def unseat(self, table: str, member: str) -> None:
        """Take a member's key away."""

    async def share(self, recap: Shared) -> str:
        """The link by which anybody may read that recap; the same for as long as it is shared."""

    async def share_of(self, recap: Shared) -> str | None:
        """Its link, where it is shared."""

    async def unshare(self, recap: Shared) -> None:
        """That link leads nowhere any more."""

    async def shared(self, token: str) -> Shared | None:
        """The recap a link leads to."""

    async def delete(self, table: str) -> None:
        """Forget all links of a table (the log's own delete does it too)."""


def new_token() -> str:
    """A secret nobody can guess."""
    return base64.urlsafe_b64encode(os.urandom(TOKEN_BYTES)).decode()


def digest(token: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


class SqlitePeople:
    """Links in the data file, written by the same thread as the log."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    async def invite(self, table: str) -> str:
        token = new_token()
        await self._file.write(lambda db: renew(db, table, token))
        return token

    async def invite_of(self, table: str) -> str | None:
        query = "SELECT token FROM invites WHERE table_id = ? AND token IS NOT NULL"
        found = self._file.peek(lambda db: db.execute(query, (table,)).fetchone())
        return found[0] if found else None

    async def table_of_invite(self, token: str) -> str:
        query = "SELECT hash, table_id, token FROM invites WHERE hash = ?"
        hash_ = digest(token)
        found = self._file.peek(lambda db: db.execute(query, (hash_,)).fetchone())
        if not found or not hmac.compare_digest(found[0], hash_):
            raise LinkUnknown
        if found[2] is None:
            raise LinkExpired
        table: str = found[1]
        return table

    async def seat_link(self, table: str, member: str) -> str:
        token = new_token()
        await self._file.write(lambda db: seat(db, table, member, digest(token)))
        self._file.keys.clear()
        return token

    async def seat_of(self, token: str) -> Seated | None:
        query = "SELECT hash, table_id, member FROM seats WHERE hash = ?"
        hash_ = digest(token)
        if hash_ in self._file.keys:
            return Seated(*self._file.keys[hash_])
        found = self._file.peek(lambda db: db.execute(query, (hash_,)).fetchone())
        if not found or not hmac.compare_digest(found[0], hash_):
            return None
        if len(self._file.keys) > KEYS:
            self._file.keys.clear()
        self._file.keys[hash_] = Seated(*found[1:])
        return Seated(*found[1:])

    async def unseat(self, table: str, member: str) -> None:
        query = "DELETE FROM seats WHERE table_id = ? AND member = ?"
        await self._file.write(lambda db: db.execute(query, (table, member)).rowcount)
        self._file.keys.clear()

    async def share(self, recap: Shared) -> str:
        token = new_token()
        await self._file.write(lambda db: share(db, recap, token))
        return await self.share_of(recap) or token

    async def share_of(self, recap: Shared) -> str | None:
        query = "SELECT token FROM shares WHERE table_id = ? AND session = ? AND scene = ?"
        found = self._file.peek(lambda db: db.execute(query, recap).fetchone())
        return found[0] if found else None

    async def unshare(self, recap: Shared) -> None:
        query = "DELETE FROM shares WHERE table_id = ? AND session = ? AND scene = ?"
        await self._file.write(lambda db: db.execute(query, recap).rowcount)

    async def shared(self, token: str) -> Shared | None:
        query = "SELECT hash, table_id, session, scene FROM shares WHERE hash = ?"
        hash_ = digest(token)
        found = self._file.peek(lambda db: db.execute(query, (hash_,)).fetchone())
        if not found or not hmac.compare_digest(found[0], hash_):
            return None
        return Shared(*found[1:])

    async def delete(self, table: str) -> None:
        await self._file.erase(lambda db: forget(db, table))
        self._file.keys.clear()


def renew(db: sqlite3.Connection, table: str, token: str) -> None:
    """Let the live invite expire, keeping its hash to say so, and put another in its place."""
    db.execute("UPDATE invites SET token = NULL WHERE table_id = ?", (table,))
    try:
        db.execute("INSERT INTO invites VALUES (?, ?, ?)", (digest(token), table, token))
    except sqlite3.IntegrityError:
        raise NoTable(table) from None


def seat(db: sqlite3.Connection, table: str, member: str, hash_: bytes) -> None:
    """Make this the one key to a seat."""
    try:
        db.execute("REPLACE INTO seats VALUES (?, ?, ?)", (table, member, hash_))
    except sqlite3.IntegrityError:
        raise NoTable(table) from None


def share(db: sqlite3.Connection, recap: Shared, token: str) -> None:
    """Make this the link of a recap, unless it has one."""
    query = "INSERT INTO shares VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    try:
        db.execute(query, (digest(token), *recap, token))
    except sqlite3.IntegrityError:
        raise NoTable(recap.table) from None


def forget(db: sqlite3.Connection, table: str) -> None:
    """Remove a table's links."""
    db.execute("DELETE FROM invites WHERE table_id = ?", (table,))
    db.execute("DELETE FROM seats WHERE table_id = ?", (table,))
    db.execute("DELETE FROM shares WHERE table_id = ?", (table,))


class MemoryPeople:
    """Links beside a log in memory, gone with the table they belong to."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    async def invite(self, table: str) -> str:
        invites = self._log.box(table).invites
        invites.append(new_token())
        return invites[-1]

    async def invite_of(self, table: str) -> str | None:
        box = self._log.boxes.get(table)
        return box.invites[-1] if box and box.invites else None

    async def table_of_invite(self, token: str) -> str:
        for table, box in self._log.boxes.items():
            for known in box.invites:
                if hmac.compare_digest(digest(known), digest(token)):
                    if known != box.invites[-1]:
                        raise LinkExpired
                    return table
        raise LinkUnknown

    async def seat_link(self, table: str, member: str) -> str:
        token = new_token()
        self._log.box(table).seats[member] = digest(token)
        return token

    async def seat_of(self, token: str) -> Seated | None:
        for table, box in self._log.boxes.items():
            for member, known in box.seats.items():
                if hmac.compare_digest(known, digest(token)):
                    return Seated(table, member)
        return None

    async def unseat(self, table: str, member: str) -> None:
        if table in self._log.boxes:
            self._log.boxes[table].seats.pop(member, None)

    async def share(self, recap: Shared) -> str:
        return self._log.box(recap.table).shares.setdefault(recap[1:], new_token())

    async def share_of(self, recap: Shared) -> str | None:
        box = self._log.boxes.get(recap.table)
        return box.shares.get(recap[1:]) if box else None

    async def unshare(self, recap: Shared) -> None:
        if recap.table in self._log.boxes:
            self._log.boxes[recap.table].shares.pop(recap[1:], None)

    async def shared(self, token: str) -> Shared | None:
        for table, box in self._log.boxes.items():
            for which, known in box.shares.items():
                if hmac.compare_digest(digest(known), digest(token)):
                    return Shared(table, *which)
        return None

    async def delete(self, table: str) -> None:
        if table in self._log.boxes:
            self._log.boxes[table].invites.clear()
            self._log.boxes[table].seats.clear()
            self._log.boxes[table].shares.clear()
