"""The parts of a Rotate Bird page: plain values, each drawn by the template of its name."""
