"""What is seen, offered and told while playbooks and characters are made (MU-1 … MU-35, MU-155)."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec.structs import replace
from tests.games.mutagen.table import GAME, Played
from tests.games.mutagen.test_markup import GM, WIZARD

from tablefolk.core import play, stage
from tablefolk.core.book import changes_of
from tablefolk.core.game import Block, Line, Offer
from tablefolk.core.stage import Part
from tablefolk.core.table.seats import SetOption
from tablefolk.games.mutagen.page import editing, view
from tablefolk.games.mutagen.page.editing import Draft
from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.playbooks.library import our_playbook
from tablefolk.games.mutagen.rules import books, buying, creation, resources, writing
from tablefolk.games.mutagen.rules.books import (
    AddItem,
    ConfirmAutomation,
    LoadPlaybook,
    RemoveItem,
    RemovePlaybook,
)
from tablefolk.games.mutagen.rules.buying import (
    AnswerAbout,
    AskAbout,
    CorrectMark,
    GrantMark,
)
from tablefolk.games.mutagen.rules.creation import (
    ChoosePlaybooks,
    DropDraft,
    FillMark,
    FinishCharacter,
    MakeCharacter,
    NameCharacter,
    PutPointerAway,
    ShowPointer,
    TakeReadyMade,
    UnfillMark,
)
from tablefolk.games.mutagen.rules.resources import NoteBox, SetPoints
from tablefolk.games.mutagen.rules.writing import (
    AddArmor,
    ChangeArmor,
    NarrowAptitude,
    StrikeArmor,
    WriteIn,
)

B = TypeVar("B", bound=Block)
BEES = tuple(
    """§ Bees: Resources
Smoke ▢ ▢ ▢ --> What calms the swarm.
§ Bees: Moves
● Send the swarm --> Spend 1 {{Smoke}}. Roll !+[Research] to {{Scope it out}}.
○ Queen's peace (1) --> Roll !+[+1].
🡕🡒 Restore 1 {{Smoke}}.
🡓 It goes wrong.""".split("\n")
)


def block(played: Played, seat: str, kind: type[B], **wanted: Any) -> B:
    blocks = GAME.view(played.table, played.seat(seat)).blocks
    found = (b for b in blocks if isinstance(b, kind))
    return next(b for b in found if all(getattr(b, k) == v for k, v in wanted.items()))


def has(played: Played, who: str, kind: type[Block]) -> bool:
    return any(isinstance(b, kind) for b in GAME.view(played.table, played.seat(who)).blocks)


def offers(played: Played, who: str, command: type, **fixed: Any) -> list[Offer]:
    menu = play.menu(GAME, played.table, played.seat(who))
    return [o for o in menu if o.command is command and fixed.items() <= dict(o.fixed).items()]


def offer(played: Played, who: str, command: type, **fixed: Any) -> Offer:
    (one,) = offers(played, who, command, **fixed)
    return one


def item(played: Played, who: str, id: str) -> view.pages.ItemShown:
    """An item as it is printed on a player's sheet."""
    hero = played.show.of(who)
    assert hero is not None
    books = (pages.book(played.show, one, hero) for one in played.show.shelf.of(hero.playbooks))
    every = (one for book in books for section in book.sections for one in section.items)
    return next(one for one in every if one.id == id)


def part(played: Played, who: str, key: str) -> Part:
    return next(p for p in GAME.parts(played.table, played.seat(who)) if p.key == key)


def now(played: Played, who: str) -> Part:
    """What somebody has before them."""
    owed = [wait.part for wait in GAME.waits_of(played.table).get(who, ())]
    found = stage.now(GAME.parts(played.table, played.seat(who)), owed)
    assert found is not None
    return found.part


def lines(played: Played, events: tuple[Any, ...], who: str = "p2") -> list[Line]:
    told = (GAME.tell(played.table, event, played.seat(who)) for event in events)
    return [line for line in told if line]


def drafting(**options: Any) -> Played:
    played = Played(options=options)
    played.draft("s", "p1", "sorcerer")
    return played


# -- Beginning -----------------------------------------------------------------------------------


