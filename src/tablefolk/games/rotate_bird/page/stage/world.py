"""What lies on the table, and whom one may look at: tracks, NPCs, sheets, worksheets (RB-105 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.page.offers import creation, edges, npcs, recovery, variants
from tablefolk.games.rotate_bird.page.offers import tracks as track_offers
from tablefolk.games.rotate_bird.page.offers import worksheet as worksheet_offers
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.view import npcs as npc_view
from tablefolk.games.rotate_bird.page.view import sheets
from tablefolk.games.rotate_bird.page.view import tracks as track_view
from tablefolk.games.rotate_bird.page.view import worksheet as worksheet_view
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, Npc, Track, Worksheet


def parts(bird: Bird, seat: Seat) -> Iterator[Part]:
    yield from (of_worksheet(bird, seat, s) for s in worksheet_offers.in_sight(bird, seat))
    for track in bird.tracks.values():
        if track.strikes or not track.full:
            yield of_track(bird, seat, track)
    for hero in bird.cast.values():
        if hero.complete:
            yield from of_hero(bird, seat, hero)
        elif hero.having:  # the GM may give an edge to somebody in the making
            yield having(bird, seat, hero)
    for npc in bird.npcs.values():
        if seat.gm or npc.known:
            yield of_npc(bird, seat, npc)


# -- The worksheet (RB-161 … RB-181) ---------------------------------------------------------------


def of_worksheet(bird: Bird, seat: Seat, sheet: Worksheet) -> Part:
    """The group's is played until it is done or laid aside; one's own is a tool (RB-175)."""
    own, done = bool(sheet.owner), bool(sheet.incident_text)
    named = say("title.worksheet_own" if own else "title.worksheet")
    now = not own and not worksheet_offers.lies_aside(bird, seat, sheet)
    return Part(
        key=worksheet_offers.about_of(sheet),
        place="now" if now else "tool" if own else "shelf",
        title=question(bird, seat, sheet) if now else named,
        blocks=lambda: (worksheet_view.sheet13(bird, seat, sheet),),
        offers=lambda: worksheet_offers.of_sheet(bird, seat, sheet),
        eyebrow=named if now else "",
        note="" if done else say("part.facts", n=len(sheet.facts)),
        icon="diagram-project",
        group=say("group.story"),
        stays=own,
        opens=own,
    )


def question(bird: Bird, seat: Seat, sheet: Worksheet) -> str:
    """What the worksheet asks of this seat (RB-165 … RB-174)."""
    facts = {"name": bird.name(seat.id), "gm": bird.name(bird.gm)}
    member = seat.id in bird.members
    if sheet.turn:
        symbol, who = worksheet_offers.name_of(bird, sheet.turn.symbol), bird.name(sheet.turn.by)
        key = "ws_place" if sheet.turn.by == seat.id else "ws_places"
        return say(f"ask_now.{key}", symbol=symbol, who=who, **facts)
    if not sheet.factors:
        return say("ask_now.ws_factors" if member else "ask_now.ws_factors_theirs", **facts)
    if sheet.complete:
        return say("ask_now.ws_incident")
    if not sheet.contributed and not seat.gm:
        return say("ask_now.ws_first", **facts)
    left = worksheet_view.waits(bird, sheet)
    if left and (seat.id in sheet.contributed or not member):
        return say("ask_now.ws_next", names=listing(left, "or"))
    return say("ask_now.ws_fact" if member else "ask_now.ws_anybody", **facts)


# -- Tracks (RB-105 … RB-119) ----------------------------------------------------------------------


def of_track(bird: Bird, seat: Seat, track: Track) -> Part:
    """A label; once filled it stands before the GM, and a disaster before all (RB-111, RB-115)."""
    now = track.strikes and (seat.gm or track.kind == "disaster")
    boxes = say("part.boxes", n=track.checked, boxes=track.boxes)
    return Part(
        key=track_offers.about_of(track),
        place="now" if now else "shelf",
        title=struck(bird, seat, track) if now else track.name,
        note="" if now else say("part.reached") if track.strikes else boxes,
        blocks=lambda: (track_view.card(bird, seat, track),),
        offers=lambda: track_offers.of_track(bird, seat, track),
        eyebrow=say(f"eyebrow.{track.kind}") if now else "",
        icon="flag-checkered" if track.kind == "progress" else "burst",
    )


def struck(bird: Bird, seat: Seat, track: Track) -> str:
    key = track.kind if seat.gm else f"{track.kind}_theirs"
    return say(f"ask_now.{key}", name=track.name, gm=bird.name(bird.gm))


# -- People ----------------------------------------------------------------------------------------


def of_hero(bird: Bird, seat: Seat, hero: Character) -> Iterator[Part]:
    about = creation.about_of(hero)
    yield Part(
        key=about,
        place="sheet",
        title=hero.name,
        note=hero.title,
        blocks=lambda: (sheets.sheet(bird, seat, hero, about),),
        offers=lambda: sheet_offers(bird, seat, hero),
        who=hero.player,
    )
    yield having(bird, seat, hero)
    if hero.player == seat.id and variants.entity_asked(bird, hero):
        yield of_entity(hero)


def having(bird: Bird, seat: Seat, hero: Character) -> Part:
    mine = hero.player == seat.id
    return Part(
        key=f"having:{hero.id}",
        place="tool" if mine else "sheet",
        title=say("part.edges" if mine else "part.edges_of", name=hero.name),
        note=str(len(hero.having)) if hero.having else "",
        blocks=lambda: (sheets.having(bird, seat, hero),),
        offers=lambda: edges.of_hero(bird, seat, hero),
        icon="gem",
        group=say("group.people"),
        who=hero.player,
    )


def sheet_offers(bird: Bird, seat: Seat, hero: Character) -> Iterator[Offer]:
    """What can be done with a sheet, complete or in the making."""
    yield from creation.of_hero(bird, seat, hero)
    if hero.player == seat.id:
        yield from recovery.asking(bird, hero)
        yield from variants.of_hero(bird, hero)


def of_entity(hero: Character) -> Part:
    about = f"entity:{hero.id}"
    return Part(
        key=about,
        place="now",
        title=say("ask_now.entity", name=hero.name),
        blocks=lambda: (sheets.entity(hero),),
        offers=lambda: (variants.naming(hero, about, owed=True),),
        icon="ship",
        who=hero.player,
    )


def of_npc(bird: Bird, seat: Seat, npc: Npc) -> Part:
    return Part(
        key=f"npc:{npc.id}",
        place="sheet",
        title=npc.name,
        note=say(f"labels.shape.{npc.shape}"),
        blocks=lambda: (npc_view.sheet(bird, seat, npc),),
        offers=lambda: npcs.of_npc(bird, npc) if seat.gm else (),
        icon="masks-theater",
        stays=seat.gm,
        opens=seat.gm,
    )
