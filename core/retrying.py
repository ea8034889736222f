"""Trying again what a service could not do just now.

What waits here is random by a quarter, so that many who were turned away do not come back
together. It reaches no byte that is recorded.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from .errors import RunFailed

Answer = TypeVar("Answer")

RETRIES = 3
FIRST_WAIT = 2.0
"""Seconds before the first retry; each further one waits twice as long."""

LONGEST_WAIT = 120.0
"""Seconds that a service may ask to be left alone for."""

_SPREAD = 0.25


class TryAgain(Exception):
    """What was tried may work later.

    Args:
        why: as a message says it.
        retry_after: the header Retry-After, where the service sent one.

    Attributes:
        after: seconds that the service asks to be left alone for, or None where it does not say.
    """

    def __init__(self, why: str, retry_after: str | None = None) -> None:
        self.why = why
        self.after = seconds_asked(retry_after)
        super().__init__(why)


def try_again(
    attempt: Callable[[], Answer],
    *,
    first_wait: float = FIRST_WAIT,
    sleep: Callable[[float], None] = time.sleep,
) -> Answer:
    """What an attempt gives, made again up to three times while it raises `TryAgain`.

    Between attempts it waits what the service asks for, else `first_wait`, twice that, four times
    that, each longer by up to a quarter at random.

    Raises:
        RunFailed: the last attempt was in vain, or the service asks for more than 120 s.
    """
    for retry in range(RETRIES):
        try:
            return attempt()
        except TryAgain as again:
            wait = first_wait * 2**retry * (1 + _SPREAD * random.random())  # noqa: S311 - no secret
            wait = wait if again.after is None else again.after
            if wait > LONGEST_WAIT:
                limit = f"at most {LONGEST_WAIT:g} s are waited"
                raise RunFailed(f"{again.why}, and asks to wait {wait:.0f} s; {limit}") from again
        sleep(wait)
    try:
        return attempt()
    except TryAgain as again:
        raise RunFailed(f"{again.why}, {RETRIES + 1} times") from again


def seconds_asked(header: str | None, now: Callable[[], float] = time.time) -> float | None:
    """The seconds that a header Retry-After asks for; None where it says nothing that is known.

    It holds seconds or a date (RFC 9110, section 10.2.3); a date gone by asks for none.
    """
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.fromtimestamp(now(), UTC)).total_seconds())
