"""A scene as its recap tells it: each move that was made, with what came of it (TF-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.episodes import Argument, Episode, Thread, Throw, sentenced, threads
from tablefolk.core.game import Event, Seat
from tablefolk.core.recap import joined
from tablefolk.core.words import begun, listing
from tablefolk.games.mutagen.playbooks.effects import BANDS, AskGm, BandId, Narrate
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules.bars import BarTicked
from tablefolk.games.mutagen.rules.chances import bands
from tablefolk.games.mutagen.rules.closing import FollowRolled, GroupDone
from tablefolk.games.mutagen.rules.effects import Picked
from tablefolk.games.mutagen.rules.harm import HarmOpened
from tablefolk.games.mutagen.rules.outcomes import OutcomeWritten
from tablefolk.games.mutagen.rules.owing import AnswerGiven, Owes
from tablefolk.games.mutagen.rules.proposing import MoveProposed, MoveRedescribed
from tablefolk.games.mutagen.rules.reading import SUCCESS, crit_from, readings
from tablefolk.games.mutagen.rules.resources import Fell
from tablefolk.games.mutagen.rules.results import (
    BandConverted,
    ConsequenceResisted,
    RollCalledFor,
)
from tablefolk.games.mutagen.rules.rolling import (
    BandSettled,
    DiceThrown,
    MoveMade,
    StatusExploited,
    WordsLeft,
    used_of,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.take_harm import (
    HarmDiceThrown,
    HarmNarrated,
    HarmOver,
    StepReached,
)
from tablefolk.games.mutagen.rules.values import OpenMove, Owed
from tablefolk.games.mutagen.rules.wording import band_name, beside_costs, gist, staged_words
from tablefolk.games.mutagen.words import say

ONLOOKER = Seat("", "onlooker")
OF_MOVE = (
    StatusExploited, DiceThrown, BandConverted, BandSettled, OutcomeWritten, ConsequenceResisted,
    FollowRolled, GroupDone, WordsLeft, Picked,
)  # fmt: skip


def episodes(show: Show, events: Sequence[Event], /) -> Iterator[Episode]:
    """Moves that were made, and harm by something else of which it is said what it was."""
    scene = Scene(show)
    for thread in threads(events, scene.belongs):
        thrown = (event.move for event in thread.found(DiceThrown))
        made = (*thrown, *(event.move for event in thread.found(MoveMade)))
        if made:
            told = episode(scene, scene.move(made[0]), thread)
        elif thread.found(HarmOver) and (cause := _cause(show, thread)):
            sentences = [_came(scene, event) for event in thread.events]
            told = Told(thread.episode(cause, sentences, throws=_throws(scene, thread)), sentences)
        else:
            continue
        yield told.around(thread, events)


class Told(NamedTuple):
    """An episode, and what it says of each of its events; "" of some."""

    whole: Episode
    sentences: Sequence[str]

    def around(self, thread: Thread, events: Sequence[Event]) -> Episode:
        """As it happened: what was done in answer to its harm is read after what led there."""
        hurt = {event.injury.id for event in thread.found(HarmOpened)}
        inner = (
            place
            for place, event in enumerate(events)
            if isinstance(event, MoveProposed | MoveRedescribed) and event.move.inside in hurt
        )
        if (first := next(inner, None)) is None:
            return self.whole
        n = sum(place < first for place in thread.places)
        before, after = (sentenced(one) for one in (self.sentences[:n], self.sentences[n:]))
        at, whole = thread.places[n - 1], self.whole
        if not before:
            return replace(whole, at=at)
        ends = ((whole.at, after),) if after else ()
        return replace(whole, parts=((at, before), *ends))


class Scene(Struct):
    """What is known of a scene's moves and injuries while its events are read."""

    show: Show
    moves: dict[int, OpenMove] = field(default_factory=dict)
    injuries: dict[int, int] = field(default_factory=dict)  # by which move somebody was hurt
    owed: dict[int, Owed] = field(default_factory=dict)
    hurting: dict[str, int] = field(default_factory=dict)  # the harm that somebody is taking
    fallen: set[int] = field(default_factory=set)  # the harm by which somebody fell
    said: set[int] = field(default_factory=set)  # the moves of which the GM wrote what came

    def belongs(self, event: Event) -> int | None:
        """The move that an event is about, or the injury; both are numbered together.

        A roll that follows another belongs to that one.
        """
        match event:
            case MoveProposed() | MoveRedescribed() | RollCalledFor():
                self.moves[event.move.id] = event.move
                return self.leading(event.move.id)
            case HarmOpened():
                self.injuries[event.injury.id] = event.injury.move
                self.hurting[event.injury.on] = event.injury.id
                return self.leading(event.injury.move) or event.injury.id
            case StepReached():  # of several the one whose steps are walked
                self.hurting[event.on] = event.injury
                return None
            case Fell() if event.who in self.hurting:
                injury = self.hurting[event.who]
                self.fallen.add(injury)
                return self.leading(self.injuries.get(injury, 0)) or injury
            case HarmDiceThrown():
                return self.leading(self.injuries.get(event.injury, 0)) or event.injury
            case HarmOver() | HarmNarrated():
                self.hurting.pop(event.on, None)
                return self.leading(self.injuries.get(event.injury, 0)) or event.injury
            case Owes():
                self.owed[event.owed.id] = event.owed
                return None
            case AnswerGiven():
                owed = self.owed.get(event.owed)
                return self.leading(owed.move) if owed else None
            case BarTicked():
                return self.leading(self.latest(event.source))
            case OutcomeWritten() if event.outcome.text:
                self.said.add(event.move)
            case MoveMade():  # in answer to another move it is told by what it does to that one
                move = self.move(event.move)
                return self.leading(event.move) if move and event.item in move.chain else None
        number = getattr(event, "move", 0)
        return self.leading(number) if isinstance(event, OF_MOVE) else None

    def ends(self, event: HarmOver) -> bool:
        return event.fell or event.injury in self.fallen

    def leading(self, number: int) -> int | None:
        found = self.move(number)
        return (found.follows or found.id) if found else None

    def latest(self, item: str) -> int:
        """The number of the move that was made last with this item; 0 where there is none."""
        found = (one.id for one in reversed(self.moves.values()) if item in one.chain)
        return next(found, 0)

    def move(self, number: int) -> OpenMove | None:
        return self.show.moves.get(number) or self.moves.get(number)


