"""Mutagen Markup, the author's plain text for playbooks: read, written, and told in spans."""

from tablefolk.games.mutagen.playbooks.markup.definitions import (
    Definition,
    main_text,
    read_definitions,
)
from tablefolk.games.mutagen.playbooks.markup.electronic import (
    is_electronic,
    read_electronic,
    undressed,
    write_electronic,
)
from tablefolk.games.mutagen.playbooks.markup.inline import Span, spans
from tablefolk.games.mutagen.playbooks.markup.printing import head, printed
from tablefolk.games.mutagen.playbooks.markup.reading import Counts, Imported, counted, read_markup
from tablefolk.games.mutagen.playbooks.markup.writing import write_markup

__all__ = [
    "Counts",
    "Definition",
    "Imported",
    "Span",
    "counted",
    "head",
    "is_electronic",
    "main_text",
    "printed",
    "read_definitions",
    "read_electronic",
    "read_markup",
    "spans",
    "undressed",
    "write_electronic",
    "write_markup",
]
