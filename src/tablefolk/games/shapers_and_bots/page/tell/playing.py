"""Playing as it is told: challenges, contests, fights, harm, shaping, bots, growing.

Dice are shown as cards. What an extra is worth, and what is rolled hidden, is told to the Director
alone; of a hidden roll players are told who, what and the outcome (SB-168).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablefolk.core.game import Block, Event, Line, Seat
from tablefolk.core.words import begun, listing, sentence
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.blocks.play import DamageRoll
from tablefolk.games.shapers_and_bots.page.tell.making import Teller
from tablefolk.games.shapers_and_bots.page.view.chances import roll_card
from tablefolk.games.shapers_and_bots.page.words import say
from tablefolk.games.shapers_and_bots.rules import (
    advancement,
    bots_in_play,
    challenges,
    contests,
    corrections,
    extras,
    harm,
    rolling,
    rulings,
    shaped,
    shaping,
    sheet,
)
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.fights import (
    acting,
    attacking,
    berserk,
    blows,
    ending,
    planning,
    rounds,
    start,
)
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge

Facts = dict[str, Any]
PEOPLE = {"who", "target", "attacker", "winner", "by", "holder", "about", "to"}
THREW, RULED, SCENE = "threw", "ruled", "scene"
# Rulings that nothing else tells.
BY_ITSELF = {"SB-8", "SB-144", "SB-147", "SB-161"}


# -- How a line is made ----------------------------------------------------------------------------


def line(
    world: World,
    e: Any,
    variant: str = "",
    kind: str = "did",
    card: Block | None = None,
    **more: Any,
) -> Line:
    """The sentence of an event, people by their names, with the rule by which it happened."""
    key, facts = type(e).__name__, {**facts_of(world, e), **more}
    rule = next((say(r) for r in (f"{key}.rule{variant}", f"{key}.rule") if r in say), "")
    return Line(say(f"{key}.told{variant}", **facts), kind, rule=rule, card=card)


def facts_of(world: World, e: Any) -> dict[str, Any]:
    """The event's fields, as people call them."""
    facts: Facts = {name: getattr(e, name) for name in e.__struct_fields__}
    for name, value in facts.items():
        if name in PEOPLE and isinstance(value, str) and value:
            facts[name] = world.name(value)
        elif name == "key" and isinstance(value, str):
            facts[name] = sheet.label(world, value) if value else ""
    return facts


def plain(kind: str = "did", **more: Callable[[World, Any], Any]) -> Teller:
    """An event told to everybody in one sentence."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        return line(world, e, "", kind, **{k: f(world, e) for k, f in more.items()})

    return tell


def by(variant: Callable[[World, Any], str | None], kind: str = "did", **more: Any) -> Teller:
    """An event told in one of several ways, or, with None, not at all."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        found = variant(world, e)
        if found is None:
            return None
        return line(world, e, found, kind, **{k: f(world, e) for k, f in more.items()})

    return tell


def for_those_who_know(teller: Teller) -> Teller:
    """About somebody: an extra's affairs are told to those who have met it."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        return teller(world, e, seat) if met(world, e.who, seat) else None

    return tell


def met(world: World, who: str, seat: Seat) -> bool:
    hero = world.cast.get(who)
    return seat.gm or (hero is not None and (not hero.extra or who in known.met(world)))


def to_its_own(teller: Teller) -> Teller:
    """What the others must not know yet: for the Director, and for whoever plays it."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        mine = seat.gm or (e.who in world.cast and world.cast[e.who].player == seat.id)
        return teller(world, e, seat) if mine else None

    return tell


