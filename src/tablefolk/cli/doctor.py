"""`tablefolk doctor`: a house looked over, with what to do about whatever is wrong."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator

import msgspec

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.table.at import GameAtTable
from tablefolk.games import shelf
from tablefolk.hosting import looking_over, reached
from tablefolk.hosting.backups import Backups
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.looking_over import Finding, How, worst
from tablefolk.hosting.store import seen
from tablefolk.web.address import BadAddress, site

SIGNS: dict[How, tuple[str, str]] = {  # a sign, and the colour of it in a terminal
    "well": ("✓", "32"),
    "note": ("·", "33"),
    "wrong": ("✗", "31;1"),
}


def look_over(args: argparse.Namespace) -> int:
    """Everything that can be found out; 1 where something is wrong."""
    found = []
    for finding in findings(args):
        found.append(finding)
        if not args.json:
            print(shown(finding, sys.stdout.isatty()), flush=True)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(summed_up(found))
    return worst(found)


def findings(args: argparse.Namespace) -> Iterator[Finding]:
    games = {game.key: GameAtTable(game) for game in shelf().games}
    url = site(args.url) if args.url else ""
    if args.database:
        yield from asyncio.run(_in_database(args.database, games))
    else:
        yield from looking_over.file(args.data, Backups(args.data, args.backups), games)
    for game in shelf().left_out:
        yield looking_over.wrong(str(game), "Mend, update or remove its package.")
    if url:
        yield from reached.house(url)


async def _in_database(place: str, games: dict[str, GameAtTable]) -> list[Finding]:
    """A database looks after its own disk and structure: its tables are looked at."""
    store = await seen(place)
    try:
        return [finding async for finding in looking_over.store(store, games)]
    finally:
        await store.close()


def shown(finding: Finding, colourful: bool) -> str:
    """A sign, the sentence, and beneath it what to do."""
    sign, colour = SIGNS[finding.how]
    if colourful:
        sign = f"\x1b[{colour}m{sign}\x1b[0m"
    to_do = f"\n    → {finding.to_do}" if finding.to_do else ""
    return f"{sign} {finding.what}{to_do}"


def summed_up(found: list[Finding]) -> str:
    wrong = sum(one.how == "wrong" for one in found)
    if wrong:
        return f"\n{wrong} {'thing is' if wrong == 1 else 'things are'} wrong."
    return "\nAll is well."


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", default="", help="ask the house at this address, too")
    parsing.where(parser)
    parsing.backups(parser)
    parsing.as_json(parser)


doctor = Command(_arguments, look_over, troubles=(Broken, BadAddress))
