"""Making characters together: opening, beginning, being ready, starting play (WF-108 … WF-118).

The six steps are in `steps.py`, characters from the box in `ready_made.py`, the GM's people in
`npcs.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.scenes import SceneOpened, SessionOpened
from tablefolk.core.table.seats import gm_only
from tablefolk.core.words import listing, slug
from tablefolk.games.wheel_of_fate.rules import pools
from tablefolk.games.wheel_of_fate.rules.ready_made import from_ready_made, met, ready_mades
from tablefolk.games.wheel_of_fate.rules.state import (
    ATTRIBUTES,
    STEPS,
    Character,
    Comment,
    Name,
    Prose,
    Title,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.steps import (
    SummaryWritten,
    WriteLastAnswer,
    answered,
    attribute_dice,
    good_name,
    good_summary,
    still_making,
)
from tablefolk.games.wheel_of_fate.rules.wording import Facts, pool_dice, quoted, say

# -- Opening creation, and its questions (WF-108, WF-115) --------------------------------------


class OpenCreation(Act[Wheel], frozen=True):
    """The GM opens creation for the whole group."""

    may = "gm"

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-108")
        must(not wheel.creation_open, "WF-108", "same", "Creation is open already.")
        yield CreationOpened(without(wheel))


class CreationOpened(Change[Wheel], frozen=True):
    """Everybody makes a character now; `without` are the players who have none yet."""

    without: tuple[str, ...] = ()

    def onto(self, wheel: Wheel) -> Wheel:
        return replace(wheel, creation_open=True)


class SetQuestions(Act[Wheel], frozen=True):
    """The GM asks five questions of their own; an empty `last` keeps the last question."""

    may = "gm"
    questions: tuple[str, ...]
    last: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-115")
        asked = tuple(q.strip() for q in self.questions if q.strip())
        why = f"It takes five questions, not {len(asked)}."
        must(len(asked) == 5, "WF-115", "five_questions", why)
        done = [hero.name for hero in wheel.pcs() if answered(hero)]
        why = f"{listing(done)} answered the questions already."
        need(not done, "WF-115", "questions_in_use", why)
        yield QuestionsSet(asked, self.last.strip() or wheel.last_question)


class QuestionsSet(Change[Wheel], frozen=True):
    questions: tuple[str, ...]
    last: str

    def onto(self, wheel: Wheel) -> Wheel:
        return replace(wheel, questions=self.questions, last_question=self.last)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"shown": quoted(self.questions)}


# -- Beginning a character (WF-1, WF-108) ------------------------------------------------------


class MakeCharacter(Act[Wheel], frozen=True):
    """A player begins a character; the GM may begin one for a member."""

    may = "anyone"
    name: Name
    owner: str = ""
    text: Prose = ""  # who they are, where it can be said at once (WF-110)

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        owner = future_owner(wheel, seat, self.owner)
        name, text = good_name(self.name), good_summary(self.text)
        who = slug(name, wheel.cast)
        yield CharacterMade(who, name, owner)
        if text:
            yield SummaryWritten(who, name, text)


class CharacterMade(Change[Wheel], frozen=True):
    who: Who
    name: str
    owner: Who

    def onto(self, wheel: Wheel) -> Wheel:
        return replace(
            wheel, cast={**wheel.cast, self.who: Character(self.who, self.name, self.owner)}
        )


class TakeReadyMade(Act[Wheel], frozen=True):
    """A ready-made character, in one tap."""

    may = "anyone"
    key: str
    owner: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        owner = future_owner(wheel, seat, self.owner)
        ready = must(
            ready_mades().get(self.key), "WF-108", "unknown", "There is no such character."
        )
        taken = any(hero.name == ready.name for hero in wheel.pcs())
        need(not taken, "WF-108", "same", f"{ready.name} sits at this table already.")
        for defined in tuple(pools.suggested(wheel)):
            yield defined
            wheel = defined.onto(wheel)
        sheet = from_ready_made(wheel, ready, owner)
        yield ReadyMadeTaken(sheet, self.key)
        yield from met(wheel, ready, sheet.id)
        if sheet.ready:
            yield from late(wheel, sheet)


class ReadyMadeTaken(Change[Wheel], frozen=True):
    """The whole sheet, as it was offered then."""

    sheet: Character
    key: str

    def onto(self, wheel: Wheel) -> Wheel:
        last = max((a.id for a in self.sheet.aspects), default=0)
        cast = {**wheel.cast, self.sheet.id: self.sheet}
        return replace(wheel, cast=cast, count=max(wheel.count, last))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        """Dice that lie elsewhere than in the box are named (WF-116)."""
        box = ready_mades().get(self.key)
        if not self.sheet.pools_settled:
            return "_open"
        return "_laid" if box and self.sheet.pools and self.sheet.pools != box.pools else ""

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        owner, laid = wheel.name(self.sheet.owner), pool_dice(wheel, self.sheet.pools)
        return {"owner": owner, "shown": laid}


def future_owner(wheel: Wheel, seat: Seat, owner: str) -> str:
    """Whose character it will be: a player's who has none yet (WF-1)."""
    must(seat.gm or not owner, "WF-1", "not_yours", "Only the GM begins characters for others.")
    owner = owner or seat.id
    must(owner in wheel.company.seats, "WF-1", "players_only", "A character belongs to a player.")
    need(wheel.creation_open, "WF-108", "creation_closed", "The GM opens creation first.")
    has = wheel.of(owner)
    need(not has, "WF-1", "one_character", f"{wheel.name(owner)} has a character already.")
    return owner


