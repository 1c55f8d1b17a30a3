"""`tablefolk serve` and `demo`: tables from this machine, with the addresses to hand out."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec.structs import replace

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.cli.shelves import tell_left_out
from tablefolk.core.game import Refusal
from tablefolk.games import shelf
from tablefolk.hosting import logs
from tablefolk.hosting.backups import Backups
from tablefolk.hosting.house_key import BadKey, house_key
from tablefolk.hosting.limits import BadLimits, Limits, limits_of
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host
from tablefolk.web import vendored
from tablefolk.web.address import BadAddress, Known, joined, metrics_door, reach_of, site, split

if TYPE_CHECKING:
    from tablefolk.web.serve import Server

log = logging.getLogger("tablefolk")

# A door open to all, and an address reserved for documentation that lies the same way.
EVERY = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}


def serve_tables(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    return run(args, "")


def serve_demo(args: argparse.Namespace) -> int:
    """Serve, with a demo table opened."""
    return run(args, args.game or first_game())


def first_game() -> str:
    """The game that stands first on the shelf."""
    for game in shelf().games:
        return game.key
    tell_left_out()
    raise Refusal("TF-1", "no_game", "There is no game here that can be played.")


def run(args: argparse.Namespace, demo_of: str) -> int:
    vendored.need()
    signal.signal(signal.SIGTERM, ended)
    with logs.written(args.log), asyncio.Runner(loop_factory=fastest_loop) as runner:
        return runner.run(_serve(args, demo_of))


def ended(*_: object) -> None:
    """Asked to end, the server has let everybody go by now: the rest ends in good order."""
    raise SystemExit(0)


def fastest_loop() -> asyncio.AbstractEventLoop:
    """uvloop, where there is one for this system."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _serve(args: argparse.Namespace, demo_of: str) -> int:
    url = site(args.url) if args.url else ""
    watched = metrics_door(args.metrics) if args.metrics else None
    limits = chosen_limits(args.limits, args.who_opens, url)
    key = house_key(args.data) if "key" in (limits.opening, limits.demos) else ""
    door = listening(args.host, args.port)
    known = Known(lan_address(door), url)
    new, store = not args.data.exists(), in_file(args.data, args.backups)
    backups = Backups(args.data, args.backups)
    try:
        with nothing_collected():
            host = Host(store, shelf().games, limits=limits)
            tell_left_out()
            path = f"/s/{(await host.demo(demo_of)).token}" if demo_of else "/"
            announce(known, own_address(door), path, args.open)
            if new:  # so that a name mistyped is noticed
                print(f"There was no data file: a new one is {args.data.resolve()}", flush=True)
            announce_key(known, own_address(door), key)
            made = _server(host, known, key)
        from tablefolk.web.metrics import told  # it comes with the server

        saved = nullcontext() if args.no_backups else backups.kept()
        async with told(watched, made.app.place) as metrics, saved:
            tell_start(str(args.data), own_address(door), metrics)
            await made.serve(sockets=[door])
    finally:
        await store.close()
        log.info("Tablefolk has stopped", extra={"event": "stopped"})
    return 0


def tell_start(store: str, address: str, metrics: str) -> None:
    """What is served where, for whoever reads the log."""
    own = version("tablefolk")
    facts = {"version": own, "store": store, "at": address, "metrics": metrics or "none"}
    said = "Tablefolk %s serves %s at %s; metrics: %s"
    log.info(said, *facts.values(), extra={"event": "started", **facts})


@contextmanager
def nothing_collected() -> Iterator[None]:
    """While starting, what is made stays: looking for garbage was a sixth of it.

    Of 160,000 things 5,000 are garbage; they are let be, for finding them takes 90 ms.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def chosen_limits(said: str, who_opens: str, url: str) -> Limits:
    """What this house takes: as it is told, else by who can come (TF-43)."""
    public = url and reach_of(split(urlsplit(url).netloc)[0]) == "everywhere"
    limits = limits_of(said or ("internet" if public else "home"))
    if not who_opens:
        return limits
    demos = "nobody" if limits.demos == "nobody" else who_opens
    changed: Limits = replace(limits, opening=who_opens, demos=demos)
    return changed


def announce_key(known: Known, netloc: str, key: str) -> None:
    """Say by which link somebody gets the key; whoever has it opens tables."""
    if key:
        print(
            f"Tables are opened with the key: {known.address('http', netloc).origin}/key/{key}",
            flush=True,
        )


def _server(host: Host, known: Known, key: str) -> Server:
    from tablefolk.web.serve import server  # half of the start-up time: the address is told before

    return server(host, known=known, key=key)


def listening(host: str, port: int) -> socket.socket:
    """The door, open before its address is told: who knocks early waits a moment."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as taken:
        raise OSError(f"cannot listen on {host}:{port}: {taken.strerror}.") from None
    except OverflowError:
        raise OSError(f"cannot listen on port {port}: a port is from 0 to 65535.") from None


def announce(known: Known, netloc: str, path: str, open_browser: bool) -> None:
    """Say where the table is: on this machine, and for whoever else can come."""
    here, there = f"http://{netloc}{path}", known.address("http", netloc)
    print(f"Tablefolk is at {here}", flush=True)
    if there.origin != f"http://{netloc}":
        where = "In your network" if there.reach == "network" else "For everybody"
        print(f"{where}: {there.origin}{path}", flush=True)
        import segno

        segno.make(f"{there.origin}{path}", error="l").terminal(compact=True, border=1)
    if open_browser:
        import webbrowser

        webbrowser.open(here)


def own_address(door: socket.socket) -> str:
    """Where somebody at this machine finds the door."""
    host, port = door.getsockname()[:2]
    return joined("localhost" if reach_of(host) == "here" else host, port)


def lan_address(door: socket.socket) -> str:
    """This machine's own address in its network, if the door is open to all; nothing is sent."""
    if door.getsockname()[0] not in EVERY:
        return ""
    with socket.socket(door.family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((EVERY[door.getsockname()[0]], 9))  # UDP connects silently
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if reach_of(address) == "here" else address


# -- The commands ----------------------------------------------------------------------------


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    parser.add_argument("--url", default="", help="the address that others reach it by")
    parser.add_argument("--open", action="store_true", help="open a browser")
    where = "give metrics for Prometheus at a door of their own"
    parser.add_argument("--metrics", default="", metavar="[HOST:]PORT", help=where)
    kinds = "how the log is written on standard error"
    parser.add_argument("--log", choices=logs.KINDS, default=logs.KINDS[0], help=kinds)
    parser.add_argument("--limits", default="", help="home, internet, free, or a TOML file")
    parser.add_argument(
        "--who-opens", choices=("anybody", "key"), default="", help="who opens tables"
    )
    parsing.data(parser)
    parsing.backups(parser)
    parser.add_argument("--no-backups", action="store_true", help="make none while serving")


def _demo_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="", help="which game; otherwise the first")
    _serve_arguments(parser)


TROUBLES = (Broken, BadAddress, BadLimits, BadKey)
serve = Command(_serve_arguments, serve_tables, troubles=TROUBLES)
demo = Command(_demo_arguments, serve_demo, troubles=TROUBLES)
