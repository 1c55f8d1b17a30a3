"""Order of action: seats, speed, haste, and what is declared beforehand (WF-82 … WF-88)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Command, Event, Seat, must, need, word
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.rules.building import left, out, summed, value
from tablefolk.games.wheel_of_fate.rules.sources import pool_question, pool_source, tool_source
from tablefolk.games.wheel_of_fate.rules.state import Character, Contest, Line, Source, Wheel, Who
from tablefolk.games.wheel_of_fate.rules.wording import Facts, say

MOST_HASTE = 60  # far beyond what any roll can bear

# -- Finding the contest ---------------------------------------------------------------------


def running(wheel: Wheel) -> Contest | None:
    """The contest under way, if any."""
    return wheel.contest if wheel.contest and wheel.contest.open else None


def contest_of(wheel: Wheel) -> Contest:
    """The contest that events speak of."""
    assert wheel.contest is not None
    return wheel.contest


def the_contest(wheel: Wheel) -> Contest:
    """The contest under way, in which people take turns; else a refusal."""
    contest = must(running(wheel), "WF-64", "no_contest", "No contest is under way.")
    must(not contest.once, "WF-73", "no_turns", "Here everybody throws once; there are no turns.")
    return contest


def in_exchange(contest: Contest) -> bool:
    """Whether two rolls stand against each other, not yet thrown."""
    return contest.exchange is not None and not contest.exchange.thrown


def undecided(wheel: Wheel) -> Contest:
    """The contest, while the dice have not yet set this round's order (WF-85)."""
    contest = the_contest(wheel)
    wanted = contest.order == "dice"
    need(wanted, "WF-83", "order_set", "The order goes round the table; nobody needs to be faster.")
    need(not contest.groups, "WF-85", "order_set", "The order of this round is set.")
    return contest


def able(wheel: Wheel, contest: Contest, who: str) -> bool:
    """Takes part, has not given in, and has something left to act with (WF-89, WF-90)."""
    if who not in contest.who or who in contest.gave_in or who not in wheel.cast:
        return False
    return bool(left(wheel, wheel.cast[who]))


def taking_part(contest: Contest, who: str, name: str) -> None:
    there = who in contest.who and who not in contest.gave_in
    must(there, "WF-91", "not_your_turn", f"{name} takes no part in this round.")


def can_act(wheel: Wheel, contest: Contest, who: str) -> None:
    why = f"{wheel.name(who)} can do nothing just now."
    need(able(wheel, contest, who), "WF-77", "attribute_out", why)


def can_use(hero: Character, contest: Contest) -> None:
    """Neither pool nor tool rescues who cannot roll what it is about (WF-76, WF-99)."""
    why = f"No die can help {hero.name} there."
    need(not out(hero, contest.attribute), "WF-99", "cannot_help", why)


# -- Who is how fast (WF-82, WF-84) ----------------------------------------------------------


def seated(wheel: Wheel, who: tuple[str, ...]) -> tuple[str, ...]:
    """From the GM's left round the table; NPCs at the GM's place, or where put (WF-82, A-68)."""
    places = {member: i for i, member in enumerate(wheel.company.seats)}

    def place(key: str) -> tuple[int, int]:
        hero = wheel.cast[key]
        if hero.kind == "pc":
            return places.get(hero.owner, len(places)), 0
        return places.get(hero.after_seat, len(places)), 1

    return tuple(sorted((key for key in who if key in wheel.cast), key=place))


def pledged(wheel: Wheel, who: str) -> int:
    """The dice of those who have promised help (WF-63)."""
    contest = the_contest(wheel)
    return sum(s.n for s in pledges_for(wheel, contest, who))


def coming(wheel: Wheel, who: str) -> str:
    """What the coming roll starts from: what the contest is about; for who is out in that, the
    strongest they have left (WF-84, WF-89)."""
    usual, hero = the_contest(wheel).attribute, wheel.character(who)
    ways = left(wheel, hero)
    return usual if usual in ways else max(ways, key=lambda w: value(hero, w), default=usual)


