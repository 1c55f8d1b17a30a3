"""What is offered about the world, to whom, and in which words."""

from __future__ import annotations

from typing import Any

from tests.games.rotate_bird.table import Played, created
from tests.games.rotate_bird.test_page_world import begun, being, closed, filled, finished

from tablefolk.core import play
from tablefolk.core.game import Command, Offer, Pick
from tablefolk.core.table.judging import Answer
from tablefolk.games.rotate_bird.rules import incident, npcs, opposition, rewards, worksheet
from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge
from tablefolk.games.rotate_bird.rules.edges import AwardEdge
from tablefolk.games.rotate_bird.rules.symbols import RollSymbol
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.tracks import DropTrack, MakeTrack, SetBoxes


def offered(played: Played, who: str, command: type[Command], **fixed: Any) -> list[Offer]:
    """The offers of that command to that seat, judged by the rules."""
    menu = play.menu(played.game, played.table, played.seat(who))
    return [
        o
        for o in menu
        if o.command is command and all(o.fixed.get(key) == value for key, value in fixed.items())
    ]


def one(played: Played, who: str, command: type[Command], **fixed: Any) -> Offer:
    (found,) = offered(played, who, command, **fixed)
    return found


def choices(offer: Offer, name: str) -> list[Any]:
    blank = next(b for b in offer.blanks if b.name == name)
    assert isinstance(blank, Pick)
    return [choice.value for choice in blank.choices if not choice.refusal]


def take(played: Played, who: str, offer: Offer, *faces: int, **values: Any) -> None:
    """Fill in an offer, and do it."""
    played.do(who, play.sample(offer, values), faces)


def test_whatever_is_open_can_be_done_as_it_is_filled_in_first() -> None:
    played = finished(closed(created({"advancement": True}), 3))
    played.make_track("progress", "The Moon")
    played.make_npc("Gulls", "bird", "bird")
    for who in ("gm", "p1", "p2"):
        seat = played.seat(who)
        for offer in play.menu(played.game, played.table, seat):
            if offer.open:
                many = 1 if offer.do == "Lend" else 12  # of two lists, some pairs change nothing
                for command in play.samples(offer, many):
                    no = play.refusal(played.game, played.table, seat, command)
                    assert no is None, (command, no)


# -- Tracks ----------------------------------------------------------------------------------------


def test_only_the_gm_makes_tracks_of_either_kind__RB_106_RB_112() -> None:
    played = created()
    for kind in ("progress", "disaster"):
        offer = one(played, "gm", MakeTrack, kind=kind)
        assert "Three to five boxes are usual." in offer.hint
        take(played, "gm", offer, name=f"The {kind}", boxes=3)
    assert [t.kind for t in played.bird.tracks.values()] == ["progress", "disaster"]
    assert not offered(played, "p1", MakeTrack)


def test_the_gm_sets_boxes_in_any_way_that_fits__RB_118() -> None:
    played = created()
    track = played.make_track("progress", "The Moon", 4)
    ways = {
        (o.fixed["boxes"], n)
        for o in offered(played, "gm", SetBoxes, track=track)
        for n in choices(o, "checked")
    }
    assert {(4, 0), (4, 4), (1, 1), (5, 0), (14, 14)} <= ways
    assert all(checked <= boxes for boxes, checked in ways)
    assert not offered(played, "p1", SetBoxes)
    assert one(played, "gm", DropTrack).confirm


# -- NPCs ------------------------------------------------------------------------------------------


def test_the_gm_rolls_npcs_by_tier_with_or_without_copies_and_themes__RB_143() -> None:
    played = created()
    offer = one(played, "gm", npcs.RollNpc)
    assert choices(offer, "tier") == ["extra", "minor", "major", "boss"]
    assert {b.name for b in offer.blanks} >= {"copies", "theme", "shape"}
    take(played, "gm", offer, 1, 1, 1, 1, 1, 2, name="Gull", tier="minor", theme=False)
    assert len(played.bird.npcs["npc_gull"].being) == 2
    assert not offered(played, "p1", npcs.RollNpc)


def test_with_a_filled_worksheet_the_roll_is_linked_and_says_so__RB_181() -> None:
    played = filled(created())
    offer = one(played, "gm", npcs.RollNpc)
    assert offer.rule == "RB-181"
    assert "worksheet" in offer.label


def test_things_and_ideas_are_on_the_list__RB_141() -> None:
    offer = one(created(), "gm", npcs.MakeNpc)
    assert choices(offer, "shape") == ["person", "mob", "giant", "thing", "abstract"]


