"""How often one address may ask: buckets, sentences, and what is counted at the door (TF-43)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.web.house import House, Person

from tablefolk.hosting.counting import counted
from tablefolk.hosting.limits import FREE, HOME, Limits
from tablefolk.web.door import asked_for
from tablefolk.web.rates import Rates, TooOften


class Clock:
    """Time that passes when it is told to."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def taken(rates: Rates, times: int, who: str = "192.0.2.1") -> int:
    """How many of so many tries are let through."""
    done = 0
    for _ in range(times):
        try:
            rates.take("joins", who)
            done += 1
        except TooOften:
            pass
    return done


# -- Buckets -----------------------------------------------------------------------------------


def test_an_address_has_so_many_tries_and_more_as_time_goes_by__TF_43() -> None:
    clock = Clock()
    rates = Rates(Limits(joins_a_minute=6), clock)
    assert taken(rates, 20) == 6
    clock.now += 10
    assert taken(rates, 20) == 1
    clock.now += 3_600
    assert taken(rates, 20) == 6, "more than a full bucket is never saved up"


def test_each_address_and_each_kind_has_its_own__TF_43() -> None:
    rates = Rates(Limits(joins_a_minute=2, demos_a_minute=2), Clock())
    assert taken(rates, 3, "192.0.2.1") == 2
    assert taken(rates, 3, "192.0.2.2") == 2
    rates.take("demos", "192.0.2.1")


def test_a_refusal_says_the_number_and_when_again__TF_43() -> None:
    rates = Rates(Limits(joins_a_minute=6, tables_a_day=2), Clock())
    assert taken(rates, 6) == 6
    with pytest.raises(TooOften) as no:
        rates.take("joins", "192.0.2.1")
    words = "At most 6 people sit down in a minute from one address: try again in 10 s."
    assert (no.value.why, no.value.seconds, no.value.rule) == (words, 10, "TF-43")
    rates.take("days", "192.0.2.1")
    rates.take("days", "192.0.2.1")
    with pytest.raises(TooOften, match=r"At most 2 tables in a day .* try again in 12 h"):
        rates.take("days", "192.0.2.1")


def test_a_million_addresses_cost_no_more_memory_than_some__TF_43() -> None:
    rates = Rates(HOME, Clock(), most=50)
    for number in range(1_000):
        rates.take("pages", f"2001:db8:0:{number:x}::/64")
    assert len(rates._known) == 50


def test_every_rate_has_words__TF_43() -> None:
    for name in Limits.__struct_fields__:
        if name.endswith("_a_minute"):
            Rates(FREE, Clock()).take(name.removesuffix("_a_minute"), "192.0.2.1")  # type: ignore[arg-type]


def test_what_is_counted_of_a_request__TF_43() -> None:
    assert [*asked_for("GET", "/new")] == []
    assert [*asked_for("POST", "/new")] == ["tables", "days"]
    assert [*asked_for("POST", "/try/odd-one")] == ["demos", "days"]
    assert [*asked_for("POST", "/bring", "multipart/form-data")] == ["imports", "days"]
    assert [*asked_for("POST", "/j/abc")] == ["joins"]
    assert [*asked_for("POST", "/t/abc/sit/def")] == ["joins"]
    assert [*asked_for("POST", "/t/abc/bring", "multipart/form-data; boundary=x")] == ["uploads"]
    assert [*asked_for("POST", "/t/abc/do")] == []


# -- Floods ------------------------------------------------------------------------------------


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[House]:
    limits = Limits(
        members=5, tables_a_minute=3, demos_a_minute=3, imports_a_minute=2, joins_a_minute=10,
        guesses_a_minute=4, acts_a_minute=5, pages_a_minute=60,
    )  # fmt: skip
    one = House(tmp_path, limits=limits)
    yield one
    await one.close()


async def statuses(person: Person, path: str, times: int, **form: str) -> list[int]:
    filled = [{key: value.format(n) for key, value in form.items()} for n in range(times)]
    return [(await person.post(path, one)).status_code for one in filled]


TABLE = {"game": "odd-one", "name": "Friday", "gm": "Gil"}


async def test_a_flood_of_tables_and_demos_ends_at_the_limit__TF_43(strict: House) -> None:
    flood = strict.person("198.51.100.7")
    assert await statuses(flood, "/new", 6, **TABLE) == [303] * 3 + [429] * 3
    assert await statuses(flood, "/try/odd-one", 6) == [303] * 3 + [429] * 3
    assert len(await strict.log.tables()) == 6
    other = strict.person("198.51.100.8")
    assert await statuses(other, "/new", 1, **TABLE) == [303], "nobody else pays for it"


