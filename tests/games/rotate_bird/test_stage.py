"""What is NOW in each phase, who is waited for, and what lies in front of a seat."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.moments_world import choosing, done, no_factors
from tests.games.rotate_bird.table import GAME, Played, created
from tests.games.rotate_bird.test_asked import now
from tests.games.rotate_bird.test_page_world import ONLOOKER, begun, being, closed
from tests.web.test_rotate_bird_drawn import drawn

from tablefolk.core import play
from tablefolk.core.stage import Part
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, OpenSession
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page import stage
from tablefolk.games.rotate_bird.page.blocks.play import TestCard
from tablefolk.games.rotate_bird.page.stage.tests import first_name
from tablefolk.games.rotate_bird.page.view.paper import CharacterPaper, paper
from tablefolk.games.rotate_bird.page.view.tests import idle
from tablefolk.games.rotate_bird.rules.creation import LeaveCharacter, MakeCharacter
from tablefolk.games.rotate_bird.rules.fallout import PassOffset, SuggestReading
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.npcs import MakeNpc
from tablefolk.games.rotate_bird.rules.opposition import ShowNpc
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.tapping import TapTrait, Untap
from tablefolk.games.rotate_bird.rules.tests import WithdrawTest
from tablefolk.games.rotate_bird.rules.worksheet import LayAside, TakeUp

# What stands before the GM, the one it is about, and somebody else.
PHASES: dict[Callable[[], Played], dict[str, str]] = {
    moments.lobby: {
        "gm": "P1, P2 and P3 look for a character",
        "p1": "Who are you, P1?",
    },
    moments.making: {
        "p1": "What do you call your powers, Ann <b>?",
        "p2": "What are you made of, Bo?",
        "p3": "Who are you, P3?",
    },
    moments.quiet: {"gm": "How does the evening begin, GM?", "p1": "What do you do, C1?"},
    moments.gathering: {
        "gm": "C1 gathers dice",
        "p1": "How does Anchor fit, C1?",
        "p2": "C1 gathers dice",
        "p3": "Do you help C1?",
    },
    moments.epic: {"p1": "Which picture do you mark for it, C1?"},
    moments.paid: {"p1": "Which pictures fit, C1?"},
    moments.used_before: {"p1": "Which other pictures, C1?", "gm": "C1 gathers dice"},
    moments.rolled: {
        "gm": "C1 picks the die that comes true",
        "p1": "Which die comes true, C1?",
        "p3": "C1 picks the die that comes true",
    },
    moments.falling: {
        "gm": "What goes wrong for C1 and C2?",
        "p3": "GM rolls the fallout for C1 and C2",
    },
    moments.paying: {
        "gm": "C1 and C2 decide: pay, or let it come",
        "p1": "Pay, or let it come, C1?",
        "p2": "Pay, or let it come, C2?",
    },
    moments.choosing: {"p1": "Which edge goes, C1?"},
    moments.lost: {"gm": "How is “Apple” lost?", "p1": "GM tells how “Apple” is lost"},
    moments.describing: {"gm": "What happens to C3?", "p1": "GM says what happens to C3"},
    moments.shrugging: {
        "gm": "Do you shrug it off, as The Door?",
        "p1": "Do you hand your new edge on, C1?",
        "p2": "GM decides whether The Door can shrug it off",
    },
    moments.over: {"p2": "What is it, C2?", "p1": "C2 says what the new edge is"},
    moments.nameless: {"p1": "What do C1’s powers belong to?"},
    no_factors: {
        "gm": "Which three Factors is it about?",
        "p1": "Which three Factors is it about?",
    },
}


@pytest.mark.parametrize("moment", PHASES, ids=lambda moment: moment.__name__)
def test_each_seat_has_before_it_what_is_asked_of_it__RB_26(moment: Callable[[], Played]) -> None:
    played = moment()
    found = {who: now(played, who).title for who in PHASES[moment]}
    assert found == PHASES[moment]


def waits(played: Played) -> dict[str, list[str]]:
    found = GAME.waits_of(played.table)
    return {who: [wait.words for wait in some] for who, some in found.items()}


def test_who_is_waited_for_stands_with_a_word_for_it__TF_30() -> None:
    assert waits(moments.paid()) == {"p1": ["which pictures?"]}
    assert waits(moments.rolled()) == {"p1": ["picks a die"]}
    assert waits(moments.paying()) == {"p1": ["pay or not?"], "p2": ["pay or not?"]}
    assert waits(moments.describing()) == {"gm": ["says what happens"]}
    assert waits(moments.shrugging())["gm"][0] == "shrugged off?"


def test_a_test_is_owed_from_the_moment_it_is_called_until_it_is_rolled_or_let_be__TF_30() -> None:
    played = created()
    played.open("c1")
    assert waits(played) == {"p1": ["which pictures?"]}
    played.help("c2", played.hero("c2").being[0].symbol)
    assert waits(played) == {"p1": ["which pictures?"]}  # a helper alone is not enough (RB-54)
    played.tap("c1", "sun")
    assert waits(played) == {"p1": ["to roll"]}
    played.as_("c1", WithdrawTest(played.test.id))
    assert waits(played) == {}


def test_whoever_leads_with_what_was_used_before_is_waited_for_with_what_they_can_do__RB_108() -> (
    None
):
    played = moments.used_before()
    assert waits(played) == {"p1": ["another mix?"]}
    can = {o.command for o in now(played, "p1").offers() if o.owed}
    assert can == {TapTrait, Untap, RollPool}
    assert not [o for o in now(played, "p2").offers() if o.owed]
    played.as_("c1", Untap(played.test.id, played.trait("c1", "sun")))
    assert waits(played) == {"p1": ["which pictures?"]}
    played.tap("c1", "sun", "heart")
    assert waits(played) == {"p1": ["to roll"]}


def test_nobody_waits_for_pictures_of_somebody_who_has_none_left__TF_30() -> None:
    played = created()
    played.mark("c1", *(trait.symbol for trait in played.hero("c1").being))
    played.open("c1")
    assert waits(played) == {}


def test_what_holds_up_others_comes_before_what_is_ones_own__TF_30() -> None:
    played = moments.falling()
    assert waits(played)["gm"] == ["to roll fallout", "gives a symbol"]


def keys(played: Played, who: str) -> dict[str, Part]:
    return {part.key: part for part in stage.parts(played.bird, played.seat(who))}


def test_a_settled_test_is_off_the_stage_at_once__RB_47() -> None:
    played = moments.rolled()
    test = f"test:{played.test.id}"
    assert test in keys(played, "p1")
    played.pick(6)
    assert test not in keys(played, "p1")


def test_who_is_ready_waits_for_nobody_elses_character__RB_25() -> None:
    played = moments.making()
    assert keys(played, "p3")["creation:bo"].place == "now"
    played.make("c3", "p3")
    assert keys(played, "p3")["creation:bo"].place == "shelf"
    assert now(played, "p3").title == "What do you do, C3?"


def test_a_newcomer_lies_below_what_the_scene_is_about__RB_25() -> None:
    played = moments.making()
    played.make("c3", "p3")
    track = played.make_track("disaster", "The ferry sinks")
    lies = [key for key, part in keys(played, "p3").items() if part.place == "shelf"]
    assert lies.index(f"track:{track}") < lies.index("creation:bo")


def test_a_worksheet_alone_is_a_tool_of_its_owner_and_nobody_elses__RB_175() -> None:
    played = begun(created(), "solo")
    assert keys(played, "gm")["worksheet-own"].place == "tool"
    assert not [key for key in keys(played, "p1") if key in ("worksheet", "worksheet-own")]
    assert now(played, "gm").key == "idle"


def test_the_groups_worksheet_is_played_on_the_stage__RB_165() -> None:
    played = choosing()
    assert keys(played, "p1")["worksheet"].place == "now"


def test_advances_lie_in_sight_of_their_owner__RB_160() -> None:
    played = closed(created({"advancement": True}), 1)
    part = keys(played, "p1")["growing:c1"]
    assert (part.place, part.title, part.note) == ("now", "C1 has grown", "1 advance to spend")
    assert now(played, "p1").key == "recap"  # in sight under it, and never urgent
    assert not [key for key in keys(played, "p2") if key == "growing:c1"]
    played.do("gm", OpenSession())
    assert keys(played, "p1")["growing:c1"].place == "shelf"


def test_the_mat_counts_what_is_not_marked_and_shows_the_rest_struck__RB_30() -> None:
    played = moments.over()
    mat = stage.mat(played.bird, played.seat("p2"))
    assert mat is not None
    assert [vital.text for vital in mat.vitals] == ["4 of 5", "1"]
    assert [trait.tone for trait in mat.traits] == ["bad", "", "", "", ""]
    assert [act.label for act in mat.acts] == ["Try", "Edges", "Sheet"]


def test_a_power_that_is_marked_is_seen_in_its_row__RB_96() -> None:
    played = created()
    played.mark("c2", played.hero("c2").doing[0].name)
    rows = {row.key: row for row in stage.rows(played.bird, played.seat("p1"))}
    assert rows["c2"].vitals[-1].text == "1 power marked"
    assert len(rows["c1"].vitals) == 5


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Bo", "Bo"),
        ("Gus Halloran", "Gus"),
        ("Sir Drizzle", "Drizzle"),
        ("Brother Nine", "Nine"),
        ("Dr. Anna Maria Lind", "Anna"),
        ("Sir Drizzle of Damp", "Drizzle"),
        ("Sir", "Sir"),
        ("The Great Bumble", "The Great Bumble"),
        ("", ""),
    ],
)
def test_nobody_is_called_by_a_mere_title__RB_24(name: str, called: str) -> None:
    assert first_name(name) == called


def test_beside_a_test_whose_dice_have_fallen_lies_what_to_mind__RB_90() -> None:
    titles = {
        (moment, who): keys(moment(), who)[f"test:{moment().test.id}:more"].title
        for moment, who in ((moments.gathering, "gm"), (moments.paying, "p1"))
    }
    assert titles == {
        (moments.gathering, "gm"): "Frame it: challenges, tracks, who is in the way",
        (moments.paying, "p1"): "What to mind",
    }
    assert "test:" not in "".join(key for key in keys(moments.paying(), "gm") if ":more" in key)


def test_edges_lie_before_the_gm_where_a_session_can_be_closed__RB_82() -> None:
    played = created()
    played.award("c1", "bell")
    played.do("gm", OpenScene("The harbour"))
    assert keys(played, "gm")["review"].place == "tool"
    played.do("gm", EndScene())
    part = keys(played, "gm")["review"]
    assert (part.place, part.title, part.note) == ("shelf", "Edges to look through", "1")
    assert "review" not in keys(played, "p1")
    played.do("gm", CloseSession())
    assert keys(played, "gm")["review"].place == "shelf"
    assert played.edges("c1") == ["bell"]  # none goes by itself


def test_ones_growth_stands_before_an_edge_that_somebody_else_names__RB_72__RB_160() -> None:
    played = created({"advancement": True})
    played.do("gm", OpenSession())
    played.award("c2", "bell")
    left = "The new edge of C2 has no meaning yet. Everybody gets a minor advance."
    assert rotate_bird.left_open(played.bird) == left
    closes = (o for o in GAME.offers(played.table, played.seat("gm")) if o.do == "CloseSession")
    assert next(closes).confirm.startswith(f"{left} Close session")
    played.do("gm", CloseSession())
    found = list(keys(played, "p1"))
    (edge,) = (key for key in found if key.startswith("edge:"))
    assert found.index("growing:c1") < found.index(edge)


def test_how_much_an_npc_can_still_take_its_gm_alone_knows__RB_137() -> None:
    played = created()
    npc = played.make_npc("The inspector", "anchor", "broom")
    rows = {who: list(stage.rows(played.bird, played.seat(who))) for who in ("gm", "p1")}
    assert [row.note for row in rows["gm"] if row.key == npc] == ["not met yet"]
    assert [row.key for row in rows["p1"]] == ["c1", "c2", "c3"]
    played.do("gm", ShowNpc(npc))
    notes = {
        who: row.note
        for who in ("gm", "p1")
        for row in stage.rows(played.bird, played.seat(who))
        if row.key == npc
    }
    assert notes == {"gm": "2 to go", "p1": ""}


def test_whoever_looks_on_has_something_to_look_at() -> None:
    idle = [part for part in stage.parts(created().bird, ONLOOKER) if part.place == "now"]
    assert [part.title for part in idle] == ["Nothing is at stake just now"]


# -- An unfinished worksheet keeps nobody (RB-161) -------------------------------------------------


def at_p2() -> Played:
    """The first round of the group's worksheet: P2 and P3 have had no turn yet."""
    played = begun(created())
    for who, circle in (("gm", 1), ("p1", 3)):
        being(played, who, circle)
    return played


