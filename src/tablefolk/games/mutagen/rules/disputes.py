"""Dispute fiction: something the GM said would spoil the story for somebody (MU-147).

It costs nothing, changes nothing by itself, and is never for advantage: that is what Resist
consequences is for (MU-79).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.games.mutagen.rules.facts import FactStruck, a_fact
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import LINE, Dispute, Text, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words

MOST_SAID = 40
Outcome = Literal["reworded", "struck", "stands"]
Facts = Annotated[tuple[int, ...], Meta(max_length=12)]


class DisputeFiction(Act[Show], frozen=True):
    """What the GM said that would make one switch off the show."""

    may = "player"
    about: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        need(not seat.gm, "MU-147", "players_only", "The GM rewords without disputing.")
        about = words(self.about, "MU-147", "Say what spoils the story for you.")
        yield FictionDisputed(Dispute(show.count + 1, about, seat.id))


class FictionDisputed(Noted, frozen=True):
    dispute: Dispute

    def onto(self, show: Show) -> Show:
        disputes = {**show.disputes, self.dispute.id: self.dispute}
        return replace(show, disputes=disputes).counted(self.dispute.id)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"by": show.name(self.dispute.by)}


class SpeakToDispute(Act[Show], frozen=True):
    """A word in the talk about it; everybody may."""

    may = "anyone"
    dispute: int
    text: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        dispute = a_dispute(show, self.dispute)
        room = len(dispute.said) < MOST_SAID
        must(room, "MU-147", "out_of_range", "Enough was said; settle it.")
        yield DisputeSpoken(dispute.id, seat.id, words(self.text, "MU-147", "Say something first."))


class DisputeSpoken(Noted, frozen=True):
    dispute: int
    by: Who
    text: str

    def onto(self, show: Show) -> Show:
        said = (*show.disputes[self.dispute].said, f"{show.name(self.by)}: {self.text}")
        return with_dispute(show, self.dispute, said=said)


class SettleDispute(Act[Show], frozen=True):
    """What the table has agreed: reworded by the GM, facts struck, or it stands."""

    may = "owner or gm"
    dispute: int
    outcome: Outcome
    text: Text = ""  # the GM's new words
    strikes: Facts = ()

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        """The GM says what was agreed; whoever raised it may let it stand."""
        dispute = a_dispute(show, self.dispute)
        theirs = dispute.by == seat.id and self.outcome == "stands"
        must(seat.gm or theirs, "MU-147", "gm_only", "The GM says what was agreed.")
        text = self.text.strip()
        if self.outcome == "reworded":
            words(text, "MU-147", "Say what happens instead.")
        struck = [a_fact(show, number, "MU-147") for number in dict.fromkeys(self.strikes)]
        right = bool(struck) == (self.outcome == "struck")
        must(right, "MU-147", "unknown", "Facts are named where facts are struck, and only there.")
        yield DisputeSettled(dispute.id, dispute.about, self.outcome, text)
        for fact in struck:
            yield FactStruck(fact.id, fact.text, dispute.about[:LINE])


class DisputeSettled(Noted, frozen=True):
    dispute: int
    about: str
    outcome: Outcome
    text: str = ""

    def onto(self, show: Show) -> Show:
        return with_dispute(show, self.dispute, open=False, outcome=self.text or self.outcome)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return f"_{self.outcome}"


def a_dispute(show: Show, number: int) -> Dispute:
    found = show.disputes.get(number)
    there = found if found and found.open else None
    return must(there, "MU-147", "unknown", "That talk is over.")


def with_dispute(show: Show, number: int, **changes: object) -> Show:
    changed = replace(show.disputes[number], **changes)
    return replace(show, disputes={**show.disputes, number: changed})