def test_a_newcomer_is_pointed_to_meta_until_the_pointer_is_put_away__MU_2() -> None:
    played = drafting()
    assert block(played, "p1", view.creation.Pointer).book == "meta"
    assert offer(played, "p1", PutPointerAway).open
    played.do("p1", PutPointerAway())
    assert not has(played, "p1", view.creation.Pointer)
    assert has(played, "p2", view.creation.Pointer)
    assert [o.do for o in play.menu(GAME, played.table, played.seat("p1"))].count(
        "ShowPointer"
    ) == 1


def test_a_player_without_a_character_begins_one_or_takes_a_ready_made_one() -> None:
    played = Played()
    creation = block(played, "p1", view.creation.Creation)
    assert creation.begin
    assert len(creation.box) == 4
    assert sum("Sorcerer" in one.books for one in creation.box) == 2
    assert offer(played, "p1", MakeCharacter).owed
    assert len(offers(played, "p1", TakeReadyMade)) == 4
    played.do("p1", TakeReadyMade("odile"))
    assert not offers(played, "p1", TakeReadyMade)
    assert len(offers(played, "p2", TakeReadyMade)) == 3


def test_everybody_sees_how_far_the_others_are__MU_146() -> None:
    played = drafting()
    played.fill("s", "athletics")
    for who in ("gm", "p2"):
        (maker,) = block(played, who, view.creation.Creation).makers
        assert (maker.name, maker.spent, maker.total) == ("S", 1, 5)
        assert maker.missing == ("Concept", "Drives 1")


def test_the_gm_begins_characters_for_those_who_have_none__MU_16() -> None:
    played = drafting()
    (begin,) = offers(played, "gm", MakeCharacter)
    owners = next(b for b in begin.blanks if b.name == "owner")
    assert [c.value for c in owners.choices] == ["p2", "p3"]  # type: ignore[attr-defined]


def test_a_player_whose_character_retired_is_asked_who_comes_next__MU_24() -> None:
    played = drafting()
    played.finish("s")
    assert not offers(played, "p1", MakeCharacter)
    played.put(played.show.with_hero("s", state="retired"))
    assert offer(played, "p1", MakeCharacter).open
    assert block(played, "p1", view.sheets.Glance, who="s").state == "retired"


# -- The printed sheet ---------------------------------------------------------------------------


def test_a_sheet_is_common_and_ones_own_playbook__MU_1() -> None:
    draft = block(drafting(), "p1", view.creation.Draft)
    assert [id for id, _ in draft.reads] == ["common", "sorcerer"]
    add = offers(drafting(), "p1", ChoosePlaybooks)
    assert [o.fixed["playbooks"] for o in add] == [("common",)]


def test_only_the_player_has_the_whole_sheet_and_all_see_the_character__MU_146() -> None:
    played = drafting()
    assert not has(played, "p2", view.creation.Draft)
    played.finish("s")
    tabs = block(played, "p1", view.sheets.Glance, who="s").tabs
    assert [tab.label for tab in tabs] == ["Play", "Moves", "Grow", "Notes"]
    assert {part(played, "p1", tab.part).place for tab in tabs} == {"sheet"}
    assert not has(played, "p2", view.sheets.Sheet)
    assert {has(played, who, view.sheets.Glance) for who in ("gm", "p1", "p2")} == {True}


def test_terms_in_brackets_lead_to_the_item_or_open_a_note__MU_3() -> None:
    played = drafting()
    played.finish("s")
    moves = block(played, "p1", view.sheets.Sheet, page="moves")
    bits = [b for p in item(played, "p1", "resist_consequences").paras for b in p.bits]
    links = {b.text: b.to for b in bits if b.kind == "link"}
    assert moves.here[links["Resist"]] == "note"
    assert {moves.here[term.id] for term in moves.terms} == {"note"}
    assert moves.here["resist_consequences"] == "page"
    assert "harm" in {term.name.casefold() for term in moves.terms}


def test_results_carry_their_names_with_their_arrows__MU_48() -> None:
    played = drafting()
    played.finish("s")
    moves = block(played, "p1", view.sheets.Sheet, page="moves")
    (story,) = [s for book in moves.books for s in book.sections if s.form == "story"]
    names = [a.name for p in story.results for a in p.arrows]
    assert names == ["Critical Success", "Full Success", "Some Success", "Failure"]
    assert len(story.items) == 12
    assert story.items[0].want


