"""What is offered while characters are made (WF-108 … WF-118)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import asdict

from tablefolk.core.game import Choice, Command, Counts, Lines, Offer
from tablefolk.games.wheel_of_fate.page.offers.making import do, label, pick, text
from tablefolk.games.wheel_of_fate.rules import creation as rules
from tablefolk.games.wheel_of_fate.rules.pools import ProposePool
from tablefolk.games.wheel_of_fate.rules.ready_made import ready_mades
from tablefolk.games.wheel_of_fate.rules.state import Character, Pool, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import (
    POOL_DICE,
    WORDS_BELOW,
    SetAttributes,
    SetPools,
    WriteAnswer,
    WriteAnswers,
    WriteConnection,
    WriteConnections,
    WriteLastAnswer,
    WriteSummary,
    answered,
    aspect_of,
    attribute_dice,
)
from tablefolk.games.wheel_of_fate.rules.steps import spread as good_spread
from tablefolk.games.wheel_of_fate.rules.wording import say


def making(wheel: Wheel, hero: Character) -> bool:
    """Whether a character is still being made; once in play, what is on the sheet stays."""
    return hero.kind == "pc" and not (wheel.playing and hero.ready)


def place_of(wheel: Wheel, hero: Character) -> str:
    """Where a sheet is worked on: among the drafts, or once in play on the sheet itself."""
    return f"creation:{hero.id}" if making(wheel, hero) else f"who:{hero.id}"


# -- Beginning, and starting play --------------------------------------------------------------


def begin() -> Iterator[Offer]:
    """A player without a character takes one or begins one."""
    for hero in ready_mades().values():
        facts = {"name": hero.name}
        yield do(rules.TakeReadyMade, "creation", facts=facts, fixed={"key": hero.key})
    below = {"words": WORDS_BELOW}
    yield do(rules.MakeCharacter, "creation", "name", "text", owed=True, facts=below)


def for_the_gm(wheel: Wheel) -> Iterator[Offer]:
    if not wheel.creation_open and not wheel.playing:
        yield do(rules.OpenCreation, "creation", owed=True)
    if wheel.creation_open and not wheel.playing:
        yield from start(wheel)


def asks(wheel: Wheel) -> bool:
    """Whether the questions can still be changed (WF-115)."""
    return wheel.creation_open and not any(answered(hero) for hero in wheel.pcs())


def everybody_ready(wheel: Wheel) -> bool:
    """Whether play can begin with nobody left behind (WF-118)."""
    return any(wheel.pcs()) and not rules.unfinished(wheel)


def start(wheel: Wheel) -> Iterator[Offer]:
    ready = everybody_ready(wheel)
    key = "StartPlay" if ready else "StartPlayEarly"
    yield do(rules.StartPlay, "creation", "title", key=key, owed=ready, confirm=not ready)


def questions(wheel: Wheel) -> Iterator[Offer]:
    rows = tuple(say("SetQuestions.ask.line", n=n) for n in range(1, 6))
    lines = Lines("questions", label("SetQuestions.questions"), rows=rows, start=wheel.questions)
    now = {"last": wheel.last_question}
    yield do(rules.SetQuestions, "questions", lines, "last", now=now)


def begin_for(wheel: Wheel) -> Iterator[Offer]:
    """Somebody without a character is given one (WF-1)."""
    owner = pick("owner", (Choice(m, wheel.name(m)) for m in rules.without(wheel)))
    made = (Choice(h.key, h.name) for h in ready_mades().values())
    yield do(rules.MakeCharacter, "newcomer", owner, "name", key="MakeCharacterFor")
    yield do(
        rules.TakeReadyMade,
        "newcomer",
        pick("TakeReadyMade.key", made, each=True),
        owner,
        key="TakeReadyMadeFor",
    )


# -- The six steps -----------------------------------------------------------------------------


def on_the_sheet(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    """What of the steps can be gone back to once in play."""
    about = f"who:{hero.id}"
    yield summary(hero, about, "", "WriteSummaryAnew")
    for other in others(wheel, hero):
        yield connection(hero, other, about, "", "WriteConnectionAnew")
    yield answers(wheel, hero, about)
    yield last_answer(wheel, hero, about, "", key="WriteLastAnswerAnew")


def writing_for(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    """All steps of a player's character, for the GM (WF-1)."""
    about = f"creation:{hero.id}"
    yield summary(hero, about, "")
    for other in others(wheel, hero):
        yield connection(hero, other, about, "")
    yield from splits(wheel, hero, "")
    yield answers(wheel, hero, about, aspects(hero))
    yield from (answer(wheel, hero, n, about, "", "WriteAnswerFor") for n in range(1, 6))
    yield from pools(wheel, hero, about, "")
    yield last_answer(wheel, hero, about, "")
    yield from together(wheel, hero, about)


