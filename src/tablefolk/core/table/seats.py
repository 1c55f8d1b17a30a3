"""Sitting down, getting up, and passing the chair (TF-1 … TF-8), options and closing (TF-41)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from tablefolk.core import names
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Command, Event, Role, Seat, must, need
from tablefolk.core.language import said
from tablefolk.core.table.state import Member, Table
from tablefolk.core.words import slug

# -- Opening and joining (TF-1, TF-2, TF-4) --------------------------------------------------


class OpenTable(Act[Table], frozen=True):
    may = "house"
    name: str
    gm: str
    options: dict[str, str | int | bool] = field(default_factory=dict)

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(not table.opened, "TF-1", "opened", "The table is open already.")
        name, gm = good_name(self.name), good_name(self.gm)
        yield TableOpened(name, self.options)
        yield Seated(slug(gm), gm, "gm")


class TableOpened(Change[Table], frozen=True):
    name: str
    options: dict[str, str | int | bool]

    def onto(self, table: Table) -> Table:
        return replace(
            table, opened=True, name=self.name, options={**table.options, **self.options}
        )


class Join(Act[Table], frozen=True):
    may = "house"
    name: str
    onlooker: bool = False

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(seat.role == "house", "TF-2", "by_link", "People sit down through the invite link.")
        name = good_name(self.name)
        free_name(table, name)
        role: Role = "onlooker" if self.onlooker else "player"
        waiting = bool(table.options.get("admission"))
        yield Seated(slug(name, table.members), name, role, waiting)


class Seated(Change[Table], frozen=True):
    member: str
    name: str
    role: Role = "player"
    waiting: bool = False

    def onto(self, table: Table) -> Table:
        member = Member(self.member, self.name, self.role, self.waiting)
        return replace(table, members={**table.members, self.member: member})


class Admit(Act[Table], frozen=True):
    may = "gm"
    member: str
    yes: bool = True

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-4")
        member = known(table, self.member)
        must(member.waiting, "TF-4", "not_waiting", "Nobody of that name is waiting.")
        yield Admitted(self.member) if self.yes else TurnedAway(self.member)


class Admitted(Change[Table], frozen=True):
    member: str

    def onto(self, table: Table) -> Table:
        return table.with_member(self.member, waiting=False)


class TurnedAway(Change[Table], frozen=True):
    member: str

    def onto(self, table: Table) -> Table:
        members = {k: m for k, m in table.members.items() if k != self.member}
        return replace(table, members=members)


# -- Roles, names, unseating, lending (TF-5, TF-6) ------------------------------------------


class Rename(Act[Table], frozen=True):
    may = "owner or gm"
    member: str
    name: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        known(table, self.member)
        need(seat.gm or seat.id == self.member, "TF-6", "gm_only", "Only the GM renames others.")
        name = good_name(self.name)
        free_name(table, name, but=self.member)
        must(name != table.members[self.member].name, "TF-6", "same", "That is the name already.")
        yield Renamed(self.member, name)


class Renamed(Change[Table], frozen=True):
    member: str
    name: str

    def onto(self, table: Table) -> Table:
        return table.with_member(self.member, name=self.name)


class SetRole(Act[Table], frozen=True):
    """The GM turns a player into an onlooker, and back."""

    may = "gm"
    member: str
    role: Role

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-5")
        member = known(table, self.member)
        must(member.role != "gm", "TF-5", "chair", "The GM's chair is passed on, not taken away.")
        must(self.role in ("player", "onlooker"), "TF-5", "bad_role", "A member plays or looks on.")
        same = said("{name} is that already.", name=member.name)
        must(self.role != member.role, "TF-5", "same", same)
        yield RoleSet(self.member, self.role)


class RoleSet(Change[Table], frozen=True):
    member: str
    role: Role

    def onto(self, table: Table) -> Table:
        return table.with_member(self.member, role=self.role)


class Unseat(Act[Table], frozen=True):
    may = "gm"
    member: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-6")
        member = known(table, self.member)
        must(member.role != "gm", "TF-6", "chair", "Hand the chair on before you leave it.")
        must(not member.gone, "TF-6", "gone", said("{name} has left already.", name=member.name))
        yield Unseated(self.member)


class Unseated(Change[Table], frozen=True):
    member: str

    def onto(self, table: Table) -> Table:
        return table.with_member(self.member, gone=True)


class Reseat(Act[Table], frozen=True):
    may = "gm"
    member: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-6")
        must(known(table, self.member).gone, "TF-6", "seated", "That person has a seat.")
        yield Reseated(self.member)


class Reseated(Change[Table], frozen=True):
    member: str

    def onto(self, table: Table) -> Table:
        return table.with_member(self.member, gone=False)


class Lend(Act[Table], frozen=True):
    """Somebody's seat may be played by another, until it is given back (an empty `to`)."""

    may = "owner or gm"
    member: str
    to: str = ""

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        member = known(table, self.member)
        lent_to = table.lent.get(self.member, "")
        may = seat.gm or seat.id == self.member or (seat.id == lent_to and not self.to)
        need(may, "TF-6", "not_yours", "Only its owner or the GM lends it.")
        fits = member.role == "player" or not self.to
        must(fits, "TF-6", "players_only", "Only a player's seat can be lent.")
        must(self.to not in (self.member, lent_to), "TF-6", "same", "Nothing would change.")
        if self.to:
            other = seated_here(table, self.to)
            must(other.role == "player", "TF-6", "players_only", "Lend it to a player.")
        yield Lent(self.member, self.to)


