"""Odds and rolls in the terminal, from the same reader and the same numbers as the table."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from typing import Any

from tablefolk.core.game import Refusal
from tablefolk.core.odds import Odds, percent
from tablefolk.core.table.talk import free_dice
from tablefolk.games import shelf
from tablefolk.games.wheel_of_fate.rules.notation import DicePool, against, parse, read, totals
from tablefolk.games.wheel_of_fate.rules.whammies import WHAMMY, opposed
from tablefolk.hosting import randomness

WIDTH = 40  # characters of the longest bar
MARKS = (5, 10, 15, 20, 25)


def odds(args: argparse.Namespace) -> int:
    """The odds of a pool: alone, against a difficulty, or against another pool."""
    pool = parse(args.pool)
    if args.versus and args.against is not None:
        raise Refusal("WF-26", "bad_notation", "Choose --against or --versus, not both.")
    if args.versus:
        return _show(_versus(pool, parse(args.versus)), args.json)
    if args.against is not None:
        return _show(_against(pool, args.against), args.json)
    return _show(_alone(pool), args.json)


def roll(args: argparse.Namespace) -> int:
    """Throw a pool, or free dice where it is not one."""
    try:
        pool = parse(args.pool)
    except Refusal:
        return _roll_free(args)
    _possible(pool)
    faces = randomness.throw(pool.dice_count, 6)
    reading = read(pool, faces)
    told: dict[str, Any] = {"roll": str(pool), "dice": faces, "total": reading.total}
    told["counted"] = [faces[place] for place in reading.kept]
    if args.against is not None:
        judged = against(reading.total, _difficulty(args.against))
        told |= {"against": args.against, "success": judged.success, "whammies": judged.whammies}
    return _say_roll(told, args.json)


def _roll_free(args: argparse.Namespace) -> int:
    if args.against is not None:
        raise Refusal("WF-17", "bad_notation", f"“{args.pool}” is not a roll like 3d6++.")
    count, sides = free_dice(args.pool)
    faces = randomness.throw(count, sides)
    return _say_roll({"roll": f"{count}d{sides}", "dice": faces, "total": sum(faces)}, args.json)


def _say_roll(told: Mapping[str, Any], as_json: bool) -> int:
    if as_json:
        print(json.dumps(told))
        return 0
    counted = f", counted {_list(told['counted'])}" if "counted" in told else ""
    print(f"{told['roll']}: {_list(told['dice'])}{counted}, total {told['total']}")
    if "success" in told:
        result = "success" if told["success"] else "failure"
        print(f"against {told['against']}: {result}, {told['whammies']} whammies")
    return 0


def games(args: argparse.Namespace) -> int:
    """The games, with what one needs to know to choose."""
    listed = [
        {"key": g.key, "title": g.about.title, "players": g.about.players, "dice": g.about.dice,
         "author": g.about.author, "pitch": g.about.pitch}
        for g in shelf().games
    ]  # fmt: skip
    if args.json:
        print(json.dumps(listed, ensure_ascii=False))
        return 0
    for game in listed:
        print(f"{game['title']} ({game['key']}), by {game['author']}")
        print(f"  {game['pitch']}\n  {game['players']}; {game['dice']}")
    return 0


# -- What is asked ---------------------------------------------------------------------------


def _sums(pool: DicePool) -> Odds:
    _possible(pool)
    return totals(pool)


def _possible(pool: DicePool) -> None:
    if pool.overwhelmed or not pool.base:
        why = f"{pool} leaves nothing to count: it is lost without a throw."
        raise Refusal("WF-13", "overwhelmed", why)


def _difficulty(difficulty: int) -> int:
    if difficulty < 1:
        raise Refusal("WF-20", "bad_difficulty", "A difficulty is a whole number from 1 up.")
    return difficulty


Answer = tuple[str, dict[str, Any], Mapping[str, Any]]  # heading, facts, bars


def _alone(pool: DicePool) -> Answer:
    sums = _sums(pool)
    facts = {"mean": sums.mean()} | {f"at least {d}": sums.at_least(d) for d in MARKS}
    return f"{pool}: {pool.dice_count} dice, {pool.base} counted", facts, _bars(sums)


def _against(pool: DicePool, difficulty: int) -> Answer:
    sums, least = _sums(pool), _difficulty(difficulty)
    most = max(sums.ways)
    above = range(least + WHAMMY, most + 1, WHAMMY)
    facts = {
        "success": sums.at_least(least),
        "at least one whammy": sums.at_least(least + WHAMMY),
        "mean whammies": sum((sums.at_least(d) for d in above), start=sums.at_least(most + 1)),
    }
    return f"{pool} against {difficulty}", facts, _bars(sums, least)


def _versus(mine: DicePool, theirs: DicePool) -> Answer:
    spread = opposed(_sums(mine), _sums(theirs))
    facts = {
        "win": spread.where(lambda stress: stress > 0),
        "tie": spread.chance(0),
        "lose": spread.where(lambda stress: stress < 0),
    }
    bars = {_stress(n): spread.chance(n) for n in sorted(spread.ways, reverse=True)}
    return f"{mine} versus {theirs}", facts, bars


def _stress(stress: int) -> str:
    """Who is hurt, and how much, seen from the first pool (WF-69)."""
    if stress == 0:
        return "nobody is hurt"
    return f"deals {stress}" if stress > 0 else f"takes {-stress}"


def _bars(sums: Odds, least: int = 0) -> dict[str, Any]:
    """Each total with its chance; where there is a difficulty, those that reach it are ticked."""
    marks = {t: ("✓" if t >= least else " ") if least else "" for t in sorted(sums.ways)}
    return {f"{mark}{t:>3}": sums.chance(t) for t, mark in marks.items()}


# -- How it is shown -------------------------------------------------------------------------


def _show(answer: Answer, as_json: bool) -> int:
    heading, facts, bars = answer
    if as_json:
        exact = {name: [str(value), float(value)] for name, value in facts.items()}
        spread = {name.strip(): str(value) for name, value in bars.items()}
        print(json.dumps({"asked": heading, "odds": exact, "spread": spread}))
        return 0
    print(heading)
    width = max(map(len, facts))
    for name, value in facts.items():
        shown = f"{float(value):.2f}" if "mean" in name else percent(value)
        print(f"  {name:<{width}}  {shown:>10}  = {value}")
    print()
    for line in plot(bars):
        print(line)
    return 0


def plot(bars: Mapping[str, Any]) -> Iterable[str]:
    """A bar for each row, the longest as wide as fits."""
    top = max((float(v) for v in bars.values()), default=1.0)
    width = max(map(len, bars))
    for name, value in bars.items():
        bar = "█" * round(float(value) / top * WIDTH) or "▏"
        yield f"  {name:>{width}} {bar} {float(value) * 100:.2f} %"


def _list(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
