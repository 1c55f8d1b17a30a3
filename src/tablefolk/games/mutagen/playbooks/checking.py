"""Every fault of a playbook, errors apart from warnings (MU-156; the digest's “Validation”)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from tablefolk.games.mutagen.playbooks import terms
from tablefolk.games.mutagen.playbooks.effects import (
    Band,
    Effect,
    Grant,
    Modifier,
    NewBar,
    PickFrom,
    Roll,
    RollNow,
    RunProcedure,
)
from tablefolk.games.mutagen.playbooks.faults import Fault, unprintable
from tablefolk.games.mutagen.playbooks.library import LINK, Shelf, engine, exact
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Child,
    Criterion,
    Deed,
    Gm,
    HarmCap,
    Hook,
    Input,
    Meta,
    Mode,
    Move,
    Note,
    Playbook,
    Procedure,
    Resource,
    Section,
    Story,
    Term,
    When,
)

MOST_NAME, MOST_TEXT, MOST_ITEMS, MOST_DEPTH = 120, 6_000, 400, 12
MOST_BOXES, MOST_DOTS, MOST_RANKS = 24, 12, 9
KNOWN = {"harm", "health_lost", "armor.rating"}  # what sums may name everywhere
SUMS = ("n", "by", "value", "most", "sum", "test", "only_if")  # fields that hold sums


def check(playbook: Playbook, known: Sequence[Playbook] = ()) -> tuple[Fault, ...]:
    """What is wrong with a playbook that is to stand beside these others."""
    return tuple(dict.fromkeys(_Checker(playbook, known).faults()))


class _Checker:
    """Walks through a playbook once."""

    def __init__(self, playbook: Playbook, known: Sequence[Playbook]) -> None:
        self.playbook = playbook
        self.known = [one for one in known if one.id != playbook.id]
        self.shelf = Shelf([*self.known, playbook])

    def faults(self) -> Iterator[Fault]:
        yield from self.whole()
        for section in self.playbook.sections:
            yield from _at(section.id, self.section(section))
            for item in section.items:
                yield from _at(item.id, self.item(item, section))
        yield from self.cycles()

    # -- The whole ---------------------------------------------------------------------------

    def whole(self) -> Iterator[Fault]:
        playbook = self.playbook
        yield from _words(playbook)
        if not playbook.id or not playbook.name.strip():
            yield Fault("A playbook needs an id and a name.")
        if not playbook.items:
            yield Fault("There is no item in this playbook.", warning=True)
        if len(playbook.items) > MOST_ITEMS:
            yield Fault(f"A playbook has at most {MOST_ITEMS} items.")
        there = {one.id for one in self.known}
        for needed in playbook.requires:
            if needed not in there:
                yield Fault(f"It needs the playbook “{needed}”, which is not loaded.")
        yield from self.unique()
        yield from self.namesakes()
        for procedure in playbook.procedures:
            yield from _at(procedure.id, self.procedure(procedure))
        for checklist in playbook.checklists:
            if not self.is_a(checklist.resource, Resource):
                why = f"The checklist “{checklist.id}” fills “{checklist.resource}”, no resource."
                yield Fault(why, place=checklist.id)

    def unique(self) -> Iterator[Fault]:
        """No two items, nor two sections, have the same id; nor has another playbook's.

        A Common that takes another's place has some of its things in its own words.
        """
        mine = Counter(item.id for item in self.playbook.items)
        mine.update(section.id for section in self.playbook.sections)
        place = self.playbook.instead or self.playbook.id
        apart = (one for one in self.known if place not in (one.id, one.instead))
        theirs = {item.id: one.name for one in apart for item in one.items}
        for id, times in mine.items():
            if times > 1:
                yield Fault(f"“{id}” is the id of {times} things.", place=id)
            if id in theirs:
                yield Fault(f"“{id}” is an item of the {theirs[id]} already.", place=id)

    def namesakes(self) -> Iterator[Fault]:
        """Two aptitudes or two resources of one name: nobody knows which of them is meant."""
        first: dict[tuple[str, str], AnyItem] = {}
        for item in self.playbook.items:
            if isinstance(item, (Aptitude, Resource)):
                there = first.setdefault((item.kind, exact(item.name)), item)
                if there is not item:
                    why = f"There are two called “{item.name}”; a text cannot mean both."
                    yield Fault(why, place=item.id, warning=True)

    def procedure(self, procedure: Procedure) -> Iterator[Fault]:
        numbers = [step.n for step in procedure.steps]
        if numbers != list(range(1, len(numbers) + 1)):
            yield Fault(f"The steps of “{procedure.id}” are not numbered 1, 2, 3 and on.")
        for step in procedure.steps:
            if step.run and not self.is_a(step.run, Deed):
                yield Fault(f"Step {step.n} runs “{step.run}”, which is no move.")
        yield from self.parts(procedure, set())

    def section(self, section: Section) -> Iterator[Fault]:
        yield from _words(section)
        if not section.label.strip() and section is not self.playbook.sections[0]:
            yield Fault("This section has no label.")
        if section.parent and section.parent not in {one.id for one in self.playbook.sections}:
            yield Fault(f"“{section.parent}” is no section of this playbook.")
        yield from self.links(section.text)
        yield from _bands(section.bands)

    # -- One item ----------------------------------------------------------------------------

    def item(self, item: AnyItem, section: Section) -> Iterator[Fault]:
        yield from _words(item)
        if not item.name.strip():
            yield Fault("This item has no name.")
        if isinstance(item, (Meta, Note)) and item.mark != "free":
            yield Fault("Words about the game are never bought: leave out the mark.", warning=True)
        yield from self.gate(item, section)
        yield from self.links(item.text)
        if isinstance(item, Resource):
            yield from self.resource(item)
        if isinstance(item, Aptitude):
            yield from _aptitude(item)
        if isinstance(item, Deed):
            yield from self.deed(item)
        yield from self.references(item)
        own = {one.id for one in item.terms} if isinstance(item, Deed) else set[str]()
        yield from self.parts(item, own)

    def gate(self, item: AnyItem, section: Section) -> Iterator[Fault]:
        if item.gate is None or isinstance(item, Meta):
            return
        others = len(self.shelf.gate_moves(item.id))
        if item.gate < 0:
            yield Fault(f"A gate is 0 or more, not {item.gate}.")
        elif not isinstance(item, (Move, Story, Gm)):
            yield Fault("Only moves have gates; this one keeps nobody out.", warning=True)
        elif item.gate > others:
            where = section.label or "this section"
            why = f"Its gate asks for {item.gate} other moves of {where}, which has {others}."
            yield Fault(why, warning=True)

    def resource(self, item: Resource) -> Iterator[Fault]:
        numbers = [rank.n for rank in item.ranks]
        if wrong := [at for at, n in enumerate(numbers) if n != at + 1]:
            why = "Ranks are numbered 1, 2, 3 and on, without a hole."
            yield Fault(why, part=f"rank:{wrong[0]}")
        if len(numbers) > MOST_RANKS:
            yield Fault(f"A resource has at most {MOST_RANKS} ranks.")
        for rank in item.ranks:
            if not 0 <= rank.boxes <= MOST_BOXES:
                yield Fault(f"Rank {rank.n} has {rank.boxes} boxes; up to {MOST_BOXES} will do.")
            if rank.granted and rank.mark != "grant":
                yield Fault(f"Only a △ can be granted already; rank {rank.n} is none.")
        for move in (item.on_empty, item.on_full):
            if move and not self.is_a(move, Deed):
                yield Fault(f"“{move}” is no move to run when this is empty or full.")

    def deed(self, item: Deed) -> Iterator[Fault]:
        yield from _bands(item.bands)
        for what, ids in (
            ("mode", [one.id for one in item.modes]),
            ("choice", [one.id for one in item.choices]),
            ("term", [one.id for one in item.terms]),
            ("input", [one.key for one in item.inputs]),
            ("list", [one.id for one in item.lists]),
        ):
            for id, times in Counter(ids).items():
                if times > 1:
                    yield Fault(f"It has {times} {what}s called “{id}”.")
        for mode in item.modes:
            yield from _bands(mode.bands)
        if item.automatic and not item.hooks:
            yield Fault("It is automatic, but nothing sets it off.", warning=True)
        rolls = item.roll or item.child or any(mode.roll or mode.child for mode in item.modes)
        if item.bands and not rolls and not isinstance(item, (Story, Gm)):
            yield Fault("It has results, but nothing to roll with.", warning=True)
        for input in item.inputs:
            if input.type == "items" and not self.labels(input.label):
                yield Fault(f"No section is labelled “{input.label}”.")
        if item.procedure and not self.shelf.procedure(item.procedure):
            yield Fault(f"There is no procedure “{item.procedure}”.")
        if item.checklist and not self.shelf.checklist(item.checklist):
            yield Fault(f"There is no checklist “{item.checklist}”.")

    # -- What points to something ------------------------------------------------------------

    def references(self, item: AnyItem) -> Iterator[Fault]:
        if item.pairs_with and not self.shelf.item(item.pairs_with):
            yield Fault(f"It pairs with “{item.pairs_with}”, which is nowhere.")
        if isinstance(item, Story) and item.may_restore and not self.resourced(item.may_restore):
            yield Fault(f"It may restore “{item.may_restore}”, which is no resource.")
        if isinstance(item, Gm) and item.co_move_of and not self.shelf.item(item.co_move_of):
            yield Fault(f"It is the co-move of “{item.co_move_of}”, which is nowhere.")

    def parts(self, whole: Struct, own: set[str]) -> Iterator[Fault]:
        """Everything inside an item that names something else, however deep."""
        lists = {one.id: len(one.entries) for one in whole.lists} if isinstance(whole, Deed) else {}
        inputs = set(_inputs(whole)) if isinstance(whole, Deed) else set[str]()
        for part, depth in _inside(whole):
            if depth > MOST_DEPTH:
                yield Fault(f"Effects are nested more than {MOST_DEPTH} deep.")
                return
            yield from self.sums(part, own)
            for resource in _resources(part):
                if not self.resourced(resource):
                    yield Fault(f"There is no resource “{resource}”.")
            yield from self.named(part, own, inputs, lists)

    def named(
        self, part: Struct, own: set[str], inputs: set[str], lists: dict[str, int]
    ) -> Iterator[Fault]:
        """The names one part of an item uses."""
        match part:
            case Roll(by="aptitude", of=of) if not self.is_a(of, Aptitude):
                yield Fault(f"It rolls “{of}”, which is no aptitude.")
            case Roll(by="term", of=of) if of not in own:
                yield Fault(f"It rolls with the term “{of}”, which it does not have.")
            case Roll(by="choice", choices=()):
                yield Fault("It rolls one of several numbers, but lists none.")
            case Term(by="min_rating" | "count_minus_one", of=of) if of not in inputs:
                yield Fault(f"A term is made of the input “{of}”, which it does not have.")
            case Term(by="rating", of=of) if not self.is_a(of, Aptitude):
                yield Fault(f"A term is the rating of “{of}”, which is no aptitude.")
            case Child(move=move, also=also) if not all(map(self.children, (move, *also))):
                yield Fault(f"It calls for the move “{move}”, which is nowhere.")
            case HarmCap(move=move) if not self.is_a(move, Deed):
                yield Fault(f"It limits the harm of “{move}”, which is no move.")
            case Criterion(item="", text=""):
                yield Fault("A condition for buying says nothing.")
            case Criterion(item=id) if id and not self.shelf.item(id):
                yield Fault(f"It is bought only with “{id}”, which is nowhere.")
            case Grant(item=id) if not self.shelf.item(id):
                yield Fault(f"It grants “{id}”, which is nowhere.")
            case Modifier(on=on) if on not in ("next_roll", "scene") and not self.is_a(on, Deed):
                yield Fault(f"It changes rolls of “{on}”, which is no move.")
            case PickFrom(list=list_, n=n) if n < 1 or n > lists.get(list_, 0):
                yield Fault(f"It picks {n} of “{list_}”, which has no {n} entries.")
            case RunProcedure(id=id) if not self.shelf.procedure(id) and not self.is_a(id, Deed):
                yield Fault(f"There is no procedure “{id}”.")
            case NewBar(n=n) if not engine().bar_ticks[0] <= n <= engine().bar_ticks[1]:
                yield Fault(f"A bar has 2 to 8 ticks, not {n}.")
            case RollNow(bands=bands):
                yield from _bands(bands)
            case Input(type="choice", choices=()):
                yield Fault("An input lets one choose, but lists nothing.")
            case Hook(on="") | Hook(then=()):
                yield Fault("A hook says nothing of when, or nothing of what then.")
            case When(move=move) if move and not self.is_a(move, Deed):
                yield Fault(f"It waits for the move “{move}”, which is nowhere.")
            case When(chain_has=move) if move and not self.is_a(move, Deed):
                yield Fault(f"It waits for the move “{move}”, which is nowhere.")
            case Mode(id=""):
                yield Fault("A mode needs an id.")
            case _:
                return

    def sums(self, part: Struct, own: set[str]) -> Iterator[Fault]:
        for name in SUMS:
            amount = getattr(part, name, 0)
            if not isinstance(amount, str) or not amount or amount == "all" or _word(part, name):
                continue
            try:
                used = terms.names(amount)
            except (terms.BadSum, RecursionError) as bad:
                yield Fault(str(bad) if isinstance(bad, terms.BadSum) else "A sum is too deep.")
                continue
            yield from (
                Fault(f"“{amount}” names “{one}”, which nobody knows here.")
                for one in used
                if not self.summable(one, own)
            )

    def summable(self, name: str, own: set[str]) -> bool:
        kind, _, id = name.partition(".")
        if name in own or name in KNOWN or kind == "option":
            return True
        return self.is_a(id, {"rating": Aptitude, "points": Resource}.get(kind, Effect))

    def links(self, text: str) -> Iterator[Fault]:
        """A link that points nowhere is the author's to mend, and stops nobody (MU-3)."""
        for found in LINK.finditer(text):
            if not self.shelf.linked(found[1], self.playbook.id):
                why = f"⌞{found[1]}⌝ points to nothing."
                yield Fault(why, part=f"link:{found[1]}", warning=True)

    def is_a(self, id: str, kind: type[object]) -> bool:
        return isinstance(self.shelf.item(id), kind)

    def resourced(self, id: str) -> bool:
        return self.is_a(id, Resource)

    def labels(self, label: str) -> bool:
        every = [one.id for one in self.shelf.playbooks]
        return bool(label) and bool(self.shelf.labelled(label, every))

    def children(self, move: str) -> bool:
        if move == "story:any":
            return True
        if move.startswith("label:"):
            return self.labels(move.removeprefix("label:"))
        return self.is_a(move, (Move, Story))  # type: ignore[arg-type]

    # -- Chains that never end (MU-55, MU-56) ------------------------------------------------

    def cycles(self) -> Iterator[Fault]:
        calls = {item.id: set(self.called(item)) for item in self.playbook.items}
        for one in self.known:
            calls |= {item.id: set(self.called(item)) for item in one.items}
        for item in self.playbook.items:
            if item.id in _reached(item.id, calls):
                yield Fault(
                    "It calls for itself in the end, so it could never be made.", place=item.id
                )

    def called(self, item: AnyItem) -> Iterator[str]:
        if not isinstance(item, Deed):
            return
        for child in (item.child, *(mode.child for mode in item.modes)):
            if child and child.move.startswith("label:"):
                every = [one.id for one in self.shelf.playbooks]
                label = child.move.removeprefix("label:")
                yield from (one.id for one in self.shelf.labelled(label, every))
            elif child:
                yield from (child.move, *child.also)


