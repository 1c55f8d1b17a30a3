"""The end of a session: what is held true, what was given, what a full track buys (MU-134 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Refusal, Seat
from tablefolk.games.mutagen.page.offers.moves import shows, tags_at
from tablefolk.games.mutagen.page.offers.sessions import xp_at
from tablefolk.games.mutagen.page.view.printing import Bit, Part, bits
from tablefolk.games.mutagen.playbooks.model import Deed, Resource
from tablefolk.games.mutagen.playbooks.model import Statement as Said
from tablefolk.games.mutagen.rules import leveling, rating, sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, OpenMove
from tablefolk.games.mutagen.rules.wording import band_name
from tablefolk.games.mutagen.words import say


class Evening(Block, frozen=True):
    """The session looked back on, by everybody together."""

    people: tuple[Remembered, ...] = ()
    hints: tuple[str, ...] = ()


def evening(show: Show, seat: Seat) -> Evening:
    heroes = [h for h in show.cast.values() if h.state != "draft"]
    people = tuple(remembered(show, seat, hero) for hero in heroes)
    hints = (say("advice.xp"), *((say("advice.xp_open"),) if seat.gm else ()))
    return Evening(about="evening", people=people, hints=hints)


# -- One's own card (MU-135 … MU-141) ----------------------------------------------------------


def own_card(show: Show, hero: Character) -> Iterator[XpCard]:
    """In the XP phase, and whenever the track is full."""
    try:
        deed, resource = leveling.levelling(show, hero)
    except Refusal:
        return
    full = sheet.full(show, hero, resource)
    if show.phase == "xp" or full:
        yield card(show, hero, deed, resource, full)


class XpCard(Block, frozen=True):
    """Statements to hold true, one's own track, and what a full one buys."""

    who: str = ""
    name: str = ""
    phase: str = ""
    statements: tuple[Statement, ...] = ()
    points: int = 0
    room: int = 0
    full: bool = False
    waiting: int = 0
    kept: bool = False
    feedback: bool = False
    asks_feedback: bool = False  # one of the statements does: it is given there
    choices: tuple[tuple[str, tuple[Bit, ...]], ...] = ()
    hints: tuple[str, ...] = ()


def card(show: Show, hero: Character, deed: Deed, resource: str, full: bool) -> XpCard:
    item = show.shelf.item(resource)
    evening = hero.evening
    said = tuple(statements(show, hero)) if show.phase == "xp" else ()
    return XpCard(
        about=xp_at(hero),
        who=hero.id,
        name=hero.name,
        phase=show.phase,
        statements=said,
        points=sheet.points(show, hero, resource),
        room=sheet.capacity(show, hero, item) if isinstance(item, Resource) else 0,
        full=full,
        waiting=evening.waiting,
        kept=evening.kept,
        feedback=bool(evening.feedback),
        asks_feedback=any(one.id == "gm_feedback" for one in said),
        choices=tuple((one.id, bits(show, one.text)) for one in deed.choices) if full else (),
        hints=(say("advice.xp"),) if show.phase == "xp" else (),
    )


class Statement(Part, frozen=True):
    id: str
    text: str
    claimed: bool = False
    notice: str = ""
    evidence: tuple[str, ...] = ()


def statements(show: Show, hero: Character) -> Iterator[Statement]:
    for checklist in leveling.checklists(show, hero):
        for said in checklist.statements:
            text = said.mild if show.mild and said.mild else said.text
            claimed = said.id in hero.evening.claims
            notice = leveling.notice(show, hero, said)
            warn = say(f"notice.{notice}") if notice else ""
            yield Statement(said.id, text, claimed, warn, tuple(evidence(show, hero, said)))


def evidence(show: Show, hero: Character, said: Said) -> Iterator[str]:
    """Moves of tonight that bear on a statement, by their tags or by how badly they went."""
    wanted = {"concept_win": ("concept",), "drive": ("drive1", "drive2")}.get(said.id, ())
    for move in tonight(show, hero):
        failed = said.evidence == "consequences" and move.band == "fail"
        if failed or {*wanted} & {*move.tags}:
            yield in_short(show, move)


def tonight(show: Show, hero: Character) -> Iterator[OpenMove]:
    for move in show.moves.values():
        if move.who == hero.id and move.session == show.session and move.throw:
            yield move


def in_short(show: Show, move: OpenMove) -> str:
    facts = {"move": show.called(move.move), "how": move.how, "band": band_name(show, move.band)}
    return say("xp.deed" if move.how else "xp.deed_plain", **facts)


# -- Everybody's evening (MU-135, MU-146) ------------------------------------------------------


class Remembered(Part, frozen=True):
    """What the record has of one character's evening (MU-135)."""

    name: str
    lines: tuple[str, ...] = ()
    claims: int = 0
    of: int = 0  # so many statements are on the list
    feedback: bool = False
    note: str = ""  # the feedback itself, for the GM's eyes


def remembered(show: Show, seat: Seat, hero: Character) -> Remembered:
    evening = hero.evening
    lines = [in_short(show, m) + tagged(m) for m in tonight(show, hero) if notable(show, m)]
    lines += [say("xp.died", n=evening.deaths)] if evening.deaths else []
    mine = seat.gm or hero.player == seat.person  # no borrower reads it (TF-6)
    said = evening.feedback if evening.feedback != "aloud" else say("xp.aloud")
    note = said if mine else ""
    of = sum(len(one.statements) for one in leveling.checklists(show, hero))
    claims = len(evening.claims)
    return Remembered(hero.name, tuple(lines), claims, of, bool(evening.feedback), note)


def notable(show: Show, move: OpenMove) -> bool:
    """Tagged moves, and those that went very well or badly."""
    return bool(move.tags) or (rating.is_story(show, move) and move.band in ("crit", "fail"))


def tagged(move: OpenMove) -> str:
    said = "; ".join(say(f"tag.{tag}") for tag in move.tags)
    return f" ({said})" if said else ""


class Shown(Part, frozen=True):
    """A move of tonight."""

    id: int
    text: str
    tags: tuple[str, ...] = ()


class Tags(Block, frozen=True):
    """What one's moves of tonight showed (MU-74)."""

    moves: tuple[Shown, ...] = ()


def tags(show: Show, hero: Character) -> Tags:
    """One's moves of tonight that are over, and what they showed (MU-74)."""
    over = (move for move in shows(show, hero) if not move.running)
    lines = (Shown(m.id, in_short(show, m), tuple(say(f"tag.{t}") for t in m.tags)) for m in over)
    return Tags(about=tags_at(hero), region="self", moves=tuple(lines))
