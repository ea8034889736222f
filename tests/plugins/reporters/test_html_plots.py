"""The plots of the page: each number that is drawn is written, and stands where its value says."""

from __future__ import annotations

import re
from decimal import Decimal

import attrs
import pytest

from benchbook.plugins.reporters.html import lane_bars, order, page, scale, strips, words
from benchbook.plugins.reporters.html.dots import MARKS, dot_plot
from benchbook.plugins.reporters.html.panels import panels
from benchbook.testing import toy_report
from big_report import big_report
from pages import bounds, section_of, shown

BIG, TOY = big_report(), toy_report(hostile=False)
ALPHA = BIG.head.instrument.alpha
PAGE = page.HtmlReporter().render(BIG).decode()
TEXT = shown(PAGE)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["0.31", "0.69"], ["0.3", "0.4", "0.5", "0.6", "0.7"]),
        (["-0.218", "0"], ["−0.3", "−0.2", "−0.1", "0"]),
        (["0.5", "0.5"], ["0.45", "0.5", "0.55"]),
        ([], ["0", "0.5", "1"]),
        (["0", "1000"], ["0", "500", "1000"]),
    ],
)
def test_a_scale_has_round_ticks_around_all_values(values: list[str], expected: list[str]) -> None:
    """1, 2 or 5 times a power of ten, from below the least to above the greatest."""
    assert expected == [label for _, label in scale.scale_over(values).ticks]


def test_a_mark_stands_where_its_value_says() -> None:
    """From 3 to 97 per cent of the width, so that no mark is cut; open sides reach the edge."""
    whole = scale.scale_over(["0", "1"])

    assert ["3", "50", "97"] == [whole.at(value) for value in ("0", "0.5", "1")]
    mark = whole.mark("0.5", bounds(None, "0.75"))
    assert ("50", "0", "73.5", True, False) == attrs.astuple(mark)
    assert whole.mark("0.5", None).low is None


def test_every_number_of_the_dot_plot_stands_in_words() -> None:
    """Mean, difference and both intervals of each row, three places each, and the verdict."""
    plot, text = dot_plot(BIG), section_of(PAGE, "plot")

    assert {row.name for row in BIG.conditions} == {row.name for row in plot.rows}
    for row in plot.rows:
        said = (row.value_words, row.value_interval, row.difference_words, row.difference_interval)
        assert all(part in text for part in (row.name, row.verdict, row.p, *said))
    drawn = len(re.findall(r'<svg class="track"', PAGE))
    assert 2 * len(plot.rows) == drawn


def test_the_p_beside_a_verdict_is_the_one_that_it_follows() -> None:
    """The corrected one of the declared family; the plain one outside it."""
    compared = {
        one.condition: one for one in reversed(BIG.comparisons) if one.metric == BIG.primary
    }
    hints = {"better": "higher", "worse": "lower"}
    plain = tuple(
        attrs.evolve(
            one, corrected=None, declared=False, verdict=hints.get(one.verdict, one.verdict)
        )
        for one in BIG.comparisons
    )
    explored = dot_plot(attrs.evolve(BIG, comparisons=plain))

    assert {n: words.short_p(o.corrected or "", ALPHA) for n, o in compared.items() if o.p} == {
        row.name: row.p for row in dot_plot(BIG).rows if row.p
    }
    assert {n: words.short_p(o.p, ALPHA) for n, o in compared.items() if o.p} == {
        row.name: row.p for row in explored.rows if row.p
    }
    assert {"better", "worse"}.isdisjoint(row.verdict for row in explored.rows)
    assert {"higher", "lower"} <= {row.shape for row in explored.rows}


def test_every_verdict_has_a_shape_or_no_mark_at_all() -> None:
    """No two verdicts are told by colour alone."""
    shapes = [MARKS.get(one.verdict) for one in TOY.comparisons]

    assert len(MARKS) == len(set(MARKS.values()))
    assert [None] == [shape for shape in shapes if shape is None]


def test_the_plot_says_over_how_many_questions() -> None:
    """One count where all means have the same; else the table tells."""
    number = attrs.evolve(BIG.conditions[1].numbers[0], n=199)
    row = attrs.evolve(BIG.conditions[1], numbers=(number, *BIG.conditions[1].numbers[1:]))
    mixed = attrs.evolve(BIG, conditions=(BIG.conditions[0], row, *BIG.conditions[2:]))

    assert "200 of 200 questions" == dot_plot(BIG).counted
    assert "the questions that the table counts" == dot_plot(mixed).counted
    assert "n 200 of 200" not in TEXT
    assert "n 200 of 200" in shown(page.HtmlReporter().render(mixed).decode())


