"""An evening read again: its page, its files, and the link by which it is shared."""

from __future__ import annotations

import json
import re

import pytest
from tests.web.house import House, Person, hidden


@pytest.fixture
async def people(house: House) -> tuple[Person, Person]:
    """Gil and Ana, after the first evening and in the second."""
    gil, ana = await house.table("Ana")
    await gil.do("OpenScene", title="The *cellar*")
    await gil.do("Say", text="It is <b>damp</b>.", narrated=True)
    await ana.do("ThrowDie")
    await gil.do("Say", text="canary", to=["ana"])
    await gil.do("EndScene")
    await gil.do("CloseSession")
    await gil.do("OpenScene", title="The street")
    return gil, ana


Both = tuple[Person, Person]


async def read(person: Person, path: str = "/1") -> str:
    answer = await person.get(f"/t/{person.table}/recap{path}")
    assert answer.status_code == 200, answer.text
    return answer.text


async def shared(person: Person, scene: str = "") -> str:
    """The address by which the first evening is now shared."""
    form = {"scene": scene}
    answer = await person.post(f"/t/{person.table}/recap/1/share", form)
    assert answer.status_code == 303, answer.text
    page = (await person.get(answer.headers["location"])).text
    return page.split('id="share-link"')[1].split('value="')[1].split('"')[0]


async def test_an_earlier_evening_is_read_again_by_everybody__TF_14(people: Both) -> None:
    for person in people:
        page = await read(person)
        assert "It is &lt;b&gt;damp&lt;/b&gt;." in page
        assert "ana throws" in page
        assert "canary" not in page
        assert "Share by a link" in page
    assert "The street" in await read(people[1], ""), "the latest one"
    assert "so far" in await read(people[1], "/2")


async def test_a_scene_is_read_alone__TF_15(people: Both) -> None:
    page = await read(people[0], "/1?scene=1")
    assert '<h1 id="recap-title">The *cellar*</h1>' in page
    assert "A scene of Friday" in page
    assert '<h1 id="recap-title">The street</h1>' in await read(people[0], "?scene=2")


async def test_a_recap_is_taken_home_in_three_forms__TF_15(people: Both) -> None:
    markdown = await read(people[1], "/1.md")
    assert markdown.startswith("# Friday\n\nOur first evening")
    assert "## The \\*cellar\\*\n\nIt is \\<b\\>damp\\</b\\>." in markdown
    assert "ana throws" in markdown
    assert "### Throws that mattered" not in markdown, "each is read where it happened"
    html = await people[1].get(f"/t/{people[1].table}/recap/1.html")
    assert "It is &lt;b&gt;damp&lt;/b&gt;." in html.text
    assert "attachment" in html.headers["content-disposition"]
    told = json.loads(await read(people[1], "/1.json?scene=1"))
    narrated, threw = told["chapters"][0]["told"]
    assert narrated == {"text": "It is <b>damp</b>."}
    assert threw["kind"] == "threw"
    assert told["chapters"][0]["throws"] == [threw["text"]]


async def test_whoever_has_its_link_reads_a_recap_and_nothing_else__TF_15(
    house: House, people: Both
) -> None:
    _, ana = people
    link, stranger = await shared(ana), house.person()
    page = await stranger.get(link)
    assert page.status_code == 200
    assert "It is &lt;b&gt;damp" in page.text
    assert "noindex" in page.text
    titled = re.search(r'<meta property="og:title" content="([^"]+)">', page.text)
    assert titled, "a chat shows what the link is"
    assert f"<title>{titled[1]}</title>" in page.text
    assert "og:title" not in (await ana.get(f"/t/{ana.table}/recap/1")).text
    assert ana.table not in page.text, "not even where the table is"
    assert "canary" not in page.text + (await stranger.get(f"{link}.json")).text
    assert (await stranger.get(f"{link}.md")).text.startswith("# Friday")
    for path in ("", "/recap/1", "/recap/1.md", "/log"):
        assert (await stranger.get(f"/t/{ana.table}{path}")).status_code == 403
    assert await shared(people[0]) == link, "one link for all"
    assert await shared(ana, scene="1") != link


