"""Rotate Bird on the web: packs of symbols, drawings, and icons to choose from."""

from tablefolk.games.rotate_bird.web import drawing, icons, packs

ROUTES = [*packs.ROUTES, *icons.ROUTES, *drawing.ROUTES]
LARGE = {"/pack": packs.MOST_BYTES}
