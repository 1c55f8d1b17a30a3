"""A fight as a seat sees it: the strip, the one question, the attack step by step.

Health, numbers and armor of extras are the Director's to know; that they are down, all see.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Block, Refusal, Seat
from tablefolk.games.shapers_and_bots.chances import attacks, blows
from tablefolk.games.shapers_and_bots.chances.now import may_know, roll_defence
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook
from tablefolk.games.shapers_and_bots.chances.rolls import challenge
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    Addend,
    AttackCard,
    Chance,
    DamageCard,
    DefenceCard,
    Fate,
    Fight,
    FighterCard,
    OutcomeLine,
    Power,
    StepLine,
    TargetCard,
    Throw,
    TimeCard,
    Turn,
    WayCard,
)
from tablefolk.games.shapers_and_bots.page.offers.fighting import defends, targets
from tablefolk.games.shapers_and_bots.page.offers.shaping import FOCUS
from tablefolk.games.shapers_and_bots.page.view.challenges import helpers, power
from tablefolk.games.shapers_and_bots.page.view.chances import (
    chance,
    last_roll,
    outcomes,
    person,
    somebody,
    staying,
    stopping,
    throw,
)
from tablefolk.games.shapers_and_bots.page.view.figures import SWORD, weapon_icon
from tablefolk.games.shapers_and_bots.rules import gear, rolling, shaped, sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.fights import asking, attacking, rounds, ways
from tablefolk.games.shapers_and_bots.rules.fights.asking import Question
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollDefence
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Attack, Character, Combatant
from tablefolk.games.shapers_and_bots.rules.values import Fight as Fought
from tablefolk.games.shapers_and_bots.rules.wording import say

ICONS = {"unarmed": "hand-fist", "throw": "meteor", "bot": "gears", "natural": "paw"}


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    if world.fight is not None:
        yield fight_block(world, seat, world.fight)


def standing_in(world: World, seat: Seat) -> Iterator[Block]:
    """The same for the Director in a player's place (SB-2)."""
    if world.fight is not None:
        yield fight_block(world, seat, world.fight, "fight:for")


def open_question(world: World, seat: Seat) -> Question | None:
    """What this seat is asked in a fight; else what the table waits for."""
    elsewhere = {wound.who for wound in world.wounds if not wound.attack}  # on a card of its own
    every = [q for q in asking.waits(world) if q.what != "waking" and not hurt(q, elsewhere)]
    return next((q for q in every if is_asked(world, seat, q)), every[0] if every else None)


def hurt(q: Question, who: set[str]) -> bool:
    """Whether this is about the wound of one of these."""
    return q.what in ("knockout", "berserk") and q.who in who


def stood_in_for(world: World, seat: Seat) -> str:
    """The player's character who is asked just now, for whom the Director could act (SB-2)."""
    every = (q.who for q in asking.waits(world) if q.what not in ("knockout", "berserk", "waking"))
    heroes = (world.cast[who] for who in every if who in world.cast)
    return next((h.name for h in heroes if not known.hand(world, seat, h)), "")


def fight_block(world: World, seat: Seat, fight: Fought, about: str = "fight") -> Fight:
    now = open_question(world, seat)
    mine = now is not None and is_asked(world, seat, now)
    turn_of = world.cast.get(fight.current)
    acting = turn_of is not None and fight.attack is None and not world.wounds
    acts = turn_of is not None and known.hand(world, seat, turn_of) == (about == "fight")
    may = acts and turn_of is not None and known.may_command(world, seat, turn_of)
    return Fight(
        about=about,
        round=fight.round,
        phase=fight.phase,
        strip=tuple(strip(world, seat, fight)),
        newcomers=tuple(person(world, seat, world.cast[one]) for one in fight.newcomers),
        helps=helpers(down) if (down := lying(world, seat)) and not mine else "",
        waits_for="" if mine or now is None else waiting_for(world, now),
        mine=mine,
        asks=now.what if now else "",
        turn=turn(world, seat, turn_of) if acting and may and turn_of else None,
        attack=attack_card(world, seat, fight.attack, now) if fight.attack else None,
        time=tuple(time_cards(world, seat, fight)),
        asked=somebody(world, seat, now.who) if now else None,
        defends=seat.role != "onlooker" and defends(world, seat, fight) is not None,
        stands_in=stood_in_for(world, seat) if seat.gm else "",
        ground=tuple(item.name for item in world.ground.values()),
        ties=tuple(names(world, fight)),
        hints=hints(seat, now),
    )


