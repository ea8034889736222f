"""A report's means by configuration, as SciX's harnesses name them."""

from __future__ import annotations

from .report import Report


def means_by_condition(report: Report) -> dict[str, object]:
    """By condition: `overall` and `by_bucket`, each with the mean and the topics of each metric.

    Metrics keep their own names, since not all of SciX's are the same as ours.
    """
    return {
        row.name: {
            "state": row.state,
            "skipped_reason": row.reason or None,
            "overall": {
                metric: {"value": number.value, "n": number.n}
                for metric, number in zip(report.metrics, row.numbers, strict=True)
            },
            "by_bucket": {
                bucket.name: {
                    metric: {"value": number.value, "n": number.n}
                    for metric, number in zip(report.metrics, bucket.numbers[place], strict=True)
                }
                for bucket in report.buckets
            },
        }
        for place, row in enumerate(report.conditions)
    }
