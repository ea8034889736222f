"""The numbers of the page: each that is drawn is written, and stands where its value says."""

from __future__ import annotations

import html
import re
from decimal import Decimal

import attrs
import pytest

from benchbook import Bounds
from benchbook.plugins.reporters.html import lane_bars, order, page, scale, strips, words
from benchbook.plugins.reporters.html.dots import MARKS, dot_plot
from benchbook.plugins.reporters.html.panels import panels
from benchbook.testing import toy_report
from big_report import big_report

BIG, TOY = big_report(), toy_report(hostile=False)
PAGE = page.HtmlReporter().render(BIG).decode()
TEXT = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", PAGE)).split())


def bounds(low: str | None, high: str | None) -> Bounds:
    """An interval."""
    return Bounds(low=low, high=high, method="student-t", note="")


def section(name: str) -> str:
    """The text of a section of the big report's page, tags left out."""
    found = re.search(rf'<section id="{name}".*?</section>', PAGE, re.DOTALL)
    assert found is not None
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


@pytest.mark.parametrize(
    ("value", "expected"),
    [("0.5", "0.5000"), ("-0.00004", "0.0000"), ("-0.0125", "−0.0125"), (None, "not measured")],
)
def test_a_value_has_four_places_and_a_true_minus(value: str | None, expected: str) -> None:
    """What is not there is said in words."""
    assert expected == words.shown(value)


@pytest.mark.parametrize(
    ("value", "expected"), [("0.02", "+0.0200"), ("-0.02", "−0.0200"), ("0.00001", "0.0000")]
)
def test_a_difference_has_its_sign(value: str, expected: str) -> None:
    """Only what is shown as 0 has none."""
    assert expected == words.signed(value)


