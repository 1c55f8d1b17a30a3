"""What a release needs is asked for, and each of these questions can be answered with no."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest
from tools import build, release

PROJECT = """\
[project]
name = "tablefolk"
version = "0.2.0"
classifiers = [
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.14",
]
"""
CHANGELOG = """\
# Changelog

## [0.2.0] - 2027-01-05

- Something new.

## [0.1.0] - 2026-11-17

- All of it.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small project, committed, with what two releases wrote."""
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for version in ("0.1.0", "0.2.0"):
        folder = tmp_path / release.OLD / version
        folder.mkdir(parents=True)
        (folder / "tables.xz").write_bytes(version.encode())
        (folder / "SHA256SUMS").write_text(f"{release.sha256(version.encode())}  tables.xz\n")
    source = tmp_path / "src/tablefolk/__init__.py"
    source.parent.mkdir(parents=True)
    source.write_text('"""Small."""\n')
    who = "-c user.name=Ana -c user.email=ana@table.test".split()
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "All"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_all_is_well_with_what_is_ready(checkout: Path) -> None:
    for check in (release.clean, release.dated, release.kept, release.typed):
        assert list(check(checkout)) == [], check


def test_what_is_not_committed_is_not_released(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("# Changelog\n")
    (checkout / "new.py").touch()
    assert list(release.clean(checkout)) == [
        "CHANGELOG.md is not committed.",
        "new.py is not committed.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[0.2.0] - 2027", "[0.3.0] - 2027", "pyproject.toml says 0.2.0, and CHANGELOG"),
        (
            "[0.2.0] - 2027-01-05",
            "[Unreleased]",
            "pyproject.toml says 0.2.0, and CHANGELOG.md 0.1.0.",
        ),
        ("## [0.2.0]", "## [Unreleased]\n\n- More.\n\n## [0.2.0]", "entries above 0.2.0"),
        (" - 20", " of 20", "CHANGELOG.md has no heading like"),
    ],
)
def test_the_changelog_names_the_version_and_its_day(
    checkout: Path, old: str, new: str, fault: str
) -> None:
    (checkout / "CHANGELOG.md").write_text(CHANGELOG.replace(old, new))
    assert any(fault in said for said in release.dated(checkout))


def test_an_empty_place_for_what_comes_next_is_no_fault(checkout: Path) -> None:
    text = CHANGELOG.replace("## [0.2.0]", "## [Unreleased]\n\n## [0.2.0]")
    (checkout / "CHANGELOG.md").write_text(text)
    assert list(release.dated(checkout)) == []


def test_what_a_release_wrote_is_kept_unchanged(checkout: Path) -> None:
    old = checkout / release.OLD
    (old / "0.1.0/tables.xz").write_bytes(b"other")
    (old / "0.2.0/SHA256SUMS").unlink()
    assert list(release.kept(checkout)) == [
        "tests/data/old/0.2.0 is missing: `python -m tools.old_data 0.2.0` writes it.",
        "tests/data/old/0.1.0/tables.xz is not what that release wrote.",
    ]


def test_what_is_about_to_be_released_is_kept_too(checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text(PROJECT.replace("0.2.0", "0.3.0"))
    (fault,) = release.kept(checkout)
    assert fault.startswith("tests/data/old/0.3.0 is missing")


def test_a_wrong_type_is_found_for_every_python(checkout: Path) -> None:
    (checkout / "src/tablefolk/__init__.py").write_text('number: int = "one"\n')
    found = list(release.typed(checkout))
    assert [said.partition(":")[0] for said in found] == [
        "mypy for Python 3.11",
        "mypy for Python 3.14",
    ]


def test_a_wheel_that_lacks_or_adds_a_file_is_named(checkout: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "small.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tablefolk/stray.py", "")
        archive.writestr("tablefolk-0.2.0.dist-info/METADATA", "")
    said = list(release.incomplete(wheel, checkout))
    assert "The wheel lacks tablefolk/__init__.py." in said
    assert "The wheel lacks tablefolk/web/vendor/htmx.js." in said
    assert "The wheel lacks tablefolk/web/vendor/LICENCE-fraunces.txt." in said
    assert said[-1] == "The wheel should not hold tablefolk/stray.py."
    assert not any("METADATA" in fault for fault in said)


def test_a_package_that_is_not_the_locked_one_is_not_carried(tmp_path: Path) -> None:
    lock = build.ROOT / "package-lock.json"
    build.check_locked(build.ROOT / "node_modules", lock)
    with pytest.raises(build.Trouble, match=r"is missing: `python3 dev\.py run`"):
        build.check_locked(tmp_path, lock)
    about = tmp_path / "@fortawesome/fontawesome-free/package.json"
    for package in build.packages():
        (tmp_path / package).mkdir(parents=True)
        text = (build.ROOT / "node_modules" / package / "package.json").read_text("utf-8")
        (tmp_path / package / "package.json").write_text(text, "utf-8")
    build.check_locked(tmp_path, lock)
    about.write_text('{"version": "0.0.1"}')
    with pytest.raises(build.Trouble, match=r"fontawesome-free .*, and 0\.0\.1 is installed"):
        build.check_locked(tmp_path, lock)


def test_every_fault_is_told_and_nothing_is_tagged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checkout: Path
) -> None:
    monkeypatch.setattr(release, "ROOT", checkout)
    monkeypatch.setattr(release, "QUICK", {"clean": release.clean, "dated": release.dated})
    assert release.main(["--quick"]) == 0
    assert "git tag v0.2.0" in capsys.readouterr().out
    (checkout / "stray").touch()
    assert release.main(["--quick"]) == 1
    assert capsys.readouterr().out == "clean: NOT WELL\n  stray is not committed.\ndated: well\n"
    assert release.main(["--fast"]) == 2
    assert not subprocess.check_output(["git", "tag"], cwd=checkout)
