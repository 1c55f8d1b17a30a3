"""Symbols, tables and packs (RB-1 … RB-12, RB-182 … RB-191)."""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec.structs import replace
from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core.dice import tape
from tablefolk.core.files import Fault, Faulty
from tablefolk.core.words import phrases
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page import editing
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.rules import symbols
from tablefolk.games.rotate_bird.rules.packs import (
    CODES,
    FACTORS,
    Pack,
    Symbol,
    bare,
    being_table,
    brief,
    by_chat,
    cell,
    default_pack,
    frameworks,
    meanings,
    portable,
    read_pack,
    room,
    themes,
    write_pack,
)
from tablefolk.games.rotate_bird.rules.symbols import (
    CorrectMark,
    CorrectSymbol,
    DropPack,
    LoadPack,
    PackLoaded,
    PackUsed,
    ReadTitle,
    ReplacePicture,
    RollSymbol,
    UsePack,
    good_pack,
)
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.worksheet import RollFactors, StartWorksheet

say = phrases("tablefolk.games.rotate_bird")


def small() -> list[str]:
    """The least a pack can be: one Being table, twelve Doing symbols, six of fallout."""
    lines = ['name = "Pocket"', "", "[[being]]"]
    lines += [f'{c} = {{ name = "Thing {c}", icon = "bolt", emoji = "b{c}" }}' for c in CODES]
    lines += ["", "[doing]"]
    for n in range(12):
        low, high = CODES[3 * n], CODES[3 * n + 2]
        lines.append(f'{low}-{high} = {{ name = "Act {n + 1}", icon = "bolt", emoji = "d{n}" }}')
    lines += ["", "[fallout]"]
    lines += [f'{n} = {{ name = "Woe {n}", icon = "bolt", emoji = "f{n}" }}' for n in range(1, 7)]
    return lines


def faults(lines: list[str]) -> tuple[Fault, ...]:
    with pytest.raises(Faulty) as bad:
        read_pack(lines)
    return bad.value.faults


# -- Tables and dice -----------------------------------------------------------------------------


def test_the_game_has_157_symbols_in_full_tables__RB_3__RB_4__RB_5() -> None:
    pack = default_pack()
    assert [len(pack.of(k)) for k in ("being", "doing", "fallout", "factor")] == [108, 36, 6, 7]
    assert [len(table) for table in pack.being] == [36, 36, 36]
    assert (len(pack.doing), len(pack.fallout)) == (36, 6)
    assert (cell(1, 1), cell(2, 1), cell(6, 6)) == (0, 6, 35)


def test_the_first_die_is_the_tens__RB_4() -> None:
    assert symbols.doing(default_pack(), tape((1, 2))).symbol == "word-balloon"
    assert symbols.doing(default_pack(), tape((2, 1))).symbol == "equals-sign"


