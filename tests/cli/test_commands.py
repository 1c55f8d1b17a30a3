"""Which commands there are, what each of them loads, and those that games bring."""

from __future__ import annotations

import argparse
import asyncio
import importlib.metadata
import subprocess
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest
from tests import patience
from tests.cli.terminal import Terminal

import tablefolk
from tablefolk import games
from tablefolk.cli import commands, serving, shelves
from tablefolk.cli.commands import HOUSE
from tablefolk.games import LeftOut, Shelf
from tablefolk.hosting.log.sqlite import SqliteLog

THIS = "tests.cli.test_commands"
LOADED = "import sys; from tablefolk.cli import main; main(sys.argv[1:]); print('|', *sys.modules)"


# -- What is loaded ----------------------------------------------------------------------------


def loaded_by(*words: str) -> set[str]:
    """The modules in a process of its own that has run a command."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        timeout=patience.SECONDS,
        check=True,
    )
    return set(done.stdout.rpartition("|")[2].split())


def games_in(modules: set[str]) -> set[str]:
    return {module for module in modules if module.startswith("tablefolk.games.")}


@pytest.mark.parametrize("words", [("odds", "3d6++"), ("odds", "2d20", "--json"), ("roll", "d20")])
def test_dice_alone_load_no_game_and_nothing_heavy(words: tuple[str, ...]) -> None:
    modules = loaded_by(*words)
    heavy = {"asyncio", "litestar", "jinja2", "numpy", "msgspec", "importlib.metadata", "pathlib"}
    assert "tablefolk.cli.asking" in modules
    assert not games_in(modules) | heavy & modules


def test_help_loads_no_command_and_no_game() -> None:
    modules = loaded_by("--help")
    assert {module for module in modules if module.startswith("tablefolk.cli.")} == {
        "tablefolk.cli.commands"
    }
    assert not games_in(modules) | {"asyncio", "msgspec", "litestar", "numpy"} & modules


def test_the_tables_of_a_file_are_listed_without_their_games(terminal: Terminal) -> None:
    asyncio.run(SqliteLog.serve(terminal.data).close())
    modules = loaded_by("tables", "--data", str(terminal.data))
    assert "tablefolk.cli.keeping" in modules
    assert not games_in(modules) | {"litestar", "jinja2", "numpy"} & modules


def test_the_shelf_is_listed_without_the_web() -> None:
    modules = loaded_by("games")
    assert games_in(modules)
    assert not {"asyncio", "litestar", "jinja2", "numpy"} & modules


@pytest.mark.parametrize("module", ["tablefolk", "tablefolk.cli", "tablefolk.games"])
def test_importing_the_house_loads_no_game(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    said = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60)
    assert not games_in(set(said.split()))


# -- Help, and what is unknown -----------------------------------------------------------------


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
def test_help_names_every_command_and_whose_it_is(
    terminal: Terminal, words: tuple[str, ...]
) -> None:
    said = terminal(*words)
    assert (said.code, said.err) == (0, "")
    lines = [line.split(maxsplit=1) for line in said.out.splitlines() if line.startswith("  ")]
    house, brought = lines[: len(HOUSE)], lines[len(HOUSE) :]
    assert house == [[name, one.words] for name, one in HOUSE.items()]
    assert ["pack", "of rotate-bird"] in brought
    assert {name for name, _ in brought} == set(commands.brought().commands)


@pytest.mark.parametrize("name", [*HOUSE, "pack"])
def test_each_command_tells_what_goes_with_it(terminal: Terminal, name: str) -> None:
    said = terminal(name, "--help")
    assert said.code == 0
    assert said.out.startswith(f"usage: tablefolk {name} ")
    assert commands.fetch(name).words in " ".join(said.out.split())


@pytest.mark.parametrize("word", ["fly", "--json", ""])
def test_an_unknown_command_is_a_sentence(terminal: Terminal, word: str) -> None:
    said = terminal(word)
    told = f"tablefolk: There is no command “{word}”; see tablefolk --help.\n"
    assert said == (2, "", told)


# -- Commands that games bring -----------------------------------------------------------------


class Fault(Exception):
    pass


def _say(args: argparse.Namespace) -> int:
    if args.word == "fault":
        raise Fault("That was too loud.")
    print(f"Said {args.word}.")
    return 1


echo = SimpleNamespace(
    words="say it again",
    arguments=lambda parser: parser.add_argument("word"),
    run=_say,
    troubles=(Fault,),
)
half = SimpleNamespace(words="half a command")


def installed(monkeypatch: pytest.MonkeyPatch, **places: str) -> None:
    """As if a stranger's game had been installed that brings these."""
    ours = importlib.metadata.entry_points()
    listed = [EntryPoint(name.rstrip("_"), place, commands.GROUP) for name, place in places.items()]
    listed += [*ours.select(group=commands.GROUP), *ours.select(group=commands.GAMES)]
    listed.append(EntryPoint("stranger", "tests.cli", commands.GAMES))
    every = importlib.metadata.EntryPoints(listed)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda: every)


