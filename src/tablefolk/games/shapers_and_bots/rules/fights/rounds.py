"""Rounds and turns: the opening, the order, whose turn it is, the close (SB-106 … SB-115).

A round is a few seconds, deliberately vague: no distances or speeds are counted (SB-109).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.rules import known, sheet
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import Character, Combatant, Fight, Id, Who
from tablefolk.games.shapers_and_bots.rules.wording import Facts, say

# -- What every rule of a fight asks for ---------------------------------------------------------


def the_fight(world: World) -> Fight:
    return must(world.fight, "SB-105", "no_fight", "Nobody is fighting just now.")


def fighting(world: World, who: str) -> Combatant:
    """Somebody's part in the fight."""
    the_fight(world)
    why = f"{world.name(who)} is not in this fight."
    return must(world.combatant(who), "SB-108", "not_in_fight", why)


def settled(world: World) -> None:
    """Nothing waits for dice: an attack and its wounds are finished before anything else."""
    fight = the_fight(world)
    why = "First the attack that is under way is finished."
    must(fight.attack is None, "SB-121", "attack_pending", why)
    hurt = next((wound.who for wound in world.wounds if wound.who in fight.combatants), "")
    why = f"First {world.name(hurt)} rolls to stay up."
    must(not hurt, "SB-98", "attack_pending", why)


def hand(world: World, who: str) -> str:
    """The member who throws for somebody: its player, or the Director."""
    hero = world.cast.get(who)
    return hero.player if hero and hero.player else world.gm


# -- Order (SB-106, SB-107) ------------------------------------------------------------------------


def tied_with(world: World, who: str, others: Iterable[str]) -> list[str]:
    """Those of equal Fitness, itself among them."""
    fit = known.fitness(world, world.cast[who])
    return [one for one in others if known.fitness(world, world.cast[one]) == fit]


def unranked(world: World, who: Iterable[str], ties: tuple[str, ...]) -> tuple[str, ...]:
    """Those who share their Fitness with somebody and have no rank yet (SB-107)."""
    everybody = tuple(who)
    return tuple(
        one for one in everybody if one not in ties and len(tied_with(world, one, everybody)) > 1
    )


