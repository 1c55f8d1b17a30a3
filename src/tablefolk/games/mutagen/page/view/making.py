"""What a story move is put together from, for one character (MU-61 … MU-65, MU-121 … MU-126)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Refusal
from tablefolk.core.words import listing
from tablefolk.games.mutagen.page.offers.proposals import (
    Chain,
    Stories,
    bonuses,
    confirmations,
    inputs,
    leads,
    links,
    parents,
)
from tablefolk.games.mutagen.page.offers.rolling import cost_of
from tablefolk.games.mutagen.page.view.odds import pieces, success
from tablefolk.games.mutagen.page.view.printing import Bit, Part, bits
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Deed, Item, Story
from tablefolk.games.mutagen.rules import chain, rating, reading, resources, sheet, weaving
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Entity, OpenMove
from tablefolk.games.mutagen.rules.values import Part as PartOfRoll
from tablefolk.games.mutagen.rules.wording import gist, plain
from tablefolk.games.mutagen.words import say

ICONS = {
    "fuck_em_up": "hand-fist",
    "compel_compliance": "bullhorn",
    "make_it_chooch": "screwdriver-wrench",
    "go_apeshit": "explosion",
    "get_out_the_way": "person-running",
    "parkour": "stairs",
    "medic": "kit-medical",
    "scope_it_out": "binoculars",
    "connect_the_dots": "puzzle-piece",
    "schmooze_em": "handshake",
    "fool_em": "masks-theater",
    "go_dark": "user-ninja",
}
SO_YOU = re.compile(r",? so (?:that )?you\b")  # after what is wanted, how it is done
KINDS = {"npc": "user", "item": "cube", "place": "location-dot"}


def icon_of(deed: Item | None) -> str:
    """A picture for a move; those nobody has drawn get a plain one."""
    if not isinstance(deed, Deed):
        return "bullseye"
    if leads(deed):
        return "people-group"
    if deed.effect_ends:
        return "wand-magic-sparkles"
    return ICONS.get(deed.id, "bullseye")


class Making(Part, frozen=True):
    """Everything from which a story move is put together."""

    id: str
    wants: tuple[Want, ...] = ()
    skills: tuple[Skill, ...] = ()
    through: tuple[Through, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    aims: tuple[Aim, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    nothing: str = ""  # the chance when nothing fits
    counted: str = ""  # what is in every chance beside what it rests on (MU-42)
    harm: tuple[tuple[int, str, str], ...] = ()
    start_make: str = ""
    start_count: int = 0
    start_how: str = ""
    start_targets: tuple[str, ...] = ()
    start_aptitude: str = ""
    start_through: tuple[str, ...] = ()
    start_picked: tuple[str, ...] = ()
    start_confirmed: tuple[str, ...] = ()
    start_others: tuple[str, ...] = ()
    start_harm: int = -1


def making(
    show: Show,
    hero: Character,
    id: str,
    stories: tuple[Story, ...],
    was: OpenMove | None = None,
    lead: bool = True,
    begun: Deed | None = None,
) -> Making:
    """The form of a story move; `was` is how it was described before.

    It may be `begun` through another move: beside that, one only leads, or is led (MU-56).
    """
    first = None if begun is None or isinstance(begun, Story) else begun
    every = tuple(
        (deed, fit)
        for deed, fit in parents(show, hero, stories)
        if first in (None, deed) or (first and leads(first) != leads(deed))
    )
    said = was or OpenMove(0, hero.id, ("",))
    found = counted_in(show, said, stories)
    more = sum(part.value for part in found)
    what = listing(f"{one.value} ({one.label})" for one in pieces(show, found))
    return Making(
        id=id,
        wants=tuple(want(show, hero, story) for story in stories),
        skills=tuple(skills(show, hero, tuple(deed for deed, _ in every), more)),
        through=tuple(
            through(show, hero, deed, fit, stories, more)
            for deed, fit in every
            if lead or not leads(deed)
        ),
        bonuses=tuple(bonus_rows(show, hero, stories)),
        aims=tuple(aims(show, hero)),
        others=tuple((h.id, h.name) for h in show.playing if h.id != hero.id),
        nothing=success(reading.clamped(show.engine.unowned_rating + more)),
        counted=say("note.counted_in", what=what) if what else "",
        harm=tuple((level.n, level.name, level.text) for level in show.engine.harm_scale),
        start_make=said.move if was else (stories[0].id if len(stories) == 1 else ""),
        start_how=said.how,
        start_targets=said.targets,
        start_aptitude=said.aptitude,
        start_through=said.chain[:-1],
        start_picked=said.picked,
        start_confirmed=said.confirmed,
        start_count=said.number,
        start_others=said.others,
        start_harm=said.harm if said.harm is not None else -1,
    )


def counted_in(show: Show, move: OpenMove, stories: Stories) -> tuple[PartOfRoll, ...]:
    """What goes into the roll whichever of these story moves it is, and whatever it rests on."""
    every = [
        rating.added(show, replace(move, chain=(*move.chain[:-1], story.id))) for story in stories
    ]
    return tuple(part for part in every[0] if all(part in one for one in every)) if every else ()


def wanted(show: Show, story: Story) -> str:
    """What one wants who makes it, as a line of its own."""
    text = plain(show.shelf.worded(story.want or gist(story.text), show.mild))
    text = SO_YOU.split(text)[0] if not story.want else text
    return text[:1].upper() + text[1:]


class Want(Part, frozen=True):
    """A story move, by what one wants (MU-62)."""

    id: str
    name: str
    want: str
    how: str
    icon: str
    target: str = ""
    harms: bool = False
    called: bool = False  # the GM says this is the move for it


def want(show: Show, hero: Character, story: Story) -> Want:
    return Want(
        story.id,
        show.called(story.id),
        wanted(show, story),
        plain(show.shelf.worded(story.how, show.mild)),
        icon_of(story),
        story.target,
        story.may_harm,
        show.called_for.get(hero.id) == story.id,
    )


class Skill(Part, frozen=True):
    """An aptitude to rest a move on, with the chance of a success."""

    id: str
    name: str
    rating: str
    chance: str = ""
    note: str = ""
    owned: bool = True


def skills(
    show: Show, hero: Character, ways: tuple[Deed, ...], more: int
) -> Iterator[Skill]:  # fmt: skip
    """Owned aptitudes, the best first; those that only a way through rests on wait there."""
    labels = (one.label for deed in ways for one in inputs(show, (deed,)) if one.type == "items")
    woven = {item.id for label in labels for item in show.shelf.labelled(label, hero.playbooks)}
    every = (a for a in sheet.aptitudes(show, hero) if a.id not in woven)
    owned = [a for a in every if sheet.dots(hero, a)]
    for one in sorted(owned, key=lambda a: -sheet.rating(show, hero, a)):
        rated = sheet.rating(show, hero, one)
        note = hero.narrowed.get(one.id, "")
        rate = success(reading.clamped(rated + more))
        yield Skill(one.id, show.called(one.id), signed(rated), rate, note)


class Through(Part, frozen=True):
    """A move through which a story move can be made."""

    id: str
    name: str
    icon: str
    bits: tuple[Bit, ...] = ()
    cost: str = ""
    leads: bool = False
    weaves: bool = False  # rolled with what is picked
    label: str = ""  # what is to be picked
    picks: tuple[Skill, ...] = ()
    confirms: tuple[tuple[str, str], ...] = ()
    limits: tuple[tuple[Bit, ...], ...] = ()
    harms: tuple[int, ...] = ()  # how much harm may be asked for
    weak: tuple[tuple[int, str], ...] = ()  # what each weakest pick makes of it (MU-124)
    woven: tuple[str, ...] = ()  # earlier ones of this scene (MU-121)
    shut: str = ""  # why it cannot be made now
    rule: str = ""
    only: tuple[tuple[str, str], ...] = ()  # the story moves it is for, where not for all of them
    number: str = ""  # what whoever rolls says, from −3 to +3 (MU-47)
    rolls: bool = False  # what is rolled with, it says itself (MU-46)


def through(
    show: Show, hero: Character, deed: Deed, fit: Stories, stories: Stories, more: int
) -> Through:
    """A way to make these story moves; `fit` are those it can be made to."""
    deeds: Chain = (deed, fit[0])
    first = links(show, deeds)[0]
    own = tuple(one for one in chain.inputs(show, first) if one.key)
    items = next((one for one in own if one.type == "items"), None)
    return Through(
        deed.id,
        show.called(deed.id),
        icon_of(deed),
        bits(show, (first.mode.text if first.mode else "") or deed.text),
        cost_of(show, deed),
        leads(deed),
        bool(items),
        items.label if items else "",
        tuple(threads(show, hero, items.label)) if items else (),
        tuple(confirmations(show, hero, (deed,), own)),
        tuple(bits(show, limit) for limit in deed.limits),
        tuple(harms(show, hero, deed, fit)) if items else (),
        tuple(weakest(show, hero, deed, fit, items.label, more)) if items else (),
        tuple(m.how for m in weaving.woven(show, hero.id)) if deed.effect_ends else (),
        shut(show, hero, deed),
        deed.rule,
        () if fit == stories else tuple((story.id, show.called(story.id)) for story in fit),
        next((one.label for one in own if one.type == "number"), ""),
        rolls=bool(first.child and first.child.roll),
    )


class Bonus(Part, frozen=True):
    """What an owned move adds, if something is so; `only` are the story moves it is for."""

    id: str
    words: str
    only: tuple[str, ...] = ()


def bonus_rows(show: Show, hero: Character, stories: Stories) -> Iterator[Bonus]:
    """What owned moves add, if something is so; each with the moves it is for."""
    rows: dict[tuple[str, str], list[str]] = {}
    for story in stories:
        for row in bonuses(show, hero, (story,)):
            rows.setdefault(row, []).append(story.id)
    for (key, words), ids in rows.items():
        yield Bonus(key, words, () if len(ids) == len(stories) else tuple(ids))


def threads(show: Show, hero: Character, label: str) -> Iterator[Skill]:
    """All of them with their ratings, bought or not; nothing is suggested (MU-123)."""
    for item in show.shelf.labelled(label, hero.playbooks):
        rated = rating.rating_of(show, hero, item.id)
        owned = sheet.owned(hero, item)
        yield Skill(item.id, show.called(item.id), signed(rated), "", plain(item.text), owned)


def harms(show: Show, hero: Character, deed: Deed, stories: tuple[Story, ...]) -> Iterator[int]:
    """How much harm could be asked for with the strongest single pick (MU-126)."""
    for story in stories:
        every = links(show, (deed, story))
        named = next((i for i in inputs(show, (deed,)) if i.type == "items"), None)
        if story.may_harm and named:
            found = show.shelf.labelled(named.label, hero.playbooks)
            caps = [chain.cap(show, hero, every, (item.id,)) or 0 for item in found]
            yield from range(1, min(max(caps, default=0), chain.MOST_HARM) + 1)
            return


def weakest(
    show: Show, hero: Character, deed: Deed, fit: Stories, label: str, more: int
) -> Iterator[tuple[int, str]]:
    """What the weakest of the picks comes to: the chance, and the most harm (MU-124, MU-126)."""
    harming = next((story for story in fit if story.may_harm), None)
    found = show.shelf.labelled(label, hero.playbooks)
    rated = {rating.rating_of(show, hero, item.id): item.id for item in found}
    for n, id in sorted(rated.items()):
        facts = {"n": signed(n), "chance": success(reading.clamped(n + more))}
        most = chain.cap(show, hero, links(show, (deed, harming)), (id,)) if harming else None
        yield n, say("note.weakest" if most is None else "note.weakest_harm", most=most, **facts)


def shut(show: Show, hero: Character, deed: Deed) -> str:
    """Why this move cannot be made now: no Will, no Resist, nobody there."""
    probe = OpenMove(0, hero.id, (deed.id,))
    try:
        for key, one in chain.keyed(deed):
            if one.resource and not chain.holds(show, hero, one, key, probe):
                return one.why
        resources.affordable(show, hero, deed.cost)
    except Refusal as no:
        return no.why
    alone = leads(deed) and not any(h.id != hero.id for h in show.playing)
    return say("note.nobody_to_lead") if alone else ""


def down(entity: Entity) -> bool:
    """Whether somebody of the GM's has no Health left, where it is kept (MU-103)."""
    return bool(entity.health) and not any(box.filled for box in entity.health)


class Aim(Part, frozen=True):
    """Somebody or something a move may be about, with what is written on it (MU-110)."""

    id: str
    name: str
    kind: str
    statuses: tuple[str, ...] = ()


def aims(show: Show, hero: Character) -> Iterator[Aim]:
    """Who and what a move may be about; oneself comes last."""
    there = (entity for entity in show.entities.values() if not entity.gone)
    for entity in sorted(there, key=down):
        said = tuple(s.text for s in entity.statuses)
        said = (say("mat.down"), *said) if down(entity) else said
        yield Aim(entity.id, entity.name, KINDS[entity.kind], said)
    here = sorted(show.playing, key=lambda one: one.id == hero.id)
    for one in here:
        said = tuple(s.text for s in one.statuses)
        yield Aim(one.id, one.name, "mask" if one.id != hero.id else "hand-point-up", said)
