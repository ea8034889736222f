"""Parameters of an experiment are checked against the signature of `build`, without coercion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Corpus, FuserPlugin, LanePlugin, MetricPlugin
from benchbook.core.errors import UsageError
from benchbook.core.plugging.parameters import (
    BadParameter,
    bind,
    parameters_of,
    passed_by_core,
)

Rule = Literal["neutral", "doc_id asc"]


def build(  # noqa: PLR0913 - one parameter of every type
    corpus: Corpus,
    *,
    k: int = 60,
    b: float = 0.75,
    exact: Decimal = Decimal("0.5"),
    ties: Rule = "neutral",
    on: bool = False,
    name: str = "x",
    most: int | None = None,
    words: tuple[str, ...] = (),
    path: Path = Path("a.run"),
) -> None:
    """A lane's build with a parameter of every type."""


def bound(**given: object) -> dict[str, object]:
    """What `build` would be called with."""
    return bind(build, given, extra={"corpus"})


def refusal(**given: object) -> str:
    """Why parameters are refused."""
    with pytest.raises(BadParameter) as raised:
        bound(**given)
    return str(raised.value)


def test_defaults_are_filled_in() -> None:
    """What an experiment leaves out is frozen with it, so defaults are part of the answer."""
    assert {
        "k": 60,
        "b": 0.75,
        "exact": Decimal("0.5"),
        "ties": "neutral",
        "on": False,
        "name": "x",
        "most": None,
        "words": (),
        "path": Path("a.run"),
    } == bound()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("k", 1, 1),
        ("b", Decimal("1.2"), 1.2),
        ("b", 1, 1.0),
        ("b", 0.5, 0.5),
        ("exact", Decimal("1.20"), Decimal("1.20")),
        ("exact", 1, Decimal(1)),
        ("ties", "doc_id asc", "doc_id asc"),
        ("on", True, True),
        ("name", "é", "é"),
        ("most", 5, 5),
        ("words", ["a", "b"], ("a", "b")),
        ("path", "runs/x.run", Path("runs/x.run")),
    ],
)
def test_value_is_taken_as_its_type(name: str, value: object, expected: object) -> None:
    """A value of the right type is taken; int grows to Decimal and float, lists become tuples."""
    made = bound(**{name: value})[name]

    assert (type(expected), expected) == (type(made), made)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("k", True, "found true (bool); expected int"),
        ("k", Decimal("1.0"), "found 1.0 (Decimal); expected int"),
        ("k", "1", 'found "1"; expected int'),
        ("b", True, "expected float"),
        ("b", "1", "expected float"),
        ("b", Decimal("nan"), "expected a finite number"),
        ("b", Decimal("inf"), "expected a finite number"),
        ("b", float("nan"), "expected a finite number"),
        ("b", Decimal("1e999"), "expected a finite number"),
        ("b", Decimal("1e-999"), "expected a finite number"),
        ("b", 10**400, "expected a finite number"),
        ("exact", 0.5, "expected Decimal"),
        ("exact", Decimal("nan"), "expected a finite decimal"),
        ("exact", True, "expected a finite decimal"),
        ("ties", "random", 'expected one of "neutral", "doc_id asc"'),
        ("ties", 1, "expected one of"),
        ("on", 1, "found 1 (int); expected bool"),
        ("on", "true", "expected bool"),
        ("name", 1, "expected str"),
        ("name", "e\u0301", "composed form (NFC)"),
        ("most", "5", "expected int or none"),
        ("words", "ab", "expected a list of str"),
        ("words", ["a", 1], "expected str"),
        ("path", 1, "expected Path"),
    ],
)
def test_other_type_is_refused(name: str, value: object, told: str) -> None:
    """A value of another type is refused, saying what was found and what is expected."""
    message = refusal(**{name: value})

    assert f"parameter {name!r}: " in message
    assert told in message


def test_unknown_key_names_the_nearest() -> None:
    """A misspelt key is never ignored: it is refused, naming the nearest parameter."""
    assert "parameter 'tie': found 1; expected 'ties', the nearest parameter" in refusal(tie=1)


def test_unknown_key_names_all_where_none_is_near() -> None:
    """A key near to none is answered with those there are."""
    assert "expected one of k, b, exact" in refusal(zzz=1)


def test_key_for_a_plugin_without_parameters_is_refused() -> None:
    """A plugin that takes none says so."""
    with pytest.raises(BadParameter, match="this plugin takes none"):
        bind(object, {"k": 1})


def test_argument_of_core_may_not_be_given() -> None:
    """What core passes itself is no key of an experiment."""
    assert "parameter 'corpus'" in refusal(corpus="demo")


def test_missing_parameter_is_named() -> None:
    """A parameter without default must be given."""

    def wants(*, path: Path) -> None: ...

    with pytest.raises(BadParameter, match=r"'path': found nothing; expected Path"):
        bind(wants, {})


