"""The buckets of a gold set: topics that are counted together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..gold import Gold, Question
from .scored import Places

REST = "no bucket"
"""Where the topics without one are counted, if others have one."""

_UNKNOWN = Question()


def buckets_of(gold: Gold) -> Mapping[str, Places]:
    """The places of each bucket's topics, by name, sorted; nothing where no topic has one."""
    named = [gold.questions.get(topic, _UNKNOWN).bucket for topic in gold.topics.ids]
    if not any(named):
        return {}
    found = np.asarray([name or REST for name in named])
    return {
        name: np.flatnonzero(found == name) for name in sorted({name or REST for name in named})
    }
