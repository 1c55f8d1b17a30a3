"""What is offered while characters are made (SB-3, SB-36 … SB-84, SB-137)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Refusal, Seat
from tablefolk.games.shapers_and_bots.page.offers.making import do, members, pick, text
from tablefolk.games.shapers_and_bots.rules import building, farewells, sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import BASE, content, figures
from tablefolk.games.shapers_and_bots.rules.ready_made import ReadyMade, ready_mades
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import one, say


def card(hero: Character) -> str:
    """Where a sheet is made with pictures, step by step."""
    return f"build:{hero.id}"


def about_of(hero: Character) -> str:
    """Where every number of a sheet in the making can be changed."""
    return f"bench:{hero.id}"


def born(hero: Character) -> str:
    """Where a sheet in the making asks to be a shaper's."""
    return f"born:{hero.id}"


def may_shape(hero: Character) -> bool:
    """Whether the Director may be asked: any animal may be a shaper, no bot (SB-137)."""
    return hero.kind != "bot"


# -- Who makes what ------------------------------------------------------------------------------


def has_nobody(world: World, seat: Seat) -> bool:
    """A player with nobody to play and nobody in the making."""
    if seat.gm or seat.id not in world.company.seats:
        return False
    making = any(h.player == seat.id and not h.finished for h in world.cast.values())
    free = building.free_to_play(world, seat.id) and not making
    return free and farewells.mourns(world, seat.id) is None


def may_have_another(world: World, seat: Seat) -> bool:
    """A player with somebody to play may make one more."""
    at_table = not seat.gm and seat.id in world.company.seats
    return at_table and not has_nobody(world, seat)


def drafts(world: World, seat: Seat) -> tuple[Character, ...]:
    """The sheets this seat is making; the Director's are those of extras."""
    return tuple(
        hero
        for hero in world.cast.values()
        if not hero.finished and (hero.extra if seat.gm else hero.player == seat.id)
    )


def unfinished(world: World, seat: Seat) -> tuple[Character, ...]:
    """The sheets in the making that this seat may work on; the Director helps everybody (SB-2)."""
    return (*drafts(world, seat), *(stood_in(world) if seat.gm else ()))


def stood_in(world: World) -> tuple[Character, ...]:
    """Players' sheets in the making: the Director may stand in (SB-2)."""
    return tuple(hero for hero in world.players_characters() if not hero.finished)


def box(world: World) -> tuple[ReadyMade, ...]:
    """The ready-made characters nobody has (SB-36)."""
    taken = {hero.ready for hero in world.cast.values() if not hero.extra}
    return tuple(ready for ready in ready_mades().values() if ready.key not in taken)


# -- Beginning (SB-3, SB-36) ---------------------------------------------------------------------


def begin(world: World) -> Iterator[Offer]:
    """A picture for each species and the bot, and everybody in the box."""
    whole = pick("BeginSheet.species", kind_choices(world))  # stands for all the pictures
    named = text("BeginSheet.name", optional=True, most=60)
    yield do(building.BeginSheet, "begin", whole, named, key="BeginAny", owed=True)
    for id, name in kinds(world):
        facts = {"name": one(name)}
        yield do(building.BeginSheet, "begin", facts=facts, fixed={"species": id})
    for ready in box(world):
        yield do(building.TakeReady, "begin", facts={"name": ready.name}, fixed={"key": ready.key})


def kinds(world: World) -> Iterator[tuple[str, str]]:
    for species in world.all_species().values():
        yield species.id, species.name
    yield building.BOT, say("labels.bot")


def kind_choices(world: World) -> tuple[Choice, ...]:
    return tuple(Choice(id, name) for id, name in kinds(world))


def box_choices(world: World) -> tuple[Choice, ...]:
    return tuple(Choice(r.key, f"{r.name}, {called(world, r)}") for r in box(world))


def called(world: World, ready: ReadyMade) -> str:
    found = world.find_species(ready.species)
    return (found.name if found else say("labels.bot")).lower()


def another(world: World) -> Iterator[Offer]:
    kind = pick("BeginSheet.species", kind_choices(world))
    name = text("BeginSheet.name", optional=True, most=60)
    yield do(building.BeginSheet, "another", kind, name, key="BeginAnother")
    if ready := box_choices(world):
        yield do(building.TakeReady, "another", pick("TakeReady.key", ready), key="TakeAnother")


def for_others(world: World) -> Iterator[Offer]:
    """The Director begins a sheet for a player, or an extra with a full sheet (SB-3, SB-165)."""
    whose = (Choice("", say("labels.an_extra")), *members(world))
    owner = pick("owner", whose)
    kind = pick("BeginSheet.species", kind_choices(world))
    name = text("BeginSheet.name", optional=True, most=60)
    yield do(building.BeginSheet, "extras", owner, kind, name, key="BeginFor")
    everybody = (Choice(r.key, f"{r.name}, {called(world, r)}") for r in ready_mades().values())
    which = pick("TakeReady.key", everybody)
    yield do(building.TakeReady, "extras", owner, which, key="TakeFor")


# -- The sheet, step by step (SB-37 … SB-84) -----------------------------------------------------