def is_asked(world: World, seat: Seat, q: Question) -> bool:
    """Whether this seat answers: members who direct are asked as the Director."""
    return q.member == seat.id or (seat.gm and q.member == world.gm)


def question(world: World, seat: Seat, q: Question) -> str:
    """The one open question, in words to whoever answers, or about them."""
    mine = is_asked(world, seat, q)
    if q.what == "defence" and world.cast[q.who].player != seat.id:
        mine = False  # nobody attacks whoever answers for somebody else
    key = f"{'ask_now' if mine else 'wait_now'}.{asked_as(world, q)}"
    fight = world.fight
    number = fight.round + 1 if fight else 1
    attack = fight.attack if fight else None
    other = world.name(attack.attacker) if attack and q.what == "defence" else ""
    return say(key, name=world.name(q.who) if q.who else "", n=number, other=other)


def asked_as(world: World, q: Question) -> str:
    """What is asked: a raging rabbit's turn is told (SB-130), and that one side is down."""
    if q.what == "open_round" and world.fight and rounds.decided(world, world.fight):
        return "decided"
    one = world.combatant(q.who) if q.what == "turn" else None
    if one is None or not one.berserk:
        return q.what
    return "turn_rage" if one.rage else "turn_raged"


def lying(world: World, seat: Seat) -> Character | None:
    """This seat's own character, where it is knocked out."""
    hero = None if seat.gm or seat.role == "onlooker" else world.of(seat.id)
    return hero if hero is not None and hero.life == "unconscious" else None


def watched(world: World, seat: Seat, q: Question) -> str:
    """The question; to whoever lies knocked out, that comes first."""
    hero = lying(world, seat)
    if hero is None or is_asked(world, seat, q):
        return question(world, seat, q)
    return f"{say(f'stage.out_{hero.kind}', name=hero.name)} {question(world, seat, q)}"


def waiting_for(world: World, q: Question) -> str:
    member = world.cast[q.who].player if q.who in world.cast else ""
    return world.name(member) if member and member == q.member else say("waits.director")


def names(world: World, fight: Fought) -> Iterator[str]:
    try:
        missing = rounds.unranked(world, (*fight.combatants, *fight.newcomers), fight.ties)
    except Refusal:
        return
    yield from (world.name(one) for one in missing)


def hints(seat: Seat, now: Question | None) -> tuple[str, ...]:
    if now is None:
        return ()
    told = {"turn": "tips.metres", "knockout": "tips.costs_anyway", "open_round": "tips.round"}
    return (say(told[now.what]),) if now.what in told else ()


# -- The strip (SB-106, SB-111, SB-121) ------------------------------------------------------------


def strip(world: World, seat: Seat, fight: Fought) -> Iterator[FighterCard]:
    """In the order of this round; who is down stands at the end, where it is."""
    try:
        line = fight.order or rounds.order(world)
    except Refusal:
        line = tuple(fight.combatants)
    rest = [one for one in fight.combatants if one not in line]
    order = [one for one in (*line, *rest) if one in fight.combatants]
    upcoming = [one for one in order if waiting(world, fight, one)]
    for who in order:
        part = fight.combatants[who]
        yield standing(world, seat, world.cast[who], part, turn_word(world, fight, part, upcoming))


def waiting(world: World, fight: Fought, who: str) -> bool:
    return fight.combatants[who].slot == "waiting" and world.cast[who].life == "conscious"


def turn_word(world: World, fight: Fought, one: Combatant, upcoming: list[str]) -> str:
    life = world.cast[one.who].life
    if life != "conscious":
        return "dead" if life == "dead" else "down"
    if one.slot == "acting":
        return "now"
    if one.slot == "done":
        return "done"
    return "next" if upcoming and upcoming[0] == one.who and fight.phase == "turns" else "waiting"


