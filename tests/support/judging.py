"""Running a contract by hand, to see which of its rules a plugin breaks."""

from __future__ import annotations

import unittest
from typing import Any

SLOW = "test_process_does_not_matter"
"""The one rule that starts processes."""


def broken_rules(contract: type[Any], *, slow: bool = False) -> set[str]:
    """The names of the contract's tests that fail, the slow one only on request."""
    names = [name for name in dir(contract) if name.startswith("test_")]
    return {name for name in names if (slow or name != SLOW) and _fails(contract, name)}


def _fails(contract: type[Any], name: str) -> bool:
    """Whether one test fails; a skipped one does not."""
    try:
        getattr(contract(), name)()
    except unittest.SkipTest:
        return False
    except Exception:  # noqa: BLE001 - a broken plugin may raise anything
        return True
    return False
