"""The public address that a server is told, and hosts that are none (TF-3)."""

from __future__ import annotations

import pytest
from tests.web.house import House

from tablefolk.web.address import BadAddress, site


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        ("https://play.example", "https://play.example"),
        ("https://Play.Example/", "https://play.example"),
        (" http://play.example:8080 ", "http://play.example:8080"),
        ("https://play.example:443", "https://play.example"),
        ("http://[2001:db8::7]:8000/", "http://[2001:db8::7]:8000"),
        ("http://10.0.0.7", "http://10.0.0.7"),
    ],
)
def test_a_public_address_is_a_site(told: str, origin: str) -> None:
    assert site(told) == origin


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("play.example", "--url needs an address"),
        ("ftp://play.example", "begins with http://"),
        ("https://play.example/table", "no page of it"),
        ("https://play.example/?a=1", "no page of it"),
        ("https://me:secret@play.example", "--url needs an address"),
        ("https://play.example:99999", "--url needs an address"),
        ("https://play.example:x", "--url needs an address"),
        ("http://[::1", "--url needs an address"),
        ("http://[12:34]", "--url needs an address"),
        ("https://", "--url needs an address"),
        ("http://a b", "--url needs an address"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(told: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why) as no:
        site(told)
    assert str(no.value).endswith(".")


@pytest.mark.parametrize("host", ["", "[::1", "a:b", "a:99999", "x y", "a/b", 'a"b', "[zz]", "@"])
async def test_a_host_that_can_be_none_gets_a_plain_answer(house: House, host: str) -> None:
    answer = await house.person().get("/", host=host)
    assert answer.status_code == 400
    assert answer.text == "The request could not be read."
