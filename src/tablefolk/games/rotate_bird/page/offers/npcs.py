"""What is offered about NPCs: making, rolling, changing, showing them (RB-132 … RB-143, RB-181).

How they shrug off a success is offered with the test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from tablefolk.core.game import Blank, Choice, Offer, Seat
from tablefolk.games.rotate_bird.page.offers import tests
from tablefolk.games.rotate_bird.page.offers.making import (
    chosen,
    do,
    flag,
    of_kind,
    people,
    pick,
    picture_words,
    say,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.rules import npcs as rules
from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge, kinds
from tablefolk.games.rotate_bird.rules.opposition import (
    BrushOff,
    CorrectNpc,
    RemoveNpc,
    ShowNpc,
)
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import (
    TIERS,
    BeingTrait,
    Challenge,
    Npc,
    NpcDoing,
    Shape,
    Test,
)

MANY = 100


# -- A challenge in some situations (RB-142) -----------------------------------------------------


def as_challenges(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    """What an opposing NPC is said to be: the GM confirms that it is so here."""
    npc = bird.npcs.get(test.npc)
    if npc is None or test.phase != "gathering" or not seat.gm:
        return
    for scoped in npc.challenges:
        now, new = test.called, scoped.challenge
        label = new.label or now.label
        called = Challenge(now.epic or new.epic, now.perilous or new.perilous, label)
        if called != now:
            facts = {"npc": npc.name, "scope": scoped.scope, "kinds": kinds(new)}
            yield do(
                DeclareChallenge,
                tests.aside(test),
                key="DeclareChallenge_scoped",
                facts=facts,
                test=test.id,
                epic=called.epic,
                perilous=called.perilous,
                label=label,
            )


# -- Making (RB-132, RB-140, RB-141, RB-143, RB-181) ---------------------------------------------


def making(bird: Bird) -> Iterator[Offer]:
    key = "RollNpc_linked" if bird.worksheet_at_hand(bird.gm) else "RollNpc"
    yield do(
        rules.RollNpc,
        "npc",
        text("MakeNpc.name", most=80),
        pick("RollNpc.tier", worded("tier", TIERS), start="minor"),
        pick("MakeNpc.shape", worded("shape", get_args(Shape)), start="person"),
        flag("RollNpc.copies"),
        flag("RollNpc.theme"),
        text("MakeNpc.notes", optional=True, long=True),
        key=key,
    )
    yield do(
        rules.MakeNpc,
        "npc",
        text("MakeNpc.name", most=80),
        pick("MakeNpc.tier", worded("tier", (*TIERS, "custom")), start="custom"),
        pick("MakeNpc.shape", worded("shape", get_args(Shape)), start="person"),
        symbol_pick("MakeNpc.being", of_kind(bird, "being"), most=MANY, least=0),
        text("MakeNpc.notes", optional=True, long=True),
    )


def worded(kind: str, keys: Iterable[str]) -> tuple[Choice, ...]:
    """Choices in the game's own words."""
    return tuple(Choice(key, say(f"labels.{kind}.{key}")) for key in keys)


def adding(bird: Bird, npc: Npc) -> Iterator[Offer]:
    """More traits: a copy of what is there, chosen, or rolled (RB-140, RB-142)."""
    if len(npc.being) + len(npc.doing) >= rules.MOST:
        return
    about = f"npc:{npc.id}"
    for trait in tests.distinct(npc.being):
        yield do(
            rules.AddNpcBeing,
            f"{about}:copies",
            key="AddNpcBeing_copy",
            facts={"symbol": picture_words(bird, trait.symbol)},
            npc=npc.id,
            symbol=trait.symbol,
        )
    rolled = Choice("", say("pick.rolled"))
    being = (rolled, *of_kind(bird, "being"))
    yield do(rules.AddNpcBeing, about, symbol_pick("AddNpcBeing.symbol", being), npc=npc.id)
    yield do(
        rules.AddNpcDoing,
        about,
        text("AddNpcDoing.name", optional=True, most=80),
        symbol_pick("AddNpcDoing.doing", (rolled, *of_kind(bird, "doing"))),
        symbol_pick("AddNpcDoing.being", being),
        *challenge(),
        npc=npc.id,
    )


def rerolling(bird: Bird, npc: Npc) -> Iterator[Offer]:
    """Some traits anew, the others as they are (RB-143)."""
    held = [chosen(bird.symbol(t.symbol), t.id) for t in npc.being]
    held += [Choice(t.id, power_name(bird, t)) for t in npc.doing]
    free = [choice for choice in held if choice.value not in rules.in_tests(bird, npc)]
    if free:
        which = symbol_pick("RerollNpc.traits", free, most=max(2, len(free)))
        yield do(rules.RerollNpc, f"npc:{npc.id}", which, facts={"npc": npc.name}, npc=npc.id)


