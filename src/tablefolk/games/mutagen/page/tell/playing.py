"""Play as it is told: moves, rolls, harm, bars, facts, sessions, each with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablefolk.core.book import changes_of
from tablefolk.core.game import Event, Line, Seat
from tablefolk.core.recap import joined
from tablefolk.core.words import listing
from tablefolk.games.mutagen.page.blocks.play import ThrowCard
from tablefolk.games.mutagen.page.offers.proposals import plain, signed
from tablefolk.games.mutagen.page.offers.rolling import staged_words
from tablefolk.games.mutagen.page.tell.making import Teller
from tablefolk.games.mutagen.page.view.moves import band_name
from tablefolk.games.mutagen.page.view.odds import pieces
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.playbooks.model import Deed, Story
from tablefolk.games.mutagen.rules import (
    bars,
    cast,
    closing,
    death,
    disputes,
    dying,
    effects,
    facts,
    harm,
    leveling,
    limits,
    outcomes,
    owing,
    proposing,
    rating,
    resources,
    results,
    rolling,
    sessions,
    speaking,
    statuses,
    take_harm,
    weaving,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Fact, Injury, OpenMove, Owed, Running, Status

Facts = dict[str, Any]
PEOPLE = ("who", "on", "by")
ITEMS = ("resource", "source", "item", "make")


# -- Facts for the sentences -------------------------------------------------------------------


def facts_of(show: Show, event: Any) -> Facts:
    """The event's fields, in words where there are some."""
    found: Facts = {"the": ""}
    for name in event.__struct_fields__:
        found |= worded(show, name, getattr(event, name))
    return found


def worded(show: Show, name: str, value: Any) -> Facts:
    match value:
        case OpenMove():
            return moved(show, value)
        case Status():
            return {"status": value.text}
        case Fact():
            return {"text": value.text, "by": show.name(value.by)}
        case Running():
            return {"effect": value.text}
        case Injury():
            return {"on": show.name(value.on), "n": value.harm, "from": origin(show, value.source)}
        case int() if name == "move" and value in show.moves:
            return {**moved(show, show.moves[value]), "number": value}
        case int() if name == "move" and value:
            return {**gone(), "number": value}
        case str() if name in PEOPLE:
            return {name: show.name(value)}
        case str() if name in ITEMS or (name == "move" and value):
            return {name: origin(show, value), f"{name}_by": by_move(show, value)}
        case str() if name in ("band", "was", "to") and band_name(show, value):
            return {name: band_name(show, value)}
    return {name: value}


def gone() -> Facts:
    """Of a move that was taken back: its entries are still read, struck out (TF-24)."""
    return {
        "move": say("tell_word.gone"),
        "through": "",
        "who": say("tell_word.somebody"),
        "how": "",
        "at": "",
    }


def moved(show: Show, move: OpenMove) -> Facts:
    """A move by its name, with those it is made through."""
    through = "".join(say("tell_word.through", move=show.called(id)) for id in move.chain[:-1])
    at = listing(show.name(target) for target in move.targets) if move.targets else ""
    return {
        "move": show.called(move.move),
        "through": through,
        "who": show.name(move.who),
        "how": move.how,
        "at": say("tell_word.at", whom=at) if at else "",
        "rated": rated(show, move),
    }


def rated(show: Show, move: OpenMove) -> str:
    """The number that whoever rolls has said, where the text leaves it to people (MU-47)."""
    found = rating.roll_of(show, move)
    if found is None or found[1] is None or found[0].by != "term":
        return ""
    terms = (t for t in found[1].terms if t.id == found[0].of and t.by == "unset")
    name = next((term.id.replace("_", " ") for term in terms), "")
    return say("tell_word.rated", name=name, n=signed(move.number)) if name else ""


def origin(show: Show, source: str) -> str:
    return show.called(source) if show.shelf.item(source) else source


def by_move(show: Show, source: str) -> str:
    """“, by Buy Resist”, where a move did it."""
    item = show.shelf.item(source)
    does = isinstance(item, Deed) and not isinstance(item, Story)  # a story move hurts by its tale
    return say("tell_word.by", move=show.called(source)) if does else ""


# -- More facts, and cases, for some -----------------------------------------------------------


def thrown(show: Show, e: rolling.DiceThrown) -> Facts:
    faces = " + ".join(str(face) for face in e.throw.dice)
    return {
        "faces": faces,
        "modifier": signed(e.throw.modifier),
        "total": e.throw.total,
        "band": band_name(show, e.throw.band),
    }


