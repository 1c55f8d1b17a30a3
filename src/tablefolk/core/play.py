"""The only loop there is: act, fold, menu, audit, census. Pure, for any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import is_
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from tablefolk.core.dice import BadDice, Dice, miscount, probe, tape
from tablefolk.core.game import (
    Ask,
    Blank,
    Choice,
    Command,
    Count,
    Counts,
    Entry,
    Event,
    Flag,
    Game,
    Lines,
    Offer,
    Pick,
    Refusal,
    Seat,
    WordAsked,
    Words,
)

S = TypeVar("S")
V = TypeVar("V")
SAMPLE = "because it fits"  # what a dry run writes into a blank for words


# -- Acting and folding --------------------------------------------------------------------


def act(game: Game, state: S, seat: Seat, command: Command, dice: Dice) -> tuple[Entry, S]:
    """Decide on a command: the entry for the log and the state after it; or a refusal."""
    events = tuple(game.decide(state, seat, command, dice))
    entry = logged(game, seat, command, dice.used, events)
    return entry, evolve(game, state, events)


def logged(
    game: Game, seat: Seat, command: Command, faces: Iterable[int], events: tuple[Event, ...]
) -> Entry:
    """What was decided, as a line of the log that says which editions decided it."""
    own = getattr(game, "table_edition", 1)  # a game alone lies on no table
    return Entry(seat, command, tuple(faces), events, game.edition, table=own)


def act_with(
    game: Game, state: S, seat: Seat, command: Command, faces: Sequence[int]
) -> tuple[Entry, S]:
    """The same with the faces written down; each must be needed (TF-21)."""
    dice = tape(faces)
    try:
        entry, after = act(game, state, seat, command, dice)
    except BadDice as bad:
        raise Refusal("TF-21", "bad_dice", str(bad), firm=True) from None
    if len(dice.used) != len(faces):
        why = miscount(len(dice.used), len(faces))
        raise Refusal("TF-21", "bad_dice", why, firm=True)
    return entry, after


def evolve(game: Game, state: S, events: Iterable[Event]) -> S:
    """The state after these events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def fold(game: Game, state: S, entries: Iterable[Entry]) -> S:
    """The state after these entries, from what was decided then; nothing is decided anew."""
    for entry in entries:
        state = evolve(game, state, entry.events)
    return state


def refusal(game: Game, state: object, seat: Seat, command: Command) -> Refusal | None:
    """Why this cannot be done now, or None where it can (perhaps after asking the GM)."""
    try:
        for _ in game.decide(state, seat, command, probe()):
            pass
    except Refusal as no:
        return no
    except Ask:
        return None
    return None


# -- Offers --------------------------------------------------------------------------------


class Judgement(NamedTuple):
    """What the rules say to an offer, where that is more than yes."""

    refusal: Refusal | None
    asks: str
    dice: int
    blanks: tuple[Blank, ...]


def menu(game: Game, state: object, seat: Seat) -> tuple[Offer, ...]:
    """What this seat could do now: every proposal, judged by the rules themselves."""
    return tuple(judged(game, state, seat, offer) for offer in proposed(game, state, seat))


def proposed(game: Game, state: object, seat: Seat) -> Iterator[Offer]:
    """What a game proposes, but for what asks to choose one of nothing."""
    return choosable(game.offers(state, seat))


