"""Random creation: whatever is tapped, sheets stay such as the builder could have made."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.games.shapers_and_bots.table import Played

from tablefolk.core.game import Command, Refusal
from tablefolk.core.table.judging import Ruled
from tablefolk.games.shapers_and_bots.rules import (
    bots,
    building,
    homemade,
    numbers,
    people,
    sheet,
    skills,
)
from tablefolk.games.shapers_and_bots.rules.content import BASE, RATED, content
from tablefolk.games.shapers_and_bots.rules.ready_made import ready_mades
from tablefolk.games.shapers_and_bots.rules.values import Character

MEMBERS = ("gm", "p1", "p2", "p3")
ODD = ("weapon:bow", "craft:sewing", "x:y", "HP", "shaping:air", "weapon:whip", "yodel")
KEYS = (*RATED, *content().skills, *content().categories, *ODD)


class Chance:
    """Things to tap, legal or not."""

    def __init__(self, played: Played, rng: random.Random) -> None:
        self.played, self.rng = played, rng

    def one(self, some: Any) -> Any:
        return self.rng.choice(tuple(some) or ("",))

    def who(self) -> str:
        return str(self.one(self.played.world.cast))

    def flag(self) -> bool:
        return self.rng.random() < 0.5

    def small(self) -> int:
        return self.rng.randint(-4, 5)

    def species(self) -> str:
        return str(self.one((*self.played.world.all_species(), "bot", "bot", "bot", "dodo")))

    def acts(self) -> dict[str, Callable[[], Command]]:
        return {**self.making(), **self.fitting(), **self.directing()}

    def making(self) -> dict[str, Callable[[], Command]]:
        return {
            "begin": lambda: building.BeginSheet(self.species(), self.one(("", "Ada", "Bo"))),
            "ready": lambda: building.TakeReady(self.one((*ready_mades(), "nobody"))),
            "species": lambda: building.ChooseSpecies(self.who(), self.species()),
            "feature": lambda: building.ChangeFeature(
                self.who(), self.one((*BASE, *BASE, "STR", "HER", "CRG")), self.small()
            ),
            "spread": lambda: building.SpreadPoints(self.who(), self.one(("", *content().spreads))),
            "name": lambda: building.NameCharacter(self.who(), self.one(("Kit", "Lu", ""))),
            "finish": lambda: building.FinishSheet(self.who()),
            "drop": lambda: people.DropSheet(self.who()),
            "leave": lambda: people.LeaveStory(self.who()),
            "play": lambda: people.PlayAs(self.who()),
            "describe": lambda: people.Describe(self.who(), calling="rogue"),
        }

    def fitting(self) -> dict[str, Callable[[], Command]]:
        return {
            "buy": lambda: skills.BuySkill(self.who(), self.one(KEYS), self.small()),
            "bundle": lambda: skills.TakeBundle(self.who(), self.one(("", *content().bundles))),
            "special": lambda: skills.NameSpecialty(
                self.who(), self.one((*content().categories, "x")), self.one(("Whip", "old bots"))
            ),
            "forget": lambda: skills.ForgetSpecialty(self.who(), self.one(KEYS)),
            "shaper": lambda: skills.BecomeShaper(self.who(), self.one(content().shaping)),
            "unshape": lambda: skills.StopShaping(self.who(), self.one(content().shaping)),
            "moves": lambda: bots.ChooseLocomotion(self.who(), self.one(content().locomotion)),
            "part": lambda: bots.TakePart(
                self.who(), self.one((*content().bot_features, "armor_heavy", "armor_light")), "x"
            ),
            "unpart": lambda: bots.DropPart(self.who(), self.rng.randint(0, 3)),
            "penalty": lambda: bots.TakePenalty(self.who(), self.one(content().bot_penalties), "x"),
            "unpenalty": lambda: bots.DropPenalty(self.who(), self.one(content().bot_penalties)),
        }

    def directing(self) -> dict[str, Callable[[], Command]]:
        return {
            "fix": lambda: numbers.FixNumber(
                self.who(), self.one(KEYS), self.small(), self.rng.random() < 0.2
            ),
            "free": lambda: numbers.FreeNumber(self.who(), self.one(KEYS)),
            "belt": lambda: numbers.GrantBlackBelt(self.who(), self.flag()),
            "nose": lambda: bots.AllowNose(self.who(), self.flag()),
            "reopen": lambda: building.ReopenSheet(self.who()),
            "hand": lambda: people.HandOver(self.who(), self.one(("", *MEMBERS))),
            "skill": lambda: homemade.MakeSkill("Yodel", self.one(("None", "AWR - 1", "rm -rf"))),
            "otter": lambda: homemade.MakeSpecies(
                "Otter", dict.fromkeys(BASE, self.small()), skills={"swimming": "+1"}
            ),
            "undo": lambda: homemade.DropHomemade("species", "otter"),
        }


class Tapped(Played):
    """A table at which all sorts of things are tapped, legal or not."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.loose: set[str] = set()  # sheets the Director has put a hand on

    def step(self) -> None:
        """Somebody taps something; what is refused changes nothing."""
        acts = Chance(self, self.rng).acts()
        command: Any = acts[self.rng.choice(tuple(acts))]()
        member = self.rng.choice(MEMBERS) if self.rng.random() < 0.7 else self.owner(command)
        before, entries = self.world, len(self.log)
        tap = self.rule if self.rng.random() < 0.06 else self.do
        try:
            tap(member, command)
        except Refusal:
            assert self.world == before
        for entry in self.log[entries:]:
            self.loosened(entry.events)

    def owner(self, command: Any) -> str:
        hero = self.world.cast.get(getattr(command, "who", ""))
        return (hero.player or "gm") if hero else "p1"

    def loosened(self, events: tuple[Any, ...]) -> None:
        """What was overruled, fixed, an extra's or home-made is not held to the limits."""
        overruled = any(isinstance(event, Ruled) for event in events)
        hands = (numbers.NumberFixed, numbers.NumberFreed, people.HandedOver)
        for event in events:
            who = getattr(event, "who", "")
            if who and (overruled or isinstance(event, hands)):
                self.loose.add(who)
            if isinstance(event, homemade.HomemadeAdded):
                self.loose |= {h.id for h in self.world.cast.values() if h.species == "otter"}
                self.loose |= {h.id for h in self.world.cast.values() if "yodel" in h.raises}

    # -- What must hold ------------------------------------------------------------------------

    def all_is_well(self) -> None:
        world = self.world
        for hero in world.cast.values():
            for key in (*RATED, *world.all_skills(), *skills.specialties(world, hero)):
                number = sheet.number(world, hero, key)
                assert not number.known or number.value == sheet.added(number.parts)
            assert all(levels >= 0 for levels in hero.raises.values())
            assert (hero.bot is not None) == (hero.kind == "bot")
            assert 1 <= sheet.hp(world, hero) <= sheet.hp_max(world, hero)
            if not hero.extra and hero.id not in self.loose:
                self.keeps_the_limits(hero)
        assert all(world.cast[who].player == member for member, who in world.playing.items())

    def keeps_the_limits(self, hero: Character) -> None:
        """What the builder alone can make."""
        assert all(-3 <= change <= 3 for change in hero.change.values())
        assert sheet.feature_points(self.world, hero).left >= 0
        assert len(hero.shaping) <= (0 if hero.kind == "bot" else 1)
        assert building.part_slots(self.world, hero) <= 3
        assert hero.bot is None or len(hero.bot.penalties) <= 1
        if hero.finished:
            assert hero.name
            building.in_the_black(self.world, hero)


@pytest.mark.parametrize("seed", range(6))
def test_random_tapping_makes_only_sheets_the_rules_could_make__SB_9__SB_42(seed: int) -> None:
    played = Tapped(seed)
    for _ in range(250):
        played.step()
        played.all_is_well()
    made = [hero for hero in played.world.cast.values() if not hero.ready]
    assert len(made) >= 3
    assert any(hero.finished for hero in played.world.cast.values())
    played.audited()
