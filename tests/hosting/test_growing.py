"""A table across releases: an older one wrote it, a newer one opens it; and the reverse (TF-39)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests import toy
from tests.hosting.house import Evening, House, Refused, plain
from tests.olden import NEW, OLD

from tablefolk.core.game import Refusal
from tablefolk.core.lifting import Newer
from tablefolk.core.table import growing
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import SNAPSHOT_EVERY, Host, edition

SENTENCE = "This table was written by a newer version of Odd One: update it here to play on."


async def played(house: House) -> Evening:
    """An evening of edition 1."""
    house.game = OLD
    await house.restart()
    evening = await house.seated("Ana", "Ben")
    await evening.do("ana", "ThrowDie")  # 4
    await evening.do("ben", "HideWord", word="moth")  # 5
    await evening.do("ben", "Claim", reason="a good cause")  # 6
    await evening.do("gil", "Answer", number=1, yes=True)  # 7
    await evening.do("ana", "Claim", reason="another")  # 8
    return evening


async def updated(house: House) -> None:
    house.game = NEW
    await house.restart()


async def test_an_older_table_opens_as_it_was_and_is_played_on__TF_39(house: House) -> None:
    evening = await played(house)
    was = plain((await evening.table()).play)
    await updated(house)
    assert plain((await evening.table()).play) == was
    assert "You hide “moth”." in await evening.told("ben")
    await evening.do("gil", "Answer", number=2, yes=True)
    await evening.do("ana", "HideWord", text="plum")
    restarted: Any = (await evening.restarted()).play
    assert restarted.hidden == {"ana": "plum", "ben": "moth"}
    assert restarted.score["ben"] == 2


async def test_in_an_older_table_only_that_is_taken_back_which_depended__TF_24(
    house: House,
) -> None:
    evening = await played(house)
    await updated(house)
    assert await house.host.falls_with(evening.id, 4) == ()
    assert await house.host.falls_with(evening.id, 6) == (7,)
    await evening.do("gil", "TakeBack", entry=4)
    score = (await evening.table()).play.score
    assert score == {"ben": 2}
    assert (await evening.restarted()).play.score == score


async def test_an_older_table_and_an_older_export_are_taken_over__TF_39(house: House) -> None:
    evening = await played(house)
    before = await house.host.export(evening.id)
    await updated(house)
    after = await house.host.export(evening.id)
    assert before.splitlines()[1:] == after.splitlines()[1:]
    assert json.loads(after.splitlines()[0])["edition"] == 3
    for data in (before, after):
        opened = await house.host.import_(data)
        copy = await house.host.live(opened.table)
        assert copy
        assert plain(copy.table) == plain(await evening.table())
        assert await house.host.export(opened.table) == after
        await house.host.act(opened.table, "ana", "HideWord", {"text": "plum"})
    again = await house.host.import_(await house.host.export(opened.table))
    assert (await house.host.live(again.table)).version == 9  # type: ignore[union-attr]


async def test_a_snapshot_of_another_edition_is_not_believed__TF_39(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await played(house)
    for number in range(SNAPSHOT_EVERY):
        await evening.do("ana", "Say", text=f"line {number}")
    at = house.host.games["odd-one"]
    version, body = await house.log.snapshot(evening.id, edition(at)) or (0, b"")
    assert version == SNAPSHOT_EVERY
    state = json.loads(body)
    state["play"]["score"] = {"ben": 99}
    await house.log.save_snapshot(evening.id, version, edition(at), json.dumps(state).encode())
    assert (await evening.restarted()).play.score == {"ben": 99}, "its own, it believes"
    monkeypatch.setattr(growing, "EDITION", growing.EDITION + 1)
    assert (await evening.restarted()).play.score["ben"] == 2
    await house.log.save_snapshot(evening.id, version, edition(at), json.dumps(state).encode())
    monkeypatch.setattr(growing, "EDITION", growing.EDITION - 1)
    await updated(house)
    assert (await evening.table()).play.score["ben"] == 2


# -- What a newer release wrote --------------------------------------------------------------------


async def downgraded(house: House) -> tuple[Evening, Evening]:
    """A table that a newer release has played at, beside one that it has not."""
    untouched = await played(house)
    evening = await house.seated("Ana")
    await updated(house)
    await evening.do("ana", "HideWord", text="plum")
    house.game = OLD
    await house.restart()
    return evening, untouched


async def test_what_a_newer_release_wrote_is_refused_and_others_play_on__TF_40(
    house: House,
) -> None:
    evening, untouched = await downgraded(house)
    host = house.host
    asked = (
        lambda: host.live(evening.id),
        lambda: evening.do("ana", "ThrowDie"),
        lambda: host.export(evening.id),
        lambda: evening.join("Zoe"),
        lambda: host.notice_gm(evening.id, True),
    )
    for ask in asked:
        with pytest.raises(Newer) as no:
            await ask()
        assert no.value.why == SENTENCE
    await untouched.do("ben", "ThrowDie")
    assert await house.host.export(untouched.id)
    await updated(house)
    assert (await evening.table()).play.hidden == {"ana": "plum"}, "nothing of it was lost"


@pytest.mark.parametrize(
    ("change", "whose"),
    [
        ({"edition": 4}, "Odd One"),
        ({"table": growing.EDITION + 1}, "Tablefolk"),
        ({"tablefolk": 2}, "Tablefolk"),
    ],
)
async def test_an_export_of_a_newer_release_is_refused_by_its_heading__TF_40(
    house: House, change: dict[str, int], whose: str
) -> None:
    evening = await played(house)
    heading, *lines = (await house.host.export(evening.id)).splitlines()
    await updated(house)
    data = b"\n".join([json.dumps(json.loads(heading) | change).encode(), *lines])
    with Refused("TF-40", "bad_import") as no:
        await house.host.import_(data)
    why = f"Line 1 cannot be taken over: it was written by a newer version of {whose}."
    assert no.value.why == why


async def test_a_table_of_a_newer_edition_of_the_house_is_refused_too__TF_40(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await house.seated("Ana")
    with monkeypatch.context() as later:
        later.setattr(growing, "EDITION", growing.EDITION + 1)
        await house.restart()
        await evening.do("ana", "Say", text="hello")
        file = await house.host.export(evening.id)
        assert json.loads(file.splitlines()[0])["table"] == growing.EDITION
    await house.restart()
    with pytest.raises(Newer, match="a newer version of Tablefolk"):
        await house.host.live(evening.id)
    with Refused("TF-40", "bad_import"):
        await house.host.import_(file)


# -- An older line that was altered ----------------------------------------------------------------


async def test_an_older_export_that_cannot_be_lifted_is_refused_with_its_line__TF_40(
    tmp_path: Path,
) -> None:
    house = House(tmp_path / "tables.sqlite")
    evening = await played(house)
    lines = [json.loads(line) for line in (await house.host.export(evening.id)).splitlines()]
    await updated(house)
    del lines[5]["command"]["word"]
    with Refused("TF-40", "bad_import") as no:
        await house.host.import_(b"\n".join(json.dumps(line).encode() for line in lines))
    why = "Line 6 cannot be taken over: edition 1 cannot have written it."
    assert no.value.why == why
    await house.close()


async def test_a_table_whose_game_is_not_here_says_so_and_is_not_gone(tmp_path: Path) -> None:
    """A game that fails to load today may be mended tomorrow: its tables are there."""
    store = in_file(tmp_path / "tables.sqlite")
    try:
        opened = await Host(store, [toy]).open_table("odd-one", "Friday", "Gil")
        without = Host(store, [])
        with pytest.raises(Refusal, match="plays “odd-one”, which is not installed here"):
            await without.live(opened.table)
        assert await without.live("no-such-table") is None
    finally:
        await store.close()
