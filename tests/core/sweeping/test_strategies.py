"""A strategy stands for a grid of conditions."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from benchbook.core.errors import BadExperiment
from benchbook.core.running.experiment import parse_experiment, read_experiment
from benchbook.core.running.specification import Experiment
from house import ROOT

HEAD = """
[experiment]
metrics = ["nDCG@10"]
[lanes.dense]
plugin = "bm25"
[lanes.bm25]
plugin = "bm25"
[conditions.dense_only]
fuser = "single"
lanes = ["dense"]
"""
SEVENTEEN = [
    *("dense_only", "bm25_only"),
    *(f"naive_rrf_k{k}" for k in (10, 30, 60, 100)),
    *(f"weighted_sum_dense{w}" for w in ("0.5", "0.7", "0.8", "0.9", "0.95")),
    *(f"rank_cutoff_rrf_cutoff{c}" for c in (5, 10, 20)),
    *(f"dense_prior_bonus{b}" for b in ("0.05", "0.1", "0.2")),
]


def parse(text: str) -> Experiment:
    """An experiment with some strategies."""
    return parse_experiment(HEAD + text, "sweep.toml", Path())


def test_s14_the_shipped_sweep_has_seventeen_configurations() -> None:
    """In six strategies, in SciX's order."""
    experiment = read_experiment(ROOT / "specs" / "fusion_sweep.toml")

    assert SEVENTEEN == list(experiment.conditions)
    assert experiment.sweep is not None
    assert SEVENTEEN[2:] == list(experiment.sweep.hybrids)


def test_a_key_that_names_a_lane_is_its_weight() -> None:
    """And `rest` has what is left of 1, exactly."""
    experiment = parse(
        '[strategies.sum]\nfuser = "weighted-sum"\ngrid = { dense = [0.7] }\nrest = "bm25"\n'
    )

    weights = experiment.conditions["sum_dense0.7"].weights
    assert {"dense": Decimal("0.7"), "bm25": Decimal("0.3")} == weights


def test_several_keys_give_every_combination() -> None:
    """The last key changes fastest."""
    experiment = parse(
        '[strategies.s]\nfuser = "rrf"\ngrid = { k = [1, 2], ties = ["neutral", "doc_id asc"] }\n'
    )

    assert [
        "s_k1_tiesneutral",
        "s_k1_tiesdoc_id asc",
        "s_k2_tiesneutral",
        "s_k2_tiesdoc_id asc",
    ] == list(experiment.conditions)[1:]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[strategies.s]\nfuser = "rrf"\n', "a table of lists"),
        ('[strategies.s]\nfuser = "rrf"\ngrid = { k = [] }\n', "a list of values"),
        ('[strategies.s]\nfuser = "rrf"\ngrid = { k = 10 }\n', "a list of values"),
        ('[strategies.s]\nfuser = "rrf"\ngrid = { k = [10, 10] }\n', "10 twice"),
        ('[strategies.s]\nfuser = "rrf"\ngrid = { k = [1] }\nrest = "x"\n', "dense"),
        (
            '[strategies.s]\nfuser = "rrf"\ngrid = { dense = [1.5] }\nrest = "bm25"\n',
            "leave nothing of 1",
        ),
        ('[sweep]\npremise = "dense_only"\n', "at least one table [strategies.NAME]"),
        (
            '[strategies.s]\nfuser = "rrf"\ngrid = { k = [10] }\n[sweep]\npremise = "dense_only"\n',
            "the baseline itself",
        ),
        (
            (
                '[strategies.s]\nfuser = "rrf"\ngrid = { k = [10] }\n'
                '[conditions.b]\nfuser = "single"\nlanes = ["bm25"]\n'
                '[sweep]\npremise = "b"\ncoverage = 2.0\n'
            ),
            "a share above 0",
        ),
        (
            (
                '[strategies.s]\nfuser = "rrf"\ngrid = { k = [10] }\n'
                '[conditions.b]\nfuser = "single"\nlanes = ["bm25"]\n'
                '[sweep]\npremise = "b"\nsoften = true\n'
            ),
            "soften",
        ),
    ],
)
def test_what_is_no_sweep_is_refused(text: str, told: str) -> None:
    """With the key and what was expected."""
    with pytest.raises(BadExperiment) as refused:
        parse(text)

    assert told in str(refused.value)


def test_a_part_of_a_sweep_concludes_nothing() -> None:
    """What is chosen among fewer configurations is another sweep."""
    experiment = parse(
        '[strategies.s]\nfuser = "rrf"\ngrid = { k = [10, 20] }\n'
        '[conditions.b]\nfuser = "single"\nlanes = ["bm25"]\n[sweep]\npremise = "b"\n'
    )

    assert experiment.sweep is not None
    assert experiment.only(("dense_only", "b", "s_k10")).sweep is None
