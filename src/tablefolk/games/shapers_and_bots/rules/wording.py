"""How things are put into words: who is told of what, and what the story calls it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from tablefolk.core.game import Change, Seat
from tablefolk.core.words import phrases
from tablefolk.games.shapers_and_bots.rules import about, sheet
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Roll, Somebody

say = phrases("tablefolk.games.shapers_and_bots")
Facts = dict[str, object]
STAYING_UP = "to stay up"  # what that roll is for (SB-96)
LIKELY = (
    (99, "sure"), (85, "very"), (60, "likely"), (40, "even"), (15, "hardly"), (1, "lucky"),
)  # fmt: skip


# -- Who is told -----------------------------------------------------------------------------------


class Making(Change[World], frozen=True):
    """Something of making: its sentence begins with a capital, whatever it names first."""


class DirectorsOwn(Making, frozen=True):
    """What the Director alone knows of."""

    voice = "noted"

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if seat.gm else None


class OnSheet(Making, frozen=True):
    """Something about somebody's sheet: for those who know them."""

    voice = "noted"
    who: Somebody

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None


class SheetStep(OnSheet, frozen=True):
    """A step on a sheet: for whoever makes it; for everybody once an adventure runs."""

    def told_to(self, world: World, seat: Seat) -> str | None:
        running = world.running and knows(world, self.who, seat)
        return "" if running or makes(world, self.who, seat) else None


class OfChallenge(Change[World], frozen=True):
    """Something about a challenge: of a hidden one players hear nothing but how it ends."""

    voice = "noted"
    challenge: int

    def told_to(self, world: World, seat: Seat) -> str | None:
        return None if hides(world, self.challenge, seat) else ""


def knows(world: World, who: str, seat: Seat) -> bool:
    """Whether a seat knows somebody's numbers: those of extras are the Director's (SB-168)."""
    hero = world.cast.get(who)
    return seat.gm or (hero is not None and not hero.extra)


def makes(world: World, who: str, seat: Seat) -> bool:
    """Whether this is one's own sheet; the Director's are those of extras, and dropped ones."""
    hero = world.cast.get(who)
    return seat.gm if hero is None or hero.extra else hero.player == seat.id


def has_met(world: World, who: str, seat: Seat) -> bool:
    """Whether a seat knows that somebody is there: an extra, once it has shown itself."""
    hero = world.cast.get(who)
    return seat.gm or (hero is not None and (not hero.extra or who in met(world)))


def ours(world: World, who: str) -> bool:
    """Whether that is a player's own: what harms it is no good news at the table."""
    return who in world.cast and not world.cast[who].extra


def met(world: World) -> frozenset[str]:
    """Extras that have shown themselves: in a fight, or in dice that all could see (SB-168)."""
    fight = world.fight
    found = {*fight.combatants, *fight.newcomers} if fight else set()
    for tried in world.challenges.values():
        if not tried.hidden:
            found |= {tried.who, tried.target}
    for contest in world.contests.values():
        found |= {side.who for side in contest.sides}
    found |= {roll.who for roll in world.rolls.values()}
    return frozenset(found)


def hides(world: World, challenge: int, seat: Seat, hidden: bool = False) -> bool:
    """Whether a seat hears nothing of a hidden challenge but how it ends (SB-168)."""
    tried = world.challenges.get(challenge)
    return not seat.gm and (hidden or (tried is not None and tried.hidden))


def as_seen(world: World, roll: Roll, seat: Seat) -> Roll:
    """A roll as this seat sees it: of a hidden one, players see who, what and the outcome."""
    if seat.gm or not (roll.hidden or tells_health(world, roll)):
        return roll
    bare = Roll(roll.id, roll.who, roll.purpose, (), outcome=roll.outcome, hidden=True)
    return replace(bare, outdone=roll.outdone)


def tells_health(world: World, roll: Roll) -> bool:
    """Whether an extra's health could be read off a roll: it is the Director's (SB-168)."""
    hero = world.cast.get(roll.who)
    return hero is not None and hero.extra and roll.purpose == STAYING_UP


# -- What things are called ------------------------------------------------------------------------


def named(world: World, who: str) -> str:
    """What somebody is called in the story; a sheet without a name by its species."""
    hero = world.cast.get(who)
    if hero is None or hero.name:
        return world.name(who)
    return say("labels.nameless", kind=kind_of(world, hero))


