"""What the GM has on the desk, and what anybody may change on a sheet (WF-2, WF-4, WF-119 …)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Blank, Choice, Count, Counts, Lines, Offer, Seat
from tablefolk.games.wheel_of_fate.page.offers.creation import place_of
from tablefolk.games.wheel_of_fate.page.offers.making import (
    aspects,
    attributes,
    called,
    do,
    label,
    number,
    people,
    pick,
    text,
)
from tablefolk.games.wheel_of_fate.rules import creation, scenes
from tablefolk.games.wheel_of_fate.rules.building import bases
from tablefolk.games.wheel_of_fate.rules.npcs import EditNpc, MakeNpc, PlaceNpc, RemoveNpc
from tablefolk.games.wheel_of_fate.rules.pools import most_dice
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, Character, Wheel
from tablefolk.games.wheel_of_fate.rules.tasks import MOST_DIFFICULTY, OpenTask
from tablefolk.games.wheel_of_fate.rules.wording import say

# -- Calling for a roll (WF-120, WF-121, WF-129) -------------------------------------------------


def calling(wheel: Wheel) -> Iterator[Offer]:
    """One form for each attribute it may start from; the other two are further ways."""
    everybody = tuple(wheel.cast.values())
    for first in ATTRIBUTES:
        others = [a for a in ATTRIBUTES if a != first]
        yield do(
            OpenTask,
            "call",
            "title",
            difficulty(first, 1, 10),
            *(difficulty(a, 0, 0) for a in others),
            *special(wheel),
            pick("OpenTask.closed", attributes(*others), most=2),
            pick("OpenTask.called", people(everybody), most=max(2, len(everybody))),
            *("on_success", "on_failure", "stakes_shown", "hidden", "mode", "search"),
            facts={"attribute": called(wheel, first)},
        )


def special(wheel: Wheel) -> Iterator[Blank]:
    """Special pools that are dice of their own, as ways to go about it (WF-27)."""
    keys = (key.removeprefix("pool:") for key in bases(wheel) if key not in ATTRIBUTES)
    if rows := tuple(Choice(key, wheel.pools[key].name) for key in keys):
        yield Counts("pools", label("OpenTask.pools"), rows=rows, high=MOST_DIFFICULTY)


def difficulty(attribute: str, low: int, start: int) -> Count:
    key = "OpenTask.difficulty" if low else "OpenTask.other"
    return number(
        key, low, MOST_DIFFICULTY, start, name=attribute, attribute=say(f"pick.{attribute}")
    )


# -- Sheets --------------------------------------------------------------------------------------


def on_sheet(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    about, facts = place_of(wheel, hero), {"name": hero.name}
    rows = tuple(say("SetTools.ask.line", n=n) for n in range(1, max(3, len(hero.tools) + 1) + 1))
    tools = Lines("tools", label("SetTools.tools"), rows=rows, start=hero.tools, optional=True)
    yield do(creation.SetTools, about, tools, who=hero.id)
    yield do(
        creation.WriteNotes,
        about,
        text("WriteNotes.text", hero.notes, long=True, optional=True),
        who=hero.id,
    )
    if wheel.playing and aspects(hero):
        about, aspect = f"who:{hero.id}", pick("aspect", aspects(hero))
        yield do(scenes.RewordAspect, about, aspect, "text", facts=facts, who=hero.id)
        yield do(scenes.DropAspect, about, aspect, facts=facts, who=hero.id)


def aftermath(wheel: Wheel, seat: Seat, hero: Character) -> Iterator[Offer]:
    """What the scene has left behind: one answer is waited for, until the next scene (WF-81)."""
    about = f"aftermath:{hero.id}"
    asked = not wheel.scene and hero.id not in wheel.stayed
    owed, facts = asked and hero.owner == seat.id, {"name": hero.name}
    yield do(scenes.ProposeAspect, about, "text", owed=owed, facts=facts, who=hero.id)
    yield do(scenes.SkipAftermath, about, owed=owed, facts=facts, who=hero.id)


# -- The people the GM runs (WF-119) -------------------------------------------------------------


def somebody_new(wheel: Wheel) -> Iterator[Offer]:
    yield do(MakeNpc, "npc", *about_npc(wheel, None))


def changing(wheel: Wheel, npc: Character) -> Iterator[Offer]:
    about, facts = f"who:{npc.id}", {"name": npc.name}
    yield do(EditNpc, about, *about_npc(wheel, npc), facts=facts, who=npc.id)
    places = (
        Choice("", say("pick.last")),
        *(Choice(m, say("pick.after", name=wheel.name(m))) for m in wheel.company.seats),
    )
    after = pick("PlaceNpc.after", places, start=npc.after_seat)
    yield do(PlaceNpc, about, after, facts=facts, who=npc.id)
    yield do(RemoveNpc, about, facts=facts, who=npc.id)


def about_npc(wheel: Wheel, npc: Character | None) -> Iterator[Blank]:
    yield text("name", npc.name if npc else "", most=40)
    for attribute in ATTRIBUTES:
        start = npc.attributes.get(attribute, 0) if npc else 2
        yield number(f"MakeNpc.{attribute}", 0, 6, start)
    now = tuple(a.text for a in npc.aspects) if npc else ()
    rows = tuple(say("MakeNpc.ask.line", n=n) for n in range(1, max(2, len(now) + 1) + 1))
    yield Lines("aspects", label("MakeNpc.aspects"), rows=rows, start=now, optional=True)
    if wheel.pools:
        yield Counts(
            "pools",
            label("MakeNpc.pools"),
            rows=tuple(Choice(p.id, p.name) for p in wheel.pools.values()),
            high=min(max(p.high, p.growth_cap) for p in wheel.pools.values()),
            start=tuple(npc.pools.get(p, 0) if npc else 0 for p in wheel.pools),
        )
    yield text("notes", npc.notes if npc else "", optional=True, long=True)


# -- Corrections, stress, seats (WF-2, WF-4, WF-75) ----------------------------------------------


def corrections(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    """What the GM may do to a sheet, of a player's character or an NPC."""
    about, facts = f"who:{hero.id}", {"name": hero.name}
    if not hero.attributes:
        return
    yield do(scenes.GiveStress, about, "n", "reason", facts=facts, who=hero.id)
    yield do(scenes.AddAspect, about, "text", facts=facts, who=hero.id)
    yield from correct(wheel, hero, about, facts)


