"""A contest on the stage: two rolls against each other, and the round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page.blocks import ContestCard
from tablefolk.games.wheel_of_fate.page.offers import contests as offering
from tablefolk.games.wheel_of_fate.page.offers.making import mine
from tablefolk.games.wheel_of_fate.page.stage import behind, idle, naming
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view import contests as shown
from tablefolk.games.wheel_of_fate.rules import rounds
from tablefolk.games.wheel_of_fate.rules.contests import unopposed
from tablefolk.games.wheel_of_fate.rules.exchanges import as_it_stands, surely_won
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.state import Character, Contest, Exchange, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say


def parts(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    contest = running(wheel)
    if contest is None:
        return
    if contest.once:
        yield _once(wheel, seat, contest)
    elif contest.exchange and contest.exchange.asks:
        yield _asks(wheel, seat, contest, contest.exchange)
    elif contest.exchange and not contest.exchange.thrown:
        yield _clash(wheel, seat, contest, contest.exchange)
    yield _round(wheel, seat, contest)
    yield from behind.of_contest(wheel, seat, contest)
    for roll in wheel.rolls.values():
        if roll.phase == "draft" and not roll.task:
            yield from behind.of_roll(wheel, seat, roll)


# -- Two rolls against each other (WF-65, WF-95) ---------------------------------------------------


def _clash(wheel: Wheel, seat: Seat, contest: Contest, exchange: Exchange) -> Part:
    sides = (exchange.actor, exchange.target)
    left = [who for who in sides if who not in exchange.ready]
    own = next((who for who in (*left, *sides) if mine(wheel, seat, who)), "")
    foe = naming.called(wheel, sides[own == sides[0]])
    names = {"actor": naming.called(wheel, sides[0]), "target": naming.called(wheel, sides[1])}
    waits = listing(naming.called(wheel, who) for who in left)
    asked = _asked(wheel, exchange, own) if own in left else "ready"
    title = say(f"part.clash_{asked}", name=naming.called(wheel, own), foe=foe) if own else ""
    return Part(
        key="clash",
        place="now",
        title=title or say("part.clash_theirs", **names),
        eyebrow=say("part.clash_waits", names=waits),
        note=say("part.round", n=contest.round),
        icon="hand-fist",
        stands="begun" if own else "open",
        blocks=body(shown.clash, wheel, seat, contest, exchange),
        offers=partial(_throwing, wheel, seat, exchange),
    )


def _asked(wheel: Wheel, exchange: Exchange, own: str) -> str:
    """What a side that is not ready is asked: to throw, or how it ends without (WF-15, WF-71)."""
    roll = wheel.rolls[exchange.rolls[own == exchange.target]]
    return "sure" if surely_won(wheel, roll) else as_it_stands(wheel, roll) or "mine"


def _throwing(wheel: Wheel, seat: Seat, exchange: Exchange) -> Iterator[Offer]:
    for number in exchange.rolls:
        yield from behind.on_card(wheel, seat, wheel.rolls[number])
    if seat.gm:
        yield from offering.closing(wheel, exchange)


def _asks(wheel: Wheel, seat: Seat, contest: Contest, exchange: Exchange) -> Part:
    loser = naming.called(wheel, exchange.actor)
    return Part(
        key="clash",
        place="now",
        title=naming.asks(wheel, seat, exchange.asks, "inflict", loser=loser),
        eyebrow=naming.asks(wheel, seat, exchange.asks, "inflict_by"),
        icon="bolt",
        who=wheel.cast[exchange.asks].owner,
        blocks=body(shown.clash, wheel, seat, contest, exchange),
        offers=partial(offering.choosing, wheel, seat, exchange),
    )


def _once(wheel: Wheel, seat: Seat, contest: Contest) -> Part:
    rolls = [wheel.rolls[n] for n in contest.rolls.values() if n in wheel.rolls]
    drafts = [roll for roll in rolls if roll.phase == "draft"]
    own = any(mine(wheel, seat, roll.roller) for roll in drafts)
    return Part(
        key="clash",
        place="now",
        title=say("part.once", title=contest.title),
        eyebrow=say("part.clash_waits", names=_names(wheel, drafts)),
        icon="flag-checkered",
        stands="begun" if own else "open",
        blocks=body(shown.everybody_once, wheel, seat, contest),
        offers=lambda: (offer for roll in drafts for offer in behind.on_card(wheel, seat, roll)),
    )


def _names(wheel: Wheel, rolls: list[Roll]) -> str:
    return listing(naming.called(wheel, roll.roller) for roll in rolls)


# -- The round (WF-83, WF-89) ----------------------------------------------------------------------


def _round(wheel: Wheel, seat: Seat, contest: Contest) -> Part:
    turn = rounds.turn(wheel)
    return Part(
        key="contest",
        place="now",
        title=_question(wheel, seat, contest, turn),
        eyebrow=say("part.round_of", n=contest.round, title=contest.title),
        note="" if contest.once else contest.title,
        icon="hand-fist" if contest.harmful else "flag-checkered",
        who=wheel.cast[turn].owner if turn and unopposed(wheel, contest) is None else "",
        blocks=body(_card, wheel, seat, contest),
        offers=partial(behind.on_contest, wheel, seat, contest),
    )


def _card(wheel: Wheel, seat: Seat, contest: Contest) -> ContestCard:
    """With what is left to whoever is out, and what they can do all the same (WF-76)."""
    card, hero = shown.card(wheel, seat, contest), _fighter(wheel, seat, contest)
    if hero is None or contest.once:
        return card
    unable = shown.is_unable(wheel, contest, hero.id)
    still = tuple(idle.tiles(wheel, hero)) if unable else ()
    return replace(card, note=shown.what_is_left(wheel, contest, hero), still=still)


def _fighter(wheel: Wheel, seat: Seat, contest: Contest) -> Character | None:
    """The player's own, where they take part and have not given in."""
    return None if seat.gm else next(iter(offering.taking_part(wheel, seat, contest)), None)


def _order(wheel: Wheel, seat: Seat, contest: Contest) -> str:
    """Before the order is set: a question to those who can act (WF-83, WF-85)."""
    hero = _fighter(wheel, seat, contest)
    if seat.gm:
        return say("part.order_gm", n=contest.round)
    if hero is None:
        return say("part.order_watch", n=contest.round)
    unable = shown.is_unable(wheel, contest, hero.id)
    return say("part.order_out" if unable else "part.order", n=contest.round)


def _question(wheel: Wheel, seat: Seat, contest: Contest, turn: str) -> str:
    if contest.once:
        return say("part.once_round", title=contest.title)
    left = unopposed(wheel, contest)
    if left is not None:
        names = listing(naming.called(wheel, who) for who in left) or say("part.won_nobody")
        return say("part.won_gm" if seat.gm else "part.won", names=names, gm=naming.gm(wheel))
    if not contest.groups and contest.order == "dice":
        return _order(wheel, seat, contest)
    if not turn:
        return say("part.round_over", n=contest.round)
    if contest.exchange and not contest.exchange.thrown:
        return say("part.round_acts", name=naming.called(wheel, contest.exchange.actor))
    return naming.asks(wheel, seat, turn, "turn")
