"""Seats, corrections, aspects in play, and how a scene ends (WF-2 …, WF-75, WF-80 …, WF-130 …).

Taking back (WF-7) is the table's: it strikes an entry and what depended on it, and every other
entry keeps its dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.table.company import LISTENING, heard
from tablefolk.core.table.scenes import (
    EndScene,
    OpenScene,
    OpenSession,
    SceneEnded,
    SceneOpened,
    SessionClosed,
    SessionOpened,
)
from tablefolk.core.table.seats import OptionSet, SetOption, gm_only
from tablefolk.core.verbs import Asks
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.rules import drafts, pools, rounds, stress
from tablefolk.games.wheel_of_fate.rules.creation import bowl_per_player, starting_fate
from tablefolk.games.wheel_of_fate.rules.fate import own_aspect
from tablefolk.games.wheel_of_fate.rules.state import (
    ATTRIBUTES,
    Aspect,
    Character,
    Wheel,
    Who,
    overheard,
)
from tablefolk.games.wheel_of_fate.rules.wording import Facts, on_a_sheet, pool_name, say

# -- Who sits where (WF-1, WF-2): the table tells, the wheel listens ---------------------------


@overheard.effect(*LISTENING)
def company_heard(wheel: Wheel, e: Event) -> Wheel:
    return replace(wheel, company=heard(wheel.company, e))


class ReorderSeats(Act[Wheel], frozen=True):
    """The players from the GM's left round the table."""

    may = "gm"
    order: tuple[str, ...]

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-2")
        same = sorted(self.order) == sorted(wheel.company.seats)
        must(same, "WF-2", "out_of_range", "Name every player exactly once.")
        running = wheel.contest is not None and wheel.contest.open
        need(not running, "WF-2", "round_running", "Nobody changes seats while a round is running.")
        yield SeatsReordered(self.order)


class SeatsReordered(Change[Wheel], frozen=True):
    order: tuple[Who, ...]

    def onto(self, wheel: Wheel) -> Wheel:
        return replace(wheel, company=replace(wheel.company, seats=self.order))


# -- Options (WF-3) ----------------------------------------------------------------------------


@overheard.rule(SetOption)
def set_option(wheel: Wheel, seat: Seat, c: SetOption, dice: Dice) -> Iterator[Event]:
    no_open_throw(wheel, "WF-3")
    yield from ()


@overheard.effect(OptionSet)
def option_set(wheel: Wheel, e: OptionSet) -> Wheel:
    return replace(wheel, options={**wheel.options, e.key: e.value})


def no_open_throw(wheel: Wheel, rule: str) -> None:
    thrown = next((r for r in wheel.rolls.values() if r.phase == "thrown"), None)
    title = thrown.title if thrown else ""
    need(not thrown, rule, "roll_open", f"A thrown roll waits to be settled: {title}.")


# -- Corrections (WF-4, WF-102) ----------------------------------------------------------------


class Correct(Act[Wheel], frozen=True):
    """The GM corrects a number: fate, stress, an attribute, `pool:<id>`, or the bowl."""

    may = "gm"
    who: str
    field: str
    value: int
    reason: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-4")
        must(self.reason.strip(), "WF-4", "reason_needed", "Say why.")
        was = number(wheel, self.who, self.field)
        most = 6 if self.field in ATTRIBUTES else 1_000_000
        fits = 0 <= self.value <= most
        must(fits, "WF-4", "out_of_range", f"That number goes from 0 to {most}.")
        if self.field == "fate":
            promised = wheel.reserved(self.who)
            why = f"{promised} of these points are promised in open rolls."
            must(self.value >= promised, "WF-25", "out_of_range", why)
        if self.field.startswith("pool:"):
            pools.within_cap(wheel, self.field.removeprefix("pool:"), self.value)
        event = Corrected(self.who, self.field, was, self.value, self.reason.strip())
        yield event
        yield from rounds.moving_on(event.onto(wheel), may_end=False)


