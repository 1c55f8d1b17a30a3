"""XP and levelling up: statements a player holds true, and what a full track buys (MU-135 …).

Statements, points, the price and the choices are data: a checklist, a resource, and the move that
it offers when it is full (MU-135 … MU-142).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain as all_of

from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.model import Checklist, Deed, Option, Resource, Statement
from tablefolk.games.mutagen.rules import buying, chain, effects, resources, sheet, statuses
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.rating import Link
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import Character, ItemId, Key, Line, OpenMove, Text, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words

MOST_GRANTED = 24

# -- Earning (MU-135 … MU-138) -----------------------------------------------------------------


class ClaimXp(Act[Show], frozen=True):
    """A statement that the player, and nobody else, holds true of this session."""

    may = "owner"
    who: Key
    statement: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = mine(show, seat, self.who, "MU-135")
        why = "XP is earned when the session is over."
        need(show.phase == "xp", "MU-135", "not_now", why)
        checklist, statement = listed(show, hero, self.statement)
        claimed = statement.id in hero.evening.claims
        need(not claimed, "MU-135", "already_claimed", "Each statement counts once in a session.")
        event = XpClaimed(hero.id, statement.id, notice(show, hero, statement))
        yield event
        yield from gaining(event.onto(show), hero.id, checklist.resource, checklist.n, dice)


class XpClaimed(Change[Show], frozen=True):
    """Claimed; `notice` names what in the record speaks against it, and stops nobody."""

    who: Who
    statement: str
    notice: str = ""

    def onto(self, show: Show) -> Show:
        evening = show.cast[self.who].evening
        claims = (*evening.claims, self.statement)
        return show.with_hero(self.who, evening=replace(evening, claims=claims))

    def in_words(self, show: Show, seat: Seat) -> Words:
        lists = checklists(show, show.cast[self.who])
        every = (said for one in lists for said in one.statements)
        found = next((said for said in every if said.id == self.statement), None)
        text = found and (found.mild if show.mild and found.mild else found.text)
        return {"text": self.statement if text is None else text}


class XpWaits(Noted, frozen=True):
    """The track is full: these points wait for a level-up, or are lost (MU-138, MU-141)."""

    who: Who
    resource: str
    n: int
    lost: bool = False

    def onto(self, show: Show) -> Show:
        evening = show.cast[self.who].evening
        waiting = evening.waiting + (0 if self.lost else self.n)
        return show.with_hero(self.who, evening=replace(evening, waiting=waiting))

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_lost" if self.lost else ""


def mine(show: Show, seat: Seat, who: str, rule: str) -> Character:
    """A player's own character, in play or out of the scene (MU-54)."""
    hero = show.character(who)
    why = f"Only {hero.name}’s player decides this."
    must(hero.player == seat.id, rule, "not_your_character", why)
    must(hero.alive, "MU-105", "retired", f"{hero.name} is out of the story.")
    must(hero.state != "draft", rule, "draft", f"{hero.name} is not finished yet.")
    return hero


def checklists(show: Show, hero: Character) -> Iterator[Checklist]:
    """The lists of statements on a sheet."""
    for deed in sheet.deeds(show, hero):
        found = show.shelf.checklist(deed.checklist) if deed.checklist else None
        if found:
            yield found


def looking_back(show: Show) -> Iterator[tuple[str, int, int]]:
    """Who has statements left to tick, how many they have ticked, and of how many (MU-135)."""
    for hero in unticked(show):
        total = sum(len(one.statements) for one in checklists(show, hero))
        yield hero.name, len(hero.evening.claims), total


def unticked(show: Show) -> Iterator[Character]:
    """Whose list is not ticked to its end, while an evening is looked back on."""
    for hero in show.cast.values() if show.phase == "xp" else ():
        total = sum(len(one.statements) for one in checklists(show, hero))
        if hero.alive and hero.state != "draft" and len(hero.evening.claims) < total:
            yield hero


def listed(show: Show, hero: Character, id: str) -> tuple[Checklist, Statement]:
    every = ((one, said) for one in checklists(show, hero) for said in one.statements)
    found = next((pair for pair in every if pair[1].id == id), None)
    return must(found, "MU-135", "unknown", "There is no such statement.")


def notice(show: Show, hero: Character, statement: Statement) -> str:
    """What the record has against a statement: shown, never a refusal (MU-136)."""
    moves = [m for m in show.moves.values() if m.who == hero.id and m.session == show.session]
    tagged = [m for m in moves if m.tags]
    match statement.evidence:
        case "deaths" if hero.evening.deaths:
            return "deaths"
        case "story_moves" if not tagged:
            return "no_tagged_move"
        case "feedback" if not hero.evening.feedback:
            return "no_feedback"
    return ""


