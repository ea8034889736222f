"""The metrics of documents keep the contract of metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.metrics import meta_known, meta_median, meta_share
from benchbook.testing import MetricContract


class TestMetaKnown(MetricContract):
    """How many documents have a field."""

    plugin = meta_known.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"field": "year"}


class TestMetaMedian(MetricContract):
    """The median of a number of documents."""

    plugin = meta_median.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"field": "words"}


class TestMetaShare(MetricContract):
    """The share of documents within bounds."""

    plugin = meta_share.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"field": "year", "at_least": 1993.0}


class TestMetaCount(MetricContract):
    """The number of documents within bounds."""

    plugin = meta_share.benchbook_plugins()[1]
    params: ClassVar[Mapping[str, object]] = {"field": "year", "at_least": 1993.0}
