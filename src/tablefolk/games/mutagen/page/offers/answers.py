"""What is offered where an effect waits for a choice, a name or words (MU-53, MU-128)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Blank, Choice, Offer, Pick, Seat
from tablefolk.games.mutagen.page.offers.making import do, people, pick, text
from tablefolk.games.mutagen.page.offers.rolling import bearers
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.rules import buying, effects, statuses
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.owing import NOBODY
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, Character, Owed
from tablefolk.games.mutagen.rules.wording import plain
from tablefolk.games.mutagen.words import say


def answers_it(show: Show, seat: Seat, owed: Owed) -> bool:
    hero = show.cast.get(owed.who)
    return seat.gm if owed.by == "gm" else hero is not None and hero.player == seat.id


def offers(show: Show, seat: Seat, owed: Owed) -> Iterator[Offer]:
    about = f"owed:{owed.id}"
    if not answers_it(show, seat, owed):
        return
    if effects.moot(show, owed):
        yield do(GiveAnswer, about, key="GiveAnswer_moot", owed=True, fixed={"owed": owed.id})
        return
    for blanks in fillable(show, owed):
        yield do(GiveAnswer, about, *blanks, owed=True, fixed={"owed": owed.id})


def fillable(show: Show, owed: Owed) -> Iterator[tuple[Blank, ...]]:
    """Its forms, but for those that ask to choose one of nothing."""
    for blanks in forms(show, owed):
        if not any(isinstance(blank, Pick) and not blank.choices for blank in blanks):
            yield blanks


def forms(show: Show, owed: Owed) -> Iterator[tuple[Blank, ...]]:
    """What is to be filled in; a permanent status may be gained or shed, so there are two."""
    effect = owed.effect
    if owed.options:
        choices = tuple(Choice(n, plain(e.text)) for n, e in enumerate(owed.options))
        yield (pick("GiveAnswer.picks", choices, most=max(2, len(choices)), least=owed.n),)
    elif op.whom(effect) == "ask":
        nobody = (Choice(NOBODY, say("pick.nobody_here")),) if owed.by == "gm" else ()
        yield (pick("GiveAnswer.on", (*concerned(show, effect), *nobody)),)
    elif isinstance(effect, op.Tick):
        bars = (bar for bar in show.bars.values() if bar.state == "open")
        yield (pick("AnswerBar.on", (Choice(str(b.id), b.title) for b in bars)),)
    elif isinstance(effect, op.EraseStatus):
        yield (pick("AnswerStatus.on", written(show, owed.on)),)
    elif isinstance(effect, op.PermanentStatus):
        yield from permanent(show, owed, effect)
    elif isinstance(effect, op.Buy):
        yield (pick("AnswerBuy.on", circles(show, show.cast[owed.who], effect.mark == "grant")),)
    else:
        words = isinstance(effect, op.Narrate | op.AskGm)
        yield (text("GiveAnswer.text", long=words, most=2000 if words else LINE),)


def concerned(show: Show, effect: op.AnyEffect | None) -> tuple[Choice, ...]:
    """Whom it may fall on: harm on the living, points on those who have a sheet."""
    if isinstance(effect, op.Restore | op.Lose | op.SetResource | op.Xp | op.Grant | op.Modifier):
        return people(h for h in show.cast.values() if h.alive and h.state != "draft")
    return tuple(bearers(show, living=isinstance(effect, op.Harm)))


def permanent(show: Show, owed: Owed, effect: op.PermanentStatus) -> Iterator[tuple[Blank, ...]]:
    if effect.change != "remove":
        yield (text("AnswerGain.text", most=LINE),)
    kept = [s for s in statuses.statuses_of(show, owed.who) if s.permanent]
    if effect.change != "add" and kept:
        yield (pick("AnswerShed.on", (Choice(str(s.id), s.text) for s in kept)),)


def written(show: Show, on: str) -> tuple[Choice, ...]:
    return tuple(Choice(str(s.id), s.text) for s in statuses.statuses_of(show, on))


def circles(show: Show, hero: Character, triangle: bool = False) -> tuple[Choice, ...]:
    """Everything whose next circle this character may fill now."""
    return tuple(
        Choice(id, f"{show.called(id)}{f' {rank}' if rank else ''}")
        for id, rank in buying.fillable(show, hero, triangle)
    )
