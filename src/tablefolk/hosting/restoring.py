"""A backup is put back: what was there is kept aside, whole, and nothing is ever half there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.complaints import damaged, telling
from tablefolk.hosting.log.copying import copied, reading, stamp, sync, unsound
from tablefolk.hosting.log.locking import let_go, locked
from tablefolk.hosting.log.schema import recognise
from tablefolk.hosting.moving import name_of

COMPANIONS = ("-wal", "-shm")  # what lies beside a data file and belongs to it


class Kept(NamedTuple):
    """How much of a table there is in a file."""

    name: str
    entries: int


def tables_in(path: Path) -> dict[str, Kept]:
    """Every table and how long it is; Broken where that is no sound data file of ours."""
    if not path.is_file():
        raise Broken(f"There is no file {path}.")
    with telling(path):
        if said := unsound(path):
            raise Broken(damaged(path, said), "damaged")
        with closing(reading(path)) as db:
            recognise(path, db)
            query = (
                "SELECT id, about, (SELECT count(*) FROM entries WHERE table_id = id) FROM tables"
            )
            return {id: Kept(name_of(id, about), n) for id, about, n in db.execute(query)}


def newer_in(path: Path, backup: dict[str, Kept]) -> list[str]:
    """What a data file has that the backup has not, one sentence for each table."""
    if not path.exists():
        return []
    try:
        present = tables_in(path)
    except Broken as broken:
        return [f"What is newer in the present file cannot be said: {broken}"]
    return [
        f"{table.name}: {_more(table, backup.get(id))}"
        for id, table in present.items()
        if id not in backup or table.entries > backup[id].entries
    ]


def _more(table: Kept, then: Kept | None) -> str:
    if then is None:
        return f"the whole table, {table.entries} entries"
    return f"{table.entries - then.entries} entries after the {then.entries} that the backup has"


def put_back(backup: Path, path: Path) -> Path | None:
    """The backup takes the file's place; where the file as it was is kept, if there was one."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = locked(path)
    try:
        fresh = copied(backup, path.with_name(f".{path.name}.restored"))
        aside = _set_aside(path)
        fresh.rename(path)
        sync(path.parent)
        return aside
    finally:
        let_go(path, lock)


def _set_aside(path: Path) -> Path | None:
    """Under a dated name, with what lies in its write-ahead log.

    That goes first: by no accident may the newest of the one file be taken for that of the other.
    """
    to = path.with_name(f"{path.name}.before-{stamp()}")
    for companion in COMPANIONS:
        beside = path.with_name(f"{path.name}{companion}")
        if beside.exists():
            beside.rename(to.with_name(f"{to.name}{companion}"))
    return path.rename(to) if path.exists() else None