# -- Comments, tools, notes (WF-108, WF-127) ---------------------------------------------------


class CommentOn(Act[Wheel], frozen=True):
    """A remark on somebody's draft."""

    may = "anyone"
    who: str
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.character(self.who)
        must(hero.kind == "pc", "WF-108", "pc_only", "Comments are for the players' characters.")
        must(self.text.strip(), "WF-108", "text_needed", "Write your comment first.")
        yield Commented(self.who, seat.id, self.text.strip())


class Commented(Change[Wheel], frozen=True):
    who: Who
    by: Who
    text: str

    def onto(self, wheel: Wheel) -> Wheel:
        comments = (*wheel.cast[self.who].comments, Comment(self.by, self.text))
        return wheel.with_hero(self.who, comments=comments)


class SetTools(Act[Wheel], frozen=True):
    """What a character usually has at hand, for quick ticking."""

    may = "owner or gm"
    who: str
    tools: tuple[str, ...]

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        wheel.own(seat, self.who)
        tools = tuple(dict.fromkeys(t.strip() for t in self.tools if t.strip()))
        yield ToolsSet(self.who, tools)


class ToolsSet(Change[Wheel], frozen=True):
    who: Who
    tools: tuple[str, ...]

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, tools=self.tools)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.tools else "_none"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"shown": listing(self.tools)}


class WriteNotes(Act[Wheel], frozen=True):
    """Free notes on a sheet."""

    may = "owner or gm"
    who: str
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        wheel.own(seat, self.who)
        yield NotesWritten(self.who, self.text.strip())


class NotesWritten(Change[Wheel], frozen=True):
    who: Who
    text: str

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, notes=self.text)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        hero = wheel.cast.get(self.who)
        return "" if seat.gm or (hero and hero.owner == seat.id) else None


# -- Ready, and starting play (WF-109, WF-118, WF-31, WF-51, WF-55) ----------------------------


class SetReady(Act[Wheel], frozen=True):
    """The owner says that the character is done; or takes that back."""

    may = "owner or gm"
    who: str
    ready: bool = True

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        must(hero.kind == "pc", "WF-119", "pc_only", "NPCs skip the steps of creation.")
        must(hero.ready != self.ready, "WF-109", "same", "It is so already.")
        still_making(wheel, hero)
        left = missing(wheel, self.who) if self.ready else ()
        need(not left, "WF-109", "creation_incomplete", f"Still to do: {listing(map(step, left))}.")
        yield ReadySet(self.who, self.ready)
        if self.ready:
            yield from late(wheel, hero)


class FinishCharacter(Act[Wheel], frozen=True):
    """The last answer, and with it the character is done (WF-109, WF-117)."""

    may = "owner or gm"
    who: str
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from WriteLastAnswer(self.who, self.text).do(wheel, seat, dice)
        told = wheel.with_hero(self.who, last_answer=self.text.strip())
        yield from SetReady(self.who).do(told, seat, dice)


class ReadySet(Change[Wheel], frozen=True):
    who: Who
    ready: bool = True

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, ready=self.ready)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.ready else "_not"


class JoinedPlay(Change[Wheel], frozen=True):
    """A character comes to a running game: its stack, and what it adds to the bowl (WF-55)."""

    who: Who
    fate: int
    bowl: int

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = wheel.with_hero(self.who, fate=self.fate, in_play=True)
        return replace(wheel, bowl=wheel.bowl + self.bowl)


class StartPlay(Act[Wheel], frozen=True):
    """The GM starts play: stacks, bowl, first scene."""

    may = "gm"
    title: Title
    confirm: bool = False

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-118")
        must(not wheel.playing, "WF-118", "same", "Play has begun already.")
        heroes = tuple(wheel.pcs())
        must(heroes, "WF-1", "creation_incomplete", "It takes at least one character to play.")
        must(self.title.strip(), "WF-118", "text_needed", "Give the first scene a title.")
        waiting = unfinished(wheel)
        names = listing(wheel.name(who) for who in waiting)
        why = f"Not ready yet: {names}; start anyway?"
        need(self.confirm or not waiting, "WF-118", "creation_incomplete", why)
        if not wheel.session_open:
            yield SessionOpened(wheel.session + 1)
        yield SceneOpened(1, self.title.strip())
        stacks = {hero.id: starting_fate(wheel) for hero in heroes}
        yield PlayStarted(stacks, bowl_per_player(wheel) * len(heroes), waiting)


