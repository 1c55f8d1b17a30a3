"""What must hold for a move to be made: every condition of every part of a chain (MU-50 … MU-58).

A chain is judged as a whole; if any part is refused, all of it is (MU-56).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tablefolk.core.game import Seat, must, need, word
from tablefolk.games.mutagen.playbooks.model import (
    Aptitude,
    Child,
    Cost,
    Deed,
    Input,
    Mode,
    Need,
    Story,
)
from tablefolk.games.mutagen.rules import buying, rating, resources, sheet
from tablefolk.games.mutagen.rules.rating import Link
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Entity, OpenMove

MOST_HARM = 3


class Plan(Struct, frozen=True):
    """A move as somebody wants to make it, whichever command says so."""

    who: str
    chain: tuple[str, ...]
    how: str = ""
    mode: str = ""
    targets: tuple[str, ...] = ()
    aptitude: str = ""
    picked: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    option: str = ""
    count: int = 0
    harm: int = -1  # below 0: not stated
    others: tuple[str, ...] = ()
    inside: int = 0
    follows: int = 0


# -- From a plan to a move ---------------------------------------------------------------------


def framed(show: Show, seat: Seat, plan: Plan, but: int = 0) -> OpenMove:
    """The move that a plan becomes; `but` is the one it takes the place of."""
    hero = show.own(seat, plan.who, "MU-50")
    chain = tuple(on_sheet(show, hero, id, plan.inside) for id in plan.chain)
    acting(hero, chain)
    free(show, hero, plan, but)
    if not (but or plan.inside or plan.follows):
        in_time(show, chain)
    linked = joined(show, hero, chain, plan)
    move = made(show, hero, plan, linked)
    for link in linked:
        conditions(show, hero, link, move)
        filled_in(show, hero, link, move)
    resources.affordable(show, hero, costs(linked))
    rolled_with(show, hero, move)
    within_cap(show, hero, linked, move, plan.harm)
    with_leave(show, seat, hero, linked, move)
    return move


def made(show: Show, hero: Character, plan: Plan, chain: tuple[Link, ...]) -> OpenMove:
    """The bare move; what nobody asks for is left out."""
    kinds = {one.type for link in chain for one in inputs(show, link)}
    leads = any(one.followers for link in chain for one in link.deed.needs)
    return OpenMove(
        id=show.count + 1,
        who=hero.id,
        chain=tuple(link.deed.id for link in chain),
        how=plan.how.strip(),
        modes={link.deed.id: link.mode.id for link in chain if link.mode},
        targets=tuple(dict.fromkeys(by_name(show, t.strip()) for t in plan.targets if t.strip())),
        aptitude=plan.aptitude,
        picked=tuple(dict.fromkeys(plan.picked)) if "items" in kinds else (),
        confirmed=tuple(dict.fromkeys(plan.confirmed)),
        option=plan.option,
        number=plan.count if "number" in kinds else 0,
        harm=stated(show, hero, plan, chain),
        others=taking_part(show, hero, plan.others) if leads else (),
        follows=plan.follows,
        inside=plan.inside,
        scene=show.scene,
        session=show.session,
    )


def by_name(show: Show, words: str) -> str:
    """The id of whoever is called so here; else the words themselves."""
    every: tuple[Character | Entity, ...] = (*show.cast.values(), *show.entities.values())
    called = (one.id for one in every if one.name.casefold() == words.casefold())
    return words if words in show.cast or words in show.entities else next(called, words)


# -- Whose it is, and whether they can act (MU-50, MU-53, MU-54, MU-58, MU-134) ----------------


def on_sheet(show: Show, hero: Character, id: str, inside: int = 0) -> Deed:
    """A move this character has, that is made by hand; `inside` taking harm or not."""
    deed = sheet.found(show, hero, id, Deed, "MU-50")
    why = f"“{show.called(id)}” is not bought yet."
    need(sheet.owned(hero, deed), "MU-7", "not_bought", why)
    if isinstance(deed, Story):
        return deed
    by_itself = deed.automatic or deed.required or deed.procedure or deed.checklist
    at_once = by_itself or deed.when.on or sheet.levels(deed)
    window = ("", "take_harm.can") if inside else ("",)
    why = f"“{show.called(id)}” comes into play by itself, or at its own moment."
    must(not at_once and deed.when.window in window, "MU-51", "condition_unmet", why)
    return deed


def acting(hero: Character, chain: tuple[Deed, ...]) -> None:
    """In play; a player's own moves may be made from outside the scene as well (MU-54)."""
    must(hero.state != "retired", "MU-50", "retired", f"{hero.name} is out of the story.")
    must(hero.state != "draft", "MU-50", "draft", f"{hero.name} is not finished yet.")
    players = all(deed.actor == "player" for deed in chain)
    here = hero.state == "in_play" or players
    need(here, "MU-106", "out_of_scene", f"{hero.name} is out of this scene.")
    theirs = all(deed.actor in ("character", "player") for deed in chain)
    must(theirs, "MU-50", "gm_only", "That is the GM’s move.")


