"""Whole sets from elsewhere: their own Common, their introductions, what is read out of them."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from tests.games.mutagen.harbour import brought, drafts, hold, made
from tests.games.mutagen.hurting import closing, open_harm
from tests.games.mutagen.table import GAME, Played
from tests.games.mutagen.test_other_peoples import drawn, offers, part
from tests.games.mutagen.test_tell import told

from tablefolk.games import mutagen
from tablefolk.games.mutagen.page import editing
from tablefolk.games.mutagen.page.offers import proposals
from tablefolk.games.mutagen.page.view.making import wanted
from tablefolk.games.mutagen.playbooks.commons import Takes
from tablefolk.games.mutagen.playbooks.library import near
from tablefolk.games.mutagen.playbooks.markup import read_markup, write_markup
from tablefolk.games.mutagen.playbooks.model import Story
from tablefolk.games.mutagen.rules import rating, sheet
from tablefolk.games.mutagen.rules.books import (
    ConfirmAutomation,
    LoadPlaybook,
    RemovePlaybook,
    exported,
)
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.leveling import checklists
from tablefolk.games.mutagen.rules.outcomes import WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose, WithdrawMove
from tablefolk.games.mutagen.rules.resources import SetPoints
from tablefolk.games.mutagen.rules.sessions import LetHappen
from tablefolk.games.mutagen.rules.take_harm import SettleHarm
from tablefolk.games.mutagen.rules.wording import blurb_of, so_many
from tablefolk.hosting.live import Live

# -- A set's own Common (MU-1) -------------------------------------------------------------------


@pytest.mark.parametrize("takes", ["instead", "beside"])
def test_nobody_of_a_set_with_its_own_common_has_anything_twice__MU_1(takes: Takes) -> None:
    played = brought(takes, "scholar")
    made(played, "h", "p1", "scholar")
    items = sheet.items(played.show, played.hero("h"))
    often = Counter((item.kind, near(item.name)) for item in items)
    assert {name: n for name, n in often.items() if n > 1} == {}
    for name in ("Health", "Resist", "XP", "Concept", "Parkour!"):
        assert [item.name for item in items].count(name) == 1, name
    more = {"Work the nets", "Hoist the sail", "Seamanship", "Brine"}
    assert more <= {item.name for item in items}
    assert ("Operation" in {item.name for item in items}) == (takes == "beside")
    assert played.points("h", "health") == 3
    assert played.points("h", "xp") == 0
    assert played.capacity("h", "xp") == (8 if takes == "instead" else 6)


def test_a_sets_common_means_the_same_things_on_every_sheet__MU_1() -> None:
    """Health is Health: what one playbook gives or takes reaches the other's sheet."""
    played = brought("instead", "sprite")
    made(played, "h", "p1", "sprite")
    played.make("f", "p2")
    played.set("h", "health", 1)
    played.banded("f", "medic", "full", targets=("h",))
    assert "medic" not in {deed.id for deed in sheet.deeds(played.show, played.hero("h"))}
    number = played.banded("h", "parkour", "fail")
    assert played.show.moves[number].stage == "settled"
    played.outcome()
    assert played.points("h", "resist") == 2
    played.respond("h", "resist_consequences", number)
    assert played.points("h", "resist") == 1


def test_harm_is_taken_step_by_step_with_a_sets_common__MU_93() -> None:
    played = brought("instead", "sprite")
    made(played, "h", "p1", "sprite")
    number = open_harm(played, "h", 3)
    closing(played, number)
    played.do("gm", SettleHarm(number))
    assert played.points("h", "health") == 0
    assert played.hero("h").dying == "you_die"


def test_a_common_is_asked_about_and_never_simply_added__MU_1() -> None:
    played, common = Played(), drafts(loose=True)["common"]
    asked = replace(common, name="common_2").command
    assert played.no("gm", asked) == "two_commons"
    looked = editing.looked_over(played.show, common)
    assert looked.common
    assert {"Health", "Resist", "XP"} <= set(looked.common.both)
    assert set(looked.common.more) == {
        "Seamanship", "Bargaining", "Hoist the sail", "Work the nets", "Throw a line", "Bite down",
    }  # fmt: skip
    assert "Operation" in looked.common.less


