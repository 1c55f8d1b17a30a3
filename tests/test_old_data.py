"""What earlier releases wrote opens, adds up, and is played on, for ever (TF-39, TF-40)."""

from __future__ import annotations

import hashlib
import json
import lzma
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.hosting.house import plain
from tests.web.house import House
from tools import old_data

from tablefolk.cli import main
from tablefolk.core.game import Refusal
from tablefolk.core.names import look_alike
from tablefolk.core.table import takeback
from tablefolk.hosting.live import Live

OLD = Path(__file__).parent / "data" / "old"
RELEASES = sorted(path for path in OLD.iterdir() if path.is_dir())
EXPORTS = sorted(OLD.glob("*/*.tablefolk.xz"))
CHARACTERS = sorted(OLD.glob("*/*.character.json.xz"))
OTHERWISE = sorted(OLD.glob("*.tablefolk.xz"))


def named(path: Path) -> str:
    return path.relative_to(OLD).as_posix()


def game_of(path: Path) -> str:
    return path.name.partition(".")[0]


def unpacked(folder: Path, release: Path) -> Path:
    """A release's data file, to be written in."""
    path = folder / "tables.db"
    path.write_bytes(lzma.decompress((release / "tables.sqlite.xz").read_bytes()))
    return path


@pytest.fixture(params=RELEASES, ids=named)
def release(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
async def old(release: Path, tmp_path: Path) -> AsyncIterator[House]:
    """The house of today on a data file of then."""
    unpacked(tmp_path, release)
    house = House(tmp_path)
    yield house
    await house.close()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    one = House(tmp_path)
    yield one
    await one.close()


async def lives(house: House) -> list[Live]:
    found = [await house.host.live(table) for table, _ in await house.log.tables()]
    assert len(found) > 1
    return [live for live in found if live]


# -- The files themselves --------------------------------------------------------------------------


def test_what_is_kept_is_never_changed(release: Path) -> None:
    sums = [line.split() for line in (release / "SHA256SUMS").read_text("utf-8").splitlines()]
    assert {name for _, name in sums} == {path.name for path in release.glob("*.xz")}
    for sum_, name in sums:
        assert hashlib.sha256((release / name).read_bytes()).hexdigest() == sum_, name


def test_a_release_keeps_a_table_an_export_and_a_character_of_each_game(
    release: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(unpacked(tmp_path, release))) as db:
        abouts = [json.loads(about) for (about,) in db.execute("SELECT about FROM tables")]
        snapshots = db.execute("SELECT count(DISTINCT table_id) FROM snapshots").fetchone()
    games = sorted(about["game"] for about in abouts)
    assert sorted(map(game_of, release.glob("*.tablefolk.xz"))) == games
    assert sorted(map(game_of, release.glob("*.character.json.xz"))) == games
    assert snapshots == (len(games),)


# -- A data file -----------------------------------------------------------------------------------


def test_an_old_data_file_is_checked_clean__TF_22(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = unpacked(tmp_path, release)
    code = main(["check", "--data", str(path)])
    assert (code, capsys.readouterr().out) == (0, "Everything is as the rules decide it.\n")


async def test_old_tables_add_up_with_and_without_what_was_kept_of_them__TF_39(old: House) -> None:
    for live in await lives(old):
        rows = await old.log.read(live.id)
        entries = [live.game.codec.load(row.body) for row in rows]
        assert live.version == len(entries)
        assert live.table == takeback.fold(live.game, live.game.new({}), entries)


async def test_old_tables_are_written_out_and_taken_over__TF_39(old: House, release: Path) -> None:
    for live in await lives(old):
        data = await old.host.export(live.id)
        written = lzma.decompress((release / f"{live.game.key}.tablefolk.xz").read_bytes())
        assert data.splitlines()[1:] == written.splitlines()[1:], "the log is as it was written"
        opened = await old.host.import_(data)
        copy = await old.host.live(opened.table)
        assert copy
        assert plain(copy.table) == plain(live.table)


async def test_old_tables_are_played_on__TF_39(old: House) -> None:
    for live in await lives(old):
        before, gm = live.version, live.table.gm
        said = await old.host.act(live.id, gm, "Say", {"text": "Where were we?"})
        thrown = await old.host.act(live.id, gm, "RollFree", {"dice": "2d6"})
        assert (said.number, thrown.number) == (before + 1, before + 2)
        await old.host.act(live.id, gm, "TakeBack", {"entry": thrown.number})
        assert thrown.number in live.struck


async def test_every_seat_of_an_old_table_sees_its_page_and_its_story__TF_39(old: House) -> None:
    for live in await lives(old):
        for member in live.table.present:
            person = old.person()
            key = await old.host.people.seat_link(live.id, member.id)
            await person.sit(await person.get(f"/s/{key}"))
            whole = member.id == live.table.gm  # with all that could be opened: that takes long
            assert await (person.page() if whole else person.bare_page())
            log = await person.get(f"/t/{live.id}/log")
            assert log.status_code == 200
            assert "could not be told" not in log.text


# -- Files that travel -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXPORTS, ids=named)
async def test_an_old_export_is_taken_over_and_played__TF_40(house: House, path: Path) -> None:
    data = lzma.decompress(path.read_bytes())
    opened = await house.host.import_(data)
    again = await house.host.export(opened.table)
    assert again.splitlines()[1:] == data.splitlines()[1:]
    done = await house.host.act(opened.table, opened.member, "Say", {"text": "Here we are."})
    assert done.number == len(data.splitlines())


@pytest.mark.parametrize("path", CHARACTERS, ids=named)
async def test_an_old_character_is_brought_again__TF_39(house: House, path: Path) -> None:
    sheet = json.loads(lzma.decompress(path.read_bytes()))
    export = path.with_name(f"{game_of(path)}.tablefolk.xz")  # a table that has all it needs
    opened = await house.host.import_(lzma.decompress(export.read_bytes()))
    invite = await house.host.people.invite_of(opened.table)
    guest = await house.host.join(invite or "", "Zoe")
    live = await house.host.live(opened.table)
    assert live
    before = len(live.table.play.cast)
    command = {"type": "BringCharacter", "sheet": sheet}
    allowed = {"command": command, "seat": guest.member}
    await house.host.act(opened.table, opened.member, "Allow", allowed)
    assert len(live.table.play.cast) == before + 1


async def test_the_next_release_keeps_a_table_and_a_character_of_each_game(tmp_path: Path) -> None:
    kept = await old_data.played(tmp_path / "tables.sqlite")
    assert {*kept} >= {path.name.removesuffix(".xz") for path in (*EXPORTS, *CHARACTERS)}


# -- What is decided otherwise since --------------------------------------------------------------


@pytest.mark.parametrize("path", OTHERWISE, ids=named)
def test_a_log_that_older_rules_decided_is_checked_clean__TF_22(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, data = tmp_path / "old.tablefolk", str(tmp_path / "tables.db")
    file.write_bytes(lzma.decompress(path.read_bytes()))
    assert main(["import", str(file), "--data", data]) == 0
    capsys.readouterr()
    code = main(["check", "--data", data])
    assert (code, capsys.readouterr().out) == (0, "Everything is as the rules decide it.\n")


@pytest.mark.parametrize("name", ["factors", "lent", "newcomer", "options", "packs", "printed"])
async def test_its_last_act_is_taken_back_alone_and_it_is_played_on__TF_24_TF_39(
    house: House, name: str
) -> None:
    data = lzma.decompress((OLD / f"{name}.tablefolk.xz").read_bytes())
    opened = await house.host.import_(data)
    table, gm, last = opened.table, opened.member, len(data.splitlines()) - 1
    live = await house.host.live(table)
    assert live
    assert await house.host.falls_with(table, last) == ()
    await house.host.act(table, gm, "TakeBack", {"entry": last})
    await house.host.act(table, gm, "Say", {"text": "Here we are."})
    again = await house.host.import_(await house.host.export(table))
    copy = await house.host.live(again.table)
    assert copy
    assert plain(copy.table) == plain(live.table)


# -- Names that are refused since ------------------------------------------------------------------

GINAS = ["gina", "gin", "gina-3", "tom"]  # each of them called something like Gina


async def named_of_old(house: House) -> tuple[str, Live]:
    data = lzma.decompress((OLD / "names.tablefolk.xz").read_bytes())
    opened = await house.host.import_(data)
    assert (await house.host.export(opened.table)).splitlines()[1:] == data.splitlines()[1:]
    live = await house.host.live(opened.table)
    assert live
    return opened.table, live


async def test_names_given_by_older_rules_are_kept_and_their_people_play_on__TF_39(
    house: House,
) -> None:
    table, live = await named_of_old(house)
    people = live.table.members
    assert {look_alike(people["gina"].name, people[one].name) for one in GINAS} == {True}
    assert [people[one].name for one in ("ian", "lan", "x")] == ["Ian", "lan", "\u3164"]
    for who in people:
        await house.host.act(table, who, "Say", {"text": "Still here."})
    await house.host.act(table, "x", "Rename", {"member": "x", "name": "Xenia"})
    again = await house.host.import_(await house.host.export(table))
    copy = await house.host.live(again.table)
    assert copy
    assert plain(copy.table) == plain(live.table)


async def test_names_given_by_older_rules_do_not_fall_with_what_they_do_not_hang_on__TF_24(
    house: House,
) -> None:
    table, live = await named_of_old(house)
    assert await house.host.falls_with(table, 3) == (), "a line that was said"
    await house.host.act(table, "gina", "TakeBack", {"entry": 3})
    assert len(live.table.members) == 9


async def test_beside_names_given_by_older_rules_no_more_like_them_are_given__TF_2(
    house: House,
) -> None:
    table, _ = await named_of_old(house)
    invite = await house.host.people.invite_of(table)
    with pytest.raises(Refusal, match="could be taken for Gina, who is here already"):
        await house.host.join(invite or "", "Gιna")
    await house.host.join(invite or "", "Nina")


async def test_a_name_of_today_is_judged_by_the_rules_of_today__TF_22(house: House) -> None:
    """Nobody passes for an older table's member who sat down since."""
    table, _ = await named_of_old(house)
    invite = await house.host.people.invite_of(table)
    await house.host.join(invite or "", "Nora")
    altered = (await house.host.export(table)).replace(b'"Nora"', '"Gin\u0430"'.encode())
    with pytest.raises(Refusal, match="could be taken for Gina"):
        await house.host.import_(altered)


# -- Symbols whose ids named no pack ---------------------------------------------------------------


async def test_symbols_of_an_older_pack_are_what_they_were_and_new_ones_name_theirs__TF_40_RB_182(
    house: House,
) -> None:
    """What was drawn from it is judged as then; every pack that is taken since names itself."""
    data = lzma.decompress((OLD / "packs.tablefolk.xz").read_bytes())
    opened = await house.host.import_(data)
    table, gm = opened.table, opened.member
    live = await house.host.live(table)
    assert live

    async def rolled() -> str:
        await house.host.act(table, gm, "RollSymbol", {"kind": "doing"})
        entry = live.game.codec.load((await house.host.log.read(table))[-1].body)
        return str(entry.events[0].symbol)

    assert live.table.play.pack.being[0][0] == "carrot", "in use since then"
    assert not (await rolled()).startswith("winter-court/")
    assert live.table.play.symbol("carrot").name == "Icicle"
    taken = live.game.sheet(live.table, live.seat(gm), "c2")
    await house.host.act(table, gm, "UsePack", {"pack": ""})
    await house.host.act(table, gm, "UsePack", {"pack": "winter-court"})
    assert (await rolled()).startswith("winter-court/")
    assert live.table.play.symbol("thing-22").name == "Thing 22"
    assert live.game.sheet(live.table, live.seat(gm), "c2") == taken
    again = await house.host.import_(await house.host.export(table))
    copy = await house.host.live(again.table)
    assert copy
    assert plain(copy.table) == plain(live.table)
