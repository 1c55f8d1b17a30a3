"""Taking harm, step by step (MU-89 … MU-103): the steps themselves are data.

A step that somebody has to close waits; every other happens when it is reached, and the walk goes
on to the next. Whoever is hurt closes the steps: the player, or for an NPC the GM.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.talk import free_dice
from tablefolk.core.words import listing
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks import terms
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.model import Deed, Step
from tablefolk.games.mutagen.rules import chain, effects, harm, resources, sheet, statuses
from tablefolk.games.mutagen.rules.harm import HarmChanged, Hurt, an_injury
from tablefolk.games.mutagen.rules.outcomes import show_destroyer
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.rolling import MoveMade
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    Armor,
    Character,
    Injury,
    ItemId,
    Key,
    Line,
    Staged,
    Text,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted, Words, plain
from tablefolk.games.mutagen.words import say

MOST_HARM = chain.MOST_HARM
Phrases = Annotated[tuple[Line, ...], Meta(max_length=6)]

# -- Opening (MU-89 … MU-92) -------------------------------------------------------------------


class OpenHarm(Act[Show], frozen=True):
    """The GM: this hurts, so much by the scale of 1 to 3; body, mind or spirit (MU-90)."""

    may = "gm"
    on: Key
    harm: int
    source: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-89")
        thing = show.entities.get(self.on)
        there = self.on in show.cast or (thing and not thing.gone)
        must(there, "MU-89", "unknown", "Say who is hurt.")
        chain.living(show, self.on, show_destroyer(show))
        by_scale(self.harm, least=1)
        hero = show.cast.get(self.on)
        if hero:
            must(hero.state != "retired", "MU-105", "retired", f"{hero.name} is out of the story.")
            here = hero.state == "in_play"
            must(here, "MU-106", "out_of_scene", f"{hero.name} is out of this scene.")
        yield harm.opened(show, self.on, self.harm, self.source.strip())


def by_scale(n: int, least: int = 0) -> None:
    """Harm that a person names goes by the scale (MU-89, A-23)."""
    must(least <= n <= MOST_HARM, "MU-89", "bad_harm", f"One injury does 1 to {MOST_HARM} harm.")


# -- Step by step (MU-93) ----------------------------------------------------------------------


class CloseStep(Act[Show], frozen=True):
    """Whoever is hurt is done with this step."""

    may = "owner"
    injury: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        injury = taken(show, seat, self.injury)
        step = step_of(show, injury)
        must(
            step is None or step.do != "gm_dice", "MU-98", "wait_for_gm", "The GM closes this step."
        )
        nothing_left(show, injury)
        yield from walked(show, injury.id, dice)


class StepReached(Noted, frozen=True):
    """The next step; with `skipped` its condition does not hold."""

    injury: int
    on: Who
    step: int
    harm: int
    skipped: bool = False

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, step=self.step)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        step = reached(show, self)
        if step and step.do == "armor" and not armor_of(show, self.on):
            return None  # there is none to speak of
        return "" if step and step.do in harm.WAITS and not self.skipped else None

    def in_words(self, show: Show, seat: Seat) -> Words:
        step = reached(show, self)
        return {"text": plain(step.text) if step else ""}


def reached(show: Show, e: StepReached) -> Step | None:
    injury = show.injuries.get(e.injury)
    steps = harm.steps_of(show, injury.procedure) if injury else ()
    return next((step for step in steps if step.n == e.step), None)


class HarmOver(Change[Show], frozen=True):
    """It ends here: at that step, with so many points lost; `fell` where the last one went."""

    injury: int
    on: Who
    step: int
    harm: int
    lost: int = 0
    fell: bool = False

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, over=True)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        if self.fell:
            return "_fell"
        return "" if self.lost else "_none"

    def in_words(self, show: Show, seat: Seat) -> Words:
        """Health, or what else this harm takes away; points, where it was taken back."""
        injury = show.injuries.get(self.injury)
        known = sorted(harm.lost_by(show, injury)) if injury else []
        what = listing(show.called(one) for one in known)
        return {"what": what or say("tell_word.points", n=self.lost)}


def taken(show: Show, seat: Seat, number: int) -> Injury:
    """Harm that is this seat's to take, and the first of several (MU-91)."""
    injury = an_injury(show, number)
    if injury.on in show.cast:
        show.own(seat, injury.on, "MU-93")
    else:
        the_gm(seat, "MU-103")
        why = f"{show.name(injury.on)} keeps no Health: say what the harm means instead."
        need(show.entities[injury.on].health, "MU-103", "condition_unmet", why)
    first = min(i.id for i in show.hurting(injury.on))
    why = "One injury after the other, in the order they came."
    need(first == injury.id, "MU-91", "must_resolve_first", why)
    return injury


