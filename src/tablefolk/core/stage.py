"""The stage: what a seat can look into, part by part, and which of it is the thing to do now.

A part is a summary that costs next to nothing, and a body (blocks and offers) that is worked out
only while somebody has it open. All parts together are a seat's whole page and whole menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from tablefolk.core.game import Block, Game, Offer, Page, Seat
from tablefolk.core.language import said

# Where a part has its place: it can be NOW; it lies on the table, as a label; it is a character's
# sheet, behind a face; it is a tool, in the drawer; it lies behind another part, which leads to it;
# or it is drawn at all times (say, stop).
Place = Literal["now", "shelf", "sheet", "tool", "behind", "always"]
# Of a part that can be NOW: this seat has begun it; it is for this seat to read, and then put
# away; it goes on at the table; where nothing does, what there is to look back at, or what could
# be done. Whether it is owed, `waiting` says.
Stands = Literal["begun", "told", "open", "over", "idle"]
GM = "the gm"  # in `Wait.member`: whoever sits in the GM's chair; no member has such an id
RANK: dict[Stands, int] = {"begun": 0, "told": 1, "open": 2, "over": 3, "idle": 4}


def nothing() -> tuple[()]:
    """The body of a part that has none of this kind."""
    return ()


class Part(Struct, frozen=True, kw_only=True):
    """Something a seat can look into."""

    key: str  # "roll:7"; its offers are about it, or about a part of it: "roll:7:help"
    place: Place
    title: str  # of NOW the question in a full sentence; elsewhere its name
    blocks: Callable[[], Iterable[Block]] = nothing
    offers: Callable[[], Iterable[Offer]] = nothing
    eyebrow: str = ""  # of NOW: who asks whom
    note: str = ""  # one line beside the title where it is a row or a label
    icon: str = ""
    group: str = ""  # of a tool: the heading under which it lies
    # Of a tool: other words by which people look for it; what lies on the table and has some is
    # listed among the tools, too, under its `group`.
    also: str = ""
    stands: Stands = "open"
    who: str = ""  # the member whose face goes with it
    stays: bool = False  # of a tool: what is done in it does not put it away
    done: bool = False  # nothing is left to do in it: the act that did the last of it leads on
    staged: bool = False  # of a tool: picked from the list it takes the stage, as from a tile
    opens: bool = False  # once made, it takes the stage of whoever has made it
    steps: tuple[str, ...] = ()  # of NOW: the way it goes, in a word each
    step: int = 0  # where we are on it, from 0


class Wait(Struct, frozen=True):
    """Somebody is waited for: who, in which part the question stands, and what for in a word."""

    member: str  # or GM
    part: str
    words: str = ""  # as a row of people says it: "asked", "to roll"
    holds: int = 0  # how many others cannot go on before; what holds up most comes first
    # Whether they choose what to do: while a question of theirs about an act waits, they have.
    chooses: bool = False
    # Whether they are to begin a character: not asked of who brings one, or only plays another's.
    begins: bool = False


class Vital(Struct, frozen=True, omit_defaults=True):
    """A number that matters, as a mat or a row shows it."""

    text: str
    label: str = ""  # spoken after it: "fate points"
    icon: str = ""
    tone: Literal["", "good", "bad"] = ""
    drawing: str = ""  # the key of an own drawing, which goes before the icon


class Row(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody in the fiction as a row of people: a tap opens the part."""

    key: str
    name: str
    part: str  # what a tap opens
    member: str = ""  # whose character it is
    vitals: tuple[Vital, ...] = ()
    note: str = ""
    icon: str = ""  # a picture instead of a letter


class Lead(Struct, frozen=True, omit_defaults=True):
    """A button of the mat: it leads to a part, which then takes the stage."""

    label: str
    part: str
    icon: str = ""


