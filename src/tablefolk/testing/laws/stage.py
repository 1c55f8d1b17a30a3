"""The stage, for every game: all parts are the menu, and who owes what is known at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

from tablefolk.core import play, stage
from tablefolk.core.game import Entry, Lines, Offer, Refusal, Seat
from tablefolk.core.stage import Part
from tablefolk.core.table import takeback
from tablefolk.core.table.stage import quiet
from tablefolk.core.table.takeback import TakeBack, TakenBack
from tablefolk.hosting.live import Body, Live
from tablefolk.testing.anything import texts
from tablefolk.testing.driver import Player, beginnings, evenings
from tablefolk.testing.house import PAINTER
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject
from tablefolk.web.live import Page
from tablefolk.web.render import Kept, Painter, Region, whole
from tablefolk.web.stage import TOOLS, Slots, arranged

LOOKS = 40  # moments of a game's evenings


def seats(now: Evening) -> Iterator[Seat]:
    yield from (now.seat(member.id) for member in now.table.present)
    yield Seat("", "onlooker")


def named_as(offer: Offer) -> str:
    return f"{offer.do} {offer.about} {offer.label} {msgspec.json.encode(dict(offer.fixed))!r}"


def test_all_parts_together_are_the_menu_and_each_offer_is_in_one(subject: Subject) -> None:
    for now in evenings(subject).looks(LOOKS):
        for seat in seats(now):
            whole = Counter(map(named_as, now.at.offers(now.table, seat)))
            parts = now.at.parts(now.table, seat)
            together = Counter(named_as(o) for part in parts for o in part.offers())
            assert together == whole, f"All parts of {seat.id} are not their menu, each offer once."


def test_every_part_has_a_name_of_its_own_and_words_for_it(subject: Subject) -> None:
    for now in evenings(subject).looks(LOOKS):
        for seat in seats(now):
            parts = now.at.parts(now.table, seat)
            twice = [key for key, n in Counter(p.key for p in parts).items() if n > 1]
            assert not twice, f"Two parts of one name: {', '.join(twice)}."
            nameless = [p.key for p in parts if not p.title.strip() or not p.key]
            assert not nameless, f"Parts without a title or a key: {', '.join(nameless)}."


def meant(offer: Offer, names: Mapping[str, str]) -> str:
    """Whom or what an act is about: people by the names they go by at this table."""
    words = {key: value for key, value in offer.fixed.items() if isinstance(value, (str, tuple))}
    named = {key: names.get(str(value), value) for key, value in words.items()}
    return f"{offer.do} {sorted(named.items())}"


def alike(part: Part, pictured: frozenset[str]) -> Iterator[list[Offer]]:
    """The offers of a part that read alike on the page: under one block, or under none."""
    offers = [offer for offer in part.offers() if offer.do not in pictured]
    named = Counter(map(_read_as, offers))
    several = tuple(offer for offer in offers if named[_read_as(offer)] > 1)
    for drawing in arranged(Body(tuple(part.blocks()), several)) if several else ():
        within = drawing.offers.get("within", {}).values()
        for together in (drawing.offers.get("offers", ()), *within):
            found = defaultdict[tuple[object, ...], list[Offer]](list)
            for offer in together:
                found[_read_as(offer)].append(offer)
            yield from (some for some in found.values() if len(some) > 1)


def _read_as(offer: Offer) -> tuple[object, ...]:
    """What a button says, and what its form asks for: not how far its numbers go."""
    rows = (blank.rows if isinstance(blank, Lines) else () for blank in offer.blanks)
    return offer.label, offer.price, *(blank.label for blank in offer.blanks), *rows


def test_an_act_offered_for_several_names_each_on_its_button(subject: Subject) -> None:
    """Where they are drawn together, no two open offers read alike and mean different things."""
    for now in evenings(subject).looks(LOOKS):
        for seat in seats(now):
            rows = now.at.further.rows(now.table.play, seat)
            names = {row.key: row.name for row in rows}
            for part in now.at.parts(now.table, seat):
                for same in alike(part, subject.pictured):
                    judged = (play.judged(now.at, now.table, seat, offer) for offer in same)
                    different = {meant(offer, names) for offer in judged if offer.open}
                    why = f"“{same[0].label}” in {part.key} means each of {sorted(different)}."
                    assert len(different) < 2, why


def test_mat_and_rows_lead_to_parts_that_are_there(subject: Subject) -> None:
    for now in evenings(subject).looks(LOOKS):
        for seat in seats(now):
            keys = {part.key for part in now.at.parts(now.table, seat)}
            mat = now.at.mat(now.table, seat)
            leads = {a.part for a in mat.acts} | {mat.part} if mat else set()
            leads |= {row.part for row in now.at.rows(now.table, seat)}
            lost = leads - {"", *keys}
            assert not lost, f"{seat.id} is led to parts that are not there: {', '.join(lost)}."


def test_whoever_sits_at_the_table_has_something_before_them(subject: Subject) -> None:
    for now in evenings(subject).looks(LOOKS):
        waits = now.at.waits_of(now.table)
        for seat in seats(now):
            owed = [wait.part for wait in waits.get(seat.id, ())]
            before = stage.now(now.at.parts(now.table, seat), owed)
            assert before, f"{seat.id or 'whoever looks on'} has nothing before them."


def test_who_is_waited_for_is_who_owes_an_act_and_where__TF_30(subject: Subject) -> None:
    """Apart from a turn whose player has asked about an act, and from beginning a character.

    A throw that waits for the answer to a question about it is still theirs.
    """
    for now in evenings(subject).looks(LOOKS):
        waits = now.at.waits_of(now.table)
        games = now.at.game_waits(now.table)
        spared = {(w.member, w.part) for w in filter(quiet(now.at, now.table), games)}
        for member in now.table.present if not now.table.paused else ():
            seat = now.seat(member.id)
            owing = set[str]()
            for part in now.at.parts(now.table, seat):
                owed = [play.judged(now.at, now.table, seat, o) for o in part.offers() if o.owed]
                if any(o.open or (o.refusal and o.refusal.code == "asked_first") for o in owed):
                    owing.add(part.key)
            said = {wait.part for wait in waits.get(member.id, ())}
            owing -= {part for part in owing - said if (member.id, part) in spared}
            after = now.entries[-1].command
            assert said == owing, f"{member.id} owes {owing}, {said} is said, after {after}"


def test_whatever_is_asked_of_the_gm_names_itself__TF_16(subject: Subject) -> None:
    """The question of a rule holds a name, or words of what is wanted: “May I?” is none."""
    asked = {
        (len(now.entries), request.number): (now, request)
        for now in evenings(subject).looks(LOOKS)
        for request in now.table.requests.values()
        if request.kind == "word"
    }
    for now, request in asked.values():
        rows = now.at.rows(now.table, now.seat(now.table.gm))
        names = {row.name for row in rows} | {one.name for one in now.table.members.values()}
        known = names | {text.strip() for text in texts(request.command) if len(text) > 2}
        title = _title_of(now, request.number)
        assert request.question in title, f"“{title}” does not ask: {request.question}"
        assert any(one and one in title for one in known), f"“{title}” names nothing: {request}"


def _title_of(now: Evening, number: int) -> str:
    """How it lies before the GM, who can answer it."""
    parts = now.at.parts(now.table, now.seat(now.table.gm))
    part = next(part for part in parts if part.key == f"request:{number}")
    assert any(offer.open for offer in part.offers()), f"{part.title} cannot be answered."
    return part.title


# -- What is open on a page ----------------------------------------------------------------------

STEPS, EVERY = 40, 9  # acts, and after how many of them something is taken back


@cache
def _forgetful() -> Painter:
    """One that draws everything anew."""
    painter = Painter()
    painter.kept, painter.forms = Kept(0), Kept(0)
    return painter


class Shown:
    """A page in a browser: its elements hold whatever was sent to them last."""

    def __init__(self, live: Live, member: str) -> None:
        self.live, self.page = live, Page("one", member)
        self.elements: dict[str, str] = {}
        self.pieces: dict[str, str] = {}  # what lies in an element of its own within a region
        self._told(self.page.changed(self._pieces()), self._pieces())
        self.page.drawn = live.changed

    def _pieces(self) -> dict[str, Region]:
        return PAINTER.stage(self.live, self.page.member, self.page.slots)

    def hears(self) -> None:
        """The next message of its stream."""
        if self.page.drawn != self.live.changed:
            self._told(self.page.changed(self._pieces()), self._pieces())
            self.page.drawn = self.live.changed

    def _told(self, news: dict[str, str], regions: dict[str, Region]) -> None:
        for name, region in regions.items():
            for piece in region:
                if name not in news and piece.at in news:
                    old = f'id="{piece.at}">{self.pieces[piece.at]}</'
                    assert self.elements[name].count(old) == 1
                    new = f'id="{piece.at}">{news[piece.at]}</'
                    self.elements[name] = self.elements[name].replace(old, new)
            self.elements[name] = news.get(name, self.elements.get(name, ""))
            sent = (p for p in region if p.at and (name in news or p.at in news))
            self.pieces |= {p.at: news.get(p.at, p.html) for p in sent}

    def opens(self, random: Random) -> None:
        """Other parts than before, or none; as the hub does it."""
        keys = ["", TOOLS, *self.live.parts(self.page.member)]
        self.page.slots, self.page.drawn = Slots(random.choice(keys), random.choice(keys)), -1

    def afresh(self) -> dict[str, str]:
        """What somebody sees who opens the same anew, at a table read from its log."""
        fresh = Live("t", self.live.game, self.live.version, self.live.table, self.live.entries)
        fresh._waits = dict(self.live.waits)
        drawn = _forgetful().stage(fresh, self.page.member, self.page.slots)
        return {name: whole(region) for name, region in drawn.items()}


def test_what_is_open_on_a_page_is_always_what_would_be_drawn_afresh(subject: Subject) -> None:
    """Over evenings with acts taken back, and jumps of several acts between two messages."""
    for seed, evening in enumerate(beginnings(subject.game)):
        live = Live("t", evening.at, len(evening.entries), evening.table, evening.entries[:])
        pages = [Shown(live, member.id) for member in evening.table.present]
        random = Random(seed)
        for step, now in enumerate(Player(evening, seed).play(STEPS), 1):
            if step % EVERY == 0:
                _takes_back(now)
            _caught_up(live, now)
            for page in random.sample(pages, len(pages) - 1):  # one of them has slept
                if random.random() < 0.4:
                    page.opens(random)
                page.hears()
                what = f"{page.page.slots} after {live.entries[-1].command}"
                assert page.elements == page.afresh(), f"A page is not as if drawn anew: {what}"


def _takes_back(now: Evening) -> None:
    """The newest act that its doer, or the GM, may take back."""
    for who in (now.entries[-1].seat.id, now.table.gm):
        if who in now.table.members:
            try:
                now.do(who, TakeBack(len(now.entries)))
            except Refusal:
                continue
            return


def _caught_up(live: Live, now: Evening) -> None:
    """The same table some entries later, each entered as the host does."""
    while live.version < len(now.entries):
        number = live.version + 1
        log = now.entries[:number]
        table = now.table if number == len(now.entries) else _at(live, log)
        live.enter(log[-1], table)
        live.struck = takeback.struck(live.entries)


def _at(live: Live, log: list[Entry]) -> Any:
    if any(isinstance(event, TakenBack) for event in log[-1].events):
        return takeback.fold(live.game, live.game.new({}), log)
    return play.evolve(live.game, live.table, log[-1].events)
