"""Values that several events hold."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen(kw_only=True)
class MadeBy:
    """The plugin that made a fact, pinned.

    Attributes:
        kind: lane, fuser, metric, reporter or reader.
        name: the short name; `distribution:name` names it without doubt.
        version: of the plugin's behaviour.
        distribution, distribution_version: what installed it; `local` and empty for a single file.
        digest: over the plugin's module files.
        local: loaded from a single file with `--plugin`.
        parameters: as resolved, defaults filled in, each as text.
    """

    kind: str
    name: str
    version: str
    distribution: str
    distribution_version: str
    digest: str
    local: bool
    parameters: Mapping[str, str]

    @property
    def qualified(self) -> str:
        """The name that works whatever else is installed."""
        return f"{self.distribution}:{self.name}"


@attrs.frozen(kw_only=True)
class Source:
    """Where imported data came from.

    Attributes:
        name: base name of the path; never a folder above it.
        listing: object with the relative name, size and SHA-256 of each file read.
        files: how many.
    """

    name: str
    listing: str
    files: int
