"""Circles and triangles: what may be filled, by whom, and the GM's word on it (MU-6 … MU-15)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Refusal, Seat, WordAsked, must, need, word
from tablefolk.core.table.judging import Withdrawn, WordDenied, WordGiven
from tablefolk.core.words import sentence
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Aptitude, Deed, Item, Resource
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.owing import Doer, Given, heroes, owes, ways
from tablefolk.games.mutagen.rules.state import (
    ALL,
    Asked,
    Consult,
    SetsOff,
    Show,
    overheard,
    the_gm,
    words,
)
from tablefolk.games.mutagen.rules.values import (
    Character,
    Filled,
    ItemId,
    Key,
    Line,
    Origin,
    Owed,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted, Words

# -- What may be filled (MU-9, MU-11 … MU-15) --------------------------------------------------


def qualified(
    show: Show, hero: Character, id: str, rank: int = 0, triangle: bool = False
) -> tuple[Item, int]:
    """An item whose next circle, or rank, this character may fill now; else a refusal.

    With `triangle` it is a △ that is asked for, which no player fills unasked (MU-9).
    """
    item = sheet.found(show, hero, id, Item, "MU-7")
    rank = next_rank(show, hero, item, rank)
    mark = mark_of(hero, item, rank)
    why = f"There is no circle left to fill at “{show.called(id)}”."
    need(mark in ("buy", "grant"), "MU-14", "no_circle_left", why)
    why = f"“{show.called(id)}” is filled by the GM or a move, and never bought."
    need(mark != "grant" or triangle, "MU-9", "gm_only", why)
    must(mark == "grant" or not triangle, "MU-140", "wrong_kind", "That is no triangle.")
    gate_open(show, hero, item)
    talked_over(show, hero, item)
    criteria(show, hero, item)
    return item, rank


def next_rank(show: Show, hero: Character, item: Item, rank: int) -> int:
    """The rank that is meant, after those below it (MU-13)."""
    if not isinstance(item, Resource) or not sheet.owned(hero, item):
        return 0
    have = {one.n for one in sheet.ranks(hero, item)}
    missing = [one.n for one in item.ranks if one.n not in have]
    rank = rank or next(iter(missing), 0)
    why = f"“{show.called(item.id)}” has no such rank to fill."
    must(rank in {0, *missing}, "MU-14", "no_circle_left", why)
    before = [n for n in missing if n < rank]
    why = f"Rank {before[0] if before else 0} comes before rank {rank}."
    need(not before, "MU-13", "rank_order", why)
    return rank


def mark_of(hero: Character, item: Item, rank: int = 0) -> str:
    """The mark that would be filled next: buy, grant, or none where nothing is left."""
    if isinstance(item, Resource):
        if not sheet.owned(hero, item):
            return item.mark
        return next((one.mark for one in item.ranks if one.n == rank), "")
    if isinstance(item, Aptitude):
        filled = sheet.dots(hero, item)
        return "" if filled >= item.dots else item.mark if not filled else "buy"
    return "" if sheet.owned(hero, item) or not isinstance(item, Deed) else item.mark


def gate_open(show: Show, hero: Character, item: Item) -> None:
    """So many other moves of the section first; free and given ones count (MU-11)."""
    if item.gate and not sheet.owned(hero, item):
        have = sum(sheet.owned(hero, other) for other in show.shelf.gate_moves(item.id))
        why = f"“{show.called(item.id)}” needs {item.gate} moves of its section: {have} of "
        need(have >= item.gate, "MU-11", "gate_closed", f"{why}{item.gate}.")


def talked_over(show: Show, hero: Character, item: Item) -> None:
    """A 🗣 item needs a word with the GM; one yes covers all its circles (MU-12)."""
    if item.consult:
        said = show.consulted(hero.id, item.id)
        name = show.called(item.id)
        need(said is not None, "MU-12", "consult_gm", f"Ask the GM about “{name}” first.")
        denied = said is not None and said.answer == "no"
        need(not denied, "MU-12", "gm_denied", f"The GM has said no to “{name}”.")


def criteria(show: Show, hero: Character, item: Item) -> None:
    """Other conditions of buying; the first that does not hold is named (MU-15)."""
    for one in item.requires:
        if one.item:
            other = show.shelf.item(one.item)
            holds = other is not None and sheet.owned(hero, other)
            wanted = show.called(one.item)
        else:
            said = show.consulted(hero.id, item.id)
            holds, wanted = said is not None and said.answer == "yes", one.text
        why = f"“{show.called(item.id)}” needs this first: {wanted}."
        need(holds, "MU-15", "criteria_unmet", why)


# -- Filling and emptying (MU-10) --------------------------------------------------------------


class MarkFilled(Noted, frozen=True):
    """A circle or triangle is filled, and how it came to be."""

    who: Who
    item: ItemId
    origin: Origin
    rank: int = 0
    reason: str = ""
    rating: int | None = None  # what an aptitude comes to with it

    @property
    def grown(self) -> bool:
        """Whether somebody has grown by it who was made before."""
        return self.origin != "creation"

    def onto(self, show: Show) -> Show:
        marks = show.cast[self.who].marks
        filled = (*marks.get(self.item, ()), Filled(self.origin, self.rank))
        return show.with_hero(self.who, marks={**marks, self.item: filled})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return f"_{self.origin}"

    def in_words(self, show: Show, seat: Seat) -> Words:
        by = f": {self.reason.removesuffix('.')}" if self.reason else ""
        reason = show.called(self.reason) if self.origin == "grant" else by
        return {"reason": reason, "rating": rated(self.rank, self.rating)}


def rated(rank: int, rating: int | None) -> str:
    """What an aptitude comes to, or the rank of a resource, beside its name."""
    if rating is not None:
        return f" ({signed(rating)})"
    return f", rank {rank}" if rank else ""


def filling(
    show: Show, who: str, item: Item, origin: Origin, rank: int = 0, reason: str = ""
) -> MarkFilled:
    """A circle filled, with the rating it gives from then on (MU-38)."""
    before = sheet.dots(show.cast[who], item) if isinstance(item, Aptitude) else None
    rating = None if before is None else show.engine.first_dot_rating + before
    return MarkFilled(who, item.id, origin, rank, reason, rating)


class MarkEmptied(Noted, frozen=True):
    """Taken back in a draft, or corrected by the GM."""

    who: Who
    item: ItemId
    rank: int = 0
    reason: str = ""

    def onto(self, show: Show) -> Show:
        marks = show.cast[self.who].marks
        kept = list(marks.get(self.item, ()))
        place = max((n for n, mark in enumerate(kept) if mark.rank == self.rank), default=None)
        if place is not None:
            del kept[place]
        others = {item: filled for item, filled in marks.items() if item != self.item}
        return show.with_hero(
            self.who, marks={**others, self.item: tuple(kept)} if kept else others
        )

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.reason else "_draft"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"reason": sentence(self.reason)}


class GrantMark(SetsOff, frozen=True):
    """The GM fills a circle or triangle for somebody (MU-9, MU-142)."""

    may = "gm"
    who: Key
    item: Key
    rank: int = 0
    reason: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield granted(show, seat, self)


class CorrectMark(Act[Show], frozen=True):
    """The GM empties a circle or triangle again, and says why (MU-10)."""

    may = "gm"
    who: Key
    item: Key
    rank: int = 0
    reason: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        why = "What is filled stays filled; the GM may correct it."
        must(seat.gm, "MU-10", "gm_only", why)
        hero = unfrozen(show, self.who)
        reason = words(self.reason, "MU-10", "Say why.")
        filled = last_filled(hero, self.item, self.rank)
        yield MarkEmptied(hero.id, self.item, filled.rank, reason)


def granted(show: Show, seat: Seat, c: GrantMark) -> MarkFilled:
    """What the GM gives."""
    the_gm(seat, "MU-9")
    hero = unfrozen(show, c.who)
    item = sheet.found(show, hero, c.item, Item, "MU-9")
    rank = next_rank(show, hero, item, c.rank)
    why = f"There is nothing left to fill at “{show.called(item.id)}”."
    must(mark_of(hero, item, rank) in ("buy", "grant"), "MU-14", "no_circle_left", why)
    return filling(show, hero.id, item, "gm", rank, c.reason.strip())


def unfrozen(show: Show, who: str) -> Character:
    """Somebody whose sheet may still be written on: that of the retired is only read (MU-105)."""
    hero = show.character(who)
    must(hero.alive, "MU-105", "retired", f"{hero.name} is out of the story; the sheet stays.")
    return hero


def last_filled(hero: Character, item: str, rank: int = 0) -> Filled:
    """The mark that would be emptied: of that rank, or the one filled last."""
    marks = [mark for mark in hero.marks.get(item, ()) if rank in (0, mark.rank)]
    last = marks[-1] if marks else None
    return must(last, "MU-10", "not_bought", "Nothing was filled there.")


# -- A word with the GM (MU-12) ----------------------------------------------------------------


class AskAbout(Act[Show], frozen=True):
    """A player asks the GM about a 🗣 item; the answer holds from then on."""

    may = "owner"
    permits = True
    who: Key
    item: Key
    why: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-12")
        item = sheet.found(show, hero, self.item, Item, "MU-12")
        must(item.wants_a_word, "MU-12", "wrong_kind", "Nobody needs to be asked about that one.")
        said = show.consulted(hero.id, item.id)
        why = f"The GM has said yes to “{show.called(item.id)}” already."
        must(said is None or said.answer == "no", "MU-12", "same", why)
        reason = f" “{self.why.strip()}”" if self.why.strip() else ""
        word(seat, "MU-12", f"May {hero.name} fill “{show.called(item.id)}”?{reason}")
        yield Consulted(hero.id, item.id, yes=True)


def to_ask(show: Show, hero: Character, item: Item) -> bool:
    """Whether there is something to ask: nothing said yet, or a no to talk over again."""
    said = show.consulted(hero.id, item.id)
    if not item.wants_a_word or (said and said.answer == "yes"):
        return False
    return isinstance(item, (Aptitude, Deed, Resource))


class AnswerAbout(Act[Show], frozen=True):
    """The GM says yes or no beforehand, for somebody or for everybody, or changes the answer."""

    may = "gm"
    item: Key
    yes: bool
    who: Key = ""  # nobody named: the whole table
    note: Line = ""  # a condition, or why not

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-12")
        item = show.item(self.item, "MU-12")
        if self.who:
            show.character(self.who)
        was = show.consults.get(f"{self.who or ALL}:{item.id}")
        said = Consult("yes" if self.yes else "no", self.note.strip())
        must(was != said, "MU-12", "same", "That is your answer already.")
        yield Consulted(self.who or ALL, item.id, self.yes, self.note.strip())


class Consulted(Noted, frozen=True):
    """The GM's word about an item; `who` is * where it holds for everybody."""

    who: Who
    item: ItemId
    yes: bool
    note: str = ""

    def onto(self, show: Show) -> Show:
        said = Consult("yes" if self.yes else "no", self.note)
        return replace(show, consults={**show.consults, f"{self.who}:{self.item}": said})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_yes" if self.yes else "_no"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"note": f": {sentence(self.note)}" if self.note else "."}


