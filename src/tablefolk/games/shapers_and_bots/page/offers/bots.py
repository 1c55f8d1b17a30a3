"""What is offered on a bot's workbench (SB-149 … SB-156)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Blank, Offer
from tablefolk.games.shapers_and_bots.page.offers.creation import about_of, card
from tablefolk.games.shapers_and_bots.page.offers.making import do, text
from tablefolk.games.shapers_and_bots.rules import bots as rules
from tablefolk.games.shapers_and_bots.rules.content import BotFeature, BotPenalty, content
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import BotBody, Character


def bench(world: World, hero: Character, body: BotBody, owes: bool) -> Iterator[Offer]:
    """Its parts, on and off; a penalty is waited for by whoever owes one (SB-152)."""
    about = f"{card(hero)}:bot"
    for way in content().locomotion:
        if way != body.locomotion:
            fixed = {"who": hero.id, "locomotion": way}
            yield do(rules.ChooseLocomotion, about, facts={"name": way}, fixed=fixed)
    for place_, part in enumerate(body.parts, 1):
        found = world.bot_feature(part.feature)
        facts = {"name": found.name if found else part.feature}
        yield do(rules.DropPart, about, facts=facts, fixed={"who": hero.id, "place": place_})
    for penalty in body.penalties:
        lack = world.bot_penalty(penalty)
        facts = {"name": lack.name if lack else penalty}
        yield do(rules.DropPenalty, about, facts=facts, fixed={"who": hero.id, "penalty": penalty})
    there = {part.feature for part in body.parts}
    for feature in world.all_bot_features().values():
        if feature.repeatable or feature.id not in there:
            fixed = {"who": hero.id, "feature": feature.id}
            yield do(rules.TakePart, about, *noted(feature), facts={"name": feature.name},
                     fixed=fixed)  # fmt: skip
    for lacking in world.all_bot_penalties().values():
        if lacking.id not in body.penalties:
            fixed = {"who": hero.id, "penalty": lacking.id}
            yield do(rules.TakePenalty, about, *noted(lacking), owed=owes,
                     facts={"name": lacking.name}, fixed=fixed)  # fmt: skip


def noted(part: BotFeature | BotPenalty) -> tuple[Blank, ...]:
    """A place for what has to be noted: a terrain, small or large, a keyword (SB-157)."""
    if not part.note:
        return ()
    note = text("note", most=200)
    return (type(note)(note.name, part.note.capitalize(), note.hint, most=note.most),)


def nose(hero: Character) -> Iterator[Offer]:
    """The Director may let a bot smell (SB-151)."""
    if hero.bot is not None:
        key = "TakeNose" if hero.bot.nose else "AllowNose"
        about = f"who:{hero.id}" if hero.finished else about_of(hero)
        yield do(rules.AllowNose, about, key=key, who=hero.id, yes=not hero.bot.nose)
