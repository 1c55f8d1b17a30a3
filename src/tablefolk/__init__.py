"""Tablefolk: a table for stories told with dice."""
