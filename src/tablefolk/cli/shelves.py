"""`tablefolk games`: what is on the shelf, and what could not be put there."""

from __future__ import annotations

import argparse
import sys

from tablefolk.cli.commands import Command, brought
from tablefolk.cli.parsing import as_json
from tablefolk.games import shelf


def list_games(args: argparse.Namespace) -> int:
    """The games, with what one needs to know to choose."""
    listed = [
        {"key": g.key, "title": g.about.title, "players": g.about.players, "dice": g.about.dice,
         "author": g.about.author, "pitch": g.about.pitch}
        for g in shelf().games
    ]  # fmt: skip
    tell_left_out()
    for sentence in brought().left_out:
        print(sentence, file=sys.stderr)
    if args.json:
        import json

        print(json.dumps(listed, ensure_ascii=False))
        return 0
    for game in listed:
        print(f"{game['title']} ({game['key']}), by {game['author']}")
        print(f"  {game['pitch']}\n  {game['players']}; {game['dice']}")
    return 0


def tell_left_out() -> None:
    """Name each game that is installed and cannot be played, where errors go."""
    for game in shelf().left_out:
        print(game, file=sys.stderr, flush=True)


games = Command(as_json, list_games)
