"""What lies about and what is reached for: sheets, the shelf, the drawers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from msgspec.structs import replace

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part, nothing
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers import (
    adventures,
    bots_play,
    challenges,
    creation,
    desk,
    fighting,
    growing,
    harm,
    homemade,
    shaping,
)
from tablefolk.games.shapers_and_bots.page.offers import sheets as on_sheets
from tablefolk.games.shapers_and_bots.page.stage.making import on_the_sheet
from tablefolk.games.shapers_and_bots.page.view import adventures as books
from tablefolk.games.shapers_and_bots.page.view import challenges as tries
from tablefolk.games.shapers_and_bots.page.view import desk as levers
from tablefolk.games.shapers_and_bots.page.view import forecasting, panels, sheets, words
from tablefolk.games.shapers_and_bots.page.view import harm as harmed
from tablefolk.games.shapers_and_bots.page.view import homemade as made
from tablefolk.games.shapers_and_bots.rules import adventures as stories
from tablefolk.games.shapers_and_bots.rules import skills
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say


def parts(world: World, seat: Seat) -> Iterator[Part]:
    yield from shelf(world, seat)
    yield from (sheet(world, seat, hero) for hero in sheets.in_order(world, seat))
    if seat.role == "onlooker":
        yield from learned(world, seat)
        return
    if seat.gm:
        yield from directing(world, seat)
    yield from in_play(world, seat)
    yield from learned(world, seat)


def tool(
    key: str,
    icon: str,
    group: str,
    blocks: Callable[[], Iterable[Block]] = nothing,
    offers: Callable[[], Iterable[Offer]] = nothing,
    **facts: str,
) -> Part:
    """A drawer, called by its key."""
    name = key if f"tool.{key}" in say else key.partition(":")[0]
    return Part(
        key=key,
        place="tool",
        title=called(f"tool.{name}", tuple(facts.items())),
        blocks=blocks,
        offers=offers,
        icon=icon,
        group=called(f"group.{group}"),
        also=called(f"also.{name}") if f"also.{name}" in say else "",
    )


@lru_cache(maxsize=1024)
def called(key: str, facts: tuple[tuple[str, str], ...] = ()) -> str:
    return say(key, **dict(facts))


# -- On the table (SB-4, SB-175) -------------------------------------------------------------------


def shelf(world: World, seat: Seat) -> Iterator[Part]:
    """Which adventure it is, and what was given to read."""
    now = world.adventure
    if now is not None:
        yield Part(
            key="adventure",
            place="shelf",
            title=now.title,
            note=now.clock,
            blocks=partial(books.story, world, seat),
            offers=partial(adventures.closing, now) if seat.gm else nothing,
            icon="book-open",
        )
    papers = () if seat.gm else stories.handouts_for(world, seat)
    if papers:
        yield Part(
            key="papers",
            place="shelf",
            title=say("tool.read"),
            note=str(len(papers)),
            blocks=partial(books.papers, world, seat),
            icon="scroll",
        )


# -- Sheets (SB-12) --------------------------------------------------------------------------------


def sheet(world: World, seat: Seat, hero: Character) -> Part:
    mine = seat.gm or (bool(hero.player) and hero.player == seat.id)
    return Part(
        key=f"who:{hero.id}",
        place="sheet",
        title=world.name(hero.id),
        blocks=lambda: (sheets.sheet(world, seat, hero),),
        offers=partial(on_the_sheet, world, seat, hero) if mine else nothing,
        icon="file-lines",
        who=hero.player,
    )


# -- What somebody has at hand ---------------------------------------------------------------------


def at_hand(world: World, seat: Seat) -> list[Character]:
    """Whoever this seat plays just now; the Director, everybody."""
    heroes = known.commanded(world, seat)
    here = (h for h in heroes if h.finished and not h.left and h.life != "dead")
    return [h for h in here if seat.gm or world.playing.get(seat.id) == h.id]


def in_play(world: World, seat: Seat) -> Iterator[Part]:
    heroes = at_hand(world, seat)
    for hero in heroes:
        yield from shaped(world, seat, hero)
    yield from bots(world, seat, heroes)
    if heroes:
        things = partial(panels.belt, world, seat, heroes)
        yield tool("belt", "hand-holding", "rolls", things, partial(belts, world, seat, heroes))
    if world.fight is not None and (seat.gm or any(h.id in world.fight.combatants for h in heroes)):
        going = partial(fighting.coming_and_going, world, seat, world.fight)
        yield tool("fight:join", "person-walking-arrow-right", "rolls", nothing, going)
    if challenges_over(world, seat):
        behind, more = partial(levers.earlier, world, seat), partial(challenges.over, world, seat)
        yield tool("tries", "clock-rotate-left", "rolls", behind, more)
    if seat.gm or seat.id in world.company.seats:
        lessons = partial(growing.lessons, world, seat)
        yield tool("grow", "seedling", "people", partial(levers.growing, world, seat), lessons)
        making = partial(homemade.workshop, world, seat)
        yield tool("along", "suitcase", "people", partial(sheets.along, world, seat))
        yield tool("workshop", "hammer", "table", partial(made.blocks, world, seat), making)


def shaped(world: World, seat: Seat, hero: Character) -> Iterator[Part]:
    for id in skills.shaped(hero):
        kind = world.shaping_kind(id)
        panel = partial(panels.shaping, world, seat, hero, id)
        some = partial(shaping.around, world, seat, hero, id)
        facts = {"name": hero.name, "kind": kind.name if kind else id}
        yield tool(shaping.about_of(hero, id), "wand-sparkles", "rolls", panel, some, **facts)


def bots(world: World, seat: Seat, heroes: list[Character]) -> Iterator[Part]:
    """One's own bots, and those whose keyword one has (SB-162)."""
    for bot in world.here():
        mine = bot in heroes or panels.holds(world, seat, bot)
        if bot.bot is not None and (mine or seat.gm) and bot.finished:
            panel = partial(panels.bot, world, seat, bot, bot in heroes)
            some = partial(bots_play.around, world, seat, bot)
            yield tool(f"bot:{bot.id}", "robot", "rolls", panel, some, name=world.name(bot.id))


