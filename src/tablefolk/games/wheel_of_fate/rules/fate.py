"""Fate points, aspects at work, offers and the bowl (WF-31 … WF-55).

Any number of points may go into one roll (WF-37). What is spent leaves play, unless a house rule
drops it into the bowl; offers are paid from a supply of the GM's that never ends (WF-40).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.table.seats import gm_only
from tablefolk.core.verbs import Asks
from tablefolk.games.wheel_of_fate.rules import drafts, rolls
from tablefolk.games.wheel_of_fate.rules.building import hopeless
from tablefolk.games.wheel_of_fate.rules.state import (
    Aspect,
    Character,
    Kind,
    Line,
    PointOffer,
    Prose,
    Roll,
    RollId,
    Source,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.wording import Facts, about_source, reason, say

# -- Points for dice (WF-32, WF-33, WF-35 … WF-38, WF-43, WF-44) -------------------------------


class SpendDie(Act[Wheel], frozen=True):
    """A plain point: one bonus die on anybody's roll."""

    may = "owner or gm"
    roll: int
    who: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, roll = wheel.own(seat, self.who), wheel.roll(self.roll)
        may_buy(wheel, hero, roll)
        source = bought(wheel, hero, "bonus", "a fate point", "fate")
        yield from buy(wheel, roll, source, dice)


class Invoke(Act[Wheel], frozen=True):
    """A point on one's own aspect: one extra die (WF-35, WF-43)."""

    may = "owner or gm"
    roll: int
    who: str
    aspect: int
    how: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, roll = wheel.own(seat, self.who), wheel.roll(self.roll)
        aspect = own_aspect(hero, self.aspect)
        how = self.how.strip()
        need(how, "WF-43", "reason_needed", f"Say how “{aspect.text}” helps here.")
        may_buy(wheel, hero, roll)
        key = ("aspect", hero.id, str(aspect.id))
        once = wheel.options.get("aspect_repeat") == "once_per_roll"
        used = once and any((s.what, s.by, s.key) == key for s in roll.sources)
        need(not used, "WF-37", "aspect_used", f"“{aspect.text}” is in this roll already.")
        helps = "" if roll.roller == hero.id else f" for {wheel.name(roll.roller)}"
        question = f"Does {hero.name}'s “{aspect.text}” fit here{helps}"
        word(seat, "WF-43", f"{question} ({roll.title})? “{how}”")
        source = bought(wheel, hero, "extra", aspect.text, "aspect", str(aspect.id))
        yield from buy(wheel, roll, source, dice, how)


class PointPromised(Change[Wheel], frozen=True):
    """A point lies by a draft and will be spent when it is thrown (WF-25)."""

    roll: RollId
    source: Source
    how: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        return drafts.SourceAdded(self.roll, self.source).onto(wheel)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        roll = wheel.rolls.get(self.roll)
        own = roll is None or roll.roller == self.source.by
        return f"_{self.source.what}" + ("" if own else "_gift")

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return about_source(wheel, self.source)


class RefuseGift(Act[Wheel], frozen=True):
    """The roller's owner turns down dice that somebody else would pay for."""

    may = "owner or gm"
    roll: int
    source: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = wheel.roll(self.roll)
        wheel.own(seat, roll.roller)
        must(roll.phase == "draft", "WF-38", "roll_thrown", "The dice have fallen already.")
        gifts = (s for s in roll.sources if s.id == self.source and s.what in ("fate", "aspect"))
        gift = must(next(gifts, None), "WF-38", "unknown", "There is no such gift.")
        need(gift.by != roll.roller, "WF-38", "not_yourself", "Those dice are your own.")
        yield GiftRefused(roll.id, gift)


class GiftRefused(Change[Wheel], frozen=True):
    roll: RollId
    source: Source

    def onto(self, wheel: Wheel) -> Wheel:
        return drafts.SourceDropped(self.roll, self.source.id).onto(wheel)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return about_source(wheel, self.source)


