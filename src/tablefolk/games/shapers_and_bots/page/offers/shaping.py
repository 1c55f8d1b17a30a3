"""What is offered to shapers: easy, hard, or one's own idea (SB-137 … SB-148)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablefolk.core.game import Blank, Choice, Offer, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.challenges import difficulty
from tablefolk.games.shapers_and_bots.page.offers.making import do, flag, number, people, pick, text
from tablefolk.games.shapers_and_bots.page.offers.playing import MOST
from tablefolk.games.shapers_and_bots.rules import shaping as rules
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import ShapingKind, figures
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

FOCUS = ("full", "hurried")


def around(world: World, seat: Seat, hero: Character, id: str) -> Iterator[Offer]:
    """What somebody can do with one kind of shaping."""
    kind = world.shaping_kind(id)
    if kind is not None:
        yield from shaping(world, seat, hero, kind)


def about_of(hero: Character, kind: str) -> str:
    return f"shape:{hero.id}:{kind}"


def shaping(world: World, seat: Seat, hero: Character, kind: ShapingKind) -> Iterator[Offer]:
    at, fixed = about_of(hero, kind.id), {"who": hero.id, "kind": kind.id}
    facts = {"kind": kind.name}
    for focus in FOCUS if world.combatant(hero.id) else FOCUS[:1]:
        more = {**fixed, "focus": focus}
        hurry = (hurried(),) if focus == "hurried" and seat.gm else ()
        suffix = "" if focus == "full" else "Hurried"
        yield from examples(world, seat, hero, kind, more, hurry, suffix)
        what, hard = text("Shape.what", most=200), difficulty(seat)
        aim, fells = target(world, seat), (flag("Shape.fells"),) if kind.fells else ()
        yield do(rules.Shape, at, what, *hard, *fells, *hurry, aim, key=f"ShapeOwn{suffix}",
                 facts=facts, fixed={**more, "task": "own"})  # fmt: skip
        if kind.expert:
            said = {**facts, "matter": kind.expert}
            yield do(rules.Shape, at, what, *hard, *hurry, key=f"ShapeExpert{suffix}", facts=said,
                     fixed={**more, "task": "own", "matter": "expert"})  # fmt: skip
    if kind.id == "water":
        yield from living(world, seat, at, fixed)


def hurried() -> Blank:
    """Doing it in a hurry has a price the Director sets (SB-141)."""
    return number("Shape.penalty", -MOST, -1, rules.HURRY)


def examples(
    world: World,
    seat: Seat,
    hero: Character,
    kind: ShapingKind,
    fixed: Mapping[str, str | int],
    hurry: tuple[Blank, ...],
    suffix: str,
) -> Iterator[Offer]:
    """The two guides of a kind, and what this table has added (SB-140, SB-172)."""
    at = about_of(hero, kind.id)
    for_fights = kind.id == "time" and world.combatant(hero.id) is None  # SB-142
    guides = () if for_fights else (("easy", kind.easy), ("hard", kind.hard))
    for task, said in guides:
        at_somebody = kind.id == "luck" or task == kind.fells
        aim = aimed(world, seat, hero, task, kind.id) if at_somebody else ()
        if at_somebody and not aim:
            continue
        facts = {"task": say(f"task.{task}"), "example": said}
        yield do(rules.Shape, at, *aim, *hurry, key=f"ShapeGuide{suffix}", facts=facts,
                 fixed={**fixed, "task": task, "what": said.capitalize()})  # fmt: skip
    for example in world.homemade.shaping:
        if example.kind == kind.id:
            facts = {"task": sheet.signed(example.difficulty), "example": example.text}
            own = {"task": "own", "difficulty": example.difficulty, "what": example.text}
            yield do(rules.Shape, at, target(world, seat), *hurry, key=f"ShapeGuide{suffix}",
                     facts=facts, fixed={**fixed, **own})  # fmt: skip


def aimed(world: World, seat: Seat, hero: Character, task: str, kind: str) -> tuple[Blank, ...]:
    """Luck is about somebody's next roll (SB-143); a gust knocks over somebody else (SB-148)."""
    self_too = kind == "luck" and task == "easy"
    there = [h for h in alive(world, seat) if self_too or h.id != hero.id]
    if self_too:  # friends before all, as they are meant
        friends = rounds.side(world, hero.id)
        there.sort(key=lambda h: rounds.side(world, h.id) != friends)
    whose = "Luck.target" if kind == "luck" else "Shape.target"
    return (pick(whose, people(there), each=True),) if there else ()


def alive(world: World, seat: Seat) -> list[Character]:
    """Those at whom something can be shaped, the enemies in a fight first (SB-114)."""
    there = [h for h in known.people(world, seat) if h.life != "dead" and not h.left]
    foes = world.fight.combatants if world.fight else {}
    return sorted(there, key=lambda h: not (h.id in foes and foes[h.id].side == "foes"))


def target(world: World, seat: Seat) -> Blank:
    nobody = Choice("", say("pick.nobody"))
    return pick("Shape.target", (nobody, *people(alive(world, seat))), each=True)


def living(world: World, seat: Seat, at: str, fixed: Mapping[str, str | int]) -> Iterator[Offer]:
    """A crime, far beyond hard, and only after saying so (SB-147)."""
    there = people(alive(world, seat))
    if there:
        crime = {**fixed, "task": "own", "matter": "living", "sure": True}
        far = number("difficulty", -MOST, figures().hard - 1, 2 * figures().hard - 4)
        hard = (far,) if seat.gm else ()
        yield do(rules.Shape, at, pick("Victim.target", there, each=True),
                 text("Shape.what", most=200), *hard, key="ShapeLiving", fixed=crime)  # fmt: skip
