"""Adventures: written or loaded, started when all are ready, played, ended (SB-1, SB-4 … SB-11).

Also what belongs to playing one: the clock, timers, handouts, secret notes (SB-175), talk (SB-5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.files import Fault, Faulty, Lines, faults_told, line_of, lines_of
from tablefolk.core.game import Act, Event, Refusal, Seat, must, need
from tablefolk.core.table.scenes import SceneEnded, SceneOpened
from tablefolk.core.table.talk import Say
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.rules import adventure_files, numbers, shaped, sheet
from tablefolk.games.shapers_and_bots.rules.adventure_files import (
    AdventureFile,
    ExtraRow,
    FightRow,
    NoteKind,
    called,
)
from tablefolk.games.shapers_and_bots.rules.bots_in_play import mute
from tablefolk.games.shapers_and_bots.rules.building import BOT
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.extras import ExtraMade, a_sheet
from tablefolk.games.shapers_and_bots.rules.fights import planning
from tablefolk.games.shapers_and_bots.rules.homemade import HomemadeAdded
from tablefolk.games.shapers_and_bots.rules.people import busy
from tablefolk.games.shapers_and_bots.rules.state import (
    Homemade,
    World,
    gone,
    one_line,
    out_cold,
    overheard,
    the_director,
    words,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    Character,
    Handout,
    Id,
    Item,
    Key,
    Line,
    Modified,
    Name,
    Note,
    Plan,
    Somebody,
    Text,
    Timer,
)
from tablefolk.games.shapers_and_bots.rules.wording import DirectorsOwn, Facts, Making, say

MOST_LINES = 3000
Minutes = Annotated[int, Meta(ge=0, le=100_000)]

# -- Writing one (SB-4) ----------------------------------------------------------------------------


class WriteAdventure(Act[World], frozen=True):
    """The Director begins a new adventure."""

    may = "gm"
    title: Name
    clock: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-4")
        title = words(one_line(self.title), "SB-4", "Give the adventure a title.")
        yield AdventureWritten(Adventure(world.unseen + 1, title, clock=one_line(self.clock)))


class AdventureWritten(DirectorsOwn, frozen=True):
    adventure: Adventure

    def onto(self, world: World) -> World:
        numbers = (note.id for note in self.adventure.notes)
        known = {**world.adventures, self.adventure.id: self.adventure}
        return replace(world, adventures=known).counted(self.adventure.id, *numbers)


class NoteDown(Act[World], frozen=True):
    """A scene, an extra, a place, a difficulty or a secret; `note` rewrites an old one."""

    may = "gm"
    adventure: int
    kind: NoteKind
    title: Name
    text: Text = ""
    difficulty: Modified | None = None
    note: int = 0
    skill: Key = ""
    spots: tuple[Name, ...] = ()

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        adventure = notes_of(world, seat, self.adventure)
        title = words(one_line(self.title), "SB-4", "Give the note a title.")
        if self.skill:
            numbers.known_rating(world, self.skill)
        old = any(note.id == self.note for note in adventure.notes)
        must(old or not self.note, "SB-4", "unknown", "There is no such note.")
        number = self.note or world.unseen + 1
        spots = tuple(dict.fromkeys(spot.strip() for spot in self.spots if spot.strip()))
        made = Note(number, self.kind, title, self.text.strip(), self.difficulty, self.skill, spots)
        yield NotedDown(adventure.id, made)


class NotedDown(DirectorsOwn, frozen=True):
    adventure: int
    note: Note

    def onto(self, world: World) -> World:
        had = world.adventures[self.adventure].notes
        if any(note.id == self.note.id for note in had):
            notes = tuple(self.note if note.id == self.note.id else note for note in had)
        else:
            notes = (*had, self.note)
        return world.with_adventure(self.adventure, notes=notes).counted(self.note.id)


class StrikeNote(Act[World], frozen=True):
    may = "gm"
    adventure: int
    note: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        adventure = notes_of(world, seat, self.adventure)
        there = any(note.id == self.note for note in adventure.notes)
        must(there, "SB-4", "unknown", "There is no such note.")
        yield NoteStruck(adventure.id, self.note)


class NoteStruck(DirectorsOwn, frozen=True):
    adventure: int
    note: int

    def onto(self, world: World) -> World:
        left = tuple(
            note for note in world.adventures[self.adventure].notes if note.id != self.note
        )
        return world.with_adventure(self.adventure, notes=left)


def notes_of(world: World, seat: Seat, number: int) -> Adventure:
    """An adventure with all its secrets: for the Director alone (SB-4)."""
    the_director(seat, "SB-4")
    return must(world.adventures.get(number), "SB-4", "unknown", "There is no such adventure.")


# -- Loading one (SB-4, SB-172) --------------------------------------------------------------------


class LoadAdventure(Act[World], frozen=True):
    """The lines of a TOML file with an adventure; without any, the one that comes with the game."""

    may = "gm"
    lines: tuple[str, ...] = ()
    instead: int = 0  # of one on the shelf, which goes with its extras

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-4")
        if self.instead:
            old = notes_of(world, seat, self.instead)
            why = "It is being played: end it first, or put the new one beside it."
            must(old.id != world.running, "SB-4", "running", why)
            its = (hero for hero in world.extras() if hero.adventure == old.id)
            held = listing(hero.name for hero in its if busy(world, hero.id))
            why = f"First end what is open with {held}, or put the new one beside it."
            must(not held, "SB-104", "in_use", why)
            gone = AdventurePutAway(old.id, old.title)
            yield gone
            world = gone.onto(world)
        fits = len(self.lines) <= MOST_LINES
        must(fits, "SB-4", "bad_file", f"A file has at most {MOST_LINES:,} lines.")
        file, things = good_file(self.lines, world.homemade)
        if things != Homemade():
            added = HomemadeAdded(things, file.title, file=True)
            yield added
            world = added.onto(world)
        strange = sorted(strangers(world, file, lines_of(self.lines)), key=lambda one: one.line)
        must(not strange, "SB-4", "bad_file", faults_told(strange))
        written = AdventureWritten(from_file(file, world.unseen))
        yield written
        world = written.onto(world)
        ids = []
        for row in file.extras:
            made = ExtraMade(replace(an_extra(world, row), adventure=written.adventure.id))
            yield made
            world = made.onto(world)
            ids.append(made.sheet.id)
        if file.fight != FightRow():
            yield FightForeseen(written.adventure.id, foreseen(file, ids))


def foreseen(file: AdventureFile, ids: list[str]) -> Plan:
    """The fight of a file, with its extras as they are known here."""
    who = dict(zip(called(row.name for row in file.extras), ids, strict=True))
    theirs = tuple(who[name] for name in file.fight.theirs)
    ours = tuple(who[name] for name in file.fight.ours if who[name] not in theirs)
    return Plan(ours, theirs)


class FightForeseen(DirectorsOwn, frozen=True):
    """A fight that lies ready until the adventure starts, for then it has players (SB-105)."""

    adventure: int
    plan: Plan

    def onto(self, world: World) -> World:
        return world.with_adventure(self.adventure, plan=self.plan)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"names": listing(map(world.name, (*self.plan.ours, *self.plan.theirs)))}


class AdventurePutAway(DirectorsOwn, frozen=True):
    """It makes room for another; whoever came with it is out of the story."""

    adventure: int
    title: str

    def onto(self, world: World) -> World:
        left = {n: one for n, one in world.adventures.items() if n != self.adventure}
        world = replace(world, adventures=left)
        for hero in world.extras():
            if hero.adventure == self.adventure:
                world = world.with_hero(hero.id, left=True, waking=False, wakes="")
        return world


def on_the_shelf(world: World, title: str) -> Adventure | None:
    """An adventure of this title that is played or may yet be."""
    alike = (one for one in world.adventures.values() if one.title == title)
    return next((one for one in alike if one.status != "ended"), None)


def good_file(lines: tuple[str, ...], known: Homemade) -> tuple[AdventureFile, Homemade]:
    try:
        return adventure_files.read(lines, known) if lines else adventure_files.starter()
    except Faulty as bad:
        raise Refusal("SB-4", "bad_file", str(bad), firm=True) from None


def whole(world: World, lines: tuple[str, ...]) -> None:
    """Nothing, or Faulty with all that is wrong with a file, in its form and in what it names."""
    faults, at = list[Fault](), lines_of(lines)
    try:
        adventure_files.read(lines, world.homemade)
    except Faulty as bad:
        faults += bad.faults
    file, things = adventure_files.sound(lines, world.homemade)
    if things != Homemade():
        world = HomemadeAdded(things, file.title, file=True).onto(world)
    known = {fault.line for fault in faults}
    faults += (one for one in strangers(world, file, at) if one.line not in known)
    if faults:
        raise Faulty(faults)


def from_file(file: AdventureFile, count: int) -> Adventure:
    notes = tuple(
        Note(number, row.kind, row.title, row.text, row.difficulty, row.skill, row.spots)
        for number, row in enumerate(file.notes, count + 2)
    )
    return Adventure(count + 1, file.title, notes=notes, clock=file.clock)


def an_extra(world: World, row: ExtraRow) -> Character:
    """Somebody from a file, with things to carry, shaping and bot parts."""
    made = a_sheet(world, row.name, row.species, row.numbers, row.look, row.secret)
    thing_numbers = world.thing_numbers(made)
    found = (world.find_gear(id) for id in row.gear)
    items = tuple(Item.of(gear, next(thing_numbers)) for gear in found if gear)
    items += tuple(thing.item(next(thing_numbers)) for thing in row.things)
    body = made.bot and replace(
        made.bot,
        locomotion=row.locomotion,
        parts=row.features,
        penalties=row.penalties,
        penalty_note=row.keyword,
    )
    return replace(
        made,
        age=row.age,
        calling=row.calling,
        notes=row.remarks,
        shaping=row.shaping,
        black_belt=row.black_belt,
        items=items,
        bot=body,
    )


def strangers(world: World, file: AdventureFile, lines: Lines) -> Iterator[Fault]:
    """Whatever a file names that is not known at this table, each with its line (SB-172)."""
    for n, note in enumerate(file.notes):
        if note.skill and (why := refused(partial(numbers.known_rating, world, note.skill))):
            line = line_of(lines, f"notes[{n}]", "skill")
            yield Fault(line, f"{note.title}, {note.skill}: {why}")
    for n, row in enumerate(file.extras):
        for key, why in strange_in(world, row):
            yield Fault(line_of(lines, f"extras[{n}]", key), f"{row.name}{why}")
    there = set(called(row.name for row in file.extras))
    for key in ("theirs", "ours"):
        for name in getattr(file.fight, key):
            if name not in there:
                why = f"{name} is nobody of this adventure: write them under [[extras]]."
                yield Fault(line_of(lines, "fight[0]", key), why)


def strange_in(world: World, row: ExtraRow) -> Iterator[tuple[str, str]]:
    """In which part of somebody's row something is not known, and what."""
    unknown = {
        "species": [] if species_known(world, row.species) else [row.species],
        "gear": [id for id in row.gear if world.find_gear(id) is None],
        "shaping": [id for id in row.shaping if world.shaping_kind(id) is None],
        "parts": [p.feature for p in row.features if world.bot_feature(p.feature) is None],
        "penalties": [id for id in row.penalties if world.bot_penalty(id) is None],
        "locomotion": [way for way in (row.locomotion,) if way not in ("", *content().locomotion)],
    }
    for key, names in unknown.items():
        if names:
            yield key, f": nothing is known here as {listing(names)}."
    if unknown["species"]:
        return
    why = refused(partial(a_sheet, world, row.name, row.species, {}))
    if why:
        yield "name", f": {why}"
        return
    made = a_sheet(world, row.name, row.species, {})
    for rating in row.numbers:
        if why := refused(partial(numbers.fixable, world, made, rating)):
            yield "ratings", f", {rating}: {why}"
    for thing in row.things:
        if thing.skill and (why := refused(partial(numbers.known_rating, world, thing.skill))):
            yield "things", f", {thing.name}, {thing.skill}: {why}"


