"""Tests as a seat sees them: the frame, the pool and its odds, the dice, the fallout (RB-26 …)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tablefolk.core.game import Seat
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.blocks.play import (
    Combining,
    Fallen,
    Gift,
    HandCard,
    Idle,
    Outlook,
    PayCard,
    Pickable,
    PowerLine,
    TapLine,
    TestAside,
    TestCard,
    TrackLine,
    Try,
)
from tablefolk.games.rotate_bird.page.blocks.symbol import (
    Picture,
    Remark,
    made_of,
    picture,
    pictures,
)
from tablefolk.games.rotate_bird.page.offers import worksheet as worksheets
from tablefolk.games.rotate_bird.page.offers.fallout import called, can_pay
from tablefolk.games.rotate_bird.page.offers.making import own, picture_words, say
from tablefolk.games.rotate_bird.page.offers.tests import about_of, leads, pair
from tablefolk.games.rotate_bird.page.offers.tests import aside as place_aside
from tablefolk.games.rotate_bird.page.offers.variants import usable
from tablefolk.games.rotate_bird.page.view import worksheet as worksheet_view
from tablefolk.games.rotate_bird.page.view.odds import outlook
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.challenges import leaves_nothing
from tablefolk.games.rotate_bird.rules.chances import may_know
from tablefolk.games.rotate_bird.rules.creation import theme_of
from tablefolk.games.rotate_bird.rules.fallout import CANCELS, doubled
from tablefolk.games.rotate_bird.rules.packs import readings
from tablefolk.games.rotate_bird.rules.rolling import (
    could_shrug,
    may_hand,
    may_shrug,
    used_before,
)
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import (
    BeingTrait,
    Brought,
    Character,
    DoingTrait,
    Edge,
    Tap,
    Test,
    Trait,
)
from tablefolk.games.rotate_bird.rules.variants import combo_symbols, notation
from tablefolk.games.rotate_bird.rules.wording import tried


def idle(bird: Bird, seat: Seat) -> Idle:
    """Nothing is asked of the GM, or of somebody who looks on."""
    sheet = bird.worksheet
    return Idle(
        about="idle",
        making=listing(map(bird.name, late(bird))),
        alone=not bird.cast,
        gm=seat.gm,
        first=seat.gm and begins(bird),
        worksheet=worksheets.START if not sheet else "" if sheet.complete else worksheets.ABOUT,
        incident=sheet.incident_text if sheet else "",
        known=worksheet_view.known(bird, sheet) if sheet and seat.gm else (),
    )


def begins(bird: Bird) -> bool:
    """Whether an evening is about to begin: somebody is ready, and nothing has been played."""
    return bird.fresh and any(hero.complete for hero in bird.cast.values())


def late(bird: Bird) -> list[str]:
    """The players who have no character yet, or one that is not ready."""
    ready = {hero.player for hero in bird.cast.values() if hero.complete}
    return [member for member in bird.company.seats if member not in ready]


def try_it(bird: Bird, seat: Seat) -> Try:
    """What could be tried now, and what one has to try it with."""
    heroes = tuple(bird.cast.values()) if seat.gm else own(bird, seat)
    able = tuple((h.id, h.name) for h in heroes if h.complete and not bird.busy(h.id))
    mine = () if seat.gm else heroes[:1]
    return Try(
        about="try",
        text="" if able else say("between.nobody" if seat.gm else "between.busy"),
        heroes=able,
        gm=seat.gm,
        hand=tuple(card for hero in mine for card in cards(bird, hero)),
        hints=tuple(map(say, before(bird, seat))),
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
    return made_of(
        TestCard,
        test,
        about=about_of(test),
        test=test.id,
        title=tried(bird, test),
        leader=bird.name(test.leader),
        mine=mine,
        helps=any(hero.id in test.contributors for hero in own(bird, seat)),
        setup=bird.name(test.beneficiary) if test.beneficiary else "",
        challenges=tuple(challenges(test)),
        epic=challenge.epic,
        settled=test.acknowledged and not unpaid(test),
        paid=tapped(bird, test.epic_paid, test.leader),
        last_trait=bool(leader and challenge.epic and mine and leaves_nothing(leader)),
        needs=test.needs_doing,
        npc=bird.name(test.npc) if test.npc else "",
        opposes=of_npc(bird, test, test.opposes),
        faced=faced(bird, test),
        answered=bool(test.faced and test.doing),
        tracks=tuple(tracks(bird, test)),
        repeated=repeated(bird, test, mine) if gathering else "",
        taps=tuple(tap_line(bird, test, tap) for tap in test.offered),
        powers=tuple(power(bird, b) for b in test.doing),
        dice=len(test.pool),
        pool=guidance(test) if gathering else "",
        outlook=odds(bird, seat, test) if gathering else None,
        odds_note=odds_note(bird, seat, test) if gathering else "",
        hand=hand(bird, seat, test) if gathering else (),
        purse=tuple(purse(bird, seat, test)) if test.phase == "offset" else (),
        puns=bool(bird.options.get("puns_count")),
        faces=test.dice,
        choices=choices(bird, test) if test.phase == "rolled" else (),
        result=result(bird, test),
        shrugged=of_npc(bird, test, test.shrugged),
        may_shrug=may_shrug(bird, test),
        fallout="" if test.fallout == "none" else say(f"labels.fallout.{test.fallout}"),
        fallen=tuple(fallen(bird, test)),
        doubled=doubled(test),
        strikes=tuple(bird.name(who) for who in dict.fromkeys(test.contributors)),
        able=tuple(bird.name(w) for w in silent(test) if can_pay(bird, test, w)),
        forced=test.phase == "offset" and bool(reading.forced(bird, test, test.fallout)),
        paid_by=bird.name(test.paid_by) if test.paid_by else "",
        lost=bool(test.lost),
        won=won(bird, test) if may_hand(bird, test) else (),
        asked=question(bird, test),
        ideas=tuple(Remark(bird.name(r.by), r.text) for r in test.ideas),
        reminders=tuple(reminders(seat, test)),
        hinted=bool(hints(bird, seat, test)),
    )


def aside(bird: Bird, seat: Seat, test: Test) -> TestAside:
    """What lies beside a test, for whoever looks closer."""
    gathering = test.phase == "gathering"
    return TestAside(
        about=place_aside(test),
        test=test.id,
        dice=len(test.pool),
        pool=guidance(test),
        outlook=odds(bird, seat, test) if gathering else None,
        partners=partners(bird, seat, test) if gathering else (),
        combo_size=int(bird.options.get("combined_doing", 0)),
        hints=hints(bird, seat, test),
    )


def challenges(test: Test) -> Iterator[str]:
    challenge = test.challenge
    if unpaid(test):
        yield say("labels.challenge.epic")
    if challenge.perilous:
        yield say("labels.challenge.perilous")
    if challenge.label:
        yield challenge.label


def won(bird: Bird, test: Test) -> tuple[Picture, ...]:
    """The edge that doubles have brought, so far as it has a symbol (RB-44, RB-71)."""
    return pictures(bird, bird.label(test.edge).symbols, bird.cast.get(test.leader))


def unpaid(test: Test) -> bool:
    """Whether a picture is still to be marked before dice are gathered (RB-124)."""
    return test.challenge.epic and not test.epic_paid


def tapped(bird: Bird, trait: int, who: str) -> Picture | None:
    symbols = bird.label(trait).symbols if trait else ()
    return picture(bird, symbols[0], bird.cast.get(who)) if symbols else None


def of_npc(bird: Bird, test: Test, number: int) -> Picture | None:
    """A Being trait of whoever is in the way."""
    npc = bird.npcs.get(test.npc)
    trait = npc.being_trait(number) if npc else None
    return picture(bird, trait.symbol) if trait else None


def faced(bird: Bird, test: Test) -> str:
    npc = bird.npcs.get(test.npc)
    trait = npc.doing_trait(test.faced) if npc else None
    return (trait.name or pair(bird, trait.symbols)) if trait else ""


def tracks(bird: Bird, test: Test) -> Iterator[TrackLine]:
    for number in (test.progress, test.disaster):
        if track := bird.tracks.get(number):
            yield TrackLine(track.id, track.kind, track.name, track.boxes, track.checked)


def repeated(bird: Bird, test: Test, mine: bool) -> str:
    """That these were used before; to whoever leads it also what would do (RB-108)."""
    key = "warn.combination_mine" if mine else "warn.combination"
    return say(key) if used_before(bird, test) else ""


def tap_line(bird: Bird, test: Test, tap: Tap) -> TapLine:
    hero = bird.cast.get(tap.who)
    return made_of(
        TapLine,
        tap,
        name=bird.name(tap.who),
        picture=picture(bird, tap.symbol, hero),
        hands=hands(tap),
        help=tap in test.helps,
        edge=isinstance(hero.trait(tap.trait) if hero else None, Edge),
    )


def hands(tap: Tap) -> str:
    """What the table thinks of it so far; the GM rules (RB-35)."""
    yes = sum(on for _, on in tap.hands)
    return say("note.hands", yes=yes, no=len(tap.hands) - yes) if tap.poll else ""


def power(bird: Bird, b: Brought) -> PowerLine:
    """A Doing trait by what bounds it: its name and its theme (RB-65)."""
    combo, label = bird.combos.get(b.trait), bird.label(b.trait)
    symbols = combo_symbols(bird, combo) if combo else label.symbols
    hero = bird.cast.get(b.who)
    trait = hero.trait(b.trait) if hero else None
    theme = theme_of(bird, b.who, b.trait) if isinstance(trait, DoingTrait) else ""
    name = called(bird, trait) if trait else label.name
    return PowerLine(b.trait, bird.name(b.who), name, pictures(bird, symbols, hero), theme)


# -- The pool and its odds (RB-37, RB-38) ----------------------------------------------------------


def odds(bird: Bird, seat: Seat, test: Test) -> Outlook | None:
    if not may_know(bird, seat, test):
        return None
    return outlook(len(test.pool), test.challenge.perilous)


def odds_note(bird: Bird, seat: Seat, test: Test) -> str:
    if not may_know(bird, seat, test):
        return say("note.odds_not_shown")
    return "" if test.pool else say("note.no_dice")


def guidance(test: Test) -> str:
    """What the book says to a pool of that size (RB-37)."""
    return say(f"labels.pool.{min(6, len(test.pool))}") if test.pool else ""


def hand(bird: Bird, seat: Seat, test: Test) -> tuple[HandCard, ...]:
    """This seat's own symbols, tapped or not: none moves when it is touched."""
    on = {tap.trait for tap in test.offered}
    return tuple(card for hero in own(bird, seat) for card in cards(bird, hero, on))


