"""What a seat might do, part by part; the rules themselves judge each proposal."""