def species_known(world: World, id: str) -> bool:
    return id in ("", BOT) or world.find_species(id) is not None


def refused(check: Callable[[], object]) -> str:
    """Why something would be refused; "" where it would not."""
    try:
        check()
    except Refusal as no:
        return no.why
    return ""


def written_out(world: World, seat: Seat, number: int) -> str:
    """An adventure as a file, with its extras, those of none, and the home-made things (SB-172)."""
    adventure = notes_of(world, seat, number)
    extras = (hero for hero in world.extras() if hero.adventure in (0, number))
    settled = tuple(in_numbers(world, hero) for hero in extras)
    return adventure_files.written(adventure, settled, world.homemade, plan_of(world, adventure))


def plan_of(world: World, adventure: Adventure) -> Plan:
    """The fight it would begin with: what is planned now, where that is of it, or what it brought.

    People of no adventure go along with every one, so a plan among them is that of each which has
    none and is still to be played.
    """
    named = {*world.plan.ours, *world.plan.theirs}
    of_it = any(hero.id in named and hero.adventure == adventure.id for hero in world.extras())
    if of_it or adventure.id == world.running:
        return world.plan
    open_one = adventure.status == "draft" and not world.running
    return world.plan if open_one and adventure.plan == Plan() else adventure.plan


def in_numbers(world: World, hero: Character) -> Character:
    """Somebody whose every changed rating is a number: extras are written without points."""
    made = {
        key: sheet.rating(world, hero, key) for key in (*hero.change, *hero.raises, *hero.grown)
    }
    return replace(hero, fixed={**made, **hero.fixed}, change={}, raises={}, grown={})


