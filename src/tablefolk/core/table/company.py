"""Who sits at the table, as a game needs to know it: it listens to what the table tells."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
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

S = TypeVar("S", bound=Struct)


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
    match event:
        case Seated():
            return seated(company, event)
        case Admitted(member=who) | Reseated(member=who):
            return company if who in company.onlookers else sit(company, who)
        case TurnedAway(member=who):
            people = {member: name for member, name in company.people.items() if member != who}
            return replace(company, people=people, onlookers=without(company.onlookers, who))
        case Unseated(member=who):
            return replace(company, seats=without(company.seats, who))
        case RoleSet():
            return role_set(company, event)
        case Renamed(member=who, name=name):
            return replace(company, people={**company.people, who: name})
        case ChairPassed(was=was, to=to):  # the circle stays as it is
            seats = tuple(was if member == to else member for member in company.seats)
            return replace(company, gm=to, seats=seats)
    return company


def seated(company: Company, e: Seated) -> Company:
    company = replace(company, people={**company.people, e.member: e.name})
    if e.role == "gm":
        return replace(company, gm=e.member)
    if e.role == "onlooker":
        return replace(company, onlookers=(*company.onlookers, e.member))
    return company if e.waiting else sit(company, e.member)


def role_set(company: Company, e: RoleSet) -> Company:
    others = without(company.onlookers, e.member)
    if e.role == "onlooker":
        seats = without(company.seats, e.member)
        return replace(company, seats=seats, onlookers=(*others, e.member))
    return sit(replace(company, onlookers=others), e.member)


def sit(company: Company, member: str) -> Company:
    """The last seat, before the GM's."""
    return replace(company, seats=(*without(company.seats, member), member))


def without(members: tuple[str, ...], member: str) -> tuple[str, ...]:
    return tuple(m for m in members if m != member)


LISTENING: tuple[type[Event], ...] = (
    Seated, Admitted, Reseated, TurnedAway, Unseated, RoleSet, Renamed, ChairPassed,
)  # fmt: skip


def listening(overheard: Overheard[S]) -> Overheard[S]:
    """Keeps what the table tells of its people in the `company` of a game that has one."""

    @overheard.effect(*LISTENING)
    def company_heard(state: S, event: Event) -> S:
        return replace(state, company=heard(state.company, event))  # type: ignore[attr-defined]

    return overheard
