"""Playbooks changed: suggestions confirmed or declined, items put in (MU-157, MU-160)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from msgspec.structs import replace

from tablefolk.games.mutagen.playbooks.effects import AnyEffect, Band
from tablefolk.games.mutagen.playbooks.model import AnyItem, Deed, Playbook, Resource, Suggestion

D = TypeVar("D", bound=Deed)


def confirmed(item: AnyItem, which: Collection[int] | None = None) -> AnyItem:
    """An item in which these suggestions (by place; None: all) now hold."""
    chosen = [one for n, one in enumerate(item.suggested) if which is None or n in which]
    for suggestion in chosen:
        item = _holding(item, suggestion)
    return declined(item, which)


def declined(item: AnyItem, which: Collection[int] | None = None) -> AnyItem:
    """An item without these suggestions (by place; None: without any)."""
    left = (one for n, one in enumerate(item.suggested) if which is not None and n not in which)
    return replace(item, suggested=tuple(left))


def _holding(item: AnyItem, suggestion: Suggestion) -> AnyItem:
    if suggestion.requires:
        return replace(item, requires=(*item.requires, suggestion.requires))
    if isinstance(item, Resource):
        return replace(item, holds=item.holds or suggestion.holds)
    if not isinstance(item, Deed):
        return item
    return _with_result(_ruled(item, suggestion), suggestion)


def _with_result(item: D, one: Suggestion) -> D:
    """A move with an effect: whenever it is made, or on one of its results."""
    if one.effect is None:
        return item
    if one.band < 0:
        return replace(item, effects=(*item.effects, one.effect))
    bands = tuple(
        _with_effect(band, one.effect, one.option) if n == one.band else band
        for n, band in enumerate(item.bands)
    )
    return replace(item, bands=bands)


def _ruled(item: D, one: Suggestion) -> D:
    """A move with another price, another condition, or a moment of its own."""
    more: dict[str, object] = {
        "cost": (*item.cost, one.cost) if one.cost else item.cost,
        "needs": (*item.needs, one.need) if one.need else item.needs,
        "mods": (*item.mods, one.mod) if one.mod else item.mods,
        "hooks": (*item.hooks, one.hook) if one.hook else item.hooks,
        "child": one.child or item.child,
        "when": one.when or item.when,
        "terms": tuple(t for t in item.terms if one.term is None or t.id != one.term.id)
        + ((one.term,) if one.term else ()),
        "inputs": (*item.inputs, one.input) if one.input else item.inputs,
        "harm_cap": one.harm_cap or item.harm_cap,
    }
    only = one.hook and not (item.roll or item.child or item.effects or item.cost)
    return replace(item, **more, automatic=item.automatic or bool(only))


def _with_effect(band: Band, effect: AnyEffect, option: int) -> Band:
    if option < 0:
        return replace(band, effects=(*band.effects, effect))
    options = tuple(
        replace(entry, effects=(*entry.effects, effect)) if n == option else entry
        for n, entry in enumerate(band.options)
    )
    return replace(band, options=options)


def with_item(playbook: Playbook, item: AnyItem, section: str = "") -> Playbook:
    """A playbook in which the item of that id is replaced, or added at the end of a section."""
    new = all(one.id != item.id for one in playbook.items)
    sections = []
    for one in playbook.sections:
        items = tuple(item if old.id == item.id else old for old in one.items)
        if new and one.id == section:
            items = (*items, item)
        sections.append(replace(one, items=items))
    return replace(playbook, sections=tuple(sections))
