"""Odds made readable: shares to draw, words to read, fractions to check (SB-20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from tablefolk.core.game import Refusal, Seat
from tablefolk.core.odds import exact, percent
from tablefolk.games.shapers_and_bots.chances.now import Throw as Defence
from tablefolk.games.shapers_and_bots.chances.now import may_know
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook, Share
from tablefolk.games.shapers_and_bots.chances.rolls import challenge, going_berserk
from tablefolk.games.shapers_and_bots.forecast.result import Figure
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    Addend,
    Chance,
    OutcomeLine,
    Person,
    RollCard,
    Throw,
)
from tablefolk.games.shapers_and_bots.page.known import hand, told_apart
from tablefolk.games.shapers_and_bots.page.view.figures import portrait
from tablefolk.games.shapers_and_bots.rules import extras, known, rolling, sheet
from tablefolk.games.shapers_and_bots.rules.challenges import in_one
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.state import World, gone, out_cold
from tablefolk.games.shapers_and_bots.rules.values import Character, Modifier, Roll
from tablefolk.games.shapers_and_bots.rules.wording import (
    STAYING_UP,
    as_seen,
    likely,
    say,
)

C = TypeVar("C")
KINDS = {
    "fluke": "greatest", "success": "greater", "failure": "bad", "fumble": "worst",
    "hit": "greater", "stopped": "even", "missed": "bad",
    "up": "greater", "out": "worse", "dead": "worst", "hurt": "bad", "scratch": "good",
    "outdone": "bad", "awake": "greater", "calm": "greater", "berserk": "worst",
}  # fmt: skip


@lru_cache(maxsize=4096)
def chance(of: Fraction) -> Chance:
    """A chance; nothing and everything are said in words."""
    words = likely(of) if 0 < of < 1 else ""
    return Chance(float(of), percent(of), exact(of), words=words)


def figure(found: Figure, trials: int = 0) -> Chance:
    """A number of a forecast, with its error where it is an estimate from so many fights."""
    text = percent(Fraction(found.value).limit_denominator(10_000_000))
    if trials and found.value in (0.0, 1.0):
        text = say("forecast.always" if found.value else "forecast.not_once", n=trials)
    error = f"± {200 * found.error:.1f}" if found.error else ""  # two standard errors
    return Chance(found.value, text, "", error)


def outcomes(outlook: Outlook, turned: bool = False) -> tuple[OutcomeLine, ...]:
    """All that may happen, as a bar and its legend; what cannot happen is left out."""
    return tuple(
        OutcomeLine(kind(name, turned), say(f"outcome.{key(name)}"), chance(share.chance))
        for share in outlook.shares
        if share.chance and (name := in_effect(share))
    )


def in_effect(share: Share) -> str:
    """What an outcome comes to: a good defence that does not stop a fluke is outdone (SB-126)."""
    return "outdone" if share.key == "success" and not share.good else share.key


def kind(key: str, turned: bool) -> str:
    """How an outcome is coloured; `turned` for the one who is struck."""
    if key.isdecimal():
        return "good" if key == "0" else "bad" if key == "1" else "worse"
    return "greater" if turned and key == "missed" else KINDS[key]


def key(outcome: str) -> str:
    return f"points_{outcome}" if outcome.isdecimal() else outcome


# -- People ----------------------------------------------------------------------------------------


def person(world: World, seat: Seat, hero: Character) -> Person:
    state = "" if hero.life == "conscious" else out_cold(hero)
    state = gone(hero) if hero.life == "dead" else state
    name = told_apart(world, hero) if hero.extra and seat.gm else hero.name
    name = name or hero.id
    return Person(hero.id, name, portrait(world, hero), hand(world, seat, hero), hero.extra, state)


def somebody(world: World, seat: Seat, who: str) -> Person | None:
    hero = world.cast.get(who)
    return person(world, seat, hero) if hero else None


# -- Dice about to fall ----------------------------------------------------------------------------


def throw(
    world: World, seat: Seat, hero: Character, key: str, modifiers: Iterable[Modifier] = ()
) -> Throw:
    """A rating somebody is about to roll with; what an extra is worth, the Director knows."""
    every = (*(m for m in modifiers if m.value), *rolling.waiting(hero))
    if extras.lacking(world, hero, key):
        label = sheet.label(world, key)
        return Throw(rating=label, missing=label)
    rating = known.rating(world, hero, key)
    return shown(world, seat, hero, rating, every, sheet.label(world, key))


def plain(world: World, seat: Seat, hero: Character, rating: int, label: str) -> Throw:
    """Three dice with a number that is no rating: health points, or nothing (SB-96, SB-101)."""
    return shown(world, seat, hero, rating, rolling.waiting(hero), label)


def staying(world: World, seat: Seat, hero: Character, kind: str) -> Throw | None:
    """The dice that decide it: with the health points left, with nothing, or just one."""
    if kind == "berserk":
        if not may_know(world, seat, hero.id):
            return None
        odds = going_berserk()
        return Throw(chance=chance(odds.chance("calm")), outcomes=outcomes(odds))
    if kind == "waking":
        return plain(world, seat, hero, 0, say("purpose.waking"))
    try:
        return plain(world, seat, hero, known.health(world, hero), say("purpose.knockout"))
    except Refusal:
        return None


def shown(
    world: World,
    seat: Seat,
    hero: Character,
    rating: int | None,
    every: tuple[Modifier, ...],
    label: str,
) -> Throw:
    total = None if rating is None else rating + sum(m.value for m in every)
    odds = challenge(total) if may_know(world, seat, hero.id) else None
    if hero.extra and not seat.gm:
        return Throw(rating=label)
    return Throw(
        sheet.notation(total),
        label,
        tuple(addends(label, rating, every)),
        chance(odds.good) if odds else None,
        outcomes(odds) if odds else (),
    )


def stopping(
    dice: Throw, rolled: Callable[[World, C], Defence | None], world: World, command: C
) -> Throw:
    """A defence about to be rolled, counted against the good roll that it has to stop (SB-126)."""
    defence = None if dice.missing else rolled(world, command)
    if defence is None or defence.against != "fluke":
        return dice
    odds = defence.outlook if dice.chance else None
    return replace(
        dice,
        chance=chance(odds.good) if odds else None,
        outcomes=outcomes(odds) if odds else (),
        against=say("play.only_fluke"),
    )


def addends(label: str, rating: int | None, every: Iterable[Modifier]) -> Iterator[Addend]:
    """What a roll is made of, to be unfolded (SB-10)."""
    yield Addend(label, sheet.signed(rating))
    for modifier in every:
        yield Addend(modifier.label, sheet.signed(modifier.value))


# -- Dice that have fallen (SB-10, SB-18, SB-168) --------------------------------------------------


def roll_card(world: World, seat: Seat, roll: Roll, about: str = "") -> RollCard:
    """A roll as this seat sees it; of a hidden one, players see who, what and the outcome."""
    made = world.rolls.get(roll.id, roll)
    seen = as_seen(world, made, seat)
    bare = not seen.faces
    target = "" if seen.contest or bare else str(figures().target)
    label = sheet.label(world, seen.key) if seen.key else say(f"purpose.{plain_kind(seen)}")
    return RollCard(
        about=about,
        roll=seen.id,
        person=somebody(world, seat, seen.who),
        purpose=seen.purpose,
        faces=seen.faces,
        natural=seen.natural,
        notation="" if bare else sheet.notation(seen.modifier),
        rating="" if bare else label,
        addends=() if bare else tuple(addends(label, seen.rating, seen.modifiers)),
        score="" if seen.score is None or bare else str(seen.score),
        target=target,
        outcome=("outdone" if seen.outdone else seen.outcome) if counts(seen) else "",
        headline=headline(seen),
        hidden=seen.hidden,
        story=in_one(roll.story, roll.instead),
        hand=world.name(seen.who) if made.contest else "",
    )


def plain_kind(roll: Roll) -> str:
    return "knockout" if roll.purpose == STAYING_UP else "waking"


def counts(roll: Roll) -> bool:
    """In a contest only flukes and fumbles are announced (SB-31, SB-35)."""
    return not roll.contest or roll.outcome in ("fluke", "fumble")


def headline(roll: Roll) -> str:
    if not counts(roll):
        return ""
    if roll.rating is None and roll.outcome == "failure" and roll.faces:
        return say("headline.no_ability")
    if roll.outdone:
        return say("headline.outdone")
    return say(f"headline.{roll.outcome}")


def last_roll(world: World, seat: Seat, number: int) -> RollCard | None:
    roll = world.rolls.get(number)
    return roll_card(world, seat, roll) if roll else None


def rollable(world: World, hero: Character, rating_key: str) -> bool:
    """Whether a rating can be rolled at all as things stand."""
    try:
        known.rating(world, hero, rating_key)
    except Refusal:
        return False
    return True
