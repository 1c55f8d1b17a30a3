"""A second language is a second set of files: shown by one in which every word is in brackets."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests import patience
from tests.laws.subjects import SUBJECTS
from tools.language import bracketed, write

from tablefolk.core import language
from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.core.words import listing, many
from tablefolk.speaking import shapes

ROOT = Path(__file__).resolve().parents[2]
# What is wholly said in the language that is spoken: the pages of the house, and these games.
SPOKEN = ("pages", "odd-one")
NOT_YET = tuple(one.game.key for one in SUBJECTS if one.game.key not in SPOKEN)


@pytest.fixture(scope="session")
def brackets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The language made by machine, of the house, its games and the toy."""
    folder = tmp_path_factory.mktemp("languages") / "xx"
    write(folder, bracketed, {"tests.toy": ROOT / "tests" / "toy"})
    return folder


def seen(folder: Path, *what: str) -> dict[str, Any]:
    """What is seen where that language is spoken, which is so from a process's start on."""
    asked = [sys.executable, "-m", "tests.language.in_brackets", *what]
    spoken = os.environ | {"TABLEFOLK_LANGUAGE": str(folder)}
    done = subprocess.run(
        asked,
        env=spoken,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * patience.SECONDS,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_visible_word_of_every_screen_can_be_said_otherwise(brackets: Path) -> None:
    for what, found in seen(brackets, *SPOKEN).items():
        assert found["words"] > 1000, what
        assert found["bare"] == {}, what


@pytest.mark.parametrize("key", NOT_YET)
def test_a_game_says_most_of_it(key: str, brackets: Path) -> None:
    found = seen(brackets, key)[key]
    share = 1 - sum(found["bare"].values()) / found["words"]
    print(f"{key}: {share:.0%} of {found['words']:,} words")
    assert share > 0.6


# -- The door ------------------------------------------------------------------------------------


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few words of German."""
    sentences = {
        "You have {n} {n|seat|seats}.": "Du hast {n} {n|Platz|Plätze}.",
        "{most} and {final}": "{most} und {final}",
        "{n:,} {n|table|tables}": "{n:,} {n|Tisch|Tische}",
    }
    sentences["{name} is not yours, but {owner}'s."] = "{owner} hat {name}, nicht du."
    monkeypatch.setattr(language.here, "sentences", sentences)
    monkeypatch.setattr(language.here, "shapes", [*shapes(sentences)])
    files = {"tablefolk/core/table/words.toml": {"tell": {"Came": "{name} kommt."}}}
    monkeypatch.setattr(language.here, "files", files)


def test_english_is_what_stands_there() -> None:
    assert said("You have {n} {n|seat|seats}.", n=1) == "You have 1 seat."
    assert (
        said("A {place} without facts stays as it is.") == "A {place} without facts stays as it is."
    )


@pytest.mark.usefixtures("spoken")
def test_a_sentence_is_found_by_its_english_and_filled_in_its_own_order() -> None:
    assert said("You have {n} {n|seat|seats}.", n=2) == "Du hast 2 Plätze."
    assert listing(["Ana", "Ben", "Cy"]) == "Ana, Ben und Cy"
    assert many(1, "table") == "1 Tisch"
    assert said("Nobody has said this yet.") == "Nobody has said this yet."


@pytest.mark.usefixtures("spoken")
def test_a_refusal_is_known_by_its_shape_and_its_facts_stay_as_they_are() -> None:
    no = Refusal("XX-1", "not_yours", "Kung {fu} is not yours, but Ana's.")
    assert no.why == "Ana hat Kung {fu}, nicht du."


@pytest.mark.usefixtures("spoken")
def test_a_file_of_words_is_laid_over_the_english_one() -> None:
    english = {"tell": {"Came": "{name} comes.", "Left": "{name} leaves."}}
    laid = language.over(english, "tablefolk.core.table", "words.en.toml")
    assert laid == {"tell": {"Came": "{name} kommt.", "Left": "{name} leaves."}}


def test_every_place_in_a_sentence_is_filled() -> None:
    """And nothing is given that it has no place for; a sentence without facts has none."""
    wrong = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(
                    func=ast.Name(id="said"),
                    args=[ast.Constant(value=str(sentence))],
                    keywords=[_, *_] as given,
                ):
                    places = set(re.findall(r"(?<!\{)\{(\w+)", sentence))
                    if places != {one.arg for one in given}:
                        wrong.append(f"{path.name}:{call.lineno}: {sentence}")
    assert wrong == []


def test_brackets_leave_places_alone() -> None:
    shown = bracketed("See <1>rule WF-3</1> for {n:,} {n|die|dice} of {who}’s.")
    assert shown == "⟦See⟧ <1>⟦rule⟧ WF-3</1> ⟦for⟧ {n:,} {n|⟦die⟧|⟦dice⟧} ⟦of⟧ {who}’⟦s⟧."
