"""What is offered around tasks and rolls: draft, sources, throw, what follows (WF-8 … WF-30)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Offer, Seat
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page.offers.making import (
    about_of,
    called,
    do,
    fitting,
    mine,
    number,
    own,
    pick,
    starts,
    text,
)
from tablefolk.games.wheel_of_fate.page.view.chances import outlook
from tablefolk.games.wheel_of_fate.rules import rolls as rules
from tablefolk.games.wheel_of_fate.rules.building import bases, build
from tablefolk.games.wheel_of_fate.rules.chances import may_know
from tablefolk.games.wheel_of_fate.rules.drafts import (
    AddPool,
    AddSource,
    AddTool,
    AskBonus,
    CancelDraft,
    DraftRoll,
    DropSource,
)
from tablefolk.games.wheel_of_fate.rules.state import Character, Roll, Source, Task, Wheel
from tablefolk.games.wheel_of_fate.rules.stress import taking
from tablefolk.games.wheel_of_fate.rules.tasks import (
    MOST_DIFFICULTY,
    CloseApproach,
    CloseTask,
    NewApproach,
    SetDifficulty,
    attempts,
    likely,
)
from tablefolk.games.wheel_of_fate.rules.wording import say

# -- Tasks ---------------------------------------------------------------------------------------


def at_task(wheel: Wheel, seat: Seat, task: Task) -> Iterator[Offer]:
    """Whoever has not managed it yet rolls once, or after a failure goes another way (WF-124)."""
    for hero in own(wheel, seat):
        tries = attempts(task, hero.id)
        if tries and not any(a.success for a in tries) and hero.id not in task.retries:
            yield otherwise(wheel, seat, task, hero)
        if may_begin(wheel, task, hero):
            yield from ways(wheel, seat, task, hero)
    if seat.gm:
        yield from tend(wheel, task)


def ways(wheel: Wheel, seat: Seat, task: Task, hero: Character) -> Iterator[Offer]:
    """One button for each approach: the draft with its odds comes before the throw."""
    ours = mine(wheel, seat, hero.id) and hero.kind == "pc"
    owed = ours and owes(task, hero, drafted(wheel, task))
    for attribute, approach in task.approaches.items():
        if not approach.closed:
            way = do(
                DraftRoll,
                f"task:{task.id}",
                key="DraftRoll" if ours else "DraftRollAs",
                owed=owed,
                facts={"attribute": called(wheel, attribute), "name": hero.name},
                who=hero.id,
                attribute=attribute,
                task=task.id,
            )
            yield replace(way, price=price(wheel, seat, task, hero, attribute)) if ours else way


def price(wheel: Wheel, seat: Seat, task: Task, hero: Character, attribute: str) -> str:
    """What a way is held against, and the chance as it would begin, where one may know (WF-26)."""
    if task.hidden and not seat.gm:
        return say("price.hidden")
    number = task.approaches[attribute].difficulty
    roll = Roll(0, hero.id, attribute, task=task.id, difficulty=number, scene=wheel.scene)
    look = outlook(wheel, roll) if may_know(wheel, seat, roll) else None
    key = "price.way_sure" if task.mode == "sure" else "price.way_chance"  # then it is a cost
    return say(key, n=number, chance=look.success.text) if look else str(number)


def otherwise(wheel: Wheel, seat: Seat, task: Task, hero: Character) -> Offer:
    """After a failure: quite another way, as hard as the GM says (WF-125)."""
    way = pick("attribute", starts(wheel, bases(wheel, hero)))
    hard = number("SetDifficulty.difficulty", 1, MOST_DIFFICULTY, likely(task, ""))
    blanks = (way, "how", *((hard,) if seat.gm else ()))
    return do(NewApproach, f"task:{task.id}", *blanks, task=task.id, who=hero.id)


def tend(wheel: Wheel, task: Task) -> Iterator[Offer]:
    about = f"task:{task.id}"
    for attribute, approach in task.approaches.items():
        facts = {"attribute": called(wheel, attribute)}
        if not approach.closed:
            yield do(CloseApproach, about, facts=facts, task=task.id, attribute=attribute)
    for attribute in dict.fromkeys((*bases(wheel), *task.approaches)):
        start = task.approaches[attribute].difficulty if attribute in task.approaches else 10
        yield do(
            SetDifficulty,
            about,
            "difficulty",
            "hidden",
            facts={"attribute": called(wheel, attribute)},
            now={"difficulty": start or 10, "hidden": task.hidden},
            task=task.id,
            attribute=attribute,
        )
    yield do(CloseTask, about, task=task.id)


def drafted(wheel: Wheel, task: Task) -> tuple[str, ...]:
    """Those who put a roll for it together just now."""
    return tuple(r.roller for r in wheel.rolls.values() if r.task == task.id and r.phase == "draft")


def may_begin(wheel: Wheel, task: Task, hero: Character) -> bool:
    """Whether a roll is offered: the first one, or after a failure another way (WF-124)."""
    tries = attempts(task, hero.id)
    if any(a.success for a in tries) or hero.id in drafted(wheel, task):
        return False
    if task.called and hero.id not in task.called:
        return False
    reminded = wheel.options.get("roll_once") == "remind"
    return not tries or hero.id in task.retries or reminded


def owes(task: Task, hero: Character, drafting: tuple[str, ...]) -> bool:
    """Whether the roll is waited for: of those called, or of anybody until somebody is at it."""
    if attempts(task, hero.id) and hero.id not in task.retries:
        return False
    anybody = not (task.called or task.attempts or drafting)
    return anybody or (hero.id in task.called and hero.id not in drafting)


# -- A draft -------------------------------------------------------------------------------------


def at_draft(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Offer]:
    about, hero = about_of(roll), wheel.cast[roll.roller]
    ours = seat.gm or hero.owner == seat.id
    if ours and not roll.in_exchange:
        yield throw(wheel, seat, roll, about)
    if seat.gm:
        yield from grant(roll, about)
    if ours:
        yield from of_ones_own(wheel, seat, roll, hero, about)
        yield do(AskBonus, about, "label", roll=roll.id)
    yield from taking_away(wheel, seat, roll, about)
    if ours and not_against_me(wheel, roll):
        yield do(CancelDraft, about, roll=roll.id)


def not_against_me(wheel: Wheel, roll: Roll) -> bool:
    """A draft can be called off by who began it; not where everybody throws once (WF-73)."""
    exchange = wheel.contest.exchange if wheel.contest else None
    return bool(roll.task) or (exchange is not None and exchange.actor == roll.roller)


def throw(wheel: Wheel, seat: Seat, roll: Roll, about: str) -> Offer:
    built = build(wheel, roll)
    owed = mine(wheel, seat, roll.roller)
    key = "ThrowLost" if built.auto else "Throw" if owed else "ThrowFor"
    facts = {"n": built.base + abs(built.net), "name": wheel.name(roll.roller)}
    return do(
        rules.Throw, about, key=key, owed=owed, facts=facts, roll=roll.id, confirm=bool(built.auto)
    )


def of_ones_own(
    wheel: Wheel, seat: Seat, roll: Roll, hero: Character, about: str
) -> Iterator[Offer]:
    """Pools and tools of the roller: one tap each, the GM says whether they fit."""
    added = {s.key for s in roll.sources if s.what in ("pool", "tool")}
    for pool in fitting(wheel, hero, added):
        dice = {"pool": pool.name, "n": hero.pools[pool.id]}
        offer = do(AddPool, about, facts=dice, roll=roll.id, pool=pool.id)
        more = Source(0, "bonus", hero.pools[pool.id], pool.name, "pool", key=pool.id)
        yield replace(offer, price=chance_with(wheel, seat, roll, more))
    for tool in hero.tools:
        if tool not in added:
            facts = {"tool": tool}
            yield do(AddTool, about, key="AddUsualTool", facts=facts, roll=roll.id, tool=tool)
    yield do(AddTool, about, "tool", roll=roll.id)


def chance_with(wheel: Wheel, seat: Seat, roll: Roll, more: Source) -> str:
    """The chance of a draft with these dice too, where one may know it (WF-26)."""
    then = replace(roll, sources=(*roll.sources, more))
    look = outlook(wheel, then) if may_know(wheel, seat, roll) else None
    return say("price.then", chance=look.success.text) if look else ""


def taking_away(wheel: Wheel, seat: Seat, roll: Roll, about: str) -> Iterator[Offer]:
    """Whoever rolls, or gave it, may take it away; what is in the way only the GM."""
    for source in roll.sources:
        givers = {wheel.cast[w].owner for w in (roll.roller, source.by) if w in wheel.cast}
        gone = source.what == "haste" or (source.kind == "penalty" and not seat.gm)
        if not gone and (seat.gm or seat.id in givers):
            facts = {"label": source.label}
            yield do(
                DropSource, f"{about}:{source.id}", facts=facts, roll=roll.id, source=source.id
            )


def grant(roll: Roll, about: str) -> Iterator[Offer]:
    """The GM gives or imposes dice; extra dice only after a second thought (WF-126)."""
    yield do(AddSource, about, "kind", "n", "label", now={"kind": "bonus"}, roll=roll.id)
    yield do(AddSource, about, "n", "label", key="AddExtra", roll=roll.id, kind="extra")


# -- After the throw -----------------------------------------------------------------------------


def after_throw(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Offer]:
    about = about_of(roll)
    if seat.gm and roll.phase == "thrown":
        yield from settle(wheel, roll, about)
    result = roll.result
    if result and result.whammies > len(roll.whammy_notes):
        key = "NoteWhammy" if seat.gm else "SuggestWhammy"
        yield do(rules.NoteWhammy, about, "text", key=key, roll=roll.id)


def settle(wheel: Wheel, roll: Roll, about: str) -> Iterator[Offer]:
    """Succeeds, but: a complication, a stress die, or nothing (WF-122)."""
    hurt = listing(
        say(f"labels.condition.{c}").lower() for c in taking(wheel, roll.roller, 1).conditions
    )
    out = say("SettleStress.out", names=hurt) if hurt else ""
    facts = {"name": wheel.name(roll.roller), "out": out}
    yield do(
        rules.Settle,
        about,
        text("Settle.text", long=True),
        key="SettleComplication",
        owed=True,
        roll=roll.id,
        how="complication",
    )
    yield do(
        rules.Settle, about, key="SettleStress", owed=True, facts=facts, roll=roll.id, how="stress"
    )
    yield do(rules.Settle, about, key="SettleWaive", owed=True, roll=roll.id, how="waive")
