"""Hints stand on the page where they help: each at the moment that its rule is about."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.beginnings import after_three_sessions
from tests.games.rotate_bird.table import GAME, Played, created
from tests.games.rotate_bird.test_symbols import small
from tests.games.rotate_bird.test_worksheet import alone, begun

from tablefolk.core import play
from tablefolk.core.words import phrases
from tablefolk.games.rotate_bird.rules.packs import readings
from tablefolk.games.rotate_bird.rules.symbols import LoadPack, UsePack
from tablefolk.games.rotate_bird.rules.worksheet import StartWorksheet

say = phrases("tablefolk.games.rotate_bird")


def crowd() -> Played:
    """More people than a small pack is enough for."""
    played = Played(("p1", "p2", "p3", "p4"))
    played.do("gm", LoadPack(tuple(small())))
    played.do("gm", UsePack("pocket"))
    return played


def gone_wrong() -> Played:
    """A failure with minor fallout, to be described."""
    played = created()
    played.tested("c1", ["sun"], [3], 3)
    played.fallout(2)
    return played


def punning() -> Played:
    """A test at a table where wordplay is a reason."""
    played = created({"puns_count": True})
    played.open("c1")
    return played


def in_character() -> Played:
    played = Played()
    played.do("gm", StartWorksheet(in_character=True))
    return played


WHERE: dict[str, tuple[Callable[[], Played], str]] = {
    **dict.fromkeys(("RB-1", "RB-17", "RB-18", "RB-23", "RB-24"), (moments.lobby, "p1")),
    **dict.fromkeys(("RB-26", "RB-54", "RB-123"), (moments.quiet, "p1")),
    **dict.fromkeys(("RB-121", "RB-105", "RB-49", "RB-139", "RB-141"), (moments.quiet, "gm")),
    **dict.fromkeys(("RB-187", "RB-190", "RB-178", "RB-179"), (moments.lobby, "gm")),
    "RB-119": (moments.gathering, "gm"),
    **dict.fromkeys(("RB-36", "RB-52", "RB-53"), (moments.gathering, "p2")),
    "RB-36-count": (punning, "p2"),
    **dict.fromkeys(("RB-64", "RB-65", "RB-68"), (moments.gathering, "p1")),
    **dict.fromkeys(("RB-97", "RB-100"), (moments.paying, "p1")),
    **dict.fromkeys(("RB-89", "RB-90", "RB-91"), (moments.paying, "gm")),
    "RB-85": (moments.describing, "gm"),
    "RB-90-failure": (gone_wrong, "gm"),
    "RB-82": (moments.over, "gm"),
    "RB-158": (after_three_sessions, "p2"),
    "RB-161": (in_character, "p1"),
    "RB-171": (begun, "p1"),
    "RB-176": (alone, "p1"),
    "RB-184": (crowd, "gm"),
    "RB-206": (lambda: created({"combined_doing": 3}), "p1"),
}


def shown(played: Played, who: str) -> str:
    """All that a seat reads: its page and its menu."""
    seat = played.seat(who)
    parts = GAME.view(played.table, seat).blocks, play.menu(GAME, played.table, seat)
    return msgspec.json.encode(parts, enc_hook=str).decode()


@pytest.mark.parametrize("hint", [key[6:] for key in say.sentences if key.startswith("hints.")])
def test_a_hint_is_read_where_it_helps__RB_18__RB_23__RB_53__RB_64__RB_100(hint: str) -> None:
    moment, who = WHERE[hint]
    assert msgspec.json.encode(say(f"hints.{hint}")).decode()[1:-1] in shown(moment(), who)


def test_no_such_bounds_are_set_to_doing__RB_23() -> None:
    """The scale of Being is named once, where characters are made, and never beside Doing."""
    assert say("hints.RB-18") not in shown(moments.gathering(), "p1")


def test_prompts_come_with_the_roll_they_are_for_and_bind_nobody__RB_211() -> None:
    """The one prompt table so far: what fallout symbols could mean."""
    played = moments.describing()
    (symbol, *_) = played.test.fallout_symbols
    assert readings(symbol)
    for text in readings(symbol).values():
        assert msgspec.json.encode(text).decode()[1:-1] in shown(played, "gm")
        assert msgspec.json.encode(text).decode()[1:-1] not in shown(moments.quiet(), "gm")
