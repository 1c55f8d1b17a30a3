"""What is offered on a sheet: words, the Director's own numbers (SB-12, SB-15, SB-43, SB-88)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.game import Choice, Offer
from tablefolk.games.shapers_and_bots.page.offers.creation import about_of
from tablefolk.games.shapers_and_bots.page.offers.making import (
    do,
    flag,
    members,
    number,
    pick,
    text,
)
from tablefolk.games.shapers_and_bots.page.offers.making import numbers as counts
from tablefolk.games.shapers_and_bots.rules import building, extras, numbers, people, sheet, skills
from tablefolk.games.shapers_and_bots.rules.adventures import NoteSecret
from tablefolk.games.shapers_and_bots.rules.building import BOT
from tablefolk.games.shapers_and_bots.rules.content import BASE, HEART, PARTS, content
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

FEW = {"FIT": 0, "STR": 0, "AWR": 0, "brawling": 0, "HP": 3}  # enough to begin with
FAR = 20  # as far from nothing as a number is set


def where(hero: Character) -> str:
    """A sheet is worked on where it is made; once finished, on the sheet itself."""
    return f"who:{hero.id}" if hero.finished else about_of(hero)


def words(hero: Character) -> Iterator[Offer]:
    """Free words, at any time (SB-12)."""
    yield do(
        people.Describe,
        where(hero),
        text("age", hero.age, optional=True, most=200),
        text("calling", hero.calling, optional=True, most=200),
        text("look", hero.look, optional=True, long=True),
        text("notes", hero.notes, optional=True, long=True),
        who=hero.id,
    )
    if hero.finished:
        name = text("NameCharacter.name", most=60)
        yield do(building.NameCharacter, where(hero), name, key="Rename", who=hero.id)


def directors(world: World, hero: Character) -> Iterator[Offer]:
    """A number set by the Director is marked; a secret is theirs alone (SB-43, SB-175)."""
    about = where(hero)
    facts = {"name": hero.name or hero.id}
    yield from setting(world, hero, about)
    if hero.fixed:
        ruled = (Choice(key, sheet.label(world, key)) for key in hero.fixed)
        yield do(numbers.FreeNumber, about, pick("FixNumber.key", ruled), who=hero.id)
    belt = "TakeBlackBelt" if hero.black_belt else "GrantBlackBelt"
    yield do(numbers.GrantBlackBelt, about, key=belt, who=hero.id, yes=not hero.black_belt)
    secret = text("NoteSecret.text", hero.secret, long=True, optional=True)
    yield do(NoteSecret, about, secret, facts=facts, who=hero.id)
    if hero.finished:
        why = text("reason", optional=True, most=200)
        yield do(building.ReopenSheet, about, why, who=hero.id)
        if hero.kind != "bot":
            kinds = (Choice(k.id, k.name) for k in content().shaping.values())
            yield do(skills.BecomeShaper, about, pick("BecomeShaper.kind", kinds, each=True),
                     key="MakeShaper", who=hero.id)  # fmt: skip


def setting(world: World, hero: Character, about: str) -> Iterator[Offer]:
    """Every number of a sheet may be set; what can be lacking may be None (SB-15, SB-43, SB-93)."""
    why, value = text("reason", optional=True, most=200), number("FixNumber.value", -FAR, FAR)
    which = pick("FixNumber.key", called(world, solid(hero)))
    yield do(numbers.FixNumber, about, which, value, why, key="FixFeature", who=hero.id)
    which = pick("FixNumber.key", called(world, lackable(world, hero)))
    yield do(numbers.FixNumber, about, which, value, flag("none"), why, who=hero.id)
    most = number("FixNumber.hp", 1, FAR, 3)
    most = replace(most, name="value")
    fixed = {"who": hero.id, "key": "HP"}
    yield do(numbers.FixNumber, about, most, why, key="FixHealth", fixed=fixed)


def solid(hero: Character) -> tuple[str, ...]:
    """What everybody has as a number: features; an extra also Courage and Honesty."""
    strength = ("STR",) if hero.kind == "sketch" else ()
    return (*BASE, *strength, *(HEART if hero.extra else ()))


def lackable(world: World, hero: Character) -> tuple[str, ...]:
    """Senses and sizes rated apart, skills, branches, shaping."""
    shaped = (f"shaping:{kind}" for kind in hero.shaping)
    return (*PARTS, *world.all_skills(), *skills.specialties(world, hero), *shaped)


def called(world: World, keys: Iterable[str]) -> Iterator[Choice]:
    return (Choice(key, sheet.label(world, key)) for key in keys)


def rateable(world: World, hero: Character) -> Iterator[Choice]:
    """Every number of a sheet."""
    return called(world, (*solid(hero), *lackable(world, hero), "HP"))


# -- Who plays whom (SB-2, SB-3, SB-104) -----------------------------------------------------------


def coming_and_going(world: World, hero: Character) -> Iterator[Offer]:
    facts = {"name": hero.name or hero.id}
    about = where(hero)
    if not hero.finished:
        yield do(people.DropSheet, about, facts=facts, who=hero.id)
    elif hero.left and hero.life != "dead":
        yield do(people.ReturnToStory, about, facts=facts, who=hero.id)
    elif not hero.left:
        if hero.player and world.playing.get(hero.player) != hero.id and hero.life != "dead":
            yield do(people.PlayAs, about, facts=facts, who=hero.id)
        yield do(people.LeaveStory, about, facts=facts, who=hero.id)


def handing(world: World, hero: Character) -> Iterator[Offer]:
    """A sheet for a player, finished or not, or back to the Director (SB-3)."""
    there = [choice for choice in members(world) if choice.value != hero.player]
    back = [] if hero.extra else [Choice("", say("labels.the_director"))]
    if there or back:
        facts = {"name": hero.name or hero.id}
        to = pick("HandOver.to", (*there, *back))
        yield do(people.HandOver, where(hero), to, facts=facts, who=hero.id)


# -- Extras: from a name and a number to one more of the same (SB-165) -----------------------------


def new_extra(world: World) -> Iterator[Offer]:
    """Somebody new of the Director's."""
    name = text("MakeExtra.name", most=60)
    rows = (
        Choice(key, say("labels.hp") if key == "HP" else sheet.label(world, key)) for key in FEW
    )
    some = counts("MakeExtra.ratings", rows, -10, 30, FEW.values())
    yield do(extras.MakeExtra, "extras", name, some)
    kinds = (Choice(id, species.name) for id, species in world.all_species().items())
    of = pick("MakeExtra.species", (Choice(BOT, say("labels.bot")), *kinds))
    yield do(extras.MakeExtra, "extras", of, name, key="MakeExtraOf")


def again(hero: Character) -> Iterator[Offer]:
    name = text("CopyExtra.name", hero.name, most=60)
    yield do(extras.CopyExtra, f"right:{hero.id}", name, facts={"name": hero.name}, who=hero.id)
