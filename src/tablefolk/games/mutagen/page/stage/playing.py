"""What goes on at the table: moves, harm, questions, talks, the session's end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tablefolk.core.game import Block, Refusal, Seat
from tablefolk.core.stage import Part, Stands
from tablefolk.core.words import listing
from tablefolk.games.mutagen.page.offers import answers, facts, harm, moves, rolling, sessions
from tablefolk.games.mutagen.page.offers.making import own, under_way
from tablefolk.games.mutagen.page.view import harm as hurt
from tablefolk.games.mutagen.page.view import moves as shown
from tablefolk.games.mutagen.page.view import sessions as evenings
from tablefolk.games.mutagen.page.view import talks
from tablefolk.games.mutagen.page.view.making import icon_of
from tablefolk.games.mutagen.rules import (
    chain,
    dying,
    leveling,
    outcomes,
    owing,
    rating,
    sheet,
    take_harm,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import BEFORE_DICE, Character, Injury, OpenMove, Owed
from tablefolk.games.mutagen.words import say

STEPS = ("say", "gm", "roll", "result", "comes")
AT = {"gm": 1, "talk": 1, "ready": 2, "result": 3, "settled": 4, "consequence": 4}


def parts(show: Show, seat: Seat) -> Iterator[Part]:
    if show.frozen:
        yield frozen(show, seat)
    yield from (dispute(show, seat, number) for number, d in show.disputes.items() if d.open)
    yield from (fate(show, seat, hero) for hero in show.cast.values() if ends(hero))
    for owed in show.owed.values():
        yield question(show, seat, owed)
    yield from (injury(show, seat, one) for one in show.injuries.values() if not one.over)
    for move in show.running():
        yield deed(show, seat, move)
        if moves.rolls_it(show, seat, move) and move.stage in BEFORE_DICE and not move.body:
            yield again(show, move)
        if move.throw or rating.roll_of(show, move):
            yield results(show, seat, move)
        if seat.gm:
            yield from gms(show, move)
    yield from session(show, seat)


def one(make: Callable[..., Block], *about: object) -> tuple[Block, ...]:
    """A body of a single block."""
    return (make(*about),)


def gm_name(show: Show) -> str:
    return show.name(show.gm) if show.gm else say("stage.the_gm")


# -- Moves (MU-64 … MU-88) ---------------------------------------------------------------------


def deed(show: Show, seat: Seat, move: OpenMove) -> Part:
    mine = moves.rolls_it(show, seat, move)
    if move.stage == "consequence":
        mine = answers_now(show, seat, move)
    who = show.cast[move.who]
    follows = follows_now(show, seat, move)
    return Part(
        key=moves.about_of(move),
        place="now",
        title=asked_of(show, seat, move, mine, follows),
        eyebrow=whose(show, seat, move, mine),
        note=say("stage.deed_note", name=who.name, move=show.called(move.move)),
        blocks=partial(one, shown.card, show, seat, move),
        offers=partial(rolling.offers, show, seat, move),
        icon=icon_of(show.shelf.item(move.move)),
        stands="begun" if mine or follows else "open",
        who=who.player,
        steps=tuple(say(f"step.{key}") for key in STEPS),
        step=AT.get(move.stage, 4),
    )


def follows_now(show: Show, seat: Seat, move: OpenMove) -> bool:
    """Whether somebody has to follow a leader here (MU-85)."""
    hero = under_way(show, seat)
    return bool(hero and chain.awaits(move, hero.id))


def answers_now(show: Show, seat: Seat, move: OpenMove) -> bool:
    """Whether a consequence is this seat's to take or resist (MU-73, MU-88)."""
    hero = under_way(show, seat)
    return bool(hero and hero.id in outcomes.questions(show, move))


def asked_of(show: Show, seat: Seat, move: OpenMove, mine: bool, follows: bool) -> str:
    """The question, to whom it is put; to the others what they watch."""
    stage = move.stage
    if stage == "settled":
        waits = move.following and not move.following.done
        kind = move.outcome.kind if move.outcome else "outcome"
        picks = any(owing.picks(show, move))
        stage_key = "follow" if waits else "picks" if picks else f"settled_{kind}"
        if rolling.learns(show, move):
            told = {"settled_outcome": "learns", "settled_consequence": "learns_price"}
            stage_key = told.get(stage_key, stage_key)
        mine = follows if waits else seat.gm and not picks
    else:
        stage_key = f"{stage}_{move.band}" if stage == "consequence" else stage
        mine = seat.gm if stage == "gm" else mine
    stage_key = rolling.at_level("stage", stage_key, move)
    key = f"stage.{stage_key}" if mine else f"stage.{stage_key}_watch"
    player = show.name(show.cast[move.who].player)
    resisted = move.outcome.resisted if move.outcome and stage == "settled" else ()
    name = show.name(resisted[-1] if resisted else move.who)
    n = 1
    if stage == "consequence":
        me = under_way(show, seat)
        name = me.name if me and mine else name
        asked = outcomes.questions(show, move)
        player, n = listing(show.name(show.cast[who].player) for who in asked), len(asked)
    facts = {"name": name, "player": player, "gm": gm_name(show), "n": n}
    return say(key, move=show.called(move.move), **facts)


