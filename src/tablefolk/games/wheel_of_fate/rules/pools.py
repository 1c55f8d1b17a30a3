"""Pools: what sets these people apart, and the questions a special pool raises (WF-97 … WF-107)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from msgspec import Struct, convert, field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.table.seats import gm_only
from tablefolk.core.verbs import Asks
from tablefolk.core.words import slug, toml
from tablefolk.games.wheel_of_fate.rules.state import Name, Pool, PoolId, Prose, Trust, Wheel, Who
from tablefolk.games.wheel_of_fate.rules.wording import Facts, reason, say

GAME = "tablefolk.games.wheel_of_fate"
MOST_IN_POOL = 6  # as in an attribute (WF-101)
MANY_POOLS = 5  # from here on, a reminder (WF-97)
RolledAs = Literal["bonus", "base", "none"]
Part = Literal["levels", "beyond", "danger", "shared_idea"]


# -- The list of pools (WF-97, WF-100, WF-103) -------------------------------------------------


class DefinePool(Act[Wheel], frozen=True):
    """A pool for this game; with its id a new version of it."""

    may = "gm"
    name: Name
    special: bool = False
    covers: Prose = ""
    limits: str = ""
    low: Annotated[int, Asks(high=6)] = 0
    high: Annotated[int, Asks(high=6)] = 3
    rolled_as: RolledAs = "bonus"
    pool: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-97")
        old = find(wheel, self.pool) if self.pool else None
        low, high = sorted((self.low, self.high))
        must(
            0 <= low <= high <= MOST_IN_POOL,
            "WF-101",
            "out_of_range",
            "A pool goes from 0 to 6 dice.",
        )
        name = good_name(wheel, self.name, self.pool)
        yield PoolDefined(
            pool=self.pool or slug(name, wheel.pools),
            name=name,
            special=self.special,
            covers=self.covers.strip(),
            limits=self.limits.strip(),
            low=low,
            high=high,
            rolled_as=self.rolled_as
            if self.special
            else "bonus",  # a normal pool is bonus dice (WF-98)
            offered=not self.special or bool(old and old.offered),
            growth_cap=max(high, growth_cap(old.answers) if old else 3),
        )


class PoolDefined(Change[Wheel], frozen=True):
    """A pool is in the list; a special one lies on the drawing board until it is offered."""

    pool: str
    name: str
    special: bool = False
    covers: str = ""
    limits: str = ""
    low: int = 0
    high: int = 3
    rolled_as: RolledAs = "bonus"
    offered: bool = True
    growth_cap: int = 3
    by: Who = ""

    def onto(self, wheel: Wheel) -> Wheel:
        old = wheel.pools.get(self.pool)
        pool = Pool(
            id=self.pool,
            name=self.name,
            special=self.special,
            covers=self.covers,
            limits=self.limits,
            low=self.low,
            high=self.high,
            growth_cap=self.growth_cap,
            rolled_as=self.rolled_as,
            offered=self.offered,
            answers=old.answers if old else {},
            trust=old.trust if old else {},
        )
        return replace(wheel, pools={**wheel.pools, self.pool: pool})

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        if not self.offered:
            return "_sketch" if seat.gm else None
        return "_proposed" if self.by else ""

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"covers": reason(self.covers)}


class DropPool(Act[Wheel], frozen=True):
    may = "gm"
    pool: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-97")
        pool = find(wheel, self.pool)
        used = any(
            roll.attribute == f"pool:{self.pool}"
            or ("pool", self.pool) in ((s.what, s.key) for s in roll.sources)
            for roll in wheel.unclosed()
        )
        must(not used, "WF-97", "roll_open", f"{pool.name} is part of an open roll.")
        yield PoolDropped(self.pool, pool.name, pool.offered)


class PoolDropped(Change[Wheel], frozen=True):
    pool: str
    name: str
    offered: bool = True

    def onto(self, wheel: Wheel) -> Wheel:
        pools = {key: pool for key, pool in wheel.pools.items() if key != self.pool}
        cast = {
            who: replace(hero, pools={key: n for key, n in hero.pools.items() if key != self.pool})
            for who, hero in wheel.cast.items()
        }
        return replace(wheel, pools=pools, cast=cast)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.offered or seat.gm else None


class ProposePool(Act[Wheel], frozen=True):
    """A player has an idea for another pool."""

    may = "anyone"
    name: Name
    covers: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(not seat.gm, "WF-100", "players_only", "The GM makes pools without asking anybody.")
        need(
            wheel.creation_open, "WF-100", "creation_closed", "Pools are proposed during creation."
        )
        name, covers = good_name(wheel, self.name, offered_only=True), self.covers.strip()
        must(covers, "WF-100", "text_needed", f"Say what falls under {name}.")
        word(seat, "WF-100", f"A new pool, “{name}”, for everybody? It covers: {covers}")
        name = good_name(wheel, self.name)  # only the GM may be told of one on the drawing board
        yield PoolDefined(slug(name, wheel.pools), name, covers=covers, by=seat.id)


# -- Sets to begin with (WF-97) ----------------------------------------------------------------


class TakePools(Act[Wheel], frozen=True):
    """All the pools of a set at once: what people do in this kind of story."""

    may = "gm"
    setting: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-97")
        must(self.setting in sets(), "WF-97", "unknown", "There is no such set of pools.")
        missing = tuple(of_set(wheel, self.setting))
        must(missing, "WF-97", "same", "The pools of this set are here already.")
        yield from missing


class Listed(Struct, frozen=True):
    """A pool of a set."""

    name: str
    covers: str
    special: bool = False


class PoolSet(Struct, frozen=True):
    """Pools that suit a kind of story (WF-97)."""

    key: str
    title: str
    pools: tuple[Listed, ...]


@cache
def sets() -> dict[str, PoolSet]:
    """Sets of pools, by key."""
    rows = convert(toml(GAME, "data/pools.toml")["set"], tuple[PoolSet, ...])
    return {row.key: row for row in rows}


def of_set(wheel: Wheel, setting: str) -> Iterator[PoolDefined]:
    """The pools of a set that are not here yet."""
    here = {pool.name.casefold() for pool in wheel.pools.values()}
    for row in sets()[setting].pools:
        if row.name.casefold() not in here:
            key = slug(row.name, wheel.pools)
            yield PoolDefined(key, row.name, row.special, row.covers, offered=not row.special)


def suggested(wheel: Wheel) -> Iterator[PoolDefined]:
    """The pools that the ready-made characters bring along where the GM has listed none."""
    if not wheel.pools:
        yield from of_set(wheel, "harbour")


# -- The questionnaire of a special pool (WF-104 … WF-106) -------------------------------------


class AnswerPoolQuestion(Act[Wheel], frozen=True):
    """The GM answers one part; texts as they are, yes and no as "yes" and "no"."""

    may = "gm"
    pool: str
    question: Part
    answers: dict[str, str] = field(default_factory=dict)

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-104")
        pool = special(wheel, self.pool)
        types = {one.key: one.type for one in questions()[self.question].fields}
        why = "That is not asked in this part."
        must(set(self.answers) <= set(types), "WF-104", "malformed", why)
        given = {
            f"{self.question}.{k}": as_asked(types[k], text) for k, text in self.answers.items()
        }
        answers = {**pool.answers, **given}
        need(not pool.offered or leveled(answers), "WF-105", "levels_needed", LEVELS_NEEDED)
        cap = max(pool.high, growth_cap(answers))
        yield PoolAnswered(self.pool, self.question, given, cap)


class PoolAnswered(Change[Wheel], frozen=True):
    pool: PoolId
    question: Part
    answers: dict[str, str]
    growth_cap: int

    def onto(self, wheel: Wheel) -> Wheel:
        pool = wheel.pools[self.pool]
        changed = replace(
            pool, answers={**pool.answers, **self.answers}, growth_cap=self.growth_cap
        )
        return replace(wheel, pools={**wheel.pools, self.pool: changed})

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if seat.gm else None

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"part": say(f"labels.part.{self.question}")}


class OfferPool(Act[Wheel], frozen=True):
    """A special pool leaves the drawing board."""

    may = "gm"
    pool: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-105")
        pool = special(wheel, self.pool)
        must(not pool.offered, "WF-105", "same", f"{pool.name} is on offer already.")
        need(leveled(pool.answers), "WF-105", "levels_needed", LEVELS_NEEDED)
        yield PoolOffered(self.pool)


class PoolOffered(Change[Wheel], frozen=True):
    pool: PoolId

    def onto(self, wheel: Wheel) -> Wheel:
        pool = replace(wheel.pools[self.pool], offered=True)
        return replace(wheel, pools={**wheel.pools, self.pool: pool})


class Field(Struct, frozen=True):
    """One thing that a part of the questionnaire asks."""

    key: str
    type: str  # text, choice, bool, flag
    label: str
    why: str = ""
    required: bool = False
    options: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """One part of the questionnaire (WF-104)."""

    id: int
    key: str
    prompt: str
    fields: tuple[Field, ...]


@cache
def questions() -> dict[str, Question]:
    """The parts of the questionnaire, by key."""
    rows = toml(GAME, "data/creation.toml")["special_pool"]["question"]
    return {row.key: row for row in convert(rows, tuple[Question, ...])}


def as_asked(kind: str, text: str) -> str:
    """A text as it is; to a question with two answers a plain yes or no, or nothing yet."""
    text = text.strip()
    if kind not in ("bool", "flag") or not text:
        return text
    return "no" if text.casefold() in ("no", "n", "false", "off", "0") else "yes"


LEVELS_NEEDED = "Say first what 1d, 2d and 3d mean."


def leveled(answers: dict[str, str]) -> bool:
    """Whether there is a text for each of the first three levels (WF-105)."""
    return all(answers.get(f"levels.level_{n}d") for n in (1, 2, 3))


def growth_cap(answers: dict[str, str]) -> int:
    """How far a special pool may grow: as far as its levels are written (WF-105)."""
    if answers.get("beyond.can_exceed_3d") != "yes":
        return 3
    cap = 3
    for key in ("level_4d", "level_5d", "further"):
        if not answers.get(f"beyond.{key}"):
            break
        cap += 1
    return cap


def in_danger(pool: Pool) -> bool:
    """Whether a danger sign is ticked while parts 4 or 5 are unanswered (WF-106)."""
    signs = any(
        text not in ("", "no") for key, text in pool.answers.items() if key.startswith("danger.")
    )
    agreed = any(text for key, text in pool.answers.items() if key.startswith("shared_idea."))
    trusted = any(trust.trust for trust in pool.trust.values())
    return signs and not (agreed and trusted)


def reminder(wheel: Wheel) -> str:
    """Many pools are worth a second thought, no more (WF-97)."""
    n = len(wheel.pools)
    return say("warn.many_pools", n=n) if n >= MANY_POOLS else ""


# -- Trust (WF-107) ----------------------------------------------------------------------------


class AnswerTrust(Act[Wheel], frozen=True):
    """Part 5, for one player with dice in the pool; for the GM's eyes."""

    may = "gm"
    pool: str
    who: str
    trust: Literal["", "yes", "not_sure", "no"]
    expectations_told: bool = False
    talk_note: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-107")
        pool, hero = special(wheel, self.pool), wheel.character(self.who)
        has = hero.kind == "pc" and hero.pools.get(self.pool, 0) > 0
        must(has, "WF-107", "no_dice", f"{hero.name} has no dice in {pool.name}.")
        yield TrustAnswered(
            self.pool, self.who, self.trust, self.expectations_told, self.talk_note.strip()
        )


