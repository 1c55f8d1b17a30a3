"""What one seat sees of Wheel of Fate: an allow-list, block by block."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Page, Seat
from tablefolk.games.wheel_of_fate.page.blocks import (
    Aftermath,
    Between,
    Bowl,
    FactLine,
    Facts,
    OfferCard,
)
from tablefolk.games.wheel_of_fate.page.offers.making import say
from tablefolk.games.wheel_of_fate.page.view import contests, creation, desk, people, rolls
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules.state import Fact, PointOffer, Wheel


def view(wheel: Wheel, seat: Seat) -> Page:
    """Only what this seat may see."""
    return Page(tuple(blocks(wheel, seat)))


def blocks(wheel: Wheel, seat: Seat) -> Iterator[Block]:
    yield from scene(wheel, seat)
    yield from around(wheel, seat)
    yield from desk.blocks(wheel, seat)


# -- The scene: what is going on -------------------------------------------------------------------


def scene(wheel: Wheel, seat: Seat) -> Iterator[Block]:
    if creation.wanted(wheel):
        yield creation.creation(wheel, seat)
    if not wheel.playing:
        return
    happening = list(going_on(wheel, seat))
    yield from happening
    if not happening:
        yield Between(text=say(quiet(wheel, seat)))
    if wheel.facts:
        yield facts(wheel, seat)


def going_on(wheel: Wheel, seat: Seat) -> Iterator[Block]:
    for offer in wheel.offers.values():
        if offer.state == "open":
            yield offer_card(wheel, seat, offer)
    for who in wheel.aftermath:
        if who in wheel.cast and (seat.gm or wheel.cast[who].owner == seat.id):
            yield aftermath(wheel, seat, who)
    yield from contests.blocks(wheel, seat)
    for roll in rolls.drafts(wheel):
        yield rolls.draft(wheel, seat, roll)
    for roll in rolls.shown(wheel):
        yield rolls.thrown(wheel, seat, roll)
    for task in rolls.open_tasks(wheel):
        yield rolls.task_card(wheel, seat, task)


def quiet(wheel: Wheel, seat: Seat) -> str:
    if not wheel.scene:
        return "between.no_scene"
    return "between.quiet_gm" if seat.gm else "between.quiet"


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
        hints=advice("scene_end"),
    )


def facts(wheel: Wheel, seat: Seat) -> Facts:
    """What is true now, newest first; older scenes apart (WF-132)."""
    now = tuple(fact(wheel, f) for f in reversed(wheel.facts) if f.scene == wheel.scene)
    before = tuple(fact(wheel, f) for f in reversed(wheel.facts) if f.scene != wheel.scene)
    hints = advice("declare_gm") if seat.gm else ()
    return Facts(about="facts", facts=now, earlier=before, hints=hints)


def fact(wheel: Wheel, told: Fact) -> FactLine:
    return FactLine(told.text, told.kind, wheel.name(told.by) if told.by else "", told.aspect)


# -- Around it: the people, the bowl, the sheets ---------------------------------------------------


def around(wheel: Wheel, seat: Seat) -> Iterator[Block]:
    if wheel.playing:
        hints = () if seat.gm else advice("reward")
        yield Bowl(about="bowl", region="people", points=wheel.bowl, hints=hints)
    if wheel.playing or any(people.seen(wheel, seat, hero) for hero in wheel.cast.values()):
        yield people.cast(wheel, seat)
    if not seat.gm and wheel.creation_open:
        yield desk.pool_list(wheel, "people")
    for hero in wheel.pcs():
        if hero.attributes or wheel.playing:
            yield people.sheet(wheel, seat, hero)