class PlayStarted(Change[Wheel], frozen=True):
    """Everybody's stack, the bowl, and who has which steps still to do."""

    voice = "scene"
    fate: dict[str, int]
    bowl: int
    unfinished: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def onto(self, wheel: Wheel) -> Wheel:
        for who, points in self.fate.items():
            wheel = wheel.with_hero(who, fate=points, in_play=True)
        return replace(wheel, bowl=self.bowl, playing=True, creation_open=True)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        late = listing(wheel.name(who) for who in self.unfinished)
        note = say("PlayStarted.unfinished", who=late) if late else ""
        return {"n": next(iter(self.fate.values()), 0), "late": note}


def late(wheel: Wheel, hero: Character) -> Iterator[Event]:
    """Somebody who is done only after play has begun comes with points of their own."""
    if wheel.playing and not hero.in_play:
        yield JoinedPlay(hero.id, starting_fate(wheel), bowl_per_player(wheel))


def starting_fate(wheel: Wheel) -> int:
    return int(wheel.options.get("starting_fate", 5))


def bowl_per_player(wheel: Wheel) -> int:
    return int(wheel.options.get("bowl_per_player", 5))


# -- What is still to do, and what to think about ----------------------------------------------


def missing(wheel: Wheel, who: str) -> tuple[str, ...]:
    """The steps that are not complete (WF-109); a ready character only opens new entries."""
    hero = wheel.cast[who]
    done = {
        "summary": bool(hero.name and hero.summary) or hero.ready,
        "connections": not strangers(wheel, who),
        "attributes": sum(hero.attributes.values()) == attribute_dice(wheel) or hero.ready,
        "questions": answered(hero) or hero.ready,
        "pools": hero.pools_settled or not pools.offered(wheel) or hero.ready,
        "last_question": bool(hero.last_answer) or hero.ready,
    }
    return tuple(key for key in STEPS if not done[key])


def at_step(wheel: Wheel, who: str) -> str:
    """The creation step to show: the one they are at if unfinished, else the first; "" if none."""
    left, at = missing(wheel, who), wheel.cast[who].at
    return at if at in left else next(iter(left), "")


def in_their_steps(before: Wheel, after: Wheel) -> Wheel:
    """Keep everybody at their creation step when what somebody else does reopens an earlier one:
    a new character, a pool, another total of dice (WF-109)."""
    known = before.cast.keys() == after.cast.keys() and before.pools is after.pools
    if known and before.options is after.options:
        return after
    for who in [hero.id for hero in before.pcs() if hero.id in after.cast]:
        at = at_step(before, who)
        if at != at_step(after, who) and at in missing(after, who):
            after = after.with_hero(who, at=at)
    return after


def strangers(wheel: Wheel, who: str) -> tuple[str, ...]:
    """The player characters of whom this one has not yet said anything (WF-111)."""
    known = wheel.cast[who].connections
    return tuple(o.id for o in wheel.pcs() if o.id != who and o.id not in known)


def without(wheel: Wheel) -> tuple[str, ...]:
    """The players who have no character yet (WF-108)."""
    return tuple(member for member in wheel.company.seats if not wheel.of(member))


def unfinished(wheel: Wheel) -> dict[str, tuple[str, ...]]:
    """Who is not ready, and what they have still to do (WF-118)."""
    none = dict.fromkeys(without(wheel), STEPS)
    return none | {h.id: missing(wheel, h.id) for h in wheel.pcs() if not h.ready}


def warnings(hero: Character) -> Iterator[tuple[str, str]]:
    """What is lawful and yet worth a second thought, with the step it belongs to."""
    if hero.summary and hero.name.casefold() not in hero.summary.casefold():
        yield "summary", say("warn.name", who=hero.name)  # WF-110
    for key, dice, text in extremes():
        if hero.attributes.get(key) == dice:
            yield "attributes", text
    texts = [a.text.casefold() for a in hero.aspects if a.active]
    if len(set(texts)) < len(texts):
        yield "questions", say("warn.twice")  # WF-41


def extremes() -> Iterator[tuple[str, int, str]]:
    """One die in an attribute, and six of them (WF-113)."""
    for key in ATTRIBUTES:
        for dice, worth in ((1, "weak"), (6, "legend")):
            yield key, dice, say(f"warn.{worth}", attribute=say(f"labels.attribute.{key}"))


def step(key: str) -> str:
    """A step's name, for sentences."""
    return say(f"labels.step.{key}").lower()
