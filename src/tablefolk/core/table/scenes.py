"""Scenes and sessions (TF-14), and care for each other: stop and limits (TF-33, TF-34)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.core.table.seats import gm_only
from tablefolk.core.table.state import Effect, Pause, Rule, Scene, Table

# -- Scenes and sessions (TF-14) ---------------------------------------------------------------


class OpenScene(Command, frozen=True):
    may = "gm"
    title: str


class SceneOpened(Event, frozen=True):
    number: int
    title: str


class EndScene(Command, frozen=True):
    may = "gm"


class SceneEnded(Event, frozen=True):
    number: int
    title: str


class OpenSession(Command, frozen=True):
    may = "gm"


class SessionOpened(Event, frozen=True):
    number: int


class CloseSession(Command, frozen=True):
    may = "gm"


class SessionClosed(Event, frozen=True):
    number: int


def open_scene(table: Table, seat: Seat, c: OpenScene, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-14")
    must(table.scene is None, "TF-14", "scene_open", "End the scene that is under way first.")
    must(c.title.strip(), "TF-14", "text_needed", "Give the scene a title.")
    yield from begin_session(table)
    yield SceneOpened(len(table.scenes) + 1, c.title.strip())


def begin_session(table: Table) -> Iterator[Event]:
    """A scene opened between sessions begins the next evening by itself."""
    if not table.session_open:
        yield SessionOpened(table.session + 1)


def scene_opened(table: Table, e: SceneOpened) -> Table:
    scene = Scene(e.number, e.title, table.session)
    return replace(table, scenes=(*table.scenes, scene))


def end_scene(table: Table, seat: Seat, c: EndScene, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-14")
    scene = must(table.scene, "TF-14", "no_scene", "No scene is under way.")
    yield SceneEnded(scene.number, scene.title)


def scene_ended(table: Table, e: SceneEnded) -> Table:
    scenes = (*table.scenes[:-1], replace(table.scenes[-1], open=False))
    return replace(table, scenes=scenes, rulings=(), denied={})


def open_session(table: Table, seat: Seat, c: OpenSession, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-14")
    must(not table.session_open, "TF-14", "session_open", "The session is under way.")
    yield SessionOpened(table.session + 1)


def session_opened(table: Table, e: SessionOpened) -> Table:
    return replace(table, session=e.number, session_open=True)


def close_session(table: Table, seat: Seat, c: CloseSession, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-14")
    must(table.session_open, "TF-14", "no_session", "No session is under way.")
    must(table.scene is None, "TF-14", "scene_open", "End the scene that is under way first.")
    yield SessionClosed(table.session)


def session_closed(table: Table, e: SessionClosed) -> Table:
    return replace(table, session_open=False)


# -- Stop, and limits (TF-33, TF-34) -----------------------------------------------------------


class Stop(Command, frozen=True):
    """Everything pauses at once; given from the house's seat, nothing records who pressed."""

    may = "anyone"


class Stopped(Event, frozen=True):
    by: str = ""


class Resume(Command, frozen=True):
    may = "owner or gm"


class Resumed(Event, frozen=True):
    by: str


class StateLimit(Command, frozen=True):
    """Something that shall not happen in play; given from the house's seat it is unsigned."""

    may = "anyone"
    text: str


class LimitStated(Event, frozen=True):
    text: str


class LimitLifted(Event, frozen=True):
    """A game that knows how says it: that limit is no more (TF-34)."""

    text: str


def stop(table: Table, seat: Seat, c: Stop, dice: Dice) -> Iterator[Event]:
    must(table.paused is None, "TF-33", "paused", "The table is paused already.")
    yield Stopped("" if seat.role == "house" else seat.id)


def stopped(table: Table, e: Stopped) -> Table:
    return replace(table, paused=Pause(e.by))


def resume(table: Table, seat: Seat, c: Resume, dice: Dice) -> Iterator[Event]:
    pause = must(table.paused, "TF-33", "not_paused", "The table is not paused.")
    allowed = seat.gm or (pause.by and pause.by == seat.id)
    need(allowed, "TF-33", "paused", "The GM, or whoever signed the stop, resumes.")
    yield Resumed(seat.id)


def resumed(table: Table, e: Resumed) -> Table:
    return replace(table, paused=None)


def state_limit(table: Table, seat: Seat, c: StateLimit, dice: Dice) -> Iterator[Event]:
    must(c.text.strip(), "TF-34", "text_needed", "Say what shall not happen.")
    yield LimitStated(c.text.strip())


def limit_stated(table: Table, e: LimitStated) -> Table:
    """Whoever needs to say it again may: it is heard again, and stands on the list once."""
    known = e.text in table.limits
    return table if known else replace(table, limits=(*table.limits, e.text))


def limit_lifted(table: Table, e: LimitLifted) -> Table:
    return replace(table, limits=tuple(text for text in table.limits if text != e.text))


DECIDE: dict[type[Command], Rule] = {
    OpenScene: open_scene,
    EndScene: end_scene,
    OpenSession: open_session,
    CloseSession: close_session,
    Stop: stop,
    Resume: resume,
    StateLimit: state_limit,
}
EVOLVE: dict[type[Event], Effect] = {
    SceneOpened: scene_opened,
    SceneEnded: scene_ended,
    SessionOpened: session_opened,
    SessionClosed: session_closed,
    Stopped: stopped,
    Resumed: resumed,
    LimitStated: limit_stated,
    LimitLifted: limit_lifted,
}
