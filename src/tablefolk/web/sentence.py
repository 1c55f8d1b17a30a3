"""A sentence of a template as a translator reads it: its text, its places, what is set off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from jinja2 import nodes

PLACE = re.compile(r"\{(\w+)\}|<(/?\d+)>")
BLANKS = " \t\r\n"  # what HTML reads as one blank; one that does not break is a sign
BLANK = re.compile(f"[{BLANKS}]+")
LETTER = re.compile(r"[^\W\d_]")


class Tag:
    """A tag within a sentence."""

    def __init__(self, shut: bool, made: Sequence[nodes.Node]) -> None:
        self.shut, self.made = shut, list(made)


Token = str | nodes.Expr | Tag


class Sentence:
    """A run of text as a translator reads it, and what its places stand for."""

    def __init__(self, tokens: Sequence[Token], escaped: bool = True) -> None:
        self.places: dict[str, Token] = {}
        self.text, written, tags = "", "", list[str]()
        for token in tokens:
            if isinstance(token, str):
                plain = unescape(token) if escaped else token
                self.text, written = self.text + plain, written + plain
            elif isinstance(token, Tag):
                written += f"<{self._numbered(token, tags)}>"
            else:
                written += f"{{{self._named(token)}}}"
        self.english = BLANK.sub(" ", written.strip(BLANKS))
        self.lead = written[: len(written) - len(written.lstrip(BLANKS))]
        self.tail = written[len(written.rstrip(BLANKS)) :] if self.english else ""

    def _numbered(self, tag: Tag, tags: list[str]) -> str:
        if tag.shut:
            name = f"/{tags.pop()}"
        else:
            name = str(sum(isinstance(t, Tag) and not t.shut for t in self.places.values()) + 1)
            tags.append(name)
        self.places[name] = tag
        return name

    def _named(self, expr: nodes.Expr) -> str:
        """A place by what is filled in, as far as it has a name."""
        base = name = name_of(expr) or "x"
        number = 1
        while name in self.places:
            number += 1
            name = f"{base}{number}"
        self.places[name] = expr
        return name


def name_of(expr: nodes.Node | None) -> str:
    """What an expression could be called."""
    match expr:
        case nodes.Name(name=name) | nodes.Getattr(attr=name):
            return str(name)
        case nodes.Filter(node=of) | nodes.Getitem(node=of) | nodes.Call(node=of):
            return name_of(of)
    return ""


def bare(tokens: list[Token]) -> tuple[list[Token], list[Token], list[Token]]:
    """What is drawn before a sentence, the sentence, and what is drawn after it."""
    first, last = 0, len(tokens)
    while first < last and _no_words(tokens[first]):
        first += 1
    while last > first and _no_words(tokens[last - 1]):
        last -= 1
    kept = tokens[first:last]
    if kept and _wraps(kept):
        before, inner, after = bare(kept[1:-1])
        return [*tokens[:first], kept[0], *before], inner, [*after, kept[-1], *tokens[last:]]
    return tokens[:first], kept, tokens[last:]


def _no_words(token: Token) -> bool:
    return isinstance(token, nodes.Call) or (isinstance(token, str) and not token.strip())


def _wraps(tokens: Sequence[Token]) -> bool:
    """Whether the first tag is shut by the last."""
    depth = 0
    for number, token in enumerate(tokens):
        depth += (1 - 2 * token.shut) if isinstance(token, Tag) else 0
        if depth == 0:
            return number == len(tokens) - 1 > 0
    return False


def whole(tokens: list[Token]) -> Iterator[list[Token] | Tag]:
    """A text in one piece if each tag in it is shut in it, else cut at its tags."""
    depths, depth = list[int](), 0
    for token in tokens:
        depth += (1 - 2 * token.shut) if isinstance(token, Tag) else 0
        depths.append(depth)
    loose = "".join(t for t, d in zip(tokens, depths, strict=True) if isinstance(t, str) and not d)
    shut = bool(tokens) and depths[-1] == min(depths) == 0
    if shut and (LETTER.search(loose) or _wraps(bare(tokens)[1])):
        yield tokens
        return
    part: list[Token] = []
    for token in tokens:
        if isinstance(token, Tag):
            yield part
            yield token
            part = []
        else:
            part.append(token)
    yield part


def places(sentence: str) -> Iterator[tuple[str, str]]:
    """A sentence cut at its places: each text, and what comes after it."""
    at = 0
    for found in PLACE.finditer(sentence):
        yield sentence[at : found.start()], found[1] or found[2]
        at = found.end()
    yield sentence[at:], ""