def standing(
    world: World, seat: Seat, hero: Character, one: Combatant | None = None, turn_: str = ""
) -> FighterCard:
    """How somebody is, as far as this seat may know."""
    open_ = seat.gm or not hero.extra
    hp, most = health(world, hero) if open_ else (None, None)
    part = one or Combatant(hero.id)
    return FighterCard(
        person(world, seat, hero),
        part.side or rounds.side(world, hero.id),
        turn_,
        tuple(pips(part)) if one and hero.life == "conscious" else (),
        part.debt,
        max(hp or 0, 0),
        most or 0,
        hp is not None,
        part.berserk,
        part.hasted,
        part.first,
        part.leaving,
        part.unseen and (seat.gm or known.hand(world, seat, hero)),
        tuple(item.name for item in gear.held(hero)),
        sheet.armor(world, hero) if open_ else "",
        hero.place,
        tuple(Addend(p.label, sheet.signed(p.value)) for p in hero.pending),
        hero.marks,
    )


def health(world: World, hero: Character) -> tuple[int, int] | tuple[None, None]:
    try:
        return sheet.hp(world, hero), sheet.hp_max(world, hero)
    except sheet.Unset:
        return None, None


def pips(one: Combatant) -> Iterator[str]:
    """One for each action of the round: those owed from the last, used, left, and rage."""
    yield from ["owed"] * one.owed
    yield from ["spent"] * (one.spent + one.defended + one.lapsed)
    yield from ["left"] * one.pool
    yield from ["rage"] * one.rage


# -- Somebody's turn (SB-112 … SB-120) -------------------------------------------------------------


def turn(world: World, seat: Seat, hero: Character) -> Turn:
    one = rounds.fighting(world, hero.id)
    fight = rounds.the_fight(world)
    return Turn(
        person(world, seat, hero),
        one.pool,
        one.rage,
        tuple(way_card(world, seat, hero, way) for way in at_hand(world, hero)),
        tuple(target_card(world, seat, hero, other) for other in targets(world, hero)),
        bool(one.rage and rounds.foes_up(world, hero.id)),
        one.attacks >= attacking.ATTACKS and not one.rage,
        tuple(place for place in fight.places if place != hero.place),
        not known.hand(world, seat, hero),
        0 if one.berserk else one.pool,
        tuple(on_turn(world, hero, kind) for kind in skills.shaped(hero)),
    )


def on_turn(world: World, hero: Character, kind: str) -> Power:
    """What shaping takes in a fight: the turn, or in a hurry an action (SB-141)."""
    full, hurried = (why_not(world, hero, focus) for focus in FOCUS)
    note = say("play.shape_hurried" if full else "play.shape_turn")
    return power(world, hero, kind, note, hurried)


def why_not(world: World, hero: Character, focus: str) -> str:
    try:
        shaped.may_focus(world, hero, focus)
    except Refusal as no:
        return no.why
    return ""


def at_hand(world: World, hero: Character) -> Iterator[ways.Way]:
    """What one would think of first: a bow or a sword is seldom thrown."""
    return (way for way in ways.ways(world, hero) if not way.id.startswith("throw:"))


def way_card(world: World, seat: Seat, hero: Character, way: ways.Way) -> WayCard:
    """A way to attack with its chance to hit, if nobody stops it."""
    dice = throw(world, seat, hero, way.key, attacking.raging(world, hero.id))
    refusal = ""
    try:
        ways.ready(world, hero, way)
    except Refusal as no:
        refusal = no.why
    return WayCard(
        way.id,
        way.label,
        icon_of(way.id, way.label),
        gear.dice_of(way.size) if way.size else 0,
        dice.rating,
        dice.notation,
        dice.chance,
        refusal,
    )


def icon_of(way: str, label: str) -> str:
    """A picture for a way to attack."""
    sort, said = way.partition(":")[0], label.casefold()
    if sort == "throw":
        return ICONS["throw"]
    found = weapon_icon(said)
    if sort in ("unarmed", "natural"):
        return ICONS[sort]
    return found or (ICONS["bot"] if sort == "bot" else SWORD)


def target_card(world: World, seat: Seat, hero: Character, other: Character) -> TargetCard:
    mine, theirs = world.combatant(hero.id), world.combatant(other.id)
    foe = mine is None or theirs is None or mine.side != theirs.side
    down = other.life != "conscious"
    note = ""
    if theirs and theirs.berserk and not down:
        note = say("play.cannot_defend")
    elif theirs and not down:
        ready = attacking.can_pay(theirs)
        note = "" if theirs.pool else say("play.must_borrow" if ready else "play.cannot_defend")
    note = note or ", ".join(other.marks)
    held = tuple(item.name for item in gear.held(other))
    return TargetCard(person(world, seat, other), foe, down, note, held)


# -- An attack (SB-120 … SB-129) -------------------------------------------------------------------

