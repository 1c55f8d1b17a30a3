"""Moves as a seat sees them: the hand to choose from, and every move under way (MU-50 … MU-88)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from tablefolk.core.game import Block, Chance, Seat
from tablefolk.core.words import listing
from tablefolk.games.mutagen.page.offers import rolling
from tablefolk.games.mutagen.page.offers.answers import answers_it
from tablefolk.games.mutagen.page.offers.making import under_way, want_at
from tablefolk.games.mutagen.page.offers.moves import about_of, asked_for, rolls_it, tray, word_at
from tablefolk.games.mutagen.page.offers.proposals import fitting, others_moves, own_moves, stories
from tablefolk.games.mutagen.page.offers.rolling import at_level, beside, comings, cost_of
from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.page.view.making import (
    Making,
    Want,
    icon_of,
    making,
    shut,
    want,
    wanted,
)
from tablefolk.games.mutagen.page.view.odds import Band, Piece, bands, chance, pieces, success
from tablefolk.games.mutagen.page.view.printing import Bit, Part, bits
from tablefolk.games.mutagen.page.view.world import Written
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Aptitude, Deed, Gm, Resource, Section, Story
from tablefolk.games.mutagen.rules import (
    cast,
    chain,
    chances,
    effects,
    outcomes,
    owing,
    rating,
    reading,
    sheet,
)
from tablefolk.games.mutagen.rules.chances import may_know, move_odds
from tablefolk.games.mutagen.rules.limits import active
from tablefolk.games.mutagen.rules.proposing import other_move
from tablefolk.games.mutagen.rules.results import of_goal, of_others
from tablefolk.games.mutagen.rules.rolling import wanted as wanted_by
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import BEFORE_DICE, Character, OpenMove, Owed, Staged
from tablefolk.games.mutagen.rules.wording import band_name, plain, staged_words
from tablefolk.games.mutagen.words import say

HINTS = ("tray", "tray_specific", "camera")


# -- The hand (MU-62) --------------------------------------------------------------------------


class Tray(Block, frozen=True):
    """A player's hand: what do you want? (MU-62)"""

    who: str = ""
    name: str = ""
    wants: tuple[Want, ...] = ()
    own: tuple[OwnMove, ...] = ()  # beside the story moves
    held: tuple[tuple[str, str], ...] = ()  # what is kept up on boxes, and on whose (MU-30)
    waits: str = ""  # why no move can be made just now
    called: str = ""  # the move the GM asks for
    why: str = ""  # what the GM said to it
    came: Came | None = None  # of the move before
    hints: tuple[str, ...] = ()


class Came(Part, frozen=True):
    """What came of the last move, in whole words, until its player begins another (MU-157)."""

    move: int
    called: str
    dice: tuple[int, ...] = ()
    modifier: str = ""
    sum: int = 0
    band: str = ""
    band_name: str = ""
    converted: bool = False
    says: tuple[Bit, ...] = ()
    chose: tuple[str, ...] = ()
    text: str = ""
    staged: tuple[str, ...] = ()


def came(show: Show, hero: Character) -> Came | None:
    """The result of the last move of this scene, if it has one and is over."""
    mine = (move for move in show.moves.values() if move.who == hero.id)
    move = max(mine, key=lambda one: one.id, default=None)
    if move is None or move.stage != "closed" or move.follows or move.scene != show.scene:
        return None
    throw, outcome = move.throw, move.outcome
    if not (throw or move.says):
        return None
    return Came(
        move.id,
        show.called(move.move),
        throw.dice if throw else (),
        signed(throw.modifier) if throw else "",
        throw.total if throw else 0,
        move.band,
        band_name(show, move.band),
        move.converted,
        bits(show, move.says),
        tuple(plain(text).rstrip(".") for text in move.chose),
        outcome.text if outcome else "",
        tuple(staged_words(show, one) for one in outcome.staged) if outcome else (),
    )


