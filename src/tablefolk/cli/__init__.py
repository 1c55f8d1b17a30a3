"""`tablefolk` on the command line: serve a table, ask for odds, roll, keep and check tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tablefolk.cli import asking, forecast, keeping, packs, playbook, serving
from tablefolk.core.game import Refusal
from tablefolk.hosting.log.base import Broken
from tablefolk.web.address import BadAddress

DATA = Path("tablefolk.sqlite")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 is well, 1 a finding, 2 a mistake in what was asked."""
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except Refusal as no:
        return complain(f"{no.why} ({no.rule})")
    except (Broken, OSError, BadAddress) as trouble:
        return complain(str(trouble))
    except KeyboardInterrupt:
        return 130
    return code


def complain(sentence: str) -> int:
    """Say what is wrong, in one sentence, where errors go."""
    print(f"tablefolk: {sentence}", file=sys.stderr)
    return 2


def parser() -> argparse.ArgumentParser:
    """All commands with their words."""
    top = argparse.ArgumentParser(prog="tablefolk", description="A table that knows the rules.")
    commands = top.add_subparsers(dest="command", required=True, metavar="command")
    _serving(commands)
    _asking(commands)
    _forecast(commands)
    _keeping(commands)
    _packs(commands)
    _playbooks(commands)
    return top


Commands = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _serving(commands: Commands) -> None:  # type: ignore[valid-type]
    serve = _add(commands, "serve", serving.serve, "serve tables from this machine")
    demo = _add(commands, "demo", serving.demo, "serve a demo table with a scene under way")
    demo.add_argument("game", nargs="?", default="wheel-of-fate", help="which game")
    for command in (serve, demo):
        command.add_argument("--host", default="0.0.0.0", help="address to listen on")
        command.add_argument("--port", type=int, default=8000, help="port to listen on")
        command.add_argument("--url", default="", help="the address that others reach it by")
        command.add_argument("--open", action="store_true", help="open a browser")
        _data(command)


def _asking(commands: Commands) -> None:  # type: ignore[valid-type]
    odds = _add(commands, "odds", asking.odds, "the exact odds of a roll such as 3d6++")
    odds.add_argument("pool", help="dice as Wheel of Fate writes them: 3d6++, 3d6+1d6-")
    odds.add_argument("--against", type=int, metavar="N", help="a difficulty")
    odds.add_argument("--versus", metavar="POOL", help="another roll")
    roll = _add(commands, "roll", asking.roll, "throw dice: 3d6++, or any NdS")
    roll.add_argument("pool", help="3d6++, 4d, 2d20")
    roll.add_argument("--against", type=int, metavar="N", help="a difficulty")
    games = _add(commands, "games", asking.games, "the games this table knows")
    for command in (odds, roll, games):
        _json(command)


def _forecast(commands: Commands) -> None:  # type: ignore[valid-type]
    words = "who would win a fight of Shapers and Bots, and how hurt they would be"
    made = _add(commands, "forecast", forecast.forecast, words)
    made.add_argument("sides", nargs=2, metavar="side", help=forecast.SIDE)
    for name, (start, choices, help_) in forecast.CHOICES.items():
        made.add_argument(f"--{name}", choices=choices, default=start, help=help_)
    for name, (number, help_) in forecast.NUMBERS.items():
        made.add_argument(f"--{name}", type=int, default=number, metavar="N", help=help_)
    made.add_argument(
        "--estimate", action="store_true", help="throw dice even if it could be exact"
    )
    _json(made)


def _keeping(commands: Commands) -> None:  # type: ignore[valid-type]
    tables = _add(commands, "tables", keeping.tables, "the tables in a data file")
    export = _add(commands, "export", keeping.export, "write a table to one file")
    export.add_argument("table", help="the table's id, or its name where only one has it")
    export.add_argument("-o", "--output", type=Path, help="the file; otherwise standard output")
    take = _add(commands, "import", keeping.import_, "take over an exported table")
    take.add_argument("file", type=Path, help="a file written by export")
    check = _add(commands, "check", keeping.check, "audit a data file: judge every entry again")
    for command in (tables, export, take, check):
        _data(command)
    for command in (tables, take, check):
        _json(command)


def _packs(commands: Commands) -> None:  # type: ignore[valid-type]
    words = "packs of symbols for Rotate Bird"
    pack = commands.add_parser("pack", help=words, description=words)  # type: ignore[attr-defined]
    inner = pack.add_subparsers(dest="what", required=True, metavar="what")
    check = _add(inner, "check", packs.check, "every fault of a pack, with its line")
    check.add_argument("file", type=Path, help="a pack in TOML")
    _json(check)
    export = _add(inner, "export", packs.export, "a pack as .toml, .md, .html or .zip")
    export.add_argument("file", type=Path, nargs="?", help="a pack; otherwise the game's own")
    export.add_argument("-o", "--output", type=Path, help="the file; otherwise standard output")


def _playbooks(commands: Commands) -> None:  # type: ignore[valid-type]
    words = "playbooks for Mutagen, as data or in Mutagen Markup"
    made = commands.add_parser("playbook", help=words, description=words)  # type: ignore[attr-defined]
    inner = made.add_subparsers(dest="what", required=True, metavar="what")
    check = _add(inner, "check", playbook.check, "every fault of a playbook, with its line")
    take = _add(inner, "import", playbook.import_, "Mutagen Markup as data, with a report")
    take.add_argument("--name", default="", help="what the playbook is called")
    take.add_argument("--set", action="store_true", help="the file defines several playbooks")
    for command in (check, take):
        command.add_argument(
            "file", type=Path, help="a playbook: .txt (markup), .toml, .json, .mutagen.json"
        )
        command.add_argument("--role", choices=("pc", "gm", "meta"), help="whose playbook it is")
        _json(command)
    export = _add(
        inner, "export", playbook.export, "a playbook as .txt, .toml, .json or .mutagen.json"
    )
    export.add_argument("playbook", help="meta, common, sorcerer, or a file")
    for command in (take, export):
        command.add_argument("-o", "--output", type=Path, help="file; otherwise standard output")


def _add(commands: Commands, name: str, run: object, words: str) -> argparse.ArgumentParser:  # type: ignore[valid-type]
    made: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)  # type: ignore[attr-defined]
    made.set_defaults(run=run)
    return made


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, default=DATA, help="the data file (SQLite)")


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="answer as JSON")


if __name__ == "__main__":
    sys.exit(main())