def may_buy(wheel: Wheel, hero: Character, roll: Roll) -> None:
    """Before the throw, with a free point, for a roll that dice can help (WF-36, WF-32, WF-33)."""
    need(roll.phase == "draft", "WF-36", "roll_thrown", "The dice have fallen already.")
    need(
        buys_for(wheel, hero, roll),
        "WF-38",
        "own_rolls_only",
        "Here points go into one's own rolls only.",
    )
    has_point(wheel, hero, "WF-32")
    helpless = roll.phase == "draft" and hopeless(wheel, roll)
    why = f"No die can help {wheel.name(roll.roller)} there."
    need(not helpless, "WF-33", "cannot_help", why)


def buys_for(wheel: Wheel, hero: Character, roll: Roll) -> bool:
    """Whether one's points may go into this roll: at some tables only into one's own (WF-38)."""
    return roll.roller == hero.id or wheel.options.get("fate_scope") != "own"


def bought(
    wheel: Wheel,
    hero: Character,
    kind: Kind,
    label: str,
    what: Literal["fate", "aspect"],
    key: str = "",
) -> Source:
    """One die, for one point."""
    return Source(wheel.count + 1, kind, 1, label, what, hero.id, key, price(wheel, hero))


def buy(wheel: Wheel, roll: Roll, source: Source, dice: Dice, how: str = "") -> Iterator[Event]:
    """Promised in a draft; only a ruling gets one past the throw, by the book's way (WF-36)."""
    if roll.phase == "draft":
        yield PointPromised(roll.id, source, how)
    else:
        result = rolls.spend_after(wheel, roll, source.kind, dice)
        yield rolls.RollChanged(roll.id, result, source.by, source.points, source)


# -- Declaring (WF-34, WF-45) ------------------------------------------------------------------


class Declare(Act[Wheel], frozen=True):
    """A point for a fact or a coincidence, perhaps tied to an aspect."""

    may = "owner or gm"
    who: str
    text: str
    kind: Literal["fact", "coincidence"] = "fact"
    aspect: int = 0
    how: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, text, how = wheel.own(seat, self.who), self.text.strip(), self.how.strip()
        must(text, "WF-34", "text_needed", "Say what is true from now on.")
        aspect = own_aspect(hero, self.aspect).text if self.aspect else ""
        need(how or not aspect, "WF-43", "reason_needed", f"Say how “{aspect}” comes into it.")
        has_point(wheel, hero, "WF-32")
        behind = f" Behind it: “{aspect}”, “{how}”" if aspect else ""
        rule = "WF-45" if aspect else "WF-34"
        paid = f", for 1 of {hero.name}'s {hero.fate} fate points" if price(wheel, hero) else ""
        word(seat, rule, f"Is it so{paid}? A {self.kind}, says {hero.name}: “{text}”{behind}")
        yield Declared(hero.id, text, self.kind, aspect, how, price(wheel, hero))


class Declared(Change[Wheel], frozen=True):
    """It is so now; `aspect` is the text of the aspect behind it."""

    who: Who
    text: str
    kind: Literal["fact", "coincidence"]
    aspect: str = ""
    how: str = ""
    cost: int = 1

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = wheel.spend(self.who, self.cost)
        return wheel.with_fact(self.text, self.kind, self.who, self.aspect)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return f"_{self.kind}"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {
            "behind": say("Declared.behind", aspect=self.aspect, how=self.how)
            if self.aspect
            else ""
        }


# -- Offers (WF-46 … WF-50) --------------------------------------------------------------------


class OfferPoint(Act[Wheel], frozen=True):
    """The GM holds out a point for trouble."""

    may = "gm"
    to: str
    aspect: int
    what: Prose
    roll: int = 0

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-46")
        yield offer_of(wheel, self.to, self.aspect, self.what, self.roll)


