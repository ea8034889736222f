"""`benchbook eval diff`, on reports of ours and of the sci-rag kit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from benchbook.core.commands.import_gold import import_gold
from book import EXPERIMENT, make_store, open_store, registry, run


def diff(*arguments: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["eval", "diff", *map(str, arguments)])


def kit(configs: Mapping[str, Sequence[int | None]], **more: object) -> dict[str, Any]:
    """A retrieval report as the kit writes it: the first relevant rank of each question."""
    return {
        "kind": "retrieval",
        "generated_at": "2026-08-31T10:00:00Z",
        "git_commit": "abc1234",
        "corpus": {"documents": 5, "chunks": 34},
        "configs": [
            {
                "name": name,
                "records": [
                    {
                        "question_id": f"q{at:02}",
                        "first_relevant_rank": rank,
                        "relevant_ranks": [] if rank is None else [rank],
                    }
                    for at, rank in enumerate(ranks)
                ],
            }
            for name, ranks in configs.items()
        ],
        **more,
    }


def write(path: Path, content: object) -> Path:
    """Write JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def plain(shown: Result) -> dict[str, Any]:
    """What a program reads."""
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


def exported(report: str, book: Path, folder: Path) -> Path:
    """A report as a file."""
    out = folder / f"{report}.json"
    words = ["report", "render", report, "--format", "json", "--out", str(out), "--dir", str(book)]
    made = CliRunner().invoke(main, words)
    assert made.exit_code == 0, made.output
    return out


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A workspace with the same run twice, one of another depth, and another gold set."""
    folder = tmp_path_factory.mktemp("book")
    reports = []
    with open_store(make_store(folder)) as store:
        for number, text in enumerate(
            (EXPERIMENT, EXPERIMENT, EXPERIMENT.replace("retrieve = 20", "retrieve = 12"))
        ):
            done = run(store, text, entropy=lambda size, n=number: bytes([n + 1] * size))  # type: ignore[misc]  # one for each run
            reports.append(done.report)
        import_gold(store, registry(), folder / "small", "other", reader="beir")
    return folder, reports


def test_two_runs_of_the_same_are_reproduced(book: tuple[Path, list[str]]) -> None:
    """Exit code 0, nothing differs, every condition identical."""
    folder, (first, second, _) = book

    shown = diff(first, second, "--dir", folder, "--reproduced", "--json")

    told = plain(shown)
    assert (0, True, []) == (shown.exit_code, told["executed_again"], told["unlike"])
    assert {"identical"} == {one["state"] for one in told["likeness"]}
    assert {one["rbo"] for one in told["likeness"]} == {"1"}


def test_a_run_that_is_another_is_not(book: tuple[Path, list[str]]) -> None:
    """Exit code 3 on request; without it a diff is no judgment."""
    folder, (first, _, third) = book

    asked = diff(first, third, "--dir", folder, "--reproduced")
    plainly = diff(first, third, "--dir", folder)

    assert (3, 0) == (asked.exit_code, plainly.exit_code)
    assert "! they differ in retrieve: a difference may be due to that" in plainly.stdout


def test_a_file_of_a_report_serves(book: tuple[Path, list[str]], tmp_path: Path) -> None:
    """It lacks rankings, and says so; the numbers are the same."""
    folder, (first, second, _) = book
    out = exported(first, folder, tmp_path)

    told = plain(diff(out, second, "--dir", folder, "--json"))

    assert told["lacks"]["a"]
    assert {"0"} == {one["difference"] for one in told["differences"]}


def test_other_judgments_invalidate_and_one_gold_set_mends_it(
    book: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """Exit code 13 and no number; both scored under one gold set are comparable."""
    folder, (first, _, _) = book
    content = json.loads(exported(first, folder, tmp_path).read_bytes())
    content["head"]["qrels_digest"] = "0" * 64
    other = write(tmp_path / "other.json", content)

    refused = diff(first, other, "--dir", folder)
    mended = diff(first, first, "--dir", folder, "--rescore-with", "other", "--json")

    assert 13 == refused.exit_code
    assert "! not comparable: they differ in judgments" in refused.stdout
    assert "B minus A" not in refused.stdout
    assert plain(mended)["comparable"]


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