def hand(show: Show, hero: Character) -> Tray:
    """The wants, each leading to where it is put into words; and one's own moves."""
    free = pages.free(show, hero) and show.phase != "xp"
    called = show.called_for.get(hero.id, "")
    mine = own_moves(show, hero) if free else ()
    own = (*mine, *(d for d in others_moves(show, hero) if d not in mine)) if free else ()
    first = {d.id for n, d in enumerate(mine) if n < 2 or d.mark != "free"}
    return Tray(
        about=tray(hero),
        who=hero.id,
        name=hero.name,
        wants=tuple(want(show, hero, story) for story in stories(show, hero)) if free else (),
        own=tuple(own_move(show, hero, deed, deed.id in first) for deed in own),
        held=tuple((note, show.called(one.id)) for one, note in sheet.held(show, hero)),
        waits="" if free else why_not(show, hero),
        called=show.called(called) if called else "",
        why=show.called_why.get(hero.id, ""),
        came=came(show, hero) if show.phase != "xp" else None,
        hints=tuple(say(f"advice.{key}") for key in (() if show.phase == "xp" else HINTS)),
    )


class OwnMove(Part, frozen=True):
    """A move that is no story move, where it can be made."""

    part: str
    name: str
    icon: str
    cost: str = ""
    first: bool = False  # stands at the top: bought, or one of the first two of one's own playbook
    shut: str = ""  # why it cannot be made now


def own_move(show: Show, hero: Character, deed: Deed, first: bool) -> OwnMove:
    part = want_at(hero.id, deed.id)
    cost, why = cost_of(show, deed), shut(show, hero, deed)
    return OwnMove(part, show.called(deed.id), icon_of(deed), cost, first, why)


def why_not(show: Show, hero: Character) -> str:
    if show.phase == "xp":
        return say("note.session_over")
    if hero.state == "out_of_scene":
        return say("note.out_of_scene", name=hero.name)
    if first := chain.duties(show, hero):
        return say("note.first", name=hero.name, what=first)
    return ""


def saying(show: Show, hero: Character, deed: Deed) -> Say:
    """A move to be put into words; one that is made with a story move begins with itself."""
    among = (deed,) if isinstance(deed, Story) else fitting(show, hero, deed, stories(show, hero))
    about = want_at(hero.id, deed.id)
    through = () if isinstance(deed, Story) else (deed.id,)
    form = making(show, hero, about.replace(":", "-"), among, begun=deed) if among else None
    asked = asked_for(show, hero, deed)
    return replace(
        put(show, deed),
        asked=asked,
        why=show.called_why.get(hero.id, "") if asked else "",
        about=about,
        who=hero.id,
        name=hero.name,
        odds=rolls_with(show, hero, deed) if not form else "",
        making=replace(form, start_through=through) if form else None,
    )


def rolls_with(show: Show, hero: Character, deed: Deed) -> str:
    """The modifier and the chance of a move that is rolled with one number or one aptitude."""
    move = OpenMove(0, hero.id, (deed.id,))
    found = rating.roll_of(show, move)
    if found is None or found[0].by not in ("number", "aptitude") or deed.modes:
        return ""
    n = rating.modifier(show, move)
    return say("note.rolls_with", n=signed(n), chance=success(n))


class Say(Block, frozen=True):
    """A move being put into words: for the first time, or anew."""

    who: str = ""
    name: str = ""
    move: int = 0  # the one that is described anew
    called: str = ""
    asked: bool = False  # the GM asks for it
    why: str = ""  # what the GM said to it
    icon: str = ""
    want: str = ""
    how: str = ""
    bits: tuple[Bit, ...] = ()  # what the playbook says of it
    odds: str = ""  # where what it is rolled with is settled beforehand (MU-48)
    making: Making | None = None  # where a story move is part of it


def put(show: Show, deed: Deed) -> Say:
    """What the playbook says of a move."""
    story = isinstance(deed, Story)
    return Say(
        called=show.called(deed.id),
        icon=icon_of(deed),
        want=wanted(show, deed) if isinstance(deed, Story) else "",
        how=plain(show.shelf.worded(deed.how, show.mild)) if isinstance(deed, Story) else "",
        bits=bits(show, deed.text) if not story else (),
    )


def anew(show: Show, move: OpenMove) -> Say:
    """A move to be described anew."""
    deed, hero = show.shelf.item(move.move), show.cast[move.who]
    assert isinstance(deed, Deed)
    story = rating.is_story(show, move)
    return replace(
        put(show, deed),
        about=f"again:{move.id}",
        who=hero.id,
        name=hero.name,
        move=move.id,
        making=again(show, hero, move) if story else None,
    )


# -- A move (MU-64 … MU-73) --------------------------------------------------------------------


