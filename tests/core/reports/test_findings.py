"""What was found, sentence by sentence: each claims what its rule allows, and no more."""

from __future__ import annotations

import itertools
import re

import attrs
import pytest

from benchbook.core.comparing import rules, verdicts
from benchbook.core.objects.comparisons import Bounds
from benchbook.core.reports.findings import Found, findings_of
from benchbook.core.reports.rows import BucketRow, Comparison, ConditionRow, Number, TopicRow
from benchbook.core.testing.toy_rows import toy_instrument, toy_shares, toy_topics

CLAIMS = re.compile(
    r"\b(equal|identical|equivalent|as good as|significan\w*|prov\w+|confirm\w*|no effect|winner"
    r"|outperform\w*|clearly|no difference(?! was found, which does not show))",
    re.IGNORECASE,
)
"""What no sentence may say: a difference that was not found is not shown to be absent."""

INTERVAL = Bounds(low="0.01", high="0.09", method="sign-flip inversion", note="")
INSTRUMENT = toy_instrument()
NUMBER = Number(value="0.5", n=40, of=40, positions=(1,), bounds=INTERVAL)
BASE = ConditionRow(
    name="base",
    lanes=("one", "two"),
    weights=("1.0", "2.0"),
    left_out=(),
    fuser="rrf",
    reranker="",
    choices=(),
    state="measured",
    reason="",
    numbers=(NUMBER,),
)
LIKE = Comparison(
    condition="other",
    baseline="base",
    metric="nDCG@10",
    declared=True,
    difference="0.05",
    bounds=INTERVAL,
    p="0.012",
    corrected="0.024",
    smallest="0.0001",
    detectable="0.031",
    n=40,
    wins=20,
    ties=10,
    losses=10,
    verdict=verdicts.BETTER,
    reason="",
    positions=(1,),
)


def row(name: str, *lanes: str, **more: object) -> ConditionRow:
    """A condition of some lanes, fused as the baseline."""
    weights = {"one": "1.0", "two": "2.0"}
    found = attrs.evolve(
        BASE, name=name, lanes=lanes, weights=tuple(weights[lane] for lane in lanes)
    )
    return attrs.evolve(found, **more)  # type: ignore[arg-type]  # whatever a row has


def found(*compared: Comparison, **more: object) -> Found:
    """A tiny report: the baseline, and a condition for each comparison."""
    names = dict.fromkeys(one.condition for one in compared)
    plain = Found(
        metrics=("nDCG@10",),
        primary="nDCG@10",
        baseline="base",
        depth=10,
        instrument=INSTRUMENT,
        conditions=(BASE, *(row(name, "one", "two") for name in names)),
        comparisons=compared,
        buckets=(),
        shares=(),
        topics=(),
    )
    return attrs.evolve(plain, **more)  # type: ignore[arg-type]  # whatever a report has


def said(*compared: Comparison, **more: object) -> list[str]:
    """The sentences after the one about the baseline."""
    first, *others = findings_of(found(*compared, **more))
    assert "base reaches nDCG@10 0.500 (0.010 to 0.090) over 40 questions." == first
    return others


def silent(verdict: str, reason: str = "") -> Comparison:
    """A comparison with no clear verdict."""
    return attrs.evolve(LIKE, verdict=verdict, reason=reason, p="0.4", corrected="0.8")


@pytest.mark.parametrize("verdict", [verdicts.BETTER, verdicts.WORSE])
def test_better_and_worse_come_with_the_corrected_p(verdict: str) -> None:
    """With difference, interval, questions, and how the p was come by."""
    (sentence,) = said(attrs.evolve(LIKE, verdict=verdict))

    assert sentence.startswith(f"other is {verdict} than base on 40 questions: nDCG@10 +0.050 (+0.")
    assert sentence.endswith("+0.090), p = 0.024 (sign-flip test, Holm over 2).")


def test_an_exploratory_comparison_is_no_finding() -> None:
    """However small its p is: only what was declared is said."""
    assert [] == said(attrs.evolve(LIKE, declared=False, corrected=None, p="0.00001"))