def cards(bird: Bird, hero: Character, on: Collection[int] = ()) -> Iterator[HandCard]:
    """What somebody can tap, where it lies."""
    for trait in hero.being:
        shown = picture(bird, trait.symbol, hero)
        yield HandCard(trait.id, shown, trait.marked, tapped=trait.id in on)
    for edge in hero.having:
        if edge.form == "being" and edge.symbols:
            shown = picture(bird, edge.symbols[0], hero)
            tapped = edge.id in on
            yield HandCard(edge.id, shown, edge=edge.meaning, is_edge=True, tapped=tapped)


def purse(bird: Bird, seat: Seat, test: Test) -> Iterator[PayCard]:
    """What this seat could pay with, and what is marked already (RB-96)."""
    form = CANCELS[test.fallout]
    for hero in own(bird, seat):
        for trait in hero.being if form == "being" else hero.doing:
            yield pay_card(bird, hero, trait, trait.marked)
        for edge in hero.having:
            if edge.form == form and edge.symbols:
                yield pay_card(bird, hero, edge)


def pay_card(bird: Bird, hero: Character, trait: Trait, marked: bool = False) -> PayCard:
    symbols = (trait.symbol,) if isinstance(trait, BeingTrait) else trait.symbols
    edge = isinstance(trait, Edge)
    return PayCard(trait.id, pictures(bird, symbols, hero), called(bird, trait), marked, edge)


