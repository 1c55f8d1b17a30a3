"""The doors' own bounds: how long the house waits for whoever comes, and how many come in."""

from __future__ import annotations

from msgspec import Struct

MOST_FILES = 1_048_576  # more than any machine needs, where the system says "no limit"
OWN = 64  # files of the house itself: data, templates, lines to a database
QUEUE = 2048  # who knocks while nobody opens; all of them come in at once then


class Doors(Struct, frozen=True):
    """What one process takes in, for a house of any size."""

    head_seconds: float = 10.0  # until the head of a request is there, from its first byte on
    head_bytes: int = 65_536  # of a head
    body_seconds: float = 20.0  # the span in which a body is to come on …
    slowest: int = 1_000  # … by so many bytes a second
    unread_seconds: float = 60.0  # somebody takes nothing of what is sent to them
    connections: int = 10_000  # in all, where the system lets so many files be open
    an_address: int = 300  # connections, or requests under way: a club behind one router
    streams_an_address: int = 200  # open pages: thirty people with a few tabs each
    streams_a_seat: int = 20  # one person, on all their devices


USUAL = Doors()


def open_files() -> int:
    """How many files this process may hold open, once it has asked for all it can have."""
    try:
        import resource
    except ImportError:  # a system that counts otherwise
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    except (ValueError, OSError):  # macOS has a bound of its own
        most = soft
    return most


def queue(files: int) -> int:
    """How many may knock at once: few enough that nobody is turned away for want of a file."""
    return min(files // 4, QUEUE)


def room(doors: Doors, files: int) -> int:
    """How many connections there is room for, beside the house itself and those who knock."""
    return max(1, min(doors.connections, files - OWN - queue(files)))
