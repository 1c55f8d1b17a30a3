"""Nothing somebody else does moves or empties my form, for every game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from tablefolk.core import play, stage
from tablefolk.core.game import Blank, Command, Counts, Lines, Offer, Pick, Seat
from tablefolk.core.stage import Part
from tablefolk.core.table.scenes import SceneEnded, SceneOpened, SessionClosed, SessionOpened
from tablefolk.core.table.state import Table
from tablefolk.testing.driver import Player, evenings
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject

LOOKS = 60  # moments of a game's evenings
SCENES = (SceneOpened, SceneEnded, SessionOpened, SessionClosed)  # the table goes on
TIMES = 2  # how often each kind of act is tried on each kind of form


class Before:
    """What a seat has before it: what it owes and how many others that holds up, and NOW."""

    def __init__(self, evening: Evening, table: Table, seat: Seat, was: Before | None = None):
        self.at, self.table, self.seat = evening.at, table, seat
        self.parts = {part.key: part for part in evening.at.parts(table, seat)}
        waits = evening.at.waits_of(table).get(seat.id, ())
        self.holds = {wait.part: wait.holds for wait in waits}
        older = [*was.holds] if was else []  # as on the page: what holds up most, then the oldest
        self.owed = sorted(
            self.holds, key=lambda part: (-self.holds[part], part not in older, part)
        )
        self.now = stage.now(tuple(self.parts.values()), self.owed)

    @property
    def form(self) -> Part | None:
        """NOW, where this seat fills it in: a step on a way of its own, or blanks it owes."""
        if self.now is None or self.now.kind not in ("owed", "begun"):
            return None
        part = self.now.part
        own_way = bool(part.steps) and part.stands == "begun"
        fills = any(offer.owed and offer.blanks for offer in part.offers())
        return part if own_way or fills else None

    def is_at(self, form: Part, there: Part) -> bool:
        """Whether a part is this form, at the same step of its way.

        Where each step is a part of its own its key tells; else the step's name, for others may
        add a step before it.
        """
        steps = [part for part in self.parts.values() if part.steps and part.steps == form.steps]
        return there.key == form.key and (len(steps) > 1 or _step(there) == _step(form))

    def still(self, form: Part, offers: tuple[Offer, ...]) -> bool:
        """Whether the part is there, with an act in it that was open before and still is."""
        if form.key not in self.parts:
            return False
        known = {_named(offer) for offer in offers}
        there = (o for o in self.parts[form.key].offers() if _named(o) in known)
        return any(play.judged(self.at, self.table, self.seat, o).open for o in there)


def test_nothing_somebody_else_does_moves_or_empties_my_form(subject: Subject) -> None:
    """While somebody fills something in, they stay at it, and it stays as it was laid out.

    Apart from what is done about that very thing or person (the GM writes for them, the roll is
    called off) and from a scene that begins or ends, only a question that holds up more people
    comes over what is owed, and only a question to this very seat over what was merely begun; the
    form is then still there.
    """
    tried: Counter[tuple[str, ...]] = Counter()
    for evening in evenings(subject).looks(LOOKS):
        if not (evening.table.paused or evening.table.closed):
            for member in evening.table.present:
                if member.role != "onlooker":
                    _assert_undisturbed(evening, evening.seat(member.id), tried)
    if any(part.steps for part in _every_part(subject)):
        assert tried, "Nobody was ever at a form while others acted."


def _every_part(subject: Subject) -> Iterator[Part]:
    for evening in evenings(subject).looks(LOOKS):
        for member in evening.table.present:
            yield from evening.at.parts(evening.table, evening.seat(member.id))


def _assert_undisturbed(evening: Evening, seat: Seat, tried: Counter[tuple[str, ...]]) -> None:
    before = Before(evening, evening.table, seat)
    form = before.form
    if form is None:
        return
    offers = tuple(form.offers())
    owing = tuple(offer for offer in offers if offer.owed) or offers
    for command, table in _acts_of_others(evening, seat, form, tried):
        if _is_about(command, seat, form):
            continue
        after = Before(evening, table, evening.seat(seat.id), before)
        assert after.now, f"{seat.id} has nothing before them after {command}"
        there = after.now.part
        what = f"{seat.id} was at {form.key} ({form.title}), and after {command}"
        if before.is_at(form, there):
            _assert_as_laid_out(offers, tuple(there.offers()), what)
        elif after.still(form, owing):
            asked = there.key not in before.holds and there.key in after.holds
            more = asked and after.holds[there.key] > before.holds.get(form.key, -1)
            assert more, f"{what} is moved to {there.key} ({there.title})."
            kept = form.key in before.holds and form.key not in after.holds
            assert not kept, f"{what} no longer owes it, though it is still to be done."


def _acts_of_others(
    evening: Evening, seat: Seat, form: Part, tried: Counter[tuple[str, ...]]
) -> Iterator[tuple[Command, Table]]:
    """What each of the others could do now, and the table after it."""
    player = Player(evening, len(evening.entries))
    player.asked = [other for other in player.seats() if other.id != seat.id]
    kind_of_form = form.key.partition(":")[0], _step(form)
    for other, offer in player.offers():
        kind = (*kind_of_form, offer.do, other.role)
        if tried[kind] < TIMES:
            entry = player.tried(other, lambda offer=offer: player.filled(offer))  # type: ignore[misc]
            if entry is not None:
                tried[kind] += 1
                table = play.evolve(evening.at, evening.table, entry.events)
                goes_on = any(isinstance(event, SCENES) for event in entry.events)
                here = seat.id in {member.id for member in table.present}
                if here and not goes_on and not table.closed:
                    yield entry.command, table


def _step(part: Part) -> str:
    """The name of the step at which a part is; "" where it has none."""
    return part.steps[part.step] if part.steps else ""


def _is_about(command: Command, seat: Seat, form: Part) -> bool:
    """Whether a command names the seat, or what its form is about: a character, a roll."""
    said = set(re.findall(r"[\w-]+", msgspec.json.encode(msgspec.to_builtins(command)).decode()))
    return bool(said & {seat.id, *form.key.split(":")[1:]})


def _named(offer: Offer) -> tuple[str, bytes]:
    return offer.do, msgspec.json.encode(dict(offer.fixed))


def _assert_as_laid_out(old: tuple[Offer, ...], new: tuple[Offer, ...], what: str) -> None:
    """What each blank began with, it begins with; rows and choices may come and go."""
    for offer in old:
        alike = [other for other in new if _named(other) == _named(offer)]
        for blank in offer.blanks:
            was = _laid(blank)
            begins = [_laid(b) for other in alike for b in other.blanks if b.name == blank.name]
            kept = any(all(has.get(row, was[row]) == was[row] for row in was) for has in begins)
            assert kept or not begins, f"{what} {offer.do}.{blank.name} is laid out otherwise."


def _laid(blank: Blank) -> Mapping[object, object]:
    """What a blank begins with, by its rows where it has some."""
    start = getattr(blank, "start", None)
    match blank:
        case Lines(rows=rows, keys=keys):
            return dict(zip(keys or rows, start or (), strict=False))
        case Counts(rows=rows):
            return dict(zip((row.value for row in rows), start or (), strict=False))
        case Pick(choices=choices):
            return dict.fromkeys((c.value for c in choices if c.value == start), start)
    return {"": start}
