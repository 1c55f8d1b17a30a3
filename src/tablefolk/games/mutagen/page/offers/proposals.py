"""How a move is put together on the page: what its data asks for, and nothing else (MU-55 …).

Story moves that ask for the same are offered as one, to be chosen among by what one wants
(MU-62); each way through another move, such as leading or weaving, is an offer of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from tablefolk.core.game import Blank, Choice, Command, Count, Lines, Offer, Pick
from tablefolk.games.mutagen.page.offers.making import asked, do, people, pick, text
from tablefolk.games.mutagen.playbooks.effects import Effect, whom
from tablefolk.games.mutagen.playbooks.markup import prose
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Child, Deed, Input, Story
from tablefolk.games.mutagen.rules import chain, rating, sheet
from tablefolk.games.mutagen.rules.rating import Link
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import TEXT, Character, OpenMove
from tablefolk.games.mutagen.rules.wording import plain
from tablefolk.games.mutagen.words import say

Chain = tuple[Deed, ...]
Stories = tuple[Story, ...]


class Frame(Struct, frozen=True):
    """For which command a move is put together, and what is settled already."""

    command: type[Command]
    key: str
    about: str
    fixed: Mapping[str, object]
    was: OpenMove | None = None  # the move as it was described before
    owed: bool = False
    stories: tuple[Story, ...] = ()  # those to choose among
    leads: bool = True  # whether one may lead others in it
    only_make: str = ""  # the move is settled: no choice, and the command does not name it


# -- Which moves there are ---------------------------------------------------------------------


def by_hand(deed: Deed) -> bool:
    """A move that is made when somebody wants to, and not at a moment of its own."""
    if isinstance(deed, Story):
        return True
    waits = deed.automatic or deed.required or deed.procedure or deed.checklist
    theirs = deed.actor in ("character", "player")
    return theirs and not (waits or deed.when.on or deed.when.window or sheet.levels(deed))


def stories(show: Show, hero: Character) -> tuple[Story, ...]:
    return tuple(d for d in sheet.deeds(show, hero) if isinstance(d, Story))


def others_moves(show: Show, hero: Character) -> tuple[Deed, ...]:
    """The moves by hand that are no story moves."""
    return tuple(d for d in sheet.deeds(show, hero) if not isinstance(d, Story) and by_hand(d))


def own_moves(show: Show, hero: Character) -> tuple[Deed, ...]:
    """Those of them that not everybody has: those that their playbook wants on top come first,
    then what is done and not only had, and was chosen.
    """
    homes = ((deed, show.shelf.home(deed.id)) for deed in others_moves(show, hero))
    mine = (d for d, home in homes if home and home[0].role != "meta"
            and not show.shelf.basic(home[0].id))  # fmt: skip
    return tuple(sorted(mine, key=lambda d: (not d.top, not is_done(d), d.mark == "free")))


def is_done(deed: Deed) -> bool:
    """Whether making a move does something that the rules know of: a roll, a price, a result."""
    rolled = deed.roll or deed.child or deed.modes or deed.bands
    return bool(rolled or deed.cost or deed.effects or deed.before_roll or deed.choices)


def child_of(deed: Deed) -> Child | None:
    """The move that one calls for, in any of its ways."""
    return deed.child or next((mode.child for mode in deed.modes if mode.child), None)


def alone(deed: Deed) -> bool:
    """Whether a move can be made without another."""
    ways = [mode for mode in deed.modes if mode.child is None]
    return bool(ways) or (deed.child is None and not deed.modes)


Parent = tuple[Deed, Stories]


def parents(show: Show, hero: Character, among: Stories) -> tuple[Parent, ...]:
    """Moves through which some of these can be made, each with those; who leads others first."""
    every = ((d, fitting(show, hero, d, among)) for d in others_moves(show, hero))
    fit = [parent for parent in every if parent[1]]
    return tuple(sorted(fit, key=lambda parent: not leads(parent[0])))


def fitting(show: Show, hero: Character, deed: Deed, among: Stories) -> Stories:
    """The story moves that a move calls for: any of them, or the one it names (MU-55)."""
    child = child_of(deed)
    return tuple(s for s in among if chain.calls_for(show, hero, child, s)) if child else ()


def leads(deed: Deed) -> bool:
    return any(need.followers for need in deed.needs)


def ways(
    show: Show, hero: Character, group: Stories, lead: bool = True
) -> Iterator[tuple[Chain, Stories]]:
    """Plainly, through each single move, and through one that leads together with another."""
    yield (), group
    every = parents(show, hero, group)
    first = tuple(p for p in every if leads(p[0])) if lead else ()
    rest = tuple(p for p in every if not leads(p[0]))
    yield from (((deed,), fit) for deed, fit in (*first, *rest))
    for leader, led in first:
        for deed, fit in rest:
            if both := tuple(story for story in fit if story in led):
                yield (leader, deed), both


# -- What a chain asks for ---------------------------------------------------------------------


def links(show: Show, deeds: Chain) -> tuple[Link, ...]:
    """The chain in the way it is made unless somebody says otherwise."""
    after: Iterable[Deed | None] = (*deeds[1:], None)
    return tuple(
        Link(deed, chain.way(show, deed, then, "") if deed.modes else None)
        for deed, then in zip(deeds, after, strict=True)
    )


def inputs(show: Show, deeds: Chain) -> tuple[Input, ...]:
    return tuple(one for link in links(show, deeds) for one in chain.inputs(show, link))


def ordinary(show: Show, story: Story) -> bool:
    """A story move that asks for what all of them ask for."""
    return not (story.inputs or story.needs or story.modes or story.roll or story.consult)


def grouped(show: Show, found: tuple[Story, ...]) -> Iterator[tuple[Story, ...]]:
    same = tuple(story for story in found if ordinary(show, story))
    if same:
        yield same
    yield from ((story,) for story in found if story not in same)


def blanks(show: Show, hero: Character, deeds: Chain, was: OpenMove | None) -> Iterator[Blank]:
    """Everything to be filled in for this chain, in the order people think of it."""
    wanted = inputs(show, deeds)
    story = isinstance(deeds[-1], Story)
    yield described(wanted, was, story)
    yield from aimed(show, hero, deeds, wanted)
    if story or rests(show, deeds):
        yield resting_on(show, hero, was, story)
    yield from picking(show, hero, deeds, wanted)
    yield from confirming(show, hero, deeds, wanted)
    if any(leads(deed) for deed in deeds):
        here = people(h for h in show.playing if h.id != hero.id)
        yield pick("Propose.others", here, most=max(2, len(here)))


def rests(show: Show, deeds: Chain) -> bool:
    """Whether it is rolled with any aptitude that fits (MU-47, MU-65)."""
    roll = links(show, deeds)[-1].roll
    return roll is not None and roll.by == "any"


def described(wanted: tuple[Input, ...], was: OpenMove | None, story: bool) -> Blank:
    """Every move can be described; some have to be."""
    optional = not any(one.required for one in wanted if one.type == "text")
    return text("Propose.how", was.how if was else "", optional=optional, long=True, most=TEXT)


def aimed(show: Show, hero: Character, deeds: Chain, wanted: tuple[Input, ...]) -> Iterator[Blank]:
    """Whom or what it is about: known to the table, or just words."""
    entity = next((one for one in wanted if one.type == "entity"), None)
    if entity is None and not isinstance(deeds[-1], Story):
        if any(falls_on_others(deed) or speaks_of_others(deed) for deed in deeds):
            here = tuple(around(show, hero))
            yield pick("Propose.targets", here, most=max(2, len(here)), least=0)
        return
    name, label, hint = asked("Propose.targets")
    optional = entity is None or not entity.required
    row = entity.label if entity else label
    yield Lines(name, label, hint, rows=(row,), optional=optional)


def falls_on_others(whole: object) -> bool:
    """Whether something in a move happens to whomever it is aimed at (MU-72)."""
    if isinstance(whole, Effect) and whom(whole) == "target":
        return True
    if isinstance(whole, tuple):
        return any(map(falls_on_others, whole))
    fields = whole.__struct_fields__ if isinstance(whole, Struct) else ()
    return any(falls_on_others(getattr(whole, name)) for name in fields if name != "suggested")


def speaks_of_others(deed: Deed) -> bool:
    """Whether the words of a move are about somebody who is not named: “they”, “an ally”."""
    said = (text for band in deed.bands for text in (band.text, *(o.text for o in band.options)))
    return any(prose.OTHERS.search(text) for text in (deed.text, *said))


def around(show: Show, hero: Character) -> Iterator[Choice]:
    """Everything and everybody a move may be about; oneself comes last."""
    yield from (Choice(e.id, e.name) for e in show.entities.values() if not e.gone)
    yield from people(sorted(show.playing, key=lambda one: one.id == hero.id))


def resting_on(show: Show, hero: Character, was: OpenMove | None, story: bool) -> Blank:
    """An aptitude, or nothing that fits; one that is not owned is no better than nothing.

    Where it is chosen from a list, the best of those that are owned stands there first.
    """
    every = sheet.aptitudes(show, hero)
    owned = sorted(every, key=lambda a: -sheet.rating(show, hero, a))
    rated = (Choice(a.id, f"{show.called(a.id)} {signed(sheet.rating(show, hero, a))}")
             for a in owned)  # fmt: skip
    best = next((a.id for a in owned if sheet.dots(hero, a)), "")
    start = was.aptitude if was else "" if story else best
    nothing = Choice("", say("pick.nothing_fits"))
    return pick("Propose.aptitude", (nothing, *rated), start=start)


def picking(
    show: Show, hero: Character, deeds: Chain, wanted: tuple[Input, ...]
) -> Iterator[Blank]:
    """Items such as Threads, choices, numbers, and ways to make it."""
    if items := [one for one in wanted if one.type == "items"]:
        found = listed(show, hero, items[0])
        yield pick("Propose.picked", found, most=max(2, len(found)), least=items[0].least or 1)
    if options := tuple(offered_options(show, deeds, wanted)):
        yield pick("Propose.option", options)
    if number := next((one for one in wanted if one.type == "number"), None):
        yield counted(show, deeds, number)
    fitting = [m for m in deeds[-1].modes if m.child is None]
    if len(fitting) > 1:
        modes = (Choice(m.id, plain(m.text) or m.id) for m in fitting)
        yield pick("Propose.mode", modes, start=fitting[0].id)


def counted(show: Show, deeds: Chain, number: Input) -> Count:
    """A number between its bounds; where the text leaves it to people, with what it says of it."""
    name, label, hint = asked("Propose.count")
    low, high = number.least, number.most or number.least + 20
    start = max(low, min(0, high)) if low < 0 else low
    return Count(name, number.label or label, said_of(deeds, number) or hint, low, high, start)


def said_of(deeds: Chain, number: Input) -> str:
    """What a move's text says of a number that it leaves to people."""
    terms = (term for deed in deeds for term in deed.terms if term.id == number.key)
    return next((plain(term.text) for term in terms), "")


