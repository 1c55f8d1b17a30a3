"""What the GM makes of a result: benefits, consequences, staged effects (MU-71 … MU-76)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.recap import joined
from tablefolk.core.words import listing
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.markup import prose
from tablefolk.games.mutagen.playbooks.markup.signs import bare
from tablefolk.games.mutagen.playbooks.model import Deed, Resource, Story
from tablefolk.games.mutagen.rules import chain, effects, owing, rating, responding, sheet
from tablefolk.games.mutagen.rules.closing import MoveClosed, live
from tablefolk.games.mutagen.rules.harm import HarmChanged
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.reading import SUCCESS
from tablefolk.games.mutagen.rules.results import EffectsDelayed, of_goal
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    LINE,
    Delayed,
    Injury,
    Key,
    Line,
    OpenMove,
    Outcome,
    Staged,
    StagedOp,
    Text,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted, Words, named, of_move, staged_words
from tablefolk.games.mutagen.words import say

MOST_STAGED = 12
POINTS: tuple[StagedOp, ...] = ("restore", "lose")
# “6 ⌞Mana⌝” of a text, “a point of ⌞Mana⌝”, “6 Mana”.
COUNTED = re.compile(r"(?:\b(\d{1,2})\s+)?⌞([^⌞⌝]+)⌝|\b(\d{1,2})\s+([\w'’-]+(?:\s+[\w'’-]+){0,3})")
PRICE = re.compile(r"\b(?:spend|pay|use up|pull out)s?\b[^.;]*$", re.IGNORECASE)
BONUS = re.compile(r"(?<![\w⊞⌊])⌊?\+([1-3])\b")
GIVEN = re.compile(r"\b(restore|gain|get|draw|lose)s?\s+$", re.IGNORECASE)
OWN = re.compile(r"\byou (?:get|have|gain|add) (?:!!)?$", re.IGNORECASE)

# -- Staging (MU-72) ---------------------------------------------------------------------------


class StageEffect(Act[Show], frozen=True):
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

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move, outcome = awaiting(show, seat, self.move)
        room = len(outcome.staged) < MOST_STAGED
        must(room, "MU-72", "out_of_range", f"At most {MOST_STAGED} effects together.")
        staged = Staged(
            self.op, self.on, self.n, self.text.strip(), self.resource, self.permanent, self.severe
        )
        possible(show, staged)
        within_cap(show, move, staged)
        milder(show, move, outcome, (staged,))
        yield EffectStaged(move.id, named(show, staged))


class EffectStaged(Noted, frozen=True):
    move: int
    staged: Staged

    def onto(self, show: Show) -> Show:
        was = show.moves[self.move].outcome or Outcome("consequence")
        fresh = replace(was, staged=(*was.staged, self.staged), taken=())
        return show.with_move(self.move, outcome=fresh)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"what": staged_words(show, self.staged)}


class DropStaged(Act[Show], frozen=True):
    """One staged effect is taken off again; the first is 1."""

    may = "gm"
    move: int
    place: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move, outcome = awaiting(show, seat, self.move)
        there = 1 <= self.place <= len(outcome.staged)
        must(there, "MU-72", "unknown", "There is no such effect.")
        yield StagedDropped(move.id, self.place, outcome.staged[self.place - 1])


class StagedDropped(Noted, frozen=True):
    move: int
    place: int
    staged: Staged

    def onto(self, show: Show) -> Show:
        was = show.moves[self.move].outcome or Outcome("consequence")
        kept = (*was.staged[: self.place - 1], *was.staged[self.place :])
        return show.with_move(self.move, outcome=replace(was, staged=kept, taken=()))

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"what": staged_words(show, self.staged)}


def awaiting(show: Show, seat: Seat, number: int) -> tuple[OpenMove, Outcome]:
    """A settled move that wants the GM's words, after everybody has rolled (MU-71, MU-85)."""
    the_gm(seat, "MU-71")
    move = live(show, number)
    wanted = move.stage in ("settled", "consequence")
    outcome = must(move.outcome if wanted else None, "MU-71", "not_now", "Nothing is to say yet.")
    done = move.following is None or move.following.done
    why = "Everybody who follows rolls first."
    need(done, "MU-85", "must_resolve_first", why)
    chosen = not any(owing.picks(show, move))
    need(chosen, "MU-128", "must_resolve_first", "First it is picked from the list.")
    return move, outcome


