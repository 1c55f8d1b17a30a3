"""The rules as a book: one tap from the table, by chapter, to be searched, and back again."""

from __future__ import annotations

import re
from html import unescape

from tests.web.house import House


def links(page: str, to: str = "/rules/") -> list[str]:
    return [unescape(one) for one in re.findall(rf'href="({re.escape(to)}[^"]*)"', page)]


async def test_the_tables_rules_are_one_tap_away_and_lead_back_to_it__TF_3(house: House) -> None:
    _, ana = await house.table("Ana", game="wheel-of-fate")
    home = f"/t/{ana.table}"
    assert 'href="?rules="' in (await ana.get(f"{home}?in=tools")).text
    there = (await ana.get(f"{home}?rules=")).headers["location"]
    book = (await ana.get((await ana.get(there)).headers["location"])).text
    rules = links(book)
    assert {one.split("?")[0][7:10] for one in rules} == {"WF-", "TF-"}, (
        "the game's and the table's"
    )
    assert links(book, "/t/")[0] == home
    page = (await ana.get(rules[1])).text
    assert links(page, "/t/")[0] == home
    assert (await ana.get(links(page, "/rules?")[0])).text == book
    assert links(page)[0] == rules[0], "the rule before it"
    assert links(page)[-1] == rules[2], "the rule after it"


async def test_the_book_is_searched_by_words_and_by_numbers_without_script(house: House) -> None:
    one = house.person()
    assert {link[7:9] for link in links((await one.get("/rules")).text)} > {"WF", "MU", "TF"}
    found = links((await one.get("/rules?game=wheel-of-fate&q=WHISPER+table")).text)
    assert "/rules/TF-10?game=wheel-of-fate" in found
    assert len(found) < 10
    assert links((await one.get("/rules?q=tf-43")).text) == ["/rules/TF-43"]
    assert "No rule has these words." in (await one.get("/rules?q=zzz")).text


async def test_a_way_back_from_the_rules_is_one_of_this_house(house: House) -> None:
    one = house.person()
    for odd in ("//evil.example", "javascript:alert(1)", "/t/a/../../x", "/t/a?seat=%22><b>"):
        for path in ("/rules", "/rules/TF-3"):
            page = (await one.browser.get(path, params={"back": odd})).text
            assert "Back to the table" not in page
