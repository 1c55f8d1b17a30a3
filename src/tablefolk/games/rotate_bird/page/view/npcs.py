"""NPCs: all of them for the GM, and for the players what they have met (RB-132 … RB-143, TF-28)."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, made_of, picture, pictures
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.challenges import kinds
from tablefolk.games.rotate_bird.rules.npcs import crowded
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Npc, NpcDoing


class NpcTrait(Part, frozen=True):
    """A Being trait of an NPC; copies stand beside each other (RB-140)."""

    id: int
    picture: Picture
    marked: bool = False
    opposes: bool = False  # in a test that is open now


class NpcPower(Part, frozen=True):
    """A Doing trait of an NPC, and what it brings when nobody answers it (RB-142)."""

    id: int
    pictures: tuple[Picture, ...]
    name: str = ""
    brings: str = ""
    epic: bool = False
    perilous: bool = False
    label: str = ""


class NpcChallenge(Part, frozen=True):
    """What kind of challenge it is, and when."""

    place: int
    kinds: str
    scope: str


class NpcLine(Part, frozen=True):
    """Somebody or something, as its GM knows it."""

    id: str
    name: str
    tier: str = ""
    shape: str = ""
    traits: tuple[NpcTrait, ...] = ()
    powers: tuple[NpcPower, ...] = ()
    challenges: tuple[NpcChallenge, ...] = ()
    theme: str = ""
    factor: Picture | None = None
    notes: str = ""
    known: bool = False
    in_play: bool = True
    many: bool = False  # copies of its traits are what it is made of (RB-140)
    note: str = ""


class NpcSheet(Block, frozen=True):
    """Somebody or something the GM plays."""

    npc: NpcLine = NpcLine("", "")


class NpcDesk(Block, frozen=True):
    """Where the GM makes somebody."""

    linked: bool = False  # the worksheet gives the first trait (RB-181)
    hints: tuple[str, ...] = ()


class Met(Part, frozen=True):
    """What the players know of an NPC: what it is, and which of its traits they have seen."""

    id: str
    name: str
    shape: str = ""
    traits: tuple[NpcTrait, ...] = ()
    in_play: bool = True


class Encountered(Block, frozen=True):
    """An NPC that everybody has met."""

    npc: Met = Met("", "")


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
        many=npc.shape in ("mob", "giant"),
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
