"""The digest's session at the table, all twenty-two steps, without a page (RB-1 … RB-212)."""

from __future__ import annotations

from fractions import Fraction

from tests.games.rotate_bird.table import BEING, DOING, GAME, NAMES, Played

from tablefolk.core.game import Seat
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.table.talk import AskHands, Vote
from tablefolk.games.rotate_bird.rules import rolling
from tablefolk.games.rotate_bird.rules.challenges import Acknowledge, DeclareChallenge, PayEpic
from tablefolk.games.rotate_bird.rules.chances import Chances, odds
from tablefolk.games.rotate_bird.rules.creation import (
    MakeCharacter,
    NameCharacter,
    NameDoing,
    RollBeing,
    RollDoing,
    RollTheme,
)
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.edges import GiveEdge, SayMeaning, SuggestMeaning
from tablefolk.games.rotate_bird.rules.fallout import Offset, doubled
from tablefolk.games.rotate_bird.rules.helping import HandOn, proposed_symbols
from tablefolk.games.rotate_bird.rules.incident import RollIncident
from tablefolk.games.rotate_bird.rules.npcs import RollNpc
from tablefolk.games.rotate_bird.rules.opposition import ShrugOff
from tablefolk.games.rotate_bird.rules.recovery import GrantRest
from tablefolk.games.rotate_bird.rules.rewards import SwapSymbol
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.tapping import RuleTrait, TapTrait, hands_question
from tablefolk.games.rotate_bird.rules.tests import OpenTest, WithdrawTest
from tablefolk.games.rotate_bird.rules.worksheet import (
    AddSecondFact,
    PlaceBeing,
    PlaceDoing,
    RollBeingCircle,
    RollDoingCircle,
    RollFactors,
    StartWorksheet,
)


class Session(Played):
    """One evening, step by step."""

    def create(self, who: str, player: str, rerolled: bool = False) -> None:
        self.do(player, MakeCharacter(who.upper()))
        rolls = list(BEING[who])
        if rerolled:
            first = [*rolls[:4], rolls[0]]
            self.do(player, RollBeing(who), [face for roll in first for face in roll])
            self.do(player, RollBeing(who), rolls[4])
        else:
            self.do(player, RollBeing(who), [face for roll in rolls for face in roll])
        self.do(player, RollDoing(who), [face for roll in DOING[who] for face in roll])

    def name(self, who: str, player: str) -> None:
        for trait, name in zip(self.hero(who).doing, NAMES[who], strict=True):
            self.do(player, NameDoing(trait.id, name))
        self.do(player, NameCharacter(who, who.upper(), "the Example"))

    def being(self, player: str, faces: tuple[int, ...], circle: int) -> None:
        self.do(player, RollBeingCircle(), faces)
        self.do(player, PlaceBeing(circle, f"A fact for circle {circle}"))

    def link(self, player: str, faces: tuple[int, ...], link: str, seen_from: int) -> None:
        self.do(player, RollDoingCircle(), faces)
        self.do(player, PlaceDoing(link, seen_from, "One hates the other"))


def the_whole_session() -> Session:
    s = Session(options={"advancement": True})
    people(s)
    scenario(s)
    opening_moves(s)
    together(s)
    the_npc(s)
    the_dragon(s)
    standing(s)
    the_end(s)
    return s


def test_the_session_of_the_digest() -> None:
    s = the_whole_session()
    s.audited()
    for seat in ("gm", "p1"):
        every_line_is_told(s, s.seat(seat))


def people(s: Session) -> None:
    """Steps 1 to 3."""
    s.do("gm", OpenScene("Session one"))
    s.create("c1", "p1", rerolled=True)
    assert [t.symbol for t in s.hero("c1").being] == ["anchor", "heart", "spider", "bird", "sun"]
    assert s.hero("c1").doing[0].symbols == ("rotate", "bird")
    assert s.no("c1", OpenTest("c1", "now")) == "sheet_incomplete"
    s.name("c1", "p1")
    for who, player in (("c2", "p2"), ("c3", "p3")):
        s.create(who, player)
        s.name(who, player)
    for who, player, code in (("c1", "p1", (4, 1)), ("c2", "p2", (5, 5)), ("c3", "p3", (3, 3))):
        s.do(player, RollTheme(who), code)
    themes = [s.hero(who).theme for who in ("c1", "c2", "c3")]
    assert themes[0].startswith("meta-narrative")
    assert themes[1:] == ["reputations or resources", "magic spells"]