async def test_a_refused_request_says_why_and_when_in_every_form__TF_43(strict: House) -> None:
    flood, before = strict.person(), counted("limited", kind="demos")
    await statuses(flood, "/try/odd-one", 3)
    page = await flood.post("/try/odd-one", {})
    assert page.headers["retry-after"] == "20"
    assert "At most 3 tables to try in a minute from one address: try again in 20 s." in page.text
    assert "<h1>Not so fast</h1>" in page.text
    said = await flood.post("/try/odd-one", {}, accept="application/json")
    assert (said.status_code, said.json()["code"], said.json()["rule"]) == (
        429,
        "too_often",
        "TF-43",
    )
    notice = await flood.post("/try/odd-one", {}, **{"hx-request": "true"})
    assert 'hx-target="#notice"' in notice.text
    assert counted("limited", kind="demos") == before + 3


async def test_four_hundred_joins_come_to_the_tables_own_bound__TF_43(strict: House) -> None:
    gil, _ = await strict.table("Ana")
    invite = await strict.host.people.invite_of(gil.table)
    codes: list[int] = []
    for net in range(40):  # from forty addresses, ten each: the invite of your own table
        crowd = strict.person(f"203.0.113.{net}")
        codes += await statuses(crowd, f"/j/{invite}", 10, name=f"N{net}x{{}}")
    assert (codes.count(303), codes.count(409)) == (3, 397)
    last = await strict.person("203.0.113.99").post(f"/j/{invite}", {"name": "Zoe"})
    assert "This table has 5 people, with onlookers and those at the door" in last.text
    live = await strict.host.live(gil.table)
    assert live
    assert len(live.table.members) == 5
    assert len(await gil.bare_page()) < 100_000


async def test_one_address_sits_down_so_often_a_minute__TF_43(strict: House) -> None:
    gil, _ = await strict.table("Ana")
    invite = await strict.host.people.invite_of(gil.table)
    crowd = strict.person("203.0.113.1")
    codes = await statuses(crowd, f"/j/{invite}", 15, name="N{}")
    assert codes.count(429) == 5


async def test_whoever_guesses_links_is_soon_not_answered__TF_43(strict: House) -> None:
    await strict.table("Ana")
    guesser = strict.person("203.0.113.1")
    paths = [f"/{door}/{'x' * 23}{n}" for n in range(3) for door in ("j", "s", "r")]
    codes = [(await guesser.get(path)).status_code for path in paths]
    assert [code for code in codes[:4] if code == 429] == []
    assert codes[4:] == [429] * 5


async def test_a_link_that_leads_somewhere_is_no_guess__TF_43(strict: House) -> None:
    gil, _ = await strict.table("Ana")
    invite = await strict.host.people.invite_of(gil.table)
    friend = strict.person("203.0.113.2")
    assert [(await friend.get(f"/j/{invite}")).status_code for _ in range(8)] == [200] * 8


async def test_whoever_was_invited_comes_in_whatever_others_at_their_address_guess__TF_43(
    strict: House,
) -> None:
    gil, _ = await strict.table("Ana")
    invite = await strict.host.people.invite_of(gil.table)
    friend = strict.person("203.0.113.3")
    guesses = [(await friend.get(f"/j/{'x' * 23}{n}")).status_code for n in range(8)]
    assert guesses[-1] == 429
    assert (await friend.get(f"/j/{invite}")).status_code == 200


async def test_one_seat_acts_so_often_from_however_many_addresses__TF_43(strict: House) -> None:
    gil, ana = await strict.table("Ana")
    said = [await ana.do("Say", text=f"{n}") for n in range(7)]
    assert [one.status_code for one in said] == [200] * 5 + [429] * 2
    assert (await gil.do("Say", text="I still can.")).status_code == 200


async def test_pages_are_counted_and_files_of_ours_are_not__TF_43(strict: House) -> None:
    looker = strict.person("203.0.113.3")
    static = [(await looker.get("/static/icon.svg")).status_code for _ in range(70)]
    assert {*static} == {200}
    for _ in range(200):  # a second gives one back, and a busy machine takes its time
        if (answer := await looker.get("/about")).status_code == 429:
            break
    assert answer.status_code == 429
    assert (await looker.get("/healthz")).status_code == 200
