"""What is drawn once for many: it may know nothing of the one page it was first drawn for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import meta
from tests import toy
from tests.table.playing import Evening

from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter, whole
from tablefolk.web.stage import SHUT

PAINTER = Painter()
OF_ONE_PAGE = {"block", "offers", "within", "away", "seat", "card"}  # what a drawing is given


def source(name: str) -> str:
    assert PAINTER.env.loader is not None
    return PAINTER.env.loader.get_source(PAINTER.env, name)[0]


def imported() -> Iterator[str]:
    """Every template whose macros others import with their context."""
    for name in PAINTER.env.list_templates(extensions=("html",)):
        yield from re.findall(r'{% import "([^"]+)" as \w+ with context %}', source(name))


@pytest.mark.parametrize("name", sorted({*imported()}))
def test_macros_made_once_for_a_kind_of_seat_ask_for_nothing_of_one_page(name: str) -> None:
    asked = meta.find_undeclared_variables(PAINTER.env.parse(source(name)))
    assert not asked & OF_ONE_PAGE


def kept() -> Iterator[tuple[str, str]]:
    """Every macro whose drawing is kept, and where it is called."""
    for name in PAINTER.env.list_templates(extensions=("html",)):
        yield from (
            (name, macro) for macro in re.findall(r"{{ kept\((\w+(?:\.\w+)?)", source(name))
        )


@pytest.mark.parametrize(("name", "macro"), sorted({*kept()}))
def test_what_is_kept_places_no_offer(name: str, macro: str) -> None:
    """Whether an offer has its place is seen while it is drawn, so it has to be drawn each time."""
    module, _, called = macro.rpartition(".")
    found = re.search(rf'import "([^"]+)" as {module} ', source(name)) if module else None
    text = source(found[1] if found else name)
    body = re.search(rf"{{% macro {called}\(.*?{{% endmacro %}}", text, re.DOTALL)
    assert body, f"{macro} is no macro"
    assert not re.search(r"form_start|fixed_fields|offer_|reply\(|placing|key_of", body[0])


def test_a_row_of_people_is_drawn_once_for_all_who_see_the_same() -> None:
    painter, drawn = Painter(), list[str]()
    fresh = painter._fresh
    painter._fresh = lambda name, *rest: (drawn.append(name), fresh(name, *rest))[1]  # type: ignore[method-assign]
    evening = Evening(toy)
    live = Live("t", evening.at, len(evening.entries), evening.table, evening.entries)
    rows = {who: whole(painter.stage(live, who, SHUT)["people"]) for who in live.table.members}
    assert len({*rows.values()}) == 1
    assert drawn.count("stage/Person") == len(live.around("gil")[1])


def test_compiled_templates_are_kept_where_python_keeps_what_it_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path))
    Painter().env.get_template("blocks/Told.html")
    kept_there = {*(tmp_path / "tablefolk-templates").iterdir()}
    assert kept_there
    other = Painter()
    other.env.finalize = lambda thing: f"[{thing}]"
    other.env.get_template("blocks/Care.html")
    assert {*(tmp_path / "tablefolk-templates").iterdir()} == kept_there, "compiled in its own way"
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path / "tablefolk-templates" / "a-file"))
    (tmp_path / "tablefolk-templates" / "a-file").write_text("no folder can be made here")
    assert Painter().env.get_template("blocks/Told.html")
