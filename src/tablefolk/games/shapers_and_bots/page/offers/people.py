"""What is offered about who plays whom (SB-2, SB-3, SB-104)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
from tablefolk.games.shapers_and_bots.page.offers.making import do, members, pick
from tablefolk.games.shapers_and_bots.page.offers.sheets import where
from tablefolk.games.shapers_and_bots.rules import people as rules
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say


def coming_and_going(world: World, hero: Character) -> Iterator[Offer]:
    facts = {"name": hero.name or hero.id}
    about = where(hero)
    if not hero.finished:
        yield do(rules.DropSheet, about, facts=facts, who=hero.id)
    elif hero.left and hero.life != "dead":
        yield do(rules.ReturnToStory, about, facts=facts, who=hero.id)
    elif not hero.left:
        if hero.player and world.playing.get(hero.player) != hero.id and hero.life != "dead":
            yield do(rules.PlayAs, about, facts=facts, who=hero.id)
        yield do(rules.LeaveStory, about, facts=facts, who=hero.id)


def handing(world: World, hero: Character) -> Iterator[Offer]:
    """A sheet for a player, finished or not, or back to the Director (SB-3)."""
    there = [choice for choice in members(world) if choice.value != hero.player]
    back = [] if hero.extra else [Choice("", say("labels.the_director"))]
    if there or back:
        facts = {"name": hero.name or hero.id}
        to = pick("HandOver.to", (*there, *back))
        yield do(rules.HandOver, where(hero), to, facts=facts, who=hero.id)
