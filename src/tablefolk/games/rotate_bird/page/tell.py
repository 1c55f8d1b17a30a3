"""What happened, in words for each seat; None where it is not for them, or the table tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from tablefolk.core.game import Drawn, Event, Line, Seat
from tablefolk.core.words import begun, listing, phrases, sentence
from tablefolk.games.rotate_bird.rules import (
    bringing,
    challenges,
    creation,
    edges,
    fallout,
    fallout_tables,
    incident,
    npcs,
    opposition,
    recovery,
    rewards,
    rolling,
    symbols,
    tapping,
    tests,
    tracks,
    variants,
    worksheet,
)
from tablefolk.games.rotate_bird.rules.challenges import kinds
from tablefolk.games.rotate_bird.rules.packs import Symbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import (
    BEING,
    DOING,
    LINKS,
    Fact,
    Label,
    Test,
    factor_of,
)

say = phrases("tablefolk.games.rotate_bird")
PEOPLE = {"who", "player", "by", "to", "was", "leader", "beneficiary", "npc", "strikes"}
PICTURES = {"symbol", "symbols", "was", "now", "again"}
KINDS: dict[type[Event], str] = {
    rolling.PoolRolled: "threw",
    rolling.DiePicked: "threw",
    rolling.TrackFilled: "threw",  # as loud as the die that did it (RB-111, RB-115)
    fallout.FalloutRolled: "threw",
    symbols.MarkCorrected: "ruled",
    symbols.SymbolCorrected: "ruled",
    opposition.NpcCorrected: "ruled",
    incident.CircleCorrected: "ruled",
    tracks.BoxesSet: "ruled",
    recovery.SessionRecovered: "scene",
    rewards.AdvanceGiven: "scene",
}


def tell(bird: Bird, event: Any, seat: Seat) -> Line | None:
    """One event for one seat."""
    key, owner = type(event).__name__, getattr(event, "owner", "")
    if owner and (seat.by or owner != seat.id):  # on a worksheet of somebody's own (RB-175)
        return None
    variant = VARIANTS.get(type(event), plain)(bird, event, seat)
    if variant is None or f"{key}.told{variant}" not in say:
        return None
    facts = facts_of(bird, event)
    if more := MORE.get(type(event)):
        facts |= more(bird, event)
    written = say(f"{key}.told{variant}", **facts).strip()
    found = [drawn(bird.find_symbol(id), id) for id in _PLACE.findall(written)]
    kind = KINDS.get(type(event), "did")
    case = CASES[type(event)](bird, event) if type(event) in CASES else variant
    return Line(words_of(bird, written), kind, rule=rule_of(key, case), drawn=tuple(found))


def rule_of(key: str, case: str) -> str:
    """The rule by which it happened: that of the very case, else that of the event."""
    of = next((k for k in (f"{key}.rule{case}", f"{key}.rule") if k in say), "")
    return say(of) if of else ""


# -- Symbols in sentences (RB-10) ----------------------------------------------------------------
# While a sentence is put together a symbol is held by its id, between two characters that no
# sentence has; then it becomes words, and the page is told where a picture goes.

_PLACE = re.compile("\ue0b0([^\ue0b0\ue0b1]+)\ue0b1")


def picture(bird: Bird, id: str) -> str:
    """The place of a symbol in a sentence."""
    return f"\ue0b0{id}\ue0b1" if bird.find_symbol(id) else id


def words_of(bird: Bird, written: str) -> str:
    """The sentence with its symbols as chat form and name."""
    return _PLACE.sub(lambda found: drawn(bird.find_symbol(found[1]), found[1]).text, written)


def drawn(symbol: Symbol | None, id: str) -> Drawn:
    if symbol is None:
        return Drawn(id, id)
    text = say("words.symbol", emoji=symbol.emoji, name=symbol.called)
    return Drawn(text, symbol.name, symbol.emoji, symbol.icon, symbol.drawing, symbol.called)


# -- Facts for the sentences -------------------------------------------------------------------


def facts_of(bird: Bird, event: Any) -> dict[str, Any]:
    """The event's fields; people, symbols, traits, tests and tracks as people call them."""
    facts = {name: getattr(event, name) for name in event.__struct_fields__}
    for name, value in facts.items():
        facts[name] = called(bird, name, value)
    if isinstance(getattr(event, "test", None), int):
        facts |= about_test(bird, bird.tests.get(event.test))
    if isinstance(event, tracks.BoxesSet):
        facts["reason"] = sentence(begun(event.reason))
    return facts


