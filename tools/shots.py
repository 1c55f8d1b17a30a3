"""The screenshots of README and docs, taken from real pages of tables played up for them.

python3 dev.py shots [name …]    all of them, or those whose name begins so

A moment of the stage has the name of the picture it came from; where the folder of those pictures
is given (`--from FOLDER`), the two stand side by side in docs/stage/.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, ViewportSize

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.house import Server, chromium  # noqa: E402

from tablefolk.core.game import Step  # noqa: E402
from tablefolk.core.table.scenes import CloseSession, EndScene  # noqa: E402
from tablefolk.core.table.seats import SetOption  # noqa: E402
from tablefolk.games import mutagen, rotate_bird, shapers_and_bots, wheel_of_fate  # noqa: E402
from tablefolk.games.mutagen.rules import outcomes, proposing  # noqa: E402
from tablefolk.games.rotate_bird.demo import MIMI, SOUP, tickets  # noqa: E402
from tablefolk.games.rotate_bird.rules import creation as rb_creation  # noqa: E402
from tablefolk.games.rotate_bird.rules import fallout, rolling  # noqa: E402
from tablefolk.games.shapers_and_bots.rules import (  # noqa: E402
    adventures,
    building,
    challenges,
    skills,
)
from tablefolk.games.wheel_of_fate.rules import (  # noqa: E402
    contests,
    creation,
    fate,
    pools,
    rolls,
    steps,
    tasks,
)
from tablefolk.hosting.store import in_file  # noqa: E402
from tablefolk.hosting.tables import Host  # noqa: E402

SHOTS = ROOT / "docs" / "shots"
SIDE = ROOT / "docs" / "stage"
MOST_BYTES = 350_000
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOOKS = {
    "wide-light": (WIDE, "light"),
    "wide-dark": (WIDE, "dark"),
    "phone-light": (PHONE, "light"),
    "phone-dark": (PHONE, "dark"),
}


# -- Stories: a game's demo, cut where it is worth a look -------------------------------------


def under_way() -> Iterator[Step]:
    """Up to the open roll: help and an aspect are in, the dice are not thrown."""
    return takewhile(lambda step: not isinstance(step.command, rolls.Throw), wheel_of_fate.demo())


def thrown() -> Iterator[Step]:
    """Up to the result of that roll."""
    return takewhile(lambda step: not isinstance(step.command, fate.Reward), wheel_of_fate.demo())


def before(game: Any, kind: type) -> Callable[[], Iterator[Step]]:
    """A game's demo up to the first act of that kind."""
    return lambda: takewhile(lambda step: not isinstance(step.command, kind), game.demo())


def closed() -> Iterator[Step]:
    """The evening is over."""
    yield from takewhile(
        lambda step: not isinstance(step.command, contests.OpenContest), wheel_of_fate.demo()
    )
    yield Step("mara", EndScene())
    yield Step("mara", CloseSession())


def fighting() -> Iterator[Step]:
    """The whole demo, which ends in the middle of a contest."""
    return iter(wheel_of_fate.demo())


def being_made() -> Iterator[Step]:
    """Three people make characters: one took a ready-made one, one is half done."""
    yield from takewhile(
        lambda step: not isinstance(step.command, creation.TakeReadyMade), wheel_of_fate.demo()
    )
    yield Step("mara", pools.DefinePool("Kung Fu", covers="Blows, leaps, and looking calm."))
    yield Step("wen", creation.TakeReadyMade("pip-marlow"))
    yield Step("tomas", creation.MakeCharacter("Otto"))
    who = "Ondine mends nets by day. By night she listens to what the harbour says about people."
    yield Step("ines", creation.MakeCharacter("Ondine"))
    yield Step("ines", steps.WriteSummary("ondine", "Ondine", who))
    known = "Pip once sold me my own boat."
    yield Step("ines", steps.WriteConnection("ondine", "pip-marlow", known, "I would again."))
    yield Step("ines", steps.WriteConnection("ondine", "otto", "My cousin.", "He owes me tea."))
    yield Step("wen", creation.CommentOn("ondine", "What does it say about me?"))


def on_the_ferry() -> Iterator[Step]:
    """The whole demo: two dice wait to be rolled, and a crown to be argued for."""
    return iter(rotate_bird.demo())


def one_to_pick() -> Iterator[Step]:
    """Two dice on the table, and a choice between a clean failure and a costly success."""
    yield from takewhile(lambda step: step.command != tickets(), rotate_bird.demo())
    yield Step("tomas", rolling.RollPool(SOUP), (2, 5))


