"""The story in words: everything that happens, for those who may know it (WF-6, WF-20, WF-107)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.wheel_of_fate.table import GAME, Played, created, playing
from tests.games.wheel_of_fate.test_offers import brawl

from tablefolk.core.game import Line
from tablefolk.core.story import act
from tablefolk.core.table import at
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.words import phrases
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.page.view.rolls import thrown as thrown_card
from tablefolk.games.wheel_of_fate.rules.contests import (
    CloseContest,
    EnterContest,
    GiveIn,
    OpenContest,
    SetSide,
)
from tablefolk.games.wheel_of_fate.rules.creation import (
    MakeCharacter,
    OpenCreation,
    SetQuestions,
    SetTools,
    TakeReadyMade,
    WriteNotes,
)
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, CancelDraft, DraftRoll, DropSource
from tablefolk.games.wheel_of_fate.rules.exchanges import (
    Act,
    CloseWait,
    ExchangeDecided,
    GetReady,
    Inflict,
)
from tablefolk.games.wheel_of_fate.rules.fate import (
    AddToBowl,
    AnswerOffer,
    Declare,
    Invoke,
    OfferPoint,
    RefuseGift,
    Reward,
    SpendDie,
    WithdrawOffer,
)
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc, PlaceNpc, RemoveNpc
from tablefolk.games.wheel_of_fate.rules.order import AskOrder, SetHaste, SetOrder
from tablefolk.games.wheel_of_fate.rules.pools import (
    AnswerPoolQuestion,
    AnswerTrust,
    DefinePool,
    DropPool,
    OfferPool,
    RaisePool,
)
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Pass
from tablefolk.games.wheel_of_fate.rules.scenes import (
    AddAspect,
    Correct,
    DropAspect,
    GiveStress,
    ProposeAspect,
    ReorderSeats,
    RewordAspect,
    SkipAftermath,
)
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, CONDITIONS, STEPS
from tablefolk.games.wheel_of_fate.rules.steps import SetPools, WriteAnswer
from tablefolk.games.wheel_of_fate.rules.tasks import (
    CloseApproach,
    CloseTask,
    NewApproach,
    OpenTask,
    SetDifficulty,
)

SEATS = ("gm", "tom", "dave", "mike")
say = phrases("tablefolk.games.wheel_of_fate")


def told(played: Played, events: tuple[Any, ...], member: str) -> list[str]:
    """What a member hears of these events."""
    seat = played.seat(member)
    lines = (GAME.tell(played.table, event, seat) for event in events)
    return [line.text for line in lines if line is not None]


def everything(played: Played, member: str) -> str:
    return "\n".join(told(played, tuple(e for x in played.log for e in x.events), member))


def drafted(played: Played, *, who: str = "tom", **task: Any) -> int:
    played.do("gm", OpenTask("The door", **({"physical": 10} | task)))
    played.do(who, DraftRoll(who, "physical", max(played.wheel.tasks)))
    return played.last_roll.id


# -- Words for everything ------------------------------------------------------------------------


def test_every_event_of_the_game_has_words() -> None:
    tables_own = set(at.book.events)
    keys = {key.partition(".told")[0] for key in say.sentences if ".told" in key}
    assert {e.__name__ for e in wheel_of_fate.events if e not in tables_own} <= keys


def test_there_are_labels_for_all_the_book_names__WF_29() -> None:
    wanted = [f"labels.attribute.{a}" for a in ATTRIBUTES]
    wanted += [f"labels.scale.{n}.{part}" for n in range(7) for part in ("label", "meaning")]
    wanted += [f"labels.difficulty.{n}.label" for n in (5, 10, 15, 20, 25)]
    wanted += [f"labels.condition.{c}" for c in CONDITIONS.values()]
    wanted += [f"labels.step.{s}" for s in STEPS]
    assert [key for key in wanted if key not in say] == []


def test_every_piece_of_advice_in_the_digest_has_its_place() -> None:
    assert sum(key.startswith("advice.") for key in say.sentences) >= 32


def an_evening() -> Played:
    """A session in which nearly everything happens that can."""
    played = playing(options={"pool_growth": True, "session_refresh": "bowl_and_stacks"})
    do = played.do
    do("gm", ReorderSeats(("tom", "dave", "mike")))
    do("tom", SetTools("tom", ("Rope",)))
    do("tom", SetTools("tom", ()))
    do("gm", MakeNpc("Guard", 3, 2, 2, ("Bored",)))
    do("gm", PlaceNpc("npc_guard", "tom"))
    do("gm", PlaceNpc("npc_guard", ""))
    ox, spiders, loyal = (a.id for a in played.hero("tom").aspects[:3])
    roll = drafted(played, mental=10)
    task = played.wheel.rolls[roll].task
    do("gm", CloseApproach(task, "social"))
    do("gm", SetDifficulty(task, "physical", 12))
    do("gm", AddSource(roll, "penalty", 1, "Dark"))
    do("gm", DropSource(roll, played.wheel.rolls[roll].sources[0].id))
    do("dave", Help(roll, "dave"))
    do("tom", Invoke(roll, "tom", ox, "I push"))
    do("dave", SpendDie(roll, "dave"))
    do("tom", RefuseGift(roll, played.wheel.rolls[roll].sources[-1].id))
    do("tom", Throw(roll), (1, 1, 1, 1, 1, 1))
    played.rule("tom", SpendDie(roll, "tom"), (6,))
    do("tom", NewApproach(task, "tom", "mental", "I read the plate"))
    do("gm", CloseTask(task))
    sure = drafted(played, mode="sure")
    do("tom", Throw(sure), (1, 1, 1))
    do("gm", Settle(sure, "complication", "It squeaks."))
    great = drafted(played, who="mike", physical=5, called=("mike",))
    do("mike", Throw(great), (4, 4, 4))
    do("gm", NoteWhammy(great, "No sound at all."))
    do("tom", CancelDraft(drafted(played)))
    do("tom", Declare("tom", "I have a lamp."))
    do("tom", Declare("tom", "A cat!", "coincidence", spiders, "It eats them"))
    for aspect, accept in ((spiders, True), (loyal, False)):
        do("gm", OfferPoint("tom", aspect, "Trouble."))
        do("tom", AnswerOffer(max(played.wheel.offers), accept=accept))
    do("gm", OfferPoint("dave", played.hero("dave").aspects[0].id, "Sparks."))
    do("gm", WithdrawOffer(max(played.wheel.offers)))
    do("mike", Reward("tom", "The cat!"))
    do("gm", AddToBowl(1, "Snacks"))
    do("gm", RaisePool("mike", "kung-fu", "Practice"))
    do("gm", OpenContest("A brawl", "physical", ("tom", "mike", "npc_guard")))
    do("gm", SetSide("npc_guard", "the house"))
    do("tom", Pass("tom"))
    do("mike", Act("mike", "npc_guard"))
    first, second = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    do("mike", GetReady(first))
    do("gm", GetReady(second), (6, 6, 6, 1, 1, 1))
    do("gm", EnterContest("dave"))
    do("tom", AskOrder())
    do("tom", SetHaste("tom", 1))
    do("gm", SetOrder())
    do("tom", GiveIn("tom"))
    do("gm", CloseContest())
    do("gm", GiveStress("tom", 3, "Splinters"))
    do("gm", Correct("", "bowl", 3, "Miscounted"))
    do("gm", Correct("tom", "fate", 1, "Miscounted"))
    do("gm", AddAspect("tom", "Wanted"))
    do("tom", RewordAspect("tom", ox, "Strong as two"))
    do("tom", DropAspect("tom", loyal))
    do("gm", EndScene())
    do("tom", ProposeAspect("tom", "Splinters"))
    do("tom", SkipAftermath("tom"))
    do("gm", RemoveNpc("npc_guard"))
    do("gm", CloseSession())
    do("gm", OpenScene("Next week"))
    return played


def test_a_whole_evening_is_told_from_its_last_state_without_a_gap__WF_6() -> None:
    played = an_evening()
    silent = {"Acted"}
    for entry in played.log:
        for event in entry.events:
            line = GAME.tell(played.table, event, played.seat("gm"))
            if line is None:
                assert type(event).__name__ in silent
            else:
                assert line.text
                assert "{" not in line.text
    for member in SEATS[1:]:
        assert "Tom" in everything(played, member)


def heading(played: Played, events: tuple[Any, ...], member: str) -> str:
    lines = (GAME.tell(played.table, event, played.seat(member)) for event in events)
    return next(line.text for line in act([line for line in lines if line]).shown if line.text)


def test_the_line_that_is_read_first_says_who_is_out__WF_78() -> None:
    played = playing(("tom", "dave"))
    played.do("gm", GiveStress("dave", 1, "a fall"))
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave")))
    played.do("tom", Act("tom", "dave"))
    one, two = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    played.do("tom", GetReady(one))
    events = played.do("dave", GetReady(two), (6, 5, 4, 1, 1, 1))
    said = "Dave is unconscious and incoherent! Tom 15, Dave 2: Tom wins"
    assert heading(played, events, "dave").startswith(said)
    played.do("gm", GiveStress("tom", 3, "a fall"))
    alone = played.do("gm", GiveStress("tom", 1, "a fall"))[0]
    line = GAME.tell(played.table, alone, played.seat("tom"))
    assert line is not None
    assert line.loud == "Tom is out!"


def test_each_event_is_told_as_it_happens_too() -> None:
    """A draft that was laid aside since, a pool that is gone: the story goes on."""
    played = playing()
    roll = drafted(played)
    events = played.do("dave", SpendDie(roll, "dave"))
    assert told(played, events, "mike") == ["Dave puts a fate point on Tom's roll."]
    played.do("tom", CancelDraft(roll))
    assert len(told(played, events, "mike")) == 1


# -- A throw -------------------------------------------------------------------------------------


def test_a_throw_is_told_with_its_dice_and_shown_as_a_card__WF_6() -> None:
    played = playing()
    roll = drafted(played, physical=5)
    played.do("tom", SpendDie(roll, "tom"))
    (thrown,) = played.do("tom", Throw(roll), (5, 3, 4, 1))
    line = GAME.tell(played.table, thrown, played.seat("mike"))
    assert isinstance(line, Line)
    for part in ("3d6+", "5 3 4 1", "12 against 5", "1 whammy", "Tom pays 1 fate point"):
        assert part in line.text
    assert line.kind == "threw"
    assert line.card is not None
    assert line.card.faces == (5, 3, 4, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ((6, 5, 4, 3, 2, 1), "Tom 15, Mike 6: Tom wins, with 1 whammy, Mike takes 2 stress."),
        ((1, 2, 3, 2, 2, 2), "Tom 6, Mike 6: neither gets the better of it."),
        (
            (1, 1, 1, 2, 2, 2),
            "Mike 6, Tom 3: Mike wins. Mike may choose to hurt Tom.",
        ),
    ],
)
def test_an_exchange_is_told_with_both_totals_and_who_takes_the_stress__WF_67__WF_68(
    dice: tuple[int, ...], told: str
) -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "mike"))
    events = played.do("gm", CloseWait(), dice)
    (decided,) = (e for e in events if isinstance(e, ExchangeDecided))
    line = GAME.tell(played.table, decided, played.seat("dave"))
    assert line
    assert line.text == told
    if decided.asks:
        chosen, *_ = played.do("mike", Inflict(yes=True))
        line = GAME.tell(played.table, chosen, played.seat("dave"))
        assert line
        assert line.text == "Mike makes Tom feel it, Tom takes 1 stress."


def test_the_dice_of_an_exchange_say_whose_they_are__WF_67() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "mike"))
    events = played.do("gm", CloseWait(), (6, 5, 4, 3, 2, 1))
    lines = [GAME.tell(played.table, e, played.seat("dave")) for e in events]
    heads = [line.card.headline for line in lines if line and line.card]  # type: ignore[attr-defined]
    assert heads == ["Tom wins", "Mike loses"]


RACE = OpenContest("A race", "physical", ("tom", "dave", "mike"), harmful=False, once=True)


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ((1, 1, 1), "Tom 16, Dave 7, Mike 3: Tom wins, 9 ahead, with 1 whammy."),
        (
            (6, 6, 4),
            "Tom 16, Mike 16, Dave 7: Tom and Mike share it, 9 ahead, with 1 whammy.",
        ),
    ],
)
def test_a_race_says_who_won_and_by_what_and_shows_all_the_dice__WF_73(
    last: tuple[int, ...], says: str
) -> None:
    played = playing()
    played.do("gm", RACE)
    assert played.wheel.contest
    rolls = played.wheel.contest.rolls
    cards = []
    for who, faces in (("tom", (6, 6, 4)), ("dave", (3, 4)), ("mike", last)):
        events = played.do(who, Throw(rolls[who]), faces)
        cards.append(GAME.tell(played.table, events[0], played.seat("tom")).card)
    assert [(c.verdict, c.headline, c.margin, c.rule) for c in cards] == [("", "", "", "WF-73")] * 3
    line = GAME.tell(played.table, events[1], played.seat("dave"))
    assert line.text == says
    assert {(t.hand, t.faces) for t in line.card.hands} == {
        ("Tom", (6, 6, 4)), ("Dave", (3, 4)), ("Mike", last)
    }  # fmt: skip
    played.do("gm", RACE)  # another one changes nothing about the first
    again = GAME.tell(played.table, events[1], played.seat("dave"))
    assert again.card == line.card


def test_a_race_with_the_totals_of_an_earlier_one_shows_its_own_dice__WF_73() -> None:
    played = playing()
    for faces in ((6, 6, 4), (5, 5, 6)):
        played.do("gm", RACE)
        assert played.wheel.contest
        for who, fell in (("tom", faces), ("dave", (3, 4)), ("mike", (1, 1, 1))):
            events = played.do(who, Throw(played.wheel.contest.rolls[who]), fell)
        card = GAME.tell(played.table, events[1], played.seat("dave")).card
        assert card.hands[0].faces == faces


def test_a_race_is_still_told_when_one_of_its_people_is_gone__WF_73() -> None:
    played = playing()
    played.do("gm", MakeNpc("Ysolde", 3, 2, 2))
    (ysolde,) = (npc.id for npc in played.wheel.npcs())
    race = OpenContest("A race", "physical", ("tom", ysolde), harmful=False, once=True)
    played.do("gm", race)
    assert played.wheel.contest
    for roll in played.wheel.contest.rolls.values():
        events = played.do("gm", Throw(roll), (2, 2, 2))
    played.do("gm", RemoveNpc(ysolde))
    line = GAME.tell(played.table, events[1], played.seat("tom"))
    assert "Ysolde" in line.text
    assert [hand.hand for hand in line.card.hands] == ["Tom"]


def test_words_that_trail_off_get_no_full_stop_of_ours() -> None:
    played = playing()
    roll = drafted(played)
    for label, end in (("a whammy…", "a whammy…"), ("a lantern", "a lantern.")):
        events = played.do("gm", AddSource(roll, "bonus", 1, label))
        assert told(played, events, "tom") == [f"Tom's roll: 1 bonus die, {end}"]


def test_where_neither_can_roll_nobody_is_said_to_lose__WF_72() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "dave"))
    for roll in tuple(played.wheel.rolls):
        played.do("gm", AddSource(roll, "penalty", 6, "a net"))
    events = played.do("gm", CloseWait())
    words = ["Neither Tom nor Dave can roll: nobody gets the better of it."]
    assert told(played, events, "tom")[:1] == words
    rolls = [roll for roll in played.wheel.rolls.values() if roll.result]
    cards = [thrown_card(played.wheel, played.seat("tom"), roll) for roll in rolls]
    assert [(card.verdict, card.headline) for card in cards] == [("", ""), ("", "")]


def test_a_hidden_difficulty_is_told_to_the_gm_alone__WF_20() -> None:
    played = playing()
    roll = drafted(played, physical=14, hidden=True)
    task = played.wheel.rolls[roll].task
    played.do("gm", SetDifficulty(task, "mental", 19, hidden=True))
    played.do("tom", Throw(roll), (6, 6, 6))
    story = everything(played, "gm")
    assert "against 14, hidden (6 6 6)" in story
    assert "19" in story
    for member in SEATS[1:]:
        heard = everything(played, member)
        assert "14" not in heard
        assert "19" not in heard
        assert "Success" in heard
        (thrown,) = played.log[-1].events
        card = GAME.tell(played.table, thrown, played.seat(member)).card  # type: ignore[union-attr]
        assert "14" not in repr(card)


def test_the_stakes_are_told_as_far_as_the_gm_opens_them__WF_120() -> None:
    played = playing()
    played.do(
        "gm",
        OpenTask("The vault", mental=10, on_failure="The alarm rings.", stakes_shown=False),
    )
    assert "alarm" in everything(played, "gm")
    assert "alarm" not in everything(played, "tom")


# -- Secrets -------------------------------------------------------------------------------------


def with_magic() -> Played:
    played = created()
    played.do("gm", DefinePool("Magic", special=True, covers="CANARY"))
    levels = {f"level_{n}d": f"CANARY {n}" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("magic", "levels", levels))
    return played


def test_a_special_pool_on_the_drawing_board_is_the_gms__WF_104() -> None:
    played = with_magic()
    assert "Magic" in everything(played, "gm")
    assert "Magic" not in everything(played, "tom")
    played.do("gm", DropPool("magic"))
    assert "Magic" not in everything(played, "tom")


@pytest.mark.parametrize("trust", ["yes", "not_sure", "no"])
def test_trust_is_the_gms_and_a_note_also_that_players__WF_107(trust: Any) -> None:
    played = with_magic()
    played.do("gm", OfferPool("magic"))
    played.do("tom", SetPools("tom", {"magic": 3}))
    quiet = played.do("gm", AnswerTrust("magic", "tom", trust))
    assert len(told(played, quiet, "gm")) == 1
    assert told(played, quiet, "tom") == []
    noted = played.do("gm", AnswerTrust("magic", "tom", trust, talk_note="On Friday?"))
    (heard,) = told(played, noted, "tom")
    assert "On Friday?" in heard
    assert trust not in heard
    assert told(played, noted, "dave") == []


def test_what_the_gm_writes_about_npcs_is_told_to_nobody_else__WF_119() -> None:
    played = playing()
    played.do("gm", MakeNpc("Canary", 3, 2, 2, ("CANARY",), notes="CANARY"))
    played.do("gm", WriteNotes("npc_canary", "CANARY"))
    played.do("gm", AddAspect("npc_canary", "CANARY"))
    played.do("gm", Correct("npc_canary", "mental", 4, "CANARY"))
    played.do("gm", GiveStress("npc_canary", 1, "CANARY"))
    played.do("gm", PlaceNpc("npc_canary", "tom"))
    played.do("gm", RemoveNpc("npc_canary"))
    assert "canary" in everything(played, "gm").lower()
    assert "canary" not in everything(played, "tom").lower()


def test_notes_on_ones_sheet_are_not_told_to_others() -> None:
    played = playing()
    events = played.do("tom", WriteNotes("tom", "CANARY"))
    assert len(told(played, events, "tom")) == 1
    assert told(played, events, "dave") == []


# -- Texts are texts -----------------------------------------------------------------------------


def test_what_people_write_is_told_literally() -> None:
    played = playing()
    hostile = "{who} {0} {n|a|b} <b>%s</b>"
    events = played.do("tom", Declare("tom", hostile))
    assert hostile in told(played, events, "dave")[-1]


def test_the_tables_own_events_are_left_to_the_table() -> None:
    played = Played()
    (seated,) = played.log[-1].events
    assert wheel_of_fate.tell(played.wheel, seated, played.seat("gm")) is None
    played.do("gm", OpenCreation())
    events = played.do("gm", SetQuestions(("a?", "b?", "c?", "d?", "e?")))
    assert "“c?”" in told(played, events, "tom")[0]
    assert len(told(played, played.do("tom", TakeReadyMade("nora-pell")), "dave")) == 4


def test_a_win_that_hurts_nobody_says_whom_the_winner_has_marked__WF_94() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", "mike")))
    played.do("tom", Pass("tom"))
    played.do("dave", Act("dave", "tom"))
    played.do("gm", CloseWait(), (1, 1, 4, 4, 4))
    played.do("tom", Inflict(True))
    played.do("mike", Act("mike", "tom"))
    events = played.do("gm", CloseWait(), (1, 1, 1, 4, 4, 4))
    said = "Mike is not hurt: Tom can hurt only Dave in this round."
    assert any(line.endswith(said) for line in told(played, events, "mike"))


def test_of_each_aspect_the_story_tells_it_once__WF_114() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    for n, aspect in enumerate(("Strong as an ox", "Hungry", "Loyal"), 1):
        events = played.do("tom", WriteAnswer("tom", n, "So it is", aspect))
        assert told(played, events, "dave") == [f"Tom: “{aspect}”."]
    assert len(played.hero("tom").aspects) == 3


def test_peoples_own_words_end_as_a_sentence() -> None:
    played = playing()
    roll = drafted(played)
    first = played.hero("tom").aspects[0]
    events = played.do("gm", Invoke(roll, "tom", first.id, "Four minutes on one breath"))
    assert told(played, events, "dave") == [
        f"Tom brings in “{first.text}”: Four minutes on one breath."
    ]


def test_an_npcs_stress_is_corrected_before_everybody_who_sees_it__WF_4() -> None:
    played = playing()
    played.do("gm", MakeNpc("Ysolde", 3, 2, 2))
    (ysolde,) = (npc.id for npc in played.wheel.npcs())
    unseen = played.do("gm", Correct(ysolde, "stress", 4, "she limps"))
    assert told(played, unseen, "tom") == []
    played.do("gm", OpenContest("A brawl", "physical", ("tom", ysolde)))
    seen = played.do("gm", Correct(ysolde, "stress", 2, "she rests"))
    assert told(played, seen, "tom") == ["The GM corrects Ysolde's stress from 4 to 2: she rests."]
    hidden = played.do("gm", Correct(ysolde, "mental", 3, "a slip"))
    assert told(played, hidden, "tom") == []


@pytest.mark.parametrize(
    ("covers", "says"), [("", "Magic. It is"), ("odd things", "Magic. Odd things. It is")]
)
def test_a_sketch_is_told_in_whole_sentences__WF_104(covers: str, says: str) -> None:
    played = Played()
    events = played.do("gm", DefinePool("Magic", covers=covers, special=True))
    assert told(played, events, "gm")[0].startswith(f"On the drawing board: {says} not on offer")
