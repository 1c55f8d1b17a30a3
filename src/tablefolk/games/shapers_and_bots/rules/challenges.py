"""Something is tried against a difficulty: the dial, the roll, what comes of it (SB-16 … SB-30).

Shaping is a challenge too (`shaping.py` opens it); here it is rolled like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Refusal, Seat, must, need, word
from tablefolk.core.words import listing, sentence
from tablefolk.games.shapers_and_bots.rules import known, rolling, shaped, sheet, skills
from tablefolk.games.shapers_and_bots.rules.fights import acting
from tablefolk.games.shapers_and_bots.rules.rulings import RulingRecorded, ruled
from tablefolk.games.shapers_and_bots.rules.state import (
    World,
    one_line,
    the_director,
    the_directors,
    words,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Challenge,
    Character,
    Combatant,
    Id,
    Key,
    Line,
    Modified,
    Modifier,
    Pending,
    Rating,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import (
    Facts,
    OfChallenge,
    about_challenge,
    aim,
    hides,
    knows,
    summed,
)

PRESETS = ((0, "ordinary"), (-1, "a bit harder"), (-3, "hard"), (-10, "next to hopeless"))  # SB-17
KEPT = 20  # challenges kept at hand; the log has them all

# -- Opening (SB-16, SB-17) ------------------------------------------------------------------------


class OpenChallenge(Act[World], frozen=True):
    """Say what is tried and with which one rating; a player's waits for the Director's nod."""

    may = "owner or gm"
    who: Id
    what: Line
    key: Key
    difficulty: Modified = 0
    modifier: Modified = 0  # something about the situation, with its name
    because: Line = ""
    hidden: bool = False
    purpose: Literal["", "healing", "smell"] = ""
    target: Id = ""
    automatic: bool = False  # the Director's answer: it succeeds without dice (SB-21)
    cost: acting.Cost | None = None  # actions in a fight; None: the usual (SB-119)

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.played(seat, self.who)
        world.able(hero)
        must(
            seat.gm or not self.hidden, "SB-168", "director_only", "Only the Director rolls hidden."
        )
        the_directors(seat, "SB-17", not self.difficulty, "The Director says how hard it is.")
        why = "Without dice it goes only by the Director’s answer."
        must(seat.word or not self.automatic, "SB-22", "director_only", why)
        within_reach(world, seat, hero, self.key)
        key = sheet.known_key(world, hero, self.key, "SB-16")
        the_directors(seat, "SB-119", self.cost is None, "The Director says what it costs.")
        cost = usual_cost(world, seat, hero) if self.cost is None else self.cost
        affordable(world, seat, hero, cost)
        made = Challenge(
            world.next_number(self.hidden),
            hero.id,
            one_line(self.what) or sheet.label(world, key),  # what is said aloud goes by the rating
            key,
            self.difficulty,
            named_modifiers(self.modifier, self.because),
            self.hidden,
            self.purpose,
            target=world.character(self.target).id if self.target else "",
            cost=cost,
        )
        word(seat, "SB-17", how_hard(world, hero, made))
        opened = ChallengeOpened(made)
        yield opened
        if self.automatic:
            yield from granted(opened.onto(world), seat, hero, made)


class CallForAll(Act[World], frozen=True):
    """The Director calls for dice from several at once, all with one rating (SB-17)."""

    may = "gm"
    who: tuple[Id, ...]
    key: Key
    what: Line = ""
    difficulty: Modified = 0

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-17")
        must(self.who, "SB-17", "nobody", "Say who rolls.")
        for who in dict.fromkeys(self.who):
            hero = world.played(seat, who)
            world.able(hero)
            within_reach(world, seat, hero, self.key)
            what = one_line(self.what) or sheet.label(world, self.key)
            number = world.next_number(hidden=False)
            opened = ChallengeOpened(Challenge(number, hero.id, what, self.key, self.difficulty))
            yield opened
            world = opened.onto(world)


class ChallengeOpened(Change[World], frozen=True):
    challenge: Challenge

    def onto(self, world: World) -> World:
        kept = recent(world.challenges)
        world = replace(world, challenges={**kept, self.challenge.id: self.challenge})
        return world.counted(self.challenge.id)

    def told_to(self, world: World, seat: Seat) -> str | None:
        if self.challenge.hidden and not seat.gm:
            return None
        if self.challenge.purpose == "shaping":
            return "_shaping"
        bare = self.challenge.what == sheet.label(world, self.challenge.key)
        return "_bare" if bare and not aim(world, self.challenge) else ""

    def in_words(self, world: World, seat: Seat) -> Facts:
        tried = self.challenge
        return {
            "who": world.name(tried.who),
            "what": f"{tried.what}{aim(world, tried)}",
            "rating": sheet.label(world, tried.key),
            "hard": sheet.signed(tried.difficulty),
        }


def within_reach(world: World, seat: Seat, hero: Character, given: str) -> None:
    """What is not for this one at all: a gift of other species for nobody (SB-77), a power that it
    lacks only if the Director calls for it; what it has no sense for needs a fluke (SB-151)."""
    key = sheet.known_key(world, hero, given, "SB-16")
    skills.for_this_species(world, hero, key)
    why = skills.out_of_reach(world, hero, key)
    named = f"{sheet.label(world, key)}: {why}"
    need(not why or seat.gm or seat.word, "SB-77", "not_for_this_species", named)


def usual_cost(world: World, seat: Seat, hero: Character) -> int:
    """One action for who fights; what the Director calls for out of turn takes none (SB-119)."""
    if seat.gm:
        return min(1, to_spend(world, hero))
    return int(world.combatant(hero.id) is not None)


def to_spend(world: World, hero: Character) -> int:
    """Actions somebody may spend just now: on their turn, with no blow under way (SB-115)."""
    one, fight = world.combatant(hero.id), world.fight
    if one is None or fight is None or one.slot != "acting" or fight.attack or world.wounds:
        return 0
    return one.pool


def affordable(world: World, seat: Seat, hero: Character, cost: int) -> Combatant | None:
    """What takes actions is done on one's own turn, with enough of them left (SB-112, SB-115)."""
    if not cost or world.combatant(hero.id) is None:
        return None
    return acting.turn(world, seat, hero.id, cost)


