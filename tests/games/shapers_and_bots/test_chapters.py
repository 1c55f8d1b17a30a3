"""The book holds together: every chapter is in it, and nothing is in it twice."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from tests.games.shapers_and_bots.table import GAME

from tablefolk.core.book import acts_of, changes_of
from tablefolk.games.shapers_and_bots import rules
from tablefolk.games.shapers_and_bots.rules import wording

BASES = {*changes_of(wording)}  # what several events are, and none happens as


def chapters() -> list[ModuleType]:
    """Every module of the rules."""
    found = walk_packages(rules.__path__, f"{rules.__name__}.")
    return [import_module(module.name) for module in found if not module.ispkg]


def test_every_chapter_that_exists_is_in_the_book() -> None:
    acts = {act for chapter in chapters() for act in acts_of(chapter)}
    changes = {change for chapter in chapters() for change in changes_of(chapter)}
    assert len(acts) > 100
    assert len(changes) > 100
    assert not acts - {*rules.book.commands}
    assert not changes - {*rules.book.events} - BASES


def test_no_command_and_no_event_belongs_to_two_chapters() -> None:
    for kinds in (rules.book.commands, rules.book.events):
        counted = Counter(kinds)
        assert [kind for kind, times in counted.items() if times > 1] == []


def test_no_two_commands_or_events_at_the_table_share_a_name() -> None:
    for kinds in (GAME.commands, GAME.events):
        counted = Counter(kind.__name__ for kind in kinds)
        assert [name for name, times in counted.items() if times > 1] == []


def test_no_field_of_a_command_is_called_form() -> None:
    named = {kind.__name__: kind.__struct_fields__ for kind in rules.book.commands}
    assert [name for name, fields in named.items() if "form" in fields] == []
