"""The laws as a stranger runs them: one test a law, and a sentence that says what is wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import defstruct
from tests import toy
from tests.laws.subjects import ODD_ONE

from tablefolk import testing
from tablefolk.core.game import Act, Block, Change, Offer, Page, Seat, Words
from tablefolk.testing import LAWS, Subject, laws_of

HERE = Path(__file__).parent


def odd_one(**otherwise: Any) -> Any:
    """Odd One with something wrong in it."""
    game = ModuleType("odd_one")
    vars(game).update({**vars(toy), **otherwise})
    return laws_of(Subject(game, secrets=ODD_ONE.secrets, outcomes=ODD_ONE.outcomes))()


def test_every_chapter_of_the_laws_is_run_by_everybody_and_here() -> None:
    chapters = Path(testing.__file__).parent.joinpath("laws").glob("[!_]*.py")
    assert {path.stem for path in chapters} == set(LAWS)
    here = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    assert [name for name in LAWS if f"tablefolk.testing.laws.{name} import *" not in here] == []


def test_there_is_one_test_a_law_under_the_laws_name() -> None:
    mine = laws_of(toy)
    every = [name for name in vars(mine) if name.startswith("test_")]
    assert every == [*testing.every_law()]
    assert len(every) > 30
    assert getattr(mine, every[0]).__name__ == every[0]


def test_a_law_that_holds_is_silent() -> None:
    odd_one().test_every_command_says_who_may()


def test_a_secret_that_is_seen_is_named() -> None:
    def view(odd: toy.Odd, seat: Seat) -> Page:
        return Page((toy.Scores("scores", rows=(), hidden=" ".join(odd.hidden.values())),))

    with pytest.raises(AssertionError, match=r"\w+ sees HideWord\.text"):
        odd_one(view=view).test_a_secret_told_through_its_own_command_reaches_nobody_else__TF_29()


def test_odds_that_are_not_what_the_dice_do_are_named() -> None:
    def odds(odd: toy.Odd, seat: Seat, command: Any) -> Any:
        return {"scores": Fraction(2, 3)} if isinstance(command, toy.ThrowDie) else None

    with pytest.raises(AssertionError, match=r"The odds of “.+” are not what dice do\."):
        odd_one(odds=odds).test_odds_equal_brute_force__TF_23()


def test_an_offer_without_words_is_named() -> None:
    def offers(odd: toy.Odd, seat: Seat) -> Iterator[Offer]:
        yield Offer(toy.HideWord, "Hide nothing", {"text": "word"})
        yield Offer(toy.ClaimPoint, "", {"why": "why"})

    with pytest.raises(AssertionError, match=r"An offer of ClaimPoint has no label\."):
        odd_one(offers=offers).test_a_refused_offer_says_why_in_one_sentence()


def test_what_has_no_words_is_named() -> None:
    unsaid = defstruct("Vanish", (), bases=(Act,), frozen=True, module="tests.toy.rules")
    unsaid.may = "anyone"
    with pytest.raises(AssertionError, match=r"what it is to do \['Vanish'\]"):
        odd_one(commands=(*toy.commands, unsaid)).test_every_act_has_a_label()
    untold = defstruct("Vanished", (), bases=(Change,), frozen=True, module="tests.toy.rules")
    with pytest.raises(AssertionError, match=r"nobody can be told: \['Vanished'\]"):
        odd_one(events=(*toy.events, untold)).test_every_change_has_a_sentence()


def test_a_blank_without_words_is_named() -> None:
    def offers(odd: toy.Odd, seat: Seat) -> Iterator[Offer]:
        yield Offer(toy.HideWord, "Hide a word", blanks=(Words("text", ""),))

    with pytest.raises(AssertionError, match=r"HideWord\.text is asked for without a word\."):
        odd_one(offers=offers).test_every_blank_has_words()


def test_words_about_nothing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(toy.say.sentences, "Trhow.label", "Throw")  # type: ignore[misc]
    with pytest.raises(AssertionError, match=r"Stanzas of nothing: \['Trhow'\]"):
        odd_one().test_no_stanza_is_about_what_is_not_there()


class Lost(Block, frozen=True, kw_only=True):
    """What no template can draw."""

    inside: object


def test_a_drawing_that_breaks_breaks_the_law() -> None:
    def view(odd: toy.Odd, seat: Seat) -> Page:
        return Page((Lost("lost", inside=(object(),)),))

    with pytest.raises(TypeError, match="not iterable"):
        odd_one(view=view).test_everything_is_drawn()


@pytest.mark.parametrize("lacking", ["pytest", "httpx"])
def test_without_what_they_need_the_laws_say_so_in_a_sentence(lacking: str) -> None:
    code = f"import sys; sys.modules[{lacking!r}] = None; import tablefolk.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = f"The laws need {lacking}: pip install 'tablefolk[testing]' brings it."
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {said}"
