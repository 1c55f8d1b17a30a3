"""The GM's desk: rewards, and edges to look through when the session ends (RB-82, RB-144 …)."""

from __future__ import annotations

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, pictures
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.rewards import schedule
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, Edge


class RewardDesk(Block, frozen=True):
    """Edges as rewards, and a symbol for anything."""

    hints: tuple[str, ...] = ()


class EdgeLine(Part, frozen=True):
    """An edge that somebody still has."""

    edge: int
    name: str
    pictures: tuple[Picture, ...] = ()
    meaning: str = ""
    nature: str = ""
    givable: bool = True


class EdgeReview(Block, frozen=True):
    """Every edge at the table, to be looked through when a session ends (RB-82)."""

    edges: tuple[EdgeLine, ...] = ()
    session: int = 0
    open: bool = False
    next: str = ""  # the advance that closing the session gives (RB-151)
    hints: tuple[str, ...] = ()


def reward_desk() -> RewardDesk:
    return RewardDesk(about="rewards", region="desk", hints=(say("advice.gm_award"),))


# -- The end of a session (RB-82, RB-103, RB-151) --------------------------------------------------


def edge_review(bird: Bird) -> EdgeReview:
    edges = (edge_line(bird, hero, e) for hero in bird.cast.values() for e in hero.having)
    growing = bird.session_open and bird.options.get("advancement")
    return EdgeReview(
        about="review",
        region="desk",
        edges=tuple(edges),
        session=bird.session,
        open=bird.session_open,
        next=schedule(bird.session) if growing else "",
        hints=(say("hints.RB-82"), say("advice.session_end")),
    )


def edge_line(bird: Bird, hero: Character, edge: Edge) -> EdgeLine:
    return EdgeLine(
        edge.id,
        hero.name,
        pictures(bird, edge.symbols, hero),
        edge.name or edge.meaning,
        say(f"labels.nature.{edge.nature}"),
        edge.transferable and edge.nature != "situation",
    )