def called(bird: Bird, name: str, value: Any) -> Any:
    """One field of an event, in words where there are some."""
    if isinstance(value, Label):
        return labelled(bird, value)
    if name == "track" and isinstance(value, int):
        return bird.tracks[value].name if value in bird.tracks else say("words.a_track")
    texts = (value,) if isinstance(value, str) else value
    if not isinstance(texts, tuple) or not all(isinstance(text, str) for text in texts):
        return value
    if name in PICTURES and all(bird.find_symbol(text) for text in texts):
        return pictures(bird, texts)
    return listing(bird.name(text) for text in texts) if name in PEOPLE else value


def pictures(bird: Bird, ids: Iterable[str]) -> str:
    return listing(picture(bird, id) for id in ids)


def labelled(bird: Bird, label: Label) -> str:
    """A trait or an edge by its pictures and its name, as they were then."""
    shown = pair(bird, label.symbols)
    if label.name and shown:
        return say("words.doing", name=label.name, symbols=shown)
    return shown or (f"“{label.name}”" if label.name else say("words.an_edge"))


def about_test(bird: Bird, test: Test | None) -> dict[str, Any]:
    """Whose test it is, and what they tried."""
    if test is None:
        return {"leader": say("words.somebody"), "tried": say("words.something")}
    known = test.leader in bird.cast
    leader = bird.name(test.leader) if known else say("words.somebody")
    return {"leader": leader, "tried": test.intent}


def frame(bird: Bird, e: Test | tests.Framed, challenge: str = "") -> str:
    """What a test is tied to, in brackets."""
    parts = [say("words.toward", name=called(bird, "track", e.progress))] if e.progress else []
    parts += [say("words.under", name=called(bird, "track", e.disaster))] if e.disaster else []
    parts += [say("words.against", name=bird.name(e.npc))] if e.npc else []
    parts += [say("words.needs", text=e.needs_doing)] if e.needs_doing else []
    parts += [challenge] if challenge else []
    return say("words.how", parts=", ".join(parts)) if parts else ""


# -- What some sentences need beside the fields ------------------------------------------------


def test_opened(bird: Bird, e: tests.TestOpened) -> dict[str, Any]:
    test = e.test
    special = kinds(test.called) if test.called else ""
    return {
        "leader": bird.name(test.leader),
        "beneficiary": bird.name(test.beneficiary),
        "intent": test.intent,
        "how": frame(bird, test, special),
    }


def tapped(bird: Bird, e: tapping.TraitTapped) -> dict[str, Any]:
    why = say("words.why", text=e.tap.why) if e.tap.why else say("words.why_aloud")
    return {"who": bird.name(e.tap.who), "symbol": picture(bird, e.tap.symbol), "why": why}


def picked(bird: Bird, e: rolling.DiePicked) -> dict[str, Any]:
    result = say(f"labels.result.{'success' if e.success else 'failure'}")
    return {"result": listing((result, say(f"labels.fallout.{e.fallout}")))}


def earned(bird: Bird, e: rolling.EdgeEarned) -> dict[str, Any]:
    return {"who": bird.name(e.who)}


def being_rolled(bird: Bird, e: creation.BeingRolled) -> dict[str, Any]:
    """What was rolled, and what has to be rolled again."""
    shown = pictures(bird, (t.symbol for t in e.traits))
    repeats = pictures(bird, e.again) if e.again else ""
    return {"shown": shown, "again": say("words.again", shown=repeats) if repeats else ""}


def doing_rolled(bird: Bird, e: creation.DoingRolled) -> dict[str, Any]:
    shown = listing(pair(bird, t.symbols) for t in e.traits)
    repeats = listing(pair(bird, symbols) for symbols in e.again)
    return {"shown": shown, "again": say("words.again", shown=repeats) if repeats else ""}


