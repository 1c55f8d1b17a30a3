"""Long lines of templates and stylesheets are cut, and nobody sees a difference."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment
from tools.layout.__main__ import ROOT, files, main
from tools.layout.stylesheets import keeping, stylesheet
from tools.layout.templates import template

from tablefolk.web.render import Painter

JINJA = Environment(trim_blocks=True, lstrip_blocks=True)  # as the house has it: see below
NARROW = 50  # so that nearly every line of the real ones is cut
TEMPLATES, SHEETS = files(ROOT, ".html"), files(ROOT, ".css")


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def kept() -> frozenset[str]:
    return frozenset[str]().union(*(keeping(path.read_text("utf-8")) for path in SHEETS))


def tokens(text: str) -> list[tuple[str, str]]:
    """A template as Jinja reads it: data with newlines as blanks, and all else."""
    found: list[tuple[str, str]] = []
    for _, kind, value in JINJA.lexer.wrap(JINJA.lexer.tokeniter(text, None)):
        is_sign = kind.endswith(("_begin", "_end"))  # there `{%` and `{%-` are told apart
        said = "" if is_sign else str(value).replace("\n", " ")
        if kind == "data" and found and found[-1][0] == "data":
            said = found.pop()[1] + said
        found.append((kind, said))
    return found


class Read(HTMLParser):
    """A page as a browser takes it: tags with their attributes, and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.as_it_is = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))
        self.as_it_is += tag in {"pre", "textarea"} or ("class", "kept") in attrs

    def handle_endtag(self, tag: str) -> None:
        self.found.append(tag)
        self.as_it_is = max(0, self.as_it_is - (tag in {"pre", "textarea", "q"}))

    def handle_data(self, data: str) -> None:
        self.found.append(data if self.as_it_is else data.replace("\n", " "))


# -- Templates ---------------------------------------------------------------------------------


def test_the_house_swallows_newlines_as_the_layout_supposes() -> None:
    env = Painter().env
    assert (env.trim_blocks, env.lstrip_blocks) == (True, True)
    assert env.line_statement_prefix is None


@pytest.mark.parametrize("path", TEMPLATES, ids=short)
def test_jinja_reads_the_same_from_every_template_however_it_is_cut(path: Path) -> None:
    text = path.read_text("utf-8")
    cut = template(text, kept(), NARROW)
    assert tokens(cut) == tokens(text)
    assert template(cut, kept(), NARROW) == cut


def test_most_lines_of_the_real_templates_can_be_cut_to_less_than_half() -> None:
    texts = [template(path.read_text("utf-8"), kept(), NARROW) for path in TEMPLATES]
    lines = [line for text in texts for line in text.split("\n")]
    long = [line for line in lines if len(line) > NARROW]
    assert len(lines) > 10_000
    assert len(long) < len(lines) / 100


WORDS = st.lists(
    st.sampled_from(["table", "a", "ßø", "well,", "x.", "&lt;"]), min_size=1, max_size=9
)
VALUES = ["{{ some.word }}", "plain", "two words", "{% if yes %}a b{% else %}c{% endif %} d", ""]
EXPRESSIONS = ["some.word", '"a  string }} in it" if no else some.word', "[1, 2, 3] | join(', ')"]


@st.composite
def written(draw: st.DrawFn, depth: int = 2) -> str:
    """A template as people might write it, on few and long lines."""
    pieces = draw(st.lists(st.integers(0, 8 if depth else 3), max_size=5))
    return "".join([_piece(draw, kind, depth) for kind in pieces])


