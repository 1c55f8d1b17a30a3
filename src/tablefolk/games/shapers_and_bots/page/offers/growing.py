"""What is offered when an adventure is over, and by teachers in between (SB-176 … SB-183)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.making import do, flag, pick, text
from tablefolk.games.shapers_and_bots.rules import advancement as rules
from tablefolk.games.shapers_and_bots.rules import sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure, Character


def lessons(world: World, seat: Seat) -> Iterator[Offer]:
    """Teachers, and for the Director the ledger of skills used."""
    for hero in known.commanded(world, seat):
        if hero.finished and not hero.extra:
            yield from learning(world, seat, hero)
    book = ledger(world)
    if seat.gm and book is not None:
        for hero in world.players_characters():
            yield from marking(world, hero, book)


def raises(world: World) -> Iterator[Offer]:
    """Who has grown, when an adventure is over: the Director says it (SB-177)."""
    for hero, keys in to_raise(world):
        yield do(rules.PassRaise, f"grown:{hero.id}", owed=True, facts={"name": hero.name},
                 who=hero.id)  # fmt: skip
        for key in keys:
            facts = {"name": hero.name, "skill": sheet.label(world, key)}
            fixed = {"who": hero.id, "key": key}
            yield do(rules.GrantRaise, f"grown:{hero.id}", owed=True, facts=facts, fixed=fixed)


def wishes(world: World, seat: Seat) -> Iterator[Offer]:
    """What a player would like to be better at, until the Director has said it (SB-177)."""
    book = ledger(world)
    had = book.wishes if book else {}
    for hero, keys in to_raise(world):
        for key in keys if known.hand(world, seat, hero) else ():
            if had.get(hero.id) != key:
                facts = {"name": hero.name, "skill": sheet.label(world, key)}
                fixed = {"who": hero.id, "key": key}
                yield do(rules.WishRaise, f"grown:{hero.id}", facts=facts, fixed=fixed)


def to_raise(world: World) -> Iterator[tuple[Character, tuple[str, ...]]]:
    """Those for whom the Director has still to say it, and what they used."""
    book = ledger(world)
    if world.running or book is None:
        return
    for hero in world.players_characters():
        if hero.id not in book.passed and (keys := rules.raisable(world, hero)):
            yield hero, keys


def ledger(world: World) -> Adventure | None:
    """The adventure being played, or the last that is over."""
    over = [one for one in world.adventures.values() if one.status == "ended"]
    return world.adventure or (over[-1] if over else None)


def learnable(world: World, hero: Character) -> tuple[str, ...]:
    """What a teacher may teach: skills of one's species, branches, one's own shaping (SB-181)."""
    plain = (key for key in world.all_skills() if not skills.foreign(world, hero, key))
    own = (*skills.specialties(world, hero), *(f"shaping:{kind}" for kind in hero.shaping))
    return tuple(dict.fromkeys((*plain, *own, *skills.known_specialties(world))))


def learning(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    easy: list[Choice] = []
    far: list[Choice] = []
    for key in learnable(world, hero):
        found = sheet.number(world, hero, key)
        if found.known:
            high = sheet.next_level(found.value) > figures().quest_above
            said = f"{sheet.label(world, key)} {sheet.signed(found.value)}"
            (far if high else easy).append(Choice(key, said))
    teacher = text("TakeLesson.teacher", most=60)
    price = text("TakeLesson.price", optional=True, most=200)
    at, facts = f"grow:{hero.id}", {"name": hero.name}
    if easy:
        what = pick("TakeLesson.key", easy)
        yield do(rules.TakeLesson, at, what, teacher, price, flag("TakeLesson.quest"), facts=facts,
                 who=hero.id)  # fmt: skip
    if far:
        what = pick("TakeLesson.key", far)
        yield do(rules.TakeLesson, at, what, teacher, price, key="QuestLesson", facts=facts,
                 who=hero.id, quest=True)  # fmt: skip


def marking(world: World, hero: Character, book: Adventure) -> Iterator[Offer]:
    """What somebody used; and, once it was passed over, a raise after all."""
    at = f"grow:{hero.id}"
    used = book.used.get(hero.id, ())
    passed = hero.id in book.passed and rules.raisable(world, hero)
    for key in used:
        facts = {"name": hero.name, "skill": sheet.label(world, key)}
        fixed = {"who": hero.id, "key": key}
        if passed:
            yield do(rules.GrantRaise, at, facts=facts, fixed=fixed)
        yield do(rules.MarkUsed, at, key="StrikeUsed", facts=facts, fixed={**fixed, "used": False})
    rest = [key for key in learnable(world, hero) if key not in used]
    if rest and hero.finished:
        choices = (Choice(key, sheet.label(world, key)) for key in rest)
        which = pick("MarkUsed.key", choices)
        yield do(rules.MarkUsed, at, which, facts={"name": hero.name}, who=hero.id)
