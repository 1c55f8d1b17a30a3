"""A scene as its recap tells it: each try, contest and fight, and other harm (TF-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.episodes import Episode, Thread, Throw, threads
from tablefolk.core.game import Event
from tablefolk.core.odds import THREE_DICE
from tablefolk.core.words import begun, listing, sentence
from tablefolk.games.shapers_and_bots.chances.rolls import chance_of
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.challenges import (
    AutomaticGranted,
    ChallengeOpened,
    ChallengeRolled,
    OutcomeRuled,
    StoryTold,
    in_one,
)
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.contests import (
    ContestOpened,
    ContestTied,
    ContestWon,
    SideRolled,
    TieRuled,
)
from tablefolk.games.shapers_and_bots.rules.farewells import FarewellBid
from tablefolk.games.shapers_and_bots.rules.fights.berserk import BerserkRolled
from tablefolk.games.shapers_and_bots.rules.fights.blows import AttackRolled, ThingRuled
from tablefolk.games.shapers_and_bots.rules.fights.ending import AttackEnded, AttackRuled
from tablefolk.games.shapers_and_bots.rules.fights.start import (
    FightEnded,
    FightJoined,
    FightLeft,
    FightStarted,
)
from tablefolk.games.shapers_and_bots.rules.harm import (
    Fell,
    Harmed,
    Healed,
    Injured,
    KnockoutRolled,
    WakingRolled,
)
from tablefolk.games.shapers_and_bots.rules.marks import Marked
from tablefolk.games.shapers_and_bots.rules.rolling import RollMade
from tablefolk.games.shapers_and_bots.rules.shaping import ShapingResisted, TimeBent
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import DOWN, Challenge, Contest, Outcome, Roll
from tablefolk.games.shapers_and_bots.rules.wording import STAYING_UP, say, tells_health

LUCK = ("fluke", "fumble")


def episodes(world: World, events: Sequence[Event], /) -> Iterator[Episode]:
    """Tries with dice or without, contests that were decided, fights, and other harm."""
    scene = Scene(world, _rolls(events), _tries(events))
    for thread in threads(events, scene.belongs):
        if any(isinstance(event, AttackEnded | FightStarted) for event in thread.events):
            yield fight(scene, thread)
        elif any(isinstance(event, ChallengeRolled | AutomaticGranted) for event in thread.events):
            yield attempt(scene, thread)
        elif any(isinstance(event, ContestWon | TieRuled) for event in thread.events):
            yield contest(scene, thread)
        elif any(isinstance(event, Harmed) for event in thread.events) and worth_telling(thread):
            yield harm(scene, thread)
        elif woken := thread.found(WakingRolled):
            yield thread.episode("", [_woke(world, woken[-1].who)])


def _rolls(events: Sequence[Event]) -> dict[int, Roll]:
    return {event.roll.id: event.roll for event in events if isinstance(event, RollMade)}


def _tries(events: Sequence[Event]) -> dict[int, int]:
    """Of each roll that a try was decided by, the number of the try."""
    rolled = (event for event in events if isinstance(event, ChallengeRolled | ShapingResisted))
    return {event.roll: event.challenge for event in rolled}


class Scene(Struct):
    """What is known of a scene's tries and rolls while its events are read."""

    world: World
    rolls: dict[int, Roll]
    tries: dict[int, int]
    opened: dict[int, Challenge] = field(default_factory=dict)
    gusts: dict[str, tuple[str, int]] = field(default_factory=dict)  # by whom they are aimed at
    harmed: dict[str, tuple[str, int]] = field(default_factory=dict)  # by whom it was done to
    fights: int = 0
    fighting: bool = False

    def belongs(self, event: Event) -> tuple[str, int] | None:
        """What an event is about: a try, a contest, a fight, or nothing that is told as one."""
        match event:
            case ChallengeOpened():
                self.opened[event.challenge.id] = event.challenge
                return self.aimed("try", event.challenge)
            case ChallengeRolled() | AutomaticGranted() | OutcomeRuled() | ShapingResisted():
                return "try", event.challenge
            case StoryTold():
                return ("try", self.tries[event.roll]) if event.roll in self.tries else self.fight
            case RollMade(roll=roll):
                if roll.purpose == STAYING_UP and roll.who in self.harmed:
                    return self.harmed[roll.who]
                return ("try", self.tries[roll.id]) if roll.id in self.tries else self.fight
            case Harmed() if event.points:
                self.harmed[event.who] = "harm", event.number
                return self.harmed[event.who]
            case Injured() | KnockoutRolled() | BerserkRolled() if not event.attack:
                return self.harmed.get(event.who)
            case Fell() if not event.attack:
                return self.harmed.pop(event.who, None)
            case Healed() if event.challenge:
                return "try", event.challenge
            case Marked(mark=mark, on=True) if mark == DOWN:
                return self.gusts.pop(event.who, None)
            case ContestOpened():
                return self.aimed("contest", event.contest)
            case SideRolled() | ContestWon() | ContestTied() | TieRuled():
                return "contest", event.contest
            case FightStarted():
                self.fights, self.fighting = self.fights + 1, True
                return self.fight
            case FightJoined() | FightLeft():
                return self.fight
            case FightEnded():
                ended, self.fighting = self.fight, False
                return ended
            case AttackRolled():
                self.harmed.pop(event.target, None)  # what befalls them now is the attack's
                return "fight", self.fights
            case AttackEnded() | AttackRuled() | ThingRuled() | TimeBent():
                return "fight", self.fights
            case FarewellBid():
                return self.fight
            case WakingRolled(woke=True):
                return self.fight or ("waking", event.roll)
            case Fell() if event.attack:  # the end of the attack tells it
                return "fight", self.fights
            case _:
                return None

    def aimed(self, kind: str, tried: Challenge | Contest) -> tuple[str, int]:
        """A try or a contest; who is knocked over by it later on is known by its target."""
        if tried.effect == DOWN:
            self.gusts[tried.target] = kind, tried.id
        return kind, tried.id

    @property
    def fight(self) -> tuple[str, int] | None:
        return ("fight", self.fights) if self.fighting else None

    def roll(self, number: int) -> Roll | None:
        """One that was told by itself, or with the attack or contest that it was for."""
        return self.rolls.get(number) or self.world.rolls.get(number)

    def challenge(self, number: int) -> Challenge | None:
        return self.opened.get(number) or self.world.challenges.get(number)


