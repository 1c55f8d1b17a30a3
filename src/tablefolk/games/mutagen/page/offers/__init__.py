"""What a seat might do now, theme by theme; the rules themselves judge each proposal."""