def paid(world: World, seat: Seat, hero: Character, tried: Challenge) -> Iterator[Event]:
    """What is tried in a fight is paid when it is done; until then one may walk away (SB-20)."""
    yield from shaped.paid(world, hero, tried)
    one = affordable(world, seat, hero, tried.cost)
    yield from acting.spent(one, "try", tried.cost)


def payable(world: World, tried: Challenge) -> bool:
    """Whether its actions could be paid just now: nobody waits for dice that may not fall."""
    try:
        tuple(paid(world, Seat("", "gm"), world.cast[tried.who], tried))
    except Refusal:
        return False
    return True


def named_modifiers(value: int, label: str) -> tuple[Modifier, ...]:
    return (Modifier(one_line(label) or "the situation", value),) if value else ()


def how_hard(world: World, hero: Character, made: Challenge) -> str:
    """The question a player's attempt puts to the Director."""
    rating = sheet.label(world, made.key)
    whom = world.name(made.target) if made.target else ""
    aim = f" for {whom}" if whom and whom not in made.what else ""
    hard = f"difficulty {sheet.signed(made.difficulty)}" if made.difficulty else ""
    takes = f" It takes {acting.many(made.cost)}." if made.cost else ""
    more = ", ".join(part for part in (rating if rating != made.what else "", hard) if part)
    return (
        f"{hero.name} tries: {made.what}{aim}{f' ({more})' if more else ''}.{takes} How hard is it?"
    )


def recent(challenges: dict[int, Challenge]) -> dict[int, Challenge]:
    """Those still open, and the last of the others."""
    last = list(challenges)[-KEPT:]
    return {n: one for n, one in challenges.items() if n in last or one.status == "open"}


# -- What the Director turns before the dice fall (SB-17, SB-23, SB-68, SB-170) --------------------


class SetDifficulty(Act[World], frozen=True):
    """The dial: negative is hard, 0 ordinary, positive easy."""

    may = "gm"
    challenge: int
    difficulty: Modified

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-17")
        tried = undecided(world, self.challenge)
        must(self.difficulty != tried.difficulty, "SB-17", "same", "It is that hard already.")
        yield DifficultySet(tried.id, self.difficulty, tried.difficulty)
        answer = f"difficulty {sheet.signed(self.difficulty)}"
        yield on_record(world, "SB-17", "How hard is it?", tried, answer)


class DifficultySet(OfChallenge, frozen=True):
    difficulty: int
    was: int

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, difficulty=self.difficulty)

    def in_words(self, world: World, seat: Seat) -> Facts:
        hard, was = sheet.signed(self.difficulty), sheet.signed(self.was)
        return {**about_challenge(world, self.challenge), "hard": hard, "was": was}


