"""Two sides about to fight, in the numbers a forecast needs, and how they are taken to behave."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Defending = Literal["never", "spare", "round", "borrow"]
Aim = Literal["weakest", "first"]
Paid = Literal["on_declare", "only_if_rolled"]
DEFENDING: dict[Defending, str] = {
    "never": "never defends",
    "spare": "defends with what it does not need for its own attack this round",
    "round": "defends as long as it has an action this round, even if it then cannot attack",
    "borrow": "always defends, and borrows from its next turn",
}
AIMS: dict[Aim, str] = {
    "weakest": "Everybody attacks the enemy with the fewest health points.",
    "first": "Everybody attacks the first enemy still standing, in the order they are named.",
}
MOST_FIGHTERS, MOST_HP, MOST_DICE, MOST_RATING, MOST_RELOAD = 20, 60, 12, 99, 12
MOST_ROUNDS, USUAL_ROUNDS = 1000, 100


class Fighter(Struct, frozen=True, omit_defaults=True):
    """Somebody who fights: up, weapon in hand."""

    name: str
    attack: int | None = 0  # None: only a fluke hits (SB-59)
    defence: int | None = 0
    dice: int = 1  # damage dice; 0 for somebody who cannot hurt anybody
    hurts_from: int = 4  # 4 without armor, 5 in Light, 6 in Heavy Armor (SB-86)
    hp: int = 3
    fit: int = 0
    place: int = 0  # among those of equal FIT, the lower acts first (SB-107)
    defends: Defending = "spare"
    rabbit: bool = False  # may go berserk (SB-128)
    frail: bool = False  # dies at 0 HP, where the table plays so (SB-99)
    spared: bool = False  # out cold instead of dead, where the table plays so (SB-95)
    reload: int = 0  # actions to load again after an attack (SB-116)
    berserk: bool = False  # already
    debt: int = 0  # actions borrowed before
    loading: int = 0  # reload actions still to go


class Fight(Struct, frozen=True, omit_defaults=True):
    """Who meets whom. Nobody wakes, flees or strikes at those who are down."""

    sides: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    aim: Aim = "weakest"
    paid: Paid = "on_declare"  # when a defence costs its action (SB-122)
    rounds: int = USUAL_ROUNDS  # after so many, the fight is called one that goes on

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        return (*self.sides[0], *self.sides[1])

    @property
    def side_of(self) -> tuple[int, ...]:
        """For each fighter, whether it is of the first side or the second."""
        return tuple(side for side in (0, 1) for _ in self.sides[side])

    @property
    def order(self) -> tuple[int, ...]:
        """Who acts when: by FIT, then by place, then as they are named (SB-106, SB-107)."""
        everybody = self.fighters
        return tuple(
            sorted(range(len(everybody)), key=lambda n: (-everybody[n].fit, everybody[n].place))
        )


def faults(fight: Fight) -> list[str]:
    """What is wrong with a fight, each in a sentence."""
    found = [f"A side has from 1 to {MOST_FIGHTERS} fighters." for side in fight.sides
             if not 1 <= len(side) <= MOST_FIGHTERS]  # fmt: skip
    if not 1 <= fight.rounds <= MOST_ROUNDS:
        found.append(f"A forecast looks from 1 to {MOST_ROUNDS} rounds ahead.")
    for fighter in fight.fighters:
        found += [f"{fighter.name}: {fault}" for fault in _faults(fighter)]
    return found


def _faults(fighter: Fighter) -> list[str]:
    ratings = (fighter.attack or 0, fighter.defence or 0, fighter.fit)
    checks = {
        f"health points are from 0 to {MOST_HP}.": 0 <= fighter.hp <= MOST_HP,
        f"damage dice are from 0 to {MOST_DICE}.": 0 <= fighter.dice <= MOST_DICE,
        "a damage die hurts from 4, 5 or 6 up.": fighter.hurts_from in (4, 5, 6),
        f"ratings are from -{MOST_RATING} to +{MOST_RATING}.": all(
            abs(rating) <= MOST_RATING for rating in ratings
        ),
        f"reloading takes from 0 to {MOST_RELOAD} actions.": (
            0 <= fighter.loading <= fighter.reload <= MOST_RELOAD
        ),
        "at most 2 actions are borrowed.": 0 <= fighter.debt <= 2,
        "whoever dies at 0 health points is dead with none.": not (
            fighter.frail and not fighter.hp and not fighter.spared
        ),
    }
    return [fault for fault, fine in checks.items() if not fine]


# -- How they are taken to behave ----------------------------------------------------------------


def willing(fighter: Fighter, pool: int, debt: int, waiting: bool, berserk: bool) -> bool:
    """Whether it defends against an attack now (SB-121, SB-133)."""
    if berserk or fighter.defends == "never":
        return False
    if fighter.defends == "spare":
        return pool >= (2 if waiting else 1)
    return pool >= 1 or (fighter.defends == "borrow" and debt < 2)


def assumed(fight: Fight) -> tuple[str, ...]:
    """What the forecast takes for granted, in sentences."""
    habits = dict.fromkeys(fighter.defends for fighter in fight.fighters)
    said = [AIMS[fight.aim]]
    if len(habits) == 1:
        said += [f"Everybody {DEFENDING[habit]}." for habit in habits]
    else:
        said += [f"{fighter.name} {DEFENDING[fighter.defends]}." for fighter in fight.fighters]
    if any(fighter.reload for fighter in fight.fighters):
        said.append("Whoever has shot uses the actions left to load again.")
    said += [
        "Who is knocked out stays out and is left alone; nobody flees, shapes or gives up.",
        "With equal Fitness the one named first acts first.",
    ]
    return tuple(dict.fromkeys(said))