def whose(show: Show, seat: Seat, move: OpenMove, mine: bool) -> str:
    """Who asks whom."""
    stage: str = move.stage
    if stage == "ready" and (move.follows or move.body):
        stage = "ready_own"  # the GM was not asked: it is rolled at once
    elif stage == "ready" and move.stands:
        stage = "ready_stands"
    if stage == "settled" and move.following and not move.following.done:
        stage = "follow"
    if stage == "settled" and any(owing.picks(show, move)):
        stage = "watch"  # somebody picks first
    theirs = seat.gm if move.stage in ("gm", "settled") else mine
    leader = show.moves[move.follows].who if move.follows in show.moves else move.who
    facts = {"name": show.name(leader), "gm": gm_name(show), "move": show.called(move.move)}
    return say(f"eyebrow.{stage}" if theirs else "eyebrow.watch", **facts)


def again(show: Show, move: OpenMove) -> Part:
    hero = show.cast[move.who]
    return Part(
        key=moves.anew(move),
        place="tool",
        title=say("stage.again", name=hero.name),
        blocks=partial(one, shown.anew, show, move),
        offers=partial(moves.redescribing, show, hero, move),
        icon="rotate",
        group=say("group.moves"),
    )


def results(show: Show, seat: Seat, move: OpenMove) -> Part:
    hero = show.cast[move.who]
    return Part(
        key=shown.results_at(move),
        place="tool",
        title=say("stage.results"),
        note=say("stage.deed_note", name=hero.name, move=show.called(move.move)),
        blocks=partial(one, shown.results, show, seat, move),
        icon="list-ul",
        group=say("group.moves"),
    )


def gms(show: Show, move: OpenMove) -> Iterator[Part]:
    """What a GM seldom needs at a move; there is no other button beside it that would drop it."""
    hero = show.cast[move.who]
    note = say("stage.deed_note", name=hero.name, move=show.called(move.move))
    if move.stage in BEFORE_DICE:
        yield Part(
            key=moves.word_at(move),
            place="tool",
            title=say("stage.word", name=hero.name),
            note=note,
            offers=partial(moves.speaking, show, move),
            icon="comment-dots",
            group=say("group.moves"),
        )
    if rolling.composes(show, move):
        yield Part(
            key=rolling.beside(move),
            place="tool",
            title=say("stage.with", name=show.name(move.who)),
            note=note,
            offers=partial(rolling.staging, show, move),
            icon="bolt",
            group=say("group.moves"),
        )


def question(show: Show, seat: Seat, owed: Owed) -> Part:
    mine = answers.answers_it(show, seat, owed)
    hero = show.cast.get(owed.who)
    asked = shown.waits_for(show, owed)
    who = gm_name(show) if owed.by == "gm" else show.name(hero.player if hero else owed.who)
    return Part(
        key=f"owed:{owed.id}",
        place="now",
        title=asked if mine else say("stage.decides", who=who, what=asked),
        eyebrow=show.called(owed.source) if owed.source else "",
        note=show.name(owed.who),
        blocks=partial(one, shown.question, show, seat, owed),
        offers=partial(answers.offers, show, seat, owed),
        icon="circle-question",
        who=hero.player if hero else "",
    )


# -- Harm and death (MU-93 … MU-107) -----------------------------------------------------------


def injury(show: Show, seat: Seat, one_: Injury) -> Part:
    step = take_harm.step_of(show, one_)
    what = step.do if step else ""
    hero = show.cast.get(one_.on)
    mine = seat.gm if what == "gm_dice" or hero is None else hero.player == seat.id
    return Part(
        key=harm.about_of(one_),
        place="now",
        title=hurts(show, one_, what, mine),
        eyebrow=say("eyebrow.harm", name=show.name(one_.on), n=one_.harm),
        note=say("eyebrow.harm", name=show.name(one_.on), n=one_.harm),
        blocks=partial(one, hurt.card, show, seat, one_),
        offers=partial(harm.taking, show, seat, one_),
        icon="heart-crack",
        who=hero.player if hero else "",
    )


