"""What a template forgets is drawn at its block's end, and nothing is drawn twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import toy
from tests.table.playing import Evening
from tests.web.drawn import Page
from tests.web.unfolding import unfolded

from tablefolk.hosting.live import Live
from tablefolk.web.render import TEMPLATES, Painter

SHAPES = {
    "forgets it": "<article>Scores</article>",
    "forgets it in a fold": '<details class="card fold" id="b-s"><summary>S</summary></details>',
    "lists it": "<article>{{ macros.offer_list(offers) }}</article>",
    "draws a form of its own": '{{ macros.form_start("own", "act", "ThrowDie") }}</form>',
    "draws it as a big button": "{% for o in offers %}{{ macros.offer_button(o) }}{% endfor %}",
}


def forms(tmp_path: Path, template: str, who: str = "ana") -> list[list[tuple[str, str]]]:
    (tmp_path / "odd-one").mkdir()
    (tmp_path / "odd-one" / "Scores.html").write_text(template)
    evening = Evening(toy)
    live = Live("t", evening.at, len(evening.entries), evening.table, evening.entries)
    return Page(unfolded(Painter((tmp_path, TEMPLATES)), live, who)).forms


@pytest.mark.parametrize("shape", SHAPES)
def test_an_offer_is_drawn_once_whatever_its_template_does(shape: str, tmp_path: Path) -> None:
    drawn = forms(tmp_path, SHAPES[shape])
    assert sum(("do", "ThrowDie") in form for form in drawn) == 1


def test_what_leads_elsewhere_is_not_drawn_here(tmp_path: Path) -> None:
    drawn = forms(tmp_path, '{{ placing("ThrowDie") }}<a data-do="ThrowDie" href="/">Throw</a>')
    assert not [form for form in drawn if ("do", "ThrowDie") in form]


def test_the_gm_can_close_the_table_from_the_desk__TF_41(tmp_path: Path) -> None:
    drawn = forms(tmp_path, SHAPES["lists it"], "gil")
    assert sum(("do", "CloseTable") in form for form in drawn) == 1
    assert sum(("do", "Rename") in form and ("member", "ana") in form for form in drawn) == 1
