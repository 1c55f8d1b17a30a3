"""What is offered about wounds: staying up, waking, healing, other harm (SB-90 … SB-104)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.challenges import shown
from tablefolk.games.shapers_and_bots.page.offers.fighting import rolled
from tablefolk.games.shapers_and_bots.page.offers.making import do, flag, number, people, pick, text
from tablefolk.games.shapers_and_bots.page.offers.playing import patients
from tablefolk.games.shapers_and_bots.rules import harm as rules
from tablefolk.games.shapers_and_bots.rules import known as numbers
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge, RuleOutcome
from tablefolk.games.shapers_and_bots.rules.extras import never_given
from tablefolk.games.shapers_and_bots.rules.farewells import BidFarewell
from tablefolk.games.shapers_and_bots.rules.marks import SetMark
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import DOWN, Challenge, Character, Wound
from tablefolk.games.shapers_and_bots.rules.wording import say

RHYTHMS = ("round", "minute")


def struck(world: World, seat: Seat) -> Iterator[Offer]:
    """Staying up after a blow, and rage: in the fight itself."""
    for wound in world.wounds:
        if wound.attack:
            yield from bearing(world, seat, wound, "fight")


def answers_owed(world: World, seat: Seat, who: str) -> Iterator[Offer]:
    """The same after a fall, or waking when it is called for: in the middle of the table."""
    for wound in world.wounds:
        if wound.who == who and not wound.attack:
            yield from bearing(world, seat, wound, f"harm:{who}")
    hero = world.cast[who]
    if hero.waking and known.may_command(world, seat, hero):
        owed = known.hand(world, seat, hero)
        yield from rolled(seat, rules.RollWaking, f"harm:{who}", who, owed, starts(hero))


def bearing(world: World, seat: Seat, wound: Wound, at: str) -> Iterator[Offer]:
    hero = world.cast[wound.who]
    if not known.may_command(world, seat, hero):
        return
    owed = known.hand(world, seat, hero)
    if wound.stage == "knockout":
        yield from rolled(seat, rules.RollKnockout, at, hero.id, owed)
    else:
        yield do(rules.RollBerserk, at, owed=owed, who=hero.id)


def asleep(hero: Character) -> bool:
    """Out, and nobody has called for the roll to wake up."""
    return hero.life == "unconscious" and not hero.waking


def sleepers(world: World) -> tuple[Character, ...]:
    """Players' characters who lie there, with nobody having said when they may wake (SB-101)."""
    return tuple(h for h in world.players_characters() if asleep(h) and not h.left)


def waking(world: World) -> Iterator[Offer]:
    """One tap for each of them, where the Director asks what happens next."""
    for hero in sleepers(world) if world.fight is None else ():
        yield called(hero, "next")


def asks_to_wake(hero: Character) -> Iterator[Offer]:
    """Whoever sleeps may ask for the roll (SB-101)."""
    if asleep(hero):
        key = "AskStart" if hero.kind == "bot" else "AskWaking"
        yield do(rules.CallWaking, f"try:{hero.id}:wake", key=key, who=hero.id)


def starts(hero: Character) -> str:
    """A bot starts again where others wake up (SB-164)."""
    return "RollStart" if hero.kind == "bot" else "RollWaking"


def helping(world: World, hero: Character) -> Iterator[Offer]:
    """One tap for each friend who lies there or is hurt (SB-102)."""
    open_ = [c for c in world.challenges.values() if c.purpose == "healing" and known.live(c)]
    tended = {hero.id, *(tried.target for tried in open_)}
    for friend in patients(world) if hero.life == "conscious" else ():
        if friend.id not in tended:
            yield helped(world, hero, friend)


def helped(world: World, hero: Character, friend: Character) -> Offer:
    """First Aid, or for a bot Mechanics."""
    key = "mechanics" if friend.kind == "bot" else "first_aid"
    what, skill = say("play.help", name=friend.name), sheet.label(world, key)
    able = f"{skill} {shown(world, hero, key)}"
    found = sheet.number(world, hero, key)
    if found.known and found.value is None:
        able = say("play.with_none", skill=skill)
    fixed = {"who": hero.id, "target": friend.id, "key": key, "what": what, "purpose": "healing"}
    facts = {"name": friend.name, "with": able}
    return do(OpenChallenge, f"try:{hero.id}:help", key="Help", facts=facts, fixed=fixed)


def farewell(hero: Character) -> Iterator[Offer]:
    """Something to say to whoever is gone, and then somebody new (SB-104)."""
    facts = {"name": hero.name}
    yield do(BidFarewell, f"farewell:{hero.id}", "words", owed=True, facts=facts, who=hero.id)


def nursing(world: World, seat: Seat) -> Iterator[Offer]:
    said = {offer.fixed["who"] for offer in waking(world)}
    for hero in world.cast.values():
        if asleep(hero):
            yield from rolled(
                seat, rules.RollWaking, f"sick:{hero.id}", hero.id, False, starts(hero)
            )
        if hero.life == "unconscious":
            yield from calling(hero)
            if hero.id not in said:
                yield called(hero, f"sick:{hero.id}")
        if hero.life != "dead" and hero.finished and not never_given(world, hero, "HP"):
            yield from healing(hero)
        if hero.life != "dead" and hero.finished and not hero.left:
            yield from marking(hero)
    named = people(h for h in world.here() if h.finished and h.life != "dead")
    heroes = tuple(mortal(world, one) for one in named)
    if heroes:
        yield from hurting(heroes)


