"""The texts that came with rankings are kept and read again."""

from __future__ import annotations

import pytest

from benchbook import BadData, Unit
from benchbook.core.event_store import digest
from benchbook.core.objects.corpora import unit_line
from benchbook.core.objects.returned_texts import load_texts, pack_texts
from benchbook.testing import toy_corpus

Objects = dict[str, bytes]


def packed(*units: Unit) -> tuple[str, Objects]:
    """Pack units; gives the digest and all objects."""
    manifest, objects = pack_texts([(unit.unit_id, unit_line(unit)) for unit in units])
    return manifest, {digest(data): data for data, _ in objects}


def test_units_are_read_as_they_were_kept() -> None:
    """Ids, texts, metadata, in their order."""
    units = tuple(toy_corpus())
    manifest, objects = packed(*units)

    assert units == tuple(load_texts(manifest, objects.__getitem__))


def test_many_long_texts_are_several_objects_of_a_bounded_size() -> None:
    """A block of 64 topics can return more than an object may hold."""
    units = [
        Unit(unit_id=f"u{number:03}", doc_id="d", title="", text=f"{number} " * 100_000)
        for number in range(60)
    ]
    manifest, objects = packed(*units)

    assert len(objects) > 4
    assert max(map(len, objects.values())) <= 4 << 20
    assert units == list(load_texts(manifest, objects.__getitem__))


def test_blocks_share_what_they_return_alike() -> None:
    """Most objects are the same where one unit is another."""
    units = [
        Unit(unit_id=f"u{number:03}", doc_id="d", title="", text=f"{number} " * 100_000)
        for number in range(60)
    ]
    _, one = packed(*units)
    _, other = packed(*units[:30], *units[31:])

    assert len(one.keys() & other.keys()) >= len(one) - 3


def test_another_object_is_refused() -> None:
    """By what it should have been."""
    with pytest.raises(BadData, match="the manifest of texts, version 1"):
        list(load_texts("0" * 64, {"0" * 64: b'{"kind":"corpus","version":1}'}.__getitem__))
