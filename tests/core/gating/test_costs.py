"""Files of costs: read strictly, by topic and condition."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from benchbook.core.errors import BadData
from benchbook.core.gating.costs import read_costs


def written(folder: Path, *lines: str) -> Path:
    """A file of these lines."""
    path = folder / "costs.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_costs_are_read_by_condition_name_and_topic(tmp_path: Path) -> None:
    """As exact decimals; a topic may lack one."""
    costs = read_costs(
        written(
            tmp_path,
            '{"topic": "q1", "condition": "all", "tokens": 812, "price": 0.0021}',
            '{"topic": 2, "condition": "all", "tokens": 0}',
        )
    )

    assert {"q1": Decimal(812), "2": Decimal(0)} == costs.of("all", "tokens")
    assert {"q1": Decimal("0.0021")} == costs.of("all", "price")
    assert {} == costs.of("other", "tokens")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"topic": "q1", "condition": "all", "tokens": -1}', "tokens = -1"),
        ('{"topic": "q1", "condition": "all", "tokens": true}', "tokens = true"),
        ('{"topic": "q1", "condition": "all", "tokens": "12"}', 'tokens = "12"'),
        ('{"topic": "q1", "condition": "all", "tokens": 1e99}', "tokens = "),
        ('{"condition": "all", "tokens": 1}', "no 'topic'"),
        ('{"topic": "q1", "tokens": 1}', "no 'condition'"),
        ("[]", "[]"),
    ],
)
def test_what_is_no_cost_is_refused_with_its_line(tmp_path: Path, line: str, found: str) -> None:
    """Never read as 0."""
    with pytest.raises(BadData) as caught:
        read_costs(written(tmp_path, '{"topic": "q0", "condition": "all", "tokens": 1}', line))

    assert 2 == caught.value.line
    assert found in caught.value.found


def test_a_cost_twice_is_refused(tmp_path: Path) -> None:
    """Nobody knows which one counts."""
    line = '{"topic": "q1", "condition": "all", "tokens": 1}'
    with pytest.raises(BadData, match="twice"):
        read_costs(written(tmp_path, line, line))