async def test_anybody_who_plays_ends_the_sharing__TF_15(house: House, people: Both) -> None:
    gil, ana = people
    link, stranger = await shared(gil), house.person()
    page = await read(ana)
    assert hidden(page, "scene") == ""
    await ana.post(f"/t/{ana.table}/recap/1/unshare", {"scene": ""})
    assert (await stranger.get(link)).status_code == 404
    assert await shared(gil) != link, "a new one, not the old one again"


async def test_what_is_not_over_or_never_was_is_not_shared__TF_15(
    house: House, people: Both
) -> None:
    gil, _ = people
    at = f"/t/{gil.table}/recap"
    assert (await gil.post(f"{at}/2/share", {})).status_code == 409
    assert (await gil.post(f"{at}/7/share", {})).status_code == 404
    assert (await gil.post(f"{at}/1/share", {"scene": "2"})).status_code == 404
    for path in ("/7", "/0", "/x", "/1?scene=2", "/1.pdf", f"/{'9' * 30}"):
        assert (await gil.get(f"{at}{path}")).status_code == 404, path
    stranger = house.person()
    assert (await stranger.post(f"{at}/1/share", {})).status_code == 403
    assert (await stranger.post(f"{at}/1/unshare", {})).status_code == 403
    for token in ("x", "x.md", gil.cookies["seat"], gil.table, "%00", "é"):
        assert (await stranger.get(f"/r/{token}")).status_code == 404, token
    invite = await house.host.people.invite_of(gil.table)
    await stranger.sit(await stranger.post(f"/j/{invite}", {"name": "Olga", "onlooker": "true"}))
    assert "damp" in await read(stranger)
    assert "Share by a link" not in await read(stranger)
    assert (await stranger.post(f"{at}/1/share", {})).status_code == 403


async def test_what_was_shared_is_unread_while_it_is_under_way_again__TF_15(house: House) -> None:
    gil, _ = await house.table("Ana")
    await gil.do("OpenScene", title="The cellar")
    await gil.do("EndScene")
    entry = (await gil.do("CloseSession")).json()["entry"]
    link = await shared(gil)
    await gil.submit({"do": "TakeBack", "entry": entry})
    assert (await gil.get(link)).status_code == 404


async def test_a_closed_table_is_still_looked_back_at_and_shared__TF_41(
    house: House, people: Both
) -> None:
    gil, ana = people
    await gil.do("EndScene")
    await gil.do("CloseTable")
    assert "damp" in await read(ana)
    link = await shared(ana)
    assert (await house.person().get(link)).status_code == 200
    await gil.post(f"/t/{gil.table}/delete", {"name": "Friday"})
    assert (await house.person().get(link)).status_code == 404


async def test_before_the_first_evening_there_is_nothing_to_read__TF_15(house: House) -> None:
    gil, _ = await house.table("Ana")
    assert "Nothing to look back at yet" in await read(gil, "")


async def test_what_is_over_lies_on_the_table_until_the_next_begins__TF_14(people: Both) -> None:
    gil, _ = people
    assert 'id="b-recap"' not in await gil.page()
    await gil.do("EndScene")
    page = await gil.page()
    assert f'href="/t/{gil.table}/recap/2?scene=2"' in page
    assert f'href="/t/{gil.table}/recap/2?scene=2#share"' in page
    await gil.do("CloseSession")
    page = await gil.page()
    assert f'href="/t/{gil.table}/recap/2"' in page
    assert '<span class="recap-n" aria-hidden="true">2</span>' in page, "as the story counts it"
    assert '<span class="recap-n" aria-hidden="true">2</span>' in await read(gil, "/2")
    await gil.do("OpenScene", title="The quay")
    assert 'id="b-recap"' not in await gil.page()


async def test_what_is_no_longer_in_memory_is_read_from_the_log__TF_15(
    house: House, people: Both
) -> None:
    _, ana = people
    live = await house.host.live(ana.table)
    assert live
    before = await read(ana, "/1.json")
    del live.entries[:-2]
    await ana.do("Say", text="So.")  # what was read before is not kept beyond an act
    assert live.first > 1
    assert await read(ana, "/1.json") == before