def test_a_random_being_symbol__RB_7__W_24() -> None:
    pack = default_pack()
    assert [being_table(pack, die) for die in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert symbols.being(pack, tape((1, 1, 1))).symbol == "anchor"
    assert symbols.being(pack, tape((3, 2, 4))).symbol == "heart"
    assert symbols.being(pack, tape((6, 4, 4))).symbol == "sun"
    every = {
        symbols.being(pack, tape((t, a, b))).symbol
        for t in (1, 3, 5)
        for a in range(1, 7)
        for b in range(1, 7)
    }
    assert len(every) == 108


def test_a_random_doing_symbol__RB_8() -> None:
    assert symbols.doing(default_pack(), tape((6, 2))).symbol == "rotate"
    assert len(set(default_pack().doing)) == 36


def test_every_code_has_one_theme_and_one_framework_but_the_last__RB_5__RB_163__RB_212() -> None:
    assert len(themes()) == 36
    assert len({theme.id for theme in themes()}) == 18
    assert themes()[cell(4, 1)].id == "meta-narrative"
    assert frameworks()[cell(6, 6)] == ()
    assert len({frozenset(three) for three in frameworks()[:-1]}) == 35
    assert all(len(set(three)) == 3 for three in frameworks()[:-1])


def test_the_gm_rolls_only_on_tables__RB_9() -> None:
    played = created()
    played.make_npc("Guard", "hammer")
    assert played.no("gm", OpenTest("npc_guard", "hit them")) == "gm_makes_no_tests"
    assert played.no("p1", RollSymbol("being")) == "not_gm"
    played.do("gm", RollSymbol("being"), (5, 3, 6))
    played.do("gm", RollSymbol("doing"), (6, 2))


# -- Showing them --------------------------------------------------------------------------------


def test_every_symbol_has_a_picture_a_name_and_a_chat_form_of_its_own__RB_10() -> None:
    pack = default_pack()
    assert all(s.name and s.icon and s.emoji for s in pack.symbols.values())
    forms = [bare(s.emoji) for s in pack.symbols.values()]
    assert len(set(forms)) == 157
    for symbol in pack.symbols.values():
        assert by_chat(pack.symbols, symbol.kind, symbol.emoji) == symbol


def test_the_title_is_two_symbols_and_may_be_read_otherwise__RB_2() -> None:
    pack, played = default_pack(), Played()
    assert {"rotate", "bird"} <= set(pack.symbols)
    assert say("labels.title") == "Rotate Bird"
    played.do("gm", ReadTitle("Spin Crow"))
    assert played.bird.reading == "Spin Crow"
    assert played.no("p1", ReadTitle("Mine")) == "not_gm"


def test_an_own_picture_changes_nothing_but_the_picture__RB_11() -> None:
    played = created()
    played.do("p1", ReplacePicture("c1", "bird", "drawing-7"))
    assert played.hero("c1").drawings == {"bird": "drawing-7"}
    assert played.bird.symbol("bird").name == "Bird"
    assert played.no("p2", ReplacePicture("c1", "bird", "x")) == "not_owner"
    assert played.no("p1", ReplacePicture("c1", "moon", "x")) == "not_your_trait"
    played.do("p1", ReplacePicture("c1", "bird"))
    assert played.hero("c1").drawings == {}


def test_the_gm_corrects_marks_and_symbols_with_a_reason__RB_12() -> None:
    played = created()
    sun = played.trait("c1", "sun")
    played.do("gm", CorrectMark(sun, True))
    played.do("gm", CorrectMark(sun, False, "we forgot"))
    aloud, written = story(played)[-2:]
    assert aloud.endswith("Sun.")
    assert written.endswith("Sun: we forgot")
    played.do("gm", CorrectMark(sun, True))
    assert played.marked("c1") == ["sun"]
    flight = played.trait("c1", "Wheeling Flight")
    played.do("gm", CorrectSymbol(flight, 1, "feather", "we misread"))
    assert played.doing("c1", "Wheeling Flight").symbols == ("rotate", "feather")
    assert played.no("gm", CorrectSymbol(flight, 0, "feather", "no")) == "wrong_symbol_kind"
    line = GAME.tell(played.table, played.log[-1].events[0], played.seat("p1"))
    assert line is not None
    assert line.kind == "ruled"


def test_the_table_size_is_a_note_and_no_refusal__RB_1() -> None:
    alone = Played(players=("p1",))
    alone.make("c1", "p1")
    alone.open("c1")
    assert alone.bird.members == ("gm", "p1")


# -- Packs ---------------------------------------------------------------------------------------


def test_a_pack_written_down_comes_back__RB_190() -> None:
    for pack in (default_pack(), read_pack(small())):
        assert read_pack(list(write_pack(pack))) == pack


def test_twelve_doing_symbols_lie_three_codes_each__RB_183__W_23() -> None:
    pack = read_pack(small())
    codes = (11, 13, 14, 16, 21, 23, 24, 66)
    entries = [int(pack.symbols[pack.doing[CODES.index(c)]].name.split()[1]) for c in codes]
    assert entries == [1, 1, 2, 2, 3, 3, 4, 12]


def test_a_pack_without_factors_has_the_usual_ones__RB_182__RB_188() -> None:
    pack = read_pack(small())
    assert pack.factors == FACTORS
    assert pack.of("factor") == default_pack().of("factor")
    own = [*small(), "", "[factors]"]
    own += [f'{f} = {{ name = "My {f}", icon = "x", emoji = "{f}" }}' for f in FACTORS]
    assert read_pack(own).symbols["ring"].name == "My ring"
    assert meanings("ring") == ("contested resource", "position of authority", "valuable object")
    assert len(faults(own[:-1])) == 1


def test_a_small_pack_suits_a_small_group__RB_184() -> None:
    assert (room(default_pack()), room(read_pack(small()))) == (12, 3)


def broken(find: str, instead: str) -> list[str]:
    assert any(find in line for line in small())
    return [line.replace(find, instead) for line in small()]


@pytest.mark.parametrize("one", ['"b12"', '"d1"'])
def test_no_two_symbols_of_a_kind_have_one_chat_form__RB_10(one: str) -> None:
    """Being is told apart from Being, and Doing from Doing; across kinds the name goes along."""
    same = broken(one, '"b11"' if "b" in one else '"d0"')
    assert any("same chat form" in fault.why for fault in faults(same))
    across = broken('"d1"', '"b11"')
    assert read_pack(across)


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        (broken("11 = {", "17 = {"), 3, "no row for 11"),
        (broken("11 = {", "17 = {"), 4, "no code"),
        (broken("12 = {", "11-12 = {"), 5, "two rows"),
        (broken('"b12"', '"b11"'), 5, "same chat form"),
        (broken('emoji = "b13"', 'emoji = ""'), 6, "needs its “emoji”"),
        (broken('name = "Thing 14", ', ""), 7, "needs its “name”"),
        (broken('name = "Thing 15", icon = "bolt"', 'name = "Thing 15"'), 8, "needs a picture"),
        (broken('"Thing 16"', '"Thing 15"'), 9, "two symbols called"),
        (broken('name = "Pocket"', 'name = ""'), 1, "The pack needs its"),
        (broken("[doing]", "[doings]"), 41, "no part called"),
        (broken("[fallout]", "[fallout"), 55, "cannot be read"),
        (broken("[[being]]", "[being]"), 3, "1, 2, 3 or 6 Being tables"),
        (broken('emoji = "b21"', 'emoji = "b21", colour = "red"'), 10, "no “colour”"),
        (broken('"b22"', '"\\u202e"'), 11, "needs its “emoji”"),
        (broken('6 = { name = "Woe 6"', '5 = { name = "Woe 6"'), 61, "cannot be read"),
        (broken('{ name = "Thing 11", icon = "bolt", emoji = "b11" }', '"Thing 11"'), 4, "Write a"),
    ],
)
def test_a_broken_pack_is_refused_with_line_and_reason__RB_182__RB_5(
    lines: list[str], line: int, why: str
) -> None:
    found = faults(lines)
    assert any(why in fault.why and fault.line == line for fault in found), found


