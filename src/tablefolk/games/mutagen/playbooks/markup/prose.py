"""Automation read out of prose: costs, effects, conditions; only ever suggested (MU-160)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tablefolk.games.mutagen.playbooks.effects import (
    AnyEffect,
    Band,
    Entry,
    FollowRolls,
    Grant,
    Harm,
    Lose,
    Modifier,
    Restore,
    Spend,
    Tick,
    Who,
)
from tablefolk.games.mutagen.playbooks.library import key
from tablefolk.games.mutagen.playbooks.markup.names import Names
from tablefolk.games.mutagen.playbooks.markup.signs import ARROWS, LINK, bare, number
from tablefolk.games.mutagen.playbooks.model import (
    Child,
    Cost,
    Criterion,
    HarmCap,
    Hook,
    Input,
    Mod,
    Need,
    Suggestion,
    Term,
    When,
)

SPEND = re.compile(r"\bspend\s+(\d{1,2})\s+", re.IGNORECASE)
SPENT = re.compile(r"\bspend\s+\d{1,2}\s+[\w'’-]+", re.IGNORECASE)
CHANGE = re.compile(r"\b(restore|gain|get|draw|lose|spend)s?\s+(\d{1,2})\s+", re.IGNORECASE)
HARM = re.compile(r"\btakes?\s+(\d{1,3})\s+harm\b", re.IGNORECASE)
TICK = re.compile(r"\bticks?\b[^.\d]{0,60}?(\d)", re.IGNORECASE)
AND = re.compile(r"(?:,|\s+and|,\s+and)\s+(\d{1,2})\s+", re.IGNORECASE)
OR_ELSE = re.compile(r",?\s+or\b", re.IGNORECASE)
REQUIRES = re.compile(r"\byou must already have (.{1,80}?) to buy\b", re.IGNORECASE)
NEXT_ROLL = re.compile(
    r"\b(?:get|gain|have)s?\s+(\+[1-3])\s+(?:to|on|for)\s+(?:your|their|his|her|the)\s+next\s+rolls?\b",
    re.IGNORECASE,
)
SOMEBODY = r"they|them|target|victim|some(?:one|body)|any(?:one|body)|ally|comrade|companion"
OTHERS = re.compile(rf"\b({SOMEBODY})\b", re.IGNORECASE)
THEY = re.compile(rf"\b({SOMEBODY}|everyone|everybody|each)\b[^.;]*$", re.IGNORECASE)
IF = re.compile(r"\b(?:if|unless)\b[^.;]*$", re.IGNORECASE)
IF_ALL = re.compile(r"\bif (?:everyone|everybody|all of them|they all)\b[^.;]*$", re.IGNORECASE)
RANK = re.compile(r"\bpermanently (?:get|gain|have)s? rank (\d) of ⌞?([^⌞⌝.,;]+)⌝?", re.IGNORECASE)
STANDING = re.compile(
    r"\bget (?:!!)?⌊?([-+−]\d)⌋?(?:!!)? to your rolls? when you ⌞([^⌞⌝]+)⌝([^.]*)", re.IGNORECASE
)
USED = re.compile(
    r"\b(?:pull out|use up|use|spend) (?:a|an|one) ⌞([^⌞⌝]+)⌝ (?:and|to) ⌞([^⌞⌝]+)⌝", re.IGNORECASE
)
LEADS = re.compile(r"\byou lead others in (?:a|the|any) ⌞([^⌞⌝]+)⌝", re.IGNORECASE)
ON_STORY = re.compile(
    r"\byou (restore|gain|get|lose) (\d) ⌞?([^⌞⌝.]{1,40}?)⌝? when you "
    rf"([{''.join(ARROWS)}]+) on (?:any|a) ⌞[^⌞⌝]*story moves?⌝",
    re.IGNORECASE,
)
HEALTH_LOST = re.compile(r"^\s*when you lose ⌞?health⌝?([^.⊞]*)[^.]*⊞", re.IGNORECASE)
WITHOUT = re.compile(
    r"\b(?:cannot|can['’]t|not)\b[^.;]{0,60}?\b(?:if you have|with|at) (?:0|no) ⌞?([^⌞⌝.,;]{1,40})",
    re.IGNORECASE,
)
LOWEST = re.compile(r"⌞([^⌞⌝]+)⌝.*?\b(?:lowest|weakest)\b[^.;]*?⌊([^⌊⌋]+)⌋", re.DOTALL)
IF_NONE = re.compile(r"\bif (?:truly )?(?:none|no)\b[^.]*?⌊([-+−]\d)⌋", re.IGNORECASE)
MOST_HARM = re.compile(
    r"⌞([^⌞⌝]+)⌝[^.]{0,60}?\bdo (?:at most |up to )?(?:!!|⌊)*(\d)(?:!!|⌋)*\s*\+\s*"
    r"(?:!!)?⌊([^⌊⌋]+)⌋(?:!!)? ⌞?harm",
    re.IGNORECASE,
)
PUT_OFF = re.compile(
    r"\b(?:they|target|opponent)\b[^.;]*?\btakes?\b[^.;]*?\bharm\b[^.;]*?"
    r"\b((?:when|once|as soon as|after|until)\b[^.;]+)",
    re.IGNORECASE,
)
YOU = re.compile(r"\byou\b[^.;]*$", re.IGNORECASE)
WORD = re.compile(r"[\w'’-]+")


def costs(text: str, names: Names) -> Iterator[Suggestion]:
    """“Spend n Word” in an item's first paragraph."""
    plain = bare(text)
    for found in SPEND.finditer(plain):
        yield from (
            Suggestion(words, cost=Cost(resource, n))
            for words, resource, n in _amounts(plain, found.start(), found.end(), found[1], names)
        )


