"""The words of the game: acts in the stanzas beside their chapters, all else in `words.en.toml`."""

from __future__ import annotations

from tablefolk.core.words import phrases

say = phrases("tablefolk.games.mutagen")