def _piece(draw: st.DrawFn, kind: int, depth: int) -> str:
    if kind == 0:
        return " ".join(draw(WORDS))
    if kind == 1:
        return draw(st.sampled_from([" ", "  ", "\n", " \n ", " "]))
    if kind == 2:
        minus = draw(st.sampled_from(["{{ %s }}", "{{ %s }}", "{{- %s }}", "{{ %s -}}"]))
        return minus % draw(st.sampled_from(EXPRESSIONS))
    if kind == 3:
        return draw(st.sampled_from(["<br>", "{# a word #}", "{##}", "{% set n = [1, (2, 3)] %}"]))
    if kind == 4:
        return f"<pre>{' '.join(draw(WORDS))}\n  {{{{ some.word }}}}</pre>"
    inside = draw(written(depth - 1))
    if kind in {5, 6}:
        tag = draw(st.sampled_from(["p", "b", "i"]))
        some = draw(st.lists(st.sampled_from(VALUES), max_size=4))
        attributes = "".join(f' data-{n}="{value}"' for n, value in enumerate(some))
        return f"<{tag}{attributes}>{inside}</{tag}>"
    if kind == 7:
        return f'<q class="kept">{inside}</q>'
    opening = draw(st.sampled_from(["{% if yes %}", "{% for one in (1, 2) %}", "{%- if yes %}"]))
    verb = "if" if "if" in opening else "for"
    other = draw(st.sampled_from(["", "{% else %}", "{%- else -%}"]))
    end = draw(st.sampled_from(["{% end", "{%- end"]))
    return f"{opening}{inside}{other}{' '.join(draw(WORDS)) if other else ''}{end}{verb} %}}"


@settings(max_examples=200, deadline=None)
@given(written(), st.sampled_from([20, 40, 120]))
def test_what_is_drawn_is_the_same_but_that_blanks_are_newlines(text: str, width: int) -> None:
    cut = template(text, frozenset({"kept"}), width)
    known = {"yes": True, "no": False, "some": {"word": "here it is"}}
    before, after = (JINJA.from_string(source).render(known) for source in (text, cut))
    assert after.replace("\n", " ") == before.replace("\n", " ")
    assert Read(after).found == Read(before).found
    assert template(cut, frozenset({"kept"}), width) == cut


def test_a_tag_that_never_ends_is_text_and_takes_no_longer() -> None:
    text = "<b " + "{{ a }} " * 300
    assert tokens(template(text)) == tokens(text)


def test_what_fits_stays_as_it_was_written() -> None:
    text = '<p   class="a">{%if x%}  odd {%endif%}\n\n</p>  '
    assert template(text) == text


EXAMPLES = {
    "a block too long has its statements on lines of their own": (
        '{% if hurt %}<p class="tip">It hurts.</p>{% else %}<p>All well.</p>{% endif %}',
        '{% if hurt %}\n<p class="tip">It hurts.</p>\n{%- else %}\n<p>All well.</p>\n{%- endif %}',
    ),
    "text is cut at a blank": (
        "<p>Nothing changes at the table before you bring it.</p>",
        "<p>Nothing changes at the table before\nyou bring it.</p>",
    ),
    "a word keeps its ending": (
        "<p>There are {{ n }} point{% if n > 1 %}s{% endif %} to spend.</p>",
        "<p>There are {{ n }}\npoint{% if n > 1 %}s{% endif %} to\nspend.</p>",
    ),
    "a blank after a statement is kept as a newline": (
        "<b>{% if a %}one word{% endif %} {% if b %}and another{% endif %}</b>",
        "<b>{% if a %}one word{% endif +%}\n{% if b %}and another{% endif %}</b>",
    ),
    "between two elements stands no blank": (
        '<span class="label">Name</span><input id="name" name="name">',
        '<span class="label">Name</span>{##}\n<input id="name" name="name">',
    ),
    "a tag is cut between attributes, never before its id": (
        '<input class="short" id="a-{{ b }}" name="a b c">',
        '<input class="short" id="a-{{ b }}"\nname="a b c">',
    ),
    "an expression is cut after a comma, with indentation": (
        '{{ macros.lead(b.again, "Say it anew", "rotate") }}',
        '{{ macros.lead(b.again, "Say it anew",\n    "rotate") }}',
    ),
    "a string of Jinja stays whole": (
        r"""{{ "with \" and }} in it" if yes else "nothing" }}""",
        """{{ "with \\" and }} in it" if yes\n  else "nothing" }}""",
    ),
    "a pre is left alone": (
        "<pre>as   it is in here and very long at that, too</pre>",
        "<pre>as   it is in here and very long at that, too</pre>",
    ),
    "what Jinja is not to read is left alone": (
        "{% raw %}{{ not }} {% to %} {{ be }} {{ read }}{% endraw %} as it was",
        "{% raw %}{{ not }} {% to %} {{ be }} {{ read }}{% endraw %} as\nit was",
    ),
    "a blank stays one where lines are shown as they are written": (
        '<p class="kept">Everything in here is shown as it was written.</p>',
        '<p class="kept">Everything in here is {##}\nshown as it was written.</p>',
    ),
    "a value stays what it is": (
        '<i title="A long title, which tells a lot of things">x</i>',
        '<i title="A long title, which tells a {##}\nlot of things">x</i>',
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_long_line_ends(name: str) -> None:
    text, wanted = EXAMPLES[name]
    assert template(text, frozenset({"kept"}), 44) == wanted
    assert tokens(wanted) == tokens(text)


# -- Stylesheets -------------------------------------------------------------------------------


def meant(css: str) -> str:
    """A stylesheet without comments, nor blanks where they mean nothing."""
    bare = re.sub(r"/\*.*?\*/", " ", css, flags=re.DOTALL)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", bare)).replace(";}", "}").strip()


