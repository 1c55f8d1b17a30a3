"""Templates and stylesheets without long lines."""
