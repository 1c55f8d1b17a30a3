"""Rotate Bird, by Penguin King Games: highly structured nonsense with pictures and six-siders."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablefolk.core.game import About, Choice, Command, Option, Options
from tablefolk.core.language import said
from tablefolk.core.words import sentence
from tablefolk.games.rotate_bird.demo import demo
from tablefolk.games.rotate_bird.page.chat import at_table
from tablefolk.games.rotate_bird.page.stage import mat, offers, parts, rows, view, waiting
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.page.told import told_as
from tablefolk.games.rotate_bird.page.view.worksheet import paper
from tablefolk.games.rotate_bird.rules import book, decide
from tablefolk.games.rotate_bird.rules.bringing import BringCharacter, sheet
from tablefolk.games.rotate_bird.rules.chances import odds
from tablefolk.games.rotate_bird.rules.packs import default_pack
from tablefolk.games.rotate_bird.rules.rolling import CloseTest, left_to_gm
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tapping import polled

__all__ = [
    "about", "acts_with", "bring", "changeable", "commands", "counts", "decide", "demo", "edition",
    "events", "evolve", "for_chat", "icons", "key", "mat", "new", "odds", "offers", "options",
    "paper", "parts", "polled", "rows", "sheet", "speaks_as", "state", "tell", "told_as",
    "under_way", "view", "waiting",
]  # fmt: skip

key = "rotate-bird"
edition = 1
about = About(
    title="Rotate Bird",
    pitch=said(
        "Five random pictures say who you are, three named powers what you can do. "
        "Argue, cheerfully, why an anchor helps you talk a dragon out of lunch; "
        "then roll, and choose which die comes true."
    ),
    dice=said("six-sided dice, five or so"),
    players=said("a GM and 2 to 6 players"),
    mood=said("silly, quick, argumentative"),
    author="Penguin King Games",
    licence=said("Rules by their author; the words here are our own."),
    icon="rotate",
    second="crow",
    shelf=2,
)
_ON_OFF = (Choice(False, "off"), Choice(True, "on"))
options: tuple[Option, ...] = (
    Option(
        "puns_count",
        "Puns as a justification",
        (Choice(False, "do not count"), Choice(True, "count")),
        False,
        "RB-36",
    ),
    Option(
        "theme_scope",
        "Themes of Doing traits are kept",
        (
            Choice("table", "one for the table"),
            Choice("character", "per character"),
            Choice("trait", "per trait"),
        ),
        "character",
        "RB-22",
    ),
    Option(
        "pool_cap",
        "Dice in a pool",
        (Choice(0, "as many as can be argued for"), Choice(5, "five at most")),
        0,
        "RB-37",
    ),
    Option(
        "advancement",
        "Advancement",
        (Choice(False, "none: a one-shot"), Choice(True, "after every session")),
        False,
        "RB-150",
    ),
    Option("external_doing", "Variant: Doing traits outside oneself", _ON_OFF, False, "RB-193"),
    Option(
        "limited_unbeing",
        "Variant: limited recovery from Unbeing",
        (
            Choice(0, "off: a rest clears all marks"),
            Choice(5, "5 Renewing points, where they come back often"),
            Choice(10, "10 Renewing points, to last a session"),
        ),
        0,
        "RB-197",
    ),
    Option(
        "combined_doing",
        "Variant: combined Doing actions",
        (Choice(0, "off"), Choice(2, "of two characters"), Choice(3, "of two or three")),
        0,
        "RB-202",
    ),
    Option("combo_always_epic", "Combined actions are always epic", _ON_OFF, False, "RB-208"),
)
commands = book.commands
bring = BringCharacter
events = book.events
evolve = book.evolve
state: type[Bird] = Bird


def new(options: Options, /) -> Bird:
    """A table with the game's own symbols, and nobody there yet."""
    return Bird(options=dict(options))


def icons() -> Iterable[str]:
    """The pictures of its own pack, which its pages show over and over."""
    return (symbol.icon for symbol in default_pack().symbols.values())


def for_chat(bird: Bird, /) -> Callable[[str], str]:
    """What puts a line of the story into the form a chat can show: emoji alone (RB-10)."""
    return at_table(bird).chat


def speaks_as(bird: Bird, member: str, /) -> str:
    """The character whose words a member's are (TF-10)."""
    hero = bird.of(member)
    return hero.name if hero else ""


def under_way(bird: Bird, /) -> str:
    """What is not over yet, before the GM ends a scene."""
    if on := next((test for test in bird.tests.values() if test.open), None):
        return f"{bird.name(on.leader)}’s test is not over: {sentence(on.intent)}"
    disasters = (t for t in bird.tracks.values() if t.strikes and t.kind == "disaster")
    untold = next(disasters, None)
    return f"“{untold.name}” happens, and has not been told yet." if untold else ""


def acts_with(bird: Bird, command: Command, /) -> str:
    """The player whose character a command moves, if any (RB-12); what is the GM's to say, the end
    of a test that waits for their word too, they say for nobody (RB-76, RB-134)."""
    test = bird.tests.get(getattr(command, "test", 0))
    told = test and isinstance(command, CloseTest) and left_to_gm(bird, test)
    if told or getattr(command, "may", "") == "gm":
        return ""
    hero = bird.cast.get(getattr(command, "who", "") or (test.leader if test else ""))
    return hero.player if hero else ""


def changeable(bird: Bird, command: Command, /) -> bool:
    """Whether a command is about a test that is not over (TF-16)."""
    test = bird.tests.get(getattr(command, "test", 0))
    return test is not None and test.open


def counts(bird: Bird, /) -> dict[str, int]:
    """How many there are of what people add (TF-43)."""
    return {
        "characters": len(bird.cast),
        "NPCs": len(bird.npcs),
        "open tests": sum(test.open for test in bird.tests.values()),
        "tracks": len(bird.tracks),
        "combos": len(bird.combos),
        "packs": len(bird.packs),
        "symbols of its own": len(bird.own_symbols),
        "fallout tables": len(bird.fallout_tables),
    }