STEPS = ("declared", "defence", "attack_roll", "defence_roll", "damage", "knockout", "berserk")


def attack_card(world: World, seat: Seat, attack: Attack, now: Question | None) -> AttackCard:
    attacker, target = world.cast[attack.attacker], world.cast.get(attack.target)
    stage = now.what if now and now.what in STEPS else attack.stage
    odds = chances_for(world, seat, attack)
    return AttackCard(
        attack.id,
        person(world, seat, attacker),
        person(world, seat, target) if target else None,
        attack.thing,
        attack.label,
        icon_of(attack.form, attack.label),
        gear.dice_of(attack.size),
        stage,
        tuple(steps(world, attack, stage)),
        question(world, seat, now) if now else "",
        bool(now and is_asked(world, seat, now)),
        attack.surprise,
        attack.rage,
        attack.defence,
        why_undefended(world, attack, stage),
        next_throw(world, seat, attack, stage),
        damage_outlook(world, seat, attack, stage),
        fate(odds.undefended) if odds and odds.undefended else Fate(),
        say("play.hurts" if may_see(world, seat, attack) else "play.hits"),
        *(worst(target) if target else ("", "")),
        tuple(defence_cards(world, seat, attack, odds)) if stage == "defence" else (),
        source(world, seat, attack),
        last_roll(world, seat, attack.attack_roll),
        last_roll(world, seat, attack.defence_roll),
        damage_card(world, seat, attack),
        attack_hints(seat, attack),
    )


def steps(world: World, attack: Attack, stage: str) -> Iterator[StepLine]:
    """Where the attack stands; what will not happen is left out."""
    shown = ["declared", "defence", "attack_roll", "defence_roll", "damage", "knockout"]
    if attack.thing or attack.defence == "none":
        shown.remove("defence_roll")
    if attack.thing:
        shown = ["declared", "attack_roll", "thing"]
    target = world.cast.get(attack.target)
    if target and sheet.has_trait(world, target, "berserk"):
        shown.append("berserk")
    at = shown.index(stage) if stage in shown else len(shown)
    for number, key in enumerate(shown):
        state = "past" if number < at else "now" if number == at else "next"
        yield StepLine(key, say(f"step.{key}"), state)


def why_undefended(world: World, attack: Attack, stage: str) -> str:
    """Why there is no defence, before the attack is rolled (SB-121, SB-127, SB-133)."""
    if stage != "attack_roll" or attack.defence not in ("", "none"):
        return ""
    reason: str = attacking.undefended(world, attack)
    if not reason:
        reason = "borrow_limit" if attack.stage == "defence" else "declined"
    return say(f"play.undefended_{reason}", name=world.name(attack.target)) if attack.target else ""


def may_see(world: World, seat: Seat, attack: Attack) -> bool:
    """Whether what becomes of the target may be foretold: not where that is an extra's secret."""
    target = world.cast.get(attack.target)
    return seat.gm or (target is not None and not target.extra)


def chances_for(world: World, seat: Seat, attack: Attack) -> attacks.AttackChances | None:
    """Before the dice: with a defence and without; an extra's numbers stay the Director's."""
    if attack.stage not in ("defence", "attack_roll"):
        return None
    numbers = [world.cast[attack.attacker], world.cast.get(attack.target)]
    secret = any(hero is not None and hero.extra for hero in numbers)
    if not may_know(world, seat, attack.target if attack.target in world.cast else attack.attacker):
        return None
    if secret and not seat.gm and not own_side(world, seat, attack):
        return None
    try:
        return attacks.of_attack(world, attack, may_see(world, seat, attack))
    except Refusal:
        return None


def own_side(world: World, seat: Seat, attack: Attack) -> bool:
    """Whoever is attacked is told the odds of defending, exactly; that is what they decide by."""
    target = world.cast.get(attack.target)
    return target is not None and target.player == seat.id


def fate(found: Outlook) -> Fate:
    """What a blow may come to, as far as that is foretold: only a hit, or what it does."""
    told = {share.key for share in found.shares}
    ending = outcomes(found, turned=True) if "dead" in told else ()
    kills, fells = (found.chance(key) for key in ("dead", "out"))
    return Fate(
        chance(found.good), chance(kills) if kills else None, chance(fells) if fells else None,
        ending,
    )  # fmt: skip


