"""The words of the big report: conditions, lanes, questions and titles of 80 characters."""

from __future__ import annotations

from random import Random

from benchbook.core.testing.toy_report import HOSTILE

__all__ = ["BUCKETS", "CONDITIONS", "HOSTILE", "LANES", "TITLE", "question", "title"]

BUCKETS = ("single fact", "numeric", "paraphrase", "multi-hop", "author or title", HOSTILE)
LANES = {"keyword": 0.55, "vector": 0.6, "graph": 0.35, "community": 0.3, "hyde": 0.5}
"""How much of what is relevant each lane finds."""

_ALL = tuple(LANES)
CONDITIONS = (
    ("full_deep", _ALL, 1.05),
    ("no_graph", ("keyword", "vector", "community", "hyde"), 1.04),
    ("no_community", ("keyword", "vector", "graph", "hyde"), 1.05),
    ("no_hyde", ("keyword", "vector", "graph", "community"), 1.0),
    ("no_vector", ("keyword", "graph", "community", "hyde"), 0.9),
    ("no_keyword", ("vector", "graph", "community", "hyde"), 0.93),
    ("keyword_only", ("keyword",), 0.82),
    ("vector_only", ("vector",), 0.78),
    ("graph_only", ("graph",), 0.6),
    ("auto_route", ("keyword", "vector"), 1.02),
    ("weighted_sum", _ALL, 1.2),
    ("reranked", _ALL, 1.06),
    ("with_citations", (*_ALL, "citations"), 1.0),
)
"""Name, lanes, and how well it does."""

TITLE = 80
_NOUNS = [
    "salinity",
    "turbidity",
    "sediment",
    "plankton",
    "nitrate",
    "tides",
    "oxygen",
    "silt",
    "eelgrass",
    "runoff",
]
_VERBS = ["limits", "predicts", "follows", "delays", "raises", "explains", "bounds", "masks"]
_PLACES = [
    "in shallow estuaries",
    "along a tidal creek",
    "under spring floods",
    "in the lower reach",
    "after dredging",
    "in brackish marshes",
    "at neap tide",
    "over twelve winters",
]


def _clause(draw: Random) -> str:
    """A noun, a verb, a noun and a place."""
    first, second = draw.sample(_NOUNS, 2)
    return f"{first} {draw.choice(_VERBS)} {second} {draw.choice(_PLACES)}"


def title(draw: Random) -> str:
    """A title of just `TITLE` characters."""
    text = f"{_clause(draw)}, and {_clause(draw)}".capitalize()
    return text[:TITLE].ljust(TITLE, "x")


def question(draw: Random) -> str:
    """A question of about 90 characters."""
    return f"By how much does it matter that {_clause(draw)}, where {draw.choice(_NOUNS)} is low?"
