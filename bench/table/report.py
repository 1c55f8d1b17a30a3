"""The figures, the aims beside them, and whether they are met."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from load import Pace
from msgspec import Struct
from peer import Peer

NAMES = {
    "wheel-of-fate": "Wheel of Fate",
    "rotate-bird": "Rotate Bird",
    "shapers-and-bots": "Shapers and Bots",
    "mutagen": "Mutagen",
}


class Figures(Struct):
    """All that was measured of one game; times in milliseconds, sizes in bytes."""

    act: float
    kinds: dict[str, float]
    talk: float
    gm_bytes: float  # of the stream, for an act
    player_bytes: float
    gm_wire: float  # the same as it went over the line
    player_wire: float
    gm_page: float
    player_page: float
    gm_elements: float
    player_elements: float
    grown: float = 0
    grown_talk: float = 0
    wait: float = 0
    longest: float = 0
    table: float = 0
    page: float = 0
    p50: float = 0
    p99: float = 0
    done: float = 0
    failed: int = 0
    unseen: int = 0
    cpu: float = 0
    faults: list[str] = []


class Row(NamedTuple):
    """One line of the report: how it is read off, how it is written, and the most it may be."""

    what: str
    of: Callable[[Figures], float]
    unit: str = "ms"
    aim: float = 0
    aims: Mapping[str, float] = {}

    def most(self, key: str) -> float:
        return self.aims.get(key, self.aim)

    def written(self, figures: Figures) -> str:
        number = self.of(figures)
        return f"{number:,.{0 if number >= 100 else 2 if number < 10 else 1}f} {self.unit}".strip()


ROWS = (
    Row(
        "processor time for an act of the game",
        lambda f: f.act,
        aim=5,
        aims={"shapers-and-bots": 8},
    ),
    Row("processor time for a line of talk", lambda f: f.talk, aim=0.8),
    Row("sent to a player for an act, median", lambda f: f.player_bytes / 1000, "kB", 4),
    Row("sent to the GM for an act, median", lambda f: f.gm_bytes / 1000, "kB", 4),
    Row("the same on the line, player", lambda f: f.player_wire / 1000, "kB"),
    Row("the same on the line, GM", lambda f: f.gm_wire / 1000, "kB"),
    Row("first page of a player", lambda f: f.player_page / 1000, "kB", 60),
    Row("first page of the GM", lambda f: f.gm_page / 1000, "kB", 90),
    Row("elements in a player's first page", lambda f: f.player_elements, "", 900),
    Row("elements in the GM's first page", lambda f: f.gm_elements, "", 900),
    Row("memory of a table that wakes", lambda f: f.table / 1000, "kB", 300),
    Row("memory of an open page", lambda f: f.page / 1000, "kB", 30),
    Row("both: a table with its five pages", lambda f: (f.table + 5 * f.page) / 1000, "kB"),
    Row("an act at a table grown tenfold, times as much", lambda f: f.grown / f.act, "×", 1.15),
    Row("talk at a table grown tenfold, times as much", lambda f: f.grown_talk / f.talk, "×", 1.15),
    Row("100 acts/s: seen by all five, p50", lambda f: f.p50),
    Row("100 acts/s: seen by all five, p99", lambda f: f.p99, aim=50),
    Row("acts/s carried out there", lambda f: f.done, ""),
    Row("processor time for an act there", lambda f: f.cpu),
    Row("somebody else waits during an act, median", lambda f: f.wait),
    Row("somebody else waits during an act, longest", lambda f: f.longest),
)


def short(key: str, figures: Figures) -> str:
    """What a developer looks at while working."""
    lines = [f"{NAMES[key]}"]
    for row in ROWS:
        if row.of(figures):
            aim = f"(aim {row.most(key):g}: {verdict(row, key, figures)})" if row.aim else ""
            lines.append(f"  {row.what:<50} {row.written(figures):>12} {aim}".rstrip())
    lines += [f"    {kind:<20} {cpu:.1f} ms" for kind, cpu in figures.kinds.items()]
    lines += [f"  not carried out or not seen: {fault}" for fault in figures.faults[:3]]
    return "\n".join(lines)


def verdict(row: Row, key: str, figures: Figures) -> str:
    return "met" if row.of(figures) <= row.most(key) else "not met"


def page(
    found: Mapping[str, Figures],
    before: Mapping[str, Figures],
    bare: tuple[float, Pace, list[float]],
    peer: Peer | None,
) -> str:
    """The measurements as a page."""
    parts = [_said(), _table(found, aims=True), *_kinds(found), *_beside(found, bare, peer)]
    if before:
        parts += ["## Before (issue 8)", "", "The same bench over the code as it was then.", ""]
        parts += [_table(before, aims=False)]
    faults = sum(len(figures.faults) + figures.unseen for figures in found.values())
    parts += [f"Acts refused, or not seen by somebody in time: {faults}.", ""]
    return "\n".join(parts)


def _said() -> str:
    return f"""# The table, measured

