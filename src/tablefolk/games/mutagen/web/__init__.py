"""Mutagen on the web: playbooks to read, to write and to take along."""

from tablefolk.games.mutagen.web import playbooks

ROUTES = playbooks.ROUTES
LARGE = {"/playbook/files": playbooks.MOST_BYTES, "/playbook/set": playbooks.MOST_BYTES}
