"""What an evening or a scene was, to be read again: made from what an onlooker was told (TF-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct

from tablefolk.core.game import Entry, Event, Line, Seat
from tablefolk.core.story import Kept, head, standing
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.scenes import SceneOpened, SessionClosed, SessionOpened
from tablefolk.core.table.state import Table

EVERYBODY = Seat("", "onlooker")  # sees what all players see, and nothing else (TF-5)
FEW = 12  # paragraphs that are read of a scene: the whole of it is in the story
FIRST = 4  # of these, how it began; the others are how it ended
ENDS = (".", "!", "?", "…", "”", ":", ")")
LESS = ("threw", "spoke")  # where there is more, what is left out first
Kind = Literal["facts", "throws", "rewards", "grew"]


class Paragraph(Struct, frozen=True, omit_defaults=True):
    """A piece of what happened."""

    text: str
    kind: Literal["narrated", "spoke", "did", "threw", "left_out"] = "narrated"
    who: str = ""  # of what was spoken


class Chapter(Struct, frozen=True, omit_defaults=True):
    """One scene; with the number 0, what came before the first."""

    number: int
    title: str
    told: tuple[Paragraph, ...] = ()
    facts: tuple[str, ...] = ()
    throws: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()
    grew: tuple[str, ...] = ()

    def listed(self, kind: Kind) -> tuple[str, ...]:
        """All of one kind, but for what is read where it happened."""
        read = {p.text for p in self.told}
        every: tuple[str, ...] = getattr(self, kind)
        return tuple(text for text in every if text not in read)


class Player(Struct, frozen=True, omit_defaults=True):
    """Somebody who was there, and whom they played."""

    name: str
    character: str = ""
    gm: bool = False


class Recap(Struct, frozen=True, omit_defaults=True):
    """An evening, or one scene of it, without secrets."""

    table: str
    game: str
    session: int
    scene: int  # 0 where it is the whole evening
    title: str
    began: float
    ended: float
    over: bool
    players: tuple[Player, ...]
    chapters: tuple[Chapter, ...]

    def kept(self, kind: Kind) -> tuple[str, ...]:
        """All of one kind, in the order in which it happened."""
        return tuple(text for chapter in self.chapters for text in getattr(chapter, kind))

    def listed(self, kind: Kind) -> tuple[str, ...]:
        """All of one kind that is not read where it happened."""
        return tuple(text for chapter in self.chapters for text in chapter.listed(kind))


# -- Where each entry belongs ------------------------------------------------------------------


class Placed(NamedTuple):
    """An entry, with the evening and the scene that it is of."""

    number: int
    entry: Entry
    session: int
    scene: int
    over: bool  # the evening was closed before


def placed(standing: Iterable[tuple[int, Entry]]) -> Iterator[Placed]:
    """What follows a scene belongs to it until the next, and what follows an evening likewise."""
    session, scene, over = 0, 0, False
    for number, entry in standing:
        closing = False
        for event in entry.events:
            if isinstance(event, SessionOpened):
                session, scene, over = event.number, 0, False
            elif isinstance(event, SceneOpened):
                scene = event.number
            closing = closing or isinstance(event, SessionClosed)
        yield Placed(number, entry, session, scene, over)
        over = over or closing


def outlasting(
    at: GameAtTable, every: Iterable[Placed]
) -> Iterator[tuple[Placed, tuple[Event, ...]]]:
    """Each entry, with those of its events that stood in the end."""
    kept = list(every)
    events = [event for place in kept for event in place.entry.events]
    stood = standing(events, at.further.told_as)
    for place in kept:
        yield (
            place,
            tuple(e for e, stands in zip(place.entry.events, stood, strict=False) if stands),
        )


# -- The recap ---------------------------------------------------------------------------------


class Heard(NamedTuple):
    """An entry in an onlooker's words."""

    place: Placed
    lines: Sequence[Line]


