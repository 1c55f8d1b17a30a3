"""Tablefolk: a table for stories told with dice, and the rules of its games as a library.

    import tablefolk

    table = tablefolk.open("wheel-of-fate", seed=1)
    ana = table.sit("Ana")
    table.menu("GM")                          # what the GM could do now
    table.do("GM", "OpenCreation")            # it happens, or a Refusal says why not
    table.do(ana, "MakeCharacter", name="Nora Pell")
    table.view(ana), table.story(ana)         # what Ana sees, and what she was told
    table.save("friday.tablefolk")            # a server imports it, and tablefolk.load reads it

    tablefolk.odds("3d6++", against=15)       # exact

No server, no asyncio: a table is a value in memory. Nothing is loaded before it is asked for, and
of the games only the one that is played (`docs/python.md`).
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # checkers know this name; importing typing would cost more than all the rest
if TYPE_CHECKING:
    from typing import Any

    from tablefolk import games
    from tablefolk.core.game import Refusal, Seat
    from tablefolk.games import Unfit
    from tablefolk.library.chances import Chances, odds
    from tablefolk.library.table import Table, load, open

    __version__: str

__all__ = [
    "Chances", "Refusal", "Seat", "Table", "Unfit", "__version__", "games", "load", "odds", "open",
]  # fmt: skip

_HOMES = {
    "Chances": "tablefolk.library.chances",
    "Refusal": "tablefolk.core.game",
    "Seat": "tablefolk.core.game",
    "Table": "tablefolk.library.table",
    "Unfit": "tablefolk.games",
    "load": "tablefolk.library.table",
    "odds": "tablefolk.library.chances",
    "open": "tablefolk.library.table",
}

if "TABLEFOLK_LANGUAGE" in os.environ:  # before anything that has words is loaded
    from tablefolk.speaking import speak

    speak(os.environ["TABLEFOLK_LANGUAGE"])


def __getattr__(name: str) -> Any:
    """A name of the surface, found when it is first asked for."""
    from importlib import import_module

    if name == "__version__":
        return import_module("importlib.metadata").version("tablefolk")
    if name == "games":
        return import_module("tablefolk.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'tablefolk' has no attribute '{name}'")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