def hurts(show: Show, one_: Injury, what: str, mine: bool) -> str:
    """This step's question; somebody without Health is only told about (MU-103)."""
    told = one_.on in show.entities and not show.entities[one_.on].health
    what = "none" if one_.harm <= 0 and what in ("optional_moves", "armor") else what
    what = "armored" if what == "armor" and one_.worn else what
    key = "told" if told else what if f"harm_ask.{what}" in say else "other"
    who = show.cast.get(one_.on)
    waited = gm_name(show) if what == "gm_dice" or who is None else show.name(who.player)
    asked = say(f"harm_ask.{key}", name=show.name(one_.on), n=one_.harm)
    return asked if mine else say("stage.decides", who=waited, what=asked)


def ends(hero: Character) -> bool:
    return bool(hero.dying) or hero.state == "out_of_scene"


def fate(show: Show, seat: Seat, hero: Character) -> Part:
    """The choice how it ends; then the way back, which only its two authors have before them."""
    mine = hero.player == seat.id
    over = show.scene != hero.left or not show.scene_open
    scars = seat.gm and over and bool(dying.scars(hero)) and not hero.scar
    scarred = hero.scar or not dying.scars(hero)
    asks = seat.gm and not scarred
    key = "dying" if hero.dying else "scar" if asks else "back" if over else "away"
    key = key if mine or (asks and not hero.dying) else f"{key}_watch"
    now = bool(hero.dying) or scars or (mine and over)
    return Part(
        key=harm.fate_of(hero),
        place="now" if now else "shelf",
        title=say(f"fate_ask.{key}", name=hero.name, player=show.name(hero.player)),
        eyebrow=say("fate.dying" if hero.dying else "fate.away", name=hero.name),
        note=say("fate.note_dying" if hero.dying else "fate.note"),
        blocks=partial(one, hurt.fate, show, seat, hero),
        offers=partial(harm.ending, show, seat, hero),
        icon="feather",
        stands="begun" if mine else "open",
        who=hero.player,
    )


# -- Talks (MU-147, MU-149) --------------------------------------------------------------------


def dispute(show: Show, seat: Seat, number: int) -> Part:
    talk = show.disputes[number]
    return Part(
        key=f"dispute:{number}",
        place="now",
        title=say("stage.dispute" if seat.gm else "stage.dispute_watch", gm=gm_name(show)),
        eyebrow=say("eyebrow.dispute", name=show.name(talk.by)),
        note=talk.about,
        blocks=partial(one, talks.dispute, show, seat, talk),
        offers=partial(facts.settling, show, seat, talk),
        icon="comments",
        who=talk.by,
    )


def frozen(show: Show, seat: Seat) -> Part:
    return Part(
        key="frozen",
        place="now",
        title=say("stage.frozen_paused" if show.paused else "stage.frozen"),
        eyebrow=say("eyebrow.frozen"),
        blocks=partial(one, talks.frozen, show, seat),
        offers=partial(facts.going_on, show, seat),
        icon="snowflake",
    )


# -- The end of a session (MU-134 … MU-141) ----------------------------------------------------


def session(show: Show, seat: Seat) -> Iterator[Part]:
    hero = own(show, seat)
    if hero and hero.state != "draft":
        yield from grown(show, hero)
    if show.phase == "xp":
        yield Part(
            key="evening",
            place="now",
            title=say("stage.evening"),
            blocks=partial(one, evenings.evening, show, seat),
            icon="mug-hot",
        )


def grown(show: Show, hero: Character) -> Iterator[Part]:
    """What was true tonight; and a full track, whenever it is full."""
    try:
        _, resource = leveling.levelling(show, hero)
    except Refusal:
        return
    over, full = show.phase == "xp", sheet.full(show, hero, resource)
    if over or full:
        stands: Stands = "begun" if over else "open"
        kept = full and hero.evening.kept
        yield Part(
            key=sessions.xp_at(hero),
            place="now" if over else "shelf",
            title=say("stage.level" if full and not kept else "stage.xp", name=hero.name),
            note=say("stage.level_note") if full else "",
            blocks=partial(evenings.own_card, show, hero),
            offers=partial(sessions.growing, show, hero),
            icon="arrow-up" if full else "dna",
            stands=stands,
            who=hero.player,
        )
