"""What one seat sees of Shapers and Bots, theme by theme: an allow-list."""
