"""What must not change a sign-flip test: columns beside it, block sizes, the sign, the scale."""

from __future__ import annotations

from decimal import Decimal

import pytest

from benchbook.core.statistics import products, splits
from benchbook.core.statistics import sign_flip as module
from benchbook.core.statistics.draws import seed_of
from benchbook.core.statistics.sign_flip import sign_flip
from differences_made import made

SEED = seed_of("a test")
ALPHA = Decimal("0.05")


@pytest.mark.parametrize("topics", [17, 150])
def test_a_column_is_not_changed_by_the_others(topics: int) -> None:
    """Neither by their order, nor by their being there."""
    differences = made(topics, 5)
    together = sign_flip(differences, seed=SEED, alpha=ALPHA, draws=999)

    assert together[::-1] == sign_flip(differences[:, ::-1], seed=SEED, alpha=ALPHA, draws=999)
    assert together[2:3] == sign_flip(differences[:, 2:3], seed=SEED, alpha=ALPHA, draws=999)


@pytest.mark.parametrize("topics", [12, 150])
def test_no_size_of_a_block_reaches_a_figure(monkeypatch: pytest.MonkeyPatch, topics: int) -> None:
    """Sums are exact, so how the work is cut changes nothing."""
    whole = sign_flip(made(topics, 5), seed=SEED, alpha=ALPHA, draws=999)
    monkeypatch.setattr(module, "_CELLS", 1)
    for name, size in (("_AT_ONCE", 3), ("_BITS", 1000)):
        monkeypatch.setattr(splits, name, size)
    monkeypatch.setattr(products, "_GROUPS", 2)

    assert whole == sign_flip(made(topics, 5), seed=SEED, alpha=ALPHA, draws=999)


@pytest.mark.parametrize("topics", [17, 150])
def test_the_other_sign_mirrors_the_interval(topics: int) -> None:
    """Which of two systems is the baseline decides the sign alone."""
    one = sign_flip(made(topics, 5), seed=SEED, alpha=ALPHA, draws=999)
    other = sign_flip(-made(topics, 5), seed=SEED, alpha=ALPHA, draws=999)

    assert [flip.hits for flip in one] == [flip.hits for flip in other]
    assert [(flip.low, flip.high) for flip in one] == [
        (-(flip.high or 0), -(flip.low or 0)) for flip in other
    ]


@pytest.mark.parametrize("times", [4.0, 100.0])
@pytest.mark.parametrize("topics", [17, 150])
def test_another_scale_changes_no_p(topics: int, times: float) -> None:
    """Percent or shares: the span goes with the values, and the interval with them."""
    one = sign_flip(made(topics, 5), seed=SEED, alpha=ALPHA, draws=999)
    other = sign_flip(made(topics, 5) * times, seed=SEED, alpha=ALPHA, draws=999, span=times)

    assert [flip.hits for flip in one] == [flip.hits for flip in other]
    assert [(flip.low or 0) * times for flip in one] == pytest.approx(
        [flip.low for flip in other], abs=times * 2e-12
    )
