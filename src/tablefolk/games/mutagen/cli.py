"""`tablefolk playbook`: playbooks checked, imported, exported (MU-156, MU-159, MU-160)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.game import Refusal
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.files import read_data, write_data
from tablefolk.games.mutagen.playbooks.library import OURS, our_playbook
from tablefolk.games.mutagen.playbooks.markup import (
    Counts,
    Definition,
    Imported,
    counted,
    is_electronic,
    main_text,
    read_definitions,
    read_electronic,
    read_markup,
    write_electronic,
    write_markup,
)
from tablefolk.games.mutagen.playbooks.markup.electronic import ENDING
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.playbooks.sets import META, Look, included

DATA = (".toml", ".json")
MOST_BYTES = 1_000_000


# -- Commands ----------------------------------------------------------------------------------


def check(args: argparse.Namespace) -> int:
    """Every fault of a playbook with its line; 1 if one of them is an error."""
    found = taken(args.file, args.role)
    if args.json:
        print(json.dumps(told(found), ensure_ascii=False))
    else:
        say(found.faults, sys.stdout)
        print("It is a playbook." if found.playbook else "It is no playbook yet.")
    return 0 if found.playbook else 1


def import_(args: argparse.Namespace) -> int:
    """A playbook in Mutagen Markup as data; what was found is told, suggestions are counted."""
    if args.set:
        return import_set(args)
    found = taken(args.file, args.role, args.name)
    if args.json:
        print(json.dumps(told(found), ensure_ascii=False))
    else:
        say(found.faults, sys.stderr)
        if found.playbook:
            print(summary(found.counts), file=sys.stderr)
    if not found.playbook:
        return 1
    if args.output or not args.json:
        put(write_data(found.playbook), args.output)
    return 0


def import_set(args: argparse.Namespace) -> int:
    """Every playbook that a definition file lists, each as a data file in the folder given."""
    definitions, faults = read_definitions(read(args.file))
    say(faults, sys.stderr)
    wanted = [one for one in definitions if not one.print_only]
    if not wanted:
        raise Refusal("MU-156", "bad_playbook", f"{args.file} defines no playbook.")
    folder = args.output or Path()
    folder.mkdir(parents=True, exist_ok=True)
    return max(import_one(one, args.file.parent, folder) for one in wanted)


def import_one(definition: Definition, source: Path, folder: Path) -> int:
    """One playbook of a set."""
    names = (*definition.texts, *META)
    texts = included("\n".join(f"#!include {name}" for name in names), beside(source))
    found = read_markup(
        main_text(definition, texts),
        definition.id,
        texts=texts,
        role=definition.role,
        title=definition.name,
    )
    say(found.faults, sys.stderr)
    print(f"{definition.id}: {summary(found.counts) if found.playbook else 'not imported'}")
    if found.playbook:
        about = (definition.game, definition.author, definition.homepage)
        credit = ", ".join(part for part in about if part)
        whole = msgspec.structs.replace(found.playbook, credit=credit)
        put(write_data(whole), folder / f"{definition.id}.toml")
    return 0 if found.playbook else 1


def export(args: argparse.Namespace) -> int:
    """A playbook as Mutagen Markup, TOML or JSON, by how the output is called."""
    playbook = chosen(args.playbook)
    if args.output and args.output.name.endswith(ENDING):
        return export_electronic(playbook, args.output)
    kind = args.output.suffix if args.output else ".txt"
    if kind not in (".txt", *DATA):
        raise Refusal("MU-159", "bad_playbook", "Call the file .txt, .toml or .json.")
    if kind == ".txt":
        body = write_markup(playbook)
    elif kind == ".toml":
        body = write_data(playbook)
    else:
        body = msgspec.json.format(msgspec.json.encode(playbook)).decode() + "\n"
    put(body, args.output)
    return 0


def export_electronic(playbook: Playbook, output: Path) -> int:
    """For the author's tracker; what such a file cannot hold is mentioned."""
    body = write_electronic(playbook)
    put(body, output)
    back = read_electronic(body, playbook.id, role=playbook.role).playbook
    if back is None or back.sections != playbook.sections:
        why = "Such a file holds what is printed; what happens by itself stays behind."
        print(why, file=sys.stderr)
    return 0