def partners(bird: Bird, seat: Seat, test: Test) -> tuple[Combining, ...]:
    """Those who could combine, this seat's own first, and what each could give (RB-203)."""
    if not bird.options.get("combined_doing"):
        return ()
    heroes = [bird.cast[who] for who in dict.fromkeys(test.taking_part) if who in bird.cast]
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
        foretold(bird, test, outcome),
        tuple(parts),
        last,
        say(f"trouble.{outcome.fallout}" + ("_edge" if outcome.loses else "")),
        say(f"take.{outcome.fallout}", n=outcome.value),
    )


def foretold(bird: Bird, test: Test, outcome: reading.Outcome) -> str:
    """Whether it works; against an NPC that may still negate it, that is said beforehand."""
    if not outcome.success:
        return say("means.failure")
    open_ = could_shrug(bird, test)
    return say("means.open", npc=bird.name(test.npc)) if open_ else say("means.success")


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
    if works and may_shrug(bird, test):
        words = say("means.open", npc=bird.name(test.npc))
    return Pickable(test.picked, many, works, test.fallout, edge, words, tuple(parts))


# -- Fallout (RB-84 … RB-92) -----------------------------------------------------------------------


def fallen(bird: Bird, test: Test) -> Iterator[Fallen]:
    for face, symbol in zip(test.fallout_dice, test.fallout_symbols, strict=True):
        found = readings(symbol).items()
        said = tuple((say(f"labels.stakes.{stake}"), text) for stake, text in found)
        yield Fallen(face, picture(bird, symbol), said)


