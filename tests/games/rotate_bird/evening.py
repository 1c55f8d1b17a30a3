"""An evening of Rotate Bird as people play it, to be looked back at: words, fallout, a track."""

from __future__ import annotations

from tests.games.rotate_bird.table import Played, created

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.table.talk import Say
from tablefolk.games.rotate_bird.rules.fallout import DescribeFallout, PassOffset
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.tracks import SettleTrack


def told() -> Played:
    """One scene: a door that is argued with, and a flood that comes."""
    played = created()
    played.do("gm", OpenScene("The vault under the theatre"))
    played.do("gm", Say("The door has a face, and it is asleep.", narrated=True))
    the_door(played)
    the_flood(played)
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    return played


def argues(played: Played, who: str, symbol: str, why: str) -> None:
    played.as_(who, TapTrait(played.test.id, played.trait(who, symbol), why))


def the_door(played: Played) -> None:
    first, second = (trait.symbol for trait in played.hero("c1").being[:2])
    played.do("gm", OpenTest("c1", "Wake the door gently"))
    argues(played, "c1", first, "I built half the doors in this town.")
    argues(played, "c1", second, "And this one owes me money.")
    helping = played.hero("c2").being[0]
    played.as_("c2", Help(played.test.id, helping.id, "I hum its lullaby backwards."))
    played.roll(4, 1, 1)
    played.pick(4)
    played.fallout(3)
    for who in ("c1", "c2"):
        played.as_(who, PassOffset(played.test.id, who))
    played.do("gm", DescribeFallout(played.test.id, "It yawns, and the whole street hears it."))


def the_flood(played: Played) -> None:
    flood = played.make_track("disaster", "The canal breaks in", 1)
    played.do("gm", OpenTest("c3", "Hold the water back", disaster=flood))
    argues(played, "c3", played.hero("c3").being[0].symbol, "I have held worse.")
    played.roll(1)
    played.pick(1)
    played.fallout(2, 5)
    played.as_("c3", PassOffset(played.test.id, "c3"))
    played.do("gm", DescribeFallout(played.test.id, "The water takes the chairs first."))
    played.do("gm", SettleTrack(flood, "The stage is a lake now, with a very surprised duck."))
