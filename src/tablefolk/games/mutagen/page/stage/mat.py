"""What lies in front of a seat, and who is here: a few numbers each (MU-146)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tablefolk.core.game import Seat
from tablefolk.core.stage import Lead, Mat, Row, Vital
from tablefolk.games.mutagen.page.offers.making import own, want_at
from tablefolk.games.mutagen.page.offers.moves import tray
from tablefolk.games.mutagen.page.offers.proposals import own_moves
from tablefolk.games.mutagen.page.stage.hand import may_act
from tablefolk.games.mutagen.page.view.making import KINDS, icon_of
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Resource
from tablefolk.games.mutagen.rules import harm, sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Entity
from tablefolk.games.mutagen.words import say

ICONS = {"health": "heart", "resist": "shield-halved"}
OWN = ("fire-flame-curved", "bolt")  # resources of one's own playbook
BEST = 3  # aptitudes that have room on the mat


def mat(show: Show, seat: Seat) -> Mat | None:
    if seat.gm:
        return Mat(
            name=show.name(seat.id),
            acts=(
                Lead(say("mat.act"), "act", "person-running"),
                Lead(say("mat.new"), "around", "user-plus"),
            ),
        )
    hero = own(show, seat)
    if hero is None:
        return None
    playing = hero.state != "draft"
    return Mat(
        name=hero.name,
        part=f"sheet:{hero.id}",
        vitals=tuple(vitals(show, hero)) if playing else (),
        traits=tuple(traits(show, hero)),
        acts=tuple(acts(show, hero)) if playing else (),
    )


def acts(show: Show, hero: Character) -> Iterator[Lead]:
    yield Lead(say("mat.want"), tray(hero), "bullseye")
    mine = next(iter(own_moves(show, hero)), None) if may_act(show, hero) else None
    if mine:
        short = show.called(mine.id).split()[-1].capitalize()
        yield Lead(short, want_at(hero.id, mine.id), icon_of(mine))
    yield Lead(say("mat.fact"), "facts", "scroll")
    yield Lead(say("mat.sheet"), f"sheet:{hero.id}", "file-lines")


def tracked(show: Show, hero: Character) -> Iterator[Resource]:
    """Health, Resist, and the first two of one's own playbook."""
    every = {one.id: one for one in sheet.resources(show, hero)}
    yield from (every[id] for id in ICONS if id in every)
    theirs = (
        one for one in every.values() if own_of(show, one) and sheet.capacity(show, hero, one)
    )
    yield from islice(theirs, len(OWN))


def own_of(show: Show, one: Resource) -> bool:
    """Whether a resource is of a playbook that not everybody has."""
    home = show.shelf.home(one.id)
    return bool(home and not show.shelf.basic(home[0].id) and home[0].role != "meta")


def vitals(show: Show, hero: Character) -> Iterator[Vital]:
    own = iter(OWN)
    for one in tracked(show, hero):
        yield vital(show, hero, one, ICONS.get(one.id) or next(own))


def vital(show: Show, hero: Character, one: Resource, icon: str) -> Vital:
    now, room = sheet.points(show, hero, one.id), sheet.capacity(show, hero, one)
    label = say("mat.of", name=show.called(one.id), n=room)
    tone = "bad" if one.id == "health" else "good" if one.id == "resist" else ""
    return Vital(str(now), label, icon, tone)  # type: ignore[arg-type]


def traits(show: Show, hero: Character) -> Iterator[Vital]:
    """The best aptitudes."""
    have = [one for one in sheet.aptitudes(show, hero) if sheet.dots(hero, one)]
    have.sort(key=lambda one: -sheet.dots(hero, one))
    for one in have[:BEST]:
        yield Vital(signed(sheet.rating(show, hero, one)), show.called(one.id))


# -- Everybody ---------------------------------------------------------------------------------


def rows(show: Show, seat: Seat) -> Iterator[Row]:
    yield from (row(show, hero) for hero in show.cast.values() if hero.alive)
    for entity in show.entities.values():
        if entity.kind == "npc" and not entity.gone:
            yield card(show, entity)


def row(show: Show, hero: Character) -> Row:
    notes = {"draft": (say("mat.making"),), "out_of_scene": (say("mat.away"),)}
    held = tuple(say("mat.holds", what=note) for _, note in sheet.held(show, hero))
    words = (*notes.get(hero.state, ()), *held, *(status.text for status in hero.statuses))
    return Row(
        key=hero.id,
        name=hero.name,
        part=f"sheet:{hero.id}",
        member=hero.player,
        vitals=tuple(vitals(show, hero)) if hero.state != "draft" else (),
        note=", ".join(words),
    )


def card(show: Show, entity: Entity) -> Row:
    left, room = harm.left(show, entity.id), len(entity.health)
    down = (say("mat.down"),) if room and not left else ()
    label = say("mat.of", name=show.called("health"), n=room)
    return Row(
        key=entity.id,
        name=entity.name,
        part=f"around:{entity.id}",
        vitals=(Vital(str(left), label, "heart", "bad"),) if room else (),
        note=", ".join((*down, *(status.text for status in entity.statuses))),
        icon=KINDS[entity.kind],
    )
