"""What a seat sees, block by block: an allow-list."""
