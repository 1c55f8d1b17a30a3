"""A drawn thing as a person reads it: texts, forms, folds; and what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from html import unescape

from tablefolk.testing.driver import NAMES

# Marks around whatever a template was given, so that texts that were put together can be told.
BEGIN, END, NOTHING = "\ue000", "\ue001", "\ue002"
MARKS = re.compile(f"[{BEGIN}{END}{NOTHING}]|%EE%80%8[012]")
# Tags that leave a sentence whole; all others end it, as they do on the screen.
INLINE = {"a", "em", "i", "q", "cite", "abbr", "u", "s"}
LEADS = {"data-on", "data-in", "data-rule"}  # a way elsewhere, which reads by itself
MUTE = {"script", "style", "template", "pre", "code", "textarea"}  # nobody's sentences
SPOKEN = ("aria-label", "title", "placeholder", "alt")
TYPING = ("text", "number", "search", "file", "checkbox")
HOUSE = {"page", "id", "do", "faces", "for", "back"}


def marked(value: object) -> object:
    """For Jinja's `finalize`: plain text with marks around it, and nothing marked as such."""
    if value is None:
        return NOTHING
    return f"{BEGIN}{value}{END}" if type(value) is str and value else value


def plain(text: str) -> str:
    """The same without marks."""
    return MARKS.sub("", text)


class Form:
    """What a form can send: what is fixed in it, what can be picked, what can be typed."""

    def __init__(self, id: str = "") -> None:
        self.id, self.fixed, self.free = id, set[tuple[str, str]](), set[str]()
        self.values: dict[str, set[str]] = {}
        self.steps: set[str] = set()  # what its buttons give: one step at a time leads anywhere

    def take(self, name: str, value: str, kind: str) -> None:
        """A field of it."""
        name = name.removesuffix("[]")
        self.values.setdefault(name, set()).add(value)
        if kind == "hidden":
            self.fixed |= {(name, value)} if name not in HOUSE else set()
        elif kind in TYPING:
            self.free.add(name)
        elif kind == "submit":
            self.steps.add(name)

    @property
    def do(self) -> set[str]:
        """Its command; a form that asks for a ruling is none of an offer's."""
        return self.values.get("do", set()) if self.values.get("ruling") != {"1"} else set()

    def sends(self, fixed: Set[tuple[str, str]]) -> bool:
        """Whether these values can be in what it sends, or be reached by its steps."""
        if self.steps and self.fixed and self.fixed <= fixed:
            return True
        return all(n in self.free | self.steps or v in self._choices(n) for n, v in fixed)

    def _choices(self, name: str) -> set[str]:
        """What a field can be, or one of its parts: `parts.c1`."""
        parts = (v for n, v in self.values.items() if name in (n, n.partition(".")[0]))
        return set().union(*parts)


