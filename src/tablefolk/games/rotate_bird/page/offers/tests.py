"""What is offered around tests: open, gather, roll, pick, close (RB-26 … RB-68, RB-120 …)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten

from tablefolk.core.game import Blank, Choice, Command, Offer, Reply, Seat
from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.talk import AskHands
from tablefolk.games.rotate_bird.page.offers.making import (
    chosen,
    do,
    flag,
    own,
    people,
    pick,
    picture_words,
    say,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.rules import challenges, reading
from tablefolk.games.rotate_bird.rules.doing import BringIn, TakeOut
from tablefolk.games.rotate_bird.rules.helping import HandOn, Help
from tablefolk.games.rotate_bird.rules.opposition import ShrugOff
from tablefolk.games.rotate_bird.rules.rolling import (
    CloseTest,
    PickDie,
    RollPool,
    left_to_gm,
    may_hand,
    used_before,
)
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tapping import (
    Explain,
    RuleTrait,
    TapTrait,
    Untap,
    hands_question,
)
from tablefolk.games.rotate_bird.rules.tests import (
    ChangeApproach,
    Frame,
    OpenTest,
    WaiveTest,
    WithdrawTest,
)
from tablefolk.games.rotate_bird.rules.values import BeingTrait, Character, Npc, Tap, Test
from tablefolk.games.rotate_bird.rules.variants import combos_of

MOST_TITLE = 80  # characters of a scene's title that is proposed
RULINGS = ("accepted", "questioned", "rejected")


def of_test(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    if test.phase == "gathering":
        yield from gather(bird, seat, test)
        yield from calling_off(bird, seat, test)
    elif test.phase == "rolled":
        yield from picking(bird, seat, test)
    elif test.open:
        yield from settling(bird, seat, test)


def about_of(test: Test) -> str:
    return f"test:{test.id}"


def aside(test: Test) -> str:
    """Where ways lie that are seldom gone: another approach, a challenge; for the GM, the frame."""
    return f"{about_of(test)}:more"


def leads(bird: Bird, seat: Seat, test: Test) -> bool:
    return test.leader in bird.cast and bird.cast[test.leader].player == seat.id


# -- Opening (RB-26, RB-59, RB-106, RB-133) ------------------------------------------------------


def opening(bird: Bird, seat: Seat) -> Iterator[Offer]:
    """For everybody who could act: a plain test, one against somebody, one for somebody."""
    heroes = tuple(bird.cast.values()) if seat.gm else own(bird, seat)
    for hero in heroes:
        if hero.complete and not bird.busy(hero.id):
            yield from ways(bird, seat, hero)


def first_scene(bird: Bird) -> Iterator[Offer]:
    """The scene in which the scenario's incident happens, its first words proposed as a title."""
    if bird.worksheet and (said := bird.worksheet.incident_text):
        first = re.split(r"(?<=[^.])[.;:!?](?:\s|$)|\n", said)[0]
        title = text("FirstScene.title", shorten(first, MOST_TITLE, placeholder="…"), most=120)
        yield do(OpenScene, "idle", title, key="FirstScene")


def ways(bird: Bird, seat: Seat, hero: Character) -> Iterator[Offer]:
    facts, who = {"name": hero.name}, hero.id
    about, more = text("OpenTest.intent", optional=True, most=300), special(hero)
    tracks = (*track_pick(bird, "progress"), *track_pick(bird, "disaster"))
    first = () if seat.gm else (first_tap(bird, hero),)  # its player's to choose (RB-27)
    key = "CallTest" if seat.gm else "OpenTest"
    yield do(OpenTest, "try", about, *first, *tracks, *more, key=key, facts=facts, who=who)
    for npc in bird.npcs.values():
        if npc.in_play and npc.standing and (seat.gm or npc.known):
            named = (opposing(bird, npc),) if seat.gm else ()  # by the GM, who knows it (RB-133)
            blanks = (about, *named, *track_pick(bird, "disaster"), *more)
            said = {**facts, "npc": npc.name}
            yield do(OpenTest, "try", *blanks, key="OpenAgainst", facts=said, who=who, npc=npc.id)
    if others := [other for other in bird.cast.values() if other.id != hero.id]:
        for_whom = pick("OpenTest.beneficiary", people(others))
        yield do(OpenTest, "try", about, for_whom, *more, key="OpenSetup", facts=facts, who=who)


