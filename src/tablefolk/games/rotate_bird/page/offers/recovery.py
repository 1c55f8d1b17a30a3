"""What is offered about marks: a rest, special measures, Renewing (RB-99 … RB-104, RB-197 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
from tablefolk.games.rotate_bird.page.offers.creation import about_of
from tablefolk.games.rotate_bird.page.offers.making import (
    do,
    people,
    pick,
    picture_words,
    text,
)
from tablefolk.games.rotate_bird.rules import recovery as rules
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character


def asking(bird: Bird, hero: Character) -> Iterator[Offer]:
    about, how = about_of(hero), text("AskRest.how", optional=True, most=300)
    if hero.complete:
        yield do(rules.AskRest, about, how, who=hero.id)
    if rules.undoing(hero) or (rules.limit(bird) and hero.renewed):
        done = text("AskRecovery.how", optional=True, most=300)
        yield do(rules.AskRecovery, about, done, who=hero.id)
    if rules.limit(bird):
        for trait in hero.being:
            if trait.marked:
                facts = {"symbol": picture_words(bird, trait.symbol)}
                yield do(rules.Renew, f"{about}:{trait.id}", facts=facts, trait=trait.id)
    takes = text("WriteRecovery.text", hero.recovery, optional=True, most=300)
    yield do(rules.WriteRecovery, about, takes, who=hero.id)


def granting(bird: Bird) -> Iterator[Offer]:
    yield do(rules.GrantRest, "rest", key="RestAll")
    some = pick("GrantRest.who", people(bird.cast.values()), most=max(2, len(bird.cast)))
    yield do(rules.GrantRest, "rest", some)
    for hero in bird.cast.values():
        marked = [trait for trait in hero.doing if trait.marked]
        facts = {"name": hero.name}
        if marked or (rules.limit(bird) and hero.renewed):
            yield do(rules.GrantRecovery, "rest", key="RecoverAll", facts=facts, who=hero.id)
        if marked:
            names = (Choice(trait.id, trait.name) for trait in marked)
            which = pick("GrantRecovery.traits", names, most=max(2, len(marked)))
            yield do(rules.GrantRecovery, "rest", which, facts=facts, who=hero.id)
