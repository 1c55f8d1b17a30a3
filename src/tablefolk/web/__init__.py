"""The live table in the browser; the only place that knows the web framework."""