def _cause(show: Show, thread: Thread) -> str:
    """What an injury came from, in somebody's words; "" where only a number is known."""
    sources = (show.called(event.injury.source) for event in thread.found(HarmOpened))
    names = [show.name(event.on) for event in thread.found(HarmOver)]
    told = any(event.text for event in thread.found(HarmNarrated))
    return next(filter(None, sources), say("episode.harm", who=names[0]) if told else "")


def episode(scene: Scene, first: OpenMove | None, thread: Thread) -> Told:
    """Who went for what and how, how it went, and what the playbook and the GM said of it."""
    show, move = scene.show, first
    if move and move.follows:
        move = scene.move(move.follows) or move
    last = {event.bar: event for event in thread.found(BarTicked)}  # of a bar, where it came to
    sentences = [
        "" if isinstance(event, BarTicked) and event is not last[event.bar] else _came(scene, event)
        for event in thread.events
    ]
    sentences[0] = sentenced((_went(show, move) if move else "", sentences[0]))
    arguments = (
        Argument(show.name(by.who), event.exploit.how, used_of(show, by.id, event.exploit))
        for event in thread.found(StatusExploited)
        if (by := scene.move(event.move))
    )
    title = (move.how or show.called(move.move)) if move else ""
    throws = _throws(scene, thread)
    return Told(thread.episode(title, sentences, arguments, throws=throws), sentences)


def _went(show: Show, move: OpenMove) -> str:
    at = listing(show.name(target) for target in move.targets)
    through = listing(map(show.called, move.chain[:-1]))
    with_whom = listing(show.name(other) for other in move.others)
    return say(
        "episode.went" if move.how else "episode.went_for_it",  # the title names it already
        who=show.name(move.who),
        move=show.called(move.move),
        through=say("tell_word.through", move=through) if through else "",
        at=say("tell_word.at", whom=at) if at else "",
        led=say("episode.led", who=with_whom) if with_whom else "",
    )


def _words(text: str) -> str:
    """Words of a playbook as part of a paragraph, without what a rule there takes."""
    return begun(" ".join(beside_costs(text)))


def _does(scene: Scene, event: MoveMade) -> str:
    """What a move without a roll does, in a sentence, where nobody has said it in their own words.

    It is that of what was chosen in it, or its own.
    """
    deed, move = scene.show.shelf.item(event.item), scene.move(event.move)
    if not isinstance(deed, Deed) or event.move in scene.said or (move and move.how):
        return ""
    chosen = (one.text for one in deed.choices if move and one.id == move.option)
    return begun(gist(next(chosen, deed.text)))


