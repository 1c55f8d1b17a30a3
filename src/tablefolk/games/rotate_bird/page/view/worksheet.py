"""The worksheet as a diagram, as a list of what is known, and as a page of paper (RB-161 … 181)."""

from __future__ import annotations

from typing import Literal

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.blocks.play import Known
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, Remark, made_of, picture
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.offers.worksheet import (
    START,
    about_of,
    free,
    in_sight,
    name_of,
    sides,
    takes_turns,
)
from tablefolk.games.rotate_bird.rules.packs import SIX, meanings
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import LINKS, Fact, Worksheet, factor_of
from tablefolk.games.rotate_bird.rules.worksheet import long_winded, open_links


class Circle(Part, frozen=True):
    """One of the thirteen."""

    key: str  # F1 … F3, 1 … 6, 12, 23, 31, X
    kind: str  # factor, being, doing, middle
    x: int
    y: int
    r: int
    name: str  # spoken: what it is
    state: str  # spoken: what is in it, and whether one may choose it now
    picture: Picture | None = None
    number: int = 0
    open: bool = False  # the symbol just rolled may go here
    facts: int = 0


class FactLine(Part, frozen=True):
    """One sentence that is true now."""

    id: int
    text: str
    by: str
    side: str = ""  # of a connection: "Ring → Tower"
    long: bool = False
    mine: bool = False


class Slot(Part, frozen=True):
    """A circle with what is known by it."""

    key: str
    name: str
    picture: Picture | None = None
    facts: tuple[FactLine, ...] = ()


class FactorPart(Part, frozen=True):
    """A Factor: what it may mean, and what is known of it."""

    place: int
    picture: Picture | None
    meanings: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()


class Writing(Part, frozen=True):
    """A contribution under way: who has rolled what."""

    by: str
    mine: bool
    kind: str
    picture: Picture


class Sheet13(Block, frozen=True):
    """The worksheet: the diagram, what is known, and whose turn it is."""

    mode: str = ""
    mine: bool = False
    in_character: bool = False
    in_order: bool = False
    circles: tuple[Circle, ...] = ()
    factors: tuple[FactorPart, ...] = ()
    links: tuple[Slot, ...] = ()
    count: int = 0
    writing: Writing | None = None
    ideas: tuple[Remark, ...] = ()
    now: str = ""  # what happens next, in one sentence
    waits: tuple[str, ...] = ()  # who has not contributed yet (RB-166)
    incident: Picture | None = None
    incident_text: str = ""
    incident_by: str = ""
    done: bool = False
    hints: tuple[str, ...] = ()


class WorksheetStart(Block, frozen=True):
    """Where a worksheet is begun."""

    hints: tuple[str, ...] = ()


class WorksheetPaper(Block, frozen=True):
    """The worksheet on one page of paper, empty or filled (RB-178)."""

    title: str = ""
    circles: tuple[Circle, ...] = ()
    factors: tuple[FactorPart, ...] = ()
    links: tuple[Slot, ...] = ()
    incident: Picture | None = None
    incident_text: str = ""
    empty: bool = True


# Where the circles lie, numbered clockwise from the top (RB-162).
FACTOR_AT = {1: (340, 160), 2: (540, 470), 3: (140, 470)}
BEING_AT = {1: (232, 56), 2: (448, 56), 3: (630, 368), 4: (584, 598), 5: (96, 598), 6: (50, 368)}
LINK_AT = {"12": (440, 315), "23": (340, 470), "31": (240, 315)}
MIDDLE_AT = (340, 360)
RADIUS = {"factor": 66, "being": 46, "doing": 46, "middle": 46}


def start(seat: Seat) -> WorksheetStart:
    hints = (say("advice.worksheet"), say("hints.RB-179"), say("hints.RB-178"))
    return WorksheetStart(about=START, region=aside(seat), hints=hints)


def aside(seat: Seat) -> Literal["desk", "self"]:
    """Where a seat keeps what is its own."""
    return "desk" if seat.gm else "self"


# -- The whole -------------------------------------------------------------------------------------


def sheet13(bird: Bird, seat: Seat, sheet: Worksheet) -> Sheet13:
    turn = sheet.turn
    writing = None
    if turn:
        mine = turn.by == seat.id
        writing = Writing(bird.name(turn.by), mine, turn.kind, picture(bird, turn.symbol))
    return made_of(
        Sheet13,
        sheet,
        about=about_of(sheet),
        region=aside(seat) if sheet.owner else "scene",
        mine=takes_turns(bird, seat, sheet),
        circles=circles(bird, seat, sheet),
        factors=tuple(factor(bird, seat, sheet, place) for place in (1, 2, 3)),
        links=tuple(link(bird, seat, sheet, key) for key in LINKS),
        count=len(sheet.facts),
        writing=writing,
        ideas=tuple(Remark(bird.name(idea.by), idea.text) for idea in sheet.ideas),
        now=next_step(bird, seat, sheet),
        waits=waits(bird, sheet),
        incident=picture(bird, sheet.incident) if sheet.incident else None,
        incident_by=author(bird, sheet, sheet.incident_by),
        done=bool(sheet.incident_text),
        hints=hints(sheet),
    )