def listed(show: Show, hero: Character, one: Input) -> tuple[Choice, ...]:
    """Bought or not, all of them with what they are rated (MU-123)."""
    found = show.shelf.labelled(one.label, hero.playbooks)
    return tuple(
        Choice(i.id, f"{show.called(i.id)} {signed(rating.rating_of(show, hero, i.id))}")
        for i in found
    )


def offered_options(show: Show, deeds: Chain, wanted: tuple[Input, ...]) -> Iterator[Choice]:
    """Numbers to roll with, choices of the move, or words to choose among."""
    last = links(show, deeds)[-1]
    if last.roll and last.roll.by == "choice":
        yield from (Choice(c.label, f"{c.label} {signed(c.n)}") for c in last.roll.choices)
    elif last.roll is None and deeds[-1].choices:
        yield from (Choice(c.id, plain(c.text) or c.id) for c in deeds[-1].choices)
    else:
        yield from (Choice(c, c) for one in wanted if one.type == "choice" for c in one.choices)


def confirming(
    show: Show, hero: Character, deeds: Chain, wanted: tuple[Input, ...]
) -> Iterator[Blank]:
    """What nobody can compute, to be ticked (MU-51); a bonus may be left aside (MU-42)."""
    needed = dict(confirmations(show, hero, deeds, wanted))
    found = {**needed, **dict(bonuses(show, hero, deeds))}
    if found:
        choices = (Choice(key, label) for key, label in found.items())
        yield pick("Propose.confirmed", choices, most=max(2, len(found)), least=len(needed))


