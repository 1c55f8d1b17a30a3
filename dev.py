#!/usr/bin/env python3
"""Everything a developer does here; it needs only Python 3.11 and sets up the rest itself.

python3 dev.py run [options]     serve Tablefolk (the options of `tablefolk serve`)
python3 dev.py test [options]    what `check` does, beside pytest with the options
python3 dev.py check             check format, lint, types, scripts and layout, and run nothing
python3 dev.py format            put all Python files, templates and stylesheets into house format
python3 dev.py docs [options]    build the documentation into build/docs
python3 dev.py bench [name]      run one benchmark of bench/, or all but fuzz and soak
python3 dev.py shots             take the screenshots of README and docs
python3 dev.py build [folder]    make sdist and wheel in dist/, complete and ready to install
python3 dev.py release [--quick] check all that a release needs, and say what is left to do by hand
python3 dev.py lock              lock requirements*.txt anew from pyproject.toml
python3 dev.py help              this text
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
MODULES = ROOT / "node_modules"
PROXIES = {"caddy": "caddy", "nginx": "nginx-light", "curl": "curl", "openssl": "openssl"}
BY_HAND = ("fuzz", "soak")  # benchmarks that take long, and measure nothing to be written down
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# Browsers wait for one another: a process more than there are cores leaves none of them idle.
WORKERS = str(min((os.cpu_count() or 2) + 1, 6))
LOCKS = {
    "requirements.txt": ("build",),
    "requirements-dev.txt": ("build", "dev"),
    "requirements-node.txt": ("node",),
}


class Trouble(Exception):
    """Something a person can mend; its text says what and how."""


# -- Small tools ---------------------------------------------------------------------


def say(text: str) -> None:
    print(text, flush=True)


def quietly(command: Iterable[str | Path], otherwise: str) -> None:
    """Run a command and show what it printed only if it failed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        say(done.stdout.decode(errors="replace").strip())
        raise Trouble(otherwise)


def call(*command: str | Path) -> int:
    """Run a command in the open and give its exit code."""
    return subprocess.call([str(part) for part in command], cwd=ROOT)


def fingerprint(*names: str) -> str:
    """A short mark of these files' contents, this Python and this place."""
    mark = hashlib.sha256(f"{sys.version_info[:2]} {ROOT}".encode())
    for name in names:
        mark.update((ROOT / name).read_bytes())
    return mark.hexdigest()[:20]


def stamped(stamp: Path, mark: str) -> bool:
    return stamp.is_file() and stamp.read_text() == mark


# -- Setting up ----------------------------------------------------------------------


def need_python() -> None:
    if sys.version_info < (3, 11):
        here = ".".join(map(str, sys.version_info[:2]))
        raise Trouble(f"Tablefolk needs Python 3.11 or newer, and this is {here}.")


def need_venv() -> None:
    if PYTHON.exists():
        return
    say("Making .venv …")
    quietly(
        [sys.executable, "-m", "venv", VENV],
        "Could not make a virtual environment (on Debian: apt-get install python3-venv).",
    )


def pip(otherwise: str, *arguments: str | Path) -> None:
    options = ("--quiet", "--no-input", "--disable-pip-version-check")
    quietly([PYTHON, "-m", "pip", "install", *options, *arguments], otherwise)


def packages_stamp(lock: str) -> Path:
    return VENV / f"{lock}.stamp"


def has_packages(lock: str) -> bool:
    return PYTHON.exists() and stamped(packages_stamp(lock), fingerprint(lock, "pyproject.toml"))


def need_packages(lock: str) -> None:
    """Bring the environment to what the lock file says, unless it is there already."""
    need_python()
    need_venv()
    if has_packages(lock):
        return
    say(f"Installing Python packages ({lock}) …")
    offline = "Could not install the Python packages: is the package index reachable?"
    pip(offline, "--require-hashes", "--no-deps", "--requirement", lock)
    pip(
        "Could not install Tablefolk itself.",
        "--no-deps",
        "--no-build-isolation",
        "--editable",
        ".",
    )
    packages_stamp(lock).write_text(fingerprint(lock, "pyproject.toml"))


