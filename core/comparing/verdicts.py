"""The words of a comparison, and the rule that chooses among them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..counting import counted
from .paired_tests import Tested
from .pairs import Pair
from .rules import NONE, Rules

BETTER = "better"
WORSE = "worse"
MORE = "more"
LESS = "less"
HIGHER = "higher"
LOWER = "lower"
NOT_DISTINGUISHED = "not distinguished"
TIES_DECIDE = "ties decide"
CANNOT_TELL = "cannot tell"
NOT_COMPARED = "not compared"

VERDICTS = (
    BETTER,
    WORSE,
    MORE,
    LESS,
    HIGHER,
    LOWER,
    NOT_DISTINGUISHED,
    TIES_DECIDE,
    CANNOT_TELL,
    NOT_COMPARED,
)
"""`better` and `worse` follow the corrected p of the declared family; `more` and `less` do so of a
metric that says what documents are like, of which more is no better. Outside the family, and where
nothing is corrected though several are compared, `higher` and `lower` follow an uncorrected one: a
hint, which nobody may take for a finding. `ties decide`:
another order of equal scores could turn the difference. `cannot tell`: no outcome with so few
unequal pairs could reach alpha. `not compared`: too few topics, unequal judging, no p, or nothing
to pair. The reason says which."""

FEWEST = 10
"""Topics below which nothing is compared."""

MOST_APART = 0.1
"""How far the judged shares of two conditions may lie apart."""


def judge(
    pair: Pair, tested: Tested | None, corrected: Fraction | None, rules: Rules, family: int
) -> tuple[str, str]:
    """The verdict of a comparison, and why it is no more than that.

    Args:
        tested: None where there were too few topics for a test; its p, where the test has none.
        corrected: the p over the declared family; None outside it.
        family: how many declared comparisons there are.
    """
    if tested is None or pair.mean is None:
        return NOT_COMPARED, _too_few(pair.n)
    if tested.p is None:
        return NOT_COMPARED, NO_SPREAD
    obstacle = next(_obstacles(pair, tested, rules), None)
    if obstacle is not None:
        return obstacle
    if (tested.p if corrected is None else corrected) > Fraction(rules.alpha):
        return NOT_DISTINGUISHED, ""
    is_finding = pair.declared and (rules.correction != NONE or family == 1)
    words = (HIGHER, LOWER)
    if is_finding:
        words = (MORE, LESS) if pair.scale.is_description else (BETTER, WORSE)
    return _side(pair, pair.mean, tested.leans, words)


def _side(pair: Pair, mean: float, leans: int | None, words: tuple[str, str]) -> tuple[str, str]:
    """Which side a small p speaks for, if the side itself is certain.

    Args:
        words: for the upper and for the lower side.
    """
    if pair.tied is not None and pair.tied[0] <= 0 <= pair.tied[1]:
        low, high = pair.tied
        return TIES_DECIDE, f"another order of equal scores gives {low:+.4f} to {high:+.4f}"
    if leans is not None and leans * mean <= 0:
        return CANNOT_TELL, ASUNDER
    return words[0 if mean > 0 else 1], ""


def _obstacles(pair: Pair, tested: Tested, rules: Rules) -> Iterator[tuple[str, str]]:
    """What forbids to read a p at all, the gravest first."""
    if abs(pair.apart) > MOST_APART:
        side = "more" if pair.apart > 0 else "less"
        points = f"{abs(pair.apart) * 100:.0f} points {side}"
        yield NOT_COMPARED, f"{points} of its rows are judged than of the baseline's"
    if not pair.unequal:
        yield NOT_DISTINGUISHED, SAME
    if tested.smallest is not None and tested.smallest > Fraction(rules.alpha):
        least = f"{tested.smallest.numerator / tested.smallest.denominator:.4g}"
        topics = counted(pair.unequal, "unequal topic")
        yield CANNOT_TELL, f"with {topics} p is at least {least}, however they fall"


SAME = "every topic has the same value in both"
ASUNDER = "ranks and mean lie on different sides, and the test is about ranks"
NO_SPREAD = "every topic differs by the same, and the test has no p without spread"


def _too_few(n: int) -> str:
    """Why so few topics are not compared."""
    if not n:
        return "no topic has a value in both"
    return f"{counted(n, 'topic')}: fewer than {FEWEST}, too few for any comparison"
