"""Whatever comes in: a 4xx with one sentence, and nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from tests.web.house import SITE, House, Person

from tablefolk.hosting.log.base import Conflict
from tablefolk.web.guard import MOST_SHEET
from tablefolk.web.reading import FORM

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}{% raw %}",
    "<hx-partial hx-target='#say'>gone</hx-partial>",
    "'; DROP TABLE entries; --",
    '<input name="do" value="<>">',
    "line one\r\ndata: <p>two</p>\r\n\r\nevent: bye",
]
UNSEEN = ["\u202eright to left", "nul\x00", "bell\x07", "\u2066isolate", "del\x7f"]
POSTS = ["/new", "/try/odd-one", "/theme", "/j/{invite}", "/t/{table}/do", "/t/{table}/seat/renew",
         "/t/{table}/invite/renew", "/t/{table}/delete", "/t/{table}/leave",
         "/t/{table}/bring"]  # fmt: skip
GETS = ["/", "/new", "/about", "/healthz", "/j/{invite}", "/s/nonsense", "/t/{table}",
        "/t/{table}/log", "/t/{table}/notes", "/t/{table}/form", "/t/{table}/story/md",
        "/t/{table}/seat", "/t/{table}/export", "/t/{table}/sheet/ana", "/t/{table}/bring",
        "/rules/TF-3", "/static/css/all.css", "/static/htmx.js"]  # fmt: skip


async def addresses(gil: Person, paths: list[str]) -> list[str]:
    invite = await gil.house.host.people.invite_of(gil.table)
    return [path.format(table=gil.table, invite=invite) for path in paths]


def one_sentence(answer: httpx.Response) -> bool:
    return "Traceback" not in answer.text and "line " not in answer.text[:200]


async def test_a_post_from_another_site_is_refused_everywhere(house: House) -> None:
    gil, _ = await house.table("Ana")
    before = await house.version(gil.table)
    for path in await addresses(gil, POSTS):
        for headers in (
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
        ):
            answer = await gil.post(path, {"do": "Say", "text": "x", "name": "Friday"}, **headers)
            assert answer.status_code == 403, path
            assert "another site" in answer.text
    assert await house.version(gil.table) == before
    assert (await gil.get(f"/t/{gil.table}")).status_code == 200


async def test_an_old_browser_is_judged_by_its_origin(house: House) -> None:
    gil, _ = await house.table("Ana")
    evil = ("https://evil.test", "null", "http://[::1", "http://table.test]")
    for origin, status in (*((other, 403) for other in evil), (SITE, 200)):
        old = httpx.AsyncClient(
            transport=httpx.ASGITransport(house.app), base_url=SITE, cookies=gil.browser.cookies
        )
        headers = {"origin": origin, "accept": "application/json"}
        body = {"do": "Say", "fields": {"text": origin}}
        answer = await old.post(f"/t/{gil.table}/do", json=body, headers=headers)
        assert answer.status_code == status, origin
        await old.aclose()


@pytest.mark.parametrize("size", [100_001, 10_000_000])
async def test_a_body_too_large_is_refused_by_every_route(house: House, size: int) -> None:
    gil, _ = await house.table("Ana")
    before = await house.version(gil.table)
    for path in await addresses(gil, POSTS):
        most = MOST_SHEET if path.endswith("/bring") else 100_000  # a sheet brings its drawings
        answer = await gil.browser.post(path, content=b"a=" + b"x" * max(size, most + 1))
        assert answer.status_code == 413, path
        assert ("2 MB" if most == MOST_SHEET else "100 kB") in answer.text
    assert await house.version(gil.table) == before


async def test_a_body_that_does_not_say_its_size_is_cut_off(house: House) -> None:
    gil, _ = await house.table("Ana")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(200):
            yield b"x" * 1000

    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = await gil.browser.post(f"/t/{gil.table}/do", content=endless(), headers=headers)
    assert answer.status_code == 413
    assert one_sentence(answer)


@pytest.mark.parametrize("path", ["/new", "/bring", "/t/{table}/do"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", FORM])
async def test_whoever_hangs_up_while_sending_leaves_nothing_in_the_log(
    house: House, caplog: pytest.LogCaptureFixture, path: str, kind: str
) -> None:
    gil, _ = await house.table("Ana")
    before = await house.version(gil.table)
    scope = {**gil.stream().scope, "method": "POST", "path": path.format(table=gil.table)}
    scope["headers"] = [*scope["headers"], (b"content-type", kind.encode())]
    arriving = [
        {"type": "http.request", "body": b"--x\r\ncontent-dis", "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return arriving.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await house.app(scope, receive, send)  # type: ignore[arg-type]
    assert sent[0]["status"] == 400
    assert caplog.text == ""
    assert await house.version(gil.table) == before


async def test_a_table_that_another_process_keeps_ahead_of_us_is_no_fault__TF_37(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    gil, _ = await house.table("Ana")

    async def ahead(table: str, after: int, rows: object, keys: object) -> None:
        raise Conflict(table)

    monkeypatch.setattr(house.log, "append", ahead)
    answer = await gil.do("Say", text="Hello")
    assert answer.status_code == 409
    assert answer.json()["refused"] == "The table has moved on in the meantime; try once more."


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"\xff\xfe=1"),
        ("application/x-www-form-urlencoded", b"%ff=%fe"),
        ("application/x-www-form-urlencoded", b"do"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 1001)),
        ("application/json", b"{"),
        ("application/json", b"[]"),
        ("application/json", b"null"),
        ("application/json", b'{"do": 7}'),
        ("application/json", b'{"do": "Say", "fields": []}'),
        ("application/json", b'{"do": "Say", "fields": {"text": {"a": 1}}}'),
        ("application/json", b'{"do": "Say", "fields": {"text": "a", "extra": 1}}'),
        ("application/json", b'{"do": "Vote", "fields": {"poll": "x", "answer": 1e400}}'),
        ("application/json", b'{"do": "ThrowDie", "fields": {}, "faces": ["six"]}'),
        ("application/json", b"[" * 20_000 + b"]" * 20_000),
        ("application/json", b"\xff\xfe"),
        ("multipart/form-data; boundary=x", b"--x--"),
        ("text/plain", b"do=Say"),
    ],
)
async def test_what_cannot_be_read_is_a_400_and_changes_nothing__TF_40(
    house: House, kind: str, body: bytes
) -> None:
    gil, _ = await house.table("Ana")
    before = await house.version(gil.table)
    headers = {"content-type": kind, "accept": "application/json"}
    answer = await gil.browser.post(f"/t/{gil.table}/do", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["refused"].endswith(".")
    assert await house.version(gil.table) == before


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": ""},
        {"do": "Frobnicate"},
        {"do": "__class__"},
        {"do": "OpenTable", "name": "x", "gm": "y"},
        {"do": "Join", "name": "x"},
        {"do": "Vote", "poll": "one", "answer": "two"},
        {"do": "Vote", "poll": "99", "answer": "0"},
        {"do": "TakeBack", "entry": "99999999999999999999"},
        {"do": "TakeBack", "entry": "-1"},
        {"do": "Say", "text": "   "},
        {"do": "Say", "text": "x" * 2001},
        {"do": "Say", "text": "x", "to[]": "nobody"},
        {"do": "Answer", "number": "7", "yes": "maybe"},
        {"do": "RollFree", "dice": "1000000d6"},
        {"do": "Allow", "command": "not json"},
        {"do": "Allow", "command": '{"type": "Allow", "command": {}}'},
        {"do": "SetOption", "key": "dice", "value": "loaded"},
    ],
)
async def test_a_wrong_form_is_refused_in_one_sentence__TF_40(
    house: House, form: dict[str, str]
) -> None:
    gil, _ = await house.table("Ana")
    before = await house.version(gil.table)
    for headers in ({}, {"hx-request": "true"}, {"accept": "application/json"}):
        answer = await gil.submit(form, **headers)
        assert 400 <= answer.status_code < 500, answer.text
        assert one_sentence(answer)
    assert await house.version(gil.table) == before


@pytest.mark.parametrize("text", HOSTILE)
async def test_text_is_text_for_everybody_who_sees_it__TF_11(house: House, text: str) -> None:
    gil, ana = await house.table("Ana")
    said = await ana.do("Say", text=text)
    assert said.status_code == 200
    await gil.do("OpenScene", title=text)
    await gil.do("WriteNote", title=text, text=text)
    for path in ("", "/log", "/seat"):
        page = (await gil.get(f"/t/{gil.table}{path}")).text
        tags = Tags()
        tags.feed(page)
        assert "onerror" not in tags.attributes
        assert tags.scripts == tags.sources, "a script that is not one of ours"
        assert "<img src=x" not in page
        assert "hx-target='#say'" not in page
    assert " ".join(text.split()) in " ".join(plain(await gil.page()).split())


@pytest.mark.parametrize("text", UNSEEN)
async def test_unseen_characters_are_refused__TF_11(house: House, text: str) -> None:
    gil, ana = await house.table("Ana")
    before = await house.version(gil.table)
    assert (await ana.do("Say", text=text)).status_code == 422
    assert (await ana.submit({"do": "Say", "text": text})).status_code == 422
    assert (await gil.do("Rename", member="gil", name=text)).status_code == 422
    assert await house.version(gil.table) == before


async def test_a_hostile_name_is_shown_literally_on_the_way_in__TF_2(house: House) -> None:
    gil, _ = await house.table("Ana")
    invite = await house.host.people.invite_of(gil.table)
    ben = house.person()
    await ben.sit(await ben.post(f"/j/{invite}", {"name": "<b>Ben</b>"}))
    for page in ((await house.person().get(f"/j/{invite}")).text, await gil.page()):
        assert "<b>Ben</b>" not in page
        assert "&lt;b&gt;Ben&lt;/b&gt;" in page


async def test_a_seat_at_one_table_opens_no_other__TF_3(house: House) -> None:
    gil, ana = await house.table("Ana")
    other, _ = await house.table("Ana")  # of the same name: only the table tells them apart
    key = next(c.value for c in ana.browser.cookies.jar if c.name == "seat")
    stranger = house.person(cookie=f"seat={key}")
    before = await house.version(other.table)
    for path in ("", "/log", "/seat", "/live", "/story/json", "/export"):
        assert (await stranger.get(f"/t/{other.table}{path}")).status_code == 403
    answer = await stranger.post(f"/t/{other.table}/do", {"do": "Say", "text": "hello"})
    assert answer.status_code == 403
    assert await house.version(other.table) == before
    nobody = house.person()
    assert (await nobody.get(f"/t/{gil.table}")).status_code == 403
    assert (await nobody.get(f"/t/{'0' * 32}")).status_code == 404
    assert (await nobody.get("/t/..%2f..%2fetc")).status_code == 404


async def test_nobody_acts_from_a_seat_that_is_not_theirs__TF_6(house: House) -> None:
    _, ana, ben = await house.table("Ana", "Ben")
    before = await house.version(ana.table)
    answer = await ana.submit({"do": "ThrowDie", "for": "ben"}, accept="application/json")
    assert answer.status_code == 403
    for command in ("Unseat", "SetRole", "Allow", "CloseTable", "OpenScene", "Admit"):
        fields: dict[str, Any] = {"member": "ben", "role": "onlooker", "title": "x", "command": {}}
        form = {"do": command} | {k: str(v) for k, v in fields.items() if k in FIELDS[command]}
        answer = await ana.submit(form, accept="application/json")
        assert answer.status_code in (400, 403, 409), command
    assert (await ben.get(f"/t/{ben.table}/export")).status_code == 403
    gone = await ben.post(f"/t/{ben.table}/delete", {"name": "Friday"})
    assert gone.status_code == 403
    assert await house.version(ana.table) == before


FIELDS = {
    "Unseat": {"member"}, "SetRole": {"member", "role"}, "Allow": {"command"}, "CloseTable": set(),
    "OpenScene": {"title"}, "Admit": {"member"},
}  # fmt: skip


async def test_unknown_addresses_and_methods_get_a_page_with_one_sentence(house: House) -> None:
    gil, _ = await house.table("Ana")
    for path in ("/nothing", "/t", "/t/x/y/z", "/static/../app.py", "/static/nothing.css",
                 "/static/%2e%2e/app.py", "/rules/XX-1", f"/t/{gil.table}/story/exe"):  # fmt: skip
        answer = await gil.get(path)
        assert answer.status_code == 404, path
        assert "<h1>" in answer.text
        assert one_sentence(answer)
    for path in await addresses(gil, GETS):
        if path not in ("/new",) and "/j/" not in path:
            assert (await gil.browser.delete(path)).status_code == 405, path
    assert (await gil.get(f"/t/{gil.table}/do")).status_code == 405


async def test_a_program_is_answered_in_json(house: House) -> None:
    gil, _ = await house.table("Ana")
    for path in ("/nothing", f"/t/{'0' * 32}", "/rules/XX-1"):
        answer = await gil.get(path, accept="application/json")
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.json()["refused"]


async def test_every_answer_carries_a_strict_policy(house: House) -> None:
    gil, _ = await house.table("Ana")
    answers = [await gil.get(path) for path in [*await addresses(gil, GETS), "/nothing"]]
    answers += [await gil.post(path, {"a": "b"}) for path in await addresses(gil, POSTS[:5])]
    answers.append(await gil.post("/new", {}, **{"sec-fetch-site": "cross-site"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


async def test_no_page_has_inline_script_or_style(house: House) -> None:
    gil, _ = await house.table("Ana")
    for path in await addresses(gil, [g for g in GETS if "static" not in g and "export" not in g]):
        tags = Tags()
        tags.feed((await gil.get(path)).text)
        assert tags.scripts == tags.sources, path
        assert "style" not in tags.attributes, path
        assert not [name for name in tags.attributes if name.startswith(("on", "hx-on"))], path


async def test_cookies_are_out_of_reach_of_scripts_and_other_sites__TF_3(house: House) -> None:
    person = house.person()
    answer = await person.post("/new", {"game": "odd-one", "name": "x", "gm": "y"})
    for cookie in answer.headers.get_list("set-cookie"):
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
    seat = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("seat="))
    assert f"Path={answer.headers['location']}" in seat


async def test_a_fault_of_ours_is_said_in_one_sentence_without_a_trace(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    gil, _ = await house.table("Ana")
    token = gil.cookies["seat"]
    await house.log.close()
    for path in (f"/t/{gil.table}/export", f"/s/{token}"):
        answer = await gil.get(path)
        assert answer.status_code in (500, 503)
        assert one_sentence(answer)
    assert token not in caplog.text.replace("\n", "")


class Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = self.sources = 0
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        self.attributes.update(names)
        if tag == "script":
            self.scripts += 1
            self.sources += str(names.get("src", "")).startswith("/static/")


def plain(page: str) -> str:
    """What a person reads."""
    parser = Words()
    parser.feed(page)
    return "".join(parser.words)


class Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)