def throw_card(show: Show, e: rolling.DiceThrown) -> ThrowCard:
    move = show.moves.get(e.move)
    return ThrowCard(
        name=show.name(e.who),
        called=show.called(move.move) if move else "",
        dice=e.throw.dice,
        pieces=pieces(show, e.throw.parts),
        modifier=signed(e.throw.modifier),
        sum=e.throw.total,
        band=e.throw.band,
        band_name=band_name(show, e.throw.band),
    )


def outcome_facts(show: Show, e: outcomes.OutcomeWritten) -> Facts:
    staged = listing(staged_words(show, one) for one in e.outcome.staged)
    more = say("tell_word.staged", what=staged) if staged else ""
    text = joined((e.outcome.text,)) if more else e.outcome.text
    return {"text": text, "staged": more}


def asked(show: Show, e: owing.Owes) -> Facts:
    owed: Owed = e.owed
    by = show.name(owed.who) if owed.by == "player" else say("tell_word.gm")
    return {"who": by, "source": origin(show, owed.source), "prompt": plain(owed.prompt)}


def entity_facts(show: Show, e: Any) -> Facts:
    now = e.entity if isinstance(e, cast.EntityMade) else e.now
    return {"name": now.name, "kind": say(f"kind.{now.kind}")}


MORE: dict[type[Event], Callable[[Show, Any], Facts]] = {
    rolling.DiceThrown: thrown,
    outcomes.OutcomeWritten: outcome_facts,
    outcomes.EffectStaged: lambda s, e: {"what": staged_words(s, e.staged)},
    outcomes.StagedDropped: lambda s, e: {"what": staged_words(s, e.staged)},
    owing.Owes: asked,
    cast.EntityMade: entity_facts,
    cast.EntityChanged: entity_facts,
    speaking.MoveRemarked: lambda s, e: {
        "text": e.remark.text, "other": s.called(e.remark.suggests),
    },
    speaking.ModifierGiven: lambda s, e: {"value": signed(e.part.value), "why": e.part.name},
    speaking.ModifierDropped: lambda s, e: {"value": signed(e.part.value), "why": e.part.name},
    rolling.StatusExploited: lambda s, e: {"status": e.exploit.text, "how": e.exploit.how},
    proposing.MoveTagged: lambda s, e: {
        "tags": listing(say(f"tag.{tag}").replace("my ", "the ") for tag in e.tags)
    },
    results.ResultShared: lambda s, e: {
        "names": listing(s.name(w) for w in e.who), "n": len(e.who), "who": leader(s, e.move),
    },
    results.FollowRollsCalled: lambda s, e: {
        "names": listing(s.name(w) for w in awaited(e)), "n": len(awaited(e)),
    },
    results.BonusGiven: lambda s, e: {
        "value": signed(e.bonus.value), "source": s.called(e.bonus.source),
    },
    results.EffectsDelayed: lambda s, e: {
        "who": s.name(e.delayed.who), "until": say(f"until.{e.delayed.until or 'gm'}"),
    },
    sessions.DelayedHappened: lambda s, e: {
        "who": s.name(e.delayed.who), "source": s.called(e.delayed.source),
    },
    effects.Picked: lambda s, e: {"what": plain("; ".join(e.texts)).rstrip(".")},
    take_harm.ArmorUsed: lambda s, e: {"name": e.armor.name, "n": e.armor.rating},
    take_harm.HarmDiceThrown: lambda s, e: {"faces": ", ".join(str(f) for f in e.faces)},
    take_harm.HarmSettled: lambda s, e: {"given": listing(f"“{t.text}”" for t in e.statuses)},
    take_harm.StepReached: lambda s, e: {"text": step_text(s, e)},
    take_harm.HarmOver: lambda s, e: {"what": lost_points(s, e)},
    bars.BarMade: lambda s, e: {"title": e.bar.title, "n": e.bar.size},
    disputes.FictionDisputed: lambda s, e: {
        "by": s.name(e.dispute.by), "about": e.dispute.about,
    },
    limits.LimitKept: lambda s, e: {"text": e.limit.text},
    limits.Unfrozen: lambda s, e: {
        "how": say(f"tell_word.{e.how}"), "n": len(e.numbers),
    },
    limits.LimitsRecalled: lambda s, e: {"texts": "; ".join(e.texts)},
    sessions.LookedBack: lambda s, e: {"names": listing(s.name(who) for who in e.left)},
    leveling.XpClaimed: lambda s, e: {"text": statement(s, e)},
    cast.EntityArmed: lambda s, e: {"name": e.armor.name, "n": e.armor.rating},
    cast.EntityDisarmed: lambda s, e: {"name": e.armor.name},
    cast.SwitchedOn: lambda s, e: {"item": s.called(e.item)},
    outcomes.OutcomeAccepted: lambda s, e: {"name": s.name(e.who)},
    closing.FollowRolled: lambda s, e: {"name": s.name(e.who)},
    closing.FollowerExcused: lambda s, e: {"name": s.name(e.who)},
    results.ConsequenceResisted: lambda s, e: {"name": s.name(e.who)},
    rolling.MoveMade: lambda s, e: {"name": s.name(e.who)},
}  # fmt: skip


