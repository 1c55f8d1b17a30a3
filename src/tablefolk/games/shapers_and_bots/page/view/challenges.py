"""Challenges and contests as a seat sees them (SB-16 … SB-35, SB-157, SB-170)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.chances import now
from tablefolk.games.shapers_and_bots.chances.now import Contested, may_know, of_contest
from tablefolk.games.shapers_and_bots.chances.rolls import challenge
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    Call,
    Caller,
    Cannot,
    ChallengeCard,
    Chance,
    ContestCard,
    Next,
    Power,
    SideCard,
    Stop,
    Stories,
    Throw,
    Tile,
    Try,
    Wanted,
)
from tablefolk.games.shapers_and_bots.page.offers.challenges import STOPS, only_luck, shared
from tablefolk.games.shapers_and_bots.page.offers.harm import sleepers
from tablefolk.games.shapers_and_bots.page.offers.playing import best, contest_at, keys, tried_at
from tablefolk.games.shapers_and_bots.page.offers.shaping import about_of
from tablefolk.games.shapers_and_bots.page.view.chances import (
    addends,
    chance,
    last_roll,
    person,
    roll_card,
    rollable,
    somebody,
    stopping,
    throw,
)
from tablefolk.games.shapers_and_bots.page.view.figures import BADGES, skill_icon
from tablefolk.games.shapers_and_bots.rules import challenges as rules
from tablefolk.games.shapers_and_bots.rules import rolling, shaped, shaping, sheet, skills
from tablefolk.games.shapers_and_bots.rules.shaping import ResistShaping
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Contest, Roll, Side
from tablefolk.games.shapers_and_bots.rules.wording import say

STARS = (4, 2, 0)  # from here on three stars, two, one
HOPELESS = -6  # from here on only hope helps


# -- What do you do? -------------------------------------------------------------------------------


def trying(world: World, seat: Seat, hero: Character) -> Iterator[Block]:
    """Pictures of what somebody is good at."""
    able = hero.life == "conscious"
    tiles = tuple(tile(world, hero, key) for key in best(world, hero)) if able else ()
    helps = helpers(hero) if hero.life == "unconscious" else ""
    gifts = tuple(power(world, hero, kind) for kind in skills.shaped(hero)) if able else ()
    shown = person(world, seat, hero)
    yield Try(f"try:{hero.id}", person=shown, tiles=tiles, powers=gifts, helps=helps)


def power(world: World, hero: Character, kind: str, note: str = "", why_not: str = "") -> Power:
    """A kind of shaping, which has a part of its own."""
    found = world.shaping_kind(kind)
    named = say("play.shape", kind=found.name if found else kind)
    picture = BADGES.get(kind, "wand-sparkles")
    shown = replace(tile(world, hero, f"shaping:{kind}"), label=named, icon=picture)
    return Power(about_of(hero, kind), shown, note, why_not)


def helpers(hero: Character) -> str:
    """Who can do something about it that somebody lies knocked out (SB-101, SB-102)."""
    return say(f"play.helps_{hero.kind}", name=hero.name)


def cannot(world: World, hero: Character) -> Iterator[Block]:
    """What somebody cannot do at all, and why not."""
    closed = ((key, skills.out_of_reach(world, hero, key)) for key in keys(world, hero))
    lines = tuple((sheet.label(world, key), why) for key, why in closed if why)
    yield Cannot(f"try:{hero.id}:more", name=hero.name, lines=lines)


def whats_next(world: World, seat: Seat) -> Iterator[Block]:
    """The Director, while nothing is asked: what could happen next."""
    asleep = sleepers(world) if world.fight is None else ()
    lying = tuple((hero.id, say(f"stage.out_{hero.kind}", name=hero.name)) for hero in asleep)
    yield Next("next", book=world.running, asleep=lying, hints=(say("tips.few_rolls"),))


def calling(world: World, seat: Seat) -> Iterator[Block]:
    """From whom the Director may call for dice."""
    heroes = [h for h in world.here() if h.finished and h.life != "dead"]
    heroes.sort(key=lambda hero: hero.extra)
    signs = tuple((key, skill_icon(key), sheet.label(world, key)) for key in shared(world))
    people = tuple(person(world, seat, hero) for hero in heroes)
    yield Call("call", people=people, signs=signs)


def caller(world: World, seat: Seat, hero: Character) -> Iterator[Block]:
    tiles = tuple(with_odds(world, hero, tile(world, hero, key)) for key in best(world, hero))
    yield Caller(f"try:{hero.id}", person=person(world, seat, hero), tiles=tiles)


def with_odds(world: World, hero: Character, shown: Tile) -> Tile:
    """How likely it is where it is ordinary, for whoever says how hard it is (SB-170)."""
    good = chance_at(world, hero, Challenge(0, hero.id, "", shown.key), 0)
    return replace(shown, words=f"{shown.words}, {good.text}") if good else shown


def tile(world: World, hero: Character, key: str) -> Tile:
    found = sheet.number(world, hero, key)
    shown = "?" if found.unset else sheet.signed(found.value)
    stars = next((n for n, least in enumerate(STARS) if (found.value or 0) >= least), len(STARS))
    words = say(f"able.{len(STARS) - stars}")
    return Tile(key, sheet.label(world, key), shown, skill_icon(key), len(STARS) - stars, words)


def mine(world: World, seat: Seat, tried: Challenge) -> bool:
    hero = world.cast[tried.who]
    asked = world.cast.get(tried.target) if tried.waits else hero
    return known.hand(world, seat, asked or hero)


# -- A challenge -----------------------------------------------------------------------------------


def card(world: World, seat: Seat, tried: Challenge) -> ChallengeCard:
    hero, is_open = world.cast[tried.who], tried.status == "open"
    dice = throw(world, seat, hero, tried.key, rules.modifiers(tried)) if is_open else None
    lucky = is_open and only_luck(world, hero, tried)
    stops = tuple(dial(world, seat, hero, tried)) if seat.gm and is_open and not lucky else ()
    return ChallengeCard(
        about=tried_at(tried),
        challenge=tried.id,
        what=tried.what,
        person=person(world, seat, hero),
        mine=mine(world, seat, tried),
        status=tried.status,
        kind=tried.purpose,
        icon=picture(tried),
        hidden=tried.hidden,
        grave=tried.grave,
        target=somebody(world, seat, tried.target),
        focus=tried.focus if world.combatant(hero.id) else "",
        difficulty=sheet.signed(tried.difficulty),
        takes=takes(world, seat, hero, tried) if is_open else "",
        throw=dice,
        stops=stops,
        lucky=lucky,
        guide=tuple(guide(world, tried)) if stops else (),
        asked=tried.asked,
        easy=easy(world, seat, hero, tried) if is_open else "",
        hope=hopeless(world, seat, hero, tried) if is_open else False,
        parts=tuple(wanted(world, hero, tried)) if is_open or tried.status == "refused" else (),
        resist=sheet.label(world, tried.resist) if tried.resist else "",
        against=against(world, seat, tried),
        roll=last_roll(world, seat, tried.roll),
        defence=last_roll(world, seat, tried.resist_roll),
        stopped=tried.stopped,
        answer=tried.answer,
        waits=waits(world, seat, tried),
        odds_note=odds_note(world, seat, hero, dice),
        hints=hints(world, seat, hero, tried),
    )


def title(world: World, seat: Seat, tried: Challenge) -> str:
    """The question to this seat, or what it watches."""
    key, who = "challenge", tried.who
    if tried.waits:
        key, who = "resist", tried.target
    elif tried.status == "refused":
        key = "refused"
    elif rules.questioned(world, tried):
        key = "automatic" if tried.asked else "part"
        asked = "ask_now" if seat.gm else "wait_now"
        return say(f"{asked}.{key}", name=world.name(who))
    asked = "ask_now" if known.hand(world, seat, world.cast[who]) else "wait_now"
    return say(f"{asked}.{key}", name=world.name(who))


def eyebrow(world: World, seat: Seat, tried: Challenge) -> str:
    """Who is asked, where it is the Director."""
    if tried.waits or not rules.questioned(world, tried):
        return ""
    return say("stage.you") if seat.gm else say("stage.director")


def contest_title(seat: Seat, contest: Contest) -> str:
    if contest.status == "tied":
        return say("ask_now.tie" if seat.gm else "wait_now.tie")
    return say("ask_now.contest")


def picture(tried: Challenge) -> str:
    if tried.purpose == "shaping":
        return BADGES.get(tried.key.partition(":")[2], "wand-sparkles")
    return {"healing": "kit-medical", "smell": "wind"}.get(tried.purpose, "dice")


def dial(world: World, seat: Seat, hero: Character, tried: Challenge) -> Iterator[Stop]:
    """The stops of the dial with the chance at each (SB-170)."""
    names = dict(rules.PRESETS)
    for value in sorted({*STOPS, tried.difficulty}):
        here = value == tried.difficulty
        good = chance_at(world, hero, tried, value)
        yield Stop(value, sheet.signed(value), names.get(value, ""), here, good)


def guide(world: World, tried: Challenge) -> Iterator[str]:
    """What to set the dial by, for shaping (SB-140)."""
    if tried.purpose == "shaping":
        for value, text in shaping.examples(world, tried.key.partition(":")[2]):
            yield f"{sheet.signed(value)}: {text}"


def chance_at(world: World, hero: Character, tried: Challenge, value: int) -> Chance | None:
    """The chance if it were that hard; None where a number is still to be set (SB-169)."""
    if not rollable(world, hero, tried.key):
        return None
    base = now.throw(world, hero.id, tried.key, tried.modifiers).modifier
    return chance(challenge(None if base is None else base + value).good)


def takes(world: World, seat: Seat, hero: Character, tried: Challenge) -> str:
    """What it takes of a turn in a fight, to be read before the dice fall (SB-119, SB-141)."""
    one = world.combatant(hero.id)
    if one is None:
        return ""
    shaper = tried.purpose == "shaping"
    if shaper and tried.focus == "full":
        return say("play.takes_turn")
    cost = shaped.price(one, tried.focus) if shaper else tried.cost
    if not cost:
        return say("play.takes_none")
    if hero.player != seat.id or cost > one.pool:
        return say("play.takes", n=cost)
    all_ = "takes_all" if cost > 1 else "takes_last"
    return say(f"play.{all_ if cost == one.pool else 'takes_yours'}", n=cost, left=one.pool)


def easy(world: World, seat: Seat, hero: Character, tried: Challenge) -> str:
    """Rating and difficulty together, where that may go without dice (SB-21)."""
    if hero.extra and not seat.gm:
        return ""
    found = sheet.number(world, hero, tried.key)
    total = None if found.value is None else found.value + tried.difficulty
    return sheet.signed(total) if total is not None and total >= 1 else ""


def hopeless(world: World, seat: Seat, hero: Character, tried: Challenge) -> bool:
    if (hero.extra and not seat.gm) or not rollable(world, hero, tried.key):
        return False
    found = sheet.number(world, hero, tried.key).value
    total = rolling.total(found, hero, rules.modifiers(tried))
    return total is None or total <= HOPELESS


def wanted(world: World, hero: Character, tried: Challenge) -> Iterator[Wanted]:
    for part in hero.bot.parts if hero.bot else ():
        found = world.bot_feature(part.feature)
        if found:
            yield Wanted(part.feature, found.name, part.feature in tried.parts)


def against(world: World, seat: Seat, tried: Challenge) -> Throw | None:
    target = world.cast.get(tried.target)
    if target is None or not tried.waits:
        return None
    dice = throw(world, seat, target, tried.resist)
    return stopping(dice, now.resist_shaping, world, ResistShaping(tried.id))


def waits(world: World, seat: Seat, tried: Challenge) -> str:
    """For whom the table waits, where it is not this seat."""
    if tried.waits:
        hero = world.cast.get(tried.target)
    else:
        hero = world.cast[tried.who] if tried.status == "open" else None
    if tried.asked and not tried.waits:
        return "" if seat.gm else say("waits.automatic")
    if hero is None or known.hand(world, seat, hero):
        return ""
    who = world.name(hero.player) if hero.player else say("waits.director")
    return say("waits.dice", who=who, name=hero.name)


def odds_note(world: World, seat: Seat, hero: Character, dice: Throw | None) -> str:
    if dice is None or dice.chance is not None or dice.missing:
        return ""
    if hero.extra and not seat.gm:
        return ""
    return "" if may_know(world, seat, hero.id) else say("play.no_odds")


def hints(world: World, seat: Seat, hero: Character, tried: Challenge) -> tuple[str, ...]:
    """Advice in its place: skip dice, hope, what shapers must not do."""
    told = []
    if tried.status == "open" and seat.gm and easy(world, seat, hero, tried):
        told.append(say("tips.skip_dice"))
    if tried.status == "open" and hopeless(world, seat, hero, tried):
        told.append(say("tips.hope"))
    if tried.purpose == "healing" and seat.gm and tried.status in ("rolled", "automatic"):
        told.append(say("tips.healing"))
    if tried.grave:
        told.append(say("tips.crime"))
    return tuple(told)


# -- Flukes and fumbles ----------------------------------------------------------------------------


def stories(world: World, seat: Seat, rolls: tuple[Roll, ...]) -> Stories:
    cards = tuple(roll_card(world, seat, roll, f"stories:{roll.id}") for roll in rolls[:3])
    return Stories(about="stories", rolls=cards, hints=(say("tips.flukes"),))


# -- Contests --------------------------------------------------------------------------------------


def contest_card(world: World, seat: Seat, contest: Contest) -> ContestCard:
    odds = contest_odds(world, seat, contest)
    sides = tuple(side_card(world, seat, contest, side, odds) for side in contest.sides)
    tie = chance(odds.chances.tie) if odds else None
    return ContestCard(
        about=contest_at(contest),
        contest=contest.id,
        what=contest.what,
        status=contest.status,
        tries=contest.tries,
        sides=sides,
        tie=tie,
        answer=contest.answer,
        waits=contest_waits(world, seat, contest),
        flukes=world.flag("contest_flukes"),
        hints=(say("tips.tie"),) if contest.status == "tied" and seat.gm else (),
    )


def contest_odds(world: World, seat: Seat, contest: Contest) -> Contested | None:
    """For all, unless that would tell what an extra is worth (SB-168)."""
    secret = any(world.cast[side.who].extra for side in contest.sides) and not seat.gm
    known_ = all(rollable(world, world.cast[s.who], s.key) for s in contest.sides)
    mine_ = next((s.who for s in contest.sides if world.cast[s.who].player == seat.id), "")
    if secret or not known_ or not may_know(world, seat, mine_):
        return None
    return of_contest(world, contest, seat)


def side_card(
    world: World, seat: Seat, contest: Contest, side: Side, odds: Contested | None
) -> SideCard:
    hero = world.cast[side.who]
    dice = throw(world, seat, hero, side.key, side.modifiers)
    wins: Chance | None = None
    if odds and side.who in odds.sides:
        wins = chance(odds.chances.wins[odds.sides.index(side.who)])
    parts = dice.addends
    if not parts and not hero.extra:
        parts = tuple(addends(dice.rating, None, side.modifiers))
    return SideCard(
        person(world, seat, hero),
        dice.rating,
        dice.notation,
        parts if not side.roll else (),
        wins,
        last_roll(world, seat, side.roll),
        bool(side.roll),
        contest.winner == side.who,
        side.out,
        dice.missing,
    )


def contest_waits(world: World, seat: Seat, contest: Contest) -> str:
    if contest.status == "tied":
        return "" if seat.gm else say("waits.tie")
    if contest.status != "open":
        return ""
    left = [world.cast[s.who] for s in contest.sides if not (s.roll or s.out)]
    others = [hero.name for hero in left if not known.hand(world, seat, hero)]
    return say("waits.sides", names=listing(others)) if others else ""
