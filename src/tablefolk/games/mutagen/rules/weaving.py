"""Effects that somebody keeps up, such as a sorcerer's weave (MU-129 … MU-132).

Threads, the weak thread, limits and results of Weave magic are data (MU-117, MU-118,
MU-121 … MU-128); here is what it means that an effect runs, and that it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Deed, Ending
from tablefolk.games.mutagen.rules.owing import Doer, ways
from tablefolk.games.mutagen.rules.state import SetsOff, Show, the_gm
from tablefolk.games.mutagen.rules.values import Character, Key, OpenMove, Running, Who

Why = Literal["again", "sight", "dawn", "scene_end", "let_go", "gm"]

# -- Beginning (MU-129) ------------------------------------------------------------------------


class EffectBegun(Change[Show], frozen=True):
    who: Who
    running: Running

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, running=self.running)


class EffectEnded(Change[Show], frozen=True):
    """Over; whatever it brought about stays (MU-132)."""

    who: Who
    running: Running
    why: Why

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, running=None)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return f"_{self.why}"


@ways.does(op.BeginEffect)
def op_begin(show: Show, e: op.BeginEffect, doer: Doer, dice: Dice) -> Iterator[Event]:
    """What was described runs from now on; at most one for each, so an older one ends."""
    if doer.who in show.cast and doer.move in show.moves:
        yield from ended(show.cast[doer.who], "again")
        yield EffectBegun(doer.who, made(show, show.moves[doer.move], doer.source))


def made(show: Show, move: OpenMove, source: str) -> Running:
    return Running(
        text=move.how,
        source=source,
        move=move.id,
        target=next(iter(move.targets), ""),
        threads=move.picked,
        scene=show.scene,
    )


# -- Ending (MU-130 … MU-132) ------------------------------------------------------------------


def ended(hero: Character, why: Why) -> Iterator[Event]:
    if hero.running:
        yield EffectEnded(hero.id, hero.running, why)


@ways.does(op.EndEffect)
def op_end(show: Show, e: op.EndEffect, doer: Doer, dice: Dice) -> Iterator[Event]:
    every = tuple(show.cast) if e.which == "all" else (doer.who,)
    for who in every:
        if who in show.cast:
            yield from ended(show.cast[who], "again" if who == doer.who else "gm")


def ends_by(show: Show, running: Running, ending: Ending) -> bool:
    """Whether the move it came from says that it ends like this."""
    deed = show.shelf.item(running.source)
    return isinstance(deed, Deed) and ending in deed.effect_ends


class LetGo(SetsOff, frozen=True):
    """A sorcerer lets go of the running effect."""

    may = "owner"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-131")
        running(hero)
        yield from ended(hero, "let_go")


class LoseSight(SetsOff, frozen=True):
    """The target is no longer perceived; the player or the GM says so."""

    may = "owner or gm"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.tended(seat, self.who, "MU-131")
        seen = ends_by(show, running(hero), "target_not_perceived")
        need(seen, "MU-131", "condition_unmet", "This effect lasts without being seen.")
        yield from ended(hero, "sight")


class StopEffect(SetsOff, frozen=True):
    """The GM: it is over."""

    may = "gm"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-131")
        hero = show.character(self.who)
        running(hero)
        yield from ended(hero, "gm")


def running(hero: Character) -> Running:
    return must(hero.running, "MU-131", "unknown", f"{hero.name} keeps no effect up.")


# -- After a failure (MU-129) ------------------------------------------------------------------


class LetEffectStand(SetsOff, frozen=True):
    """The GM: the goal is missed, but the magic itself did appear."""

    may = "gm"
    move: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-129")
        move = show.open_move(self.move, "MU-129")
        why = "That move makes no effect that runs."
        source = must(weaver(show, move), "MU-129", "wrong_kind", why)
        failed = move.throw is not None and move.band == "fail" and not move.follows
        must(failed, "MU-129", "wrong_result", "Only of a weave that failed.")
        later = (m for m in show.moves.values() if m.id > move.id and m.who == move.who and m.throw)
        again = any(weaver(show, m) for m in later)
        must(not again, "MU-129", "not_now", "They have woven again since then.")
        hero = show.cast[move.who]
        yield from ended(hero, "again")
        yield EffectBegun(hero.id, made(show, move, source))


def weaver(show: Show, move: OpenMove) -> str:
    """The move of the chain that makes an effect which runs; "" where none does."""
    deeds = (show.shelf.item(id) for id in move.chain)
    return next((d.id for d in deeds if isinstance(d, Deed) and d.effect_ends), "")


def woven(show: Show, who: str) -> tuple[OpenMove, ...]:
    """What somebody has woven in this scene so far: not too much of the same (MU-121)."""
    every = (m for m in show.moves.values() if m.who == who and m.scene == show.scene and m.throw)
    return tuple(m for m in every if weaver(show, m))
