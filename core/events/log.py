"""Events of the stream `log`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs


@attrs.frozen(kw_only=True)
class LedgerOpened:
    """A ledger was made. Always the event at position 0."""

    TYPE: ClassVar[str] = "ledger-opened"
    SCHEMA: ClassVar[int] = 1

    name: str


@attrs.frozen(kw_only=True)
class EnvironmentSealed:
    """What the following runs execute in. Appended when it differs from the last one.

    Attributes:
        python: version, as `3.11.7`.
        platform: operating system and machine, never a host name.
        code: digest over Benchbook's own module files.
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
