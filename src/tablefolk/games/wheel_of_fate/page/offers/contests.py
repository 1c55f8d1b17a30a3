"""What is offered in a contest: order, haste, acting, readiness, stress (WF-64 … WF-96)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Blank, Choice, Offer, Pick, Seat
from tablefolk.games.wheel_of_fate.page.offers.making import (
    about_of,
    do,
    fitting,
    mine,
    number,
    own,
    people,
    pick,
    starts,
    text,
)
from tablefolk.games.wheel_of_fate.rules import contests as rules
from tablefolk.games.wheel_of_fate.rules import rounds
from tablefolk.games.wheel_of_fate.rules.building import bases, left, out
from tablefolk.games.wheel_of_fate.rules.contests import asking, friendly, unopposed
from tablefolk.games.wheel_of_fate.rules.exchanges import (
    Act,
    CloseWait,
    GetReady,
    Inflict,
    as_it_stands,
    surely_won,
)
from tablefolk.games.wheel_of_fate.rules.helping import PledgeHelp
from tablefolk.games.wheel_of_fate.rules.order import (
    AskOrder,
    PreparePool,
    PrepareTool,
    SetHaste,
    SetOrder,
    able,
    bearable,
    in_exchange,
)
from tablefolk.games.wheel_of_fate.rules.rounds import Pass
from tablefolk.games.wheel_of_fate.rules.state import Character, Contest, Exchange, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say


def in_the_round(wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Offer]:
    """What the round asks of a seat, and what the GM may change about it."""
    if not contest.once:
        yield from preparing(wheel, seat, contest)
        yield from acting(wheel, seat, contest)
    yield from giving_in(wheel, seat, contest)
    if seat.gm:
        yield from tending(wheel, contest)


def opening(wheel: Wheel) -> Iterator[Offer]:
    able = [hero for hero in wheel.cast.values() if hero.attributes]
    if len(able) < 2:
        return
    attribute = pick("OpenContest.attribute", starts(wheel, bases(wheel)), start="physical")
    players = tuple(hero.id for hero in able if hero.kind == "pc")
    who = pick("OpenContest.who", people(able), most=len(able), least=2, ticked=players)
    what = "title", attribute, who
    yield do(rules.OpenContest, "fight", *what, "harmful", "order", once=False)
    yield do(rules.OpenContest, "fight", *what, key="OpenRace", harmful=False, once=True)


# -- Before the order is set (WF-83 … WF-86) -----------------------------------------------------


def preparing(wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Offer]:
    fighters = taking_part(wheel, seat, contest)
    if contest.order == "seats" and (seat.gm or fighters):
        yield do(AskOrder, "contest")
    if contest.order == "dice" and not contest.groups:
        for hero in fighters:
            yield from speeding(wheel, seat, contest, hero)
        if seat.gm:
            yield do(SetOrder, "contest", owed=unopposed(wheel, contest) is None)


def speeding(wheel: Wheel, seat: Seat, contest: Contest, hero: Character) -> Iterator[Offer]:
    """Offers of haste, promised help, pools and tools that count for speed, for those who can act;
    their labels name a character that is not this seat's own."""
    about, facts = f"contest:{hero.id}", {"name": hero.name}
    whose = "" if hero.owner == seat.id else "For"
    if contest.pledges.get(hero.id):
        key = f"UnpledgeHelp{whose}"
        yield do(PledgeHelp, about, key=key, facts=facts, who=hero.id, whom="")
    if not able(wheel, contest, hero.id):
        return
    most = most_haste(wheel, hero)
    yield do(
        SetHaste,
        about,
        number("SetHaste.n", 0, most, contest.haste.get(hero.id, min(1, most))),
        key=f"SetHaste{whose}",
        facts=facts,
        who=hero.id,
    )
    if not out(hero, contest.attribute):  # else nothing rescues the roll (WF-59, WF-99)
        yield from readied(wheel, contest, hero, whose)


def readied(wheel: Wheel, contest: Contest, hero: Character, whose: str) -> Iterator[Offer]:
    about, facts = f"contest:{hero.id}", {"name": hero.name}
    others = [wheel.cast[w] for w in contest.who if w != hero.id and able(wheel, contest, w)]
    if others:
        whom, key = pick("PledgeHelp.whom", people(others), each=True), f"PledgeHelp{whose}"
        yield do(PledgeHelp, about, whom, key=key, facts=facts, who=hero.id)
    prepared = {s.key for s in contest.prepared.get(hero.id, ())}
    for pool in fitting(wheel, hero, prepared):
        named = {**facts, "pool": pool.name}
        yield do(PreparePool, about, facts=named, who=hero.id, pool=pool.id)
    yield do(PrepareTool, about, "tool", facts=facts, who=hero.id)


def most_haste(wheel: Wheel, hero: Character) -> int:
    """No more than the roll can bear (WF-86)."""
    return max((n for n in range(13) if bearable(wheel, hero.id, n)), default=0)


def taking_part(wheel: Wheel, seat: Seat, contest: Contest) -> list[Character]:
    return [c for c in own(wheel, seat) if c.id in contest.who and c.id not in contest.gave_in]


# -- On one's turn (WF-89) -----------------------------------------------------------------------


