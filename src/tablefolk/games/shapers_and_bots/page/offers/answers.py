"""What the Director fills in when a player asks: how hard it is, what the hurry costs (SB-17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tablefolk.core.game import Choice, Command, Notch, Refusal, Reply, Seat
from tablefolk.core.odds import percent
from tablefolk.games.shapers_and_bots.chances import now
from tablefolk.games.shapers_and_bots.chances.rolls import challenge
from tablefolk.games.shapers_and_bots.page.offers.challenges import STOPS
from tablefolk.games.shapers_and_bots.page.offers.making import numbers
from tablefolk.games.shapers_and_bots.page.offers.playing import MOST
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.challenges import (
    PRESETS,
    OpenChallenge,
    TryAgain,
    named_modifiers,
)
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.fights.acting import OtherAction
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.shaping import HURRY, Shape, dialled
from tablefolk.games.shapers_and_bots.rules.sheet import signed
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Modifier
from tablefolk.games.shapers_and_bots.rules.wording import likely, say

HURRIED = (-1, -2, HURRY, -5)
WORTH = (3, 2, 1, 0, -1, -2, -3)


def replies(world: World, seat: Seat, command: Command) -> Iterable[Reply]:
    """The dial with the chance at each stop, in the answer itself (SB-17, SB-170)."""
    match command:
        case OpenChallenge():
            return (*without_dice(world, command), *asked_hard(world, seat, command))
        case TryAgain():
            return dial(world, seat, command, STOPS, "difficulty")
        case Shape(task="own", matter="living"):
            below = [stop for stop in STOPS if stop < figures().hard]
            return dial(world, seat, command, below, "difficulty", most=figures().hard - 1)
        case Shape(task="own", focus="hurried"):
            return dial(world, seat, command, STOPS, "difficulty", "penalty")
        case Shape(focus="hurried"):
            return dial(world, seat, command, HURRIED, "penalty", "difficulty")
        case Shape(task="own"):
            return dial(world, seat, command, STOPS, "difficulty")
        case Shape():  # easier than easy is typed
            stops = [stop for stop in STOPS if stop <= 0]
            return dial(world, seat, command, stops, "difficulty")
        case DeclareAttack(surprise=True):
            ways = (("surprise", {"surprise": True}), ("no_surprise", {"surprise": False}))
            return (Reply(say(f"answer.{key}"), fields) for key, fields in ways)
        case DeclareAttack(key="", modifier=0):
            return (Reply(signed(value), {"modifier": value}) for value in WORTH)
        case OtherAction():
            one = world.combatant(command.who)
            costs = range((one.pool if one else 1) + 1)
            return (Reply(say(f"answer.cost_{cost}"), {"cost": cost}) for cost in costs)
    return ()


def asked_hard(world: World, seat: Seat, command: OpenChallenge) -> Iterator[Reply]:
    """How hard; in a fight it may take other than one action, too (SB-119)."""
    yield from dial(world, seat, command, STOPS, "difficulty")
    one = world.combatant(command.who)
    if one is None:
        return
    for cost in (0, 2):
        if cost <= one.pool:
            hard = stop(world, seat, command, command.difficulty)  # said, not guessed
            fields = {"difficulty": command.difficulty, "cost": cost}
            yield Reply(say(f"answer.try_{cost}", stop=hard), fields)


def without_dice(world: World, command: OpenChallenge) -> Iterator[Reply]:
    """Where the rating alone is +1 or more, it may simply succeed (SB-21)."""
    hero = world.cast.get(command.who)
    found = sheet.number(world, hero, command.key).value if hero else None
    if found is not None and found + command.difficulty >= 1:
        yield Reply(say("answer.automatic"), {"automatic": True}, often=True)


Tried = OpenChallenge | TryAgain | Shape


def dial(
    world: World, seat: Seat, command: Tried, stops: Iterable[int], *names: str, most: int = MOST
) -> Iterator[Reply]:
    """One tap for each stop, what is known of the task before all; any other number is typed."""
    known = suggested(world, command)
    if names == ("difficulty",) and lucky(world, command):
        value = (*known, 0)[0]
        named = stop(world, seat, command, value)
        yield Reply(say("answer.luck", stop=named), {"difficulty": value})
        return
    for value in dict.fromkeys((*known, *stops)) if names[0] == "difficulty" else stops:
        often = value in (*known, *dict(PRESETS)) or names[0] == "penalty"
        yield Reply(
            stop(world, seat, command, value),
            {names[0]: value},
            often=often,
            notch=notch(world, seat, command, value, value in known),
        )
    rows = (Choice(name, say(f"ask.{name}")) for name in names)
    usual = {"difficulty": known[0] if known else min(0, most), "penalty": HURRY}
    typed = numbers("Answer.fields", rows, -MOST, most, (usual[name] for name in names))
    yield Reply(say("answer.other"), numbers=typed)


def suggested(world: World, command: Tried) -> tuple[int, ...]:
    """As hard as it was before, as the guide says, or as this table has written down for it
    (SB-24, SB-140, SB-172)."""
    if isinstance(command, Shape) and command.task != "own":
        return (dialled(command),)
    before = world.challenges.get(command.challenge) if isinstance(command, TryAgain) else None
    value = before.difficulty if before else command.difficulty
    return (*((value,) if value else ()), *noted(world, command))


def noted(world: World, command: Tried) -> dict[int, str]:
    """What the notes of the adventure call difficulties with this very skill."""
    notes = world.adventure.notes if world.adventure else ()
    key = command.key if isinstance(command, OpenChallenge) else ""
    hard = ((n.difficulty, n.title) for n in notes if n.kind == "difficulty" and n.skill == key)
    return {value: title for value, title in hard if key and value is not None}


def stop(world: World, seat: Seat, command: Tried, value: int) -> str:
    """A stop of the dial in words: its number, what that is called, how likely it makes it."""
    called = noted(world, command).get(value, dict(PRESETS).get(value, ""))
    named = f"{signed(value)} {called}".strip()
    good = chance(world, seat, command, value)
    if good is None:
        return named
    return say("answer.stop", stop=named, chance=f"{likely(good)}, {percent(good)}")


def notch(world: World, seat: Seat, command: Tried, value: int, first: bool) -> Notch:
    """A difficulty as a place on the dial: number, name, chance, and what suggests it."""
    good = chance(world, seat, command, value)
    return Notch(
        value,
        signed(value),
        dict(PRESETS).get(value, ""),
        percent(good) if good is not None else "",
        first,
        noted(world, command).get(value, ""),
    )


def chance(world: World, seat: Seat, command: Tried, value: int) -> Fraction | None:
    """How likely it would be, where this seat is shown it and every number is known."""
    who, key, had = thrown(world, command)
    try:
        total = now.throw(world, who, key, (*had, Modifier("", value))).modifier
    except Refusal:
        return None
    return challenge(total).good if now.may_know(world, seat, who) else None


def lucky(world: World, command: Tried) -> bool:
    """Whether nothing but a fluke helps, however hard it is (SB-59)."""
    who, key, _ = thrown(world, command)
    try:
        return now.throw(world, who, key, ()).modifier is None
    except Refusal:
        return False


def thrown(world: World, command: Tried) -> tuple[str, str, tuple[Modifier, ...]]:
    """Who rolls with what, and what is added beside that which the Director says."""
    if isinstance(command, OpenChallenge):
        return command.who, command.key, named_modifiers(command.modifier, command.because)
    if isinstance(command, TryAgain):
        before = world.challenges.get(command.challenge)
        return (before.who, command.key or before.key, ()) if before else ("", "", ())
    hurried = command.focus == "hurried"
    hurry = command.penalty if hurried else 0
    had = dialled(command) if hurried and command.task != "own" else hurry
    return command.who, f"shaping:{command.kind}", (Modifier("", had),)
