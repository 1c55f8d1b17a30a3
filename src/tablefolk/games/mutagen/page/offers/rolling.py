"""What is offered around the dice: roll, keep or trade, say what comes of it (MU-69 … MU-76)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tablefolk.core.game import Blank, Choice, Offer, Seat
from tablefolk.games.mutagen.page.offers.leading import following
from tablefolk.games.mutagen.page.offers.making import (
    card,
    do,
    flag,
    numbers,
    people,
    pick,
    text,
    under_way,
)
from tablefolk.games.mutagen.page.offers.moves import (
    about_of,
    before_dice,
    exploitable,
    rolls_it,
    shows,
    tags_of,
)
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Deed, Resource, Story
from tablefolk.games.mutagen.rules import chain, harm, outcomes, owing, rating, reading, sheet
from tablefolk.games.mutagen.rules.outcomes import (
    AcceptOutcome,
    DropStaged,
    StageEffect,
    WriteOutcome,
)
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import CarryOut, RollMove, Settle
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import BEFORE_DICE, LINE, Bar, Character, OpenMove, Staged
from tablefolk.games.mutagen.rules.weaving import LetEffectStand, weaver
from tablefolk.games.mutagen.rules.wording import so_many, staged_words
from tablefolk.games.mutagen.words import say


def offers(show: Show, seat: Seat, move: OpenMove) -> Iterator[Offer]:
    """Everything at the card of a move that is under way."""
    hero = under_way(show, seat)
    if rolls_it(show, seat, move):
        yield from rolling(show, move)
    if seat.gm and move.outcome and move.stage in ("settled", "consequence"):
        yield from composing(show, move)
    if hero and move.stage == "consequence" and hero.id in outcomes.questions(show, move):
        yield accepting(show, hero, move)
    if hero:
        yield from responding(show, hero, move)
    yield from following(show, seat, move)
    if move.stage in BEFORE_DICE:
        yield from before_dice(show, seat, move)
    if hero and not seat.gm and move in shows(show, hero):
        yield from tags_of(show, hero, move, f"{about_of(move)}:tags")


def at_level(group: str, key: str, move: OpenMove) -> str:
    """The sentence for Low or Zero Effect, where it is another one (MU-68)."""
    lowered = f"{key}_{move.level}"
    return lowered if f"{group}.{lowered}" in say else key


# -- The roller (MU-33, MU-69, MU-73) ----------------------------------------------------------


def rolling(show: Show, move: OpenMove) -> Iterator[Offer]:
    about = about_of(move)
    if move.stage == "ready" and rating.roll_of(show, move) is None:
        yield do(CarryOut, about, owed=True, move=move.id)
    elif move.stage == "ready":
        yield do(RollMove, about, owed=True, move=move.id)
        if with_status := exploits(show, move):
            yield do(RollMove, about, *with_status, key="RollExploiting", move=move.id)
    elif move.stage == "result":
        yield card(do(Settle, about, owed=True, move=move.id), "check")


def exploits(show: Show, move: OpenMove) -> tuple[Blank, ...]:
    """A written status that goes into the roll, and how it helps (MU-67)."""
    free = rating.is_story(show, move) and move.exploit is None
    written = exploitable(show) if free else ()
    if not written:
        return ()
    return pick("RollMove.status", written), text("RollMove.how", most=LINE)


def accepting(show: Show, hero: Character, move: OpenMove) -> Offer:
    """The question names all that happens by itself, before and after (MU-72, MU-73)."""
    staged = move.outcome.staged if move.outcome else ()
    n = outcomes.harm_in(staged, hero.id)
    key = "AcceptOutcome_harm" if n else "AcceptOutcome"
    mine = [one for one in staged if one.on == hero.id]
    found = [c for n, one in enumerate(mine) if (c := change(show, one, mine[:n]))]
    was, now, name = found[0] if found else (0, 0, "")
    now = next((last for _, last, of in reversed(found) if of == name), now)
    fixed = {"move": move.id, "who": hero.id}
    offer = do(AcceptOutcome, about_of(move), key=key, owed=True, facts={"n": n}, fixed=fixed)
    return card(offer, "check", f"{was} → {now} {name}" if name else "")


def responding(show: Show, hero: Character, move: OpenMove) -> Iterator[Offer]:
    """Moves in answer to the roll, of the roller or of those who share it (MU-77, MU-80, MU-88)."""
    shared = move.stage == "consequence" and hero.id in outcomes.questions(show, move)
    if not move.throw or not (shared or (hero.id == move.who and move.stage != "consequence")):
        return
    for deed in sheet.deeds(show, hero):
        window = deed.when.window
        if window == move.stage:
            fits = not deed.when.band or move.band in deed.when.band
            cost = cost_of(show, deed)
            gets = say(f"traded.{move.level}")
            facts = {"name": show.called(deed.id), "cost": cost, "gets": gets}
            fixed = {"who": hero.id, "item": deed.id, "move": move.id}
            plain = "Respond_cost" if cost else "Respond"
            named = f"Respond_{deed.id}{'_full' if nothing_back(show, hero, deed) else ''}"
            key = named if f"{named}.label" in say else plain
            offer = do(Respond, about_of(move), key=key, owed=fits, facts=facts, fixed=fixed)
            yield card(offer, "shield-halved", price_of(show, hero, deed))


def nothing_back(show: Show, hero: Character, deed: Deed) -> bool:
    """Whether the points a move gives back have no room (MU-80)."""
    back = (e.resource for e in deed.effects if isinstance(e, op.Restore))
    return any(sheet.full(show, hero, resource) for resource in back)


def price_of(show: Show, hero: Character, deed: Deed) -> str:
    """What an answer makes of one's points: “2 → 1 Resist”."""
    changes = [(c.resource, -c.n) for c in deed.cost if isinstance(c.n, int)]
    gained = (e for e in deed.effects if isinstance(e, op.Restore) and isinstance(e.n, int))
    changes += [(e.resource, int(e.n)) for e in gained]
    for id, n in changes:
        item, now = show.shelf.item(id), sheet.points(show, hero, id)
        most = sheet.capacity(show, hero, item) if isinstance(item, Resource) else now
        return f"{now} → {max(0, min(now + n, most))} {show.called(id)}"
    return ""


