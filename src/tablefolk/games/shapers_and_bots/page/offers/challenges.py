"""What is offered around challenges and contests (SB-16 … SB-35, SB-157, SB-170)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.game import Blank, Choice, Offer, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.making import do, flag, number, people, pick, text
from tablefolk.games.shapers_and_bots.page.offers.playing import (
    MOST,
    all_ratings,
    best,
    contest_at,
    own_ratings,
    rated,
    ratings,
    reach,
    tried_at,
)
from tablefolk.games.shapers_and_bots.rules import challenges as rules
from tablefolk.games.shapers_and_bots.rules import contests, extras, shaping, sheet, skills
from tablefolk.games.shapers_and_bots.rules.bots_in_play import GrantPart, UsePart
from tablefolk.games.shapers_and_bots.rules.content import BASE
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Contest, Roll
from tablefolk.games.shapers_and_bots.rules.wording import attempted

STOPS = (3, 2, 1, 0, -1, -2, -3, -5, -10)  # of the dial: the presets, and what lies between
HEALING = ("first_aid", "medicine", "mechanics")  # SB-102


# -- Opening (SB-17, SB-31, SB-102) ---------------------------------------------------------------


def called(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """The Director calls for dice from somebody."""
    own = own_ratings(world, hero)
    yield from calling_best(world, hero)
    yield from calling(world, hero, own)
    yield treating(world, seat, hero)
    yield from contest(world, hero, own)


def calling_best(world: World, hero: Character) -> Iterator[Offer]:
    """What somebody is good at, at one tap; how hard it is stands at ordinary (SB-17)."""
    if choices := tuple(rated(world, hero, best(world, hero))):
        yield do(
            rules.OpenChallenge,
            f"try:{hero.id}:best",
            pick("OpenChallenge.key", choices),
            text("OpenChallenge.what", optional=True, most=200),
            *difficulty(SEES_ALL),
            *costing(world, SEES_ALL, hero),
            key="CallBest",
            facts={"name": hero.name},
            who=hero.id,
        )


def calling(world: World, hero: Character, own: tuple[Choice, ...]) -> Iterator[Offer]:
    """The Director calls for dice, with any rating there is."""
    yield do(
        rules.OpenChallenge,
        f"try:{hero.id}",
        text("OpenChallenge.what", most=200),
        pick("OpenChallenge.key", own),
        *difficulty(SEES_ALL),
        *costing(world, SEES_ALL, hero),
        flag("OpenChallenge.hidden"),
        key="CallChallenge",
        facts={"name": hero.name},
        who=hero.id,
    )


def trying(world: World, hero: Character) -> Iterator[Offer]:
    """A few things one is good at."""
    yield from with_one_of(world, hero, "OpenChallenge", best(world, hero), f"try:{hero.id}")


def trying_more(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """The rest, what only a fluke can bring, and treating somebody (SB-59, SB-102)."""
    able, lucky = reach(world, hero)
    at = f"try:{hero.id}:more"
    yield from with_one_of(world, hero, "TryMore", able, at)
    yield replace(treating(world, seat, hero), about=at)
    yield from with_one_of(world, hero, "TryLuck", lucky, at)


def with_one_of(
    world: World, hero: Character, called: str, some: Iterable[str], at: str
) -> Iterator[Offer]:
    if choices := tuple(rated(world, hero, some)):
        key = pick(f"{called}.key", choices)
        what = text("Trying.what", optional=True, most=200)
        facts = {"name": hero.name}
        yield do(rules.OpenChallenge, at, key, what, key=called, facts=facts, who=hero.id)


def difficulty(seat: Seat, start: int = 0) -> tuple[Blank, ...]:
    """How hard it is: the Director's to say, who fills it in when a player asks (SB-17)."""
    return (number("Trying.difficulty", -MOST, MOST, start),) if seat.gm else ()


