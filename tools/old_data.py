"""Keeps what this release writes, so that every later one is tried on it.

python -m tools.old_data NAME    writes tests/data/old/NAME; NAME is the release, and must be new

Each game's demo is played on by its own menus, with something of everything the table can do; then
a table's data file, its exports and a character of each game are kept, packed (see the README
beside them). Whoever plays takes what has been done least, so that many kinds of entries are there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from tablefolk.core import play
from tablefolk.core.game import Offer, Refusal
from tablefolk.games import ours, shelf
from tablefolk.hosting.live import Live
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host

OLD = Path(__file__).resolve().parent.parent / "tests" / "data" / "old"
GAMES = tuple(game for game in shelf().games if ours(game.key))
ACTS = 40  # at each table, beside its demo
# After these nobody would play on, or sit down at once.
ENDS = ("CloseTable", "Unseat", "SetRole", "Stop", "DropNote", "TakeBack")


def main(name: str) -> None:
    folder = OLD / name
    folder.mkdir()  # what is kept is never written anew
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "tables.sqlite"
        for file, body in asyncio.run(played(path)).items():
            keep(folder / file, body)
        keep(folder / "tables.sqlite", vacuumed(path))
    sums = [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}" for p in files(folder)]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n", "utf-8")


def keep(path: Path, body: bytes) -> None:
    path.with_name(f"{path.name}.xz").write_bytes(lzma.compress(body, preset=9))


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.xz"))


def vacuumed(path: Path) -> bytes:
    """A data file with nothing beside it, as small as it gets."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("VACUUM")
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    return path.read_bytes()


# -- Playing -------------------------------------------------------------------------------------


async def played(path: Path) -> dict[str, bytes]:
    """A table of every game in one data file; the export and a character of each."""
    store = in_file(path)
    host = Host(store, GAMES)
    kept: dict[str, bytes] = {}
    for game in GAMES:
        opened = (await host.tried(game.key))[-1]
        sheet = kept[f"{game.key}.character.json"] = await character(host, opened.table)
        await evening(host, opened.table, json.loads(sheet))
        kept[f"{game.key}.tablefolk"] = await host.export(opened.table)
    await store.close()
    return kept


async def evening(host: Host, table: str, sheet: dict[str, Any]) -> None:
    """The demo played on, with rulings, a guest, and something taken back, which keeps a state."""
    done = Counter[str]()
    for number in range(ACTS):
        await act(host, table, number, done)
    await asked(host, table)
    await allowed(host, table)
    await guest(host, table, sheet)
    gm = (await now(host, table)).table.gm
    said = await host.act(table, gm, "Say", {"text": "That was not it."})
    await host.act(table, gm, "TakeBack", {"entry": said.number})
    await host.act(table, gm, "RollFree", {"dice": "3d6"})
    await host.act(table, gm, "Say", {"text": "To be continued."})


async def now(host: Host, table: str) -> Live:
    live = await host.live(table)
    assert live
    return live


async def asked(host: Host, table: str) -> None:
    """Somebody asks for what the rules refuse, and waits."""
    async for member, raw in refused(host, table):
        with suppress(Refusal):
            await host.act(table, member, "AskRuling", {"command": raw, "why": "This once."})
            return


async def allowed(host: Host, table: str) -> None:
    """Whoever runs the game allows somebody what the rules refuse."""
    gm = (await now(host, table)).table.gm
    async for member, raw in refused(host, table):
        with suppress(Refusal):
            done = await host.act(table, gm, "Allow", {"command": raw, "seat": member})
            if done.entry.events:
                return


async def refused(host: Host, table: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    live = await now(host, table)
    for member in live.table.players:
        for offer in live.look(member.id).menu:
            if offer.refusal and not offer.refusal.firm:
                yield member.id, {"type": offer.do, **fields(offer)}


async def guest(host: Host, table: str, sheet: dict[str, Any]) -> None:
    """Somebody sits down and brings a character."""
    opened = await host.join(await host.people.invite_of(table) or "", "Odo")
    await host.act(table, opened.member, "BringCharacter", {"sheet": sheet})


async def act(host: Host, table: str, number: int, done: Counter[str]) -> None:
    """Somebody does what has been done least; what the rules refuse is not done."""
    live = await now(host, table)
    members = [member.id for member in live.table.present]
    member = members[number % len(members)]
    for offer in sorted(open_to(live, member), key=lambda offer: done[offer.do]):
        done[offer.do] += 1
        with suppress(Refusal):
            await host.act(table, member, offer.do, fields(offer))
            return


def open_to(live: Live, member: str) -> Iterator[Offer]:
    return (o for o in live.look(member).menu if o.open and o.do not in ENDS)


def fields(offer: Offer) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.to_builtins(play.sample(offer))
    return {key: value for key, value in raw.items() if key != "type"}


async def character(host: Host, table: str) -> bytes:
    """Somebody's character, as a file."""
    live = await now(host, table)
    gm = live.seat(live.table.gm)
    for who in live.table.play.cast:
        with suppress(Refusal):  # nobody plays this one
            return json.dumps(live.game.sheet(live.table, gm, who), ensure_ascii=False).encode()
    raise LookupError("nobody has a character")


if __name__ == "__main__":
    main(sys.argv[1])
