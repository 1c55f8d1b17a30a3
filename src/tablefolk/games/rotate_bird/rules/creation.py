"""Making a character: five symbols, three named pairs, a name and a title (RB-13 … RB-25, RB-212).

Dice are thrown for all that is still missing at once; what repeats is written down as rolled
again, and thrown for anew with the next throw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.words import listing, slug
from tablefolk.games.rotate_bird.rules import symbols
from tablefolk.games.rotate_bird.rules.ready_made import from_ready_made, ready_mades
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import (
    BEING,
    DOING,
    BeingTrait,
    Character,
    DoingTrait,
    Label,
    SymbolId,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, labelled, pair, pictures, rolled_again

T = TypeVar("T")

# -- Beginning a character (RB-1, RB-13, RB-24) ------------------------------------------------


class MakeCharacter(Act[Bird], frozen=True):
    """A player begins a character; its name may come last (RB-24). The GM may begin for others.

    With `roll`, its five pictures are thrown for in the same breath.
    """

    may = "anyone"
    name: str = ""
    title: str = ""
    owner: str = ""
    roll: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = future_player(bird, seat, self.owner)
        name = a_name(self.name.strip() or nameless(bird, player))
        who = new_id(bird, name)
        yield CharacterMade(who, player, name, " ".join(self.title.split()))
        if self.roll:
            yield being_thrown(bird, who, (), dice)


class CharacterMade(Change[Bird], frozen=True):
    who: Who
    player: Who
    name: str
    title: str = ""

    def onto(self, bird: Bird) -> Bird:
        made = Character(self.who, self.player, self.name, self.title)
        return replace(bird, cast={**bird.cast, self.who: made})


class TakeReadyMade(Act[Bird], frozen=True):
    """A ready-made character, in one tap."""

    may = "anyone"
    key: str
    owner: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = future_player(bird, seat, self.owner)
        box = ready_mades()
        must(self.key in box, "RB-13", "unknown", "There is nobody of that name in the box.")
        name = box[self.key].name
        by = next((hero.player for hero in bird.cast.values() if hero.name == name), "")
        must(not by, "RB-13", "taken", f"{bird.name(by)} plays {name} already.")
        sheet = from_ready_made(box[self.key], new_id(bird, box[self.key].name), player, bird.count)
        yield ReadyMadeTaken(sheet, self.key)


class ReadyMadeTaken(Change[Bird], frozen=True):
    """The whole sheet, as it was offered then."""

    sheet: Character
    key: str

    def onto(self, bird: Bird) -> Bird:
        last = max(trait.id for trait in self.sheet.doing)
        return replace(bird, cast={**bird.cast, self.sheet.id: self.sheet}).counted(last)

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        hero = self.sheet
        shown = pictures(bird, (trait.symbol for trait in hero.being))
        player = bird.name(hero.player)
        return {"who": hero.name, "title": hero.title, "player": player, "symbols": shown}


class NameCharacter(Act[Bird], frozen=True):
    may = "owner"
    who: str
    name: str
    title: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        bird.own(seat, self.who, "RB-24")
        title = words(
            " ".join(self.title.split()), "RB-24", "Give a title; when stuck, begin with “the”."
        )
        named = CharacterNamed(self.who, a_name(self.name), title)
        _, *finished = ready(bird, self.who, named)
        yield from (replace(event, name=named.name) for event in finished) if finished else (named,)


class CharacterNamed(Change[Bird], frozen=True):
    who: Who
    name: str
    title: str

    def onto(self, bird: Bird) -> Bird:
        return bird.with_hero(self.who, name=self.name, title=self.title)


class CharacterReady(Change[Bird], frozen=True):
    """Nothing is missing any more, whatever came last: somebody is there to be played (RB-25)."""

    who: Who
    player: Who
    title: str
    symbols: tuple[SymbolId, ...]
    name: str = ""  # where name and title were the last of it

    def onto(self, bird: Bird) -> Bird:
        named = CharacterNamed(self.who, self.name, self.title)
        return named.onto(bird) if self.name else bird


def ready(bird: Bird, who: str, *made: Change[Bird]) -> Iterator[Event]:
    """What was made of a character; and that they are ready, where that was the last of it."""
    was = bird.cast[who].complete
    for event in made:
        yield event
        bird = event.onto(bird)
    hero = bird.cast[who]
    if hero.complete and not was:
        symbols = tuple(trait.symbol for trait in hero.being)
        yield CharacterReady(who, hero.player, hero.title, symbols)


class LeaveCharacter(Act[Bird], frozen=True):
    """A character leaves the story, and their player may make another."""

    may = "owner or gm"
    who: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.character(self.who)
        need(seat.gm or hero.player == seat.id, "RB-1", "not_owner", f"{hero.name} is not yours.")
        why = f"{hero.name} has a part in an open test."
        must(not bird.engaged(self.who), "RB-48", "helper_busy", why)
        yield CharacterLeft(self.who, hero.name, not hero.complete)


class CharacterLeft(Change[Bird], frozen=True):
    who: Who
    name: str
    unfinished: bool = False

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_unfinished" if self.unfinished else ""

    def onto(self, bird: Bird) -> Bird:
        """They are gone, and with them the combos they had a part in."""
        cast = {who: hero for who, hero in bird.cast.items() if who != self.who}
        combos = {
            n: combo
            for n, combo in bird.combos.items()
            if all(part.who != self.who for part in combo.parts)
        }
        return replace(bird, cast=cast, combos=combos)


def future_player(bird: Bird, seat: Seat, owner: str) -> str:
    """Who will play it: whoever asks, or the player the GM names; each plays one (RB-1)."""
    need(seat.gm or not owner, "RB-1", "not_gm", "Only the GM makes characters for others.")
    member = owner if seat.gm else seat.id
    seated = member in bird.company.seats
    must(seated, "RB-1", "unknown", "A character is played by a player at this table.")
    why = f"{bird.name(member)} has a character already."
    must(bird.of(member) is None, "RB-1", "one_character", why)
    return member


def nameless(bird: Bird, player: str) -> str:
    """What a character is called until somebody has seen its pictures."""
    return f"{bird.name(player)}’s character"[:60]


def new_id(bird: Bird, name: str) -> str:
    return slug(name, {*bird.cast, *bird.company.people})


def a_name(text: str) -> str:
    name = words(" ".join(text.split()), "RB-24", "Give the character a name.")
    must(len(name) <= 60, "RB-24", "out_of_range", "A name has at most 60 characters.")
    return name


# -- Being: five symbols (RB-14 … RB-18) -------------------------------------------------------


class RollBeing(Act[Bird], frozen=True):
    """Throw for the Being symbols that are still missing."""

    may = "owner"
    who: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-14")
        open_ = len(hero.being) < BEING
        must(open_, "RB-15", "rolled", "What is rolled stands; nobody chooses.")
        yield from ready(bird, hero.id, being_thrown(bird, hero.id, hero.being, dice))


def rolled_anew(traits: Sequence[object], all_of_them: int) -> str:
    """All at once, some more after a repeat, or nothing new."""
    return "_none" if not traits else "" if len(traits) == all_of_them else "_more"


class BeingRolled(Change[Bird], frozen=True):
    """New Being traits; `again` are those that were there already, and are rolled again."""

    who: Who
    traits: tuple[BeingTrait, ...]
    dice: tuple[int, ...]
    again: tuple[SymbolId, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        bird = bird.counted(0, *(trait.id for trait in self.traits))
        return bird.with_hero(self.who, being=(*bird.cast[self.who].being, *self.traits))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return rolled_anew(self.traits, BEING)

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        shown = pictures(bird, (trait.symbol for trait in self.traits))
        return {"shown": shown, "again": rolled_again(pictures(bird, self.again))}


class DescribeCharacter(Act[Bird], frozen=True):
    """What the five symbols make of somebody, taken together (RB-17)."""

    may = "owner"
    who: str
    text: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        bird.own(seat, self.who, "RB-17")
        yield CharacterDescribed(self.who, self.text.strip())


class CharacterDescribed(Change[Bird], frozen=True):
    who: Who
    text: str

    def onto(self, bird: Bird) -> Bird:
        return bird.with_hero(self.who, description=self.text)


def being_thrown(bird: Bird, who: str, had: tuple[BeingTrait, ...], dice: Dice) -> BeingRolled:
    """A throw for all the Being symbols that are missing beside those one had."""
    thrown = tuple(symbols.being(bird.pack, dice) for _ in range(BEING - len(had)))
    new = tuple(dict.fromkeys(d.symbol for d in thrown))
    new = tuple(s for s in new if s not in {trait.symbol for trait in had})
    traits = tuple(BeingTrait(n, symbol) for n, symbol in enumerate(new, bird.count + 1))
    faces = tuple(face for drawn in thrown for face in drawn.dice)
    return BeingRolled(who, traits, faces, repeats((d.symbol for d in thrown), new))


def repeats(thrown: Iterable[T], new: tuple[T, ...]) -> tuple[T, ...]:
    """What was thrown and is not new, in the order in which it fell."""
    left, again = list(new), []
    for thing in thrown:
        if thing in left:
            left.remove(thing)
        else:
            again.append(thing)
    return tuple(again)


# -- Doing: three pairs (RB-19 … RB-21, RB-23) -------------------------------------------------


class RollDoing(Act[Bird], frozen=True):
    """Throw for the Doing traits that are still missing, a Doing and a Being symbol each."""

    may = "owner"
    who: str
    text: str = ""  # who that is, all in all: written on the same page (RB-17)

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-19")
        missing = DOING - len(hero.doing)
        must(missing > 0, "RB-15", "rolled", "What is rolled stands; nobody chooses.")
        if self.text.strip():
            yield CharacterDescribed(hero.id, self.text.strip())
        thrown = tuple(random_pair(bird, dice) for _ in range(missing))
        had = {trait.symbols for trait in hero.doing}  # only a whole pair repeats (RB-20)
        new = tuple(s for s in dict.fromkeys(pair.symbols for pair in thrown) if s not in had)
        traits = tuple(DoingTrait(n, pair) for n, pair in enumerate(new, bird.count + 1))
        faces = tuple(face for pair in thrown for face in pair.dice)
        yield DoingRolled(hero.id, traits, faces, repeats((p.symbols for p in thrown), new))


class DoingRolled(Change[Bird], frozen=True):
    """New Doing traits; `again` are pairs that were there already, and are rolled again."""

    who: Who
    traits: tuple[DoingTrait, ...]
    dice: tuple[int, ...]
    again: tuple[tuple[str, ...], ...] = ()

    def onto(self, bird: Bird) -> Bird:
        bird = bird.counted(0, *(trait.id for trait in self.traits))
        return bird.with_hero(self.who, doing=(*bird.cast[self.who].doing, *self.traits))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return rolled_anew(self.traits, DOING)

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        shown = listing(pair(bird, trait.symbols) for trait in self.traits)
        again = listing(pair(bird, symbols) for symbols in self.again)
        return {"shown": shown, "again": rolled_again(again)}


class NameDoing(Act[Bird], frozen=True):
    """Every Doing trait has a name, and no description (RB-21)."""

    may = "owner"
    trait: int
    name: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        who, _ = a_doing_trait(bird, self.trait, "RB-21")
        bird.own(seat, who, "RB-21")
        yield from ready(bird, who, named(bird, self.trait, self.name))


class NameDoings(Act[Bird], frozen=True):
    """Several Doing traits of a character get their first names at once."""

    may = "owner"
    who: str
    names: dict[str, str]  # by the trait's number

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-21")
        mine = {str(trait.id): trait.id for trait in hero.doing}
        known = bool(self.names) and self.names.keys() <= mine.keys()
        must(known, "RB-21", "unknown", "There is no such Doing trait.")
        fresh = not any(trait.name for trait in hero.doing if str(trait.id) in self.names)
        must(fresh, "RB-21", "named", "What has a name already is renamed by itself.")
        every, after = list[DoingNamed](), bird
        for number, name in self.names.items():
            every.append(named(after, mine[number], name))
            after = every[-1].onto(after)
        yield from ready(bird, hero.id, *every)


class DoingNamed(Change[Bird], frozen=True):
    who: Who
    trait: int
    symbols: tuple[SymbolId, ...]
    name: str
    was: str = ""
    powers: tuple[Label, ...] = ()  # all of them, once the last one has its first name

    def onto(self, bird: Bird) -> Bird:
        return with_doing(bird, self.who, self.trait, name=self.name)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        """Three powers in one line once all have a name; one by one to their player alone."""
        hero = bird.cast.get(self.who)
        mine = hero is not None and hero.player == seat.id
        return "_all" if self.powers else "" if self.was or mine else None

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        powers = listing(labelled(bird, label) for label in self.powers)
        return {"symbols": pair(bird, self.symbols), "powers": powers}


class Pair(Struct, frozen=True):
    """A Doing and a Being symbol as dice have them."""

    symbols: tuple[str, ...]
    dice: tuple[int, ...]


def random_pair(bird: Bird, dice: Dice) -> Pair:
    """A Doing symbol, then a Being symbol (RB-19)."""
    first, second = symbols.doing(bird.pack, dice), symbols.being(bird.pack, dice)
    return Pair((first.symbol, second.symbol), (*first.dice, *second.dice))


def named(bird: Bird, number: int, text: str) -> DoingNamed:
    """A Doing trait with its name; with the last one, all of them."""
    who, trait = a_doing_trait(bird, number, "RB-21")
    name = words(" ".join(text.split()), "RB-21", "A Doing trait needs a name.")
    others = {t.id: t.name for t in bird.cast[who].doing} | {number: name}
    done = not trait.name and len(others) >= DOING and all(others.values())
    every = (Label(t.symbols, others[t.id]) for t in bird.cast[who].doing) if done else ()
    return DoingNamed(who, number, trait.symbols, name, trait.name, tuple(every))


def a_doing_trait(bird: Bird, number: int, rule: str) -> tuple[str, DoingTrait]:
    """Somebody's Doing trait, and whose."""
    hero = bird.holder(number)
    trait = hero.trait(number) if hero else None
    found = trait if isinstance(trait, DoingTrait) else None
    made = must(found, rule, "unknown", "There is no such Doing trait.")
    return (hero.id if hero else ""), made


