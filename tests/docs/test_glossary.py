"""The words of the house live where the glossary says they do."""

from __future__ import annotations

import re

from tests.docs.blocks import ROOT

TEXT = (ROOT / "docs" / "glossary.md").read_text("utf-8")


def test_every_file_that_the_glossary_names_is_there() -> None:
    named = re.findall(r"`([a-z_/]+\.py)`", TEXT)
    assert len(named) > 30
    assert not [name for name in named if not (ROOT / "src" / "tablefolk" / name).is_file()]


def test_the_glossary_has_the_words_that_the_house_is_made_of() -> None:
    words = set(re.findall(r"^\| ([\w, ]+?) \|", TEXT, re.M))
    wanted = (
        "act change seat table entry log fold need must word refusal ruling offer blank menu part "
        "block stanza teller evening recap"
    )
    assert set(wanted.split()) <= words
