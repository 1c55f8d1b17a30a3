"""One connection: it is waited for as long as somebody comes on, and no longer.

Uvicorn waits for ever for the rest of a head or a body, and for whoever reads nothing of what is
sent: one laptop's half-sent requests shut everybody out.
"""

from __future__ import annotations

import asyncio
import logging

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from tablefolk.core.language import said
from tablefolk.web.crowd import CROWDED, Crowd

log = logging.getLogger("tablefolk.door")

SLOW = said("The rest of what you sent did not come in time; send it once more.")
LONG = said("The head of the request is too long.")


class Connection(HttpToolsProtocol):
    """A connection with its times: of the head, of the body, and of what is not read."""

    def __init__(
        self,
        crowd: Crowd,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.crowd, self.doors = crowd, crowd.doors
        self.address = ""
        self.headed, self.whole = False, False  # of the present request: its head, all of it
        self.got, self.since = 0, 0.0  # bytes, and when they began to be counted
        self.coming: asyncio.TimerHandle | None = None  # looks whether more has come
        self.unread: asyncio.TimerHandle | None = None  # looks whether it is read
        self.parting = False

    # -- Coming and going ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        no = self.crowd.takes(self.address, len(self.connections))
        self.crowd.comes(self.address)
        if no:
            self.answer(429 if no == CROWDED else 503, no)
            return
        self.crowd.silent[self] = None
        self._begin()
        self._look(self.doors.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.goes(self, self.address)
        self._look_no_more()
        self.resume_writing()
        super().connection_lost(exc)

    def part(self) -> None:
        """Let go: nothing is under way here."""
        self.transport.abort()

    def shutdown(self) -> None:
        """The server goes down; who asks in this very moment is answered still."""
        self.parting = True
        if self.crowd.linger and self._rests():
            self.loop.call_later(self.crowd.linger, self._close_if_resting)
        else:
            super().shutdown()

    def _close_if_resting(self) -> None:
        if self._rests():
            self.transport.close()

    def _rests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    # -- What is asked ---------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.crowd.resting.pop(self, None)
        self.got += len(data)
        super().data_received(data)
        if self.whole and not self._rests():
            self._look_no_more()
            return
        if not self.headed:
            self.crowd.silent.setdefault(self)
        if not self.headed and self.got > self.doors.head_bytes:
            self.answer(431, LONG)
        elif self.coming is None:
            self._look(self.doors.body_seconds if self.headed else self.doors.head_seconds)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.headed = self.whole = False
        self._begin()

    def on_headers_complete(self) -> None:
        self.crowd.silent.pop(self, None)
        self.headed = True
        self._begin()
        super().on_headers_complete()
        if self.parting:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self.whole = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._rests() and self.timeout_keep_alive_task:
            self.crowd.resting[self] = None

    # -- Waiting for the rest of it --------------------------------------------------------

    def _begin(self) -> None:
        self.got, self.since = 0, self.loop.time()

    def _look(self, seconds: float) -> None:
        self.coming = self.loop.call_later(seconds, self._due)

    def _due(self) -> None:
        """What came while the loop was busy is read first: we were late, not they."""
        self.coming = self.loop.call_later(0, self._comes_on)

    def _look_no_more(self) -> None:
        if self.coming:
            self.coming.cancel()
            self.coming = None

    def _comes_on(self) -> None:
        """Whether head or body has come on; what we do not read ourselves is nobody's fault."""
        self.coming = None
        body = self.headed and not self.whole
        span = self.doors.body_seconds if body else self.doors.head_seconds
        left = span - (self.loop.time() - self.since)
        if self.flow.read_paused or (body and left <= 0 and self.got >= self.doors.slowest * span):
            self._begin()
            self._look(span)
        elif left > 0:
            self._look(left)
        elif body:
            self.answer(408, SLOW)
        else:
            self.transport.close()

    # -- Waiting for them to read ----------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_who_reads(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.unread:
            self.unread.cancel()
            self.unread = None

    def _look_who_reads(self, unsent: int) -> None:
        self.unread = self.loop.call_later(self.doors.unread_seconds, self._reads_on, unsent)

    def _reads_on(self, before: int) -> None:
        unsent = self.transport.get_write_buffer_size()
        if unsent < before:
            self._look_who_reads(unsent)
        else:
            self.transport.abort()

    # -- Saying no -------------------------------------------------------------------------

    def answer(self, status: int, sentence: str) -> None:
        """One sentence and no more of this connection; none in the middle of another answer."""
        log.warning("turned away (%s): %s", status, sentence, extra={"event": "turned_away"})
        begun = not self._rests() and self.cycle.response_started
        if not begun and not self.transport.is_closing():
            self.transport.write(
                STATUS_LINE[status] + b"content-type: text/plain; charset=utf-8\r\n"
                b"connection: close\r\ncontent-length: %d\r\n\r\n%s"
                % (len(sentence.encode()), sentence.encode())
            )
        self.transport.close()
