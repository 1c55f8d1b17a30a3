"""What is offered while characters are made, and later on their sheets (RB-13 … RB-25, RB-212)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Lines, Offer, Seat, Words
from tablefolk.games.rotate_bird.page.offers.making import do, label, pick, text
from tablefolk.games.rotate_bird.page.offers.tests import pair
from tablefolk.games.rotate_bird.rules import creation as rules
from tablefolk.games.rotate_bird.rules.ready_made import ReadyMade, ready_mades
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import BEING, DOING, Character, DoingTrait


def beginning(bird: Bird, seat: Seat) -> Iterator[Offer]:
    if seat.gm:
        yield from for_others(bird)
        if scope(bird) == "table":
            yield from theme(bird.theme, "creation", {})
    elif seat.id in without(bird):
        yield from begin(bird)


def without(bird: Bird) -> list[str]:
    """The players who have no character."""
    having = {hero.player for hero in bird.cast.values()}
    return [member for member in bird.company.seats if member not in having]


def of_hero(bird: Bird, seat: Seat, hero: Character) -> Iterator[Offer]:
    mine = hero.player == seat.id
    if mine:
        yield from steps(bird, hero)
    if (seat.gm or mine) and not bird.engaged(hero.id):
        facts = {"name": hero.name}
        given_up = "LeaveCharacter_unfinished" if mine else "LeaveCharacter_theirs"
        key = "LeaveCharacter" if hero.complete else given_up
        yield do(rules.LeaveCharacter, about_of(hero), key=key, facts=facts, who=hero.id)


def about_of(hero: Character) -> str:
    """A sheet is worked on where it is made; once complete, on the sheet itself."""
    return f"sheet:{hero.id}" if hero.complete else f"creation:{hero.id}"


def scope(bird: Bird) -> str:
    return str(bird.options.get("theme_scope", "character"))


# -- Beginning (RB-1, RB-13, RB-24) --------------------------------------------------------------


def begin(bird: Bird) -> Iterator[Offer]:
    """A player without a character begins one, or takes one from the box."""
    name = text("MakeCharacter.name", most=60, optional=True)
    yield do(rules.MakeCharacter, "creation", name, owed=True, roll=True)
    for ready in box(bird):
        facts = {"name": ready.name}
        yield do(rules.TakeReadyMade, "creation", facts=facts, fixed={"key": ready.key})


def box(bird: Bird) -> tuple[ReadyMade, ...]:
    """The ready-made characters nobody plays."""
    taken = {hero.name for hero in bird.cast.values()}
    return tuple(ready for ready in ready_mades().values() if ready.name not in taken)


def for_others(bird: Bird) -> Iterator[Offer]:
    """The GM begins a character for a player who has none."""
    left = without(bird)
    if not left:
        return
    owner = pick("owner", (Choice(member, bird.name(member)) for member in left))
    name = text("MakeCharacter.name", most=60, optional=True)
    yield do(rules.MakeCharacter, "creation", owner, name, key="MakeCharacterFor")
    if ready := box(bird):
        which = pick("TakeReadyMade.key", (Choice(r.key, f"{r.name}, {r.title}") for r in ready))
        yield do(rules.TakeReadyMade, "creation", owner, which, key="TakeReadyMadeFor")


# -- The sheet, step by step (RB-14 … RB-24) -------------------------------------------------------


def steps(bird: Bird, hero: Character) -> Iterator[Offer]:
    about, facts = about_of(hero), {"name": hero.name}
    if len(hero.being) < BEING:
        n = BEING - len(hero.being)
        yield do(rules.RollBeing, about, owed=True, facts={**facts, "n": n}, who=hero.id)
    if len(hero.doing) < DOING:
        n = DOING - len(hero.doing)
        words = () if hero.description else (describing(hero),)
        yield do(rules.RollDoing, about, *words, owed=True, facts={**facts, "n": n}, who=hero.id)
    if nameless := [trait for trait in hero.doing if not trait.name]:
        yield do(rules.NameDoings, about, names_of(bird, nameless), owed=True, who=hero.id)
    for trait in hero.doing:
        at = f"{about}:{trait.id}"
        if trait.name:
            said = {"pair": pair(bird, trait.symbols)}
            name = text("NameDoing.name", trait.name, most=60)
            yield do(rules.NameDoing, at, name, facts=said, trait=trait.id)
        if scope(bird) == "trait":
            yield from theme(trait.theme, at, {"trait": trait.id})
    unnamed = hero.name == rules.nameless(bird, hero.player)
    blanks = (
        text("NameCharacter.name", "" if unnamed else hero.name, most=60),
        text("title", hero.title, most=120),
    )
    last = hero.missing == ("title",)
    yield do(rules.NameCharacter, about, *blanks, owed=last, who=hero.id)
    if hero.description or hero.missing[:1] != ("doing",):  # else it is asked with the next roll
        yield do(rules.DescribeCharacter, about, describing(hero), who=hero.id)
    if scope(bird) == "character":
        yield from theme(hero.theme, about, {"who": hero.id})


def describing(hero: Character) -> Words:
    """Who that is, all in all (RB-17)."""
    return text("DescribeCharacter.text", hero.description, long=True, optional=True)


def names_of(bird: Bird, nameless: list[DoingTrait]) -> Lines:
    """A line for each power that has no name yet (RB-21)."""
    rows = tuple(pair(bird, trait.symbols) for trait in nameless)
    keys = tuple(str(trait.id) for trait in nameless)
    return Lines("names", label("NameDoings.names"), rows=rows, keys=keys)


def theme(now: str, about: str, fixed: dict[str, str | int]) -> Iterator[Offer]:
    """What the Doing traits are: written, or rolled (RB-22)."""
    yield do(rules.WriteTheme, about, text("WriteTheme.text", now, most=200), fixed=fixed)
    yield do(rules.RollTheme, about, fixed=fixed)