Made by `python3 dev.py bench table`; `--quick` gives what acts cost within a minute, `--game KEY`
one game. Every table is a game's demo with five people of its own names: the GM, three players
and an onlooker. Each has fetched the page and opened the stream that the page names. Acts are the
heart of each game (`bench/table/acts.py`), and go through HTTP to one server process with a real
SQLite file.

- *Processor time* is the server process's own, all threads, by the kernel's clock for it: the mean
  over rounds in which four tables do the same act at once, each seen by all five before the next.
- *Sent* is what one act brings to one seat's stream, unpacked; *on the line* with gzip offered.
- *Memory* is the growth of a fresh process's resident memory over 40 tables, woken by a line of
  talk with no page open, and then over their 200 pages (with what is kept to draw them).
- *Grown tenfold* has 40 more of the cast, 40 more notes on the desk and 3,000 more lines in the
  story, measured in turn with the ordinary tables.
- *Seen* is from the moment an act was due to the last of five, at 40 tables; where far fewer than
  100 acts/s were carried out, those given up after 15 s are not even counted in it.
- *Somebody else waits* is the longest answer for a small static file, asked for every millisecond
  during an act: the longest piece of work in one go of the loop, seen from outside.

Machine: {os.cpu_count()} cores for server and load together; load average
{os.getloadavg()[0]:.1f} at the end. Where others use it too, times are worse than processor times.
"""


def _table(found: Mapping[str, Figures], aims: bool) -> str:
    head = ["", *(NAMES[key] for key in found), *(["aim"] if aims else [])]
    lines = [_line(head), _line(["---"] * len(head))]
    for row in ROWS:
        cells = [_cell(row, key, figures, aims) for key, figures in found.items()]
        lines.append(_line([row.what, *cells, *([_aim(row)] if aims else [])]))
    return "\n".join([*lines, ""])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(row: Row, key: str, figures: Figures, aims: bool) -> str:
    met = f", {verdict(row, key, figures)}" if aims and row.aim else ""
    return f"{row.written(figures)}{met}"


def _aim(row: Row) -> str:
    if not row.aim:
        return ""
    more = "".join(f" ({NAMES[key]} ≤ {aim:g})" for key, aim in row.aims.items())
    return f"≤ {row.aim:g} {row.unit}".strip() + more


def _kinds(found: Mapping[str, Figures]) -> list[str]:
    """Each kind of act by itself."""
    lines = ["Processor time by kind of act, means:", ""]
    for key, figures in found.items():
        kinds = ", ".join(f"{kind} {cpu:.1f} ms" for kind, cpu in figures.kinds.items())
        lines.append(f"- {NAMES[key]}: {kinds}.")
    return [*lines, ""]


def _beside(
    found: Mapping[str, Figures], bare: tuple[float, Pace, list[float]], peer: Peer | None
) -> list[str]:
    """The bare echo and the peer, from the same run."""
    cost, pace, waits = bare
    head = ["beside, same run", "processor time for an act", "100 acts/s: p50", "p99", "acts/s"]
    rows = [head, ["---"] * 5]
    for key, f in found.items():
        rows.append([NAMES[key], f"{f.act:.2f} ms", *_paces(f.p50, f.p99, f.done)])
    rows.append(["bare echo (no rules, no log, no pages)", f"{cost:.2f} ms",
                 *_paces(pace.p50, pace.p99, pace.done)])  # fmt: skip
    name = "boardgame.io, in memory: a counter, five clients a match"
    if peer:
        paces = _paces(peer.p50, peer.p99, peer.done)
        rows.append([f"{name} ({peer.version})", f"{peer.cpu:.2f} ms", *paces])
    else:
        rows.append([f"{name}: could not be installed", "", "", "", ""])
    longest = f"Of the echo somebody else waits {max(waits):.1f} ms at most."
    return [*map(_line, rows), "", longest, ""]


def _paces(p50: float, p99: float, done: float) -> list[str]:
    return [f"{p50:,.1f} ms", f"{p99:,.1f} ms", f"{done:.0f}"]
