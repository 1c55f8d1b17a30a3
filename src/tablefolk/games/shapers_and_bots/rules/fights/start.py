"""Who fights: starting, ranking ties, joining, leaving, and the end (SB-105 … SB-110, T1, T22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.shapers_and_bots.rules import gear, known, sheet
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.fights.rounds import the_fight
from tablefolk.games.shapers_and_bots.rules.state import World, gone, the_director
from tablefolk.games.shapers_and_bots.rules.values import Combatant, Fight, Id, Item, Name, Who

# -- Starting (T1, SB-105, SB-107, SB-116) ---------------------------------------------------------


class StartFight(Act[World], frozen=True):
    """The Director starts a fight: who is in it, and what they hold ready."""

    may = "gm"
    who: tuple[Id, ...]
    ties: tuple[Id, ...] = ()  # those of equal Fitness, the first to act first
    draw_lots: bool = False  # those left without a rank come after, drawn by lot
    allies: tuple[Id, ...] = ()  # extras on the players' side
    ready: tuple[int, ...] = ()  # things in hand from the start
    unloaded: tuple[int, ...] = ()  # weapons that are not loaded, against the rule
    places: tuple[Name, ...] = ()  # named spots one can run to

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-105")
        must(world.fight is None, "SB-105", "fight_on", "There is a fight already: end it first.")
        who = must(tuple(dict.fromkeys(self.who)), "SB-105", "nobody", "Say who fights.")
        fit_to_fight(world, who)
        ties = with_lots(world, who, self.ties, dice) if self.draw_lots else self.ties
        rounds.ranked(world, who, ties)
        items = {one: made_ready(world, one, self.ready, self.unloaded) for one in who}
        places = tuple(dict.fromkeys(place.strip() for place in self.places if place.strip()))
        started = FightStarted(
            world.count + 1,
            who,
            ties,
            bool(dice.used),
            self.allies,
            items,
            places,
            rounds.buggy(world, who),
        )
        yield started
        yield from rounds.opening(started.onto(world))


class FightStarted(Change[World], frozen=True):
    voice = "scene"
    number: int
    who: tuple[Who, ...]
    ties: tuple[str, ...] = ()
    lots: bool = False
    allies: tuple[str, ...] = ()
    items: dict[str, tuple[Item, ...]] = field(default_factory=dict)  # as they are at the start
    places: tuple[str, ...] = ()
    buggy: tuple[str, ...] = ()

    def onto(self, world: World) -> World:
        fight = Fight(
            self.number, allies=self.allies, ties=self.ties, places=self.places, buggy=self.buggy
        )
        world = replace(world.counted(self.number), fight=fight)
        parts = {one: Combatant(one, side=rounds.side(world, one)) for one in self.who}
        for one, items in self.items.items():
            world = world.with_hero(one, items=items)
        return world.with_fight(combatants=parts)


def fit_to_fight(world: World, who: Iterable[str]) -> None:
    """Known people, alive, with a Fitness to be ordered by (SB-106)."""
    for one in who:
        hero = world.character(one)
        need(hero.life != "dead", "SB-104", "dead", f"{hero.name} is {gone(hero)}.")
        known.fitness(world, hero)


def with_lots(
    world: World, who: tuple[str, ...], ties: tuple[str, ...], dice: Dice
) -> tuple[str, ...]:
    """The Director's ranking as it is, and after it the others as the lots fall (SB-107)."""
    drawn: list[str] = []
    for one in rounds.unranked(world, who, ties):
        rivals = rounds.tied_with(world, one, drawn)
        place = dice.roll(1, len(rivals) + 1)[0] - 1 if rivals else 0
        drawn.insert(drawn.index(rivals[place]) if place < len(rivals) else len(drawn), one)
    return (*ties, *drawn)


def made_ready(
    world: World, who: str, ready: tuple[int, ...], unloaded: tuple[int, ...]
) -> tuple[Item, ...]:
    """What they hold, and weapons loaded unless ruled otherwise (SB-105, SB-116)."""
    hero = world.cast[who]
    items = tuple(_readied(item, item.id in ready, item.id in unloaded) for item in hero.items)
    most = sheet.hands(world, hero) + sheet.clumsy_hands(world, hero)
    why = f"{hero.name} cannot hold so much at once."
    need(gear.hands_full(replace(hero, items=items)) <= most, "SB-45", "no_hands", why)
    return items


