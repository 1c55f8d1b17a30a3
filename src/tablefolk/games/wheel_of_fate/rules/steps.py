"""The six steps of making a character (WF-109 … WF-117)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.wheel_of_fate.rules import pools
from tablefolk.games.wheel_of_fate.rules.state import (
    Aspect,
    Character,
    Connection,
    Name,
    Pool,
    Prose,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.wording import Facts, pool_dice, quoted

WORDS_BELOW = 50  # in a summary (WF-110)
NAME_MOST = 60
POOL_DICE = 3

# -- Steps 1 and 2: summary and connections (WF-110, WF-111) -----------------------------------


class WriteSummary(Act[Wheel], frozen=True):
    """Who somebody is, in fewer than fifty words."""

    may = "owner or gm"
    who: str
    name: Name
    text: Prose

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        wheel.own(seat, self.who)
        name = good_name(self.name)
        must(self.text.strip(), "WF-110", "text_needed", f"Say in a few words who {name} is.")
        yield SummaryWritten(self.who, name, good_summary(self.text))


class SummaryWritten(Change[Wheel], frozen=True):
    who: Who
    name: str
    text: str

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, name=self.name, summary=self.text)


class WriteConnection(Act[Wheel], frozen=True):
    """How one character knows another, and feels about them."""

    may = "owner or gm"
    who: str
    other: str
    how_known: str
    feeling: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield connected(wheel, wheel.own(seat, self.who), self.other, self.how_known, self.feeling)


class WriteConnections(Act[Wheel], frozen=True):
    """Connections to several others at once; those left out stay open."""

    may = "owner or gm"
    who: str
    how_known: dict[str, str]
    feeling: dict[str, str]

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        still_making(wheel, hero)
        both = {
            o: (self.how_known.get(o, ""), self.feeling.get(o, ""))
            for o in {**self.how_known, **self.feeling}
        }
        said = {other: words for other, words in both.items() if "".join(words).strip()}
        why = "Say how you know one of them, and how you feel about them."
        must(said, "WF-111", "text_needed", why)
        for other, (how, feeling) in said.items():
            yield connected(wheel, hero, other, how, feeling)


class ConnectionWritten(Change[Wheel], frozen=True):
    who: Who
    other: Who
    how_known: str
    feeling: str

    def onto(self, wheel: Wheel) -> Wheel:
        known = wheel.cast[self.who].connections
        entry = Connection(self.how_known, self.feeling)
        return wheel.with_hero(self.who, connections={**known, self.other: entry})

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"told": Connection(self.how_known, self.feeling).told}


def good_summary(text: str) -> str:
    count = len(text.split())
    need(count < WORDS_BELOW, "WF-110", "too_long", f"That is {count} words; 49 is the most.")
    return text.strip()


def connected(
    wheel: Wheel, hero: Character, whom: str, how_known: str, felt: str
) -> ConnectionWritten:
    other = wheel.character(whom)
    must(other.id != hero.id, "WF-111", "not_yourself", "Write about somebody else.")
    must(other.kind == "pc", "WF-111", "pc_only", "What joins you to an NPC goes into your notes.")
    how, feeling = how_known.strip(), felt.strip()
    said = how and feeling
    why = f"Say how you know {other.name}, and how you feel about them."
    must(said, "WF-111", "text_needed", why)
    return ConnectionWritten(hero.id, other.id, how, feeling)


# -- Step 3: attributes (WF-112, WF-113) -------------------------------------------------------


class SetAttributes(Act[Wheel], frozen=True):
    """Eight dice, or nine or ten, split over the three attributes."""

    may = "owner or gm"
    who: str
    physical: int
    mental: int
    social: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        still_making(wheel, wheel.own(seat, self.who))
        values = (self.physical, self.mental, self.social)
        fits = all(0 <= n <= 6 for n in values)
        must(fits, "WF-29", "out_of_range", "An attribute has between 0 and 6 dice.")
        need(min(values) > 0, "WF-112", "out_of_range", "Each attribute gets at least one die.")
        right, much = attribute_dice(wheel), sum(values) - attribute_dice(wheel)
        many = f"{much:+d}, where {right} are to be split"
        need(not much, "WF-112", "attribute_total", f"Those are {sum(values)} dice ({many}).")
        yield AttributesSet(self.who, *values)


class AttributesSet(Change[Wheel], frozen=True):
    who: Who
    physical: int
    mental: int
    social: int

    def onto(self, wheel: Wheel) -> Wheel:
        values = {"physical": self.physical, "mental": self.mental, "social": self.social}
        return wheel.with_hero(self.who, attributes=values)


def attribute_dice(wheel: Wheel) -> int:
    return int(wheel.options.get("attribute_dice", 8))


# -- Step 4: questions and aspects (WF-41, WF-114) ---------------------------------------------


class WriteAnswers(Act[Wheel], frozen=True):
    """Answers to the five questions, and five aspects or none yet; from which answer each came."""

    may = "owner or gm"
    who: str
    answers: tuple[str, ...]
    aspects: tuple[str, ...] = ()
    questions: tuple[int, ...] = ()

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        why = "There are five questions to answer."
        must(len(self.answers) == 5, "WF-114", "five_questions", why)
        answers = tuple(a.strip() for a in self.answers)
        full = all(answers) or not hero.ready
        need(full, "WF-109", "creation_incomplete", f"{hero.name} is ready: leave no answer empty.")
        drawn = tuple(aspects_drawn(wheel, hero, self))
        yield AnswersWritten(self.who, answers)
        yield from drawn


class AnswersWritten(Change[Wheel], frozen=True):
    who: Who
    answers: tuple[str, ...]

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, answers=self.answers)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if all(self.answers) else None  # once, all of them


class AspectsWritten(Change[Wheel], frozen=True):
    who: Who
    aspects: tuple[Aspect, ...]
    just: int = 0  # the one that was written by itself; 0: all of them at once

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = wheel.with_hero(self.who, aspects=self.aspects)
        return replace(wheel, count=max(wheel.count, *(a.id for a in self.aspects)))

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        """What has just been written, not everything that stands there by now."""
        return {"shown": quoted(a.text for a in self.aspects if self.just in (0, a.id))}


def aspects_drawn(wheel: Wheel, hero: Character, c: WriteAnswers) -> Iterator[Event]:
    """The five aspects, saved with the answers; all five may wait (WF-41, WF-114)."""
    texts, count = tuple(a.strip() for a in c.aspects), len(c.aspects)
    if not any(texts):
        return
    still_making(wheel, hero)
    need(count == 5, "WF-114", "five_aspects", f"It takes exactly five aspects, not {count}.")
    why = "Give all five aspects words, or leave all five for later."
    must(all(texts), "WF-41", "text_needed", why)
    known = len(c.questions) <= count and all(0 <= q <= 5 for q in c.questions)
    must(known, "WF-114", "out_of_range", "An aspect comes from one of the five answers, or none.")
    yield AspectsWritten(c.who, (*numbered(wheel, texts, c.questions), *won(hero)))


class WriteAnswer(Act[Wheel], frozen=True):
    """One of the five questions, and the aspect drawn from its answer, while making (WF-114)."""

    may = "owner or gm"
    who: str
    question: int
    answer: Prose
    aspect: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        still_making(wheel, hero)
        known, said = 1 <= self.question <= 5, self.answer.strip()
        must(known, "WF-114", "out_of_range", "There are five questions to answer.")
        must(said, "WF-114", "text_needed", "Write your answer first.")
        now = (*hero.answers, *[""] * 5)
        answers = tuple(said if n == self.question else now[n - 1] for n in range(1, 6))
        yield AnswersWritten(self.who, answers)
        if self.aspect.strip():
            yield with_aspect(wheel, hero, self)


def with_aspect(wheel: Wheel, hero: Character, c: WriteAnswer) -> AspectsWritten:
    """The aspects with this one in its place, as many as have words so far."""
    places = {n: aspect_of(hero, n) for n in range(1, 6)}
    old = places[c.question]
    new = Aspect(old.id if old else wheel.count + 1, c.aspect.strip(), c.question)
    every = tuple(a for a in (places | {c.question: new}).values() if a)
    return AspectsWritten(c.who, (*every, *won(hero)), new.id)


def won(hero: Character) -> tuple[Aspect, ...]:
    """The aspects gained in play, kept when the five of creation are written anew (WF-42)."""
    return tuple(a for a in hero.aspects if a.origin != "creation")


def aspect_of(hero: Character, question: int) -> Aspect | None:
    """The aspect drawn from an answer; of those that name none, the one in its place."""
    made = [a for a in hero.aspects if a.origin == "creation"]
    drawn = next((a for a in made if a.question == question), None)
    there = made[question - 1 : question]
    return drawn or next((a for a in there if not a.question), None)


def numbered(
    wheel: Wheel, texts: tuple[str, ...], questions: tuple[int, ...]
) -> tuple[Aspect, ...]:
    """New aspects, each with a number of its own."""
    links = (*questions, *[0] * len(texts))
    rows = enumerate(zip(texts, links, strict=False), wheel.count + 1)
    return tuple(Aspect(number, text, link) for number, (text, link) in rows)


# -- Step 5: pools (WF-116) --------------------------------------------------------------------


class SetPools(Act[Wheel], frozen=True):
    """Three dice among the pools on offer; `confirm` where some are left unused."""

    may = "owner or gm"
    who: str
    dice: dict[str, int]
    confirm: bool = False

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        still_making(wheel, wheel.own(seat, self.who))
        on_offer = pools.offered(wheel)
        unknown = [pool for pool in self.dice if pool not in on_offer]
        must(not unknown, "WF-116", "no_such_pool", "There is no such pool in this game.")
        for pool in on_offer.values():
            n = self.dice.get(pool.id, 0)
            limit = f"{pool.name} takes {pool.low} to {pool.high} dice."
            need(pool.low <= n <= pool.high, "WF-116", "pool_limit", limit)
        total = sum(self.dice.values())
        why = f"Those are {total} dice; three is the most."
        need(total <= POOL_DICE, "WF-116", "pool_total", why)
        fewer = (
            f"Only {total} of three dice are placed. Place more, or tick that the rest stays aside."
        )
        room = sum(pool.high for pool in on_offer.values())  # more than that cannot be placed
        placed = total >= min(POOL_DICE, room)
        must(placed or self.confirm, "WF-116", "confirm_fewer", fewer)
        yield PoolsSet(self.who, {pool: n for pool, n in self.dice.items() if n})


class PoolsSet(Change[Wheel], frozen=True):
    who: Who
    dice: dict[str, int]

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, pools=self.dice, pools_settled=True)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.dice else "_none"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"shown": pool_dice(wheel, self.dice)}


def spread(offered: Iterable[Pool], wished: dict[str, int]) -> dict[str, int]:
    """Three dice as the pools on offer allow: as wished as far as it goes, then one each in turn.

    Fewer than three come back where the pools take no more.
    """
    on_offer = {pool.id: pool for pool in offered}
    laid = {key: pool.low for key, pool in on_offer.items()}
    by_wish = (key for key, n in wished.items() if key in on_offer for _ in range(n))
    for key in (*by_wish, *[*on_offer] * POOL_DICE):
        laid[key] += sum(laid.values()) < POOL_DICE and laid[key] < on_offer[key].high
    return laid


# -- Step 6: the last question (WF-117) --------------------------------------------------------


class WriteLastAnswer(Act[Wheel], frozen=True):
    """What has just gone wrong for the character."""

    may = "owner or gm"
    who: str
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        wheel.own(seat, self.who)
        must(self.text.strip(), "WF-117", "text_needed", "Say what has just gone wrong.")
        yield LastAnswerWritten(self.who, self.text.strip())


class LastAnswerWritten(Change[Wheel], frozen=True):
    who: Who
    text: str

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, last_answer=self.text)


# -- Conditions that several steps share -------------------------------------------------------


def good_name(name: str) -> str:
    name = " ".join(name.split())
    must(name, "WF-110", "name_needed", "A character needs a name.")
    must(len(name) <= NAME_MOST, "WF-110", "too_long", f"A name has at most {NAME_MOST} letters.")
    return name


def still_making(wheel: Wheel, hero: Character) -> None:
    """Once play has begun, what is on a finished sheet changes only by the rules of play."""
    made = wheel.playing and hero.ready
    need(not made, "WF-109", "in_play", f"{hero.name} is in play already.")


def answered(hero: Character) -> bool:
    """Whether step 4 is complete: five answers, five aspects (WF-114)."""
    return len(hero.answers) == 5 and all(hero.answers) and len(hero.aspects) >= 5
