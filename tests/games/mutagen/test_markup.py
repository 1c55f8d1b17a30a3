"""Mutagen Markup: what is read, what is warned of, and that what is written comes back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablefolk.games.mutagen.playbooks.changing import confirmed, declined, with_item
from tablefolk.games.mutagen.playbooks.effects import Harm, Restore, Roll, Spend, Tick
from tablefolk.games.mutagen.playbooks.faults import errors
from tablefolk.games.mutagen.playbooks.library import our_playbooks
from tablefolk.games.mutagen.playbooks.markup import (
    Imported,
    Span,
    main_text,
    read_definitions,
    read_markup,
    spans,
    write_markup,
)
from tablefolk.games.mutagen.playbooks.markup.reading import Reader
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Child,
    Cost,
    Criterion,
    Gm,
    Meta,
    Move,
    Playbook,
    Rank,
    Resource,
    Section,
    Story,
    WriteIn,
)

EVERY_CONSTRUCT = """\
~~~§ Gardener Playbook
You speak with what grows.

§ Resources

Sap ► What rises in you; ⌞graft⌝ draws on it.
|● 1. ▢ ▢ ▢ (Sapling)
|○ 2. ▢
|△ 3. ▢ ▢ (Ancient)

Seeds ▢ ▢ ► Small beginnings.

Beds ► Each box holds a plant.
[[
● 1. ▢
]]
[[
○ 2. ▢
]]

Almanac ► What you have seen.
[[
||
||
]]
[[
Favourite season:
]]

§ Aptitudes: Roots
How deep you go.

● Green Thumb ○ ○ ○ ○ ► Tending.

○ 🗣Poison ► Killing.

△ Old Tongue ○ ► Speaking.

!~~~§ Story Moves

Prune 'em ► Want: someone has less than before
|How: cut it away
Take care.

§ Meta Moves

Patience ► Things take time; this is //advice//, and !!bold!! at that.

§ Moves

Water ► ⊞⌊Green Thumb⌋ to help a plant.
🡕🡒 It thrives; restore 1 ⌞Sap⌝.
🡖 It lives, but pick 1:
• it leans
• you lose 1 ⌞Sap⌝
🡓 It dies and you take 1 harm.

○ Graft (1) ► Spend 1 Sap. You must already have Water to buy this. ⊞⌊any appropriate aptitude⌋.
🡕🡒🡖 They restore 3, 2, or 1 ⌞Health⌝ respectively.
🡓 Nothing takes.

○ Bramble ► ⊞⌊Poison⌋ when you ⌞Get out the way⌝.
🡕🡒🡖 Whoever follows is scratched.

Weather the storm ► How much do you care?
• ⊞⌊−1⌋ not at all
• ⊞⌊+1⌋ a lot

○ Compost ► Choose 1.
• 🗣 something old comes back
• something new comes of it

Sunbathe ► Keep to these:
1. the sun is out
2. nobody is watching
|A close word.
▲ 4. is no rank here

