"""Where random evenings of Rotate Bird begin, beside its moments: what chance seldom leads to."""

from __future__ import annotations

from tests.games.rotate_bird.moments import variants
from tests.games.rotate_bird.table import Played, created

from tablefolk.core.table.scenes import CloseSession, OpenSession
from tablefolk.games.rotate_bird.rules.challenges import FaceDoing
from tablefolk.games.rotate_bird.rules.npcs import AddNpcDoing
from tablefolk.games.rotate_bird.rules.opposition import ShrugOff
from tablefolk.games.rotate_bird.rules.recovery import GrantRest, Renew
from tablefolk.games.rotate_bird.rules.rewards import AddSymbol, SwapForOwn
from tablefolk.games.rotate_bird.rules.tests import WithdrawTest


def after_three_sessions() -> Played:
    """A campaign: advances to spend, one of them major."""
    played = created({"advancement": True})
    for _ in range(6):
        played.do("gm", OpenSession())
        played.do("gm", CloseSession())
    anchor = played.trait("c1", "anchor")
    played.do("p1", SwapForOwn(anchor, "Teapot", "🫖", drawing="drawing-1"))
    played.do("p1", AddSymbol(played.trait("c1", "Which Lock"), "heart"))
    return played


def faced() -> Played:
    """An NPC that has a power, and one Being trait left."""
    played = created()
    npc = played.make_npc("The Door", "key")
    played.do("gm", AddNpcDoing(npc, "Shut", "pause", "moon"))
    played.open("c1", npc=npc)
    played.do("gm", FaceDoing(played.test.id, played.bird.npcs[npc].doing[0].id))
    return played


def shut_out() -> Played:
    """The opposition marks its last trait, and is out."""
    played = created()
    played.open("c1", npc=played.make_npc("The Door", "key"))
    played.tap("c1", played.hero("c1").being[0].symbol)
    played.roll(6)
    played.pick(6)
    npc = played.bird.npcs[played.test.npc]
    played.do("gm", ShrugOff(played.test.id, npc.being[0].id))
    return played


def robot_lost() -> Played:
    """C1 sat in their robot as its last trait was marked; C1 has rested, and is renewed."""
    played = variants()
    played.do("gm", WithdrawTest(played.test.id))
    hero = played.hero("c1")
    played.mark("c1", *(trait.name for trait in hero.doing[1:]))
    played.tested("c1", [hero.being[0].symbol], [2], 2)
    played.fallout(1, 2)
    played.pay("c1", hero.doing[0].name)
    played.do("gm", GrantRest())
    played.do("p1", Renew(hero.being[4].id))
    return played


FURTHER = (after_three_sessions, faced, shut_out, robot_lost)
PLANNED: tuple[type, ...] = ()
