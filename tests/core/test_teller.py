"""One teller for all games: names from types, cases and facts from the event itself."""

from __future__ import annotations

from typing import Annotated

from tablefolk.core.game import Change, Line, Seat
from tablefolk.core.teller import Names, Teller, named
from tablefolk.core.words import Phrases

Who = Annotated[str, Names("who")]
Cast = dict[str, str]
WORDS = {
    "Given.told": "{by} gives {to} {n} {n|coin|coins}.{why}",
    "Given.told_hidden": "{by} gives something away.",
    "Given.rule": "XX-1",
    "Given.rule_hidden": "XX-2",
}


class Given(Change[Cast], frozen=True):
    by: Who
    to: tuple[Who, ...]
    n: int = 1
    witness: Who | None = None
    voice = "ruled"

    def told_to(self, cast: Cast, seat: Seat) -> str | None:
        return None if seat.role == "onlooker" else "" if seat.gm else "_hidden"

    def in_words(self, cast: Cast, seat: Seat) -> dict[str, object]:
        return {"why": " Why not?"}


TELLER = Teller[Cast](Phrases(lambda: WORDS), {"who": lambda cast, who: cast[who]})
CAST = {"ana": "Ana", "ben": "Ben", "cy": "Cy"}
GIVEN = Given("ana", ("ben", "cy"), 2)


def test_a_field_names_what_its_type_says() -> None:
    assert named(Given) == {"by": "who", "to": "who", "witness": "who"}


def test_those_who_are_named_are_called_by_their_names_and_listed() -> None:
    told = TELLER.tell(CAST, GIVEN, Seat("gil", "gm"))
    assert told == Line("Ana gives Ben and Cy 2 coins. Why not?", "ruled", rule="XX-1")


def test_each_seat_is_told_its_own_case_by_its_own_rule() -> None:
    told = TELLER.tell(CAST, GIVEN, Seat("ben", "player"))
    assert told == Line("Ana gives something away.", "ruled", rule="XX-2")


def test_a_case_without_words_of_its_own_is_told_in_those_of_the_event_by_its_own_rule() -> None:
    fewer = {key: text for key, text in WORDS.items() if key != "Given.told_hidden"}
    told = Teller[Cast](Phrases(lambda: fewer), TELLER.called).tell(CAST, GIVEN, Seat("ben"))
    assert told == Line("Ana gives Ben and Cy 2 coins. Why not?", "ruled", rule="XX-2")


def test_what_other_players_are_not_told_is_private() -> None:
    class Kept(Given, frozen=True):
        def told_to(self, cast: Cast, seat: Seat) -> str | None:
            return "" if seat.id in self.to else None

    told = [
        Teller[Cast](Phrases(lambda: {"Kept.told": "Psst."}), TELLER.called).tell(CAST, kept, seat)
        for kept in (Kept("ana", ("ben",)),)
        for seat in (Seat("ben"), Seat("cy"))
    ]
    assert told == [Line("Psst.", "ruled", private=True), None]


def test_what_is_not_for_somebody_is_not_told() -> None:
    assert TELLER.tell(CAST, GIVEN, Seat("olga", "onlooker")) is None


def test_what_has_no_sentence_is_not_told() -> None:
    bare = Teller[Cast](Phrases(lambda: {}), TELLER.called)
    assert bare.tell(CAST, GIVEN, Seat("gil", "gm")) is None


class Lost(Change[Cast], frozen=True):
    coin: Annotated[int, Names("coin")]


def test_what_goes_by_a_number_is_called_by_its_name_as_well() -> None:
    words = Phrases(lambda: {"Lost.told": "{coin} is gone."})
    teller = Teller[Cast](words, {"coin": lambda cast, n: f"Coin {n}"})
    assert teller.tell(CAST, Lost(3), Seat("gil", "gm")) == Line("Coin 3 is gone.")
