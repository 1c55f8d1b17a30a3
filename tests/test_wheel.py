"""The wheel, built and installed in a fresh place: every page, every file and every command."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.visiting import Visit, browser
from tools import build

from tablefolk.games import shelf
from tablefolk.web import vendored

ROOT = Path(__file__).resolve().parents[1]
GAMES = [game.key for game in shelf().games]
# Whoever opens a file of the checkout fails: what is installed has to be enough.
ALONE = """
import os, sys
def alone(event, args, checkout={root!r}):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(args[0], (str, bytes)):
        path = os.fsdecode(args[0])
        if path.startswith(checkout) and not path.startswith(checkout + ".venv"):
            raise RuntimeError(f"{{path}} is of the checkout")
sys.addaudithook(alone)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build.build(tmp_path_factory.mktemp("dist"))


class Installed:
    """An environment with the wheel and what it depends on, and nothing else."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
        self.program = folder / "env/bin/tablefolk"
        (self.packages,) = (folder / "env").glob("lib/python*/site-packages")
        lend(self.packages)
        options = "--quiet --no-deps --no-index --no-compile --disable-pip-version-check".split()
        python = folder / "env/bin/python"
        run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel)
        (self.packages / "sitecustomize.py").write_text(ALONE.format(root=f"{ROOT}/"))

    def says(self, *words: str, code: int = 0) -> str:
        """What a command answers."""
        done = self.start(*words)
        out, err = done.communicate(timeout=patience.SECONDS)
        assert done.returncode == code, (words, out, err)
        return out + err

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.program, *words],
            cwd=self.home,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @contextmanager
    def serving(self, *words: str) -> Iterator[str]:
        process = self.start(*words, "--host", "127.0.0.1", "--port", "0")
        try:
            assert process.stdout
            line = process.stdout.readline()
            found = re.search(r"Tablefolk is at http://localhost:(\d+)(/.*)", line)
            assert found, (line, process.stderr and process.stderr.read())
            yield f"http://127.0.0.1:{found[1]}{found[2]}"
        finally:
            process.kill()
            process.communicate()


def run(*command: str | Path) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def lend(packages: Path) -> None:
    """Put in the packages that a server needs, by the lock, without fetching them again."""
    locked = (ROOT / "requirements.txt").read_text("utf-8")
    for name in set(re.findall(r"^([\w.-]+)==", locked, re.M)):
        try:
            lent = distribution(name)
        except PackageNotFoundError:  # not for this system
            continue
        for top in {file.parts[0] for file in lent.files or []} - {"..", "__pycache__"}:
            (packages / top).symlink_to(Path(str(lent.locate_file(top))))


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"), built[1])


@pytest.fixture(scope="module")
def site(installed: Installed) -> Iterator[str]:
    with installed.serving("serve") as address:
        yield address.rstrip("/")


@pytest.fixture(scope="module")
def known() -> dict[str, httpx.Response]:
    return {}


# -- What is in it -------------------------------------------------------------------------------


def test_the_wheel_holds_all_of_the_package_and_nothing_else(built: tuple[Path, Path]) -> None:
    ours = {name for name in build.tracked(ROOT) if name.startswith("src/tablefolk/")}
    others = {*vendored.PUBLIC, vendored.ICONS, "LICENCES.md"}
    others |= {f"LICENCE-{package.rpartition('/')[2]}.txt" for package in build.packages()}
    with zipfile.ZipFile(built[1]) as wheel:
        found = {name for name in wheel.namelist() if ".dist-info/" not in name}
    wanted = {name.removeprefix("src/") for name in ours}
    assert found == wanted | {f"tablefolk/web/vendor/{name}" for name in others}


def test_a_wheel_made_from_the_sdist_is_the_same_wheel(
    built: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sdist, wheel = built
    monkeypatch.setenv("SOURCE_DATE_EPOCH", build.date_of(ROOT))
    options = "--quiet --no-build-isolation --no-deps --no-index --disable-pip-version-check"
    run(sys.executable, "-m", "pip", "wheel", *options.split(), "-w", tmp_path, sdist)
    (again,) = tmp_path.glob("*.whl")
    assert again.name == wheel.name
    assert (
        hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()
    )


def test_building_again_gives_the_same_bytes(built: tuple[Path, Path], tmp_path: Path) -> None:
    for first, second in zip(built, build.build(tmp_path), strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


def test_the_package_says_what_it_is(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[1]) as wheel:
        names = wheel.namelist()
        (at,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        about = message_from_string(wheel.read(at).decode())
        licences = {Path(name).name for name in names if ".dist-info/licenses/" in name}
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload().startswith("# Tablefolk")
    assert about["Keywords"]
    assert set(about["License-Expression"].split(" AND ")) == {
        *("MIT", "0BSD", "CC-BY-4.0", "CC-BY-SA-4.0", "OFL-1.1")
    }
    assert {"LICENSE", "LICENCE.md", "LICENCES.md", "LICENCE-htmx.org.txt"} <= licences
    assert set(about.get_all("License-File")) == {
        name.partition("/licenses/")[2] for name in names if "/licenses/" in name
    }
    for minor in (11, 12, 13, 14):
        assert f"Programming Language :: Python :: 3.{minor}" in about.get_all("Classifier")


# -- Every page ----------------------------------------------------------------------------------


def test_what_runs_is_what_was_installed(installed: Installed) -> None:
    python, code = (
        installed.program.with_name("python"),
        "import tablefolk; print(tablefolk.__file__)",
    )
    said = subprocess.check_output([python, "-c", code], cwd=installed.home, text=True)
    assert Path(said.strip()) == installed.packages / "tablefolk/__init__.py"
    spy = f"open({str(ROOT / 'dev.py')!r})"
    done = subprocess.run([python, "-c", spy], capture_output=True, text=True, check=False)
    assert "is of the checkout" in done.stderr


def test_every_page_in_front_of_the_tables_and_every_rule(
    site: str, known: dict[str, httpx.Response]
) -> None:
    visit = Visit(browser(site), known)
    rules = [f"/rules/{prefix}-1" for prefix in ("TF", "WF", "RB", "SB", "MU")]
    visit.follow("/", "/new", "/about", "/icons", "/icons?q=bird", "/healthz", *rules)
    visit.follow(*(f"/static/{name}" for name in vendored.PUBLIC))
    assert not visit.faults, "\n".join(visit.faults)
    assert sum(address.startswith("/rules/") for address in known) > 700
    assert {"/static/fonts/heading.woff2", "/static/icon.svg"} <= {a.split("?")[0] for a in known}


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_table_for_every_seat(
    site: str, known: dict[str, httpx.Response], game: str
) -> None:
    first = browser(site)
    table = first.post(f"/try/{game}").headers["location"]
    seats = set(re.findall(r'(\?seat=[^"&]+)"', first.get(table).text))
    assert len(seats) > 2
    for seat in sorted(seats):
        one = browser(site, first)
        assert one.get(f"{table}{seat}").status_code == 200
        visit = Visit(one, known)
        visit.follow(table)
        assert not visit.faults, "\n".join([seat, *visit.faults])
