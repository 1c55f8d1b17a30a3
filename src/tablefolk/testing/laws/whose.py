"""Who may do what is a law: as each command says, from every seat, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core.game import Command
from tablefolk.core.table.at import GameAtTable
from tablefolk.testing import whose
from tablefolk.testing.subject import Subject


def own(subject: Subject) -> list[type[Command]]:
    """A game's own commands; the table's own are the house's to look at."""
    every = GameAtTable(subject.game).commands
    return [c for c in every if subject.table_too or not c.__module__.startswith("tablefolk.core.")]


def _none(found: Iterable[str], complaint: str) -> None:
    every = [*found]
    assert not every, "\n".join((complaint, *every))


def test_every_command_says_who_may(subject: Subject) -> None:
    silent = (c.__name__ for c in GameAtTable(subject.game).commands if not hasattr(c, "may"))
    _none(silent, "These commands do not say who may give them (`may = …`):")


def test_whoever_may_not_is_told_so__TF_5(subject: Subject) -> None:
    """What somebody gave or could give, tried from every other seat; and anything whatever."""
    found = whose.breaches(subject, GameAtTable(subject.game).commands)
    _none(found, "These may not, and are not told so before anything else:")


def test_that_it_is_somebodys_own_is_seen_at_every_such_command(subject: Subject) -> None:
    unshown = {*whose.unshown(subject, own(subject))} - subject.shown_elsewhere
    _none(sorted(unshown), "Nothing shows that these are somebody's own:")


def test_onlookers_strangers_and_those_who_left_do_nothing__TF_4_TF_5_TF_6(
    subject: Subject,
) -> None:
    _none(whose.let_in(subject), "These may do nothing, and did:")


def test_no_menu_holds_what_is_somebody_elses(subject: Subject) -> None:
    _none(whose.misplaced(subject), "These are on the menu of somebody whose they are not:")


def test_the_desk_is_on_the_gms_page_alone__TF_29(subject: Subject) -> None:
    _none(whose.desks(subject), "These are for the GM's eyes, and on somebody else's page:")


# -- At a seat that was lent (TF-6) ----------------------------------------------------------------


def test_whatever_a_seat_may_do_its_borrower_may_do_and_it_reads_so__TF_6(
    subject: Subject,
) -> None:
    """But for what a rule keeps to the person, and says so by TF-6."""
    _none(whose.unlent(subject), "This is possible from a seat, and not for who has borrowed it:")


def test_what_a_lent_seat_is_waited_for_can_be_answered_there__TF_6(subject: Subject) -> None:
    _none(whose.unled(subject), "This is waited for, and its borrower's page does not lead there:")
