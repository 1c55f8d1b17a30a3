"""Rewards and advancement (RB-144, RB-150 … RB-160)."""

from __future__ import annotations

from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core import play
from tablefolk.core.game import Offer
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, OpenSession
from tablefolk.games.rotate_bird.rules.rewards import (
    AddSymbol,
    SwapForOwn,
    SwapSymbol,
    schedule,
)


def after(sessions: int) -> Played:
    """A campaign after so many sessions."""
    played = created({"advancement": True})
    for _ in range(sessions):
        played.do("gm", OpenSession())
        played.do("gm", CloseSession())
    return played


def own(played: Played, trait: str, **more: str) -> SwapForOwn:
    fields = {"symbol_name": "Teapot", "emoji": "🫖", "drawing": "drawing-1"} | more
    return SwapForOwn(played.trait("c1", trait), **fields)  # type: ignore[arg-type]


def test_advancement_is_off_unless_the_table_wants_it__RB_150() -> None:
    played = created()
    played.do("gm", OpenSession())
    played.do("gm", CloseSession())
    assert played.hero("c1").advances == ()


def test_every_third_session_is_a_major_one__RB_151__W_27() -> None:
    kinds = [schedule(n) for n in range(1, 8)]
    assert kinds == ["minor", "minor", "major", "minor", "minor", "major", "minor"]
    played = after(3)
    for who in ("c1", "c2", "c3"):
        assert [a.kind for a in played.hero(who).advances] == ["minor", "minor", "major"]


def test_a_minor_advance_swaps_one_symbol_of_the_same_type__RB_152__RB_153__RB_154__V_20() -> None:
    played = after(2)
    anchor = played.trait("c1", "anchor")
    assert played.no("p1", SwapSymbol(anchor, "pause")) == "wrong_symbol_kind"
    assert played.no("p1", SwapSymbol(anchor, "stopwatch")) == "regular_tables_only"
    assert played.no("p2", SwapSymbol(anchor, "carrot")) == "not_owner"
    played.do("p1", SwapSymbol(anchor, "carrot"))
    assert played.no("p1", SwapSymbol(anchor, "sun")) == "duplicate_symbol"
    assert played.no("p1", own(played, "carrot")) == "regular_tables_only"
    assert len(played.hero("c1").being) == 5


def test_a_symbol_is_not_swapped_for_itself__RB_154() -> None:
    played = after(1)
    sun, lock = played.trait("c1", "sun"), played.trait("c1", "Which Lock")
    for swap in (SwapSymbol(sun, "sun"), SwapSymbol(lock, "question-mark", place=0)):
        no = played.refusal("p1", swap)
        assert (no.rule, no.code) == ("RB-154", "duplicate_symbol")
    assert not any(advance.spent for advance in played.hero("c1").advances)


def test_a_symbol_may_be_called_by_its_name__RB_10() -> None:
    played = after(1)
    sun = played.trait("c1", "sun")
    assert played.no("p1", SwapSymbol(sun, "Slice of nothing")) == "regular_tables_only"
    played.do("p1", SwapSymbol(sun, " slice of  PIZZA "))
    assert played.trait("c1", "slice-of-pizza") == sun


def test_no_two_doing_traits_become_alike__RB_154() -> None:
    played = after(2)
    lock = played.trait("c1", "Which Lock")
    played.do("p1", SwapSymbol(lock, "rotate", place=0))
    assert played.no("p1", SwapSymbol(lock, "bird", place=1)) == "duplicate_pair"
    assert played.no("p1", SwapSymbol(lock, "bird", place=2)) == "out_of_range"


def test_marks_stay_and_a_new_name_is_offered__RB_155() -> None:
    played = after(2)
    played.mark("c1", "Which Lock")
    lock = played.trait("c1", "Which Lock")
    played.do("p1", SwapSymbol(lock, "padlock", place=1))
    assert played.doing("c1", "Which Lock").marked
    played.do("p1", SwapSymbol(lock, "door", place=1, name="Every Door"))
    assert played.doing("c1", "Every Door").symbols == ("question-mark", "door")


def test_a_major_advance_brings_a_symbol_of_ones_own__RB_156__RB_157__V_20() -> None:
    played = after(3)
    assert played.no("p1", own(played, "anchor", emoji="")) == "needs_chat_form"
    assert played.no("p1", own(played, "anchor", emoji="☀")) == "needs_chat_form"
    assert played.no("p1", own(played, "anchor", drawing="")) == "needs_picture"
    assert played.no("p1", own(played, "anchor", symbol_name=" ")) == "text_needed"
    played.do("p1", own(played, "anchor"))
    symbol = played.bird.symbol("teapot")
    assert (symbol.kind, symbol.custom, symbol.emoji) == ("being", True, "🫖")
    assert played.trait("c1", "teapot")
    assert [a.spent for a in played.hero("c1").advances] == [False, False, True]
    assert played.no("p1", own(played, "sun", emoji="🫕")) == "regular_tables_only"


