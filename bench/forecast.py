"""Measures the fight forecast, exact and estimated, and writes docs/bench-forecast.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from tablefolk.games.shapers_and_bots.cli import side
from tablefolk.games.shapers_and_bots.forecast import USUAL_TRIALS, exact
from tablefolk.games.shapers_and_bots.forecast.exact import Course, TooLarge
from tablefolk.games.shapers_and_bots.forecast.sides import Fight
from tablefolk.games.shapers_and_bots.forecast.simulation import simulate

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "bench-forecast.md"
RUNS = 5
FIGHTS: tuple[tuple[str, str, str], ...] = (
    ("goat", "bear", "spare"),
    ("rhino", "rhino", "spare"),
    ("turtle", "turtle", "spare"),
    ("Zephrod", "Larrapin", "spare"),
    ("Gruff", "Garree", "borrow"),
    ("2 goats", "bear", "spare"),
    ("2 wolves", "2 bears", "spare"),
    ("2 wolves", "2 bears", "borrow"),
    ("3 goats", "bear, wolf", "spare"),
    ("3 goats", "3 goats", "spare"),
    ("Garree, Larrapin, SAW-8", "Zephrod, One-Eye Grint, Thistle", "spare"),
    ("3 wolves", "3 bears", "spare"),
    ("5 wolves", "5 bears", "spare"),
    ("10 goats", "8 wolves", "spare"),
)


def main() -> None:
    """Measure every fight, and write the page."""
    rows = [row(*fight) for fight in FIGHTS]
    REPORT.write_text("\n".join([*head(), *rows]) + "\n", encoding="utf-8")
    print(f"Wrote {REPORT.relative_to(ROOT)}")


def head() -> list[str]:
    return [
        "# The fight forecast, exact and estimated",
        "",
        "Made by `python3 dev.py bench forecast`; do not edit. Milliseconds of processor time, the",
        f"median of {RUNS} runs, or one run of a large fight. *Ways* is the work of the exact",
        f"forecast; over {exact.MOST_WORK:,} it gives up, and dice are thrown for "
        f"{USUAL_TRIALS:,} fights.",
        "The difference is that of the first side's chance, in standard errors of the estimate.",
        "",
        f"Python {platform.python_version()}, {os.cpu_count()} cores.",
        "",
        "| fight | defend | states | ways | exact, ms | used | estimate, ms | ± points | off by |",
        "|---|---|---|---|---|---|---|---|---|",
    ]


def row(first: str, second: str, defend: str) -> str:
    fight = Fight((side(first, defend), side(second, defend)))
    course = Course(fight, float, most=10**9)
    course.run()
    runs = RUNS if fits(fight) else 1
    took, known = timed(lambda: exact.exact(fight, most=10**9), runs)
    thrown, guess = timed(lambda: simulate(fight, 1, USUAL_TRIALS), runs)
    error = guess.wins[0].error
    off = (guess.wins[0].value - known.wins[0].value) / error
    cells = (
        f"{first} against {second}", defend, f"{len(course.known):,}", f"{course.work:,}",
        f"{took:.1f}", "exact" if fits(fight) else "estimate", f"{thrown:.0f}",
        f"{error * 100:.2f}", f"{off:+.1f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def fits(fight: Fight) -> bool:
    try:
        exact.exact(fight)
    except TooLarge:
        return False
    return True


def timed(run: Callable[[], Any], runs: int) -> tuple[float, Any]:
    """The median of some runs, in milliseconds, and what came of the last one."""
    times = []
    for _ in range(runs):
        start = process_time()
        result = run()
        times.append((process_time() - start) * 1000)
    return median(times), result


if __name__ == "__main__":
    main()
