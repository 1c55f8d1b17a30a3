"""Helping: one character's dice become another's bonus dice (WF-56 … WF-63)."""

from __future__ import annotations

from tests.games.wheel_of_fate.small import Small
from tests.games.wheel_of_fate.table import Played, playing
from tests.games.wheel_of_fate.test_offers import brawl, drafted, menu

from tablefolk.core.game import Offer
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import CancelDraft, DraftRoll, DropSource
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, GetReady
from tablefolk.games.wheel_of_fate.rules.helping import Help, PledgeHelp
from tablefolk.games.wheel_of_fate.rules.order import SetHaste, SetOrder, speed
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Pass, turn
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask


def three() -> Small:
    mike = {"attributes": (3, 2, 3), "pools": {"kung-fu": 2}, "tools": ("rope",)}
    return Small({"tom": (3, 2, 3), "dave": (2, 4, 2), "mike": mike})


def fight(order: str = "seats", who: tuple[str, ...] = ("tom", "dave", "mike")) -> Small:
    small = three()
    small.do("gm", OpenContest("Fight", "physical", who, order=order))  # type: ignore[arg-type]
    return small


# -- Outside of contests ---------------------------------------------------------------------


def test_a_helpers_dice_become_bonus_dice_with_the_helpers_name__WF_56() -> None:
    small = three()
    roll = small.draft("tom")
    small.do("dave", Help(roll, "dave"))
    (source,) = small.roll("tom").sources
    assert (source.kind, source.n, source.label, source.by) == ("bonus", 2, "Dave", "dave")
    small.do("tom", Throw(roll), (1, 1, 1, 1, 1))
    assert small.refused("mike", Help(roll, "mike")) == "roll_thrown"


def test_help_is_the_bare_attribute_without_pools_and_whatever_the_stress__WF_57() -> None:
    small = three()
    small.set("mike", stress=3)
    roll = small.draft("tom")
    small.do("mike", Help(roll, "mike"))
    assert small.built("tom").notation == "3d6+++"


def test_help_with_another_attribute_waits_for_the_gms_word__WF_57() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=15))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    roll = played.last_roll.id
    asked = played.ask("dave", Help(roll, "dave", "mental"))
    assert (asked.rule, "Mental" in asked.question) == ("WF-57", True)
    played.deny(asked)
    played.do("dave", Help(roll, "dave", "mental"))
    assert played.last_roll.sources[0].n == 4
    assert played.refused("mike", Help(roll, "mike", "luck")).code == "bad_attribute"


def test_any_number_help_each_once_and_nobody_themselves__WF_58() -> None:
    small = three()
    roll = small.draft("tom")
    small.do("dave", Help(roll, "dave"))
    small.do("mike", Help(roll, "mike"))
    assert small.refused("mike", Help(roll, "mike")) == "already_helping"
    assert small.refused("tom", Help(roll, "tom")) == "not_yourself"
    assert small.built("tom").notation == "3d6+++++"


def test_who_cannot_roll_it_cannot_help__WF_59() -> None:
    small = three()
    roll = small.draft("tom")
    small.set("dave", stress=3)
    assert small.refused("dave", Help(roll, "dave")) == "attribute_out"
    small.set("mike", attributes={"physical": 0, "mental": 2, "social": 3})
    assert small.refused("mike", Help(roll, "mike")) == "attribute_out"


# -- In contests -----------------------------------------------------------------------------


def test_only_the_helped_one_bears_the_loss__WF_60() -> None:
    small = fight(who=("tom", "dave", "mike"))
    small.do("tom", Act("tom", "mike"))
    small.do("dave", Help(small.roll("tom").id, "dave"))
    small.do("gm", CloseWait(), (1, 1, 1, 1, 1, 6, 6, 6))
    assert "dave" not in {small.contest.exchange.asks, *small.contest.pending, *small.stress()}


def test_help_costs_the_action_and_the_turn_is_skipped__WF_61() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    small.do("dave", Help(small.roll("mike").id, "dave"))
    assert small.contest.acted == ("dave",)
    small.do("gm", CloseWait(), (3, 3, 3, 3, 3, 3, 1, 1))
    assert turn(small.wheel) == "mike"
    small.do("mike", Act("mike", "tom"))
    assert small.refused("dave", Help(small.roll("mike").id, "dave")) == "already_acted"
    assert small.refused("tom", Help(small.roll("mike").id, "tom")) == "already_acted"


def test_who_is_acting_just_now_cannot_help_too__WF_61() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    assert small.refused("tom", Help(small.roll("mike").id, "tom")) == "already_acted"


