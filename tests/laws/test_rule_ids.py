"""Every rule of a digest has a home in the code and a test.

`python -m tests.laws.test_rule_ids` prints those that the code names by a span alone.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*", re.MULTILINE)
NAMED = re.compile(r"(?<![A-Za-z])([A-Z]{2})[-_](\d+)(?!\d)")
# "WF-97 … WF-107" names all that lie between.
SPAN = re.compile(r"\b([A-Z]{2})-(\d+) (?:…|to) \1-(\d+)\b")
LATER = {"TF-15", "TF-27", "TF-32", "TF-38", "TF-42"}  # follow with a later issue
LAWS = ROOT / "src" / "tablefolk" / "testing"  # tests as well, for everybody's games
# Named by nothing but a span, "RB-73 … RB-81": to be cited where they are kept. None may be added.
IN_SPANS = {
    "MU": {125},
    "RB": {6, 20, 45, 61, 74, 79, 80, 94, 109, 113, 114, 209},
    "SB": {9, 47, 50, 51, 54, 61, 63, 72, 134},
}
TEXT = {".py", ".toml", ".html", ".js", ".css", ".md", ".json"}


def digests() -> list[Path]:
    """What each book says exactly: it lies beside the rules, and is not their home."""
    return sorted((ROOT / "src").rglob("rulebook/digest.md"))


def rules() -> list[str]:
    ids = [rule for digest in digests() for rule in RULE.findall(digest.read_text("utf-8"))]
    return [rule for rule in ids if rule not in LATER]


def _is_apart(path: Path) -> bool:
    """Whether it is a rule's wording or its test, and not its home."""
    return path.parent.name == "rulebook" or LAWS in path.parents


@cache
def code() -> str:
    """All of src that may be a rule's home."""
    files = (path for path in sorted((ROOT / "src").rglob("*")) if path.suffix in TEXT)
    return "\n".join(path.read_text("utf-8") for path in files if not _is_apart(path))


@cache
def named_singly() -> frozenset[str]:
    """The rules that somebody finds who looks for their number."""
    return frozenset(f"{game}-{number}" for game, number in NAMED.findall(code()))


@cache
def named_in_the_code() -> frozenset[str]:
    spans = ((game, range(int(low), int(high) + 1)) for game, low, high in SPAN.findall(code()))
    return named_singly() | {f"{game}-{n}" for game, between in spans for n in between}


def only_in_spans() -> dict[str, list[str]]:
    """By book, the rules that the code names by nothing but a span they lie in."""
    found: dict[str, list[str]] = {}
    for rule in rules():
        if rule not in named_singly():
            found.setdefault(rule[:2], []).append(rule)
    return found


def test_the_digests_are_read() -> None:
    assert {"WF-1", "WF-132", "TF-1", "TF-41"} <= set(rules())
    assert len(rules()) == len(set(rules()))


def test_what_comes_later_is_still_in_the_digest() -> None:
    (table,) = (path for path in digests() if path.parents[1].name == "table")
    text = table.read_text("utf-8")
    assert set(RULE.findall(text)) >= LATER


def test_every_rule_of_the_digests_has_its_place_in_the_code() -> None:
    missing = [rule for rule in rules() if rule not in named_in_the_code()]
    assert not missing, f"{len(missing)} rules are named nowhere in src: {' '.join(missing)}"


def test_a_rule_is_cited_by_its_own_number_where_it_is_kept() -> None:
    known = {f"{book}-{number}" for book, numbers in IN_SPANS.items() for number in numbers}
    found = {rule for some in only_in_spans().values() for rule in some}
    assert found <= known, f"Nobody finds {sorted(found - known)} by their numbers."


def test_every_rule_of_the_digests_has_a_test_named_for_it() -> None:
    """To be named in a comment or beside an example is not to be tested."""
    named = {rule for name in functions() for rule in rules_in(name)}
    missing = [rule for rule in rules() if rule not in named]
    assert not missing, f"{len(missing)} rules have no test of their own: {' '.join(missing)}"


def functions() -> Iterator[str]:
    for path in sorted((*(ROOT / "tests").rglob("test_*.py"), *LAWS.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name


def rules_in(name: str) -> list[str]:
    """The rules at the end of a test's name: `test_a_tapped_edge_is_lost__RB_76`."""
    found = NAMED.findall(name) if name.startswith("test_") else []
    return [f"{game}-{number}" for game, number in found]


# -- Hints -----------------------------------------------------------------------------------------


def test_a_test_does_not_look_whether_a_sentence_exists() -> None:
    """`assert say(…)` proves that a text is there, and nothing of where it is read."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assert) and isinstance(node.test, ast.Call):
                called = getattr(node.test.func, "id", "")
                assert called != "say", f"{path.name}:{node.lineno}"


def test_every_hint_is_used_by_the_code() -> None:
    for words in sorted((ROOT / "src" / "tablefolk" / "games").rglob("words*.toml")):
        for key in tomllib.loads(words.read_text("utf-8")).get("hints", {}):
            assert key in code_of(words), f"hints.{key} is shown nowhere"


@cache
def code_of(words: Path) -> str:
    game = next(p for p in words.parents if p.parent.name == "games")
    return "\n".join(path.read_text("utf-8") for path in sorted(game.rglob("*.py")))


if __name__ == "__main__":
    for book, missing in only_in_spans().items():
        print(book, len(missing), *missing)
