"""Nothing secret leaves the house: the same bytes with the secret and without it (TF-28, TF-29).

The other laws of secrets look at what is shown before it is drawn; this one at all that goes out
over HTTP: pages, parts, forms, streams, the log, the story taken home, answers and refusals.
"""

from __future__ import annotations

import asyncio
import re
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from tablefolk.core.game import Command, Game
from tablefolk.core.table.state import Member
from tablefolk.hosting import randomness
from tablefolk.hosting.live import Live
from tablefolk.testing.house import House, Person, Stream
from tablefolk.testing.laws.secrets import TEXTS, planted, with_secret
from tablefolk.testing.playing import Evening
from tablefolk.testing.secret import TABLE, Secret
from tablefolk.testing.subject import Subject

PATHS = ("", "/log", "/log?q=a", "/log?to=3", "/notes", "/seat", "/story/md", "/story/html",
         "/story/json", "/export", "/form?offer=x", "/open?on=x", "/open?in=tools",
         "/recap",
         "/recap/1.md", "/recap/1.json")  # fmt: skip
FOLD = re.compile(r'href="\?(on|in|form)=([^"]+)"')
FOLDS = 24  # parts and forms opened, of each seat
# What all may see; the secrets are told in between.
OPEN: tuple[tuple[str, dict[str, object]], ...] = (
    ("Say", {"text": "Who is there?"}),
    ("RollFree", {"dice": "1d6", "why": "luck"}),
    ("WriteNote", {"title": "Plan"}),
    ("AskHands", {"question": "Shall we?"}),
    ("Say", {"text": "Yes."}),
)
Plan = list[tuple[int, Secret, str, Command]]  # before which open act, what, from which seat, how


class Web:
    """An evening over HTTP: who is there, and every byte that some of them receive."""

    def __init__(self, game: Game, folder: Path, patch: pytest.MonkeyPatch) -> None:
        numbers = count()
        patch.setattr("os.urandom", lambda n: next(numbers).to_bytes(n, "big"))
        patch.setattr(randomness, "throw", lambda n, sides: (1,) * n)
        self.game, self.house = game, House(folder, [game])
        self.house.host.clock = lambda: 1_700_000_000.0
        self.house.app.place.presence.clock = lambda: 0.0
        self.table, self.people = "", dict[str, Person]()
        self.streams: dict[str, Stream] = {}
        self.got: dict[str, list[str]] = {}

    async def begin(self) -> None:
        """The demo; everybody opens their page, and an onlooker joins."""
        gm = self.house.person()
        await gm.sit(await gm.post(f"/try/{self.game.key}", {}))
        self.table = gm.table
        await gm.get(f"/t/{gm.table}?seat={(await self.live()).table.gm}")
        await gm.do("SetOption", key="whispers", value=True)  # refused where it is so already
        invite = await self.house.host.people.invite_of(self.table)
        await self.house.host.join(invite or "", "Olga", onlooker=True)
        for member in (await self.live()).table.present:
            await self.opens(member)
        await self.listen()

    async def live(self) -> Live:
        live = await self.house.host.live(self.table)
        assert live
        return live

    async def opens(self, member: Member) -> None:
        key = await self.house.host.people.seat_link(self.table, member.id)
        person = self.people[member.id] = self.house.person()
        await person.sit(await person.get(f"/s/{key}"))
        await person.bare_page()  # from now on they are here, and everybody sees it (TF-31)
        if member.id in await self.watchers():
            self.streams[member.id] = await person.opened()
            await self.streams[member.id].__aenter__()
            self.got[member.id] = []

    async def watchers(self) -> list[str]:
        """All but the GM and one player, in whom secrets are confided."""
        table = (await self.live()).table
        return [m.id for m in table.present if m.id not in (table.gm, table.players[0].id)]

    async def does(self, who: str, name: str, fields: dict[str, object], id: str) -> None:
        answer = await self.people[who].do(name, id=id, **fields)
        assert answer.status_code == 200, answer.text
        if who in self.got:
            self.got[who].append(answer.text)
        await self.listen()

    async def listen(self) -> list[str]:
        """The messages that have come to those who watch, but for pings."""
        for _ in range(60):
            await asyncio.sleep(0)
        came = list[str]()
        for who, stream in self.streams.items():
            while not stream.sent.empty():
                text = stream.sent.get_nowait().get("body", b"").decode()
                if text and not text.startswith("event: ping"):
                    self.got[who].append(text)
                    came.append(f"{who}: {text}")
        return came

    async def looks(self) -> None:
        """Whoever watches, and a stranger, ask for everything there is."""
        self.people["stranger"], self.got["stranger"] = self.house.person(), []
        for who, got in self.got.items():
            asked, person = list(PATHS), self.people[who]
            for path in asked:
                text = (await person.get(f"/t/{self.table}{path}")).text
                got.append(f"{path}\n{text}")
                if path in ("", "/open?in=tools"):
                    found = (f"/{FIELD[k]}={v}" for k, v in FOLD.findall(text)[:FOLDS])
                    asked += [one for one in found if one not in asked]

    async def close(self) -> None:
        for stream in self.streams.values():
            await stream.__aexit__()
        await self.house.close()


