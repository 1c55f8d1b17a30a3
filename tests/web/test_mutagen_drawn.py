"""Making in Mutagen as it is drawn: playbooks to click, sheets, the shelf; whatever is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from tests.games.mutagen.table import GAME, Played, created
from tests.web.drawn import Page, templates
from tests.web.unfolding import unfolded

from tablefolk.core.game import Block
from tablefolk.games.mutagen.page.view import books, creation, sheets
from tablefolk.games.mutagen.rules.books import AddItem, LoadPlaybook
from tablefolk.games.mutagen.rules.buying import AnswerAbout, GrantMark
from tablefolk.games.mutagen.rules.creation import (
    ChoosePlaybooks,
    FillMark,
    FinishCharacter,
    MakeCharacter,
    PutPointerAway,
    TakeReadyMade,
)
from tablefolk.games.mutagen.rules.resources import NoteBox
from tablefolk.games.mutagen.rules.writing import AddArmor, NarrowAptitude, WriteIn
from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

PAINTER = Painter()
HOSTILE = '<b>bold</b> & "quoted" {{x}} ⌞Will⌝'
ESCAPED = "&lt;b&gt;bold&lt;/b&gt; &amp; &#34;quoted&#34; {{x}} ⌞Will⌝"


# -- Moments -------------------------------------------------------------------------------------


def nobody() -> Played:
    """Three players at an empty table."""
    return Played()


def drafting() -> Played:
    played = Played()
    played.draft("s", "p1", "sorcerer")
    played.fill("s", "conjure_elements", "conjure_elements", "will")
    played.as_("s", WriteIn("s", "concept", "concept", HOSTILE))
    played.as_("s", AddArmor("s", "Vest <i>", 2, HOSTILE))
    played.do("p2", TakeReadyMade("bel"))
    return played


def ready_to_go() -> Played:
    played = drafting()
    played.as_("s", WriteIn("s", "drives", "drive1", "To be asked in"))
    return played


def in_play() -> Played:
    """With a playbook somebody brought, whose boxes hold things, and a home-made move."""
    played = ready_to_go()
    text = (
        f"§ Bees: {HOSTILE}", f"○ Sting (1) ► {HOSTILE} Spend 1 {{{{Resist}}}}.",
        "🡕🡒 Lose 1 {{Health}}.", "🡓 <script>alert(1)</script>",
        "Hive Resources ▢ ▢ ► x", "[[", "● 1.▢", "]]",
    )  # fmt: skip
    played.do("gm", LoadPlaybook(text, "bees"))
    played.do("gm", AddItem("common.moves", ("○ Old <b>trick</b> ► You did this before.",)))
    played.as_("s", FinishCharacter("s"))
    played.as_("s", NarrowAptitude("s", "conjure_elements", HOSTILE))
    played.do("gm", AnswerAbout("affect_the_dead", False, note=HOSTILE))
    played.do("gm", GrantMark("s", "health", 2, "for the sake of it"))
    played.do("p1", PutPointerAway())
    played.do("p1", ChoosePlaybooks("s", ("common", "sorcerer", "bees")))
    played.do("p3", MakeCharacter(HOSTILE[:40], "sorcerer"))
    return played


def mild() -> Played:
    played = Played(options={"mild_labels": True})
    played.draft("s", "p1", "sorcerer")
    return played


MOMENTS: tuple[Callable[[], Played], ...] = (nobody, drafting, ready_to_go, in_play, mild)
everywhere = pytest.mark.parametrize(
    ("moment", "who"),
    [(moment, who) for moment in MOMENTS for who in ("gm", "p1", "p2", "p3")],
    ids=lambda value: getattr(value, "__name__", value),
)


@cache
def at(moment: Callable[[], Played]) -> Played:
    return moment()


@cache
def drawn(moment: Callable[[], Played], who: str) -> str:
    played = at(moment)
    return unfolded(PAINTER, live(played), who)


def live(played: Played) -> Live:
    return Live("t", GAME, len(played.log), played.table, played.log)


@cache
def page(moment: Callable[[], Played], who: str) -> Page:
    return Page(drawn(moment, who))


# -- What holds everywhere -------------------------------------------------------------------------


def all_blocks() -> Iterator[type[Block]]:
    for chapter in (sheets, creation, books):
        for thing in vars(chapter).values():
            if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
                yield thing


def test_every_block_has_a_drawing_of_its_own_and_is_on_somebodys_page() -> None:
    seen: set[type] = set()
    for moment in MOMENTS:
        played = at(moment)
        for who in ("gm", "p1", "p2", "p3"):
            seen |= {type(b) for b in GAME.view(played.table, played.seat(who)).blocks}
    for kind in all_blocks():
        assert (templates("mutagen") / f"{kind.__name__}.html").is_file(), kind
        assert kind in seen, kind


@everywhere
def test_headings_go_down_one_step_at_a_time(moment: Any, who: str) -> None:
    levels = [int(tag[1]) for tag, _ in page(moment, who).elements if tag in _HEADS]
    steps = zip([2, *levels], levels, strict=False)
    assert all(after - before <= 1 for before, after in steps), levels


_HEADS = ("h2", "h3", "h4", "h5", "h6")


@everywhere
def test_links_and_notes_lead_somewhere(moment: Any, who: str) -> None:
    found = page(moment, who)
    for tag, attributes in found.elements:
        aim = attributes.get("popovertarget", "")
        if tag == "a" and attributes.get("href", "").startswith("#mu-"):
            aim = attributes["href"][1:]
        assert not aim or aim in found.ids(), aim


# -- Moments that matter --------------------------------------------------------------------------


def test_whatever_people_write_is_shown_and_never_obeyed__TF_11() -> None:
    for who in ("gm", "p1", "p2", "p3"):
        text = drawn(in_play, who)
        assert "<b>bold" not in text
        assert "<b>trick" not in text
        assert "<script>" not in text
        assert "<i>" not in text
        assert ESCAPED in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in drawn(in_play, "p1")


def test_a_circle_that_can_be_filled_is_a_button_and_says_for_what__MU_16() -> None:
    text = drawn(drafting, "p1")
    assert "Fill a circle: Athletics" in text
    assert "Take a circle back: Conjure elements" in text
    assert "Fill a circle" not in drawn(drafting, "p2")


def test_what_is_left_and_what_is_missing_stands_above_the_draft__MU_22() -> None:
    text = drawn(drafting, "p1")
    assert 'aria-label="3 of 5 circles filled"' in text
    assert "Still to be written" in text
    assert not open_form(drafting, "p1", "FinishCharacter")
    assert open_form(ready_to_go, "p1", "FinishCharacter")


def test_what_stands_written_is_in_the_field_that_rewords_it__MU_31() -> None:
    text = drawn(ready_to_go, "p1")
    assert f"required>{ESCAPED}</textarea>" in text or f">{ESCAPED}</textarea>" in text


def test_results_are_drawn_with_their_names_for_those_who_listen__MU_48() -> None:
    text = drawn(in_play, "p1")
    for name in ("Critical Success", "Full Success", "Some Success", "Failure"):
        assert f'<span class="sr">{name}</span>' in text


def test_each_playbook_is_there_to_read_and_for_the_gm_to_take_home__MU_159() -> None:
    assert 'href="/t/t/playbook/bees"' in drawn(in_play, "p2")
    assert "playbook/bees/markup.txt" not in drawn(in_play, "p2")
    desk = drawn(in_play, "gm")
    for file in ("edit", "markup.txt", "playbook.toml", "playbook.mutagen.json"):
        assert f'href="/t/t/playbook/bees/{file}"' in desk
    assert "suggestions were read out of its text" in desk


def test_the_credit_and_the_licence_stand_beneath_the_print__MU_159() -> None:
    assert "© 2021 Aubrey R. Jones" in drawn(drafting, "p1")
    assert "CC BY-SA 4.0" in drawn(drafting, "p1")


def test_at_a_mild_table_the_page_is_mild() -> None:
    text = drawn(mild, "p1")
    assert "Smash it" in text
    assert "Go apeshit" not in text


def test_a_box_that_holds_something_shows_it__MU_30() -> None:
    played = in_play()
    (hive,) = [o.fixed["resource"] for o in live(played).look("p1").menu if o.do == "NoteBox"]
    played.do("p1", NoteBox("s", hive, 1, HOSTILE))
    assert f'class="mu-box-note">{ESCAPED}' in unfolded(PAINTER, live(played), "p2")


def test_a_gate_that_is_shut_says_how_many_are_missing__MU_11() -> None:
    played = Played()
    played.draft("s", "p1")
    played.do("gm", LoadPlaybook(("§ Moves", "○ A ► a", "○ B (1) ► b"), "w"))
    played.do("p1", ChoosePlaybooks("s", ("common", "w")))
    text = unfolded(PAINTER, live(played), "p1")
    assert "“B” needs 1 moves of its section: 0 of 1." in text
    played.as_("s", FillMark("s", "w.a"))
    assert "Fill a circle: B" in unfolded(PAINTER, live(played), "p1")


def test_a_move_on_the_sheet_leads_to_where_it_is_made__MU_50() -> None:
    aims = {a["data-on"] for _, a in page(in_play, "p1").elements if "data-on" in a}
    made = {aim for aim in aims if aim.startswith("want:s:")}
    assert "want:s:parkour" in made
    assert made <= set(live(at(in_play)).parts("p1"))
    assert "want:s:" not in drawn(ready_to_go, "p1")  # nobody acts before they are made


def open_form(moment: Any, who: str, do: str) -> bool:
    return any(("do", do) in form and not any(k == "ruling" for k, _ in form)
               for form in page(moment, who).forms)  # fmt: skip


def two_open_moves() -> Played:
    played = created()
    for who in ("f", "m"):
        played.propose(who, "scope_it_out")
    return played


def test_no_two_landmarks_have_the_same_name_however_many_moves_are_open() -> None:
    """A move's parts are groups within its card; landmarks are few, and each is found by name."""
    text = drawn(two_open_moves, "gm")
    assert text.count("Let it pass") >= 2
    named = re.findall(r'<(?:section|nav|aside)\b[^>]*\baria-label="([^"]*)"', text)
    assert sorted(named) == sorted(set(named))
