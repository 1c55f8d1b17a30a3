"""What holds for every game, whichever it is: its log, its offers, its refusals, its words."""

from __future__ import annotations

import random
from itertools import cycle

import msgspec

from tablefolk.core import play
from tablefolk.core.dice import probe
from tablefolk.core.game import Command, Offer, Refusal
from tablefolk.core.table import takeback
from tablefolk.core.table.checking import check
from tablefolk.core.table.judging import Allow, AskRuling
from tablefolk.core.table.seats import Join, NoteAway, OpenTable
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import Say
from tablefolk.testing.anything import any_commands
from tablefolk.testing.driver import beginnings, evenings, from_demo, some
from tablefolk.testing.playing import Evening, received
from tablefolk.testing.subject import Subject

LOOKS = 16  # moments of a game's evenings, where looking is dear

# Given by the house, or made by the page from a refusal or from the log: never on a menu.
NEVER_OFFERED = (OpenTable, Join, NoteAway, AskRuling, Allow, TakeBack)
# A question that waits already is not asked twice; no offer can foresee what will be written.
ONLY_ONCE = {"asked"}


# -- The log ---------------------------------------------------------------------------------


def test_replay_gives_the_same_state__TF_22(subject: Subject) -> None:
    for evening in evenings(subject).all:
        codec = evening.at.codec
        log = [codec.load(codec.dump(entry)) for entry in evening.entries]
        assert log == evening.entries, "An entry reads otherwise than it was written."
        again = takeback.fold(evening.at, evening.start, log)
        assert again == evening.table, "The log played again leads elsewhere."
        kept = codec.load_state(codec.dump_state(evening.table))
        assert kept == evening.table, "A state reads otherwise than it was written."


def test_every_entry_is_decided_again_just_so(subject: Subject) -> None:
    for evening in evenings(subject).all:
        found, table = check(evening.at, evening.entries)
        assert found == [], "Judged again, an entry would be another."
        assert table == evening.table, "Judged again, the log leads elsewhere."


# -- Offers ----------------------------------------------------------------------------------


def test_whatever_an_open_offer_lets_one_fill_in_is_accepted(subject: Subject) -> None:
    for now in evenings(subject).looks(LOOKS):
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
                fine = no is None or alike or no.code in ONLY_ONCE
                assert fine, f"{member.id} was offered {command} and refused: {no}"


def test_whatever_is_accepted_was_on_offer(subject: Subject) -> None:
    """Commands that fit some seat at some time are tried by everybody at all later times."""
    for now in evenings(subject).looks(LOOKS):
        given = [entry.command for entry in now.entries[now.begun :]]
        known = {msgspec.json.encode(command): command for command in given}
        _assert_complete(now, list(known.values())[-25:], subject.planned)


def _assert_complete(
    evening: Evening, commands: list[Command], planned: tuple[type[Command], ...]
) -> None:
    for member in evening.table.present:
        seat, menu = evening.seat(member.id), evening.menu(member.id)
        for command in commands:
            if isinstance(command, (*NEVER_OFFERED, evening.at.further.bring or Join)):
                continue
            if isinstance(command, Say) and command.as_self:
                continue  # without a character it says what it says anyway
            if play.refusal(evening.at, evening.table, seat, command) is None:
                as_planned = isinstance(command, planned)
                on_offer = any(
                    play.covers(offer, command) or (as_planned and type(command) is offer.command)
                    for offer in menu
                )
                assert on_offer, f"{member.id} may {command}, and was not offered it"


def test_a_refused_offer_says_why_in_one_sentence(subject: Subject) -> None:
    for evening in some(subject):
        for member in evening.table.present:
            for offer in evening.menu(member.id):
                assert offer.label.strip(), f"An offer of {offer.do} has no label."
                assert "{" not in offer.label + offer.hint, f"A fact is missing: {offer.label}"
                if offer.refusal:
                    _assert_told(offer.refusal)


def _assert_told(no: Refusal) -> None:
    assert no.why.endswith((".", "!", "?")), f"A refusal is no sentence: {no.why}"
    assert no.rule, f"A refusal names no rule: {no.why}"
    assert no.code.replace("_", "").isalpha(), f"A refusal's code is no word: {no.code}"


# -- Anything at all -------------------------------------------------------------------------


def test_a_command_gets_events_or_a_refusal_and_nothing_else(subject: Subject) -> None:
    """Unknown ids, absurd numbers and empty texts from every seat; a refusal changes nothing."""
    for evening in some(subject):
        rng, codec = random.Random(5), evening.at.codec
        before = codec.dump_state(evening.table)
        lookers = cycle(evening.table.present)
        for command in any_commands(evening, rng):
            for member in evening.table.members:
                _tried(evening, member, command, next(lookers).id)
        assert codec.dump_state(evening.table) == before, "Trying has changed the table."


def _tried(evening: Evening, member: str, command: Command, looker: str) -> None:
    """Somebody tries it, and somebody looks at what came of it: in turn, for there are many."""
    try:
        entry, after = play.act(evening.at, evening.table, evening.seat(member), command, probe())
    except Refusal:
        return
    evening.at.codec.load(evening.at.codec.dump(entry))
    received(evening.at, after, [entry], after.seat(looker))


def test_a_ruling_leaves_a_table_that_can_still_be_seen__TF_17(subject: Subject) -> None:
    for evening in some(subject):
        lookers = cycle(evening.table.present)
        for command in any_commands(evening, random.Random(6), times=2):
            raw = msgspec.to_builtins(command)
            for member in ("", *evening.table.members):
                _tried(evening, evening.table.gm, Allow(raw, member), next(lookers).id)


# -- Nothing forgotten -----------------------------------------------------------------------


def test_there_is_a_scene_under_way_to_try(subject: Subject) -> None:
    assert from_demo(subject.game).table.scene, "The demo leaves no scene under way."


def test_every_command_is_wired(subject: Subject) -> None:
    evening = next(beginnings(subject.game))
    for command in any_commands(evening, random.Random(7)):
        if not isinstance(command, (TakeBack, AskRuling, Allow)):
            # The first is decided from the log; the others hold a command of their own.
            seat = evening.seat(evening.table.gm)
            no = play.refusal(evening.at, evening.table, seat, command)
            wired = no is None or no.code != "unknown_command"
            assert wired, f"Nothing decides on {type(command).__name__}."


def test_every_kind_of_event_that_happens_is_told_to_somebody(subject: Subject) -> None:
    """Some only now and then: that a turn is used up is told where nothing else tells it."""
    lines: dict[type, bool] = {}
    for evening in evenings(subject).all:
        for entry in evening.entries:
            for event in entry.events:
                told = any(
                    evening.at.tell(evening.table, event, evening.seat(m.id))
                    for m in evening.table.present
                )
                lines[type(event)] = lines.get(type(event), False) or told
    silent = [kind.__name__ for kind, told in lines.items() if not told]
    assert not silent, f"Nobody is ever told of {', '.join(silent)}."


def test_every_line_and_label_has_its_facts_filled_in(subject: Subject) -> None:
    for evening in evenings(subject).all:
        for member in evening.table.present:
            for entry in evening.entries:
                for line in evening.told(member.id, entry):
                    assert line.text.strip(), f"An empty line is told of {entry.events}"
                    assert "{" not in line.text, f"A fact is missing: {line.text}"
