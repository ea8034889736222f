"""Record that names of a corpus stand for one entity; its state after it is another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from ..errors import UsageError
from ..event_store import EventStore, NewEvent, digest
from ..events import CorpusDeclared, MergeApplied
from ..files.resolution_lines import ResolutionLine, read_resolutions
from ..lasting_lines import lasting_line
from ..merging.compose import compose
from ..objects.chunks import Put
from ..objects.corpora import load_names, store_merged
from ..objects.resolutions import store_resolutions
from ..projections.corpora import CorpusView
from ..streams import corpus_stream
from .find import find_corpus

METHODS = 20
"""Different methods of one file, at most: the fact counts each."""


@attrs.frozen(kw_only=True)
class Merged:
    """What a merge came to.

    Attributes:
        event: the fact; before it was appended, or where it would change nothing, what it would be.
        position: of the fact; None where none was appended.
        entities, names: how many entities the state after it has under several names, and how many
            other names these have.
    """

    event: MergeApplied
    position: int | None
    entities: int
    names: int

    @property
    def changes(self) -> bool:
        """Whether the state after it is another one than before."""
        return self.event.manifest != self.event.before


def merge(
    store: EventStore,
    corpus: str,
    path: Path,
    *,
    attested_by: str | None = None,
    dry_run: bool = False,
) -> Merged:
    """Take resolutions of entities into the newest state of a corpus.

    Documents and texts stay what they are. Rows that are known already change nothing: a merge that
    brings no other is not recorded.

    Args:
        path: a file of resolutions, one JSON object on each line.
        attested_by: a role or an organisation that vouches for them, never a person: the ledger
            cannot forget one.
        dry_run: check and count, and record nothing.

    Raises:
        UsageError: no such corpus, or one that is only declared; more than 20 methods.
        BadData: the file is wrong in itself, or contradicts an earlier merge; nothing was recorded.
        LedgerError: the ledger cannot be written.
    """
    attested = None if attested_by is None else lasting_line("--attested-by", attested_by)
    view = find_corpus(store, corpus)
    if isinstance(view.event, CorpusDeclared):
        message = f"corpus {corpus!r} is only declared: there is nothing here to merge names in"
        raise UsageError(message)
    lines = read_resolutions(path)
    names = compose(load_names(view.manifest, store.get), lines)
    put = _digest_only if dry_run else store.put
    event = _event(store, view, lines, names, attested, put)
    merged = Merged(
        event=event, position=None, entities=len(names), names=sum(map(len, names.values()))
    )
    if dry_run or not merged.changes:
        return merged
    return attrs.evolve(merged, position=_append(store, event, view.stream_version))


def _digest_only(data: bytes, _media: str) -> str:
    """The digest of an object that is not stored."""
    return digest(data)


def _event(
    store: EventStore,
    view: CorpusView,
    lines: Sequence[ResolutionLine],
    names: Mapping[str, tuple[str, ...]],
    attested_by: str | None,
    put: Put,
) -> MergeApplied:
    """The fact; its objects are put."""
    rows = [line.resolution for line in lines]
    methods = Counter(row.method for row in rows for _ in row.aliases)
    if len(methods) > METHODS:
        message = f"{len(methods)} different methods; expected at most {METHODS}, as exact or model"
        raise UsageError(message)
    return MergeApplied(
        corpus=view.event.corpus,
        before=view.manifest,
        manifest=store_merged(view.manifest, names, store.get, put),
        resolutions=store_resolutions(rows, put),
        entities=len({row.entity for row in rows}),
        aliases=methods.total(),
        methods=dict(sorted(methods.items())),
        attested_by=attested_by,
    )


def _append(store: EventStore, event: MergeApplied, version: int) -> int:
    """Record the fact; gives its position."""
    new = NewEvent(
        event=event,
        key=(event.corpus, event.manifest, version),
        objects=(event.manifest, event.resolutions),
    )
    (receipt,) = store.append(corpus_stream(event.corpus), [new], expected_version=version)
    return receipt.seq
