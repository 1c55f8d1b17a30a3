"""Electronic playbooks (`*.mutagen.json`): undressed, dressed, refused with reasons (MU-156)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mutagen.table import Played
from tests.games.mutagen.test_markup import ELF, EVERY_CONSTRUCT, GM, PIECES, WIZARD, playbook
from tests.games.mutagen.test_published import INCLUDED, SHAPES

from tablefolk.cli import main
from tablefolk.games.mutagen.page import editing
from tablefolk.games.mutagen.page.editing import Draft
from tablefolk.games.mutagen.playbooks.faults import errors
from tablefolk.games.mutagen.playbooks.files import read_data
from tablefolk.games.mutagen.playbooks.library import our_playbook
from tablefolk.games.mutagen.playbooks.markup import (
    is_electronic,
    read_electronic,
    read_markup,
    undressed,
    write_electronic,
    write_markup,
)
from tablefolk.games.mutagen.playbooks.model import Playbook, Rank, Resource, WriteIn
from tablefolk.games.mutagen.rules.books import LoadPlaybook, exported

# As the author's own program dresses a text: words between the same tags.
SECTION = "<m-stitle>§ Bee Resources</m-stitle>\n<m-sdesc>\n\n<m-p>What you keep.</m-p>\n</m-sdesc>"
HIVES = (
    "<m-i><m-ih><m-it>Hives</m-it> <m-s>►</m-s> </m-ih><m-id>\n"
    "<m-p>Each holds a <em>queen</em> &lt;3 &amp; her ⌞swarm⌝.</m-p>\n"
    "<m-p><m-s>●</m-s> 1. <m-c>▢</m-c> <m-c>▢</m-c> (Small)</m-p>\n"
    "<m-br><m-c>○</m-c> 2. <m-c>▢</m-c></m-br>\n"
    "<m-in><m-il>Colour:</m-il><m-inv>🖉</m-inv></m-in>\n<m-in><m-inv>🖉</m-inv></m-in>\n"
    "</m-id></m-i>"
)
MOVES = "<m-stitle>§ Bee Moves</m-stitle>"
STING = (
    "<m-i><m-ih><m-c>○</m-c> <m-it><m-s>🗣</m-s>Sting (1)</m-it> <m-s>►</m-s> </m-ih><m-id>\n"
    "<m-p>Spend 1 ⌞Hives⌝. <m-r><m-s>⊞</m-s><m-m><m-s>⌊</m-s>Fighting<m-s>⌋</m-s></m-m></m-r>, "
    "<b>really</b>.</m-p>\n"
    "<m-res><m-s>🡕</m-s><m-s>🡒</m-s>  It hurts.</m-res>\n"
    "<m-res><m-s>🡐</m-s>  Pick 1:</m-res>\n<m-li>    •  it dies</m-li>\n<m-li>    • you run</m-li>"
    "\n</m-id></m-i>"
)
NOTHING = "<m-p>Hum <m-c>▢</m-c> <m-s>►</m-s></m-p>"  # nothing follows the sign
BEES = {
    "items": [SECTION, HIVES, MOVES, STING, NOTHING],
    "status": "",
    "stuff": "",
    "markup_version": 7,
    "pdf": "https://example.org/bee.pdf",
    "homepage": "https://example.org",
    "game_title": "Meadow",
    "pb_name": "Playbook: Bees",
}
MARKUP = """\
##tablefolk {"name": "Playbook: Bees", "credit": "Meadow, https://example.org"}

§ Bee Resources
What you keep.

Hives ► Each holds a __queen__ <3 & her ⌞swarm⌝.
● 1. ▢ ▢ (Small)
|○ 2. ▢
[[
Colour:
]]
[[
]]

§ Bee Moves

○ 🗣Sting (1) ► Spend 1 ⌞Hives⌝. ⊞⌊Fighting⌋, !!really!!.
🡕🡒  It hurts.
🡐  Pick 1:
•  it dies
• you run

