"""Gold sets of SciX: a query, its bucket and the bibcodes that answer it, one per line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from benchbook import (
    BadData,
    Gold,
    JsonRecord,
    Place,
    Qrels,
    Question,
    ReaderPlugin,
    Topics,
    Unit,
    hookimpl,
    question_lines,
)

_READ = frozenset(("query", "bucket", "gold_bibcodes"))
_DECILES = range(10)
_ID_LENGTH = 16


class SciXReader:
    """Reads the gold rows of SciX (sjarmak/scix-agent), a file of JSON lines, plain or gzip.

    A row holds `query`, `bucket` and `discipline`, text that is not blank, and `gold_bibcodes`, a
    list of documents with grade 1. `decile`, where it stands, is a whole number from 0 to 9.
    Discipline, decile, notes and every other field become metadata. Lines that begin with `#` are
    comments.

    The files have no ids. A topic's id is the first 16 hexadecimal digits of SHA-256 over the row
    as JSON with sorted keys, without blanks, not escaped to ASCII: the id that SciX's known-item
    protocol gives it. A row or a query text (case folded) that stands in two lines is refused. A
    bibcode that a row repeats is kept once and counted. A row without bibcodes is a topic with no
    relevant document: nothing that divides by their number is defined for it, as there.

    The questions are *as published*. It reads no corpus: SciX keeps its papers in a database.
    """

    def files(self, path: Path) -> Sequence[Path]:
        return (path,)

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        raise BadData(
            str(path), None, "gold rows of SciX", "a corpus", "Ingest the papers as JSON lines"
        )

    def gold(self, path: Path) -> Gold:
        topics: list[tuple[str, str]] = []
        grades: dict[str, dict[str, int]] = {}
        questions: dict[str, Question] = {}
        twins = 0
        for record, id_ in _once(path):
            bibcodes = _bibcodes(record)
            topics.append((id_, record.string("query")))
            grades[id_] = dict.fromkeys(sorted(bibcodes), 1)
            twins += len(bibcodes) - len(grades[id_])
            questions[id_] = _question(record)
        return Gold(
            topics=Topics.of(topics),
            qrels=Qrels(dict(sorted(grades.items())), twins=twins),
            questions=questions,
        )


def _once(path: Path) -> Iterator[tuple[JsonRecord, str]]:
    """Each row with its id.

    Raises:
        BadData: a row, or the text of a query, stands in two lines.
    """
    lines: dict[str, int] = {}
    for record, id_ in question_lines(path, _id):
        text = _text(record, "query").strip().casefold()
        first = lines.setdefault(text, record.place.line)
        if first != record.place.line:
            found = f"the query {record.string('query')!r:.60} again"
            raise record.fault(found, f"each query once; it stands in line {first}")
        yield record, id_


def _id(record: JsonRecord) -> str:
    """The id of a row."""
    canonical = json.dumps(
        record.fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return sha256(canonical.encode()).hexdigest()[:_ID_LENGTH]


def _text(record: JsonRecord, name: str) -> str:
    """A text that a row must have."""
    text = record.string(name)
    if not text.strip():
        raise record.fault(f"an empty {name!r}", f"{name!r} as text")
    return text


def _bibcodes(record: JsonRecord) -> list[str]:
    """The documents that answer a row, as often as it names them."""
    value = record.fields.get("gold_bibcodes")
    if not isinstance(value, list) or not all(type(one) is str and one.strip() for one in value):
        found = "no 'gold_bibcodes'" if value is None else f"gold_bibcodes = {value!r:.60}"
        raise record.fault(found, "'gold_bibcodes' as a list of strings that are not empty")
    return value


def _question(record: JsonRecord) -> Question:
    """What a row says beyond its query and its documents."""
    _text(record, "discipline")
    decile = record.fields.get("decile", 0)
    if type(decile) is not int or decile not in _DECILES:
        raise record.fault(f"decile = {decile!r:.20}", "'decile' as a whole number from 0 to 9")
    return Question(bucket=_text(record, "bucket"), metadata=record.metadata(_READ))


@hookimpl
def benchbook_plugins() -> list[ReaderPlugin]:
    return [
        ReaderPlugin(
            name="scix",
            version="1",
            summary="Gold rows of SciX: query, bucket, bibcodes",
            build=SciXReader,
        )
    ]
