"""Drops every guard of the rules, one at a time, and says which test notices.

python -m tools.guards [area …]    core.table and every game, or those named (nothing is written)

A guard is a statement that refuses somebody for who they are: `gm_only(seat, …)`, a `need` or
`must` about the seat, a call of a function that holds one (`wheel.own(seat, …)`), or the GM's
`word`. A bare statement is dropped; where the call's value is needed, it is given a seat that may
everything. This happens in memory, in the code of the living function. First the law of
tablefolk.testing.whose is asked about the commands that run through that function; what it lets
pass, the tests that name those commands have to notice.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest
from tests.laws.subjects import ODD_ONE, SUBJECTS

from tablefolk.core.game import Command, Seat
from tablefolk.games import module_of
from tablefolk.games.mutagen.playbooks.library import Shelf
from tablefolk.testing import Subject, whose

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
AREAS: dict[str, tuple[Subject, str, str]] = {
    "core.table": (ODD_ONE, "tablefolk/core/table", "tests/table"),
    **{
        module.rsplit(".", 1)[-1]: (
            subject,
            f"{module.replace('.', '/')}/rules",
            f"tests/games/{module.rsplit('.', 1)[-1]}",
        )
        for subject in SUBJECTS[1:]
        if (module := module_of(subject.game.key))
    },
}
PAGES = {"blocks", "offering", "page", "telling"}  # what the table shows is no rule
BARE = {"gm_only", "the_gm", "the_director", "own", "played", "tended", "word"}
CODES = whose.WHO | whose.GATE - {"unknown"}


# -- Finding them ------------------------------------------------------------------------------


class Guard(NamedTuple):
    """One guard: where it stands, and how it reads."""

    module: str
    function: str
    line: int
    text: str
    drop: bool  # the whole statement, and not only its seat

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function}: {self.text}"


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def about_seat(node: ast.AST, locals: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in {"seat", *locals} for n in ast.walk(node))


def guarding(call: ast.Call, helpers: set[str], locals: set[str]) -> bool:
    """Whether this call refuses people for who they are."""
    name = name_of(call)
    if name in ("must", "need"):
        code = call.args[2] if len(call.args) > 2 else None
        known = isinstance(code, ast.Constant) and code.value in CODES
        return known and about_seat(call.args[0], locals)
    handed = any(isinstance(a, ast.Name) and a.id == "seat" for a in call.args)
    return name in BARE | helpers and handed


def derived(function: ast.FunctionDef) -> set[str]:
    """Local names made of the seat: `mine`, `may`, `theirs`."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and about_seat(node.value, found):
            found |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return found


def guards_in(function: ast.FunctionDef, helpers: set[str]) -> Iterator[tuple[ast.stmt, ast.Call]]:
    locals = derived(function)
    for statement in ast.walk(function):
        if not isinstance(statement, (ast.Expr, ast.Assign, ast.Return)) or not statement.value:
            continue
        for call in ast.walk(statement.value):
            if isinstance(call, ast.Call) and guarding(call, helpers, locals):
                bare = isinstance(statement, ast.Expr) and statement.value is call
                if bare or name_of(call) not in ("must", "need"):  # else a look among one's own
                    yield statement, call


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def is_rule(function: ast.FunctionDef) -> bool:
    """A rule is given the dice; any other function with a seat helps rules."""
    return any(a.arg == "dice" for a in function.args.args)


@cache
def trees(area: str) -> dict[str, ast.Module]:
    every = sorted((SOURCE / AREAS[area][1]).rglob("*.py"))
    paths = [path for path in every if path.stem not in PAGES]
    names = (".".join(p.relative_to(SOURCE).with_suffix("").parts) for p in paths)
    return {name: ast.parse(path.read_text()) for name, path in zip(names, paths, strict=True)}


@cache
def helpers(area: str) -> frozenset[str]:
    """Functions of an area that hold a guard, or call one that does."""
    every = [f for tree in trees(area).values() for f in functions(tree) if not is_rule(f)]
    found: set[str] = set()
    while True:
        more = {f.name for f in every if any(True for _ in guards_in(f, found))}
        if more <= found:
            return frozenset(found)
        found |= more


def guards(area: str) -> Iterator[Guard]:
    for module, tree in trees(area).items():
        for function in functions(tree):
            for statement, call in guards_in(function, {*helpers(area)}):
                drop = isinstance(statement, ast.Expr) and statement.value is call
                text = " ".join(ast.unparse(call).split())
                yield Guard(module, function.name, call.lineno, text[:80], drop)


# -- Dropping one ------------------------------------------------------------------------------


class Everyone(str):
    """An id that is anybody's."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


class Anybody:
    """A seat that may everything, in place of this one."""

    def __init__(self, seat: Seat) -> None:
        self.id, self.role, self.gm = Everyone(seat.id), seat.role, True
        self.by, self.word = seat.by, seat.word


class Dropped(ast.NodeTransformer):
    """The module without one guard."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    def at(self, call: ast.AST) -> bool:
        same = isinstance(call, ast.Call) and call.lineno == self.guard.line
        return same and " ".join(ast.unparse(call).split())[:80] == self.guard.text

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if self.guard.drop and self.at(node.value):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not self.guard.drop and self.at(node):
            node.args = [self.anybody(arg) for arg in node.args]
        return self.generic_visit(node)

    def anybody(self, arg: ast.expr) -> ast.expr:
        if not (isinstance(arg, ast.Name) and arg.id == "seat"):
            return arg
        return ast.copy_location(ast.Call(ast.Name("Anybody__", ast.Load()), [arg], []), arg)


