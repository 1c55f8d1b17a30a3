"""The story in words: everything that happens, for those who may know it (RB-12, TF-28)."""

from __future__ import annotations

import pytest
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.table import BEING, DOING, GAME, Played, created
from tests.games.rotate_bird.test_demo import opened
from tests.games.rotate_bird.test_random_play import evening
from tests.table.playing import Evening

from tablefolk.core.game import Entry, Seat
from tablefolk.core.recap import Recap
from tablefolk.core.story import head, put
from tablefolk.core.table.at import GameAtTable, book
from tablefolk.core.table.scenes import CloseSession, OpenScene, OpenSession
from tablefolk.core.table.state import Table
from tablefolk.core.words import phrases
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page.tell import words_of
from tablefolk.games.rotate_bird.rules.creation import (
    MakeCharacter,
    NameCharacter,
    NameDoings,
    RollBeing,
    RollDoing,
)
from tablefolk.games.rotate_bird.rules.edges import DropEdge, SayMeaning
from tablefolk.games.rotate_bird.rules.fallout import FalloutDescribed, Offset
from tablefolk.games.rotate_bird.rules.fallout_tables import PrepareFallout, UseFallout
from tablefolk.games.rotate_bird.rules.helping import HandOn
from tablefolk.games.rotate_bird.rules.npcs import AddNpcChallenge, EditNpc, MakeNpc
from tablefolk.games.rotate_bird.rules.opposition import CorrectNpc, RemoveNpc, ShowNpc, ShrugOff
from tablefolk.games.rotate_bird.rules.packs import bare, by_chat, default_pack
from tablefolk.games.rotate_bird.rules.rewards import SwapSymbol
from tablefolk.games.rotate_bird.rules.rolling import CloseTest
from tablefolk.games.rotate_bird.rules.symbols import ReplacePicture
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import ChangeApproach, OpenTest, WithdrawTest
from tablefolk.games.rotate_bird.rules.wording import pair
from tablefolk.web.rules import Rulebooks

say = phrases("tablefolk.games.rotate_bird")
SEATS = ("gm", "p1", "p2", "p3")
BOOK = Rulebooks().rules
OWN = [event.__name__ for event in rotate_bird.events if event not in book.events]


def told(played: Played, seat: str, since: int = 0) -> str:
    lines = [
        GAME.tell(played.table, event, played.seat(seat))
        for entry in played.log[since:]
        for event in entry.events
    ]
    return "\n".join(line.text for line in lines if line)


def stanza(key: str) -> tuple[str, str]:
    """The stanza a sentence stands in, and what of it: told_help is "told"."""
    act, _, part = key.partition(".")
    return act, part.split("_")[0]


TOLD = {stanza(key)[0] for key in say.sentences if stanza(key)[1] == "told"}


@pytest.mark.parametrize("event", OWN)
def test_every_event_has_words(event: str) -> None:
    assert event in TOLD


def test_every_sentence_belongs_to_an_event() -> None:
    assert set(OWN) == TOLD


@pytest.mark.parametrize("seed", range(4))
def test_everything_that_happens_in_random_play_is_told_to_somebody(seed: int) -> None:
    *_, played = evening(seed)
    for entry in played.log:
        for event in entry.events:
            lines = [GAME.tell(played.table, event, played.seat(m)) for m in SEATS]
            assert any(lines), event
            assert all("{" not in line.text and line.text for line in lines if line), event


def test_a_line_says_what_a_thing_was_called_then() -> None:
    played = created({"advancement": True})
    edge = played.award("c1", "apple")
    played.open("c1")
    played.tap("c1", "edge apple", "sun")
    played.roll(6, 1)
    played.pick(6)
    played.do("p1", DropEdge(edge, "eaten"))
    assert "taps 🍎 Apple" in told(played, "p2")


def test_a_swapped_symbol_does_not_change_the_past__RB_152() -> None:
    played = created({"advancement": True})
    played.tested("c1", ["sun"], [6], 6)
    played.do("gm", OpenSession())
    played.do("gm", CloseSession())
    played.do("p1", SwapSymbol(played.trait("c1", "sun"), "moon"))
    assert "taps ☀️ Sun" in told(played, "p2")


