"""Playbooks as data: what the game comes with, how it is looked up, and what checking finds."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablefolk.games.mutagen.playbooks import effects, terms
from tablefolk.games.mutagen.playbooks.changing import with_item
from tablefolk.games.mutagen.playbooks.checking import check
from tablefolk.games.mutagen.playbooks.effects import (
    AnyEffect,
    Band,
    Delay,
    Effect,
    FollowRolls,
    Grant,
    Lose,
    Modifier,
    NewBar,
    PickFrom,
    Restore,
    Retire,
    Roll,
    RollNow,
    RunProcedure,
)
from tablefolk.games.mutagen.playbooks.faults import Fault
from tablefolk.games.mutagen.playbooks.files import read_data, write_data
from tablefolk.games.mutagen.playbooks.library import (
    Shelf,
    engine,
    near,
    our_playbook,
    our_playbooks,
    shelf,
)
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Checklist,
    Child,
    Cost,
    Criterion,
    Deed,
    Gm,
    HarmCap,
    Hook,
    Input,
    Meta,
    Mode,
    Move,
    Need,
    Playbook,
    Procedure,
    Rank,
    Resource,
    Section,
    Step,
    Story,
    Term,
    When,
)

SHEET = ("common", "sorcerer")


@pytest.fixture
def ours() -> Shelf:
    return shelf(our_playbooks())


# -- What the game comes with ------------------------------------------------------------------


def test_meta_common_and_sorcerer_have_what_the_book_counts__MU_155() -> None:
    counted = {one.id: Counter(item.kind for item in one.items) for one in our_playbooks()}
    assert counted == {
        "meta": {"meta": 33},
        "common": {"resource": 6, "aptitude": 11, "story": 12, "move": 8},
        "sorcerer": {"meta": 1, "resource": 1, "aptitude": 13, "move": 3},
    }


def test_there_are_79_circles_to_buy_and_two_triangles__MU_9() -> None:
    items = [item for one in our_playbooks() for item in one.items]
    dots = sum(item.dots - item.prebought for item in items if isinstance(item, Aptitude))
    ranks = [rank.mark for item in items if isinstance(item, Resource) for rank in item.ranks]
    assert dots + ranks.count("buy") == 79
    assert ranks.count("grant") == 2


def test_will_and_health_grow_by_ranks__MU_118(ours: Shelf) -> None:
    will, health = ours.item("will"), ours.item("health")
    assert isinstance(will, Resource)
    assert isinstance(health, Resource)
    assert [(rank.mark, rank.boxes) for rank in will.ranks] == [
        ("prebought", 3),
        ("buy", 1),
        ("buy", 1),
    ]
    assert [rank.label for rank in health.ranks] == ["Human", "Superhuman", "Boss-tier"]
    assert health.on_empty == "you_die"


def test_the_threads_top_ratings_differ__MU_40(ours: Shelf) -> None:
    threads = [item for item in ours.labelled("Threads", SHEET) if isinstance(item, Aptitude)]
    assert len(threads) == 13
    assert {item.name for item in threads if item.dots == 1} == {
        "Conjure life",
        "Reverse entropy",
        "Alter time",
    }


def test_ours_are_without_fault_and_say_whose_they_are__MU_156() -> None:
    for one in our_playbooks():
        assert check(one, our_playbooks()) == ()
        assert one.licence == "CC BY-SA 4.0"
        assert "Aubrey R. Jones" in one.credit


def test_the_bands_of_the_engine_leave_no_gap__MU_44() -> None:
    totals = [n for one in engine().readings for n in range(one.low, one.high + 1)]
    assert sorted(totals) == list(range(-1, 16))


def test_every_effect_of_the_vocabulary_can_be_written_in_data__MU_155() -> None:
    kinds = [kind for kind in vars(effects).values() if isinstance(kind, type)]
    words = {
        kind.__struct_config__.tag
        for kind in kinds
        if issubclass(kind, Effect) and kind is not Effect
    }
    assert words == set(
        "restore lose spend set_resource note_box grant buy status unstatus permanent_status harm "
        "reduce_harm delay modifier convert_band redescribe_consequence share_result follow_rolls "
        "begin_effect end_effect tick new_bar pick roll xp leave_scene retire on_return narrate "
        "ask_gm fact procedure".split()
    )
    for word in words:
        with pytest.raises(msgspec.ValidationError, match=r"unknown field `zz`|missing required"):
            msgspec.convert({"op": word, "zz": 1}, AnyEffect)  # known, and strict


def test_a_mild_table_has_plain_names__MU_157(ours: Shelf) -> None:
    coarse = re.compile("fuck|shit|chooch", re.IGNORECASE)
    for item in (item for one in our_playbooks() for item in one.items):
        assert not coarse.search(ours.called(item.id, mild=True))
    assert ours.called("shady_shit") == "Shady Shit"
    assert ours.worded("To ⌞Fuck 'em up⌝", mild=True) == "To ⌞Take 'em down⌝"
    assert ours.worded("To ⌞Fuck 'em up⌝") == "To ⌞Fuck 'em up⌝"


# -- The shelf ---------------------------------------------------------------------------------


def test_a_sheet_has_common_first_and_meta_at_the_back__MU_1(ours: Shelf) -> None:
    assert [one.id for one in ours.of(SHEET)] == ["common", "sorcerer", "meta"]
    assert [one.id for one in ours.of(("common",))] == ["common", "meta"]


@pytest.mark.parametrize(
    ("term", "found"),
    [
        ("Will", "will"),
        ("restoring Will", "restore_will"),
        ("fuck em up", "fuck_em_up"),
        ("Schmooze ’em", "schmooze_em"),
        ("Thread", "sorcerer.threads"),
        ("story moves", "common.story"),
        ("statuses", None),
        ("Status", "status"),
        ("Moves", "sorcerer.moves"),
        ("bar", "progress_bars"),  # (Progress) Bars
    ],
)
def test_a_link_finds_what_is_nearly_called_that__MU_3(
    ours: Shelf, term: str, found: str | None
) -> None:
    linked = ours.linked(term, "sorcerer")
    assert (linked.id if linked else None) == found


def test_on_a_tie_the_own_playbook_comes_before_common_and_meta__MU_3(ours: Shelf) -> None:
    for here, found in (("sorcerer", "sorcerer.moves"), ("common", "common.moves")):
        linked = ours.linked("Moves", here)
        assert linked
        assert linked.id == found
    elsewhere = ours.linked("Moves", "meta")
    assert elsewhere
    assert elsewhere.id == "meta_moves"


def test_a_label_means_every_section_that_carries_it__MU_5(ours: Shelf) -> None:
    assert len(ours.labelled("Aptitudes", SHEET)) == 11 + 13  # Threads are a group of them
    assert len(ours.labelled("Aptitudes", ("common",))) == 11
    assert {item.id for item in ours.labelled("Moves", SHEET)} >= {"weave_magic", "level_up"}


def test_a_gate_counts_the_moves_of_its_own_section__MU_11(ours: Shelf) -> None:
    assert {item.id for item in ours.gate_moves("weave_magic")} == {"restore_will", "lose_will"}
    assert ours.gate_moves("nothing") == ()


def test_a_gm_s_playbook_has_the_other_side_of_a_move__MU_151() -> None:
    gm = Playbook(
        "gm",
        "GM",
        "gm",
        (Section("gm.a", "A", items=(Gm("gm.x", "Buying Resist"), Gm("gm.y", "Else"))),),
    )
    beside = shelf((*our_playbooks(), gm))
    assert [one.id for one in beside.co_move("buy_resist")] == ["gm.x"]
    assert beside.co_move("level_up") == ()


def test_names_are_compared_without_case_quotes_and_endings__MU_3() -> None:
    assert near("🗣 Fuck 'em UP!") == near("fuck em up")
    assert near("Weaving") == near("weave") == near("weaves")
    assert near("Will") != near("Wall")


# -- Sums --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "comes_to"),
    [
        (3, 3),
        ("1 + weak_thread", 2),
        ("min(harm, 2) - -1", 3),
        ("max(1, (harm + 1), points.will) - 2", 4),
    ],
)
def test_a_sum_comes_to_a_number__MU_126(amount: int | str, comes_to: int) -> None:
    assert terms.value(amount, {"weak_thread": 1, "harm": 5, "points.will": 0}) == comes_to


@pytest.mark.parametrize("bad", ["", "1 +", "(1", "2 * 3", "who", "min()", "1 2", "harm <= 0"])
def test_a_bad_sum_is_no_number(bad: str) -> None:
    with pytest.raises(terms.BadSum):
        terms.value(bad, {"harm": 1})


def test_a_test_holds_or_not__MU_97() -> None:
    assert terms.holds("harm <= 0", {"harm": 0})
    assert not terms.holds("health_lost >= 1", {"health_lost": 0})
    assert terms.names("1 + a.b - min(c, 2) < d") == ("a.b", "c", "d")
    with pytest.raises(terms.BadSum):
        terms.holds("harm", {"harm": 1})


# -- Checking ----------------------------------------------------------------------------------


def own(*items: AnyItem, **more: Any) -> Playbook:
    return Playbook("own", "Own", sections=(Section("own.moves", "Moves", items=items),), **more)


def found(playbook: Playbook, warning: bool = False) -> list[str]:
    faults = check(playbook, our_playbooks())
    assert all(fault.place for fault in faults)
    return [fault.why for fault in faults if fault.warning == warning]


def move(**more: Any) -> Move:
    return Move("own.a", "A", **more)


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (move(cost=(Cost("mana"),)), "There is no resource “mana”."),
        (move(cost=(Cost("research"),)), "There is no resource “research”."),
        (move(effects=(Delay((Lose("mana"),)),)), "There is no resource “mana”."),
        (move(needs=(Need("mana", 1),)), "There is no resource “mana”."),
        (move(roll=Roll("aptitude", of="will")), "It rolls “will”, which is no aptitude."),
        (move(roll=Roll("term", of="x")), "It rolls with the term “x”, which it does not have."),
        (move(roll=Roll("choice")), "It rolls one of several numbers, but lists none."),
        (move(terms=(Term("x", "min_rating", of="y"),)), "made of the input “y”"),
        (move(terms=(Term("x", "rating", of="y"),)), "rating of “y”"),
        (move(terms=(Term("x", "sum", sum="1 +"),)), "stops too early"),
        (move(effects=(Restore("will", "2 * 2"),)), "“2 * 2” is no sum."),
        (move(effects=(Restore("will", "points.mana"),)), "names “points.mana”"),
        (move(child=Child("nowhere")), "It calls for the move “nowhere”, which is nowhere."),
        (move(child=Child("label:Nowhere")), "It calls for the move “label:Nowhere”"),
        (move(modes=(Mode("m", harm_cap=HarmCap("x", 1)),)), "limits the harm of “x”"),
        (move(modes=(Mode("m"), Mode("m"))), "It has 2 modes called “m”."),
        (move(modes=(Mode(""),)), "A mode needs an id."),
        (move(requires=(Criterion("x"),)), "It is bought only with “x”, which is nowhere."),
        (move(requires=(Criterion(),)), "A condition for buying says nothing."),
        (move(effects=(Grant("x"),)), "It grants “x”, which is nowhere."),
        (move(effects=(Modifier(1, on="x"),)), "It changes rolls of “x”, which is no move."),
        (move(effects=(PickFrom("x"),)), "It picks 1 of “x”, which has no 1 entries."),
        (move(effects=(RunProcedure("x"),)), "There is no procedure “x”."),
        (move(effects=(NewBar(9),)), "A bar has 2 to 8 ticks, not 9."),
        (move(procedure="x"), "There is no procedure “x”."),
        (move(checklist="x"), "There is no checklist “x”."),
        (move(inputs=(Input("x", "items", "Nowhere"),)), "No section is labelled “Nowhere”."),
        (move(inputs=(Input("x", "choice"),)), "An input lets one choose, but lists nothing."),
        (move(hooks=(Hook("dawn"),)), "A hook says nothing of when"),
        (move(when=When(move="x")), "It waits for the move “x”, which is nowhere."),
        (move(pairs_with="x"), "It pairs with “x”, which is nowhere."),
        (move(gate=-1), "A gate is 0 or more, not -1."),
        (
            move(roll=Roll(), bands=(Band(("crit", "full")), Band(("full",)))),
            "Full Success has 2 results, so nobody knows which one counts.",
        ),
        (move(roll=Roll(), bands=(Band(()),)), "A result says not which rolls it is for."),
        (
            move(effects=(RollNow(Roll(), (Band(("some",)), Band(("some",)))),)),
            "Some Success has 2 results",
        ),
        (
            move(roll=Roll(), bands=(Band(("crit",), pick=2, options=(effects.Entry("x"),)),)),
            "One has to pick 2 of 1 options.",
        ),
        (move(text="x" * 6_001), "Its text is longer than 6000 characters."),
        (move(text="a\x07"), "The character U+0007 may not stand in a playbook."),
        (move(mild="x" * 121), "Its mild is longer than 120 characters."),
        (Move("own.a", " "), "This item has no name."),
        (Resource("own.a", "A", ranks=(Rank(2, 1),)), "without a hole"),
        (Resource("own.a", "A", ranks=(Rank(1, 99),)), "Rank 1 has 99 boxes"),
        (Resource("own.a", "A", ranks=(Rank(1, 1, granted=True),)), "Only a △ can be granted"),
        (Resource("own.a", "A", on_empty="will"), "“will” is no move to run"),
        (Aptitude("own.a", "A", dots=0), "An aptitude has 1 to 12 circles, not 0."),
        (Aptitude("own.a", "A", dots=1, prebought=2), "2 circles of 1 cannot be bought"),
        (Story("own.a", "A", may_restore="x"), "It may restore “x”, which is no resource."),
        (Gm("own.a", "A", co_move_of="x"), "It is the co-move of “x”, which is nowhere."),
        (Move("will", "A"), "“will” is an item of the Sorcerer Playbook already."),
    ],
)
def test_a_fault_is_found_and_named__MU_156(item: AnyItem, why: str) -> None:
    assert [one for one in found(own(item)) if why in one]


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (move(gate=3), "Its gate asks for 3 other moves of Moves, which has 0."),
        (Aptitude("own.a", "A", gate=1), "Only moves have gates; this one keeps nobody out."),
        (move(automatic=True), "It is automatic, but nothing sets it off."),
        (move(bands=(Band(("crit",)),)), "It has results, but nothing to roll with."),
        (move(text="see ⌞nowhere at all⌝"), "⌞nowhere at all⌝ points to nothing."),
        (Meta("own.a", "A", "buy"), "Words about the game are never bought"),
    ],
)
def test_what_can_be_played_all_the_same_is_a_warning__MU_156(item: AnyItem, why: str) -> None:
    assert found(own(item)) == []
    assert [one for one in found(own(item), warning=True) if why in one]


def test_moves_that_call_for_each_other_in_a_circle_are_an_error__MU_56() -> None:
    circle = own(
        Move("own.a", "A", child=Child("own.b")),
        Move("own.b", "B", modes=(Mode("m", child=Child("own.c")),)),
        Move("own.c", "C", child=Child("own.a")),
        Move("own.d", "D", child=Child("own.a")),
    )
    faults = check(circle, our_playbooks())
    assert [fault.place for fault in faults] == ["own.a", "own.b", "own.c"]
    assert "calls for itself" in faults[0].why
    assert found(own(Move("own.a", "A", child=Child("label:Moves")))) != []


def test_ids_and_needed_playbooks_are_checked__MU_156() -> None:
    twice = own(move(), move())
    assert "“own.a” is the id of 2 things." in found(twice)
    alone = check(own(move(), requires=("mars",)), our_playbooks())
    assert [fault.why for fault in alone] == ["It needs the playbook “mars”, which is not loaded."]


def test_procedures_and_checklists_are_checked__MU_156() -> None:
    steps = (Step(2, "stop_if", test="harm <", run="x"),)
    sick = own(
        move(),
        procedures=(Procedure("p", steps),),
        checklists=(Checklist("c", "mana", ()),),
    )
    assert found(sick) == [
        "The steps of “p” are not numbered 1, 2, 3 and on.",
        "Step 2 runs “x”, which is no move.",
        "“harm <” stops too early.",
        "The checklist “c” fills “mana”, no resource.",
    ]


def test_effects_nested_too_deep_are_refused__MU_156() -> None:
    effect: AnyEffect = Retire()
    for _ in range(20):
        effect = FollowRolls(then=(effect,))
    assert found(own(move(effects=(effect,)))) == ["Effects are nested more than 12 deep."]


def test_a_new_playbook_with_resource_aptitude_and_rolled_move_has_no_fault__MU_157() -> None:
    new = Playbook(
        "own",
        "Own",
        requires=("common",),
        sections=(
            Section("own.r", "Resources", items=(Resource("sap", "Sap", ranks=(Rank(1, 3),)),)),
            Section("own.t", "Aptitudes", items=(Aptitude("green", "Green", "buy", dots=3),)),
            Section(
                "own.m",
                "Moves",
                items=(
                    Move(
                        "graft",
                        "Graft",
                        cost=(Cost("sap"),),
                        roll=Roll("aptitude", of="green"),
                        bands=(Band(("crit", "full"), "It takes.", effects=(Restore("sap"),)),),
                    ),
                ),
            ),
        ),
    )
    assert check(new, our_playbooks()) == ()


def test_an_item_is_put_in_its_section_or_in_place_of_itself__MU_157() -> None:
    book = own(move(text="old"))
    changed = with_item(book, move(text="new"))
    assert [item.text for item in changed.items] == ["new"]
    more = with_item(changed, Move("own.b", "B", homebrew=True), "own.moves")
    assert [item.id for item in more.items] == ["own.a", "own.b"]


# -- Data files --------------------------------------------------------------------------------


@pytest.mark.parametrize("one", our_playbooks(), ids=lambda one: one.id)
def test_a_playbook_written_as_data_is_read_as_the_same__MU_159(one: Playbook) -> None:
    text = write_data(one)
    assert text.startswith("# Mutagen RPG Engine © 2021 Aubrey R. Jones")
    loaded = read_data(text)
    assert loaded.playbook == one
    assert loaded.faults == ()
    assert read_data(msgspec.json.encode(one).decode()).playbook == one


SMALL = """\
id = "own"
name = "Own"

