"""What is offered in a fight: the one question that is open, and what a turn can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, permutations, product
from math import factorial, prod

from msgspec.structs import replace

from tablefolk.core.game import Blank, Choice, Command, Lines, Offer, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.bots_play import bugs
from tablefolk.games.shapers_and_bots.page.offers.challenges import SEES_ALL, asked_number
from tablefolk.games.shapers_and_bots.page.offers.making import (
    asked,
    do,
    flag,
    number,
    people,
    pick,
    text,
)
from tablefolk.games.shapers_and_bots.page.offers.playing import MOST, ratings
from tablefolk.games.shapers_and_bots.rules import marks, shaping, sheet
from tablefolk.games.shapers_and_bots.rules.extras import never_given
from tablefolk.games.shapers_and_bots.rules.fights import (
    acting,
    asking,
    attacking,
    berserk,
    blows,
    ending,
    planning,
    rounds,
    start,
    ways,
)
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import DOWN, Attack, Character, Combatant, Fight
from tablefolk.games.shapers_and_bots.rules.wording import say

AT = "fight"  # the question that is open
FOR_OTHERS = "fight:for"  # the Director, in a player's place
RULE, JOIN, END, OTHERWISE = "fight:rule", "fight:join", "fight:end", "fight:other"
PLACES = 4  # spots named at the start of a fight
MOST_STEPS = 4  # of loading, at one tap
FEW_ORDERS = 6  # rankings of those who tie that are offered one by one


# -- Planning and starting (SB-105 … SB-107) -------------------------------------------------------


def ahead(world: World) -> Iterator[Offer]:
    """Who might fight whom, and the start of it."""
    if world.fight is None:
        yield from starting(world)
    yield planned(world)


def planned(world: World) -> Offer:
    """Two sides to look ahead with; a fight is started from them."""
    heroes = sorted(world.here(), key=lambda hero: hero.extra)
    most, plan = max(2, len(heroes)), planning.alive(world)
    players, foe = likely(world)
    theirs_now = plan.theirs or (() if plan.ours else foe)
    ours = pick("PlanFight.ours", people(heroes), most=most, least=0, ticked=plan.ours or players)
    theirs = pick("PlanFight.theirs", people(heroes), most=most, least=0, ticked=theirs_now)
    return do(planning.PlanFight, "plan", ours, theirs)


def likely(world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players' characters who are awake, and the only extra who is, if there is just one."""
    awake = [h for h in world.here() if h.finished and h.life == "conscious"]
    extras = tuple(h.id for h in awake if h.extra)
    return tuple(h.id for h in awake if not h.extra), extras if len(extras) == 1 else ()


def starting(world: World) -> Iterator[Offer]:
    """From the plan, in one tap; equal ones are ranked, or draw lots (SB-107)."""
    plan = planning.alive(world)
    who = (*plan.ours, *plan.theirs)
    if who:
        yield from from_plan(world, who)
    everybody = people(world.here())
    if everybody:
        players, foe = likely(world)
        some = pick("StartFight.who", everybody, most=max(2, len(everybody)), each=True,
                    ticked=who or (*players, *foe))  # fmt: skip
        most = 99
        friends = pick(
            "StartFight.allies", people(h for h in world.here() if h.extra), most=most, least=0
        )
        first = pick("StartFight.ties", everybody, most=most, least=0)
        yield do(start.StartFight, "plan", some, friends, first, *prepared(world, world.cast),
                 key="StartOther", fixed={"draw_lots": True})  # fmt: skip