def in_time(show: Show, chain: tuple[Deed, ...]) -> None:
    """Once the session is closed the table looks back; players' own moves go on (MU-54, MU-134)."""
    players = all(deed.actor == "player" for deed in chain)
    why = "The session is over: a new move waits until the GM opens the next one."
    need(show.phase != "xp" or players, "MU-134", "not_now", why)


def free(show: Show, hero: Character, plan: Plan, but: int = 0) -> None:
    """What must be done first, and one move at a time (MU-53, MU-58)."""
    if plan.inside:
        inside_harm(show, hero, plan)
    elif not plan.follows:
        first = duties(show, hero, but)
        need(not first, "MU-53", "must_resolve_first", f"{hero.name} must first {first}.")
    inner = plan.inside or plan.follows
    others = (m for m in show.running(hero.id) if m.id != but and not (m.follows or m.inside))
    busy = next(others, None) if not inner else None
    why = f"{hero.name} is in the middle of “{show.called(busy.move) if busy else ''}”."
    need(busy is None, "MU-58", "move_open", why)


def duties(show: Show, hero: Character, but: int = 0) -> str:
    """What the rules want of a character before anything else; "" where it is nothing."""
    if hero.dying:
        return f"go through “{show.called(hero.dying)}”"
    if any(show.hurting(hero.id)):
        return "take the harm"
    if any(owed.who == hero.id and owed.by == "player" for owed in show.owed.values()):
        return "answer what is asked"
    if any(m.body and m.id != but for m in show.running(hero.id)):
        return "make the roll that was called for"
    if any(awaits(m, hero.id) for m in show.running()):
        return "follow the leader’s move"
    return ""


def awaits(move: OpenMove, who: str) -> bool:
    """Whether a led move waits for somebody's roll."""
    rolls = move.following.rolls if move.following else ()
    return any(r.who == who and not (r.band or r.excused) for r in rolls)


def inside_harm(show: Show, hero: Character, plan: Plan) -> None:
    """In the first step of taking harm: moves that offer themselves, or that the GM lets in."""
    injury = show.injuries.get(plan.inside)
    here = injury is not None and injury.on == hero.id and not injury.over
    must(here, "MU-94", "unknown", "There is no such harm to answer.")
    assert injury is not None
    procedure = show.shelf.procedure(injury.procedure)
    steps = procedure.steps if procedure else ()
    step = next((s for s in steps if s.n == injury.step), None)
    why = "That moment of taking harm is over."
    need(step and step.do == "optional_moves", "MU-94", "not_now", why)
    hook = step.hook if step else ""
    offered = any(offers(show, id, hook) or id in injury.let_in for id in plan.chain)
    need(offered, "MU-94", "must_resolve_first", "Only what answers this harm, or the GM lets in.")


def offers(show: Show, id: str, hook: str) -> bool:
    """Whether a move offers itself at such a moment."""
    deed = show.shelf.item(id)
    offered = isinstance(deed, Story) and hook in deed.offered_in
    if not isinstance(deed, Deed) or offered:
        return offered
    return deed.when.window == hook or any(h.on == hook for h in deed.hooks)


# -- How the parts fit together (MU-55) --------------------------------------------------------


def joined(show: Show, hero: Character, chain: tuple[Deed, ...], plan: Plan) -> tuple[Link, ...]:
    """Each move in the way it is made here, and each calling for the next."""
    must(chain, "MU-55", "unknown", "Say which move.")
    must(len(set(plan.chain)) == len(chain), "MU-55", "wrong_kind", "Each move once in a chain.")
    found = []
    for place, deed in enumerate(chain):
        after = chain[place + 1] if place + 1 < len(chain) else None
        link = Link(deed, way(show, deed, after, plan.mode))
        if after:
            why = f"“{show.called(deed.id)}” does not call for “{show.called(after.id)}”."
            called = (calls_for(show, hero, link.child, one) for one in chain[place + 1 :])
            fits = any(called)  # through others in between, chains may be deep (MU-56)
            must(fits, "MU-55", "wrong_kind", why)
            led = plan.follows and any(one.followers for one in deed.needs)
            must(not led, "MU-86", "condition_unmet", "Whoever follows cannot lead.")
        else:
            why = f"“{show.called(deed.id)}” needs another move to go with it."
            must(link.child is None, "MU-55", "condition_unmet", why)
        found.append(link)
    return tuple(found)


