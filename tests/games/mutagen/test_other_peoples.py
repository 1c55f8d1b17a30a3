"""Other people's playbooks at the table: what their words say is offered, asked for and happens."""

from __future__ import annotations

from typing import Any

from tests.games.mutagen.table import GAME, Played
from tests.web.drawn import Page
from tests.web.unfolding import unfolded

from tablefolk.core import play
from tablefolk.core.game import Offer
from tablefolk.games.mutagen.page.editing import new_draft
from tablefolk.games.mutagen.rules.books import ConfirmAutomation, LoadPlaybook
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

PAINTER = Painter()


def brought(text: str, name: str = "mine", *fills: str) -> Played:
    """H, in play, with a playbook brought from this text and all that was read out of it."""
    played = Played()
    played.do("gm", LoadPlaybook(tuple(text.split("\n")), name))
    if any(item.suggested for item in played.show.shelf.playbook(name).items):  # type: ignore[union-attr]
        played.do("gm", ConfirmAutomation(playbook=name))
    played.draft("h", "p1", name)
    played.fill("h", *(f"{name}.{item}" for item in fills))
    played.finish("h")
    return played


def drawn(played: Played, who: str) -> str:
    return unfolded(PAINTER, Live("t", GAME, len(played.log), played.table, played.log), who)


def offers(played: Played, who: str, do: str, **fixed: Any) -> list[Offer]:
    """The offers of this command with these settled already."""
    every = play.menu(GAME, played.table, played.seat(who))
    return [o for o in every if o.do == do and fixed.items() <= dict(o.fixed).items()]


# -- Moves that roll to a story move they name (MU-55) -----------------------------------------


def test_the_editors_own_sample_is_played__MU_55() -> None:
    sample = new_draft()
    played = brought(sample.text, "beekeeper", "bee_talk", "bee_talk")
    (offer,) = offers(played, "p1", "Propose", through=("beekeeper.send_the_swarm",))
    (make,) = [blank for blank in offer.blanks if blank.name == "make"]
    assert [choice.value for choice in make.choices] == ["scope_it_out"]  # type: ignore[union-attr]
    number = played.ready("h", "scope_it_out", through=("beekeeper.send_the_swarm",))
    played.roll(3, 3)
    throw = played.show.moves[number].throw
    assert throw
    assert throw.modifier == 1
    assert played.points("h", "beekeeper.smoke") == 2


def test_a_way_to_one_story_move_stands_on_the_sheet_and_in_its_form__MU_55() -> None:
    page = Page(drawn(brought(new_draft().text, "beekeeper"), "p1"))
    (link,) = [a for tag, a in page.elements if "data-with" in a]
    assert link["href"] == "#try-h-make-scope-it-out"
    assert {link["href"][1:], link["data-with"]} <= set(page.ids())
    (way,) = [a for tag, a in page.elements if "data-only" in a]
    assert way["data-only"] == "scope_it_out"
    assert ("through[]", "beekeeper.send_the_swarm") in page.form("Propose")


def test_a_way_to_one_story_move_is_no_way_to_another__MU_55() -> None:
    played = brought(new_draft().text, "beekeeper")
    through = ("beekeeper.send_the_swarm",)
    assert played.no("h", Propose("h", "parkour", "over it", through)) == "wrong_kind"
