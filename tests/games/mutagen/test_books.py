"""Playbooks at a running table: as data, as markup, as homebrew (MU-155 … MU-160)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.games.mutagen.table import Played, created

from tablefolk.games import mutagen
from tablefolk.games.mutagen.playbooks.files import read_data
from tablefolk.games.mutagen.playbooks.library import our_playbook, our_playbooks
from tablefolk.games.mutagen.playbooks.markup import read_markup
from tablefolk.games.mutagen.playbooks.model import (
    Aptitude,
    Cost,
    Move,
    Playbook,
    Rank,
    Resource,
    Section,
)
from tablefolk.games.mutagen.rules.books import (
    AddItem,
    BringBack,
    ConfirmAutomation,
    LoadPlaybook,
    PlaybookLoaded,
    RemoveItem,
    RemovePlaybook,
    ReplaceItem,
    exported,
)
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks, FillMark, MakeCharacter
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.leveling import LevelUp
from tablefolk.games.mutagen.rules.outcomes import WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.resources import PointsGained, PointsSpent
from tablefolk.games.mutagen.rules.rolling import DiceThrown, RollMove

DIVER = """\
id = "diver"
name = "Diver"
role = "pc"
requires = ["meta", "common"]
credit = "By the people at this table"
licence = "CC BY-SA 4.0"

[[sections]]
id = "diver.gear"
label = "Resources"

[[sections.items]]
id = "air"
kind = "resource"
name = "Air"
ranks = [{ n = 1, boxes = 2 }, { n = 2, boxes = 1, mark = "buy" }]

[[sections]]
id = "diver.aptitudes"
label = "Aptitudes"

[[sections.items]]
id = "swimming"
kind = "aptitude"
name = "Swimming"
mark = "prebought"
dots = 3

[[sections]]
id = "diver.moves"
label = "Moves"

