"""Drawing: blocks by the template of their name, regions from blocks, each distinct thing once."""

from __future__ import annotations

import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from sys import getsizeof
from textwrap import shorten
from typing import Any, Protocol

import msgspec
import segno
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    meta,
)
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from msgspec.structs import replace

from tablefolk.core.game import Block, Offer, Refusal, Seat, Words, must
from tablefolk.core.language import here, said
from tablefolk.core.stage import Mat, Part
from tablefolk.core.story import FICTION
from tablefolk.core.table.blocks import Broken, Standing
from tablefolk.core.table.page import hue, name_mark
from tablefolk.core.words import listing, sentence
from tablefolk.hosting.faults import noted
from tablefolk.hosting.live import NOT_HERE, Body, Live, Told, Who
from tablefolk.web import assets, brought, static
from tablefolk.web.seats import name_of, new_page, places
from tablefolk.web.stage import (
    SHUT,
    TOOLS,
    Slots,
    arranged,
    faces_of,
    first_step,
    framed,
    grouped,
    leads,
    led_to,
    lending,
    looking_on,
    shelved,
)

Pair = tuple[str, str]
STOP = ("TF-33", "paused")  # of a refusal
Given = Mapping[str, Any]  # what a template is given, by the names it knows
Source = tuple[str, str | None, Callable[[], bool] | None]  # text, file, whether it is current
STORY = 24  # entries shown before the newest chapter
TEMPLATES = Path(__file__).parent / "templates"
MOST_KEPT = 6_000_000  # bytes of drawn things, for those who look at the same just now
GENERIC = "blocks/Block.html"
STAGE = "stage/"  # templates of the frame, which no game draws otherwise
HERE = "?"  # a form of the table's page is sent to that page, so that tables can share drawings
MARK = "● "  # a page's title begins so while its person is waited for (js/calling.js)
ANY_TABLE = "0thistable0"  # stands for the table's id in what may be drawn for another as well
ANY_HUE = "face-0hue0"  # stands for the colour of a face, with a mark of the name it goes with
FACE = re.compile(rf"{ANY_HUE}([0-9a-f]+)")
ANY_ENTRY = "0anentry0"  # stands for an entry's name in what is the same for every one of them
ANY_ACT = "0anact0"  # and for its words
BEGINS = 32  # characters by which what was said is known again
ANYBODY = Seat("", "onlooker")
MOST_MACROS = 200
FOLD, FOLD_END, SUMMARY_END = '<details class="card fold', "</details>", "</summary>"
FOLDED = re.compile(rf'({FOLD}[^"]*" id="[^"]+")\s*>')  # a card that is not drawn open


class Piece:
    """A part of a region: the id of its element, a mark of all that it is drawn from, a drawing.

    What a page shows is known by its marks; drawn is only what a page does not show yet.
    """

    __slots__ = ("_draw", "at", "kind", "mark")

    def __init__(self, at: str, mark: int, draw: Callable[[], str], kind: str = "") -> None:
        self.at, self.mark, self._draw = at, mark, draw  # at "" lies loose in its region
        self.kind = kind or "div.block"  # its element: tag and class

    @property
    def html(self) -> str:
        return self._draw()


Region = tuple[Piece, ...]
Marks = tuple[int, ...]


def drawn(at: str, html: str) -> Piece:
    """A piece that is drawn already."""
    return Piece(at, hash(html), lambda: html)


def loose(html: str) -> Region:
    """A region of one piece, sent whole whenever it changes."""
    return (drawn("", html),)


def as_one(pieces: Collection[Piece]) -> Piece:
    """Pieces that change together."""
    mark = hash(tuple(piece.mark for piece in pieces))
    return Piece("", mark, lambda: "".join(piece.html for piece in pieces))


def whole(region: Region) -> str:
    """A region with all its pieces, each in its element."""
    return "".join(_in_its_element(piece) if piece.at else piece.html for piece in region)


def _in_its_element(piece: Piece) -> str:
    tag, _, kind = piece.kind.partition(".")
    return f'<{tag} class="{kind}" id="{piece.at}">{piece.html}</{tag}>'


def marked(region: Region) -> Marks:
    """A region in a few numbers: one for its frame, one for each piece."""
    frame = hash(tuple(piece.at or piece.mark for piece in region))
    return frame, *(piece.mark for piece in region)


def with_presence(people: str, here: Mapping[str, Piece]) -> str:
    """The drawn people, each row with its place for presence filled (TF-31)."""
    filled = str(people)  # no Markup, which would escape what is put in
    for at, piece in here.items():
        filled = filled.replace(f'id="{at}"></span>', f'id="{at}">{piece.html}</span>')
    return filled


