"""Tests as a seat sees them: the frame, the pool and its odds, the dice, the fallout (RB-26 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.blocks.play import (
    Combining,
    Fallen,
    Gift,
    HandCard,
    Outlook,
    Pickable,
    PowerLine,
    Remark,
    Step,
    TapLine,
    TestCard,
    TrackLine,
    Try,
)
from tablefolk.games.rotate_bird.page.blocks.symbol import Picture, picture, pictures
from tablefolk.games.rotate_bird.page.offers.making import book, own, picture_words, say
from tablefolk.games.rotate_bird.page.offers.tests import leads, pair, place
from tablefolk.games.rotate_bird.page.offers.variants import taking_part, usable
from tablefolk.games.rotate_bird.page.view.odds import outlook
from tablefolk.games.rotate_bird.page.view.sheets import fresh_edges
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.challenges import leaves_nothing
from tablefolk.games.rotate_bird.rules.chances import may_know
from tablefolk.games.rotate_bird.rules.creation import theme_of
from tablefolk.games.rotate_bird.rules.fallout import doubled
from tablefolk.games.rotate_bird.rules.packs import readings
from tablefolk.games.rotate_bird.rules.rolling import may_shrug
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Brought, DoingTrait, Edge, Tap, Test
from tablefolk.games.rotate_bird.rules.variants import combo_symbols, notation

STEPS = ("gather", "pick", "fallout", "done")
AT = {
    "gathering": "gather",
    "rolled": "pick",
    "fallout": "fallout",
    "offset": "fallout",
    "describing": "fallout",
}


def blocks(bird: Bird, seat: Seat) -> Iterator[Block]:
    shown = [test for test in bird.tests.values() if test.open]
    mine = sorted(shown, key=lambda test: not leads(bird, seat, test))
    for test in mine:
        yield card(bird, seat, test)
    yield from fresh_edges(bird, seat)
    if could := try_it(bird, seat, bool(shown)):
        yield could
    over = [test for test in bird.tests.values() if test.phase == "closed"]
    if over:
        yield card(bird, seat, over[-1])


def try_it(bird: Bird, seat: Seat, busy: bool) -> Try | None:
    heroes = tuple(bird.cast.values()) if seat.gm else own(bird, seat)
    able = tuple((h.id, h.name) for h in heroes if h.complete and not bird.busy(h.id))
    if not able:
        return None
    text = "" if busy else say("between.nothing_gm" if seat.gm else "between.nothing")
    return Try(
        about="try",
        text=text,
        heroes=able,
        gm=seat.gm,
        hints=tuple(map(book, before(bird, seat))),
    )


def before(bird: Bird, seat: Seat) -> Iterator[str]:
    """What to know before a test is opened."""
    if seat.gm:
        yield from ("advice.gm_frame", "advice.gm_frame_differ", "hints.RB-121")
    yield from ("hints.RB-26", "hints.RB-54", "hints.RB-123")
    if bird.options.get("combined_doing"):
        yield "hints.RB-206"


# -- A test ----------------------------------------------------------------------------------------


def card(bird: Bird, seat: Seat, test: Test) -> TestCard:
    gathering, mine = test.phase == "gathering", leads(bird, seat, test)
    leader = bird.cast.get(test.leader)
    challenge = test.challenge
    return TestCard(
        about=place(test),
        test=test.id,
        title=test.intent,
        deed=deed(bird, seat, test),
        leader=bird.name(test.leader),
        mine=mine,
        helps=any(hero.id in test.contributors for hero in own(bird, seat)),
        setup=bird.name(test.beneficiary) if test.beneficiary else "",
        phase=test.phase,
        steps=tuple(steps(test)),
        challenges=tuple(challenges(test)),
        epic=challenge.epic,
        acknowledged=test.acknowledged,
        paid=tapped(bird, test.epic_paid, test.leader),
        last_trait=bool(leader and challenge.epic and mine and leaves_nothing(leader)),
        needs=test.needs_doing,
        npc=bird.name(test.npc) if test.npc else "",
        opposes=opposes(bird, test),
        faced=faced(bird, test),
        answered=bool(test.faced and test.doing),
        tracks=tuple(tracks(bird, test)),
        repeated=repeated(bird, test) if gathering else "",
        taps=tuple(tap_line(bird, test, tap) for tap in test.offered),
        powers=tuple(power(bird, b) for b in test.doing),
        dice=len(test.pool),
        pool=book(f"labels.pool.{min(6, len(test.pool))}") if test.pool else "",
        outlook=odds(bird, seat, test) if gathering else None,
        odds_note=odds_note(bird, seat, test) if gathering else "",
        hand=tuple(hand(bird, seat, test)) if test.phase in ("gathering", "offset") else (),
        partners=partners(bird, seat, test) if gathering else (),
        combo_size=int(bird.options.get("combined_doing", 0)),
        puns=bool(bird.options.get("puns_count")),
        faces=test.dice,
        choices=choices(bird, test) if test.phase == "rolled" else (),
        picked=test.picked,
        result=result(bird, test),
        shrugged=shrugged(bird, test),
        fallout="" if test.fallout == "none" else book(f"labels.fallout.{test.fallout}"),
        fallen=tuple(fallen(bird, test)),
        doubled=doubled(test),
        strikes=tuple(bird.name(who) for who in dict.fromkeys(test.contributors)),
        silent=tuple(bird.name(w) for w in silent(test)),
        forced=test.phase == "offset" and bool(reading.forced(bird, test, test.fallout)),
        offset=test.offset,
        paid_by=bird.name(test.paid_by) if test.paid_by else "",
        asked=asked(bird, test),
        ideas=tuple(Remark(bird.name(r.by), r.text) for r in test.ideas),
        outcome=test.outcome,
        waits=waits(bird, seat, test),
        reminders=tuple(reminders(seat, test)),
        hints=hints(seat, test, mine),
    )


def deed(bird: Bird, seat: Seat, test: Test) -> str:
    """What the table waits for here from this seat, as its banner says it."""
    if not test.open:
        return ""
    facts = {"intent": test.intent, "fallout": book(f"labels.fallout.{test.fallout}")}
    return say(f"deed.{next_act(bird, seat, test)}", **facts)


def next_act(bird: Bird, seat: Seat, test: Test) -> str:
    if test.phase == "gathering":
        special = test.challenge
        if special and not test.acknowledged:
            return "take_challenge"
        return "pay_epic" if special.epic and not test.epic_paid else "roll"
    if test.phase == "offset":
        return "lose_edge" if reading.forced(bird, test, test.fallout) else "offset"
    if test.phase == "ending":
        return "shrug" if seat.gm and may_shrug(bird, test) else "end"
    return test.phase


def steps(test: Test) -> Iterator[Step]:
    """Gather, pick, fallout, done: where it stands."""
    now = STEPS.index(AT.get(test.phase, "done"))
    for number, key in enumerate(STEPS):
        skipped = key == "fallout" and test.picked and test.fallout == "none"
        state = "now" if number == now else "past" if number < now else "next"
        if not skipped:
            yield Step(key, say(f"step.{key}"), state)


def challenges(test: Test) -> Iterator[str]:
    challenge = test.challenge
    if challenge.epic:
        yield book("labels.challenge.epic")
    if challenge.perilous:
        yield book("labels.challenge.perilous")
    if challenge.label:
        yield challenge.label


def tapped(bird: Bird, trait: int, who: str) -> Picture | None:
    symbols = bird.label(trait).symbols if trait else ()
    return picture(bird, symbols[0], bird.cast.get(who)) if symbols else None


def opposes(bird: Bird, test: Test) -> Picture | None:
    npc = bird.npcs.get(test.npc)
    trait = npc.being_trait(test.opposes) if npc else None
    return picture(bird, trait.symbol) if trait else None


def shrugged(bird: Bird, test: Test) -> Picture | None:
    npc = bird.npcs.get(test.npc)
    trait = npc.being_trait(test.shrugged) if npc else None
    return picture(bird, trait.symbol) if trait else None


def faced(bird: Bird, test: Test) -> str:
    npc = bird.npcs.get(test.npc)
    trait = npc.doing_trait(test.faced) if npc else None
    return (trait.name or pair(bird, trait.symbols)) if trait else ""


def tracks(bird: Bird, test: Test) -> Iterator[TrackLine]:
    for number in (test.progress, test.disaster):
        if track := bird.tracks.get(number):
            yield TrackLine(track.id, track.kind, track.name, track.boxes, track.checked)


def repeated(bird: Bird, test: Test) -> str:
    track = bird.tracks.get(test.progress)
    again = track is not None and test.pool and test.combination in track.used
    return book("warn.combination") if again else ""


def tap_line(bird: Bird, test: Test, tap: Tap) -> TapLine:
    hero = bird.cast.get(tap.who)
    return TapLine(
        trait=tap.trait,
        who=tap.who,
        name=bird.name(tap.who),
        picture=picture(bird, tap.symbol, hero),
        why=tap.why,
        ruling=tap.ruling,
        note=tap.note,
        answer=tap.answer,
        help=tap in test.helps,
        edge=isinstance(hero.trait(tap.trait) if hero else None, Edge),
    )


def power(bird: Bird, b: Brought) -> PowerLine:
    """A Doing trait by what bounds it: its name and its theme (RB-65)."""
    combo, label = bird.combos.get(b.trait), bird.label(b.trait)
    symbols = combo_symbols(bird, combo) if combo else label.symbols
    hero = bird.cast.get(b.who)
    own_trait = isinstance(hero.trait(b.trait) if hero else None, DoingTrait)
    theme = theme_of(bird, b.who, b.trait) if own_trait else ""
    return PowerLine(b.trait, bird.name(b.who), label.name, pictures(bird, symbols, hero), theme)


# -- The pool and its odds (RB-37, RB-38) ----------------------------------------------------------


def odds(bird: Bird, seat: Seat, test: Test) -> Outlook | None:
    if not may_know(bird, seat, test):
        return None
    return outlook(len(test.pool), test.challenge.perilous)


def odds_note(bird: Bird, seat: Seat, test: Test) -> str:
    if not may_know(bird, seat, test):
        return say("note.odds_not_shown")
    return "" if test.pool else say("note.no_dice")


def hand(bird: Bird, seat: Seat, test: Test) -> Iterator[HandCard]:
    """This seat's own symbols: to tap, to help with, or to pay with."""
    offered = {tap.trait for tap in test.offered} if test.phase == "gathering" else set()
    for hero in own(bird, seat):
        for trait in hero.being:
            if trait.id not in offered:
                yield HandCard(trait.id, picture(bird, trait.symbol, hero), trait.marked)
        for edge in hero.having:
            if edge.form == "being" and edge.symbols and edge.id not in offered:
                shown = picture(bird, edge.symbols[0], hero)
                yield HandCard(edge.id, shown, edge=edge.meaning, is_edge=True)