Hum ▢ ►
"""


def dressed(*items: str, **more: Any) -> str:
    return json.dumps({"items": list(items), **more})


# -- Reading -----------------------------------------------------------------------------------


def test_the_tags_of_such_a_file_are_mapped_back_to_markup__MU_156() -> None:
    found = undressed(json.dumps(BEES))
    assert found.faults == ()
    assert found.text == MARKUP
    assert [found.places[MARKUP.split("\n").index(line)] for line in ("[[", "• you run")] == [1, 3]


def test_it_is_imported_as_any_markup_is__MU_156() -> None:
    found = read_electronic(json.dumps(BEES), "bees")
    assert found.playbook == read_markup(MARKUP, "bees").playbook
    assert found.playbook
    assert (found.playbook.name, found.playbook.credit) == (
        "Playbook: Bees",
        "Meadow, https://example.org",
    )
    hives = found.playbook.items[0]
    assert isinstance(hives, Resource)
    assert hives.ranks == (Rank(1, 2, "prebought", "Small"), Rank(2, 1, "buy"))
    assert hives.fields == (WriteIn("colour", "Colour:"), WriteIn("hives", ""))
    assert (found.counts.gates, found.counts.consult, found.counts.costs) == (1, 1, 1)
    assert [(fault.place, fault.warning) for fault in found.faults] == [
        ("items[1]", True),  # nobody here is called a swarm
        ("items[3]", True),  # a gate, and no other move
    ]


def test_such_files_before_there_were_tags_are_read_as_well__MU_156() -> None:
    text = dressed("§ Moves", "○ Hum ► Words.\n\n🡕 a\n    • b\n\n##not gone\n► no item")
    found = read_electronic(text, "old")
    assert found.playbook
    (item,) = found.playbook.items
    assert (item.name, item.mark) == ("Hum", "buy")
    assert [p.text for p in item.body] == ["Words.", "a", "b", "##not gone", "▸ no item"]


def test_what_is_of_somebodys_sheet_is_left_out_with_a_word__MU_156() -> None:
    filled = HIVES.replace("🖉", "Blue", 1).replace("<m-c>", '<m-c class="on">', 1)
    found = undressed(dressed(filled, status="stung", colour="red"))
    assert not errors(found.faults)
    assert [(fault.place, fault.why) for fault in found.faults] == [
        ("", "“colour” is no part of an electronic playbook; it was left out."),
        ("", "“status” is from somebody’s sheet; it was left out."),
        ("items[0]", "“class” of <m-c> means nothing here."),
        ("items[0]", "What somebody wrote into a field was left out."),
    ]
    assert "Blue" not in found.text


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("[]", "", "no electronic playbook: it does not fit"),
        ('{"items": [', "", "no electronic playbook: it is cut short"),
        ('{"items": "A ► b"}', "", "it does not fit what is asked for (at “items”)."),
        ('{"items": ["A ► b", 3]}', "", "a text belongs there (at “items”)."),
        ("{}", "", "still to be chosen or filled in (at “items”)."),
        ("[" * 100_000, "", "no electronic playbook"),
        (dressed("A ► b" + "x" * 1_000_000), "", "more than 1000000 characters"),
        (dressed("A ► b", markup_version=9), "", "version 9 of the markup; 8 is the last"),
        (dressed("A ► b", "no sign"), "items[1]", "neither an item nor a section"),
        (dressed(""), "items[0]", "neither an item nor a section"),
        (dressed("<m-p>A ►</m-p><script>x</script>"), "items[0]", "<script> is no tag"),
        (dressed("<m-p>A ► b"), "items[0]", "<m-p> is never closed"),
        (dressed("<m-p>A ► <b>b</m-p></b>"), "items[0]", "</m-p> closes nothing here"),
        (dressed("A ► <b><m-p>b</m-p></b>"), "items[0]", "<m-p> cannot stand inside <b>"),
        (dressed("A ► b<!-- c -->"), "items[0]", "holds a comment"),
        (dressed("A ► b<?php c ?>"), "items[0]", "holds an instruction"),
        (dressed("A ► b<!DOCTYPE c>"), "items[0]", "holds a declaration"),
        (dressed("<m-ih>A ►</m-ih><m-ih>B ►</m-ih>"), "items[0]", "more than one item"),
        (dressed('A ► b<m-in lines="99"></m-in>'), "items[0]", "1 to 40 lines"),
        (dressed("§ Moves", "<m-p>○ ► b</m-p>"), "items[1]", "no name"),
    ],
)
def test_what_is_none_is_refused_with_the_place_and_the_reason__MU_156(
    text: str, place: str, why: str
) -> None:
    found = read_electronic(text, "bad")
    assert found.playbook is None
    first = errors(found.faults)[0]
    assert first.place == place
    assert why in first.why


def test_tagged_text_can_neither_begin_items_nor_say_what_it_does__MU_156() -> None:
    sly = "<m-p>A ►</m-p><m-p>##tablefolk {&quot;mark&quot;:&quot;grant&quot;}</m-p>"
    sly += "<m-p>B ► c</m-p><m-p>§ Mine</m-p><m-p>#!include x</m-p><m-p>\\d</m-p>"
    found = read_electronic(dressed("<m-stitle>§ Moves ► x</m-stitle>", sly), "sly")
    assert found.playbook
    (section,) = found.playbook.sections
    (item,) = section.items
    assert (section.label, item.mark) == ("Moves ▸ x", "free")
    assert item.text.startswith('##tablefolk {"mark":"grant"}\nB ▸ c\n▸ § Mine\n#!include x')


# -- There and back (MU-159) -------------------------------------------------------------------

TEXTS = {
    "gardener": EVERY_CONSTRUCT,
    "wizard": WIZARD,
    "elf": ELF,
    "gm_common": GM,
    **{name: text for name, (text, _) in SHAPES.items()},
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_playbook_of_markup_alone_comes_back_from_tags__MU_159(name: str) -> None:
    made = playbook(TEXTS[name], name, INCLUDED)
    text = write_electronic(made)
    assert is_electronic(text)
    found = read_electronic(text, name)
    assert found.playbook == made
    assert "m-i" not in "".join(item.text for item in made.items)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["own", "gm_own", "meta"]))
def test_whatever_can_be_printed_comes_back_from_tags__MU_159(text: str, name: str) -> None:
    made = read_markup(f"§ Moves\nFirst ► x\n{text}", name).playbook
    if made and "##tablefolk" not in write_markup(made):  # markup alone says all of it
        assert read_electronic(write_electronic(made), name).playbook == made


def test_credit_and_licence_go_along_and_what_happens_by_itself_does_not__MU_159() -> None:
    sorcerer = our_playbook("sorcerer")
    text = exported(Played().show, "sorcerer", "electronic")
    back = read_electronic(text, "sorcerer").playbook
    assert back
    assert sorcerer.credit in back.credit
    assert sorcerer.licence in back.credit
    assert [item.name for item in back.items] == [item.name for item in sorcerer.items]
    assert back != sorcerer


def test_our_own_data_files_are_no_such_files__MU_156() -> None:
    data = json.dumps({"id": "x", "name": "X", "sections": [], "items": []})
    for text in (data, "{", "§ Moves\n{", write_markup(Playbook("x", "X"))):
        assert not is_electronic(text)


# -- At the table, on the workbench, in the terminal -------------------------------------------


def test_a_table_loads_it_like_any_other_text__MU_156() -> None:
    played = Played()
    played.do("gm", LoadPlaybook(tuple(json.dumps(BEES, indent=1).split("\n")), "bees"))
    assert played.show.shelf.playbook("bees") == read_electronic(json.dumps(BEES), "bees").playbook


def test_the_workbench_shows_its_markup_or_why_there_is_none__MU_156() -> None:
    show = Played().show
    draft, odd = editing.opened(Draft(json.dumps(BEES), "bees"))
    assert (draft.text, odd) == (MARKUP, ())
    looked = editing.looked_over(show, Draft(json.dumps(BEES), "bees"))
    assert looked.counts == "2 sections, 3 items: 2 resources and 1 move"
    bad = editing.looked_over(show, Draft(dressed("A ► b", "<a>x</a>"), "bees"))
    assert bad.bad
    assert bad.faults[0].why == "items[1]: <a> is no tag of an electronic playbook."


def typed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_terminal_checks_imports_and_exports_it__MU_159(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, data = tmp_path / "bees.mutagen.json", tmp_path / "bees.toml"
    file.write_text(json.dumps(BEES), "utf-8")
    code, out, _ = typed(capsys, "playbook", "check", str(file))
    assert (code, out.split("\n")[-2]) == (0, "It is a playbook.")
    code, _, err = typed(capsys, "playbook", "import", str(file), "-o", str(data))
    assert code == 0
    assert "2 sections, 3 items" in err
    loaded = read_data(data.read_text("utf-8")).playbook
    assert loaded == read_electronic(json.dumps(BEES), "bees").playbook
    again = tmp_path / "again.mutagen.json"
    code, _, err = typed(capsys, "playbook", "export", str(file), "-o", str(again))
    assert (code, err) == (0, "")
    assert read_electronic(again.read_text("utf-8"), "bees").playbook == loaded
    code, _, err = typed(capsys, "playbook", "export", "sorcerer", "-o", str(again))
    assert code == 0
    assert "stays behind" in err
    file.write_text(dressed("A ► b", "<a>x</a>"), "utf-8")
    code, out, _ = typed(capsys, "playbook", "check", str(file))
    assert code == 1
    assert "items[1]: <a> is no tag" in out
