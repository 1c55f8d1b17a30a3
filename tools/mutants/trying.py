"""The tests of one area, collected once, and run anew in a child for every changed place.

One process imports pytest and the area's tests; whatever is tried is tried in a child of it. A
first child runs every test on code that notes which places it comes to. Then each place gets a
child of its own: the changed code is put into the living functions (so all who imported them have
it), and the tests that come to the place are run, quick ones before the laws, until one fails. A
test that also fails in the same company without the change is not believed.
"""

from __future__ import annotations

import builtins
import functools
import gc
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple, NoReturn

import pytest
from hypothesis import Phase, settings
from tools.mutants.places import ROOT, SOURCE, Place, marked, mutated, original

PATIENCE = 30.0  # seconds of one processor for a place, no test begins later
HANGING = 20.0  # and so many, with five times what it took before, until a test is given up
WAITING = 10  # times as long by the clock, for the machine may be busy otherwise
COMPANY = 10.0  # seconds of other tests that are run again to see whether a failure is theirs
MEMORY = 3 << 30  # bytes for a child: a loop that gathers without end fails, and not the machine
Living = dict[tuple[str, str, int], list[FunctionType]]


class Verdict(NamedTuple):
    """What became of a place: noticed (and by which test), survived, or not tried."""

    place: Place
    noticed: bool
    by: str
    seconds: float
    tried: bool = True


class Area(NamedTuple):
    """What is changed, what is asked of it first and last, and which of the laws."""

    name: str
    under: tuple[str, ...]  # below src/tablefolk
    tests: tuple[str, ...]
    laws_of: str = ""  # the game whose laws are asked, too
    further: tuple[str, ...] = ()  # tests of others that come to it, asked after all its own

    def asks(self, nodeid: str) -> bool:
        return "tests/laws/" not in nodeid or nodeid.endswith(f"[{self.laws_of}]")

    def turn(self, nodeid: str) -> int:
        """Its own tests first (the census is as quick), then the laws, then tests of others."""
        if nodeid.startswith(self.further):
            return 2
        return "tests/laws/" in nodeid and "test_census" not in nodeid


def tried(area: Area, places: list[Place]) -> list[Verdict]:
    """Each place changed and tried, in a process that has not read the house yet."""
    os.chdir(ROOT)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    phases = (Phase.explicit, Phase.generate)  # nothing is made smaller, or remembered
    settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
    settings.load_profile("mutants")
    trial = Trial(area, places)
    with tempfile.TemporaryDirectory() as folder, seeing_calls(trial.called):
        plugins = ("cacheprovider", "xdist", "rerunfailures")
        off = [word for name in plugins for word in ("-p", f"no:{name}")]
        marks = ["-m", "not browser and not postgres and not proxy"]
        whole = ["-q", "-s", *off, *marks, f"--basetemp={folder}/tests", *area.tests, *area.further]
        pytest.main(whole, plugins=[trial])
    return trial.verdicts


class seeing_calls:  # noqa: N801  (used as a word)
    """Notes which functions are called while the tests are collected."""

    def __init__(self, called: set[tuple[str, str]]) -> None:
        self.called = called

    def __enter__(self) -> None:
        sys.settrace(self.note)

    def note(self, frame: Any, event: str, _: Any) -> None:
        self.called.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)


# -- The living functions ------------------------------------------------------------------------


def living() -> Living:
    """Every function of the house in this process, by where it is written."""
    found: Living = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            found[written(function.__code__)].append(function)
    return found


def written(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes(inner)


def put(functions: Living, path: str, new: CodeType) -> int:
    """Gives the living functions of a file the code that is new, and counts them."""
    changed = [(f, code) for code in differing(path, new) for f in functions[written(code)]]
    for function, code in changed:
        function.__code__ = code
    return len(changed)


def differing(path: str, new: CodeType) -> Iterator[CodeType]:
    """The codes that are not as written; of two that are written alike, the one around both."""
    before = {written(code): code for code in codes(original(path))}
    often = Counter(written(code) for code in codes(original(path)))
    return (c for c in codes(new) if often[written(c)] == 1 and c != before[written(c)])


def remembered() -> list[Any]:
    """Whatever the house's functions have worked out once, to be forgotten."""
    kinds = functools._lru_cache_wrapper
    return [
        o
        for o in gc.get_objects()
        if isinstance(o, kinds) and str(o.__module__).startswith("tablefolk.")
    ]


# -- A child -------------------------------------------------------------------------------------


def in_child(work: Callable[[], Any]) -> Any:
    """What work comes to in a child of this process: None, if the child was ended."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        answer(write, work)
    os.close(write)
    with os.fdopen(read, "rb") as answered:
        said = answered.read()
    _, status = os.waitpid(child, 0)
    if not said and not os.WIFSIGNALED(status):
        raise RuntimeError("The child did not do its work; what it said of it is above.")
    return json.loads(said) if said else None


def answer(write: int, work: Callable[[], Any]) -> NoReturn:
    """The child's whole life."""
    err = os.dup(2)
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.RLIM_INFINITY))
        with os.fdopen(write, "wb") as out:
            out.write(json.dumps(work()).encode())
    except BaseException:
        os.write(err, traceback.format_exc().encode())
    finally:
        os._exit(0)


