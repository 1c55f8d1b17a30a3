"""What a block means: items of their kind, with rolls, results, lists and children (MU-4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tablefolk.games.mutagen.playbooks.effects import Band, Numbered, Roll
from tablefolk.games.mutagen.playbooks.library import key, near
from tablefolk.games.mutagen.playbooks.markup import prose, signs
from tablefolk.games.mutagen.playbooks.markup.blocks import Read
from tablefolk.games.mutagen.playbooks.markup.names import Names
from tablefolk.games.mutagen.playbooks.markup.printing import HOW, WANT, marks, usual
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Child,
    Gm,
    Kind,
    Meta,
    Move,
    Note,
    NotThis,
    Option,
    Paragraph,
    Rank,
    Resource,
    Role,
    Section,
    Story,
    Suggestion,
    Term,
)

KINDS: dict[Kind, type[AnyItem]] = {
    "resource": Resource,
    "aptitude": Aptitude,
    "story": Story,
    "move": Move,
    "gm": Gm,
    "meta": Meta,
    "note": Note,
}
DEEDS = ("story", "move", "gm")
PLAYERS = ("story", "move", "resource", "aptitude", "meta")
WAYS = re.compile(
    r"⊞(?:⌊([^⌊⌋]+)⌋|(\w+))([^.⊞]{0,120}?)\b(?:to|for|on|when)\b[^.⊞⌞]{0,120}⌞([^⌞⌝]+)⌝"
)


BEFORE = re.compile(r"⌞([^⌞⌝]+)⌝[^.⊞⌞]{0,60}⊞(?:⌊[^⌊⌋]+⌋|\w+)")


def kind_of(read: Read, section: str, role: Role) -> Kind:
    """An item's kind: by its playbook, else by its section's name, else by its boxes."""
    if role != "pc":
        return "gm" if role == "gm" else "meta"
    named: tuple[tuple[str, Kind], ...] = (
        ("resource", "resource"),
        ("aptitude", "aptitude"),
        ("story move", "story"),
        ("meta", "meta"),
    )
    for words, kind in named:
        if words in section.casefold():
            return kind
    boxed = read.ranks or signs.BOX in read.title.lead + read.title.trail
    return "resource" if boxed else "move"


class Meaning:
    """Makes an item of a block, with the names of everything around it at hand."""

    def __init__(self, read: Read, kind: Kind, id: str, names: Names) -> None:
        self.read, self.kind, self.id, self.names = read, kind, id, names
        self.body = self.kept()
        self.told: dict[str, Any] = {}  # the fields of whatever kind it is

    def warn(self, why: str) -> None:
        self.read.fault(self.read.line, why)

    def kept(self) -> list[Paragraph]:
        """The paragraphs; ranks outside a resource are only words."""
        if self.kind == "resource" or not self.read.ranks:
            return self.read.body
        self.warn("Ranks belong to resources; here they became text.")
        return [self.worded(one) if one.kind == "rank" else one for one in self.read.body]

    def worded(self, paragraph: Paragraph) -> Paragraph:
        rank = self.read.ranks[paragraph.n]
        mark = signs.GIVEN if rank.granted else signs.PRINTED[rank.mark]
        label = f"({rank.label})" if rank.label else ""
        parts = (mark, f"{rank.n}.", *(signs.BOX * rank.boxes), label)
        return Paragraph("plain", " ".join(p for p in parts if p), tight=paragraph.tight)

    def item(self) -> AnyItem:
        """The item."""
        self.header()
        if self.kind in DEEDS:
            self.deed()
        text = [p.text for p in self.body if p.kind == "plain" and not self.wish(p)]
        self.told["text"] = "\n".join(text)
        if self.kind == "story":
            self.story()
        self.told["suggested"] = self.suggested()
        made: AnyItem = KINDS[self.kind](**self.told)
        made = self.with_marks(made)
        return made if usual(made) == tuple(self.body) else replace(made, body=tuple(self.body))

    # -- The header --------------------------------------------------------------------------

    def header(self) -> None:
        title = self.read.title
        self.told |= {"id": self.id, "name": title.name, "gate": title.gate}
        self.told |= {"consult": title.consult, "alert": title.alert}
        self.told["fields"] = tuple(self.read.fields)
        lead = title.lead.replace(signs.BOX, "")[:1]
        self.told["mark"] = signs.BOUGHT.get(lead, "free")
        self.told["granted"] = lead == signs.GIVEN
        if self.kind == "aptitude":
            circles = [mark for mark in title.trail if mark in (signs.CIRCLE, signs.DISC)]
            self.told["dots"] = 1 + len(circles)
            self.told["prebought"] = circles.count(signs.DISC) + (lead == signs.DISC)
        if self.kind == "resource":
            self.told["ranks"] = tuple(self.read.ranks) or self.boxes(title.lead + title.trail)

    def boxes(self, marks: str) -> tuple[Rank, ...]:
        count = marks.count(signs.BOX)
        return (Rank(boxes=count),) if count else ()

    def with_marks(self, item: AnyItem) -> AnyItem:
        """Marks that mean nothing here are kept as they were printed."""
        title = self.read.title
        if marks(item) == (title.lead, title.trail):
            return item
        self.warn("Some marks around this name mean nothing here; they are kept in print only.")
        return replace(item, marks=f"{title.lead}|{title.trail}")

    # -- Story moves -------------------------------------------------------------------------

    def wish(self, paragraph: Paragraph) -> bool:
        """Whether a paragraph says what one wants, or how, in a story move."""
        return self.kind == "story" and paragraph.text.startswith((WANT, HOW))

    def story(self) -> None:
        for paragraph in self.body:
            for word, part in ((WANT, "want"), (HOW, "how")):
                if paragraph.kind == "plain" and paragraph.text.startswith(word):
                    self.told[part] = paragraph.text.removeprefix(word).strip()

    # -- Deeds: results, lists, rolls, children ----------------------------------------------

    def deed(self) -> None:
        self.told["bands"], lists = bands_of(self.body)
        self.roll(lists)
        if self.kind == "gm":
            self.told["not_this"] = not_this(self.body, self.names)
            self.told["co_move_of"] = self.names.find(self.told["name"], *PLAYERS)

    def roll(self, lists: list[tuple[str, list[str]]]) -> None:
        """What it is rolled with, and what its lists are for."""
        limits: list[str] = []
        for intro, entries in lists:
            if numbers := _numbers(entries):
                self.told["roll"] = Roll("choice", choices=numbers)
            elif re.search(r"\b(pick|choose)s?\b", intro, re.IGNORECASE):
                self.told["choices"] = _choices(entries)
            else:
                limits += entries
        self.told["limits"] = tuple(limits)
        text = "\n".join(one.text for one in self.body if one.kind == "plain")
        if "roll" in self.told:
            return
        if found := signs.ANY_ROLL.search(text):
            self.told["roll"] = self.rolled(found[1] or found[2], text)
            self.child(text)

    def rolled(self, words: str, text: str) -> Roll:
        if (n := signs.number(words)) is not None:
            return Roll("number", n=n)
        if re.search(r"\b(any|appropriate)\b.*\baptitude", words, re.IGNORECASE):
            return Roll("any")
        if aptitude := self.names.find(words, "aptitude"):
            return Roll("aptitude", of=aptitude)
        term = key(words)
        says = next((line for line in text.split("\n") if _defines(line, words)), "")
        self.told["terms"] = (Term(term, "unset", text=says),)
        self.warn(f"“{words}” is no aptitude: whoever rolls says what it comes to.")
        return Roll("term", of=term)

    def child(self, text: str) -> None:
        """“⊞⌊…⌋ to ⌞story move⌝”: the story move is made, rolled with this instead."""
        first, *more = (self.story_called(term) for term in made_with(text) or ("",))
        if not first:
            return
        roll, reads = self.told.pop("roll"), bool(self.told["bands"])
        named = [one for one in dict.fromkeys(more) if one and one != first]
        also = () if "story:any" in (first, *named) else tuple(named)
        self.told["child"] = Child(first, roll, reads_result=reads, also=also)

    def story_called(self, term: str) -> str:
        """The story move a term means, or any of them, or none."""
        if story := self.names.find(term, "story"):
            return story
        anyone = self.names.find(term, "section") in self.story_sections()
        return "story:any" if anyone or near(term).endswith(near("story move")) else ""

    def story_sections(self) -> set[str]:
        sections = (one for one in self.names.every if one.kind == "section")
        return {one.id for one in sections if "story move" in one.name.casefold()}

    def suggested(self) -> tuple[Suggestion, ...]:
        """What prose says the item does; the GM has to confirm it (MU-160)."""
        if self.kind not in DEEDS:
            framed = any(rank.note for rank in self.told.get("ranks", ()))
            holds = (prose.holding(self.told["name"], self.told["text"]),) if framed else ()
            return (*prose.conditions(self.told["text"], self.names), *holds)
        first = self.body[0].text if self.body and self.body[0].kind == "plain" else ""
        costs = tuple(prose.costs(first, self.names))
        if not costs and (spent := prose.SPENT.search(signs.bare(first))):
            self.warn(f"“{spent[0]}” names no resource of this table.")
        self.measured()
        return (
            *costs,
            *prose.conditions(self.told["text"], self.names),
            *prose.effects_of(self.told["bands"], self.names),
            *self.ruled(),
        )

    def ruled(self) -> tuple[Suggestion, ...]:
        """Rules that stand in the text alone: ranks for good, standing bonuses, moments."""
        text = self.told["text"]
        found = (*prose.gifts(text, self.names), *prose.standing(text, self.names))
        results = " ".join(band.text for band in self.told["bands"])
        found += tuple(prose.moments(text, self.names, bool(self.told.get("roll")), results))
        found += tuple(prose.limits(text, self.names))
        for term in self.told.get("terms", ()):
            found += (
                *prose.weakest(text, self.names, term.id),
                *prose.bounds(text, self.names, term.id),
            )
        if self.told.get("roll") or self.told.get("child"):
            return found
        return (*found, *prose.ways(text, self.names, self.story_called, bool(self.told["bands"])))

    def measured(self) -> None:
        """Harm that no injury does is told at its own line, and not suggested (MU-89)."""
        for one, line in zip(self.body, self.read.places, strict=False):
            for found in prose.HARM.finditer(signs.bare(one.text)):
                if not prose.harmful(found):
                    why = f"“{found[0]}”: one injury does 1 to 3 harm."
                    self.read.fault(line, why)


def _numbers(entries: Sequence[str]) -> tuple[Numbered, ...]:
    """A list whose every entry begins with a number to roll with."""
    found = [signs.ROLL.match(entry) for entry in entries]
    numbers = [signs.number(one[1]) if one else None for one in found]
    if not entries or None in numbers:
        return ()
    labels = [entry[one.end() :].strip() for entry, one in zip(entries, found, strict=True) if one]
    return tuple(Numbered(label, n or 0) for label, n in zip(labels, numbers, strict=True))


def _choices(entries: Sequence[str]) -> tuple[Option, ...]:
    taken: dict[str, Option] = {}
    for entry in entries:
        text = entry.removeprefix(signs.SPEAK).strip()
        base = "_".join(key(signs.bare(text)).split("_")[:4])
        id = next(
            one for one in (base, *(f"{base}_{n}" for n in range(2, 999))) if one not in taken
        )
        taken[id] = Option(id, text, consult=entry.startswith(signs.SPEAK))
    return tuple(taken.values())


def made_with(text: str) -> tuple[str, ...]:
    """What is named right after a roll, or before it in the same sentence: made with this roll."""
    found = WAYS.search(text)
    if found and not found[3].endswith("like "):
        return (found[4], *prose.links(text[found.end() :].split(".", maxsplit=1)[0]))
    before = BEFORE.search(text)
    return (before[1],) if before else ()


def _defines(line: str, words: str) -> bool:
    return f"⌊{words}⌋" in line.replace(f"⊞⌊{words}⌋", "")


def bands_of(body: Sequence[Paragraph]) -> tuple[tuple[Band, ...], list[tuple[str, list[str]]]]:
    """The results of a body with their options, and its other lists with the words above them."""
    bands: list[Band] = []
    lists: list[tuple[str, list[str]]] = []
    context, intro, group = "plain", "", 0
    for one in body:
        if one.kind == "result":
            texts = prose.respective(one.text, len(one.on))
            group = len(texts) or 1
            split = zip(one.on, texts, strict=True) if texts else ()
            bands += [Band((on,), text) for on, text in split] or [Band(one.on, one.text)]
            context = "result"
        elif one.kind in ("bullet", "numbered"):
            if context == "result":
                entry = prose.options_of([one.text])
                bands[-group:] = [replace(b, options=(*b.options, *entry)) for b in bands[-group:]]
            else:
                if context != "list":
                    lists.append((intro, []))
                lists[-1][1].append(one.text)
                context = "list"
        elif one.kind == "plain":
            context, intro = "plain", one.text
    return tuple(_shared([_picking(band) for band in bands])), lists


def _picking(band: Band) -> Band:
    return replace(band, pick=prose.picks(band.text))


def _shared(bands: list[Band]) -> list[Band]:
    """“Pick 1.” without a list shares the list of the result after it."""
    for at in range(len(bands) - 2, -1, -1):
        band, after = bands[at], bands[at + 1]
        if band.pick and not band.options and after.pick:
            bands[at] = replace(band, options=after.options)
    return bands


def not_this(body: Sequence[Paragraph], names: Names) -> tuple[NotThis, ...]:
    """The confusions a GM is warned of, each with the move that is right."""
    return tuple(
        NotThis(one.text, names.find(re.split("[—–]", one.text)[-1], "story", "move"))
        for one in body
        if one.kind == "notthis"
    )


def section_of(read: Read, id: str, role: Role, names: Names) -> Section:
    """A section without its items; in a GM's playbook it may be the co-move of a story move."""
    body = tuple(read.body)
    section = Section(
        id=id,
        label=read.label,
        group=read.group,
        text="\n".join(one.text for one in body if one.kind == "plain"),
        break_before=read.break_before,
    )
    if role == "gm":
        story = names.find(read.label, "story")
        bands, _ = bands_of(body)
        section = replace(section, co_move_of=story, bands=bands, not_this=not_this(body, names))
    return section if usual(section) == body else replace(section, body=body)