class Kept:
    """Drawn things by what they were drawn from; the least lately used are let go."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most, self.size = most, 0
        self._drawn: OrderedDict[bytes, Markup] = OrderedDict()

    def get(self, key: bytes) -> Markup | None:
        found = self._drawn.get(key)
        if found is not None:
            self._drawn.move_to_end(key)
        return found

    def put(self, key: bytes, drawn: Markup) -> None:
        self._drawn[key] = drawn
        self.size += getsizeof(drawn)
        while self.size > self.most:
            _, gone = self._drawn.popitem(last=False)
            self.size -= getsizeof(gone)


class Placed:
    """What a template has placed: offers, known by what is fixed in them, and whole commands."""

    def __init__(self) -> None:
        self.offers, self.commands = set[int](), set[str]()

    def rest(self, given: Given) -> tuple[Offer, ...]:
        """Those of a block's offers that can be taken and have no place in it nor elsewhere."""
        within = (offer for some in given.get("within", {}).values() for offer in some)
        every, away = (*given.get("offers", ()), *within), given.get("away", ())
        return tuple(o for o in every if o.open and o.about not in away and not self._has(o))

    def _has(self, offer: Offer) -> bool:
        return offer.do in self.commands or id(offer.fixed) in self.offers


class Macros(Protocol):
    """The macros that drawing itself asks for; templates know more of them."""

    def asked_form(self, offer: Offer, prefix: str) -> str: ...

    def offer_list(self, offers: tuple[Offer, ...]) -> str: ...


