"""Making as it is told: characters, things to carry, home-made things, adventures.

Every step on a sheet in the making is told to whoever makes it; the others hear when it is begun
and finished. What the Director alone knows is told to the Director alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablefolk.core.game import Event, Line, Seat
from tablefolk.core.words import begun
from tablefolk.games.shapers_and_bots.page.words import one, say
from tablefolk.games.shapers_and_bots.rules import (
    adventures,
    bots,
    bringing,
    building,
    extras,
    gear,
    homemade,
    numbers,
    people,
    sheet,
    skills,
)
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

Teller = Callable[[World, Any, Seat], Line | None]
Facts = dict[str, Any]


# -- How a line is made --------------------------------------------------------------------------


def told(key: str, kind: str = "did", /, **facts: Any) -> Line:
    """A sentence of the story, with the rule by which it happened."""
    event, _, case = key.partition("_")
    case = case and f"_{case}"
    rule = say(f"{event}.rule{case}") if f"{event}.rule{case}" in say else ""
    text = say(f"{event}.told{case}", **facts)
    return Line(begun(text), kind, rule=rule)


def may_know(world: World, who: str, seat: Seat) -> bool:
    """Whether a seat knows somebody at all: extras are the Director's until they are met."""
    hero = world.cast.get(who)
    return seat.gm or (hero is not None and not hero.extra)


def named(world: World, who: str) -> str:
    """What somebody is called in the story; a sheet without a name by its species."""
    hero = world.cast.get(who)
    if hero is None or hero.name:
        return world.name(who)
    return say("labels.nameless", kind=kind_of(world, hero))


def kind_of(world: World, hero: Character) -> str:
    return species_name(world, hero.species)


def species_name(world: World, id: str) -> str:
    found = world.find_species(id)
    return (found.name if found else say("labels.bot")).lower()


def because(reason: str) -> str:
    return say("words.because", reason=reason) if reason else ""


def about_sheet(key: str, facts: Callable[[World, Any], Facts], kind: str = "did") -> Teller:
    """Something about somebody's sheet, for those who know them."""

    def tell(world: World, e: Any, seat: Seat) -> Line | None:
        if not may_know(world, e.who, seat):
            return None
        return told(key, kind, **{"name": named(world, e.who), **facts(world, e)})

    return tell


def in_play(key: str, facts: Callable[[World, Any], Facts]) -> Teller:
    """A step on a sheet: for whoever makes it; for everybody once an adventure runs."""
    tell = about_sheet(key, facts)
    return lambda w, e, seat: tell(w, e, seat) if w.running or makes(w, e.who, seat) else None


def to_oneself(key: str, facts: Callable[[World, Any], Facts]) -> Teller:
    tell = about_sheet(key, facts)
    return lambda world, e, seat: tell(world, e, seat) if makes(world, e.who, seat) else None


def makes(world: World, who: str, seat: Seat) -> bool:
    """Whether this is one's own sheet; the Director's are those of extras, and dropped ones."""
    hero = world.cast.get(who)
    return seat.gm if hero is None or hero.extra else hero.player == seat.id


def for_the_director(key: str, facts: Callable[[World, Any], Facts]) -> Teller:
    return lambda world, e, seat: told(key, **facts(world, e)) if seat.gm else None


def nothing(world: World, e: Any) -> Facts:
    return {}


def label(world: World, e: Any) -> Facts:
    return {"what": sheet.label(world, e.key)}


# -- People (SB-2, SB-3, SB-104) -----------------------------------------------------------------


def handed_over(world: World, e: people.HandedOver, seat: Seat) -> Line | None:
    if e.to:
        return told("HandedOver", name=e.name or named(world, e.who), to=world.name(e.to))
    known = seat.gm or seat.id == e.was
    return told("HandedOver_back", name=e.name, was=world.name(e.was)) if known else None


def sheet_dropped(world: World, e: people.SheetDropped, seat: Seat) -> Line | None:
    return told("SheetDropped", name=e.name or say("words.a_sheet")) if seat.gm else None


# -- Sheets (SB-36 … SB-84) ----------------------------------------------------------------------


def sheet_begun(world: World, e: building.SheetBegun, seat: Seat) -> Line | None:
    kind = one(species_name(world, e.species))
    if e.player:
        return told("SheetBegun", player=world.name(e.player), kind=kind)
    return told("SheetBegun_extra", kind=kind) if seat.gm else None


