"""`tablefolk serve` and `demo`: tables from this machine, by one process or several."""

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
from typing import TYPE_CHECKING

from tablefolk.cli.announcing import announce, announce_key, own_address
from tablefolk.cli.commands import Command
from tablefolk.cli.setting import Setting, arguments, setting
from tablefolk.cli.shelves import tell_left_out
from tablefolk.cli.workers import Hired, NoWorkers, Parent, doors, hired
from tablefolk.core.game import Refusal
from tablefolk.games import shelf
from tablefolk.hosting import logs
from tablefolk.hosting.house_key import BadKey
from tablefolk.hosting.limits import BadLimits
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.tables import Host
from tablefolk.web import vendored
from tablefolk.web.address import BadAddress

if TYPE_CHECKING:
    from tablefolk.web.serve import Server

log = logging.getLogger("tablefolk")

LINGER = 1.0  # seconds for who asks a worker that goes: then its successor has the door alone
AWAY_MS = 60_000  # milliseconds for which somebody may take in nothing that was sent to them


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
    given, house = hired(), setting(args)
    with logs.written(args.log), in_good_order():
        if args.workers is not None and given is None:
            with asyncio.Runner() as runner:
                return runner.run(_lead(args, house, demo_of))
        with asyncio.Runner(loop_factory=fastest_loop) as runner:
            return runner.run(_serve(args, house, demo_of, given))


@contextmanager
def in_good_order() -> Iterator[None]:
    """Whoever ends this process lets it finish; a parent of several hears SIGHUP itself."""
    asked = {signal.SIGTERM: ended}
    if hasattr(signal, "SIGHUP"):  # not on Windows
        asked[signal.SIGHUP] = hung_up
    before = {one: signal.signal(one, then) for one, then in asked.items()}
    try:
        yield
    finally:
        for one, then in before.items():
            signal.signal(one, then)


def ended(*_: object) -> None:
    """Asked to end, the server has let everybody go by now: the rest ends in good order."""
    raise SystemExit(0)


def hung_up(*_: object) -> None:
    """One process has nobody to hand over to: it ends as if it had been asked to."""
    signal.raise_signal(signal.SIGTERM)


def fastest_loop() -> asyncio.AbstractEventLoop:
    """uvloop, where there is one for this system."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


# -- One process, and the parent of several ----------------------------------------------------


async def _serve(
    args: argparse.Namespace, house: Setting, demo_of: str, given: Hired | None
) -> int:
    door = given.door if given else listening(args.host, args.port)
    new, store = house.new, await house.opened()
    try:
        with nothing_collected():
            host = Host(store, shelf().games, limits=house.limits)
            if given is None:
                await _tell(args, house, door, host, demo_of, new)
            made = _server(host, house, door, given)
        from tablefolk.web.metrics import told  # it comes with the server

        number = given.number if given else 0
        async with told(house.metrics, made.app.place, number) as metrics, house.backed_up():
            tell_start(house, own_address(door), metrics)
            await made.serve(sockets=[door])
    finally:
        await store.close()
        log.info("Tablefolk has stopped", extra={"event": "stopped"})
    return 0


async def _lead(args: argparse.Namespace, house: Setting, demo_of: str) -> int:
    """The parent of several processes: it opens what is opened once, tells it, and serves none."""
    sockets = at_doors(args.host, args.port, lambda: doors(args.host, args.port, args.workers))
    store = await house.opened()  # made ready once, and told once what is wrong with it
    try:
        await _tell(args, house, sockets[0], Host(store, shelf().games), demo_of)
    finally:
        await store.close()
    await Parent([sys.executable, "-P", "-m", "tablefolk.cli", *args.words], sockets).run()
    return 0


async def _tell(
    args: argparse.Namespace,
    house: Setting,
    door: socket.socket,
    host: Host,
    demo_of: str,
    new: str = "",
) -> None:
    """What whoever has started this needs to know, told once."""
    known, own = house.known(door), own_address(door)
    tell_left_out()
    path = f"/s/{(await host.demo(demo_of)).token}" if demo_of else "/"
    announce(known, own, path, args.open)
    announce_key(known, own, house.key)
    if new:
        print(f"There was no data file: a new one is {new}", flush=True)


def tell_start(house: Setting, address: str, metrics: str) -> None:
    """What is served where, for whoever reads the log."""
    facts = {
        "version": version("tablefolk"),
        "store": house.store,
        "at": address,
        "opening": house.limits.opening,
        "metrics": metrics or "none",
    }
    said = "Tablefolk %s serves %s at %s; tables are opened by: %s; metrics: %s"
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


def _server(host: Host, house: Setting, door: socket.socket, given: Hired | None) -> Server:
    # half of the start-up time: the address is told before
    from tablefolk.web.serve import Way, server

    alone = Way(trusted=house.trusted)
    way = Way(trusted=house.trusted, linger=LINGER, ready=given.ready) if given else alone
    return server(host, known=house.known(door), way=way, key=house.key)


# -- Doors ---------------------------------------------------------------------------------------


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


# -- The commands ----------------------------------------------------------------------------


def _demo_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="", help="which game; otherwise the first")
    arguments(parser)


TROUBLES = (Broken, BadAddress, BadLimits, BadKey, NoWorkers)
serve = Command(arguments, serve_tables, troubles=TROUBLES)
demo = Command(_demo_arguments, serve_demo, troubles=TROUBLES)
