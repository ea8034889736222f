"""What a gate asks for, in words that say no more than its rule."""

from __future__ import annotations

from decimal import Decimal

from .gate import ABOVE, AT_LEAST, AT_MOST, BELOW, COST, INTERVAL, LATENCY, Gate

_PLAIN = {AT_LEAST: "at least", AT_MOST: "at most", ABOVE: "above", BELOW: "below"}

_UNITS = {LATENCY: " ms", COST: ""}

# (bound, sign of the threshold) -> what a mean must be against a baseline
_AGAINST = {
    (AT_LEAST, -1): "not lower than {its} by more than {by}",
    (AT_LEAST, 0): "not lower than {its}",
    (AT_LEAST, 1): "higher than {its} by {by} or more",
    (ABOVE, -1): "not lower than {its} by {by} or more",
    (ABOVE, 0): "higher than {its}",
    (ABOVE, 1): "higher than {its} by more than {by}",
    (AT_MOST, -1): "lower than {its} by {by} or more",
    (AT_MOST, 0): "not higher than {its}",
    (AT_MOST, 1): "not higher than {its} by more than {by}",
    (BELOW, -1): "lower than {its} by more than {by}",
    (BELOW, 0): "lower than {its}",
    (BELOW, 1): "not higher than {its} by {by} or more",
}

_NOT_WORSE = {
    (AT_LEAST, -1): "not worse than {its} by more than {by}",
    (ABOVE, -1): "not worse than {its} by {by} or more",
}
"""Non-inferiority, by the whole interval, with its margin. It never says *equal*."""


def rule_text(gate: Gate) -> str:
    """A rule in words, as `at least 0.65` or `not worse than no_graph by more than 0.02`."""
    parts = [bound_text(gate)]
    if gate.fails is not None:
        end = _bound(gate, BELOW if gate.is_floor else ABOVE, gate.fails)
        parts.append(f"fails {end}, between them nothing is decided")
    return ", ".join(parts)


def needs_text(gate: Gate) -> str:
    """What there must be for anything to be decided, as `40 topics`; empty where one will do."""
    topics = f"{gate.min_topics} topics" if gate.min_topics > 1 else ""
    signed = f"{gate.min_signed} signed" if gate.min_signed else ""
    return ", ".join(filter(None, (topics, signed)))


def bound_text(gate: Gate) -> str:
    """The bound alone, without what else a gate asks for."""
    return _relative(gate) if gate.is_relative else _bound(gate, gate.bound, gate.threshold)


def _bound(gate: Gate, bound: str, threshold: Decimal) -> str:
    """A bound of a number itself."""
    return f"{_PLAIN[bound]} {format(threshold, 'f')}{_UNITS.get(gate.kind, '')}"


def _relative(gate: Gate) -> str:
    """A bound of a difference."""
    sign = (gate.threshold > 0) - (gate.threshold < 0)
    key = (gate.bound, sign)
    by_interval = gate.statistic == INTERVAL and gate.kind not in _UNITS
    words = _NOT_WORSE[key] if by_interval and key in _NOT_WORSE else _AGAINST[key]
    by = f"{format(abs(gate.threshold), 'f')}{_UNITS.get(gate.kind, '')}"
    return words.format(its=baseline_text(gate), by=by)


def baseline_text(gate: Gate, digest: str = "") -> str:
    """What a relative gate is held against, as `no_graph` or `full_deep of run 4f3a9c01d27e`.

    Args:
        digest: of its numbers, where they are to be told apart from others under that name.
    """
    kind, _, name = gate.relative_to.partition(":")
    if not name:
        return gate.relative_to
    pinned = f" (sha256 {digest[:12]})" if digest else ""
    return f"{gate.against} of {kind} {name}{pinned}"


def number_text(gate: Gate) -> str:
    """What a gate is about, as `nDCG@10` or `total latency p95`."""
    if gate.kind == LATENCY:
        return f"{gate.stage} {gate.metric}"
    if gate.kind == COST:
        return f"{gate.metric} per topic"
    return gate.metric