def test_costs_gates_and_what_happens_by_itself_stand_at_the_name__MU_11_MU_27_MU_53() -> None:
    played = drafting()
    chips = {id: [c.text for c in item(played, "p1", id).chips] for id in
             ("lead_the_group", "restore_will", "take_harm", "spooky_shit")}  # fmt: skip
    assert chips["lead_the_group"] == ["costs 1 Resist"]
    assert chips["restore_will"] == ["happens by itself"]
    assert chips["take_harm"] == ["comes when it comes"]
    assert chips["spooky_shit"] == ["talk to the GM first"]
    played.do("gm", LoadPlaybook(BEES, "bees"))
    played.do("p1", ChoosePlaybooks("s", ("common", "bees")))
    queens = [chip.kind for chip in item(played, "p1", "bees.queens_peace").chips]
    assert "gate" not in queens  # it is open: Send the swarm is there from the start


# -- Circles -------------------------------------------------------------------------------------


def test_each_step_asks_for_what_is_in_it__MU_16() -> None:
    played = drafting()
    titles = [p.title for p in GAME.parts(played.table, played.seat("p1"))]
    for asked in (
        "Aptitudes: what is S good at?",
        "Which of the Sorcerer Resources does S have?",
        "Threads: what is S good at?",
    ):
        assert asked in titles


def test_a_circle_is_filled_and_taken_back_with_a_tap__MU_16() -> None:
    played = drafting()
    fill = offer(played, "p1", FillMark, item="athletics")
    assert fill.open
    assert not fill.blanks
    assert not offers(played, "p1", UnfillMark)
    played.fill("s", "athletics", "athletics")
    row = item(played, "p1", "athletics")
    assert [c.state for c in row.circles] == ["filled", "filled", "next", "open"]
    assert [c.last for c in row.circles] == [False, True, False, False]
    assert row.rating == "+1"
    assert block(played, "p1", view.creation.Draft).spent == 2
    assert offer(played, "p1", UnfillMark, item="athletics").open


def test_with_all_circles_spent_the_others_say_why_not__MU_16() -> None:
    played = drafting(creation_buys=1)
    played.fill("s", "athletics")
    no = offer(played, "p1", FillMark, item="research").refusal
    assert no is not None
    assert no.code == "over_budget"


def test_a_triangle_is_drawn_and_never_offered_to_its_player__MU_9() -> None:
    played = drafting()
    circles = [rank.circle for rank in item(played, "p1", "health").ranks]
    assert [c.triangle for c in circles if c] == [False, True, True]
    assert not offers(played, "p1", FillMark, item="health")
    (grant,) = offers(played, "gm", GrantMark)
    first = next(b for b in grant.blanks if b.name == "item").choices[0]  # type: ignore[attr-defined]
    assert first.label == "△ Health, rank 2"


def test_ranks_come_with_their_boxes_one_after_another__MU_13_MU_25() -> None:
    played = drafting()
    will = item(played, "p1", "will")
    states = [rank.circle.state for rank in will.ranks if rank.circle]
    assert states == ["printed", "next", "open"]
    played.fill("s", "will")
    will = item(played, "p1", "will")
    assert (will.points, will.room) == (4, 4)


def test_what_is_to_be_talked_over_offers_the_talk__MU_12() -> None:
    played = drafting()
    assert offer(played, "p1", FillMark, item="spooky_shit").refusal
    ask = offer(played, "p1", AskAbout, item="spooky_shit")
    assert ask.asks
    asked = played.ask("p1", AskAbout("s", "spooky_shit", "my aunt is a ghost"))
    (yes, *_) = (o for o in play.menu(GAME, played.table, played.seat("gm")) if o.do == "Answer")
    assert "happens at once" not in yes.hint, "the circle is then filled by the player"
    played.deny(asked, "not in this story")
    row = item(played, "p1", "spooky_shit")
    assert row.denied
    assert row.said == "The GM says no: not in this story"
    played.do("gm", AnswerAbout("spooky_shit", True, "s"))
    assert item(played, "p1", "spooky_shit").said == "The GM says yes."
    assert offer(played, "p1", FillMark, item="spooky_shit").open
    assert not offers(played, "p1", AskAbout, item="spooky_shit")
    (answer,) = block(played, "gm", view.books.Shelf).answers
    assert (answer.name, answer.who, answer.yes) == ("Spooky Shit", "S", True)


