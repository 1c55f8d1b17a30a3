"""Judging a log costs what it is long, and finds what judging it slowly finds (TF-22, TF-40)."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests import olden, toy
from tests.olden import NEW, OLD
from tests.table import slowly
from tests.table.playing import Evening
from tests.toy import ClaimPoint, HideWord, ThrowDie

from tablefolk.core.game import Entry, Refusal
from tablefolk.core.table import takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.checking import check, findings
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import CloseSession, OpenSession
from tablefolk.core.table.seats import Rename
from tablefolk.core.table.takeback import TakeBack, TakenBack
from tablefolk.core.table.talk import AskHands, DropNote, RollFree, Say, Vote, WriteNote
from tablefolk.core.table.trail import WIDEST, Trail
from tablefolk.games import shelf

OLD_EXPORTS = sorted((Path(__file__).parents[1] / "data" / "old").glob("*/*.tablefolk.xz"))
PEOPLE = ("gil", "ana", "ben", "cy")


# -- Random evenings with many takings back ----------------------------------------------------


def played(seed: int, game: Any = toy, acts: int = 40) -> Evening:
    """An evening on which a third of all that is done is taken back, most of it soon."""
    luck, evening = Random(seed), Evening(game)
    while len(evening.entries) < acts:
        step(luck, evening, game)
    return evening


def step(luck: Random, evening: Evening, game: Any) -> None:
    who = luck.choice(PEOPLE)
    with suppress(Refusal):
        if luck.random() < 0.35:
            back = luck.randint(1, luck.choice((1, 3, len(evening.entries))))
            evening.do(luck.choice(("gil", who)), TakeBack(max(len(evening.entries) - back, 1)))
        else:
            command, *faces = done(luck, game is OLD)
            evening.do(who, command, *faces)


def done(luck: Random, old: bool) -> tuple[Any, ...]:
    number = luck.randint(1, 6)
    hide: Any = olden.HideWord("moth") if old else HideWord("moth")
    claim: Any = olden.Claim("pity") if old else ClaimPoint("pity")
    return luck.choice(
        [
            (Say("Hello."),),
            (ThrowDie(), number),
            (hide,),
            (claim,),
            (RollFree("d6"), number),
            (AskHands("On?"),),
            (Vote(number, luck.randint(0, 1)),),
            (WriteNote(f"note {number}"),),
            (DropNote(f"note-{number}"),),
            (Rename(luck.choice(PEOPLE[1:]), f"Name{luck.randint(1, 99)}"),),
            (Answer(number, yes=luck.random() < 0.7),),
            (OpenSession(),),
            (CloseSession(),),
        ]
    )


def agree(at: GameAtTable, entries: list[Entry]) -> None:
    found, state = check(at, entries)
    slow, then = slowly.check(at, entries)
    assert found == slow
    assert at.codec.dump_state(state) == at.codec.dump_state(then), "not even in another order"
    first = next(findings(Trail(at, entries)), None)
    assert first == (slow[0] if slow else None)


@pytest.mark.parametrize("seed", range(40))
def test_evenings_with_many_takings_back_are_judged_as_ever__TF_24(seed: int) -> None:
    evening = played(seed)
    assert takeback.struck(evening.entries)
    agree(evening.at, evening.entries)
    assert check(evening.at, evening.entries) == ([], evening.table)


@pytest.mark.parametrize("seed", range(40))
def test_evenings_of_older_rules_are_judged_as_ever__TF_39(seed: int) -> None:
    old = played(seed, OLD)
    at = GameAtTable(NEW)
    entries = [at.codec.load(old.at.codec.dump(entry)) for entry in old.entries]
    agree(at, entries)
    now = Evening.of(at, takeback.fold(at, at.new({}), entries), entries)
    luck = Random(seed)
    for _ in range(30):
        step(luck, now, NEW)
    agree(at, now.entries)


@pytest.mark.parametrize("seed", range(60))
def test_altered_logs_are_judged_as_ever__TF_40(seed: int) -> None:
    luck = Random(seed)
    evening = played(seed)
    for alter in luck.choices((dropped, doubled, swapped, struck_otherwise, aged), k=2):
        alter(luck, evening.entries)
    agree(evening.at, evening.entries)


def dropped(luck: Random, entries: list[Entry]) -> None:
    del entries[luck.randrange(4, len(entries))]


def doubled(luck: Random, entries: list[Entry]) -> None:
    entries.insert(luck.randrange(4, len(entries)), luck.choice(entries))


def swapped(luck: Random, entries: list[Entry]) -> None:
    one, other = (luck.randrange(4, len(entries)) for _ in range(2))
    entries[one] = replace(entries[one], events=entries[other].events)


def aged(luck: Random, entries: list[Entry]) -> None:
    one = luck.randrange(len(entries))
    entries[one] = replace(entries[one], edition=1)


def struck_otherwise(luck: Random, entries: list[Entry]) -> None:
    """A taking back that claims others, some of which are still to come."""
    backs = [n for n, e in enumerate(entries) if isinstance(e.events[0], TakenBack)]
    for one in luck.sample(backs, min(len(backs), 2)):
        others = tuple(sorted(luck.sample(range(-1, len(entries) + 3), 4)))
        event = replace(entries[one].events[0], entries=others)
        entries[one] = replace(entries[one], events=(event,))


@pytest.mark.parametrize("seed", range(20))
def test_older_takings_back_that_claim_anything_are_judged_as_ever__TF_40(seed: int) -> None:
    """Of what older rules decided only little is asked: it may have struck what was to come."""
    old, luck, at = played(seed, OLD), Random(seed), GameAtTable(NEW)
    entries = [at.codec.load(old.at.codec.dump(entry)) for entry in old.entries]
    struck_otherwise(luck, entries)
    agree(at, entries)


@pytest.mark.parametrize("path", OLD_EXPORTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_kept_of_earlier_releases_is_judged_as_ever__TF_39(path: Path) -> None:
    heading, *lines = lzma.decompress(path.read_bytes()).splitlines()
    game = next(g for g in shelf().games if f'"game":"{g.key}"'.encode() in heading)
    at = GameAtTable(game)
    entries = [at.codec.load(line) for line in lines if not line.startswith(b'{"drawing"')]
    agree(at, entries)


# -- What it costs -----------------------------------------------------------------------------


def steps(at: GameAtTable, entries: list[Entry]) -> int:
    """How many entries were judged or walked, counted by the ticks of the work itself."""
    count = 0

    def tick() -> None:
        nonlocal count
        count += 1

    found, _ = check(at, entries, tick)
    assert found == []
    return count


def by_turns(pairs: int, act: Callable[[], tuple[Any, ...]]) -> Evening:
    """Something is done and at once taken back, again and again."""
    evening = Evening()
    for _ in range(pairs):
        command, *faces = act()
        evening.do("ana", command, *faces)
        evening.do("gil", TakeBack(len(evening.entries)))
    return evening


def first_all(pairs: int) -> Iterator[Entry]:
    """Much is said, and then all of it is taken back, the oldest first."""
    evening = Evening()
    yield from evening.entries
    said = [evening.do("ana", Say(f"{n}")) for n in range(pairs)]
    yield from said
    trail = Trail(evening.at, evening.entries)
    for number in range(1, pairs + 5):
        trail.enter(number)
    for number in range(5, pairs + 5):
        seat = evening.seat("gil")
        entry = takeback.struck_by(evening.at, trail, trail.state, seat, TakeBack(number))
        evening.entries.append(entry)
        trail.enter(len(evening.entries))
        yield entry


@pytest.mark.parametrize("act", [lambda: (Say("oh"),), lambda: (RollFree("d6"), 3)])
def test_twice_as_many_acts_and_takings_back_cost_twice_as_much__TF_40(
    act: Callable[[], tuple[Any, ...]],
) -> None:
    few, many = by_turns(50, act), by_turns(200, act)
    once = steps(few.at, few.entries)
    assert steps(many.at, many.entries) <= 4.5 * once


def test_what_was_only_said_is_taken_back_in_a_few_steps_however_old_it_is__TF_40() -> None:
    at = Evening().at
    few, many = list(first_all(50)), list(first_all(400))
    assert steps(at, few) <= (2 + NEARBY) * len(few)
    assert steps(at, many) <= (2 + NEARBY) * len(many)


NEARBY = WIDEST // 16  # steps to the entry from the nearest state that was kept, at most


def test_few_states_are_kept_however_long_the_log_is() -> None:
    evening = Evening()
    evening.entries += [evening.do("ana", Say("oh"))] * 5000
    trail = Trail(evening.at, evening.entries)
    for number in range(1, len(evening.entries) + 1):
        trail.enter(number)
        assert len(trail._kept) <= 5000 / WIDEST + 150
    assert trail.before(1) == evening.at.new({})


def test_work_that_is_ended_ends_at_its_next_step() -> None:
    class Enough(BaseException):
        pass

    left = 30

    def tick() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Enough

    evening = played(1, acts=60)
    with pytest.raises(Enough):
        check(evening.at, evening.entries, tick)
    assert left == 0
