"""What the GM makes of a result: benefits, consequences, staged effects (MU-71 … MU-76)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.model import Resource, Story
from tablefolk.games.mutagen.rules import chain, effects, sheet
from tablefolk.games.mutagen.rules.closing import MoveClosed, live
from tablefolk.games.mutagen.rules.effects import afterwards
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.reading import SUCCESS
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    Key,
    Line,
    OpenMove,
    Outcome,
    Staged,
    StagedOp,
    Text,
)

MOST_STAGED = 12

# -- Staging (MU-72) ---------------------------------------------------------------------------


class StageEffect(Command, frozen=True):
    """Something that will happen with the GM's words, once they are accepted.

    `on` is whom or what it falls on; for a tick the number of a bar, and for a status that goes
    its own number.
    """

    may = "gm"
    move: int
    op: StagedOp
    on: Key = ""
    n: Annotated[int, Meta(ge=0, le=20)] = 1
    text: Line = ""
    resource: Key = ""
    permanent: bool = False
    severe: bool = False


class EffectStaged(Event, frozen=True):
    move: int
    staged: Staged


class DropStaged(Command, frozen=True):
    """One staged effect is taken off again; the first is 1."""

    may = "gm"
    move: int
    place: int


class StagedDropped(Event, frozen=True):
    move: int
    place: int
    staged: Staged


def awaiting(show: Show, seat: Seat, number: int) -> tuple[OpenMove, Outcome]:
    """A settled move that wants the GM's words, after everybody has rolled (MU-71, MU-85)."""
    the_gm(seat, "MU-71")
    move = live(show, number)
    wanted = move.stage in ("settled", "consequence")
    outcome = must(move.outcome if wanted else None, "MU-71", "not_now", "Nothing is to say yet.")
    done = move.following is None or move.following.done
    why = "Everybody who follows rolls first."
    need(done, "MU-85", "must_resolve_first", why)
    return move, outcome


def stage_effect(show: Show, seat: Seat, c: StageEffect, dice: Dice) -> Iterator[Event]:
    move, outcome = awaiting(show, seat, c.move)
    room = len(outcome.staged) < MOST_STAGED
    must(room, "MU-72", "out_of_range", f"At most {MOST_STAGED} effects together.")
    staged = Staged(c.op, c.on, c.n, c.text.strip(), c.resource, c.permanent, c.severe)
    possible(show, staged)
    milder(outcome, (staged,))
    yield EffectStaged(move.id, staged)


def effect_staged(show: Show, e: EffectStaged) -> Show:
    was = show.moves[e.move].outcome or Outcome("consequence")
    return show.with_move(e.move, outcome=replace(was, staged=(*was.staged, e.staged)))


def drop_staged(show: Show, seat: Seat, c: DropStaged, dice: Dice) -> Iterator[Event]:
    move, outcome = awaiting(show, seat, c.move)
    there = 1 <= c.place <= len(outcome.staged)
    must(there, "MU-72", "unknown", "There is no such effect.")
    yield StagedDropped(move.id, c.place, outcome.staged[c.place - 1])


def staged_dropped(show: Show, e: StagedDropped) -> Show:
    was = show.moves[e.move].outcome or Outcome("consequence")
    kept = (*was.staged[: e.place - 1], *was.staged[e.place :])
    return show.with_move(e.move, outcome=replace(was, staged=kept))


def possible(show: Show, staged: Staged) -> None:
    """Whether what is staged can happen at all."""
    match staged.op:
        case "harm":
            someone(show, staged.on)
            legal = 1 <= staged.n <= chain.MOST_HARM
            must(legal, "MU-89", "bad_harm", "One injury does 1 to 3 harm.")
            chain.living(show, staged.on, show_destroyer(show))
        case "status":
            someone(show, staged.on)
            words(staged.text, "MU-109", "A status needs words.")
        case "unstatus":
            number = int(staged.on) if staged.on.isdecimal() else 0
            must(show.status(number), "MU-111", "no_such_status", "No such status is written.")
        case "tick":
            bar = show.bars.get(int(staged.on) if staged.on.isdecimal() else 0)
            must(bar, "MU-114", "unknown", "There is no such bar.")
            assert bar is not None
            must(bar.state == "open", "MU-116", "bar_full", "That has happened already.")
        case "lose" | "restore":
            hero = show.character(staged.on)
            sheet.found(show, hero, staged.resource, Resource, "MU-28")
        case "fact":
            words(staged.text, "MU-143", "A fact needs words.")


def milder(outcome: Outcome, staged: tuple[Staged, ...]) -> None:
    """After Resist there is not more harm than before: it is less drastic now (MU-77)."""
    before = harm_in(outcome.was_staged)
    if outcome.resisted and before:
        why = f"It was {before} harm, and was resisted: it is less drastic now, not more."
        need(harm_in((*outcome.staged, *staged)) <= before, "MU-77", "not_milder", why)


def harm_in(staged: tuple[Staged, ...]) -> int:
    return sum(one.n for one in staged if one.op == "harm")


def someone(show: Show, who: str) -> None:
    hero, thing = show.cast.get(who), show.entities.get(who)
    known = (hero and hero.alive and hero.state != "draft") or (thing and not thing.gone)
    must(known, "MU-72", "unknown", "Say whom or what it falls on.")


