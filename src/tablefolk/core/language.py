"""Which language is spoken in this process, and how a sentence is found in it.

The house is written in English, and English is spoken unless TABLEFOLK_LANGUAGE names a folder.
Another language is such a folder: in it lie the files of words where they lie among the sources
(`tablefolk/core/table/words.toml` for `words.en.toml`, data under its own name), and in files
`sentences.toml` whatever stands in Python and in templates, by its English. What is not in it
stays English. `python -m tools.language` writes the English one, for translators to begin with.
"""

from __future__ import annotations

import os
import re
from functools import cache

TYPE_CHECKING = False  # importing typing takes longer than all this
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FOLDER = os.environ.get("TABLEFOLK_LANGUAGE", "")
NAME = os.path.basename(FOLDER.rstrip("/")) or "en"
SENTENCES = "sentences.toml"
_PLURAL = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")


def said(sentence: str, /, **facts: object) -> str:
    """A sentence in the language that is spoken, with the facts filled in where there are any."""
    spoken = _sentences().get(sentence, sentence) if FOLDER else sentence
    return filled(spoken, facts) if facts else spoken


def filled(sentence: str, facts: Mapping[str, Any]) -> str:
    """The facts put into a sentence; `{n|one|many}` chooses by the number n."""

    def choose(match: re.Match[str]) -> str:
        return match[2] if facts[match[1]] == 1 else match[3]

    return (_PLURAL.sub(choose, sentence) if "|" in sentence else sentence).format_map(facts)


def over(tree: dict[str, Any], package: str, name: str) -> dict[str, Any]:
    """A file of a package with all that the language spoken has for it."""
    place = os.path.join(FOLDER, *package.split("."), name.replace(".en.", "."))
    spoken: dict[str, Any] = _laid(tree, _read(place)) if os.path.exists(place) else tree
    return spoken


def _laid(tree: Any, spoken: Any) -> Any:
    """One tree laid over another of the same shape; a gap in it leaves what is beneath."""
    if isinstance(tree, dict) and isinstance(spoken, dict):
        return {k: _laid(v, spoken[k]) if k in spoken else v for k, v in tree.items()}
    if isinstance(tree, list) and isinstance(spoken, list):
        return [*map(_laid, tree, spoken), *tree[len(spoken) :]]
    return spoken


@cache
def _sentences() -> dict[str, str]:
    """What stands in Python and in templates, by its English."""
    found: dict[str, str] = {}
    for place, _, names in os.walk(FOLDER):
        if SENTENCES in names:
            found |= _read(os.path.join(place, SENTENCES))
    return found


def _read(place: str) -> dict[str, Any]:
    import tomllib  # none of this is needed where English is spoken

    with open(place, "rb") as file:
        return tomllib.load(file)
