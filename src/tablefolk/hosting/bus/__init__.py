"""The bus: who is to look again, never what they will see."""

from tablefolk.hosting.bus.base import Bus, Versions

__all__ = ["Bus", "Versions"]
