"""The cheat sheet of a pack: picture, name, chat form; as Markdown and as a page (RB-190)."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping

from markupsafe import Markup, escape

from tablefolk.games.rotate_bird.page import editing
from tablefolk.games.rotate_bird.page.editing import Row
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.packs import SIX, Pack, being_table
from tablefolk.hosting.drawings import Drawing
from tablefolk.web import assets
from tablefolk.web.prose import plain

STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #1d1a17; background: #fff; }
ul { list-style: none; padding: 0; columns: 4 11rem; }
li { display: flex; gap: .5rem; align-items: center; break-inside: avoid; padding: .15rem 0; }
svg, img { width: 1.6rem; height: 1.6rem; object-fit: contain; flex: none; }
h2 { break-after: avoid; margin: 1rem 0 .3rem; }
.code { color: #6b625a; font-variant-numeric: tabular-nums; min-width: 2.8rem; }
@media print { body { margin: 0; font-size: 11px; } ul { columns: 4; } }
"""


def sections(pack: Pack) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """Each table with its heading."""
    for key, rows in editing.draft(pack).sections.items():
        name, _, number = key.partition(".")
        heading = say(f"editor.{name}", n=int(number or 0) + 1, of=len(pack.being))
        yield heading + (first_die(pack, int(number)) if number else ""), rows


def first_die(pack: Pack, table: int) -> str:
    """On which faces of the first die a Being table is taken (RB-7)."""
    faces = [face for face in SIX if being_table(pack, face) == table]
    if len(pack.being) == 1:
        return ""
    shown = f"{faces[0]}" if len(faces) == 1 else f"{faces[0]}–{faces[-1]}"
    return f": {shown} on the first die"


def markdown(pack: Pack) -> str:
    """The sheet as a text that chats and wikis understand."""
    lines = [f"# {plain(pack.name)}", ""]
    for heading, rows in sections(pack):
        lines += [f"## {heading}", "", "| dice | chat | symbol |", "|---|---|---|"]
        lines += [f"| {plain(r.code)} | {plain(r.emoji)} | {plain(r.name)} |" for r in rows]
        lines.append("")
    return "\n".join(lines)


def html(pack: Pack, drawings: Mapping[str, Drawing]) -> str:
    """The sheet as one page that needs nothing else, and prints."""
    parts = [Markup("<h1>{}</h1>").format(pack.name)]
    for heading, rows in sections(pack):
        items = Markup("").join(_item(row, drawings) for row in rows)
        parts.append(Markup("<h2>{}</h2><ul>{}</ul>").format(heading, items))
    head = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(pack.name)}</title>'
    )
    return f"{head}<style>{STYLE}</style>{Markup('').join(parts)}</html>"


def _item(row: Row, drawings: Mapping[str, Drawing]) -> Markup:
    item = '<li><span class="code">{}</span>{} <span>{} {}</span></li>'
    return Markup(item).format(row.code, shown(row, drawings), row.emoji, row.name)


def shown(row: Row, drawings: Mapping[str, Drawing]) -> Markup:
    """A row's picture, with nothing to fetch."""
    if own := drawings.get(row.drawing):
        kind = "png" if own.kind == "png" else "svg+xml"
        body = base64.b64encode(own.body).decode()
        return Markup('<img alt="" src="data:image/{};base64,{}">').format(kind, body)
    return assets.icon(row.icon) if assets.has_icon(row.icon) else Markup("")