def _amounts(
    text: str, start: int, end: int, n: str, names: Names
) -> Iterator[tuple[str, str, int]]:
    """Resources with numbers from here on: “1 Mana and 2 Will”."""
    while True:
        words = list(WORD.finditer(text, end, end + 80))
        resource, size = names.resource([word[0] for word in words[:4]])
        if not resource:
            return
        end = words[size - 1].end()
        yield text[start:end], resource, int(n)
        again = AND.match(text, end)
        if not again:
            return
        start, end, n = again.start(1), again.end(), again[1]


def conditions(text: str, names: Names) -> Iterator[Suggestion]:
    """“You must already have X to buy …”."""
    plain = bare(text)
    for found in REQUIRES.finditer(plain):
        item = names.find(found[1], "move", "aptitude", "story", "resource")
        yield Suggestion(found[0], requires=Criterion(item, "" if item else found[1].strip()))


def holding(name: str, text: str) -> Suggestion:
    """“When you spend it, note what you hold.”: boxes with a frame to write in."""
    return Suggestion(bare(text).split(".", 1)[0].strip() or name, holds=True)


def effects_of(bands: tuple[Band, ...], names: Names) -> Iterator[Suggestion]:
    """What results and their options say in words."""
    for at, band in enumerate(bands):
        for words, effect in _effects(band.text, names):
            yield Suggestion(words, effect=effect, band=at)
        for option, entry in enumerate(band.options):
            for words, effect in _effects(entry.text, names):
                yield Suggestion(words, effect=effect, band=at, option=option)


def _effects(text: str, names: Names) -> Iterator[tuple[str, AnyEffect]]:
    plain = bare(text)
    for found in CHANGE.finditer(plain):
        before = plain[: found.start()]
        who = whom(IF.sub("", before) if IF_ALL.search(before) else before)
        parts = _amounts(plain, found.start(), found.end(), found[2], names)
        for words, resource, n in parts:
            if OR_ELSE.match(plain, plain.index(words, found.start()) + len(words)):
                continue  # one of two things: people choose
            effect = _change(found[1].casefold(), resource, n, who)
            yield from _conditional(before, words, effect)
    for found in filter(harmful, HARM.finditer(plain)):
        yield found[0], Harm(int(found[1]), on=whom(plain[: found.start()]))
    for found in NEXT_ROLL.finditer(plain):
        before = plain[: found.start()]
        if not IF.search(before):
            yield found[0], Modifier(int(found[1]), who=whom(before))
    for found in TICK.finditer(plain):
        yield found[0], Tick(int(found[1]))