def five_pictures() -> Iterator[Step]:
    """Three people make characters: one took a ready-made one, one has rolled and named."""
    seated = takewhile(
        lambda step: not isinstance(step.command, rb_creation.TakeReadyMade), rotate_bird.demo()
    )
    yield from seated
    yield Step("wen", rb_creation.TakeReadyMade(MIMI))
    yield Step("ines", rb_creation.MakeCharacter("Bea Lanternly"))
    rolled = (1, 1, 1, 3, 2, 4, 5, 3, 6, 2, 1, 6, 6, 4, 4)
    yield Step("ines", rb_creation.RollBeing("bea-lanternly"), rolled)
    yield Step(
        "ines",
        rb_creation.RollDoing("bea-lanternly"),
        (6, 2, 2, 1, 6, 4, 3, 4, 3, 6, 2, 2, 5, 6, 2),
    )


def nearly_made() -> Iterator[Step]:
    """The one who rolled has a title, and has yet to name what she does."""
    yield from five_pictures()
    who = "bea-lanternly"
    yield Step("ines", rb_creation.NameCharacter(who, "Bea Lanternly", "the Last Light"))


def aboard() -> Iterator[Step]:
    """The whole demo, which ends with a sword in the air."""
    return iter(shapers_and_bots.demo())


def at_the_lock() -> Iterator[Step]:
    """A hard lock, before the dice fall."""
    return takewhile(
        lambda step: not isinstance(step.command, challenges.RollChallenge), shapers_and_bots.demo()
    )


def ended() -> Iterator[Step]:
    """The lock is open, and with it the adventure is over."""
    yield from takewhile(
        lambda step: not isinstance(step.command, EndScene), shapers_and_bots.demo()
    )
    yield Step("mara", EndScene())
    yield Step("mara", adventures.EndAdventure())


def where_nobody_dies() -> Iterator[Step]:
    """The harbour, at a table where whoever would die is out cold."""
    yield from before(shapers_and_bots, challenges.OpenChallenge)()
    yield Step("mara", SetOption("out_cold", "heroes"))


def a_fox() -> Iterator[Step]:
    """One has a ready-made animal, one is making a fox."""
    yield from takewhile(
        lambda step: not isinstance(step.command, building.TakeReady), shapers_and_bots.demo()
    )
    yield Step("ines", building.TakeReady("tick-tock"))
    yield Step("tomas", building.BeginSheet("fox"))
    yield Step("tomas", building.NameCharacter("fox", "Linnet"))
    yield Step("tomas", building.ChangeFeature("fox", "DEX", 2))
    yield Step("tomas", skills.BuySkill("fox", "climbing", 1))


def before_the_curtain() -> Iterator[Step]:
    """The whole demo: fire waits for its dice, a bow for the GM."""
    return iter(mutagen.demo())


class Rehearsed(Server):
    """A server whose dice fall alike each time, so that the looks of a moment show one throw.

    Two dice fall in two ways by turns: of two sides that throw two dice each, one wins.
    """

    program = (
        "-c",
        "import itertools, random; from tablefolk import cli; from tablefolk.hosting import "
        "randomness; turns = itertools.count()\n"
        "def throw(count, sides):\n"
        "    turn = next(turns) % 2 if count == 2 else 1\n"
        "    dice = random.Random(f'{count}d{sides} {turn}')\n"
        "    return tuple(dice.randint(1, sides) for _ in range(count))\n"
        "randomness.throw = throw; cli.main()",
    )


class Table(NamedTuple):
    """A table that was played up: where it is, and the keys to its seats."""

    id: str
    invite: str
    seats: dict[str, str]


class Story(NamedTuple):
    """What was played at a table, and which game."""

    game: Any
    steps: Callable[[], Iterator[Step]]


def played(data: Path, stories: dict[str, Story]) -> dict[str, Table]:
    """Each story as a table of its own in that file."""
    return asyncio.run(_played(data, stories))


async def _played(data: Path, stories: dict[str, Story]) -> dict[str, Table]:
    store = in_file(data)
    tables = {}
    for name, story in stories.items():
        host = Host(store, [with_demo(story)])
        opened = await host.demo(story.game.key)
        people = ("mara", "ines", "tomas", "wen")
        seats = {who: await host.people.seat_link(opened.table, who) for who in people}
        invite = await host.people.invite_of(opened.table)
        tables[name] = Table(opened.table, invite or "", seats)
    await store.close()
    return tables