def test_skill_without_a_profession_is_mentioned_and_not_refused__MU_19() -> None:
    played = drafting()
    assert not item(played, "p1", "professional_skills").warning
    played.fill("s", "professional_skills")
    assert "Profession" in item(played, "p1", "professional_skills").warning


# -- Words, armor, boxes -------------------------------------------------------------------------


def test_what_is_missing_is_named_until_it_is_written__MU_17_MU_18_MU_22() -> None:
    played = drafting()
    draft = block(played, "p1", view.creation.Draft)
    assert [one.text for one in draft.missing] == ["Concept", "Drives 1"]
    assert item(played, "p1", "concept").hint
    assert item(played, "p1", "drives").hint
    no = offer(played, "p1", FinishCharacter).refusal
    assert no is not None
    assert no.rule == "MU-17"
    played.as_("s", WriteIn("s", "concept", "concept", "A storm in a cardigan"))
    played.as_("s", WriteIn("s", "drives", "drive1", "To be asked in"))
    assert block(played, "p1", view.creation.Draft).missing == ()
    assert offer(played, "p1", FinishCharacter).confirm  # buys are left, and would be gone
    words = block(played, "p3", view.sheets.Glance).words
    assert ("Concept", ("A storm in a cardigan",)) in [(w.label, w.texts) for w in words]


def test_once_everything_is_there_the_table_waits_for_the_last_tap__MU_22() -> None:
    played = drafting(creation_buys=1)
    played.fill("s", "athletics")
    played.as_("s", WriteIn("s", "concept", "concept", "A storm"))
    played.as_("s", WriteIn("s", "drives", "drive1", "In"))
    finish = offer(played, "p1", FinishCharacter)
    assert finish.owed
    assert not finish.confirm
    played.as_("s", FinishCharacter("s"))
    assert not has(played, "p1", view.creation.Draft)
    tracks = {
        t.name: (t.filled, len(t.boxes)) for t in block(played, "p2", view.sheets.Glance).tracks
    }
    assert tracks == {"Health": (3, 3), "Resist": (2, 2), "XP": (0, 6), "Will": (3, 3)}  # MU-21


def test_a_narrowing_is_shown_beside_the_aptitude__MU_20() -> None:
    played = drafting()
    played.fill("s", "research")
    which = offer(played, "p1", NarrowAptitude).blanks[0]
    assert [c.label for c in which.choices] == ["Research"]  # type: ignore[attr-defined]
    played.as_("s", NarrowAptitude("s", "research", "gossip"))
    assert item(played, "p1", "research").narrowed == "gossip"
    assert block(played, "p2", view.sheets.Glance).aptitudes[0].narrowed == "gossip"


def test_armor_is_put_on_taken_off_and_struck__MU_23() -> None:
    played = drafting()
    levels = offer(played, "p1", AddArmor).blanks[1]
    assert [c.value for c in levels.choices] == [1, 2, 3]  # type: ignore[attr-defined]
    played.as_("s", AddArmor("s", "Vest", 2, "blades"))
    (vest,) = block(played, "p1", view.sheets.Glance).armor
    assert (vest.rating, vest.level, vest.worn) == (2, "life-threatening", True)
    off, anew = offers(played, "p1", ChangeArmor)
    assert off.open
    assert anew.open
    assert off.fixed["worn"] is False
    assert offer(played, "gm", StrikeArmor).open


def test_boxes_are_set_by_the_gm_and_a_player_asks__MU_35() -> None:
    played = drafting()
    played.finish("s")
    assert not offers(played, "p1", SetPoints)
    asking = [o for o in play.menu(GAME, played.table, played.seat("p1")) if o.do == "AskForPoints"]
    assert asking
    assert all(ask.asks for ask in asking)
    health = offer(played, "gm", SetPoints, resource="health")
    assert health.open
    assert health.label == "Set Health (3 of 3)"
    assert [choice.value for choice in health.blanks[0].choices] == [0, 1, 2]  # type: ignore[attr-defined]


