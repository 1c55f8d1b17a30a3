"""What happened, in words for each seat; None where it is not for them, or the table tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tablefolk.core.game import Block, Event, Line, Seat
from tablefolk.core.words import begun, listing, phrases, sentence
from tablefolk.games.wheel_of_fate.page.view.people import seen
from tablefolk.games.wheel_of_fate.page.view.rolls import thrown
from tablefolk.games.wheel_of_fate.rules import (
    contests,
    creation,
    drafts,
    exchanges,
    fate,
    helping,
    npcs,
    order,
    pools,
    rolls,
    rounds,
    scenes,
    steps,
    stress,
    tasks,
)
from tablefolk.games.wheel_of_fate.rules.building import attribute_name
from tablefolk.games.wheel_of_fate.rules.ready_made import ready_mades
from tablefolk.games.wheel_of_fate.rules.state import Connection, Result, Roll, Source, Task, Wheel

say = phrases("tablefolk.games.wheel_of_fate")
PEOPLE = {"who", "to", "by", "other", "owner", "actor", "target", "winner", "on", "whom", "asks",
          "other_mark"}  # fmt: skip
KINDS: dict[type[Event], str] = {
    rolls.Thrown: "threw",
    rolls.RollChanged: "threw",
    rounds.ContestRanked: "threw",
    scenes.Corrected: "ruled",
    creation.PlayStarted: "scene",
    scenes.StressCleared: "closed",
    scenes.Refreshed: "scene",
}


def tell(wheel: Wheel, event: Any, seat: Seat) -> Line | None:
    """One event for one seat."""
    key = type(event).__name__
    variant = VARIANTS.get(type(event), plain)(wheel, event, seat)
    if variant is None or f"{key}.told{variant}" not in say:
        return None
    facts = facts_of(wheel, event)
    if more := MORE.get(type(event)):
        facts |= more(wheel, event, seat)
    text = say(f"{key}.told{variant}", **facts).strip()
    rule = say(f"{key}.rule") if f"{key}.rule" in say else ""
    shown, loud = card(wheel, event, seat), fallen(wheel, event)
    return Line(text, KINDS.get(type(event), "did"), rule=rule, card=shown, loud=loud)


def card(wheel: Wheel, event: Any, seat: Seat) -> Block | None:
    """A throw shown in full, as it fell then."""
    if not isinstance(event, rolls.Thrown | rolls.RollChanged) or event.roll not in wheel.rolls:
        return None
    roll = replace(wheel.rolls[event.roll], result=event.result)
    # Without a key: the same roll may lie on the table too, and that one has the offers.
    return replace(thrown(wheel, seat, roll), about="") if roll.roller in wheel.cast else None


# -- Facts for the sentences -------------------------------------------------------------------


def facts_of(wheel: Wheel, event: Any) -> dict[str, Any]:
    """The event's fields, people, pools, tasks and rolls by their names."""
    facts = {name: getattr(event, name) for name in event.__struct_fields__}
    for name in PEOPLE & facts.keys():
        facts[name] = named(wheel, facts[name])
    if isinstance(facts.get("pool"), str):
        pool = wheel.pools.get(facts["pool"])
        facts["pool"] = pool.name if pool else facts["pool"]
    if isinstance(facts.get("attribute"), str):
        facts["attribute"] = attribute_name(wheel, facts["attribute"])
    if isinstance(facts.get("task"), int):
        facts["task"] = wheel.tasks[facts["task"]].title if facts["task"] in wheel.tasks else "?"
    if isinstance(facts.get("roll"), int):
        facts |= about_roll(wheel, wheel.rolls.get(facts["roll"]))
    if isinstance(facts.get("source"), Source):
        facts |= about_source(wheel, facts["source"])
    return facts


def named(wheel: Wheel, value: Any) -> str:
    """One name, or several as a list."""
    if isinstance(value, str):
        return wheel.name(value) if value else ""
    return listing(wheel.name(who) for who in value)