def test_a_strangers_game_brings_a_command(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, echo=f"{THIS}:echo")
    assert terminal("echo", "this") == (1, "Said this.\n", "")
    assert "say it again" in terminal("echo", "--help").out
    assert "  echo      of stranger\n" in terminal().out


def test_what_troubles_it_is_told_in_a_sentence(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, echo=f"{THIS}:echo")
    assert terminal("echo", "fault") == (2, "", "tablefolk: That was too loud.\n")


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("tests.cli.nowhere:it", "cannot be loaded: ModuleNotFoundError: No module named"),
        (f"{THIS}:nothing", "cannot be loaded: AttributeError: "),
        (f"{THIS}:half", "is none: it has no arguments, run."),
    ],
)
def test_a_command_that_cannot_be_loaded_is_a_sentence(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, place: str, why: str
) -> None:
    installed(monkeypatch, broken=place)
    said = terminal("broken")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"tablefolk: The command “broken” of stranger {why}")
    assert "broken    of stranger" in terminal().out  # nobody has tried it yet


def test_the_houses_names_are_the_houses(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, odds=f"{THIS}:echo", pack=f"{THIS}:echo")
    assert "total" in terminal("roll", "3d6").out
    assert terminal("odds", "3d6").out.startswith("3d6: ")
    said = terminal("games", "--json")
    assert said.err.splitlines() == [
        "The command “odds” of stranger is left out: the house has one of that name.",
        "The command “pack” of stranger is left out: rotate-bird has one of that name.",
    ]
    assert said.json


# -- Games left out ----------------------------------------------------------------------------


def test_games_left_out_are_named_where_errors_go(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = Shelf(games.shelf().games, (LeftOut("chess", "It has no demo."),))
    monkeypatch.setattr(shelves, "shelf", lambda: left)
    said = terminal("games", "--json")
    assert said.err == "The game “chess” is left out: It has no demo.\n"
    assert [game["key"] for game in said.json] == [game.key for game in left.games]


def test_a_demo_without_any_game_is_a_sentence(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Shelf((), (LeftOut("chess", "It has no demo."),))
    monkeypatch.setattr(shelves, "shelf", lambda: bare)
    monkeypatch.setattr(serving, "shelf", lambda: bare)
    said = terminal.kept("demo")
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines() == [
        "The game “chess” is left out: It has no demo.",
        "tablefolk: There is no game here that can be played. (TF-1)",
    ]


def test_whoever_has_read_enough_may_go() -> None:
    words = "odds 60d6 | head -1 >&2; echo ${PIPESTATUS[0]}"
    command = ["bash", "-c", f"{sys.executable} -m tablefolk.cli {words}"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout.strip() == "0"
    assert done.stderr == "60d6: 60 dice, 60 counted\n"


def test_a_file_that_is_not_there_is_named(terminal: Terminal) -> None:
    said = terminal("import", "nowhere.tablefolk", "--data", str(terminal.data))
    assert said.err == "tablefolk: nowhere.tablefolk: No such file or directory.\n"


def test_it_says_which_version_it_is(terminal: Terminal) -> None:
    assert terminal("--version").out == f"tablefolk {tablefolk.__version__}\n"