def partners(bird: Bird, seat: Seat, test: Test) -> tuple[Combining, ...]:
    """Those who could combine, this seat's own first, and what each could give (RB-203)."""
    if not bird.options.get("combined_doing"):
        return ()
    heroes = [bird.cast[who] for who in dict.fromkeys(taking_part(test)) if who in bird.cast]
    heroes.sort(key=lambda hero: hero.player != seat.id)
    if len(heroes) < 2 or heroes[0].player != seat.id:
        return ()
    return tuple(
        Combining(hero.id, hero.name, tuple(gift(bird, number) for number in found))
        for hero in heroes
        if (found := usable(hero))
    )


def gift(bird: Bird, number: int) -> Gift:
    """One Doing trait, and each of its symbols as a part of a combo."""
    label = bird.label(number)
    parts = tuple(
        (notation(number, place), picture(bird, symbol))
        for place, symbol in enumerate(label.symbols)
    )
    return Gift(label.name or pair(bird, label.symbols), parts)


# -- The dice (RB-41, RB-42, RB-117) ---------------------------------------------------------------


def choices(bird: Bird, test: Test) -> tuple[Pickable, ...]:
    return tuple(pickable(bird, test, outcome) for outcome in reading.outcomes(bird, test))


def pickable(bird: Bird, test: Test, outcome: reading.Outcome) -> Pickable:
    track = bird.tracks.get(outcome.track)
    parts = [say(f"means.{outcome.fallout}")]
    parts += [say("means.edge")] if outcome.edge else []
    parts += [say("means.sets_up", name=bird.name(outcome.sets_up))] if outcome.sets_up else []
    parts += list(losing(bird, outcome))
    last: tuple[str, ...] = ()
    if track:
        kind = "last" if outcome.last_box else "track"
        said = say(f"means.{kind}_{track.kind}", name=track.name)
        last = (said,) if outcome.last_box else ()
        parts += [] if outcome.last_box else [said]
    return Pickable(
        outcome.value,
        test.dice.count(outcome.value),
        outcome.success,
        outcome.fallout,
        outcome.edge,
        say("means.success" if outcome.success else "means.failure"),
        tuple(parts),
        last,
    )