def ready_for(contest: Contest, who: str, attribute: str) -> tuple[Source, ...]:
    """The pools and tools declared for a roll: they go with what the contest is about (WF-84)."""
    return contest.prepared.get(who, ()) if attribute == contest.attribute else ()


def speed(wheel: Wheel, who: str) -> int:
    """The dice of the coming roll: attribute, extra, pools, tools, pledges, haste (WF-84)."""
    contest, way = the_contest(wheel), coming(wheel, who)
    dice = value(wheel.character(who), way)
    ready = ready_for(contest, who, way)
    declared = summed(ready, "extra") + summed(ready, "bonus")
    return dice + declared + pledged(wheel, who) + contest.haste.get(who, 0)


def bearable(wheel: Wheel, who: str, haste: int) -> bool:
    """No more haste than the roll can bear (WF-86)."""
    contest, hero, way = the_contest(wheel), wheel.character(who), coming(wheel, who)
    ready = ready_for(contest, who, way)
    base = value(hero, way) + summed(ready, "extra")
    bonus = summed(ready, "bonus") + pledged(wheel, who)
    return hero.stress + summed(ready, "penalty") + haste - bonus <= base


def by_speed(wheel: Wheel) -> tuple[tuple[str, ...], ...]:
    """Fastest first; equal speed is one group, in seat order within (WF-83, WF-87). Who cannot act
    comes last, and is in nobody's group."""
    contest = the_contest(wheel)
    people = seated(wheel, contest.who)
    speeds = speeds_of(wheel)
    acting = sorted((w for w in people if w in speeds), key=lambda w: -speeds[w])
    groups = (tuple(group) for _, group in groupby(acting, speeds.__getitem__))
    return (*groups, *((who,) for who in people if who not in speeds))


def speeds_of(wheel: Wheel) -> dict[str, int]:
    """How fast everybody is who can act."""
    contest = the_contest(wheel)
    return {who: speed(wheel, who) for who in contest.who if able(wheel, contest, who)}


