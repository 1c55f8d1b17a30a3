"""What touches the world: files, links, time and waking people up."""