def npm() -> list[str | Path]:
    """The npm of this machine, or else one that comes from the Python package index."""
    found = shutil.which("npm")
    if found and shutil.which("node"):
        return [found]
    say("There is no npm here: installing one into .venv …")
    pip(
        "Could not install Node.js from the Python package index.",
        "--require-hashes",
        "--no-deps",
        "--requirement",
        "requirements-node.txt",
    )
    return [BIN / "npm"]


def need_assets(*, dev: bool) -> None:
    """Fetch the front-end files that are served as they are; with dev also the tools for them."""
    stamp = MODULES / ".tablefolk.stamp"
    mark = fingerprint("package-lock.json", "package.json")
    if stamped(stamp, f"{mark} dev") or (not dev and stamped(stamp, mark)):
        return
    say("Fetching front-end files …")
    options = ["--ignore-scripts", *([] if dev else ["--omit=dev"])]
    quietly(
        [*npm(), "ci", *options], "Could not fetch the front-end files: is npm's registry there?"
    )
    stamp.write_text(f"{mark} dev" if dev else mark)


def need_chromium() -> bool:
    """True if browser tests can run, having installed Debian's Chromium where that is possible."""
    return any(map(shutil.which, CHROMIUM)) or debian("Chromium", "chromium", "browser")


def need_postgres() -> bool:
    """The same for PostgreSQL: the tests start a server of their own, and need its programs."""
    there = shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return bool(there) or debian("PostgreSQL", "postgresql", "postgres")