def cost_of(show: Show, deed: Deed) -> str:
    """What a move costs: “1 Resist”."""
    return ", ".join(so_many(show, cost.n, cost.resource) for cost in deed.cost)


# -- The GM's words (MU-71 … MU-76) ------------------------------------------------------------


def composing(show: Show, move: OpenMove) -> Iterator[Offer]:
    about, outcome = about_of(move), move.outcome
    assert outcome is not None
    if composes(show, move):
        owed = move.stage == "settled"
        if owed and outcomes.as_said(move):
            near = tuple(outcomes.unmistakable(show, move))
            fixed = {"move": move.id, "text": "", "near": tuple(map(outcomes.called, near))}
            said = do(WriteOutcome, about, key="WriteOutcome_said", owed=True, fixed=fixed)
            what = "; ".join(staged_words(show, one) for one in near)
            yield replace(card(said, "check"), hint=what or said.hint)
        won = outcome.kind == "consequence" and learns(show, move)
        asked = "WriteOutcome_learns.text" if won else "WriteOutcome.text"
        words = text(asked, outcome.text or outcome.was, long=True)
        key = f"WriteOutcome_{outcome.kind}" if owed else "WriteOutcomeAnew"
        more = with_it(show, move) if len(outcome.staged) < outcomes.MOST_STAGED else ()
        yield do(WriteOutcome, about, words, *more, key=key, owed=owed, move=move.id)
        yield from at_hand(show, move)
    for n, staged in loose(show, move):
        facts = {"what": staged_words(show, staged)}
        yield do(DropStaged, f"{about}:staged", facts=facts, move=move.id, place=n)


def learns(show: Show, move: OpenMove) -> bool:
    """Whether what was wanted is an answer, and it comes about (MU-71)."""
    deed = show.shelf.item(move.move)
    wanted = isinstance(deed, Story) and deed.answered and not move.body
    return wanted and move.band in reading.SUCCESS and move.level != "zero"


