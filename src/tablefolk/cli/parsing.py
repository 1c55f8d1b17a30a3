"""Arguments that several commands share, and commands that are several in one."""

from __future__ import annotations

import argparse

from tablefolk.cli.commands import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from tablefolk.hosting.store import Place

DATA = "tablefolk.sqlite"
DATABASE = (
    "TABLEFOLK_DATABASE"  # the same as --database, without a password in the list of processes
)
POSTGRES = "a PostgreSQL database instead: postgresql://user@host/name"


def where(parser: argparse.ArgumentParser) -> None:
    """Where the tables are kept: `place` reads it."""
    from pathlib import Path  # a fifth of what odds cost

    either = parser.add_mutually_exclusive_group()
    either.add_argument("--data", type=Path, help=f"the data file (SQLite); otherwise {DATA}")
    either.add_argument("--database", type=database, metavar="URL", help=POSTGRES)


def place(args: argparse.Namespace) -> Place:
    """The data file or the database that was named: `store.opened` and `store.seen` open it."""
    from os import environ
    from pathlib import Path

    if args.database or args.data:
        chosen: Path | str = args.database or args.data
        return chosen
    try:
        return database(environ[DATABASE]) if environ.get(DATABASE) else Path(DATA)
    except argparse.ArgumentTypeError as wrong:
        raise OSError(f"{DATABASE} is no address of one: {wrong}.") from None


def database(text: str) -> str:
    """The address of a database, as somebody typed it."""
    from tablefolk.hosting.store import is_address

    if not is_address(text):
        raise argparse.ArgumentTypeError("a database begins with postgresql://")
    return text


def backups(parser: argparse.ArgumentParser) -> None:
    from pathlib import Path

    words = "the folder for backups; otherwise beside the data file"
    parser.add_argument("--backups", type=Path, metavar="FOLDER", help=words)


def as_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def output(parser: argparse.ArgumentParser) -> None:
    from pathlib import Path

    parser.add_argument("-o", "--output", type=Path, help="the file; otherwise standard output")


def several(words: str, **inner: Command) -> Command:
    """One command of which the next word says what it does: `pack check`; `import_` is `import`."""

    def arguments(parser: argparse.ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="what")
        for name, one in inner.items():
            made = what.add_parser(name.rstrip("_"), help=one.words, description=one.words)
            one.arguments(made)
            made.set_defaults(inner=one.run)

    def run(args: argparse.Namespace) -> int:
        code: int = args.inner(args)
        return code

    return Command(arguments, run, words)
