"""Every sentence of the house and its games, as the files of a language: to be said otherwise.

`python -m tools.language FOLDER` writes them in English, for translators; `--brackets` writes a
language made by machine, in which every word stands in brackets: ⟦Roll⟧ ⟦the⟧ ⟦dice⟧. What then is
seen without them on a page cannot be translated yet (tests/language). Rules in words and what
stands in Python and templates are found by their English, files of words by their keys.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from json import dumps
from pathlib import Path
from typing import Any

from tablefolk import games
from tablefolk.core.words import toml
from tablefolk.speaking import SENTENCES
from tablefolk.web import rules
from tablefolk.web.render import Painter
from tablefolk.web.spoken import InOtherWords

Say = Callable[[str], str]
HOUSE = ("core", "hosting", "library", "web", "cli")
# Which argument of a call is a sentence.
DOORS = {
    "said": 0, "need": 3, "must": 3, "word": 2, "Refusal": 2, "Ask": 1, "Option": 1, "Choice": 1,
}  # fmt: skip
SETTINGS = {"tone", "advice", "rule", "icon"}  # what stands in files of words and is no word
PROSE = re.compile(r"^\W*[A-Z0-9].* .*[.!?…”]$", re.DOTALL)
NO_WORDS = re.compile(r"[A-Z]{2}-\d+(?:[ ,]+[A-Z]{2}-\d+)*|[^a-zA-Z]*")
KEPT = re.compile(r"(\{\w*[:!.][^}]*\}|\{\w*\}|\{\w+\||</?\d+>|%[-+.\d]*[a-z]\b|\b[A-Z]{2}-\d+\b)")
WORD = re.compile(r"[^\W\d_](?:[\w'’-]*\w)?")


def bracketed(sentence: str) -> str:
    """The machine's language: each word in brackets, each place as it was."""
    parts = KEPT.split(sentence)
    parts[::2] = [WORD.sub(r"⟦\g<0>⟧", part) for part in parts[::2]]
    return "".join(parts)


# -- What is written where -------------------------------------------------------------------


def packages() -> Iterator[tuple[str, Path]]:
    """The parts of the house, and each game that is installed, by the names of their packages."""
    root = Path(import_module("tablefolk").__path__[0])
    yield from ((f"tablefolk.{name}", root / name) for name in HOUSE)
    for key in games.names():
        name = games.module_of(key)
        yield name, Path(import_module(name).__path__[0])


