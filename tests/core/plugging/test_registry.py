"""Plugins are found by kind and name, and what cannot be found says what to do."""

from __future__ import annotations

from typing import Any

import pytest

from benchbook import FuserPlugin, LanePlugin, MetricPlugin
from benchbook.core.errors import UsageError
from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.registry import (
    AmbiguousPlugin,
    Broken,
    Disabled,
    PluginNotFound,
    Registered,
    Registry,
)


def never() -> Any:  # noqa: ANN401 - each kind wants another type
    """Builds nothing: these records are only looked up."""


def lane(name: str) -> LanePlugin:
    """A record of a lane."""
    return LanePlugin(name=name, version="1", summary="a toy", build=never)


def metric(name: str, *aliases: str) -> MetricPlugin:
    """A record of a metric."""
    return MetricPlugin(name=name, version="1", summary="a toy", build=never, aliases=aliases)


def from_(distribution: str, record: Plugin, version: str = "2.0") -> Registered:
    """A record as if it came from an installed distribution."""
    return Registered(
        record=record,
        distribution=distribution,
        distribution_version=version,
        module="toy",
        entry_point=f"{record.kind}-{record.name}",
    )


def message_of(registry: Registry, kind: str, name: str) -> str:
    """What someone is told who asks for a plugin that is not there."""
    with pytest.raises(PluginNotFound) as raised:
        registry.find(kind, name)
    return str(raised.value)


def test_short_and_qualified_names_find_the_same() -> None:
    """`bm25` and `acme:bm25` are one plugin while only one distribution has the name."""
    registry = Registry((from_("acme", lane("bm25")),))

    assert registry.find("lane", "bm25") is registry.find("lane", "acme:bm25")


def test_distribution_may_be_spelt_as_its_owner_does() -> None:
    """Case, underscores and dots of a distribution's name do not matter."""
    registry = Registry((from_("acme-lanes", lane("bm25")),))

    assert registry.find("lane", "bm25") is registry.find("lane", "Acme_Lanes:bm25")


def test_kind_is_part_of_the_question() -> None:
    """A lane and a fuser of one name do not get in each other's way."""
    fuser = FuserPlugin(name="same", version="1", summary="a toy", build=never)
    registry = Registry.of(lane("same"), fuser)

    assert fuser is registry.find("fuser", "same").record


def test_name_of_two_distributions_is_ambiguous() -> None:
    """A short name that two distributions have names both with versions and gives the spellings."""
    registry = Registry((from_("acme", lane("bm25")), from_("benchbook", lane("bm25"), "0.1.0")))

    with pytest.raises(AmbiguousPlugin) as raised:
        registry.find("lane", "bm25")

    expected = (
        "the lane 'bm25' comes from acme 2.0 and benchbook 0.1.0; "
        "write 'acme:bm25' or 'benchbook:bm25'"
    )
    assert expected == str(raised.value)


def test_qualified_name_settles_ambiguity() -> None:
    """The qualified name works whoever else has the short one."""
    registry = Registry((from_("acme", lane("bm25")), from_("benchbook", lane("bm25"))))

    assert "benchbook:bm25" == registry.find("lane", "benchbook:bm25").qualified


def test_order_of_loading_does_not_matter() -> None:
    """A registry lists its plugins by name and distribution, however they came."""
    some = [from_("b", lane("x")), from_("a", lane("x")), from_("z", lane("a"))]

    expected = ["z:a", "a:x", "b:x"]
    assert expected == [one.qualified for one in Registry(tuple(some)).all("lane")]
    assert expected == [one.qualified for one in Registry(tuple(some[::-1])).all("lane")]


def test_nearest_name_is_offered() -> None:
    """A misspelt name is answered with the nearest, whatever its case."""
    assert "did you mean 'bm25'?" in message_of(Registry.of(lane("bm25")), "lane", "BM52")


def test_all_names_are_offered_where_none_is_near() -> None:
    """A name that is near to none is answered with those there are."""
    registry = Registry.of(lane("bm25"), lane("fts5"))

    assert "there are bm25, fts5" in message_of(registry, "lane", "zzz")


def test_wrong_distribution_is_answered_with_the_right_one() -> None:
    """A name that another distribution has is answered with its qualified spelling."""
    registry = Registry((from_("acme", lane("bm25")),))

    assert "write 'acme:bm25'" in message_of(registry, "lane", "other:bm25")


def test_missing_plugin_is_a_usage_error() -> None:
    """Asking for a plugin that is not there ends with exit code 2."""
    with pytest.raises(UsageError):
        Registry.of().find("lane", "bm25")

    assert 2 == PluginNotFound.exit_code == AmbiguousPlugin.exit_code


@pytest.mark.parametrize("entry_point", ["bm25", "lane-bm25"])
def test_broken_entry_point_is_named(entry_point: str) -> None:
    """Asking for a plugin whose entry point broke says which, and why."""
    broken = Broken(entry_point=entry_point, distribution="acme", reason="ImportError: no numpy")
    registry = Registry((), (broken,))

    told = message_of(registry, "lane", "acme:bm25")

    assert f"the entry point '{entry_point}' of acme is broken (ImportError: no numpy)" in told


def test_broken_record_is_named() -> None:
    """A record that was refused is known by its name, whatever its entry point is called."""
    broken = Broken(entry_point="all", distribution="acme", reason="twice", names=("bm25",))

    assert "is broken (twice)" in message_of(Registry((), (broken,)), "lane", "bm25")


def test_disabled_entry_point_is_named() -> None:
    """Asking for a plugin that the user left out says so."""
    left_out = Disabled(entry_point="lane-bm25", distribution="acme")

    told = message_of(Registry((), (), (left_out,)), "lane", "bm25")

    assert "disabled; clear BENCHBOOK_DISABLE_PLUGINS" in told


def test_alias_of_a_metric_is_read() -> None:
    """A metric is found by its aliases too."""
    assert "AP" == registry_of_metrics().find("metric", "MAP").name


def test_name_goes_before_alias() -> None:
    """A plugin that takes another one's name as its alias does not get its place."""
    assert "R" == registry_of_metrics().find("metric", "R").name


def registry_of_metrics() -> Registry:
    """Two metrics, of which one wants to be the other."""
    return Registry.of(metric("AP", "MAP", "R"), metric("R"))


def test_record_at_hand_is_local() -> None:
    """A record that comes from no distribution is recorded as local."""
    assert "local:bm25" == Registry.of(lane("bm25")).find("lane", "bm25").qualified


def test_own_plugin_at_hand_is_built_in() -> None:
    """A record of Benchbook's own is recorded as built in, entry point or not."""
    from benchbook.plugins.metrics.ap import benchbook_plugins

    assert "benchbook:AP" == Registry.of(*benchbook_plugins()).find("metric", "AP").qualified