def mortal(world: World, one: Choice) -> Choice:
    """Somebody to be hurt, with how many points would be their end (SB-95, SB-99)."""
    hero = world.cast[str(one.value)]
    if never_given(world, hero, "HP"):
        return one
    left = numbers.health(world, hero)
    least = left if left and rules.deadly(world, hero, 0) else left + 1
    key = "spared" if rules.spared(world, hero) else "killed"
    bot = "_bot" if hero.kind == "bot" else ""
    return replace(one, label=say(f"pick.{key}{bot}", name=one.label, n=least))


def marking(hero: Character) -> Iterator[Offer]:
    """Knocked over, or whatever else all should see of somebody; what is there goes again."""
    at, facts = f"sick:{hero.id}", {"name": hero.name}
    if DOWN not in hero.marks:
        yield do(SetMark, at, key="MarkDown", facts=facts, who=hero.id, mark=DOWN)
    yield do(SetMark, at, "mark", facts=facts, who=hero.id)
    for mark in hero.marks:
        said = {**facts, "mark": mark}
        yield do(SetMark, at, key="LiftMark", facts=said, who=hero.id, mark=mark, on=False)


def called(hero: Character, at: str) -> Offer:
    key = "CallStart" if hero.kind == "bot" else "CallWaking"
    return do(rules.CallWaking, at, key=key, facts={"name": hero.name}, who=hero.id)


def calling(hero: Character) -> Iterator[Offer]:
    at, facts = f"sick:{hero.id}", {"name": hero.name}
    for rhythm in RHYTHMS:
        said = {**facts, "often": say(f"rhythm.{rhythm}")}
        fixed = {"who": hero.id, "rhythm": rhythm}
        yield do(rules.CallWaking, at, key="WakeEach", facts=said, fixed=fixed)


def healing(hero: Character) -> Iterator[Offer]:
    """What treatment brings is the Director's to say (SB-102)."""
    at, facts = f"sick:{hero.id}", {"name": hero.name}
    why = text("reason", optional=True, most=200)
    points = number("Heal.points", 1, 99, 1)
    yield do(rules.Heal, at, points, flag("Heal.wakes"), flag("Heal.steady"), why, facts=facts,
             who=hero.id)  # fmt: skip
    yield from simply(hero, at)


def simply(hero: Character, at: str) -> Iterator[Offer]:
    """One tap: a point, steady, or awake."""
    facts, why = {"name": hero.name}, text("reason", optional=True, most=200)
    yield do(rules.Heal, at, key="HealOne", facts=facts, who=hero.id, points=1)
    yield do(rules.Heal, at, why, key="Steady", facts=facts, who=hero.id, steady=True)
    if hero.life == "unconscious":
        yield do(rules.Heal, at, why, key=waking_up(hero), facts=facts, who=hero.id, wakes=True)


def waking_up(hero: Character) -> str:
    return "HealStarts" if hero.kind == "bot" else "HealWakes"


def treated(world: World) -> Challenge | None:
    """The first treatment that worked and of which the Director has to say what it brings (SB-102);
    in a fight at once, and whatever is tried after it."""
    return next((c for c in world.challenges.values() if _unanswered(world, c)), None)


def _unanswered(world: World, tried: Challenge) -> bool:
    target = world.cast.get(tried.target) if tried.purpose == "healing" else None
    done = tried.status in ("rolled", "automatic") and not known.failed(world, tried)
    if target is None or not done or tried.answer:
        return False
    return target.life != "dead" and not never_given(world, target, "HP")


def treating(world: World, tried: Challenge) -> Iterator[Offer]:
    """One answer, and the question is closed: health points only to who lacks some."""
    hero, at = world.cast[tried.target], f"treated:{tried.id}"
    facts, fixed = {"name": hero.name}, {"who": hero.id, "challenge": tried.id}
    owed, why = not tried.hidden, text("reason", optional=True, most=200)
    lost = sheet.hp_max(world, hero) - numbers.health(world, hero)
    if lost > 0:
        one = {**fixed, "points": 1}
        yield do(rules.Heal, at, key="HealOne", owed=owed, facts=facts, fixed=one)
    if hero.life == "unconscious":
        wakes = {**fixed, "wakes": True}
        yield do(rules.Heal, at, why, key=waking_up(hero), owed=owed, facts=facts, fixed=wakes)
    steady = {**fixed, "steady": True}
    yield do(rules.Heal, at, why, key="Steady", owed=owed, facts=facts, fixed=steady)
    other = text("RuleOutcome.text", most=200)
    yield do(RuleOutcome, at, other, key="TreatOther", owed=owed, challenge=tried.id)


def hurting(heroes: tuple[Choice, ...]) -> Iterator[Offer]:
    """Falls, rocks, fire: points or dice, with armor or without it (SB-91)."""
    who = pick("Injure.who", heroes, each=True)
    source = text("Injure.source", optional=True, most=200)
    for armor in (False, True):
        counts = "Armored" if armor else ""
        points = number("Injure.points", 1, 99, 1)
        yield do(rules.Injure, "sick:desk", who, points, source, key=f"InjurePoints{counts}",
                 armor=armor)  # fmt: skip
        dice = number("Injure.dice", 1, 12, 2)
        yield do(rules.Injure, "sick:desk", who, dice, source, key=f"InjureDice{counts}",
                 armor=armor)  # fmt: skip
