"""The table's own edition, and how what its earlier editions wrote is lifted to it (TF-39).

Raise EDITION whenever an event or a command of the table changes, is split, or is decided
otherwise, and say in UPCASTERS what became of it. See core/lifting.py; games have the same.
"""

from __future__ import annotations

from tablefolk.core.lifting import Fields, Form, Holding, Upcasters

EDITION = 2


def as_it_was(raw: Fields) -> Fields:
    """The same, and yet decided otherwise: so it is judged as what older rules allowed."""
    return raw


# 2: names that look alike or cannot be seen are refused, by Unicode's data (TF-2).
NAMING = ("OpenTable", "Join", "Rename")
UPCASTERS: Upcasters = {naming: {1: as_it_was} for naming in NAMING}
# A request lies on the desk as the very command, and a ruling names it: a yes carries it out,
# perhaps by a later release. What only a game knows by its name, the game's own upcasters lift.
HOLDING: Holding = {"WordAsked": "command", "AskRuling": "command", "Allow": "command"}


def form() -> Form:
    """The form in which the table writes today."""
    return Form(EDITION, UPCASTERS)