def test_a_written_npc_has_the_traits_named_and_copies_of_them__RB_132_RB_140() -> None:
    played = created()
    offer = one(played, "gm", npcs.MakeNpc)
    take(played, "gm", offer, name="Gulls", being=["bird", "", "bird", "carrot"], shape="mob")
    assert [t.symbol for t in played.bird.npcs["npc_gulls"].being] == ["bird", "bird", "carrot"]
    take(played, "gm", one(played, "gm", npcs.AddNpcBeing, symbol="bird"))
    assert len(played.bird.npcs["npc_gulls"].being) == 4
    labels = {o.label for o in offered(played, "gm", npcs.AddNpcBeing)}
    assert labels == {"One more Bird", "One more Carrot", "One more Being trait"}


def test_some_traits_of_an_npc_are_rolled_anew_and_the_others_stay__RB_143() -> None:
    played = created()
    npc = played.make_npc("Gulls", "bird", "carrot", "key")
    offer = one(played, "gm", npcs.RerollNpc, npc=npc)
    assert choices(offer, "traits") == [1, 2, 3]
    took = played.do("gm", npcs.RerollNpc(npc, (1, 3)), (1, 1, 1, 1, 1, 2))
    assert [type(event) for event in took] == [
        npcs.NpcTraitDropped, npcs.NpcTraitDropped, npcs.NpcTraitsRolled,
    ]  # fmt: skip
    being = played.bird.npcs[npc].being
    assert (being[0].symbol, len(being)) == ("carrot", 3)
    played.open("c1", npc=npc, opposes=2)
    assert played.no("gm", npcs.RerollNpc(npc, (2,))) == "wrong_phase"
    assert played.no("gm", npcs.RerollNpc(npc, ())) == "out_of_range"
    assert played.no("gm", npcs.RerollNpc(npc, (99,))) == "unknown"
    assert 2 not in choices(one(played, "gm", npcs.RerollNpc, npc=npc), "traits")
    played.audited()


def test_a_power_without_a_name_is_called_by_its_pictures__RB_142() -> None:
    played = created()
    npc = played.make_npc("Gulls", "bird")
    played.do("gm", npcs.AddNpcDoing(npc, doing="rotate", being="moon"))
    (drop,) = [o for o in offered(played, "gm", npcs.DropNpcTrait) if "+" in o.label]
    assert drop.label == "Without Rotate + Moon"


def test_the_gm_says_in_the_answer_what_is_in_the_way__RB_133() -> None:
    played = created()
    npc = played.make_npc("Bram", "key", "key", "bell")
    played.do("gm", opposition.ShowNpc(npc))
    asked = played.ask("p1", OpenTest("c1", "Past him", npc=npc))
    replies = played.game.replies(played.table, played.seat("gm"), asked)
    assert [(r.label, r.fields.get("opposes"), bool(r.icon)) for r in replies] == [
        ("Yes, and Key of Bram is in the way", 1, True),
        ("Yes, and Bell of Bram is in the way", 3, True),
        ("Yes, and what is in the way is left open", 0, True),
        ("It takes no test: Bram is brushed aside", None, True),
    ]
    played.do("gm", Answer(asked.number, True, fields={"opposes": 3}))
    assert (played.test.npc, played.test.opposes) == (npc, 3)
    assert played.no("p2", OpenTest("c2", "Me too", npc=npc, opposes=1)) == "not_gm"
    played.audited()


def test_the_gm_answers_that_somebody_is_brushed_aside__RB_133() -> None:
    played = created()
    npc = played.make_npc("Bram", "key")
    played.do("gm", opposition.ShowNpc(npc))
    assert played.no("p1", OpenTest("c1", "Past him", npc=npc, brushed=True)) == "not_gm"
    asked = played.ask("p1", OpenTest("c1", "Past him", npc=npc))
    events = played.do("gm", Answer(asked.number, True, fields={"brushed": True}))
    assert opposition.BrushedOff("c1", npc, "Past him") in events
    assert not played.bird.tests
    played.audited()


def test_an_npc_without_a_fitting_trait_is_brushed_aside__RB_133() -> None:
    played = created()
    npc = played.make_npc("Gulls", "bird")
    offer = one(played, "gm", opposition.BrushOff, npc=npc)
    assert "no test is needed" in offer.hint
    assert choices(offer, "who") == ["c1", "c2", "c3"]


def test_what_an_npc_is_in_some_situations_is_one_tap_for_the_gm__RB_142() -> None:
    played = created()
    npc = played.make_npc("The Night Tax", "anchor")
    adding = offered(played, "gm", npcs.AddNpcChallenge, npc=npc, epic=False, perilous=True)
    take(played, "gm", adding[0], scope="in a straight fight", label="")
    played.open("c1", npc=npc, opposes=1)
    offer = next(
        o for o in offered(played, "gm", DeclareChallenge) if "in a straight fight" in o.label
    )
    take(played, "gm", offer)
    assert played.test.challenge.perilous
    assert not [o for o in offered(played, "gm", DeclareChallenge) if "straight" in o.label]