class Painter:
    """Everything that turns values into HTML."""

    def __init__(self, templates: Sequence[Path] = (TEMPLATES,)) -> None:
        self.env = _environment(templates)
        self._placed = Placed()
        self.env.globals |= {"placing": self._placing, "kept": self._kept}
        self.env.filters |= {"hidden": self._fixed, "key": self._key_of}
        self.kept, self.forms = Kept(), Kept()
        self.faults = 0  # what could not be drawn so far
        self._encoder = msgspec.msgpack.Encoder(enc_hook=_as_plain)
        self._macros: dict[tuple[str, ...], Macros] = {}
        self._found: dict[tuple[str, str], tuple[Template, frozenset[str]]] = {}
        self._asks: dict[str, frozenset[str]] = {}

    def compile(self) -> None:
        """Have all templates ready: that takes a second, which nobody then has to wait."""
        for name in self.env.list_templates(extensions=("html",)):
            self.env.get_template(name)
            self._asked_by(name)
        assets.symbols()

    # -- Whole pages -----------------------------------------------------------------------

    def page(self, name: str, /, **context: object) -> str:
        """A page by its template."""
        game, _, last = name.rpartition("/")  # a game's own page is named with its key
        where = f"{game}/pages" if game else "pages"
        return self.env.get_template(f"{where}/{last}.html").render(**context)

    # -- The stage -------------------------------------------------------------------------

    def regions(self, live: Live, member: Who) -> dict[str, str]:
        """All that one seat could ever see, as text: every part opened, each once."""
        shown = {**self.stage(live, member, SHUT), **self.story(live, member)}
        del shown["now"]
        drawn = {name: whole(region) for name, region in shown.items()}
        always = [p.key for p in live.parts(member).values() if p.place == "always"]
        for key in live.parts(member):
            if key not in always:
                drawn[f"part {key}"] = self.inside(live, member, key)
        return drawn

    def pieces(self, live: Live, member: Who, slots: Slots = SHUT) -> dict[str, Region]:
        """What one seat sees, cut into the regions that change on their own."""
        return {**self.stage(live, member, slots), **self.story(live, member)}

    def stage(self, live: Live, member: Who, slots: Slots) -> dict[str, Region]:
        """All but the story: it stays as it is for as long as people only talk."""
        seat, (mat, rows) = live.seat(member), live.around(member)
        parts, now = live.parts(member), live.now(member, slots.on)
        owed = [part.key for part in now.owed] if now else []
        shelf = shelved(parts.values())
        also = leads(live, now.also, owed) if now else ()
        first = leads(live, now.leads_back, owed) if now else ()
        aside = bool(now and now.kind == "opened" and now.part not in now.leads_back)
        on = [p for p in now.also if p.place == "now" and p.stands == "open"] if now else []
        meanwhile = leads(live, on[:1]) if aside else ()
        on_stage = bool(now and now.part.key == slots.drawer)  # nothing lies open in two places

        def one(name: str, /, **given: object) -> Region:
            return (self._piece("", name, live, seat, given),)

        always = {  # Stop is one's own, wherever one plays (TF-6, TF-33)
            "pause": live.body(seat.person, "pause") or NO_BODY,
            "talk": live.body(member, "talk") or NO_BODY,
        }
        table, over = live.table, 0 if live.table.session_open else live.table.session
        place = {"scene": table.scene, "begun": bool(table.scenes), "over": over}
        spoken = live.game.further.speaks_as(table.play, seat.id) or table.name_of(seat.id)
        said = {"name": spoken if mat else "", "hue": _hue(rows, seat.id)}
        return {
            "now": self._now(live, member, slots),
            "strip": one("stage/Strip", leads=first, aside=aside, meanwhile=meanwhile),
            "also": one("stage/Also", leads=also) if also else (),
            "shelf": one("stage/Shelf", leads=leads(live, shelf)) if shelf else (),
            "mat": self._mat(live, seat, mat, _hue(rows, seat.id)),
            "people": self._people(live, rows),
            "drawer": self._drawer(live, member, "" if on_stage else slots.drawer),
            "say": one("stage/Say", offers=always["talk"].offers, **said),
            "care": one("Care", offers=always["pause"].offers),
            "stopped": self._stopped(live, member),
            "place": one("Place", **place),
            "title": loose(str(escape(title(live, member)))),
            "role": one("Role", who=live.table.name_of(live.table.gm)),
        }

    def _now(self, live: Live, member: Who, slots: Slots) -> Region:
        """The one thing before a seat, in its frame."""
        now = live.now(member, slots.on)
        if now is None:
            return ()
        frame, seat = framed(now, slots.under), live.seat(member)
        inside = tuple(self.body(live, member, now.part.key))
        head = self._key("stage/Now", live, seat, {"frame": frame})
        mark = hash((head, *(piece.mark for piece in inside)))

        def draw() -> str:
            given = {"frame": frame, "inside": Markup("".join(piece.html for piece in inside))}
            return self._framed("Now", live, seat, given)

        return (Piece("", mark, draw),)

    def _mat(self, live: Live, seat: Seat, mat: Mat | None, hue: int) -> Region:
        """What lies before a seat: who it is, its numbers, its acts, each changing on its own."""
        if mat is None:
            return ()
        given: dict[str, Given] = {
            "me": {"mat": replace(mat, traits=(), acts=()), "hue": hue},
            "traits": {"traits": mat.traits},
            "acts": {"acts": mat.acts},
        }
        return tuple(
            self._piece(f"mat-{name}", f"stage/mat/{name}", live, seat, some, f"div.mat-{name}")
            for name, some in given.items()
            if name != "traits" or mat.traits
        )

    def _people(self, live: Live, rows: Sequence[Standing]) -> Region:
        """Everybody, row by row; a row is drawn once for all who see the same of somebody."""
        since = live.since
        return tuple(
            self._piece(
                f"person-{anchor(row.id)}",
                "stage/Person",
                live,
                ANYBODY,
                {"row": row, "since": since.get(row.member)},
                "li.person",
            )
            for row in rows
        )

    def _drawer(self, live: Live, member: Who, key: str) -> Region:
        """What lies in the drawer that a page has open."""
        seat, part = live.seat(member), live.parts(member).get(key)
        if key == TOOLS:
            mat = live.around(member)[0]
            sheet = mat.part if mat and not seat.gm else ""
            talk = (live.body(member, "talk") or NO_BODY).offers
            groups = grouped(live, member, live.parts(member))
            given = {"groups": groups, "sheet": sheet, "talk": talk}
            return (self._piece("", "stage/Tools", live, seat, given),)
        if part is None:
            return ()
        lead = leads(live, [part])[0]
        inside = tuple(self.body(live, member, key))
        mark = hash((lead.title, lead.note, *(piece.mark for piece in inside)))

        def draw() -> str:
            text = Markup("".join(piece.html for piece in inside))
            given = {"lead": lead, "inside": text, "tool": part.place == "tool"}
            return self._framed("Drawer", live, seat, given)

        return (Piece("", mark, draw),)

    def held(self, live: Live, member: Who, held: Collection[str]) -> dict[str, Region]:
        """The seats a browser plays from, where there are several: faces that turn the page (TF-9).

        And rows that lead to those it plays for others, or say who plays this one (TF-6).
        """
        seat, faces = live.seat(member), faces_of(live, member, places(live, held))
        drawn = partial(self._piece, "", live=live, seat=seat)
        if live.untried:
            turn = {"who": live.table.name_of(live.table.gm), "step": first_step(live, member)}
            hints = [drawn("stage/Hints", given=turn)] if faces[1:] else []
        else:
            hints = [drawn("stage/GoOn", given={"face": face}) for face in led_to(faces)]
        hints += [drawn("stage/Lent", given=lent) for lent in lending(live, member)]
        if seat.role == "onlooker" and not live.table.closed:
            hints.append(drawn("stage/LooksOn", given=looking_on(live, seat.id)))
        several = (drawn("stage/Seats", given={"faces": faces}),) if faces[1:] else ()
        return {"seats": several, "hints": tuple(hints)}

    def _stopped(self, live: Live, member: Who) -> Region:
        """The banner that lies over everything while the table is paused (TF-33)."""
        seat = live.seat(member)
        body = live.body(seat.person, "pause") or NO_BODY
        return tuple(
            self._piece(
                "", drawing.template, live, seat, {"block": drawing.block, **drawing.offers}
            )
            for drawing in arranged(body)
            if drawing.block
        )

    def _framed(self, name: str, live: Live, seat: Seat, given: Given) -> str:
        """What changes with everything in it, and is drawn anew each time."""
        role, dice, word = _kind(live, seat)
        macros = self.macros(ANY_TABLE, role, dice, word=word)
        template = self.env.get_template(f"stage/{name}.html")
        drawn = template.render(given, macros=macros, gm=seat.gm, gm_word=word)
        return _at(live, drawn).strip()

    def inside(self, live: Live, member: Who, key: str) -> str:
        """The body of a part, as it is now; nothing, where there is no such part."""
        return "".join(piece.html for piece in self.body(live, member, key))

    def body(self, live: Live, member: Who, key: str) -> Iterator[Piece]:
        """What is in a part: its blocks with their offers, and offers that have no block."""
        body, seat = live.body(member, key) or NO_BODY, live.seat(member)
        for drawing in arranged(body):
            given = {"block": drawing.block, **drawing.offers}
            given |= {"away": drawing.away} if drawing.away else {}
            piece = self._piece("", drawing.template, live, seat, given)
            yield Piece("", piece.mark, partial(_unfolded, piece))

    def story(self, live: Live, member: Who) -> dict[str, Region]:
        """The story in two halves, the newer of which grows; and how to take back its end."""
        since = live.chapter(member)
        return {
            "story-old": self.older(live, member, since),
            "story-new": (as_one(self.chapter(live, member, since).values()),),
            "take-back": self.take_back(live, member),
        }

    def older(self, live: Live, member: Who, before: int) -> Region:
        """What was told before this entry, as far back as a page goes."""
        old = live.story(member, STORY, before=before) if before else ()
        return (as_one(self.entries(live, live.seat(member), old, brief=True).values()),)

    def chapter(self, live: Live, member: Who, since: int) -> dict[str, Piece]:
        """What was told from this entry on."""
        return self.entries(live, live.seat(member), live.story(member, since=since))

    def entries(
        self, live: Live, seat: Seat, story: Iterable[Told], brief: bool = False
    ) -> dict[str, Piece]:
        """Entries of the story by their names, each an element of its own; `brief`: in words."""
        return {t.name: self._piece("", "Told", live, *_entry(seat, t, brief)) for t in story}

    def take_back(self, live: Live, member: Who) -> Region:
        """How to take back the last act, by name, where that is possible at once (TF-25)."""
        last = live.undone_by(member)
        given = {"entry": ANY_ENTRY, "what": ANY_ACT} if last else {"entry": "", "what": ""}
        piece = self._piece("", "TakeBack", live, live.seat(member), given)
        if last is None:
            return (piece,)
        named = {ANY_ENTRY: last.name, ANY_ACT: escape(_words_of(last))}
        return (Piece("", hash((piece.mark, *named.values())), partial(_filled, piece, named)),)

    def here(
        self, live: Live, member: str, present: Collection[str], devices: int
    ) -> dict[str, Piece]:
        """Whether each one is at the table just now, by the place in their row (TF-31)."""
        seat = live.seat(member)
        rows: dict[str, Piece] = {}
        for m in live.table.present:
            given = {"here": m.id in present, "devices": devices if m.id == member else 0}
            draw = partial(self._draw, "Here", live, seat, given)
            rows[f"here-{anchor(m.id)}"] = Piece("", hash(tuple(given.values())), draw)
        return rows

    def notice(self, live: Live, member: Who, no: Refusal, again: Sequence[Pair] = ()) -> Markup:
        """A refusal in one sentence, and how it may be allowed all the same (TF-17)."""
        seat = live.seat(member)
        word = live.game.about.gm
        macros = self.macros(live.id, seat.role, "", word=word)
        template = self.env.get_template("blocks/Notice.html")
        offered = again if not no.firm and seat.role != "onlooker" else ()
        why = no.worded(word).why
        given = {"why": why, "rule": no.rule, "again": offered, "gm": seat.gm, "gm_word": word}
        return Markup(template.render(given, macros=macros))

    def beside(self, live: Live, member: Who, page: str | None = None) -> dict[str, Markup]:
        """What every page beside the table shows of it: Stop, whether it is stopped (TF-33), and
        whether one is waited for there (TF-30).
        """
        seat, page = live.seat(member), new_page(member) if page is None else page
        role, dice, word = _kind(live, seat)
        macros = self.macros(live.id, role, dice, f"/t/{live.id}/do", word)
        given = {"macros": macros, "gm_word": word}
        body = live.body(member, "pause") or NO_BODY
        care = self.env.get_template("blocks/Care.html").render(offers=body.offers, **given)
        stopped = "".join(
            self.env.get_template(f"blocks/{drawing.template}.html").render(
                block=drawing.block, **drawing.offers, **given
            )
            for drawing in arranged(body)
            if drawing.block
        )
        found = waited_for(live, member)
        owed: dict[str, object] = {}
        if found:
            who, part = found
            owed = {"seat": name_of(who), "part": part, "called": called(part)}
        waited = self.env.get_template("blocks/Waited.html").render(table=live.id, **owed)
        drawn = {"care": care, "stopped": stopped, "waited": waited}
        return {name: Markup(text.replace('"<>"', f'"{page}"')) for name, text in drawn.items()}

    def asked(
        self, live: Live, member: Who, key: str, page: str = "", post_to: str = HERE
    ) -> tuple[str, Markup]:
        """The form that a fold of this name asks for, as it is now, and its label; or a refusal."""
        seat, (prefix, _, _) = live.seat(member), key.partition("-")
        found = live.offered(member, lambda o: bool(o.blanks) and key_of(o, prefix) == key)
        offer = must(found, "TF-37", "stale", "The table has moved on: this is not possible now.")
        dice = str(live.table.options.get("dice", "server"))
        macros = self.macros(live.id, seat.role, dice, post_to, live.game.about.gm)
        try:
            form = str(macros.asked_form(offer, prefix)).replace('"<>"', f'"{page}"')
        except Exception:
            form = self._broken(f"the form of {offer.do}")
        return offer.label, Markup(form)

    def told(self, live: Live, seat: Seat, told: Told) -> Markup:
        """One entry of the story."""
        return self._draw("Told", live, *_entry(seat, told))

    def card(self, live: Live, seat: Seat, block: Block) -> Markup:
        """A block by itself."""
        return self._draw(type(block).__name__, live, seat, {"block": block, **NO_OFFERS})

    def _inside(self, live: Live, seat: Seat, block: Block) -> Markup:
        """A block inside a line of the story."""
        name, given = type(block).__name__, {"block": block, **NO_OFFERS}
        return self._anywhere(self._key(name, live, seat, given), name, live, seat, given)

    def _piece(
        self, at: str, name: str, live: Live, seat: Seat, given: Given, kind: str = ""
    ) -> Piece:
        """A thing to draw, known by all that it is drawn from."""
        key = self._key(name, live, seat, given)
        mark = hash((key, live.faces.mark))
        return Piece(at, mark, partial(self._draw, name, live, seat, given, key), kind)

    def _draw(self, name: str, live: Live, seat: Seat, given: Given, key: bytes = b"") -> Markup:
        """A thing as it is drawn at this table."""
        key = key or self._key(name, live, seat, given)
        found = self._anywhere(key, name, live, seat, given)
        return Markup(_at(live, str(found))) if ANY_TABLE in found or ANY_HUE in found else found

    def _key(self, name: str, live: Live, seat: Seat, given: Given) -> bytes:
        """A digest of all that a thing is drawn from."""
        try:
            template, asks = self._template(live.game.key, name)
            own = seat.id if "seat" in asks else ""
            said = self._encoder.encode((template.name, _kind(live, seat), own, given))
        except Exception:  # then it cannot be drawn either, which says so in its place
            said = repr((name, seat, given)).encode(errors="replace")
        return blake2b(said, digest_size=16).digest()

    def _anywhere(self, key: bytes, name: str, live: Live, seat: Seat, given: Given) -> Markup:
        """A thing as it was drawn for somebody who sees the same at any table, or drawn now."""
        found = self.kept.get(key)
        if found is None:
            faults = self.faults
            try:
                found = self._fresh(name, live, seat, given)
            except Exception:
                found = self._in_its_place(name, given)
            if faults == self.faults:  # what holds something broken is drawn again next time
                self.kept.put(key, found)
        return found

    def _fresh(self, name: str, live: Live, seat: Seat, given: Given) -> Markup:
        role, dice, word = _kind(live, seat)
        macros = self.macros(ANY_TABLE, role, dice, word=word)
        card = partial(self._inside, live, seat)
        own = {"seat": seat, "gm": seat.gm, "gm_word": word, "macros": macros, "card": card}
        template, _ = self._template(live.game.key, name)
        outer, self._placed = self._placed, Placed()
        try:
            drawn = template.render({**given, **own}).strip()
            rest = self._placed.rest(given)
        finally:
            self._placed = outer
        return Markup(_with_rest(drawn, str(macros.offer_list(rest)) if rest else ""))

    def _kept(self, macro: Macro, *args: object) -> Markup:
        """What a macro makes of this, as it was made before of the same: for rows of which an act
        changes one. It may place no offers, for that has to be seen each time.
        """
        known = (id(macro), macro.name)  # a macro lives as long as its kind of seat
        key = blake2b(self._encoder.encode((known, args)), digest_size=16).digest()
        found = self.forms.get(key)
        if found is None:
            found = Markup(macro(*args))
            self.forms.put(key, found)
        return found

    # -- Which offers a template has placed --------------------------------------------------

    def _placing(self, do: str) -> str:
        """A template has a place of its own for all offers of this command."""
        self._placed.commands.add(do)
        return ""

    def _fixed(self, fixed: Mapping[str, object]) -> Iterable[tuple[str, str]]:
        self._placed.offers.add(id(fixed))
        return hidden(fixed)

    def _key_of(self, offer: Offer, prefix: str = "f") -> str:
        self._placed.offers.add(id(offer.fixed))
        return key_of(offer, prefix)

    def _in_its_place(self, name: str, given: Given) -> Markup:
        """What stands where a thing could not be drawn; an entry of the story stays an entry."""
        card = self._broken(name)
        if name != "Told":
            return card
        return Markup('<li class="entry" id="entry-{}">{}</li>').format(given["told"].name, card)

    def _broken(self, what: str) -> Markup:
        """A card that says that something could not be drawn, for whom it may concern."""
        self.faults += 1
        block = Broken("broken", number=noted(f"drawing {what}"))
        return Markup(self.env.get_template("blocks/Broken.html").render(block=block))

    def _template(self, game: str, name: str) -> tuple[Template, frozenset[str]]:
        """A game's own drawing of a thing, else the house's, else the plain one."""
        if (game, name) not in self._found:
            own = () if name.startswith(STAGE) else (f"{game}/{name}.html", f"blocks/{name}.html")
            choices = [*own, f"{name}.html", GENERIC]
            template = self.env.select_template(choices)
            assert template.name is not None
            self._found[game, name] = template, self._asked_by(template.name)
        return self._found[game, name]

    def _asked_by(self, template: str) -> frozenset[str]:
        """What a template asks for; to find out takes as long as to compile it."""
        if template not in self._asks:
            assert self.env.loader is not None
            source = self.env.loader.get_source(self.env, template)[0]
            found = meta.find_undeclared_variables(self.env.parse(source))
            self._asks[template] = frozenset(found)
        return self._asks[template]

    def macros(
        self, table: str, role: str, dice: str, post_to: str = HERE, word: str = "GM"
    ) -> Macros:
        """The macros, knowing at which table and for whom they draw, and where forms are sent."""
        known = (table, role, dice, post_to, word)
        if known not in self._macros:
            if len(self._macros) > MOST_MACROS:
                self._macros.clear()
            self._macros[known] = self._module(*known)
        return self._macros[known]

    def _module(self, table: str, role: str, dice: str, post_to: str, word: str) -> Macros:
        """The macros of one kind; a form that is the same at another table is drawn once."""
        kind = (role, dice, post_to, word)
        given = {"table": table, "gm": role == "gm", "role": role, "thrown": dice, "gm_word": word}
        inside = {name: self._once(name, kind) for name in DRAWN_ONCE}
        more = {"post_to": post_to, "form": inside["offer_form"], "replied": inside["reply"]}
        made: Any = self.env.get_template("macros.html").make_module(given | more)
        macros: Macros = made
        for name, once in inside.items():
            once.draw = getattr(macros, name)
            setattr(macros, name, once)
        return macros

    def _once(self, name: str, kind: tuple[str, ...]) -> Once:
        return Once(self, name, kind)


