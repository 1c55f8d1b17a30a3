"""Making a character on the stage: whom to be, three more pictures, a name (SB-3, SB-36)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.games.shapers_and_bots.page.offers import bots, creation, gear, sheets
from tablefolk.games.shapers_and_bots.page.view import creation as shown
from tablefolk.games.shapers_and_bots.rules import building
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say


def parts(world: World, seat: Seat) -> Iterator[Part]:
    if seat.role == "onlooker":
        return
    if creation.has_nobody(world, seat):
        yield Part(
            key="begin",
            place="now",
            title=say("stage.begin", name=world.name(seat.id)),
            blocks=partial(shown.beginning, world, seat),
            offers=partial(creation.begin, world),
            icon="paw",
            stands="begun",
        )
    for hero in creation.unfinished(world, seat):
        yield card(world, seat, hero)
        yield bench(world, seat, hero)
        if creation.may_shape(hero):
            yield born(world, hero)
    if creation.may_have_another(world, seat):
        yield Part(
            key="another",
            place="tool",
            title=say("stage.another"),
            offers=partial(creation.another, world),
            icon="user-plus",
            group=say("group.people"),
        )


def card(world: World, seat: Seat, hero: Character) -> Part:
    """One step at a time, with pictures; the Director may help with it."""
    mine = hero.player == seat.id or hero.extra
    every = shown.steps(world, hero)
    at = next(n for n, step in enumerate(every) if step.state == "now")
    name = shown.called(world, hero)
    return Part(
        key=creation.card(hero),
        place="now" if mine else "tool",
        title=say(f"stage.step.{question(world, hero, every[at])}", name=name)
        if mine
        else say("stage.help", player=world.name(hero.player), name=name),
        blocks=partial(shown.making, world, seat, hero),
        offers=partial(made, world, seat, hero),
        icon="wand-magic-sparkles",
        group=say("group.people"),
        stands="begun",
        steps=tuple(step.name for step in every) if mine else (),
        step=at,
    )


def question(world: World, hero: Character, step: shown.Step) -> str:
    """What this step asks; of a bot with a third part, first what it lacks for it (SB-152)."""
    return "penalty" if building.owes_penalty(world, hero) else step.key


def bench(world: World, seat: Seat, hero: Character) -> Part:
    return Part(
        key=creation.about_of(hero),
        place="tool",
        title=say("stage.bench", name=shown.called(world, hero)),
        blocks=partial(shown.numbers, world, seat, hero),
        offers=partial(worked_on, world, seat, hero),
        icon="sliders",
        group=say("group.people"),
    )


def born(world: World, hero: Character) -> Part:
    return Part(
        key=creation.born(hero),
        place="tool",
        title=say("stage.born", name=shown.called(world, hero)),
        blocks=partial(shown.born, world, hero),
        offers=partial(creation.shaping, world, hero),
        icon="wand-sparkles",
        group=say("group.people"),
    )


def made(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    yield from creation.steps(world, seat, hero)
    if hero.bot is not None:
        mine = hero.player == seat.id
        yield from bots.bench(world, hero, hero.bot, mine and building.owes_penalty(world, hero))


def worked_on(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    yield from creation.every_number(world, hero)
    yield from on_the_sheet(world, seat, hero)


def on_the_sheet(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """What can be changed about a sheet, made or in the making, by its player or the Director."""
    yield from sheets.words(hero)
    yield from gear.carried(world, seat, hero)
    yield from sheets.coming_and_going(world, hero)
    if seat.gm:
        yield from sheets.directors(world, hero)
        yield from sheets.handing(world, hero)
        yield from bots.nose(hero)