def gaining(show: Show, who: str, resource: str, n: int, dice: Dice) -> Iterator[Event]:
    """Points one by one; what finds the track full waits for the level-up (MU-138)."""
    room = spare(show, who, resource)
    if room and n:
        gained = resources.gain(show, who, resource, min(n, room), resource)
        yield from effects.with_set_off(show, gained, dice)
    if n > room:
        yield XpWaits(who, resource, n - room, show.cast[who].evening.kept)


def spare(show: Show, who: str, resource: str) -> int:
    """Empty boxes."""
    item = show.shelf.item(resource)
    hero = show.cast[who]
    capacity = sheet.capacity(show, hero, item) if isinstance(item, Resource) else 0
    return max(0, capacity - sheet.points(show, hero, resource))


# -- Feedback (MU-137) -------------------------------------------------------------------------


class GiveFeedback(Act[Show], frozen=True):
    """Honest, gentle words to the GM; or they were said aloud."""

    may = "owner"
    who: Key
    text: Text = ""
    aloud: bool = False

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = mine(show, seat, self.who, "MU-137")
        need(show.phase != "closed", "MU-137", "not_now", "There was no session yet.")
        text = self.text.strip()
        must(text or self.aloud, "MU-137", "text_needed", "Write it down, or say it aloud.")
        must(not hero.evening.feedback, "MU-137", "same", "It is given already.")
        yield FeedbackGiven(hero.id, text, self.aloud)


class FeedbackGiven(Noted, frozen=True):
    """For the GM; everybody else only learns that it was given."""

    who: Who
    text: str = ""
    aloud: bool = False

    def onto(self, show: Show) -> Show:
        evening = replace(show.cast[self.who].evening, feedback=self.text or "aloud")
        return show.with_hero(self.who, evening=evening)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        """The words are for the GM, and for whoever wrote them."""
        hero = show.cast.get(self.who)
        mine = seat.gm or (hero is not None and hero.player == seat.person)
        return "_text" if self.text and mine else ""


# -- Levelling up (MU-139 … MU-141) ------------------------------------------------------------


class LevelUp(Act[Show], frozen=True):
    """A full track buys one of what its move offers.

    `item` and `rank` for a circle or triangle; `status` is a permanent one to shed, `text` one to
    gain.
    """

    may = "owner"
    who: Key
    choice: Key
    item: Key = ""
    rank: int = 0
    status: int = 0
    text: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = mine(show, seat, self.who, "MU-139")
        deed, resource = levelling(show, hero)
        chain.conditions(show, hero, Link(deed), OpenMove(0, hero.id, (deed.id,)))
        found = next((one for one in deed.choices if one.id == self.choice), None)
        option = must(found, "MU-139", "pick_one", "Choose one of what it offers.")
        results = tuple(brought(show, hero, deed, effect, self) for effect in option.effects)
        if option.consult:
            word(seat, "MU-140", question(show, hero, option, self))
        yield leveled(hero.id, deed.id, option.id, results)
        for part in spent_and_bought(show, hero, deed, option, results, dice):
            yield part
            show = after(show, (part,))
        yield from poured_in(show, hero.id, resource, dice)


class LeveledUp(Change[Show], frozen=True):
    """A level, and what was gained by it: a circle, or a permanent status more or less."""

    who: Who
    move: str
    choice: str
    item: ItemId = ""
    rank: int = 0
    rating: int | None = None  # what an aptitude comes to with it
    text: str = ""  # the words of a status
    shed: bool = False  # it is gone

    def onto(self, show: Show) -> Show:
        """From here on points count again."""
        evening = replace(show.cast[self.who].evening, kept=False)
        return show.with_hero(self.who, evening=evening)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        if self.item:
            return "_item"
        return ("_shed" if self.shed else "_gained") if self.text else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"rating": buying.rated(self.rank, self.rating)}


def leveled(who: str, move: str, choice: str, brought: tuple[tuple[Event, ...], ...]) -> LeveledUp:
    """The level, named by what its choice brings."""
    up = LeveledUp(who, move, choice)
    for event in all_of.from_iterable(brought):
        match event:
            case buying.MarkFilled():
                up = replace(up, item=event.item, rank=event.rank, rating=event.rating)
            case statuses.StatusWritten() | statuses.StatusErased():
                shed = isinstance(event, statuses.StatusErased)
                up = replace(up, text=event.status.text, shed=shed)
    return up