[[sections]]
id = "own.m"
label = "Moves"

[[sections.items]]
kind = "move"
id = "a"
name = "A"
cost = [{ resource = "will" }]

[[sections.items]]
kind = "aptitude"
id = "b"
name = "B"
dots = 2
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('"will"', '"wil"', 8, "There is no resource “wil”."),
        ("dots = 2", 'dots = "two"', 18, "B: a number belongs there (at “dots”)."),
        ("dots = 2", "dotz = 2", 18, "asked for (at “dotz”)."),
        ("dots = 2", "dots = 44", 14, "1 to 12 circles"),
        ('kind = "aptitude"', 'kind = "king"', 15, "(at “kind”)."),
        ('name = "Own"', "", 0, "filled in (at “name”)."),
        ('label = "Moves"', "label = ", 6, "This cannot be read as data"),
        ("cost = [", "cost = " + "[" * 3_000, 12, "This cannot be read as data"),
    ],
)
def test_a_fault_in_a_data_file_has_its_line__MU_156(
    old: str, new: str, line: int, why: str
) -> None:
    loaded = read_data(SMALL.replace(old, new))
    assert loaded.playbook is None
    assert [(fault.line, why in fault.why) for fault in loaded.faults] == [(line, True)]


def test_several_faults_are_told_at_once__MU_156() -> None:
    sick = SMALL.replace("dots = 2", 'dots = "x"').replace('"will"', "5")
    assert [fault.line for fault in read_data(sick).faults] == [12, 18]


