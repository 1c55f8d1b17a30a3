"""The chances of what somebody could do at the table just now (SB-20, TF-23).

`odds` answers for one command and one seat, as every game does; what stands open (a challenge, a
contest) can be asked about by itself, for the page. Attacks are in `attacks`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.game import Command, Refusal, Seat
from tablefolk.core.table.company import sees_odds
from tablefolk.games.shapers_and_bots.chances import attacks, blows, contests
from tablefolk.games.shapers_and_bots.chances.attacks import AttackChances
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook
from tablefolk.games.shapers_and_bots.chances.rolls import challenge, going_berserk
from tablefolk.games.shapers_and_bots.rules import known, rolling
from tablefolk.games.shapers_and_bots.rules.challenges import (
    OpenChallenge,
    RollChallenge,
    SetDifficulty,
    modifiers,
    named_modifiers,
)
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.contests import RollContest, RollSide
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, Defend
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack, RollDamage, RollDefence
from tablefolk.games.shapers_and_bots.rules.harm import RollBerserk, RollKnockout, RollWaking
from tablefolk.games.shapers_and_bots.rules.shaping import BendTime, ResistShaping
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import (
    Challenge,
    Contest,
    Modifier,
    Outcome,
    Roll,
    Side,
)


class Throw(Struct, frozen=True):
    """Three dice somebody is about to throw: whose, with what added, and for whose eyes."""

    who: str
    modifier: int | None
    hidden: bool = False
    against: Outcome | None = None  # the good roll that it has to stop (SB-126)

    @property
    def outlook(self) -> Outlook:
        """What may come of it."""
        if self.against is None:
            return challenge(self.modifier)
        return blows.stopping(self.modifier, self.against)


class Contested(Struct, frozen=True):
    """A contest as it stands: the sides still in it, and the chance of each."""

    sides: tuple[str, ...]
    chances: contests.Contest
    last: bool = False  # one throw more decides it


Odds = Outlook | Contested | AttackChances


# -- Three dice (SB-18, SB-96, SB-101, SB-142, SB-148) -------------------------------------------


def throw(
    world: World, who: str, key: str, added: tuple[Modifier, ...], hidden: bool = False
) -> Throw:
    """What somebody would throw with a rating now, with what waits for the next roll (SB-143)."""
    hero = world.character(who)
    total = rolling.total(known.rating(world, hero, key), hero, added)
    return Throw(who, total, hidden)


def of_challenge(world: World, tried: Challenge) -> Throw:
    return throw(world, tried.who, tried.key, modifiers(tried), tried.hidden)


def roll_challenge(world: World, c: RollChallenge) -> Throw | None:
    tried = world.challenges.get(c.challenge)
    return of_challenge(world, tried) if tried and tried.status == "open" else None


def set_difficulty(world: World, c: SetDifficulty) -> Throw | None:
    """The chance while the dial is turned (SB-170)."""
    found = roll_challenge(world, RollChallenge(c.challenge))
    if found is None or found.modifier is None:
        return found
    turned = c.difficulty - world.challenges[c.challenge].difficulty
    return Throw(found.who, found.modifier + turned, found.hidden)


def open_challenge(world: World, c: OpenChallenge) -> Throw:
    added = (Modifier("difficulty", c.difficulty), *named_modifiers(c.modifier, c.because))
    return throw(world, c.who, c.key, added, c.hidden)


def roll_knockout(world: World, c: RollKnockout) -> Throw | None:
    """The HP left are the modifier (SB-96)."""
    if not any(wound.who == c.who and wound.stage == "knockout" for wound in world.wounds):
        return None
    hero = world.character(c.who)
    return Throw(c.who, rolling.total(known.health(world, hero), hero), c.hidden)


def roll_waking(world: World, c: RollWaking) -> Throw | None:
    hero = world.character(c.who)
    return Throw(c.who, rolling.total(0, hero), c.hidden) if hero.life == "unconscious" else None


def bend_time(world: World, c: BendTime) -> Throw:
    hard = Modifier("difficulty", figures().hard if c.task == "four" else 0)
    return throw(world, c.who, "shaping:time", (hard, Modifier("the Director", c.modifier)))


def resist_shaping(world: World, c: ResistShaping) -> Throw | None:
    tried = world.challenges.get(c.challenge)
    if tried is None or not tried.waits:
        return None
    found = throw(world, tried.target, tried.resist, (), tried.hidden)
    return replace(found, against=world.rolls[tried.roll].outcome)


def roll_attack(world: World, c: RollAttack) -> Throw | None:
    """Once the target has said whether it defends, or cannot (SB-121)."""
    attack = attacks.under_way(world)
    if attack is None or attack.stage not in ("defence", "attack_roll"):
        return None
    return throw(world, attack.attacker, attack.key, attack.modifiers, c.hidden)


def roll_defence(world: World, c: RollDefence) -> Throw | None:
    attack = attacks.under_way(world)
    if attack is None or attack.stage != "defence_roll":
        return None
    found = throw(world, attack.target, attack.defence_key, attack.defence_modifiers, c.hidden)
    return replace(found, against=world.rolls[attack.attack_roll].outcome)


def about_to_fall(world: World, c: Command) -> Throw | None:
    """The three dice a command would throw, if any."""
    match c:
        case RollChallenge():
            return roll_challenge(world, c)
        case SetDifficulty():
            return set_difficulty(world, c)
        case OpenChallenge():
            return open_challenge(world, c)
        case RollKnockout():
            return roll_knockout(world, c)
        case RollWaking():
            return roll_waking(world, c)
        case BendTime():
            return bend_time(world, c)
        case ResistShaping():
            return resist_shaping(world, c)
        case RollAttack():
            return roll_attack(world, c)
        case RollDefence():
            return roll_defence(world, c)
    return None


PREVIEWS = (OpenChallenge, SetDifficulty, BendTime)  # nothing has been said yet: one's own only


# -- Contests (SB-31 … SB-35) ----------------------------------------------------------------------


def of_contest(world: World, contest: Contest, seat: Seat) -> Contested | None:
    """A contest that is under way, by what has fallen already as far as this seat has seen it."""
    sides = tuple(side for side in contest.sides if not side.out)
    if contest.status != "open" or len(sides) < 2:
        return None
    fallen = tuple(_fallen(world, side, seat) for side in sides)
    chances = contests.contest(
        tuple(_modifier(world, side) for side in sides), world.flag("contest_flukes"), fallen
    )
    return Contested(tuple(side.who for side in sides), chances, fallen.count(None) == 1)


def _modifier(world: World, side: Side) -> int | None:
    """What is added: to the dice that have fallen, or to those still to fall."""
    roll = world.rolls.get(side.roll)
    return roll.modifier if roll else throw(world, side.who, side.key, side.modifiers).modifier


def _fallen(world: World, side: Side, seat: Seat) -> int | None:
    roll: Roll | None = world.rolls.get(side.roll)
    return roll.natural if roll and (seat.gm or not roll.hidden) else None


# -- For a seat (TF-23) ----------------------------------------------------------------------------


def odds(world: World, seat: Seat, command: Command) -> Odds | None:
    """How that would turn out, exactly, where dice decide it and the seat may know."""
    try:
        return _odds(world, seat, command)
    except Refusal:
        return None  # nobody there, or a number that was never set (SB-169)


def _odds(world: World, seat: Seat, command: Command) -> Odds | None:
    match command:
        case RollSide() | RollContest():
            return _contest_odds(world, seat, command)
        case DeclareAttack() | Defend():
            return _attack_odds(world, seat, command)
        case RollDamage(who=who):
            return attacks.damage(world) if may_know(world, seat, who) else None
        case RollBerserk(who=who):
            waits = any(w.who == who and w.stage == "berserk" for w in world.wounds)
            return going_berserk() if waits and may_know(world, seat, who) else None
        case _:
            return _throw_odds(world, seat, command)


def _throw_odds(world: World, seat: Seat, command: Command) -> Outlook | None:
    found = about_to_fall(world, command)
    if found is None or not may_know(world, seat, found.who, found.hidden):
        return None
    if isinstance(command, PREVIEWS) and not (seat.gm or world.cast[found.who].player == seat.id):
        return None
    return found.outlook


def _contest_odds(world: World, seat: Seat, command: RollSide | RollContest) -> Contested | None:
    contest = world.contests.get(command.contest)
    who = command.who if isinstance(command, RollSide) else ""
    if contest is None or not may_know(world, seat, who):
        return None
    return of_contest(world, contest, seat)


def _attack_odds(world: World, seat: Seat, command: DeclareAttack | Defend) -> AttackChances | None:
    """Before an attack is declared or answered: for the one who does it, and the Director."""
    hero = world.character(command.who)
    if not may_know(world, seat, hero.id) or not (seat.gm or hero.player == seat.id):
        return None
    if isinstance(command, DeclareAttack):
        attack = attacks.planned(world, hero, command)
    else:
        attack = attacks.under_way(world)
    if attack is None or (isinstance(command, Defend) and attack.target != hero.id):
        return None
    deep = seat.gm or (attack.target != "" and world.cast[attack.target].player == seat.id)
    return attacks.of_attack(world, attack, deep)


def may_know(world: World, seat: Seat, who: str, hidden: bool = False) -> bool:
    """Whether a seat is shown the chances of somebody's throw (TF-23, SB-168)."""
    throws = who in world.cast and world.cast[who].player == seat.id
    return (seat.gm or not hidden) and sees_odds(world.options, seat, throws)