def test_only_characters_of_the_set_have_its_common__MU_1() -> None:
    played = brought("instead", "scholar")
    made(played, "h", "p1", "scholar")
    played.make("s", "p2")
    assert played.hero("h").playbooks == ("common_2", "scholar")
    assert played.hero("s").playbooks == ("common", "sorcerer")
    both = ("common", "common_2", "scholar")
    assert played.no("h", ChoosePlaybooks("h", both)) == "one_common"
    assert played.no("gm", RemovePlaybook("common_2")) == "playbook_required"


def test_what_earns_xp_is_what_a_sets_common_says__MU_135() -> None:
    played = brought("instead", "scholar")
    made(played, "h", "p1", "scholar")
    played.make("f", "p2")
    (mine,), (ours,) = (list(checklists(played.show, played.hero(who))) for who in "hf")
    assert [one.text for one in mine.statements] == ["You came home.", "It was a story move."]
    assert len(ours.statements) == 5
    draft = drafts(loose=True)["common"]
    five = "".join(f"    • {n} is true.\n" for n in range(1, 6))
    texts = {
        path: text.replace("    • You came home.\n    • It was a ⌞story move⌝.\n", five)
        for path, text in draft.included.items()
    }
    again = replace(draft, name="other", included=texts)
    played = Played()
    played.do("gm", editing.as_common(played.show, again, "instead").command)
    (theirs,) = played.show.shelf.playbook("other").checklists  # type: ignore[union-attr]
    assert [(one.id, one.evidence) for one in theirs.statements] == [
        (one.id, one.evidence) for one in ours.statements
    ]  # as many as ours: what the record knows of them bears on theirs
    assert theirs.statements[0].text == "1 is true."


def test_a_sets_common_alone_is_a_choice_and_what_it_has_more_is_none__MU_2() -> None:
    for takes, alone in (("instead", True), ("beside", False)):
        played = brought(takes, "scholar")  # type: ignore[arg-type]
        (offer,) = offers(played, "p1", "MakeCharacter")
        (which,) = [blank for blank in offer.blanks if blank.name == "archetype"]
        names = [choice.value for choice in which.choices]  # type: ignore[union-attr]
        assert ("common_2" in names) == alone
        assert "scholar" in names


def test_a_draft_that_changes_to_a_set_changes_its_common__MU_1() -> None:
    played = brought("instead", "scholar", "knot")
    played.draft("h", "p1", "sorcerer")
    for book in ("scholar", "knot"):
        (offer,) = [
            one for one in offers(played, "p1", "ChoosePlaybooks")
            if set(one.fixed["playbooks"]) == {"common_2", book}
        ]  # fmt: skip
        played.as_("h", ChoosePlaybooks("h", tuple(offer.fixed["playbooks"])))
    assert set(played.hero("h").playbooks) == {"common_2", "knot"}


def test_a_sets_common_goes_home_and_comes_back_as_it_is__MU_159() -> None:
    played = brought("instead", "scholar")
    book = played.show.shelf.playbook("common_2")
    assert book
    others = [one for one in played.show.shelf.playbooks if one.id != "common_2"]
    again = read_markup(write_markup(book, others), "common_2", known=others)
    assert again.playbook == book
    data = exported(played.show, "common_2")
    played.do("gm", LoadPlaybook(tuple(data.split("\n")), "common_2", replaces=True))
    assert played.show.shelf.playbook("common_2") == book


def test_a_definition_file_gives_its_common_once__MU_156() -> None:
    found = drafts()
    assert list(found) == [
        "salt_pc_scholar", "salt_pc_knot", "salt_pc_sprite", "salt_pc_still", "salt_pc", "salt_gm",
    ]  # fmt: skip
    looked = {name: editing.looked_over(Played().show, one) for name, one in found.items()}
    assert [name for name, one in looked.items() if one.common] == ["salt_pc"]
    assert found["salt_pc_scholar"].title == "Tide Scholar"
    assert not any(one.bad for one in looked.values())


def test_harm_that_words_put_off_comes_when_the_gm_says_so__MU_75__MU_152() -> None:
    played = brought("instead", "still")
    made(played, "h", "p1", "still", "seventh_wave")
    played.make("f", "p2")
    way = ("still.seventh_wave",)
    number = played.banded("h", "fuck_em_up", "full", through=way, targets=("f",))
    played.settle(number)
    (form,) = [o for o in offers(played, "gm", "WriteOutcome") if o.blanks]
    (later,) = [blank for blank in form.blanks if blank.name == "later"]
    assert later.label == "It comes when the seventh wave breaks"
    assert later.start  # type: ignore[union-attr]
    played.do("gm", WriteOutcome(number, "A touch.", harm={"f": 2}, later=True))
    assert not played.show.injuries
    (late,) = played.show.delayed.values()
    assert "when the seventh wave breaks" in drawn(played, "gm")
    seen = {one.key: one.place for one in mutagen.parts(played.show, played.seat("gm"))}
    assert seen[f"later:{late.id}"] == "shelf"  # so that it is not forgotten
    played.do("gm", LetHappen(late.id))
    ((on, harm),) = [(one.on, one.harm) for one in played.show.injuries.values()]
    assert (on, harm) == ("f", 2)
    played.audited()