def debian(name: str, package: str, marker: str) -> bool:
    """Install a package of Debian's where that is possible; say which tests cannot run if not."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        say(f"No {name} here: leaving out the tests marked `{marker}`.")
        return False
    say(f"Installing {name} …")
    failed = f"Could not install {name} with apt-get."
    quietly(["apt-get", "update"], failed)
    quietly(["apt-get", "install", "--yes", "--no-install-recommends", package], failed)
    return True


def left_out() -> list[str]:
    """The options that leave out those tests for which something is missing here."""
    needs = {"browser": need_chromium, "postgres": need_postgres, "proxy": need_proxies}
    missing = [f"not {marker}" for marker, need in needs.items() if not need()]
    return ["-m", " and ".join(missing)] if missing else []


def need_proxies() -> bool:
    """The same for nginx and Caddy, which the tests put before a server; and who comes by them."""
    there = [name for name in PROXIES if shutil.which(name) or Path("/usr/sbin", name).is_file()]
    missing = {name: package for name, package in PROXIES.items() if name not in there}
    return all(debian(name, package, "proxy") for name, package in missing.items())


def need_all() -> None:
    need_packages("requirements-dev.txt")
    need_assets(dev=True)


# -- Commands ------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    """Serve; in place of this process, so that signals reach the server."""
    if not has_packages("requirements-dev.txt"):
        need_packages("requirements.txt")
    need_assets(dev=False)
    start = "import sys; from tablefolk.cli import main; sys.exit(main())"
    os.execv(PYTHON, [str(PYTHON), "-c", start, "serve", *arguments])


def scripts_check() -> list[str | Path]:
    """What type-checks our own scripts by their JSDoc."""
    scripts = sorted((ROOT / "src/tablefolk/web/static").rglob("*.js"))
    tsc = MODULES / ".bin" / ("tsc.cmd" if os.name == "nt" else "tsc")
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022".split()
    libraries = ("--lib", "es2022,dom,dom.iterable", "--moduleResolution", "bundler")
    return [tsc, *options, *libraries, *scripts]


def check_statically() -> dict[str, str]:
    """Run every check that does not run the program: of those that failed, what they said."""
    python: list[str | Path] = [PYTHON, "-m"]
    checks = {
        "format": [*python, "ruff", "format", "--check", "."],
        "lint": [*python, "ruff", "check", "."],
        "types": [*python, "mypy", "--strict", "--no-error-summary", "src"],
        "scripts": scripts_check(),
        "layout": [*python, "tools.layout", "--check"],
    }
    found = {name: complaint(command) for name, command in checks.items()}
    return {name: said for name, said in found.items() if said}


def complaint(command: Iterable[str | Path]) -> str:
    """What a command that failed has printed; nothing where all is well."""
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return (done.stdout + done.stderr).strip() or "it failed" if done.returncode else ""


def test(arguments: list[str]) -> int:
    """The static checks run beside the tests, and are told of at the end."""
    need_all()
    chosen = left_out()
    with ThreadPoolExecutor(1) as beside:
        checks = beside.submit(check_statically)
        result = call(PYTHON, "-m", "pytest", "-n", WORKERS, *chosen, *arguments)
        failed = checks.result()
    return result or told(failed)


def check(arguments: list[str]) -> int:
    """The static checks alone: quick enough to run before every commit."""
    need_all()
    return told(check_statically())


def told(failed: dict[str, str]) -> int:
    """Say what failed, if anything did."""
    for name, said in failed.items():
        say(f"{said}\nFailed: {name}.")
    return bool(failed)


def format_code(arguments: list[str]) -> int:
    need_packages("requirements-dev.txt")
    python = (PYTHON, "-m")
    sorted_imports = call(*python, "ruff", "check", "--select", "I", "--fix", "--quiet", ".")
    return sorted_imports or call(*python, "ruff", "format", ".") or call(*python, "tools.layout")


def docs(arguments: list[str]) -> int:
    need_packages("requirements-dev.txt")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # what its makers advise is in docs/architecture.md
    return call(PYTHON, "-m", "mkdocs", "build", *arguments)


def benchmarks() -> dict[str, Path]:
    """Each benchmark by name: bench/<name>.py or bench/<name>/run.py."""
    single = {path.stem: path for path in (ROOT / "bench").glob("*.py")}
    folders = {path.parent.name: path for path in (ROOT / "bench").glob("*/run.py")}
    return dict(sorted({**single, **folders}.items()))


def bench(arguments: list[str]) -> int:
    found = benchmarks()
    names = arguments[:1] or [name for name in found if name not in BY_HAND]
    unknown = [name for name in names if name not in found]
    if unknown:
        raise Trouble(f"There is no benchmark “{unknown[0]}”; there are: {', '.join(found)}.")
    need_all()
    return max([call(PYTHON, found[name], *arguments[1:]) for name in names], default=0)


def shots(arguments: list[str]) -> int:
    need_all()
    if not need_chromium():
        raise Trouble("Screenshots need Chromium.")
    return call(PYTHON, ROOT / "tools" / "shots.py", *arguments)


def build(arguments: list[str]) -> int:
    if not has_packages("requirements-dev.txt"):
        need_packages("requirements.txt")
    need_assets(dev=False)
    return call(PYTHON, "-m", "tools.build", *arguments)


def release(arguments: list[str]) -> int:
    need_all()
    return call(PYTHON, "-m", "tools.release", *arguments)


def lock(arguments: list[str]) -> int:
    need_packages("requirements-dev.txt")
    pip("Could not install uv, which does the locking.", "uv")
    for name, groups in LOCKS.items():
        sources = [part for group in groups for part in ("--group", group)]
        if "build" in groups:
            sources.append("pyproject.toml")
        options = "--universal --python-version 3.11 --generate-hashes --upgrade"
        silent = "--no-emit-index-url --no-header --no-annotate"
        rest = [*options.split(), *silent.split(), "--output-file", name]
        uv = [str(PYTHON), "-m", "uv", "pip", "compile"]
        quietly([*uv, *sources, *rest], f"Could not lock {name}.")
    return 0


def show_help(arguments: list[str]) -> int:
    say((__doc__ or "").strip())
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run,
    "test": test,
    "check": check,
    "format": format_code,
    "docs": docs,
    "bench": bench,
    "shots": shots,
    "build": build,
    "release": release,
    "lock": lock,
    "help": show_help,
}


def main(arguments: list[str]) -> int:
    name, *rest = arguments or ["help"]
    if name in {"-h", "--help"}:
        name = "help"
    if name not in COMMANDS:
        say(f"dev.py knows no “{name}”. It knows: {', '.join(COMMANDS)}.")
        return 2
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    # Compiled once, kept beside the packages: starting is quick, and the sources stay clean.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "compiled")
    try:
        return COMMANDS[name](rest)
    except Trouble as trouble:
        say(str(trouble))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
