"""Rotate Bird, by Penguin King Games: highly structured nonsense with pictures and six-siders."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablefolk.core.game import About, Choice, Command, Option, Options
from tablefolk.core.language import said
from tablefolk.core.lifting import Fields, Upcasters
from tablefolk.core.table.growing import as_it_was
from tablefolk.core.words import listing, sentence
from tablefolk.games.rotate_bird.demo import demo
from tablefolk.games.rotate_bird.page.chat import at_table
from tablefolk.games.rotate_bird.page.episodes import episodes
from tablefolk.games.rotate_bird.page.offers.edges import fresh
from tablefolk.games.rotate_bird.page.offers.tests import replies
from tablefolk.games.rotate_bird.page.records import records
from tablefolk.games.rotate_bird.page.stage import mat, offers, parts, rows, view, waiting
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.page.told import told_as
from tablefolk.games.rotate_bird.page.view.paper import paper
from tablefolk.games.rotate_bird.rules import book, decide
from tablefolk.games.rotate_bird.rules.bringing import BringCharacter, sheet
from tablefolk.games.rotate_bird.rules.chances import odds
from tablefolk.games.rotate_bird.rules.packs import default_pack
from tablefolk.games.rotate_bird.rules.rewards import schedule
from tablefolk.games.rotate_bird.rules.rolling import CloseTest, left_to_gm
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tapping import polled
from tablefolk.games.rotate_bird.rules.wording import toward

__all__ = [
    "about", "acts_with", "bring", "changeable", "commands", "counts", "decide", "demo", "edition",
    "episodes", "events", "evolve", "for_chat", "icons", "key", "left_open", "mat", "new", "odds",
    "offers", "options", "paper", "parts", "polled", "records", "replies", "rows", "sheet",
    "speaks_as", "state", "tell", "told_as", "under_way", "upcasters", "view", "waiting",
]  # fmt: skip

key = "rotate-bird"
edition = 3
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
        "It counts from the next closing of a session on.",
        closing=(
            Choice(True, "Another evening to come: an advance for everybody"),
            Choice(False, "No advances: it was a one-shot"),
        ),
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


def without_packs(raw: Fields) -> Fields:
    """Written when the ids of symbols named no pack: they are looked up as they were then."""
    return {**raw, "bare": True}


# 2: a symbol belongs to the pack it was drawn from, `pack/id` (RB-182). These acts are decided
# otherwise: who leaves unfinished is told so, and travels with drawings (RB-11); the GM leaves a
# power out (RB-65); an own symbol has another short name (RB-157); whatever finishes a character
# says so (RB-25).
OTHERWISE = (
    "LeaveCharacter", "BringCharacter", "TakeOut", "SwapForOwn",
    "RollBeing", "NameDoing", "NameDoings",
)  # fmt: skip
# 3: Factors of a pack without any are the game's, whatever its Being symbols are called (RB-188);
# a name that finishes a character is one with that (RB-25).
SINCE_3 = ("RollFactors", "ChooseFactors", "NameCharacter")
upcasters: Upcasters = {
    **{name: {1: without_packs} for name in ("PackLoaded", "PackUsed")},
    **{name: {1: as_it_was} for name in OTHERWISE},
    **{name: {2: as_it_was} for name in SINCE_3},
}


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
        what = f": {sentence(on.intent)}" if on.intent else "."
        return f"{bird.name(on.leader)}’s test{toward(bird, on)} is not over{what}"
    disasters = (t for t in bird.tracks.values() if t.strikes and t.kind == "disaster")
    untold = next(disasters, None)
    return f"“{untold.name}” happens, and has not been told yet." if untold else ""


def left_open(bird: Bird, /) -> str:
    """What is to be said yet as the GM closes the session, and who grows (RB-71, RB-72, RB-151)."""
    waiting = [hero.name for hero in bird.cast.values() if any(map(fresh, hero.having))]
    edges = f"The new edge of {listing(waiting)} has no meaning yet. " if waiting else ""
    return edges + (grows(bird) if bird.cast else "")


def grows(bird: Bird) -> str:
    """What the end of this evening gives everybody, as the table is set (RB-150, RB-151)."""
    if bird.options.get("advancement"):
        return f"Everybody gets a {schedule(bird.session)} advance."
    return "Nobody gets an advance: the table is set for a one-shot."


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
