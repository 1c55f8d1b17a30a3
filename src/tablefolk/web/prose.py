"""The story as prose, to take home: a paragraph for each act, made from events alone (TF-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec
from markupsafe import escape

from tablefolk.core.game import Record
from tablefolk.core.language import here, said
from tablefolk.core.recap import joined
from tablefolk.hosting.live import Told

WRITTEN = said("Written down")  # heading of a game's records
ACTS = ("threw", "did", "ruled")
Kind = Literal["heading", "divider", "narration", "speech", "talk", "act", "struck"]
STYLE = (
    "body{font:1.1rem/1.6 Georgia,serif;max-width:38rem;margin:3rem auto;padding:0 1rem}"
    ".act,.struck{color:#555;font-size:.95em}.talk{color:#555}.divider{text-align:center}"
)


class Paragraph(NamedTuple):
    """A piece of the tale."""

    kind: Kind
    text: str
    who: str = ""


def paragraphs(told: Sequence[Told]) -> Iterator[Paragraph]:
    """The tale: what was taken back is left out, but for dice, which stay struck (TF-26)."""
    for one in told:
        yield from _struck(one) if one.struck else _act(one)


def _struck(one: Told) -> Iterator[Paragraph]:
    if text := joined(line.text for line in one.lines if line.kind == "threw"):
        yield Paragraph("struck", text)


def _act(one: Told) -> Iterator[Paragraph]:
    """Fiction line by line; the rest of an act as one paragraph, where it begins."""
    deeds = joined(line.text for line in one.lines if line.kind in ACTS)
    for line in one.lines:
        if line.kind in ACTS and deeds:
            yield Paragraph("act", deeds)
            deeds = ""
        elif line.kind == "scene":
            yield Paragraph("heading" if line.lead else "divider", line.text)
        elif line.kind == "narrated":
            yield Paragraph("narration", line.text)
        elif line.kind in ("spoke", "said"):
            yield Paragraph("speech" if line.kind == "spoke" else "talk", line.text, line.who)


# -- In three forms ------------------------------------------------------------------------


def as_markdown(name: str, told: Sequence[Told], records: Sequence[Record]) -> str:
    """The story as a text that reads well anywhere, and after it what was written down."""
    parts = [f"# {plain(name)}", *map(_in_markdown, paragraphs(told))]
    if records:
        listed = (f"- {plain(_heading(r))}: {plain(r.text)}" for r in records)
        parts += [f"## {WRITTEN}", "\n".join(listed)]
    return "\n\n".join(parts) + "\n"


def _in_markdown(one: Paragraph) -> str:
    text, who = plain(one.text), plain(one.who)
    return {
        "heading": f"## {text}",
        "divider": f"**{text}**",
        "narration": text,
        "speech": f"**{who}:** “{text}”",
        "talk": said("{who}, at the table: {text}", who=who, text=text),
        "act": f"*{text}*",
        "struck": said("~~{text}~~ (taken back)", text=text),
    }[one.kind]


def as_html(name: str, told: Sequence[Told], records: Sequence[Record]) -> str:
    """The same as one page that needs nothing else."""
    parts = list(map(_in_html, paragraphs(told)))
    if records:
        listed = (f"<li>{escape(_heading(r))}: {escape(r.text)}</li>" for r in records)
        parts += [f"<h2>{WRITTEN}</h2>", f"<ul>{''.join(listed)}</ul>"]
    head = f'<!doctype html><html lang="{here.name}"><meta charset="utf-8">'
    title = f"<title>{escape(name)}</title><style>{STYLE}</style><h1>{escape(name)}</h1>"
    return f"{head}{title}{''.join(parts)}</html>"


def _in_html(one: Paragraph) -> str:
    text, who = escape(one.text), escape(one.who)
    if one.kind == "heading":
        return f"<h2>{text}</h2>"
    inner = {
        "speech": f"<strong>{who}:</strong> “{text}”",
        "talk": said("{who}, at the table: {text}", who=who, text=text),
        "struck": said("<s>{text}</s> (taken back)", text=text),
    }.get(one.kind, str(text))
    return f'<p class="{one.kind}">{inner}</p>'


def as_json(name: str, told: Sequence[Told], records: Sequence[Record]) -> bytes:
    """The same for a program, entry by entry; numbered by what is in it (TF-29)."""
    entries = [_in_json(number, one) for number, one in enumerate(told, 1)]
    return msgspec.json.encode({"table": name, "entries": entries, "records": records})


def _in_json(number: int, one: Told) -> dict[str, object]:
    return {
        "number": number,
        "at": datetime.fromtimestamp(one.at).astimezone().isoformat(timespec="seconds"),
        "struck": one.struck,
        "by_hand": one.by_hand,
        "lines": [{"text": x.text, "kind": x.kind, "who": x.who} for x in one.lines],
    }


def _heading(record: Record) -> str:
    """What kind of thing it is, whose, and of which scene."""
    scene = said("scene {scene}", scene=record.scene) if record.scene else ""
    beside = ", ".join(part for part in (record.who, scene) if part)
    return f"{record.kind.capitalize()} ({beside})" if beside else record.kind.capitalize()


def plain(text: str) -> str:
    """Text on one line, with nothing in it that Markdown would take for a mark."""
    line = " ".join(text.split())
    return "".join(f"\\{ch}" if ch in "\\`*_[]<>#~|" else ch for ch in line)