def way(show: Show, deed: Deed, after: Deed | None, wanted: str) -> Mode | None:
    """The mode that fits: with a child where another move follows, without where none does."""
    if not deed.modes:
        return None
    fitting = [mode for mode in deed.modes if (mode.child is not None) == (after is not None)]
    chosen = next((mode for mode in fitting if mode.id == wanted), None)
    mode = chosen or next(iter(fitting), None)
    why = f"“{show.called(deed.id)}” cannot be made in that way."
    return must(mode, "MU-55", "condition_unmet", why)


def calls_for(show: Show, hero: Character, child: Child | None, after: Deed) -> bool:
    if child is None:
        return False
    if child.move == "story:any":
        return isinstance(after, Story)
    if child.move.startswith("label:"):
        named = show.shelf.labelled(child.move.removeprefix("label:"), hero.playbooks)
        return any(item.id == after.id for item in named)
    return after.id in (child.move, *child.also)


# -- Conditions and costs (MU-51, MU-52, MU-56) ------------------------------------------------


def costs(chain: tuple[Link, ...], when: tuple[str, ...] = ("before_roll", "before_effect")) -> (
    tuple[Cost, ...]
):  # fmt: skip
    """Everything the moves of a chain cost, paid together (MU-56)."""
    return tuple(c for link in chain if link.deed.cost_when in when for c in link.deed.cost)


def conditions(show: Show, hero: Character, link: Link, move: OpenMove) -> None:
    """The conditions printed in a move; those nobody can compute are confirmed (MU-51)."""
    for key, one in keyed(link.deed):
        name = show.called(link.deed.id)
        why = one.why or (f"{one.fact}?" if one.fact else f"“{name}” cannot be made now.")
        need(holds(show, hero, one, key, move), one.rule, one.code, why)


def keyed(deed: Deed) -> Iterator[tuple[str, Need]]:
    """The needs of a move, each with the key under which a fact is confirmed."""
    return ((f"{deed.id}.{place}", one) for place, one in enumerate(deed.needs))


def holds(show: Show, hero: Character, one: Need, key: str, move: OpenMove) -> bool:
    if one.held:
        return sheet.holds(show, hero, one.resource)
    if one.resource:
        have = sheet.points(show, hero, one.resource)
        return have >= one.least and (not one.full or sheet.full(show, hero, one.resource))
    if one.followers:
        return len(move.others) >= one.followers
    if one.owned:
        item = show.shelf.item(one.owned)
        return item is not None and sheet.owned(hero, item)
    return not one.fact or key in move.confirmed


def inputs(show: Show, link: Link) -> tuple[Input, ...]:
    shared = show.engine.story.inputs if isinstance(link.deed, Story) else ()
    return (*shared, *link.deed.inputs, *left_to_people(show, link))


def left_to_people(show: Show, link: Link) -> Iterator[Input]:
    """The number a move is rolled with, where its text leaves that to people (MU-47)."""
    child = link.child
    roll = child.roll if child and child.roll else link.roll
    most = show.engine.modifier_cap
    for term in link.deed.terms:
        if term.by == "unset" and roll and roll.by == "term" and roll.of == term.id:
            name = term.id.replace("_", " ")
            why = f"Say what “{name}” comes to, from −{most} to +{most}."
            yield Input(
                term.id, "number", name, least=-most, most=most,
                code="out_of_range", rule="MU-47", why=why,
            )  # fmt: skip


def filled_in(show: Show, hero: Character, link: Link, move: OpenMove) -> None:
    """What has to be said when the move is made (MU-63, MU-121, MU-123)."""
    for one in inputs(show, link):
        why = one.why or f"“{show.called(link.deed.id)}” needs this: {one.label or one.key}."
        need(given(one, move), one.rule, one.code, why)
        if one.type == "items":
            named = {i.id for i in show.shelf.labelled(one.label, hero.playbooks)}
            legal = all(id in named for id in move.picked)
            must(legal, one.rule, "wrong_kind", f"Pick from {one.label}.")


