"""The story as it is drawn: speech, whispers, narration, acts and their rules."""

from __future__ import annotations

import re
from typing import Any

from tests.web.house import PAINTER, House, Person

from tablefolk.core.game import Drawn, Line
from tablefolk.hosting.live import NOT_HERE, Told


async def told(reader: Person) -> str:
    """The newest entry of somebody's story, in one line."""
    page = await reader.bare_page()
    entries = re.findall(r'<li class="entry.*?\n</li>', page, re.DOTALL)
    return re.sub(r"\s+", " ", entries[-1])


def words(html: str) -> str:
    """What is read, by eye or by ear."""
    return re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<[^>]*>", "", html)).strip()


async def test_a_whisper_says_from_whom_to_whom_and_that_it_is_private__TF_10(
    house: House,
) -> None:
    gil, ana, ben = await house.table("Ana", "Ben")
    await gil.do("Say", text="The crate is a person.", to=["ana"])
    heard = "Gil whispers to you private: The crate is a person. Whisper back"
    assert words(await told(ana)) == heard
    assert words(await told(gil)) == "You whisper to Ana private: The crate is a person."
    assert "The crate" not in await ben.page()


async def test_speech_stands_under_the_characters_name_or_ones_own__SB_5(house: House) -> None:
    one = house.person()
    await one.sit(await one.post("/try/shapers-and-bots", {}))
    live = await house.host.live(one.table)
    assert live
    speaks_as = live.game.further.speaks_as
    member = next(m for m in live.table.players if speaks_as(live.table.play, m.id))
    hero = speaks_as(live.table.play, member.id)
    await house.host.act(one.table, member.id, "Say", {"text": "Run!"})
    spoken = await told(one)
    assert words(spoken).endswith(f"{hero}: “Run!”")
    assert "line-told line-spoke" in spoken
    await house.host.act(one.table, member.id, "Say", {"text": "Tea?", "as_self": True})
    assert words(await told(one)).endswith(f"{member.name}: Tea?")


async def test_narration_has_no_speaker__TF_10(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("Say", text="Rain on the skylight.", narrated=True)
    assert words(await told(ana)) == "Rain on the skylight."
    assert "speaker" not in await told(ana)


async def test_an_act_is_one_line_with_its_bookkeeping_folded_under_it(house: House) -> None:
    gil, _ = await house.table("Ana")
    live = await house.host.live(gil.table)
    assert live
    lines = (Line("Ana jumps.", rule="OD-1"), Line("One token is gone.", "noted"))
    one = Told(7, "x7", 0.0, "ana", lines, False, False, NOT_HERE)
    html = str(PAINTER.told(live, live.seat("ana"), one))
    head, _, rest = html.partition("<details")
    assert words(head) == "Ana jumps. why"
    assert words(rest).endswith("1 more One token is gone.")


async def test_one_why_for_an_act_opens_its_rule(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("Stop")
    mark = re.search(r'<a class="why-link" href="/rules/TF-33".*?</a>', await told(ana))
    assert mark
    seen = re.sub(r'<span class="sr">.*?</span>', "", mark[0])
    assert words(seen) == "why"
    assert words(mark[0]) == "why"
    assert 'aria-label="why this is so"' in mark[0]


async def test_older_acts_are_told_in_words_and_their_cards_lie_in_the_log(house: House) -> None:
    one = house.person()
    await one.sit(await one.post("/try/shapers-and-bots", {}))
    page = await one.bare_page()
    old, _, new = page.partition('id="story-new"')
    older = old.partition('id="story-old"')[2]
    assert 'class="die' not in older
    assert re.search(
        r'href="\?story=#entry-\w+" aria-label="look at it in the log">look</a>', older
    )
    assert "line-told" in new


def test_a_picture_in_a_line_breaks_no_line() -> None:
    """The story keeps line breaks as people write them, so templates may put none of their own."""
    macros: Any = PAINTER.macros("t", "player", "server")
    for icon in ("anchor", "no-such-icon"):
        one = Drawn("⚓ Anchor", "Anchor of hope", "⚓", icon, short="Anchor")
        for brief in (False, True):
            html = str(macros.drawn(one, brief))
            assert "\n" not in html
            assert re.search(r" (<[^>]+>)*Anchor", html)
