"""How much one house takes: every bound there is, for a home and for the open internet (TF-43)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

MOST = 1_000_000_000
MOST_FILE = 20_000_000  # bytes of a file that is read whole


def _bound(meaning: str, least: int = 1, most: int = MOST) -> Meta:
    return Meta(ge=least, le=most, description=meaning)


def _said(meaning: str) -> Meta:
    return Meta(description=meaning)


class Limits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The bounds of one house; what each means stands beside it, and in `docs/limits.md`."""

    # -- Who opens tables ------------------------------------------------------------------
    opening: Annotated[
        Literal["anybody", "key"],
        _said("who opens and imports tables: anybody, or whoever has the host's key"),
    ] = "anybody"
    demos: Annotated[
        Literal["anybody", "key", "nobody"],
        _said("who opens tables to try: anybody, whoever has the host's key, or nobody"),
    ] = "anybody"

    # -- What a table holds ----------------------------------------------------------------
    members: Annotated[int, _bound("people at a table, with onlookers and those at the door")] = 30
    members_ever: Annotated[int, _bound("people at a table, with those who have left it")] = 150
    requests: Annotated[int, _bound("questions on the desk that wait for an answer")] = 50
    polls: Annotated[int, _bound("shows of hands that are open")] = 20
    notes: Annotated[int, _bound("notes of a table, everybody's together")] = 1_000
    things: Annotated[
        int, _bound("things of each kind that a game counts: NPCs, packs, playbooks, tracks …")
    ] = 200
    lines: Annotated[
        int, _bound("lines of any other list that a table keeps: facts, scenes, rulings …")
    ] = 10_000
    entries: Annotated[int, _bound("entries of a table's story")] = 50_000
    table_bytes: Annotated[
        int, _bound("bytes of a table as it stands, without its story and drawings", 10_000)
    ] = 4_000_000

    # -- What one import holds -------------------------------------------------------------
    import_bytes: Annotated[int, _bound("bytes of a table's file", 10_000, MOST_FILE)] = MOST_FILE
    import_entries: Annotated[int, _bound("entries of a table's file")] = 50_000
    import_takebacks: Annotated[int, _bound("takings back in a table's file")] = 5_000
    import_seconds: Annotated[int, _bound("seconds for judging a table's file")] = 60

    # -- How often, for one address --------------------------------------------------------
    tables_a_minute: Annotated[int, _bound("tables opened by one address in a minute")] = 10
    demos_a_minute: Annotated[int, _bound("tables to try, by one address in a minute")] = 10
    imports_a_minute: Annotated[int, _bound("tables imported by one address in a minute")] = 6
    tables_a_day: Annotated[
        int, _bound("tables opened, tried and imported by one address in a day")
    ] = 200
    joins_a_minute: Annotated[int, _bound("seats taken by one address in a minute")] = 30
    guesses_a_minute: Annotated[
        int, _bound("links and keys that lead nowhere, from one address in a minute")
    ] = 30
    uploads_a_minute: Annotated[
        int, _bound("files brought to tables by one address in a minute")
    ] = 60
    pages_a_minute: Annotated[
        int, _bound("requests of every kind from one address in a minute, files of ours left out")
    ] = 3_000
    acts_a_minute: Annotated[int, _bound("acts from one seat in a minute")] = 300


HOME = Limits()
INTERNET = Limits(
    opening="key",
    demos="key",
    import_seconds=20,
    tables_a_minute=5,
    demos_a_minute=5,
    imports_a_minute=3,
    tables_a_day=100,
    uploads_a_minute=30,
    pages_a_minute=1_500,
)
# No limits to speak of: for whoever holds the machine itself, and for tests and measurements.
FREE: Limits = msgspec.structs.replace(
    HOME,
    **{
        name: MOST_FILE if name == "import_bytes" else MOST
        for name in Limits.__struct_fields__
        if isinstance(getattr(HOME, name), int)
    },
)
KNOWN = {"home": HOME, "internet": INTERNET, "free": FREE}


class BadLimits(ValueError):
    """No limits; its text says why in one sentence."""


def limits_of(said: str) -> Limits:
    """The limits that `--limits` names: home, internet, free, or a file of one's own."""
    if said in KNOWN:
        return KNOWN[said]
    try:
        written = tomllib.loads(Path(said).read_text("utf-8"))
    except OSError:
        why = f"--limits is home, internet, free or a TOML file; “{said}” cannot be read."
        raise BadLimits(why) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as bad:
        raise BadLimits(f"{said} is no TOML file: {str(bad).rstrip('.')}.") from None
    return read(written, said)


def read(written: Mapping[str, object], where: str) -> Limits:
    """Limits as a file says them: like one of the known ones, but for what it names."""
    rest = {key: value for key, value in written.items() if key != "like"}
    like = written.get("like", "home")
    if str(like) not in KNOWN:
        raise BadLimits(f"{where}: “like” is home, internet or free, and not {like!r}.")
    for key, value in rest.items():
        if key not in Limits.__struct_fields__:
            raise BadLimits(f"{where}: there is no limit “{key}”.")
        _checked(where, key, value)
    return msgspec.structs.replace(KNOWN[str(like)], **rest)


def _checked(where: str, key: str, value: object) -> None:
    try:
        msgspec.convert({key: value}, Limits)
    except msgspec.ValidationError as bad:
        why = str(bad).partition(" - at")[0]
        raise BadLimits(f"{where}: “{key}” does not fit: {why[:1].lower()}{why[1:]}.") from None


def meanings() -> dict[str, str]:
    """What each limit bounds, in a few words."""
    return {
        name: str(getattr(kind.__metadata__[0], "description", ""))
        for name, kind in get_type_hints(Limits, include_extras=True).items()
    }


__all__ = ["FREE", "HOME", "INTERNET", "KNOWN", "BadLimits", "Limits", "limits_of", "meanings"]
