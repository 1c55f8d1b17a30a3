"""A real PostgreSQL for tests: a server for each process of pytest, a database for each test."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from tests import patience

HERE = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda bin: int(bin.parent.name))
# A line ends the server as if it had died; when nobody is left to write one, nothing is left of it.
WATCHED = """
"$0" -D "$1/data" & server=$!
read -r _ && kept=yes
kill -QUIT $server; wait $server
[ "$kept" ] || rm -rf "$1"
"""
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
shared_buffers = 32MB
max_connections = 60
max_wal_size = 256MB
"""
HASTY = "fsync = off\nfull_page_writes = off\n"  # tests end processes, and cut no power
DATABASES = 4  # at once; then the one used longest ago is emptied for the next
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
OTHERS = f"{END} AND pid <> pg_backend_pid() AND datname = current_database()"


@cache
def server() -> Server:
    """The server of this process: started when it is first needed, gone when the process is."""
    return Server()


def programs() -> Path:
    """Where initdb and postgres are."""
    known = shutil.which("initdb")
    found = [Path(known).parent] if known else HERE[-1:]
    assert found, "there is no PostgreSQL here: leave out the tests marked `postgres`"
    return found[0]


class Server:
    """PostgreSQL in a temporary folder, behind a socket in it."""

    def __init__(self, disk: str = HASTY) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tablefolk-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)  # if it was stopped last
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:  # it refuses to run as root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        options = "-U tests -A trust -E UTF8 --no-locale --no-sync".split()
        initdb = [programs() / "initdb", "-D", self.folder / "data", *options]
        subprocess.run(initdb, check=True, capture_output=True, cwd="/", **self._user)
        with (self.folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS.format(folder=self.folder) + disk)
        self._given: OrderedDict[Path, str] = OrderedDict()
        self.start()

    # -- Coming and going ----------------------------------------------------------------------

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", WATCHED, programs() / "postgres", self.folder],
                stdin=subprocess.PIPE, stdout=log, stderr=log, cwd="/", start_new_session=True,
                **self._user,
            )  # fmt: skip
        until = time.monotonic() + patience.SECONDS
        while not self._answers():
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.02)

    def stop(self) -> None:
        """End it at once, as if it had died."""
        assert self._process.stdin
        self._process.stdin.write(b"\n")
        self._process.stdin.close()
        self._process.wait(patience.SECONDS)

    def kill(self) -> None:
        """End all its processes as a power cut would."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.stop()

    def pids(self) -> list[int]:
        """Its processes, the first of them first."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, others)]

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    # -- Databases -----------------------------------------------------------------------------

    def url(self, name: str) -> str:
        return f"postgresql://tests@/{name}?host={self.folder}"

    def database(self, of: Path) -> str:
        """The address of a database that belongs to this folder; empty at first."""
        if of not in self._given:
            self._given[of] = self._emptied() if len(self._given) >= DATABASES else self._made()
        self._given.move_to_end(of)
        return self.url(self._given[of])

    def _made(self) -> str:
        name = f"tables_{len(self._given)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return name

    def _emptied(self) -> str:
        _, name = self._given.popitem(last=False)
        self.run(name, OTHERS)
        self.run(name, "DROP SCHEMA IF EXISTS tablefolk CASCADE")
        return name

    def run(self, name: str, statement: str) -> None:
        with psycopg.connect(self.url(name), autocommit=True) as con:
            con.execute(statement)  # type: ignore[arg-type]
