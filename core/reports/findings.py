"""What was found, in sentences made by rule: each from recorded numbers, and no stronger than they.

The order is that of a reader's questions: how good is the baseline, what is better or worse, what
could not be told apart and how finely one could see, which lane brought what, what was missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import attrs

from ..comparing import verdicts
from ..counting import counted
from ..objects.comparisons import Instrument
from .rows import BucketRow, Comparison, ConditionRow, LaneShare, Number, TopicRow
from .sentences import around, listed, number, p_text, signed, signed_around

MOST_ALONE = 3
"""More conditions than these that say the same stand in one sentence."""

_NAMES = {
    "sign-flip": "sign-flip test",
    "t": "t-test",
    "wilcoxon": "Wilcoxon's test",
    "bootstrap": "bootstrap",
}


_DESCRIBES = " That says what documents are like, and not how good they are."


@attrs.frozen(kw_only=True)
class Found:
    """The parts of a report that the sentences are about."""

    metrics: tuple[str, ...]
    primary: str
    baseline: str
    depth: int
    instrument: Instrument
    conditions: tuple[ConditionRow, ...]
    comparisons: tuple[Comparison, ...]
    buckets: tuple[BucketRow, ...]
    shares: tuple[LaneShare, ...]
    topics: tuple[TopicRow, ...]

    @property
    def declared(self) -> tuple[Comparison, ...]:
        """The comparisons that were declared before the run."""
        return tuple(one for one in self.comparisons if one.declared)

    @property
    def place(self) -> int:
        """Where the baseline stands among the conditions."""
        return [row.name for row in self.conditions].index(self.baseline)

    def primary_of(self, numbers: tuple[Number, ...]) -> Number:
        """The number of the primary metric."""
        return numbers[self.metrics.index(self.primary)]


def findings_of(found: Found) -> tuple[str, ...]:
    """Every sentence that the numbers allow."""
    return (
        *_baseline(found),
        *_differing(found),
        *_hints(found),
        *_not_distinguished(found),
        *_same(found),
        *_undecided(found),
        *_taken_away(found),
        *_lanes(found),
        *_weakest(found),
        *_missed(found),
        *_unmeasured(found),
    )


def _baseline(found: Found) -> Iterator[str]:
    """How good the baseline is."""
    row = found.conditions[found.place]
    one = found.primary_of(row.numbers)
    if one.value is not None:
        over = f"over {counted(one.n, 'question')}"
        yield f"{row.name} reaches {found.primary} {around(one.value, one.bounds)} {over}."


def _differing(found: Found) -> Iterator[str]:
    """Conditions that are better or worse after correction, the largest difference first."""
    words = {verdicts.BETTER: "is better", verdicts.WORSE: "is worse"}
    words |= dict.fromkeys((verdicts.MORE, verdicts.LESS), "returns other documents")
    for one in _by_size([one for one in found.declared if one.verdict in words]):
        yield (
            f"{one.condition} {words[one.verdict]} than {one.baseline} on "
            f"{counted(one.n, 'question')}: {one.metric} "
            f"{signed_around(one.difference or '0', one.bounds)}, {_p(found, one)}."
            f"{_DESCRIBES if one.verdict in {verdicts.MORE, verdicts.LESS} else ''}"
        )


def _by_size(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The largest difference first."""
    return sorted(comparisons, key=lambda one: (-abs(float(one.difference or 0)), one.condition))


def _p(found: Found, one: Comparison) -> str:
    """The p that the verdict follows, and how it was come by."""
    test, rule = _NAMES[found.instrument.test], found.instrument.correction
    if one.corrected is None or rule == "none":
        return f"{p_text(one.p or '1')} ({test}, not corrected)"
    by = f"{test}, {rule.capitalize()} over {found.instrument.family}"
    return f"{p_text(one.corrected)} ({by})"