def test_a_box_that_holds_something_can_be_written_on__MU_30() -> None:
    played = drafting()
    book = LoadPlaybook(
        ("§ W: Resources", "Hold --> What is held.", "[[", "● 1.▢", "]]", "[[", "○ 2.▢", "]]"), "w"
    )
    played.do("gm", book)
    played.do("p1", ChoosePlaybooks("s", ("common", "w")))
    assert offer(played, "p1", NoteBox, resource="w.hold").open
    played.do("p1", NoteBox("s", "w.hold", 1, "a candle"))
    assert [b.note for b in item(played, "p1", "w.hold").ranks[0].boxes] == ["a candle"]


# -- Labels --------------------------------------------------------------------------------------

COARSE = re.compile(r"fuck|shit|chooch", re.IGNORECASE)


def test_at_a_mild_table_no_coarse_name_is_seen_offered_or_told__MU_155() -> None:
    played = drafting(mild_labels=True)
    events = played.log[-1].events
    played.fill("s", "shady_shit")
    events += played.log[-1].events
    for who in ("gm", "p1", "p2"):
        page = GAME.view(played.table, played.seat(who))
        assert not list(coarse(msgspec.to_builtins(page.blocks)))
        menu = play.menu(GAME, played.table, played.seat(who))
        said = [o.label + o.hint + (o.refusal.why if o.refusal else "") for o in menu]
        labels = [c.label for o in menu for b in o.blanks for c in getattr(b, "choices", ())]
        assert not [text for text in said + labels if COARSE.search(text)]
        assert not [line for line in lines(played, events, who) if COARSE.search(line.text)]