def with_it(show: Show, move: OpenMove) -> Iterator[Blank]:
    """What most often goes with the words, picked where they are written: all of it counts."""
    every = tuple(concerned(show, move))
    if rows := sorted(harm_rows(show, move), key=lambda row: not row.start):
        hurt = tuple(Choice(row.who, show.name(row.who), note(show, row)) for row in rows)
        most, start = max(row.most for row in rows), tuple(row.start for row in rows)
        yield numbers("WriteOutcome.harm", hurt, 0, most, start=start)
        if (until := outcomes.put_off(show, move)[1]) and any(r.who in move.targets for r in rows):
            yield flag("WriteOutcome.later", True, until=until)
    yield text("WriteOutcome.status", optional=True, most=LINE)
    yield pick("WriteOutcome.on", every, start=move.who)
    if bars := tuple(Choice(bar.id, ticking(bar)) for bar in open_bars(show)):
        yield pick("WriteOutcome.ticks", bars, most=max(2, len(bars)), least=0)
    if near := [
        Choice(outcomes.called(one), staged_words(show, one))
        for one in outcomes.unmistakable(show, move)
    ]:
        ticked = tuple(one.value for one in near)
        yield pick("WriteOutcome.near", near, most=max(2, len(near)), least=0, ticked=ticked)


class HarmRow(NamedTuple):
    """Somebody's number of harm: what it is as it stands, and the most it can be."""

    who: str
    start: int
    most: int
    is_now: int = 0  # of the harm this move answers (MU-94)
    agreed: int = 0  # with the move itself (MU-75)


def harm_rows(show: Show, move: OpenMove) -> Iterator[HarmRow]:
    """One number for each of them; whoever was given several injuries has them one by one.

    Where there is no price to pay, only for whom the move was about.
    """
    outcome = move.outcome
    for who in (str(one.value) for one in concerned(show, move)) if outcome else ():
        assert outcome is not None
        mine = [one for one in outcome.staged if one.op == "harm" and one.on == who]
        most, injury = most_for(show, move, who), outcomes.answered(show, move, who)
        hit = outcome.kind == "consequence" or who in move.targets or bool(mine or injury)
        hit = hit or outcomes.as_said(move)
        if hit and outcomes.harmable(show, who) and len(mine) <= 1 and most:
            dodged = bool(injury and gets_away(show, move))
            now = injury.harm if injury else 0
            told = outcomes.named_harm(show, move, who)
            start = mine[0].n if mine else 0 if dodged else now or told
            agreed = (move.harm or 0) if mine and who in move.targets else 0
            yield HarmRow(who, start, max(most, start), now, agreed)


def gets_away(show: Show, move: OpenMove) -> bool:
    """Whether a move that answers harm has got what it wants: none of it, unless the GM says so."""
    deed = show.shelf.item(move.move)
    answers = isinstance(deed, Story) and bool(deed.offered_in)
    return answers and move.band in reading.SUCCESS and move.level == "normal"


def most_for(show: Show, move: OpenMove, who: str) -> int:
    """So much as one injury does, and as the move can do; after Resist less (MU-77, MU-126)."""
    outcome, most = move.outcome, outcomes.most_wanted(show, move, who)
    wanted = who in move.targets and move.band in reading.SUCCESS
    if wanted and most is not None:
        return min(most, chain.MOST_HARM)
    resisted = outcome is not None and outcome.resisted and outcomes.harm_in(outcome.was_staged)
    return outcomes.milder_for(outcome, who) if outcome and resisted else chain.MOST_HARM


def most_harm(show: Show, move: OpenMove) -> int:
    """So much as one injury does; after Resist only what is milder for everybody (MU-77)."""
    outcome = move.outcome
    before = outcomes.harm_in(outcome.was_staged) if outcome and outcome.resisted else 0
    if outcome is None or not before:
        return chain.MOST_HARM
    costs = outcomes.price(show, move, outcome.staged)
    each = (outcomes.milder_for(outcome, w) - outcomes.harm_in(costs, w) for w in outcome.resisted)
    return max(0, min(before - outcomes.harm_in(costs), chain.MOST_HARM, *each))


