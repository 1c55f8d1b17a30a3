"""The wheel, built and installed in a fresh place: every page, every file and every command."""

from __future__ import annotations

import json
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
from tools import build, release

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
    assert list(release.incomplete(built[1], ROOT)) == []


def test_a_wheel_made_from_the_sdist_is_the_same_wheel(
    built: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sdist, wheel = built
    monkeypatch.setenv("SOURCE_DATE_EPOCH", build.date_of(ROOT))
    options = "--quiet --no-build-isolation --no-deps --no-index --disable-pip-version-check"
    run(sys.executable, "-m", "pip", "wheel", *options.split(), "-w", tmp_path, sdist)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_building_again_gives_the_same_bytes(built: tuple[Path, Path], tmp_path: Path) -> None:
    again = build.sdist(tmp_path)
    assert again.name == built[0].name
    assert again.read_bytes() == built[0].read_bytes()


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
        *("MIT", "0BSD", "CC-BY-4.0", "CC-BY-SA-4.0", "OFL-1.1", "Unicode-3.0")
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


def test_a_drawing_of_ones_own_is_kept_and_shown(site: str) -> None:
    one = browser(site)
    table = one.post("/try/rotate-bird").headers["location"]
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v6z"/></svg>'
    key = one.post(f"{table}/drawing", files={"file": ("a.svg", svg, "image/svg+xml")}).json()
    shown = one.get(f"{table}/drawing/{key['drawing']}")
    assert shown.headers["content-type"] == "image/svg+xml"
    assert b"<path" in shown.content


# -- Every command -------------------------------------------------------------------------------


def test_every_command_works(installed: Installed) -> None:
    with installed.serving("demo", "mutagen", "--data", "demo.sqlite") as address:
        answer = httpx.get(address, follow_redirects=True, timeout=patience.SECONDS)
        assert answer.status_code == 200
    (table,) = json.loads(installed.says("tables", "--data", "demo.sqlite", "--json"))
    asked = {
        "games --json": "wheel-of-fate",
        "odds 3d6++ --against 10": "%",
        "roll 3d6": "3d6",
        "forecast goat bear --estimate --trials 100": "goat",
        f"export {table['id']} --data demo.sqlite -o table.jsonl": "",
        "import table.jsonl --data other.sqlite": "",
        "check --data other.sqlite": "",
        "backup --data other.sqlite -o copy.sqlite": "",
        "restore copy.sqlite --data other.sqlite --yes": "is the backup now",
        "doctor --data other.sqlite": "All is well.",
        "move --from other.sqlite --to third.sqlite": "1 table",
        "pack export -o pack.toml": "",
        "pack check pack.toml": "",
        "playbook export sorcerer -o sorcerer.txt": "",
        "playbook check sorcerer.txt --role pc": "It is a playbook.",
        "playbook import sorcerer.txt --role pc": "",
    }
    for words, part in asked.items():
        assert part in installed.says(*words.split())
    known = set(re.findall(r"^  (\w+)  ", installed.says("--help"), re.M))
    assert known == {words.split()[0] for words in asked} | {"serve", "demo", "tables"}


# -- What is missing -----------------------------------------------------------------------------


def test_a_file_that_is_gone_is_told_at_start(installed: Installed) -> None:
    there = installed.packages / "tablefolk/web/vendor/hx-sse.js"
    away = there.rename(installed.home / there.name)
    try:
        said = installed.says("serve", "--port", "0", code=2)
    finally:
        away.rename(there)
    assert said == "tablefolk: cannot serve without hx-sse.js: install Tablefolk again.\n"