# -- Introductions (MU-156) ----------------------------------------------------------------------


def test_a_text_without_items_describes_the_playbook_it_names__MU_156() -> None:
    found = drafts(loose=True)
    assert not [name for name in found if "intro" in name]
    played = brought("beside", "scholar", "knot", "sprite")
    (offer,) = offers(played, "p1", "MakeCharacter")
    (which,) = [blank for blank in offer.blanks if blank.name == "archetype"]
    hints = {choice.value: choice.hint for choice in which.choices}  # type: ignore[union-attr]
    assert hints["scholar"] == "You read the tide as others read letters, and you answer it."
    assert hints["knot"] == "You tie things together that were apart!"
    assert hints["sprite"] == ""
    book = played.show.shelf.playbook("scholar")
    assert book
    assert "burn bright" in book.intro  # the whole of it stands in print


def test_an_introduction_among_the_sections_is_read_as_one__MU_156() -> None:
    played = Played()
    played.do("gm", drafts()["salt_pc_still"].command)
    book = played.show.shelf.playbook("salt_pc_still")
    assert book
    assert blurb_of(book) == "You do nothing, and do it so well that others stop."


def test_a_text_without_items_is_no_playbook__MU_156() -> None:
    played = Played()
    intro = LoadPlaybook(("§ Still Playbook", "You do nothing."), "still_intro")
    assert played.no("gm", intro) == "empty"
    (alone,) = editing.drafts_in({"still_intro": "§ Still Playbook\nYou do {{nothing}} at all."})
    looked = editing.looked_over(played.show, alone)
    assert looked.empty
    assert not looked.describes
    played.do("gm", drafts(loose=True)["still"].command)
    looked = editing.looked_over(played.show, alone)
    assert looked.describes == "still"
    told = editing.describing(played.show, alone)
    played.do("gm", replace(told.command, replaces=True))
    book = played.show.shelf.playbook("still")
    assert book
    assert blurb_of(book) == "You do nothing at all."


# -- What is read out of the texts (MU-160) ------------------------------------------------------


def test_what_is_confirmed_late_reaches_those_in_play__MU_160() -> None:
    played = brought("instead", "sprite", "still")
    made(played, "h", "p1", "sprite")
    made(played, "f", "p2", "still", "body_of_driftwood")
    played.draft("m", "p3", "sprite")
    assert played.capacity("h", "health") == 3
    events = played.do("gm", ConfirmAutomation())
    assert [type(e).__name__ for e in events].count("AutomationConfirmed") == 3
    for who in ("h", "f"):
        assert (played.points(who, "health"), played.capacity(who, "health")) == (6, 6), who
    assert any("Health" in line for line in told(played, "p1").split("\n"))  # and it is recorded
    assert not any(i.suggested for b in played.show.shelf.playbooks for i in b.items)
    assert played.no("gm", ConfirmAutomation()) == "same"
    played.finish("m")
    assert played.points("m", "health") == 6


def test_what_is_confirmed_is_given_once__MU_160() -> None:
    played = brought("beside", "sprite")
    made(played, "h", "p1", "sprite")
    item = "sprite.but_tough"
    played.do("gm", ConfirmAutomation(item=item))
    assert len(played.hero("h").marks["health"]) == 1
    played.do("gm", ConfirmAutomation(playbook="sprite"))
    assert len(played.hero("h").marks["health"]) == 1


def test_one_card_for_the_gm_has_all_that_was_read_out_of_texts__MU_160() -> None:
    played = brought("beside", "sprite", "scholar")
    page = part(played, "gm", "suggested")
    assert "More for everybody (of Knot, Scholar and others)" in page
    assert page.count("#suggestions") == 3  # a look at each
    both = offers(played, "gm", "ConfirmAutomation", playbook="sprite")
    assert [one.fixed["decline"] for one in both] == [False, True]
    (every, _) = [
        one for one in offers(played, "gm", "ConfirmAutomation") if "playbook" not in one.fixed
    ]
    assert not every.refusal
    live = Live("t", GAME, len(played.log), played.table, played.log)
    now = live.now("gm")
    assert now
    assert (now.part.key, now.kind) == ("suggested", "told")
    hold(played)
    assert not offers(played, "gm", "ConfirmAutomation")
    assert not offers(played, "p1", "ConfirmAutomation")


