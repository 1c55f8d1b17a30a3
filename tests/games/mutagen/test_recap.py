"""An evening of Mutagen as its recap tells it: what came of each move, without the bookkeeping."""

from __future__ import annotations

from typing import Literal

import pytest
from tests.games.mutagen.harbour import brought, hold, made
from tests.games.mutagen.hurting import closing, open_harm
from tests.games.mutagen.table import Played, created
from tests.games.mutagen.test_resist_and_lead import led
from tests.games.mutagen.test_session import the_whole_session

from tablefolk.core.episodes import Argument
from tablefolk.core.game import Refusal
from tablefolk.core.recap import Paragraph, Recap
from tablefolk.core.table.scenes import EndScene, OpenScene, Resume, Stop
from tablefolk.games.mutagen.playbooks.model import Move
from tablefolk.games.mutagen.rules import rating, sheet
from tablefolk.games.mutagen.rules.bars import MakeBar, TickBar
from tablefolk.games.mutagen.rules.books import AddItem, LoadPlaybook
from tablefolk.games.mutagen.rules.dying import ChooseFate, ComeBack, GiveScar
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.leveling import GrantXp, LevelUp
from tablefolk.games.mutagen.rules.limits import Unfreeze
from tablefolk.games.mutagen.rules.outcomes import WriteOutcome
from tablefolk.games.mutagen.rules.proposing import ExploitStatus
from tablefolk.games.mutagen.rules.rolling import CarryOut
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.mutagen.rules.take_harm import SettleHarm, ThrowHarmDice
from tablefolk.games.mutagen.rules.wording import gist, plain
from tablefolk.testing.playing import Evening


def recap(played: Played, session: int = 1) -> Recap:
    return Evening.of(played.GAME, played.table, played.log).recap(session)


def test_what_is_ticked_off_for_xp_is_left_out_and_a_gift_is_kept__TF_15__MU_133() -> None:
    for session in (1, 2):
        assert recap(the_whole_session(), session).kept("rewards") == ()
    played = created()
    played.do("gm", OpenScene("The quay"))
    played.do("gm", GrantXp("m", 1, "For trying."))
    (reward,) = recap(played).kept("rewards")
    assert "For trying." in reward


def test_a_throw_by_one_is_a_close_call__TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    number = played.ready("f", "go_dark", how="Into the shadows")
    played.roll(*played.faces_for(number, "some"), number=number)
    (throw,) = recap(played).kept("throws")
    assert throw.startswith("A close call: F, Go dark: 7, Some Success")


def test_a_throw_that_was_traded_says_for_what__TF_15__MU_80() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    number = played.banded("f", "go_dark", "full", how="Into the shadows")
    played.set("f", "resist", 1)
    played.respond("f", "buy_resist", number)
    (throw,) = recap(played).kept("throws")
    assert throw.endswith(", Full Success, traded for Some Success.")


def told_of(played: Played) -> list[Paragraph]:
    return [p for c in recap(played).chapters for p in c.told if p.kind == "episode"]


@pytest.mark.parametrize("book", ["scholar", "sprite", "knot", "still"])
def test_every_own_move_that_is_made_is_told_with_its_words__TF_15__MU_157(book: str) -> None:
    tried = 0
    for number in range(60):
        played = brought("instead", book)
        hold(played)
        made(played, "h", "p1", book)
        every = [i for i in sheet.items(played.show, played.hero("h")) if isinstance(i, Move)]
        if number >= len(every):
            break
        deed = every[number]
        played.do("gm", OpenScene("The quay"))
        try:
            move = played.ready("h", deed.id, how="")
            rolls = rating.roll_of(played.show, played.show.moves[move]) is not None
            if rolls:
                played.roll(5, 5, number=move)
                played.settle(move)
            else:
                played.as_("h", CarryOut(move))
        except Refusal:
            continue
        says = played.show.moves[move].says or ("" if rolls else deed.text)
        (told, *_) = told_of(played)
        assert " ".join(plain(says).split()).rstrip(".").casefold() in told.text.casefold()
        assert "H went for it" in told.text
        assert told.title.rstrip(".!?…”") in played.show.called(deed.id)
        tried += 1
    assert tried


def stopped(played: Played, number: int, how: Literal["rewind", "drop"]) -> None:
    """Somebody stops the table, and then it goes on without what this move has come to."""
    played.do("p3", Stop())
    played.do("gm", Resume())
    played.do("gm", Unfreeze(number, how))


def ringed() -> tuple[Played, int]:
    """H has a ring drawn, with two flaws picked, and the GM says next what comes of it."""
    played = brought("instead", "scholar")
    hold(played)
    made(played, "h", "p1", "scholar", "ring_of_foam", "owl_eyes")
    played.do("gm", OpenScene("The quay"))
    number = played.rolled("h", "scholar.ring_of_foam", 1, 1, how="A ring of spiders")
    (owed,) = played.show.owed
    played.as_("h", GiveAnswer(owed, picks=(0, 1)))
    return played, number


