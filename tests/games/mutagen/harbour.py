"""A whole set in the shapes of the author's, in words of our own (`tests/data/salt-harbour`)."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from tests.games.mutagen.table import Played

from tablefolk.games.mutagen.page import editing
from tablefolk.games.mutagen.page.editing import Draft
from tablefolk.games.mutagen.playbooks.commons import Takes
from tablefolk.games.mutagen.rules.books import ConfirmAutomation

HARBOUR = Path(__file__).parents[2] / "data" / "salt-harbour"


def texts(*, loose: bool = False) -> dict[str, str]:
    """The files of the set by their paths; picked one by one they have lost their folders."""
    found = {
        path.relative_to(HARBOUR).as_posix().removesuffix(".txt"): path.read_text("utf-8-sig")
        for path in sorted(HARBOUR.rglob("*.txt"))
    }
    if not loose:
        return found
    return {path.rpartition("/")[2]: text for path, text in found.items() if path != "playbooks"}


def drafts(*, loose: bool = False) -> dict[str, Draft]:
    return {one.name: one for one in editing.drafts_in(texts(loose=loose))}


def brought(takes: Takes, *names: str) -> Played:
    """A table with the set's Common brought like this, and these playbooks of the set."""
    played, every = Played(options={"creation_buys": 9}), drafts(loose=True)
    common = editing.as_common(played.show, every["common"], takes)
    played.do("gm", replace(common, name="common_2").command)
    for name in names:
        played.do("gm", replace(every[name], common="common_2").command)
    return played


def hold(played: Played) -> None:
    """The GM lets everything hold that was read out of the texts."""
    played.do("gm", ConfirmAutomation())


def made(played: Played, who: str, player: str, archetype: str, *fills: str) -> None:
    played.draft(who, player, archetype)
    played.fill(who, *(f"{archetype}.{item}" for item in fills))
    played.finish(who)
