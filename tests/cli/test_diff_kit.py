"""`eval diff` on the files of the sci-rag kit."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kit_reports import diff, kit, plain, write


def test_k46_what_cannot_be_compared_is_an_error(tmp_path: Path) -> None:
    """No file, no JSON, no kind, other kinds, no condition in both, an unknown name."""
    one = write(tmp_path / "one.json", kit({"full_deep": [1] * 12}))
    two = write(tmp_path / "two.json", kit({"other": [1] * 12}))
    answers = write(tmp_path / "answers.json", {"kind": "answers", "records": []})
    broken = tmp_path / "broken.json"
    broken.write_text("{")

    cases = {
        (one, tmp_path / "none.json"): (4, "no such file"),
        (one, broken): (4, "expected one JSON object"),
        (one, write(tmp_path / "kindless.json", {"a": 1})): (4, "JSON without a kind"),
        (one, write(tmp_path / "odd.json", {"kind": "odd"})): (4, "kind 'odd'"),
        (one, answers): (2, "only reports of one kind"),
        (one, two): (2, "--map A_NAME=B_NAME"),
        (one, one, "--condition", "nobody"): (2, "no condition 'nobody'"),
        (one, two, "--map", "full_deep"): (2, "is not A_NAME=B_NAME"),
    }

    for arguments, (code, told) in cases.items():
        shown = diff(*arguments)
        assert (code, True) == (shown.exit_code, told in shown.output), shown.output


def test_k47_k48_topics_and_metrics_of_the_kit(tmp_path: Path) -> None:
    """States by the first relevant rank; deltas recomputed from ranks, under the kit's names."""
    before = write(tmp_path / "a" / "report.json", kit({"full_deep": [1, 3, None, 2] + [1] * 8}))
    after = write(tmp_path / "b" / "report.json", kit({"full_deep": [2, 1, 4, None] + [1] * 8}))

    told = plain(diff(before.parent, after.parent, "--json"))

    states = {one["topic"]: one["state"] for one in told["topics"]["full_deep"][:4]}
    assert {
        "q00": "regressed",
        "q01": "improved",
        "q02": "appeared",
        "q03": "disappeared",
    } == states
    assert ["Success@5", "Success@10", "RR", "kit-nDCG@10"] == [
        one["metric"] for one in told["differences"]
    ]
    reciprocal = told["differences"][2]
    assert float(reciprocal["difference"]) == pytest.approx((-0.5 + 2 / 3 + 0.25 - 0.5) / 12)


def test_k36_the_kits_interval_is_had_on_request(tmp_path: Path) -> None:
    """Nine the same and one question lost: −0.10 [−0.30, 0.00], p 0.669."""
    before = write(tmp_path / "a.json", kit({"full_deep": [1] * 10}))
    after = write(tmp_path / "b.json", kit({"full_deep": [1] * 9 + [None]}))

    told = plain(diff(before, after, "--test", "bootstrap", "--json"))

    one = told["differences"][1]
    bounds = one["bounds"]
    found = (one["difference"], bounds["low"], bounds["high"], round(float(one["p"]), 3))
    assert ("-0.1", "-0.3", "0", 0.669) == found


def test_k49_what_differs_in_the_making_comes_first(tmp_path: Path) -> None:
    """Another corpus and other models are told, with what they do to a difference."""
    before = write(tmp_path / "a.json", kit({"full_deep": [1] * 12}))
    other = kit({"full_deep": [1] * 12}, corpus={"documents": 6}, git_commit="def")
    after = write(tmp_path / "b.json", other)

    shown = diff(before, after).stdout

    assert shown.index("What differs in their making") < shown.index("What became of the topics")
    assert "! they differ in commit, corpus: which of them" in shown
    assert "it does not say its prompts, embedding, decoding, snapshot" in " ".join(shown.split())


def test_k50_a_renamed_condition_is_compared(tmp_path: Path) -> None:
    """Before entity resolution `full_deep`, after it `resolved_entities`."""
    before = write(tmp_path / "a.json", kit({"full_deep": [2] * 12}))
    after = write(tmp_path / "b.json", kit({"resolved_entities": [1] * 12}))

    shown = diff(before, after, "--map", "full_deep=resolved_entities")

    assert shown.exit_code == 0, shown.output
    assert "full_deep → resolved_entities" in shown.stdout
    assert "higher" in shown.stdout
    assert "better" not in shown.stdout.split("B minus A")[1]


