"""What is offered about bots at the table: power, bugs, orders, mishaps (SB-156 … SB-162)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.making import do, number, people, pick, text
from tablefolk.games.shapers_and_bots.rules import bots_in_play as rules
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

EXPOSED = ("water", "fire", "a blow")
WHERE = ("", "underground", "underwater")


def around(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """What can be done about one bot."""
    if hero.bot and known.may_command(world, seat, hero) and hero.bot.overturned:
        yield do(rules.GetUp, at(hero), facts={"name": hero.name}, who=hero.id)
    yield from ordering(world, seat, hero)
    if seat.gm:
        yield from directing(world, hero)


def surroundings(world: World) -> Iterator[Offer]:
    for where in WHERE:
        if where != world.scene:
            facts = {"where": say(f"where.{where or 'above'}")}
            yield do(rules.SetSurroundings, "quick", facts=facts, where=where)


def at(hero: Character) -> str:
    return f"bot:{hero.id}"


def ordering(world: World, seat: Seat, bot: Character) -> Iterator[Offer]:
    """Whoever has the keyword gives the orders (SB-162)."""
    holder = world.cast.get(bot.bot.holder) if bot.bot else None
    if holder is not None and known.may_command(world, seat, holder):
        facts = {"name": bot.name, "holder": holder.name}
        what = text("GiveOrder.text", most=200)
        yield do(
            rules.GiveOrder, at(bot), what, facts=facts, fixed={"who": bot.id, "by": holder.id}
        )


def directing(world: World, hero: Character) -> Iterator[Offer]:
    body, facts, who = hero.bot, {"name": hero.name}, hero.id
    assert body is not None
    asked = world.fight is not None and hero.id in world.fight.buggy
    if sheet.penalized(hero, "buggy") and not asked:
        yield from bugs(hero, at(hero))
    if not body.overturned:
        yield do(rules.TurnOver, at(hero), facts=facts, who=who)
    for thing in EXPOSED:
        said = {**facts, "thing": say(f"exposed.{thing.replace(' ', '_')}")}
        what = text("RuleExposure.text", most=200)
        yield do(rules.RuleExposure, at(hero), what, facts=said, fixed={"who": who, "to": thing})
    if sheet.penalized(hero, "obedient"):
        rest = [h for h in world.here() if h.id != body.holder]
        there = people(rest)
        nobody = (Choice("", say("pick.nobody")),) if body.holder else ()
        if there or nobody:
            holder = pick("NoteHolder.holder", (*nobody, *there))
            yield do(rules.NoteHolder, at(hero), holder, facts=facts, who=who)
    yield from power(hero)


def power(hero: Character) -> Iterator[Offer]:
    """A track of steps, off until the Director wants one (SB-158)."""
    body = hero.bot
    assert body is not None
    facts, who = {"name": hero.name}, hero.id
    steps = number("KeepPower.steps", 0, rules.MOST_POWER, body.power_most or 6)
    yield do(rules.KeepPower, at(hero), steps, facts=facts, who=who)
    for by in (-1, 1):
        key = "DrainPower" if by < 0 else "FeedPower"
        if body.power_most:
            yield do(
                rules.StepPower, at(hero), key=key, facts=facts, fixed={"who": who, "steps": by}
            )


def bugs(hero: Character, where: str, owed: bool = False) -> Iterator[Offer]:
    """Under stress: all well, odd, or frozen; asked at the start of a fight (SB-160)."""
    facts, fixed = {"name": hero.name}, {"who": hero.id}
    yield do(rules.RuleBug, where, owed=owed, key="BugWell", facts=facts,
             fixed={**fixed, "how": "well"})  # fmt: skip
    odd = text("RuleBug.text", most=200)
    yield do(rules.RuleBug, where, odd, owed=owed, key="BugOdd", facts=facts,
             fixed={**fixed, "how": "odd"})  # fmt: skip
    lost = number("RuleBug.actions", 0, 4, 1)
    yield do(rules.RuleBug, where, lost, owed=owed, key="BugFrozen", facts=facts,
             fixed={**fixed, "how": "frozen"})  # fmt: skip
