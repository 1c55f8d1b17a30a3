"""What a move is rolled with: the modifier unfolded into its parts (MU-38 … MU-48, MU-65)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from tablefolk.games.mutagen.playbooks import terms
from tablefolk.games.mutagen.playbooks.effects import AnyEffect, Band, Entry, PickFrom, Roll
from tablefolk.games.mutagen.playbooks.markup.prose import left_over
from tablefolk.games.mutagen.playbooks.model import (
    Aptitude,
    Child,
    Deed,
    HarmCap,
    Mod,
    Mode,
    Story,
    Term,
)
from tablefolk.games.mutagen.rules import reading, sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Bonus, Character, OpenMove, Part

# -- The chain, taken apart (MU-55 … MU-57) ----------------------------------------------------


class Link(Struct, frozen=True):
    """One move of a chain in the way it is made here."""

    deed: Deed
    mode: Mode | None = None

    @property
    def child(self) -> Child | None:
        return (self.mode.child if self.mode else None) or self.deed.child

    @property
    def roll(self) -> Roll | None:
        return (self.mode.roll if self.mode else None) or self.deed.roll

    @property
    def harm_cap(self) -> HarmCap | None:
        return (self.mode.harm_cap if self.mode else None) or self.deed.harm_cap

    @property
    def bands(self) -> tuple[Band, ...]:
        return (self.mode.bands if self.mode else ()) or self.deed.bands


def links(show: Show, move: OpenMove) -> tuple[Link, ...]:
    """The moves of a chain, parent first; what has vanished from the playbooks is left out."""
    found = ((id, show.shelf.item(id)) for id in move.chain)
    return tuple(
        Link(deed, mode_of(deed, move.modes.get(id, "")))
        for id, deed in found
        if isinstance(deed, Deed)
    )


def mode_of(deed: Deed, id: str) -> Mode | None:
    return next((mode for mode in deed.modes if mode.id == id), None)


def is_story(show: Show, move: OpenMove) -> bool:
    """Whether the move that is rolled is a story move (MU-61); a roll called for is none."""
    return move.body is None and isinstance(show.shelf.item(move.move), Story)


def kind_of(show: Show, move: OpenMove) -> str:
    return "story" if is_story(show, move) else "move"


def roll_of(show: Show, move: OpenMove) -> tuple[Roll, Deed | None] | None:
    """What to roll with, and the move that says so (MU-46, MU-65).

    A parent's word goes first: a weave's weak thread, and no aptitude (MU-125).
    """
    chain = links(show, move)
    if move.body:
        return (move.body.roll, chain[-1].deed if chain else None) if move.body.roll else None
    for link in chain[:-1]:
        if link.child and link.child.roll:
            return link.child.roll, link.deed
    if not chain:
        return None
    last = chain[-1]
    shared = show.engine.story.roll if isinstance(last.deed, Story) else None
    roll = last.roll or shared
    return (roll, last.deed) if roll else None


# -- Which results are read, and whether they say it all (MU-57, MU-70, MU-157) ----------------

Spoken = tuple[Link, tuple[Band, ...]]


def own_bands(show: Show, move: OpenMove) -> tuple[Band, ...]:
    """The result list of the move that is rolled itself."""
    if move.body:
        return move.body.bands
    chain = links(show, move)
    return chain[-1].bands if chain else ()


def speaking(show: Show, move: OpenMove) -> Iterator[Spoken]:
    """Whose result lists are read: the rolled move's own, and a parent's that says so (MU-57)."""
    chain = links(show, move)
    for link in chain[:-1]:
        reads = link.child is not None and link.child.reads_result
        yield link, link.bands if reads else ()
    if chain:
        yield chain[-1], own_bands(show, move)


def shares_results(show: Show, move: OpenMove, band: str) -> bool:
    """Whether a result means what it means for every story move: no list says otherwise.

    Of a list that leaves results out, only the bad ones have a price (MU-71).
    """
    own = own_bands(show, move)
    left_out = band not in ("crit", "full") and not any(reading.matching(own, band))
    return is_story(show, move) or not own or left_out


def spoken(show: Show, move: OpenMove, band: str) -> Iterator[tuple[Deed, Band]]:
    """What the lists say of a result: all of one's own, of a parent's what is left to people."""
    every = tuple(speaking(show, move))
    for place, (link, bands) in enumerate(every, 1):
        for one in reading.matching(bands, band):
            if one.text and (place == len(every) or left_open(link.deed, one)):
                yield link.deed, one


def left_open(deed: Deed, band: Band, picked: bool = False) -> bool:
    """Whether a result leaves something to say; once it is `picked`, beside its list."""
    listed = bool(band.pick and band.options)
    if listed and not picked and any(map(words_in, band.options)):
        return True
    done = listed or complete(deed, band.effects)
    more = bool(band.effects and left_over(band.text, band.effects))
    return not done or more or names_gm(band.text)


def words_in(entry: Entry) -> bool:
    """Whether an entry of a list is left to people, or a part of it."""
    return not entry.effects or bool(left_over(entry.text, entry.effects))


def complete(deed: Deed, every: tuple[AnyEffect, ...]) -> bool:
    """Whether effects do all there is: there are some, and none lets people pick mere words."""
    lists = {one.id: one.entries for one in deed.lists}
    picked = (lists.get(e.list, ()) for e in every if isinstance(e, PickFrom))
    return bool(every) and not any(words_in(entry) for entries in picked for entry in entries)


def names_gm(text: str) -> bool:
    """Whether a text leaves something to the GM by name."""
    return re.search(r"\bGM\b", text) is not None


# -- Terms and sums (MU-47) --------------------------------------------------------------------


class Known(Mapping[str, int]):
    """What the sums of a playbook may speak of: ratings, points, terms, and what is at hand."""

    def __init__(
        self,
        show: Show,
        hero: Character,
        deed: Deed | None = None,
        picked: tuple[str, ...] = (),
        at_hand: Mapping[str, int] | None = None,
    ) -> None:
        self.show, self.hero, self.deed, self.picked = show, hero, deed, picked
        self.at_hand = at_hand or {}
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> int:
        if name in self.at_hand:
            return self.at_hand[name]
        kind, _, id = name.partition(".")
        if kind == "option":
            return self.show.number(id, 0)
        if kind == "points":
            return sheet.points(self.show, self.hero, id)
        if kind == "rating":
            return rating_of(self.show, self.hero, id)
        return self.term(name)

    def __contains__(self, name: object) -> bool:
        known = isinstance(name, str) and name.startswith(("points.", "rating.", "option."))
        return known or name in self.at_hand or self.find(str(name)) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.at_hand)

    def __len__(self) -> int:
        return len(self.at_hand)

    def find(self, id: str) -> Term | None:
        """A term of the move; while it is worked out it is not known to itself."""
        every = self.deed.terms if self.deed else ()
        return next((t for t in every if t.id == id and id not in self.asked), None)

    def term(self, id: str) -> int:
        """What a term of the move comes to (MU-47, MU-124)."""
        term = self.find(id)
        if term is None:
            return self.show.engine.unowned_rating
        self.asked.add(id)
        try:
            return self._worth(term)
        finally:
            self.asked.discard(id)

    def _worth(self, term: Term) -> int:
        match term.by:
            case "min_rating":
                ratings = [rating_of(self.show, self.hero, id) for id in self.picked]
                return min(ratings, default=term.if_none)
            case "count_minus_one":
                return min(len(self.picked) - 1, term.most)
            case "rating":
                return rating_of(self.show, self.hero, term.of)
            case "sum":
                return amount(term.sum, self)
        return term.n


def rating_of(show: Show, hero: Character, id: str) -> int:
    """The rating of an aptitude by its id; whatever is not on the sheet counts as not owned."""
    item = show.shelf.item(id)
    if isinstance(item, Aptitude) and sheet.on_sheet(show, hero, id):
        return sheet.rating(show, hero, sheet.own(show, hero, item))
    return show.engine.unowned_rating


def amount(value: int | str, known: Mapping[str, int]) -> int:
    """A number, or a sum over what is known; one that cannot be read is worth nothing."""
    try:
        return terms.value(value, known)
    except terms.BadSum:
        return 0


# -- The parts (MU-42) -------------------------------------------------------------------------


def parts(show: Show, move: OpenMove) -> tuple[Part, ...]:
    """Everything that is added up for a roll, each with where it comes from."""
    return (base(show, show.cast[move.who], move), *added(show, move))


def added(show: Show, move: OpenMove) -> tuple[Part, ...]:
    """What goes into a roll beside the rating, number or term it is rolled with."""
    hero, found = show.cast[move.who], []
    if move.exploit:
        found.append(Part("exploit", show.engine.exploit_bonus, move.exploit.text))
    found.extend(standing(show, hero, move))
    found.extend(Part("move", b.value, b.source) for b in bonuses(show, hero, move))
    return (*found, *move.given)


def base(show: Show, hero: Character, move: OpenMove) -> Part:
    """The rating, number or term that is rolled with; one of them, never two (MU-46)."""
    rolled = roll_of(show, move)
    nothing = Part("nothing", show.engine.unowned_rating)
    if rolled is None:
        return nothing
    roll, deed = rolled
    match roll.by:
        case "any":
            return rated(show, hero, move.aptitude) or nothing
        case "aptitude":
            return rated(show, hero, roll.of) or Part("rating", nothing.value, roll.of)
        case "term":
            said = {t.id: move.number for t in deed.terms if t.by == "unset"} if deed else {}
            return Part("term", Known(show, hero, deed, move.picked, said)[roll.of], roll.of)
        case "choice":
            chosen = (c for c in roll.choices if c.label == move.option)
            return next((Part("number", c.n, c.label) for c in chosen), nothing)
    return Part("number", roll.n)


def rated(show: Show, hero: Character, id: str) -> Part | None:
    """An aptitude that is owned; one that is not is the same as nothing fitting (MU-65)."""
    item = show.shelf.item(id)
    fits = isinstance(item, Aptitude) and sheet.on_sheet(show, hero, id)
    if not fits or not isinstance(item, Aptitude) or not sheet.dots(hero, item):
        return None
    return Part("rating", sheet.rating(show, hero, item), id)


def standing(show: Show, hero: Character, move: OpenMove) -> Iterator[Part]:
    """What owned moves add to this one; where they name a fact, it must be confirmed."""
    for deed, mod in standing_mods(show, hero, move):
        if not mod.fact or deed.id in move.confirmed:
            yield Part("move", mod.value, deed.id)


def standing_mods(show: Show, hero: Character, move: OpenMove) -> Iterator[tuple[Deed, Mod]]:
    for deed in sheet.deeds(show, hero):
        for mod in deed.mods:
            if speaks_of(show, mod.on, move):
                yield deed, mod


def speaks_of(show: Show, on: str, move: OpenMove) -> bool:
    """Whether “any”, “story” or the id of a move means this one."""
    return on == "any" or on in move.chain or (on == "story" and is_story(show, move))


def bonuses(show: Show, hero: Character, move: OpenMove) -> Iterator[Bonus]:
    """Modifiers that moves have given somebody: for the next roll, a scene, or one move."""
    for bonus in hero.bonuses:
        now = bonus.on == "next_roll" or (bonus.on == "scene" and bonus.scene == show.scene)
        if now or bonus.on in move.chain:
            yield bonus


def modifier(show: Show, move: OpenMove) -> int:
    return reading.modifier(parts(show, move))