def recap(at: GameAtTable, table: Table, session: int, scene: int, heard: Iterable[Heard]) -> Recap:
    """That evening, or that scene of it, from all that was heard in it."""
    every = [one for one in heard if one.lines]
    played = [one.place.entry.at for one in every if not one.place.over]
    titles = {s.number: s.title for s in table.scenes}
    parts = groupby(every, lambda one: one.place.scene)
    chapters = (_chapter(number, titles.get(number, ""), list(part)) for number, part in parts)
    return Recap(
        table=table.name,
        game=at.about.title,
        session=session,
        scene=scene,
        title=titles[scene] if scene else table.name,
        began=min(played, default=0.0),
        ended=max(played, default=0.0),
        over=is_over(table, session, scene),
        players=tuple(_players(at, table, every)),
        chapters=tuple(c for c in chapters if c.number or c != Chapter(0, "")),
    )


def is_over(table: Table, session: int, scene: int = 0) -> bool:
    """Whether it is closed, so that it is what it will stay."""
    if scene:
        return not table.scenes[scene - 1].open
    return session < table.session or not table.session_open


def known(table: Table, session: int, scene: int = 0) -> bool:
    """Whether there is such an evening, with that scene in it."""
    of_it = {s.number for s in table.scenes if s.session == session}
    return 0 < session <= table.session and (not scene or scene in of_it)


def _players(at: GameAtTable, table: Table, heard: Sequence[Heard]) -> Iterator[Player]:
    """Whoever was heard to do something; by what is unheard nobody is known to have been there."""
    seats = {one.place.entry.seat for one in heard if not one.place.over}
    there = {seat.by or seat.id for seat in seats}
    for member in table.members.values():
        if member.id in there:
            character = "" if member.role == "gm" else at.further.speaks_as(table.play, member.id)
            yield Player(member.name, character, member.role == "gm")


def _chapter(number: int, title: str, heard: Sequence[Heard]) -> Chapter:
    def every(kind: Kept) -> tuple[str, ...]:
        lines = (line for one in heard for line in one.lines)
        return tuple(dict.fromkeys(line.text.strip() for line in lines if line.keeps == kind))

    during = [one.lines for one in heard if not one.place.over]
    narrated = any(True for lines in during for _ in _fiction(lines))
    return Chapter(
        number,
        title,
        told=_few([p for lines in during for p in _happened(lines, deeds=not narrated)]),
        facts=every("fact"),
        throws=tuple(text for one in heard if (text := _throw(one.lines))),
        rewards=every("reward"),
        grew=every("grew"),
    )


def _throw(lines: Sequence[Line]) -> str:
    """All that one act had thrown, and what it came to, as one."""
    return joined(line.text for line in lines if line.keeps == "throw")


def _happened(lines: Sequence[Line], deeds: bool) -> Iterator[Paragraph]:
    """An act as it is read again: what was thrown, what was told of it, and what it turned."""
    if threw := _throw(lines):
        yield Paragraph(threw, "threw")
    elif deeds:
        yield from _deeds(lines)
    yield from _fiction(lines)
    if turned := joined(line.text for line in lines if line.keeps == "turn"):
        yield Paragraph(turned, "did")


def _fiction(lines: Sequence[Line]) -> Iterator[Paragraph]:
    """What was narrated, and said in character; what is kept elsewhere is not said twice."""
    for line in lines:
        if line.kind == "narrated" and not line.keeps:
            yield Paragraph(line.text)
        elif line.kind == "spoke":
            yield Paragraph(line.text, "spoke", line.who)


def _deeds(lines: Sequence[Line]) -> Iterator[Paragraph]:
    """What an act goes by, for a scene in which nobody has narrated anything."""
    first = head(lines)
    if first >= 0 and lines[first].kind == "did" and not lines[first].keeps:
        yield Paragraph(lines[first].text, "did")


def _few(told: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """What is narrated before what is said and thrown; beginning and end before the middle."""
    for kind in LESS:
        if len(told) > FEW:
            told = [p for p in told if p.kind != kind] or told
    if len(told) <= FEW:
        return tuple(told)
    return (*told[:FIRST], Paragraph("…", "left_out"), *told[FIRST - FEW :])


def joined(texts: Iterable[str]) -> str:
    """Sentences one after the other, each with its stop."""
    stripped = (text.strip() for text in texts)
    return " ".join(text if text.endswith(ENDS) else f"{text}." for text in stripped if text)