def possible(show: Show, staged: Staged) -> None:
    """Whether what is staged can happen at all."""
    match staged.op:
        case "harm":
            someone(show, staged.on)
            legal = int(not staged.injury) <= staged.n <= chain.MOST_HARM
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
        case "bonus":
            show.character(staged.on)
            lasts = staged.text in ("", "scene")
            must(lasts, "MU-42", "unknown", "A bonus is for the next roll, or for this scene.")
            legal = 1 <= staged.n <= show.engine.modifier_cap
            must(legal, "MU-42", "out_of_range", "A bonus is +1 to +3.")
        case "fact":
            words(staged.text, "MU-143", "A fact needs words.")


def within_cap(show: Show, move: OpenMove, staged: Staged) -> None:
    """The harm that was wanted is never more than the move can do, whoever names it (MU-126)."""
    most = most_wanted(show, move, staged.on)
    capped = staged.op == "harm" and most is not None and of_goal(show, move, staged)
    why = f"This can do at most {most} harm, not {staged.n}."
    need(not capped or staged.n <= (most or 0), "MU-126", "harm_over_cap", why)


def most_wanted(show: Show, move: OpenMove, who: str) -> int | None:
    """The cap on what this move does to its target, where one of its parts sets one."""
    if who not in move.targets or move.body:
        return None
    return chain.cap(show, show.cast[move.who], rating.links(show, move), move.picked)


def milder(show: Show, move: OpenMove, outcome: Outcome, staged: tuple[Staged, ...]) -> None:
    """After Resist it is less drastic: less harm for whoever resisted, not more in all (MU-77)."""
    before = harm_in(outcome.was_staged)
    if not (outcome.resisted and before):
        return
    now = price(show, move, (*outcome.staged, *staged))
    why = f"It was {before} harm, and was resisted: it is less drastic now, not more."
    need(harm_in(now) <= before, "MU-77", "not_milder", why)
    for who in dict.fromkeys(outcome.resisted):
        n, most = harm_in(outcome.was_staged, who), milder_for(outcome, who)
        why = f"It was {n} harm for {show.name(who)}, and was resisted: now it is less."
        need(harm_in(now, who) <= most, "MU-77", "not_milder", why)


def milder_for(outcome: Outcome, who: str) -> int:
    """The most harm somebody may still get: less than what they have just resisted (MU-88)."""
    before = harm_in(outcome.was_staged, who)
    return before - int(bool(before) and outcome.resisted[-1:] == (who,))


def price(show: Show, move: OpenMove, staged: tuple[Staged, ...]) -> tuple[Staged, ...]:
    """What a result costs, without what was wanted."""
    return tuple(one for one in staged if not of_goal(show, move, one))


def harm_in(staged: tuple[Staged, ...], who: str = "") -> int:
    """All the harm in it; or only somebody's."""
    return sum(one.n for one in staged if one.op == "harm" and who in ("", one.on))


def someone(show: Show, who: str) -> None:
    hero, thing = show.cast.get(who), show.entities.get(who)
    known = (hero and hero.alive and hero.state != "draft") or (thing and not thing.gone)
    must(known, "MU-72", "unknown", "Say whom or what it falls on.")


def show_destroyer(show: Show) -> Story | None:
    """The story move that names another for things, so that the refusal can point to it."""
    every = show.shelf.kind(Story, [book.id for book in show.shelf.playbooks])
    return next((deed for deed in every if deed.may_harm and deed.instead), None)