class AddModifier(Act[World], frozen=True):
    """A named number for something about the situation (SB-23)."""

    may = "gm"
    challenge: int
    value: Modified
    label: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-23")
        tried = undecided(world, self.challenge)
        must(self.value, "SB-23", "no_effect", "A modifier of 0 changes nothing.")
        label = words(one_line(self.label), "SB-23", "Say what it is for.")
        yield ModifierAdded(tried.id, Modifier(label, self.value))


class ModifierAdded(OfChallenge, frozen=True):
    modifier: Modifier

    def onto(self, world: World) -> World:
        had = world.challenges[self.challenge].modifiers
        return world.with_challenge(self.challenge, modifiers=(*had, self.modifier))

    def in_words(self, world: World, seat: Seat) -> Facts:
        value = sheet.signed(self.modifier.value)
        return {**about_challenge(world, self.challenge), "value": value}


class NameRating(Act[World], frozen=True):
    """The Director says which rating is rolled (SB-16, SB-68)."""

    may = "gm"
    challenge: int
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-68")
        tried = undecided(world, self.challenge)
        hero = world.character(tried.who)
        key = sheet.known_key(world, hero, self.key, "SB-16")
        skills.for_this_species(world, hero, key)
        must(key != tried.key, "SB-16", "same", "That is the rating already.")
        yield RatingNamed(tried.id, key, tried.key)
        yield on_record(world, "SB-68", "Which rating?", tried, sheet.label(world, key))


class RatingNamed(OfChallenge, frozen=True):
    key: Rating
    was: str

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, key=self.key)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return about_challenge(world, self.challenge)


def undecided(world: World, number: int) -> Challenge:
    """A challenge for which no dice have fallen yet."""
    tried = must(world.challenges.get(number), "SB-17", "unknown", "There is no such challenge.")
    must(tried.status in ("open", "refused"), "SB-23", "no_reroll", closed(tried))
    why = f"It cannot be done: {tried.answer.rstrip('.')}."
    need(tried.status != "refused", "SB-25", "impossible", why)
    return tried


def closed(tried: Challenge) -> str:
    if tried.status == "rolled":
        return "The dice have fallen; a new try is for the Director to allow."
    return "That is settled already."


def on_record(
    world: World, rule: str, question: str, tried: Challenge, answer: str, reason: str = ""
) -> RulingRecorded:
    """A decision about a challenge."""
    whole = f"{world.name(tried.who)}, {tried.what}: {question}"
    return ruled(world, rule, whole, answer, reason, tried.who, tried.hidden)


# -- A modifier for anybody's next roll (SB-23) ----------------------------------------------------


class GiveModifier(Act[World], frozen=True):
    """The Director's number for somebody's next roll of three dice, whatever it is for."""

    may = "gm"
    who: Id
    value: Modified
    label: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-23")
        hero = world.character(self.who)
        must(self.value, "SB-23", "no_effect", "A modifier of 0 changes nothing.")
        label = words(one_line(self.label), "SB-23", "Say what it is for.")
        yield ModifierGiven(hero.id, Pending(world.unseen + 1, self.value, label))


class ModifierGiven(Change[World], frozen=True):
    voice = "noted"
    who: Who
    pending: Pending

    def onto(self, world: World) -> World:
        had = world.cast[self.who].pending
        return world.counted(self.pending.id).with_hero(self.who, pending=(*had, self.pending))

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"value": sheet.signed(self.pending.value)}


class TakeModifier(Act[World], frozen=True):
    """The Director takes away what waits for somebody's next roll."""

    may = "gm"
    who: Id
    modifier: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-23")
        hero = world.character(self.who)
        found = next((p for p in hero.pending if p.id == self.modifier), None)
        waiting = must(found, "SB-23", "unknown", "Nothing of the kind waits for the next roll.")
        yield ModifierTaken(hero.id, waiting.id, waiting.label)


class ModifierTaken(Change[World], frozen=True):
    voice = "noted"
    who: Who
    modifier: int
    label: str

    def onto(self, world: World) -> World:
        left = tuple(p for p in world.cast[self.who].pending if p.id != self.modifier)
        return world.with_hero(self.who, pending=left)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None


# -- The roll (SB-18 … SB-20, SB-26 … SB-28) -------------------------------------------------------


