"""What one seat sees of Wheel of Fate: an allow-list, block by block; `stage` says where."""

from __future__ import annotations

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.page.blocks import Aftermath, FactLine, Facts, OfferCard, made
from tablefolk.games.wheel_of_fate.page.view import people
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules.state import Fact, PointOffer, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say


def offer_card(wheel: Wheel, seat: Seat, offer: PointOffer) -> OfferCard:
    hero = wheel.cast[offer.to]
    aspect = hero.aspect(offer.aspect)
    undone = wheel.rolls.get(offer.roll)
    return OfferCard(
        about=f"offer:{offer.id}",
        offer=offer.id,
        to=hero.id,
        name=hero.name,
        mine=hero.owner == seat.id,
        aspect=aspect.text if aspect else "",
        what=offer.what,
        fate=wheel.free_points(hero.id),
        overrides=undone.title if undone else "",
        deed=say("note.offered", aspect=aspect.text if aspect else "", what=offer.what),
    )


def aftermath(wheel: Wheel, seat: Seat, who: str) -> Aftermath:
    hero = wheel.cast[who]
    return Aftermath(
        about=f"aftermath:{who}",
        who=who,
        name=hero.name,
        mine=people.is_mine(seat, hero),
        left=tuple(a.text for a in hero.aspects if a.active and a.origin == "aftermath"),
        hints=advice("scene_end"),
    )


def facts(wheel: Wheel, seat: Seat) -> Facts:
    """What is true now, newest first; older scenes apart (WF-132)."""
    now = tuple(fact(wheel, f) for f in reversed(wheel.facts) if f.scene == wheel.scene)
    before = tuple(fact(wheel, f) for f in reversed(wheel.facts) if f.scene != wheel.scene)
    hints = advice("declare_gm") if seat.gm else ()
    return Facts(about="facts", facts=now, earlier=before, hints=hints)


def fact(wheel: Wheel, told: Fact) -> FactLine:
    return made(FactLine, told, by=wheel.name(told.by) if told.by else "")
