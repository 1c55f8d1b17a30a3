"""NPCs: all of them for the GM, and for the players what they have met (RB-132 … RB-143, TF-28)."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.blocks.symbol import made_of, picture, pictures
from tablefolk.games.rotate_bird.page.blocks.world import (
    Encountered,
    Met,
    NpcChallenge,
    NpcDesk,
    NpcLine,
    NpcPower,
    NpcSheet,
    NpcTrait,
)
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.challenges import kinds
from tablefolk.games.rotate_bird.rules.npcs import crowded
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Npc, NpcDoing


def sheet(bird: Bird, seat: Seat, npc: Npc) -> Block:
    """All of it for the GM; for all others what they have met."""
    about = f"npc:{npc.id}"
    if seat.gm:
        return NpcSheet(about=about, region="desk", npc=line(bird, npc))
    return Encountered(about=about, region="people", npc=known(bird, npc))


def npc_desk(bird: Bird) -> NpcDesk:
    hints = (
        say("advice.gm_npc_threat"),
        say("advice.gm_npc_crowd"),
        say("advice.gm_npc_doing"),
        say("hints.RB-141"),
    )
    return NpcDesk(
        about="npc",
        region="desk",
        linked=bird.worksheet_at_hand(bird.gm) is not None,
        hints=hints,
    )


def line(bird: Bird, npc: Npc) -> NpcLine:
    return made_of(
        NpcLine,
        npc,
        tier=say(f"labels.tier.{npc.tier}"),
        shape=say(f"labels.shape.{npc.shape}"),
        traits=traits(bird, npc),
        powers=tuple(power(bird, doing) for doing in npc.doing),
        challenges=scoped(npc),
        factor=picture(bird, npc.factor) if npc.factor else None,
        note=say("warn.crowded") if crowded(npc) else "",
    )


def opposing(bird: Bird, npc: Npc) -> set[int]:
    """The traits named as opposition in tests that are open now (RB-133)."""
    return {test.opposes for test in bird.tests.values() if test.open and test.npc == npc.id}


def traits(bird: Bird, npc: Npc) -> tuple[NpcTrait, ...]:
    against = opposing(bird, npc)
    return tuple(
        NpcTrait(t.id, picture(bird, t.symbol), t.marked, t.id in against) for t in npc.being
    )


def power(bird: Bird, doing: NpcDoing) -> NpcPower:
    shown, brings = pictures(bird, doing.symbols), doing.brings
    said = kinds(brings) if brings else ""
    return made_of(NpcPower, brings, id=doing.id, pictures=shown, name=doing.name, brings=said)


def scoped(npc: Npc) -> tuple[NpcChallenge, ...]:
    return tuple(
        NpcChallenge(place, kinds(s.challenge), s.scope) for place, s in enumerate(npc.challenges)
    )


def known(bird: Bird, npc: Npc) -> Met:
    """Its name and shape, what it opposes with now, and what it has shrugged off with."""
    shown = tuple(trait for trait in traits(bird, npc) if trait.marked or trait.opposes)
    return Met(npc.id, npc.name, say(f"labels.shape.{npc.shape}"), shown, npc.in_play)
