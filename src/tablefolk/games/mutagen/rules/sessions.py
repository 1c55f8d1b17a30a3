"""Time: scenes, sessions and dawn, and all that happens or ends with them (MU-37, MU-131, MU-134).

Nothing refills by itself unless a move or an option says so (MU-37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    OpenSession,
    SceneEnded,
    SceneOpened,
    SessionClosed,
    SessionOpened,
)
from tablefolk.games.mutagen.playbooks.effects import Until
from tablefolk.games.mutagen.playbooks.model import Ending
from tablefolk.games.mutagen.rules import effects, leveling, limits, statuses, weaving
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.state import Show, overheard, the_gm, words
from tablefolk.games.mutagen.rules.values import Character, Delayed, Evening, Line, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words

# -- Sessions and scenes (MU-134) --------------------------------------------------------------


@overheard.effect(SessionOpened)
def session_opened(show: Show, e: SessionOpened) -> Show:
    """A new evening: what was to show for the last one, and points that waited, are gone."""
    cast = {who: replace(hero, evening=Evening()) for who, hero in show.cast.items()}
    return replace(show, session=e.number, phase="play", cast=cast)


@overheard.effect(SessionClosed)
def session_closed(show: Show, e: SessionClosed) -> Show:
    return replace(show, phase="xp")


@overheard.effect(SceneOpened)
def scene_opened(show: Show, e: SceneOpened) -> Show:
    return replace(show, scene=e.number, scene_title=e.title, scene_open=True)


@overheard.effect(SceneEnded)
def scene_ended(show: Show, e: SceneEnded) -> Show:
    """Bonuses for this scene go with it, and moves that were asked for in it."""
    cast = {who: without_bonuses(hero) for who, hero in show.cast.items()}
    return replace(show, scene_open=False, cast=cast, called_for={}, called_why={})


def without_bonuses(hero: Character) -> Character:
    return replace(hero, bonuses=tuple(b for b in hero.bonuses if b.on != "scene"))


class LookedBack(Noted, frozen=True):
    """The lists of an evening are put away as the next one begins; who had some left to tick."""

    session: int
    left: tuple[Who, ...]


def looked_back(show: Show) -> Iterator[Event]:
    """Everybody is told that the XP lists close with the next evening (MU-135)."""
    if left := tuple(hero.id for hero in leveling.unticked(show)):
        yield LookedBack(show.session, left)


@overheard.rule(OpenSession)
def open_session(show: Show, seat: Seat, c: OpenSession, dice: Dice) -> Iterator[Event]:
    yield from looked_back(show)
    yield from limits.recalled(show, seat, c, dice)
    opened = session_opened(show, SessionOpened(show.session + 1))
    yield from everybody(opened, "session_start", dice)


@overheard.rule(OpenScene)
def open_scene(show: Show, seat: Seat, c: OpenScene, dice: Dice) -> Iterator[Event]:
    if show.phase != "play":  # a scene begins the next evening by itself
        begun = tuple(open_session(show, seat, OpenSession(), dice))
        yield from begun
        show = session_opened(show, SessionOpened(show.session + 1))
        show = after(show, begun)
    opened = scene_opened(show, SceneOpened(show.scene + 1, c.title))
    yield from everybody(opened, "scene_start", dice)


@overheard.rule(EndScene)
def end_scene(show: Show, seat: Seat, c: EndScene, dice: Dice) -> Iterator[Event]:
    yield from passing(show, "scene_end", ("scene_end",), "scene_end", dice)


@overheard.rule(CloseSession)
def close_session(show: Show, seat: Seat, c: CloseSession, dice: Dice) -> Iterator[Event]:
    yield from passing(show, "session_end", ("session_end",), None, dice)


# -- Dawn (MU-131) -----------------------------------------------------------------------------


class CallDawn(Act[Show], frozen=True):
    """The GM: dawn breaks, and what lasts until dawn is over."""

    may = "gm"

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-131")
        yield DawnBroke()
        yield from passing(show, "dawn", ("dawn",), "dawn", dice)


class DawnBroke(Change[Show], frozen=True):
    voice = "scene"
    pass


# -- What such a moment brings -----------------------------------------------------------------


def passing(
    show: Show, on: str, until: tuple[Until, ...], ending: Ending | None, dice: Dice
) -> Iterator[Event]:
    """Effects end, hooks fire, what was put off happens, and passing statuses are erased."""
    parts: tuple[Callable[[Show], Iterator[Event]], ...] = (
        lambda now: endings(now, ending, dice),
        lambda now: everybody(now, on, dice),
        lambda now: put_off(now, until, dice),
        lambda now: statuses.run_out(now, until),
    )
    for part in parts:
        events = tuple(part(show))
        yield from events
        show = after(show, events)


def endings(show: Show, ending: Ending | None, dice: Dice) -> Iterator[Event]:
    """Running effects whose move says that they end now (MU-131)."""
    for hero in show.cast.values() if ending else ():
        assert ending is not None
        if hero.running and weaving.ends_by(show, hero.running, ending):
            why: weaving.Why = "dawn" if ending == "dawn" else "scene_end"
            events = weaving.ended(hero, why)
            yield from effects.with_set_off(show, events, dice)


def everybody(show: Show, on: str, dice: Dice) -> Iterator[Event]:
    """The hooks of everybody who is in the scene, for such a moment (MU-37)."""
    for hero in show.playing:
        events = tuple(effects.hooked(show, hero.id, on, dice))
        yield from events
        show = after(show, events)


# -- What was put off --------------------------------------------------------------------------


class DelayedHappened(Change[Show], frozen=True):
    """Effects that were put off happen now, or never will."""

    delayed: Delayed
    dropped: bool = False
    reason: str = ""

    def onto(self, show: Show) -> Show:
        left = {number: one for number, one in show.delayed.items() if number != self.delayed.id}
        return replace(show, delayed=left)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_dropped" if self.dropped else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        of = self.delayed
        return {"who": show.name(of.who), "source": show.called(of.source)}


class LetHappen(Act[Show], frozen=True):
    """The GM: what was put off happens now."""

    may = "gm"
    delayed: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from happening(show, a_delayed(show, seat, self.delayed), dice)


class DropDelayed(Act[Show], frozen=True):
    """The GM: it will not happen after all."""

    may = "gm"
    delayed: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        delayed = a_delayed(show, seat, self.delayed)
        yield DelayedHappened(delayed, True, words(self.reason, "MU-152", "Say why."))


def put_off(show: Show, until: tuple[Until, ...], dice: Dice) -> Iterator[Event]:
    for delayed in tuple(show.delayed.values()):
        if delayed.until in until:
            events = tuple(happening(show, delayed, dice))
            yield from events
            show = after(show, events)


def happening(show: Show, delayed: Delayed, dice: Dice) -> Iterator[Event]:
    event = DelayedHappened(delayed)
    yield event
    doer = Doer(delayed.who, delayed.source, targets=delayed.targets)
    yield from effects.run(event.onto(show), delayed.effects, doer, dice)


def a_delayed(show: Show, seat: Seat, number: int) -> Delayed:
    the_gm(seat, "MU-152")
    return must(show.delayed.get(number), "MU-152", "unknown", "Nothing such was put off.")
