"""Splitting topics into those that a configuration is chosen on and those that confirm it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

FEWEST = 2
"""Topics of a stratum that can be split: one goes to either side."""


def split_topics(
    strata: Mapping[str, Sequence[str]], salt: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tuning and confirmation topics, each sorted.

    Within each stratum topics are ordered by SHA-256 of `salt NUL id`, and the first half, rounded
    down, tunes: neither the order of topics nor any other stratum has a part in it. A stratum of
    one topic confirms.

    Source: SciX's known-item protocol, which splits each decile by the same hash.
    """
    tuning: list[str] = []
    confirmation: list[str] = []
    for topics in strata.values():
        ordered = sorted(topics, key=lambda id_: sha256(f"{salt}\0{id_}".encode()).digest())
        half = len(ordered) // 2
        tuning += ordered[:half]
        confirmation += ordered[half:]
    return tuple(sorted(tuning)), tuple(sorted(confirmation))