def test_an_interval_says_on_which_side_it_is_open() -> None:
    """Four forms, the last of them empty."""
    assert "[0.1000, 0.2000]" == words.interval(bounds("0.1", "0.2"))
    assert "(−∞, 0.200]" == words.interval(bounds(None, "0.2"), 3)
    assert "[−0.100, ∞)" == words.interval(bounds("-0.1", None), 3)
    assert ["", ""] == [words.interval(bounds(None, None)), words.interval(None)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("0.0312", "0.0312"), ("0.0000999", "< 0.0001"), ("1", "1.0000"), (None, "–")],
)
def test_a_p_is_never_zero(value: str | None, expected: str) -> None:
    """A small one is below what four places show."""
    assert expected == words.p_value(value)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["0.31", "0.69"], ["0.3", "0.4", "0.5", "0.6", "0.7"]),
        (["-0.218", "0"], ["−0.25", "−0.2", "−0.15", "−0.1", "−0.05", "0"]),
        (["0.5", "0.5"], ["0.44", "0.46", "0.48", "0.5", "0.52", "0.54", "0.56"]),
        ([], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (["0", "1000"], ["0", "200", "400", "600", "800", "1000"]),
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


def test_conditions_stand_best_first_and_unmeasured_last() -> None:
    """By the primary metric, equal ones as in the experiment."""
    means = [BIG.conditions[place].numbers[0].value for place in order.best_first(BIG)]

    known = [Decimal(value) for value in means if value is not None]
    assert sorted(known, reverse=True) == known
    assert [None] == means[len(known) :]
    assert (0, 1, 2) == order.best_first(TOY)


def test_letters_go_on_after_z() -> None:
    """Each condition has its own."""
    assert ("A", "Z", "AA", "AB") == tuple(order.letters(28)[at] for at in (0, 25, 26, 27))
    assert 700 == len(set(order.letters(700)))


def test_every_number_of_the_dot_plot_stands_in_words() -> None:
    """Mean, difference and both intervals of each row, three places each, and the verdict."""
    plot, text = dot_plot(BIG), section("plot")

    assert {row.name for row in BIG.conditions} == {row.name for row in plot.rows}
    for row in plot.rows:
        said = (row.value_words, row.value_interval, row.difference_words, row.difference_interval)
        assert all(part in text for part in (row.name, row.verdict, row.p, *said))
    drawn = len(re.findall(r'<svg class="track"', PAGE))
    assert 2 * len(plot.rows) == drawn


def test_every_verdict_has_a_shape_or_no_mark_at_all() -> None:
    """No two verdicts are told by colour alone."""
    shapes = [MARKS.get(one.verdict) for one in TOY.comparisons]

    assert len(MARKS) == len(set(MARKS.values()))
    assert [None] == [shape for shape in shapes if shape is None]


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


def test_every_mean_stands_in_the_table_with_its_interval() -> None:
    """Four places, of every condition and metric, and the topics."""
    text = section("means")
    for row in BIG.conditions:
        for number in row.numbers:
            assert words.shown(number.value) in text
            assert words.interval(number.bounds) in text
    assert "200 of 200" in text
    assert "not measured" in text
    assert "ties: " in text


def test_every_mean_of_a_bucket_is_drawn_and_written() -> None:
    """Panels share a scale; numbers of all metrics stand in the tables below."""
    shown, _ = panels(BIG)
    text = section("buckets")

    assert [(one.name, one.topics) for one in BIG.buckets] == [(p.name, p.topics) for p in shown]
    assert all(row.number in text for panel in shown for row in panel.rows)
    for bucket in BIG.buckets:
        for by_metric in bucket.numbers:
            assert all(words.shown(number.value) in text for number in by_metric)


def test_every_comparison_is_written_whole() -> None:
    """Difference, interval, p, corrected p, smallest p, what is detectable, and the counts."""
    text = section("comparisons")
    for one in BIG.comparisons:
        counts = f"{one.wins} / {one.ties} / {one.losses}"
        assert words.interval(one.bounds) in text
        assert counts in text
        assert words.p_value(one.p) in text
        assert words.p_value(one.corrected) in text
    assert "36 exploratory comparisons" in text


def test_lanes_are_drawn_as_shares_of_all_pairs() -> None:
    """Found, kept and alone, each within the one before."""
    bars = lane_bars.lane_bars(BIG)

    assert "full_deep" == bars[0].condition
    for bar in bars[0].bars:
        share = bar.share
        assert f"{100 * share.found / share.of:.1f}" == bar.found
        assert Decimal(bar.alone) <= Decimal(bar.kept) <= Decimal(bar.found)
        assert f"{share.found} {bar.found} %" in section("lanes")


def test_a_lane_without_pairs_has_no_bar() -> None:
    """Nothing is divided by 0."""
    none = attrs.evolve(TOY.shares[0], found=0, kept=0, alone=0, of=0)

    (bars,) = lane_bars.lane_bars(attrs.evolve(TOY, shares=(none,)))

    assert "0" == bars.bars[0].found


def test_a_strip_has_a_bar_for_each_value_and_a_gap_for_none() -> None:
    """0 is a low bar; the baseline's is drawn apart."""
    made = strips.strip(["1", None, "0", "0.5"], 3)

    assert ("M4 16V0M20 16V15", "M28 16V8", 32) == (made.bars, made.baseline, made.width)


def test_gates_say_all_that_is_known_of_them() -> None:
    """Verdict, rule, what was observed, since when it is declared, and whether after the fact."""
    text = section("gates")

    for gate in BIG.gates:
        assert f"{gate.verdict}" in text
        assert f"{gate.statistic} {gate.rule}" in text
    assert "after 3 completed runs on this gold; post hoc : changed after one of them" in text


def test_holes_are_written_beside_the_mean() -> None:
    """Judged share, condensed and at most."""
    text = section("holes")

    for hole in BIG.holes:
        shown = (words.shown(hole.judged), words.shown(hole.condensed), words.shown(hole.at_most))
        assert all(number in text for number in shown)


def test_what_was_missed_stands_with_what_was_returned() -> None:
    """Exactly the questions to which the baseline returned nothing relevant."""
    baseline = order.baseline_place(BIG) or 0
    missed = [topic for topic in BIG.topics if topic.relevant and topic.found[baseline] == 0]
    text = section("missed")

    assert missed
    assert f"{words.count(len(missed), 'question')} of 200" in text
    for topic in missed[: page.MOST_MISSED]:
        assert topic.id in text
        assert all(unit.title.strip() in text for unit in topic.first)


def test_the_receipt_tells_what_the_numbers_hang_on() -> None:
    """States of questions, runs on this gold, fingerprint, basis, what no distribution pins."""
    assert "133 drafted, 66 signed of 200; beside them 4 probes without an answer" in TEXT
    assert "3 in this log: 1 reported before this one, 1 abandoned" in TEXT
    assert "the first 311 events of made-0123456789abcdef" in TEXT
    assert BIG.head.fingerprint[:16] in TEXT


@pytest.mark.parametrize(
    ("topics", "said"),
    [(9, "too few for any comparison"), (24, "unstable"), (49, "fewer than the 50"), (50, None)],
)
def test_small_numbers_of_questions_are_warned_of(topics: int, said: str | None) -> None:
    """Three texts, and none from 50 on."""
    head = attrs.evolve(BIG.head, topics=topics)
    text = page.HtmlReporter().render(attrs.evolve(BIG, head=head, topics=())).decode()
    warned = text.partition('class="warn"')[2].partition("</ul>")[0]

    assert (said or f"{topics} questions are drafted") in warned
    assert (said is None) == (f"{topics} questions: " not in warned)


def test_a_template_shows_no_none() -> None:
    """What has no value must be said in words by whoever asks to show it."""
    with pytest.raises(TypeError, match="None"):
        page._finalized(None)  # noqa: SLF001 - the one rule that keeps None from a page
