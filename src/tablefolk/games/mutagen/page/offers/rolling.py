"""What is offered around the dice: roll, keep or trade, say what comes of it (MU-69 … MU-76)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Blank, Choice, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import do, flag, own, people, pick, text
from tablefolk.games.mutagen.page.offers.moves import displayed, place, rolls_it
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.playbooks.model import Deed, Resource
from tablefolk.games.mutagen.rules import chain, outcomes, rating, sheet
from tablefolk.games.mutagen.rules.outcomes import (
    AcceptOutcome,
    DropStaged,
    StageEffect,
    WriteOutcome,
)
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import CarryOut, RollMove, Settle
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, Character, OpenMove, Staged
from tablefolk.games.mutagen.rules.weaving import LetEffectStand, weaver


def offers(show: Show, seat: Seat) -> Iterator[Offer]:
    for move in show.running():
        if rolls_it(show, seat, move):
            yield from rolling(show, move)
        if seat.gm and move.outcome and move.stage in ("settled", "consequence"):
            yield from composing(show, move)
        if hero := own(show, seat):
            yield from responding(show, hero, move)
    if seat.gm:
        yield from standing(show)


# -- The roller (MU-33, MU-69, MU-73) ----------------------------------------------------------


def rolling(show: Show, move: OpenMove) -> Iterator[Offer]:
    about = place(move)
    if move.stage == "ready":
        dice = rating.roll_of(show, move) is not None
        yield do(RollMove if dice else CarryOut, about, owed=True, move=move.id)
    elif move.stage == "result":
        yield do(Settle, about, owed=True, move=move.id)
    elif move.stage == "consequence":
        yield do(AcceptOutcome, about, owed=True, move=move.id)


def responding(show: Show, hero: Character, move: OpenMove) -> Iterator[Offer]:
    """Moves in answer to the roll, of the roller or of those who share it (MU-77, MU-80, MU-88)."""
    if not move.throw or hero.id not in (move.who, *move.others):
        return
    for deed in sheet.deeds(show, hero):
        window = deed.when.window
        if window == move.stage and (window == "consequence" or hero.id == move.who):
            fits = not deed.when.band or move.band in deed.when.band
            cost = cost_of(show, deed)
            facts = {"name": show.called(deed.id), "cost": cost}
            fixed = {"who": hero.id, "item": deed.id, "move": move.id}
            plain = "Respond_cost" if cost else "Respond"
            key = f"Respond_{deed.id}" if f"do.Respond_{deed.id}.label" in say else plain
            yield do(Respond, place(move), key=key, owed=fits, facts=facts, fixed=fixed)


def cost_of(show: Show, deed: Deed) -> str:
    """What a move costs: “1 Resist”."""
    return ", ".join(f"{cost.n} {show.called(cost.resource)}" for cost in deed.cost)


# -- The GM's words (MU-71 … MU-76) ------------------------------------------------------------


def composing(show: Show, move: OpenMove) -> Iterator[Offer]:
    about, outcome = place(move), move.outcome
    assert outcome is not None
    if move.following is None or move.following.done:
        owed = move.stage == "settled"
        words = text("WriteOutcome.text", outcome.text, long=True)
        key = f"WriteOutcome_{outcome.kind}" if owed else "WriteOutcomeAnew"
        yield do(WriteOutcome, about, words, key=key, owed=owed, move=move.id)
        yield from staging(show, move)
    for n, staged in enumerate(outcome.staged, 1):
        facts = {"what": staged_words(show, staged)}
        yield do(DropStaged, f"{about}:staged", facts=facts, move=move.id, place=n)


def staging(show: Show, move: OpenMove) -> Iterator[Offer]:
    at = f"{place(move)}:stage"
    for one in outcomes.suggestions(show, move):
        facts = {"what": staged_words(show, one)}
        fixed = {"move": move.id, "op": one.op, "on": one.on, "n": one.n}
        more = {"text": one.text} if one.text else {}
        more |= {"resource": one.resource} if one.resource else {}
        yield do(StageEffect, f"{at}:near", key="StageNear", facts=facts, fixed=fixed | more)
    for key, blanks in kinds(show):
        yield do(StageEffect, at, *blanks, key=f"Stage_{key}", move=move.id, op=key)
    for op in ("lose", "restore"):
        for resource in tracked(show):
            have = [h for h in show.cast.values() if h.alive and holds(show, h, resource)]
            facts = {"name": show.called(resource.id)}
            if not have:
                continue
            yield do(
                StageEffect, at, pick("StageEffect.on", people(have)),
                pick("StageEffect.n", counted(6), start=1),
                key=f"Stage_{op}", facts=facts, move=move.id, op=op, resource=resource.id,
            )  # fmt: skip


def kinds(show: Show) -> Iterator[tuple[str, tuple[Blank, ...]]]:
    """Harm, statuses, ticks and facts, as far as there is somebody or something for them."""
    if living := tuple(bearers(show, living=True)):
        scale = (Choice(n, say(f"harm.{n}")) for n in range(1, chain.MOST_HARM + 1))
        source = text("StageHarm.text", optional=True, most=LINE)
        hurt = pick("StageHarm.on", living), pick("StageHarm.n", scale, start=1), source
        yield "harm", hurt
    if every := tuple(bearers(show)):
        words = text("StageStatus.text", most=LINE)
        more = flag("StageStatus.severe"), flag("StageStatus.permanent")
        yield "status", (pick("StageStatus.on", every), words, *more)
    written = ((s.id, f"{s.text} ({show.name(on)})") for on, s in show.statuses())
    if found := tuple(Choice(str(id), label) for id, label in written):
        yield "unstatus", (pick("StageUnstatus.on", found),)
    open_bars = (bar for bar in show.bars.values() if bar.state == "open")
    if bars := tuple(Choice(str(b.id), f"{b.title} ({b.ticks}/{b.size})") for b in open_bars):
        yield "tick", (pick("StageTick.on", bars), pick("StageTick.n", counted(8), start=1))
    yield "fact", (text("StageFact.text", most=LINE),)


def counted(most: int) -> tuple[Choice, ...]:
    return tuple(Choice(n, str(n)) for n in range(1, most + 1))


def bearers(show: Show, living: bool = False) -> Iterator[Choice]:
    """Everybody and everything here; with `living`, who can be hurt."""
    yield from people(h for h in show.cast.values() if h.alive and h.state != "draft")
    for entity in show.entities.values():
        if not entity.gone and (entity.living or not living):
            yield Choice(entity.id, entity.name)


def tracked(show: Show) -> tuple[Resource, ...]:
    """Resources with boxes, on anybody's sheet."""
    books = {book for hero in show.cast.values() for book in hero.playbooks}
    every = show.shelf.kind(Resource, tuple(books))
    return tuple(resource for resource in every if resource.ranks)


