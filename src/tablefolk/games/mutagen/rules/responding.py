"""Moves in answer to a roll: Resist consequences, Buy Resist, and what homebrew adds (MU-77 …).

What each does, and when it may be made, is data; here is only how a move meets an open roll.
A point that Buy Resist has filled may be spent on what it brought (MU-81). All of these are moves,
made for advantage; to dispute the fiction is another thing, free and only talk (MU-79).
"""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import chain, effects, rating, resources, sheet
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.rating import Link
from tablefolk.games.mutagen.rules.rolling import MoveMade, moving_on
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import OVER, Character, Key, OpenMove


class Respond(Act[Show], frozen=True):
    """Somebody makes a move in a window of an open roll."""

    may = "owner"
    who: Key
    item: Key
    move: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-50")
        deed = sheet.found(show, hero, self.item, Deed, "MU-50")
        why = f"“{show.called(deed.id)}” is not bought yet."
        need(sheet.owned(hero, deed), "MU-7", "not_bought", why)
        chain.acting(hero, (deed,))
        move = show.open_move(self.move)
        must(
            move.id not in show.frozen,
            "MU-149",
            "paused",
            "This was stopped; say first how it goes on.",
        )
        answers(show, hero, deed, move)
        link = Link(deed)
        chain.conditions(show, hero, link, move)
        resources.affordable(show, hero, deed.cost)
        yield MoveMade(hero.id, deed.id, move.id)
        for cost in deed.cost:
            events = tuple(resources.spend(show, hero.id, cost, deed.id))
            paid = tuple(effects.with_set_off(show, events, dice))
            yield from paid
            show = after(show, paid)
        done = tuple(effects.run(show, deed.effects, Doer(hero.id, deed.id, move.id), dice))
        yield from done
        yield from moving_on(after(show, done), move.id, dice)


def possible(show: Show, hero: Character, deed: Deed, move: OpenMove) -> bool:
    """Whether it goes with this result, and somebody here can pay for it; no ruling asked."""
    kind = of_its_kind(show, deed, move)
    band = not deed.when.band or move.band in deed.when.band
    here = hero.state == "in_play" or (hero.alive and deed.actor == "player")
    held = all(chain.holds(show, hero, one, key, move) for key, one in chain.keyed(deed))
    paid = all(
        sheet.points(show, hero, c.resource) >= (1 if c.n == "all" else c.n) for c in deed.cost
    )
    return kind and band and here and held and paid


def answers(show: Show, hero: Character, deed: Deed, move: OpenMove) -> None:
    """The move is of the right kind, has the right result, and stands in the right window."""
    name, rule = show.called(deed.id), deed.rule or "MU-51"
    window = deed.when.window
    fits = window in ("result", "consequence")
    must(fits, "MU-51", "condition_unmet", f"“{name}” does not answer a roll.")
    concerned(hero, move, window, rule)
    kind = of_its_kind(show, deed, move)
    need(kind, rule, "not_a_story_move", f"“{name}” answers story moves only.")
    must(move.throw, rule, unready(window), "The dice of this move are not thrown yet.")
    result = not deed.when.band or move.band in deed.when.band
    need(result, rule, "wrong_result", f"“{name}” does not go with this result.")
    in_window(move, window, rule)


def of_its_kind(show: Show, deed: Deed, move: OpenMove) -> bool:
    """Whether it answers such a roll; a price that no list sets is resisted like any (MU-77)."""
    priced = deed.when.window == "consequence" and rating.shares_results(show, move, move.band)
    return priced or deed.when.move_kind in ("", rating.kind_of(show, move))


def concerned(hero: Character, move: OpenMove, window: str, rule: str) -> None:
    """One's own roll; a consequence that falls on the whole group, each for themselves (MU-88)."""
    mine = hero.id == move.who or (window == "consequence" and hero.id in move.others)
    need(mine, rule, "not_your_character", "This roll is somebody else’s.")
    why = "A roll that follows a leader’s has no result of its own to change."
    must(not move.follows, "MU-86", "already_settled", why)


def unready(window: str) -> str:
    return "no_consequence_yet" if window == "consequence" else "wrong_result"


def in_window(move: OpenMove, window: str, rule: str) -> None:
    if window == "result":
        why = "This result is settled."
        must(move.stage == "result", rule, "already_settled", why)
        return
    must(move.stage not in OVER, rule, "move_closed", "This move is over.")
    why = "The GM has not said yet what happens."
    must(move.stage == "consequence", rule, "no_consequence_yet", why)
