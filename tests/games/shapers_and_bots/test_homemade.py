"""Home-made things and their formulas (SB-57, SB-60, SB-66, SB-69, SB-89, SB-172)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.shapers_and_bots.table import Played

from tablefolk.core.files import Faulty
from tablefolk.core.game import Refusal
from tablefolk.games.shapers_and_bots.rules import formulas, homemade, kits, sheet
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet, ChooseSpecies, FinishSheet
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.homemade import (
    DropHomemade,
    LoadHomemade,
    MakeBotFeature,
    MakeBotPenalty,
    MakeShapingExample,
    MakeSkill,
    MakeSpecialty,
    MakeSpecies,
    MakeWeapon,
)
from tablefolk.games.shapers_and_bots.rules.skills import BuySkill
from tablefolk.games.shapers_and_bots.rules.state import Homemade
from tablefolk.games.shapers_and_bots.rules.values import Example

OTTER = {"SIZ": -2, "FIT": 2, "DEX": 1, "INT": 0, "AWR": 1}
KIT = """\
name = "River country"

[[skills]]
name = "Balloon flight"
start = "INT - 2"
use = "where the wind wants to go, and you too"

[[species]]
name = "Otter"
emoji = "🦦"
flavour = "Plays first, asks later."
ratings = { SIZ = -2, FIT = 2, DEX = 1, INT = 0, AWR = 1 }
traits = ["hold_breath"]
weapons = ["Teeth"]
senses = { SML = 2 }
skills = { swimming = 2, hiding = "+1", "balloon-flight" = "None" }
shaper_start = -3

[[specialties]]
category = "craft"
name = "Raft building"

[[weapons]]
name = "Oar"
size = "medium"
two_handed = true

[[weapons]]
name = "Leather coat"
armor = "light"

[[bot_features]]
name = "Fishing line"
effect = "catches things that swim"
weapon = "punch"

[[bot_penalties]]
name = "Barnacles"
effect = "slow in water"
removes = ["locomotion"]
cancelled_by = ["fishing-line"]

