"""What else the GM has at hand: edges as rewards, and a symbol for anything (RB-9, RB-144 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
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
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.symbols import RollSymbol
from tablefolk.games.rotate_bird.rules.values import Track


def offers(bird: Bird) -> Iterator[Offer]:
    yield from awards(bird)
    for kind in ("being", "doing"):
        yield do(RollSymbol, "rewards", key=f"RollSymbol_{kind}", kind=kind)


def reached(bird: Bird) -> tuple[Track, ...]:
    """Goals that are reached, and not yet rewarded (RB-111)."""
    goals = (track for track in bird.tracks.values() if track.kind == "progress")
    return tuple(track for track in goals if track.full and not track.rewarded)


def awards(bird: Bird) -> Iterator[Offer]:
    """One picture, or a power for a while (RB-144, RB-145)."""
    if not bird.cast:
        return
    to = pick("AwardEdge.to", people(bird.cast.values()))
    reason = text("AwardEdge.reason", most=200)
    rolled = Choice("", say("pick.rolled"))
    being = symbol_pick("AwardEdge.being", (rolled, *of_kind(bird, "being")))
    doing = symbol_pick("AwardEdge.doing", (rolled, *of_kind(bird, "doing")))
    for track in reached(bird):
        why = text("AwardEdge.reason", track.name, most=200)
        facts = {"name": track.name}
        key = "AwardEdge_reached"
        at = f"rewards:{track.id}"
        yield do(AwardEdge, at, to, why, being, key=key, facts=facts, kind="being", track=track.id)
    yield do(AwardEdge, "rewards", to, reason, being, kind="being")
    yield do(AwardEdge, "rewards", to, reason, doing, being, key="AwardEdge_doing", kind="doing")
