"""The GM's desk: yardstick, the people the GM runs, pools and their questions (WF-97, WF-128)."""

from __future__ import annotations

from typing import Literal

from tablefolk.core.game import Seat
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page.blocks import (
    CallRoll,
    Ladder,
    Npc,
    NpcList,
    PoolDesigner,
    PoolList,
    Question,
    QuestionField,
    Reach,
    Rung,
    TrustLine,
    Yardstick,
    made,
)
from tablefolk.games.wheel_of_fate.page.view import people
from tablefolk.games.wheel_of_fate.page.view.chances import chance
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules import chances
from tablefolk.games.wheel_of_fate.rules import pools as rules
from tablefolk.games.wheel_of_fate.rules.building import attribute_name, bases
from tablefolk.games.wheel_of_fate.rules.chances import MARKS, Measure
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, Character, Pool, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

HINTS = {"levels": "special_levels", "danger": "special_danger", "shared_idea": "special_shared"}


def call(wheel: Wheel) -> CallRoll:
    """The GM calls for a roll, with everybody's chance at each mark (WF-20, WF-120, WF-128)."""
    return CallRoll(
        about="call",
        region="desk",
        marks=tuple((n, say(f"labels.difficulty.{n}.label")) for n in MARKS),
        reach=tuple(ladder(wheel, key) for key in ATTRIBUTES),
        special=tuple(ladder(wheel, key) for key in bases(wheel) if key not in ATTRIBUTES),
        players=tuple(hero.id for hero in wheel.pcs() if hero.in_play),
        reminder=say("note.no_failure"),
        hints=advice("call"),
    )


def ladder(wheel: Wheel, attribute: str) -> Ladder:
    """Everybody's plain chance with one attribute, or a pool as base, mark by mark."""
    found = [chances.yardstick(wheel, mark, attribute) for mark in MARKS]
    people = tuple((m.who, wheel.name(m.who), m.dice) for m in found[0].rows)
    rungs = tuple(tuple(chance(m.plain) for m in y.rows) for y in found)
    far = [str(mark) for mark, y in zip(MARKS, found, strict=True) if not y.reachable]
    beyond = say("note.beyond", marks=listing(far)) if far and people else ""
    return Ladder(attribute, attribute_name(wheel, attribute), people, rungs, beyond)


# -- The yardstick (WF-128) ------------------------------------------------------------------------


def yardstick(wheel: Wheel) -> Yardstick:
    return Yardstick(
        about="yardstick",
        region="desk",
        rungs=tuple(rung(wheel, difficulty) for difficulty in MARKS),
        hints=advice("difficulty", "yardstick"),
    )


def rung(wheel: Wheel, difficulty: int) -> Rung:
    found = {
        attribute_name(wheel, key): chances.yardstick(wheel, difficulty, key)
        for key in bases(wheel)
    }
    reach = tuple((name, tuple(reached(wheel, m) for m in y.rows)) for name, y in found.items())
    beyond = tuple(name for name, y in found.items() if not y.reachable)
    label, meaning = (say(f"labels.difficulty.{difficulty}.{what}") for what in ("label", "who"))
    return Rung(difficulty, label, meaning, reach, beyond)


def reached(wheel: Wheel, m: Measure) -> Reach:
    """Plain, with one bonus die, with one invoked aspect; stress counts as it stands."""
    plain, bonus, aspect = (chance(of) for of in (m.plain, m.bonus, m.aspect))
    return Reach(wheel.name(m.who), m.dice, plain, bonus, aspect, m.out)


# -- The GM's people (WF-119) ----------------------------------------------------------------------


def npc(wheel: Wheel, seat: Seat, one: Character) -> Npc:
    """Somebody the GM runs; what the players have not seen stays the GM's (WF-119)."""
    return Npc(
        about=f"who:{one.id}",
        region="people",
        person=people.person(wheel, seat, one),
        aspects=tuple(a.text for a in one.aspects if a.active) if seat.gm else (),
        notes=one.notes if seat.gm else "",
        after=wheel.name(one.after_seat) if seat.gm and one.after_seat else "",
    )


def npc_list(wheel: Wheel) -> NpcList:
    known = tuple((f"who:{one.id}", one.name) for one in wheel.npcs())
    return NpcList(about="npc", region="desk", npcs=known, scale=people.scale(0))


# -- Pools (WF-97 … WF-107) ------------------------------------------------------------------------


def pool_list(wheel: Wheel, region: Literal["desk", "people"]) -> PoolList:
    gm = region == "desk"
    shown = wheel.pools.values() if gm else rules.offered(wheel).values()
    return PoolList(
        about="pool",
        region=region,
        pools=tuple(people.pool_line(pool) for pool in shown),
        reminder=rules.reminder(wheel) if gm else "",
        hints=advice("pool_film", "pool_few", "pool_roles", "pool_examples", "pool_list")
        if gm
        else advice("pool_value"),
    )


def designer(wheel: Wheel, pool: Pool) -> PoolDesigner:
    reminder = "" if pool.offered or rules.leveled(pool.answers) else say("note.levels")
    if rules.in_danger(pool):
        reminder = f"{reminder} {say('note.danger')}".strip()
    return PoolDesigner(
        about=f"pool:{pool.id}",
        region="desk",
        pool=people.pool_line(pool),
        offered=pool.offered,
        questions=tuple(
            question(pool, part) for key, part in rules.questions().items() if key != "trust"
        ),
        trust=tuple(trust(wheel, pool, hero) for hero in wheel.pcs() if hero.pools.get(pool.id)),
        danger=danger(pool) if rules.in_danger(pool) else (),
        reminder=reminder,
        hints=advice("special_trust"),
    )


def danger(pool: Pool) -> tuple[str, ...]:
    """The danger signs that are ticked (WF-106)."""
    return tuple(
        key.removeprefix("danger.")
        for key, text in pool.answers.items()
        if key.startswith("danger.") and text not in ("", "no")
    )


def question(pool: Pool, part: rules.Question) -> Question:
    key, fields = part.key, tuple(field_of(pool, part.key, row) for row in part.fields)
    return Question(
        key,
        part.id,
        part.prompt,
        fields,
        done=all(f.answer for f in fields if f.required) and any(f.answer for f in fields),
        lit=key == "shared_idea" and rules.in_danger(pool) and not any(f.answer for f in fields),
        hint=say(f"advice.{HINTS[key]}") if key in HINTS else "",
        shown=key in ("levels", "beyond"),
    )


def field_of(pool: Pool, key: str, row: rules.Field) -> QuestionField:
    kind, answer = "flag" if row.type == "bool" else row.type, pool.answers.get(f"{key}.{row.key}")
    return made(QuestionField, row, kind=kind, answer=answer or "", hint=row.why)


def trust(wheel: Wheel, pool: Pool, hero: Character) -> TrustLine:
    now = pool.trust.get(hero.id)
    return TrustLine(
        hero.id,
        hero.name,
        wheel.name(hero.owner),
        now.trust if now else "",
        now.expectations_told if now else False,
        now.talk_note if now else "",
    )