# -- Starting (SB-1, SB-93, SB-184) ----------------------------------------------------------------


class StartAdventure(Act[World], frozen=True):
    """Everybody is there and ready: it begins, with full health for all."""

    may = "gm"
    adventure: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        adventure = notes_of(world, seat, self.adventure)
        must(adventure.status == "draft", "SB-1", "over", "This one has been played.")
        must(not world.running, "SB-1", "running", "One adventure at a time: end the other first.")
        missing = lacking(world)
        why = f"Before it can start there must be {listing(missing)}."
        need(not missing, "SB-1", "not_ready", why)
        living = [hero for hero in world.cast.values() if hero.life != "dead"]
        hp = {hero.id: most for hero in living if (most := most_health(world, hero))}
        woken = tuple(hero.id for hero in living if hero.life == "unconscious")
        marked = shaped.marked(world)
        yield AdventureStarted(adventure.id, adventure.title, hp, woken, marked)
        if adventure.plan != Plan():
            heroes = (world.of(member) for member in world.company.seats)
            players = (hero.id for hero in heroes if hero is not None and hero.finished)
            ours, theirs = (*players, *adventure.plan.ours), adventure.plan.theirs
            both = (planning.living(world, side) for side in (ours, theirs))
            yield planning.FightPlanned(Plan(*both))