def not_of_extras(teller: Teller) -> Teller:
    """Numbers of players' characters are for all, those of extras for the Director."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        hero = world.cast.get(e.who)
        return teller(world, e, seat) if seat.gm or (hero and not hero.extra) else None

    return tell


def unless_hidden(teller: Teller) -> Teller:
    """About a challenge: of a hidden one players hear nothing but how it ends (SB-168)."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        hidden = getattr(e, "hidden", False)
        if not hidden and not isinstance(e, challenges.ChallengeOpened):
            tried = world.challenges.get(e.challenge)
            hidden = tried is not None and tried.hidden
        return teller(world, e, seat) if seat.gm or not hidden else None

    return tell


def signed(name: str) -> Callable[[World, Any], str]:
    return lambda world, e: sheet.signed(getattr(e, name))


def because(world: World, e: Any) -> str:
    return say("words.because", reason=e.reason) if e.reason else ""


def people(name: str) -> Callable[[World, Any], str]:
    return lambda world, e: listing(world.name(who) for who in getattr(e, name))


# -- Dice ------------------------------------------------------------------------------------------


def rolled(world: World, e: rolling.RollMade, seat: Seat) -> Line | None:
    """Three dice as a card; in a contest its side tells it."""
    if e.roll.contest:
        return None
    return thrown(world, e, seat)


def thrown(world: World, e: rolling.RollMade, seat: Seat) -> Line:
    card = roll_card(world, seat, e.roll)
    bare = not card.faces
    key = "RollMade.told_hidden" if bare else "RollMade.told"
    made = next((c for c in world.challenges.values() if c.roll == e.roll.id), None)
    what = f"{card.purpose}{aim(world, made)}"
    facts: Facts = {"name": world.name(e.roll.who), "what": what, "roll": card.notation}
    rule = "SB-168" if e.roll.hidden else "SB-18"
    return Line(say(key, **facts), THREW, rule=rule, card=card)


def aim(world: World, tried: Challenge | None) -> str:
    """At whom something is shaped, at the end of its line (SB-143, SB-148)."""
    if tried is None or tried.purpose != "shaping" or tried.hidden:
        return ""
    way = "words.for" if tried.effect == "luck_up" else "words.at"
    return say(way, name=world.name(tried.target)) if tried.target in world.cast else ""


def challenge_rolled(world: World, e: challenges.ChallengeRolled, seat: Seat) -> Line | None:
    what = f"{e.what}{aim(world, world.challenges.get(e.challenge))}"
    return line(world, e, f"_{e.outcome}", THREW, what=what, **summed(world, e.roll, seat))


def side_rolled(world: World, e: contests.SideRolled, seat: Seat) -> Line | None:
    roll = world.rolls.get(e.roll)
    if roll is None:
        return line(world, e, "", THREW)
    return thrown(world, rolling.RollMade(roll), seat)


def sum_of(world: World, number: int, seat: Seat) -> str:
    """A roll in short, as far as this seat sees it and while it is at hand: 7+3 = 10, needs 11."""
    roll = world.rolls.get(number)
    seen = extras.as_seen(roll, seat) if roll else None
    if seen is None or not seen.faces:
        return ""
    if seen.score is None or seen.outcome in ("fluke", "fumble"):
        return say("words.natural", n=seen.natural)
    added = sheet.signed(seen.modifier) if seen.modifier else ""
    known = f"{seen.natural}{added} = {seen.score}" if added else str(seen.score)
    return say("words.needs", sum=known, n=figures().target)


def summed(world: World, number: int, seat: Seat) -> Facts:
    """The same for a sentence: after its colon, or in brackets."""
    found = sum_of(world, number, seat)
    return {"sum": f": {found}" if found else "", "by_dice": f" ({found})" if found else ""}


