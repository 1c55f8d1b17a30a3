"""Wheel of Fate on the web: drawings of its blocks, and its looks."""
