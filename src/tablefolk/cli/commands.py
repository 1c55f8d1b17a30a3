"""Which commands there are, the house's and the games', and how one is fetched when it is asked.

A game brings a command by an entry point of the group `tablefolk.commands`, a stranger's game as
ours do. Its name is what somebody types, its value names an object such as `Command` below:

    [project.entry-points."tablefolk.commands"]
    pack = "my_game.cli:pack"

Any object will do that has `words` (what it does, in a few words), `arguments(parser)`, which adds
its arguments to an argparse parser, and `run(args)`, which gives the exit code: 0 is well, 1 a
finding. A `Refusal`, an `OSError` and what it lists as its `troubles`, if it does, are told in one
sentence and end with 2. Only what is asked for is imported; help knows the entry points alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tablefolk.commands"
GAMES = "tablefolk.games"  # as in games/__init__.py, which brings in what a table needs
NEEDED = ("words", "arguments", "run")


class Command(NamedTuple):
    """Something that can be typed after `tablefolk`."""

    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    words: str = ""  # of the house's own, HOUSE has them
    troubles: tuple[type[Exception], ...] = ()


class House(NamedTuple):
    """A command of the house: where it is, and the words that help shows without going there."""

    place: str
    words: str


HOUSE: dict[str, House] = {
    "serve": House("serving:serve", "serve tables from this machine"),
    "demo": House("serving:demo", "serve a demo table with a scene under way"),
    "games": House("shelves:games", "the games that are installed here"),
    "odds": House("asking:odds", "the exact odds of a roll such as 3d6++ or 2d20"),
    "roll": House("asking:roll", "throw dice: 3d6++, or any NdS"),
    "tables": House("keeping:tables", "the tables in a data file"),
    "export": House("keeping:export", "write a table to one file"),
    "import": House("keeping:import_", "take over an exported table"),
    "check": House("keeping:check", "audit a data file: judge every entry again"),
    "move": House("moving:move", "move all tables to a database, or back to a data file"),
    "backup": House("backup:backup", "copy a data file, while it is served too"),
    "restore": House("backup:restore", "put a backup in the place of a data file"),
    "doctor": House("doctor:doctor", "look a house over: what is wrong, and what to do"),
}


class Brought(NamedTuple):
    """A command that came with a game."""

    name: str
    of: str  # the game's key, or else the package it came in
    entry: EntryPoint


class Found(NamedTuple):
    """The games' commands by name, and of those left out a sentence each."""

    commands: dict[str, Brought]
    left_out: tuple[str, ...]


class NoCommand(Exception):
    """There is no such command, or it cannot be loaded; its text says so in one sentence."""


def fetch(name: str) -> Command:
    """The command of that name: the house's own, or one that came with a game."""
    if name in HOUSE:
        return _own(HOUSE[name])
    found = brought().commands.get(name)
    if found is None:
        raise NoCommand(f"There is no command “{name}”; see tablefolk --help.")
    return _loaded(found)


def brought() -> Found:
    """What the installed games bring; the house's names are the house's, else the first has it."""
    from importlib.metadata import entry_points

    installed = entry_points()  # looked up once: most of what help costs
    games = {entry.value: entry.name for entry in installed.select(group=GAMES)}
    commands, left_out = dict[str, Brought](), list[str]()
    for entry in sorted(installed.select(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        one = Brought(entry.name, _game_of(entry.module, games), entry)
        holder = "the house" if one.name in HOUSE else _holder(commands.get(one.name))
        if holder:
            why = f"{holder} has one of that name."
            left_out.append(f"The command “{one.name}” of {one.of} is left out: {why}")
        else:
            commands[one.name] = one
    return Found(commands, tuple(left_out))


def _holder(first: Brought | None) -> str:
    return first.of if first else ""


def _game_of(module: str, games: dict[str, str]) -> str:
    """The key of the game in whose package a module lies."""
    inside = (key for place, key in games.items() if f"{module}.".startswith(f"{place}."))
    return next(inside, module.partition(".")[0])


def _own(house: House) -> Command:
    from importlib import import_module

    module, _, name = house.place.partition(":")
    command: Command = getattr(import_module(f"tablefolk.cli.{module}"), name)
    return command._replace(words=house.words)


def _loaded(found: Brought) -> Command:
    """A game's command, whatever kind of object it is; or what is wrong with it."""
    known = f"The command “{found.name}” of {found.of}"
    try:
        made: Command = found.entry.load()
    except Exception as fault:
        raise NoCommand(f"{known} cannot be loaded: {type(fault).__name__}: {fault}.") from fault
    if lacking := [name for name in NEEDED if not hasattr(made, name)]:
        raise NoCommand(f"{known} is none: it has no {', '.join(lacking)}.")
    return Command(made.arguments, made.run, made.words, tuple(getattr(made, "troubles", ())))
