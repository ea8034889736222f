"""Names of metrics: `nDCG@10`, `P(rel=2)@5`, `Success(by='evidence')@10`, `AP(judged_only=True)`.

The spelling is that of ir-measures (MacAvaney et al. 2022, doi:10.1007/978-3-030-99739-7_38). A
metric has one canonical name: aliases are read and never printed, parameters stand in alphabetical
order, and one that has its default value is left out.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from decimal import Decimal

import attrs

from ..errors import UsageError
from ..hookspec import Metric, MetricPlugin
from ..plugging.parameters import BadParameter, bind, passed_by_core
from ..plugging.registry import Registered, Registry

Parameter = int | str | bool | Decimal

_NAME = re.compile(
    r"(?P<name>[^\s()@]+)\s*(?:\((?P<params>[^()]*)\))?\s*(?:@\s*(?P<cutoff>[^\s()@]*))?", re.ASCII
)
_PARAMETER = re.compile(
    r"""\s*(?P<key>[A-Za-z_]\w*)\s*=\s*"""
    r"""(?:'(?P<single>[^'"]*)'|"(?P<double>[^'"]*)"|(?P<bare>[\w.+-]+))\s*""",
    re.ASCII,
)
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}\.[0-9]{1,17}")
_TREC_EVAL = re.compile(r"^([A-Za-z][A-Za-z_]*)_([0-9]+)$")
"""trec_eval's way of writing a cut-off, as `ndcg_cut_10` or `P_5`."""

_TRUTH = {"true": True, "false": False}

BY = "by"
"""A parameter that core reads itself: which criterion of relevance a metric goes by."""

JUDGED_ONLY = "judged_only"
"""Another: whether a metric sees the rankings without their holes, as ir-measures spells it."""

DOCUMENT, EVIDENCE = "document", "evidence"
CRITERIA = (DOCUMENT, EVIDENCE)
"""A reference document, or a unit that holds an evidence phrase."""

AXES, DOCUMENTS = "axes", "documents"
"""What a metric needs that looks at the axes of topics, or at documents beside their grades;
`EVIDENCE` is the other such need."""


class BadMetric(UsageError):
    """A text that should name a metric does not.

    Args:
        text: as it was written.
        reason: what is wrong with it, and the next step.
    """

    def __init__(self, text: str, reason: str) -> None:
        self.text = text
        self.reason = reason
        super().__init__(f"metric {text!r}: {reason}")


@attrs.frozen
class MetricName:
    """A metric with its parameters and its cut-off.

    Attributes:
        name: the plugin's own name, never an alias.
        params: what differs from the plugin's defaults, sorted by key.
        cutoff: the lowest rank that counts, at least 1; None for the whole ranking.
        by: the criterion of relevance alone, `document` or `evidence`; empty for the rule of the
            run.
        judged_only: whether it sees the rankings without what nobody judged (`Judged.condensed`).
    """

    name: str
    params: tuple[tuple[str, object], ...] = ()
    cutoff: int | None = None
    by: str = ""
    judged_only: bool = False

    @property
    def canonical(self) -> str:
        """The one spelling that is printed and recorded."""
        inside = ", ".join(f"{key}={value!r}" for key, value in self.stated)
        params = f"({inside})" if inside else ""
        cutoff = "" if self.cutoff is None else f"@{self.cutoff}"
        return f"{self.name}{params}{cutoff}"

    def __str__(self) -> str:
        return self.canonical

    @property
    def stated(self) -> tuple[tuple[str, object], ...]:
        """Everything that stands in brackets, sorted by key."""
        by = ((BY, self.by),) if self.by else ()
        judged_only = ((JUDGED_ONLY, True),) if self.judged_only else ()
        return tuple(sorted((*self.params, *by, *judged_only)))

    def build(self, record: MetricPlugin) -> Metric:
        """Make the working metric of a plugin's record."""
        arguments: dict[str, object] = dict(self.params)
        if self.cutoff is not None:
            arguments["cutoff"] = self.cutoff
        return record.build(**arguments)


def parse_metric(text: str, registry: Registry) -> MetricName:
    """Read the name of a metric that is installed.

    Args:
        text: `NAME`, `NAME@CUTOFF`, `NAME(key=value, …)` or `NAME(key=value, …)@CUTOFF`. The name
            may be an alias or `distribution:name`.
        registry: the plugins at hand.

    Raises:
        BadMetric: the text has another form, or the metric takes no such parameter or cut-off.
        UsageError: no such metric; the message names the nearest.
    """
    return find_metric(text, registry)[0]


def find_metric(text: str, registry: Registry) -> tuple[MetricName, Registered]:
    """Read the name of a metric, and give the plugin that it names.

    Raises:
        UsageError: as `parse_metric` does.
    """
    parts = _NAME.fullmatch(_TREC_EVAL.sub(r"\1@\2", text.strip()))
    if parts is None:
        raise BadMetric(text, "expected a form as nDCG@10, AP or P(rel=2)@5")
    registered = registry.find("metric", parts["name"])
    record = registered.record
    assert isinstance(record, MetricPlugin)  # noqa: S101 - the registry's kinds are the records' types
    cutoff = _cutoff(text, parts["cutoff"], record)
    given = _given(text, parts["params"] or "")
    by = _criterion(text, given.pop(BY, None), record)
    judged_only = _is_judged_only(text, given.pop(JUDGED_ONLY, False), record)
    params = _params(text, given, record)
    return MetricName(_printed(registered, registry), params, cutoff, by, judged_only), registered


def _printed(registered: Registered, registry: Registry) -> str:
    """The short name, or the full one where two distributions have a metric of that name."""
    namesakes = [one for one in registry.all("metric") if one.name == registered.name]
    return registered.name if len(namesakes) == 1 else registered.qualified


def _cutoff(text: str, found: str | None, record: MetricPlugin) -> int | None:
    """The cut-off as a number, if this metric takes one, and not None if it needs one."""
    argument = inspect.signature(record.build).parameters.get("cutoff")
    if found is None:
        if argument is not None and argument.default is inspect.Parameter.empty:
            raise BadMetric(text, f"{record.name} needs a cut-off, as {record.name}@10")
        return None
    if argument is None:
        raise BadMetric(text, f"{record.name} takes no cut-off; write it without @{found}")
    if not _INTEGER.fullmatch(found) or int(found) < 1:
        expected = "expected a whole number from 1 to 999999999"
        raise BadMetric(text, f"found cut-off {found!r}; {expected}, as {record.name}@10")
    return int(found)


def _criterion(text: str, found: Parameter | None, record: MetricPlugin) -> str:
    """The criterion of relevance that a metric goes by, if it goes by relevance."""
    if found is None:
        return ""
    if found not in CRITERIA:
        raise BadMetric(text, f"found by={found!r}; expected 'document' or 'evidence'")
    needed = _beside_grades(record)
    if needed:
        raise BadMetric(text, f"{record.name} looks at {needed} itself; write it without by")
    return str(found)


def _is_judged_only(text: str, found: Parameter, record: MetricPlugin) -> bool:
    """Whether holes are taken out of the rankings first."""
    if not isinstance(found, bool):
        raise BadMetric(text, f"found {JUDGED_ONLY}={found!r}; expected True or False")
    needed = _beside_grades(record)
    if found and needed:
        reason = f"{record.name} looks at {needed}, to which holes are nothing; write it without"
        raise BadMetric(text, f"{reason} {JUDGED_ONLY}")
    return found


def _beside_grades(record: MetricPlugin) -> str:
    """What a metric looks at other than grades: `evidence`, `axes`, `documents` or nothing."""
    return next((need for need in (EVIDENCE, AXES, DOCUMENTS) if need in record.needs), "")


def _params(
    text: str, given: Mapping[str, Parameter], record: MetricPlugin
) -> tuple[tuple[str, object], ...]:
    """The parameters that differ from the defaults, checked against the plugin's schema."""
    try:
        bound = bind(record.build, given, extra=passed_by_core(record))
    except BadParameter as exc:
        raise BadMetric(text, str(exc)) from exc
    rel, lowest = bound.get("rel", 1), 0 if AXES in record.needs else 1
    if isinstance(rel, int) and rel < lowest:
        expected = f"expected the lowest relevant grade, at least {lowest}"
        raise BadMetric(text, f"found rel={rel}; {expected}")
    defaults = inspect.signature(record.build).parameters
    return tuple((key, bound[key]) for key in sorted(given) if bound[key] != defaults[key].default)


def _given(text: str, inside: str) -> dict[str, Parameter]:
    """The parameters as they were written, each key once."""
    given: dict[str, Parameter] = {}
    for piece in inside.split(",") if inside.strip() else ():
        parts = _PARAMETER.fullmatch(piece)
        if parts is None:
            raise BadMetric(text, f"found {piece.strip()!r}; expected key=value, as rel=2")
        if parts["key"] in given:
            raise BadMetric(text, f"{parts['key']!r} is given twice; keep one")
        quoted = parts["single"] if parts["single"] is not None else parts["double"]
        given[parts["key"]] = _value(parts["bare"]) if quoted is None else quoted
    return given


def _value(bare: str) -> Parameter:
    """An unquoted value: a number, a truth value, or else text."""
    if _INTEGER.fullmatch(bare):
        return int(bare)
    if _DECIMAL.fullmatch(bare):
        return Decimal(bare)
    return _TRUTH.get(bare.lower(), bare)
