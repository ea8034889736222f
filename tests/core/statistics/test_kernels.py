"""No kernel and no thread of the matrix library reaches a bit of what was drawn."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

KERNELS = ("Haswell", "Prescott", "SkylakeX", "Zen")
PROGRAM = """
from decimal import Decimal
from hashlib import sha256
import numpy as np
from benchbook.core.statistics.draws import seed_of
from benchbook.core.statistics.resampling import bootstrap_intervals
from benchbook.core.statistics.sign_flip import sign_flip

options = {"seed": seed_of("kernels"), "alpha": Decimal("0.05"), "draws": 2000}
words = np.random.PCG64(3).random_raw(1500 * 9).reshape(1500, 9)
values = (words >> 11) / 2.0**53
found = [
    (sign_flip(values[:topics] - 0.5, **options), bootstrap_intervals(values[:topics], **options))
    for topics in (18, 60, 1500)
]
print(sha256(repr(found).encode()).hexdigest())
plain = words.astype(np.float64) ** 1.1
print(sha256((plain @ plain.T).tobytes()).hexdigest())
"""


def told(kernel: str, threads: str) -> tuple[str, str]:
    """Give the digests that a process with another kernel of the matrix library prints."""
    environment = {
        **os.environ,
        "OPENBLAS_CORETYPE": kernel,
        "OPENBLAS_NUM_THREADS": threads,
        "OMP_NUM_THREADS": threads,
    }
    command = [sys.executable, "-c", PROGRAM]
    asked = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    ours, plain = asked.stdout.split("\n")[:2]
    return ours, plain


@pytest.mark.slow
def test_no_kernel_and_no_thread_reaches_a_bit() -> None:
    """Tests and intervals have one digest over all of them; a plain product has several."""
    found = [told(kernel, threads) for kernel in KERNELS for threads in ("1", "2")]

    assert 1 == len({ours for ours, _ in found})
    if len({plain for _, plain in found}) == 1:
        pytest.skip("this matrix library has no kernels to choose from: nothing was shown")