def test_a_power_is_named_and_says_what_it_brings__RB_142() -> None:
    played = created()
    npc = played.make_npc("The Night Tax", "anchor")
    add = one(played, "gm", npcs.AddNpcDoing)
    values = {"npc": npc, "doing": "ellipsis", "being": "bell", "epic": False, "perilous": False}
    take(played, "gm", add, **values, label="", name="")
    edit = one(played, "gm", npcs.EditNpcDoing, npc=npc)
    take(played, "gm", edit, name="Late Fee", epic=True, perilous=False, label="")
    (power,) = played.bird.npcs[npc].doing
    assert (power.name, power.brings.epic) == ("Late Fee", True)


def test_marks_of_npcs_are_put_right_with_a_reason__RB_12_RB_137() -> None:
    played = created()
    npc = played.make_npc("Gulls", "bird", "carrot")
    mark = one(played, "gm", opposition.CorrectNpc, npc=npc, trait=1)
    take(played, "gm", mark, reason="it rained")
    clear = one(played, "gm", opposition.CorrectNpc, npc=npc, trait=1)
    assert clear.label.startswith("Clear")
    assert {o.command for o in offered(played, "gm", opposition.RemoveNpc)}
    assert one(played, "gm", opposition.RemoveNpc).confirm


# -- Rewards ---------------------------------------------------------------------------------------


def test_the_gm_awards_an_edge_or_a_power_for_a_while__RB_144_RB_145() -> None:
    played = created()
    edge = one(played, "gm", AwardEdge, kind="being")
    take(played, "gm", edge, to="c1", reason="found it", being="bell")
    power = one(played, "gm", AwardEdge, kind="doing")
    take(played, "gm", power, to="c2", reason="a robot", being="bell", doing="ellipsis")
    assert played.edges("c1") == ["bell"]
    assert played.edges("c2") == ["ellipsis+bell"]
    rolled = one(played, "gm", AwardEdge, kind="being")
    assert choices(rolled, "being")[0] == ""
    assert not offered(played, "p1", AwardEdge)
    assert len(offered(played, "gm", RollSymbol)) == 2


def test_nobody_is_offered_growth_without_an_advance__RB_150_RB_160() -> None:
    played = created({"advancement": True})
    assert not offered(played, "p1", rewards.SwapSymbol)
    closed(played, 1)
    assert offered(played, "p1", rewards.SwapSymbol)
    assert not offered(played, "gm", rewards.SwapSymbol)
    assert not offered(played, "p1", rewards.SwapForOwn)
    assert not offered(played, "p1", rewards.AddSymbol)


def test_a_minor_advance_offers_no_symbol_twice__RB_152_RB_153_RB_154() -> None:
    played = closed(created({"advancement": True}), 1)
    swap = offered(played, "p1", rewards.SwapSymbol, place=0)[0]
    mine = {trait.symbol for trait in played.hero("c1").being}
    assert not mine & set(choices(swap, "symbol"))
    assert len(choices(swap, "symbol")) == 108 - 5
    for part in offered(played, "p1", rewards.SwapSymbol)[1:]:
        kinds = {played.bird.symbol(symbol).kind for symbol in choices(part, "symbol")}
        assert len(kinds) == 1


def test_a_swapped_part_is_offered_a_new_name__RB_155() -> None:
    played = closed(created({"advancement": True}), 1)
    part = offered(played, "p1", rewards.SwapSymbol)[1]
    assert "fit its name" in part.hint
    take(played, "p1", part, symbol=choices(part, "symbol")[0], name="Sideways Flight")
    assert "Sideways Flight" in [trait.name for trait in played.hero("c1").doing]


def test_a_major_advance_offers_an_own_symbol_with_its_chat_form__RB_156_RB_157() -> None:
    played = closed(created({"advancement": True}), 3)
    offer = offered(played, "p1", rewards.SwapForOwn)[0]
    assert {b.name for b in offer.blanks} >= {"symbol_name", "emoji"}
    take(played, "p1", offer, symbol_name="Paper boat", emoji="⛵", icon="sailboat")
    assert "paper-boat" in played.bird.own_symbols


def test_a_third_symbol_then_one_for_another__RB_158_RB_159() -> None:
    played = closed(created({"advancement": True}), 6)
    first, *_ = offered(played, "p1", rewards.AddSymbol)
    added = choices(first, "symbol")
    assert {played.bird.symbol(s).kind for s in added} == {"being", "doing"}
    take(played, "p1", first, symbol="ellipsis", name="")
    trait = first.fixed["trait"]
    again = offered(played, "p1", rewards.AddSymbol, trait=trait)
    assert all(o.fixed["discard"] for o in again)
    assert {played.bird.symbol(s).kind for o in again for s in choices(o, "symbol")} == {"being"}