class RollChallenge(Act[World], frozen=True):
    """Throw three dice for it: 11 or more succeeds, whatever the difficulty (SB-19)."""

    may = "owner or gm"
    challenge: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        tried = undecided(world, self.challenge)
        hero = world.played(seat, tried.who)
        world.able(hero)
        must(seat.gm or not tried.hidden, "SB-168", "director_only", "The Director rolls this one.")
        why = f"The Director has a question about this roll first: {questioned(world, tried)}"
        need(not questioned(world, tried), "SB-8", "awaiting_ruling", why)
        rating = known.rating(world, hero, tried.key)
        yield from paid(world, seat, hero, tried)
        made = rolling.throw(
            world, hero, dice, tried.what, tried.key, rating, modifiers(tried), tried.hidden
        )
        yield made
        roll = made.roll
        waits = roll.succeeded and resisted(world, tried)
        yield ChallengeRolled(
            tried.id, hero.id, tried.what, roll.id, roll.outcome, tried.hidden, waits
        )
        if roll.succeeded and not waits:
            yield from shaped.brought(made.onto(world), tried)


class ChallengeRolled(Change[World], frozen=True):
    voice = "threw"
    challenge: int
    who: Who
    what: str
    roll: int
    outcome: str
    hidden: bool = False
    waits: bool = False  # for the target's defence (SB-148)

    def onto(self, world: World) -> World:
        return world.with_challenge(
            self.challenge, status="rolled", roll=self.roll, waits=self.waits
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return f"_{self.outcome}"

    def in_words(self, world: World, seat: Seat) -> Facts:
        what = f"{self.what}{aim(world, world.challenges.get(self.challenge))}"
        return {"what": what, **summed(world, self.roll, seat)}


def questioned(world: World, tried: Challenge) -> str:
    """What the Director is still asked about this roll: no dice fall before (SB-22, SB-157)."""
    body = world.cast[tried.who].bot
    wanted = [p.feature for p in body.parts if p.feature in tried.parts] if body else []
    names = listing(found.name for part in wanted if (found := world.bot_feature(part)))
    if names:
        return f"what is this part worth, {names}?"
    return "does it need dice?" if tried.asked else ""


def modifiers(tried: Challenge) -> tuple[Modifier, ...]:
    """The difficulty is a modifier like the others; the target stays 11 (SB-19)."""
    return (Modifier("difficulty", tried.difficulty), *tried.modifiers)


def resisted(world: World, tried: Challenge) -> bool:
    """Whether the target may still defend, where the Director has allowed that (SB-148)."""
    target = world.cast.get(tried.target)
    return bool(tried.resist) and target is not None and target.life == "conscious"


# -- Walking away (SB-20); what the world forbids (SB-25) ------------------------------------------


class WithdrawChallenge(Act[World], frozen=True):
    """Think better of it while the dice are still in the hand."""

    may = "owner or gm"
    challenge: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        tried = must(
            world.challenges.get(self.challenge), "SB-20", "unknown", "There is no such try."
        )
        world.own(seat, tried.who)
        must(tried.status in ("open", "refused"), "SB-20", "no_takebacks", closed(tried))
        yield ChallengeWithdrawn(tried.id, tried.who, tried.what, tried.hidden)


class ChallengeWithdrawn(Change[World], frozen=True):
    voice = "noted"
    challenge: int
    who: Who
    what: str
    hidden: bool = False

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, status="withdrawn")

    def told_to(self, world: World, seat: Seat) -> str | None:
        return None if hides(world, self.challenge, seat, self.hidden) else ""


class RefuseChallenge(Act[World], frozen=True):
    """The Director refuses a roll for what the world forbids."""

    may = "gm"
    challenge: int
    reason: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-25")
        tried = undecided(world, self.challenge)
        reason = words(one_line(self.reason), "SB-25", "Say why the world forbids it.")
        yield ChallengeRefused(tried.id, tried.who, tried.what, reason, tried.hidden)
        yield on_record(world, "SB-25", "Can it be done at all?", tried, "impossible", reason)


class ChallengeRefused(Change[World], frozen=True):
    voice = "ruled"
    challenge: int
    who: str
    what: str
    reason: str
    hidden: bool = False

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, status="refused", answer=self.reason)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return None if hides(world, self.challenge, seat, self.hidden) else ""


# -- Success without dice (SB-21, SB-22) -----------------------------------------------------------