def test_what_was_dropped_for_a_limit_is_told_nowhere__TF_15__MU_149() -> None:
    played, number = ringed()
    stopped(played, number, "drop")
    played.propose("h", "scholar.owl_eyes", how="The eyes of a spider")  # words only, and made
    stopped(played, played.move.id, "drop")
    assert told_of(played) == []
    told = " ".join(f"{p.title} {p.text}" for c in recap(played).chapters for p in c.told)
    assert "spider" not in told
    played.audited()


def test_a_move_that_was_rewound_is_told_as_it_came_in_the_end__TF_15__MU_149() -> None:
    played, number = ringed()
    stopped(played, number, "rewind")
    move = played.show.moves[number]
    assert (move.stage, move.says, move.chose) == ("gm", "", ())
    played.do("gm", LetPass(number))
    played.roll(6, 6, number=number)
    (told,) = told_of(played)
    assert "Critical Success" in told.text
    assert "Failure" not in told.text
    assert "hums" not in told.text
    played.audited()


def wounded(played: Played) -> int:
    """F resists a wound down to 1 harm, and it is being taken; its number."""
    played.do("gm", OpenScene("The quay"))
    number = played.banded("f", "go_dark", "fail", how="Under the nets")
    played.settle(number)
    played.do("gm", WriteOutcome(number, "A knife.", harm={"f": 2}))
    played.respond("f", "resist_consequences", number)
    said = WriteOutcome(number, "It turns on a rib", harm={"f": 1}, status="winded", on="f")
    played.do("gm", said)
    played.accept(number)
    (injury,) = played.show.injuries
    closing(played, injury)
    return injury


def test_harm_that_the_gm_raised_is_told_by_what_it_came_to__TF_15__MU_98() -> None:
    played = created()
    played.do("gm", SettleHarm(wounded(played), harm=3))
    (told,) = told_of(played)
    assert told.text.endswith("It turns on a rib. F gets “winded”. F took 3 harm, and fell.")
    (scene,) = recap(played).chapters
    assert [p for p in scene.told if p.kind == "turn"] == [], "that is told already"


def test_what_is_done_against_harm_is_told_after_what_it_came_from__TF_15__MU_94() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    status = played.status("f", "soft shoes")
    number = played.ready("f", "go_dark", how="Under the nets")
    played.as_("f", ExploitStatus(number, status, "they make no sound"))
    played.roll(*played.faces_for(number, "fail"), number=number)
    played.settle(number)
    played.do("gm", WriteOutcome(number, "A knife.", harm={"f": 2}))
    played.accept(number)
    (injury,) = played.show.injuries
    move = played.banded(
        "f", "get_out_the_way", "full", how="Back", inside=injury, aptitude="athletics"
    )
    played.settle(move)
    played.do("gm", WriteOutcome(move, "Only a graze."))
    closing(played, injury)
    played.do("gm", SettleHarm(injury))
    first, inner, last = told_of(played)
    assert first.text.endswith("A knife.")
    assert first.arguments == (Argument("F", "they make no sound", "soft shoes"),)
    assert (inner.title, inner.text.endswith("Only a graze.")) == ("Back.", True)
    assert (last.title, last.text) == ("", "F was hurt: it cost 2 Health.")


def test_coming_back_is_read_where_it_happened__TF_15__MU_107() -> None:
    played = created()
    played.do("gm", SettleHarm(wounded(played), harm=3))
    played.as_("f", ChooseFate("f", "survive"))
    played.do("gm", EndScene())
    played.do("gm", GiveScar("f", "a limp"))
    played.do("gm", OpenScene("The morgue"))
    played.as_("f", ComeBack("f", "A stranger dragged me out."))
    first, last = recap(played).chapters
    assert [p.text for p in first.told if p.kind == "turn"] == ["F is out of the scene."]
    assert [p.text for p in last.told] == ["F is back. A stranger dragged me out."]
    assert last.facts == ()


def test_a_level_says_what_was_gained__TF_15__MU_139() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    played.set("f", "xp", 6)
    played.as_("f", LevelUp("f", "buy", "fighting"))
    assert recap(played).kept("grew") == ("F levels up: Fighting (+3).",)
    played.set("f", "xp", 6)
    played.as_("f", LevelUp("f", "status", text="never drunk"))
    assert recap(played).kept("grew")[1:] == ("F levels up, and from now on: “never drunk”",)


