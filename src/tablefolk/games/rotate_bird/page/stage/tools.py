"""What lies in the drawer: the GM's tools, and the rarer acts of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part, nothing
from tablefolk.games.rotate_bird.page.offers import corrections, npcs, packs, recovery, tracks
from tablefolk.games.rotate_bird.page.offers import desk as desk_offers
from tablefolk.games.rotate_bird.page.offers import worksheet as worksheets
from tablefolk.games.rotate_bird.page.offers.making import own, say
from tablefolk.games.rotate_bird.page.view import creation, desk, sheets
from tablefolk.games.rotate_bird.page.view import npcs as npc_view
from tablefolk.games.rotate_bird.page.view import packs as pack_view
from tablefolk.games.rotate_bird.page.view import tracks as track_view
from tablefolk.games.rotate_bird.page.view import worksheet as worksheet_view
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character

Offers = Callable[[], Iterable[Offer]]
ICONS = {
    "rewards": "gift",
    "rest": "mug-hot",
    "npc": "masks-theater",
    "corrections": "eraser",
    "tracks-desk": "list-check",
    "worksheet-start": "diagram-project",
    "review": "moon",
    "fallouts": "explosion",
    "packs": "swatchbook",
    "title": "crow",
}


def parts(bird: Bird, seat: Seat) -> Iterator[Part]:
    for hero in own(bird, seat):
        yield from of_player(bird, hero)
    if seat.gm:
        yield from of_gm(bird)
    if seat.role != "onlooker":
        yield tool(
            "worksheet-start",
            "story",
            lambda: worksheet_view.start(seat),
            lambda: worksheets.starting(bird, seat),
        )
    told: Offers = (lambda: corrections.title(bird)) if seat.gm else nothing
    yield tool("title", "table", lambda: creation.masthead(bird), told)


def tool(key: str, group: str, block: Callable[[], Block], offers: Offers = nothing) -> Part:
    return Part(
        key=key,
        place="tool",
        title=say(f"part.{key}"),
        blocks=lambda: (block(),),
        offers=offers,
        icon=ICONS[key],
        group=say(f"group.{group}"),
    )


# -- A player's ------------------------------------------------------------------------------------


def of_player(bird: Bird, hero: Character) -> Iterator[Part]:
    """One's own pictures (RB-11)."""
    if hero.being or hero.doing or hero.having:
        yield Part(
            key=packs.pictures_of(hero),
            place="tool",
            title=say("part.pictures"),
            blocks=lambda: (pack_view.own_pictures(bird, hero),),
            offers=lambda: packs.pictures(bird, hero),
            icon="pen-to-square",
            group=say("group.people"),
        )


# -- The GM's --------------------------------------------------------------------------------------


def of_gm(bird: Bird) -> Iterator[Part]:
    yield tool("npc", "people", lambda: npc_view.npc_desk(bird), lambda: npcs.making(bird))
    yield tool("rewards", "rolls", desk.reward_desk, lambda: desk_offers.offers(bird))
    yield tool("tracks-desk", "story", track_view.desk, tracks.making)
    if bird.cast:
        yield from of_cast(bird)
    yield tool(
        "fallouts", "table", lambda: pack_view.fallout_shelf(bird), lambda: packs.fallouts(bird)
    )
    yield tool("packs", "table", lambda: pack_view.pack_shelf(bird), lambda: packs.packs(bird))


def of_cast(bird: Bird) -> Iterator[Part]:
    """What there is to do once there are characters."""
    yield tool("rest", "people", lambda: sheets.rest(bird), lambda: recovery.granting(bird))
    yield tool(
        "corrections",
        "people",
        lambda: sheets.corrections(bird),
        lambda: corrections.offers(bird),
    )
    yield review(bird)


def review(bird: Bird) -> Part:
    """Edges to look through: before the GM where a session ends, with no scene on (RB-82)."""
    part = tool("review", "story", lambda: desk.edge_review(bird))
    n = sum(len(hero.having) for hero in bird.cast.values())
    if not (n and bird.session) or bird.scene_open:
        return part
    return replace(part, place="shelf", title=say("part.edges_left"), note=str(n))