def hints(sheet: Worksheet) -> tuple[str, ...]:
    solo = (say("hints.RB-176"), say("advice.worksheet_solo")) if sheet.mode == "solo" else ()
    character = (say("hints.RB-161"),) if sheet.in_character else ()
    return (*solo, *character, say("hints.RB-171"))


def waits(bird: Bird, sheet: Worksheet) -> tuple[str, ...]:
    """Who is to contribute before anybody does so twice (RB-166)."""
    if sheet.mode == "solo" or not sheet.factors:
        return ()
    return tuple(bird.name(m) for m in bird.members if m not in sheet.contributed)


def author(bird: Bird, sheet: Worksheet, member: str) -> str:
    """Who says so: in character, the character (RB-161)."""
    hero = bird.of(member) if sheet.in_character else None
    return hero.name if hero else bird.name(member) if member else ""


def next_step(bird: Bird, seat: Seat, sheet: Worksheet) -> str:
    """What happens next, in one sentence."""
    if not sheet.factors:
        return say("now.factors")
    if sheet.turn:
        kind = sheet.turn.kind
        who = "mine" if sheet.turn.by == seat.id else "theirs"
        facts = {"name": bird.name(sheet.turn.by), "symbol": name_of(bird, sheet.turn.symbol)}
        return say(f"now.{kind}_{who}", **facts)
    if not sheet.complete:
        return contributions(bird, seat, sheet)
    if not sheet.incident:
        return say("now.roll_incident")
    return say("now.done" if sheet.incident_text else "now.write_incident")


def contributions(bird: Bird, seat: Seat, sheet: Worksheet) -> str:
    left = 12 - len(sheet.facts)
    if sheet.mode == "solo":
        return say("now.solo", left=left)
    if not sheet.contributed:
        return say("now.gm_first", name=bird.name(bird.gm))
    if waiting := waits(bird, sheet):
        mine = "mine" if seat.id not in sheet.contributed else "theirs"
        key = f"now.first_round_{mine}" if seat.id in bird.members else "now.first_round_theirs"
        return say(key, names=listing(waiting, "or"))
    return say("now.anybody", left=left)


# -- The diagram (RB-162) --------------------------------------------------------------------------


def circles(bird: Bird, seat: Seat | None, sheet: Worksheet) -> tuple[Circle, ...]:
    """All thirteen, in the order in which one would go through them with a key."""
    found = []
    for place in (1, 2, 3):
        found.append(factor_circle(bird, sheet, place))
        found += [being_circle(bird, seat, sheet, n) for n in SIX if factor_of(n) == place]
    found += [link_circle(bird, seat, sheet, key) for key in LINKS]
    return (*found, middle_circle(bird, sheet))


def factor_circle(bird: Bird, sheet: Worksheet, place: int) -> Circle:
    shown = picture_at(bird, sheet.factors[place - 1] if sheet.factors else "")
    name, state = say("circle.factor", n=place), shown.name if shown else say("circle.empty")
    x, y = FACTOR_AT[place]
    return Circle(f"F{place}", "factor", x, y, RADIUS["factor"], name, state, shown)


def picture_at(bird: Bird, symbol: str) -> Picture | None:
    return picture(bird, symbol) if symbol else None


def being_circle(bird: Bird, seat: Seat | None, sheet: Worksheet, circle: int) -> Circle:
    shown = picture_at(bird, sheet.being.get(circle, ""))
    choose = rolled_by(seat, sheet, "being") and circle in free(sheet)
    where = factor_name(bird, sheet, factor_of(circle))
    return Circle(
        str(circle),
        "being",
        *BEING_AT[circle],
        RADIUS["being"],
        say("circle.being", n=circle, factor=where),
        shown.name if shown else say("circle.choose" if choose else "circle.empty"),
        shown,
        number=circle,
        open=choose,
        facts=sum(fact.circle == circle for fact in sheet.facts),
    )


def factor_name(bird: Bird, sheet: Worksheet, place: int) -> str:
    """A Factor's symbol, or before there is one its place."""
    if sheet.factors:
        return name_of(bird, sheet.factors[place - 1])
    return say("circle.factor", n=place)


