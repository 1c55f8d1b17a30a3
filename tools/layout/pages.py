"""A template read: where its lines may end, and what in it belongs together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

STRING = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """
INSIDE = rf"(?:{STRING}|[^\"'])*?"
JINJA = rf"\{{%{INSIDE}%\}} | \{{\{{{INSIDE}\}}\}} | \{{\#.*?\#\}}"
VALUE = rf""" "(?>{JINJA}|[^"])*+" | '(?>{JINJA}|[^'])*+' """
TAG = rf"</?[a-zA-Z](?>{JINJA}|{VALUE}|[^>\"'])*+>"
FLAGS = re.VERBOSE | re.DOTALL
RAW = re.compile(r"\{%[-+]?\s*raw\b.*?\bendraw\s*[-+]?%\}", re.DOTALL)
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
LEFT_ALONE = ("pre", "textarea", "script", "style")
OUTSIDE = re.compile(rf"(?P<jinja>{JINJA})|(?P<tag>{TAG})|(?P<blank>\s+)", FLAGS)
IN_TAG = re.compile(rf"(?P<jinja>{JINJA})|(?P<value>{VALUE})|(?P<blank>\s+)", FLAGS)
IN_VALUE = re.compile(rf"(?P<jinja>{JINJA})", FLAGS)
IN_JINJA = re.compile(
    rf"(?P<value>{STRING})|(?P<blank>\s+)|(?P<bracket>[()\[\]{{}}])|(?P<comma>,(?=\S))", FLAGS
)
IN_COMMENT = re.compile(r"(?P<blank>\s+)")
SORTS = {"{%": "statement", "{{": "expression", "{#": "comment"}
BLOCKS = {"if", "for", "macro", "call", "filter", "block", "set", "with", "autoescape"}
UNEASY, LOATH = 1, 99  # how much deeper a place counts where a line should rather not end
A_TAG, AN_EXPRESSION = 4, 6  # and one inside of these


class Token(NamedTuple):
    kind: str  # word, blank, tag, value, verbatim, raw, bracket, comma, or one of SORTS
    start: int
    end: int


class Span(NamedTuple):
    """What belongs together, from its first character to its last."""

    start: int
    end: int
    weight: int = 2

    def holds(self, at: int) -> bool:
        return self.start < at < self.end


class Seam(NamedTuple):
    """Where a line may end: before the character `at`.

    Its sign says how: " " at the blank, which goes; "+" too, and the statement before gets a plus;
    "|" just so; "-" if what follows gets a minus (`{%-`), "~" if what is before does (`-}}`).
    """

    at: int
    sign: str
    before: Token
    after: Token
    loath: int = 0
    indent: str = ""
    in_text: bool = False


