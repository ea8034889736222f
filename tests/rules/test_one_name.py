"""No module of the product is loaded under two names, and none fails to load."""

from __future__ import annotations

import json
import sys

import pytest

from house import ROOT, product
from shell import run

LOAD = """
import importlib, json, os, sys
for name in json.loads(sys.argv[2]):
    importlib.import_module(name)
if sys.argv[3] == "collect":
    import pytest
    import io, contextlib
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"])
root, names = sys.argv[1], {}
for name, module in list(sys.modules.items()):
    file = os.path.realpath(getattr(module, "__file__", None) or "")
    elsewhere = any(folder in file for folder in ("/tests/", "/docs/", "/.venv"))
    if file.startswith(root + os.sep) and not elsewhere:
        names.setdefault(file, []).append(name)
json.dump({file: known for file, known in names.items()}, sys.stdout)
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["import", "collect"])
def test_every_module_has_one_name(how: str) -> None:
    """Two names would mean two copies of a class: `isinstance` fails, a registry splits."""
    modules = [source.module for source in product()]

    said = run(sys.executable, "-c", LOAD, str(ROOT), json.dumps(modules), how, folder=ROOT)

    loaded: dict[str, list[str]] = json.loads(said)
    expected = {str(ROOT / source.path): [source.module] for source in product()}
    assert expected == loaded