def rolled_by(seat: Seat | None, sheet: Worksheet, kind: str) -> bool:
    turn = sheet.turn
    return bool(seat and turn and turn.by == seat.id and turn.kind == kind)


def link_circle(bird: Bird, seat: Seat | None, sheet: Worksheet, key: str) -> Circle:
    one, two = (factor_name(bird, sheet, end) for end in LINKS[key])
    shown, told = picture_at(bird, sheet.links.get(key, "")), len(sheet.on(key))
    ready = key in open_links(sheet)
    choose = rolled_by(seat, sheet, "doing") and ready
    empty = "circle.choose" if choose else "circle.empty" if ready else "circle.not_ready"
    state = say("circle.link", symbol=shown.name, n=told) if shown else say(empty)
    x, y = LINK_AT[key]
    name = say("circle.doing", one=one, two=two)
    return Circle(key, "doing", x, y, RADIUS["doing"], name, state, shown, 0, choose, told)


def middle_circle(bird: Bird, sheet: Worksheet) -> Circle:
    shown = picture_at(bird, sheet.incident)
    empty = say("circle.empty" if sheet.complete else "circle.middle_waits")
    state = shown.name if shown else empty
    return Circle("X", "middle", *MIDDLE_AT, RADIUS["middle"], say("circle.middle"), state, shown)


# -- What is known ---------------------------------------------------------------------------------


def factor(bird: Bird, seat: Seat | None, sheet: Worksheet, place: int) -> FactorPart:
    symbol = sheet.factors[place - 1] if sheet.factors else ""
    slots = tuple(being_slot(bird, seat, sheet, n) for n in SIX if factor_of(n) == place)
    return FactorPart(place, picture_at(bird, symbol), meanings(symbol), slots)


def being_slot(bird: Bird, seat: Seat | None, sheet: Worksheet, circle: int) -> Slot:
    facts = tuple(line(bird, seat, sheet, f) for f in sheet.facts if f.circle == circle)
    name = say("slot.circle", n=circle)
    return Slot(str(circle), name, picture_at(bird, sheet.being.get(circle, "")), facts)


def link(bird: Bird, seat: Seat | None, sheet: Worksheet, key: str) -> Slot:
    one, two = (factor_name(bird, sheet, end) for end in LINKS[key])
    facts = tuple(line(bird, seat, sheet, fact) for fact in sheet.on(key))
    name = say("slot.link", one=one, two=two)
    return Slot(key, name, picture_at(bird, sheet.links.get(key, "")), facts)


def line(bird: Bird, seat: Seat | None, sheet: Worksheet, fact: Fact) -> FactLine:
    side = say("slot.side", **sides(bird, sheet, fact.link, fact.seen_from)) if fact.link else ""
    mine = bool(seat and (seat.gm or fact.by == seat.id))
    by = author(bird, sheet, fact.by)
    return FactLine(fact.id, fact.text, by, side, long_winded(fact.text), mine)


def known(bird: Bird, sheet: Worksheet) -> tuple[Known, ...]:
    """All facts by what they are about, in few lines."""
    found = [
        Known(
            name_of(bird, symbol),
            (picture(bird, symbol),),
            tuple(f.text for f in sheet.facts if f.circle and factor_of(f.circle) == place),
        )
        for place, symbol in enumerate(sheet.factors, 1)
    ]
    for key in LINKS:
        here, facts = link(bird, None, sheet, key), tuple(f.text for f in sheet.on(key))
        found.append(Known(here.name, (here.picture,) if here.picture else (), facts))
    return tuple(one for one in found if one.facts)


# -- On paper (RB-178) -----------------------------------------------------------------------------


def paper(bird: Bird, seat: Seat, name: str) -> Block | None:
    """The worksheet to print: as it is, or empty; None where there is no such page."""
    if name == "worksheet-empty":
        return printed(bird, Worksheet(), empty=True)
    sheet = {about_of(sheet): sheet for sheet in in_sight(bird, seat)}.get(name)
    return printed(bird, sheet, empty=False) if sheet else None


def printed(bird: Bird, sheet: Worksheet, empty: bool) -> WorksheetPaper:
    return WorksheetPaper(
        title=say("title.paper_empty" if empty else "title.paper"),
        circles=circles(bird, None, sheet),
        factors=tuple(factor(bird, None, sheet, place) for place in (1, 2, 3)),
        links=tuple(link(bird, None, sheet, key) for key in LINKS),
        incident=picture_at(bird, sheet.incident),
        incident_text=sheet.incident_text,
        empty=empty,
    )
