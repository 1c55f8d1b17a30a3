"""What lies on the table, and what lies in the drawer: bars, facts, magic, tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part, nothing
from tablefolk.games.mutagen.page.offers import bars, cast, creation, facts, harm, moves, rolling
from tablefolk.games.mutagen.page.offers import books as shelf
from tablefolk.games.mutagen.page.offers.sessions import dawn
from tablefolk.games.mutagen.page.offers.sessions import later as put_off
from tablefolk.games.mutagen.page.stage.playing import one
from tablefolk.games.mutagen.page.view import books, world
from tablefolk.games.mutagen.rules.facts import established
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Bar, Character
from tablefolk.games.mutagen.words import say


def parts(show: Show, seat: Seat) -> Iterator[Part]:
    yield fact(show, seat)
    yield from (bar(show, seat, one) for one in show.bars.values() if shown(seat, one))
    yield from (weave(show, seat, hero) for hero in show.cast.values() if hero.running)
    if seat.role in ("gm", "player"):
        yield from for_all(show, seat)
    if seat.gm:
        yield from for_gm(show)


# -- On the table ------------------------------------------------------------------------------


def shown(seat: Seat, one: Bar) -> bool:
    """A bar that is full has happened: only the GM has still something to do with it."""
    return one.state == "open" or (seat.gm and one.state == "happened")


def bar(show: Show, seat: Seat, one_: Bar) -> Part:
    there = one_.state == "open"
    return Part(
        key=f"bars:{one_.id}",
        place="shelf" if there else "tool",
        title=one_.title,
        note=say("stage.ticks", n=one_.ticks, of=one_.size) if there else say("stage.happened"),
        blocks=partial(one, world.bar, seat, one_),
        offers=partial(bars.tending, show, one_) if seat.gm else nothing,
        icon="bars-progress",
        group=say("group.story"),
    )


def fact(show: Show, seat: Seat) -> Part:
    n = sum(1 for _ in established(show))
    return Part(
        key="facts",
        place="shelf",
        title=say("stage.facts"),
        note=str(n) if n else "",
        blocks=partial(one, world.facts, show, seat),
        offers=partial(facts.offers, show, seat),
        icon="scroll",
        group=say("group.story"),  # on a phone the mat has no room for it
        also=say("stage.facts_also"),
    )


def weave(show: Show, seat: Seat, hero: Character) -> Part:
    assert hero.running is not None
    return Part(
        key=f"weave:{hero.id}",
        place="shelf",
        title=say("stage.keeps_up", name=hero.name),
        note=say("stage.quoted", text=hero.running.text),
        blocks=partial(one, world.weave, show, seat, hero),
        offers=partial(bars.running, show, seat, hero),
        icon="wand-magic-sparkles",
    )


# -- In the drawer -----------------------------------------------------------------------------

Offers = Callable[[], Iterable[Offer]]


def tool(
    key: str, group: str, icon: str, offers: Offers, blocks: Callable[[], Iterable[Block]] = nothing
) -> Part:
    """A tool; what it is called stands in the words under its key."""
    title = say(f"stage.{key}")
    return Part(
        key=key,
        place="tool",
        title=title,
        blocks=blocks,
        offers=offers,
        icon=icon,
        group=say(f"group.{group}"),
    )


def for_all(show: Show, seat: Seat) -> Iterator[Part]:
    key = "story" if seat.gm else "table"
    yield tool("bars", key, "bars-progress", partial(bars.making, show, seat))
    block = partial(one, books.shelf, show, seat)
    yield tool("books", "table", "book", partial(at_books, show, seat), block)
    if facts.lifted_by(show, seat):
        yield tool("lift", "table", "heart", partial(facts.lifting, show, seat))


def at_books(show: Show, seat: Seat) -> Iterator[Offer]:
    yield from creation.pointing(show, seat)
    yield from shelf.offers(show, seat)


def for_gm(show: Show) -> Iterator[Part]:
    if any(True for _ in books.waiting(show)):
        yield Part(
            key="suggested",
            place="now",
            title=say("stage.suggested"),
            blocks=partial(one, books.suggested, show),
            offers=partial(shelf.suggested, show),
            icon="hourglass-half",
            stands="told",
        )
    acts = partial(one, world.act, show)
    yield tool("act", "rolls", "person-running", partial(acting, show), acts)
    yield tool("around", "people", "user-plus", cast.making)
    yield tool("call", "rolls", "bullhorn", partial(moves.calling, show))
    if cast.gm_items(show):
        block = partial(one, world.gmbook, show)
        yield tool("gmbook", "rolls", "book-open", partial(cast.gm_moves, show), block)
    yield tool("dawn", "story", "sun", dawn)
    if any(True for _ in mending(show)):
        yield tool("mend", "rolls", "pen", partial(mending, show))
    for late in show.delayed.values():
        yield Part(
            key=f"later:{late.id}",
            place="shelf",
            title=say("stage.later", name=show.name(late.who), source=show.called(late.source)),
            blocks=partial(one, world.later, show, late),
            offers=partial(put_off, show, late),
            icon="hourglass-half",
        )


def acting(show: Show) -> Iterator[Offer]:
    yield from harm.opening(show)
    yield from bars.anyone(show)


def mending(show: Show) -> Iterator[Offer]:
    """What can still be said after the fact: magic that appeared, armor that did not fit."""
    yield from rolling.standing(show)
    yield from harm.late(show)
