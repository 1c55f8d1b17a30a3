"""Outdoing each other: the higher score wins, a tie is the Director's (SB-31 … SB-35)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.shapers_and_bots.rules import known, rolling, sheet, skills
from tablefolk.games.shapers_and_bots.rules.rulings import ruled
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    Contest,
    Id,
    Key,
    Line,
    Modified,
    Modifier,
    Roll,
    Side,
)

RANK = {"fumble": 0, "failure": 1, "success": 1, "fluke": 2}
MOST_SIDES = 12
KEPT = 10  # contests kept at hand; the log has them all

# -- Opening (SB-31, SB-33) ------------------------------------------------------------------------


class OpenContest(Command, frozen=True):
    """The Director names what it is about, the sides, and the rating each of them uses."""

    may = "gm"
    what: Line
    one: Id
    one_key: Key
    other: Id
    other_key: Key
    hidden: bool = False  # the extras' dice (SB-168)
    more: tuple[Id, ...] = ()  # further sides, with the other's rating (SB-33)


class ContestOpened(Event, frozen=True):
    contest: Contest


class JoinContest(Command, frozen=True):
    """One more side (SB-33)."""

    may = "gm"
    contest: int
    who: Id
    key: Key


class ContestJoined(Event, frozen=True):
    contest: int
    side: Side


class AddSideModifier(Command, frozen=True):
    """A named number for one side (SB-33)."""

    may = "gm"
    contest: int
    who: Id
    value: Modified
    label: Line


class SideModified(Event, frozen=True):
    contest: int
    who: str
    modifier: Modifier


def open_contest(world: World, seat: Seat, c: OpenContest, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-31")
    what = words(one_line(c.what), "SB-31", "Say what they try to outdo each other in.")
    others = dict.fromkeys((c.other, *c.more))
    must(c.one not in others, "SB-31", "bad_target", "Nobody outdoes themselves.")
    full = len(others) < MOST_SIDES
    must(full, "SB-33", "too_many", f"{MOST_SIDES} sides are the most there can be.")
    rivals = (a_side(world, one, c.other_key) for one in others)
    sides = (a_side(world, c.one, c.one_key), *rivals)
    yield ContestOpened(Contest(world.count + 1, what, sides, c.hidden))


def a_side(world: World, who: str, key: str) -> Side:
    hero = world.character(who)
    why = f"{hero.name or 'This character'} is not finished yet."
    need(hero.finished, "SB-44", "not_ready", why)
    need(not hero.left, "SB-104", "gone", f"{hero.name} is out of the story.")
    world.able(hero)
    known_ = sheet.known_key(world, hero, key, "SB-16")
    skills.for_this_species(world, hero, known_)
    return Side(hero.id, known_)


def contest_opened(world: World, e: ContestOpened) -> World:
    last = list(world.contests)[-KEPT:]
    kept = {n: c for n, c in world.contests.items() if n in last or c.status in ("open", "tied")}
    return replace(world, contests={**kept, e.contest.id: e.contest}).counted(e.contest.id)


def join_contest(world: World, seat: Seat, c: JoinContest, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-33")
    contest = before_dice(world, c.contest)
    new = all(side.who != c.who for side in contest.sides)
    must(new, "SB-33", "same", f"{world.name(c.who)} is in it already.")
    few = len(contest.sides) < MOST_SIDES
    must(few, "SB-33", "too_many", f"A contest has at most {MOST_SIDES} sides.")
    yield ContestJoined(contest.id, a_side(world, c.who, c.key))


def before_dice(world: World, number: int) -> Contest:
    """A contest in which nobody has rolled yet."""
    contest = the_contest(world, number)
    fresh = contest.tries == 1 and not any(side.roll for side in contest.sides)
    must(fresh, "SB-31", "under_way", "The dice have begun to fall.")
    return contest


def contest_joined(world: World, e: ContestJoined) -> World:
    sides = world.contests[e.contest].sides
    return world.with_contest(e.contest, sides=(*sides, e.side))


def add_side_modifier(world: World, seat: Seat, c: AddSideModifier, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-33")
    contest = the_contest(world, c.contest)
    side = to_roll(world, contest, c.who)
    must(c.value, "SB-33", "no_effect", "A modifier of 0 changes nothing.")
    label = words(one_line(c.label), "SB-33", "Say what it is for.")
    yield SideModified(contest.id, side.who, Modifier(label, c.value))


def side_modified(world: World, e: SideModified) -> World:
    had = next(side for side in world.contests[e.contest].sides if side.who == e.who).modifiers
    return with_side(world, e.contest, e.who, modifiers=(*had, e.modifier))


def with_side(world: World, contest: int, who: str, **changes: Any) -> World:
    sides = world.contests[contest].sides
    changed = tuple(replace(s, **changes) if s.who == who else s for s in sides)
    return world.with_contest(contest, sides=changed)


# -- Rolling (SB-31, SB-34, SB-35) -----------------------------------------------------------------


class RollSide(Command, frozen=True):
    """One side throws its dice; with the last, the contest is judged."""

    may = "owner or gm"
    contest: int
    who: Id


class SideRolled(Event, frozen=True):
    contest: int
    who: str
    roll: int


class RollContest(Command, frozen=True):
    """The Director throws for all who have not rolled yet."""

    may = "gm"
    contest: int


class ContestWon(Event, frozen=True):
    contest: int
    what: str
    winner: str


class ContestTied(Event, frozen=True):
    contest: int
    what: str
    tied: tuple[str, ...]


def roll_side(world: World, seat: Seat, c: RollSide, dice: Dice) -> Iterator[Event]:
    contest = the_contest(world, c.contest)
    side = to_roll(world, contest, c.who)
    hero = world.played(seat, side.who)
    world.able(hero)
    yield from thrown(world, contest, (side,), dice)


def roll_contest(world: World, seat: Seat, c: RollContest, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-31")
    contest = the_contest(world, c.contest)
    left = tuple(side for side in contest.sides if not (side.roll or side.out))
    for side in left:
        world.able(world.character(side.who))
        known.rating(world, world.character(side.who), side.key)
    yield from thrown(world, contest, left, dice)


def thrown(world: World, contest: Contest, sides: Sequence[Side], dice: Dice) -> Iterator[Event]:
    """These sides throw, one after the other; then, if nobody is left to, it is judged."""
    for side in sides:
        hero = world.character(side.who)
        rating = known.rating(world, hero, side.key)
        hidden = contest.hidden and hero.extra
        made = rolling.throw(
            world, hero, dice, contest.what, side.key, rating, side.modifiers, hidden
        )
        kind = "flukes" if world.flag("contest_flukes") else "scores"
        made = rolling.RollMade(replace(made.roll, contest=kind))
        rolled = SideRolled(contest.id, side.who, made.roll.id)
        yield made
        yield rolled
        world = side_rolled(rolling.roll_made(world, made), rolled)
    yield from verdict(world, world.contests[contest.id])


def verdict(world: World, contest: Contest) -> Iterator[Event]:
    """The winner, or a tie that waits for the Director, once everybody has rolled."""
    trying = [side for side in contest.sides if not side.out]
    if all(side.roll for side in trying):
        rolls = [world.rolls[side.roll] for side in trying]
        ahead = judged(rolls, world.flag("contest_flukes"))
        if len(ahead) == 1:
            yield ContestWon(contest.id, contest.what, ahead[0])
        else:
            yield ContestTied(contest.id, contest.what, ahead)


def judged(rolls: Sequence[Roll], flukes_count: bool) -> tuple[str, ...]:
    """Who is ahead: one is the winner, several tie (SB-31, SB-33 … SB-35).

    Somebody without the skill wins by the only fluke there is, and ties with others who fluke.
    """
    flukers = [roll for roll in rolls if roll.outcome == "fluke"]
    if any(roll.rating is None for roll in flukers):
        return tuple(roll.who for roll in flukers)
    able = [roll for roll in rolls if roll.rating is not None]
    if not able:
        return tuple(roll.who for roll in rolls)
    ranks = {roll.who: (RANK[roll.outcome] if flukes_count else 0, roll.score) for roll in able}
    best = max(ranks.values(), key=lambda rank: (rank[0], rank[1] or 0))
    return tuple(who for who, rank in ranks.items() if rank == best)


def the_contest(world: World, number: int) -> Contest:
    """A contest that goes on; a tied one waits for the Director (SB-32)."""
    contest = must(world.contests.get(number), "SB-31", "unknown", "There is no such contest.")
    why = "It is a tie: the Director says whether they go on or something unusual happens."
    must(contest.status != "tied", "SB-32", "awaiting_ruling", why)
    must(contest.status == "open", "SB-31", "over", "That contest is over.")
    return contest


def to_roll(world: World, contest: Contest, who: str) -> Side:
    """A side that has not rolled yet."""
    found = next((side for side in contest.sides if side.who == who), None)
    side = must(found, "SB-31", "unknown", f"{world.name(who)} is not in this contest.")
    must(not side.out, "SB-33", "out", f"{world.name(who)} has been outdone already.")
    must(not side.roll, "SB-23", "no_reroll", f"{world.name(who)} has rolled.")
    return side


def side_rolled(world: World, e: SideRolled) -> World:
    return with_side(world, e.contest, e.who, roll=e.roll)


def contest_won(world: World, e: ContestWon) -> World:
    return world.with_contest(e.contest, status="won", winner=e.winner)


def contest_tied(world: World, e: ContestTied) -> World:
    return world.with_contest(e.contest, status="tied", tied=e.tied)


# -- A tie (SB-32); the Director's end (SB-174) ----------------------------------------------------


class RuleTie(Command, frozen=True):
    """Carry on, so that those who tied roll again; or something unusual happens, in words."""

    may = "gm"
    contest: int
    again: bool = True
    text: Line = ""


class TieRuled(Event, frozen=True):
    contest: int
    what: str
    again: bool
    tied: tuple[str, ...]
    text: str = ""


class EndContest(Command, frozen=True):
    """The Director ends a contest that nobody has won."""

    may = "gm"
    contest: int
    reason: Line = ""


class ContestEnded(Event, frozen=True):
    contest: int
    what: str
    reason: str = ""


def rule_tie(world: World, seat: Seat, c: RuleTie, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-32")
    contest = must(world.contests.get(c.contest), "SB-32", "unknown", "There is no such contest.")
    must(contest.status == "tied", "SB-32", "not_tied", "Nobody is tied.")
    text = one_line(c.text)
    if not c.again:
        words(text, "SB-32", "Say what unusual thing happens.")
    yield TieRuled(contest.id, contest.what, c.again, contest.tied, text)
    answer = "carry on, roll again" if c.again else text
    yield ruled(world, "SB-32", f"{contest.what}: a tie. What now?", answer)


def tie_ruled(world: World, e: TieRuled) -> World:
    if not e.again:
        return world.with_contest(e.contest, status="unusual", answer=e.text)
    sides = tuple(
        replace(side, roll=0) if side.who in e.tied else replace(side, out=True)
        for side in world.contests[e.contest].sides
    )
    tries = world.contests[e.contest].tries + 1
    return world.with_contest(e.contest, status="open", sides=sides, tries=tries, tied=())


def end_contest(world: World, seat: Seat, c: EndContest, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-174")
    contest = must(world.contests.get(c.contest), "SB-174", "unknown", "There is no such contest.")
    going = contest.status in ("open", "tied")
    need(going, "SB-174", "over", "That contest is over.")
    yield ContestEnded(contest.id, contest.what, c.reason.strip())
    yield ruled(world, "SB-174", f"{contest.what}: who wins?", "ended without a winner", c.reason)


def contest_ended(world: World, e: ContestEnded) -> World:
    return world.with_contest(e.contest, status="ended", answer=e.reason)


DECIDE: dict[Any, Any] = {
    OpenContest: open_contest,
    JoinContest: join_contest,
    AddSideModifier: add_side_modifier,
    RollSide: roll_side,
    RollContest: roll_contest,
    RuleTie: rule_tie,
    EndContest: end_contest,
}
EVOLVE: dict[Any, Any] = {
    ContestOpened: contest_opened,
    ContestJoined: contest_joined,
    SideModified: side_modified,
    SideRolled: side_rolled,
    ContestWon: contest_won,
    ContestTied: contest_tied,
    TieRuled: tie_ruled,
    ContestEnded: contest_ended,
}