FIELD = {"on": "open?on", "in": "open?in", "form": "form?offer"}


async def evening(web: Web, subject: Subject, plan: Plan, which: int) -> Plan:
    """Open acts, with what is planned in between; without a plan, whatever can be."""
    await web.begin()
    planning, plan = not plan, list(plan)
    for step, (name, fields) in enumerate(OPEN):
        if planning:
            plan += [(step, *one) for one in await new_secrets(web, subject, plan)]
        for place, (when, secret, who, command) in enumerate(plan):
            if when == step and (which or not secret.unnoticed):
                await tells(web, secret, who, with_secret(secret, command, which), f"s{place}")
        players = (await web.live()).table.players
        others = players[1:3] or players
        await web.does(others[step % len(others)].id, name, fields, f"open-{step}")
    await web.looks()
    return plan


async def new_secrets(web: Web, subject: Subject, plan: Plan) -> list[tuple[Secret, str, Command]]:
    """What could be told now behind the backs of those who watch, and is not planned yet."""
    live = await web.live()
    now = Evening.of(live.game, live.table, live.entries)
    watchers, found = {*await web.watchers()}, dict[tuple[str, str], tuple[Secret, str, Command]]()
    for secret, seat, command in planted(now, (*TABLE, *subject.secrets)):
        knowing = {seat.id, *secret.readers(now.table, seat, command)}
        if not watchers & knowing:
            found.setdefault((str(secret), seat.id), (secret, seat.id, command))
    planned = {(str(secret), who) for _, secret, who, _ in plan}
    return [one for kind, one in found.items() if kind not in planned]


async def tells(web: Web, secret: Secret, who: str, command: Command, id: str) -> None:
    """A secret is told; where it should be unnoticed, no stream says a word."""
    await web.listen()
    said: dict[str, object] = msgspec.to_builtins(command)
    answer = await web.people[who].do(type(command).__name__, id=id, **said)
    assert answer.status_code == 200, f"{secret}: {answer.text}"
    came = await web.listen()
    assert not (secret.unnoticed and came), f"{secret} is noticed by {came[0]}"


async def twice(subject: Subject, folder: Path) -> tuple[Plan, list[dict[str, list[str]]]]:
    """The same evening with other secrets: what was told in it, and what each watcher got."""
    plan: Plan = []
    got: list[dict[str, list[str]]] = []
    for which in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            (folder / str(which)).mkdir()
            web = Web(subject.game, folder / str(which), patch)
            plan = await evening(web, subject, plan, which)
            await web.close()
        got.append(web.got)
    return plan, got


def test_whoever_may_not_know_receives_the_same_bytes__TF_29(subject: Subject) -> None:
    with TemporaryDirectory() as folder:
        plan, got = asyncio.run(twice(subject, Path(folder)))
    unnoticed = {str(s) for s in (*TABLE, *subject.secrets) if s.unnoticed}
    never = unnoticed - {str(secret) for _, secret, _, _ in plan}
    assert not never, f"A secret never came up: {', '.join(sorted(never))}."
    for who, plain in got[0].items():
        assert len(plain) == len(got[1][who]), f"{who} receives more for a secret."
        for one, other in zip(plain, got[1][who], strict=True):
            assert TEXTS[1] not in other, f"{who} reads a secret."
            assert one == other, f"{who} notices a secret."
