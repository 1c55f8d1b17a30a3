"""Moments of an evening of Rotate Bird, to look at from every seat."""

from __future__ import annotations

from tests.games.rotate_bird.moments_world import WORLD
from tests.games.rotate_bird.table import Played, created, parts
from tests.games.rotate_bird.test_session import the_whole_session

from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge, PayEpic
from tablefolk.games.rotate_bird.rules.creation import MakeCharacter, RollBeing, RollDoing
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.edges import SayMeaning, SuggestMeaning
from tablefolk.games.rotate_bird.rules.fallout import AskReading, PassOffset, SuggestReading
from tablefolk.games.rotate_bird.rules.recovery import WriteRecovery
from tablefolk.games.rotate_bird.rules.tapping import RuleTrait, TapTrait
from tablefolk.games.rotate_bird.rules.variants import Board, Combine, NameEntity


def lobby() -> Played:
    """Nobody has a character."""
    return Played()


def making() -> Played:
    """One has rolled, one has only a name, one has nothing."""
    played = Played()
    played.do("p1", MakeCharacter("Ann <b>"))
    who = next(iter(played.bird.cast))
    played.do("p1", RollBeing(who), (1, 1, 1, 3, 2, 4, 5, 3, 6, 2, 1, 6, 6, 4, 4))
    played.do("p1", RollDoing(who), (6, 2, 2, 1, 6, 4, 3, 4, 3, 6, 2, 2, 5, 6, 2))
    played.do("p2", MakeCharacter("Bo", "the Brief"))
    return played


def quiet() -> Played:
    """Everybody is ready, and nothing is at stake."""
    return created()


def gathering() -> Played:
    """A test toward a goal, helped, with a question of the GM's, and a power in play."""
    played = created()
    goal = played.make_track("progress", "Over the <wall>")
    played.open("c1", progress=goal, disaster=played.make_track("disaster", "Caught", 3))
    first = played.hero("c1").being[0].id
    played.as_("c1", TapTrait(played.test.id, first, "I <fly>, & well."))
    played.do("gm", RuleTrait(played.test.id, first, "questioned", "Fly?"))
    played.help("c2", played.hero("c2").being[0].symbol)
    played.as_("c1", BringIn(played.test.id, played.hero("c1").doing[0].id))
    return played


def epic() -> Played:
    """A special challenge, not yet taken."""
    played = created()
    played.open("c1", npc=played.make_npc("The Door", "key", "door"))
    played.do("gm", DeclareChallenge(played.test.id, epic=True, perilous=True, label="in verse"))
    return played


def paid() -> Played:
    played = epic()
    played.as_("c1", PayEpic(played.test.id, played.hero("c1").being[0].id))
    return played


def used_before() -> Played:
    """Exactly what lies in the pool was rolled toward the goal before; the help made it so."""
    played = created()
    goal = played.make_track("progress", "The vault")
    for picks in (6, 0):
        played.open("c1", progress=goal)
        played.tap("c1", "sun")
        played.help("c2", played.hero("c2").being[0].symbol)
        if picks:
            played.roll(6, 1)
            played.pick(6)
    return played


def rolled() -> Played:
    """Four numbers to pick from, one of them doubled, one that fills a track."""
    played = created()
    edge = played.award("c1", "anchor")
    played.as_("c1", SayMeaning(edge, "A very small anchor", "thing"))
    played.open("c1", progress=played.make_track("progress", "The last box", 1))
    for trait in played.hero("c1").being[:3]:
        played.as_("c1", TapTrait(played.test.id, trait.id, aloud=True))
    played.as_("c1", TapTrait(played.test.id, edge, "It holds."))
    played.help("c2", played.hero("c2").being[1].symbol)
    played.roll(6, 4, 4, 3, 1)
    return played


def falling() -> Played:
    """Picked, and the GM has to roll fallout; doubles won an edge that has no symbol yet."""
    played = rolled()
    played.pick(4)
    return played


def paying() -> Played:
    """Minor fallout lies open; two could pay."""
    played = created()
    played.open("c1")
    played.tap("c1", played.hero("c1").being[0].symbol)
    played.help("c2", played.hero("c2").being[0].symbol)
    played.roll(3, 4)
    played.pick(4)
    played.fallout(2)
    played.do("gm", AskReading(played.test.id))
    played.do("p3", SuggestReading(played.test.id, "A goat."))
    return played


def describing() -> Played:
    """Major fallout, twice the same, and nobody pays."""
    played = created()
    played.open("c3")
    played.tap("c3", played.hero("c3").being[0].symbol)
    played.roll(2)
    played.pick(2)
    played.fallout(5, 5)
    played.as_("c3", PassOffset(played.test.id, "c3"))
    return played


def choosing() -> Played:
    """Two edges were tapped: one of them goes."""
    played = created()
    edges = [played.award("c1", "anchor"), played.award("c1", "bell")]
    played.open("c1")
    played.tap("c1", played.hero("c1").being[0].symbol)
    for edge in edges:
        played.as_("c1", TapTrait(played.test.id, edge, aloud=True))
    played.roll(4, 4, 1)
    played.pick(4)
    played.fallout(1)
    return played


def lost() -> Played:
    """The one edge that was tapped is gone: the GM tells how."""
    played = created()
    played.award("c1", "apple")
    played.tested("c1", ["edge apple"], [3], 3)
    played.fallout(4)
    return played


def shrugging() -> Played:
    """A success that the opposition may shrug off, and an edge that may be handed on."""
    played = created()
    played.open("c1", npc=played.make_npc("The Door", "key", "door"))
    played.tap("c1", played.hero("c1").being[0].symbol)
    played.help("c2", played.hero("c2").being[0].symbol)
    played.roll(6, 6)
    played.pick(6)
    return played


def over() -> Played:
    """A test is just over; its edge has a symbol and suggestions, and no meaning."""
    played = created()
    played.tested("c2", [t.symbol for t in played.hero("c2").being[:2]], (6, 6), 6)
    played.assign("c2", "bell")
    edge = played.hero("c2").having[0].id
    played.do("p1", SuggestMeaning(edge, "A very loud doorbell"))
    played.mark("c2", played.hero("c2").being[0].symbol, played.hero("c2").doing[0].name)
    played.as_("c2", WriteRecovery("c2", "A nap."))
    return played


def variants() -> Played:
    """All variants on: something to board, Renewing points, a combo."""
    options = {"external_doing": True, "limited_unbeing": 5, "combined_doing": 3}
    played = created(options)
    for who in ("c1", "c2", "c3"):
        played.as_(who, NameEntity(who, f"{who.upper()}'s robot"))
        played.as_(who, Board(who))
    played.mark("c1", played.hero("c1").being[4].symbol)
    played.open("c1")
    played.tap("c1", played.hero("c1").being[0].symbol)
    played.help("c2", played.hero("c2").being[0].symbol)
    traits = (played.hero("c1").doing[0].id, played.hero("c2").doing[0].id)
    played.as_("c1", Combine(played.test.id, parts(traits, (0, 1)), "Robot Waltz"))
    return played


def nameless() -> Played:
    """Powers outside oneself, and nobody has said what they belong to."""
    return created({"external_doing": True})


def themes() -> Played:
    """A theme for each trait."""
    return created({"theme_scope": "trait", "puns_count": True, "pool_cap": 5})


MOMENTS = (
    lobby, making, quiet, gathering, epic, paid, used_before, rolled, falling, paying, describing,
    choosing, lost, shrugging, over, variants, nameless, themes,
)  # fmt: skip
EVENINGS = (the_whole_session, *WORLD)  # from the first step to the last, and the world
