"""How fast five metrics are made: `python tests/bench/bench_metrics.py [--json]`.

The work is 10,000 topics of 100 ranked documents each, with 25 judgments per topic. Ours and
pytrec_eval take turns in one process; CPU time is compared, the median of five turns. The values of
every topic are compared before a ratio is printed.

From columns both sides start with what they keep between calls: our `Rankings` and `Qrels`, and the
run dictionary and evaluator of pytrec_eval. From text both start with a path, and the peer gets its
dictionary from a plain parser. One more case, without a promise, makes both sides index the qrels
anew in each turn.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytrec_eval
from turns import Case, run

from benchbook import Qrels, join, read_trec_run
from benchbook.core.measuring.scoring import Measured, measure, ready_metrics
from benchbook.core.plugging.loading import load_registry

TOPICS, DEPTH, JUDGED, RELEVANT_RANKED = 10_000, 100, 25, 10
CORPUS = 1_000_000
METRICS = ("nDCG@10", "R@100", "RR@10", "AP", "P@10")
PEER_METRICS = ("ndcg_cut_10", "recall_100", "recip_rank", "map", "P_10")
CLOSE = 1e-9
PEER = f"pytrec_eval, {', '.join(PEER_METRICS)}"
IDS = {"8-byte ids": "D{:07d}", "20-byte ids": "msmarco_doc_{:08d}"}

Run = dict[str, dict[str, float]]
Grades = dict[str, dict[str, int]]
PeerValues = dict[str, dict[str, float]]


def draw(path: Path, spelling: str) -> Grades:
    """Write a TREC run in which some judged documents are ranked, and give the qrels."""
    rng = np.random.default_rng(2026)
    grades: Grades = {}
    with path.open("w") as file:
        for number in range(TOPICS):
            topic = f"q{number:05d}"
            ranked = rng.choice(CORPUS, DEPTH, replace=False)
            scores = sorted(rng.gamma(3, 4, DEPTH).round(6).tolist(), reverse=True)
            for rank, (code, score) in enumerate(zip(ranked.tolist(), scores, strict=True), 1):
                file.write(f"{topic} Q0 {spelling.format(code)} {rank} {score:.6f} bench\n")
            known = rng.choice(ranked, RELEVANT_RANKED, replace=False).tolist()
            others = rng.choice(CORPUS, JUDGED - RELEVANT_RANKED, replace=False).tolist()
            judged = sorted({spelling.format(code) for code in known + others})
            grades[topic] = dict(zip(judged, rng.integers(0, 4, len(judged)).tolist(), strict=True))
    return grades


def parse_plainly(path: Path) -> Run:
    """Read a TREC run as a person would write it down."""
    run: Run = {}
    with path.open() as file:
        for line in file:
            topic, _, document, _, score, _ = line.split()
            run.setdefault(topic, {})[document] = float(score)
    return run


def cases(path: Path, grades: Grades, ids: str) -> Iterator[Case]:
    """The cases for one file."""
    metrics = ready_metrics(METRICS, load_registry())
    kept = Qrels(grades)
    evaluator = pytrec_eval.RelevanceEvaluator(grades, set(PEER_METRICS))
    rankings, run = read_trec_run(path, compat="trec_eval-9"), parse_plainly(path)
    yield Case(
        f"from columns, {ids}",
        PEER,
        lambda: measure(join(rankings, kept), metrics),
        lambda: evaluator.evaluate(run),
        is_same,
        12,
    )
    yield Case(
        f"from columns, qrels indexed anew, {ids}",
        PEER,
        lambda: measure(join(rankings, Qrels(grades)), metrics),
        lambda: pytrec_eval.RelevanceEvaluator(grades, set(PEER_METRICS)).evaluate(run),
        is_same,
        0,
    )
    yield Case(
        f"from TREC text, {ids}",
        PEER,
        lambda: measure(join(read_trec_run(path, compat="trec_eval-9"), kept), metrics),
        lambda: evaluator.evaluate(parse_plainly(path)),
        is_same,
        1.3,
    )


def is_same(ours: tuple[Measured, ...], peer: PeerValues) -> bool:
    """Whether both sides say the same of every topic.

    pytrec_eval knows no cut-off for the reciprocal rank, so its values below 1/10 become 0.
    """
    for measured, name in zip(ours, PEER_METRICS, strict=True):
        theirs = np.array([peer[topic][name] for topic in sorted(peer)])
        if name == "recip_rank":
            theirs = np.where(theirs >= 1 / 10, theirs, 0)
        worst = float(np.abs(measured.values.values - theirs).max())
        if not worst <= CLOSE or len(theirs) != measured.population:
            print(f"{measured.name} differs from {name} by {worst}", file=sys.stderr)
            return False
    return True


def every_case() -> Iterator[Case]:
    """The cases for each spelling of ids."""
    with tempfile.TemporaryDirectory() as folder:
        for ids, spelling in IDS.items():
            path = Path(folder) / f"{ids}.run"
            yield from cases(path, draw(path, spelling), ids)


if __name__ == "__main__":
    run(__doc__, every_case())
