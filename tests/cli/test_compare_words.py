"""What the page of `benchbook compare` says, and what it must not say."""

from __future__ import annotations

from pathlib import Path

from compared_files import TOPICS, run, told, write


def test_runs_that_rank_alike_are_named(tmp_path: Path) -> None:
    """Two names for the same rankings look like two systems."""
    qrels, (base, near, _) = write(tmp_path)
    copy = tmp_path / "copy.run"
    copy.write_text(near.read_text())

    shown = run(qrels, base, near, copy)

    assert "copy ranks as near does, for every topic" in shown.stdout


def test_ten_topics_are_the_fewest(tmp_path: Path) -> None:
    """Below ten nothing is compared, and the page says why."""
    qrels, paths = write(tmp_path)
    topics = tmp_path / "topics"
    topics.write_text("".join(f"q{n:02}\n" for n in range(9)))

    shown = run(qrels, *paths, "--topics", topics)

    assert "! 9 topics, fewer than 10: no comparison is made" in shown.stdout
    assert "better" not in shown.stdout.replace("higher or better", "")


def test_a_baseline_that_nobody_named_is_told(tmp_path: Path) -> None:
    """The first run is one choice of many; who named it reads nothing of that."""
    qrels, paths = write(tmp_path)
    told = "The baseline is base, the first run, since none was named."

    assert told in run(qrels, *paths).stdout
    assert told not in run(qrels, *paths, "--baseline", paths[0]).stdout


def test_nothing_is_said_of_how_like_runs_were_made(tmp_path: Path) -> None:
    """Two files with the same values have no lanes that anybody knows."""
    qrels, (base, *_) = write(tmp_path)
    copy = tmp_path / "copy.run"
    copy.write_text(base.read_text())

    shown = run(qrels, base, copy, "-m", "RR@10").stdout

    assert "The same RR@10 as base on every topic: copy." in shown
    assert "lanes" not in shown


def test_without_a_correction_nothing_is_better(tmp_path: Path) -> None:
    """Of several p's that nobody corrected a small one is a hint; of one alone it is a finding."""
    qrels, (base, near, far) = write(tmp_path)

    several = told(run(qrels, base, near, far, "-m", "RR@10", "--correction", "none"))
    alone = told(run(qrels, base, near, "-m", "RR@10", "--correction", "none"))

    assert "near is higher than base by 0.667, a hint and no finding" in several
    assert "not corrected for 2 declared comparisons" in several
    assert "better" not in several
    assert "near is better than base on 12 topics" in alone


def test_a_metric_that_cannot_be_compared_is_named(tmp_path: Path) -> None:
    """A value without a mark is not one without a difference."""
    qrels, (base, near, _) = write(tmp_path)
    near.write_text(
        "".join(
            f"q{topic:02} Q0 {document} 1 {score} tag\n"
            for topic in range(TOPICS)
            for document, score in ((f"good{topic}", 9), ("strange", 8))
        )
    )

    shown = run(qrels, base, near, "-m", "RR@1", "-m", "R@2").stdout

    assert "not compared: near by R@2; the CSV has the reason of each" in shown


def test_a_judgment_that_stands_twice_is_told(tmp_path: Path) -> None:
    """It is counted once, as `measure` does."""
    qrels, paths = write(tmp_path)
    qrels.write_text(qrels.read_text() + "q00 0 good0 1\n")

    assert "! 1 judgment repeated in the qrels: counted once" in run(qrels, *paths).stdout


def test_a_run_that_ends_early_is_told(tmp_path: Path) -> None:
    """What it may have below its last rank is not seen: R@8 is not about it, R@3 is."""
    qrels, (base, near, _) = write(tmp_path)
    lines = near.read_text().splitlines(keepends=True)
    near.write_text("".join(line for line in lines if int(line.split()[3]) <= 5))

    shown = told(run(qrels, base, near, "-m", "R@3", "-m", "R@8", "-m", "AP"))

    assert (
        "near ends at rank 5, others go to 10: what it may have below counts as missed by R@8, AP"
        in shown
    )
    assert "base ends" not in shown


def test_one_run_is_measured_alone(tmp_path: Path) -> None:
    """Nothing is compared, and there is no baseline to tell of."""
    qrels, (base, *_) = write(tmp_path)

    shown = told(run(qrels, base, "-m", "RR@10"))

    assert "base reaches RR@10 0.333" in shown
    assert "baseline" not in shown
