"""What somebody who serves has asked for, understood before anything is opened."""

from __future__ import annotations

import argparse
import socket
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from msgspec.structs import replace

from tablefolk.cli import parsing
from tablefolk.cli.announcing import lan_address
from tablefolk.cli.workers import possible
from tablefolk.hosting import logs
from tablefolk.hosting.backups import Backups
from tablefolk.hosting.house_key import house_key
from tablefolk.hosting.limits import Limits, limits_of
from tablefolk.hosting.store import Place, Store, opened
from tablefolk.web.address import Known, metrics_door, reach_of, root, site, split
from tablefolk.web.asker import LOOPBACK, Trusted


class Setting(NamedTuple):
    """How a house is to be served."""

    place: Place
    backups: Backups | None  # of a data file; a database server has its own
    url: str
    root: str
    trusted: Trusted
    metrics: tuple[str, int] | None
    limits: Limits
    key: str  # the host's, where tables are opened with one

    def known(self, door: socket.socket) -> Known:
        """The addresses by which the house is reached."""
        return Known(lan_address(door), self.url, self.root)

    async def opened(self) -> Store:
        """The store, made ready; a copy goes to the backups before an upgrade (TF-42)."""
        return await opened(self.place, self.backups.folder if self.backups else None)

    def backed_up(self) -> AbstractAsyncContextManager[None]:
        """While this holds, backups are made of the data file, unless nobody wants any."""
        return self.backups.kept() if self.backups else nullcontext()

    @property
    def new(self) -> str:
        """The data file that will be made, so that a name mistyped is noticed."""
        fresh = isinstance(self.place, Path) and not self.place.exists()
        return str(Path(self.place).resolve()) if fresh else ""

    @property
    def store(self) -> str:
        """Where everything is kept, as it may stand in a log: without a password."""
        if isinstance(self.place, Path):
            return str(self.place)
        parts = urlsplit(self.place)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"


def setting(args: argparse.Namespace) -> Setting:
    """What was asked for; or what of it cannot be."""
    place = parsing.place(args)
    if args.workers is not None:
        possible(args.workers, place)
    file = place if isinstance(place, Path) else None
    url = site(args.url) if args.url else ""
    limits = chosen_limits(args.limits, args.who_opens, url)
    return Setting(
        place,
        Backups(file, args.backups) if file and not args.no_backups else None,
        url,
        root(args.root_path),
        Trusted(*args.trust_proxy) if args.trust_proxy else LOOPBACK,
        metrics_door(args.metrics) if args.metrics else None,
        limits,
        house_key(file) if "key" in (limits.opening, limits.demos) else "",
    )


def chosen_limits(said: str, who_opens: str, url: str) -> Limits:
    """What this house takes: as it is told, else by who can come (TF-43)."""
    public = url and reach_of(split(urlsplit(url).netloc)[0]) == "everywhere"
    limits = limits_of(said or ("internet" if public else "home"))
    if not who_opens:
        return limits
    demos = "nobody" if limits.demos == "nobody" else who_opens
    changed: Limits = replace(limits, opening=who_opens, demos=demos)
    return changed


def arguments(parser: argparse.ArgumentParser) -> None:
    """Everything that can be said about serving."""
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    parser.add_argument("--url", default="", help="the address that others reach it by")
    parser.add_argument("--open", action="store_true", help="open a browser")
    parsing.where(parser)
    parsing.backups(parser)
    parser.add_argument("--no-backups", action="store_true", help="make none while serving")
    parser.add_argument("--limits", default="", help="home, internet, free, or a TOML file")
    opening = "who opens tables"
    parser.add_argument("--who-opens", choices=("anybody", "key"), default="", help=opening)
    several = "how many processes serve (PostgreSQL only); SIGHUP puts new ones for the old"
    parser.add_argument("--workers", type=int, metavar="N", help=several)
    below = "the path of the site below which it is, such as /table"
    parser.add_argument("--root-path", default="", metavar="PATH", help=below)
    believed = "a proxy whose word about who asks is believed; may be repeated"
    parser.add_argument("--trust-proxy", action="append", metavar="ADDRESS", help=believed)
    where = "give metrics for Prometheus at a door of their own"
    parser.add_argument("--metrics", default="", metavar="[HOST:]PORT", help=where)
    kinds = "how the log is written on standard error"
    parser.add_argument("--log", choices=logs.KINDS, default=logs.KINDS[0], help=kinds)
