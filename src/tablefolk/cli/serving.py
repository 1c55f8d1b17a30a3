"""`tablefolk serve` and `demo`: tables from this machine, with the addresses to hand out."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.cli.shelves import tell_left_out
from tablefolk.cli.workers import Hired, NoWorkers, Parent, doors, hired, possible
from tablefolk.core.game import Refusal
from tablefolk.games import shelf
from tablefolk.hosting import logs
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.store import Place, opened
from tablefolk.hosting.tables import Host
from tablefolk.web import vendored
from tablefolk.web.address import BadAddress, Known, joined, metrics_door, reach_of, root, site
from tablefolk.web.asker import LOOPBACK, Trusted

if TYPE_CHECKING:
    from tablefolk.web.serve import Server

log = logging.getLogger("tablefolk")

LINGER = 1.0  # seconds for who asks a worker that goes: then its successor has the door alone
AWAY_MS = 60_000  # milliseconds for which somebody may take in nothing that was sent to them
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
    """As the only process, as the parent of several, or as one of these."""
    vendored.need()
    signal.signal(signal.SIGTERM, ended)
    given, house = hired(), setting(args)
    with logs.written(args.log):
        if args.workers is not None and given is None:
            with asyncio.Runner() as runner:
                return runner.run(_lead(args, house, demo_of))
        with asyncio.Runner(loop_factory=fastest_loop) as runner:
            return runner.run(_serve(args, house, demo_of, given))


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


class Setting(NamedTuple):
    """What was asked for, once it is understood: nothing is opened yet."""

    place: Place
    url: str
    root: str
    trusted: Trusted
    metrics: tuple[str, int] | None

    def known(self, door: socket.socket) -> Known:
        return Known(lan_address(door), self.url, self.root)


def setting(args: argparse.Namespace) -> Setting:
    """What was asked for; or what of it cannot be."""
    place = parsing.place(args)
    if args.workers is not None:
        possible(args.workers, place)
    return Setting(
        place,
        site(args.url) if args.url else "",
        root(args.root_path),
        Trusted(*args.trust_proxy) if args.trust_proxy else LOOPBACK,
        metrics_door(args.metrics) if args.metrics else None,
    )


async def _serve(
    args: argparse.Namespace, house: Setting, demo_of: str, given: Hired | None
) -> int:
    door = given.door if given else listening(args.host, args.port)
    known = house.known(door)
    store = await opened(house.place)
    try:
        with nothing_collected():
            host = Host(store, shelf().games)
            if given is None:
                tell_left_out()
                announce(known, own_address(door), await first_page(host, demo_of), args.open)
            made = _server(host, known, house.trusted, given)
        from tablefolk.web.metrics import told  # it comes with the server

        number = given.number if given else 0
        async with told(house.metrics, made.app.place, number) as metrics:
            tell_start(str(house.place), own_address(door), metrics)
            await made.serve(sockets=[door])
    finally:
        await store.close()
        log.info("Tablefolk has stopped", extra={"event": "stopped"})
    return 0


async def _lead(args: argparse.Namespace, house: Setting, demo_of: str) -> int:
    """The parent of several processes: it opens what is opened once, tells it, and serves none."""
    sockets = at_doors(args.host, args.port, lambda: doors(args.host, args.port, args.workers))
    store = await opened(house.place)  # made ready once, and told once what is wrong with it
    try:
        path = await first_page(Host(store, shelf().games), demo_of)
    finally:
        await store.close()
    tell_left_out()
    announce(house.known(sockets[0]), own_address(sockets[0]), path, args.open)
    await Parent([sys.executable, "-P", "-m", "tablefolk.cli", *args.words], sockets).run()
    return 0


async def first_page(host: Host, demo_of: str) -> str:
    """Where whoever has started this begins."""
    return f"/s/{(await host.demo(demo_of)).token}" if demo_of else "/"


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


def _server(host: Host, known: Known, trusted: Trusted, given: Hired | None) -> Server:
    # half of the start-up time: the address is told before
    from tablefolk.web.serve import Way, server

    alone = Way(trusted=trusted)
    way = Way(trusted=trusted, linger=LINGER, ready=given.ready) if given else alone
    return server(host, known=known, way=way)


def listening(host: str, port: int) -> socket.socket:
    """The door, open before its address is told: who knocks early waits a moment."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    at = (host, port)
    return at_doors(host, port, lambda: [socket.create_server(at, family=family, backlog=2048)])[0]


def at_doors(
    host: str, port: int, open_them: Callable[[], list[socket.socket]]
) -> list[socket.socket]:
    """The doors, with a time after which whoever is not there any more is let go."""
    try:
        found = open_them()
        for door in found:
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections have it from their door
                door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, AWAY_MS)
        return found
    except OSError as taken:
        raise OSError(f"cannot listen on {host}:{port}: {taken.strerror}.") from None
    except OverflowError:
        raise OSError(f"cannot listen on port {port}: a port is from 0 to 65535.") from None


def announce(known: Known, netloc: str, path: str, open_browser: bool) -> None:
    """Say where the table is: on this machine, and for whoever else can come."""
    own = f"http://{netloc}{known.root}"
    here, there = f"{own}{path}", known.address("http", netloc)
    print(f"Tablefolk is at {here}", flush=True)
    if there.origin != own:
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
    below = "the path of the site below which it is, such as /table"
    parser.add_argument("--root-path", default="", metavar="PATH", help=below)
    believed = "a proxy whose word about who asks is believed; may be repeated"
    parser.add_argument("--trust-proxy", action="append", metavar="ADDRESS", help=believed)
    several = "how many processes serve (PostgreSQL only); SIGHUP puts new ones for the old"
    parser.add_argument("--workers", type=int, metavar="N", help=several)
    parsing.where(parser)


def _demo_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="", help="which game; otherwise the first")
    _serve_arguments(parser)


serve = Command(_serve_arguments, serve_tables, troubles=(Broken, BadAddress, NoWorkers))
demo = Command(_demo_arguments, serve_demo, troubles=(Broken, BadAddress, NoWorkers))