def together(wheel: Wheel, hero: Character, about: str) -> Iterator[Offer]:
    """What the pages of one's own ask for at once, for the GM."""
    if known := tuple(others(wheel, hero)):
        yield connections(hero, known, about, "")
    if finishing(wheel, hero):
        yield last_answer(wheel, hero, about, "", rules.FinishCharacter)


def one_by_one(wheel: Wheel, hero: Character, about: str) -> Iterator[Offer]:
    """What the pages ask for together, each for itself; and the five answers, together."""
    yield answers(wheel, hero, about, aspects(hero))
    for other in others(wheel, hero):
        yield connection(hero, other, about, "")
    if finishing(wheel, hero):
        yield last_answer(wheel, hero, about, "")


def finishing(wheel: Wheel, hero: Character) -> bool:
    """Whether the character is ready with the last answer (WF-109, WF-117)."""
    return not hero.ready and set(rules.missing(wheel, hero.id)) <= {"last_question"}


def step(wheel: Wheel, hero: Character, key: str, owed: str) -> Iterator[Offer]:
    """One step, or one part of it: "summary", "question-3"; `owed` is the step that is waited
    for."""
    kind, _, which = key.partition("-")
    about = f"creation:{hero.id}:{key}"
    match kind:
        case "summary":
            yield summary(hero, about, owed)
        case "connections":
            yield connections(hero, tuple(others(wheel, hero)), about, owed)
        case "attributes":
            yield from splits(wheel, hero, owed)
        case "question":
            yield answer(wheel, hero, int(which), about, owed)
        case "pools":
            yield from pools(wheel, hero, about, owed)
        case _:
            last = rules.FinishCharacter if finishing(wheel, hero) else None
            yield last_answer(wheel, hero, about, owed, last)


def others(wheel: Wheel, hero: Character) -> Iterator[Character]:
    return (other for other in wheel.pcs() if other.id != hero.id)


def readiness(hero: Character, own: bool) -> Iterator[Offer]:
    about, facts = f"creation:{hero.id}", {"name": hero.name}
    if hero.ready:
        yield do(rules.SetReady, about, key="NotReady", facts=facts, who=hero.id, ready=False)
    else:
        yield do(rules.SetReady, about, owed=own, facts=facts, who=hero.id, ready=True)


def summary(hero: Character, about: str, owed: str, key: str = "") -> Offer:
    return do(
        WriteSummary,
        about,
        "name",
        "text",
        key=key,
        facts={"words": WORDS_BELOW},
        now={"name": hero.name, "text": hero.summary},
        owed=owed == "summary",
        who=hero.id,
    )


def connection(hero: Character, other: Character, about: str, owed: str, key: str = "") -> Offer:
    now = hero.connections.get(other.id)
    facts = {"name": hero.name, "other": other.name}
    return do(
        WriteConnection,
        about,
        "how_known",
        "feeling",
        key=key,
        facts=facts,
        now=asdict(now) if now else None,
        owed=owed == "connections" and now is None,
        who=hero.id,
        other=other.id,
    )


def connections(hero: Character, others: tuple[Character, ...], about: str, owed: str) -> Offer:
    """What is between one character and all the others (WF-111)."""
    known = hero.connections
    keys, names = tuple(o.id for o in others), tuple(o.name for o in others)

    def lines(name: str) -> Lines:
        start = tuple(getattr(known[key], name) if key in known else "" for key in keys)
        words = label(f"WriteConnections.{name}")
        return Lines(name, words, rows=names, keys=keys, start=start, optional=True)

    due = owed == "connections" and any(key not in known for key in keys)
    both = lines("how_known"), lines("feeling")
    return do(WriteConnections, about, *both, facts={"name": hero.name}, owed=due, who=hero.id)


