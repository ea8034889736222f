"""The reference pages are made of the code, and leave nothing of it out."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator

import attrs
import click
import pytest

import benchbook
from benchbook.cli.endings import EXIT_CODES
from benchbook.cli.main import INTERRUPTED, PIPE_CLOSED, main
from benchbook.core import events as core_events
from benchbook.core.codec import EVENT_TYPES
from benchbook.core.errors import BenchbookError
from benchbook.core.hookspec import KINDS, Plugin
from benchbook.core.running.experiment import TABLES as TABLES_OF_A_FILE
from benchbook.core.running.experiment_gates import KEYS as GATE_KEYS
from benchbook.ledger import LedgerError
from house import ROOT, Source, product
from reference import commands, events, experiment_keys, face, metrics, plugin_kinds, plugins
from reference.docstrings import parse
from reference.markdown import table

REFERENCE = ROOT / "docs" / "reference"
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
VARIABLE = re.compile(r'"(BENCHBOOK_[A-Z_]+)"')
RECORDS = [record for kind in KINDS for record in plugins.built_in(kind.kind)]


def headings(page: str, level: int) -> list[str]:
    """The headings of one level."""
    return re.findall(rf"^{'#' * level} (.+)$", page, re.MULTILINE)


def leaves(group: click.Group, path: str = "benchbook") -> Iterator[str]:
    """Every command below a group, without the groups, found by another way than the page's."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from leaves(command, f"{path} {name}")
        else:
            yield f"{path} {name}"


def subclasses(kind: type[Exception]) -> Iterator[type[Exception]]:
    """A class and all below it."""
    yield kind
    for one in kind.__subclasses__():
        yield from subclasses(one)


def test_every_command_has_a_section_with_its_options() -> None:
    """Usage, every option that `--help` shows, and an example."""
    sections = dict(SECTION.findall(commands.page()))

    assert set(leaves(main)) <= set(sections)
    for name, command in commands.tree(main, "benchbook"):
        section = sections[name]
        assert f"```text\n{name} " in section
        assert "```console\n$ benchbook " in section
        for option in command.params:
            assert not isinstance(option, click.Option) or option.opts[0] in section


def test_every_exit_code_is_on_the_page() -> None:
    """All that errors and the command line end with, and no other."""
    page = (REFERENCE / "exit_codes.md").read_text("utf-8")
    errors = [*subclasses(BenchbookError), *subclasses(LedgerError)]
    ends = {getattr(one, "exit_code") for one in errors if one.__module__.startswith("benchbook.")}  # noqa: B009 - two trees, one attribute

    assert ends | {0, INTERRUPTED, PIPE_CLOSED, *EXIT_CODES.values()} == {
        int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)
    }


def test_every_variable_of_the_environment_is_on_the_page() -> None:
    """Each that stands in the code as a text of its own."""
    page = (REFERENCE / "exit_codes.md").read_text("utf-8")
    read = {name for one in product() if not is_testing(one) for name in VARIABLE.findall(one.text)}

    assert read == set(re.findall(r"^\| `(BENCHBOOK_\w+)` \|", page, re.MULTILINE))


def is_testing(source: Source) -> bool:
    """Whether a file belongs to the contract tests, which set variables of their own."""
    return str(source.path).startswith("core/testing/")


def test_every_event_has_a_section() -> None:
    """By its wire name, below its stream."""
    assert {kind for kind, _ in EVENT_TYPES} <= set(headings(events.page(), 3))


@pytest.mark.parametrize(
    "kind",
    [*EVENT_TYPES.values(), core_events.MadeBy, core_events.Source],
    ids=lambda kind: kind.__name__,
)
def test_every_field_of_an_event_is_explained(kind: type) -> None:
    """In the docstring of its class, or once for all events."""
    assert [] == [name for name, text in events.meanings(kind).items() if not text]


def test_every_metric_has_a_section() -> None:
    """With its summary in the table at the head."""
    page = metrics.page()
    records = plugins.built_in("metric")

    assert [one.name for one in records] == headings(page, 2)[1:]
    assert [] == [one.name for one in records if f"| {one.summary} |" not in page]


@pytest.mark.parametrize("record", plugins.built_in("metric"), ids=lambda record: record.name)
def test_every_metric_names_its_source(record: Plugin) -> None:
    """A paper, a program, or ourselves."""
    assert "Source: " in plugins.said_of(record).prose


@pytest.mark.parametrize("one", experiment_keys.TABLES, ids=lambda one: one.title)
def test_every_key_of_an_experiment_is_explained(one: experiment_keys.Table) -> None:
    """Each that the parser takes has a meaning, and all but reserved ones a type."""
    described = {key: experiment_keys.described(one, key) for key in one.keys}

    assert [] == [key for key, (_, _, meaning) in described.items() if not meaning]
    assert {"client"} >= {key for key, (kind, _, _) in described.items() if not kind}


def test_keys_of_a_gate_are_those_of_its_parser() -> None:
    """Which takes no other."""
    (gates,) = (one for one in experiment_keys.TABLES if one.title == "[[gates]]")

    assert sorted(GATE_KEYS) == sorted(gates.keys)


