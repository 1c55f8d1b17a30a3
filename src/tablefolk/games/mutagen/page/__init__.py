"""How Mutagen meets people: what they see, are offered to do, and are told.

Playbooks, characters and sheets stand beside play: moves, harm, talk, sessions. Both halves have
modules of their own in every part of this package.
"""
