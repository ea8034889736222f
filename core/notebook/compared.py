"""Runs compared in Python: the numbers of `benchbook compare` as columns, and for the eye."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import attrs

from ..commands.render_report import render_page
from ..comparing.compared import Compared, CompareOptions
from ..comparing.runs import compare_rankings
from ..errors import UsageError
from ..objects.comparisons import Difference, Mean
from ..plugging.loading import load_registry
from ..qrels import Qrels
from ..reports.compared_page import compared_page
from .columns import Columns
from .fragments import html_of
from .inputs import as_qrels, as_rankings, refuse_strangers
from .picking import pick_one
from .scores import DEFAULT
from .tables import as_float, differences_table, means_table


@attrs.frozen(eq=False, repr=False)
class ComparedRuns:
    """Runs that were compared with one of them.

    Attributes:
        qrels: what they were measured on.
        compared: everything, as recorded numbers (decimals).
    """

    qrels: Qrels
    compared: Compared

    def means(self) -> Columns:
        """One row for each run and metric: mean, denominators, interval, range over ties."""
        return means_table(self.compared.comparisons.means, "run")

    def comparisons(self) -> Columns:
        """One row for each run but the baseline, and each metric but those of holes.

        It has the difference with its interval, p, effect and denominators, verdict and reason.
        `d_z` is the mean difference by its standard deviation over topics.
        """
        found = self.compared.comparisons.differences
        table = differences_table(found, "run")
        effects = [as_float(self.compared.effect(one.condition, one.metric)) for one in found]
        return Columns({**table.columns, "d_z": tuple(effects)})

    def per_topic(self) -> Columns:
        """One row for each topic, run and metric; None where a value is not defined."""
        rows = [
            (topic, run, metric, value if is_defined else None)
            for run, by_metric in self.compared.values.items()
            for metric, one in by_metric.items()
            for topic, value, is_defined in zip(
                self.compared.topics.ids, one.values.tolist(), one.defined.tolist(), strict=True
            )
        ]
        return Columns.of_rows(("topic", "run", "metric", "value"), rows)

    def verdict(self, run: str, metric: str | None = None) -> str:
        """What the test says of a run against the baseline, as `better` or `not distinguished`.

        Args:
            metric: the primary one when None; of any other it is a hint.

        Raises:
            UsageError: there is no such comparison.
        """
        return self.difference(run, metric or self.compared.primary).verdict

    def mean(self, run: str, metric: str) -> Mean:
        """What is known of a mean.

        Raises:
            UsageError: there is no such run or metric.
        """
        found = self.compared.comparisons.means
        return pick_one(found, run, metric, self.compared.names)

    def difference(self, run: str, metric: str) -> Difference:
        """What is known of a difference to the baseline.

        Raises:
            UsageError: there is no such run or metric.
        """
        found = self.compared.comparisons.differences
        return pick_one(found, run, metric, self.compared.names)

    def to_latex(self) -> str:
        """The tables for a paper."""
        return self._rendered("latex")

    def to_html(self) -> str:
        """A page of its own, for a file and a browser."""
        return self._rendered("html")

    def _rendered(self, reporter: str) -> str:
        """The page in a form."""
        registered = load_registry(external=False).find("reporter", f"benchbook:{reporter}")
        return render_page(compared_page(self.compared), registered).data.decode()

    def __repr__(self) -> str:
        """The page as a terminal shows it."""
        return self._rendered("table").rstrip("\n")

    def _repr_html_(self) -> str:
        """The sections of the page for a notebook, escaped."""
        return html_of(compared_page(self.compared).shown)

    def _repr_markdown_(self) -> str:
        """The page as Markdown."""
        return self._rendered("markdown")


def compare(
    qrels: object,
    runs: Mapping[str, object] | Sequence[object],
    baseline: str | None = None,
    metrics: Sequence[str] = DEFAULT,
    *,
    primary: str | None = None,
    test: str = "sign-flip",
    correction: str = "holm",
    alpha: str | float = "0.05",
) -> ComparedRuns:
    """Compare runs with one of them, over every judged topic.

    Args:
        qrels: as `measure` takes it; runs: by name, or in a list, where ranx's names count and
            others are `run1`, `run2` and so on.
        baseline: a run's name; the first when None.
        metrics: names; the first is the primary one, whose differences are tested, corrected over
            the runs, and called better or worse, unless `primary` names another.
        test: `sign-flip`, `t`, `wilcoxon` or `bootstrap`; correction: `holm`, `bonferroni`, `none`.
        alpha: of the family of runs.

    Raises:
        UsageError: something is nothing of that, or a name is unknown.
        BadData: a file does not hold what it should.
    """
    gold, named = as_qrels(qrels), _named(runs)
    rankings = {name: as_rankings(run) for name, run in named.items()}
    for name, run in rankings.items():
        refuse_strangers(gold, run, f"run {name!r}")
    options = CompareOptions(
        baseline=baseline or "",
        primary="" if primary is None else str(primary),
        test=test,
        correction=correction,
        alpha=Decimal(str(alpha)),
    )
    texts = tuple(map(str, metrics))
    compared = compare_rankings(gold, rankings, texts, load_registry(), options)
    return ComparedRuns(gold, compared)


def _named(runs: Mapping[str, object] | Sequence[object]) -> dict[str, object]:
    """The runs by name.

    Raises:
        UsageError: two have one name.
    """
    if isinstance(runs, Mapping):
        return {str(name): run for name, run in runs.items()}
    named: dict[str, object] = {}
    for number, run in enumerate(runs, 1):
        told = getattr(run, "name", None)
        name = told if isinstance(told, str) and told else f"run{number}"
        if name in named:
            message = f"two runs are called {name!r}; give a dictionary of name to run"
            raise UsageError(message)
        named[name] = run
    return named