# -- The worksheet ---------------------------------------------------------------------------------


def test_the_gm_begins_for_all_and_anybody_for_themselves__RB_161_RB_175_RB_177() -> None:
    played = created()
    modes = [o.fixed["mode"] for o in offered(played, "gm", worksheet.StartWorksheet)]
    assert modes == ["group", "solo"]
    alone = one(played, "p1", worksheet.StartWorksheet)
    assert alone.fixed["mode"] == "solo"
    assert {b.name for b in alone.blanks} == {"in_character", "in_order"}
    take(played, "p1", alone, in_character=False, in_order=False)
    assert not one(played, "p2", worksheet.StartWorksheet).confirm
    assert one(played, "p1", worksheet.StartWorksheet).confirm


def test_factors_are_rolled_or_chosen_with_their_meanings__RB_163_RB_164() -> None:
    played = created()
    played.do("gm", worksheet.StartWorksheet())
    assert one(played, "gm", worksheet.RollFactors).owed
    offer = one(played, "p1", worksheet.ChooseFactors)
    (blank,) = offer.blanks
    assert isinstance(blank, Pick)
    assert (blank.least, blank.most, len(blank.choices)) == (3, 3, 7)
    assert all(choice.hint for choice in blank.choices)


def test_the_gm_is_waited_for_first_then_everybody_once__RB_165_RB_166() -> None:
    played = begun(created())
    assert one(played, "gm", worksheet.RollBeingCircle).owed
    early = one(played, "p1", worksheet.RollBeingCircle)
    assert early.refusal is not None
    assert early.refusal.code == "gm_first"
    being(played, "gm", 1)
    assert one(played, "p1", worksheet.RollBeingCircle).owed
    again = one(played, "gm", worksheet.RollBeingCircle)
    assert again.refusal is not None
    assert again.refusal.code == "wait_your_turn"


def test_the_kind_is_fixed_and_the_circle_is_chosen_after__RB_167_RB_170() -> None:
    played = begun(created())
    played.do("gm", worksheet.RollBeingCircle(), [1, 1, 1])
    place = one(played, "gm", worksheet.PlaceBeing)
    assert choices(place, "circle") == [1, 2, 3, 4, 5, 6]
    assert place.owed
    assert not offered(played, "gm", worksheet.PlaceDoing)
    assert not offered(played, "gm", worksheet.RollDoingCircle)
    assert not offered(played, "p1", worksheet.PlaceBeing)
    assert place.blanks[1].hint == "Eight to ten words are best."  # RB-171


def test_a_connection_is_told_from_one_side_then_from_the_other__RB_168_RB_169() -> None:
    played = begun(created(), "solo")
    shut = one(played, "gm", worksheet.RollDoingCircle)
    assert shut.refusal is not None
    assert shut.refusal.code == "no_open_link"
    being(played, "gm", 1)
    being(played, "gm", 3)
    played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 1])
    place = one(played, "gm", worksheet.PlaceDoing)
    assert choices(place, "link") == ["12", "21"]
    take(played, "gm", place, link="21", fact="The tower wants it.")
    second = one(played, "gm", worksheet.AddSecondFact)
    assert (second.fixed["link"], second.fixed["seen_from"]) == ("12", 1)
    assert second.label == "Tell Ring’s side of Tower"


def test_anybody_may_suggest_and_the_writer_has_the_last_word__RB_172() -> None:
    played = begun(created())
    assert not offered(played, "p1", incident.SuggestWording)
    played.do("gm", worksheet.RollBeingCircle(), [1, 1, 1])
    take(played, "p1", one(played, "p1", incident.SuggestWording), text="Made of bread.")
    assert [idea.text for idea in (played.bird.worksheet or worksheet.Worksheet()).ideas]
    assert not offered(played, "p1", worksheet.PlaceBeing)


def test_the_incident_comes_last_and_is_put_better_later__RB_174_RB_180() -> None:
    played = finished(created())
    roll = one(played, "gm", incident.RollIncident)
    take(played, "gm", roll, 5)
    take(played, "gm", one(played, "gm", incident.WriteIncident), text="The tide forgets.")
    again = one(played, "gm", incident.WriteIncident)
    assert again.label == "Put it better"
    facts = offered(played, "gm", incident.RewordFact)
    assert len(facts) == 12
    assert not offered(played, "p1", incident.RewordFact)
    circles = {o.fixed["circle"] for o in offered(played, "gm", incident.CorrectCircle)}
    assert circles == {"1", "2", "3", "4", "5", "6", "12", "23", "31", "X"}
    assert not offered(played, "p1", incident.CorrectCircle)
