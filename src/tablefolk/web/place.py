"""Everything a request may need, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from litestar import Request
from litestar.datastructures import State

from tablefolk.hosting.tables import Host
from tablefolk.web.address import UNKNOWN, Known
from tablefolk.web.crowd import Streams
from tablefolk.web.guard import USUAL, Most
from tablefolk.web.live import Hub
from tablefolk.web.presence import Presence
from tablefolk.web.rates import Rates
from tablefolk.web.render import Painter
from tablefolk.web.rules import Rulebooks

Asked = Request[None, None, State]


@dataclass(frozen=True, slots=True)
class Place:
    """What stays the same from one request to the next."""

    host: Host
    painter: Painter
    hub: Hub
    presence: Presence
    rules: Rulebooks
    known: Known = UNKNOWN  # its addresses
    most: Most = USUAL  # bytes that may be sent, by address
    streams: Streams = field(default_factory=Streams)
    rates: Rates = field(default_factory=Rates)  # how often who has asked for what
    key: bytes = b""  # the digest of the host's key, where it has one


def place(request: Asked) -> Place:
    """The place a request has come to."""
    found: Place = request.app.state.place
    return found
