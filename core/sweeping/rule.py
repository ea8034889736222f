"""The table `[sweep]` of an experiment: how one configuration is chosen, and when nothing is."""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..files.toml_source import Table, TomlSource, found

KEYS = ("premise", "salt", "coverage", "known_documents")


@attrs.frozen(kw_only=True)
class SweepRule:
    """How a sweep concludes. No option of a command changes it: it is frozen before the run.

    Attributes:
        baseline: the configuration that others are held against, of the experiment.
        premise: the one that the baseline must be above, or nothing is chosen.
        hybrids: what the strategies stand for, in the order of the file: what is chosen among.
        salt: what topics are split by into tuning and confirmation; empty for no split.
        coverage: the least share of topics for which every lane must have ranked something.
        known_documents: whether the topics look for documents that are known, which is a diagnosis
            and no evidence of retrieval in general.
    """

    baseline: str
    premise: str
    hybrids: tuple[str, ...]
    salt: str
    coverage: Decimal
    known_documents: bool

    def as_plain(self) -> dict[str, object]:
        """The rule as the frozen experiment keeps it."""
        return {**attrs.asdict(self), "hybrids": list(self.hybrids), "coverage": str(self.coverage)}


def read_sweep(
    source: TomlSource,
    tables: Table,
    baseline: str,
    conditions: tuple[str, ...],
    hybrids: tuple[str, ...],
) -> SweepRule | None:
    """The rule of a sweep; None where the experiment is none."""
    if "sweep" not in tables:
        return None
    at = ("sweep",)
    table = source.table((), tables, "sweep")
    source.known(at, table, KEYS)
    if not hybrids:
        source.fail((), "sweep", "without a strategy", "at least one table [strategies.NAME]")
    coverage = table.get("coverage", Decimal(1))
    coverage = Decimal(coverage) if type(coverage) is int else coverage
    if not isinstance(coverage, Decimal) or not coverage.is_finite() or not 0 < coverage <= 1:
        source.fail(at, "coverage", found(table, "coverage"), "a share above 0, at most 1")
    known_documents = table.get("known_documents", False)
    if type(known_documents) is not bool:
        source.fail(at, "known_documents", found(table, "known_documents"), "true or false")
    premise = source.text_of(at, table, "premise")
    source.one_of(at, "premise", premise, tuple(n for n in conditions if n not in hybrids))
    if premise == baseline:
        source.fail(at, "premise", f"= {premise!r}, the baseline itself", "another condition")
    return SweepRule(
        baseline=baseline,
        premise=premise,
        hybrids=hybrids,
        salt=source.text_of(at, table, "salt", ""),
        coverage=coverage,
        known_documents=known_documents,
    )
