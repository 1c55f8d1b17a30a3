"""Sentences from TOML, with lists, plurals and names filled in."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.words import (
    Phrases,
    fill,
    flatten,
    listing,
    phrases,
    slug,
    slug_apart,
    toml,
    worded,
)
from tablefolk.games import module_of, shelf


def test_facts_are_filled_in() -> None:
    assert fill("{who} throws {n} dice.", {"who": "Ana", "n": 3}) == "Ana throws 3 dice."


@pytest.mark.parametrize(("n", "said"), [(1, "1 die"), (2, "2 dice"), (0, "0 dice")])
def test_a_number_chooses_the_word(n: int, said: str) -> None:
    assert fill("{n} {n|die|dice}", {"n": n}) == said


def test_what_people_write_is_never_read_as_a_place_to_fill__TF_11() -> None:
    hostile = "{who} {n|a|b} {0} {who.__class__}"
    assert fill("{who} says: {text}", {"who": "Ana", "text": hostile}) == f"Ana says: {hostile}"


def test_a_missing_fact_is_a_bug_and_not_a_gap() -> None:
    with pytest.raises(KeyError):
        fill("{who} throws.", {})


def test_sentences_are_found_by_their_dotted_key() -> None:
    say = Phrases(lambda: flatten({"tell": {"Said": "{who} speaks."}, "top": "Top"}))
    assert say("tell.Said", who="Ana") == "Ana speaks."
    assert say("top") == "Top"
    assert "tell.Said" in say
    assert "tell.Sung" not in say


def test_the_words_of_a_package_are_read_once() -> None:
    assert phrases("tablefolk.core.table") is phrases("tablefolk.core.table")
    assert "Say.label" in phrases("tablefolk.core.table")


def test_words_are_read_when_the_first_is_asked_for() -> None:
    reads: list[str] = []

    def read() -> dict[str, str]:
        reads.append("read")
        return {"top": "Top"}

    say = Phrases(read)
    assert reads == []
    assert say("top") + say("top") == "TopTop"
    assert reads == ["read"]


def test_putting_the_games_on_the_shelf_reads_no_words() -> None:
    """They are a tenth of a start, and the front page needs none."""
    code = (
        "from tablefolk.games import shelf; from tablefolk.core.words import toml;"
        "print(len(shelf().games), toml.cache_info().currsize)"
    )
    games, files = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert int(games) >= 4
    assert files == "0"


def test_words_may_stand_in_several_files_and_each_sentence_in_one() -> None:
    for package in ("tablefolk.core.table", *(module_of(game.key) for game in shelf().games)):
        names = [*worded(files(package))]
        every = [key for name in names for key in flatten(toml(package, name))]
        assert len(names) > 4
        assert sorted({*every}) == sorted(every)
        assert phrases(package).sentences.keys() == {*every}


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["Ana"], "Ana"), (["Ana", "Ben"], "Ana and Ben"), (list("abc"), "a, b and c")],
)
def test_names_are_listed_as_one_says_them(names: list[str], said: str) -> None:
    assert listing(names) == said
    assert listing(names, "or") == said.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("name", "key"),
    [("Ana", "ana"), ("Old Tom", "old-tom"), ("  !?  ", "x"), ("Ñandú", "and"), ("李", "x")],
)
def test_a_slug_is_short_and_plain(name: str, key: str) -> None:
    assert slug(name) == key


@given(st.lists(st.text(max_size=12), max_size=8))
def test_slugs_are_all_different_and_never_empty(names: list[str]) -> None:
    taken: list[str] = []
    for name in names:
        taken.append(slug(name, taken))
    assert len(set(taken)) == len(taken)
    assert all(taken)


def test_what_may_be_hidden_has_a_key_that_no_open_thing_has__TF_29() -> None:
    assert slug_apart("npc", "Secret Spy") == "npc_secret-spy"
    assert slug_apart("npc", "Secret Spy", {"npc_secret-spy", "secret-spy-2"}) == "npc_secret-spy-2"
    assert slug("Npc_Secret Spy", {"npc_secret-spy"}) == "npc-secret-spy"