def test_an_uncorrected_p_is_called_so() -> None:
    """Where the experiment declared no correction."""
    (sentence,) = said(LIKE, instrument=attrs.evolve(INSTRUMENT, correction="none"))

    assert sentence.endswith("p = 0.012 (sign-flip test, not corrected).")


def test_what_is_not_distinguishable_comes_with_what_could_have_been_seen() -> None:
    """The smallest difference that the test finds four times in five stands in the sentence."""
    (sentence,) = said(silent(verdicts.NOT_DISTINGUISHED))

    assert sentence.startswith("other is not distinguishable from base on 40 questions: nDCG@10 ")
    assert "the smallest difference this test could see is 0.031 (found four times in" in sentence


def test_many_that_are_not_distinguishable_are_one_sentence() -> None:
    """Each with its own smallest difference; one without any says that too."""
    alike = [
        attrs.evolve(
            silent(verdicts.NOT_DISTINGUISHED), condition=name, difference=apart, detectable=seen
        )
        for name, apart, seen in (
            ("a", "0.004", "0.031"),
            ("b", "-0.03", "0.062"),
            ("c", "0", None),
            ("d", "0.002", "0.1"),
        )
    ]
    (sentence,) = said(*alike)

    assert sentence.startswith("Not distinguishable from base on 40 questions, each with its diff")
    assert sentence.endswith(
        "b (−0.030; 0.062), a (+0.004; 0.031), d (+0.002; 0.100) and c (0.000; not known)."
    )


def test_a_p_that_is_small_before_it_is_corrected_is_explained() -> None:
    """A reader sees an interval beside 0 and wonders; nothing else is claimed of it."""
    one = attrs.evolve(LIKE, verdict=verdicts.NOT_DISTINGUISHED, p="0.04", corrected="0.08")

    (sentence,) = said(one)
    assert sentence.startswith("other is ")
    assert "a hint and no finding: p = 0.040 alone, p = 0.080 among 2 declared" in sentence


def test_the_same_value_on_every_question_is_no_matter_of_chance() -> None:
    """It is said as it is, and no smallest difference stands beside it."""
    one = attrs.evolve(
        silent(verdicts.NOT_DISTINGUISHED, verdicts.SAME), difference="0", detectable=None
    )

    reranked = (BASE, row("other", "one", "two", reranker="lexical"))
    assert ["The same nDCG@10 as base on every question: other."] == said(one, conditions=reranked)
    (itself,) = said(one)
    assert itself.startswith("Nothing set other apart from base in this run: the same lanes ran")


@pytest.mark.parametrize(
    "verdict", [verdicts.TIES_DECIDE, verdicts.CANNOT_TELL, verdicts.NOT_COMPARED]
)
def test_what_says_nothing_says_why(verdict: str) -> None:
    """P92 among them: too few topics that differ are no evidence of anything."""
    assert [f"other against base: {verdict}: for a reason."] == said(
        silent(verdict, "for a reason")
    )


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (verdicts.WORSE, "without two it is worse."),
        (
            verdicts.NOT_DISTINGUISHED,
            "without two no difference was found, which does not show that there is none.",
        ),
        (verdicts.CANNOT_TELL, ""),
    ],
)
def test_a_lane_taken_away_is_named(verdict: str, expected: str) -> None:
    """Only its own effect is spoken of, and an effect that was not seen is not denied."""
    one = attrs.evolve(LIKE, condition="less", verdict=verdict, reason="because")
    told = [
        sentence
        for sentence in said(one, conditions=(BASE, row("less", "one")))
        if sentence.startswith("Taking one lane away")
    ]

    assert ([f"Taking one lane away from base: {expected}"] if expected else []) == told


