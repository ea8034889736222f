"""A corpus: the sorted table of units that lanes rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

import attrs
import numpy as np
import numpy.typing as npt

_NOTHING: Mapping[str, object] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class Unit:
    """What a lane ranks: a document, or a passage of one.

    Attributes:
        unit_id: equal to `doc_id` for a document with one unit, else `doc_id#0007`.
        section: headings from the document's top to this unit, outermost first.
        metadata: further fields as they were read (strings, integers, booleans, lists of them).
    """

    unit_id: str
    doc_id: str
    title: str
    text: str
    section: tuple[str, ...] = ()
    metadata: Mapping[str, object] = _NOTHING


@attrs.define(slots=False, frozen=True, eq=False)
class Corpus:
    """Units in code-point order of their ids, each id once.

    Attributes:
        units: the units.
        digest: SHA-256 (hex) of the manifest, which names every chunk of text.
    """

    units: tuple[Unit, ...]
    digest: str

    def __len__(self) -> int:
        return len(self.units)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    @cached_property
    def unit_ids(self) -> tuple[str, ...]:
        """The unit ids, sorted; the table that ranking codes point into."""
        return tuple(unit.unit_id for unit in self.units)

    @cached_property
    def doc_ids(self) -> tuple[str, ...]:
        """The document of each unit, aligned with `unit_ids`."""
        return tuple(unit.doc_id for unit in self.units)

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The documents, sorted, each once."""
        return tuple(sorted(set(self.doc_ids)))

    @cached_property
    def document_codes(self) -> npt.NDArray[np.int32]:
        """The document of each unit as an index into `documents`: int32 [units], read-only."""
        code_of = {document: code for code, document in enumerate(self.documents)}
        codes = np.fromiter(map(code_of.__getitem__, self.doc_ids), np.int32, len(self.units))
        codes.flags.writeable = False
        return codes

    @cached_property
    def is_flat(self) -> bool:
        """Whether each document is one unit of its own name."""
        return self.unit_ids == self.doc_ids

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The title of each unit, aligned with `unit_ids`."""
        return tuple(unit.title for unit in self.units)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each unit, without its title, aligned with `unit_ids`."""
        return tuple(unit.text for unit in self.units)

    @cached_property
    def metadata(self) -> tuple[Mapping[str, object], ...]:
        """The metadata of each unit, aligned with `unit_ids`."""
        return tuple(unit.metadata for unit in self.units)
