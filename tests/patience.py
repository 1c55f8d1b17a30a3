"""How long a test waits for what comes at once on a machine that has nothing else to do."""

SECONDS = 60  # patience costs nothing where all is well
