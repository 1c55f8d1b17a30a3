"""How much of each game its random evenings reach: `python -m tests.laws.reach` prints it."""

from __future__ import annotations

from msgspec import Struct
from tests.laws.driver import GAMES, evenings

from tablefolk.core.game import Game

# What no evening reaches, and why; whatever else is missing is missed by chance.
UNREACHED = {
    "LimitLifted": "only Mutagen takes a limit back",
    "GivePoint": "there is no such thing: it is there to be refused (WF-39)",
}


class Reach(Struct, frozen=True):
    """Kinds of commands and events, the table's own included, and those that came up."""

    every: frozenset[str]
    reached: frozenset[str]

    @property
    def share(self) -> float:
        return len(self.reached) / len(self.every)

    @property
    def missing(self) -> list[str]:
        return sorted(self.every - self.reached)


def reach(game: Game) -> Reach:
    played = evenings(game)
    at = played.all[0].at
    every = frozenset(kind.__name__ for kind in (*at.commands, *at.events))
    return Reach(every, every & frozenset(played.done))


if __name__ == "__main__":
    for game in GAMES:
        found, played = reach(game), evenings(game)
        entries = sum(len(evening.entries) for evening in played.all)
        print(
            f"| {game.key} | {len(played.all)} | {entries} | "
            f"{len(found.reached)} of {len(found.every)} | {found.share:.1%} | "
            f"{', '.join(found.missing)} |"
        )
