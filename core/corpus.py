"""A corpus: the sorted table of units that lanes rank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, overload

import attrs
import numpy as np
import numpy.typing as npt

_NOTHING: Mapping[str, object] = MappingProxyType({})
_UNMERGED: Mapping[str, tuple[str, ...]] = MappingProxyType({})


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


_FIELDS = tuple(field.name for field in attrs.fields(Unit))


class StoredUnits(Sequence[Unit]):
    """Units as they were stored, in columns. One is made when it is asked for.

    Args:
        columns: one value of each unit, by the name of its field.
    """

    def __init__(self, columns: Mapping[str, tuple[Any, ...]]) -> None:
        self._columns = columns

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> StoredUnits:
        """The units of their fields, taken one by one.

        None of the mappings is kept: the garbage collector would walk through them all, each time.
        """
        columns: dict[str, list[Any]] = {name: [] for name in _FIELDS}
        fillers = [(name, column.append) for name, column in columns.items()]
        for row in rows:
            for name, fill in fillers:
                fill(row[name])
        return cls({name: tuple(column) for name, column in columns.items()})

    def __len__(self) -> int:
        return len(self._columns["unit_id"])

    @overload
    def __getitem__(self, at: int) -> Unit: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Unit, ...]: ...

    def __getitem__(self, at: int | slice) -> Unit | tuple[Unit, ...]:
        """One unit, or some."""
        if isinstance(at, slice):
            return tuple(map(self._unit, range(len(self))[at]))
        return self._unit(at)

    def column(self, name: str) -> tuple[Any, ...]:
        """One field of every unit."""
        return self._columns[name]

    def at(self, places: Sequence[int]) -> StoredUnits:
        """The units at some places, none of them made."""
        return StoredUnits(
            {name: tuple(column[at] for at in places) for name, column in self._columns.items()}
        )

    def _unit(self, at: int) -> Unit:
        """The unit at a place."""
        fields = {name: column[at] for name, column in self._columns.items()}
        return Unit(**{**fields, "section": tuple(fields["section"])})


@attrs.define(slots=False, frozen=True, eq=False)
class Corpus:
    """Units in code-point order of their ids, each id once.

    Attributes:
        units: the units.
        digest: SHA-256 (hex) of the manifest, which names every chunk of text; of the declaration
            where the corpus is only declared.
        is_declared: whether it lives in an engine outside, so that no unit of it is known here
            beforehand.
        aliases: other names of entities that were merged, by the entity's own name; empty where
            nothing was merged. Lanes over terms take the names of one entity for one.
    """

    units: Sequence[Unit]
    digest: str
    is_declared: bool = False
    aliases: Mapping[str, tuple[str, ...]] = _UNMERGED

    def __len__(self) -> int:
        return len(self.units)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def part(self, places: Sequence[int], digest: str) -> Corpus:
        """The units at some places, rising, as a corpus of its own."""
        units = self.units
        if isinstance(units, StoredUnits):
            return Corpus(units.at(places), digest, aliases=self.aliases)
        return Corpus(tuple(units[place] for place in places), digest, aliases=self.aliases)

    def _column(self, name: str) -> tuple[Any, ...]:
        """One field of every unit, in the order of the units."""
        if isinstance(self.units, StoredUnits):
            return self.units.column(name)
        return tuple(getattr(unit, name) for unit in self.units)

    @cached_property
    def unit_ids(self) -> tuple[str, ...]:
        """The unit ids, sorted, a tuple of text: the table that ranking codes point into."""
        return self._column("unit_id")

    @cached_property
    def doc_ids(self) -> tuple[str, ...]:
        """The document of each unit, a tuple of text aligned with `unit_ids`."""
        return self._column("doc_id")

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The documents, sorted, each once: a tuple of text."""
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
        """Whether each document is one unit of its own name: True or False."""
        return self.unit_ids == self.doc_ids

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The title of each unit, a tuple of text aligned with `unit_ids`; some may be empty."""
        return self._column("title")

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each unit without its title, a tuple of text aligned with `unit_ids`."""
        return self._column("text")

    @cached_property
    def metadata(self) -> tuple[Mapping[str, object], ...]:
        """The metadata of each unit, a tuple of mappings aligned with `unit_ids`."""
        return self._column("metadata")