class Once:
    """A macro that draws an offer; what it has drawn serves wherever the offer is the same."""

    def __init__(self, painter: Painter, name: str, kind: tuple[str, ...]) -> None:
        self.painter, self.name, self.kind = painter, name, kind
        self.draw: Callable[..., str]

    def __call__(self, offer: Offer, *args: object, **more: object) -> Markup:
        painter = self.painter
        said = painter._encoder.encode((self.name, self.kind, offer, args, more))
        key = blake2b(said, digest_size=16).digest()
        painter._placed.offers.add(id(offer.fixed))
        found = painter.forms.get(key)
        if found is None:
            if self.name == "offer_form":  # elsewhere than on a table's page nobody asks for it
                more["mark"] = key.hex()[:12] if self.kind[2] == HERE else ""
            try:
                found = Markup(self.draw(offer, *args, **more))
            except Exception:
                return painter._broken(f"the form of {offer.do}")
            painter.forms.put(key, found)
        return found


# Macros that draw one offer.
DRAWN_ONCE = ("offer_form", "reply", "offer_button", "offer_tap", "offer_note", "offer_fields")
NO_OFFERS: Given = {"offers": (), "within": {}}
NO_BODY = Body((), ())


def _at(live: Live, drawn: str) -> str:
    """What was drawn for any table, as it is at this one: its id, and its people's colours."""
    here = drawn.replace(ANY_TABLE, live.id)
    return FACE.sub(lambda m: f"face-{live.faces.hue(int(m[1], 16))}", here)