def said(css: str) -> list[str]:
    return sorted(" ".join(found.split()) for found in re.findall(r"/\*.*?\*/", css, re.DOTALL))


@pytest.mark.parametrize("width", [NARROW, 120])
@pytest.mark.parametrize("path", SHEETS, ids=short)
def test_a_stylesheet_means_the_same_however_it_is_cut(path: Path, width: int) -> None:
    css = path.read_text("utf-8")
    cut = stylesheet(css, width)
    assert meant(cut) == meant(css)
    assert said(cut) == said(css)
    assert stylesheet(cut, width) == cut


def test_a_long_rule_has_a_line_for_each_declaration_and_a_short_one_stays() -> None:
    css = ".a { color: red; } .b { color: red; content: 'a; }  b'; } /* why */\n.c { d: e; }"
    wanted = (
        "/* why */\n.a { color: red; }\n.b {\n  color: red;\n  content: 'a; }  b';\n}\n.c { d: e; }"
    )
    assert stylesheet(css, 30) == wanted


def test_rules_in_a_long_rule_are_indented() -> None:
    css = "@media print { .a, .b { color: red; } .c { d: e; } }"
    wanted = "@media print {\n  .a, .b { color: red; }\n  .c { d: e; }\n}"
    assert stylesheet(css, 30) == wanted


def test_the_classes_that_keep_their_lines_are_read_from_the_stylesheets() -> None:
    css = ".a .b { white-space: pre-line; }\n.c > p, i.d { top: 0; white-space: pre; }\n"
    assert keeping(css + ".e { white-space: nowrap; }") == {"b", "c p", "d"}
    assert "note-text" in kept()


# -- The command -------------------------------------------------------------------------------


def test_the_check_names_what_is_too_long_and_the_layout_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "src" / "deep" / "Page.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>" + "word " * 40 + "</p>\n", "utf-8")
    assert main(["--check"], tmp_path)
    assert "src/deep/Page.html" in capsys.readouterr().out
    assert not main([], tmp_path)
    assert not main(["--check"], tmp_path)
    assert max(map(len, page.read_text("utf-8").split("\n"))) <= 120


def test_a_line_that_cannot_end_anywhere_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "src" / "a.css"
    sheet.parent.mkdir()
    sheet.write_text(f".{'a' * 130} {{ color: red; }}\n", "utf-8")
    main([], tmp_path)
    assert main(["--check"], tmp_path)
    assert "src/a.css:1 has 131 characters" in capsys.readouterr().out