def with_doing(bird: Bird, who: str, number: int, **changes: object) -> Bird:
    doing = bird.cast[who].doing
    return bird.with_hero(
        who, doing=tuple(replace(t, **changes) if t.id == number else t for t in doing)
    )


# -- Themes (RB-22, RB-212) --------------------------------------------------------------------


class WriteTheme(Act[Bird], frozen=True):
    """What the Doing traits are: for the table, a character, or one trait, as it is kept here."""

    may = "owner"
    text: str
    who: str = ""
    trait: int = 0

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        who, trait = theme_place(bird, seat, self.who, self.trait)
        text = words(self.text, "RB-22", "Say what the Doing traits are.")
        yield ThemeSet(text, who, trait, bird.label(trait).name)


class RollTheme(Act[Bird], frozen=True):
    may = "owner"
    who: str = ""
    trait: int = 0

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        who, trait = theme_place(bird, seat, self.who, self.trait)
        drawn = symbols.theme(dice)
        yield ThemeSet(drawn.symbol, who, trait, bird.label(trait).name, drawn.dice)


class ThemeSet(Change[Bird], frozen=True):
    text: str
    who: Who = ""
    trait: int = 0
    name: str = ""  # of that trait
    dice: tuple[int, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        if self.trait:
            return with_doing(bird, self.who, self.trait, theme=self.text)
        return (
            bird.with_hero(self.who, theme=self.text)
            if self.who
            else replace(bird, theme=self.text)
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_trait" if self.trait else "_who" if self.who else ""


def theme_place(bird: Bird, seat: Seat, who: str, trait: int) -> tuple[str, int]:
    """Where the theme is written, as themes are kept here; only there can one be (RB-22)."""
    scope = bird.options.get("theme_scope", "character")
    given = "trait" if trait else "character" if who else "table"
    must(given == scope, "RB-22", "wrong_scope", f"Themes are kept per {scope} here.")
    if scope == "table":
        the_gm(seat, "RB-22")
        return "", 0
    owner = a_doing_trait(bird, trait, "RB-22")[0] if scope == "trait" else who
    return bird.own(seat, owner, "RB-22").id, trait


def theme_of(bird: Bird, who: str, trait: int) -> str:
    """What a Doing trait is, wherever that is written (RB-65)."""
    hero = bird.cast[who]
    found = hero.trait(trait)
    scope = bird.options.get("theme_scope", "character")
    own = found.theme if isinstance(found, DoingTrait) else ""
    return {"table": bird.theme, "character": hero.theme, "trait": own}[str(scope)]
