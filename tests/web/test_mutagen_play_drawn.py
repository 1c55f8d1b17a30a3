"""Mutagen in play as it is drawn: every block has its drawing, and every offer its form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.mutagen import moments
from tests.games.mutagen.harbour import brought, made
from tests.games.mutagen.moments import MOMENTS
from tests.games.mutagen.table import GAME, Played
from tests.web.drawn import Page, templates
from tests.web.unfolding import unfolded

from tablefolk.core.dice import probe
from tablefolk.core.game import Block
from tablefolk.core.play import act
from tablefolk.core.stage import GM
from tablefolk.core.table.page import hue
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.games import mutagen
from tablefolk.games.mutagen.page import tell
from tablefolk.games.mutagen.page.offers.rolling import comings
from tablefolk.games.mutagen.page.stage.waiting import waiting
from tablefolk.games.mutagen.page.view import harm, moves, sessions, talks, world
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.mutagen.rules.values import Staged
from tablefolk.hosting.live import Live
from tablefolk.web.forms import sent
from tablefolk.web.render import Painter
from tablefolk.web.stage import grouped

PAINTER = Painter()
# Shown inside a line of the story, or with other people's playbooks only.
ELSEWHERE = {tell.ThrowCard, world.GmBook, world.Later}


def drawn(played: Played, who: str) -> str:
    return unfolded(PAINTER, live(played), who)


def live(played: Played) -> Live:
    return Live("t", GAME, len(played.log), played.table, played.log)


def part(played: Played, who: str, key: str) -> str:
    """What is in a part."""
    return PAINTER.inside(live(played), who, key)


everywhere = pytest.mark.parametrize(
    ("moment", "who"),
    [(moment, who) for moment in MOMENTS for who in ("gm", "p1", "p2")],
    ids=lambda value: getattr(value, "__name__", value),
)


@cache
def at(moment: Any) -> Played:
    played = moment()
    assert isinstance(played, Played)
    return played


@cache
def text_of(moment: Any, who: str) -> str:
    return drawn(at(moment), who)


@cache
def page(moment: Any, who: str) -> Page:
    return Page(text_of(moment, who))


# -- What holds everywhere -------------------------------------------------------------------


def all_blocks() -> Iterator[type[Block]]:
    for chapter in (moves, harm, world, talks, sessions, tell):
        for thing in vars(chapter).values():
            if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
                yield thing


def test_every_block_of_play_has_a_drawing_of_its_own() -> None:
    for kind in all_blocks():
        assert (templates("mutagen") / f"{kind.__name__}.html").is_file(), kind


def test_every_block_of_play_is_on_somebodys_page_at_some_moment() -> None:
    seen: set[type] = set()
    for moment in MOMENTS:
        played = at(moment)
        for who in ("gm", "p1", "p2"):
            seen |= {type(b) for b in GAME.view(played.table, played.seat(who)).blocks}
    assert set(all_blocks()) - ELSEWHERE <= seen


def of_play(moment: Any, who: str) -> Iterator[Any]:
    """The open offers of play that this seat has now."""
    played = at(moment)
    proposed = {o.command for o in mutagen.offers(played.show, played.seat(who))}
    for offer in live(played).look(who).menu:
        if offer.open and offer.command in proposed:
            yield offer


@everywhere
def test_nothing_of_play_lies_about_without_a_place(moment: Any, who: str) -> None:
    """Every offer is about the part it lies in, or about something in it."""
    parts = [p.key for p in GAME.parts(at(moment).table, at(moment).seat(who))]
    for offer in of_play(moment, who):
        home = [a for a in parts if offer.about == a or offer.about.startswith(f"{a}:")]
        assert home, f"{offer.do} {offer.about}"


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_what_people_write_is_shown_and_never_obeyed__TF_11(moment: Any) -> None:
    for who in ("gm", "p1", "p2"):
        text = text_of(moment, who)
        for written in ("<thumb>", "<canal>", "<guard>", "<dry>", "<crate>", "<ledger>", "<doors>"):
            assert written not in text


# -- Moves ---------------------------------------------------------------------------------------


def test_a_move_is_chosen_by_what_one_wants__MU_62() -> None:
    text = part(at(moments.quiet), "p1", "tray:s")
    assert text.count('class="tile"') == 12 + 2
    assert 'data-on="want:s:go_dark"' in text
    assert "No trouble from being noticed or found" in text
    assert 'data-on="want:s:weave_magic"' in text


def test_the_form_of_a_move_gives_the_command_that_the_rules_know__MU_56() -> None:
    played = at(moments.quiet)
    blank = Page(part(played, "p1", "want:s:go_apeshit")).form("Propose")
    kept = [(k, v) for k, v in blank if k in ("do", "who", "page", "make")]
    filled = [("how", "A spark"), ("targets[]", "alarm-box"),
              ("targets[]", ""), ("aptitude", ""), ("harm", "-1"), ("through[]", "weave_magic"),
              ("picked[]", "conjure_elements"), ("confirmed[]", "perceived")]  # fmt: skip
    kinds = {command.__name__: command for command in GAME.commands}
    given = sent(kept + filled, kinds)
    command = GAME.codec.command(given.do, given.fields)
    entry, _ = act(GAME, played.table, played.seat("p1"), command, probe())
    assert entry.events[0].move.chain == ("weave_magic", "go_apeshit")


def test_before_the_dice_the_parts_and_the_four_chances_are_there__MU_48() -> None:
    text = text_of(moments.ready, "p1")
    for said in ("weak thread", "“wires exposed”", "drizzle", "Critical Success", "1/36", "15/36"):
        assert said in text


def test_results_carry_their_names_as_text__MU_48() -> None:
    assert "Full Success" in text_of(moments.following, "p1")


def test_a_limit_stands_where_the_gm_composes__MU_150() -> None:
    assert "We leave out: spiders" in text_of(moments.composing, "gm")


def test_resisting_and_disputing_are_kept_apart__MU_79() -> None:
    text = part(at(moments.consequence), "p2", f"deed:{at(moments.consequence).move.id}")
    assert "Resist: something milder" in text
    assert 'data-on="disputing"' in text
    assert "not to win" in text_of(moments.consequence, "p2")


def test_statuses_of_those_concerned_stand_in_the_proposal__MU_110() -> None:
    assert "Alarm box: wires exposed" in text_of(moments.proposed, "gm")


def test_mild_names_are_used_everywhere_at_a_mild_table__MU_155() -> None:
    for who in ("gm", "p2"):
        assert "apeshit" not in text_of(moments.mild, who).replace("go_apeshit", "").replace(
            "go-apeshit", ""
        )


# -- Harm, death, the rest -----------------------------------------------------------------------


def test_the_nine_steps_are_shown_with_the_one_that_is_open__MU_93() -> None:
    steps = [
        a for _, a in page(moments.armored, "p2").elements if "mu-hstep " in a.get("class", "")
    ]
    assert len(steps) == 9
    assert [n for n, a in enumerate(steps, 1) if a.get("aria-current") == "step"] == [3]


def test_only_the_player_chooses_how_it_ends__MU_104() -> None:
    assert page(moments.dying, "p1").form("ChooseFate")
    for who in ("gm", "p2"):
        assert not [form for form in page(moments.dying, who).forms if ("do", "ChooseFate") in form]


def test_inventing_a_fact_is_found_in_more__MU_143() -> None:
    """A phone's mat has no room for it."""
    for who in ("gm", "p1"):
        at_table = live(at(moments.proposed))
        tools = [
            one for group in grouped(at_table, who, at_table.parts(who)) for one in group.tools
        ]
        (found,) = [one for one in tools if one.key == "facts"]
        assert found.title == "Facts"
        assert {"invent", "fact", "truth"} <= set(found.also.casefold().split())


