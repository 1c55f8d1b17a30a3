"""What an evening or a scene was, to be read again: made from what an onlooker was told (TF-15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.episodes import MOST_THROWS, Argument, Episode, mattered
from tablefolk.core.game import Drawn, Entry, Event, Line, Seat
from tablefolk.core.story import Kept, Setting, bare, head, standing
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.scenes import SceneEnded, SceneOpened, SessionClosed, SessionOpened
from tablefolk.core.table.state import Table

EVERYBODY = Seat("", "onlooker")  # sees what all players see, and nothing else (TF-5)
FEW = 20  # paragraphs that are read of a scene: the whole of it is in the story
FIRST = 7  # of these, how it began; the others are how it ended
ENDS = (".", "!", "?", "…", "”", ":", ")")
LESS = ("threw", "spoke")  # where there is more, what is left out first
WHOLE = ("episode", "turn")  # what is never left out
OPENING = (SceneOpened, SessionOpened)
Kind = Literal["facts", "throws", "rewards", "grew"]


class Paragraph(Struct, frozen=True, omit_defaults=True):
    """A piece of what happened."""

    text: str
    kind: Literal["narrated", "spoke", "did", "turn", "threw", "episode", "left_out"] = "narrated"
    who: str = ""  # of what was spoken; of an episode: in whose words its title is
    title: str = ""  # of an episode: what was wanted
    arguments: tuple[Argument, ...] = ()  # of an episode
    stakes: tuple[str, ...] = ()  # of an episode: what was written beforehand and came true


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
    """Somebody who was there, and whom they played; or whose character was played by another."""

    name: str
    character: str = ""
    gm: bool = False
    about: str = ""  # the character, in the words that everybody reads of them
    by: tuple[str, ...] = ()  # who played for them, where they did nothing themselves (TF-6)
    icon: str = ""  # the character's face, where the game has icons for faces


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
    pictures: tuple[Drawn, ...] = ()  # what in its sentences stands for a picture

    def parts(self, text: str) -> Iterator[str | Drawn]:
        """Any sentence of it, with the pictures in their places."""
        known = {one.text: one for one in self.pictures}
        longest = sorted(map(re.escape, known), key=len, reverse=True)
        every = f"({'|'.join(longest)})(?!\\w)"
        for part in re.split(every, text) if known else (text,):
            yield known.get(part, part)

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
    early: bool = False  # the first evening had not been opened yet


def placed(standing: Iterable[tuple[int, Entry]]) -> Iterator[Placed]:
    """What follows a scene belongs to it until the next, and what follows an evening likewise.

    What came before the first evening belongs to it: it begins with that.
    """
    session, scene, over = 0, 0, False
    for number, entry in standing:
        closing = False
        for part in _by_scenes(entry):
            for event in part.events:
                if isinstance(event, SessionOpened):
                    session, scene, over = event.number, 0, False
                elif isinstance(event, SceneOpened):
                    scene = event.number
                closing = closing or isinstance(event, SessionClosed)
            yield Placed(number, part, session or 1, scene, over, early=not session)
        over = over or closing


def _by_scenes(entry: Entry) -> Iterator[Entry]:
    """An entry that ends one scene and opens the next, as two: each with what is of its scene."""
    kinds = [type(event) for event in entry.events]
    ended = kinds.index(SceneEnded) if SceneEnded in kinds else len(kinds)
    opened = next((n for n, kind in enumerate(kinds) if n > ended and kind in OPENING), 0)
    if opened:
        yield replace(entry, events=entry.events[:opened])
    yield replace(entry, events=entry.events[opened:]) if opened else entry


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
    """An entry in an onlooker's words: those of its events that stood and that they are told of."""

    place: Placed
    told: Sequence[tuple[Event, Line]]

    @property
    def then(self) -> bool:
        """Whether it happened while the evening was open."""
        return not (self.place.early or self.place.over)

    @property
    def crowns(self) -> bool:
        """Whether it is of what an evening ends with: a reward, or that somebody grows."""
        return any(line.keeps in ("reward", "grew") for line in self.lines)

    @property
    def lines(self) -> list[Line]:
        return [line for _, line in self.told]


def recap(at: GameAtTable, table: Table, session: int, scene: int, heard: Iterable[Heard]) -> Recap:
    """That evening, or that scene of it, from all that was heard in it."""
    every = [one for one in heard if one.told]
    played = [one.place.entry.at for one in every if one.then]
    titles = {s.number: s.title for s in table.scenes}
    parts = groupby(every, lambda one: one.place.scene)
    chapters = (_chapter(at, table, n, titles.get(n, ""), list(part)) for n, part in parts)
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
        pictures=_pictures(line for one in every for line in one.lines),
    )


def _pictures(lines: Iterable[Line]) -> tuple[Drawn, ...]:
    """Every picture of these lines; what several drew in their own ways, as it commonly looks."""
    found = dict[str, Drawn]()
    for one in (one for line in lines for one in line.drawn if one.chat):
        other = found.setdefault(one.text, one)
        if other != one:
            found[one.text] = replace(one, drawing="")
    return tuple(found.values())


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
    """Whoever was heard to do something; by what is unheard nobody is known to have been there.

    Once the evening is over, it is by a reward or by growing that one was there.
    """
    seats = {one.place.entry.seat for one in heard if one.then or (one.place.over and one.crowns)}
    there = {seat.by or seat.id for seat in seats}
    faces = {row.member: row.icon for row in at.further.rows(table.play, EVERYBODY)}
    for member in table.members.values():
        lent = {seat.by for seat in seats if seat.by and seat.id == member.id}
        if member.id in there or lent:
            gm = member.role == "gm"
            character = "" if gm else at.further.speaks_as(table.play, member.id)
            about = at.further.summed_up(table.play, member.id) if character else ""
            by = sorted(table.name_of(who) for who in lent) if member.id not in there else ()
            face = faces.get(member.id, "") if character else ""
            yield Player(member.name, character, gm, about, tuple(by), face)


