"""How Rotate Bird meets people: what they see, and what they are offered to do."""