def confirmations(
    show: Show, hero: Character, deeds: Chain, wanted: tuple[Input, ...]
) -> Iterator[tuple[str, str]]:
    for one in wanted:
        if one.type == "confirm":
            yield one.key, plain(one.label or one.key)
    for deed in deeds:
        for key, need in chain.keyed(deed):
            if need.fact:
                yield key, plain(need.fact)


def bonuses(show: Show, hero: Character, deeds: Chain) -> Iterator[tuple[str, str]]:
    """What owned moves add to this one, if something is so."""
    probe = OpenMove(0, hero.id, tuple(deed.id for deed in deeds))
    for deed, mod in rating.standing_mods(show, hero, probe):
        if mod.fact:
            yield deed.id, f"{plain(mod.fact)} ({signed(mod.value)}, {show.called(deed.id)})"


# -- Harm stated beforehand (MU-75, MU-126) ----------------------------------------------------


def harms(show: Show, hero: Character, stories: tuple[Story, ...], through: Chain) -> bool:
    return any(story.may_harm for story in stories)


def capped(show: Show, hero: Character, deeds: Chain) -> bool:
    """Whether a move of the chain bounds the harm it may do."""
    every = (link.harm_cap for link in links(show, deeds))
    return any(cap is not None and cap.move == deeds[-1].id for cap in every)


