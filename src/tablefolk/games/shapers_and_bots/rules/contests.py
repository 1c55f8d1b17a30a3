"""Outdoing each other: the higher score wins, a tie is the Director's (SB-31 … SB-35)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.words import begun, listing
from tablefolk.games.shapers_and_bots.rules import known, rolling, shaped, sheet, skills
from tablefolk.games.shapers_and_bots.rules.fights import acting
from tablefolk.games.shapers_and_bots.rules.rulings import ruled
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    Contest,
    Id,
    Key,
    Line,
    Modified,
    Modifier,
    Reason,
    Roll,
    Side,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, scores, told_scores

RANK = {"fumble": 0, "failure": 1, "success": 1, "fluke": 2}
MOST_SIDES = 12
KEPT = 10  # contests kept at hand; the log has them all

# -- Opening (SB-31, SB-33) ------------------------------------------------------------------------


class OpenContest(Act[World], frozen=True):
    """The Director names what it is about, the sides, and the rating each of them uses."""

    may = "gm"
    what: Line
    one: Id
    one_key: Key
    other: Id
    other_key: Key
    hidden: bool = False  # the extras' dice (SB-168)
    more: tuple[Id, ...] = ()  # further sides, with the other's rating (SB-33)
    cost: acting.Cost = 0  # actions that whoever's turn it is pays in a fight (SB-119)

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-31")
        what = words(one_line(self.what), "SB-31", "Say what they try to outdo each other in.")
        others = dict.fromkeys((self.other, *self.more))
        must(self.one not in others, "SB-31", "bad_target", "Nobody outdoes themselves.")
        full = len(others) < MOST_SIDES
        must(full, "SB-33", "too_many", f"{MOST_SIDES} sides are the most there can be.")
        rivals = (a_side(world, one, self.other_key) for one in others)
        sides = (a_side(world, self.one, self.one_key), *rivals)
        payer = who_pays(world, (self.one, *others))
        paying = self.cost and world.combatant(payer)
        one = acting.turn(world, seat, payer, self.cost) if paying else None
        yield from acting.spent(one, "try", self.cost)
        yield ContestOpened(Contest(world.count + 1, what, sides, self.hidden))


def who_pays(world: World, sides: Sequence[str]) -> str:
    """The side whose turn it is in a fight, else the first (SB-119)."""
    turn = world.fight.current if world.fight else ""
    return turn if turn in sides else sides[0]


class ContestOpened(Change[World], frozen=True):
    contest: Contest

    def onto(self, world: World) -> World:
        last = list(world.contests)[-KEPT:]
        kept = {
            n: c for n, c in world.contests.items() if n in last or c.status in ("open", "tied")
        }
        return replace(world, contests={**kept, self.contest.id: self.contest}).counted(
            self.contest.id
        )

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"names": listing(world.name(side.who) for side in self.contest.sides)}


class JoinContest(Act[World], frozen=True):
    """One more side (SB-33)."""

    may = "gm"
    contest: int
    who: Id
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-33")
        contest = before_dice(world, self.contest)
        new = all(side.who != self.who for side in contest.sides)
        must(new, "SB-33", "same", f"{world.name(self.who)} is in it already.")
        few = len(contest.sides) < MOST_SIDES
        must(few, "SB-33", "too_many", f"A contest has at most {MOST_SIDES} sides.")
        yield ContestJoined(contest.id, a_side(world, self.who, self.key))


class ContestJoined(Change[World], frozen=True):
    contest: int
    side: Side

    def onto(self, world: World) -> World:
        sides = world.contests[self.contest].sides
        return world.with_contest(self.contest, sides=(*sides, self.side))

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"name": world.name(self.side.who)}


class AddSideModifier(Act[World], frozen=True):
    """A named number for one side (SB-33)."""

    may = "gm"
    contest: int
    who: Id
    value: Modified
    label: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-33")
        contest = the_contest(world, self.contest)
        side = to_roll(world, contest, self.who)
        must(self.value, "SB-33", "no_effect", "A modifier of 0 changes nothing.")
        label = words(one_line(self.label), "SB-33", "Say what it is for.")
        yield SideModified(contest.id, side.who, Modifier(label, self.value))


class SideModified(Change[World], frozen=True):
    voice = "noted"
    contest: int
    who: Who
    modifier: Modifier

    def onto(self, world: World) -> World:
        had = next(
            side for side in world.contests[self.contest].sides if side.who == self.who
        ).modifiers
        return with_side(world, self.contest, self.who, modifiers=(*had, self.modifier))

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"value": sheet.signed(self.modifier.value)}


def a_side(world: World, who: str, key: str) -> Side:
    hero = world.character(who)
    why = f"{hero.name or 'This character'} is not finished yet."
    need(hero.finished, "SB-44", "not_ready", why)
    need(not hero.left, "SB-104", "gone", f"{hero.name} is out of the story.")
    world.able(hero)
    known_ = sheet.known_key(world, hero, key, "SB-16")
    skills.for_this_species(world, hero, known_)
    return Side(hero.id, known_)


def before_dice(world: World, number: int) -> Contest:
    """A contest in which nobody has rolled yet."""
    contest = the_contest(world, number)
    fresh = contest.tries == 1 and not any(side.roll for side in contest.sides)
    must(fresh, "SB-31", "under_way", "The dice have begun to fall.")
    return contest


def with_side(world: World, contest: int, who: str, **changes: object) -> World:
    sides = world.contests[contest].sides
    changed = tuple(replace(s, **changes) if s.who == who else s for s in sides)
    return world.with_contest(contest, sides=changed)


# -- Rolling (SB-31, SB-34, SB-35) -----------------------------------------------------------------


class RollSide(Act[World], frozen=True):
    """One side throws its dice; with the last, the contest is judged."""

    may = "owner or gm"
    contest: int
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        contest = the_contest(world, self.contest)
        side = to_roll(world, contest, self.who)
        hero = world.played(seat, side.who)
        world.able(hero)
        yield from thrown(world, contest, (side,), dice)


class SideRolled(Change[World], frozen=True):
    voice = "threw"
    contest: int
    who: Who
    roll: int

    def onto(self, world: World) -> World:
        return with_side(world, self.contest, self.who, roll=self.roll)


class RollContest(Act[World], frozen=True):
    """The Director throws for all who have not rolled yet."""

    may = "gm"
    contest: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-31")
        contest = the_contest(world, self.contest)
        left = tuple(side for side in contest.sides if not (side.roll or side.out))
        for side in left:
            world.able(world.character(side.who))
            known.rating(world, world.character(side.who), side.key)
        yield from thrown(world, contest, left, dice)


class ContestWon(Change[World], frozen=True):
    voice = "threw"
    contest: int
    what: str
    winner: Who

    def onto(self, world: World) -> World:
        return world.with_contest(self.contest, status="won", winner=self.winner)

    def in_words(self, world: World, seat: Seat) -> Facts:
        found = scores(world, self.contest, seat)
        best = max((score for _, score in found), default=0)
        fits = (self.winner, best) in found
        what = f"{self.what[:1].upper()}{self.what[1:]}"  # a sentence of its own
        return {"scores": told_scores(world, found) if fits else "", "what": what}


class ContestTied(Change[World], frozen=True):
    voice = "threw"
    contest: int
    what: str
    tied: tuple[Who, ...]

    def onto(self, world: World) -> World:
        return world.with_contest(self.contest, status="tied", tied=self.tied)

    def scored(self, world: World, seat: Seat) -> str:
        """While it is tied: once they roll again, the scores are others."""
        contest = world.contests.get(self.contest)
        still = contest is not None and contest.status == "tied"
        return told_scores(world, scores(world, self.contest, seat)) if still else ""

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_scored" if self.scored(world, seat) else ""

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"scores": begun(self.scored(world, seat))}


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
        world = rolled.onto(made.onto(world))
    yield from verdict(world, world.contests[contest.id])


def verdict(world: World, contest: Contest) -> Iterator[Event]:
    """The winner, or a tie that waits for the Director, once everybody has rolled."""
    trying = [side for side in contest.sides if not side.out]
    if all(side.roll for side in trying):
        rolls = [world.rolls[side.roll] for side in trying]
        ahead = judged(rolls, world.flag("contest_flukes"))
        if len(ahead) == 1:
            won = ContestWon(contest.id, contest.what, ahead[0])
            yield won
            one = contest.sides[0].who
            if ahead[0] == one:
                yield from shaped.follows(won.onto(world), one, contest.effect, contest.target)
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


# -- A tie (SB-32); the Director's end (SB-174) ----------------------------------------------------


class RuleTie(Act[World], frozen=True):
    """Carry on, so that those who tied roll again; or something unusual happens, in words."""

    may = "gm"
    contest: int
    again: bool = True
    text: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-32")
        contest = must(
            world.contests.get(self.contest), "SB-32", "unknown", "There is no such contest."
        )
        must(contest.status == "tied", "SB-32", "not_tied", "Nobody is tied.")
        text = one_line(self.text)
        if not self.again:
            words(text, "SB-32", "Say what unusual thing happens.")
        yield TieRuled(contest.id, contest.what, self.again, contest.tied, text)
        answer = "carry on, roll again" if self.again else text
        yield ruled(world, "SB-32", f"{contest.what}: a tie. What now?", answer)


class TieRuled(Change[World], frozen=True):
    voice = "ruled"
    contest: int
    what: str
    again: bool
    tied: tuple[str, ...]
    text: str = ""

    def onto(self, world: World) -> World:
        if not self.again:
            return world.with_contest(self.contest, status="unusual", answer=self.text)
        sides = tuple(
            replace(side, roll=0) if side.who in self.tied else replace(side, out=True)
            for side in world.contests[self.contest].sides
        )
        tries = world.contests[self.contest].tries + 1
        return world.with_contest(self.contest, status="open", sides=sides, tries=tries, tied=())

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.again else "_unusual"


class EndContest(Act[World], frozen=True):
    """The Director ends a contest that nobody has won."""

    may = "gm"
    contest: int
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-174")
        contest = must(
            world.contests.get(self.contest), "SB-174", "unknown", "There is no such contest."
        )
        going = contest.status in ("open", "tied")
        need(going, "SB-174", "over", "That contest is over.")
        yield ContestEnded(contest.id, contest.what, self.reason.strip())
        yield ruled(
            world, "SB-174", f"{contest.what}: who wins?", "ended without a winner", self.reason
        )


class ContestEnded(Change[World], frozen=True):
    voice = "ruled"
    contest: int
    what: str
    reason: Reason = ""

    def onto(self, world: World) -> World:
        return world.with_contest(self.contest, status="ended", answer=self.reason)