class TrustAnswered(Change[Wheel], frozen=True):
    pool: PoolId
    who: Who
    trust: Literal["", "yes", "not_sure", "no"]
    expectations_told: bool = False
    talk_note: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        pool = wheel.pools[self.pool]
        trust = {**pool.trust, self.who: Trust(self.trust, self.expectations_told, self.talk_note)}
        return replace(wheel, pools={**wheel.pools, self.pool: replace(pool, trust=trust)})

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        """The GM's thoughts are the GM's; a note to talk about is also that player's (WF-107)."""
        if seat.gm:
            return f"_{self.trust}" if self.trust else ""
        hero = wheel.cast.get(self.who)
        return "_note" if self.talk_note and hero and hero.owner == seat.id else None


# -- Growing (WF-102) --------------------------------------------------------------------------


class RaisePool(Act[Wheel], frozen=True):
    """The GM lets somebody grow by one die."""

    may = "gm"
    who: str
    pool: str
    reason: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-102")
        hero = wheel.character(self.who)
        must(
            self.pool in offered(wheel), "WF-116", "no_such_pool", "There is no such pool on offer."
        )
        must(self.reason.strip(), "WF-102", "reason_needed", "Say what the growth comes from.")
        need(wheel.playing, "WF-102", "not_playing", "Pools grow only in play.")
        was = hero.pools.get(self.pool, 0)
        within_cap(wheel, self.pool, was + 1)
        yield PoolRaised(self.who, self.pool, was, was + 1, self.reason.strip())


