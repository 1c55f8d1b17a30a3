"""Forms that bring a file along."""

from __future__ import annotations

from litestar.datastructures import UploadFile
from msgspec import Struct

from tablefolk.web.forms import Pairs, first
from tablefolk.web.place import Asked
from tablefolk.web.reading import pairs, unreadable


class Brought(Struct, frozen=True):
    """What was typed, and the files that came with it, by their names."""

    typed: Pairs
    files: tuple[tuple[str, bytes], ...] = ()

    @property
    def file(self) -> bytes:
        """The first of the files, if there is one."""
        return next((body for _, body in self.files if body), b"")

    def __getitem__(self, name: str) -> str:
        return first(self.typed, name)


async def brought(request: Asked) -> Brought:
    """A form with a file, or one without."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return Brought(await pairs(request))
    try:
        given = await request.form()
    except (UnicodeDecodeError, LookupError):
        raise unreadable("The form could not be read.") from None
    typed = [(name, value) for name, value in given.multi_items() if isinstance(value, str)]
    files = []
    for _, value in given.multi_items():
        if isinstance(value, UploadFile):
            files.append((value.filename, await value.read()))
            await value.close()
    return Brought(typed, tuple(files))
