"""From the same rankings, `comparisons-computed` has the same bytes wherever it is computed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs
import pytest

from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import EventStore, NewEvent, Receipt
from benchbook.core.events import ComparisonsComputed
from benchbook.core.objects.comparisons import Comparisons, unpack_comparisons
from book import (
    EPOCH,
    EXPERIMENT,
    Stop,
    StoppingStore,
    fixed_entropy,
    open_store,
    quiet_progress,
    registry,
    run,
    write_collection,
)
from house import ROOT

TOPICS = 70
"""More than a test takes all flips of, and a second block that is not full."""

SETTINGS = (
    "",
    'interval = "bootstrap"\n',
    'test = "bootstrap"\ninterval = "percentile"\ncorrection = "none"\n',
    'test = "t"\ncorrection = "bonferroni"\n',
    'test = "wilcoxon"\n',
)
SURROUNDINGS = {
    "an old kernel, one thread": {"OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_NUM_THREADS": "1"},
    "a wide kernel, four threads": {"OPENBLAS_CORETYPE": "SkylakeX", "OPENBLAS_NUM_THREADS": "4"},
    "another kernel, a hash seed": {"OPENBLAS_CORETYPE": "Zen", "PYTHONHASHSEED": "1"},
    "a time zone, a hash seed": {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "77"},
    "a locale": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "OPENBLAS_CORETYPE": "Haswell"},
    "no UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "America/St_Johns"},
}
PROGRAM = """
import sys
from pathlib import Path
from test_same_comparisons import digests

print(*digests(Path(sys.argv[1])))
"""


class StoppingBeforeComparing(EventStore):
    """A store that stops a run before its comparisons are recorded."""

    def append(
        self, stream: str, new: Sequence[NewEvent], *, expected_version: int | None
    ) -> tuple[Receipt, ...]:
        """Append anything else."""
        if any(isinstance(one.event, ComparisonsComputed) for one in new):
            raise Stop
        return super().append(stream, new, expected_version=expected_version)


def experiment(settings: str) -> str:
    """The small experiment with further settings."""
    return EXPERIMENT.replace("depth = 10\n", f"depth = 10\n{settings}")


def numbered(number: int) -> Callable[[int], bytes]:
    """Entropy that names a run by its number."""
    return lambda size: bytes([number] * size)


def computed(store: EventStore) -> str:
    """The digest of the newest comparisons."""
    *_, newest = (one.event for one in store.events(types=(ComparisonsComputed,)))
    assert isinstance(newest, ComparisonsComputed)
    return newest.comparisons


def compared(store: EventStore) -> Comparisons:
    """The newest comparisons."""
    return unpack_comparisons(store.get(computed(store)), "comparisons")


def made(folder: Path, seed: int | None = None) -> StoppingStore:
    """A ledger with the small collection; with a seed, the lines of its files in another order."""
    write_collection(folder / "small", TOPICS)
    for path in sorted((folder / "small").rglob("*.*")) if seed is not None else ():
        lines = path.read_text().splitlines(keepends=True)
        head = 1 if path.suffix == ".tsv" else 0
        rest = lines[head:]
        random.Random(seed).shuffle(rest)  # noqa: S311 - an order, no secret
        path.write_text("".join(lines[:head] + rest))
    path, source, plugins = folder / "benchbook.ledger", folder / "small", registry()
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        ingest(store, plugins, source, "small", reader="beir", progress=quiet_progress)
        import_gold(store, plugins, source, "small", reader="beir")
    return open_store(path)


def digests(folder: Path, seed: int | None = None) -> list[str]:
    """The digest of the comparisons by each of the settings, from a new ledger."""
    found = []
    with made(folder, seed) as store:
        for number, settings in enumerate(SETTINGS):
            run(store, experiment(settings), entropy=numbered(number))
            found.append(computed(store))
    return found


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The digests of this process."""
    found = digests(tmp_path_factory.mktemp("expected"))
    assert len(SETTINGS) == len(set(found))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SURROUNDINGS)
def test_no_surroundings_reach_a_byte(tmp_path: Path, expected: list[str], name: str) -> None:
    """Kernels and threads of the matrix library, hash seeds, time zones, locales: one digest."""
    imported = (Path(__file__).parent, ROOT / "tests" / "support")
    asked = subprocess.run(
        [sys.executable, "-c", PROGRAM, tmp_path],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, imported)),
            **SURROUNDINGS[name],
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert (expected, "") == (asked.stdout.split(), asked.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_order_of_lines_reaches_a_byte(tmp_path: Path, expected: list[str], seed: int) -> None:
    """Documents, questions and judgments in any order give the same object, digest and all."""
    assert expected == digests(tmp_path, seed)


@pytest.mark.slow
def test_rankings_read_from_frames_give_the_same_bytes(tmp_path: Path, expected: list[str]) -> None:
    """A run that another sitting ends compares what the ledger holds, and not what was at hand."""
    with made(tmp_path):
        path = tmp_path / "benchbook.ledger"
    with StoppingBeforeComparing.open(path, clock=lambda: EPOCH) as store, pytest.raises(Stop):
        run(store, experiment(""))
    with open_store(path) as store:
        run(store, experiment(""), resume=True)
        assert expected[0] == computed(store)


@pytest.mark.slow
def test_the_order_of_lanes_and_conditions_changes_no_number(tmp_path: Path) -> None:
    """Where weights do not tell lanes apart, an experiment may name them in any order."""
    first, forward, backward, keyword = (
        EXPERIMENT.index(part)
        for part in ("[lanes.forward]", "[lanes.backward]", "[lanes.keyword]", "[conditions.all]")
    )
    weighted, alone = (
        EXPERIMENT.index(part) for part in ("[conditions.weighted]", "[conditions.keyword_only]")
    )
    pieces = [
        EXPERIMENT[start:end]
        for start, end in (
            (0, first),
            (backward, keyword),
            (forward, backward),
            (first, forward),
            (alone, len(EXPERIMENT)),
            (weighted, alone),
            (keyword, weighted),
        )
    ]
    found = []
    with made(tmp_path) as store:
        for number, text in enumerate((EXPERIMENT, "".join(pieces))):
            pinned = text.replace("depth = 10\n", 'depth = 10\nbaseline = "all"\n')
            run(store, pinned, entropy=numbered(number))
            found.append(compared(store))

    one, other = found
    assert one != other
    assert one.instrument == other.instrument
    for kind in ("means", "differences", "shares", "holes"):
        rows, turned = (sorted(map(attrs.astuple, getattr(two, kind)), key=repr) for two in found)
        assert rows == turned
