"""The tables' logs: numbered lines of opaque bytes that are never changed."""

from tablefolk.hosting.log.base import Broken, Conflict, Duplicate, Log, NoTable, Row

__all__ = ["Broken", "Conflict", "Duplicate", "Log", "NoTable", "Row"]