# -- Reading -----------------------------------------------------------------------------------


def taken(path: Path, role: str | None = None, name: str = "") -> Imported:
    """A playbook from a file of either sort, with every fault."""
    text = read(path)
    if path.name.endswith(ENDING) or (path.suffix == ".json" and is_electronic(text)):
        stem = path.name.removesuffix(ENDING).removesuffix(".json")
        return read_electronic(text, stem, role=role, title=name)  # type: ignore[arg-type]
    if path.suffix in DATA:
        loaded = read_data(text)
        counts = counted(loaded.playbook) if loaded.playbook else Counts()
        return Imported(loaded.playbook, loaded.faults, counts)
    texts = included(text, beside(path.parent))
    return read_markup(text, path.stem, texts=texts, role=role, title=name)  # type: ignore[arg-type]


def chosen(name: str) -> Playbook:
    """One of the game's own playbooks by its id, or one in a file without errors."""
    if name in OURS:
        return our_playbook(name)
    found = taken(Path(name))
    if found.playbook is None:
        first = errors(found.faults)[0]
        raise Refusal("MU-156", "bad_playbook", f"{name}: {first}")
    return found.playbook


def beside(folder: Path) -> Look:
    """Finds the texts that a file includes, by their paths from its folder."""

    def look(name: str) -> str | None:
        file = folder / f"{name}.txt"
        return read(file) if file.is_file() else None

    return look


def read(path: Path) -> str:
    """A file's text, without the byte-order mark that some editors put first."""
    with path.open("rb") as file:
        body = file.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise Refusal("MU-156", "bad_playbook", f"{path} is far too long for a playbook.")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("MU-156", "bad_playbook", f"{path} is no text in UTF-8.") from None


# -- Telling -----------------------------------------------------------------------------------


def say(faults: Sequence[Fault], stream: object) -> None:
    """Faults, one a line."""
    for fault in faults:
        print(fault, file=stream)  # type: ignore[call-overload]


def told(found: Imported) -> dict[str, object]:
    """What was found, for machines."""
    return {
        "ok": found.playbook is not None,
        "id": found.playbook.id if found.playbook else "",
        "errors": [_fault(one) for one in errors(found.faults)],
        "warnings": [_fault(one) for one in found.faults if one.warning],
        "counts": msgspec.to_builtins(found.counts),
    }


def _fault(fault: Fault) -> dict[str, object]:
    return {"file": fault.file, "line": fault.line, "place": fault.place, "why": fault.why}


def summary(counts: Counts) -> str:
    """What was found, for people."""
    kinds = ", ".join(f"{n} {kind}" for kind, n in counts.kinds.items())
    waiting = f"{counts.suggested} suggestions to confirm, {counts.costs} of them costs"
    return f"{counts.sections} sections, {counts.items} items ({kinds}); {waiting}."


def put(body: str, output: Path | None) -> None:
    """Write to a file, or to standard output."""
    if output:
        output.write_text(body, "utf-8")
    else:
        sys.stdout.write(body)


# -- The command -------------------------------------------------------------------------------


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    words = "a playbook: .txt (markup), .toml, .json, .mutagen.json"
    parser.add_argument("file", type=Path, help=words)
    parser.add_argument("--role", choices=("pc", "gm", "meta"), help="whose playbook it is")
    parsing.as_json(parser)


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default="", help="what the playbook is called")
    parser.add_argument("--set", action="store_true", help="the file defines several playbooks")
    _check_arguments(parser)
    parsing.output(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("playbook", help="meta, common, sorcerer, or a file")
    parsing.output(parser)


playbook = parsing.several(
    "playbooks for Mutagen, as data or in Mutagen Markup",
    check=Command(_check_arguments, check, "every fault of a playbook, with its line"),
    import_=Command(_import_arguments, import_, "Mutagen Markup as data, with a report"),
    export=Command(_export_arguments, export, "a playbook as .txt, .toml, .json or .mutagen.json"),
)