def leader(show: Show, number: int) -> str:
    move = show.moves.get(number)
    return show.name(move.who) if move else ""


def awaited(e: results.FollowRollsCalled) -> tuple[str, ...]:
    return tuple(roll.who for roll in e.following.rolls if not roll.excused)


def step_text(show: Show, e: take_harm.StepReached) -> str:
    injury = show.injuries.get(e.injury)
    steps = harm.steps_of(show, injury.procedure) if injury else ()
    return next((plain(step.text) for step in steps if step.n == e.step), "")


def lost_points(show: Show, e: take_harm.HarmOver) -> str:
    """Health, or what else this harm takes away; points, where it was taken back."""
    injury = show.injuries.get(e.injury)
    known = sorted(harm.lost_by(show, injury)) if injury else []
    return listing(show.called(one) for one in known) or say("tell_word.points", n=e.lost)


def statement(show: Show, e: leveling.XpClaimed) -> str:
    every = (said for one in leveling.checklists(show, show.cast[e.who]) for said in one.statements)
    found = next((said for said in every if said.id == e.statement), None)
    if found is None:
        return e.statement
    return found.mild if show.mild and found.mild else found.text


Case = str | None


def settled(show: Show, e: rolling.BandSettled, seat: Seat) -> Case:
    """How the goal fares, by the level that was declared; follow rolls tell of themselves."""
    move = show.moves.get(e.move)
    if move and move.follows:
        return None
    return f"_{e.goal}" if e.goal else "_plain"


def closed(show: Show, e: closing.MoveClosed, seat: Seat) -> Case:
    """The end of a move is told where words of the GM's were accepted."""
    move = show.moves.get(e.move)
    return "" if move and (move.outcome or not move.throw) and not move.follows else None


def hurt(show: Show, e: harm.HarmOpened, seat: Seat) -> Case:
    """From what, in words; or in the course of which move."""
    known = show.shelf.item(e.injury.source)
    return "_move" if known else "_from" if e.injury.source else ""


def stepped(show: Show, e: take_harm.StepReached, seat: Seat) -> Case:
    injury = show.injuries.get(e.injury)
    steps = harm.steps_of(show, injury.procedure) if injury else ()
    waits = next((step.do in harm.WAITS for step in steps if step.n == e.step), False)
    return "" if waits and not e.skipped else None


def feedback(show: Show, e: leveling.FeedbackGiven, seat: Seat) -> Case:
    """The words are for the GM, and for whoever wrote them."""
    hero = show.cast.get(e.who)
    mine = seat.gm or (hero is not None and hero.player == seat.id)
    return "_text" if e.text and mine else ""