def losing(bird: Bird, outcome: reading.Outcome) -> Iterator[str]:
    """The edge that would go, or those among which one would (RB-76)."""
    names = [edge_name(bird, number) for number in outcome.loses]
    if names:
        key = "loses" if len(names) == 1 else "loses_one"
        yield say(f"means.{key}", names=listing(names, "or"))


def edge_name(bird: Bird, number: int) -> str:
    hero = bird.holder(number)
    edge = hero.trait(number) if hero else None
    if isinstance(edge, Edge) and (edge.name or edge.meaning):
        return f"“{edge.name or edge.meaning}”"
    return listing(picture_words(bird, symbol) for symbol in bird.label(number).symbols)


def result(bird: Bird, test: Test) -> Pickable | None:
    """The picked number, and what it meant."""
    if not test.picked:
        return None
    edge = test.dice.count(test.picked) > 1
    parts = [say(f"means.{test.fallout}")] + ([say("means.edge")] if edge else [])
    works = test.success and not test.shrugged
    negated = test.success and test.shrugged
    head = "shrugged" if negated else "success" if works else "failure"
    many = test.dice.count(test.picked)
    words = say(f"means.{head}")
    return Pickable(test.picked, many, works, test.fallout, edge, words, tuple(parts))


# -- Fallout (RB-84 … RB-92) -----------------------------------------------------------------------


