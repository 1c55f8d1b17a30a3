"""Serving tables from this machine, with the addresses to hand out."""

from __future__ import annotations

import argparse
import asyncio
import socket
import webbrowser

import segno

from tablefolk.games import GAMES
from tablefolk.hosting.bus.memory import MemoryBus
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.people import SqlitePeople
from tablefolk.hosting.tables import Host


def serve(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    return run(args, "")


def demo(args: argparse.Namespace) -> int:
    """Serve, with a demo table opened."""
    return run(args, args.game)


def run(args: argparse.Namespace, demo_of: str) -> int:
    with asyncio.Runner(loop_factory=fastest_loop) as runner:
        return runner.run(_serve(args, demo_of))


def fastest_loop() -> asyncio.AbstractEventLoop:
    """uvloop, where there is one for this system."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _serve(args: argparse.Namespace, demo_of: str) -> int:
    from tablefolk.web.serve import server  # half of the start-up time, of use to this one only

    door = listening(args.host, args.port)
    log = SqliteLog.serve(args.data)
    host = Host(log, MemoryBus(), SqlitePeople(log.file), GAMES)
    try:
        path = f"/s/{(await host.demo(demo_of)).token}" if demo_of else "/"
        lan = lan_address() if args.host in ("0.0.0.0", "::") else ""
        announce(lan, door.getsockname()[1], path, args.open)
        await server(host, lan=lan).serve(sockets=[door])
    finally:
        await log.close()
    return 0


def listening(host: str, port: int) -> socket.socket:
    """The door, open before its address is told: who knocks early waits a moment."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as taken:
        raise OSError(f"cannot listen on {host}:{port}: {taken.strerror}.") from None


def announce(lan: str, port: int, path: str, open_browser: bool) -> None:
    """Say where the table is: on this machine, and for others in the same network."""
    here = f"http://localhost:{port}{path}"
    print(f"Tablefolk is at {here}", flush=True)
    if lan:
        there = f"http://{lan}:{port}{path}"
        print(f"In your network: {there}", flush=True)
        segno.make(there, error="l").terminal(compact=True, border=1)
    if open_browser:
        webbrowser.open(here)


def lan_address() -> str:
    """This machine's own address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; UDP connects silently
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