def with_sum(variant: Callable[[World, Any], str | None], kind: str = "did") -> Teller:
    """An event told in one of several ways, with the roll that decided it."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        found = variant(world, e)
        if found is None:
            return None
        return line(world, e, found, kind, **summed(world, e.roll, seat))

    return tell


def damage_rolled(world: World, e: blows.DamageRolled, seat: Seat) -> Line | None:
    hurt = tuple(n for n, face in enumerate(e.faces) if face >= e.hurts_from)
    card = damage_card(e.faces, hurt, e.hurts_from, e.points)
    return line(world, e, "" if e.points else "_none", THREW, card)


def damage_card(
    faces: tuple[int, ...], hurt: tuple[int, ...], hurts_from: int, points: int
) -> DamageRoll:
    return DamageRoll(faces=faces, hurt=hurt, hurts_from=hurts_from, points=points)


def harmed(world: World, e: harm.Harmed, seat: Seat) -> Line | None:
    if not met(world, e.who, seat):
        return None
    hurt = tuple(n for n, face in enumerate(e.faces) if face >= e.hurts_from)
    card = damage_card(e.faces, hurt, e.hurts_from, e.points) if e.faces else None
    source = e.source or say("words.harm")
    return line(world, e, "" if e.points else "_none", THREW, card, source=source)


def injured(world: World, e: harm.Injured, seat: Seat) -> Line | None:
    """Everybody sees the blow; how much is left, only of those whose numbers they may know."""
    hero = world.cast.get(e.who)
    hit = "_hit" if e.by else ""
    if hero is not None and hero.extra and not seat.gm:
        found = line(world, e, f"{hit}_extra") if met(world, e.who, seat) else None
    else:
        found = line(world, e, "_dead" if e.after < 0 else hit)
    return leading(found, bool(e.by and e.wound) and two_hands(world, e.by, e.who))


def leading(found: Line | None, leads: bool) -> Line | None:
    """What the act comes to, unless something of the same act says more."""
    return replace(found, lead=True) if found and leads else found


def two_hands(world: World, one: str, other: str) -> bool:
    """Whether somebody else throws next: what one hand throws in a row ends in one sentence."""
    return rounds.hand(world, one) != rounds.hand(world, other)


def trembles(world: World, who: str) -> bool:
    """Whether the rabbit's die is still to be thrown: until then it has stayed up, and no more."""
    return any(wound.who == who and wound.stage == "berserk" for wound in world.wounds)


def by_itself(teller: Teller) -> Teller:
    """What comes of a wound leads its act, except in an attack: there the end says all of it."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        last = not e.attack and not getattr(e, "rages", False)
        return leading(teller(world, e, seat), last or trembles(world, e.who))

    return tell


def kept(teller: Teller, when: Callable[[Any], object], kind: str = "throw") -> Teller:
    """What an evening is looked back at for, where it came to that (TF-15)."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        found = teller(world, e, seat)
        return replace(found, keeps=kind) if found and when(e) else found

    return tell


def attack_rolled(world: World, e: blows.AttackRolled, seat: Seat) -> Line | None:
    """A fluke stands by itself; else it is told where the target tries to stop it."""
    more = summed(world, e.roll, seat)
    aim = world.name(e.target) if e.target else e.thing
    if e.outcome == "fluke":
        return replace(line(world, e, "_fluke", aim=aim, **more), lead=True, keeps="throw")
    told = e.stage == "defence_roll" and e.outcome == "success"
    found = line(world, e, "", **more) if told else None
    return leading(found, two_hands(world, e.attacker, e.target))


