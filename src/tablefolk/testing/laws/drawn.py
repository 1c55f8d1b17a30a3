"""Everything is drawn: whatever an evening comes to, by the real painter, for whoever looks."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.dice import probe
from tablefolk.core.game import Entry, Offer, Refusal, Seat, Words
from tablefolk.core.recap import EVERYBODY
from tablefolk.core.stage import Part
from tablefolk.core.table import takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.seats import Join, SetRole
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakenBack
from tablefolk.hosting.beside import Workbench
from tablefolk.hosting.live import Live
from tablefolk.testing.driver import Player, beginnings, from_demo, moments
from tablefolk.testing.playing import HOUSE, Evening
from tablefolk.testing.reading import HOUSE as HOUSE_FIELDS
from tablefolk.testing.reading import Drawn, Form, marked, wrong
from tablefolk.testing.subject import Subject
from tablefolk.web import history, prose
from tablefolk.web.render import Painter, Piece, hidden
from tablefolk.web.routes.join import join_page
from tablefolk.web.routes.log import log_page
from tablefolk.web.routes.paper import of_game
from tablefolk.web.routes.table import at_the_door
from tablefolk.web.stage import TOOLS, Drawing, Slots, arranged

STEPS, SEEDS, LOOK_EVERY = 60, (1,), 15
LONG = 100  # entries of an evening that is looked at on its way, too
Place = tuple[Drawing | None, Drawn]
Held = tuple[Drawing | None, Form]
NO_HOST: Any = SimpleNamespace(bench=Workbench())  # all entries are in memory
TABLE_FIELDS = {"anonymous", "ruling", "file", "pen"}  # beside its command; a drawing, too
PAPER = re.compile(r"^/t/t/paper/([^?#]+)")


# -- Evenings ------------------------------------------------------------------------------------


def evenings(subject: Subject) -> Iterator[Iterator[Live]]:
    """Random evenings and written ones, each as it stands from time to time and at its end."""
    for seed in SEEDS:
        for evening in beginnings(subject.game):
            yield random_evening(evening, Player(evening, seed))
    for at, log in written(subject):
        yield written_evening(at, log)


def random_evening(evening: Evening, player: Player) -> Iterator[Live]:
    live = Live("t", evening.at, len(evening.entries), evening.table, evening.entries)
    for step, _ in enumerate(player.play(STEPS), 1):
        if step % LOOK_EVERY == 0 or step == STEPS:
            yield from caught_up(live, evening.entries, evening.table)


def written(subject: Subject) -> Iterator[tuple[GameAtTable, Sequence[Entry]]]:
    """The evenings that a game's tests have written down, the golden one among them."""
    for moment in (*subject.moments, *subject.evenings):
        yield GameAtTable(subject.game), moment().entries


def written_evening(at: GameAtTable, log: Sequence[Entry]) -> Iterator[Live]:
    """Its end; of a long one also how it came there."""
    table = start = at.new({})
    live = Live("t", at, 0, table)
    for number, entry in enumerate(log, 1):
        if any(isinstance(event, TakenBack) for event in entry.events):
            table = takeback.fold(at, start, log[:number])
        else:
            table = play.evolve(at, table, entry.events)
        if number == len(log) or (len(log) > LONG and number % (3 * LOOK_EVERY) == 0):
            yield from caught_up(live, log[:number], table)


def caught_up(live: Live, log: Sequence[Entry], table: Table) -> Iterator[Live]:
    """The same table some entries later."""
    if len(log) > live.version:
        live.entries += log[live.version : -1]
        live.version = len(log) - 1
        live.enter(log[-1], table)
        live.struck = takeback.struck(live.entries)
        yield live


def guests(live: Live) -> Iterator[str]:
    """A newcomer who has just followed the invite, who then looks on."""
    try:
        live.enter(*play.act(live.game, live.table, HOUSE, Join("Newt"), probe()))
        newcomer = live.table.members[[*live.table.members][-1]].id
        yield newcomer
        role, gm = SetRole(newcomer, "onlooker"), live.table.seat(live.table.gm)
        live.enter(*play.act(live.game, live.table, gm, role, probe()))
        yield newcomer
    except Refusal:
        return  # a table that is closed or paused


# -- Looking -------------------------------------------------------------------------------------


