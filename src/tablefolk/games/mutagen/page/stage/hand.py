"""What do you want? The wants, one's own moves, and where each is put into words (MU-62)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Seat
from tablefolk.core.stage import Part
from tablefolk.games.mutagen.page.offers import facts, moves, sessions
from tablefolk.games.mutagen.page.offers.making import own, want_at
from tablefolk.games.mutagen.page.offers.proposals import by_hand
from tablefolk.games.mutagen.page.stage.playing import one
from tablefolk.games.mutagen.page.view import moves as shown
from tablefolk.games.mutagen.page.view import sessions as evenings
from tablefolk.games.mutagen.page.view import world
from tablefolk.games.mutagen.page.view.making import icon_of, wanted
from tablefolk.games.mutagen.page.view.pages import free
from tablefolk.games.mutagen.playbooks.model import Deed, Story
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character
from tablefolk.games.mutagen.words import say


def parts(show: Show, seat: Seat) -> Iterator[Part]:
    if seat.gm:
        yield Part(
            key="desk",
            place="now",
            title=say("stage.desk", name=show.name(seat.id)),
            blocks=partial(one, world.desk, show),
            stands="idle",
        )
    if seat.role == "onlooker":
        title = say("stage.look")
        yield Part(key="look", place="now", title=title, icon="eye", stands="idle")
    hero = own(show, seat)
    if hero and hero.state in ("in_play", "out_of_scene"):
        yield from of(show, hero)
    if seat.role == "player":  # whoever has nobody to play has heard it, too (MU-147)
        yield Part(
            key="disputing",
            place="tool",
            title=say("stage.disputing"),
            offers=facts.disputing,
            icon="comments",
            group=say("group.story"),
        )


def of(show: Show, hero: Character) -> Iterator[Part]:
    yield idle(show, hero)
    if may_act(show, hero):
        every = (deed for deed in sheet.deeds(show, hero) if by_hand(deed))
        yield from (saying(show, hero, deed) for deed in every)
    if not hero.evening.feedback and show.phase == "play":
        yield Part(
            key=f"feedback:{hero.id}",
            place="tool",
            title=say("stage.feedback"),
            offers=partial(sessions.feedback, hero, f"feedback:{hero.id}"),
            icon="envelope",
            group=say("group.table"),
        )
    if any(not move.running for move in moves.shows(show, hero)):
        yield Part(
            key=moves.tags_at(hero),
            place="tool",
            title=say("stage.tags"),
            blocks=partial(one, evenings.tags, show, hero),
            offers=partial(moves.tagging, show, hero),
            icon="tag",
            group=say("group.story"),
        )


def may_act(show: Show, hero: Character) -> bool:
    """Whether a move can be begun: not while one looks back on the evening."""
    return show.phase != "xp" and free(show, hero)


def idle(show: Show, hero: Character) -> Part:
    over, away = show.phase == "xp", hero.state == "out_of_scene"
    return Part(
        key=moves.tray(hero),
        place="now",
        title=say("tray.over" if over else "fate.away" if away else "stage.want", name=hero.name),
        blocks=partial(one, shown.hand, show, hero),
        offers=partial(moves.telling, hero),
        icon="bullseye",
        stands="idle",
        who=hero.player,
    )


def saying(show: Show, hero: Character, deed: Deed) -> Part:
    """A move where it is put into words."""
    name, want = show.called(deed.id), wanted(show, deed) if isinstance(deed, Story) else ""
    return Part(
        key=want_at(hero.id, deed.id),
        place="tool",
        title=say("stage.how", name=hero.name, move=name) if want else name,
        note=want,
        eyebrow=say("eyebrow.called", move=name) if moves.asked_for(show, hero, deed) else "",
        blocks=partial(one, shown.saying, show, hero, deed),
        offers=partial(moves.wanting, show, hero, deed),
        icon=icon_of(deed),
        group=say("group.moves"),
    )
