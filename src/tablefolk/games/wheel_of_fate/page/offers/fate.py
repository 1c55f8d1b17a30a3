"""What is offered around fate points, aspects, the bowl and helping (WF-31 … WF-63)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Pick, Seat
from tablefolk.games.wheel_of_fate.page.offers.making import (
    aspects,
    bases,
    do,
    mine,
    number,
    own,
    people,
    pick,
    place,
    say,
    starts,
    text,
    words_for,
)
from tablefolk.games.wheel_of_fate.rules import fate as rules
from tablefolk.games.wheel_of_fate.rules.building import out
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.state import (
    Character,
    PointOffer,
    Roll,
    Wheel,
)


def offers(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    if not wheel.playing:
        return
    for roll in wheel.rolls.values():
        if roll.phase == "draft":
            yield from on_draft(wheel, seat, roll)
    for offer in wheel.offers.values():
        if offer.state == "open":
            yield from on_offer(wheel, seat, offer)
    yield from declaring(wheel, seat)
    yield from honouring(wheel, seat)
    yield from troubling(wheel, seat)


# -- On a draft: points, aspects, help -------------------------------------------------------------


def on_draft(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Offer]:
    about = place(roll)
    yield from points(wheel, seat, roll, about)
    yield from help_with(wheel, seat, roll, about)
    if seat.gm or wheel.cast[roll.roller].owner == seat.id:
        yield from gifts(roll, about)


def points(wheel: Wheel, seat: Seat, roll: Roll, about: str) -> Iterator[Offer]:
    spenders = [c for c in own(wheel, seat) if c.kind == "pc" or c.fate]
    if seat.gm:
        if spenders:
            who = pick("who", people(spenders), each=True)
            yield do(rules.SpendDie, about, who, key="SpendDieAs", roll=roll.id)
    elif spenders:
        gift = "" if roll.roller == spenders[0].id else "GiveDie"
        facts = {"name": wheel.name(roll.roller)}
        yield do(rules.SpendDie, about, key=gift, facts=facts, roll=roll.id, who=spenders[0].id)
    for hero in spenders:
        if aspects(hero):
            yield do(
                rules.Invoke,
                about,
                pick("aspect", aspects(hero)),
                text("Invoke.how"),
                key="InvokeAs" if seat.gm else "Invoke",
                facts={"name": hero.name},
                roll=roll.id,
                who=hero.id,
            )


def gifts(roll: Roll, about: str) -> Iterator[Offer]:
    for source in roll.sources:
        if source.what in ("fate", "aspect") and source.by != roll.roller:
            yield do(
                rules.RefuseGift,
                f"{about}:{source.id}",
                facts={"label": source.label},
                roll=roll.id,
                source=source.id,
            )


def help_with(wheel: Wheel, seat: Seat, roll: Roll, about: str) -> Iterator[Offer]:
    helpers = [c for c in own(wheel, seat) if c.id != roll.roller and c.attributes]
    if seat.gm and helpers:
        yield do(Help, about, pick("who", people(helpers), each=True), key="HelpAs", roll=roll.id)
    for hero in helpers:
        if not seat.gm:
            yield do(Help, about, facts={"name": hero.name}, roll=roll.id, who=hero.id)
        others = [a for a in bases(wheel) if a != roll.attribute and not out(hero, a)]
        if others:
            yield do(
                Help,
                about,
                pick("Help.attribute", starts(wheel, others)),
                key="HelpOtherwise",
                facts={"name": hero.name},
                roll=roll.id,
                who=hero.id,
            )


# -- Declaring, rewarding, offering trouble --------------------------------------------------------


def declaring(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    """A fact or a coincidence, plain or with an aspect behind it (WF-34, WF-45)."""
    kind = pick("Declare.kind", words_for("fact", "coincidence"), start="fact")
    for hero in own(wheel, seat):
        if hero.kind == "pc":
            about = f"who:{hero.id}"
            yield do(rules.Declare, about, text("Declare.text"), kind, who=hero.id)
            if aspects(hero):
                yield do(
                    rules.Declare,
                    about,
                    text("Declare.text"),
                    kind,
                    pick("aspect", aspects(hero)),
                    text("Declare.how"),
                    key="DeclareWith",
                    who=hero.id,
                )


def honouring(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    if seat.gm:
        yield do(rules.AddToBowl, "bowl", number("AddToBowl.n", 1, 100, 1), text("reason"))
        return
    for hero in wheel.pcs():
        if hero.owner != seat.id:
            yield do(
                rules.Reward,
                f"who:{hero.id}",
                text("why", optional=True, most=200),
                facts={"name": hero.name},
                to=hero.id,
            )


def troubling(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    """The GM offers a point for trouble; a player may suggest it (WF-46)."""
    for hero in wheel.pcs():
        if not aspects(hero):
            continue
        about, facts = f"who:{hero.id}", {"name": hero.name}
        what = text("OfferPoint.what", long=True)
        aspect = pick("OfferPoint.aspect", aspects(hero))
        if seat.gm:
            yield do(
                rules.OfferPoint, about, aspect, what, undoing(wheel, hero), facts=facts, to=hero.id
            )
        else:
            yield do(rules.SuggestOffer, about, aspect, what, facts=facts, to=hero.id)


def undoing(wheel: Wheel, hero: Character) -> Pick:
    """Which result the trouble would undo, if any: the egg is caught, then crushed."""
    fresh = rules.undoable(wheel, hero.id)
    choices = (
        Choice(0, say("pick.nothing")),
        *(Choice(r.id, say("pick.undoes", title=r.title or hero.name)) for r in fresh),
    )
    return pick("OfferPoint.roll", choices, start=0)


def on_offer(wheel: Wheel, seat: Seat, offer: PointOffer) -> Iterator[Offer]:
    about = f"offer:{offer.id}"
    if mine(wheel, seat, offer.to):
        yield do(
            rules.AnswerOffer, about, key="AcceptOffer", owed=True, offer=offer.id, accept=True
        )
        yield do(
            rules.AnswerOffer, about, key="CounterOffer", owed=True, offer=offer.id, accept=False
        )
    if seat.gm:
        yield do(rules.WithdrawOffer, about, offer=offer.id)