def about_roll(wheel: Wheel, roll: Roll | None) -> dict[str, Any]:
    if roll is None:  # laid aside since
        return {"roller": say("words.somebody"), "title": "", "for_what": ""}
    what = say("words.for_what", title=roll.title) if roll.title else ""
    return {"roller": wheel.name(roll.roller), "title": roll.title, "for_what": what}


def about_source(wheel: Wheel, source: Source) -> dict[str, Any]:
    dice = say(f"words.{source.kind}", n=source.n)
    return {"label": source.label, "n": source.n, "dice": dice, "by": named(wheel, source.by)}


def headed(title: str) -> str:
    """A title before what it is about; a question has its mark already."""
    return title if title[-1:] in "?!.…" else f"{title}:"


def whammies(n: int) -> str:
    return say("words.whammies", n=n) if n else ""


def reason(text: str) -> str:
    return say("words.reason", text=sentence(begun(text))) if text else ""


def quoted(texts: Iterable[str]) -> str:
    return listing(f"“{text}”" for text in texts)


def pool_dice(wheel: Wheel, dice: dict[str, int]) -> str:
    names = {key: wheel.pools[key].name if key in wheel.pools else key for key in dice}
    return listing(f"{names[key]} {n}d" for key, n in dice.items())


# -- What some sentences need beside the fields ------------------------------------------------


def ready_made(wheel: Wheel, e: creation.ReadyMadeTaken, seat: Seat) -> dict[str, Any]:
    laid = pool_dice(wheel, e.sheet.pools)
    return {"who": e.sheet.name, "owner": wheel.name(e.sheet.owner), "shown": laid}


def play_started(wheel: Wheel, e: creation.PlayStarted, seat: Seat) -> dict[str, Any]:
    late = listing(wheel.name(who) for who in e.unfinished)
    note = say("words.unfinished", who=late) if late else ""
    return {"n": next(iter(e.fate.values()), 0), "late": note}


def task_opened(wheel: Wheel, e: tasks.TaskOpened, seat: Seat) -> dict[str, Any]:
    task = e.task
    facts = {"title": task.title, "called": listing(wheel.name(who) for who in task.called)}
    return facts | {"ways": ways(wheel, task, seat), "stakes": stakes(task, seat)}


def ways(wheel: Wheel, task: Task, seat: Seat) -> str:
    """How it may be gone about; a hidden difficulty is the GM's (WF-20)."""
    known = seat.gm or not task.hidden
    open_ways = {attribute_name(wheel, k): w for k, w in task.approaches.items() if not w.closed}
    return listing(
        (f"{name} {way.difficulty}" if known else name for name, way in open_ways.items()), "or"
    )


def stakes(task: Task, seat: Seat) -> str:
    """What hangs on it, as far as the GM has opened it (WF-120)."""
    if not (task.stakes_shown or seat.gm):
        return ""
    good = say("words.on_success", text=sentence(task.on_success)) if task.on_success else ""
    bad = say("words.on_failure", text=sentence(task.on_failure)) if task.on_failure else ""
    return good + bad


def result_of(wheel: Wheel, e: rolls.Thrown | rolls.RollChanged, seat: Seat) -> dict[str, Any]:
    """The dice and what they came to; the difficulty only for those who know it (WF-6, WF-20)."""
    result, roll = e.result, wheel.rolls.get(e.roll)
    knows = roll is not None and roll.difficulty and (seat.gm or not roll.hidden)
    spent = getattr(e, "spent", {})
    paid = "".join(say("words.paid", who=wheel.name(who), n=n) for who, n in spent.items())
    return {
        "notation": result.notation,
        "faces": " ".join(map(str, result.faces)),
        "total": result.total,
        "against": say("words.against", n=roll.difficulty) if roll and knows else "",
        "end": ending(roll, result),
        "paid": paid,
    }


def ending(roll: Roll | None, result: Result) -> str:
    if roll is None or not roll.difficulty:
        return ""
    short = "words.short" if roll.mode == "sure" else "words.failure"
    if not result.success:
        return say(short)
    return say("words.success", more=whammies(result.whammies))