[[sections.items]]
id = "go_deep"
kind = "move"
name = "Go deep"
text = "Spend 1 ⌞Air⌝ and roll ⊞⌊Swimming⌋."
cost = [{ resource = "air" }]
roll = { by = "aptitude", of = "swimming" }
bands = [
  { on = ["crit"], text = "Found; restore 1.", effects = [{ op = "restore", resource = "air" }] },
  { on = ["full"], text = "You find it." },
  { on = ["some"], text = "You find it; pick 1.", pick = 1, options = [
    { text = "you lose your lamp" },
    { text = "you swallow water", effects = [{ op = "lose", resource = "health" }] },
  ] },
  { on = ["fail"], text = "Nothing but mud.", effects = [{ op = "lose", resource = "air" }] },
]
"""
SWIFT = """\
§ Resources
Wind ▢ ▢ --> What you ride on.
§ Aptitudes
● Riding ○ ○ --> How well you sit.
§ Moves
○ Gallop --> Spend 1 {{Wind}}, then roll !+[Riding].
🡕🡒 You are there first; restore 1 {{Wind}}.
🡖🡓 Lose 1 {{Health}}.
"""


def lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n"))


def load(text: str, name: str = "playbook") -> LoadPlaybook:
    return LoadPlaybook(lines(text), name)


@pytest.fixture
def played() -> Played:
    return created()


def diving() -> Played:
    """The Diver is loaded, and F has it."""
    played = created()
    played.do("gm", load(DIVER))
    played.as_("f", ChoosePlaybooks("f", ("common", "diver")))
    return played


# -- Everything is data (MU-155) ---------------------------------------------------------------

# Words of the model that are also names of items: what tags point to, a phase, and a last resort.
MODEL = {"concept", "drives", "armor", "take_harm", "xp"}


def test_the_rules_know_no_move_of_any_playbook_by_name__MU_155() -> None:
    books = (our_playbook("common"), our_playbook("sorcerer"))
    ids = {item.id for book in books for item in book.items} - MODEL
    folder = Path(mutagen.__file__).parent / "rules"
    found = {
        (path.name, node.value)
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in ids
    }
    assert found == set()


def test_a_brand_new_playbook_is_played_without_a_line_of_python__MU_155() -> None:
    played = diving()
    assert (played.points("f", "air"), played.capacity("f", "air")) == (2, 2)
    number = played.ready("f", "go_deep")
    events = played.roll(6, 6, number=number)
    order = [type(e) for e in events if isinstance(e, (PointsSpent, DiceThrown, PointsGained))]
    assert order == [PointsSpent, DiceThrown, PointsGained]
    assert played.told(events, DiceThrown)[0].throw.modifier == 0
    assert played.points("f", "air") == 2
    played.rolled("f", "go_deep", 4, 4)
    played.as_("f", GiveAnswer(max(played.show.owed), picks=(1,)))
    assert (played.points("f", "air"), played.points("f", "health")) == (1, 2)
    played.rolled("f", "go_deep", 1, 1)
    assert played.points("f", "air") == 0
    assert played.no("f", Propose("f", "go_deep", "again")) == "not_enough"
    played.audited()


def test_a_character_is_made_with_it_and_grows_in_it__MU_155() -> None:
    played = Played()
    played.do("gm", load(DIVER))
    played.do("p1", MakeCharacter("D", "diver"))
    played.as_("d", FillMark("d", "swimming"))
    played.as_("d", FillMark("d", "air", 2))
    played.finish("d")
    assert played.points("d", "air") == 3
    played.rolled("d", "scope_it_out", 4, 4, aptitude="swimming")
    assert played.move.throw is not None
    assert played.move.throw.modifier == 1
    played.set("d", "xp", 6)
    played.outcome()
    played.accept()
    played.as_("d", LevelUp("d", "buy", "swimming"))
    played.audited()


# -- Loading (MU-156) --------------------------------------------------------------------------


def test_a_playbook_is_loaded_from_data_or_markup_and_reported__MU_156(played: Played) -> None:
    assert played.no("f", load(DIVER)) == "gm_only"
    (event,) = played.do("gm", load(DIVER))
    assert isinstance(event, PlaybookLoaded)
    assert (event.playbook.id, event.counts.items, event.replaced) == ("diver", 3, False)
    (event,) = played.do("gm", load(SWIFT, "pc_rider"))
    kinds = [type(item) for item in event.playbook.items]
    assert kinds == [Resource, Aptitude, Move]
    assert (event.playbook.id, event.counts.costs) == ("pc_rider", 1)
    assert [book.id for book in played.show.shelf.playbooks][:3] == ["meta", "common", "sorcerer"]
    played.audited()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (DIVER.replace('resource = "air" }]\nroll', 'resource = "aire" }]\nroll'), 33, "aire"),
        (DIVER.replace("dots = 3", "dots = 99"), 22, "circles"),
        (DIVER.replace('kind = "aptitude"', 'kind = "magic"'), 24, "kind"),
        (DIVER.replace("[[sections.items]]", "[[sections.items]", 1), 12, "data"),
        (SWIFT + "##tablefolk {nonsense\n", 9, "tablefolk"),
    ],
)
def test_each_error_is_told_with_its_line_and_refuses_the_whole__MU_156(
    played: Played, text: str, line: int, why: str
) -> None:
    no = played.refusal("gm", load(text))
    assert (no.code, no.firm) == ("bad_playbook", True)
    assert f"ine {line}" in no.why
    assert why in no.why
    assert played.show.books == ()


def test_warnings_go_along_and_refuse_nothing__MU_156(played: Played) -> None:
    text = "Before any header.\n" + SWIFT.replace("{{Wind}}, then", "{{Gale}}, then")
    (event,) = played.do("gm", load(text, "pc_rider"))
    told = " ".join(event.warnings)
    assert "Gale" in told
    assert event.playbook.intro == "Before any header."


def test_a_file_that_is_included_comes_along__MU_156(played: Played) -> None:
    text = "#!include more\n§ Moves\nWait --> Do nothing."
    command = LoadPlaybook(
        lines(text), "pc_patient", included={"more": ("§ Moves", "Sit --> Sit.")}
    )
    (event,) = played.do("gm", command)
    assert [item.name for item in event.playbook.items] == ["Sit", "Wait"]


def test_another_playbook_must_not_break_by_it__MU_156() -> None:
    played = diving()
    lean = (
        'id = "common"\nname = "Lean"\nevery_pc = true\n[[sections]]\nid = "lean"\nlabel = "Moves"'
    )
    no = played.refusal("gm", LoadPlaybook(lines(lean), kind="data", replaces=True))
    assert no.code == "bad_playbook"
    assert "Sorcerer" in no.why or "Diver" in no.why


# -- Changing and removing (MU-158) ------------------------------------------------------------


def test_what_vanishes_is_kept_and_comes_back__MU_158() -> None:
    played = diving()
    played.give("f", "swimming")
    played.rolled("f", "go_deep", 1, 1)
    before = played.hero("f")
    played.do("gm", RemovePlaybook("diver"))
    assert (played.points("f", "air"), played.hero("f").marks["swimming"]) == (
        0,
        before.marks["swimming"],
    )
    assert played.no("f", Propose("f", "go_deep", "once more")) == "not_on_sheet"
    played.rolled("f", "scope_it_out", 6, 6)  # the rest of the sheet is as it was
    played.do("gm", load(DIVER))
    assert played.hero("f").points["air"] == before.points["air"]
    assert (played.points("f", "air"), played.capacity("f", "air")) == (0, 2)
    played.audited()


def test_a_playbook_of_the_same_id_takes_the_place_of_the_old__MU_158() -> None:
    played = diving()
    again = load(DIVER.replace("boxes = 2", "boxes = 4"))
    no = played.refusal("gm", again)
    assert (no.code, no.firm) == ("taken", True)
    assert "on the sheet of F: replace it, or bring this one beside it" in no.why
    (event,) = played.do("gm", replace(again, replaces=True))
    assert event.replaced
    assert (played.points("f", "air"), played.capacity("f", "air")) == (4, 4)
    assert len(played.show.shelf.playbooks) == 4


def test_what_others_need_stays__MU_158(played: Played) -> None:
    for id in ("common", "meta"):
        assert played.no("gm", RemovePlaybook(id)) == "playbook_required"
    assert played.no("f", RemovePlaybook("sorcerer")) == "gm_only"
    assert played.no("gm", RemovePlaybook("diver")) == "unknown_playbook"
    will = played.points("s", "will")
    played.do("gm", RemovePlaybook("sorcerer"))
    assert played.no("gm", BringBack("diver")) == "unknown_playbook"
    played.do("gm", BringBack("sorcerer"))
    assert played.points("s", "will") == will
    assert played.no("gm", BringBack("sorcerer")) == "same"


def test_a_printed_playbook_does_not_come_back_over_what_others_use__MU_158(played: Played) -> None:
    """Ash was added to the Sorcerer; another playbook spends it."""
    printed = our_playbook("sorcerer")
    ash = Section("sorcerer.ash", "Ash", items=(Resource("ash", "Ash", ranks=(Rank(1, 2),)),))
    ours = replace(printed, sections=(*printed.sections, ash))
    burn = Move("burn", "Burn", cost=(Cost("ash"),))
    section = Section("ashen.moves", "Moves", items=(burn,))
    ashen = Playbook("ashen", "Ashen", requires=("meta", "sorcerer"), sections=(section,))
    others = [book for book in played.show.shelf.playbooks if book.id != "sorcerer"]
    played.put(replace(played.show, books=(*others, ours, ashen)))
    refusal = played.refusal("gm", BringBack("sorcerer"))
    assert refusal.code == "bad_playbook"
    assert "“Ashen” would break" in refusal.why
    played.do("gm", RemovePlaybook("ashen"))
    played.do("gm", BringBack("sorcerer"))


def test_a_move_that_leaves_the_playbooks_is_not_rolled__MU_158() -> None:
    played = diving()
    number = played.ready("f", "go_deep")
    played.do("gm", RemovePlaybook("diver"))
    assert played.no("f", RollMove(number)) == "not_on_sheet"


# -- Homebrew (MU-157) -------------------------------------------------------------------------

HOLD = "○ Hold your breath --> Hide below the surface."


def test_the_gm_adds_an_item_of_text_only_and_it_can_be_bought_and_made__MU_157() -> None:
    played = diving()
    assert played.no("f", AddItem("diver.moves", (HOLD,))) == "gm_only"
    assert played.no("gm", AddItem("nowhere", (HOLD,))) == "unknown"
    (event,) = played.do("gm", AddItem("diver.moves", (HOLD,)))
    item = event.item
    assert (item.homebrew, item.mark, event.playbook) == (True, "buy", "diver")
    assert played.no("f", Propose("f", item.id)) == "not_bought"
    played.set("f", "xp", 6)
    played.as_("f", LevelUp("f", "buy", item.id))
    played.as_("f", Propose("f", item.id))
    assert played.no("gm", AddItem("diver.moves", (HOLD,))) == "bad_playbook"
    played.audited()


def test_an_item_can_have_automation__MU_157() -> None:
    played = diving()
    written = (
        'id = "surface"',
        'kind = "move"',
        'name = "Surface"',
        'effects = [{ op = "restore", resource = "air", n = 2 }]',
    )
    played.do("gm", AddItem("diver.moves", written))
    played.set("f", "air", 0)
    played.as_("f", Propose("f", "surface"))
    assert played.points("f", "air") == 2


def test_a_section_tells_what_kind_an_item_is__MU_157(played: Played) -> None:
    threads = AddItem("sorcerer.threads", ("○ Whisper to stone ○ ○ --> Rock, and what it knows.",))
    (event,) = played.do("gm", threads)
    assert isinstance(event.item, Aptitude)
    assert event.item.dots == 3
    fields = {"targets": ("a wall",), "confirmed": ("perceived",)}
    played.give("s", event.item.id, 2)
    played.rolled(
        "s", "go_apeshit", 4, 4, through=("weave_magic",), picked=(event.item.id,), **fields
    )
    assert played.move.throw is not None
    assert played.move.throw.modifier == 1


@pytest.mark.parametrize(
    ("written", "line", "why"),
    [
        (('id = "x"', 'kind = "move"', 'name = "X"', "costs = 3"), 4, "costs"),
        (('id = "x"', 'kind = "move"', 'name = "X"', 'cost = [{ resource = "mana" }]'), 0, "mana"),
        (("○ X --> y", "##tablefolk {"), 2, "tablefolk"),
    ],
)
def test_a_fault_in_an_item_has_its_line__MU_157(
    played: Played, written: tuple[str, ...], line: int, why: str
) -> None:
    no = played.refusal("gm", AddItem("common.moves", written))
    assert no.code == "bad_playbook"
    assert why in no.why
    assert f"ine {line}:" in no.why or not line


def test_one_item_at_a_time__MU_157(played: Played) -> None:
    for written in ((HOLD, "Another --> thing"), ("only words",)):
        assert played.no("gm", AddItem("common.moves", written)) == "bad_playbook"


def test_an_item_may_be_replaced_and_keeps_its_marks__MU_157() -> None:
    played = diving()
    played.give("f", "swimming")
    played.do("gm", ReplaceItem("swimming", ("● Swimming ○ ○ ○ ○ --> Like a fish.",)))
    item = played.show.shelf.item("swimming")
    assert isinstance(item, Aptitude)
    assert (item.dots, item.homebrew, item.id) == (5, True, "swimming")
    assert len(played.hero("f").marks["swimming"]) == 1
    played.rolled("f", "go_deep", 5, 5)
    assert played.move.throw is not None
    assert played.move.throw.modifier == 1
    no = played.refusal("gm", ReplaceItem("swimming", ('id = "x"', 'kind = "note"', 'name = "X"')))
    assert no.code == "bad_playbook"  # Go deep is rolled with it


def test_homebrew_is_taken_out_again_and_nothing_else__MU_157() -> None:
    played = diving()
    (event,) = played.do("gm", AddItem("diver.moves", (HOLD,)))
    played.give("f", event.item.id)
    assert played.no("gm", RemoveItem("go_deep")) == "wrong_kind"
    played.do("gm", RemoveItem(event.item.id))
    assert played.show.shelf.item(event.item.id) is None
    assert event.item.id in played.hero("f").marks  # kept aside (MU-158)


# -- Suggestions (MU-160) ----------------------------------------------------------------------


def riding() -> tuple[Played, str]:
    """F has a Rider's playbook from markup, its automation only suggested."""
    played = created()
    played.do("gm", load(SWIFT, "pc_rider"))
    played.as_("f", ChoosePlaybooks("f", ("common", "pc_rider")))
    gallop = next(item for item in played.show.shelf.items(("pc_rider",)) if item.name == "Gallop")
    played.give("f", gallop.id)
    return played, gallop.id


