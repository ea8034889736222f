"""The errors of Benchbook's core, one tree.

Each carries its data as attributes, says the next step in its message, and knows the exit code
that a command line ends with (design: 2 usage, 3 content differs, 4 bad data, 6 busy or full, 8 a
part of the run failed). A person never sees a traceback for them.
"""

from __future__ import annotations

from typing import ClassVar


class BenchbookError(Exception):
    """Anything that Benchbook refuses or cannot do."""

    exit_code: ClassVar[int] = 2


class UsageError(BenchbookError):
    """A command, an experiment file or an argument asks for what does not exist."""

    exit_code = 2


class BadData(BenchbookError):
    """A file does not hold what it should.

    Args:
        file: the file's name as the user gave it.
        line: the line, counted from 1, or None where the fault has no line.
        found: what stands there.
        expected: what should stand there.
        hint: the next step.
    """

    exit_code = 4

    def __init__(
        self, file: str, line: int | None, found: str, expected: str, hint: str = ""
    ) -> None:
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected
        self.hint = hint
        where = file if line is None else f"{file}, line {line}"
        tail = f". {hint}" if hint else ""
        super().__init__(f"{where}: found {found}; expected {expected}{tail}")


class BadExperiment(BadData):
    """An experiment file asks for what does not exist or contradicts itself."""

    exit_code = 2


class ContentDiffers(BenchbookError):
    """A replay gave other bytes than the ones recorded."""

    exit_code = 3


class RunFailed(BenchbookError):
    """A declared part of a run (a lane, a fuser) failed; what depends on it is not measured."""

    exit_code = 8


class Inapplicable(BenchbookError):
    """A lane's `build` raises this where the corpus lacks what the lane needs.

    The lane is then *skipped*: what needs it is not measured, and nothing counts as failed.

    Args:
        reason: what the corpus lacks.
    """

    exit_code = 8

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
