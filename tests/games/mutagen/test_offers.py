"""Nothing is forgotten on the menus: every command is offered at some moment, with its words."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from tests.games.mutagen import moments
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.hurting import armored, closing, open_harm
from tests.games.mutagen.table import Played, created
from tests.games.mutagen.test_books import HOLD
from tests.games.mutagen.test_cast import GM_BOOK
from tests.games.mutagen.test_sessions import clockwork

from tablefolk.games import mutagen
from tablefolk.games.mutagen.rules.books import AddItem, LoadPlaybook
from tablefolk.games.mutagen.rules.bringing import BringCharacter
from tablefolk.games.mutagen.rules.cast import SwitchOn
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks, PutPointerAway
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.mutagen.rules.statuses import EraseStatus
from tablefolk.games.mutagen.rules.take_harm import UseArmor
from tablefolk.games.mutagen.words import say

OWN = {c for c in mutagen.commands if c.__module__.startswith("tablefolk.games.mutagen")}
NEVER = {BringCharacter}  # a character is brought in a file (TF-39)
BOXES = ("§ W: Resources", "Hold --> What is held.", "[[", "● 1.▢", "]]", "[[", "○ 2.▢", "]]")
WAITING = ("§ W2: Moves", "○ Spark ► Spend 1 Resist. Something burns.")


def every_moment() -> Iterator[Played]:
    for _, moment in inspect.getmembers(moments, inspect.isfunction):
        if not inspect.signature(moment).parameters:
            yield moment()
    yield from (drafting(), faithful(), failing(), shielded(), put_off(), own_books())


def drafting() -> Played:
    """A draft with a circle filled; its player knows Meta; an erased status."""
    played = Played()
    played.make("f", "p2")
    played.draft("s", "p1", "sorcerer")
    played.fill("s", "research")
    played.do("p1", PutPointerAway())
    played.do("gm", EraseStatus(played.status("f", "soaked"), "the sun is out"))
    return played


def faithful() -> Played:
    """A move without dice that the GM has let pass."""
    played = duellist()
    played.as_("d", Propose("d", "vow", confirmed=("vow.0",)))
    played.do("gm", LetPass(played.move.id))
    return played


def failing() -> Played:
    """Magic that failed."""
    played = moments.ready()
    played.roll(1, 1)
    played.settle()
    return played


def shielded() -> Played:
    """Armor was used, which the GM may find unfit."""
    played = created()
    vest = armored(played, "f", 2)
    number = open_harm(played, "f", 2)
    closing(played, number)
    played.as_("f", UseArmor(number, vest))
    return played


def put_off() -> Played:
    played = clockwork()
    played.as_("f", Propose("f", "slow_word"))
    return played


def own_books() -> Played:
    """Playbooks of the table's own: boxes with notes, a GM's book, homebrew, a suggestion."""
    played = Played(books=(GM_BOOK,))
    played.draft("f", "p2")
    played.do("gm", LoadPlaybook(BOXES, "w"))
    played.do("gm", LoadPlaybook(WAITING, "w2"))
    played.do("gm", AddItem("common.moves", (HOLD,)))
    played.as_("f", ChoosePlaybooks("f", ("common", "w")))
    played.do("gm", SwitchOn("gm_parkour"))
    return played


def test_every_command_is_offered_to_somebody_at_some_moment() -> None:
    found = {
        offer.command
        for played in every_moment()
        for member in ("gm", "p1", "p2", "p3")
        for offer in mutagen.offers(played.show, played.seat(member))
    }
    assert {command.__name__ for command in OWN - NEVER - found} == set()


def test_every_offer_has_a_label_a_rule_and_a_lawful_tone() -> None:
    tones = {"main", "plain", "quiet", "grave", ""}
    keys = {
        key.removesuffix(".label")
        for key in say.sentences
        if key.endswith(".label") and key[0].isupper()
    }
    for key in keys:
        assert say.sentences[f"{key}.label"]
        assert say.sentences[f"{key}.rule"].startswith("MU-")
        assert say.sentences.get(f"{key}.tone", "") in tones
