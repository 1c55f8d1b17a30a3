"""Another language than English, read from its folder before anything is said.

TABLEFOLK_LANGUAGE names the folder; what it is called is the language's name (de, pt-BR). In it lie
files of words and data as they lie among the sources (`tablefolk/core/table/words.toml` is for
`words.en.toml`), and wherever one likes files `sentences.toml`, each sentence by its English.
`python -m tools.language FOLDER` writes such a folder in English, to be said otherwise.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from tablefolk.core.language import here

SENTENCES = "sentences.toml"
PLACE = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
PLAIN = re.compile(r"[^\W\d_]{2,}[^\n]* [^\n]*[^\W\d_]{3,}")  # words enough to be known by
FORM = re.compile(r"\{(\w+):[^{}]*\}")  # how a number is written, which is done by then


def speak(folder: str) -> None:
    """From here on this language is spoken."""
    root = Path(folder)
    files = {path: tomllib.loads(path.read_text("utf-8")) for path in sorted(root.rglob("*.toml"))}
    here.name = root.name
    spoken = (tree for path, tree in files.items() if path.name == SENTENCES)
    here.sentences = {english: said for tree in spoken for english, said in tree.items()}
    here.shapes = [*shapes(here.sentences)]
    here.files = {path.relative_to(root).as_posix(): tree for path, tree in files.items()}


def shapes(sentences: Mapping[str, str]) -> Iterator[tuple[re.Pattern[str], str]]:
    """The sentences with places as they are met with the facts filled in, the plainest first."""
    for english in sorted(sentences, key=lambda one: (-len(PLACE.sub("", one)), one)):
        if PLACE.search(english) and "|" not in english and PLAIN.search(PLACE.sub("\n", english)):
            yield re.compile(_shape(english), re.DOTALL), FORM.sub(r"{\1}", sentences[english])


def _shape(english: str) -> str:
    """What matches the sentence whatever is filled in; the same place holds the same."""
    met, parts = set[str](), PLACE.split(english)
    for at in range(1, len(parts), 2):
        name = parts[at]
        parts[at] = f"(?P={name})" if name in met else f"(?P<{name}>.*?)"
        met.add(name)
    return "".join(part if at % 2 else re.escape(part) for at, part in enumerate(parts))
