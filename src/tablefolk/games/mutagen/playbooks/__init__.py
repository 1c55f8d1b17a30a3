"""Playbooks as data: what they are made of, where they lie, how they are checked and written."""
