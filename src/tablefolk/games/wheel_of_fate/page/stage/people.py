"""What lies in front of a seat, and everybody in the story as a row."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.core.stage import GM, Lead, Mat, Row, Vital
from tablefolk.games.wheel_of_fate.page.offers.creation import making
from tablefolk.games.wheel_of_fate.page.stage.idle import OWN
from tablefolk.games.wheel_of_fate.page.stage.sheets import has_sheet
from tablefolk.games.wheel_of_fate.page.view.creation import progress
from tablefolk.games.wheel_of_fate.page.view.people import pending
from tablefolk.games.wheel_of_fate.rules.order import able, running, speed
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, Character, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say


def mat(wheel: Wheel, seat: Seat) -> Mat | None:
    """Fate points, stress and condition; where there is room, the attributes."""
    if seat.gm:
        return _gm(wheel)
    hero = wheel.of(seat.id)
    if hero is None:
        return None
    sheet = f"who:{hero.id}" if has_sheet(wheel, seat, hero) else ""
    return Mat(
        name=hero.name,
        part=sheet or f"creation:{hero.id}",
        vitals=vitals(wheel, hero),
        traits=tuple(
            Vital(say("vital.out"), say(f"pick.{key}"), tone="bad")
            if hero.stress and hero.out(key)
            else Vital(f"{hero.attributes[key]}d", say(f"pick.{key}"))
            for key in ATTRIBUTES
            if key in hero.attributes
        ),
        acts=tuple(_acts(wheel, hero, sheet)),
    )


def _acts(wheel: Wheel, hero: Character, sheet: str) -> Iterator[Lead]:
    if making(wheel, hero):
        yield Lead(say("act.steps"), f"creation:{hero.id}", "list-check")
    if wheel.playing:
        yield from (Lead(say(f"{act}.short"), act.lower(), icon) for act, icon in OWN.items())
    if sheet:
        yield Lead(say("act.sheet"), sheet, "scroll")


def _gm(wheel: Wheel) -> Mat:
    somebody = Lead(say("act.npc"), "npc", "user-plus")
    if not wheel.playing:
        return Mat(name="", acts=(somebody, Lead(say("act.pools"), "pool", "layer-group")))
    acts = (Lead(say("act.call"), "call", "dice"), somebody)
    return Mat(name="", part="bowl", vitals=(_bowl(wheel),), acts=acts)


# -- Rows ------------------------------------------------------------------------------------------


def rows(wheel: Wheel, seat: Seat) -> Iterator[Row]:
    """The bowl with the GM, everybody's character, the people of the GM whom one has met."""
    if wheel.playing:
        yield Row(key="bowl", name="", part="bowl", member=GM, vitals=(_bowl(wheel),))
    for hero in wheel.cast.values():
        seen = has_sheet(wheel, seat, hero)
        if seen or hero.kind == "pc":
            yield _row(wheel, hero, seen)


def _row(wheel: Wheel, hero: Character, seen: bool) -> Row:
    made = making(wheel, hero)
    return Row(
        key=hero.id,
        name=hero.name,
        part=f"who:{hero.id}" if seen else f"creation:{hero.id}",
        member=hero.owner,
        vitals=vitals(wheel, hero),
        note=progress(wheel, hero) if made and (hero.ready or wheel.playing) else "",
    )


def vitals(wheel: Wheel, hero: Character) -> tuple[Vital, ...]:
    """What matters about somebody just now; of an NPC only what everybody sees."""
    return tuple(_vitals(wheel, hero))


def _vitals(wheel: Wheel, hero: Character) -> Iterator[Vital]:
    if hero.kind == "pc" and hero.in_play:
        yield _fate(hero.fate, wheel.reserved(hero.id))
    held = pending(wheel, hero.id)
    if hero.stress or held:
        key, more = ("vital.held", f" + {held}") if held else ("vital.stress", "")
        yield Vital(f"{hero.stress}{more}", say(key, n=held), "bolt", "bad")
    for condition in hero.conditions:
        yield Vital(condition, tone="bad")
    contest = running(wheel)
    if contest and not contest.once and able(wheel, contest, hero.id):
        yield Vital(str(speed(wheel, hero.id)), say("vital.speed"), "person-running")


def _fate(points: int, promised: int) -> Vital:
    """Fate points; what of them lies in drafts is said beside them (WF-25)."""
    key = "vital.promised" if promised else "vital.fate"
    text = f"{points} ({promised})" if promised else str(points)
    return Vital(text, say(key, n=points, of=promised), "circle-dot")


def _bowl(wheel: Wheel) -> Vital:
    return Vital(str(wheel.bowl), say("vital.bowl"), "coins")
