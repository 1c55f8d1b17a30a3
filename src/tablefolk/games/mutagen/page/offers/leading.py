"""What is offered to those who follow a leader (MU-82 … MU-88)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Offer, Seat
from tablefolk.games.mutagen.page.offers.making import do, under_way
from tablefolk.games.mutagen.page.offers.moves import about_of
from tablefolk.games.mutagen.page.offers.proposals import Frame, story_offers
from tablefolk.games.mutagen.playbooks.model import Story
from tablefolk.games.mutagen.rules import chain, outcomes
from tablefolk.games.mutagen.rules.leading import Excuse, Follow
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import OpenMove


def following(show: Show, seat: Seat, move: OpenMove) -> Iterator[Offer]:
    if seat.gm and move.stage == "consequence":
        yield from unanswered(show, move)
    if move.following is None or move.following.done:
        return
    hero, deed = under_way(show, seat), show.shelf.item(move.move)
    if hero and chain.awaits(move, hero.id) and isinstance(deed, Story):
        begun = any(m.follows == move.id for m in show.running(hero.id))
        if not begun:
            fixed = {"who": hero.id, "move": move.id}
            frame = Frame(
                Follow, "Follow", f"{about_of(move)}:follow", fixed,
                owed=True, stories=(deed,), leads=False, only_make=deed.id,
            )  # fmt: skip
            yield from story_offers(show, hero, frame)
    for roll in move.following.rolls if seat.gm else ():
        if chain.awaits(move, roll.who):
            facts = {"name": show.name(roll.who)}
            yield do(Excuse, about_of(move), facts=facts, move=move.id, who=roll.who)


def unanswered(show: Show, move: OpenMove) -> Iterator[Offer]:
    """The GM: it goes on without the answer of somebody who is not there (MU-88)."""
    for who in outcomes.still_asked(show, move):
        if who != move.who:
            facts = {"name": show.name(who)}
            yield do(
                Excuse, about_of(move), key="ExcuseAnswer", facts=facts, move=move.id, who=who
            )  # fmt: skip