def with_demo(story: Story) -> Any:
    """The game, with this story for its demo; a game is whatever answers the seven questions."""
    answers = {name: getattr(story.game, name) for name in story.game.__all__}
    return SimpleNamespace(**(answers | {"demo": lambda: tuple(story.steps())}))


# -- Taking them -------------------------------------------------------------------------------


class Shot(NamedTuple):
    """One screen, in some of the four looks."""

    name: str
    looks: tuple[str, ...]
    path: str = "/"
    table: str = ""
    seat: str = ""
    tab: str = ""
    on: str = ""  # a part that has taken the stage
    drawer: str = ""  # a part in the drawer
    press: str = ""  # a button to press then
    sees: str = "#moment:not([hidden])"  # what comes of it
    late: bool = False  # somebody else has pressed it first, and this page does not know
    act: tuple[str, str, dict[str, object]] | None = None  # what somebody does then: who, what


REWARD = {"to": "bruno-tal", "why": "He carried the door like a tray!"}
BAR_FULL = {"bar": 2, "n": 4}
DOINGS = {"14": "Turn the Wind", "15": "Ask the Lock", "16": "Shout at the Sea"}
NAMED = {"who": "bea-lanternly", "names": DOINGS}
RAISE = {"who": "reynard-quick", "key": "climbing"}
DEATH = {"who": "bel-tremaine", "reason": "The play has found its last line, and she says it."}
FALL = {"who": "reynard-quick", "points": 9, "source": "a falling mast"}
STORIES = {
    "roll": Story(wheel_of_fate, under_way),
    "result": Story(wheel_of_fate, thrown),
    "contest": Story(wheel_of_fate, fighting),
    "creation": Story(wheel_of_fate, being_made),
    "offer": Story(wheel_of_fate, before(wheel_of_fate, fate.AnswerOffer)),
    "quiet": Story(wheel_of_fate, before(wheel_of_fate, tasks.OpenTask)),
    "evening": Story(wheel_of_fate, closed),
    "ferry": Story(rotate_bird, on_the_ferry),
    "pick": Story(rotate_bird, one_to_pick),
    "pay": Story(rotate_bird, before(rotate_bird, fallout.Offset)),
    "pictures": Story(rotate_bird, five_pictures),
    "named": Story(rotate_bird, nearly_made),
    "fight": Story(shapers_and_bots, aboard),
    "grown": Story(shapers_and_bots, ended),
    "lock": Story(shapers_and_bots, at_the_lock),
    "harbour": Story(shapers_and_bots, before(shapers_and_bots, challenges.OpenChallenge)),
    "spared": Story(shapers_and_bots, where_nobody_dies),
    "fox": Story(shapers_and_bots, a_fox),
    "curtain": Story(mutagen, before_the_curtain),
    "wants": Story(mutagen, before(mutagen, proposing.Propose)),
    "price": Story(mutagen, before(mutagen, outcomes.AcceptOutcome)),
}
BOTH = ("wide-light", "phone-light")
# Moments of the stage, by the pictures of its design.
MOMENTS = (
    Shot("a-wheel-offer", BOTH, "", "offer", "tomas"),
    Shot("b-wheel-idle", BOTH, "", "quiet", "ines"),
    Shot("c-wheel-gm-call", BOTH, "", "quiet", "mara", on="call"),
    Shot("d-wheel-exchange", (*BOTH, "wide-dark", "phone-dark"), "", "contest", "ines"),
    Shot("e-bird-fallout", BOTH, "", "pay", "tomas"),
    Shot("f-bird-pick", BOTH, "", "pick", "tomas"),
    Shot("g-bots-defend", (*BOTH, "wide-dark", "phone-dark"), "", "fight", "wen"),
    Shot("h-bots-idle", BOTH, "", "harbour", "tomas"),
    Shot("i1-mutagen-want", BOTH, "", "wants", "ines"),
    Shot("i2-mutagen-consequence", BOTH, "", "price", "tomas"),
    Shot("j-throw", BOTH, "", "lock", "wen", press="Roll"),
    Shot("k-mutagen-sheet", BOTH, "", "wants", "ines", drawer="sheet:odile-vantongeren"),
    Shot("l-refusal", BOTH, "", "curtain", "ines", press="Roll", sees="#notice > *", late=True),
    Shot("m-people", ("phone-light",), "", "offer", "tomas", tab="People"),
    Shot("n-gm-tools", BOTH, "", "contest", "mara", drawer="tools"),
    Shot("o-wheel-watch", BOTH, "", "contest", "wen"),
    Shot("p-making-wheel", BOTH, "", "creation", "ines"),
    Shot("q-making-bots", BOTH, "", "fox", "wen"),
    Shot("r-recap", BOTH, "/recap", "evening", "ines"),
    Shot("s-try-it", BOTH, press="Try it: Rotate Bird", sees="#hints > *"),
)
ALL = (
    Shot("front", ("wide-light", "phone-dark")),
    Shot("new", ("wide-light",), "/new"),
    Shot("join", ("phone-light",), "join", "roll"),
    Shot("creation", ("wide-light", "phone-dark"), "", "creation", "ines"),
    Shot("table", ("wide-light", "wide-dark", "phone-light"), "", "roll", "tomas"),
    Shot("contest", ("wide-light", "phone-light"), "", "contest", "ines"),
    Shot("tools", ("wide-light", "phone-dark"), "", "contest", "mara", drawer="tools"),
    Shot("log", ("wide-light", "phone-light"), "/log", "contest", "ines"),
    Shot("rb-table", ("wide-light", "phone-dark"), "", "ferry", "wen"),
    Shot("rb-test", ("wide-light", "phone-light"), "", "pick", "tomas"),
    Shot("rb-creation", ("wide-dark", "phone-light"), "", "pictures", "ines"),
    Shot("sb-fight", ("wide-light", "phone-light"), "", "fight", "wen"),
    Shot("sb-challenge", ("wide-dark", "phone-dark"), "", "lock", "wen"),
    Shot("sb-creation", ("wide-light", "phone-light"), "", "fox", "tomas"),
    Shot("sb-begin", ("wide-light",), "", "fox", "wen"),
    Shot("mu-move", ("wide-light", "phone-dark"), "", "curtain", "ines"),
    Shot("mu-sheet", ("phone-light",), "", "wants", "wen", drawer="sheet:bel-tremaine"),
    Shot("mu-window", ("wide-dark",), "", "curtain", "mara"),
)

