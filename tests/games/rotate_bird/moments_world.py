"""Moments of making a world in Rotate Bird, to look at from every seat."""

from __future__ import annotations

from tests.games.rotate_bird.table import Played, created
from tests.games.rotate_bird.test_page_world import begun, being, closed, filled, finished

from tablefolk.games.rotate_bird.rules import npcs, worksheet
from tablefolk.games.rotate_bird.rules.incident import RollIncident, SuggestWording, WriteIncident
from tablefolk.games.rotate_bird.rules.tracks import SetBoxes


def no_worksheet() -> Played:
    played = created()
    track = played.make_track("progress", "The Moon <b>", 9)
    played.make_track("disaster", "The ferry", 3)
    played.do("gm", SetBoxes(track, 9, 9, "a storm"))
    played.make_npc("Gulls", *["bird"] * 6)
    played.do("gm", npcs.MakeNpc("The Night Tax", "boss", "abstract", ("anchor",)))
    played.do("gm", npcs.AddNpcDoing("npc_the-night-tax", "Late Fee", "ellipsis", "bell", True))
    played.do("gm", npcs.AddNpcChallenge("npc_the-night-tax", "in a fight", perilous=True))
    played.open("c1", npc="npc_gulls", opposes=1)
    return played


def no_factors() -> Played:
    played = created()
    played.do("gm", worksheet.StartWorksheet(in_character=True, in_order=True))
    return played


def choosing() -> Played:
    played = begun(created())
    being(played, "gm", 1, "one two three four five six seven eight nine ten eleven")
    played.do("p1", worksheet.RollBeingCircle(), [1, 1, 1])
    played.do("p2", SuggestWording("It is made of “bread”."))
    return played


def connecting() -> Played:
    played = begun(created(), "solo")
    for circle in (1, 3, 5):
        being(played, "gm", circle)
    played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 1])
    played.do("gm", worksheet.PlaceDoing("12", 1, "One side.", alone=True))
    played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 2])
    return played


def linked() -> Played:
    return filled(created())


def inciting() -> Played:
    played = finished(created())
    played.do("gm", RollIncident(alone=True), [2])
    return played


def done() -> Played:
    played = inciting()
    played.do("gm", WriteIncident("The tide forgets to turn.", alone=True))
    return played


def growing() -> Played:
    played = closed(created({"advancement": True}), 3)
    played.award("c1", "bell")
    return played


def both() -> Played:
    """The group's worksheet, and beside it one of the GM's own (RB-175)."""
    played = connecting()
    played.do("gm", worksheet.StartWorksheet())
    played.do("gm", worksheet.RollFactors(), [2, 1])
    played.do("gm", worksheet.RollBeingCircle(), [1, 1, 1])
    played.do("gm", worksheet.PlaceBeing(1, "It is so."))
    return played


WORLD = (both, no_worksheet, no_factors, choosing, connecting, linked, inciting, done, growing)
