"""Nothing secret reaches another seat: a canary, and byte-for-byte sameness (TF-28, TF-29)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.dice import probe
from tablefolk.core.game import Command, Offer, Seat, Words
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.judging import Allow, AskRuling
from tablefolk.core.table.seats import Lend, Lent, OfferChair, SetOption, VoteChair
from tablefolk.core.table.state import Table
from tablefolk.core.table.talk import AskHands, Vote
from tablefolk.testing.driver import Player, beginnings
from tablefolk.testing.playing import Evening, received
from tablefolk.testing.secret import TABLE, Secret
from tablefolk.testing.subject import Subject

TEXTS = ("canary in the coal mine", "an owl up in the tower!")
STEPS, LOOK_EVERY = 40, 8
TELLING = (AskRuling, Allow, OfferChair, VoteChair)  # quotes another act, or hands on the desk
WAYS = 2  # of one kind, by one seat, at one time: a game may offer the same in a hundred places


def whispering(subject: Subject) -> Iterator[Evening]:
    """The fixed starts; where nobody whispers at first, the GM has allowed it."""
    for evening in beginnings(subject.game):
        if not evening.table.options.get("whispers", True):
            evening.do(evening.table.gm, SetOption("whispers", True))
        yield evening


def planted(evening: Evening, every: tuple[Secret, ...]) -> Iterator[tuple[Secret, Seat, Command]]:
    """Every secret that could be told now, filled with the canary; each seat in a few ways."""
    for member in evening.table.present:
        seat, menu = evening.seat(member.id), evening.menu(member.id)
        for secret in every:
            ways = (tells_it(evening, seat, o, secret) for o in menu if o.command is secret.command)
            for command in islice(filter(None, ways), WAYS):
                yield secret, seat, command


def tells_it(evening: Evening, seat: Seat, offer: Offer, secret: Secret) -> Command | None:
    """An offer taken so that it tells the secret; None where it cannot."""
    if not offer.open:
        return None
    how = {name: value for name, value in secret.when if name not in offer.fixed}
    command = with_secret(secret, replace(play.sample(offer), **how), 0)
    fits = play.refusal(evening.at, evening.table, seat, command) is None
    return command if fits and secret.applies(command) else None


def with_secret(secret: Secret, command: Command, which: int) -> Command:
    """The command with the one secret in it, or with the other."""
    return replace(command, **{n: _hidden(getattr(command, n), which) for n in secret.fields})


def _hidden(value: object, which: int) -> object:
    """Two texts, two impossible difficulties; as many in a list as there were."""
    if isinstance(value, tuple):
        return tuple(f"{TEXTS[which]} {i}" for i, _ in enumerate(value or "12"))
    return (98, 99)[which] if isinstance(value, int) else TEXTS[which]


def others(evening: Evening, secret: Secret, seat: Seat, command: Command) -> list[Seat]:
    """The seats that must not notice, onlookers from outside included."""
    readers = secret.readers(evening.table, seat, command)
    inside = [evening.seat(m.id) for m in evening.table.present if m.id not in readers]
    return [*inside, Seat("", "onlooker")]


def test_the_game_has_said_what_is_secret__TF_29(subject: Subject) -> None:
    """What nobody has named cannot be looked for: the table's own secrets are planted anyhow."""
    if not subject.secrets:
        pytest.skip("Nobody has said what is secret in this game: Subject(secrets=(Secret(…),)).")
    assert all(secret.command in subject.game.commands for secret in subject.secrets)


def test_a_secret_told_through_its_own_command_reaches_nobody_else__TF_29(subject: Subject) -> None:
    every, seen = (*TABLE, *subject.secrets), set()
    for evening in whispering(subject):
        for step, now in enumerate(Player(evening, 8).play(STEPS)):
            plain: dict[str, bytes] = {}  # what each seat receives while nothing is told
            for secret, seat, command in planted(now, every) if step % LOOK_EVERY == 0 else ():
                seen.add(str(secret))
                _assert_unseen(now, secret, seat, command, plain)
    never = {str(secret) for secret in every} - seen
    assert not never, f"A secret never came up: {', '.join(sorted(never))}."


def _assert_unseen(
    evening: Evening, secret: Secret, seat: Seat, command: Command, plain: dict[str, bytes]
) -> None:
    at, before, canary = evening.at, evening.table, TEXTS[0].encode()
    entry, after = play.act(at, before, seat, command, probe())
    swapped = with_secret(secret, command, 1)
    same, otherwise = play.act(at, before, seat, swapped, probe())
    assert after != otherwise or entry != same, f"{secret} is no secret"
    for other in others(evening, secret, seat, command):
        got = received(at, after, [entry], other)
        assert canary not in got, f"{other.id} sees {secret}"
        assert got == received(at, otherwise, [same], other), f"{other.id} notices {secret}"
        if secret.unnoticed:
            if other.id not in plain:
                plain[other.id] = received(at, before, [], other)
            assert got == plain[other.id], f"{other.id} notices {secret} at all"


def test_a_secret_stays_so_while_play_goes_on__TF_29(subject: Subject) -> None:
    """The same evening twice, with another secret: whoever may not know gets the same bytes."""
    for secret in (*TABLE, *subject.secrets):
        one, two = _evening_with(subject, secret, 0), _evening_with(subject, secret, 1)
        assert one is not None, f"{secret} never came up"
        assert two is not None
        (first, readers), (second, _) = one, two
        for member in first.table.present:
            if member.id not in readers:
                same = first.receives(member.id) == second.receives(member.id)
                assert same, f"{member.id} learns of {secret} later"
        for session in range(1, first.table.session + 1):  # TF-15
            assert first.recap(session) == second.recap(session), f"a recap tells {secret}"


