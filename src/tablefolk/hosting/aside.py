"""Tables that cannot be read are set aside: one line in the log, and all others play on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.hosting.faults import noted
from tablefolk.hosting.log.base import Broken, Conflict, NoTable

SET_ASIDE = "set_aside"


class Aside:
    """The tables that are set aside until the next start, and the number of each one's fault."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}

    @contextmanager
    def unless_read(self, table: str) -> Iterator[None]:
        """Whatever hinders a table from being read sets it aside, and nothing else."""
        if table in self.tables:
            raise self._refusal(table)
        try:
            yield
        except (Refusal, NoTable, Conflict, OSError, MemoryError):  # of the moment
            raise
        except Broken as broken:
            if broken.kind != "damaged":
                raise
            raise self._set(table) from broken
        except Exception as error:
            raise self._set(table) from error

    def _set(self, table: str) -> Refusal:
        self.tables[table] = noted(f"table {table} cannot be read and is set aside")
        return self._refusal(table)

    def _refusal(self, table: str) -> Refusal:
        number = self.tables[table]
        why = said(
            "This table cannot be read and is set aside (fault {number}): ask "
            "whoever runs this house. All other tables play on.",
            number=number,
        )
        return Refusal("TF-40", SET_ASIDE, why, firm=True)
