"""All the words of the game: acts in the stanzas beside their chapters, the page's own here."""

from __future__ import annotations

from tablefolk.core.words import phrases

say = phrases("tablefolk.games.mutagen")