def scenario(s: Session) -> None:
    """Steps 4 to 6."""
    s.do("gm", StartWorksheet())
    s.do("gm", RollFactors(), (6, 6))
    assert s.bird.worksheet
    assert not s.bird.worksheet.factors
    s.do("gm", RollFactors(), (5, 2))
    assert s.bird.worksheet.factors == ("dragon", "frowning-face", "ring")
    s.being("gm", (1, 1, 6), 1)
    assert s.no("p1", RollDoingCircle()) == "no_open_link"
    s.being("p1", (4, 3, 3), 3)
    s.link("p2", (4, 6), "12", 1)
    assert s.no("p2", RollBeingCircle()) == "wait_your_turn"
    s.do("p3", AddSecondFact("12", 2, "And back"))
    s.being("gm", (5, 5, 5), 5)
    s.being("p1", (2, 4, 1), 2)
    s.being("p2", (3, 5, 4), 6)
    s.being("p3", (6, 4, 6), 4)
    s.link("gm", (1, 1), "23", 2)
    s.do("p1", AddSecondFact("23", 3, "The other way"))
    s.link("p2", (6, 5), "31", 3)
    s.do("p3", AddSecondFact("31", 1, "The other way"))
    sheet = s.bird.worksheet
    assert sheet.being == {
        1: "bird",
        3: "human-skull",
        5: "trophy",
        2: "cloud",
        6: "money",
        4: "telephone-handset",
    }
    assert sheet.links == {"12": "mars", "23": "circle-slash", "31": "two-squares"}
    assert len(sheet.facts) == 12
    s.do("gm", RollIncident(), (4,))
    assert s.bird.worksheet.incident == "skull-and-crossbones"
    s.do("gm", RollNpc("The Collector"), (5, 4, 1, 6))
    npc = s.bird.npcs["npc_the-collector"]
    assert [t.symbol for t in npc.being] == ["trophy", "hammer"]
    assert npc.factor == "ring"
    s.make_track("progress", "The dragon sleeps", 3)
    s.make_track("disaster", "The village burns", 3)


def opening_moves(s: Session) -> None:
    """Steps 7 to 9."""
    goal = s.track("The dragon sleeps").id
    s.open("c2", progress=goal)
    assert s.no("c2", TapTrait(s.test.id, s.trait("c2", "cat"))) == "needs_justification"
    s.as_("c2", TapTrait(s.test.id, s.trait("c2", "cat"), "I land on my feet"))
    s.as_("c2", TapTrait(s.test.id, s.trait("c2", "umbrella"), "and dry"))
    chances = odds(s.bird, s.seat("p2"), RollPool(s.test.id))
    assert isinstance(chances, Chances)
    assert chances.available.success == Fraction(3, 4)
    s.roll(4, 4)
    s.pick(4)
    assert s.track("The dragon sleeps").checked == 1
    edge = s.assign("c2", "paperclip")
    s.do("p1", SuggestMeaning(edge, "A very long wire"))
    s.do("p2", SayMeaning(edge, "The only paperclip left in the world", "thing"))
    s.fallout(5)
    assert s.test.fallout_symbols == ("stopwatch",)
    s.pay("c2", "umbrella")
    assert s.test.phase == "closed"
    s.open("c2")
    assert s.no("c2", TapTrait(s.test.id, s.trait("c2", "umbrella"), "again")) == "trait_marked"
    s.as_("c2", WithdrawTest(s.test.id))
    s.open("c1", beneficiary="c3")
    s.tap("c1", "anchor")
    s.roll(2)
    s.pick(2)
    assert proposed_symbols(s.bird, s.test) == ("anchor",)
    s.assign("c3", "anchor")
    s.fallout(3, 3)
    assert doubled(s.test)
    assert s.no("c1", Offset(s.test.id, s.trait("c1", "heart"))) == "wrong_offset_kind"
    s.pay("c1", "Sudden Tide")


def together(s: Session) -> None:
    """Steps 10 to 12."""
    goal, doom = s.track("The dragon sleeps").id, s.track("The village burns").id
    s.open("c3", progress=goal, disaster=doom)
    s.tap("c3", "hammer", "edge anchor")
    s.help("c2", "gear")
    hammer = s.trait("c3", "hammer")
    s.do("gm", RuleTrait(s.test.id, hammer, "questioned", "A hammer? Here?"))
    assert s.no("c3", RollPool(s.test.id)) == "trait_questioned"
    s.do("gm", AskHands(hands_question(s.bird, s.test, s.test.taps[0])))
    poll = max(s.table.polls)
    for member in ("gm", "p1", "p2", "p3"):
        s.do(member, Vote(poll, 0))
    s.do("gm", RuleTrait(s.test.id, hammer, "accepted"))
    s.roll(3, 5, 5)
    s.pick(5)
    assert (s.track("The village burns").checked, s.track("The dragon sleeps").checked) == (1, 1)
    edge = s.assign("c3", "lightbulb")
    s.as_("c3", HandOn(s.test.id, "c2"))
    assert edge in {e.id for e in s.hero("c2").having}
    assert s.test.phase == "closed"
    s.open("c3", progress=goal)
    s.tap("c3", "hammer", "edge anchor")
    s.help("c2", "gear")
    assert s.no("c3", RollPool(s.test.id)) == "combination_used"
    s.as_("c3", WithdrawTest(s.test.id))
    s.open("c3", progress=goal)
    s.tap("c3", "magnet", "edge anchor")
    s.roll(4, 1)
    s.pick(4)
    assert s.track("The dragon sleeps").checked == 2
    s.fallout(1)
    assert (s.test.offset, s.edges("c3")) == ("edge", [])


