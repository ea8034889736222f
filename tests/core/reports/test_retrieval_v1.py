"""The report kind `retrieval/1`: what its rows say."""

from __future__ import annotations

from pathlib import Path

from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.reports.retrieval_v1 import build
from benchbook.core.streams import run_stream
from book import EXPERIMENT, make_store, open_store, run

OVERRIDDEN = '[conditions.flat]\nextends = "weighted"\noverride = { keyword = { b = 0.4 } }\n'
DOUBLED = """\
[experiment]
metrics = ["nDCG@10"]
[lanes.keyword]
plugin = "bm25"
[lanes.same]
plugin = "bm25"
[conditions.keyword_only]
fuser = "single"
lanes = ["keyword"]
[conditions.same_only]
fuser = "single"
lanes = ["same"]
"""


def lanes_of(folder: Path, experiment: str) -> dict[str, tuple[str, ...]]:
    """The lanes that each condition of the report names."""
    with open_store(make_store(folder)) as store:
        run(store, experiment)
        report = load_report(store, find_report(store, "latest"))
    return {row.name: row.lanes for row in report.conditions}


def test_a_condition_names_the_lane_that_its_override_made(tmp_path: Path) -> None:
    """A row with another parameter does not read as the row that it extends."""
    rows = lanes_of(tmp_path, EXPERIMENT + OVERRIDDEN)

    assert ("forward", "backward", "keyword") == rows["weighted"]
    assert ("forward", "backward", "keyword[b=0.4]") == rows["flat"]


def test_a_condition_names_the_lane_whose_rankings_it_has(tmp_path: Path) -> None:
    """Two lanes of one make are retrieved once, and the report has one row for both."""
    assert ("keyword",) == lanes_of(tmp_path, DOUBLED)["same_only"]


def test_what_is_at_hand_changes_no_byte(tmp_path: Path) -> None:
    """The report that a run makes of what it holds is the one that the ledger gives alone."""
    gate = '[[gates]]\nname = "hits"\ncondition = "all"\nmetric = "RR"\nat_least = 0.1\n'
    with open_store(make_store(tmp_path)) as store:
        done = run(store, EXPERIMENT + gate)
        made = load_report(store, find_report(store, done.report))
        alone = build(store, done.run)

    assert made.as_json() == alone.as_json()
    assert done.report == alone.id


def test_every_number_names_where_it_comes_from(tmp_path: Path) -> None:
    """Means, differences, shares and holes: positions that rise, of the facts they hang on."""
    with open_store(make_store(tmp_path)) as store:
        done = run(store, EXPERIMENT)
        report = load_report(store, find_report(store, done.report))
        kinds = {one.seq: type(one.event).__name__ for one in store.read(run_stream(done.run))[0]}

    def named(positions: tuple[int, ...]) -> list[str]:
        assert sorted(set(positions)) == list(positions)
        return [kinds[position] for position in positions]

    started, fused, scored = "RunStarted", "ConditionFused", "ScoresComputed"
    last = "ComparisonsComputed"
    for row in report.conditions:
        assert {(started, fused, scored, last)} == {
            tuple(named(number.positions)) for number in row.numbers
        }
    assert {(scored, scored, last)} == {tuple(named(one.positions)) for one in report.comparisons}
    assert {(started, fused, last)} == {tuple(named(one.positions)) for one in report.shares}
    assert {(started, fused, scored, last)} == {tuple(named(one.positions)) for one in report.holes}