class XpPouredIn(Noted, frozen=True):
    """Points that waited are filled in; so many still wait."""

    who: Who
    n: int
    left: int

    def onto(self, show: Show) -> Show:
        evening = replace(show.cast[self.who].evening, waiting=self.left)
        return show.with_hero(self.who, evening=evening)


class KeepXp(Act[Show], frozen=True):
    """The full track is kept; what is gained meanwhile is lost."""

    may = "owner"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = mine(show, seat, self.who, "MU-141")
        _, resource = levelling(show, hero)
        need(sheet.full(show, hero, resource), "MU-141", "xp_not_full", "The track is not full.")
        must(not hero.evening.kept, "MU-141", "same", "It is kept already.")
        yield XpKept(hero.id, hero.evening.waiting)


class XpKept(Noted, frozen=True):
    who: Who
    lost: int

    def onto(self, show: Show) -> Show:
        evening = replace(show.cast[self.who].evening, kept=True, waiting=0)
        return show.with_hero(self.who, evening=evening)


def levelling(show: Show, hero: Character) -> tuple[Deed, str]:
    """The move that a full resource offers and that levels somebody up."""
    for resource in sheet.resources(show, hero):
        deed = show.shelf.item(resource.on_full) if resource.on_full else None
        if isinstance(deed, Deed) and sheet.levels(deed):
            return deed, resource.id
    why = "Nothing on this sheet levels anybody up."
    return must(None, "MU-139", "not_on_sheet", why)


def brought(
    show: Show, hero: Character, deed: Deed, effect: AnyEffect, c: LevelUp
) -> tuple[Event, ...]:
    """What the choice brings, as far as it needs the player's word on what; all conditions hold."""
    if isinstance(effect, op.Buy):
        must(c.item, "MU-139", "unknown", "Say which circle.")
        item, rank = buying.qualified(show, hero, c.item, c.rank, effect.mark == "grant")
        return (buying.filling(show, hero.id, item, "level", rank, deed.id),)
    if isinstance(effect, op.PermanentStatus):
        change = statuses.permanent_change(show, hero.id, effect, c.status, c.text, deed.id)
        return (change,)
    return ()


def question(show: Show, hero: Character, option: Option, c: LevelUp) -> str:
    found = show.status(c.status)
    shed = f"without “{found[1].text}”" if found else ""
    what = show.called(c.item) if c.item else shed or f"“{c.text.strip()}”"
    return f"{hero.name} levels up ({option.id}): {what}?"


def spent_and_bought(
    show: Show,
    hero: Character,
    deed: Deed,
    option: Option,
    results: tuple[tuple[Event, ...], ...],
    dice: Dice,
) -> Iterator[Event]:
    """All points leave, then the choice takes effect."""
    for cost in deed.cost:
        paid = tuple(resources.spend(show, hero.id, cost, deed.id))
        settled = tuple(effects.with_set_off(show, paid, dice))
        yield from settled
        show = after(show, settled)
    for effect, events in zip(option.effects, results, strict=True):
        if events:
            done = tuple(effects.with_set_off(show, events, dice))
        else:
            done = tuple(effects.run(show, (effect,), Doer(hero.id, deed.id), dice))
        yield from done
        show = after(show, done)


def poured_in(show: Show, who: str, resource: str, dice: Dice) -> Iterator[Event]:
    """The points that waited go on the fresh track (MU-138)."""
    waiting = show.cast[who].evening.waiting
    n = min(waiting, spare(show, who, resource))
    if n:
        yield XpPouredIn(who, n, waiting - n)
        gained = resources.gain(show, who, resource, n, resource)
        yield from effects.with_set_off(show, gained, dice)


# -- Given outside the list (MU-142) -----------------------------------------------------------


class GrantXp(Act[Show], frozen=True):
    """The GM gives points, and says for what."""

    may = "gm"
    who: Key
    n: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-142")
        hero = show.character(self.who)
        must(
            hero.alive and hero.state != "draft",
            "MU-142",
            "not_now",
            f"{hero.name} is not in play.",
        )
        must(1 <= self.n <= MOST_GRANTED, "MU-142", "out_of_range", "Give one point or a few.")
        reason = words(self.reason, "MU-142", "Say for what.")
        _, resource = levelling(show, hero)
        yield XpGranted(hero.id, self.n, reason)
        yield from gaining(show, hero.id, resource, self.n, dice)


class XpGranted(Noted, frozen=True):
    who: Who
    n: int
    reason: str
