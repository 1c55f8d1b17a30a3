"""An evening of Rotate Bird as its recap tells it: pictures, arguments, what they brought."""

from __future__ import annotations

from tests.games.rotate_bird.evening import told
from tests.games.rotate_bird.table import Played, created

from tablefolk.core.game import Seat
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.games.rotate_bird.rules.edges import SayMeaning
from tablefolk.games.rotate_bird.rules.incident import RewordFact, RollIncident, WriteIncident
from tablefolk.games.rotate_bird.rules.opposition import ShowNpc, ShrugOff
from tablefolk.games.rotate_bird.rules.symbols import ReplacePicture
from tablefolk.games.rotate_bird.rules.tapping import Explain, RuleTrait, TapTrait
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.values import LINKS
from tablefolk.games.rotate_bird.rules.worksheet import (
    AddSecondFact,
    ChooseFactors,
    PlaceBeing,
    PlaceDoing,
    RollBeingCircle,
    RollDoingCircle,
    StartWorksheet,
)
from tablefolk.testing.playing import Evening
from tablefolk.web.recaps import as_text


def test_a_test_is_told_with_its_pictures_arguments_and_fallout__TF_15__RB_88() -> None:
    played = told()
    recap = Evening.of(played.GAME, played.table, played.log).recap()
    before, scene = recap.chapters
    assert before.told[0].text.startswith("P1 plays C1, the Example: ⚓ Anchor, "), "who they are"
    _, door, flood = scene.told
    assert (door.who, door.title, door.text) == (
        "C1",
        "Wake the door gently.",
        "C2 helped. C1 took the 4: it worked, but brought minor fallout. "
        "What came was 🤸 Falling figure. It yawns, and the whole street hears it.",
    )
    assert [(a.who, a.drawn[0].name, a.text) for a in door.arguments] == [
        ("C1", "Anchor", "I built half the doors in this town."),
        ("C1", "Heart", "And this one owes me money."),
        ("C2", "Cat", "I hum its lullaby backwards."),
    ]
    assert flood.text.endswith(
        "With that, “The canal breaks in” struck. What came was 💥 Explosion and ⏱️ Stopwatch. "
        "The water takes the chairs first. "
        "The stage is a lake now, with a very surprised duck."
    )
    assert scene.facts == ()  # all of it is read where it happened
    assert "C1: “Wake the door gently.” C2 helped." in as_text(recap, "GM")
    assert "- C2, 🐈 Cat: “I hum its lullaby backwards.”" in as_text(recap, "GM")


def test_a_scene_that_is_over_is_remembered_by_its_tests__TF_14__TF_15() -> None:
    played = told()
    found = played.GAME.records(played.table, Seat("p1"))
    assert [(r.kind, r.who, r.scene, r.text) for r in found] == [
        ("test", "C1", 1, "Wake the door gently. It worked, but brought minor fallout. "
         "It yawns, and the whole street hears it."),
        ("test", "C3", 1, "Hold the water back. It did not work, and brought major fallout. "
         "The water takes the chairs first."),
    ]  # fmt: skip


def test_what_was_shrugged_off_or_paid_for_is_remembered_so__RB_96__RB_134() -> None:
    played = created()
    npc = played.make_npc("The Door", "key", "bird")
    played.do("gm", OpenScene("The roof"))
    played.open("c1", npc=npc)
    played.tap("c1", "sun")
    played.roll(4)
    played.pick(4)
    played.do("gm", ShrugOff(played.test.id, played.bird.npcs[npc].being[0].id))
    played.fallout(2)
    assert played.GAME.records(played.table, Seat("p1")) == ()
    played.pay("c1", "sun")
    (one,) = played.GAME.records(played.table, Seat("p1"))
    came = "It would have worked, but The Door shrugged it off."
    assert one.text.endswith(f"{came} {played.bird.name('c1')} paid, and it did not come.")


