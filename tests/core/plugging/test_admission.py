"""What a plugin module must be, and what is said of one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from benchbook import Corpus, FuserPlugin, LanePlugin, MetricPlugin, hookimpl
from benchbook.core.plugging.admission import Unfit, records_of


def module_of(hook: Callable[..., Any], name: str = "benchbook_plugins") -> ModuleType:
    """A module with one function in it."""
    module = ModuleType("toy")
    setattr(module, name, hook)
    return module


def reason_of(hook: Callable[..., Any], name: str = "benchbook_plugins") -> str:
    """Why a module with this hook is refused."""
    with pytest.raises(Unfit) as raised:
        records_of(module_of(hook, name), "toy")
    return str(raised.value)


def lane(**changes: Any) -> LanePlugin:  # noqa: ANN401 - wrong types are the point
    """A record that is admitted, with changes."""
    fields = {"name": "toy", "version": "1", "summary": "a toy", "build": build}
    return LanePlugin(**{**fields, **changes})


def build(corpus: Corpus, *, k: int = 1) -> Any:  # noqa: ANN401 - never called
    """A lane's build."""


def refused(record: object) -> str:
    """Why a hook that gives one record is refused."""
    return reason_of(hookimpl(lambda: [record]))


def test_list_of_records_is_admitted() -> None:
    """A hook that returns records is what is asked for."""
    record = lane()

    assert [record] == records_of(module_of(hookimpl(lambda: [record])), "toy")


def test_object_with_the_hook_is_admitted() -> None:
    """An entry point may name an object instead of a module."""
    record = lane()
    plugin = SimpleNamespace(benchbook_plugins=hookimpl(lambda: [record]))

    assert [record] == records_of(plugin, "toy")


def test_generator_is_refused() -> None:
    """A hook that yields is refused: it would fail later, outside the guard."""

    @hookimpl
    def hook() -> Iterator[LanePlugin]:
        yield lane()

    assert "gave generator; expected a list of records" in reason_of(hook)


@pytest.mark.parametrize("answer", [None, (), {}, "bm25"])
def test_anything_but_a_list_is_refused(answer: object) -> None:
    """A hook's answer is a list, no other collection."""
    assert "expected a list of records" in reason_of(hookimpl(lambda: answer))


def test_empty_list_is_refused() -> None:
    """A module in our group that registers nothing is a mistake."""

    @hookimpl
    def hook() -> list[LanePlugin]:
        return []

    assert "empty list" in reason_of(hook)


def test_other_types_are_refused() -> None:
    """A list of anything but records is refused, naming the records that there are."""
    assert "gave a dict; expected one of LanePlugin" in refused({"name": "bm25"})


def test_misspelt_hook_is_refused() -> None:
    """A marked function of another name is not silently ignored."""
    reason = reason_of(hookimpl(lambda: [lane()]), "benchbook_plugin")

    assert "unknown hook 'benchbook_plugin'" in reason
    assert "the only hook is benchbook_plugins()" in reason


def test_unmarked_hook_is_refused() -> None:
    """A hook without its marker would be ignored, so it is refused."""
    assert "lacks @hookimpl" in reason_of(lambda: [lane()])


def test_module_without_a_hook_is_refused() -> None:
    """A module that has nothing of ours registers nothing."""
    assert "has no benchbook_plugins()" in reason_of(len, "other")


def test_hook_with_arguments_is_refused() -> None:
    """The hook takes no arguments: there is nothing that core could pass."""
    assert "registry" in reason_of(hookimpl(lambda registry: [lane()]))


def test_two_hooks_in_one_module_are_refused() -> None:
    """A second function that claims the hook by `specname` would be left out, so it is refused."""
    module = module_of(hookimpl(lambda: [lane()]))
    module.more = hookimpl(specname="benchbook_plugins")(lambda: [lane(name="b")])  # type: ignore[attr-defined]  # a module made by hand

    with pytest.raises(Unfit, match="2 functions"):
        records_of(module, "toy")


def test_wrapper_is_refused() -> None:
    """A hook is no wrapper around others: it would run in their place."""

    @hookimpl(wrapper=True)
    def hook() -> Iterator[None]:
        yield

    assert "wrapper" in reason_of(hook)


