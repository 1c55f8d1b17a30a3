"""Who may do what: moments of a game, and the very same command tried from every seat."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple, get_args

import msgspec

from tablefolk.core import play
from tablefolk.core.dice import probe
from tablefolk.core.game import WHOSE, Command, May, Offer, Refusal, Seat
from tablefolk.core.table import takeback, telling
from tablefolk.core.table.at import COMMANDS, STOPPING, GameAtTable
from tablefolk.core.table.judging import Allow, Answer, AskRuling
from tablefolk.core.table.seats import Lend, Lent, Seated, Unseated
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakeBack, TakenBack
from tablefolk.hosting.live import Borrowed, Live
from tablefolk.testing.anything import filled, texts
from tablefolk.testing.driver import evenings, some
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject
from tablefolk.web.stage import faces_of, led_to

LOOKS = 30  # moments: menus are dear, and one is much like the next
OFTEN = 12  # tries of a kind of command are enough
GUESSES = 25  # at who and what a command may be about
# A refusal that says who may: of the GM's commands, and of what is somebody's own.
GMS = {"gm_only", "not_gm", "director_only", "not_yours_to_set"}
THEIRS = {
    *(WHOSE - GMS),
    *("house_only", "by_link", "no_offer"),
    "answered",  # a request that was denied is still its asker's to put away (TF-16)
}
WHO = GMS | THEIRS
# More than one may: whoever has borrowed a seat gives it back (TF-6); any player answers for the
# GM who asks to take something back (TF-25).
SHARED = {Lend, Answer}
# Decided from the log, or holding a command of its own: tried by tests of the table itself.
APART = {TakeBack, Allow, AskRuling}


class Moment(NamedTuple):
    """A table as it stands; perhaps with a command that somebody then really gave."""

    at: GameAtTable
    table: Table
    given: Command | None = None

    def answers(self, command: Command) -> dict[str, Refusal | None]:
        """What everybody who plays is told who tries this, no ruling being in force (TF-17)."""
        table = msgspec.structs.replace(self.table, rulings=())
        seats = [table.seat(m.id) for m in table.present if m.role != "onlooker"]
        return {seat.id: play.refusal(self.at, table, seat, command) for seat in seats}

    def menus(self) -> Iterator[tuple[Seat, Offer]]:
        for member in self.table.present:
            seat = self.table.seat(member.id)
            for offer in play.menu(self.at, self.table, seat):
                yield seat, offer


# -- Moments -----------------------------------------------------------------------------------


@cache
def moments(subject: Subject) -> list[Moment]:
    """Every act of the laws' evenings; they begin with what the game's own tests know."""
    return [moment for evening in evenings(subject).all for moment in retold(evening)]


def retold(evening: Evening) -> Iterator[Moment]:
    """An evening's acts, each with the table before it."""
    at, table = evening.at, evening.start
    for n, entry in enumerate(evening.entries):
        yield Moment(at, table, entry.command)
        if any(isinstance(event, TakenBack) for event in entry.events):
            table = takeback.fold(at, evening.start, evening.entries[: n + 1])
        else:
            table = play.evolve(at, table, entry.events)
    yield Moment(at, table)


def looked_at(subject: Subject) -> Iterator[Moment]:
    """Moments worth the price of everybody's menu."""
    return (Moment(now.at, now.table) for now in evenings(subject).looks(LOOKS))


# -- Tries -------------------------------------------------------------------------------------

Try = tuple[Moment, Command]


def playable(moment: Moment) -> bool:
    """Whether anything is asked at all but whether the table is open and goes on."""
    return moment.table.opened and not moment.table.closed and moment.table.paused is None


@cache
def offers(subject: Subject) -> list[tuple[Moment, Seat, Offer]]:
    """Everybody's menus, at every moment worth it."""
    every = (m for m in looked_at(subject) if playable(m))
    return [(m, seat, offer) for m in every for seat, offer in m.menus()]


@cache
def tries(subject: Subject) -> dict[type[Command], list[Try]]:
    """Of every kind a few commands that somebody gave or could give, and a few of anything."""
    given = [(m, m.given) for m in moments(subject) if m.given is not None and playable(m)]
    offered = [(m, play.sample(offer)) for m, _, offer in offers(subject) if offer.open]
    found: dict[type[Command], list[Try]] = {}
    for moment, command in (*given, *offered):
        alike = found.setdefault(type(command), [])
        if len(alike) < OFTEN:
            alike.append((moment, command))
    for moment, command in anything(subject):
        found.setdefault(type(command), []).append((moment, command))
    return {kind: some for kind, some in found.items() if kind not in APART}


def anything(subject: Subject) -> Iterator[Try]:
    """Commands of every kind with anything in them, where an evening has come to."""
    dice = random.Random(9)
    for moment in ends(subject):
        words = texts(msgspec.to_builtins(moment.table))
        made = (filled(kind, dice, words) for kind in moment.at.commands)
        yield from ((moment, command) for command in made if command)


