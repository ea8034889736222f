"""What fails for now is tried again, a few times and no faster than is wanted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchbook.core.errors import RunFailed
from benchbook.core.retrying import TryAgain, seconds_asked, try_again

DATE = 1_445_412_480.0  # Wed, 21 Oct 2015 07:28:00 GMT


def failing(times: int, after: str | None = None) -> Callable[[], int]:
    """Give an attempt that is in vain so many times, then counts how often it was made."""
    made: list[int] = []

    def attempt() -> int:
        made.append(1)
        if len(made) <= times:
            raise TryAgain("it is busy", after)
        return len(made)

    return attempt


def never(seconds: float) -> None:
    """Nothing is waited for."""
    pytest.fail(f"waited {seconds} s")


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_it_is_tried_four_times(times: int) -> None:
    """The first success counts."""
    assert times + 1 == try_again(failing(times), sleep=lambda _: None)


def test_the_waits_double_and_are_longer_by_a_quarter_at_most() -> None:
    """After the last try there is none."""
    waits: list[float] = []
    with pytest.raises(RunFailed, match=r"^it is busy, 4 times$"):
        try_again(failing(9), sleep=waits.append)

    assert 3 == len(waits)
    assert all(low <= wait <= low * 1.25 for low, wait in zip((2, 4, 8), waits, strict=True))


def test_the_waits_differ_from_time_to_time() -> None:
    """So that many who were turned away do not come back together."""
    waits: list[float] = []
    for _ in range(8):
        try_again(failing(1), sleep=waits.append)

    assert len(set(waits)) > 1


def test_what_the_service_asks_for_is_waited() -> None:
    """Neither less nor more."""
    waits: list[float] = []
    try_again(failing(3, after="7"), sleep=waits.append)

    assert [7.0, 7.0, 7.0] == waits


def test_too_long_a_wait_is_refused_before_it_begins() -> None:
    """With what was asked for."""
    with pytest.raises(RunFailed, match="it is busy, and asks to wait 121 s; at most 120 s"):
        try_again(failing(1, after="121"), sleep=never)


def test_other_errors_pass() -> None:
    """They are not tried again."""
    with pytest.raises(ZeroDivisionError):
        try_again(lambda: 1 // 0, sleep=never)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("7", 7.0),
        (" 120 ", 120.0),
        ("0", 0.0),
        ("Wed, 21 Oct 2015 07:28:30 GMT", 30.0),
        ("Wed, 21 Oct 2015 07:28:30 -0000", 30.0),
        ("Wed, 21 Oct 2015 07:27:00 GMT", 0.0),
        ("-7", None),
        ("1.5", None),
        ("\u0667", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_a_header_says_seconds_or_a_date(header: str | None, expected: float | None) -> None:
    """Anything else says nothing."""
    assert expected == seconds_asked(header, now=lambda: DATE)


def test_a_number_without_end_is_a_long_time() -> None:
    """And no infinity."""
    assert 1e6 < (seconds_asked("9" * 5000) or 0) < 1e10
