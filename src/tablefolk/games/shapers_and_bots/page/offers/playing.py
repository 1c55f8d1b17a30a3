"""What offers of play have in common: people to pick, ratings to name, places to stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablefolk.core.game import Choice, Seat
from tablefolk.games.shapers_and_bots.rules import sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import BASE, HEART, PARTS
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Contest
from tablefolk.games.shapers_and_bots.rules.wording import say

MOST = 20
TILES = 8  # what is one tap away; the rest is under "more"
LEARNED, FAIR = 3, 1  # of them, so many learned ones; common skills from −1 up
FEATURES = (*BASE, "STR", *PARTS)


def tried_at(tried: Challenge) -> str:
    return f"challenge:{tried.id}"


def contest_at(contest: Contest) -> str:
    return f"contest:{contest.id}"


# -- Ratings (SB-16) ------------------------------------------------------------------------------


def keys(world: World, hero: Character | None = None) -> tuple[str, ...]:
    """Every rating that may be rolled: the common skills first, then what everybody has."""
    common = skills.common(world)
    rest = (key for key in world.all_skills() if key not in common)
    hearts = HEART if hero is not None and hero.extra else ()
    mine = special(world, hero) if hero is not None else ()
    theirs = (key for other in world.players_characters() for key in special(world, other))
    every = (*common, *FEATURES, *rest, *hearts, *mine, *theirs, *skills.known_specialties(world))
    return tuple(dict.fromkeys(every))


def special(world: World, hero: Character) -> tuple[str, ...]:
    """What stands on this very sheet: branches of skills, kinds of shaping."""
    shaped = (f"shaping:{kind}" for kind in hero.shaping)
    return (*shaped, *skills.specialties(world, hero))


def patients(world: World) -> tuple[Character, ...]:
    """Players' characters who could do with treatment: knocked out, or short of health (SB-102)."""
    there = (h for h in world.players_characters() if h.finished and not h.left)
    return tuple(
        h for h in there if h.life != "dead" and (h.life != "conscious" or lacks(world, h))
    )


def for_a_patient(world: World) -> tuple[str, ...]:
    """What is not tried by itself while somebody is hurt: treating asks for whom (SB-102)."""
    return ("first_aid",) if patients(world) else ()


def lacks(world: World, hero: Character) -> bool:
    """Whether health points are lost, where it is known how many there are (SB-169)."""
    try:
        return sheet.hp(world, hero) < sheet.hp_max(world, hero)
    except sheet.Unset:
        return False


def best(world: World, hero: Character) -> tuple[str, ...]:
    """What this one has learned, what everybody commonly does, and what it is good at; a shaper's
    powers come before all that, with what they do (SB-137)."""

    def better(key: str) -> int:
        return -(sheet.number(world, hero, key).value or 0)

    learned = {k for k in (*hero.raises, *hero.grown) if not skills.is_shaping(k)}
    first = sorted(learned, key=lambda k: (better(k), k))
    common = [key for key in skills.common(world) if better(key) <= FAIR]
    rest = sorted((*BASE[1:], "STR"), key=better)
    every = dict.fromkeys((*first[:LEARNED], *common, *rest))
    treats = for_a_patient(world)
    left = (key for key in every if key not in treats)
    able = (key for key in left if sheet.number(world, hero, key).value is not None)
    return tuple(able)[: TILES - len(skills.shaped(hero))]


def reach(world: World, hero: Character) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Beside the best: what else this one can do, and what it could only do by a fluke."""
    able: list[str] = []
    lucky: list[str] = []
    shown = {*best(world, hero), *(f"shaping:{kind}" for kind in skills.shaped(hero))}
    shown |= {*for_a_patient(world)}
    for key in keys(world, hero):
        found = sheet.number(world, hero, key)
        if key not in shown and not skills.out_of_reach(world, hero, key):
            (able if found.unset or found.value is not None else lucky).append(key)
    return tuple(able), tuple(lucky)


def rated(world: World, hero: Character, some: Iterable[str]) -> Iterator[Choice]:
    """These ratings, each with its number."""
    for key in some:
        found = sheet.number(world, hero, key)
        shown = "?" if found.unset else "" if found.value is None else sheet.signed(found.value)
        yield Choice(key, f"{sheet.label(world, key)} {shown}".strip())


def ratings(
    world: World, seat: Seat, hero: Character, but: Iterable[str] = (), known: bool = False
) -> Iterator[Choice]:
    """Them to choose from, each with its number; with `known`, only those that have one."""
    left_out = set(but)
    for key in keys(world, hero):
        found = sheet.number(world, hero, key)
        reachable = seat.gm or not skills.out_of_reach(world, hero, key)
        if key not in left_out and (found.known or not known) and reachable:
            shown = "?" if found.unset else sheet.signed(found.value)
            yield Choice(key, f"{sheet.label(world, key)} {shown}")


def own_ratings(world: World, hero: Character) -> tuple[Choice, ...]:
    """All that may be called for: first what this one can do, each with its number, last what is
    only for other species; branches of skills that are somebody else's are left out (SB-59, SB-77).
    """
    others = (key for other in world.players_characters() for key in special(world, other))
    theirs = {*others, *skills.known_specialties(world)} - set(special(world, hero))
    found = {key: sheet.number(world, hero, key) for key in keys(world, hero) if key not in theirs}
    able = [key for key, number in found.items() if number.unset or number.value is not None]
    rest = {key: skills.foreign(world, hero, key) for key in found if key not in able}
    lucky = (key for key, foreign in rest.items() if not foreign)
    strange = (key for key, foreign in rest.items() if foreign)
    return (
        *rated(world, hero, able),
        *(Choice(key, say("pick.lucky", name=sheet.label(world, key))) for key in lucky),
        *(Choice(key, say("pick.foreign", name=sheet.label(world, key))) for key in strange),
    )


def all_ratings(world: World) -> tuple[Choice, ...]:
    """The same without anybody's numbers: the same list for everybody."""
    return tuple(Choice(key, sheet.label(world, key)) for key in keys(world))