def test_a_third_symbol_joins_a_doing_trait_and_is_turned_later__RB_158__RB_159__W_28() -> None:
    played = after(9)
    flight = played.trait("c1", "Wheeling Flight")
    played.do("p1", AddSymbol(flight, "feather", name="Soaring Flight"))
    trait = played.doing("c1", "Soaring Flight")
    assert trait.symbols == ("rotate", "bird", "feather")
    assert played.no("p1", AddSymbol(flight, "cloud")) == "already_three_symbols"
    played.do("p1", AddSymbol(flight, "play", discard="feather", name="Flight, Again"))
    assert played.doing("c1", "Flight, Again").symbols == ("rotate", "play", "bird")
    assert len(played.hero("c1").doing) == 3


def test_never_four_and_never_three_of_a_kind__RB_159__V_21() -> None:
    played = after(9)
    flight = played.trait("c1", "Wheeling Flight")
    played.do("p1", AddSymbol(flight, "feather"))
    assert played.no("p1", AddSymbol(flight, "cloud", "feather")) == "already_three_symbols"
    assert played.no("p1", AddSymbol(flight, "play", "rotate")) == "already_three_symbols"
    played.do("p1", AddSymbol(flight, "play", "feather"))
    assert played.no("p1", AddSymbol(flight, "pause", "bird")) == "already_three_symbols"


def test_the_third_symbol_is_a_major_matter_and_no_custom_one__RB_158() -> None:
    played = after(2)
    flight = played.trait("c1", "Wheeling Flight")
    assert played.no("p1", AddSymbol(flight, "feather")) == "no_advance"
    later = after(3)
    assert later.no("p1", AddSymbol(later.trait("c1", "anchor"), "feather")) == "unknown"
    assert later.no("p1", AddSymbol(flight, "explosion")) == "wrong_symbol_kind"


def test_advances_are_spent_by_their_owner_outside_of_tests_and_can_be_saved__RB_160() -> None:
    played = after(2)
    anchor = played.trait("c1", "anchor")
    played.open("c1")
    assert played.no("p1", SwapSymbol(anchor, "carrot")) == "wrong_phase"
    played.tap("c1", "sun")
    played.roll(6)
    played.pick(6)
    played.do("p1", SwapSymbol(anchor, "carrot"))
    played.do("p1", SwapSymbol(anchor, "lemon"))
    assert played.no("p1", SwapSymbol(anchor, "apple")) == "no_advance"
    assert [a.spent for a in played.hero("c2").advances] == [False, False]
    played.audited()


def test_edges_are_not_changed_by_advances__RB_152() -> None:
    played = after(1)
    edge = played.award("c1", "apple")
    assert played.no("p1", SwapSymbol(edge, "carrot")) == "not_your_trait"


# -- What the evening's end gives (RB-150, RB-151) -------------------------------------------------


def closing(played: Played) -> tuple[str, list[Offer]]:
    """What the GM is asked where the session may be closed, and what may be chosen before."""
    offers = [o for o in GAME.offers(played.table, played.seat("gm")) if o.about == "recap"]
    (closes,) = (o.confirm for o in offers if o.do == "CloseSession")
    return closes, [o for o in offers if o.do == "SetOption"]


def test_the_gm_is_told_who_grows_and_chooses_it_before_the_session_closes__RB_150__RB_151() -> (
    None
):
    played = created()
    played.do("gm", OpenScene("The vault"))
    assert not [o for o in GAME.offers(played.table, played.seat("gm")) if o.fixed.get("value")]
    played.do("gm", EndScene())
    asked, (more,) = closing(played)
    assert asked.startswith("Nobody gets an advance: the table is set for a one-shot. Close")
    assert more.label == "Another evening to come: an advance for everybody"
    played.do("gm", play.fill(more, {}))
    asked, (none,) = closing(played)
    assert asked.startswith("Everybody gets a minor advance. Close session 1 for everybody?")
    assert none.label == "No advances: it was a one-shot"
    played.do("gm", CloseSession())
    assert [a.kind for a in played.hero("c1").advances] == ["minor"]
