"""Icons: those of others (`web/vendored.py`), a few of our own, and the faces that games bring."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import Final

from markupsafe import Markup, escape

from tablefolk import games
from tablefolk.core.table.further import further
from tablefolk.web import brought, vendored
from tablefolk.web.vendored import MissingAsset

SYMBOLS: Final = "symbols.svg"

_ICON_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def icon(name: str, label: str = "", *, shared: bool = True) -> Markup:
    """An icon as SVG: named for a screen reader if it has a label, else hidden from it.

    One that pages show often is drawn from the sheet of symbols, which a browser fetches once; any
    other, or where it is not to be shared, stands in the page itself.
    """
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    if shared and name in sharedicons():
        at = f"/static/{SYMBOLS}?v={_symbols_mark()}#{name}"
        return Markup(f'<svg class="icon" {named}><use href="{at}"></use></svg>')
    view_box, paths = _drawing(name)
    return Markup(f'<svg class="icon" viewBox="{view_box}" {named}>{paths}</svg>')


def sign(name: str) -> Markup:
    """The icon that stands for a game; whatever a game calls it, the page is drawn."""
    return icon(name if has_icon(name) else "dice")


# What stages, sheets and cards show over and over.
OFTEN: Final = frozenset({
    "bars", "book-open", "chair", "check", "chevron-left", "chevron-right", "circle-half-stroke",
    "circle-question", "comment", "comments", "ellipsis", "feather-pointed", "file-lines",
    "flag-checkered", "gift", "hand-fist", "keyboard", "lock", "magnifying-glass", "note-sticky",
    "paper-plane", "people-arrows", "rotate-left", "sliders", "user-plus", "users",
    "bolt", "brain", "clover", "dharmachakra", "dice", "droplet", "dumbbell", "ear-listen",
    "eye", "gavel", "gear", "hand", "handshake", "heart", "hourglass-half", "house", "key",
    "lightbulb", "link", "map-location-dot", "masks-theater", "moon", "mountain", "paw",
    "person-running", "ruler-vertical", "screwdriver-wrench", "scroll", "shield-halved",
    "shield-heart", "shoe-prints", "suitcase", "sun", "triangle-exclamation",
    "up-right-and-down-left-from-center", "user", "wand-sparkles", "weight-hanging", "wind",
    "xmark", "ban", "burst", "chart-simple", "circle-check", "circle-info", "circle-xmark",
    "clock", "cloud-rain", "crosshairs", "dice-d6", "door-open", "equals", "eye-slash", "fire",
    "forward-fast", "gem", "hand-holding", "handshake-angle", "hand-pointer", "image",
    "location-dot", "person-walking-arrow-right", "play", "rotate", "shuffle", "skull", "star",
    "arrow-down-wide-short", "bars-progress", "binoculars", "bullhorn", "bullseye", "circle-minus",
    "clock-rotate-left", "coins", "comment-dots", "cube", "explosion", "fire-flame-curved",
    "hand-point-up", "heart-crack", "kit-medical", "list-ul", "mask", "people-group",
    "puzzle-piece", "signs-post", "snowflake", "stairs", "tag", "thumbtack", "user-ninja",
    "wand-magic-sparkles", "arrow-left", "circle-dot", "feather", "layer-group", "pen",
    "scale-balanced", "toolbox", "bell", "music",
})  # fmt: skip


@cache
def sharedicons() -> frozenset[str]:
    """Those, and what games say that their pages show as often."""
    theirs = (name for game in games.shelf().games for name in further(game).icons())
    return frozenset(name for name in (*theirs, *OFTEN) if has_icon(name))


@cache
def symbols() -> bytes:
    """All of them on one sheet, fetched once."""
    drawn = "".join(icon_symbol(name, name) for name in sorted(sharedicons()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'.encode()


@cache
def _symbols_mark() -> str:
    return hashlib.sha256(symbols()).hexdigest()[:10]


# Our own drawings, for what the installed icons do not show.
DRAWN: Final = {
    "sword": (
        "0 0 512 512",
        '<path fill="currentColor" d="M416 0h96v96L230 378l-96-96zM99 243l170 170-32 32L67 275z'
        'M150 326l36 36-98 98-36-36zM58 410a44 44 0 1 1 0 88 44 44 0 1 1 0-88z"/>',
    ),
}


def has_icon(name: str) -> bool:
    """Whether there is an icon of that name to draw, or a face."""
    return name in icons() or name in faces()


@cache
def faces() -> dict[str, tuple[str, str]]:
    """The faces that games bring, where an icon may stand: "face-fox" (`Row.icon`)."""
    found: dict[str, tuple[str, str]] = {}
    for key, at in brought.folders("static").items():
        if (at / brought.FACES).is_file():
            body = (at / brought.FACES).read_bytes()
            mark = hashlib.sha256(body).hexdigest()[:10]
            href = f"/static/{key}/{brought.FACES}?v={mark}"
            for id in re.findall(r'<symbol id="([a-z-]+)"', body.decode()):
                found[f"face-{id}"] = "0 0 100 100", f'<use href="{href}#{id}"></use>'
    return found


@cache
def icons() -> frozenset[str]:
    """The names of all icons that are installed."""
    return vendored.icons() | DRAWN.keys()


def outline(name: str) -> tuple[str, tuple[str, ...]]:
    """The viewBox of an icon and the data of its paths."""
    view_box, paths = _drawing(name)
    return view_box, tuple(re.findall(r' d="([^"]*)"', paths))


def icon_symbol(name: str, id: str) -> Markup:
    """An icon to be drawn by reference, where one page shows it many times."""
    view_box, paths = _drawing(name)
    return Markup(f'<symbol id="{escape(id)}" viewBox="{view_box}">{paths}</symbol>')


@cache
def _drawing(name: str) -> tuple[str, str]:
    """The viewBox and the paths of one icon."""
    if name in DRAWN or name in faces():
        return DRAWN.get(name) or faces()[name]
    if not _ICON_NAME.fullmatch(name):
        raise MissingAsset(f"“{name}” is not an icon's name")
    return vendored.drawing(name)