@overheard.effect(WordAsked)
def request_heard(show: Show, e: WordAsked) -> Show:
    """A question about an item lies on the GM's desk: should it be denied, that is remembered."""
    if e.command.get("type") != AskAbout.__name__:
        return show
    asked = Asked(e.command["who"], e.command["item"])
    return replace(show, asked={**show.asked, e.number: asked})


@overheard.effect(WordDenied)
def denial_heard(show: Show, e: WordDenied) -> Show:
    asked = show.asked.get(e.number)
    if asked is None:
        return show
    return Consulted(asked.who, asked.item, False, e.note).onto(answer_heard(show, e))


def answer_heard(show: Show, e: WordDenied | WordGiven | Withdrawn) -> Show:
    return replace(show, asked={n: asked for n, asked in show.asked.items() if n != e.number})


overheard.effect(WordGiven)(answer_heard)
overheard.effect(Withdrawn)(answer_heard)


# -- As effects --------------------------------------------------------------------------------


@ways.does(op.Grant)
def op_grant(show: Show, e: op.Grant, doer: Doer, dice: Dice) -> Iterator[Event]:
    """Fill an item's mark or a rank for nothing; gates and ranks below do not matter (MU-11)."""
    item = show.shelf.item(e.item)
    for who in heroes(show, doer, e.who) if item else ():
        assert item is not None
        mine = sheet.own(show, show.cast[who], item)
        if mark_of(show.cast[who], mine, e.rank) in ("buy", "grant") and not has(show, who, e):
            yield filling(show, who, mine, "grant", e.rank, doer.source)


