"""Handouts and clocks on the Director's desk, beneath what matters more (SB-7, SB-175)."""

from __future__ import annotations

from tablefolk.games.shapers_and_bots.page.view.adventures import tools as blocks

__all__ = ["blocks"]
