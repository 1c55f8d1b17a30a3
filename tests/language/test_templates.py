"""Templates in another language: what is text in them is said, and nothing else is touched."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader

from tablefolk.web.spoken import InOtherWords


def drawn(page: str, given: dict[str, object] | None = None, **others: str) -> str:
    """A page as it is drawn where every sentence is shouted, and its places change sides."""
    env = InOtherWords(loader=DictLoader({"page.html": page, **others}), autoescape=True)
    env.say = lambda words: "{b} OF {a}" if words == "{a} of {b}" else _shouted(words)
    return env.get_template("page.html").render(**(given or {}))


def _shouted(words: str) -> str:
    places = words.replace("{", "\0{").replace("}", "}\0").split("\0")
    return "".join(part if part.startswith("{") else part.upper() for part in places)


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<p class='a'>Hello</p>", "<p class='a'>HELLO</p>"),
        ('<b title="hello" id="hello">you</b>', '<b title="HELLO" id="hello">YOU</b>'),
        ("<p>{{ a }} of {{ b }}</p>", "<p>&lt;2&gt; OF 1</p>"),
        ("<p>see <a href='/x'>the rules</a> now</p>", "<p>SEE <a href='/x'>THE RULES</a> NOW</p>"),
        ("<p>{{ 'yes' if a else 'no' }}</p>", "<p>YES</p>"),
        ("<p class={{ 'yes' if a else 'no' }}></p>", "<p class=yes></p>"),
        ("<p>{{ 'ask ' ~ a ~ ' first' }}</p>", "<p>ASK 1 FIRST</p>"),
        ("{% set word = 'yes' %}<p id='{{ word }}'></p>", "<p id='yes'></p>"),
        ("{% set word = 'yes' %}<p>{{ word }}</p>", "<p>YES</p>"),
        ("{% for k, w in [('x', 'yes')] %}<p id='{{ k }}'>{{ w }}{% endfor %}", "<p id='x'>YES"),
        ("{{ {'x': 'yes'}[x] }}", "YES"),
        ("<p {% if a %}title='yes'{% endif %}>no", "<p title='YES'>NO"),
        ("<script>let a = 1</script><code>ls</code>", "<script>let a = 1</script><code>ls</code>"),
        ("it is {{ name }}&nbsp;&amp; co", "IT IS yes\xa0&amp; CO"),
        ("{{ name }}", "yes"),
    ],
)
def test_what_is_read_is_said_and_what_is_not_stays(page: str, shown: str) -> None:
    assert drawn(page, {"a": 1, "b": "<2>", "x": "x", "name": "yes"}) == shown


def test_words_given_to_a_macro_are_said_where_it_shows_them() -> None:
    page = '{% import "m.html" as m with context %}{{ m.link("people", "people") }}'
    macros = (
        '{% macro link(part, label="more") %}<a id="{{ part }}">{{ b(label) }}</a>{% endmacro %}'
    )
    macros += "{% macro b(words) %}<b>{{ words }}</b>{% endmacro %}"
    shown = drawn(page, **{"m.html": macros})
    assert shown == '<a id="people"><b>PEOPLE</b></a>'


def test_a_macro_that_makes_part_of_a_tag_makes_no_sentence() -> None:
    page = '{% macro at(path) %}/to/{{ path }}{% endmacro %}<a href="{{ at("there") }}">there</a>'
    assert drawn(page) == '<a href="/to/there">THERE</a>'
