"""Drawings that travel with a character: their keys in the sheet, their bytes beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from tablefolk.core.lifting import Fields
from tablefolk.hosting.pictures.drawing import KEY, MOST, Drawing, DrawingLine, again, too_many
from tablefolk.hosting.pictures.faults import unfit

DRAWINGS = "pictures"  # the bytes of own drawings, in a sheet's file
MOST_DRAWN = 50


def packed(sheet: Fields, drawings: Collection[Drawing]) -> Fields:
    """A sheet as its file has it, with those of the drawings that it has keys of."""
    keys = texts(sheet)
    drawn = [DrawingLine(one.kind, one.body) for one in drawings if one.key in keys]
    return {**sheet, DRAWINGS: drawn} if drawn else sheet


def unpacked(file: Fields) -> tuple[Fields, list[Drawing]]:
    """A file's sheet and the drawings that the sheet has keys of; or a refusal."""
    sheet = {name: value for name, value in file.items() if name != DRAWINGS}
    try:
        lines = msgspec.convert(file.get(DRAWINGS, []), list[DrawingLine])
    except msgspec.ValidationError:
        raise unfit("Its drawings cannot be read.") from None
    keys = texts(sheet)
    return sheet, [one for line in lines[:MOST_DRAWN] if (one := again(line)).key in keys]


def texts(value: object) -> set[str]:
    """Every text in a sheet."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return {text for part in inside for text in texts(part)}
    return {value} if isinstance(value, str) else set()


def together(here: Iterable[Drawing], drawn: Collection[Drawing]) -> tuple[Drawing, ...]:
    """The drawings of a table with those that come along; or a refusal where that is too many."""
    every = tuple(dict.fromkeys((*here, *drawn)))
    if drawn and len(every) > MOST:
        raise too_many()
    return every


def without_others(sheet: Fields, keys: Collection[str]) -> Fields:
    """A sheet without the keys of drawings that did not come along and are not here."""

    def kept(part: object) -> object:
        if isinstance(part, dict):
            return {key: kept(inside) for key, inside in part.items()}
        if isinstance(part, list):
            return [kept(inside) for inside in part]
        gone = isinstance(part, str) and KEY.fullmatch(part) and part not in keys
        return "" if gone else part

    return {key: kept(part) for key, part in sheet.items()}
