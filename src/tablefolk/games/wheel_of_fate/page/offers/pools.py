"""What the GM is offered while designing pools (WF-97 … WF-107)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from tablefolk.core.game import Choice, Lines, Offer
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page.offers.making import do, label, people, pick
from tablefolk.games.wheel_of_fate.rules import pools as rules
from tablefolk.games.wheel_of_fate.rules.state import Pool, Wheel


def listed(wheel: Wheel) -> Iterator[Offer]:
    """New pools, and what may be changed about the plain ones."""
    yield define(None)
    yield sets()
    for pool in wheel.pools.values():
        if not pool.special:
            yield from tending(wheel, pool)


def tending(wheel: Wheel, pool: Pool) -> Iterator[Offer]:
    yield define(pool)
    yield do(rules.DropPool, f"pool:{pool.id}", facts={"name": pool.name}, pool=pool.id)
    yield from growing(wheel, pool)


def designing(wheel: Wheel, pool: Pool) -> Iterator[Offer]:
    """A special pool: the same, and its questions."""
    yield from tending(wheel, pool)
    yield from questionnaire(wheel, pool, f"pool:{pool.id}")


def define(pool: Pool | None) -> Offer:
    """A new pool, or a new version of one."""
    fields = ("name", "covers", "special", "limits", "low", "high", "rolled_as")
    if pool is None:
        return do(rules.DefinePool, "pool", *fields)
    about, facts, now = f"pool:{pool.id}", {"name": pool.name}, asdict(pool)
    return do(rules.DefinePool, about, *fields, key="EditPool", facts=facts, now=now, pool=pool.id)


def sets() -> Offer:
    """Pools that suit a kind of story, drawn as one button each (WF-97)."""
    choices = (
        Choice(key, row.title, listing(pool.name for pool in row.pools))
        for key, row in rules.sets().items()
    )
    return do(rules.TakePools, "pool", pick("TakePools.setting", choices, each=True))


def sketched(wheel: Wheel, pool: Pool) -> bool:
    """Whether a special pool is not on offer yet while characters are being made (WF-105)."""
    return not (pool.offered or wheel.playing)


def questionnaire(wheel: Wheel, pool: Pool, about: str) -> Iterator[Offer]:
    """Its four parts about the pool, the fifth about each who has dice in it."""
    waits, leveled = sketched(wheel, pool), rules.leveled(pool.answers)
    if not pool.offered:
        facts = {"name": pool.name}
        yield do(rules.OfferPool, about, facts=facts, owed=waits and leveled, pool=pool.id)
    for key, part in rules.questions().items():
        if key != "trust":
            owed = waits and key == "levels" and not leveled
            yield question(pool, part, about, owed)
    for hero in wheel.pcs():
        if hero.pools.get(pool.id):
            now = pool.trust.get(hero.id)
            yield do(
                rules.AnswerTrust,
                about,
                *("trust", "expectations_told", "talk_note"),
                facts={"name": hero.name},
                now=asdict(now) if now else None,
                pool=pool.id,
                who=hero.id,
            )


def question(pool: Pool, part: rules.Question, about: str, owed: bool) -> Offer:
    keys = tuple(field.key for field in part.fields)
    lines = Lines(
        "answers",
        label("AnswerPoolQuestion.answers"),
        rows=tuple(field.label for field in part.fields),
        keys=keys,
        start=tuple(pool.answers.get(f"{part.key}.{name}", "") for name in keys),
        optional=True,
    )
    fixed = {"pool": pool.id, "question": part.key}
    return do(rules.AnswerPoolQuestion, about, lines, owed=owed, fixed=fixed)


def growing(wheel: Wheel, pool: Pool) -> Iterator[Offer]:
    heroes = [hero for hero in wheel.pcs() if hero.attributes]
    if wheel.playing and heroes and pool.offered:
        who, facts = pick("who", people(heroes), each=True), {"name": pool.name}
        yield do(rules.RaisePool, f"pool:{pool.id}", who, "reason", facts=facts, pool=pool.id)
