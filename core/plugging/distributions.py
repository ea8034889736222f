"""What is installed, read from the heads of metadata files.

`importlib.metadata` parses a whole file, long description and all, for each question; asked for
every library that a run depends on, that would be the dearest step of a small run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from itertools import islice
from types import MappingProxyType

NOT_INSTALLED = "not installed"
_FIELDS = ("Name", "Version")
_FIELD = re.compile(rf"^({'|'.join(_FIELDS)}): (\S+)", re.MULTILINE)


@cache
def installed() -> Mapping[str, str]:
    """Every distribution's version by normalised name, as this interpreter first saw them."""
    versions: dict[str, str] = {}
    for one in metadata.distributions():
        head = (one.read_text("METADATA") or one.read_text("PKG-INFO") or "").partition("\n\n")[0]
        # They stand at the top, once each: the rest of a long head is not searched.
        fields = {field[1]: field[2] for field in islice(_FIELD.finditer(head), len(_FIELDS))}
        if len(fields) == len(_FIELDS):
            # The first on the path is the one that is imported.
            versions.setdefault(normal(fields["Name"]), fields["Version"])
    return MappingProxyType(dict(sorted(versions.items())))


def installed_version(distribution: str) -> str:
    """The version of a distribution, or `not installed`."""
    return installed().get(normal(distribution), NOT_INSTALLED)


def is_local(distribution: str) -> bool:
    """Whether a distribution was installed from a folder or a file here, editable or not.

    Whoever has that folder is most likely its author. Source: PEP 610, `direct_url.json`.
    """
    try:
        text = metadata.distribution(distribution).read_text("direct_url.json")
        url = json.loads(text or "{}")["url"]
    except (metadata.PackageNotFoundError, ValueError, KeyError, TypeError):
        return False  # from an index, or a file that says nothing
    return str(url).startswith("file:")


def normal(distribution: str) -> str:
    """A distribution's name as it is compared: lower case, runs of `-_.` as one `-`.

    Source: the packaging specification "Names and normalization".
    """
    return re.sub(r"[-_.]+", "-", distribution).lower()
