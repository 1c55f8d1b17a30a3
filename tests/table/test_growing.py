"""A table that older editions have played at: opened, judged, taken back, played on (TF-39)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests import olden, toy
from tests.olden import NEW, OLD
from tests.table.playing import Evening
from tests.toy import ClaimPoint, HideWord, PointGiven, ThrowDie

from tablefolk.core.game import Command, Entry, Lifted, Refusal
from tablefolk.core.lifting import Fields, Newer
from tablefolk.core.table import growing, takeback
from tablefolk.core.table.at import GameAtTable, written
from tablefolk.core.table.checking import check
from tablefolk.core.table.judging import Allow, Answer, AskRuling
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import Say


def then() -> Evening:
    """An evening as edition 1 has played it; the numbers of its entries begin with 5."""
    evening = Evening(OLD)
    evening.do("ana", ThrowDie(), 3)  # 5
    evening.do("ben", olden.HideWord("moth"))  # 6
    evening.do("ben", olden.Claim("a good cause"))  # 7
    evening.do("gil", Answer(1, yes=True))  # 8
    evening.do("ben", ThrowDie(), 2)  # 9
    evening.do("gil", Allow(written(olden.HideWord("owl")), "cy", "so be it"))  # 10
    evening.do("cy", olden.Claim("pity"))  # 11
    return evening


def now(evening: Evening, game: Any = NEW) -> Evening:
    """The same log as a later release reads it."""
    at = GameAtTable(game)
    entries = [at.codec.load(evening.at.codec.dump(entry)) for entry in evening.entries]
    return Evening.of(at, takeback.fold(at, at.new({}), entries), entries)


def test_an_older_log_adds_up_to_what_it_did__TF_39() -> None:
    was, is_ = then().table.play, now(then()).table.play
    assert is_ == was
    assert is_.score == {"ana": 1, "ben": 2}
    assert is_.hidden == {"ben": "moth", "cy": "owl"}


def test_it_is_played_on_and_each_entry_says_its_edition__TF_39() -> None:
    evening = now(then())
    evening.do("ana", HideWord("plum"))
    assert evening.entries[-1].edition == 3
    assert [entry.edition for entry in evening.entries[:-1]] == [1] * 11
    assert evening.table.play.hidden["ana"] == "plum"
    assert check(evening.at, evening.entries)[0] == []


def test_what_waits_on_the_desk_is_lifted_and_can_be_answered__TF_16() -> None:
    evening = now(then())
    (request,) = evening.table.requests.values()
    assert evening.at.command(request.command) == ClaimPoint("pity")
    entry = evening.do("gil", Answer(request.number, yes=True))
    assert entry.events[1:] == (PointGiven("cy", "pity"),)


def test_what_a_ruling_was_about_is_lifted__TF_17() -> None:
    ruling = now(then()).entries[9].command
    assert ruling.command == {"type": "HideWord", "text": "owl"}
    evening = then()
    for face in (1, 1, 1):
        evening.do("cy", ThrowDie(), face)
    asked = evening.do("cy", AskRuling(written(ThrowDie()), "please"))
    assert now(evening).entries[-1] == asked, "what did not change is as it was"


def test_what_an_answer_fills_in_is_the_games_to_lift__TF_16() -> None:
    def renamed(raw: Fields) -> Fields:
        return {**raw, "fields": {"why": raw["fields"]["reason"]}}

    evening = Evening(OLD)
    evening.entries.append(
        replace(evening.entries[-1], command=Answer(1, True, "", {"reason": "x"}))
    )
    game = SimpleNamespace(**vars(NEW) | {"upcasters": {"Answer": {1: renamed}}})
    assert now(evening, game).entries[-1].command.fields == {"why": "x"}


# -- Judged again --------------------------------------------------------------------------------


def test_what_older_rules_decided_is_no_finding__TF_22() -> None:
    evening = now(then())
    assert [n for n, e in enumerate(evening.entries, 1) if isinstance(e, Lifted)] == [
        6,
        7,
        8,
        10,
        11,
    ]
    assert check(evening.at, evening.entries) == ([], evening.table)


def test_what_no_edition_has_changed_is_judged_as_ever__TF_22() -> None:
    evening = now(then())
    thrown = evening.entries[4]
    event = replace(thrown.events[0], scored=False)
    evening.entries[4] = replace(thrown, events=(event,))
    found, _ = check(evening.at, evening.entries)
    assert [(d.number, d.why) for d in found] == [(5, "the rules would decide otherwise")]


def test_a_rule_that_changed_in_nothing_but_its_outcome_says_so_by_an_upcaster__TF_22() -> None:
    def decide(odd: Any, seat: Any, command: Any, dice: Any) -> Any:
        for event in toy.decide(odd, seat, command, dice):
            scored = isinstance(event, toy.DieThrown)
            yield replace(event, scored=False) if scored else event

    silent = SimpleNamespace(**vars(NEW) | {"decide": decide})
    told = SimpleNamespace(
        **vars(silent) | {"upcasters": NEW.upcasters | {"ThrowDie": {2: lambda raw: raw}}}
    )
    found, _ = check(GameAtTable(silent), now(then(), silent).entries)
    assert [d.number for d in found] == [5]
    assert check(GameAtTable(told), now(then(), told).entries)[0] == []


def forged(evening: Evening, number: int, **changes: Any) -> list[str]:
    """What is found where an older line was altered."""
    evening.entries[number - 1] = replace(evening.entries[number - 1], **changes)
    return [f"{d.number}: {d.why}" for d in check(evening.at, evening.entries)[0]]


def test_an_older_entry_must_fit_what_came_before__TF_40() -> None:
    stranger = (toy.WordHidden("ben", "moth"), toy.DieThrown(2, "zoe", 1, True))
    assert forged(now(then()), 6, events=stranger) == ["6: it does not fit what came before"]
    poor = tuple(toy.DieThrown(n, "ben", 2, False) for n in range(2, 7))
    assert forged(now(then()), 6, events=poor)[0] == "6: it does not fit what came before"


def test_nobody_passes_for_older_than_they_are__TF_40() -> None:
    evening = now(then())
    evening.do("ana", HideWord("plum"))
    older = evening.entries[5]
    evening.add(replace(older, events=(PointGiven("ben", "no cause"),) * 9))
    found, _ = check(evening.at, evening.entries)
    assert [d.why for d in found] == ["it claims to be older than what came before"]


# -- Taken back ----------------------------------------------------------------------------------


def test_what_older_rules_decided_stands_where_it_did_not_depend__TF_24() -> None:
    evening = now(then())
    evening.do("gil", TakeBack(5))
    assert evening.entries[-1].events[0].entries == (5,)
    assert evening.table.play.score == {"ben": 2}
    assert check(evening.at, evening.entries)[0] == []


def test_what_older_rules_decided_falls_with_what_it_depended_on__TF_24() -> None:
    evening = now(then())
    evening.do("gil", TakeBack(7))
    assert evening.entries[-1].events[0].entries == (7, 8)
    assert evening.table.play.score == {"ana": 1, "ben": 0}


def test_what_fell_by_older_rules_has_fallen__TF_24() -> None:
    evening = then()
    evening.do("gil", TakeBack(5))
    fell = replace(evening.entries[-1].events[0], entries=(5, 6))  # as rules then would have it
    evening.entries[-1] = replace(evening.entries[-1], events=(fell,))
    later = now(evening)
    assert later.table.play.hidden == {"cy": "owl"}
    assert check(later.at, later.entries) == ([], later.table)


def reworded(event: Any) -> Any:
    """An event as it would quote what an earlier release said."""
    kept = {"question": "May they?", "act": "That", "what": "That was done."}
    return replace(event, **{k: v for k, v in kept.items() if k in event.__struct_fields__})


def test_a_sentence_that_is_worded_better_has_decided_nothing_otherwise__TF_22() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 3)
    evening.do("ben", ClaimPoint("a good cause"))
    evening.do("gil", TakeBack(5))
    quoting = [replace(e, events=tuple(map(reworded, e.events))) for e in evening.entries]
    assert quoting[5:] != evening.entries[5:]
    assert check(evening.at, quoting)[0] == []
    fallen, _ = takeback.without(evening.at, evening.start, quoting[:6], 5)
    assert fallen == (5,)


# -- The table's own edition -----------------------------------------------------------------------


def aged(entry: Entry, at: GameAtTable, change: Callable[[Any], Any]) -> bytes:
    raw = msgspec.json.decode(at.codec.dump(entry))
    return msgspec.json.encode(change(raw))


def in_other_words(raw: Fields) -> Fields:
    """A line of talk as an imagined first edition of the table wrote it."""
    if raw["command"]["type"] == "Say":
        for one in (raw["command"], *raw["events"]):
            one["words"] = one.pop("text")
    return raw


def lifted(raw: Fields) -> Fields:
    raw["text"] = raw.pop("words")
    return raw


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's rules have an edition 2, in which talk is written otherwise."""
    monkeypatch.setattr(growing, "EDITION", 2)
    monkeypatch.setattr(growing, "UPCASTERS", {"Say": {1: lifted}, "Said": {1: lifted}})


