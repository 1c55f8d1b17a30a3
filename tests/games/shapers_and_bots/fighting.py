"""A fight for tests, told line by line: `zephrod attacks rabbit with ax`, `rabbit stands 10`.

A line is: who, what, more words; `! code` at its end says that it is refused with that code. Lines
that begin with `=` say how things stand. Rolls of three dice are written as their natural total,
and single dice after it; dice that are not written are not thrown on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.core.game import Command
from tablefolk.games.shapers_and_bots.rules import harm, rolling, sheet
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.fights import (
    acting,
    attacking,
    blows,
    ending,
    rounds,
    start,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Attack,
    Character,
    Combatant,
    Fight,
    Item,
    Roll,
)


def natural(total: int) -> tuple[int, ...]:
    """Three faces that add up to this."""
    return next(
        (a, b, total - a - b) for a in range(1, 7) for b in range(a, 7) if b <= total - a - b <= 6
    )


class Brawl(Played):
    """A table at which some people are about to fight."""

    def __init__(self, options: dict[str, Any] | None = None, **people: dict[str, Any]) -> None:
        super().__init__(options=options)
        self.events: list[Any] = []
        for id, told in people.items():
            self.enter(id, **told)

    def enter(self, id: str, **told: Any) -> Character:
        """Somebody comes in; `held` and `carried` are things of the gear list by their ids."""
        held, carried = told.pop("held", ()), told.pop("carried", ())
        items = [self.item(gear, drawn=True) for gear in held]
        items += [self.item(gear) for gear in carried]
        worn = told.pop("worn", ())
        items += [self.item(f"{level}_armor") for level in worn]
        shaping = tuple(told.pop("shaping", ()))
        return self.put(animal(id, **told, items=tuple(items), shaping=shaping))

    def item(self, gear: str, drawn: bool = False) -> Item:
        number = self.world.count + 1
        self.table = replace(self.table, play=self.world.counted(number))
        return replace(Item.of(content().gear[gear], number), drawn=drawn)

    # -- Looking -------------------------------------------------------------------------------

    @property
    def fight(self) -> Fight:
        assert self.world.fight
        return self.world.fight

    @property
    def attack(self) -> Attack:
        assert self.fight.attack
        return self.fight.attack

    @property
    def roll(self) -> Roll:
        """The roll of three dice that fell last."""
        return [e.roll for e in self.events if isinstance(e, rolling.RollMade)][-1]

    def part(self, who: str) -> Combatant:
        return self.fight.combatants[who]

    def thing(self, who: str, name: str) -> Item:
        name = content().gear[name].name if name in content().gear else name
        return next(item for item in self.hero(who).items if item.name == name)

    def last(self, kind: type) -> Any:
        return self.told(self.events, kind)[-1]

    def seen(self, key: str) -> Any:
        """How something stands: `hp.lin`, `pool.lin`, `score`, `ended`, `stage`, `order` …"""
        what, _, who = key.partition(".")
        if what in Combatant.__struct_fields__:
            return getattr(self.part(who), what)
        if what in ("natural", "score", "modifier", "outcome"):
            return getattr(self.roll, what)
        return SEEN[what](self, who)

    # -- Telling -------------------------------------------------------------------------------

    def begin(self, **more: Any) -> Brawl:
        """All who are there fight; equal ones as they came in."""
        who = tuple(self.world.cast)
        self.events += self.do("gm", start.StartFight(who, **{"ties": who, **more}))
        return self

    def say(self, *lines: str) -> Brawl:
        for line in lines:
            self._say(line)
        return self

    def _say(self, line: str) -> None:
        first, *rest = line.split()
        if first == "=":
            key, *wanted = rest
            assert str(self.seen(key)) == " ".join(wanted), line
        elif first == "*":
            self.set(rest[0], *rest[1:])
        else:
            said, _, code = (part.strip() for part in line.partition("!"))
            self._carry_out(said, code, line)

    def _carry_out(self, said: str, code: str, line: str) -> None:
        who, verb, *words = said.split()
        dice = [word for word in words if word.isdecimal()] if verb in THROWN else []
        words = [word for word in words if word not in dice]
        command = SAYS[verb](self, who, words)
        if code:
            assert self.no(who, command) == code, line
        else:
            self.events += self.as_(who, command, faces(verb, [int(n) for n in dice]))

    def as_(self, who: str, command: Command, faces: Any = ()) -> tuple[Any, ...]:
        return self.do(self.world.cast[who].player or "gm" if who != "gm" else who, command, faces)

    def set(self, who: str, *fields: str) -> None:
        """Fields of somebody's part in the fight, as they are for this test."""
        pairs = (field.split("=") for field in fields)
        changes = {k: int(v) if v.isdecimal() else v == "yes" for k, v in pairs}
        self.table = replace(self.table, play=self.world.with_combatant(who, **changes))

    def hits(self, attacker: str, target: str, damage: str, way: str = "") -> Brawl:
        """An undefended attack that hits, with these damage dice."""
        with_what = f" with {way}" if way else ""
        self.say(f"{attacker} attacks {target}{with_what}")
        if self.attack.stage == "defence":
            self.say(f"{target} declines")
        return self.say(f"{attacker} rolls 16 {damage}")


