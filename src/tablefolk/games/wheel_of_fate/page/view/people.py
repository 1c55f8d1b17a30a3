"""The people of the story as a seat may see them: at a glance, and sheet by sheet."""

from __future__ import annotations

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.page.blocks import (
    AspectLine,
    Person,
    PoolLine,
    Sheet,
    Tie,
    Told,
    Trait,
    made,
)
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules.rounds import turn
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, CONDITIONS, Character, Pool, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say


def is_mine(seat: Seat, hero: Character) -> bool:
    return hero.owner == seat.id or (hero.kind == "npc" and seat.gm)


def pending(wheel: Wheel, who: str) -> int:
    """Stress held back until the group has acted (WF-87)."""
    return wheel.contest.pending.get(who, 0) if wheel.contest and wheel.contest.open else 0


# -- Parts of a sheet ----------------------------------------------------------------------------


def traits(hero: Character) -> tuple[Trait, ...]:
    """The attributes with their scale, and what has put one out (WF-29, WF-78)."""
    return tuple(trait(hero, key) for key in ATTRIBUTES) if hero.attributes else ()


def trait(hero: Character, key: str) -> Trait:
    dice = hero.attributes.get(key, 0)
    label, meaning = (say(f"labels.scale.{dice}.{what}") for what in ("label", "meaning"))
    condition = CONDITIONS[key] if hero.stress > dice else ""
    return Trait(key, say(f"pick.{key}"), dice, label, meaning, hero.out(key), condition)


def scale(least: int) -> tuple[Trait, ...]:
    """What so many dice mean, up to six (WF-29)."""
    return tuple(
        Trait("", f"{n}d", n, say(f"labels.scale.{n}.label"), say(f"labels.scale.{n}.meaning"))
        for n in range(least, 7)
    )


def aspects(wheel: Wheel, hero: Character) -> tuple[AspectLine, ...]:
    asked = wheel.questions
    return tuple(
        made(AspectLine, a, question=asked[a.question - 1] if 0 < a.question <= len(asked) else "")
        for a in hero.aspects
    )


def pool_line(pool: Pool, dice: int = 0) -> PoolLine:
    """A pool as everybody may know it: parts 1 and 2 of its questionnaire (WF-104)."""
    keys = ((n, part) for n, part in enumerate(("levels",) * 3 + ("beyond",) * 2, 1))
    levels = tuple(
        (f"{n}d", text) for n, part in keys if (text := pool.answers.get(f"{part}.level_{n}d"))
    )
    return made(PoolLine, pool, dice=dice, levels=levels)


def pools(wheel: Wheel, hero: Character, all_of_them: bool = False) -> tuple[PoolLine, ...]:
    return tuple(
        pool_line(pool, hero.pools.get(pool.id, 0))
        for pool in wheel.pools.values()
        if pool.offered and (all_of_them or hero.pools.get(pool.id))
    )


def ties(wheel: Wheel, hero: Character, all_of_them: bool = False) -> tuple[Tie, ...]:
    """How this one stands to the others (WF-111)."""
    found = []
    for other in wheel.pcs():
        tie = hero.connections.get(other.id)
        if other.id != hero.id and (tie or all_of_them):
            known, feeling = (tie.how_known, tie.feeling) if tie else ("", "")
            found.append(Tie(other.id, other.name, known, feeling))
    return tuple(found)


def answers(wheel: Wheel, hero: Character) -> tuple[Told, ...]:
    return tuple(
        Told(question, hero.answers[i] if i < len(hero.answers) else "")
        for i, question in enumerate(wheel.questions)
    )


def last(wheel: Wheel, hero: Character) -> Told:
    return Told(wheel.last_question, hero.last_answer)


# -- At a glance ---------------------------------------------------------------------------------


def person(wheel: Wheel, seat: Seat, hero: Character) -> Person:
    npc = hero.kind == "npc"
    return made(
        Person,
        hero,
        who=hero.id,
        owner="" if npc else hero.owner,
        owner_name="" if npc else wheel.name(hero.owner),
        npc=npc,
        mine=is_mine(seat, hero),
        traits=traits(hero),
        promised=wheel.reserved(hero.id),
        pending=pending(wheel, hero.id),
        aspects=() if npc else tuple(a.text for a in hero.aspects if a.active),
        pools=pools(wheel, hero) if not npc or seat.gm else (),
        turn=turn(wheel) == hero.id,
    )


# -- In full -------------------------------------------------------------------------------------


def sheet(wheel: Wheel, seat: Seat, hero: Character) -> Sheet:
    mine = is_mine(seat, hero)
    return made(
        Sheet,
        hero,
        about=f"who:{hero.id}",
        region="self" if mine and hero.kind == "pc" else "people",
        who=hero.id,
        owner_name=wheel.name(hero.owner),
        mine=mine,
        traits=traits(hero),
        aspects=aspects(wheel, hero),
        pools=pools(wheel, hero),
        promised=wheel.reserved(hero.id),
        pending=pending(wheel, hero.id),
        ties=ties(wheel, hero),
        answers=answers(wheel, hero) if any(hero.answers) else (),
        last=last(wheel, hero) if hero.last_answer else None,
        talk_notes=talk_notes(wheel, hero) if mine or seat.gm else (),
        hints=advice("aspects") if mine else (),
    )


def talk_notes(wheel: Wheel, hero: Character) -> tuple[tuple[str, str], ...]:
    """What the GM wants to talk about with this player, and nobody else reads (WF-107)."""
    return tuple(
        (pool.name, pool.trust[hero.id].talk_note)
        for pool in wheel.pools.values()
        if hero.id in pool.trust and pool.trust[hero.id].talk_note
    )
