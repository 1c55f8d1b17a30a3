"""The evenings on which the laws are tried come by nearly all that can be done and can happen."""

from __future__ import annotations

from tablefolk.testing.reach import reach
from tablefolk.testing.subject import Subject

LEAST = 0.95
TABLES_OWN = {"Allow", "TakeBack", "Unseat", "SetRole", "CloseTable", "ReopenTable", "AskRuling"}


def test_the_laws_evenings_reach_nearly_all_there_is(subject: Subject) -> None:
    found = reach(subject)
    assert found.share >= LEAST, f"What evenings never come to: {' '.join(found.missing)}"
    assert found.reached >= TABLES_OWN, "Evenings do not even come to what every table can do."