def first_tap(bird: Bird, hero: Character) -> Blank:
    """A picture that is tapped at once, or none yet."""
    able = (Choice(n, picture_words(bird, symbol)) for n, symbol in dice_of(hero))
    return pick("OpenTest.trait", (Choice(0, say("pick.no_picture")), *able), start=0)


def dice_of(hero: Character) -> tuple[tuple[int, str], ...]:
    """What gives this one a die: unmarked pictures, and edges that are one (RB-30, RB-71)."""
    edges = ((e.id, e.symbols[0]) for e in hero.having if e.form == "being" and e.symbols)
    return (*((t.id, t.symbol) for t in hero.being if not t.marked), *edges)


def special(hero: Character) -> tuple[Blank, ...]:
    """A special challenge, where it can be paid, and a Doing trait that is called for."""
    able = any(not trait.marked for trait in hero.being)
    epic = (flag("OpenTest.epic"),) if able else ()
    label = text("OpenTest.label", optional=True, most=120)
    needs = text("OpenTest.needs_doing", optional=True, most=120)
    return (*epic, flag("OpenTest.perilous"), label, needs)


def track_pick(bird: Bird, kind: str, now: int = 0) -> tuple[Blank, ...]:
    """Which track of a kind; nothing is asked where there is none."""
    rows = [t for t in bird.tracks.values() if t.kind == kind and not t.full]
    named = (Choice(t.id, f"{t.name} ({t.checked}/{t.boxes})") for t in rows)
    start = now if now in {t.id for t in rows} else 0
    none = Choice(0, say("pick.no_track"))
    return (pick(f"OpenTest.{kind}", (none, *named), start=start),) if rows else ()


def opposing(bird: Bird, npc: Npc, now: int = 0) -> Blank:
    """Which of its traits is in the way; the GM may leave it open."""
    traits = tuple(chosen(bird.symbol(t.symbol), t.id) for t in distinct(npc.standing))
    start = now if now in {choice.value for choice in traits} else 0
    return symbol_pick("OpenTest.opposes", (Choice(0, say("pick.unsaid")), *traits), start=start)


def replies(bird: Bird, seat: Seat, command: Command) -> Iterator[Reply]:
    """How the GM says yes to a test against somebody: with what they are in the way (RB-133)."""
    npc = bird.npcs.get(command.npc) if isinstance(command, OpenTest) else None
    if npc is None:
        return
    for trait in distinct(npc.standing):
        symbol = bird.symbol(trait.symbol)
        label = say("answer.opposes", npc=npc.name, symbol=symbol.called)
        yield Reply(label, {"opposes": trait.id}, icon=symbol.icon)
    yield Reply(say("answer.unsaid"), {"opposes": 0}, icon="masks-theater")
    yield Reply(say("answer.brushed", npc=npc.name), {"brushed": True}, icon="broom")


def distinct(traits: tuple[BeingTrait, ...]) -> tuple[BeingTrait, ...]:
    """One trait of each symbol: copies are alike, and any of them will do (RB-140)."""
    return tuple({trait.symbol: trait for trait in reversed(traits)}.values())[::-1]


# -- Gathering (RB-27 … RB-40, RB-50 … RB-54, RB-63 … RB-67) --------------------------------------