class Gallery:
    """All that is drawn of a game; each distinct thing is read once."""

    def __init__(self, subject: Subject) -> None:
        self.own, self.painter = subject.own_words, Painter()
        self.painter.env.finalize = marked
        self.wrong: Counter[str] = Counter()
        self.read: dict[object, Drawn] = {}
        self.heard: set[str] = set()  # texts that were read
        self.printed: set[str] = set()

    def looks(self, live: Live, who: str) -> None:
        """A page, and every part that can be opened on it."""
        seat, seen = live.seat(who), Counter[str]()
        frame = list[Place]()
        for region, pieces in self.painter.pieces(live, who, Slots(drawer=TOOLS)).items():
            if region != "now":  # it is one of the parts
                frame += self._places(live, who, ((None, piece) for piece in pieces), seen)
        every = list(frame)
        for part in live.parts(who).values():
            body = live.body(who, part.key)
            assert body
            self._words(part)
            if part.place == "always":
                self._offers(seat, body.offers, frame)
                continue
            drawn = zip(arranged(body), self.painter.body(live, who, part.key), strict=True)
            places = self._places(live, who, drawn, seen)
            self._offers(seat, body.offers, places)
            every += places
        self.wrong.update(f"id twice: {id}" for id, times in seen.items() if times > 1)
        self._papers(live, who, chain.from_iterable(one.links for _, one in every))

    def _places(
        self,
        live: Live,
        who: str,
        pieces: Iterable[tuple[Drawing | None, Piece]],
        seen: Counter[str],
    ) -> list[Place]:
        """What is drawn, with all that is folded in it."""
        places = list[Place]()
        for drawing, piece in pieces:
            drawn = self._piece(piece)
            inside = [drawn, *self._folds(live, who, drawn)]
            seen.update(id for one in inside for id in one.ids)
            places += [(drawing, one) for one in inside]
        return places

    def _words(self, part: Part) -> None:
        """What stands around a part, wherever it is opened."""
        texts = {part.title, part.eyebrow, part.note, part.group, *part.steps}
        for text in texts - self.heard:
            self.wrong.update(wrong(text, self.own))
        self.heard |= texts

    def _piece(self, piece: Piece) -> Drawn:
        if piece.mark not in self.read:
            self.read[piece.mark] = self._text(piece.html)
        return self.read[piece.mark]

    def _folds(self, live: Live, who: str, drawn: Drawn) -> Iterator[Drawn]:
        for key, mark in drawn.asked.items():
            if (mark, key) not in self.read:
                self.read[mark, key] = self._text(self.painter.asked(live, who, key)[1])
            yield self.read[mark, key]

    def _text(self, html: str, page: bool = False) -> Drawn:
        drawn = Drawn(html)
        for text in {*drawn.texts} - self.heard:
            self.wrong.update(wrong(text, self.own))
        self.heard.update(drawn.texts)
        self.wrong.update(f"a field without a name: {id}" for id in drawn.nameless)
        if not page:  # a whole page has its own scripts
            self.wrong.update(f"styled or scripted in line: {what}" for what in drawn.styled)
        return drawn

    # -- Offers --

    def _offers(self, seat: Seat, offers: Sequence[Offer], places: Sequence[Place]) -> None:
        """Each open offer of a part has one place in it."""
        leads = {do for _, drawn in places for do in drawn.leads}
        by_do: dict[str, list[Held]] = {}
        for drawing, form in ((drawing, form) for drawing, drawn in places for form in drawn.forms):
            for do in form.do:
                by_do.setdefault(do, []).append((drawing, form))
        self._known(offers, by_do)
        alike = Counter(map(_signed, offers))
        for offer in offers:
            if offer.open and offer.do not in leads:
                self._placed(seat, offer, by_do.get(offer.do, ()), alike[_signed(offer)])

    def _known(self, offers: Sequence[Offer], by_do: dict[str, list[Held]]) -> None:
        """No form asks for what its command does not know."""
        for command in {offer.command for offer in offers}:
            for _, form in by_do.get(command.__name__, ()):
                fields = {name.partition(".")[0] for name in form.values}
                strange = fields - HOUSE_FIELDS - TABLE_FIELDS - set(command.__struct_fields__)
                if strange:
                    self.wrong[f"{command.__name__} knows no {', '.join(sorted(strange))}"] += 1

    def _placed(self, seat: Seat, offer: Offer, forms: Iterable[Held], alike: int) -> None:
        """A block that is not the offer's own may hold a shortcut to it."""
        do, fixed, blanks = _signed(offer)
        fitting = [(drawing, form) for drawing, form in forms if form.sends(fixed)]
        what = f"{do} of {offer.about} ({offer.label})"
        if not fitting:
            self.wrong[f"not drawn for a {seat.role}: {what}"] += 1
        typed = {blank.name for blank in offer.blanks if isinstance(blank, Words)}
        own = [f for held, f in fitting if _sees_to(held, offer) and _is(f, fixed, blanks, typed)]
        if len(own) > alike:
            self.wrong[f"drawn twice for a {seat.role}: {what}"] += 1

    # -- The story, and what is taken home --

    def tells(self, live: Live, who: str) -> None:
        """The whole story for one seat: entry by entry, and as the log's page."""
        wanted = history.Wanted()
        told = asyncio.run(history.found(NO_HOST, live, who, wanted))
        for entry in self.painter.entries(live, live.seat(who), [t for _, t in told]).values():
            self._piece(entry)
        wanted = history.Wanted(text="a")  # so that what is written down is found, too
        self._text(log_page(self.painter, live, who, wanted, told, theme="", path="/"), page=True)

    def door(self, live: Live) -> None:
        """What a newcomer reads before there is a seat for them."""
        common = {"theme": "", "path": "/"}
        asked = {"invite": "i", "typed": "", "problem": None, "held": ()}
        self._text(join_page(self.painter, live, **asked, **common), page=True)
        shown = {**common, **at_the_door(live, "Newt"), "others": (), "table": "t"}
        waiting = self.painter.page("waiting", **shown)
        self._text(waiting, page=True)

    def exports(self, live: Live) -> None:
        """The story as files, the same for everybody."""
        told = asyncio.run(history.whole(NO_HOST, live, list))
        records, name = history.records(live, EVERYBODY), live.table.name
        self._text(prose.as_html(name, told, records), page=True)
        for line in prose.as_markdown(name, told, records).splitlines():
            self.wrong.update(wrong(line.replace("\\", ""), self.own))
        prose.as_json(name, told, records)

    def _papers(self, live: Live, who: str, links: Iterable[str]) -> None:
        for found in filter(None, map(PAPER.match, links)):
            block = of_game(live, live.seat(who), found[1])
            assert block, found[1]
            self._text(self.painter.card(live, live.seat(who), block))
            self.printed.add(found[1])


