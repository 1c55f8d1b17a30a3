"""Characters in the making, one step at a time, and grown ones (RB-13 … RB-25, RB-150 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.core.stage import Part, Place
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.offers import creation as offered
from tablefolk.games.rotate_bird.page.offers import rewards as growth
from tablefolk.games.rotate_bird.page.offers.making import own, say
from tablefolk.games.rotate_bird.page.stage.world import sheet_offers
from tablefolk.games.rotate_bird.page.view import creation as seen
from tablefolk.games.rotate_bird.page.view import rewards as growth_view
from tablefolk.games.rotate_bird.rules.creation import nameless
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character

KEYS = ("being", "doing", "doing_names", "title")


def parts(bird: Bird, seat: Seat) -> Iterator[Part]:
    yield from (growing(bird, hero) for hero in own(bird, seat) if growth_view.left_to(hero))
    left = offered.without(bird)
    if seat.id in left or (seat.gm and (left or offered.scope(bird) == "table")):
        yield beginning(bird, seat, left)
    if not plays(bird, seat):
        yield from (sketch(bird, seat, hero, "now") for hero in in_the_making(bird))


def newcomers(bird: Bird, seat: Seat) -> Iterator[Part]:
    """Who is still in the making, for whoever plays already: below what the scene is about."""
    if plays(bird, seat):
        yield from (sketch(bird, seat, hero, "shelf") for hero in in_the_making(bird))


def plays(bird: Bird, seat: Seat) -> bool:
    mine = bird.of(seat.id)
    return bool(mine and mine.complete)


def in_the_making(bird: Bird) -> Iterator[Character]:
    return (hero for hero in bird.cast.values() if not hero.complete)


def growing(bird: Bird, hero: Character) -> Part:
    """Advances to spend: never urgent; between sessions a row under what is (RB-160)."""
    return Part(
        key=f"growing:{hero.id}",
        place="shelf" if bird.session_open else "now",
        title=say("title.growing", name=hero.name),
        note=say("part.advances", n=len(growth_view.left_to(hero))),
        blocks=lambda: (growth_view.growing(bird, hero),),
        offers=lambda: growth.of_hero(bird, hero),
        icon="seedling",
    )


def beginning(bird: Bird, seat: Seat, left: list[str]) -> Part:
    names = listing(map(bird.name, left))
    title = say("ask_now.begin", name=bird.name(seat.id))
    if seat.gm:
        title = say("ask_now.begin_theirs", names=names, n=len(left)) if left else say("part.theme")
    return Part(
        key="creation",
        place="now" if left else "tool",
        title=title,
        blocks=lambda: (seen.creation(bird, seat),),
        offers=lambda: offered.beginning(bird, seat),
        eyebrow=say("eyebrow.making"),
        icon="user-plus",
        group=say("group.people"),
        stands="begun" if seat.id in left else "open",
    )


def sketch(bird: Bird, seat: Seat, hero: Character, place: Place) -> Part:
    """Something that goes on, for all but those who are ready to play."""
    mine = hero.player == seat.id
    step = seen.step_of(hero)
    unnamed = hero.name == nameless(bird, hero.player)
    name = bird.name(hero.player) if unnamed else hero.name
    return Part(
        key=offered.about_of(hero),
        place=place,
        title=say(f"ask_now.make_{step}" if mine else "ask_now.makes", name=name),
        blocks=lambda: (seen.sketch(bird, seat, hero),),
        offers=lambda: sheet_offers(bird, seat, hero),
        eyebrow=say("eyebrow.making"),
        note=say(f"making.{step}"),
        icon="user-plus",
        stands="begun" if mine else "open",
        who=hero.player,
        steps=tuple(say(f"making.{key}") for key in KEYS),
        step=KEYS.index(step),
    )