def card(show: Show, seat: Seat, move: OpenMove) -> MoveCard:
    """A move as this seat sees it: what was said, what is rolled, what came of it."""
    return outcome_on(show, seat, move, dice_on(show, seat, move, said_on(show, seat, move)))


class Remarked(Part, frozen=True):
    text: str
    suggests: str = ""
    questions: bool = False


class MoveCard(Block, frozen=True):
    """A move under way, from the proposal to what comes of it."""

    move: int = 0
    who: str = ""
    name: str = ""
    mine: bool = False
    gm: bool = False
    stage: str = ""
    icon: str = ""
    item: str = ""
    called: str = ""
    through: tuple[str, ...] = ()
    want: str = ""
    how: str = ""
    targets: tuple[str, ...] = ()
    near: tuple[Written, ...] = ()
    picked: tuple[tuple[str, str], ...] = ()
    harm: str = ""
    costs: tuple[str, ...] = ()
    remarks: tuple[Remarked, ...] = ()
    other: str = ""  # another move may be meant (MU-63)
    pieces: tuple[Piece, ...] = ()
    total: str = ""  # the sum before it was clamped
    modifier: str = ""
    clamped: bool = False
    bands: tuple[Band, ...] = ()
    success: Chance | None = None
    success_of: str = ""  # what that is the chance of: at a low level less than it all (MU-68)
    with_status: Chance | None = None
    odds_with: tuple[tuple[int, str], ...] = ()  # the chance with each bonus the GM may give
    bands_with: tuple[Band, ...] = ()  # the results, should a status be exploited
    modifier_with: str = ""
    statuses: tuple[Written, ...] = ()  # to be exploited
    back: Chance | None = None  # that the Resist spent comes back (MU-87)
    back_with: Chance | None = None  # if everybody exploits a status as well (MU-86)
    hidden: str = ""  # why there are no odds
    level: str = ""
    exploit: str = ""
    tags: tuple[str, ...] = ()
    again: str = ""  # where it can be described anew
    results: str = ""  # where all four results are read
    word: str = ""  # where the GM says something else to it
    beside: str = ""  # where more is found that can go with the GM's words
    follow: Making | None = None
    dice: tuple[int, ...] = ()
    sum: int = 0
    band: str = ""
    band_name: str = ""
    converted: bool = False
    says: tuple[Bit, ...] = ()  # what its playbook says comes of it (MU-157)
    chose: tuple[str, ...] = ()  # and what was picked of it that is only words
    full: str = ""  # what Buy Resist cannot fill (MU-80)
    kind: str = ""  # of the GM's words: benefit, consequence, outcome
    text: str = ""
    staged: tuple[str, ...] = ()
    goal: tuple[int, ...] = ()  # the places of what was wanted itself; the rest is its price
    nothing: str = ""  # what was to be restored is not, so far (MU-76)
    numbered: tuple[int, ...] = ()  # the places of harm that the GM has as numbers to pick
    most: tuple[tuple[str, int], ...] = ()  # of each number
    resisted: tuple[str, ...] = ()
    was: str = ""  # the consequence that was resisted
    was_staged: tuple[str, ...] = ()
    group: tuple[str, ...] = ()  # whom a leader takes along; none of them rolls now (MU-84)
    following: tuple[Following, ...] = ()
    ideas: tuple[Idea, ...] = ()
    limits: tuple[str, ...] = ()
    frozen: bool = False
    waits: str = ""
    hints: tuple[str, ...] = ()


def said_on(show: Show, seat: Seat, move: OpenMove) -> MoveCard:
    """What is tried, by whom, how; and what was said to it."""
    deed = show.shelf.item(move.move)
    hero, mine = show.cast[move.who], rolls_it(show, seat, move)
    before = move.stage in BEFORE_DICE
    story = rating.is_story(show, move)
    return MoveCard(
        about=about_of(move),
        move=move.id,
        who=hero.id,
        name=hero.name,
        mine=mine,
        gm=seat.gm,
        stage=move.stage,
        icon=icon_of(deed),
        item=move.move,
        called=show.called(move.move),
        through=tuple(show.called(id) for id in move.chain[:-1]),
        want=plain(show.shelf.worded(deed.want, show.mild)) if isinstance(deed, Story) else "",
        how=move.how,
        targets=tuple(show.name(t) for t in move.targets),
        near=tuple(near(show, move)) if move.running else (),
        picked=tuple(rated(show, hero, id) for id in move.picked),
        harm=say("move.harm", n=move.harm) if move.harm is not None and move.harm >= 0 else "",
        costs=tuple(costs(show, move)) if before else (),
        remarks=tuple(
            Remarked(r.text, show.called(r.suggests) if r.suggests else "", r.questions)
            for r in move.remarks
        ),
        other=suggestion(show, move) if before else "",
        statuses=tuple(written(show)) if before and mine and story and not move.exploit else (),
        level=move.level if move.level != "normal" else "",
        exploit=f"{move.exploit.text}: {move.exploit.how}" if move.exploit else "",
        tags=tuple(say(f"tag.{tag}") for tag in move.tags),
        again=f"again:{move.id}" if before and mine and not move.body else "",
        results=results_at(move),
        word=word_at(move) if before and seat.gm else "",
        follow=behind(show, seat, move),
        frozen=move.id in show.frozen,
        waits=waits(show, seat, move),
        hints=hints(show, seat, move, mine),
    )


