"""A profile: exact times by a clock that the test holds, and nothing recorded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import attrs
import numpy as np
import pytest

from benchbook import (
    Corpus,
    FuserPlugin,
    Judged,
    MetricPlugin,
    Rankings,
    RerankerPlugin,
    Topics,
    Values,
)
from benchbook.core.commands.profile import Profile, profile_experiment
from benchbook.core.event_store import EventStore
from benchbook.core.hookspec import Plugin
from benchbook.core.running.experiment import parse_experiment
from book import Forward, lane, make_store, quiet_progress, registry

TEXT = """\
[experiment]
retrieve = 20
depth = 5
metrics = ["nDCG@5"]
[lanes.forward]
plugin = "forward"
[lanes.other]
plugin = "OTHER"
[conditions.both]
fuser = "rrf"
[conditions.alone]
fuser = "single"
lanes = ["forward"]
"""


@attrs.define
class Held:
    """A clock that moves when somebody moves it."""

    now: int = 0

    def __call__(self) -> int:
        """Nanoseconds."""
        return self.now


def slow_lane(clock: Held, asked: list[tuple[str, ...]]) -> Plugin:
    """A lane that takes 5 ms to be built and, for q007, 8 µs: twice that when it is asked first."""

    class Slow(Forward):
        def __init__(self, corpus: Corpus) -> None:
            clock.now += 5_000_000
            super().__init__(corpus)

        def retrieve(self, topics: Topics, depth: int) -> Rankings:
            for topic in topics.ids:
                taken = 1000 * (int(topic.removeprefix("q")) + 1)
                clock.now += taken if topics.ids in asked else 2 * taken
            asked.append(topics.ids)
            return super().retrieve(topics, depth)

    return lane("slow", Slow)


def profiled(
    path: Path,
    *records: Plugin,
    text: str = TEXT,
    other: str = "backward",
    runs: int = 3,
    clock: Held | None = None,
) -> Profile:
    """Profile an experiment whose lane `other` is given, on a ledger that is open for reading."""
    with EventStore.open(path, readonly=True) as store:
        return profile_experiment(
            store,
            parse_experiment(text.replace("OTHER", other), "exp.toml", Path()),
            registry(*records),
            runs=runs,
            clock=clock or Held(),
            progress=quiet_progress,
        )


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set of 20 topics."""
    return make_store(tmp_path, topics=20)


def test_the_times_of_a_lane_are_exact(tmp_path: Path) -> None:
    """By linear interpolation between the 150 cold samples and between the 300 warm ones."""
    clock = Held()
    profile = profiled(make_store(tmp_path), slow_lane(clock, []), other="slow", clock=clock)
    forward, slow = profile.lanes
    cold, warm = slow.stages

    assert ("other", "local:slow", "timed", 5_000_000) == (
        slow.lane,
        slow.plugin,
        slow.state,
        slow.build,
    )
    assert (150, Fraction(151_000), Fraction(285_100)) == (len(cold.samples), cold.p50, cold.p95)
    assert (300, Fraction(75_500), Fraction(143_000)) == (len(warm.samples), warm.p50, warm.p95)
    assert (0, Fraction(0)) == (forward.build, forward.stages[0].p95)


def test_topics_are_asked_one_at_a_time(ledger: Path) -> None:
    """Each alone, all of them in every pass."""
    asked: list[tuple[str, ...]] = []
    profiled(ledger, slow_lane(Held(), asked), other="slow", runs=2)
    once = [(f"q{number:03}",) for number in range(20)]

    assert [*once, *once] == asked


def test_nothing_is_recorded(ledger: Path) -> None:
    """Not a byte of the ledger differs."""
    before = ledger.read_bytes()
    profiled(ledger)

    assert before == ledger.read_bytes()


def test_a_skipped_lane_is_no_sample(ledger: Path) -> None:
    """It stands with its reason, and so does the condition that needs it."""
    profile = profiled(ledger, other="unfed")
    unfed, both = profile.lanes[1], profile.conditions[0]

    assert ("skipped", "none of the 60 units cites another", None) == (
        unfed.state,
        unfed.reason,
        unfed.build,
    )
    assert [(), ()] == [stage.samples for stage in unfed.stages]
    assert [{"skipped": 20}, {"skipped": 40}] == [stage.statuses for stage in unfed.stages]
    assert ("skipped", "it needs lane other, which was skipped") == (both.state, both.reason)
    assert [0] * 4 == [len(stage.samples) for stage in both.stages]
    assert "timed" == profile.conditions[1].state
    assert not profile.is_failed


def test_an_optional_lane_that_is_skipped_is_gone_without(ledger: Path) -> None:
    """The condition is timed with what there is, and says so."""
    text = TEXT.replace('fuser = "rrf"', 'fuser = "rrf"\noptional = ["other"]')
    both = profiled(ledger, text=text, other="unfed").conditions[0]

    assert ("timed", ("other",)) == (both.state, both.without)
    assert [20, 40] * 3 == [len(stage.samples) for stage in both.stages]


