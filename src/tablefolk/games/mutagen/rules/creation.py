"""Making a character: playbooks, creation buys, finishing (MU-1, MU-2, MU-16, MU-21 … MU-24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Refusal, Seat, must, need, word
from tablefolk.core.table.company import LISTENING, heard
from tablefolk.core.table.seats import OptionSet
from tablefolk.core.words import listing, slug
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.rules import buying, effects, sheet, writing
from tablefolk.games.mutagen.rules.buying import MarkEmptied, MarkFilled
from tablefolk.games.mutagen.rules.ready_made import from_ready_made, ready_mades
from tablefolk.games.mutagen.rules.state import Show, overheard, words
from tablefolk.games.mutagen.rules.values import Character, Key, Keys, Name, Text, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words, book_names

CREATION_BUYS = 5
MOST_WORDS = 12  # lines with which somebody begins

# -- The table tells (TF-1) --------------------------------------------------------------------


@overheard.effect(*LISTENING)
def company_heard(show: Show, e: Event) -> Show:
    return replace(show, company=heard(show.company, e))


@overheard.effect(OptionSet)
def option_set(show: Show, e: OptionSet) -> Show:
    return replace(show, options={**show.options, e.key: e.value})


# -- Beginning (MU-1, MU-16, MU-24) ------------------------------------------------------------


class MakeCharacter(Act[Show], frozen=True):
    """A player begins a character; the GM may begin one for a player.

    `words` are its first lines, each under its item and its field: `concept.concept`.
    """

    may = "anyone"
    name: Name
    archetype: Key = ""  # a playbook beside the one everybody has
    owner: Key = ""
    words: Annotated[dict[Key, Text], Meta(max_length=MOST_WORDS)] = field(default_factory=dict)

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = future_player(show, seat, self.owner)
        name = a_name(self.name)
        chosen = (*basics(show, self.archetype), *filter(None, (self.archetype,)))
        fitting(show, chosen)
        made = CharacterMade(new_id(show, name), player, name, tuple(dict.fromkeys(chosen)))
        yield made
        now = made.onto(show)
        for place, text in self.words.items():
            if text.strip():
                item, _, key = place.partition(".")
                yield writing.filled_in(now, now.cast[made.who], item, key, text)


class CharacterMade(Noted, frozen=True):
    who: str
    player: Who
    name: str
    playbooks: tuple[str, ...]

    def onto(self, show: Show) -> Show:
        first = sheet.first_section(show, self.playbooks)
        made = Character(self.who, self.player, self.name, self.playbooks, first)
        return replace(show, cast={**show.cast, self.who: made})

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"books": book_names(show, self.playbooks)}


class TakeReadyMade(Act[Show], frozen=True):
    """A ready-made character, in one tap."""

    may = "anyone"
    key: Key
    owner: Key = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = future_player(show, seat, self.owner)
        ready = must(
            ready_mades().get(self.key), "MU-22", "unknown", "There is nobody of that name."
        )
        known = any(hero.name == ready.name for hero in show.cast.values())
        need(not known, "MU-22", "same", f"{ready.name} is at this table already.")
        who = new_id(show, ready.name)
        hero = from_ready_made(ready, who, player, show.count)
        fitting(show, hero.playbooks)
        affordable(show, hero)
        yield ReadyMadeTaken(hero, self.key)


class ReadyMadeTaken(Change[Show], frozen=True):
    """The whole sheet, as it was offered then."""

    sheet: Character
    key: str

    def onto(self, show: Show) -> Show:
        show = replace(show, cast={**show.cast, self.sheet.id: self.sheet})
        return show.counted(*(armor.id for armor in self.sheet.armor), show.count)

    def in_words(self, show: Show, seat: Seat) -> Words:
        ready = ready_mades().get(self.key)
        blurb = ready.blurb if ready else ""
        return {"player": show.name(self.sheet.player), "blurb": blurb}


class NameCharacter(Act[Show], frozen=True):
    may = "owner"
    who: Key
    name: Name

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-16")
        name = a_name(self.name)
        must(name != hero.name, "MU-16", "same", "That is the name already.")
        yield CharacterNamed(hero.id, hero.name, name)


class CharacterNamed(Noted, frozen=True):
    who: str
    was: str
    name: str

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, name=self.name)


class DropDraft(Act[Show], frozen=True):
    """A draft is thrown away, to begin anew."""

    may = "owner"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-16")
        drafted(hero, "Only a draft can be thrown away.")
        yield DraftDropped(hero.id, hero.name)


class DraftDropped(Noted, frozen=True):
    who: str
    name: str

    def onto(self, show: Show) -> Show:
        return replace(show, cast={id: hero for id, hero in show.cast.items() if id != self.who})


def future_player(show: Show, seat: Seat, owner: str) -> str:
    """Whoever asks, or the player the GM names; after one has retired comes the next (MU-24)."""
    need(seat.gm or not owner, "MU-16", "gm_only", "Only the GM makes characters for others.")
    member = owner if seat.gm else seat.id
    seated = member in show.company.seats
    must(seated, "MU-16", "unknown", "A character is played by a player at this table.")
    why = f"{show.name(member)} has a character already."
    must(show.of(member) is None, "MU-24", "one_character", why)
    return member


def new_id(show: Show, name: str) -> str:
    return slug(name, {*show.cast, *show.entities, *show.company.people})


def a_name(text: str) -> str:
    return words(" ".join(text.split()), "MU-16", "Give the character a name.")


def drafted(hero: Character, why: str) -> None:
    must(hero.state == "draft", "MU-16", "not_now", why)


# -- Playbooks (MU-1, MU-2) --------------------------------------------------------------------


class ChoosePlaybooks(Act[Show], frozen=True):
    """The playbooks of a sheet, all of them; a second archetype is asked for."""

    may = "owner"
    who: Key
    playbooks: Keys

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-1")
        must(hero.alive, "MU-105", "retired", f"{hero.name}’s sheet is frozen.")
        chosen = tuple(dict.fromkeys(self.playbooks))
        must(set(chosen) != set(hero.playbooks), "MU-1", "same", "These are the playbooks already.")
        books = fitting(show, chosen)
        was, now = (apart(show, ids) for ids in (hero.playbooks, chosen))
        coming, going = now - was, was - now
        why = "Change one playbook at a time: one comes, one goes."
        need(len(coming) < 2 and len(going) < 2, "MU-1", "one_at_a_time", why)
        own = [book.name for book in books if book.id in now]
        if len(own) > 1 or hero.state != "draft":
            word(seat, "MU-1", f"{hero.name} with {listing(own) or 'Common alone'}?")
        yield PlaybooksChosen(hero.id, tuple(book.id for book in books))


class PlaybooksChosen(Noted, frozen=True):
    who: Who
    playbooks: tuple[str, ...]

    def onto(self, show: Show) -> Show:
        first = sheet.first_section(show, self.playbooks)
        return show.with_hero(self.who, playbooks=self.playbooks, first=first)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"books": book_names(show, self.playbooks)}


class PutPointerAway(Act[Show], frozen=True):
    """A newcomer has seen where Meta is."""

    may = "player"

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        pointed(show, seat)
        must(seat.id not in show.knows_meta, "MU-2", "same", "It is put away already.")
        yield PointerPutAway(seat.id)


class ShowPointer(Act[Show], frozen=True):
    """The pointer to Meta comes back, from the help menu."""

    may = "player"

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        pointed(show, seat)
        must(seat.id in show.knows_meta, "MU-2", "same", "It is there already.")
        yield PointerShown(seat.id)


class PointerPutAway(Noted, frozen=True):
    member: str

    def onto(self, show: Show) -> Show:
        return replace(show, knows_meta=(*show.knows_meta, self.member))

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if seat.id == self.member else None  # who is pointed to Meta (MU-2)


class PointerShown(Noted, frozen=True):
    member: str

    def onto(self, show: Show) -> Show:
        return replace(show, knows_meta=tuple(m for m in show.knows_meta if m != self.member))

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if seat.id == self.member else None


def basics(show: Show, archetype: str = "") -> tuple[str, ...]:
    """The playbook every character has, and the Common of its set: beside it or in its place."""
    every = tuple(book.id for book in show.shelf.playbooks if book.every_pc)[:1]
    book = show.shelf.playbook(archetype)
    own = (book and show.shelf.playbook(book.common)) or book
    if own is None or own.instead in every:
        return (own.id,) if own else every
    return (*every, own.id) if own is not book else every


def apart(show: Show, ids: tuple[str, ...]) -> set[str]:
    """Of these playbooks those that not everybody has: a Common comes and goes with them."""
    return {id for id in ids if not show.shelf.basic(id)}


def fitting(show: Show, chosen: tuple[str, ...]) -> tuple[Playbook, ...]:
    """Loaded playbooks for characters, with one that every character has (MU-1)."""
    found = {id: show.shelf.playbook(id) for id in chosen}
    known = all(book is not None and book.role == "pc" for book in found.values())
    must(known, "MU-1", "unknown_playbook", "Only playbooks loaded at this table can be taken.")
    books = tuple(book for book in found.values() if book)
    commons = [book for book in books if book.every_pc or book.instead]
    need(commons, "MU-1", "playbook_required", "Every character has the Common playbook.")
    places = {book.instead or book.id for book in commons}
    why = f"{listing(book.name for book in commons)} are one Common too many: take one of them."
    must(len(places) == len(commons), "MU-1", "one_common", why)
    for book in books:
        missing = [id for id in book.requires if not there(show, id, found)]
        why = f"“{book.name}” needs another playbook beside it."
        need(not missing, "MU-1", "playbook_required", why)
    return books


def there(show: Show, id: str, chosen: dict[str, Playbook | None]) -> bool:
    book = show.shelf.playbook(id)
    return id in chosen or (book is not None and book.role == "meta")


def pointed(show: Show, seat: Seat) -> None:
    players = seat.id in show.company.seats
    must(players, "MU-2", "players_only", "Only players are pointed to Meta.")


# -- Creation buys (MU-16) ---------------------------------------------------------------------


class FillMark(Act[Show], frozen=True):
    """A creation buy: the next circle of an aptitude, a rank of a resource, or a move."""

    may = "owner"
    who: Key
    item: Key
    rank: int = 0

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-16")
        item, rank = buying.qualified(show, hero, self.item, self.rank)
        drafted(hero, "Circles are filled while making a character, and by levelling up.")
        have = show.number("creation_buys", CREATION_BUYS)
        why = f"All {have} creation buys are spent; take one back first."
        need(spent(show, hero) < have, "MU-16", "over_budget", why)
        yield buying.filling(show, hero.id, item, "creation", rank)


class UnfillMark(Act[Show], frozen=True):
    """A creation buy is taken back."""

    may = "owner"
    who: Key
    item: Key
    rank: int = 0

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-16")
        why = "What is filled stays filled once the character is in play."
        must(hero.state == "draft", "MU-10", "gm_only", why)
        mark = buying.last_filled(hero, self.item, self.rank)
        must(mark.origin == "creation", "MU-10", "gm_only", "The GM gave that one.")
        yield MarkEmptied(hero.id, self.item, mark.rank)


def spent(show: Show, hero: Character) -> int:
    """Creation buys spent on what is on the sheet now."""
    return sum(1 for _ in creation_marks(show, hero))


def creation_marks(show: Show, hero: Character) -> Iterator[tuple[str, int]]:
    for item, marks in hero.marks.items():
        for mark in marks if sheet.on_sheet(show, hero, item) else ():
            if mark.origin == "creation":
                yield item, mark.rank


def affordable(show: Show, hero: Character) -> None:
    have, n = show.number("creation_buys", CREATION_BUYS), spent(show, hero)
    why = f"That takes {n} creation buys, and there are {have} at this table."
    need(n <= have, "MU-16", "over_budget", why)


# -- Finishing (MU-21, MU-22) ------------------------------------------------------------------


class FinishCharacter(Act[Show], frozen=True):
    """The draft is done; creation buys that are left are gone."""

    may = "owner"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-22")
        drafted(hero, f"{hero.name} is finished already.")
        for item, key in sheet.unwritten(show, hero):
            missing = key.rstrip("0123456789")
            rule = {"concept": "MU-17", "drive": "MU-18"}.get(missing, "MU-22")
            why = f"{hero.name} still needs words under “{show.called(item.id)}”."
            need(False, rule, f"{missing}_missing", why)
        fitting(show, hero.playbooks)
        affordable(show, hero)
        lawful(show, hero)
        left = max(0, show.number("creation_buys", CREATION_BUYS) - spent(show, hero))
        event = CharacterFinished(hero.id, left)
        yield event
        yield from gifts(event.onto(show), hero.id, dice)


class CharacterFinished(Change[Show], frozen=True):
    voice = "scene"
    who: Who
    unspent: int = 0

    def onto(self, show: Show) -> Show:
        """In play, every resource as it starts (MU-21); circles of playbooks laid aside go."""
        hero = show.cast[self.who]
        marks = {id: m for id, m in hero.marks.items() if sheet.on_sheet(show, hero, id)}
        show = show.with_hero(self.who, state="in_play", marks=marks, points={})
        points = {
            item.id: sheet.boxes(show, show.cast[self.who], item)
            for item in sheet.resources(show, show.cast[self.who])
            if item.ranks
        }
        return show.with_hero(self.who, points=points)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_left" if self.unspent else ""


def lawful(show: Show, hero: Character) -> None:
    """The circles can be filled in some order: gates, ranks and answers all hold (MU-22)."""
    left = list(creation_marks(show, hero))
    given = {item: tuple(m for m in marks if m.origin != "creation") for item, marks in
             hero.marks.items()}  # fmt: skip
    now = show.with_hero(hero.id, marks={item: marks for item, marks in given.items() if marks})
    while left:
        refusals: list[Refusal] = []
        for item, rank in tuple(left):
            try:
                buying.qualified(now, now.cast[hero.id], item, rank)
            except Refusal as no:
                refusals.append(no)
                continue
            now = MarkFilled(hero.id, item, "creation", rank).onto(now)
            left.remove((item, rank))
        if len(refusals) == len(left) and left:
            raise refusals[0]


def gifts(show: Show, who: str, dice: Dice) -> Iterator[Event]:
    """What items give to whoever has them, from the first."""
    for deed in tuple(sheet.deeds(show, show.cast[who])):
        events = tuple(effects.come_with(show, who, deed.id, dice))
        yield from events
        show = after(show, events)
