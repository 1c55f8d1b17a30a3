"""You die: how it ends is the player's choice, and coming back has its price (MU-104 … MU-108)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import effects, sheet, statuses
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.resources import Fell
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import Character, Key, Line, Text, Who

# -- Because somebody says so (MU-104) ---------------------------------------------------------


class CallDeath(Act[Show], frozen=True):
    """The GM: a move says that this is the end, whatever Health is left (A-37)."""

    may = "gm"
    who: Key
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-104")
        hero = show.character(self.who)
        here = hero.state == "in_play" and not hero.dying
        must(here, "MU-104", "not_now", f"{hero.name} is not in this scene, or dies already.")
        opens = (item.on_empty for item in sheet.resources(show, hero) if item.on_empty)
        move = must(next(opens, ""), "MU-104", "unknown", "No move here says how one dies.")
        yield DeathCalled(hero.id, words(self.reason, "MU-104", "Say why."))
        yield Fell(hero.id, move)


class DeathCalled(Change[Show], frozen=True):
    who: Who
    reason: str


# -- The choice (MU-104 … MU-106, MU-108) ------------------------------------------------------


class ChooseFate(Act[Show], frozen=True):
    """Gone for good, or back later at a price: nobody chooses for another."""

    may = "owner"
    who: Key
    choice: Key = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.character(self.who)
        why = f"Only {hero.name}’s player chooses this."
        must(hero.player == seat.id, "MU-104", "not_your_character", why)
        dying = must(hero.dying, "MU-104", "not_now", f"{hero.name} is not dying.")
        what, asks = chosen(show, dying, self.choice)
        if asks:
            word(seat, "MU-12", f"{hero.name}, “{show.called(dying)}”: “{asks}”?")
        died = any(isinstance(e, (op.LeaveScene, op.Retire)) for e in what)
        event = FateChosen(hero.id, dying, self.choice, died)
        yield event
        yield from effects.run(event.onto(show), what, Doer(hero.id, dying), dice)


class FateChosen(Change[Show], frozen=True):
    """What was chosen; `died` where the character has left the scene or the game by it."""

    who: Who
    move: str
    choice: str
    died: bool = False

    def onto(self, show: Show) -> Show:
        evening = show.cast[self.who].evening
        marked = replace(evening, deaths=evening.deaths + int(self.died))
        return show.with_hero(self.who, dying="", evening=marked)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return f"_{self.choice}" if self.choice in ("retire", "survive") else ""


def chosen(show: Show, move: str, choice: str) -> tuple[tuple[AnyEffect, ...], str]:
    """What the move does and what the choice does, and what is to be asked first."""
    deed = show.shelf.item(move)
    if not isinstance(deed, Deed) or not deed.choices:
        return deed.effects if isinstance(deed, Deed) else (), ""
    found = next((one for one in deed.choices if one.id == choice), None)
    option = must(found, "MU-104", "pick_one", "Choose one of what the move offers.")
    return (*deed.effects, *option.effects), option.text if option.consult else ""


# -- Coming back (MU-107) ----------------------------------------------------------------------


class GiveScar(Act[Show], frozen=True):
    """The GM: what stays with them from now on."""

    may = "gm"
    who: Key
    text: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-107")
        hero = away(show, self.who)
        scar = must(scars(hero), "MU-107", "not_now", f"{hero.name} needs no status to come back.")[
            0
        ]
        must(not hero.scar, "MU-107", "same", f"{hero.name} has it already.")
        text = statuses.new_text(show, hero.id, self.text)
        event = statuses.written(show, hero.id, text, scar.permanent, scar.severe)
        yield event
        yield ScarGiven(hero.id, event.status.id)


class ScarGiven(Change[Show], frozen=True):
    who: Who
    status: int

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, scar=self.status)


class ComeBack(Act[Show], frozen=True):
    """Back into the story, with the player's account of what happened."""

    may = "owner"
    who: Key
    account: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        show.own(seat, self.who, "MU-107")
        hero = away(show, self.who)
        after = show.scene != hero.left or not show.scene_open
        need(after, "MU-107", "scene_not_over", "They come back after this scene at the earliest.")
        why = f"The GM first gives {hero.name} a status to come back with."
        need(hero.scar or not scars(hero), "MU-107", "status_needed", why)
        account = self.account.strip()
        asked = any(isinstance(e, op.Narrate) for e in hero.back)
        why = "Tell first how it came about."
        need(account or not asked, "MU-107", "account_needed", why)
        event = CameBack(hero.id, account)
        yield event
        rest = (e for e in hero.back if e not in scars(hero) and not isinstance(e, op.Narrate))
        yield from effects.run(event.onto(show), rest, Doer(hero.id, ""), dice)


class CameBack(Change[Show], frozen=True):
    who: Who
    account: str

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, state="in_play", left=0, scar=0, back=())


def away(show: Show, who: str) -> Character:
    """Somebody who was left for dead."""
    hero = show.character(who)
    out = hero.state == "out_of_scene"
    must(out, "MU-107", "not_now", f"{hero.name} is not out of the scene.")
    return hero


def scars(hero: Character) -> tuple[op.GiveStatus, ...]:
    """Statuses without words that coming back asks for."""
    return tuple(e for e in hero.back if isinstance(e, op.GiveStatus) and not e.text)
