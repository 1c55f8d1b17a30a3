"""Episodes of a scene for its recap: each task that was tried and each contest (TF-15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.episodes import Argument, Episode, Thread, Throw, threads
from tablefolk.core.game import Event
from tablefolk.core.recap import joined
from tablefolk.core.words import begun, listing, sentence
from tablefolk.games.wheel_of_fate.page.tell import is_out
from tablefolk.games.wheel_of_fate.rules.building import attribute_name
from tablefolk.games.wheel_of_fate.rules.chances import against, versus
from tablefolk.games.wheel_of_fate.rules.contests import ContestEntered, ContestOpened, GaveIn
from tablefolk.games.wheel_of_fate.rules.drafts import RollDrafted, SourceAdded, SourceDropped
from tablefolk.games.wheel_of_fate.rules.exchanges import ExchangeDecided, ExchangeOpened
from tablefolk.games.wheel_of_fate.rules.fate import GiftRefused, OfferAccepted, PointPromised
from tablefolk.games.wheel_of_fate.rules.notation import parse
from tablefolk.games.wheel_of_fate.rules.rolls import RollChanged, Settled, Thrown, WhammyNoted
from tablefolk.games.wheel_of_fate.rules.rounds import (
    ContestClosed,
    ContestRanked,
    HeldStressFell,
    InflictChosen,
    Placing,
    StressHeld,
    placed,
)
from tablefolk.games.wheel_of_fate.rules.state import (
    ATTRIBUTES,
    Contest,
    Exchange,
    Fought,
    Result,
    Roll,
    Task,
    Wheel,
)
from tablefolk.games.wheel_of_fate.rules.stress import StressTaken
from tablefolk.games.wheel_of_fate.rules.tasks import ApproachFound, TaskOpened
from tablefolk.games.wheel_of_fate.rules.wording import quoted, say, whammies


def episodes(wheel: Wheel, events: Sequence[Event], /) -> Iterator[Episode]:
    """Yield an episode for each task or contest in which somebody threw or gave in."""
    scene = Scene(wheel)
    for thread in threads(events, scene.belongs):
        thrown, gave_in = thread.found(Thrown), thread.found(GaveIn)
        tried = wheel.rolls[thrown[0].roll].task if thrown else 0
        if tried:
            yield task(scene, thread, tried)
        elif thrown or gave_in:
            yield contest(scene, thread)


class Scene(Struct):
    """The contests seen so far while the events of a scene are read in order."""

    wheel: Wheel
    fights: int = 0
    fighting: str = ""  # the contest that goes on, by its title
    settled: int = 0  # the task of which the GM has just said what it costs

    def belongs(self, event: Event) -> tuple[str, int] | None:
        """Return the key of the task or contest that an event belongs to; None for any other."""
        about = self._about(event)
        self.settled = about[1] if isinstance(event, Settled) and about else 0
        return about

    def _about(self, event: Event) -> tuple[str, int] | None:
        match event:
            case TaskOpened():
                return "task", event.task.id
            case ApproachFound():
                return "task", event.task
            case ContestOpened():
                self.fights += 1
                return self._goes_on(event.contest.title)
            case ExchangeOpened():
                on = self.wheel.contest.title if self.wheel.contest else ""
                return self._goes_on(self.fighting or on)
            case StressTaken():
                if self.settled:
                    return "task", self.settled
                return ("contest", self.fights) if self.fighting else None
            case ContestClosed():
                self.fighting = ""
                return "contest", self.fights
            case (
                ExchangeDecided() | ContestRanked() | InflictChosen() | GaveIn() | ContestEntered()
            ):
                return "contest", self.fights
            case StressHeld() | HeldStressFell():
                return "contest", self.fights
            case RollDrafted():
                return self._of_roll(event.roll.id)
            case SourceAdded() | SourceDropped() | PointPromised() | GiftRefused():
                return self._of_roll(event.roll)
            case Thrown():
                return self._of_roll(event.roll)
            case RollChanged() | Settled() | WhammyNoted():
                return self._of_roll(event.roll)
            case OfferAccepted() if event.roll:
                about = self._of_roll(event.roll)
                return about if about and about[0] == "task" else None
            case _:
                return None

    def _goes_on(self, title: str) -> tuple[str, int]:
        self.fighting = title
        return "contest", self.fights

    def _of_roll(self, number: int) -> tuple[str, int] | None:
        roll = self.wheel.rolls.get(number)
        if roll is None:
            return None
        return ("task", roll.task) if roll.task else ("contest", self.fights)


# -- A task (WF-28, WF-120) ----------------------------------------------------------------------


def task(scene: Scene, thread: Thread, number: int) -> Episode:
    """Build the episode of a task: each try, its result, and the stake that came true."""
    wheel, about = scene.wheel, scene.wheel.tasks[number]
    stakes, tries = list[str](), defaultdict[int, list[str]](list)  # roll -> all of that try
    throws, arguments = list[Throw](), list[Argument]()
    anew, now = dict[str, str](), 0
    for event in thread.events:
        match event:
            case ApproachFound():
                anew[event.who] = say("episode.anew", who=wheel.name(event.who), how=event.how)
            case Thrown():
                now, roll = event.roll, wheel.rolls[event.roll]
                first = anew.pop(roll.roller, "")
                tries[now] += [first, _tried(wheel, roll), _came_of_it(roll, event)]
                stake = _stake(about, roll)
                if stake not in stakes:  # where several fail, it comes true once
                    stakes.append(stake)
                    tries[now].append(begun(stake))
                arguments += _arguments(wheel, thread, roll)
                if event.result.faces:
                    throws.append(_throw(wheel, roll, event, about))
            case Settled():
                now = event.roll
                tries[now].append(begun(event.text))
            case WhammyNoted():
                tries[event.roll].append(say("episode.better", text=event.text))
            case OfferAccepted():
                tries[event.roll].append(say("episode.undone", what=event.what))
            case StressTaken():
                tries[now].append(_hurt(wheel, replace(event, why="")))
    sentences = [*chain.from_iterable(tries.values()), *anew.values()]
    return thread.episode(about.title, sentences, arguments, filter(None, stakes), throws)


def _tried(wheel: Wheel, roll: Roll) -> str:
    """Say who tried, by what means, with whose help and in spite of what."""
    helpers = listing(wheel.name(s.by) for s in roll.sources if s.what == "help")
    used = [s.label for s in roll.sources if s.what == "pool"]
    told = [s for s in roll.sources if s.what in ("tool", "granted")]
    used += [f"“{s.label}”" for s in told if s.kind != "penalty"]
    hard = quoted(s.label for s in told if s.kind == "penalty")
    key = roll.attribute if roll.attribute in ATTRIBUTES else "pool"
    return say(
        "episode.tried",
        who=wheel.name(roll.roller),
        way=say(f"episode.means.{key}", name=attribute_name(wheel, roll.attribute)),
        used=say("episode.used", what=listing(used)) if used else "",
        helped=say("episode.helped", who=helpers) if helpers else "",
        hard=say("episode.hard", what=hard) if hard else "",
    )


def _came_of_it(roll: Roll, event: Thrown) -> str:
    """Say whether it worked; dice that were added after the throw count (WF-36)."""
    return _whether(roll, roll.result or event.result)


def _whether(roll: Roll, result: Result) -> str:
    end = "worked" if result.success else "short" if roll.mode == "sure" else "failed"
    return say(f"episode.{end}", more=whammies(result.whammies))


def _arguments(wheel: Wheel, thread: Thread, roll: Roll) -> Iterator[Argument]:
    """The aspects invoked for a roll, each with how it was said to help (WF-43)."""
    how = {event.source.id: event.how for event in thread.found(PointPromised)}
    for source in roll.sources:
        if source.what == "aspect":
            yield Argument(wheel.name(source.by), how.get(source.id, ""), source.label)


def _stake(about: Task, roll: Roll) -> str:
    """The stake written for this result, if the players could read it; else "" (WF-120)."""
    managed = roll.mode == "sure" or bool(roll.result and roll.result.success)
    stake = about.on_success if managed else about.on_failure
    return stake if about.stakes_shown else ""


def _throw(wheel: Wheel, roll: Roll, event: Thrown, about: Task) -> Throw:
    """The throw as it is remembered; a hidden difficulty tells neither odds nor margin (WF-20)."""
    result = event.result
    facts = {"who": wheel.name(roll.roller), "title": about.title, "total": result.total}
    stakes = about.stakes_shown and bool(about.on_success or about.on_failure)
    if roll.hidden:
        return Throw(say("episode.threw_hidden", **facts), stakes=stakes)
    odds = against(parse(result.notation), roll.difficulty)
    # As it was thrown, so that a whammy counts for what it was: this or better, this or worse.
    good = odds.at_least(result.whammies) if result.success else 1 - odds.at_least(0)
    more = whammies(result.whammies)
    text = say("episode.threw", **facts, difficulty=roll.difficulty, more=more)
    odd = say("episode.odd", n=result.whammies) if result.success and result.whammies else ""
    return Throw(text, float(good), (result.total or 0) - roll.difficulty, stakes, odd=odd)


# -- A contest (WF-64 … WF-96) --------------------------------------------------------------------


def contest(scene: Scene, thread: Thread) -> Episode:
    """Build the episode of a contest: exchanges or ranking, what they cost, how it ended."""
    wheel = scene.wheel
    opened = thread.found(ContestOpened)
    about = opened[0].contest if opened else wheel.contest
    sentences, parts = list[str](), list[tuple[int, str]]()
    if opened:
        sentences.append(
            say("episode.against", who=listing(map(wheel.name, opened[0].contest.who)))
        )
    throws = list[Throw]()
    rolls: tuple[Roll, ...] = ()
    for place, event in zip(thread.places, thread.events, strict=True):
        if isinstance(event, StressTaken) and throws and event.conditions and is_out(wheel, event):
            came = say("episode.came_out", who=wheel.name(event.who))
            throws[-1] = replace(throws[-1], came=came)
        match event:
            case ExchangeOpened():
                rolls = event.rolls
            case ExchangeDecided():
                sentences.append(_exchange(wheel, event))
                throws += _duel(scene, thread, rolls, event)
            case ContestRanked():
                sentences.append(_ranked(wheel, event.places))
                throws += _came_in(wheel, about, event)
            case InflictChosen() if event.stress:
                facts = {"who": wheel.name(event.who), "on": wheel.name(event.on)}
                sentences.append(say("episode.inflicted", **facts))
            case StressTaken() if event.why:
                sentences.append(_hurt(wheel, event))
            case StressTaken() if event.conditions:
                sentences.append(_left(wheel, event))
            case GaveIn():
                sentences.append(say("episode.gave_in", who=wheel.name(event.who)))
            case ContestClosed():
                sentences += [*_cost(wheel, thread), *_ended(wheel, about, thread, event)]
        if sentences:
            parts.append((place, joined(sentences)))
            sentences.clear()
    title = about.title if about else ""
    told = thread.episode(title, (text for _, text in parts), throws=throws)
    again = say("episode.goes_on", title=title.rstrip(".")) if title else ""
    return replace(told, parts=tuple(parts), again=again)


def _cost(wheel: Wheel, thread: Thread) -> Iterator[str]:
    """The stress of each in a contest, all in all."""
    cost = dict[str, int]()
    for event in thread.found(StressTaken):
        cost[event.who] = cost.get(event.who, 0) + event.now - event.was
    if cost:
        rows = (say("episode.cost_of", who=wheel.name(who), n=n) for who, n in cost.items())
        yield say("episode.cost", shown=listing(rows))


def _ended(
    wheel: Wheel, about: Contest | None, thread: Thread, event: ContestClosed
) -> Iterator[str]:
    """Who was left in a fight; of a race only that it was broken off before it was decided."""
    if about and about.once:
        if not thread.found(ContestRanked):
            yield say("episode.unsettled")
    elif about is None or about.harmful:
        yield _still(wheel, event)


def _still(wheel: Wheel, over: ContestClosed | Fought) -> str:
    """Who was left in a fight."""
    key = "episode.standing" if over.by_itself else "episode.broken_off"
    left = listing(map(wheel.name, over.standing))
    return say(key, who=left) if left else ""


def _left(wheel: Wheel, event: StressTaken) -> str:
    """The conditions that a blow caused; its stress was told with the blow."""
    names = listing(say(f"labels.condition.{c}").lower() for c in event.conditions)
    key = "episode.out" if is_out(wheel, event) else "episode.left"
    return say(key, who=wheel.name(event.who), names=names)


def _exchange(wheel: Wheel, event: ExchangeDecided | Exchange) -> str:
    won = "beat" if event.winner == event.actor else "held"
    facts = {"actor": wheel.name(event.actor), "target": wheel.name(event.target)}
    return say(f"episode.{won if event.winner else 'drawn'}", **facts)


def _duel(
    scene: Scene, thread: Thread, rolls: Sequence[Roll], event: ExchangeDecided
) -> Iterator[Throw]:
    """The throws of an exchange as one, with the winner's chance by both sides' dice."""
    ids = {roll.id for roll in rolls}
    results = [e.result for e in thread.found(Thrown) if e.roll in ids][:2]
    if len(event.totals) < 2 or not event.winner or len(results) < 2:
        return
    mine, theirs = (parse(result.notation) for result in results)
    win = versus(mine, theirs).at_least(1)
    chance = win if event.winner == event.actor else 1 - win
    names = scene.wheel.name(event.actor), scene.wheel.name(event.target)
    text = say("episode.duel", actor=names[0], target=names[1],
               one=event.totals[0], other=event.totals[1])  # fmt: skip
    yield Throw(text, float(chance), event.totals[0] - event.totals[1], event.stress)


def _ranked(wheel: Wheel, places: Sequence[Placing]) -> str:
    first = [wheel.name(p.who) for p in places if p.place == 1]
    others = [wheel.name(p.who) for p in places if p.place > 1]
    key = "episode.won_over" if others else "episode.won"
    return say(key, who=listing(first), n=len(first), others=listing(others))


def _came_in(wheel: Wheel, about: Contest | None, event: ContestRanked) -> Iterator[Throw]:
    """All throws of a race as one, by how much the first was ahead."""
    totals = [(p.who, p.total) for p in event.places if p.total is not None]
    if about and len(totals) > 1:
        shown = listing(f"{wheel.name(who)} {total}" for who, total in totals)
        ahead = totals[0][1] - totals[1][1]
        yield Throw(say("episode.race", title=about.title, shown=shown), margin=ahead)


def _hurt(wheel: Wheel, event: StressTaken) -> str:
    """The stress somebody took, the conditions it caused, and its reason."""
    names = listing(say(f"labels.condition.{c}").lower() for c in event.conditions)
    became = say("episode.became", names=names) if names else ""
    why = f" {begun(event.why)}" if event.why else ""
    n = event.now - event.was
    out = say("episode.out", who=wheel.name(event.who)) if names and is_out(wheel, event) else ""
    hurt = say("episode.hurt", who=wheel.name(event.who), n=n, became=became)
    return joined((hurt + why, out))


# -- In brief, for the card of a scene that is over (TF-14) ----------------------------------------


def tried(wheel: Wheel, roll: Roll) -> str:
    """A throw at a task: what was wanted, whether it worked, and what came true."""
    about, done = wheel.tasks[roll.task], roll.result
    if done is None:
        return ""
    apart = any(fact.text == roll.complication for fact in wheel.facts)
    price = "" if apart else roll.complication  # a complication is a record of its own
    undone = say("episode.undone", what=roll.overridden) if roll.overridden else ""
    return _in_brief(about.title, _whether(roll, done), _stake(about, roll), price, undone)


def fought(wheel: Wheel, over: Fought) -> str:
    """A contest: what it was about, and who got the better of it; "" where nothing happened."""
    contest = over.contest
    within = range(contest.id + 1, over.number + 1)
    rolls = [r for n, r in wheel.rolls.items() if n in within and (r.in_exchange or contest.once)]
    if not contest.gave_in and not any(r.result for r in rolls):
        return ""
    if contest.once:
        came = _raced(wheel, contest)
    elif contest.harmful:
        came = _still(wheel, over)
    else:
        came = _exchange(wheel, contest.exchange) if contest.exchange else ""
    return _in_brief(contest.title, came)


def _raced(wheel: Wheel, contest: Contest) -> str:
    thrown = (wheel.rolls.get(n) for w, n in contest.rolls.items() if w not in contest.gave_in)
    results = {roll.roller: roll.result for roll in thrown if roll}
    totals = {who: result.total for who, result in results.items() if result}
    settled = len(totals) == len(contest.rolls) - len(contest.gave_in)
    return _ranked(wheel, placed(totals)) if settled else say("episode.unsettled")


def _in_brief(*told: str) -> str:
    return " ".join(sentence(begun(text)) for text in told if text)
