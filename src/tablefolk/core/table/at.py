"""A game played at a table: the table's own rules and the game's, as one decider."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tablefolk.core import story
from tablefolk.core.book import Book, acts_of
from tablefolk.core.codec import Codec
from tablefolk.core.dice import BadDice, Dice, probe
from tablefolk.core.game import (
    About,
    Ask,
    Command,
    Event,
    Game,
    Line,
    Offer,
    Option,
    Options,
    Page,
    Record,
    Refusal,
    Reply,
    Seat,
    Step,
    WordAsked,
    allowing,
    must,
    need,
    overruling,
)
from tablefolk.core.language import said
from tablefolk.core.lifting import Fields
from tablefolk.core.stage import PLAIN, Mat, Part, Wait, nothing
from tablefolk.core.stage import proposed as plain
from tablefolk.core.table import (
    growing,
    judging,
    offering,
    page,
    scenes,
    seats,
    stage,
    takeback,
    talk,
    telling,
)
from tablefolk.core.table.asking import in_words
from tablefolk.core.table.blocks import Standing
from tablefolk.core.table.further import further
from tablefolk.core.table.judging import Allow, Answer, AskRuling, Withdraw
from tablefolk.core.table.seats import OpenTable, OptionSet, SetOption, TableOpened, gm_only
from tablefolk.core.table.state import COMMON_OPTIONS, Table, overheard
from tablefolk.core.table.takeback import TakeBack

book = Book[Table](overheard, seats, talk, scenes, judging, takeback)
JUDGING = (*judging.COMMANDS, *takeback.COMMANDS)
COMMANDS: tuple[type[Command], ...] = (*book.commands, talk.Say, SetOption, *JUDGING)
RULED = frozenset(COMMANDS) - {TakeBack}  # which is decided from the log, see takeback.py
# What may be done while the table is paused (TF-33): speaking, agreeing, and tending the seats.
QUIET: tuple[type[Command], ...] = (
    *acts_of(seats),
    talk.Say,
    *(c for c in acts_of(talk) if c is not talk.RollFree),
    scenes.Resume,
    scenes.StateLimit,
    Withdraw,
    TakeBack,
)
# What somebody may do from a seat that was lent to them, beside playing its character (TF-6).
BORROWED = (talk.Say, talk.RollFree, AskRuling, Answer, Withdraw, TakeBack)


def lendable(kind: type[Command]) -> bool:
    """Whether a command plays the character of a seat, and so may be given from a lent one."""
    return kind in BORROWED or kind not in RULED


STOPPING = (scenes.Stop, scenes.Resume)  # Stop is on every screen, an onlooker's too (TF-33)
MOST = 2000  # characters in any one text (TF-11)
# Control characters, marks that turn the direction of writing, and halves of characters.
HIDING = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f"
    "\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)
UNUSUAL = re.compile(rb"[\\\x7f]|\d{16}")  # an escape, or a long number
MOST_NUMBER = 2**53  # beyond this, not every program reads the same number
DEEPEST = 32  # things within things in one command (TF-43)


class GameAtTable:
    """A game at a table; answers the same seven questions as the game alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.further = further(game)
        self.key: str = game.key
        self.edition: int = game.edition
        self.upcasters = getattr(game, "upcasters", {})
        self.table_edition = growing.form().edition
        self.about: About = game.about
        common = (in_own_words(spoken(option), game.about.gm) for option in COMMON_OPTIONS)
        every = (
            *common,
            *map(spoken, game.options),
        )  # a game may begin one of the table's otherwise
        self.options: tuple[Option, ...] = tuple({one.key: one for one in every}.values())
        self.commands = tuple(dict.fromkeys((*COMMANDS, *game.commands)))
        self.events = tuple(dict.fromkeys((*book.events, *game.events)))
        self._theirs, self._happens = frozenset(game.commands), frozenset(game.events)
        self.state = msgspec.defstruct(
            "TableWith", [("play", game.state)], bases=(Table,), frozen=True, omit_defaults=True
        )
        self.codec: Codec[Table] = Codec(self, growing.form(), growing.HOLDING)
        self._waited: tuple[Table | None, Mapping[str, tuple[Wait, ...]]] = None, {}

    # -- The seven questions ---------------------------------------------------------------

    def new(self, options: Options) -> Table:
        chosen = {o.key: o.start for o in self.options} | dict(options)
        made = self.state(play=self.game.new(chosen), options=chosen)
        assert isinstance(made, Table)
        return made

    def decide(self, table: Table, seat: Seat, command: Command, dice: Dice) -> Iterator[Event]:
        try:
            yield from self._decide(table, seat, command, dice)
        except Refusal as no:
            raise no.worded(self.about.gm) from None

    def _decide(self, table: Table, seat: Seat, command: Command, dice: Dice) -> Iterator[Event]:
        self.gate(table, seat, command)
        try:
            yield from list(self._carry_out(table, seat, command, dice))
        except Refusal as no:
            waits = table.requests and not no.firm and self._waits(table, seat, command)
            must(not waits, "TF-16", "asked", "That waits for an answer already.")
            raise
        except Ask as ask:
            if table.options.get("approvals") == "trust":
                yield from self._carry_out(table, replace(seat, word=True), command, dice)
            else:
                yield self._asked(table, seat, command, ask.rule, ask.question, "word")

    def evolve(self, table: Table, event: Event) -> Table:
        if type(event) in book.events:
            table = book.evolve(table, event)
        if type(event) is TableOpened:
            return replace(table, play=self.game.new(table.options))
        if type(event) in self._happens:
            table = replace(table, play=self.game.evolve(table.play, event))
        return table

    def offers(self, table: Table, seat: Seat) -> Iterable[Offer]:
        if not page.inside(table, seat) or not seat.id:
            return
        if seat.role != "house":
            yield from offering.offers(self, table, seat)
        if seat.role not in ("onlooker", "house") and not table.closed:
            yield from self.game.offers(table.play, seat)

    # -- The stage: the same part by part -------------------------------------------------

    def parts(self, table: Table, seat: Seat) -> tuple[Part, ...]:
        """What a seat can look into, the table's own first; nothing in it is worked out yet."""
        own = self.own_parts(table, seat)
        if table.closed or not page.inside(table, seat):
            return own
        return (*own, *self._game_parts(table, seat))

    def own_parts(self, table: Table, seat: Seat) -> tuple[Part, ...]:
        """The table's own parts, whatever the game says."""
        return tuple(stage.parts(self, table, seat)) if page.inside(table, seat) else ()

    def _game_parts(self, table: Table, seat: Seat) -> Iterable[Part]:
        asked, play = self.further.parts, table.play
        found = asked(play, seat) if asked else plain(self.game, play, seat).parts()
        looks_on = seat.role in ("onlooker", "house")
        return (replace(part, offers=nothing) for part in found) if looks_on else found

    def game_waits(self, table: Table) -> Iterable[Wait]:
        """Whom the game waits for; one that does not say so is asked what everybody owes."""
        asked = self.further.waiting
        return asked(table.play) if asked else self._owed(table)

    def _owed(self, table: Table) -> Iterator[Wait]:
        for member in table.present:
            if member.role != "onlooker":
                keys = plain(self.game, table.play, table.seat(member.id)).owed()
                yield from (Wait(member.id, key) for key in dict.fromkeys(keys))

    def waits_of(self, table: Table) -> Mapping[str, tuple[Wait, ...]]:
        """Who is waited for (TF-30), and for what; found once for as long as it is this table."""
        known = self._waited  # others may look at another table meanwhile, beside the loop
        if known[0] is not table:
            found: dict[str, tuple[Wait, ...]] = {}
            for wait in stage.waiting(self, table):
                found[wait.member] = (*found.get(wait.member, ()), wait)
            known = self._waited = table, found
        return known[1]

    def mat(self, table: Table, seat: Seat) -> Mat | None:
        """What lies in front of a seat at all times."""
        asked, own = self.further.mat, None if self.further.parts else PLAIN
        if asked and not table.closed:
            own = asked(table.play, seat)
        return stage.mat(table, seat, own)

    def rows(self, table: Table, seat: Seat) -> tuple[Standing, ...]:
        """Everybody at the table and in the fiction, a row each."""
        own = () if table.closed else self.further.rows(table.play, seat)
        return tuple(stage.rows(self, table, seat, own))

    def odds(self, table: Table, seat: Seat, command: Command) -> object:
        """Exact, and shown as the table has agreed (TF-23); whose roll it is, the game knows."""
        shown = table.options.get("odds_shown")
        if shown == "nobody" or (shown == "gm" and not seat.gm) or not page.inside(table, seat):
            return None
        return self.game.odds(table.play, seat, command)

    def view(self, table: Table, seat: Seat) -> Page:
        blocks = page.blocks(self, table, seat)
        if page.inside(table, seat):
            blocks = (*blocks, *self.game.view(table.play, seat).blocks)
        return Page(blocks)

    def tell(self, table: Table, event: Event, seat: Seat) -> Line | None:
        """The game's words where it has some, else the table's own."""
        if not page.inside(table, seat):
            return None
        line = None
        if type(event) in self._happens:
            line = self.game.tell(table.play, event, seat)
            line = line and story.put(line, event, self.further.told_as)
        if line is None and type(event) in book.events:
            line = telling.tell(self, table, event, seat)
        return line

    def records(self, table: Table, seat: Seat, words: str = "") -> tuple[Record, ...]:
        """What a game has written down with these words in it, as far as this seat may see it."""
        found = self.further.records(table.play, seat) if page.inside(table, seat) else ()
        return tuple(record for record in found if record.holds(words))

    def sheet(self, table: Table, seat: Seat, who: str) -> Fields:
        """A character written out, to be kept or brought to another table (TF-39)."""
        may = self.further.sheet if page.inside(table, seat) else None
        why = "No character can be taken from this table."
        written = must(may, "TF-39", "unknown", why)(table.play, seat, who)
        return written if self.edition == 1 else {**written, "edition": self.edition}

    def demo(self) -> tuple[Step, ...]:
        return self.game.demo()

    # -- Carrying out ----------------------------------------------------------------------

    def _carry_out(self, table: Table, seat: Seat, command: Command, dice: Dice) -> Iterator[Event]:
        """What is done, and with it the end of every question that it leaves without an object."""
        events = list(self._done(table, seat, command, dice))
        yield from events
        asked = [r for r in table.requests.values() if self.hangs_on(table, r)]
        raised = self._polled(table)
        past = table
        for event in events if asked or raised or past.granted else ():
            table = self.evolve(table, event)
        for request in asked:
            n = request.number
            if n not in table.requests or n in table.granted or self.hangs_on(table, request):
                continue
            why = "A question about this throw waits for an answer: {question}"
            why = said(why, question=request.question)
            need(not dice.used, "TF-16", "asked_first", why)
            yield judging.Withdrawn(request.number, request.seat)
        for number in [n for n in past.granted if n in table.granted and not self._open(table, n)]:
            yield judging.WordTaken(number, table.requests[number].seat, lapsed=True)
        for poll in sorted(raised - self._polled(table) if raised else raised):
            if not (hands := table.polls[poll]).closed:
                counted = talk.counts(hands) if talk.countable(table, hands) else ()
                yield talk.HandsClosed(poll, counted, True)

    def _polled(self, table: Table) -> frozenset[int]:
        """The shows of hands that are about something which the game has still to settle."""
        return frozenset(self.further.polled(table.play)) if table.polls else frozenset()

    def hangs_on(self, table: Table, request: WordAsked) -> bool:
        """Whether something that is about to happen would be changed by a yes."""
        asked = self.further.changeable
        if asked is None or request.kind == "takeback" or request.number in table.granted:
            return False
        return asked(table.play, self.command(request.command))

    def _open(self, table: Table, number: int) -> bool:
        """Whether what was allowed could still be done."""
        request = table.requests[number]
        asker, command = replace(table.seat(request.seat), word=True), self.command(request.command)
        try:
            with overruling():
                list(self._done(table, asker, command, probe()))
        except (Refusal, LookupError, AttributeError, TypeError, ValueError, ArithmeticError):
            return False
        return True

    def _done(self, table: Table, seat: Seat, command: Command, dice: Dice) -> Iterator[Event]:
        """The table's rule, then the game's: a game may have a say in the table's commands."""
        known = type(command) in RULED
        if known:
            yield from self._ruled(table, seat, command, dice)
        if type(command) in self._theirs:
            known, command = True, self._brought(command)
            with allowing(*judging.allowed(table, seat, command)):
                events = list(self.game.decide(table.play, seat, command, dice))
            yield from events
        must(known, "TF-40", "unknown_command", "This table knows no such act.")

    def _ruled(self, table: Table, seat: Seat, command: Command, dice: Dice) -> Iterator[Event]:
        """The table's own rule; where it has to know the game, it stands below."""
        match command:
            case OpenTable():
                return self._open_table(table, seat, command, dice)
            case SetOption():
                return self._set_option(table, seat, command)
            case talk.Say():
                return self._say(table, seat, command)
            case Answer():
                return self._answer(table, seat, command, dice)
            case Withdraw():
                return self._withdraw(table, seat, command)
            case AskRuling():
                return self._ask_ruling(table, seat, command)
            case Allow():
                return self._allow(table, seat, command, dice)
        return iter(book.decide(table, seat, command, dice))

    def _brought(self, command: Command) -> Command:
        """A character's file may be older than the table; the log keeps it as it was brought."""
        if type(command) is self.further.bring:
            sheet = self.codec.sheet(getattr(command, "sheet", {}))
            return replace(command, sheet=sheet)
        return command

    def gate(self, table: Table, seat: Seat, command: Command) -> None:
        """What holds for every command at every table."""
        readable(command)
        opening = isinstance(command, OpenTable)
        must(table.opened or opening, "TF-1", "not_opened", "This table is not open yet.")
        reopening = isinstance(command, seats.ReopenTable)
        why = "This table is closed: it can be read, not played."
        must(not table.closed or reopening, "TF-41", "closed", why)
        if seat.role == "house":
            return
        self._seated(table, seat, command)
        why = "The table is paused; breathe, talk, then resume."
        must(table.paused is None or isinstance(command, QUIET), "TF-33", "paused", why)

    def _seated(self, table: Table, seat: Seat, command: Command) -> None:
        """Whoever acts has a seat of their own, plays, and acts from it or from one lent."""
        why = "You have no seat at this table."
        member = must(table.members.get(seat.by or seat.id), "TF-2", "unknown", why)
        here = not (member.gone or member.waiting)
        must(here, "TF-4", "not_seated", "You have no seat at this table now.")
        acts = member.role != "onlooker" or isinstance(command, STOPPING)
        must(acts, "TF-5", "onlooker", "Onlookers watch and do not act.")
        place = must(table.members.get(seat.id), "TF-2", "unknown", why)
        must(place.role == seat.role, "TF-5", "moved", "Your place at this table has changed.")
        if seat.by:
            lent = member.role == "gm" or table.borrower(seat.id) == seat.by
            must(lent, "TF-6", "not_yours", "That seat is not lent to you.")
            plays = lendable(type(command))
            plays = plays and not (isinstance(command, talk.Say) and command.to)  # a whisper
            must(plays, "TF-6", "not_yours", "Only the character of this seat is lent to you.")

    # -- Asking and ruling (TF-16, TF-17) --------------------------------------------------

    def _asked(
        self,
        table: Table,
        seat: Seat,
        command: Command,
        rule: str,
        question: str,
        kind: Any,
        act: str = "",
    ) -> WordAsked:
        waits = self._waits(table, seat, command)
        must(not waits, "TF-16", "asked", "That waits for an answer already.")
        return WordAsked(
            table.count + 1, seat.id, kind, written(command), rule, question, seat.by, act
        )

    def _waits(self, table: Table, seat: Seat, command: Command) -> bool:
        """Whether this seat has asked for just that, and waits for the answer."""
        raw = written(command)
        return any(r.command == raw and r.seat == seat.id for r in table.requests.values())

    def _answer(self, table: Table, seat: Seat, c: Answer, dice: Dice) -> Iterator[Event]:
        request = self._request(table, c.number)
        may = judging.answers(table, seat, request)
        must(may, "TF-16", "gm_only", "The GM answers this; for the GM's own, a player.")
        question = judging.as_asked(request)
        if not c.yes:
            yield judging.WordDenied(c.number, request.seat, question, c.note.strip())
            return
        given = judging.WordGiven(c.number, request.seat, c.note.strip(), question)
        if request.kind == "takeback":
            yield given
            return  # whoever keeps the log then takes the entry back, see takeback.take_back
        command = self._filled(table, seat, request, c.fields)
        after = self.evolve(table, given)
        asker = replace(table.seat(request.seat), word=True, by=request.by)
        if c.number in table.granted:
            yield judging.WordTaken(c.number, request.seat)
        elif request.kind == "ruling" and request.by != table.gm:
            tried = probe()
            self._overruled(after, asker, command, tried, c.note)
            if tried.used:  # the throw is the asker's, from their own page
                yield replace(given, dice=len(tried.used), fields=c.fields)
                return
            yield given
        else:
            yield given
        table = after
        if request.kind == "ruling":
            yield from self._overruled(table, asker, command, dice, c.note)
        else:
            yield from self._carry_out(table, asker, command, dice)

    def replies(self, table: Table, seat: Seat, request: WordAsked) -> tuple[Reply, ...]:
        """The ways to say yes to a request, where the game leaves something in it to the GM.

        What the rules refuse may lack what a game's own answer would be about: then it is a yes.
        """
        written = self.further.replies
        if written is None or request.kind == "takeback" or request.number in table.granted:
            return ()
        try:
            return tuple(written(table.play, seat, self.command(request.command)))
        except (Refusal, LookupError):
            if request.kind == "word":
                raise
            return ()

    def _filled(self, table: Table, seat: Seat, request: WordAsked, fields: Fields) -> Command:
        """The command that was asked for, with what the answer says."""
        theirs = {name for reply in self.replies(table, seat, request) for name in reply.names}
        why = "The answer fills in what was not left open."
        must(set(fields) <= theirs, "TF-16", "not_asked", why)
        return self.command({**request.command, **fields})

    def _withdraw(self, table: Table, seat: Seat, c: Withdraw) -> Iterator[Event]:
        no = table.denied.get(seat.id)
        if no is not None and no.number == c.number and seat.by in ("", no.by):
            yield judging.Withdrawn(c.number, seat.id, heard=True)
            return
        request = self._request(table, c.number)
        may = request.seat == seat.id and seat.by in ("", request.by)
        must(may, "TF-16", "not_yours", "That request is not yours.")
        yield judging.Withdrawn(c.number, seat.id)

    def _request(self, table: Table, number: int) -> WordAsked:
        why = "That request is settled already."
        return must(table.requests.get(number), "TF-16", "answered", why)

    def _ask_ruling(self, table: Table, seat: Seat, c: AskRuling) -> Iterator[Event]:
        command = self._one_act(c.command)
        found = self._refusal(table, seat, command)
        no = must(found, "TF-17", "legal", "The rules allow that.")
        must(not no.firm, no.rule, no.code, no.why)
        question = f"{c.why.strip()} ({no.why})" if c.why.strip() else no.why
        act = in_words(self, table, seat, command)
        yield self._asked(table, seat, command, no.rule, question, "ruling", act)

    def _allow(self, table: Table, seat: Seat, c: Allow, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-17")
        if c.seat:
            seat = replace(table.seat(seats.known(table, c.seat).id), word=True)
        yield from self._overruled(table, seat, self._one_act(c.command), dice, c.why)

    def _overruled(
        self, table: Table, seat: Seat, command: Command, dice: Dice, why: str
    ) -> list[Event]:
        """Carry it out with every `need` overruled, as far as the state can show it."""
        try:
            with overruling() as rules:
                events = list(self._carry_out(table, seat, command, dice))
            after = table
            for event in events:
                after = self.evolve(after, event)
            self.codec.load_state(self.codec.dump_state(after))
        except BadDice:
            raise
        except (LookupError, AttributeError, TypeError, ValueError, ArithmeticError):
            sentence = "Not even a ruling can make the table show that."
            raise Refusal("TF-17", "out_of_range", sentence, firm=True) from None
        grown = judging.grown(table.play, after.play)
        ruled = judging.Ruled(tuple(dict.fromkeys(rules)), seat.id, why.strip(), grown)
        return [ruled, *events] if rules else events

    def _one_act(self, raw: Fields) -> Command:
        """The act a ruling is about; a ruling about a ruling would have no end."""
        command = self.command(raw)
        must(not isinstance(command, JUDGING), "TF-17", "legal", "A ruling is about one act.")
        return command

    def _refusal(self, table: Table, seat: Seat, command: Command) -> Refusal | None:
        try:
            list(self._carry_out(table, seat, command, probe()))
        except Refusal as no:
            return no.worded(self.about.gm)
        except Ask:
            return None
        return None

    def command(self, raw: Fields) -> Command:
        """A command from its stored form."""
        fields = {k: v for k, v in raw.items() if k != "type"}
        return self.codec.command(str(raw.get("type", "")), fields)

    # -- In character (TF-10) --------------------------------------------------------------

    def _say(self, table: Table, seat: Seat, c: talk.Say) -> Iterator[Event]:
        """Whoever has a character speaks as that one, unless they say otherwise."""
        plainly = c.as_self or c.to or c.narrated
        who = "" if plainly else self.further.speaks_as(table.play, seat.id)
        yield from talk.say(table, seat, c, who)

    # -- Options (TF-1) --------------------------------------------------------------------

    def chosen(self, options: Options) -> dict[str, str | int | bool]:
        """A value for every option: those given, checked, and the start values of the rest."""
        given = {key: self._value(key, value) for key, value in options.items()}
        return {o.key: o.start for o in self.options} | given

    def _value(self, key: str, raw: str | int | bool) -> str | int | bool:
        """The value on offer that was meant; a form writes True as "true" and 8 as "8"."""
        found = next((o for o in self.options if o.key == key), None)
        option = must(found, "TF-1", "bad_setting", "This table has no such option.")
        written = {str(choice.value).casefold(): choice.value for choice in option.choices}
        meant = str(raw).strip().casefold()
        why = said("{label}: choose a value on offer.", label=option.label)
        must(meant in written, "TF-1", "bad_setting", why)
        return written[meant]

    def _open_table(self, table: Table, seat: Seat, c: OpenTable, dice: Dice) -> Iterator[Event]:
        must(seat.role == "house", "TF-1", "house_only", "The house opens tables.")
        opening = replace(c, options=self.chosen(c.options))
        yield from opening.do(table, seat, dice)

    def _set_option(self, table: Table, seat: Seat, c: SetOption) -> Iterator[Event]:
        gm_only(seat, "TF-1")
        value = self._value(c.key, c.value)
        was = table.options.get(c.key, "")
        must(value != was, "TF-1", "same", "It is set to that already.")
        yield OptionSet(c.key, value, was)


def spoken(option: Option) -> Option:
    """An option in the language that is spoken."""
    choices = tuple(replace(c, label=said(c.label), hint=said(c.hint)) for c in option.choices)
    closing = tuple(replace(c, label=said(c.label)) for c in option.closing)
    return replace(
        option, label=said(option.label), hint=said(option.hint), choices=choices, closing=closing
    )


def in_own_words(option: Option, gm: str) -> Option:
    """An option of the table, with the game's own word for its GM."""
    choices = tuple(replace(c, label=c.label.replace("GM", gm)) for c in option.choices)
    return replace(option, label=option.label.replace("GM", gm), choices=choices)


def written(command: Command) -> Fields:
    """A command as it will be read from the log."""
    raw: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
    return raw


# -- Text is text (TF-11) ----------------------------------------------------------------------


def readable(command: Command) -> None:
    """A command whose every text and number can be kept and shown."""
    for part in leaves(command):
        if isinstance(part, str):
            fitting(part)
        elif isinstance(part, int) and abs(part) > MOST_NUMBER:
            raise Refusal("TF-17", "out_of_range", "That number is too large.", firm=True)


def leaves(value: object, depth: int = 1) -> Iterator[object]:
    """Every text and number in a value, however deep, as far as anything may be."""
    if depth > DEEPEST:
        why = said("That holds things within things more than {deepest} deep.", deepest=DEEPEST)
        raise Refusal("TF-43", "too_long", why, firm=True)
    if isinstance(value, msgspec.Struct):
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from leaves(inner, depth + 1)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from leaves(inner, depth + 1)
    else:
        yield value


def fitting(text: str) -> None:
    """Text is text: not too long, and without characters that hide or reorder (TF-11)."""
    if len(text) > MOST:
        why = said("That is {n:,} characters; {most:,} is the most.", n=len(text), most=MOST)
        raise Refusal("TF-11", "too_long", why, firm=True)
    if HIDING.search(text):
        why = "The text holds invisible characters."
        raise Refusal("TF-11", "bad_text", why, firm=True)
