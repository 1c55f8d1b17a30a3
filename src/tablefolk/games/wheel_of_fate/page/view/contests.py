"""A contest as everybody sees it: the round, the order, two drafts side by side."""

from __future__ import annotations

from tablefolk.core.game import Chance, Seat
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page.blocks import (
    Clash,
    ContestCard,
    Group,
    Outcome,
    Turn,
    made,
)
from tablefolk.games.wheel_of_fate.page.offers.contests import sides_with, taking_part
from tablefolk.games.wheel_of_fate.page.offers.making import called
from tablefolk.games.wheel_of_fate.page.view.chances import chance
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.page.view.people import is_mine
from tablefolk.games.wheel_of_fate.page.view.rolls import draft, odds_for, thrown
from tablefolk.games.wheel_of_fate.rules import order, rounds
from tablefolk.games.wheel_of_fate.rules.building import left, out
from tablefolk.games.wheel_of_fate.rules.chances import exchange_odds, race_odds, shown_to
from tablefolk.games.wheel_of_fate.rules.contests import friendly, unopposed
from tablefolk.games.wheel_of_fate.rules.order import action_sources
from tablefolk.games.wheel_of_fate.rules.state import Character, Contest, Exchange, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

# -- The round -------------------------------------------------------------------------------------


def card(wheel: Wheel, seat: Seat, contest: Contest) -> ContestCard:
    return made(
        ContestCard,
        contest,
        about="contest",
        attribute=called(wheel, contest.attribute),
        dice_order=contest.order == "dice",
        ordered=bool(contest.groups),
        groups=groups(wheel, seat, contest),
        waiting=tuple(turn(wheel, seat, contest, who) for who in contest.entering),
        now=now(wheel, contest),
        chances=likely(wheel, seat, contest, rounds.turn(wheel)),
        friends=friends(wheel, contest, rounds.turn(wheel)),
        more="contest:more" if has_more(wheel, seat, contest) else "",
        over=unopposed(wheel, contest) is not None,
    )


def has_more(wheel: Wheel, seat: Seat, contest: Contest) -> bool:
    """Whether something rare can be done about it: give in, hurry, and what is the GM's."""
    return seat.gm or bool(taking_part(wheel, seat, contest))


def groups(wheel: Wheel, seat: Seat, contest: Contest) -> tuple[Group, ...]:
    """In the order of this round; before it is set, everybody in the order it would be."""
    coming = contest.groups or ((contest.who,) if contest.once else order.by_speed(wheel))
    whose = rounds.turn(wheel) if unopposed(wheel, contest) is None else ""
    return tuple(
        Group(
            tuple(
                turn(wheel, seat, contest, who, who == whose) for who in group if who in wheel.cast
            ),
            now=whose in group,
            together=len(group) > 1 and not contest.once,
        )
        for group in coming
    )


def turn(wheel: Wheel, seat: Seat, contest: Contest, who: str, now: bool = False) -> Turn:
    hero = wheel.cast[who]
    return made(
        Turn,
        hero,
        who=who,
        npc=hero.kind == "npc",
        mine=is_mine(seat, hero),
        side=contest.sides.get(who, ""),
        speed=0 if contest.once else order.speed(wheel, who),
        way=other_way(wheel, contest, who),
        haste=contest.haste.get(who, 0),
        pending=contest.pending.get(who, 0),
        acted=who in contest.acted,
        turn=now,
        gave_in=who in contest.gave_in,
        unable=not contest.once and is_unable(wheel, contest, who),
        out=out(hero, contest.attribute),
        mark=wheel.name(contest.marks[who]) if who in contest.marks else "",
        pledge=wheel.name(contest.pledges[who]) if who in contest.pledges else "",
        promised_by=tuple(wheel.name(h) for h, whom in contest.pledges.items() if whom == who),
        entering=who in contest.entering,
    )


