"""Who is called what: an author's words found again among the items of several playbooks (MU-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablefolk.games.mutagen.playbooks.library import exact, near
from tablefolk.games.mutagen.playbooks.model import Kind, Playbook


class Named(NamedTuple):
    """An item or a section (kind “section”) by its name."""

    kind: Kind | str
    id: str
    name: str


class Names:
    """Names of the playbook at hand first, then Common, Meta and the others."""

    def __init__(self, own: Iterable[Named], known: Sequence[Playbook]) -> None:
        self.own = tuple(own)
        self.every = (*self.own, *(named for one in sorted(known, key=_order) for named in of(one)))
        self._exact: dict[tuple[str, str], str] = {}
        self._near: dict[tuple[str, str], str] = {}
        for named in self.every:
            self._exact.setdefault((named.kind, exact(named.name)), named.id)
            self._near.setdefault((named.kind, near(named.name)), named.id)

    def find(self, name: str, *kinds: str) -> str:
        """The id of what is nearly called that, of one of these kinds; or nothing."""
        for index, wanted in ((self._exact, exact(name)), (self._near, near(name))):
            for kind in kinds:
                if wanted and (kind, wanted) in index:
                    return index[kind, wanted]
        return ""

    def resource(self, words: Sequence[str]) -> tuple[str, int]:
        """The resource these words begin with, and how many of the words are its name."""
        for size in range(min(4, len(words)), 0, -1):
            if id := self.find(" ".join(words[:size]), "resource"):
                return id, size
        return "", 0


def of(playbook: Playbook) -> Iterable[Named]:
    """The names in a playbook."""
    for section in playbook.sections:
        yield Named("section", section.id, section.label)
        for item in section.items:
            yield Named(item.kind, item.id, item.name)


def _order(playbook: Playbook) -> int:
    return 0 if playbook.every_pc else 1 if playbook.role == "meta" else 2