def dice_on(show: Show, seat: Seat, move: OpenMove, seen: MoveCard) -> MoveCard:
    """What goes into the roll, its odds, and how it fell (MU-40 … MU-46)."""
    before = move.stage in BEFORE_DICE
    known = may_know(show, seat, move)
    odds = move_odds(show, move) if before and known else None
    parts = move.throw.parts if move.throw else rating.parts(show, move) if before else ()
    dice_too = rating.roll_of(show, move) is not None
    return replace(
        seen,
        pieces=pieces(show, parts) if dice_too else (),
        total=signed(sum(part.value for part in parts)),
        modifier=signed(reading.modifier(parts)),
        clamped=reading.modifier(parts) != sum(part.value for part in parts),
        bands=bands(show, move, odds) if dice_too else (),
        success=hoped(show, move, odds.bands) if odds else None,
        success_of=say(f"chance_of.{move.level}") if odds else "",
        with_status=hoped(show, move, odds.with_status) if odds and odds.with_status else None,
        **exploiting(show, move, odds, seen),
        odds_with=tuple(with_bonus(show, seat, move)) if odds else (),
        back=comes_back(show, move) if odds else None,
        back_with=comes_back(show, move, show.engine.exploit_bonus) if odds else None,
        hidden=say("note.odds_not_shown") if before and not known and dice_too else "",
        dice=move.throw.dice if move.throw else (),
        sum=move.throw.total if move.throw else 0,
        band=move.band,
        band_name=band_name(show, move.band),
        converted=move.converted,
    )


def with_bonus(show: Show, seat: Seat, move: OpenMove) -> Iterator[tuple[int, str]]:
    """The chance of a success with each bonus or penalty the GM may give (MU-42)."""
    total = sum(part.value for part in rating.parts(show, move))
    for n in (-3, -2, -1, 0, 1, 2, 3) if seat.gm and move.stage == "gm" else ():
        yield n, success(reading.clamped(total + n))


def exploiting(
    show: Show, move: OpenMove, odds: chances.Chances | None, seen: MoveCard
) -> dict[str, object]:
    """The same numbers, should a status go into the roll (MU-67)."""
    if odds is None or not odds.with_status or not seen.statuses:
        return {}
    more = sum(part.value for part in rating.parts(show, move)) + show.engine.exploit_bonus
    with_it = replace(odds, bands=odds.with_status)
    return {
        "bands_with": bands(show, move, with_it),
        "modifier_with": signed(reading.clamped(more)),
    }


class Results(Block, frozen=True):
    """What is added to the dice, and all four results: before them with their exact chances."""

    move: int = 0
    pieces: tuple[Piece, ...] = ()
    total: str = ""
    modifier: str = ""
    clamped: bool = False
    bands: tuple[Band, ...] = ()
    band: str = ""


def results(show: Show, seat: Seat, move: OpenMove) -> Results:
    """All that a number hangs on, for whoever looks closer (MU-48)."""
    seen = dice_on(show, seat, move, MoveCard(about=results_at(move)))
    return Results(
        about=seen.about,
        move=move.id,
        pieces=seen.pieces,
        total=seen.total,
        modifier=seen.modifier,
        clamped=seen.clamped,
        bands=seen.bands,
        band=seen.band,
    )


def results_at(move: OpenMove) -> str:
    return f"results:{move.id}"