def acting(wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Offer]:
    """Whoever's turn it is acts or passes; others see why they cannot just now."""
    if not contest.groups or in_exchange(contest):
        return
    waited = not asking(contest) and unopposed(wheel, contest) is None
    for hero in taking_part(wheel, seat, contest):
        turn = rounds.turn(wheel) == hero.id
        if turn or (hero.owner == seat.id):
            owed = turn and mine(wheel, seat, hero.id) and waited
            yield from one_thing(wheel, contest, hero, turn, owed)


def one_thing(
    wheel: Wheel, contest: Contest, hero: Character, turn: bool, owed: bool
) -> Iterator[Offer]:
    about, facts = f"contest:{hero.id}", {"name": hero.name}
    targets = [wheel.cast[w] for w in contest.who if w != hero.id and w not in contest.gave_in]
    targets.sort(key=lambda other: friendly(contest, hero, other))
    against = pick("Act.target", people(targets))
    if targets:
        yield do(Act, about, against, owed=owed, facts=facts, who=hero.id)
    if not turn:
        return
    others = [a for a in left(wheel, hero) if a != contest.attribute]
    if targets and others:
        ways: list[Blank] = [pick("Act.attribute", starts(wheel, others))]
        if hero.kind == "npc":  # where a player asks for it, the GM says so in the answer
            ways.append(defending(wheel))
        else:
            ways.append(text("Act.how", optional=True, most=200))
        yield do(Act, about, against, *ways, key="ActOtherwise", facts=facts, who=hero.id)
    yield do(Pass, about, owed=owed, facts=facts, who=hero.id)


def defending(wheel: Wheel) -> Pick:
    """With what the other defends: the same, unless the GM says otherwise (WF-64)."""
    same = Choice("", say("pick.same"))
    return pick("Act.defence", (same, *starts(wheel, bases(wheel))), start="")


def sides_with(wheel: Wheel, seat: Seat, contest: Contest, one: str, other: str) -> bool:
    """Whether a player's character is a friend of the one, and none of the other (WF-96)."""
    hero = wheel.of(seat.id)
    if hero is None or seat.gm:
        return False
    with_one, with_other = (friendly(contest, hero, wheel.cast[who]) for who in (one, other))
    return with_one and not with_other


def giving_in(wheel: Wheel, seat: Seat, contest: Contest) -> Iterator[Offer]:
    for hero in taking_part(wheel, seat, contest):
        facts = {"name": hero.name}
        yield do(rules.GiveIn, f"contest:{hero.id}", facts=facts, who=hero.id)


# -- Throwing together (WF-65, WF-95) ------------------------------------------------------------


def readying(wheel: Wheel, seat: Seat, exchange: Exchange, roll: Roll) -> Iterator[Offer]:
    ours = seat.gm or wheel.cast[roll.roller].owner == seat.id
    if ours and roll.roller not in exchange.ready:
        owed = mine(wheel, seat, roll.roller)
        ends = as_it_stands(wheel, roll)
        key = "sure" if surely_won(wheel, roll) else ends
        yield do(
            GetReady,
            about_of(roll),
            key=f"GetReady{key.capitalize()}",
            owed=owed,
            roll=roll.id,
            confirm=ends in ("lost", "nobody"),
        )


def closing(wheel: Wheel, exchange: Exchange) -> Iterator[Offer]:
    """The GM waits for nobody any longer; a loss without a throw is named (WF-15)."""
    names = {"actor": exchange.actor, "target": exchange.target}
    facts = {key: wheel.name(who) for key, who in names.items()}
    ends = as_it_stands(wheel, wheel.rolls[exchange.rolls[0]])
    yield do(CloseWait, "clash", key=f"CloseWait{ends.capitalize()}", facts=facts)


def choosing(wheel: Wheel, seat: Seat, exchange: Exchange) -> Iterator[Offer]:
    """A defender who has won may hurt, or hold back (WF-95)."""
    who = exchange.asks
    if seat.gm or wheel.cast[who].owner == seat.id:
        owed = mine(wheel, seat, who)
        yield do(Inflict, "clash", key="InflictYes", owed=owed, yes=True)
        yield do(Inflict, "clash", key="InflictNo", owed=owed, yes=False)
    if seat.gm and not mine(wheel, seat, who):
        yield do(CloseWait, "clash", key="NoAnswer")


# -- The GM tends it (WF-91, WF-96) --------------------------------------------------------------


def tending(wheel: Wheel, contest: Contest) -> Iterator[Offer]:
    inside = [wheel.cast[w] for w in (*contest.who, *contest.entering) if w in wheel.cast]
    outside = [c for c in wheel.cast.values() if c.attributes and c not in inside]
    if outside and not contest.once:
        yield do(rules.EnterContest, "contest", pick("who", people(outside)))
    if inside and not contest.once:
        yield do(rules.LeaveContest, "contest", pick("who", people(inside), each=True))
    if inside:
        side = text("SetSide.side", optional=True, most=60)
        yield do(rules.SetSide, "contest", pick("who", people(inside)), side)
    if unopposed(wheel, contest) is None:
        yield do(rules.CloseContest, "contest")
    else:
        yield do(rules.CloseContest, "contest", key="CloseWon", owed=True)
        yield do(rules.GoOn, "contest", owed=True)