# -- Writing (MU-71) ---------------------------------------------------------------------------


class WriteOutcome(Act[Show], frozen=True):
    """The benefit, the consequence, or simply what came of it; what is staged goes with it.

    Without words it is as the playbook says, where that says something (MU-157).
    `harm` says who is hurt, and how badly: one number for each, in place of what was staged for
    them. `status` is written on whom `on` names, or else on the roller; each of `ticks` is a bar
    that gets one; each of `near` is one of `unmistakable`, as it is `called`.
    """

    may = "gm"
    move: int
    text: Text = ""
    staged: tuple[Staged, ...] = ()
    harm: Annotated[dict[Key, int], Meta(max_length=MOST_STAGED)] = field(default_factory=dict)
    status: Line = ""
    on: Key = ""
    ticks: Annotated[tuple[int, ...], Meta(max_length=MOST_STAGED)] = ()
    near: Annotated[tuple[Line, ...], Meta(max_length=MOST_STAGED)] = ()
    later: bool = False  # harm to whom it was aimed at comes when the move's words say so

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        """A consequence waits to be accepted or resisted; what is good happens at once."""
        move, outcome = awaiting(show, seat, self.move)
        text = self.text.strip()
        if not as_said(move):
            words(text, "MU-71", "Say what happens.")
        left = replace(outcome, staged=left_staged(outcome, self), taken=())
        with_it = tuple(going_along(show, move, outcome, self))
        for one in with_it:
            possible(show, one)
            within_cap(show, move, one)
        milder(show, move, left, with_it)
        every = (*left.staged, *with_it)
        must(len(every) <= MOST_STAGED, "MU-72", "out_of_range", "That is too much at once.")
        taken = tuple(
            who for who in outcome.taken if not outcome.text and alike(outcome, every, who)
        )
        event = OutcomeWritten(move.id, replace(left, text=text, staged=every, taken=taken))
        yield event
        show = event.onto(show)
        if outcome.kind != "consequence" or not still_asked(show, show.moves[move.id]):
            yield from happening(show, move.id, dice)


class OutcomeWritten(Change[Show], frozen=True):
    voice = "ruled"
    move: int
    outcome: Outcome

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, outcome=self.outcome, stage="consequence")

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.outcome.text else "_said"

    def in_words(self, show: Show, seat: Seat) -> Words:
        staged = listing(staged_words(show, one) for one in self.outcome.staged)
        return {
            **of_move(show, self.move),
            "text": joined((self.outcome.text,)) if staged else self.outcome.text,
            "staged": say("tell_word.staged", what=staged) if staged else "",
        }


class AcceptOutcome(Act[Show], frozen=True):
    """The roller takes the consequence as it is, or one of those it falls on as well (MU-88)."""

    may = "owner"
    move: int
    who: Key = ""  # the roller, where nobody is named

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = live(show, self.move)
        hero = show.own(seat, self.who or move.who, "MU-73")
        why = "The GM has not said yet what happens."
        must(move.stage == "consequence", "MU-73", "no_consequence_yet", why)
        why = f"{hero.name} is not asked about this."
        must(hero.id in questions(show, move), "MU-88", "not_now", why)
        yield from taken(show, OutcomeAccepted(move.id, hero.id), dice)


class OutcomeAccepted(Noted, frozen=True):
    move: int
    who: Who
    excused: bool = False  # the GM goes on without them

    def onto(self, show: Show) -> Show:
        was = show.moves[self.move].outcome or Outcome("consequence")
        return show.with_move(self.move, outcome=replace(was, taken=(*was.taken, self.who)))

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_excused" if self.excused else ""


def alike(outcome: Outcome, staged: tuple[Staged, ...], who: str) -> bool:
    """Whether what falls on somebody is what they have taken already (MU-88)."""
    was = [one for one in outcome.staged if one.on == who]
    return sorted(map(str, was)) == sorted(str(one) for one in staged if one.on == who)


