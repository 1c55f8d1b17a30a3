"""What a game is to the house: seats, refusals, offers, pages, and seven questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct, field

from tablefolk.core.dice import Dice
from tablefolk.core.refusing import WHOSE, Ask, Refusal, allowing, must, need, overruling, word

__all__ = [
    "WHOSE", "About", "Act", "Ask", "Blank", "Block", "Change", "Choice", "Command", "Count",
    "Counts", "Drawn", "Entry", "Event", "Flag", "Game", "Line", "Lines", "May", "Offer", "Option",
    "Options", "Page", "Pick", "Record", "Refusal", "Reply", "Role", "Seat", "Step", "WordAsked",
    "Words", "allowing", "must", "need", "overruling", "word",
]  # fmt: skip
S = TypeVar("S")
Role = Literal["gm", "player", "onlooker", "house"]
Options = Mapping[str, str | int | bool]
# Who may give a command: "owner" and "asked" mean one person alone, "owner or gm" that one or the
# GM in their stead, "involved" those whom the game counts in just now. Onlookers may only
# stop and go on.
May = Literal[
    "gm", "owner", "owner or gm", "asked", "involved", "player", "anyone", "house", "nobody"
]


# -- Who acts ------------------------------------------------------------------------------


class Seat(Struct, frozen=True, omit_defaults=True):
    """The place from which somebody acts or looks: a member, or the house itself."""

    id: str
    role: Role = "player"
    by: str = ""  # the member who acts for this seat, where it is not its own (TF-6)
    word: bool = False  # the GM has given their word for this one command (TF-16)

    @property
    def gm(self) -> bool:
        return self.role == "gm"

    @property
    def person(self) -> str:
        """Whoever acts and looks from here: what is private is theirs, not the seat's (TF-6)."""
        return self.by or self.id


# -- What is done, and what then has happened ----------------------------------------------


