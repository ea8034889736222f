"""The smoke test that is shipped for CI: it passes on the demo, and says by how much."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from importlib.resources import as_file, files
from typing import Any

import pytest

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

ROOM = 0.1
"""How far each threshold stands under today's number at least."""


@pytest.mark.slow
def test_every_gate_passes_with_room_and_says_how_much(benchbook: Benchbook) -> None:
    """Today's numbers stand in its comments; when one moves, so does its comment."""
    benchbook("demo", "--dir", "book")
    with as_file(files("benchbook.specs") / "smoke.toml") as smoke:
        text = smoke.read_text("utf-8")
        done = benchbook("eval", "retrieval", smoke, "--dir", "book", "--json")
    gates: list[dict[str, Any]] = json.loads(done.stdout)["content"]["gates"]
    told = re.findall(
        r"^at_least = ([\d.]+) +# ([\d.]+)(?: to ([\d.]+))? today", text, re.MULTILINE
    )

    assert ("", len(gates)) == (done.stderr, len(told))
    for gate, (threshold, today, high) in zip(gates, told, strict=True):
        number = gate["number"]
        bounds = [f"{float(number['bounds'][end]):.4f}" for end in ("low", "high")]
        expected = (
            bounds if gate["statistic"] == "interval" else [f"{float(number['value']):.4f}", ""]
        )
        assert ("pass", f"at least {threshold}") == (gate["verdict"], gate["rule"])
        assert expected == [today, high]
        assert float(today) - float(threshold) >= ROOM