def gather(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    if leads(bird, seat, test):
        yield from leading(bird, bird.cast[test.leader], test)
    for hero in own(bird, seat):
        if hero.id != test.leader:
            yield from helping(bird, hero, test)
        yield from powers(bird, hero, test)
    yield from taking_back(bird, seat, test)
    if seat.gm:
        yield from judging(bird, test)


def leading(bird: Bird, hero: Character, test: Test) -> Iterator[Offer]:
    about, unpaid = about_of(test), test.challenge.epic and not test.epic_paid
    able = unpaid and any(not trait.marked for trait in hero.being)
    if test.challenge and not test.acknowledged and not able:  # whoever pays has taken it
        yield do(challenges.Acknowledge, about, owed=True, test=test.id)
    if able:
        for trait in hero.being:
            if not trait.marked:
                facts = {"symbol": picture_words(bird, trait.symbol)}
                fixed = {"test": test.id, "trait": trait.id}
                yield do(challenges.PayEpic, about, owed=True, facts=facts, fixed=fixed)
    n = len(test.pool)
    owed = n > 0 and not unpaid and not questioned(test)
    yield do(RollPool, about, owed=owed, facts={"n": n}, test=test.id)
    yield from cards(bird, hero, test, TapTrait)


def to_gather(test: Test) -> bool:
    """Whether it waits for the leader's first picture: from the moment it is called (RB-27)."""
    return ready(test) and not begun(test)


def to_mix(bird: Bird, test: Test) -> bool:
    """Whether it waits for another mix: exactly these were used toward the goal (RB-108)."""
    return ready(test) and begun(test) and used_before(bird, test)


def ready(test: Test) -> bool:
    """What is special is taken on and paid for, and nothing is in question."""
    unpaid = test.challenge.epic and not test.epic_paid
    return (test.acknowledged or not test.challenge) and not unpaid and not questioned(test)


def begun(test: Test) -> bool:
    """Whether something of the leader's own counts (RB-54)."""
    return any(tap.ruling == "accepted" for tap in test.taps)


def questioned(test: Test) -> bool:
    """Whether the roll waits for an answer, or for what the GM says to it (RB-33)."""
    return any(tap.ruling == "questioned" for tap in test.offered)


def cards(
    bird: Bird, hero: Character, test: Test, command: type[TapTrait] | type[Help]
) -> Iterator[Offer]:
    """Every symbol of theirs that could give a die, in one tap; words may be added (RB-32)."""
    offered = {tap.trait for tap in test.offered}
    owed = command is TapTrait and (to_gather(test) or to_mix(bird, test))
    edges = [e for e in hero.having if e.form == "being" and e.symbols]
    symbols = [(t.id, t.symbol) for t in hero.being] + [(e.id, e.symbols[0]) for e in edges]
    for number, symbol in symbols:
        if number not in offered:
            yield do(
                command,
                about_of(test),
                text("TapTrait.why", optional=True, most=300),
                owed=owed,
                facts={"symbol": picture_words(bird, symbol), "leader": bird.name(test.leader)},
                test=test.id,
                trait=number,
                aloud=True,
            )


def helping(bird: Bird, hero: Character, test: Test) -> Iterator[Offer]:
    """One die from whoever has nothing else to do just now (RB-50, RB-51)."""
    helps = any(tap.who == hero.id for tap in test.helps)
    if hero.complete and not helps and not bird.busy(hero.id, but=test.id):
        yield from cards(bird, hero, test, Help)


def powers(bird: Bird, hero: Character, test: Test) -> Iterator[Offer]:
    """Doing traits, doing-form edges and combos of those who take part (RB-63, RB-205)."""
    if hero.id != test.leader and all(tap.who != hero.id for tap in test.helps):
        return
    named = [(t.id, t.name or pair(bird, t.symbols)) for t in hero.doing]
    named += [
        (e.id, e.name or e.meaning or pair(bird, e.symbols))
        for e in hero.having
        if e.form == "doing"
    ]
    named += [(c.id, c.name) for c in combos_of(bird, hero.id)]
    brought = {b.trait for b in test.doing}
    for number, name in named:
        if number not in brought:
            yield do(BringIn, about_of(test), facts={"name": name}, test=test.id, trait=number)


def pair(bird: Bird, symbols: tuple[str, ...]) -> str:
    return " + ".join(picture_words(bird, symbol) for symbol in symbols)


def taking_back(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    mine = {hero.id for hero in own(bird, seat)}
    for tap in test.offered:
        if tap.who in mine:
            facts = {"symbol": picture_words(bird, tap.symbol)}
            at = f"{about_of(test)}:{tap.trait}"
            if tap.ruling == "questioned":
                yield answering(test, tap, facts)
            owed = tap in test.taps and to_mix(bird, test)
            yield do(Untap, at, owed=owed, facts=facts, test=test.id, trait=tap.trait)
    for b in test.doing:
        if b.who in mine:
            label = bird.label(b.trait)
            facts = {"name": label.name or pair(bird, label.symbols)}
            at = f"{about_of(test)}:{b.trait}"
            yield do(TakeOut, at, facts=facts, test=test.id, trait=b.trait)


def answering(test: Test, tap: Tap, facts: dict[str, str]) -> Offer:
    """An answer to what the GM asks about a trait; waited for until there is one (RB-33)."""
    fixed = {"test": test.id, "trait": tap.trait}
    said, at = text("Explain.answer", tap.answer, optional=True, most=300), about_of(test)
    return do(Explain, f"{at}:{tap.trait}", said, owed=not tap.heard, facts=facts, fixed=fixed)


def calling_off(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    """Whoever leads it lets it be, or the GM, who called for it (RB-39)."""
    if leads(bird, seat, test):
        yield do(WithdrawTest, about_of(test), test=test.id)
    elif seat.gm:
        yield do(WithdrawTest, about_of(test), key="CallOff", test=test.id)


# -- Ways that are seldom gone (RB-39, RB-121, RB-123) -------------------------------------------


def otherwise(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    if test.phase != "gathering":
        return
    if leads(bird, seat, test):
        yield from proposing(test)
        again = text("ChangeApproach.intent", test.intent, optional=True, most=300)
        yield do(ChangeApproach, aside(test), again, test=test.id)
    if seat.gm:
        yield declaring(test)
        yield from facing(bird, test)
        yield from framing(bird, test)
        why = text("WaiveTest.why", optional=True, most=300)
        facts = {"name": bird.name(test.leader)}
        yield do(WaiveTest, aside(test), why, facts=facts, test=test.id)


def proposing(test: Test) -> Iterator[Offer]:
    """A special challenge for what is a stretch; the GM takes it or leaves it (RB-123)."""
    about, why = aside(test), text("ProposeChallenge.why", optional=True, most=300)
    propose = challenges.ProposeChallenge
    if not test.called.epic:
        yield do(propose, about, why, key="ProposeEpic", test=test.id, epic=True)
    if not test.called.perilous:
        yield do(propose, about, why, key="ProposePerilous", test=test.id, perilous=True)
    label = text("ProposeChallenge.label", most=120)
    yield do(propose, about, label, why, key="ProposeOther", test=test.id)


# -- The GM at a test (RB-33 … RB-35, RB-66, RB-67, RB-106, RB-121, RB-142) -----------------------


def judging(bird: Bird, test: Test) -> Iterator[Offer]:
    for tap in test.offered:
        yield from ruling(bird, test, tap)
    for b in test.doing:  # RB-65
        label, at = bird.label(b.trait), f"{about_of(test)}:{b.trait}"
        facts = {"name": label.name or pair(bird, label.symbols)}
        yield do(TakeOut, at, key="RefuseDoing", facts=facts, test=test.id, trait=b.trait)


def ruling(bird: Bird, test: Test, tap: Tap) -> Iterator[Offer]:
    at, facts = f"{about_of(test)}:{tap.trait}", {"symbol": picture_words(bird, tap.symbol)}
    for word in RULINGS:
        if word != tap.ruling:
            yield do(
                RuleTrait,
                at,
                text("RuleTrait.note", optional=True, most=300),
                key=f"RuleTrait_{word}",
                owed=tap.ruling == "questioned" and tap.heard,
                facts=facts,
                test=test.id,
                trait=tap.trait,
                ruling=word,
            )
    if not tap.poll:
        yield do(AskHands, at, facts=facts, question=hands_question(bird, test, tap))


def declaring(test: Test) -> Offer:
    """How special a test is, all of it anew (RB-121)."""
    called = test.called
    return do(
        challenges.DeclareChallenge,
        aside(test),
        flag("OpenTest.epic", called.epic),
        flag("OpenTest.perilous", called.perilous),
        text("OpenTest.label", called.label, optional=True, most=120),
        test=test.id,
    )


def facing(bird: Bird, test: Test) -> Iterator[Offer]:
    """An NPC's Doing trait brought to bear, until somebody answers it (RB-142)."""
    npc = bird.npcs.get(test.npc)
    for trait in npc.doing if npc else ():
        if trait.id != test.faced:
            facts = {"npc": bird.name(test.npc), "name": trait.name or pair(bird, trait.symbols)}
            fixed = {"test": test.id, "trait": trait.id}
            yield do(challenges.FaceDoing, aside(test), facts=facts, fixed=fixed)
    if test.faced:
        yield do(challenges.FaceDoing, aside(test), key="FaceNone", test=test.id, trait=0)


def framing(bird: Bird, test: Test) -> Iterator[Offer]:
    """Tracks, or an NPC in the way, and what Doing trait it takes; what is unsaid stays."""
    about, setup = aside(test), bool(test.beneficiary)
    needs = text("OpenTest.needs_doing", test.needs_doing, optional=True, most=120)
    reach = () if setup or test.npc else track_pick(bird, "progress", test.progress)
    dread = () if setup else track_pick(bird, "disaster", test.disaster)
    key = "Frame" if reach or dread else "FrameNeeds"
    yield do(Frame, about, *reach, *dread, needs, key=key, test=test.id)
    for npc in bird.npcs.values():
        if npc.in_play and npc.standing:
            now = test.opposes if npc.id == test.npc else 0
            blanks = (opposing(bird, npc, now), *dread, needs)
            facts = {"npc": npc.name}
            yield do(
                Frame, about, *blanks, key="FrameAgainst", facts=facts, test=test.id, npc=npc.id
            )
    if test.npc:
        facts = {"npc": bird.name(test.npc)}
        yield do(Frame, about, key="FrameNobody", facts=facts, test=test.id, npc="")


# -- Picking, and what is left to settle (RB-41, RB-56, RB-134) -----------------------------------


def picking(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    if leads(bird, seat, test):
        for outcome in reading.outcomes(bird, test):
            facts = {"n": outcome.value, "means": means(bird, outcome)}
            fixed = {"test": test.id, "value": outcome.value}
            yield do(PickDie, about_of(test), owed=True, facts=facts, fixed=fixed)


def means(bird: Bird, outcome: reading.Outcome) -> str:
    """A number's meaning in a few words, for where its card is not in sight (RB-42)."""
    parts = [say("short.success" if outcome.success else "short.failure")]
    parts.append(say(f"means.{outcome.fallout}"))
    parts += [say("means.edge")] if outcome.edge else []
    parts += [say("short.loses")] if outcome.loses else []
    if outcome.last_box:
        track = bird.tracks[outcome.track]
        parts.append(say(f"means.last_{track.kind}", name=track.name))
    return ", ".join(parts)


CLOSING = {"shrug": "LetStand", "loss": "TellLoss"}


def settling(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    about, ending = about_of(test), test.phase == "ending"
    mine = leads(bird, seat, test)
    if mine and may_hand(bird, test):
        for who in dict.fromkeys(test.helping):
            facts = {"name": bird.name(who)}
            yield do(HandOn, about, owed=ending, facts=facts, test=test.id, to=who)
    gms = left_to_gm(bird, test)
    if seat.gm and gms == "shrug":
        yield from shrugging(bird, test)
    if ending and (seat.gm or (mine and not gms)):
        outcome = text("CloseTest.outcome", optional=True, long=True)
        owed = seat.gm if gms else mine
        usual = "KeepEdge" if mine and may_hand(bird, test) else "CloseTest"
        key = CLOSING.get(gms, usual)  # whatever is still open about it is answered by closing it
        yield do(CloseTest, about, outcome, key=key, owed=owed, test=test.id)


def shrugging(bird: Bird, test: Test) -> Iterator[Offer]:
    npc, owed = bird.npcs[test.npc], test.phase == "ending"
    for trait in distinct(npc.standing):
        facts = {"npc": npc.name, "symbol": picture_words(bird, trait.symbol)}
        fixed = {"test": test.id, "trait": trait.id}
        yield do(ShrugOff, about_of(test), owed=owed, facts=facts, fixed=fixed)