def ready_taken(world: World, e: building.ReadyTaken, seat: Seat) -> Line | None:
    facts = {"name": e.sheet.name, "kind": one(kind_of(world, e.sheet))}
    if e.sheet.player:
        return told("ReadyTaken", player=world.name(e.sheet.player), **facts)
    return told("ReadyTaken_extra", **facts) if seat.gm else None


def character_brought(world: World, e: bringing.CharacterBrought, seat: Seat) -> Line | None:
    facts = {"name": named(world, e.sheet.id), "kind": one(kind_of(world, e.sheet))}
    if not e.sheet.player:
        return told("ReadyTaken_extra", **facts) if seat.gm else None
    key = "CharacterBrought" if e.sheet.finished else "CharacterBrought_draft"
    return told(key, player=world.name(e.sheet.player), **facts)


def sheet_finished(world: World, e: building.SheetFinished, seat: Seat) -> Line | None:
    hero = world.cast.get(e.who)
    if hero is None or not may_know(world, e.who, seat):
        return None
    kind = kind_of(world, hero)
    if hero.extra:
        return told("SheetFinished_extra", name=e.name, kind=one(kind))
    return told("SheetFinished", player=world.name(hero.player), name=e.name, kind=kind)


def number_fixed(world: World, e: numbers.NumberFixed, seat: Seat) -> Line | None:
    if not may_know(world, e.who, seat):
        return None
    facts: Facts = {"name": named(world, e.who), "what": sheet.label(world, e.key)}
    facts |= {"value": sheet.signed(e.value) if e.key != "HP" else str(e.value)}
    facts |= {"why": because(e.reason)}
    if e.unset:
        return told("NumberFixed_first", "ruled", **facts)
    return told("NumberFixed", "ruled", was=sheet.signed(e.was), **facts)


def feature_name(world: World, id: str) -> str:
    found = world.bot_feature(id) or world.bot_penalty(id)
    return found.name if found else id


# -- Things to carry (SB-87, SB-89) --------------------------------------------------------------


def item_given(world: World, e: gear.ItemGiven, seat: Seat) -> Line | None:
    hero = world.cast.get(e.who)
    if hero is None or not hero.finished or not may_know(world, e.who, seat):
        return None
    thing = e.item.name
    if e.giver and may_know(world, e.giver, seat):
        return told("ItemGiven_from", name=e.name, thing=thing, giver=named(world, e.giver))
    return told("ItemGiven", name=named(world, e.who), thing=thing)


def item_taken(world: World, e: gear.ItemTaken, seat: Seat) -> Line | None:
    hero = world.cast.get(e.who)
    if hero is None or not hero.finished or not may_know(world, e.who, seat):
        return None
    return told("ItemTaken", name=e.name, thing=e.item.name)


# -- Home-made things (SB-172) -------------------------------------------------------------------


def homemade_added(world: World, e: homemade.HomemadeAdded, seat: Seat) -> Line | None:
    """What comes with an adventure may be a surprise: a file is the Director's news."""
    if e.file:
        return told("HomemadeAdded_file", name=e.name) if seat.gm else None
    return told("HomemadeAdded", name=e.name)


# -- Adventures (SB-1, SB-4, SB-7, SB-175, SB-176) -----------------------------------------------


def handout_given(world: World, e: adventures.HandoutGiven, seat: Seat) -> Line | None:
    given = e.handout
    if not (seat.gm or not given.to or seat.id in given.to):
        return None
    return told("HandoutGiven", title=given.title, text=given.text)


def timer_started(world: World, e: adventures.TimerStarted, seat: Seat) -> Line | None:
    """A debate or a held breath is everybody's to know; other timers are the Director's."""
    hero = world.cast.get(e.timer.who)
    if not seat.gm and (e.timer.kind == "other" or (hero is not None and hero.extra)):
        return None
    who = say("words.of", name=hero.name) if hero else ""
    return told("TimerStarted", label=e.timer.label, who=who)


def timer_stopped(world: World, e: adventures.TimerStopped) -> Facts:
    return {"label": e.label, "counted": say("words.counted", n=e.minutes) if e.adventure else ""}


