"""What is offered about playbooks: loaded, removed, added to, confirmed (MU-12, MU-156 … MU-160).

Whole playbooks and items are written on pages of their own, where there is room for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Lines, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import asked, do, flag, pick, text
from tablefolk.games.mutagen.playbooks.library import OURS, our_playbook
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.rules import books, buying
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE
from tablefolk.games.mutagen.words import say


def offers(show: Show, seat: Seat) -> Iterator[Offer]:
    if not seat.gm:
        return
    yield do(books.LoadPlaybook, "books", lines("example.playbook"), name="mine")
    which = pick("section", sections(show))
    yield do(books.AddItem, "books", which, lines("example.item"))
    yield from answers(show)
    for id in OURS:
        if show.books and show.shelf.playbook(id) is not our_playbook(id):
            named = {"book": our_playbook(id).name}
            yield do(books.BringBack, "books", facts=named, playbook=id)
    for book in show.shelf.playbooks:
        yield from about(book)


def suggested(show: Show) -> Iterator[Offer]:
    """One word for all that was read out of texts, or for a playbook (MU-160)."""
    every = [book for book in show.shelf.playbooks if any(i.suggested for i in book.items)]
    for decline in (False, True):
        key = "ConfirmAutomation_all_no" if decline else "ConfirmAutomation_all"
        yield do(books.ConfirmAutomation, "suggested", key=key, fixed={"decline": decline})
    for book in every if len(every) > 1 else ():
        yield from deciding(book, f"suggested:{book.id}")


def deciding(book: Playbook, at: str) -> Iterator[Offer]:
    for decline in (False, True):
        key = "ConfirmAutomation_no" if decline else "ConfirmAutomation"
        fixed = {"playbook": book.id, "decline": decline}
        yield do(books.ConfirmAutomation, at, key=key, facts={"book": book.name}, fixed=fixed)


def lines(key: str) -> Lines:
    """Lines of markup, with an example to begin with."""
    start = tuple(say.sentences[key].strip().split("\n"))
    rows = tuple(str(n) for n in range(1, len(start) + 1))
    return Lines(*asked("lines"), rows=rows, start=start)


def sections(show: Show) -> tuple[Choice, ...]:
    """Every section of every playbook; those of characters first."""
    return tuple(
        Choice(section.id, f"{book.name}: {section.label}")
        for book in sorted(show.shelf.playbooks, key=lambda book: book.role != "pc")
        for section in book.sections
    )


def answers(show: Show) -> Iterator[Offer]:
    """A word for the whole table, before anybody asks (MU-12)."""
    every = (item for book in show.shelf.playbooks for item in book.items)
    asking = [Choice(item.id, show.called(item.id)) for item in every if item.wants_a_word]
    if asking:
        note = text("note", optional=True, most=LINE)
        blanks = (pick("item", asking), flag("yes", True), note)
        yield do(buying.AnswerAbout, "books", *blanks, key="AnswerAbout_all")


def about(book: Playbook) -> Iterator[Offer]:
    at, named = f"books:{book.id}", {"book": book.name}
    for item in book.items:
        if item.homebrew:
            facts = {"item": item.name}
            yield do(books.RemoveItem, at, facts=facts, fixed={"item": item.id})
            again = lines("example.again")
            yield do(books.ReplaceItem, at, again, facts=facts, fixed={"item": item.id})
    if not book.every_pc and book.role != "meta":
        yield do(books.RemovePlaybook, at, facts=named, playbook=book.id)