def test_whoever_is_not_next_on_the_worksheet_is_told_who_is__RB_166() -> None:
    played = at_p2()
    titles = {who: now(played, who).title for who in ("gm", "p1", "p2")}
    next_ones = "P2 or P3 is next"
    assert titles == {"gm": next_ones, "p1": next_ones, "p2": "What is also true, P2?"}


def test_a_test_comes_before_the_worksheet_for_everybody__RB_161() -> None:
    played = at_p2()
    assert waits(played) == {"p2": ["a fact"], "p3": ["a fact"]}
    played.open("c1")
    assert waits(played) == {"p1": ["which pictures?"]}
    assert now(played, "p2").title == "Do you help C1?"
    played.as_("c1", WithdrawTest(played.test.id))
    assert now(played, "p2").title == "What is also true, P2?"


def test_a_scene_or_the_end_of_the_session_puts_the_worksheet_off__RB_161() -> None:
    played = at_p2()
    played.do("gm", OpenScene("The harbour"))
    assert waits(played) == {}
    assert {keys(played, who)["worksheet"].place for who in ("gm", "p1", "p2")} == {"shelf"}
    assert now(played, "p2").title == "What do you do, C2?"
    played.do("gm", TakeUp())
    assert now(played, "p2").title == "What is also true, P2?"
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    assert now(played, "p2").key == "recap"
    being(played, "p2", 5)  # from the shelf, whenever one likes
    assert now(played, "p2").key == "recap"


