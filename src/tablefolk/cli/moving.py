"""`tablefolk move`: all tables from a data file to a database, and back."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.refusing import Refusal
from tablefolk.core.words import many
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.log.wholes import FileTables
from tablefolk.hosting.moving import Moved, Tables, moved
from tablefolk.hosting.store import Place, Store, is_address, opened


def move_all(args: argparse.Namespace) -> int:
    """Move every table that is not there yet; 1 if any is not the same on both sides."""
    if isinstance(args.source, Path) and not args.source.is_file():
        raise Refusal("TF-39", "no_file", f"There is no data file {args.source}.")
    if args.source == args.to:
        raise Refusal("TF-39", "same_place", "The tables are there already.")
    done = asyncio.run(_moved(args.source, args.to))
    tell(done, args.json)
    return 1 if any(one.differs for one in done) else 0


async def _moved(source: Place, to: Place) -> list[Moved]:
    async with tables_at(source) as here, tables_at(to) as there:
        return [one async for one in moved(here, there)]


@asynccontextmanager
async def tables_at(place: Place) -> AsyncIterator[Tables]:
    """The tables of a place, which is let go of in the end."""
    store = await opened(place)
    try:
        yield tables_of(store)
    finally:
        await store.close()


def tables_of(store: Store) -> Tables:
    if isinstance(store.log, SqliteLog):
        return FileTables(store.log)
    from tablefolk.hosting.postgres.log import PostgresLog
    from tablefolk.hosting.postgres.wholes import DatabaseTables

    assert isinstance(store.log, PostgresLog)
    return DatabaseTables(store.log)


def tell(done: list[Moved], as_json: bool) -> None:
    """What differs, a line each, and the sum."""
    now = [one for one in done if one.now]
    differing = [one.differs for one in done if one.differs]
    there = len(done) - len(now) - sum(not one.now for one in done if one.differs)
    entries = sum(one.entries for one in now)
    if as_json:
        print(json.dumps({"moved": len(now), "entries": entries, "there": there,
                          "differ": differing}, ensure_ascii=False))  # fmt: skip
        return
    for sentence in differing:
        print(sentence)
    print(
        f"{many(len(now), 'table')} moved ({many(entries, 'entry', 'entries')}), "
        f"{there} there already,"
        f" {len(differing)} differ."
    )


def place(text: str) -> Place:
    """A data file or a database, as somebody typed it."""
    return text if is_address(text) else Path(text)


def _arguments(parser: argparse.ArgumentParser) -> None:
    either = "a data file, or a database as postgresql://user@host/name"
    parser.add_argument("--from", dest="source", type=place, required=True, help=either)
    parser.add_argument("--to", type=place, required=True, help=either)
    parsing.as_json(parser)


move = Command(_arguments, move_all, troubles=(Broken,))