def strong_enough(show: Show, hero: Character, deeds: Chain, harm: int, blank: Pick) -> Pick:
    """Only those picks with which the chain may do so much harm."""
    every = links(show, deeds)
    fit = tuple(
        choice
        for choice in blank.choices
        if (chain.cap(show, hero, every, (str(choice.value),)) or 0) >= harm
    )
    return pick("Propose.picked", fit, most=max(2, len(fit)), least=blank.least)


def harm_blank(numbers: Iterable[int]) -> Pick:
    choices = (Choice(n, say(f"harm.{n}" if n >= 0 else "harm.unsaid")) for n in numbers)
    return pick("Propose.harm", choices, start=-1)


# -- Offers ------------------------------------------------------------------------------------


def story_offers(
    show: Show, hero: Character, frame: Frame, through: Deed | None = None
) -> Iterator[Offer]:
    """One offer for each way to make these story moves; perhaps only those that begin with one."""
    for group in grouped(show, frame.stories):
        for way, fit in ways(show, hero, group, frame.leads):
            if through is None or way[:1] == (through,):
                yield from way_offers(show, hero, frame, fit, way)


def way_offers(
    show: Show, hero: Character, frame: Frame, group: tuple[Story, ...], through: Chain
) -> Iterator[Offer]:
    every = tuple(blanks(show, hero, (*through, group[0]), frame.was))
    stated = not frame.only_make
    bounded = [s for s in group if s.may_harm and capped(show, hero, (*through, s))]
    free = any(s.may_harm for s in group) and not bounded and stated
    harm = (harm_blank((-1, 1, 2, 3)),) if free else ()
    harm = (harm_blank((-1, 0)),) if bounded and stated else harm
    yield made(show, frame, group, through, (*every, *harm))
    for story in bounded if stated else ():
        yield from measured(show, hero, frame, story, through, every)


def measured(
    show: Show,
    hero: Character,
    frame: Frame,
    story: Story,
    through: Chain,
    every: tuple[Blank, ...],
) -> Iterator[Offer]:
    """So much harm and no more, with picks that are strong enough for it (MU-126)."""
    picked = next((b for b in every if isinstance(b, Pick) and b.name == "picked"), None)
    for n in range(1, chain.MOST_HARM + 1) if picked else ():
        assert picked is not None
        strong = strong_enough(show, hero, (*through, story), n, picked)
        if strong.choices:
            with_it = tuple(strong if b is picked else b for b in every)
            yield made(show, frame, (story,), through, with_it, harm=n)


def made(
    show: Show,
    frame: Frame,
    group: tuple[Story, ...],
    through: Chain,
    every: tuple[Blank, ...],
    **more: object,
) -> Offer:
    """The offer itself; the move is chosen by what is wanted."""
    fixed: dict[str, object] = {**frame.fixed, **more}
    if through:
        fixed["through"] = tuple(deed.id for deed in through)
    if not frame.only_make:
        now = frame.was.move if frame.was else ""
        wanted = (Choice(s.id, show.called(s.id), plain(s.want)) for s in group)
        start = now if now in {s.id for s in group} else ""
        every = (pick("Propose.make", wanted, start=start), *every)
    name = " + ".join(show.called(deed.id) for deed in through)
    key = f"{frame.key}Through" if through else frame.key
    facts = {"name": name or show.called(group[0].id), "n": more.get("harm", 0)}
    key = f"{frame.key}Harm" if more and f"{frame.key}Harm.label" in say else key
    return do(
        frame.command, frame.about, *every, key=key, owed=frame.owed, facts=facts, fixed=fixed
    )


def move_offer(show: Show, hero: Character, deed: Deed, frame: Frame, through: Chain = ()) -> Offer:
    """A move that is no story move, with what it asks for."""
    every = tuple(blanks(show, hero, (*through, deed), frame.was))
    fixed = {**frame.fixed, "make": deed.id}
    if through:
        fixed["through"] = tuple(one.id for one in through)
    facts = {"name": show.called(deed.id)}
    return do(frame.command, frame.about, *every, key=frame.key, facts=facts, fixed=fixed)
