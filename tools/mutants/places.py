"""Places in functions that can be changed, and the code with one of them changed.

A place is found in the syntax tree: a comparison (turned around, or off by one), a whole number
(one more, one less), `and` and `or`, a condition of a comprehension (negated, or dropped), and a
statement dropped: a guard (`need`, `must`), a `yield`, any other call, an assignment that is not
the first. What is dropped stays in the code as `if False: …`, and a dropped condition as
`True or …`, so that every name means what it meant and a generator stays one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "tablefolk"
KINDS = ("comparison", "constant", "and/or", "filter", "guard", "yield", "statement")

NEAR: dict[type, type] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE: dict[type, type] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
GUARDS = {"need", "must"}
# What no rule is made of: how a thing looks to its programmers, what the server's log says.
UNTOLD = {"__repr__", "__rich__"}
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "warn", "print"}
AT_EASE = {"timeout", "maxsize", "indent", "stacklevel"}  # keywords whose number is no rule
NO_CODE = {"annotation", "returns", "decorator_list", "args"}  # parts of a node that do nothing
ONE_YIELD = {"contextmanager", "asynccontextmanager"}  # a function like this is nothing without
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """One change: where, which node of the tree and in which of its ways, and how it reads."""

    path: str  # below src/tablefolk
    line: int
    function: str
    kind: str
    node: int
    way: int
    statement: int  # the node of the statement it stands in
    before: str
    after: str

    def __str__(self) -> str:
        return f"src/tablefolk/{self.path}:{self.line} {self.function}: {self.text}"

    @property
    def text(self) -> str:
        return f"{self.kind}: {self.before} → {self.after}"


# -- The ways of a node --------------------------------------------------------------------------


def ways(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """What a node can be changed to, each with its kind."""
    match node:
        case ast.Compare():
            return [("comparison", compared(node, by)) for by in (NEAR, OPPOSITE) if op(node) in by]
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            return [("and/or", ast.BoolOp(other, node.values))]
        case ast.Constant(value=int(n)) if not isinstance(n, bool):
            return [("constant", ast.Constant(n + 1)), ("constant", ast.Constant(n - 1))]
        case ast.comprehension(ifs=[_, *_]):
            return [*opened(node)]
        case ast.Expr() | ast.Assign() | ast.AugAssign():
            return [(dropped_as(node), ast.If(ast.Constant(False), [node], []))]
    return []


def op(node: ast.Compare) -> type:
    return type(node.ops[0])


def compared(node: ast.Compare, by: dict[type, type]) -> ast.Compare:
    return ast.Compare(node.left, [by[op(node)](), *node.ops[1:]], node.comparators)


def opened(node: ast.comprehension) -> Iterator[tuple[str, ast.AST]]:
    for n, test in enumerate(node.ifs):
        for new in (
            ast.UnaryOp(ast.Not(), test),
            ast.BoolOp(ast.Or(), [ast.Constant(True), test]),
        ):
            ifs = [*node.ifs[:n], new, *node.ifs[n + 1 :]]
            yield "filter", ast.comprehension(node.target, node.iter, ifs, node.is_async)


def dropped_as(node: ast.Expr | ast.Assign | ast.AugAssign) -> str:
    if isinstance(node.value, (ast.Yield, ast.YieldFrom)):
        return "yield"
    guard = isinstance(node.value, ast.Call) and called(node.value) in GUARDS
    return "guard" if guard else "statement"


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


# -- Finding places ------------------------------------------------------------------------------


def source_files(under: str, only: str = "") -> list[Path]:
    """The Python below a folder of the house, or what of it is also below another."""
    every = sorted((SOURCE / under).rglob("*.py"))
    return [p for p in every if within(below(p), only) and "postgres" not in below(p)]


def below(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def within(path: str, only: str) -> bool:
    return not only or path == only or path.startswith(only.rstrip("/") + "/")


def places(path: Path) -> list[Place]:
    """Every change that can be made in a file's functions."""
    text = path.read_text("utf-8")
    return [*Finder(below(path), ast.parse(text)).places()]


class Finder:
    """Goes through one file."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.path, self.tree = path, tree
        self.numbers = {id(node): n for n, node in enumerate(ast.walk(tree))}

    def places(self) -> Iterator[Place]:
        for name, function in outermost(self.tree, ""):
            if function.name not in UNTOLD:
                one = single_yield(function)
                yield from self.block(function.body, name, parameters(function), one)

    def block(self, body: list[ast.stmt], name: str, known: set[str], one: bool) -> Iterator[Place]:
        """A block's places; `known` are the names that have a value when it begins."""
        known = {*known}
        for statement in body:
            if droppable(statement, known, one):
                yield from self.at(statement, statement, name)
            if not isinstance(statement, ast.Assert) and not logged(statement):
                yield from self.parts(statement, statement, name, known, one)
            known |= assigned(statement)

    def parts(
        self, node: ast.AST, statement: ast.stmt, name: str, known: set[str], one: bool
    ) -> Iterator[Place]:
        for field, part in ast.iter_fields(node):
            if field in NO_CODE and not isinstance(node, ast.Call):
                continue
            if field in ("body", "orelse", "finalbody") and isinstance(part, list):
                inner_known = parameters(node) if isinstance(node, Function) else known
                yield from self.block(part, name, inner_known, one or single_yield(node))
                continue
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, ast.AST) and not at_ease(inner):
                    if not isinstance(inner, ast.stmt):
                        yield from self.at(inner, statement, name)
                    yield from self.parts(inner, statement, name, known, one)

    def at(self, node: ast.AST, statement: ast.stmt, name: str) -> Iterator[Place]:
        for way, (kind, new) in enumerate(ways(node)):
            first = node.ifs[0] if isinstance(node, ast.comprehension) else node
            line = getattr(first, "lineno", statement.lineno)
            numbers = self.numbers[id(node)], way, self.numbers[id(statement)]
            shown = reads(node, new, statement)
            yield Place(self.path, line, name, kind, *numbers, *shown)


