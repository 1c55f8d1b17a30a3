"""The application: routes, the place they share, and the guard at the door."""

from __future__ import annotations

import logging
from collections.abc import Callable

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp

from tablefolk.hosting.people import digest
from tablefolk.hosting.tables import Host
from tablefolk.web import brought
from tablefolk.web.address import UNKNOWN, Known
from tablefolk.web.answers import on_error
from tablefolk.web.below import Below, Prefixed
from tablefolk.web.crowd import Streams
from tablefolk.web.door import knock
from tablefolk.web.guard import MOST_BYTES, Guard, Most
from tablefolk.web.light import Light
from tablefolk.web.live import Hub
from tablefolk.web.place import Place
from tablefolk.web.presence import Presence
from tablefolk.web.rates import Rates
from tablefolk.web.render import Painter
from tablefolk.web.routes import ROUTES
from tablefolk.web.rules import Rulebooks

log = logging.getLogger("tablefolk")


class App(Guard):
    """The guarded application, with what a server needs to reach inside it."""

    def __init__(self, litestar: Litestar, place: Place) -> None:
        root = place.known.root
        super().__init__(Light(Prefixed(litestar, root) if root else litestar), place.most)
        self.litestar, self.place = litestar, place
        self.door: ASGIApp = Below(self, root) if root else self  # where requests come in


def create_app(
    host: Host,
    started: tuple[Callable[[], None], ...] = (),
    painter: Painter | None = None,
    known: Known = UNKNOWN,
    streams: Streams | None = None,
    key: str = "",
) -> App:
    """Everything over one host; `started` is called once the server is up, `key` is the host's."""
    painter, presence = painter or Painter(), Presence()
    pages = brought.pages((game.game for game in host.games.values()), ROUTES)
    for sentence in pages.left_out:
        log.warning(sentence)
    hub, most = Hub(host, painter, presence), Most(pages.large, host.limits.import_bytes)
    rates, hashed, streams = Rates(host.limits), digest(key) if key else b"", streams or Streams()
    place = Place(host, painter, hub, presence, Rulebooks(), known, most, streams, rates, hashed)
    litestar = Litestar(
        route_handlers=[*ROUTES, *pages.routes],
        state=State({"place": place}),
        before_request=knock,
        exception_handlers={HTTPException: on_error, Exception: on_error},
        request_max_body_size=MOST_BYTES,
        on_startup=[*started, hub.across.ask_around],
        openapi_config=None,
        logging_config=None,
    )
    return App(litestar, place)
