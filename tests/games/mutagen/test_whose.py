"""Whose it is: a player's choices are nobody else's; the GM overrules on record (MU-16, MU-104)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.table import GAME, Played
from tests.games.mutagen.test_offers import every_moment

from tablefolk.core import play
from tablefolk.core.game import Command
from tablefolk.core.table.judging import Ruled
from tablefolk.core.table.scenes import EndScene
from tablefolk.games import mutagen
from tablefolk.games.mutagen.rules import (
    buying,
    creation,
    dying,
    leading,
    leveling,
    outcomes,
    owing,
    proposing,
    resources,
    responding,
    rolling,
    statuses,
    take_harm,
    weaving,
    writing,
)
from tablefolk.games.mutagen.rules.speaking import LetPass

CODES = ("gm_only", "not_yours_to_set")
OWN = {c.__name__ for c in mutagen.commands if c.__module__.startswith("tablefolk.games.mutagen")}


class Theirs(NamedTuple):
    """A moment at which somebody's player may do this, and nobody else."""

    moment: Callable[[], Played]
    command: Callable[[Played], Command]
    rule: str
    stranger: str = "p3"
    firm: bool = False  # not even the GM chooses for another
    faces: tuple[int, ...] = ()

    @property
    def does(self) -> str:
        return type(self.command(self.moment())).__name__


# -- Moments -----------------------------------------------------------------------------------


def drafted() -> Played:
    """A draft with a circle filled, and all that is needed to finish it."""
    played = Played()
    played.draft("s", "p1", "sorcerer")
    played.fill("s", "research")
    played.as_("s", writing.WriteIn("s", "concept", "concept", "Seen once"))
    played.as_("s", writing.WriteIn("s", "drives", "drive1", "To know"))
    return played


def vested(played: Played) -> int:
    return played.hero("f").armor[0].id


def limping(played: Played) -> int:
    return next(status.id for on, status in played.show.statuses() if on == "f")


def wired(played: Played) -> int:
    return next(status.id for on, status in played.show.statuses() if on == "alarm-box")


def asked(played: Played) -> int:
    return next(iter(played.show.owed))


def proposed() -> Played:
    """A story move of F's before its dice, let pass by the GM."""
    played = moments.quiet()
    played.ready("f", "go_dark", aptitude="athletics")
    return played


def scarred() -> Played:
    """Everything is ready for S to come back."""
    played = moments.away()
    played.do("gm", EndScene())
    played.do("gm", dying.GiveScar("s", "ruined hand"))
    return played


def vowed() -> Played:
    """A move without dice that the GM has let pass."""
    played = duellist()
    played.as_("d", proposing.Propose("d", "vow", confirmed=("vow.0",)))
    played.do("gm", LetPass(played.move.id))
    return played


def dented() -> Played:
    """A box of F's is empty."""
    played = moments.quiet()
    played.set("f", "resist", 1)
    return played


def led(played: Played) -> int:
    """The move that somebody leads."""
    return next(move.id for move in played.show.moves.values() if move.following)


# -- What is a player's own --------------------------------------------------------------------

