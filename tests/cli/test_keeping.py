"""Tables in a data file: listed, written out, taken over, audited."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal
from tests.marks import remark

from tablefolk.games import shelf
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import SNAPSHOT_EVERY, Host

SERVE = ["serve", "--port", "0"]


async def _played(path: Path, talk: int) -> list[str]:
    store = in_file(path)
    host = Host(store, shelf().games)
    demo = await host.demo("wheel-of-fate")
    for number in range(talk):
        await host.act(demo.table, demo.member, "Say", {"text": f"line {number}"})
    other = await host.open_table("wheel-of-fate", "Another", "Gil")
    await host.act(other.table, "gil", "RollFree", {"dice": "3d6"})
    await store.close()
    return [demo.table, other.table]


@pytest.fixture
def ids(terminal: Terminal) -> list[str]:
    """Two tables: the demo, and one with a free roll in it."""
    return asyncio.run(_played(terminal.data, 0))


def test_the_tables_of_a_file_are_listed(terminal: Terminal, ids: list[str]) -> None:
    listed = terminal.kept("tables", "--json").json
    assert {row["id"] for row in listed} == set(ids)
    lines = terminal.kept("tables").out.splitlines()
    assert sorted(line.split()[0] for line in lines) == sorted(ids)
    assert any(line.endswith("Another") for line in lines)


def test_a_table_written_out_can_be_taken_over_elsewhere__TF_39(
    terminal: Terminal, ids: list[str]
) -> None:
    file = terminal.folder / "demo.tablefolk"
    assert terminal.kept("export", ids[0], "-o", str(file)).code == 0
    elsewhere = str(terminal.folder / "elsewhere.sqlite")
    taken = terminal("import", str(file), "--data", elsewhere, "--json").json
    assert taken["seat"].startswith("/s/")
    assert taken["invite"].startswith("/j/")
    out = terminal("export", taken["table"], "--data", elsewhere).out
    assert out == file.read_text("utf-8")
    assert terminal("check", "--data", elsewhere).code == 0


def test_a_table_can_be_named_by_its_name_where_only_one_has_it(
    terminal: Terminal, ids: list[str]
) -> None:
    heading = json.loads(terminal.kept("export", "Another").out.splitlines()[0])
    assert heading["name"] == "Another"
    file = terminal.folder / "another"
    terminal.kept("export", "Another", "-o", str(file))
    terminal.kept("import", str(file))
    said = terminal.kept("export", "Another")
    assert (said.code, said.out) == (2, "")
    assert "2 tables of that name" in said.err
    assert "No table of that name" in terminal.kept("export", "Nothing").err


def test_a_sound_file_is_found_sound(terminal: Terminal, ids: list[str]) -> None:
    said = terminal.kept("check")
    assert (said.code, said.out) == (0, "Everything is as the rules decide it.\n")
    assert terminal.kept("check", "--json").json == []


def tamper(path: Path, table: str, number: int, **changes: Any) -> None:
    """Change an entry behind the log's back, and the checksums with it."""
    db = sqlite3.connect(path)
    where = (table, number)
    (body,) = db.execute(
        "SELECT body FROM entries WHERE table_id = ? AND version = ?", where
    ).fetchone()
    entry = json.loads(body) | changes
    db.execute(
        "UPDATE entries SET body = ? WHERE table_id = ? AND version = ?",
        (json.dumps(entry).encode(), *where),
    )
    remark(db, table)
    db.commit()
    db.close()


def test_a_face_changed_behind_its_back_is_found__TF_22(terminal: Terminal, ids: list[str]) -> None:
    tamper(terminal.data, ids[1], 2, faces=[6, 6, 5])
    event = {"type": "FreeRolled", "by": "gil", "count": 3, "sides": 6, "faces": [6, 6, 6]}
    tamper(terminal.data, ids[1], 2, events=[event])
    said = terminal.kept("check")
    assert said.code == 1
    assert said.out.splitlines() == [
        "Another: entry 2: the rules would decide otherwise",
        "1 findings.",
    ]
    assert terminal.kept("check", "--json").json == [
        "Another: entry 2: the rules would decide otherwise"
    ]


def test_an_event_changed_behind_its_back_is_found__TF_22(
    terminal: Terminal, ids: list[str]
) -> None:
    tamper(terminal.data, ids[0], 2, events=[{"type": "Seated", "member": "eve", "name": "Eve"}])
    said = terminal.kept("check")
    assert said.code == 1
    assert ": entry 2: the rules would decide otherwise" in said.out


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ({"command": {"type": "Fly"}}, "entry 2: it cannot be read: "),
        ({"events": 7}, "entry 2: it cannot be read: "),
        ({"seat": {"id": "zoe"}}, "entry 2: refused: "),
        ({"seat": {"id": "gil", "role": "gm", "word": True}}, "entry 2: nobody gives themselves"),
        ({"id": "another"}, "entry 2: it is not under its own id"),
        ({"faces": [1]}, "entry 2: refused: "),
        ({"events": [{"type": "HeldStressFell"}]}, "entry 2: the rules would decide otherwise"),
    ],
)
def test_whatever_was_changed_the_entry_is_named(
    terminal: Terminal, ids: list[str], changes: dict[str, Any], finding: str
) -> None:
    tamper(terminal.data, ids[1], 2, **changes)
    said = terminal.kept("check")
    assert said.code == 1
    assert f"Another: {finding}" in said.out