def other_way(wheel: Wheel, contest: Contest, who: str) -> str:
    """With what somebody is so fast, where they can only act otherwise (WF-84, WF-89)."""
    if contest.once or not order.able(wheel, contest, who):
        return ""
    way = order.coming(wheel, who)
    return called(wheel, way) if way != contest.attribute else ""


def is_unable(wheel: Wheel, contest: Contest, who: str) -> bool:
    """Whether somebody who takes part is passed over: there is nothing left to roll (WF-90)."""
    there = who in contest.who and who not in contest.gave_in
    return there and not order.able(wheel, contest, who)


def what_is_left(wheel: Wheel, contest: Contest, hero: Character) -> str:
    """Said to whoever is out: in everything, or in what the contest is about (WF-76, WF-89)."""
    if is_unable(wheel, contest, hero.id):
        return say("note.nothing_left", names=listing(hero.conditions) or say("note.out"))
    if hero.id not in contest.who or not out(hero, contest.attribute):
        return ""
    ways = listing(called(wheel, way) for way in left(wheel, hero))
    return say("note.ways_left", attribute=called(wheel, contest.attribute), ways=ways)


def likely(wheel: Wheel, seat: Seat, contest: Contest, who: str) -> dict[str, Chance]:
    """How likely a win is against each, for whoever acts now, where this seat is shown it."""
    hero = wheel.cast.get(who)
    if hero is None or not is_mine(seat, hero) or contest.once or out(hero, contest.attribute):
        return {}
    mine = side(wheel, contest, who)
    if not shown_to(wheel, seat, mine):
        return {}
    others = (w for w in contest.who if w != who and w in wheel.cast and w not in contest.gave_in)
    return {
        w: chance(exchange_odds(wheel, contest, mine, side(wheel, contest, w)).win) for w in others
    }


def friends(wheel: Wheel, contest: Contest, who: str) -> tuple[str, ...]:
    """Those who stand with whoever acts now, so that nobody hits a friend by mistake (WF-96)."""
    hero = wheel.cast.get(who)
    others = (wheel.cast[w] for w in contest.who if w != who and w in wheel.cast)
    return tuple(o.id for o in others if hero and friendly(contest, hero, o))


def side(wheel: Wheel, contest: Contest, who: str) -> Roll:
    """One side's roll as it would begin."""
    sources = action_sources(wheel, who, contest.attribute, 1) if rounds.turn(wheel) == who else ()
    return Roll(0, who, contest.attribute, sources=sources, in_exchange=True, scene=wheel.scene)


def now(wheel: Wheel, contest: Contest) -> str:
    """What the contest waits for, in a sentence."""
    if contest.once:
        return say("note.once")
    exchange = contest.exchange
    if exchange and exchange.asks:
        loser = exchange.target if exchange.asks == exchange.actor else exchange.actor
        key = "note.inflict_again" if exchange.asks in contest.marks else "note.inflict"
        return say(key, name=wheel.name(exchange.asks), loser=wheel.name(loser))
    if exchange and not exchange.thrown:
        names = {"actor": wheel.name(exchange.actor), "target": wheel.name(exchange.target)}
        return say("note.clash", **names)
    if not contest.groups:
        return say("note.order_open")
    return whose_turn(wheel, contest)


def whose_turn(wheel: Wheel, contest: Contest) -> str:
    who = rounds.turn(wheel)
    if not who:
        return say("note.round_over")
    names = [wheel.name(w) for w in rounds.group_of(contest, who)]
    together = say("note.together", names=listing(names)) if len(names) > 1 else ""
    return f"{say('note.turn', names=wheel.name(who))} {together}".strip()


def hints(wheel: Wheel, contest: Contest) -> tuple[str, ...]:
    if contest.once:
        return ()
    if contest.order == "dice" and not contest.groups:
        return advice("haste")
    if any(len(group) > 1 for group in contest.groups):
        return advice("same_time", "sides")
    return advice("order", "sides")


# -- Two rolls against each other ------------------------------------------------------------------


