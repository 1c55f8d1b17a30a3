"""What shapers and bots have before them, and what lies at hand (SB-112, SB-137 … SB-163)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.shapers_and_bots.chances.now import may_know
from tablefolk.games.shapers_and_bots.chances.rolls import challenge
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    Belt,
    BeltLine,
    BotPanel,
    Chance,
    Example,
    ShapingPanel,
)
from tablefolk.games.shapers_and_bots.page.offers.shaping import about_of, alive
from tablefolk.games.shapers_and_bots.page.view.chances import chance, person
from tablefolk.games.shapers_and_bots.page.view.figures import BADGES
from tablefolk.games.shapers_and_bots.rules import bots_in_play, gear, rolling, sheet
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.shaping import HURRY
from tablefolk.games.shapers_and_bots.rules.shaping import examples as examples_of
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

# -- Shaping (SB-140 … SB-147) ---------------------------------------------------------------------


def shaping(world: World, seat: Seat, hero: Character, id: str) -> Iterator[Block]:
    kind = world.shaping_kind(id)
    key = f"shaping:{id}"
    found = sheet.number(world, hero, key)
    one = world.combatant(hero.id)
    told = [say("tips.prophets")] if id == "time" else []
    told += [say("tips.crime")] if id == "water" else []
    yield ShapingPanel(
        about=about_of(hero, id),
        region="desk" if seat.gm else "scene",
        person=person(world, seat, hero),
        people=tuple(person(world, seat, one) for one in alive(world, seat)),
        kind=id,
        name=kind.name if kind else id,
        icon=BADGES.get(id, "wand-sparkles"),
        rating="?" if found.unset else sheet.signed(found.value),
        scope=kind.scope if kind else "",
        expert=kind.expert if kind else "",
        examples=tuple(examples(world, seat, hero, id)),
        hurried=one is not None,
        full=one is None or one.fresh,
        hints=tuple(told),
    )


def examples(world: World, seat: Seat, hero: Character, id: str) -> Iterator[Example]:
    found = sheet.number(world, hero, f"shaping:{id}").value
    shown = may_know(world, seat, hero.id)
    label = {0: say("task.easy"), figures().hard: say("task.hard")}

    def good(added: int) -> Chance | None:
        total = rolling.total(None if found is None else found + added, hero)
        return chance(challenge(total).good) if shown else None

    for hard, text in examples_of(world, id):
        name = label.get(hard, sheet.signed(hard))
        yield Example(text, hard, name, good(hard), good(hard + HURRY))


# -- Bots (SB-156 … SB-163) ------------------------------------------------------------------------


def bot(world: World, seat: Seat, hero: Character, mine: bool) -> Iterator[Block]:
    """A bot one plays, or one that takes one's orders."""
    yield bot_panel(world, seat, hero) if mine or seat.gm else ordered(world, seat, hero)


def bot_panel(world: World, seat: Seat, hero: Character) -> BotPanel:
    body = hero.bot
    assert body is not None
    found = [(world.bot_feature(part.feature), part.note) for part in body.parts]
    return BotPanel(
        about=f"bot:{hero.id}",
        region="desk" if seat.gm else "scene",
        person=person(world, seat, hero),
        parts=tuple((feature.name, note or feature.effect) for feature, note in found if feature),
        dead_radio=sheet.bot_has(hero, "radio") and world.scene in bots_in_play.DEAD_SPOTS,
        power=body.power or 0,
        power_most=body.power_most,
        power_notes=bots_in_play.power_notes(world, hero),
        overturned=body.overturned,
        holder=world.name(body.holder) if body.holder else "",
        prompts=bots_in_play.prompts(hero) if seat.gm else (),
        polish=bots_in_play.polish(world, hero),
    )


def holds(world: World, seat: Seat, bot: Character) -> bool:
    """Whether somebody of this seat's has the keyword of a bot (SB-162)."""
    holder = world.cast.get(bot.bot.holder) if bot.bot else None
    return holder is not None and known.may_command(world, seat, holder)


def ordered(world: World, seat: Seat, bot: Character) -> BotPanel:
    holder = world.name(bot.bot.holder) if bot.bot else ""
    return BotPanel(about=f"bot:{bot.id}", person=person(world, seat, bot), holder=holder)


# -- Things at hand (SB-112, SB-114) ---------------------------------------------------------------


def belt(world: World, seat: Seat, heroes: list[Character]) -> Iterator[Block]:
    yield Belt(
        about="belt",
        region="desk" if seat.gm else "self",
        people=tuple(belt_line(world, seat, hero) for hero in heroes),
        ground=tuple(item.name for item in world.ground.values()),
    )


def belt_line(world: World, seat: Seat, hero: Character) -> BeltLine:
    carried = [item for item in hero.items if not item.worn and not item.drawn]
    held = tuple(item.name for item in gear.held(hero))
    return BeltLine(person(world, seat, hero), held, tuple(item.name for item in carried))