def costing(world: World, seat: Seat, hero: Character) -> tuple[Blank, ...]:
    """In a fight, how many actions it takes: the Director's to say as well (SB-119)."""
    most = rules.to_spend(world, hero) if seat.gm else 0
    return (number("cost", 0, most, min(1, most)),) if most else ()


def treating(world: World, seat: Seat, hero: Character) -> Offer:
    """Wounds, illness, a bot's insides: a challenge whose success the Director reads (SB-102)."""
    skills = [key for key in HEALING if world.find_skill(key)]
    with_what = (Choice(k, f"{sheet.label(world, k)} {shown(world, hero, k)}") for k in skills)
    return do(
        rules.OpenChallenge,
        f"try:{hero.id}",
        pick("OpenChallenge.target", people(known.people(world, seat))),
        pick("Treat.key", with_what),
        text("OpenChallenge.what", "Treat the wounds", most=200),
        *difficulty(seat),
        *costing(world, seat, hero),
        key="Treat",
        facts={"name": hero.name},
        who=hero.id,
        purpose="healing",
    )


def shown(world: World, hero: Character, key: str) -> str:
    found = sheet.number(world, hero, key)
    return "?" if found.unset else sheet.signed(found.value)


def for_all(world: World) -> Iterator[Offer]:
    """One roll of everybody who plays and is awake: who hears it? (SB-17)"""
    playing = (hero for hero in world.players_characters() if known.taken_up(world, hero))
    there = [h for h in playing if h.finished and h.life == "conscious" and not h.left]
    if len(there) > 1:
        yield do(
            rules.CallForAll,
            "call:all",
            pick("CallForAll.key", (Choice(k, sheet.label(world, k)) for k in shared(world))),
            text("CallForAll.what", optional=True, most=200),
            *difficulty(SEES_ALL),
            facts={"names": listing(hero.name for hero in there)},
            fixed={"who": tuple(hero.id for hero in there)},
        )


def shared(world: World) -> tuple[str, ...]:
    """What everybody has: Awareness before all, the features, the common skills (SB-58)."""
    return tuple(dict.fromkeys(("AWR", *BASE[1:], "STR", *skills.common(world))))


def noted(world: World) -> Iterator[Offer]:
    """The difficulties the Director has prepared, one tap from the table (SB-4, SB-17)."""
    heroes = [hero for hero in world.players_characters() if hero.finished and not hero.left]
    every = all_ratings(world)
    for note in world.adventure.notes if world.adventure and heroes else ():
        if note.kind == "difficulty":
            hard = note.difficulty or 0
            skill = note.skill if any(note.skill == one.value for one in every) else ""
            fixed = {"what": note.title, "difficulty": hard, **({"key": skill} if skill else {})}
            yield do(
                rules.OpenChallenge,
                "call",
                pick("OpenChallenge.who", people(heroes), each=True),
                *(() if skill else (pick("OpenChallenge.key", every),)),
                key="FromNotesWith" if skill else "FromNotes",
                facts={
                    "title": note.title,
                    "hard": sheet.signed(hard),
                    "skill": sheet.label(world, note.skill) if skill else "",
                },
                fixed=fixed,
            )


def contest(world: World, hero: Character, own: tuple[Choice, ...]) -> Iterator[Offer]:
    """Two sides or more; others may join afterwards, with a rating of theirs (SB-31, SB-33)."""
    up = [h for h in world.here() if h.finished and h.life == "conscious"]
    others = [other for other in up if other.id != hero.id]
    if hero in up and others:
        yield do(
            contests.OpenContest,
            f"try:{hero.id}",
            text("OpenContest.what", most=200),
            pick("OpenContest.one_key", own),
            pick("OpenContest.other", people(others)),
            pick("OpenContest.other_key", all_ratings(world)),
            *further(others),
            *costing(world, SEES_ALL, hero),
            flag("OpenContest.hidden"),
            facts={"name": hero.name},
            one=hero.id,
        )


