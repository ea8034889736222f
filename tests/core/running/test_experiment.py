"""The experiment file."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import attrs
import pytest

from benchbook.core.errors import BadExperiment, UsageError
from benchbook.core.running.experiment import parse_experiment, read_experiment
from benchbook.core.running.specification import Experiment

TEXT = """\
[experiment]
corpus = "demo"
gold = "demo"
depth = 10
metrics = ["nDCG@10", "R@10"]

[lanes.keyword]
plugin = "bm25"
k1 = 0.9
[lanes.vector]
plugin = "other"
retrieve = 50

[conditions.full]
fuser = "rrf"
k = 60
weights = { keyword = 1.5, vector = 1 }
[conditions.no_vector]
extends = "full"
without = ["vector"]
[conditions.deeper]
extends = "no_vector"
k = 10
override = { keyword = { k1 = 1.2 } }
"""


def parse(text: str = TEXT) -> Experiment:
    """The experiment of a text."""
    return parse_experiment(text, "exp.toml", Path())


def test_defaults_are_filled_in() -> None:
    """What the file leaves out is the documented default."""
    settings = parse().settings

    assert ("document", 100, "full", "nDCG@10") == (
        settings.unit,
        settings.retrieve,
        settings.baseline,
        settings.primary,
    )
    assert ("sign-flip", Decimal("0.05")) == (settings.test, settings.alpha)


def test_a_lane_keeps_its_own_retrieve_and_parameters() -> None:
    """Reserved keys are read; all other keys go to the plugin, decimals as decimals."""
    lanes = parse().lanes

    assert (100, {"k1": Decimal("0.9")}) == (
        lanes["keyword"].retrieve,
        lanes["keyword"].parameters,
    )
    assert (50, {}) == (lanes["vector"].retrieve, lanes["vector"].parameters)


def test_extends_merges_and_without_removes_through_the_chain() -> None:
    """A condition is its ancestors' keys with its own on top; a lane once removed stays out."""
    deeper = parse().conditions["deeper"]

    assert ("keyword",) == deeper.lanes
    assert {"keyword": Decimal("1.5")} == deeper.weights
    assert {"k": 10} == deeper.parameters
    assert {"keyword": {"k1": Decimal("1.2")}} == deeper.override


def test_the_order_of_lanes_is_that_of_the_file() -> None:
    """Lanes are fused in the order in which they stand, whatever a table's order is."""
    assert ("keyword", "vector") == parse().conditions["full"].lanes


BAD = {
    "unknown key": ("depth = 10", "detph = 10", 4, "Did you mean 'depth'"),
    "unknown table": ("[experiment]", "[experimant]", 1, "Did you mean 'experiment'"),
    "unknown lane removed": ('without = ["vector"]', 'without = ["vectr"]', 20, "'vector'"),
    "unknown condition extended": ('"full"\nwithout', '"ful"\nwithout', 19, "Did you mean 'full'"),
    "weight of an unknown lane": ("vector = 1 }", "vector = 1, graph = 1 }", 17, "keyword, vector"),
    "missing weight": ("1.5, vector = 1 }", "1.5 }", 17, "weights with none for vector"),
    "negative weight": ("vector = 1 }", "vector = -1 }", 17, "0 or more"),
    "infinite weight": ("vector = 1 }", "vector = inf }", 17, "finite"),
    "weight as text": ("vector = 1 }", 'vector = "1" }', 17, "finite number"),
    "truth value as number": ("depth = 10", "depth = true", 4, "whole number"),
    "decimal as whole number": ("depth = 10", "depth = 10.0", 4, "whole number"),
    "zero depth": ("depth = 10", "depth = 0", 4, "from 1"),
    "text as list": ('["nDCG@10", "R@10"]', '"nDCG@10"', 5, "list of texts"),
    "metric twice": ('"R@10"', '"nDCG@10"', 5, "each entry once"),
    "no metric": ('["nDCG@10", "R@10"]', "[]", 5, "at least one"),
    "a circle": ('fuser = "rrf"', 'extends = "deeper"', 15, "no circle"),
    "no fuser": ('fuser = "rrf"\n', "", 14, "a text"),
    "no lane left": ('without = ["vector"]', 'without = ["vector", "keyword"]', 18, "one lane"),
    "unknown unit": ("depth = 10", 'unit = "page"', 4, "document, passage"),
    "unknown baseline": ("depth = 10", 'baseline = "ful"', 4, "Did you mean 'full'"),
    "unknown primary": ("depth = 10", 'primary = "AP"', 4, "nDCG@10"),
    "alpha of one": ("depth = 10", "alpha = 1.0", 4, "from 0.000001 to below 1"),
    "alpha of no interval": ("depth = 10", "alpha = 1e-17", 4, "from 0.000001 to below 1"),
    "a reranker that is none": ("k = 60", "rerank = 3", 16, "a table with plugin"),
    "a pool of none": ("k = 60", 'rerank = { plugin = "lexical", pool = 0 }', 16, "from 1"),
    "a client": ("retrieve = 50", 'client = "local"', 12, "no clients"),
    "a scope that is none": ("retrieve = 50", 'scope = "exclude_retracted"', 12, "a table"),
    "an unknown scope": ("retrieve = 50", "scope = { retracted = true }", 12, "exclude_retracted"),
    "a year as text": ("retrieve = 50", 'scope = { year_from = "2001" }', 12, "a year"),
    "years turned round": (
        "retrieve = 50",
        "scope = { year_from = 2001, year_to = 1999 }",
        12,
        "a year not before year_from",
    ),
    "a year beyond all": ("retrieve = 50", "scope = { year_to = 12345 }", 12, "a year"),
    "an optional lane that is none": ("k = 60", 'optional = ["keyward"]', 16, "keyword"),
    "an embedder without a name": ("retrieve = 50", "embedder = { k = 1 }", 12, "a text"),
    "a name with a slash": ("[lanes.keyword]", '[lanes."a/b"]', 7, "letters, digits"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_meant_is_refused_by_line(name: str) -> None:
    """A mistake is one message with the file, the line, what was found and what was expected."""
    old, new, line, says = BAD[name]
    assert old in TEXT

    with pytest.raises(BadExperiment) as caught:
        parse(TEXT.replace(old, new, 1))

    assert ("exp.toml", line) == (caught.value.file, caught.value.line)
    assert says in str(caught.value)
    assert 2 == caught.value.exit_code


@pytest.mark.parametrize("text", ["a = [", "a = 1\na = 2", "\x00", "[" * 10_000])
def test_what_is_no_toml_is_one_message(text: str) -> None:
    """A syntax error, however deep, is a refusal and no crash."""
    with pytest.raises(BadExperiment, match="TOML"):
        parse(text)


def test_a_missing_file_says_what_writes_one(tmp_path: Path) -> None:
    """The next step stands in the message."""
    with pytest.raises(UsageError, match="benchbook init"):
        read_experiment(tmp_path / "none.toml")


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    """A file saved by an editor that writes a mark reads as without it."""
    path = tmp_path / "exp.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())

    assert parse().conditions == read_experiment(path).conditions


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ("alpha = nan", 'alpha = nan\nmetrics = ["AP"]'),
        ("not composed", 'name = "e\\u0301"\nmetrics = ["AP"]'),
        ("not composed", '"e\\u0301" = 1\nmetrics = ["AP"]'),
        ("deeply nested", "metrics = " + "[" * 100 + "]" * 100),
        ("deeply nested", f"x{'.a' * 5000} = 1"),
    ],
)
def test_what_the_ledger_cannot_keep_is_refused_naming_the_file(found: str, line: str) -> None:
    """No number that cannot be compared, no text in another form than NFC, no endless nesting."""
    text = TEXT.replace('metrics = ["nDCG@10", "R@10"]', line)
    with pytest.raises(BadExperiment, match=r"^exp\.toml[,:]") as caught:
        parse(text)

    assert found.lower() in str(caught.value).lower()


