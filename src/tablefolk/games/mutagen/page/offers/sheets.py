"""What is offered on a sheet: words, a word with the GM, armor, points (MU-12, MU-17 … MU-35)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.game import Blank, Choice, Offer
from tablefolk.games.mutagen.page.offers.creation import archetypes, following
from tablefolk.games.mutagen.page.offers.making import do, flag, number, pick, text
from tablefolk.games.mutagen.playbooks.model import Item, Resource
from tablefolk.games.mutagen.rules import buying, creation, resources, sheet, writing
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, NAME, TEXT, Box, Character

# -- Words (MU-1, MU-17 … MU-20, MU-30, MU-31) -------------------------------------------------


def by_hand(show: Show, hero: Character, about: str) -> Iterator[Offer]:
    """What a player writes; templates fill in what is written already."""
    facts = {"name": hero.name}
    for item in sheet.items(show, hero):
        for field in item.fields if sheet.owned(hero, item) else ():
            named = {"item": show.called(item.id), "label": field.label or show.called(item.id)}
            there = bool(sheet.written(hero, item.id, field.key))
            words = text("WriteIn.text", long=field.lines > 1, optional=there, most=TEXT)
            fixed = {"who": hero.id, "item": item.id, "key": field.key}
            yield do(writing.WriteIn, f"{about}:{item.id}", words, facts=named, fixed=fixed)
    yield do(creation.NameCharacter, about, text("name", most=NAME), facts=facts, who=hero.id)
    yield from playbooks(show, hero, about)
    yield from narrow(show, hero, f"{about}:narrow")
    yield from notes(show, hero, about)
    if hero.state != "draft":
        yield from points(show, hero, about, by_gm=False)


def playbooks(show: Show, hero: Character, about: str) -> Iterator[Offer]:
    """Another playbook beside those of the sheet, or one laid aside, or one for another (MU-1)."""
    mine = [book for book in archetypes(show) if book.id in hero.playbooks]
    for book in archetypes(show):
        there = book in mine
        key = "ChoosePlaybooks_without" if there else "ChoosePlaybooks"
        yield chosen(show, hero, about, {book.id}, key, book=book.name)
        for other in () if there else mine:
            both, names = {book.id, other.id}, {"book": book.name, "other": other.name}
            yield chosen(show, hero, about, both, "ChoosePlaybooks_instead", **names)


def chosen(
    show: Show, hero: Character, about: str, changed: set[str], key: str, **names: str
) -> Offer:
    """The sheet's playbooks, of which these come or go; in the order of the shelf.

    With the first of another set comes the Common of that set.
    """
    wanted, had = changed ^ set(hero.playbooks), creation.apart(show, hero.playbooks)
    if not wanted & had and (new := creation.apart(show, tuple(changed - had))):
        wanted = {*new, *creation.basics(show, *new)}
    books = tuple(book.id for book in show.shelf.playbooks if book.id in wanted)
    fixed = {"who": hero.id, "playbooks": books}
    return do(creation.ChoosePlaybooks, about, key=key, facts=names, fixed=fixed)


def narrow(show: Show, hero: Character, about: str) -> Iterator[Offer]:
    have = [one for one in sheet.aptitudes(show, hero) if sheet.dots(hero, one)]
    if have:
        which = pick("aptitude", (Choice(one.id, show.called(one.id)) for one in have))
        words = text("NarrowAptitude.text", most=LINE)
        yield do(writing.NarrowAptitude, about, which, words, who=hero.id)
        for one in have:
            if one.id in hero.narrowed:
                fixed = {"who": hero.id, "aptitude": one.id, "text": ""}
                facts = {"item": show.called(one.id)}
                key = "NarrowAptitude_off"
                yield do(writing.NarrowAptitude, about, key=key, facts=facts, fixed=fixed)


def notes(show: Show, hero: Character, about: str) -> Iterator[Offer]:
    """Notes on boxes, where a playbook has boxes that hold something (MU-30)."""
    for one in boxed(show, hero):
        if any(rank.note for rank in one.ranks) or any(b.note for b in row(hero, one)):
            n = sheet.capacity(show, hero, one)
            blanks = (number("box", 1, n, 1), text("NoteBox.text", optional=True, most=LINE))
            fixed = {"who": hero.id, "resource": one.id}
            facts = {"item": show.called(one.id)}
            at = f"{about}:{one.id}"
            yield do(resources.NoteBox, at, *blanks, facts=facts, fixed=fixed)


def boxed(show: Show, hero: Character) -> list[Resource]:
    """Resources with boxes on this sheet."""
    return [one for one in sheet.resources(show, hero) if sheet.capacity(show, hero, one)]


def row(hero: Character, one: Resource) -> tuple[Box, ...]:
    return hero.points.get(one.id, ())


# -- A word with the GM (MU-12, MU-35) ---------------------------------------------------------


def asking(
    show: Show, hero: Character, items: Iterable[Item], about: str
) -> Iterator[Offer]:  # fmt: skip
    for item in items:
        if buying.to_ask(show, hero, item):
            why = text("AskAbout.why", optional=True, most=LINE)
            fixed, facts = {"who": hero.id, "item": item.id}, {"item": show.called(item.id)}
            yield do(buying.AskAbout, f"{about}:{item.id}", why, facts=facts, fixed=fixed)


def points(show: Show, hero: Character, about: str, by_gm: bool) -> Iterator[Offer]:
    """The GM sets boxes, a player asks for it (MU-35)."""
    for one in boxed(show, hero):
        now, most = sheet.points(show, hero, one.id), sheet.capacity(show, hero, one)
        others = (Choice(n, str(n)) for n in range(most + 1) if n != now)
        n = pick("points", others, start=now - 1 if now else 1)
        command = resources.SetPoints if by_gm else resources.AskForPoints
        blanks = (replace(n, name="n"), text("reason", most=LINE))
        facts = {"item": show.called(one.id), "n": now, "of": most}
        fixed = {"who": hero.id, "resource": one.id}
        yield do(command, about, *blanks, facts=facts, fixed=fixed)


# -- Armor (MU-23) -----------------------------------------------------------------------------


def wear(show: Show, hero: Character, about: str) -> Iterator[Offer]:
    yield do(writing.AddArmor, about, *armor_blanks(show), who=hero.id)
    for one in hero.armor:
        at, named = f"{about}:{one.id}", {"armor": one.name}
        whole = {"who": hero.id, "armor": one.id}
        same = {"name": one.name, "rating": one.rating, "covers": one.covers}
        other = {**whole, **same, "worn": not one.worn}
        key = "ChangeArmor_off" if one.worn else "ChangeArmor_on"
        yield do(writing.ChangeArmor, at, key=key, facts=named, fixed=other)
        blanks = armor_blanks(show)
        kept = {**whole, "worn": one.worn}
        yield do(writing.ChangeArmor, at, *blanks, facts=named, fixed=kept)
        yield do(writing.StrikeArmor, at, facts=named, fixed=whole)


def armor_blanks(show: Show) -> tuple[Blank, ...]:
    levels = {one.n: one for one in show.engine.harm_scale}
    low, high = show.engine.armor_rating
    rows = (Choice(n, f"{n}: {levels[n].name}", levels[n].text) for n in range(low, high + 1))
    ratings = pick("rating", rows, start=low)
    return text("AddArmor.name", most=NAME), ratings, text("covers", optional=True, most=LINE)


# -- The GM's pencil (MU-9, MU-10, MU-12, MU-23, MU-35, MU-142) --------------------------------


def by_gm(show: Show, hero: Character) -> Iterator[Offer]:
    about, who = f"sheet:{hero.id}", {"who": hero.id}
    if hero.state != "draft":
        yield from points(show, hero, about, by_gm=True)
    if open_ones := tuple(grantable(show, hero)):
        reason = text("reason_if_any", optional=True, most=LINE)
        blanks = (pick("item", open_ones), replace(reason, name="reason"))
        yield do(buying.GrantMark, about, *blanks, fixed=who)
    if filled := tuple(Choice(id, show.called(id)) for id in hero.marks):
        yield do(buying.CorrectMark, about, pick("item", filled), text("reason"), fixed=who)
    asking = [item for item in sheet.items(show, hero) if item.wants_a_word]
    if asking:
        which = pick("item", (Choice(item.id, show.called(item.id)) for item in asking))
        note = text("note", optional=True, most=LINE)
        yield do(buying.AnswerAbout, about, which, flag("yes", True), note, fixed=who)


def grantable(show: Show, hero: Character) -> Iterator[Choice]:
    """Circles and triangles that are still open; triangles first, for only the GM fills those."""
    found = []
    for item in sheet.items(show, hero):
        mark = buying.mark_of(hero, item, following(hero, item))
        if mark in ("buy", "grant"):
            found.append((mark != "grant", Choice(item.id, grant_label(show, hero, item, mark))))
    found.sort(key=lambda pair: pair[0])
    return iter(choice for _, choice in found)


def grant_label(show: Show, hero: Character, item: Item, mark: str) -> str:
    rank = following(hero, item)
    sign = "△" if mark == "grant" else "○"
    return f"{sign} {show.called(item.id)}{f', rank {rank}' if rank else ''}"
