"""The dice, and what they settle (MU-33, MU-34, MU-43 … MU-49, MU-69, MU-70).

The order is always: costs, dice, result, what the result sets off. Between the dice and the
settling lies the window in which a result may still be traded for another (MU-80).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks.effects import Band
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Deed, Story
from tablefolk.games.mutagen.rules import chain, effects, rating, reading, resources, sheet
from tablefolk.games.mutagen.rules.closing import (
    FollowRolled,
    MoveClosed,
    closing,
    group_done,
    live,
)
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.rating import Link
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import (
    BandName,
    Bonus,
    Exploit,
    ItemId,
    Line,
    OpenMove,
    Outcome,
    Paid,
    Staged,
    Throw,
    Who,
)
from tablefolk.games.mutagen.rules.wording import OfMove, Words, band_name, gist, of_move, plain

Goal = Literal["yes", "part", "no", ""]
Wants = Literal["", "benefit", "consequence", "outcome"]

# -- Throwing (MU-43, MU-44, MU-49) ------------------------------------------------------------


class RollMove(Act[Show], frozen=True):
    """The dice are thrown; all costs leave right before. A status may be exploited with it."""

    may = "owner"
    move: int
    status: int = 0
    how: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = ready(show, seat, self.move)
        if self.status or self.how.strip():
            must(self.status, "MU-67", "no_such_status", "Pick the status that helps.")
            exploits = exploited(show, move, self.status, self.how)
            yield exploits
            show = exploits.onto(show)
            move = show.moves[move.id]
        links = chain.recheck(show, move)
        found = rating.roll_of(show, move)
        must(found is not None, "MU-47", "wrong_kind", "This move is made without dice.")
        costs = tuple(paying(show, move, links, dice))
        yield from costs
        show = after(show, costs)
        before = tuple(just_before(show, move, links, dice))
        yield from before
        show = after(show, before)
        event = thrown(show, move, paid(move, costs), dice)
        yield event
        show = event.onto(show)
        hooks = tuple(effects.on_roll(show, show.moves[move.id], "rolled", dice))
        yield from hooks
        yield from moving_on(after(show, hooks), move.id, dice)


class DiceThrown(Change[Show], frozen=True):
    voice = "threw"
    move: int
    who: Who
    throw: Throw
    paid: tuple[Paid, ...] = ()
    used: tuple[Bonus, ...] = ()  # modifiers that were for this roll only

    def onto(self, show: Show) -> Show:
        kept = tuple(b for b in show.cast[self.who].bonuses if b not in self.used)
        show = show.with_hero(self.who, bonuses=kept)
        return show.with_move(
            self.move, stage="result", throw=self.throw, band=self.throw.band, paid=self.paid
        )  # fmt: skip

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {
            "move": of_move(show, self.move)["move"],
            "faces": " + ".join(str(face) for face in self.throw.dice),
            "modifier": signed(self.throw.modifier),
            "band": band_name(show, self.throw.band),
            "failed": self.throw.band == "fail",
        }


class StatusExploited(OfMove, frozen=True):
    exploit: Exploit

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, exploit=self.exploit)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {**super().in_words(show, seat), "status": used_of(show, self.move, self.exploit)}


def used_of(show: Show, move: int, used: Exploit) -> str:
    """A status that was exploited, and whose it is where it is not one's own."""
    by, found = show.moves.get(move), show.status(used.status)
    if found is None or (by is not None and by.who == found[0]):
        return used.text  # or it is written nowhere any more
    return f"{show.name(found[0])}: {used.text}"


def exploited(show: Show, move: OpenMove, status: int, how: str) -> StatusExploited:
    """A written status of anyone or anything, and how it helps (MU-67)."""
    story = rating.is_story(show, move)
    need(story, "MU-67", "not_a_story_move", "Only a story move can exploit a status.")
    why = "One status for each move, and this one has its own."
    must(move.exploit is None, "MU-67", "already_exploited", why)
    found = must(show.status(status), "MU-67", "no_such_status", "No such status is written.")
    said = words(how, "MU-67", "Say how it helps.", "describe_first")
    return StatusExploited(move.id, Exploit(status, found[1].text, said))


def ready(show: Show, seat: Seat, number: int) -> OpenMove:
    """A move of one's own that the GM has let pass, and whose dice lie still."""
    move = live(show, number)
    show.own(seat, move.who, "MU-50")
    thrown = move.throw is not None
    must(not thrown, "MU-49", "already_rolled", "The dice of this move are thrown.")
    need(move.stage == "ready", "MU-64", "wait_for_gm", "Give the GM a moment to speak.")
    return move


def paying(show: Show, move: OpenMove, links: tuple[Link, ...], dice: Dice) -> Iterator[Event]:
    """All costs of all moves of the chain, together (MU-33, MU-56)."""
    for link in links if move.body is None else ():
        for cost in chain.costs((link,)):
            events = tuple(resources.spend(show, move.who, cost, link.deed.id))
            settled = tuple(effects.with_set_off(show, events, dice))
            yield from settled
            show = after(show, settled)


