"""Files that were brought together: which playbooks they make up, and what each includes.

A set has a definition file, or is simply a handful of texts: then every text that no other
includes is a playbook. Paths are written as in the set, with `/` and without `.txt`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct, field

from tablefolk.games.mutagen.playbooks.library import key
from tablefolk.games.mutagen.playbooks.markup.definitions import (
    Definition,
    main_text,
    read_definitions,
)
from tablefolk.games.mutagen.playbooks.markup.lines import (
    INCLUDE,
    ITEM_LINE,
    MOST_INCLUDES,
    SECTION_LINE,
)

META = ("common/meta", "meta")  # where a set of playbooks has its Meta text
Look = Callable[[str], str | None]


class Found(Struct, frozen=True):
    """One playbook among the files: its short name, its text, and the texts it includes."""

    name: str
    text: str
    title: str = ""
    role: str = ""  # where the files tell it
    included: dict[str, str] = field(default_factory=dict)


# -- Which playbooks there are -----------------------------------------------------------------


def found_in(texts: Mapping[str, str]) -> tuple[Found, ...]:
    """The playbooks of a set by its definition file, or each text that no other includes."""
    for path, text in texts.items():
        if defined := definitions_in(text):
            return tuple(by_definition(one, path, texts) for one in defined)
    inner = {name for path in texts for name in reached(path, texts)}
    plain = [path for path in texts if path not in inner] or list(texts)
    return tuple(standing_alone(path, texts) for path in plain)


def definitions_in(text: str) -> tuple[Definition, ...]:
    """What a definition file lists; a text with a header is none."""
    if any(ITEM_LINE.search(line) or SECTION_LINE.match(line) for line in text.split("\n")):
        return ()
    return tuple(one for one in read_definitions(text)[0] if not one.print_only)


def by_definition(one: Definition, path: str, texts: Mapping[str, str]) -> Found:
    look = looking(posixpath.dirname(path), texts)
    names = (*one.texts, *META) if one.meta else one.texts
    inside = included("\n".join(f"#!include {name}" for name in names), look)
    return Found(one.id, main_text(one, inside), one.name, one.role, inside)


def standing_alone(path: str, texts: Mapping[str, str]) -> Found:
    name = posixpath.basename(path).removesuffix(".json").removesuffix(".mutagen")
    look = looking(posixpath.dirname(path), texts)
    return Found(key(name.removesuffix(".toml")), texts[path], included=included(texts[path], look))


# -- Includes ----------------------------------------------------------------------------------


def included(text: str, look: Look) -> dict[str, str]:
    """The texts a text includes, and those they include, by their paths from its folder."""
    texts: dict[str, str] = {}
    waiting = [("", text)]
    while waiting and len(texts) <= MOST_INCLUDES:
        path, inside = waiting.pop()
        for name in includes(path, inside):
            found = look(name) if name not in texts else None
            if found is not None:
                texts[name] = found
                waiting.append((name, found))
    return texts


def includes(path: str, text: str) -> Iterator[str]:
    """The paths that a text at this path asks for."""
    for line in text.removeprefix("\ufeff").split("\n"):
        asked = INCLUDE.match(line)
        if asked and asked[1]:
            joined = posixpath.join(posixpath.dirname(path), asked[1])
            yield posixpath.normpath(joined).removesuffix(".txt")


def looking(folder: str, texts: Mapping[str, str]) -> Look:
    """Finds a text by its path from a folder; files picked one by one have lost their folders."""

    def look(name: str) -> str | None:
        path = at(posixpath.normpath(posixpath.join(folder, name)), texts)
        return texts[path] if path else None

    return look


def at(path: str, texts: Mapping[str, str]) -> str:
    """Where a text is that is asked for by this path; "" where it is not."""
    last = posixpath.basename(path)
    return path if path in texts else last if last in texts else ""


def reached(path: str, texts: Mapping[str, str]) -> Iterator[str]:
    for name in includes(path, texts[path]):
        if (there := at(name, texts)) and there != path:
            yield there