def further(others: list[Character]) -> tuple[Blank, ...]:
    """Who else is in it, where there are more than two (SB-33)."""
    if len(others) < 2:
        return ()
    return (pick("OpenContest.more", people(others), most=len(others), least=0),)


SEES_ALL = Seat("", "gm")


# -- A challenge, from its frame to its story ------------------------------------------------------


def about(world: World, seat: Seat, tried: Challenge) -> Iterator[Offer]:
    """What can be done about it; all see for whom the table waits, so not for a hidden roll."""
    for offer in _about(world, seat, tried):
        yield replace(offer, owed=False) if tried.hidden else offer


def _about(world: World, seat: Seat, tried: Challenge) -> Iterator[Offer]:
    hero = world.cast.get(tried.who)
    if hero is None or (tried.hidden and not seat.gm):
        return
    mine = known.may_command(world, seat, hero)
    if tried.status in ("open", "refused"):
        if mine:
            yield from throwing(world, seat, hero, tried)
        if seat.gm:
            yield from dialling(world, hero, tried)
    elif tried.waits:
        yield from resisting(world, seat, tried)
    else:
        yield from after(world, seat, tried, mine)


def over(world: World, seat: Seat) -> Iterator[Offer]:
    """Of all that lies behind: a new try, a last word, another story (SB-24)."""
    for tried in world.challenges.values():
        if not known.live(tried):
            yield from about(world, seat, tried)
    for roll in world.rolls.values() if seat.gm else ():
        if roll.outcome in ("fluke", "fumble") and not roll.wants_story:
            yield telling(world, roll, "tries:stories")


def throwing(world: World, seat: Seat, hero: Character, tried: Challenge) -> Iterator[Offer]:
    at, number_ = tried_at(tried), tried.id
    ready = tried.status == "open" and not extras.lacking(world, hero, tried.key)
    asked = bool(rules.questioned(world, tried))
    owed = ready and not (asked or tried.hidden) and known.hand(world, seat, hero)
    yield do(rules.RollChallenge, at, owed=owed, challenge=number_)
    if not tried.asked:
        yield do(rules.AskAutomatic, at, challenge=number_)
    yield do(rules.WithdrawChallenge, at, challenge=number_)
    for part in hero.bot.parts if hero.bot else ():
        found = world.bot_feature(part.feature)
        if found and part.feature not in tried.parts:
            fixed = {"challenge": number_, "part": part.feature}
            yield do(UsePart, f"{at}:parts", facts={"name": found.name}, fixed=fixed)


def dialling(world: World, hero: Character, tried: Challenge) -> Iterator[Offer]:
    """The Director's dial, one tap for each stop; any other number in two (SB-170)."""
    at, fixed = tried_at(tried), {"challenge": tried.id}
    for value in () if only_luck(world, hero, tried) else STOPS:
        if value != tried.difficulty:
            facts = {"hard": sheet.signed(value)}
            yield do(
                rules.SetDifficulty, f"{at}:dial", facts=facts, fixed={**fixed, "difficulty": value}
            )
    yield from any_number(tried)
    yield do(
        rules.AddModifier,
        at,
        number("value", -MOST, MOST, -1),
        text("AddModifier.label", most=200),
        fixed=fixed,
    )
    yield do(
        rules.NameRating,
        at,
        pick("NameRating.key", ratings(world, SEES_ALL, hero, (tried.key,))),
        fixed=fixed,
    )
    yield from ruling(world, hero, tried)
    if tried.purpose == "shaping" and tried.target in world.cast:
        yield from against(world, tried)
    for part in hero.bot.parts if hero.bot else ():
        found, asked = world.bot_feature(part.feature), part.feature in tried.parts
        facts = {"name": found.name if found else part.feature}
        worth = number("GrantPart.value", -MOST, MOST, 1)
        part_fixed = {**fixed, "part": part.feature}
        yield do(GrantPart, f"{at}:parts", worth, owed=asked, facts=facts, fixed=part_fixed)
    if missing := extras.lacking(world, hero, tried.key):
        yield asked_number(world, hero, missing, at)


