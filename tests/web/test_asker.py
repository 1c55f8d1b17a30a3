"""Who asks: which address a request is counted by."""

from __future__ import annotations

import pytest

from tablefolk.web.asker import asking, household


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("_hidden", "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_is_counted_by_its_household(address: str, counted: str) -> None:
    assert household(address) == counted


def test_whoever_has_no_address_is_one_asker() -> None:
    assert asking({"client": None}) == "unknown"  # type: ignore[arg-type, typeddict-item]