class Mat(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What lies in front of a seat at all times: who one is, a few numbers, the main acts."""

    name: str
    part: str = ""  # what the face opens
    vitals: tuple[Vital, ...] = ()
    traits: tuple[Vital, ...] = ()  # shown where there is room
    acts: tuple[Lead, ...] = ()  # the first two or three are seen on a phone
    icon: str = ""


class Now(Struct, frozen=True, kw_only=True):
    """The one thing for a seat, and what stands beside it."""

    part: Part
    kind: Literal["owed", "begun", "told", "open", "over", "idle", "opened"]
    owed: tuple[Part, ...] = ()  # all that this seat owes, the most pressing first
    also: tuple[Part, ...] = ()  # what else is going on

    @property
    def leads_back(self) -> tuple[Part, ...]:
        """What is for this seat to answer or to read, wherever it looks: one thing."""
        return self.owed[:1] or ((self.part,) if self.kind == "told" else ())


Waits = Sequence[Wait]


def now(parts: Sequence[Part], owed: Sequence[str], opened: str = "") -> Now | None:
    """What a seat has before it: what it opened, else what it owes, has begun, or sees go on."""
    by_key = {part.key: part for part in parts}
    debts = tuple(by_key[key] for key in dict.fromkeys(owed) if key in by_key)
    free = [p for p in parts if p.place == "now" and p not in debts]
    free.sort(key=lambda part: RANK[part.stands])
    if opened in by_key:
        rest = (p for p in (*debts, *free) if p.key != opened and p.stands != "idle")
        return Now(part=by_key[opened], kind="opened", owed=debts, also=tuple(rest))
    ways = (*debts, *free)
    if not ways:
        return None
    first = ways[0]
    also = tuple(p for p in ways[1:] if p.stands != "idle" or p in debts)
    return Now(part=first, kind="owed" if debts else first.stands, owed=debts, also=also)


# -- All parts together --------------------------------------------------------------------------


def page_of(parts: Iterable[Part]) -> Page:
    """A seat's whole page."""
    return Page(tuple(block for part in parts for block in part.blocks()))


def offers_of(parts: Iterable[Part]) -> Iterator[Offer]:
    """Everything a seat might do."""
    for part in parts:
        yield from part.offers()


def homes(keys: Iterable[str], abouts: Iterable[str]) -> Mapping[str, str]:
    """The part that each offer belongs to, by what it is about: "roll:7:help" is of "roll:7"."""
    known = set(keys)
    return {about: found for about in abouts if (found := _home(known, about))}


def _home(known: set[str], about: str) -> str:
    while about and about not in known:
        about = about.rpartition(":")[0]
    return about


# -- A game that names no parts ------------------------------------------------------------------

PLACES: dict[str, Place] = {"scene": "now", "people": "shelf", "self": "sheet", "desk": "tool"}
LOOSE = "idle"
PLAIN = Mat(name="", acts=(Lead(said("Do something"), LOOSE),))


class Plain:
    """Parts for a game that only has a page and a menu: one for each of its blocks."""

    def __init__(self, page: Page, offers: Sequence[Offer]) -> None:
        self.page, self.menu = page, offers
        keys = [block.about for block in page.blocks]
        self.homes = homes(keys, {offer.about for offer in offers})

    def parts(self) -> Iterator[Part]:
        met: dict[str, list[Block]] = {}
        for block in self.page.blocks:
            met.setdefault(block.about or type(block).__name__, []).append(block)
        for key, blocks in met.items():
            yield self._part(key, blocks)
        loose = tuple(o for o in self.menu if o.about not in self.homes)
        yield Part(
            key=LOOSE,
            place="now",
            title=said("What do you do?"),
            offers=lambda: loose,
            stands="idle",
        )

    def _part(self, key: str, blocks: list[Block]) -> Part:
        mine = tuple(o for o in self.menu if self.homes.get(o.about) == key)
        return Part(
            key=key,
            place=PLACES[blocks[0].region],
            title=title_of(blocks[0]),
            blocks=lambda: blocks,
            offers=lambda: mine,
        )

    def owed(self) -> Iterator[str]:
        """The parts in which something is owed."""
        for offer in self.menu:
            if offer.owed:
                yield self.homes.get(offer.about, LOOSE)


def title_of(block: Block) -> str:
    """What a block is called, where it says so; else by its kind."""
    own = (getattr(block, name, "") for name in ("deed", "title", "name"))
    plain = "".join(f" {c.lower()}" if c.isupper() else c for c in type(block).__name__).strip()
    return next((str(text) for text in own if text), said(plain.capitalize()))


def proposed(game: Game, state: object, seat: Seat) -> Plain:
    """The parts of a game that names none."""
    return Plain(game.view(state, seat), tuple(game.offers(state, seat)))