def worst(target: Character) -> tuple[str, str]:
    """That it kills or fells, in the words for an animal or a bot (SB-164)."""
    kind = "bot" if target.kind == "bot" else "animal"
    return say(f"play.kills_{kind}"), say(f"play.fells_{kind}")


def defence_cards(
    world: World, seat: Seat, attack: Attack, odds: attacks.AttackChances | None
) -> Iterator[DefenceCard]:
    """What the target may defend with, and how likely the blow still lands."""
    target = world.cast.get(attack.target)
    if target is None or not known.may_command(world, seat, target):
        return
    endings = dict(odds.defended) if odds else {}
    every = ways.defences(world, target)
    for key in every:
        dice = throw(world, seat, target, key)
        found = endings.get(key)
        yield DefenceCard(
            key,
            dice.rating,
            "shield-halved",
            dice.notation,
            fate(found) if found else Fate(),
            dice.chance,
            blocking(world, key) if len(every) > 1 else say("play.defend"),
        )


def blocking(world: World, key: str) -> str:
    """With what one defends, where there is more than one way."""
    if key == ways.BRAWLING:
        return say("play.block_bare")
    return say("play.block", thing=key.partition(":")[2] or sheet.label(world, key).lower())


def source(world: World, seat: Seat, attack: Attack) -> str:
    """Where the action for a defence would come from (SB-121)."""
    one = world.combatant(attack.target)
    if attack.stage != "defence" or one is None or not attacking.can_pay(one):
        return ""
    return "round" if one.pool else "borrowed"


def next_throw(world: World, seat: Seat, attack: Attack, stage: str) -> Throw | None:
    """The three dice that come next, with their chance."""
    attacker, target = world.cast[attack.attacker], world.cast.get(attack.target)
    if stage == "attack_roll":
        dice = throw(world, seat, attacker, attack.key, attack.modifiers)
        return as_defended(world, attack, dice)
    if target is None:
        return None
    if stage == "defence_roll":
        dice = throw(world, seat, target, attack.defence_key, attack.defence_modifiers)
        return stopping(dice, roll_defence, world, RollDefence(target.id))
    if stage in ("knockout", "berserk"):
        return staying(world, seat, target, stage)
    return None


def as_defended(world: World, attack: Attack, dice: Throw) -> Throw:
    """Against a defence that was declared, two rolls decide whether it hits (SB-124)."""
    if dice.chance is None or attack.defence in ("", "none"):
        return dice
    odds, name = attacks.landing(world, attack), world.name(attack.target)
    return replace(
        dice,
        chance=chance(odds.good) if odds else None,
        outcomes=outcomes(odds) if odds else (),
        against=say("play.against_defence", name=name),
    )


def damage_outlook(world: World, seat: Seat, attack: Attack, stage: str) -> tuple[OutcomeLine, ...]:
    """How much the damage dice may do, where the armor may be known."""
    if stage != "damage" or not may_see(world, seat, attack):
        return ()
    if not may_know(world, seat, attack.attacker):
        return ()
    target = world.cast[attack.target]
    return outcomes(blows.points(gear.dice_of(attack.size), sheet.damage_from(world, target)))


def damage_card(world: World, seat: Seat, attack: Attack) -> DamageCard | None:
    if not attack.damage_faces or attack.target not in world.cast:
        return None
    hurts_from = sheet.damage_from(world, world.cast[attack.target])
    hurt = tuple(n for n, face in enumerate(attack.damage_faces) if face >= hurts_from)
    return DamageCard(attack.damage_faces, hurt, hurts_from, attack.damage)


def attack_hints(seat: Seat, attack: Attack) -> tuple[str, ...]:
    if attack.surprise:
        return (say("tips.ambush"),)
    return (say("tips.costs_anyway"),) if attack.stage == "knockout" else ()


def time_cards(world: World, seat: Seat, fight: Fought) -> Iterator[TimeCard]:
    for who in rounds.to_ask(world) if fight.phase == "opening" else ():
        hero = world.cast[who]
        found = sheet.number(world, hero, "shaping:time").value
        shown = may_know(world, seat, who) and (seat.gm or not hero.extra)

        def good(hard: int, hero: Character = hero, found: int | None = found) -> Chance:
            total = rolling.total(None if found is None else found + hard, hero)
            return chance(challenge(total).good)

        both = (good(0), good(figures().hard)) if shown else (None, None)
        yield TimeCard(person(world, seat, hero), *both)