def wind(played: Played) -> tuple[int, int]:
    return played.points("f", "pc_rider.wind"), played.points("f", "health")


def test_what_was_read_out_of_prose_does_nothing_until_confirmed__MU_160() -> None:
    played, gallop = riding()
    played.rolled("f", gallop, 1, 1)
    assert wind(played) == (2, 3)
    played.do("gm", WriteOutcome(played.move.id))
    assert played.no("f", ConfirmAutomation(gallop)) == "gm_only"
    played.do("gm", ConfirmAutomation(gallop))
    assert gallop in played.show.confirmed
    played.rolled("f", gallop, 1, 1)
    assert wind(played) == (1, 2)
    assert played.no("gm", ConfirmAutomation(gallop)) == "same"
    played.audited()


def test_one_by_one_all_at_once_or_not_at_all__MU_160() -> None:
    played, gallop = riding()
    item = played.show.shelf.item(gallop)
    assert isinstance(item, Move)
    cost = next(n for n, one in enumerate(item.suggested) if one.cost)
    played.do("gm", ConfirmAutomation(gallop, which=(cost,)))
    changed = played.show.shelf.item(gallop)
    assert isinstance(changed, Move)
    assert len(changed.cost) == 1
    assert len(changed.suggested) == len(item.suggested) - 1
    played.do("gm", ConfirmAutomation(playbook="pc_rider", decline=True))
    declined = played.show.shelf.item(gallop)
    assert isinstance(declined, Move)
    assert declined.suggested == ()
    played.rolled("f", gallop, 1, 1)
    assert wind(played) == (1, 3)


