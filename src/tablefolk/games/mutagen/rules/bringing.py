"""A character that travels: written out at one table, brought to another (TF-39, TF-40).

Playbooks, circles, words, armor and what is permanent travel. Points, passing statuses, running
effects, the evening's claims and notes on boxes stay behind. What is brought is judged as creation
judges it; what the GM has a say in is asked here in one question, and the answer holds (MU-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablefolk.core import sheets
from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, word
from tablefolk.core.words import listing
from tablefolk.games.mutagen.rules import buying, creation, writing
from tablefolk.games.mutagen.rules import sheet as reading
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import (
    Armor,
    Character,
    Key,
    Keys,
    Line,
    Name,
    Origin,
    Status,
    Text,
)
from tablefolk.games.mutagen.rules.wording import Words, book_names

GAME = "mutagen"
MOST = 300  # circles, or lines of words, on one sheet


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A circle or triangle that is filled."""

    item: Key
    origin: Origin = "creation"
    rank: Annotated[int, Meta(ge=0, le=99)] = 0


class Worn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something protective."""

    name: Name
    rating: int
    covers: Line = ""
    worn: bool = True


class Lasting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A permanent status."""

    text: Line
    severe: bool = False


class Sheet(sheets.Sheet, frozen=True):
    """A character by itself."""

    name: Name
    playbooks: Keys
    finished: bool = False
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MOST)] = ()
    writings: Annotated[dict[Key, Text], Meta(max_length=MOST)] = field(default_factory=dict)
    narrowed: Annotated[dict[Key, Line], Meta(max_length=MOST)] = field(default_factory=dict)
    armor: Annotated[tuple[Worn, ...], Meta(max_length=24)] = ()
    permanent: Annotated[tuple[Lasting, ...], Meta(max_length=24)] = ()


class BringCharacter(Act[Show], frozen=True):
    """A player brings a character from another table; the GM may bring one for a player."""

    may = "anyone"
    sheet: dict[str, Any]  # whatever a file holds, until it is read
    owner: Key = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = creation.future_player(show, seat, self.owner)
        s = sheets.read(self.sheet, Sheet, GAME)
        with sheets.at("name"):
            name = creation.a_name(s.name)
        known(show, s)
        who = creation.new_id(show, name)
        with sheets.at("playbooks"):
            books = creation.fitting(show, tuple(dict.fromkeys(s.playbooks)))
        hero = Character(who, player, name, tuple(book.id for book in books))
        on_the_sheet(replace(show, cast={**show.cast, who: hero}), hero, s)
        asked = talked(show, s, hero)
        show = heard(replace(show, cast={**show.cast, who: hero}), who, asked)
        show = with_marks(show, who, s)
        show = with_words(show, Seat(player), who, s, dice)
        hero = lasting(show, who, s)
        lacking = tuple(dict.fromkeys(item.id for item, _ in reading.unwritten(show, hero)))
        if questions := tuple(questioned(show, hero, asked)):
            first = f"May {name} come from another table?"
            word(seat, "MU-12", " ".join((first, *questions))[:1500])
        done = s.finished and not lacking
        yield CharacterBrought(replace(hero, state="in_play") if done else hero, asked, lacking)


class CharacterBrought(Change[Show], frozen=True):
    """The whole sheet, and the items the GM has thereby said yes to."""

    sheet: Character
    consulted: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()  # items that want words before it can be played

    def onto(self, show: Show) -> Show:
        numbers = (*(a.id for a in self.sheet.armor), *(s.id for s in self.sheet.statuses))
        show = replace(show, cast={**show.cast, self.sheet.id: self.sheet}).counted(
            show.count, *numbers
        )
        return heard(show, self.sheet.id, self.consulted)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        draft = "_lacking" if self.lacking else "_draft"
        return draft if self.sheet.state == "draft" else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {
            "player": show.name(self.sheet.player),
            "books": book_names(show, self.sheet.playbooks),
            "lacking": listing(f"“{show.called(item)}”" for item in self.lacking),
        }


# -- Written out -------------------------------------------------------------------------------


def sheet(show: Show, seat: Seat, who: str) -> dict[str, object]:
    """A player's character written out; whoever is retired stays where their story ended."""
    hero = sheets.to_take(show.cast, who, lambda h: seat.gm or h.player == seat.id)
    must(hero.alive, "MU-105", "retired", f"{hero.name} is retired, and stays at this table.")

    def here(id: str) -> bool:
        return reading.on_sheet(show, hero, id)

    marks = ((id, mark) for id, filled in hero.marks.items() if here(id) for mark in filled)
    lines = hero.writings.items()
    return sheets.written(
        Sheet(
            tablefolk=sheets.FORMAT,
            game=GAME,
            name=hero.name,
            playbooks=hero.playbooks,
            finished=hero.state != "draft",
            marks=tuple(Mark(id, mark.origin, mark.rank) for id, mark in marks),
            writings={key: text for key, text in lines if here(key.rpartition(".")[0])},
            narrowed={id: text for id, text in hero.narrowed.items() if here(id)},
            armor=tuple(Worn(a.name, a.rating, a.covers, a.worn) for a in hero.armor),
            permanent=tuple(Lasting(s.text, s.severe) for s in hero.statuses if s.permanent),
        )
    )


