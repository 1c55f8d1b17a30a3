"""Exact chances: of challenges, contests, attacks and wounds, as fractions and in words (SB-20)."""
