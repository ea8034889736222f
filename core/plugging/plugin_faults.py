"""What a plugin's code raises, in words that can be kept for ever and shown in one line."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from ..scrub import scrub

RAISED: tuple[type[BaseException], ...] = (
    Exception,
    BaseExceptionGroup,
    SystemExit,
    GeneratorExit,
)
"""What is the fault of a plugin that raises it: `sys.exit` too, or it could end a run with code 0.

Ctrl-C is not among them: it is the user's.
"""

_NAME = 100
_CORE = Path(__file__).parents[1]


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


def place_of(error: BaseException) -> str:
    """Where a plugin raised: `file.py, line 12, in check_lanes`, or nothing where none can be told.

    The deepest line in the file that core called, since a line within a library that the plugin
    calls tells its author little.
    """
    frames = extract_tb(error.__traceback__)
    theirs = [one for one in frames if not Path(one.filename).is_relative_to(_CORE)]
    if not theirs:
        return ""
    last = [one for one in theirs if one.filename == theirs[0].filename][-1]
    return scrub(f"{Path(last.filename).name}, line {last.lineno}, in {last.name}")
