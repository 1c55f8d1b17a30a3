"""The worked examples of the digest, exactly as it has them; they live in examples.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.games.wheel_of_fate.small import Small

from tablefolk.core.game import Refusal
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.building import build
from tablefolk.games.wheel_of_fate.rules.chances import Chances, draft_odds, yardstick
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait
from tablefolk.games.wheel_of_fate.rules.notation import against, parse, read
from tablefolk.games.wheel_of_fate.rules.order import speed
from tablefolk.games.wheel_of_fate.rules.state import Roll, Source

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
COMMANDS = {command.__name__: command for command in wheel_of_fate.commands}


def examples(kind: str) -> Any:
    cases = [pytest.param(e, id=f"{e['id']}: {e['rules']}") for e in EXAMPLES[kind]]
    return pytest.mark.parametrize("example", cases)


@examples("read")
def test_reading(example: dict[str, Any]) -> None:
    pool, dice = parse(example["given"]["pool"]), example["dice"]
    reading = read(pool, dice)
    said = against(reading.total, example["given"].get("against", 1))
    shown = {
        "total": reading.total,
        "counted": [dice[i] for i in reading.kept],
        **msgspec.structs.asdict(said),
    }
    assert {k: shown[k] for k in example["expect"]} == example["expect"]


@examples("notation")
def test_notation(example: dict[str, Any]) -> None:
    assert [parsed(text) for text in example["given"]] == example["expect"]


def parsed(text: str) -> list[int] | str:
    try:
        return list(msgspec.structs.astuple(parse(text)))
    except Refusal as no:
        return no.code


@examples("build")
def test_building(example: dict[str, Any]) -> None:
    given = example["given"]
    small = Small({"tom": {"attributes": [given["dice"], 3, 3], "stress": given.get("stress", 0)}})
    sources = tuple(
        Source(n, kind, given[kind], kind)  # type: ignore[arg-type]
        for n, kind in enumerate(("extra", "bonus", "penalty"), 1)
        if kind in given
    )
    built = build(small.wheel, Roll(1, "tom", "physical", sources=sources))
    shown = {
        **msgspec.structs.asdict(built),
        "short": built.pool.short,
        "dice_count": built.pool.dice_count,
    }
    assert {k: shown[k] for k in example["expect"]} == example["expect"]


@examples("stress")
def test_stress_for_each_margin(example: dict[str, Any]) -> None:
    assert [dealt(margin) for margin in example["margins"]] == example["expect"]


def dealt(margin: int) -> int:
    small = Small({"tom": [4, 2, 3], "dave": [4, 2, 3]})
    small.do("gm", OpenContest("Fight", "physical", ("tom", "dave")))
    small.do("tom", Act("tom", "dave"))
    high = 4 + margin
    faces = [high // 4 + (n < high % 4) for n in range(4)]
    small.do("gm", CloseWait(), [*faces, 1, 1, 1, 1])
    return small.hero("dave").stress


@examples("play")
def test_playing(example: dict[str, Any]) -> None:
    small = Small(example["given"])
    for step in example["do"]:
        carry_out(small, dict(step))
    look(small, example["expect"])


def carry_out(small: Small, step: dict[str, Any]) -> None:
    by, refused, dice = step.pop("by"), step.pop("refused", ""), step.pop("dice", ())
    then, overruled = step.pop("then", {}), step.pop("overruled", False)
    command = msgspec.convert(named(small, step), COMMANDS[step["say"]])
    if overruled:
        assert small.overrule(by, command, dice)
    elif refused and dice:
        with pytest.raises(Refusal) as no:
            small.do(by, command, dice)
        assert no.value.code == refused
    elif refused:
        assert small.refused(by, command) == refused
    else:
        small.do(by, command, dice)
    look(small, then)


def named(small: Small, step: dict[str, Any]) -> dict[str, Any]:
    """The fields of a command, with rolls and tasks by their numbers."""
    fields = {k: v for k, v in step.items() if k != "say"}
    if "roll" in fields:
        fields["roll"] = small.roll(fields["roll"]).id
    if "task" in fields:
        titles = {task.title: task.id for task in small.wheel.tasks.values()}
        fields["task"] = titles[fields["task"]]
    return fields


def look(small: Small, expect: dict[str, Any]) -> None:
    """Everything an example expects, beside what is there."""
    for key, wanted in expect.items():
        assert seen(small, key, wanted) == wanted, key


def seen(small: Small, key: str, wanted: Any) -> Any:
    wheel = small.wheel
    match key:
        case "stress":
            return small.stress()
        case "fate":
            return {who: wheel.cast[who].fate for who in wanted}
        case "conditions":
            return {who: list(wheel.cast[who].conditions) for who in wanted}
        case "speeds":
            return {who: speed(wheel, who) for who in wanted}
        case "groups":
            return [list(group) for group in small.contest.groups]
        case "winner":
            return small.contest.exchange.winner
        case "acted":
            return list(small.contest.acted)
        case "pending" | "marks" | "round":
            return getattr(small.contest, key)
        case "odds":
            chances = draft_odds(wheel, small.roll("tom"))
            assert isinstance(chances, Chances)
            bonus, extra = (ways.at_least(0) for ways in chances.more)
            found = {"success": chances.success, "bonus": bonus, "extra": extra}
            return {name: str(found[name]) for name in wanted}
        case "yardstick":
            said = yardstick(wheel, wanted["difficulty"], wanted["attribute"])
            return {**wanted, "reachable": said.reachable}
    return roll_seen(small, key, wanted)


def roll_seen(small: Small, who: str, wanted: dict[str, Any]) -> dict[str, Any]:
    roll = small.roll(who)
    built = build(small.wheel, roll)
    shown = {
        **msgspec.structs.asdict(built),
        "dice_count": built.pool.dice_count,
        "phase": roll.phase,
    }
    if roll.result:
        shown |= msgspec.structs.asdict(roll.result)
        shown["faces"] = list(roll.result.faces)
        shown["counted"] = [roll.result.faces[i] for i in roll.result.kept]
    return {k: shown[k] for k in wanted}
