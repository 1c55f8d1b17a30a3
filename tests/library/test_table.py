"""A table in Python: sitting, acting, looking, being refused."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from msgspec import Struct

import tablefolk
from tablefolk import Refusal, Table, Unfit
from tablefolk.core import play
from tablefolk.core.game import Choice, Command, Offer, Pick
from tablefolk.core.table.talk import Say
from tablefolk.games.wheel_of_fate.rules.creation import MakeCharacter
from tablefolk.library import acts
from tablefolk.library.acts import Menu

GAMES = tablefolk.games.names()


class Ride(Command, frozen=True):
    may = "player"
    way: str


def pickled(table: Table) -> Table:
    made: Table = pickle.loads(pickle.dumps(table))
    return made


WHEEL = "wheel-of-fate"


@pytest.fixture
def table() -> Table:
    """A table of Wheel of Fate with Ana and Ben, making characters."""
    made = tablefolk.open(WHEEL, seed=1, name="Friday")
    made.sit("Ana")
    made.sit("Ben")
    made.do("GM", "OpenCreation")
    return made


@pytest.fixture
def demo() -> Table:
    """Nora and the harbour master are about to throw: Ines is waited for."""
    return tablefolk.open(WHEEL, demo=True, seed=1)


# -- Any game ----------------------------------------------------------------------------------


def filled(offer: Any) -> dict[str, Any]:
    return {blank.name: next(play.fits(blank)) for blank in offer.blanks}


def played_at_random(table: Table, acts: int, seed: int) -> int:
    """So many acts from the menus, whoever can; how many of them happened."""
    rng, done = random.Random(seed), 0
    grave = ("CloseTable", "Stop", "Unseat", "SetOption", "OfferChair", "SetRole", "CloseSession")
    while done < acts:
        who = rng.choice(list(table.state.members))
        offers = [offer for offer in table.menu(who) if offer.do not in grave]
        offer = rng.choice(offers)
        try:
            happened = table.do(who, offer, **filled(offer))
        except Refusal:  # the first of every blank need not fit together
            continue
        if happened.asks:
            assert happened.asks.question
            table.deny(happened) if rng.random() < 0.2 else answered(table)
        done += 1
    return done


def answered(table: Table) -> None:
    try:
        table.grant()
    except Refusal:  # things have changed, or the yes has something to fill in
        table.deny()


@pytest.mark.parametrize("key", GAMES)
def test_any_game_can_be_played_saved_and_taken_up_again(key: str) -> None:
    table = tablefolk.open(key, seed=5)
    assert [table.sit(name) for name in ("Ana", "Ben", "Cy")] == ["ana", "ben", "cy"]
    assert played_at_random(table, 50, seed=5) == 50
    assert table.check() == ()
    again = tablefolk.load(table.save())
    assert again.state == table.state
    assert again.log == table.log
    assert again.check() == ()
    assert len(again.story("ana")) > 10
    assert repr(again.story()) == repr(table.story())
    assert repr(again.view("ben")) == repr(table.view("ben"))


@pytest.mark.parametrize("key", GAMES)
def test_any_demo_is_a_scene_under_way_and_shows_itself(key: str) -> None:
    table = tablefolk.open(key, demo=True)
    assert table.waiting
    assert table.check() == ()
    for who in table.state.members:
        view = table.view(who)
        assert view.now is not None
        assert view.now.title in repr(view)
        assert len(repr(view)) > 100
        shown = (table, view, view.parts[0], table.menu(who), table.story(who))
        assert all("<h4>" in one._repr_html_() for one in shown)


@pytest.mark.parametrize("key", GAMES)
def test_nobody_can_mistake_a_field_for_dice(key: str) -> None:
    """`do` takes `faces` by name, so no command may have a field of that name."""
    table = tablefolk.open(key)
    assert [c for c in table.game.commands if "faces" in c.__struct_fields__] == []


# -- Sitting -----------------------------------------------------------------------------------


def test_people_are_known_by_id_and_by_name(table: Table) -> None:
    assert table.sit("Zoë Q.") == "zo-q"
    assert table.seat("zo-q") == table.seat("Zoë Q.") == table.seat("zoë q.")
    assert table.seat("GM").gm


def test_an_onlooker_looks_on(table: Table) -> None:
    olga = table.sit("Olga", role="onlooker")
    assert table.seat(olga).role == "onlooker"
    with pytest.raises(Refusal, match="Onlookers watch"):
        table.do(olga, "Say", text="Hello")


# -- Acting ------------------------------------------------------------------------------------


def test_a_command_an_offer_and_a_name_come_to_the_same(table: Table) -> None:
    ways: tuple[Callable[[Table], Any], ...] = (
        lambda t: t.do("ana", MakeCharacter("Nora")),
        lambda t: t.do("ana", "MakeCharacter", name="Nora"),
        lambda t: t.do("ana", t.menu("ana").of("MakeCharacter")[0], name="Nora"),
    )
    events = []
    for way in ways:
        again = tablefolk.load(table.save())
        events.append(way(again).events)
    assert events[0] == events[1] == events[2]


def test_what_is_not_said_is_taken_from_the_only_offer_there_is(demo: Table) -> None:
    assert len(demo.menu("ines").of("GetReady")) == 1
    done = demo.do("ines", "GetReady")
    assert len(done.faces) == 4
    assert "Nora Pell" in str(done)


def test_where_several_can_be_meant_it_asks_which(demo: Table) -> None:
    before = demo.state
    with pytest.raises(Refusal, match=r"There are 2 ways to do that now, so say to: Reward\("):
        demo.do("ines", "Reward", why="For the tray")
    assert demo.state is before
    assert demo.do("ines", "Reward", to="pip-marlow", why="For the tray").events


def test_the_dice_fall_the_same_way_for_the_same_seed() -> None:
    thrown = [
        tablefolk.open(WHEEL, seed=seed).do("GM", "RollFree", dice="9d6") for seed in (4, 4, 5)
    ]
    assert thrown[0].faces == thrown[1].faces != thrown[2].faces


def test_dice_can_be_typed_and_brought(table: Table) -> None:
    assert table.do("ana", "RollFree", dice="2d6", faces=(6, 5)).faces == (6, 5)
    own = tablefolk.open(WHEEL, dice=lambda count, sides: (sides,) * count)
    assert own.do("GM", "RollFree", dice="3d20").faces == (20, 20, 20)


def test_where_dice_are_thrown_by_hand_they_have_to_be_typed(table: Table) -> None:
    table.do("GM", "SetOption", key="dice", value="hand")
    with pytest.raises(Refusal, match="type in how they fell"):
        table.do("ana", "RollFree", dice="2d6")
    table.do("ana", "RollFree", dice="2d6", faces=[3, 4])
    assert table.log[-1].by_hand
    assert table.check() == ()


def test_the_gms_word_is_asked_given_and_refused(demo: Table) -> None:
    asked = demo.do("ines", "AddPool")
    assert asked.asks is not None
    assert asked.asks.question in str(asked)
    demo.deny(asked, "Not here")
    again = demo.do("ines", "AddPool")
    assert demo.grant(again).events
    with pytest.raises(Refusal, match="settled already"):
        demo.grant(again)
    assert demo.check() == ()


def test_the_gm_overrules(demo: Table) -> None:
    with pytest.raises(Refusal) as no:
        demo.do("tomas", "SpendDie", roll=25, who="nora-pell")
    assert not no.value.firm
    allowed = demo.allow("tomas", "SpendDie", "just now", roll=25, who="nora-pell")
    assert "just now" in str(demo.story())
    assert allowed.number == len(demo.log)


def test_what_was_done_is_taken_back_and_stays_in_the_story(table: Table) -> None:
    before = table.state.play
    made = table.do("ana", MakeCharacter("Nora"))
    table.take_back(made, why="Another name")
    assert table.state.play.cast == before.cast
    told = {one.number: one for one in table.story("ana")}
    assert told[made.number].struck
    assert "Nora" in told[made.number].text
    assert "✗ " in repr(table.story("ana"))
    assert tablefolk.load(table.save()).story("ana") == table.story("ana")


def test_a_player_may_have_to_ask_for_it(table: Table) -> None:
    rolled = table.do("ana", "RollFree", dice="1d6")
    asked = table.take_back(rolled, who="ana")
    assert asked.asks
    table.grant(asked)
    assert table.story()[-1].text
    assert next(one for one in table.story() if one.number == rolled.number).struck
    assert table.check() == ()


def test_without_a_number_it_is_the_latest_act_that_stands(table: Table) -> None:
    table.do("ana", MakeCharacter("Nora"))
    table.take_back()
    table.take_back()  # the opening of creation
    with pytest.raises(Refusal, match="There is nothing to take back"):
        table.take_back()


# -- Looking -----------------------------------------------------------------------------------


def test_the_menu_is_what_can_be_done_and_all_of_it_says_why_not(demo: Table) -> None:
    open_now, every = demo.menu("ines"), demo.menu("ines", all=True)
    assert isinstance(open_now, Menu)
    assert all(offer.open for offer in open_now)
    assert len(every) > len(open_now)
    closed = next(offer for offer in every if not offer.open)
    assert f"closed: {closed.refusal.why}" in repr(closed)  # type: ignore[union-attr]


def test_an_offer_is_one_line_and_the_first_is_what_is_waited_for(demo: Table) -> None:
    first = demo.menu("ines")[0]
    assert repr(first) == "GetReady(roll=25, confirm=False)  Ready to throw  [4 dice; waited for]"
    assert all("\n" not in repr(offer) for offer in demo.menu("mara", all=True))


def test_a_whisper_is_in_the_story_of_those_whom_it_concerns(table: Table) -> None:
    table.do("ana", "Say", text="The key is under the mat", to=["gm"])
    assert "under the mat" in repr(table.story("gm"))
    assert "under the mat" not in repr(table.story("ben"))
    assert "under the mat" not in repr(table.story())


def test_a_part_of_the_page_is_looked_into_by_its_key(demo: Table) -> None:
    view = demo.view("ines")
    assert "[bowl]" in repr(view)
    assert repr(view.part("bowl")).startswith("The bowl")
    assert view.blocks
    with pytest.raises(KeyError, match="has no part “cellar”"):
        view.part("cellar")


def test_nothing_that_somebody_wrote_becomes_markup(table: Table) -> None:
    table.do("ana", "Say", text="<script>alert(1)</script>")
    table.do("ana", MakeCharacter("<b>Nora"))
    for shown in (table, table.view("ana"), table.story("ana"), table.menu("ana")):
        assert "<script>" not in shown._repr_html_()
        assert "<b>Nora" not in shown._repr_html_()


def test_what_is_waited_for_stands_beside_the_name(demo: Table) -> None:
    assert demo.waiting["ines"] == ("to throw",)
    assert "Ines: player, waited for: to throw" in repr(demo)


# -- One sentence ------------------------------------------------------------------------------


class Foreign(Command, frozen=True):
    """A command that no table knows."""

    may = "anyone"


class Sheet(Struct):
    """No game at all."""

    key: str = "sheet"


BAD: dict[str, tuple[Callable[[Table], Any], str]] = {
    "nobody": (lambda t: t.do("zoe", "Stop"), "Nobody called “zoe” sits at this table: .*GM"),
    "no text": (lambda t: t.view(5), "Nobody called “5” sits"),  # type: ignore[arg-type]
    "no such act": (lambda t: t.do("ana", "Rol"), "This table knows no act “Rol”"),
    "nearly": (lambda t: t.do("ana", "MakeCharakter"), "did you mean MakeCharacter"),
    "no act": (lambda t: t.do("ana", 5), "An act is a command, the name of one, or an offer"),
    "foreign": (lambda t: t.do("ana", Foreign()), "This table knows no such act"),
    "missing": (lambda t: t.do("ana", "RollFree", dise="2d6"), "could not be read: .*dise"),
    "wrong": (lambda t: t.do("ana", "Say", text=["a"]), "could not be read: a text belongs there"),
    "beside": (lambda t: t.do("ana", Say("Hi"), text="Ho"), "takes no fields beside it"),
    "blank": (lambda t: t.do("ana", t.menu("ana").of("Say")[0], text=5j), "could not be read"),
    "fixed": (
        lambda t: t.do("ana", t.menu("ana").of("Rename")[0], member="gm", name="A"),
        "has its member already",
    ),
    "dice": (lambda t: t.do("ana", "RollFree", dice="2d6", faces=(7, 1)), "from 1 to 6"),
    "too many": (lambda t: t.do("ana", "RollFree", dice="2d6", faces=(6, 1, 1)), "needs 2 dice"),
    "no faces": (lambda t: t.do("ana", "RollFree", dice="2d6", faces=("a",)), "whole numbers"),
    "no row": (lambda t: t.do("ana", "RollFree", dice="2d6", faces=3), "whole numbers"),
    "role": (lambda t: t.sit("Olga", role="queen"), "a player or an onlooker"),  # type: ignore[arg-type]
    "twice": (lambda t: t.sit("Ana"), "called Ana already"),
    "no name": (lambda t: t.sit(""), "name"),
    "name": (lambda t: t.sit(5), "could not be read: a text belongs there"),  # type: ignore[arg-type]
    "inside": (lambda t: t.do("ana", Say(5)), "could not be read: a text belongs there"),  # type: ignore[arg-type]
    "which": (lambda t: t.take_back("x"), "could not be read: a number belongs there"),  # type: ignore[arg-type]
    "whose": (lambda t: t.deny("x"), "could not be read: a number belongs there"),  # type: ignore[arg-type]
    "loaded": (
        lambda t: tablefolk.open(WHEEL, dice=lambda n, s: (7,)).do("GM", "RollFree", dice="1d6"),
        "Faces from 1 to 6 are needed: 1",
    ),
    "the GM": (lambda t: tablefolk.open(WHEEL, gm=5), "could not be read"),  # type: ignore[arg-type]
    "no options": (lambda t: tablefolk.open(WHEEL, options=5), "Options are values"),  # type: ignore[arg-type]
    "answer": (lambda t: t.grant(), "Nothing waits for an answer"),
    "answered": (lambda t: t.deny(99), "settled already"),
    "asked for nothing": (lambda t: t.grant(t.do("ana", Say("Hi"))), "asks for nothing"),
    "too far": (lambda t: t.take_back(99), "too far back"),
    "option": (lambda t: tablefolk.open(WHEEL, options={"gravity": 1}), "no such option"),
    "value": (lambda t: tablefolk.open(WHEEL, options={"dice": "loaded"}), "a value on offer"),
    "both": (lambda t: tablefolk.open(WHEEL, seed=1, dice=lambda n, s: (1,) * n), "not both"),
    "bytes": (lambda t: tablefolk.load(b"nothing"), "not a table exported from Tablefolk"),
    "cut": (lambda t: tablefolk.load(t.save().replace(b"Ana", b"Eva", 1)), "cannot be taken over"),
    "other game": (
        lambda t: tablefolk.load(t.save().replace(WHEEL.encode(), b"chess", 1)),
        "its game is not known here",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence_and_changes_nothing(table: Table, case: str) -> None:
    attempt, said = BAD[case]
    before, entries = table.state.play, len(table.log)
    with pytest.raises(Refusal, match=said) as no:
        attempt(table)
    assert no.value.why.strip()
    assert "\n" not in no.value.why
    assert table.state.play == before
    assert len(table.log) <= entries + 1  # what came before the attempt, in one case


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("chess", "There is no game “chess” here; there are: "),
        (5, "It has no key"),
        (Sheet(), "It has no edition"),
    ],
)
def test_what_is_no_game_is_unfit(game: Any, said: str) -> None:
    with pytest.raises(Unfit, match=said):
        tablefolk.open(game)


def test_a_game_can_be_given_itself() -> None:
    from tests import toy

    table = tablefolk.open(toy, gm="Gil", seed=2)
    table.sit("Ana")
    assert table.state.gm == "gil"
    assert table.game.game is toy


# -- What a notebook does with a table -----------------------------------------------------------


@pytest.mark.parametrize(
    "how", [copy.copy, copy.deepcopy, Table.copy, pickled], ids=["copy", "deep", "own", "pickled"]
)
def test_a_copy_goes_its_own_way_with_the_same_dice(how: Callable[[Table], Table]) -> None:
    one = tablefolk.open(WHEEL, demo=True, seed=3)
    other = how(one)
    entries = len(one.log)
    first = one.do("Ines", "GetReady").faces
    assert len(other.log) == entries
    assert other.do("Ines", "GetReady").faces == first
    assert tablefolk.load(one.save()).state.play == one.state.play


def test_a_refusal_travels_between_processes() -> None:
    no = Refusal("WF-1", "no_such", "There is none.", firm=True)
    again = pickle.loads(pickle.dumps(no))
    assert (again.rule, again.code, again.why, again.firm, str(again)) == (
        no.rule,
        no.code,
        no.why,
        no.firm,
        str(no),
    )


def test_numbers_of_other_libraries_are_faces_and_seeds() -> None:
    one = tablefolk.open(WHEEL, seed=np.int64(4))  # type: ignore[arg-type]
    assert one.do("GM", "RollFree", dice="2d6", faces=np.array([1, 2])).faces == (1, 2)
    assert (
        one.do("GM", "RollFree", dice="2d6").faces
        == tablefolk.open(WHEEL, seed=4).do("GM", "RollFree", dice="2d6").faces
    )


# -- By its name, as by the menu -----------------------------------------------------------------


def test_a_closed_act_says_why_it_is_closed(demo: Table) -> None:
    """By its name alone, as the menu says it."""
    closed = {o.do: o for o in demo.menu("mara", all=True) if o.refusal and o.fixed}
    only = [o for do, o in closed.items() if not demo.menu("mara").of(do)]
    assert only
    for offer in only:
        assert offer.refusal
        with pytest.raises(Refusal) as no:
            demo.do("mara", offer.do)
        assert no.value.code != "malformed" or not offer.fixed.keys()


def test_what_nobody_is_offered_says_what_it_would_need(demo: Table) -> None:
    with pytest.raises(Refusal, match="GetReady needs roll, and none is offered to this seat now"):
        demo.do("tomas", "GetReady")


def test_what_is_chosen_narrows_what_can_be_meant() -> None:
    table = tablefolk.open("shapers-and-bots", demo=True)
    who, do, blank, choice = next(
        (member, offer.do, blank.name, choice.value)
        for member in table.state.members
        for offer in table.menu(member)
        if len(table.menu(member).of(offer.do)) > 1
        for blank in offer.blanks
        if isinstance(blank, Pick) and blank.most == 1
        for choice in blank.choices
    )
    ways = acts._ways(table.game, table.state, table.seat(who), do, {blank: choice})
    picks = [{b.name: b for b in way.blanks if isinstance(b, Pick)} for way in ways]
    assert ways
    assert all(choice in [c.value for c in one[blank].choices] for one in picks)


def test_an_only_choice_is_taken_and_a_missing_one_is_named() -> None:
    one, two = Choice("north", "North"), Choice("south", "South")
    offer = Offer(Ride, "Ride", blanks=(Pick("way", "Way", choices=(one,)),))
    assert acts.filled(offer, {}) == Ride("north")
    with pytest.raises(Refusal, match=r"Fill in way='north'\|'south'"):
        acts.filled(Offer(Ride, "Ride", blanks=(Pick("way", "Way", choices=(one, two)),)), {})


def test_a_demo_takes_no_options_and_the_entry_0_is_none(demo: Table) -> None:
    with pytest.raises(Refusal, match="A demo has a name, people and options of its own"):
        tablefolk.open(WHEEL, demo=True, options={"starting_fate": 3})
    with pytest.raises(Refusal):
        demo.take_back(0)


def test_who_only_plays_for_another_is_not_waited_for_to_make_a_character__TF_6() -> None:
    demo = tablefolk.open("wheel-of-fate", demo=True, seed=7)
    dov = demo.sit("Dov")
    assert demo.waiting[dov] == ("a character",)
    demo.do("ines", "Lend", member="ines", to=dov)
    assert dov not in demo.waiting
    demo.do("ines", "Lend", member="ines", to="")
    assert demo.waiting[dov] == ("a character",), "then they may want one of their own"


def test_a_character_that_was_begun_is_waited_for_though_its_maker_plays_another__TF_6() -> None:
    demo = tablefolk.open("shapers-and-bots", demo=True, seed=7)
    dov = demo.sit("Dov")
    demo.do(dov, "BeginSheet", species="goat")
    own = demo.waiting[dov]
    demo.do("tomas", "Lend", member="tomas", to=dov)
    assert demo.waiting[dov] == own