def only_luck(world: World, hero: Character, tried: Challenge) -> bool:
    """Whether nothing but a fluke helps, however hard it is: there is no ability (SB-59)."""
    found = sheet.number(world, hero, tried.key)
    return found.known and found.value is None


def any_number(tried: Challenge) -> Iterator[Offer]:
    at, now, fixed = f"{tried_at(tried)}:dial", tried.difficulty, {"challenge": tried.id}
    if now > -MOST:
        lower = number("difficulty", -MOST, now - 1, now - 1)
        yield do(rules.SetDifficulty, at, lower, key="Harder", fixed=fixed)
    if now < MOST:
        higher = number("difficulty", now + 1, MOST, now + 1)
        yield do(rules.SetDifficulty, at, higher, key="Easier", fixed=fixed)


def asked_number(world: World, hero: Character, key: str, at: str) -> Offer:
    """A number an extra was never given, asked for on first use (SB-169)."""
    return do(
        extras.SetRating,
        at,
        number("SetRating.value", -20, 40 if key == "HP" else 20, 3 if key == "HP" else 0),
        owed=True,
        facts={"name": hero.name, "rating": sheet.label(world, key)},
        fixed={"who": hero.id, "key": key},
    )


def ruling(world: World, hero: Character, tried: Challenge) -> Iterator[Offer]:
    at, fixed = tried_at(tried), {"challenge": tried.id}
    why = text("reason", optional=True, most=200)
    facts = {"name": hero.name}
    yield do(rules.GrantAutomatic, at, why, owed=tried.asked, facts=facts, fixed=fixed)
    if tried.asked:
        yield do(rules.DeclineAutomatic, at, owed=True, fixed=fixed)
    yield do(rules.RefuseChallenge, at, text("RefuseChallenge.reason", most=200), fixed=fixed)


def against(world: World, tried: Challenge) -> Iterator[Offer]:
    """Shaping aimed at somebody may be defended against, or become a contest (SB-148)."""
    target, at = world.cast[tried.target], tried_at(tried)
    facts = {"name": target.name}
    for command in (shaping.AllowResistance, shaping.MakeContest):
        key = pick("AllowResistance.key", ratings(world, SEES_ALL, target))
        yield do(command, at, key, facts=facts, fixed={"challenge": tried.id})


def resisting(world: World, seat: Seat, tried: Challenge) -> Iterator[Offer]:
    target = world.cast.get(tried.target)
    if target is not None and known.may_command(world, seat, target):
        owed, at = known.hand(world, seat, target), tried_at(tried)
        facts = {"rating": sheet.label(world, tried.resist)}
        yield do(shaping.ResistShaping, at, owed=owed, facts=facts, challenge=tried.id)
        yield do(shaping.BearShaping, at, owed=owed, challenge=tried.id)
        if seat.gm and (missing := extras.lacking(world, target, tried.resist)):
            yield asked_number(world, target, missing, at)


def after(world: World, seat: Seat, tried: Challenge, mine: bool) -> Iterator[Offer]:
    at, hero = f"tries:{tried.id}", world.cast[tried.who]
    if mine and known.failed(world, tried):
        yield do(
            rules.TryAgain,
            at,
            text("TryAgain.what", tried.what, optional=True, most=200),
            pick("TryAgain.key", ratings(world, seat, hero), start=tried.key),
            *difficulty(seat, tried.difficulty),
            challenge=tried.id,
        )
    if seat.gm and tried.status in ("rolled", "automatic"):
        said = text("RuleOutcome.text", tried.answer, most=200)
        yield do(rules.RuleOutcome, at, said, challenge=tried.id)


# -- Flukes and fumbles (SB-26, SB-27, SB-29) ------------------------------------------------------