Signature = tuple[str, frozenset[tuple[str, str]], frozenset[str]]


def _signed(offer: Offer) -> Signature:
    """What tells an offer from another: its command, what is fixed in it, what is asked."""
    fixed = frozenset((name.removesuffix("[]"), value) for name, value in hidden(offer.fixed))
    return offer.do, fixed, frozenset(blank.name for blank in offer.blanks)


def _is(
    form: Form, fixed: frozenset[tuple[str, str]], blanks: frozenset[str], typed: set[str]
) -> bool:
    """Whether a form is for just this, and what is to be typed can be."""
    asked = {name.partition(".")[0] for name in form.values} - HOUSE_FIELDS
    just = form.fixed == fixed and asked == blanks | {n for n, _ in fixed}
    return just and typed <= form.free and not form.steps


def _sees_to(drawing: Drawing | None, offer: Offer) -> bool:
    """Whether offers about this have their home in that block of a part."""
    if drawing is None or offer.about in drawing.away:
        return drawing is None
    given = drawing.offers.get("within", {}).values()
    return any(offer is one for some in (drawing.offers.get("offers", ()), *given) for one in some)


def test_everything_is_drawn(subject: Subject) -> None:
    gallery = Gallery(subject)
    for evening in evenings(subject):
        for live in evening:
            for member in live.table.present:
                gallery.looks(live, member.id)
        for member in live.table.present:
            gallery.tells(live, member.id)
        gallery.exports(live)
        gallery.door(live)
        for guest in guests(live):
            gallery.looks(live, guest)
            gallery.tells(live, guest)
    found = gallery.wrong
    assert not found, "\n".join(f"{times} × {what}" for what, times in found.most_common())


def test_dice_typed_in_are_marked_once_wherever_their_line_lies(subject: Subject) -> None:
    """As a heading, beneath another, or folded (TF-21)."""
    painter = Painter()
    for evening in (from_demo(subject.game), *moments(subject)):
        log = [replace(e, by_hand=bool(e.faces)) for e in evening.entries[-STEPS:]]
        live = Live("t", evening.at, len(log), evening.table, log)
        for member in evening.table.present:
            for told in live.story(member.id):
                html = painter.told(live, live.seat(member.id), told)
                assert html.count("by hand</span>") == told.by_hand, html
