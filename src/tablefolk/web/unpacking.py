"""Files that somebody sends, one by one or zipped, as texts by their paths."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator, Sequence

from tablefolk.core.language import said

MOST_FILES, MOST_UNPACKED = 120, 2_000_000
TEXTS = (".txt", ".toml", ".json")


class BadFiles(ValueError):
    """Files that cannot be read together, in one sentence."""


def unpacked(files: Sequence[tuple[str, bytes]]) -> dict[str, str]:
    """Files by their paths, those in zip files too; a byte-order mark is left out."""
    texts: dict[str, str] = {}
    size = 0
    for name, body in every_file(files):
        size += len(body)
        if len(texts) >= MOST_FILES or size > MOST_UNPACKED:
            raise BadFiles(
                said("At most {most_files} files of 2 MB together.", most_files=MOST_FILES)
            )
        try:
            texts[path_of(name)] = body.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadFiles(said("{name} is no text in UTF-8.", name=name)) from None
    return texts


def every_file(files: Sequence[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for name, body in files:
        if body.startswith(b"PK\x03\x04"):
            yield from in_zip(name, body)
        elif body:
            yield name, body


def in_zip(name: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    """The texts in a zip file; its pictures and papers stay where they are."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            wanted = [one for one in packed.infolist() if one.filename.endswith(TEXTS)]
            if sum(one.file_size for one in wanted) > MOST_UNPACKED:
                raise BadFiles(said("{name} is far too large for playbooks.", name=name))
            yield from ((one.filename, packed.read(one)) for one in wanted)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError):
        raise BadFiles(said("{name} is no zip file that can be opened.", name=name)) from None


def path_of(name: str) -> str:
    return posixpath.normpath(name.replace("\\", "/").lstrip("/")).removesuffix(".txt")
