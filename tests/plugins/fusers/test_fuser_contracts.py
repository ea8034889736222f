"""The built-in fusers keep the contract of fusers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.fusers import rrf, single
from benchbook.testing import FuserContract


class TestRrf(FuserContract):
    """Reciprocal rank fusion without weights: its lanes are interchangeable."""

    plugin = rrf.benchbook_plugins()[0]
    symmetric = True


class TestRrfWeighted(FuserContract):
    """Reciprocal rank fusion with weights and another tie rule."""

    plugin = rrf.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"k": 1, "ties": "doc_id asc"}
    passed: ClassVar[Mapping[str, object]] = {"weights": {"alpha": 1.5, "beta": 1.0, "gamma": 0.1}}


class TestSingle(FuserContract):
    """The ranking of one lane, cut."""

    plugin = single.benchbook_plugins()[0]
    lanes = ("alpha",)