def test_p100_p104_topics_are_paired_on_both(tmp_path: Path) -> None:
    """Twelve against eleven: eleven pairs, and the odd one is told."""
    before = write(tmp_path / "a.json", kit({"full_deep": [2] * 12}))
    after = write(tmp_path / "b.json", kit({"full_deep": [1] * 11}))

    told = plain(diff(before, after, "--json"))
    shown = " ".join(diff(before, after).stdout.split())

    assert {11} == {one["n"] for one in told["differences"]}
    assert "not paired: 1 topic of full_deep has a value of kit-nDCG@10 in A alone: q11" in shown
    assert "only in A" in shown


def test_few_topics_are_not_compared(tmp_path: Path) -> None:
    """Nine pairs allow no word on a difference."""
    before = write(tmp_path / "a.json", kit({"full_deep": [2] * 9}))
    after = write(tmp_path / "b.json", kit({"full_deep": [1] * 9}))

    told = plain(diff(before, after, "--json"))

    assert {"not compared"} == {one["verdict"] for one in told["differences"]}


def test_answers_of_the_kit_are_compared(tmp_path: Path) -> None:
    """Four grades and the tokens of the prompt; a failed judgment is in no pair."""

    def answers(grade: int, tokens: int, failed: int = 0) -> dict[str, Any]:
        records = [
            {
                "question_id": f"q{at:02}",
                "grounding": None
                if at < failed
                else {"groundedness": grade, "citation_accuracy": 2, "completeness": 2},
                "correctness": {"correctness": 1},
                "prompt_tokens_after": tokens,
            }
            for at in range(12)
        ]
        return {"kind": "answers", "git_commit": "a", "records": records}

    before = write(tmp_path / "a.json", answers(1, 1280))
    after = write(tmp_path / "b.json", answers(2, 378, failed=1))

    told = {one["metric"]: one for one in plain(diff(before, after, "--json"))["differences"]}

    assert ("1", 11) == (told["groundedness"]["difference"], told["groundedness"]["n"])
    assert "-902" == told["prompt_tokens"]["difference"]
    assert 12 == told["correctness"]["n"]


@pytest.mark.parametrize("form", ["csv", "latex", "markdown", "html"])
def test_other_forms_hold_the_same(tmp_path: Path, form: str) -> None:
    """For a spreadsheet, a paper, a pull request and a browser."""
    before = write(tmp_path / "a.json", kit({"full_deep": [2] * 12}))
    after = write(tmp_path / "b.json", kit({"full_deep": [1] * 12}))

    shown = diff(before, after, f"--{form}")

    assert (0, True) == (shown.exit_code, "RR" in shown.stdout), shown.output


def test_k36_k48_the_kits_numbers_are_printed_as_it_does(tmp_path: Path) -> None:
    """Three places with signs; of nine questions too, of which nothing may be said."""
    ten = [1] * 9 + [None]
    before = write(tmp_path / "a.json", kit({"ten": [1] * 10, "nine": [1] * 9}))
    after = write(tmp_path / "b.json", kit({"ten": ten, "nine": [1] * 8 + [None]}))

    shown = diff(before, after, "--interval", "percentile")
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]

    ten_row = "ten Success@5 10 1.0000 0.9000 −0.100 [−0.300, 0.000] † 0.669 1.000"
    assert any(line.startswith(ten_row) for line in lines)
    nine_row = "nine Success@5 9 1.0000 0.8889 −0.111 [−0.333, 0.000] 0.686 –"
    assert any(line.startswith(nine_row) for line in lines)
    assert "not compared: 9 topics: fewer than 10, too few for any comparison" in lines


def test_the_kits_interval_comes_with_its_test(tmp_path: Path) -> None:
    """Another test has another interval."""
    path = write(tmp_path / "a.json", kit({"c": [1] * 12}))

    shown = diff(path, path, "--interval", "percentile", "--test", "t")

    assert (2, True) == (shown.exit_code, "comes with --test bootstrap" in shown.output)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"first_relevant_rank": 0, "relevant_ranks": [0]}, "rank 0, where ranks"),
        ({"first_relevant_rank": True, "relevant_ranks": [True]}, "rank True, where ranks"),
        ({"first_relevant_rank": 2, "relevant_ranks": [1]}, "has 2 as its first relevant rank"),
        ({"first_relevant_rank": None, "relevant_ranks": [1]}, "and no first one"),
        ({"question_id": "q01"}, "question 'q01' twice"),
    ],
)
def test_a_report_that_cannot_be_is_refused(
    tmp_path: Path, change: Mapping[str, object], told: str
) -> None:
    """Naming the file and the question."""
    content = kit({"c": [1] * 12})
    content["configs"][0]["records"][0] |= change
    path = write(tmp_path / "a.json", content)

    shown = diff(path, path)

    assert (4, True) == (shown.exit_code, told in shown.output), shown.output


