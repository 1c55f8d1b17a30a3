"""Changes single places of the rules and the house, and says which of them the tests notice.

python -m tools.mutants [--sample 200] [--seed 1] [--only games/…] [--jobs 1]

As many places are taken from each game, from the core and from hosting and web together, and of
each as many comparisons, numbers, `and`s and `or`s, conditions of comprehensions, guards, yields
and other statements, as far as there are any (tools/mutants/places.py). The same seed takes the
same places of the same code. Nothing is written: all happens in memory (tools/mutants/trying.py).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tools.mutants.places import KINDS, ROOT, SOURCE, Place, places, source_files
from tools.mutants.trying import Area, Verdict, tried

LAWS = tuple(f"tests/laws/test_{name}.py" for name in ("census", "laws", "stage", "whose"))
MORE_LAWS = tuple(f"tests/laws/test_{name}.py" for name in ("drawn", "secrets", "recaps"))
CORE = ("tests/core", "tests/table", "tests/library", *LAWS, *MORE_LAWS)
HOUSE = ("tests/hosting", "tests/log", "tests/bus", "tests/cli", "tests/web")


def of_game(name: str) -> Area:
    drawn = (str(path.relative_to(ROOT)) for path in (ROOT / "tests/web").glob(f"test_{name}*.py"))
    tests = (f"tests/games/{name}", *sorted(drawn), *LAWS)
    return Area(name, (f"games/{name}",), tests, name.replace("_", "-"))


GAMES = sorted(path.parent.name for path in (SOURCE / "games").glob("*/__init__.py"))
AREAS = [
    Area("core", ("core",), CORE, "odd-one", further=("tests/games", "tests/web")),
    *map(of_game, GAMES),
    Area("house", ("hosting", "web"), HOUSE),
]


# -- Choosing ------------------------------------------------------------------------------------


def sample(size: int, seed: int, only: str = "") -> dict[Area, list[Place]]:
    """Places taken at random, as many of each area and, within it, of each kind."""
    every = {area: found for area in AREAS if (found := candidates(area, only))}
    shares = {area: share(size, n, len(every)) for n, area in enumerate(every)}
    return {
        area: some_of(found, shares[area], random.Random(f"{seed} {area.name}"))
        for area, found in every.items()
    }


def candidates(area: Area, only: str) -> list[Place]:
    paths = (path for under in area.under for path in source_files(under, only))
    return [place for path in paths for place in places(path)]


def share(size: int, n: int, among: int) -> int:
    return size * (n + 1) // among - size * n // among


def some_of(found: list[Place], size: int, chance: random.Random) -> list[Place]:
    """So many places, of every kind in turn, and no node twice."""
    piles = [[place for place in found if place.kind == kind] for kind in KINDS]
    for pile in piles:
        chance.shuffle(pile)
    chosen: dict[tuple[str, int], Place] = {}
    while len(chosen) < size and any(piles):
        for pile in filter(None, piles):
            place = pile.pop()
            if len(chosen) < size:
                chosen.setdefault((place.path, place.node), place)
    return [*chosen.values()]


# -- The table -----------------------------------------------------------------------------------


def layer(place: Place) -> str:
    """`core`, `core/table`, `games/…/rules`, `web`: where a place is, in the table."""
    parts = place.path.split("/")[:-1]
    deep = {"core": 2, "games": 3}.get(parts[0], 1)
    return "/".join(parts[:deep])


def table(verdicts: list[Verdict]) -> str:
    """Noticed of tried, by layer and kind."""
    counted = [verdict for verdict in verdicts if verdict.tried]
    by_layer = defaultdict(list)
    for verdict in counted:
        by_layer[layer(verdict.place)].append(verdict)
    rows = [*sorted(by_layer.items()), ("all", counted)]
    lines = [["", *KINDS, "all", "share"], ["---"] * (len(KINDS) + 3)]
    lines += [[name, *cells(some)] for name, some in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cells(some: list[Verdict]) -> list[str]:
    kinds = [[v for v in some if v.place.kind == kind] for kind in KINDS]
    share = 100 * sum(v.noticed for v in some) / max(1, len(some))
    return [*(of(verdicts) for verdicts in [*kinds, some]), f"{share:.0f} %"]


def of(verdicts: list[Verdict]) -> str:
    return f"{sum(v.noticed for v in verdicts)}/{len(verdicts)}" if verdicts else ""


def main(arguments: list[str]) -> int:
    asked = options(arguments)
    chosen = sample(asked.sample, asked.seed, asked.only)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        verdicts = [v for some in pool.map(tried, chosen, chosen.values()) for v in some]
    print(table(verdicts))
    for verdict in verdicts:
        if not verdict.noticed:
            said = "survived" if verdict.tried else "not tried"
            print(f"{said}: {verdict.place} ({verdict.by})")
    return 0


def options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="how many places")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", help="a folder or a file below src/tablefolk")
    parser.add_argument("--jobs", type=int, default=1, help="areas at the same time")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
