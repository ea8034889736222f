"""What the metrics and the depths of a run allow to be said: notes made by rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..events import MergeApplied
from ..merging.tell import tell_merge


def of_merges(merges: Sequence[MergeApplied]) -> Iterator[str]:
    """That names of entities were merged in the corpus, how many, and who vouches for it."""
    for merge in merges:
        yield f"Merged in the corpus: {tell_merge(merge)}."


def of_depths(metrics: Sequence[str], depth: int, asked: int) -> Iterator[str]:
    """What is cut by the depth, or by what lanes were asked for.

    Args:
        asked: what the lane that is asked for least may return for a topic.
    """
    uncut = [metric for metric in metrics if re.match(r"(AP|RR)\b", metric) and "@" not in metric]
    if uncut:
        yield f"{', '.join(uncut)}: over at most the first {depth} of each ranking."
    if asked < depth:
        yield f"A lane was asked for {asked}, not {depth}: alone it returns no more."