def _readied(item: Item, ready: bool, unloaded: bool) -> Item:
    empty = unloaded and item.reload_actions > 0
    left = item.reload_actions if empty else 0
    return replace(item, drawn=item.drawn or ready, loaded=not empty, reload_left=left)


# -- Ranking a tie that came up later (SB-107) -----------------------------------------------------


class RankTies(Act[World], frozen=True):
    """The Director ranks those of equal Fitness who have no rank yet."""

    may = "gm"
    ties: tuple[Id, ...] = ()
    draw_lots: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-107")
        fight = the_fight(world)
        who = (*fight.combatants, *fight.newcomers)
        why = "Nobody is tied without a rank."
        must(rounds.unranked(world, who, fight.ties), "SB-107", "same", why)
        ties = ranking(world, who, self.ties, self.draw_lots, dice)
        yield TiesRanked(ties, bool(dice.used))


class TiesRanked(Change[World], frozen=True):
    voice = "noted"
    ties: tuple[Who, ...]
    lots: bool = False

    def onto(self, world: World) -> World:
        return world.with_fight(ties=self.ties)


def ranking(
    world: World, who: tuple[str, ...], given: tuple[str, ...], draw_lots: bool, dice: Dice
) -> tuple[str, ...]:
    """The ranking with what is new in it; what was ranked before holds (SB-107)."""
    old = the_fight(world).ties
    kept = tuple(one for one in given if one in old)
    why = "A ranking holds for the whole fight: only the new ones are put into it."
    need(kept == tuple(one for one in old if one in kept), "SB-107", "ranked_already", why)
    ties = (*(one for one in old if one not in given), *dict.fromkeys(given))
    ties = with_lots(world, who, ties, dice) if draw_lots else ties
    rounds.ranked(world, who, ties)
    return ties


# -- Joining and leaving (SB-108) ------------------------------------------------------------------


class JoinFight(Act[World], frozen=True):
    """Newcomers, who join at the opening of the next round; only a new tie needs a ranking."""

    may = "gm"
    who: tuple[Id, ...]
    ties: tuple[Id, ...] = ()
    draw_lots: bool = False
    allies: tuple[Id, ...] = ()
    ready: tuple[int, ...] = ()
    unloaded: tuple[int, ...] = ()

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-108")
        fight = the_fight(world)
        there = (*fight.combatants, *fight.newcomers)
        who = tuple(one for one in dict.fromkeys(self.who) if one not in there)
        must(who, "SB-108", "same", "Say who joins that is not in the fight already.")
        fit_to_fight(world, who)
        ties = ranking(world, (*there, *who), self.ties, self.draw_lots, dice)
        items = {one: made_ready(world, one, self.ready, self.unloaded) for one in who}
        yield FightJoined(who, ties, self.allies, items)


class FightJoined(Change[World], frozen=True):
    who: tuple[Who, ...]
    ties: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    items: dict[str, tuple[Item, ...]] = field(default_factory=dict)

    def onto(self, world: World) -> World:
        fight = the_fight(world)
        for one, items in self.items.items():
            world = world.with_hero(one, items=items)
        return world.with_fight(
            newcomers=(*fight.newcomers, *self.who),
            ties=self.ties,
            allies=(*fight.allies, *self.allies),
        )


class LeaveFight(Act[World], frozen=True):
    """Fleeing, or being carried off: gone at the end of one's turn."""

    may = "owner or gm"
    who: Id
    leave: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        one = rounds.fighting(world, hero.id)
        must(one.leaving != self.leave, "SB-108", "same", "It is like that already.")
        if not seat.gm:
            world.able(hero)
        yield FightLeft(hero.id, hero.name, self.leave)


class FightLeft(Change[World], frozen=True):
    who: str
    name: str
    leave: bool = True

    def onto(self, world: World) -> World:
        return world.with_combatant(self.who, leaving=self.leave)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.leave else "_stays"


# -- The end (T22, SB-110) -------------------------------------------------------------------------


class EndFight(Act[World], frozen=True):
    """The Director ends the fight; health, things in hand and what is loaded stay as they are."""

    may = "gm"

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-110")
        fight = the_fight(world)
        rounds.settled(world)
        yield FightEnded(fight.id, fight.round)


class FightEnded(Change[World], frozen=True):
    voice = "closed"
    number: int
    rounds: int

    def onto(self, world: World) -> World:
        return replace(world, fight=None)
