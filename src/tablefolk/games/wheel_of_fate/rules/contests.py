"""Contests: opening, taking sides, coming and going, closing (WF-64, WF-70, WF-73, WF-82 … WF-96).

The order of action is in `order.py`, turns and rounds in `rounds.py`, exchanges in `exchanges.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.seats import gm_only
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.rules import order
from tablefolk.games.wheel_of_fate.rules.building import attribute_name, attribute_of, value
from tablefolk.games.wheel_of_fate.rules.drafts import drafted
from tablefolk.games.wheel_of_fate.rules.order import (
    by_seat,
    contest_of,
    in_exchange,
    running,
    the_contest,
)
from tablefolk.games.wheel_of_fate.rules.rounds import (
    beginning,
    by_side,
    closing,
    many,
    moving_on,
    ranking,
    remaining,
    standing,
    unanswered,
)
from tablefolk.games.wheel_of_fate.rules.state import (
    ATTRIBUTES,
    Character,
    Contest,
    Roll,
    Title,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.wording import Facts, headed

# -- Opening (WF-64, WF-70, WF-73) -----------------------------------------------------------


class OpenContest(Act[Wheel], frozen=True):
    may = "gm"
    title: Title
    attribute: str
    who: tuple[str, ...]
    harmful: bool = True
    order: Literal["seats", "dice"] = "seats"
    once: bool = False

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-64")
        must(running(wheel) is None, "WF-64", "contest_open", "End the contest under way first.")
        title = must(self.title.strip(), "WF-64", "text_needed", "Say what the contest is about.")
        attribute_of(wheel, self.attribute)
        who = tuple(dict.fromkeys(wheel.character(key).id for key in self.who))
        must(len(who) > 1, "WF-64", "one_target", "A contest needs at least two characters.")
        has_dice(wheel, who, self.attribute)
        why = "Where all throw once, nobody is hurt."
        must(not (self.once and self.harmful), "WF-73", "harmful", why)
        groups = by_seat(wheel, who) if self.order == "seats" and not self.once else ()
        contest = Contest(
            wheel.count + 1,
            title,
            self.attribute,
            self.harmful,
            self.order,
            who,
            groups=groups,
            once=self.once,
        )
        event = begun(wheel, replace(contest, many=many(wheel, contest)))
        yield event
        yield from beginning(event.onto(wheel))


def has_dice(wheel: Wheel, who: tuple[str, ...], attribute: str) -> None:
    """Without a die in the special pool that it is about one can only lose; the GM may want it so
    (WF-30, WF-71, WF-103)."""
    if attribute in ATTRIBUTES:
        return
    none = listing(wheel.name(w) for w in who if not value(wheel.cast[w], attribute))
    what = attribute_name(wheel, attribute)
    why = f"{none} would lose without a throw: no dice in {what}. Let it be about what all can "
    why += f"roll; who has {what} can still act with it, “In another way”."
    need(not none, "WF-30", "attribute_out", why)


class ContestOpened(Change[Wheel], frozen=True):
    contest: Contest
    rolls: tuple[Roll, ...] = ()  # one for each, where everybody throws once (WF-73)

    def onto(self, wheel: Wheel) -> Wheel:
        for roll in self.rolls:
            wheel = drafted(wheel, roll)
        return replace(wheel, contest=self.contest, count=max(wheel.count, self.contest.id))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "_once" if self.contest.once else ""

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        contest = self.contest
        way, who = attribute_name(wheel, contest.attribute), listing(map(wheel.name, contest.who))
        return {"title": headed(contest.title), "attribute": way, "who": who}


def begun(wheel: Wheel, contest: Contest) -> ContestOpened:
    """With a roll for each in seat order, where everybody throws once (WF-73)."""
    if not contest.once:
        return ContestOpened(contest)
    people = enumerate(order.seated(wheel, contest.who), contest.id + 1)
    rolls = tuple(
        Roll(n, who, contest.attribute, contest.title, scene=wheel.scene) for n, who in people
    )
    return ContestOpened(replace(contest, rolls={r.roller: r.id for r in rolls}), rolls)


# -- Coming and going, sides (WF-91, WF-96) --------------------------------------------------


class EnterContest(Act[Wheel], frozen=True):
    may = "gm"
    who: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-91")
        contest, hero = the_contest(wheel), wheel.character(self.who)
        outside = self.who not in (*contest.who, *contest.entering)
        must(outside, "WF-91", "already_in", f"{hero.name} takes part already.")
        has_dice(wheel, (self.who,), contest.attribute)
        yield ContestEntered(self.who)


class ContestEntered(Change[Wheel], frozen=True):
    """From the next round on."""

    who: Who

    def onto(self, wheel: Wheel) -> Wheel:
        entering = (*contest_of(wheel).entering, self.who)
        return wheel.with_contest(entering=entering, goes_on=None)


class LeaveContest(Act[Wheel], frozen=True):
    may = "gm"
    who: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-91")
        contest = the_contest(wheel)
        inside = self.who in (*contest.who, *contest.entering)
        must(inside, "WF-91", "unknown", "They take no part in this contest.")
        not_rolling(wheel, contest, self.who)
        event = ContestLeft(self.who)
        yield event
        yield from moving_on(event.onto(wheel))


class ContestLeft(Change[Wheel], frozen=True):
    who: Who

    def onto(self, wheel: Wheel) -> Wheel:
        """Stress held back still falls on those who leave."""
        contest = contest_of(wheel)
        return wheel.with_contest(
            who=tuple(w for w in contest.who if w != self.who),
            entering=tuple(w for w in contest.entering if w != self.who),
            pledges={h: w for h, w in contest.pledges.items() if self.who not in (h, w)},
        )


class GiveIn(Act[Wheel], frozen=True):
    may = "owner or gm"
    who: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        contest = must(running(wheel), "WF-64", "no_contest", "No contest is under way.")
        fights = self.who in contest.who and self.who not in contest.gave_in
        must(fights, "WF-91", "not_your_turn", f"{hero.name} has nothing to give in to.")
        not_rolling(wheel, contest, self.who)
        event = GaveIn(self.who)
        yield event
        wheel = event.onto(wheel)
        yield from ranking(wheel) if contest.once else moving_on(wheel)


class GaveIn(Change[Wheel], frozen=True):
    who: Who

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(gave_in=(*contest_of(wheel).gave_in, self.who))


class SetSide(Act[Wheel], frozen=True):
    """A label for display, odds and help; the rules know no sides (WF-96)."""

    may = "gm"
    who: str
    side: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-96")
        contest = must(running(wheel), "WF-64", "no_contest", "No contest is under way.")
        inside = self.who in (*contest.who, *contest.entering)
        must(inside, "WF-96", "unknown", "They take no part in this contest.")
        yield SideSet(self.who, self.side.strip())


class SideSet(Change[Wheel], frozen=True):
    who: Who
    side: str

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(sides={**contest_of(wheel).sides, self.who: self.side})

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.side else "_none"


def not_rolling(wheel: Wheel, contest: Contest, who: str) -> None:
    """Nobody walks away from two rolls that stand against each other."""
    pair = contest.exchange
    busy = pair and in_exchange(contest) and who in (pair.actor, pair.target)
    must(not busy, "WF-91", "roll_open", f"{wheel.name(who)}'s roll has to be thrown first.")


# -- Whether it is over (WF-89, WF-91, WF-96) ------------------------------------------------


def asking(contest: Contest) -> bool:
    return contest.exchange is not None and bool(contest.exchange.asks)


def friendly(contest: Contest, hero: Character, other: Character) -> bool:
    """Whether two stand together, as their sides say, else as players' characters do (WF-96)."""
    sides = contest.sides.get(hero.id, ""), contest.sides.get(other.id, "")
    return sides[0] == sides[1] if any(sides) else hero.kind == other.kind