def test_bars_are_for_everybody_and_ticked_by_the_gm__MU_114() -> None:
    assert "The guards raise the alarm" in text_of(moments.quiet, "p1")
    assert not [f for f in page(moments.quiet, "p1").forms if ("do", "TickBar") in f]
    assert page(moments.quiet, "gm").form("TickBar")


def test_statements_are_ticked_with_what_the_record_knows__MU_136() -> None:
    text = text_of(moments.over, "p1")
    assert "The &lt;ledger&gt;!" in text
    assert "You never died this session." in text


def test_feedback_is_read_by_the_gm_alone__MU_137() -> None:
    assert "More &lt;doors&gt;, please." in text_of(moments.over, "gm")
    assert "More &lt;doors&gt;" not in text_of(moments.over, "p2")


# -- What is final, the price, and what was resisted -----------------------------------------------


def test_a_list_that_does_not_ask_for_feedback_has_a_line_of_its_own_for_it__MU_137() -> None:
    played = brought("instead", "scholar")
    made(played, "h", "p1", "scholar")
    for command in (OpenScene("The quay"), EndScene(), CloseSession()):
        played.do("gm", command)
    text = part(played, "p1", "xp:h")
    assert text.count("A gentle word to the GM") == text.count(">I said it aloud<") == 1
    assert text.index("A gentle word to the GM") < text.index(">I said it aloud<")
    card = text_of(moments.over, "p2")
    assert "I said it aloud" in card
    assert "A gentle word to the GM" not in card


