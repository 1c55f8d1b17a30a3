"""The book holds together: every chapter is in it, and nothing is in it twice."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from tests.games.shapers_and_bots.table import GAME

from tablefolk.games.shapers_and_bots import rules


def chapters() -> list[ModuleType]:
    """Every module of the rules that has something to decide or to evolve."""
    found = walk_packages(rules.__path__, f"{rules.__name__}.")
    modules = [import_module(module.name) for module in found]
    return [m for m in modules if getattr(m, "DECIDE", None) or getattr(m, "EVOLVE", None)]


def test_every_chapter_that_exists_is_in_the_book() -> None:
    missing = {chapter.__name__ for chapter in chapters()} - {c.__name__ for c in rules.CHAPTERS}
    assert not missing


def test_no_command_and_no_event_belongs_to_two_chapters() -> None:
    for table in ("DECIDE", "EVOLVE"):
        counted = Counter(kind for chapter in rules.CHAPTERS for kind in getattr(chapter, table))
        assert [kind for kind, times in counted.items() if times > 1] == []


def test_no_two_commands_or_events_at_the_table_share_a_name() -> None:
    for kinds in (GAME.commands, GAME.events):
        counted = Counter(kind.__name__ for kind in kinds)
        assert [name for name, times in counted.items() if times > 1] == []


def test_no_field_of_a_command_is_called_form() -> None:
    named = {kind.__name__: kind.__struct_fields__ for kind in rules.book.commands}
    assert [name for name, fields in named.items() if "form" in fields] == []
