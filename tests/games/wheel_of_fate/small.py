"""Wheel of Fate without the table around it: a few characters, and who does what to them.

Where a rule asks the GM, the word is given; tests of the asking itself sit at a whole table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.dice import probe
from tablefolk.core.game import Command, Refusal, Seat, overruling
from tablefolk.core.table.company import Company
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.building import Build, build
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll
from tablefolk.games.wheel_of_fate.rules.state import Aspect, Character, Pool, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask

GM = Seat("gm", "gm")
POOLS = {"kung-fu": "Kung Fu", "clues": "Finding clues"}


def character(who: str, physical: int, mental: int, social: int, **more: Any) -> Character:
    aspects = tuple(Aspect(n, text) for n, text in enumerate(more.pop("aspects", ()), 1))
    kind = more.pop("kind", "pc")
    return Character(
        who,
        more.pop("name", who.title()),
        "" if kind == "npc" else who,
        kind,
        attributes={"physical": physical, "mental": mental, "social": social},
        aspects=aspects,
        **{"fate": 5 if kind == "pc" else 0, **more},
    )


class Small:
    """A scene with these characters; the seats are in the order in which they are named."""

    def __init__(self, cast: Mapping[str, Sequence[int] | Mapping[str, Any]]) -> None:
        people = {who: self._character(who, given) for who, given in cast.items()}
        seats = tuple(who for who, hero in people.items() if hero.kind == "pc")
        self.wheel = Wheel(
            company=Company(gm="gm", seats=seats),
            cast=people,
            pools={key: Pool(key, name) for key, name in POOLS.items()},
            playing=True,
            scene=1,
            count=100,
        )

    def _character(self, who: str, given: Sequence[int] | Mapping[str, Any]) -> Character:
        if isinstance(given, Mapping):
            more = dict(given)
            return character(who, *more.pop("attributes"), **more)
        return character(who, *given)

    # -- Acting --------------------------------------------------------------------------------

    def seat(self, who: str) -> Seat:
        hero = self.wheel.cast.get(who)
        gm = hero is None or hero.kind == "npc"
        return GM if gm else Seat(who, "player", word=True)

    def do(self, who: str, command: Command, dice: Sequence[int] = ()) -> tuple[Any, ...]:
        """It happens, with these faces and no others."""
        entry, self.wheel = play.act_with(wheel_of_fate, self.wheel, self.seat(who), command, dice)
        return entry.events

    def refused(self, who: str, command: Command) -> str:
        """The code of the refusal."""
        with pytest.raises(Refusal) as no:
            play.act(wheel_of_fate, self.wheel, self.seat(who), command, probe())
        return no.value.code

    def overrule(self, who: str, command: Command, dice: Sequence[int] = ()) -> list[str]:
        """It happens because the GM says so; the rules that stood in the way."""
        with overruling() as rules:
            self.do(who, command, dice)
        return rules

    def set(self, who: str, **changes: Any) -> None:
        """A sheet as a test needs it."""
        self.wheel = self.wheel.with_hero(who, **changes)

    # -- Looking -------------------------------------------------------------------------------

    def hero(self, who: str) -> Character:
        return self.wheel.cast[who]

    def roll(self, who: str) -> Roll:
        """The roll this character began last."""
        return [r for r in self.wheel.rolls.values() if r.roller == who][-1]

    def built(self, who: str) -> Build:
        return build(self.wheel, self.roll(who))

    def stress(self) -> dict[str, int]:
        return {who: hero.stress for who, hero in self.wheel.cast.items() if hero.stress}

    @property
    def contest(self) -> Any:
        assert self.wheel.contest is not None
        return self.wheel.contest

    # -- What most tests begin with ------------------------------------------------------------

    def task(self, **more: Any) -> int:
        self.do("gm", OpenTask(**{"title": "The door", **more}))
        return max(self.wheel.tasks)

    def draft(
        self, who: str, difficulty: int = 10, attribute: str = "physical", **more: Any
    ) -> int:
        """A draft of this character against a difficulty."""
        task = self.task(**{attribute: difficulty, **more})
        self.do(who, DraftRoll(who, attribute, task))
        return self.roll(who).id

    def options(self, **options: Any) -> None:
        self.wheel = replace(self.wheel, options={**self.wheel.options, **options})
