"""What happened, in words for each seat: the events' own, with dice shown as cards."""

from __future__ import annotations

from msgspec.structs import replace

from tablefolk.core.game import Block, Change, Event, Line, Seat
from tablefolk.core.teller import Teller
from tablefolk.core.words import begun
from tablefolk.games.shapers_and_bots.page.blocks.play import DamageRoll
from tablefolk.games.shapers_and_bots.page.told import told_as
from tablefolk.games.shapers_and_bots.page.view.chances import roll_card
from tablefolk.games.shapers_and_bots.rules import gear, sheet, wording
from tablefolk.games.shapers_and_bots.rules.contests import SideRolled
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.fights.berserk import BerserkRolled
from tablefolk.games.shapers_and_bots.rules.fights.blows import (
    AttackRolled,
    DamageRolled,
    DefenceRolled,
)
from tablefolk.games.shapers_and_bots.rules.fights.ending import AttackEnded
from tablefolk.games.shapers_and_bots.rules.harm import (
    Fell,
    Harmed,
    Healed,
    Injured,
    KnockoutRolled,
    WakingRolled,
)
from tablefolk.games.shapers_and_bots.rules.rolling import RollMade
from tablefolk.games.shapers_and_bots.rules.rulings import RulingRecorded
from tablefolk.games.shapers_and_bots.rules.shaping import TimeBent
from tablefolk.games.shapers_and_bots.rules.state import World

teller = Teller[World](
    wording.say,
    {
        "who": World.name,
        "somebody": wording.named,
        "rating": sheet.label,
        "part": wording.part_name,
        "reason": wording.because,
    },
    told_as.moments,
)


def tell(world: World, event: Event, seat: Seat) -> Line | None:
    """One event for one seat; None where it is not for them, or the table tells it."""
    found = said(world, event, seat) if isinstance(event, Change) else None
    if found is None:
        return None
    text = begun(found.text) if isinstance(event, wording.Making) else found.text
    rule = event.rule if isinstance(event, RulingRecorded) else found.rule
    shown, lead, keeps = card(world, event, seat), leads(world, event), kept(event)
    return replace(found, text=text, rule=rule, card=shown, lead=lead, keeps=keeps)


def said(world: World, event: Change[World], seat: Seat) -> Line | None:
    """Its sentence; a side's roll in a contest is told like any other while it is at hand."""
    if isinstance(event, SideRolled) and event.roll in world.rolls:
        event = RollMade(replace(world.rolls[event.roll], contest=0))
    return teller.tell(world, event, seat)


# -- Dice as cards ---------------------------------------------------------------------------------


def card(world: World, event: Event, seat: Seat) -> Block | None:
    """A throw shown in full."""
    match event:
        case RollMade():
            return roll_card(world, seat, event.roll)
        case SideRolled() if event.roll in world.rolls:
            return roll_card(world, seat, world.rolls[event.roll])
        case DamageRolled():
            return damage(event)
        case Harmed() if event.faces:
            return damage(event)
    return None


def damage(e: DamageRolled | Harmed) -> DamageRoll:
    hurt = gear.places_hurting(e.faces, e.hurts_from)
    return DamageRoll(faces=e.faces, hurt=hurt, hurts_from=e.hurts_from, points=e.points)


# -- What an act comes to, and what is remembered --------------------------------------------------


def leads(world: World, e: Event) -> bool:
    """Whether this is what its act comes to, unless something of the same act says more.

    What comes of a wound leads its act, except in an attack: there the end says all of it.
    """
    match e:
        case Injured(by=""):
            return e.who in world.cast and e.spares(world.cast[e.who])
        case Injured():
            return bool(e.wound) and two_hands(world, e.by, e.who)
        case BerserkRolled() | Fell():
            return not e.attack or trembles(world, e.who)
        case KnockoutRolled():
            return (e.up and not (e.attack or e.rages)) or trembles(world, e.who)
        case AttackRolled(outcome="fluke"):
            return True
        case AttackRolled() | DefenceRolled():
            return two_hands(world, e.attacker, e.target)
    return False


def two_hands(world: World, one: str, other: str) -> bool:
    """Whether somebody else throws next: what one hand throws in a row ends in one sentence."""
    return rounds.hand(world, one) != rounds.hand(world, other)


def trembles(world: World, who: str) -> bool:
    """Whether the rabbit's die is still to be thrown: until then it has stayed up, and no more."""
    return any(wound.who == who and wound.stage == "berserk" for wound in world.wounds)


def kept(e: Event) -> str:
    """What an evening is looked back at for, where it came to that (TF-15)."""
    match e:
        case Fell(attack=False) | Healed(wakes=True):
            return "fact"
        case BerserkRolled(berserk=True, attack=False) | WakingRolled(woke=True):
            return "throw"
        case TimeBent(success=True) | AttackRolled(outcome="fluke"):
            return "throw"
        case AttackEnded() if e.how in ("out", "dead") or e.temper == "wild" or e.luck:
            return "throw"
    return ""
