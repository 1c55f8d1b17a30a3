"""Where nothing goes on: try, declare, reward, one's aspects; facts, and the bowl."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page import view
from tablefolk.games.wheel_of_fate.page.blocks import Acting, Bowl, Idle, Tile
from tablefolk.games.wheel_of_fate.page.offers import answers, desk, fate
from tablefolk.games.wheel_of_fate.page.offers.making import do
from tablefolk.games.wheel_of_fate.page.stage import naming
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules.building import left
from tablefolk.games.wheel_of_fate.rules.fate import Reward
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.state import Aspect, Character, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

OWN = {"Try": "dice", "Declare": "feather", "Reward": "gift"}  # one's own acts, and their signs


def parts(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    hero = wheel.of(seat.id)
    yield _idle(wheel, seat, hero)
    if hero and not seat.gm:
        yield from _acts(wheel, hero)
    if not seat.gm or wheel.options.get("gm_awards"):
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
        yield tile("Try", gm=naming.gm(wheel))
    yield tile("Declare")
    for roll in wheel.rolls.values():
        if roll.phase == "draft" and roll.task and roll.roller != hero.id:
            name = naming.called(wheel, roll.roller)
            dice = 0 if hero.out(roll.attribute) else hero.attributes.get(roll.attribute, 0)
            why = say("tile.help_why", n=dice) if dice else ""
            yield Tile(f"roll:{roll.id}", say("tile.help", name=name), why, "handshake-angle")
    if len([*wheel.pcs()]) > 1:
        yield tile("Reward", n=wheel.bowl)


# -- What one does of one's own accord -------------------------------------------------------------


def tile(act: str, **facts: object) -> Tile:
    return Tile(act.lower(), say(f"{act}.tile"), say(f"{act}.note", **facts), OWN[act])


def tool(
    act: str, name: str, offers: Callable[[], Iterable[Offer]], none: str = "", **facts: object
) -> Part:
    """An act on a card of its own; its words stand in its stanza."""
    return Part(
        key=act.lower(),
        place="tool",
        staged=True,
        group=say("group.acts"),
        title=say(f"{act}.title", name=name),
        note=say(f"{act}.note", **facts),
        icon=OWN[act],
        blocks=partial(_acting, act.lower(), say(f"{act}.how", **facts), none),
        offers=offers,
    )


def _acts(wheel: Wheel, hero: Character) -> Iterator[Part]:
    name, trying = naming.short(hero.name), partial(answers.trying, wheel, hero)
    yield tool("Try", name, trying, why_not(hero), gm=naming.gm(wheel))
    yield tool("Declare", name, partial(fate.declaring, hero, "declare"), n=hero.fate)
    for aspect in hero.aspects:
        if aspect.active:
            yield _aspect(hero, aspect)


def _reward(wheel: Wheel, seat: Seat) -> Part:
    """Any player's, with or without a character of their own (WF-52)."""
    hero, offers = wheel.of(seat.id), partial(rewarding, wheel, seat)
    name = naming.short(hero.name if hero else wheel.name(seat.id))
    return tool("Reward", name, offers, say("Reward.none"), n=wheel.bowl)


def rewarding(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    """A point from the bowl for somebody else's character (WF-52)."""
    for hero in wheel.pcs():
        if hero.owner != seat.id:
            facts = {"name": hero.name}
            yield do(Reward, f"reward:{hero.id}", "why", facts=facts, to=hero.id)


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
        return say("Try.none_out", name=hero.name, names=listing(hero.conditions))
    return say("Try.none", name=hero.name)


# -- On the table ----------------------------------------------------------------------------------


def _facts(wheel: Wheel, seat: Seat) -> Part:
    return Part(
        key="facts",
        place="shelf",
        title=say("part.facts"),
        note=str(len(wheel.facts) or ""),
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
