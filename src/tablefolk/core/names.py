"""Names as people see them: what can be read, and which look like one another (TF-2, UTS 39).

The data is Unicode's own, in `unicode/confusables.json`, and is read when the first name is seen.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from unicodedata import bidirectional, category, combining, name, normalize

from msgspec import Struct, json

from tablefolk.core.words import lying

UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
BLANK = (" BLANK", " NULL NOTEHEAD")  # how Unicode names what is drawn as nothing
SEEN = ("L", "N", "S", "Cn")  # Cn: a newer sign than this Python knows
MOST_ACCENTS = 4  # UTS 39, 5.4
JOINERS = "\u200c\u200d"
ZERO_WIDTH_JOINER = "\u200d"
VARIED = ("Lo", "Lm", "So", "Sm", "Sk", "Nd", "No", "Po", "Pd")  # they may come in several forms
RIGHT_TO_LEFT = ("AL", "R")
VIRAMA = 9  # the combining class of what takes a letter's vowel away
FLAG = "\U0001f3f4"


# -- What can be read ---------------------------------------------------------------------------


def seen(text: str) -> bool:
    """Whether there is a letter, a number or a sign in it."""
    return any(category(c).startswith(SEEN) and c not in _unseen() for c in text)


def hidden(text: str) -> bool:
    """Whether something in it is not seen, and does nothing to what is."""
    return any(_is_hidden(text[:at], c, text[at + 1 :]) for at, c in enumerate(text))


def piled(text: str) -> bool:
    """Whether accents stand on nothing, twice the same, or more than four on a letter."""
    marks = "".join(c if _is_mark(c) else " " for c in normalize("NFD", text))
    twice = any(a == b != " " for a, b in pairwise(marks))
    most = max(map(len, marks.split()), default=0)
    return twice or most > MOST_ACCENTS or _is_mark(text[:1])


def _is_mark(character: str) -> bool:
    return bool(character) and category(character) in ("Mn", "Me")


def _is_hidden(before: str, character: str, after: str) -> bool:
    if character in _unseen():
        return not _is_of_use(before[-1:], character, after[:1])
    nothing = (ord(character) & 0xFFFE) == 0xFFFE or "\ufdd0" <= character <= "\ufdef"
    return nothing or category(character) in UNSEEN or name(character, "").endswith(BLANK)


def _is_of_use(before: str, character: str, after: str) -> bool:
    """Whether what is not seen itself shapes its neighbours, as some scripts and emoji need it."""
    if not before:
        return False
    if character in JOINERS:
        return _may_join(before, character, after)
    if "\U000e0020" <= character <= "\U000e007f":
        return before == FLAG or "\U000e0020" <= before < "\U000e007f"
    return _is_variant(character) and category(before) in VARIED and before not in _unseen()


def _may_join(before: str, joiner: str, after: str) -> bool:
    """Between letters that join, beside a virama (UAX 31), or within an emoji."""
    if combining(before) == VIRAMA or (after and combining(after) == VIRAMA):
        return True
    if not after:
        return False
    letters = bidirectional(before) in (*RIGHT_TO_LEFT, "NSM")
    emoji = category(before) in ("So", "Sk", "Cn") or before == "\ufe0f"
    within = joiner == ZERO_WIDTH_JOINER and emoji and category(after) in ("So", "Cn")
    return within or (letters and bidirectional(after) in RIGHT_TO_LEFT)


def _is_variant(character: str) -> bool:
    """A variation selector: of emoji and signs, of ideographs, of Mongolian letters."""
    spans = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
    return any(first <= character <= last for first, last in spans)


# -- What looks like what -----------------------------------------------------------------------


def skeleton(text: str) -> str:
    """What all texts that look like this one have in common (UTS 39, 4)."""
    return normalize("NFD", normalize("NFD", text).translate(_looks()))


def look_alike(one: str, other: str) -> bool:
    """Whether one name could be taken for the other, however it is written or spaced.

    Capitals for capitals and small letters for small ones: Ian is like lan, but not like Lan.
    """
    return any(a == b for a, b in zip(_faces(one), _faces(other), strict=True))


@lru_cache(1024)
def _faces(text: str) -> tuple[str, ...]:
    """A name's skeletons: as it is written, in plain characters, in small letters, in capitals."""
    plain = normalize("NFKC", text)
    forms = (text, plain, plain.casefold(), plain.upper())
    return tuple("".join(skeleton(form).split()) for form in forms)


# -- Unicode's data -----------------------------------------------------------------------------


class Known(Struct):
    """What looks like what, and from where to where nothing is seen at all."""

    looks: dict[str, str]
    unseen: list[tuple[int, int]]


@cache
def _known() -> Known:
    return json.decode(lying("tablefolk.core", "unicode", "confusables.json"), type=Known)


@cache
def _unseen() -> frozenset[str]:
    """All that Unicode says is to be ignored where it is shown."""
    spans = (range(first, last + 1) for first, last in _known().unseen)
    return frozenset(chr(number) for span in spans for number in span)


@cache
def _looks() -> dict[int, str]:
    """By the number of a character its look; nothing for one that is not seen."""
    made = dict.fromkeys(map(ord, _unseen()), "")
    for look, like in _known().looks.items():
        made.update(dict.fromkeys(map(ord, like), look))
    return made