def choosable(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Those that do not ask to choose one of nothing."""
    for offer in offers:
        if all(not isinstance(b, Pick) or b.choices or b.most > 1 for b in offer.blanks):
            yield offer


def judged(game: Game, state: object, seat: Seat, offer: Offer) -> Offer:
    """An offer with its refusal, its question to the GM, its dice, and its closed choices."""
    return said_of(offer, judgement(game, state, seat, offer))


def said_of(offer: Offer, said: Judgement | None) -> Offer:
    """An offer with what the rules say to it."""
    if said is None:
        return offer
    return replace(offer, refusal=said.refusal, asks=said.asks, dice=said.dice, blanks=said.blanks)


def judgement(game: Game, state: object, seat: Seat, offer: Offer) -> Judgement | None:
    """What the rules say to an offer; None where it is open, throws nothing and asks nobody."""
    blanks = tuple(_narrowed(game, state, seat, offer, blank) for blank in offer.blanks)
    same = all(map(is_, blanks, offer.blanks))
    offer = offer if same else replace(offer, blanks=blanks)
    dice, asks, no = probe(), "", None
    try:
        for event in game.decide(state, seat, sample(offer), dice):
            if isinstance(event, WordAsked):
                asks = event.question
    except Refusal as refused:
        no = refused.with_traceback(None)  # which would keep everything looked at in memory
    except Ask as ask:
        asks = ask.question
    plain = same and no is None and not asks and not dice.used
    return None if plain else Judgement(no, asks, len(dice.used), blanks)


def _narrowed(game: Game, state: object, seat: Seat, offer: Offer, blank: Blank) -> Blank:
    """A pick whose choices carry the reason why they are closed just now."""
    if not isinstance(blank, Pick) or len(blank.choices) < 2 or blank.least > 1 or blank.alike:
        return blank
    choices = []
    for choice in blank.choices:
        value = [choice.value] if blank.most > 1 else choice.value
        no = refusal(game, state, seat, sample(offer, {blank.name: value}))
        choices.append(replace(choice, refusal=no.why) if no else choice)
    shut = sum(bool(c.refusal) for c in choices)
    if shut in (0, len(choices)):
        return blank
    return replace(blank, choices=tuple(choices))


def fill(offer: Offer, values: Mapping[str, object]) -> Command:
    """The command an offer becomes once its blanks are filled."""
    made = msgspec.convert({**offer.fixed, **values}, offer.command, strict=False)
    assert isinstance(made, Command)
    return made


def sample(offer: Offer, values: Mapping[str, object] | None = None) -> Command:
    """The offer filled with the first thing that fits each blank."""
    filled = {blank.name: next(fits(blank)) for blank in offer.blanks}
    return fill(offer, {**filled, **(values or {})})


def samples(offer: Offer, most: int = 200) -> Iterator[Command]:
    """The offer filled in many ways: every choice, both ends of every count."""
    ways = product(*(tuple(fits(blank)) for blank in offer.blanks))
    for _, values in zip(range(most), ways, strict=False):
        yield fill(offer, dict(zip((b.name for b in offer.blanks), values, strict=True)))


def fits(blank: Blank) -> Iterator[object]:
    """Things that may be written into a blank; what a person would most likely write first."""
    match blank:
        case Pick(choices=choices, most=most, least=least):
            open_ones = [c.value for c in choices if not c.refusal] or [c.value for c in choices]
            yield from _several(open_ones, least) if most > 1 else open_ones
        case Count(low=low, high=high, start=start):
            yield from dict.fromkeys((min(max(start, low), high), low, high))
        case Counts(rows=rows, low=low, start=start):
            yield dict(zip((r.value for r in rows), start or [low] * len(rows), strict=True))
        case Words(start=start, optional=optional):
            yield from dict.fromkeys((start or SAMPLE, *(("",) if optional else ())))
        case Lines(rows=rows, start=start, keys=keys):
            texts = [(start[i] if i < len(start) else "") or SAMPLE for i in range(len(rows))]
            yield dict(zip(keys, texts, strict=True)) if keys else texts
        case Flag(start=start):
            yield from (start, not start)


def _several(values: list[V], least: int) -> Iterator[list[V]]:
    """As few as may be picked together, beginning with each in turn."""
    for start in range(len(values) if least < len(values) else 1):
        yield (values[start:] + values[:start])[: max(least, 1)]


def covers(offer: Offer, command: Command) -> bool:
    """Whether filling in this offer can give this very command."""
    if type(command) is not offer.command or not offer.open:
        return False
    given = msgspec.to_builtins(command)
    wanted = msgspec.to_builtins(sample(offer))
    blanks = {blank.name: blank for blank in offer.blanks}
    return all(
        _within(blanks[name], given.get(name))
        if name in blanks
        else given.get(name) == wanted.get(name)
        for name in {*given, *wanted, *blanks} - {"type"}
    )


def _within(blank: Blank, value: Any) -> bool:
    match blank:
        case Pick(choices=choices, most=most) if most == 1:
            return value is None or value in {c.value for c in choices if not c.refusal}
        case Pick(choices=choices):
            return set(value or ()) <= {c.value for c in choices}
        case Count(low=low, high=high):
            return value is None or low <= value <= high  # left out: as the command has it
        case Words(most=most):
            return len(value or "") <= most
    return True


# -- Judging the past again ----------------------------------------------------------------


class Discrepancy(msgspec.Struct, frozen=True):
    """An entry that the rules would now decide otherwise."""

    number: int
    why: str


def audit(game: Game, state: object, entries: Sequence[Entry]) -> list[Discrepancy]:
    """Decide every stored command again with its own faces: the same events must come."""
    found = []
    for number, entry in enumerate(entries, 1):
        try:
            again, _ = act_with(game, state, entry.seat, entry.command, entry.faces)
            if again.events != entry.events:
                found.append(Discrepancy(number, "decided otherwise"))
        except Refusal as no:
            found.append(Discrepancy(number, f"refused: {no}"))
        state = evolve(game, state, entry.events)
    return found


def census(game: Game, state: object, seats: Sequence[Seat], depth: int) -> list[int]:
    """How many different things can happen within so many steps, all dice ones."""
    counts, level = list[int](), {_key(state): state}
    for step in range(depth):
        acts, after = 0, dict[bytes, object]()
        for now in level.values():
            for seat in seats:
                open_now = [o for o in menu(game, now, seat) if o.open and not o.asks]
                acts += len(open_now)
                for offer in open_now if step + 1 < depth else ():
                    _, then = act(game, now, seat, sample(offer), probe())
                    after[_key(then)] = then
        counts.append(acts)
        level = after
    return counts


def _key(state: object) -> bytes:
    return msgspec.msgpack.encode(state)


def choice(value: str | int | bool, label: str, hint: str = "") -> Choice:
    """A choice, written short."""
    return Choice(value, label, hint)
