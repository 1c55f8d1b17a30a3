"""What a page is told: the blocks that changed, and nothing that it shows already."""

from __future__ import annotations

import re
from unittest.mock import MagicMock

from hypothesis import given
from hypothesis import strategies as st
from tests.games.wheel_of_fate.table import GAME, playing
from tests.games.wheel_of_fate.test_offers import drafted
from tests.web.drawn import in_a_line
from tests.web.house import PAINTER, House

from tablefolk.games.wheel_of_fate.rules.rolls import Settle, Throw
from tablefolk.hosting.live import Live
from tablefolk.web.live import Hub, Page
from tablefolk.web.render import Region, drawn, loose, whole

WORDS = st.sampled_from(["", "oak", "elm", "ash"])
BLOCKS = st.dictionaries(st.sampled_from("abcde"), WORDS, max_size=5)
REGIONS = st.lists(st.tuples(BLOCKS, WORDS).map(lambda given: region(*given)), min_size=1)


def region(blocks: dict[str, str], last: str) -> Region:
    """Some blocks, and something loose beneath them."""
    return (*(drawn(f"at-{at}", html) for at, html in blocks.items()), *loose(last))


class Browser:
    """A page as a browser keeps it: elements by their id, each holding what it was told last."""

    def __init__(self, people: Region) -> None:
        self.text = whole(people)

    def told(self, news: dict[str, str]) -> None:
        for target, html in news.items():
            if target == "people":
                self.text = html
            else:
                element = rf'(<div class="block" id="{target}">).*?(</div>)'
                self.text, found = re.subn(element, rf"\g<1>{html}\g<2>", self.text)
                assert found == 1, f"nothing on the page is called {target}"


@given(REGIONS)
def test_whatever_changes_the_page_is_as_if_it_had_been_drawn_anew__TF_35(
    all_seen: list[Region],
) -> None:
    page, browser = Page("one", "ana"), Browser(all_seen[0])
    page.changed({"people": all_seen[0]})
    for people in all_seen:
        news = page.changed({"people": people})
        browser.told(news)
        browser.told(news)  # once more does no harm
        assert browser.text == whole(people)
        assert page.changed({"people": people}) == {}


@given(REGIONS, REGIONS)
def test_a_page_with_a_new_stream_is_sent_its_regions_whole_whatever_it_missed__TF_35(
    missed: list[Region], since: list[Region]
) -> None:
    browser = Browser(missed[0])
    page = Page("one", "ana")
    browser.told(page.changed({"people": since[0]}))
    assert browser.text == whole(since[0])


def test_of_many_blocks_only_the_changed_one_is_sent() -> None:
    page = Page("one", "ana")
    blocks = [drawn(f"at-{n}", f"block {n}") for n in range(20)]
    page.changed({"people": tuple(blocks)})
    blocks[7] = drawn("at-7", "another")
    assert page.changed({"people": tuple(blocks)}) == {"at-7": "another"}
    blocks[7], blocks[8] = blocks[8], blocks[7]
    assert page.changed({"people": tuple(blocks)}) == {"people": whole(tuple(blocks))}


async def test_an_act_sends_what_it_touches_and_no_more__TF_35(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.bare_page()  # both are here now
    async with await ana.opened() as watching:
        await watching.message("ping")
        await gil.do("Say", text="Good evening.")
        said = await watching.message("Good evening.")
        await gil.do("ThrowDie")
        threw = await watching.message("hx-partial")
    assert re.findall(r'hx-target="#([\w-]+)"', said) == ["story-new"]
    assert said.count("<li") == 1
    assert re.findall(r'hx-target="#([\w-]+)"', threw) == ["now", "person-gil", "story-new"]
    assert "asked, <time" in in_a_line(threw), "one who has thrown is waited for"


@given(st.lists(st.dictionaries(st.integers(1, 6), WORDS, min_size=1), min_size=1, max_size=6))
def test_the_story_grows_and_what_reads_otherwise_is_told_again(
    tellings: list[dict[int, str]],
) -> None:
    page, shown = Page("one", "ana"), dict[int, str]()
    page.begins((0, 0), {})
    for telling in tellings:
        told = {
            n: text for n, text in sorted(telling.items()) if n in shown or n > max([0, *shown])
        }
        news = page.told({str(n): drawn("", f"<li>{n}{text}</li>") for n, text in told.items()})
        came = news.pop("story-new", "")
        for target, html in news.items():
            number = int(target.removeprefix("entry-"))
            assert shown[number] != html
            shown[number] = html
        for html in re.findall(r"<li>.*?</li>", came):
            assert int(html[4]) not in shown
            shown[int(html[4])] = html
        assert {n: f"<li>{n}{text}</li>" for n, text in told.items()}.items() <= shown.items()


def test_a_card_in_the_story_shows_what_a_later_act_has_put_on_it__TF_35() -> None:
    played = playing()
    roll = drafted(played, "mike", "social", social=10, mode="sure")
    played.do("mike", Throw(roll), (2, 1, 3))
    live = Live("t", GAME, len(played.log), played.table, played.log)
    hub, page = Hub(MagicMock(), PAINTER, MagicMock()), Page("one", "tom")
    hub.drawn(live, page, PAINTER.pieces(live, "tom"), {})
    thrown = live.story("tom")[-1].name
    played.do("gm", Settle(roll, "complication", "They want a receipt."))
    live.enter(played.log[-1], played.table)
    news: dict[str, str] = {}
    added = hub._story(live, page, news)
    assert "They want a receipt." in added[f"entry-{thrown}"]
    page.version, page.drawn = live.version, live.changed
    assert hub._story(live, page, news) == {}