def limited(seconds: float) -> None:
    """Ends this process if it works for so long, or waits for ever."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)


# -- A trial -------------------------------------------------------------------------------------


class Trial:
    """A plugin for pytest that runs the tests its own way: once to learn, then for each place."""

    def __init__(self, area: Area, places: list[Place]) -> None:
        self.area, self.places = area, places
        self.called: set[tuple[str, str]] = set()
        self.verdicts: list[Verdict] = []
        self.failed = ""
        self.trusted: set[str] = set()  # tests that passed where a changed place made them fail
        self.doubted: set[str] = set()  # and those that did not

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.area.asks(item.nodeid)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        for path in {place.path for place in self.places}:
            parts = Path("tablefolk", path).with_suffix("").parts
            importlib.import_module(".".join(p for p in parts if p != "__init__"))
        self.items = {item.nodeid: item for item in session.items}
        self.functions, self.caches = living(), remembered()
        self.learn()
        for n, place in enumerate(self.places):
            self.verdicts.append(self.verdict(n, place))
            self.tell(self.verdicts[-1])
        return True

    def learn(self) -> None:
        begun = time.monotonic()
        learnt = in_child(self.learning)
        if learnt is None:
            raise SystemExit(f"{self.area.name}: the tests do not come to an end.")
        self.took: dict[str, float] = learnt["took"]
        self.laws_took = sum(s for test, s in self.took.items() if self.area.turn(test) == 1)
        self.doubted |= {*learnt["failed"]}
        self.come_to: dict[int, list[str]] = {int(n): t for n, t in learnt["come_to"].items()}
        seconds = time.monotonic() - begun
        report(f"{self.area.name}: {len(self.items)} tests learnt in {seconds:.0f} s")
        for test in learnt["failed"]:
            report(f"  left out, as it fails on the code as it is: {test}")

    def learning(self) -> Any:
        """All tests on code that notes where they come to."""
        now: set[int] = set()
        builtins.reached__ = now.add  # type: ignore[attr-defined]
        for path in {place.path for place in self.places}:
            some = {n: p for n, p in enumerate(self.places) if p.path == path}
            put(self.functions, path, marked(path, some))
        come_to, took, failed = defaultdict(list), {}, []
        for nodeid, seconds in self.run([*self.items]):
            took[nodeid] = seconds
            failed += [nodeid] if self.failed else []
            for n in now:
                come_to[n].append(nodeid)
            now.clear()
            self.failed = ""
        return {"took": took, "failed": failed, "come_to": come_to}

    def run(self, tests: list[str]) -> Iterator[tuple[str, float]]:
        """Runs tests in this order, and says how long each took the processor."""
        for cache in self.caches:
            cache.cache_clear()
        items = [self.items[nodeid] for nodeid in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            begun = time.process_time()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item.nodeid, time.process_time() - begun

    def verdict(self, n: int, place: Place) -> Verdict:
        begun = time.monotonic()
        tests = self.in_turn(n)
        if not any(self.functions[written(c)] for c in differing(place.path, mutated(place))):
            return Verdict(place, False, "nobody has this function", 0.0, tried=False)
        if not tests and (str(SOURCE / place.path), place.function) in self.called:
            return Verdict(place, False, "runs while it is imported", 0.0, tried=False)
        noticed, by = self.asked(place, tests) if tests else (False, "no test comes here")
        return Verdict(place, noticed, by, time.monotonic() - begun)

    def in_turn(self, n: int) -> list[str]:
        """The tests that come to a place: quick ones first, but the laws in their own order,
        for the first of them plays the evenings of all."""
        tests = [test for test in self.come_to.get(n, ()) if test not in self.doubted]
        turns = {test: self.area.turn(test) for test in tests}
        return sorted(tests, key=lambda t: (turns[t], 0 if turns[t] == 1 else self.took[t]))

    def asked(self, place: Place, tests: list[str]) -> tuple[bool, str]:
        """Whether one of the tests notices the change, and which."""
        said = in_child(lambda: self.changed(place, tests))
        if said is None:
            return True, "(no end)"
        failed = said["failed"]
        if failed and not self.believed(failed, tests):
            self.doubted.add(failed)
            return self.asked(place, [test for test in tests if test != failed])
        return bool(failed), failed or f"{said['ran']} of {len(tests)} tests that come here"

    def believed(self, failed: str, tests: list[str]) -> bool:
        """Whether a test passes without the change: after the same tests, if they are quick."""
        if failed not in self.trusted:
            company = tests[: tests.index(failed) + 1]
            company = company if sum(self.took[test] for test in company) < COMPANY else [failed]
            said = in_child(lambda: self.until_one_fails(company))
            if said is not None and not said["failed"]:
                self.trusted.add(failed)
        return failed in self.trusted

    def changed(self, place: Place, tests: list[str]) -> Any:
        put(self.functions, place.path, mutated(place))
        return self.until_one_fails(tests, PATIENCE)

    def until_one_fails(self, tests: list[str], patience: float = float("inf")) -> Any:
        ran, begun = 0, time.process_time()
        limited(self.limit(tests[0]))
        for ran, _ in enumerate(self.run(tests), 1):
            if self.failed or ran == len(tests) or time.process_time() - begun > patience:
                break
            limited(self.limit(tests[ran]))
        limited(0)
        return {"failed": self.failed, "ran": ran}

    def limit(self, test: str) -> float:
        """When a test has no end: a law may be the first to play the evenings of all."""
        before = self.laws_took if self.area.turn(test) == 1 else self.took[test]
        return HANGING + 5 * before

    def tell(self, verdict: Verdict) -> None:
        noticed = "noticed" if verdict.noticed else "SURVIVED" if verdict.tried else "not tried"
        report(f"{noticed:9} {verdict.seconds:5.1f} s  {verdict.place}  [{verdict.by}]")


def report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
