"""What else the GM has at hand: edges as rewards, and a symbol for anything (RB-9, RB-144 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Pick
from tablefolk.games.rotate_bird.page.offers.making import (
    do,
    of_kind,
    people,
    pick,
    say,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.rules.edges import AwardEdge
from tablefolk.games.rotate_bird.rules.packs import Kind
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.symbols import RollSymbol
from tablefolk.games.rotate_bird.rules.values import Track


def offers(bird: Bird) -> Iterator[Offer]:
    yield from awards(bird)
    for kind in ("being", "doing"):
        yield do(RollSymbol, "rewards", key=f"RollSymbol_{kind}", kind=kind)


def awards(bird: Bird) -> Iterator[Offer]:
    """One picture, or a power for a while (RB-144, RB-145)."""
    if not bird.cast:
        return
    to, reason = (
        pick("AwardEdge.to", people(bird.cast.values())),
        text("AwardEdge.reason", optional=True, most=200),
    )
    being, doing = symbol(bird, "being"), symbol(bird, "doing")
    yield do(AwardEdge, "rewards", to, reason, being, kind="being")
    yield do(AwardEdge, "rewards", to, reason, doing, being, key="AwardEdge_doing", kind="doing")


def for_reaching(bird: Bird, track: Track, about: str) -> Iterator[Offer]:
    """A goal is reached: a good moment for an edge, or for a power (RB-111, RB-145)."""
    if bird.cast:
        to = pick("AwardEdge.to", people(bird.cast.values()))
        why = text("AwardEdge.reason", track.name, optional=True, most=200)
        being, doing = symbol(bird, "being"), symbol(bird, "doing")
        edge, power = {"kind": "being", "track": track.id}, {"kind": "doing", "track": track.id}
        yield do(AwardEdge, about, to, being, why, key="AwardEdge_reached", fixed=edge)
        yield do(AwardEdge, about, to, doing, being, why, key="AwardEdge_doing", fixed=power)


def symbol(bird: Bird, kind: Kind) -> Pick:
    """One of that kind, or as the dice have it."""
    rolled = Choice("", say("pick.rolled"))
    return symbol_pick(f"AwardEdge.{kind}", (rolled, *of_kind(bird, kind)))
