"""Tables in a data file: listed, written out, taken over, audited (TF-39, TF-40)."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.game import Entry, Refusal
from tablefolk.core.lifting import Newer
from tablefolk.core.table import takeback
from tablefolk.core.table.at import At
from tablefolk.core.table.checking import check as judge_again
from tablefolk.games import shelf
from tablefolk.hosting import keeping
from tablefolk.hosting.drawings import SqliteDrawings
from tablefolk.hosting.limits import FREE
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import About, Host, Opened, edition

Listed = list[tuple[str, About]]


def list_tables(args: argparse.Namespace) -> int:
    """Every table: id, game, name, and why it cannot be played here where that is so."""
    rows = asyncio.run(_told(existing(args.data)))
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        for row in rows:
            why = f" ({row['refused']})" if "refused" in row else ""
            print(f"{row['id']}  {row['game']:<20} {row['name']}{why}")
    return 0


def write_out(args: argparse.Namespace) -> int:
    """One table, whole, to a file or to standard output."""
    data = asyncio.run(_exported(existing(args.data), args.table))
    if args.output:
        args.output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)
    return 0


def take_over(args: argparse.Namespace) -> int:
    """A table from its file, with new links."""
    data = args.file.read_bytes()
    opened, invite = asyncio.run(_imported(args.data, data))
    facts = {"table": opened.table, "seat": f"/s/{opened.token}", "invite": f"/j/{invite}"}
    print(json.dumps(facts) if args.json else "\n".join(f"{k}: {v}" for k, v in facts.items()))
    return 0


def audit(args: argparse.Namespace) -> int:
    """Judge every entry of every table again; 1 if anything is found."""
    found = asyncio.run(_checked(existing(args.data)))
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        for sentence in found:
            print(sentence)
        print("Everything is as the rules decide it." if not found else f"{len(found)} findings.")
    return 1 if found else 0


def existing(path: Path) -> Path:
    if not path.exists():
        raise Refusal("TF-39", "no_file", f"There is no data file {path}.")
    return path


# -- With the data file open -----------------------------------------------------------------


async def _listed(path: Path) -> Listed:
    log = SqliteLog.look(path)
    try:
        return [(id, msgspec.json.decode(about, type=About)) for id, about in await log.tables()]
    finally:
        await log.close()


async def _told(path: Path) -> list[dict[str, str]]:
    listed, log = await _listed(path), SqliteLog.look(path)
    try:
        return [await _row(log, id, about) for id, about in listed]
    finally:
        await log.close()


async def _row(log: SqliteLog, id: str, about: About) -> dict[str, str]:
    row = {"id": id, "game": about.game, "name": about.name}
    try:
        await _known(log, id, about)
    except Newer as no:
        row["refused"] = no.why
    return row


async def _known(log: SqliteLog, id: str, about: About) -> None:
    """Refuse a table that a newer release has written in; its newest entry says so."""
    if game := games().get(about.game):
        for row in await log.tail(id, 1):
            with suppress(msgspec.DecodeError):  # damaged, not newer: `check` tells
                game.codec.know(row.body)


async def _exported(path: Path, wanted: str) -> bytes:
    listed = await _listed(path)
    matching = [(id, a) for id, a in listed if wanted in (id, a.name)]
    if len(matching) != 1:
        how_many = "No table" if not matching else f"{len(matching)} tables"
        raise Refusal("TF-39", "unknown", f"{how_many} of that name or id; see tablefolk tables.")
    (id, about), log = matching[0], SqliteLog.look(path)
    try:
        await _known(log, id, about)
        bodies = [row.body for row in await log.read(id)]
        kept = await SqliteDrawings(log.file).of(id)
    finally:
        await log.close()
    return keeping.export(games()[about.game], about.name, bodies, kept)


async def _imported(path: Path, data: bytes) -> tuple[Opened, str]:
    store = in_file(path)
    try:
        opened = await Host(store, shelf().games, limits=FREE).import_(data)
        return opened, await store.people.invite_of(opened.table) or ""
    finally:
        await store.close()


async def _checked(path: Path) -> list[str]:
    log = SqliteLog.look(path)
    try:
        found = list(await log.integrity())
        for id, raw in await log.tables():
            about = msgspec.json.decode(raw, type=About)
            found += [f"{about.name}: {sentence}" for sentence in await _judged(log, id, about)]
        return found
    finally:
        await log.close()


async def _judged(log: SqliteLog, id: str, about: About) -> list[str]:
    """What is wrong with one table, an entry at a time."""
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
    found = [f"entry {d.number}: {d.why}" for d in judge_again(game, entries)[0]]
    named = zip(rows, entries, strict=True)
    found += [f"entry {r.version}: it is not under its own id" for r, e in named if r[1] != e.id]
    return found or _unlike(game, entries, await log.snapshot(id, edition(game)))


def _unlike(game: At, entries: list[Entry], snapshot: tuple[int, bytes] | None) -> list[str]:
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
def games() -> dict[str, At]:
    return {game.key: At(game) for game in shelf().games}


# -- The commands ----------------------------------------------------------------------------


def _with_data(parser: argparse.ArgumentParser) -> None:
    parsing.data(parser)
    parsing.as_json(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id, or its name where only one has it")
    parsing.output(parser)
    parsing.data(parser)


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a file written by export")
    _with_data(parser)


tables = Command(_with_data, list_tables, troubles=(Broken,))
export = Command(_export_arguments, write_out, troubles=(Broken,))
import_ = Command(_import_arguments, take_over, troubles=(Broken,))
check = Command(_with_data, audit, troubles=(Broken,))