def test_the_only_number_that_worked_was_a_close_call__TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    played.tested("c1", [trait.symbol for trait in played.hero("c1").being[:3]], (4, 1, 3), 4)
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert scene.throws == (
        "A close call: C1, “something risky”: 4 1 3. "
        "C1 took the 4: it worked, but brought minor fallout.",
    )


def test_a_failure_that_was_chosen_is_no_bad_luck__TF_15__RB_41() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    symbols = [trait.symbol for trait in played.hero("c1").being]
    played.tested("c1", symbols[:2], (1, 2), 1)
    played.fallout(3, 4)
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert scene.throws == ()
    chose = "C1 took the 1: they chose to fail, and it brought major fallout."
    assert chose in scene.told[0].text


def test_pictures_stand_as_they_were_drawn_with_all_that_was_said_for_them__TF_15__RB_11() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    first = played.hero("c1").being[0]
    played.as_("c1", ReplacePicture("c1", first.symbol, "a" * 40))
    played.do("gm", OpenTest("c1"))
    test = played.test.id
    played.as_("c1", TapTrait(test, first.id, "it knows every bell"))
    played.do("gm", RuleTrait(test, first.id, "questioned", "Really?"))
    played.as_("c1", Explain(test, first.id, "It sang to them."))
    played.do("gm", RuleTrait(test, first.id, "accepted"))
    played.roll(6)
    played.pick(6)
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    (episode,) = scene.told
    (argument,) = episode.arguments
    assert argument.text == "it knows every bell. It sang to them."
    assert argument.drawn[0].drawing == "a" * 40
    assert episode.title == "C1 tried something."
    assert scene.throws == ("Without any fallout, 1 in 6: C1 rolled 6. It worked.",)


def test_a_throw_is_told_with_the_edges_that_it_won__TF_15__RB_44__RB_59() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    played.open("c1", beneficiary="c2")
    symbols = [trait.symbol for trait in played.hero("c1").being]
    played.tap("c1", *symbols[:2])
    played.roll(6, 6)
    played.pick(6)
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    text = "That was to set up C2. It worked. Doubles won C1 an edge. That gave C2 an edge."
    assert [episode.text for episode in scene.told] == [text]
    assert scene.rewards == ("Doubles! C1 gains an edge.", "Set up by C1, C2 gains an edge.")


def test_an_edge_that_was_given_is_one_reward_and_not_two__TF_15__RB_72__RB_144() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    edge = played.award("c1", "bell")
    played.as_("c1", SayMeaning(edge, "A very loud doorbell", "thing"))
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert [text.partition(": ")[2] for text in scene.rewards] == ["A very loud doorbell"]


def test_a_symbol_on_both_dice_of_fallout_is_told_twice__TF_15__RB_85() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    played.tested("c1", [played.hero("c1").being[0].symbol], [1], 1)
    played.fallout(3, 3)
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert scene.told[0].text.endswith(", twice.")


# -- The scenario ----------------------------------------------------------------------------------


def contributed(played: Played, who: str, circle: int, fact: str) -> None:
    played.do(who, RollBeingCircle(), (1, 1, circle))
    played.do(who, PlaceBeing(circle, fact))


def scenario(played: Played) -> None:
    """A worksheet for everybody, all twelve facts, and what sets it going."""
    played.do("gm", StartWorksheet())
    played.do("gm", ChooseFactors(("dragon", "frowning-face", "ring")))
    for n, who in enumerate(("gm", "p1", "p2", "p3", "p1", "p2"), start=1):
        contributed(played, who, n, f"the dragon owes {n} taxes")
    for link, (one, other) in LINKS.items():
        played.do("p1", RollDoingCircle(), (1, one))
        played.do("p1", PlaceDoing(link, one, f"Side {one} envies side {other}."))
        played.do("p2", AddSecondFact(link, other, f"Side {other} pities side {one}."))
    played.do("gm", RollIncident(), (4,))
    played.do("gm", WriteIncident("the tide forgets to turn"))