def test_each_lays_the_worksheet_aside_for_themselves_and_the_gm_for_all__RB_161() -> None:
    played = at_p2()
    played.do("p2", LayAside())
    assert waits(played) == {"p3": ["a fact"]}
    places = {who: keys(played, who)["worksheet"].place for who in ("gm", "p1", "p2")}
    assert places == {"gm": "now", "p1": "now", "p2": "shelf"}
    assert played.no("p2", LayAside()) == "same"
    played.do("p2", TakeUp())
    assert now(played, "p2").title == "What is also true, P2?"
    played.do("gm", LayAside())
    assert waits(played) == {}
    assert keys(played, "p3")["worksheet"].place == "shelf"
    seen = {part.key: part.place for part in stage.parts(played.bird, ONLOOKER)}
    assert seen["worksheet"] == "shelf"
    assert played.no("gm", LayAside()) == "same"
    played.do("gm", TakeUp())
    assert waits(played) == {"p2": ["a fact"], "p3": ["a fact"]}
    assert played.no("p2", TakeUp()) == "same"


def test_the_gm_may_call_back_the_one_who_laid_it_aside__RB_161() -> None:
    played = at_p2()
    played.do("p2", LayAside())
    menu = play.menu(GAME, played.table, played.seat("gm"))
    assert {LayAside, TakeUp} <= {offer.command for offer in menu if offer.open}
    played.do("gm", TakeUp())
    assert now(played, "p2").title == "What is also true, P2?"


