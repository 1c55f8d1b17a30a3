"""The tables' logs: numbered lines of opaque bytes that are never changed."""

from tablefolk.hosting.log.base import Beside, Broken, Conflict, Duplicate, Log, NoTable, Row

__all__ = ["Beside", "Broken", "Conflict", "Duplicate", "Log", "NoTable", "Row"]
