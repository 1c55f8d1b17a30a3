"""Moments of an evening of Mutagen, to look at from every seat; all of them played by commands."""

from __future__ import annotations

from typing import Any

from tests.games.mutagen.table import Played, created
from tests.games.mutagen.test_session import the_whole_session

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, Resume, StateLimit
from tablefolk.games.mutagen.rules.bars import MakeBar, TickBar
from tablefolk.games.mutagen.rules.books import LoadPlaybook
from tablefolk.games.mutagen.rules.cast import ArmEntity, MakeEntity
from tablefolk.games.mutagen.rules.disputes import DisputeFiction, SpeakToDispute
from tablefolk.games.mutagen.rules.dying import ChooseFate
from tablefolk.games.mutagen.rules.facts import DoubtFact, InventFact
from tablefolk.games.mutagen.rules.leveling import ClaimXp, GiveFeedback, GrantXp
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, StageEffect, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import CallFor, ExploitStatus, TagMove
from tablefolk.games.mutagen.rules.rolling import Settle
from tablefolk.games.mutagen.rules.speaking import Comment, GiveModifier, LetPass, SetLevel
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.take_harm import CloseStep, OpenHarm, ThrowHarmDice
from tablefolk.games.mutagen.rules.values import Staged
from tablefolk.games.mutagen.rules.writing import AddArmor

WEAVE: dict[str, Any] = {
    "through": ("weave_magic",),
    "picked": ("conjure_elements", "affect_at_range"),
    "confirmed": ("perceived",),
}


def lobby() -> Played:
    """Nobody has a character."""
    return Played()


def begun() -> Played:
    """Somebody in the making, with circles filled."""
    played = lobby()
    played.draft("s", "p1", "sorcerer")
    played.fill("s", "conjure_elements", "transit")
    return played


def quiet() -> Played:
    """A warehouse, a guard with an alarm box, and nothing under way."""
    played = created()
    played.do("gm", OpenScene("A warehouse by the <canal>"))
    played.do("gm", MakeEntity("npc", "The night <guard>", "Bored, and armed.", health=3))
    played.do("gm", MakeEntity("item", "Alarm box"))
    played.do("gm", ArmEntity("the-night-guard", "Padded coat", 1, "blows"))
    played.do("gm", WriteStatus("alarm-box", "wires exposed"))
    played.do("gm", WriteStatus("f", "limps & curses", severe=True))
    played.do("gm", MakeBar("The guards raise the alarm", 4))
    played.do("gm", TickBar(bar(played)))
    played.do("p1", InventFact("There is a forklift & it works."))
    played.do("p2", AddArmor("f", "Leather vest", 1, "knives"))
    return played


def bar(played: Played) -> int:
    return next(iter(played.show.bars))


def called() -> Played:
    """The GM asks for a move."""
    played = quiet()
    played.do("gm", CallFor("f", "go_dark", "with all that light?"))
    return played


def proposed() -> Played:
    """A weave, with a penalty, and a level declared."""
    played = quiet()
    move = played.propose(
        "s", "go_apeshit", how="A spark jumps from my <thumb> & eats the wires.",
        targets=("alarm-box",), **WEAVE,
    )  # fmt: skip
    played.do("gm", GiveModifier(move, -1, "drizzle"))
    played.do("gm", SetLevel(move, "low"))
    return played


def doubted() -> Played:
    """A move that the GM has doubted, and whose player is to say whether it stands."""
    played = proposed()
    played.do("gm", Comment(played.move.id, "Is it <dry> enough?", "make_it_chooch", True))
    return played


def ready() -> Played:
    """The same, let pass, with a status exploited."""
    played = proposed()
    move = played.move.id
    status = next(s.id for on, s in played.show.statuses() if on == "alarm-box")
    played.as_("s", ExploitStatus(move, status, "bare copper"))
    played.do("gm", LetPass(move))
    return played


def veiled() -> Played:
    """Somebody is about to roll a move whose results are in the words of a table's own playbook."""
    played = Played()
    text = "§ Moves\nHang a veil --> !+[+0]\n🡕🡒🡖🡓 It hangs as high as a //fence//."
    played.do("gm", LoadPlaybook(tuple(text.split("\n")), "mine"))
    played.draft("h", "p1", "mine")
    played.finish("h")
    for who, player in (("f", "p2"), ("m", "p3")):
        played.make(who, player)
    played.ready("h", "mine.hang_a_veil")
    return played


def leading() -> Played:
    """Somebody is about to lead all the others."""
    played = quiet()
    played.propose(
        "f", "go_dark", how="Between the crates, on my sign.", aptitude="athletics",
        through=("lead_the_group",), others=("s", "m"),
    )  # fmt: skip
    played.do("gm", LetPass(played.move.id))
    return played


def following() -> Played:
    """The leader did well; one has followed, one has not."""
    played = leading()
    led = played.move.id
    played.roll(4, 5)
    played.as_("f", Settle(led))
    played.follow("m", led, "some", aptitude="operation")
    return played


def result() -> Played:
    """A critical success lies there, to be kept or traded."""
    played = ready()
    played.roll(6, 6)
    return played


