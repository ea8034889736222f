"""Evidence as objects."""

from __future__ import annotations

import attrs
import pytest

from benchbook import BadData, UsageError
from benchbook.core.matching.evidence import Evidence, FoundEvidence
from benchbook.core.objects.evidence import load_evidence, load_tally, pack_evidence


def evidence(text: str, *units: str, kind: str = "phrase", ignored: str = "") -> Evidence:
    """One thing that a gold set names."""
    return Evidence(
        kind=kind,  # type: ignore[arg-type]  # a kind as text
        text=text,
        grade=1,
        ignored=ignored,
        documents=len(units),
        units=units,
    )


FOUND = FoundEvidence(
    gold="a" * 64,
    corpus="b" * 64,
    unit="document",
    match="fold/1",
    topics={
        "q1": (evidence("Rice", "d1", "d2", kind="title"), evidence("ash 乙", "d1")),
        "q2": (),
        "q3": (evidence("18", ignored="under three characters"), evidence("nowhere")),
    },
)


def stored(found: FoundEvidence, relevance: str = "either") -> tuple[str, dict[str, bytes]]:
    """The digest and the objects by their digests."""
    from benchbook.core.event_store import digest

    manifest, objects = pack_evidence(found, relevance)
    return manifest, {digest(data): data for data, _ in objects}


def test_evidence_is_read_back() -> None:
    """Every topic, also one without evidence, with all that is named for it."""
    manifest, objects = stored(FOUND)

    read = load_evidence(manifest, objects.__getitem__)

    assert FOUND.topics == read.topics
    assert ("document", "fold/1") == (read.unit, read.match)
    assert FOUND.alone["document"] == read.alone["document"]


def test_the_tally_is_read_without_the_units() -> None:
    """Counts come from the manifest alone."""
    manifest, objects = stored(FOUND)

    tally = load_tally(manifest, {manifest: objects[manifest]}.__getitem__)

    assert FOUND.tally == tally
    assert (1, 3, 1, 1, 1, 2) == (
        tally.titles,
        tally.phrases,
        tally.ignored,
        tally.unmatched_phrases,
        tally.shared_titles,
        tally.one_sided,
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [("gold", "c" * 64), ("corpus", "c" * 64), ("match", "fold/2"), ("unit", "passage")],
)
def test_the_digest_covers_what_the_evidence_hangs_on(field: str, value: str) -> None:
    """Other gold, corpus, fold, unit or rule: another digest."""
    other = attrs.evolve(FOUND, **{field: value})  # type: ignore[arg-type]  # a field of text

    assert stored(FOUND)[0] != stored(other)[0]
    assert stored(FOUND)[0] != stored(FOUND, "both")[0]
    assert stored(FOUND)[0] == stored(FOUND)[0]


def test_another_object_is_no_evidence() -> None:
    """It is refused by what it says it is."""
    with pytest.raises(BadData, match="another object"):
        load_tally("d" * 64, {"d" * 64: b'{"kind":"gold","version":1}'}.__getitem__)


def test_a_phrase_that_everything_holds_is_refused() -> None:
    """Over 4 MiB of unit ids for one topic cannot be kept."""
    units = tuple(f"unit-{n:060}" for n in range(70_000))
    found = attrs.evolve(FOUND, topics={"q1": (evidence("the", *units),)})

    with pytest.raises(UsageError, match=r"evidence of question 'q1'.*fewer units hold"):
        pack_evidence(found, "either")