CLAUSE = re.compile(r"(?<=[.!?;])\s+|;\s*|,?\s+(?:and|but|then)\s+(?!\d)", re.IGNORECASE)
READ = (Restore, Lose, Spend, Harm, Modifier, Tick)  # what is read out of the words of a result


def left_over(text: str, effects: tuple[AnyEffect, ...]) -> str:
    """What a text says beside the effects that were read out of it; all of it where there are none.

    Of effects that somebody has written by hand, the text may be a paraphrase.
    """
    if not effects:
        return text
    clauses = [one for one in CLAUSE.split(bare(text)) if WORD.search(one)]
    done = [one for one in clauses if any(p.search(one) for p in (CHANGE, HARM, NEXT_ROLL, TICK))]
    if not done or not all(isinstance(one, READ) for one in effects):
        return ""
    return "; ".join(c.strip(" .,:;") for c in clauses if c not in done and not PICK.search(c))


def _conditional(
    before: str, words: str, effect: AnyEffect
) -> Iterator[tuple[str, AnyEffect]]:  # fmt: skip
    """“If everyone …” is kept as a condition; any other stays words that people judge."""
    if everyone := IF_ALL.search(before):
        on = tuple(dict.fromkeys(ARROWS[sign] for sign in everyone[0] if sign in ARROWS))
        led = FollowRolls(on or ("crit", "full", "some"), (effect,))
        yield f"{everyone[0]}{words}", led
    elif not IF.search(before):
        yield words, effect


# -- Rules in the text of a move -----------------------------------------------------------------


def gifts(text: str, names: Names) -> Iterator[Suggestion]:
    """“You permanently get rank 2 of Health”."""
    for found in RANK.finditer(text):
        if resource := names.find(found[2], "resource"):
            hook = Hook("bought", then=(Grant(resource, int(found[1])),))
            yield Suggestion(bare(found[0]), hook=hook)


def standing(text: str, names: Names) -> Iterator[Suggestion]:
    """“You get +1 to your roll when you ⌞move⌝ from somebody”."""
    for found in STANDING.finditer(text):
        if move := names.find(found[2], "story", "move"):
            value = number(found[1]) or 0
            yield Suggestion(bare(found[0]), mod=Mod(value, move, bare(found[3]).strip()))


def moments(text: str, names: Names, rolls: bool, results: str) -> Iterator[Suggestion]:
    """“You lose 1 Will when you 🡓 on any ⌞story move⌝”; “when you lose ⌞Health⌝, ⊞⌊…⌋”."""
    for found in ON_STORY.finditer(text):
        if resource := names.find(found[3], "resource"):
            on = tuple(dict.fromkeys(ARROWS[sign] for sign in found[4]))
            then = _change(found[1].casefold(), resource, int(found[2]), "self")
            when = When(own=True, move_kind="story", band=on)
            yield Suggestion(bare(found[0]), hook=Hook("roll_settled", when, (then,)))
    if rolls and (lost := HEALTH_LOST.search(text)):
        words = bare(lost[0]).strip()
        held = _mentioned(lost[1], names) or _mentioned(results, names)
        need = Need(resource=held, held=True, rule="MU-30") if held else None
        yield Suggestion(words, when=When(window="lose_health.must"), need=need)


def _mentioned(text: str, names: Names) -> str:
    """The first resource that a text speaks of."""
    words = WORD.findall(bare(text))
    every = (names.resource(words[at:])[0] for at in range(len(words)))
    return next((one for one in every if one), "")


def ways(
    text: str, names: Names, story: Callable[[str], str], reads: bool
) -> Iterator[Suggestion]:  # fmt: skip
    """“Pull out a ⌞thing⌝ and ⌞make a story move⌝”; “you lead others in a ⌞story move⌝”."""
    if (found := USED.search(text)) and (move := story(found[2])):
        resource = names.find(found[1], "resource")
        cost = Cost(resource, 1) if resource else None
        yield Suggestion(bare(found[0]), cost=cost, child=Child(move, reads_result=reads))
    elif (found := LEADS.search(text)) and (move := story(found[1])):
        why = "Name at least one other who takes part."
        led = Need(followers=1, code="no_followers", rule="MU-82", why=why)
        yield Suggestion(bare(found[0]), child=Child(move, reads_result=reads), need=led)