def unopposed(wheel: Wheel, contest: Contest) -> tuple[str, ...] | None:
    """Those left standing once nobody stands against them any more; the GM says whether it is over.

    It ends by itself only where nobody against them can act in any way; who stands together
    without a written side is the GM's to say (WF-89, WF-91, WF-96). A player's character who is out
    in what it is about and can act otherwise has their turn; for such an NPC the GM says. Where the
    GM has let it go on, it is asked again once others are left.
    """
    if contest.once or contest.pending or in_exchange(contest) or asking(contest):
        return None
    players = {who for side in remaining(wheel).values() for who in side}
    players = {who for who in players if wheel.cast[who].kind == "pc"}
    stands = players.union(*standing(wheel).values())
    sides = by_side(contest, (w for w in (*contest.who, *contest.entering) if w in stands))
    left = [wheel.cast[who] for side in sides.values() for who in side]
    there = (*contest.who, *contest.entering)
    fallen = [wheel.cast[w] for w in there if w in wheel.cast and wheel.cast[w] not in left]
    fallen = [foe for foe in fallen if foe.stress or foe.id in contest.gave_in]
    together = all(friendly(contest, one, two) for one, two in combinations(left, 2))
    beaten = any(not all(friendly(contest, foe, one) for one in left) for foe in fallen)
    won = beaten if len(sides) > 1 else bool(fallen)
    still = tuple(hero.id for hero in left)
    return still if together and won and still != contest.goes_on else None


class GoOn(Act[Wheel], frozen=True):
    """The GM lets it go on, though nobody is left against those who stand."""

    may = "gm"

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-91")
        left = unopposed(wheel, the_contest(wheel))
        why = "There is somebody left against them: it goes on."
        asked = must(None if left is None else (left,), "WF-91", "goes_on", why)
        yield ContestGoesOn(*asked)


class ContestGoesOn(Change[Wheel], frozen=True):
    left: tuple[Who, ...]

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(goes_on=self.left)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"title": contest_of(wheel).title}


# -- Closing (WF-91) -------------------------------------------------------------------------


class CloseContest(Act[Wheel], frozen=True):
    """The GM ends it; held-back stress falls first."""

    may = "gm"

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-91")
        must(running(wheel), "WF-91", "no_contest", "No contest is under way.")
        first = tuple(unanswered(wheel))
        yield from first
        yield from closing(after(wheel, first))