def coarse(tree: Any, key: str = "") -> Any:
    """Texts that are shown; ids may be as they are."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from coarse(value, name)
    elif isinstance(tree, (list, tuple)):
        for one in tree:
            yield from coarse(one, key)
    elif isinstance(tree, str) and key not in ("id", "to", "item", "about") and COARSE.search(tree):
        yield key, tree


def test_the_switch_changes_names_at_once() -> None:
    played = drafting()
    assert item(played, "p1", "go_apeshit").name == "Go apeshit"
    played.do("gm", SetOption("mild_labels", True))
    assert item(played, "p1", "go_apeshit").name == "Smash it"


# -- Playbooks at the table ------------------------------------------------------------------------


def test_everybody_reads_the_playbooks_and_the_gm_changes_them__MU_156() -> None:
    played = drafting()
    assert [b.id for b in block(played, "p2", view.books.Shelf).books] == [
        "meta",
        "common",
        "sorcerer",
    ]
    assert not offers(played, "p1", LoadPlaybook)
    assert offer(played, "gm", LoadPlaybook).open
    assert block(played, "gm", view.books.Shelf).region == "desk"
    played.do("gm", LoadPlaybook(("§ Tricks", "● Look sharp ► You do."), "gm_tricks", role="gm"))
    assert "gm_tricks" in [b.id for b in block(played, "gm", view.books.Shelf).books]
    assert "gm_tricks" not in [b.id for b in block(played, "p2", view.books.Shelf).books]


def test_suggestions_wait_on_the_shelf_for_the_gms_word__MU_160() -> None:
    played = drafting()
    played.do("gm", LoadPlaybook(BEES, "bees"))
    line = next(b for b in block(played, "gm", view.books.Shelf).books if b.id == "bees")
    assert line.waiting == 2
    yes, no = offers(played, "gm", ConfirmAutomation)
    assert (yes.fixed["decline"], no.fixed["decline"]) == (False, True)
    events = played.do("gm", ConfirmAutomation(playbook="bees"))
    assert "Send the swarm" in lines(played, events)[0].text
    assert (
        next(b for b in block(played, "gm", view.books.Shelf).books if b.id == "bees").waiting == 0
    )


def test_an_item_of_ones_own_is_marked_and_can_be_taken_out__MU_157() -> None:
    played = drafting()
    played.do("gm", AddItem("common.moves", ("○ Old trick ► You did this before.",)))
    (mine,) = [i for i in played.show.shelf.items(("common",)) if i.homebrew]
    assert "home-made" in [c.text for c in item(played, "p1", mine.id).chips]
    assert offer(played, "p1", FillMark, item=mine.id).open
    assert offer(played, "gm", RemoveItem).open


def test_a_playbook_in_use_is_taken_off_after_a_question__MU_158() -> None:
    played = drafting()
    gone = offer(played, "gm", RemovePlaybook, playbook="sorcerer")
    assert gone.confirm
    played.fill("s", "transit")
    played.do("gm", RemovePlaybook("sorcerer"))
    assert [id for id, _ in block(played, "p1", view.creation.Draft).reads] == ["common"]
    assert block(played, "p1", view.creation.Draft).spent == 0
    back = next(o for o in play.menu(GAME, played.table, played.seat("gm")) if o.do == "BringBack")
    played.do("gm", play.fill(back, {}))
    assert block(played, "p1", view.creation.Draft).spent == 1


# -- The workbench -------------------------------------------------------------------------------


def test_every_fault_is_named_with_its_line_and_its_words__MU_156() -> None:
    show = Played().show
    text = "§ Moves\nLost ► {{nowhere}}\n○ Good ► Roll ⊞⌊+1⌋.\n🡕 Yes.\n[[\n"
    looked = editing.looked_over(show, Draft(text, "mine"))
    assert {(f.line, f.warning) for f in looked.faults} >= {(2, True)}
    assert next(f for f in looked.faults if f.line == 2).text == "Lost ► {{nowhere}}"
    twice = '§ Moves\n○ One ► a\n##tablefolk {"id": "x"}\n○ Two ► b\n##tablefolk {"id": "x"}'
    looked = editing.looked_over(show, Draft(twice, "mine"))
    assert looked.bad
    assert looked.book  # the preview keeps up all the same


MISTAKES = """§ Resources
Tea ► Hot.
|● 1. ▢
|○ 3. ▢
§ Aptitudes
○ Baking ► With flour.
○ Baking ► With more.
#!include nowhere
§ Moves
○ Rise ► Spend 1 Flour. See {{nothing at all}}. Roll !+[Baking].
🡕🡒 You take 9 harm.
🡒 It rises."""


def test_every_fault_stands_at_its_own_line_and_none_hides_another__MU_156() -> None:
    """Nor does any of them keep the rest from being printed."""
    looked = editing.looked_over(Played().show, Draft(MISTAKES, "mine"))
    told = {fault.line: fault.why for fault in looked.faults}
    assert "without a hole" in told[4]
    assert "two called “Baking”" in told[7]
    assert told[8] == "There is no text “nowhere” to include."
    whys = {fault.why for fault in looked.faults if fault.line == 10}
    assert "“Spend 1 Flour” names no resource of this table." in whys
    assert "⌞nothing at all⌝ points to nothing." in whys
    assert "9 harm" in told[11]
    assert "Full Success has 2 results" in told[12]
    assert looked.bad
    assert looked.book
    assert [section.label for section in looked.book.sections] == [
        "Resources",
        "Aptitudes",
        "Moves",
    ]


def test_the_report_counts_as_the_digest_counts__MU_156() -> None:
    looked = editing.looked_over(Played().show, Draft(WIZARD, "wizard"))
    assert looked.counts == "5 sections, 35 items: 32 moves, 2 resources and 1 aptitude"
    assert looked.more == (
        "8 free",
        "26 ○ to buy",
        "1 ● bought from the start",
        "5 gates",
        "6 rolls",
        "22 results",
        "1 place to write",
        "6 ranks",
        "19 costs read out of the text",
        "23 suggestions to confirm",
    )
    assert editing.looked_over(Played().show, Draft("§ Empty", "x")).counts == "1 section, 0 items"


def test_results_in_sections_are_counted_apart__MU_151() -> None:
    looked = editing.looked_over(Played().show, Draft(GM, "gm_common", "gm"))
    assert looked.counts == "7 sections, 9 items: 9 GM items"
    assert "8 results in sections" in looked.more


def test_the_preview_prints_what_would_be_loaded() -> None:
    looked = editing.looked_over(Played().show, Draft("\n".join(BEES), "bees"))
    assert looked.book is not None
    assert [s.label for s in looked.book.sections] == ["Resources", "Moves"]
    assert looked.here["bees.smoke"] == "page"
    assert looked.here["scope_it_out"] == "note"
    assert [s.words for s in looked.suggestions] == ["Spend 1 Smoke", "Restore 1 Smoke"]
    assert looked.suggestions[0].does == "Making it costs 1 Smoke, right before the dice."
    assert "2 suggestions to confirm" in looked.more


def test_lines_too_long_or_too_many_are_told_before_anything_is_read() -> None:
    show = Played().show
    looked = editing.looked_over(show, Draft("§ A\n" + "x" * 2001))
    assert [(f.line, f.why) for f in looked.faults] == [(2, "A line has at most 2000 characters.")]
    assert editing.looked_over(show, Draft("\n" * 6001)).faults[0].line == 6001


def test_a_playbook_goes_to_the_workbench_and_back_unchanged__MU_159() -> None:
    played = Played()
    for id in ("common", "sorcerer"):
        draft = editing.draft_of(played.show, our_playbook(id))
        assert not editing.looked_over(played.show, draft).bad
        played.do("gm", replace(draft.command, replaces=True))
        assert played.show.shelf.playbook(id) == our_playbook(id)


# -- Told ----------------------------------------------------------------------------------------


def a_whole_making() -> Played:
    played = drafting()
    played.do("p1", PutPointerAway())
    played.do("p1", ShowPointer())
    played.as_("s", NameCharacter("s", "Sable"))
    played.fill("s", "research", "will", "spooky_shit")
    played.as_("s", UnfillMark("s", "will"))
    played.as_("s", NarrowAptitude("s", "research", "gossip"))
    played.as_("s", NarrowAptitude("s", "research", ""))
    played.as_("s", AddArmor("s", "Vest", 1))
    vest = played.hero("s").armor[0].id
    played.as_("s", ChangeArmor("s", vest, "Vest", 1, worn=False))
    played.as_("s", ChangeArmor("s", vest, "Long vest", 2, "cold", worn=False))
    played.as_("s", StrikeArmor("s", vest))
    played.as_("s", ChoosePlaybooks("s", ("common",)))
    played.finish("s")
    played.as_("s", WriteIn("s", "drives", "drive2", "More"))
    played.as_("s", WriteIn("s", "drives", "drive2", "Less"))
    played.as_("s", WriteIn("s", "drives", "drive2", ""))
    played.do("gm", GrantMark("s", "health", 2, "the potion"))
    played.do("gm", CorrectMark("s", "health", 2, "it was water"))
    played.do("gm", SetPoints("s", "resist", 1, "forgotten"))
    played.do("gm", AnswerAbout("affect_the_dead", False, note="not in this story"))
    played.do("p2", TakeReadyMade("bel"))
    played.do("p3", MakeCharacter("Nobody"))
    played.do("p3", DropDraft("nobody"))
    played.do("gm", LoadPlaybook(BEES, "bees"))
    played.do("gm", LoadPlaybook((*BEES, "○ More ► x"), "bees", replaces=True))
    played.do("gm", ConfirmAutomation(playbook="bees", decline=True))
    played.do("gm", RemovePlaybook("bees"))
    return played


def test_making_is_told_with_its_rule_and_no_gap_in_a_sentence() -> None:
    played = a_whole_making()
    events = tuple(event for entry in played.log for event in entry.events)
    of_ours = [event for event in events if type(event) in MAKING]
    assert {type(event) for event in of_ours} >= MAKING
    for event in of_ours:
        (line,) = lines(played, (event,), "p1")
        assert re.fullmatch(r"MU-\d+", line.rule), event
        assert not re.search(r"[{}]|\s[.,]|\.\.|None", line.text), line.text


LATER = ("ItemAdded", "ItemReplaced", "ItemRemoved")  # test_books.py
MAKING = {resources.PointsSet} | {
    kind
    for chapter in (creation, buying, writing, books)
    for kind in changes_of(chapter)
    if kind.__name__ not in LATER
}


@pytest.mark.parametrize(
    "sentence",
    [
        "P1 begins a character: S, with Common Playbook and Sorcerer Playbook.",
        "S is now called Sable.",
        "Sable fills a circle: Research (+0).",
        "Sable narrows Research: gossip.",
        "Sable takes Vest off.",
        "Sable’s armor is now Long vest, rating 2, against cold.",
        "The GM gives Sable “Health”, rank 2: the potion.",
        "The GM empties a circle of Sable’s Health: it was water.",
        "The GM says no to Affect the dead for everybody: not in this story.",
        "P2 plays Bel Tremaine. A retired stage wrestler with opinions about fair play.",
        "Sable enters the story, with 3 circles left unfilled.",
    ],
)
def test_a_sentence_of_the_story(sentence: str) -> None:
    played = a_whole_making()
    before = [GAME.tell(table, event, played.seat("p2")) for table, event in as_it_went(played)]
    assert sentence in [line.text for line in before if line]


def as_it_went(played: Played) -> list[tuple[Any, Any]]:
    """Each event with the table right after it."""
    table, found = played.start, []
    for entry in played.log:
        for event in entry.events:
            table = GAME.evolve(table, event)
            found.append((table, event))
    return found


# -- Step by step --------------------------------------------------------------------------------


def test_making_goes_from_words_over_circles_to_the_last_look__MU_22() -> None:
    played = drafting(creation_buys=2)
    assert now(played, "p1").title == "Who is S?"
    played.as_("s", WriteIn("s", "concept", "concept", "A storm"))
    played.as_("s", WriteIn("s", "drives", "drive1", "In"))
    assert now(played, "p1").steps[now(played, "p1").step] == "Aptitudes"
    played.fill("s", "conjure_elements")
    assert now(played, "p1").key == "draft:s:sorcerer.threads"
    played.fill("s", "conjure_elements")
    assert now(played, "p1").title == "Is S ready to play?"


def test_circles_stay_open_until_the_last_is_filled__MU_16() -> None:
    played = drafting(creation_buys=2)
    assert open_after_a_circle(played) == ["draft:s:sorcerer.threads"]
    played.as_("s", WriteIn("s", "concept", "concept", "A storm"))
    played.as_("s", WriteIn("s", "drives", "drive1", "In"))
    assert open_after_a_circle(played) == ["draft:s:sorcerer.threads"]
    played.fill("s", "conjure_elements", "affect_at_range")
    assert open_after_a_circle(played) == []


def test_the_words_are_done_with_the_last_line_and_not_before__MU_16() -> None:
    played = drafting(creation_buys=2)
    played.as_("s", WriteIn("s", "concept", "concept", "A storm"))
    played.as_("s", WriteIn("s", "drives", "drive1", "In"))
    parts = {p.key: p for p in GAME.parts(played.table, played.seat("p1"))}
    assert not parts["draft:s"].done
    played.as_("s", WriteIn("s", "drives", "drive2", "Out"))
    parts = {p.key: p for p in GAME.parts(played.table, played.seat("p1"))}
    assert parts["draft:s"].done


def open_after_a_circle(played: Played) -> list[str]:
    parts = GAME.parts(played.table, played.seat("p1"))
    return [p.key for p in parts if p.stays and p.key == "draft:s:sorcerer.threads"]


def test_only_a_step_of_making_is_before_its_player__MU_16() -> None:
    played = drafting()
    offered = {o.do for o in now(played, "p1").offers()}
    assert "WriteIn" in offered
    assert "FillMark" not in offered
    others = [p for p in GAME.parts(played.table, played.seat("p1")) if p.key.startswith("draft:")]
    assert [p.place for p in others].count("now") == 1


def test_while_a_move_is_under_way_the_sheet_offers_no_other__MU_58() -> None:
    played = drafting()
    played.finish("s")
    assert item(played, "p1", "parkour").makes
    played.propose("s", "parkour")
    assert not item(played, "p1", "parkour").makes


def test_every_move_by_hand_leads_to_where_it_is_put_into_words__MU_55() -> None:
    played = drafting()
    played.finish("s")
    moves = block(played, "p1", view.sheets.Sheet, page="moves")
    every = [one for book in moves.books for section in book.sections for one in section.items]
    made = {one.id for one in every if one.makes}
    assert {"lead_the_group", "weave_magic", "go_dark"} <= made
    assert "buy_resist" not in made
    assert all(part(played, "p1", f"want:s:{id}").offers for id in made)
