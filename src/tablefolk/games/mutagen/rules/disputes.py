"""Dispute fiction: something the GM said would spoil the story for somebody (MU-147).

It costs nothing, changes nothing by itself, and is never for advantage: that is what Resist
consequences is for (MU-79).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.mutagen.rules.facts import FactStruck, a_fact
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import LINE, Dispute, Text

MOST_SAID = 40
Outcome = Literal["reworded", "struck", "stands"]
Facts = Annotated[tuple[int, ...], Meta(max_length=12)]


class DisputeFiction(Command, frozen=True):
    """What the GM said that would make one switch off the show."""

    may = "player"
    about: Text


class FictionDisputed(Event, frozen=True):
    dispute: Dispute


class SpeakToDispute(Command, frozen=True):
    """A word in the talk about it; everybody may."""

    may = "anyone"
    dispute: int
    text: Text


class DisputeSpoken(Event, frozen=True):
    dispute: int
    by: str
    text: str


class SettleDispute(Command, frozen=True):
    """What the table has agreed: reworded by the GM, facts struck, or it stands."""

    may = "owner or gm"
    dispute: int
    outcome: Outcome
    text: Text = ""  # the GM's new words
    strikes: Facts = ()


class DisputeSettled(Event, frozen=True):
    dispute: int
    about: str
    outcome: Outcome
    text: str = ""


def dispute_fiction(show: Show, seat: Seat, c: DisputeFiction, dice: Dice) -> Iterator[Event]:
    need(not seat.gm, "MU-147", "players_only", "The GM rewords without disputing.")
    about = words(c.about, "MU-147", "Say what spoils the story for you.")
    yield FictionDisputed(Dispute(show.count + 1, about, seat.id))


def fiction_disputed(show: Show, e: FictionDisputed) -> Show:
    disputes = {**show.disputes, e.dispute.id: e.dispute}
    return replace(show, disputes=disputes).counted(e.dispute.id)


def a_dispute(show: Show, number: int) -> Dispute:
    found = show.disputes.get(number)
    there = found if found and found.open else None
    return must(there, "MU-147", "unknown", "That talk is over.")


def speak_to_dispute(show: Show, seat: Seat, c: SpeakToDispute, dice: Dice) -> Iterator[Event]:
    dispute = a_dispute(show, c.dispute)
    room = len(dispute.said) < MOST_SAID
    must(room, "MU-147", "out_of_range", "Enough was said; settle it.")
    yield DisputeSpoken(dispute.id, seat.id, words(c.text, "MU-147", "Say something first."))


def dispute_spoken(show: Show, e: DisputeSpoken) -> Show:
    said = (*show.disputes[e.dispute].said, f"{show.name(e.by)}: {e.text}")
    return with_dispute(show, e.dispute, said=said)


def with_dispute(show: Show, number: int, **changes: Any) -> Show:
    changed = replace(show.disputes[number], **changes)
    return replace(show, disputes={**show.disputes, number: changed})


def settle_dispute(show: Show, seat: Seat, c: SettleDispute, dice: Dice) -> Iterator[Event]:
    """The GM says what was agreed; whoever raised it may let it stand."""
    dispute = a_dispute(show, c.dispute)
    theirs = dispute.by == seat.id and c.outcome == "stands"
    must(seat.gm or theirs, "MU-147", "gm_only", "The GM says what was agreed.")
    text = c.text.strip()
    if c.outcome == "reworded":
        words(text, "MU-147", "Say what happens instead.")
    struck = [a_fact(show, number, "MU-147") for number in dict.fromkeys(c.strikes)]
    right = bool(struck) == (c.outcome == "struck")
    must(right, "MU-147", "unknown", "Facts are named where facts are struck, and only there.")
    yield DisputeSettled(dispute.id, dispute.about, c.outcome, text)
    for fact in struck:
        yield FactStruck(fact.id, fact.text, dispute.about[:LINE])


def dispute_settled(show: Show, e: DisputeSettled) -> Show:
    return with_dispute(show, e.dispute, open=False, outcome=e.text or e.outcome)


DECIDE: dict[Any, Any] = {
    DisputeFiction: dispute_fiction,
    SpeakToDispute: speak_to_dispute,
    SettleDispute: settle_dispute,
}
EVOLVE: dict[Any, Any] = {
    FictionDisputed: fiction_disputed,
    DisputeSpoken: dispute_spoken,
    DisputeSettled: dispute_settled,
}