def in_order(wheel: Wheel, e: order.OrderSet, seat: Seat) -> dict[str, Any]:
    """Those who can act, each with their speed."""
    acting = ([w for w in group if w in e.speeds] for group in e.groups)
    groups = (listing(f"{wheel.name(w)} ({e.speeds[w]})" for w in g) for g in acting if g)
    return {"shown": say("words.then").join(groups)}


def ranked(wheel: Wheel, e: rounds.ContestRanked, seat: Seat) -> dict[str, Any]:
    rows = (
        say("words.place", n=p.place, who=wheel.name(p.who), total=p.total or 0)
        + whammies(p.whammies)
        for p in e.places
    )
    return {"shown": "; ".join(rows)}


def decided(wheel: Wheel, e: exchanges.ExchangeDecided, seat: Seat) -> dict[str, Any]:
    """Both by name with what they threw, the winner first; and who takes the stress (WF-67)."""
    names = wheel.name(e.actor), wheel.name(e.target)
    rows = [f"{name} {total}" for name, total in zip(names, e.totals, strict=False)]
    rows = rows[::-1] if e.winner == e.target else rows
    loser = wheel.name(exchanges.loser(e))
    dealt = say("words.dealt", loser=loser, n=e.stress) if e.stress and not e.asks else ""
    chooses = say("words.chooses", who=wheel.name(e.asks), loser=loser) if e.asks else ""
    return {
        "scores": say("words.scores", shown=", ".join(rows)) if rows else "",
        "more": whammies(e.whammies),
        "dealt": dealt,
        "chooses": chooses,
    }


def stress_taken(wheel: Wheel, e: stress.StressTaken, seat: Seat) -> dict[str, Any]:
    names = listing(say(f"labels.condition.{c}") for c in e.conditions)
    out = say("words.conditions", names=names[0].upper() + names[1:]) if names else ""
    return {"n": e.now - e.was, "out": out, "reason": reason(e.why)}


def fallen(wheel: Wheel, event: Any) -> str:
    """Who is out, or out in something: nobody at the table may miss that (WF-78)."""
    if not isinstance(event, stress.StressTaken) or not event.conditions:
        return ""
    hero = wheel.cast.get(event.who)
    if hero and all(event.now > dice for dice in hero.attributes.values()):
        return say("words.is_out", who=hero.name)
    names = listing(say(f"labels.condition.{c}").lower() for c in event.conditions)
    return say("words.has_become", who=wheel.name(event.who), names=names)


def corrected(wheel: Wheel, e: scenes.Corrected, seat: Seat) -> dict[str, Any]:
    key = e.field.removeprefix("pool:")
    pool = wheel.pools[key].name if key in wheel.pools else key
    return {"field": pool if e.field.startswith("pool:") else say(f"labels.field.{e.field}")}


def refreshed(wheel: Wheel, e: scenes.Refreshed, seat: Seat) -> dict[str, Any]:
    stacks = listing(f"{wheel.name(who)} +{n}" for who, n in e.stacks.items())
    return {"shown": say("words.stacks", shown=stacks) if stacks else ""}


def declared(wheel: Wheel, e: fate.Declared, seat: Seat) -> dict[str, Any]:
    return {"behind": say("words.behind", aspect=e.aspect, how=e.how) if e.aspect else ""}


def inflicted(wheel: Wheel, e: rounds.InflictChosen, seat: Seat) -> dict[str, Any]:
    return {"dealt": say("words.dealt", loser=wheel.name(e.on), n=e.stress) if e.stress else ""}


