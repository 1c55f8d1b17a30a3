"""Two whole applications over one log, as two processes: one table's people sit at either."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from tests import toy
from tests.pairs import EVERY, PAIRS, Pair
from tests.web.house import PAINTER, Person, Stream, hidden

from tablefolk.hosting.bus.base import Present
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.store import Store
from tablefolk.hosting.tables import Host
from tablefolk.web import across, live
from tablefolk.web.app import create_app
from tablefolk.web.presence import AGAIN, AWAY_AFTER, Presence


class House:
    """One of the two: what a browser needs of it."""

    def __init__(self, store: Store) -> None:
        self.store, self.painter = store, PAINTER
        self.host = Host(store, [toy])
        self.app = create_app(self.host, painter=PAINTER)

    @property
    def hub(self) -> live.Hub:
        return self.app.place.hub


class Street:
    """Both, and the people who go to either."""

    def __init__(self, pair: Pair) -> None:
        self.here, self.there = (House(store) for store in pair)
        self.people: list[Person] = []
        self.log: Any = pair[0].log

    async def table(self) -> tuple[Person, Person]:
        """Gil, the GM, is served by the one; Ana by the other."""
        gil, ana = self.person(self.here), self.person(self.there)
        await gil.sit(await gil.post("/new", {"game": "odd-one", "name": "Friday", "gm": "Gil"}))
        invite = await self.here.host.people.invite_of(gil.table)
        await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
        return gil, ana

    def person(self, house: House) -> Person:
        one = Person(house, {}, "127.0.0.1")  # type: ignore[arg-type]
        self.people.append(one)
        return one

    def moved(self, person: Person, house: House) -> Person:
        """The same browser, whose requests go to the other process."""
        other = self.person(house)
        other.table = person.table
        other.browser.cookies = person.browser.cookies
        return other

    async def close(self) -> None:
        for one in self.people:
            await one.browser.aclose()
        for house in (self.here, self.there):
            await house.hub.close()
            await house.store.close()


@pytest.fixture(params=EVERY)
async def street(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Street]:
    monkeypatch.setattr(across, "JOINED", 0.001)
    monkeypatch.setattr(live, "PING", 0.3)
    one = Street(await PAIRS[request.param](tmp_path))
    yield one
    await one.close()


@pytest.fixture
async def apart(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Street]:
    """Two whose lines can be cut and whose log can be away."""
    monkeypatch.setattr(across, "JOINED", 0.001)
    monkeypatch.setattr(across, "WATCH", 0.05)
    monkeypatch.setattr(live, "PING", 0.3)
    monkeypatch.setattr(live, "RETRY", 0.02)
    one = Street(await PAIRS["memory"](Path()))
    yield one
    await one.close()


async def until(so: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not so():
            await asyncio.sleep(0.005)


def page_of(stream: Stream) -> str:
    return stream.query.partition("page=")[2].partition("&")[0]


async def test_people_at_two_processes_see_what_each_other_does__TF_35(street: Street) -> None:
    gil, ana = await street.table()
    async with await gil.opened() as his, await ana.opened() as hers:
        await gil.do("Say", text="Who is there?")
        await hers.message("Who is there?")
        await ana.do("Say", text="It is me.")
        assert 'hx-swap="beforeend"' in await his.message("It is me.")


async def test_whoever_sits_down_at_one_is_known_at_the_other_at_once__TF_2(
    apart: Street,
) -> None:
    gil, ana = await apart.table()
    deaf(apart.here)
    assert "Ana" in await gil.bare_page(), "she joined by way of the other, and no word of it came"
    elsewhere = apart.moved(ana, apart.here)
    assert (await elsewhere.do("Say", text="Here, too.")).status_code == 200


async def test_who_is_here_is_shown_across_processes__TF_31(street: Street) -> None:
    gil, ana = await street.table()
    async with await gil.opened() as watching:
        await watching.message("ping")
        async with ana.stream(), ana.stream(page="other"):
            shown = await watching.message('hx-target="#here-ana"')
            assert "is-here" in shown
            presence = street.here.app.place.presence
            await until(lambda: presence.devices(gil.table, "ana") == 2)
        await until(lambda: presence.devices(gil.table, "ana") == 0)
        assert presence.here(gil.table) == {"gil", "ana"}, "for sixty seconds more"


async def test_somebody_on_devices_at_two_processes_is_told_so__TF_31(street: Street) -> None:
    _, ana = await street.table()
    elsewhere = street.moved(ana, street.here)
    async with ana.stream() as first, elsewhere.stream(page="other") as second:
        await first.message("on 2 devices")
        await second.message("on 2 devices")


async def test_a_process_that_comes_later_asks_who_is_there__TF_31(street: Street) -> None:
    gil, ana = await street.table()
    async with ana.stream() as hers:
        await hers.message()
        presence = street.here.app.place.presence
        await until(lambda: presence.devices(gil.table, "ana"))
        presence._there.clear()  # as one that has just begun
        await street.here.hub.across.ask_around()
        await until(lambda: presence.devices(gil.table, "ana"))


async def test_a_process_that_goes_down_says_that_nobody_is_there__TF_31(street: Street) -> None:
    gil, ana = await street.table()
    presence = street.here.app.place.presence
    async with ana.stream() as hers:
        await hers.message()
        await until(lambda: presence.devices(gil.table, "ana"))
        await street.there.hub.close()
        await until(lambda: not presence.devices(gil.table, "ana"))


def test_what_another_process_said_is_believed_for_sixty_seconds__TF_31() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    assert presence.heard(Present("p", {"oak": {"ana": 2}, "ash": {"ben": 1}})) == {"oak", "ash"}
    assert (presence.here("oak"), presence.devices("oak", "ana")) == ({"ana"}, 2)
    now[0] = 40
    assert presence.heard(Present("p", {"oak": {"ana": 2}})) == set(), "nothing new"
    now[0] = 61
    assert (presence.here("oak"), presence.here("ash")) == ({"ana"}, set())
    now[0] = 99
    assert presence.heard(Present("p", {"oak": {}})) == {"oak"}
    now[0] = 158
    assert (presence.here("oak"), presence.devices("oak", "ana")) == ({"ana"}, 0)
    now[0] = 159
    assert presence.here("oak") == set()
    now[0] = 160
    presence.heard(Present("p", {}))
    assert not presence._seen
    assert not presence._there


def test_who_has_no_page_open_is_told_now_and_then_and_who_has_is_not_told_again() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    presence.seen("oak", "ana")
    assert presence.news().tables == {"oak": {"ana": 0}}
    presence.seen("oak", "ana")
    assert presence.news().tables == {}
    now[0] = AGAIN
    presence.seen("oak", "ana")
    assert presence.news().tables == {"oak": {"ana": 0}}
    presence.came("oak", "ana")
    assert presence.news().tables == presence.all().tables == {"oak": {"ana": 1}}
    now[0] = AWAY_AFTER
    presence.seen("oak", "ana")
    assert presence.news().tables == {}
    presence.went("oak", "ana")
    assert (presence.news().tables, presence.all().tables) == ({"oak": {"ana": 0}}, {})


async def test_a_gm_whose_pages_are_at_another_process_is_not_missed__TF_7(street: Street) -> None:
    gil, ana = await street.table()
    now = [street.here.host.clock()]
    street.here.host.clock = street.there.host.clock = lambda: now[0]
    held = await street.there.host.live(gil.table)
    assert held
    now[0] += 13 * 86_400
    await gil.bare_page()  # looks, and does nothing
    await until(lambda: held.gm_seen_at == now[0])
    now[0] += 2 * 86_400
    await ana.bare_page()
    current = await street.there.host.current(gil.table)
    assert current
    assert current.table.gm_away_days == 0


async def test_a_link_renewed_at_one_process_ends_the_stream_at_the_other__TF_3(
    street: Street,
) -> None:
    gil, ana = await street.table()
    async with ana.stream() as hers, gil.stream() as his:
        await hers.message()
        await gil.post(f"/t/{gil.table}/seat/renew", {"member": "ana"})
        await hers.message("event: bye")
        await gil.do("Say", text="She has a new one.")
        await his.message("She has a new one.")


async def test_a_link_renewed_while_the_line_was_cut_ends_the_stream_too__TF_3(
    apart: Street,
) -> None:
    gil, ana = await apart.table()
    async with ana.stream() as hers, apart.moved(gil, apart.there).stream(page="gils") as his:
        await hers.message()
        await his.message()
        deaf(apart.there)
        await gil.post(f"/t/{gil.table}/seat/renew", {"member": "ana"})
        mended(apart.there)
        await hers.message("event: bye")
        await gil.do("Say", text="The others stay.")
        await his.message("The others stay.")


@pytest.mark.parametrize("how", ["unseat", "delete"])
async def test_a_seat_or_table_ended_elsewhere_says_goodbye__TF_6__TF_41(
    street: Street, how: str
) -> None:
    gil, ana = await street.table()
    async with ana.stream() as hers:
        await hers.message()
        if how == "delete":
            await gil.post(f"/t/{gil.table}/delete", {"name": "Friday"})
        else:
            assert (await gil.do("Unseat", member="ana")).status_code == 200
        await hers.message("event: bye")


async def test_a_process_that_died_before_its_word_wakes_people_all_the_same__TF_35(
    apart: Street,
) -> None:
    gil, ana = await apart.table()
    async with await ana.opened() as hers:
        await hers.message("ping")
        deaf(apart.there)  # and nobody will say that something was missed
        await gil.do("Say", text="Written, and never told.")
        await hers.message("Written, and never told.")


async def test_a_page_drawn_by_one_process_comes_alive_at_the_other__TF_35(
    street: Street,
) -> None:
    gil, ana = await street.table()
    page = page_of(await ana.opened())
    elsewhere = street.moved(ana, street.here)
    async with elsewhere.stream(0, page) as hers:
        first = await hers.message("hx-partial")
        assert 'hx-target="#now"' in first, "it begins with whole regions"
        assert first.startswith("id: 1\n")
        await gil.do("Say", text="Go on.")
        await hers.message("Go on.")


async def test_a_stream_that_comes_back_at_another_process_goes_on_counting__TF_35(
    street: Street,
) -> None:
    gil, ana = await street.table()
    stream = await ana.opened()
    async with stream as hers:
        await gil.do("Say", text="At dusk.")
        last = int((await hers.message("At dusk.")).split("\n")[0].removeprefix("id: "))
    await gil.do("Say", text="meanwhile")
    async with street.moved(ana, street.here).stream(last, page_of(stream)) as hers:
        again = await hers.message("meanwhile")
    assert again.startswith(f"id: {last + 1}\n")
    assert "At dusk." in again


async def test_what_is_opened_by_way_of_another_process_comes_by_the_pages_stream(
    street: Street,
) -> None:
    gil, _ = await street.table()
    stream = await gil.opened()
    elsewhere = street.moved(gil, street.there)
    async with stream as his:
        await his.message("ping")
        await until(lambda: street.there.hub.knows(gil.table, page_of(stream), "gil"))
        answer = await elsewhere.get(f"/t/{gil.table}/open?page={page_of(stream)}&in=notes")
        assert answer.text == ""
        assert 'hx-target="#drawer"' in await his.message("hx-partial")
        assert street.here.hub.slots(gil.table, page_of(stream), "gil").drawer == "notes"


async def test_an_act_by_way_of_another_process_is_shown_by_the_pages_stream__TF_35(
    street: Street,
) -> None:
    _, ana = await street.table()
    stream = await ana.opened()
    elsewhere = street.moved(ana, street.here)
    async with stream as hers:
        await until(lambda: street.here.hub.knows(ana.table, page_of(stream), "ana"))
        form = {"do": "Say", "text": "Across.", "page": page_of(stream), "id": "1"}
        answer = await elsewhere.submit(form, **{"hx-request": "true"})
        assert "Across." not in answer.text
        await hers.message("Across.")
    await until(lambda: not street.here.hub.knows(ana.table, page_of(stream), "ana"))


async def test_what_was_open_stays_open_when_the_stream_comes_back_elsewhere(
    street: Street,
) -> None:
    gil, _ = await street.table()
    stream = await gil.opened()
    page = page_of(stream)
    async with stream as his:
        await his.message("ping")
        await gil.get(f"/t/{gil.table}/open?page={page}&in=notes")
        await until(lambda: street.there.hub.slots(gil.table, page, "gil").drawer == "notes")
        async with street.moved(gil, street.there).stream(3, page) as back:
            await back.message('hx-target="#drawer"')
            assert street.there.hub.slots(gil.table, page, "gil").drawer == "notes"
    await until(lambda: len(street.here.hub.rooms) == 0)


# -- A lost database -------------------------------------------------------------------------


async def test_a_lost_database_is_said_on_every_page_and_heals_by_itself__TF_35(
    apart: Street, caplog: pytest.LogCaptureFixture
) -> None:
    gil, ana = await apart.table()
    async with await gil.opened() as his, await ana.opened() as hers:
        await his.message("ping")
        await hers.message("ping")
        apart.log.away = True
        await his.message("event: lost")
        await hers.message("event: lost")
        await hers.message("event: lost")  # in place of each ping
        apart.log.away = False
        await his.message("event: ping")
        await gil.do("Say", text="There we are.")
        await hers.message("There we are.")
    assert "Traceback" not in caplog.text


async def test_an_act_that_cannot_be_written_is_sent_again_and_acts_once__TF_36(
    apart: Street,
) -> None:
    gil, ana = await apart.table()
    page = await gil.bare_page()
    form = {"do": "Say", "text": "My words.", "page": hidden(page, "page"), "id": "one"}
    async with await ana.opened() as hers:
        await hers.message("ping")
        for how in ("away", "breaks"):  # before it is written, and just after
            setattr(apart.log, how, True)
            answer = await gil.submit(form, **{"hx-request": "true"})
            assert answer.status_code == 503
            assert "cannot be written down just now" in answer.text
            setattr(apart.log, how, False)
        assert (await gil.submit(form, **{"hx-request": "true"})).status_code == 200
        await hers.message("My words.")
    rows = await apart.log.read(gil.table)
    assert sum(b"My words." in row.body for row in rows) == 1


async def test_a_table_that_cannot_be_loaded_is_said_as_well__TF_35(apart: Street) -> None:
    gil, _ = await apart.table()
    async with await gil.opened() as his:
        await his.message("ping")
        apart.here.host._live.clear()
        apart.log.away = True
        apart.here.hub.wake(gil.table)
        await his.message("event: lost")
        with pytest.raises(Broken):
            await apart.here.host.live(gil.table)
        apart.log.away = False
        await his.message("event: ping")


def deaf(house: House) -> None:
    bus: Any = house.host.bus
    bus.missing = 1.0


def mended(house: House) -> None:
    bus: Any = house.host.bus
    bus.mend()
