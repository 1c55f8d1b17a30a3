"""The table's own edition, and how what its earlier editions wrote is lifted to it (TF-39).

Raise EDITION whenever an event or a command of the table changes, is split, or is decided
otherwise, and say in UPCASTERS what became of it. See core/lifting.py; games have the same.
"""

from __future__ import annotations

from tablefolk.core.lifting import Fields, Form, Holding, Upcasters

EDITION = 4


def as_it_was(raw: Fields) -> Fields:
    """The same, and yet decided otherwise: so it is judged as what older rules allowed."""
    return raw


# 2: names that look alike or cannot be seen are refused, by Unicode's data (TF-2).
NAMING = ("OpenTable", "Join", "Rename")
# 3: secret answers are counted by three or by all, and what was counted stays so (TF-18).
HANDS = ("AskHands", "Vote", "CloseHands", "TakeBack")
# 3: a yes tells what was asked (TF-16).
ANSWERS = ("Answer",)
# 4: where an act that is allowed throws dice, a yes leaves the throw to whoever asked (TF-17).
# 3: from a lent seat nobody whispers, or withdraws what others have asked, and only while it and
# its borrower are of players who are here (TF-6).
LENT = ("lent",)
UPCASTERS: Upcasters = {
    **{naming: {1: as_it_was} for naming in NAMING},
    **{changed: {2: as_it_was} for changed in (*HANDS, *LENT)},
    **{changed: {2: as_it_was, 3: as_it_was} for changed in ANSWERS},
}
# A request lies on the desk as the very command, and a ruling names it: a yes carries it out,
# perhaps by a later release. What only a game knows by its name, the game's own upcasters lift.
HOLDING: Holding = {"WordAsked": "command", "AskRuling": "command", "Allow": "command"}


def form() -> Form:
    """The form in which the table writes today."""
    return Form(EDITION, UPCASTERS)