def outcome_on(show: Show, seat: Seat, move: OpenMove, seen: MoveCard) -> MoveCard:
    """What the GM made of the result, and who follows (MU-71 … MU-73, MU-82)."""
    outcome = move.outcome
    short = seen.mine and move.stage == "result"
    return replace(
        seen,
        full=cannot_fill(show, show.cast[move.who], move) if short else "",
        says=bits(show, move.says) if move.says else (),
        chose=tuple(plain(text).rstrip(".") for text in move.chose),
        kind=outcome.kind if outcome else "",
        text=outcome.text if outcome else "",
        staged=tuple(comings(show, outcome.staged)) if outcome else (),
        goal=tuple(wanted_of(show, move)),
        nothing="" if seat.gm and chosen_with(show, move) else restores_nothing(show, move),
        resisted=tuple(show.name(who) for who in outcome.resisted) if outcome else (),
        was=outcome.was if outcome else "",
        was_staged=tuple(staged_words(show, s) for s in resisted(move)),
        group=tuple(show.name(who) for who in move.others) if together(move) else (),
        following=() if together(move) else tuple(followers(show, move)),
        **numbers(show, seat, move),
        ideas=tuple(ideas(show, move)) if seat.gm and move.running else (),
        limits=tuple(limit.text for limit in active(show)) if seat.gm and outcome else (),
        beside=beside(move) if seat.gm and outcome else "",
    )


def resisted(move: OpenMove) -> tuple[Staged, ...]:
    """What was resisted last; what falls on the others of a group is theirs (MU-88)."""
    if not (move.outcome and move.outcome.resisted):
        return ()
    who, every = move.outcome.resisted[-1], move.outcome.was_staged
    return tuple(one for one in every if not of_others(move, who, one, every))


def numbers(show: Show, seat: Seat, move: OpenMove) -> dict[str, object]:
    """Harm that the GM has as one number for each, where the words are still to be found."""
    if not (seat.gm and move.stage == "settled" and move.outcome):
        return {}
    loose = {place_ for place_, _ in rolling.loose(show, move)}
    every = range(1, len(move.outcome.staged) + 1)
    rows = rolling.harm_rows(show, move)
    return {
        "numbered": tuple(n for n in every if n not in loose),
        "most": tuple((row.who, row.most) for row in rows),
    }


def wanted_of(show: Show, move: OpenMove) -> Iterator[int]:
    """The places of what is staged that is no price (MU-70, MU-76)."""
    for place_, staged in enumerate(move.outcome.staged if move.outcome else (), 1):
        if of_goal(show, move, staged):
            yield place_


def chosen_with(show: Show, move: OpenMove) -> bool:
    """Whether points that are given back are chosen already where the GM's words are written."""
    return any(one.op == "restore" for one in outcomes.unmistakable(show, move))


def restores_nothing(show: Show, move: OpenMove) -> str:
    """Where somebody is tended with success, and neither a point nor a status is spoken of yet."""
    deed = show.shelf.item(move.move)
    heals = isinstance(deed, Story) and deed.may_restore and move.band in reading.SUCCESS
    if not (heals and move.outcome) or any(wanted_of(show, move)):
        return ""
    return say("move.restores_nothing")


def near(show: Show, move: OpenMove) -> Iterator[Written]:
    """What is written on those concerned: the story keeps to it (MU-110)."""
    for on, text in cast.statuses_near(show, move):
        yield Written(0, text, show.name(on), on)


def written(show: Show) -> Iterator[Written]:
    for on, status in show.statuses():
        yield Written(
            status.id, status.text, show.name(on), on, status.permanent, status.severe
        )  # fmt: skip


def rated(show: Show, hero: Character, id: str) -> tuple[str, str]:
    item = show.shelf.item(id)
    value = signed(rating.rating_of(show, hero, id)) if isinstance(item, Aptitude) else ""
    return show.called(id), value


def costs(show: Show, move: OpenMove) -> Iterator[str]:
    for link in rating.links(show, move) if move.body is None else ():
        if said := cost_of(show, link.deed):
            yield say("move.cost", what=said, move=show.called(link.deed.id))


def suggestion(show: Show, move: OpenMove) -> str:
    """The move that may be meant, where the target is of the other sort (MU-63)."""
    other = other_move(show, move)
    return say("note.other_move", move=show.called(other)) if other else ""