def as_said(move: OpenMove) -> bool:
    """Whether the words of the playbook may stand for what comes of a move (MU-157)."""
    kind = move.outcome.kind if move.outcome else ""
    return kind == "outcome" and bool(move.says or move.chose)


def left_staged(outcome: Outcome, c: WriteOutcome) -> tuple[Staged, ...]:
    """What stays of what was staged: harm only where no number was said for them (MU-72)."""
    return tuple(s for s in outcome.staged if s.op != "harm" or s.on not in c.harm)


def going_along(
    show: Show, move: OpenMove, outcome: Outcome, c: WriteOutcome
) -> Iterator[Staged]:  # fmt: skip
    """All that was picked together with the words."""
    yield from (named(show, one) for one in c.staged)
    until = put_off(show, move)[1] if c.later else ""
    must(until or not c.later, "MU-75", "unknown", "No words of this move put it off.")
    for who, n in c.harm.items():
        for one in numbered(show, move, outcome, who, n):
            yield replace(one, later=until) if of_goal(show, move, one) else one
    if c.status.strip():
        yield Staged("status", on=c.on or move.who, text=c.status.strip())
    yield from (Staged("tick", on=str(bar)) for bar in c.ticks)
    known = {called(one): one for one in unmistakable(show, move)}
    for name in dict.fromkeys(c.near):
        yield must(known.get(name), "MU-75", "unknown", "The words do not say that any more.")


def numbered(
    show: Show, move: OpenMove, outcome: Outcome, who: str, n: int
) -> Iterator[Staged]:  # fmt: skip
    """Somebody's harm by the number the GM says: of the harm a move answers, or of a new one."""
    if injury := answered(show, move, who):
        if n != injury.harm:
            yield Staged("harm", on=who, n=n, injury=injury.id)
    elif n:
        source = next((s.text for s in outcome.staged if s.op == "harm" and s.on == who), "")
        yield Staged("harm", on=who, n=n, text=source)


def put_off(show: Show, move: OpenMove) -> tuple[str, str]:
    """Which of its moves puts the harm off that is wanted, and until when (MU-75, MU-152)."""
    deed = show.shelf.item(move.move)
    harms = isinstance(deed, Story) and deed.may_harm and not move.inside
    for link in rating.links(show, move) if harms else ():
        if found := prose.PUT_OFF.search(bare(link.deed.text)):
            return link.deed.id, found[1].strip()[:LINE]
    return "", ""


def answered(show: Show, move: OpenMove, who: str) -> Injury | None:
    """The harm in whose steps a move is made, while its number can still change (MU-94)."""
    injury = show.injuries.get(move.inside)
    open_ = injury is not None and injury.on == who and not (injury.over or injury.lost)
    return injury if open_ else None


def taken(show: Show, event: OutcomeAccepted, dice: Dice) -> Iterator[Event]:
    """One of them takes it; once nobody is asked any more, it happens (MU-73, MU-88)."""
    yield event
    show = event.onto(show)
    if not still_asked(show, show.moves[event.move]):
        yield from happening(show, event.move, dice)


def questions(show: Show, move: OpenMove) -> tuple[str, ...]:
    """Who answers a consequence now; where nobody can any more, the roller goes on."""
    return still_asked(show, move) or (move.who,)


def still_asked(show: Show, move: OpenMove) -> tuple[str, ...]:
    """The roller, and each of the others whom it hits and who may resist it (MU-88)."""
    done = move.outcome.taken if move.outcome else ()
    others = (who for who in move.others if hits(move, who) and resists(show, who, move))
    return tuple(who for who in (move.who, *others) if who not in done)


def hits(move: OpenMove, who: str) -> bool:
    """Whether a consequence falls on one of those who are led (MU-88).

    Where it names nobody it concerns all of them if the leader failed for all (MU-84); else it is
    the leader's own result, and nothing of it is theirs to take (MU-87).
    """
    staged = move.outcome.staged if move.outcome else ()
    named = {one.on for one in staged if one.on in (move.who, *move.others)}
    return who in named if named else move.following is None