def splits(wheel: Wheel, hero: Character, owed: str) -> Iterator[Offer]:
    """Every way to split the dice; the page draws them as one form (WF-112)."""
    dice, about = attribute_dice(wheel), f"creation:{hero.id}:attributes"
    for split in product(range(1, 7), repeat=3):
        if sum(split) == dice:
            chosen = dict(zip(("physical", "mental", "social"), split, strict=True))
            fixed = {"who": hero.id, **chosen}
            yield do(SetAttributes, about, owed=owed == "attributes", facts=chosen, fixed=fixed)


def answer(
    wheel: Wheel, hero: Character, number: int, about: str, owed: str, key: str = ""
) -> Offer:
    """One question, its answer and the aspect drawn from it (WF-114)."""
    now, drawn = (*hero.answers, *[""] * 5)[number - 1], aspect_of(hero, number)
    first = owed == "questions" and number == first_open(hero)
    then = wheel.questions[number] if first and number < 5 else ""
    return do(
        WriteAnswer,
        about,
        "answer",
        text("WriteAnswer.aspect", drawn.text if drawn else "", most=200),
        key=key or ("WriteAnswerNext" if then else ""),
        facts={"question": wheel.questions[number - 1], "next": then[:1].lower() + then[1:]},
        owed=first,
        now={"answer": now},
        who=hero.id,
        question=number,
    )


def first_open(hero: Character) -> int:
    """The first question without an answer or without an aspect."""
    told = (*hero.answers, *[""] * 5)
    return next((n for n in range(1, 6) if not (told[n - 1] and aspect_of(hero, n))), 1)


def answers(wheel: Wheel, hero: Character, about: str, *beside: Lines) -> Offer:
    """The five questions at once, and while the character is made the five aspects."""
    words = label("WriteAnswers.answers")
    asked, later = wheel.questions, not hero.ready
    lines = Lines("answers", words, rows=asked, start=hero.answers, optional=later)
    anew = "" if making(wheel, hero) else "Anew"
    key = "WriteAnswersAndAspects" if beside else f"WriteAnswers{anew}"
    return do(WriteAnswers, about, lines, *beside, key=key, who=hero.id)


def aspects(hero: Character) -> Lines:
    rows = tuple(say("WriteAnswers.ask.aspect", n=n) for n in range(1, 6))
    start = tuple(a.text for a in hero.aspects if a.origin == "creation")
    return Lines(
        "aspects", label("WriteAnswers.aspects"), rows=rows, start=start, optional=not start
    )


def pools(wheel: Wheel, hero: Character, about: str, owed: str) -> Iterator[Offer]:
    if not (offered := [p for p in wheel.pools.values() if p.offered]):
        return
    dice = Counts(
        "dice",
        label("SetPools.dice"),
        rows=tuple(Choice(pool.id, pool.name, pool.covers) for pool in offered),
        low=min(pool.low for pool in offered),
        high=max(*(pool.high for pool in offered), *hero.pools.values(), 0),
        start=spread(hero, offered),
    )
    facts, first = {"n": POOL_DICE}, owed == "pools"
    yield do(SetPools, about, dice, "confirm", facts=facts, owed=first, who=hero.id)


def spread(hero: Character, offered: list[Pool]) -> tuple[int, ...]:
    """The dice as they lie; before any do, a lawful way to lay three (WF-116)."""
    laid = hero.pools if hero.pools_settled else good_spread(offered, hero.pools)
    return tuple(laid.get(pool.id, 0) for pool in offered)


def last_answer(
    wheel: Wheel,
    hero: Character,
    about: str,
    owed: str,
    command: type[Command] | None = None,
    key: str = "",
) -> Offer:
    """What has just gone wrong; where all else is written, the character is ready with it."""
    question, facts = wheel.last_question.rstrip("?"), {"name": hero.name}
    answer = text("WriteLastAnswer.text", hero.last_answer, long=True, question=question)
    due = owed == "last_question"
    act = command or WriteLastAnswer
    return do(act, about, answer, key=key, facts=facts, owed=due, who=hero.id)


# -- Talking about each other's ----------------------------------------------------------------


def remark(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    if wheel.creation_open:
        facts = {"name": hero.name}
        yield do(rules.CommentOn, place_of(wheel, hero), "text", facts=facts, who=hero.id)


def propose() -> Iterator[Offer]:
    """A pool of a player's; the GM makes them without asking (WF-97)."""
    yield do(ProposePool, "pool", "name", "covers")