def test_what_the_gm_keeps_to_themselves_is_told_to_nobody_else__TF_28() -> None:
    played = created()
    start = len(played.log)
    played.do("gm", MakeNpc("The Mole", being=("paw-print", "eye"), notes="digs"))
    played.do("gm", EditNpc("npc_the-mole", "The Mole", notes="digs deeper"))
    played.do("gm", AddNpcChallenge("npc_the-mole", "underground", epic=True))
    played.do("gm", CorrectNpc("npc_the-mole", 1, True, "asleep"))
    played.do("gm", PrepareFallout("Cave-in", ("bomb", "bone", "book", "bug", "bell", "bird")))
    assert told(played, "p1", start) == ""
    assert "The Mole" in told(played, "gm", start)
    played.do("gm", ShowNpc("npc_the-mole"))
    played.do("gm", UseFallout("cave-in"))
    assert "Enter The Mole." in told(played, "p1", start)
    assert "Cave-in" not in told(played, "p1", start)
    assert "digs" not in told(played, "p1", start)
    played.do("gm", RemoveNpc("npc_the-mole"))
    assert "No more of The Mole." in told(played, "p1", start)


def test_a_transcript_gives_every_symbol_back__RB_10() -> None:
    played = created()
    pack = default_pack()
    for trait in played.hero("c3").doing:
        shown = words_of(played.bird, pair(played.bird, trait.symbols))
        forms = [part.split(" ", 1)[0] for part in shown.split(" + ")]
        kinds = [pack.symbols[symbol].kind for symbol in trait.symbols]
        back = [by_chat(pack.symbols, k, f) for k, f in zip(kinds, forms, strict=True)]
        assert tuple(symbol.id for symbol in back if symbol) == trait.symbols
    assert all(" " not in bare(symbol.emoji) for symbol in pack.symbols.values())


def test_a_page_is_told_where_pictures_go_and_names_are_spoken_once__RB_10() -> None:
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    (event,) = (e for e in played.log[-1].events if type(e).__name__ == "TraitTapped")
    line = GAME.tell(played.table, event, played.seat("p2"))
    assert line
    before, sun, after = line.parts
    assert "☀️ Sun" in line.text
    assert (getattr(sun, "name", ""), getattr(sun, "icon", "")) == ("Sun", "sun")
    assert "Sun" not in f"{before}{after}"


# -- What is looked back at (TF-15) ----------------------------------------------------------------


def looked_back(played: Played) -> Recap:
    return Evening.of(GAME, played.table, played.log).recap()


def test_a_recap_tells_a_test_with_its_pictures_and_arguments__TF_15() -> None:
    played = created()
    played.open("c1")
    played.as_("c1", TapTrait(played.test.id, played.trait("c1", "sun"), "The sun never lies"))
    played.roll(6)
    played.pick(6)
    (told,) = (p for c in looked_back(played).chapters for p in c.told if p.kind == "episode")
    assert (told.who, told.title) == ("C1", "Something risky.")
    assert told.text == "It worked."
    (argued,) = told.arguments
    assert (argued.who, argued.text) == ("C1", "The sun never lies")
    assert [drawn.name for drawn in argued.drawn] == ["Sun"]
    (throw,) = looked_back(played).kept("throws")
    assert throw == "Without any fallout, 1 in 6: C1, “something risky”: 6. It worked."


def test_a_success_that_was_shrugged_off_is_no_success_in_a_recap__RB_134_TF_15() -> None:
    played = moments.shrugging()
    played.do("gm", ShrugOff(played.test.id, 1))
    told = remembered(played)
    assert "The Door shrugged it off." in told
    assert "C1 had tried" not in told


def test_a_success_that_may_be_shrugged_off_is_told_so_when_it_is_picked__RB_134() -> None:
    played = moments.shrugging()

    def picked() -> str:
        evening = Evening.of(GAME, played.table, played.log)
        entry = next(e for e in played.log if type(e.command).__name__ == "PickDie")
        return evening.told("p1", entry)[0].text

    assert picked().endswith(": it works unless The Door shrugs it off.")
    played.do("gm", ShrugOff(played.test.id, 1))
    assert picked().endswith(": it works unless The Door shrugs it off.")


