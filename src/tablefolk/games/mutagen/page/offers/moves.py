"""What is offered before the dice: say what you want, say how, let the GM speak (MU-50 … MU-68)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import do, flag, people, pick, text, want_at
from tablefolk.games.mutagen.page.offers.proposals import (
    Frame,
    alone,
    by_hand,
    child_of,
    move_offer,
    others_moves,
    stories,
    story_offers,
    way_offers,
)
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Deed, Story
from tablefolk.games.mutagen.rules import chain, rating, sheet
from tablefolk.games.mutagen.rules.proposing import (
    CallFor,
    ExploitStatus,
    Narrate,
    Propose,
    Redescribe,
    TagMove,
    WithdrawMove,
)
from tablefolk.games.mutagen.rules.speaking import (
    Comment,
    DropModifier,
    GiveModifier,
    LetPass,
    NoRollNeeded,
    SetLevel,
    StandByIt,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, TEXT, Character, OpenMove
from tablefolk.games.mutagen.words import say

LEVELS = ("normal", "low", "zero")
MODIFIERS = (-3, -2, -1, 1, 2, 3)


def about_of(move: OpenMove) -> str:
    return f"deed:{move.id}"


def anew(move: OpenMove) -> str:
    return f"again:{move.id}"


def tray(hero: Character) -> str:
    return f"tray:{hero.id}"


def rolls_it(show: Show, seat: Seat, move: OpenMove) -> bool:
    return move.who in show.cast and show.cast[move.who].player == seat.id


# -- Making a move (MU-50 … MU-63) -------------------------------------------------------------


def telling(hero: Character) -> Iterator[Offer]:
    """Plain narration: no conflict, no risk, no move."""
    if hero.state == "in_play":
        words = text("Narrate.text", long=True, most=TEXT)
        yield do(Narrate, tray(hero), words, who=hero.id)


def busy(show: Show, hero: Character) -> bool:
    """In the middle of a move: what goes on there is offered there."""
    return any(not (m.follows or m.inside) for m in show.running(hero.id))


def wanting(show: Show, hero: Character, deed: Deed) -> Iterator[Offer]:
    """One move: a story move plainly, any other by itself or with the story moves it is for."""
    about, fixed = want_at(hero.id, deed.id), {"who": hero.id}
    if isinstance(deed, Story):
        frame = Frame(Propose, "Propose", about, fixed, stories=(deed,))
        asked = asked_for(show, hero, deed)
        for offer in way_offers(show, hero, frame, (deed,), ()):
            yield replace(offer, owed=asked)
        return
    frame = Frame(Propose, "Propose", about, fixed, stories=stories(show, hero))
    yield from story_offers(show, hero, frame, through=deed)
    yield from other_move(show, hero, deed)


def asked_for(show: Show, hero: Character, deed: Deed) -> bool:
    """Whether the GM has said that what somebody describes takes this move (MU-59)."""
    return show.called_for.get(hero.id) == deed.id


def other_move(show: Show, hero: Character, deed: Deed) -> Iterator[Offer]:
    frame = Frame(Propose, "Make", want_at(hero.id, deed.id), {"who": hero.id})
    if alone(deed):
        yield move_offer(show, hero, deed, frame)
    for after in called_for_by(show, hero, deed):
        with_it = Frame(Propose, "MakeThrough", frame.about, frame.fixed)
        yield move_offer(show, hero, after, with_it, (deed,))


def called_for_by(show: Show, hero: Character, deed: Deed) -> Iterator[Deed]:
    """Moves, other than story moves, that this one calls for."""
    child = child_of(deed)
    if child is not None:
        for after in others_moves(show, hero):
            if after.id != deed.id and chain.calls_for(show, hero, child, after):
                yield after


def answering(show: Show, hero: Character, injury: int, ids: tuple[str, ...]) -> Iterator[Offer]:
    """Moves that answer harm, in its first step (MU-94)."""
    fixed = {"who": hero.id, "inside": injury}
    about = f"harm:{injury}:{hero.id}"
    found = tuple(d for d in (show.shelf.item(id) for id in ids) if isinstance(d, Deed))
    mine = tuple(d for d in found if sheet.on_sheet(show, hero, d.id) and sheet.owned(hero, d))
    told = tuple(d for d in mine if isinstance(d, Story))
    if told:
        frame = Frame(Propose, "Answer", about, fixed, stories=told)
        yield from story_offers(show, hero, frame)
    for deed in mine:
        if not isinstance(deed, Story) and by_hand(deed) and alone(deed):
            yield move_offer(show, hero, deed, Frame(Propose, "Make", about, fixed))


# -- Before the dice (MU-64 … MU-68) -----------------------------------------------------------


def before_dice(show: Show, seat: Seat, move: OpenMove) -> Iterator[Offer]:
    if rolls_it(show, seat, move):
        yield from changing_it(show, move)
    if seat.gm:
        yield from passing(show, move)


def changing_it(show: Show, move: OpenMove) -> Iterator[Offer]:
    about = about_of(move)
    if move.stage == "talk":
        yield do(StandByIt, about, owed=True, move=move.id)
    if rating.is_story(show, move) and move.exploit is None and move.stage != "ready":
        yield from exploiting(show, move)
    if not move.body:
        yield do(WithdrawMove, about, move=move.id)


def exploiting(show: Show, move: OpenMove) -> Iterator[Offer]:
    written = exploitable(show)
    if written:
        how = text("ExploitStatus.how", most=LINE)
        about = f"{about_of(move)}:exploit"
        yield do(ExploitStatus, about, pick("ExploitStatus.status", written), how, move=move.id)


def exploitable(show: Show) -> tuple[Choice, ...]:
    """Every written status, of anybody and anything."""
    named = ((status.id, status.text, show.name(on)) for on, status in show.statuses())
    return tuple(Choice(id, f"{text} ({name})") for id, text, name in named)


def redescribing(show: Show, hero: Character, move: OpenMove) -> Iterator[Offer]:
    """The same sort of move described anew; inside harm or behind a leader, the very same move."""
    about, fixed = anew(move), {"move": move.id}
    deed = show.shelf.item(move.move)
    if isinstance(deed, Story):
        inner = move.follows or move.inside
        among = (deed,) if inner else stories(show, hero)
        leads = not move.follows
        frame = Frame(
            Redescribe, "Redescribe", about, fixed, move, stories=among, leads=leads
        )  # fmt: skip
        yield from story_offers(show, hero, frame)
    elif isinstance(deed, Deed):
        through = tuple(d for d in (show.shelf.item(i) for i in move.chain[:-1])
                        if isinstance(d, Deed))  # fmt: skip
        yield move_offer(
            show, hero, deed, Frame(Redescribe, "RedescribeMove", about, fixed, move), through
        )


def passing(show: Show, move: OpenMove) -> Iterator[Offer]:
    """The GM's window: let it pass, with words, a bonus or penalty, a level; all of it counts."""
    about = about_of(move)
    if move.stage != "ready":
        levels = (Choice(level, say(f"effect.{level}")) for level in LEVELS)
        story = rating.is_story(show, move)
        level = (pick("LetPass.level", levels, start=move.level),) if story else ()
        said = text("LetPass.text", optional=True, most=LINE)
        yield do(LetPass, about, said, *level, owed=move.stage == "gm", move=move.id)
        value = pick("LetPass.value", (Choice(n, signed(n)) for n in MODIFIERS))
        why = text("LetPass.why", most=LINE)
        yield do(LetPass, about, value, why, said, *level, key="LetPassModified", move=move.id)
    for number, part in enumerate(move.given, 1):
        facts = {"value": signed(part.value), "why": part.name}
        yield do(DropModifier, f"{about}:part", facts=facts, move=move.id, place=number)