def composing() -> Played:
    """The GM has to say what comes of a failure; something is staged."""
    played = quiet()
    played.do("p3", StateLimit("spiders"))
    played.do("gm", Resume())
    number = played.rolled(
        "f", "fuck_em_up", 1, 1, how="Elbow first.", aptitude="fighting",
        targets=("the-night-guard",),
    )  # fmt: skip
    played.do("gm", StageEffect(number, "harm", "f", 2, "his baton"))
    played.do("gm", StageEffect(number, "tick", str(bar(played)), 1))
    return played


def consequence() -> Played:
    """A consequence lies there, to be taken or resisted."""
    played = composing()
    played.outcome(Staged("status", "f", text="winded"))
    return played


def struck() -> Played:
    """It went as it was wanted: the GM confirms the harm that was said with the move."""
    played = quiet()
    number = played.rolled(
        "f", "fuck_em_up", 5, 5, how="Elbow first.", aptitude="fighting",
        targets=("the-night-guard",), harm=3,
    )  # fmt: skip
    played.settle(number)
    return played


def shared() -> Played:
    """A led move went wrong, for the leader and for one who follows; the leader takes it."""
    played = leading()
    number = played.move.id
    played.roll(1, 1)
    played.settle(number)
    played.outcome(Staged("harm", "f", 2), Staged("harm", "m", 1), number=number)
    played.as_("f", AcceptOutcome(number))
    return played


def dodged() -> Played:
    """Somebody did not get out of the way of harm; the GM says how much it is now."""
    played = hurt()
    played.banded("f", "get_out_the_way", "fail", inside=injury(played), aptitude="athletics")
    return played


def resisted() -> Played:
    """A consequence was resisted: the GM thinks of something milder."""
    played = consequence()
    played.respond("f", "resist_consequences")
    return played


def healing() -> Played:
    """Some success with a bandage: what comes of it."""
    played = quiet()
    played.rolled("m", "medic", 4, 4, how="Pressure, here.", aptitude="nurturing", targets=("f",))
    return played


def hurt() -> Played:
    """Harm at its first step."""
    played = quiet()
    played.do("gm", OpenHarm("f", 2, "a falling <crate>"))
    return played


def armored() -> Played:
    """Harm at the step of armor."""
    played = hurt()
    played.as_("f", CloseStep(injury(played)))
    return played


def judged() -> Played:
    """Harm at the GM's dice; an NPC is hurt as well."""
    played = armored()
    played.as_("f", CloseStep(injury(played)))
    played.do("gm", ThrowHarmDice(injury(played)), (3, 5))
    played.do("gm", OpenHarm("the-night-guard", 1, "a bite"))
    return played


def injury(played: Played) -> int:
    return next(n for n, i in played.show.injuries.items() if not i.over)


def dying() -> Played:
    """The last Health is gone."""
    played = quiet()
    played.set("s", "health", 0)
    return played


def away() -> Played:
    """One has chosen to survive."""
    played = dying()
    played.as_("s", ChooseFate("s", "survive"))
    return played


def weaving() -> Played:
    """An effect runs, with a flaw still to be picked."""
    played = quiet()
    ember(played)
    return played


def ember(played: Played) -> None:
    """A weave outside story moves, with the GM's leave."""
    played.propose(
        "s", "weave_magic", how="A drifting ember to see by.", targets=("the dark hall",),
        picked=("conjure_elements",), confirmed=("perceived",), mode="other",
    )  # fmt: skip
    played.do("gm", LetPass(played.move.id))
    played.roll(3, 3)


def talked_over() -> Played:
    """A dispute is open, and a fact is doubted."""
    played = quiet()
    fact = next(iter(played.show.facts))
    played.do("p2", DoubtFact(fact, "The hall was <empty>."))
    played.do("p2", DisputeFiction("The forklift cannot be gone & off-screen."))
    played.do("gm", SpeakToDispute(next(iter(played.show.disputes)), "I see <it>."))
    return played


def stopped() -> Played:
    """A limit has stopped a move."""
    played = ready()
    played.do("p3", StateLimit("spiders"))
    return played


def resumed() -> Played:
    played = stopped()
    played.do("gm", Resume())
    return played


def over() -> Played:
    """The session is closed; XP is talked about, and one can level up."""
    played = quiet()
    number = played.rolled("s", "connect_the_dots", 6, 6, how="The <ledger>!", aptitude="research")
    played.as_("s", Settle(number))
    played.do("gm", WriteOutcome(number, "And the name of the buyer."))
    played.as_("s", TagMove(number, ("concept", "drive1")))
    played.do("gm", GrantXp("f", 5, "a long night"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.as_("s", ClaimXp("s", "survived"))
    played.as_("s", GiveFeedback("s", "More <doors>, please."))
    for statement in ("survived", "drive"):
        played.as_("f", ClaimXp("f", statement))
    return played


def mild() -> Played:
    """A table with mild labels."""
    played = created({"mild_labels": True})
    played.do("gm", OpenScene("A school hall"))
    played.propose("f", "go_apeshit", how="With a broom.", aptitude="fighting")
    return played


MOMENTS = (
    lobby, begun, quiet, called, proposed, doubted, ready, leading, following, result, composing,
    consequence, struck, shared, dodged, resisted, healing, hurt, armored, judged, dying, away,
    weaving, talked_over, stopped, resumed, over, mild,
)  # fmt: skip
EVENINGS = (the_whole_session,)  # from the first step to the last