def test_a_test_that_was_called_off_is_not_looked_back_at__RB_39_TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The gap"))
    played.do("gm", OpenTest("c1", "jump the gap"))
    played.tap("c1", "sun")
    assert "jump the gap" in remembered(played)
    played.as_("c1", ChangeApproach(played.test.id, "walk round it"))
    assert "goes about it otherwise: walk round it" in remembered(played)
    assert "jump the gap" not in remembered(played)
    played.as_("c1", WithdrawTest(played.test.id))
    assert "walk round it" not in remembered(played)


def remembered(played: Played) -> str:
    return " ".join(p.text for chapter in looked_back(played).chapters for p in chapter.told)


def test_an_edge_is_looked_back_at_by_its_name_and_its_holder__RB_56_RB_72_TF_15() -> None:
    played = moments.shrugging()
    assert looked_back(played).kept("rewards") == ("Doubles! C1 gains an edge.",)
    played.as_("c1", HandOn(played.test.id, "c2"))
    edge = played.assign("c2", "bell")
    played.as_("c2", SayMeaning(edge, "A very loud doorbell", "thing"))
    handed, named = looked_back(played).kept("rewards")
    assert handed == "C1 hands an edge straight on to C2."
    assert named.startswith("C2’s ")
    assert named.endswith(": A very loud doorbell")


def rules_told(table: Table, log: list[Entry], event: str) -> set[str]:
    seat = table.seat(table.gm)
    events = (e for entry in log for e in entry.events if type(e).__name__ == event)
    return {line.rule for line in (GAME.tell(table, e, seat) for e in events) if line}


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ("TraitTapped", {"RB-27", "RB-50"}),
        ("FactWritten", {"RB-167", "RB-168", "RB-169"}),
        ("CircleRolled", {"RB-167", "RB-168"}),
        ("TrackMade", {"RB-106", "RB-112"}),
        ("EdgeEarned", {"RB-44"}),
        ("OffsetPaid", {"RB-93"}),
        ("NpcMade", {"RB-143"}),
    ],
)
def test_each_case_of_an_event_names_its_own_rule__RB_12(event: str, rules: set[str]) -> None:
    assert rules_told(*opened(), event) == rules


def test_what_pays_for_major_fallout_names_its_own_rule__RB_148() -> None:
    played = created()
    power = played.award("c1", "bird", "rotate")
    played.tested("c1", ["sun"], [1], 1)
    played.fallout(2, 2)
    played.as_("c1", Offset(played.test.id, power))
    assert rules_told(played.table, played.log, "OffsetPaid") == {"RB-148"}
    assert rules_told(played.table, played.log, "FalloutRolled") == {"RB-85"}
    assert rules_told(played.table, played.log, "EdgeAwarded") == {"RB-145"}


@pytest.mark.parametrize(
    "key", [k for k in say.sentences if stanza(k)[1] == "rule" and stanza(k)[0][0].isupper()]
)
def test_every_rule_told_is_in_the_digest__RB_12(key: str) -> None:
    assert say(key) in BOOK


def test_advice_for_every_place_of_the_digest() -> None:
    advice = [key for key in say.sentences if key.startswith("advice.")]
    assert len(advice) >= 29
    assert all(say(key).endswith((".", ")")) for key in advice)


def test_what_fallout_does_is_narrated_and_not_said_by_whom_it_strikes__RB_88() -> None:
    table, _ = opened()
    gus = next(iter(table.play.cast.values()))
    event = FalloutDescribed(1, "He sulks.", (gus.id,))
    line = GameAtTable(rotate_bird).tell(table, event, Seat("", "onlooker"))
    assert line
    assert (line.kind, line.who) == ("narrated", "")
    assert line.text == "He sulks."


# -- What an act goes by ---------------------------------------------------------------------------


def heading(played: Played, seat: str = "p2") -> str:
    """The line that stands for the last act, in the story and under "Just now"."""
    lines = [
        put(line, event, rotate_bird.told_as)
        for event in played.log[-1].events
        if (line := GAME.tell(played.table, event, played.seat(seat)))
    ]
    return lines[head(lines)].text