def test_what_cannot_be_undone_takes_two_taps__MU_105() -> None:
    text = part(at(moments.dying), "p1", "fate:s")
    assert text.count('class="reply-fold confirm"') == 2
    assert "does not come back" in text


def test_a_full_track_is_not_put_off_by_one_tap__MU_141() -> None:
    played = moments.over()
    played.set("s", "xp", played.capacity("s", "xp"))
    text = part(played, "p1", "xp:s")
    kept = text.index("keep the full track")
    assert "confirm" in text[text.rindex("<details", 0, kept) : kept]


def test_resist_shows_its_price_and_the_gm_what_was_resisted__MU_77() -> None:
    played = moments.consequence()
    assert '<span class="n">2 → 1</span>Resist' in drawn(played, "p2")
    number = played.move.id
    was = played.show.moves[number].outcome
    assert was
    played.respond(played.move.who, "resist_consequences", number)
    text = drawn(played, "gm")
    assert "F resisted: it is milder now" in text
    assert was.text in text


def test_dice_typed_by_hand_are_shown_as_many_as_are_thrown__TF_21() -> None:
    played = moments.ready()
    options = {**played.table.options, "dice": "hand"}
    played.table = replace(played.table, options=options)
    fields = [a for _, a in Page(drawn(played, "p1")).elements if a.get("name") == "faces"]
    assert max(len(a["placeholder"].split()) for a in fields) == 2


# -- What is picked counts ---------------------------------------------------------------------


def named(form: list[tuple[str, str]]) -> set[str]:
    return {name for name, _ in form} - {"page", "do", "move"}


def test_what_goes_with_the_gms_words_lies_in_one_form_with_them__MU_72() -> None:
    played = at(moments.composing)
    page = Page(part(played, "gm", f"deed:{played.move.id}"))
    told = {"text", "harm.f", "harm.the-night-guard", "status", "on", "ticks[]"}
    assert named(page.form("WriteOutcome")) == told
    assert not [form for form in page.forms if ("do", "StageEffect") in form]


def test_what_a_move_brings_stands_before_the_words__MU_76() -> None:
    played = moments.healing()
    played.set("f", "health", 1)
    played.settle()
    form = drawn(played, "gm").partition("mu-compose")[2]
    assert 0 < form.index('name="near[]"') < form.index('name="text"')


def test_the_gms_window_is_one_form__MU_64() -> None:
    played = at(moments.proposed)
    page = Page(part(played, "gm", f"deed:{played.move.id}"))
    assert named(page.form("LetPass")) == {"text", "value", "level", "why"}
    others = {"GiveModifier", "SetLevel", "Comment", "NoRollNeeded"}
    assert not others & {value for form in page.forms for name, value in form if name == "do"}


