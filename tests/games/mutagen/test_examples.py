"""The worked examples and vectors of the digest, exactly as it has them.

They live in examples.toml and examples-harm.toml; a line there is played with the verbs of
verbs.py and verbs_harm.py.
"""

from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.games.mutagen import verbs
from tests.games.mutagen.table import ARCHETYPES, PLAYERS, Played, created

from tablefolk.games.mutagen.rules import reading
from tablefolk.games.mutagen.rules.values import Part

FILES = sorted(Path(__file__).parent.glob("examples*.toml"))
EVERY = [tomllib.loads(path.read_text("utf-8")) for path in FILES]
MORE = "tests.games.mutagen.verbs_harm"
modules = [verbs, *([import_module(MORE)] if find_spec(MORE) else [])]
VERBS = {name: verb for module in modules for name, verb in module.VERBS.items()}
SEEN = {name: seen for module in modules for name, seen in module.SEEN.items()}


def examples(kind: str) -> Any:
    rows = [row for tree in EVERY for row in tree.get(kind, ())]
    return pytest.mark.parametrize("row", rows, ids=[f"{r['id']}: {r['rules']}" for r in rows])


@examples("totals")
def test_totals_are_read(row: dict[str, Any]) -> None:
    assert [reading.read(total) for total in row["totals"]] == row["bands"]


@examples("sums")
def test_modifiers_are_summed_and_clamped(row: dict[str, Any]) -> None:
    sums = [[Part("gm", value) for value in parts] for parts in row["parts"]]
    assert [reading.modifier(parts) for parts in sums] == row["modifiers"]


@examples("play")
def test_playing(row: dict[str, Any]) -> None:
    played = drafted() if row.get("draft") else created(row.get("options"))
    for line in row["do"]:
        carry_out(played, line)
    for key, wanted in row["expect"].items():
        assert SEEN[key](played, wanted) == wanted, key
    played.audited()


def drafted() -> Played:
    """S, F and M as empty drafts."""
    played = Played()
    for (who, archetype), player in zip(ARCHETYPES.items(), PLAYERS, strict=True):
        played.draft(who, player, archetype)
    return played


def carry_out(played: Played, line: str) -> None:
    """One line of play; refused with the code after `!`, or done."""
    said, _, refused = (part.strip() for part in line.partition("!"))
    who, verb, *rest = said.split()
    for actor, command, faces in VERBS[verb](played, who, rest):
        member = played.hero(actor).player if actor in played.show.cast else actor
        if refused:
            assert played.refused(member, command).code == refused, line
        else:
            played.do(member, command, faces)
