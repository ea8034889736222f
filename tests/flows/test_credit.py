"""The credit of lanes as a person asks for it: after a run, from the ledger alone."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Benchbook = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.slow
def test_credit_of_the_demo_is_the_same_wherever_it_is_made(
    benchbook: Benchbook, tmp_path: Path
) -> None:
    """Another process, hash seed and time zone; the experiment is gone; the ledger stays whole."""
    benchbook("demo", "--dir", "book")
    for path in Path(tmp_path, "book", "experiments").iterdir():
        path.unlink()
    shown = [
        benchbook(
            *("eval", "credit", "--condition", "full_deep", "--dir", "book", "--json"),
            environment={"PYTHONHASHSEED": seed, "TZ": zone},
        ).stdout
        for seed, zone in (("0", "UTC"), ("12345", "Asia/Kathmandu"))
    ]
    made = json.loads(shown[0])
    lanes = {one["lane"]: one for one in made["credit"]["lanes"]}

    assert shown[0] == shown[1]  # the position too: it was recorded once
    assert ["vector", "keyword", "graph", "community", "hyde"] == list(lanes)
    whole = float(made["credit"]["whole"])
    assert sum(float(one["shapley"]) for one in lanes.values()) == pytest.approx(whole, abs=1e-8)
    assert 59 == len(made["values"]["shapley hyde"])
    benchbook("ledger", "verify", "--dir", "book")
    benchbook("replay", "latest", "--dir", "book")


@pytest.mark.slow
def test_without_a_lane_is_the_row_of_the_ablation(benchbook: Benchbook) -> None:
    """What the credit fuses without a lane is what the experiment measured without it."""
    benchbook("demo", "--dir", "book")
    report = json.loads(benchbook("report", "show", "--format", "json", "--dir", "book").stdout)
    at = report["metrics"].index(report["primary"])
    means = {row["name"]: row["numbers"][at]["value"] for row in report["conditions"]}

    made = benchbook("eval", "credit", "--condition", "full_deep", "--dir", "book", "--json")
    credit = json.loads(made.stdout)["credit"]
    lanes = {one["lane"]: one for one in credit["lanes"]}

    assert means["full_deep"] == credit["whole"]
    for lane in ("graph", "hyde", "community"):
        assert means[f"no_{lane}"] == lanes[lane]["without"]
    for lane in ("vector", "keyword"):
        assert means[f"{lane}_only"] == lanes[lane]["alone"]
