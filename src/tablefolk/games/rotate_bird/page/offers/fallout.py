"""What is offered when something goes wrong: roll, pay, let it come, describe (RB-84 … RB-98)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import probe
from tablefolk.core.game import Choice, Offer, Refusal, Seat
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.offers.making import (
    do,
    own,
    pick,
    picture_words,
    say,
    text,
)
from tablefolk.games.rotate_bird.page.offers.tests import about_of, pair
from tablefolk.games.rotate_bird.rules import fallout as rules
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import BeingTrait, Character, Edge, Test, Trait


def of_test(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    if test.phase == "fallout" and seat.gm:
        n = 1 if test.fallout == "minor" else 2
        yield do(rules.RollFallout, about_of(test), owed=True, facts={"n": n}, test=test.id)
    elif test.phase in ("offset", "describing"):
        yield from open_window(bird, seat, test)


def open_window(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    about = about_of(test)
    if test.phase == "offset":
        yield from paying(bird, seat, test)
    if seat.gm:
        yield from telling(bird, test)
    asked = test.asked == "*" or any(hero.id == test.asked for hero in own(bird, seat))
    idea = text("SuggestReading.text", most=300)
    key = "SuggestReading" if asked or seat.gm else "SuggestUnasked"
    yield do(rules.SuggestReading, about, idea, key=key, test=test.id)


# -- Paying (RB-75 … RB-78, RB-93 … RB-98) ---------------------------------------------------------


def paying(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    """What those who took part could pay with; where an edge must go, only such edges."""
    forced = reading.forced(bird, test, test.fallout)
    if forced:
        yield from choosing(bird, seat, test, forced)
        return
    for hero in own(bird, seat):
        if hero.id in test.contributors:
            asked = hero.id not in test.passed
            for trait in payable(hero, test):
                yield pay(bird, test, trait, owed=asked)
            if asked:
                yield let_it_come(bird, test, hero)


def choosing(bird: Bird, seat: Seat, test: Test, forced: tuple[Edge, ...]) -> Iterator[Offer]:
    """Which of several edges goes: whose it is says so, or the leader (RB-77, A-9)."""
    for edge in forced:
        if seat.id in choosers(bird, test, edge, forced):
            yield pay(bird, test, edge, owed=True, key="LoseEdge")


def choosers(bird: Bird, test: Test, edge: Edge, forced: tuple[Edge, ...]) -> set[str]:
    """Who may say that this edge goes."""
    holder, leader = bird.holder(edge.id), bird.cast.get(test.leader)
    found = {holder.player} if holder else set()
    if leader and all(leader.trait(other.id) is None for other in forced):
        found.add(leader.player)
    return found


def payable(hero: Character, test: Test) -> Iterator[Trait]:
    """Being against minor fallout, Doing against major (RB-96)."""
    form = rules.CANCELS[test.fallout]
    yield from (t for t in (hero.being if form == "being" else hero.doing) if not t.marked)
    yield from (e for e in hero.having if e.form == form and e.symbols)


def can_pay(bird: Bird, test: Test, who: str) -> bool:
    """Whether the rules would take anything of theirs; some powers are not at hand (RB-193)."""
    hero = bird.character(who)
    seat = Seat(hero.player, word=True)
    for trait in payable(hero, test):
        try:
            list(rules.Offset(test.id, trait.id).do(bird, seat, probe()))
        except Refusal:
            continue
        return True
    return False


def pay(bird: Bird, test: Test, trait: Trait, owed: bool = False, key: str = "") -> Offer:
    kinds = {"Edge": "PayEdge", "BeingTrait": "PayUnbeing", "DoingTrait": "PayUndoing"}
    key = key or kinds[type(trait).__name__]
    facts = {"name": called(bird, trait)}
    fixed = {"test": test.id, "trait": trait.id}
    return do(rules.Offset, about_of(test), key=key, owed=owed, facts=facts, fixed=fixed)


def called(bird: Bird, trait: Trait) -> str:
    if isinstance(trait, BeingTrait):
        return picture_words(bird, trait.symbol)
    if isinstance(trait, Edge):
        return trait.name or trait.meaning or pair(bird, trait.symbols)
    return trait.name or pair(bird, trait.symbols)


def let_it_come(bird: Bird, test: Test, hero: Character) -> Offer:
    names = dict.fromkeys(bird.name(who) for who in test.contributors)
    facts = {"name": hero.name, "names": listing(names)}
    return do(rules.PassOffset, about_of(test), owed=True, facts=facts, test=test.id, who=hero.id)


# -- Telling it (RB-87 … RB-92) --------------------------------------------------------------------


def telling(bird: Bird, test: Test) -> Iterator[Offer]:
    about = about_of(test)
    waiting = test.phase == "offset"
    yield do(
        rules.DescribeFallout,
        about,
        text("DescribeFallout.text", optional=True, long=True),
        key="DescribeAnyway" if waiting else "DescribeFallout",
        owed=not waiting,
        test=test.id,
        anyway=True,
    )
    everybody = () if test.asked == "*" else (Choice("", say("pick.whole_table")),)
    heroes = (Choice(hero.id, hero.name) for hero in bird.cast.values() if hero.id != test.asked)
    choices = (*everybody, *heroes)
    if choices:
        start = choices[0].value
        yield do(
            rules.AskReading, about, pick("AskReading.who", choices, start=start), test=test.id
        )
