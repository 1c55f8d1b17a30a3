"""`tablefolk` on the command line: serve a table, ask for odds, roll, keep and check tables.

The first word is read first, and only what that command needs is imported: each module of this
folder holds a few of the house's commands (`commands.py` says which), games bring their own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence

from tablefolk.cli.commands import HOUSE, Brought, Command, NoCommand, brought, fetch
from tablefolk.core.refusing import Refusal

ABOUT = "A table that knows the rules."
HELP = ("-h", "--help", "help")
VERSION = ("-V", "--version")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 is well, 1 a finding, 2 a mistake in what was asked."""
    name, *rest = [*(sys.argv[1:] if argv is None else argv)] or ["--help"]
    if name in VERSION:
        from importlib.metadata import version

        print(f"tablefolk {version('tablefolk')}")
        return 0
    if name in HELP:
        print("\n".join(overview()))
        return 0
    try:
        command = fetch(name)
    except NoCommand as unknown:
        return complain(str(unknown))
    words = argparse.Namespace(words=(name, *rest))  # for whoever starts the same once more
    return run(command, parser(name, command).parse_args(rest, words))


def run(command: Command, args: argparse.Namespace) -> int:
    """What went wrong in what was asked is told in a sentence; a bug is not hidden."""
    troubles: tuple[type[Exception], ...] = (OSError, *command.troubles)
    try:
        code = command.run(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever reads has read enough
        sys.stdout = None
        return 0
    except Refusal as no:
        return complain(f"{no.why} ({no.rule})")
    except troubles as trouble:
        return complain(said(trouble))
    except KeyboardInterrupt:
        return 130


def said(trouble: Exception) -> str:
    """What is wrong, in a sentence; the system's own have a number and the name last."""
    if isinstance(trouble, OSError) and trouble.errno and trouble.filename:
        return f"{trouble.filename}: {trouble.strerror}."
    return str(trouble)


def complain(sentence: str) -> int:
    """Say what is wrong, in one sentence, where errors go."""
    print(f"tablefolk: {sentence}", file=sys.stderr)
    return 2


def parser(name: str, command: Command) -> argparse.ArgumentParser:
    """The arguments of one command, with their words."""
    made = argparse.ArgumentParser(prog=f"tablefolk {name}", description=command.words)
    command.arguments(made)
    return made


# -- Help ------------------------------------------------------------------------------------


def overview() -> Iterator[str]:
    """All commands there are; nothing of them is loaded for that."""
    games = brought().commands
    width = max(map(len, [*HOUSE, *games]))
    yield from ("usage: tablefolk command …", "", ABOUT, "")
    yield from (f"  {name:<{width}}  {house.words}" for name, house in HOUSE.items())
    if games:
        yield from ("", "Commands of games:")
        yield from _of_games(games.values(), width)
    yield from ("", "tablefolk command --help tells what goes with it, --version which this is.")


def _of_games(commands: Iterable[Brought], width: int) -> Iterator[str]:
    for one in sorted(commands, key=lambda one: (one.of, one.name)):
        yield f"  {one.name:<{width}}  of {one.of}"


if __name__ == "__main__":
    sys.exit(main())
