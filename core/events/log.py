"""Events of the stream `log`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs


@attrs.frozen(kw_only=True)
class LedgerOpened:
    """A ledger was made. Always the event at position 0.

    Attributes:
        name: what the log is called; its origin adds sixteen random hex digits.
    """

    TYPE: ClassVar[str] = "ledger-opened"
    SCHEMA: ClassVar[int] = 1

    name: str


@attrs.frozen(kw_only=True)
class EnvironmentSealed:
    """What the following runs execute in. Appended when it differs from the last one.

    Attributes:
        python: version, as `3.11.7`; implementation: as `CPython`.
        platform: operating system and machine, never a host name.
        benchbook: version; code: digest over Benchbook's own module files.
        sqlite: version of the SQLite that Python brings.
        libraries: versions of the libraries that can reach a number.
        packages: object with every installed distribution and its version.
    """

    TYPE: ClassVar[str] = "environment-sealed"
    SCHEMA: ClassVar[int] = 1

    python: str
    implementation: str
    platform: str
    benchbook: str
    code: str
    sqlite: str
    libraries: Mapping[str, str]
    packages: str


@attrs.frozen(kw_only=True)
class PluginRegistered:
    """A plugin's code was seen for the first time in this log.

    Attributes:
        kind, name, version: what the plugin says of itself.
        distribution, distribution_version: what installed it; `local` and empty for a single file.
        digest: over its module files.
        local: loaded from a single file with `--plugin`.
        requires: `distribution==version` for each library that the plugin declares.
        source: object with the file of a plugin loaded by `--plugin`, else None.
    """

    TYPE: ClassVar[str] = "plugin-registered"
    SCHEMA: ClassVar[int] = 1

    kind: str
    name: str
    version: str
    distribution: str
    distribution_version: str
    digest: str
    local: bool
    requires: tuple[str, ...]
    source: str | None
