"""What grows with people is drawn as lists once: twice the people are twice the page, no more.

Counted, not timed: what is offered and chosen from in every part, and what the page is made of.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.house import House

from tablefolk.games import shelf
from tablefolk.hosting.live import Live

STEPS = (7, 14, 28)  # people; the last are as many as a house takes, but for two


def offered(live: Live, member: str) -> int:
    """All offers to a seat in all its parts, and all that can be chosen in them."""
    bodies = (live.body(member, key) for key in live.parts(member))
    offers = [offer for body in bodies if body for offer in body.offers]
    blanks = [blank for offer in offers for blank in offer.blanks]
    choices: list[Any] = [getattr(blank, "choices", ()) for blank in blanks]
    return len(offers) + sum(map(len, choices))


@pytest.mark.parametrize("game", shelf().games, ids=lambda game: game.key)
async def test_a_page_grows_with_its_people_and_not_with_their_square__TF_43(
    house: House, game: Any
) -> None:
    gil, ana = house.person(), house.person()
    await gil.sit(await gil.post("/new", {"game": game.key, "name": "Friday", "gm": "Gil"}))
    invite = await house.host.people.invite_of(gil.table)
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    live = await house.host.live(gil.table)
    assert invite
    assert live
    made: list[tuple[int, ...]] = []
    for people in STEPS:
        while len(live.table.members) < people:
            await house.host.join(invite, f"Person {len(live.table.members)}")
        tags = [(await one.bare_page()).count("<") for one in (gil, ana)]
        made.append((offered(live, "gil"), offered(live, "ana"), *tags))
    for few, some, many in zip(*made, strict=True):
        assert many - some <= 2.2 * (some - few) + 4, (few, some, many)


async def test_the_gm_lends_any_seat_by_one_form__TF_6(house: House) -> None:
    gil, _, _ = await house.table("Ana", "Ben")
    live = await house.host.live(gil.table)
    assert live
    body = live.body("gil", "seats")
    assert body
    (lend,) = (offer for offer in body.offers if offer.do == "Lend")
    assert lend.label == "Let somebody play for another"
    assert [blank.name for blank in lend.blanks] == ["member", "to"]
    assert (await gil.do("Lend", member="ana", to="ben")).status_code == 200
    body = live.body("gil", "seats")
    assert body
    lends = [offer for offer in body.offers if offer.do == "Lend"]
    assert [offer.label for offer in lends] == [
        "Give Ana’s seat back",
        "Let somebody play for another",
    ]
    assert all(offer.open for offer in lends)


async def test_the_gm_reads_on_the_page_that_the_story_is_nearly_full__TF_43(house: House) -> None:
    gil, ana = await house.table("Ana")
    house.host.room.limits = type(house.host.limits)(entries=2)
    assert "2 of 2 entries that it can have here" in await gil.bare_page()
    assert "entries that it can have" not in await ana.bare_page()
