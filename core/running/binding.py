"""What an experiment gives a plugin: bound to the parameters of its `build`, or refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import BadData, BadExperiment, UsageError
from ..files.text_files import refuse_stream
from ..plugging.parameter_values import resolved_text
from ..plugging.parameters import BadParameter, bind, passed_by_core
from ..plugging.registry import Registered
from .specification import Experiment

FILE_NEED = "file:"


def bind_parameters(
    experiment: Experiment,
    at: tuple[str, ...],
    registered: Registered,
    given: Mapping[str, object],
) -> tuple[dict[str, Any], dict[str, str]]:
    """The arguments of a plugin's `build`, and their texts for the record.

    A parameter that the plugin declares as `file:NAME` is read here, relative to the experiment's
    folder: `build` gets its path, the record its base name and SHA-256.

    Raises:
        BadExperiment: an unknown parameter, or a value of another type.
        BadData: a file cannot be read.
    """
    record = registered.record
    try:
        bound = bind(record.build, given, extra=passed_by_core(record))
    except BadParameter as error:
        found = f"{'.'.join((*at, error.parameter))} = {error.found}"
        raise BadExperiment(experiment.file, None, found, error.expected) from error
    texts = {key: resolved_text(value) for key, value in bound.items()}
    for need in record.needs:
        if need.startswith(FILE_NEED):
            key = need.removeprefix(FILE_NEED)
            bound[key], texts[key] = find_file(experiment, str(bound[key]))
    return bound, texts


def find_file(experiment: Experiment, given: str) -> tuple[Path, str]:
    """A file that an experiment names, and the text that the record keeps of it.

    Raises:
        BadData: it cannot be read.
    """
    path = experiment.folder / given
    refuse_stream(path)
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        found = getattr(error, "strerror", None) or "an unreadable file"
        raise BadData(str(path), None, found, "a file that can be read") from error
    return path, f"{resolved_text(path.name)} sha256:{sha256(content).hexdigest()}"


@contextmanager
def in_table(experiment: Experiment, table: str) -> Iterator[None]:
    """Say in which table of the experiment a name stands that nobody has.

    Raises:
        UsageError: what the block raised, with the file and the table before it.
    """
    try:
        yield
    except UsageError as error:
        message = f"{experiment.file}, {table}: {error}"
        raise UsageError(message) from error


def refusal(experiment: Experiment, at: tuple[str, ...], reason: str) -> UsageError:
    """A refusal that names a key of the experiment; the reason says what was expected."""
    return UsageError(f"{experiment.file}, {'.'.join(at)}: {reason}")
