"""The play itself on the stage: what is asked, what goes on, and what could be done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.core.words import begun
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers import (
    challenges,
    fighting,
    growing,
    harm,
)
from tablefolk.games.shapers_and_bots.page.offers.playing import contest_at, tried_at
from tablefolk.games.shapers_and_bots.page.view import challenges as tried_shown
from tablefolk.games.shapers_and_bots.page.view import desk, fights
from tablefolk.games.shapers_and_bots.page.view import harm as harmed
from tablefolk.games.shapers_and_bots.rules import farewells
from tablefolk.games.shapers_and_bots.rules.fights.asking import Question
from tablefolk.games.shapers_and_bots.rules.state import World, gone
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Contest, Fight
from tablefolk.games.shapers_and_bots.rules.wording import say

ATTACK = ("defence", "attack_roll", "defence_roll", "damage", "knockout")  # its steps


def parts(world: World, seat: Seat) -> Iterator[Part]:
    yield from farewell(world, seat)
    yield from wounds(world, seat)
    if world.fight is not None:
        yield from fight(world, seat, world.fight)
    yield from tries(world, seat)
    yield from (contest(world, seat, c) for c in open_contests(world))
    yield from (grown(world, seat) for _ in range(1) if next(growing.to_raise(world), None))
    if seat.gm:
        yield from treatment(world)
        yield from stories(world, seat)
    yield from idle(world, seat)


def eyebrow(world: World, seat: Seat, hero: Character) -> str:
    """Who is asked: this seat, or somebody else."""
    if seat.role != "onlooker" and known.hand(world, seat, hero):
        return say("stage.you")
    who = world.name(hero.player) if hero.player else say("waits.director")
    return say("stage.other", who=begun(who))


# -- A farewell (SB-95, SB-104) --------------------------------------------------------------------


def farewell(world: World, seat: Seat) -> Iterator[Part]:
    """The end of one's own character has a screen of its own."""
    hero = farewells.mourns(world, seat.id) if seat.role == "player" else None
    if hero is not None:
        yield Part(
            key=f"farewell:{hero.id}",
            place="now",
            title=say("stage.gone", name=hero.name, gone=gone(hero)),
            blocks=partial(harmed.farewell, world, seat, hero),
            offers=partial(harm.farewell, hero),
            icon="dove",
            who=seat.id,
        )


# -- Wounds outside of a fight, and waking (SB-96, SB-101) -----------------------------------------


def hurt(world: World) -> dict[str, str]:
    """Who has to roll, and what for, in the middle of the table."""
    found = {wound.who: wound.stage for wound in world.wounds if not wound.attack}
    waking = {hero.id: "waking" for hero in world.cast.values() if hero.waking}
    return {**waking, **found}


def wounds(world: World, seat: Seat) -> Iterator[Part]:
    for who, kind in hurt(world).items():
        hero = world.cast[who]
        mine = known.hand(world, seat, hero)
        said = f"{kind}_bot" if kind == "waking" and hero.kind == "bot" else kind
        yield Part(
            key=f"harm:{who}",
            place="now",
            title=say(f"{'ask_now' if mine else 'wait_now'}.{said}", name=world.name(who)),
            blocks=partial(harmed.cards_owed, world, seat, who),
            offers=partial(harm.answers_owed, world, seat, who),
            eyebrow=eyebrow(world, seat, hero),
            icon="heart-crack" if kind == "knockout" else "moon",
            who=hero.player,
        )


# -- The fight (SB-105 … SB-136) -------------------------------------------------------------------


def fight(world: World, seat: Seat, now: Fight) -> Iterator[Part]:
    asked = fights.open_question(world, seat)
    steps = tuple(say(f"step.{key}") for key in ATTACK) if asked and asked.what in ATTACK else ()
    yield Part(
        key="fight",
        place="now",
        title=fights.watched(world, seat, asked) if asked else say("stage.fight"),
        blocks=partial(fights.blocks, world, seat),
        offers=partial(asked_now, world, seat, now),
        eyebrow=asked_whom(world, seat, asked) if asked else "",
        note=say("stage.round", n=now.round),
        icon="burst",
        who=world.cast[asked.who].player if asked and asked.who else "",
        steps=steps,
        step=ATTACK.index(asked.what) if asked and steps else 0,
    )
    if seat.role != "onlooker" and (target := fighting.defends(world, seat, now)):
        yield Part(
            key=fighting.OTHERWISE,
            place="sheet",
            title=say("stage.otherwise", name=target.name),
            offers=partial(fighting.otherwise, world, seat, target),
            icon="shield-halved",
        )
    if seat.gm and (name := fights.stood_in_for(world, seat)):
        yield Part(
            key=fighting.FOR_OTHERS,
            place="sheet",
            title=say("stage.stand_in", name=name),
            blocks=partial(fights.standing_in, world, seat),
            offers=partial(fighting.for_others, world, seat, now),
            icon="people-arrows",
        )


def asked_now(world: World, seat: Seat, now: Fight) -> Iterator[Offer]:
    if seat.role != "onlooker":
        yield from harm.struck(world, seat)
        yield from fighting.fighting(world, seat, now)


def asked_whom(world: World, seat: Seat, asked: Question) -> str:
    if fights.is_asked(world, seat, asked):
        return say("stage.you")
    return say("stage.other", who=begun(fights.waiting_for(world, asked)))