@pytest.mark.parametrize("name", ["", "my lane", "a:b", "1st", "ünder", "x" * 65, None, "a\n"])
def test_name_must_fit_an_experiment(name: object) -> None:
    """A name that cannot stand in an experiment, or before a colon, is refused."""
    assert "the name is" in refused(lane(name=name))


@pytest.mark.parametrize("field", ["version", "summary"])
@pytest.mark.parametrize("value", ["", " ", "two\nlines", 1, None, "\x1b[31m"])
def test_texts_are_one_line(field: str, value: object) -> None:
    """Version and summary are printed in tables: one line, without control characters."""
    assert f"{field} is" in refused(lane(**{field: value}))


@pytest.mark.parametrize("field", ["needs", "requires"])
@pytest.mark.parametrize("value", ["numpy", ["numpy"], ("",), (1,)])
def test_lists_are_tuples_of_text(field: str, value: object) -> None:
    """A bare string would be read letter by letter, so only a tuple of texts is taken."""
    assert f"{field} is" in refused(lane(**{field: value}))


def test_build_must_be_callable() -> None:
    """What cannot be called builds nothing."""
    assert "build is str" in refused(lane(build="bm25"))


def test_refused_record_gives_its_names() -> None:
    """What would have been registered is known, so that asking for it finds the reason."""
    with pytest.raises(Unfit) as raised:
        records_of(module_of(hookimpl(lambda: [lane(), lane(name="b", version="")])), "toy")

    assert ("toy", "b") == raised.value.names


@pytest.mark.parametrize(
    "name", ["plugin", "retrieve", "scope", "embedder", "client", "expansions"]
)
def test_reserved_parameter_of_a_lane_is_refused(name: str) -> None:
    """A parameter that an experiment could never set is refused when the plugin loads."""
    names: dict[str, Any] = {}
    exec(f"def build(corpus, *, {name}: str = ''): ...", names)  # noqa: S102 - a signature per name

    assert f"parameter '{name}' of build has a name" in refused(lane(build=names["build"]))


def test_reserved_name_that_is_needed_is_admitted() -> None:
    """A name listed in `needs` is passed by core, so it is no parameter."""

    def wants_embedder(corpus: Corpus, *, embedder: object) -> None: ...

    record = lane(build=wants_embedder, needs=("embedder",))

    assert [record] == records_of(module_of(hookimpl(lambda: [record])), "toy")


def fuser(build: Callable[..., Any]) -> FuserPlugin:
    """A record of a fuser."""
    return FuserPlugin(name="toy", version="1", summary="a toy", build=build)


def test_reserved_parameter_of_a_fuser_is_refused() -> None:
    """A fuser's parameters stand in a condition, so a condition's own keys are taken."""

    def with_scope(*, scope: str = "") -> None: ...

    assert "parameter 'scope' of build" in refused(fuser(with_scope))


def test_reserved_parameter_of_a_metric_is_refused() -> None:
    """`by` names the criterion of relevance, for every metric alike."""

    def with_by(*, by: str = "") -> Any: ...  # noqa: ANN401 - never called

    record = MetricPlugin(name="toy", version="1", summary="a toy", build=with_by)

    assert "parameter 'by' of build" in refused(record)


def test_a_metric_has_no_parameter_that_takes_holes_out() -> None:
    """`judged_only` is read by core, for every metric alike."""

    def condensing(*, judged_only: bool = False) -> Any: ...  # noqa: ANN401 - never called

    record = MetricPlugin(name="toy", version="1", summary="a toy", build=condensing)

    assert "parameter 'judged_only' of build" in refused(record)


def test_fuser_may_take_weights() -> None:
    """Weights come from the condition, passed by core, of whatever type."""

    def with_weights(*, weights: dict[str, float] | None = None) -> None: ...

    record = fuser(with_weights)

    assert [record] == records_of(module_of(hookimpl(lambda: [record])), "toy")


def test_parameters_that_cannot_be_checked_are_refused() -> None:
    """A parameter without a type is refused at load, not when an experiment sets it."""

    def untyped(corpus: Corpus, *, k=1) -> None: ...  # type: ignore[no-untyped-def]  # the fault itself  # noqa: ANN001 - the same

    assert "parameter 'k' of build has no annotation" in refused(lane(build=untyped))