def between(teller: Teller) -> Teller:
    """A step of an attack leads its act where the other hand throws next."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        return leading(teller(world, e, seat), two_hands(world, e.attacker, e.target))

    return tell


def corrected(world: World, e: corrections.Corrected, seat: Seat) -> Line | None:
    def shown(value: object) -> object:
        return value if not isinstance(value, bool) else say(f"play.{'yes' if value else 'no'}")

    more: Facts = {"before": shown(e.before), "after": shown(e.after), "why": because(world, e)}
    what = f"{e.label}, {say(f'fought.{e.what}')}" if e.item else say(f"fought.{e.what}")
    return line(world, e, "", RULED, what=what, **more)


# -- Challenges ------------------------------------------------------------------------------------


def about_challenge(world: World, e: Any) -> Facts:
    tried = world.challenges.get(e.challenge)
    name = world.name(tried.who) if tried else say("labels.somebody")
    return {"name": name, "tried": tried.what if tried else ""}


def of_challenge(kind: str = "did", **more: Callable[[World, Any], Any]) -> Teller:
    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        facts = {**about_challenge(world, e), **{k: f(world, e) for k, f in more.items()}}
        return line(world, e, "", kind, **facts)

    return unless_hidden(tell)


def challenge_opened(world: World, e: challenges.ChallengeOpened, seat: Seat) -> Line | None:
    tried = e.challenge
    if tried.hidden and not seat.gm:
        return None
    facts: Facts = {
        "who": world.name(tried.who),
        "what": f"{tried.what}{aim(world, tried)}",
        "rating": sheet.label(world, tried.key),
        "hard": sheet.signed(tried.difficulty),
    }
    return line(world, e, "_shaping" if tried.purpose == "shaping" else "", **facts)


def modifier_added(world: World, e: challenges.ModifierAdded, seat: Seat) -> Line | None:
    facts: Facts = {"label": e.modifier.label, "value": sheet.signed(e.modifier.value)}
    return line(world, e, "", RULED, **about_challenge(world, e), **facts)


def modifier_given(world: World, e: challenges.ModifierGiven, seat: Seat) -> Line | None:
    value, label = sheet.signed(e.pending.value), e.pending.label
    return line(world, e, "", RULED, value=value, label=label)


def side_modified(world: World, e: contests.SideModified, seat: Seat) -> Line | None:
    value, label = sheet.signed(e.modifier.value), e.modifier.label
    return line(world, e, "", RULED, value=value, label=label)


def ruling(world: World, e: rulings.RulingRecorded, seat: Seat) -> Line | None:
    if e.rule not in BY_ITSELF or (e.hidden and not seat.gm):
        return None
    said = {"question": sentence(e.question), "answer": sentence(e.answer)}
    return Line(say("RulingRecorded.told", **said), RULED, rule=e.rule)


# -- Contests --------------------------------------------------------------------------------------


def contest_opened(world: World, e: contests.ContestOpened, seat: Seat) -> Line | None:
    names = listing(world.name(side.who) for side in e.contest.sides)
    return line(world, e, "", what=e.contest.what, names=names)


def contest_won(world: World, e: contests.ContestWon, seat: Seat) -> Line | None:
    best = [n for who, n in scores(world, e.contest, seat) if who == e.winner]
    fits = any(n == max(s for _, s in scores(world, e.contest, seat)) for n in best)
    return line(world, e, "", THREW, scores=told_scores(world, e.contest, seat) if fits else "")


def contest_tied(world: World, e: contests.ContestTied, seat: Seat) -> Line | None:
    """While it is tied: once they roll again, the scores are others."""
    contest = world.contests.get(e.contest)
    still = contest is not None and contest.status == "tied"
    found = told_scores(world, e.contest, seat) if still else ""
    told = line(world, e, "", THREW, scores=found, names=listing(map(world.name, e.tied)))
    return replace(told, text=begun(told.text))


def scores(world: World, number: int, seat: Seat) -> list[tuple[str, int]]:
    """What each side has come to, so far as this seat sees the dice, the highest first."""
    contest = world.contests.get(number)
    rolls = [world.rolls.get(side.roll) for side in contest.sides] if contest else []
    seen = [extras.as_seen(roll, seat) for roll in rolls if roll]
    found = [(roll.who, roll.score) for roll in seen if roll.faces]
    known_ = [(who, score) for who, score in found if score is not None]
    return sorted(known_, key=lambda one: -one[1])


def told_scores(world: World, number: int, seat: Seat) -> str:
    found = scores(world, number, seat)
    told = ", ".join(f"{world.name(who)} {score}" for who, score in found)
    return f"{told}: " if len(found) > 1 else ""


# -- Fights ----------------------------------------------------------------------------------------


def attack_declared(world: World, e: attacking.AttackDeclared, seat: Seat) -> Line | None:
    attack = e.attack
    aim = world.name(attack.target) if attack.target else attack.thing
    facts: Facts = {"name": world.name(attack.attacker), "aim": aim, "way": attack.label}
    wild = say("words.no_defence", name=aim) if e.undefended == "berserk" else ""
    return line(world, e, "_rage" if attack.rage else "", more=wild, **facts)


def attack_ended(world: World, e: ending.AttackEnded, seat: Seat) -> Line | None:
    """Hit or miss, the damage, and what came of it, in one sentence."""
    aim = world.name(e.target) if e.target in world.cast else e.thing
    bare = e.how in ("hurt", "out", "dead") and not e.points  # written down before it said more
    if bare or e.how in ("ended", "thing"):
        return None  # told by what it did
    variant = f"_{e.how}{'_bot' if e.bot and e.how in ('out', 'dead') else ''}"
    temper = say(f"words.{e.temper}{'_die' if e.die else ''}", n=e.die) if e.temper else ""
    way = say("words.way", way=lower_first(e.way)) if e.way else ""
    more = summed(world, e.roll, seat)
    found = line(world, e, variant, THREW, aim=aim, way=way, temper=temper, **more)
    matters = e.how in ("out", "dead") or e.temper == "wild" or e.luck
    return replace(found, keeps="throw") if matters else found


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def fell(world: World, e: harm.Fell) -> str:
    return f"_{e.life}{'_bot' if e.bot else ''}"


def healed(world: World, e: harm.Healed) -> str:
    return "" if e.after != e.before else "_wakes" if e.wakes else "_steady"


def round_opened(world: World, e: rounds.RoundOpened, seat: Seat) -> Line | None:
    joined = say("words.joined", names=listing(map(world.name, e.joined))) if e.joined else ""
    return line(world, e, "", SCENE, more=joined)


def turn_ended(world: World, e: rounds.TurnEnded) -> str | None:
    one = world.combatant(e.who)
    calm = one is None or not one.berserk  # the berserk do not defend (SB-133)
    return "_gone" if e.gone else "" if e.left and calm else None


def item(world: World, e: Any) -> str:
    return str(e.item.name)


def dropped(world: World, e: acting.ItemDropped) -> str:
    return "_thrown" if e.thrown else ""


def surroundings(world: World, e: bots_in_play.SurroundingsSet) -> str:
    return say(f"where.{e.where or 'above'}")


def defence_declared(world: World, e: attacking.DefenceDeclared) -> str:
    return "_borrowed" if e.source == "borrowed" else ""


def time_bent(world: World, e: shaping.TimeBent) -> str:
    return f"_{e.task}" if e.success else "_failed"


def resisted(world: World, e: shaping.ShapingResisted) -> str:
    return "" if e.stopped else "_failed"


# -- Bots ------------------------------------------------------------------------------------------


def bug_ruled(world: World, e: bots_in_play.BugRuled, seat: Seat) -> Line | None:
    return line(world, e, f"_{e.how}", RULED)


def holder_noted(world: World, e: bots_in_play.HolderNoted, seat: Seat) -> Line | None:
    """The Director's to know, and those whose bot or keyword it is (SB-162)."""
    theirs = {world.cast[who].player for who in (e.who, e.holder) if who in world.cast}
    if not (seat.gm or (seat.id and seat.id in theirs)):
        return None
    return line(world, e, "" if e.holder else "_nobody", RULED)


