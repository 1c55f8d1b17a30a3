"""What one seat sees of Mutagen, theme by theme; nothing here is secret (MU-146)."""