def test_of_a_move_without_a_roll_a_sentence_is_told_at_most__TF_15() -> None:
    text = "Spend 1 ⌞Mana⌝. For a while, you can throw fire. Each time you do, roll."
    assert gist(text) == "For a while, you can throw fire."
    assert gist("Spend 1 ⌞Mana⌝.") == ""
    for how, told in (("I breathe fire", ""), ("", "For a while, you can throw fire.")):
        played = created()
        played.do("gm", AddItem("common.moves", (f"○ Dart --> {text}",)))
        dart = next(i.id for i in played.show.shelf.items(["common"]) if i.name == "Dart")
        played.give("f", dart)
        played.do("gm", OpenScene("The quay"))
        number = played.propose("f", dart, how=how)
        played.do("gm", WriteOutcome(number))
        (paragraph,) = told_of(played)
        assert paragraph.text.endswith(told or "F went for Dart.")
        assert "Spend" not in paragraph.text
        assert "Each time" not in paragraph.text


def test_what_a_result_takes_is_no_part_of_the_tale__TF_15() -> None:
    played = Played()
    text = "§ Moves\nHang a veil --> !+[+0]\n🡕🡒🡖🡓 It hangs low. Lose 1 ⌞Resist⌝."
    played.do("gm", LoadPlaybook(tuple(text.split("\n")), "mine"))
    played.draft("h", "p1", "mine")
    played.finish("h")
    played.do("gm", OpenScene("The quay"))
    played.ready("h", "mine.hang_a_veil", how="")
    played.roll(1, 1)
    (told,) = told_of(played)
    assert told.text.endswith("Failure. It hangs low.")


def test_what_a_full_bar_brings_is_told_where_it_happened__TF_15__MU_116() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    played.do("gm", MakeBar("The tide comes in", 2))
    (bar,) = played.show.bars
    played.do("gm", TickBar(bar, 2))
    (scene,) = recap(played).chapters
    assert [p.text for p in scene.told if p.kind == "turn"] == ["It happens: The tide comes in."]
    assert scene.facts == ()


def test_harm_and_ticks_are_told_once_by_what_they_came_to__TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    played.do("gm", MakeBar("The tide comes in", 4))
    number = played.banded("f", "go_dark", "fail", how="Under the nets")
    played.settle(number)
    (bar,) = played.show.bars
    played.do("gm", WriteOutcome(number, "A bell rings.", harm={"f": 1}, ticks=(bar,)))
    played.accept(number)
    (injury,) = played.show.injuries
    closing(played, injury)
    played.do("gm", SettleHarm(injury))
    (told,) = told_of(played)
    assert told.text.endswith(
        "A bell rings. “The tide comes in” came to 1 of 4. F was hurt: it cost 1 Health."
    )


def test_who_grew_says_what_was_gained__TF_15__MU_139() -> None:
    played = the_whole_session()
    grew = [text for session in (1, 2) for text in recap(played, session).kept("grew")]
    assert grew
    assert all(": " in text or "gains" in text for text in grew), grew


def test_whoever_follows_is_told_with_their_own_words_and_what_they_exploit__TF_15__MU_86() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    status = played.status("f", "scorched hands")
    number = led(played, "full")
    played.as_("s", Follow("s", number, "I sink after her"))
    follow = played.move.id
    played.as_("s", ExploitStatus(follow, status, "they prove the heat is below"))
    played.roll(*played.faces_for(follow, "some"), number=follow)
    played.follow("m", number, "full")
    (told,) = told_of(played)
    (used,) = told.arguments  # a status of somebody else says whose it is
    assert used == Argument("S", "they prove the heat is below", "F: scorched hands")
    assert "F went for Go dark (through Lead the group), leading S and M." in told.text
    assert "S followed, “I sink after her”: Some Success." in told.text


def test_the_dice_by_which_somebody_falls_are_remembered__TF_15__MU_98() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    number = open_harm(played, "f", 1)
    closing(played, number)
    played.do("gm", ThrowHarmDice(number, "1d6"), (5,))
    played.do("gm", SettleHarm(number, 3))
    (scene,) = recap(played).chapters
    assert scene.throws == ("F fell: Harm for F: 5.",)


def test_a_bar_that_is_filled_in_one_move_is_told_once__TF_15() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    played.do("gm", MakeBar("The dome cracks", 2))
    number = played.banded("f", "go_dark", "fail", how="Under the nets")
    played.settle(number)
    (bar,) = played.show.bars
    played.do("gm", WriteOutcome(number, "It groans.", ticks=(bar, bar)))
    played.accept(number)
    (told,) = told_of(played)
    assert told.text.endswith("It groans. “The dome cracks” was full.")
    (throw,) = recap(played).kept("throws")
    assert throw.startswith("“The dome cracks” was full: F, Go dark: ")
