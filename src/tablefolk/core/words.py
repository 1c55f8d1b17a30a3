"""Sentences from TOML files, with lists, plurals and names filled in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from tablefolk.core.language import filled, over, said

_STOPS = re.compile(r"([!?])\.(?=\s|$)")  # a name with a stop of its own ends its sentence


class Phrases:
    """All the sentences of some files, found by their dotted key.

    They are read when the first is asked for: a tenth of a start went into those of all games.
    """

    def __init__(self, read: Callable[[], Mapping[str, str]]) -> None:
        self._read = read

    @cached_property
    def sentences(self) -> Mapping[str, str]:
        return self._read()

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence of that key with the facts filled in: `{who}`, `{n|die|dice}`."""
        return fill(self.sentences[key], facts)

    def __contains__(self, key: str) -> bool:
        return key in self.sentences


def fill(sentence: str, facts: Mapping[str, object]) -> str:
    """Put the facts into a sentence; `{n|one|many}` chooses by the number n."""
    if "{" not in sentence:  # as most are, and a menu has a thousand
        return sentence
    made = filled(sentence, facts)
    return _STOPS.sub(r"\1", made) if "!." in made or "?." in made else made


def flatten(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """A TOML tree as dotted keys."""
    flat: dict[str, str] = {}
    for name, value in tree.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = str(value)
    return flat


@cache
def toml(package: str, name: str) -> dict[str, Any]:
    """A TOML file that lies in a package."""
    return over(tomllib.loads(lying(package, name).decode()), package, name)


def lying(package: str, *path: str) -> bytes:
    """A file that lies in a package."""
    return files(package).joinpath(*path).read_bytes()


@cache
def phrases(package: str) -> Phrases:
    """The sentences of a package: all files of words in it, beside whatever each is about."""

    def read() -> dict[str, str]:
        found = (flatten(toml(package, name)) for name in sorted(worded(files(package))))
        return {key: text for sentences in found for key, text in sentences.items()}

    return Phrases(read)


def worded(folder: Traversable, at: str = "") -> Iterator[str]:
    """The files of words in a folder, however deep."""
    for one in folder.iterdir():
        if one.name.endswith(".en.toml"):
            yield at + one.name
        elif one.is_dir():
            yield from worded(one, f"{at}{one.name}/")


def listing(names: Iterable[str], last: str = "and") -> str:
    """Ana; Ana and Ben; Ana, Ben and Cy."""
    *most, final = list(names) or [""]
    facts = {"most": ", ".join(most), "final": final}
    return said(f"{{most}} {last} {{final}}", **facts) if most else final


def sentence(words: str) -> str:
    """Somebody's words as the end of a sentence."""
    said = words.strip()
    return f"{said}." if said and said[-1] not in ".!?…”:" else said


def begun(words: str) -> str:
    """Somebody's words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def slug(name: str, taken: Iterable[str] = ()) -> str:
    """A short readable key made from a name, different from those taken."""
    base = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "x"
    taken = set(taken)
    number, key = 1, base
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    return key


def slug_apart(kind: str, name: str, taken: Iterable[str] = ()) -> str:
    """A key for what may be hidden, of a kind that no open thing's key is of.

    So no key of an open thing ever had to make way for a hidden one and tells of it (TF-29).
    """
    lead = f"{kind}_"
    return lead + slug(name, (key.removeprefix(lead) for key in taken if key.startswith(lead)))


def many(number: int, thing: str, things: str = "") -> str:
    """So many of something: 1 table, 2 tables, 3 entries."""
    return said(f"{{n:,}} {{n|{thing}|{things or f'{thing}s'}}}", n=number)