EVERY = tuple(LOOKS)
# Big moments, each on the screen of somebody who sees it come.
BIG = (
    Shot("big-throw", EVERY, "", "roll", "tomas", press="Throw the dice"),
    Shot("big-hands", EVERY, "", "contest", "wen", act=("ines", "GetReady", {"roll": 25})),
    Shot("big-reward", EVERY, "", "result", "tomas", act=("wen", "Reward", REWARD)),
    Shot("big-landing", EVERY, "", "result", "ines", act=("wen", "Reward", REWARD),
         sees=".landing .token"),
    Shot("big-finished", EVERY, "", "fox", "ines", act=("tomas", "FinishSheet", {"who": "fox"})),
    Shot("big-ready", EVERY, "", "named", "wen", act=("ines", "NameDoings", NAMED)),
    Shot("big-filled", EVERY, "", "curtain", "tomas", act=("mara", "TickBar", BAR_FULL)),
    Shot("big-growth", EVERY, "", "grown", "tomas", act=("mara", "GrantRaise", RAISE)),
    Shot("big-cold", EVERY, "", "spared", "tomas", act=("mara", "Injure", FALL)),
    Shot("big-farewell", EVERY, "", "curtain", "tomas", act=("mara", "CallDeath", DEATH)),
)  # fmt: skip