def resists(show: Show, who: str, move: OpenMove) -> bool:
    """Whether somebody who shares a consequence can still answer it."""
    hero = show.cast[who]
    fitting = (d for d in sheet.deeds(show, hero) if d.when.window == "consequence")
    return any(responding.possible(show, hero, deed, move) for deed in fitting)


def happening(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """What was staged happens, and the move is over (MU-72, MU-73)."""
    move = show.moves[number]
    for staged in move.outcome.staged if move.outcome else ():
        events = tuple(
            waiting(show, move, staged)
            or renumbered(show, move, staged)
            or one_of_them(show, move, staged, dice)
        )
        yield from events
        show = after(show, events)
    yield MoveClosed(number)


def one_of_them(show: Show, move: OpenMove, staged: Staged, dice: Dice) -> Iterator[Event]:
    effect, named = effect_of(show, staged)
    doer = Doer(
        move.who, move.move, move.id, move.inside, move.targets,
        others=move.others, named=named,
    )  # fmt: skip
    return effects.run(show, (effect,), doer, dice)


def waiting(show: Show, move: OpenMove, staged: Staged) -> tuple[Event, ...]:
    """Harm that comes later, when the GM says that it is time (MU-152)."""
    if not staged.later:
        return ()
    source = put_off(show, move)[0] or move.move
    harm = (op.Harm(staged.n, on="self", source=staged.text),)
    late = Delayed(show.count + 1, staged.on, source, harm, "gm", words=staged.later)
    return (EffectsDelayed(late),)


def renumbered(show: Show, move: OpenMove, staged: Staged) -> tuple[Event, ...]:
    """The harm that this move answers is so much now, and no second one (MU-94)."""
    injury = answered(show, move, staged.on) if staged.injury else None
    if injury is None:
        return ()
    return (HarmChanged(injury.id, injury.on, injury.harm, staged.n, source=move.move),)


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
        case "bonus":
            return op.Modifier(staged.n, staged.text or "next_roll", who="ask"), staged.on
    return op.NewFact(staged.text, by="gm"), ""


# -- What lies near (MU-75, MU-76) -------------------------------------------------------------


def suggestions(show: Show, move: OpenMove) -> Iterator[Staged]:
    """Buttons for the GM: the harm this may do, the points it may give back, statuses to erase."""
    yield from dict.fromkeys(
        one for one, _ in (*named_points(show, move), *named_bonuses(show, move))
    )
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


def unmistakable(show: Show, move: OpenMove) -> Iterator[Staged]:
    """Of what lies near, what happens unless the GM says otherwise: the words leave no doubt.

    Health that a move gives back, for whom it was made; points and bonuses that words name.
    """
    named = (*named_points(show, move), *named_bonuses(show, move))
    every = dict.fromkeys(one for one, sure in named if sure)
    deed = show.shelf.item(move.move)
    if isinstance(deed, Story) and move.band in SUCCESS and move.level == "normal":
        lacking = (who for who in move.targets if lacks(show, who, deed.may_restore))
        every |= dict.fromkeys(
            Staged("restore", on=who, resource=deed.may_restore) for who in lacking
        )
    staged = move.outcome.staged if move.outcome else ()
    yield from (one for one in every if one not in staged)


def called(staged: Staged) -> str:
    """What lies near by a name, so that it can be picked with the words."""
    return ":".join((staged.op, staged.on, str(staged.n), staged.resource, staged.text))


def lacks(show: Show, who: str, resource: str) -> bool:
    """Whether a character has room for a point."""
    hero = show.cast.get(who)
    on_it = hero is not None and sheet.on_sheet(show, hero, resource)
    return hero is not None and on_it and not sheet.full(show, hero, resource)


def unsaid(show: Show, move: OpenMove) -> str:
    """What the words of a move leave to the GM: not what they have done by themselves (MU-157)."""
    if not as_said(move):
        return ""
    said = [band for _, band in rating.spoken(show, move, move.band)]
    deed = show.shelf.item(move.move)
    lists = deed.lists if isinstance(deed, Deed) else ()
    done = {band.text: band.effects for band in said}
    for entries in (*(band.options for band in said), *(one.entries for one in lists)):
        done |= {entry.text: entry.effects for entry in entries}
    texts = [band.text for band in said] if move.throw else [move.says]
    return " ".join(prose.left_over(text, done.get(text, ())) for text in (*texts, *move.chose))


def named_points(show: Show, move: OpenMove) -> Iterator[tuple[Staged, bool]]:
    """Points that the words of a move name, given or taken; and whether that is plain (MU-157)."""
    home = show.shelf.home(move.move)
    book, text = home[0].id if home else "", unsaid(show, move)
    people = [who for who in (move.who, *move.targets) if who in show.cast]
    paid = {cost.resource for link in rating.links(show, move) for cost in link.deed.cost}
    for found in COUNTED.finditer(text):
        item = resource_of(show, found[2] or found[4], book)
        if item is None or (item.id in paid and PRICE.search(text[: found.start()])):
            continue
        n, before = int(found[1] or found[3] or 1), text[: found.start()]
        verb = None if judged(text, found) else GIVEN.search(before)
        says = ("lose" if verb[1].casefold() == "lose" else "restore") if verb else ""
        falls = move.targets if prose.whom(bare(before)) == "target" else (move.who,)
        for who in people:
            if sheet.on_sheet(show, show.cast[who], item.id):
                for op in POINTS:
                    yield Staged(op, on=who, n=n, resource=item.id), op == says and who in falls


def judged(text: str, found: re.Match[str]) -> bool:
    """Whether people say if it is so: it hangs on something, or is one of two things."""
    hangs = prose.IF.search(bare(text[: found.start()]))
    return bool(hangs or prose.OR_ELSE.match(text, found.end()))


def resource_of(show: Show, words: str, book: str) -> Resource | None:
    """The resource with boxes that these words begin with, by its longest name."""
    every = words.split()
    for size in range(len(every), 0, -1):
        item = show.shelf.linked(" ".join(every[:size]), book)
        if isinstance(item, Resource) and item.ranks:
            return item
    return None


def named_bonuses(show: Show, move: OpenMove) -> Iterator[tuple[Staged, bool]]:
    """A bonus that the words of a move give, to whoever it is; and whether that is plain.

    To whom the move was made, if it was made to somebody (MU-42, MU-157).
    """
    deed, text = show.shelf.item(move.move), unsaid(show, move)
    for found in BONUS.finditer(text) if not (isinstance(deed, Deed) and deed.mods) else ():
        aimed = [who for who in move.targets if who in show.cast]
        others = [hero.id for hero in show.playing if hero.id != move.who]
        mine = OWN.search(text[: found.start()])
        tail = text[found.end() :].split(".", 1)[0]
        lasts = "scene" if "scene" in tail else ""
        sure = bool((mine or aimed) and (lasts or "next" in tail) and not judged(text, found))
        for who in (move.who,) if mine else aimed or others:
            yield Staged("bonus", on=who, n=int(found[1]), text=lasts), sure


def named_harm(show: Show, move: OpenMove, who: str) -> int:
    """The harm that the words of a move do to somebody (MU-157)."""
    text = bare(unsaid(show, move))
    for found in filter(prose.harmful, prose.HARM.finditer(text)):
        if who in (move.targets if prose.whom(text[: found.start()]) == "target" else (move.who,)):
            return int(found[1])
    return 0


def harmable(show: Show, target: str) -> bool:
    thing = show.entities.get(target)
    return target in show.cast or (thing is not None and thing.living)