def from_plan(world: World, who: tuple[str, ...]) -> Iterator[Offer]:
    allies = tuple(one for one in planning.alive(world).ours if world.cast[one].extra)
    fixed = {"who": who, "allies": allies, "draw_lots": True}
    unset = [one for one in who if sheet.number(world, world.cast[one], "FIT").unset]
    for one in unset:
        yield asked_number(world, world.cast[one], "FIT", "plan")
    tied = () if unset else rounds.unranked(world, who, ())
    yield do(start.StartFight, "plan", key="StartLots" if tied else "StartFight", fixed=fixed)
    for ranked in rankings(rounds.equals(world, tied)):
        facts = {"names": ", ".join(world.name(one) for one in ranked)}
        yield do(start.StartFight, "plan", key="StartRanked", facts=facts,
                 fixed={**fixed, "ties": ranked})  # fmt: skip
    equals = people(world.cast[one] for one in tied)
    first = (pick("StartFight.ties", equals, most=max(2, len(equals)), least=0),) if equals else ()
    yield do(start.StartFight, "plan", *first, *prepared(world, who), key="StartReady",
             fixed=fixed)  # fmt: skip


def rankings(groups: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    """Every order of those who tie, while there are few of them (SB-107)."""
    if groups and prod(factorial(len(group)) for group in groups) <= FEW_ORDERS:
        for orders in product(*map(permutations, groups)):
            yield tuple(chain.from_iterable(orders))


def prepared(world: World, who: Iterable[str]) -> Iterator[Blank]:
    """Weapons in hand from the start, and spots to run to (SB-105, SB-118)."""
    things = [
        Choice(item.id, f"{world.name(one)}: {item.name}")
        for one in who
        for item in world.cast[one].items
        if not item.worn
    ]
    if things:
        yield pick("StartFight.ready", things, most=max(2, len(things)), least=0, each=True)
    rows = tuple(say("labels.spot", n=n) for n in range(1, PLACES + 1))
    notes = world.adventure.notes if world.adventure else ()
    spots = tuple(spot for note in notes for spot in note.spots)[:PLACES]
    yield Lines(*asked("StartFight.places"), rows=rows, start=spots, optional=True)


# -- The fight as it goes --------------------------------------------------------------------------


def fighting(world: World, seat: Seat, fight: Fight) -> Iterator[Offer]:
    """The one question that is open, to whoever answers it."""
    yield from acts(world, seat, fight, partial(known.hand, world, seat))
    if seat.gm:
        yield from directing(world, fight)


def for_others(world: World, seat: Seat, fight: Fight) -> Iterator[Offer]:
    """The same for the Director, who may stand in for a player (SB-2)."""
    for offer in acts(world, seat, fight, lambda hero: not known.hand(world, seat, hero)):
        yield replace(offer, about=FOR_OTHERS)


def acts(
    world: World, seat: Seat, fight: Fight, plays: Callable[[Character], bool]
) -> Iterator[Offer]:
    if fight.attack is not None:
        yield from attack_offers(world, seat, fight.attack, plays)
    if fight.phase == "opening":
        yield from opening(world, seat, plays)
    for one in fight.combatants.values():
        hero = world.cast[one.who]
        if one.slot == "acting" and plays(hero) and at_leisure(world):
            yield from turn(world, seat, hero, one)


BENDING = (("first", "BendFirst"), ("four", "BendFour"))


def opening(world: World, seat: Seat, plays: Callable[[Character], bool]) -> Iterator[Offer]:
    """Those who may bend time (SB-142)."""
    for who in rounds.to_ask(world):
        hero = world.cast[who]
        if plays(hero):
            owed, facts = known.hand(world, seat, hero), {"name": hero.name}
            for task, key in BENDING:
                fixed = {"who": who, "task": task}
                yield do(shaping.BendTime, AT, owed=owed, key=key, facts=facts, fixed=fixed)
            yield do(rounds.LetTimeRun, AT, owed=owed, facts=facts, who=who)


def bending(world: World) -> Iterator[Offer]:
    """The same with a number of the Director's."""
    for who in rounds.to_ask(world):
        for task, key in BENDING:
            more, facts = number("BendTime.modifier", -MOST, MOST), {"name": world.name(who)}
            yield do(shaping.BendTime, RULE, more, key=f"{key}With", facts=facts,
                     fixed={"who": who, "task": task})  # fmt: skip


# -- Somebody's turn (SB-111 … SB-119) -------------------------------------------------------------


def turn(world: World, seat: Seat, hero: Character, one: Combatant) -> Iterator[Offer]:
    on, left = known.hand(world, seat, hero), bool(one.pool or one.rage) and ready(world, hero)
    yield from attacks(world, seat, hero, on and left)
    yield from standing(hero, AT)
    yield from hands(world, seat, hero)
    yield from running(world, hero)
    yield something_else(seat, one, on and bool(one.pool))
    key, facts = "EndTurnRaging" if one.berserk else "EndTurn", {"name": hero.name}
    yield do(rounds.EndTurn, AT, owed=on and not left, key=key, facts=facts, who=hero.id)


def standing(hero: Character, at: str) -> Iterator[Offer]:
    """Whoever was knocked over may stand up (SB-119)."""
    if DOWN in hero.marks:
        yield do(marks.StandUp, at, facts={"name": hero.name}, who=hero.id)


def ready(world: World, hero: Character) -> bool:
    """Whether somebody may do more than end the turn: finished, and played just now (SB-2)."""
    played = not hero.player or world.playing.get(hero.player) == hero.id
    return hero.finished and played


def may_end(world: World, hero: Character) -> bool:
    """Whether anything can be done on a turn; whom nobody plays just now can end it at least."""
    one = world.combatant(hero.id)
    forced = one is not None and one.rage and rounds.foes_up(world, hero.id)
    return ready(world, hero) or not forced


def leaving(world: World, seat: Seat, fight: Fight) -> Iterator[Offer]:
    """Who goes at the end of their turn, or stays after all (SB-108)."""
    for one in fight.combatants.values():
        hero = world.cast[one.who]
        if known.may_command(world, seat, hero) and hero.life != "dead":
            key = "StayInFight" if one.leaving else "LeaveFight"
            facts = {"name": known.told_apart(world, hero)}
            yield do(start.LeaveFight, JOIN, key=key, facts=facts, who=hero.id,
                     leave=not one.leaving)  # fmt: skip


def something_else(seat: Seat, one: Combatant, owed: bool) -> Offer:
    """What it costs, the Director says: at once, or in the answer (SB-119)."""
    what, usual = text("OtherAction.what", most=200), min(1, one.pool)
    if seat.gm:
        cost = number("cost", 0, one.pool, usual)
        return do(acting.OtherAction, AT, what, cost, owed=owed, who=one.who)
    fixed = {"who": one.who, "cost": usual}
    return do(acting.OtherAction, AT, what, owed=owed, fixed=fixed)


def at_leisure(world: World) -> bool:
    """Whether whoever is on may act: no attack is under way, nobody has still to roll."""
    return world.fight is not None and world.fight.attack is None and not world.wounds


def attacks(world: World, seat: Seat, hero: Character, owed: bool) -> Iterator[Offer]:
    """One offer for each way; whom it is aimed at is still to be chosen."""
    aims = people(targets(world, hero))
    every = ways.ways(world, hero)
    if aims:
        for way in (way for way in every if not way.id.startswith("throw:")):
            aim = pick("DeclareAttack.target", aims, each=True)
            yield do(attacking.DeclareAttack, AT, aim, owed=owed, facts={"way": way.label},
                     fixed={"who": hero.id, "way": way.id})  # fmt: skip
        yield surprising(seat, hero, aims, every)
    how = pick("DeclareAttack.way", (Choice(w.id, w.label) for w in every), each=True)
    thing = text("DeclareAttack.thing", most=60)
    yield do(attacking.DeclareAttack, AT, thing, how, key="AttackThing", who=hero.id)


def surprising(
    seat: Seat, hero: Character, aims: tuple[Choice, ...], every: tuple[ways.Way, ...]
) -> Offer:
    """Out of nowhere, or with a trick: what it is worth, the Director says (SB-120, SB-127)."""
    worth = (number("DeclareAttack.modifier", -MOST, MOST),) if seat.gm else ()
    return do(
        attacking.DeclareAttack,
        AT,
        pick("DeclareAttack.target", aims, each=True),
        pick("DeclareAttack.way", (Choice(w.id, w.label) for w in every), each=True),
        *worth,
        text("DeclareAttack.because", optional=True, most=200),
        flag("DeclareAttack.surprise"),
        key="AttackSpecial",
        who=hero.id,
    )


def targets(world: World, hero: Character) -> tuple[Character, ...]:
    """Enemies on their feet first, then those who are down, then friends."""
    if world.fight is None:
        return ()
    parts = world.fight.combatants
    side = parts[hero.id].side if hero.id in parts else ""
    others = [world.cast[one] for one in parts if one != hero.id]

    def place(other: Character) -> tuple[bool, bool]:
        return (parts[other.id].side == side, other.life != "conscious")

    return tuple(sorted(others, key=place))


def running(world: World, hero: Character) -> Iterator[Offer]:
    places = world.fight.places if world.fight else ()
    for place in places:
        if place != hero.place:
            facts = {"place": place}
            yield do(acting.Run, AT, key="RunTo", facts=facts, fixed={"who": hero.id, "to": place})
    to = text("Run.to", optional=True, most=60)
    yield do(acting.Run, AT, to, who=hero.id)


# -- Things in hand, in a fight and out of it (SB-112, SB-114, SB-116, SB-117) ---------------------


def hands(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    at = AT if on_turn(world, hero) else f"belt:{hero.id}"
    for item in hero.items:
        if item.worn:
            continue
        fixed, facts = {"who": hero.id, "item": item.id}, {"item": item.name}
        if item.drawn:
            yield do(acting.Stow, at, facts=facts, fixed=fixed)
        else:
            yield do(acting.Draw, at, facts=facts, fixed=fixed)
        yield do(acting.Drop, at, facts=facts, fixed=fixed)
        if not item.loaded:
            yield from loading(at, facts, fixed, item.reload_left if world.fight else 1)
    if hero.finished:
        yield from picking_up(world, hero, at)


def on_turn(world: World, hero: Character) -> bool:
    """Whether somebody may act just now in a fight: things in hand are part of the turn then."""
    one = world.combatant(hero.id)
    return one is not None and one.slot == "acting" and at_leisure(world)


def loading(
    at: str, facts: Mapping[str, object], fixed: Mapping[str, object], left: int
) -> Iterator[Offer]:
    """One action of it, or several at once, as far as it takes several (SB-116)."""
    yield do(acting.Reload, at, facts=facts, fixed=fixed)
    for steps in range(2, min(left, MOST_STEPS) + 1):
        more = {**facts, "n": steps}
        yield do(acting.Reload, at, key="ReloadMore", facts=more, fixed={**fixed, "steps": steps})


def picking_up(world: World, hero: Character, at: str) -> Iterator[Offer]:
    for item in world.ground.values():
        facts, fixed = {"item": item.name}, {"who": hero.id, "item": item.id}
        yield do(acting.PickUp, at, facts=facts, fixed=fixed)
    yield do(acting.PickUp, at, text("PickUp.name", most=60), key="PickUpNew", who=hero.id)


# -- An attack, step by step (SB-120 … SB-129) -----------------------------------------------------


def attack_offers(
    world: World, seat: Seat, attack: Attack, plays: Callable[[Character], bool]
) -> Iterator[Offer]:
    asked_now = {(q.who, q.what) for q in asking.waits(world)}
    attacker, target = world.cast[attack.attacker], world.cast.get(attack.target)
    if target and plays(target):
        yield from defending(world, seat, attack, target, asked_now)
    if plays(attacker):
        yield from striking(world, seat, attack, attacker, asked_now)


Asked = set[tuple[str, asking.What]]


def defending(
    world: World, seat: Seat, attack: Attack, target: Character, now: Asked
) -> Iterator[Offer]:
    mine, at = known.hand(world, seat, target), AT
    who = target.id
    if attack.stage == "defence":
        owed = mine and (who, "defence") in now
        for key in ways.defences(world, target):
            facts = {"rating": sheet.label(world, key)}
            yield do(attacking.Defend, at, owed=owed, facts=facts, fixed={"who": who, "key": key})
        yield do(attacking.DeclineDefence, at, owed=owed, who=who)
    if attack.stage == "defence_roll":
        owed = mine and (who, "defence_roll") in now
        yield from rolled(seat, blows.RollDefence, at, who, owed)


def defends(world: World, seat: Seat, fight: Fight) -> Character | None:
    """Whoever may defend just now, if this seat says so for them."""
    attack = fight.attack
    target = world.cast.get(attack.target) if attack and attack.stage == "defence" else None
    return target if target and known.hand(world, seat, target) else None


def otherwise(world: World, seat: Seat, target: Character) -> Iterator[Offer]:
    """With something else than usual."""
    usual = ways.defences(world, target)
    other = pick("Defend.key", ratings(world, seat, target, usual, known=True))
    yield do(attacking.Defend, OTHERWISE, other, key="DefendOtherwise", who=target.id)


def striking(
    world: World, seat: Seat, attack: Attack, attacker: Character, now: Asked
) -> Iterator[Offer]:
    mine, who = known.hand(world, seat, attacker), attacker.id
    if attack.stage in ("defence", "attack_roll"):
        owed = mine and (who, "attack_roll") in now
        yield from rolled(seat, blows.RollAttack, AT, who, owed)
    if attack.stage == "damage":
        yield do(blows.RollDamage, AT, owed=mine, who=who)


def rolled(
    seat: Seat, command: type[Command], at: str, who: str, owed: bool, key: str = ""
) -> Iterator[Offer]:
    """Open dice; for the Director also hidden ones (SB-168)."""
    yield do(command, at, owed=owed, key=key or command.__name__, who=who)
    if seat.gm:
        yield do(command, at, key=f"{command.__name__}Hidden", who=who, hidden=True)


def judging(world: World, attack: Attack) -> Iterator[Offer]:
    """What the Director has to say before it goes on: numbers never given, broken things."""
    if attack.stage == "thing":
        yield do(blows.RuleThing, AT, text("RuleThing.answer", most=200), owed=True,
                 facts={"thing": attack.thing})  # fmt: skip
    for who, key in unset(world, attack):
        yield asked_number(world, world.cast[who], key, AT)


def unset(world: World, attack: Attack) -> Iterator[tuple[str, str]]:
    """The numbers of an attack that an extra was never given (SB-169)."""
    both = dict.fromkeys((attack.attacker, attack.target))
    sketches = [who for who in both if who in world.cast and world.cast[who].kind == "sketch"]
    missing = asking.facts(world, attack).unset if sketches else ()
    for who in sketches:
        for key in missing:
            if never_given(world, world.cast[who], key):
                yield who, key


def overruling(world: World, attack: Attack) -> Iterator[Offer]:
    """Surprise, another rating, a modifier, the end of it (SB-174)."""
    if attack.stage == "defence":
        yield do(attacking.MarkSurprise, RULE)
    both = [(False, attack.attacker)] if attack.stage in ("defence", "attack_roll") else []
    if attack.defence_key and attack.stage in ("attack_roll", "defence_roll"):
        both.append((True, attack.target))
    for defence, who in both:
        yield adjusting(world, who, defence)
    instead = text("EndAttack.instead", optional=True, most=200)
    yield do(ending.EndAttack, RULE, instead, flag("EndAttack.give_back"))


def adjusting(world: World, who: str, defence: bool) -> Offer:
    hero = world.cast[who]
    return do(
        attacking.AdjustAttack,
        RULE,
        pick("AdjustAttack.key", ratings(world, SEES_ALL, hero, known=True)),
        number("AdjustAttack.modifier", -MOST, MOST),
        text("because", optional=True, most=200),
        key="AdjustDefence" if defence else "AdjustAttack",
        facts={"name": hero.name},
        defence=defence,
    )


# -- The Director over the fight (SB-107, SB-108, SB-110, SB-135, SB-136, SB-160) ------------------


def directing(world: World, fight: Fight) -> Iterator[Offer]:
    """What the Director is asked: numbers, buggy bots, the next round."""
    if fight.attack is not None:
        yield from judging(world, fight.attack)
    for who in fight.buggy:
        yield from bugs(world.cast[who], AT, owed=True)
    if fight.phase == "opening" and not fight.buggy and not rounds.to_ask(world):
        yield do(rounds.BeginTurns, AT, owed=True)
    over = fight.phase in ("idle", "closed")
    if over:
        owed = not any(w.who in fight.combatants for w in world.wounds)
        decided = owed and rounds.decided(world, fight)
        if decided:
            yield do(start.EndFight, AT, owed=True, key="EndDecided")
        key = "OpenDecided" if decided else "OpenRound"
        yield do(rounds.OpenRound, AT, owed=owed, key=key, facts={"n": fight.round + 1})
    everybody = (*fight.combatants, *fight.newcomers)
    if rounds.unranked(world, everybody, fight.ties):
        yield do(start.RankTies, AT, owed=over, draw_lots=True)


def ruling(world: World, fight: Fight) -> Iterator[Offer]:
    """The Director's say over the fight as it goes."""
    if fight.attack is not None:
        yield from overruling(world, fight.attack)
    if fight.phase == "opening":
        yield from bending(world)
        if fight.buggy or rounds.to_ask(world):
            yield do(rounds.BeginTurns, RULE)
    yield from hiding(world, fight)
    yield from raging(world, fight)


def coming_and_going(world: World, seat: Seat, fight: Fight) -> Iterator[Offer]:
    """Who joins, and who leaves."""
    if seat.gm:
        yield from joining(world, (*fight.combatants, *fight.newcomers))
    yield from leaving(world, seat, fight)


def closing() -> Iterator[Offer]:
    yield do(start.EndFight, END)


def hiding(world: World, fight: Fight) -> Iterator[Offer]:
    """Whose next attack nobody sees coming: said before it is made (SB-127)."""
    for one in fight.combatants.values():
        if world.cast[one.who].life == "conscious":
            key, facts = "Seen" if one.unseen else "SetUnseen", {"name": world.name(one.who)}
            fixed = {"who": one.who, "unseen": not one.unseen}
            yield do(attacking.SetUnseen, RULE, key=key, facts=facts, fixed=fixed)


def joining(world: World, inside: tuple[str, ...]) -> Iterator[Offer]:
    for hero in world.cast.values():
        if hero.id in inside or not hero.finished or hero.left or hero.life == "dead":
            continue
        called = known.told_apart(world, hero)
        yield from joins(hero, called, {"who": (hero.id,), "draw_lots": True})
        if rivals := equals(world, hero):
            name = f"{called}, ahead of {', '.join(map(world.name, rivals))},"
            yield from joins(hero, name, {"who": (hero.id,), "ties": (hero.id, *rivals)})


def joins(hero: Character, name: str, fixed: Mapping[str, object]) -> Iterator[Offer]:
    """A player's character joins its friends; an extra joins one side or the other."""
    for key in ("JoinFoe", "JoinFriend") if hero.extra else ("JoinFight",):
        friend = {"allies": (hero.id,)} if key == "JoinFriend" else {}
        yield do(start.JoinFight, JOIN, key=key, facts={"name": name},
                 fixed={**fixed, **friend})  # fmt: skip


def equals(world: World, hero: Character) -> list[str]:
    """Those in the fight who are as fit and go first unless the Director says so (SB-107)."""
    inside = (*world.fight.combatants, *world.fight.newcomers) if world.fight else ()
    if never_given(world, hero, "FIT"):
        return []
    tied = [one for one in rounds.tied_with(world, hero.id, inside) if one != hero.id]
    return list(rounds.lined_up(world, tied, world.fight.ties if world.fight else ()))


def raging(world: World, fight: Fight) -> Iterator[Offer]:
    why = text("reason", optional=True, most=200)
    for one in fight.combatants.values():
        if one.berserk:
            facts = {"name": world.name(one.who)}
            yield do(berserk.CalmRabbit, RULE, why, facts=facts, who=one.who)
            others = [world.cast[w] for w in fight.combatants if w != one.who]
            alive = people(other for other in others if other.life != "dead")
            if alive:
                aim = pick("AimRage.target", alive)
                yield do(berserk.AimRage, RULE, aim, why, facts=facts, who=one.who)
