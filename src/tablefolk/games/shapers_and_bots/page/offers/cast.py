"""What is offered about extras: from a name and a number to one more of the same (SB-165)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
from tablefolk.games.shapers_and_bots.page.offers.making import do, numbers, pick, text
from tablefolk.games.shapers_and_bots.rules import extras as rules
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.building import BOT
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

FEW = {"FIT": 0, "STR": 0, "AWR": 0, "brawling": 0, "HP": 3}  # enough to begin with


def new(world: World) -> Iterator[Offer]:
    """Somebody new of the Director's."""
    name = text("MakeExtra.name", most=60)
    rows = (
        Choice(key, say("labels.hp") if key == "HP" else sheet.label(world, key)) for key in FEW
    )
    some = numbers("MakeExtra.ratings", rows, -10, 30, FEW.values())
    yield do(rules.MakeExtra, "extras", name, some)
    kinds = (Choice(id, species.name) for id, species in world.all_species().items())
    of = pick("MakeExtra.species", (Choice(BOT, say("labels.bot")), *kinds))
    yield do(rules.MakeExtra, "extras", of, name, key="MakeExtraOf")


def again(hero: Character) -> Iterator[Offer]:
    name = text("CopyExtra.name", hero.name, most=60)
    yield do(rules.CopyExtra, f"right:{hero.id}", name, facts={"name": hero.name}, who=hero.id)