def test_the_first_recap_opens_with_the_scenario_in_sentences__TF_15__RB_174() -> None:
    played = created()
    scenario(played)
    played.do("gm", RewordFact(played.bird.worksheets[""].facts[0].id, "The dragon owes a tax"))
    played.do("gm", OpenScene("The harbour"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    recap = Evening.of(played.GAME, played.table, played.log).recap()
    before, harbour = recap.chapters
    *people, told = before.told
    assert [p.text.split(":")[0] for p in people] == [
        f"P{n} plays C{n}, the Example" for n in (1, 2, 3)
    ]
    assert (told.kind, told.title) == ("episode", "The tide forgets to turn.")
    assert told.text.startswith("What is known: The dragon owes a tax. The dragon owes 2 taxes. ")
    assert told.text.endswith("Side 3 envies side 1. Side 1 pities side 3.")
    assert told.text.count(".") == 12
    assert (before.facts, harbour.title) == ((), "The harbour")
    assert "puts" not in as_text(recap, "GM")


def test_of_a_worksheet_begun_anew_only_the_new_one_is_told__TF_15__RB_161() -> None:
    played = created()
    played.do("gm", StartWorksheet())
    played.do("gm", ChooseFactors(("dragon", "frowning-face", "ring")))
    contributed(played, "gm", 1, "The old story.")
    played.do("gm", StartWorksheet())
    played.do("gm", ChooseFactors(("dragon", "frowning-face", "ring")))
    contributed(played, "gm", 1, "The new story.")
    played.do("gm", OpenScene("The harbour"))
    before = Evening.of(played.GAME, played.table, played.log).recap().chapters[0]
    assert [(p.title, p.text) for p in before.told[3:]] == [("", "What is known: The new story.")]
    assert before.facts == ()


def test_entrances_boxes_and_shrugged_off_numbers_are_told__TF_15__RB_134() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    flood = played.make_track("disaster", "The canal breaks in", 2)
    baron = played.make_npc("The Baron", "cat", "bell")
    played.do("gm", ShowNpc(baron))
    first = played.hero("c1").being[0].symbol
    played.open("c1", disaster=flood)
    played.tap("c1", first)
    played.roll(1)
    played.pick(1)
    played.fallout(2, 5)
    opposes = played.bird.npcs[baron].being[0].id
    played.open("c2", npc=baron, opposes=opposes)
    played.tap("c2", played.hero("c2").being[0].symbol)
    played.roll(6)
    played.pick(6)
    played.do("gm", ShrugOff(played.test.id, opposes))
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    entered, failed, shrugged = scene.told
    assert (entered.kind, entered.text) == ("turn", "Enter The Baron.")
    assert "brought major fallout. That made 1 of 2 for “The canal breaks in”. What came was " in (
        failed.text
    )
    assert "The Baron was in the way. It would have worked, but The Baron shrugged it off." in (
        shrugged.text
    )
    assert scene.throws[-1].endswith(": 6. It would have worked, but The Baron shrugged it off.")


def test_the_pictures_of_a_sentence_are_drawn_as_the_table_draws_them__TF_15__RB_10() -> None:
    played = created()
    played.as_("c1", ReplacePicture("c1", "anchor", "a" * 40))
    recap = Evening.of(played.GAME, played.table, played.log).recap()
    shown = recap.parts("It came with ⚓ Anchor and 🐈 Cat, not with 🐈 Catnip.")
    assert [one if isinstance(one, str) else one.name for one in shown] == [
        "It came with ", "Anchor", " and ", "Cat", ", not with 🐈 Catnip.",
    ]  # fmt: skip
    assert {one.drawing for one in recap.pictures if one.name == "Anchor"} == {"a" * 40}


def test_the_throw_that_filled_a_track_is_remembered_for_it__TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The roof"))
    flood = played.make_track("disaster", "The canal breaks in", 1)
    played.open("c1", disaster=flood)
    played.tap("c1", played.hero("c1").being[0].symbol)
    played.roll(1)
    played.pick(1)
    played.fallout(2, 5)
    _, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    (throw,) = scene.throws
    assert throw.startswith("“The canal breaks in” struck: C1, ")