TOKEN = re.compile(
    r"<!--.*?-->|<(/?)([a-zA-Z][\w-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+|<)", re.DOTALL
)
ATTRIBUTE = re.compile(r"""([^\s=\"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


class Drawn:
    """Something drawn, read once."""

    def __init__(self, html: str) -> None:
        self.texts: list[str] = []
        self.forms: list[Form] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.leads: set[str] = set()  # commands that are given on pages of their own
        self.asked: dict[str, str] = {}  # folds that ask for more, and the mark of what is in them
        self.nameless: list[str] = []  # fields that nobody could read out
        self.styled: list[str] = []
        self._said, self._mute, self._mark, self._labels = "", 0, "", 0
        self._form, self._select = Form(), ("", "")
        self._owned: list[tuple[str, str, str, str]] = []  # fields that name their form
        self._named: set[str] = set()
        for shut, tag, attributes, data in TOKEN.findall(html):
            if data:
                self._said += "" if self._mute else data
            elif shut:
                self._ends(tag)
            elif tag:
                self._begins(tag, attributes)
        self._end()
        self._settle()

    def _begins(self, tag: str, attributes: str) -> None:
        raw = {n: unescape(a or b or c) for n, a, b, c in ATTRIBUTE.findall(attributes)}
        found = {name: plain(value) for name, value in raw.items()}
        if tag not in INLINE or LEADS & found.keys():
            self._end()
        self._mute += tag in MUTE
        self.texts += [raw[name] for name in SPOKEN if raw.get(name)]
        self._note(tag, found)
        if tag == "form":
            self._form = Form(found.get("id", ""))
            self.forms.append(self._form)
        elif tag in ("input", "button", "textarea", "select", "option"):
            self._field(tag, found)

    def _note(self, tag: str, found: dict[str, str]) -> None:
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        self.leads |= {found["data-do"]} if "data-do" in found else set()
        self.styled += [n for n in found if n == "style" or n.startswith("on")]
        self.styled += [tag] if tag in ("script", "style") else []
        self._labels += tag == "label"
        if tag == "label":
            self._named.add(found.get("for", ""))
        if tag == "details":
            self._mark = found.get("data-form", "")
        if found.get("id", "").endswith("-asked"):
            self.asked[found["id"].removesuffix("-asked")] = self._mark

    def _field(self, tag: str, found: dict[str, str]) -> None:
        kind = found.get("type", "text" if tag in ("input", "textarea") else tag)
        named = self._labels or "aria-label" in found or kind in ("hidden", "button", "option")
        if not named and tag != "button":
            self.nameless.append(found.get("id", str(found)))
        name, owner = found.get("name", ""), found.get("form", "")
        if tag == "select":
            self._select = name, owner
        elif tag == "option":
            name, owner = self._select
        if name:
            self._owned.append((owner, name, found.get("value", ""), kind))
            if not owner:
                self._form.take(*self._owned.pop()[1:])

    def _settle(self) -> None:
        """Fields elsewhere on the page belong to the form they name."""
        forms = {form.id: form for form in self.forms}
        for owner, *field in self._owned:
            if owner in forms:
                forms[owner].take(*field)
        self.nameless = [id for id in self.nameless if id not in self._named]

    def _ends(self, tag: str) -> None:
        if tag not in INLINE:
            self._end()
        self._mute -= tag in MUTE
        self._labels -= tag == "label"
        if tag == "form":
            self._form = Form()

    def _end(self) -> None:
        if said := unescape(self._said).strip():
            self.texts.append(said)
        self._said = ""


# -- What is wrong in a text -----------------------------------------------------------------

TYPED = rf"(?:{'|'.join(NAMES)})"
WRONG = {
    "nothing": re.compile(NOTHING),
    "None": re.compile(r"\bNone\b(?! (?:of|yet|is|are)\b|\.)"),
    "a tuple": re.compile(r"\((?:'[^']*'|\d+),(?: (?:'[^']*'|\d+),?)*\)"),
    "a struct": re.compile(r"\b[A-Z]\w+\(\w+=|<[\w.]+ object|\b[A-Z][a-z]\w*\(\)"),
    "an unfilled place": re.compile(r"\{[^{}]*\}"),
    "two stops": re.compile(r"(?<!\.)\.\.(?!\.)|[!?…]\.(?=\s|$)|,,|[,;:] ?\.(?!\.)"),
    "a stop in the middle": re.compile(rf"[a-z0-9)”]\.\s+(?!{TYPED}\b)[a-z]"),
    "typed texts run together": re.compile(rf"(?:\b{TYPED}\b\s+){{3}}{TYPED}\b"),
    "a sentence after a typed text": re.compile(rf"\b{TYPED}\s+(?!I\b|None\b)[A-Z][a-z]+ [a-z]"),
}
# A text of four words or more that ends without a stop, and then one that begins like a sentence.
JOINT = re.compile(
    f"{BEGIN}[^{BEGIN}{END}]*(?:\\w+[ ,]+){{3,}}[\\w’”]+{END}\\s+{BEGIN}?[A-Z]\\w* \\w+ \\w"
)


def wrong(text: str, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """What no drawn text may hold; but for the game's own words."""
    said = " ".join(text.split())
    patterns = {what: p for what, p in WRONG.items() if what not in own}
    for what, pattern in patterns.items():
        read = said if what == "nothing" else plain(said)
        if found := pattern.search(read):
            yield f"{what}: …{plain(read[max(found.start() - 60, 0) : found.end() + 60])}…"
    if found := JOINT.search(said):
        yield f"two sentences run together: …{plain(found[0])}…"