def _reached(start: str, calls: dict[str, set[str]]) -> set[str]:
    reached, next_ones = set[str](), [start]
    while next_ones:
        for child in calls.get(next_ones.pop(), ()):
            if child not in reached:
                reached.add(child)
                next_ones.append(child)
    return reached


# -- What needs no look around ---------------------------------------------------------------


def _at(place: str, faults: Iterator[Fault]) -> Iterator[Fault]:
    for fault in faults:
        yield fault if fault.place else structs.replace(fault, place=place)


def _bands(bands: Sequence[Band]) -> Iterator[Fault]:
    """Every result stands for something, and none for two things (“bad band”)."""
    seen = Counter(on for band in bands for on in band.on)
    for on, times in seen.items():
        if times > 1:
            name = next(one.name for one in engine().readings if one.id == on)
            why = f"{name} has {times} results, so nobody knows which one counts."
            yield Fault(why, part=f"twice:{on}")
    for band in bands:
        if not band.on:
            yield Fault("A result says not which rolls it is for.")
        if band.pick > len(band.options):
            least = len(band.options)
            yield Fault(f"One has to pick {band.pick} of {least} options.", warning=least == 0)


def _aptitude(item: Aptitude) -> Iterator[Fault]:
    if not 1 <= item.dots <= MOST_DOTS:
        yield Fault(f"An aptitude has 1 to {MOST_DOTS} circles, not {item.dots}.")
    if not 0 <= item.prebought <= max(item.dots, 0):
        yield Fault(f"{item.prebought} circles of {item.dots} cannot be bought from the start.")


