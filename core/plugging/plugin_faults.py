"""What a plugin's code raises, in words that can be kept for ever and shown in one line."""

from __future__ import annotations

from ..scrub import scrub

RAISED: tuple[type[BaseException], ...] = (Exception, SystemExit, GeneratorExit)
"""What is the fault of a plugin that raises it: `sys.exit` too, or it could end a run with code 0.

Ctrl-C is not among them: it is the user's.
"""

_NAME = 100


def kind_of(error: BaseException) -> str:
    """The name of an error's class: one line of at most 100 characters."""
    return scrub(type(error).__name__)[:_NAME] or "an error without a name"


def text_of(error: BaseException) -> str:
    """An error's message, scrubbed."""
    return scrub(message_of(error)) or "no message"


def message_of(error: BaseException) -> str:
    """An error's message as it is; one that cannot be read is said to be so."""
    try:
        return str(error)
    except RAISED:
        return "a message that cannot be read"