def _evening_with(subject: Subject, secret: Secret, which: int) -> tuple[Evening, set[str]] | None:
    """A secret told as soon as it can be, and then an evening of other acts."""
    evening = next(whispering(subject))
    player = Player(evening, 9, (*secret.reveals, *TELLING))
    for _ in player.play(5 * STEPS):  # as long as it takes until it can be told
        for _, seat, command in planted(evening, (secret,)):
            evening.do(seat, with_secret(secret, command, which))
            readers = secret.readers(evening.table, seat, command)
            for _ in player.play(25):
                pass
            return evening, readers
    return None


def test_what_is_done_after_a_hidden_act_is_done_as_if_it_had_not_been__TF_29(
    subject: Subject,
) -> None:
    """Neither its name, taken by somebody else, nor any number tells that it is there."""
    hidden = tuple(secret for secret in (*TABLE, *subject.secrets) if secret.unnoticed)
    for evening in whispering(subject):
        other = evening.table.seat(evening.table.players[-1].id)
        done = list(openly(evening, other))
        once = {(str(s), seat.role): (s, seat, c) for s, seat, c in planted(evening, hidden)}
        for secret, seat, command in once.values():
            if other not in others(evening, secret, seat, command):
                continue
            _, after = play.act(evening.at, evening.table, seat, command, probe())
            for openly_done, got in done:
                again = acted(evening.at, after, other, openly_done)
                assert got == again, f"{secret} is learnt of by {openly_done}"


def openly(evening: Evening, seat: Seat) -> Iterator[tuple[Command, bytes]]:
    """One act of each kind that takes a text, with the canary as its text; and what one gets."""
    kinds = set[str]()
    for offer in evening.menu(seat.id):
        texts = {b.name: TEXTS[0] for b in offer.blanks if isinstance(b, Words)}
        if offer.do not in kinds and offer.open and (texts or not offer.blanks):
            command = play.sample(offer, texts)
            if play.refusal(evening.at, evening.table, seat, command) is None:
                kinds.add(offer.do)
                yield command, acted(evening.at, evening.table, seat, command)


def acted(at: GameAtTable, table: Table, seat: Seat, command: Command) -> bytes:
    """What a seat receives for an act of its own."""
    entry, after = play.act(at, table, seat, command, probe())
    return received(at, after, [entry], seat)


# -- At a seat that was lent (TF-6) ----------------------------------------------------------------


def lendings(evening: Evening, readers: set[str]) -> Iterator[tuple[Table, Seat]]:
    """The table with the seat of a reader lent to somebody who is none, and that lent seat."""
    players = [member.id for member in evening.table.players]
    for owner in (one for one in players if one in readers):
        for borrower in [one for one in players if one not in readers][:1]:
            lent = evening.at.evolve(evening.table, Lent(owner, borrower))
            yield lent, replace(evening.seat(owner), by=borrower)


def test_what_is_the_persons_own_never_reaches_whoever_plays_for_them__TF_6(
    subject: Subject,
) -> None:
    """Whispers, notes, and what a game counts as personal; the rest of a seat is its character."""
    every = tuple(secret for secret in (*TABLE, *subject.secrets) if secret.personal)
    tried = set[str]()
    for evening in whispering(subject):
        for step, now in enumerate(Player(evening, 8).play(STEPS)):
            for secret, seat, command in planted(now, every) if step % LOOK_EVERY == 0 else ():
                for lent, borrowed in lendings(now, secret.readers(now.table, seat, command)):
                    tried.add(str(secret))
                    _assert_unread(now.at, lent, secret, (seat, command), borrowed)
    never = {str(secret) for secret in TABLE} - tried
    assert not never, f"A secret never came up: {', '.join(sorted(never))}."


def _assert_unread(
    at: GameAtTable, lent: Table, secret: Secret, told: tuple[Seat, Command], borrowed: Seat
) -> None:
    seat, command = told
    got = []
    for which in (0, 1):
        entry, after = play.act(at, lent, seat, with_secret(secret, command, which), probe())
        got.append(received(at, after, [entry], borrowed))
    assert TEXTS[0].encode() not in got[0], f"Whoever plays for {borrowed.id} reads {secret}."
    assert got[0] == got[1], f"Whoever plays for {borrowed.id} notices {secret}."


def test_how_the_owner_votes_in_secret_is_not_seen_from_their_lent_seat__TF_6(
    subject: Subject,
) -> None:
    evening = Evening(subject.game)
    evening.do("ana", Lend("ana", "ben"))
    evening.do("gil", AskHands("Shall we go on?", ("Yes", "No"), secret=True))
    got = []
    for answer in (0, 1):
        vote = Vote(max(evening.table.polls), answer)
        entry, after = play.act(evening.at, evening.table, evening.seat("ana"), vote, probe())
        got.append(received(evening.at, after, [entry], evening.seat("ana", by="ben")))
    assert got[0] == got[1], "Whoever plays a seat sees how its owner has voted."


def test_a_secret_vote_is_seen_by_nobody_else__TF_28(subject: Subject) -> None:
    evening = Evening(subject.game)
    evening.do("gil", AskHands("Shall we go on?", ("Yes", "No"), secret=True))
    poll = max(evening.table.polls)
    seats = [evening.seat(who) for who in ("gil", "ben", "cy")]
    got = []
    for answer in (0, 1):
        entry, after = play.act(
            evening.at, evening.table, evening.seat("ana"), Vote(poll, answer), probe()
        )
        got.append([received(evening.at, after, [*evening.entries, entry], s) for s in seats])
    assert got[0] == got[1], "Somebody sees how another has voted in secret."