# -- The words of a line ---------------------------------------------------------------------------

THROWN = ("rolls", "parries", "damages", "stands", "rages", "wakes")
SEEN: dict[str, Callable[[Brawl, str], Any]] = {
    "hp": lambda b, who: b.hp(who),
    "life": lambda b, who: b.hero(who).life,
    "stage": lambda b, who: b.attack.stage,
    "source": lambda b, who: b.attack.defence,
    "ended": lambda b, who: b.last(ending.AttackEnded).how,
    "damage": lambda b, who: b.last(blows.DamageRolled).points,
    "order": lambda b, who: " ".join(b.fight.order),
    "current": lambda b, who: b.fight.current,
    "round": lambda b, who: b.fight.round,
    "phase": lambda b, who: b.fight.phase,
    "notation": lambda b, who: sheet.notation(b.roll.modifier),
    "from": lambda b, who: sheet.damage_from(b.world, b.hero(who)),
    "place": lambda b, who: b.hero(who).place,
}


def faces(verb: str, dice: list[int]) -> tuple[int, ...]:
    if verb in ("damages", "rages"):
        return tuple(dice)
    return (*natural(dice[0]), *dice[1:]) if dice else ()


def attacks(brawl: Brawl, who: str, words: list[str]) -> Command:
    target, *rest = words
    surprise = "unseen" in rest
    name = " ".join(word for word in rest if word not in ("with", "unseen"))
    way = "unarmed" if not name else f"item:{brawl.thing(who, name).id}"
    return attacking.DeclareAttack(who, target, way=way, surprise=surprise)


SAYS: dict[str, Callable[[Brawl, str, list[str]], Command]] = {
    "attacks": attacks,
    "defends": lambda b, who, w: attacking.Defend(who, *w),
    "declines": lambda b, who, w: attacking.DeclineDefence(who),
    "rolls": lambda b, who, w: blows.RollAttack(who),
    "parries": lambda b, who, w: blows.RollDefence(who),
    "damages": lambda b, who, w: blows.RollDamage(who),
    "stands": lambda b, who, w: harm.RollKnockout(who),
    "rages": lambda b, who, w: harm.RollBerserk(who),
    "wakes": lambda b, who, w: harm.RollWaking(who),
    "ends": lambda b, who, w: rounds.EndTurn(who),
    "opens": lambda b, who, w: rounds.OpenRound(),
    "begins": lambda b, who, w: rounds.BeginTurns(),
    "stops": lambda b, who, w: start.EndFight(),
    "draws": lambda b, who, w: acting.Draw(who, b.thing(who, w[0]).id),
    "drops": lambda b, who, w: acting.Drop(who, b.thing(who, w[0]).id),
    "loads": lambda b, who, w: acting.Reload(who, b.thing(who, w[0]).id),
    "runs": lambda b, who, w: acting.Run(who, " ".join(w)),
    "does": lambda b, who, w: acting.OtherAction(who, " ".join(w)),
    "hurts": lambda b, who, w: harm.Injure(w[0], int(w[1])),
    "calls": lambda b, who, w: harm.CallWaking(w[0]),
}
