"""What is offered while somebody takes harm, dies, or comes back (MU-89 … MU-108)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Lines, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import (
    asked,
    card,
    do,
    flag,
    own,
    people,
    pick,
    text,
)
from tablefolk.games.mutagen.page.offers.moves import answering
from tablefolk.games.mutagen.page.offers.proposals import by_hand
from tablefolk.games.mutagen.playbooks.model import Deed, Step
from tablefolk.games.mutagen.rules import chain, dying, sheet, take_harm
from tablefolk.games.mutagen.rules.dying import CallDeath, ChooseFate, ComeBack, GiveScar
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.take_harm import (
    ChangeHarm,
    CloseStep,
    LetIn,
    NarrateHarm,
    ObjectArmor,
    OpenHarm,
    SettleHarm,
    ThrowHarmDice,
    UseArmor,
)
from tablefolk.games.mutagen.rules.values import LINE, Character, Entity, Injury
from tablefolk.games.mutagen.rules.wording import plain
from tablefolk.games.mutagen.words import say

MOST = chain.MOST_HARM
ENDS = {"retire": "moon", "survive": "heart-pulse"}


def late(show: Show) -> Iterator[Offer]:
    """Armor that took all of it, objected to afterwards (MU-96)."""
    for injury in show.injuries.values():
        if injury.over and injury.worn and not (injury.lost or injury.dice or injury.harm):
            why = text("ObjectArmor.why", optional=True, most=LINE)
            facts = {"name": show.name(injury.on)}
            yield do(ObjectArmor, "mend", why, key="ObjectLate", facts=facts, injury=injury.id)


def about_of(injury: Injury) -> str:
    return f"harm:{injury.id}"


def fate_of(hero: Character) -> str:
    return f"fate:{hero.id}"


def takes_it(show: Show, seat: Seat, injury: Injury) -> bool:
    """Whose harm it is to take: the player's, or for an NPC the GM's (MU-93, MU-103)."""
    hero = show.cast.get(injury.on)
    return hero.player == seat.id if hero else seat.gm


# -- Step by step (MU-93 … MU-102) -------------------------------------------------------------


def taking(show: Show, seat: Seat, injury: Injury) -> Iterator[Offer]:
    step = take_harm.step_of(show, injury)
    first = min(i.id for i in show.hurting(injury.on)) == injury.id
    if takes_it(show, seat, injury) and first:
        yield from one_step(show, seat, injury, step)
    if seat.gm:
        yield from judging(show, injury, step)


def one_step(show: Show, seat: Seat, injury: Injury, step: Step | None) -> Iterator[Offer]:
    """What whoever is hurt may do in this step, and the button that closes it."""
    about, what = about_of(injury), step.do if step else ""
    hero = own(show, seat)
    if what == "optional_moves" and hero and hero.id == injury.on and step:
        yield from answering(show, hero, injury.id, answers(show, hero, injury, step))
    if what == "armor" and not injury.worn:
        for armor in take_harm.usable(show, injury):
            facts = {"name": armor.name, "n": armor.rating, "covers": armor.covers}
            key = "UseArmor" if armor.covers else "UseBareArmor"
            use = {"injury": injury.id, "armor": armor.id}
            price = f"{injury.harm} → {max(0, injury.harm - armor.rating)} harm"
            offer = do(UseArmor, about, key=key, owed=True, facts=facts, fixed=use)
            yield card(offer, "shield-halved", price)
    if what != "gm_dice":
        waits = take_harm.pending(show, injury)
        key = f"CloseStep_{what}" if f"CloseStep_{what}.label" in say else "CloseStep"
        key = "CloseStep_armored" if what == "armor" and injury.worn else key
        facts = {"n": injury.harm}
        offer = do(CloseStep, about, key=key, owed=not waits, facts=facts, injury=injury.id)
        yield card(offer, "check")


def answers(show: Show, hero: Character, injury: Injury, step: Step) -> tuple[str, ...]:
    """The moves that answer this harm: by themselves, or let in (MU-94)."""
    mine = (deed for deed in sheet.deeds(show, hero) if by_hand(deed))
    fit = (d.id for d in mine if chain.offers(show, d.id, step.hook) or d.id in injury.let_in)
    return tuple(fit)


def judging(show: Show, injury: Injury, step: Step | None) -> Iterator[Offer]:
    """The GM: other moves, another number, an objection, dice, and the last word."""
    about, what = about_of(injury), step.do if step else ""
    hero = show.cast.get(injury.on)
    if what == "gm_dice":
        yield from last_word(show, injury)
    if hero and what == "optional_moves":
        known = {*injury.let_in}
        free = (d for d in sheet.deeds(show, hero) if by_hand(d) and d.id not in known)
        moves = tuple(Choice(d.id, show.called(d.id)) for d in free)
        if moves:
            yield do(LetIn, about, pick("LetIn.item", moves), injury=injury.id)
    if injury.on in show.entities:
        words = text("NarrateHarm.text", long=True)
        facts, told = {"name": show.name(injury.on)}, not show.entities[injury.on].health
        yield do(NarrateHarm, about, words, statuses(), owed=told, facts=facts, injury=injury.id)
    if not injury.lost and what != "gm_dice":  # there the last word says the number
        numbers = (Choice(n, say(f"harm.{n}")) for n in range(MOST + 1) if n != injury.harm)
        why = text("ChangeHarm.why", most=LINE)
        yield do(ChangeHarm, about, pick("ChangeHarm.harm", numbers), why, injury=injury.id)
    if injury.worn:
        yield objection(show, injury)


def objection(show: Show, injury: Injury) -> Offer:
    why = text("ObjectArmor.why", optional=True, most=LINE)
    return do(ObjectArmor, about_of(injury), why, injury=injury.id)


def last_word(show: Show, injury: Injury) -> Iterator[Offer]:
    about, facts = about_of(injury), {"n": injury.harm, "name": show.name(injury.on)}
    others = (Choice(n, say(f"harm.{n}")) for n in range(MOST + 1) if n != injury.harm)
    same = Choice(-1, say("pick.same_harm", n=injury.harm))
    number = pick("SettleHarm.harm", (same, *others), start=-1)
    yield do(
        SettleHarm, about, number, statuses(), flag("SettleHarm.severe"),
        owed=True, facts=facts, injury=injury.id,
    )  # fmt: skip
    yield do(ThrowHarmDice, about, text("ThrowHarmDice.dice", "2d6", most=12), injury=injury.id)


def statuses() -> Lines:
    """Places for a status or two."""
    name, label, hint = asked("SettleHarm.statuses")
    rows = (say("ask.first_status"), say("ask.second_status"))
    return Lines(name, label, hint, rows=rows, optional=True)


def opening(show: Show) -> Iterator[Offer]:
    """The GM opens harm for somebody who lives and is there (MU-89, MU-92)."""
    here = [*people(show.playing)]
    here += [Choice(e.id, e.name) for e in show.entities.values() if e.living and not e.gone]
    if here:
        scale = (Choice(n, say(f"harm.{n}")) for n in range(1, MOST + 1))
        number, source = pick("OpenHarm.harm", scale), text("OpenHarm.source", most=LINE)
        yield do(OpenHarm, "act", pick("OpenHarm.on", here), number, source)


def opening_for(entity: Entity) -> Iterator[Offer]:
    """The same at somebody's own card."""
    if entity.living:
        scale = (Choice(n, say(f"harm.{n}")) for n in range(1, MOST + 1))
        number, source = pick("OpenHarm.harm", scale), text("OpenHarm.source", most=LINE)
        at, facts = f"around:{entity.id}", {"name": entity.name}
        yield do(OpenHarm, at, number, source, key="OpenHarm_one", facts=facts, on=entity.id)