def test_a_state_kept_beside_the_log_must_be_what_the_log_adds_up_to(terminal: Terminal) -> None:
    asyncio.run(_played(terminal.data, SNAPSHOT_EVERY))
    assert terminal.kept("check").code == 0
    db = sqlite3.connect(terminal.data)
    (body,) = db.execute("SELECT body FROM snapshots").fetchone()
    state = json.loads(body)
    state["play"]["bowl"] = state["play"].get("bowl", 0) + 1
    db.execute("UPDATE snapshots SET body = ?", (json.dumps(state).encode(),))
    db.commit()
    db.close()
    said = terminal.kept("check")
    assert said.code == 1
    assert f"entry {SNAPSHOT_EVERY}: the state kept with it is another" in said.out


def test_a_hole_in_the_log_is_found(terminal: Terminal, ids: list[str]) -> None:
    db = sqlite3.connect(terminal.data)
    db.execute("DELETE FROM entries WHERE table_id = ? AND version = 3", (ids[0],))
    db.commit()
    db.close()
    said = terminal.kept("check")
    assert said.code == 1
    assert f"The log of table {ids[0]} has gaps." in said.out


def test_a_broken_import_is_refused_and_leaves_nothing__TF_40(
    terminal: Terminal, ids: list[str]
) -> None:
    file = terminal.folder / "broken"
    terminal.kept("export", ids[0], "-o", str(file))
    lines = file.read_text("utf-8").splitlines()
    lines[3] = lines[3].replace("Tomas", "Tobias", 1)
    file.write_text("\n".join(lines), "utf-8")
    said = terminal.kept("import", str(file))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("tablefolk: Line 4 cannot be taken over: ")
    assert len(terminal.kept("tables", "--json").json) == 2


def test_a_missing_or_foreign_file_is_told_in_a_sentence(terminal: Terminal) -> None:
    for command in (("tables",), ("check",), ("export", "x")):
        said = terminal.kept(*command)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("tablefolk: There is no data file ")
    terminal.data.write_text("not a database, but long enough to look like one" * 100)
    said = terminal.kept("check")
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    missing = terminal("import", str(terminal.folder / "missing"))
    assert (missing.code, "No such file" in missing.err) == (2, True)


def test_a_file_is_checked_and_exported_while_a_server_holds_it(
    terminal: Terminal, ids: list[str]
) -> None:
    async def beside() -> None:
        store = in_file(terminal.data)
        host = Host(store, shelf().games)
        await host.act(ids[1], "gil", "Say", {"text": "still playing"})
        checked = await asyncio.to_thread(terminal.really, "check", "--data", str(terminal.data))
        assert (checked.code, checked.err) == (0, "")
        out = await asyncio.to_thread(
            terminal.really, "export", "Another", "--data", str(terminal.data)
        )
        assert "still playing" in out.out
        taking = await asyncio.to_thread(
            terminal.really, "import", "nothing", "--data", str(terminal.data)
        )
        assert taking.code == 2
        await store.close()

    asyncio.run(beside())


def newer(path: Path, table: str) -> None:
    """A later release has written in this table."""
    tamper(path, table, 2, edition=9, command={"type": "Fly"})


def test_a_table_that_a_newer_release_has_written_in_is_named_and_left_alone__TF_40(
    terminal: Terminal, ids: list[str]
) -> None:
    newer(terminal.data, ids[1])
    said = terminal.kept("check")
    assert (said.code, said.err) == (1, "")
    assert said.out.splitlines() == [
        "Another: entry 2: it was written by a newer version of Wheel of Fate",
        "1 findings.",
    ]
    refused = terminal.kept("export", "Another")
    assert (refused.code, refused.out) == (2, "")
    sentence = (
        "This table was written by a newer version of Wheel of Fate: update it here to play on."
    )
    assert refused.err == f"tablefolk: {sentence} (TF-40)\n"
    assert terminal.kept("export", ids[0]).code == 0
    rows = {row["id"]: row for row in terminal.kept("tables", "--json").json}
    assert rows[ids[1]]["refused"] == sentence
    assert "refused" not in rows[ids[0]]
    assert f"Another ({sentence})\n" in terminal.kept("tables").out


def test_a_damaged_table_is_listed_like_any_other(terminal: Terminal, ids: list[str]) -> None:
    tamper(terminal.data, ids[1], 2, edition="x")
    assert terminal.kept("tables").out.count("\n") == 2


def test_a_data_file_of_a_newer_release_is_refused_by_every_command__TF_40(
    terminal: Terminal, ids: list[str]
) -> None:
    db = sqlite3.connect(terminal.data)
    db.execute("PRAGMA user_version = 99")
    db.close()
    file = terminal.folder / "file"
    file.write_text("{}")
    for words in (["tables"], ["check"], ["export", ids[0]], ["import", str(file)], SERVE):
        said = terminal.kept(*words)
        assert (said.code, said.out) == (2, "")
        assert said.err.endswith("was written by a newer Tablefolk: update this one.\n")
