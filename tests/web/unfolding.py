"""A drawn page with everything in it that a person reaches by opening its folds."""

from __future__ import annotations

import re

from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

ASKED = re.compile(r'(<div class="[^"]*asked" id="([^"]+)-asked"[^>]*>).*?</div>', re.DOTALL)


def unfolded(painter: Painter, live: Live, who: str) -> str:
    """What a seat sees, each fold with what it asks for."""
    return with_all(painter, live, who, "".join(painter.regions(live, who).values()))


def with_all(painter: Painter, live: Live, who: str, drawn: str) -> str:
    """The same of what is drawn already: cards first, then the forms in them."""

    def asked(found: re.Match[str]) -> str:
        if found[2].startswith("at-"):
            inside = with_all(painter, live, who, painter.inside(live, who, found[2]))
        else:
            inside = painter.asked(live, who, found[2])[1]
        return f"{found[1]}{inside}</div>"

    return ASKED.sub(asked, drawn)
