"""A character of Rotate Bird written out at one table and brought to another (TF-39, TF-40)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.games.rotate_bird.table import GAME, Played, created
from tests.games.rotate_bird.test_asked import now

from tablefolk.core.game import Big, Refusal
from tablefolk.core.table.judging import AskRuling
from tablefolk.core.table.page import waited_for
from tablefolk.core.table.scenes import CloseSession, OpenSession
from tablefolk.games.rotate_bird import tell
from tablefolk.games.rotate_bird.rules.bringing import BringCharacter, sheet
from tablefolk.games.rotate_bird.rules.creation import (
    DescribeCharacter,
    TakeReadyMade,
    WriteTheme,
)
from tablefolk.games.rotate_bird.rules.packs import default_pack, write_pack
from tablefolk.games.rotate_bird.rules.recovery import WriteRecovery
from tablefolk.games.rotate_bird.rules.rewards import AddSymbol, SwapForOwn
from tablefolk.games.rotate_bird.rules.symbols import LoadPack, ReplacePicture, UsePack
from tablefolk.games.rotate_bird.rules.values import Character

ADVANCING = {"advancement": True}
KITE, SHOE = "a" * 40, "b" * 40  # keys of drawings


def taken(played: Played, who: str) -> dict[str, Any]:
    """Somebody as their file has them."""
    hero = played.hero(who)
    seat = played.seat(hero.player)
    written: dict[str, Any] = json.loads(json.dumps(sheet(played.bird, seat, who)))
    return written


@pytest.fixture
def there() -> dict[str, Any]:
    """C1 from another table, described, marked, with an edge and a picture of their own."""
    played = created()
    played.as_("c1", DescribeCharacter("c1", "A nervous kite."))
    played.as_("c1", WriteTheme("mostly wind", "c1"))
    played.as_("c1", WriteRecovery("c1", "A night on the roof."))
    played.as_("c1", ReplacePicture("c1", "anchor", KITE))
    played.mark("c1", "anchor", "Which Lock")
    played.award("c1", "paperclip")
    return taken(played, "c1")


def without_numbers(hero: Character) -> Any:
    """A character but for the numbers and the seat the table has given."""
    plain = msgspec.to_builtins(hero)
    for trait in (*plain.get("being", ()), *plain.get("doing", ())):
        del trait["id"]
    return {k: v for k, v in plain.items() if k not in ("id", "player")}


# -- There and back again ------------------------------------------------------------------------


def test_a_character_comes_back_from_its_sheet_as_it_was__TF_39(there: dict[str, Any]) -> None:
    here = Played()
    here.do("p2", BringCharacter(there))
    assert here.hero("c1").player == "p2"
    assert here.hero("c1").complete
    assert taken(here, "c1") == there
    assert (there["tablefolk"], there["game"]) == (1, "rotate-bird")
    here.audited()


def test_a_ready_made_character_travels_whole__TF_39() -> None:
    played = Played()
    (made,) = played.do("p1", TakeReadyMade("odile-quill"))
    other = Played(players=("ann",))
    (brought,) = other.do("ann", BringCharacter(taken(played, made.sheet.id)))
    assert without_numbers(brought.sheet) == without_numbers(made.sheet)


def test_traits_get_numbers_that_nobody_else_has__TF_39(there: dict[str, Any]) -> None:
    here = Played()
    here.make("c2", "p1")
    here.do("p2", BringCharacter(there))
    numbers = [t.id for hero in here.bird.cast.values() for t in (*hero.being, *hero.doing)]
    assert len(set(numbers)) == len(numbers) == 16
    assert here.bird.count == max(numbers)


def test_marks_and_edges_stay_behind__TF_39(there: dict[str, Any]) -> None:
    assert not {"having", "player", "id"} & there.keys()
    here = Played()
    here.do("p1", BringCharacter(there))
    assert (here.marked("c1"), here.hero("c1").having) == ([], ())


def test_drawings_and_unspent_advances_come_along__RB_11__RB_151(there: dict[str, Any]) -> None:
    here = Played()
    here.do("p1", BringCharacter(there))
    assert here.hero("c1").drawings == {"anchor": KITE}
    file, other = grown(), Played(options=ADVANCING)
    assert file["advances"] == ["minor"] * 4
    other.do("p1", BringCharacter(file))
    assert [a.kind for a in other.hero("c1").advances] == ["minor"] * 4
    shoe = other.bird.own_symbols[other.hero("c1").being[0].symbol]
    assert shoe.drawing == SHOE
    other.do("p2", BringCharacter({**file, "name": "Twin", "own": [{**file["own"][0],
                                   "drawing": KITE}]}))  # fmt: skip
    assert other.hero("twin").drawings == {"left-shoe": KITE}
    other.audited()
    plain = {key: value for key, value in there.items() if key != "own"} | {"advances": ["minor"]}
    (came,) = Played().do("p1", BringCharacter(plain))
    assert came.sheet.advances == (), "a table without advancement leaves them in the file"


def test_what_is_no_key_of_a_drawing_is_refused__RB_11(there: dict[str, Any]) -> None:
    no = Played().refused("p1", BringCharacter({**there, "drawings": {"anchor": "../../x"}}))
    assert (no.rule, no.why) == ("RB-11", "A drawing in this sheet is not one of ours.")


def test_a_sheet_is_begun_where_it_was_left__RB_25(there: dict[str, Any]) -> None:
    here = Played()
    here.do("p1", BringCharacter({k: there[k] for k in ("tablefolk", "game", "name")}))
    assert here.hero("c1").missing == ("being", "doing", "doing_names", "title")
    (line,) = [tell(here.bird, e, here.seat("p2")) for e in here.log[-1].events]
    assert line is not None
    assert "still to be rolled" in line.text


def test_everybody_is_told_which_pictures_came__RB_15(there: dict[str, Any]) -> None:
    here = Played()
    (brought,) = here.do("p1", BringCharacter(there))
    line = tell(here.bird, brought, here.seat("p2"))
    assert line is not None
    assert "P1 brings C1 from another table" in line.text
    assert "anchor" in line.text.casefold()
    assert line.big == Big("finished", "C1"), "whoever comes ready to be played is shown to all"


# -- By whom (RB-1) ------------------------------------------------------------------------------


def test_the_gm_may_bring_one_for_a_player_and_nobody_else_may__RB_1(
    there: dict[str, Any],
) -> None:
    here = Played()
    assert here.refused("p1", BringCharacter(there, "p2")).code == "not_gm"
    assert here.refused("gm", BringCharacter(there)).code == "unknown"
    here.do("gm", BringCharacter(there, "p2"))
    assert here.hero("c1").player == "p2"
    assert here.refused("p2", BringCharacter(there)).code == "one_character"


def test_one_takes_ones_own_sheet_along_and_the_gm_takes_any__TF_39() -> None:
    played = created()
    npc = played.make_npc("Owl", "anchor")
    assert sheet(played.bird, played.seat("gm"), "c2")["name"] == "C2"
    for member, who in (("p1", "c2"), ("gm", npc), ("p1", "nobody")):
        with pytest.raises(Refusal) as no:
            sheet(played.bird, played.seat(member), who)
        assert no.value.rule == "TF-39"


# -- What this table does not have (RB-10, RB-150, RB-157) ----------------------------------------


def other_pack() -> tuple[str, ...]:
    """The game's own pack with an anchor of another id."""
    lines = "\n".join(write_pack(default_pack()))
    renamed = lines.replace('id = "anchor"', 'id = "sea-anchor"').replace(
        f'name = "{default_pack().name}"', 'name = "Deep Sea"', 1
    )
    return tuple(renamed.split("\n"))


