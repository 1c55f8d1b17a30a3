"""Own drawings: shown at their table as pictures and as nothing else."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.web.answers import Answer
from tablefolk.web.place import Asked, place
from tablefolk.web.who import visitor

TYPES = {"png": "image/png", "svg": "image/svg+xml"}
POLICY = "default-src 'none'; sandbox"


@get("/t/{table:str}/drawing/{key:str}")
async def shown(request: Asked, table: FromPath[str], key: FromPath[str]) -> Answer:
    """A drawing; opened by itself it is saved, not shown, and may do nothing."""
    await visitor(request, table)
    found = await place(request).host.drawings.get(table, key)
    if found is None:
        raise Refusal(
            "TF-3",
            "unknown",
            "There is no such drawing at this table.",
            firm=True,
        )
    headers = {
        "content-security-policy": POLICY,
        "content-disposition": f'attachment; filename="drawing.{found.kind}"',
        "cache-control": "private, max-age=31536000, immutable",
    }
    return Response(found.body, media_type=TYPES[found.kind], headers=headers)


ROUTES = [shown]