@pytest.mark.parametrize(
    "other",
    [
        row("less", "one", fuser="combsum"),
        row("less", "one", reranker="lexical"),
        row("less", "one", weights=("3.0",)),
        row("less", "one", lanes=("one[k1 = 2]",)),
    ],
)
def test_a_lane_is_not_blamed_for_what_else_was_changed(other: ConditionRow) -> None:
    """Another fuser, reranker, weight or parameter beside it: nobody knows which did it."""
    one = attrs.evolve(LIKE, condition="less", verdict=verdicts.WORSE)

    assert [] == [
        sentence for sentence in said(one, conditions=(BASE, other)) if "lane" in sentence
    ]


def test_what_lanes_brought_is_counted() -> None:
    """What the baseline has, what each lane has by itself, and what one alone brought to it."""
    shares = tuple(
        attrs.evolve(toy_shares()[0], condition="base", lane=lane, found=found, alone=alone, of=12)
        for lane, found, alone in (("one", 8, 0), ("two", 11, 2))
    )
    first = said(shares=shares, topics=(topic(relevant=12, found=10),))[0]

    assert first.startswith("base has 10 of 12 relevant documents within its first 10.")
    assert first.endswith("had two 11 and one 8, and of what it kept 2 only two had there.")


def topic(relevant: int, found: int) -> TopicRow:
    """A topic of which the baseline has so many documents."""
    return attrs.evolve(toy_topics("")[0], relevant=relevant, found=(found,))


def bucket(name: str, value: str | None) -> BucketRow:
    """A bucket with the baseline's mean."""
    return BucketRow(name=name, topics=20, numbers=((attrs.evolve(NUMBER, value=value),),))


def test_the_ends_of_buckets_are_named_and_not_compared() -> None:
    """They differ in their questions; no test says that they differ in more."""
    (sentence,) = said(buckets=(bucket("hard", "0.1"), bucket("easy", "0.9")))

    assert sentence.startswith("By bucket, base is lowest on hard: 0.100 ")
    assert sentence.endswith("Buckets were not tested against each other.")
    assert [] == said(buckets=(bucket("one", "0.5"), bucket("none", None)))
    assert [] == said(buckets=(bucket("one", "1"), bucket("other", "1")))


def test_missed_questions_are_counted_among_those_that_can_be_answered() -> None:
    """A topic without relevant documents is no miss."""
    none, all_ = topic(relevant=2, found=0), topic(relevant=1, found=1)
    start, end = "base has {} relevant document within its first 10 for", "question"

    assert [f"{start.format('no')} 1 of 2 {end}s."] == said(topics=(none, all_, topic(0, 0)))
    assert [f"{start.format('a')} each of 1 {end}."] == said(topics=(all_,))


def test_what_was_not_measured_is_named() -> None:
    """A row that is missing is not passed over."""
    gone = attrs.evolve(BASE, name="gone", state="not measured", reason="lane one failed")

    assert ["Not measured, with the reason beside each: gone."] == said(conditions=(BASE, gone))


@pytest.mark.parametrize("verdict", verdicts.VERDICTS)
def test_no_sentence_claims_more_than_its_rule(verdict: str) -> None:
    """Better or worse where the verdict says so and nowhere else; none calls two things equal."""
    for test, correction, bounds, reason, p in itertools.product(
        rules.TESTS, rules.CORRECTIONS, (INTERVAL, None), ("a reason", verdicts.SAME), ("0.04", "0")
    ):
        one = attrs.evolve(LIKE, verdict=verdict, bounds=bounds, reason=reason, p=p)
        less = attrs.evolve(one, condition="less")
        sentences = said(
            one,
            less,
            instrument=attrs.evolve(INSTRUMENT, test=test, correction=correction),
            conditions=(BASE, row("other", "one", "two"), row("less", "one")),
            topics=(topic(relevant=2, found=1),),
        )
        assert [] == [sentence for sentence in sentences if CLAIMS.search(sentence)]
        words = set(re.findall(r"better|worse", " ".join(sentences)))
        assert words <= {verdict}


def test_the_words_that_are_looked_for_are_found() -> None:
    """The rule above could fail."""
    for claim in ("no_graph is equal to it", "there is no difference", "it is significant"):
        assert CLAIMS.search(claim)