def test_a_suggestion_says_on_which_result_and_whose__MU_160() -> None:
    played = brought("beside", "sprite", "scholar")
    found = {
        (one.name, one.does)
        for book in ("sprite", "scholar")
        for one in editing.printed(played.show, played.show.shelf.playbook(book)).suggestions  # type: ignore[arg-type]
    }
    picked = "if “somebody near takes 1 harm” is picked, whoever it is aimed at takes 1 harm"
    nurse = "On Full Success, whoever it is aimed at gets 2 Health back, by itself."
    for name, does in (
        ("Barnacle nurse", nurse),
        ("Draw it up", "On Failure, whoever makes it loses 1 Health, by itself."),
        ("Draw it up", f"On Some Success, {picked}, by itself."),
    ):
        assert (name, does) in found, sorted(found)


def warned(texts: dict[str, str], name: str) -> list[str]:
    """What is said of a playbook of these files before it is brought."""
    (row,) = [row for row in editing.rows_of(Played().show, texts) if row.name == name]
    return [fault.why for fault in row.looked.faults]


def test_a_link_into_another_playbook_of_the_set_points_somewhere__MU_3__MU_156() -> None:
    quay = "§ Quay Moves\nSlip away ► You {{grease the rope}}, or {{fly}}."
    texts = {"quay": quay, "rope": "§ Rope Moves\nGrease the rope ► It holds nobody."}
    assert warned(texts, "quay") == ["⌞fly⌝ points to nothing."]
    assert "⌞grease the rope⌝ points to nothing." in warned(
        {"quay": quay, "x": "§ A\nB ► c"}, "quay"
    )


def test_a_definition_file_with_one_sign_too_few_is_told_so__MU_156() -> None:
    texts = {"playbooks": "# ours\nGAME=Tide\nQuay = quay", "quay": "§ Moves\nSlip away ► Off."}
    (why,) = warned(texts, "playbooks")
    assert "definition file" in why
    (row, _) = editing.rows_of(Played().show, texts)
    assert row.looked.bad
    assert row.looked.faults[0].line == 3


def test_a_sets_common_is_called_after_its_set__MU_1() -> None:
    show = Played().show
    for every, of in ((drafts(), "Salt Harbour"), (drafts(loose=True), "Knot, Scholar and others")):
        (common,) = [one for one in every.values() if one.name in ("common", "salt_pc")]
        assert editing.as_common(show, common, "instead").title == f"Common (of {of})"


# -- In play -------------------------------------------------------------------------------------


def test_what_is_done_stands_before_what_is_only_had__MU_62() -> None:
    played = brought("beside", "sprite", "scholar")
    hold(played)
    made(played, "h", "p1", "sprite", "swap_it_back")
    first = [deed.name for deed in proposals.own_moves(played.show, played.hero("h"))]
    assert first[:2] == ["Sprite from the Docks", "Swap it back"]
    assert first[-1] == "Little…"  # words only
    page = part(played, "p1", "tray:h")
    assert page.index("Swap it back") < page.index("mu-own-moves") < page.index("Little…")


def test_every_move_that_was_bought_stands_at_the_top__MU_62() -> None:
    played = brought("beside", "sprite", "scholar")
    hold(played)
    made(played, "h", "p1", "sprite", "swap_it_back", "fill_their_pockets", "barnacle_nurse")
    page = part(played, "p1", "tray:h")
    for name in ("Swap it back", "Fill their pockets", "Barnacle nurse"):
        assert page.index(name) < page.index("mu-own-moves")


def test_notes_of_a_gms_playbook_are_read_and_moves_are_made__MU_151() -> None:
    played, every = Played(), drafts(loose=True)
    for name in ("gm_common", "gm_harbour", "gm_meta"):
        played.do("gm", every[name].command)
    made_ones = offers(played, "gm", "MakeGmMove")
    assert [one.label for one in made_ones] == ["Make “Turn the tide”", "Make “Make it harder”"]
    (switched,) = offers(played, "gm", "SwitchOn")
    assert "Long winter" in switched.label
    page = part(played, "gm", "gmbook")
    assert page.index("Turn the tide") < page.index("To read, and not to make")
    assert page.index("To read, and not to make") < page.index("The Rope Walk")


