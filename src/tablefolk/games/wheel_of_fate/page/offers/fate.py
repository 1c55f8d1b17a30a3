"""What is offered around fate points, aspects, the bowl and helping (WF-31 … WF-63)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Choice, Offer, Pick, Seat
from tablefolk.games.wheel_of_fate.page.offers.making import (
    about_of,
    aspects,
    by_name,
    do,
    mine,
    own,
    people,
    pick,
    starts,
    text,
)
from tablefolk.games.wheel_of_fate.page.view.chances import outlook
from tablefolk.games.wheel_of_fate.rules import fate as rules
from tablefolk.games.wheel_of_fate.rules.building import left, value
from tablefolk.games.wheel_of_fate.rules.chances import may_know
from tablefolk.games.wheel_of_fate.rules.helping import Help, may_be_another, takes_the_action
from tablefolk.games.wheel_of_fate.rules.state import (
    Aspect,
    Character,
    PointOffer,
    Roll,
    Source,
    Wheel,
)
from tablefolk.games.wheel_of_fate.rules.wording import say

# -- On a draft: points, aspects, help -------------------------------------------------------------


def on_draft(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Offer]:
    about = about_of(roll)
    yield from points(wheel, seat, roll, about)
    yield from help_with(wheel, seat, roll, about)
    if seat.gm or wheel.cast[roll.roller].owner == seat.id:
        yield from gifts(roll, about)


def points(wheel: Wheel, seat: Seat, roll: Roll, about: str) -> Iterator[Offer]:
    heroes = [c for c in own(wheel, seat) if c.kind == "pc" or c.fate]
    spenders = [c for c in heroes if rules.buys_for(wheel, c, roll)]
    if seat.gm:
        yield from points_of(wheel, spenders, roll, about)
    elif spenders:
        yield from own_points(wheel, seat, spenders[0], roll, about)


def points_of(wheel: Wheel, spenders: list[Character], roll: Roll, about: str) -> Iterator[Offer]:
    """Somebody else's points, spent by the GM for them."""
    if spenders:
        who = pick("who", people(spenders), each=True)
        yield do(rules.SpendDie, about, who, key="SpendDieAs", roll=roll.id)
    for hero in spenders:
        if aspects(hero):
            which, facts = pick("aspect", aspects(hero)), {"name": hero.name}
            fixed = {"roll": roll.id, "who": hero.id}
            yield do(rules.Invoke, about, which, "how", key="InvokeAs", facts=facts, fixed=fixed)


def own_points(
    wheel: Wheel, seat: Seat, hero: Character, roll: Roll, about: str
) -> Iterator[Offer]:
    """A point for a bonus die, an aspect for an extra die, with what that would make of it."""
    bonus, extra = for_a_point(wheel, seat, roll)
    facts, fixed = {"name": wheel.name(roll.roller)}, {"roll": roll.id, "who": hero.id}
    gift = "" if roll.roller == hero.id else "GiveDie"
    die = do(rules.SpendDie, about, key=gift, facts=facts, fixed=fixed)
    yield replace(die, price=bonus)
    if aspects(hero):
        which = pick("aspect", aspects(hero))
        yield replace(do(rules.Invoke, about, which, "how", fixed=fixed), price=extra)


def for_a_point(wheel: Wheel, seat: Seat, roll: Roll) -> tuple[str, str]:
    """A point; and the chance with one more bonus die, and with one more extra die, where one may
    know it."""
    look = outlook(wheel, roll) if may_know(wheel, seat, roll) else None
    gains = [say("price.point_chance", chance=g.chance.text) for g in look.gains] if look else []
    return (gains[0], gains[1]) if len(gains) == 2 else (say("price.point"), say("price.point"))


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
            yield helping(wheel, seat, roll, hero)
        others = [a for a in left(wheel, hero) if a != roll.attribute]
        if others and may_be_another(wheel):
            yield do(
                Help,
                about,
                pick("Help.attribute", starts(wheel, others)),
                key="HelpOtherwise",
                facts={"name": hero.name},
                roll=roll.id,
                who=hero.id,
            )


