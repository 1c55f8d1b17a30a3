"""The worked examples of the digest, exactly as it has them; they live in examples.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.games.rotate_bird.table import Played, created, parts

from tablefolk.core.game import Command
from tablefolk.games.rotate_bird.rules.challenges import Acknowledge, DeclareChallenge, PayEpic
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.edges import AssignSymbol, AwardEdge, GiveEdge, SayMeaning
from tablefolk.games.rotate_bird.rules.fallout import (
    DescribeFallout,
    Offset,
    PassOffset,
    RollFallout,
)
from tablefolk.games.rotate_bird.rules.helping import HandOn, Help, proposed_symbols
from tablefolk.games.rotate_bird.rules.npcs import AddNpcChallenge, MakeNpc
from tablefolk.games.rotate_bird.rules.opposition import BrushOff, CorrectNpc, ShrugOff
from tablefolk.games.rotate_bird.rules.recovery import GrantRecovery, GrantRest, Renew, renewing
from tablefolk.games.rotate_bird.rules.rolling import CloseTest, PickDie, RollPool
from tablefolk.games.rotate_bird.rules.symbols import CorrectMark
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import OpenTest, WithdrawTest
from tablefolk.games.rotate_bird.rules.tracks import MakeTrack
from tablefolk.games.rotate_bird.rules.variants import (
    Board,
    Combine,
    NameEntity,
    combo_line,
    combos_of,
)

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))["play"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e['id']}: {e['rules']}" for e in EXAMPLES])
def test_playing(example: dict[str, Any]) -> None:
    played = created(example.get("options"))
    for line in example["do"]:
        carry_out(played, line)
    for key, wanted in example["expect"].items():
        assert seen(played, key, wanted) == wanted, key
    played.audited()


def carry_out(played: Played, line: str) -> None:
    """One line of play; refused with the code after `!`, or done."""
    said, _, refused = (part.strip() for part in line.partition("!"))
    who, verb, *rest = said.split()
    for command, faces in commands(played, who, verb, rest):
        member = played.hero(who).player if who in played.bird.cast else who
        member = "gm" if verb == "tests" else member
        if refused:
            assert played.refused(member, command).code == refused, line
        else:
            played.do(member, command, faces)


def commands(
    played: Played, who: str, verb: str, rest: list[str]
) -> list[tuple[Command, tuple[int, ...]]]:
    """What a line says, as commands with their faces."""
    if verb == "tests":
        return [(opened(played, who, rest), ())]
    if verb in ONE_EACH:
        return [(ONE_EACH[verb](played, who, word), ()) for word in rest]
    if verb == "marks":
        whose, *words = rest
        return [(CorrectMark(number(played, whose, w), True, "before"), ()) for w in words]
    if verb in ("rolls", "fallout"):
        kind = RollPool if verb == "rolls" else RollFallout
        return [(kind(played.test.id), tuple(map(int, rest)))]
    return [(SAID[verb](played, who, rest), ())]


def opened(played: Played, who: str, rest: list[str]) -> OpenTest:
    how: dict[str, Any] = {}
    words = iter(rest)
    for word in words:
        match word:
            case "for":
                how["beneficiary"] = next(words)
            case "toward":
                how["progress"] = played.track(next(words)).id
            case "under":
                how["disaster"] = played.track(next(words)).id
            case "against":
                how |= {"npc": next(words), "opposes": int(next(words))}
            case _:
                how[word] = True
    return OpenTest(who, "something risky", **how)


def number(played: Played, who: str, word: str) -> int:
    if word == "edge:":
        return next(edge.id for edge in played.hero(who).having if not edge.symbols)
    return played.trait(who, word.replace("_", " ").replace("edge:", "edge "))


# Verbs that take any number of traits, one command each.
ONE_EACH: dict[str, Any] = {
    "taps": lambda p, who, w: TapTrait(p.test.id, number(p, who, w), aloud=True),
    "helps": lambda p, who, w: Help(p.test.id, number(p, who, w), why="together"),
    "brings": lambda p, who, w: BringIn(p.test.id, number(p, who, w)),
    "pays": lambda p, who, w: Offset(p.test.id, number(p, who, w)),
    "pays-epic": lambda p, who, w: PayEpic(p.test.id, number(p, who, w)),
    "renews": lambda p, who, w: Renew(number(p, who, w)),
    "picks": lambda p, who, w: PickDie(p.test.id, int(w)),
    "shrugs": lambda p, who, w: ShrugOff(p.test.id, int(w)),
}
SAID: dict[str, Any] = {
    "takes": lambda p, who, r: Acknowledge(p.test.id),
    "passes": lambda p, who, r: PassOffset(p.test.id, who),
    "describes": lambda p, who, r: DescribeFallout(p.test.id, "It goes wrong.", anyway=True),
    "withdraws": lambda p, who, r: WithdrawTest(p.test.id),
    "closes": lambda p, who, r: CloseTest(p.test.id),
    "hands": lambda p, who, r: HandOn(p.test.id, r[0]),
    "gives": lambda p, who, r: GiveEdge(number(p, who, r[0]), r[1]),
    "means": lambda p, who, r: SayMeaning(number(p, who, r[0]), "high ground", r[1]),
    "assigns": lambda p, who, r: AssignSymbol(number(p, r[0], "edge:"), r[1]),
    "awards": lambda p, who, r: award(r[0], *r[1].split("+")),
    "challenges": lambda p, who, r: DeclareChallenge(p.test.id, **dict.fromkeys(r, True)),
    "progress": lambda p, who, r: MakeTrack("progress", r[0], int(r[1])),
    "disaster": lambda p, who, r: MakeTrack("disaster", r[0], int(r[1])),
    "npc": lambda p, who, r: MakeNpc(r[0], being=tuple(r[1:])),
    "npc-marks": lambda p, who, r: CorrectNpc(r[0], int(r[1]), True, "before"),
    "npc-is": lambda p, who, r: AddNpcChallenge(r[0], "in a physical fight", epic=True),
    "brushes": lambda p, who, r: BrushOff(r[0], r[1], "past"),
    "rests": lambda p, who, r: GrantRest(),
    "restores": lambda p, who, r: GrantRecovery(r[0], (number(p, r[0], r[1]),)),
    "entity": lambda p, who, r: NameEntity(who, r[0]),
    "boards": lambda p, who, r: Board(who),
    "combines": lambda p, who, r: Combine(
        p.test.id, parts((number(p, who, r[0]), number(p, r[1], r[2])), (0, 1)), r[3]
    ),
}


def award(to: str, *symbols: str) -> AwardEdge:
    if len(symbols) == 2:
        return AwardEdge(to, "found", "doing", being=symbols[1], doing=symbols[0])
    return AwardEdge(to, "found", being=symbols[0])


def seen(played: Played, key: str, wanted: Any) -> Any:
    """What is there, in the form in which an example expects it."""
    test, bird = (played.test if played.bird.tests else None), played.bird
    match key:
        case "edges":
            return {who: played.edges(who) for who in wanted}
        case "marked":
            return {who: played.marked(who) for who in wanted}
        case "boxes":
            return {name: played.track(name).checked for name in wanted}
        case "npc_marked":
            return {who: [t.marked for t in bird.npcs[who].being] for who in wanted}
        case "out":
            return [npc.id for npc in bird.npcs.values() if not npc.in_play]
        case "aboard":
            return {who: getattr(bird.cast[who].entity, "aboard", None) for who in wanted}
        case "renewing":
            return {who: renewing(bird, bird.cast[who]) for who in wanted}
        case "combo_lines":
            return {who: [combo_line(bird, who, c) for c in combos_of(bird, who)] for who in wanted}
    assert test is not None
    match key:
        case "pool":
            return len(test.pool)
        case "rulings":
            return [tap.ruling for tap in test.taps]
        case "strikes":
            return list(test.contributors)
        case "proposed":
            return list(proposed_symbols(bird, test))
        case "epic":
            return test.challenge.epic
    return getattr(test, key)
