"""Every rule has words for people: what the book says, and nothing of how the program is made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.laws.test_rule_ids import RULE, digests

from tablefolk.web.rules import Plain, Rulebooks, words

DIGESTS = digests()
# What only those say who build the thing, in any game.
BUILDERS = re.compile(
    r"`|\bopt\.|\bA-\d|[a-z]_[a-z]|[a-z]\.[a-z_]+\(|[{}<>=\\]|::|->"
    r"|\b(?:software|program(?:mer)?|dialogs?|integers?|int|bool(?:ean)?|enum|string|tuple|null"
    r"|logged|log entr(?:y|ies)|event log|state machine|API|UI|HTML|JSON|TOML|SQL|parser?|regex"
    r"|default(?:s|ed)?|parameters?|refusal codes?|error codes?|digest|seed text|the seed|spec"
    r"|implement\w*|render\w*|validat\w*|database|boolean|invariants?|idempoten\w*|payload"
    r"|backend|frontend|client|tooltips?|prefilled|auto-?complete)\b",
    re.IGNORECASE,
)
RELAXED = {"TF"}  # the table's own rules speak of the thing itself: its pages, files and server
THINGS = re.compile(r"^(?:JSON|log entr(?:y|ies)|UI|client|program)$", re.IGNORECASE)
MOST, FEWEST = 900, 20  # characters


def told() -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for digest in DIGESTS:
        found |= words(digest.parent / "plain.toml")
    return found


TOLD = told()


@pytest.mark.parametrize("digest", DIGESTS, ids=lambda path: path.parents[1].name)
def test_every_rule_has_words_for_people(digest: Path) -> None:
    said = words(digest.parent / "plain.toml")
    ids = RULE.findall(digest.read_text("utf-8"))
    assert list(said) == ids, "the same rules in the same order"


def test_all_rules_are_there() -> None:
    assert len(TOLD) == 733
    assert set(Rulebooks().rules) == set(TOLD)


def builders_words(id: str, plain: Plain) -> list[str]:
    found = [m[0] for m in BUILDERS.finditer(f"{plain.title}\n{plain.text}\n{plain.example}")]
    return [w for w in found if not (id[:2] in RELAXED and THINGS.match(w))]


def test_no_rule_speaks_of_how_the_program_is_made() -> None:
    found = {id: bad for id, plain in TOLD.items() if (bad := builders_words(id, plain))}
    assert not found


def test_a_rule_is_short_has_a_name_and_ends_its_sentences() -> None:
    for id, plain in TOLD.items():
        assert plain.title == plain.title.strip(), id
        assert 3 <= len(plain.title) <= 60, id
        assert not plain.title.endswith("."), id
        assert FEWEST <= len(plain.text) <= MOST, (id, len(plain.text))
        for text in filter(None, (plain.text, plain.example)):
            assert text.strip()[-1] in ".!?”)…", id


def test_a_rule_names_only_rules_that_are_there() -> None:
    for id, plain in TOLD.items():
        for other in re.findall(r"\b(?:WF|RB|SB|MU|TF)-\d+\b", plain.text + plain.example):
            assert other in TOLD, id
            assert other != id, id


def test_titles_tell_the_rules_of_a_book_apart() -> None:
    for digest in DIGESTS:
        path = digest.parent / "plain.toml"
        titles = [one["title"] for one in tomllib.loads(path.read_text("utf-8")).values()]
        assert len(titles) == len(set(titles)), sorted(t for t in titles if titles.count(t) > 1)