def ends(subject: Subject) -> list[Moment]:
    every = (Moment(evening.at, evening.table) for evening in some(subject))
    return [moment for moment in every if playable(moment)]


def by_name(subject: Subject, kind: type[Command]) -> Iterator[Try]:
    """Commands of one kind about what there is: everything that has an id may stand anywhere."""
    dice = random.Random(9)
    for moment in ends(subject):
        ids = sorted(_keys(msgspec.to_builtins(moment.table)))
        guesses = (filled(kind, dice, ids) for _ in range(GUESSES))
        yield from ((moment, command) for command in guesses if command)


def _keys(value: object) -> set[str]:
    """Under what everything is kept that has a name."""
    if isinstance(value, dict):
        named = {str(key) for key, one in value.items() if isinstance(one, dict) and "name" in one}
        return named.union(*map(_keys, value.values()))
    return set().union(*map(_keys, value)) if isinstance(value, list | tuple) else set()


# -- The law -----------------------------------------------------------------------------------

Answers = Mapping[str, Refusal | None]


def breach(answers: Answers, command: Command, gm: str, gm_codes: frozenset[str]) -> list[str]:
    """Those whose answer goes against what the command says of who may give it."""
    players = {who: no for who, no in answers.items() if who != gm}
    match command.may:
        case "gm":
            return _but(GMS | gm_codes, players)
        case "house":
            return _but(WHO, answers)
        case "nobody":
            return [who for who, no in answers.items() if no is None]
        case "player":
            return _but(WHO, {gm: answers[gm]})
        case "owner" | "asked":
            return _several(answers)
        case "owner or gm":
            return _several(answers, players)
        case "anyone" if getattr(command, "owner", ""):
            return _but(WHO, players)  # for somebody else, only the GM does it
    return []


def _but(codes: set[str], answers: Answers) -> list[str]:
    """Whoever is told anything else than this."""
    return [who for who, no in answers.items() if no is None or no.code not in codes]


def _several(answers: Answers, among: Answers | None = None) -> list[str]:
    """Those whose it seems to be, where they are several; that there is no such thing, all hear."""
    said = {(no.rule, no.code) if no else None for no in answers.values()}
    found = _but(WHO, answers if among is None else among)
    return found if len(found) > 1 and (len(said) > 1 or None in said) else []


def wrong(moment: Moment, command: Command, gm_codes: frozenset[str]) -> str:
    """What breaks the law at this try, if anything does."""
    answers = moment.answers(command)
    odd = breach(answers, command, moment.table.gm, gm_codes)
    return f"{command}: {', '.join(f'{who}: {answers[who]}' for who in odd)}" if odd else ""


def shown(moment: Moment, command: Command) -> bool:
    """Whether this try shows whose it is: some are told that it is not theirs, and some are not."""
    theirs = [no is not None and no.code in WHO for no in moment.answers(command).values()]
    return any(theirs) and not all(theirs)


def breaches(subject: Subject, kinds: Iterable[type[Command]]) -> Iterator[str]:
    """Everything wrong with who may give such commands."""
    for kind in kinds:
        if kind not in SHARED:
            every = tries(subject).get(kind, ())
            yield from filter(None, (wrong(*one, subject.gm_codes) for one in every))


def unshown(subject: Subject, kinds: Iterable[type[Command]]) -> Iterator[str]:
    """Commands of somebody's own of which no try shows that they are."""
    for kind in kinds:
        if kind.may in ("owner", "owner or gm", "asked", "player", "involved"):
            every = chain(tries(subject).get(kind, ()), by_name(subject, kind))
            if not any(shown(*one) for one in every):
                yield kind.__name__


# -- Those who may nothing ---------------------------------------------------------------------


def outside(moment: Moment) -> tuple[Table, dict[str, Seat]]:
    """The table with more people about it, and those of them who may do nothing."""
    table = moment.table
    for event in (
        Seated("olive", "Olive", "onlooker"),
        *(Seated("xavier", "Xavier"), Unseated("xavier")),
        Seated("wanda", "Wanda", waiting=True),
    ):
        table = moment.at.evolve(table, event)
    player = next(m.id for m in table.present if m.role == "player" and m.id not in table.lent)
    return table, {
        "an onlooker": table.seat("olive"),
        "who has left": table.seat("xavier"),
        "who waits for admission": table.seat("wanda"),
        "a stranger": Seat("nobody"),
        "a player in the GM's name": Seat(player, "gm"),
        "an onlooker in a player's seat": Seat(player, by="olive"),
        "who has left, in a player's seat": Seat(player, by="xavier"),
        "a stranger in a player's seat": Seat(player, by="nobody"),
    }


GATE = {"onlooker", "not_seated", "unknown", "moved", "not_yours"}