def word_at(move: OpenMove) -> str:
    """Where the GM says something else to a move than to let it pass."""
    return f"word:{move.id}"


def speaking(show: Show, move: OpenMove) -> Iterator[Offer]:
    """Talk first, modify or declare without letting it pass, or wave it through (MU-64)."""
    about = word_at(move)
    yield commenting(show, move)
    value = pick("GiveModifier.value", (Choice(n, signed(n)) for n in MODIFIERS), start=1)
    yield do(GiveModifier, about, value, text("GiveModifier.why", most=LINE), move=move.id)
    if not move.follows:
        yield do(NoRollNeeded, about, text("NoRollNeeded.text", long=True), move=move.id)
    for level in LEVELS if rating.is_story(show, move) else ():
        if level != move.level:
            yield do(SetLevel, about, key=f"SetLevel_{level}", move=move.id, level=level)


def commenting(show: Show, move: OpenMove) -> Offer:
    hero = show.cast[move.who]
    other = [s for s in stories(show, hero) if s.id != move.move]
    named = (Choice(s.id, show.called(s.id)) for s in other)
    suggests = pick("Comment.suggests", (Choice("", say("pick.no_move")), *named))
    words = text("Comment.text", most=LINE)
    return do(Comment, word_at(move), words, suggests, flag("Comment.questions"), move=move.id)


# -- Evidence, and “you need this move” (MU-59, MU-74) -----------------------------------------


def shows(show: Show, hero: Character) -> tuple[OpenMove, ...]:
    """Story moves of this session that can be said to show something."""
    mine = (m for m in show.moves.values() if m.who == hero.id and m.session == show.session)
    return tuple(m for m in mine if (m.throw or m.tags) and rating.is_story(show, m))


def tags_at(hero: Character) -> str:
    return f"tags:{hero.id}"


def tagging(show: Show, hero: Character) -> Iterator[Offer]:
    """What each of them showed or pursued; of one that is under way it is said at its card."""
    for move in shows(show, hero):
        if not move.running:
            yield from tags_of(show, hero, move, f"{tags_at(hero)}:{move.id}")


def tags_of(show: Show, hero: Character, move: OpenMove, about: str) -> Iterator[Offer]:
    lines = (("concept", "concept"), ("drives", "drive1"), ("drives", "drive2"))
    able = [tag for item, tag in lines if sheet.written(hero, item, tag)]
    name = show.called(move.move)
    choices = tuple(Choice(tag, say(f"tag.{tag}")) for tag in able)
    if len(choices) > 1:
        blank = pick("TagMove.tags", choices, most=3, each=True)
        yield do(TagMove, about, blank, facts={"name": name}, move=move.id)
    elif choices and set(able) != set(move.tags):
        facts = {"tag": choices[0].label, "name": name}
        yield do(TagMove, about, key="TagOne", facts=facts, move=move.id, tags=(able[0],))
    if move.tags:
        yield do(TagMove, about, key="Untag", facts={"name": name}, move=move.id, tags=())


def calling(show: Show) -> Iterator[Offer]:
    """The GM names the move that a description takes."""
    here = [hero for hero in show.cast.values() if hero.alive and hero.state != "draft"]
    if here:
        books = {book for hero in here for book in hero.playbooks}
        every = (d for d in show.shelf.kind(Deed, tuple(books)) if by_hand(d))
        moves = (Choice(d.id, show.called(d.id)) for d in every)
        who = pick("CallFor.who", people(here))
        words = text("CallFor.text", optional=True, most=LINE)
        yield do(CallFor, "call", who, pick("CallFor.make", moves), words)