def has(show: Show, who: str, e: op.Grant) -> bool:
    """Whether a rank that is to be given is there already."""
    hero, item = show.cast[who], show.shelf.item(e.item)
    owned = sheet.ranks(hero, sheet.own(show, hero, item)) if isinstance(item, Resource) else ()
    return any(rank.n == e.rank for rank in owned)


@ways.does(op.Buy)
def op_buy(show: Show, e: op.Buy, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield owes(show, doer, "player", e, "", n=e.n)


@ways.answered(op.Buy)
def bought(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    """The circle somebody fills because a move lets them; a △ as well, where it says so."""
    assert isinstance(owed.effect, op.Buy)
    triangle = owed.effect.mark == "grant"
    item, rank = qualified(show, show.cast[owed.who], c.on, c.rank, triangle)
    yield filling(show, owed.who, item, "grant", rank, doer.source)


def fillable(show: Show, hero: Character, triangle: bool = False) -> Iterator[tuple[str, int]]:
    """Everything whose next circle this character may fill now, with its rank."""
    for item in sheet.items(show, hero):
        if not isinstance(item, Aptitude | Resource | Deed):
            continue
        try:
            found, rank = qualified(show, hero, item.id, 0, triangle)
        except Refusal:
            continue
        yield found.id, rank


@ways.moot(op.Buy)
def none_to_fill(show: Show, owed: Owed) -> bool:
    assert isinstance(owed.effect, op.Buy)
    triangle = owed.effect.mark == "grant"
    return next(fillable(show, show.cast[owed.who], triangle), None) is None
