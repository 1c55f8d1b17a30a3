"""Every act and every change has its words, and no words are left of what is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import TypeVar

import pytest

from tablefolk.core.game import Offer
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.words import phrases
from tablefolk.testing.driver import evenings
from tablefolk.testing.subject import Subject

STANZA = re.compile(r"[A-Z]\w*(?=\.)")
LABEL = re.compile(r"[A-Z]\w*\.label")
INSIDE = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*?"  # the rest of a call, calls in it included
# Where a name can end and a case of it begin: Shape|Own, MakeTrack_|progress.
BEGINNING = re.compile(r"(?<=_)|(?=[A-Z_])|$")
K = TypeVar("K")


def test_every_act_has_a_label(subject: Subject) -> None:
    """In its stanza; in others, where it is offered by other names; a file the house asks for."""
    say = _sentences(subject)
    acts = (c for c in _own(subject, subject.game.commands) if c.may not in ("nobody", "house"))
    unsaid = {act.__name__ for act in acts if f"{act.__name__}.label" not in say}
    unsaid -= {offer.do for offer in _offers(subject) if offer.label} | subject.unlabelled
    brought = getattr(getattr(subject.game, "bring", None), "__name__", "")
    mute = [name for name in sorted(unsaid) if name != brought and not _renamed(subject, name)]
    assert not mute, f"Nobody reads what it is to do {mute}"


def test_whatever_has_a_label_has_a_rule(subject: Subject) -> None:
    if not (_folder(subject) / "rulebook").is_dir():
        pytest.skip("This game has no rulebook.")
    say = _sentences(subject)
    unruled = [key for key in filter(LABEL.fullmatch, say) if f"{key[:-6]}.rule" not in say]
    assert not unruled, f"By which rule? {unruled}"


def test_every_change_has_a_sentence(subject: Subject) -> None:
    say, own = _sentences(subject), _own(subject, subject.game.events)
    told = {key.partition(".told")[0] for key in say if ".told" in key}
    silent = sorted({change.__name__ for change in own} - told)
    assert not silent, f"Of these nobody can be told: {silent}"


def test_every_blank_has_words(subject: Subject) -> None:
    for offer in _offers(subject):
        for blank in offer.blanks:
            assert blank.label.strip(), f"{offer.do}.{blank.name} is asked for without a word."


def test_no_stanza_is_about_what_is_not_there(subject: Subject) -> None:
    """It has the name of an act or event, begins with one, or is named in the game's own code."""
    every = {one[0] for key in _sentences(subject) if (one := STANZA.match(key))}
    at = GameAtTable(subject.game)
    kinds = {kind.__name__ for kind in (*at.commands, *at.events)}
    code = _code(_folder(subject))
    known = {name for name in every if any(p in kinds or f'"{p}' in code for p in _parts(name))}
    assert every == known, f"Stanzas of nothing: {sorted(every - known)}"


# -- What there is -----------------------------------------------------------------------------


def _folder(subject: Subject) -> Path:
    """Where the game lies; one that is no package has no files of words."""
    path = getattr(subject.game, "__path__", None)
    return Path(next(iter(path))) if path else pytest.skip("This game has no files of words.")


def _sentences(subject: Subject) -> Mapping[str, str]:
    _folder(subject)
    found = phrases(getattr(subject.game, "__name__", "")).sentences
    return found or pytest.skip("This game has no files of words.")


@cache
def _code(folder: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))


def _renamed(subject: Subject, act: str) -> bool:
    """Whether the game's code offers an act under another key than its name."""
    return bool(re.search(rf"\b{act},{INSIDE}\bkey=", _code(_folder(subject))))


def _own(subject: Subject, kinds: Iterable[type[K]]) -> Iterator[type[K]]:
    """What is the game's own, and not the table's."""
    package = getattr(subject.game, "__name__", "")
    return (kind for kind in kinds if f"{kind.__module__}.".startswith(f"{package}."))


def _offers(subject: Subject) -> Iterator[Offer]:
    """What whoever did something was offered just then, for the first act of every kind."""
    known = set[type]()
    for before, after in chain.from_iterable(map(pairwise, evenings(subject).steps)):
        entry = after.entries[-1]
        if type(entry.command) not in known and entry.seat.role in ("gm", "player"):
            known.add(type(entry.command))
            yield from subject.game.offers(before.table.play, entry.seat)


def _parts(name: str) -> Iterator[str]:
    """All that a name begins with, itself as well: Shape, ShapeOwn, ShapeOwnHurried."""
    return (name[: end.start()] for end in BEGINNING.finditer(name) if end.start())
