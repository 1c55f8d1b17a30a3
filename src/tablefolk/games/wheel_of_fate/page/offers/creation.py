"""What is offered while characters are made (WF-108 … WF-118)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tablefolk.core.game import Choice, Counts, Lines, Offer, Seat
from tablefolk.games.wheel_of_fate.page.offers.making import (
    do,
    flag,
    label,
    mine,
    own,
    pick,
    say,
    text,
)
from tablefolk.games.wheel_of_fate.rules import creation as rules
from tablefolk.games.wheel_of_fate.rules.pools import ProposePool
from tablefolk.games.wheel_of_fate.rules.ready_made import ready_mades
from tablefolk.games.wheel_of_fate.rules.state import Character, Pool, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import (
    POOL_DICE,
    WORDS_BELOW,
    SetAttributes,
    SetPools,
    WriteAnswers,
    WriteConnection,
    WriteLastAnswer,
    WriteSummary,
    answered,
    attribute_dice,
)


def offers(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    if seat.gm:
        yield from for_the_gm(wheel)
    elif wheel.creation_open and seat.id in wheel.company.seats and wheel.of(seat.id) is None:
        yield from begin()
    for hero in own(wheel, seat):
        if hero.kind == "pc":
            yield from steps(wheel, seat, hero)
    if wheel.creation_open:
        yield from talk(wheel, seat)


def place_of(wheel: Wheel, hero: Character) -> str:
    """Where a sheet is worked on: among the drafts, or once in play on the sheet itself."""
    return f"who:{hero.id}" if wheel.playing and hero.ready else f"creation:{hero.id}"


# -- Beginning, and starting play --------------------------------------------------------------


def begin() -> Iterator[Offer]:
    """A player without a character takes one or begins one."""
    for hero in ready_mades().values():
        facts = {"name": hero.name}
        yield do(rules.TakeReadyMade, "creation", facts=facts, fixed={"key": hero.key})
    yield do(rules.MakeCharacter, "creation", text("MakeCharacter.name", most=60), owed=True)


def for_the_gm(wheel: Wheel) -> Iterator[Offer]:
    if not wheel.creation_open and not wheel.playing:
        yield do(rules.OpenCreation, "creation", owed=True)
    if wheel.creation_open and not wheel.playing:
        yield from start(wheel)
    if wheel.creation_open and not any(answered(hero) for hero in wheel.pcs()):
        yield questions(wheel)
    yield from begin_for(wheel)


def start(wheel: Wheel) -> Iterator[Offer]:
    ready = not rules.unfinished(wheel)
    key = "StartPlay" if ready else "StartPlayEarly"
    title = text("StartPlay.title", most=120)
    yield do(rules.StartPlay, "creation", title, key=key, owed=ready, confirm=not ready)


def questions(wheel: Wheel) -> Offer:
    rows = tuple(say("ask.SetQuestions.line", n=n) for n in range(1, 6))
    lines = Lines("questions", label("SetQuestions.questions"), rows=rows, start=wheel.questions)
    last = text("SetQuestions.last", wheel.last_question, optional=True)
    return do(rules.SetQuestions, "desk", lines, last)


def begin_for(wheel: Wheel) -> Iterator[Offer]:
    without = [m for m in wheel.company.seats if wheel.of(m) is None]
    if not without or not wheel.creation_open:
        return
    owner = pick("owner", (Choice(m, wheel.name(m)) for m in without))
    made = (Choice(h.key, h.name) for h in ready_mades().values())
    yield do(
        rules.MakeCharacter,
        "desk",
        owner,
        text("MakeCharacter.name", most=60),
        key="MakeCharacterFor",
    )
    yield do(
        rules.TakeReadyMade,
        "desk",
        pick("TakeReadyMade.key", made, each=True),
        owner,
        key="TakeReadyMadeFor",
    )


# -- The six steps -----------------------------------------------------------------------------


def steps(wheel: Wheel, seat: Seat, hero: Character) -> Iterator[Offer]:
    """The steps that can be gone back to; what is missing first is waited for (WF-109)."""
    about = place_of(wheel, hero)
    first = rules.missing(wheel, hero.id)[:1]
    owed = first[0] if first and mine(wheel, seat, hero.id) and not wheel.playing else ""
    yield summary(hero, about, owed)
    for other in wheel.pcs():
        if other.id != hero.id:
            yield connection(hero, other, about, owed)
    making = not (wheel.playing and hero.ready)
    yield answers(wheel, hero, about, owed, (aspects(hero),) if making else ())
    yield last_answer(wheel, hero, about, owed)
    if making:
        yield from until_play(wheel, seat, hero, about, owed)


def until_play(wheel: Wheel, seat: Seat, hero: Character, about: str, owed: str) -> Iterator[Offer]:
    """What is settled once play has begun."""
    yield from splits(wheel, hero, about)
    if offered := [p for p in wheel.pools.values() if p.offered]:
        yield pools(hero, offered, about, owed)
    facts = {"name": hero.name}
    if hero.ready:
        yield do(rules.SetReady, about, key="NotReady", facts=facts, who=hero.id, ready=False)
    else:
        last = mine(wheel, seat, hero.id)
        yield do(rules.SetReady, about, owed=last, facts=facts, who=hero.id, ready=True)


def summary(hero: Character, about: str, owed: str) -> Offer:
    return do(
        WriteSummary,
        about,
        text("WriteSummary.name", hero.name, most=60),
        text("WriteSummary.text", hero.summary, long=True, words=WORDS_BELOW),
        owed=owed == "summary",
        who=hero.id,
    )


def connection(hero: Character, other: Character, about: str, owed: str) -> Offer:
    now = hero.connections.get(other.id)
    facts = {"name": hero.name, "other": other.name}
    return do(
        WriteConnection,
        about,
        text("WriteConnection.how_known", now.how_known if now else "", other=other.name),
        text("WriteConnection.feeling", now.feeling if now else "", other=other.name),
        facts=facts,
        owed=owed == "connections" and now is None,
        who=hero.id,
        other=other.id,
    )


def splits(wheel: Wheel, hero: Character, about: str) -> Iterator[Offer]:
    """Every way to split the dice; the page draws them as one form (WF-112)."""
    dice = attribute_dice(wheel)
    for split in product(range(1, 7), repeat=3):
        if sum(split) == dice:
            chosen = dict(zip(("physical", "mental", "social"), split, strict=True))
            yield do(SetAttributes, f"{about}:dice", facts=chosen, fixed={"who": hero.id, **chosen})


def answers(
    wheel: Wheel, hero: Character, about: str, owed: str, beside: tuple[Lines, ...]
) -> Offer:
    """The five questions, and while the character is made the five aspects: saved together."""
    words = label("WriteAnswers.answers")
    asked, later = wheel.questions, not hero.ready
    lines = Lines("answers", words, rows=asked, start=hero.answers, optional=later)
    key = "WriteAnswersAndAspects" if beside else "WriteAnswers"
    first = owed == "questions"
    return do(WriteAnswers, about, lines, *beside, key=key, owed=first, who=hero.id)


def aspects(hero: Character) -> Lines:
    rows = tuple(say("ask.WriteAnswers.aspect", n=n) for n in range(1, 6))
    start = tuple(a.text for a in hero.aspects if a.origin == "creation")
    return Lines(
        "aspects", label("WriteAnswers.aspects"), rows=rows, start=start, optional=not start
    )


def pools(hero: Character, offered: list[Pool], about: str, owed: str) -> Offer:
    dice = Counts(
        "dice",
        label("SetPools.dice"),
        rows=tuple(Choice(pool.id, pool.name, pool.covers) for pool in offered),
        low=min(pool.low for pool in offered),
        high=max(pool.high for pool in offered),
        start=spread(hero, offered),
    )
    fewer, first = flag("SetPools.confirm", n=POOL_DICE), owed == "pools"
    return do(SetPools, about, dice, fewer, owed=first, who=hero.id)


def spread(hero: Character, offered: list[Pool]) -> tuple[int, ...]:
    """The dice as they lie; before any do, a lawful way to lay three (WF-116)."""
    now = [hero.pools.get(pool.id, 0) for pool in offered]
    if sum(now) == POOL_DICE:
        return tuple(now)
    laid = [pool.low for pool in offered]
    for place, pool in enumerate(offered):
        laid[place] += max(0, min(pool.high - pool.low, POOL_DICE - sum(laid)))
    return tuple(laid)


def last_answer(wheel: Wheel, hero: Character, about: str, owed: str) -> Offer:
    question = wheel.last_question.rstrip("?")
    answer = text("WriteLastAnswer.text", hero.last_answer, long=True, question=question)
    return do(WriteLastAnswer, about, answer, owed=owed == "last_question", who=hero.id)


# -- Talking about each other's ----------------------------------------------------------------


def talk(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    for hero in wheel.pcs():
        facts = {"name": hero.name}
        remark = text("CommentOn.text")
        yield do(rules.CommentOn, place_of(wheel, hero), remark, facts=facts, who=hero.id)
    if not seat.gm:  # who makes pools without asking
        name, covers = text("ProposePool.name", most=60), text("ProposePool.covers")
        yield do(ProposePool, "pool", name, covers)
