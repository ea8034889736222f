"""How fast runs are compared: `python tests/bench/bench_compare.py [--json]`.

The work is the table of a paper: 14 TREC runs of 250 topics × 1,000 rows, gzip, with the qrels;
nDCG@10, RR@10, R@100, AP and Bpref of each topic, and each run's nDCG@10 tested against the first.
The peer is what one would write without this: a plain parser, pytrec_eval, and scipy's permutation
test of paired differences with as many flips. Ours does more in its time (intervals, ranges over
ties, condensed lists and bounds for unjudged documents, Holm); what both do is compared before a
ratio is printed: each value to 1e-9, each p to the chance of the draws.
"""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytrec_eval
from scipy.stats import permutation_test
from turns import Case, run

from benchbook.core.commands.compare import compare_files, named_files
from benchbook.core.comparing.compared import Compared, CompareOptions
from benchbook.core.comparing.paired_tests import DRAWS
from benchbook.core.plugging.loading import load_registry

RUNS, TOPICS, DEPTH, JUDGED, UNITS = 14, 250, 1_000, 200, 20_000
METRICS = ("nDCG@10", "RR@10", "R@100", "AP", "Bpref")
PEER_METRICS = ("ndcg_cut_10", "recip_rank", "recall_100", "map", "bpref")
CLOSE, CLOSE_P = 1e-9, 0.02


class Peer(NamedTuple):
    """What a script would give: values by run, topic and metric, and a p for each other run."""

    values: list[dict[str, dict[str, float]]]
    p: list[float]


def draw(folder: Path) -> tuple[Path, list[Path]]:
    """Qrels, and runs that find the relevant documents a little better one after the other."""
    rng = np.random.default_rng(2026)
    lines, files = [], [folder / f"run{number:02}.run.gz" for number in range(RUNS)]
    rows: list[list[str]] = [[] for _ in files]
    for number in range(TOPICS):
        topic = f"q{number:03}"
        judged = rng.choice(UNITS, JUDGED, replace=False)
        grades = rng.choice([0, 0, 0, 1, 2], JUDGED)
        lines += [
            f"{topic} 0 d{code:05} {grade}\n" for code, grade in zip(judged, grades, strict=True)
        ]
        worth = np.zeros(UNITS)
        worth[judged] = grades
        for at, kept in enumerate(rows):
            scores = worth * (0.5 + at / RUNS) + rng.gumbel(size=UNITS)
            best = np.argpartition(-scores, DEPTH)[:DEPTH]
            best = best[np.argsort(-scores[best])]
            kept += [
                f"{topic} Q0 d{code:05} {rank} {score:.5f} run\n"
                for rank, (code, score) in enumerate(
                    zip(best.tolist(), scores[best].tolist(), strict=True), 1
                )
            ]
    (folder / "qrels").write_text("".join(lines))
    for path, kept in zip(files, rows, strict=True):
        path.write_bytes(gzip.compress("".join(kept).encode(), 1))
    return folder / "qrels", files


def script(qrels: Path, files: list[Path]) -> Peer:
    """The same with a plain parser, pytrec_eval and scipy."""
    grades: dict[str, dict[str, int]] = {}
    for line in qrels.read_text().splitlines():
        topic, _, document, grade = line.split()
        grades.setdefault(topic, {})[document] = int(grade)
    evaluator = pytrec_eval.RelevanceEvaluator(grades, set(PEER_METRICS))
    values = []
    for path in files:
        scores: dict[str, dict[str, float]] = {}
        with gzip.open(path, "rt") as lines:
            for line in lines:
                topic, _, document, _, score, _ = line.split()
                scores.setdefault(topic, {})[document] = float(score)
        values.append(evaluator.evaluate(scores))
    base, *others = (
        np.array([run[topic]["ndcg_cut_10"] for topic in sorted(grades)]) for run in values
    )
    tested = (
        permutation_test(
            (other - base,),
            lambda one, axis: one.mean(axis=axis),
            permutation_type="samples",
            n_resamples=DRAWS,
            vectorized=True,
            rng=np.random.default_rng(1),
        )
        for other in others
    )
    return Peer(values, [float(one.pvalue) for one in tested])


def is_same(ours: Compared, peer: Peer) -> bool:
    """Whether both sides say the same; pytrec_eval does not cut the reciprocal rank at 10."""
    for name, theirs in zip(ours.names, peer.values, strict=True):
        for metric, peer_name in zip(METRICS, PEER_METRICS, strict=True):
            expected = np.array([theirs[topic][peer_name] for topic in ours.topics.ids])
            if metric == "RR@10":
                expected = np.where(expected >= 1 / 10, expected, 0)
            if np.abs(ours.values[name][metric].values - expected).max() > CLOSE:
                return False
    found = [one for one in ours.comparisons.differences if one.declared]
    return all(abs(float(one.p or 1) - p) <= CLOSE_P for one, p in zip(found, peer.p, strict=True))


def cases() -> Iterator[Case]:
    """The one case, from files."""
    registry = load_registry(external=False)
    with tempfile.TemporaryDirectory() as folder:
        qrels, files = draw(Path(folder))
        named = named_files(list(map(str, files)))
        yield Case(
            f"{RUNS} runs × {TOPICS} topics × {DEPTH:,} rows, from gzip",
            "a plain parser, pytrec_eval and scipy",
            lambda: compare_files(qrels, named, METRICS, registry, options=CompareOptions()),
            lambda: script(qrels, files),
            is_same,
            1.0,
        )


if __name__ == "__main__":
    run(__doc__, cases())
