"""The numbers of the page: words for them, and that each stands where a reader looks for it."""

from __future__ import annotations

from decimal import Decimal

import attrs
import pytest

from benchbook.core.reports.layout.cells import verdict_text
from benchbook.plugins.reporters.html import heading, instrument, order, page, tables, words
from benchbook.testing import toy_report
from big_report import big_report
from pages import bounds, section_of, shown

BIG, TOY = big_report(), toy_report(hostile=False)
PAGE = page.HtmlReporter().render(BIG).decode()
TEXT = shown(PAGE)


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
    ("value", "expected"),
    [
        ("0.1123", "0.11"),
        ("0.0251", "0.025"),
        ("0.00099", "<0.001"),
        ("0.001", "0.0010"),
        ("1", "1"),
        ("0.9987", "1"),
        ("0.0504", "0.0504"),
        ("0.0496", "0.050"),
        ("0.05", "0.050"),
    ],
)
def test_a_p_in_a_plot_has_two_digits_on_its_own_side_of_alpha(value: str, expected: str) -> None:
    """Rounding never makes a p look small enough that is not."""
    assert expected == words.short_p(value, "0.05")


def test_a_verdict_outside_the_family_is_a_hint_in_every_rendering() -> None:
    """The page and the text call it by the same words."""
    one = attrs.evolve(BIG.comparisons[0], declared=False)
    for verdict in ("better", "worse", "not distinguished"):
        made = attrs.evolve(one, verdict=verdict)
        assert f"{words.verdict(made)}°" == verdict_text(made)
        assert verdict == words.verdict(attrs.evolve(made, declared=True))


def test_names_are_listed_as_in_a_sentence() -> None:
    """One, two, three."""
    assert ["a", "a and b", "a, b and c"] == [words.listed("abc"[:count]) for count in (1, 2, 3)]


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


def test_every_mean_stands_in_the_table_with_its_interval() -> None:
    """Four places, of every condition and metric, and the topics."""
    text = section_of(PAGE, "means")
    for row in BIG.conditions:
        for number in row.numbers:
            assert words.shown(number.value) in text
            assert words.interval(number.bounds) in text
    assert "200 of 200" in text
    assert "not measured" in text
    assert "nDCG@10" in text
    assert "± " in text
    assert "with equal scores in another order: nDCG@10 " in text


def test_every_comparison_is_written_whole() -> None:
    """Difference, interval, p, corrected p, smallest p, what is detectable, and the counts."""
    text = section_of(PAGE, "comparisons")
    for one in BIG.comparisons:
        counts = f"{one.wins} / {one.ties} / {one.losses}"
        assert words.interval(one.bounds) in text
        assert counts in text
        assert words.p_value(one.p) in text
        assert words.p_value(one.corrected) in text
    assert "36 exploratory comparisons" in text


def test_gates_say_all_that_is_known_of_them() -> None:
    """Verdict, rule, what was observed, since when it is declared, and whether after the fact."""
    text = section_of(PAGE, "gates")

    for gate in BIG.gates:
        assert f"{gate.verdict}" in text
        assert f"{gate.statistic} {gate.rule}" in text
    assert "after 3 completed runs on this gold; post hoc : changed after one of them" in text


def test_holes_are_written_beside_the_mean() -> None:
    """Judged share, condensed and at most."""
    text = section_of(PAGE, "holes")

    for hole in BIG.holes:
        shown = (words.shown(hole.judged), words.shown(hole.condensed), words.shown(hole.at_most))
        assert all(number in text for number in shown)


def test_what_was_missed_stands_with_what_was_returned() -> None:
    """Exactly the questions to which the baseline returned nothing relevant."""
    baseline = order.baseline_place(BIG) or 0
    missed = [topic for topic in BIG.topics if topic.relevant and topic.found[baseline] == 0]
    text = section_of(PAGE, "missed")

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


def test_methods_are_told_by_their_names() -> None:
    """Of intervals of means and differences; the versions of all libraries in one line."""
    text = section_of(PAGE, "instrument")

    assert instrument.mean_methods(BIG) in text
    assert "inversion of the sign-flip test" in text
    assert f"Software: {instrument.software(BIG)}." in text
    assert all(f"{name} " in instrument.software(BIG) for name in BIG.head.environment)
    assert "–" == instrument.difference_methods(attrs.evolve(BIG, comparisons=()))
    percentile = attrs.evolve(bounds("0", "1"), method="percentile")
    number = attrs.evolve(BIG.conditions[0].numbers[0], bounds=percentile)
    row = attrs.evolve(BIG.conditions[0], numbers=(number,))
    assert "percentile bootstrap" == instrument.mean_methods(attrs.evolve(BIG, conditions=(row,)))


def test_the_rule_of_matching_is_explained_where_there_is_one() -> None:
    """And only the one that this version knows."""
    head = BIG.head
    known, none = (
        attrs.evolve(BIG, head=attrs.evolve(head, relevance=attrs.evolve(head.relevance, match=m)))
        for m in ("fold/1", "")
    )

    assert instrument.match_words(known).startswith("fold/1 is the rule")
    assert not instrument.match_words(none)


def test_the_title_says_what_the_page_is_about() -> None:
    """The experiment, the question and the metric."""
    one = attrs.evolve(BIG, conditions=BIG.conditions[:1])
    name = BIG.head.experiment_name

    assert f"{name}: what each condition is worth by nDCG@10" == heading.title(BIG)
    assert f"{name}: what it is worth by nDCG@10" == heading.title(one)
    assert heading.title(BIG) in TEXT


def test_warnings_stand_before_the_first_number() -> None:
    """Each of them, and nothing where there is none."""
    warned = PAGE.partition('class="warn"')[2].partition("</ul>")[0]
    assert all(warning in warned for warning in BIG.head.warnings)
    assert PAGE.index('class="warn"') < PAGE.index(BIG.findings[0][:20])

    quiet = attrs.evolve(BIG, head=attrs.evolve(BIG.head, warnings=()))
    assert 'class="warn"' not in page.HtmlReporter().render(quiet).decode()


def test_a_template_shows_no_none() -> None:
    """What has no value must be said in words by whoever asks to show it."""
    with pytest.raises(TypeError, match="None"):
        page._finalized(None)  # noqa: SLF001 - the one rule that keeps None from a page


def test_a_metric_that_is_the_same_everywhere_has_no_column() -> None:
    """One sentence says it, with its interval and denominator; the primary keeps its column."""
    text = section_of(PAGE, "means")

    told = "The same in every condition that is measured: Judged@10: 0.8000 [0.7803, 0.8197]"
    assert f"{told} over 200 of 200." in text
    assert ("nDCG@10", "Success@5", "RR@10", "R@10") == tables.mean_table(BIG).columns
    one = attrs.evolve(BIG, conditions=BIG.conditions[:1])
    assert BIG.metrics == tables.mean_table(one).columns
