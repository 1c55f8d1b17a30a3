"""Measures the exact odds beside icepool and dyce in one run, and writes docs/bench-odds.md.

The benchmark itself is shared material outside the repository; it is copied into a build folder,
where it may write, and the peers get an environment each.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "bench-odds"
BUILD = ROOT / ".build"
BENCH = BUILD / "bench"
COPY = BENCH / "bench-odds"
REPORT = ROOT / "docs" / "bench-odds.md"
OURS = "tablefolk"
PEERS = {"icepool-2.1.3": "icepool==2.1.3", "dyce": "dyce==0.7.0"}
LIMIT = 30  # seconds a contender may take for one case
GOALS = {"warm": 10, "cold": 3}

TIMED_IMPORT = """
import sys, time
before, start = len(sys.modules), time.perf_counter()
import {module}
print((time.perf_counter() - start) * 1000, len(sys.modules) - before)
"""

Results = dict[str, dict[str, Any]]  # contender -> case -> what was measured


def main() -> None:
    """Prepare, measure, report."""
    if not SHARED.is_dir():
        raise SystemExit("The odds benchmark is not here: expected ../shared/bench-odds.")
    prepare()
    results = measure()
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text("\n".join(report(results, imports())) + "\n")
    print(f"Wrote {REPORT.relative_to(ROOT)}")


def prepare() -> None:
    """A fresh copy of the benchmark, and an environment for each peer."""
    BENCH.mkdir(parents=True, exist_ok=True)
    (BUILD / ".gitignore").write_text("*\n")
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(SHARED, COPY, copy_function=shutil.copyfile)
    COPY.chmod(0o755)
    (COPY / "results").mkdir(mode=0o755, exist_ok=True)
    for package in PEERS.values():
        if not peer_python(package).exists():
            venv = peer_python(package).parents[1]
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run(
                [peer_python(package), "-m", "pip", "install", "-q", package], check=True
            )


def peer_python(package: str) -> Path:
    """The interpreter of a peer, where the benchmark's own list of peers looks for it."""
    return BENCH / f"venv-{package.partition('==')[0]}" / "bin" / "python"


def measure() -> Results:
    """All cases of all contenders, checked and timed by the benchmark."""
    adapter = Path(__file__).with_name("adapter.py")
    command = [sys.executable, "bench_odds.py", "--rounds", "1", "--cold", "5"]
    command += ["--limit", str(LIMIT), "--only", ",".join(PEERS)]
    command += ["--add", f"{OURS}={sys.executable}:{adapter}"]
    subprocess.run(command, cwd=COPY, env={**os.environ, "BENCH_HARD": "1"}, check=True)
    found = json.loads((COPY / "results" / "odds.json").read_text())["peers"]
    return {name: found[name]["cases"] for name in (OURS, *PEERS)}


def imports() -> dict[str, tuple[float, int]]:
    """Milliseconds to import each contender in a fresh process, and the modules it brings."""
    bare = peer_python("icepool")
    return {
        OURS: timed_import(bare, "tablefolk.core.odds"),
        "icepool-2.1.3": timed_import(bare, "icepool"),
        "dyce": timed_import(peer_python("dyce"), "dyce"),
    }


def timed_import(python: Path, module: str) -> tuple[float, int]:
    """The median of eleven fresh processes, after one that compiles."""
    command = [str(python), "-c", TIMED_IMPORT.format(module=module)]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    runs = [
        subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(12)
    ]
    return median(float(took) for took, _ in runs[1:]), int(runs[0][1])


# -- The report --------------------------------------------------------------------


def report(results: Results, imported: dict[str, tuple[float, int]]) -> list[str]:
    """The whole page."""
    exact = sum(case["status"] == "ok" for case in results[OURS].values())
    return [
        "# Exact odds, side by side",
        "",
        "Made by `python3 dev.py bench odds`; do not edit. Every case is first checked: each",
        "chance must equal the reference as a fraction. A ratio is the better peer's time by ours.",
        "The machine was shared with other work, so ratios say more than times.",
        "",
        f"Python {platform.python_version()}, {os.cpu_count()} cores; {', '.join(PEERS.values())}.",
        f"**{exact} of {len(results[OURS])} cases exact.**",
        "",
        *table("warm", "asked again in one process, as fractions, caches allowed", results),
        *table("cold", "first call in a fresh process, as fractions, import excluded", results),
        *import_table(imported),
    ]


def table(kind: str, meaning: str, results: Results) -> list[str]:
    """One table of times and ratios, and whether the goal is met."""
    ratios = {case: ratio(kind, case, results) for case in results[OURS]}
    worst = min(ratios, key=lambda case: ratios[case])
    goal = f"goal {GOALS[kind]}: {'met' if ratios[worst] >= GOALS[kind] else 'missed'}"
    rows = [
        f"| {case} | {' | '.join(shown(kind, results[name][case]) for name in results)} "
        f"| {ratios[case]:,.3g} |"
        for case in results[OURS]
    ]
    return [
        f"## {kind.capitalize()}: {meaning}",
        "",
        f"Smallest ratio {ratios[worst]:.3g} ({worst}); {goal}.",
        "",
        f"| case | {' | '.join(results)} | ratio |",
        f"|---|{'---:|' * (len(results) + 1)}",
        *rows,
        "",
    ]


def taken(kind: str, case: dict[str, Any]) -> float | None:
    """Microseconds, if the contender answered in time and right."""
    if kind == "cold":
        return case.get("cold_exact_us")
    us: float | None = case.get("warm", {}).get("exact", {}).get("us")
    return us


def ratio(kind: str, case: str, results: Results) -> float:
    """How many times quicker than the better peer; 0 if ours has no answer."""
    ours = taken(kind, results[OURS][case])
    peers = [us for name in PEERS if (us := taken(kind, results[name][case]))]
    return min(peers) / ours if ours and peers else 0.0


def shown(kind: str, case: dict[str, Any]) -> str:
    """A time with its unit, or why there is none."""
    us = taken(kind, case)
    if us is None:
        return f"over {LIMIT} s" if case["status"] == "timeout" else str(case["status"])
    for size, unit in ((1e6, "s"), (1e3, "ms")):
        if us >= size:
            return f"{us / size:.3g} {unit}"
    return f"{us:.3g} µs"


def import_table(imported: dict[str, tuple[float, int]]) -> list[str]:
    """What it costs to have each contender at hand."""
    ours = imported[OURS][0]
    rows = [
        f"| {name} | {took:.1f} ms | {modules} | {took / ours:.3g} |"
        for name, (took, modules) in imported.items()
    ]
    head = ["| contender | import | modules | times ours |", "|---|---:|---:|---:|"]
    return ["## Import", "", *head, *rows]


if __name__ == "__main__":
    main()