def the_npc(s: Session) -> None:
    """Steps 13 and 14."""
    s.open("c1", npc="npc_the-collector", opposes=2)
    s.tap("c1", "bird", "sun")
    s.roll(6, 3)
    s.pick(6)
    s.do("gm", ShrugOff(s.test.id, 2))
    assert [t.symbol for t in s.bird.npcs["npc_the-collector"].standing] == ["trophy"]
    s.open("c1", npc="npc_the-collector", opposes=1)
    s.tap("c1", "heart")
    s.help("c3", "paw-print")
    s.roll(4, 6)
    s.pick(6)
    s.do("gm", ShrugOff(s.test.id, 1))
    assert not s.bird.npcs["npc_the-collector"].in_play


def the_dragon(s: Session) -> None:
    """Steps 15 to 18."""
    s.open("c3", progress=s.track("The dragon sleeps").id)
    s.do("gm", DeclareChallenge(s.test.id, epic=True))
    s.as_("c3", Acknowledge(s.test.id))
    pizza = s.trait("c3", "slice-of-pizza")
    s.as_("c3", PayEpic(s.test.id, pizza))
    assert s.no("c3", TapTrait(s.test.id, pizza, aloud=True)) == "trait_marked"
    s.tap("c3", "moon", "hammer")
    s.roll(6, 2)
    events = s.pick(6)
    assert s.told(events, rolling.TrackFilled)
    assert s.track("The dragon sleeps").full
    edge = s.award("c2", "bird", "arrow-up")
    s.do("p2", SayMeaning(edge, "It goes up, it sings", "thing", "The Rising Choir"))
    s.open("c1", perilous=True, disaster=s.track("The village burns").id)
    s.as_("c1", Acknowledge(s.test.id))
    s.tap("c1", "heart", "spider")
    s.roll(3, 4)
    s.pick(4)
    assert (s.test.success, s.test.fallout) == (True, "major")
    s.fallout(2, 6)
    assert s.no("c1", Offset(s.test.id, s.trait("c1", "heart"))) == "wrong_offset_kind"
    s.pay("c1", "Which Lock")
    assert s.track("The village burns").checked == 1
    s.open("c2")
    s.as_("c2", BringIn(s.test.id, edge))
    s.tap("c2", "trophy")
    s.roll(2)
    s.pick(2)
    s.fallout(6, 1)
    assert s.test.offset == "edge"


def standing(s: Session) -> None:
    """Step 19."""
    assert s.marked("c1") == ["Which Lock", "Sudden Tide"]
    assert (s.marked("c2"), s.edges("c2")) == (["umbrella"], ["paperclip", "lightbulb"])
    assert (s.marked("c3"), s.edges("c3")) == (["slice-of-pizza"], [])
    assert s.track("The dragon sleeps").checked == 3
    assert s.track("The village burns").checked == 1


def the_end(s: Session) -> None:
    """Steps 20 to 22."""
    s.do("p2", GiveEdge(s.trait("c2", "edge paperclip"), "c1"))
    assert s.edges("c1") == ["paperclip"]
    s.do("gm", GrantRest())
    assert s.marked("c2") == s.marked("c3") == []
    assert s.marked("c1") == ["Which Lock", "Sudden Tide"]
    s.do("gm", EndScene())
    s.do("gm", CloseSession())
    assert s.marked("c1") == []
    assert [[a.kind for a in s.hero(w).advances] for w in ("c1", "c2", "c3")] == [["minor"]] * 3
    s.do("p3", SwapSymbol(s.trait("c3", "paw-print"), "carrot"))
    assert s.no("p3", SwapSymbol(s.trait("c3", "moon"), "pause")) == "no_advance"
    assert s.no("p1", SwapSymbol(s.trait("c1", "anchor"), "pause")) == "wrong_symbol_kind"
    lock = s.trait("c1", "Which Lock")
    s.do("p1", SwapSymbol(lock, "padlock", place=1, name="Every Lock"))
    assert s.doing("c1", "Every Lock").symbols == ("question-mark", "padlock")
    assert [a.spent for a in s.hero("c2").advances] == [False]


def every_line_is_told(s: Session, seat: Seat) -> None:
    for entry in s.log:
        for event in entry.events:
            line = GAME.tell(s.table, event, seat)
            assert line is None or ("{" not in line.text and line.text)
            assert line or type(event).__name__.startswith(("Npc", "DoingNamed")), event
