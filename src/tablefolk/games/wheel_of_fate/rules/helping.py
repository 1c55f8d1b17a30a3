"""Helping: one character's dice become another's bonus dice (WF-56 … WF-63)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.wheel_of_fate.rules.building import attribute_name, attribute_of, out, value
from tablefolk.games.wheel_of_fate.rules.drafts import SourceAdded, a_draft
from tablefolk.games.wheel_of_fate.rules.order import (
    bearable,
    can_act,
    contest_of,
    in_exchange,
    running,
    taking_part,
    undecided,
)
from tablefolk.games.wheel_of_fate.rules.rounds import acting
from tablefolk.games.wheel_of_fate.rules.state import Character, Roll, Source, Wheel, Who

# -- Helping a roll (WF-56 … WF-62) ----------------------------------------------------------


class Help(Act[Wheel], frozen=True):
    """Lend one's dice to this one roll (WF-62); with another attribute the GM is asked (WF-57)."""

    may = "owner or gm"
    roll: int
    who: str
    attribute: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, roll = wheel.own(seat, self.who), a_draft(wheel, self.roll)
        need(self.who != roll.roller, "WF-58", "not_yourself", "Nobody helps their own roll.")
        once = not any(s.what == "help" and s.by == self.who for s in roll.sources)
        need(once, "WF-58", "already_helping", f"{hero.name} helps this roll already.")
        attribute = attribute_of(wheel, self.attribute or roll.attribute)
        can_help(wheel, hero, attribute)
        has_action(wheel, hero)
        if attribute != roll.attribute:
            why = "Here help comes from the attribute that is rolled."
            need(may_be_another(wheel), "WF-57", "bad_attribute", why)
            word(seat, "WF-57", other_attribute(wheel, hero, roll, attribute))
        dice_lent = value(hero, attribute)
        source = Source(wheel.count + 1, "bonus", dice_lent, hero.name, "help", hero.id, attribute)
        yield SourceAdded(roll.id, source)
        yield from acting(wheel, self.who, "help")


def can_help(wheel: Wheel, hero: Character, attribute: str) -> None:
    """Who cannot roll it cannot help with it (WF-30, WF-59)."""
    how = attribute_name(wheel, attribute)
    why = f"{hero.name} cannot do anything {how} now, not even help."
    need(not out(hero, attribute), "WF-59", "attribute_out", why)


def may_be_another(wheel: Wheel) -> bool:
    """Whether help may come from another attribute than the one that is rolled (WF-57)."""
    return wheel.options.get("helper_attribute") != "same"


def takes_the_action(wheel: Wheel, hero: Character) -> bool:
    """Whether help is what somebody does in this round (WF-61)."""
    contest = running(wheel)
    return contest is not None and not contest.once and hero.id in contest.who


def has_action(wheel: Wheel, hero: Character) -> None:
    """In a contest help costs the action of this round, so it must still be there (WF-61)."""
    if not takes_the_action(wheel, hero):
        return
    contest = contest_of(wheel)
    busy = in_exchange(contest) and contest.exchange and contest.exchange.actor == hero.id
    free = hero.id not in contest.acted and not busy
    need(free, "WF-61", "already_acted", f"{hero.name} has no action left to give this round.")


def other_attribute(wheel: Wheel, hero: Character, roll: Roll, attribute: str) -> str:
    mine, theirs = attribute_name(wheel, attribute), attribute_name(wheel, roll.attribute)
    return f"May {hero.name} help {wheel.name(roll.roller)}'s {theirs} roll with {mine}?"


# -- Pledging help (WF-63) -------------------------------------------------------------------


class PledgeHelp(Act[Wheel], frozen=True):
    """Promise help before the order is set; to nobody takes it back (WF-63)."""

    may = "owner or gm"
    who: str
    whom: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, contest = wheel.own(seat, self.who), undecided(wheel)
        taking_part(contest, self.who, hero.name)
        was = contest.pledges.get(self.who, "")
        must(self.whom != was, "WF-63", "already_helping", "It stands like that already.")
        event = HelpPledged(self.who, self.whom, value(hero, contest.attribute), was)
        if self.whom:
            can_pledge(wheel, hero, self.whom)
        haste = contest.haste.get(was, 0)
        bears = not was or not haste or bearable(event.onto(wheel), was, haste)
        need(bears, "WF-86", "too_hasty", f"{wheel.name(was)}'s haste counts on this help.")
        yield event


class HelpPledged(Change[Wheel], frozen=True):
    """Help is promised, or with nobody named taken back from `was`."""

    who: Who
    whom: Who
    n: int = 0
    was: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        others = {who: whom for who, whom in contest_of(wheel).pledges.items() if who != self.who}
        return wheel.with_contest(pledges={**others, self.who: self.whom} if self.whom else others)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.whom else "_back"


def can_pledge(wheel: Wheel, hero: Character, whom: str) -> None:
    contest = contest_of(wheel)
    taking_part(contest, whom, wheel.character(whom).name)
    need(hero.id != whom, "WF-58", "not_yourself", "Nobody helps themselves.")
    can_help(wheel, hero, contest.attribute)
    can_act(wheel, contest, whom)
    why = f"{wheel.name(whom)} has promised their own action already."
    need(whom not in contest.pledges, "WF-63", "already_acted", why)
