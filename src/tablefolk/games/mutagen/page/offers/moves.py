"""What is offered before the dice: say what you want, say how, let the GM speak (MU-50 … MU-68)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import (
    do,
    flag,
    move_at,
    own,
    people,
    pick,
    text,
)
from tablefolk.games.mutagen.page.offers.proposals import (
    Frame,
    alone,
    by_hand,
    child_of,
    move_offer,
    others_moves,
    signed,
    stories,
    story_offers,
)
from tablefolk.games.mutagen.page.words import say
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
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import BEFORE_DICE, LINE, TEXT, Character, OpenMove

LEVELS = ("normal", "low", "zero")
MODIFIERS = (1, -1, 2, -2, 3, -3)


def offers(show: Show, seat: Seat) -> Iterator[Offer]:
    for move in show.moves.values():
        if move.stage in BEFORE_DICE:
            yield from before_dice(show, seat, move)
    hero = own(show, seat)
    if hero and hero.state != "draft":
        yield from acting(show, hero)
        yield from tagging(show, hero)
    if seat.gm:
        yield from calling(show)


def place(move: OpenMove) -> str:
    return f"deed:{move.id}"


def tray(hero: Character) -> str:
    return f"tray:{hero.id}"


def rolls_it(show: Show, seat: Seat, move: OpenMove) -> bool:
    return move.who in show.cast and show.cast[move.who].player == seat.id


# -- Making a move (MU-50 … MU-63) -------------------------------------------------------------


def acting(show: Show, hero: Character) -> Iterator[Offer]:
    """Narration, story moves by what is wanted, and the other moves at their place on the sheet."""
    words = text("Narrate.text", long=True, most=TEXT)
    if hero.state == "in_play":
        yield do(Narrate, tray(hero), words, who=hero.id)
    if busy(show, hero):
        return
    frame = Frame(
        Propose, "Propose", tray(hero), {"who": hero.id}, stories=stories(show, hero)
    )  # fmt: skip
    yield from story_offers(show, hero, frame)
    for deed in others_moves(show, hero):
        yield from other_move(show, hero, deed)


def busy(show: Show, hero: Character) -> bool:
    """In the middle of a move: what goes on there is offered there."""
    return any(not (m.follows or m.inside) for m in show.running(hero.id))


def other_move(show: Show, hero: Character, deed: Deed) -> Iterator[Offer]:
    frame = Frame(Propose, "Make", move_at(hero.id, deed.id), {"who": hero.id})
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
        yield from changing_it(show, show.cast[move.who], move)
    if seat.gm:
        yield from speaking(show, move)


def changing_it(show: Show, hero: Character, move: OpenMove) -> Iterator[Offer]:
    about = place(move)
    if rating.is_story(show, move) and move.exploit is None:
        yield from exploiting(show, move)
    if move.body:
        return
    yield from redescribing(show, hero, move)
    yield do(WithdrawMove, about, move=move.id)


def exploiting(show: Show, move: OpenMove) -> Iterator[Offer]:
    written = tuple(
        Choice(status.id, f"{status.text} ({show.name(on)})") for on, status in show.statuses()
    )
    if written:
        how = text("ExploitStatus.how", most=LINE)
        about = f"{place(move)}:exploit"
        yield do(ExploitStatus, about, pick("ExploitStatus.status", written), how, move=move.id)


def redescribing(show: Show, hero: Character, move: OpenMove) -> Iterator[Offer]:
    """The same sort of move described anew; inside harm or behind a leader, the very same move."""
    about, fixed = f"{place(move)}:again", {"move": move.id}
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


def speaking(show: Show, move: OpenMove) -> Iterator[Offer]:
    """The GM's window: pass, comment, modify, declare, or wave it through."""
    about, story = place(move), rating.is_story(show, move)
    if move.stage == "gm":
        yield do(LetPass, about, text("LetPass.text", optional=True, most=LINE),
                 owed=True, move=move.id)  # fmt: skip
    yield commenting(show, move)
    value = pick("GiveModifier.value", (Choice(n, signed(n)) for n in MODIFIERS), start=1)
    yield do(GiveModifier, about, value, text("GiveModifier.why", most=LINE), move=move.id)
    for number, part in enumerate(move.given, 1):
        facts = {"value": signed(part.value), "why": part.name}
        yield do(DropModifier, f"{about}:part", facts=facts, move=move.id, place=number)
    for level in LEVELS if story else ():
        if level != move.level:
            yield do(SetLevel, about, key=f"SetLevel_{level}", move=move.id, level=level)
    if not move.follows:
        yield do(NoRollNeeded, about, text("NoRollNeeded.text", long=True), move=move.id)


def commenting(show: Show, move: OpenMove) -> Offer:
    hero = show.cast[move.who]
    other = [s for s in stories(show, hero) if s.id != move.move]
    named = (Choice(s.id, show.called(s.id)) for s in other)
    suggests = pick("Comment.suggests", (Choice("", say("pick.no_move")), *named))
    words = text("Comment.text", most=LINE)
    return do(Comment, place(move), words, suggests, flag("Comment.questions"), move=move.id)


# -- Evidence, and “you need this move” (MU-59, MU-74) -----------------------------------------


def last_over(show: Show) -> OpenMove | None:
    """The move that came to its end last in this scene."""
    over = [m for m in show.moves.values() if m.stage in ("closed", "waived") and not m.follows]
    here = [m for m in over if m.scene == show.scene and (m.throw or m.stage == "waived")]
    return here[-1] if here else None


def displayed(show: Show, move: OpenMove) -> bool:
    """Whether a move has its card on the page."""
    return move.running or move == last_over(show)


def tagging(show: Show, hero: Character) -> Iterator[Offer]:
    """Story moves of this session: what each of them showed or pursued."""
    lines = (("concept", "concept"), ("drives", "drive1"), ("drives", "drive2"))
    able = [tag for item, tag in lines if sheet.written(hero, item, tag)]
    for move in show.moves.values():
        mine = move.who == hero.id and move.session == show.session
        if mine and (move.throw or move.tags) and rating.is_story(show, move):
            yield from tags_of(show, hero, move, able)


def tags_of(
    show: Show, hero: Character, move: OpenMove, able: list[str]
) -> Iterator[Offer]:  # fmt: skip
    seen = displayed(show, move)
    about = f"{place(move)}:tags" if seen else f"{tray(hero)}:tags"
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
        yield do(CallFor, "tools", who, pick("CallFor.make", moves), words)
