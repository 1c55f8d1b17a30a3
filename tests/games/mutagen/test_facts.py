"""Inventing and disputing fiction (MU-143 … MU-147)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.table import Played, created
from tests.games.mutagen.test_other_peoples import offers

from tablefolk.core.table.talk import Say
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Move, Playbook, Section
from tablefolk.games.mutagen.rules.cast import FactToEntity
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.disputes import (
    DisputeFiction,
    DisputeSettled,
    SettleDispute,
    SpeakToDispute,
)
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.facts import (
    DoubtFact,
    FactStruck,
    FactToStatus,
    InventFact,
    StrikeFact,
    UpholdFact,
    VetoFact,
    searched,
)
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.values import Staged


@pytest.fixture
def played() -> Played:
    return created()


def invent(played: Played, text: str = "Surely there is a forklift here", by: str = "p1") -> int:
    (event,) = played.do(by, InventFact(text))
    return int(event.fact.id)


def state(played: Played, fact: int) -> str:
    return played.show.facts[fact].state


# -- Facts (MU-143 … MU-145) -------------------------------------------------------------------


def test_any_player_invents_a_fact_for_free__MU_143(played: Played) -> None:
    fact = invent(played)
    assert state(played, fact) == "established"
    assert played.show.facts[fact].by == "p1"
    assert played.no("p2", InventFact("surely there is a forklift here")) == "same"
    assert played.no("p2", InventFact("  ")) == "text_needed"


def test_unless_the_gm_vetoes_it__MU_143(played: Played) -> None:
    fact = invent(played)
    assert played.no("p2", VetoFact(fact)) == "gm_only"
    played.do("gm", VetoFact(fact, "no power down here"))
    assert (state(played, fact), played.show.facts[fact].note) == ("vetoed", "no power down here")
    assert played.no("gm", VetoFact(fact)) == "unknown"


def test_people_and_not_the_machine_say_what_contradicts__MU_143(played: Played) -> None:
    first = invent(played)
    second = invent(played, "There is no forklift here", "p2")
    assert state(played, second) == "established"
    played.do("p3", DoubtFact(second, "there is a forklift"))
    for use in (FactToStatus(second, "m"), FactToEntity(second, "item", "No forklift")):
        assert played.no("gm", use) == "contradicts"
    assert played.no("p1", UpholdFact(second)) == "gm_only"
    assert played.no("gm", UpholdFact(first)) == "same"
    played.do("gm", UpholdFact(second))
    played.do("gm", FactToStatus(second, "m"))


def test_facts_are_found_and_the_gm_enters_some_too__MU_144(played: Played) -> None:
    invent(played)
    invent(played, "The forklift has no key", "gm")
    vetoed = invent(played, "A second forklift")
    played.do("gm", VetoFact(vetoed))
    found = [fact.text for fact in searched(played.show, "FORKLIFT here")]
    assert found == ["Surely there is a forklift here"]
    assert len(searched(played.show, "forklift")) == 2


def test_striking_one_needs_the_gm_and_a_reason__MU_144(played: Played) -> None:
    fact = invent(played)
    assert played.no("p1", StrikeFact(fact, "it burnt")) == "gm_only"
    assert played.no("gm", StrikeFact(fact, " ")) == "text_needed"
    played.do("gm", StrikeFact(fact, "it burnt"))
    assert (state(played, fact), played.show.facts[fact].note) == ("struck", "it burnt")


def test_a_fact_becomes_a_card_or_a_status_in_one_act__MU_145(played: Played) -> None:
    fact = invent(played)
    (made,) = played.do("p1", FactToEntity(fact, "item", "The forklift"))
    assert (made.fact, made.entity.notes) == (fact, "Surely there is a forklift here")
    assert not made.entity.living
    broken = invent(played, "Its fork is bent")
    asked = played.ask("p1", FactToStatus(broken, made.entity.id, "bent fork"))
    played.grant(asked)
    assert played.show.entities[made.entity.id].statuses[0].text == "bent fork"


def test_a_move_or_a_consequence_establishes_facts__MU_143(played: Played) -> None:
    played.rolled("f", "scope_it_out", 1, 1)
    played.outcome(Staged("fact", text="The guards have dogs"))
    played.accept()
    assert [(f.text, f.by) for f in played.show.facts.values()] == [("The guards have dogs", "gm")]


def test_a_move_asks_for_the_words_of_a_fact__MU_143() -> None:
    moves = (Move("recall", "Recall", effects=(op.NewFact(),)),)
    section = Section("sage.moves", "Moves", items=moves)
    book = Playbook("sage", "Sage", requires=("meta", "common"), sections=(section,))
    played = created(books=(book,))
    played.as_("f", ChoosePlaybooks("f", ("common", "sage")))
    played.as_("f", Propose("f", "recall"))
    assert played.no("f", GiveAnswer(max(played.show.owed))) == "text_needed"
    played.as_("f", GiveAnswer(max(played.show.owed), "The bridge was built by giants"))
    (fact,) = played.show.facts.values()
    assert (fact.text, fact.by) == ("The bridge was built by giants", "p2")


def test_nothing_is_secret_so_nobody_whispers_here__MU_146(played: Played) -> None:
    assert played.table.options["whispers"] is False
    assert played.no("p1", Say("psst", to=("p2",))) == "no_whispers"


# -- Disputes (MU-147) -------------------------------------------------------------------------


def disputed(played: Played) -> int:
    (event,) = played.do("p2", DisputeFiction("the forklift gone, off screen"))
    return int(event.dispute.id)


def test_a_dispute_is_talk_that_changes_nothing_by_itself__MU_147(played: Played) -> None:
    before = played.show
    number = disputed(played)
    played.do("gm", SpeakToDispute(number, "It fits the fire."))
    played.do("p3", SpeakToDispute(number, "I liked the forklift."))
    after = played.show
    assert (after.cast, after.facts, after.moves) == (before.cast, before.facts, before.moves)
    assert after.disputes[number].said == ("GM: It fits the fire.", "P3: I liked the forklift.")
    assert played.no("p1", DisputeFiction(" ")) == "text_needed"
    assert played.no("gm", DisputeFiction("me")) == "players_only"


def test_whoever_plays_may_dispute_even_with_nobody_to_play__MU_147() -> None:
    fresh = Played()
    assert "p1" not in {hero.player for hero in fresh.show.cast.values()}
    may = [who for who in ("gm", "p1", "p2") if offers(fresh, who, "DisputeFiction")]
    assert may == ["p1", "p2"]


def test_it_ends_with_what_was_agreed__MU_147(played: Played) -> None:
    number = disputed(played)
    assert played.no("p3", SettleDispute(number, "stands")) == "gm_only"
    assert played.no("p2", SettleDispute(number, "reworded", "it stays")) == "gm_only"
    assert played.no("gm", SettleDispute(number, "reworded")) == "text_needed"
    played.do("gm", SettleDispute(number, "reworded", "It only lost a wheel."))
    dispute = played.show.disputes[number]
    assert (dispute.open, dispute.outcome) == (False, "It only lost a wheel.")
    assert played.no("gm", SpeakToDispute(number, "and")) == "unknown"


def test_a_fact_may_be_struck_for_it__MU_147(played: Played) -> None:
    fact, number = invent(played), disputed(played)
    assert played.no("gm", SettleDispute(number, "struck")) == "unknown"
    assert played.no("gm", SettleDispute(number, "stands", strikes=(fact,))) == "unknown"
    events = played.do("gm", SettleDispute(number, "struck", strikes=(fact,)))
    assert [type(e) for e in events] == [DisputeSettled, FactStruck]
    assert state(played, fact) == "struck"


def test_whoever_raised_it_may_let_it_stand__MU_147(played: Played) -> None:
    number = disputed(played)
    played.do("p2", SettleDispute(number, "stands"))
    assert played.show.disputes[number].outcome == "stands"