def _unfolded(piece: Piece) -> str:
    """A card that is a fold elsewhere lies open in a part, which was opened to see it."""
    drawn = piece.html
    shut = FOLDED.match(drawn)
    return f"{shut[1]} open>{drawn[shut.end() :]}" if shut else drawn


def _hue(rows: Iterable[Standing], member: str) -> int:
    """The colour of one's own face."""
    return next((row.hue for row in rows if row.member == member), 0)


def _with_rest(drawn: str, rest: str) -> str:
    """A block with what it had no place for at its end; in a fold, within it."""
    if rest and drawn.startswith(FOLD) and drawn.endswith(FOLD_END):
        return f"{drawn[: -len(FOLD_END)]}{rest}{FOLD_END}"
    return drawn + rest


def _entry(seat: Seat, told: Told, brief: bool = False) -> tuple[Seat, Given]:
    """What is drawn of an entry, and for whom: mere words once for all who are told the same."""
    cards = not brief and any(line.card for line in told.lines)
    same = replace(told, number=0, verdict=NOT_HERE)
    return seat if cards else ANYBODY, {"told": same, "brief": brief}


def _words_of(told: Told) -> str:
    """What an act goes by, its pictures by their names; what was said or told, by how it begins."""
    lines = [line for line in told.act.shown if line.text]
    if not lines:
        return said("what was said")
    scenes = [line for line in lines if line.kind == "scene"]  # an evening begins with its scene
    line = scenes[-1] if scenes else lines[0]
    parts = line.parts
    text = "".join(part if isinstance(part, str) else part.short or part.name for part in parts)
    return f"“{shorten(text, BEGINS, placeholder=' …')}”" if line.kind in FICTION else text