# A tab that is hidden has no stream: what is seen grows old.
LOOKS_AWAY = """() => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


# A big moment stays until its picture is taken, however busy the machine is.
STAYS = """() => {
  const soon = window.setTimeout;
  window.setTimeout = (then, ms, ...given) => soon(then, ms < 2000 ? ms : 600000, ...given);
}"""


def place(shot: Shot, look: str) -> str:
    """The table of a picture; where something is done there, each look has its own."""
    alone = shot.press or shot.act
    return f"{shot.table} {shot.name} {look}" if shot.table and alone else shot.table


def take(
    browser: Browser, address: str, tables: dict[str, Table], shot: Shot, folder: Path
) -> None:
    for look in shot.looks:
        size, scheme = LOOKS[look]
        context = browser.new_context(
            base_url=address,
            viewport=size,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        arrive(page, tables.get(place(shot, look)), shot)
        kind = "jpg" if shot in BIG else "png"
        keep(page, (SIDE if shot in BIG else folder) / f"{shot.name}-{look}.{kind}")
        context.close()


def arrive(page: Page, table: Table | None, shot: Shot) -> None:
    """Sit down, open what is to be seen, and look."""
    if table is None or not shot.seat:
        page.goto(f"/j/{table.invite}" if table else shot.path)
    else:
        page.goto(f"/s/{table.seats[shot.seat]}")
        slots = urlencode({"on": shot.on, "in": shot.drawer}) if shot.on or shot.drawer else ""
        if shot.path or slots:
            page.goto(f"/t/{table.id}{shot.path}{'?' * bool(slots)}{slots}")
    if shot.tab:
        page.get_by_role("link", name=shot.tab, exact=True).click()
    if shot.late and page.context.browser and table:
        page.evaluate(LOOKS_AWAY)
        elsewhere = page.context.browser.new_page(base_url=page.url)
        elsewhere.goto(f"/s/{table.seats[shot.seat]}")
        press(elsewhere, shot)
        elsewhere.close()
    if shot in BIG:
        page.evaluate(STAYS)
    if shot.act and table:
        page.locator("#now > .now").wait_for()
        act(page, table, *shot.act)
    if shot.press:
        press(page, shot)
    if shot.press or shot.act:
        page.locator(shot.sees).first.wait_for()
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("load")


def press(page: Page, shot: Shot) -> None:
    """Press the button, and wait for the answer."""
    where = page.locator("#now") if shot.seat else page.locator("main")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        where.locator("button", has_text=shot.press).first.click()


def act(page: Page, table: Table, who: str, do: str, fields: dict[str, object]) -> None:
    """Somebody else does this, wherever they are."""
    assert page.context.browser is not None
    elsewhere = page.context.browser.new_context(base_url=page.url)
    elsewhere.request.get(f"/s/{table.seats[who]}")
    said = {"do": do, "fields": fields}
    headers = {"accept": "application/json"}
    answer = elsewhere.request.post(f"/t/{table.id}/do", headers=headers, data=said)
    assert answer.ok, answer.text()
    elsewhere.close()


def side_by_side(browser: Browser, drawn: Path, taken: Path) -> None:
    """The picture of a moment as it was designed, and as it came out."""
    for picture in sorted(taken.glob("*.png")):
        name, _, light = picture.stem.rpartition("-")
        ending = "-dark" if light == "dark" else ""
        design = drawn / f"{name}{ending}.png"
        if design.exists():
            _pair(browser, design, picture, SIDE / f"{picture.stem}.jpg")


def _pair(browser: Browser, one: Path, two: Path, file: Path) -> None:
    wide = "wide" in two.name
    width = 760 if wide else 380
    page = browser.new_page(viewport={"width": 2 * width + 36, "height": 400})
    images = "".join(f'<img src="data:image/png;base64,{_text(p)}">' for p in (one, two))
    style = f"body{{margin:12px;display:flex;gap:12px;background:#777}}img{{width:{width}px}}"
    page.set_content(f"<style>{style}</style>{images}")
    page.screenshot(path=file, type="jpeg", quality=70, full_page=True)
    page.close()


def _text(picture: Path) -> str:
    return b64encode(picture.read_bytes()).decode()


def keep(page: Page, file: Path) -> None:
    given: dict[str, Any] = {"type": "jpeg", "quality": 80} if file.suffix == ".jpg" else {}
    page.screenshot(path=file, animations="disabled", caret="hide", **given)
    size = file.stat().st_size
    print(f"{file.name}  {size // 1000} kB")
    if size > MOST_BYTES:
        raise SystemExit(f"{file.name} is larger than {MOST_BYTES // 1000} kB.")


def main(wanted: list[str]) -> None:
    designs = Path(wanted.pop()) if wanted[-2:-1] == ["--from"] else None
    wanted = [name for name in wanted if name != "--from"]
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        data, apart = Path(folder) / "tables.sqlite", Path(folder) / "moments"
        apart.mkdir()
        shots = [s for s in (*ALL, *BIG) if not wanted or s.name.startswith(tuple(wanted))]
        moments = [m for m in MOMENTS if designs and m.name.startswith(tuple(wanted or [""]))]
        stories = {
            place(s, look): STORIES[s.table]
            for s in (*shots, *moments)
            for look in s.looks
            if s.table
        }
        tables = played(data, stories)
        server = Rehearsed(data)
        try:
            with chromium() as browser:
                for shot in shots if not designs else ():
                    take(browser, server.address, tables, shot, SHOTS)
                for moment in moments:
                    take(browser, server.address, tables, moment, apart)
                if designs:
                    SIDE.mkdir(parents=True, exist_ok=True)
                    side_by_side(browser, designs, apart)
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