class Lent(Change[Table], frozen=True):
    member: str
    to: str = ""

    def onto(self, table: Table) -> Table:
        others = {whose: to for whose, to in table.lent.items() if whose != self.member}
        return replace(table, lent=others | ({self.member: self.to} if self.to else {}))


# -- The GM's chair (TF-7) ------------------------------------------------------------------


class OfferChair(Act[Table], frozen=True):
    may = "gm"
    to: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-7")
        member = known(table, self.to)
        must(member in table.players, "TF-7", "players_only", "The chair goes to a player.")
        must(table.chair_offered != self.to, "TF-7", "same", "It is offered to them already.")
        yield ChairOffered(self.to)


class ChairOffered(Change[Table], frozen=True):
    to: str

    def onto(self, table: Table) -> Table:
        return replace(table, chair_offered=self.to)


class AnswerChair(Act[Table], frozen=True):
    may = "asked"
    yes: bool

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(
            table.chair_offered == seat.id, "TF-7", "no_offer", "Nobody has offered you the chair."
        )
        yield ChairPassed(table.gm, seat.id) if self.yes else ChairDeclined(seat.id)


class ChairDeclined(Change[Table], frozen=True):
    by: str

    def onto(self, table: Table) -> Table:
        return replace(table, chair_offered="")


class ChairPassed(Change[Table], frozen=True):
    was: str
    to: str

    def onto(self, table: Table) -> Table:
        """The desk's notes and secrets belong to the chair, and so go with it."""
        table = table.with_member(self.was, role="player").with_member(self.to, role="gm")
        return replace(table, chair_offered="", chair_votes={}, gm_away_days=0)


class NoteAway(Act[Table], frozen=True):
    """The house says for how many days the GM has not been here."""

    may = "house"
    days: int

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(seat.role == "house", "TF-7", "house_only", "The house keeps count of that.")
        must(self.days >= 0 and self.days != table.gm_away_days, "TF-7", "same", "That is known.")
        yield AwayNoted(self.days)


class AwayNoted(Change[Table], frozen=True):
    days: int

    def onto(self, table: Table) -> Table:
        votes = table.chair_votes if self.days >= AWAY_DAYS else {}
        return replace(table, gm_away_days=self.days, chair_votes=votes)