def test_eleven_doing_symbols_are_too_few__RB_182() -> None:
    lines = [line for line in small() if "Act 12" not in line]
    lines = [line.replace("61-63 =", "61-66 =") for line in lines]
    assert "needs 12 Doing symbols and has 11" in faults(lines)[0].why


def test_a_table_can_play_with_its_own_pack__RB_182() -> None:
    played = Played(players=("p1",))
    assert played.no("gm", LoadPack(("name = 3",))) == "bad_pack"
    assert "Line 1" in played.refusal("gm", LoadPack(("name = 3",))).why
    assert played.no("p1", LoadPack(tuple(small()))) == "not_gm"
    played.do("gm", LoadPack(tuple(small())))
    assert isinstance(played.bird.packs["pocket"], Pack)
    assert played.no("gm", UsePack("other")) == "unknown"
    played.do("gm", UsePack("pocket"))
    assert played.no("gm", DropPack("pocket")) == "in_use"
    played.do("gm", RollSymbol("being"), (1, 2))  # one table: no die to choose it
    assert played.bird.symbol("pocket/thing-12").kind == "being"
    assert played.bird.symbol("anchor").name == "Anchor"
    played.do("gm", UsePack(""))
    played.do("gm", DropPack("pocket"))
    assert played.bird.packs == {}
    played.audited()


def test_a_pack_whose_symbols_are_in_sight_stays__RB_182() -> None:
    played = created()
    played.do("gm", LoadPack(tuple(small())))
    played.do("gm", UsePack("pocket"))
    played.award("c1", "thing-11")
    played.do("gm", UsePack(""))
    assert played.no("gm", DropPack("pocket")) == "in_use"


def pack(name: str, **symbols: str) -> LoadPack:
    """The least of packs with some Being symbols called otherwise, by their ids."""
    lines = "\n".join(small()).replace('"Pocket"', f'"{name}"')
    for code, (id, called) in zip(CODES, symbols.items(), strict=False):
        lines = lines.replace(f'name = "Thing {code}"', f'id = "{id}", name = "{called}"')
    return LoadPack(tuple(lines.splitlines()))


def story(played: Played) -> list[str]:
    events = (event for entry in played.log for event in entry.events)
    lines = (tell(played.bird, event, played.seat("p1")) for event in events)
    return [line.text for line in lines if line]


