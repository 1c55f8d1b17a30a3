"""Promises about the repository itself: what it may name, import and how large things may grow."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "tablefolk"
LOCKS = sorted(ROOT.glob("requirements*.txt"))
PURE = [SOURCE / "core", SOURCE / "games"]
WORLDLY = {
    *("asyncio", "datetime", "glob", "io", "multiprocessing", "os", "pathlib", "random", "secrets"),
    *("shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib"),
    *("uuid", "importlib", "tomllib"),
}
READS_ITS_OWN_DATA = {"importlib", "tomllib"}
SIMULATES = SOURCE / "games" / "shapers_and_bots" / "forecast" / "simulation.py"
VAGUE = re.compile(r"(Manager|Handler|Helper|Utils?)$|_(manager|handler|helper|utils?)$", re.I)

# Written in pieces, so that this file does not name them itself.
HOSTS = re.compile(
    "|".join(
        re.escape(".".join(pieces))
        for pieces in (
            ("pypi", "org"),
            ("files", "pythonhosted", "org"),
            ("registry", "npmjs", "org"),
            ("registry", "yarnpkg", "com"),
            ("deb", "debian", "org"),
        )
    )
    + "|--(extra-)?"
    + "index-url"
)


@cache
def tracked() -> tuple[Path, ...]:
    """The text files that git has or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return tuple(path for path in paths if path.is_file() and _is_text(path))


def _is_text(path: Path) -> bool:
    with path.open("rb") as stream:
        return b"\0" not in stream.read(8192)


def python_files(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


# -- What files may name ---------------------------------------------------------------


def test_no_file_names_a_package_registry() -> None:
    naming = [
        f"{short(path)}: {found[0]}"
        for path in tracked()
        if (found := HOSTS.search(path.read_text("utf-8", errors="replace")))
    ]
    assert naming == []


def test_no_file_names_a_path_of_this_machine() -> None:
    here = [str(ROOT), str(Path.home()) + "/"]
    naming = [
        f"{short(path)}: {place}"
        for path in tracked()
        for place in here
        if len(place) > 2 and place in path.read_text("utf-8", errors="replace")
    ]
    assert naming == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_requirement_is_pinned_by_hash_and_none_has_an_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    entries = [entry for entry in re.split(r"\n(?=\S)", text.strip()) if entry]
    assert entries
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_development_uses_the_very_versions_that_run() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==\S+", (ROOT / name).read_text("utf-8"), re.M))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")


def test_the_front_end_lock_has_hashes_and_no_addresses() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert installed
    assert [name for name, package in installed.items() if "resolved" in package] == []
    assert [name for name, package in installed.items() if "integrity" not in package] == []


# -- What may import what --------------------------------------------------------------


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules a file imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{short(path)} has a relative import"
            yield node.module or ""


def is_pure(path: Path, module: str) -> bool:
    """Whether a module of core or games may import that one."""
    top = module.partition(".")[0]
    if top == "tablefolk":
        inside_core = SOURCE / "core" in path.parents
        return module.startswith(
            "tablefolk.core" if inside_core else ("tablefolk.core", "tablefolk.games")
        )
    if top in WORLDLY:
        reads_data = path == SOURCE / "core" / "words.py" or SOURCE / "games" in path.parents
        reads_text = path == SOURCE / "core" / "files.py" and top == "tomllib"
        return (top in READS_ITS_OWN_DATA and reads_data) or reads_text
    if top == "numpy":
        return path == SIMULATES
    return top == "msgspec" or top in sys.stdlib_module_names


def meets_the_world(path: Path) -> bool:
    """A game's own commands and pages: only the house's command line and web import them."""
    inside = path.relative_to(SOURCE).parts
    return inside[0] == "games" and inside[2:3] in (("cli.py",), ("cli",), ("web",))


def test_core_and_games_touch_nothing_of_the_world() -> None:
    files = [path for path in python_files(*PURE) if not meets_the_world(path)]
    assert files
    impure = [
        f"{short(path)} imports {module}"
        for path in files
        for module in imported(path)
        if not is_pure(path, module)
    ]
    assert impure == []


# The house: what is there for every game and names none. Its rulebook says where rules came from.
HOUSE = [SOURCE / name for name in ("core", "hosting", "web", "cli", "library", "testing")]
NAMES = re.compile(
    r"wheel[-_ ]?of[-_ ]?fate|rotate[-_ ]?bird|shapers[-_ ]?and[-_ ]?bots|mutagen"
    r"|tablefolk\.games\.|\b(?:WF|RB|SB|MU)-\d|[\".](?:wf|rb|sb|sbp|mu)-[a-z]",
    re.IGNORECASE,
)


def test_the_house_names_no_game() -> None:
    """Whatever knows one game lies with it: another one is added without touching the house."""
    naming = [
        f"{short(path)}:{number}: {line.strip()[:80]}"
        for folder in HOUSE
        for path in sorted(folder.rglob("*"))
        if path.is_file() and _is_text(path) and path.parent.name != "rulebook"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert naming == []


def test_a_games_commands_and_pages_are_not_among_its_rules() -> None:
    """What touches the world is reached by entry points, so that no rule can lean on it."""
    parts = re.compile(r"tablefolk\.games\.\w+\.(cli|web)(\.|$)")
    leaning = [
        f"{short(path)} imports {module}"
        for path in python_files(*PURE)
        if not meets_the_world(path)
        for module in imported(path)
        if parts.match(module)
    ]
    assert leaning == []
    assert meets_the_world(SOURCE / "games" / "any" / "cli.py")
    assert not meets_the_world(SOURCE / "games" / "any" / "page" / "cli.py")


def test_only_web_knows_the_web_framework() -> None:
    web = {"litestar", "jinja2", "markupsafe", "uvicorn"}
    knowing = [
        f"{short(path)} imports {module}"
        for path in python_files(SOURCE)
        if not {"web", "cli"} & set(path.relative_to(SOURCE).parts)
        for module in imported(path)
        if module.partition(".")[0] in web
    ]
    assert knowing == []


# -- How large and how named -----------------------------------------------------------


def definitions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def test_no_function_is_over_60_lines() -> None:
    long = [
        f"{short(path)}:{node.lineno} {node.name}"
        for path in [*python_files(SOURCE), ROOT / "dev.py"]
        for node in definitions(path)
        if not isinstance(node, ast.ClassDef)
        if (node.end_lineno or 0) - node.lineno + 1 > 60
    ]
    assert long == []


def test_no_python_file_is_over_1000_lines() -> None:
    long = [
        short(path)
        for path in tracked()
        if path.suffix == ".py" and len(path.read_text("utf-8").splitlines()) > 1000
    ]
    assert long == []


def test_nothing_is_called_manager_handler_helper_or_utils() -> None:
    vague = [
        f"{short(path)}: {name}"
        for path in python_files(SOURCE)
        for name in [path.stem, *(node.name for node in definitions(path))]
        if VAGUE.search(name)
    ]
    assert vague == []


def test_every_module_says_what_it_is() -> None:
    silent = [short(path) for path in python_files(SOURCE) if not ast.get_docstring(tree(path))]
    assert silent == []