class Corrected(Change[Wheel], frozen=True):
    voice = "ruled"
    who: Who
    field: str
    was: int
    now: int
    reason: str

    def onto(self, wheel: Wheel) -> Wheel:
        if self.field == "bowl":
            return replace(wheel, bowl=self.now)
        hero = wheel.cast[self.who]
        if self.field.startswith("pool:"):
            return wheel.with_hero(
                self.who, pools={**hero.pools, self.field.removeprefix("pool:"): self.now}
            )
        changed: dict[str, object] = {self.field: self.now}
        if self.field in ATTRIBUTES:
            changed = {"attributes": {**hero.attributes, self.field: self.now}}
        return stress.unready(wheel.with_hero(self.who, **changed), self.who)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        """An NPC's stress is told to whoever sees it; the rest of its sheet is the GM's."""
        if self.field == "bowl":
            return "_bowl"
        hero = wheel.cast.get(self.who)
        open_to_all = self.field == "stress" and hero is not None and wheel.seen(seat, hero)
        return "" if open_to_all else on_a_sheet(wheel, self.who, seat)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        key = self.field.removeprefix("pool:")
        known = say(f"labels.field.{key}") if key == self.field else pool_name(wheel, key)
        return {"field": known}


def number(wheel: Wheel, who: str, field: str) -> int:
    """The number that is to be corrected, as it stands."""
    if field == "bowl":
        return wheel.bowl
    hero = wheel.character(who)
    if field.startswith("pool:"):
        return hero.pools.get(pools.find(wheel, field.removeprefix("pool:")).id, 0)
    known = {key: hero.attributes.get(key, 0) for key in ATTRIBUTES}
    known |= {"fate": hero.fate, "stress": hero.stress}
    must(field in known, "WF-4", "unknown", "There is no such number.")
    return known[field]


# -- Stress by ruling (WF-75) ------------------------------------------------------------------


class GiveStress(Act[Wheel], frozen=True):
    may = "gm"
    who: str
    n: Annotated[int, Asks(1, 20)]
    reason: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-75")
        must(1 <= self.n <= 100, "WF-75", "out_of_range", "Give 1 to 100 stress dice.")
        must(self.reason.strip(), "WF-75", "reason_needed", "Say where the stress comes from.")
        event = stress.taking(wheel, self.who, self.n, self.reason.strip())
        yield event
        yield from rounds.moving_on(event.onto(wheel))


# -- Aspects in play, and the aftermath (WF-41, WF-42, WF-81) ----------------------------------


class AddAspect(Act[Wheel], frozen=True):
    """The GM gives somebody another aspect."""

    may = "gm"
    who: str
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-42")
        wheel.character(self.who)
        yield new_aspect(wheel, self.who, self.text, "gm")


class ProposeAspect(Act[Wheel], frozen=True):
    """What the scene has left behind, in the words of its owner."""

    may = "owner or gm"
    who: str
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        asked = self.who in wheel.aftermath
        need(asked, "WF-81", "no_aftermath", answered(hero))
        added = new_aspect(wheel, self.who, self.text, "aftermath")
        word(seat, "WF-81", f"Does “{added.aspect.text}” stay with {hero.name}?")
        yield added


class AspectAdded(Change[Wheel], frozen=True):
    who: Who
    aspect: Aspect

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = wheel.with_hero(self.who, aspects=(*wheel.cast[self.who].aspects, self.aspect))
        if self.aspect.origin == "aftermath":
            wheel = replace(wheel, stayed=(*wheel.stayed, self.who))
        npc = wheel.cast[self.who].kind == "npc"
        return wheel if npc else replace(wheel, count=max(wheel.count, self.aspect.id))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return on_a_sheet(wheel, self.who, seat)


class RewordAspect(Act[Wheel], frozen=True):
    may = "owner or gm"
    who: str
    aspect: int
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, text = wheel.own(seat, self.who), self.text.strip()
        in_play(wheel)
        was = own_aspect(hero, self.aspect).text
        must(text, "WF-41", "text_needed", "An aspect needs words.")
        word(seat, "WF-42", f"May {hero.name}'s “{was}” become “{text}”?")
        yield AspectReworded(self.who, self.aspect, was, text)


