"""The words of the page: what buttons, fields, hints and the story say, from three files."""

from __future__ import annotations

from tablefolk.core.words import phrases

PAGE = "tablefolk.games.mutagen.page"
FILES = ("words.en.toml", "words-play.en.toml", "words-stage.en.toml")  # making, playing, parts

say = phrases(PAGE, *FILES)