def by_seat(wheel: Wheel, who: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Everybody alone, round the table; each result takes effect at once (WF-82)."""
    return tuple((key,) for key in seated(wheel, who))


# -- Asking who is first (WF-83) -------------------------------------------------------------


class AskOrder(Act[Wheel], frozen=True):
    """It matters who is first: dice order from now on (WF-83)."""

    may = "involved"

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        contest = the_contest(wheel)
        still = [who for who in contest.who if who in wheel.cast and who not in contest.gave_in]
        mine = any(wheel.cast[who].owner == seat.id for who in still)
        need(seat.gm or mine, "WF-83", "not_yours", "Only those who take part ask who is first.")
        must(contest.order == "seats", "WF-83", "order_set", "The dice set the order already.")
        begun = contest.acted or in_exchange(contest)
        yield OrderAsked(seat.id, not begun)


class OrderAsked(Change[Wheel], frozen=True):
    by: Who
    now: bool  # from this round, as nobody has acted in it yet; else from the next

    def onto(self, wheel: Wheel) -> Wheel:
        groups = () if self.now else contest_of(wheel).groups
        return wheel.with_contest(order="dice", groups=groups)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.now else "_next"


# -- Declaring beforehand: haste, pools, tools (WF-84 … WF-86) -------------------------------


class SetHaste(Act[Wheel], frozen=True):
    """Voluntary penalty dice on one's action of this round, to be faster (WF-85)."""

    may = "owner or gm"
    who: str
    n: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, contest = wheel.own(seat, self.who), undecided(wheel)
        taking_part(contest, self.who, hero.name)
        in_range = 0 <= self.n <= MOST_HASTE
        must(in_range, "WF-86", "out_of_range", "Haste is a whole number of dice, 0 or more.")
        can_act(wheel, contest, self.who)
        why = f"That is more haste than {hero.name}'s roll can bear."
        need(bearable(wheel, self.who, self.n), "WF-86", "too_hasty", why)
        faster = self.n - contest.haste.get(self.who, 0)
        yield HasteSet(self.who, self.n, speed(wheel, self.who) + faster)


class HasteSet(Change[Wheel], frozen=True):
    who: Who
    n: int
    speed: int

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(haste={**contest_of(wheel).haste, self.who: self.n})

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.n else "_none"


class PreparePool(Act[Wheel], frozen=True):
    """Say before the order is set that a pool goes into one's actions here (WF-84)."""

    may = "owner or gm"
    who: str
    pool: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, contest = wheel.own(seat, self.who), undecided(wheel)
        taking_part(contest, self.who, hero.name)
        can_use(hero, contest)
        there = contest.prepared.get(self.who, ())
        source = pool_source(wheel, hero, self.pool, there, wheel.count + 1)
        word(seat, "WF-98", pool_question(wheel, hero, source, f"“{contest.title}”"))
        yield Prepared(self.who, source)


class PrepareTool(Act[Wheel], frozen=True):
    """Say before the order is set that a tool goes into one's actions here (WF-84)."""

    may = "owner or gm"
    who: str
    tool: Line

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, contest = wheel.own(seat, self.who), undecided(wheel)
        taking_part(contest, self.who, hero.name)
        can_use(hero, contest)
        source = tool_source(hero, self.tool, contest.prepared.get(self.who, ()), wheel.count + 1)
        word(seat, "WF-127", f"Does “{source.label}” help {hero.name} in “{contest.title}”?")
        yield Prepared(self.who, source)


class Prepared(Change[Wheel], frozen=True):
    who: Who
    source: Source

    def onto(self, wheel: Wheel) -> Wheel:
        ready = contest_of(wheel).prepared
        more = {**ready, self.who: (*ready.get(self.who, ()), self.source)}
        return replace(wheel.with_contest(prepared=more), count=max(wheel.count, self.source.id))


# -- Setting the order (WF-63, WF-83, WF-87): the rule itself is in `rounds.py` ---------------


class SetOrder(Command, frozen=True):
    """The GM sets the order of this round, by speed."""

    may = "gm"


class OrderSet(Change[Wheel], frozen=True):
    groups: tuple[tuple[str, ...], ...]
    speeds: dict[str, int]
    helpers: tuple[str, ...] = ()  # those who pledged have given their action away (WF-63)

    def onto(self, wheel: Wheel) -> Wheel:
        acted = (*contest_of(wheel).acted, *self.helpers)
        return wheel.with_contest(order="dice", groups=self.groups, acted=acted)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        """Those who can act, each with their speed."""
        acting = ([w for w in group if w in self.speeds] for group in self.groups)
        groups = (listing(f"{wheel.name(w)} ({self.speeds[w]})" for w in g) for g in acting if g)
        return {"shown": say("OrderSet.then").join(groups)}


# -- What an action roll starts with (WF-63, WF-84, WF-85) -----------------------------------


def action_sources(wheel: Wheel, who: str, attribute: str, count: int) -> tuple[Source, ...]:
    """Prepared pools and tools, pledged help, and haste; numbered from `count` on."""
    contest = running(wheel)
    if contest is None or contest.once or who not in contest.who:
        return ()
    declared = ready_for(contest, who, attribute)
    haste = contest.haste.get(who, 0)
    slow = (Source(0, "penalty", haste, "haste", "haste", who),) if haste else ()
    every = (*declared, *pledges_for(wheel, contest, who), *slow)
    return tuple(replace(source, id=n) for n, source in enumerate(every, count + 1))


def pledges_for(wheel: Wheel, contest: Contest, who: str) -> tuple[Source, ...]:
    """Pledged help as bonus dice; from those who can still give it (WF-59, WF-63)."""
    helpers = [wheel.cast[h] for h, whom in contest.pledges.items() if whom == who]
    return tuple(
        Source(0, "bonus", value(h, contest.attribute), h.name, "help", h.id, contest.attribute)
        for h in helpers
        if not out(h, contest.attribute)
    )
