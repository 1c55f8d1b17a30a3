"""Scenes and sessions (TF-14), and care for each other: stop and limits (TF-33, TF-34)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.seats import gm_only
from tablefolk.core.table.state import Pause, Scene, Table

# -- Scenes and sessions (TF-14) ---------------------------------------------------------------


class OpenScene(Act[Table], frozen=True):
    may = "gm"
    title: str
    instead: bool = False  # of the one that is under way, which ends with it

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-14")
        on = table.scene
        free = on is None or self.instead
        must(free, "TF-14", "scene_open", "End the scene that is under way first.")
        must(self.title.strip(), "TF-14", "text_needed", "Give the scene a title.")
        if on is not None:
            yield SceneEnded(on.number, on.title)
        yield from begin_session(table)
        yield SceneOpened(len(table.scenes) + 1, self.title.strip())


class SceneOpened(Change[Table], frozen=True):
    number: int
    title: str

    def onto(self, table: Table) -> Table:
        scene = Scene(self.number, self.title, table.session)
        return replace(table, scenes=(*table.scenes, scene))


class EndScene(Act[Table], frozen=True):
    may = "gm"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-14")
        scene = must(table.scene, "TF-14", "no_scene", "No scene is under way.")
        yield SceneEnded(scene.number, scene.title)


class SceneEnded(Change[Table], frozen=True):
    number: int
    title: str

    def onto(self, table: Table) -> Table:
        scenes = (*table.scenes[:-1], replace(table.scenes[-1], open=False))
        return replace(table, scenes=scenes, rulings=(), denied={})


class OpenSession(Act[Table], frozen=True):
    may = "gm"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-14")
        must(not table.session_open, "TF-14", "session_open", "The session is under way.")
        yield SessionOpened(table.session + 1)


class SessionOpened(Change[Table], frozen=True):
    number: int

    def onto(self, table: Table) -> Table:
        return replace(table, session=self.number, session_open=True)


class CloseSession(Act[Table], frozen=True):
    may = "gm"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-14")
        must(table.session_open, "TF-14", "no_session", "No session is under way.")
        must(table.scene is None, "TF-14", "scene_open", "End the scene that is under way first.")
        yield SessionClosed(table.session)


class SessionClosed(Change[Table], frozen=True):
    number: int

    def onto(self, table: Table) -> Table:
        return replace(table, session_open=False)


def begin_session(table: Table) -> Iterator[Event]:
    """A scene opened between sessions begins the next evening by itself."""
    if not table.session_open:
        yield SessionOpened(table.session + 1)


# -- Stop, and limits (TF-33, TF-34) -----------------------------------------------------------


class Stop(Act[Table], frozen=True):
    """Everything pauses at once; given from the house's seat, nothing records who pressed."""

    may = "anyone"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(table.paused is None, "TF-33", "paused", "The table is paused already.")
        yield Stopped("" if seat.role == "house" else seat.id)


class Stopped(Change[Table], frozen=True):
    by: str = ""

    def onto(self, table: Table) -> Table:
        return replace(table, paused=Pause(self.by))


class Resume(Act[Table], frozen=True):
    may = "owner or gm"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        pause = must(table.paused, "TF-33", "not_paused", "The table is not paused.")
        allowed = seat.gm or (pause.by and pause.by == seat.id)
        need(allowed, "TF-33", "paused", "The GM, or whoever signed the stop, resumes.")
        yield Resumed(seat.id)


class Resumed(Change[Table], frozen=True):
    by: str

    def onto(self, table: Table) -> Table:
        return replace(table, paused=None)


class StateLimit(Act[Table], frozen=True):
    """Something that shall not happen in play; given from the house's seat it is unsigned."""

    may = "anyone"
    text: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(self.text.strip(), "TF-34", "text_needed", "Say what shall not happen.")
        yield LimitStated(self.text.strip())


class LimitStated(Change[Table], frozen=True):
    text: str

    def onto(self, table: Table) -> Table:
        """Whoever needs to say it again may: it is heard again, and stands on the list once."""
        known = self.text in table.limits
        return table if known else replace(table, limits=(*table.limits, self.text))


class LimitLifted(Change[Table], frozen=True):
    """A game that knows how says it: that limit is no more (TF-34)."""

    text: str

    def onto(self, table: Table) -> Table:
        return replace(table, limits=tuple(text for text in table.limits if text != self.text))
