"""A completed run of which more is asked: all comes from its record."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Corpus, FuserPlugin, Rankings, Topics, Unit, UsageError
from benchbook.core.commands.credit import CreditOptions, credit
from benchbook.core.commands.declare import declare
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.errors import ContentDiffers
from benchbook.core.event_store import EventStore
from benchbook.core.plugging.parameter_values import Misfit, resolved_text, value_of_text
from benchbook.core.running.recorded import RecordedRun
from book import (
    EPOCH,
    fixed_entropy,
    lane,
    make_store,
    open_store,
    quiet_progress,
    registry,
    run,
)

LANES = """
[experiment]
retrieve = 20
depth = 10
metrics = ["nDCG@10", "RR"]
[lanes.forward]
plugin = "forward"
[lanes.backward]
plugin = "backward"
[lanes.keyword]
plugin = "bm25"
"""
FUSED = """
[conditions.fused]
fuser = "rrf"
weights = { forward = 2, backward = 1.25, keyword = 0.1 }
k = 7
ties = "doc_id asc"
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set of twenty topics."""
    return make_store(tmp_path, topics=20)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.decimals(allow_nan=False, allow_infinity=False)
        | st.text(),
        st.lists,
        max_leaves=5,
    )
)
def test_a_recorded_parameter_is_read_back(value: object) -> None:
    """Text, truth, numbers and lists of them: the text of what was read is the text that was."""
    if isinstance(value, list) and "none" in resolved_text(value):
        return  # None within a list is no parameter

    assert resolved_text(value) == resolved_text(value_of_text(resolved_text(value)))


def test_a_file_is_not_read_back() -> None:
    """Its name and digest are recorded, and not where it lay."""
    with pytest.raises(Misfit):
        value_of_text('"rules.txt" sha256:00ff')


def test_a_condition_is_rebuilt_as_it_was(ledger: Path) -> None:
    """Fuser, parameters and weights, of the record alone."""
    with open_store(ledger) as store:
        done = run(store, LANES + FUSED)
        planned = RecordedRun.load(store, done.run).condition("fused", registry())

    assert {
        "k": 7.0,
        "ties": "doc_id asc",
        "weights": {"forward": 2.0, "backward": 1.25, "keyword": 0.1},
    } == planned.arguments


def test_the_rules_of_a_router_are_read_back(ledger: Path) -> None:
    """A list of texts with quotes and arrows."""
    routed = """
