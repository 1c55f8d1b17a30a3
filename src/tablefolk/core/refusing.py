"""Saying no: a rule's conditions, what is left to the GM, and what the GM may overrule.

It is apart from `game.py`, which gives these names out, so that dice alone can be refused without
bringing in what a table needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from tablefolk.core.language import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tablefolk.core.game import Seat

T = TypeVar("T")
_GM = re.compile(r"\bGM\b")


class Refusal(Exception):
    """An answer that changes nothing: which rule says no, and why, in one sentence."""

    def __init__(self, rule: str, code: str, why: str, *, firm: bool = False) -> None:
        why = said(why)
        super().__init__(f"{why} ({rule})")
        self.rule, self.code, self.why, self.firm = rule, code, why, firm

    def __reduce__(self) -> tuple[object, ...]:
        """Carried from one process to another whole."""
        return _again, (type(self), self.rule, self.code, self.why, self.firm)

    def worded(self, gm: str) -> Refusal:
        """The same with a game's own word for its GM, whom the table's rules call so."""
        why = _GM.sub(gm, self.why)
        return self if why == self.why else Refusal(self.rule, self.code, why, firm=self.firm)


def _again(kind: type[Refusal], rule: str, code: str, why: str, firm: bool) -> Refusal:
    made = kind.__new__(kind)
    Refusal.__init__(made, rule, code, why, firm=firm)
    return made


class Ask(Exception):
    """The rules leave this one to the GM: the command waits for their word (TF-16)."""

    def __init__(self, rule: str, question: str) -> None:
        question = said(question)
        super().__init__(f"{question} ({rule})")
        self.rule, self.question = rule, question


_overruled: ContextVar[list[str] | None] = ContextVar("overruled", default=None)
# Refusals that say whose something is: a ruling about that holds for whom it was made.
WHOSE = frozenset({
    "gm_only", "not_gm", "director_only", "not_yours_to_set", "not_yours", "not_owner",
    "not_your_character", "not_your_trait", "not_leader", "only_leader_pays", "players_only",
})  # fmt: skip
_allowed: ContextVar[tuple[frozenset[str], frozenset[str]]] = ContextVar(
    "allowed", default=(frozenset(), frozenset())
)


def need(ok: object, rule: str, code: str, why: str) -> None:
    """A rule's condition: refuse unless it holds, or unless the GM overrules it just now."""
    if ok or rule in _allowed.get()[code in WHOSE]:
        return
    overruled = _overruled.get()
    if overruled is None:
        raise Refusal(rule, code, why)
    overruled.append(rule)


def must(thing: T | None, rule: str, code: str, why: str) -> T:
    """What the state cannot do without: no ruling helps where there is nothing to act on."""
    if not thing:
        raise Refusal(rule, code, why, firm=True)
    return thing


def word(seat: Seat, rule: str, question: str) -> None:
    """Leave it to the GM, unless they act themselves or have given their word (TF-16)."""
    if not (seat.gm or seat.word):
        raise Ask(rule, question)


@contextmanager
def overruling() -> Iterator[list[str]]:
    """While this holds, no `need` refuses; the rules overruled are listed (TF-17)."""
    overruled: list[str] = []
    token = _overruled.set(overruled)
    try:
        yield overruled
    finally:
        _overruled.reset(token)


@contextmanager
def allowing(rules: frozenset[str], own: frozenset[str]) -> Iterator[None]:
    """While this holds, these rules refuse nothing: they were overruled for this act before.

    To say whose something is, only those that were overruled for whoever acts.
    """
    token = _allowed.set((rules, own))
    try:
        yield
    finally:
        _allowed.reset(token)
