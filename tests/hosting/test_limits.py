"""Limits in one documented place, by name or by a file of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablefolk.hosting.limits import (
    FREE,
    HOME,
    INTERNET,
    BadLimits,
    Limits,
    limits_of,
    meanings,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "limits.md"


def rows() -> list[str]:
    """The table of `docs/limits.md`, as it has to be."""
    return [
        f"| `{name}` | {shown(HOME, name)} | {shown(INTERNET, name)} | {meaning} |"
        for name, meaning in meanings().items()
    ]


def shown(limits: Limits, name: str) -> str:
    value: int | str = getattr(limits, name)
    return f"{value:,}" if isinstance(value, int) else value


def test_the_documentation_lists_every_limit_with_both_values() -> None:
    written = re.findall(r"^\| `.*$", PAGE.read_text("utf-8"), re.M)
    assert written == rows(), "python -m tests.hosting.test_limits writes it"


def test_a_limit_says_what_it_bounds() -> None:
    assert list(meanings()) == list(Limits.__struct_fields__)
    assert min(map(len, meanings().values())) > 10


def test_a_name_is_enough() -> None:
    assert limits_of("home") == HOME
    assert limits_of("internet") == INTERNET
    assert limits_of("free") == FREE
    assert FREE.opening == "anybody"


def test_a_file_begins_like_one_and_says_what_is_different(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text('like = "internet"\nmembers = 40\ndemos = "anybody"\n', "utf-8")
    limits = limits_of(str(file))
    assert (limits.members, limits.demos, limits.opening) == (40, "anybody", "key")
    assert limits.tables_a_minute == INTERNET.tables_a_minute
    file.write_text("", "utf-8")
    assert limits_of(str(file)) == HOME


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("membres = 40", "there is no limit “membres”."),
        ('members = "many"', "“members” does not fit: expected `int`, got `str`."),
        ("members = 0", "“members” does not fit: expected `int` >= 1."),
        ("import_bytes = 30_000_000", "“import_bytes” does not fit: expected `int` <= 20000000."),
        ('opening = "all"', "“opening” does not fit: invalid enum value 'all'."),
        ('like = "club"', "“like” is home, internet or free, and not 'club'."),
        ("like = []", "“like” is home, internet or free, and not []."),
        ("members 40", "is no TOML file"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(
    tmp_path: Path, text: str, why: str
) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadLimits) as no:
        limits_of(str(file))
    assert why in str(no.value)
    assert str(no.value).endswith(".")
    assert "\n" not in str(no.value)


def test_a_file_that_is_not_there_is_told_with_its_name() -> None:
    with pytest.raises(BadLimits, match=r"“nowhere\.toml” cannot be read"):
        limits_of("nowhere.toml")


if __name__ == "__main__":
    kept = [line for line in PAGE.read_text("utf-8").splitlines() if not line.startswith("| `")]
    at = kept.index("|---|---|---|---|") + 1
    PAGE.write_text("\n".join([*kept[:at], *rows(), *kept[at:], ""]), "utf-8")
