"""The tables a browser has sat at: its own list, on which nobody can put another."""

from __future__ import annotations

from tests.web.house import House


async def test_a_table_one_has_sat_at_is_on_the_front_page(house: House) -> None:
    gil, ana = await house.table("Ana")
    for person in (gil, ana):
        front = (await person.get("/")).text
        assert f'href="/t/{gil.table}"' in front
        assert "<strong>Friday</strong>" in front


async def test_whoever_knows_a_tables_id_learns_no_name_by_it(house: House) -> None:
    gil, ana = await house.table("Ana")
    other, _ = await house.table("Ben")
    seal = ana.cookies["tables"].partition("-")[2]
    forged = [gil.table, f"{gil.table}-{'0' * 32}", f"{other.table}-{seal}", f"{gil.table}-", "-."]
    for said in forged:
        front = await house.person(cookie=f"tables={said}").get("/")
        assert front.status_code == 200
        assert "Friday" not in front.text, said


async def test_a_list_of_before_is_written_anew_at_the_table_itself(house: House) -> None:
    """Older releases wrote ids alone; whoever still holds a seat is not forgotten."""
    (gil,) = await house.table()
    for cookie in [*gil.browser.cookies.jar]:
        if cookie.name == "tables":
            gil.browser.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)
    assert "Friday" not in (await gil.get("/")).text
    await gil.bare_page()
    assert "<strong>Friday</strong>" in (await gil.get("/")).text


async def test_a_browser_remembers_twelve_tables_and_forgets_one_that_is_deleted(
    house: House,
) -> None:
    gil = house.person()
    form = {"game": "odd-one", "gm": "Gil"}
    for number in range(14):
        await gil.sit(await gil.post("/new", {**form, "name": f"Table {number}"}))
    front = (await gil.get("/")).text
    assert front.count('class="known-table"') == 12
    assert "Table 13" in front
    assert "Table 1<" not in front
    await gil.post(f"/t/{gil.table}/delete", {"name": "Table 13"})
    assert "Table 13" not in (await gil.get("/")).text