def given(one: Input, move: OpenMove) -> bool:
    """Whether an input is there, and within its bounds."""
    most = one.most or 1_000
    match one.type:
        case "text":
            return bool(move.how) or not one.required
        case "entity":
            return len(move.targets) == 1 or not (one.required or move.targets)
        case "confirm":
            return one.key in move.confirmed or not one.required
        case "items":
            least = max(one.least, int(one.required))
            return least <= len(move.picked) <= most
        case "number":
            return one.least <= move.number <= most
    return move.option in one.choices or not (one.required or move.option)


def taking_part(show: Show, hero: Character, others: tuple[str, ...]) -> tuple[str, ...]:
    """Other characters who are in the scene (MU-82)."""
    named = tuple(dict.fromkeys(who for who in others if who != hero.id))
    for who in named:
        other = show.character(who)
        here = other.state == "in_play"
        must(here, "MU-82", "out_of_scene", f"{other.name} is not in this scene.")
    return named


# -- What to roll with, and how much harm (MU-65, MU-126) --------------------------------------


def rolled_with(show: Show, hero: Character, move: OpenMove) -> None:
    """An aptitude of the sheet, or one of the numbers there is a choice of."""
    found = rating.roll_of(show, move)
    if found is None:
        return
    roll = found[0]
    if roll.by == "any" and move.aptitude:
        sheet.found(show, hero, move.aptitude, Aptitude, "MU-65")
    if roll.by == "choice":
        labels = [choice.label for choice in roll.choices]
        must(move.option in labels, "MU-47", "pick_one", "Choose what to roll with.")


def cap(show: Show, hero: Character, chain: tuple[Link, ...], picked: tuple[str, ...]) -> (
    int | None
):  # fmt: skip
    """The most harm this chain may do, where one of its moves sets a cap (MU-126)."""
    ids = {link.deed.id for link in chain}
    for link in chain:
        limit = link.harm_cap
        if limit and limit.move in ids:
            known = rating.Known(show, hero, link.deed, picked)
            return max(0, rating.amount(limit.most, known))
    return None


def stated(show: Show, hero: Character, plan: Plan, chain: tuple[Link, ...]) -> int | None:
    """Harm that was said beforehand; under a cap as much as there can be, if nothing was."""
    last = chain[-1].deed
    if not isinstance(last, Story) or not last.may_harm:
        return None
    most = cap(show, hero, chain, plan.picked)
    return plan.harm if plan.harm >= 0 else most


def within_cap(
    show: Show, hero: Character, chain: tuple[Link, ...], move: OpenMove, wanted: int
) -> None:
    if move.harm is None:
        return
    must(move.harm <= MOST_HARM, "MU-89", "bad_harm", "One injury does at most 3 harm.")
    most = cap(show, hero, chain, move.picked)
    why = f"This can do at most {most} harm, not {move.harm}; describe something smaller."
    need(most is None or move.harm <= most, "MU-126", "harm_over_cap", why)
    for target in move.targets if move.harm else ():
        living(show, target, chain[-1].deed)


def living(show: Show, target: str, deed: Deed | None = None) -> None:
    """Only the living take harm; things are wrecked with another move (MU-92)."""
    thing = show.entities.get(target)
    instead = deed.instead if isinstance(deed, Story) else ""
    hint = f"; “{show.called(instead)}” is the move for that" if instead else ""
    why = f"{show.name(target)} does not live and takes no harm{hint}."
    must(thing is None or thing.living, "MU-92", "not_living", why)


def with_leave(
    show: Show, seat: Seat, hero: Character, chain: tuple[Link, ...], move: OpenMove
) -> None:
    """What is marked 🗣 is talked over first (MU-12, MU-127)."""
    for link in chain:
        buying.talked_over(show, hero, link.deed)
        choice = next((c for c in link.deed.choices if c.id == move.option), None)
        asks = (link.mode and link.mode.consult) or (choice and choice.consult)
        if asks:
            name = show.called(link.deed.id)
            harm = f" ({move.harm} harm)" if move.harm and move.harm > 0 else ""
            word(seat, "MU-127", f"{hero.name}, “{name}”: “{move.how or move.option}”{harm}?")


def recheck(show: Show, move: OpenMove) -> tuple[Link, ...]:
    """Right before the dice everything must still hold: somebody may have acted since."""
    hero = show.cast[move.who]
    chain = rating.links(show, move)
    must(chain or move.body, "MU-50", "not_on_sheet", "That move has left the playbooks.")
    if move.body:
        return chain
    acting(hero, tuple(link.deed for link in chain))
    for link in chain:
        conditions(show, hero, link, move)
    resources.affordable(show, hero, costs(chain))
    return chain
