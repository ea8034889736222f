"""AxisCoverage on examples small enough to reckon by hand."""

from __future__ import annotations

import pytest

from benchbook import Topics, UsageError, join
from benchbook.core.measuring.axes import Asked, Axes, Covering
from benchbook.core.measuring.metric_names import BadMetric
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in, qrels_of, rankings_of, scores

GRADES = {"p": {"a": 1, "b": 0, "c": 3}, "q": {"a": 1}}
# Topic p asks for x, y and z: a covers x, b covers y, c covers x and z. Topic q has no axes.
AXES = Axes(
    {
        "p": Asked(
            3,
            (
                Covering(0, "a", 1),
                Covering(1, "b", 0),
                Covering(0, "c", 3),
                Covering(2, "c", 3),
            ),
        )
    }
)


def values(metric: str, ranked: list[str]) -> list[float | None]:
    """The values of topics p and q; None where there is none."""
    rankings = rankings_of({"p": ranked, "q": ranked})
    judged = join(rankings, qrels_of(GRADES), Topics.of_ids("pq"), axes=AXES)
    (found,) = measure(judged, ready_metrics([metric], built_in()))
    return [
        value if is_defined else None
        for value, is_defined in zip(
            found.values.values.tolist(), found.values.defined.tolist(), strict=True
        )
    ]


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("AxisCoverage@1", 1 / 3),
        ("AxisCoverage@2", 1 / 3),
        ("AxisCoverage(rel=0)@2", 2 / 3),
        ("AxisCoverage", 2 / 3),
        ("AxisCoverage(rel=0)", 1.0),
        ("AxisCoverage(rel=2)", 2 / 3),
        ("AxisCoverage(rel=2)@2", 0.0),
    ],
)
def test_covered_axes_are_divided_by_all_axes(metric: str, value: float) -> None:
    """By documents of grade 1 or more, or as the name says; no value without axes."""
    assert [value, None] == values(metric, ["a", "b", "c"])


def test_an_empty_answer_covers_nothing() -> None:
    """It is 0 where there are axes, and never a division by zero where there are none."""
    assert [0.0, None] == values("AxisCoverage@5", [])


def test_without_axes_it_is_refused() -> None:
    """Not measured is not 0."""
    with pytest.raises(UsageError, match=r"AxisCoverage@5: needs the axes of topics .* has none"):
        scores("AxisCoverage@5", GRADES, {})


@pytest.mark.parametrize(
    ("metric", "reason"),
    [
        ("AxisCoverage(by='document')@5", "looks at axes itself; write it without by"),
        ("AxisCoverage(judged_only=True)@5", "looks at axes, to which holes are nothing"),
        ("AxisCoverage(rel=-1)@5", "expected the lowest relevant grade, at least 0"),
    ],
)
def test_parameters_that_say_nothing_of_axes_are_refused(metric: str, reason: str) -> None:
    """A criterion of relevance, taking holes out, a negative grade."""
    with pytest.raises(BadMetric, match=reason):
        ready_metrics([metric], built_in())
