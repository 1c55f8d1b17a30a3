"""What is seen of packs, fallout tables and own pictures (RB-11, RB-86, RB-182 … RB-191)."""

from __future__ import annotations

from tablefolk.core.game import Block
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, made_of, picture, pictures
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.offers.packs import known_symbols, on_sheet, pictures_of
from tablefolk.games.rotate_bird.rules.packs import Kind, Pack, Symbol, default_pack, room
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character


class PackLine(Part, frozen=True):
    """A pack on the shelf."""

    id: str  # as addresses name it
    name: str
    tone: str = ""
    in_use: bool = False
    own: bool = False  # loaded here, not the one the game comes with
    counts: str = ""  # “108 Being, 36 Doing, 6 Fallout, 7 Factors”
    room: str = ""  # for how many players it is enough (RB-184)
    note: str = ""  # where there are more
    sample: tuple[Picture, ...] = ()


class PackShelf(Block, frozen=True):
    """The packs of this table: the one in use, others, and how to bring one (RB-182)."""

    packs: tuple[PackLine, ...] = ()
    hints: tuple[str, ...] = ()


class FalloutLine(Part, frozen=True):
    """A fallout table: six symbols on a die (RB-86)."""

    id: str  # "" is the pack's own
    name: str
    symbols: tuple[Picture, ...]
    in_use: bool = False


class FalloutShelf(Block, frozen=True):
    """Fallout tables prepared for a scenario; known to the GM alone until used (RB-86, RB-189)."""

    tables: tuple[FalloutLine, ...] = ()
    known: tuple[Picture, ...] = ()  # every symbol one could take


class OwnPictures(Block, frozen=True):
    """The pictures on one's own sheet, and a pad to draw them anew (RB-11)."""

    who: str = ""
    name: str = ""
    pictures: tuple[Picture, ...] = ()


SAMPLE = 6  # symbols that show what a pack is like
KINDS: tuple[Kind, ...] = ("being", "doing", "fallout", "factor")


def own_pictures(bird: Bird, hero: Character) -> OwnPictures:
    shown = pictures(bird, on_sheet(hero), hero)
    return OwnPictures(pictures_of(hero), "self", who=hero.id, name=hero.name, pictures=shown)


# -- Packs (RB-182 … RB-191) -------------------------------------------------------------------


def pack_shelf(bird: Bird) -> PackShelf:
    loaded = tuple(line(bird, key, pack) for key, pack in bird.packs.items())
    keys = ("advice.pack", "advice.online", "hints.RB-187", "hints.RB-190")
    hints = tuple(say(key) for key in keys)
    return PackShelf("packs", "desk", packs=(line(bird, "", default_pack()), *loaded), hints=hints)


def line(bird: Bird, key: str, pack: Pack) -> PackLine:
    crowded = key == bird.pack_id and len(bird.company.seats) > room(pack)
    return made_of(
        PackLine,
        pack,
        in_use=key == bird.pack_id,
        own=bool(key),
        counts=listing(say(f"count.{kind}", n=len(pack.of(kind))) for kind in KINDS),
        room=say("note.room", n=room(pack)),
        note=say("hints.RB-184") if crowded else "",
        sample=tuple(as_picture(symbol) for symbol in pack.of("being")[:SAMPLE]),
    )


def as_picture(symbol: Symbol) -> Picture:
    """A symbol as its own pack has it."""
    return made_of(Picture, symbol, short="")


# -- Fallout tables (RB-86, RB-189) ------------------------------------------------------------


def fallout_shelf(bird: Bird) -> FalloutShelf:
    general = FalloutLine(
        "", say("fallout.general"), pictures(bird, bird.pack.fallout), not bird.fallout_id
    )
    prepared = (
        FalloutLine(t.id, t.name, pictures(bird, t.symbols), t.id == bird.fallout_id)
        for t in bird.fallout_tables.values()
    )
    known = tuple(picture(bird, symbol.id) for symbol in known_symbols(bird))
    return FalloutShelf("fallouts", "desk", tables=(general, *prepared), known=known)