def test_a_worksheet_of_ones_own_is_nothing_to_lay_aside__RB_175() -> None:
    played = begun(created(), "solo")
    assert played.no("gm", LayAside()) == "no_worksheet"


# -- While an NPC may still shrug it off (RB-134) --------------------------------------------------


def shrugs_alone() -> Played:
    """A success that the opposition may shrug off, and nothing else to settle."""
    played = created()
    played.open("c1", npc=played.make_npc("The Door", "key", "door"))
    played.tap("c1", "sun")
    played.roll(6)
    played.pick(6)
    return played


def test_the_leader_is_told_whom_it_waits_for_and_asked_nothing__RB_134() -> None:
    played = shrugs_alone()
    assert now(played, "p1").title == "GM decides whether The Door can shrug it off"
    assert not list(now(played, "p1").offers())
    (card,) = now(played, "p1").blocks()
    assert isinstance(card, TestCard)
    assert card.result
    assert card.result.headline == "It works, unless The Door can shrug it off"


def test_who_has_said_let_it_come_is_not_waited_for__RB_97() -> None:
    played = moments.paying()
    played.as_("c2", PassOffset(played.test.id, "c2"))
    assert now(played, "gm").title == "C1 decides: pay, or let it come"


# -- How an evening begins (RB-161) ----------------------------------------------------------------


