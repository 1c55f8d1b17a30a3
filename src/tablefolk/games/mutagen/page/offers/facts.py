"""What is offered in conversation: facts, disputes, and how to go on after a limit (MU-143 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.mutagen.page.offers.cast import carding
from tablefolk.games.mutagen.page.offers.making import do, flag, pick, text
from tablefolk.games.mutagen.page.offers.rolling import bearers
from tablefolk.games.mutagen.rules.disputes import DisputeFiction, SettleDispute, SpeakToDispute
from tablefolk.games.mutagen.rules.facts import (
    DoubtFact,
    FactToStatus,
    InventFact,
    StrikeFact,
    UpholdFact,
    VetoFact,
    established,
)
from tablefolk.games.mutagen.rules.limits import LiftLimit, Unfreeze, active
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, Dispute, Fact, Limit

HOW = ("continue", "rewind", "drop")


def offers(show: Show, seat: Seat) -> Iterator[Offer]:
    yield do(InventFact, "facts", text("InventFact.text", most=LINE))
    for fact in established(show):
        yield from about_fact(show, seat, fact)
        yield carding(fact)


# -- Facts (MU-143 … MU-145) -------------------------------------------------------------------


def about_fact(show: Show, seat: Seat, fact: Fact) -> Iterator[Offer]:
    at, facts = f"facts:{fact.id}", {"text": fact.text}
    if seat.gm:
        fixed = {"fact": fact.id}
        yield do(VetoFact, at, text("VetoFact.why", optional=True, most=LINE), fixed=fixed)
        yield do(StrikeFact, at, text("StrikeFact.reason", most=LINE), fixed=fixed)
        if fact.doubts:
            yield do(UpholdFact, at, owed=True, facts=facts, fixed=fixed)
    yield do(DoubtFact, at, text("DoubtFact.what", most=LINE), fact=fact.id)
    if every := tuple(bearers(show)):
        words = text("FactToStatus.text", most=LINE)
        yield do(FactToStatus, at, pick("FactToStatus.on", every), words, fact=fact.id)


# -- Disputes (MU-147) -------------------------------------------------------------------------


def disputing() -> Iterator[Offer]:
    yield do(DisputeFiction, "disputing", text("DisputeFiction.about", long=True))


def settling(show: Show, seat: Seat, dispute: Dispute) -> Iterator[Offer]:
    at, fixed = f"dispute:{dispute.id}", {"dispute": dispute.id}
    yield do(SpeakToDispute, at, text("SpeakToDispute.text", long=True), fixed=fixed)
    words = text("SettleDispute.text", long=True)
    if seat.gm:
        yield do(SettleDispute, at, words, key="SettleReworded", owed=True, fixed=fixed,
                 outcome="reworded")  # fmt: skip
        known = tuple(Choice(f.id, f.text) for f in established(show))[-12:]
        if known:
            struck = pick("SettleDispute.strikes", known, most=max(2, len(known)))
            yield do(SettleDispute, at, struck, key="SettleStruck", fixed=fixed, outcome="struck")
    if seat.gm or dispute.by == seat.id:
        yield do(SettleDispute, at, key="SettleStands", fixed=fixed, outcome="stands")


# -- After a limit (MU-149, MU-150) ------------------------------------------------------------


def going_on(show: Show, seat: Seat) -> Iterator[Offer]:
    theirs = seat.gm or bool(show.stopped_by and show.stopped_by == seat.id)
    if theirs and not show.paused:
        yield do(Unfreeze, "frozen", key="UnfreezeAll", owed=seat.gm)
        for number in show.frozen:
            for how in HOW:
                at = f"frozen:{number}"
                yield do(Unfreeze, at, key=f"Unfreeze_{how}", number=number, how=how)


def lifted_by(show: Show, seat: Seat) -> tuple[Limit, ...]:
    """The limits that somebody may lift: their own; to the GM, those whose owner told them so."""
    return tuple(limit for limit in active(show) if seat.gm or limit.by == seat.person)


def lifting(show: Show, seat: Seat) -> Iterator[Offer]:
    for limit in lifted_by(show, seat):
        facts = {"text": limit.text}
        if limit.by == seat.person:
            yield do(LiftLimit, "lift", flag("LiftLimit.on_their_word"), facts=facts,
                     key="LiftOwn", limit=limit.id)  # fmt: skip
        else:
            yield do(LiftLimit, "lift", facts=facts, limit=limit.id, on_their_word=True)
