"""What a part shows, worked out when it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from tablefolk.core.game import Block


def body(make: Callable[..., Block], *args: object) -> Callable[[], tuple[Block, ...]]:
    """One block, made when the part is opened."""
    return lambda: (make(*args),)
