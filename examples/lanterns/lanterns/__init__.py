"""Lanterns in the Fog: a way over the moor, a little oil, and something that looms."""

from lanterns import rules
from lanterns.page import offers, tell, view
from lanterns.rules import Loom, Moor, TakeStep, new, odds
from tablefolk.core.book import Book
from tablefolk.core.game import About, Step
from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.seats import Join, OpenTable

__all__ = ["demo", "new", "odds", "offers", "tell", "view"]
book = Book[Moor](rules.overheard, rules)
key, edition, options, state = "lanterns", 1, (), Moor
commands, events, decide, evolve = book.commands, book.events, book.decide, book.evolve
about = About(
    title="Lanterns in the Fog",
    pitch="Cross the moor together while the oil lasts. One of you is the fog.",
    dice="one to three d6",
    players="2 to 5",
    mood="quiet, a little uncanny",
    author="Tablefolk contributors",
    licence="MIT",
    icon="lightbulb",
    gm="Fog",
)


def demo() -> tuple[Step, ...]:
    """A step was taken; something looms again."""
    return (
        Step("house", OpenTable("Over the moor", "Mara")),
        Step("house", Join("Ida")),
        Step("house", Join("Tam")),
        Step("mara", OpenScene("The old causeway")),
        Step("mara", Loom("a gate without a wall", 4)),
        Step("ida", TakeStep(2), (2, 5)),
        Step("mara", Loom("somebody who calls you by your name", 5)),
    )