def _chapter(
    at: GameAtTable, table: Table, number: int, title: str, heard: Sequence[Heard]
) -> Chapter:
    """One scene; what was told once the evening was over is kept, and not read."""
    during = [one for one in heard if not one.place.over]
    after = [line for one in heard if one.place.over for line in one.lines]
    episodes = episodes_of(at, table, during)
    acts = list(_acts(during, episodes, at.further.told_as))
    thrown = [text for act in acts if (text := _throw(act.lines))][-MOST_THROWS:]
    if episodes is not None:
        thrown = list(mattered(t for e in sorted(episodes, key=lambda e: e.at) for t in e.throws))

    def every(kind: Kept) -> tuple[str, ...]:
        lines = (*(line for act in acts for line in act.lines), *after)
        return tuple(dict.fromkeys(line.text.strip() for line in lines if line.keeps == kind))

    return Chapter(
        number,
        title,
        told=_few(list(_told(acts, thrown))),
        facts=every("fact"),
        throws=tuple(thrown),
        rewards=every("reward"),
        grew=every("grew"),
    )


# -- Episodes ----------------------------------------------------------------------------------


class Read(NamedTuple):
    """An act as it is read again: the episodes that end with it, and its lines in no episode."""

    episodes: list[Episode]
    lines: list[Line]
    early: bool = False


def episodes_of(at: GameAtTable, table: Table, heard: Sequence[Heard]) -> list[Episode] | None:
    """The game's episodes of a scene; None where it tells none."""
    if at.further.episodes is None:
        return None
    events = [event for one in heard for event, _ in one.told]
    return list(at.further.episodes(table.play, events))


def _acts(
    heard: Sequence[Heard], episodes: Sequence[Episode] | None, how: Setting | None
) -> Iterator[Read]:
    """Act by act; a number never stands alone, nor a throw in a game of episodes."""
    covered = {n for episode in episodes or () for n in episode.covers}
    ends = {piece.at: piece for episode in episodes or () for piece in episode.pieces()}
    first = 0
    for one in heard:
        places = range(first, first + len(one.told))
        first = places.stop
        open_ = zip(places, one.told, strict=True)
        left = [x for n, (e, x) in open_ if n not in covered and not bare(e, how)]
        lines = left if episodes is None else [x for x in left if x.keeps != "throw"]
        yield Read([ends[n] for n in places if n in ends], lines, one.place.early)


def _told(acts: Sequence[Read], throws: Sequence[str]) -> Iterator[Paragraph]:
    """What happened, act by act; an episode is read where it ends, or in parts on its way."""
    narrated = any(act.episodes or any(_fiction(act.lines)) for act in acts)
    begun: tuple[frozenset[int], Paragraph] | None = None  # the episode told last, not yet read
    titles = set[tuple[frozenset[int], str]]()  # each is read once
    for act in acts:
        for one in act.episodes:
            if begun and begun[0] == one.covers:
                begun = one.covers, replace(begun[1], text=f"{begun[1].text} {one.text}")
                continue
            if begun:
                yield begun[1]
            title = "" if (one.covers, one.title) in titles else one.title
            titles.add((one.covers, one.title))
            told = Paragraph(one.text, "episode", one.who, title, one.arguments, one.stakes)
            begun = one.covers, told
        happened = [*_happened(act.lines, not (narrated or act.early), throws)]
        if begun and happened:
            yield begun[1]
            begun = None
        yield from happened
    if begun:
        yield begun[1]


# -- An act without an episode ------------------------------------------------------------------


def _throw(lines: Sequence[Line]) -> str:
    """All that one act had thrown, and what it came to, as one."""
    return joined(line.text for line in lines if line.keeps == "throw")


def _happened(lines: Sequence[Line], deeds: bool, throws: Sequence[str]) -> Iterator[Paragraph]:
    """An act as it is read again: what was thrown, what was told of it, and what it turned."""
    if threw := _throw(lines):
        if threw in throws:
            yield Paragraph(threw, "threw")
    elif deeds:
        yield from _deeds(lines)
    yield from _fiction(lines)
    if turned := joined(line.text for line in lines if line.keeps == "turn"):
        yield Paragraph(turned, "turn")


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
    """All episodes and all that a scene turned on; around them, what is narrated before the rest.

    Where that is still much, narration is left out of the middle, never of beginning and end.
    """
    for kind in LESS:
        if len(told) > FEW:
            told = [p for p in told if p.kind != kind] or told
    if len(told) <= FEW:
        return tuple(told)
    ends = {*range(FIRST), *range(len(told) - FEW + FIRST, len(told))}
    kept = [p if n in ends or p.kind in WHOLE else LEFT_OUT for n, p in enumerate(told)]
    mark = next((n for n, p in enumerate(kept) if p is LEFT_OUT), -1)  # said once
    return tuple(p for n, p in enumerate(kept) if p is not LEFT_OUT or n == mark)


LEFT_OUT = Paragraph("…", "left_out")


def joined(texts: Iterable[str]) -> str:
    """Sentences one after the other, each with its stop."""
    stripped = (text.strip() for text in texts)
    return " ".join(text if text.endswith(ENDS) else f"{text}." for text in stripped if text)