class AdventureStarted(Making, frozen=True):
    voice = "scene"
    adventure: int
    title: str
    hp: dict[str, int] = field(default_factory=dict)  # everybody's, now at the maximum
    woken: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()  # whose marks go

    def onto(self, world: World) -> World:
        """Full health, awake, nothing pending (SB-93); the dead stay dead (SB-184)."""
        world = shaped.without_marks(shaped.without_pending(world), self.marked)
        world = replace(world, running=self.adventure)
        for who, most in self.hp.items():
            world = world.with_hero(who, hp=most)
        for who in self.woken:
            world = world.with_hero(who, life="conscious", waking=False, wakes="")
        return world.with_adventure(self.adventure, status="running")


def lacking(world: World) -> tuple[str, ...]:
    """What is missing before an adventure can start (SB-1)."""
    told = [] if world.gm else ["a Director"]
    told += [] if world.company.seats else ["at least one player"]
    for member in world.company.seats:
        hero = world.of(member)
        ready = hero is not None and hero.finished and hero.life != "dead" and not hero.left
        told += [] if ready else [f"a finished character for {world.name(member)}"]
    return tuple(told)


def most_health(world: World, hero: Character) -> int:
    """The maximum, or 0 for an extra of whom it is not known yet (SB-169)."""
    try:
        return sheet.hp_max(world, hero)
    except sheet.Unset:
        return 0


