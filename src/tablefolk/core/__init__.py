"""The pure part: no clock, no randomness, no files, no network."""
