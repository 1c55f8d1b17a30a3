"""Whom a table of Rotate Bird waits for, and for what (TF-30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablefolk.core.dice import probe
from tablefolk.core.game import Event, Refusal, Seat
from tablefolk.core.stage import GM, Wait
from tablefolk.games.rotate_bird.page.offers import (
    creation,
    edges,
    fallout,
    tracks,
    variants,
    worksheet,
)
from tablefolk.games.rotate_bird.page.offers import tests as offered
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.rolling import RollPool, left_to_gm, may_hand
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.values import Character, Test, Worksheet


def waiting(bird: Bird) -> Iterator[Wait]:
    """Everybody with something to answer; what holds up most people first."""
    yield from sorted(every(bird), key=lambda wait: -wait.holds)


def every(bird: Bird) -> Iterator[Wait]:
    for test in bird.tests.values():
        if test.open:
            yield from of_test(bird, test)
    for track in bird.tracks.values():
        if track.strikes and track.kind == "disaster":  # RB-115
            yield Wait(GM, tracks.about_of(track), say("wait.disaster"), 1)
    for hero in bird.cast.values():
        yield from of_hero(bird, hero)
    for member in creation.without(bird):
        if member != bird.gm:
            yield Wait(member, "creation", say("wait.character"), begins=True)
    if bird.worksheet:
        yield from of_worksheet(bird, bird.worksheet)


# -- Tests -----------------------------------------------------------------------------------------


def of_test(bird: Bird, test: Test) -> Iterator[Wait]:
    part, holds = offered.about_of(test), 1 + len(set(test.contributors))
    for who, words in dict.fromkeys(in_test(bird, test)):
        yield Wait(who, part, say(f"wait.{words}"), holds)


def in_test(bird: Bird, test: Test) -> Iterable[tuple[str, str]]:
    leader = bird.cast.get(test.leader)
    if test.phase == "gathering":
        return gathering(bird, test, leader)
    if test.phase == "rolled":
        return ((leader.player, "pick"),) if leader else ()
    if test.phase == "offset":
        return paying(bird, test)
    if test.phase == "ending":
        return ending(bird, test, leader)
    return ((GM, "fallout" if test.phase == "fallout" else "describe"),)


def gathering(bird: Bird, test: Test, leader: Character | None) -> Iterator[tuple[str, str]]:
    for tap in test.offered:
        if tap.ruling == "questioned":
            holder = bird.cast.get(tap.who)
            if tap.heard:
                yield GM, "rule"
            elif holder:
                yield holder.player, "explain"
    if leader:
        special, unpaid = test.challenge, test.challenge.epic and not test.epic_paid
        if unpaid and any(not trait.marked for trait in leader.being):
            yield leader.player, "epic"
        elif special and not test.acknowledged:
            yield leader.player, "challenge"
        elif offered.to_gather(test) and can_tap(bird, leader, test):
            yield leader.player, "gather"
        elif offered.to_mix(bird, test):
            yield leader.player, "mix"
        elif not unpaid and test.pool and can_roll(bird, leader, test):
            yield leader.player, "roll"


def can_tap(bird: Bird, leader: Character, test: Test) -> bool:
    """Whether anything of theirs would give a die."""
    taps = (TapTrait(test.id, number, aloud=True) for number, _ in offered.dice_of(leader))
    return any(allows(tap.do(bird, Seat(leader.player), probe())) for tap in taps)


def can_roll(bird: Bird, leader: Character, test: Test) -> bool:
    """Whether the rules would let the dice fall now."""
    if offered.questioned(test):
        return False
    return allows(RollPool(test.id).do(bird, Seat(leader.player), probe()))


def allows(act: Iterator[Event]) -> bool:
    """Whether the rules would let it happen."""
    try:
        list(act)
    except Refusal:
        return False
    return True


def paying(bird: Bird, test: Test) -> Iterator[tuple[str, str]]:
    forced = reading.forced(bird, test, test.fallout)
    for edge in forced:
        yield from ((who, "lose_edge") for who in fallout.choosers(bird, test, edge, forced))
    for who in test.contributors if not forced else ():
        if who not in test.passed and who in bird.cast:
            yield bird.cast[who].player, "pay"


def ending(bird: Bird, test: Test, leader: Character | None) -> Iterator[tuple[str, str]]:
    if gms := left_to_gm(bird, test):
        yield GM, gms
    if leader and (may_hand(bird, test) or not gms):
        yield leader.player, "end"


# -- Characters (RB-13 … RB-25, RB-71, RB-72, RB-193) ----------------------------------------------


def of_hero(bird: Bird, hero: Character) -> Iterator[Wait]:
    if not hero.complete:
        yield Wait(hero.player, creation.about_of(hero), say("wait.character"))
    elif variants.entity_asked(bird, hero):
        yield Wait(hero.player, f"entity:{hero.id}", say("wait.entity"))
    for edge in hero.having:
        if edges.fresh(edge):
            part = edges.about_of(hero, edge)
            if edge.symbols:
                yield Wait(hero.player, part, say("wait.edge"))
            elif edge.form == "being":
                yield Wait(GM, part, say("wait.symbol"), 1)


# -- The worksheet (RB-163 … RB-174) ---------------------------------------------------------------


def of_worksheet(bird: Bird, sheet: Worksheet) -> Iterator[Wait]:
    """The group's, after all that else goes on; for one's own nobody waits (RB-161, RB-175)."""
    for member, words in filling(bird, sheet):
        who = bird.gm if member == GM else member
        if who in bird.members and worksheet.under_way(bird, sheet, who):
            yield Wait(member, worksheet.ABOUT, say(f"wait.{words}"))


def filling(bird: Bird, sheet: Worksheet) -> Iterator[tuple[str, str]]:
    if sheet.turn:
        yield sheet.turn.by, "place"
    elif not sheet.factors:
        yield GM, "factors"
    elif not sheet.complete:
        first = not sheet.contributed
        members = (bird.gm,) if first else bird.members
        yield from ((m, "fact") for m in members if m not in sheet.contributed)
    elif not sheet.incident_text:
        yield GM, "incident"