def silent(test: Test) -> tuple[str, ...]:
    """Who has not said yet whether they pay (RB-87)."""
    if test.phase != "offset":
        return ()
    return tuple(who for who in dict.fromkeys(test.contributors) if who not in test.passed)


def question(bird: Bird, test: Test) -> str:
    return say("pick.whole_table") if test.asked == "*" else bird.name(test.asked)


def reminders(seat: Seat, test: Test) -> Iterator[str]:
    """What the GM should keep in mind while they describe (RB-85, RB-90, RB-91, RB-119)."""
    if seat.gm and test.phase in ("offset", "describing"):
        if doubled(test):
            yield say("hints.RB-85")
        if test.disaster:
            yield say("hints.RB-119")
        if test.success and not test.shrugged:
            yield say("hints.RB-90")
        elif not test.disaster:
            yield say("hints.RB-90-failure")
        yield from (say("hints.RB-91"), say("advice.gm_fallout"), say("hints.RB-89"))


# What to know while a pool is gathered: about helping, and about Doing traits.
GATHERING = ("RB-52", "RB-53", "RB-64", "RB-65", "RB-68")


def hints(bird: Bird, seat: Seat, test: Test) -> tuple[str, ...]:
    """What to mind, for whom it concerns."""
    if test.phase == "gathering":
        keys = ("gm_tap", "gm_tap_fallout", "gm_tap_earnest") if seat.gm else ("tap", "tap_wide")
        return (
            *(say(f"advice.{key}") for key in keys),
            say("hints.RB-36-count" if bird.options.get("puns_count") else "hints.RB-36"),
            *(say(f"hints.{rule}") for rule in GATHERING),
        )
    if test.phase == "rolled" and leads(bird, seat, test):
        return (say("advice.pick"),)
    if test.phase == "offset" and not seat.gm:
        return (say("hints.RB-97"), say("hints.RB-100"))
    return ()
