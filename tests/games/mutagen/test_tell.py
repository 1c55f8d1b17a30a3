"""Play in words: everything that happens is told, with its rule, to those who may know it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.hurting import armored, take
from tests.games.mutagen.moments import MOMENTS
from tests.games.mutagen.table import GAME, Played, created
from tests.table.playing import Evening

from tablefolk.core.game import Big, Change, Line
from tablefolk.core.recap import Recap
from tablefolk.core.story import act
from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.seats import SetOption
from tablefolk.games.mutagen.page.tell import ThrowCard
from tablefolk.games.mutagen.page.told import told_as
from tablefolk.games.mutagen.page.view.moves import MoveCard
from tablefolk.games.mutagen.rules import book
from tablefolk.games.mutagen.rules.bars import MakeBar, TickBar
from tablefolk.games.mutagen.rules.effects import Picked
from tablefolk.games.mutagen.rules.facts import InventFact, StrikeFact
from tablefolk.games.mutagen.rules.leveling import GiveFeedback
from tablefolk.games.mutagen.rules.outcomes import (
    AcceptOutcome,
    EffectStaged,
    OutcomeWritten,
    StageEffect,
    WriteOutcome,
)
from tablefolk.games.mutagen.rules.proposing import (
    MoveWithdrawn,
    Narrate,
    Redescribe,
    WithdrawMove,
)
from tablefolk.games.mutagen.rules.resources import PointsSet
from tablefolk.games.mutagen.rules.speaking import Comment, LetPass
from tablefolk.games.mutagen.rules.statuses import EraseStatus, PutStatusBack, WriteStatus
from tablefolk.games.mutagen.rules.take_harm import CloseStep, HarmOver, ThrowHarmDice
from tablefolk.games.mutagen.rules.values import Outcome, Staged
from tablefolk.games.mutagen.words import say
from tablefolk.hosting.live import Live
from tablefolk.web.rules import Rulebooks

BOOK = Rulebooks().rules
OWN = {
    event.__name__: event
    for event in book.events
    if issubclass(event, Change) and event.__module__.startswith("tablefolk.games.mutagen")
}


def lines(played: Played, seat: str, since: int = 0) -> list[Line]:
    told = (
        GAME.tell(played.table, event, played.seat(seat))
        for entry in played.log[since:]
        for event in entry.events
    )
    return [line for line in told if line]


def told(played: Played, seat: str, since: int = 0) -> str:
    return "\n".join(line.text for line in lines(played, seat, since))


def said(played: Played, event: Any) -> str:
    """One event as somebody is told it now."""
    line = GAME.tell(played.table, event, played.seat("p2"))
    assert line
    return line.text


def card(played: Played, who: str, number: int) -> MoveCard:
    """A move as somebody has it before them."""
    blocks = GAME.view(played.table, played.seat(who)).blocks
    return next(b for b in blocks if isinstance(b, MoveCard) and b.move == number)


@pytest.mark.parametrize("event", OWN)
def test_every_event_of_play_has_words_and_a_rule(event: str) -> None:
    assert any(key.partition("_")[0] == f"{event}.told" for key in say.sentences)
    assert any(key.partition("_")[0] == f"{event}.rule" for key in say.sentences)


def test_every_case_that_is_told_is_one_that_can_be() -> None:
    for key in say.sentences:
        name, _, case = key.partition(".told_")
        if case and name in OWN:
            assert OWN[name].told_to is not Change.told_to, key


def test_rules_that_are_told_are_rules_of_the_book() -> None:
    rules = {key: rule for key, rule in say.sentences.items() if ".rule" in key}
    assert len(rules) > len(OWN)
    for key, rule in rules.items():
        assert rule in BOOK, key


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_every_moment_is_told_with_all_its_facts(moment: Any) -> None:
    played = moment()
    for who in ("gm", "p1", "p2"):
        for line in lines(played, who):
            assert line.text.strip()
            assert "{" not in line.text


def test_a_move_is_told_by_its_names_and_its_words__MU_62() -> None:
    text = told(moments.proposed(), "p2")
    assert "S goes for Go apeshit (through Weave magic), at Alarm box" in text
    assert "The GM gives −1 on Go apeshit: drizzle." in text
    assert "Low Effect" in text


def test_dice_are_told_in_words_and_drawn__MU_44() -> None:
    found = [line for line in lines(moments.result(), "p2") if line.kind == "threw"]
    assert found[-1].text == "S rolls Go apeshit: 12 (6 + 6, +0). Critical Success."
    assert isinstance(found[-1].card, ThrowCard)
    assert [piece.value for piece in found[-1].card.pieces] == ["+0", "+1", "−1"]


def test_dice_over_a_harm_are_a_moment_of_whom_it_is_about__MU_98() -> None:
    played = moments.armored()
    played.as_("f", CloseStep(moments.injury(played)))
    played.do("gm", ThrowHarmDice(moments.injury(played), "d20"), (4,))
    assert lines(played, "p2")[-1].big == Big("throw", "F", faces=(4,), sides=20)


def test_at_a_mild_table_the_story_is_mild__MU_155() -> None:
    assert "F goes for Smash it" in told(moments.mild(), "gm")


def test_a_consequence_is_told_with_what_is_staged__MU_72() -> None:
    text = told(moments.consequence(), "p1")
    assert (
        "With it: F takes 2 harm, 1 tick for “The guards raise the alarm” and F gets “winded”."
        in text
    )


def test_harm_is_told_by_its_steps__MU_93() -> None:
    text = told(moments.judged(), "p1")
    assert "F takes 2 harm: a falling <crate>" in text
    assert "F takes harm, step 3. Armor that fits takes its rating off." in text
    assert "The GM throws 2d6 over F’s harm: 3, 5." in text


def test_of_armor_is_told_where_somebody_has_some__MU_96() -> None:
    for vest in (True, False):
        played = created()
        take(played, "f", 3, armored(played, "f", 1) if vest else 0)
        assert ("Armor that fits takes its rating off." in told(played, "p1")) == vest


def test_an_end_is_told_with_dignity__MU_106() -> None:
    text = told(moments.away(), "p2")
    assert "S will survive, somehow." in text
    assert "S may come back, once this scene is over." in text


def test_feedback_is_told_to_the_gm_and_that_it_was_given_to_all__MU_137() -> None:
    played = moments.over()
    assert "More <doors>, please." in told(played, "gm")
    assert "More <doors>, please." in told(played, "p1")
    assert "S’s player has given the GM feedback." in told(played, "p2")
    assert "doors" not in told(played, "p2")
    assert played.no("s", GiveFeedback("s", "Again")) == "same"


def test_what_somebody_holds_true_is_told_without_reproach__MU_135() -> None:
    """The notice is for whoever ticks it, and beforehand; the book leaves it wholly to them."""
    assert "the record" not in told(moments.over(), "gm")


def test_a_shared_result_is_told_of_the_leader_in_grammar__MU_83() -> None:
    played = created()
    for others, words in ((("s",), "S shares F’s"), (("s", "m"), "S and M share F’s")):
        number = played.banded("f", "go_dark", "some", through=("lead_the_group",), others=others)
        assert f"{words} result: Some Success." in told(played, "p1")
        called = f"Now {words.partition(' share')[0]} roll{'s' if len(others) == 1 else ''}"
        assert called in told(played, "p1")
        for who in others:
            played.follow(who, number, "some")
        played.outcome(number=number)
        played.accept(number)


def test_a_rating_is_told_as_it_was_when_the_circle_was_filled__MU_38() -> None:
    played = Played()
    played.draft("s", "p1", "sorcerer")
    played.fill("s", "conjure_elements", "conjure_elements")
    first, second = [text for text in told(played, "gm").split("\n") if "Conjure elements" in text]
    assert ("(+0)" in first, "(+1)" in second) == (True, True)


def test_no_sentence_ends_in_nothing_or_twice__MU_35__MU_128() -> None:
    played = created()
    events = (PointsSet("f", "health", 0, 1, 3, ""), Picked("f", "weave_magic", ("it is fatal.",)))
    texts = [GAME.tell(played.table, event, played.seat("p1")).text for event in events]
    assert texts == ["F’s Health is set from 0 to 1 of 3.", "F gets: it is fatal."]


def test_harm_in_a_story_move_is_not_that_moves_doing__MU_89() -> None:
    played = created()
    played.banded("f", "scope_it_out", "fail")
    played.outcome(Staged("harm", on="f", n=1))
    played.accept()
    assert "F takes 1 harm, in the course of Scope it out." in told(played, "p1")


def test_narration_reads_as_narration__MU_59() -> None:
    played = moments.quiet()
    played.as_("f", Narrate("f", "She lights a match."))
    line = lines(played, "p1")[-1]
    assert (line.kind, line.text) == ("narrated", "She lights a match.")


def test_mild_names_change_what_stands_in_the_story_already__MU_155() -> None:
    """Every open page is sent its story anew, and not only what comes since."""
    played = created()
    played.propose("f", "go_apeshit")
    live = Live("t", GAME, len(played.log), played.table, list(played.log))
    before = live.retold
    played.do("gm", SetOption("mild_labels", True))
    live.enter(played.log[-1], played.table)
    assert live.retold > before
    assert any("Smash it" in line.text for told in live.story("p1") for line in told.lines)


def test_what_befell_a_move_that_was_taken_back_is_still_told__TF_24() -> None:
    """Struck entries are read, too; the move they are about is no more."""
    played = moments.quiet()
    line = GAME.tell(played.table, MoveWithdrawn(99), played.seat("gm"))
    assert line is not None
    assert line.text == "Somebody lets a move that was taken back be."


def look_back(played: Played) -> Recap:
    return Evening.of(GAME, played.table, played.log).recap()


def remembered(played: Played) -> str:
    """What a recap of the evening tells."""
    told = (p for chapter in look_back(played).chapters for p in chapter.told)
    return " ".join(f"{p.title} {p.text}" for p in told)


def test_what_harm_has_cost_is_told_by_the_name_of_it__MU_100() -> None:
    played = moments.quiet()
    take(played, "f", 1)
    over = next(e for entry in played.log for e in entry.events if isinstance(e, HarmOver))
    told = GAME.tell(played.table, over, played.seat("gm"))
    assert told.text == "F is hurt: it cost 1 Health."
    assert remembered(played).endswith("A blade. F was hurt: it cost 1 Health.")
    struck = GAME.tell(played.table, HarmOver(99, "f", 9, 2, 2), played.seat("gm"))
    assert struck.text == "F is hurt: it cost 2 points."


def test_a_recap_tells_the_milder_consequence_and_not_the_resisted_one__MU_77() -> None:
    played = created()
    played.do("gm", OpenScene("The vault"))
    number = played.banded("s", "go_dark", "fail")
    played.do("gm", WriteOutcome(number, "The roof comes down on her."))
    assert "The roof comes down" in remembered(played)
    played.respond("s", "resist_consequences", number)
    assert "The roof" not in remembered(played), "it has not come to that"
    played.do("gm", WriteOutcome(number, "Dust falls into her eyes."))
    played.do("p1", AcceptOutcome(number))
    assert "Dust falls into her eyes." in remembered(played)
    assert "The roof" not in remembered(played)


def test_a_recap_tells_what_people_did_unless_they_took_it_back__TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The vault"))
    number = played.banded("s", "go_dark", "some", how="I dive under the gallery.")
    played.do("gm", WriteStatus("s", "soaked"))
    status = next(s.id for _, s in played.show.statuses())
    dries = Staged("unstatus", str(status), text="soaked")
    played.do("gm", WriteOutcome(number, "Dust falls", (dries,)))
    played.do("p1", AcceptOutcome(number))
    assert "I dive under the gallery." in remembered(played)
    assert "Dust falls. “soaked” goes (S)." in remembered(played)
    played.do("p1", WithdrawMove(played.propose("s", "go_dark", how="I think again.")))
    assert "I think again." not in remembered(played)


@pytest.mark.parametrize(("kind", "name"), [("npc", "Captain Rusk"), ("place", "The boiler room")])
def test_a_status_that_goes_keeps_its_name_and_whose_it_was__MU_72__MU_111(
    kind: str, name: str
) -> None:
    played = created()
    on = played.entity(name, kind, living=kind == "npc")
    steam = played.status(on, "blinded by steam")
    played.do("gm", OpenScene("The vault"))
    number = played.banded("s", "go_dark", "some")
    played.do("gm", StageEffect(number, "unstatus", str(steam)))
    goes = f"“blinded by steam” goes ({name})"
    (staged,) = card(played, "gm", number).staged
    assert staged == goes
    played.do("gm", WriteOutcome(number, "The valve shuts."))
    assert card(played, "p1", number).staged == (goes,)
    before = told(played, "p2")
    assert before.count(goes) == 2  # as it was staged, and with the words
    played.do("p1", AcceptOutcome(number))
    assert not played.show.status(steam)
    assert told(played, "p2").startswith(before), "what was told reads as it did"
    assert f"The valve shuts. {goes}." in remembered(played)


def test_what_was_staged_before_it_kept_its_name_is_told_by_what_is_known__MU_111() -> None:
    played = created()
    status = played.status("f", "bruised ribs")
    staged = Staged("unstatus", str(status))
    assert said(played, EffectStaged(1, staged)) == "The GM stages: “bruised ribs” goes (F)."
    played.do("gm", EraseStatus(status, "healed"))
    written = OutcomeWritten(1, Outcome("consequence", "It aches.", (staged,)))
    assert said(played, written) == "It aches. With it: “bruised ribs” goes (F)."
    unknown = EffectStaged(1, Staged("unstatus", "99"))
    assert said(played, unknown) == "The GM stages: A status goes."


def test_a_recap_tells_a_move_as_it_was_described_last__MU_64__MU_73() -> None:
    played = created()
    first, second = played.entity("The guard"), played.entity("The captain")
    played.do("gm", OpenScene("The vault"))
    number = played.propose("s", "go_dark", how="I duck behind the guard.", targets=(first,))
    played.do("gm", Comment(number, "He looks right at you.", "fuck_em_up"))
    for how in ("I bite him.", "I throw a lamp at him."):
        played.do("p1", Redescribe(number, "fuck_em_up", how, targets=(second,)))
    assert "I throw a lamp at him." in remembered(played)
    played.do("gm", LetPass(number))
    played.roll(5, 5, number=number)
    told = remembered(played)
    assert "I throw a lamp at him. S went for Fuck 'em up, at The captain." in told
    assert "I duck" not in told
    assert "The guard" not in told
    assert "I bite" not in told


def test_of_a_move_described_anew_and_then_left_nothing_is_remembered__MU_64() -> None:
    played = created()
    played.do("gm", OpenScene("The vault"))
    number = played.propose("s", "go_dark", how="I duck.")
    played.do("p1", Redescribe(number, "go_dark", "I crawl."))
    assert "I crawl." in remembered(played)
    played.do("p1", WithdrawMove(number))
    assert "I duck" not in remembered(played)
    assert "I crawl" not in remembered(played)


def test_a_recap_keeps_only_facts_and_statuses_that_stood_in_the_end__MU_111() -> None:
    played = created()
    played.do("gm", OpenScene("The vault"))
    played.do("p1", InventFact("There is a forklift."))
    fact = max(played.show.facts)
    played.do("gm", WriteStatus("f", "soaked"))
    status = next(s.id for _, s in played.show.statuses())
    assert len(look_back(played).kept("facts")) == 2
    played.do("gm", StrikeFact(fact, "it never was"))
    played.do("gm", EraseStatus(status, "dry again"))
    assert look_back(played).kept("facts") == ()
    played.do("gm", PutStatusBack(status))
    assert ["soaked" in text for text in look_back(played).kept("facts")] == [True]


def test_what_a_dispute_agreed_on_is_kept_and_a_full_bar_leads__MU_116__MU_147() -> None:
    assert told_as.keeps["DisputeSettled"] == "fact"
    assert {"BarHappened", "XpClaimed"} <= told_as.leads


def test_a_bar_that_fills_is_said_in_the_line_an_act_goes_by__MU_116() -> None:
    played = moments.quiet()
    played.do("gm", MakeBar("The bridge falls", 2))
    since, number = len(played.log), max(played.show.bars)
    played.do("gm", TickBar(number, 2))
    (first, *_) = act(lines(played, "p2", since)).shown
    assert first.text.startswith("It happens: The bridge falls")
