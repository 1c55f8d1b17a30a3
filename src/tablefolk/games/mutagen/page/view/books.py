"""The playbooks of the table: to read for everybody, to change for the GM (MU-2, MU-155 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.view.printing import Part
from tablefolk.games.mutagen.playbooks.library import OURS, our_playbook
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.rules.state import ALL, Show
from tablefolk.games.mutagen.rules.wording import blurb_of, counts


class Shelf(Block, frozen=True):
    """The playbooks of this table (MU-156); to read for everybody, to change for the GM."""

    gm: bool = False
    books: tuple[BookLine, ...] = ()
    answers: tuple[Answer, ...] = ()


def shelf(show: Show, seat: Seat) -> Shelf:
    shown = (book for book in show.shelf.playbooks if seat.gm or book.role != "gm")
    return Shelf(
        about="books",
        region="desk" if seat.gm else "people",
        gm=seat.gm,
        books=tuple(line(show, book) for book in shown),
        answers=tuple(answers(show)) if seat.gm else (),
    )


class BookLine(Part, frozen=True):
    """A playbook on the shelf."""

    id: str
    name: str
    role: str
    intro: str = ""
    counts: str = ""
    ours: bool = False  # one the game comes with
    played: tuple[str, ...] = ()  # whose sheet it is on
    waiting: int = 0  # suggestions to confirm (MU-160)


def line(show: Show, book: Playbook) -> BookLine:
    players = (hero.name for hero in show.cast.values() if book.id in hero.playbooks)
    return BookLine(
        book.id,
        book.name,
        book.role,
        blurb_of(book),
        counts(book),
        book.id in OURS and book is our_playbook(book.id),
        tuple(players) if not book.every_pc else (),
        sum(len(item.suggested) for item in book.items),
    )


# -- What was read out of texts (MU-160) -------------------------------------------------------


class Suggested(Block, frozen=True):
    """What was read out of playbooks and waits for the GM's word."""

    n: int = 0
    books: tuple[BookLine, ...] = ()


def waiting(show: Show) -> Iterator[Playbook]:
    """The playbooks out of whose text something was read that nobody has decided on."""
    return (b for b in show.shelf.playbooks if any(item.suggested for item in b.items))


def suggested(show: Show) -> Suggested:
    lines = tuple(line(show, book) for book in waiting(show))
    return Suggested(about="suggested", n=sum(one.waiting for one in lines), books=lines)


# -- What the GM has said (MU-12) --------------------------------------------------------------


class Answer(Part, frozen=True):
    """What the GM has said about a 🗣 item (MU-12)."""

    item: str
    name: str
    who: str  # "" for everybody
    yes: bool
    note: str = ""


def answers(show: Show) -> Iterator[Answer]:
    """What the GM has said so far about 🗣 items (MU-12)."""
    for key, said in show.consults.items():
        who, _, item = key.partition(":")
        name = "" if who == ALL else show.name(who)
        yield Answer(item, show.called(item), name, said.answer == "yes", said.note)