def step_of(show: Show, injury: Injury) -> Step | None:
    """The step that is open."""
    steps = harm.steps_of(show, injury.procedure)
    return next((step for step in steps if step.n == injury.step), None)


def nothing_left(show: Show, injury: Injury) -> None:
    """Whatever was opened inside a step is done before the next (MU-93)."""
    why = "What was begun in this step is done first."
    need(not pending(show, injury), "MU-93", "must_resolve_first", why)


def pending(show: Show, injury: Injury) -> bool:
    """Answers and moves that belong to this harm and are still open."""
    asked = any(owed.injury == injury.id for owed in show.owed.values())
    return asked or any(move.inside == injury.id for move in show.running())


def walked(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """Step by step, until one waits for somebody or all are done."""
    while True:
        injury = show.injuries[number]
        later = (s for s in harm.steps_of(show, injury.procedure) if s.n > injury.step)
        step = next(later, None)
        if step is None:
            yield over(show, injury)
            return
        left_out = bool(step.only_if) and not holds(show, injury, step.only_if)
        reached = StepReached(number, injury.on, step.n, injury.harm, left_out)
        yield reached
        show = reached.onto(show)
        if left_out:
            continue
        events = tuple(done(show, number, step, dice))
        yield from events
        show = after(show, events)
        if ends(show, number) or waits(show, show.injuries[number], step):
            return


def ends(show: Show, number: int) -> bool:
    return show.injuries[number].over


def holds(show: Show, injury: Injury, test: str) -> bool:
    """Whether a step's test is true; one that nobody can read is not."""
    try:
        return terms.holds(test, Hurt(show, injury))
    except terms.BadSum:
        return False


def waits(show: Show, injury: Injury, step: Step) -> bool:
    """Whether somebody has to do something before the next step."""
    match step.do:
        case "optional_moves":
            return injury.on in show.cast and injury.harm > 0
        case "armor":
            return injury.harm > 0 and bool(usable(show, injury))
        case "gm_dice":
            return True
    return pending(show, injury)


def over(show: Show, injury: Injury, fell: bool = False) -> HarmOver:
    return HarmOver(injury.id, injury.on, injury.step, injury.harm, injury.lost, fell)


# -- What happens in each (MU-95, MU-97, MU-99 … MU-102) ---------------------------------------


def done(show: Show, number: int, step: Step, dice: Dice) -> Iterator[Event]:
    """What a step does when it is reached."""
    injury = show.injuries[number]
    match step.do:
        case "required_moves":
            yield from required(show, injury, step.hook, dice)
        case "stop_if" if holds(show, injury, step.test):
            yield from stopped(show, injury, step)
        case "write_statuses":
            yield from statuses_written(show, injury, dice)
        case "lose":
            yield from lost(show, injury, step.resource, dice)
        case "pick" if injury.on in show.cast:
            yield from effects.picking(show, doer(injury), "player", step.entries, 1, dice)
        case "effects" if injury.on in show.cast:
            yield from effects.run(show, step.effects, doer(injury), dice)


def doer(injury: Injury, source: str = "") -> Doer:
    return Doer(injury.on, source or injury.procedure, injury=injury.id)


def required(show: Show, injury: Injury, hook: str, dice: Dice) -> Iterator[Event]:
    """The moves somebody must make at such a moment (MU-95, MU-102)."""
    hero = show.cast.get(injury.on)
    for deed in tuple(sheet.deeds(show, hero)) if hero else ():
        every = must_do(deed, hook)
        if not (every and holding(show, show.cast[injury.on], deed)):
            continue
        yield MoveMade(injury.on, deed.id)
        events = tuple(effects.run(show, every, doer(injury, deed.id), dice))
        yield from events
        show = after(show, events)


def holding(show: Show, hero: Character, deed: Deed) -> bool:
    """Whether what a move is about is held, where it asks for that (MU-30)."""
    return all(sheet.holds(show, hero, one.resource) for one in deed.needs if one.held)


def must_do(deed: Deed, hook: str) -> tuple[AnyEffect, ...]:
    """What a move does at such a moment: by its hooks, or as a whole if that is its window."""
    hooked = tuple(effect for one in deed.hooks if one.on == hook for effect in one.then)
    if not hook or deed.when.window != hook:
        return hooked
    rolled = (op.RollNow(deed.roll, deed.bands, deed.name),) if deed.roll else ()
    return (*hooked, *deed.effects, *rolled)


def stopped(show: Show, injury: Injury, step: Step) -> Iterator[Event]:
    """The end; perhaps with a move that asks how (MU-97, MU-101)."""
    hero = show.cast.get(injury.on)
    if step.run and hero and not hero.dying:
        yield resources.Fell(injury.on, step.run)
    yield over(show, injury, fell=bool(step.run))


def statuses_written(show: Show, injury: Injury, dice: Dice) -> Iterator[Event]:
    """What was decided so far is written down (MU-99)."""
    for staged in injury.statuses:
        event = statuses.written(show, injury.on, staged.text, severe=staged.severe)
        events = tuple(effects.with_set_off(show, (event,), dice))
        yield from events
        show = after(show, events)


class HarmLost(Change[Show], frozen=True):
    """So many points were lost by this injury."""

    injury: int
    on: Who
    resource: ItemId
    n: int

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, lost=self.n)


