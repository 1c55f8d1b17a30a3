"""The only loop there is: act, fold, menu, fill, audit, census."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import field
from msgspec.structs import replace
from tests import toy
from tests.toy import ClaimPoint, DieThrown, HideWord, Odd, ThrowDie

from tablefolk.core import play
from tablefolk.core.dice import tape
from tablefolk.core.game import (
    Choice,
    Command,
    Count,
    Counts,
    Flag,
    Lines,
    Offer,
    Pick,
    Refusal,
    Seat,
    Words,
)
from tablefolk.core.table.seats import Seated

ANA = Seat("ana")


def begun() -> Odd:
    return toy.evolve(toy.new({}), Seated("ana", "Ana"))


class Everything(Command, frozen=True):
    who: str
    many: tuple[str, ...] = ()
    n: int = 0
    dice: dict[str, int] = field(default_factory=dict)
    text: str = ""
    lines: tuple[str, ...] = ()
    flag: bool = False
    roll: int = 0


EVERYTHING = Offer(
    Everything,
    "Everything",
    {"roll": 7},
    (
        Pick("who", "Who", choices=(Choice("a", "A", refusal="no"), Choice("b", "B"))),
        Pick("many", "Many", choices=(Choice("x", "X"), Choice("y", "Y")), most=2),
        Count("n", "n", low=2, high=5, start=9),
        Counts("dice", "Dice", rows=(Choice("p", "P"), Choice("q", "Q")), start=(1, 2)),
        Words("text", "Text", optional=True),
        Lines("lines", "Lines", rows=("one", "two"), start=("first",)),
        Flag("flag", "Flag"),
    ),
)


def test_an_act_gives_the_entry_and_the_state_after_it() -> None:
    before = begun()
    entry, after = play.act(toy, before, ANA, ThrowDie(), tape((3,)))
    assert entry.events == (DieThrown(1, "ana", 3, scored=True),)
    assert (entry.seat, entry.faces, entry.edition) == (ANA, (3,), toy.edition)
    assert after.score == {"ana": 1}
    assert before == begun()
    assert play.fold(toy, before, [entry]) == after


@pytest.mark.parametrize("faces", [(), (1, 2), (0,), (7,)])
def test_every_face_typed_in_must_be_needed__TF_21(faces: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as no:
        play.act_with(toy, begun(), ANA, ThrowDie(), faces)
    assert (no.value.code, no.value.firm) == ("bad_dice", True)


def test_a_refusal_is_found_without_throwing() -> None:
    state = replace(begun(), tokens={"ana": 0})
    no = play.refusal(toy, state, ANA, ThrowDie())
    assert no is not None
    assert no.code == "no_tokens"
    assert play.refusal(toy, begun(), ANA, ThrowDie()) is None
    assert play.refusal(toy, begun(), ANA, ClaimPoint("please")) is None


def test_a_menu_is_judged_by_the_rules_themselves() -> None:
    throw, hide, claim = play.menu(toy, begun(), ANA)
    assert (throw.open, throw.dice) == (True, 1)
    assert (hide.open, hide.dice, hide.asks) == (True, 0, "")
    assert claim.open
    assert claim.asks == f"A point for this? “{play.SAMPLE}”"
    closed, *_ = play.menu(toy, replace(begun(), tokens={"ana": 0}), ANA)
    assert closed.refusal is not None
    assert closed.refusal.why == "You have no tokens left."


def test_a_pick_says_which_choices_are_closed_and_why() -> None:
    offer = Offer(
        HideWord,
        "Hide",
        blanks=(Pick("text", "Word", choices=(Choice(" ", "-"), Choice("a", "a"))),),
    )
    (pick,) = play.judged(toy, begun(), ANA, offer).blanks
    assert isinstance(pick, Pick)
    assert [choice.refusal for choice in pick.choices] == ["Write a word first.", ""]


def test_a_sample_fills_every_blank_with_what_fits() -> None:
    assert play.sample(EVERYTHING) == Everything(
        "b", ("x",), 5, {"p": 1, "q": 2}, play.SAMPLE, ("first", play.SAMPLE), False, 7
    )


def test_samples_try_every_choice_and_both_ends() -> None:
    made = list(play.samples(EVERYTHING))
    assert {m.n for m in made} == {5, 2}
    assert {m.many for m in made} == {("x",), ("y",)}
    assert {m.text for m in made} == {play.SAMPLE, ""}
    assert {m.flag for m in made} == {True, False}
    assert {m.who for m in made} == {"b"}
    assert len(list(play.samples(EVERYTHING, most=3))) == 3


def test_an_offer_covers_what_its_blanks_allow() -> None:
    sample = play.sample(EVERYTHING)
    for fits in ({"n": 3}, {"many": ("x", "y")}, {"text": "anything"}, {"lines": ("a", "b")}):
        assert play.covers(EVERYTHING, replace(sample, **fits)), fits
    too_far: list[dict[str, Any]] = [{"who": "a"}, {"n": 6}, {"many": ("z",)}, {"roll": 8}]
    for unfit in [*too_far, {"text": "x" * 2001}]:
        assert not play.covers(EVERYTHING, replace(sample, **unfit)), unfit
    assert not play.covers(EVERYTHING, ThrowDie())
    closed = replace(EVERYTHING, refusal=Refusal("X-1", "x", "No."))
    assert not play.covers(closed, sample)


def test_fill_reads_what_a_form_writes() -> None:
    made = play.fill(EVERYTHING, {"who": "b", "n": "4", "flag": "true"})
    assert made == Everything("b", n=4, flag=True, roll=7)


def test_an_audit_is_clean_or_says_where_it_is_not() -> None:
    entry, after = play.act_with(toy, begun(), ANA, ThrowDie(), (3,))
    second, _ = play.act_with(toy, after, ANA, ThrowDie(), (4,))
    assert play.audit(toy, begun(), [entry, second]) == []
    forged = replace(second, events=(DieThrown(2, "ana", 4, scored=True),))
    assert [d.number for d in play.audit(toy, begun(), [entry, forged])] == [2]
    loaded = replace(second, faces=(9,))
    (found,) = play.audit(toy, begun(), [entry, loaded])
    assert "bad_dice" not in found.why
    assert found.why.startswith("refused:")


def test_a_census_counts_acts_level_by_level() -> None:
    assert play.census(toy, begun(), [ANA], 2) == [2, 4]


@given(st.lists(st.integers(1, 6), max_size=3))
def test_the_score_is_the_number_of_odd_faces(faces: list[int]) -> None:
    state = begun()
    for face in faces:
        _, state = play.act_with(toy, state, ANA, ThrowDie(), (face,))
    assert state.score.get("ana", 0) == sum(face % 2 for face in faces)


def test_what_asks_to_choose_one_of_nothing_is_not_on_the_menu() -> None:
    """A fight with one person left in it asked whom they help, and took every page down."""

    class Empty:
        @staticmethod
        def offers(state: object, seat: Seat) -> list[Offer]:
            nobody, ben = Pick("whom", "Whom?"), Pick("whom", "Whom?", choices=(Choice("b", "B"),))
            several = Pick("whom", "Whom?", most=2, least=0)
            return [Offer(ThrowDie, "?", blanks=(pick,)) for pick in (nobody, ben, several)]

    game: Any = Empty
    found = [offer.blanks[0] for offer in play.proposed(game, None, Seat("ana", "player"))]
    assert [(pick.choices, pick.most) for pick in found if isinstance(pick, Pick)] == [
        ((Choice("b", "B"),), 1),
        ((), 2),
    ]