def holds(show: Show, hero: Character, resource: Resource) -> bool:
    return hero.state != "draft" and sheet.on_sheet(show, hero, resource.id)


def staged_words(show: Show, staged: Staged) -> str:
    """A staged effect in a few words."""
    on = show.name(staged.on)
    if staged.op == "tick" and staged.on.isdecimal():
        bar = show.bars.get(int(staged.on))
        on = bar.title if bar else staged.on
    if staged.op == "unstatus" and staged.on.isdecimal():
        found = show.status(int(staged.on))
        on = show.name(found[0]) if found else ""
    facts = {"on": on, "n": staged.n, "text": staged.text, "name": show.called(staged.resource)}
    severe = "_severe" if staged.severe or staged.permanent else ""
    key = f"staged.{staged.op}{severe}" if f"staged.{staged.op}{severe}" in say else staged.op
    return say(key if key.startswith("staged.") else f"staged.{key}", **facts)


def standing(show: Show) -> Iterator[Offer]:
    """The GM: a weave missed its goal, and the magic appeared all the same (MU-129)."""
    for who in show.cast:
        woven = [m for m in show.moves.values() if m.who == who and m.throw and weaver(show, m)]
        last = woven[-1] if woven else None
        if last and last.band == "fail" and not last.follows:
            about = place(last) if displayed(show, last) else "tools"
            facts = {"name": show.name(who)}
            yield do(LetEffectStand, about, facts=facts, move=last.id)
