"""A drawn page with everything in it that a person reaches by opening its folds."""

from __future__ import annotations

import re

from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

ASKED = re.compile(r'(<div class="[^"]*asked" id="([^"]+)-asked"[^>]*>).*?</div>', re.DOTALL)


def unfolded(painter: Painter, live: Live, who: str) -> str:
    """What a seat sees, each fold with what it asks for."""

    def asked(found: re.Match[str]) -> str:
        return f"{found[1]}{painter.asked(live, who, found[2])[1]}</div>"

    return ASKED.sub(asked, "".join(painter.regions(live, who).values()))