def test_no_pack_changes_what_people_have_or_what_was_told__RB_182() -> None:
    played = created()
    played.award("c1", "carrot")
    played.do("gm", RollSymbol("being"), (1, 3, 6))
    had, before = played.hero("c1"), story(played)
    assert played.bird.symbol("carrot").name == "Carrot"
    played.do("gm", pack("Winter Court", carrot="Snowman", bird="Robin"))
    played.do("gm", UsePack("winter-court"))
    played.do("gm", pack("Village Witches", carrot="Broom"))
    assert played.bird.symbol("carrot").name == "Carrot"
    assert played.hero("c1") == had
    assert story(played)[: len(before)] == before
    played.do("gm", RollSymbol("being"), (1, 1))
    assert story(played)[-1] == "The dice show b11 Snowman."
    assert played.bird.meant("snowman") == "winter-court/carrot"
    played.do("gm", UsePack("village-witches"))
    assert "The dice show b11 Snowman." in story(played)
    played.do("gm", DropPack("winter-court"))
    assert "The dice show b11 Snowman." in story(played)
    played.audited()


def test_a_pack_brought_again_keeps_what_its_symbols_were__RB_182() -> None:
    played = created()
    played.do("gm", pack("Winter Court", carrot="Snowman"))
    played.do("gm", UsePack("winter-court"))
    played.award("c1", "winter-court/carrot")
    played.do("gm", pack("Winter Court", carrot="Icicle"))
    (edge,) = played.hero("c1").having
    assert played.bird.symbol(edge.symbols[0]).name == "Snowman"
    assert played.bird.pack.being[0][0] == "winter-court/carrot-2"
    assert played.bird.symbol("winter-court/carrot-2").name == "Icicle"
    played.do("gm", pack("Winter Court", carrot="Snowman"))
    assert played.bird.pack.being[0][0] == "winter-court/carrot"
    drawn = [line.replace('"bolt", emoji = "b11"', '"fire", emoji = "b11"')
             for line in pack("Winter Court", carrot="Snowman").lines]  # fmt: skip
    played.do("gm", LoadPack(tuple(drawn)))
    assert played.bird.symbol(edge.symbols[0]).icon == "fire"  # a better picture is its own
    played.audited()


def test_ids_of_edition_1_read_as_they_did__RB_182() -> None:
    """Then no id named its pack: the one in use was asked first, and no new one changes it."""
    played = created()
    (loaded,) = played.do("gm", pack("Winter Court", carrot="Snowman", frost="Frost"))
    (used,) = played.do("gm", UsePack("winter-court"))
    bird = created().bird
    for event in (loaded, used):
        raw = msgspec.to_builtins(event)
        (lift,) = rotate_bird.upcasters[type(event).__name__].values()
        bird = rotate_bird.evolve(bird, msgspec.convert(lift(raw), type(event)))
    assert [bird.symbol(id).name for id in ("carrot", "frost", "anchor")] == [
        "Snowman", "Frost", "Anchor",
    ]  # fmt: skip
    other = PackLoaded(good_pack(pack("Other", anchor="Hook").lines))
    later = rotate_bird.evolve(rotate_bird.evolve(bird, other), PackUsed("other", "Other"))
    assert later.symbol("carrot").name == "Snowman"
    assert later.symbol("anchor").name == "Anchor"


def test_of_edition_1_own_symbols_go_before_packs_that_were_not_in_use__RB_182() -> None:
    own = Symbol("carrot", "My carrot", "being", emoji="c", custom=True)
    bird = replace(created().bird, own_symbols={"carrot": own})
    assert replace(bird, bare=("winter-court", "")).symbol("carrot").name == "My carrot"
    assert replace(bird, bare=("", "winter-court")).symbol("carrot").name == "Carrot"


def test_only_the_gm_hears_of_a_pack_that_lies_ready__RB_182() -> None:
    played = created()
    (came,) = played.do("gm", pack("Winter Court"))
    line = tell(played.bird, came, played.seat("gm"))
    assert line is not None
    assert (line.text, line.private) == ("A pack of symbols lies ready: “Winter Court”.", True)
    assert tell(played.bird, came, played.seat("p1")) is None
    (used,) = played.do("gm", UsePack("winter-court"))
    line = tell(played.bird, used, played.seat("p1"))
    assert line is not None
    assert not line.private


