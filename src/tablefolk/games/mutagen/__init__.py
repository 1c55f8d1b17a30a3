"""Mutagen RPG Engine, by Aubrey R. Jones: a fiction-first game made wholly of playbooks."""

from __future__ import annotations

from tablefolk.core.game import About, Choice, Option, Options
from tablefolk.core.language import said
from tablefolk.games.mutagen.demo import demo
from tablefolk.games.mutagen.page.episodes import episodes
from tablefolk.games.mutagen.page.stage import offers, parts, view
from tablefolk.games.mutagen.page.stage.mat import mat, rows
from tablefolk.games.mutagen.page.stage.waiting import waiting
from tablefolk.games.mutagen.page.tell import tell
from tablefolk.games.mutagen.page.told import told_as
from tablefolk.games.mutagen.rules import book, decide, leveling
from tablefolk.games.mutagen.rules.bringing import BringCharacter, sheet
from tablefolk.games.mutagen.rules.chances import odds
from tablefolk.games.mutagen.rules.growing import EDITION, UPCASTERS
from tablefolk.games.mutagen.rules.state import Show

__all__ = [
    "about", "bring", "commands", "counts", "decide", "demo", "edition", "episodes", "events",
    "evolve", "key", "mat", "new", "odds", "offers", "options", "parts", "rows", "sheet",
    "speaks_as", "state", "tell", "told_as", "under_way", "upcasters", "view", "waiting",
]  # fmt: skip

key = "mutagen"
edition = EDITION
upcasters = UPCASTERS
about = About(
    title="Mutagen RPG Engine",
    pitch=said(
        "Say what you want and how; the playbook on your sheet says what you roll. "
        "Twelve story moves, magic by sheer will, trouble you may resist, "
        "and any playbook you care to write."
    ),
    dice=said("two six-sided dice"),
    players=said("a GM and 2 to 5 players"),
    mood=said("bold, cinematic, to be mutated"),
    author="Aubrey R. Jones",
    licence=said(
        "Mutagen © 2021 Aubrey R. Jones, CC BY-SA 4.0; so is our playbook data made from it."
    ),
    icon="dna",
    shelf=4,
)
options: tuple[Option, ...] = (
    Option(
        "creation_buys",
        "Circles to fill while making a character",
        tuple(Choice(n, str(n)) for n in range(13)),
        5,
        "MU-16",
    ),
    Option(
        "xp_boxes",
        "Boxes of XP to fill before levelling up",
        (Choice(6, "six"), Choice(8, "eight")),
        6,
        "MU-139",
    ),
    Option(
        "crit_from",
        "A critical success begins at",
        (Choice(12, "12"), Choice(13, "13, as in later versions")),
        12,
        "MU-44",
    ),
    Option(
        "resist_per_session",
        "Resist that comes back with every session",
        (Choice(0, "none"), Choice(1, "one point")),
        0,
        "MU-37",
    ),
    Option(  # the table's own, which begins otherwise here: nothing is secret in this game
        "whispers",
        "Whispers between members",
        (Choice(True, "are allowed"), Choice(False, "are not allowed")),
        False,
        "MU-146",
    ),
    Option(
        "mild_labels",
        "Names of moves and aptitudes",
        (Choice(False, "as the author has them"), Choice(True, "mild, for younger tables")),
        False,
        "MU-155",
    ),
)
commands = book.commands
bring = BringCharacter
events = book.events
evolve = book.evolve
state = Show


def new(options: Options, /) -> Show:
    """A table with Meta, Common and Sorcerer on it, and nobody there yet."""
    return Show(options=dict(options))


def speaks_as(show: Show, member: str, /) -> str:
    """The character whose words a member's are (TF-10)."""
    hero = show.of(member)
    return hero.name if hero else ""


def under_way(show: Show, /) -> str:
    """What is not over yet, before the GM ends a scene or begins the next session."""
    on = next((move for move in show.moves.values() if move.running), None)
    if on:
        return f"{show.name(on.who)}’s {show.called(on.move)} is not over."
    hurt = next((injury for injury in show.injuries.values() if not injury.over), None)
    if hurt:
        return f"The harm to {show.name(hurt.on)} is not over."
    ticked = (f"{name} has ticked {n} of {of}" for name, n, of in leveling.looking_back(show))
    still = ", ".join(ticked)
    return f"XP: {still}; with a new session these lists are gone." if still else ""


def counts(show: Show, /) -> dict[str, int]:
    """How many there are of what people add (TF-43)."""
    return {
        "characters": len(show.cast),
        "playbooks": len(show.books),
        "NPCs, things and places": sum(not one.gone for one in show.entities.values()),
        "open bars": sum(bar.state == "open" for bar in show.bars.values()),
        "open moves": sum(move.running for move in show.moves.values()),
        "open harm": sum(not injury.over for injury in show.injuries.values()),
        "open disputes": sum(one.open for one in show.disputes.values()),
    }
