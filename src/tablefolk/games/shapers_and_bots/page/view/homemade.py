"""What this table has made for itself (SB-57, SB-66, SB-69, SB-172)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page.blocks.world import MadeHere, MadeLine, Workshop
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import BASE
from tablefolk.games.shapers_and_bots.rules.homemade import made_here
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.wording import say

ICONS = {
    "species": "paw",
    "skills": "person-running",
    "specialties": "hammer",
    "gear": "toolbox",
    "bot_features": "robot",
    "bot_penalties": "screwdriver-wrench",
    "shaping": "wand-sparkles",
}


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    yield workshop(world, seat)


def workshop(world: World, seat: Seat) -> Workshop:
    made = made_here(world)
    sorts = tuple(
        MadeHere(
            section,
            say(f"made.{section}"),
            ICONS[section],
            tuple(
                MadeLine(section, id, name, words(world, section, id)) for id, name in named.items()
            ),
        )
        for section, named in made.items()
    )
    count = sum(len(named) for named in made.values())
    return Workshop(
        "workshop",
        "desk" if seat.gm else "self",
        sorts=sorts,
        count=count,
        files=seat.gm,
        example=say.sentences["labels.kit_example"] if seat.gm else "",
        hints=(say("advice.workshop" if seat.gm else "advice.workshop_player"),),
    )


def words(world: World, section: str, id: str) -> str:
    """A home-made thing at a glance."""
    home = world.homemade
    if section == "species":
        ratings = home.species[id].ratings
        return listing(f"{sheet.label(world, k)} {sheet.signed(ratings.get(k, 0))}" for k in BASE)
    if section == "skills":
        found = home.skills[id]
        return ", ".join(
            text for text in (say("labels.starts", start=found.start), found.use) if text
        )
    if section == "gear":
        return say(f"size.{home.gear[id].size or 'no_weapon'}")
    if section == "bot_features":
        return home.bot_features[id].effect
    if section == "bot_penalties":
        return home.bot_penalties[id].effect
    if section == "shaping":
        example = next(e for e in home.shaping if e.text == id)
        kind = world.shaping_kind(example.kind)
        return f"{kind.name if kind else example.kind}, {sheet.signed(example.difficulty)}"
    category = world.category(id.partition(":")[0])
    return category.name if category else ""
