"""A table of Rotate Bird for tests: a GM, and P1, P2, P3 with C1, C2, C3 of the digest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.played import AtTable

from tablefolk.core.table.at import GameAtTable
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.rules.creation import (
    MakeCharacter,
    NameCharacter,
    NameDoing,
    RollBeing,
    RollDoing,
)
from tablefolk.games.rotate_bird.rules.edges import AssignSymbol, AwardEdge
from tablefolk.games.rotate_bird.rules.fallout import Offset, RollFallout
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.npcs import MakeNpc
from tablefolk.games.rotate_bird.rules.rolling import PickDie, RollPool
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.symbols import CorrectMark
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.tracks import MakeTrack
from tablefolk.games.rotate_bird.rules.values import DoingTrait, Edge, Test, Track
from tablefolk.games.rotate_bird.rules.variants import notation

GAME = GameAtTable(rotate_bird)
PLAYERS = ("p1", "p2", "p3")
BEING = {
    "c1": ((1, 1, 1), (3, 2, 4), (5, 3, 6), (2, 1, 6), (6, 4, 4)),
    "c2": ((1, 3, 2), (2, 6, 6), (6, 6, 1), (5, 5, 5), (3, 2, 5)),
    "c3": ((3, 1, 6), (5, 3, 2), (4, 5, 5), (4, 5, 1), (6, 1, 2)),
}
DOING = {
    "c1": ((6, 2, 2, 1, 6), (4, 3, 4, 3, 6), (2, 2, 5, 6, 2)),
    "c2": ((3, 4, 3, 2, 5), (3, 2, 5, 6, 5), (3, 3, 6, 5, 1)),
    "c3": ((2, 6, 3, 5, 1), (4, 1, 4, 5, 6), (4, 4, 5, 5, 4)),
}
NAMES = {
    "c1": ("Wheeling Flight", "Which Lock", "Sudden Tide"),
    "c2": ("Stop the Clock", "Bottomless Round", "Not Me"),
    "c3": ("Repel", "Overture", "Junkyard Rite"),
}


class Played(AtTable):
    """A table of Rotate Bird, with short ways to say what most tests begin with."""

    GAME, PLAYERS = GAME, PLAYERS

    # -- Looking -------------------------------------------------------------------------------

    @property
    def bird(self) -> Bird:
        bird = self.table.play
        assert isinstance(bird, Bird)
        return bird

    @property
    def test(self) -> Test:
        """The test opened last."""
        return self.bird.tests[max(self.bird.tests)]

    def track(self, name: str) -> Track:
        return next(track for track in self.bird.tracks.values() if track.name == name)

    def trait(self, who: str, what: str) -> int:
        """The number of a trait: by symbol, by name, or an edge by its symbols; newest first."""
        hero = self.hero(who)
        named: dict[str, int] = {t.symbol: t.id for t in hero.being}
        named |= {t.name: t.id for t in hero.doing}
        named |= {"edge " + "+".join(e.symbols): e.id for e in hero.having}
        named |= {c.name: c.id for c in self.bird.combos.values()}
        if what == "fresh":
            return max(edge.id for edge in hero.having)
        return named[what]

    def edge(self, who: str, symbols: str) -> Edge:
        found = self.hero(who).trait(self.trait(who, f"edge {symbols}"))
        assert isinstance(found, Edge)
        return found

    def doing(self, who: str, name: str) -> DoingTrait:
        return next(trait for trait in self.hero(who).doing if trait.name == name)

    def marked(self, who: str) -> list[str]:
        """Marked Being traits by symbol, marked Doing traits by name."""
        hero = self.hero(who)
        being = [t.symbol for t in hero.being if t.marked]
        return being + [t.name for t in hero.doing if t.marked]

    def edges(self, who: str) -> list[str]:
        return ["+".join(edge.symbols) for edge in self.hero(who).having]

    # -- Acting --------------------------------------------------------------------------------

    def make(self, who: str, player: str) -> None:
        """One of the digest's characters, rolled and named."""
        self.do(player, MakeCharacter(who.upper()))
        self.do(player, RollBeing(who), [face for roll in BEING[who] for face in roll])
        self.do(player, RollDoing(who), [face for roll in DOING[who] for face in roll])
        for trait, name in zip(self.hero(who).doing, NAMES[who], strict=True):
            self.do(player, NameDoing(trait.id, name))
        self.do(player, NameCharacter(who, who.upper(), "the Example"))

    def open(self, who: str, **more: Any) -> int:
        """The GM opens a test for a character."""
        self.do("gm", OpenTest(who, "something risky", **more))
        return self.test.id

    def tap(self, who: str, *what: str) -> None:
        for trait in what:
            self.as_(who, TapTrait(self.test.id, self.trait(who, trait), aloud=True))

    def help(self, who: str, what: str) -> None:
        self.as_(who, Help(self.test.id, self.trait(who, what), aloud=True))

    def roll(self, *faces: int) -> tuple[Any, ...]:
        return self.as_(self.test.leader, RollPool(self.test.id), faces)

    def pick(self, value: int) -> tuple[Any, ...]:
        return self.as_(self.test.leader, PickDie(self.test.id, value))

    def fallout(self, *faces: int) -> tuple[Any, ...]:
        return self.do("gm", RollFallout(self.test.id), faces)

    def pay(self, who: str, what: str) -> tuple[Any, ...]:
        return self.as_(who, Offset(self.test.id, self.trait(who, what)))

    def tested(self, who: str, taps: Sequence[str], dice: Sequence[int], pick: int) -> None:
        """A whole ordinary test up to its pick."""
        self.open(who)
        self.tap(who, *taps)
        self.roll(*dice)
        self.pick(pick)

    # -- What the GM adds ----------------------------------------------------------------------

    def award(self, who: str, being: str, doing: str = "") -> int:
        form = "doing" if doing else "being"
        self.do("gm", AwardEdge(who, "found it", form, being, doing))  # type: ignore[arg-type]
        return self.hero(who).having[-1].id

    def assign(self, who: str, symbol: str) -> int:
        """The GM gives a symbol to the edge that has none."""
        edge = next(edge for edge in self.hero(who).having if not edge.symbols)
        self.do("gm", AssignSymbol(edge.id, symbol))
        return edge.id

    def mark(self, who: str, *what: str) -> None:
        for trait in what:
            self.do("gm", CorrectMark(self.trait(who, trait), True, "for the example"))

    def make_track(self, kind: str, name: str, boxes: int = 4) -> int:
        self.do("gm", MakeTrack(kind, name, boxes))  # type: ignore[arg-type]
        return self.track(name).id

    def make_npc(self, name: str, *being: str) -> str:
        self.do("gm", MakeNpc(name, being=being))
        return list(self.bird.npcs)[-1]


def created(options: dict[str, Any] | None = None) -> Played:
    """Everybody has their character of the digest, complete."""
    played = Played(options=options)
    for who, player in zip(BEING, PLAYERS, strict=True):
        played.make(who, player)
    return played


def parts(traits: Sequence[int], places: Sequence[int]) -> tuple[str, ...]:
    """What partners give to a combo (RB-203)."""
    return tuple(map(notation, traits, places))