MORE: dict[type[Event], Callable[[Wheel, Any, Seat], dict[str, Any]]] = {
    creation.QuestionsSet: lambda w, e, s: {"shown": quoted(e.questions)},
    creation.ReadyMadeTaken: ready_made,
    steps.AspectsWritten: lambda w, e, s: {"shown": quoted(a.text for a in e.aspects)},
    steps.ConnectionWritten: lambda w, e, s: {"told": Connection(e.how_known, e.feeling).told},
    steps.PoolsSet: lambda w, e, s: {"shown": pool_dice(w, e.dice)},
    creation.ToolsSet: lambda w, e, s: {"shown": listing(e.tools)},
    creation.PlayStarted: play_started,
    npcs.NpcMade: lambda w, e, s: {"who": e.name},
    npcs.NpcRemoved: lambda w, e, s: {"who": e.name},
    npcs.NpcPlaced: lambda w, e, s: {"after": w.name(e.after)},
    pools.PoolDefined: lambda w, e, s: {"pool": e.name},
    pools.PoolDropped: lambda w, e, s: {"pool": e.name},
    pools.PoolAnswered: lambda w, e, s: {"part": say(f"labels.part.{e.question}")},
    tasks.TaskOpened: task_opened,
    drafts.RollDrafted: lambda w, e, s: (
        about_roll(w, e.roll) | {"attribute": attribute_name(w, e.roll.attribute)}
    ),
    rolls.Thrown: result_of,
    rolls.RollChanged: result_of,
    fate.Declared: declared,
    fate.Rewarded: lambda w, e, s: {"reason": reason(e.why)},
    order.OrderSet: in_order,
    rounds.ContestClosed: lambda w, e, s: {"left": named(w, e.standing)},
    rounds.ContestRanked: ranked,
    exchanges.ExchangeOpened: lambda w, e, s: {
        "actor": w.name(e.exchange.actor),
        "target": w.name(e.exchange.target),
    },
    exchanges.ExchangeDecided: decided,
    rounds.InflictChosen: inflicted,
    contests.ContestOpened: lambda w, e, s: {
        "title": headed(e.contest.title),
        "attribute": attribute_name(w, e.contest.attribute),
        "who": named(w, e.contest.who),
    },
    stress.StressTaken: stress_taken,
    scenes.SeatsReordered: lambda w, e, s: {"shown": named(w, e.order)},
    scenes.Corrected: corrected,
    scenes.AspectAdded: lambda w, e, s: {"text": e.aspect.text},
    scenes.Refreshed: refreshed,
}


# -- Who may know, and which of several ways to say it -----------------------------------------


def plain(wheel: Wheel, e: Any, seat: Seat) -> str | None:
    return ""


def for_the_gm(wheel: Wheel, e: Any, seat: Seat) -> str | None:
    return "" if seat.gm else None


def on_a_sheet(wheel: Wheel, e: Any, seat: Seat) -> str | None:
    """What stands on an NPC's sheet is the GM's (WF-119)."""
    hero = wheel.cast.get(e.who)
    return "" if seat.gm or (hero and hero.kind == "pc") else None


def in_notes(wheel: Wheel, e: creation.NotesWritten, seat: Seat) -> str | None:
    hero = wheel.cast.get(e.who)
    return "" if seat.gm or (hero and hero.owner == seat.id) else None


def trust(wheel: Wheel, e: pools.TrustAnswered, seat: Seat) -> str | None:
    """The GM's thoughts are the GM's; a note to talk about is also that player's (WF-107)."""
    if seat.gm:
        return f"_{e.trust}" if e.trust else ""
    hero = wheel.cast.get(e.who)
    return "_note" if e.talk_note and hero and hero.owner == seat.id else None


def pool_defined(wheel: Wheel, e: pools.PoolDefined, seat: Seat) -> str | None:
    if not e.offered:
        return "_sketch" if seat.gm else None
    return "_proposed" if e.by else ""


def difficulty_set(wheel: Wheel, e: tasks.DifficultySet, seat: Seat) -> str | None:
    return "" if seat.gm or not e.hidden else "_hidden"


def threw(wheel: Wheel, e: rolls.Thrown, seat: Seat) -> str | None:
    if e.result.auto:
        return f"_{e.result.auto}"
    return "" if e.result.faces else "_unopposed"


