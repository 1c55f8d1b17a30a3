"""`tablefolk forecast`: who would win a fight, and how hurt they would be (SB-105)."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.game import Refusal
from tablefolk.core.odds import percent
from tablefolk.games.shapers_and_bots import forecast as forecasting
from tablefolk.games.shapers_and_bots.forecast.fighters import fighter
from tablefolk.games.shapers_and_bots.forecast.result import Figure, Forecast
from tablefolk.games.shapers_and_bots.forecast.sides import (
    AIMS,
    DEFENDING,
    MOST_FIGHTERS,
    USUAL_ROUNDS,
    Fight,
    Fighter,
    assumed,
    faults,
)
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.ready_made import from_ready_made, ready_mades
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import BotBody, Character

SIDE = (
    "who fights, with commas: “2 goats, bear”, “Zephrod hp3”, or in numbers: "
    "“guard attack+2 medium light hp4 fit+1”"
)
CHOICES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "defend": ("spare", tuple(DEFENDING), "when they defend"),
    "aim": ("weakest", tuple(AIMS), "whom they attack"),
    "paid": ("on_declare", ("on_declare", "only_if_rolled"), "when a defence costs its action"),
}
NUMBERS: dict[str, tuple[int, str]] = {
    "rounds": (USUAL_ROUNDS, "after how many rounds a fight is said to go on"),
    "trials": (forecasting.USUAL_TRIALS, "fights to throw where it cannot be exact"),
    "seed": (1, "the same seed gives the same estimate"),
}
GIVEN = re.compile(r"(attack|defence|fit|hp|dice|reload)=?([+-]?\d{1,4}|none)", re.IGNORECASE)
COUNT = re.compile(r"(\d{1,3})x?")
ARMOR = {"bare": "none", "light": "light", "heavy": "heavy"}
NEGLIGIBLE = 1e-6
PLURALS = {"ves": "f", "es": "", "s": ""}


def foretell(args: argparse.Namespace) -> int:
    """Who of two sides would win, exactly or as an estimate that says how good it is."""
    first, second = (side(words, args.defend) for words in args.sides)
    fight = Fight((first, second), args.aim, args.paid, args.rounds)
    if wrong := faults(fight):
        raise refusal(wrong[0])
    found = _asked(fight, args)
    if args.json:
        told = msgspec.to_builtins(found) | {"assumed": assumed(fight)}
        print(json.dumps(told, ensure_ascii=False))
        return 0
    for line in lines(args.sides, fight, found):
        print(line)
    return 0


def _asked(fight: Fight, args: argparse.Namespace) -> Forecast:
    try:
        if args.estimate:
            return forecasting.estimate(fight, args.seed, args.trials)
        return forecasting.forecast(fight, args.seed, args.trials)
    except ValueError as wrong:
        raise refusal(str(wrong)) from None


def refusal(why: str) -> Refusal:
    return Refusal("SB-105", "bad_fight", why)


# -- Who fights ----------------------------------------------------------------------------------


def side(words: str, defends: str) -> tuple[Fighter, ...]:
    """A side as somebody writes it."""
    found: list[Fighter] = []
    for part in words.split(","):
        found += group(part.split(), defends)
        if len(found) > MOST_FIGHTERS:
            break  # it will be refused
    return tuple(found)


def group(words: list[str], defends: str) -> Iterator[Fighter]:
    """One fighter, or several who are alike."""
    if not words:
        raise refusal("Name who fights, with commas between them: “2 goats, bear”.")
    count = COUNT.fullmatch(words[0])
    number = int(count[1]) if count else 1
    if not 1 <= number <= MOST_FIGHTERS:
        raise refusal(f"A side has from 1 to {MOST_FIGHTERS} fighters.")
    one = single(words[1:] if count else words, defends)
    for place in range(number):
        yield replace(one, name=f"{one.name} {place + 1}") if number > 1 else one


def single(words: list[str], defends: str) -> Fighter:
    """A name, and whatever numbers are given beside it."""
    given: dict[str, object] = {"defends": defends}
    name = []
    for word in words:
        found = meaning(word.replace("−", "-"))
        given |= found
        name += [] if found else [word]
    known = somebody(" ".join(name))
    if known is None and not {"attack", "hp"} <= given.keys():
        raise refusal(
            f"There is no “{' '.join(name)}”: name a species, a ready-made character or “bot”, "
            "or say at least attack and hp, as in “guard attack+2 hp4”."
        )
    if "attack" in given and "defence" not in given:
        given["defence"] = given["attack"]
    return replace(known or Fighter(" ".join(name) or "somebody"), **given)


def meaning(word: str) -> dict[str, object]:
    """What a word says about a fighter; nothing, if it is a part of the name."""
    low = word.casefold()
    if found := GIVEN.fullmatch(low):
        return {found[1]: number(found[1], found[2])}
    if low in content().weapons:
        return {"dice": content().weapons[low].dice}
    if low in ARMOR:
        return {"hurts_from": content().armor[ARMOR[low]].damage_on}
    if low in DEFENDING:
        return {"defends": low}
    return {low: True} if low in ("frail", "berserk") else {}


def number(name: str, written: str) -> int | None:
    if written != "none":
        return int(written)
    if name not in ("attack", "defence"):
        raise refusal(f"Only attack and defence can be none, not {name}.")
    return None


def somebody(name: str) -> Fighter | None:
    """A ready-made character, an ordinary member of a species, or a plain bot."""
    wanted = [name.casefold()]
    for ending, instead in PLURALS.items():
        wanted += [wanted[0].removesuffix(ending) + instead] if wanted[0].endswith(ending) else []
    hero = next((found for one in wanted if (found := _character(one))), None)
    return fighter(World(), hero) if hero else None


def _character(name: str) -> Character | None:
    if name == "bot":
        return Character(name, "Bot", kind="bot", bot=BotBody("legs"))
    for key, ready in ready_mades().items():
        if name in (key, ready.name.casefold()):
            return from_ready_made(ready, key, "", 0)
    for id, species in content().species.items():
        if name in (id, species.name.casefold()):
            return Character(id, species.name, species=id)
    return None


# -- How it is shown -----------------------------------------------------------------------------


def lines(sides: list[str], fight: Fight, found: Forecast) -> Iterator[str]:
    """The forecast for people."""
    if found.exact:
        yield "Who wins, exactly: every way the fight can go is counted."
    else:
        yield f"Who wins, estimated from {found.trials:,} fights; ± holds 19 times in 20:"
    names = [" ".join(words.split()) for words in sides]
    width = max(map(len, [*names, "nobody"]))
    for name, figure in zip(names, found.wins, strict=True):
        yield f"  {name:<{width}}  {chance(figure)}"
    if found.goes_on.value >= NEGLIGIBLE:
        yield f"  {'nobody':<{width}}  {chance(found.goes_on)}, after {found.after} rounds"
    if found.rounds.value:
        yield f"  It takes {amount(found.rounds)} rounds on average."
    yield ""
    yield from table(found)
    yield ""
    yield from (f"  {sentence}" for sentence in assumed(fight))


def table(found: Forecast) -> Iterator[str]:
    """A line for each fighter."""
    rows = [("", "still up", "knocked out", "dead", "HP left")]
    for one in found.fighters:
        health = f"{amount(one.hp)} of {one.hp_now}"
        rows.append((one.name, chance(one.up), chance(one.out), chance(one.dead), health))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for name, *cells in rows:
        shown = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield f"  {name:<{widths[0]}}  {shown}".rstrip()


def chance(figure: Figure) -> str:
    """A chance; what an estimate has never seen may still happen."""
    if not figure.error:
        return percent(Fraction(figure.value))
    return f"{figure.value * 100:.1f}% ± {200 * figure.error:.2f}"  # two standard errors


def amount(figure: Figure) -> str:
    return f"{figure.value:.1f}" + (f" ± {2 * figure.error:.2f}" if figure.error else "")


# -- The command ---------------------------------------------------------------------------------


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sides", nargs=2, metavar="side", help=SIDE)
    for name, (start, choices, words) in CHOICES.items():
        parser.add_argument(f"--{name}", choices=choices, default=start, help=words)
    for name, (usual, words) in NUMBERS.items():
        parser.add_argument(f"--{name}", type=int, default=usual, metavar="N", help=words)
    estimate = "throw dice even if it could be exact"
    parser.add_argument("--estimate", action="store_true", help=estimate)
    parsing.as_json(parser)


forecast = Command(
    _arguments, foretell, "who would win a fight of Shapers and Bots, and how hurt they would be"
)
