"""Making as it is told: characters, circles, words, armor, the GM's answers, playbooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablefolk.core.game import Event, Line, Seat
from tablefolk.core.words import listing, sentence
from tablefolk.games.mutagen.page.view.books import counts
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.rules import books as playbooks
from tablefolk.games.mutagen.rules import bringing, buying, creation, resources, writing
from tablefolk.games.mutagen.rules.ready_made import ready_mades
from tablefolk.games.mutagen.rules.state import ALL, Show
from tablefolk.games.mutagen.rules.values import Armor

Teller = Callable[[Show, Any, Seat], Line | None]


def line(event: Event, case: str = "", kind: str = "did", **facts: Any) -> Line:
    """The sentence of an event, in this case of it."""
    key = type(event).__name__
    rule = next((k for k in (f"{key}.rule{case}", f"{key}.rule") if k in say), "")
    return Line(say(f"{key}.told{case}", **facts).strip(), kind, rule=say(rule) if rule else "")


def books(show: Show, ids: tuple[str, ...]) -> str:
    found = (show.shelf.playbook(id) for id in ids)
    return listing(book.name for book in found if book)


# -- Characters --------------------------------------------------------------------------------


def made(show: Show, e: creation.CharacterMade, seat: Seat) -> Line:
    player, chosen = show.name(e.player), books(show, e.playbooks)
    return line(e, player=player, name=e.name, books=chosen)


def taken(show: Show, e: creation.ReadyMadeTaken, seat: Seat) -> Line:
    ready = ready_mades().get(e.key)
    player, blurb = show.name(e.sheet.player), ready.blurb if ready else ""
    return line(e, player=player, name=e.sheet.name, blurb=blurb)


def brought(show: Show, e: bringing.CharacterBrought, seat: Seat) -> Line:
    player, chosen = show.name(e.sheet.player), books(show, e.sheet.playbooks)
    draft = "_lacking" if e.lacking else "_draft"
    case = draft if e.sheet.state == "draft" else ""
    lacking = listing(f"“{show.called(item)}”" for item in e.lacking)
    return line(e, case, player=player, name=e.sheet.name, books=chosen, lacking=lacking)


def named(show: Show, e: creation.CharacterNamed, seat: Seat) -> Line:
    return line(e, was=e.was, name=e.name)


def dropped(show: Show, e: creation.DraftDropped, seat: Seat) -> Line:
    return line(e, name=e.name)


def chosen(show: Show, e: creation.PlaybooksChosen, seat: Seat) -> Line:
    return line(e, who=show.name(e.who), books=books(show, e.playbooks))


def pointer(
    show: Show, e: creation.PointerPutAway | creation.PointerShown, seat: Seat
) -> Line | None:
    """Only for the one who is pointed to Meta (MU-2)."""
    return line(e) if seat.id == e.member else None


def finished(show: Show, e: creation.CharacterFinished, seat: Seat) -> Line:
    case = "_left" if e.unspent else ""
    return line(e, case, "scene", who=show.name(e.who), n=e.unspent)


# -- Circles (MU-9, MU-10, MU-16, MU-142) ------------------------------------------------------


def filled(show: Show, e: buying.MarkFilled, seat: Seat) -> Line:
    by = show.called(e.reason) if e.origin == "grant" else f": {e.reason}" if e.reason else ""
    facts = {"who": show.name(e.who), "item": show.called(e.item), "rating": now(show, e)}
    return line(e, f"_{e.origin}", "ruled" if e.origin == "gm" else "did", reason=by, **facts)


def now(show: Show, e: buying.MarkFilled) -> str:
    """What it came to then: a rating, or the rank."""
    if e.rating is not None:
        return f" ({signed(e.rating)})"
    return f", rank {e.rank}" if e.rank else ""


def emptied(show: Show, e: buying.MarkEmptied, seat: Seat) -> Line:
    facts = {"who": show.name(e.who), "item": show.called(e.item)}
    if not e.reason:
        return line(e, "_draft", **facts)
    return line(e, "", "ruled", reason=sentence(e.reason), **facts)


# -- Words and armor (MU-17 … MU-20, MU-23, MU-30, MU-31) --------------------------------------


def written(show: Show, e: writing.Written, seat: Seat) -> Line:
    case = "_wiped" if not e.text else "_again" if e.was else ""
    return line(e, case, who=show.name(e.who), item=show.called(e.item), text=e.text)


def narrowed(show: Show, e: writing.AptitudeNarrowed, seat: Seat) -> Line:
    facts = {"who": show.name(e.who), "item": show.called(e.aptitude)}
    return line(e, "" if e.text else "_off", text=sentence(e.text), **facts)


def armor_added(show: Show, e: writing.ArmorAdded, seat: Seat) -> Line:
    return line(e, who=show.name(e.who), **worn(e.armor))


def armor_changed(show: Show, e: writing.ArmorChanged, seat: Seat) -> Line:
    case = "" if e.was.worn == e.armor.worn else "_on" if e.armor.worn else "_off"
    return line(e, case, who=show.name(e.who), **worn(e.armor))


def armor_struck(show: Show, e: writing.ArmorStruck, seat: Seat) -> Line:
    return line(e, who=show.name(e.who), **worn(e.armor))


def worn(armor: Armor) -> dict[str, Any]:
    covers = say("told.covers", covers=armor.covers) if armor.covers else ""
    return {"armor": armor.name, "rating": armor.rating, "covers": covers}


# -- The GM (MU-12, MU-30, MU-35) --------------------------------------------------------------


def consulted(show: Show, e: buying.Consulted, seat: Seat) -> Line:
    who = say("told.everybody") if e.who == ALL else show.name(e.who)
    note = f": {sentence(e.note)}" if e.note else "."
    case = "_yes" if e.yes else "_no"
    return line(e, case, "ruled", item=show.called(e.item), who=who, note=note)


def points_set(show: Show, e: resources.PointsSet, seat: Seat) -> Line:
    why = show.called(e.reason)  # a move's, where a move has done it
    facts = {"who": show.name(e.who), "item": show.called(e.resource), "reason": sentence(why)}
    case = "" if why.strip() else "_plain"
    return line(e, case, "ruled", was=e.was, now=e.now, of=e.of, **facts)


def box_noted(show: Show, e: resources.BoxNoted, seat: Seat) -> Line:
    facts = {"who": show.name(e.who), "item": show.called(e.resource)}
    return line(e, "" if e.text else "_off", text=sentence(e.text), **facts)


# -- Playbooks (MU-156 … MU-160) ---------------------------------------------------------------


def book_loaded(show: Show, e: playbooks.PlaybookLoaded, seat: Seat) -> Line:
    waiting = say("told.waiting", n=e.counts.suggested) if e.counts.suggested else ""
    warned = say("told.warned", n=len(e.warnings)) if e.warnings else ""
    case = "_again" if e.replaced else ""
    found = counts(e.playbook)
    return line(e, case, "ruled", book=e.playbook.name, counts=found, more=waiting + warned)


def book_removed(show: Show, e: playbooks.PlaybookRemoved, seat: Seat) -> Line:
    return line(e, "", "ruled", book=e.name)


def item_added(show: Show, e: playbooks.ItemAdded, seat: Seat) -> Line:
    return line(e, "", "ruled", item=e.item.name, book=books(show, (e.playbook,)))


def item_replaced(show: Show, e: playbooks.ItemReplaced, seat: Seat) -> Line:
    return line(e, "", "ruled", item=show.called(e.item.id))


def item_removed(show: Show, e: playbooks.ItemRemoved, seat: Seat) -> Line:
    return line(e, "", "ruled", item=e.name)


def confirmed(show: Show, e: playbooks.AutomationConfirmed, seat: Seat) -> Line:
    items = listing(show.called(item.id) for item in e.items)
    return line(e, "_no" if e.declined else "", "ruled", items=items)


TOLD: dict[type[Event], Teller] = {
    creation.CharacterMade: made,
    creation.ReadyMadeTaken: taken,
    bringing.CharacterBrought: brought,
    creation.CharacterNamed: named,
    creation.DraftDropped: dropped,
    creation.PlaybooksChosen: chosen,
    creation.PointerPutAway: pointer,
    creation.PointerShown: pointer,
    creation.CharacterFinished: finished,
    buying.MarkFilled: filled,
    buying.MarkEmptied: emptied,
    buying.Consulted: consulted,
    writing.Written: written,
    writing.AptitudeNarrowed: narrowed,
    writing.ArmorAdded: armor_added,
    writing.ArmorChanged: armor_changed,
    writing.ArmorStruck: armor_struck,
    resources.PointsSet: points_set,
    resources.BoxNoted: box_noted,
    playbooks.PlaybookLoaded: book_loaded,
    playbooks.PlaybookRemoved: book_removed,
    playbooks.ItemAdded: item_added,
    playbooks.ItemReplaced: item_replaced,
    playbooks.ItemRemoved: item_removed,
    playbooks.AutomationConfirmed: confirmed,
}