def test_a_being_symbol_may_be_called_like_a_factor__RB_182__RB_188() -> None:
    """Its own Factors or the game's: no clash, and nothing is lost."""
    lines = pack("Fantasy", **{key: key.title() for key in FACTORS}).lines
    own = (*lines, "", "[factors]", *(f'{k} = {{ name = "The {k}", icon = "bolt", emoji = "{k}" }}'
                                      for k in FACTORS))  # fmt: skip
    the_games = default_pack().of("factor")
    for taken, names in (
        (lines, [s.name for s in the_games]),
        (own, [f"The {k}" for k in FACTORS]),
    ):
        played = created()
        played.do("gm", LoadPack(taken))
        played.do("gm", UsePack("fantasy"))
        made = read_pack(taken)
        for one in (made, portable(played.bird.pack)):
            assert (len(one.of("being")), one.symbols["ring"].name) == (36, "Ring")
            assert [s.name for s in one.of("factor")] == names
            assert read_pack(list(write_pack(one))) == made
            assert read_pack(editing.written(editing.draft(one)).lines) == made
        assert [played.bird.symbol(id).name for id in played.bird.pack.factors] == names
        played.do("gm", StartWorksheet())
        played.do("gm", RollFactors(), (1, 1))
        factors = played.bird.worksheets[""].factors
        assert [played.bird.symbol(id).kind for id in factors] == ["factor"] * 3
        assert all(meanings(id) for id in factors)
        played.audited()


def test_guidelines_stand_beside_the_editor__RB_185__RB_186__RB_187__RB_191() -> None:
    being = [say(f"checklist.being.{key}") for key in ("point", "no_human", "no_weapon")]
    doing = [say(f"checklist.doing.{key}") for key in ("abstract", "action", "distinct", "premise")]
    assert all((*being, *doing))
    assert default_pack().tone


# -- Short names (RB-10) -----------------------------------------------------------------------


def test_every_symbol_has_a_short_name_of_its_own_of_one_or_two_words__RB_10() -> None:
    shorts = [symbol.short for symbol in default_pack().symbols.values()]
    assert len(shorts) == 157
    assert len({short.casefold() for short in shorts}) == 157
    assert [short for short in shorts if not 1 <= len(short.split()) <= 2] == []
    assert max(map(len, shorts)) <= 17


def test_a_pack_without_short_names_gets_them_from_the_names__RB_10() -> None:
    assert brief("Signpost with signs pointing left and right") == "Signpost"
    assert brief("Weight (heavy object)") == "Weight"
    assert brief("Slice of bread", {"slice"}) == "Bread"
    assert brief("Cat", {"cat"}) == "Cat 2"
    default = list(write_pack(default_pack()))
    plain = tuple(re.sub(r'short = "[^"]*", ', "", line) for line in default)
    shorts = [symbol.short for symbol in read_pack(plain).symbols.values()]
    assert len({short.casefold() for short in shorts}) == 157
    assert all(len(short.split()) <= 2 for short in shorts)
    assert read_pack(tuple(default)) == default_pack()


def test_a_typed_short_name_is_one_or_two_words_and_nobody_elses__RB_10_RB_182() -> None:
    lines = list(write_pack(default_pack()))
    at = next(n for n, line in enumerate(lines) if 'id = "apple"' in line)
    for short, why in (("Bell", "the same short name"), ("one two three", "one or two words")):
        bad = lines[at].replace('name = "Apple"', f'name = "Apple", short = "{short}"')
        typed = lines[at + 3].replace('name = "Bell"', 'name = "Bell", short = "Bell"')
        with pytest.raises(Faulty, match=why):
            read_pack((*lines[:at], bad, *lines[at + 1 : at + 3], typed, *lines[at + 4 :]))


def test_a_symbol_is_told_short_and_named_in_full__RB_10() -> None:
    played = created()
    (event,) = played.do("gm", RollSymbol("being"), (5, 3, 2))
    line = tell(played.bird, event, played.seat("p1"))
    assert line is not None
    assert line.text == "The dice show 🍕 Pizza."
    assert (line.drawn[0].name, line.drawn[0].short) == ("Slice of pizza", "Pizza")


def test_a_short_name_begins_with_no_article__RB_10() -> None:
    names = ("A worried face", "The old moon", "An ear", "The", "Key of brass")
    assert [brief(name) for name in names] == [
        "Worried face", "Old moon", "Ear", "The", "Key",
    ]  # fmt: skip