def test_what_was_picked_is_told_without_its_signs__MU_128() -> None:
    played = brought("beside", "sprite")
    hold(played)
    made(played, "h", "p1", "sprite", "swap_it_back")
    played.banded("h", "sprite.swap_it_back", "some")
    played.settle()
    (owed,) = played.show.owed.values()
    played.as_("h", GiveAnswer(owed.id, picks=(0,)))
    story = told(played, "p1")
    assert "you lose 1 Trinkets and your hat" in story
    assert not [sign for sign in ("__", "⌞", "⌊", "!!") if sign in story]


def test_a_step_that_was_opened_stays_until_all_circles_are_filled__MU_16() -> None:
    played = brought("beside", "sprite", "scholar")
    played.draft("h", "p1", "scholar")

    def staying() -> set[str]:
        live = Live("t", GAME, len(played.log), played.table, played.log)
        return {
            key for key, one in live.parts("p1").items() if key.startswith("draft:") and one.stays
        }

    written = staying()
    assert "draft:h" in written
    played.fill("h", "scholar.wall_of_water")
    assert staying() == written  # whichever of them is open, another circle can be filled there
    assert not any(key.endswith(":finish") for key in written)


# -- Boxes that hold something, strings to pick (MU-30, MU-47, MU-126) ---------------------------


def held(played: Played) -> list[str]:
    return [note for _, note in sheet.held(played.show, played.hero("h"))]


def holding() -> Played:
    """A scholar with two boxes of Focus, and a spell that one of them keeps up."""
    played = brought("instead", "scholar")
    hold(played)
    played.draft("h", "p1", "scholar")
    for item in ("wall_of_water", "ring_of_foam", "focus"):
        played.fill("h", f"scholar.{item}")
    played.finish("h")
    return played


def test_a_box_that_is_spent_says_for_what_until_it_is_filled_again__MU_30() -> None:
    played = holding()
    assert held(played) == []
    played.banded("h", "scholar.ring_of_foam", "crit")
    assert held(played) == ["Ring of foam"]
    page = part(played, "p1", "tray:h")
    assert page.index("You hold") < page.index("Ring of foam")
    (mine,) = [row for row in mutagen.rows(played.show, played.seat("gm")) if row.key == "h"]
    assert [one.label for one in mine.vitals] == [
        "Health of 3",
        "Resist of 2",
        "Brine of 6",
        "Focus of 2",
    ]
    assert mine.note == "holds Ring of foam"
    played.do("gm", SetPoints("h", "scholar.focus", 2, "it is let go"))
    assert held(played) == []
    played.audited()


def test_what_cannot_be_paid_says_so_before_it_is_tapped__MU_27() -> None:
    played, why = holding(), "That costs 1 Focus, and H has 0."
    assert why not in part(played, "p1", "tray:h")
    played.do("gm", SetPoints("h", "scholar.focus", 0, "it is gone"))
    page = part(played, "p1", "tray:h")
    assert why in page
    assert "mu-tile-shut" in page
    mine = mutagen.mat(played.show, played.seat("p1"))
    assert mine
    assert [one.label for one in mine.vitals][2:] == ["Brine of 6", "Focus of 2"]
    assert mine.vitals[2].icon != mine.vitals[3].icon


def test_a_want_that_its_text_tells_is_told_shortly__MU_62() -> None:
    told = "You don't want to get hurt, so you dodge, evade or flee. Roll for it."
    story = Story("leave", "Leave", text=told)
    assert wanted(Played().show, story) == "You don't want to get hurt"


def test_a_roll_to_keep_what_is_held_is_made_only_if_something_is__MU_30__MU_102() -> None:
    for spell in (False, True):
        played = holding()
        if spell:
            played.banded("h", "scholar.ring_of_foam", "crit")
            played.do("gm", WriteOutcome(played.move.id))
        number = open_harm(played, "h", 1)
        closing(played, number)
        played.do("gm", SettleHarm(number))
        assert any(move.body for move in played.show.running("h")) == spell


def strings() -> Played:
    played = brought("instead")
    own = replace(drafts(loose=True)["sorcerer"], name="sorcerer_2", common="common_2")
    played.do("gm", own.command)
    hold(played)
    made(played, "h", "p1", "sorcerer_2", "pull", "pull", "push")
    return played


