"""Rows P57 to P59 and P62 to P64 of the pitfalls: texts that match, strict JSON, identities."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchbook import fold
from benchbook.cli.main import main
from benchbook.cli.output import print_json
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import canonical_json
from benchbook.core.plugging.loading import load_registry
from benchbook.core.running.experiment import parse_experiment
from benchbook.core.running.planning import plan_run
from benchbook.ledger import LedgerError
from collections_made import new_store, silent, write_lines
from house import in_room

ROW = "q1 Q0 d1 1 0.5 mine\n"
EXPERIMENT = (
    '[experiment]\nmetrics = ["R@10"]\n[lanes.one]\nplugin = "bm25"\n'
    '[conditions.one]\nfuser = "single"\n'
)


@pytest.mark.parametrize(
    ("text", "phrase", "is_there"),
    [
        ("amyloid \ufb01brils", "amyloid fibrils", True),
        ("10\u207b\u2075 M", "10-5 M", False),
        ("CO\u2082 uptake", "CO2 uptake", False),
        ("5 m\u00b2 plots", "5 m2 plots", False),
        ("\u00bd dose", "1\u20442 dose", False),
    ],
)
def test_p57_ligatures_are_folded_and_superscripts_are_not(
    text: str, phrase: str, *, is_there: bool
) -> None:
    """What an extractor joins is parted; what the author raised stays raised."""
    assert is_there == (fold(phrase) in fold(text))


SAME_TEXTS = [
    ("na\u00efve", "nai\u0308ve"),
    ("bio\u00admass", "biomass"),
    ("bio\u200bmass", "biomass"),
    ("straw\u2010rice", "straw-rice"),
    ("dry\u00a0tons", "dry tons"),
    ("\u22125", "-5"),
    ("3 \u00b5m", "3 \u03bcm"),
    ("conver-\nsion", "conversion"),
]


@pytest.mark.parametrize(("one", "other"), SAME_TEXTS)
def test_p58_marks_of_typesetting_vanish(one: str, other: str) -> None:
    """The canonical set of what matches."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), np.float32(2 / 3), np.bool_(1)])
def test_p59_what_is_no_json_is_written_nowhere(value: object) -> None:
    """Neither as a text that looks like a number, nor as a word that no reader takes."""
    with pytest.raises((ValueError, TypeError)):
        print_json({"value": value})
    with pytest.raises((LedgerError, ValueError, TypeError)):
        canonical_json({"value": value})


SEARCHED = {"core/endpoints.py", "ledger/verify_events.py"}
"""They make JSON of what came in to look into it, and write it nowhere."""


def test_p59_every_writer_of_json_refuses_what_is_none() -> None:
    """Each call says so itself; only what is shown in a message may hold anything."""
    loose = []
    for source in (one for room in ("core", "plugins", "cli", "ledger") for one in in_room(room)):
        for call in ast.walk(source.tree):
            is_writer = (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in {"dumps", "dump", "JSONEncoder"}
                and isinstance(call.func.value, ast.Name)
                and call.func.value.id == "json"
            )
            if is_writer and not any(
                word.arg == "allow_nan"
                for word in call.keywords  # type: ignore[attr-defined]  # a call
            ):
                loose.append(str(source.path))
    assert [] == [path for path in loose if path not in SEARCHED | {"core/files/json_lines.py"}]


def test_p59_a_value_that_is_not_defined_is_null_with_a_count(tmp_path: Path) -> None:
    """Numbers stay numbers, and how many topics stand behind them is said."""
    (tmp_path / "q.txt").write_text("q1 0 d1 0\n")
    (tmp_path / "a.run").write_text(ROW)
    asked = ["measure", str(tmp_path / "q.txt"), str(tmp_path / "a.run"), "AP", "P@3", "--json"]
    undefined, defined = json.loads(CliRunner().invoke(main, asked).stdout)["metrics"]

    assert (None, 0, 1) == (undefined["value"], undefined["defined"], undefined["population"])
    assert (0.0, 1) == (defined["value"], defined["defined"])


def test_p62_counts_come_from_the_content(tmp_path: Path) -> None:
    """A file that is called 30q has the questions that it has."""
    write_lines(
        tmp_path / "gold_30q.jsonl",
        [{"id": f"q{n}", "question": "why?", "qrels": {"d1": 1}} for n in range(35)],
    )
    book = ["--dir", str(tmp_path)]
    CliRunner().invoke(main, ["init", *book])
    done = CliRunner().invoke(
        main, ["gold", "import", str(tmp_path / "gold_30q.jsonl"), "--gold", "g30q", *book]
    )

    assert "35 topics" in done.stdout


def test_p63_equal_names_are_no_equal_contents(tmp_path: Path) -> None:
    """A data set that is stored again under its name has another digest, and a new version."""
    with new_store(tmp_path / "book") as store:
        digests = []
        for text in ("x", "y", "x"):
            path = write_lines(tmp_path / text / "papers.jsonl", [{"id": "d1", "text": text}])
            done = ingest(store, load_registry(()), path, "papers", progress=silent)
            digests.append(done.event.manifest)

    assert digests[0] == digests[2] != digests[1]


def test_p64_a_lane_is_another_one_for_other_topics_corpus_or_parameters() -> None:
    """What was retrieved for five topics is never taken for what forty would get."""

    def instance(text: str, corpus: str, topics: str) -> str:
        experiment = parse_experiment(text, "exp.toml", Path())
        plan = plan_run(experiment, load_registry(()), lambda _: corpus, topics)
        return plan.lanes[0].instance

    other = EXPERIMENT.replace('"bm25"', '"bm25"\nk1 = 0.9')
    deeper = EXPERIMENT.replace("[lanes", "retrieve = 7\n[lanes", 1)
    found = [
        instance(EXPERIMENT, "0" * 64, "0" * 64),
        instance(EXPERIMENT, "1" * 64, "0" * 64),
        instance(EXPERIMENT, "0" * 64, "1" * 64),
        instance(other, "0" * 64, "0" * 64),
        instance(deeper, "0" * 64, "0" * 64),
    ]

    assert 5 == len(set(found))
    assert found[0] == instance(EXPERIMENT, "0" * 64, "0" * 64)
