"""Sitting down, getting up, and passing the chair (TF-1 … TF-8), options and closing (TF-41)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from tablefolk.core import names
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Role, Seat, must, need
from tablefolk.core.table.state import Effect, Member, Rule, Table
from tablefolk.core.words import slug

# -- Opening and joining (TF-1, TF-2, TF-4) --------------------------------------------------


class OpenTable(Command, frozen=True):
    may = "house"
    name: str
    gm: str
    options: dict[str, str | int | bool] = field(default_factory=dict)


class TableOpened(Event, frozen=True):
    name: str
    options: dict[str, str | int | bool]


class Join(Command, frozen=True):
    may = "house"
    name: str
    onlooker: bool = False


class Seated(Event, frozen=True):
    member: str
    name: str
    role: Role = "player"
    waiting: bool = False


class Admit(Command, frozen=True):
    may = "gm"
    member: str
    yes: bool = True


class Admitted(Event, frozen=True):
    member: str


class TurnedAway(Event, frozen=True):
    member: str


def open_table(table: Table, seat: Seat, c: OpenTable, dice: Dice) -> Iterator[Event]:
    must(not table.opened, "TF-1", "opened", "The table is open already.")
    name, gm = good_name(c.name), good_name(c.gm)
    yield TableOpened(name, c.options)
    yield Seated(slug(gm), gm, "gm")


def table_opened(table: Table, e: TableOpened) -> Table:
    return replace(table, opened=True, name=e.name, options={**table.options, **e.options})


def join(table: Table, seat: Seat, c: Join, dice: Dice) -> Iterator[Event]:
    must(seat.role == "house", "TF-2", "by_link", "People sit down through the invite link.")
    name = good_name(c.name)
    free_name(table, name)
    role: Role = "onlooker" if c.onlooker else "player"
    waiting = bool(table.options.get("admission"))
    yield Seated(slug(name, table.members), name, role, waiting)


def seated(table: Table, e: Seated) -> Table:
    member = Member(e.member, e.name, e.role, e.waiting)
    return replace(table, members={**table.members, e.member: member})


def admit(table: Table, seat: Seat, c: Admit, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-4")
    member = known(table, c.member)
    must(member.waiting, "TF-4", "not_waiting", "Nobody of that name is waiting.")
    yield Admitted(c.member) if c.yes else TurnedAway(c.member)


def admitted(table: Table, e: Admitted) -> Table:
    return table.with_member(e.member, waiting=False)


def turned_away(table: Table, e: TurnedAway) -> Table:
    members = {k: m for k, m in table.members.items() if k != e.member}
    return replace(table, members=members)


# -- Roles, names, unseating, lending (TF-5, TF-6) ------------------------------------------


class Rename(Command, frozen=True):
    may = "owner or gm"
    member: str
    name: str


class Renamed(Event, frozen=True):
    member: str
    name: str


class SetRole(Command, frozen=True):
    """The GM turns a player into an onlooker, and back."""

    may = "gm"
    member: str
    role: Role


class RoleSet(Event, frozen=True):
    member: str
    role: Role


class Unseat(Command, frozen=True):
    may = "gm"
    member: str


class Unseated(Event, frozen=True):
    member: str


class Reseat(Command, frozen=True):
    may = "gm"
    member: str


class Reseated(Event, frozen=True):
    member: str


class Lend(Command, frozen=True):
    """Somebody's seat may be played by another, until it is given back (an empty `to`)."""

    may = "owner or gm"
    member: str
    to: str = ""


class Lent(Event, frozen=True):
    member: str
    to: str = ""


def rename(table: Table, seat: Seat, c: Rename, dice: Dice) -> Iterator[Event]:
    known(table, c.member)
    need(seat.gm or seat.id == c.member, "TF-6", "gm_only", "Only the GM renames others.")
    name = good_name(c.name)
    free_name(table, name, but=c.member)
    must(name != table.members[c.member].name, "TF-6", "same", "That is the name already.")
    yield Renamed(c.member, name)


def renamed(table: Table, e: Renamed) -> Table:
    return table.with_member(e.member, name=e.name)


