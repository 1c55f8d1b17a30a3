"""Resources: boxes filled and erased, by costs, by effects and by the GM (MU-25 … MU-37)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.words import sentence
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Cost, Resource
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.owing import Doer, Given, amount, heroes, owes, ways
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import (
    Box,
    Character,
    ItemId,
    Key,
    Line,
    Owed,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted, OfPoints, Words, so_many

# -- Gaining, spending, losing (MU-26 … MU-29) -------------------------------------------------


class PointsGained(OfPoints, frozen=True):
    """Boxes filled; with all full already none is, which is no refusal (MU-26)."""

    already_full: bool = False

    def onto(self, show: Show) -> Show:
        return with_filled(show, self.who, self.resource, self.now)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_full" if self.already_full else ""


class PointsSpent(OfPoints, frozen=True):
    """A cost has left, right before the dice or the effect (MU-27, MU-33)."""

    def onto(self, show: Show) -> Show:
        return erased(show, self)


class PointsLost(OfPoints, frozen=True):
    """Boxes erased by an effect; as many as there were, at most (MU-28, MU-29)."""

    def onto(self, show: Show) -> Show:
        return erased(show, self)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.n else "_none"


class Fell(Change[Show], frozen=True):
    """The last point is gone, and a required move asks how that ends (MU-36, MU-104)."""

    who: Who
    move: ItemId

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, dying=self.move)


def gain(show: Show, who: str, resource: str, n: int, source: str = "") -> Iterator[Event]:
    """Fill up to n empty boxes (MU-26)."""
    hero, item = show.cast[who], show.shelf.item(resource)
    if n and isinstance(item, Resource) and sheet.on_sheet(show, hero, resource):
        room = sheet.capacity(show, hero, item)
        was = sheet.points(show, hero, resource)
        more = min(n, room - was)
        yield from noting(
            show, PointsGained(who, resource, more, was + more, room, source, was >= room)
        )


def lose(show: Show, who: str, resource: str, n: int, source: str = "") -> Iterator[Event]:
    """Erase up to n filled boxes; with none filled nothing is erased (MU-28, MU-29)."""
    hero, item = show.cast[who], show.shelf.item(resource)
    if isinstance(item, Resource) and sheet.on_sheet(show, hero, resource):
        was = sheet.points(show, hero, resource)
        less = min(n, was)
        room = sheet.capacity(show, hero, item)
        yield PointsLost(who, resource, less, was - less, room, source)


def spend(show: Show, who: str, cost: Cost, source: str = "") -> Iterator[Event]:
    """A cost leaves; under a ruling, as much of it as there is."""
    was = sheet.points(show, show.cast[who], cost.resource)
    n = was if cost.n == "all" else min(cost.n, was)
    item = show.shelf.item(cost.resource)
    room = sheet.capacity(show, show.cast[who], item) if isinstance(item, Resource) else was
    yield from noting(show, PointsSpent(who, cost.resource, n, was - n, room, source))


def noting(show: Show, event: PointsGained | PointsSpent | PointsSet) -> Iterator[Event]:
    """A change of points; of a resource that holds something, with what its boxes say (MU-30).

    A box that was spent holds the move it was spent on; one that is filled again holds nothing.
    """
    yield event
    hero, item = show.cast[event.who], show.shelf.item(event.resource)
    if not (isinstance(item, Resource) and item.holds):
        return
    was = sheet.boxes(show, hero, item)
    show = event.onto(show)
    now = sheet.boxes(show, show.cast[event.who], item)
    text = show.called(event.source) if isinstance(event, PointsSpent) else ""
    for place, (old, new) in enumerate(zip(was, now, strict=True), 1):
        if old.filled != new.filled and (text if old.filled else new.note):
            yield BoxNoted(event.who, event.resource, place, "" if new.filled else text)


def affordable(show: Show, hero: Character, costs: tuple[Cost, ...]) -> None:
    """All costs together can be paid, else nothing is (MU-27, MU-52, MU-56)."""
    wanted: dict[str, int] = {}
    for cost in costs:
        n = 1 if cost.n == "all" else cost.n
        wanted[cost.resource] = wanted.get(cost.resource, 0) + n
    for resource, n in wanted.items():
        have = sheet.points(show, hero, resource)
        why = f"That costs {so_many(show, n, resource)}, and {hero.name} has {have}."
        need(have >= n, "MU-27", "not_enough", why)


def erased(show: Show, e: PointsSpent | PointsLost) -> Show:
    return with_filled(show, e.who, e.resource, e.now)


def with_filled(show: Show, who: str, resource: str, now: int) -> Show:
    """So many boxes filled: the first empty ones are filled, the last filled ones erased."""
    item = show.shelf.item(resource)
    if not isinstance(item, Resource):
        return show
    row = list(sheet.boxes(show, show.cast[who], item))
    change = now - sum(box.filled for box in row)
    order = range(len(row)) if change > 0 else range(len(row) - 1, -1, -1)
    for place in order:
        if change and row[place].filled == (change < 0):
            row[place] = replace(row[place], filled=change > 0)
            change += 1 if change < 0 else -1
    return with_boxes(show, who, resource, tuple(row))


def with_boxes(show: Show, who: str, resource: str, row: tuple[Box, ...]) -> Show:
    """A row of boxes; what was kept beyond the present capacity stays kept."""
    hidden = show.cast[who].points.get(resource, ())[len(row) :]
    points = {**show.cast[who].points, resource: row + hidden}
    return show.with_hero(who, points=points)


def emptied(show: Show, who: str, resource: str) -> Iterator[Event]:
    """What opens when the last point of a resource is gone (MU-36)."""
    item = show.shelf.item(resource)
    opens = item.on_empty if isinstance(item, Resource) else ""
    hero = show.cast[who]
    if opens and not hero.dying and not sheet.points(show, hero, resource):
        yield Fell(who, opens)


# -- Set by the GM (MU-35) ---------------------------------------------------------------------


class SetPoints(Act[Show], frozen=True):
    """The GM sets a resource to a legal value, and says why."""

    may = "gm"
    who: Key
    resource: Key
    n: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        why = "Points change by moves; ask the GM to correct them."
        must(seat.gm, "MU-35", "not_yours_to_set", why)
        yield from corrected(show, self)


class AskForPoints(Act[Show], frozen=True):
    """A player asks the GM to correct a resource."""

    may = "owner"
    who: Key
    resource: Key
    n: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-35")
        events = tuple(corrected(show, self))
        asked = f"{hero.name}’s {show.called(self.resource)} to {self.n}: “{self.reason.strip()}”?"
        word(seat, "MU-35", asked)
        yield from events


class PointsSet(Noted, frozen=True):
    who: Who
    resource: ItemId
    was: int
    now: int
    of: int
    reason: str

    def onto(self, show: Show) -> Show:
        return with_filled(show, self.who, self.resource, self.now)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if show.called(self.reason).strip() else "_plain"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"reason": sentence(show.called(self.reason))}  # a move's, where one has done it


def corrected(show: Show, c: SetPoints | AskForPoints) -> Iterator[Event]:
    hero = show.character(c.who)
    item = sheet.found(show, hero, c.resource, Resource, "MU-35")
    reason = words(c.reason, "MU-35", "Say why.")
    room, was = sheet.capacity(show, hero, item), sheet.points(show, hero, item.id)
    must(0 <= c.n <= room, "MU-35", "out_of_range", f"It goes from 0 to {room}.")
    must(c.n != was, "MU-35", "same", "It stands at that already.")
    event = PointsSet(hero.id, item.id, was, c.n, room, reason)
    yield from noting(show, event)
    yield from emptied(event.onto(show), hero.id, item.id)


# -- Notes on boxes (MU-30) --------------------------------------------------------------------


class NoteBox(Act[Show], frozen=True):
    """Write on one box of a resource, from 1; no text wipes it."""

    may = "owner"
    who: Key
    resource: Key
    box: int
    text: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-30")
        item = sheet.found(show, hero, self.resource, Resource, "MU-30")
        row = sheet.boxes(show, hero, item)
        must(1 <= self.box <= len(row), "MU-30", "out_of_range", f"There are {len(row)} boxes.")
        must(
            self.text.strip() != row[self.box - 1].note,
            "MU-30",
            "same",
            "That stands there already.",
        )
        yield BoxNoted(hero.id, item.id, self.box, self.text.strip())


class BoxNoted(Noted, frozen=True):
    who: Who
    resource: ItemId
    box: int
    text: str

    def onto(self, show: Show) -> Show:
        item = show.shelf.item(self.resource)
        if not isinstance(item, Resource):
            return show
        row = sheet.boxes(show, show.cast[self.who], item)
        noted = (replace(b, note=self.text) if n == self.box else b for n, b in enumerate(row, 1))
        return with_boxes(show, self.who, self.resource, tuple(noted))

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.text else "_off"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"text": sentence(self.text)}


# -- As effects --------------------------------------------------------------------------------


@ways.does(op.Restore)
def op_restore(show: Show, e: op.Restore, doer: Doer, dice: Dice) -> Iterator[Event]:
    for who in heroes(show, doer, e.who):
        yield from gain(show, who, e.resource, amount(show, doer, e.n), doer.source)


@ways.does(op.Lose)
def op_lose(show: Show, e: op.Lose, doer: Doer, dice: Dice) -> Iterator[Event]:
    for who in heroes(show, doer, e.who):
        yield from lose(show, who, e.resource, amount(show, doer, e.n), doer.source)


@ways.does(op.Spend)
def op_spend(show: Show, e: op.Spend, doer: Doer, dice: Dice) -> Iterator[Event]:
    """A cost inside a result: refused where there are too few points (MU-27)."""
    cost = Cost(e.resource, amount(show, doer, e.n))
    affordable(show, show.cast[doer.who], (cost,))
    yield from spend(show, doer.who, cost, doer.source)


@ways.does(op.SetResource)
def op_set(show: Show, e: op.SetResource, doer: Doer, dice: Dice) -> Iterator[Event]:
    """An exact value, as far as there are boxes for it."""
    for who in heroes(show, doer, e.who):
        item = show.shelf.item(e.resource)
        if isinstance(item, Resource):
            room = sheet.capacity(show, show.cast[who], item)
            now = min(amount(show, doer, e.n), room)
            was = sheet.points(show, show.cast[who], e.resource)
            yield from noting(show, PointsSet(who, e.resource, was, now, room, doer.source))


@ways.does(op.NoteBox)
def op_note_box(show: Show, e: op.NoteBox, doer: Doer, dice: Dice) -> Iterator[Event]:
    if e.text or e.clear:
        yield from noted(show, e.resource, doer, "" if e.clear else e.text, e.clear)
    else:
        yield owes(show, doer, "player", e, show.called(e.resource))


def noted(show: Show, resource: str, doer: Doer, text: str, clear: bool) -> Iterator[Event]:
    """The first erased box without a note is written on; the last note is the one wiped."""
    item = show.shelf.item(resource)
    if not isinstance(item, Resource):
        return
    row = list(enumerate(sheet.boxes(show, show.cast[doer.who], item), 1))
    free = [n for n, box in row if not box.note and not box.filled]
    taken = [n for n, box in row if box.note]
    places = taken[-1:] if clear else (free or [n for n, box in row if not box.note])[:1]
    for place in places:
        yield BoxNoted(doer.who, resource, place, text)


@ways.answered(op.NoteBox)
def note_answered(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    text = words(c.text, "MU-30", "Say what is held there.")
    assert isinstance(owed.effect, op.NoteBox)
    yield from noted(show, owed.effect.resource, doer, text, clear=False)
