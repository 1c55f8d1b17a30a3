"""The comparison of evenings: the same code gives the same bytes, and another is found out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import toy
from tests.laws.subjects import ODD_ONE
from tools import evenings

from tablefolk.core.game import Refusal


def test_the_same_code_shows_the_same_to_the_last_byte(tmp_path: Path) -> None:
    said = evenings.record(ODD_ONE, tmp_path, acts=30)
    again, found = evenings.compare(ODD_ONE, tmp_path)
    assert said == "odd-one: 30 acts in 3 evenings"
    assert again == "odd-one: 30 acts again, 0 differences"
    assert not found


def test_a_changed_word_is_found_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evenings.record(ODD_ONE, tmp_path, acts=30)
    plain = toy.tell

    def otherwise(*given: object) -> object:
        line = plain(*given)  # type: ignore[arg-type]
        return line and evenings.msgspec.structs.replace(line, text=line.text + "!")

    monkeypatch.setattr(toy, "tell", otherwise)
    _, found = evenings.compare(ODD_ONE, tmp_path)
    assert any(
        "told to" in one.what and one.after == one.before.replace('."', '.!"') for one in found
    )


def test_a_rule_that_decides_otherwise_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings.record(ODD_ONE, tmp_path, acts=30)

    def never(*given: object) -> object:
        raise Refusal("OO-1", "never", "Not any more.")

    monkeypatch.setattr(toy, "decide", never)
    _, found = evenings.compare(ODD_ONE, tmp_path)
    assert any("refused now" in one.what for one in found)