class AskAutomatic(Act[World], frozen=True):
    """A player asks whether this needs any dice."""

    may = "owner or gm"
    challenge: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        tried = undecided(world, self.challenge)
        hero = world.played(seat, tried.who)
        must(seat.gm or not tried.hidden, "SB-168", "director_only", "The Director rolls this one.")
        must(not tried.asked, "SB-22", "asked", "The Director has been asked already.")
        easy(world, hero, tried)
        yield AutomaticAsked(tried.id, hero.id, tried.what)


class AutomaticAsked(OfChallenge, frozen=True):
    who: Who
    what: str

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, asked=True)


class DeclineAutomatic(Act[World], frozen=True):
    """The outcome matters: let the dice decide."""

    may = "gm"
    challenge: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-22")
        tried = undecided(world, self.challenge)
        must(tried.asked, "SB-22", "unknown", "Nobody has asked.")
        yield AutomaticDeclined(tried.id, tried.who, tried.what)
        yield on_record(world, "SB-22", "Without dice?", tried, "no, roll")


class AutomaticDeclined(OfChallenge, frozen=True):
    who: Who
    what: str

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, asked=False)


class GrantAutomatic(Act[World], frozen=True):
    """The Director grants success without dice, and says by it that the outcome is not critical."""

    may = "gm"
    challenge: int
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-22")
        tried = undecided(world, self.challenge)
        hero = world.character(tried.who)
        world.able(hero)
        yield from granted(world, seat, hero, tried, self.reason)


class AutomaticGranted(Change[World], frozen=True):
    voice = "ruled"
    challenge: int
    who: Who
    what: str
    key: str
    total: int  # rating and difficulty
    ledger: str = ""  # the skill that now counts as used (SB-183)
    hidden: bool = False

    def onto(self, world: World) -> World:
        world = world.with_challenge(self.challenge, status="automatic")
        return rolling.with_used(world, self.who, self.ledger) if self.ledger else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        return None if hides(world, self.challenge, seat, self.hidden) else ""


def easy(world: World, hero: Character, tried: Challenge) -> int:
    """Rating and difficulty together, which must be above 0 (SB-21)."""
    rating = known.rating(world, hero, tried.key)
    name = sheet.label(world, tried.key)
    why = f"{hero.name} has no {name} at all, and needs a fluke: roll the dice."
    need(rating is not None, "SB-21", "not_automatic", why)
    total = (rating or 0) + tried.difficulty
    why = (
        f"{name} and difficulty make {sheet.signed(total)} together; "
        "without dice it takes +1 or more, so roll."
    )
    need(total >= 1, "SB-21", "not_automatic", why)
    return total


def granted(
    world: World, seat: Seat, hero: Character, tried: Challenge, reason: str = ""
) -> Iterator[Event]:
    """Success without dice, on record, and what it brings (SB-21)."""
    total = easy(world, hero, tried)
    yield from paid(world, seat, hero, tried)
    ledger = tried.key if sheet.is_skill(tried.key) else ""
    yield AutomaticGranted(tried.id, hero.id, tried.what, tried.key, total, ledger, tried.hidden)
    ruling = on_record(world, "SB-21", "Without dice?", tried, "automatic success", reason)
    yield ruling
    yield from shaped.brought(world.counted(ruling.number), tried)


# -- A new try, or another way (SB-24) -------------------------------------------------------------


class TryAgain(Act[World], frozen=True):
    """After a failure: the same once more, or another way with another rating."""

    may = "owner or gm"
    challenge: int
    what: Line = ""
    key: Key = ""
    difficulty: Modified = 0

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        failed = must(
            world.challenges.get(self.challenge), "SB-24", "unknown", "There was no such try."
        )
        hero = world.played(seat, failed.who)
        world.able(hero)
        must(
            seat.gm or not failed.hidden, "SB-168", "director_only", "The Director rolls this one."
        )
        the_directors(seat, "SB-17", not self.difficulty, "The Director says how hard it is.")
        roll = world.rolls.get(failed.roll)
        if self.key and self.key != failed.key:
            within_reach(world, seat, hero, self.key)
        lost = failed.status == "rolled" and (failed.stopped or roll is None or not roll.succeeded)
        must(lost, "SB-24", "not_failed", "A new try follows a failure.")
        cost = 0 if failed.purpose == "shaping" else usual_cost(world, seat, hero)
        affordable(world, seat, hero, cost)
        made = Challenge(
            world.next_number(failed.hidden),
            hero.id,
            one_line(self.what) or failed.what,
            sheet.known_key(world, hero, self.key or failed.key, "SB-16"),
            self.difficulty,
            hidden=failed.hidden,
            purpose=failed.purpose,
            effect=failed.effect,
            target=failed.target,
            focus=failed.focus,
            grave=failed.grave,
            after=failed.id,
            cost=cost,
        )
        again = f"{made.what}{shaped.aim(world, made)}?{shaped.takes(world, made)}"
        question = f"{hero.name} failed at: {failed.what}. May it be tried anew: {again}"
        word(seat, "SB-24", f"{question} And how hard is it?")
        yield ChallengeOpened(made)
        answer = f"yes: {made.what}, {sheet.label(world, made.key)}"
        yield on_record(world.counted(made.id), "SB-24", "A new try?", failed, answer)


