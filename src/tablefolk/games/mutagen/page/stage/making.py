"""Making characters, a step at a time (MU-1, MU-2, MU-16 … MU-24)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.games.mutagen.page.offers import creation, sheets
from tablefolk.games.mutagen.page.offers.making import draft_at, own
from tablefolk.games.mutagen.page.view import creation as shown
from tablefolk.games.mutagen.playbooks.model import Aptitude
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character
from tablefolk.games.mutagen.words import say


def parts(show: Show, seat: Seat) -> Iterator[Part]:
    if seat.role == "player" and seat.id not in show.knows_meta:
        yield Part(
            key="pointer",
            place="shelf",
            title=say("stage.pointer"),
            blocks=partial(shown.pointer, show),
            offers=creation.pointer if seat.id in show.company.seats else tuple,
            icon="dna",
        )
    drafts = any(hero.state == "draft" for hero in show.cast.values())
    if drafts or creation.without(show):
        yield beginning(show, seat)
    hero = own(show, seat)
    if hero and hero.state == "draft":
        yield from steps(show, hero)


def beginning(show: Show, seat: Seat) -> Part:
    """Who are you? For everybody else a list of those who are still without a character."""
    mine = seat.id in show.company.seats and show.of(seat.id) is None
    offers = partial(creation.begin, show, seat) if mine else tuple
    return Part(
        key="creation",
        place="now" if mine or not show.playing else "tool",
        title=say("stage.who_are_you" if mine else "stage.creation"),
        blocks=partial(shown.making, show, seat),
        offers=partial(creation.for_others, show) if seat.gm else offers,
        icon="user-plus",
        stands="begun" if mine else "open",
        group=say("group.people"),
    )


def steps(show: Show, hero: Character) -> Iterator[Part]:
    """Words, the circles of each section, the last look; where one stands can be NOW."""
    every = ("", *(one.id for one in sheet.sections(show, hero.playbooks)), shown.FINISH)
    now = shown.at_step(show, hero)
    names = tuple(step.label for step in shown.steps(show, hero, now))
    for n, key in enumerate(every):
        yield Part(
            key=draft_at(hero.id, key),
            place="now" if key == now else "tool",
            title=question(show, hero, key, names[n]),
            blocks=partial(shown.draft, show, hero, key),
            offers=partial(offers, show, hero, key),
            icon="pen",
            stands="begun",
            who=hero.player,
            stays=now != shown.FINISH and key != shown.FINISH,  # whichever step was opened
            done=not key and not any(sheet.begun(show, hero)),
            group=say("group.making"),
            steps=names,
            step=n,
        )


def question(show: Show, hero: Character, key: str, name: str) -> str:
    if key in ("", shown.FINISH):
        return say("draft.ask_finish" if key else "draft.ask_words", name=hero.name)
    items = next(one.items for one in sheet.sections(show, hero.playbooks) if one.id == key)
    kind = "_aptitude" if any(isinstance(item, Aptitude) for item in items) else ""
    return say(f"draft.ask_circles{kind}", name=hero.name, section=name)


def offers(show: Show, hero: Character, key: str) -> Iterator[Offer]:
    about = draft_at(hero.id, key)
    if key == shown.FINISH:
        yield from creation.finishing(show, hero, about)
    elif key:
        items = next(one.items for one in sheet.sections(show, hero.playbooks) if one.id == key)
        yield from creation.filling(show, hero, items, about)
        yield from sheets.asking(show, hero, items, about)
    else:
        loose = shown.loose(show, hero)
        items = tuple(item for item in sheet.items(show, hero) if item.id in loose)
        yield from sheets.by_hand(show, hero, about)
        yield from sheets.asking(show, hero, items, about)