def test_a_lane_that_breaks_is_no_sample_either(ledger: Path) -> None:
    """However many topics it answered before; the topic is named, and the profile has failed."""
    profile = profiled(ledger, other="breaking")
    broken, both = profile.lanes[1], profile.conditions[0]

    assert "failed" == broken.state
    assert broken.reason.startswith("RuntimeError: cannot read ")
    assert broken.reason.endswith(" (at topic q001)")
    assert [(), ()] == [stage.samples for stage in broken.stages]
    assert ("failed", "it needs lane other, which broke") == (both.state, both.reason)
    assert profile.is_failed


def test_one_pass_has_nothing_warm(ledger: Path) -> None:
    """No warm figure is made up from the cold one."""
    cold, warm = profiled(ledger, runs=1).lanes[0].stages

    assert (20, 0) == (cold.runs, warm.runs)
    assert ((), None, None) == (warm.samples, warm.p50, warm.p95)


def fuser_and_reranker(clock: Held) -> tuple[Plugin, Plugin]:
    """A fuser that takes 3 µs a topic and a reranker that takes 7 µs."""

    class First:
        def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
            clock.now += 3000 * len(topics)
            return lanes["forward"].cut(depth)

    class Same:
        def rerank(self, topics: Topics, rankings: Rankings, texts: Mapping[str, str]) -> Rankings:
            clock.now += 7000 * len(topics)
            assert all(texts[unit] for topic in topics.ids for unit in rankings.units(topic))
            return rankings

    return (
        FuserPlugin(name="first", version="1", summary="a toy", build=First),
        RerankerPlugin(name="same", version="1", summary="a toy", build=Same),
    )


def test_each_stage_of_a_condition_has_its_own_time(ledger: Path) -> None:
    """Fusing, reranking and measuring apart; the reranker is not in the fuser's time."""
    clock = Held()
    text = TEXT.replace('fuser = "rrf"', 'fuser = "first"\nrerank = { plugin = "same", pool = 5 }')
    both, alone = profiled(
        ledger, *fuser_and_reranker(clock), text=text, clock=clock, runs=2
    ).conditions

    assert [
        ("fuse", "cold", Fraction(3000)),
        ("fuse", "warm", Fraction(3000)),
        ("rerank", "cold", Fraction(7000)),
        ("rerank", "warm", Fraction(7000)),
        ("measure", "cold", Fraction(0)),
        ("measure", "warm", Fraction(0)),
        ("total", "cold", Fraction(10_000)),
        ("total", "warm", Fraction(10_000)),
    ] == [(stage.stage, stage.passes, stage.p50) for stage in both.stages]
    told = [stage.stage for stage in alone.stages]
    assert ["fuse", "fuse", "measure", "measure", "total", "total"] == told


def test_a_fuser_that_breaks_leaves_the_others(ledger: Path) -> None:
    """Its condition is failed and says why; the next one is timed."""

    class Broken:
        def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
            return lanes["forward"].cut(None)

    record = FuserPlugin(name="broken", version="1", summary="a toy", build=Broken)
    profile = profiled(ledger, record, text=TEXT.replace('"rrf"', '"broken"'))
    both, alone = profile.conditions

    assert ("failed", "timed") == (both.state, alone.state)
    assert [0] * 4 == [len(stage.samples) for stage in both.stages]
    assert profile.is_failed


def test_no_lane_finds_what_another_one_built(ledger: Path) -> None:
    """Each is built on an equal corpus of its own, to which nothing hangs that another made."""
    built: list[Corpus] = []

    class Keeping(Forward):
        def __init__(self, corpus: Corpus, part: int = 1) -> None:
            built.append(corpus)
            super().__init__(corpus)

    text = TEXT.replace('"forward"\n[', '"keeping"\n[').replace('"OTHER"', '"keeping"\npart = 2')
    profiled(ledger, lane("keeping", Keeping), text=text)
    one, other = built

    assert one is not other
    assert (one.digest, one.unit_ids) == (other.digest, other.unit_ids)


def test_no_pass_finds_what_another_one_joined(ledger: Path) -> None:
    """A lane's own rankings come again in each pass: they are joined with the qrels each time."""
    seen: list[Judged] = []

    class Seeing:
        def score(self, judged: Judged) -> Values:
            seen.append(judged)
            return Values.everywhere(np.zeros(len(judged)))

    record = MetricPlugin(name="Seeing", version="1", summary="a toy", build=Seeing)
    text = TEXT.replace("nDCG@5", "Seeing").replace("retrieve = 20", "retrieve = 5")
    profiled(ledger, record, text=text, runs=3)

    assert 2 * 3 * 20 == len(seen) == len(set(map(id, seen)))


def test_the_kits_keys_are_there(ledger: Path) -> None:
    """Questions, passes, and for each stage p50, p95, runs, ran and statuses."""
    plain = profiled(ledger, runs=2).as_plain()
    lanes = plain["lanes"]

    assert (20, 2, "none") == (
        plain["questions"],
        plain["runs_per_question"],
        plain["query_cache"],
    )
    assert isinstance(lanes, list)
    assert {
        "stage": "retrieve",
        "passes": "warm",
        "p50_ms": 0.0,
        "p95_ms": None,
        "runs": 20,
        "ran": 20,
        "statuses": {"success": 20},
    } == lanes[0]["stages"][1]