TOLD: dict[type[Event], Teller] = {
    people.HandedOver: handed_over,
    people.PlayedAs: lambda w, e, s: told("PlayedAs", player=w.name(e.member), name=e.name),
    people.SheetDropped: sheet_dropped,
    people.Described: to_oneself("Described", nothing),
    people.StoryLeft: about_sheet("StoryLeft", nothing),
    people.StoryJoined: about_sheet("StoryJoined", nothing),
    numbers.NumberFixed: number_fixed,
    numbers.NumberFreed: about_sheet("NumberFreed", label, "ruled"),
    numbers.BlackBeltGranted: lambda w, e, s: about_sheet(
        "BlackBeltGranted" if e.yes else "BlackBeltGranted_not", nothing, "ruled"
    )(w, e, s),
    building.SheetBegun: sheet_begun,
    building.ReadyTaken: ready_taken,
    bringing.CharacterBrought: character_brought,
    building.SpeciesChosen: to_oneself(
        "SpeciesChosen",
        lambda w, e: {"kind": one(species_name(w, e.species)), "was": one(species_name(w, e.was))},
    ),
    building.FeatureChanged: in_play(
        "FeatureChanged",
        lambda w, e: {"what": sheet.label(w, e.feature), "by": sheet.signed(e.change)},
    ),
    building.PointsSpread: in_play("PointsSpread", nothing),
    building.CharacterNamed: about_sheet("CharacterNamed", lambda w, e: {"name": e.name}),
    building.SheetFinished: sheet_finished,
    building.SheetReopened: about_sheet(
        "SheetReopened", lambda w, e: {"why": because(e.reason)}, "ruled"
    ),
    skills.SpecialtyNamed: in_play("SpecialtyNamed", label),
    skills.SpecialtyForgotten: in_play("SpecialtyForgotten", label),
    skills.SkillBought: in_play(
        "SkillBought", lambda w, e: {**label(w, e), "value": sheet.signed(e.rating)}
    ),
    skills.BundleTaken: in_play("BundleTaken", nothing),
    skills.ShaperMade: about_sheet(
        "ShaperMade", lambda w, e: {"what": sheet.label(w, f"shaping:{e.kind}")}
    ),
    skills.ShaperUnmade: about_sheet("ShaperUnmade", nothing),
    bots.LocomotionChosen: in_play("LocomotionChosen", lambda w, e: {"way": e.locomotion}),
    bots.PartDropped: in_play("PartDropped", lambda w, e: {"what": feature_name(w, e.feature)}),
    bots.PenaltyDropped: in_play(
        "PenaltyDropped", lambda w, e: {"what": feature_name(w, e.penalty)}
    ),
    bots.PartTaken: in_play("PartTaken", lambda w, e: {"what": feature_name(w, e.part.feature)}),
    bots.PenaltyTaken: in_play("PenaltyTaken", lambda w, e: {"what": feature_name(w, e.penalty)}),
    bots.NoseAllowed: lambda w, e, s: about_sheet(
        "NoseAllowed" if e.yes else "NoseAllowed_not", nothing, "ruled"
    )(w, e, s),
    gear.ItemGiven: item_given,
    gear.ItemTaken: item_taken,
    gear.ArmorWorn: lambda w, e, s: about_sheet(
        "ArmorWorn" if e.wear else "ArmorWorn_off", lambda w, e: {"armor": e.armor}
    )(w, e, s),
    gear.SizeRuled: about_sheet(
        "SizeRuled",
        lambda w, e: {"thing": e.label, "size": say(f"size.{e.size}"), "why": because(e.reason)},
        "ruled",
    ),
    gear.ReloadRuled: about_sheet(
        "ReloadRuled",
        lambda w, e: {"thing": e.label, "n": e.actions, "why": because(e.reason)},
        "ruled",
    ),
    homemade.HomemadeAdded: homemade_added,
    homemade.HomemadeDropped: for_the_director("HomemadeDropped", lambda w, e: {"name": e.name}),
    extras.ExtraMade: for_the_director("ExtraMade", lambda w, e: {"name": e.sheet.name}),
    adventures.AdventureWritten: for_the_director(
        "AdventureWritten", lambda w, e: {"title": e.adventure.title}
    ),
    adventures.NotedDown: for_the_director("NotedDown", lambda w, e: {"title": e.note.title}),
    adventures.NoteStruck: for_the_director("NoteStruck", nothing),
    adventures.SecretNoted: for_the_director("SecretNoted", lambda w, e: {"name": named(w, e.who)}),
    adventures.AdventureStarted: lambda w, e, s: told("AdventureStarted", "scene", title=e.title),
    adventures.AdventureEnded: lambda w, e, s: told("AdventureEnded", "closed", title=e.title),
    adventures.ClockSet: lambda w, e, s: told("ClockSet", text=e.text),
    adventures.TimerStarted: timer_started,
    adventures.TimerStopped: for_the_director("TimerStopped", timer_stopped),
    adventures.HandoutGiven: handout_given,
}
