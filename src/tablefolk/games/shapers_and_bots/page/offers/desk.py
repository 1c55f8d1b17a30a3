"""The Director's small levers: modifiers, missing numbers, rulings, corrections (SB-171)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
from tablefolk.games.shapers_and_bots.page.offers.making import do, flag, number, people, pick, text
from tablefolk.games.shapers_and_bots.page.offers.playing import MOST
from tablefolk.games.shapers_and_bots.page.offers.sheets import again, rateable
from tablefolk.games.shapers_and_bots.rules import challenges, corrections, extras, rulings, sheet
from tablefolk.games.shapers_and_bots.rules.content import HEART
from tablefolk.games.shapers_and_bots.rules.extras import never_given
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character, Combatant
from tablefolk.games.shapers_and_bots.rules.wording import say

DEAD = 99  # health points below 0
LIVES = ("conscious", "unconscious", "dead")


def about(world: World, hero: Character) -> Iterator[Offer]:
    """What can be put right about somebody; an extra may also be had once more."""
    if hero.finished:
        yield from right(world, hero)
    if hero.extra:
        yield from numbers(world, hero)
        yield from again(hero)


# -- A number for the next roll (SB-23) ------------------------------------------------------------


def modifiers(world: World) -> Iterator[Offer]:
    heroes = people(world.here())
    if heroes:
        yield do(
            challenges.GiveModifier,
            "quick",
            pick("GiveModifier.who", heroes),
            number("value", -MOST, MOST, 1),
            text("AddModifier.label", most=200),
        )
    for hero in world.cast.values():
        for waiting in hero.pending:
            facts = {"name": hero.name, "label": waiting.label}
            fixed = {"who": hero.id, "modifier": waiting.id}
            yield do(challenges.TakeModifier, "quick", facts=facts, fixed=fixed)


# -- The record (SB-8) -----------------------------------------------------------------------------


def recording(world: World) -> Iterator[Offer]:
    nobody = Choice("", say("pick.nobody"))
    yield do(
        rulings.RecordRuling,
        "rulings",
        text("RecordRuling.question", most=200),
        text("RecordRuling.answer", long=True),
        pick("RecordRuling.about", (nobody, *people(world.here())), start=""),
        flag("RecordRuling.hidden"),
    )


# -- Numbers an extra was never given; Courage and Honesty (SB-166, SB-169) ------------------------


def numbers(world: World, hero: Character) -> Iterator[Offer]:
    at, facts = f"right:{hero.id}", {"name": hero.name}
    keys = [choice for choice in rateable(world, hero) if choice.value not in HEART]
    value = number("SetRating.value", -20, 40)
    yield do(extras.SetRating, at, pick("SetRating.key", keys), value, key="SetAnyRating",
             facts=facts, who=hero.id)  # fmt: skip
    for key in HEART:
        value = number("SetRating.value", -20, 20)
        said = {**facts, "rating": sheet.label(world, key)}
        yield do(extras.SetRating, at, value, facts=said, fixed={"who": hero.id, "key": key})
    both = (number("SetHeart.courage", -20, 20), number("SetHeart.honesty", -20, 20))
    yield do(extras.SetHeart, at, *both, facts=facts, who=hero.id)


# -- Putting things right (SB-173, SB-174) ---------------------------------------------------------


def right(world: World, hero: Character) -> Iterator[Offer]:
    if not never_given(world, hero, "HP"):
        yield from health(world, hero)
    for item in hero.items:
        at = f"right:{hero.id}"
        for what in ("drawn", "loaded", "worn"):
            value = not getattr(item, what)
            said = say(f"right.{what}_{'yes' if value else 'no'}")
            fixed = {"who": hero.id, "item": item.id, "what": what, "value": value}
            facts = {"item": item.name, "state": said}
            yield do(corrections.CorrectItem, at, facts=facts, fixed=fixed)
    one = world.combatant(hero.id)
    if one is not None:
        yield from fighter(hero, one)


def health(world: World, hero: Character) -> Iterator[Offer]:
    """Health points up or down, and life; each a number that differs from now."""
    at, why = f"right:{hero.id}", text("reason", optional=True, most=200)
    now, most = sheet.hp(world, hero), sheet.hp_max(world, hero)
    least = 0 if hero.life != "dead" else -DEAD
    same = {"who": hero.id, "life": hero.life}
    if now > least:
        fewer = number("hp", least, now - 1, max(least, now - 1))
        yield do(corrections.CorrectHealth, at, fewer, why, key="FewerHealth", fixed=same)
    if now < most:
        more = number("hp", max(now + 1, least), most, min(now + 1, most))
        yield do(corrections.CorrectHealth, at, more, why, key="MoreHealth", fixed=same)
    for life in LIVES:
        if life != hero.life:
            low = 0 if life != "dead" else -DEAD
            hp = number("hp", low, most, max(low, min(now, most)))
            facts = {"name": hero.name, "life": say(f"life.{life}_{bot(hero)}")}
            fixed = {"who": hero.id, "life": life}
            yield do(corrections.CorrectHealth, at, hp, why, key="CorrectLife", facts=facts,
                     fixed=fixed)  # fmt: skip


def bot(hero: Character) -> str:
    return "bot" if hero.kind == "bot" else "animal"


def fighter(hero: Character, one: Combatant) -> Iterator[Offer]:
    """Actions and the like; giving back one that was spent is the same (SB-174)."""
    at = f"right:{hero.id}"
    for what, most in corrections.NUMBERS.items():
        for value in range(most + 1):
            if value != getattr(one, what):
                yield fixed(hero, at, what, value, str(value))
    for what in corrections.FLAGS:
        value = int(not getattr(one, what))
        yield fixed(hero, at, what, value, say(f"play.{'yes' if value else 'no'}"))


def fixed(hero: Character, at: str, what: str, value: int, shown: str) -> Offer:
    facts = {"what": say(f"fought.{what}"), "value": shown}
    return do(corrections.CorrectFighter, f"{at}:fight", facts=facts,
              fixed={"who": hero.id, "what": what, "value": value})  # fmt: skip
