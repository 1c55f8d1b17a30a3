"""What contributors are told is so: commands, hooks, the changelog, the templates of a forge."""

from __future__ import annotations

import re
import sys
import tomllib
from datetime import date
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
COMMAND = re.compile(r"python3 dev\.py ([a-z]+)")
RELEASED = re.compile(r"^## \[([\d.]+)\] - (\d{4}-\d\d-\d\d)$", re.M)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
FOR_PEOPLE = ("README", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")
FORGE = sorted((ROOT / ".github").rglob("*.md"))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.fixture(scope="module")
def dev() -> ModuleType:
    spec = spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["dev"] = module
    spec.loader.exec_module(module)
    return module


def test_a_commit_is_checked_by_what_the_tests_check(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hooks = read(".pre-commit-config.yaml")
    assert re.findall(r"entry: (.*)", hooks) == ["python3 dev.py check"]
    monkeypatch.setattr(dev, "need_all", lambda: None)
    monkeypatch.setattr(dev, "left_out", list)
    monkeypatch.setattr(dev, "call", lambda *command: 0)
    monkeypatch.setattr(dev, "complaint", lambda command: " ".join(map(str, command)))
    for command in ("check", "test"):
        assert dev.COMMANDS[command]([]) == 1
    checked, tested = capsys.readouterr().out.split("Failed: layout.\n")[:2]
    assert checked == tested
    for tool in (
        "ruff format --check",
        "ruff check",
        "mypy --strict",
        "tsc",
        "tools.layout --check",
    ):
        assert tool in checked


def test_what_cannot_be_tried_here_is_named_and_left_out(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    monkeypatch.setattr(dev.Path, "glob", lambda *_: iter(()))
    assert dev.left_out() == ["-m", "not browser and not postgres and not proxy"]
    assert capsys.readouterr().out.splitlines() == [
        "No Chromium here: leaving out the tests marked `browser`.",
        "No PostgreSQL here: leaving out the tests marked `postgres`.",
        "No caddy here: leaving out the tests marked `proxy`.",
    ]
    monkeypatch.setattr(dev.shutil, "which", lambda name: name)
    assert dev.left_out() == []


def test_every_command_is_explained_and_every_one_named_is_there(dev: ModuleType) -> None:
    assert {*COMMAND.findall(dev.__doc__ or "")} == {*dev.COMMANDS}
    texts = [read(f"{name}.md") for name in FOR_PEOPLE] + [path.read_text() for path in FORGE]
    assert {*COMMAND.findall("\n".join(texts))} <= {*dev.COMMANDS}


def test_the_newest_release_of_the_changelog_is_the_version_of_the_package() -> None:
    changelog = read("CHANGELOG.md")
    released = RELEASED.findall(changelog)
    assert released[0][0] == tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert [day for _, day in released] == sorted((day for _, day in released), reverse=True)
    assert all(date.fromisoformat(day) for _, day in released)
    headings = re.findall(r"^## .*", changelog, re.M)
    assert headings[0] == "## [Unreleased]"
    assert len(headings) == len(released) + 1


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_what_people_are_sent_to_is_there(name: str) -> None:
    missing = [link for link in LINK.findall(read(f"{name}.md")) if not (ROOT / link).exists()]
    assert missing == []


@pytest.mark.parametrize("path", FORGE, ids=lambda path: path.name)
def test_a_forge_can_offer_its_templates(path: Path) -> None:
    text = path.read_text("utf-8")
    if path.parent.name == "ISSUE_TEMPLATE":
        head = re.match(r"---\nname: .+\nabout: .+\n(?:.+\n)*---\n", text)
        assert head, "a forge lists an issue's template by name and about"
    assert len(text.split()) > 40


def test_a_forge_has_a_template_for_whatever_comes() -> None:
    assert [path.name for path in FORGE] == [
        *("bug.md", "idea.md", "rule.md", "PULL_REQUEST_TEMPLATE.md")
    ]
