"""How often 95 % intervals held the true mean, simulated by tests/bench/coverage.py.

10,000 samples for each figure (2,000 for the sign-flip inversion at n = 20), seed 20260.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SIZES = (9, 20, 40, 300)
"""Numbers of topics."""

COVERAGE: Mapping[tuple[str, str], tuple[float, ...]] = MappingProxyType(
    {
        ("wilson", "hits"): (98.2, 95.7, 93.0, 95.3),
        ("wilson", "rare"): (93.0, 92.2, 95.2, 95.5),
        ("student-t", "hits"): (86.8, 92.1, 91.7, 95.1),
        ("student-t", "rare"): (36.8, 64.0, 87.3, 92.5),
        ("student-t", "sparse"): (80.5, 84.0, 89.9, 94.5),
        ("student-t", "ceiling"): (85.8, 92.0, 93.2, 94.6),
        ("student-t", "spread"): (94.7, 94.7, 94.8, 95.2),
        ("student-t", "turns"): (86.0, 94.8, 95.2, 94.7),
        ("student-t", "few"): (95.1, 95.1, 95.0, 94.6),
        ("student-t", "one-sided"): (65.0, 83.2, 90.1, 94.0),
        ("student-t", "shifts"): (95.0, 95.1, 94.8, 95.0),
        ("percentile", "hits"): (85.2, 92.2, 96.4, 95.8),
        ("percentile", "rare"): (36.5, 63.8, 87.3, 95.4),
        ("percentile", "sparse"): (73.4, 84.5, 90.0, 94.6),
        ("percentile", "ceiling"): (84.8, 91.7, 93.4, 94.5),
        ("percentile", "spread"): (89.7, 92.8, 93.9, 95.0),
        ("percentile", "turns"): (71.6, 94.7, 95.3, 95.1),
        ("percentile", "few"): (81.3, 89.3, 92.6, 94.5),
        ("percentile", "one-sided"): (63.3, 83.7, 90.9, 94.2),
        ("percentile", "shifts"): (89.6, 92.9, 93.8, 94.7),
        ("sign-flip inversion", "turns"): (77.4, 94.3, 95.3, 94.8),
        ("sign-flip inversion", "few"): (86.0, 94.1, 94.8, 94.7),
        ("sign-flip inversion", "one-sided"): (69.0, 78.8, 88.8, 94.0),
        ("sign-flip inversion", "shifts"): (95.4, 95.9, 94.8, 95.1),
    }
)
"""Per cent of intervals, by method and shape, for each of `SIZES`."""