class Command(Struct, frozen=True, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something a person asks the table to do, named in the imperative."""

    may: ClassVar[May]  # each says so for itself; the rule's first condition sees to it
    permits: ClassVar[bool] = False  # the GM's yes to it only permits what is then still to be done


class Event(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something the table now knows has happened, named in the past."""


class Act(Command, Generic[S], frozen=True):
    """A command that carries its rule."""

    def do(self, state: S, seat: Seat, dice: Dice, /) -> Iterator[Event]:
        """What happens if this seat does that now; or a refusal."""
        raise NotImplementedError


class Change(Event, Generic[S], frozen=True):
    """An event that carries its effect, and says who is told of it in which words (teller.py)."""

    voice: ClassVar[str] = "did"  # what kind of line it is told as, see Line

    def onto(self, state: S, /) -> S:
        """The state once this has happened; total, dull, never refuses."""
        return state

    def told_to(self, state: S, seat: Seat, /) -> str | None:
        """Which of its sentences this seat is told, "_hidden" for `told_hidden`; None: none."""
        return ""

    def in_words(self, state: S, seat: Seat, /) -> Mapping[str, object]:
        """What its sentences need beside its fields."""
        return {}


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of the log: enough to replay it, and to judge it again."""

    seat: Seat
    command: Command
    faces: tuple[int, ...]
    events: tuple[Event, ...]
    edition: int
    by_hand: bool = False  # the faces were typed in from real dice (TF-21)
    at: float = 0.0  # when, stamped by the hosting layer
    id: str = ""  # the command's own id: sent twice, it acts once (TF-36)
    table: int = 1  # the edition of the table's own rules; `edition` is the game's


class Lifted(Entry, frozen=True):
    """What an older edition decided, in the form of today; in the log it stays as it was."""

    line: bytes = b""


class WordAsked(Event, frozen=True):
    """A request that now lies on the GM's desk (TF-16, TF-17)."""

    number: int
    seat: str
    kind: Literal["word", "ruling", "takeback"]
    command: dict[str, Any]
    rule: str
    question: str
    by: str = ""
    act: str = ""  # what is asked to be allowed or taken back, in words
    falls: tuple[str, ...] = ()  # what would be taken back with it, as everybody was told


# -- What could be done now ----------------------------------------------------------------


class Blank(Struct, frozen=True, tag=True, omit_defaults=True):
    """A place in an offer that is still to be filled."""

    name: str
    label: str
    hint: str = ""


class Choice(Struct, frozen=True, omit_defaults=True):
    """One thing that can be picked, or the reason why it cannot be just now."""

    value: str | int | bool
    label: str
    hint: str = ""
    refusal: str = ""
    full: str = ""  # a longer name, spoken and on a tooltip, where the label is a short one
    icon: str = ""
    drawing: str = ""


class Pick(Blank, frozen=True):
    """Choose one of these; with `most` above one, up to that many, and at least `least`."""

    choices: tuple[Choice, ...] = ()
    most: int = 1
    least: int = 1
    alike: bool = False  # where one may be picked, all may: no need to ask about each
    start: str | int | bool = ""
    pictured: bool = False  # chosen by their pictures, from a grid that can be searched
    ticked: tuple[str | int, ...] = ()  # of several: those that are chosen to begin with


class Count(Blank, frozen=True):
    """A whole number within bounds."""

    low: int = 0
    high: int = 100
    start: int = 0


class Counts(Blank, frozen=True):
    """Whole numbers within bounds, one for each key."""

    rows: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 100
    start: tuple[int, ...] = ()


class Words(Blank, frozen=True):
    """Free text: shown literally wherever it goes."""

    most: int = 2000
    optional: bool = False
    long: bool = False
    start: str = ""


class Lines(Blank, frozen=True):
    """Several short texts, one for each label, in this order; with `keys`, each under its key."""

    rows: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    optional: bool = False


class Flag(Blank, frozen=True):
    """Yes or no."""

    start: bool = False


class Notch(Struct, frozen=True, omit_defaults=True):
    """A place on a dial: its number, what that is called, how likely it makes it."""

    value: int
    text: str  # −3
    name: str = ""  # hard
    chance: str = ""  # 62.5%
    first: bool = False  # what is suggested
    why: str = ""  # by what


class Offer(Struct, frozen=True, omit_defaults=True):
    """A command someone could give now, with the blanks still to fill."""

    command: type[Command]
    label: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    blanks: tuple[Blank, ...] = ()
    owed: bool = False  # the table waits for this one
    about: str = ""  # the block of the page it belongs to
    rule: str = ""
    hint: str = ""
    tone: Literal["main", "plain", "quiet", "grave"] = "plain"
    confirm: str = ""  # a question to answer before it is sent: what is final takes two taps
    icon: str = ""
    price: str = ""  # what it costs or makes, "4 → 5 fate points": numbers first
    notch: Notch | None = None  # where several of them are a dial
    # Filled in by play.menu, never by a game:
    refusal: Refusal | None = None
    asks: str = ""  # the question that goes to the GM first
    dice: int = 0  # how many dice it throws

    @property
    def do(self) -> str:
        """The command's name, as forms and files write it."""
        return self.command.__name__

    @property
    def open(self) -> bool:
        return self.refusal is None


class Reply(Struct, frozen=True, omit_defaults=True):
    """A way for the GM to say yes that fills in what of the command is theirs to say (TF-16)."""

    label: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    numbers: Counts | None = None  # to be typed instead; its name is "fields"
    often: bool = True  # given often enough to stand at the top of the page
    icon: str = ""
    notch: Notch | None = None  # where several replies are a dial

    @property
    def names(self) -> frozenset[str]:
        """The fields of the command that it fills in."""
        rows = self.numbers.rows if self.numbers else ()
        return frozenset((*self.fields, *(str(row.value) for row in rows)))


# -- What a seat sees ----------------------------------------------------------------------


class Block(Struct, frozen=True, tag=True, omit_defaults=True):
    """A part of a seat's page: only what that seat may know, drawn by a template of its name."""

    about: str = ""  # offers with the same key are shown inside this block
    region: Literal["scene", "people", "desk", "self"] = "scene"


class Chance(Struct, frozen=True, omit_defaults=True):
    """A chance for the eye, for the ear and for the sceptic."""

    share: float  # between 0 and 1, for drawing
    text: str  # "37.7%", or "impossible", "certain"
    exact: str = ""  # "733/1944"


class Page(Struct, frozen=True):
    """What one seat sees of the table now."""

    blocks: tuple[Block, ...]


class Drawn(Struct, frozen=True, omit_defaults=True):
    """Words of a line that stand for a picture: a page draws it, all else keeps the words."""

    text: str  # as it stands in the line
    name: str  # as it is spoken
    chat: str = ""  # as it is copied
    icon: str = ""
    drawing: str = ""
    short: str = ""  # as it is seen, where its name is long


class Big(Struct, frozen=True, omit_defaults=True):
    """What of a line every page shows large for a moment: nothing that its entry does not say."""

    kind: Literal["throw", "reward", "finished", "filled", "growth", "farewell"]
    who: str = ""  # whom or what it is about, by name; several as a list
    number: str = ""  # what the dice came to, what it is now, how much it was
    was: str = ""  # of a number that has grown: before
    means: str = ""  # in a few words: Success, Half of it
    faces: tuple[int, ...] = ()  # its own dice, where the last card of the entry shows others
    kept: tuple[int, ...] | None = None  # the places of those that count, if not all
    sides: int = 6  # of these dice
    icon: str = ""  # of what somebody gets
    poor: bool = False  # a throw that failed: nothing to be festive about


class Line(Struct, frozen=True, omit_defaults=True):
    """One thing that happened, in the words of one seat."""

    text: str
    # How the story sets it. Fiction: narrated, spoke (in character); people: said, whispered;
    # acts: threw, did, ruled, and noted, which is bookkeeping that no tale needs; scene and
    # closed divide what was before from what comes.
    kind: str = "did"
    who: str = ""  # of what is spoken, said or whispered: under which name it stands
    rule: str = ""
    card: Block | None = None  # a thrown roll shown in full
    drawn: tuple[Drawn, ...] = ()  # in the order of the text
    lead: bool = False  # of all that an act led to, this is what it came to
    keeps: str = ""  # what of it a recap keeps: fact, throw, reward, grew (see story.py)
    loud: str = ""  # in few words, what its act's heading begins with where this line lies beneath
    big: Big | None = None  # what of it is a moment for everybody who is told
    back: str = ""  # of a whisper: the member who can be whispered back to
    private: bool = False  # not everybody is told
    mark: str = ""  # who acted for whom, where the text begins with it (TF-6)

    @property
    def parts(self) -> Iterator[str | Drawn]:
        """The text, with the pictures in their places."""
        rest = self.text
        for one in self.drawn:
            before, found, after = rest.partition(one.text)
            if found:
                yield before
                yield one
                rest = after
        yield rest


class Record(Struct, frozen=True, omit_defaults=True):
    """Something a game has written down: to be looked up, and taken home with the story."""

    kind: str  # in the game's words: fact, answer
    text: str
    who: str = ""  # a name
    scene: int = 0

    def holds(self, words: str) -> bool:
        """Whether these words stand in it."""
        return words.casefold() in f"{self.who} {self.text}".casefold()


# -- A game --------------------------------------------------------------------------------


class Option(Struct, frozen=True):
    """One choice about how a game is played at a table."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    start: str | int | bool
    rule: str = ""
    hint: str = ""
    closing: tuple[Choice, ...] = ()  # what may be chosen still where a session closes, in one tap


class About(Struct, frozen=True):
    """A game in a few words, for its card on the front page and for the credits."""

    title: str
    pitch: str
    dice: str
    players: str
    mood: str
    author: str
    licence: str
    icon: str
    gm: str = "GM"  # the game's own word for the person who runs it
    second: str = ""  # another icon beside the first, where a title has two
    shelf: int = 50  # where it stands among the games: the lower, the earlier


class Step(Struct, frozen=True):
    """One act of a prepared session: who does what, and the faces that fell."""

    who: str
    command: Command
    faces: tuple[int, ...] = ()


class Game(Protocol):
    """Seven questions, all answered without touching the world; a game is a module of them.

    A game that writes things down may also have `records(state, seat)`: those of its records
    that this seat may see. One whose characters travel has `sheet(state, seat, who)`, a character
    written out, and `bring`, the command that takes such a `sheet` in. One that knows no takebacks
    has `final(state, entry)`: the refusal a player gets who would take that entry back, if any.
    One with characters has `speaks_as(state, member)`: the name of the character whose words a
    member's are, if any (TF-10), `summed_up(state, member)`: that character in the words that
    everybody reads, for a recap, and `acts_with(state, command)`: whose character a command moves,
    so that the story says when the GM has acted for a player. `scenes(state)` gives
    the titles of scenes that the GM has written down ahead. `under_way(state)` says what is not
    over yet, for whoever is about to end a scene or begin the next session, and `left_open(state)`
    what the end of an evening would leave open. How its lines are set in the story, `told_as` says
    (story.py); `episodes(state, events)` tells a scene again by what was wanted, how, and what came
    of it (episodes.py). `counts(state)` says how many there are of each kind of thing that people
    add, by a name such as “NPCs”: the house takes no more of them than its limits say (TF-43).
    One that divides its page into parts (stage.py) has `parts(state, seat)`, from which `view` and
    `offers` then follow, `waiting(state)`, `mat(state, seat)` and `rows(state, seat)`.
    Where a command asks for the GM's word and leaves something in it to them, `replies(state, seat,
    command)` are the ways to say yes, each with what it fills in. Where such a command changes
    something that soon can no longer be changed, `changeable(state, command)` says whether it still
    can: until the GM has answered no dice fall that end it, and what ends it ends the question.
    Where hands are asked for on something of the game's, `polled(state)` are the numbers of those
    shows of hands: with what settles their question they are counted (TF-18).
    `icons()` are the names of icons that its pages show over and over, `for_chat(state)` is what
    puts a line of the story into a form that a chat can show, `paper(state, seat, name)` a page to
    print. What is no Python of the rules lies in its package: templates, looks, files and pages in
    `web/` (web/brought.py), its rules in words in `rulebook/` (web/rules.py); its commands are what
    its entry points name (cli/commands.py).
    One that has changed since tables were played has raised its `edition`, and says in `upcasters`
    what became of what it wrote: by the name of the event or command, by the edition that wrote it,
    a function from its raw form to that of the next edition (lifting.py). An event may have become
    several or none (a list); a command stays one. A command that today leads to something else
    with its form unchanged has one, too, giving back what it is given: so what was decided by the
    rules of then is not judged by those of now. `sheet` is the name for characters' files; `Answer`
    may be among them, whose `fields` are those of the game's own commands.
    """

    key: str
    edition: int
    about: About
    options: tuple[Option, ...]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    state: type[Any]

    def new(self, options: Options, /) -> Any:
        """The game before anybody has done anything."""

    def decide(self, state: Any, seat: Seat, command: Command, dice: Dice, /) -> Iterable[Event]:
        """What happens if this seat does that now; or a refusal."""

    def evolve(self, state: Any, event: Event, /) -> Any:
        """The state once this has happened; total, dull, never refuses."""

    def offers(self, state: Any, seat: Seat, /) -> Iterable[Offer]:
        """What this seat might do now; may propose too much."""

    def odds(self, state: Any, seat: Seat, command: Command, /) -> object:
        """How that would turn out, exactly, where dice decide it and the seat may know."""

    def view(self, state: Any, seat: Seat, /) -> Page:
        """Only what this seat may see."""

    def tell(self, state: Any, event: Event, seat: Seat, /) -> Line | None:
        """What happened, in words for this seat; None where it is not for them."""

    def demo(self) -> tuple[Step, ...]:
        """A prepared scene under way, played through the rules like any other."""
