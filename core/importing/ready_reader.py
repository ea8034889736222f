"""A reader made ready: found by name, its parameters checked, pinned."""

from __future__ import annotations

from collections.abc import Mapping
from errno import ENOENT
from pathlib import Path

import attrs

from ..events import MadeBy
from ..files.text_files import refuse_stream
from ..hookspec import Reader
from ..plugging.contracts import answering
from ..plugging.parameter_values import resolved_text
from ..plugging.parameters import bind
from ..plugging.pins import made_by
from ..plugging.registry import Registered, Registry
from .default_reader import default_reader, names_dataset


@attrs.frozen(kw_only=True)
class ReadyReader:
    """A reader, built, with its pin."""

    reader: Reader
    registered: Registered
    made_by: MadeBy

    @property
    def name(self) -> str:
        """The qualified name."""
        return self.registered.qualified


def find_reader(
    registry: Registry, path: Path, name: str | None, parameters: Mapping[str, object]
) -> ReadyReader:
    """The reader that is meant, built with its parameters.

    Args:
        path: what it will read, or the name of a data set.
        name: when None, what `default_reader` tells.
        parameters: as a person gave them.

    Raises:
        UsageError: there is no such reader, or it does not take a parameter.
        PluginFault: it cannot be built.
        FileNotFoundError: there is nothing at the path.
        BadData: what is there can be read only once.
    """
    if not path.exists() and not names_dataset(path):
        raise FileNotFoundError(ENOENT, "no such file or folder", str(path))
    refuse_stream(path)
    registered = registry.find("reader", name or default_reader(path))
    build = registered.record.build
    bound = bind(build, parameters)
    texts = {key: resolved_text(value) for key, value in bound.items()}
    with answering(registered.qualified, "builds"):
        reader: Reader = build(**bound)  # type: ignore[assignment]  # a reader's record builds readers
    return ReadyReader(reader=reader, registered=registered, made_by=made_by(registered, texts))
