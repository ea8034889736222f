"""The ranges of parameters: one refusal in the same words, whichever plugin it is of."""

from __future__ import annotations

from ..errors import UsageError


def check_parameter(plugin: str, name: str, value: object, expected: str, *, fits: bool) -> None:
    """Refuse a parameter that is out of its range.

    Args:
        plugin: whose it is, as an experiment names it.
        name: of the parameter.
        value: what was given.
        expected: the range in words, as `0 or more`.
        fits: whether the value is in it; written so that NaN is not.

    Raises:
        UsageError: it is not.
    """
    if not fits:
        message = f"{plugin}: {name} = {value}; expected {expected}"
        raise UsageError(message)
