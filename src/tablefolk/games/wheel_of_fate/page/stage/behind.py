"""What lies behind the card of a roll, a contest or a task: one tap away, made when asked for.

The card has what is given at one tap; what is to be filled in, what is rare, what is refused just
now, and every outcome with its fraction have parts of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.games.wheel_of_fate.page.blocks import Acting, EveryOdds, More
from tablefolk.games.wheel_of_fate.page.offers import contests as contesting
from tablefolk.games.wheel_of_fate.page.offers import fate
from tablefolk.games.wheel_of_fate.page.offers import rolls as rolling
from tablefolk.games.wheel_of_fate.page.offers.making import about_of, mine
from tablefolk.games.wheel_of_fate.page.stage import naming
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view import contests, rolls
from tablefolk.games.wheel_of_fate.rules import rounds
from tablefolk.games.wheel_of_fate.rules.chances import may_know
from tablefolk.games.wheel_of_fate.rules.contests import unopposed
from tablefolk.games.wheel_of_fate.rules.exchanges import decided
from tablefolk.games.wheel_of_fate.rules.state import Contest, Roll, Task, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

Offers = Callable[[], Iterable[Offer]]
Sorting = Callable[[Offer], str]  # where an offer lies: "" on the card, else the part behind it


def lying(where: str, about: str, offers: Offers, sorting: Sorting) -> Iterator[Offer]:
    """Those of the offers that lie there; behind a card they are about the part they lie in."""
    for offer in offers():
        if sorting(offer) == where:
            yield replace(offer, about=f"{about}:{where}") if where else offer


def more(key: str, title: str, hints: tuple[str, ...], offers: Offers) -> Part:
    block = body(partial(More, hints=hints), key)
    return Part(key=key, place="behind", title=title, icon="ellipsis", blocks=block, offers=offers)


# -- A roll being put together -----------------------------------------------------------------


def of_roll(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Part]:
    about, name = about_of(roll), naming.called(wheel, roll.roller)
    behind = partial(Part, place="behind", icon="dice", who=wheel.cast[roll.roller].owner)
    offers, sorting = partial(on_draft, wheel, seat, roll), sorting_of(wheel, seat, roll)
    if may_know(wheel, seat, roll):
        yield behind(
            key=f"{about}:odds",
            title=say("part.odds", name=name),
            blocks=lambda: (EveryOdds(f"{about}:odds", outlook=rolls.odds_for(wheel, seat, roll)),),
        )
    for where in rolls.behind(wheel, seat, roll):
        found = partial(lying, where, about, offers, sorting)
        if where == "more":
            title = say(
                "part.more_mine" if mine(wheel, seat, roll.roller) else "part.more", name=name
            )
            yield more(f"{about}:more", title, rolls.draft_hints(wheel, seat, roll), found)
        else:
            yield behind(
                key=f"{about}:{where}",
                title=say(f"part.{where}", name=name),
                blocks=body(Acting, f"{about}:{where}"),
                offers=found,
            )


def on_card(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Offer]:
    """What can be done about a roll at one tap."""
    return lying("", "", partial(on_draft, wheel, seat, roll), sorting_of(wheel, seat, roll))


def on_draft(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[Offer]:
    if exchange := roll.in_exchange and wheel.contest and wheel.contest.exchange:
        yield from contesting.readying(wheel, seat, exchange, roll)
    yield from rolling.at_draft(wheel, seat, roll)
    yield from fate.on_draft(wheel, seat, roll)


def against(wheel: Wheel, seat: Seat, roll: Roll) -> bool:
    """Whether it is thrown against this seat's own, or a friend: then nothing for it lies in
    front."""
    contest = wheel.contest if roll.in_exchange else None
    if contest is None or contest.exchange is None or mine(wheel, seat, roll.roller):
        return False
    (foe,) = {contest.exchange.actor, contest.exchange.target} - {roll.roller}
    return mine(wheel, seat, foe) or contesting.sides_with(wheel, seat, contest, foe, roll.roller)


def sorting_of(wheel: Wheel, seat: Seat, roll: Roll) -> Sorting:
    about, ours = about_of(roll), mine(wheel, seat, roll.roller)
    parts = set(rolls.behind(wheel, seat, roll))
    given = {"Throw", "GetReady", "SpendDie", "AddPool", "Help"} if ours else {"SpendDie", "Help"}
    given = set() if against(wheel, seat, roll) else given
    given = given & {"Throw", "GetReady"} if decided(wheel, roll) else given
    apart = {"Invoke": "aspect" if ours else "more", "AddSource": "grant"}

    def sorting(offer: Offer) -> str:
        if offer.about != about:  # it takes away one of the things that go into the roll
            return ""
        loud = offer.tone != "quiet" and (not offer.confirm or offer.do in ("Throw", "GetReady"))
        if loud and offer.do in given and not offer.blanks:
            return ""
        where = apart.get(offer.do, "more") if loud else "more"
        return where if where in parts else "more"

    return sorting


# -- A contest, a task -------------------------------------------------------------------------

HASTE = {"SetHaste", "PledgeHelp", "PreparePool"}


def of_contest(wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Part]:
    if contests.has_more(wheel, seat, contest):
        found = partial(_in_the_round, "more", wheel, seat, contest)
        title = say("part.contest_more_gm" if seat.gm else "part.contest_more")
        yield more("contest:more", title, contests.hints(wheel, contest), found)


def on_contest(wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Offer]:
    return _in_the_round("", wheel, seat, contest)


def _in_the_round(where: str, wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Offer]:
    turn, over = rounds.turn(wheel), unopposed(wheel, contest) is not None

    def sorting(offer: Offer) -> str:
        if over:  # going on is possible, and no longer what is asked
            return "" if offer.do in ("CloseContest", "GoOn") else "more"
        who = offer.fixed.get("who", "")
        ours = mine(wheel, seat, who)
        now = {"Act", "Pass"} if who == turn and ours else set[str]()
        early = HASTE if ours and not seat.gm and not contest.groups else set[str]()
        return "" if offer.do in {"SetOrder", "CloseContest", *now, *early} else "more"

    return lying(where, "contest", lambda: contesting.in_the_round(wheel, seat, contest), sorting)


def of_task(wheel: Wheel, seat: Seat, task: Task) -> Iterator[Part]:
    if seat.gm:
        found, key = partial(_at_task, "more", wheel, seat, task), f"task:{task.id}:more"
        yield more(key, say("part.task_more"), rolls.task_hints(seat, task), found)


def on_task(wheel: Wheel, seat: Seat, task: Task) -> Iterator[Offer]:
    return _at_task("", wheel, seat, task)


def _at_task(where: str, wheel: Wheel, seat: Seat, task: Task) -> Iterator[Offer]:
    offers = partial(rolling.at_task, wheel, seat, task)
    return lying(where, f"task:{task.id}", offers, lambda offer: "more" if seat.gm else "")
