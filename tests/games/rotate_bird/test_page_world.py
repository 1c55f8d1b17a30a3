"""What each seat sees of the world: tracks, NPCs, rewards, growth, and the worksheet."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import pytest
from tests.games.rotate_bird.table import Played, created

from tablefolk.core.game import Block, Seat
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.games.rotate_bird.page.stage import view
from tablefolk.games.rotate_bird.page.view.desk import EdgeReview
from tablefolk.games.rotate_bird.page.view.npcs import Encountered, NpcDesk, NpcSheet
from tablefolk.games.rotate_bird.page.view.rewards import Growing
from tablefolk.games.rotate_bird.page.view.tracks import TrackCard, TrackDesk
from tablefolk.games.rotate_bird.page.view.worksheet import (
    Sheet13,
    WorksheetPaper,
    WorksheetStart,
    paper,
)
from tablefolk.games.rotate_bird.rules import npcs, worksheet
from tablefolk.games.rotate_bird.rules.edges import AwardEdge, SayMeaning
from tablefolk.games.rotate_bird.rules.incident import RollIncident, SuggestWording, WriteIncident
from tablefolk.games.rotate_bird.rules.opposition import ShowNpc, ShrugOff
from tablefolk.games.rotate_bird.rules.tracks import SetBoxes

B = TypeVar("B", bound=Block)
ONLOOKER = Seat("olga", "onlooker")


def all_of(played: Played, who: str | Seat, kind: type[B]) -> list[B]:
    seat = played.seat(who) if isinstance(who, str) else who
    return [block for block in view(played.bird, seat).blocks if isinstance(block, kind)]


def the(played: Played, who: str | Seat, kind: type[B]) -> B:
    (found,) = all_of(played, who, kind)
    return found


def bytes_of(played: Played, who: str | Seat) -> bytes:
    seat = played.seat(who) if isinstance(who, str) else who
    return msgspec.json.encode(view(played.bird, seat))


# -- Tracks ----------------------------------------------------------------------------------------


def test_everybody_sees_the_boxes_of_every_track__RB_106_RB_112() -> None:
    played = created()
    played.make_track("progress", "The Moon", 4)
    played.make_track("disaster", "The ferry", 3)
    for who in ("gm", "p1", ONLOOKER):
        lines = [card.track for card in all_of(played, who, TrackCard)]
        assert [(t.kind, t.name, t.checked, t.boxes) for t in lines] == [
            ("progress", "The Moon", 0, 4),
            ("disaster", "The ferry", 0, 3),
        ]


def test_a_track_shows_which_traits_were_used_together__RB_108() -> None:
    played = created()
    track = played.make_track("progress", "The Moon")
    played.open("c1", progress=track)
    played.tap("c1", "anchor")
    played.roll(6)
    played.pick(6)
    line = the(played, "p2", TrackCard).track
    assert [[p.name for p in some] for some in line.used] == [["Anchor"]]
    assert line.checked == 1


def test_an_unusual_number_of_boxes_gets_a_note_for_the_gm_alone__RB_106() -> None:
    played = created()
    played.make_track("progress", "The Moon", 9)
    assert the(played, "gm", TrackCard).track.note == "Three to five boxes are usual."
    assert not the(played, "p1", TrackCard).track.note


def test_a_goal_that_is_reached_is_a_moment_for_an_edge__RB_111_RB_144() -> None:
    played = created()
    track = played.make_track("progress", "The Moon", 3)
    dread = played.make_track("disaster", "The ferry", 3)
    for number in (track, dread):
        played.do("gm", SetBoxes(number, 3, 3, "a storm"))
    assert all(card.track.strikes for card in all_of(played, "p1", TrackCard))
    assert played.no("gm", AwardEdge("c1", "loot", track=99)) == "no_track"
    played.do("gm", AwardEdge("c1", "The Moon", being="Slice of pizza", track=track))
    assert [card.track.id for card in all_of(played, "gm", TrackCard)] == [dread]
    assert played.edges("c1") == ["slice-of-pizza"]


def test_hints_say_what_difficulty_is_made_of__RB_105_RB_119_RB_139() -> None:
    played = created()
    played.make_track("disaster", "The ferry", 3)
    assert "further trouble" in the(played, "gm", TrackCard).hints[0]
    desk = " ".join(the(played, "gm", TrackDesk).hints)
    assert "one success does it" in desk
    assert "one or the other" in desk


# -- NPCs ------------------------------------------------------------------------------------------


def test_an_npc_is_the_gms_alone_until_it_is_met__TF_28() -> None:
    played = created()
    before = {who: bytes_of(played, who) for who in ("p1", "p2")}
    npc = played.make_npc("The inspector", "anchor", "broom")
    assert {who: bytes_of(played, who) for who in before} == before
    played.do("gm", ShowNpc(npc))
    met = the(played, "p1", Encountered).npc
    assert met.name == "The inspector"
    assert met.traits == ()
    assert b"broom" not in bytes_of(played, "p1")


def test_players_see_what_opposes_them_and_what_was_marked__RB_133_RB_135() -> None:
    played = created()
    npc = played.make_npc("The inspector", "carrot", "broom")
    played.open("c1", npc=npc, opposes=1)
    played.tap("c1", "anchor")
    met = the(played, "p2", Encountered).npc
    assert [(t.picture.name, t.opposes, t.marked) for t in met.traits] == [("Carrot", True, False)]
    played.roll(6)
    played.pick(6)
    played.do("gm", ShrugOff(played.test.id, 2))
    met = the(played, "p2", Encountered).npc
    assert [(t.picture.name, t.marked) for t in met.traits] == [("Broom", True)]


def test_the_desk_shows_copies_each_by_itself_and_notes_a_crowd__RB_140() -> None:
    played = created()
    played.make_npc("Gulls", *["bird"] * 6)
    line = the(played, "gm", NpcSheet).npc
    assert [t.id for t in line.traits] == [1, 2, 3, 4, 5, 6]
    assert line.note == "More than five Being traits is a lot for one NPC."


def test_the_desk_says_what_an_npc_is_and_what_its_powers_bring__RB_132_RB_141_RB_142() -> None:
    played = created()
    played.do("gm", npcs.MakeNpc("The Night Tax", "custom", "abstract", ("anchor",)))
    played.do(
        "gm", npcs.AddNpcDoing("npc_the-night-tax", "Late Fee", "ellipsis", "bell", perilous=True)
    )
    played.do("gm", npcs.AddNpcChallenge("npc_the-night-tax", "in a straight fight", epic=True))
    line = the(played, "gm", NpcSheet).npc
    assert line.shape == "an idea"
    assert [(p.name, p.brings) for p in line.powers] == [("Late Fee", "perilous")]
    assert [(c.kinds, c.scope) for c in line.challenges] == [("epic", "in a straight fight")]
    hints = " ".join(the(played, "gm", NpcDesk).hints)
    assert "tracks are for trouble that means nobody" in hints


def test_the_desk_says_that_the_worksheet_gives_the_first_trait__RB_181() -> None:
    played = filled(created())
    desk = the(played, "gm", NpcDesk)
    assert desk.linked
    played.do("gm", npcs.RollNpc("Somebody", "extra"), [3])
    line = the(played, "gm", NpcSheet).npc
    sheet = played.bird.worksheets["gm"]
    assert line.traits[0].picture.id == sheet.being[3]
    assert line.factor is not None
    assert line.factor.id == sheet.factors[1]


# -- Rewards and growth ----------------------------------------------------------------------------


def closed(played: Played, times: int) -> Played:
    for _ in range(times):
        played.do("gm", OpenScene("Another night"))
        played.do("gm", EndScene())
        played.do("gm", CloseSession())
    return played


def test_the_end_of_a_session_has_the_edges_to_look_through__RB_82_RB_149_RB_151() -> None:
    played = created({"advancement": True})
    edge = played.award("c1", "bell")
    played.as_("c1", SayMeaning(edge, "The bell rings when somebody lies.", "situation"))
    closed(played, 2)
    played.do("gm", OpenScene("The last night"))
    review = the(played, "gm", EdgeReview)
    assert [(e.edge, e.name, e.givable) for e in review.edges] == [(edge, "C1", False)]
    assert review.next == "major"
    assert not all_of(played, "p1", EdgeReview)


def test_growth_lies_before_its_owner_and_nobody_else__RB_150_RB_160() -> None:
    played = closed(created({"advancement": True}), 3)
    growing = the(played, "p1", Growing)
    assert (growing.minor, growing.major) == (2, 1)
    assert growing.who == "c1"
    assert not all_of(played, "gm", Growing)
    assert not all_of(closed(created(), 3), "p1", Growing)


def test_every_symbol_of_the_regular_tables_is_laid_out_by_type__RB_152_RB_153() -> None:
    played = closed(created({"advancement": True}), 1)
    growing = the(played, "p1", Growing)
    assert (len(growing.being), len(growing.doing)) == (108, 36)
    assert {p.kind for p in growing.being} == {"being"}
    places = [(p.place, p.kind, len(p.traits), p.named) for p in growing.places]
    assert places == [(0, "being", 5, False), (0, "doing", 3, True), (1, "being", 3, True)]


def test_the_guidelines_for_own_symbols_are_a_checklist__RB_156_RB_185_RB_186() -> None:
    played = closed(created({"advancement": True}), 3)
    lists = dict(the(played, "p1", Growing).checklist)
    assert "No weapons, as a rule." in lists["being"]
    assert "It depicts no thing." in lists["doing"]


# -- The worksheet ---------------------------------------------------------------------------------


def begun(played: Played, mode: str = "group", **more: bool) -> Played:
    played.do("gm", worksheet.StartWorksheet(mode, **more))  # type: ignore[arg-type]
    alone = mode == "solo"
    played.do("gm", worksheet.ChooseFactors(("ring", "tower", "dragon"), alone))
    return played


def being(played: Played, who: str, circle: int, fact: str = "It is so.") -> None:
    alone = who in played.bird.worksheets
    played.do(who, worksheet.RollBeingCircle(alone), [1, 1, circle])
    played.do(who, worksheet.PlaceBeing(circle, fact, alone))


def filled(played: Played) -> Played:
    begun(played, "solo")
    for circle in range(1, 7):
        being(played, "gm", circle)
    return played


def finished(played: Played) -> Played:
    filled(played)
    for link, (one, two) in {"12": (1, 2), "23": (2, 3), "31": (3, 1)}.items():
        played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 1])
        played.do("gm", worksheet.PlaceDoing(link, one, "One side.", alone=True))
        played.do("gm", worksheet.AddSecondFact(link, two, "The other side.", alone=True))
    return played


def state(played: Played, key: str, who: str | Seat = "gm") -> str:
    circles = the(played, who, Sheet13).circles
    return next(circle.state for circle in circles if circle.key == key)


def test_there_are_thirteen_circles_each_with_a_spoken_name__RB_162() -> None:
    played = begun(created())
    for who in ("gm", "p1", ONLOOKER):
        circles = the(played, who, Sheet13).circles
        assert [c.key for c in circles] == [
            "F1", "1", "2", "F2", "3", "4", "F3", "5", "6", "12", "23", "31", "X",
        ]  # fmt: skip
        assert len({c.name for c in circles}) == 13
        assert all(c.state for c in circles)
        apart = {(c.x, c.y) for c in circles}
        assert len(apart) == 13


def test_circles_do_not_overlap_and_are_numbered_clockwise__RB_162() -> None:
    circles = the(begun(created()), "gm", Sheet13).circles
    for one in circles:
        for two in circles:
            far = ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5
            assert one is two or far > one.r + two.r
    numbered = {c.number: c for c in circles if c.number}
    assert sorted(numbered) == [1, 2, 3, 4, 5, 6]
    assert numbered[1].x < numbered[2].x < numbered[3].x
    assert numbered[3].y < numbered[4].y
    assert numbered[6].x < numbered[5].x


def test_each_factor_shows_what_it_may_mean__RB_164() -> None:
    ring = the(begun(created()), "p1", Sheet13).factors[0]
    assert ring.meanings == ("contested resource", "position of authority", "valuable object")


def test_the_empty_circles_are_open_to_whoever_has_rolled_and_to_nobody_else__RB_167() -> None:
    played = begun(created())
    being(played, "gm", 2)
    played.do("p1", worksheet.RollBeingCircle(), [1, 1, 1])
    assert state(played, "1", "p1") == "empty, yours to choose"
    assert state(played, "1", "p2") == "empty"
    assert state(played, "2", "p1") == "Apple"
    opened = [c.key for c in the(played, "p1", Sheet13).circles if c.open]
    assert opened == ["1", "3", "4", "5", "6"]


def test_in_order_only_the_next_circle_is_open__RB_177() -> None:
    played = begun(created(), in_order=True)
    played.do("gm", worksheet.RollBeingCircle(), [1, 1, 1])
    assert [c.key for c in the(played, "gm", Sheet13).circles if c.open] == ["1"]


def test_a_connection_says_whether_it_is_ready_and_how_much_is_told__RB_168_RB_169() -> None:
    played = begun(created(), "solo")
    assert "both sides need a Being symbol" in state(played, "12")
    being(played, "gm", 1)
    being(played, "gm", 3)
    assert state(played, "12") == "empty"
    played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 1])
    assert state(played, "12") == "empty, yours to choose"
    played.do("gm", worksheet.PlaceDoing("12", 2, "The tower wants it.", alone=True))
    assert state(played, "12").endswith(", 1 of 2 facts")
    (link, *_) = the(played, "gm", Sheet13).links
    assert link.facts[0].side == "Tower → Ring"


def test_whose_turn_it_is_stands_in_one_sentence__RB_165_RB_166() -> None:
    played = begun(created())
    now = {who: the(played, who, Sheet13).now for who in ("gm", "p1")}
    assert now["p1"] == "GM makes the first contribution."
    being(played, "gm", 1)
    assert the(played, "p1", Sheet13).waits == ("P1", "P2", "P3")
    assert the(played, "p1", Sheet13).now.startswith("Your turn")
    assert "P1, P2 or P3 is next" in the(played, "gm", Sheet13).now


def test_a_long_fact_gets_a_note__RB_171() -> None:
    played = begun(created())
    being(played, "gm", 1, "one two three four five six seven eight nine ten eleven")
    (slot, _) = the(played, "gm", Sheet13).factors[0].slots
    assert slot.facts[0].long


def test_in_character_facts_are_told_by_characters__RB_161() -> None:
    played = begun(created(), in_character=True)
    being(played, "gm", 1)
    being(played, "p1", 2)
    slots = the(played, "p2", Sheet13).factors[0].slots
    assert [slot.facts[0].by for slot in slots] == ["GM", "C1"]
    assert any("a report of the character" in h for h in the(played, "gm", Sheet13).hints)


def test_alone_the_page_advises_being_first__RB_175_RB_176() -> None:
    played = begun(created(), "solo")
    sheet = the(played, "gm", Sheet13)
    assert (sheet.mode, sheet.region) == ("solo", "desk")
    assert any("all six Being circles" in hint for hint in sheet.hints)


def test_suggestions_lie_beside_what_is_being_written__RB_172() -> None:
    played = begun(created())
    played.do("gm", worksheet.RollBeingCircle(), [1, 1, 1])
    played.do("p2", SuggestWording("It is made of bread."))
    (idea,) = the(played, "gm", Sheet13).ideas
    assert (idea.by, idea.text) == ("P2", "It is made of bread.")


def test_the_middle_waits_for_twelve_facts__RB_173_RB_174() -> None:
    played = filled(created())
    assert state(played, "X") == "empty until all twelve facts are there"
    played = finished(created())
    sheet = the(played, "gm", Sheet13)
    assert (sheet.count, sheet.done) == (12, False)
    played.do("gm", RollIncident(alone=True), [1])
    assert the(played, "gm", Sheet13).incident is not None
    played.do("gm", WriteIncident("The tide forgets to turn.", alone=True))
    assert the(played, "gm", Sheet13).done


@pytest.mark.parametrize("who", ["gm", "p1"])
def test_the_paper_is_empty_or_filled_and_has_no_letters__RB_178(who: str) -> None:
    played = begun(created())
    empty = paper(played.bird, played.seat(who), "worksheet-empty")
    full = paper(finished(created()).bird, played.seat("gm"), "worksheet-own")
    assert isinstance(empty, WorksheetPaper)
    assert isinstance(full, WorksheetPaper)
    assert empty.empty
    assert not any(c.picture for c in empty.circles)
    assert sum(bool(c.picture) for c in full.circles) == 12
    assert paper(created().bird, played.seat(who), "worksheet") is None
    assert paper(played.bird, played.seat(who), "another") is None


def test_a_worksheet_is_never_needed__RB_179() -> None:
    played = created()
    assert not all_of(played, "p1", Sheet13)
    assert any("or none at all" in h for h in the(played, "gm", WorksheetStart).hints)
