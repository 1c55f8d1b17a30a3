"""What is offered when a session ends: XP, feedback, levelling up; and dawn (MU-131 … MU-142)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Refusal
from tablefolk.games.mutagen.page.offers.answers import circles
from tablefolk.games.mutagen.page.offers.making import do, flag, number, pick, text
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Aptitude, Option
from tablefolk.games.mutagen.rules import buying, leveling, sheet
from tablefolk.games.mutagen.rules.leveling import ClaimXp, GiveFeedback, GrantXp, KeepXp, LevelUp
from tablefolk.games.mutagen.rules.sessions import CallDawn, DropDelayed, LetHappen
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, Character, Delayed


def xp_at(hero: Character) -> str:
    return f"xp:{hero.id}"


# -- Earning (MU-135 … MU-137) -----------------------------------------------------------------


def claiming(show: Show, hero: Character) -> Iterator[Offer]:
    for checklist in leveling.checklists(show, hero):
        for said in checklist.statements:
            if said.id not in hero.evening.claims:
                facts = {"text": said.text}
                fixed = {"who": hero.id, "statement": said.id}
                yield do(ClaimXp, f"{xp_at(hero)}:{said.id}", facts=facts, fixed=fixed)


def feedback(hero: Character, at: str) -> Iterator[Offer]:
    """A gentle word to the GM: at any time, and once in an evening."""
    fixed = {"who": hero.id}
    note = text("GiveFeedback.text", long=True)
    yield do(GiveFeedback, at, note, flag("GiveFeedback.aloud"), fixed=fixed)
    yield do(GiveFeedback, at, key="FeedbackAloud", fixed={**fixed, "aloud": True})


def growing(show: Show, hero: Character) -> Iterator[Offer]:
    """What is offered where a session is looked back on, or a full track waits."""
    if show.phase == "xp":
        yield from claiming(show, hero)
        if not hero.evening.feedback:
            yield from feedback(hero, f"{xp_at(hero)}:feedback")
    yield from levelling(show, hero)


# -- Levelling up (MU-138 … MU-141) ------------------------------------------------------------


def levelling(show: Show, hero: Character) -> Iterator[Offer]:
    try:
        deed, resource = leveling.levelling(show, hero)
    except Refusal:
        return
    if not sheet.full(show, hero, resource):
        return
    for option in deed.choices:
        yield from one_choice(show, hero, option)
    if not hero.evening.kept:
        owed = show.phase == "xp"
        facts = {"n": hero.evening.waiting, "name": hero.name}
        key = "KeepXpAndLose" if hero.evening.waiting else "KeepXp"
        yield do(KeepXp, xp_at(hero), key=key, owed=owed, facts=facts, who=hero.id)


def one_choice(show: Show, hero: Character, option: Option) -> Iterator[Offer]:
    fixed = {"who": hero.id, "choice": option.id}
    for effect in option.effects:
        if isinstance(effect, op.Buy) and effect.mark == "buy":
            for id, rank in buying.fillable(show, hero):
                facts = {"name": show.called(id), "change": grown(show, hero, id)}
                more = {**fixed, "item": id} | ({"rank": rank} if rank else {})
                yield do(LevelUp, f"{xp_at(hero)}:{id}", facts=facts, fixed=more)
        elif isinstance(effect, op.Buy):
            if found := circles(show, hero, triangle=True):
                blank = pick("LevelUp.item", found)
                yield do(LevelUp, xp_at(hero), blank, key="LevelUp_grant", fixed=fixed)
        elif isinstance(effect, op.PermanentStatus):
            yield from permanent(show, hero, effect, fixed)


def grown(show: Show, hero: Character, id: str) -> str:
    """What a circle makes of the rating of an aptitude."""
    item = show.shelf.item(id)
    was = sheet.rating(show, hero, item) if isinstance(item, Aptitude) else 0
    return (
        f", {signed(was)}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{signed(was + 1)}"
        if isinstance(item, Aptitude)
        else ""
    )


def permanent(
    show: Show, hero: Character, effect: op.PermanentStatus, fixed: dict[str, str]
) -> Iterator[Offer]:
    at, kept = xp_at(hero), [status for status in hero.statuses if status.permanent]
    if effect.change != "remove":
        words = text("LevelUp.text", most=LINE)
        yield do(LevelUp, at, words, key="LevelUp_gain", fixed=fixed)
    if effect.change != "add" and kept:
        shed = pick("LevelUp.status", (Choice(s.id, s.text) for s in kept))
        yield do(LevelUp, at, shed, key="LevelUp_shed", fixed=fixed)


# -- The GM (MU-131, MU-142, MU-152) -----------------------------------------------------------


def dawn() -> Iterator[Offer]:
    yield do(CallDawn, "dawn")


def granting(hero: Character) -> Iterator[Offer]:
    if hero.alive and hero.state != "draft":
        n, why = number("GrantXp.n", 1, 6, 1), text("GrantXp.reason", most=LINE)
        facts = {"name": hero.name}
        yield do(GrantXp, f"sheet:{hero.id}", n, why, facts=facts, who=hero.id)


def later(show: Show, delayed: Delayed) -> Iterator[Offer]:
    at, facts = f"later:{delayed.id}", {"name": show.name(delayed.who)}
    fixed = {"delayed": delayed.id}
    yield do(LetHappen, at, facts=facts, fixed=fixed)
    yield do(DropDelayed, at, text("DropDelayed.reason", most=LINE), fixed=fixed)
