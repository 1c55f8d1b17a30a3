"""How a picture is refused: in one sentence."""

from __future__ import annotations

from tablefolk.core.game import Refusal


def unfit(why: str) -> Refusal:
    """A picture that is not taken in (TF-40)."""
    return Refusal("TF-40", "bad_drawing", why, firm=True)
