"""Files that were brought together: which playbooks they make up, and what each includes.

A set has a definition file, or is simply a handful of texts: then every text that no other
includes is a playbook. Paths are written as in the set, with `/` and without `.txt`.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.games.mutagen.playbooks.commons import holds_common
from tablefolk.games.mutagen.playbooks.library import key, our_playbook
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
from tablefolk.games.mutagen.playbooks.markup.reading import read_markup
from tablefolk.games.mutagen.playbooks.markup.signs import longhand

META = ("common/meta", "meta")  # where a set of playbooks has its Meta text
Look = Callable[[str], str | None]


class Found(Struct, frozen=True):
    """One playbook among the files: its short name, its text, and the texts it includes."""

    name: str
    text: str
    title: str = ""
    role: str = ""  # where the files tell it
    included: dict[str, str] = field(default_factory=dict)
    intro: str = ""  # what another file says of it; of a text without items, what it says itself
    about: tuple[str, ...] = ()  # of a text without items: what the playbook may be called
    of: str = ""  # what its set is called, where a definition file tells it


# -- Which playbooks there are -----------------------------------------------------------------


def found_in(texts: Mapping[str, str]) -> tuple[Found, ...]:
    """The playbooks of a set by its definition file, or each text that no other includes."""
    for path, text in texts.items():
        if defined := definitions_in(text):
            return tuple(by_definition(one, path, texts) for one in apart(defined, path, texts))
    inner = {name for path in texts for name in reached(path, texts)}
    plain = [path for path in texts if path not in inner] or list(texts)
    return described(tuple(standing_alone(path, texts) for path in plain))


def apart(
    defined: Sequence[Definition], path: str, texts: Mapping[str, str]
) -> Iterator[Definition]:
    """What a set defines, its Common taken out of the playbooks that begin with it (MU-1)."""
    pcs = [one for one in defined if one.role == "pc"]
    often = Counter(name for one in pcs for name in one.texts)
    look = looking(posixpath.dirname(path), texts)
    common = next((name for name, n in often.items() if n > 1 and is_common(name, look)), "")
    alone = next((one for one in pcs if one.texts == (common,)), None)
    if common and alone is None:
        id = f"{pcs[0].id.removesuffix(key(posixpath.basename(pcs[0].file)))}common"
        yield replace(pcs[0], id=id, name="Common", texts=(common,))
    for one in defined:
        if one is alone or common not in one.texts:
            yield one
        else:
            yield replace(one, texts=tuple(t for t in one.texts if t != common), meta=False)


def is_common(name: str, look: Look) -> bool:
    """Whether a text holds a Common: what every character of the game has, by its names."""
    inside = included(f"#!include {name}", look)
    book = read_markup(f"#!include {name}", "a set", texts=inside, known=()).sketch
    return book is not None and holds_common(book, our_playbook("common"))


def definitions_in(text: str) -> tuple[Definition, ...]:
    """What a definition file lists; a text with a header is none."""
    if any(ITEM_LINE.search(line) or SECTION_LINE.match(line) for line in text.split("\n")):
        return ()
    return tuple(one for one in read_definitions(text)[0] if not one.print_only)


def meant_to_define(text: str) -> int:
    """The first line in which the second = of a definition is missing; 0 in any other text."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    said = [line for line in lines if line and not line.startswith("#")]
    if definitions_in(text) or not said or not all("=" in line for line in said):
        return 0
    if any(ITEM_LINE.search(line) or SECTION_LINE.match(line) for line in said):
        return 0
    faults = read_definitions(text)[1]
    return next((fault.line for fault in faults), 0)


def by_definition(one: Definition, path: str, texts: Mapping[str, str]) -> Found:
    look = looking(posixpath.dirname(path), texts)
    names = (*one.texts, *META) if one.meta else one.texts
    inside = included("\n".join(f"#!include {name}" for name in names), look)
    name = one.name.removeprefix("Playbook:").strip()
    return Found(one.id, main_text(one, inside), name, one.role, inside, of=one.game)


def standing_alone(path: str, texts: Mapping[str, str]) -> Found:
    name = posixpath.basename(path).removesuffix(".json").removesuffix(".mutagen")
    look = looking(posixpath.dirname(path), texts)
    return Found(key(name.removesuffix(".toml")), texts[path], included=included(texts[path], look))


# -- What a text without items says (MU-156) ----------------------------------------------------


def described(found: tuple[Found, ...]) -> tuple[Found, ...]:
    """Playbooks with what other files say of them; one that names none of these stays alone."""
    every = tuple(introduced(one) for one in found)
    books = {one.name: one for one in every if not one.about}
    for one in every:
        name = next((name for name in one.about if name in books), "")
        if name:
            books[name] = replace(books[name], intro=one.intro)
    left = (one for one in every if not any(name in books for name in one.about))
    return tuple(books.get(one.name, one) for one in left)


def introduced(one: Found) -> Found:
    """A text without items, with the names of the playbook it may be about: its own, its title."""
    lines = [line.strip() for line in one.text.removeprefix("\ufeff").splitlines()]
    words = [line for line in lines if line and not line.startswith("#")]
    titles = [found[2].strip() for line in words if (found := SECTION_LINE.match(line))]
    named = one.name.endswith("_intro") or any("playbook" in t.casefold() for t in titles)
    if not named or one.included or any(ITEM_LINE.search(line) for line in words):
        return one
    about = (one.name, *(key(title).removesuffix("_playbook") for title in titles))
    said = "\n".join(longhand(line) for line in words if not SECTION_LINE.match(line))
    return replace(
        one, intro=said, about=tuple(dict.fromkeys(n.removesuffix("_intro") for n in about))
    )


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
