"""The story for a chat: symbols as their emoji alone, from which each can be read again (RB-10)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tablefolk.games.rotate_bird.page import chat
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.hosting.live import Live, Told


def in_chat_form(live: Live, told: Sequence[Told]) -> list[Told]:
    """The same story, its symbols in chat form; unchanged in a game that has none."""
    play = getattr(live.table, "play", None)
    if not isinstance(play, Bird):
        return list(told)
    tongue = chat.at_table(play)
    return [
        replace(one, lines=tuple(replace(line, text=tongue.chat(line.text)) for line in one.lines))
        for one in told
    ]