def stories(world: World) -> Iterator[Offer]:
    """Each is told, or let go where it was told aloud; all of them at one tap."""
    waiting = known.untold(world)
    for roll in waiting:
        at, rolls = f"stories:{roll.id}", (roll.id,)
        yield telling(world, roll, at)
        if roll.outcome == "fluke":
            helped = text("TellStory.instead", most=200)
            yield do(rules.TellStory, at, helped, key="TellInstead", roll=roll.id)
        facts = {"name": world.name(roll.who)}
        yield do(rules.LetStoriesGo, at, facts=facts, fixed={"rolls": rolls})
    if len(waiting) > 1:
        every = {"rolls": tuple(roll.id for roll in waiting)}
        yield do(rules.LetStoriesGo, "stories", key="LetAllGo", facts={"n": len(waiting)},
                 fixed=every)  # fmt: skip


def telling(world: World, roll: Roll, at: str) -> Offer:
    facts = {"name": world.name(roll.who), "what": attempted(world, roll)}
    fluke = roll.outcome == "fluke"
    story = "" if roll.story == roll.instead else roll.story
    more = (text("TellStory.instead", roll.instead, optional=True, most=200),) if fluke else ()
    said = text(f"Tell{roll.outcome.title()}.text", story, most=200)
    key = "TellFluke" if fluke else "TellFumble"
    return do(rules.TellStory, at, said, *more, key=key, facts=facts, roll=roll.id)


# -- Contests (SB-31 … SB-35, SB-174) --------------------------------------------------------------


def around(world: World, seat: Seat, contest: Contest) -> Iterator[Offer]:
    at = contest_at(contest)
    if contest.status == "tied":
        yield from tied(seat, contest)
    for side in contest.sides if contest.status == "open" else ():
        hero = world.cast[side.who]
        if side.roll or side.out:
            continue
        if known.may_command(world, seat, hero):
            unset = extras.lacking(world, hero, side.key)
            owed = known.hand(world, seat, hero) and not unset
            fixed = {"contest": contest.id, "who": hero.id}
            yield do(contests.RollSide, at, owed=owed, facts={"name": hero.name}, fixed=fixed)
        if seat.gm:
            yield from side_dials(world, contest, hero, side.key)
    if seat.gm:
        yield from running(world, contest)


def side_dials(world: World, contest: Contest, hero: Character, key: str) -> Iterator[Offer]:
    at, fixed = contest_at(contest), {"contest": contest.id, "who": hero.id}
    yield do(
        contests.AddSideModifier,
        at,
        number("value", -MOST, MOST, -1),
        text("AddModifier.label", most=200),
        facts={"name": hero.name},
        fixed=fixed,
    )
    if missing := extras.lacking(world, hero, key):
        yield asked_number(world, hero, missing, at)


def running(world: World, contest: Contest) -> Iterator[Offer]:
    at, fixed = contest_at(contest), {"contest": contest.id}
    if contest.status == "open":
        yield do(contests.RollContest, at, fixed=fixed)
        inside = {side.who for side in contest.sides}
        there = (h for h in world.here() if h.finished)
        heroes = [h for h in there if h.id not in inside]
        if heroes and contest.tries == 1:
            yield do(
                contests.JoinContest,
                at,
                pick("JoinContest.who", people(heroes), each=True),
                pick("JoinContest.key", all_ratings(world)),
                fixed=fixed,
            )
    why = text("reason", optional=True, most=200)
    yield do(contests.EndContest, at, why, fixed=fixed)


def tied(seat: Seat, contest: Contest) -> Iterator[Offer]:
    if seat.gm:
        at, fixed = contest_at(contest), {"contest": contest.id}
        yield do(contests.RuleTie, at, owed=True, key="CarryOn", fixed={**fixed, "again": True})
        what = text("RuleTie.text", most=200)
        yield do(contests.RuleTie, at, what, owed=True, key="Unusual",
                 fixed={**fixed, "again": False})  # fmt: skip