def test_symbols_of_an_unknown_pack_are_named_with_what_can_be_done__RB_10() -> None:
    played = Played()
    played.do("gm", LoadPack(other_pack()))
    played.do("gm", UsePack("deep-sea"))
    played.make("c1", "p1")
    file = taken(played, "c1")
    here = Played()
    no = here.refused("p1", BringCharacter(file))
    assert (no.rule, no.code) == ("RB-10", "unknown")
    assert "This table has no “Anchor”: " in no.why, "all others are just like the game’s own"
    assert "bring the pack “Deep Sea” here first" in no.why
    here.do("gm", LoadPack(other_pack()))
    here.do("p1", BringCharacter(file))
    assert here.hero("c1").being[0].symbol == "deep-sea/sea-anchor"
    older = {**file, "pack": "Deep Sea", "being": ["sea-anchor", "heart"], "doing": []}
    for new in ("packs", "symbols"):
        del older[new]
    (came,) = here.do("p2", BringCharacter({**older, "name": "Elder"}))
    assert [t.symbol for t in came.sheet.being] == ["deep-sea/sea-anchor", "deep-sea/heart"]


def grown() -> dict[str, Any]:
    """C1 with a symbol of their own, drawn, and a third symbol on a power."""
    played = created(ADVANCING)
    for _ in range(6):
        played.do("gm", OpenSession())
        played.do("gm", CloseSession())
    first = played.hero("c1").being[0].id
    power = played.hero("c1").doing[0].id
    played.as_("c1", SwapForOwn(first, "Left Shoe", "👞", drawing=SHOE))
    played.as_("c1", AddSymbol(power, "heart"))
    return taken(played, "c1")


