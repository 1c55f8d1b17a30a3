"""What a seat is told, with what the page alone shows of it: a throw's card, and who is out."""

from __future__ import annotations

from msgspec.structs import replace

from tablefolk.core.game import Block, Change, Event, Line, Seat
from tablefolk.core.teller import Teller
from tablefolk.core.words import listing, sentence
from tablefolk.games.wheel_of_fate.page.told import told_as
from tablefolk.games.wheel_of_fate.page.view.rolls import race, thrown
from tablefolk.games.wheel_of_fate.rules.building import attribute_name, left
from tablefolk.games.wheel_of_fate.rules.rolls import RollChanged, Thrown
from tablefolk.games.wheel_of_fate.rules.rounds import ContestRanked
from tablefolk.games.wheel_of_fate.rules.state import Wheel
from tablefolk.games.wheel_of_fate.rules.stress import StressTaken
from tablefolk.games.wheel_of_fate.rules.wording import pool_name, roller, say

teller = Teller[Wheel](
    say,
    {
        "who": Wheel.name,
        "pool": pool_name,
        "attribute": attribute_name,
        "roll": roller,
        "task": lambda wheel, n: wheel.tasks[n].title if n in wheel.tasks else "?",
    },
    told_as.moments,
)


def tell(wheel: Wheel, event: Event, seat: Seat) -> Line | None:
    """One event for one seat; None where it is not for them, or the table tells it."""
    line = teller.tell(wheel, event, seat) if isinstance(event, Change) else None
    if line is None:
        return None
    text = sentence(line.text)  # where it ends in people's own words, they may have no full stop
    return replace(line, text=text, card=card(wheel, event, seat), loud=fallen(wheel, event))


def card(wheel: Wheel, event: Event, seat: Seat) -> Block | None:
    """A throw shown in full, as it fell then; all of them where everybody threw once (WF-73)."""
    if isinstance(event, ContestRanked):
        return race(wheel, seat, event)
    if not isinstance(event, Thrown | RollChanged) or event.roll not in wheel.rolls:
        return None
    roll = replace(wheel.rolls[event.roll], result=event.result)
    # Without a key: the same roll may lie on the table too, and that one has the offers.
    return replace(thrown(wheel, seat, roll), about="") if roll.roller in wheel.cast else None


def is_out(wheel: Wheel, event: StressTaken) -> bool:
    """Whether somebody can do nothing at all after that; a special pool may be left to them
    (WF-76, WF-103)."""
    hero = wheel.cast.get(event.who)
    return hero is not None and not left(wheel, replace(hero, stress=event.now))


def fallen(wheel: Wheel, event: Event) -> str:
    """Who is out, or out in something: nobody at the table may miss that (WF-78)."""
    if not isinstance(event, StressTaken) or not event.conditions:
        return ""
    if is_out(wheel, event):
        return say("StressTaken.is_out", who=wheel.name(event.who))
    names = listing(say(f"labels.condition.{c}").lower() for c in event.conditions)
    return say("StressTaken.has_become", who=wheel.name(event.who), names=names)
