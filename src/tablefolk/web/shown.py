"""What of the templates is shown: which words in them a person reads, wherever they stand.

A word in a template is read where it stands in a text or in a spoken attribute; but also where it
is given to a macro that shows it, or set under a name that is shown later. So that none of these
has to be marked, and none can be forgotten, it is followed from where it is shown back to where it
stands, through all templates, until nothing more is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jinja2 import nodes

Scope = tuple[str, str]  # a template, and in it a macro, or "" outside of macros
Path = tuple[Any, ...]  # the way to a value in a literal: an index or a key, None for any of them
OF_EACH = {"join", "listing", "first", "last", "list", "sort", "reverse"}
AS_IT_IS = {"capitalize", "upper", "lower", "title", "trim", "sentence", "string", "e"}
AS_IT_IS |= {"default", "d", "format", "replace", "escape"}
WITH_WORDS = {"default", "d", "join", "listing"}  # filters that show what they are given besides


class Flow:
    """What is known of all templates: which names are shown, and what is drawn inside a tag."""

    def __init__(self) -> None:
        self.names: dict[Scope, set[tuple[str, Path]]] = {}
        self.macros: dict[Scope, list[str]] = {}  # the names of what each is given
        self.unread: set[Scope] = set()  # macros, and blocks under "", that make no text

    def mark(self, scope: Scope, name: str, path: Path) -> None:
        """A name is shown: if the macro was not given it, it is the template's."""
        self.names.setdefault(scope, set()).add((name, path))
        if scope[1] and name not in self.macros.get(scope, ()):
            self.mark((scope[0], ""), name, path)

    def paths(self, scope: Scope, name: str) -> list[Path]:
        """What of a name is shown."""
        return [path for known, path in self.names.get(scope, ()) if known == name]


class Followed:
    """The expressions of one template, and which texts in them lead to the screen."""

    words: Callable[[str], str]  # what becomes of a text that is shown
    together: Callable[[nodes.Concat], nodes.Expr]  # and of texts put together

    def __init__(self, flow: Flow, template: str) -> None:
        self.flow, self.scope = flow, (template, "")
        self.aliases = {"macros": "macros.html"}

    # -- What is shown --

    def shown(self, expr: nodes.Expr, path: Path = ()) -> nodes.Expr:
        """An expression of which this is shown."""
        match expr:
            case nodes.Const(value=str(words)) if not path:
                return nodes.Const(self.words(words), lineno=expr.lineno)
            case nodes.Concat() if not path:
                return self.together(expr)
            case nodes.CondExpr(expr1=one, expr2=other):
                expr.expr1, expr.expr2 = self.shown(one, path), other and self.shown(other, path)
            case nodes.Or(left=one, right=other) | nodes.And(left=one, right=other):
                expr.left, expr.right = self.shown(one, path), self.shown(other, path)
            case nodes.Add(left=one, right=other):
                expr.left, expr.right = self.shown(one, path), self.shown(other, path)
            case nodes.Getitem(node=of, arg=arg):
                at = arg.value if isinstance(arg, nodes.Const) else None
                expr.node = self.shown(of, (at, *path))
            case nodes.Name(name=name):
                self.flow.mark(self.scope, name, path)
            case nodes.Filter():
                self._filtered(expr, path)
            case nodes.Call(node=nodes.Getattr()):
                self._asked(expr, path)
            case nodes.List() | nodes.Tuple() | nodes.Dict():
                self._literal(expr, path)
        return expr

    def _filtered(self, expr: nodes.Filter, path: Path) -> None:
        if expr.node is not None and expr.name in AS_IT_IS | OF_EACH:
            inner = (None, *path) if expr.name in OF_EACH else path
            expr.node = self.shown(expr.node, inner)
        if expr.name in WITH_WORDS:
            expr.args = [self.shown(arg) for arg in expr.args]

    def _asked(self, call: nodes.Call, path: Path) -> None:
        """A method of a literal, of a text or of something named."""
        of = call.node
        assert isinstance(of, nodes.Getattr)
        if of.attr == "items" and path[:2] == (None, 1):
            of.node = self.shown(of.node, (None, *path[2:]))
        elif of.attr in ("get", "values"):
            of.node = self.shown(of.node, (None, *path) if of.attr == "get" else path)
            call.args[1:] = [self.shown(arg, path) for arg in call.args[1:]]
        elif of.attr in ("format", "capitalize", "strip"):
            of.node = self.shown(of.node, path)

    def _literal(self, expr: nodes.Expr, path: Path) -> None:
        at, rest = (path[0], path[1:]) if path else (None, ())
        if isinstance(expr, nodes.Dict):
            for pair in expr.items:
                if at is None or pair.key == nodes.Const(at):
                    pair.value = self.shown(pair.value, rest)
        elif isinstance(expr, nodes.List | nodes.Tuple):
            for number, item in enumerate(expr.items):
                if at is None or number == at:
                    expr.items[number] = self.shown(item, rest)

    # -- What is set, gone through and given --

    def named(self, target: nodes.Node, value: nodes.Expr, path: Path = ()) -> nodes.Expr:
        """What goes by a name from here on: shown if the name is."""
        if isinstance(target, nodes.Name):
            for more in self.flow.paths(self.scope, target.name):
                value = self.shown(value, (*path, *more))
        elif isinstance(target, nodes.Tuple):
            for number, one in enumerate(target.items):
                value = self.named(one, value, (*path, number))
        return value

    def given(self, expr: nodes.Node) -> None:
        """What all macros are given that are called in an expression."""
        calls = [expr] if isinstance(expr, nodes.Call) else []
        for call in (*calls, *expr.find_all(nodes.Call)):
            macro = self.called(call)
            for number, name in enumerate(self.flow.macros.get(macro, ())):
                for path in self.flow.paths(macro, name):
                    self._argument(call, number, name, path)

    def _argument(self, call: nodes.Call, number: int, name: str, path: Path) -> None:
        if number < len(call.args):
            call.args[number] = self.shown(call.args[number], path)
        for pair in call.kwargs:
            if pair.key == name:
                pair.value = self.shown(pair.value, path)

    def called(self, call: nodes.Call) -> Scope:
        """Which macro is called, of this template or of one that it has imported."""
        match call.node:
            case nodes.Name(name=name):
                return self.scope[0], name
            case nodes.Getattr(node=nodes.Name(name=alias), attr=name) if alias in self.aliases:
                return self.aliases[alias], name
        return "", ""

    def unread(self, expr: nodes.Expr) -> None:
        """What is drawn into a tag makes no text."""
        for call in expr.find_all(nodes.Call):
            self.flow.unread.add(self.called(call))
        if isinstance(expr, nodes.Call):
            self.flow.unread.add(self.called(expr))

    def borrowed(self, template: nodes.Expr) -> None:
        """What an included or extended template shows of the names that it is left."""
        if isinstance(template, nodes.Const):
            for name, path in tuple(self.flow.names.get((template.value, ""), ())):
                self.flow.mark(self.scope, name, path)


def macros_in(tree: nodes.Template) -> Iterator[tuple[str, list[str]]]:
    """The macros of a template, with the names of what they are given."""
    for macro in tree.find_all(nodes.Macro):
        yield macro.name, [arg.name for arg in macro.args]
