"""Pictures without a library: PNG checked and written, SVG rebuilt, paths drawn."""
