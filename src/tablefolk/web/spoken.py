"""Templates in another language: each is read as a browser reads it, and its sentences said anew.

This is done once, when a template is compiled, and only where another language than English is
spoken. A sentence is what stands in one text, with places for what is filled in ("{n} of {total}
boxes") and numbers for what is set off in it ("see <1>the rules</1>"): they may change places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from jinja2 import nodes
from markupsafe import escape

from tablefolk.core.language import said
from tablefolk.web.render import House
from tablefolk.web.sentence import LETTER, Sentence, Tag, Token, bare, places, whole
from tablefolk.web.shown import Flow, Followed, macros_in

SPOKEN = {"aria-label", "title", "placeholder", "alt", "aria-description", "label"}
INLINE = {"a", "em", "i", "b", "strong", "q", "cite", "abbr", "u", "s"}
MUTE = {"script", "style", "textarea", "code", "kbd", "pre"}
TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*|\Z)|<!(?:--.*?-->)?", re.DOTALL)
IN_TAG = re.compile(r"([\w:@.-]*)\s*=\s*([\"'])|>")
FORMAT = re.compile(r"%[-+.\d]*[a-z]")
Say = Callable[[str], str]


class Reader:
    """One template as it is read: where in the HTML one is, and the sentence one is in."""

    def __init__(self, flow: Flow, name: str, say: Say) -> None:
        self.of = Followed(flow, name)
        self.of.words, self.of.together = self._words, self._together
        self.flow, self.say = flow, say
        self.mode, self.tag, self.attribute, self.quote, self.shut = "text", "", "", "", False
        self.out: list[nodes.Node] = []
        self.run: list[Token] = []  # the sentence so far
        self.value: list[Token] = []  # what a spoken attribute says so far
        self.inside: list[nodes.Node] = []  # the tag so far
        self.cut = False  # whether the tag began before a statement

    # -- Statements ------------------------------------------------------------------------

    def body(self, some: Sequence[nodes.Node]) -> None:
        for node in some:
            if isinstance(node, nodes.Output):
                node.nodes = self._output(node.nodes)  # type: ignore[assignment]
            else:
                self._statement(node)

    def _statement(self, node: nodes.Node) -> None:
        for child in node.iter_child_nodes():
            if isinstance(child, nodes.Expr):
                self.of.given(child)
        match node:
            case nodes.If():
                self._either(node.body, *(one.body for one in node.elif_), node.else_)
            case nodes.For(iter=nodes.Expr() as some):
                node.iter = self.of.named(node.target, some, (None,))
                self._either(node.body, node.else_)
            case nodes.Macro():
                self._macro(node)
            case nodes.Block():
                self._block(node)
            case nodes.Assign(node=nodes.Expr() as value):
                node.node = self.of.named(node.target, value)
            case nodes.With():
                pairs = zip(node.targets, node.values, strict=True)
                node.values = [self.of.named(target, value) for target, value in pairs]
                self.body(node.body)
            case nodes.CallBlock() | nodes.AssignBlock() | nodes.FilterBlock():
                self._apart(node.body)
            case nodes.Import(template=nodes.Const(value=template)):
                self.of.aliases[node.target] = template
            case nodes.Include() | nodes.Extends():
                self.of.borrowed(node.template)
            case nodes.Scope() | nodes.ScopedEvalContextModifier():
                self.body(node.body)

    def _either(self, *branches: Sequence[nodes.Node]) -> None:
        """Whichever is taken, they all begin and end at the same place of the HTML."""
        before = self._place()
        begin, *others = branches
        self.body(begin)
        after = self._place()
        for branch in others:
            self._go(before)
            self.body(branch)
        self._go(after)

    def _apart(self, body: Sequence[nodes.Node], mode: str = "text") -> None:
        """What is drawn by itself, and put in its place later."""
        before = self._place()
        self._go((mode, "", "", "", False))
        self.body(body)
        self._go(before)

    def _macro(self, node: nodes.Macro) -> None:
        outer, self.of.scope = self.of.scope, (self.of.scope[0], node.name)
        for number, default in enumerate(node.defaults):
            name = node.args[len(node.args) - len(node.defaults) + number]
            node.defaults[number] = self.of.named(name, default)
        self._apart(node.body, "unread" if self.of.scope in self.flow.unread else "text")
        self.of.scope = outer

    def _block(self, node: nodes.Block) -> None:
        if self.mode != "text":
            self.flow.unread.add(("", node.name))
        if ("", node.name) in self.flow.unread:
            self._apart(node.body, "unread")
        else:
            self.body(node.body)

    def _place(self) -> tuple[Any, ...]:
        return self.mode, self.tag, self.attribute, self.quote, self.shut

    def _go(self, place: tuple[Any, ...]) -> None:
        self.mode, self.tag, self.attribute, self.quote, self.shut = place

    # -- What is put out: data and expressions --------------------------------------------------

    def _output(self, some: Sequence[nodes.Node]) -> list[nodes.Node]:
        self.out, self.cut = [], self.mode in ("tag", "value", "spoken")
        for node in some:
            if isinstance(node, nodes.TemplateData):
                self._data(node.data)
            elif isinstance(node, nodes.Expr):
                self._expression(node)
        self._end_value()
        self._end()
        self.out += self.inside
        self.inside = []
        return self.out

    def _expression(self, expr: nodes.Expr) -> None:
        self.of.given(expr)
        if self.mode == "text":
            self.run.append(expr)
        elif self.mode == "spoken":
            self.value.append(expr)
        else:
            self.of.unread(expr)
            self._raw(expr)

    def _raw(self, node: nodes.Node) -> None:
        (self.inside if self.mode in ("tag", "value", "spoken") else self.out).append(node)

    def _data(self, text: str) -> None:
        at = 0
        while at < len(text):
            at = getattr(self, f"_in_{self.mode}")(text, at)

    def _in_unread(self, text: str, at: int) -> int:
        self.out.append(_data(text[at:]))
        return len(text)

    def _in_text(self, text: str, at: int) -> int:
        found = TAG.search(text, at)
        before = text[at : found.start()] if found else text[at:]
        if before:
            self.run.append(before)
        if not found:
            return len(text)
        self.mode, self.cut, self.shut, self.tag = "tag", False, bool(found[1]), found[2] or "!"
        self.inside = [_data(found[0])]
        return found.end()

    def _in_mute(self, text: str, at: int) -> int:
        end = text.find(f"</{self.tag}", at)
        self.out.append(_data(text[at : end if end >= 0 else len(text)]))
        if end < 0:
            return len(text)
        self.mode = "text"
        return end

    def _in_tag(self, text: str, at: int) -> int:
        found = IN_TAG.search(text, at)
        end = found.end() if found else len(text)
        self.inside.append(_data(text[at:end]))
        if found and found[2]:
            self.attribute, self.quote = found[1], found[2]
            self.mode = "spoken" if self.attribute in SPOKEN else "value"
        elif found:
            self._end_tag()
        return end

    def _in_value(self, text: str, at: int) -> int:
        end = text.find(self.quote, at)
        stop = len(text) if end < 0 else end
        if self.mode == "spoken":
            self.value.append(text[at:stop])
        else:
            self.inside.append(_data(text[at:stop]))
        if end < 0:
            return stop
        self._end_value()
        self.inside.append(_data(self.quote))
        self.mode = "tag"
        return end + 1

    _in_spoken = _in_value

    def _end_tag(self) -> None:
        """A tag that belongs to a sentence stays in it; any other ends it."""
        if self.tag in INLINE and not self.cut:
            self.run.append(Tag(self.shut, self.inside))
        else:
            self._end()
            self.out += self.inside
        self.inside, self.cut = [], False
        self.mode = "mute" if self.tag in MUTE and not self.shut else "text"

    # -- Sentences -----------------------------------------------------------------------------

    def _end_value(self) -> None:
        self.inside += self._spoken(self.value)
        self.value = []

    def _end(self) -> None:
        """The end of a text: what stands around its sentence is taken off first."""
        for part in whole(self.run):
            self.out += part.made if isinstance(part, Tag) else self._spoken(part)
        self.run = []

    def _spoken(self, tokens: list[Token]) -> list[nodes.Node]:
        before, tokens, after = bare(tokens)
        words = Sentence(tokens)
        if not LETTER.search(words.text):
            return [*self._plain(before), *self._plain(tokens), *self._plain(after)]
        return [*self._plain(before), *self._said(words), *self._plain(after)]

    def _said(self, words: Sentence) -> Iterator[nodes.Node]:
        yield _data(words.lead)
        for text, place in places(self.say(words.english)):
            if text:
                yield _data(str(escape(text)))
            if place in words.places:
                yield from self._plain([words.places[place]])
        yield _data(words.tail)

    def _plain(self, tokens: list[Token]) -> Iterator[nodes.Node]:
        for token in tokens:
            if isinstance(token, str):
                yield _data(token)
            elif isinstance(token, Tag):
                yield from token.made
            else:
                yield self.of.shown(token)

    def _words(self, words: str) -> str:
        """A text that an expression shows."""
        text = Sentence([words], escaped=False)
        if not LETTER.search(FORMAT.sub("", text.text)):
            return words
        return f"{text.lead}{self.say(text.english)}{text.tail}"

    def _together(self, expr: nodes.Concat) -> nodes.Expr:
        """Texts put together in an expression are a sentence like any other."""
        parts = (n.value if isinstance(n, nodes.Const) else n for n in expr.nodes)
        words = Sentence([p if isinstance(p, nodes.Expr) else str(p) for p in parts], escaped=False)
        if not LETTER.search(words.text):
            expr.nodes = [n if isinstance(n, nodes.Const) else self.of.shown(n) for n in expr.nodes]
            return expr
        made: list[nodes.Expr] = [nodes.Const(words.lead)]
        for text, place in places(self.say(words.english)):
            made.append(nodes.Const(text))
            if isinstance(filled := words.places.get(place), nodes.Expr):
                made.append(self.of.shown(filled))
        return nodes.Concat([*made, nodes.Const(words.tail)], lineno=expr.lineno)


def _data(text: str) -> nodes.Node:
    return nodes.TemplateData(text, lineno=1)


class InOtherWords(House):
    """An environment whose templates are said in the language that is spoken."""

    say: Say = staticmethod(said)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        if name is not None:
            self.read(name, tree, self.flow, self.say)
        return tree

    @cached_property
    def flow(self) -> Flow:
        """What all templates show, followed until nothing more is found."""
        flow, trees = Flow(), self._trees()
        for name, tree in trees.items():
            flow.macros |= {(name, macro): given for macro, given in macros_in(tree)}
        self._follow(flow, trees, lambda: len(flow.unread))
        flow.names.clear()  # some were found where no text is made
        self._follow(flow, trees, lambda: sum(map(len, flow.names.values())))
        return flow

    def _follow(
        self, flow: Flow, trees: dict[str, nodes.Template], found: Callable[[], int]
    ) -> None:
        before = -1
        while before != found():
            before = found()
            for name, tree in trees.items():
                self.read(name, tree, flow, lambda words: words)

    def _trees(self) -> dict[str, nodes.Template]:
        assert self.loader is not None
        names = self.list_templates(filter_func=lambda name: name.endswith((".html", ".svg")))
        sources = ((name, self.loader.get_source(self, name)[0]) for name in names)
        return {name: super(InOtherWords, self)._parse(text, name, None) for name, text in sources}

    def read(self, name: str, tree: nodes.Template, flow: Flow, say: Say) -> None:
        Reader(flow, name, say).body(tree.body)
        tree.set_environment(self)