def test_the_table_itself_has_editions_too__TF_39(second: None) -> None:
    at = GameAtTable(toy)
    played = Evening()
    played.do("ana", Say("hello", as_self=True))
    lines = [aged(replace(e, table=1), played.at, in_other_words) for e in played.entries]
    entries = [at.codec.load(line) for line in lines]
    assert entries[-1].command == Say("hello", as_self=True)
    assert at.codec.dump(entries[-1]) == lines[-1]
    evening = Evening.of(at, takeback.fold(at, at.new({}), entries), entries)
    assert check(at, entries) == ([], evening.table)
    entry = evening.do("ana", Say("again", as_self=True))
    assert b'"edition":2,"table":2' in at.codec.dump(entry)
    assert at.codec.load(at.codec.dump(entry)) == entry
    assert evening.do("ana", TakeBack(6)).table == 2


def test_what_a_newer_table_wrote_is_refused__TF_40(monkeypatch: pytest.MonkeyPatch) -> None:
    before = GameAtTable(toy)
    monkeypatch.setattr(growing, "EDITION", growing.EDITION + 1)
    line = GameAtTable(toy).codec.dump(Evening().do("ana", Say("hello")))
    with pytest.raises(Newer, match="a newer version of Tablefolk"):
        before.codec.load(line)