# -- Growing ---------------------------------------------------------------------------------------


def lesson_taken(world: World, e: advancement.LessonTaken, seat: Seat) -> Line | None:
    lesson = e.lesson
    facts: Facts = {
        "skill": sheet.label(world, lesson.key),
        "level": sheet.signed(lesson.level),
        "teacher": lesson.teacher,
        "price": say("words.price", price=lesson.price) if lesson.price else "",
    }
    return line(world, e, "", **facts)


def director_only(teller: Teller) -> Teller:
    return lambda world, e, seat: teller(world, e, seat) if seat.gm else None


def planned(world: World, e: planning.FightPlanned, seat: Seat) -> Line | None:
    ours, theirs = (listing(map(world.name, side)) for side in (e.plan.ours, e.plan.theirs))
    return line(world, e, "", RULED, ours=ours or "–", theirs=theirs or "–")


def luck(world: World, e: shaped.LuckPlaced, seat: Seat) -> Line | None:
    value, label = sheet.signed(e.pending.value), e.pending.label
    return line(world, e, "", value=value, label=label)


TOLD: dict[type[Event], Teller] = {
    rolling.RollMade: rolled,
    # Challenges
    challenges.ChallengeOpened: challenge_opened,
    challenges.DifficultySet: of_challenge(RULED, hard=signed("difficulty"), was=signed("was")),
    challenges.ModifierAdded: unless_hidden(modifier_added),
    challenges.RatingNamed: of_challenge(RULED, key=lambda w, e: sheet.label(w, e.key)),
    challenges.ModifierGiven: not_of_extras(modifier_given),
    challenges.ModifierTaken: not_of_extras(plain(RULED)),
    challenges.ChallengeRolled: challenge_rolled,
    challenges.ChallengeWithdrawn: unless_hidden(plain()),
    challenges.ChallengeRefused: unless_hidden(plain(RULED)),
    challenges.AutomaticAsked: unless_hidden(plain()),
    challenges.AutomaticDeclined: unless_hidden(plain(RULED)),
    challenges.AutomaticGranted: unless_hidden(plain(RULED)),
    challenges.StoryTold: by(lambda w, e: "_instead" if e.instead else f"_{e.outcome}", RULED),
    challenges.OutcomeRuled: plain(RULED),
    rulings.RulingRecorded: ruling,
    # Contests
    contests.ContestOpened: contest_opened,
    contests.ContestJoined: plain(name=lambda w, e: w.name(e.side.who)),
    contests.SideModified: side_modified,
    contests.SideRolled: side_rolled,
    contests.ContestWon: contest_won,
    contests.ContestTied: contest_tied,
    contests.TieRuled: by(lambda w, e: "" if e.again else "_unusual", RULED),
    contests.ContestEnded: plain(RULED, why=because),
    # Fights
    planning.FightPlanned: director_only(planned),
    start.FightStarted: plain(SCENE, names=people("who")),
    start.TiesRanked: plain(RULED, names=people("ties")),
    start.FightJoined: plain(names=people("who")),
    start.FightLeft: by(lambda w, e: "" if e.leave else "_stays"),
    start.FightEnded: plain("closed", n=lambda w, e: e.rounds),
    rounds.RoundOpened: round_opened,
    rounds.TimeLeft: plain(),
    rounds.TurnsBegun: plain(names=people("order")),
    rounds.TurnBegun: plain(),
    rounds.TurnEnded: by(turn_ended, n=lambda w, e: e.left),
    rounds.RoundClosed: plain(),
    acting.ActionSpent: by(lambda w, e: "" if e.left else "_none", n=lambda w, e: e.left),
    acting.ItemHeld: for_those_who_know(by(lambda w, e: "" if e.held else "_away")),
    acting.ItemPickedUp: for_those_who_know(plain(item=item)),
    acting.ItemDropped: for_those_who_know(by(dropped, item=item)),
    acting.Ran: by(lambda w, e: "" if e.to else "_somewhere"),
    acting.WeaponLoaded: by(lambda w, e: "" if e.loaded else "_partly", n=lambda w, e: e.left),
    acting.WeaponEmptied: plain(n=lambda w, e: e.left),
    acting.OtherDone: plain(n=lambda w, e: e.cost),
    attacking.AttackDeclared: attack_declared,
    attacking.SurpriseRuled: plain(RULED),
    attacking.UnseenSet: to_its_own(by(lambda w, e: "" if e.unseen else "_seen", RULED)),
    attacking.AttackAdjusted: by(lambda w, e: "_defence" if e.defence else "", RULED),
    attacking.DefenceDeclared: by(defence_declared),
    attacking.DefenceDeclined: by(lambda w, e: "_cannot" if e.undefended else ""),
    blows.AttackRolled: attack_rolled,
    blows.DefencePaid: plain(),
    blows.DefenceRolled: between(with_sum(lambda w, e: None if e.stopped else "")),
    blows.DamageRolled: damage_rolled,
    blows.ThingRuled: plain(RULED),
    ending.AttackEnded: attack_ended,
    ending.AttackRuled: by(lambda w, e: "_instead" if e.instead else "", RULED),
    ending.ActionReturned: plain(RULED),
    berserk.BerserkRolled: kept(
        by_itself(by(lambda w, e: "" if e.berserk else "_calm", THREW)),
        lambda e: e.berserk and not e.attack,
    ),
    berserk.RabbitCalmed: plain(RULED, why=because),
    berserk.RageAimed: plain(RULED, who=lambda w, e: w.name(e.who)),
    # Harm
    harm.Injured: injured,
    harm.Fell: kept(by_itself(for_those_who_know(by(fell))), lambda e: not e.attack, "fact"),
    harm.KnockoutRolled: by_itself(with_sum(lambda w, e: "" if e.up else None)),
    harm.Harmed: harmed,
    harm.WakingCalled: for_those_who_know(by(lambda w, e: "" if e.now else "_rhythm", RULED)),
    harm.WakingRolled: kept(
        for_those_who_know(with_sum(lambda w, e: "" if e.woke else "_not")), lambda e: e.woke
    ),
    harm.Healed: kept(
        for_those_who_know(by(healed, RULED, n=lambda w, e: e.after - e.before, why=because)),
        lambda e: e.wakes,
        "fact",
    ),
    corrections.Corrected: not_of_extras(corrected),
    # Shaping
    shaped.ShapingPaid: by(lambda w, e: "" if e.focus == "full" else "_hurried"),
    shaped.LuckPlaced: luck,
    shaping.TimeBent: kept(with_sum(time_bent, THREW), lambda e: e.success),
    shaping.ResistanceAllowed: unless_hidden(plain(RULED)),
    shaping.ShapingResisted: unless_hidden(with_sum(resisted, THREW)),
    shaping.ShapingBorne: unless_hidden(plain()),
    # Bots
    bots_in_play.PartAsked: unless_hidden(plain(by=lambda w, e: w.name(e.who))),
    bots_in_play.PartGranted: unless_hidden(plain(RULED, value=signed("value"))),
    bots_in_play.PowerKept: not_of_extras(by(lambda w, e: "" if e.steps else "_none", RULED)),
    bots_in_play.PowerStepped: not_of_extras(plain(RULED)),
    bots_in_play.SurroundingsSet: plain(RULED, place=surroundings),
    bots_in_play.BugRuled: for_those_who_know(bug_ruled),
    bots_in_play.TurnedOver: for_those_who_know(plain(RULED)),
    bots_in_play.GotUp: for_those_who_know(plain()),
    bots_in_play.HolderNoted: holder_noted,
    bots_in_play.OrderGiven: for_those_who_know(plain()),
    # Growing
    advancement.RaisePassed: plain(RULED),
    advancement.RaiseGranted: plain(RULED, was=signed("was"), now=signed("now")),
    advancement.LessonTaken: lesson_taken,
    advancement.LedgerMarked: not_of_extras(by(lambda w, e: "" if e.used else "_struck", RULED)),
}  # fmt: skip