def test_class_is_read_by_its_constructor() -> None:
    """A class with postponed annotations is understood like a function."""

    class Lane:
        def __init__(self, *, ties: Rule = "neutral") -> None: ...

    assert {"ties": "doc_id asc"} == bind(Lane, {"ties": "doc_id asc"})


@attrs.frozen
class Drawn:
    """A build whose constructor was generated."""

    ties: Rule = "neutral"


def test_generated_constructor_is_read() -> None:
    """An attrs class is understood: its constructor has another home than its module."""
    assert {"ties": "doc_id asc"} == bind(Drawn, {"ties": "doc_id asc"})


def test_partial_is_read() -> None:
    """A partial of a function is understood, what it fixed being the default."""
    assert 7 == bind(partial(build, k=7), {}, extra={"corpus"})["k"]


class Careless:
    """Builds whose parameters no experiment could be checked against."""

    @staticmethod
    def stars(*words: str) -> None: ...

    @staticmethod
    def rest(**rest: str) -> None: ...

    @staticmethod
    def position(k: int, /) -> None: ...

    @staticmethod
    def mapping(*, rule: Mapping[str, int]) -> None: ...

    @staticmethod
    def anything(*, rule: Any) -> None: ...  # noqa: ANN401 - the fault itself

    @staticmethod
    def bare_list(*, words: tuple) -> None: ...  # type: ignore[type-arg]  # the fault itself

    @staticmethod
    def nowhere(*, rule: Nowhere) -> None: ...  # type: ignore[name-defined]  # noqa: F821 - the fault itself


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (Careless.stars, "gathers arguments with '\\*words'"),
        (Careless.rest, "gathers arguments with '\\*\\*rest'"),
        (Careless.position, "'k' by position only"),
        (Careless.mapping, "annotated Mapping"),
        (Careless.anything, "annotated Any"),
        (Careless.bare_list, "annotated tuple"),
        (Careless.nowhere, "name 'Nowhere' is not defined.*outside TYPE_CHECKING"),
    ],
)
def test_signature_that_cannot_be_checked_is_refused(
    build: Callable[..., object], told: str
) -> None:
    """A parameter that no experiment could be checked against is refused, with the reason."""
    with pytest.raises(UsageError, match=told):
        parameters_of(build)


def test_choice_is_of_its_own_type() -> None:
    """True is not the choice 1, though Python calls them equal."""

    def grades(*, least: Literal[1, 2] = 1) -> None: ...

    assert {"least": 2} == bind(grades, {"least": 2})
    with pytest.raises(BadParameter, match="expected one of 1, 2"):
        bind(grades, {"least": True})


def test_lists_of_other_forms_are_read() -> None:
    """Lists may be annotated as sequences, lists, and tuples of a fixed length."""

    def lists(
        *, a: Sequence[int] = (), b: list[float] | None = None, c: tuple[int, str] = (1, "")
    ) -> None: ...

    made = bind(lists, {"a": [1], "b": [1], "c": [2, "x"]})

    assert {"a": (1,), "b": (1.0,), "c": (2, "x")} == made
    with pytest.raises(BadParameter, match="2 values"):
        bind(lists, {"c": [2]})


def test_union_takes_its_first_fitting_member() -> None:
    """A number or a word: each is taken as what it is."""

    def either(*, depth: int | Literal["all"] = 1) -> None: ...

    assert {"depth": "all"} == bind(either, {"depth": "all"})
    with pytest.raises(BadParameter, match=r"expected int or \"all\""):
        bind(either, {"depth": "some"})


def test_parameters_print_as_a_signature() -> None:
    """A person sees name, type and default."""
    shown = [str(one) for one in parameters_of(build, {"corpus"}).values()]

    assert ["k: int = 60", "b: float = 0.75"] == shown[:2]
    assert 'ties: "neutral" or "doc_id asc" = "neutral"' in shown


def test_core_passes_by_kind() -> None:
    """Core passes a lane its corpus and needs, a fuser its weights, a metric its cut-off."""

    def takes_units(units: Corpus, *, embedder: object, path: Path) -> None: ...

    texts = {"name": "toy", "version": "1", "summary": "a toy"}
    kinds: list[Any] = [
        LanePlugin(**texts, build=takes_units, needs=("embedder", "lane:base", "file:path")),  # type: ignore[arg-type]  # never built
        FuserPlugin(**texts, build=object),  # type: ignore[arg-type]  # never built
        MetricPlugin(**texts, build=object),  # type: ignore[arg-type]  # never built
    ]

    assert [{"units", "embedder", "base"}, {"weights"}, {"cutoff"}] == [
        passed_by_core(record) for record in kinds
    ]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_float_survives(value: float) -> None:
    """A double given to a float parameter arrives as the same double."""
    made = bound(b=value)["b"]

    assert isinstance(made, float)
    assert value.hex() == made.hex()
