"""Wheel of Fate, by Robert and Deborah Donoghue: six-sided dice, aspects, and a bowl of points."""

from __future__ import annotations

from tablefolk.core.game import About, Choice, Command, Event, Option, Options
from tablefolk.core.language import said
from tablefolk.core.lifting import Upcasters
from tablefolk.core.table.growing import as_it_was
from tablefolk.core.words import listing, toml
from tablefolk.games.wheel_of_fate.demo import demo
from tablefolk.games.wheel_of_fate.page.episodes import episodes
from tablefolk.games.wheel_of_fate.page.offers.answers import replies
from tablefolk.games.wheel_of_fate.page.records import records
from tablefolk.games.wheel_of_fate.page.stage import mat, offers, parts, rows, view, waiting
from tablefolk.games.wheel_of_fate.page.tell import tell
from tablefolk.games.wheel_of_fate.page.told import told_as
from tablefolk.games.wheel_of_fate.rules import book
from tablefolk.games.wheel_of_fate.rules.bringing import BringCharacter, sheet
from tablefolk.games.wheel_of_fate.rules.chances import odds
from tablefolk.games.wheel_of_fate.rules.creation import in_their_steps
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy
from tablefolk.games.wheel_of_fate.rules.state import Wheel

__all__ = [
    "about", "acts_with", "bring", "changeable", "commands", "counts", "decide", "demo", "edition",
    "episodes", "events", "evolve", "key", "mat", "new", "odds", "offers", "options", "parts",
    "records", "replies", "rows", "sheet", "speaks_as", "state", "summed_up", "tell", "told_as",
    "under_way", "upcasters", "view", "waiting",
]  # fmt: skip

key = "wheel-of-fate"
edition = 2
# 2: an exchange says whom the winner has marked, where that is why nobody is hurt (WF-94); a
#    race, which rolls it was decided by (WF-73); of an aspect written by itself, which one it was
#    (WF-114). Who is brought keeps what they have won, and has their pool dice laid anew where the
#    pools are others (WF-42, WF-116); whoever writes the five aspects anew keeps the others. There
#    are more options to open a table with (TF-1). Nobody enters a contest about a pool without a
#    die in it, and who is beaten there does not stand (WF-71, WF-103); fewer pool dice are
#    confirmed by a tick alone (WF-116); what a scene left is not asked for in the next session
#    (WF-81).
OTHERWISE = (
    "OpenTable", "ExchangeDecided", "ContestRanked", "AspectsWritten",
    "BringCharacter", "WriteAnswers", "WriteAnswer", "OpenContest", "EnterContest",
    "ContestClosed", "SetPools", "ProposeAspect", "SkipAftermath",
)  # fmt: skip
upcasters: Upcasters = {name: {1: as_it_was} for name in OTHERWISE}
about = About(
    title="Wheel of Fate",
    pitch=said(
        "Ordinary dice, and five sentences that say who you are: "
        "spend a point, and what matters to you tips the roll. "
        "Trouble pays you back, and the others reward what they loved from a shared bowl."
    ),
    dice=said("six-sided dice, a handful each"),
    players=said("a GM and 1 to 6 players"),
    mood=said("quick, warm, dramatic"),
    author="Robert and Deborah Donoghue",
    licence=said("Rules by their authors; the words here are our own."),
    icon="dharmachakra",
    shelf=1,
)


def _numbers(*values: int) -> tuple[Choice, ...]:
    return tuple(Choice(n, str(n)) for n in values)


