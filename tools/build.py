"""Make sdist and wheel, with the files of others in them: ready to be installed anywhere, offline.

python3 dev.py build [folder]    into that folder, otherwise into dist/

Built is what git tracks, as it lies in the checkout. The wheel is made from the sdist, so whoever
builds from the sdist gets the same; and the same sources give the same bytes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablefolk.web import vendored

ROOT = Path(__file__).resolve().parent.parent
CARRIED = Path("src/tablefolk/web/vendor")
MAKE = "import sys; from flit_core import buildapi; print(buildapi.build_{}(sys.argv[1]))"
HEAD = """# Files of others in this folder

They are taken as they are from the packages named here. The icons are in one file, their drawings
unchanged; nothing else of Font Awesome is here, so that of its licences CC BY 4.0 is the one.

| files | package | licence | its text |
|---|---|---|---|
"""


class Trouble(Exception):
    """Why nothing can be built, in one sentence."""


def main(arguments: list[str]) -> int:
    into = Path(arguments[0]) if arguments else ROOT / "dist"
    try:
        for made in build(into):
            print(f"{made}  {made.stat().st_size / 1e6:.1f} MB")
    except Trouble as trouble:
        print(trouble)
        return 1
    return 0


def build(into: Path, root: Path = ROOT) -> tuple[Path, Path]:
    """Sdist and wheel of a checkout; those of earlier builds are removed."""
    into = into.resolve()
    for old in (*into.glob("tablefolk-*.tar.gz"), *into.glob("tablefolk-*.whl")):
        old.unlink()
    made = sdist(into, root)
    with TemporaryDirectory() as place:
        return made, make("wheel", unpacked(made, Path(place)), into, date_of(root))


def sdist(into: Path, root: Path = ROOT) -> Path:
    into.mkdir(parents=True, exist_ok=True)
    check_locked(root / "node_modules", root / "package-lock.json")
    with TemporaryDirectory() as place:
        copy_tracked(root, Path(place))
        carry(root / "node_modules", Path(place) / CARRIED)
        return make("sdist", Path(place), into, date_of(root))


# -- Our own files -------------------------------------------------------------------------------


def tracked(root: Path) -> Iterator[str]:
    """The files that git knows and that are still there."""
    listed = git(root, "ls-files", "-z")
    return (name for name in listed.split("\0") if name and (root / name).is_file())


def copy_tracked(root: Path, copy: Path) -> None:
    for name in tracked(root):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, copy / name)


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(f"Building needs a git checkout: {done.stderr.strip()}")
    return done.stdout


def date_of(root: Path) -> str:
    """When the sources were made, so that building them later gives the same bytes."""
    return os.environ.get("SOURCE_DATE_EPOCH") or git(root, "log", "-1", "--format=%ct").strip()


# -- The files of others -------------------------------------------------------------------------


def carry(modules: Path, folder: Path) -> None:
    """Put into a folder what an installed Tablefolk serves of others, with their licences."""
    for name, source in vendored.PUBLIC.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(modules / source, folder / name)
    (folder / vendored.ICONS).write_text(packed_icons(modules / vendored.SOLID), "utf-8")
    rows = [HEAD]
    for package, names in packages().items():
        text = f"LICENCE-{package.rpartition('/')[2]}.txt"
        shutil.copyfile(licence_of(modules / package), folder / text)
        about = about_package(modules / package)
        files = ", ".join(f"`{name}`" for name in names)
        rows.append(f"| {files} | {package} {about['version']} | {about['license']} | {text} |\n")
    (folder / "LICENCES.md").write_text("".join(rows), "utf-8")


def packed_icons(folder: Path) -> str:
    """All icons in one file, one to a line."""
    files = sorted(folder.glob("*.svg"))
    drawings = {path.stem: vendored.read(path.read_text("utf-8")) for path in files}
    return json.dumps(drawings, indent=0, separators=(",", ":"))


def packages() -> dict[str, list[str]]:
    """Each package that files are taken from, with the names they get."""
    found: dict[str, list[str]] = {}
    for name, source in (*vendored.PUBLIC.items(), (vendored.ICONS, vendored.SOLID)):
        found.setdefault(package_of(source), []).append(name)
    return found


def package_of(source: str) -> str:
    """htmx.org/dist/htmx.min.js is of htmx.org; @a/b/files/c.woff2 of @a/b."""
    return "/".join(source.split("/")[: 2 if source.startswith("@") else 1])


def licence_of(package: Path) -> Path:
    found = sorted(package.glob("LICEN[CS]E*"))
    if not found:
        raise Trouble(f"The package {package.name} comes without a licence's text.")
    return found[0]


def about_package(package: Path) -> Mapping[str, Any]:
    about: Mapping[str, Any] = json.loads((package / "package.json").read_text("utf-8"))
    return about


def check_locked(modules: Path, lock: Path) -> None:
    """What is carried is what the lock names, not whatever lies about."""
    locked = json.loads(lock.read_text("utf-8"))["packages"]
    for package in packages():
        wanted = locked[f"node_modules/{package}"]["version"]
        if not (modules / package / "package.json").is_file():
            raise Trouble(f"The package {package} is missing: `python3 dev.py run` fetches it.")
        found = about_package(modules / package)["version"]
        if found != wanted:
            raise Trouble(f"The lock names {package} {wanted}, and {found} is installed.")


# -- Making --------------------------------------------------------------------------------------


def make(kind: str, source: Path, into: Path, date: str) -> Path:
    """Have flit make one of the two; it needs no network and no environment of its own."""
    done = subprocess.run(
        [sys.executable, "-c", MAKE.format(kind), str(into)],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": date},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Trouble(f"The {kind} could not be made: {done.stderr.strip().splitlines()[-1]}")
    return into / done.stdout.split()[-1]


def unpacked(sdist: Path, into: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    return next(into.iterdir())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
