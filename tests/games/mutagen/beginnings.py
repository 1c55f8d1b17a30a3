"""Where random evenings of Mutagen begin, beside its moments: what chance seldom leads to."""

from __future__ import annotations

from tests.games.mutagen.homebrew import CLOCKWORK, DUELLIST, GM_BOOK
from tests.games.mutagen.moments import WEAVE, hurt, quiet
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, Resume, Stop
from tablefolk.games.mutagen.playbooks.files import write_data
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.rules.books import LoadPlaybook
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.leveling import ClaimXp, GrantXp
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.speaking import LetPass


def load(played: Played, book: Playbook) -> None:
    played.do("gm", LoadPlaybook(tuple(write_data(book).splitlines())))


def the_gms_night() -> Played:
    """A playbook of the GM's: its moves are made and switched on."""
    played = created()
    load(played, GM_BOOK)
    return played


def duelling() -> Played:
    """D, a Duellist: what Common and Sorcerer have no example of."""
    played = Played(options={"creation_buys": 10})
    load(played, DUELLIST)
    played.draft("d", "p1", "duellist")
    played.fill("d", "lunge", "swagger", "second_wind")
    played.finish("d")
    played.make("f", "p2")
    played.as_("d", Propose("d", "vow", confirmed=("vow.0",)))
    played.do("gm", LetPass(played.move.id))
    return played


def clockwork() -> Played:
    """What is put off happens in its time, or when the GM says so."""
    played = created()
    load(played, CLOCKWORK)
    played.as_("f", ChoosePlaybooks("f", ("common", "clock")))
    for move in ("slow_word", "pep"):
        played.as_("f", Propose("f", move))
    return played


def hurt_and_stopped() -> Played:
    """An injury is open as the table is stopped; now it goes on."""
    played = hurt()
    played.do("p1", Stop())
    played.do("gm", Resume())
    return played


def woven_in_vain() -> Played:
    """The weave has failed; the GM may let the magic appear."""
    played = quiet()
    number = played.propose("s", "go_apeshit", targets=("alarm-box",), **WEAVE)
    played.do("gm", LetPass(number))
    played.roll(1, 1)
    return played


def a_level_up() -> Played:
    """More points than the track holds wait for the level up."""
    played = created()
    played.do("gm", OpenScene("One"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.do("gm", GrantXp("f", 5, "for the example"))
    for why in ("drive", "concept_win", "survived"):
        played.as_("f", ClaimXp("f", why))
    return played


FURTHER = (
    the_gms_night, duelling, clockwork, hurt_and_stopped, woven_in_vain, a_level_up,
)  # fmt: skip
PLANNED: tuple[type, ...] = ()