def lost(show: Show, injury: Injury, resource: str, dice: Dice) -> Iterator[Event]:
    """One point per harm (MU-100)."""
    was = harm.points(show, injury, resource)
    events = tuple(effects.with_set_off(show, harm.losing(show, injury, resource), dice))
    yield from events
    now = harm.points(after(show, events), injury, resource)
    yield HarmLost(injury.id, injury.on, resource, max(0, was - now))


# -- Step 1: the GM's side (MU-94) -------------------------------------------------------------


class LetIn(Act[Show], frozen=True):
    """The GM lets somebody answer this harm with a move (A-22)."""

    may = "gm"
    injury: int
    item: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-94")
        injury = an_injury(show, self.injury, "MU-94")
        hero = show.character(injury.on)
        deed = sheet.found(show, hero, self.item, Deed, "MU-94")
        must(deed.id not in injury.let_in, "MU-94", "same", "That is let in already.")
        yield MoveLetIn(injury.id, hero.id, deed.id)


class MoveLetIn(Noted, frozen=True):
    injury: int
    on: Who
    item: ItemId

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, let_in=(*show.injuries[self.injury].let_in, self.item))


class ChangeHarm(Act[Show], frozen=True):
    """The GM says how much it is now, and why."""

    may = "gm"
    injury: int
    harm: int
    why: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-94")
        injury = an_injury(show, self.injury, "MU-94")
        by_scale(self.harm)
        must(self.harm != injury.harm, "MU-94", "same", "It is that much already.")
        must(not injury.lost, "MU-100", "not_now", "The points are lost already.")
        why = words(self.why, "MU-94", "Say why.")
        yield HarmChanged(injury.id, injury.on, injury.harm, self.harm, why=why)


# -- Step 3: armor (MU-96) ---------------------------------------------------------------------


class UseArmor(Act[Show], frozen=True):
    """Armor that is worn and fits this sort of harm takes its rating off; one applies."""

    may = "owner"
    injury: int
    armor: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        injury = taken(show, seat, self.injury)
        step = step_of(show, injury)
        need(step and step.do == "armor", "MU-96", "not_now", "Armor has its own step.")
        every = armor_of(show, injury.on)
        armor = must(
            next((one for one in every if one.id == self.armor), None),
            "MU-96",
            "unknown",
            "There is no such armor.",
        )
        need(armor.worn, "MU-96", "condition_unmet", f"{armor.name} is not worn.")
        fits = armor.id not in injury.objected
        need(fits, "MU-96", "condition_unmet", f"The GM says {armor.name} does not fit.")
        must(not injury.worn, "MU-96", "one_armor", "One armor applies, and it has.")
        event = ArmorUsed(injury.id, injury.on, armor)
        yield event
        show = event.onto(show)
        deed, what = armor_move(show, injury)
        yield from effects.run(show, what, doer(injury, deed), dice)


class ArmorUsed(Change[Show], frozen=True):
    injury: int
    on: Who
    armor: Armor

    def onto(self, show: Show) -> Show:
        before = show.injuries[self.injury].harm
        return show.with_injury(
            self.injury,
            worn=self.armor.id,
            armor=self.armor.rating,
            unarmored=before,
        )


class ObjectArmor(Act[Show], frozen=True):
    """The GM: it does not protect from this."""

    may = "gm"
    injury: int
    why: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        """As long as nothing is lost the GM may object, even if the armor has ended it."""
        the_gm(seat, "MU-96")
        injury = must(show.injuries.get(self.injury), "MU-96", "unknown", "There is no such harm.")
        must(injury.worn, "MU-96", "unknown", "No armor is held against this.")
        settled = injury.dice or injury.lost or (injury.over and injury.harm)
        must(not settled, "MU-96", "not_now", "That harm is past its armor.")
        steps = harm.steps_of(show, injury.procedure)
        step = next((s.n for s in steps if s.do == "armor"), injury.step)
        why, before = self.why.strip(), injury.unarmored
        yield ArmorObjected(injury.id, injury.on, injury.worn, step, before, why)


class ArmorObjected(Noted, frozen=True):
    """The armor is left aside and its step open again, with the harm as it was before it."""

    injury: int
    on: Who
    armor: int
    step: int
    harm: int
    why: str = ""

    def onto(self, show: Show) -> Show:
        objected = (*show.injuries[self.injury].objected, self.armor)
        fresh: dict[str, object] = {"worn": 0, "armor": 0, "over": False}
        return show.with_injury(
            self.injury, step=self.step, harm=self.harm, objected=objected, **fresh
        )

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_why" if self.why else ""


