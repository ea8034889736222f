"""The lane http keeps the contract of lanes, and survives what every lane must."""

from __future__ import annotations

import atexit
from typing import Any

from benchbook import Corpus
from benchbook.plugins.lanes.http import benchbook_plugins
from benchbook.testing import toy_corpus
from survival import LaneSurvival
from toy_service import ToyService

SERVICE = ToyService()  # each process that runs the contract has its own
atexit.register(SERVICE.close)


class TestHttp(LaneSurvival):
    """A service in the standard library, seven units a page, which holds the corpus too."""

    plugin = benchbook_plugins()[0]

    def build(self, *positional: object, **passed: object) -> Any:  # noqa: ANN401 - as the contract has it
        """Build the lane on the address of its corpus."""
        (corpus,) = positional
        assert isinstance(corpus, Corpus)
        searched = toy_corpus() if corpus.is_declared else corpus
        return super().build(corpus, url=SERVICE.address(searched), **passed)
