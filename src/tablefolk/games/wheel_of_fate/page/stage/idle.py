"""Where nothing goes on: try, declare, reward, one's aspects; facts, and the bowl."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page import view
from tablefolk.games.wheel_of_fate.page.blocks import Acting, Bowl, Idle, Tile
from tablefolk.games.wheel_of_fate.page.offers import answers, desk, fate
from tablefolk.games.wheel_of_fate.page.offers.making import say
from tablefolk.games.wheel_of_fate.page.stage import naming
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules.building import left
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.state import Aspect, Character, Wheel


def parts(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    hero = wheel.of(seat.id)
    yield _idle(wheel, seat, hero)
    if hero and not seat.gm:
        yield from _acts(wheel, hero)
    if not seat.gm:
        yield _reward(wheel, seat)
    if wheel.facts:
        yield _facts(wheel, seat)
    yield _bowl(wheel, seat)


def _idle(wheel: Wheel, seat: Seat, hero: Character | None) -> Part:
    name = naming.short(hero.name) if hero else naming.gm(wheel)
    own = "_out" if hero and knocked_out(wheel, hero) else ""
    return Part(
        key="idle",
        place="now",
        title=say(f"part.idle{own if hero else '_gm' if seat.gm else '_watch'}", name=name),
        icon="dice",
        stands="idle",
        blocks=partial(idle, wheel, seat, hero),
    )


def knocked_out(wheel: Wheel, hero: Character) -> bool:
    """Whether stress has left nothing to act with, until the scene ends (WF-76, WF-80)."""
    return bool(hero.stress and hero.attributes) and not left(wheel, hero)


def idle(wheel: Wheel, seat: Seat, hero: Character | None) -> tuple[Block, ...]:
    text = "" if wheel.scene else say("between.no_scene")
    if hero and knocked_out(wheel, hero):
        text = say("between.out", names=listing(hero.conditions))
    if hero is None:
        tiled, talks = tuple(gm_tiles(wheel)) if seat.gm else (), seat.role in ("gm", "player")
        return (Idle("idle", tiles=tiled, text=text, talks=talks),)
    aspects = tuple((f"aspect:{a.id}", a.text) for a in hero.aspects if a.active)
    return (Idle("idle", tiles=tuple(tiles(wheel, hero)), aspects=aspects, text=text),)


def gm_tiles(wheel: Wheel) -> Iterator[Tile]:
    if not wheel.scene:
        yield Tile("scene", say("tile.scene"), say("tile.scene_why"), "flag-checkered")
    fight = () if running(wheel) else (("fight", "hand-fist"),)
    for part, icon in (("call", "dice"), ("trouble", "coins"), *fight, ("npc", "user-plus")):
        yield Tile(part, say(f"tile.{part}"), say(f"tile.{part}_why"), icon)


def tiles(wheel: Wheel, hero: Character) -> Iterator[Tile]:
    if not knocked_out(wheel, hero):
        yield Tile("try", say("tile.try"), say("tile.try_why", gm=naming.gm(wheel)), "dice")
    yield Tile("declare", say("tile.declare"), say("tile.declare_why"), "feather")
    for roll in wheel.rolls.values():
        if roll.phase == "draft" and roll.task and roll.roller != hero.id:
            name = naming.called(wheel, roll.roller)
            dice = 0 if hero.out(roll.attribute) else hero.attributes.get(roll.attribute, 0)
            why = say("tile.help_why", n=dice) if dice else ""
            yield Tile(f"roll:{roll.id}", say("tile.help", name=name), why, "handshake-angle")
    if len([*wheel.pcs()]) > 1:
        yield Tile("reward", say("tile.reward"), say("tile.reward_why", n=wheel.bowl), "gift")


# -- What one does of one's own accord -------------------------------------------------------------


def _acts(wheel: Wheel, hero: Character) -> Iterator[Part]:
    name, group = naming.short(hero.name), say("group.acts")
    tool = partial(Part, place="tool", staged=True, group=group)
    yield tool(
        key="try",
        title=say("part.try", name=name),
        note=say("tile.try_why", gm=naming.gm(wheel)),
        icon="dice",
        blocks=partial(_acting, "try", say("part.try_how", gm=naming.gm(wheel)), why_not(hero)),
        offers=partial(answers.trying, wheel, hero),
    )
    yield tool(
        key="declare",
        title=say("part.declare", name=name),
        note=say("tile.declare_why"),
        icon="feather",
        blocks=partial(_acting, "declare", say("part.declare_how", n=hero.fate)),
        offers=partial(fate.declaring, hero, "declare"),
    )
    for aspect in hero.aspects:
        if aspect.active:
            yield _aspect(hero, aspect)


def _reward(wheel: Wheel, seat: Seat) -> Part:
    """Any player's, with or without a character of their own (WF-52)."""
    hero = wheel.of(seat.id)
    return Part(
        key="reward",
        place="tool",
        staged=True,
        group=say("group.acts"),
        title=say("part.reward", name=naming.short(hero.name if hero else wheel.name(seat.id))),
        note=say("tile.reward_why", n=wheel.bowl),
        icon="gift",
        blocks=partial(_acting, "reward", say("part.reward_how", n=wheel.bowl), say("none.reward")),
        offers=partial(fate.rewarding, wheel, seat),
    )


def _aspect(hero: Character, aspect: Aspect) -> Part:
    key = f"aspect:{aspect.id}"
    return Part(
        key=key,
        place="tool",
        staged=True,
        title=aspect.text,
        group=say("group.aspects"),
        icon="feather",
        blocks=partial(_acting, key, say("part.aspect_how", n=hero.fate)),
        offers=partial(fate.with_aspect, hero, aspect, key),
    )


def _acting(key: str, text: str, none: str = "") -> tuple[Block, ...]:
    return (Acting(key, text=text, none=none),)


def why_not(hero: Character) -> str:
    """Why somebody can try nothing, where that is so (WF-76, WF-77)."""
    if hero.conditions:
        return say("none.try_out", name=hero.name, names=listing(hero.conditions))
    return say("none.try", name=hero.name)


# -- On the table ----------------------------------------------------------------------------------


def _facts(wheel: Wheel, seat: Seat) -> Part:
    now = sum(1 for fact in wheel.facts if fact.scene == wheel.scene)
    return Part(
        key="facts",
        place="shelf",
        title=say("part.facts"),
        note=str(now or ""),
        icon="thumbtack",
        blocks=body(view.facts, wheel, seat),
    )


def _bowl(wheel: Wheel, seat: Seat) -> Part:
    hints = () if seat.gm else advice("reward")
    return Part(
        key="bowl",
        place="tool" if seat.gm else "sheet",
        title=say("part.bowl"),
        note=str(wheel.bowl),
        icon="coins",
        group=say("group.table"),
        blocks=body(partial(Bowl, "bowl", "people", points=wheel.bowl, hints=hints)),
        offers=partial(_bowl_offers, wheel, seat),
    )


def _bowl_offers(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    if seat.gm:
        yield from fate.filling(wheel)
        yield from desk.correct_bowl(wheel)