▲ Bloom ► ⊞⌊ripeness⌋ as it is; ⌊ripeness⌋ is how long you waited.
🡕 Glory.
👎 This is not for wilting.
"""


def one(text: str, section: str = "Moves") -> AnyItem:
    """The only item of a section that this text makes."""
    return playbook(f"§ {section}\n{text}").items[0]


def playbook(text: str, name: str = "own", texts: dict[str, str] | None = None) -> Playbook:
    found = read_markup(text, name, texts=texts)
    assert found.playbook, found.faults
    return found.playbook


def warnings(found: Imported) -> list[tuple[int, str]]:
    return [(fault.line, fault.why) for fault in found.faults]


# -- The digest's small inputs -----------------------------------------------------------------


def test_a_circle_and_a_number_in_brackets_are_a_mark_and_a_gate__MU_11() -> None:
    item = one("○ Name (3) --> text")
    assert (item.mark, item.gate, item.name, item.text) == ("buy", 3, "Name", "text")


def test_circles_after_an_aptitude_are_its_dots__MU_14() -> None:
    item = one("● Name ○ ○ ○ ○ ► text", "Aptitudes")
    assert item == Aptitude("own.name", "Name", "prebought", "text", dots=5, prebought=1)


def test_boxes_after_the_name_make_a_resource_of_one_rank__MU_25() -> None:
    item = one("Name ▢ ▢ --> text")
    assert item == Resource("own.name", "Name", text="text", ranks=(Rank(boxes=2),))


def test_a_rank_line_has_number_mark_boxes_and_label__MU_13() -> None:
    item = one("Health ►\n|● 1. ▢\n|△ 2. ▢ ▢ ▢  (Superhuman)")
    assert isinstance(item, Resource)
    assert item.ranks[1] == Rank(2, 3, "grant", "Superhuman")


def test_respectively_is_told_apart_for_each_result__MU_45() -> None:
    item = one("Tend ► x\n🡕🡒🡖 They restore 3, 2, or 1 {{Health}} respectively.")
    assert isinstance(item, Move)
    assert [(band.on, band.text) for band in item.bands] == [
        (("crit",), "They restore 3 ⌞Health⌝."),
        (("full",), "They restore 2 ⌞Health⌝."),
        (("some",), "They restore 1 ⌞Health⌝."),
    ]
    assert [s.effect for s in item.suggested] == [Restore("health", n, "target") for n in (3, 2, 1)]


def test_a_commented_item_stays_out() -> None:
    assert [item.name for item in playbook("§ Moves\n##○ Gone --> x\nHere ► y").items] == ["Here"]


def test_text_before_any_header_describes_the_playbook() -> None:
    found = read_markup("\nThe sea knows you.\n§ Moves\nA ► A {{bar}} is ticked.")
    assert warnings(found) == []
    assert found.playbook
    assert found.playbook.intro == "The sea knows you."
    again = read_markup(write_markup(found.playbook), found.playbook.id)
    assert again.playbook == found.playbook


def test_a_field_that_is_never_closed_is_warned_of_and_kept_as_text() -> None:
    found = read_markup("§ Moves\nA ► b\n[[\nlabel")
    assert [line for line, _ in warnings(found)] == [3]
    assert found.playbook
    assert found.playbook.items[0].text == "b\n[[\nlabel"
    assert found.playbook.items[0].fields == ()


# -- Lines and shorthands ----------------------------------------------------------------------


def test_shorthands_are_written_out() -> None:
    item = one("A --> {{Will}}, _[harm - 1]_ and !+[Research]\n* one\n  * two")
    assert item.text == "⌞Will⌝, ⌊harm - 1⌋ and ⊞⌊Research⌋"
    assert isinstance(item, Move)
    assert item.limits == ("one", "two")
    assert item.roll == Roll("aptitude", of="research")


def test_dollar_and_tilde_begin_sections() -> None:
    made = playbook("$ One\n~~~$ Two\n  !~~~§ Group: Three\nA ► b")
    assert [(s.label, s.group, s.break_before) for s in made.sections] == [
        ("One", "", ""),
        ("Two", "", "column"),
        ("Three", "Group", "page"),
    ]


def test_a_backslash_joins_without_a_space_and_blank_lines_mean_nothing() -> None:
    item = one("A ► foot\n\n\n   \\ball\n\nsecond")
    assert item.text == "football\nsecond"


def test_a_byte_order_mark_and_windows_lines_are_no_matter() -> None:
    assert playbook("\ufeff§ Moves\r\nA ► b\r\n").items[0].text == "b"


def test_a_paragraph_that_begins_with_a_number_is_no_list() -> None:
    item = one("A ► b\n3 of them went\n1. but this is one")
    assert item.text == "b\n3 of them went"
    assert isinstance(item, Move)
    assert item.limits == ("but this is one",)


def test_includes_are_taken_from_the_texts_given__MU_156() -> None:
    texts = {"common/moves": "Two ► b\n#!include more.txt", "common/more": "Three ► c"}
    made = playbook("§ Moves\nOne ► a\n  #!include common/moves", "own", texts=texts)
    assert [item.name for item in made.items] == ["One", "Two", "Three"]


def test_a_text_that_includes_itself_is_cut_off_with_a_warning() -> None:
    found = read_markup("§ Moves\nA ► b\n#!include own", "own")
    assert warnings(found) == [(3, "“own” includes itself, so it was not included once more.")]
    texts = {"b": "B ► x\n#!include a", "a": "A ► x\n#!include b"}
    found = read_markup("§ Moves\n#!include a", "own", texts=texts)
    assert [(f.file, f.line, f.warning) for f in found.faults] == [("b", 2, True)]


def test_a_missing_include_refuses_the_playbook_at_its_line__MU_156() -> None:
    found = read_markup("§ Moves\nA ► b\n#!include nowhere", "own")
    assert found.playbook is None
    assert warnings(found) == [(3, "There is no text “nowhere” to include.")]


# -- Headers and kinds -------------------------------------------------------------------------


def test_signs_in_a_title_are_not_part_of_the_name__MU_12() -> None:
    item = one("△ 🗣 ⚠Name ► b")
    assert (item.name, item.consult, item.alert, item.mark) == ("Name", True, True, "grant")
    assert one("▲ Given ► b").granted


def test_a_section_s_name_tells_the_kind_of_its_items__MU_4() -> None:
    text = (
        "§ Wizard Resources\nA ► a\n§ Aptitudes: Threads\nB ► b\n§ Story Moves\nC ► c\n"
        "§ Meta Moves\nD ► d\n§ Spells\nE ► e\nF ▢ ► f\n"
    )
    assert [type(item) for item in playbook(text).items] == [
        Resource, Aptitude, Story, Meta, Move, Resource,
    ]  # fmt: skip


def test_marks_that_mean_nothing_are_warned_of_and_kept() -> None:
    found = read_markup("§ Moves\n○ Name ○ ○ ► b")
    assert [line for line, _ in warnings(found)] == [2]
    assert found.playbook
    assert found.playbook.items[0].marks == "○|○○"
    assert write_markup(found.playbook) == "§ Moves\n\n○ Name ○ ○ ► b\n"


def test_a_story_move_says_what_is_wanted_and_how__MU_62() -> None:
    item = one("Prune ► Want: less of it\n|How: cut\nMore.", "Story Moves")
    assert isinstance(item, Story)
    assert (item.want, item.how, item.text) == ("less of it", "cut", "More.")


# -- Rolls, children, results ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "roll"),
    [
        ("⊞⌊Research⌋", Roll("aptitude", of="research")),
        ("⊞⌊researching⌋", Roll("aptitude", of="research")),
        ("⊞Research", Roll("aptitude", of="research")),
        ("⊞⌊+0⌋", Roll("number", n=0)),
        ("⊞⌊−1⌋", Roll("number", n=-1)),
        ("⊞⌊any appropriate aptitude⌋", Roll("any")),
        ("⊞⌊weak thread⌋", Roll("term", of="weak_thread")),
    ],
)
def test_a_roll_is_with_an_aptitude_a_number_or_a_term__MU_47(words: str, roll: Roll) -> None:
    item = one(f"A ► b {words}.")
    assert isinstance(item, Move)
    assert item.roll == roll


def test_a_term_s_words_are_kept_for_the_hand__MU_47() -> None:
    found = read_markup("§ Moves\nA ► ⊞⌊ripeness⌋.\n⌊ripeness⌋ is days waited.")
    assert warnings(found) == [
        (2, "“ripeness” is no aptitude: whoever rolls says what it comes to.")
    ]
    assert found.playbook
    item = found.playbook.items[0]
    assert isinstance(item, Move)
    assert item.terms[0].text == "⌊ripeness⌋ is days waited."


def test_numbers_in_a_list_are_a_choice_of_rolls__MU_47() -> None:
    item = one("A ► How much?\n• ⊞⌊−1⌋ little\n• ⊞⌊+1⌋ much")
    assert isinstance(item, Move)
    assert item.roll
    assert [(c.n, c.label) for c in item.roll.choices] == [(-1, "little"), (1, "much")]


def test_a_roll_for_a_story_move_is_a_chain__MU_55() -> None:
    item = one("A ► ⊞⌊Research⌋ to ⌞Fuck 'em up⌝.\n🡕 More.")
    assert isinstance(item, Move)
    assert item.child == Child("fuck_em_up", Roll("aptitude", of="research"), reads_result=True)
    assert item.roll is None
    for words in ("when you make a ⌞story move⌝", "using this to ⌞make a story move⌝"):
        other = one(f"A ► ⊞⌊Research⌋ {words}.")
        assert isinstance(other, Move)
        assert other.child == Child("story:any", Roll("aptitude", of="research"))
    alike = one("A ► ⊞⌊Research⌋ like when you ⌞make a story move⌝.")
    assert isinstance(alike, Move)
    assert (alike.child, alike.roll) == (None, Roll("aptitude", of="research"))
    either = one("A ► ⊞⌊Research⌋ to ⌞Fool 'em⌝ or ⌞Go dark⌝.")
    assert isinstance(either, Move)
    assert either.child == Child("fool_em", Roll("aptitude", of="research"), also=("go_dark",))


def test_both_old_and_new_arrows_mean_failure__MU_44() -> None:
    item = one("A ► ⊞⌊+0⌋\n🡓 x")
    assert item == one("A ► ⊞⌊+0⌋\n🡐 x")


def test_a_list_after_a_result_is_its_options_and_may_be_shared__MU_45() -> None:
    item = one("A ► ⊞⌊+0⌋\n🡖 Pick 1.\n🡓 You pick 2.\n• a\n• b")
    assert isinstance(item, Move)
    assert [(b.pick, [e.text for e in b.options]) for b in item.bands] == [
        (1, ["a", "b"]),
        (2, ["a", "b"]),
    ]


def test_a_list_after_choose_is_choices__MU_51() -> None:
    item = one("A ► Choose one.\n• 🗣 ask first\n• go")
    assert isinstance(item, Move)
    assert [(c.text, c.consult) for c in item.choices] == [("ask first", True), ("go", False)]


def test_a_rank_as_a_field_s_label_is_a_rank_with_a_note__MU_30() -> None:
    item = one("Hold ► b\n[[\n● 1.▢\n]]\n[[\nTool:\n]]\n[[\n||\n]]")
    assert isinstance(item, Resource)
    assert item.ranks == (Rank(1, 1, "prebought", note=True),)
    assert item.fields == (WriteIn("tool", "Tool:"), WriteIn("hold", "", 2))


# -- Suggestions (MU-160) ----------------------------------------------------------------------


def test_costs_and_effects_in_prose_are_only_suggested__MU_160() -> None:
    text = (
        "§ Resources\nMana ▢ ▢ ► x\n§ Moves\nA ► __Spend 2 Mana__ and 1 Resist. ⊞⌊+0⌋\n"
        "🡕 You get 1 Mana and they take 2 harm.\n🡖 Pick 1:\n• you spend 1 Mana\n"
        "🡓 Tick the bar 2 times."
    )
    item = playbook(text).items[1]
    assert isinstance(item, Move)
    assert (item.cost, item.bands[0].effects) == ((), ())
    assert [(s.cost or s.effect, s.band, s.option) for s in item.suggested] == [
        (Cost("own.mana", 2), -1, -1),
        (Cost("resist"), -1, -1),
        (Restore("own.mana"), 0, -1),
        (Harm(2), 0, -1),
        (Spend("own.mana"), 1, 0),
        (Tick(2), 2, -1),
    ]


def test_what_the_gm_confirms_holds_and_what_not_is_gone__MU_160() -> None:
    item = one("○ B ► You must already have A to buy this. Spend 1 Resist. ⊞⌊+0⌋\n🡕 Gain 1 Resist.")
    some = confirmed(item, {0})
    assert isinstance(some, Move)
    assert (some.cost, len(some.suggested)) == ((Cost("resist"),), 2)
    every = confirmed(item)
    assert isinstance(every, Move)
    assert every.requires == (Criterion(text="A"),)
    assert every.bands[0].effects == (Restore("resist"),)
    assert every.suggested == ()
    assert declined(item).suggested == ()


def test_spending_what_is_no_resource_is_warned_of() -> None:
    found = read_markup("§ Moves\nA ► Spend 1 Gumption.")
    assert warnings(found) == [(2, "“Spend 1 Gumption” names no resource of this table.")]


# -- GM playbooks (MU-151) ---------------------------------------------------------------------


def test_a_gm_s_item_or_section_of_the_same_name_is_a_co_move__MU_151() -> None:
    made = playbook(
        "§ Moves\nBuy Resist ► Let them.\n● Strike ► Yours alone.\n"
        "§ Fuck ‘em up\nThey want blood.\n|👎 A thing is broken—go apeshit.\n"
        "🡒 Done.\n🡕 Bonus:\n• loot",
        "gm_own",
    )
    first, second = made.items
    assert isinstance(first, Gm)
    assert isinstance(second, Gm)
    assert (first.co_move_of, second.co_move_of, second.mark) == ("buy_resist", "", "prebought")
    section = made.sections[1]
    assert section.co_move_of == "fuck_em_up"
    assert section.not_this[0].move == "go_apeshit"
    assert [band.on for band in section.bands] == [("full",), ("crit",)]
    assert section.bands[1].options[0].text == "loot"


# -- Counting, definition files ----------------------------------------------------------------


def test_an_import_reports_what_it_found__MU_156() -> None:
    counts = read_markup(EVERY_CONSTRUCT, "gardener").counts
    assert (counts.sections, counts.items, counts.gates, counts.consult) == (6, 16, 1, 1)
    assert counts.kinds == {"resource": 4, "aptitude": 3, "story": 1, "meta": 1, "move": 7}
    assert counts.marks == {"free": 9, "prebought": 1, "buy": 4, "grant": 2}
    assert (counts.rolls, counts.results, counts.fields, counts.ranks) == (6, 7, 2, 5)
    assert counts.costs == 1


def test_a_definition_file_lists_playbooks__MU_156() -> None:
    text = (
        "# a set\nGAME = Late Show\nGAMESHORT = L S\nAUTHOR = A. N.\n"
        "The Gardener = pc_gardener = common/common pcs/gardener intro.odt\n"
        "Just One = thing\n"
        "The GM = gm = gm/gm !nometa\n"
        "Teaser = pc_x_teaser = pcs/x\n"
    )
    found, faults = read_definitions(text)
    assert [(d.id, d.role, d.meta, d.print_only) for d in found] == [
        ("l_s_pc_gardener", "pc", True, False),
        ("l_s_gm", "gm", False, False),
        ("l_s_pc_x_teaser", "pc", True, True),
    ]
    assert found[0].texts == ("common/common", "pcs/gardener")
    assert [(f.line, f.warning) for f in faults] == [(5, True), (6, True)]
    texts = {"common/common": "A ► a", "pcs/gardener": "B ► b", "common/meta": "C ► c"}
    main = main_text(found[0], texts)
    assert (
        main.split()
        == "#!include common/common #!include pcs/gardener #!include common/meta".split()
    )


def test_a_paragraph_is_told_in_spans__MU_3() -> None:
    assert spans("Spend ⌞Will⌝: !!⊞⌊Research⌋!!, 🡕🡒") == (
        Span(text="Spend "),
        Span("link", "Will"),
        Span(text=": "),
        Span("bold", "⊞⌊Research⌋", inside=(Span("roll", "Research"),)),
        Span(text=", "),
        Span("results", "🡕🡒", ("crit", "full")),
    )


# -- There and back (MU-159) -------------------------------------------------------------------


def test_every_construct_of_the_grammar_comes_back_as_the_same_text__MU_159() -> None:
    made = playbook(EVERY_CONSTRUCT, "gardener")
    assert write_markup(made) == EVERY_CONSTRUCT
    assert playbook(write_markup(made), "gardener") == made


def test_a_playbook_with_everything_confirmed_comes_back__MU_159() -> None:
    made = playbook(EVERY_CONSTRUCT, "gardener")
    for item in made.items:
        made = with_item(made, confirmed(item))
    text = write_markup(made)
    assert "##tablefolk" in text
    assert playbook(text, "gardener") == made


@pytest.mark.parametrize("ours", our_playbooks(), ids=lambda one: one.id)
def test_our_playbooks_written_in_markup_are_read_as_the_same__MU_159(ours: Playbook) -> None:
    text = write_markup(ours)
    found = read_markup(text, ours.id)
    assert found.playbook == ours
    assert found.faults == ()
    assert "CC BY-SA 4.0" in text.split("\n")[1]  # credit and licence go along


PIECES = st.sampled_from(
    [
        *"○●△▲▢►§|•⌞⌝⌊⌋⊞🗣⚠👎🡕🡒🡖🡓🡐 \t\\$*#-",
        "-->", "##", "##tablefolk ", "{}", "[[\n", "]]\n", "||\n", "~~~", "!~~~", "{{", "}}", "_[",
        "]_", "!+[", "]", "(3)", "1.", "▢ ▢", "Spend 1 Will", "pick 1", "Want:", "How:", ":", "a b",
        "respectively", "3, 2, or 1", "Research", "story move", "\n", "\n", "\n", "\n► ", "\n§ ",
        "§ Resources\n", "§ Aptitudes\n", "§ Story Moves\n", "§ Meta\n", "Name ► ", "○ Name (2) ► ",
    ]
)  # fmt: skip


SIGNS = "○●△▲▢►§|•⌞⌝⌊⌋⊞🗣⚠👎🡕🡒🡖🡓🡐"


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["own", "gm_own", "meta"]))
def test_whatever_can_be_read_comes_back_in_normal_form__MU_159(text: str, name: str) -> None:
    found = read_markup(f"§ Moves\nFirst ► x\n{text}", name)
    if found.playbook is None:
        assert errors(found.faults)
        return
    written = write_markup(found.playbook)
    again = read_markup(written, name)
    assert again.playbook == found.playbook
    assert write_markup(again.playbook) == written
    names = (item.name for section in found.playbook.sections for item in section.items)
    plain = not any(name.startswith(tuple(SIGNS)) for name in names)  # else data has to say it
    if "##tablefolk" not in text and plain:
        assert "##tablefolk" not in written


# -- What is refused (MU-156) ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("§ Moves\n" + "A ► " + "b" * 99_000, 2, "at most 80000 characters"),
        ("§ Moves\n" + "A ► b\n" * 20_000, 602, "at most 600 sections and items"),
        ("§ Moves\nA ► " + "b" * 9_000, 2, "A line has at most 8000"),
        ("§ Moves\nA ► b\nc\x00d", 3, "U+0000"),
        ("§ Moves\nA ► \u202eb", 2, "U+202E"),
        ("§ Moves\n○ ► b", 2, "no name"),
        ("§\nA ► b", 1, "no name"),
        ("§ Moves\nA ► b\n##tablefolk " + "[" * 70_000, 3, "no JSON of ours"),
        ('§ Moves\nA ► b\n##tablefolk {"dots":1}', 3, "what cannot be"),
        ('§ Moves\nA ► b\n##tablefolk {"kind":"king"}', 2, "no such kind"),
        ("§ Moves\nA ► ⊞⌊+0⌋\n🡕 a\n🡕 b", 4, "Critical Success has 2 results"),
        ("§ Resources\nA ► b\n● 1. ▢\n○ 3. ▢", 4, "without a hole"),
        ("§ Moves\n" + "○" * 130 + " A" + "a" * 130 + " ► b", 2, "Its name is longer than 120"),
    ],
)
def test_hostile_and_broken_texts_are_refused_in_a_sentence_with_a_line__MU_156(
    text: str, line: int, why: str
) -> None:
    found = read_markup(text)
    assert found.playbook is None
    first = errors(found.faults)[0]
    assert first.line == line
    assert why in first.why


def test_deep_effects_are_refused__MU_156() -> None:
    deep = '{"op":"delay","effects":[' * 14 + '{"op":"retire"}' + "]}" * 14
    found = read_markup(f'§ Moves\nA ► b\n##tablefolk {{"effects":[{deep}]}}')
    assert [(f.line, f.why) for f in errors(found.faults)] == [
        (2, "Effects are nested more than 12 deep.")
    ]


def test_signs_without_end_are_read_in_good_time() -> None:
    for piece in ("{{", "▢ ", "⊞⌊a⌋ to ", "1, ", "!!//__", "_[!+[", "they ", "(1) "):
        text = "§ Moves\nA ► b\n🡕🡒 respectively " + (piece * 2_000)[:7_000]
        found = read_markup(text)
        assert found.playbook or found.faults
        spans(text)


# -- Files of the published shapes, in words of our own ----------------------------------------

WIZARD = "\n".join(
    [
        "§ Wizard Resources",
        "Mana ► Words.", "● 1. ▢ ▢ ▢ ▢ ▢ ▢", "○ 2. ▢ ▢ ", "○ 3. ▢ ▢ ",
        "Concentration ► When you spend a Concentration, clear the ▢.",
        *(f"[[\n{mark} {n}.▢\n]]\n" for n, mark in enumerate("●○○", 1)),
        "§ Wizard Aptitudes", "● Attainment ○ ○ ○ ► Words about ⌞spells⌝.",
        "§ Wizard Moves",
        "Reap ► ⊞⌊Attainment⌋.", "🡕 You pick 1:", "    • you get 4 Mana", "🡒 a", "🡖 b", "🡓 c",
        "Reel ► When you lose ⌞health⌝, ⊞⌊Attainment⌋.", "🡕🡒 a", "🡖 b", "🡓 c",
        *(f"Free {n} ► you gain 1 Mana for every 8 hours." for n in range(4)),
        *(f"○ Bought {n} ► Words." for n in range(2)),
        "○ Torch ► Words.", "[[", "Light:", "]]",
        "§ Cantrips", *(f"○ Cantrip {n} ► Words." for n in range(4)),
        "§ Spells",
        "○ Wall (1) ► Spend 1 Concentration. ⊞⌊Attainment⌋ to do it.", "🡕 a", "🡒 b", "🡖 c", "🡓 d",
        "○ Arc (2) ► Spend 1 Concentration.",
        "○ Demon (3) ► Spend 2 Mana. 10m around.",
        "○ Circle (3) ► Spend 3 Mana. ⊞⌊Attainment⌋.", "🡕 a", "🡒 b", "🡖 You pick 1.",
        "🡓 You pick 2.", "    • one", "    • two",
        "○ Suppress (2) ► Spend 1 Concentration. ⊞⌊Attainment⌋ to do it.", "🡕 Pick 1:", "    • one",
        "🡒 b", "🡖 c", "🡓 you pick 1:", "    • you spend 1 Mana.",
        "○ Disrupt ► Spend 1 Mana. ⊞⌊Attainment⌋ to end a ⌞spell⌝.", "🡕🡒 a", "🡖 b", "🡓 c",
        *(f"○ Spell {n} ► Spend 1 Mana. Words." for n in range(13)),
    ]
)  # fmt: skip


def test_a_file_of_the_wizard_s_shape_is_counted_as_the_digest_says__MU_156() -> None:
    counts = read_markup(WIZARD, "wizard").counts
    assert (counts.sections, counts.items) == (5, 35)
    assert counts.kinds == {"resource": 2, "aptitude": 1, "move": 32}
    assert counts.marks == {"free": 8, "prebought": 1, "buy": 26}
    assert (counts.gates, counts.consult, counts.rolls, counts.results) == (5, 0, 6, 22)
    assert (counts.fields, counts.ranks, counts.costs) == (1, 6, 19)


ELF = "\n".join(
    [
        "~~~$ Elf Playbook", "", "Words.", "##",
        "$ Elf Resources", "Stuffers ▢ ▢ ▢ ▢ ▢ --> Words about {{stuffing}}.", "##",
        "$ Elf Aptitudes", "○ Cheer ○ ○ ○ --> Words.",
        "$ Elf Moves",
        *(f"Free {n} --> You weigh 25kg (50lb)." for n in range(5)),
        "○ Command --> You get !!_[+1]_!! to your roll when you {{compel compliance}}.",
        *(f"○ Bought {n} --> __nearly__" for n in range(7)),
        "○ Tech --> !+[Cheer] when you {{make it chooch}}.",
        "○ Crew --> !+[Cheer] when using it to {{make a story move}}.",
        "○ Nurse --> then !+[Cheer].", "🡕🡒🡖 They restore 3, 2, or 1 {{Health}} respectively.",
        "🡐 Not healed, and pick 1:", "  * you take 1 harm.", "  * it breaks.",
        "○ Weapon --> Words.", "[[", "Name", "]]", "",
        "##○ Left out --> Words.",
        "● Stuffing --> {{make a story move}} with a {{Stuffer}}.",
        "● Refill --> !+[Cheer]", "", "🡕 Pick 1:", "  * You get 2 {{Stuffers}}.", "🡒 a", "🡖 b",
        "🡐 c",
        "● Present --> !+[Cheer].", "🡕 Pick 1:", "  * a", "🡒 b", "🡖 Pick 1:", "  * c", "🡐 d", "##",
    ]
)  # fmt: skip


def test_a_file_of_the_elf_s_shape_is_counted_as_the_digest_says__MU_156() -> None:
    counts = read_markup(ELF, "xmas_elf").counts
    assert (counts.sections, counts.items) == (4, 22)
    assert counts.kinds == {"resource": 1, "aptitude": 1, "move": 20}
    assert counts.marks == {"free": 6, "buy": 13, "prebought": 3}
    assert (counts.gates, counts.consult, counts.rolls, counts.results) == (0, 0, 5, 10)
    assert (counts.fields, counts.ranks, counts.costs) == (1, 0, 0)


GM = "\n".join(
    [
        "$ GM Common Playbook", "Words.",
        "$ Resources", "Concept --> Words.", "##", "Drives --> Words.", "🗣Profession --> Words.",
        "Health --> Letting them buy △ is much.", "Resist --> See {{resist consequences}}.",
        "XP --> Words.",
        "$ Aptitudes", "Words.", "🗣Spooky Shit --> Words.", "🗣Professional Skills --> Words.",
        "$ Moves", "Resist consequences --> Words, even 🡒.",
        "~~~§ Story Moves", "  1. 🡒 comes first", "  2. then the others",
        "~~~$ Fuck ‘em up ", "Words.", "|👎 It is a thing—go apeshit.", "🡒 a", "🡕 b", "    • idea",
        "🡖 c", "    • idea", "🡐 d", "    • idea", "What next?", "    • idea",
        "~~~$ Compel compliance ", "Words.", "🡒 a", "🡕 b", "🡖 c", "🡐 d",
    ]
)  # fmt: skip


def test_a_file_of_the_gm_s_shape_is_counted_as_the_digest_says__MU_151() -> None:
    found = read_markup(GM, "gm_common")
    counts = found.counts
    assert (counts.sections, counts.items, counts.kinds) == (7, 9, {"gm": 9})
    assert (counts.marks, counts.consult, counts.rolls) == ({"free": 9}, 3, 0)
    assert (counts.results, counts.section_results) == (0, 8)
    assert found.playbook
    assert [s.co_move_of for s in found.playbook.sections[5:]] == [
        "fuck_em_up",
        "compel_compliance",
    ]


@pytest.mark.parametrize(("text", "name"), [(WIZARD, "wizard"), (ELF, "elf"), (GM, "gm_common")])
def test_files_of_the_published_shapes_come_back__MU_159(text: str, name: str) -> None:
    made = playbook(text, name)
    assert playbook(write_markup(made), name) == made
    assert "##tablefolk" not in write_markup(made)


AWKWARD = st.lists(
    st.sampled_from(
        [*"►○▢§$\\#|•:()123 \n", "-->", "##", "#!include x", "~~~", "[[", "🗣", "🡕", "Want:", "ab"]
    ),
    min_size=1,
    max_size=8,
).map("".join)


@settings(max_examples=100, deadline=None)
@given(AWKWARD, AWKWARD, AWKWARD)
def test_a_playbook_made_elsewhere_comes_back_whatever_it_says__MU_159(
    name: str, text: str, label: str
) -> None:
    item = Move("a", f"A{name}", text=f"b\n{text}", limits=(text,), mild=name)
    field = Resource("b", "B", text=text, fields=(WriteIn("k", label, 3),))
    sections = (Section("own.x", f"L{label}", group=label.strip(), text=text, items=(item, field)),)
    made = Playbook("own", "Own", sections=sections)
    back = Reader(write_markup(made, ()), "own", {}, ()).playbook()
    assert back == made
