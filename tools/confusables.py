"""Writes down what looks like what in Unicode, so that names can be compared (TF-2, UTS 39).

python -m tools.confusables FOLDER    writes src/tablefolk/core/unicode/confusables.json

FOLDER holds the libraries of ICU, the Unicode consortium's own, which carries the data of UTS 39:
those in the wheel of icu4py are of a late Unicode (`pip download --no-deps icu4py`, then unzip). It
is asked for the skeleton of every character there is; no code of it comes along.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

MADE = Path(__file__).parents[1] / "src/tablefolk/core/unicode/confusables.json"
IGNORABLE = 5  # UCHAR_DEFAULT_IGNORABLE_CODE_POINT
ROOM = 512
TERMS = "© Unicode, Inc.: see LICENCE-unicode.txt. Made by tools/confusables.py."


class Icu:
    """The libraries of one version of ICU, whose names all end with its number."""

    def __init__(self, folder: Path) -> None:
        self._data, self._common, self._spoof = (
            ctypes.CDLL(str(next(folder.glob(f"libicu{part}*.so.*"))), mode=ctypes.RTLD_GLOBAL)
            for part in ("data", "uc", "i18n")
        )
        library = next(folder.glob("libicui18n*.so.*")).name
        self._number = re.findall(r"\.so\.(\d+)", library)[0]
        failed = ctypes.c_int(0)
        opened = self._named(self._spoof, "uspoof_open")
        opened.restype = ctypes.c_void_p
        self._checker = ctypes.c_void_p(opened(ctypes.byref(failed)))

    def _named(self, library: ctypes.CDLL, name: str) -> ctypes._NamedFuncPointer:
        return getattr(library, f"{name}_{self._number}")  # type: ignore[no-any-return]

    def version(self) -> str:
        """The version of Unicode that it knows."""
        parts = (ctypes.c_uint8 * 4)()
        self._named(self._common, "u_getUnicodeVersion")(parts)
        return ".".join(map(str, list(parts)[:3]))

    def ignorable(self, character: str) -> bool:
        ask = self._named(self._common, "u_hasBinaryProperty")
        return bool(ask(ctypes.c_uint32(ord(character)), IGNORABLE) & 0xFF)

    def skeleton(self, text: str) -> str:
        given, room, failed = text.encode(), ctypes.create_string_buffer(ROOM), ctypes.c_int(0)
        ask = self._named(self._spoof, "uspoof_getSkeletonUTF8")
        long = ask(self._checker, 0, given, len(given), room, ROOM, ctypes.byref(failed))
        assert failed.value <= 0, f"ICU could not say what {text!r} looks like"
        return room.raw[:long].decode()


def characters() -> Iterator[str]:
    """All that can be said of itself: what comes apart (NFD) is found by its parts."""
    for number in (*range(0xD800), *range(0xE000, 0x110000)):
        if unicodedata.normalize("NFD", chr(number)) == chr(number):
            yield chr(number)


def spans(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers in a row as first and last."""
    made: list[list[int]] = []
    for number in sorted(numbers):
        if made and number == made[-1][1] + 1:
            made[-1][1] = number
        else:
            made.append([number, number])
    return made


def known(icu: Icu) -> dict[str, Any]:
    """Each look with all that have it, and all that has none."""
    like, unseen = defaultdict(str), []
    for character in characters():
        if icu.ignorable(character):
            unseen.append(ord(character))
        elif (look := icu.skeleton(character)) != character:
            like[look] += character
    looks = {look: like[look] for look in sorted(like)}
    return {"unicode": icu.version(), "terms": TERMS, "unseen": spans(unseen), "looks": looks}


def main(folder: str) -> None:
    made = known(Icu(Path(folder)))
    MADE.write_text(json.dumps(made, indent=0) + "\n", "utf-8")
    print(f"{MADE.name}: Unicode {made['unicode']}, {len(made['looks']):,} looks")


if __name__ == "__main__":
    main(*sys.argv[1:])
