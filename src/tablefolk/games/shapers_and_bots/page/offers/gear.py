"""What is offered about things to carry (SB-85 … SB-92, SB-116, SB-156)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.shapers_and_bots.page.offers.making import do, flag, number, people, pick, text
from tablefolk.games.shapers_and_bots.page.offers.sheets import where
from tablefolk.games.shapers_and_bots.rules import gear as rules
from tablefolk.games.shapers_and_bots.rules import sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.fights import ways
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character, Item
from tablefolk.games.shapers_and_bots.rules.wording import say


def carried(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """Things to get, to hand on and to wear."""
    yield from getting(world, hero)
    for item in hero.items:
        yield from with_item(world, seat, hero, item)
    if seat.gm:
        yield from rulings(world, hero)


def about_of(hero: Character) -> str:
    """Things are got where the sheet is made, or on the finished sheet."""
    return f"{where(hero)}:things"


def getting(world: World, hero: Character) -> Iterator[Offer]:
    """While the sheet is made, anything on the list freely; later the Director nods (SB-89)."""
    about = about_of(hero)
    if hero.finished:
        things = (Choice(id, thing.name) for id, thing in world.all_gear().items())
        yield do(rules.GiveItem, about, pick("GiveItem.gear", things), key="GetItem", who=hero.id)
    else:
        for id, thing in world.all_gear().items():
            fixed = {"who": hero.id, "gear": id}
            yield do(rules.GiveItem, about, facts={"name": thing.name}, fixed=fixed)
    yield do(
        rules.GiveOwnItem,
        about,
        text("GiveOwnItem.name", most=60),
        pick("size", sizes(), start=""),
        pick("GiveOwnItem.skill", skill_choices(world, hero), start=""),
        flag("two_handed"),
        who=hero.id,
    )


def sizes() -> Iterator[Choice]:
    yield Choice("", say("size.no_weapon"))
    yield from weapon_sizes()


def weapon_sizes() -> Iterator[Choice]:
    """The four classes, with what they are like (SB-89)."""
    for size in content().weapons.values():
        yield Choice(size.id, size.name, ", ".join(size.examples[:3]))


def skill_choices(world: World, hero: Character) -> Iterator[Choice]:
    yield Choice("", say("labels.own_skill"))
    for key in ("brawling", "throwing", *skills.specialties(world, hero)):
        yield Choice(key, sheet.label(world, key))


def with_item(world: World, seat: Seat, hero: Character, item: Item) -> Iterator[Offer]:
    about, facts = f"{where(hero)}:item:{item.id}", {"name": item.name}
    fixed = {"who": hero.id, "item": item.id}
    if item.armor != "none":
        key = "TakeOffArmor" if item.worn else "WearArmor"
        turned = {**fixed, "wear": not item.worn}
        yield do(rules.WearArmor, about, key=key, facts=facts, fixed=turned)
    others = tuple(h for h in receivers(world, seat) if h.id != hero.id)
    if others:
        to = pick("HandItem.to", people(others))
        yield do(rules.HandItem, about, to, facts=facts, fixed=fixed)
    if not hero.finished:
        yield do(rules.TakeItem, about_of(hero), key="PutBack", facts=facts, fixed=fixed)
    elif seat.gm:
        yield do(rules.TakeItem, about, facts=facts, fixed=fixed)
    if seat.gm:
        steps = number("actions", 0, rules.MOST_RELOAD, item.reload_actions)
        why = text("reason", optional=True, most=200)
        loaded = flag("loaded", item.loaded)
        yield do(rules.RuleReload, about, steps, loaded, why, facts=facts, fixed=fixed)


def receivers(world: World, seat: Seat) -> Iterator[Character]:
    """Whom something can be given to: players know each other, the Director everybody."""
    known = world.cast.values() if seat.gm else world.players_characters()
    return (hero for hero in known if hero.finished and not hero.left and hero.life != "dead")


def rulings(world: World, hero: Character) -> Iterator[Offer]:
    """The class of a thing, or of a bot's tool, is the Director's to say (SB-89, SB-156)."""
    items = [Choice(f"item:{item.id}", item.name) for item in hero.items]
    tools = [
        Choice(f"bot:{part.feature}", ways.tool(world, part).label)
        for part in ways.tools(world, hero)
    ]
    if items or tools:
        yield do(
            rules.RuleSize,
            about_of(hero),
            pick("RuleSize.way", (*items, *tools)),
            pick("RuleSize.size", weapon_sizes()),
            text("reason", optional=True, most=200),
            who=hero.id,
        )