def test_an_older_report_of_the_kit_has_first_ranks_alone(tmp_path: Path) -> None:
    """K48: then the first is all that is known to be relevant."""
    content = kit({"c": [2] * 12})
    for record in content["configs"][0]["records"]:
        del record["relevant_ranks"]
    path, same = (write(tmp_path / name, content) for name in ("a.json", "b.json"))

    told = plain(diff(path, same, "--json"))

    assert "0.6309297536" == told["differences"][3]["a"]


def test_k49_models_count_for_what_they_did(tmp_path: Path) -> None:
    """Another judge invalidates grades, another answering model confounds them.

    In retrieval neither took part.
    """

    def report(kind: str, judge: str, answer: str) -> dict[str, Any]:
        models = {"judge": judge, "answer": answer}
        records = [
            {"question_id": f"q{at}", "correctness": {"correctness": at % 3}} for at in range(12)
        ]
        whole = {"kind": "answers", "records": records} if kind == "answers" else kit({"c": [1]})
        return {**whole, "provenance": {"models": models}}

    told = {}
    for kind in ("answers", "retrieval"):
        first = write(tmp_path / "a.json", report(kind, "one", "one"))
        for judge, answer in (("two", "one"), ("one", "two")):
            second = write(tmp_path / "b.json", report(kind, judge, answer))
            shown = diff(first, second, "--json")
            (unlike,) = plain(shown)["unlike"]
            told[kind, judge] = shown.exit_code, unlike["name"], unlike["kind"]

    assert (13, "judge", "invalidates") == told["answers", "two"]
    assert (0, "answer model", "confounds") == told["answers", "one"]
    assert (0, "idle models", "harmless") == told["retrieval", "two"] == told["retrieval", "one"]


def test_a_folder_without_a_report_is_refused(tmp_path: Path) -> None:
    """And a name that is neither a file nor in the workspace."""
    shown = diff(tmp_path, tmp_path)

    assert (4, True) == (shown.exit_code, "a folder without report.json" in shown.output)


def test_the_picture_has_every_topic(tmp_path: Path) -> None:
    """Gains above, losses below, dots for what stayed; nothing where nothing changed."""
    before = write(tmp_path / "a.json", kit({"c": [1, 2, 1] + [1] * 9, "same": [1] * 12}))
    after = write(tmp_path / "b.json", kit({"c": [1, 1, 4] + [1] * 9, "same": [1] * 12}))

    lines = diff(before, after).stdout.splitlines()

    at = lines.index("kit-nDCG@10 by topic, the largest gain first; a full bar is 0.5693")
    assert ["c  + ▅··········", "   −  ··········█", ""] == lines[at + 1 : at + 4]


def test_topics_are_limited_and_counted(tmp_path: Path) -> None:
    """--topics N shows so many, and how many more there are."""
    before = write(tmp_path / "a.json", kit({"c": [2] * 12}))
    after = write(tmp_path / "b.json", kit({"c": [1] * 12}))

    few, every = (diff(before, after, "--topics", count).stdout for count in (3, 0))

    assert (3, 12) == (few.count("improved  "), every.count("improved  "))
    assert "and 9 more; --topics 0 shows all" in few


def test_csv_has_a_row_for_each_metric_and_topic(tmp_path: Path) -> None:
    """With the numbers as they were recorded."""
    before = write(tmp_path / "a.json", kit({"c": [2] * 12}))
    after = write(tmp_path / "b.json", kit({"c": [1] * 12}))

    rows = list(csv.DictReader(io.StringIO(diff(before, after, "--csv").stdout)))

    assert {"metric": 4, "topic": 12} == Counter(row["scope"] for row in rows)
    assert ("0.5", "1", "0.5") == tuple(rows[2][key] for key in ("a", "b", "difference"))