def helping(wheel: Wheel, seat: Seat, roll: Roll, hero: Character) -> Offer:
    """Whom it helps, with how many dice, the chance then, and whether it takes one's turn."""
    turn, dice = takes_the_action(wheel, hero), value(hero, roll.attribute)
    facts = {"name": hero.name, "whom": by_name(wheel, roll.roller), "n": dice}
    key = "HelpNow" if turn else ""
    offer = do(Help, about_of(roll), key=key, facts=facts, roll=roll.id, who=hero.id)
    lent = Source(0, "bonus", dice, hero.name, "help", hero.id) if dice else None
    more = replace(roll, sources=(*roll.sources, lent)) if lent else roll
    look = outlook(wheel, more) if lent and may_know(wheel, seat, roll) else None
    end = "price.turn" if turn else "price.then"
    known = say(end, chance=look.success.text) if look else ""
    return replace(offer, price=known or (say("price.turn_only") if turn else ""))


# -- Declaring, offering trouble --------------------------------------------------------


def declaring(hero: Character, about: str) -> Iterator[Offer]:
    """A fact or a coincidence (WF-34)."""
    yield do(rules.Declare, about, "text", "kind", who=hero.id)


def declaring_for(hero: Character, about: str) -> Iterator[Offer]:
    """Offers of Declare for the GM, who may act for anybody (WF-1), with any of the aspects."""
    yield from declaring(hero, about)
    if aspects(hero):
        because = pick("OfferPoint.aspect", aspects(hero))
        told = "text", text("Declare.how"), "kind"
        yield do(rules.Declare, about, because, *told, key="DeclareWith", who=hero.id)


def with_aspect(hero: Character, aspect: Aspect, about: str) -> Iterator[Offer]:
    """What one's aspect is good for: something true because of it, or trouble (WF-45, WF-46)."""
    yield do(
        rules.Declare,
        about,
        "text",
        text("Declare.how"),
        "kind",
        key="DeclareWith",
        who=hero.id,
        aspect=aspect.id,
    )
    what = text("OfferPoint.what", long=True)
    yield do(rules.SuggestOffer, about, what, key="AskForTrouble", to=hero.id, aspect=aspect.id)


def filling(wheel: Wheel) -> Iterator[Offer]:
    yield do(rules.AddToBowl, "bowl", "n", "reason")


def offering(wheel: Wheel) -> Iterator[Offer]:
    """The GM offers a point for trouble (WF-46)."""
    for hero in wheel.pcs():
        if aspects(hero):
            yield do(
                rules.OfferPoint,
                f"trouble:{hero.id}",
                pick("OfferPoint.aspect", aspects(hero)),
                "what",
                *undoing(wheel, hero),
                facts={"name": hero.name},
                to=hero.id,
            )


def suggesting(hero: Character, about: str) -> Iterator[Offer]:
    """A player may suggest trouble for somebody else (WF-46)."""
    if aspects(hero):
        aspect, what = (
            pick("OfferPoint.aspect", aspects(hero)),
            text("OfferPoint.what", long=True),
        )
        facts = {"name": hero.name}
        yield do(rules.SuggestOffer, about, aspect, what, facts=facts, to=hero.id)


def undoing(wheel: Wheel, hero: Character) -> Iterator[Pick]:
    """Which result the trouble would undo, where there is one: the egg is caught, then crushed."""
    undoes = [
        Choice(r.id, say("pick.undoes", title=r.title or hero.name))
        for r in rules.undoable(wheel, hero.id)
    ]
    if undoes:
        yield pick("OfferPoint.roll", (Choice(0, say("pick.nothing")), *undoes), start=0)


def on_offer(wheel: Wheel, seat: Seat, offer: PointOffer) -> Iterator[Offer]:
    about = f"offer:{offer.id}"
    if mine(wheel, seat, offer.to):
        now = wheel.cast[offer.to].fate
        for accept, key, icon, then in (
            (True, "AcceptOffer", "coins", now + 1),
            (False, "CounterOffer", "hand", max(0, now - 1)),
        ):
            answer = do(rules.AnswerOffer, about, key=key, owed=True, offer=offer.id, accept=accept)
            yield replace(answer, icon=icon, price=say("price.fate", now=now, then=then))
    if seat.gm:
        yield do(rules.WithdrawOffer, about, offer=offer.id)
