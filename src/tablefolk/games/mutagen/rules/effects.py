"""What playbooks make happen: effects run one after the other, with what they set off.

Every chapter below says how its effects are carried out (`ways`); here they come together, so that
one effect can set off another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event, Seat, must, need, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect, Entry
from tablefolk.games.mutagen.playbooks.model import Deed, Hook, Resource
from tablefolk.games.mutagen.rules import owing, resources, sheet
from tablefolk.games.mutagen.rules.buying import MarkFilled
from tablefolk.games.mutagen.rules.owing import AnswerGiven, Doer, Given, owes, ways
from tablefolk.games.mutagen.rules.rating import kind_of, left_open, spoken, words_in
from tablefolk.games.mutagen.rules.resources import PointsGained, PointsLost, PointsSet, PointsSpent
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.statuses import StatusWritten
from tablefolk.games.mutagen.rules.values import OpenMove, Owed, Who
from tablefolk.games.mutagen.rules.weaving import EffectEnded
from tablefolk.games.mutagen.rules.wording import Words, plain

DEEPEST = 8  # effects that set each other off stop here


# -- Running -----------------------------------------------------------------------------------


def run(
    show: Show, effects: Iterable[AnyEffect], doer: Doer, dice: Dice, depth: int = 0
) -> Iterator[Event]:
    """Effects in their order, each followed by what it sets off."""
    for effect in effects:
        events = carried_out(show, effect, doer, dice)
        yield from events
        show = after(show, events)
        for event in events if depth < DEEPEST else ():
            further = tuple(set_off(show, event, dice, depth + 1))
            yield from further
            show = after(show, further)


def carried_out(show: Show, effect: AnyEffect, doer: Doer, dice: Dice) -> list[Event]:
    """One effect; where it has to be named whom it is about, that is asked first.

    Where a move names a target and nobody at this table is it, the GM says who.
    """
    aimed = op.whom(effect)
    if aimed == "ask" and not doer.named:
        return [owes(show, doer, "player", effect, "")]
    if aimed == "target" and not owing.known(show, doer.targets):
        return [owes(show, doer, "gm", op.asking(effect), "")]
    does = ways.ops.get(type(effect))
    return list(does(show, effect, doer, dice)) if does else []


# -- What sets off what (MU-36, MU-53) ---------------------------------------------------------


def set_off(show: Show, event: Event, dice: Dice, depth: int = 0) -> Iterator[Event]:
    """What an event brings about by itself: an empty resource, a full one, a new item."""
    erased = isinstance(event, PointsSpent | PointsLost) and event.n
    erased = erased or (isinstance(event, PointsSet) and event.was)
    if isinstance(event, PointsSpent | PointsLost | PointsSet) and erased and not event.now:
        fallen = tuple(resources.emptied(show, event.who, event.resource))
        yield from fallen
        show = after(show, fallen)
        yield from hooked(show, event.who, "resource_emptied", dice, depth, event.resource)
    if isinstance(event, PointsSet) and event.was and not event.now:
        yield from resources.emptied(show, event.who, event.resource)
    if isinstance(event, PointsGained) and event.n and event.now >= event.of:
        yield from hooked(show, event.who, "resource_filled", dice, depth, event.resource)
    if isinstance(event, MarkFilled) and show.cast[event.who].state != "draft":
        yield from come_with(show, event.who, event.item, dice, depth)
    if isinstance(event, StatusWritten) and event.on in show.cast:
        yield from hooked(show, event.on, "status_given", dice, depth)
    if isinstance(event, EffectEnded):
        yield from hooked(show, event.who, "effect_ended", dice, depth)


def come_with(
    show: Show, who: str, id: str, dice: Dice, depth: int = 0, but: tuple[Hook, ...] = ()
) -> Iterator[Event]:
    """What an item gives at once to whoever gets it, but what it has given already."""
    item = show.shelf.item(id)
    for hook in item.hooks if isinstance(item, Deed) else ():
        if hook.on == "bought" and hook not in but:
            yield from run(show, hook.then, Doer(who, id), dice, depth)


def hooked(
    show: Show, who: str, on: str, dice: Dice, depth: int = 0, resource: str = ""
) -> Iterator[Event]:
    """The hooks of one character for such a moment; each looks at the state as it is by then."""
    for deed, hook in tuple(sheet.hooks(show, show.cast[who], on)):
        about = hook.when.resource in ("", resource)
        if about and at_points(show, who, hook):
            events = tuple(run(show, hook.then, Doer(who, deed.id), dice, depth))
            yield from events
            show = after(show, events)


def on_roll(show: Show, move: OpenMove, on: str, dice: Dice) -> Iterator[Event]:
    """The hooks that look at a roll: one's own, and those that look at everybody's (MU-70)."""
    for hero in tuple(show.cast.values()):
        for deed, hook in tuple(sheet.hooks(show, hero, on)):
            mine = hero.id == move.who
            here = mine or (not hook.when.own and hero.state == "in_play")
            if here and about(show, move, hook) and at_points(show, hero.id, hook):
                doer = Doer(hero.id, deed.id, move.id, targets=move.targets, others=move.others)
                events = tuple(run(show, hook.then, doer, dice))
                yield from events
                show = after(show, events)


def about(show: Show, move: OpenMove, hook: Hook) -> bool:
    """Whether a hook means this move and this result."""
    when = hook.when
    return (
        when.move_kind in ("", kind_of(show, move))
        and when.move in ("", *move.chain)
        and when.chain_has in ("", *move.chain)
        and when.mode in ("", *move.modes.values())
        and (not when.band or move.band in when.band)
    )


def at_points(show: Show, who: str, hook: Hook) -> bool:
    return all(sheet.points(show, show.cast[who], at.resource) == at.n for at in hook.when.at)


# -- Choices (MU-128) --------------------------------------------------------------------------


@ways.does(op.PickFrom)
def op_pick(show: Show, e: op.PickFrom, doer: Doer, dice: Dice) -> Iterator[Event]:
    """Somebody picks from a list of the move; or the dice do, one face an entry."""
    deed = show.shelf.item(doer.source)
    lists = deed.lists if isinstance(deed, Deed) else ()
    entries = next((one.entries for one in lists if one.id == e.list), ())
    yield from picking(show, doer, e.by, entries, e.n, dice, e)


def picking(
    show: Show,
    doer: Doer,
    by: op.Voice,
    entries: tuple[Entry, ...],
    n: int,
    dice: Dice,
    effect: AnyEffect | None = None,
) -> Iterator[Event]:
    if by != "random":
        yield owes(show, doer, by, effect, "", entries, min(n, len(entries)))
        return
    for _ in range(n if entries else 0):
        (face,) = dice.roll(1, max(2, len(entries)))
        entry = entries[(face - 1) % len(entries)]
        yield Picked(doer.who, doer.source, (entry.text,), doer.move)
        yield from run(show, entry.effects, doer, dice, DEEPEST)


class Picked(Change[Show], frozen=True):
    """What was picked from a list; a running effect of that move carries it as a flaw."""

    who: Who
    source: str
    texts: tuple[str, ...]
    move: int = 0
    left: tuple[str, ...] = ()  # of the texts, what is only words: the GM says what it comes to
    closes: bool = False  # nothing is left to say of the move

    def onto(self, show: Show) -> Show:
        if self.closes:
            show = show.with_move(self.move, stage="closed")
        elif self.left:
            show = show.with_move(self.move, chose=(*show.moves[self.move].chose, *self.left))
        running = show.cast[self.who].running
        if running is None or not self.move or running.move != self.move:
            return show
        return show.with_hero(
            self.who, running=replace(running, flaws=(*running.flaws, *self.texts))
        )

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"what": "; ".join(plain(text).rstrip(".") for text in self.texts)}


# -- Answers -----------------------------------------------------------------------------------


class GiveAnswer(Given, frozen=True):
    """The choice, the words or the name an effect waits for."""

    may = "asked"

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        owed = must(show.owed.get(self.owed), "MU-53", "unknown", "Nobody waits for that any more.")
        still = {owed.move, owed.injury} & {*show.frozen}
        must(not still, "MU-149", "paused", "This was stopped; say first how it goes on.")
        if owed.by == "gm":
            must(seat.gm, "MU-53", "gm_only", "The GM answers this.")
        else:
            show.own(seat, owed.who, "MU-53")
        if not (self.on or self.text) and moot(show, owed):
            yield AnswerGiven(owed.id, owed.who, moot=True)
            return
        doer = doer_of(show, owed)
        if owed.options:
            yield from chosen(show, seat, owed, self, doer, dice)
            return
        named = self.on if self.on in show.cast or self.on in show.entities else ""
        if self.on == owing.NOBODY and owed.by == "gm":
            yield AnswerGiven(owed.id, owed.who, nobody=True)
            return
        if op.whom(owed.effect) == "ask" and owed.effect:
            must(named, "MU-53", "unknown", "Say whom it is about.")
            events = list(run(show, (owed.effect,), replace(doer, named=named), dice))
        else:
            does = ways.answers.get(type(owed.effect))
            events = list(does(show, owed, self, doer, dice)) if does else []
        yield AnswerGiven(owed.id, owed.who, self.text.strip() or answer(show, owed, self.on))
        yield from with_set_off(show, events, dice)


def answer(show: Show, owed: Owed, on: str) -> str:
    """What was named, as people call it: a bar and a status have words, and not only a number."""
    if not on.isdecimal():
        return show.called(on) if isinstance(owed.effect, op.Buy) else show.name(on)
    bar = show.bars.get(int(on)) if isinstance(owed.effect, op.Tick) else None
    status = show.status(int(on))
    return bar.title if bar else status[1].text if status else show.name(on)


def moot(show: Show, owed: Owed) -> bool:
    """Whether there is nothing left to name: then nobody is kept waiting for it (MU-53)."""
    asks = ways.moots.get(type(owed.effect))
    whom = op.whom(owed.effect) == "ask"
    return bool(asks and not owed.options and not whom and asks(show, owed))


def with_set_off(show: Show, events: Iterable[Event], dice: Dice) -> Iterator[Event]:
    """Events, then what each of them sets off."""
    every = tuple(events)
    yield from every
    show = after(show, every)
    for event in every:
        further = tuple(set_off(show, event, dice))
        yield from further
        show = after(show, further)


def doer_of(show: Show, owed: Owed) -> Doer:
    move = show.moves.get(owed.move)
    if move is None:
        return Doer(owed.who, owed.source, injury=owed.injury)
    return Doer(
        owed.who, owed.source, move.id, owed.injury, move.targets, "", move.others, move.picked
    )


def chosen(show: Show, seat: Seat, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    """So many different entries of a list, each with what it does (MU-128)."""
    places = tuple(dict.fromkeys(c.picks))
    legal = all(0 <= place < len(owed.options) for place in places)
    must(legal, "MU-128", "pick_one", "Pick from the list.")
    entries = tuple(owed.options[place] for place in places)
    why = f"Pick exactly {owed.n}."
    need(len(entries) == owed.n, "MU-128", "pick_one", why)
    if any(entry.consult for entry in entries):
        texts = "; ".join(plain(entry.text) for entry in entries)
        word(seat, "MU-12", f"{show.name(owed.who)}: “{texts}”?")
    event = picked(show, owed, entries)
    answer = "; ".join(plain(text).rstrip(".") for text in event.texts)
    yield AnswerGiven(owed.id, owed.who, answer)
    yield event
    effects = (effect for entry in entries for effect in entry.effects)
    yield from run(event.onto(show), effects, doer, dice)


def picked(show: Show, owed: Owed, entries: tuple[Entry, ...]) -> Picked:
    """What was picked; where it is all done by itself, the GM is asked for no more (MU-157)."""
    texts = tuple(entry.text for entry in entries)
    move = show.moves.get(owed.move)
    if move is None or move.outcome is None:
        return Picked(owed.who, owed.source, texts, owed.move)
    left = tuple(entry.text for entry in entries if words_in(entry))
    more = any(o.id != owed.id for o in owing.picks(show, move))
    said = spoken(show, move, move.band)
    open_ = bool(left or move.chose or more) or move.outcome.kind != "outcome"
    open_ = open_ or any(left_open(deed, band, picked=True) for deed, band in said)
    return Picked(owed.who, owed.source, texts, owed.move, left, closes=not open_)


# -- XP as an effect (MU-142) ------------------------------------------------------------------


@ways.does(op.Xp)
def op_xp(show: Show, e: op.Xp, doer: Doer, dice: Dice) -> Iterator[Event]:
    """Points of the resource that levels somebody up, whatever it is called."""
    for who in owing.heroes(show, doer, e.who):
        every = sheet.resources(show, show.cast[who])
        if found := next((r for r in every if isinstance(r, Resource) and r.on_full), None):
            n = owing.amount(show, doer, e.n)
            yield from resources.gain(show, who, found.id, n, doer.source)