# -- You die (MU-104 … MU-107) -----------------------------------------------------------------


def ending(show: Show, seat: Seat, hero: Character) -> Iterator[Offer]:
    if hero.dying and hero.player == seat.id:
        yield from choosing(show, hero)
    if hero.state == "out_of_scene":
        if seat.gm and dying.scars(hero) and not hero.scar:
            facts = {"name": hero.name}
            scar = text("GiveScar.text", most=LINE)
            over = show.scene != hero.left or not show.scene_open
            yield do(GiveScar, fate_of(hero), scar, owed=over, facts=facts, who=hero.id)
        if hero.player == seat.id:
            words = text("ComeBack.account", long=True)
            facts = {"name": hero.name}
            yield do(ComeBack, fate_of(hero), words, facts=facts, who=hero.id)


def death(hero: Character) -> Iterator[Offer]:
    """The GM: a move says that this is the end (MU-104)."""
    if hero.state == "in_play" and not hero.dying:
        why = text("CallDeath.reason", most=LINE)
        facts = {"name": hero.name}
        yield do(CallDeath, f"sheet:{hero.id}", why, facts=facts, who=hero.id)


def choosing(show: Show, hero: Character) -> Iterator[Offer]:
    """What the move offers; nobody chooses for another (MU-104)."""
    deed = show.shelf.item(hero.dying)
    choices = deed.choices if isinstance(deed, Deed) else ()
    for one in choices:
        key = f"ChooseFate_{one.id}" if f"ChooseFate_{one.id}.label" in say else "ChooseFate"
        facts = {"name": hero.name, "what": plain(one.text)}
        fixed = {"who": hero.id, "choice": one.id}
        offer = do(ChooseFate, fate_of(hero), key=key, owed=True, facts=facts, fixed=fixed)
        yield card(offer, ENDS.get(one.id, "feather"))
    if not choices:
        facts = {"name": hero.name, "what": show.called(hero.dying)}
        yield do(ChooseFate, fate_of(hero), owed=True, facts=facts, who=hero.id)
