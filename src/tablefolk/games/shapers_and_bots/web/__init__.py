"""Shapers and Bots on the web: adventures and home-made things as files."""

from tablefolk.games.shapers_and_bots.web import kits

ROUTES = kits.ROUTES
