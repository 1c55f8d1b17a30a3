"""Whose file it is: one process serves it, by one name."""

import fcntl
import logging
import os
from pathlib import Path

from tablefolk.hosting.log.base import Broken

log = logging.getLogger("tablefolk.store")

SERVING = b"serving"  # what a lock says whose holder did not come to let go of it
LOST = (
    "The server before this one did not end by itself, and %s-wal, in which the newest entries "
    "lay, is gone: the last minutes of play may be missing."
)


def locked(path: Path) -> int:
    """The lock that makes this process the file's only server, whatever path leads to it."""
    name = lock_of(path)
    while True:
        lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise Broken(f"The data file {path} is being served by another process.") from None
        if name.exists() and os.path.samestat(os.fstat(lock), name.stat()):
            return lock
        os.close(lock)  # whoever had it has taken the name away in the meantime


def lock_of(path: Path) -> Path:
    real = path.resolve()
    return real.with_name(f"{real.name}.lock")


def begin(path: Path, lock: int) -> None:
    """From here on the lock tells, should this process not come to let go of it."""
    real = path.resolve()
    if os.pread(lock, 10, 0) == SERVING and not real.with_name(f"{real.name}-wal").exists():
        log.warning(LOST, path)
    os.pwrite(lock, SERVING, 0)


def served(path: Path) -> bool:
    """Whether some process serves the file just now."""
    name = lock_of(path)
    if not name.exists():
        return False
    with name.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def was_killed(path: Path) -> bool:
    """Whether the server before did not come to let go of the file."""
    name = lock_of(path)
    return name.exists() and name.read_bytes() == SERVING


def let_go(path: Path, lock: int) -> None:
    """The file is anybody's again, and no lock lies about."""
    lock_of(path).unlink(missing_ok=True)
    os.close(lock)


def one_name(path: Path) -> None:
    """Refuse a file with hard links: SQLite keeps what is newest beside one of its names only."""
    if path.is_dir():
        raise Broken(f"{path} is a folder, not a data file.")
    if path.stat().st_nlink > 1:
        raise Broken(f"The data file {path} has a second name (a hard link): remove one of them.")