def pair(bird: Bird, ids: Iterable[str]) -> str:
    return " + ".join(picture(bird, id) for id in ids)


def npc_rolled(bird: Bird, e: npcs.NpcMade | npcs.NpcTraitsRolled) -> dict[str, Any]:
    made = e.npc if isinstance(e, npcs.NpcMade) else e
    being, doing = getattr(made, "being", ()), getattr(made, "doing", ())
    shown = listing(
        [*(picture(bird, t.symbol) for t in being), *(pair(bird, t.symbols) for t in doing)]
    )
    repeats = pictures(bird, e.again)
    facts = {"again": say("words.again", shown=repeats) if repeats else ""}
    if isinstance(e, npcs.NpcMade):
        return facts | {"name": e.npc.name, "shown": f", {shown}" if shown else ""}
    return facts | {"shown": shown}


def challenge_set(bird: Bird, e: challenges.ChallengeSet) -> dict[str, Any]:
    test = bird.tests.get(e.test)
    now = Test(0, "", "", called=e.called, threat=e.threat).challenge
    facts = about_test(bird, test) | {"kinds": kinds(now)}
    facts["cleared"] = say("words.cleared") if e.cleared else ""
    facts["refunded"] = say("words.refunded") if e.refunded else ""
    return facts


def fact_written(bird: Bird, e: worksheet.FactWritten) -> dict[str, Any]:
    return {
        "by": bird.name(e.fact.by),
        "text": e.fact.text,
        "symbol": picture(bird, e.symbol) if e.symbol else "",
        "about": about_fact(bird, e.fact, e.owner),
    }


def about_fact(bird: Bird, fact: Fact, owner: str) -> str:
    """The Factor a fact is about, or the two it connects, its own side first."""
    sheet = bird.worksheets.get(owner)
    factors = sheet.factors if sheet else ()
    ends = (factor_of(fact.circle),) if fact.circle else LINKS[fact.link]
    first = sorted(ends, key=lambda end: end != fact.seen_from)
    return listing(picture(bird, factors[end - 1]) for end in first if end <= len(factors))


def renamed(bird: Bird, e: rewards.SymbolSwapped | rewards.SymbolAdded) -> dict[str, Any]:
    return {"renamed": say("words.renamed", name=e.name) if e.name else ""}


def combo_made(bird: Bird, e: variants.ComboMade) -> dict[str, Any]:
    return {
        "people": listing(bird.name(part.who) for part in e.combo.parts),
        "name": e.combo.name,
        "symbols": pair(bird, variants.combo_symbols(bird, e.combo)),
    }


MORE: dict[type[Event], Callable[[Bird, Any], dict[str, Any]]] = {
    symbols.PackLoaded: lambda b, e: {"name": e.pack.name},
    creation.ReadyMadeTaken: lambda b, e: {
        "who": e.sheet.name,
        "title": e.sheet.title,
        "player": b.name(e.sheet.player),
    },
    bringing.CharacterBrought: lambda b, e: {
        "who": e.sheet.name,
        "player": b.name(e.sheet.player),
        "shown": pictures(b, (trait.symbol for trait in e.sheet.being)),
    },
    creation.BeingRolled: being_rolled,
    creation.DoingRolled: doing_rolled,
    creation.DoingNamed: lambda b, e: {
        "symbols": pair(b, e.symbols),
        "powers": listing(labelled(b, label) for label in e.powers),
    },
    tests.TestOpened: test_opened,
    tests.Framed: lambda b, e: {"how": frame(b, e) or f" {say('words.plain')}"},
    tapping.TraitTapped: tapped,
    tapping.TraitRuled: lambda b, e: {"note": say("words.note", text=e.note) if e.note else ""},
    rolling.PoolRolled: lambda b, e: {"dice": " ".join(map(str, e.dice))},
    rolling.DiePicked: picked,
    rolling.EdgeEarned: earned,
    edges.EdgeAwarded: lambda b, e: {"symbols": pair(b, e.edge.symbols), "to": b.name(e.to)},
    edges.EdgeGiven: lambda b, e: {"was": b.name(e.was)},
    fallout.FalloutRolled: lambda b, e: {
        "symbols": pictures(b, dict.fromkeys(e.symbols)),
    },
    fallout_tables.FalloutPrepared: lambda b, e: {
        "name": e.table.name,
        "symbols": pictures(b, e.table.symbols),
    },
    recovery.Recovered: lambda b, e: {"shown": listing(f"“{name}”" for name in e.names)},
    tracks.TrackMade: lambda b, e: {"name": e.track.name, "boxes": e.track.boxes},
    challenges.ChallengeSet: challenge_set,
    npcs.NpcMade: npc_rolled,
    npcs.NpcTraitsRolled: npc_rolled,
    rewards.SymbolSwapped: renamed,
    rewards.SymbolAdded: lambda b, e: {"shown": pair(b, e.now)} | renamed(b, e),
    worksheet.FactorsSet: lambda b, e: {"shown": pictures(b, e.factors)},
    worksheet.FactWritten: fact_written,
    incident.FactReworded: lambda b, e: {"now": e.now},
    variants.ComboMade: combo_made,
    variants.ComboRenamed: lambda b, e: {"was": e.was, "now": e.now},
}