def armor_of(show: Show, on: str) -> tuple[Armor, ...]:
    holder = show.cast.get(on) or show.entities.get(on)
    return holder.armor if holder else ()


def usable(show: Show, injury: Injury) -> tuple[Armor, ...]:
    """Worn armor to which nobody has objected."""
    every = armor_of(show, injury.on)
    return tuple(one for one in every if one.worn and one.id not in injury.objected)


def armor_move(show: Show, injury: Injury) -> tuple[str, tuple[AnyEffect, ...]]:
    """The move that says what armor does; without one it takes its rating off."""
    hero = show.cast.get(injury.on)
    books = hero.playbooks if hero else tuple(book.id for book in show.shelf.playbooks)
    every = show.shelf.kind(Deed, books)
    found = next((deed for deed in every if deed.when.window == "take_harm.armor"), None)
    return (found.id, found.effects) if found else ("", (op.ReduceHarm("armor.rating"),))


# -- Step 5: the GM's dice and word (MU-98, MU-153) --------------------------------------------


class ThrowHarmDice(Act[Show], frozen=True):
    """The GM throws any dice over this harm, for all to see."""

    may = "gm"
    injury: int
    dice: Key = "2d6"

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        injury = at_gm_dice(show, seat, self.injury)
        count, sides = free_dice(self.dice)
        yield HarmDiceThrown(injury.id, injury.on, count, sides, dice.roll(count, sides))


class HarmDiceThrown(Change[Show], frozen=True):
    voice = "threw"
    injury: int
    on: Who
    count: int
    sides: int
    faces: tuple[int, ...]

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, dice=self.faces)

    def in_words(self, show: Show, seat: Seat) -> Words:
        shown = ", ".join(str(face) for face in self.faces)
        return {"shown": shown, "faces_sides": self.sides}


class SettleHarm(Act[Show], frozen=True):
    """The GM: so much it is (below 0: as it stands), with these statuses; the steps go on."""

    may = "gm"
    injury: int
    harm: int = -1
    statuses: Phrases = ()
    severe: bool = False

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        injury = at_gm_dice(show, seat, self.injury)
        now = injury.harm if self.harm < 0 else self.harm
        if now != injury.harm:
            by_scale(now)
        texts = phrases(show, injury.on, self.statuses)
        given = tuple(Staged("status", injury.on, text=text, severe=self.severe) for text in texts)
        event = HarmSettled(injury.id, injury.on, injury.harm, now, given)
        yield event
        yield from walked(event.onto(show), injury.id, dice)


class HarmSettled(Noted, frozen=True):
    injury: int
    on: Who
    was: int
    now: int
    statuses: tuple[Staged, ...] = ()

    def onto(self, show: Show) -> Show:
        every = (*show.injuries[self.injury].statuses, *self.statuses)
        return show.with_injury(self.injury, harm=self.now, statuses=every)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        changed = "" if self.was == self.now else "_changed"
        return changed + ("_statuses" if self.statuses else "")

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"given": listing(f"“{one.text}”" for one in self.statuses)}


def at_gm_dice(show: Show, seat: Seat, number: int) -> Injury:
    the_gm(seat, "MU-98")
    injury = an_injury(show, number, "MU-98")
    step = step_of(show, injury)
    why = "The GM’s dice come after armor, and before anything is lost."
    must(step and step.do == "gm_dice", "MU-98", "not_now", why)
    return injury


def phrases(show: Show, on: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Statuses that are not written there yet, each once."""
    given = dict.fromkeys(" ".join(text.split()) for text in texts if text.strip())
    return tuple(statuses.new_text(show, on, text) for text in given)


# -- NPCs the GM simply tells of (MU-75, MU-103) -----------------------------------------------


class NarrateHarm(Act[Show], frozen=True):
    """The GM says what harm means for an NPC; nothing is walked through."""

    may = "gm"
    injury: int
    text: Text
    statuses: Phrases = ()

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-103")
        injury = an_injury(show, self.injury, "MU-103")
        must(injury.on in show.entities, "MU-103", "wrong_kind", "Only for NPCs.")
        text = words(self.text, "MU-103", "Say what it does to them.")
        given = phrases(show, injury.on, self.statuses)
        yield HarmNarrated(injury.id, injury.on, injury.harm, text)
        for one in given:
            event = statuses.written(show, injury.on, one)
            yield event
            show = event.onto(show)


class HarmNarrated(Change[Show], frozen=True):
    injury: int
    on: Who
    harm: int
    text: str

    def onto(self, show: Show) -> Show:
        return show.with_injury(self.injury, over=True)
