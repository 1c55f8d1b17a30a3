"""Pictures without a library: PNG checked and written, SVG rebuilt, paths drawn (RB-11, RB-190)."""
