"""What stands behind a “$” in the documentation: run, or, where it would serve, install or take an
hour, looked at closely."""

from __future__ import annotations

import importlib.util
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType

from tablefolk import cli
from tablefolk.cli import commands

ROOT = Path(__file__).resolve().parents[2]
SERVE = ("serve", "demo")  # they go on until somebody stops them
INSTALL = ("pip install", "pipx install", "pipx run", "uv tool install", "python -m pip install")
# Of these it is enough that they are there: tests of their own run them.
MODULES = ("pytest", "tools.guards", "tools.mutants", "tests.laws.test_reach")


def perform(command: str, *, expected: bool) -> str:
    """Run what can be run, and give what it prints; `expected` says that the page shows that."""
    words = shlex.split(re.sub(r"^(\w+=\S+ )+", "", command), comments=True)
    if words[:1] == ["tablefolk"]:
        return tablefolk(words[1:], expected)
    if words[:2] == ["python3", "dev.py"]:
        developers(words[2], words[3:])
    elif found := next((one for one in INSTALL if command.startswith(one)), ""):
        installed(words[len(found.split()) :])
    else:
        assert words[:2] == ["python", "-m"], f"Nobody knows how to try “{command}”."
        assert words[2] in MODULES, f"Nobody knows how to try “{command}”."
        assert importlib.util.find_spec(words[2])
    return ""


def tablefolk(words: list[str], expected: bool) -> str:
    """The command itself, with what it prints; what would serve is only read."""
    if words[:1] and words[0] in SERVE:
        read(words)
        return ""
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        code = cli.main(words)
    assert code == 0 or expected, f"tablefolk {' '.join(words)}: {printed.getvalue()}"
    return printed.getvalue()


def read(words: list[str]) -> None:
    """That there is such a command, and that it takes these arguments."""
    name, *rest = words
    if name in cli.HELP:
        return
    try:
        cli.parser(name, commands.fetch(name)).parse_args(rest)
    except SystemExit as left:
        if left.code:  # help leaves as well, without one
            raise AssertionError(f"tablefolk {' '.join(words)} is not understood") from None


def developers(name: str, rest: list[str]) -> None:
    """That dev.py has such a command; what it serves with are serve's own options."""
    assert name in dev().COMMANDS, f"dev.py has no {name}"
    if name == "run":
        read(["serve", *rest])


def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def installed(words: list[str]) -> None:
    """That it is this program, or a folder, that is installed; and what is then run with it."""
    what, *rest = [word for word in words if not word.startswith("-")] or [""]
    known = what.partition("[")[0] == "tablefolk" or what.startswith(".")
    assert known, f"{what} is not ours to install"
    if rest:
        read(words[words.index(what) + 1 :])