options: tuple[Option, ...] = (
    Option(
        "attribute_dice",
        "Dice for attributes",
        (
            Choice(8, "8: people like us"),
            Choice(9, "9: a little larger than life"),
            Choice(10, "10: heroes"),
        ),
        8,
        "WF-112",
    ),
    Option("starting_fate", "Fate points at the start", _numbers(*range(11)), 5, "WF-31"),
    Option("bowl_per_player", "Points in the bowl per player", _numbers(*range(11)), 5, "WF-51"),
    Option(
        "session_refresh",
        "A new session fills up",
        (
            Choice("none", "nothing: points carry over"),
            Choice("bowl", "the bowl"),
            Choice("bowl_and_stacks", "the bowl and everybody's points"),
        ),
        "none",
        "WF-131",
    ),
    Option(
        "roll_once",
        "One throw settles a task",
        (Choice("enforce", "always"), Choice("remind", "a reminder, no more")),
        "enforce",
        "WF-124",
    ),
    Option(
        "pool_growth",
        "Pools above three dice",
        (Choice(False, "never"), Choice(True, "in play, up to six; special ones as written")),
        False,
        "WF-102",
    ),
    Option(
        "spent_fate_goes",
        "Spent fate points",
        (Choice("away", "leave play"), Choice("bowl", "drop into the bowl")),
        "away",
        "WF-40",
    ),
    Option(
        "fate_scope",
        "Fate points buy dice",
        (Choice("any", "for anybody's roll"), Choice("own", "for one's own rolls only")),
        "any",
        "WF-38",
    ),
    Option(
        "aspect_repeat",
        "One aspect in one roll",
        (Choice("free", "as often as it is paid for"), Choice("once_per_roll", "once")),
        "free",
        "WF-37",
    ),
    Option(
        "gm_awards",
        "Points from the bowl are given",
        (Choice(False, "by the players"), Choice(True, "by the players and the GM")),
        False,
        "WF-53",
    ),
    Option(
        "helper_attribute",
        "People help with",
        (
            Choice("any_with_gm", "what makes sense, if the GM agrees"),
            Choice("same", "the attribute that is rolled"),
        ),
        "any_with_gm",
        "WF-57",
    ),
)
commands = book.commands
bring = BringCharacter
events = book.events
decide = book.decide
state: type[Wheel] = Wheel


def new(options: Options, /) -> Wheel:
    """An empty table with the questions everybody is asked."""
    creation = toml(__name__, "data/creation.toml")["creation"]
    return Wheel(
        options=dict(options),
        questions=tuple(q["prompt"] for q in creation["question"]),
        last_question=creation["last_question"]["prompt"],
    )


def evolve(wheel: Wheel, event: Event, /) -> Wheel:
    """Apply an event to the state; everybody keeps the creation step they are at (WF-109)."""
    return in_their_steps(wheel, book.evolve(wheel, event))


def speaks_as(wheel: Wheel, member: str, /) -> str:
    """The character whose words a member's are (TF-10)."""
    hero = wheel.of(member)
    return hero.name if hero else ""


def summed_up(wheel: Wheel, member: str, /) -> str:
    """A member's character in the words of their summary, which everybody reads (WF-110)."""
    hero = wheel.of(member)
    return hero.summary if hero else ""


def under_way(wheel: Wheel, /) -> str:
    """What would end with the scene, before its GM ends it (WF-80, WF-91)."""
    on = running(wheel)
    if on:
        return f"“{on.title}” is in round {on.round}; it ends too, and all stress goes."
    hurt = [f"{hero.name} {hero.stress}" for hero in wheel.cast.values() if hero.stress]
    return f"All stress goes with the scene: {listing(hurt)}." if hurt else ""


def acts_with(wheel: Wheel, command: Command, /) -> str:
    """The player whose character a command moves, if any (WF-1); what is the GM's to say about a
    roll, a whammy's words too, they say for nobody (WF-23)."""
    if isinstance(command, NoteWhammy) or getattr(command, "may", "") == "gm":
        return ""
    roll = wheel.rolls.get(getattr(command, "roll", 0))
    hero = wheel.cast.get(roll.roller if roll else getattr(command, "who", ""))
    return hero.owner if hero and hero.kind == "pc" else ""


def changeable(wheel: Wheel, command: Command, /) -> bool:
    """Whether a command is about a roll that is still put together (TF-16, WF-24)."""
    roll = wheel.rolls.get(getattr(command, "roll", 0))
    return roll is not None and roll.phase == "draft"


def counts(wheel: Wheel, /) -> dict[str, int]:
    """How many there are of what people add (TF-43)."""
    return {
        "characters": sum(1 for _ in wheel.pcs()),
        "NPCs": sum(1 for _ in wheel.npcs()),
        "pools": len(wheel.pools),
        "open rolls": sum(1 for _ in wheel.unclosed()),
        "open tasks": sum(task.open for task in wheel.tasks.values()),
        "open offers": sum(offer.state == "open" for offer in wheel.offers.values()),
    }
