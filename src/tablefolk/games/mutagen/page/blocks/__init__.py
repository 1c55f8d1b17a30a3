"""What a page of Mutagen is made of: plain values, drawn by a template of their name."""