def note(show: Show, row: HarmRow) -> str:
    """What the number is about: said with the move, or the harm that is being taken."""
    found = changed(show, row.who, lost_to_harm(show, row.who), 0)
    facts = {"n": row.is_now or row.agreed, "left": found[0] if found else 0}
    key = "now" if row.is_now else "agreed" if row.agreed else "none"
    name = found[2] if found else ""
    return say(f"harm_row.{key}{'_left' if found else ''}", name=name, **facts)


def loose(show: Show, move: OpenMove) -> Iterator[tuple[int, Staged]]:
    """What is staged and has its place, from 1; a number that is picked from a row is left out."""
    writes = composes(show, move) and len(move.outcome.staged if move.outcome else ()) < (
        outcomes.MOST_STAGED
    )
    rows = {row.who for row in harm_rows(show, move)} if writes else set()
    for n, staged in enumerate(move.outcome.staged if move.outcome else (), 1):
        if staged.op != "harm" or staged.on not in rows:
            yield n, staged


def concerned(show: Show, move: OpenMove) -> Iterator[Choice]:
    """Those of this move: whoever makes it, those with them, and whom it is about."""
    for who in dict.fromkeys((move.who, *move.others, *move.targets)):
        thing = show.entities.get(who)
        if who in show.cast or (thing and not thing.gone):
            yield Choice(who, show.name(who))


def at_hand(show: Show, move: OpenMove) -> Iterator[Offer]:
    """What lies near, in one tap, and is not chosen already: statuses that go (MU-76)."""
    chosen = tuple(outcomes.unmistakable(show, move))
    for one in outcomes.suggestions(show, move):
        if one.op == "harm" or one in chosen:
            continue
        facts = {"what": staged_words(show, one)}
        fixed = {"move": move.id, "op": one.op, "on": one.on, "n": one.n}
        more = {"text": one.text} if one.text else {}
        more |= {"resource": one.resource} if one.resource else {}
        at = f"{about_of(move)}:near"
        yield do(StageEffect, at, key="StageNear", facts=facts, fixed=fixed | more)


def beside(move: OpenMove) -> str:
    """Where everything else is that can go with the GM's words."""
    return f"with:{move.id}"


def composes(show: Show, move: OpenMove) -> bool:
    """Whether the GM's words are to be found, or may still be worded anew."""
    followed = move.following is None or move.following.done
    waits = not followed or any(owing.picks(show, move))
    return bool(move.outcome) and move.stage in ("settled", "consequence") and not waits


def staging(show: Show, move: OpenMove) -> Iterator[Offer]:
    """Anything at all, for anybody: added before the words are said."""
    at = beside(move)
    for key, blanks in kinds(show, most_harm(show, move)):
        yield do(StageEffect, at, *blanks, key=f"Stage_{key}", move=move.id, op=key)
    for kind in ("lose", "restore"):
        for resource in tracked(show):
            have = [h for h in show.cast.values() if h.alive and holds(show, h, resource)]
            facts = {"name": show.called(resource.id)}
            if not have:
                continue
            yield do(
                StageEffect, at, pick("StageEffect.on", people(have)),
                pick("StageEffect.n", counted(6), start=1),
                key=f"Stage_{kind}", facts=facts, move=move.id, op=kind, resource=resource.id,
            )  # fmt: skip


def kinds(show: Show, most: int) -> Iterator[tuple[str, tuple[Blank, ...]]]:
    """Harm, statuses, ticks and facts, as far as there is somebody or something for them."""
    living = tuple(bearers(show, living=True))
    if living and most:
        scale = (Choice(n, say(f"harm.{n}")) for n in range(1, most + 1))
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
    if bars := tuple(Choice(str(bar.id), ticking(bar)) for bar in open_bars(show)):
        most = max(bar.size - bar.ticks for bar in open_bars(show))
        yield "tick", (pick("StageTick.on", bars), pick("StageTick.n", counted(most), start=1))
    if here := tuple(people(show.playing)):
        sizes = (Choice(n, signed(n)) for n in range(1, show.engine.modifier_cap + 1))
        lasts = Choice("", say("bonus.next_roll")), Choice("scene", say("bonus.scene"))
        much, long = pick("StageBonus.n", sizes, start=1), pick("StageBonus.text", lasts, start="")
        yield "bonus", (pick("StageBonus.on", here), much, long)
    yield "fact", (text("StageFact.text", most=LINE),)