def test_a_difference_is_drawn_on_the_same_side_as_its_sign() -> None:
    """Left of the line of no difference is worse."""
    plot = dot_plot(BIG)
    zero = Decimal(plot.zero_at)

    sides = {
        (row.difference_words[0], (Decimal(row.difference.at) > zero))
        for row in plot.rows
        if row.difference is not None and row.difference_words[0] in "+−"
    }
    assert {("+", True), ("−", False)} == sides


def test_every_mean_of_a_bucket_is_drawn_and_written() -> None:
    """Panels share a scale; numbers of all metrics stand in the tables below."""
    drawn, scaled = panels(BIG).every, panels(BIG).scale
    text = section_of(PAGE, "buckets")

    assert [(one.name, one.topics) for one in BIG.buckets] == [(p.name, p.topics) for p in drawn]
    assert all(row.number in text for panel in drawn for row in panel.rows)
    for panel, bucket in zip(drawn, BIG.buckets, strict=True):
        number = bucket.numbers[order.best_first(BIG)[0]][0]
        assert number.value is not None
        assert scaled.mark(number.value, number.bounds) == panel.rows[0].mark
    for bucket in BIG.buckets:
        for by_metric in bucket.numbers:
            assert all(words.shown(number.value) in text for number in by_metric)


def test_lanes_are_drawn_as_shares_of_all_pairs() -> None:
    """Found, kept and alone, each within the one before."""
    bars = lane_bars.lane_bars(BIG)

    assert "full_deep" == bars[0].condition
    for bar in bars[0].bars:
        share = bar.share
        assert f"{100 * share.found / share.of:.1f}" == bar.found
        assert f"{100 * share.kept / share.of:.1f}" == bar.kept
        assert f"{100 * share.alone / share.of:.1f}" == bar.alone
        assert f"{share.found} {bar.found} %" in section_of(PAGE, "lanes")


def test_a_lane_that_is_the_only_one_is_alone_without_saying() -> None:
    """Its column holds a dash."""
    one = attrs.evolve(TOY.shares[0], condition=TOY.baseline)
    alone = attrs.evolve(TOY, shares=(one,))
    text = section_of(page.HtmlReporter().render(alone).decode(), "lanes")

    assert lane_bars.lane_bars(alone)[0].has_one
    assert text.endswith("– –")


def test_a_sentence_says_what_the_baseline_and_its_best_lane_have() -> None:
    """The pooled counts, since shares of lanes are pooled too."""
    found = [topic.found[0] or 0 for topic in BIG.topics]
    most = max(share.found for share in BIG.shares)
    said = lane_bars.brought_words(BIG)

    assert f"full_deep has {sum(found):,} of {BIG.shares[0].of:,} relevant documents" in said
    assert said.endswith(f"has {most:,}.")
    assert not lane_bars.brought_words(attrs.evolve(BIG, shares=()))


def test_an_interval_that_is_worth_less_is_dashed_and_says_why() -> None:
    """In the panels of buckets and in the dot plot, each note once with whom it concerns."""
    noted = attrs.evolve(bounds("0.1", "0.9"), note="holds too seldom")
    bucket = attrs.evolve(
        BIG.buckets[0],
        numbers=tuple(
            tuple(attrs.evolve(number, bounds=noted) for number in group)
            for group in BIG.buckets[0].numbers
        ),
    )
    weak = attrs.evolve(BIG, buckets=(bucket, *BIG.buckets[1:]))
    row = attrs.evolve(
        BIG.conditions[0],
        numbers=tuple(attrs.evolve(one, bounds=noted) for one in BIG.conditions[0].numbers),
    )
    means = attrs.evolve(BIG, conditions=(row, *BIG.conditions[1:]))

    assert (("a", "holds too seldom", bucket.name),) == panels(weak).notes[:1]
    assert {"a"} == {one.note for one in panels(weak).every[0].rows}
    assert ("holds too seldom", "full_deep") in dot_plot(means).notes
    drawn = page.HtmlReporter().render(weak).decode()
    assert "a holds too seldom" in section_of(drawn, "buckets")
    assert drawn.count(" weak") > PAGE.count(" weak")


def test_a_lane_without_pairs_has_no_bar() -> None:
    """Nothing is divided by 0."""
    none = attrs.evolve(TOY.shares[0], found=0, kept=0, alone=0, of=0)

    (bars,) = lane_bars.lane_bars(attrs.evolve(TOY, shares=(none,)))

    assert "0" == bars.bars[0].found


def test_a_strip_has_a_bar_for_each_value_and_a_gap_for_none() -> None:
    """0 is a low bar; the baseline's is drawn apart."""
    made = strips.strip(["1", None, "0", "0.5"], 3, Decimal(1))

    assert ("M7 18V0M35 18V17", "M49 18V9", 56) == (made.bars, made.baseline, made.width)
    assert made == strips.strip(["40", None, "0", "20"], 3, Decimal(40))