def files_of_words(package: str, folder: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A package's files of words, each with the package in which it lies."""
    for path in sorted(folder.rglob("*.en.toml")):
        within = ".".join((package, *path.parent.relative_to(folder).parts))
        yield within, path.name, toml(within, path.name)


def in_rules(folder: Path) -> Iterator[str]:
    """What the rules in words say, in every chapter of a folder that has some."""
    for book in sorted(folder.rglob(rules.DIGEST)):
        for rule in rules.read(book.parent):
            yield from (rule.book, rule.chapter, rule.plain.title, rule.plain.text)
            yield rule.plain.example


def in_templates() -> dict[str, list[str]]:
    """What stands in templates, by the package that brings them."""
    found: dict[str, list[str]] = defaultdict(list)
    env = Heard(Painter().env)
    for name in env.list_templates(filter_func=lambda one: one.endswith((".html", ".svg"))):
        key = name.partition("/")[0]
        package = games.module_of(key) if key in games.names() else "tablefolk.web"
        found[package] += env.sentences(name)
    return found


class Heard(InOtherWords):
    """An environment that writes down whatever its templates say."""

    def __init__(self, like: Any) -> None:
        super().__init__(loader=like.loader, trim_blocks=True, lstrip_blocks=True)
        self.filters, self.tests = like.filters, like.tests
        self.heard: list[str] = []

    def say(self, words: str) -> str:  # type: ignore[override]
        self.heard.append(words)
        return words

    def sentences(self, name: str) -> list[str]:
        """All that one template says."""
        assert self.loader is not None
        self.heard = []
        self._parse(self.loader.get_source(self, name)[0], name, None)
        return self.heard


# -- Python ----------------------------------------------------------------------------------


def _with_places(node: ast.JoinedStr) -> Iterator[str]:
    """A sentence that is put together, with a place for each of its facts."""
    places: dict[str, str] = {}
    text = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        elif isinstance(part, ast.FormattedValue):
            name = _place(part.value)
            while places.setdefault(name, ast.dump(part.value)) != ast.dump(part.value):
                name += "_"
            text += f"{{{name}}}"
    if "{" not in "".join(str(p.value) for p in node.values if isinstance(p, ast.Constant)):
        yield text


def _place(value: ast.expr) -> str:
    """What a fact is called: by the last name in it."""
    names = [n.attr if isinstance(n, ast.Attribute) else n.id for n in ast.walk(value)
             if isinstance(n, ast.Attribute | ast.Name)]  # fmt: skip
    return names[0].lower().strip("_") if names else "text"


class Python:
    """The sentences that go through the door, in all of some folders."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self.trees = {
            package: [ast.parse(path.read_text("utf-8")) for path in _python_in(folder)]
            for package, folder in folders.items()
        }
        self.named: dict[str, list[ast.expr]] = defaultdict(list)  # constants
        self.local: dict[str, list[ast.expr]] = {}  # what is set where one is
        self.doors = dict(DOORS)
        for node in chain.from_iterable(tree.body for tree in chain(*self.trees.values())):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                self._set(node)
            elif isinstance(node, ast.FunctionDef):
                self._leads(node)

    def _set(self, node: ast.Assign | ast.AnnAssign) -> None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name) and target.id.isupper() and node.value:
                self.named[target.id].append(node.value)

    def _leads(self, function: ast.FunctionDef) -> None:
        """A function that hands what it is given on through a door is one itself."""
        given = [arg.arg for arg in function.args.args]
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            at = DOORS.get(_called(call))
            if at is not None and len(call.args) > at:
                sentence = call.args[at]
                if isinstance(sentence, ast.Name) and sentence.id in given:
                    self.doors[function.name] = given.index(sentence.id)

    def sentences(self, package: str) -> Iterator[str]:
        """All that a package says in Python."""
        for tree in self.trees[package]:
            for part in tree.body:
                self.local = _set_in(part)
                for node in ast.walk(part):
                    if isinstance(node, ast.Call):
                        yield from self._asked(node)
                    elif isinstance(node, ast.ClassDef):
                        yield from _read_plainly(node)

    def _asked(self, call: ast.Call) -> Iterator[str]:
        """What a call through the door says; `many` and `listing` say it in their own way."""
        name = _called(call)
        texts = [list(self.texts(arg)) for arg in call.args]
        if name in self.doors and len(texts) > self.doors[name]:
            yield from texts[self.doors[name]]
        elif name == "many" and len(texts) > 1:
            for thing in texts[1]:
                things = texts[2][0] if len(texts) > 2 else f"{thing}s"
                yield f"{{n:,}} {{n|{thing}|{things}}}"
        elif name == "listing":
            yield from (f"{{most}} {last} {{final}}" for last in (*chain(*texts[1:]), "and"))

    def texts(self, node: ast.AST, deep: int = 2) -> Iterator[str]:
        """The texts that an expression may come to."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr():
                yield from _with_places(node)
            case ast.IfExp(body=one, orelse=other):
                yield from (*self.texts(one, deep), *self.texts(other, deep))
            case ast.BoolOp(values=some) | ast.Tuple(elts=some) | ast.List(elts=some):
                for one in some:
                    yield from self.texts(one, deep)
            case ast.Dict(values=some):
                for one in some:
                    yield from self.texts(one, deep)
            case ast.Subscript(value=of):
                yield from self.texts(of, deep)
            case ast.Call(func=ast.Attribute(value=of, attr="get"), args=[_, *more]):
                for one in (of, *more):
                    yield from self.texts(one, deep)
            case ast.Name(id=name) | ast.Attribute(attr=name) if deep:
                for one in (*self.local.get(name, ()), *self.named.get(name, ())):
                    yield from self.texts(one, deep - 1)


def _read_plainly(kind: ast.ClassDef) -> Iterator[str]:
    """What stands for a block or a command that has no words of its own: its name, its fields."""
    bases = {getattr(base, "id", "") for base in kind.bases}
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.name).lower()
    if "Block" in bases:
        fields = (node.target for node in kind.body if isinstance(node, ast.AnnAssign))
        yield from (name.capitalize(), *(ast.unparse(one).replace("_", " ") for one in fields))
    elif "Command" in bases:
        yield name