# -- A try (SB-16 … SB-30) -------------------------------------------------------------------------


def attempt(scene: Scene, thread: Thread) -> Episode:
    """What somebody tried with what, whether it worked, and what the Director said of it."""
    world, throws, sentences = scene.world, list[Throw](), list[str]()
    title = ""
    for event in thread.events:
        match event:
            case ChallengeRolled():
                title = event.what
                sentences.append(_tried(scene, event, event.outcome))
                throws += _throws(scene, event.roll, event.what)
            case AutomaticGranted():
                title = event.what
                sentences.append(_tried(scene, event, "automatic"))
            case ShapingResisted():
                key = "resisted" if event.stopped else "not_resisted"
                sentences.append(say(f"episode.{key}", who=world.name(event.who)))
            case Marked():
                sentences.append(say("episode.down", who=world.name(event.who)))
            case Healed():
                sentences.append(_healed(world, event))
            case StoryTold():
                sentences.append(begun(in_one(event.text, event.instead)))
            case OutcomeRuled():
                sentences.append(begun(event.text))
    return thread.episode(lead(title), sentences, throws=throws)


def lead(what: str) -> str:
    """What was wanted, as the beginning of the sentence that tells what came of it."""
    said = what.strip().rstrip(".")
    return f"{said}:" if said[-1:].isalnum() else said


def _tried(scene: Scene, event: ChallengeRolled | AutomaticGranted, outcome: str) -> str:
    """Who tried it with what, and how it went: in one of several wordings, by its number."""
    tried, key = scene.challenge(event.challenge), f"episode.{outcome}"
    wordings = [key, *(f"{key}_{n}" for n in range(2, 9) if f"{key}_{n}" in say)]
    way = sheet.label(scene.world, tried.key) if tried else ""
    named = tried and way.casefold() != tried.what.casefold() and not tried.hidden
    return say(
        wordings[event.challenge % len(wordings)],
        who=scene.world.name(event.who),
        way=say("episode.way", way=way) if named else "",
        aim=say("episode.aim", who=scene.world.name(tried.target))
        if tried and tried.target
        else "",
    )


def _healed(world: World, event: Healed) -> str:
    """What the treatment brought; a bot starts again where others wake up (SB-164)."""
    key = "better" if event.after > event.before else "steady"
    return _woke(world, event.who) if event.wakes else say(f"episode.{key}", who=event.name)


def _woke(world: World, who: str) -> str:
    key = "started" if world.cast[who].kind == "bot" else "woke"
    return say(f"episode.{key}", who=world.name(who))


