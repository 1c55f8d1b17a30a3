"""Another language than English, read from its folder before anything is said.

TABLEFOLK_LANGUAGE names the folder; what it is called is the language's name (de, pt-BR). In it lie
files of words and data as they lie among the sources (`tablefolk/core/table/words.toml` is for
`words.en.toml`), and wherever one likes files `sentences.toml`, each sentence by its English.
`python -m tools.language FOLDER` writes such a folder in English, to be said otherwise.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from tablefolk.core.language import here

SENTENCES = "sentences.toml"


def speak(folder: str) -> None:
    """From here on this language is spoken."""
    root = Path(folder)
    files = {path: tomllib.loads(path.read_text("utf-8")) for path in sorted(root.rglob("*.toml"))}
    here.name = root.name
    spoken = (tree for path, tree in files.items() if path.name == SENTENCES)
    here.sentences = {english: said for tree in spoken for english, said in tree.items()}
    here.files = {path.relative_to(root).as_posix(): tree for path, tree in files.items()}