def open_bars(show: Show) -> Iterator[Bar]:
    return (bar for bar in show.bars.values() if bar.state == "open")


def ticking(bar: Bar) -> str:
    """A bar, and what one more tick makes of it."""
    return say("coming.tick", on=bar.title, was=bar.ticks, now=bar.ticks + 1, of=bar.size)


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


def coming(show: Show, staged: Staged, before: Sequence[Staged] = ()) -> str:
    """The same with what it makes of a number, before and after; others come `before` it."""
    found, key = change(show, staged, before), f"coming.{staged.op}"
    if found is None or key not in say or staged.injury:
        return staged_words(show, staged)
    was, now, name = found
    bar = show.bars.get(int(staged.on)) if staged.op == "tick" else None
    on = bar.title if bar else show.name(staged.on)
    of = bar.size if bar else 0
    return say(key, on=on, n=staged.n, was=was, now=now, name=name, of=of)


def comings(show: Show, every: Sequence[Staged]) -> Iterator[str]:
    """All that is staged in its order, each upon what the one before it leaves."""
    return (coming(show, one, every[:n]) for n, one in enumerate(every))


Change = tuple[int, int, str]  # before, after, and of what


def change(show: Show, staged: Staged, before: Sequence[Staged] = ()) -> Change | None:
    """What a staged effect makes of somebody's points or of a bar, if nothing stops it."""
    if staged.op == "tick" and staged.on.isdecimal():
        bar = show.bars.get(int(staged.on))
        there = sum(one.n for one in before if (one.op, one.on) == ("tick", staged.on))
        return (*filling(bar.ticks + there, staged.n, bar.size), bar.title) if bar else None
    resource, n = points(show, staged)
    others = [points(show, one) for one in before if one.on == staged.on]
    return changed(show, staged.on, resource, *(m for of, m in others if of == resource), n)


def points(show: Show, staged: Staged) -> tuple[str, int]:
    """Of which points a staged effect gives or takes how many."""
    if staged.op == "harm":
        return lost_to_harm(show, staged.on), -staged.n
    if staged.op in ("lose", "restore") and staged.on in show.cast:
        return staged.resource, staged.n if staged.op == "restore" else -staged.n
    return "", 0


def filling(was: int, n: int, most: int) -> tuple[int, int]:
    """A number before and after, never under nothing nor over the most there can be."""
    return min(most, was), max(0, min(most, was + n))


def lost_to_harm(show: Show, on: str) -> str:
    """What harm takes away from somebody: Health, unless a procedure says otherwise."""
    steps = harm.steps_of(show, harm.procedure_for(show, on))
    return next((step.resource for step in steps if step.resource), "")


def changed(show: Show, on: str, resource: str, *by: int) -> Change | None:
    """What the last of these makes of somebody's points, after those before it."""
    hero, item = show.cast.get(on), show.shelf.item(resource)
    if not isinstance(item, Resource) or (hero is None and not show.entities[on].health):
        return None
    was = sheet.points(show, hero, resource) if hero else harm.left(show, on)
    most = sheet.capacity(show, hero, item) if hero else len(show.entities[on].health)
    now = was
    for n in by:
        was, now = filling(now, n, most)
    return was, now, show.called(resource)


def standing(show: Show) -> Iterator[Offer]:
    """The GM: a weave missed its goal, and the magic appeared all the same (MU-129)."""
    for who in show.cast:
        woven = [m for m in show.moves.values() if m.who == who and m.throw and weaver(show, m)]
        last = woven[-1] if woven else None
        if last and last.band == "fail" and not last.follows:
            facts = {"name": show.name(who)}
            yield do(LetEffectStand, "mend", facts=facts, move=last.id)