def _throws(scene: Scene, number: int, what: str, came: str = "") -> Iterator[Throw]:
    """A throw that everybody saw; of an extra's ratings, odds and margin would tell (SB-168)."""
    roll = scene.roll(number)
    if roll is None or roll.hidden or tells_health(scene.world, roll):
        return
    came = came.rstrip(".!")
    hero, odd = scene.world.cast.get(roll.who), roll.outcome in LUCK
    key = "episode.threw_up" if roll.purpose == STAYING_UP else "episode.threw"
    text = say(key, who=scene.world.name(roll.who), what=what, n=roll.natural)
    if (hero is None or hero.extra) and not odd:  # of luck the faces alone decide (SB-28)
        yield Throw(text, came=came)
        return
    good: tuple[Outcome, ...] = ("success", "fluke") if roll.succeeded else ("failure", "fumble")
    kinds = (roll.outcome,) if odd else good
    chance = sum(float(chance_of(kind, roll.modifier)) for kind in kinds)
    margin = None if odd or roll.score is None else roll.score - figures().target
    what_odd = say(f"episode.odd_{roll.outcome}") if odd else ""
    yield Throw(text, chance, margin, came=came, odd=what_odd)


# -- A contest (SB-31 … SB-35) ---------------------------------------------------------------------


def contest(scene: Scene, thread: Thread) -> Episode:
    """Who tried to outdo whom, and who did."""
    world, sentences, title = scene.world, list[str](), ""
    throws, rolled = list[Throw](), {e.who: e.roll for e in thread.found(SideRolled)}
    sides = [s.who for e in thread.found(ContestOpened) for s in e.contest.sides]
    for event in thread.events:
        match event:
            case ContestWon():
                title = event.what
                others = listing(world.name(who) for who in sides if who != event.winner)
                key = "episode.beat" if others else "episode.won"
                sentences.append(say(key, who=world.name(event.winner), others=others))
                throws += _won(scene, rolled.get(event.winner, 0), event.what)
            case ContestTied():
                sentences.append(say("episode.tied", who=listing(map(world.name, event.tied))))
            case Marked():
                sentences.append(say("episode.down", who=world.name(event.who)))
            case TieRuled():
                title = event.what
                sentences.append(begun(event.text))
    return thread.episode(lead(title), dict.fromkeys(sentences), throws=throws)


def _won(scene: Scene, number: int, what: str) -> Iterator[Throw]:
    """The winner's throw, by how seldom dice fall so high: that tells nothing of ratings."""
    roll = scene.roll(number)
    if roll and not roll.hidden:
        text = say("episode.threw", who=scene.world.name(roll.who), what=what, n=roll.natural)
        high = float(THREE_DICE.at_least(roll.natural))
        yield Throw(text, high, odd=say("episode.odd_high"))


# -- Harm outside of attacks (SB-91) ---------------------------------------------------------------


def worth_telling(thread: Thread) -> bool:
    """Whether there is more to it than a number: words of what it was, or somebody who fell."""
    return bool(thread.found(Fell)) or any(hurt.source for hurt in thread.found(Harmed))


def harm(scene: Scene, thread: Thread) -> Episode:
    """What hurt whom, and what became of them."""
    (hurt,) = thread.found(Harmed)
    bot = "_bot" if scene.world.cast[hurt.who].kind == "bot" else ""
    told = [say(f"episode.{_befell(thread)}{bot}", who=hurt.name)]
    if any(die.berserk for die in thread.found(BerserkRolled)):
        told.append(say("episode.wild", who=hurt.name))
    stayed = [r for e in thread.found(KnockoutRolled) if not e.up or lucky(scene, e.roll)
              for r in _throws(scene, e.roll, hurt.source, "" if e.up else told[0])]  # fmt: skip
    return thread.episode(lead(hurt.source), told, throws=stayed)


def lucky(scene: Scene, number: int) -> bool:
    roll = scene.roll(number)
    return roll is not None and roll.outcome in LUCK


def _befell(thread: Thread) -> str:
    """What became of somebody hurt: whoever lay there already had nothing to roll (SB-95)."""
    fell, injured = thread.found(Fell), thread.found(Injured)
    rolls = not injured or bool(injured[-1].wound)
    if fell and fell[-1].life == "dead":
        return "harm_dead"
    if not rolls and (fell or injured[-1].points > injured[-1].before):
        return "harm_spared"
    return "harm_unconscious" if fell else "harm_up" if rolls else "harm_lying"


# -- A fight (SB-105 … SB-136) ---------------------------------------------------------------------