def test_the_lowest_of_what_is_picked_is_rolled_with__MU_47() -> None:
    played = strings()
    for picked, worth in ((("pull",), 1), (("pull", "push"), 0), ((), -1)):
        ids = tuple(f"sorcerer_2.{one}" for one in picked)
        played.ready("h", "parkour", through=("sorcerer_2.play_the_strings",), picked=ids)
        assert rating.modifier(played.show, played.move) == worth
        played.as_("h", WithdrawMove(played.move.id))
    page = part(played, "p1", "want:h:parkour")
    assert 'value="sorcerer_2.pull"' in page
    assert 'name="count"' not in page


def test_harm_through_it_is_bounded_and_it_needs_a_point__MU_126__MU_51() -> None:
    played = strings()
    through, pull = ("sorcerer_2.play_the_strings",), ("sorcerer_2.pull",)
    wanted = Propose("h", "fuck_em_up", "Hard", through, picked=pull, harm=3)
    assert played.no("h", wanted) == "harm_over_cap"
    played.as_("h", replace(wanted, harm=2))
    played.as_("h", WithdrawMove(played.move.id))
    played.set("h", "sorcerer_2.will", 0)
    assert played.no("h", replace(wanted, harm=2)) == "not_enough"


def test_beside_the_move_one_began_with_only_whoever_leads_is_offered__MU_56() -> None:
    """A move that is for two story moves stands beside no other of one's own."""
    played = brought("beside", "sprite")
    hold(played)
    made(played, "h", "p1", "sprite", "fill_their_pockets")
    played.make("f", "p2")
    page = part(played, "p1", "want:h:sprite.fill_their_pockets")
    assert 'value="lead_the_group"' in page
    assert 'value="sprite.sprite_from_the_docks"' not in page
    assert "Sprite from the Docks" in part(played, "p1", "want:h:parkour")


def test_a_playbook_says_which_of_its_moves_stand_on_top__MU_62() -> None:
    text = '§ Moves\nLast --> Words.\n##tablefolk {"top": true}\nFirst --> !+[+1]\n🡕🡒🡖🡓 Yes.'
    played = Played()
    played.do("gm", LoadPlaybook(tuple(text.split("\n")), "mine"))
    made(played, "h", "p1", "mine")
    names = [deed.name for deed in proposals.own_moves(played.show, played.hero("h"))]
    assert names == ["Last", "First"]


def test_one_point_is_one_and_not_several__MU_26() -> None:
    played = brought("beside", "sprite")
    hold(played)
    made(played, "h", "p1", "sprite", "swap_it_back", "fill_their_pockets")
    played.set("h", "sprite.trinkets", 1)
    played.banded("h", "sprite.swap_it_back", "full")
    assert "H restores 1 Trinket (2 of 3)" in told(played, "p1")
    page = part(played, "p1", "want:h:parkour")
    assert "1 Trinket<" in page.replace(" <", "<")


def test_one_of_two_things_is_left_to_people__MU_160() -> None:
    """“You spend 1 Resist or run” spends nothing by itself."""
    played = brought("instead", "scholar")
    hold(played)
    made(played, "h", "p1", "scholar")
    played.ready("h", "common_2.bite_down", option="if it is anybody's.")
    played.roll(1, 1)
    assert played.points("h", "resist") == 2
    assert played.move.stage == "settled"
    played.do("gm", WriteOutcome(played.move.id))


@pytest.mark.parametrize(
    ("several", "one"),
    [("Lanterns", "Lantern"), ("Batteries", "Battery"), ("Torches", "Torch"), ("Focus", "Focus")],
)
def test_one_of_several_is_called_as_people_call_it__MU_26(several: str, one: str) -> None:
    played = Played()
    played.do("gm", LoadPlaybook(("§ Resources", f"{several} ▢ ▢ --> Yours."), "mine"))
    id = f"mine.{several.casefold()}"
    assert [so_many(played.show, n, id) for n in (1, 2)] == [f"1 {one}", f"2 {several}"]


def test_the_shelf_begins_with_bringing_one_and_says_what_each_file_is_for__MU_156() -> None:
    page = part(Played(), "gm", "books")
    order = ("Write or bring a playbook", "everything there is to", "mu-book-list", ">As data</a>")
    assert sorted(order, key=page.index) == list(order)
    ours = 3
    assert page.count('aria-describedby="mu-files-are"') == ours  # read out at each of them
    assert 'title="' not in page[page.index("mu-book-list") :]  # nobody can hover on a phone
