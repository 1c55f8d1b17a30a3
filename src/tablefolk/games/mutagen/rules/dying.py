"""You die: how it ends is the player's choice, and coming back has its price (MU-104 … MU-108)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import effects, sheet, statuses
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.resources import Fell
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import Character, Key, Line, Text

# -- Because somebody says so (MU-104) ---------------------------------------------------------


class CallDeath(Command, frozen=True):
    """The GM: a move says that this is the end, whatever Health is left (A-37)."""

    may = "gm"
    who: Key
    reason: Line


class DeathCalled(Event, frozen=True):
    who: str
    reason: str


def call_death(show: Show, seat: Seat, c: CallDeath, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-104")
    hero = show.character(c.who)
    here = hero.state == "in_play" and not hero.dying
    must(here, "MU-104", "not_now", f"{hero.name} is not in this scene, or dies already.")
    opens = (item.on_empty for item in sheet.resources(show, hero) if item.on_empty)
    move = must(next(opens, ""), "MU-104", "unknown", "No move here says how one dies.")
    yield DeathCalled(hero.id, words(c.reason, "MU-104", "Say why."))
    yield Fell(hero.id, move)


# -- The choice (MU-104 … MU-106, MU-108) ------------------------------------------------------


class ChooseFate(Command, frozen=True):
    """Gone for good, or back later at a price: nobody chooses for another."""

    may = "owner"
    who: Key
    choice: Key = ""


class FateChosen(Event, frozen=True):
    """What was chosen; `died` where the character has left the scene or the game by it."""

    who: str
    move: str
    choice: str
    died: bool = False


def choose_fate(show: Show, seat: Seat, c: ChooseFate, dice: Dice) -> Iterator[Event]:
    hero = show.character(c.who)
    why = f"Only {hero.name}’s player chooses this."
    must(hero.player == seat.id, "MU-104", "not_your_character", why)
    dying = must(hero.dying, "MU-104", "not_now", f"{hero.name} is not dying.")
    what, asks = chosen(show, dying, c.choice)
    if asks:
        word(seat, "MU-12", f"{hero.name}, “{show.called(dying)}”: “{asks}”?")
    died = any(isinstance(e, (op.LeaveScene, op.Retire)) for e in what)
    event = FateChosen(hero.id, dying, c.choice, died)
    yield event
    yield from effects.run(fate_chosen(show, event), what, Doer(hero.id, dying), dice)


def chosen(show: Show, move: str, choice: str) -> tuple[tuple[AnyEffect, ...], str]:
    """What the move does and what the choice does, and what is to be asked first."""
    deed = show.shelf.item(move)
    if not isinstance(deed, Deed) or not deed.choices:
        return deed.effects if isinstance(deed, Deed) else (), ""
    found = next((one for one in deed.choices if one.id == choice), None)
    option = must(found, "MU-104", "pick_one", "Choose one of what the move offers.")
    return (*deed.effects, *option.effects), option.text if option.consult else ""


def fate_chosen(show: Show, e: FateChosen) -> Show:
    evening = show.cast[e.who].evening
    marked = replace(evening, deaths=evening.deaths + int(e.died))
    return show.with_hero(e.who, dying="", evening=marked)


# -- Coming back (MU-107) ----------------------------------------------------------------------


class GiveScar(Command, frozen=True):
    """The GM: what stays with them from now on."""

    may = "gm"
    who: Key
    text: Line


class ScarGiven(Event, frozen=True):
    who: str
    status: int


class ComeBack(Command, frozen=True):
    """Back into the story, with the player's account of what happened."""

    may = "owner"
    who: Key
    account: Text


class CameBack(Event, frozen=True):
    who: str
    account: str


def give_scar(show: Show, seat: Seat, c: GiveScar, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-107")
    hero = away(show, c.who)
    scar = must(scars(hero), "MU-107", "not_now", f"{hero.name} needs no status to come back.")[0]
    must(not hero.scar, "MU-107", "same", f"{hero.name} has it already.")
    text = statuses.new_text(show, hero.id, c.text)
    event = statuses.written(show, hero.id, text, scar.permanent, scar.severe)
    yield event
    yield ScarGiven(hero.id, event.status.id)


def away(show: Show, who: str) -> Character:
    """Somebody who was left for dead."""
    hero = show.character(who)
    out = hero.state == "out_of_scene"
    must(out, "MU-107", "not_now", f"{hero.name} is not out of the scene.")
    return hero


def scars(hero: Character) -> tuple[op.GiveStatus, ...]:
    """Statuses without words that coming back asks for."""
    return tuple(e for e in hero.back if isinstance(e, op.GiveStatus) and not e.text)


def scar_given(show: Show, e: ScarGiven) -> Show:
    return show.with_hero(e.who, scar=e.status)


def come_back(show: Show, seat: Seat, c: ComeBack, dice: Dice) -> Iterator[Event]:
    show.own(seat, c.who, "MU-107")
    hero = away(show, c.who)
    after = show.scene != hero.left or not show.scene_open
    need(after, "MU-107", "scene_not_over", "They come back after this scene at the earliest.")
    why = f"The GM first gives {hero.name} a status to come back with."
    need(hero.scar or not scars(hero), "MU-107", "status_needed", why)
    account = c.account.strip()
    asked = any(isinstance(e, op.Narrate) for e in hero.back)
    why = "Tell first how it came about."
    need(account or not asked, "MU-107", "account_needed", why)
    event = CameBack(hero.id, account)
    yield event
    rest = (e for e in hero.back if e not in scars(hero) and not isinstance(e, op.Narrate))
    yield from effects.run(came_back(show, event), rest, Doer(hero.id, ""), dice)


def came_back(show: Show, e: CameBack) -> Show:
    return show.with_hero(e.who, state="in_play", left=0, scar=0, back=())


DECIDE: dict[Any, Any] = {
    CallDeath: call_death,
    ChooseFate: choose_fate,
    GiveScar: give_scar,
    ComeBack: come_back,
}
EVOLVE: dict[Any, Any] = {
    DeathCalled: lambda show, e: show,
    FateChosen: fate_chosen,
    ScarGiven: scar_given,
    CameBack: came_back,
}
