"""What effects do to moves that are under way, and to rolls still to come.

Conversion, milder consequences, follow rolls (MU-77, MU-80, MU-83 … MU-87); modifiers that wait
for a roll (MU-42); rolls an effect calls for; and effects put off until later.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event, Seat
from tablefolk.core.words import listing
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Mode, Story
from tablefolk.games.mutagen.rules.owing import Doer, Given, amount, heroes, owes, people, ways
from tablefolk.games.mutagen.rules.reading import SUCCESS
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import (
    BandName,
    Bonus,
    Delayed,
    Follow,
    Following,
    OpenMove,
    Outcome,
    Owed,
    Staged,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted, OfMove, Words, described, of_move
from tablefolk.games.mutagen.words import say

# -- The open roll (MU-77, MU-80) --------------------------------------------------------------


class BandConverted(OfMove, frozen=True):
    """From now on the result is another one, for everything (MU-80)."""

    was: BandName
    to: BandName

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, band=self.to, converted=True)


class ConsequenceResisted(Change[Show], frozen=True):
    """The GM has to put something milder in place of what lies there (MU-77)."""

    move: int
    who: Who
    rule: str = ""
    keeps: tuple[Staged, ...] = ()  # what was wanted comes about all the same (MU-70)
    others: tuple[Staged, ...] = ()  # what falls on the others, who answer for it (MU-88)
    taken: tuple[str, ...] = ()  # those of them who take it

    def onto(self, show: Show) -> Show:
        """Nothing of it was applied yet, so there is nothing to undo (MU-72)."""
        was = show.moves[self.move].outcome or Outcome("consequence")
        resisted = (*was.resisted, self.who)
        price = tuple(one for one in was.staged if one not in self.keeps)
        fresh = Outcome(
            "consequence", "", (*self.keeps, *self.others), resisted, was=was.text,
            was_staged=price, taken=self.taken,
        )  # fmt: skip
        return show.with_move(self.move, outcome=fresh, stage="settled")


@ways.does(op.ConvertBand)
def op_convert(show: Show, e: op.ConvertBand, doer: Doer, dice: Dice) -> Iterator[Event]:
    move = show.moves.get(doer.move)
    if move and move.band:
        yield BandConverted(move.id, move.band, e.to)


@ways.does(op.RedescribeConsequence)
def op_redescribe(
    show: Show, e: op.RedescribeConsequence, doer: Doer, dice: Dice
) -> Iterator[Event]:
    move = show.moves.get(doer.move)
    if move:
        staged = move.outcome.staged if move.outcome else ()
        keeps = tuple(one for one in staged if of_goal(show, move, one))
        others = tuple(o for o in staged if o not in keeps and of_others(move, doer.who, o, staged))
        taken = tuple(who for who in move.outcome.taken if who != doer.who) if move.outcome else ()
        yield ConsequenceResisted(move.id, doer.who, e.rule, keeps, others, taken)


def of_others(move: OpenMove, who: str, staged: Staged, every: tuple[Staged, ...]) -> bool:
    """Whether it falls on the others of a group, of all that is staged, and not on `who` (MU-88).

    What falls on nobody by name is the leader's to resist, unless the others have nothing else.
    """
    group = (move.who, *move.others)
    named = who != move.who and any(one.on == who for one in every)
    return staged.on != who and (staged.on in group or named)


def of_goal(show: Show, move: OpenMove, staged: Staged) -> bool:
    """Whether it is what was wanted itself, and not its price: only that is resisted (MU-70)."""
    deed = show.shelf.item(move.move)
    if not isinstance(deed, Story) or move.band not in SUCCESS:
        return False
    match staged.op:
        case "harm":
            return bool(staged.injury) or (deed.may_harm and staged.on in move.targets)
        case "restore":
            return staged.resource == deed.may_restore and staged.on in move.targets
        case "unstatus":
            found = show.status(int(staged.on)) if staged.on.isdecimal() else None
            return bool(deed.may_restore and found and found[0] in move.targets)
    return False


# -- The group (MU-83 … MU-87) -----------------------------------------------------------------


class ResultShared(Change[Show], frozen=True):
    """The leader's result holds in the story for the others as well (MU-83)."""

    move: int
    band: BandName
    who: tuple[Who, ...]

    def in_words(self, show: Show, seat: Seat) -> Words:
        move = show.moves.get(self.move)
        return {"n": len(self.who), "leader": show.name(move.who) if move else ""}


