"""What is offered around statuses, progress bars and effects that run (MU-109 … MU-116, MU-131)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import do, flag, number, own, pick, text
from tablefolk.games.mutagen.rules import sheet, weaving
from tablefolk.games.mutagen.rules.bars import CorrectBar, MakeBar, RemoveBar, TickBar
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.statuses import EraseStatus, PutStatusBack, WriteStatus
from tablefolk.games.mutagen.rules.values import LINE, Bar, Character, Entity, Status
from tablefolk.games.mutagen.rules.weaving import LetGo, LoseSight, StopEffect
from tablefolk.games.mutagen.words import say


def making(show: Show, seat: Seat) -> Iterator[Offer]:
    low, high = show.engine.bar_ticks
    size = pick("MakeBar.size", (Choice(n, str(n)) for n in range(low, high + 1)), start=4)
    key = "MakeBar" if seat.gm else "AskBar"
    yield do(MakeBar, "bars", text("MakeBar.title", most=LINE), size, key=key)


# -- Bars (MU-113 … MU-116) --------------------------------------------------------------------


def tending(show: Show, bar: Bar) -> Iterator[Offer]:
    at, facts = f"bars:{bar.id}", {"title": bar.title}
    if bar.state == "open":
        yield do(TickBar, at, facts=facts, bar=bar.id, n=1)
        most = bar.size - bar.ticks
        if most > 1:
            yield do(TickBar, at, number("TickBar.n", 2, most, 2), key="TickBarMore", bar=bar.id)
    ticks = pick("CorrectBar.ticks", (Choice(n, str(n)) for n in range(bar.size + 1)
                                      if n != bar.ticks))  # fmt: skip
    reason = text("CorrectBar.reason", most=LINE)
    yield do(CorrectBar, at, ticks, reason, bar=bar.id)
    yield do(RemoveBar, at, text("RemoveBar.reason", most=LINE), facts=facts, bar=bar.id)


# -- Statuses (MU-109, MU-111) -----------------------------------------------------------------


def at_holder(show: Show, on: str) -> str:
    return f"sheet:{on}" if on in show.cast else f"around:{on}"


def marking(show: Show, seat: Seat, holder: Character | Entity) -> Iterator[Offer]:
    """On anybody and anything; a player names the move that gives it, or asks the GM."""
    if not seat.gm:
        yield writing(show, seat, holder, own(show, seat))
    for status in holder.statuses:
        yield from erasing(show, seat, holder, status)
    for gone in show.erased.values() if seat.gm else ():
        if gone.on == holder.id:
            facts = {"text": gone.status.text, "name": holder.name}
            at = f"{at_holder(show, gone.on)}:erased"
            yield do(PutStatusBack, at, facts=facts, status=gone.status.id)


def anyone(show: Show) -> Iterator[Offer]:
    """The GM writes a status on somebody or something."""
    heroes = (Choice(hero.id, hero.name) for hero in show.cast.values())
    there = (Choice(e.id, e.name) for e in show.entities.values() if not e.gone)
    if holders := (*heroes, *there):
        more = flag("WriteStatus.severe"), flag("WriteStatus.permanent")
        words = text("WriteStatus.text", most=LINE)
        on = pick("WriteStatus.on", holders)
        yield do(WriteStatus, "act", on, words, *more, key="WriteStatus_any")


def writing(
    show: Show, seat: Seat, holder: Character | Entity, mine: Character | None
) -> Offer:  # fmt: skip
    words = text("WriteStatus.text", most=LINE)
    more = flag("WriteStatus.severe"), flag("WriteStatus.permanent")
    moves = tuple(Choice(d.id, show.called(d.id)) for d in sheet.deeds(show, mine)) if mine else ()
    asks = Choice("", say("pick.ask_gm"))
    source = (pick("WriteStatus.source", (asks, *moves)),) if moves else ()
    facts = {"name": holder.name}
    about = at_holder(show, holder.id)
    return do(WriteStatus, about, words, *source, *more, facts=facts, on=holder.id)


def erasing(
    show: Show, seat: Seat, holder: Character | Entity, status: Status
) -> Iterator[Offer]:  # fmt: skip
    theirs = seat.gm or (isinstance(holder, Entity) or holder.player == seat.id)
    if theirs:
        at = f"{at_holder(show, holder.id)}:status:{status.id}"
        facts = {"text": status.text}
        reason = text("EraseStatus.reason", most=LINE)
        yield do(EraseStatus, at, reason, facts=facts, status=status.id)


# -- What runs (MU-131, MU-132) ----------------------------------------------------------------


def running(show: Show, seat: Seat, hero: Character) -> Iterator[Offer]:
    at, mine = f"weave:{hero.id}", hero.player == seat.id
    assert hero.running is not None
    if mine:
        yield do(LetGo, at, who=hero.id)
    seen = weaving.ends_by(show, hero.running, "target_not_perceived")
    if (mine or seat.gm) and seen:
        yield do(LoseSight, at, who=hero.id)
    if seat.gm:
        yield do(StopEffect, at, who=hero.id)
