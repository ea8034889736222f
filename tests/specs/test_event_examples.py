"""Every event version has one example, and the examples decode."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from benchbook.core.codec import EVENT_TYPES, decode, encode
from benchbook.core.errors import BadData
from benchbook.core.event_store import canonical_json

EXAMPLES = {
    path.name: json.loads(path.read_text())
    for path in files("benchbook.specs").joinpath("events").iterdir()
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_example_decodes_and_encodes_to_itself(name: str) -> None:
    """What an old ledger holds is read without loss."""
    example = EXAMPLES[name]

    event = decode(example["type"], example["schema"], example["data"], name)

    assert canonical_json(example["data"]) == canonical_json(encode(event))


def test_every_event_version_has_its_example() -> None:
    """No event version is without an example, and no example without its class."""
    named = {f"{kind}.{schema}.json" for kind, schema in EVENT_TYPES}

    assert named == set(EXAMPLES)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_missing_field_stops(name: str) -> None:
    """An event class has no defaults: a missing field is never filled in."""
    example = EXAMPLES[name]
    for field in example["data"]:
        data = {key: value for key, value in example["data"].items() if key != field}

        with pytest.raises(BadData, match=field):
            decode(example["type"], example["schema"], data, name)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_extra_field_stops(name: str) -> None:
    """A field that this version does not know is never skipped in silence."""
    example = EXAMPLES[name]

    with pytest.raises(BadData, match="surplus"):
        decode(example["type"], example["schema"], {**example["data"], "surplus": 1}, name)


@pytest.mark.parametrize(
    ("kind", "schema"), [("lane-ranked", 2), ("lane-rankled", 1), ("run-started", 0)]
)
def test_an_unknown_type_or_schema_stops(kind: str, schema: int) -> None:
    """An event of a newer version names itself and what to do."""
    with pytest.raises(BadData, match=rf"{kind}.*schema {schema}.*Install"):
        decode(kind, schema, {}, "position 7")


@pytest.mark.parametrize(
    ("field", "value"),
    [("rows", "6400"), ("rows", True), ("rows", 1.0), ("lane", 7), ("run", None)],
)
def test_no_value_is_coerced(field: str, value: object) -> None:
    """A number is not taken from text, nor a text from a number, nor one from a truth value."""
    example = EXAMPLES["lane-ranked.1.json"]

    with pytest.raises(BadData, match=field):
        decode("lane-ranked", 1, {**example["data"], field: value}, "position 7")
