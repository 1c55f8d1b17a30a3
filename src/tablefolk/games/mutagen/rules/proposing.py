"""Story moves and others, from the intent to the dice (MU-50 … MU-67, MU-74).

The player says what is wanted and how; the GM speaks (`speaking.py`); the player rolls
(`rolling.py`), describes it anew, or lets it be, which costs nothing up to the dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.words import listing
from tablefolk.games.mutagen.playbooks.model import Deed, Story
from tablefolk.games.mutagen.rules import rating, rolling, sheet
from tablefolk.games.mutagen.rules.chain import Plan, framed, keyed
from tablefolk.games.mutagen.rules.closing import live
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    BEFORE_DICE,
    ItemId,
    Key,
    Keys,
    Line,
    OpenMove,
    Tag,
    Text,
    Who,
)
from tablefolk.games.mutagen.rules.wording import MoveNoted, Noted, Words, described, of_move
from tablefolk.games.mutagen.words import say

Targets = Annotated[tuple[Line, ...], Meta(max_length=12)]

# -- Proposing (MU-55, MU-56, MU-61 … MU-65) ---------------------------------------------------


class Propose(Act[Show], frozen=True):
    """A character goes about something: the move that is rolled, and those it is made through.

    `targets` are ids of somebody or something, or just words; `aptitude` is the one it mainly
    rests on, none where nothing fits; `picked` are items such as Threads; `confirmed` are boxes
    ticked; `option` is a choice, `count` a number a move asks for; `harm` is stated beforehand
    (below 0: not); `others` take part under a leader; `inside` is the harm this answers.
    """

    may = "owner"
    who: Key
    make: Key
    how: Text = ""
    through: Keys = ()
    mode: Key = ""
    targets: Targets = ()
    aptitude: Key = ""
    picked: Keys = ()
    confirmed: Keys = ()
    option: Line = ""
    count: int = 0
    harm: int = -1
    others: Keys = ()
    inside: int = 0

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = framed(show, seat, planned(self, self.who, self.inside))
        if judged(show, move):
            yield MoveProposed(move)
            return
        event = MoveProposed(replace(move, stage="ready"))
        yield event
        yield from rolling.carrying_out(event.onto(show), move.id, dice)


class MoveProposed(Change[Show], frozen=True):
    move: OpenMove

    def onto(self, show: Show) -> Show:
        calls = {who: id for who, id in show.called_for.items() if not answers(self.move, who, id)}
        why = {who: text for who, text in show.called_why.items() if who in calls}
        moves = {**show.moves, self.move.id: self.move}
        return replace(show, moves=moves, called_for=calls, called_why=why).counted(self.move.id)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.move.how else "_plain"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return described(show, self.move)


class Redescribe(Act[Show], frozen=True):
    """The same intent, or another, described anew after the GM has spoken; the GM speaks again."""

    may = "owner"
    move: int
    make: Key
    how: Text = ""
    through: Keys = ()
    mode: Key = ""
    targets: Targets = ()
    aptitude: Key = ""
    picked: Keys = ()
    confirmed: Keys = ()
    option: Line = ""
    count: int = 0
    harm: int = -1
    others: Keys = ()

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        was = before_dice(show, self.move)
        must(not was.body, "MU-53", "must_resolve_first", "This roll was called for as it is.")
        new = framed(show, seat, planned(self, was.who, was.inside, was.follows), but=was.id)
        story = rating.is_story(show, new)
        yield MoveRedescribed(
            replace(
                new,
                id=was.id,
                stage="ready" if was.follows else "gm",
                given=was.given,
                level=was.level if story else "normal",
                exploit=was.exploit if story else None,
                tags=was.tags,
            )
        )


class MoveRedescribed(Change[Show], frozen=True):
    move: OpenMove

    def onto(self, show: Show) -> Show:
        return replace(show, moves={**show.moves, self.move.id: self.move})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.move.how else "_plain"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return described(show, self.move)


def planned(c: Propose | Redescribe, who: str, inside: int, follows: int = 0) -> Plan:
    return Plan(
        who=who,
        chain=(*c.through, c.make),
        how=c.how,
        mode=c.mode,
        targets=c.targets,
        aptitude=c.aptitude,
        picked=c.picked,
        confirmed=c.confirmed,
        option=c.option,
        count=c.count,
        harm=c.harm,
        others=c.others,
        inside=inside,
        follows=follows,
    )


def judged(show: Show, move: OpenMove) -> bool:
    """Whether the GM gets a word first: whatever is rolled, and what nobody can compute."""
    facts = any(
        one.fact for link in rating.links(show, move) for _, one in keyed(link.deed)
    )  # fmt: skip
    return facts or rating.roll_of(show, move) is not None


def answers(move: OpenMove, who: str, id: str) -> bool:
    return move.who == who and id in move.chain


def before_dice(show: Show, number: int) -> OpenMove:
    """A move whose dice are not thrown; once they are, they are not thrown again (MU-49)."""
    move = live(show, number)
    must(move.stage in BEFORE_DICE, "MU-49", "already_rolled", "The dice of this move are thrown.")
    return move


def own_before_dice(show: Show, seat: Seat, number: int, rule: str) -> OpenMove:
    move = before_dice(show, number)
    show.own(seat, move.who, rule)
    return move


# -- Letting it be (MU-52, MU-64) --------------------------------------------------------------


class WithdrawMove(Act[Show], frozen=True):
    """Up to the dice a move can be left; nothing has been paid yet (MU-34)."""

    may = "owner"
    move: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = own_before_dice(show, seat, self.move, "MU-64")
        must(not move.body, "MU-53", "must_resolve_first", "This roll must be made.")
        yield MoveWithdrawn(move.id)


class MoveWithdrawn(MoveNoted, frozen=True):
    def onto(self, show: Show) -> Show:
        """A follow roll that is withdrawn is still owed."""
        return show.with_move(self.move, stage="withdrawn")


# -- Exploit status (MU-67) --------------------------------------------------------------------


class ExploitStatus(Act[Show], frozen=True):
    """A written status of anyone or anything, and how it helps: once for each story move."""

    may = "owner"
    move: int
    status: int
    how: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = own_before_dice(show, seat, self.move, "MU-67")
        yield rolling.exploited(show, move, self.status, self.how)


# -- Tags, words, and “you need this move” (MU-59, MU-74) --------------------------------------


class TagMove(Act[Show], frozen=True):
    """Evidence for the XP list: it showed the Concept, or pursued a Drive."""

    may = "owner"
    move: int
    tags: tuple[Tag, ...] = ()

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = show.open_move(self.move, "MU-74")
        hero = show.own(seat, move.who, "MU-74")
        why = "Tags are for the XP list of their own session."
        need(move.session == show.session, "MU-74", "not_now", why)
        story = rating.is_story(show, move)
        must(story, "MU-74", "not_a_story_move", "Only story moves are tagged.")
        tags = tuple(dict.fromkeys(self.tags))
        for tag in tags:
            item = "concept" if tag == "concept" else "drives"
            missing = "concept_missing" if tag == "concept" else "drive_missing"
            need(sheet.written(hero, item, tag), "MU-74", missing, "That line is empty.")
        must(set(tags) != set(move.tags), "MU-74", "same", "It is tagged so already.")
        yield MoveTagged(move.id, tags)


class MoveTagged(MoveNoted, frozen=True):
    tags: tuple[Tag, ...]

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, tags=self.tags)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.tags else "_none"

    def in_words(self, show: Show, seat: Seat) -> Words:
        tags = listing(say(f"tag.{tag}").replace("my ", "the ") for tag in self.tags)
        return {**of_move(show, self.move), "tags": tags}


class Narrate(Act[Show], frozen=True):
    """What needs no move: no conflict, no risk, no special power."""

    may = "owner"
    who: Key
    text: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-59")
        here = hero.state == "in_play"
        need(here, "MU-59", "out_of_scene", f"{hero.name} is not in this scene.")
        yield Narrated(hero.id, words(self.text, "MU-59", "Say what the camera sees."))


class Narrated(Change[Show], frozen=True):
    voice = "narrated"
    who: Who
    text: str


class CallFor(Act[Show], frozen=True):
    """The GM: what you describe takes this move."""

    may = "gm"
    who: Key
    make: Key
    text: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-59")
        hero = show.character(self.who)
        there = hero.alive and hero.state != "draft"
        must(there, "MU-59", "not_now", f"{hero.name} is not in play.")
        deed = show.item(self.make, "MU-59")
        must(isinstance(deed, Deed), "MU-4", "wrong_kind", "That is no move.")
        yield MoveCalledFor(hero.id, deed.id, self.text.strip())


class MoveCalledFor(Noted, frozen=True):
    who: Who
    make: ItemId
    text: str = ""

    def onto(self, show: Show) -> Show:
        calls = {**show.called_for, self.who: self.make}
        return replace(show, called_for=calls, called_why={**show.called_why, self.who: self.text})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_text" if self.text else ""


# -- Hints (MU-63) -----------------------------------------------------------------------------


def other_move(show: Show, move: OpenMove) -> str:
    """The story move that may be meant, where a target is of the other sort; else ""."""
    deed = show.shelf.item(move.move)
    if not isinstance(deed, Story) or not deed.instead:
        return ""
    kinds = {animate(show, target) for target in move.targets} - {None}
    wrong = {"someone": False, "something": True}.get(deed.target)
    return deed.instead if wrong is not None and kinds == {wrong} else ""


def animate(show: Show, target: str) -> bool | None:
    """Whether a target is somebody or something; None where only words say what it is."""
    if target in show.cast:
        return True
    thing = show.entities.get(target)
    return thing.kind == "npc" if thing else None