def hoped(show: Show, move: OpenMove, every: chances.Bands) -> Chance:
    """The chance to get it; at Zero Effect, where nobody does, to pay nothing for it (MU-68)."""
    bands = show.engine.story.bands
    good = reading.SUCCESS
    if move.level == "zero":
        good = tuple(band for band in every if wanted_by(bands, band) != "consequence")
    return chance(sum((every[band] for band in good), Fraction(0)))


def comes_back(show: Show, move: OpenMove, more: int = 0) -> Chance | None:
    """The chance that what a leader spends comes back, everybody with the best they have.

    Where something is written somewhere, each of them may get so much `more` by it (MU-86).
    """
    if not move.others or (more and not any(show.statuses())):
        return None
    best = []
    for who in move.others:
        hero = show.cast[who]
        every = (sheet.rating(show, hero, a) for a in sheet.aptitudes(show, hero))
        best.append(reading.clamped(max(every, default=show.engine.unowned_rating) + more))
    own = sum(part.value for part in rating.parts(show, move)) + (0 if move.exploit else more)
    return chance(chances.comes_back(reading.clamped(own), best))


def again(show: Show, hero: Character, move: OpenMove) -> Making:
    deed = show.shelf.item(move.move)
    inner = move.follows or move.inside
    among = (deed,) if inner and isinstance(deed, Story) else stories(show, hero)
    return making(show, hero, f"again-{move.id}", among, move, lead=not move.follows)


def behind(show: Show, seat: Seat, move: OpenMove) -> Making | None:
    """For whoever has to follow: the same move in their own way (MU-85)."""
    hero, deed = under_way(show, seat), show.shelf.item(move.move)
    if hero is None or not isinstance(deed, Story) or not chain.awaits(move, hero.id):
        return None
    if any(m.follows == move.id for m in show.running(hero.id)):
        return None
    return making(show, hero, f"follow-{move.id}", (deed,), lead=False)


def cannot_fill(show: Show, hero: Character, move: OpenMove) -> str:
    """Trading a result for a point that has no room is legal, and worth a word (MU-80)."""
    full = (r for r in sheet.resources(show, hero) if isinstance(r, Resource) and r.id == "resist")
    item = next(full, None)
    return say("note.resist_full") if item and sheet.full(show, hero, item.id) else ""


def together(move: OpenMove) -> bool:
    """Whether a leader acts for all: before the dice, and where it failed for all (MU-84)."""
    return move.stage in BEFORE_DICE or (move.stage == "settled" and move.following is None)


class Following(Part, frozen=True):
    """One of those who follow a leader."""

    who: str
    name: str
    band: str = ""
    band_name: str = ""
    excused: bool = False
    answer: str = ""  # to a consequence: asked, or taken (MU-88)
    awaited: bool = False  # they have yet to roll (MU-85)


def followers(show: Show, move: OpenMove) -> Iterator[Following]:
    rolls = move.following.rolls if move.following else ()
    asked = outcomes.still_asked(show, move) if move.stage == "consequence" else ()
    taken = move.outcome.taken if move.outcome else ()
    answer = {**dict.fromkeys(taken, "taken"), **dict.fromkeys(asked, "asked")}
    for roll in rolls:
        yield Following(
            roll.who, show.name(roll.who), roll.band, band_name(show, roll.band), roll.excused,
            answer.get(roll.who, ""), chain.awaits(move, roll.who),
        )  # fmt: skip
    if not rolls:
        others = ((who, answer.get(who, "")) for who in move.others)
        yield from (Following(who, show.name(who), answer=said) for who, said in others)


class Idea(Part, frozen=True):
    """The GM's side of a move, as ideas (MU-71, MU-151)."""

    name: str
    bits: tuple[Bit, ...] = ()
    options: tuple[str, ...] = ()


def ideas(show: Show, move: OpenMove) -> Iterator[Idea]:
    """The GM's side of this move, where a GM playbook is loaded: ideas, never all there is."""
    for one in cast.co_moves(show, move):
        name = one.name if isinstance(one, Gm) else one.label
        fitting = [b for b in one.bands if not move.band or move.band in b.on]
        options = (o.text for band in fitting for o in band.options)
        text = " ".join([*(band.text for band in fitting), one.text])
        yield Idea(name, bits(show, text), tuple(map(plain, (*options, *listed(one)))))