def test_symbols_of_ones_own_come_along__RB_157() -> None:
    file, here = grown(), Played(options=ADVANCING)
    here.do("p1", BringCharacter(file))
    shoe = here.bird.own_symbols[here.hero("c1").being[0].symbol]
    assert (shoe.name, shoe.emoji, shoe.drawing, shoe.custom) == ("Left Shoe", "👞", SHOE, True)
    assert len(here.hero("c1").doing[0].symbols) == 3
    assert taken(here, "c1") == file
    here.do("p2", BringCharacter({**file, "name": "Twin"}))
    assert len(here.bird.own_symbols) == 1, "the same symbol is not made twice"
    here.audited()


def test_a_chat_form_that_is_taken_here_is_refused_with_its_place__RB_157() -> None:
    file, here = grown(), Played(options=ADVANCING)
    file["own"][0]["emoji"] = default_pack().symbols["anchor"].emoji
    no = here.refused("p1", BringCharacter(file))
    assert (no.code, no.why[:18]) == ("needs_chat_form", "At “own, Left Shoe")


def test_what_advances_gave_comes_to_tables_with_advances_or_by_a_ruling__RB_150() -> None:
    file, here = grown(), Played()
    no = here.refused("p1", BringCharacter(file))
    assert (no.rule, no.firm) == ("RB-150", False)
    assert "switch advancement on" in no.why
    here.rule("p1", BringCharacter(file))
    assert here.hero("c1").player == "p1"


# -- What could not have been made (RB-14, RB-19, RB-24, TF-40) -----------------------------------

DOING = {"symbols": ["anchor", "heart"], "name": "Two nouns"}


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"tablefolk": 2}, "bad_import", "newer version"),
        ({"tablefolk": 0}, "bad_import", "newer version"),
        ({"game": "wheel-of-fate"}, "bad_import", "another game"),
        ({"game": 7}, "bad_import", "at “game”"),
        ({"name": "x" * 61}, "bad_import", "at “name”"),
        ({"title": "x" * 201}, "bad_import", "at “title”"),
        ({"being": "anchor"}, "bad_import", "at “being”"),
        ({"being": ["anchor"] * 6}, "bad_import", "at “being”"),
        ({"being": [["anchor"]]}, "bad_import", "at “being”"),
        ({"having": [{"id": 1}]}, "bad_import", "at “having”"),
        ({"player": "gm"}, "bad_import", "at “player”"),
        (
            {"own": [{"id": "x", "name": "X", "kind": "fallout", "emoji": "x"}]},
            "bad_import",
            "kind",
        ),
        ({"name": " "}, "text_needed", "At “name”"),
        ({"name": "\u202eevil"}, "bad_text", "invisible"),
        ({"description": "x" * 2001}, "too_long", "2,001"),
        ({"being": ["anchor", "anchor"]}, "duplicate_symbol", "At “being”"),
        ({"being": ["anchor", "no-such"]}, "unknown", "“no-such”"),
        ({"being": ["dragon"]}, "wrong_symbol_kind", "At “being”"),
        ({"doing": [DOING]}, "wrong_symbol_kind", "At “doing”"),
        ({"doing": [{"symbols": ["anchor"]}]}, "wrong_symbol_kind", "At “doing”"),
    ],
)
def test_what_could_not_have_been_made_here_is_refused_with_its_place__TF_40(
    there: dict[str, Any], change: dict[str, Any], code: str, place: str
) -> None:
    no = Played().refused("p1", BringCharacter(there | change))
    assert no.code == code
    assert place in no.why


def test_no_pair_comes_twice__RB_20(there: dict[str, Any]) -> None:
    twice = there | {"doing": [there["doing"][0], there["doing"][0]]}
    assert Played().refused("p1", BringCharacter(twice)).code == "duplicate_pair"


def test_while_the_gm_thinks_about_it_nobody_is_asked_who_they_are__TF_17() -> None:
    """The GM reads who comes, and whoever brings them sees that it is being read."""
    file, here = grown(), Played()
    asked = here.ask("p1", AskRuling(msgspec.to_builtins(BringCharacter(file))))
    assert asked.act == "C1 comes from another table"
    assert "p1" not in waited_for(GAME, here.table)
    assert "p2" in waited_for(GAME, here.table)
    first = now(here, "p1")
    assert first.key == f"request:{asked.number}"
