"""How long a second start takes, beside a bare Litestar application, in one run.

python3 dev.py bench starting
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median

ROUNDS = 7
BARE = "import litestar, uvicorn, jinja2, msgspec; litestar.Litestar([])"
OURS = "import tablefolk.cli, tablefolk.web.serve"
GAMES = "import tablefolk.games"
TIMED = "import sys, time; a = time.process_time(); {}; print(time.process_time() - a)"


def spent(code: str) -> float:
    """Processor time of one fresh process for this, in milliseconds."""
    said = subprocess.check_output([sys.executable, "-c", TIMED.format(code)], text=True)
    return float(said) * 1000


def main() -> None:
    began = time.perf_counter()
    times: dict[str, list[float]] = {"bare": [], "all": [], "games": []}
    for _ in range(ROUNDS):
        for name, code in (("bare", BARE), ("all", OURS), ("games", GAMES)):
            times[name].append(spent(code))
    found = {name: round(median(rounds), 1) for name, rounds in times.items()}
    found["ratio"] = round(found["all"] / found["bare"], 2)
    print(json.dumps(found | {"seconds": round(time.perf_counter() - began, 1)}, indent=2))


if __name__ == "__main__":
    main()
