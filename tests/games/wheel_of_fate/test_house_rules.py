"""Every house rule of the digest's table can be set at a table, and no other (WF-3)."""

from __future__ import annotations

import re
from importlib.resources import files

from tablefolk.games import wheel_of_fate

DIGEST = (files(wheel_of_fate) / "rulebook" / "digest.md").read_text("utf-8")
SETTINGS, STRUCK = DIGEST.partition("### Settings")[2].partition("## Rules")[0].split("| Struck |")


def rows(table: str) -> list[list[str]]:
    lines = (line.strip("| ").split(" | ") for line in table.splitlines())
    return [cells for cells in lines if cells[0].startswith("`") and len(cells) > 2]


def values(cell: str) -> set[str]:
    """What a setting may be, as the digest writes it: words, numbers, a range, yes or no."""
    if cell == "bool":
        return {"False", "True"}
    if span := re.fullmatch(r"(\d+)\.\.(\d+)", cell):
        return {str(n) for n in range(int(span[1]), int(span[2]) + 1)}
    return set(re.findall(r"\w+", cell))


def test_the_digests_settings_are_the_house_rules__WF_3() -> None:
    written = {
        key.strip("`"): (values(cell), default.strip("`"), rule)
        for key, cell, default, rule in rows(SETTINGS)
    }
    built = {
        o.key: ({str(c.value) for c in o.choices}, str(o.start).replace("False", "false"), o.rule)
        for o in wheel_of_fate.options
    }
    assert written == built


def test_what_was_struck_is_nowhere_and_says_why__WF_3() -> None:
    struck = [key for cells in rows(STRUCK) for key in re.findall(r"`(\w+)`", cells[0])]
    assert len(struck) == 18
    for key in struck:
        assert DIGEST.count(f"`{key}") == 1, f"{key} is spoken of elsewhere"
    assert all(len(why) > 40 for _, _, why in rows(STRUCK))