def limits(text: str, names: Names) -> Iterator[Suggestion]:
    """“You cannot make this move if you have 0 ⌞Will⌝.”."""
    for found in WITHOUT.finditer(text):
        words = WORD.findall(bare(found[1]))
        resource, size = names.resource(words)
        if resource:
            why = f"That needs at least 1 {' '.join(words[:size])}."
            need = Need(resource=resource, least=1, code="not_enough", why=why)
            yield Suggestion(bare(found[0]).strip(), need=need)


def weakest(text: str, names: Names, term: str) -> Iterator[Suggestion]:
    """“… all the ⌞Threads⌝ it rests on; the lowest is the ⌊weak thread⌋.”: to be picked, then."""
    found = LOWEST.search(text)
    if not found or key(found[2]) != term or not names.find(found[1], "section"):
        return
    none = IF_NONE.search(text)
    worth = number(none[1]) if none else None
    asked = Input("picked", "items", found[1], required=False, rule="MU-123")
    least = Term(term, "min_rating", of=asked.key, if_none=-1 if worth is None else worth)
    yield Suggestion(bare(found[0].rsplit(".", 1)[-1]).strip(), term=least, input=asked)


def bounds(text: str, names: Names, term: str) -> Iterator[Suggestion]:
    """“To ⌞hurt somebody⌝ you do at most 1 + ⌊weak thread⌋ harm.”."""
    for found in MOST_HARM.finditer(text):
        move = names.find(found[1], "story")
        if move and key(found[3]) == term:
            cap = HarmCap(move, f"{found[2]} + {term}")
            yield Suggestion(bare(found[0]).strip(), harm_cap=cap)


def harmful(found: re.Match[str]) -> bool:
    """Whether it is a number that one injury does (MU-89)."""
    return 1 <= int(found[1]) <= 3


def _change(verb: str, resource: str, n: int, who: Who) -> AnyEffect:
    if verb == "lose":
        return Lose(resource, n, who)
    return Spend(resource, n) if verb == "spend" else Restore(resource, n, who)


def whom(before: str) -> Who:
    """Whether what comes next falls on somebody else, by the words before it."""
    before = before[-200:]
    they, you = THEY.search(before), YOU.search(before)
    return "target" if they and (not you or they.start() > you.start()) else "self"


PICK = re.compile(r"\b(?:pick|choose)s?\s+(\d|one|two|three)\b", re.IGNORECASE)
COUNTED = {"one": 1, "two": 2, "three": 3}
RESPECTIVELY = re.compile(
    r"(?<![\w.])([-+−]?\d{1,3}(?:(?:,?\s+or\s+|,\s*)[-+−]?\d{1,3}){1,3})(?!\w)"
)


def picks(text: str) -> int:
    """How many of its options a text lets one pick."""
    found = PICK.search(bare(text))
    return 0 if not found else COUNTED.get(found[1].casefold()) or int(found[1])


def respective(text: str, size: int) -> list[str]:
    """“3, 2, or 1 … respectively” told apart: the text for each of so many results, or nothing."""
    if size < 2 or "respectively" not in text:
        return []
    spaced = re.sub(r"⌊\s*([-+−]?\d+)\s*⌋", r"\1", text)
    for found in RESPECTIVELY.finditer(spaced):
        numbers = re.findall(r"[-+−]?\d+", found[1])
        if len(numbers) == size:
            head, tail = spaced[: found.start()], spaced[found.end() :]
            tail = re.sub(r",?\s*respectively\b", "", tail, count=1)
            return [f"{head}{one}{tail}" for one in numbers]
    return []


def options_of(entries: list[str]) -> tuple[Entry, ...]:
    """Lines of a list as things to pick."""
    return tuple(Entry(text.removeprefix("🗣").strip(), consult="🗣" in text[:1]) for text in entries)


def links(text: str) -> tuple[str, ...]:
    """The terms in corner brackets."""
    return tuple(found[1] for found in LINK.finditer(text))