class SuggestOffer(Act[Wheel], frozen=True):
    """A player suggests an offer to the GM."""

    may = "player"
    to: str
    aspect: int
    what: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        need(not seat.gm, "WF-46", "players_only", "Offer the point yourself.")
        made = offer_of(wheel, self.to, self.aspect, self.what)
        to = wheel.name(self.to)
        word(seat, "WF-46", f"Offer {to} a point on “{made.text}”? “{made.what}”")
        yield made


class OfferMade(Change[Wheel], frozen=True):
    offer: int
    to: Who
    aspect: int
    text: str  # of the aspect
    what: str
    roll: int = 0

    def onto(self, wheel: Wheel) -> Wheel:
        offer = PointOffer(
            self.offer, self.to, self.aspect, self.what, roll=self.roll, scene=wheel.scene
        )
        return replace(wheel, offers={**wheel.offers, self.offer: offer}, count=self.offer)


class AnswerOffer(Act[Wheel], frozen=True):
    may = "asked"
    offer: int
    accept: bool

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        offer = open_offer(wheel, self.offer)
        hero = wheel.character(offer.to)
        need(
            hero.owner == seat.id, "WF-47", "not_yours", f"Only {hero.name}'s player answers this."
        )
        if self.accept:
            aspect = hero.aspect(offer.aspect)
            text = aspect.text if aspect else ""
            yield OfferAccepted(offer.id, hero.id, offer.what, text, offer.roll)
            return
        has_point(wheel, hero, "WF-49")
        yield OfferCountered(offer.id, hero.id, offer.what, price(wheel, hero))


class OfferAccepted(Change[Wheel], frozen=True):
    """Plus one point, and the trouble happens; a result it overrides is marked (WF-47)."""

    offer: int
    to: Who
    what: str
    text: str
    roll: int = 0

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = with_offer(wheel, self.offer, "accepted")
        wheel = wheel.with_hero(self.to, fate=wheel.cast[self.to].fate + 1)
        if self.roll in wheel.rolls:
            wheel = wheel.with_roll(replace(wheel.rolls[self.roll], overridden=self.what))
        return wheel.with_fact(self.what, "trouble", self.to, self.text)


class OfferCountered(Change[Wheel], frozen=True):
    """Minus one point, and it does not happen (WF-48)."""

    offer: int
    to: Who
    what: str
    cost: int = 1

    def onto(self, wheel: Wheel) -> Wheel:
        return with_offer(wheel, self.offer, "countered").spend(self.to, self.cost)


class WithdrawOffer(Act[Wheel], frozen=True):
    may = "gm"
    offer: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-49")
        offer = open_offer(wheel, self.offer)
        yield OfferWithdrawn(offer.id, offer.to, offer.what)


class OfferWithdrawn(Change[Wheel], frozen=True):
    offer: int
    to: Who
    what: str

    def onto(self, wheel: Wheel) -> Wheel:
        return with_offer(wheel, self.offer, "withdrawn")


def offer_of(wheel: Wheel, to: str, number: int, what: str, roll: int = 0) -> OfferMade:
    """The event of a point being held out, once everything about it is in order."""
    hero, what = wheel.character(to), what.strip()
    need(hero.kind == "pc", "WF-46", "pc_only", "Only players' characters get offers.")
    aspect = own_aspect(hero, number, "WF-46")
    must(what, "WF-46", "text_needed", "Say what would happen.")
    if roll:
        can_undo(wheel, hero, wheel.roll(roll))
    waiting = any(o.to == to and o.state == "open" for o in wheel.offers.values())
    need(not waiting, "WF-50", "offer_open", f"{hero.name} has an open offer to answer.")
    return OfferMade(wheel.count + 1, to, number, aspect.text, what, roll)


def can_undo(wheel: Wheel, hero: Character, roll: Roll) -> None:
    """The egg is caught, then crushed: only a success of one's own can be undone (WF-46, WF-47)."""
    must(roll.result, "WF-46", "roll_open", "That roll has no result yet that could be undone.")
    own = roll.roller == hero.id
    must(own, "WF-46", "not_yours", f"Only a result of {hero.name}'s own can be undone.")
    fresh = roll in undoable(wheel, hero.id)
    why = "Only a fresh success of this scene can be undone, and only once."
    need(fresh, "WF-46", "nothing_to_undo", why)


