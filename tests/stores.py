"""Every store there is: a new one joins all contracts by one line here."""

from collections.abc import Callable
from pathlib import Path

from tablefolk.hosting.store import Store, in_file, in_memory

STORES: dict[str, Callable[[Path], Store]] = {
    "memory": lambda folder: in_memory(),
    "sqlite": lambda folder: in_file(folder / "tables.db"),
}
