"""Who sits at the table, as a game needs to know it: it listens to what the table tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.game import Event, Options, Seat
from tablefolk.core.table.seats import (
    Admitted,
    ChairPassed,
    Renamed,
    Reseated,
    RoleSet,
    Seated,
    TurnedAway,
    Unseated,
)


class Company(Struct, frozen=True, omit_defaults=True):
    """The people at a table: their names, the GM, and the players in the order of their seats."""

    people: dict[str, str] = field(default_factory=dict)  # members' names, whoever they are
    gm: str = ""
    seats: tuple[str, ...] = ()  # players' member ids
    onlookers: tuple[str, ...] = ()  # admitted or reseated, they get no place


def sees_odds(options: Options, seat: Seat, own: bool) -> bool:
    """Whether the table shows a seat the odds of a roll, its own or another's (TF-23)."""
    shown = options.get("odds_shown", "everyone")
    return shown == "everyone" or (seat.gm and shown != "nobody") or (own and shown == "roller")


def heard(company: Company, event: Event) -> Company:
    """The company after something the table told."""
    return LISTENING[type(event)](company, event)


def seated(company: Company, e: Seated) -> Company:
    company = replace(company, people={**company.people, e.member: e.name})
    if e.role == "gm":
        return replace(company, gm=e.member)
    if e.role == "onlooker":
        return replace(company, onlookers=(*company.onlookers, e.member))
    return company if e.waiting else sit(company, e.member)


def takes_a_seat(company: Company, e: Admitted | Reseated) -> Company:
    return company if e.member in company.onlookers else sit(company, e.member)


def turned_away(company: Company, e: TurnedAway) -> Company:
    people = {member: name for member, name in company.people.items() if member != e.member}
    return replace(company, people=people, onlookers=without(company.onlookers, e.member))


def unseated(company: Company, e: Unseated) -> Company:
    return replace(company, seats=without(company.seats, e.member))


def role_set(company: Company, e: RoleSet) -> Company:
    others = without(company.onlookers, e.member)
    if e.role == "onlooker":
        seats = without(company.seats, e.member)
        return replace(company, seats=seats, onlookers=(*others, e.member))
    return sit(replace(company, onlookers=others), e.member)


def renamed(company: Company, e: Renamed) -> Company:
    return replace(company, people={**company.people, e.member: e.name})


def chair_passed(company: Company, e: ChairPassed) -> Company:
    """The old GM sits where the new one sat: the circle stays as it is."""
    seats = tuple(e.was if member == e.to else member for member in company.seats)
    return replace(company, gm=e.to, seats=seats)


def sit(company: Company, member: str) -> Company:
    """The last seat, before the GM's."""
    return replace(company, seats=(*without(company.seats, member), member))


def without(members: tuple[str, ...], member: str) -> tuple[str, ...]:
    return tuple(m for m in members if m != member)


LISTENING: dict[type[Event], Callable[[Company, Any], Company]] = {
    Seated: seated,
    Admitted: takes_a_seat,
    Reseated: takes_a_seat,
    TurnedAway: turned_away,
    Unseated: unseated,
    RoleSet: role_set,
    Renamed: renamed,
    ChairPassed: chair_passed,
}
