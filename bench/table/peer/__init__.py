"""The peer: boardgame.io's server from its npm package, installed into a folder of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from wire import Server

VERSION = "0.50.2"
HERE = Path(__file__).parent


class Peer(NamedTuple):
    """What was measured of it; times in milliseconds."""

    version: str
    cpu: float
    p50: float
    p99: float
    done: float


def measured(rate: float, seconds: float, matches: int) -> Peer | None:
    """The same acts beside; nothing where the package is not to be had."""
    with tempfile.TemporaryDirectory() as folder:
        if not _installed(Path(folder)):
            return None
        server = Server("node", "server.cjs", cwd=Path(folder))
        try:
            return _played(server, Path(folder), rate, seconds, matches)
        finally:
            server.stop()


def _installed(folder: Path) -> bool:
    for name in ("server.cjs", "load.cjs"):
        shutil.copy(HERE / name, folder)
    options = "--no-audit --no-fund --ignore-scripts --silent --prefix ."
    command = ["npm", "install", *options.split(), f"boardgame.io@{VERSION}"]
    try:
        return subprocess.run(command, cwd=folder, check=False, timeout=180).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _played(server: Server, folder: Path, rate: float, seconds: float, matches: int) -> Peer:
    numbers = map(str, (server.port, rate, seconds, matches))
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    load = subprocess.Popen(["node", "load.cjs", *numbers], cwd=folder, **pipes)
    assert load.stdin
    assert load.stdout
    try:
        json.loads(load.stdout.readline())
        before = server.cpu()
        print("go", file=load.stdin, flush=True)
        alone = json.loads(load.stdout.readline())["alone"]
        cpu = (server.cpu() - before) / alone * 1000
        print("go", file=load.stdin, flush=True)
        return Peer(VERSION, cpu, **json.loads(load.stdout.readline()))
    finally:
        load.kill()
        load.wait()