def outermost(node: ast.AST, within: str) -> Iterator[tuple[str, Function]]:
    """The functions of a module and the methods of its classes, by their full names."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, Function):
            yield within + inner.name, inner
        elif isinstance(inner, ast.ClassDef):
            yield from outermost(inner, f"{within}{inner.name}.")
        elif isinstance(inner, (ast.If, ast.Try)):
            yield from outermost(inner, within)


def parameters(function: Function) -> set[str]:
    return {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}


def single_yield(node: ast.AST) -> bool:
    return any(
        getattr(d, "id", getattr(d, "attr", "")) in ONE_YIELD
        for d in getattr(node, "decorator_list", [])
    )


def droppable(statement: ast.stmt, known: set[str], one: bool) -> bool:
    """A call or a yield, or an assignment after which every name has a value still."""
    if isinstance(statement, ast.Expr):
        does = isinstance(statement.value, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom))
        return does and not logged(statement) and not (one and dropped_as(statement) == "yield")
    if isinstance(statement, (ast.Assign, ast.AugAssign)):
        return assigned(statement) <= known
    return False


def logged(statement: ast.stmt) -> bool:
    """Whether a statement only writes to the server's log."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Call) and called(value) in LOGS


def assigned(statement: ast.stmt) -> set[str]:
    """The names that surely have a value after a statement."""
    if isinstance(statement, (ast.If, ast.For, ast.While, ast.Try, ast.Match)):
        return set()
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def at_ease(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in AT_EASE


def reads(node: ast.AST, new: ast.AST, statement: ast.stmt) -> tuple[str, str]:
    """How a place read, and how it reads now: with its statement, where it is but a number."""
    if isinstance(new, ast.If):
        return short(ast.unparse(node)), "dropped"
    if isinstance(node, ast.Constant):
        head = ast.unparse(statement).partition("\n")[0]
        return f"{node.value!r} in `{short(head)}`", ast.unparse(new)
    if isinstance(node, ast.comprehension) and isinstance(new, ast.comprehension):
        pairs = zip(node.ifs, new.ifs, strict=True)
        return next((unparsed(a), unparsed(b)) for a, b in pairs if a is not b)
    return unparsed(node), unparsed(new)


def unparsed(node: ast.AST) -> str:
    return short(ast.unparse(node))


def short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else line[:99] + "…"


# -- The code with a change ----------------------------------------------------------------------


class Exchanged(ast.NodeTransformer):
    """The tree with other nodes in place of some."""

    def __init__(self, others: dict[int, list[ast.AST]]) -> None:
        self.others = others  # by the id of the node they stand for

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        others = self.others.pop(id(node), None)
        seen: ast.AST = self.generic_visit(node)
        if others is None:
            return seen
        for other in others:
            ast.copy_location(other, node)
        return others[0] if len(others) == 1 else others


def mutated(place: Place) -> CodeType:
    """The module with this one place changed."""
    path, tree, nodes = parsed(place.path)
    node = nodes[place.node]
    others = {id(node): [ways(node)[place.way][1]]}
    return compiled(Exchanged(others).visit(tree), path)


def marked(path: str, some: dict[int, Place]) -> CodeType:
    """The module that calls `reached__(n)` before the statement of place number n."""
    file, tree, nodes = parsed(path)
    others: dict[int, list[ast.AST]] = {}
    for n, place in some.items():
        statement = nodes[place.statement]
        mark = ast.Expr(ast.Call(ast.Name("reached__", ast.Load()), [ast.Constant(n)], []))
        others.setdefault(id(statement), [statement]).insert(0, mark)
    return compiled(Exchanged(others).visit(tree), file)


def original(path: str) -> CodeType:
    file, tree, _ = parsed(path)
    return compiled(tree, file)


def parsed(path: str) -> tuple[Path, ast.Module, list[ast.AST]]:
    file = SOURCE / path
    tree = ast.parse(file.read_text("utf-8"))
    return file, tree, [*ast.walk(tree)]


def compiled(tree: ast.AST | list[ast.AST], path: Path) -> CodeType:
    assert isinstance(tree, ast.Module)
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