def test_every_table_of_an_experiment_has_a_section() -> None:
    """What the parser takes at the top of a file."""
    titles = " ".join(one.title for one in experiment_keys.TABLES)

    assert set(TABLES_OF_A_FILE) == set(re.findall(r"\[(\w+)", titles))


def test_defaults_of_keys_are_those_of_the_shipped_experiment() -> None:
    """Where it shows one behind a `#`."""
    shipped = (ROOT / "specs" / "experiment.toml").read_text("utf-8")
    head = shipped.partition("[lanes")[0]
    shown = dict(re.findall(r"^# (\w+) = (\S+)", head, re.MULTILINE))
    settings = experiment_keys.TABLES[0]
    stated = {key: experiment_keys.described(settings, key)[1].strip("`") for key in shown}
    told = {key: value for key, value in stated.items() if value}

    assert {"alpha", "depth", "retrieve", "test", "unit"} <= set(told)
    assert told == {key: shown[key] for key in told}


def test_what_is_required_cannot_be_left_out() -> None:
    """Each required key is refused when it is missing; the shortest experiment has all of them."""
    least = tomllib.loads(experiment_keys.LEAST.format(name="R"))
    tables = {
        "[experiment]": least["experiment"],
        "[lanes.NAME]": least["lanes"]["R"],
        "[conditions.NAME]": least["conditions"]["R"],
        "[[gates]]": least["gates"][0],
    }
    del tables["[conditions.NAME]"]["rerank"]
    del tables["[[gates]]"]["at_least"]  # or at_most
    required = {one.title: set(one.required) for one in experiment_keys.TABLES}

    assert {title: set(given) for title, given in tables.items()} == {
        title: required[title] for title in tables
    }


def test_every_kind_of_plugin_has_a_section_with_what_is_built_in() -> None:
    """In the order of the records."""
    page = plugin_kinds.page()

    assert [f"{kind.kind.capitalize()}s" for kind in KINDS] == headings(page, 2)[1:]
    assert {f"{one.kind} {one.name}" for one in RECORDS} <= set(headings(page, 3))


@pytest.mark.parametrize("record", [Plugin, *KINDS], ids=lambda record: record.__name__)
def test_every_field_of_a_record_is_explained(record: type[Plugin]) -> None:
    """Those of all records once, with `Plugin`."""
    common = {} if record is Plugin else attrs.fields_dict(Plugin)
    own = set(attrs.fields_dict(record)) - set(common)

    assert own <= set(plugin_kinds.meanings(record))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.kind}-{record.name}")
def test_every_parameter_of_a_built_in_plugin_is_explained(record: Plugin) -> None:
    """In the docstring of what it builds, or once for all metrics."""
    said = plugins.meanings(record)

    assert [] == [one.name for one in plugins.taken(record) if not said.get(one.name)]


def test_every_name_of_the_face_is_on_a_page() -> None:
    """As an object that can be linked, or with the kinds of plugins."""
    listed = set(re.findall(r"\{py:(?:class|function|type)\} (\w+)", face.page()))
    elsewhere = {name for name in benchbook.__all__ if face.is_elsewhere(name)}

    assert set(benchbook.__all__) == listed | elsewhere
    assert set() == listed & elsewhere
    assert [] == [name for name in elsewhere if name.endswith("Plugin") and not _is_kind(name)]


def _is_kind(name: str) -> bool:
    """Whether a record is on the page of kinds."""
    return name == "Plugin" or f"`benchbook.{name}`" in plugin_kinds.page()


def test_methods_stand_inside_their_class() -> None:
    """A fence inside another is shorter, or it would end the outer one."""
    fences = [len(one) for one in re.findall(r"^(`{3,})\{py:class\}", face.page(), re.MULTILINE)]
    inner = [len(one) for one in re.findall(r"^(`{3,})\{py:method\}", face.page(), re.MULTILINE)]

    assert inner
    assert max(fences) > min(inner)
    assert "{py:method} by_score(topics: Topics" in face.page()


def test_a_docstring_is_taken_apart() -> None:
    """Names that share a line or a meaning, and a colon inside of one."""
    said = parse(
        inspect.cleandoc(
            """
            Gives it.

            More: of it.

            Attributes:
                low, high: the range; both
                    ends: included.
                `block`: counted from 0; rows: ranked.
            """
        ),
        ["low", "high", "block", "rows"],
    )

    assert "Gives it.\n\nMore: of it." == said.prose
    assert {
        "low": "the range; both ends: included.",
        "high": "the range; both ends: included.",
        "block": "counted from 0",
        "rows": "ranked.",
    } == said.section("Attributes")


def test_no_text_breaks_a_table() -> None:
    """Bars, lines and what looks like HTML."""
    assert "| a |\n| --- |\n| x \\| y &lt;b> `<c>` |" == table(["a"], [["x |\n y <b> `<c>`"]])


def test_every_page_is_made_by_its_directive() -> None:
    """Each has a file that asks for it, and begins with a heading as the directive wants it."""
    from reference.directive import PAGES

    asked = {
        name
        for path in REFERENCE.glob("*.md")
        for name in re.findall(r"```\{reference\} (\S+)\n```", path.read_text("utf-8"))
    }

    assert set(PAGES) == asked
    assert [] == [name for name, page in PAGES.items() if not page().startswith("## ")]