def test_a_fault_says_where_and_what() -> None:
    fault = Fault("It is bad.", 3, "pcs/a", warning=True)
    assert str(fault) == "pcs/a, line 3: warning: It is bad."
    assert str(Fault("It is bad.", place="a.b")) == "a.b: It is bad."


# -- No rule of a playbook is coded by name (MU-155) -------------------------------------------


def test_the_sorcerer_s_moves_say_themselves_what_they_do__MU_155(ours: Shelf) -> None:
    weave, restore, lose = (ours.item(id) for id in ("weave_magic", "restore_will", "lose_will"))
    assert isinstance(weave, Deed)
    assert isinstance(restore, Deed)
    assert isinstance(lose, Deed)
    assert weave.needs[0].code == "no_will"
    assert weave.modes[0].harm_cap == HarmCap("fuck_em_up", "1 + weak_thread")
    assert [hook.when.band for hook in restore.hooks] == [("crit",), ("full",)]
    assert restore.hooks[1].when.at[0].n == 0
    assert lose.hooks[0].then == (Lose("will"),)


def test_a_changed_playbook_is_another_one() -> None:
    sorcerer = our_playbook("sorcerer")
    changed = replace(sorcerer, name="Other")
    assert shelf((changed,)).playbook("sorcerer") == changed
    assert shelf((sorcerer,)).playbook("sorcerer") == sorcerer
