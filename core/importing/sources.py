"""Where imported data came from, without a folder of the machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import file_digest
from pathlib import Path

from ..event_store import canonical_json
from ..events import Source
from ..objects.chunks import Put
from ..scrub import scrub
from .default_reader import names_dataset

LISTING = "application/vnd.benchbook.listing+json"


def record_source(path: Path, files: Sequence[Path], put: Put) -> Source:
    """Store the listing of the files that were read: relative name, bytes and SHA-256 of each.

    Args:
        path: as the user gave it; its base name alone is recorded, without names of this machine. A
            data set's name is recorded whole.
        files: what was read there.
        put: stores one object.

    Raises:
        OSError: a file cannot be read.
    """
    rows = sorted(_row(path, file) for file in files)
    listing = [{"name": name, "bytes": size, "sha256": sha256} for name, size, sha256 in rows]
    return Source(
        name=scrub(str(path) if names_dataset(path) else path.name) or ".",
        listing=put(canonical_json(listing), LISTING),
        files=len(rows),
    )


def _row(path: Path, file: Path) -> tuple[str, int, str]:
    """Name, bytes and SHA-256 of a file."""
    inside = file != path and file.is_relative_to(path)
    name = file.relative_to(path).as_posix() if inside else file.name
    with file.open("rb") as opened:
        sha256 = file_digest(opened, "sha256").hexdigest()
        return scrub(name), opened.tell(), sha256
