"""Packs, fallout tables and own pictures on the page; symbols in chat (RB-10, RB-11, RB-182 …)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.games.rotate_bird.table import Played

from tablefolk.core import play
from tablefolk.core.files import Faulty
from tablefolk.core.game import Entry, Offer
from tablefolk.core.table.at import GameAtTable
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page import chat, editing, stage
from tablefolk.games.rotate_bird.page.view.packs import FalloutShelf, OwnPictures, PackShelf
from tablefolk.games.rotate_bird.rules.fallout_tables import PrepareFallout, UseFallout
from tablefolk.games.rotate_bird.rules.packs import (
    Pack,
    Symbol,
    by_chat,
    default_pack,
    read_pack,
    write_pack,
)
from tablefolk.games.rotate_bird.rules.symbols import LoadPack, ReplacePicture, UsePack
from tablefolk.testing.driver import from_demo

PARTS = ("packs", "fallouts", "pictures:")
LINES = tuple(write_pack(default_pack()))


def menu(played: Played, member: str) -> list[Offer]:
    seat = played.seat(member)
    parts = stage.parts(played.bird, seat)
    offers = (o for part in parts if part.key.startswith(PARTS) for o in part.offers())
    return [play.judged(played.game, played.table, seat, offer) for offer in offers]


def sound(played: Played, member: str) -> None:
    """Whatever an open offer lets one fill in is accepted."""
    for offer in menu(played, member):
        for command in play.samples(offer, 30) if offer.open else ():
            no = play.refusal(played.game, played.table, played.seat(member), command)
            assert no is None, f"{command}: {no}"


def block(played: Played, member: str, kind: type) -> Any:
    blocks = stage.view(played.bird, played.seat(member)).blocks
    return next((one for one in blocks if isinstance(one, kind)), None)


def renamed(name: str) -> tuple[str, ...]:
    return (f'name = "{name}"', *LINES[1:])


@pytest.fixture
def played() -> Played:
    table = Played()
    table.make("c1", "p1")
    return table


# -- Offers ------------------------------------------------------------------------------------


def test_offers_about_packs_are_sound_and_complete__RB_182(played: Played) -> None:
    for command in (
        LoadPack(renamed("Harbour")),
        UsePack("harbour"),
        PrepareFallout("Storm", ("anchor",) * 6),
        UseFallout("storm"),
        UseFallout(""),
        UsePack(""),
    ):
        sound(played, "gm")
        assert any(play.covers(offer, command) for offer in menu(played, "gm")), command
        played.do("gm", command)
    assert not [o for o in menu(played, "p1") if o.do != "ReplacePicture"]


def test_offers_about_own_pictures_are_sound_and_complete__RB_11(played: Played) -> None:
    symbol = played.hero("c1").being[0].symbol
    for command in (
        ReplacePicture("c1", symbol, "a" * 40),
        ReplacePicture("c1", symbol, "b" * 40),
        ReplacePicture("c1", symbol, ""),
    ):
        sound(played, "p1")
        assert any(play.covers(offer, command) for offer in menu(played, "p1")), command
        played.do("p1", command)
    for other in ("gm", "p2"):
        assert not [o for o in menu(played, other) if o.do == "ReplacePicture"]


def test_every_symbol_of_a_sheet_can_be_drawn_and_no_other__RB_11(played: Played) -> None:
    shown = block(played, "p1", OwnPictures)
    hero = played.hero("c1")
    wanted = {t.symbol for t in hero.being} | {s for t in hero.doing for s in t.symbols}
    assert {picture.id for picture in shown.pictures} == wanted
    assert block(played, "p2", OwnPictures) is None


# -- What is shown -----------------------------------------------------------------------------


def test_the_shelf_is_the_gm_s_and_names_tone_and_size__RB_191(played: Played) -> None:
    played.do("gm", LoadPack(renamed("Harbour")))
    shelf = block(played, "gm", PackShelf)
    assert [(p.name, p.in_use, p.own) for p in shelf.packs] == [
        ("Rotate Bird", True, False),
        ("Harbour", False, True),
    ]
    assert shelf.packs[0].tone == default_pack().tone
    assert shelf.packs[0].counts == "108 Being, 36 Doing, 6 Fallout and 7 Factors"
    assert "12 players" in shelf.packs[0].room
    assert block(played, "p1", PackShelf) is None


def test_a_prepared_fallout_table_is_for_the_gm_alone__RB_86(played: Played) -> None:
    played.do("gm", PrepareFallout("Sealed omen", ("anchor",) * 6))
    shelf = block(played, "gm", FalloutShelf)
    assert [t.name for t in shelf.tables] == ["The pack’s own", "Sealed omen"]
    assert block(played, "p1", FalloutShelf) is None


# -- On the workbench --------------------------------------------------------------------------


def said_by(pack: Pack) -> tuple[object, ...]:
    """All that a pack says: the game's own Factors need not be written."""
    kinds = ("being", "doing", "fallout", "factor")
    tables = (pack.being, pack.doing, pack.fallout, pack.factors)
    return (pack.name, pack.tone, *tables, *(pack.of(kind) for kind in kinds))


def test_a_draft_says_the_same_as_its_pack__RB_190() -> None:
    written = editing.written(editing.draft(default_pack()))
    assert said_by(read_pack(written.lines)) == said_by(default_pack())


