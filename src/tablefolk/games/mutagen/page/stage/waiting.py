"""Who is waited for, in which part, and what for; read from the state alone (TF-30)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Refusal
from tablefolk.core.stage import GM, Wait
from tablefolk.games.mutagen.page.offers import answers, creation, harm, moves, sessions
from tablefolk.games.mutagen.page.offers.making import draft_at, want_at
from tablefolk.games.mutagen.page.stage.hand import may_act
from tablefolk.games.mutagen.page.view.creation import FINISH
from tablefolk.games.mutagen.playbooks.model import Story
from tablefolk.games.mutagen.rules import (
    chain,
    dying,
    effects,
    leveling,
    outcomes,
    owing,
    sheet,
    take_harm,
)
from tablefolk.games.mutagen.rules import creation as making
from tablefolk.games.mutagen.rules.facts import established
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Injury, OpenMove, Owed
from tablefolk.games.mutagen.words import say


def waiting(show: Show) -> Iterator[Wait]:
    """What holds up most people first."""
    if show.frozen and not show.paused:
        yield Wait(GM, "frozen", say("wait.frozen"), len(show.frozen))
    for move in show.running():
        if move.id not in show.frozen:
            yield from at_move(show, move)
    for injury in show.injuries.values():
        if not injury.over and injury.id not in show.frozen:
            yield from at_harm(show, injury)
    yield from (wait for owed in show.owed.values() for wait in owes_an_answer(show, owed))
    yield from (wait for hero in show.cast.values() for wait in of(show, hero))
    for dispute in show.disputes.values():
        if dispute.open:
            yield Wait(GM, f"dispute:{dispute.id}", say("wait.dispute"), 1)
    if any(fact.doubts for fact in established(show)):
        yield Wait(GM, "facts", say("wait.fact"))
    for member in creation.without(show):
        yield Wait(member, "creation", say("wait.make"), begins=True)


# -- Moves -------------------------------------------------------------------------------------


def at_move(show: Show, move: OpenMove) -> Iterator[Wait]:
    part, player = moves.about_of(move), show.cast[move.who].player
    holds = 1 + len(move.others)
    if move.stage == "gm":
        yield Wait(GM, part, say("wait.gm"), holds)
    elif move.stage == "talk":
        yield Wait(player, part, say("wait.talk"), holds)
    elif move.stage == "ready" and allowed(show, move):
        yield Wait(player, part, say("wait.ready"), holds)
    elif move.stage == "result":
        yield Wait(player, part, say("wait.result"), holds)
    elif move.stage == "settled":
        yield from settled(show, move, holds)
    elif move.stage == "consequence":
        players = (show.cast[who].player for who in outcomes.questions(show, move))
        for one in dict.fromkeys(players):
            yield Wait(one, part, say("wait.consequence"), holds)


def settled(show: Show, move: OpenMove, holds: int) -> Iterator[Wait]:
    """Those who follow, then the GM's words."""
    part = moves.about_of(move)
    if move.following and not move.following.done:
        for roll in move.following.rolls:
            begun = any(m.follows == move.id for m in show.running(roll.who))
            if chain.awaits(move, roll.who) and not begun:
                yield Wait(show.cast[roll.who].player, part, say("wait.follow"), holds)
    elif move.outcome and not any(owing.picks(show, move)):
        yield Wait(GM, part, say("wait.settled"), holds)


def allowed(show: Show, move: OpenMove) -> bool:
    """Whether all still holds that a roll needs."""
    try:
        chain.recheck(show, move)
    except Refusal:
        return False
    return True


def owes_an_answer(show: Show, owed: Owed) -> Iterator[Wait]:
    if {owed.move, owed.injury} & {*show.frozen}:
        return
    if effects.moot(show, owed) or any(True for _ in answers.fillable(show, owed)):
        hero = show.cast.get(owed.who)
        who = hero.player if hero and owed.by == "player" else GM
        yield Wait(who, f"owed:{owed.id}", say("wait.asked"), 1)


# -- Harm, and what one owes for oneself -------------------------------------------------------


def at_harm(show: Show, injury: Injury) -> Iterator[Wait]:
    part, hero = harm.about_of(injury), show.cast.get(injury.on)
    step = take_harm.step_of(show, injury)
    first = min(i.id for i in show.hurting(injury.on)) == injury.id
    if (step and step.do == "gm_dice") or (hero is None and not show.entities[injury.on].health):
        yield Wait(GM, part, say("wait.harm_gm"), 1)
    elif first and steps_on(show, injury, step.do if step else ""):
        yield Wait(hero.player if hero else GM, part, say("wait.harm"), 1)


def steps_on(show: Show, injury: Injury, what: str) -> bool:
    """Whether the step is theirs to close, or armor theirs to use."""
    armor = what == "armor" and not injury.worn and bool(take_harm.usable(show, injury))
    return armor or not take_harm.pending(show, injury)


def of(show: Show, hero: Character) -> Iterator[Wait]:
    if hero.dying:
        yield Wait(hero.player, harm.fate_of(hero), say("wait.dying"), 1)
    over = show.scene != hero.left or not show.scene_open
    if hero.state == "out_of_scene" and over and dying.scars(hero) and not hero.scar:
        yield Wait(GM, harm.fate_of(hero), say("wait.scar"), 1)
    if hero.player != show.gm:
        yield from begins(show, hero)


def begins(show: Show, hero: Character) -> Iterator[Wait]:
    """What somebody begins or finishes: that rests while they sit in the GM's chair (TF-7)."""
    if (make := show.called_for.get(hero.id)) and may_act(show, hero):
        deed = show.shelf.item(make)
        if isinstance(deed, Story) and deed in sheet.deeds(show, hero):
            words = say("wait.called", move=show.called(make))
            yield Wait(hero.player, want_at(hero.id, make), words)
    if hero.state == "draft" and finished(show, hero):
        yield Wait(hero.player, draft_at(hero.id, FINISH), say("wait.finish"))
    if show.phase == "xp" and hero.alive and hero.state != "draft" and grows(show, hero):
        yield Wait(hero.player, sessions.xp_at(hero), say("wait.level"))


def finished(show: Show, hero: Character) -> bool:
    """Whether a draft needs only to be brought into play (MU-22)."""
    if creation.left(show, hero) > 0 or any(True for _ in sheet.unwritten(show, hero)):
        return False
    try:
        making.fitting(show, hero.playbooks)
        making.affordable(show, hero)
        making.lawful(show, hero)
    except Refusal:
        return False
    return True


def grows(show: Show, hero: Character) -> bool:
    """Whether a full track waits to be spent or kept (MU-141)."""
    try:
        _, resource = leveling.levelling(show, hero)
    except Refusal:
        return False
    return sheet.full(show, hero, resource) and not hero.evening.kept
