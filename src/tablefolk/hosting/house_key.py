"""The host's key: whoever holds it opens tables where the house asks for it (TF-43)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tablefolk.hosting.people import new_token

NAME = "TABLEFOLK_HOST_KEY"
LEAST, LONGEST = 16, 200  # characters


class BadKey(ValueError):
    """No key; its text says why in one sentence."""


def house_key(data: Path | None, environ: Mapping[str, str] = os.environ) -> str:
    """The key as the environment says it, else as it lies beside the data file; made once."""
    if said := environ.get(NAME, "").strip():
        return _fitting(said, NAME)
    if data is None:
        why = f"Tables are opened with a key here: set {NAME} to {LEAST} characters or more."
        raise BadKey(why)
    path = beside(data)
    if not path.exists():
        _write(path, new_token())
    return _fitting(path.read_text("utf-8").strip(), str(path))


def beside(data: Path) -> Path:
    """Where the key of a data file lies."""
    return data.with_name(f"{data.name}.key")


def _fitting(key: str, where: str) -> str:
    fits = LEAST <= len(key) <= LONGEST and all(letter in SAFE for letter in key)
    if not fits:
        raise BadKey(f"{where} holds no key: {LEAST} to {LONGEST} letters, digits, - and _.")
    return key


SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def _write(path: Path, key: str) -> None:
    """For its owner's eyes alone, from the first byte on; who comes second reads the first's."""
    made = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{key}\n")
    try:
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