# -- Who may know, and which of several ways to say it -----------------------------------------


def plain(bird: Bird, e: Any, seat: Seat) -> str | None:
    return ""


def for_the_gm(bird: Bird, e: Any, seat: Seat) -> str | None:
    return "" if seat.gm else None


def met(bird: Bird, e: opposition.NpcCorrected, seat: Seat) -> str | None:
    """What becomes of an NPC the players have not met is the GM's (TF-28)."""
    npc = bird.npcs.get(e.npc)
    known = seat.gm or (npc is not None and npc.known)
    return ("" if e.marked else "_clear") if known else None


def npc_rolled_for(bird: Bird, e: npcs.NpcTraitsRolled, seat: Seat) -> str | None:
    if not seat.gm:
        return None
    return "" if e.being or e.doing else "_none"


def paid(bird: Bird, e: fallout.OffsetPaid, seat: Seat) -> str | None:
    return f"_{e.kind}" + ("_forced" if e.forced else "")


def challenged(bird: Bird, e: challenges.ChallengeSet, seat: Seat) -> str | None:
    return "" if e.called or e.threat else "_ordinary"


def fact_kind(bird: Bird, e: worksheet.FactWritten, seat: Seat) -> str | None:
    return "_being" if e.fact.circle else "_doing" if e.symbol else "_second"


def started(bird: Bird, e: worksheet.WorksheetStarted, seat: Seat) -> str | None:
    mine = e.by == seat.id and not seat.by
    return f"_{e.mode}" if e.mode == "group" or mine else None


def rolled_anew(traits: tuple[Any, ...], all_of_them: int) -> str:
    """All at once, some more after a repeat, or nothing new."""
    return "_none" if not traits else "" if len(traits) == all_of_them else "_more"


def named(bird: Bird, e: creation.DoingNamed, seat: Seat) -> str | None:
    """Three powers are told in one line once all have a name; one by one to their player alone."""
    hero = bird.cast.get(e.who)
    mine = hero is not None and hero.player == seat.id
    return "_all" if e.powers else "" if e.was or mine else None


def kind_of(bird: Bird, e: rolling.TrackFilled | tracks.TrackSettled) -> str:
    track = bird.tracks.get(e.track)
    return f"_{track.kind}" if track else "_progress"