def felt(wheel: Wheel, e: stress.StressTaken, seat: Seat) -> str | None:
    """By the GM's ruling somebody may suffer whom the players have not met."""
    hero = wheel.cast.get(e.who)
    return "" if not e.why or (hero and seen(wheel, seat, hero)) or seat.gm else None


def taken(wheel: Wheel, e: creation.ReadyMadeTaken, seat: Seat) -> str | None:
    """Dice that lie elsewhere than in the box are named (WF-116)."""
    box = ready_mades().get(e.key)
    if not e.sheet.pools_settled:
        return "_open"
    return "_laid" if box and e.sheet.pools and e.sheet.pools != box.pools else ""


def source_added(wheel: Wheel, e: drafts.SourceAdded, seat: Seat) -> str | None:
    return "_help" if e.source.what == "help" else ""


def promised(wheel: Wheel, e: fate.PointPromised, seat: Seat) -> str | None:
    roll = wheel.rolls.get(e.roll)
    own = roll is None or roll.roller == e.source.by
    return f"_{e.source.what}" + ("" if own else "_gift")


def corrected_for(wheel: Wheel, e: scenes.Corrected, seat: Seat) -> str | None:
    return "_bowl" if e.field == "bowl" else on_a_sheet(wheel, e, seat)


VARIANTS: dict[type[Event], Callable[[Wheel, Any, Seat], str | None]] = {
    steps.AnswersWritten: lambda w, e, s: "" if all(e.answers) else None,  # once, all of them
    steps.PoolsSet: lambda w, e, s: "" if e.dice else "_none",
    creation.ReadyMadeTaken: taken,
    creation.ToolsSet: lambda w, e, s: "" if e.tools else "_none",
    creation.NotesWritten: in_notes,
    creation.ReadySet: lambda w, e, s: "" if e.ready else "_not",
    npcs.NpcMade: for_the_gm,
    npcs.NpcRemoved: for_the_gm,
    npcs.NpcPlaced: lambda w, e, s: None if not s.gm else "" if e.after else "_last",
    pools.PoolDefined: pool_defined,
    pools.PoolDropped: lambda w, e, s: "" if e.offered or s.gm else None,
    pools.PoolAnswered: for_the_gm,
    pools.TrustAnswered: trust,
    tasks.TaskOpened: lambda w, e, s: "_called" if e.task.called else "",
    tasks.DifficultySet: difficulty_set,
    drafts.SourceAdded: source_added,
    rolls.Thrown: threw,
    rolls.Settled: lambda w, e, s: f"_{e.how}",
    fate.PointPromised: promised,
    fate.Declared: lambda w, e, s: f"_{e.kind}",
    helping.HelpPledged: lambda w, e, s: "" if e.whom else "_back",
    order.OrderAsked: lambda w, e, s: "" if e.now else "_next",
    order.HasteSet: lambda w, e, s: "" if e.n else "_none",
    rounds.Acted: lambda w, e, s: f"_{e.how}",  # acts and tasks are told by themselves
    rounds.InflictChosen: lambda w, e, s: "" if e.yes else "_not",
    rounds.ContestClosed: lambda w, e, s: "_left" if e.standing and e.by_itself else "",
    exchanges.ExchangeOpened: lambda w, e, s: "_other_mark" if e.other_mark else "",
    exchanges.ExchangeDecided: lambda w, e, s: (
        "" if e.winner else "_tie" if e.totals else "_nobody"
    ),
    contests.ContestOpened: lambda w, e, s: "_once" if e.contest.once else "",
    contests.SideSet: lambda w, e, s: "" if e.side else "_none",
    stress.StressTaken: felt,
    scenes.Corrected: corrected_for,
    scenes.Refreshed: lambda w, e, s: "" if e.bowl else "_stacks",
    scenes.AspectAdded: on_a_sheet,
    scenes.AspectReworded: on_a_sheet,
    scenes.AspectDropped: on_a_sheet,
    scenes.AftermathSkipped: on_a_sheet,
}
