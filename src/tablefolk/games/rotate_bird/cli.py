"""`tablefolk pack`: packs of symbols, checked and written out in every form (RB-182, RB-190)."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.game import Refusal
from tablefolk.games.rotate_bird.rules.packs import Pack, default_pack, read_pack
from tablefolk.games.rotate_bird.web.symbols import archive, loading, sheet
from tablefolk.hosting.drawings import Drawing

Drawings = dict[str, Drawing]


def check(args: argparse.Namespace) -> int:
    """Every fault of a pack with its line; 1 if there is one."""
    found = loading.load(read(args.file), ()).faults
    if args.json:
        print(json.dumps([{"line": f.line, "why": f.why} for f in found], ensure_ascii=False))
    else:
        for fault in found:
            print(f"line {fault.line}: {fault.why}")
        many = "One fault." if len(found) == 1 else f"{len(found)} faults."
        print(many if found else "It is a pack.")
    return 1 if found else 0


def export(args: argparse.Namespace) -> int:
    """A pack as TOML, Markdown, HTML or an archive of pictures, by how the output is called."""
    pack, drawings = taken(args.file) if args.file else (default_pack(), {})
    kind = args.output.suffix if args.output else ".toml"
    forms = {
        ".toml": lambda: loading.file(pack, drawings).encode(),
        ".md": lambda: sheet.markdown(pack).encode(),
        ".html": lambda: sheet.html(pack, drawings).encode(),
        ".zip": lambda: archive.archive(pack, drawings),
    }
    if kind not in forms:
        raise Refusal("RB-190", "unknown", "Call the file .toml, .md, .html or .zip.")
    body = forms[kind]()
    if args.output:
        args.output.write_bytes(body)
    else:
        sys.stdout.buffer.write(body)
    return 0


def taken(path: Path) -> tuple[Pack, Drawings]:
    loaded = loading.load(read(path), ())
    if loaded.faults:
        first = loaded.faults[0]
        raise Refusal("RB-182", "bad_pack", f"{path}, line {first.line}: {first.why}")
    return read_pack(loaded.lines), {one.key: one for one in loaded.drawings}


def read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise Refusal("RB-182", "bad_pack", f"{path} is no text in UTF-8.") from None


# -- The command -----------------------------------------------------------------------------


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a pack in TOML")
    parsing.as_json(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", help="a pack; otherwise the game's own")
    parsing.output(parser)


pack = parsing.several(
    "packs of symbols for Rotate Bird",
    check=Command(_check_arguments, check, "every fault of a pack, with its line"),
    export=Command(_export_arguments, export, "a pack as .toml, .md, .html or .zip"),
)