def test_the_gm_is_told_how_an_evening_can_begin__RB_161() -> None:
    """A scene, a scenario made together, or straight in; and no more once something is played."""
    played = created()
    text = drawn(played, "gm")
    for part in ("scene", "worksheet-start", "try"):
        assert f'class="tile" href="?on={part}"' in text, part
    played.do("gm", OpenScene("The harbour"))
    assert now(played, "gm").title == "What happens next?"
    assert 'class="tile" href="?on=scene"' not in drawn(played, "gm")
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.do("gm", OpenSession())
    assert "How does the evening begin" in now(played, "gm").title, "so does the next"
    played.open("c1")
    played.do("gm", WithdrawTest(played.test.id))
    assert now(played, "gm").title == "What happens next?"


def test_the_gm_goes_on_while_somebody_is_late__RB_161() -> None:
    played = Played()
    played.make("c1", "p1")
    played.do("p2", MakeCharacter("C2"))
    played.do("gm", OpenScene("The quay"))
    assert now(played, "gm").title == "What happens next?"
    assert "Still making a character: P2 and P3." in drawn(played, "gm")


def test_an_evening_begins_without_who_is_late__RB_161() -> None:
    """As soon as somebody is ready the GM may begin, and reads who is not."""
    played = Played()
    assert now(played, "gm").title == "P1, P2 and P3 look for a character"
    played.make("c1", "p1")
    played.do("p2", MakeCharacter("C2"))
    assert "How does the evening begin" in now(played, "gm").title
    text = drawn(played, "gm")
    assert "Still making a character: P2 and P3. You can begin without them." in text
    assert 'class="tile" href="?on=scene"' in text
    assert "Everybody is here" not in text
    for who, player in (("c2", "p2"), ("c3", "p3")):
        played.do("gm", LeaveCharacter(who)) if who in played.bird.cast else None
        played.make(who, player)
    assert "Everybody is here" in drawn(played, "gm")


def test_a_written_incident_stands_where_the_evening_begins__RB_174() -> None:
    played = done()
    (sheet,) = played.bird.worksheets.values()
    bird = replace(played.bird, worksheets={"": replace(sheet, owner="")}, fresh=True)
    shown = idle(bird, played.seat("gm"))
    assert (shown.incident, shown.worksheet) == (sheet.incident_text, "")
    assert shown.incident


# -- Small things that people met ------------------------------------------------------------------


def test_rows_show_pictures_as_their_player_drew_them__RB_11() -> None:
    played = created()
    first = played.hero("c1").being[0].symbol
    bird = played.bird.with_hero("c1", drawings={first: "a" * 40})
    row = next(row for row in stage.rows(bird, played.seat("p2")) if row.key == "c1")
    assert [v.drawing for v in row.vitals][:2] == ["a" * 40, ""]
    mat = stage.mat(bird, played.seat("p1"))
    assert mat is not None
    assert mat.traits[0].drawing == "a" * 40


def test_one_number_on_all_dice_is_chosen_already__RB_42() -> None:
    played = created()
    played.open("c1")
    played.tap("c1", "anchor")
    played.do("p1", RollPool(played.test.id), (4,))
    assert 'value="4"\nrequired checked' in drawn(played, "p1")


def test_a_suggested_fallout_is_taken_with_one_tap__RB_89() -> None:
    played = moments.paying()
    test = played.test.id
    played.do("p3", SuggestReading(test, "It rains hearts"))
    assert f'id="idea-{test}-1"' not in drawn(played, "gm"), "somebody may still pay"
    for who in ("c1", "c2"):
        played.as_(who, PassOffset(test, who))
    assert f'id="idea-{test}-1"' in drawn(played, "gm")
    assert f'id="idea-{test}-1"' not in drawn(played, "p1")


def test_what_is_said_aloud_needs_no_writing__RB_26_RB_88() -> None:
    """What it is about, and what happens: a form asks, and is sent without it."""
    told = moments.paying()
    for hero in ("c1", "c2"):
        told.as_(hero, PassOffset(told.test.id, hero))
    for played, who, field in (
        (moments.quiet(), "p1", 'name="intent"'),
        (moments.quiet(), "gm", 'name="intent"'),
        (told, "gm", 'DescribeFallout[^>]* name="text"'),
    ):
        asked = re.findall(rf"<(?:input|textarea) [^>]*{field}[^>]*>", drawn(played, who))
        assert asked
        assert not [tag for tag in asked if "required" in tag]