class AspectReworded(Change[Wheel], frozen=True):
    who: Who
    aspect: int
    was: str
    now: str

    def onto(self, wheel: Wheel) -> Wheel:
        return with_aspect(wheel, self.who, self.aspect, text=self.now)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return on_a_sheet(wheel, self.who, seat)


class DropAspect(Act[Wheel], frozen=True):
    may = "owner or gm"
    who: str
    aspect: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        in_play(wheel)
        aspect = own_aspect(hero, self.aspect)
        word(seat, "WF-42", f"May {hero.name} leave “{aspect.text}” behind?")
        yield AspectDropped(self.who, self.aspect, aspect.text)


class AspectDropped(Change[Wheel], frozen=True):
    who: Who
    aspect: int
    text: str

    def onto(self, wheel: Wheel) -> Wheel:
        return with_aspect(wheel, self.who, self.aspect, active=False)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return on_a_sheet(wheel, self.who, seat)


class SkipAftermath(Act[Wheel], frozen=True):
    """Nothing more of the scene stays with this character."""

    may = "owner or gm"
    who: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        asked = self.who in wheel.aftermath
        must(asked, "WF-81", "no_aftermath", answered(hero))
        yield AftermathSkipped(self.who)


class AftermathSkipped(Change[Wheel], frozen=True):
    who: Who

    def onto(self, wheel: Wheel) -> Wheel:
        return replace(wheel, aftermath=tuple(who for who in wheel.aftermath if who != self.who))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return on_a_sheet(wheel, self.who, seat)


def answered(hero: Character) -> str:
    return f"What stays with {hero.name} is answered already, or nobody asks."


def new_aspect(
    wheel: Wheel, who: str, text: str, origin: Literal["aftermath", "gm"]
) -> AspectAdded:
    must(text.strip(), "WF-41", "text_needed", "An aspect needs words.")
    hero = wheel.cast[who]
    within = max((a.id for a in hero.aspects), default=0)
    number = (within if hero.kind == "npc" else wheel.count) + 1
    return AspectAdded(who, Aspect(number, text.strip(), origin=origin))


def in_play(wheel: Wheel) -> None:
    why = "Until play begins, simply write the five aspects anew."
    need(wheel.playing, "WF-42", "not_playing", why)


def with_aspect(wheel: Wheel, who: str, number: int, **changes: object) -> Wheel:
    aspects = wheel.cast[who].aspects
    return wheel.with_hero(
        who, aspects=tuple(replace(a, **changes) if a.id == number else a for a in aspects)
    )


# -- Ending a scene (WF-80, WF-130) ------------------------------------------------------------


class StressCleared(Change[Wheel], frozen=True):
    """All stress is gone; those who had some are asked what stays with them (WF-81)."""

    voice = "closed"
    was: dict[str, int]

    def onto(self, wheel: Wheel) -> Wheel:
        for who in self.was:
            wheel = wheel.with_hero(who, stress=0)
        return replace(wheel, aftermath=tuple(self.was), stayed=())


@overheard.rule(EndScene)
def end_scene(wheel: Wheel, seat: Seat, c: EndScene, dice: Dice) -> Iterator[Event]:
    waiting = [wheel.name(o.to) for o in wheel.offers.values() if o.state == "open"]
    need(not waiting, "WF-130", "offer_open", f"An offer waits for {listing(waiting)}.")
    no_open_throw(wheel, "WF-130")
    chosen = tuple(rounds.unanswered(wheel))
    closed = (*chosen, *rounds.closing(after(wheel, chosen)))
    yield from closed
    over = after(wheel, closed)
    if lying := tuple(r.id for r in over.rolls.values() if r.phase == "draft"):
        yield drafts.DraftCancelled(lying)  # what was promised in them is free again (WF-25)
    stressed = {hero.id: hero.stress for hero in over.cast.values() if hero.stress}
    if stressed or wheel.aftermath:
        yield StressCleared(stressed)


