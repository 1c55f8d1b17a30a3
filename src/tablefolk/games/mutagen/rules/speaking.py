"""The GM's window before the dice: pass, comment, modify, declare, or wave it through (MU-64 …).

What the GM says counts until the dice fall; whether they fall is the player's choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks.model import Story
from tablefolk.games.mutagen.rules import rating
from tablefolk.games.mutagen.rules.closing import live
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    BEFORE_DICE,
    Key,
    Level,
    Line,
    OpenMove,
    Part,
    Remark,
    Text,
)

MOST_MODIFIER = 9


def spoken_to(show: Show, seat: Seat, number: int, rule: str) -> OpenMove:
    """A move before its dice, and the GM speaking."""
    the_gm(seat, rule)
    move = live(show, number)
    must(move.stage in BEFORE_DICE, rule, "already_rolled", "The dice of this move are thrown.")
    return move


# -- Passing and commenting (MU-62, MU-64, MU-65) ----------------------------------------------


class LetPass(Command, frozen=True):
    """The player goes on, perhaps with a bonus or penalty or a level; the words are its reason."""

    may = "gm"
    move: int
    text: Line = ""
    value: int = 0
    level: Level | Literal[""] = ""


class MovePassed(Event, frozen=True):
    move: int
    text: str = ""


class Comment(Command, frozen=True):
    """A word on the proposal; perhaps another move that fits the want, or a doubt."""

    may = "gm"
    move: int
    text: Line
    suggests: Key = ""
    questions: bool = False


class MoveRemarked(Event, frozen=True):
    move: int
    remark: Remark


def let_pass(show: Show, seat: Seat, c: LetPass, dice: Dice) -> Iterator[Event]:
    move = spoken_to(show, seat, c.move, "MU-64")
    must(move.stage == "gm", "MU-64", "same", "It may go on already.")
    if c.value:
        yield modified(move, c.value, c.text)
    if c.level and c.level != move.level:
        yield levelled(show, move, c.level)
    yield MovePassed(move.id, "" if c.value else c.text.strip())


def move_passed(show: Show, e: MovePassed) -> Show:
    return show.with_move(e.move, stage="ready")


def comment(show: Show, seat: Seat, c: Comment, dice: Dice) -> Iterator[Event]:
    move = spoken_to(show, seat, c.move, "MU-64")
    text = words(c.text, "MU-64", "Say something first.")
    if c.suggests:
        other = show.item(c.suggests, "MU-62")
        must(isinstance(other, Story), "MU-62", "wrong_kind", "Suggest a story move.")
    yield MoveRemarked(move.id, Remark(text, c.suggests, c.questions))


def move_remarked(show: Show, e: MoveRemarked) -> Show:
    return show.with_move(e.move, remarks=(*show.moves[e.move].remarks, e.remark))


# -- Bonus and penalty (MU-42) -----------------------------------------------------------------


class GiveModifier(Command, frozen=True):
    """A bonus or penalty, and the reason for it."""

    may = "gm"
    move: int
    value: int
    why: Line


class ModifierGiven(Event, frozen=True):
    move: int
    part: Part


class DropModifier(Command, frozen=True):
    """A bonus or penalty is taken off again; the first is 1."""

    may = "gm"
    move: int
    place: int


class ModifierDropped(Event, frozen=True):
    move: int
    place: int
    part: Part


def give_modifier(show: Show, seat: Seat, c: GiveModifier, dice: Dice) -> Iterator[Event]:
    yield modified(spoken_to(show, seat, c.move, "MU-42"), c.value, c.why)


def modified(move: OpenMove, value: int, reason: str) -> ModifierGiven:
    legal = value and -MOST_MODIFIER <= value <= MOST_MODIFIER
    why = f"A bonus or penalty goes from -{MOST_MODIFIER} to +{MOST_MODIFIER} and is not 0."
    must(legal, "MU-42", "out_of_range", why)
    said = words(reason, "MU-42", "Say what the bonus or penalty is for.")
    return ModifierGiven(move.id, Part("gm", value, said))


def modifier_given(show: Show, e: ModifierGiven) -> Show:
    return show.with_move(e.move, given=(*show.moves[e.move].given, e.part))


def drop_modifier(show: Show, seat: Seat, c: DropModifier, dice: Dice) -> Iterator[Event]:
    move = spoken_to(show, seat, c.move, "MU-42")
    there = 1 <= c.place <= len(move.given)
    must(there, "MU-42", "unknown", "There is no such bonus or penalty.")
    yield ModifierDropped(move.id, c.place, move.given[c.place - 1])


def modifier_dropped(show: Show, e: ModifierDropped) -> Show:
    given = show.moves[e.move].given
    return show.with_move(e.move, given=(*given[: e.place - 1], *given[e.place :]))


# -- Low and Zero Effect, and no roll at all (MU-66, MU-68) ------------------------------------


class SetLevel(Command, frozen=True):
    """Even a good result will bring only part of it, or nothing; said before the dice."""

    may = "gm"
    move: int
    level: Level


class LevelSet(Event, frozen=True):
    move: int
    level: Level


class NoRollNeeded(Command, frozen=True):
    """It simply happens, or it simply does not; the GM says how."""

    may = "gm"
    move: int
    text: Text


class MoveWaived(Event, frozen=True):
    """There is no result, so nothing is set off by one."""

    move: int
    text: str


def set_level(show: Show, seat: Seat, c: SetLevel, dice: Dice) -> Iterator[Event]:
    yield levelled(show, spoken_to(show, seat, c.move, "MU-68"), c.level)


def levelled(show: Show, move: OpenMove, level: Level) -> LevelSet:
    story = rating.is_story(show, move)
    need(story, "MU-68", "not_a_story_move", "Effect levels are for story moves.")
    must(move.level != level, "MU-68", "same", "That is declared already.")
    return LevelSet(move.id, level)


def level_set(show: Show, e: LevelSet) -> Show:
    return show.with_move(e.move, level=e.level)


def no_roll_needed(show: Show, seat: Seat, c: NoRollNeeded, dice: Dice) -> Iterator[Event]:
    move = spoken_to(show, seat, c.move, "MU-66")
    why = "Whoever follows may be excused instead."
    must(not move.follows, "MU-85", "must_resolve_first", why)
    yield MoveWaived(move.id, words(c.text, "MU-66", "Say what happens."))


def move_waived(show: Show, e: MoveWaived) -> Show:
    return show.with_move(e.move, stage="waived", words=e.text)


DECIDE: dict[Any, Any] = {
    LetPass: let_pass,
    Comment: comment,
    GiveModifier: give_modifier,
    DropModifier: drop_modifier,
    SetLevel: set_level,
    NoRollNeeded: no_roll_needed,
}
EVOLVE: dict[Any, Any] = {
    MovePassed: move_passed,
    MoveRemarked: move_remarked,
    ModifierGiven: modifier_given,
    ModifierDropped: modifier_dropped,
    LevelSet: level_set,
    MoveWaived: move_waived,
}