# -- Taking one home (MU-159) ------------------------------------------------------------------


def test_a_playbook_goes_out_as_data_or_markup_with_its_credit__MU_159() -> None:
    played = diving()
    (event,) = played.do("gm", AddItem("diver.moves", (HOLD,)))
    book = played.show.shelf.playbook("diver")
    data = exported(played.show, "diver")
    assert "By the people at this table" in data
    assert "CC BY-SA 4.0" in data
    assert read_data(data, our_playbooks()).playbook == book
    markup = exported(played.show, "diver", "markup")
    assert "By the people at this table" in markup
    assert read_markup(markup, "diver", known=our_playbooks()).playbook == book
    assert event.item.name in markup
    assert "Aubrey R. Jones" in exported(played.show, "sorcerer", "markup")
    assert our_playbook("sorcerer").credit in exported(played.show, "sorcerer")


# -- There and back at a table (MU-159, MU-160) ------------------------------------------------

KEEPER = """\
§ Keeper: Resources

Smoke ▢ ▢ ▢ ► What calms a swarm.

§ Keeper: Moves

● Send the swarm ► Spend 1 ⌞Smoke⌝. ⊞⌊Research⌋ to ⌞Scope it out⌝.

○ Queen’s peace (1) ► Spend 2 ⌞Smoke⌝. You must already have Send the swarm to buy this. ⊞⌊+1⌋.
🡕🡒 You restore 1 ⌞Smoke⌝.
🡖 Pick 1:
• you lose 1 ⌞Smoke⌝
• they take 1 harm
🡓 It goes wrong.
"""
BAKER = """\
§ Baker: Moves

○ Honey cake ► Spend 1 ⌞Smoke⌝. Everybody smiles.
"""


