"""The author's definition file: which texts make up which playbooks of a game."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import basename

from msgspec import Struct

from tablefolk.games.mutagen.playbooks.faults import Fault
from tablefolk.games.mutagen.playbooks.library import key
from tablefolk.games.mutagen.playbooks.model import Role

SETTINGS = ("GAME", "GAMESHORT", "AUTHOR", "HOMEPAGE", "PDFSERVER")
NO_DATA = (".odt", ".ott", ".pdf", ".svg", ".png")  # printed matter: nothing to import


class Definition(Struct, frozen=True):
    """One playbook of a set: what it is called, and the texts it is made of."""

    id: str
    name: str
    file: str
    texts: tuple[str, ...]
    role: Role = "pc"
    game: str = ""
    author: str = ""
    homepage: str = ""
    meta: bool = True  # the Meta text follows at the end
    print_only: bool = False
    line: int = 0


def read_definitions(text: str) -> tuple[tuple[Definition, ...], tuple[Fault, ...]]:
    """The playbooks a definition file lists, and what in it could not be used."""
    settings = dict.fromkeys(SETTINGS, "")
    found: list[Definition] = []
    faults: list[Fault] = []
    for n, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.startswith("#") or "=" not in line:
            continue
        name, *rest = (part.strip() for part in line.split("=", 2))
        if name in settings:
            settings[name] = "=".join(rest)
        elif len(rest) == 1:
            faults.append(Fault(f"“{name}” is no setting; it was left out.", n, warning=True))
        else:
            found.append(_definition(name, rest[0], rest[1].split(), settings, n))
            faults += [
                Fault(f"“{one}” is not imported: it holds no markup.", n, warning=True)
                for one in rest[1].split()
                if one.casefold().endswith(NO_DATA)
            ]
    return tuple(found), tuple(faults)


def _definition(
    name: str, file: str, texts: list[str], settings: Mapping[str, str], line: int
) -> Definition:
    short = "_".join(settings["GAMESHORT"].casefold().split())
    stem = key(basename(file))
    return Definition(
        id=f"{short}_{stem}" if short else stem,
        name=name,
        file=file,
        texts=tuple(
            one.removesuffix(".txt")
            for one in texts
            if not one.startswith("!") and not one.casefold().endswith(NO_DATA)
        ),
        role="gm" if basename(file).startswith("gm") else "pc",
        game=settings["GAME"],
        author=settings["AUTHOR"],
        homepage=settings["HOMEPAGE"],
        meta="!nometa" not in texts,
        print_only="_teaser" in file,
        line=line,
    )


def main_text(definition: Definition, texts: Mapping[str, str]) -> str:
    """A text that includes all those a playbook is made of, Meta last where there is one."""
    named = list(definition.texts)
    if definition.meta:
        named += [one for one in texts if basename(one) == "meta" and one not in named][:1]
    return "\n".join(f"#!include {one}" for one in named)
