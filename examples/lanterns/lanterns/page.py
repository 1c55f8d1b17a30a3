"""How the moor meets people: what a seat sees, may do, and is told."""

from collections.abc import Iterator

from lanterns.rules import BRIGHT, MOST, PATH, Loom, Moor, TakeStep, odds
from tablefolk.core.game import Block, Choice, Offer, Page, Seat
from tablefolk.core.odds import percent
from tablefolk.core.teller import Teller
from tablefolk.core.verbs import Verbs
from tablefolk.core.words import phrases

say = phrases("lanterns")
verbs = Verbs(say)
tell = Teller[Moor](say, {"who": lambda moor, who: moor.company.people[who]}).tell


class Fog(Block, frozen=True, kw_only=True):
    """All there is to see; drawn by web/templates/Fog.html."""

    title: str
    path: int
    taken: int
    bright: int
    lanterns: tuple[tuple[str, int], ...]  # whose, and how much oil is in it


def view(moor: Moor, seat: Seat) -> Page:
    now = "home" if moor.home else "looms" if moor.looms else "quiet"
    lanterns = tuple((moor.company.people[m], moor.oil(m)) for m in moor.company.seats)
    title, way = say(f"title.{now}", what=moor.looms), {"path": PATH, "taken": moor.taken}
    return Page((Fog("fog", title=title, bright=moor.bright, lanterns=lanterns, **way),))


def offers(moor: Moor, seat: Seat) -> Iterator[Offer]:
    if seat.gm:
        faces = verbs.pick("Loom.bright", [Choice(n, say(f"bright.{n}")) for n in BRIGHT])
        calls = not (moor.looms or moor.home)
        yield verbs.do(Loom, "fog", verbs.text("Loom.what", most=80), faces, owed=calls)
        return
    for oil in range(1, MOST + 1):
        found = odds(moor, seat, TakeStep(oil))
        facts = {"n": oil, "chance": percent(found["lit"]) if found else ""}
        burns = found is not None and oil <= moor.oil(seat.id)
        yield verbs.do(TakeStep, "fog", owed=burns, facts=facts, oil=oil)
