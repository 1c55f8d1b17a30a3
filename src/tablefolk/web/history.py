"""The whole story of a table in the words of one seat: to look through, and to take home."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime

import msgspec
from markupsafe import escape
from msgspec import Struct

from tablefolk.core.game import Entry, Record
from tablefolk.core.table import takeback
from tablefolk.hosting.live import Live, Told
from tablefolk.hosting.tables import Host

CHUNK = 500
WRITTEN = "Written down"  # heading of a game's records in what is taken home
SHOWN = 100
KINDS = {
    "": "everything",
    "said": "what was said",
    "threw": "throws",
    "did": "deeds",
    "ruled": "rulings",
    "scene": "scenes",
}
ALIKE = {  # what somebody means who looks for one of these
    "said": {"said", "spoke", "whispered", "narrated"},
    "scene": {"scene", "closed"},
    "did": {"did", "noted"},
}


class Wanted(Struct, frozen=True):
    """What somebody looks for in the log."""

    kind: str = ""
    text: str = ""
    before: int = 0  # only entries with a smaller number; 0 is all

    def fits(self, told: Told) -> bool:
        """Whether an entry is what they look for."""
        kinds = ALIKE.get(self.kind, {self.kind})
        if self.kind and all(line.kind not in kinds for line in told.lines):
            return False
        sought = self.text.casefold()
        return not sought or any(sought in line.text.casefold() for line in told.lines)


async def found(host: Host, live: Live, member: str, wanted: Wanted) -> list[Told]:
    """The newest entries that fit, newest last."""
    end = min(wanted.before or live.version + 1, live.version + 1)
    struck = await _struck(host, live)
    shown: list[Told] = []
    while end > 1 and len(shown) < SHOWN:
        start = max(end - CHUNK, 1)
        told = [t async for t in _told(host, live, member, start, end, struck)]
        shown = [t for t in told if wanted.fits(t)] + shown
        end = start
    return shown[-SHOWN:]


async def whole(host: Host, live: Live, member: str) -> list[Told]:
    """Everything this seat may know, oldest first."""
    struck = await _struck(host, live)
    told: list[Told] = []
    for start in range(1, live.version + 1, CHUNK):
        end = min(start + CHUNK, live.version + 1)
        told += [t async for t in _told(host, live, member, start, end, struck)]
    return told


async def _told(
    host: Host, live: Live, member: str, start: int, end: int, struck: frozenset[int]
) -> AsyncIterator[Told]:
    seat = live.seat(member)
    for number, entry in await _entries(host, live, start, end):
        told = live.tell(number, entry, seat)
        if told.lines:
            yield msgspec.structs.replace(told, struck=number in struck)


async def _entries(host: Host, live: Live, start: int, end: int) -> Iterable[tuple[int, Entry]]:
    """The entries from start to before end: from memory where they are, else from the log."""
    if start >= live.first:
        return list(enumerate(live.entries[start - live.first : end - live.first], start))
    rows = await host.log.read(live.id, start - 1, end - start)
    return [(row.version, live.game.codec.load(row.body)) for row in rows]


async def _struck(host: Host, live: Live) -> frozenset[int]:
    """All entries ever taken back."""
    if live.first == 1:
        return live.struck
    rows = await host.log.read(live.id)
    backs = (live.game.codec.load(row.body) for row in rows if b"TakenBack" in row.body)
    return takeback.struck(backs)


# -- To take home --------------------------------------------------------------------------


def as_markdown(name: str, told: Sequence[Told], records: Sequence[Record]) -> str:
    """The story as a text that reads well anywhere, and after it what was written down."""
    lines = [f"# {_plain(name)}", ""]
    for one in told:
        for line in one.lines:
            text = _plain(line.text)
            if line.kind == "scene":
                lines += ["", f"## {text}", ""]
            else:
                lines.append(f"- ~~{text}~~ (taken back)" if one.struck else f"- {text}")
    if records:
        lines += ["", f"## {WRITTEN}", ""]
        lines += [f"- {_plain(_heading(r))}: {_plain(r.text)}" for r in records]
    return "\n".join(lines) + "\n"


def as_html(name: str, told: Sequence[Told], records: Sequence[Record]) -> str:
    """The same as one page that needs nothing else."""
    parts = []
    for one in told:
        for line in one.lines:
            text = escape(line.text)
            if line.kind == "scene":
                parts.append(f"<h2>{text}</h2>")
            else:
                parts.append(f"<p><s>{text}</s></p>" if one.struck else f"<p>{text}</p>")
    if records:
        parts.append(f"<h2>{WRITTEN}</h2>")
    parts += [f"<p>{escape(_heading(r))}: {escape(r.text)}</p>" for r in records]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(name)}</title>'
    return f"{head}<h1>{escape(name)}</h1>{''.join(parts)}</html>"


def as_json(name: str, told: Sequence[Told], records: Sequence[Record]) -> bytes:
    """The same for a program."""
    entries = [
        {
            "number": one.number,
            "at": datetime.fromtimestamp(one.at).astimezone().isoformat(timespec="seconds"),
            "struck": one.struck,
            "by_hand": one.by_hand,
            "lines": [{"text": line.text, "kind": line.kind} for line in one.lines],
        }
        for one in told
    ]
    return msgspec.json.encode({"table": name, "entries": entries, "records": records})


def _heading(record: Record) -> str:
    """What kind of thing it is, whose, and of which scene."""
    scene = f"scene {record.scene}" if record.scene else ""
    beside = ", ".join(part for part in (record.who, scene) if part)
    return f"{record.kind.capitalize()} ({beside})" if beside else record.kind.capitalize()


def _plain(text: str) -> str:
    """Text on one line, with nothing in it that Markdown would take for a mark."""
    joined = " ".join(text.split())
    return "".join(f"\\{ch}" if ch in "\\`*_[]<>#~|" else ch for ch in joined)