def kind_of(world: World, hero: Character) -> str:
    return species_name(world, hero.species)


def species_name(world: World, id: str) -> str:
    found = world.find_species(id)
    return (found.name if found else say("labels.bot")).lower()


def part_name(world: World, id: str) -> str:
    """A part or a penalty of a bot."""
    found = world.bot_feature(id) or world.bot_penalty(id)
    return found.name if found else id


def one(noun: str) -> str:
    """A noun with its article: a fox, an eagle."""
    return f"an {noun}" if noun[:1].casefold() in "aeiou" else f"a {noun}"


def because(world: World, reason: str) -> str:
    return say("words.because", reason=reason)


def terms(*names: str) -> dict[str, str]:
    """These words of the glossary with their meanings, for tooltips (SB-185)."""
    return {name: about.meaning(name) for name in names}


# -- Dice ------------------------------------------------------------------------------------------


def likely(of: Fraction) -> str:
    """A chance as a child of eight says it (SB-20)."""
    found = (key for least, key in LIKELY if of * 100 >= least)
    return say(f"likely.{next(found, 'hopeless')}")


def about_challenge(world: World, number: int) -> Facts:
    """Who tries what."""
    tried = world.challenges.get(number)
    name = world.name(tried.who) if tried else say("labels.somebody")
    return {"name": name, "tried": tried.what if tried else ""}


def attempted(world: World, roll: Roll) -> str:
    """Who tried what, in one sentence: "to stay up" is no sentence of its own."""
    key = "words.tries" if roll.purpose.startswith("to ") else "words.tried"
    return say(key, name=world.name(roll.who), what=roll.purpose)


def aim(world: World, tried: Challenge | None) -> str:
    """At whom something is shaped, at the end of its line (SB-143, SB-148)."""
    if tried is None or tried.purpose != "shaping" or tried.hidden:
        return ""
    way = "words.for" if tried.effect == "luck_up" else "words.at"
    return say(way, name=world.name(tried.target)) if tried.target in world.cast else ""


def summed(world: World, number: int, seat: Seat) -> Facts:
    """A roll in short for a sentence: after its colon, or in brackets."""
    found = sum_of(world, number, seat)
    total = total_of(world, world.rolls.get(number), seat) if found else ""
    return {
        "sum": f": {found}" if found else "",
        "by_dice": f" ({found})" if found else "",
        "total": total,
    }


def total_of(world: World, roll: Roll | None, seat: Seat) -> str:
    """What a roll came to, as far as this seat sees it; of a fluke or fumble, what fell."""
    seen = as_seen(world, roll, seat) if roll else None
    if seen is None or not seen.faces:
        return ""
    told = seen.score is None or seen.outcome in ("fluke", "fumble")
    return str(seen.natural if told else seen.score)


def sum_of(world: World, number: int, seat: Seat) -> str:
    """A roll in short, as far as this seat sees it and while it is at hand: 7+3 = 10, needs 11."""
    roll = world.rolls.get(number)
    seen = as_seen(world, roll, seat) if roll else None
    if seen is None or not seen.faces:
        return ""
    if seen.score is None or seen.outcome in ("fluke", "fumble"):
        return say("words.natural", n=seen.natural)
    added = sheet.signed(seen.modifier) if seen.modifier else ""
    known = f"{seen.natural}{added} = {seen.score}" if added else str(seen.score)
    return say("words.needs", sum=known, n=figures().target)


def scores(world: World, number: int, seat: Seat) -> list[tuple[str, int]]:
    """What each side has come to, so far as this seat sees the dice, the highest first."""
    contest = world.contests.get(number)
    rolls = [world.rolls.get(side.roll) for side in contest.sides] if contest else []
    seen = [as_seen(world, roll, seat) for roll in rolls if roll]
    found = [(roll.who, roll.score) for roll in seen if roll.faces and roll.score is not None]
    return sorted(found, key=lambda one: -one[1])


def told_scores(world: World, found: Sequence[tuple[str, int]]) -> str:
    told = ", ".join(f"{world.name(who)} {score}" for who, score in found)
    return f"{told}: " if len(found) > 1 else ""
