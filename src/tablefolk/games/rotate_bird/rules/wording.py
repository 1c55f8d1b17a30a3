"""What several sentences of the story say: symbols by their places, traits, tests and tracks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from tablefolk.core.game import Change, Seat
from tablefolk.core.words import begun, listing, phrases
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import BeingTrait, Label, Test

Facts: TypeAlias = dict[str, object]
say = phrases("tablefolk.games.rotate_bird")


class ForTheGm(Change[Bird], frozen=True):
    """Something on the GM's desk: nobody else is told of it (TF-28)."""

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if seat.gm else None


def picture(bird: Bird, id: str) -> str:
    """The place of a symbol in a sentence: its id between two characters that no sentence has.

    Once the sentence is whole, the page makes words of it, or a picture (RB-10).
    """
    return f"\ue0b0{id}\ue0b1" if bird.find_symbol(id) else id


def pictures(bird: Bird, ids: Iterable[str]) -> str:
    return listing(picture(bird, id) for id in ids)


def pair(bird: Bird, ids: Iterable[str]) -> str:
    return " + ".join(picture(bird, id) for id in ids)


def labelled(bird: Bird, label: Label) -> str:
    """A trait or an edge by its pictures and its name, as they were then."""
    shown = pair(bird, label.symbols)
    if label.name and shown:
        return say("words.doing", name=label.name, symbols=shown)
    return shown or (f"“{label.name}”" if label.name else say("words.an_edge"))


def unmarked(bird: Bird, number: int) -> str:
    """The mark that was paid for something epic, gone again with it (A-18)."""
    hero = bird.holder(number)
    trait = hero.trait(number) if hero else None
    if not isinstance(trait, BeingTrait):
        return ""
    return say("words.unmarked", symbol=picture(bird, trait.symbol))


def because(reason: str) -> str:
    """The end of a sentence: the reason that was written, or none where it was said aloud."""
    return say("words.why", text=reason) if reason else say("words.why_aloud")


def rolled_again(shown: str) -> str:
    """What was there already, and is rolled again."""
    return say("words.again", shown=shown) if shown else ""


def renamed(name: str) -> str:
    """What a trait that has grown is called from now on."""
    return say("words.renamed", name=name) if name else ""


def track_called(bird: Bird, number: int) -> str:
    return bird.tracks[number].name if number in bird.tracks else say("words.a_track")


def track_kind(bird: Bird, number: int) -> str:
    """The case of a sentence about a track, which may be gone by now."""
    return f"_{bird.tracks[number].kind}" if number in bird.tracks else "_progress"


def about_test(bird: Bird, number: int) -> Facts:
    """Whose test it is, and what they tried."""
    test = bird.tests.get(number)
    leader = bird.cast.get(test.leader) if test else None
    return {
        "leader": leader.name if leader else say("words.somebody"),
        "tried": test.intent if test else say("words.something"),
        "goal": _goal(bird, test) if test else "",
    }


def _goal(bird: Bird, test: Test) -> str:
    """What a test is for: as it was written, else as `toward` has it."""
    return say("words.intent", intent=test.intent) if test.intent else toward(bird, test)


def toward(bird: Bird, test: Test) -> str:
    """The goal of a test, or who is in the way, after who tries it; "" without either."""
    if test.progress in bird.tracks:
        goal = say("words.toward", name=track_called(bird, test.progress))
    elif test.npc:
        goal = say("words.against", name=bird.name(test.npc))
    else:
        return ""
    return say("words.goal", goal=goal)


def tried(bird: Bird, test: Test) -> str:
    """What a test is about, as a title; "" where all of it was said aloud."""
    return test.intent or begun(toward(bird, test).strip())