def fallen(bird: Bird, test: Test) -> Iterator[Fallen]:
    for face, symbol in zip(test.fallout_dice, test.fallout_symbols, strict=True):
        found = readings(symbol).items()
        said = tuple((book(f"labels.stakes.{stake}"), text) for stake, text in found)
        yield Fallen(face, picture(bird, symbol), said)


def silent(test: Test) -> tuple[str, ...]:
    """Who has not said yet whether they pay (RB-87)."""
    if test.phase != "offset":
        return ()
    return tuple(who for who in dict.fromkeys(test.contributors) if who not in test.passed)


def asked(bird: Bird, test: Test) -> str:
    return say("pick.whole_table") if test.asked == "*" else bird.name(test.asked)


def reminders(seat: Seat, test: Test) -> Iterator[str]:
    """What the GM should keep in mind while they describe (RB-85, RB-90, RB-91, RB-119)."""
    if seat.gm and test.phase in ("offset", "describing"):
        if doubled(test):
            yield book("hints.RB-85")
        if test.disaster:
            yield book("hints.RB-119")
        if test.success and not test.shrugged:
            yield book("hints.RB-90")
        elif not test.disaster:
            yield book("hints.RB-90-failure")
        yield book("hints.RB-91")


def waits(bird: Bird, seat: Seat, test: Test) -> str:
    """For whom the table waits, where it is not this seat."""
    mine = leads(bird, seat, test)
    name = bird.name(test.leader)
    if test.phase == "gathering" and not mine:
        return say("note.waits_roll", name=name)
    if test.phase == "rolled" and not mine:
        return say("note.waits_pick", name=name)
    if test.phase == "fallout" and not seat.gm:
        return say("note.waits_fallout")
    return ""


# What to know while a pool is gathered: about helping, and about Doing traits.
GATHERING = ("RB-36", "RB-52", "RB-53", "RB-64", "RB-65", "RB-68")


def hints(seat: Seat, test: Test, mine: bool) -> tuple[str, ...]:
    if test.phase == "gathering":
        keys = ("gm_tap", "gm_tap_fallout", "gm_tap_earnest") if seat.gm else ("tap", "tap_wide")
        return (
            *(book(f"advice.{key}") for key in keys),
            *(book(f"hints.{rule}") for rule in GATHERING),
        )
    if test.phase == "rolled" and mine:
        return (book("advice.pick"),)
    if test.phase in ("offset", "describing") and seat.gm:
        return (book("advice.gm_fallout"), book("hints.RB-89"))
    if test.phase == "offset":
        return (book("hints.RB-97"), book("hints.RB-100"))
    return ()
