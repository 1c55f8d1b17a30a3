"""The GM's window before the dice: pass, comment, modify, declare, or wave it through (MU-64 …).

What the GM says counts until the dice fall; whether they fall is the player's choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks.markup.printing import signed
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
from tablefolk.games.mutagen.rules.wording import MoveNoted, OfMove, Words, of_move

MOST_MODIFIER = 9


def spoken_to(show: Show, seat: Seat, number: int, rule: str) -> OpenMove:
    """A move before its dice, and the GM speaking."""
    the_gm(seat, rule)
    move = live(show, number)
    must(move.stage in BEFORE_DICE, rule, "already_rolled", "The dice of this move are thrown.")
    return move


# -- Passing and commenting (MU-62, MU-64, MU-65) ----------------------------------------------


class LetPass(Act[Show], frozen=True):
    """The player goes on, perhaps with a bonus or penalty, which has a reason, or a level.

    What is said stands on the card; it is the reason, too, where no other is given.
    """

    may = "gm"
    move: int
    text: Line = ""
    value: int = 0
    level: Level | Literal[""] = ""
    why: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = spoken_to(show, seat, self.move, "MU-64")
        must(move.stage != "ready", "MU-64", "same", "It may go on already.")
        lowers = self.level and self.level != move.level
        if self.value:
            yield modified(move, self.value, self.why.strip() or self.text)
        if lowers:
            yield levelled(show, move, self.level or "normal")
        text = self.text.strip()
        if text and (lowers or self.why.strip() or not self.value):
            yield MoveRemarked(move.id, Remark(text))
        yield MovePassed(move.id)


class MovePassed(MoveNoted, frozen=True):
    text: str = ""

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, stage="ready")

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_text" if self.text else ""


class Comment(Act[Show], frozen=True):
    """A word on the proposal; perhaps another move that fits the want, or a doubt."""

    may = "gm"
    move: int
    text: Line
    suggests: Key = ""
    questions: bool = False

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = spoken_to(show, seat, self.move, "MU-64")
        text = words(self.text, "MU-64", "Say something first.")
        if self.suggests:
            other = show.item(self.suggests, "MU-62")
            must(isinstance(other, Story), "MU-62", "wrong_kind", "Suggest a story move.")
        remark = Remark(text, self.suggests, self.questions)
        yield MoveRemarked(move.id, remark, asks=move.stage == "gm")


class MoveRemarked(MoveNoted, frozen=True):
    remark: Remark
    asks: bool = False  # the player decides what becomes of it

    def onto(self, show: Show) -> Show:
        move = show.moves[self.move]
        stage = "talk" if self.asks else move.stage
        return show.with_move(self.move, remarks=(*move.remarks, self.remark), stage=stage)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_other" if self.remark.suggests else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {**of_move(show, self.move), "other": show.called(self.remark.suggests)}


class StandByIt(Act[Show], frozen=True):
    """The GM has spoken, and the player goes on with it just as it was said."""

    may = "owner"
    move: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = live(show, self.move)
        show.own(seat, move.who, "MU-64")
        must(move.stage == "talk", "MU-64", "not_now", "Nothing was said to it.")
        yield MoveStands(move.id)


class MoveStands(MoveNoted, frozen=True):
    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, stage="ready", stands=True)


# -- Bonus and penalty (MU-42) -----------------------------------------------------------------


class GiveModifier(Act[Show], frozen=True):
    """A bonus or penalty, and the reason for it."""

    may = "gm"
    move: int
    value: int
    why: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield modified(spoken_to(show, seat, self.move, "MU-42"), self.value, self.why)


class ModifierGiven(MoveNoted, frozen=True):
    part: Part

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, given=(*show.moves[self.move].given, self.part))

    def in_words(self, show: Show, seat: Seat) -> Words:
        why = self.part.name.removesuffix(".")
        return {**of_move(show, self.move), "value": signed(self.part.value), "why": why}


class DropModifier(Act[Show], frozen=True):
    """A bonus or penalty is taken off again; the first is 1."""

    may = "gm"
    move: int
    place: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = spoken_to(show, seat, self.move, "MU-42")
        there = 1 <= self.place <= len(move.given)
        must(there, "MU-42", "unknown", "There is no such bonus or penalty.")
        yield ModifierDropped(move.id, self.place, move.given[self.place - 1])


class ModifierDropped(MoveNoted, frozen=True):
    place: int
    part: Part

    def onto(self, show: Show) -> Show:
        given = show.moves[self.move].given
        return show.with_move(self.move, given=(*given[: self.place - 1], *given[self.place :]))

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {**of_move(show, self.move), "value": signed(self.part.value)}


def modified(move: OpenMove, value: int, reason: str) -> ModifierGiven:
    legal = value and -MOST_MODIFIER <= value <= MOST_MODIFIER
    why = f"A bonus or penalty goes from -{MOST_MODIFIER} to +{MOST_MODIFIER} and is not 0."
    must(legal, "MU-42", "out_of_range", why)
    said = words(reason, "MU-42", "Say what the bonus or penalty is for.")
    return ModifierGiven(move.id, Part("gm", value, said))


# -- Low and Zero Effect, and no roll at all (MU-66, MU-68) ------------------------------------


class SetLevel(Act[Show], frozen=True):
    """Even a good result will bring only part of it, or nothing; said before the dice."""

    may = "gm"
    move: int
    level: Level

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield levelled(show, spoken_to(show, seat, self.move, "MU-68"), self.level)


class LevelSet(MoveNoted, frozen=True):
    level: Level

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, level=self.level)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return f"_{self.level}"


class NoRollNeeded(Act[Show], frozen=True):
    """It simply happens, or it simply does not; the GM says how."""

    may = "gm"
    move: int
    text: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = spoken_to(show, seat, self.move, "MU-66")
        why = "Whoever follows may be excused instead."
        must(not move.follows, "MU-85", "must_resolve_first", why)
        yield MoveWaived(move.id, words(self.text, "MU-66", "Say what happens."))


class MoveWaived(OfMove, frozen=True):
    """There is no result, so nothing is set off by one."""

    voice = "ruled"
    text: str

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, stage="waived", words=self.text)


def levelled(show: Show, move: OpenMove, level: Level) -> LevelSet:
    story = rating.is_story(show, move)
    need(story, "MU-68", "not_a_story_move", "Effect levels are for story moves.")
    must(move.level != level, "MU-68", "same", "That is declared already.")
    return LevelSet(move.id, level)
