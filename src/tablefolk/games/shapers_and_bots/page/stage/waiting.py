"""Who is waited for, in which part, and for what: straight from the state (TF-30)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Seat
from tablefolk.core.stage import GM, Wait
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers import creation, fighting, growing, harm
from tablefolk.games.shapers_and_bots.page.offers.adventures import ready
from tablefolk.games.shapers_and_bots.page.offers.playing import contest_at, tried_at
from tablefolk.games.shapers_and_bots.page.stage.playing import open_contests
from tablefolk.games.shapers_and_bots.rules import challenges, extras, farewells, sheet
from tablefolk.games.shapers_and_bots.rules.fights import asking, planning, rounds
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Contest, Fight
from tablefolk.games.shapers_and_bots.rules.wording import say


def waiting(world: World) -> Iterator[Wait]:
    """What holds up most people first."""
    every = (*_hurt(world), *_fight(world), *_tries(world), *_making(world), *_directors(world))
    seen = set[tuple[str, str]]()
    for wait in sorted(every, key=lambda wait: -wait.holds):
        if (wait.member, wait.part) not in seen:
            seen.add((wait.member, wait.part))
            yield wait


def wait(member: str, part: str, what: str, holds: int = 0) -> Wait:
    return Wait(member, part, say(f"waited.{what}"), holds)


def hand(hero: Character) -> str:
    """Whoever throws for somebody."""
    return hero.player or GM


def plays(world: World, hero: Character) -> bool:
    """Whether somebody can act at all: awake, and taken up by their player."""
    return known.taken_up(world, hero) and hero.life == "conscious"


# -- Harm and fights -------------------------------------------------------------------------------


def _hurt(world: World) -> Iterator[Wait]:
    everybody = len(world.company.seats)
    for wound in world.wounds:
        hero = world.cast[wound.who]
        part = "fight" if wound.attack else f"harm:{hero.id}"
        if not (wound.attack and world.fight is None):
            yield wait(hand(hero), part, wound.stage, everybody)
    for hero in world.cast.values():
        if hero.waking:
            kind = "waking_bot" if hero.kind == "bot" else "waking"
            yield wait(hand(hero), f"harm:{hero.id}", kind)


def _fight(world: World) -> Iterator[Wait]:
    fight = world.fight
    if fight is None:
        return
    everybody = len(world.company.seats)
    for asked in asking.waits(world):
        if asked.what not in ("knockout", "berserk", "waking"):
            hero = world.cast.get(asked.who)
            mine = hero is not None and asked.member != world.gm
            if not hero or asked.what != "turn" or fighting.may_end(world, hero):
                who, turn = hand(hero) if mine and hero else GM, asked.what == "turn"
                found = wait(who, "fight", asked.what, everybody)
                yield replace(found, chooses=turn)
    if _numbers(world, fight) or _tied(world, fight):
        yield wait(GM, "fight", "number", everybody)


def _numbers(world: World, fight: Fight) -> bool:
    """Whether an attack waits for a number that an extra was never given (SB-169)."""
    return fight.attack is not None and any(fighting.unset(world, fight.attack))


def _tied(world: World, fight: Fight) -> bool:
    everybody = (*fight.combatants, *fight.newcomers)
    over = fight.phase in ("idle", "closed")
    return over and bool(rounds.unranked(world, everybody, fight.ties))


# -- Challenges and contests -----------------------------------------------------------------------


def _tries(world: World) -> Iterator[Wait]:
    for tried in world.challenges.values():
        if tried.who in world.cast and not tried.hidden:
            yield from _tried(world, tried)
    for contest in open_contests(world):
        yield from _contest(world, contest)


def _tried(world: World, tried: Challenge) -> Iterator[Wait]:
    hero, part = world.cast[tried.who], tried_at(tried)
    if tried.status in ("open", "refused"):
        unset = bool(extras.lacking(world, hero, tried.key))
        asked = bool(challenges.questioned(world, tried))
        ready_ = tried.status == "open" and hero.finished and not (unset or asked)
        if ready_ and plays(world, hero) and challenges.payable(world, tried):
            yield wait(hand(hero), part, "roll", _on_turn(world, hero))
        if tried.asked and tried.status == "open":
            yield wait(GM, part, "dice")
        if unset or set(tried.parts) & _fitted(hero):
            yield wait(GM, part, "number")
    elif tried.waits and tried.target in world.cast:
        target = world.cast[tried.target]
        yield wait(hand(target), part, "resist")
        if extras.lacking(world, target, tried.resist):
            yield wait(GM, part, "number")


def _on_turn(world: World, hero: Character) -> int:
    """What somebody tries on their turn comes before the rest of the turn."""
    on = world.fight is not None and world.fight.current == hero.id
    return len(world.company.seats) + 1 if on else 0


def _fitted(hero: Character) -> set[str]:
    return {part.feature for part in hero.bot.parts} if hero.bot else set()


def _contest(world: World, contest: Contest) -> Iterator[Wait]:
    """The others in it wait for each throw: in a fight it comes before anybody's turn."""
    part, holds = contest_at(contest), len(world.company.seats) + 1 if world.fight else 1
    if contest.status == "tied":
        yield wait(GM, part, "tie", holds)
        return
    for side in contest.sides:
        hero = world.cast[side.who]
        if not (side.roll or side.out):
            if extras.lacking(world, hero, side.key):
                yield wait(GM, part, "number", holds)
            elif plays(world, hero):
                yield wait(hand(hero), part, "roll", holds)


# -- Making characters, and the Director's own -----------------------------------------------------


def _making(world: World) -> Iterator[Wait]:
    for member in world.company.seats:
        if hero := farewells.mourns(world, member):
            yield wait(member, f"farewell:{hero.id}", "farewell")
        if creation.has_nobody(world, Seat(member, "player")):
            yield replace(wait(member, "begin", "choose"), begins=True)
    for hero in world.cast.values():
        if hero.player and not hero.finished:
            yield wait(hero.player, creation.card(hero), "make")


def _directors(world: World) -> Iterator[Wait]:
    if next(growing.to_raise(world), None):
        yield wait(GM, "grown", "grown", 1)
    tried = harm.treated(world)
    if tried is not None and not tried.hidden:
        holds = len(world.company.seats) + 1 if world.fight else 1
        yield wait(GM, f"treated:{tried.id}", "treated", holds)
    if world.fight is None and _unplanned(world):
        yield wait(GM, "plan", "number")
    if ready(world):
        yield wait(GM, "adventures", "adventure")


def _unplanned(world: World) -> bool:
    """Whether somebody in the plan was never given their Fitness (SB-169)."""
    plan = planning.alive(world)
    who = (world.cast[one] for one in (*plan.ours, *plan.theirs))
    return any(sheet.number(world, hero, "FIT").unset for hero in who)
