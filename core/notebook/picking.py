"""One number among many, by the condition or run and the metric that it is of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from ..errors import UsageError


class Named(Protocol):
    """What has a condition and a metric."""

    @property
    def condition(self) -> str:
        """The condition or run."""
        ...

    @property
    def metric(self) -> str:
        """The metric."""
        ...


One = TypeVar("One", bound=Named)


def pick_one(found: Iterable[One], condition: str, metric: str, names: Sequence[str]) -> One:
    """The one of a condition by a metric.

    Args:
        names: of all conditions, for the message.

    Raises:
        UsageError: there is none.
    """
    every = list(found)
    for one in every:
        if (one.condition, one.metric) == (condition, metric):
            return one
    metrics = ", ".join(dict.fromkeys(one.metric for one in every))
    message = f"nothing of {condition!r} by {metric!r}; there are {', '.join(names)} by {metrics}"
    raise UsageError(message)