def steps(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    """With pictures: what one is like, what one has learned, a name."""
    about = card(hero)
    yield from naming(world, seat, hero)
    for spread in content().spreads.values():
        facts = {"name": spread.name}
        yield do(building.SpreadPoints, about, facts=facts, who=hero.id, spread=spread.id)
    yield do(building.SpreadPoints, about, key="SpreadNothing", who=hero.id, spread="")
    for bundle in content().bundles.values():
        facts = {"name": bundle.name}
        yield do(skills.TakeBundle, about, facts=facts, who=hero.id, bundle=bundle.id)
    none = "TakeNoBundleShaper" if skills.in_shaping(hero) else "TakeNoBundle"
    yield do(skills.TakeBundle, about, key=none, who=hero.id, bundle="")


def every_number(world: World, hero: Character) -> Iterator[Offer]:
    """Point by point, for whoever wants it so."""
    about = about_of(hero)
    for key in BASE:
        yield from feature(world, hero, key)
    yield from buying(world, hero)
    for id, name in kinds(world):
        if id != (hero.species or building.BOT):
            yield do(
                building.ChooseSpecies, f"{about}:species", facts={"name": one(name)},
                who=hero.id, species=id,
            )  # fmt: skip


def naming(world: World, seat: Seat, hero: Character) -> Iterator[Offer]:
    about = card(hero)
    name = text("NameCharacter.name", most=60)
    lost = " ".join(building.warnings(world, hero))
    named = world.with_hero(hero.id, name=hero.name or "?")
    last = not hero.name and not building.missing(named, named.cast[hero.id])
    ready = not lost and balanced(world, hero) and (last or not building.missing(world, hero))
    mine = hero.player == seat.id
    rest = not ready and not building.owes_penalty(world, hero)
    yield do(building.NameCharacter, about, name, owed=mine and rest, who=hero.id)
    yield do(
        building.FinishSheet,
        about,
        *((name,) if last else ()),
        key="FinishAndLose" if lost else "FinishSheet",
        facts={"lost": lost} if lost else {},
        owed=mine and ready,
        who=hero.id,
    )


def balanced(world: World, hero: Character) -> bool:
    """Whether points and parts are paid for (SB-42, SB-152, SB-154)."""
    try:
        building.in_the_black(world, hero)
    except Refusal:
        return hero.extra
    return True


def feature(world: World, hero: Character, key: str) -> Iterator[Offer]:
    """One up, one down, or as far as points go (SB-37 … SB-40)."""
    now, facts = hero.change.get(key, 0), {"name": sheet.label(world, key)}
    fixed, most = {"who": hero.id, "feature": key}, figures().most_raised
    for step, words in ((-1, "LowerFeature"), (1, "RaiseFeature")):
        about = f"{about_of(hero)}:{key}"
        yield do(
            building.ChangeFeature, about, key=words, facts=facts, fixed={**fixed, "step": step}
        )
    for change in sorted({now - 1, now + 1, *range(-most, most + 1)} - {now}):
        words, about = (
            "RaiseFeature" if change > now else "LowerFeature",
            f"{about_of(hero)}:to:{key}",
        )
        far = {**fixed, "change": change}
        yield do(building.ChangeFeature, about, key=words, facts=facts, fixed=far)


def buying(world: World, hero: Character) -> Iterator[Offer]:
    """One level up or down of everything there is (SB-78 … SB-84)."""
    about = about_of(hero)
    for key in to_buy(world, hero):
        yield from levels(world, hero, key)
    for category in content().categories.values():
        yield from branches(world, hero, category.id)
    for key in skills.specialties(world, hero):
        if key in hero.raises:
            facts = {"name": sheet.label(world, key)}
            fixed = {"who": hero.id, "key": key}
            yield do(skills.ForgetSpecialty, f"{about}:{key}", facts=facts, fixed=fixed)


def to_buy(world: World, hero: Character) -> tuple[str, ...]:
    """Every skill one may put points in; a sketch has single numbers only (SB-165)."""
    if hero.kind == "sketch":
        return ()
    special = skills.specialties(world, hero)
    return tuple(dict.fromkeys((*skills.open_to(world, hero), *special)))


def levels(world: World, hero: Character, key: str, where: str = "") -> Iterator[Offer]:
    facts = {"name": sheet.label(world, key)}
    about, fixed = f"{where or about_of(hero)}:{key}", {"who": hero.id, "key": key}
    yield do(skills.BuySkill, about, facts=facts, fixed={**fixed, "levels": 1})
    if hero.raises.get(key, 0):
        less = {**fixed, "levels": -1}
        yield do(skills.BuySkill, about, key="SellSkill", facts=facts, fixed=less)


def branches(world: World, hero: Character, category: str) -> Iterator[Offer]:
    """A branch of a family by its name: one this table knows, or a new one (SB-65, SB-66)."""
    mine = skills.specialties(world, hero)
    about = f"{about_of(hero)}:family:{category}"
    for key in skills.known_specialties(world):
        if key.startswith(f"{category}:") and key not in mine:
            name = key.partition(":")[2]
            fixed = {"who": hero.id, "category": category, "name": name}
            yield do(skills.NameSpecialty, about, facts={"name": name}, fixed=fixed)
    family = content().categories[category].name
    own = text("NameSpecialty.name", most=60)
    fixed = {"who": hero.id, "category": category}
    facts = {"family": family}
    yield do(skills.NameSpecialty, about, own, key="NameOwn", facts=facts, fixed=fixed)


def shaping(world: World, hero: Character) -> Iterator[Offer]:
    """Being a shaper: rare, free, the Director's to allow; and points for it (SB-84, SB-137)."""
    about = born(hero)
    for kind in content().shaping.values():
        facts, fixed = {"name": kind.name}, {"who": hero.id, "kind": kind.id}
        if kind.id in hero.shaping:
            yield do(skills.StopShaping, about, facts=facts, fixed=fixed)
            if hero.kind != "sketch":
                yield from levels(world, hero, f"shaping:{kind.id}", about)
        else:
            yield do(skills.BecomeShaper, about, facts=facts, fixed=fixed)
