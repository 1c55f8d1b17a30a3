"""What does not fit its type, said to whoever filled it in: no types, no names of fields."""

from __future__ import annotations

import re

from tablefolk.core.language import said

# What msgspec says, as far as it matters, and what people read, with the number or the word in it.
SENTENCES = (
    (r"edition (?P<n>\d+) cannot have written", said("edition {n} cannot have written it")),
    (r"missing required field", said("something is still to be chosen or filled in")),
    (r"unknown field", said("it holds something that is not asked for")),
    (r"Invalid (enum|literal) value", said("choose one of what is offered")),
    (r"Invalid value '(?P<value>[^']{1,60})'", said("nothing there is called “{value}”")),
    (r"`(?:int|float)` >= (?P<n>-?\d+)", said("the number is {n} at least")),
    (r"`(?:int|float)` <= (?P<n>-?\d+)", said("the number is {n} at most")),
    (r"`str` of length <= (?P<n>\d+)", said("a text has {n} characters at most")),
    (r"`str` of length >= ", said("a text is still to be written")),
    (r"of length <= (?P<n>\d+)", said("{n} at most can be chosen")),
    (r"of length >= (?P<n>\d+)", said("{n} at least are to be chosen")),
    (r"Expected `(?:int|float)", said("a number belongs there")),
    (r"Expected `bool", said("it is either yes or no")),
    (r"Expected `str", said("a text belongs there")),
    (r"malformed|trailing|truncated|JSON|utf-8", said("it is cut short, or of another kind")),
)
OTHERWISE = said("it does not fit what is asked for")


def plainly(bad: Exception) -> str:
    """Why something could not be read, in plain words and without a full stop."""
    for pattern, words in SENTENCES:
        if found := re.search(pattern, str(bad)):
            return said(words, **found.groupdict())
    return said(OTHERWISE)


def in_file(bad: Exception) -> str:
    """Why a file could not be read: in plain words, with the word that stands at the place."""
    place = re.search(r"at `\$([^`]*)`", str(bad))
    names = re.findall(r"[^.\[\]…\d][^.\[\]…]*", place[1]) if place else []
    fields = re.findall(r"(?:unknown|missing required) field `([^`]+)`", str(bad))
    names += [name[:60] for name in fields]
    why = plainly(bad)
    return said("{why} (at “{place}”)", why=why, place=names[-1]) if names else why