class VoteChair(Act[Table], frozen=True):
    """A player agrees to whom the chair should go while the GM is long away."""

    may = "player"
    to: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(seat.role == "player", "TF-7", "players_only", "The players agree on this.")
        need(
            table.gm_away_days >= AWAY_DAYS,
            "TF-7",
            "gm_here",
            said("The chair is handed on without its GM only after {n} days away.", n=AWAY_DAYS),
        )
        must(known(table, self.to) in table.players, "TF-7", "players_only", "It goes to a player.")
        must(table.chair_votes.get(seat.id) != self.to, "TF-7", "same", "You have said so already.")
        yield ChairVoted(seat.id, self.to)
        votes = {**table.chair_votes, seat.id: self.to}
        if all(votes.get(m.id) == self.to for m in table.players):
            yield ChairPassed(table.gm, self.to)


class ChairVoted(Change[Table], frozen=True):
    by: str
    to: str

    def onto(self, table: Table) -> Table:
        return replace(table, chair_votes={**table.chair_votes, self.by: self.to})


AWAY_DAYS = 7


# -- Options, closing (TF-41) ----------------------------------------------------------------


class SetOption(Command, frozen=True):
    may = "gm"
    key: str
    value: str | int | bool


class OptionSet(Change[Table], frozen=True):
    key: str
    value: str | int | bool
    was: str | int | bool = ""

    def onto(self, table: Table) -> Table:
        return replace(table, options={**table.options, self.key: self.value})


class CloseTable(Act[Table], frozen=True):
    may = "gm"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-41")
        yield TableClosed()


class TableClosed(Change[Table], frozen=True):
    pass

    def onto(self, table: Table) -> Table:
        return replace(table, closed=True)


class ReopenTable(Act[Table], frozen=True):
    may = "gm"

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-41")
        must(table.closed, "TF-41", "open", "The table is open.")
        yield TableReopened()


class TableReopened(Change[Table], frozen=True):
    pass

    def onto(self, table: Table) -> Table:
        return replace(table, closed=False)


# -- Conditions that several rules share -----------------------------------------------------


def gm_only(seat: Seat, rule: str) -> None:
    must(seat.gm, rule, "gm_only", "Only the GM does this.")


def known(table: Table, member: str) -> Member:
    return must(table.members.get(member), "TF-2", "unknown", "Nobody of that name sits here.")


def seated_here(table: Table, member: str) -> Member:
    """A member who has a seat now, neither waiting for one nor gone."""
    found = known(table, member)
    here = found if found in table.present else None
    why = said("{name} has no seat here now.", name=found.name)
    return must(here, "TF-4", "not_seated", why)


def good_name(name: str) -> str:
    """A name as it is kept: trimmed, 1 to 40 characters, all of them to be seen (TF-2)."""
    name = " ".join(name.split())
    must(1 <= len(name) <= 40, "TF-2", "bad_name", "A name has 1 to 40 characters.")
    plain = not names.hidden(name)
    must(plain, "TF-2", "bad_name", "A name has no invisible or control characters.")
    must(names.seen(name), "TF-2", "bad_name", "A name has at least one letter, number or sign.")
    must(not names.piled(name), "TF-2", "bad_name", "There are too many accents on that name.")
    return name


def free_name(table: Table, name: str, but: str = "") -> None:
    """Unlike all others at the table, also of those who have left (TF-2)."""
    back = " If that is you: your seat link brings you back, and the GM can give you a new one."
    for other in table.members.values():
        free = other.id == but or not names.look_alike(name, other.name)
        must(free, "TF-2", "name_taken", f"{_taken(name, other.name)}{'' if but else said(back)}")


def _taken(name: str, other: str) -> str:
    if name.casefold() == other.casefold():
        return said("Somebody here is called {other} already.", other=other)
    alike = "{name} could be taken for {other}, who is here already: choose another name."
    return said(alike, name=name, other=other)
