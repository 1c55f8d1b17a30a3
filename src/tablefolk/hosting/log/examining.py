"""A look at the whole file as it is opened: at once where it is small, else beside the game."""

import logging
from pathlib import Path
from threading import Thread

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.complaints import damaged, telling
from tablefolk.hosting.log.copying import unsound

log = logging.getLogger("tablefolk.store")

PATIENCE = 2.0  # seconds: about a gigabyte where it is in memory, 200 MB from a disk


class Examined:
    """What is known of a file's structure: sound, damaged, or looked at still."""

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self.path, self.damage = path, ""
        self._late = False
        self._thread = Thread(target=self._look, name="tablefolk-examining", daemon=True)
        self._thread.start()
        self._thread.join(patience)
        self._late = self.under_way
        if self._late:
            log.warning("%s is large: it is looked through while it is served.", path)

    @property
    def under_way(self) -> bool:
        """Whether it is not known yet."""
        return self._thread.is_alive()

    def need_sound(self) -> None:
        """Refuse a file that is known to be damaged."""
        if self.damage:
            raise Broken(damaged(self.path, self.damage), "damaged")

    def _look(self) -> None:
        try:
            with telling(self.path):
                self.damage = unsound(self.path)
        except Broken as broken:  # whoever opens it meets the same, and says so
            log.warning("%s could not be looked through: %s", self.path, broken)
        if self._late and self.damage:
            log.error(damaged(self.path, self.damage))
