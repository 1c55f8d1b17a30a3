"""What a seat might do, theme by theme; the rules themselves judge each proposal."""