# -- Ending (SB-176) -------------------------------------------------------------------------------


class EndAdventure(Act[World], frozen=True):
    """It is over: fights close, what was pending and all marks go, raises may be granted."""

    may = "gm"

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-176")
        adventure = must(world.adventure, "SB-176", "not_running", "No adventure is being played.")
        fight, marked = world.fight is not None, shaped.marked(world)
        yield AdventureEnded(adventure.id, adventure.title, fight, marked)


class AdventureEnded(Making, frozen=True):
    voice = "closed"
    adventure: int
    title: str
    fight: bool = False  # one was under way
    marked: tuple[str, ...] = ()  # whose marks go

    def onto(self, world: World) -> World:
        """Nothing is pending, and whoever came with it goes; a sheet is kept (SB-104)."""
        tried = {
            n: replace(c, status="withdrawn" if c.status == "open" else c.status, waits=False)
            for n, c in world.challenges.items()
        }
        contests = {
            n: replace(c, status="ended") if c.status in ("open", "tied") else c
            for n, c in world.contests.items()
        }
        world = replace(
            shaped.without_marks(shaped.without_pending(world), self.marked),
            running=0,
            fight=None,
            wounds=(),
            challenges=tried,
            contests=contests,
            timers={},
        )
        for hero in world.extras():
            if hero.adventure == self.adventure:
                world = world.with_hero(hero.id, left=True, waking=False, wakes="")
        return world.with_adventure(self.adventure, status="ended")


# -- Scenes of the table (SB-143, SB-159) ----------------------------------------------------------


def scene_over(world: World, e: SceneEnded | SceneOpened) -> World:
    """Unused Luck ends with the scene; the next one is above ground until marked."""
    title = e.title if isinstance(e, SceneOpened) else ""
    return replace(shaped.without_pending(world), scene="", title=title)


overheard.effect(SceneOpened)(scene_over)
overheard.effect(SceneEnded)(scene_over)


# -- The clock and timers (SB-7, SB-48) ------------------------------------------------------------


class SetClock(Act[World], frozen=True):
    """The adventure's clock, in words."""

    may = "gm"
    text: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-7")
        adventure = must(world.adventure, "SB-7", "not_running", "No adventure is being played.")
        yield ClockSet(adventure.id, one_line(self.text), adventure.clock)


class ClockSet(Making, frozen=True):
    adventure: int
    text: str
    was: str

    def onto(self, world: World) -> World:
        return world.with_adventure(self.adventure, clock=self.text)


class StartTimer(Act[World], frozen=True):
    """A debate, a held breath or something else begins; nothing happens by itself."""

    may = "gm"
    kind: Literal["debate", "breath", "other"] = "debate"
    label: Line = ""
    who: Id = ""
    minutes: Minutes = 0  # how long it may last; for a breath, what the species can

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-7")
        minutes = self.minutes
        if self.kind == "breath":
            hero = world.character(self.who)
            can = next((t.minutes for t in sheet.traits(world, hero) if t.minutes), 0)
            minutes = self.minutes or can
            why = f"{hero.name} cannot hold its breath for long; say for how many minutes."
            must(minutes, "SB-48", "needs_number", why)
        label = one_line(self.label) or {"debate": "Debate", "breath": "Holding breath"}.get(
            self.kind, "Time"
        )
        yield TimerStarted(Timer(world.count + 1, self.kind, label, self.who, minutes))


