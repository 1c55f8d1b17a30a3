"""Harm as a seat sees it: the steps, the number, the one question; and You die (MU-89 … MU-108)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.offers.harm import about_of, answers, fate_of, takes_it
from tablefolk.games.mutagen.page.view.making import Making, making
from tablefolk.games.mutagen.page.view.printing import Bit, Part, bits
from tablefolk.games.mutagen.playbooks.model import Deed, Resource, Step, Story
from tablefolk.games.mutagen.rules import dying, harm, sheet, take_harm
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Injury
from tablefolk.games.mutagen.rules.wording import plain
from tablefolk.games.mutagen.words import say

# -- One injury (MU-93) ------------------------------------------------------------------------


class InjuryCard(Block, frozen=True):
    """One injury on its way through the steps."""

    injury: int = 0
    on: str = ""
    name: str = ""
    source: str = ""
    harm: int = 0
    opened: int = 0
    word: str = ""  # of the scale
    meaning: str = ""
    health: int = 0
    room: int = 0
    steps: tuple[HarmStep, ...] = ()
    do: str = ""
    mine: bool = False
    gm: bool = False
    dice: tuple[int, ...] = ()
    statuses: tuple[str, ...] = ()
    armor: str = ""
    making: Making | None = None
    frozen: bool = False
    waits: str = ""
    hints: tuple[str, ...] = ()


def card(show: Show, seat: Seat, injury: Injury) -> InjuryCard:
    step, mine = take_harm.step_of(show, injury), takes_it(show, seat, injury)
    what = step.do if step else ""
    level = next((one for one in show.engine.harm_scale if one.n == injury.harm), None)
    filled, room = health(show, injury)
    name = show.name(injury.on)
    return InjuryCard(
        about=about_of(injury),
        injury=injury.id,
        on=injury.on,
        name=name,
        source=source(show, injury),
        harm=injury.harm,
        opened=injury.opened,
        word=level.name if level else "",
        meaning=level.text if level else "",
        health=filled,
        room=room,
        steps=tuple(steps(show, seat, injury)),
        do=what,
        mine=mine,
        gm=seat.gm,
        dice=injury.dice,
        statuses=tuple(s.text for s in injury.statuses),
        armor=armor(show, injury),
        making=answering(show, seat, injury, step) if mine else None,
        frozen=injury.id in show.frozen,
        waits=waits(show, seat, injury, what, mine),
        hints=(say("advice.gm_harm"),) if seat.gm and what == "gm_dice" else (),
    )


def source(show: Show, injury: Injury) -> str:
    """The words it came with, or else the move it came from."""
    known, move = show.shelf.item(injury.source), show.moves.get(injury.move)
    if not known:
        return injury.source
    said = move.outcome.text if move and move.outcome else ""
    return said or show.called(injury.source)


def health(show: Show, injury: Injury) -> tuple[int, int]:
    """What there is to lose, and how many boxes it has."""
    found = sorted(harm.lost_by(show, injury))
    hero = show.cast.get(injury.on)
    if hero is None:
        return harm.left(show, injury.on), len(show.entities[injury.on].health)
    item = show.shelf.item(found[0]) if found else None
    if not isinstance(item, Resource):
        return 0, 0
    return sheet.points(show, hero, item.id), sheet.capacity(show, hero, item)


class HarmStep(Part, frozen=True):
    n: int
    text: str
    state: str  # past, now, next
    note: str = ""


def steps(show: Show, seat: Seat, injury: Injury) -> Iterator[HarmStep]:
    for step in harm.steps_of(show, injury.procedure):
        now = step.n == injury.step
        state = "now" if now else "past" if step.n < injury.step else "next"
        text = plain(show.shelf.worded(step.text, show.mild))
        text = say("harm_card.gms_step") if seat.gm and step.do == "gm_dice" else text
        yield HarmStep(step.n, text, state, note(show, injury, step))


def note(show: Show, injury: Injury, step: Step) -> str:
    """What came of a step that is past."""
    if step.do == "armor" and injury.worn:
        return say("harm_note.armor", n=injury.armor)
    if step.do == "gm_dice" and injury.dice:
        return say("harm_note.dice", faces=", ".join(str(face) for face in injury.dice))
    return ""


def armor(show: Show, injury: Injury) -> str:
    every = take_harm.armor_of(show, injury.on)
    return next((one.name for one in every if one.id == injury.worn), "")


def answering(show: Show, seat: Seat, injury: Injury, step: Step | None) -> Making | None:
    hero = show.cast.get(injury.on)
    if hero is None or step is None or step.do != "optional_moves":
        return None
    found = (show.shelf.item(id) for id in answers(show, hero, injury, step))
    told = tuple(deed for deed in found if isinstance(deed, Story))
    begun = take_harm.pending(show, injury)
    return making(show, hero, f"answer-{injury.id}", told) if told and not begun else None


def waits(show: Show, seat: Seat, injury: Injury, what: str, mine: bool) -> str:
    if what == "gm_dice":
        return "" if seat.gm else say("note.waits_harm_gm")
    return "" if mine else say("note.waits_harm", name=show.name(injury.on))


# -- You die, and coming back (MU-104 … MU-107) ------------------------------------------------


class Fate(Block, frozen=True):
    """Somebody at the end of their Health, or away until they come back (MU-104 … MU-107)."""

    who: str = ""
    name: str = ""
    player: str = ""
    mine: bool = False
    gm: bool = False
    dying: bool = False
    choices: tuple[tuple[str, tuple[Bit, ...]], ...] = ()
    scar: str = ""
    scene_over: bool = False
    waits: str = ""


def fate(show: Show, seat: Seat, hero: Character) -> Fate:
    deed = show.shelf.item(hero.dying)
    choices = deed.choices if isinstance(deed, Deed) else ()
    scar = next((s.text for s in hero.statuses if s.id == hero.scar), "")
    over = show.scene != hero.left or not show.scene_open
    mine = hero.player == seat.id
    return Fate(
        about=fate_of(hero),
        who=hero.id,
        name=hero.name,
        player=show.name(hero.player),
        mine=mine,
        gm=seat.gm,
        dying=bool(hero.dying),
        choices=tuple((one.id, bits(show, one.text)) for one in choices),
        scar=scar,
        scene_over=over,
        waits=lingering(show, seat, hero, mine, over),
    )


def lingering(show: Show, seat: Seat, hero: Character, mine: bool, over: bool) -> str:
    """What still has to be, before they come back."""
    if hero.dying:
        return "" if mine else say("fate.waits_choice", name=show.name(hero.player))
    if not over:
        return say("fate.waits_scene", name=hero.name)
    if dying.scars(hero) and not hero.scar:
        return "" if seat.gm else say("fate.waits_scar")
    return "" if mine else say("fate.waits_account", name=show.name(hero.player))