class Page:
    """A template: where its lines may end, and what in it belongs together."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.seams: list[Seam] = []
        self.spans: list[Span] = []
        self.opened: list[Token] = []  # tags
        self.elements: list[tuple[Token, Span]] = []  # with the tag that opens it
        self.blocks: dict[int, Span] = {}  # by where each of its statements begins
        self._read()

    def said(self, token: Token) -> str:
        return self.text[token.start : token.end]

    def tokens(self, pattern: re.Pattern[str], start: int, end: int) -> Iterator[Token]:
        """What the pattern names, and the words between."""
        for found in pattern.finditer(self.text, start, end):
            if found.start() > start:
                yield Token("word", start, found.start())
            kind, start = str(found.lastgroup), found.end()
            yield Token(SORTS[found[0][:2]] if kind == "jinja" else kind, found.start(), start)
        if start < end:
            yield Token("word", start, end)

    def _read(self) -> None:
        outside = list(self._outside())
        self._join(outside, in_text=True)
        self._match(outside)

    def _outside(self) -> Iterator[Token]:
        """The tokens of the page itself; what is to be left alone is one word."""
        at, whole = 0, len(self.text)
        while at < whole:
            raw = RAW.search(self.text, at)
            for token in self.tokens(OUTSIDE, at, raw.start() if raw else whole):
                yield token
                at = token.end
                self._look_into(token)
                name = self._name(token)
                if name in LEFT_ALONE:
                    closing = self.text.find(f"</{name}", at)
                    content = Token("verbatim", at, closing if closing > 0 else whole)
                    at = content.end
                    self._look_into(content)
                    yield content
                    break
            else:
                if raw:
                    yield Token("raw", raw.start(), at := raw.end())

    def _look_into(self, token: Token) -> None:
        if token.kind == "tag":
            self.spans.append(Span(token.start, token.end, A_TAG))
            inner = list(self.tokens(IN_TAG, token.start, token.end))
            # Name, first attribute and id stay together: by these the house finds a tag again.
            self._join(inner[2:])
            for part in inner:
                self._look_into(part)
        elif token.kind in {"value", "verbatim"}:
            for part in self.tokens(IN_VALUE, token.start, token.end):
                self._look_into(part)
                if token.kind == "value" and part.kind == "word":
                    self._look_into_value(part)
        elif token.kind in SORTS.values():
            self._look_into_jinja(token)

    def _look_into_value(self, token: Token) -> None:
        """Where nothing else will do, a value is cut, and stays as it is."""
        for found in re.finditer(r"[ ,;](?=[^ ])", self.said(token)):
            at = token.start + found.end()
            self.seams.append(Seam(at, "#", token, token, LOATH))

    def _look_into_jinja(self, token: Token) -> None:
        self.spans.append(Span(token.start, token.end, AN_EXPRESSION))
        comment, opened = token.kind == "comment", list[int]()
        pattern = IN_COMMENT if comment else IN_JINJA
        inner = list(self.tokens(pattern, token.start + 2, token.end - 2))
        for number, part in enumerate(inner):
            if part.kind == "bracket" and self.said(part) in "([{":
                opened.append(part.start)
            elif part.kind == "bracket" and opened:
                self.spans.append(Span(opened.pop(), part.end))
            indent = "   " if comment else "  " * (len(opened) + 1)
            if part.kind == "comma":
                self.seams.append(Seam(part.end, "|", part, part, indent=indent))
            elif self.said(part) == " " and number < len(inner) - 1:
                loath = LOATH if number < 3 else 0 if comment else self._loath(part)
                self.seams.append(Seam(part.start, " ", part, part, loath, indent))

    def _loath(self, blank: Token) -> int:
        """An expression is best cut after a comma, and before what joins its parts."""
        joint = re.match(r"(if|else|and|or)\b", self.text[blank.end : blank.end + 9])
        return 0 if joint or self.text[blank.start - 1] == "," else UNEASY

    def _name(self, token: Token) -> str:
        """What an opening tag opens, or a statement is called."""
        pattern = r"<([\w-]+)" if token.kind == "tag" else r"\{%[-+]?\s*(\w+)"
        found = re.match(pattern, self.said(token))
        return found[1].lower() if found and not self.said(token).endswith("/>") else ""

    # -- Seams between tokens --

    def _join(self, tokens: Sequence[Token], in_text: bool = False) -> None:
        before, blank = None, None
        for token in tokens:
            if token.kind == "blank":
                blank = token
                continue
            stays = not in_text and self.text.startswith("id=", token.start)
            if before and not stays and (not blank or self.said(blank) == " "):
                sign, loath = self._sign(before, token, bool(blank))
                if sign:
                    at = blank.start if blank else token.start
                    self.seams.append(Seam(at, sign, before, token, loath, in_text=in_text))
            before, blank = token, None

    def _sign(self, before: Token, after: Token, blank: bool) -> tuple[str, int]:
        """How a line may end between two tokens, if it may, and how loath it is to."""
        ends, begins = self.text[before.end - 3], self.text[after.start + 2 : after.start + 3]
        kinds = before.kind, after.kind
        if self.said(after) == "{##}":  # it has been put there to end a line
            return "", 0
        if blank:
            trims = before.kind == "statement" and ends not in "-+"
            return "" if before.kind in {"comment", "raw"} else "+" if trims else " ", 0
        if before.kind in {"statement", "comment"}:
            return "" if ends == "+" else "|", 0
        if after.kind in {"statement", "comment"}:
            return "|" if begins == "-" else "-", 0
        if kinds in {("tag", "expression"), ("expression", "expression")}:
            return "|" if begins == "-" else "-", UNEASY
        closes = self.said(after).startswith("</")
        if kinds == ("expression", "tag"):
            return "|" if ends == "-" else "~", UNEASY + closes
        if kinds == ("tag", "tag") and not closes:
            return "#", 0 if self._ended(before) else UNEASY
        return "", 0

    def _ended(self, tag: Token) -> bool:
        """Whether an element is over with this tag."""
        return self.said(tag).startswith("</") or self._name(tag) in {"", *VOID}

    # -- Elements and blocks --

    def _match(self, tokens: Sequence[Token]) -> None:
        """Find the end of every element and block; tags left open in a branch have none."""
        opened: list[tuple[str, list[Token]]] = []
        for token in tokens:
            name, said = self._name(token), self.said(token)
            if token.kind == "tag" and name:
                opened.append((f"<{name}", [token]))
                self.opened.append(token)
            elif token.kind == "tag":
                self._close(opened, f"<{said[2:-1].strip().lower()}", token)
            elif name.startswith("end"):
                self._close(opened, name[3:], token)
            elif name in {"else", "elif"}:
                _innermost(opened)[1].append(token)
            elif name in BLOCKS and not (name == "set" and "=" in said):
                opened.append((name, [token]))

    def _close(self, opened: list[tuple[str, list[Token]]], name: str, end: Token) -> None:
        for number in range(len(opened) - 1, -1, -1):
            found, tokens = opened[number]
            if found == name:
                span = Span(tokens[0].start, end.end)
                self.spans.append(span)
                if end.kind == "tag":
                    self.elements.append((tokens[0], span))
                else:
                    self.blocks |= {token.start: span for token in (*tokens, end)}
                del opened[number:]
                return
            if end.kind == "tag" and not found.startswith("<"):
                return


def _innermost(opened: list[tuple[str, list[Token]]]) -> tuple[str, list[Token]]:
    while opened and opened[-1][0].startswith("<"):
        opened.pop()
    return opened[-1] if opened else ("", [])