class TimerStarted(Making, frozen=True):
    voice = "noted"
    timer: Timer

    def onto(self, world: World) -> World:
        return replace(world, timers={**world.timers, self.timer.id: self.timer}).counted(
            self.timer.id
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        """A debate or a held breath is everybody's to know; other timers are the Director's."""
        hero = world.cast.get(self.timer.who)
        private = self.timer.kind == "other" or (hero is not None and hero.extra)
        return None if private and not seat.gm else ""

    def in_words(self, world: World, seat: Seat) -> Facts:
        hero = world.cast.get(self.timer.who)
        return {"who": say("words.of", name=hero.name) if hero else ""}


class StopTimer(Act[World], frozen=True):
    """It stops after so many seconds; a debate's time may be written to the clock (SB-7)."""

    may = "gm"
    timer: int
    seconds: Minutes = 0
    count: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-7")
        timer = must(world.timers.get(self.timer), "SB-7", "unknown", "No such timer runs.")
        adventure = world.adventure if self.count else None
        must(adventure or not self.count, "SB-7", "not_running", "No adventure is being played.")
        minutes = round(self.seconds / 60) if adventure else 0
        number = adventure.id if adventure else 0
        yield TimerStopped(timer.id, timer.label, self.seconds, number, minutes)


class TimerStopped(DirectorsOwn, frozen=True):
    timer: int
    label: str
    seconds: int
    adventure: int = 0  # on whose clock it was written; 0 on none
    minutes: int = 0

    def onto(self, world: World) -> World:
        left = {n: timer for n, timer in world.timers.items() if n != self.timer}
        world = replace(world, timers=left)
        if not self.adventure:
            return world
        spent = world.adventures[self.adventure].minutes + self.minutes
        return world.with_adventure(self.adventure, minutes=spent)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"counted": say("words.counted", n=self.minutes) if self.adventure else ""}


# -- Secret notes and handouts (SB-175) ------------------------------------------------------------


class NoteSecret(Act[World], frozen=True):
    """The Director's own note about somebody."""

    may = "gm"
    who: Id
    text: Text = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-175")
        yield SecretNoted(world.character(self.who).id, self.text.strip())


class SecretNoted(DirectorsOwn, frozen=True):
    who: Somebody
    text: str

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, secret=self.text)


class GiveHandout(Act[World], frozen=True):
    """Something to read for one player, some, or all."""

    may = "gm"
    title: Name
    text: Text
    to: tuple[Id, ...] = ()  # members; none: all

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-175")
        title = words(one_line(self.title), "SB-175", "Give it a title.")
        text = words(self.text, "SB-175", "Write something on it.")
        here = all(member in world.company.seats for member in self.to)
        must(here, "SB-175", "unknown", "A handout is for players at this table.")
        yield HandoutGiven(Handout(world.unseen + 1, title, text, tuple(dict.fromkeys(self.to))))


class HandoutGiven(Making, frozen=True):
    handout: Handout

    def onto(self, world: World) -> World:
        return replace(world, handouts=(*world.handouts, self.handout)).counted(self.handout.id)

    def told_to(self, world: World, seat: Seat) -> str | None:
        to = self.handout.to
        return "" if seat.gm or not to or seat.person in to else None


def handouts_for(world: World, seat: Seat) -> tuple[Handout, ...]:
    """What this seat has been given to read; the Director sees all."""
    return tuple(h for h in world.handouts if seat.gm or not h.to or seat.person in h.to)


# -- Talk (SB-5, SB-100, SB-161) -------------------------------------------------------------------


@overheard.rule(Say)
def spoken(world: World, seat: Seat, c: Say, dice: Dice) -> Iterator[Event]:
    """What a player says the character says, unless it is marked as table talk (SB-5)."""
    hero = None if c.as_self or c.to or seat.gm else world.of(seat.id)
    if hero is not None:
        state = gone(hero) if hero.life == "dead" else out_cold(hero)
        why = f"{hero.name} is {state} and says nothing. Speak as yourself."
        need(hero.life == "conscious", "SB-100", "not_conscious", why)
        why = f"{hero.name} has no voice: say as yourself what gesture it makes."
        need(not mute(hero), "SB-161", "no_voice", why)
    yield from ()