def let_in(subject: Subject) -> Iterator[str]:
    """Whoever has no say, and still had one."""
    moment = next(m for m in reversed(moments(subject)) if playable(m))
    table, people = outside(moment)
    for kind, alike in tries(subject).items():
        for who, seat in people.items():
            if who == "an onlooker" and kind in STOPPING:
                continue  # on every screen (TF-33)
            no = play.refusal(moment.at, table, seat, alike[-1][1])
            if no is None or no.code not in GATE:
                yield f"{who}: {alike[-1][1]}: {no}"


# -- Menus -------------------------------------------------------------------------------------

NOT_FOR = {"player": ("gm", "house", "nobody"), "gm": ("player", "house", "nobody")}


def misplaced(subject: Subject) -> Iterator[str]:
    """What stands on the menu of somebody whose it is not."""
    for _, seat, offer in offers(subject):
        if seat.role == "onlooker" and offer.command in STOPPING:
            continue  # on every screen (TF-33)
        theirs = offer.command.may in NOT_FOR.get(seat.role, get_args(May))
        no = offer.refusal.code if offer.refusal and offer.command is not Answer else ""
        if theirs or no in WHO - {"players_only"}:
            yield f"{seat.id} ({seat.role}): {offer.do} {dict(offer.fixed)}: {offer.refusal}"


# -- Pages -------------------------------------------------------------------------------------


def desks(subject: Subject) -> Iterator[str]:
    """Blocks of the GM's desk on somebody else's page."""
    for moment in (m for m in moments(subject) if m.given is None and m.table.opened):
        for member in moment.table.present:
            page = moment.at.view(moment.table, moment.table.seat(member.id))
            if member.id != moment.table.gm:
                yield from (str(block) for block in page.blocks if block.region == "desk")


# -- At a seat that was lent (TF-6) --------------------------------------------------------------


def lent(subject: Subject) -> Iterator[tuple[Moment, Seat]]:
    """Moments at which a player's seat is lent to another; each owner's in turn."""
    for number, moment in enumerate(m for m in moments(subject) if m.given is None):
        players = [member.id for member in moment.table.players]
        if len(players) > 1 and not moment.table.closed:
            owner, by = players[number % len(players)], players[number % len(players) - 1]
            table = moment.at.evolve(moment.table, Lent(owner, by))
            yield Moment(moment.at, table), msgspec.structs.replace(table.seat(owner), by=by)


def unlent(subject: Subject) -> Iterator[str]:
    """What the owner of a seat could do in the game, and whoever plays for them could not."""
    told = set[type[Command]]()
    for (at, table, _), seat in lent(subject):
        its = {named_as(offer): offer for offer in play.menu(at, table, seat)}
        for offer in play.menu(at, table, table.seat(seat.id)):
            if not offer.open or offer.command in COMMANDS:
                continue
            no = play.judged(at, table, seat, offer).refusal
            theirs = its.get(named_as(offer))
            if (no is None or no.rule != "TF-6") and not (theirs and theirs.open):
                yield f"{seat.id} by {seat.by}: {offer.do} {dict(offer.fixed)}: {no}"
            elif no is None and offer.command not in told:
                told.add(offer.command)
                yield from unsigned(at, table, seat, play.sample(offer))


def unsigned(at: GameAtTable, table: Table, seat: Seat, command: Command) -> Iterator[str]:
    """What somebody did for another, told as if it were somebody else's."""
    if play.refusal(at, table, seat, command):
        return
    entry, after = play.act(at, table, seat, command, probe())
    names = f"{table.name_of(seat.by)} for {table.name_of(seat.id)}"
    told = (at.tell(after, event, table.seat(table.gm)) for event in entry.events)
    lines = telling.signed(at, after, entry, [line for line in told if line])
    said = [(f"{line.who} {line.text}").count(names) for line in lines]
    if lines and (not any(said) or max(said) > 1):
        yield f"{command}: {[line.text for line in lines]}"


def unled(subject: Subject) -> Iterator[str]:
    """What is waited for at a lent seat, and whoever plays it is not led to."""
    for (at, table, _), seat in lent(subject):
        live = Live("t", at, 0, table)
        asked = at.waits_of(table).get(seat.id, ())  # some of the game's waits the table lets rest
        waits = {wait.part for wait in at.game_waits(table) if wait in asked}
        (face,) = faces_of(live, seat.by, [Borrowed(seat.by, seat.id)])
        if waits and not table.paused and not (face.waits and led_to([face])):
            yield f"{seat.by} is not led to {seat.id}, who is waited for in {waits}"
        if lost := waits - {wait.part for wait in live.owed_by(Borrowed(seat.by, seat.id))}:
            yield f"{seat.by} for {seat.id}: {lost}"


def named_as(offer: Offer) -> str:
    return f"{offer.do} {offer.about} {offer.label} {msgspec.json.encode(dict(offer.fixed))!r}"
