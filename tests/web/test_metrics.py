"""Metrics: what is said, in the form that Prometheus reads, and that it names nobody."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests import patience, toy
from tests.web.house import House

from tablefolk.core.game import Refusal
from tablefolk.hosting import counting
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.troubles import Troubles
from tablefolk.web import metrics
from tablefolk.web.address import BadAddress, metrics_door
from tablefolk.web.crowd import Streams
from tablefolk.web.doors import Doors
from tablefolk.web.metrics import Metered
from tablefolk.web.place import Place

ROOT = Path(__file__).resolve().parents[2]
NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = rf'{NAME}="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(\{{{LABEL}(?:,{LABEL})*\}})? (-?[0-9.e+-]+|\+Inf|NaN)")
ABOUT = re.compile(rf"# (?:HELP ({NAME}) .+|TYPE ({NAME}) (?:counter|gauge|histogram))")
ENDS = ("_bucket", "_sum", "_count")


def read(text: str) -> dict[str, float]:
    """Every sample, by its name and labels; a line that is none of Prometheus's fails."""
    found, known = {}, set()
    for line in text.splitlines():
        if about := ABOUT.fullmatch(line):
            known.add(about[1] or about[2])
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        bare = sample[1]
        for end in ENDS:
            bare = bare.removesuffix(end) if bare.removesuffix(end) in known else bare
        assert bare in known, f"{bare} is not explained"
        key = sample[1] + (sample[2] or "")
        assert key not in found, f"{key} is said twice"
        found[key] = float(sample[3])
    return found


async def asked(house: House) -> dict[str, float]:
    """As Prometheus asks, through the door."""
    text, kind = await scraped(house.app.place, 3)
    assert kind.startswith("text/plain; version=0.0.4")
    return read(text)


async def scraped(place: Place, worker: int = 0) -> tuple[str, str]:
    async with (
        metrics.told(("127.0.0.1", 0), place, worker) as where,
        httpx.AsyncClient(timeout=patience.SECONDS) as client,
    ):
        answer = await client.get(f"http://{where}/metrics")
    return answer.text, answer.headers["content-type"]


def metered(house: House) -> House:
    house.app = Metered(house.app)  # type: ignore[assignment, arg-type]
    return house


async def test_acts_are_counted_by_game_and_by_what_became_of_them(house: House) -> None:
    gil, ana = await house.table("Ana")
    before = await asked(house)
    await gil.do("Say", text="Good evening.", id="once")
    await gil.do("Say", text="Good evening.", id="once")
    assert (await ana.do("SetOption", key="dice", value="hand")).status_code == 403
    after = await asked(house)

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    for outcome in ("done", "again", "refused"):
        assert more(f'tablefolk_acts_total{{game="odd-one",outcome="{outcome}"}}') == 1
    assert more("tablefolk_entries_total") == 1
    assert more('tablefolk_act_seconds_count{step="written"}') == 2
    assert more('tablefolk_act_seconds_count{step="judged"}') == 3
    assert more('tablefolk_act_seconds_count{step="whole"}') == 3
    assert (
        after['tablefolk_act_seconds_bucket{step="whole",le="+Inf"}']
        == (after['tablefolk_act_seconds_count{step="whole"}'])
    )