def compiled(guard: Guard) -> CodeType:
    """The code of the guard's function without it."""
    path = SOURCE / Path(*guard.module.split(".")).with_suffix(".py")
    tree = ast.fix_missing_locations(Dropped(guard).visit(ast.parse(path.read_text())))
    return code_in(compile(tree, str(path), "exec"), guard)


def code_in(code: CodeType, guard: Guard) -> CodeType:
    """The function's code within a module's: the one that holds the line."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    own = [c for c in inner if c.co_name == guard.function and holds(c, guard.line)]
    return own[0] if own else next(code_in(c, guard) for c in inner if holds(c, guard.line))


def holds(code: CodeType, line: int) -> bool:
    lines = [n for _, _, n in code.co_lines() if n]
    inner = any(holds(c, line) for c in code.co_consts if isinstance(c, CodeType))
    return inner or (code.co_firstlineno <= line <= max(lines, default=0) + 1)


def living(guard: Guard) -> FunctionType:
    """The function in the running program."""
    module: ModuleType = importlib.import_module(guard.module)
    places = [vars(module), *(vars(c) for c in vars(module).values() if isinstance(c, type))]
    found = (place[guard.function] for place in places if guard.function in place)
    return next(f for f in found if f.__module__ == guard.module)  # type: ignore[no-any-return]


@contextmanager
def without(guard: Guard) -> Iterator[None]:
    function, code = living(guard), compiled(guard)
    before = function.__code__
    function.__globals__["Anybody__"] = Anybody
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before


# -- Who notices -------------------------------------------------------------------------------


@cache
def passing_through(subject: Subject) -> dict[type[Command], frozenset[tuple[str, str]]]:
    """Through which functions the tries of every kind of command go."""
    found = {}
    for kind, some in whose.tries(subject).items():
        seen: set[tuple[str, str]] = set()

        def called(frame: Any, event: str, _: Any, seen: set[tuple[str, str]] = seen) -> None:
            seen.add((frame.f_code.co_filename, frame.f_code.co_name))

        sys.setprofile(called)
        for moment, command in some[:4] + some[-4:]:
            moment.answers(command)
        sys.setprofile(None)
        found[kind] = frozenset(seen)
    return found


def concerned(subject: Subject, guard: Guard) -> list[type[Command]]:
    path = str(SOURCE / Path(*guard.module.split(".")).with_suffix(".py"))
    through = passing_through(subject).items()
    return [kind for kind, seen in through if (path, guard.function) in seen]


def noticed_by_law(subject: Subject, kinds: list[type[Command]], shown_before: set[str]) -> bool:
    try:
        if any(True for _ in whose.breaches(subject, kinds)) or any(
            True for _ in whose.let_in(subject)
        ):
            return True
        return bool({*whose.unshown(subject, kinds)} - shown_before)
    except Exception:  # a command that breaks instead of being refused is noticed as well
        return True


def naming(tests: str, kinds: list[type[Command]], guard: Guard) -> list[str]:
    """The test files that name one of these commands, those that name the rule first."""
    words = "|".join(kind.__name__ for kind in kinds) or "."
    rule = re.search(r"'([A-Z]{2}-\d+)'", guard.text)
    ids = re.compile(rule[1].replace("-", "[-_]") + r"\b" if rule else r"\b\B")
    paths = sorted((ROOT / tests).glob("test_*.py"))
    text = {path: path.read_text() for path in paths}
    found = [path for path in paths if re.search(rf"\b({words})\b", text[path])]
    return [str(path) for path in sorted(found, key=lambda p: not ids.search(text[p]))]


def noticed_by_tests(path: str) -> str:
    """The first test of a file that fails, run in a child of this very process."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        first = First()
        pytest.main(["-x", "-q", "-p", "no:cacheprovider", path], plugins=[first])
        os.write(write, first.failed.encode()[:2000])
        os._exit(0)
    os.close(write)
    said = os.read(read, 2000).decode()
    os.close(read)
    os.waitpid(child, 0)
    return said


class First:
    """Remembers the first test that failed."""

    failed = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


def noticed(area: str, guard: Guard) -> str:
    """What notices that the guard is gone: "the law", a test, or nothing."""
    subject, _, tests = AREAS[area]
    kinds = concerned(subject, guard)
    before = {*whose.unshown(subject, kinds)}
    with without(guard):
        if noticed_by_law(subject, kinds, before):
            return "the law"
        found = (noticed_by_tests(path) for path in naming(tests, kinds, guard))
        return next(filter(None, found), "")


# -- The table ---------------------------------------------------------------------------------


def counted(area: str) -> tuple[int, int, int, list[Guard]]:
    """How many there are, how many the law and the tests notice, and what nobody does."""
    every, law, tests, left = [*guards(area)], 0, 0, []
    for guard in every:
        by = noticed(area, guard)
        law, tests = law + (by == "the law"), tests + (by not in ("", "the law"))
        if not by:
            left.append(guard)
        print(f"{by or '!!! nobody':50} {guard}", file=sys.stderr, flush=True)
    return len(every), law, tests, left


def main(areas: list[str]) -> int:
    unnoticed = []
    Shelf.once = lambda shelf, question, work: work()  # type: ignore[method-assign]
    print("| | guards dropped | noticed by the law | by other tests | unnoticed |")
    print("|---|---|---|---|---|")
    for area in areas or AREAS:
        every, law, tests, left = counted(area)
        unnoticed += left
        print(f"| {area} | {every} | {law} | {tests} | {len(left)} |", flush=True)
    for guard in unnoticed:
        print(f"unnoticed: {guard}")
    return bool(unnoticed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
