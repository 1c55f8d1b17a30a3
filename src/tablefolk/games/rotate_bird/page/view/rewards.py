"""What a player's advances can become, laid out as cards (RB-150 … RB-160)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, picture, pictures
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.offers.rewards import regular
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character


class GrowingTrait(Part, frozen=True):
    """A trait of which one symbol may go, or that may have another."""

    trait: int
    name: str
    picture: Picture


class GrowingPlace(Part, frozen=True):
    """Symbols of one type in one place: of Being, or of one half of the Doing traits."""

    place: int
    kind: str
    title: str
    traits: tuple[GrowingTrait, ...]
    named: bool = False  # a Doing trait may have a new name (RB-155)


class Growing(Block, frozen=True):
    """A player's advances, and all that can be done with them."""

    who: str = ""
    minor: int = 0
    major: int = 0
    places: tuple[GrowingPlace, ...] = ()
    thirds: tuple[GrowingTrait, ...] = ()  # Doing traits of two symbols (RB-158)
    fresh: tuple[Picture, ...] = ()  # what may become a Being trait (RB-154)
    being: tuple[Picture, ...] = ()
    doing: tuple[Picture, ...] = ()
    checklist: tuple[tuple[str, tuple[str, ...]], ...] = ()  # kind -> guidelines (RB-185, RB-186)
    hints: tuple[str, ...] = ()


def left_to(hero: Character) -> list[str]:
    """The advances somebody has not spent."""
    return [advance.kind for advance in hero.advances if not advance.spent]


def growing(bird: Bird, hero: Character) -> Growing:
    left = left_to(hero)
    return Growing(
        about=f"growing:{hero.id}",
        who=hero.id,
        minor=left.count("minor"),
        major=left.count("major"),
        places=tuple(places(bird, hero)),
        thirds=tuple(
            GrowingTrait(t.id, t.name, picture(bird, t.symbols[0], hero))
            for t in hero.doing
            if len(t.symbols) < 3
        ),
        fresh=pictures(bird, fresh(bird, hero)),
        being=pictures(bird, regular(bird.pack, "being")),
        doing=pictures(bird, regular(bird.pack, "doing")),
        checklist=tuple((kind, guidelines(kind)) for kind in ("being", "doing")),
        hints=(say("advice.session_end"),),
    )


def fresh(bird: Bird, hero: Character) -> tuple[str, ...]:
    """The Being symbols that are no Being trait of theirs yet (RB-154)."""
    held = {trait.symbol for trait in hero.being}
    return tuple(symbol for symbol in regular(bird.pack, "being") if symbol not in held)


def places(bird: Bird, hero: Character) -> Iterator[GrowingPlace]:
    """Where a symbol may change: Being together, Doing traits by place and type (RB-152)."""
    being = tuple(GrowingTrait(t.id, "", picture(bird, t.symbol, hero)) for t in hero.being)
    if being:
        yield GrowingPlace(0, "being", say("grow.being"), being)
    for place in range(max((len(t.symbols) for t in hero.doing), default=0)):
        for kind in ("doing", "being"):
            here = tuple(at(bird, hero, place, kind))
            if here:
                title = say(f"grow.{kind}_part", place=say(f"grow.place_{place}"))
                yield GrowingPlace(place, kind, title, here, named=True)


def at(bird: Bird, hero: Character, place: int, kind: str) -> Iterator[GrowingTrait]:
    """The Doing traits with a symbol of that type in that place."""
    for trait in hero.doing:
        if place < len(trait.symbols):
            shown = picture(bird, trait.symbols[place], hero)
            if shown.kind == kind:
                yield GrowingTrait(trait.id, trait.name, shown)


def guidelines(kind: str) -> tuple[str, ...]:
    """What a good symbol of this kind is like (RB-185, RB-186)."""
    prefix = f"checklist.{kind}."
    return tuple(text for key, text in say.sentences.items() if key.startswith(prefix))