def power_name(bird: Bird, power: NpcDoing) -> str:
    """A power by its name; one without any, by its pictures."""
    return power.name or tests.pair(bird, power.symbols)


def challenge(epic: bool = False, perilous: bool = False, label: str = "") -> tuple[Blank, ...]:
    return (
        flag("challenge.epic", epic),
        flag("challenge.perilous", perilous),
        text("challenge.label", label, optional=True, most=120),
    )


# -- One of them ---------------------------------------------------------------------------------


def of_npc(bird: Bird, npc: Npc) -> Iterator[Offer]:
    about, facts = f"npc:{npc.id}", {"npc": npc.name}
    if not npc.known:
        yield do(ShowNpc, about, facts=facts, npc=npc.id)
    if rules.lacks(npc) != (0, 0):
        copies = flag("RollNpc.copies")
        yield do(rules.RollNpcTraits, about, copies, facts=facts, npc=npc.id)
    if npc.in_play and bird.cast:
        who, how = pick("BrushOff.who", people(bird.cast.values())), text("how", optional=True)
        yield do(BrushOff, about, who, how, facts=facts, npc=npc.id)
    yield from adding(bird, npc)
    yield from rerolling(bird, npc)
    yield edit(npc)
    yield from challenges(npc)
    for trait in npc.being:
        yield from on_being(bird, npc, trait)
    for power in npc.doing:
        yield from on_doing(bird, npc, power)
    yield do(RemoveNpc, about, facts=facts, npc=npc.id)


def edit(npc: Npc) -> Offer:
    return do(
        rules.EditNpc,
        f"npc:{npc.id}",
        text("MakeNpc.name", npc.name, most=80),
        pick("MakeNpc.shape", worded("shape", get_args(Shape)), start=npc.shape),
        text("EditNpc.theme", npc.theme, optional=True, most=120),
        text("MakeNpc.notes", npc.notes, optional=True, long=True),
        facts={"npc": npc.name},
        npc=npc.id,
    )


def challenges(npc: Npc) -> Iterator[Offer]:
    """Epic or perilous in some situations; one form for each way to tick them (RB-142)."""
    about, facts = f"npc:{npc.id}:challenge", {"npc": npc.name}
    scope = text("AddNpcChallenge.scope", most=200)
    for epic, perilous in ((True, False), (False, True), (True, True)):
        label = text("challenge.label", optional=True, most=120)
        ticked = {"npc": npc.id, "epic": epic, "perilous": perilous}
        yield do(rules.AddNpcChallenge, about, scope, label, facts=facts, fixed=ticked)
    label = text("challenge.label", most=120)
    yield do(rules.AddNpcChallenge, about, scope, label, facts=facts, npc=npc.id)
    for place, scoped in enumerate(npc.challenges):
        about = f"npc:{npc.id}:challenge:{place}"
        facts = {"npc": npc.name, "scope": scoped.scope}
        yield do(rules.DropNpcChallenge, about, facts=facts, npc=npc.id, place=place)


def on_being(bird: Bird, npc: Npc, trait: BeingTrait) -> Iterator[Offer]:
    about = f"npc:{npc.id}:{trait.id}"
    facts = {"npc": npc.name, "symbol": picture_words(bird, trait.symbol)}
    key = "CorrectNpc_clear" if trait.marked else "CorrectNpc"
    yield do(
        CorrectNpc,
        about,
        text("reason", optional=True, most=200),
        key=key,
        facts=facts,
        npc=npc.id,
        trait=trait.id,
        marked=not trait.marked,
    )
    yield do(rules.DropNpcTrait, about, facts=facts, npc=npc.id, trait=trait.id)


def on_doing(bird: Bird, npc: Npc, power: NpcDoing) -> Iterator[Offer]:
    about = f"npc:{npc.id}:{power.id}"
    facts = {"npc": npc.name, "symbol": power_name(bird, power)}
    brings = power.brings
    yield do(
        rules.EditNpcDoing,
        about,
        text("EditNpcDoing.name", power.name, optional=True, most=80),
        *challenge(brings.epic, brings.perilous, brings.label),
        facts=facts,
        npc=npc.id,
        trait=power.id,
    )
    yield do(rules.DropNpcTrait, about, facts=facts, npc=npc.id, trait=power.id)
