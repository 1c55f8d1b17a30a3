"""What several events are told with: whose a move is, bands and what is staged, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from tablefolk.core.game import Change, Seat
from tablefolk.core.words import listing, sentence
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Deed, Playbook, Story
from tablefolk.games.mutagen.rules import rating
from tablefolk.games.mutagen.rules.state import ALL, Show
from tablefolk.games.mutagen.rules.values import ByMove, ItemId, OpenMove, Staged, Who
from tablefolk.games.mutagen.words import say

Words = dict[str, object]


class Noted(Change[Show], frozen=True):
    """Bookkeeping, which no tale needs."""

    voice = "noted"


class OfMove(Change[Show], frozen=True):
    """Something that happens to a move: told by its name and by who makes it."""

    move: int

    def in_words(self, show: Show, seat: Seat) -> Words:
        return of_move(show, self.move)


class OfPoints(Change[Show], frozen=True):
    """A change of points: so many, and how many there are now."""

    who: Who
    resource: ItemId
    n: int
    now: int
    of: int
    source: ByMove = ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"points": so_many(show, self.n, self.resource)}


class MoveNoted(OfMove, frozen=True):
    """Bookkeeping about a move."""

    voice = "noted"


def of_move(show: Show, number: int) -> Words:
    """What a move is called and who makes it; if it was taken back, it is still read (TF-24)."""
    move = show.moves.get(number)
    if move is None:
        return {"move": say("tell_word.gone"), "who": say("tell_word.somebody")}
    return {"move": show.called(move.move), "who": show.name(move.who)}


def described(show: Show, move: OpenMove) -> Words:
    """A move by its name, with those it is made through."""
    at = listing(show.name(target) for target in move.targets)
    return {
        "move": show.called(move.move),
        "through": "".join(
            say("tell_word.through", move=show.called(id)) for id in move.chain[:-1]
        ),
        "who": show.name(move.who),
        "how": move.how,
        "at": say("tell_word.at", whom=at) if move.targets else "",
        "rated": rated(show, move),
    }


def rated(show: Show, move: OpenMove) -> str:
    """The number that whoever rolls has said, where the text leaves it to people (MU-47)."""
    found = rating.roll_of(show, move)
    if found is None or found[1] is None or found[0].by != "term":
        return ""
    terms = (t for t in found[1].terms if t.id == found[0].of and t.by == "unset")
    name = next((term.id.replace("_", " ") for term in terms), "")
    return say("tell_word.rated", name=name, n=signed(move.number)) if name else ""


# -- How people call what a field names (`values.Who` and those beside it) -----------------------


def whom(show: Show, who: str) -> str:
    return say("told.everybody") if who == ALL else show.name(who)


def by_move(show: Show, source: str) -> str:
    """“, by Buy Resist”, where a move did it."""
    item = show.shelf.item(source)
    does = isinstance(item, Deed) and not isinstance(item, Story)  # a story move hurts by its tale
    return say("tell_word.by", move=show.called(source)) if does else ""


def band_name(show: Show, band: str) -> str:
    return next((r.name for r in show.engine.readings if r.id == band), "")


ALIKE = ("ss", "us", "is", "os", "as")  # words that end so are one already
ENDINGS = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("s", ""))


def so_many(show: Show, n: int | str, resource: str) -> str:
    """1 Trinket, 2 Trinkets: a number of points, by the name of the resource."""
    name = show.called(resource)
    if n != 1 or name.endswith(ALIKE):
        return f"{n} {name}"
    many, one = next((pair for pair in ENDINGS if name.endswith(pair[0])), ("", ""))
    return f"{n} {name.removesuffix(many)}{one}"


CALLED = {"who": whom, "item": Show.called, "by": by_move, "band": band_name}


# -- What is staged (MU-72) --------------------------------------------------------------------


def named(show: Show, staged: Staged) -> Staged:
    """A status that goes, with its words and whose it is: its number says neither (MU-111)."""
    number = int(staged.on) if staged.op == "unstatus" and staged.on.isdecimal() else 0
    gone = show.erased.get(number)
    found = show.status(number) or ((gone.on, gone.status) if gone else None)
    return replace(staged, text=found[1].text, of=found[0]) if found else staged


def staged_words(show: Show, staged: Staged) -> str:
    """A staged effect in a few words."""
    on = show.name(staged.on)
    if staged.op == "tick" and staged.on.isdecimal():
        bar = show.bars.get(int(staged.on))
        on = bar.title if bar else staged.on
    gone = ""
    if staged.op == "unstatus":
        staged = staged if staged.of else named(show, staged)  # staged before it had `of`
        on = show.name(staged.of)
        gone = "" if on else "_gone" if staged.text else "_unnamed"
    if staged.op == "bonus" and staged.text:
        gone = "_scene"
    if staged.later:
        gone = "_later"
    points = so_many(show, staged.n, staged.resource) if staged.resource else ""
    facts = {"on": on, "n": staged.n, "text": staged.text, "points": points, "later": staged.later}
    severe = "_severe" if staged.severe or staged.permanent else gone
    key = f"staged.{staged.op}{'_number' if staged.injury else severe}"
    return say(key if key in say else f"staged.{staged.op}", **facts)


# -- Playbooks and their texts -----------------------------------------------------------------


def book_names(show: Show, ids: tuple[str, ...]) -> str:
    """Those of them that are still on the table."""
    found = (show.shelf.playbook(id) for id in ids)
    return listing(book.name for book in found if book)


def counts(book: Playbook) -> str:
    """12 story moves, 9 moves, 11 aptitudes."""
    kinds = Counter(item.kind for item in book.items)
    return listing(say(f"kinds.{kind}", n=n) for kind, n in kinds.most_common())


_SIGNS = str.maketrans("", "", "⌞⌝⌊⌋⊞")


@lru_cache(maxsize=1024)
def plain(written: str) -> str:
    """Playbook text in a label: without its signs."""
    return written.translate(_SIGNS).replace("!!", "").replace("//", "").replace("__", "").strip()


SENTENCE = re.compile(r".+?[.!?…]+(?=\s|$)", re.DOTALL)
COST = re.compile(r"(spend|pay|lose|erase|use up|pull out)\b", re.IGNORECASE)


def beside_costs(written: str) -> Iterator[str]:
    """The sentences of a playbook's text that are not what it costs."""
    text = " ".join(plain(written).split())
    every = (found[0].strip() for found in SENTENCE.finditer(sentence(text)))
    return (one for one in every if not COST.match(one))


def gist(written: str) -> str:
    """The first sentence of a playbook's text that is not what it costs; "" where all are."""
    return next(beside_costs(written), "")


def blurb_of(book: Playbook) -> str:
    """What a playbook says of itself, in a sentence: its introduction, or a section that is one."""
    sections = (s.text for s in book.sections if not s.items and "playbook" in s.label.casefold())
    text = " ".join(plain(book.intro or next(sections, "")).split())
    first = SENTENCE.match(text)
    return first[0] if first else text
