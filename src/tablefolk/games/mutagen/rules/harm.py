"""Harm as such: opened by the GM or a move, changed, taken off (MU-89 … MU-92, MU-103).

Each injury is one run of a procedure (MU-91); the steps are walked in `take_harm.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event, Seat, must
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Deed, Procedure, Step
from tablefolk.games.mutagen.rules import rating, resources, sheet
from tablefolk.games.mutagen.rules.owing import Doer, amount, people, ways
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Box, ByMove, Character, Entity, Injury, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words

TAKE_HARM = "take_harm"  # where no sheet says otherwise
WAITS = ("optional_moves", "armor", "gm_dice", "pick")  # steps that somebody has to close

# -- Who takes harm, and how (MU-89, MU-92, MU-103) --------------------------------------------


class HarmOpened(Change[Show], frozen=True):
    """One injury; with no harm at all it is over at once."""

    injury: Injury

    def onto(self, show: Show) -> Show:
        injuries = {**show.injuries, self.injury.id: self.injury}
        return replace(show, injuries=injuries).counted(self.injury.id)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        if show.shelf.item(self.injury.source):
            return "_move"
        return "_from" if self.injury.source else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"on": show.name(self.injury.on), "from": show.called(self.injury.source)}


class NothingToHarm(Change[Show], frozen=True):
    """A thing or a place: it does not live, and takes no harm (MU-92)."""

    on: Who
    source: str = ""


def opened(
    show: Show, on: str, harm: int, source: str = "", move: int = 0, procedure: str = ""
) -> HarmOpened:
    """An injury at its first step."""
    named = procedure or procedure_for(show, on)
    steps = steps_of(show, named)
    waits = not steps or steps[0].do in WAITS
    new = Injury(
        id=show.count + 1,
        on=on,
        harm=harm,
        source=source,
        procedure=named,
        step=1 if waits else 0,
        opened=harm,
        move=move,
        over=not harm and not procedure,
    )
    return HarmOpened(new)


def procedure_for(show: Show, on: str) -> str:
    """The procedure of whoever is hurt: their sheet's, or that of any sheet here."""
    hero = show.cast.get(on)
    books = hero.playbooks if hero else tuple(book.id for book in show.shelf.playbooks)
    every = show.shelf.kind(Deed, books)
    return next((deed.procedure for deed in every if deed.required and deed.procedure), TAKE_HARM)


def steps_of(show: Show, procedure: str) -> tuple[Step, ...]:
    found: Procedure | None = show.shelf.procedure(procedure)
    return found.steps if found else ()


def living(show: Show, on: str) -> Character | Entity | None:
    """Somebody who can be hurt just now."""
    hero = show.cast.get(on)
    if hero:
        return hero if hero.state == "in_play" else None
    thing = show.entities.get(on)
    return thing if thing and thing.living and not thing.gone else None


def an_injury(show: Show, number: int, rule: str = "MU-93") -> Injury:
    """Harm that is being taken, and not stopped by a limit; else a refusal."""
    injury = must(show.injuries.get(number), rule, "unknown", "There is no such harm.")
    must(not injury.over, rule, "move_closed", "That harm is over.")
    why = "This was stopped; say first how it goes on."
    must(number not in show.frozen, "MU-149", "paused", why)
    return injury


# -- Changing the number (MU-94, MU-96, MU-98) -------------------------------------------------


class HarmChanged(Noted, frozen=True):
    injury: int
    on: Who
    was: int
    now: int
    source: ByMove = ""  # the move that did it
    why: str = ""  # the GM's words

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, harm=self.now)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_why" if self.why else ""


class Hurt(rating.Known):
    """What the sums of a procedure may speak of: also the harm, and what was lost by it."""

    def __init__(self, show: Show, injury: Injury, deed: Deed | None = None) -> None:
        hero = show.cast.get(injury.on) or Character(injury.on, "", "", ())
        at_hand = {"harm": injury.harm, "health_lost": injury.lost, "armor.rating": injury.armor}
        if injury.on in show.entities:
            at_hand |= {f"points.{r}": left(show, injury.on) for r in lost_by(show, injury)}
        super().__init__(show, hero, deed, (), at_hand)


def lost_by(show: Show, injury: Injury) -> set[str]:
    """The resources that this procedure takes away."""
    return {step.resource for step in steps_of(show, injury.procedure) if step.resource}


def left(show: Show, on: str) -> int:
    """Filled boxes on the card of an NPC."""
    return sum(box.filled for box in show.entities[on].health)


@ways.does(op.Harm)
def op_harm(show: Show, e: op.Harm, doer: Doer, dice: Dice) -> Iterator[Event]:
    """Open an injury for each who is named and lives; the move's own number stands (A-23)."""
    n = amount(show, doer, e.n)
    for on in people(show, doer, e.on):
        if living(show, on):
            event = opened(show, on, n, e.source or doer.source, doer.move)
            yield event
            show = event.onto(show)
        elif on in show.entities:
            yield NothingToHarm(on, doer.source)


@ways.does(op.ReduceHarm)
def op_reduce(show: Show, e: op.ReduceHarm, doer: Doer, dice: Dice) -> Iterator[Event]:
    """Inside the steps: so much less harm, down to none."""
    injury = show.injuries.get(doer.injury)
    if injury is None or injury.over:
        return
    deed = show.shelf.item(doer.source)
    known = Hurt(show, injury, deed if isinstance(deed, Deed) else None)
    now = max(0, injury.harm - max(0, rating.amount(e.by, known)))
    yield HarmChanged(injury.id, injury.on, injury.harm, now, doer.source)


@ways.does(op.RunProcedure)
def op_procedure(show: Show, e: op.RunProcedure, doer: Doer, dice: Dice) -> Iterator[Event]:
    """A procedure that is no harm, walked in the same way; or a required move such as You die."""
    if show.shelf.procedure(e.id):
        yield opened(show, doer.who, 0, doer.source, doer.move, e.id)
    elif isinstance(show.shelf.item(e.id), Deed) and not show.cast[doer.who].dying:
        yield resources.Fell(doer.who, e.id)


# -- Points of NPCs (MU-103) -------------------------------------------------------------------


class EntityPointsSet(Noted, frozen=True):
    """The Health of an NPC, where the GM keeps one."""

    on: Who
    was: int
    now: int
    of: int
    reason: str = ""

    def onto(self, show: Show) -> Show:
        row = tuple(Box(filled=place < self.now) for place in range(self.of))
        return show.with_entity(self.on, health=row)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.of else "_none"


def losing(show: Show, injury: Injury, resource: str) -> Iterator[Event]:
    """One point per harm, never below none (MU-100)."""
    if injury.on in show.cast:
        yield from resources.lose(show, injury.on, resource, injury.harm, injury.source)
    else:
        was = left(show, injury.on)
        of = len(show.entities[injury.on].health)
        yield EntityPointsSet(injury.on, was, max(0, was - injury.harm), of, injury.source)


def points(show: Show, injury: Injury, resource: str) -> int:
    hero = show.cast.get(injury.on)
    return sheet.points(show, hero, resource) if hero else left(show, injury.on)
