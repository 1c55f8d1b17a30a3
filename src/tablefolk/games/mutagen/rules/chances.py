"""Exact odds: the four results, a group's luck, the ebb of Will (MU-48).

Every figure goes through the one reader, `reading.read`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import odds as counting
from tablefolk.core.game import Ask, Command, Refusal, Seat
from tablefolk.core.table.company import sees_odds
from tablefolk.games.mutagen.playbooks.effects import BANDS, BandId
from tablefolk.games.mutagen.rules import rating, reading
from tablefolk.games.mutagen.rules.chain import Plan, framed
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose, Redescribe, planned
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import GiveModifier, LetPass
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import BEFORE_DICE, Exploit, OpenMove, Part

CRIT_FROM = reading.CRIT_FROM
Bands = dict[BandId, Fraction]


# -- Results (MU-44) ---------------------------------------------------------------------------


@cache
def results(modifier: int, crit: int = CRIT_FROM) -> counting.Odds:
    """How many of the 36 throws lead to each result."""
    return counting.TWO_DICE.map(lambda total: reading.read(total + modifier, crit))


def bands(modifier: int, crit: int = CRIT_FROM) -> Bands:
    """The chance of each result, the impossible ones too."""
    every = results(modifier, crit)
    return {band: every.chance(band) for band in BANDS}


def success(modifier: int) -> Fraction:
    """The chance of 7 or more, which is what people mean by success (A-51)."""
    return results(modifier).where(lambda band: band in reading.SUCCESS)


# -- A group (MU-87) ---------------------------------------------------------------------------


def comes_back(leader: int, followers: Iterable[int]) -> Fraction:
    """The chance that the Resist a leader spent is won back, from everybody's modifiers."""
    return success(leader) * prod((success(m) for m in followers), start=Fraction(1))


# -- Will (MU-119, MU-120) ---------------------------------------------------------------------


class Ebb(Struct, frozen=True):
    """What one story move does to Will: with some left and room for more, and at 0."""

    gain: Fraction
    lose: Fraction
    regain: Fraction  # at 0, where a full success will do

    @property
    def change(self) -> Fraction:
        """The expected change."""
        return self.gain - self.lose


def ebb(modifier: int, crit: int = CRIT_FROM) -> Ebb:
    chance = bands(modifier, crit)
    return Ebb(chance["crit"], chance["fail"], chance["crit"] + chance["full"])


# -- The odds of a move (MU-48) ----------------------------------------------------------------


class Chances(Struct, frozen=True):
    """A roll before its dice: the modifier with its parts, each result, and what +1 would do."""

    parts: tuple[Part, ...]
    modifier: int
    bands: Bands
    with_status: Bands | None  # None: a status has been exploited, or none can be


def move_odds(show: Show, move: OpenMove) -> Chances | None:
    """The odds of a move as it stands, until its dice are thrown."""
    rolls = rating.roll_of(show, move) is not None
    if move.stage not in BEFORE_DICE or not rolls or move.who not in show.cast:
        return None
    parts, crit = rating.parts(show, move), reading.crit_from(show, show.cast[move.who])
    more = Part("exploit", show.engine.exploit_bonus)
    able = rating.is_story(show, move) and move.exploit is None
    better = bands(reading.modifier((*parts, more)), crit) if able else None
    modifier = reading.modifier(parts)
    return Chances(parts, modifier, bands(modifier, crit), better)


def odds(show: Show, seat: Seat, command: Command) -> Chances | None:
    """The odds of a roll, or of a move as somebody is about to change it, where they may know."""
    move = meant(show, seat, command)
    if move is None or not may_know(show, seat, move):
        return None
    return move_odds(show, move)


def meant(show: Show, seat: Seat, command: Command) -> OpenMove | None:
    """The move as it would be after the command."""
    match command:
        case Propose():
            return foreseen(show, seat, planned(command, command.who, command.inside))
        case Redescribe():
            was = show.moves.get(command.move)
            plan = planned(command, was.who, was.inside, was.follows) if was else None
            new = foreseen(show, seat, plan, command.move) if plan else None
            return replace(new, given=was.given, exploit=was.exploit) if new and was else None
        case Follow():
            return foreseen(show, seat, followed(show, command))
        case LetPass() | RollMove(status=0):
            return show.moves.get(command.move)
        case RollMove() | ExploitStatus():
            return exploiting(show, command)
        case GiveModifier():
            was = show.moves.get(command.move)
            part = Part("gm", command.value, command.why)
            return replace(was, given=(*was.given, part)) if was else None
    return None


def exploiting(show: Show, c: RollMove | ExploitStatus) -> OpenMove | None:
    """The move with the status that goes into it (MU-67)."""
    found, was = show.status(c.status), show.moves.get(c.move)
    if was is None or found is None:
        return None
    return replace(was, exploit=was.exploit or Exploit(c.status, found[1].text, c.how))


def followed(show: Show, c: Follow) -> Plan | None:
    leader = show.moves.get(c.move)
    if leader is None:
        return None
    chain, targets = (*c.through, leader.move), c.targets or leader.targets
    return Plan(
        c.who, chain, c.how, "", targets, c.aptitude, c.picked, c.confirmed, c.option,
        follows=leader.id,
    )  # fmt: skip


def foreseen(show: Show, seat: Seat, plan: Plan | None, but: int = 0) -> OpenMove | None:
    """The move a plan would become; what the rules refuse has no odds."""
    if plan is None:
        return None
    try:
        return framed(show, replace(seat, word=True), plan, but)
    except (Refusal, Ask):
        return None


def may_know(show: Show, seat: Seat, move: OpenMove) -> bool:
    """Whether a seat is shown the odds (TF-23)."""
    rolls = move.who in show.cast and show.cast[move.who].player == seat.id
    return sees_odds(show.options, seat, rolls)