def show_destroyer(show: Show) -> Story | None:
    """The story move that names another for things, so that the refusal can point to it."""
    every = show.shelf.kind(Story, [book.id for book in show.shelf.playbooks])
    return next((deed for deed in every if deed.may_harm and deed.instead), None)


# -- Writing (MU-71) ---------------------------------------------------------------------------


class WriteOutcome(Command, frozen=True):
    """The benefit, the consequence, or simply what came of it; what is staged goes with it."""

    may = "gm"
    move: int
    text: Text
    staged: tuple[Staged, ...] = ()


class OutcomeWritten(Event, frozen=True):
    move: int
    outcome: Outcome


class AcceptOutcome(Command, frozen=True):
    """The roller takes the consequence as it is."""

    may = "owner"
    move: int


class OutcomeAccepted(Event, frozen=True):
    move: int
    who: str


def write_outcome(show: Show, seat: Seat, c: WriteOutcome, dice: Dice) -> Iterator[Event]:
    """A consequence waits to be accepted or resisted; what is good happens at once."""
    move, outcome = awaiting(show, seat, c.move)
    text = words(c.text, "MU-71", "Say what happens.")
    for one in c.staged:
        possible(show, one)
    milder(outcome, c.staged)
    every = (*outcome.staged, *c.staged)
    must(len(every) <= MOST_STAGED, "MU-72", "out_of_range", "That is too much at once.")
    event = OutcomeWritten(move.id, replace(outcome, text=text, staged=every))
    yield event
    if outcome.kind != "consequence":
        yield from happening(outcome_written(show, event), move.id, dice)


def outcome_written(show: Show, e: OutcomeWritten) -> Show:
    return show.with_move(e.move, outcome=e.outcome, stage="consequence")


def accept_outcome(show: Show, seat: Seat, c: AcceptOutcome, dice: Dice) -> Iterator[Event]:
    move = live(show, c.move)
    show.own(seat, move.who, "MU-73")
    why = "The GM has not said yet what happens."
    must(move.stage == "consequence", "MU-73", "no_consequence_yet", why)
    yield OutcomeAccepted(move.id, move.who)
    yield from happening(show, move.id, dice)


def happening(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """What was staged happens, and the move is over (MU-72, MU-73)."""
    move = show.moves[number]
    for staged in move.outcome.staged if move.outcome else ():
        effect, named = effect_of(show, staged)
        doer = Doer(
            move.who, move.move, number, move.inside, move.targets,
            others=move.others, named=named,
        )  # fmt: skip
        events = tuple(effects.run(show, (effect,), doer, dice))
        yield from events
        show = afterwards(show, events)
    yield MoveClosed(number)


def effect_of(show: Show, staged: Staged) -> tuple[AnyEffect, str]:
    """A staged effect in the playbooks' words, and whom it is about."""
    match staged.op:
        case "harm":
            return op.Harm(staged.n, on="ask", source=staged.text), staged.on
        case "status":
            status = op.GiveStatus(
                staged.text, on="ask", permanent=staged.permanent, severe=staged.severe
            )
            return status, staged.on
        case "unstatus":
            found = show.status(int(staged.on) if staged.on.isdecimal() else 0)
            text, holder = (found[1].text, found[0]) if found else (staged.text, "")
            return op.EraseStatus(text, on="ask"), holder or "nobody"
        case "tick":
            return op.Tick(staged.n, bar=staged.on), staged.on
        case "lose":
            return op.Lose(staged.resource, staged.n, who="ask"), staged.on
        case "restore":
            return op.Restore(staged.resource, staged.n, who="ask"), staged.on
    return op.NewFact(staged.text, by="gm"), ""


# -- What lies near (MU-75, MU-76) -------------------------------------------------------------


def suggestions(show: Show, move: OpenMove) -> Iterator[Staged]:
    """Buttons for the GM: the harm this may do, the points it may give back, statuses to erase."""
    deed = show.shelf.item(move.move)
    if not isinstance(deed, Story) or move.band not in SUCCESS:
        return
    for target in move.targets:
        if deed.may_harm and harmable(show, target):
            yield from (Staged("harm", on=target, n=n) for n in range(1, chain.MOST_HARM + 1))
        if deed.may_restore and target in show.cast:
            yield Staged("restore", on=target, n=1, resource=deed.may_restore)
        holder = show.cast.get(target) or show.entities.get(target)
        if deed.may_restore and holder:
            removable = (status for status in holder.statuses if not status.permanent)
            yield from (Staged("unstatus", on=str(s.id), text=s.text) for s in removable)


def harmable(show: Show, target: str) -> bool:
    thing = show.entities.get(target)
    return target in show.cast or (thing is not None and thing.living)


DECIDE: dict[Any, Any] = {
    StageEffect: stage_effect,
    DropStaged: drop_staged,
    WriteOutcome: write_outcome,
    AcceptOutcome: accept_outcome,
}
EVOLVE: dict[Any, Any] = {
    EffectStaged: effect_staged,
    StagedDropped: staged_dropped,
    OutcomeWritten: outcome_written,
    OutcomeAccepted: lambda show, e: show,
}
