"""Tests on the stage, step by step, and what could be tried (RB-26 … RB-98)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.offers import fallout, npcs, variants
from tablefolk.games.rotate_bird.page.offers import tests as offered
from tablefolk.games.rotate_bird.page.offers.making import own, picture_words, say
from tablefolk.games.rotate_bird.page.view import tests as seen
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.rolling import left_to_gm, may_hand
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Tap, Test

STEPS = ("gather", "pick", "fallout", "done")
AT = {"gathering": 0, "rolled": 1, "fallout": 2, "offset": 2, "describing": 2, "ending": 3}


def parts(bird: Bird, seat: Seat) -> Iterator[Part]:
    mine = {hero.id for hero in own(bird, seat)}
    for test in bird.tests.values():
        if test.open:
            yield of_test(bird, seat, test, mine)
            if test.phase == "gathering" or seen.hints(bird, seat, test):
                yield beside(bird, seat, test)
    yield from between(bird, seat)


# -- A test ----------------------------------------------------------------------------------------


def of_test(bird: Bird, seat: Seat, test: Test, mine: set[str]) -> Part:
    leader = bird.cast.get(test.leader)
    return Part(
        key=offered.about_of(test),
        place="now",
        title=question(bird, seat, test, mine),
        blocks=lambda: (seen.card(bird, seat, test),),
        offers=lambda: all_offers(bird, seat, test),
        eyebrow=eyebrow(bird, seat, test, mine),
        note=test.intent,
        icon="dice",
        stands="begun" if test.leader in mine else "open",
        who=leader.player if leader else "",
        steps=tuple(say(f"step.{key}") for key in STEPS),
        step=AT[test.phase],
    )


def all_offers(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    yield from offered.of_test(bird, seat, test)
    yield from fallout.of_test(bird, seat, test)


def beside(bird: Bird, seat: Seat, test: Test) -> Part:
    """All the odds, what to mind, and ways that are seldom gone: opened beside the test."""
    return Part(
        key=offered.aside(test),
        place="sheet",
        title=say(f"part.{beside_is(seat, test)}"),
        note=test.intent,
        blocks=lambda: (seen.aside(bird, seat, test),),
        offers=lambda: seldom(bird, seat, test),
        icon="sliders",
    )


def beside_is(seat: Seat, test: Test) -> str:
    """Once the dice have fallen there is nothing left to frame: only what to mind."""
    if test.phase != "gathering":
        return "mind"
    return "frame" if seat.gm else "otherwise"


def seldom(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    yield from offered.otherwise(bird, seat, test)
    yield from variants.combining(bird, seat, test)
    yield from npcs.as_challenges(bird, seat, test)


def first_name(name: str) -> str:
    """A name as one is called by it: its first word that is no mere title, where that is a name.

    The whole of it stands right under the question, which has one line on a phone.
    """
    first, _, rest = name.partition(" ")
    if rest and first.casefold().rstrip(".") in say("words.titles").split():
        return first_name(rest)
    plain = rest and len(first) > 2 and first.isalpha() and first.casefold() != "the"
    return first if plain else name


def question(bird: Bird, seat: Seat, test: Test, mine: set[str]) -> str:
    """What is asked of this seat, or what it watches."""
    leads, name = test.leader in mine, first_name(bird.name(test.leader))
    facts = {"name": name, "gm": bird.name(bird.gm)}
    if test.phase == "gathering":
        return gathering(bird, seat, test, mine, facts)
    if test.phase == "offset":
        return paying(bird, test, mine)
    if test.phase == "ending":
        return ending(bird, seat, test, leads, facts)
    whose = "mine" if (leads if test.phase == "rolled" else seat.gm) else "theirs"
    return say(f"ask_now.{test.phase}_{whose}", names=struck(bird, test), **facts)


def gathering(bird: Bird, seat: Seat, test: Test, mine: set[str], facts: dict[str, str]) -> str:
    if tap := asked_about(test, seat, mine):
        symbol = picture_words(bird, tap.symbol)
        key = "counts" if seat.gm and tap.heard else "explain"
        name = first_name(bird.name(tap.who))
        return say(f"ask_now.{key}", symbol=symbol, name=name)
    if test.leader not in mine:
        key = "help" if can_help(bird, test, mine) else "gathering_theirs"
        return say(f"ask_now.{key}", **facts)
    if test.challenge.epic and not test.epic_paid:
        return say("ask_now.epic", **facts)
    if offered.to_mix(bird, test):
        return say("ask_now.mix", **facts)
    special = test.challenge and not test.acknowledged
    return say("ask_now.challenge" if special else "ask_now.gathering_mine", **facts)


def can_help(bird: Bird, test: Test, mine: set[str]) -> bool:
    """Whether somebody of this seat has a hand free for it (RB-50, RB-53)."""
    return any(bird.cast[who].complete and not bird.busy(who) for who in mine)


def asked_about(test: Test, seat: Seat, mine: set[str]) -> Tap | None:
    """The trait that this seat is to say something about (RB-33)."""
    for tap in test.offered:
        if tap.ruling == "questioned" and (seat.gm if tap.heard else tap.who in mine):
            return tap
    return None


def struck(bird: Bird, test: Test) -> str:
    """Whom its fallout strikes (RB-57)."""
    return listing(first_name(bird.name(who)) for who in dict.fromkeys(test.contributors))


def paying(bird: Bird, test: Test, mine: set[str]) -> str:
    forced = reading.forced(bird, test, test.fallout)
    asked = mine & set(test.contributors)
    if forced:
        return say("ask_now.lose_edge", name=struck(bird, test))
    if asked - set(test.passed):
        return say("ask_now.offset_mine", name=first_name(bird.name(min(asked))))
    left = [first_name(bird.name(who)) for who in seen.silent(test)]
    return say("ask_now.offset_theirs", names=listing(left), n=len(left))


def ending(bird: Bird, seat: Seat, test: Test, leads: bool, facts: dict[str, str]) -> str:
    gms = left_to_gm(bird, test)
    if leads and may_hand(bird, test) and not (gms and seat.gm):
        return say("ask_now.hand_on", **facts)
    if gms:
        key = f"ask_now.{gms}" if seat.gm else f"ask_now.{gms}_theirs"
        return say(key, npc=bird.name(test.npc), edge=test.lost, **facts)
    if may_hand(bird, test):
        return say("ask_now.hand_on_theirs", **facts)
    key = "ending" if leads else "ending_gm" if seat.gm else "ending_theirs"
    return say(f"ask_now.{key}", **facts)


def eyebrow(bird: Bird, seat: Seat, test: Test, mine: set[str]) -> str:
    """Who asks whom."""
    leads = test.leader in mine
    if test.phase == "gathering":
        gm = bird.name(bird.gm)
        asks = not leads and test.beneficiary
        if asks:
            whom = bird.name(test.beneficiary)
            return say("eyebrow.sets_up", name=bird.name(test.leader), whom=whom)
        waits = any(tap.ruling == "questioned" for tap in test.offered)
        return say("eyebrow.gm_asks", gm=gm) if waits else say("eyebrow.test")
    if test.phase == "rolled" and leads:
        return say("eyebrow.pick", name=bird.name(test.leader))
    if test.phase in ("fallout", "offset", "describing"):
        return say("eyebrow.fallout", names=struck(bird, test))
    return say("eyebrow.test")


# -- Nothing is asked ------------------------------------------------------------------------------


def between(bird: Bird, seat: Seat) -> Iterator[Part]:
    """What could be tried; for the GM, whom to call for a test."""
    hero = next((hero for hero in own(bird, seat) if hero.complete), None)
    if seat.gm:
        yield trying(bird, seat, say("part.call"))
    elif hero:
        yield trying(bird, seat, say("ask_now.idle", name=first_name(hero.name)))
    if seat.gm or not (hero or seat.id in bird.company.seats):
        first = seat.gm and seen.begins(bird)
        playable = seat.gm and any(hero.complete for hero in bird.cast.values())
        gms = "first_gm" if first else "idle_gm"
        key = f"ask_now.{gms}" if seat.gm else "ask_now.idle_onlooker"
        yield Part(
            key="idle",
            place="now",
            title=say(key, name=bird.name(seat.id)),
            blocks=lambda: (seen.idle(bird, seat),),
            offers=lambda: offered.first_scene(bird) if first else (),
            stands="open" if playable and seen.late(bird) else "idle",  # before who is late
            icon="feather",
        )


def trying(bird: Bird, seat: Seat, title: str) -> Part:
    def blocks() -> tuple[Block, ...]:
        return (seen.try_it(bird, seat),)

    return Part(
        key="try",
        place="tool" if seat.gm else "now",
        title=title,
        blocks=blocks,
        offers=lambda: offered.opening(bird, seat),
        group=say("group.rolls"),
        stands="idle",
        icon="dice",
    )
