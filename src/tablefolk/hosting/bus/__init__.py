"""The bus: who is to look again, never what they will see."""

from tablefolk.hosting.bus.base import Bus, Versions, Word

__all__ = ["Bus", "Versions", "Word"]
