"""The host's key: made once, kept for its owner's eyes alone, or given by the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablefolk.hosting.house_key import LEAST, NAME, BadKey, beside, house_key


def test_a_key_is_made_once_and_only_its_owner_reads_it__TF_43(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    key = house_key(data, {})
    assert len(key) == 24
    assert beside(data).name == "tables.sqlite.key"
    assert beside(data).stat().st_mode & 0o777 == 0o600
    assert house_key(data, {}) == key
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite.key"]


def test_the_environment_goes_first_and_leaves_no_file__TF_43(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    assert house_key(data, {NAME: " an-owl-and-a-lantern\n"}) == "an-owl-and-a-lantern"
    assert not beside(data).exists()


def test_without_a_data_file_the_environment_must_say_it__TF_43() -> None:
    with pytest.raises(BadKey, match="set TABLEFOLK_HOST_KEY to 16 characters"):
        house_key(None, {})


@pytest.mark.parametrize("key", ["short", "x" * 300, "an owl and a lantern", "eule/und/laterne/ja"])
def test_a_key_that_is_none_is_refused_in_one_sentence__TF_43(tmp_path: Path, key: str) -> None:
    data = tmp_path / "tables.sqlite"
    with pytest.raises(BadKey, match=f"{NAME} holds no key: {LEAST} to 200 letters"):
        house_key(data, {NAME: key})
    beside(data).write_text(key, "utf-8")
    with pytest.raises(BadKey, match=r"tables\.sqlite\.key holds no key"):
        house_key(data, {})