def undoable(wheel: Wheel, who: str) -> tuple[Roll, ...]:
    """The successes of this scene that still stand."""
    return tuple(
        r
        for r in wheel.rolls.values()
        if (r.roller, r.scene, r.overridden) == (who, wheel.scene, "")
        and r.result
        and (r.result.success or r.mode == "sure")
    )


def open_offer(wheel: Wheel, number: int) -> PointOffer:
    offer = must(wheel.offers.get(number), "WF-50", "unknown", "There is no such offer.")
    must(offer.state == "open", "WF-50", "offer_closed", "That offer has been answered.")
    return offer


def with_offer(
    wheel: Wheel, number: int, state: Literal["accepted", "countered", "withdrawn"]
) -> Wheel:
    return replace(
        wheel, offers={**wheel.offers, number: replace(wheel.offers[number], state=state)}
    )


# -- The bowl (WF-39, WF-51 … WF-55) -----------------------------------------------------------


class Reward(Act[Wheel], frozen=True):
    """A player moves a point from the bowl to another's character; by a house rule the GM, too."""

    may = "anyone"  # whether the GM, too, is a house rule
    to: str
    why: Line = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gives = not seat.gm or bool(wheel.options.get("gm_awards"))
        need(gives, "WF-53", "players_only", "Rewards come from the other players.")
        hero = wheel.character(self.to)
        need(hero.kind == "pc", "WF-53", "pc_only", "Only players' characters are rewarded.")
        need(hero.owner != seat.id, "WF-53", "not_yourself", "Reward somebody else's character.")
        must(wheel.bowl > 0, "WF-54", "bowl_empty", "The bowl is empty.")
        yield Rewarded(seat.id, self.to, self.why.strip())


class Rewarded(Change[Wheel], frozen=True):
    by: Who  # a member
    to: Who
    why: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = wheel.with_hero(self.to, fate=wheel.cast[self.to].fate + 1)
        return replace(wheel, bowl=wheel.bowl - 1)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"reason": reason(self.why)}


class AddToBowl(Act[Wheel], frozen=True):
    may = "gm"
    n: Annotated[int, Asks(low=1)]
    reason: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-55")
        must(self.n >= 1, "WF-55", "out_of_range", "Add at least one point.")
        must(self.reason.strip(), "WF-55", "reason_needed", "Say what the points are for.")
        yield BowlFilled(self.n, self.reason.strip())


class BowlFilled(Change[Wheel], frozen=True):
    n: int
    reason: str

    def onto(self, wheel: Wheel) -> Wheel:
        return replace(wheel, bowl=wheel.bowl + self.n)


class GivePoint(Act[Wheel], frozen=True):
    """Handing one's own point to somebody: there is no such thing (WF-39)."""

    may = "nobody"
    to: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(None, "WF-39", "no_transfer", "Points are not handed from one to another.")
        yield from ()


# -- Conditions that several rules share -------------------------------------------------------


def has_point(wheel: Wheel, hero: Character, rule: str) -> None:
    """A point that is neither spent nor promised (WF-25, WF-32, WF-50)."""
    why = f"{hero.name} has no fate point to spare."
    need(wheel.free_points(hero.id) > 0, rule, "no_fate_points", why)


def price(wheel: Wheel, hero: Character) -> int:
    """One point; where a ruling lets somebody have it who has none, it is free."""
    return min(1, max(0, wheel.free_points(hero.id)))


def own_aspect(hero: Character, number: int, rule: str = "WF-43") -> Aspect:
    """One of the character's own aspects that still holds."""
    aspect = hero.aspect(number)
    active = aspect if aspect and aspect.active else None
    return must(active, rule, "not_your_aspect", f"{hero.name} has no such aspect.")
