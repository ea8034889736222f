"""Parameters of plugins: what `build` takes, checked against what an experiment gives.

The annotated keyword arguments of `build` are the schema. Values arrive from TOML as int, str,
bool, Decimal and list; nothing is coerced but int to Decimal to float.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

import attrs

from ..errors import UsageError
from ..hookspec import FuserPlugin, LanePlugin, MetricPlugin, Plugin
from .parameter_values import Misfit, fit, is_known, resolved_text, spelt
from .secret_values import secret_in

_EMPTY = inspect.Parameter.empty


class BadParameter(UsageError):
    """An experiment gives a plugin a parameter that its `build` does not take.

    Args:
        parameter: its name.
        found: what the experiment gives.
        expected: what `build` takes, or the names that it knows.
    """

    def __init__(self, parameter: str, found: str, expected: str) -> None:
        self.parameter = parameter
        self.found = found
        self.expected = expected
        super().__init__(f"parameter {parameter!r}: found {found}; expected {expected}")


@attrs.frozen
class Parameter:
    """One argument of a plugin's `build` that an experiment may set.

    Attributes:
        annotation: the resolved type.
        default: the value when the experiment is silent; `inspect.Parameter.empty` when it must
            speak.
    """

    name: str
    annotation: Any
    default: object

    @property
    def is_required(self) -> bool:
        """Whether an experiment must give it."""
        return self.default is _EMPTY

    def __str__(self) -> str:
        tail = "" if self.is_required else f" = {resolved_text(self.default)}"
        return f"{self.name}: {spelt(self.annotation)}{tail}"


def passed_by_core(record: Plugin) -> frozenset[str]:
    """The arguments of a record's `build` that core passes itself, so that no experiment may.

    A lane's first argument is its corpus; a fuser's `weights` come from the condition, a metric's
    `cutoff` from its name, and whatever `needs` names comes from core. A need `file:NAME` is the
    exception: the experiment gives NAME as text, core reads that file and passes its path.
    """
    names = {need.rpartition(":")[2] for need in record.needs if not need.startswith("file:")}
    if isinstance(record, LanePlugin):
        names.update(_first_argument(record.build))
    if isinstance(record, FuserPlugin):
        names.add("weights")
    if isinstance(record, MetricPlugin):
        names.add("cutoff")
    return frozenset(names)


def parameters_of(
    build: Callable[..., object], extra: Collection[str] = ()
) -> dict[str, Parameter]:
    """The parameters that an experiment may set, in the order of `build`.

    Args:
        build: the plugin's.
        extra: arguments that core passes itself.

    Raises:
        UsageError: an argument is not annotated, of a type that no experiment can give, or gathers
            further ones (`*args`, `**kwargs`).
    """
    found = {}
    for argument in inspect.signature(build).parameters.values():
        if argument.name not in extra:
            found[argument.name] = _parameter(build, argument)
    return found


def bind(
    build: Callable[..., object],
    given: Mapping[str, object],
    *,
    extra: Collection[str] = (),
) -> dict[str, object]:
    """The parameters to call `build` with: those given, checked, and the defaults filled in.

    Args:
        build: the plugin's.
        given: the keys of the experiment that are meant for it.
        extra: arguments that core passes itself (`passed_by_core`), left out of the answer.

    Raises:
        BadParameter: an unknown key (the nearest is named), a value of another type, a missing key,
            or what looks like a password or token: parameters are recorded for ever.
    """
    known = parameters_of(build, extra)
    for name, value in given.items():
        _refuse_secret(name, value)
        if name not in known:
            raise BadParameter(name, resolved_text(value), _nearest(name, known))
    bound: dict[str, object] = {}
    for name, parameter in known.items():
        if name in given:
            bound[name] = _checked(parameter, given[name])
        elif parameter.is_required:
            raise BadParameter(name, "nothing", f"{spelt(parameter.annotation)}; give it a value")
        else:
            bound[name] = parameter.default
    return bound


def _refuse_secret(name: str, value: object) -> None:
    """Refuse a key where a record of it would be kept.

    Raises:
        BadParameter: without the key itself.
    """
    found = secret_in(name, value)
    if found:
        expected = "no key: what is recorded cannot be erased; keep it in the environment"
        raise BadParameter(name, found, expected)


def _first_argument(build: Callable[..., object]) -> list[str]:
    """The name of the argument that a lane's corpus is passed as, by position."""
    return [
        argument.name
        for argument in inspect.signature(build).parameters.values()
        if argument.kind in {argument.POSITIONAL_ONLY, argument.POSITIONAL_OR_KEYWORD}
    ][:1]


def _parameter(build: Callable[..., object], argument: inspect.Parameter) -> Parameter:
    """One argument as a parameter, its annotation resolved and known to be one we can check."""
    if argument.kind in {argument.VAR_POSITIONAL, argument.VAR_KEYWORD}:
        message = f"build gathers arguments with {str(argument).partition(':')[0]!r}; name each one"
        raise UsageError(message)
    if argument.kind is argument.POSITIONAL_ONLY:
        message = f"build takes {argument.name!r} by position only; make it a keyword"
        raise UsageError(message)
    if argument.annotation is _EMPTY:
        message = f"the parameter {argument.name!r} of build has no annotation; give it a type"
        raise UsageError(message)
    annotation = _resolved(build, argument)
    if not is_known(annotation):
        message = (
            f"the parameter {argument.name!r} of build is annotated {spelt(annotation)}; expected "
            "bool, int, float, Decimal, str, Path, Literal, a tuple of them, or one of them or None"
        )
        raise UsageError(message)
    return Parameter(argument.name, annotation, argument.default)


def _resolved(build: Callable[..., object], argument: inspect.Parameter) -> Any:  # noqa: ANN401 - a type form has no static type
    """An annotation as an object; a module with postponed annotations has it as text."""
    if not isinstance(argument.annotation, str):
        return argument.annotation
    try:
        return eval(argument.annotation, _names(build))  # noqa: S307 - the plugin's own code, which was imported already
    except Exception as exc:
        message = (
            f"the annotation {argument.annotation!r} of parameter {argument.name!r} cannot be read "
            f"({exc}); import its names outside TYPE_CHECKING"
        )
        raise UsageError(message) from exc


def _names(build: Any) -> dict[str, object]:  # noqa: ANN401 - anything that can be called
    """The names that the annotations of a class, function, method or partial may use."""
    maker = build.func if isinstance(build, partial) else build
    module = sys.modules.get(getattr(maker, "__module__", None) or "")
    home = vars(module) if module else {}
    maker = maker.__init__ if isinstance(maker, type) else maker  # type: ignore[misc]  # only its names are read
    maker = inspect.unwrap(getattr(maker, "__func__", maker))
    return {**home, **getattr(maker, "__globals__", {})}


def _checked(parameter: Parameter, value: object) -> object:
    """The value as the parameter's type has it.

    Raises:
        BadParameter: it does not fit.
    """
    try:
        return fit(parameter.annotation, value)
    except Misfit as exc:
        kind = "" if isinstance(value, str | list | tuple) else f" ({type(value).__name__})"
        raise BadParameter(parameter.name, f"{resolved_text(value)}{kind}", str(exc)) from exc


def _nearest(name: str, known: Mapping[str, Parameter]) -> str:
    """What an unknown key was probably meant to be."""
    near = get_close_matches(name, known, n=1, cutoff=0.5)  # k1 is near to k2
    if near:
        return f"{near[0]!r}, the nearest parameter"
    return f"one of {', '.join(known)}" if known else "no parameter: this plugin takes none"
