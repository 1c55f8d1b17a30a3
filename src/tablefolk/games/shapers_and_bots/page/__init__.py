"""How Shapers and Bots meets people: what they see, are offered to do, and are told.

Making characters, sheets, home-made things and adventures stand beside playing: challenges,
fights, harm, growing. Both halves have modules of their own in every part of this package.
"""