def test_the_button_of_the_dice_says_what_the_chance_is_of__MU_68() -> None:
    for level, of in (("normal", "72% to get it"), ("zero", "28% to come away without a price")):
        played = moments.quiet()
        number = played.propose("f", "go_dark", aptitude="athletics")
        played.do("gm", LetPass(number, level=level))
        text = part(played, "p2", f"deed:{number}")
        assert f": {of}</span>" in text
        assert ("to get it" in text) == (level == "normal")


def test_a_status_is_exploited_in_the_form_of_the_dice__MU_67() -> None:
    played = moments.quiet()
    number = played.ready("f", "go_dark", aptitude="athletics")
    page = Page(part(played, "p2", f"deed:{number}"))
    assert named(page.form("RollMove")) == {"status", "how"}
    assert not [form for form in page.forms if ("do", "ExploitStatus") in form]


def test_no_answer_of_a_move_is_picked_beforehand() -> None:
    composing, proposed, judged = at(moments.composing), at(moments.proposed), at(moments.judged)
    for played, who, key in (
        (composing, "gm", f"deed:{composing.move.id}"),
        (proposed, "gm", f"deed:{proposed.move.id}"),
        (at(moments.quiet), "p1", "want:s:fuck_em_up"),
        (judged, "gm", f"harm:{moments.injury(judged)}"),
    ):
        for _, found in Page(part(played, who, key)).elements:
            # A number that is there already.
            stands = found.get("name", "").startswith("harm.") or found.get("value") == "-1"
            assert stands or "checked" not in found, found


def test_taking_a_consequence_names_all_that_it_brings_before_and_after__MU_73() -> None:
    text = part(at(moments.consequence), "p2", f"deed:{at(moments.consequence).move.id}")
    assert "F takes 2 harm: 3 → 1 Health if nothing stops it" in text
    assert "“The guards raise the alarm” 1 → 2 of 4" in text
    assert "Take it, and 2 harm" in text
    assert '<span class="n">3 → 1</span>Health' in text


def test_what_is_staged_counts_upon_what_is_staged_before_it__MU_72() -> None:
    played = moments.composing()
    assert played.move.outcome
    guards = str(moments.bar(played))
    again = (Staged("tick", guards, 1), Staged("restore", "f", 1, resource="health"))
    every = tuple(comings(played.table.play, (*played.move.outcome.staged, *again)))
    changes = [found[0] for words in every if (found := re.search(r"\d → \d", words))]
    assert changes == ["3 → 1", "1 → 2", "2 → 3", "1 → 2"]


def test_after_a_leaders_failure_nobody_is_named_as_still_to_roll__MU_84() -> None:
    played = moments.leading()
    number = played.move.id
    assert all("with S and M" in part(played, who, f"deed:{number}") for who in ("gm", "p1", "p2"))
    played.roll(1, 1)
    assert {wait.member for wait in waiting(played.show)} == {GM}
    for who in ("gm", "p1", "p2", "p3"):
        text = part(played, who, f"deed:{number}")
        assert "to roll" not in text
        assert "Those who follow" not in text
    assert "with S and M" in part(played, "gm", f"deed:{number}")  # it costs the whole group
    rows = live(played).around("gm")[1]
    assert {row.member: row.waits for row in rows if row.waits} == {"gm": "to tell it"}


def test_whoever_follows_is_named_until_they_have_rolled__MU_85() -> None:
    played = moments.following()
    number = next(move.id for move in played.show.running() if move.following)
    text = part(played, "gm", f"deed:{number}")
    assert text.count("> to roll<") == 1
    assert "Still to roll: S." in text


def test_whoever_is_named_on_a_card_has_the_colour_of_their_row() -> None:
    table = live(moments.following())
    rows = {row.name: row.hue for row in table.around("gm")[1] if row.member}
    faces = re.findall(
        r'"face face-(\d+) face-small"[^>]*>.</span>\s*<span>(\w)<',
        PAINTER.inside(table, "gm", "deed:7"),
    )
    assert faces == [(str(rows[name]), name) for name in ("S", "M")]
    assert any(rows[name] != hue(name) for name in ("S", "M"))  # by the name alone it is another