def test_the_first_edition_is_not_written_down__TF_39(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "EDITION", 1)
    evening = Evening()
    assert b'"table"' not in evening.at.codec.dump(evening.do("ana", Say("hello")))


# -- Sheets ----------------------------------------------------------------------------------------


class Bring(Command, frozen=True):
    may = "anyone"
    sheet: dict[str, Any]


def bring(odd: Any, seat: Any, command: Any, dice: Any) -> Any:
    if isinstance(command, Bring):
        yield toy.WordHidden(seat.id, command.sheet["text"])
    else:
        yield from toy.decide(odd, seat, command, dice)


BRINGING = SimpleNamespace(
    **vars(NEW)
    | {
        "commands": (*toy.commands, Bring),
        "bring": Bring,
        "decide": bring,
        "sheet": lambda odd, seat, who: {"tablefolk": 1, "text": odd.hidden[who]},
        "upcasters": {"sheet": {1: olden.renamed}},
    }
)


def test_a_character_comes_to_a_later_table_and_takes_its_edition_along__TF_39() -> None:
    evening = Evening(BRINGING)
    brought = Bring({"tablefolk": 1, "word": "owl"})
    assert evening.do("ana", brought).command == brought, "the log keeps it as it was brought"
    assert evening.table.play.hidden == {"ana": "owl"}
    sheet = evening.at.sheet(evening.table, evening.seat("ana"), "ana")
    assert sheet == {"tablefolk": 1, "text": "owl", "edition": 3}
    evening.do("ben", Bring(sheet))
    assert evening.table.play.hidden["ben"] == "owl"
    assert check(evening.at, evening.entries)[0] == []
    with pytest.raises(Refusal, match="a newer version of Odd One"):
        evening.do("cy", Bring({**sheet, "edition": 4}))
