"""Which language is spoken in this process, and how a sentence is found in it.

The house is written in English: in files of words, and where a sentence states what stands beside
it, in Python and in templates. Another language is a second set of files (speaking.py): those of
words with the same keys, and all other sentences by their English. What is in none stays English.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing, or re, takes longer than all this
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from re import Pattern
    from typing import Any


class Language:
    """What is spoken: its name, its sentences by their English, its files by where they lie.

    A refusal is put together beside its condition, and comes to the door with its facts filled in;
    `shapes` are the English sentences with places, by which it is known.
    """

    name = "en"
    sentences: Mapping[str, str] = {}
    shapes: Sequence[tuple[Pattern[str], str]] = ()
    files: Mapping[str, Any] = {}


here = Language()  # set once, before anything is said


def said(sentence: str, /, **facts: object) -> str:
    """A sentence in the language that is spoken, with the facts filled in where there are any."""
    spoken = here.sentences.get(sentence)
    if spoken is None and here.shapes and not facts:
        return _known_by_shape(sentence)
    return filled(spoken or sentence, facts) if facts else spoken or sentence


def _known_by_shape(sentence: str) -> str:
    """A sentence whose facts are filled in already; what is in its places stays as it is."""
    for shape, spoken in here.shapes:
        if found := shape.fullmatch(sentence):
            return spoken.format_map(found.groupdict())
    return sentence


def filled(sentence: str, facts: Mapping[str, Any]) -> str:
    """The facts put into a sentence; `{n|one|many}` chooses by the number n."""
    if "|" in sentence:
        from re import sub

        sentence = sub(
            r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}",
            lambda found: found[2] if facts[found[1]] == 1 else found[3],
            sentence,
        )
    return sentence.format_map(facts)


def over(tree: dict[str, Any], package: str, name: str) -> dict[str, Any]:
    """A file of a package with all that the language spoken has for it."""
    place = f"{package.replace('.', '/')}/{name.replace('.en.', '.')}"
    spoken: dict[str, Any] = _laid(tree, here.files[place]) if place in here.files else tree
    return spoken


def _laid(tree: Any, spoken: Any) -> Any:
    """One tree laid over another of the same shape; a gap in it leaves what is beneath."""
    if isinstance(tree, dict) and isinstance(spoken, dict):
        return {k: _laid(v, spoken[k]) if k in spoken else v for k, v in tree.items()}
    if isinstance(tree, list) and isinstance(spoken, list):
        return [*map(_laid, tree, spoken), *tree[len(spoken) :]]
    return spoken
