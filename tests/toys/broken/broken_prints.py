"""A plugin that writes to stdout when it is imported, asked, built and used."""

from __future__ import annotations

import os
import sys

from benchbook import Corpus, LanePlugin, Rankings, Topics, hookimpl

sys.stdout.write("noise on import\n")
os.write(1, b"noise from below\n")


class Noisy:
    """Finds nothing, loudly."""

    def __init__(self, corpus: Corpus) -> None:
        sys.stdout.write("noise on building\n")
        self.corpus = corpus

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """No unit for any topic."""
        sys.stdout.write("noise on retrieving\n")
        return Rankings.of(topics, ([] for _ in topics.ids))


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    """Register the lane."""
    sys.stdout.write("noise on asking\n")
    return [LanePlugin(name="noisy", version="1", summary="writes to stdout", build=Noisy)]
