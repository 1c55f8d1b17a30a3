"""Check all that a release needs, then say what is left to a person. Nothing is ever uploaded.

python3 dev.py release            everything, with all tests
python3 dev.py release --quick    without the tests
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import dev
from tools import build

from tablefolk.web import vendored

ROOT = build.ROOT
OLD = "tests/data/old"
HEADING = re.compile(r"^## \[?([^]\s]+)\]?(?: - (\d{4}-\d\d-\d\d))?$", re.M)
PYTHONS = re.compile(r"^Programming Language :: Python :: (3\.\d+)$")
BY_HAND = """All is well with Tablefolk {version}. What is left to do by hand:
  git tag v{version} && git push origin v{version}
  python3 -m twine upload dist/*
and before the first upload, if the project has a home by then: [project.urls] in pyproject.toml."""

Check = Callable[[Path], Iterator[str]]


def main(arguments: list[str]) -> int:
    if unknown := set(arguments) - {"--quick"}:
        print(f"dev.py release knows no “{unknown.pop()}”; it knows --quick.")
        return 2
    checks = QUICK if arguments else {**QUICK, **SLOW}
    passed = [well(name, check) for name, check in checks.items()]  # all of them, to the last
    if not all(passed):
        return 1
    print(BY_HAND.format(version=version(ROOT)))
    return 0


def well(name: str, check: Check) -> bool:
    """Run one check and tell what it found."""
    found = list(check(ROOT))
    print(f"{name}: {'well' if not found else 'NOT WELL'}", flush=True)
    for fault in found:
        print(f"  {fault}", flush=True)
    return not found


# -- What each of them asks ----------------------------------------------------------------------


def clean(root: Path) -> Iterator[str]:
    """A release is what was committed."""
    for line in build.git(root, "status", "--porcelain").splitlines():
        yield f"{line[3:]} is not committed."


def dated(root: Path) -> Iterator[str]:
    """The newest heading of the changelog is this version with its day, and all stands below it."""
    newest = next((found for found in headings(root) if found[2]), None)
    if newest is None:
        yield "CHANGELOG.md has no heading like “## [0.1.0] - 2026-11-17”."
        return
    if newest[1] != version(root):
        yield f"pyproject.toml says {version(root)}, and CHANGELOG.md {newest[1]}."
    above = newest.string[headings(root)[0].start() : newest.start()]
    if re.search(r"^[-*] ", above, re.M):
        yield f"CHANGELOG.md has entries above {newest[1]} that belong to no version."


def kept(root: Path) -> Iterator[str]:
    """What each release wrote is kept, unchanged, for the tests that open it for ever after."""
    released = [found[1] for found in headings(root) if found[2]]
    for name in dict.fromkeys([version(root), *released]):
        folder = root / OLD / name
        sums = folder / "SHA256SUMS"
        if not sums.is_file():
            yield f"{OLD}/{name} is missing: `python -m tools.old_data {name}` writes it."
            continue
        for line in sums.read_text("utf-8").splitlines():
            was, file = line.split()
            if not (folder / file).is_file() or sha256((folder / file).read_bytes()) != was:
                yield f"{OLD}/{name}/{file} is not what that release wrote."


def typed(root: Path) -> Iterator[str]:
    """The types are right for every Python that the package says it runs on."""
    for python in pythons(root):
        words = [sys.executable, "-m", "mypy", "--strict", "--python-version", python, "src"]
        yield from failed(f"mypy for Python {python}", words, root)


def packed(root: Path) -> Iterator[str]:
    """Sdist and wheel can be built, and the wheel is complete."""
    try:
        _, wheel = build.build(root / "dist", root)
    except build.Trouble as trouble:
        yield str(trouble)
        return
    yield from incomplete(wheel, root)


def incomplete(wheel: Path, root: Path) -> Iterator[str]:
    """What a wheel lacks, and what it has and should not have."""
    ours = {name.removeprefix("src/") for name in build.tracked(root) if name.startswith("src/")}
    licences = {f"LICENCE-{package.rpartition('/')[2]}.txt" for package in build.packages()}
    others = {*vendored.PUBLIC, vendored.ICONS, "LICENCES.md", *licences}
    wanted = ours | {f"tablefolk/web/vendor/{name}" for name in others}
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    yield from (f"The wheel lacks {name}." for name in sorted(wanted - found))
    yield from (f"The wheel should not hold {name}." for name in sorted(found - wanted))


def documented(root: Path) -> Iterator[str]:
    """The pages of the documentation can be built, where there are such."""
    if "docs" in dev.COMMANDS:
        yield from failed("dev.py docs", [sys.executable, "dev.py", "docs"], root)


def tested(root: Path) -> Iterator[str]:
    """Everything else, tables of older releases among it."""
    if subprocess.call([sys.executable, "dev.py", "test"], cwd=root):
        yield "dev.py test failed."


QUICK: dict[str, Check] = {
    "everything is committed": clean,
    "the changelog has the version": dated,
    "what older releases wrote is kept": kept,
    "types for every Python": typed,
    "sdist and wheel": packed,
    "documentation": documented,
}
SLOW: dict[str, Check] = {"tests": tested}


# -- Small tools ---------------------------------------------------------------------------------


def project(root: Path) -> dict[str, object]:
    text = (root / "pyproject.toml").read_text("utf-8")
    found: dict[str, object] = tomllib.loads(text)["project"]
    return found


def headings(root: Path) -> list[re.Match[str]]:
    """The changelog's headings: a version and its day, or a word for what is not released."""
    return list(HEADING.finditer((root / "CHANGELOG.md").read_text("utf-8")))


def sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def version(root: Path) -> str:
    return str(project(root)["version"])


def pythons(root: Path) -> list[str]:
    """The versions of Python named by the package, from its classifiers."""
    listed = project(root)["classifiers"]
    assert isinstance(listed, list)
    return [found[1] for line in listed if (found := PYTHONS.match(line))]


def failed(what: str, words: list[str], root: Path) -> Iterator[str]:
    """A command's last words, if it failed."""
    done = subprocess.run(words, cwd=root, check=False, capture_output=True, text=True)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines() or ["it says nothing"]
        yield f"{what}: {said[-1]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
