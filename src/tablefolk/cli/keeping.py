"""Tables in a data file: listed, written out, taken over, audited (TF-39, TF-40)."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path

import msgspec

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.game import Entry, Refusal
from tablefolk.core.lifting import Newer
from tablefolk.core.table import takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.checking import check as judge_again
from tablefolk.games import shelf
from tablefolk.hosting import auditing, keeping
from tablefolk.hosting.limits import FREE
from tablefolk.hosting.log.base import Broken, Log
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.store import Place, Store, opened, seen
from tablefolk.hosting.tables import About, Host, Opened, edition

Listed = list[tuple[str, About]]
UNREADABLE = "(unreadable)"  # what a table plays whose description is damaged


def list_tables(args: argparse.Namespace) -> int:
    """Every table: id, game, name, and why it cannot be played here where that is so."""
    rows = asyncio.run(_told(existing(parsing.place(args))))
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        for row in rows:
            why = f" ({row['refused']})" if "refused" in row else ""
            print(f"{row['id']}  {row['game']:<20} {row['name']}{why}")
    return 0


def write_out(args: argparse.Namespace) -> int:
    """One table, whole, to a file or to standard output."""
    data = asyncio.run(_exported(existing(parsing.place(args)), args.table))
    if args.output:
        args.output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)
    return 0


def take_over(args: argparse.Namespace) -> int:
    """A table from its file, with new links."""
    data = args.file.read_bytes()
    made, invite = asyncio.run(_imported(parsing.place(args), data))
    facts = {"table": made.table, "seat": f"/s/{made.token}", "invite": f"/j/{invite}"}
    print(json.dumps(facts) if args.json else "\n".join(f"{k}: {v}" for k, v in facts.items()))
    return 0


def audit(args: argparse.Namespace) -> int:
    """Judge every entry of every table again; 1 if anything is found."""
    found = asyncio.run(_checked(existing(parsing.place(args))))
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        for sentence in found:
            print(sentence)
        print("Everything is as the rules decide it." if not found else f"{len(found)} findings.")
    return 1 if found else 0


def existing(place: Place) -> Place:
    if isinstance(place, Path) and not place.exists():
        raise Refusal("TF-39", "no_file", f"There is no data file {place}.")
    return place


def described(id: str, raw: bytes) -> About:
    """What is kept about a table; where that is damaged, its id must do."""
    try:
        return msgspec.json.decode(raw, type=About)
    except (msgspec.DecodeError, TypeError):
        return About(UNREADABLE, id, 0.0)


# -- With the store open -----------------------------------------------------------------


@asynccontextmanager
async def looking(place: Place) -> AsyncIterator[Store]:
    """A store for reading, let go of in the end."""
    store = await seen(place)
    try:
        yield store
    finally:
        await store.close()


async def _listed(log: Log) -> Listed:
    return [(id, described(id, about)) for id, about in await log.tables()]


async def _told(place: Place) -> list[dict[str, str]]:
    async with looking(place) as store:
        return [await _row(store.log, id, about) for id, about in await _listed(store.log)]


async def _row(log: Log, id: str, about: About) -> dict[str, str]:
    row = {"id": id, "game": about.game, "name": about.name}
    try:
        await _known(log, id, about)
    except Newer as no:
        row["refused"] = no.why
    return row


async def _known(log: Log, id: str, about: About) -> None:
    """Refuse a table that a newer release has written in; its newest entry says so."""
    if game := games().get(about.game):
        for row in await log.tail(id, 1):
            with suppress(msgspec.DecodeError):  # damaged, not newer: `check` tells
                game.codec.know(row.body)


async def _exported(place: Place, wanted: str) -> bytes:
    async with looking(place) as store:
        listed = await _listed(store.log)
        matching = [(id, a) for id, a in listed if wanted in (id, a.name)]
        if len(matching) != 1:
            found = "No table" if not matching else f"{len(matching)} tables"
            raise Refusal("TF-39", "unknown", f"{found} of that name or id; see tablefolk tables.")
        ((id, about),) = matching
        await _known(store.log, id, about)
        flaw = await store.log.flaw(id)
        bodies = [row.body for row in await store.log.read(id, 0, flaw - 1 if flaw else None)]
        kept = await store.drawings.of(id)
    if flaw:
        why = f"Entry {flaw} is not as it was written: what came before it was exported."
        print(f"tablefolk: {why}", file=sys.stderr)
    return keeping.export(games()[about.game], about.name, bodies, kept)


async def _imported(place: Place, data: bytes) -> tuple[Opened, str]:
    store = await opened(place)
    try:
        made = await Host(store, shelf().games, limits=FREE).import_(data)
        return made, await store.people.invite_of(made.table) or ""
    finally:
        await store.close()


async def _checked(place: Place) -> list[str]:
    async with looking(place) as store:
        found = list(await store.log.integrity())
        for id, raw in await store.log.tables():
            about = described(id, raw)
            wrong = [*await _beside(store.log, id), *await _judged(store.log, id, about)]
            found += [f"{about.name}: {sentence}" for sentence in wrong]
        return found


async def _beside(log: Log, id: str) -> list[str]:
    """What is wrong with what lies beside a log; a database server looks after its own."""
    if not isinstance(log, SqliteLog):
        return []
    return await log.file.read(partial(auditing.beside, table=id))


async def _judged(log: Log, id: str, about: About) -> list[str]:
    """What is wrong with one table, an entry at a time."""
    if flaw := await log.flaw(id):
        return [f"entry {flaw} is not as it was written"]
    game = games().get(about.game)
    if game is None:
        return [f"its game {about.game} is not known here"]
    rows, entries = await log.read(id), []
    for row in rows:
        try:
            entries.append(game.codec.load(row.body))
        except Newer as no:
            return [f"entry {row.version}: {no.unfit}"]
        except (msgspec.DecodeError, LookupError, TypeError, ValueError) as bad:
            return [f"entry {row.version}: it cannot be read: {bad}"]
    otherwise, state = judge_again(game, entries)
    found = [f"entry {d.number}: {d.why}" for d in otherwise]
    if not found and about.name != state.name:
        found.append("it is listed under another name")
    named = zip(rows, entries, strict=True)
    found += [f"entry {r.version}: it is not under its own id" for r, e in named if r[1] != e.id]
    return found or _unlike(game, entries, await log.snapshot(id, edition(game)))


def _unlike(
    game: GameAtTable, entries: list[Entry], snapshot: tuple[int, bytes] | None
) -> list[str]:
    """Whether the state that was kept is the one the log adds up to."""
    if snapshot is None:
        return []
    version, body = snapshot
    try:
        kept = game.codec.load_state(body)
    except msgspec.DecodeError:
        return []  # of another shape: nobody will believe it
    folded = takeback.fold(game, game.new({}), entries[:version])
    return [] if kept == folded else [f"entry {version}: the state kept with it is another"]


@cache
def games() -> dict[str, GameAtTable]:
    return {game.key: GameAtTable(game) for game in shelf().games}


# -- The commands ----------------------------------------------------------------------------


def _with_data(parser: argparse.ArgumentParser) -> None:
    parsing.where(parser)
    parsing.as_json(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id, or its name where only one has it")
    parsing.output(parser)
    parsing.where(parser)


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a file written by export")
    _with_data(parser)


tables = Command(_with_data, list_tables, troubles=(Broken,))
export = Command(_export_arguments, write_out, troubles=(Broken,))
import_ = Command(_import_arguments, take_over, troubles=(Broken,))
check = Command(_with_data, audit, troubles=(Broken,))