class PoolRaised(Change[Wheel], frozen=True):
    who: Who
    pool: PoolId
    was: int
    now: int
    reason: str

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, pools={**wheel.cast[self.who].pools, self.pool: self.now})


def most_dice(wheel: Wheel, pool: Pool) -> int:
    """Above three only where pools grow at this table: a normal pool to six, a special one as far
    as its levels are written (WF-105)."""
    if not wheel.options.get("pool_growth"):
        return 3
    return max(3, pool.growth_cap) if pool.special else MOST_IN_POOL


def within_cap(wheel: Wheel, key: str, value: int) -> None:
    """Refuse more dice than a pool may have, and say what would allow them."""
    pool = find(wheel, key)
    cap, why = most_dice(wheel, pool), "the house rule “Pools above three dice” is off"
    if wheel.options.get("pool_growth"):
        why = f"say first what {cap + 1}d of it means" if pool.special else "that is the most"
    need(value <= cap, "WF-102", "pool_cap", f"{pool.name} cannot go above {cap}d: {why}.")


# -- Finding -----------------------------------------------------------------------------------


def offered(wheel: Wheel) -> dict[str, Pool]:
    """The pools that may be chosen from."""
    return {key: pool for key, pool in wheel.pools.items() if pool.offered}


def find(wheel: Wheel, key: str) -> Pool:
    return must(wheel.pools.get(key), "WF-116", "no_such_pool", "There is no such pool.")


def special(wheel: Wheel, key: str) -> Pool:
    pool = find(wheel, key)
    why = f"{pool.name} is a normal pool."
    return must(pool if pool.special else None, "WF-104", "special_only", why)


def good_name(wheel: Wheel, name: str, but: str = "", offered_only: bool = False) -> str:
    name = " ".join(name.split())
    must(name, "WF-97", "name_needed", "A pool needs a name.")
    others = [p for p in wheel.pools.values() if p.id != but and (p.offered or not offered_only)]
    taken = any(p.name.casefold() == name.casefold() for p in others)
    must(not taken, "WF-97", "same", f"There is a pool called {name} already.")
    return name