CASES: dict[type[Event], Callable[[Show, Any, Seat], Case]] = {
    rolling.BandSettled: settled,
    closing.MoveClosed: closed,
    take_harm.StepReached: stepped,
    leveling.FeedbackGiven: feedback,
    speaking.MovePassed: lambda s, e, seat: "_text" if e.text else "",
    speaking.MoveRemarked: lambda s, e, seat: "_other" if e.remark.suggests else "",
    speaking.LevelSet: lambda s, e, seat: f"_{e.level}",
    proposing.MoveProposed: lambda s, e, seat: "" if e.move.how else "_plain",
    proposing.MoveRedescribed: lambda s, e, seat: "" if e.move.how else "_plain",
    proposing.MoveCalledFor: lambda s, e, seat: "_text" if e.text else "",
    proposing.MoveTagged: lambda s, e, seat: "" if e.tags else "_none",
    outcomes.OutcomeAccepted: lambda s, e, seat: "_excused" if e.excused else "",
    results.RollCalledFor: lambda s, e, seat: "",
    closing.GroupDone: lambda s, e, seat: "_well" if e.well else "",
    resources.PointsGained: lambda s, e, seat: "_full" if e.already_full else "",
    resources.PointsLost: lambda s, e, seat: "" if e.n else "_none",
    owing.Owes: lambda s, e, seat: "_prompt" if e.owed.prompt else "",
    owing.AnswerGiven: lambda s, e, seat: "" if e.text else "_nobody" if e.nobody
    else "_moot" if e.moot else "_plain",
    harm.HarmOpened: hurt,
    harm.HarmChanged: lambda s, e, seat: "_why" if e.why else "",
    harm.EntityPointsSet: lambda s, e, seat: "" if e.of else "_none",
    take_harm.HarmOver: lambda s, e, seat: "_fell" if e.fell else "" if e.lost else "_none",
    take_harm.HarmSettled: lambda s, e, seat: ("" if e.was == e.now else "_changed")
    + ("_statuses" if e.statuses else ""),
    take_harm.ArmorObjected: lambda s, e, seat: "_why" if e.why else "",
    statuses.StatusErased: lambda s, e, seat: "_why" if e.reason else "",
    statuses.StatusWritten: lambda s, e, seat: "_stays" if e.status.permanent else "",
    bars.BarTicked: lambda s, e, seat: "",
    dying.FateChosen: lambda s, e, seat: f"_{e.choice}" if f"FateChosen.told_{e.choice}" in say
    else "",
    weaving.EffectEnded: lambda s, e, seat: f"_{e.why}",
    facts.FactVetoed: lambda s, e, seat: "_why" if e.why else "",
    disputes.DisputeSettled: lambda s, e, seat: f"_{e.outcome}",
    limits.HarmRewound: lambda s, e, seat: "_dropped" if e.dropped else "",
    sessions.DelayedHappened: lambda s, e, seat: "_dropped" if e.dropped else "",
    leveling.XpWaits: lambda s, e, seat: "_lost" if e.lost else "",
    cast.EntityMade: lambda s, e, seat: "_fact" if e.fact else "",
}  # fmt: skip
KINDS: dict[type[Event], str] = {
    rolling.DiceThrown: "threw",
    take_harm.HarmDiceThrown: "threw",
    proposing.Narrated: "narrated",
    speaking.MoveWaived: "ruled",
    speaking.LevelSet: "ruled",
    speaking.ModifierGiven: "ruled",
    outcomes.OutcomeWritten: "ruled",
    facts.FactVetoed: "ruled",
    facts.FactStruck: "ruled",
    bars.BarHappened: "scene",
    sessions.DawnBroke: "scene",
    cast.GmMoveMade: "ruled",
}


def told(show: Show, event: Any, seat: Seat) -> Line | None:
    """One event of play for one seat."""
    key = type(event).__name__
    case = CASES[type(event)](show, event, seat) if type(event) in CASES else ""
    if case is None:
        return None
    found = facts_of(show, event)
    if more := MORE.get(type(event)):
        found |= more(show, event)
    card = throw_card(show, event) if isinstance(event, rolling.DiceThrown) else None
    text = say(f"{key}.told{case}", **found).strip()
    who = found["who"] if isinstance(event, proposing.Narrated) else ""
    return Line(text, KINDS.get(type(event), "did"), who, rule_of(key, case), card)


def rule_of(key: str, case: str) -> str:
    found = (f"{key}.rule{case}", f"{key}.rule")
    return next((say(one) for one in found if one in say), "")


CHAPTERS = (
    proposing, speaking, rolling, closing, outcomes, results, owing, statuses, bars,
    harm, take_harm, death, dying, weaving, facts, disputes, limits, sessions, leveling, cast,
)  # fmt: skip
POINTS = (resources.PointsGained, resources.PointsSpent, resources.PointsLost, resources.Fell)


def own_events() -> tuple[type[Event], ...]:
    """The events of play; those of the table itself are told by the table."""
    ours: list[type[Event]] = [e for chapter in CHAPTERS for e in changes_of(chapter)]
    return tuple(dict.fromkeys([*ours, effects.Picked, *POINTS]))


TOLD: dict[type[Event], Teller] = dict.fromkeys(own_events(), told)