def paid(move: OpenMove, events: tuple[Event, ...]) -> tuple[Paid, ...]:
    spent = (e for e in events if isinstance(e, resources.PointsSpent) and e.who == move.who)
    return tuple(Paid(e.resource, e.n) for e in spent)


def just_before(show: Show, move: OpenMove, links: tuple[Link, ...], dice: Dice) -> Iterator[Event]:
    """What happens at the moment of the dice, whatever they say (MU-130); not in a follow roll."""
    if move.follows or move.body:
        return
    for link in links:
        events = tuple(effects.run(show, link.deed.before_roll, doer(move, link), dice))
        yield from events
        show = after(show, events)


def thrown(show: Show, move: OpenMove, costs: tuple[Paid, ...], dice: Dice) -> DiceThrown:
    hero = show.cast[move.who]
    parts = rating.parts(show, move)
    used = tuple(b for b in rating.bonuses(show, hero, move) if b.on != "scene")
    faces = dice.roll(2)
    modifier = reading.modifier(parts)
    total = sum(faces) + modifier
    band = reading.read(total, reading.crit_from(show, hero))
    return DiceThrown(move.id, hero.id, Throw(faces, parts, modifier, total, band), costs, used)


def doer(move: OpenMove, link: Link) -> Doer:
    """On whose behalf a part of the chain does what it does."""
    leader = move.who if move.others else ""
    return Doer(
        move.who,
        link.deed.id,
        move.id,
        move.inside,
        move.targets,
        leader,
        move.others,
        move.picked,
    )


# -- Settling (MU-69, MU-70) -------------------------------------------------------------------


class Settle(Act[Show], frozen=True):
    """The roller keeps the result as it is."""

    may = "owner"
    move: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = live(show, self.move)
        show.own(seat, move.who, "MU-69")
        must(move.stage == "result", "MU-69", "already_settled", "There is no result to keep now.")
        yield from settling(show, move.id, dice)


class BandSettled(Change[Show], frozen=True):
    """From here on the result stands; `wants` is what the GM then writes (MU-71)."""

    move: int
    who: Who
    band: BandName
    goal: Goal = ""
    wants: Wants = ""
    staged: tuple[Staged, ...] = ()
    says: str = ""  # what the lists of the move say of this result (MU-157)

    def onto(self, show: Show) -> Show:
        outcome = Outcome(self.wants, staged=self.staged) if self.wants else None
        return show.with_move(self.move, stage="settled", outcome=outcome, says=self.says)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        move = show.moves.get(self.move)
        if move and move.follows:
            return None  # follow rolls tell of themselves
        return f"_{self.goal}" if self.goal else "_plain"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"says": f" {plain(self.says)}" if self.says else ""}