def test_the_name_of_a_file_becomes_a_name_that_can_be_kept() -> None:
    """Some systems give names in parts, with bytes that are no text, or with line ends."""
    experiment = parse_experiment(TEXT, "e\u0301\n\udcff.toml", Path())

    assert "\u00e9 ?" == experiment.settings.name


WITH = (
    TEXT
    + """
[conditions.fewer]
extends = "full"
lanes = ["keyword"]
[conditions.more]
extends = "fewer"
with = ["vector"]
[conditions.less]
extends = "more"
without = ["keyword"]
[conditions.back]
extends = "less"
with = ["keyword"]
"""
)


def test_lanes_are_added_and_taken_out_along_what_is_extended() -> None:
    """`with` adds behind those that are there; the nearer table has the last word."""
    conditions = parse(WITH).conditions

    assert ("keyword", "vector") == conditions["more"].lanes
    assert ("vector",) == conditions["less"].lanes
    assert ("keyword", "vector") == conditions["back"].lanes


def test_lanes_can_only_be_added_to_some() -> None:
    """Where all lanes are fused there is nothing to add to."""
    text = TEXT.replace('without = ["vector"]', 'with = ["vector"]')

    with pytest.raises(BadExperiment, match=r"no_vector\.with .*lanes to add them to"):
        parse(text)


MERGED = """
[conditions.resolved]
extends = "full"
needs_merge = true
"""


def test_a_condition_may_need_a_merge() -> None:
    """It has the settings of what it extends, and is apart from the others."""
    experiment = parse(TEXT + MERGED)

    resolved, full = experiment.conditions["resolved"], experiment.conditions["full"]
    assert (("resolved",), True, False) == (
        experiment.merged,
        resolved.needs_merge,
        full.needs_merge,
    )
    assert attrs.evolve(resolved, needs_merge=False) == full
    assert parse() == experiment.unmerged()


def test_what_only_a_merged_condition_uses_goes_with_it() -> None:
    """A lane that no condition uses stays, to be refused as ever."""
    text = TEXT.replace(
        "[conditions.full]",
        '[lanes.idle]\nplugin = "bm25"\n[lanes.terms]\nplugin = "graph"\n'
        '[conditions.full]\nlanes = ["keyword", "vector"]',
    )
    alone = MERGED.replace('extends = "full"', 'fuser = "single"\nlanes = ["terms"]')

    assert ["keyword", "vector", "idle"] == list(parse(text + alone).unmerged().lanes)


def test_an_experiment_of_merged_conditions_alone_says_how_to_run_it() -> None:
    """Nothing is left for a corpus without merges."""
    text = TEXT.partition("[conditions.full]")[0] + MERGED.replace(
        'extends = "full"', 'fuser = "rrf"'
    )

    with pytest.raises(UsageError, match="every condition needs a merge; name one with --cond"):
        parse(text).unmerged()


@pytest.mark.parametrize("given", ["1", '"yes"', "[]"])
def test_a_need_is_true_or_false(given: str) -> None:
    """Nothing is coerced."""
    with pytest.raises(BadExperiment, match=r"needs_merge.*expected true or false"):
        parse(TEXT + MERGED.replace("true", given))
