"""The log page, taking back, taking home, exporting, deleting; rules and static files."""

from __future__ import annotations

import json
import re

from markupsafe import escape
from tests.web.drawn import in_a_line
from tests.web.house import House

from tablefolk.hosting.live import name_of
from tablefolk.web import light, static


async def test_the_log_is_filtered_and_searched(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("Say", text="Marmalade is nice.")
    await ana.do("ThrowDie")
    every = (await gil.get(f"/t/{gil.table}/log")).text
    assert "Marmalade" in every
    assert "throws" in every
    said = (await gil.get(f"/t/{gil.table}/log?kind=said")).text
    assert "Marmalade" in said
    assert "ana throws" not in said
    found = (await gil.get(f"/t/{gil.table}/log?q=MARMA")).text
    assert "Marmalade" in found
    assert "sits down" not in found
    none = (await gil.get(f"/t/{gil.table}/log?q=zebra&kind=nonsense&before=x&to=-5")).text
    assert "Nothing like that." in none


async def test_a_long_log_is_read_in_pages_and_jumped_into(house: House) -> None:
    gil, ana = await house.table("Ana")
    for n in range(230):
        await house.host.act(ana.table, "ana", "Say", {"text": f"line-{n}."})
    newest = (await gil.get(f"/t/{gil.table}/log")).text
    assert "line-229." in newest
    assert "line-100." not in newest
    assert "Older" in newest
    assert newest.index("line-229.") < newest.index("line-228.") < newest.index("Older")
    older = (await gil.get(f"/t/{gil.table}/log?before=50")).text
    assert "line-20." in older
    assert "line-100." not in older
    near = (await gil.get(f"/t/{gil.table}/log?to=120")).text
    assert all(f"line-{n}." in near for n in (69, 117, 166))
    assert "line-167." not in near
    assert ">120</a>" in near
    whole = (await gil.get(f"/t/{gil.table}/story/md")).text
    assert all(f"line-{n}." in whole for n in range(230))


async def test_one_tap_takes_back_the_last_act_by_name_and_never_what_others_say__TF_25(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    first = (await ana.do("ThrowDie")).json()["entry"]
    second = (await ana.do("ThrowDie")).json()["entry"]
    await ana.do("Say", text="Oops, <not> that!")
    entry, what = undoes(await gil.bare_page())
    assert (entry, what.startswith("ana throws")) == (second, True)
    await gil.do("TakeBack", entry=second)
    assert undoes(await gil.bare_page())[0] == first  # and so on, backwards
    await ana.do("HideWord", text="one & two")
    assert undoes(await ana.bare_page())[1] == "You hide “one &amp; two”."
    await ana.do("Say", text="There: behind the second stone on the left.")
    assert undoes(await ana.bare_page())[1] == "“There: behind the second stone …”"
    await gil.do("OpenScene", title="The cellar")
    assert undoes(await gil.bare_page())[1] == "Scene 1: The cellar"  # the session begins with it


def undoes(page: str) -> tuple[str, str]:
    """The entry that the button beneath the story takes back, and its words there."""
    _, form = page.split('<div id="take-back">')
    entry = re.search(r'name="entry" value="(\w+)"', form)
    what = re.search(r'class="take-back-what">(.*?)</span>', form)
    assert entry
    assert what
    return entry[1], what[1]


async def test_one_takes_back_ones_own_act_and_it_stays_visible__TF_24(house: House) -> None:
    gil, ana = await house.table("Ana")
    entry = (await ana.do("HideWord", text="plum")).json()["entry"]
    page = (await ana.get(f"/t/{ana.table}/log")).text
    assert f'name="entry" value="{entry}"' in page
    form = {"do": "TakeBack", "entry": entry, "back": "log"}
    answer = await ana.submit(form)
    assert answer.headers["location"] == f"/t/{ana.table}/log#entry-{entry}"
    after = (await ana.get(f"/t/{ana.table}/log")).text
    assert "taken back" in after
    assert "struck" in after
    assert "plum" not in (await gil.get(f"/t/{gil.table}/log")).text


async def test_what_was_struck_still_says_who_and_what__TF_26(house: House) -> None:
    mara = house.person()
    await mara.sit(await mara.post("/try/wheel-of-fate", {}))
    live = await house.host.live(mara.table)
    assert live
    gm, hero = live.table.gm, next(iter(live.table.play.pcs()))
    await mara.get(f"/t/{mara.table}?seat={gm}")
    act = house.host.act
    await act(mara.table, gm, "EndScene", {})
    await act(mara.table, gm, "OpenScene", {"title": "The quay"})
    opened = await act(mara.table, gm, "OpenTask", {"title": "The hatch", "physical": 5})
    task = max(live.table.play.tasks)
    drafting = {"who": hero.id, "attribute": "physical", "task": task}
    await act(mara.table, hero.owner, "DraftRoll", drafting)
    roll = max(live.table.play.rolls)
    thrown = await act(mara.table, hero.owner, "Throw", {"roll": roll})
    point = name_of(opened.number, opened.entry)
    preview = (await mara.get(f"/t/{mara.table}/back?entry={point}")).text
    assert f"{hero.name} throws" in preview, "what else falls is seen beforehand"
    await act(mara.table, gm, "TakeBack", {"entry": opened.number})
    for _ in ("as it is held", "as it is read from the log"):
        live = await house.host.live(mara.table)
        assert live
        told = live.tell(thrown.number, thrown.entry, live.seat(gm))
        assert told.struck
        assert f"{hero.name} throws" in " ".join(line.text for line in told.lines)
        house.host._live.clear()
    page = await mara.page()
    assert "takes back: To be managed: The hatch" in page


async def test_a_throw_is_taken_back_only_by_asking__TF_25(house: House) -> None:
    gil, ana = await house.table("Ana")
    entry = (await ana.do("ThrowDie")).json()["entry"]
    assert "Ask to take back" in (await ana.get(f"/t/{ana.table}/log")).text
    asked = await ana.submit({"do": "TakeBack", "entry": entry, "back": "log"})
    assert asked.headers["location"].endswith(f"/log#entry-{entry}"), "to the row that was asked"
    log = (await ana.get(f"/t/{ana.table}/log")).text
    assert "you asked to take it back" in log
    assert "Ask to take back" not in log
    assert "you asked" not in (await gil.get(f"/t/{gil.table}/log")).text
    page = await gil.page()
    assert "asks to take this back: ana throws" in page
    assert f'id="entry-{entry}"' in page
    assert "See all that falls with it now" in page
    shown = (await gil.get(f"/t/{gil.table}/back?request=1")).text
    assert "ana throws" in shown
    assert "Nothing else falls with it." in shown
    refused = (await ana.get(f"/t/{ana.table}/back?request=7")).text
    assert "That lies too far back." in refused


async def test_a_no_to_a_taking_back_says_what_was_asked__TF_25(house: House) -> None:
    gil, ana = await house.table("Ana")
    entry = (await ana.do("ThrowDie")).json()["entry"]
    await ana.submit({"do": "TakeBack", "entry": entry})
    await gil.do("Answer", number=1, yes=False)
    assert "You had asked: May this be taken back: ana throws" in in_a_line(await ana.page())


async def test_the_story_is_taken_home_in_three_forms(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("OpenScene", title="The *cellar*")
    await ana.do("Say", text="<b>bold</b>")
    markdown = (await ana.get(f"/t/{ana.table}/story/md")).text
    assert "## Scene 1: The \\*cellar\\*" in markdown
    assert "\\<b\\>bold" in markdown
    html = await ana.get(f"/t/{ana.table}/story/html")
    assert "&lt;b&gt;bold" in html.text
    assert "attachment" in html.headers["content-disposition"]
    told = json.loads((await ana.get(f"/t/{ana.table}/story/json")).text)
    assert told["table"] == "Friday"
    assert any(line["text"].endswith("<b>bold</b>") for e in told["entries"] for line in e["lines"])


async def test_the_story_to_take_home_is_prose_without_secrets__TF_15(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("OpenScene", title="The cellar")
    number = (await gil.do("EndScene")).json()["entry"]
    await gil.do("TakeBack", entry=number)
    await gil.do("Say", text="Rain on the skylight.", narrated=True)
    await ana.do("Say", text="Who goes there?")
    await ana.do("ThrowDie")
    await gil.do("Say", text="Canary one", to=["ana"])
    await gil.do("WriteNote", title="Canary two")
    await ana.do("HideWord", text="Canary three")
    files = {(await one.get(f"/t/{gil.table}/story/md")).text for one in (gil, ana)}
    assert len(files) == 1, "the same for everybody"
    title, session, scene, *tale = files.pop().strip().split("\n\n")
    assert (title, session, scene) == (
        "# Friday",
        "**Session 1 begins.**",
        "## Scene 1: The cellar",
    )
    assert tale[0] == "Rain on the skylight."
    assert tale[1] == "Ana, at the table: Who goes there?"
    assert re.fullmatch(r"\*ana throws \d(: a point)?\.\*", tale[2])
    assert len(tale) == 3


async def test_dice_that_were_taken_back_stay_struck_in_the_tale__TF_26(house: House) -> None:
    gil, ana = await house.table("Ana")
    number = (await ana.do("ThrowDie")).json()["entry"]
    await gil.do("TakeBack", entry=number)
    markdown = (await ana.get(f"/t/{ana.table}/story/md")).text
    assert re.search(r"~~ana throws .*~~ \(taken back\)", markdown)


async def test_the_gm_takes_the_whole_table_home_and_another_server_has_it__TF_39(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("Say", text="Remember this.")
    file = await gil.get(f"/t/{gil.table}/export")
    assert file.status_code == 200
    opened = await house.host.import_(file.content)
    other = await house.host.live(opened.table)
    mine = await house.host.live(gil.table)
    assert other is not None
    assert mine is not None
    assert other.table == mine.table


async def test_what_others_whisper_does_not_leave_in_the_gms_file__TF_10__TF_39(
    house: House,
) -> None:
    gil, ana, _ = await house.table("Ana", "Ben")
    await ana.do("Say", text=" Trust nobody. ", to=["ben"])
    await ana.do("Say", text="Not even the GM.", to=["gil"])
    await ana.do("Say", text="Good evening.")
    file = (await gil.get(f"/t/{gil.table}/export")).content
    assert b"Trust nobody." not in file
    assert file.count(b"(A whisper)") == 2, "in the command and in the event"
    assert b"Not even the GM." in file
    assert b"Good evening." in file
    opened = await house.host.import_(file)
    assert await house.host.live(opened.table)
    assert b"Trust nobody." in await house.host.export(gil.table), "whoever runs the server has all"


async def test_what_others_note_does_not_leave_in_the_gms_file__TF_12__TF_39(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("WriteNote", title="Diary", text="I am the spy.", topic="Gil's cousin")
    await ana.do("WriteNote", title="Diary", text="They suspect me.")
    await ana.do("WriteNote", title="My diary", text="Still nobody.", note="diary-2")
    await ana.do("DropNote", note="diary")
    await gil.do("WriteNote", title="The map", text="Under the oak", topic="Scene 1")
    await gil.do("ShowNote", note="desk.the-map")
    file = (await gil.get(f"/t/{gil.table}/export")).content
    for private in (b"the spy", b"suspect", b"nobody", b"cousin"):
        assert private not in file
    assert b"Under the oak" in file
    assert b"Scene 1" in file
    opened = await house.host.import_(file)
    other = await house.host.live(opened.table)
    assert other
    assert [(n.id, n.owner, n.title, n.text) for n in other.table.notes] == [
        ("diary-2", "ana", "My diary", "(A note)"),
        ("desk.the-map", "", "The map", "Under the oak"),
    ]
    assert b"the spy" in await house.host.export(gil.table), "whoever runs the server has all"


async def test_a_handout_of_somebody_who_had_the_chair_stays_in_the_file__TF_12(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("WriteNote", title="Map", text="Under the oak")
    await ana.do("WriteNote", title="Diary", text="I am the spy.")
    await gil.do("OfferChair", to="ana")
    await ana.do("AnswerChair", yes=True)
    await ana.do("ShowNote", note="map")
    await ana.do("OfferChair", to="gil")
    await gil.do("AnswerChair", yes=True)
    file = (await gil.get(f"/t/{gil.table}/export")).content
    assert b"Under the oak" in file
    assert b"the spy" not in file
    await house.host.import_(file)


async def test_a_table_is_deleted_only_with_its_name_typed__TF_41(house: House) -> None:
    gil, ana = await house.table("Ana")
    answer = await gil.post(f"/t/{gil.table}/delete", {"name": "Saturday"})
    assert answer.status_code == 422
    assert "type the table" in answer.text
    assert (await ana.get(f"/t/{ana.table}")).status_code == 200
    invite = await house.host.people.invite_of(gil.table)
    assert (await gil.post(f"/t/{gil.table}/delete", {"name": "Friday"})).status_code == 303
    assert (await ana.get(f"/t/{ana.table}")).status_code == 404
    assert (await house.person().get(f"/j/{invite}")).status_code == 404


async def test_a_closed_table_is_read_and_not_played__TF_41(house: House) -> None:
    gil, ana = await house.table("Ana")
    assert (await gil.submit({"do": "CloseTable"})).status_code == 303
    assert "This table is closed" in await ana.page()
    assert (await ana.do("Say", text="Anybody?")).status_code == 409


async def test_static_files_are_kept_by_their_mark_and_packed(house: House) -> None:
    one = house.person()
    page = (await one.get("/")).text
    for name in ("css/all.css", "icon.svg"):
        address = static.url(name)
        assert address in page
        answer = await one.get(address)
        assert "immutable" in answer.headers["cache-control"]
        small = len(answer.content) < light.SMALL
        assert small or answer.headers["content-encoding"] in light.BEST
        again = await one.get(address, **{"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
    assert (await one.get("/static/htmx.js")).headers["content-type"].startswith("text/javascript")
    assert (await one.get("/static/fonts/reading.woff2")).status_code == 200


async def test_the_server_says_that_it_is_well(house: House) -> None:
    assert (await house.person().get("/healthz")).json() == {"status": "ok"}


async def test_what_a_game_has_written_down_is_found_and_taken_home__WF_132(house: House) -> None:
    mara = house.person()
    await mara.sit(await mara.post("/try/wheel-of-fate", {}))
    live = await house.host.live(mara.table)
    assert live
    records = live.game.records(live.table, live.seat("mara"))
    assert {"fact", "answer", "connection"} <= {record.kind for record in records}
    answer = next(record for record in records if record.kind == "answer")
    found = (await mara.get(f"/t/{mara.table}/log?q={answer.text[:20].upper()}")).text
    assert "Written down" in found
    assert str(escape(answer.text)) in found
    assert "Written down" not in (await mara.get(f"/t/{mara.table}/log?q=zebra")).text
    markdown = (await mara.get(f"/t/{mara.table}/story/md")).text
    assert f"Answer ({answer.who}): " in markdown.replace("\\", "")
    html = (await mara.get(f"/t/{mara.table}/story/html")).text
    assert "<h2>Written down</h2>" in html
    assert str(escape(answer.text)) in html
    told = json.loads((await mara.get(f"/t/{mara.table}/story/json")).text)
    assert {"kind": "answer", "text": answer.text, "who": answer.who} in told["records"]


async def test_a_game_that_writes_nothing_down_has_no_such_part(house: House) -> None:
    gil, _ = await house.table("Ana")
    assert "Written down" not in (await gil.get(f"/t/{gil.table}/story/md")).text
    assert "Written down" not in (await gil.get(f"/t/{gil.table}/log?q=ana")).text


async def test_a_reward_is_found_by_its_reason_and_taken_home__WF_132(house: House) -> None:
    mara = house.person()
    await mara.sit(await mara.post("/try/wheel-of-fate", {}))
    live = await house.host.live(mara.table)
    assert live
    heroes = {hero.owner: hero.id for hero in live.table.play.pcs()}
    giver, taker = list(heroes)[:2]
    reward = {"to": heroes[taker], "why": "The umbrella trick"}
    await house.host.act(mara.table, giver, "Reward", reward)
    assert "umbrella trick" in (await mara.get(f"/t/{mara.table}/log?q=umbrella")).text
    assert "umbrella trick" in (await mara.get(f"/t/{mara.table}/story/md")).text
