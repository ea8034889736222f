"""Differences of two systems, made by arithmetic alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def made(topics: int, columns: int) -> npt.NDArray[np.float64]:
    """Differences as two systems have them: many zeros, steps, some noise."""
    words = np.random.PCG64(7).random_raw(topics * columns).reshape(topics, columns)
    steps = (words % 7).astype(np.float64) - 3
    return np.where(words % 3 == 0, 0.0, steps / 3 * 0.5 + (words % 1009) / 1009 * 0.1)