async def test_who_is_here_is_counted_and_not_named(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with gil.stream(), ana.stream() as stream:
        await stream.message("hx-partial")
        found = await asked(house)
    assert found["tablefolk_streams"] == 2
    assert found["tablefolk_tables_open"] == 1
    assert found["tablefolk_members_present"] == 2
    assert found["tablefolk_tables_held"] == 1
    assert found["tablefolk_tables_awake"] == 1
    assert found["tablefolk_imports"] == 0
    assert found["process_resident_memory_bytes"] > 1_000_000
    assert 0 < found["process_open_fds"] < found["process_max_fds"]
    assert any(key.startswith("tablefolk_info{") and 'worker="3"' in key for key in found)


async def test_requests_are_counted_by_their_route_and_nothing_says_a_key__TF_3(
    house: House,
) -> None:
    app: Any = house.app
    (gil,) = await house.table()
    invite = await house.host.people.invite_of(gil.table)
    one = metered(house).person()
    sent = counting.counted("bytes_sent")
    answer = await one.get(f"/j/{invite}")
    await one.get(f"/t/{gil.table}/nowhere/{invite}")
    await one.get(f"/t/{gil.table}")
    house.app = app
    text, _ = await scraped(app.place)
    found = read(text)
    routes = 'tablefolk_requests_total{{method="GET",route="{}",status="{}"}}'
    assert found[routes.format("/j/{invite}", "2xx")] >= 1
    assert found[routes.format("/t/{table}", "4xx")] >= 1
    assert found[routes.format("none", "4xx")] >= 1
    assert counting.counted("bytes_sent") >= sent + len(answer.content) / 20  # it was packed
    keys = {gil.table, invite, *gil.cookies.values()}
    assert not [key for key in keys if key in text]
    assert not re.search(r"(?i)\b(gil|friday)\b", text)


async def test_an_act_that_breaks_is_counted_as_failed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (gil,) = await house.table()
    before = counting.counted("acts", game="odd-one", outcome="failed")
    monkeypatch.setattr(toy, "decide", failing)
    assert (await gil.do("ThrowDie")).status_code == 500
    assert counting.counted("acts", game="odd-one", outcome="failed") == before + 1


def test_what_cannot_be_written_down_is_counted_however_seldom_it_is_told() -> None:
    before, troubles = counting.counted("broken", kind="full"), Troubles()
    for _ in range(3):
        troubles.note(Broken("The disk is full.", "full"))
    assert counting.counted("broken", kind="full") == before + 3


def test_who_is_one_too_many_is_counted() -> None:
    before, streams = counting.counted("limited", kind="streams"), Streams(Doors(streams_a_seat=1))
    seat = ("table", "ana")
    with streams.one("192.0.2.1", seat), pytest.raises(Refusal), streams.one("192.0.2.1", seat):
        pass
    assert counting.counted("limited", kind="streams") == before + 1


def failing(*_: Any) -> Any:
    raise ZeroDivisionError("on purpose")


async def test_the_door_knows_nothing_else(house: House) -> None:
    async with (
        metrics.told(("127.0.0.1", 0), house.app.place) as where,
        httpx.AsyncClient(base_url=f"http://{where}", timeout=patience.SECONDS) as client,
    ):
        assert (await client.get("/")).status_code == 404
        assert (await client.post("/metrics")).status_code == 404
        with suppress(httpx.TransportError):
            await client.get("/metrics", headers={"x": "y" * 20_000})
        assert (await client.get("/metrics?x=1")).status_code == 200


async def test_every_metric_stands_in_the_documentation(house: House) -> None:
    words = (ROOT / "docs" / "hosting" / "watching.md").read_text("utf-8")
    text, _ = await scraped(house.app.place)
    told = re.findall(r"# TYPE (tablefolk_\w+)", text)
    assert len(told) > 15
    assert [name for name in told if f"`{name}`" not in words] == []


async def test_the_site_itself_has_no_metrics(house: House) -> None:
    assert (await house.person().get("/metrics")).status_code == 404


async def test_nothing_is_opened_where_nobody_asked_for_it(house: House) -> None:
    async with metrics.told(None, house.app.place) as where:
        assert where == ""


async def test_the_second_worker_answers_at_the_next_port_and_a_successor_at_the_same(
    house: House,
) -> None:
    place = house.app.place
    async with metrics.told(("127.0.0.1", 0), place) as free:
        port = int(free.rpartition(":")[2])
    async with metrics.told(("127.0.0.1", port - 1), place, 1) as one:
        assert one == f"127.0.0.1:{port}"
        async with metrics.told(("127.0.0.1", port - 1), place, 1) as successor:
            assert successor == one


@pytest.mark.parametrize(
    ("said", "door"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("10.0.0.7:9464", ("10.0.0.7", 9464)),
        ("[::1]:9464", ("::1", 9464)),
    ],
)
def test_a_door_is_named_by_its_port_or_in_full(said: str, door: tuple[str, int]) -> None:
    assert metrics_door(said) == door


@pytest.mark.parametrize("said", ["here", "10.0.0.7", "99999", ":9464", "a b:1", "http://x:1"])
def test_what_is_no_door_is_told_in_a_sentence(said: str) -> None:
    with pytest.raises(BadAddress, match="--metrics needs a port such as 9464"):
        metrics_door(said)


@pytest.mark.parametrize("said", ['a"b', "a\\b", "a\nb", "plain"])
def test_a_label_is_written_so_that_it_can_be_read(said: str) -> None:
    assert SAMPLE.fullmatch(metrics.sample("one", [("x", said)], 1.5).rstrip("\n"))
