"""A game's own word for the GM is the only one at its tables: nothing there says GM."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from tablefolk.core import play
from tablefolk.hosting.live import Live
from tablefolk.testing.anything import any_commands
from tablefolk.testing.driver import Player, beginnings
from tablefolk.testing.house import PAINTER
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject

GM = re.compile(r"\bGM\b[^\"<]*")


def _said(evening: Evening, member: str) -> list[str]:
    """All that somebody reads: their page as it is drawn, and every refusal they may get."""
    live = Live("t", evening.at, len(evening.entries), evening.table, evening.entries)
    texts = [*PAINTER.regions(live, member).values()]
    for offer in live.look(member).menu:
        texts.append(str(msgspec.to_builtins(offer.blanks)) + offer.label + offer.hint)
        if offer.refusal is None and offer.blanks:
            texts.append(PAINTER.asked(live, member, PAINTER.env.filters["key"](offer))[1])
    return texts


def _refusals(evening: Evening) -> list[str]:
    said = []
    for command in any_commands(evening, random.Random(8), times=1):
        for member in evening.table.members:
            no = play.refusal(evening.at, evening.table, evening.seat(member), command)
            said += [no.why] if no else []
    return said


def test_whoever_runs_the_game_is_called_as_the_game_calls_them(subject: Subject) -> None:
    if subject.game.about.gm == "GM":
        pytest.skip("This game calls them GM, as the house does.")
    for evening in beginnings(subject.game):
        for _ in Player(evening, 9).play(30):
            pass
        texts = [text for member in evening.table.present for text in _said(evening, member.id)]
        found = [GM.findall(str(text)) for text in (*texts, *_refusals(evening))]
        said = [one for some in found for one in some]
        assert not said, f"This game says {subject.game.about.gm}, and yet one reads: {said[0]}"