def _written(show: Show, event: OutcomeWritten) -> str:
    """The GM's words and what went with them; harm and ticks are told by what they came to."""
    left = (
        one
        for one in event.outcome.staged
        if one.op != "tick" and not (one.op == "harm" and one.on in show.cast)
    )
    went_along = listing(staged_words(show, one) for one in left)
    return joined((event.outcome.text, f"{begun(went_along)}." if went_along else ""))


def _came(scene: Scene, event: Event) -> str:
    """What one event of a move came to, in a sentence; "" where it needs none."""
    show = scene.show
    match event:
        case BandSettled():
            move = show.moves.get(event.move)
            if move and move.follows:
                return ""
            went = say(f"episode.{event.goal or 'plain'}", band=band_name(show, event.band))
            return f"{went} {_words(event.says)}".strip()
        case MoveMade():
            return _does(scene, event)
        case Picked():
            return say("episode.picked", what=event.in_words(show, ONLOOKER)["what"])
        case AnswerGiven():
            effect = scene.owed[event.owed].effect
            return begun(event.text) if isinstance(effect, Narrate | AskGm) else ""
        case BarTicked():
            full = "episode.filled" if event.now == event.of else "episode.ticked"
            return say(full, title=event.title, n=event.now, of=event.of)
        case OutcomeWritten():
            return _written(show, event)
        case ConsequenceResisted():
            return say("episode.resisted", who=show.name(event.who))
        case FollowRolled():
            return _followed(scene, event)
        case HarmOver() if scene.ends(event):
            fell = "episode.fell_hurt" if event.harm else "episode.fell"
            return say(fell, who=show.name(event.on), n=event.harm)
        case HarmOver() if event.lost:
            cost = event.in_words(show, ONLOOKER)["what"]
            return say("episode.hurt", who=show.name(event.on), n=event.lost, what=cost)
        case HarmNarrated():
            return begun(event.text)
        case _:
            return ""


def _followed(scene: Scene, event: FollowRolled) -> str:
    """Somebody who was led: what they did, in their words, and their own result."""
    show = scene.show
    rolls = (
        one
        for one in reversed(scene.moves.values())
        if (one.follows, one.who) == (event.move, event.who)
    )
    how = next((one.how for one in rolls), "")
    key = "episode.followed_how" if how else "episode.followed"
    return say(key, who=show.name(event.who), how=how, band=band_name(show, event.band))


def _throws(scene: Scene, thread: Thread) -> Iterator[Throw]:
    """By how likely such a result or a better one was, or such a one or a worse one.

    Whoever fell by dice of harm fell by these, and else by the move that hurt them.
    """
    show = scene.show
    full = (
        say("episode.filled", title=event.title)
        for event in thread.found(BarTicked)
        if event.now == event.of
    )
    ended = {e.injury: e.on for e in thread.found(HarmOver) if scene.ends(e)}
    diced = {e.injury for e in thread.found(HarmDiceThrown)}
    fell = (say("episode.fell", who=show.name(on)) for n, on in ended.items() if n not in diced)
    came = next(chain(fell, full), "").rstrip(".")
    staked = sum(len(event.outcome.staged) for event in thread.found(OutcomeWritten))
    traded = {event.move: event.to for event in thread.found(BandConverted)}
    for event in thread.found(DiceThrown):
        move, throw = show.moves.get(event.move), event.throw
        crit = crit_from(show, show.cast.get(event.who))
        every = bands(throw.modifier, crit)
        needed = next(one.low for one in readings(crit) if one.id == SUCCESS[-1])
        chance = sum(every[band] for band in _as_much(throw.band))
        text = say(
            "episode.threw",
            who=show.name(event.who),
            move=show.called(move.move) if move else "",
            n=throw.total,
            band=band_name(show, throw.band),
            traded=say("episode.traded", band=band_name(show, traded[event.move]))
            if event.move in traded
            else "",
        )
        odd = say(f"episode.odd.{throw.band}", band=band_name(show, throw.band))
        won = came if move and not move.follows else ""
        yield Throw(text, float(chance), throw.total - needed, staked, won, odd)
    for harm in thread.found(HarmDiceThrown):
        who = show.name(harm.on)
        ends = say("episode.fell", who=who) if harm.injury in ended else ""
        yield Throw(say("episode.threw_harm", who=who, n=sum(harm.faces)), came=ends.rstrip("."))


def _as_much(band: BandId) -> Sequence[BandId]:
    """The results that are at least as good as a success, or at least as bad as a failure."""
    order: Sequence[BandId] = tuple(BANDS)
    place = order.index(band)
    return order[: place + 1] if band in SUCCESS else order[place:]