def belts(world: World, seat: Seat, heroes: list[Character]) -> Iterator[Offer]:
    for hero in heroes:
        if not (fighting.on_turn(world, hero) and known.hand(world, seat, hero)):
            yield from fighting.hands(world, seat, hero)


def challenges_over(world: World, seat: Seat) -> bool:
    """Whether something lies behind: a try, or a fluke whose story may still be told anew."""
    rolls = world.rolls.values() if seat.gm else ()
    told = any(r.outcome in ("fluke", "fumble") and not r.wants_story for r in rolls)
    return told or any(not known.live(c) for c in known.challenges(world, seat))


# -- The Director's (SB-171) -----------------------------------------------------------------------


def directing(world: World, seat: Seat) -> Iterator[Part]:
    yield from rolls_and_fights(world, seat)
    yield from people(world, seat)
    yield from the_story(world, seat)


def rolls_and_fights(world: World, seat: Seat) -> Iterator[Part]:
    calls = partial(tries.calling, world, seat)
    yield tool("call", "dice", "rolls", calls, partial(to_call, world))
    for hero in world.here():
        if hero.finished and hero.life != "dead":
            yield Part(
                key=f"try:{hero.id}",
                place="sheet",
                title=say("stage.call", name=hero.name),
                blocks=partial(tries.caller, world, seat, hero),
                offers=partial(challenges.called, world, seat, hero),
                icon="dice",
            )
    plan = partial(forecasting.blocks, world, seat)
    ahead = tool("plan", "burst", "rolls", plan, partial(fighting.ahead, world))
    yield replace(ahead, stays=world.fight is None)  # the sides, the forecast, and then the start
    if world.fight is not None:
        fight = world.fight
        yield tool("fight:rule", "gavel", "rolls", nothing, partial(fighting.ruling, world, fight))
        yield tool("fight:end", "flag-checkered", "rolls", nothing, fighting.closing)
    sick = partial(harmed.desk, world, seat)
    yield tool("sick", "kit-medical", "rolls", sick, partial(harm.nursing, world, seat))
    yield tool(
        "quick", "sliders", "rolls", partial(levers.quick, world, seat), partial(small, world)
    )


def to_call(world: World) -> Iterator[Offer]:
    yield from challenges.for_all(world)
    yield from challenges.noted(world)


def small(world: World) -> Iterator[Offer]:
    yield from desk.modifiers(world)
    yield from bots_play.surroundings(world)


def people(world: World, seat: Seat) -> Iterator[Part]:
    yield tool("extras", "user-plus", "people", partial(sheets.extras, world), partial(new, world))
    yield from (sheet(world, seat, hero) for hero in world.extras() if hero.finished)
    yield tool("right", "eraser", "people", partial(levers.put_right, world, seat))
    for hero in world.cast.values():
        yield Part(
            key=f"right:{hero.id}",
            place="sheet",
            title=say("tool.right_of", name=world.name(hero.id)),
            offers=partial(desk.about, world, hero),
            icon="eraser",
        )


def new(world: World) -> Iterator[Offer]:
    yield from on_sheets.new_extra(world)
    yield from creation.for_others(world)


def the_story(world: World, seat: Seat) -> Iterator[Part]:
    shelved = partial(books.shelf, world)
    shelf = tool("adventures", "book-open", "story", shelved, partial(adventures.shelf, world))
    if world.adventure is None:
        shelf = replace(shelf, stays=True)  # what was loaded is started here
    else:
        shelf = replace(shelf, title=say("tool.adventure"), note=say("tool.adventure_ends"))
    yield shelf
    for book in world.adventures.values():
        yield Part(
            key=f"adventures:{book.id}",
            place="tool",
            title=book.title,
            note=say(f"status.{book.status}"),
            blocks=partial(books.book, world, book),
            offers=partial(adventures.book, world, book),
            icon="note-sticky",
            group=say("group.story"),
            also=called("also.notes"),
        )
    papers = partial(books.papers, world, seat)
    yield tool("papers", "scroll", "story", papers, partial(adventures.handouts, world))
    time = partial(books.clocks, world, seat)
    yield tool("clocks", "stopwatch", "story", time, partial(adventures.clocks, world))


# -- To look something up (SB-8, SB-185, SB-186) ---------------------------------------------------


def learned(world: World, seat: Seat) -> Iterator[Part]:
    if seat.gm or known.rulings(world, seat):
        ruled = partial(desk.recording, world) if seat.gm else nothing
        yield tool("rulings", "gavel", "story", partial(levers.record, world, seat), ruled)
    yield tool("glossary", "book", "table", words.glossary)
    yield tool("about", "paw", "table", words.about_game)