def _words(whole: Struct) -> Iterator[Fault]:
    """Texts that are too long, or hold what hides or turns other text."""
    for part, depth in _inside(whole):
        if depth > MOST_DEPTH:
            return
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if not isinstance(value, str):
                continue
            short = name in ("id", "name", "label", "group", "mild", "key", "code", "rule")
            if len(value) > (most := MOST_NAME if short else MOST_TEXT):
                yield Fault(f"Its {name} is longer than {most} characters.")
            if bad := unprintable(value):
                yield Fault(f"The character U+{ord(bad):04X} may not stand in a playbook.")


def _inside(whole: object, depth: int = 0) -> Iterator[tuple[Struct, int]]:
    """All parts of a thing; a playbook's sections and a section's items go their own way."""
    if isinstance(whole, Struct):
        yield whole, depth
        if depth <= MOST_DEPTH:
            for name in whole.__struct_fields__:
                if name not in ("sections", "items", "body"):
                    yield from _inside(getattr(whole, name), depth + 1)
    elif isinstance(whole, tuple):
        for one in whole:
            yield from _inside(one, depth)


def _inputs(deed: Deed) -> Iterator[str]:
    """What a move asks for, or would ask for if what was read out of it held."""
    yield from (one.key for one in deed.inputs)
    yield from (one.input.key for one in deed.suggested if one.input)


def _resources(part: Struct) -> Iterator[str]:
    """The resources one part names; whatever has a field of that name means one."""
    if resource := getattr(part, "resource", ""):
        yield resource


def _word(part: Struct, name: str) -> bool:
    """Whether a field that could hold a sum holds a word here: `by` says who or how."""
    return name == "by" and part.__struct_config__.tag != "reduce_harm"
