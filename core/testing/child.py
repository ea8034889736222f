"""The other side of `in_other_processes`: one contract's footprint, printed as a digest."""

from __future__ import annotations

import locale
import os
import sys
from contextlib import suppress
from functools import reduce
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

from ..plugging.quiet import quiet

# Languages with a decimal comma or letters of their own; which are installed differs by machine.
_FOREIGN = ("de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8", "de_DE", "fr_FR", "tr_TR")


def main() -> None:
    """Print the digest for the contract class named on the command line: FILE, QUALNAME."""
    file, qualname = sys.argv[1:]
    if os.environ["BENCHBOOK_TEST_LANGUAGE"] == "foreign":
        _speak_a_foreign_language()
    with quiet():
        found: Any = reduce(getattr, qualname.split("."), _load(file))
        footprint: bytes = found().footprint()
    sys.stdout.write(sha256(footprint).hexdigest())


def _speak_a_foreign_language() -> None:
    """Take the first foreign locale that is installed; without any, C stays, which is ASCII."""
    for name in _FOREIGN:
        with suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, name)
            return


def _load(file: str) -> ModuleType:
    """Import a test file by its path."""
    spec = spec_from_file_location("benchbook_contract_under_test", file)
    if spec is None or spec.loader is None:
        message = f"{file} cannot be imported"
        raise ImportError(message)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
