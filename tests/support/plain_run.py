"""A run of a plain ledger: what it retrieved, measured again from the frames."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from plain_ledger import PlainLedger, Ranking
from plain_metrics import Grades, discounted, relevant, value_of
from plain_statistics import mean

Values = dict[str, float | None]


class PlainRun:
    """One run, from its events and objects."""

    def __init__(self, ledger: PlainLedger, run: str) -> None:
        self._ledger, self._run = ledger, run
        started = ledger.event("run-started", run=run)
        self._planned = ledger.json(started["experiment"])
        self.depth: int = self._planned["experiment"]["depth"]
        self.topics: list[str] = [id_ for id_, _ in ledger.json(started["topics"])]
        qrels = {topic: dict(row) for topic, row in ledger.json(started["qrels"])}
        self.grades: dict[str, Grades] = {topic: qrels.get(topic, {}) for topic in self.topics}
        self.is_decided = started["evidence"] is not None
        self.buckets = self._read_buckets(started["questions"])
        self._found: dict[str, dict[str, Ranking]] = {}

    def _read_buckets(self, questions: str) -> dict[str, str]:
        """The bucket of each topic that has one."""
        lines = [
            json.loads(line)
            for digest, *_ in self._ledger.json(questions)["chunks"]
            for line in self._ledger.object(digest).splitlines()
        ]
        return {line["id"]: line["bucket"] for line in lines if line.get("bucket")}

    def rankings(self, condition: str) -> dict[str, Ranking]:
        """What a condition returned, by topic."""
        if condition not in self._found:
            fused = self._ledger.event("condition-fused", run=self._run, condition=condition)
            self._found[condition] = self._joined(self._ledger.json(fused["ranking"]))
        return self._found[condition]

    def lanes(self, condition: str) -> dict[str, dict[str, set[str]]]:
        """The documents that each lane of a condition has within its depth, by lane and topic."""
        (planned,) = (one for one in self._planned["conditions"] if one["name"] == condition)
        returned = {}
        for lane, instance in planned["lanes"]:
            ranked = self._ledger.events("lane-ranked", run=self._run, instance=instance)
            rows = self._joined([one["frame"] for one in ranked])
            returned[lane] = {
                topic: set(self._documents(row)[: self.depth]) for topic, row in rows.items()
            }
        return returned

    @staticmethod
    def _documents(row: Ranking) -> list[str]:
        """The documents of a ranking of units, each at its first one."""
        return list(dict.fromkeys(unit.split("#")[0] for unit, _ in row))

    def _joined(self, frames: Sequence[str]) -> dict[str, Ranking]:
        """The rankings of several frames."""
        return {topic: row for one in frames for topic, row in self._ledger.frame(one).items()}

    def population(self, bucket: str) -> list[str]:
        """The topics of a bucket; of the empty one, all."""
        return [topic for topic in self.topics if not bucket or self.buckets.get(topic) == bucket]

    def values(self, condition: str, metric: str, bucket: str = "") -> list[float]:
        """The values of the topics that have one."""
        by_topic = self.by_topic(condition, metric)
        found = (by_topic[topic] for topic in self.population(bucket))
        return [one for one in found if one is not None]

    def by_topic(self, condition: str, metric: str) -> Values:
        """Every topic's value; None where it has none."""
        return {
            topic: self._value(topic, metric, [unit for unit, _ in row])
            for topic, row in self.rankings(condition).items()
        }

    def value(self, condition: str, metric: str, topic: str) -> float | None:
        """The value of one topic; None where it has none."""
        return self.by_topic(condition, metric)[topic]

    def _value(self, topic: str, metric: str, ranked: Sequence[str]) -> float | None:
        """A value of one topic; where all units are decided, none is a hole."""
        if metric.startswith("Judged@") and self.is_decided:
            return float(bool(ranked))
        return value_of(metric, ranked, self.grades[topic])

    def differences(self, condition: str, baseline: str, metric: str) -> list[float]:
        """Condition less baseline, of each topic that has both; noise of floats is 0."""
        mine, its = self.by_topic(condition, metric), self.by_topic(baseline, metric)
        pairs = [(mine[topic], its[topic]) for topic in self.topics]
        apart = [one - other for one, other in pairs if one is not None and other is not None]
        return [0.0 if abs(one) < 1e-12 else one for one in apart]

    def tied(self, condition: str, metric: str) -> dict[str, float | int] | None:
        """What other orders of equal scores make of a mean; None where they can do nothing."""
        low, high, changing, open_ = [], [], 0, 0
        cutoff = int(metric.split("@")[1])
        for topic, row in self.rankings(condition).items():
            runs = [[unit for unit, _ in run] for _, run in groupby(row, key=lambda pair: pair[1])]
            ends = [self._ordered(topic, metric, runs, is_best=best) for best in (False, True)]
            if ends[0] is None or ends[1] is None:
                continue
            low.append(ends[0])
            high.append(ends[1])
            changing += ends[0] != ends[1]
            cut = len(row) == self.depth and len(runs[-1]) > 1
            open_ += cut and len(row) - len(runs[-1]) + 1 <= cutoff
        if not changing and not open_:
            return None
        return {"low": mean(low), "high": mean(high), "topics": changing, "open": open_}

    def _ordered(
        self, topic: str, metric: str, runs: list[list[str]], *, is_best: bool
    ) -> float | None:
        """A topic's value with each run of equal scores in its best order, or its worst."""
        grades = self.grades[topic]
        ranked = [
            unit
            for run in runs
            for unit in sorted(run, key=lambda one: grades.get(one, -(10**9)), reverse=is_best)
        ]
        return self._value(topic, metric, ranked)

    def share(self, condition: str, lane: str) -> dict[str, int]:
        """What a lane brought, counted with sets of topic and document."""
        wanted = {(topic, one) for topic in self.topics for one in relevant(self.grades[topic])}
        pairs = {
            name: wanted & {(topic, one) for topic, row in rows.items() for one in row}
            for name, rows in self.lanes(condition).items()
        }
        kept = wanted & {
            (topic, unit) for topic, row in self.rankings(condition).items() for unit, _ in row
        }
        others = set().union(*(found for name, found in pairs.items() if name != lane))
        alone = (pairs[lane] & kept) - others
        return {
            "found": len(pairs[lane]),
            "kept": len(pairs[lane] & kept),
            "alone": len(alone),
            "topics": len({topic for topic, _ in alone}),
            "of": len(wanted),
        }

    def holes(self, condition: str, metric: str) -> dict[str, float]:
        """What unjudged documents can do to nDCG."""
        cutoff = int(metric.split("@")[1])
        best = max(grade for row in self.grades.values() for grade in row.values())
        shares, condensed, at_most = [], [], []
        for topic, row in self.rankings(condition).items():
            ranked, grades = [unit for unit, _ in row], self.grades[topic]
            shares.append(value_of(f"Judged@{cutoff}", ranked, grades) or 0.0)
            known = [unit for unit in ranked if grades.get(unit, -1) >= 0]
            value = value_of(metric, known, grades)
            if value is None:
                continue
            condensed.append(value)
            filled = [grades[one] if grades.get(one, -1) >= 0 else best for one in ranked[:cutoff]]
            ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
            at_most.append(min(1.0, discounted(filled) / discounted(ideal[:cutoff])))
        return {"judged": mean(shares), "condensed": mean(condensed), "at_most": mean(at_most)}

    def found(self, condition: str, topic: str) -> int:
        """How many relevant documents of a topic a condition returned."""
        return len({unit for unit, _ in self.rankings(condition)[topic]} & self.wanted(topic))

    def wanted(self, topic: str) -> set[str]:
        """The relevant documents of a topic."""
        return relevant(self.grades[topic])

    def rank(self, condition: str, topic: str, document: str) -> int | None:
        """Where a condition has a document; None where it returned it not."""
        ranked: list[Any] = [unit for unit, _ in self.rankings(condition)[topic]]
        return ranked.index(document) + 1 if document in ranked else None