[[shaping]]
kind = "water"
text = "ripple a pond"
difficulty = 1
"""


def load(played: Played, text: str) -> None:
    played.do("gm", LoadHomemade(tuple(text.splitlines())))


# -- Formulas (SB-60, SB-69) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("None", None),
        ("0", 0),
        ("-5", -5),
        ("FIT", 2),
        ("fit - siz", 5),
        ("INT-SIZ", 4),
        ("2 * INT + 6", 8),
        ("best(SGT, SML)", 4),
        ("best(SGT, SML) - 3", 1),
        ("best(HER, 1)", 1),
        ("IQ", 1),
        ("-FIT + 1", -1),
    ],
)
def test_a_formula_is_counted__SB_60(text: str, value: int | None) -> None:
    ratings = {"SIZ": -3, "FIT": 2, "INT": 1, "SGT": 4, "SML": None, "HER": None}
    assert formulas.rated(text, ratings) == value


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("__import__('os')", 1),
        ("FIT + __import__('os')", 7),
        ("FIT -", 6),
        ("FIT FIT", 5),
        ("FIT ** 2", 5),
        ("FIT * 2", 5),
        ("2 * 3", 5),
        ("best(FIT", 9),
        ("best()", 6),
        ("FIT; 1", 4),
        ("lambda: 1", 1),
        ("1e9", 2),
        ("999", 1),
        ("", 1),
        ("CRG", 1),
        ("FIT" + " + FIT" * 40, 81),
        ("best(" * 9 + "FIT" + ")" * 9, 21),
    ],
)
def test_anything_else_is_a_bad_formula_with_its_place__SB_69(text: str, place: int) -> None:
    with pytest.raises(formulas.BadFormula) as bad:
        formulas.parse(text)
    assert bad.value.place == place
    assert bad.value.why


SUMS = st.recursive(
    st.one_of(
        st.integers(0, 99).map(str),
        st.sampled_from(formulas.FEATURES),
        st.tuples(st.integers(2, 9), st.sampled_from(formulas.FEATURES)).map(
            lambda pair: f"{pair[0]} * {pair[1]}"
        ),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-"), inner).map(" ".join),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: f"best({', '.join(parts)})"),
    ),
    max_leaves=4,
)


@settings(max_examples=60, deadline=None)
@given(SUMS)
def test_a_formula_written_out_reads_as_the_same_one__SB_60(text: str) -> None:
    try:
        formula = formulas.parse(text)
    except formulas.BadFormula:
        return  # too long, or too deep
    written = formulas.written(formula)
    if len(written) <= formulas.MOST_LENGTH:
        assert formulas.parse(written) == formula


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_no_text_does_more_than_be_refused__SB_69(text: str) -> None:
    ones = dict.fromkeys(formulas.FEATURES, 1).__getitem__
    try:
        found: object = formulas.evaluate(formulas.parse(text), ones)
    except formulas.BadFormula as bad:
        found = bad.place
    assert found is None or isinstance(found, int)


# -- One at a time -----------------------------------------------------------------------------


def test_the_director_adds_a_species__SB_57() -> None:
    played = Played()
    played.do("gm", MakeSpecies("Otter", OTTER, traits=("hold_breath",), weapons=("Teeth",)))
    played.do("p1", BeginSheet("otter", "C1"))
    assert played.ratings("c1", "SIZ", "FIT", "STR") == [-2, 2, 0]
    assert sheet.has_trait(played.world, played.hero("c1"), "hold_breath")
    assert played.world.species("otter").homemade
    played.do("p1", FinishSheet("c1"))
    played.audited()


def test_intellect_may_be_written_iq_in_a_file__SB_57() -> None:
    played = Played()
    load(played, KIT.replace("INT = 0", "IQ = 2"))
    assert played.world.species("otter").ratings["INT"] == 2


def test_a_players_species_waits_for_the_director__SB_57() -> None:
    played = Played()
    asked = played.ask("p1", MakeSpecies("Otter", OTTER))
    assert "Otter" in asked.question
    played.deny(asked)
    assert played.no("p1", BeginSheet("otter")) == "unknown"


def test_a_species_needs_five_whole_numbers_and_known_traits__SB_57() -> None:
    played = Played()
    missing = MakeSpecies("Otter", {"SIZ": -2, "FIT": 2})
    assert "DEX, INT and AWR" in played.refusal("gm", missing).why
    assert played.no("gm", MakeSpecies("Otter", OTTER, traits=("laser eyes",))) == "bad_kit"
    assert played.no("gm", MakeSpecies("Bear", OTTER)) == "bad_kit"
    assert played.no("gm", MakeSpecies("", OTTER)) == "bad_kit"
    assert played.no("gm", MakeSpecies("Otter", {**OTTER, "STR": 1})) == "bad_kit"
    assert played.no("gm", MakeSpecies("Otter", OTTER, skills={"humming": "0"})) == "bad_kit"


def test_a_skill_outside_the_list_needs_a_nod_and_a_formula_that_parses__SB_69() -> None:
    played = Played()
    played.do("p1", BeginSheet("fox", "C1"))
    bad = played.refusal("p1", MakeSkill("Piloting a balloon", "__import__('os')"))
    assert (bad.rule, bad.code, bad.firm) == ("SB-69", "bad_formula", True)
    assert "At place 1" in bad.why
    asked = played.ask("p1", MakeSkill("Piloting a balloon", "AWR - 2", "up and away"))
    played.grant(asked)
    assert played.rating("c1", "piloting-a-balloon") == -2
    played.do("p1", BuySkill("c1", "piloting-a-balloon"))
    assert played.rating("c1", "piloting-a-balloon") == -1
    assert played.no("gm", MakeSkill("Stealth")) == "bad_kit"


def test_a_skill_is_never_taken_for_a_category_or_a_feature__SB_69() -> None:
    played = Played()
    for name in ("Weapon", "Shaping", "Bot", "Fit"):
        played.do("gm", MakeSkill(name, "0"))
    assert set(played.world.homemade.skills) == {"weapon-2", "shaping-2", "bot-2", "fit"}


def test_a_specialty_for_everybody__SB_66() -> None:
    played = Played()
    played.do("gm", MakeSpecialty("craft", "Raft building"))
    played.do("p1", BeginSheet("fox", "C1"))
    played.do("p1", BuySkill("c1", "craft:raft building"))
    assert played.no("gm", MakeSpecialty("cooking", "Soup")) == "bad_kit"
    assert played.no("gm", MakeSpecialty("craft", "Soup: hot")) == "bad_kit"


def test_a_weapon_off_the_table_gets_a_class__SB_89() -> None:
    played = Played()
    played.do("gm", MakeWeapon("Oar", "medium", two_handed=True))
    gear = played.world.find_gear("oar")
    assert gear is not None
    assert (gear.size, gear.skill, gear.needs_draw) == ("medium", "weapon:oar", True)
    assert played.no("gm", MakeWeapon("Feather")) == "bad_kit"
    assert played.no("gm", MakeWeapon("Pan", "small", skill="cooking")) == "bad_kit"
    played.do("gm", MakeWeapon("Snowball", "punch", skill="throwing", thrown=True))


def test_bot_parts_and_shaping_examples_of_our_own__SB_172() -> None:
    played = Played()
    played.do("gm", MakeBotFeature("Fishing line", "catches things"))
    played.do("gm", MakeBotPenalty("Barnacles", "slow", ("locomotion",), ("fishing-line",)))
    played.do("gm", MakeShapingExample("water", "ripple a pond", 1))
    assert played.world.bot_feature("fishing-line") is not None
    assert played.world.homemade.shaping == (Example("water", "ripple a pond", 1),)
    assert played.no("gm", MakeBotPenalty("Odd", "odd", ("soul",))) == "bad_kit"
    assert played.no("gm", MakeShapingExample("fire", "warm hands")) == "bad_kit"


# -- A whole file ------------------------------------------------------------------------------


def test_a_file_brings_everything_at_once_and_is_marked__SB_172() -> None:
    played = Played()
    assert played.no("p1", LoadHomemade(tuple(KIT.splitlines()))) == "director_only"
    load(played, KIT)
    made = played.world.homemade
    assert (list(made.species), list(made.skills), list(made.gear)) == (
        ["otter"], ["balloon-flight"], ["oar", "leather-coat"],
    )  # fmt: skip
    things = (*made.species.values(), *made.skills.values(), *made.gear.values())
    assert all(thing.homemade for thing in things)
    played.do("p1", BeginSheet("otter", "C1"))
    assert played.ratings("c1", "swimming", "hiding", "SML", "balloon-flight") == [2, 3, 2, -2]
    played.audited()


def test_what_is_written_out_reads_back_the_same__SB_172() -> None:
    played = Played()
    load(played, KIT)
    text = homemade.written(played.world, "River country")
    kit = kits.read_kit(text.splitlines())
    assert (kit.name, kit.things) == ("River country", played.world.homemade)


def test_loading_again_replaces_what_has_the_same_name__SB_172() -> None:
    played = Played()
    load(played, KIT)
    load(played, KIT.replace("SIZ = -2, FIT = 2", "SIZ = -1, FIT = 3"))
    assert list(played.world.homemade.species) == ["otter"]
    assert played.world.species("otter").ratings["FIT"] == 3
    assert len(played.world.homemade.specialties) == 1


@pytest.mark.parametrize(
    ("was", "now", "line", "says"),
    [
        ('start = "INT - 2"', 'start = "INT // 2"', 5, "place 5"),
        ("INT = 0, AWR = 1", "INT = 0.5, AWR = 1", 12, "INT is a whole number"),
        ("INT = 0, AWR = 1 }", "INT = 0 }", 12, "AWR"),
        ('traits = ["hold_breath"]', 'traits = ["flies"]', 13, "hold_breath"),
        ('skills = { swimming = 2,', "skills = { humming = 2,", 16, "humming"),
        ('size = "medium"', 'size = "huge"', 25, "punch, small, medium or large"),
        ('category = "craft"', 'category = "cooking"', 20, "craft"),
        ("two_handed = true", 'two_handed = "yes"', 26, "true or false"),
        ('removes = ["locomotion"]', 'removes = ["soul"]', 40, "arms"),
        ('kind = "water"', 'kind = "fire"', 44, "earth"),
        ("difficulty = 1", "difficulty = 1000", 46, "-99 to 99"),
        ('name = "Oar"', 'name = "Sword"', 24, "already"),
        ("[[shaping]]", "[[weather]]", 43, "weather"),
        ('name = "Otter"', 'name = ""', 9, "missing"),
        ("shaper_start = -3", "shaper_start = -3\nspeed = 7", 18, "speed"),
        ("[[shaping]]", "[[shaping", 43, "cannot be read"),
    ],
)  # fmt: skip
def test_each_fault_is_named_with_its_line__SB_172(
    was: str, now: str, line: int, says: str
) -> None:
    text = KIT.replace(was, now, 1)
    assert text != KIT
    with pytest.raises(Faulty) as bad:
        kits.read_kit(text.splitlines())
    assert any(fault.line == line and says in fault.why for fault in bad.value.faults), str(bad)


def test_a_bad_file_is_refused_with_its_lines_and_changes_nothing__SB_172() -> None:
    played = Played()
    text = KIT.replace("INT - 2", "__import__('os')").replace('"fishing-line"', '"net"')
    no = played.refusal("gm", LoadHomemade(tuple(text.splitlines())))
    assert no.code == "bad_formula"
    assert "Line 5:" in no.why
    assert "Line 41:" in no.why
    assert played.world.homemade == Homemade()
    assert played.no("gm", LoadHomemade(('name = "Nothing"',))) == "bad_kit"
    long = (*KIT.splitlines(), *("",) * 2000)
    assert played.no("gm", LoadHomemade(long)) == "bad_kit"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=12))
def test_no_file_does_more_than_be_refused__SB_172(lines: list[str]) -> None:
    try:
        found: object = kits.read_kit(lines).name
    except Faulty as bad:
        found = bad.faults
    assert found


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.text(max_size=8), st.floats(allow_nan=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(kits.SECTIONS), st.data())
def test_no_row_does_more_than_be_refused__SB_172(section: str, data: st.DataObject) -> None:
    row = data.draw(st.dictionaries(st.sampled_from(kits.FIELDS[section]), VALUES))
    try:
        found: object = kits.read_one(section, row, Homemade())
    except Faulty as bad:
        found = bad.faults
    assert found


def test_what_nobody_uses_can_be_dropped__SB_172() -> None:
    played = Played()
    load(played, KIT)
    played.do("p1", BeginSheet("otter", "C1"))
    assert played.no("gm", DropHomemade("species", "otter")) == "in_use"
    assert played.no("gm", DropHomemade("skills", "balloon-flight")) == "in_use"
    assert played.no("p1", DropHomemade("gear", "oar")) == "director_only"
    assert played.no("gm", DropHomemade("gear", "sword")) == "unknown"
    played.do("p1", ChooseSpecies("c1", "fox"))
    for section, id in (
        ("species", "otter"),
        ("skills", "balloon-flight"),
        ("specialties", "craft:raft building"),
        ("gear", "oar"),
        ("gear", "leather-coat"),
        ("bot_features", "fishing-line"),
        ("bot_penalties", "barnacles"),
        ("shaping", "ripple a pond"),
    ):
        played.do("gm", DropHomemade(section, id))  # type: ignore[arg-type]
    assert played.world.homemade == Homemade()
    played.audited()


def test_the_games_own_formulas_all_parse__SB_60() -> None:
    for start in (s.start for s in (*content().skills.values(), *content().categories.values())):
        assert formulas.written(formulas.parse(start)) == start


def test_a_refused_kit_is_a_refusal_and_not_a_crash__SB_9() -> None:
    with pytest.raises(Refusal):
        homemade.good_kit(("[[species]]",), Homemade())
