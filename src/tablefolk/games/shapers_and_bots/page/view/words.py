"""Words explained, and where the game comes from (SB-185, SB-186)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block
from tablefolk.games.shapers_and_bots.page.blocks.world import AboutGame, Glossary
from tablefolk.games.shapers_and_bots.rules import about


def glossary() -> Iterator[Block]:
    meanings = {word.term: word.meaning for word in about.glossary()}
    yield Glossary("glossary", "self", words=meanings)


def about_game() -> Iterator[Block]:
    yield AboutGame("about", "self", inspirations=about.INSPIRATIONS)