def _python_in(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _set_in(part: ast.stmt) -> dict[str, list[ast.expr]]:
    """What is set under each name in a function, or in a class."""
    found: dict[str, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(part) if not isinstance(part, ast.Assign) else ():
        if isinstance(node, ast.Assign):
            for name in (n for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)):
                found[name.id].append(node.value)
    return found


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


# -- The files -------------------------------------------------------------------------------


def write(into: Path, say: Say, more: Mapping[str, Path] | None = None) -> None:
    """A language as its files, of what is installed and of more that is not."""
    found = dict(packages()) | dict(more or {})
    templates, python, known = in_templates(), Python(found), set[str]()
    for package, folder in found.items():
        for within, name, tree in files_of_words(package, folder):
            _put(into, within, name.replace(".en.", "."), _said(tree, say))
        for path in sorted(folder.glob("data/*.toml")):
            name = path.relative_to(folder).as_posix()
            _put(into, package, name, _prose(toml(package, name), say))
        every = (*templates.get(package, ()), *python.sentences(package), *in_rules(folder))
        own = {text: say(text) for text in every if text not in known and not _wordless(text)}
        known |= own.keys()
        _put(into, package, SENTENCES, own)


def _said(tree: Any, say: Say) -> Any:
    if isinstance(tree, dict):
        words = {k: v for k, v in tree.items() if not (k in SETTINGS and isinstance(v, str))}
        return {key: _said(value, say) for key, value in words.items()}
    return say(tree) if isinstance(tree, str) and not _wordless(tree) else tree


def _prose(tree: Any, say: Say) -> Any:
    """Of data only what reads as a sentence; the rest are names and keys that rules go by."""
    if isinstance(tree, dict):
        inner = {key: _prose(value, say) for key, value in tree.items()}
        return {key: value for key, value in inner.items() if value != tree[key]}
    if isinstance(tree, list):
        return [_prose(value, say) for value in tree]
    return say(tree) if isinstance(tree, str) and PROSE.search(tree) else tree


def _wordless(text: str) -> bool:
    return bool(NO_WORDS.fullmatch(text))


def _put(into: Path, package: str, name: str, tree: Mapping[str, Any]) -> None:
    place = into.joinpath(*package.split("."), name)
    if not tree:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(_lines(tree)) + "\n", "utf-8")


def _lines(tree: Mapping[str, Any], at: tuple[str, ...] = ()) -> Iterator[str]:
    """A tree of texts as TOML."""
    inner = {key: value for key, value in tree.items() if isinstance(value, dict)}
    if at:
        yield f"[{'.'.join(map(dumps, at))}]"
    for key, value in tree.items():
        if key not in inner:
            yield f"{_value(key)} = {_value(value)}"
    for key, value in inner.items():
        yield from _lines(value, (*at, key))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_value(key)} = {_value(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return dumps(value, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--brackets", action="store_true", help="every word in brackets")
    asked = parser.parse_args()
    write(asked.folder, bracketed if asked.brackets else str)


if __name__ == "__main__":
    main()
