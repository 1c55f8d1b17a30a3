"""What lies in front of a seat, and everybody as a row of people."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.core.stage import Lead, Mat, Row, Vital
from tablefolk.games.rotate_bird.page.blocks.symbol import picture
from tablefolk.games.rotate_bird.page.offers import creation
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.view.sheets import in_seat_order
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import BeingTrait, Character, Npc


def mat(bird: Bird, seat: Seat) -> Mat | None:
    """One's pictures that are not marked, one's edges, and what one does most."""
    if seat.gm:
        return Mat(name="", acts=tuple(gm_acts(bird)))
    hero = bird.of(seat.id)
    if hero is None:
        return None
    part = creation.about_of(hero)
    if not hero.complete:
        return Mat(name=hero.name, part=part)
    return Mat(
        name=hero.name,
        part=part,
        vitals=tuple(vitals(hero)),
        traits=tuple(pictured(bird, hero, trait, named=True) for trait in hero.being),
        acts=(
            Lead(say("act.try"), "try", "dice"),
            Lead(say("act.edges"), f"having:{hero.id}", "gem"),
            Lead(say("act.sheet"), part, "file-lines"),
        ),
    )


def gm_acts(bird: Bird) -> Iterator[Lead]:
    if bird.cast:
        yield Lead(say("part.call"), "try", "dice")
    yield Lead(say("part.npc"), "npc", "masks-theater")


def vitals(hero: Character) -> Iterator[Vital]:
    free = sum(not trait.marked for trait in hero.being)
    text = say("vital.of", n=free, all=len(hero.being))
    yield Vital(text, say("vital.pictures"), "image")
    if n := len(hero.having):
        yield Vital(str(n), say("vital.edges", n=n), "gem")


def pictured(bird: Bird, hero: Character, trait: BeingTrait, named: bool = False) -> Vital:
    """A picture small enough for a row, as its player drew it (RB-11); a mark is a bad sign."""
    shown = picture(bird, trait.symbol, hero)
    name, icon = shown.short, shown.icon
    text = name if named else "" if icon or shown.drawing else shown.emoji or name
    said = say("vital.marked", name=name) if trait.marked else name
    label = said if not named else say("vital.mark") if trait.marked else ""
    return Vital(text, label, icon, "bad" if trait.marked else "", shown.drawing)


def rows(bird: Bird, seat: Seat) -> Iterator[Row]:
    """The characters, then whom everybody has met; for the GM all of theirs."""
    for hero in in_seat_order(bird):
        yield of_hero(bird, hero)
    for npc in bird.npcs.values():
        if seat.gm or (npc.known and npc.in_play):
            yield of_npc(bird, seat, npc)


def of_hero(bird: Bird, hero: Character) -> Row:
    n = len(hero.having)
    edges = (Vital(say("vital.n_edges", n=n)),) if n else ()
    return Row(
        key=hero.id,
        name=hero.name,
        part=creation.about_of(hero),
        member=hero.player,
        vitals=(*(pictured(bird, hero, trait) for trait in hero.being), *spent(hero), *edges),
        note=say("row.making") if not hero.complete else say("row.rests") if hero.resting else "",
    )


def spent(hero: Character) -> Iterator[Vital]:
    """Powers that are marked are gone for this session, and nobody sees it otherwise (RB-96)."""
    if n := sum(trait.marked for trait in hero.doing):
        yield Vital(say("vital.powers_marked", n=n))


def of_npc(bird: Bird, seat: Seat, npc: Npc) -> Row:
    return Row(
        key=npc.id,
        name=npc.name,
        part=f"npc:{npc.id}",
        note=standing(bird, seat, npc),
        icon="masks-theater",
    )


def standing(bird: Bird, seat: Seat, npc: Npc) -> str:
    """How it stands with an NPC; how much it can still take, its GM alone knows (RB-137)."""
    if not npc.in_play:
        return say("row.out")
    if not npc.known:
        return say("row.unmet")
    against = any(test.open and test.npc == npc.id for test in bird.tests.values())
    if seat.gm and npc.being:
        return say("row.to_go" if against else "row.could_go", n=len(npc.standing))
    return say("row.in_the_way") if against else ""