def clash(wheel: Wheel, seat: Seat, contest: Contest, exchange: Exchange) -> Clash:
    one, two = (wheel.rolls[n] for n in exchange.rolls)
    fallen = exchange.thrown
    mine = two if _ours(wheel, seat, two) and not _ours(wheel, seat, one) else one
    if sides_with(wheel, seat, contest, two.roller, one.roller):
        mine = one if _ours(wheel, seat, one) else two
    return Clash(
        about="clash",
        actor=wheel.name(exchange.actor),
        target=wheel.name(exchange.target),
        harmful=contest.harmful,
        drafts=() if fallen else (draft(wheel, seat, one, two), draft(wheel, seat, two, one)),
        thrown=(thrown(wheel, seat, one, two), thrown(wheel, seat, two, one)) if fallen else (),
        winner=wheel.name(exchange.winner) if exchange.winner else "",
        asks=wheel.name(exchange.asks) if exchange.asks else "",
        stress=exchange.stress,
        marks=exchange.asks not in contest.marks,
        front=mine.id,
        held=bool(contest.pending),
        note=mark_note(wheel, contest, exchange),
        loser=wheel.name(exchange.actor),
        ways=other_ways(wheel, contest, one, two),
        outlook=None if fallen else odds_for(wheel, seat, mine),
        outlook_of=say("note.odds_of", name=wheel.name(mine.roller)),
    )


def other_ways(wheel: Wheel, contest: Contest, one: Roll, two: Roll) -> str:
    """What each side rolls, where it is not what the contest is about (WF-64)."""
    if one.attribute == two.attribute == contest.attribute:
        return ""
    way, against = called(wheel, one.attribute), called(wheel, two.attribute)
    if way == against:
        return say("note.both_by", way=way, usual=called(wheel, contest.attribute))
    names = {"one": wheel.name(one.roller), "other": wheel.name(two.roller)}
    return say("note.each_by", way=way, against=against, **names)


def _ours(wheel: Wheel, seat: Seat, roll: Roll) -> bool:
    """Whether this seat throws it: one's own character's, for the GM those they run."""
    hero = wheel.cast[roll.roller]
    return hero.owner == seat.id or (seat.gm and hero.kind != "pc")


def mark_note(wheel: Wheel, contest: Contest, exchange: Exchange) -> str:
    """A win over somebody other than one's mark deals no stress; said beforehand (WF-94)."""
    one, other = exchange.actor, exchange.target
    if exchange.thrown:
        one, other = (one, other) if exchange.winner == one else (other, one)
    mark = contest.marks.get(one, other)
    lost = exchange.thrown and (not exchange.winner or exchange.stress)
    if mark == other or lost or not (contest.harmful and contest.many):
        return ""
    names = {"name": one, "mark": mark, "target": other}
    return say("note.other_mark", **{key: wheel.name(who) for key, who in names.items()})


def everybody_once(wheel: Wheel, seat: Seat, contest: Contest) -> Clash:
    """One's own throw first; the others' below it (WF-73)."""
    rolls = [wheel.rolls[n] for n in contest.rolls.values() if n in wheel.rolls]
    rolls.sort(key=lambda roll: not is_mine(seat, wheel.cast[roll.roller]))
    return Clash(
        about="clash",
        once=True,
        drafts=tuple(draft(wheel, seat, r) for r in rolls if r.phase == "draft"),
        thrown=tuple(thrown(wheel, seat, r) for r in rolls if r.phase != "draft"),
        firsts=firsts(wheel, contest) if any(shown_to(wheel, seat, r) for r in rolls) else (),
    )


def firsts(wheel: Wheel, contest: Contest) -> tuple[Outcome, ...]:
    """Who comes first, the likeliest at the top; and a tie for it (WF-73)."""
    odds = race_odds(wheel, contest)
    ranked = sorted(odds.items(), key=lambda one: -one[1])
    tie = ((say("outcome.tie"), 1 - sum(odds.values())),) if odds else ()
    named = (*((wheel.name(who), c) for who, c in ranked), *tie)
    return tuple(Outcome(label, chance(of)) for label, of in named if of)