def beside(played: Played, text: str, name: str) -> None:
    played.do("gm", LoadPlaybook(tuple(text.split("\n")), name, replaces=True))


def loaned() -> Played:
    """Two playbooks of the table's own, the second speaking of the first."""
    played = created()
    beside(played, KEEPER, "keeper")
    beside(played, BAKER, "baker")
    return played


def without_data(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("##tablefolk"))


def test_where_nothing_is_confirmed_the_authors_own_text_comes_back__MU_159() -> None:
    played = loaned()
    assert exported(played.show, "keeper", "markup") == KEEPER
    assert exported(played.show, "baker", "markup") == BAKER


@pytest.mark.parametrize(
    "said",
    [
        ConfirmAutomation(playbook="keeper"),
        ConfirmAutomation(playbook="keeper", decline=True),
        ConfirmAutomation("keeper.queens_peace"),
        ConfirmAutomation("keeper.queens_peace", which=(0, 3)),
        ConfirmAutomation("keeper.queens_peace", which=(1,), decline=True),
        ConfirmAutomation("keeper.send_the_swarm"),
    ],
    ids=["all", "none", "one item", "some of it", "one put aside", "the other item"],
)
def test_what_was_confirmed_goes_along_in_lines_of_its_own__MU_160(said: ConfirmAutomation) -> None:
    played = loaned()
    played.do("gm", said)
    book = played.show.shelf.playbook("keeper")
    text = exported(played.show, "keeper", "markup")
    assert "##tablefolk" in text
    assert without_data(text) == KEEPER
    fresh = created()
    for table in (played, fresh):
        beside(table, text, "keeper")
        assert table.show.shelf.playbook("keeper") == book
        assert exported(table.show, "keeper", "markup") == text


def test_only_the_item_that_was_confirmed_gains_a_line__MU_160() -> None:
    played = loaned()
    played.do("gm", ConfirmAutomation("keeper.send_the_swarm"))
    lines = exported(played.show, "keeper", "markup").split("\n")
    (at,) = [n for n, line in enumerate(lines) if line.startswith("##tablefolk")]
    assert lines[at - 1].startswith("● Send the swarm ►")


def test_shorthand_is_written_out_once_and_then_stays__MU_159() -> None:
    played = created()
    short = KEEPER.replace("►", "-->").replace("⌞", "{{").replace("⌝", "}}").replace("• ", "  * ")
    beside(played, f"## by hand\n{short}", "keeper")
    assert exported(played.show, "keeper", "markup") == KEEPER
