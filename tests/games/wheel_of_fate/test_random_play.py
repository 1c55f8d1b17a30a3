"""Hours of random play, legal and illegal: whatever anybody does, the table stays in order."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, Literal, get_args, get_origin

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.games.wheel_of_fate.table import GAME, Played, playing

from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Entry, Refusal, WordAsked
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.seats import SetOption
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rounds import turn
from tablefolk.games.wheel_of_fate.rules.state import Wheel

PEOPLE = ("gm", "tom", "dave", "mike")
FIGHTERS = ("tom", "dave", "mike", "npc_guard")
# Who sits at the table, and how it is set up, is tried elsewhere; here they play.
PLAYED = {*wheel_of_fate.commands, Answer} - {SetOption}
ALL = sorted(PLAYED, key=lambda command: command.__name__)
ENDS = (".", "?", "!", "”")
BEGUN = playing()
# How much people like doing what; of everything else 4.
LIKELY = dict.fromkeys(("Act", "GetReady", "Throw", "DraftRoll", "SetOrder", "OpenTask"), 40)
LIKELY |= dict.fromkeys(
    ("Inflict", "Settle", "CloseWait", "Help", "OpenContest", "NewApproach"), 16
)
LIKELY |= dict.fromkeys(("GiveIn", "CloseContest", "LeaveContest", "EndScene", "CancelDraft"), 2)
LIKELY |= {command.__name__: 1 for command in ALL if command.__name__.startswith("Write")}
seeds = st.integers(0, 2**32)


def spent(event: Any) -> int:
    """By how much an event changes all points there are, stacks and bowl (WF-39, WF-40)."""
    match type(event).__name__:
        case "Thrown":
            return -sum(event.spent.values())
        case "RollChanged" | "Declared" | "OfferCountered":
            return -int(event.cost)
        case "OfferAccepted":
            return 1
        case "BowlFilled":
            return int(event.n)
        case "Corrected" if event.field in ("fate", "bowl"):
            return int(event.now - event.was)
        case "Refreshed":
            return int(event.bowl + sum(event.stacks.values()))
        case "JoinedPlay":
            return int(event.fate + event.bowl)
    return 0  # a reward moves a point from the bowl to a stack (WF-52)


def points(wheel: Wheel) -> int:
    return wheel.bowl + sum(hero.fate for hero in wheel.cast.values())


class Table(RuleBasedStateMachine):
    """Four people who do whatever comes to mind."""

    played: Played

    @initialize(fight=st.sampled_from(["dice", "seats", None]))
    def open(self, fight: Literal["dice", "seats"] | None) -> None:
        self.played = copy(BEGUN)
        self.played.log = [*BEGUN.log]
        if fight:
            self.played.do("gm", MakeNpc("Guard", 3, 2, 2))
            self.played.do("gm", OpenContest("Fight", "physical", FIGHTERS, order=fight))

    # -- Doing -------------------------------------------------------------------------------

    @rule(seed=seeds)
    def play_on(self, seed: int) -> None:
        """Whatever an open offer lets one fill in is accepted."""
        luck = self.luck(seed)
        for _ in range(8):
            self.take_an_offer(luck.choice(PEOPLE), luck)

    def take_an_offer(self, who: str, luck: Random) -> None:
        menu = play.menu(GAME, self.played.table, self.played.seat(who))
        offers = [offer for offer in menu if offer.open and offer.command in PLAYED]
        if offers:
            kinds = sorted({offer.do for offer in offers})
            (kind,) = luck.choices(kinds, [LIKELY.get(kind, 4) for kind in kinds])
            offer = luck.choice([offer for offer in offers if offer.do == kind])
            command = luck.choice(list(play.samples(offer, most=12)))
            no = self.refusal(who, command, luck)
            assert no is None or no.code == "asked", no  # the very same request lies on the desk

    @rule(seed=seeds, kind=st.sampled_from(ALL))
    def try_anything(self, seed: int, kind: type[Command]) -> None:
        """A command out of nowhere is carried out or refused; a refusal changes nothing."""
        luck = self.luck(seed)
        fields = msgspec.structs.fields(kind)
        command = kind(**{f.name: self.value(f.type, luck) for f in fields if f.required})
        before = GAME.codec.dump_state(self.played.table)
        refused = self.refusal(luck.choice(PEOPLE), command, luck)
        if refused is not None:
            assert GAME.codec.dump_state(self.played.table) == before
            assert refused.rule
            assert refused.code
            assert refused.why.endswith(ENDS), refused.why

    def refusal(self, who: str, command: Command, luck: Random) -> Refusal | None:
        try:
            self.act(who, command, luck)
        except Refusal as no:
            return no
        return None

    def luck(self, seed: int) -> Random:
        """Different at every step, however often the same number comes up."""
        return Random(f"{seed} {len(self.played.log)}")

    def value(self, kind: Any, luck: Random) -> Any:
        """Values that often nearly fit: people, numbers and keys that are there."""
        wheel = self.played.wheel
        known = [*wheel.cast, "", "nobody", "physical", "social", "luck", "kung-fu", "bonus"]
        if kind is bool:
            return luck.random() < 0.5
        if kind is int:
            numbers = [*wheel.rolls, *wheel.tasks, *wheel.offers, 0, 1, 2, 3, -1, 7, 10**6]
            return luck.choice(numbers)
        if kind == tuple[str, ...]:
            return tuple(luck.choices(known, k=luck.randrange(6)))
        if get_origin(kind) is Literal:
            return luck.choice(get_args(kind))
        return {} if get_origin(kind) is dict else luck.choice(known)

    def act(self, who: str, command: Command, luck: Random) -> None:
        """Carried out with dice that fall as they like, and mostly with the GM's word."""
        before = points(self.played.wheel)
        seat = self.played.seat(who)
        dice = Dice(lambda n, sides: tuple(luck.choices(range(1, sides + 1), k=n)))
        entry, self.played.table = play.act(GAME, self.played.table, seat, command, dice)
        self.played.log.append(entry)
        self.balance(before, entry)
        asked = entry.events[-1] if entry.events else None
        if isinstance(asked, WordAsked) and luck.random() < 0.8:
            self.act("gm", Answer(asked.number, yes=True), luck)

    def balance(self, before: int, entry: Entry) -> None:
        """Points come and go in the ways the book knows, and in no other (WF-39, WF-40)."""
        assert points(self.played.wheel) == before + sum(spent(e) for e in entry.events)

    # -- What always holds -------------------------------------------------------------------

    @invariant()
    def nothing_is_below_zero(self) -> None:
        wheel = self.played.wheel
        assert wheel.bowl >= 0
        for who, hero in wheel.cast.items():
            assert hero.fate >= 0
            assert hero.stress >= 0
            assert wheel.free_points(who) >= 0, "more is promised than there is (WF-32)"

    @invariant()
    def everybody_sees_a_page_and_reads_what_happened(self) -> None:
        entry = self.played.log[-1]
        for who in PEOPLE:
            seat = self.played.seat(who)
            GAME.view(self.played.table, seat)
            for event in entry.events:
                GAME.tell(self.played.table, event, seat)

    @invariant()
    def a_round_never_hangs(self) -> None:
        """In a running contest somebody can always do something (WF-89, WF-90)."""
        contest = self.played.wheel.contest
        if contest is None or not contest.open or contest.once or not contest.groups:
            return
        exchange = contest.exchange
        waits = exchange is not None and (not exchange.thrown or exchange.asks)
        assert waits or turn(self.played.wheel)

    @invariant()
    def the_state_can_be_written_down(self) -> None:
        table = self.played.table
        assert GAME.codec.load_state(GAME.codec.dump_state(table)) == table

    def teardown(self) -> None:
        """The log alone gives the same table, and the rules would decide all of it again."""
        if hasattr(self, "played"):
            start, log = self.played.start, self.played.log
            assert play.fold(GAME, start, log) == self.played.table
            assert play.audit(GAME, start, log) == []


Table.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=15,
    deadline=None,
    derandomize=True,  # the same evenings every time: a red test is the fault of the change
    phases=[Phase.generate],  # chance does not shrink
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestRandomPlay = Table.TestCase