@overheard.effect(SceneOpened)
def scene_opened(wheel: Wheel, e: SceneOpened) -> Wheel:
    """Players may still say what stays, those who have not; of the GM's people nobody waits for
    it, and it goes with the next scene (WF-81)."""
    asked = (who for who in wheel.aftermath if who in wheel.cast and who not in wheel.stayed)
    theirs = tuple(who for who in asked if wheel.cast[who].kind == "pc")
    return replace(wheel, scene=e.number, aftermath=theirs)


@overheard.effect(SceneEnded)
def scene_ended(wheel: Wheel, e: SceneEnded) -> Wheel:
    return replace(wheel, scene=0)


# -- Sessions (WF-131) -------------------------------------------------------------------------


class Refreshed(Change[Wheel], frozen=True):
    """A new evening fills up what ran low: points added to the bowl and to each stack."""

    voice = "scene"
    bowl: int
    stacks: dict[str, int]

    def onto(self, wheel: Wheel) -> Wheel:
        for who, n in self.stacks.items():
            wheel = wheel.with_hero(who, fate=wheel.cast[who].fate + n)
        return replace(wheel, bowl=wheel.bowl + self.bowl)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.bowl else "_stacks"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        stacks = listing(f"{wheel.name(who)} +{n}" for who, n in self.stacks.items())
        return {"shown": say("Refreshed.stacks", shown=stacks) if stacks else ""}


@overheard.rule(OpenScene)
def open_scene(wheel: Wheel, seat: Seat, c: OpenScene, dice: Dice) -> Iterator[Event]:
    must(wheel.playing, "WF-118", "not_playing", "Start play first; that opens the first scene.")
    if not wheel.session_open:
        yield from refresh(wheel)


@overheard.rule(OpenSession)
def open_session(wheel: Wheel, seat: Seat, c: OpenSession, dice: Dice) -> Iterator[Event]:
    if wheel.playing:
        yield from refresh(wheel)


def refresh(wheel: Wheel) -> Iterator[Event]:
    """Nothing is ever lowered (WF-131)."""
    mode = wheel.options.get("session_refresh", "none")
    heroes = [hero for hero in wheel.pcs() if hero.in_play]
    bowl, stack = bowl_per_player(wheel) * len(heroes), starting_fate(wheel)
    low = {h.id: stack - h.fate for h in heroes if h.fate < stack}
    added = max(0, bowl - wheel.bowl) if mode != "none" else 0
    stacks = low if mode == "bowl_and_stacks" else {}
    if added or stacks:
        yield Refreshed(added, stacks)


@overheard.effect(SessionOpened)
def session_opened(wheel: Wheel, e: SessionOpened) -> Wheel:
    """What the last evening left open stays open no longer (WF-81)."""
    return replace(wheel, session=e.number, session_open=True, aftermath=())


@overheard.effect(SessionClosed)
def session_closed(wheel: Wheel, e: SessionClosed) -> Wheel:
    return replace(wheel, session_open=False)


# -- What can be looked up (WF-132) ------------------------------------------------------------


class Record(Struct, frozen=True):
    """Something that was said or happened, as it can be searched and printed."""

    kind: str  # fact, coincidence, whammy, complication, trouble, offer, connection, answer
    text: str
    who: str = ""
    scene: int = 0
    number: int = -1  # of a fact: the last one given when it was written


def records(wheel: Wheel, containing: str = "") -> tuple[Record, ...]:
    """Facts, notes on whammies, complications, offers, connections and answers with these words."""
    wanted = containing.casefold()
    return tuple(r for r in _records(wheel) if wanted in f"{wheel.name(r.who)} {r.text}".casefold())


def _records(wheel: Wheel) -> Iterator[Record]:
    for fact in wheel.facts:
        yield Record(fact.kind, fact.text, fact.by, fact.scene, fact.number)
    for offer in wheel.offers.values():
        if offer.state != "accepted":  # an accepted one is a fact; the others did not happen
            kind = "offer" if offer.state == "open" else "declined offer"
            yield Record(kind, offer.what, offer.to, offer.scene)
    for hero in wheel.pcs():
        for other, tie in hero.connections.items():
            yield Record("connection", f"{wheel.name(other)}: {tie.told}", hero.id)
        for answer in (*hero.answers, hero.last_answer):
            if answer:
                yield Record("answer", answer, hero.id)