class FollowRollsCalled(Change[Show], frozen=True):
    """Each of the others makes the same move, in their own way (MU-85)."""

    move: int
    following: Following

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, following=self.following)

    def in_words(self, show: Show, seat: Seat) -> Words:
        names = [show.name(roll.who) for roll in self.following.rolls if not roll.excused]
        return {**of_move(show, self.move), "names": listing(names), "n": len(names)}


@ways.does(op.ShareResult)
def op_share(show: Show, e: op.ShareResult, doer: Doer, dice: Dice) -> Iterator[Event]:
    move = show.moves.get(doer.move)
    if move and move.band:
        yield ResultShared(move.id, move.band, people(show, doer, e.who))


@ways.does(op.FollowRolls)
def op_follow(show: Show, e: op.FollowRolls, doer: Doer, dice: Dice) -> Iterator[Event]:
    """Whoever is not in the scene any more is excused at once."""
    here = {hero.id for hero in show.playing}
    rolls = tuple(Follow(who, excused=who not in here) for who in doer.others)
    if doer.move in show.moves:
        following = Following(rolls, e.if_all, e.then, doer.source, e.narrative)
        yield FollowRollsCalled(doer.move, following)


# -- Rolls to come (MU-42) ---------------------------------------------------------------------


class BonusGiven(Noted, frozen=True):
    who: Who
    bonus: Bonus

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, bonuses=(*show.cast[self.who].bonuses, self.bonus))

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"value": signed(self.bonus.value), "source": show.called(self.bonus.source)}


class RollCalledFor(Noted, frozen=True):
    """A roll inside a move, with results of its own."""

    move: OpenMove

    def onto(self, show: Show) -> Show:
        return replace(show, moves={**show.moves, self.move.id: self.move}).counted(self.move.id)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return described(show, self.move)


@ways.does(op.Modifier)
def op_modifier(show: Show, e: op.Modifier, doer: Doer, dice: Dice) -> Iterator[Event]:
    sign = -1 if isinstance(e.value, int) and e.value < 0 else 1
    value = sign * abs(e.value) if isinstance(e.value, int) else amount(show, doer, e.value)
    for who in heroes(show, doer, e.who):
        yield BonusGiven(who, Bonus(value, e.on, doer.source, show.scene))


@ways.does(op.RollNow)
def op_roll(show: Show, e: op.RollNow, doer: Doer, dice: Dice) -> Iterator[Event]:
    body = Mode("roll", e.text, roll=e.roll, bands=e.bands)
    yield RollCalledFor(
        OpenMove(
            id=show.count + 1,
            who=doer.who,
            chain=(doer.source,),
            how=e.text,
            stage="ready",
            targets=doer.targets,
            picked=doer.picked,
            inside=doer.injury,
            body=body,
            scene=show.scene,
        )
    )


# -- Later, and words --------------------------------------------------------------------------


class EffectsDelayed(Noted, frozen=True):
    delayed: Delayed

    def onto(self, show: Show) -> Show:
        delayed = {**show.delayed, self.delayed.id: self.delayed}
        return replace(show, delayed=delayed).counted(self.delayed.id)

    def in_words(self, show: Show, seat: Seat) -> Words:
        until = self.delayed.words or say(f"until.{self.delayed.until or 'gm'}")
        return {"who": show.name(self.delayed.who), "until": until}


@ways.does(op.Delay)
def op_delay(show: Show, e: op.Delay, doer: Doer, dice: Dice) -> Iterator[Event]:
    later = Delayed(show.count + 1, doer.who, doer.source, e.effects, e.until, doer.targets)
    yield EffectsDelayed(later)


@ways.does(op.Narrate)
def op_narrate(show: Show, e: op.Narrate, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield owes(show, doer, e.by, e, e.prompt)


@ways.does(op.AskGm)
def op_ask_gm(show: Show, e: op.AskGm, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield owes(show, doer, "gm", e, e.prompt)


@ways.answered(op.Narrate, op.AskGm)
def words_taken(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    """The words are written down with the answer; nothing else follows from them."""
    words(c.text, "MU-59", "Say it in a few words.")
    return iter(())
