"""`tablefolk odds` and `tablefolk roll`: dice alone, of any sides, read as the table reads them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tablefolk.cli.commands import Command
from tablefolk.cli.parsing import as_json
from tablefolk.core.notation import Pool, parse, read, totals
from tablefolk.core.odds import Odds, margin, percent
from tablefolk.hosting import randomness

if TYPE_CHECKING:
    from fractions import Fraction

    Shares = Mapping[str, Fraction]
    Answer = tuple[str, Shares, Shares]  # heading, facts, bars

WIDTH = 40  # characters of the longest bar
MOST_MARKS = 6
ABOVE = (5, 10)  # how far above the number to reach is worth a line


# -- What is asked ---------------------------------------------------------------------------


def ask_odds(args: argparse.Namespace) -> int:
    """The odds of a pool: alone, against a number, or against another pool."""
    pool = parse(args.pool)
    if args.versus:
        return _show(_versus(pool, parse(args.versus)), args.json)
    if args.against:
        return _show(_against(pool, args.against), args.json)
    return _show(_alone(pool), args.json)


def _alone(pool: Pool) -> Answer:
    sums = totals(pool)
    marks = {f"at least {n}": sums.at_least(n) for n in _marks(min(sums.ways), max(sums.ways))}
    heading = f"{pool}: {pool.thrown} {'die' if pool.thrown == 1 else 'dice'}, {pool.dice} counted"
    return heading, {"mean": sums.mean()} | marks, _bars(sums)


def _marks(low: int, high: int) -> Iterable[int]:
    """A few round totals between the least and the most."""
    steps = (digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5))
    step = next(step for step in steps if high - low <= step * MOST_MARKS)
    return range((low // step + 1) * step, high + 1, step)


def _against(pool: Pool, least: int) -> Answer:
    sums = totals(pool)
    facts = {"success": sums.at_least(least)}
    facts |= {f"{n} or more above": sums.at_least(least + n) for n in ABOVE}
    return f"{pool} against {least}", facts, _bars(sums, least)


def _versus(mine: Pool, theirs: Pool) -> Answer:
    ahead = margin(totals(mine), totals(theirs))
    win, tie = ahead.at_least(1), ahead.chance(0)
    bars = {_lead(n): ahead.chance(n) for n in sorted(ahead.ways, reverse=True)}
    return f"{mine} versus {theirs}", {"win": win, "tie": tie, "lose": 1 - win - tie}, bars


def _lead(ahead: int) -> str:
    """How far one is above the other, seen from the first pool."""
    if ahead == 0:
        return "tie"
    return f"wins by {ahead:>2}" if ahead > 0 else f"loses by {-ahead:>2}"


def _bars(sums: Odds, least: int = 0) -> Shares:
    """Each total with its chance; where there is a number to reach, those that do are ticked."""
    marks = {t: ("✓" if t >= least else " ") if least else "" for t in sorted(sums.ways)}
    return {f"{mark}{t:>3}": sums.chance(t) for t, mark in marks.items()}


# -- What is thrown --------------------------------------------------------------------------


def throw(args: argparse.Namespace) -> int:
    """Throw a pool, and hold it against a number where there is one."""
    pool = parse(args.pool)
    faces = randomness.throw(pool.thrown, pool.sides)
    reading = read(pool, faces)
    told: dict[str, object] = {"roll": str(pool), "dice": faces, "total": reading.total}
    if pool.tilt:
        told["counted"] = [faces[place] for place in reading.kept]
    if args.against:
        ahead = reading.total - args.against
        told |= {"against": args.against, "success": ahead >= 0, "margin": ahead}
    if args.json:
        return _print_json(told)
    print("\n".join(_thrown(told)))
    return 0


def _thrown(told: Mapping[str, Any]) -> Iterator[str]:
    counted = f", counted {_list(told['counted'])}" if "counted" in told else ""
    yield f"{told['roll']}: {_list(told['dice'])}{counted}, total {told['total']}"
    if "margin" in told:
        ahead = told["margin"]
        yield f"against {told['against']}: " + (
            f"success, {ahead} above" if ahead >= 0 else f"failure, {-ahead} below"
        )


def _list(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


# -- How it is shown -------------------------------------------------------------------------


def _show(answer: Answer, in_json: bool) -> int:
    heading, facts, bars = answer
    if in_json:
        exact = {name: [str(value), float(value)] for name, value in facts.items()}
        spread = {" ".join(name.split()): str(value) for name, value in bars.items()}
        return _print_json({"asked": heading, "odds": exact, "spread": spread})
    print(heading)
    width = max(map(len, facts))
    for name, value in facts.items():
        shown = f"{float(value):.2f}" if name == "mean" else percent(value)
        print(f"  {name:<{width}}  {shown:>10}  = {value}")
    print()
    for line in plot(bars):
        print(line)
    return 0


def plot(bars: Shares) -> Iterable[str]:
    """A bar for each row, the longest as wide as fits."""
    top = max((float(v) for v in bars.values()), default=1.0)
    width = max(map(len, bars))
    for name, value in bars.items():
        bar = "█" * round(float(value) / top * WIDTH) or "▏"
        yield f"  {name:>{width}} {bar} {float(value) * 100:.2f} %"


def _print_json(told: Mapping[str, object]) -> int:
    import json  # who reads the plot does not wait for it

    print(json.dumps(told))
    return 0


# -- The commands ----------------------------------------------------------------------------


def number_to_reach(text: str) -> int:
    """A whole number from 1 up."""
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"a whole number from 1 up is needed, not {text}")
    return int(text)


def _odds_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pool", help="dice: 3d6, 2d20, 3d6++ (highest count), 3d6- (lowest count)")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--against", type=number_to_reach, metavar="N", help="a number to reach")
    other.add_argument("--versus", metavar="POOL", help="another roll")
    as_json(parser)


def _roll_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pool", help="dice: 3d6++, 4d, 2d20")
    parser.add_argument("--against", type=number_to_reach, metavar="N", help="a number to reach")
    as_json(parser)


odds = Command(_odds_arguments, ask_odds)
roll = Command(_roll_arguments, throw)
