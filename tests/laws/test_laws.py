"""What holds for every game in GAMES, whichever it is."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Any

import msgspec
import pytest
from tests.laws.driver import GAMES, beginnings, evenings, from_demo, named, planned
from tests.table.playing import Evening, received

from tablefolk.core import play
from tablefolk.core.game import Game, Offer, Refusal
from tablefolk.core.table import takeback
from tablefolk.core.table.at import EVOLVE
from tablefolk.core.table.checking import check
from tablefolk.core.table.judging import Allow, AskRuling
from tablefolk.core.table.seats import Join, NoteAway, OpenTable
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import Say

every_game = pytest.mark.parametrize("game", GAMES, ids=named)
LOOKS = 16  # moments of a game's evenings, where looking is dear
ENDS = 4  # evenings, where looking at one is dearer still

# Given by the house, or made by the page from a refusal or from the log: never on a menu.
NEVER_OFFERED = (OpenTable, Join, NoteAway, AskRuling, Allow, TakeBack)
# A question that waits already is not asked twice; no offer can foresee what will be written.
ONLY_ONCE = {"asked"}


def some(game: Game) -> list[Evening]:
    """A few evenings at their end."""
    every = evenings(game).all
    return every[:: max(1, len(every) // ENDS)]


# -- The log ---------------------------------------------------------------------------------


@every_game
def test_replay_gives_the_same_state__TF_22(game: Game) -> None:
    for evening in evenings(game).all:
        codec = evening.at.codec
        log = [codec.load(codec.dump(entry)) for entry in evening.entries]
        assert log == evening.entries
        assert takeback.fold(evening.at, evening.start, log) == evening.table
        assert codec.load_state(codec.dump_state(evening.table)) == evening.table


@every_game
def test_every_entry_is_decided_again_just_so(game: Game) -> None:
    for evening in evenings(game).all:
        found, table = check(evening.at, evening.entries)
        assert found == []
        assert table == evening.table


# -- Offers ----------------------------------------------------------------------------------


@every_game
def test_whatever_an_open_offer_lets_one_fill_in_is_accepted(game: Game) -> None:
    for now in evenings(game).looks(LOOKS):
        _assert_sound(now)


def _said(menu: tuple[Offer, ...]) -> list[tuple[Offer, str]]:
    """A menu in comparable form: two refusals in the same words are two exceptions."""
    return [(msgspec.structs.replace(o, refusal=None), repr(o.refusal)) for o in menu]


def _assert_sound(evening: Evening) -> None:
    """Several blanks together may say just what holds already; that is refused, and no fault."""
    for member in evening.table.present:
        for offer in evening.menu(member.id):
            for command in play.samples(offer, 24) if offer.open else ():
                no = play.refusal(evening.at, evening.table, evening.seat(member.id), command)
                alike = no is not None and no.code == "same" and len(offer.blanks) > 1
                assert no is None or alike or no.code in ONLY_ONCE, f"{member.id}: {command}: {no}"


@every_game
def test_whatever_is_accepted_was_on_offer(game: Game) -> None:
    """Commands that fit some seat at some time are tried by everybody at all later times."""
    for now in evenings(game).looks(LOOKS):
        given = [entry.command for entry in now.entries[now.begun :]]
        known = {msgspec.json.encode(command): command for command in given}
        _assert_complete(now, list(known.values())[-25:])


def _assert_complete(evening: Evening, commands: list[Any]) -> None:
    for member in evening.table.present:
        seat, menu = evening.seat(member.id), evening.menu(member.id)
        for command in commands:
            if isinstance(command, (*NEVER_OFFERED, evening.at.bring or Join)):
                continue
            if isinstance(command, Say) and command.as_self:
                continue  # without a character it says what it says anyway
            if play.refusal(evening.at, evening.table, seat, command) is None:
                as_planned = isinstance(command, planned(evening.at.game))
                on_offer = any(
                    play.covers(offer, command) or (as_planned and type(command) is offer.command)
                    for offer in menu
                )
                assert on_offer, f"{member.id} may {command}, and was not offered it"


@every_game
def test_a_refused_offer_says_why_in_one_sentence(game: Game) -> None:
    for evening in some(game):
        for member in evening.table.present:
            for offer in evening.menu(member.id):
                assert offer.label.strip()
                assert "{" not in offer.label + offer.hint
                if offer.refusal:
                    assert offer.refusal.why.endswith((".", "!", "?")), offer.refusal.why
                    assert offer.refusal.rule
                    assert offer.refusal.code.replace("_", "").isalpha(), offer.refusal.code


# -- Anything at all -------------------------------------------------------------------------


@every_game
def test_a_command_gets_events_or_a_refusal_and_nothing_else(game: Game) -> None:
    """Unknown ids, absurd numbers and empty texts from every seat; a refusal changes nothing."""
    for evening in some(game):
        rng, codec = random.Random(5), evening.at.codec
        before = codec.dump_state(evening.table)
        lookers = cycle(evening.table.present)
        for command in _any_commands(evening, rng):
            for member in evening.table.members:
                _tried(evening, member, command, next(lookers).id)
        assert codec.dump_state(evening.table) == before


def _tried(evening: Evening, member: str, command: Any, looker: str) -> None:
    """Somebody tries it, and somebody looks at what came of it: in turn, for there are many."""
    try:
        entry, after = play.act(
            evening.at, evening.table, evening.seat(member), command, play.probe()
        )
    except Refusal:
        return
    evening.at.codec.load(evening.at.codec.dump(entry))
    received(evening.at, after, [entry], after.seat(looker))


@every_game
def test_a_ruling_leaves_a_table_that_can_still_be_seen__TF_17(game: Game) -> None:
    for evening in some(game):
        lookers = cycle(evening.table.present)
        for command in _any_commands(evening, random.Random(6), times=2):
            raw = msgspec.to_builtins(command)
            for member in ("", *evening.table.members):
                _tried(evening, evening.table.gm, Allow(raw, member), next(lookers).id)


def _any_commands(evening: Evening, rng: random.Random, times: int = 2) -> list[Any]:
    """Commands of every kind, filled with what the table knows and with what it does not."""
    words = _texts(msgspec.to_builtins(evening.table))
    made = []
    for kind in evening.at.commands:
        for _ in range(times):
            fields = {
                f.encode_name: _anything(f.type, rng, words) for f in msgspec.structs.fields(kind)
            }
            made.append(msgspec.convert(fields, kind, strict=False))
    return made


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return sorted({t for k, v in value.items() for t in (str(k), *_texts(v))})
    if isinstance(value, list | tuple):
        return sorted({t for v in value for t in _texts(v)})
    return [value] if isinstance(value, str) else []


def _anything(kind: Any, rng: random.Random, words: list[str]) -> Any:
    """A value of a type, known or absurd."""
    return _value(msgspec.inspect.type_info(kind), rng, words)


def _value(info: msgspec.inspect.Type, rng: random.Random, words: list[str]) -> Any:
    numbers = (-1, 0, 1, 2, 3, 5, 7, 100, 10**9)
    match info:
        case msgspec.inspect.StrType(max_length=most):
            return rng.choice(("", "  ", "nobody", *rng.choices(words, k=6)))[:most]
        case msgspec.inspect.IntType(ge=low, le=high):
            fit = [n for n in numbers if (low is None or n >= low) and (high is None or n <= high)]
            return rng.choice(fit)
        case msgspec.inspect.BoolType():
            return rng.random() < 0.5
        case msgspec.inspect.LiteralType(values=values):
            return rng.choice(values)
        case msgspec.inspect.NoneType():
            return None
        case msgspec.inspect.UnionType(types=types):
            return _value(rng.choice(types), rng, words)
        case msgspec.inspect.VarTupleType(item_type=inner, max_length=most):
            count = min(rng.randint(0, 5), 5 if most is None else most)
            return [_value(inner, rng, words) for _ in range(count)]
        case msgspec.inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
            found = {f.encode_name: _value(f.type, rng, words) for f in fields}
            return {tag_field: tag, **found} if tag_field else found
        case msgspec.inspect.DictType(value_type=msgspec.inspect.AnyType()):
            return {"type": rng.choice(("Say", "Nonsense")), "text": "x"}
        case msgspec.inspect.DictType(key_type=key, value_type=inner):
            return {_value(key, rng, words): _value(inner, rng, words) for _ in range(3)}
    raise NotImplementedError(info)


# -- Nothing forgotten -----------------------------------------------------------------------


@every_game
def test_there_is_a_scene_under_way_to_try(game: Game) -> None:
    assert from_demo(game).table.scene


@every_game
def test_every_command_is_wired(game: Game) -> None:
    evening = next(beginnings(game))
    for command in _any_commands(evening, random.Random(7)):
        if not isinstance(command, (TakeBack, AskRuling, Allow)):
            # The first is decided from the log; the others hold a command of their own.
            seat = evening.seat(evening.table.gm)
            no = play.refusal(evening.at, evening.table, seat, command)
            assert no is None or no.code != "unknown_command", command


@every_game
def test_every_kind_of_event_that_happens_is_told_to_somebody(game: Game) -> None:
    """Some only now and then: that a turn is used up is told where nothing else tells it."""
    lines: dict[type, bool] = {}
    for evening in evenings(game).all:
        for entry in evening.entries:
            for event in entry.events:
                told = any(
                    evening.at.tell(evening.table, event, evening.seat(m.id))
                    for m in evening.table.present
                )
                lines[type(event)] = lines.get(type(event), False) or told
    assert not [kind.__name__ for kind, told in lines.items() if not told]


def test_every_event_of_the_table_has_words() -> None:
    from tablefolk.core.table.telling import say_so

    for event in EVOLVE:
        assert any(key.startswith(f"tell.{event.__name__}") for key in say_so.sentences), event


@every_game
def test_every_line_and_label_has_its_facts_filled_in(game: Game) -> None:
    for evening in evenings(game).all:
        for member in evening.table.present:
            for entry in evening.entries:
                for line in evening.told(member.id, entry):
                    assert line.text.strip()
                    assert "{" not in line.text