def equals(world: World, tied: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Those who tie, each with the others of their Fitness (SB-107)."""
    everybody = tuple(tied)
    return tuple(dict.fromkeys(tuple(tied_with(world, one, everybody)) for one in everybody))


def ranked(world: World, who: tuple[str, ...], ties: tuple[str, ...]) -> None:
    """No round opens before every tie is ranked (SB-107)."""
    missing = unranked(world, who, ties)
    names = ", ".join(world.name(one) for one in missing)
    why = f"Equally fit: {names}. The Director says who of them goes first, or draws lots."
    need(not missing, "SB-107", "needs_tiebreak", why)


def lined_up(world: World, who: Iterable[str], ties: tuple[str, ...]) -> tuple[str, ...]:
    """By initiative taken, then Fitness, then the Director's ranking (SB-106, SB-107, SB-142)."""
    places = {one: place for place, one in enumerate(ties)}

    def place(one: str) -> tuple[bool, int, int]:
        part = world.combatant(one)
        first = part is not None and part.first
        return (not first, -known.fitness(world, world.cast[one]), places.get(one, len(places)))

    return tuple(sorted(who, key=place))


def order(world: World) -> tuple[str, ...]:
    """Who would act when in this round: the conscious (T4)."""
    fight = the_fight(world)
    up = [one for one in fight.combatants if world.cast[one].life == "conscious"]
    return lined_up(world, up, fight.ties)


# -- Opening a round (T2, SB-108, SB-111) ----------------------------------------------------------


class OpenRound(Act[World], frozen=True):
    """The Director opens the next round; everybody gets their actions."""

    may = "gm"

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-105")
        fight = the_fight(world)
        settled(world)
        why = "This round is not over yet."
        must(fight.phase in ("idle", "closed"), "SB-115", "not_your_turn", why)
        yield from opening(world)


class RoundOpened(Change[World], frozen=True):
    voice = "scene"
    round: int
    combatants: dict[str, Combatant] = field(default_factory=dict)
    joined: tuple[str, ...] = ()
    buggy: tuple[str, ...] = ()  # bots of whom the Director is asked first (SB-160)

    def onto(self, world: World) -> World:
        return world.with_fight(
            round=self.round,
            phase="opening",
            combatants=self.combatants,
            newcomers=(),
            buggy=self.buggy,
            order=(),
            current="",
        )

    def in_words(self, world: World, seat: Seat) -> Facts:
        names = listing(map(world.name, self.joined))
        return {"more": say("words.joined", names=names) if self.joined else ""}


def opening(world: World) -> Iterator[Event]:
    """A round opens; where nobody is left to ask, its turns begin at once (T2, T4)."""
    fight = the_fight(world)
    ranked(world, (*fight.combatants, *fight.newcomers), fight.ties)
    new = {one: Combatant(one, side=side(world, one)) for one in fight.newcomers}
    fresh = {one: refreshed(world, part) for one, part in (fight.combatants | new).items()}
    asked = (*fight.buggy, *buggy(world, fight.newcomers))
    opened = RoundOpened(fight.round + 1, fresh, fight.newcomers, asked)
    yield opened
    yield from begin_if_ready(opened.onto(world))


def refreshed(world: World, one: Combatant) -> Combatant:
    """Two actions, less those borrowed; one more if berserk (SB-111, SB-121, SB-130, SB-134)."""
    up = world.cast[one.who].life == "conscious"
    pool = max(0, figures().actions - one.debt) if up else 0
    return Combatant(
        one.who,
        "waiting" if up else "done",
        pool,
        rage=int(up and one.berserk),
        berserk=one.berserk,
        opened=pool,
        owed=one.debt,
        leaving=one.leaving,
        unseen=one.unseen,
        side=one.side,
        nearest=one.nearest,
    )


def buggy(world: World, who: Iterable[str]) -> tuple[str, ...]:
    """Bots of whom the Director is asked whether they freeze (SB-160)."""
    heroes = (world.cast[one] for one in who)
    return tuple(
        hero.id for hero in heroes if hero.life == "conscious" and sheet.penalized(hero, "buggy")
    )


def side(world: World, who: str) -> str:
    """Whose friend somebody is: enough to know an enemy by (SB-130)."""
    fight = world.fight
    friend = not world.cast[who].extra or (fight is not None and who in fight.allies)
    return "heroes" if friend else "foes"


def decided(world: World, fight: Fight) -> bool:
    """Whether of two sides only one, or none, has somebody on their feet."""
    fighters = [*((one.who, one.side) for one in fight.combatants.values()),
                *((who, side(world, who)) for who in fight.newcomers)]  # fmt: skip
    up = {of for who, of in fighters if world.cast[who].life == "conscious"}
    return len(up) < 2 <= len({of for _, of in fighters})


# -- The window of the Time shapers, and the turns (T4, SB-142) --------------------------------


class LetTimeRun(Act[World], frozen=True):
    """A Time shaper leaves this round to the usual order."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        fighting(world, hero.id)
        why = "Time is only bent in the opening of a round."
        must(the_fight(world).phase == "opening", "SB-142", "not_opening", why)
        why = f"{hero.name} has had a try this round."
        must(hero.id in to_ask(world), "SB-142", "already_tried", why)
        left = TimeLeft(hero.id, hero.name)
        yield left
        yield from begin_if_ready(left.onto(world))


class TimeLeft(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str

    def onto(self, world: World) -> World:
        return world.with_combatant(self.who, time_tried=True)


class BeginTurns(Act[World], frozen=True):
    """The Director lets the turns begin."""

    may = "gm"

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-142")
        fight = the_fight(world)
        must(fight.phase == "opening", "SB-142", "not_opening", "Turns begin after the opening.")
        settled(world)
        names = ", ".join(world.name(one) for one in fight.buggy)
        why = f"First say how this goes for a buggy bot: {names}."
        need(not fight.buggy, "SB-160", "awaiting_ruling", why)
        yield from beginning(world)


class TurnsBegun(Change[World], frozen=True):
    voice = "noted"
    round: int
    order: tuple[Who, ...]

    def onto(self, world: World) -> World:
        return world.with_fight(phase="turns", order=self.order, buggy=())


def to_ask(world: World) -> tuple[str, ...]:
    """Time shapers who may still bend this round (T3, T4)."""
    fight = the_fight(world)
    return tuple(
        one.who
        for one in fight.combatants.values()
        if not one.time_tried
        and world.cast[one.who].life == "conscious"
        and "time" in world.cast[one.who].shaping
    )


def begin_if_ready(world: World) -> Iterator[Event]:
    """Turns begin by themselves when no Time shaper and no buggy bot is left to ask (T4)."""
    fight = the_fight(world)
    if fight.phase == "opening" and not fight.buggy and not to_ask(world):
        yield from beginning(world)


def beginning(world: World) -> Iterator[Event]:
    begun = TurnsBegun(the_fight(world).round, order(world))
    yield begun
    yield from next_turn(begun.onto(world))


# -- Whose turn it is (T20, SB-115, SB-130) ------------------------------------------------------


class EndTurn(Act[World], frozen=True):
    """One's turn is over; actions left are kept for defence until the round closes."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        one = on_turn(world, hero.id)
        settled(world)
        why = f"{hero.name} is berserk and must attack somebody first."
        need(not (one.rage and foes_up(world, hero.id)), "SB-130", "must_attack", why)
        ended = TurnEnded(hero.id, hero.name, one.pool, one.rage, one.leaving)
        yield ended
        yield from next_turn(ended.onto(world))


class TurnBegun(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str

    def onto(self, world: World) -> World:
        return world.with_combatant(self.who, slot="acting").with_fight(current=self.who)


class TurnEnded(Change[World], frozen=True):
    who: str
    name: str
    left: int = 0  # actions kept for defence
    lapsed: int = 0  # rage without a target
    gone: bool = False  # it leaves the fight

    def onto(self, world: World) -> World:
        world = world.with_combatant(self.who, slot="done", rage=0).with_fight(current="")
        return without(world, (self.who,)) if self.gone else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        one = world.combatant(self.who)
        calm = one is None or not one.berserk  # the berserk do not defend (SB-133)
        return "_gone" if self.gone else "" if self.left and calm else None


def on_turn(world: World, who: str) -> Combatant:
    """Somebody whose turn it is (SB-115)."""
    one = fighting(world, who)
    acting = world.name(the_fight(world).current)
    why = f"It is {acting}’s turn." if acting else "No turn has begun yet."
    must(one.slot == "acting", "SB-115", "not_your_turn", why)
    return one


def foes_up(world: World, who: str) -> tuple[str, ...]:
    """Enemies on their feet, of whom a berserk rabbit must attack one (SB-130)."""
    fight = the_fight(world)
    mine = fight.combatants[who].side
    return tuple(
        one.who
        for one in fight.combatants.values()
        if one.who != who and one.side != mine and world.cast[one.who].life == "conscious"
    )


def without(world: World, gone: tuple[str, ...]) -> World:
    """The fight without those who have left it (SB-108)."""
    fight = the_fight(world)
    left = {one: part for one, part in fight.combatants.items() if one not in gone}
    still = tuple(one for one in fight.order if one not in gone)
    return world.with_fight(combatants=left, order=still)


# -- The next one, or the close of the round (T20, T21) ------------------------------------------


class RoundClosed(Change[World], frozen=True):
    voice = "noted"
    round: int
    lapsed: dict[str, int] = field(default_factory=dict)  # actions that nobody used
    gone: tuple[str, ...] = ()
    called: tuple[str, ...] = ()  # those whose waking roll is due each round (SB-101)

    def onto(self, world: World) -> World:
        fight = the_fight(world)
        shut = {
            who: replace(one, pool=0, rage=0, lapsed=one.lapsed + self.lapsed.get(who, 0))
            for who, one in fight.combatants.items()
        }
        world = world.with_fight(phase="closed", combatants=shut, current="")
        for who in self.called:
            world = world.with_hero(who, waking=True)
        return without(world, self.gone)


def next_turn(world: World) -> Iterator[Event]:
    """The next one who waits and is conscious has a turn; after the last, the round closes."""
    fight = the_fight(world)
    waiting = (one for one in fight.order if fight.combatants[one].slot == "waiting")
    who = next((one for one in waiting if world.cast[one].life == "conscious"), "")
    yield TurnBegun(who, world.name(who)) if who else closing(world)


def move_on(world: World) -> Iterator[Event]:
    """Where the one whose turn it was has fallen, the next one is up (T18)."""
    fight = world.fight
    part = fight.combatants.get(fight.current) if fight else None
    if fight and fight.phase == "turns" and fight.current and (not part or part.slot == "done"):
        yield from next_turn(world)


def closing(world: World) -> RoundClosed:
    fight = the_fight(world)
    parts = fight.combatants.values()
    out = [one.who for one in parts if world.cast[one.who].life != "conscious"]
    return RoundClosed(
        fight.round,
        {one.who: one.pool for one in parts if one.pool},
        tuple(one.who for one in parts if one.leaving and one.who in out),
        tuple(who for who in out if _due(world.cast[who])),
    )


def _due(hero: Character) -> bool:
    """Whose waking roll the Director wants each round (SB-101)."""
    return hero.life == "unconscious" and hero.wakes == "round"