def _hints(found: Found) -> Iterator[str]:
    """Conditions whose own p is small and no more: a reader sees their interval."""
    family = counted(found.instrument.family, "declared comparison")
    for one in _by_size([one for one in found.declared if _is_hint(found, one)]):
        side = "higher" if float(one.difference or 0) > 0 else "lower"
        among = f"alone, {p_text(one.corrected or '1')} among {family}"
        if found.instrument.correction == "none":
            among = f"alone, not corrected for {family}"
        yield (
            f"{one.condition} is {side} than {one.baseline} by {number(_size(one))}, a hint and no "
            f"finding: {p_text(one.p or '1')} {among}; the smallest difference this test could "
            f"see is {_seen(one)} (found four times in five)."
        )


def _is_hint(found: Found, one: Comparison) -> bool:
    """Whether only the correction, or that there is none, keeps a comparison from a verdict."""
    if one.verdict in {verdicts.HIGHER, verdicts.LOWER}:
        return True
    is_small = one.p is not None and Decimal(one.p) <= Decimal(found.instrument.alpha)
    return one.verdict == verdicts.NOT_DISTINGUISHED and is_small


def _size(one: Comparison) -> str:
    """A difference without its sign."""
    return (one.difference or "0").removeprefix("-")


def _not_distinguished(found: Found) -> Iterator[str]:
    """Conditions that could not be told from the baseline, and what could have been seen."""
    alike = [
        one
        for one in found.declared
        if one.verdict == verdicts.NOT_DISTINGUISHED
        and one.reason != verdicts.SAME
        and not _is_hint(found, one)
    ]
    if len(alike) > MOST_ALONE and len({one.n for one in alike}) == 1:
        told = [f"{one.condition} ({_apart(one)})" for one in _by_size(alike)]
        yield (
            f"Not distinguishable from {found.baseline} on {counted(alike[0].n, 'question')}, each "
            "with its difference and the smallest that its test could see (found four times in "
            f"five): {listed(told)}."
        )
        return
    for one in _by_size(alike):
        yield (
            f"{one.condition} is not distinguishable from {one.baseline} on "
            f"{counted(one.n, 'question')}: {one.metric} "
            f"{signed_around(one.difference or '0', one.bounds)}; the smallest difference this "
            f"test could see is {_seen(one)} (found four times in five)."
        )


def _apart(one: Comparison) -> str:
    """A difference, and what could have been seen."""
    return f"{signed(one.difference or '0')}; {_seen(one)}"


def _seen(one: Comparison) -> str:
    """The smallest difference that a test could see."""
    return "not known" if one.detectable is None else number(one.detectable)


def _same(found: Found) -> Iterator[str]:
    """Conditions that cannot differ: each question has the same value in both."""
    base, rows = found.conditions[found.place], {row.name: row for row in found.conditions}
    same = [one.condition for one in found.declared if one.reason == verdicts.SAME]
    is_known = bool(base.lanes)  # of a TREC run nobody knows how it was made
    itself = [name for name in same if is_known and _made_of(rows[name]) == _made_of(base)]
    others = [name for name in same if name not in itself]
    if itself:
        yield (
            f"Nothing set {listed(itself)} apart from {found.baseline} in this run: the same lanes "
            "ran, fused in the same way."
        )
    if others:
        yield f"The same {found.primary} as {found.baseline} on every question: {listed(others)}."


def _made_of(row: ConditionRow) -> tuple[object, ...]:
    """What of a condition can change its rankings."""
    return row.lanes, row.weights, row.fuser, row.reranker


def _undecided(found: Found) -> Iterator[str]:
    """Comparisons that say nothing, each with why."""
    silent = {verdicts.TIES_DECIDE, verdicts.CANNOT_TELL, verdicts.NOT_COMPARED}
    for one in found.declared:
        if one.verdict in silent:
            yield f"{one.condition} against {one.baseline}: {one.verdict}: {one.reason}."