def _filled(piece: Piece, named: Mapping[str, str]) -> str:
    """What was drawn once for all, with what is this one's own."""
    drawn = str(piece.html)  # no Markup, which would escape what is put in
    for place, words in named.items():
        drawn = drawn.replace(place, words)
    return drawn


def _kind(live: Live, seat: Seat) -> tuple[str, str, str]:
    """For whom, with which dice and with which word for the GM forms are drawn."""
    return seat.role, str(live.table.options.get("dice", "server")), live.game.about.gm


class Shared(Template):
    """A template whose macros, imported with context, are made once for each kind of seat.

    They know of the context what the kind of seat decides: `macros` and `gm` (a test sees to it).
    """

    def make_module(
        self,
        vars: dict[str, object] | None = None,
        shared: bool = False,
        locals: Mapping[str, object] | None = None,
    ) -> TemplateModule:
        kind = (vars or {}).get("macros")
        if kind is None:
            return super().make_module(vars, shared, locals)
        made: dict[str | None, TemplateModule] = kind.__dict__.setdefault("imported", {})
        if self.name not in made:
            made[self.name] = super().make_module(vars, shared, locals)
        return made[self.name]


class House(Environment):
    template_class = Shared


def _spoken() -> type[House]:
    """What reads templates: as they are, which is in English, or in other words."""
    if not here.sentences:
        return House
    from tablefolk.web.spoken import InOtherWords

    return InOtherWords