def test_an_edge_lost_by_force_is_what_its_roll_comes_to__RB_76__RB_78() -> None:
    played = created()
    edge = played.award("c1", "moon")
    played.open("c1")
    played.tap("c1", "sun")
    played.as_("c1", TapTrait(played.test.id, edge, aloud=True))
    played.roll(3, 5)
    played.pick(3)
    played.fallout(1)
    assert heading(played) == "C1 loses the edge 🌙 Moon, and that cancels the fallout."


def test_a_shrug_is_told_with_what_matters_first__RB_134__RB_138() -> None:
    played = moments.shrugging()
    played.do("gm", ShrugOff(played.test.id, 1))
    assert heading(played).startswith("Shrugged off by The Door: 🔑 Key is marked.")
    played.do("gm", CloseTest(played.test.id))
    played.open("c3", npc="npc_the-door")
    played.tap("c3", played.hero("c3").being[0].symbol)
    played.roll(6)
    played.pick(6)
    played.do("gm", ShrugOff(played.test.id, 2))
    assert heading(played) == "Shrugged off with the last there was: The Door, out of play."


def test_fallout_is_a_throw_with_its_dice_and_its_pictures__RB_84() -> None:
    played = created()
    played.tested("c1", ["sun"], [1], 1)
    played.fallout(2, 5)
    lines = (GAME.tell(played.table, event, played.seat("p2")) for event in played.log[-1].events)
    [(big, text)] = [(line.big, line.text) for line in lines if line and line.big]
    assert (big.kind, big.faces) == ("throw", (2, 5))
    assert big.means in text, "the pictures in their chat form, as the sentence has them"
    assert not set(big.means) & {"\ue0b0", "\ue0b1"}


def finished(played: Played) -> list[tuple[str, str]]:
    """Who is shown large as ready to be played by the last entry, in which words."""
    lines = (GAME.tell(played.table, event, played.seat("p2")) for event in played.log[-1].events)
    return [(x.big.who, x.text) for x in lines if x and x.big and x.big.kind == "finished"]


@pytest.mark.parametrize("last", ["being", "names", "title"])
def test_whatever_comes_last_makes_the_big_moment_of_a_character__RB_25(last: str) -> None:
    played = Played()
    played.do("p1", MakeCharacter("C1"))
    played.do("p1", RollDoing("c1"), [face for roll in DOING["c1"] for face in roll])
    names = {str(trait.id): f"Power {trait.id}" for trait in played.hero("c1").doing}
    steps = {
        "being": lambda: played.do("p1", RollBeing("c1"), [f for r in BEING["c1"] for f in r]),
        "names": lambda: played.do("p1", NameDoings("c1", names)),
        "title": lambda: played.do("p1", NameCharacter("c1", "C1", "the Example")),
    }
    for key in sorted(steps, key=lambda key: key == last):
        assert not finished(played)
        steps[key]()
    ((who, text),) = finished(played)
    assert (who, text[:27]) == ("C1", "P1 plays C1, the Example: ⚓")
    assert ("This is C1, the Example." in told(played, "p2")) == (last != "title"), "told once"
    played.do("p1", NameCharacter("c1", "C1", "the Other"))
    assert not finished(played), "somebody is ready once"
    assert "This is C1, the Other." in told(played, "p2")


def test_the_story_shows_pictures_as_whoever_has_them_drew_them__RB_11() -> None:
    played = created()
    played.as_("c1", ReplacePicture("c1", "sun", "a" * 40))
    played.open("c1")
    played.tap("c1", "sun")
    (line,) = (
        line
        for event in played.log[-1].events
        if (line := GAME.tell(played.table, event, played.seat("p2")))
    )
    assert [one.drawing for one in line.drawn] == ["a" * 40]


@pytest.mark.parametrize(
    ("face", "means"),
    [
        (5, "it does not work"),
        (6, "it works"),
        (4, "it works, but brings minor fallout"),
        (1, "it does not work, and brings major fallout"),
    ],
)
def test_a_pick_says_in_words_what_it_means__RB_43(face: int, means: str) -> None:
    played = created()
    played.tested("c1", ["sun"], [face], face)
    lines = (GAME.tell(played.table, event, played.seat("p2")) for event in played.log[-1].events)
    (big,) = (x.big for x in lines if x and x.big and x.big.number == str(face))
    assert big.means == means
