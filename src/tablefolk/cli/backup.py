"""`tablefolk backup` and `restore`: the whole data file, kept and put back."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablefolk.cli import parsing
from tablefolk.cli.commands import Command
from tablefolk.core.refusing import Refusal
from tablefolk.core.words import many
from tablefolk.hosting.backups import Backups
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.copying import copied
from tablefolk.hosting.restoring import newer_in, put_back, tables_in


def make(args: argparse.Namespace) -> int:
    """A copy of the data file, whether it is being served or not."""
    need_file(args, "pg_dump --format=custom")
    if not args.data.is_file():
        raise Broken(f"There is no data file {args.data}.")
    if args.output and args.output.exists():
        raise Broken(f"There is a file {args.output} already: name another.")
    made = copied(args.data, args.output) if args.output else _backups(args).make()
    print(f"{made}: {_counted(made)}.")
    return 0


def restore_it(args: argparse.Namespace) -> int:
    """A backup takes the place of the data file; without one named, all there are."""
    need_file(args, "pg_restore --clean")
    if args.backup is None:
        return _list(_backups(args))
    there = tables_in(args.backup)
    if newer := newer_in(args.data, there):
        print(f"{args.data} has what the backup has not:")
        print("\n".join(f"  {line}" for line in newer))
        if not args.yes:
            print("Nothing was done. With --yes the backup takes its place; it is kept aside.")
            return 1
    aside = put_back(args.backup, args.data)
    print(f"{args.data} is the backup now: {_counted(args.data)}.")
    if aside:
        print(f"As it was it is kept in {aside}.")
    return 0


def need_file(args: argparse.Namespace, instead: str) -> None:
    """A database has tools of its own for this, which know it better."""
    if args.database:
        raise Broken(f"For a PostgreSQL database this is what {instead} does.")


def _list(backups: Backups) -> int:
    made = backups.made()
    for path in made:
        print(f"{path}  {path.stat().st_size / 1e6:,.1f} MB")
    if not made:
        raise Refusal("TF-42", "no_backup", f"There are no backups in {backups.folder}.")
    return 0


def _counted(path: Path) -> str:
    tables = tables_in(path).values()
    entries = sum(table.entries for table in tables)
    there = f"{many(len(tables), 'table')}, {many(entries, 'entry', 'entries')}"
    return f"{there}, {path.stat().st_size / 1e6:,.1f} MB"


def _backups(args: argparse.Namespace) -> Backups:
    return Backups(args.data, args.backups)


# -- The commands ----------------------------------------------------------------------------


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, help="the file; otherwise among the backups")
    parsing.backups(parser)
    parsing.where(parser)


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", type=Path, nargs="?", help="the backup; otherwise list them")
    parser.add_argument("--yes", action="store_true", help="even where the file has more")
    parsing.backups(parser)
    parsing.where(parser)


backup = Command(_arguments, make, troubles=(Broken,))
restore = Command(_restore_arguments, restore_it, troubles=(Broken,))
