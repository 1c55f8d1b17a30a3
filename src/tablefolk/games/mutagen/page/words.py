"""The words of the page: what buttons, fields, hints and the story say, from three files."""

from __future__ import annotations

from tablefolk.core.words import Phrases, phrases

PAGE = "tablefolk.games.mutagen.page"
FILES = ("words.en.toml", "words-play.en.toml", "words-stage.en.toml")  # making, playing, parts

say = Phrases({key: text for name in FILES for key, text in phrases(PAGE, name).sentences.items()})
