"""Shapers and Bots: talking animals, shapers of six kinds, and bots that own themselves."""

from __future__ import annotations

from tablefolk.core.game import About, Choice, Option, Options
from tablefolk.core.language import said
from tablefolk.core.lifting import Upcasters
from tablefolk.core.table.growing import as_it_was
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.chances.now import odds
from tablefolk.games.shapers_and_bots.demo import demo
from tablefolk.games.shapers_and_bots.page.episodes import episodes
from tablefolk.games.shapers_and_bots.page.offers.adventures import scene_titles
from tablefolk.games.shapers_and_bots.page.offers.answers import replies
from tablefolk.games.shapers_and_bots.page.offers.growing import to_raise
from tablefolk.games.shapers_and_bots.page.stage import mat, offers, parts, rows, view, waiting
from tablefolk.games.shapers_and_bots.page.tell import tell
from tablefolk.games.shapers_and_bots.page.told import told_as
from tablefolk.games.shapers_and_bots.rules import book, final
from tablefolk.games.shapers_and_bots.rules.bringing import BringCharacter, sheet
from tablefolk.games.shapers_and_bots.rules.state import World

__all__ = [
    "about", "bring", "commands", "counts", "decide", "demo", "edition", "episodes", "events",
    "evolve", "final", "key", "left_open", "mat", "new", "odds", "offers", "options", "parts",
    "replies", "rows", "scenes", "sheet", "speaks_as", "state", "tell", "told_as", "under_way",
    "upcasters", "view", "waiting",
]  # fmt: skip

key = "shapers-and-bots"
edition = 2
# 2: the dead do not speak (SB-104), and a gust at somebody knocks them over, in a contest, too
# (SB-141, SB-148); whoever an adventure brings is known to be of it (SB-176), and a set of skills
# leaves no point over (SB-83); a bot rolls to start again (SB-164), and nothing befalls one that is
# out of the story (SB-104), nor does anybody leave it who is about to join a fight (SB-108); an
# adventure's start and end take off all marks (SB-93, SB-176); a contest costs whoever's turn it is
# its actions, whichever side they are (SB-119); nobody bends time for a turn outside of a fight
# (SB-142); a table is opened with one option more (TF-1): what was decided before is judged as what
# older rules allowed.
upcasters: Upcasters = {
    command: {1: as_it_was}
    for command in (
        "DropSheet", "EndAdventure", "KeepPower", "LeaveStory", "LoadAdventure", "MakeContest",
        "OpenContest", "OpenTable", "RollWaking", "RuleBug", "RuleExposure", "Say", "Shape",
        "StartAdventure", "StepPower", "TakeBundle", "TurnOver",
    )
}  # fmt: skip
about = About(
    title="Shapers and Bots",
    pitch=said(
        "The Makers are long gone; thinking animals and free bots have the world to themselves. "
        "Be a clever fox, a shell-backed shaper of time or a bot with a sawblade: "
        "three dice and one number decide, and there is always hope for a fluke."
    ),
    dice=said("three six-sided dice"),
    players=said("a Director and 1 to 6 players, from 8 years"),
    mood=said("adventurous, warm, a little slapstick"),
    author="its author, whose inspirations the about page names",
    licence=said("Rules by their author; the words here are our own."),
    icon="paw",
    gm=said("Director"),
    shelf=3,
)
_ON_OFF = (Choice(False, "off"), Choice(True, "on"))
options: tuple[Option, ...] = (
    Option("contest_flukes", "Flukes and fumbles decide contests too", _ON_OFF, False, "SB-35"),
    Option(
        "frail_dies_at_zero",
        "With Strength −3 or less, death comes at 0 health points",
        _ON_OFF,
        False,
        "SB-99",
    ),
    Option(
        "out_cold",
        "Whoever would die",
        (
            Choice("nobody", "is dead, as in the book"),
            Choice("heroes", "is out cold, if a player’s"),
            Choice("all", "is out cold, whoever it is"),
        ),
        "nobody",
        "SB-95",
    ),
    Option(
        "defence_paid",
        "A defence costs its action",
        (
            Choice("on_declare", "as soon as it is declared"),
            Choice("only_if_rolled", "only if it is rolled"),
        ),
        "on_declare",
        "SB-122",
    ),
    Option(
        "max_lower_per_rating",
        "A feature may be lowered by",
        (Choice(3, "up to 3"), Choice(2, "up to 2")),
        3,
        "SB-39",
    ),
)
commands = book.commands
bring = BringCharacter
events = book.events
decide, evolve = book.decide, book.evolve
state: type[World] = World


def new(options: Options, /) -> World:
    """A table at which nobody sits yet."""
    return World(options=dict(options))


def speaks_as(world: World, member: str, /) -> str:
    """The character whose words a member's are; the dead say nothing (TF-10, SB-104)."""
    hero = world.of(member)
    return hero.name if hero and hero.life != "dead" else ""


def left_open(world: World, /) -> str:
    """What goes on, or is still to be said, when the Director closes the session (SB-176)."""
    if world.adventure is not None:
        return f"“{world.adventure.title}” goes on: skills grow when the adventure is ended."
    waiting = [hero.name for hero, _ in to_raise(world)]
    return f"It has not been said who has grown: {listing(waiting)}." if waiting else ""


def scenes(world: World, /) -> tuple[str, ...]:
    """The scenes noted for the adventure that is being played (SB-4)."""
    return scene_titles(world.adventure) if world.adventure else ()


def under_way(world: World, /) -> str:
    """What is not over yet, before the Director ends a scene."""
    return f"A fight is on, in round {world.fight.round}." if world.fight else ""


def counts(world: World, /) -> dict[str, int]:
    """How many there are of what people add (TF-43)."""
    made = world.homemade
    return {
        "characters": sum(1 for _ in world.players_characters()),
        "extras": sum(1 for _ in world.extras()),
        "things in one hand": max((len(hero.items) for hero in world.cast.values()), default=0),
        "things on the ground": len(world.ground),
        "adventures": len(world.adventures),
        "challenges": len(world.challenges),
        "contests": len(world.contests),
        "clocks": len(world.timers),
        "home-made species": len(made.species),
        "home-made skills": len(made.skills),
        "home-made gear": len(made.gear),
        "home-made parts of bots": len(made.bot_features) + len(made.bot_penalties),
        "home-made ways of shaping": len(made.shaping),
    }
