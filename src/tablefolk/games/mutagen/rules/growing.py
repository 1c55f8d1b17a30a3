"""How what earlier editions of this game wrote is lifted to today's (TF-39; core/lifting.py)."""

from __future__ import annotations

from tablefolk.core.lifting import Fields, Upcasters

EDITION = 2


def as_it_was(raw: Fields) -> Fields:
    """The command as written: it led to something else then, and is judged as such."""
    return raw


# 2: what a playbook says of a result is told, and the GM is asked where it leaves something to say
# (MU-71, MU-157); whoever resists does so for themselves (MU-88); after a word of the GM's the
# player decides, and the word stays on the card (MU-64); harm of 0 needs no armor (MU-97); a
# playbook without items is none, and a set's own Common is asked about (MU-1, MU-156); what is
# confirmed reaches those in play (MU-160); what is picked is told without its signs, and first of
# all (MU-128); a box that holds something says what (MU-30); more is read out of a text (MU-160),
# and the game's own playbooks say which moves the GM answers (MU-71); a level says what was
# gained (MU-139); words beside an effect are the GM's to say (MU-157).
DECIDED_OTHERWISE = (
    "AcceptOutcome", "AddItem", "AskForPoints", "BringBack", "CarryOut", "ChoosePlaybooks",
    "CloseStep", "Comment", "ConfirmAutomation", "DropStaged", "GiveAnswer", "LetPass",
    "LevelUp", "LoadPlaybook", "Propose", "Redescribe", "ReplaceItem", "Respond", "RollMove",
    "SetPoints", "Settle", "SettleHarm", "StageEffect", "WriteOutcome",
)  # fmt: skip
UPCASTERS: Upcasters = {command: {1: as_it_was} for command in DECIDED_OTHERWISE}