def test_an_npc_s_page_has_one_more_of_each_of_its_traits__RB_140() -> None:
    """One button a symbol; of whoever is many they stand in front, else under what changes it."""
    for shape, first in (("mob", "rb-copies"), ("person", "rb-tend")):
        played = created()
        played.do("gm", MakeNpc("Gulls", "custom", shape, ("bird", "bird", "carrot")))
        text = drawn(played, "gm")
        page = text[text.index('aria-label="Gulls"') :]
        assert [page.count(f"One more {name}<") for name in ("Bird", "Carrot")] == [1, 1]
        assert min(("rb-copies", "rb-tend"), key=page.index) == first


def test_the_incident_is_proposed_as_the_first_scene__RB_174() -> None:
    played = evening()
    (offer,) = (o for o in stage.offers(played.bird, played.seat("gm")) if o.about == "idle")
    (title,) = offer.blanks
    assert (offer.command, title.start) == (OpenScene, "The tide forgets to turn")
    text = drawn(played, "gm")
    assert "The tide forgets to turn. And the gulls know." in text
    assert 'class="tile" href="?on=scene"' not in text, "one way to open a scene is enough"
    played.do("gm", OpenScene("The tide forgets to turn"))
    assert not [o for o in stage.offers(played.bird, played.seat("gm")) if o.about == "idle"]


def test_what_is_known_lies_beside_the_gm__RB_161() -> None:
    played = evening()
    played.do("gm", OpenScene("The harbour"))
    known = idle(played.bird, played.seat("gm")).known
    (sheet,) = played.bird.worksheets.values()
    told = sorted(text for one in known for text in one.facts)
    assert told == sorted(fact.text for fact in sheet.facts)
    assert 'id="idle-known"' in drawn(played, "gm")
    assert idle(played.bird, ONLOOKER).known == ()


def evening() -> Played:
    """Everybody is there, and the group has made a scenario."""
    played = done()
    (sheet,) = played.bird.worksheets.values()
    said = replace(sheet, owner="", incident_text="The tide forgets to turn. And the gulls know.")
    play_ = replace(played.bird, worksheets={"": said}, fresh=True)
    played.table = replace(played.table, play=play_)
    return played


def test_the_edge_that_may_be_handed_on_is_seen_and_named__RB_56() -> None:
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    played.as_("c2", Help(played.test.id, played.hero("c2").being[0].id, aloud=True))
    played.roll(6, 6)
    played.pick(6)
    test = played.test.id
    title = keys(played, "gm")[f"test:{test}"].title
    assert title == "C1 may hand the new edge on"
    assert "Keep it" not in drawn(played, "gm")
    assert "The new edge:" not in drawn(played, "gm"), "it has no symbol yet"
    played.assign("c1", "bell")
    (block,) = keys(played, "gm")[f"test:{test}"].blocks()
    assert isinstance(block, TestCard)
    assert [picture.name for picture in block.won] == ["Bell"]
    assert "The new edge:" in drawn(played, "gm")


def test_a_sheet_offers_to_be_drawn_and_to_be_printed__RB_11__RB_178() -> None:
    played = created()
    text = drawn(played, "p1")
    assert 'data-in="pictures:c1"' in text
    assert "paper/sheet:c1" in text
    assert 'data-in="pictures:c1"' not in drawn(played, "p2")
    page = paper(played.bird, played.seat("p2"), "sheet:c1")
    assert isinstance(page, CharacterPaper)
    assert [len(part) for part in (page.sheet.being, page.sheet.doing)] == [5, 3]
    assert paper(played.bird, played.seat("p2"), "sheet:nobody") is None


def test_somebody_in_the_making_neither_rests_nor_leaves_a_story__RB_25() -> None:
    played = moments.making()
    labels = [o.label for o in stage.offers(played.bird, played.seat("p1"))]
    assert "Ask for a rest" not in labels
    assert "Start over with somebody else" in labels
    who = next(hero.id for hero in played.bird.cast.values() if hero.player == "p1")
    (left,) = played.do("p1", LeaveCharacter(who))
    line = rotate_bird.tell(played.bird, left, played.seat("p2"))
    assert line is not None
    assert line.big is None, "no farewell for somebody whom nobody knew"