# -- Brought (MU-1, MU-11 … MU-24) ---------------------------------------------------------------


def known(show: Show, s: Sheet) -> None:
    """Every playbook is one of this table's (MU-1)."""
    missing = [id for id in dict.fromkeys(s.playbooks) if show.shelf.playbook(id) is None]
    shown = listing(f"“{id}”" for id in missing)
    why = f"This table has no playbook {shown}: the GM can load it here, and then they can come."
    must(not missing, "MU-1", "unknown_playbook", why)


def on_the_sheet(show: Show, hero: Character, s: Sheet) -> None:
    """Everything that is filled in stands in those playbooks as they are here (MU-4, MU-158)."""
    lines = (key.rpartition(".")[0] for key in s.writings)
    every = dict.fromkeys((*(mark.item for mark in s.marks), *lines, *s.narrowed))
    missing = [id for id in every if not reading.on_sheet(show, hero, id)]
    shown = listing(f"“{id}”" for id in missing)
    why = f"The playbooks here have no {shown}: the GM can load those of the other table."
    must(not missing, "MU-4", "not_on_sheet", why)


def talked(show: Show, s: Sheet, hero: Character) -> tuple[str, ...]:
    """The items on it that need a word with the GM, and have none yet (MU-12, MU-15)."""
    lines = (key.rpartition(".")[0] for key, text in s.writings.items() if text.strip())
    every = dict.fromkeys((*(mark.item for mark in s.marks), *lines))
    wanting = (id for id in every if show.item(id).wants_a_word)
    return tuple(id for id in wanting if show.consulted(hero.id, id) is None)


def heard(show: Show, who: str, items: tuple[str, ...]) -> Show:
    """The GM's yes to these items, for this character."""
    for item in items:
        show = buying.Consulted(who, item, yes=True).onto(show)
    return show


def with_marks(show: Show, who: str, s: Sheet) -> Show:
    """Creation buys as creation has them (MU-16, MU-22); then what was given or learned since."""
    first = [mark for mark in s.marks if mark.origin == "creation"]
    since = [mark for mark in s.marks if mark.origin != "creation"]
    with sheets.at("marks"):
        every = filled(show, who, (*since, *first))
        creation.affordable(every, every.cast[who])
        creation.lawful(every, every.cast[who])
        show = filled(show, who, first)
        for mark in since:
            show = one_more(show, who, mark)
    return show


def filled(show: Show, who: str, marks: Sequence[Mark]) -> Show:
    for mark in marks:
        event = buying.MarkFilled(who, mark.item, mark.origin, mark.rank)
        show = event.onto(show)
    return show


def one_more(show: Show, who: str, mark: Mark) -> Show:
    """A circle that came later: there must be room for it, and no no of the GM's (MU-12, MU-14)."""
    buying.talked_over(show, show.cast[who], show.item(mark.item))
    granting = buying.GrantMark(who, mark.item, mark.rank)
    event = buying.granted(show, Seat("", "gm"), granting)
    return replace(event, origin=mark.origin).onto(show)


def with_words(show: Show, seat: Seat, who: str, s: Sheet, dice: Dice) -> Show:
    """What is written by hand, line by line, each with its place in the sheet."""
    for place, command in by_hand(s, who):
        with sheets.at(place):
            show = after(show, tuple(command.do(show, seat, dice)))
    return show


def by_hand(s: Sheet, who: str) -> Iterator[tuple[str, Act[Show]]]:
    for key, text in s.writings.items():
        if text.strip():
            item, _, line = key.rpartition(".")
            yield "writings", writing.WriteIn(who, item, line, text)
    for id, text in s.narrowed.items():
        if text.strip():
            yield "narrowed", writing.NarrowAptitude(who, id, text)
    for armor in s.armor:
        yield "armor", writing.AddArmor(who, armor.name, armor.rating, armor.covers)


def lasting(show: Show, who: str, s: Sheet) -> Character:
    """The sheet with armor taken off as it was, and what is permanent about them (MU-109)."""
    hero = show.cast[who]
    armor: tuple[Armor, ...] = tuple(
        replace(one, worn=was.worn) for one, was in zip(hero.armor, s.armor, strict=True)
    )
    texts = [(" ".join(one.text.split()), one.severe) for one in s.permanent]
    with sheets.at("permanent"):
        must(all(text for text, _ in texts), "MU-109", "text_needed", "Say what is so.")
    statuses = tuple(
        Status(number, text, permanent=True, severe=severe)
        for number, (text, severe) in enumerate(texts, show.count + 1)
    )
    return replace(hero, armor=armor, statuses=statuses)


def questioned(show: Show, hero: Character, asked: tuple[str, ...]) -> Iterator[str]:
    """What a GM is asked about somebody who comes from elsewhere."""
    books = (show.shelf.playbook(id) for id in hero.playbooks)
    own = [book.name for book in books if book and not show.shelf.basic(book.id)]
    if len(own) > 1:
        yield f"May they play with {listing(own)}?"
    for item in asked:
        yield f"May they have “{show.called(item)}”?"
    for item, marks in hero.marks.items():
        if later := sum(mark.origin != "creation" for mark in marks):
            yield f"May “{show.called(item)}” have {later} more than creation gave?"
    for status in hero.statuses:
        yield f"Is it still so that “{status.text}”?"
