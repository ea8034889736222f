"""What a run executes in: sealed once, named by every fact that was made in it."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable

from ..event_store import canonical_json
from ..events import EnvironmentSealed
from ..plugging.distributions import installed, installed_version

PACKAGES = "application/vnd.benchbook.packages+json"
LIBRARIES = ("attrs", "bm25s", "cattrs", "numpy", "pluggy", "snowballstemmer", "zstandard")
"""Libraries that can reach a number or a byte; their versions are compared on resuming."""


def seal_environment(
    benchbook: str, code: str, put: Callable[[bytes, str], str]
) -> EnvironmentSealed:
    """Describe this interpreter and what is installed in it.

    No user, host or path is read. The package list is an object, since it grows.

    Args:
        benchbook: our version; `code`: the digest over our module files.
        put: stores an object and gives its digest.
    """
    return EnvironmentSealed(
        python=platform.python_version(),
        implementation=platform.python_implementation(),
        platform=f"{platform.system()} {platform.machine()}",
        benchbook=benchbook,
        code=code,
        sqlite=sqlite3.sqlite_version,
        libraries={name: installed_version(name) for name in LIBRARIES},
        packages=put(canonical_json([list(pair) for pair in installed().items()]), PACKAGES),
    )


def differs_for_resuming(sealed: EnvironmentSealed, now: EnvironmentSealed) -> tuple[str, ...]:
    """What keeps a run from being resumed here: our code, a declared library, Python's minor."""
    faults = []
    if sealed.code != now.code:
        faults.append(f"Benchbook's code ({sealed.benchbook}, {sealed.code[:12]})")
    if python_minor(sealed.python) != python_minor(now.python):
        faults.append(f"Python {sealed.python}")
    faults += [
        f"{name} {had}"
        for name, had in sorted(sealed.libraries.items())
        if now.libraries.get(name) != had
    ]
    return tuple(faults)


def python_minor(version: str) -> str:
    """`3.11.7` -> `3.11`: what a run is resumed on may differ in the rest."""
    return ".".join(version.split(".")[:2])
