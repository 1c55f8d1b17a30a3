"""Every law is tried on every game here."""

from __future__ import annotations

import pytest
from tests.laws.subjects import SUBJECTS

from tablefolk.testing.subject import named


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "subject" in metafunc.fixturenames:
        subjects = getattr(metafunc.module, "ONLY", SUBJECTS)
        metafunc.parametrize("subject", subjects, ids=named)