def fight(scene: Scene, thread: Thread) -> Episode:
    """Who fought whom, what blows were struck and stopped, who won, and how long it took."""
    told = [
        (place, sentence(text))
        for place, event in zip(thread.places, thread.events, strict=True)
        if (text := _of_fight(scene.world, thread, event))
    ]
    # A blow after the very same one is told once.
    parts = [one for n, one in enumerate(told) if n == 0 or one[1] != told[n - 1][1]]
    throws = _thrown_in_fight(scene, thread)
    found = thread.episode(say("episode.a_fight"), (text for _, text in parts), throws=throws)
    again, ended = sentence(say("episode.goes_on")), bool(thread.found(FightEnded))
    return replace(found, parts=tuple(parts), again=again, ended=ended)


def _of_fight(world: World, thread: Thread, event: Event) -> str:
    """What one event of a fight came to, in sentences; "" where it needs none."""
    match event:
        case FightStarted():
            return _sides(world, event)
        case AttackEnded():
            return _blow(world, event)
        case AttackRuled():
            return begun(event.instead)
        case ThingRuled():
            return begun(event.answer)
        case StoryTold():
            return begun(in_one(event.text, event.instead))
        case WakingRolled():
            return _woke(world, event.who)
        case FarewellBid():
            key = "farewell_words" if event.words else "farewell"
            return say(f"episode.{key}", who=event.name, words=event.words)
        case TimeBent() if event.success:
            return say(f"episode.time_{event.task}", who=event.name)
        case FightEnded():
            won = listing(map(world.name, _winners(world, thread)))
            key = "episode.fight_won" if won else "episode.fight_over"
            return say(key, who=won, n=event.rounds)
        case _:
            return ""


def _thrown_in_fight(scene: Scene, thread: Thread) -> Iterator[Throw]:
    """Flukes and fumbles; and the throw by which somebody went down, or else that struck them."""
    what, latest = say("episode.a_fight"), dict[str, int]()  # by whom -> their latest roll
    found = dict[int, Throw]()
    for event in thread.events:
        match event:
            case RollMade(roll=roll):
                if roll.purpose != STAYING_UP:
                    latest[roll.who] = roll.id
                for one in _throws(scene, roll.id, what) if roll.outcome in LUCK else ():
                    found[roll.id] = one
            case AttackEnded(how="out" | "dead"):
                blow = _blow(scene.world, replace(event, luck="", temper=""))
                for number in (event.roll, latest.get(event.attacker, 0)):
                    if throws := [*_throws(scene, number, what, blow)]:
                        found[number] = throws[0]
                        break
            case AttackRolled(outcome="fluke") | AttackEnded(luck="fluke" | "fumble"):
                for one in _throws(scene, event.roll, what):
                    found[event.roll] = one
    yield from found.values()


def _friends(world: World, event: FightStarted | FightJoined) -> list[str]:
    """Who of those that came into the fight was on the heroes' side."""
    return [who for who in event.who if who in event.allies or not world.cast[who].extra]


def _sides(world: World, event: FightStarted) -> str:
    ours = _friends(world, event)
    foes = [who for who in event.who if who not in ours]
    if not (ours and foes):
        return say("episode.fight", who=listing(map(world.name, event.who)))
    names = listing(map(world.name, ours)), listing(map(world.name, foes))
    return say("episode.against", who=names[0], foes=names[1])


def _winners(world: World, thread: Thread) -> list[str]:
    """Whoever was left standing, where nobody of one side was."""
    ours, standing = set[str](), dict[str, bool]()
    for event in thread.events:
        match event:
            case FightStarted() | FightJoined():
                ours |= {*_friends(world, event)}
                standing |= dict.fromkeys(event.who, True)
            case FightLeft():
                standing[event.who] = not event.leave
            case AttackEnded(how="out" | "dead"):
                standing[event.target] = False
    fell = {who for who, up in standing.items() if not up or world.cast[who].life == "dead"}
    left = [who for who in standing if who not in fell]
    foes = {who for who in standing if who not in ours}
    one_side = not foes.intersection(left) or not ours.intersection(left)
    return left if ours and foes and one_side else []


def _blow(world: World, event: AttackEnded) -> str:
    """A blow that did something or was stopped; one that missed only where luck had a hand."""
    felled = event.how in ("out", "dead")
    wild = say("episode.wild", who=world.name(event.target)) if event.temper == "wild" else ""
    told = felled or event.how in ("hurt", "stopped") or event.luck or wild
    if event.how in ("thing", "ended") or not told:
        return ""
    aim = world.name(event.target) if event.target in world.cast else event.thing
    case = f"{event.how}{'_bot' if event.bot and felled else ''}"
    lucky = say(f"episode.by_{event.luck}") if event.luck else ""
    return (
        say(f"episode.{case}", who=world.name(event.attacker), aim=aim)
        + lucky
        + (wild and f" {wild}")
    )