def set_role(table: Table, seat: Seat, c: SetRole, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-5")
    member = known(table, c.member)
    must(member.role != "gm", "TF-5", "chair", "The GM's chair is passed on, not taken away.")
    must(c.role in ("player", "onlooker"), "TF-5", "bad_role", "A member plays or looks on.")
    must(c.role != member.role, "TF-5", "same", f"{member.name} is that already.")
    yield RoleSet(c.member, c.role)


def role_set(table: Table, e: RoleSet) -> Table:
    return table.with_member(e.member, role=e.role)


def unseat(table: Table, seat: Seat, c: Unseat, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-6")
    member = known(table, c.member)
    must(member.role != "gm", "TF-6", "chair", "Hand the chair on before you leave it.")
    must(not member.gone, "TF-6", "gone", f"{member.name} has left already.")
    yield Unseated(c.member)


def unseated(table: Table, e: Unseated) -> Table:
    return table.with_member(e.member, gone=True)


def reseat(table: Table, seat: Seat, c: Reseat, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-6")
    must(known(table, c.member).gone, "TF-6", "seated", "That person has a seat.")
    yield Reseated(c.member)


def reseated(table: Table, e: Reseated) -> Table:
    return table.with_member(e.member, gone=False)


def lend(table: Table, seat: Seat, c: Lend, dice: Dice) -> Iterator[Event]:
    member = known(table, c.member)
    lent_to = table.lent.get(c.member, "")
    may = seat.gm or seat.id == c.member or (seat.id == lent_to and not c.to)
    need(may, "TF-6", "not_yours", "Only its owner or the GM lends it.")
    must(member.role == "player", "TF-6", "players_only", "Only a player's seat can be lent.")
    must(c.to not in (c.member, lent_to), "TF-6", "same", "Nothing would change.")
    if c.to:
        other = seated_here(table, c.to)
        must(other.role == "player", "TF-6", "players_only", "Lend it to a player.")
    yield Lent(c.member, c.to)


def lent(table: Table, e: Lent) -> Table:
    others = {whose: to for whose, to in table.lent.items() if whose != e.member}
    return replace(table, lent=others | ({e.member: e.to} if e.to else {}))


# -- The GM's chair (TF-7) ------------------------------------------------------------------


class OfferChair(Command, frozen=True):
    may = "gm"
    to: str


class ChairOffered(Event, frozen=True):
    to: str


class AnswerChair(Command, frozen=True):
    may = "asked"
    yes: bool


class ChairDeclined(Event, frozen=True):
    by: str


class ChairPassed(Event, frozen=True):
    was: str
    to: str


class NoteAway(Command, frozen=True):
    """The house says for how many days the GM has not been here."""

    may = "house"
    days: int


class AwayNoted(Event, frozen=True):
    days: int


class VoteChair(Command, frozen=True):
    """A player agrees to whom the chair should go while the GM is long away."""

    may = "player"
    to: str


class ChairVoted(Event, frozen=True):
    by: str
    to: str


AWAY_DAYS = 7


def offer_chair(table: Table, seat: Seat, c: OfferChair, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-7")
    member = known(table, c.to)
    must(member in table.players, "TF-7", "players_only", "The chair goes to a player.")
    must(table.chair_offered != c.to, "TF-7", "same", "It is offered to them already.")
    yield ChairOffered(c.to)


def chair_offered(table: Table, e: ChairOffered) -> Table:
    return replace(table, chair_offered=e.to)


def answer_chair(table: Table, seat: Seat, c: AnswerChair, dice: Dice) -> Iterator[Event]:
    must(table.chair_offered == seat.id, "TF-7", "no_offer", "Nobody has offered you the chair.")
    yield ChairPassed(table.gm, seat.id) if c.yes else ChairDeclined(seat.id)


def chair_declined(table: Table, e: ChairDeclined) -> Table:
    return replace(table, chair_offered="")


def chair_passed(table: Table, e: ChairPassed) -> Table:
    """The desk's notes and secrets belong to the chair, and so go with it."""
    table = table.with_member(e.was, role="player").with_member(e.to, role="gm")
    return replace(table, chair_offered="", chair_votes={}, gm_away_days=0)


def note_away(table: Table, seat: Seat, c: NoteAway, dice: Dice) -> Iterator[Event]:
    must(seat.role == "house", "TF-7", "house_only", "The house keeps count of that.")
    must(c.days >= 0 and c.days != table.gm_away_days, "TF-7", "same", "That is known.")
    yield AwayNoted(c.days)


def away_noted(table: Table, e: AwayNoted) -> Table:
    votes = table.chair_votes if e.days >= AWAY_DAYS else {}
    return replace(table, gm_away_days=e.days, chair_votes=votes)


def vote_chair(table: Table, seat: Seat, c: VoteChair, dice: Dice) -> Iterator[Event]:
    must(seat.role == "player", "TF-7", "players_only", "The players agree on this.")
    need(
        table.gm_away_days >= AWAY_DAYS,
        "TF-7",
        "gm_here",
        f"The chair is handed on without its GM only after {AWAY_DAYS} days away.",
    )
    must(known(table, c.to) in table.players, "TF-7", "players_only", "It goes to a player.")
    must(table.chair_votes.get(seat.id) != c.to, "TF-7", "same", "You have said so already.")
    yield ChairVoted(seat.id, c.to)
    votes = {**table.chair_votes, seat.id: c.to}
    if all(votes.get(m.id) == c.to for m in table.players):
        yield ChairPassed(table.gm, c.to)


def chair_voted(table: Table, e: ChairVoted) -> Table:
    return replace(table, chair_votes={**table.chair_votes, e.by: e.to})


# -- Options, closing (TF-41) ----------------------------------------------------------------


class SetOption(Command, frozen=True):
    may = "gm"
    key: str
    value: str | int | bool


class OptionSet(Event, frozen=True):
    key: str
    value: str | int | bool
    was: str | int | bool = ""


class CloseTable(Command, frozen=True):
    may = "gm"


class TableClosed(Event, frozen=True):
    pass


class ReopenTable(Command, frozen=True):
    may = "gm"


class TableReopened(Event, frozen=True):
    pass


def option_set(table: Table, e: OptionSet) -> Table:
    return replace(table, options={**table.options, e.key: e.value})


def close_table(table: Table, seat: Seat, c: CloseTable, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-41")
    yield TableClosed()


def table_closed(table: Table, e: TableClosed) -> Table:
    return replace(table, closed=True)


def reopen_table(table: Table, seat: Seat, c: ReopenTable, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-41")
    must(table.closed, "TF-41", "open", "The table is open.")
    yield TableReopened()


def table_reopened(table: Table, e: TableReopened) -> Table:
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
    return must(here, "TF-4", "not_seated", f"{found.name} has no seat here now.")


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
        must(free, "TF-2", "name_taken", f"{_taken(name, other.name)}{'' if but else back}")


def _taken(name: str, other: str) -> str:
    if name.casefold() == other.casefold():
        return f"Somebody here is called {other} already."
    return f"{name} could be taken for {other}, who is here already: choose another name."


DECIDE: dict[type[Command], Rule] = {
    OpenTable: open_table,
    Join: join,
    Admit: admit,
    Rename: rename,
    SetRole: set_role,
    Unseat: unseat,
    Reseat: reseat,
    Lend: lend,
    OfferChair: offer_chair,
    AnswerChair: answer_chair,
    NoteAway: note_away,
    VoteChair: vote_chair,
    CloseTable: close_table,
    ReopenTable: reopen_table,
}
EVOLVE: dict[type[Event], Effect] = {
    TableOpened: table_opened,
    Seated: seated,
    Admitted: admitted,
    TurnedAway: turned_away,
    Renamed: renamed,
    RoleSet: role_set,
    Unseated: unseated,
    Reseated: reseated,
    Lent: lent,
    ChairOffered: chair_offered,
    ChairDeclined: chair_declined,
    ChairPassed: chair_passed,
    AwayNoted: away_noted,
    ChairVoted: chair_voted,
    OptionSet: option_set,
    TableClosed: table_closed,
    TableReopened: table_reopened,
}
