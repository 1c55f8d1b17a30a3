"""Everything in a PostgreSQL database, which any number of processes may serve at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.store import Store

if TYPE_CHECKING:
    from tablefolk.hosting.postgres.database import Database

NO_DRIVER = "A PostgreSQL database needs its driver: pip install 'tablefolk[postgres]'."


async def in_postgres(url: str) -> Store:
    """A store in a database that other processes may serve, too; made ready if it is new."""
    need_driver()
    from tablefolk.hosting.postgres import schema
    from tablefolk.hosting.postgres.database import Database

    return await ready(Database(url), schema.prepare)


async def seen_in_postgres(url: str) -> Store:
    """The same for reading only."""
    need_driver()
    from tablefolk.hosting.postgres import schema
    from tablefolk.hosting.postgres.database import Database

    return await ready(Database(url, writes=False), schema.recognise)


async def ready(database: Database, look: Look) -> Store:
    """The store of a database, once that has been looked at and others can be heard."""
    from tablefolk.hosting.postgres.bus import PostgresBus
    from tablefolk.hosting.postgres.drawings import PostgresDrawings
    from tablefolk.hosting.postgres.log import PostgresLog
    from tablefolk.hosting.postgres.people import PostgresPeople

    try:
        await database.read(lambda con: look(con, database.name))
        bus = PostgresBus(database)
        await bus.hearing()
    except BaseException:
        await database.close()
        raise
    return Store(PostgresLog(database), PostgresPeople(database), PostgresDrawings(database), bus)


def need_driver() -> None:
    """Say in one sentence what to install."""
    try:
        import psycopg  # noqa: F401
    except ImportError as missing:  # itself, or the library it speaks through
        raise Broken(NO_DRIVER) from missing


if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tablefolk.hosting.postgres.lines import Con

    Look = Callable[[Con, str], Awaitable[None]]