VARIANTS: dict[type[Event], Callable[[Bird, Any, Seat], str | None]] = {
    symbols.TitleRead: lambda b, e, s: "" if e.text else "_none",
    symbols.PictureReplaced: lambda b, e, s: "" if e.drawing else "_back",
    symbols.MarkCorrected: lambda b, e, s: "" if e.marked else "_clear",
    bringing.CharacterBrought: lambda b, e, s: "" if e.sheet.being else "_none",
    creation.BeingRolled: lambda b, e, s: rolled_anew(e.traits, BEING),
    creation.DoingRolled: lambda b, e, s: rolled_anew(e.traits, DOING),
    creation.DoingNamed: named,
    creation.ThemeSet: lambda b, e, s: "_trait" if e.trait else "_who" if e.who else "",
    tests.TestOpened: lambda b, e, s: "_setup" if e.test.beneficiary else "",
    tapping.TraitTapped: lambda b, e, s: "_help" if e.help else "",
    tapping.TraitRuled: lambda b, e, s: f"_{e.ruling}",
    rolling.EdgeEarned: lambda b, e, s: f"_{e.edge.source}",
    rolling.TrackFilled: lambda b, e, s: kind_of(b, e),
    edges.EdgeGiven: lambda b, e, s: "_handed" if e.test else "",
    edges.EdgeFlagged: lambda b, e, s: "" if e.transferable else "_not",
    fallout.FalloutRolled: lambda b, e, s: (
        "_doubles" if len(e.dice) == 2 and len(set(e.dice)) == 1 else ""
    ),
    fallout.OffsetPaid: paid,
    fallout.ReadingAsked: lambda b, e, s: "_who" if e.who else "",
    fallout_tables.FalloutPrepared: for_the_gm,
    fallout_tables.FalloutDropped: for_the_gm,
    recovery.Recovered: lambda b, e, s: "" if e.traits else "_points",
    tracks.TrackMade: lambda b, e, s: f"_{e.track.kind}",
    tracks.TrackSettled: lambda b, e, s: "" if e.text else kind_of(b, e),
    challenges.ChallengeSet: challenged,
    npcs.NpcMade: for_the_gm,
    npcs.NpcTraitsRolled: npc_rolled_for,
    npcs.NpcEdited: for_the_gm,
    npcs.NpcDoingEdited: for_the_gm,
    npcs.NpcTraitDropped: for_the_gm,
    npcs.NpcChallengesSet: for_the_gm,
    opposition.NpcRemoved: lambda b, e, s: "" if e.known or s.gm else None,
    opposition.NpcCorrected: met,
    rewards.AdvanceGiven: lambda b, e, s: f"_{e.kind}",
    worksheet.WorksheetStarted: started,
    worksheet.LaidAside: lambda b, e, s: "_all" if e.by == b.gm else "",
    worksheet.TakenUp: lambda b, e, s: "_all" if e.by == b.gm else "",
    worksheet.FactorsSet: lambda b, e, s: "" if e.factors else "_again",
    worksheet.FactWritten: fact_kind,
    variants.Boarded: lambda b, e, s: "" if e.aboard else "_off",
}


# -- By which rule, where the words do not differ ------------------------------------------------


def untapped(bird: Bird, e: tapping.Untapped) -> str:
    test = bird.tests.get(e.test)
    return "_help" if test and test.leader != e.who else ""


def checked(bird: Bird, e: rolling.BoxChecked) -> str:
    track = bird.tracks.get(e.track)
    return f"_{track.kind}" if track else ""


def offset_by(bird: Bird, e: fallout.OffsetPaid) -> str:
    """A doing-form edge has two symbols, and a rule of its own."""
    kind = "power" if e.kind == "edge" and len(e.label.symbols) > 1 else e.kind
    return f"_{kind}" + ("_forced" if e.forced else "")


CASES: dict[type[Event], Callable[[Bird, Any], str]] = {
    tapping.Untapped: untapped,
    rolling.BoxChecked: checked,
    tracks.TrackSettled: kind_of,
    edges.EdgeAwarded: lambda b, e: f"_{e.edge.form}",
    edges.MeaningSaid: lambda b, e: "_doing" if len(e.label.symbols) > 1 else "",
    fallout.OffsetPaid: offset_by,
    npcs.NpcMade: lambda b, e: "_rolled" if e.dice else "",
    rewards.SymbolSwapped: lambda b, e: "_own" if e.made else "",
    rewards.SymbolAdded: lambda b, e: "_instead" if len(e.was) > 2 else "",
    worksheet.CircleRolled: lambda b, e: f"_{e.kind}",
}
