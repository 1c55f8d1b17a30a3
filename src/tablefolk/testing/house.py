"""A real application on a real file, and people with browsers of their own in front of it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx

from tablefolk.core.game import Game
from tablefolk.hosting.limits import FREE, Limits
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host
from tablefolk.web.app import create_app
from tablefolk.web.render import Painter

Message = dict[str, Any]  # of ASGI
SITE = "http://table.test"
PATIENCE = 60  # seconds to wait for what comes at once on a quiet machine
PAINTER = Painter()  # templates are compiled once for all tests


class House:
    """The whole of it, in this process."""

    def __init__(
        self,
        folder: Path,
        games: Sequence[Game],
        painter: Painter = PAINTER,
        limits: Limits = FREE,
        key: str = "",
    ) -> None:
        self.store, self.painter = in_file(folder / "tables.db"), painter
        self.log, self.bus = self.store.log, self.store.bus
        self.host = Host(self.store, games, limits=limits)
        self.app = create_app(self.host, painter=painter, key=key)
        self.people: list[Person] = []

    def person(self, address: str = "127.0.0.1", **headers: str) -> Person:
        """Somebody with a fresh browser, and an address that it comes from."""
        one = Person(self, headers, address)
        self.people.append(one)
        return one

    async def version(self, table: str) -> int:
        return await self.log.version(table)

    async def close(self) -> None:
        for one in self.people:
            await one.browser.aclose()
        await self.store.close()


class Person:
    """A browser: keeps its cookies, follows nothing by itself."""

    def __init__(self, house: House, headers: dict[str, str], address: str) -> None:
        self.house, self.table = house, ""
        app: Any = house.app  # Litestar's own idea of what an application is
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 50_000))
        usual = {"accept": "text/html", "sec-fetch-site": "same-origin"} | headers
        self.browser = httpx.AsyncClient(transport=transport, base_url=SITE, headers=usual)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.browser.get(path, headers=headers)

    async def post(self, path: str, form: Mapping[str, object], **headers: str) -> httpx.Response:
        return await self.browser.post(path, data=form, headers=headers)

    async def sit(self, answer: httpx.Response) -> None:
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"].split("/")[2]

    async def page(self) -> str:
        """The table's page, and all that could be opened on it."""
        drawn = await self.bare_page()
        live = await self.house.host.live(self.table)
        token = next(c.value for c in self.browser.cookies.jar if c.name == "seat")
        seat = await self.house.host.people.seat_of(token or "")
        assert live
        assert seat
        parts = self.house.painter.regions(live, seat.member)
        page_id = hidden(drawn, "page") if 'name="page"' in drawn else ""
        more = "".join(text for name, text in parts.items() if name.startswith("part "))
        return drawn + more.replace('"<>"', f'"{page_id}"')

    async def bare_page(self) -> str:
        """The same as it arrives."""
        answer = await self.get(f"/t/{self.table}")
        assert answer.status_code == 200, answer.text
        return answer.text

    async def do(self, name: str, /, **fields: object) -> httpx.Response:
        """A command as JSON, answered as JSON."""
        apart = ("id", "faces", "anonymous")
        said = {key: fields.pop(key) for key in apart if key in fields}
        body = {"do": name, "fields": fields, **said}
        return await self.browser.post(
            f"/t/{self.table}/do", json=body, headers={"accept": "application/json"}
        )

    async def submit(self, form: Mapping[str, object], **headers: str) -> httpx.Response:
        """A form on the table's page, sent without script."""
        return await self.post(f"/t/{self.table}/do", form, **headers)

    @property
    def cookies(self) -> dict[str, str]:
        jar = self.browser.cookies.jar
        return {cookie.name: cookie.value or "" for cookie in jar}

    def stream(self, at: int = -1, page: str = "page") -> Stream:
        """The live stream of a page of which the server knows nothing any more."""
        return Stream(self, f"page={page}&at={at}")

    async def opened(self) -> Stream:
        """The table's page is opened; this is its live stream."""
        found = re.search(r"/live\?page=(\w+)&amp;at=0", await self.bare_page())
        assert found
        return self.stream(0, found[1])


class Stream:
    """One open stream, read message by message as a browser does."""

    def __init__(self, person: Person, query: str) -> None:
        jar = (c for c in person.browser.cookies.jar if c.path == f"/t/{person.table}")
        keys = "; ".join(f"{c.name}={c.value}" for c in jar)
        self.scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": f"/t/{person.table}/live", "raw_path": b"", "root_path": "",
            "query_string": query.encode(), "server": ("table.test", 80), "client": ("c", 1),
            "headers": [(b"host", b"table.test"), (b"cookie", keys.encode())],
        }  # fmt: skip
        self.app, self.query = person.house.app, query
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.gone = asyncio.Event()

    async def __aenter__(self) -> Stream:
        self.task = asyncio.create_task(self.app(self.scope, self._receive, self._send))  # type: ignore[arg-type]
        self.start = await asyncio.wait_for(self.sent.get(), PATIENCE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, PATIENCE)

    async def _receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.put_nowait(message)

    async def message(self, holding: str = "", seconds: float = PATIENCE) -> str:
        """The next message that holds these words."""
        async with asyncio.timeout(seconds):
            while True:
                text: str = (await self.sent.get()).get("body", b"").decode()
                if holding in text:
                    return text

    async def quiet(self, seconds: float = 0.2) -> bool:
        """Whether nothing more comes for a while, but for pings."""
        try:
            await self.message("hx-partial", seconds=seconds)
        except TimeoutError:
            return True
        return False


def hidden(page: str, name: str) -> str:
    """The value of the first hidden field of that name."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"no field {name}"
    return found[1]