def _taken_away(found: Found) -> Iterator[str]:
    """What taking away one lane did, with the fuser as it was."""
    base = found.conditions[found.place]
    rows = {row.name: row for row in found.conditions}
    missed, unmissed = [], []
    for one in found.declared:
        gone = _taken(base, rows[one.condition])
        if one.verdict == verdicts.WORSE:
            missed += gone
        elif one.verdict == verdicts.NOT_DISTINGUISHED:
            unmissed += gone
    said = []
    if missed:
        said.append(f"without {listed(missed)} it is worse")
    if unmissed:
        lost = "no difference was found, which does not show that there is none"
        said.append(f"without {' or '.join(unmissed)} {lost}")
    if said:
        yield f"Taking one lane away from {found.baseline}: {'; '.join(said)}."


def _taken(base: ConditionRow, row: ConditionRow) -> list[str]:
    """The lane that a condition lacks where nothing else sets it apart from the baseline."""
    gone = [lane for lane in base.lanes if lane not in row.lanes]
    is_all = (
        set(row.lanes) < set(base.lanes)
        and (row.fuser, row.reranker) == (base.fuser, base.reranker)
        and set(zip(row.lanes, row.weights, strict=False))
        <= set(zip(base.lanes, base.weights, strict=False))
    )
    return gone if is_all and len(gone) == 1 else []


def _lanes(found: Found) -> Iterator[str]:
    """What each lane of the baseline brought of what it returned, and what no other lane had."""
    shares = [share for share in found.shares if share.condition == found.baseline]
    if len(shares) < 2 or not shares[0].of:  # noqa: PLR2004 - one lane brings everything
        return
    kept = sum(topic.found[found.place] or 0 for topic in found.topics)
    ranked = sorted(shares, key=lambda share: (-share.found, share.lane))
    told = [f"{share.lane} {share.found:,}" for share in ranked]
    alone = [f"{share.alone} only {share.lane}" for share in ranked if share.alone]
    own = f", and of what it kept {listed(alone)} had there" if alone else ""
    whole = counted(shares[0].of, "relevant document")
    yield (
        f"{found.baseline} has {kept:,} of {whole} within its first {found.depth}. In their own "
        f"first {found.depth} its lanes had {listed(told)}{own}."
    )


def _weakest(found: Found) -> Iterator[str]:
    """The buckets at both ends, without a claim that they differ."""
    rows = [
        (found.primary_of(bucket.numbers[found.place]), bucket.name)
        for bucket in found.buckets
        if found.primary_of(bucket.numbers[found.place]).value is not None
    ]
    if len(rows) < 2:  # noqa: PLR2004 - one bucket has no ends
        return
    ordered = sorted(rows, key=lambda pair: (float(pair[0].value or 0), pair[1]))
    (low, worst), (high, best) = ordered[0], ordered[-1]
    if low.value == high.value:
        return
    yield (
        f"By bucket, {found.baseline} is lowest on {worst}: {around(low.value or '0', low.bounds)} "
        f"over {counted(low.n, 'question')}, and highest on {best}: "
        f"{around(high.value or '0', high.bounds)} over {counted(high.n, 'question')}. "
        "Buckets were not tested against each other."
    )


def _missed(found: Found) -> Iterator[str]:
    """Questions that the baseline has nothing for."""
    answerable = [topic for topic in found.topics if topic.relevant]
    if not answerable or found.conditions[found.place].state != "measured":
        return
    missed = sum(topic.found[found.place] == 0 for topic in answerable)
    has, some = ("no", f"{missed:,}") if missed else ("a", "each")
    yield (
        f"{found.baseline} has {has} relevant document within its first {found.depth} for "
        f"{some} of {counted(len(answerable), 'question')}."
    )


def _unmeasured(found: Found) -> Iterator[str]:
    """Conditions of which nothing is known."""
    names = [row.name for row in found.conditions if row.state == "not measured"]
    if names:
        yield f"Not measured, with the reason beside each: {listed(names)}."