[conditions.routed]
fuser = "auto-route"
rules = ["words <= 1 -> keyword", "otherwise -> all"]
"""
    with open_store(ledger) as store:
        done = run(store, LANES + routed)
        made = credit(store, registry(), CreditOptions(run=done.run), quiet_progress)

    # A set without keyword cannot be routed by these rules.
    assert ["backward", "forward", "forward + backward"] == sorted(
        names for names, _ in made.credit.unfused
    )


def test_lanes_that_were_skipped_are_named_and_left_out(ledger: Path) -> None:
    """An optional lane that the corpus cannot feed is no player."""
    text = (
        f'{LANES}[lanes.unfed]\nplugin = "unfed"\n'
        '[conditions.fused]\nfuser = "rrf"\noptional = ["unfed"]\n'
    )
    with open_store(ledger) as store:
        done = run(store, text)
        made = credit(store, registry(), CreditOptions(run=done.run), quiet_progress)

    assert ("unfed",) == made.credit.left_out
    assert ["forward", "backward", "keyword"] == [one.lane for one in made.credit.lanes]


def test_credit_is_of_the_fusion_before_the_reranker(ledger: Path) -> None:
    """What a condition with a reranker has is what its control without one has."""
    text = f'{LANES}{FUSED}[conditions.reranked]\nextends = "fused"\nrerank = "lexical"\n'
    with open_store(ledger) as store:
        done = run(store, text)
        bare, reranked = (
            credit(
                store, registry(), CreditOptions(run=done.run, condition=name), quiet_progress
            ).credit
            for name in ("fused", "reranked")
        )

    assert (False, True) == (bare.reranked, reranked.reranked)
    assert bare.lanes == reranked.lanes


class Fickle:
    """A fuser that ranks otherwise once it was asked before in this process."""

    asked = 0

    def __init__(self, *, k: int = 1) -> None:
        self._k = k

    def fuse(self, topics: Topics, lanes: dict[str, Rankings], depth: int) -> Rankings:
        """The first lane the first time, then the last one."""
        Fickle.asked += 1
        return list(lanes.values())[0 if Fickle.asked == 1 else -1].cut(depth)


def test_other_values_than_the_recorded_ones_are_refused(ledger: Path) -> None:
    """A credit of rankings that the run never had would stand in the ledger for ever."""
    Fickle.asked = 0
    plugins = registry(
        FuserPlugin(name="fickle", version="1", summary="a toy", build=Fickle)  # type: ignore[arg-type]  # toys are not typed
    )
    with open_store(ledger) as store:
        done = run(store, f'{LANES}[conditions.fused]\nfuser = "fickle"\n', plugins)
        size = store.size
        with pytest.raises(ContentDiffers, match="recorded other values of fused by nDCG@10"):
            credit(store, plugins, CreditOptions(run=done.run), quiet_progress)

        assert size == store.size


def test_a_fuser_that_is_another_now_is_refused(ledger: Path) -> None:
    """Another version of it, or one without the parameter, would fuse something else."""
    one, other = (
        registry(FuserPlugin(name="fickle", version=version, summary="a toy", build=Fickle))  # type: ignore[arg-type]  # toys are not typed
        for version in "12"
    )
    with open_store(ledger) as store:
        done = run(store, f'{LANES}[conditions.fused]\nfuser = "fickle"\n', one)
        with pytest.raises(UsageError, match=r"is not installed as run .* had it"):
            RecordedRun.load(store, done.run).condition("fused", other)


def test_conditions_that_are_not_there_are_refused(ledger: Path) -> None:
    """A name that the run does not know, and one that it did not measure."""
    lost = '[conditions.lost]\nfuser = "single"\nlanes = ["unfed"]\n'
    fused = FUSED.replace("weights", 'lanes = ["forward", "backward", "keyword"]\nweights')
    text = f'{LANES}{fused}[lanes.unfed]\nplugin = "unfed"\n{lost}'
    with open_store(ledger) as store:
        recorded = RecordedRun.load(store, run(store, text).run)
        with pytest.raises(UsageError, match="has no condition 'other'; it has fused, lost"):
            recorded.condition("other", registry())
        with pytest.raises(UsageError, match="did not measure condition 'lost'"):
            recorded.condition("lost", registry())


UNITS = {
    f"rice#{n}": Unit(
        unit_id=f"rice#{n}", doc_id=f"rice{n}", title="Rice", text="near 18 percent ash"[: n * 7]
    )
    for n in range(1, 4)
}


class Told:
    """An engine that tells what it returns."""

    def __init__(self, corpus: Corpus, *, first: int = 1) -> None:
        self.units = UNITS
        self._first = first

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """Its units from one of them on."""
        found = [(unit, 1.0) for unit in list(UNITS)[self._first - 1 :]]
        return Rankings.of(topics, (found for _ in topics), depth)


def test_a_declared_corpus_is_what_lanes_told_of_it(tmp_path: Path) -> None:
    """Evidence is sought again in the texts that came with the rankings."""
    text = """
[experiment]
depth = 2
metrics = ["Success@2"]
[lanes.early]
plugin = "told"
[lanes.late]
plugin = "told"
first = 2
[conditions.fused]
fuser = "rrf"
"""
    asked = [{"id": f"q{n}", "question": "ash", "evidence_phrases": ["ash"]} for n in range(3)]
    (tmp_path / "gold.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in asked))
    path, plugins = tmp_path / "benchbook.ledger", registry(lane("told", Told, declared=True))
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        declare(store, "library", engine="Toy", version="1", documents=9)
        import_gold(store, plugins, tmp_path / "gold.jsonl", "gold")
        done = run(store, text, plugins)
        made = credit(store, plugins, CreditOptions(run=done.run), quiet_progress).credit

    early, late = made.lanes
    assert ("0", "1") == (early.alone, late.alone)
    assert Decimal(made.whole or 0) == Decimal(early.shapley or 0) + Decimal(late.shapley or 0)