def listed(one: Gm | Section) -> Iterator[str]:
    """The lists of the GM's side that belong to no result: they stand for every one."""
    of_result = False
    for paragraph in one.body:
        of_result = paragraph.kind == "result" or (of_result and paragraph.kind != "plain")
        if paragraph.kind in ("bullet", "numbered") and not of_result:
            yield paragraph.text
    yield from one.limits if isinstance(one, Gm) and not one.body else ()


def waits(show: Show, seat: Seat, move: OpenMove) -> str:
    """For whom the table waits, where it is not this seat."""
    mine, name = rolls_it(show, seat, move), show.name(move.who)
    if move.stage == "gm" and not seat.gm:
        return say("note.waits_gm")
    if move.stage == "consequence":
        hero, asked = under_way(show, seat), outcomes.questions(show, move)
        others = [show.name(who) for who in asked if hero is None or who != hero.id]
        return say("note.waits_consequence", name=listing(others)) if others else ""
    if move.stage in ("talk", "ready", "result") and not mine:
        return say(f"note.waits_{move.stage}", name=name)
    if move.stage == "settled" and move.following and not move.following.done:
        left = [show.name(r.who) for r in move.following.rolls if not (r.band or r.excused)]
        return say("note.waits_follow", names=", ".join(left))
    if move.stage == "settled" and any(owing.picks(show, move)):
        return "" if mine else say("note.waits_picks", name=name)
    if move.stage == "settled" and move.outcome and not seat.gm:
        return say("note.waits_outcome")
    return ""


def hints(show: Show, seat: Seat, move: OpenMove, mine: bool) -> tuple[str, ...]:
    keys: list[str] = []
    if move.stage == "gm" and seat.gm:
        keys = ["gm_window", "gm_window_level"]
    if move.level != "normal" and move.stage in BEFORE_DICE:
        keys.append("level")
    hero = under_way(show, seat)
    if move.stage == "consequence" and hero and hero.id in outcomes.questions(show, move):
        keys.append("resist")
    if move.band == "fail" and mine:
        keys.append("after_failure")
    if move.outcome and seat.gm and move.running:
        kind = "words" if outcomes.as_said(move) else move.outcome.kind
        keys.append(at_level("advice", f"gm_{kind}", move))
    return tuple(say(f"advice.{key}") for key in keys)


# -- What is asked (MU-53) ---------------------------------------------------------------------


def for_whom(show: Show, owed: Owed) -> str:
    """“2 harm: for whom?”, where that is what is asked."""
    effect = owed.effect
    if effect is None or op.whom(effect) != "ask" or owed.options:
        return ""
    key = f"whom.{type(effect).__name__}"
    n = owing.amount(show, effects.doer_of(show, owed), getattr(effect, "n", 1))
    name = show.called(getattr(effect, "resource", ""))
    return say(key, n=n, name=name) if key in say else ""


def waits_for(show: Show, owed: Owed) -> str:
    """What an effect waits for, as a question."""
    effect = type(owed.effect).__name__ if owed.effect else "Pick"
    key = f"owed.{effect}" if f"owed.{effect}" in say else "owed.other"
    asks = plain(owed.prompt) or for_whom(show, owed)
    return asks or say(key, n=owed.n, name=show.name(owed.who))


class Question(Block, frozen=True):
    """Something an effect waits for (MU-53)."""

    owed: int = 0
    name: str = ""
    by: str = ""
    mine: bool = False
    source: str = ""
    n: int = 1
    options: tuple[str, ...] = ()
    says: tuple[Bit, ...] = ()  # the sentence the options belong to
    dice: tuple[int, ...] = ()  # of the roll that asks for it
    modifier: str = ""
    sum: int = 0
    band: str = ""
    band_name: str = ""


def question(show: Show, seat: Seat, owed: Owed) -> Question:
    move = show.moves.get(owed.move)
    throw = move.throw if move else None
    return Question(
        about=f"owed:{owed.id}",
        owed=owed.id,
        name=show.name(owed.who),
        by=owed.by,
        mine=answers_it(show, seat, owed),
        source=show.called(owed.source) if owed.source else "",
        n=owed.n,
        options=tuple(plain(entry.text) for entry in owed.options),
        says=bits(show, move.says) if move and move.says else (),
        dice=throw.dice if throw else (),
        modifier=signed(throw.modifier) if throw else "",
        sum=throw.total if throw else 0,
        band=move.band if move else "",
        band_name=band_name(show, move.band) if move else "",
    )
