"""The engine as a library: a table in Python, and how it shows itself (`docs/python.md`)."""