def test_runs_of_codes_stay_runs__RB_183() -> None:
    pack = default_pack()
    twelve = tuple(pack.doing[place - place % 3] for place in range(36))
    few = replace(
        pack,
        doing=twelve,
        symbols={k: s for k, s in pack.symbols.items() if s.kind != "doing" or k in twelve},
    )
    draft = editing.draft(few)
    assert [row.code for row in draft.sections["doing"]][:3] == ["11-13", "14-16", "21-23"]
    assert said_by(read_pack(editing.written(draft).lines)) == said_by(few)


def test_a_fault_is_found_at_its_row__RB_182() -> None:
    draft = editing.draft(default_pack())
    rows = draft.sections["doing"]
    other = replace(rows[3], emoji=rows[0].emoji, icon="")
    broken = editing.with_rows(draft, "doing", (*rows[:3], other, *rows[4:]))
    written = editing.written(broken)
    with pytest.raises(Faulty) as bad:
        read_pack(written.lines)
    (at,) = written.at(bad.value.faults)
    assert at == f"doing:{other.code}"
    assert len(written.at(bad.value.faults)[at]) == 2


def test_an_empty_row_falls_away_and_a_missing_column_gives_none() -> None:
    columns = {name: ["1", ""] for name in editing.FIELDS}
    columns["code"] = ["11", "12"]
    assert [row.code for row in editing.typed(columns)] == ["11"]
    assert editing.typed({"code": ["11"]}) == ()


TYPED = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)  # what a form can send


@settings(deadline=None, max_examples=40)  # each reads a whole pack
@given(TYPED, TYPED)
def test_whatever_is_typed_gives_a_pack_or_faults__RB_182(name: str, emoji: str) -> None:
    draft = editing.draft(default_pack())
    rows = draft.sections["fallout"]
    changed = (replace(rows[0], name=name, emoji=emoji), *rows[1:])
    written = editing.written(editing.with_rows(draft, "fallout", changed))
    try:
        pack = read_pack(written.lines)
    except Faulty as bad:
        faults = bad.faults
    else:
        faults = ()
        assert pack.symbols[pack.fallout[0]].name == name.strip()
    assert {at.partition(":")[0] for at in written.at(faults)} <= {"fallout"}


# -- In chat (RB-10) ---------------------------------------------------------------------------


def test_each_of_the_157_symbols_comes_back_from_its_chat_form__RB_10() -> None:
    tongue = chat.tongue((default_pack(),))
    for symbol in default_pack().symbols.values():
        assert by_chat(default_pack().symbols, symbol.kind, symbol.emoji) == symbol
        line = tongue.chat(f"Ana taps {chat.whole(symbol)}: because it fits.")
        assert line == f"Ana taps {symbol.emoji}: because it fits."
        assert tongue.symbols(line) == (symbol,)
        assert tongue.symbols(line.replace("\ufe0f", "")) == (symbol,), "some chats drop it"


def test_a_whole_line_of_symbols_comes_back_in_order__RB_10() -> None:
    tongue = chat.tongue((default_pack(),))
    symbols = tuple(default_pack().symbols.values())
    line = tongue.chat(", ".join(chat.whole(symbol) for symbol in symbols))
    assert tongue.symbols(line) == symbols


def custom(*symbols: Symbol) -> Pack:
    return replace(default_pack(), symbols={symbol.id: symbol for symbol in symbols})


FORMS = st.text("ab🐦⚓👩\u200d🚀\ufe0f", min_size=1, max_size=4).filter(
    lambda form: bool(chat.clear(form))
)


@given(st.dictionaries(FORMS, st.sampled_from(("being", "doing", "fallout")), max_size=12))
def test_symbols_of_any_pack_come_back__RB_10(forms: dict[str, Any]) -> None:
    """Forms that begin alike, letters, joined emoji: what is unlike to a reader is told apart."""
    clear = {chat.clear(form): (form, kind) for form, kind in forms.items()}
    symbols = tuple(
        Symbol(f"s{n}", f"Symbol {n}", kind, "bell", form)
        for n, (form, kind) in enumerate(clear.values())
    )
    tongue = chat.tongue((custom(*symbols),))
    for symbol in symbols:
        assert tongue.symbols(tongue.chat(f"x {chat.whole(symbol)} y")) == (symbol,)


def test_where_two_kinds_share_a_chat_form_the_name_goes_along__RB_10() -> None:
    bird = Symbol("bird", "Bird", "being", "crow", "🐦")
    flee = Symbol("flee", "Flight", "doing", "dove", "🐦")
    tongue = chat.tongue((custom(bird, flee),))
    line = tongue.chat("🐦 Flight with 🐦 Bird")
    assert line == "🐦 Flight with 🐦 Bird"
    assert tongue.symbols(line) == (flee, bird)


def test_the_transcript_of_a_table_is_unambiguous__RB_10(played: Played) -> None:
    played.do("gm", LoadPack(renamed("Harbour")))
    assert comes_back(played.game, played.table, played.log) >= 5 + 6


def test_the_transcript_of_the_demo_is_unambiguous__RB_10() -> None:
    evening = from_demo(rotate_bird)
    assert comes_back(evening.at, evening.table, evening.entries) > 20


def comes_back(game: GameAtTable, table: Any, log: list[Entry]) -> int:
    """How many symbols a player reads in the story; each comes back from its chat form."""
    tongue, seat, found = chat.at_table(table.play), table.seat(next(iter(table.members))), 0
    for event in (event for entry in log for event in entry.events):
        line = game.tell(table, event, seat)
        text = line.text if line else ""
        named = {s.id for s in default_pack().symbols.values() if chat.whole(s) in text}
        back = tongue.symbols(tongue.chat(text))
        assert {symbol.id for symbol in back} == named
        found += len(back)
    return found