def correct_bowl(wheel: Wheel) -> Iterator[Offer]:
    points = number("Correct.value", 0, 1000, wheel.bowl)
    field = {"who": "", "field": "bowl"}
    yield do(scenes.Correct, "bowl", points, "reason", key="CorrectBowl", fixed=field)


def correct(wheel: Wheel, hero: Character, about: str, facts: dict[str, str]) -> Iterator[Offer]:
    put = partial(do, scenes.Correct, about, facts=facts, who=hero.id)
    points = number("Correct.value", wheel.reserved(hero.id), 100, hero.fate)
    yield put(points, "reason", key="CorrectFate", field="fate")
    stress = number("Correct.value", 0, 100, hero.stress)
    yield put(stress, "reason", key="CorrectStress", field="stress")
    for key in ATTRIBUTES:
        dice = number("Correct.value", 0, 6, hero.attributes[key])
        named = {**facts, "attribute": say(f"labels.attribute.{key}")}
        yield put(dice, "reason", key="CorrectDice", facts=named, field=key)
    for pool in wheel.pools.values():
        now = hero.pools.get(pool.id, 0)
        dice = number("Correct.value", 0, max(now, most_dice(wheel, pool)), now)
        named = {**facts, "pool": pool.name}
        yield put(dice, "reason", key="CorrectPool", facts=named, field=f"pool:{pool.id}")


def seating(wheel: Wheel) -> Iterator[Offer]:
    """Everybody, in the order in which they sit; drawn as neighbours changing places (WF-2)."""
    if len(wheel.company.seats) > 1:
        many = len(wheel.company.seats)
        seats = (Choice(m, wheel.name(m)) for m in wheel.company.seats)
        order = pick("ReorderSeats.order", seats, most=many, least=many)
        yield do(scenes.ReorderSeats, "seating", order)