class Compiled(FileSystemBytecodeCache):
    """Of templates compiled in the ordinary way: one that finishes what it fills in is its own."""

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.environment.finalize is None:
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.environment.finalize is None:
            super().dump_bytecode(bucket)


def _compiled() -> Compiled | None:
    """Compiled templates, kept where Python keeps what it has compiled, if that is elsewhere.

    Compiling them takes seconds; `dev.py` names such a place. It is for those in English.
    """
    if sys.pycache_prefix is None or here.sentences:
        return None
    place = Path(sys.pycache_prefix) / "tablefolk-templates"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return Compiled(str(place))


class OfGames(BaseLoader):
    """The templates that games bring, each under its game's key: "<key>/Sheet.html".

    Jinja's own loader of this kind forgets the key once it has found the file.
    """

    def __init__(self) -> None:
        found = brought.folders("templates")
        self.of = {key: FileSystemLoader(folder) for key, folder in found.items()}

    def get_source(self, environment: Environment, template: str) -> Source:
        key, _, name = template.partition("/")
        if key not in self.of:
            raise TemplateNotFound(template)
        return self.of[key].get_source(environment, name)

    def list_templates(self) -> list[str]:
        every = self.of.items()
        return [f"{key}/{name}" for key, loader in every for name in loader.list_templates()]