EVERY = (
    Theirs(drafted, lambda p: creation.NameCharacter("s", "Zoë"), "MU-16"),
    Theirs(drafted, lambda p: creation.DropDraft("s"), "MU-16"),
    Theirs(drafted, lambda p: creation.ChoosePlaybooks("s", ("common",)), "MU-1"),
    Theirs(drafted, lambda p: creation.FillMark("s", "research"), "MU-16"),
    Theirs(drafted, lambda p: creation.UnfillMark("s", "research"), "MU-16"),
    Theirs(drafted, lambda p: creation.FinishCharacter("s"), "MU-22"),
    Theirs(drafted, lambda p: buying.AskAbout("s", "spooky_shit"), "MU-12"),
    Theirs(drafted, lambda p: writing.WriteIn("s", "drives", "drive2", "To win"), "MU-31"),
    Theirs(drafted, lambda p: writing.NarrowAptitude("s", "research", "moths"), "MU-20"),
    Theirs(moments.quiet, lambda p: writing.AddArmor("f", "Helmet", 1), "MU-23"),
    Theirs(moments.quiet, lambda p: writing.ChangeArmor("f", vested(p), "Rag", 1), "MU-23"),
    Theirs(moments.quiet, lambda p: writing.StrikeArmor("f", vested(p)), "MU-23"),
    Theirs(moments.quiet, lambda p: statuses.EraseStatus(limping(p), "rested"), "MU-111"),
    Theirs(dented, lambda p: resources.AskForPoints("f", "resist", 2, "?"), "MU-35"),
    Theirs(duellist, lambda p: resources.NoteBox("d", "stances", 1, "low"), "MU-30"),
    Theirs(moments.quiet, lambda p: proposing.Narrate("f", "I wait."), "MU-59"),
    Theirs(moments.quiet, lambda p: proposing.Propose("f", "go_dark", "on tiptoe"), "MU-50"),
    Theirs(proposed, lambda p: proposing.Redescribe(p.move.id, "parkour", "up"), "MU-50"),
    Theirs(proposed, lambda p: proposing.WithdrawMove(p.move.id), "MU-64"),
    Theirs(proposed, lambda p: proposing.ExploitStatus(p.move.id, wired(p), "sparks"), "MU-67"),
    Theirs(proposed, lambda p: rolling.RollMove(p.move.id), "MU-50", faces=(3, 4)),
    Theirs(vowed, lambda p: rolling.CarryOut(p.move.id), "MU-50"),
    Theirs(moments.result, lambda p: rolling.Settle(p.move.id), "MU-69"),
    Theirs(moments.result, lambda p: proposing.TagMove(p.move.id, ("concept",)), "MU-74"),
    Theirs(moments.result, lambda p: responding.Respond("s", "buy_resist", p.move.id), "MU-50"),
    Theirs(moments.consequence, lambda p: outcomes.AcceptOutcome(p.move.id), "MU-73"),
    Theirs(moments.following, lambda p: leading.Follow("s", led(p), "slow"), "MU-50"),
    Theirs(moments.weaving, lambda p: owing.GiveAnswer(asked(p), picks=(1,)), "MU-53"),
    Theirs(moments.weaving, lambda p: weaving.LetGo("s"), "MU-131"),
    Theirs(moments.weaving, lambda p: weaving.LoseSight("s"), "MU-131"),
    Theirs(moments.hurt, lambda p: take_harm.CloseStep(moments.injury(p)), "MU-93"),
    Theirs(moments.armored, lambda p: take_harm.UseArmor(moments.injury(p), vested(p)), "MU-93"),
    Theirs(moments.dying, lambda p: dying.ChooseFate("s", "survive"), "MU-104", firm=True),
    Theirs(scarred, lambda p: dying.ComeBack("s", "I crawled."), "MU-107"),
    Theirs(moments.over, lambda p: leveling.ClaimXp("f", "concept_win"), "MU-135", firm=True),
    Theirs(moments.over, lambda p: leveling.GiveFeedback("f", "More."), "MU-137", firm=True),
    Theirs(moments.over, lambda p: leveling.LevelUp("f", "buy", "research"), "MU-139", firm=True),
    Theirs(moments.over, lambda p: leveling.KeepXp("f"), "MU-141", firm=True),
)


def said(one: Theirs) -> str:
    return one.does


@pytest.mark.parametrize("one", EVERY, ids=said)
def test_another_player_is_refused_whoever_it_is__MU_104(one: Theirs) -> None:
    played = one.moment()
    no = played.refused(one.stranger, one.command(played))
    assert (no.code, no.rule, no.firm) == ("not_your_character", one.rule, one.firm)


@pytest.mark.parametrize("one", [one for one in EVERY if not one.firm], ids=said)
def test_the_gm_overrules_it_on_record__TF_17(one: Theirs) -> None:
    played = one.moment()
    events: tuple[Any, ...] = played.rule(one.stranger, one.command(played), one.faces)
    (ruled,) = played.told(events, Ruled)
    assert one.rule in ruled.rules
    assert len(events) > 1


# -- What is the GM's, and what is anybody's ---------------------------------------------------

ANYBODYS = {
    "BringCharacter", "DisputeFiction", "DoubtFact", "FactToEntity", "FactToStatus", "InventFact",
    "LiftLimit", "MakeBar", "MakeCharacter", "PutPointerAway", "SettleDispute", "ShowPointer",
    "SpeakToDispute", "TakeReadyMade", "Unfreeze", "WriteStatus",
}  # fmt: skip


def test_whatever_is_no_players_is_refused_to_players__MU_152() -> None:
    theirs = {one.does for one in EVERY} | ANYBODYS
    found = {}
    for played in every_moment():
        for offer in play.menu(GAME, played.table, played.seat("gm")):
            if offer.open and offer.do in OWN - theirs and offer.do not in found:
                found[offer.do] = played.refused("p3", play.sample(offer))
    assert {*found} == OWN - theirs
    assert {name: no.code for name, no in found.items() if no.code not in CODES} == {}