def moving_on(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """Where nothing can be done about a result any more, it settles by itself."""
    move = show.moves[number]
    if move.stage == "result" and not open_responses(show, move):
        yield from settling(show, number, dice)


def open_responses(show: Show, move: OpenMove) -> tuple[Deed, ...]:
    """Moves with which the roller may still change this result; none in a follow roll (MU-86)."""
    if move.follows:
        return ()
    hero, kind = show.cast[move.who], rating.kind_of(show, move)
    return tuple(
        deed
        for deed in sheet.deeds(show, hero)
        if deed.when.window == "result"
        and deed.when.move_kind in ("", kind)
        and (not deed.when.band or move.band in deed.when.band)
    )


def settling(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """The band stands: hooks first, then what the moves of the chain make of it, then the rest."""
    event = settled(show, show.moves[number])
    yield event
    show = event.onto(show)
    move = show.moves[number]
    hooks = tuple(effects.on_roll(show, move, "roll_settled", dice))
    yield from hooks
    show = after(show, hooks)
    if move.follows:
        yield from following(show, move, dice)
        return
    for link, bands in rating.speaking(show, move):
        events = tuple(brought_about(show, move, link, bands, dice))
        yield from events
        show = after(show, events)
    grouped = tuple(group_done(show, number, dice))
    yield from grouped
    if not grouped:
        yield from closing(show, number)


def settled(show: Show, move: OpenMove) -> BandSettled:
    assert move.band
    if move.follows:
        return BandSettled(move.id, move.who, move.band)
    shared = rating.shares_results(show, move, move.band)
    lists = show.engine.story.bands if shared else rating.own_bands(show, move)
    said = tuple(rating.spoken(show, move, move.band))
    open_ = any(rating.left_open(deed, band) for deed, band in said)
    wants = wanted(lists, move.band) or ("outcome" if open_ or answers(show, move) else "")
    says = "\n".join(band.text for _, band in said)
    came = goal(move) if shared else ""
    return BandSettled(move.id, move.who, move.band, came, wants, harm_done(show, move), says)


def answers(show: Show, move: OpenMove) -> bool:
    """Whether the GM has a number or an answer to give, whatever the result (MU-71, MU-94)."""
    deed = show.shelf.item(move.move)
    if move.body or not isinstance(deed, Story):
        return bool(move.inside) and not move.body
    learns = deed.answered and move.band in reading.SUCCESS and move.level != "zero"
    return deed.may_harm or bool(deed.may_restore) or learns or bool(move.inside)


def wanted(bands: tuple[Band, ...], band: str) -> Wants:
    """What the GM has to write for this result."""
    return next((one.gm for one in reading.matching(bands, band) if one.gm), "")


def goal(move: OpenMove) -> Goal:
    """Whether what was wanted comes about: less of it, or nothing, at a low level (MU-68)."""
    if move.band == "fail" or move.level == "zero":
        return "no"
    return "part" if move.level == "low" else "yes"


def harm_done(show: Show, move: OpenMove) -> tuple[Staged, ...]:
    """Harm that was stated beforehand is staged for the GM to confirm (MU-75, MU-126)."""
    deed = show.shelf.item(move.move)
    reached = move.band in reading.SUCCESS and move.level != "zero"
    if move.body or not (isinstance(deed, Story) and reached and deed.may_harm and move.harm):
        return ()
    known = [t for t in move.targets if t in show.cast or t in show.entities]
    return tuple(Staged("harm", on=target, n=move.harm, text=move.how[:240]) for target in known)


def brought_about(
    show: Show, move: OpenMove, link: Link, bands: tuple[Band, ...], dice: Dice
) -> Iterator[Event]:
    """What one move of the chain makes of the result: its effects, then what is to be picked."""
    by = doer(move, link)
    late = () if move.body else chain.costs((link,), ("on_result",))
    for cost in late:
        spent = tuple(resources.spend(show, move.who, cost, link.deed.id))
        yield from spent
        show = after(show, spent)
    plain = () if move.body else link.deed.effects
    matching = tuple(reading.matching(bands, move.band))
    every = (*plain, *(effect for band in matching for effect in band.effects))
    events = tuple(effects.run(show, every, by, dice))
    yield from events
    show = after(show, events)
    for band in matching:
        if band.pick and band.options:
            asked = tuple(effects.picking(show, by, "player", band.options, band.pick, dice))
            yield from asked
            show = after(show, asked)


def following(show: Show, move: OpenMove, dice: Dice) -> Iterator[Event]:
    """A follow roll is told to the leader's move, and closes (MU-86)."""
    assert move.band
    yield MoveClosed(move.id)
    show = MoveClosed(move.id).onto(show)
    if move.follows in show.moves:
        event = FollowRolled(move.follows, move.who, move.band)
        yield event
        yield from group_done(event.onto(show), move.follows, dice)


# -- Moves without dice (MU-33) ----------------------------------------------------------------


class CarryOut(Act[Show], frozen=True):
    """A move without a roll that the GM has let pass: its costs leave, and it takes effect."""

    may = "owner"
    move: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        move = ready(show, seat, self.move)
        rolled = rating.roll_of(show, move) is not None
        must(not rolled, "MU-47", "wrong_kind", "This move is made with dice.")
        chain.recheck(show, move)
        yield from carrying_out(show, move.id, dice)


class MoveMade(Change[Show], frozen=True):
    """A move is made, outside a roll or in answer to one."""

    who: Who
    item: ItemId
    move: int = 0


class WordsLeft(OfMove, frozen=True):
    """A move that is only words was made: the GM says what comes of it (MU-157)."""

    says: str

    def onto(self, show: Show) -> Show:
        return show.with_move(
            self.move, stage="settled", outcome=Outcome("outcome"), says=self.says
        )  # fmt: skip

    def in_words(self, show: Show, seat: Seat) -> Words:
        says = gist(self.says)
        return {**super().in_words(show, seat), "says": f": {says}" if says else "."}


def carrying_out(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """Costs, then effects; it is over once nothing of it is left to people (MU-33, MU-157)."""
    move = show.moves[number]
    links = rating.links(show, move)
    says = ""
    costs = tuple(paying(show, move, links, dice))
    yield from costs
    show = after(show, costs)
    for link in links:
        yield MoveMade(move.who, link.deed.id, number)
        chosen = (c for c in link.deed.choices if c.id == move.option)
        choice = next(chosen, None)
        hooked = (h for h in link.deed.hooks if move.inside and h.on == "take_harm.can")
        answering = (effect for hook in hooked for effect in hook.then)
        every = (*link.deed.effects, *(choice.effects if choice else ()), *answering)
        whole = rating.complete(link.deed, every)
        says = "" if whole else choice.text if choice else link.deed.text
        events = tuple(effects.run(show, every, doer(move, link), dice))
        yield from events
        show = after(show, events)
    yield WordsLeft(number, says) if says else MoveClosed(number)