def _environment(templates: Sequence[Path]) -> Environment:
    env = _spoken()(
        loader=ChoiceLoader([FileSystemLoader(templates), OfGames()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(),
    )
    env.globals |= {
        "any_table": ANY_TABLE,
        "waits_mark": MARK,
        "icon": assets.icon,
        "language": here.name,
        "icon_symbol": assets.icon_symbol,
        "sign": assets.sign,
        "static": static.url,
        "looks": static.looks,
        "script_of": static.script,
        "type_of": _type_of,
    }
    env.tests |= {"ready": ready, "an_icon": an_icon, "stopped": stopped}
    env.filters |= {
        "moment": moment,
        "day": day,
        "stamp": stamp,
        "listing": lambda names, last="and": listing(map(str, names), last),
        "sentence": sentence,
        "rows": rows,
        "anchor": anchor,
        "hue": hue,
        "hue_here": lambda name: f"0hue0{name_mark(name):x}",
        "initial": initial,
        "qr": qr,
    }
    return env


def title(live: Live, who: Who) -> str:
    """What the browser's tab says: with a mark whether one is waited for, and what for; the table.

    A seat that one plays for somebody else is waited for as one's own (TF-6).
    """
    name, found = live.table.name, waited_for(live, who)
    return f"{called(found[1])} · {name}" if found else name


def called(part: Part) -> str:
    """The mark, by which a page knows that its person is waited for, and what for."""
    return MARK + said("You: {what}", what=part.title)


def waited_for(live: Live, who: Who) -> tuple[Who, Part] | None:
    """What somebody owes, and at which of the seats that they play; first of all at this one."""
    own = live.seat(who).person
    for seat in dict.fromkeys((who, own, *live.lent_to(own))):
        now = live.now(seat)
        if now and now.owed:
            return seat, now.owed[0]
    return None


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


# -- Small things that templates ask for ---------------------------------------------------


def hidden(fixed: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    """What an offer has filled in already, as names and values of hidden fields."""
    for name, value in fixed.items():
        if isinstance(value, Mapping):
            yield from hidden(value, f"{prefix}{name}.")
        elif isinstance(value, (list, tuple)):
            yield from ((f"{prefix}{name}[]", _text(v)) for v in value)
        else:
            yield f"{prefix}{name}", _text(value)


def key_of(offer: Offer, prefix: str = "f") -> str:
    """An offer's name on a page: what it does, to what, and of what kind it is."""
    parts = [anchor(f"{offer.about}-{offer.do}")]
    parts += (_short(anchor(value), 24) for _, value in hidden(offer.fixed))
    if offer.blanks:
        parts.append(_short(anchor(offer.label), 40))
    return f"{prefix}-{'-'.join(parts)}"


def _short(text: str, most: int) -> str:
    """Cut where more than a few characters are too many."""
    return text if len(text) <= most + 5 else text[:most]


def stopped(offer: Offer) -> bool:
    """Whether nothing but a stop keeps somebody from it: it can be written meanwhile (TF-33)."""
    return offer.refusal is not None and (offer.refusal.rule, offer.refusal.code) == STOP


def ready(offer: Offer) -> bool:
    """Whether an offer can be taken in one tap: nothing in it must be filled in."""
    return all(isinstance(blank, Words) and blank.optional for blank in offer.blanks)


def an_icon(name: str) -> bool:
    """Whether there is an icon of that name."""
    return assets.has_icon(name)


def initial(name: str) -> str:
    return name.strip()[:1].upper() or "?"


def moment(at: float) -> str:
    """A time of day."""
    return datetime.fromtimestamp(at).strftime("%H:%M")


def day(at: float) -> str:
    date = datetime.fromtimestamp(at)
    month = said(MONTHS[date.month - 1])
    return said("{day} {month} {year}", day=date.day, month=month, year=date.year)


def stamp(at: float) -> str:
    """A moment for programs to read."""
    return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")


def qr(link: str) -> str:
    """A link as a square code, to be looked at by a phone."""
    uri: str = segno.make(link, error="m", micro=False).svg_data_uri(border=2, scale=4)
    return uri


def rows(block: Block) -> list[tuple[str, object]]:
    """The fields of a block as words and values, for the plain drawing."""
    skip = {"about", "region"}
    return [
        (said(name.replace("_", " ")), getattr(block, name))
        for name in block.__struct_fields__
        if name not in skip and getattr(block, name) not in ("", (), None)
    ]


@lru_cache(4096)
def anchor(text: str) -> str:
    """A key as an element's id."""
    return "".join(ch if ch.isalnum() else "-" for ch in text)


def _type_of(thing: object) -> str:
    return type(thing).__name__


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_plain(thing: object) -> object:
    if isinstance(thing, Refusal):
        return (thing.rule, thing.code, thing.why, thing.firm)
    if isinstance(thing, type):
        return thing.__name__
    if isinstance(thing, Markup):
        return str(thing)
    raise TypeError(f"cannot be drawn: {type(thing)}")
