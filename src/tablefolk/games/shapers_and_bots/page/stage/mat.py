"""What lies in front of a seat, and everybody as a row: hearts, bolts, asleep or raging."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.core.stage import Lead, Mat, Row, Vital
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers import shaping
from tablefolk.games.shapers_and_bots.page.view.figures import BADGES
from tablefolk.games.shapers_and_bots.rules import sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import BASE
from tablefolk.games.shapers_and_bots.rules.state import World, gone, out_cold
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say


def mat(world: World, seat: Seat) -> Mat | None:
    if seat.gm:
        return Mat(name="", acts=tuple(directors(world)))
    hero = world.of(seat.id)
    if hero is None or not hero.finished:
        return None
    return Mat(
        name=hero.name,
        part=f"who:{hero.id}",
        vitals=(*hearts(world, hero), *bolts(world, hero)),
        traits=tuple(traits(world, hero)),
        acts=tuple(acts(world, hero)),
        icon=face(hero),
    )


def directors(world: World) -> Iterator[Lead]:
    """Exactly three tools, the ones used most."""
    yield Lead(say("tool.call"), "call", "dice")
    yield Lead(say("tool.extras"), "extras", "user-plus")
    if world.fight is None:
        yield Lead(say("tool.plan"), "plan", "burst")
    else:
        yield Lead(say("tool.fight:end"), "fight:end", "flag-checkered")


def acts(world: World, hero: Character) -> Iterator[Lead]:
    alive, awake = hero.life != "dead" and not hero.left, hero.life == "conscious"
    if alive and awake:
        yield Lead(say("mat.try"), f"try:{hero.id}", "dice")
    if alive:
        yield Lead(say("mat.things"), "belt", "hand-holding")
    for kind in skills.shaped(hero) if alive and awake else ():
        picture = BADGES.get(kind, "wand-sparkles")
        yield Lead(say("mat.shape"), shaping.about_of(hero, kind), picture)
    yield Lead(say("mat.sheet"), f"who:{hero.id}", "file-lines")


def face(hero: Character) -> str:
    """The picture of somebody's face, of those that we have."""
    kind = hero.species if hero.kind == "animal" else hero.kind
    return f"face-{'nobody' if kind == 'sketch' else kind}"


# -- Vital signs -----------------------------------------------------------------------------------


def hearts(world: World, hero: Character) -> Iterator[Vital]:
    try:
        hp, most = sheet.hp(world, hero), sheet.hp_max(world, hero)
    except sheet.Unset:
        return
    low = hp * 2 <= most
    yield Vital(f"{max(hp, 0)}/{most}", say("mat.hearts"), "heart", "bad" if low else "")


def bolts(world: World, hero: Character) -> Iterator[Vital]:
    """Actions left in a fight."""
    one = world.combatant(hero.id)
    if one is not None and hero.life == "conscious":
        left = one.pool + one.rage
        yield Vital(str(left), say("mat.bolts", n=left), "bolt")


def traits(world: World, hero: Character) -> Iterator[Vital]:
    for key in (*BASE, "STR"):
        found = sheet.number(world, hero, key)
        if not found.unset:
            yield Vital(sheet.signed(found.value), sheet.label(world, key))


# -- Rows ------------------------------------------------------------------------------------------


def rows(world: World, seat: Seat) -> Iterator[Row]:
    """Everybody in play; of extras, players see those they have met, and none of their numbers."""
    for hero in known.people(world, seat):
        yield row(world, seat, hero)


def row(world: World, seat: Seat, hero: Character) -> Row:
    open_ = seat.gm or not hero.extra
    played = world.playing.get(hero.player) == hero.id
    return Row(
        key=hero.id,
        name=hero.name or hero.id,
        part=f"who:{hero.id}" if open_ else "",
        member=hero.player if played else "",
        vitals=tuple(hearts(world, hero)) if open_ else (),
        note=note(world, hero),
        icon=face(hero),
    )


def note(world: World, hero: Character) -> str:
    """What all see of somebody: asleep, raging, gone."""
    if hero.life != "conscious":
        return gone(hero) if hero.life == "dead" else out_cold(hero)
    one = world.combatant(hero.id)
    raging = (say("mat.raging"),) if one is not None and one.berserk else ()
    return ", ".join((*raging, *hero.marks))