# -- Challenges and contests (SB-16 … SB-35) -------------------------------------------------------


def tries(world: World, seat: Seat) -> Iterator[Part]:
    live = [c for c in known.challenges(world, seat) if known.live(c) and c.who in world.cast]
    for tried in sorted(live, key=lambda c: not tried_shown.mine(world, seat, c)):
        yield trial(world, seat, tried)


def trial(world: World, seat: Seat, tried: Challenge) -> Part:
    asked = world.cast.get(tried.target) if tried.waits else None
    hero = asked or world.cast[tried.who]
    return Part(
        key=tried_at(tried),
        place="now",
        title=tried_shown.title(world, seat, tried),
        blocks=lambda: (tried_shown.card(world, seat, tried),),
        offers=partial(challenges.about, world, seat, tried),
        eyebrow=tried_shown.eyebrow(world, seat, tried) or eyebrow(world, seat, hero),
        note=tried.what,
        icon=tried_shown.picture(tried),
        who=hero.player,
    )


def open_contests(world: World) -> Iterator[Contest]:
    """Those that go on; nobody in them has lost their sheet."""
    for found in world.contests.values():
        there = all(side.who in world.cast for side in found.sides)
        if found.status in ("open", "tied") and there:
            yield found


def contest(world: World, seat: Seat, found: Contest) -> Part:
    return Part(
        key=contest_at(found),
        place="now",
        title=tried_shown.contest_title(seat, found),
        blocks=lambda: (tried_shown.contest_card(world, seat, found),),
        offers=partial(challenges.around, world, seat, found),
        eyebrow=say("stage.contest"),
        note=found.what,
        icon="scale-balanced",
    )


def treatment(world: World) -> Iterator[Part]:
    """A treatment has worked: the Director says once what it brings (SB-102)."""
    tried = harm.treated(world)
    if tried is not None:
        yield Part(
            key=f"treated:{tried.id}",
            place="now",
            title=say("ask_now.treated", name=world.name(tried.target)),
            offers=partial(harm.treating, world, tried),
            eyebrow=say("stage.you"),
            note=tried.what,
            icon="kit-medical",
        )


def stories(world: World, seat: Seat) -> Iterator[Part]:
    """Flukes and fumbles want a story: at once, and later if it was not told then."""
    untold = known.untold(world)
    if untold:
        newest = next(reversed(world.rolls))
        yield Part(
            key="stories",
            place="now" if untold[0].id == newest and world.fight is None else "shelf",
            title=say("ask_now.story", name=world.name(untold[0].who)),
            blocks=lambda: (tried_shown.stories(world, seat, untold),),
            offers=partial(challenges.stories, world),
            eyebrow=say("stage.you"),
            note=str(len(untold)),
            icon="feather-pointed",
        )


def grown(world: World, seat: Seat) -> Part:
    """Players wish, the Director says it (SB-177)."""
    mine = seat.gm
    wishes = any(known.hand(world, seat, hero) for hero, _ in growing.to_raise(world))
    return Part(
        key="grown",
        place="now",
        title=say(f"stage.{'grown' if mine else 'grown_wish' if wishes else 'grown_wait'}"),
        blocks=partial(desk.raises, world, seat),
        offers=partial(growing.raises, world) if mine else partial(growing.wishes, world, seat),
        eyebrow=say("stage.you") if mine or wishes else "",
        icon="seedling",
    )


# -- What do you do? -------------------------------------------------------------------------------


def idle_title(hero: Character) -> str:
    key = "stage.try" if hero.life == "conscious" else f"stage.asleep_{hero.kind}"
    return say(key, name=hero.name)


def trying(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """What one is good at; a friend who lies there, or one's own waking (SB-101, SB-102)."""
    yield from challenges.trying(world, hero)
    if hero.life == "conscious" and world.combatant(hero.id) is None:
        yield from fighting.standing(hero, f"try:{hero.id}:help")
    yield from harm.helping(world, hero)
    yield from harm.asks_to_wake(hero)


def idle(world: World, seat: Seat) -> Iterator[Part]:
    """Exactly one for each seat: what this one could do while nothing is asked."""
    if seat.gm:
        yield Part(
            key="next",
            place="now",
            title=say("stage.next"),
            blocks=partial(tried_shown.whats_next, world, seat),
            offers=partial(harm.waking, world),
            icon="clapperboard",
            stands="idle",
        )
        return
    hero = world.of(seat.id) if seat.role != "onlooker" else None
    if hero is None or not hero.finished or hero.life == "dead" or hero.left:
        yield Part(key="watch", place="now", title=say("stage.watch"), icon="eye", stands="idle")
        return
    yield Part(
        key=f"try:{hero.id}",
        place="now",
        title=idle_title(hero),
        blocks=partial(tried_shown.trying, world, seat, hero),
        offers=partial(trying, world, seat, hero),
        icon="dice",
        stands="idle",
        who=seat.id,
    )
    yield Part(
        key=f"try:{hero.id}:more",
        place="tool",
        title=say("stage.try_more"),
        blocks=partial(tried_shown.cannot, world, hero),
        offers=partial(challenges.trying_more, world, seat, hero),
        icon="ellipsis",
        group=say("group.rolls"),
    )