def test_help_taken_back_before_the_throw_gives_the_action_back__WF_61() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    small.do("dave", Help(small.roll("tom").id, "dave"))
    help_ = small.roll("tom").sources[0]
    small.do("dave", DropSource(small.roll("tom").id, help_.id))
    assert small.contest.acted == ()
    small.do("dave", Help(small.roll("tom").id, "dave"))
    small.do("tom", CancelDraft(small.roll("tom").id))
    assert (small.contest.acted, small.contest.exchange) == ((), None)


def test_help_counts_for_one_roll_and_the_helper_still_defends__WF_62() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    small.do("dave", Help(small.roll("tom").id, "dave"))
    small.do("gm", CloseWait(), (3, 3, 3, 1, 1, 3, 3, 3))
    small.do("mike", Act("mike", "dave"))
    assert small.built("dave").notation == "2d6"
    small.do("gm", CloseWait(), (1, 1, 1, 6, 6))
    small.do("tom", Act("tom", "mike"))
    assert small.built("tom").notation == "3d6"


def test_a_pledge_makes_faster_and_is_used_for_the_action_roll__WF_63() -> None:
    small = fight("dice")
    small.do("dave", PledgeHelp("dave", "tom"))
    assert speed(small.wheel, "tom") == 5
    small.do("gm", SetOrder())
    assert small.contest.acted == ("dave",)
    assert small.contest.groups == (("tom",), ("mike",), ("dave",))
    small.do("tom", Act("tom", "mike"))
    assert small.built("tom").notation == "3d6++"
    assert small.refused("dave", DropSource(small.roll("tom").id, 999)) == "no_source"


def test_a_pledge_is_changed_until_the_order_is_set__WF_63() -> None:
    small = fight("dice")
    small.do("dave", PledgeHelp("dave", "tom"))
    small.do("dave", PledgeHelp("dave", ""))
    assert speed(small.wheel, "tom") == 3
    small.do("gm", SetOrder())
    assert small.refused("dave", PledgeHelp("dave", "tom")) == "order_set"


def test_nobody_pledges_to_themselves_or_to_one_who_gives_the_action_away__WF_58__WF_63() -> None:
    small = fight("dice")
    assert small.refused("dave", PledgeHelp("dave", "dave")) == "not_yourself"
    small.do("dave", PledgeHelp("dave", "tom"))
    assert small.refused("tom", PledgeHelp("tom", "dave")) == "already_acted"
    small.set("mike", stress=4)
    assert small.refused("mike", PledgeHelp("mike", "tom")) == "attribute_out"


def test_help_that_haste_counts_on_is_not_withdrawn__WF_86() -> None:
    small = fight("dice")
    small.do("dave", PledgeHelp("dave", "tom"))
    small.do("tom", SetHaste("tom", 5))
    assert small.refused("dave", PledgeHelp("dave", "")) == "too_hasty"
    assert small.refused("dave", PledgeHelp("dave", "mike")) == "too_hasty"


def test_an_unused_pledge_ends_with_the_round__WF_90() -> None:
    small = fight("dice")
    small.do("dave", PledgeHelp("dave", "tom"))
    small.do("gm", SetOrder())
    small.do("tom", Pass("tom"))
    small.do("mike", Pass("mike"))
    assert (small.contest.round, small.contest.pledges) == (2, {})


def test_help_changes_the_draft_so_both_look_again__WF_65() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    small.do("mike", GetReady(small.roll("mike").id))
    small.do("dave", Help(small.roll("tom").id, "dave"))
    assert small.contest.exchange.ready == ()


# -- What the button says --------------------------------------------------------------------


def helps(played: Played, who: str, roll: int) -> Offer:
    mine = (o for o in menu(played, who, Help) if o.fixed.get("roll") == roll)
    return next(offer for offer in mine if not offer.blanks)


def test_help_says_whom_it_helps_with_how_many_dice_and_the_chance_then__WF_26__WF_56() -> None:
    played = playing()
    offer = helps(played, "dave", drafted(played))
    assert (offer.label, offer.price) == ("Dave helps Tom +2", "38% then")


def test_in_a_contest_help_says_that_it_takes_ones_turn__WF_61() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "npc_guard-a"))
    mine, theirs = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    offer = helps(played, "dave", mine)
    assert (offer.label, offer.rule) == ("Dave helps Tom +2", "WF-61")
    assert offer.price.endswith(" for your turn")
    assert helps(played, "dave", theirs).label == "Dave helps Guard A +2"
    assert (offer.about, helps(played, "dave", theirs).about) == (
        f"clash:{mine}",
        f"clash:{theirs}:more",  # what helps a friend's foe does not lie in front
    )


def test_who_takes_no_part_helps_without_a_turn__WF_61() -> None:
    played = playing()
    played.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    played.do("tom", Act("tom", "mike"))
    roll = min(played.wheel.rolls)
    assert helps(played, "dave", roll).price.endswith(" then")