# -- The Director's words: flukes, fumbles, and what came of it (SB-24, SB-26, SB-27, SB-29) -------


class TellStory(Act[World], frozen=True):
    """How a fluke or fumble came about; for a fluke, perhaps another helpful outcome instead."""

    may = "gm"
    roll: int
    text: Line = ""
    instead: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-26")
        roll = must(world.rolls.get(self.roll), "SB-26", "unknown", "That roll lies too far back.")
        odd = roll.outcome in ("fluke", "fumble")
        must(odd, "SB-26", "no_story_needed", "Only flukes and fumbles ask for a story.")
        instead = one_line(self.instead)
        why = "Only a fluke can turn into another stroke of luck."
        must(not instead or roll.outcome == "fluke", "SB-29", "not_a_fluke", why)
        text = words(one_line(self.text) or instead, "SB-26", "Say how it came about.")
        yield StoryTold(roll.id, roll.who, roll.outcome, text, instead, roll.hidden)
        question = f"{world.name(roll.who)}, {roll.purpose}: {roll.outcome}. How did it come about?"
        rule = "SB-29" if instead else "SB-26" if roll.outcome == "fluke" else "SB-27"
        yield ruled(world, rule, question, instead or text, "", roll.who, roll.hidden)


class StoryTold(Change[World], frozen=True):
    voice = "ruled"
    roll: int
    who: Who
    outcome: str
    text: str
    instead: str = ""
    hidden: bool = False

    def onto(self, world: World) -> World:
        return world.with_roll(self.roll, story=self.text, instead=self.instead)

    def told_to(self, world: World, seat: Seat) -> str | None:
        if not self.instead:
            return f"_{self.outcome}"
        return "_instead" if self.text == self.instead else "_both"

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"both": in_one(self.text, self.instead)}


def in_one(story: str, instead: str) -> str:
    """How it came about, and then what helped instead, if that is not the same (SB-29)."""
    return story if instead in ("", story) else f"{sentence(story)} {instead}"


class LetStoriesGo(Act[World], frozen=True):
    """What was told aloud, or is best left untold, waits no longer; it may still be told."""

    may = "gm"
    rolls: tuple[int, ...]

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-26")
        waiting = tuple(
            n for n, roll in world.rolls.items() if roll.wants_story and n in self.rolls
        )
        must(waiting, "SB-26", "no_story_needed", "No story of that waits to be told.")
        yield StoriesLetGo(waiting)


class StoriesLetGo(Change[World], frozen=True):
    voice = "noted"
    rolls: tuple[int, ...]

    def onto(self, world: World) -> World:
        for number in self.rolls:
            world = world.with_roll(number, let_go=True)
        return world

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if seat.gm else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        found = (world.rolls[n] for n in self.rolls if n in world.rolls)
        return {"names": listing(dict.fromkeys(world.name(roll.who) for roll in found))}


class RuleOutcome(Act[World], frozen=True):
    """What a challenge brought, where the rules leave that to the Director (SB-24, SB-102)."""

    may = "gm"
    challenge: int
    text: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-24")
        tried = must(
            world.challenges.get(self.challenge), "SB-24", "unknown", "There was no such try."
        )
        done = tried.status in ("rolled", "automatic")
        must(done, "SB-24", "not_rolled", "First let it be tried.")
        text = words(one_line(self.text), "SB-24", "Say what came of it.")
        yield OutcomeRuled(tried.id, tried.who, tried.what, text, tried.hidden)
        yield on_record(world, "SB-24", "What came of it?", tried, text)


class OutcomeRuled(Change[World], frozen=True):
    voice = "ruled"
    challenge: int
    who: Who
    what: str
    text: str
    hidden: bool = False

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, answer=self.text)
