"""The one hook, and the records that plugins register through it.

A plugin module defines `benchbook_plugins()`, which returns a list of records. The type of a record
is its kind. The hook takes no arguments and runs once, when plugins are loaded, never during an
evaluation, so the order of registration cannot change a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

import attrs
import pluggy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .corpus import Unit
    from .gold import Gold
    from .measuring.judged import Judged, Values
    from .places import Place
    from .ranking.rankings import Rankings
    from .reports.report import Report
    from .topics import Topics

PROJECT = "benchbook"
hookimpl = pluggy.HookimplMarker(PROJECT)
hookspec = pluggy.HookspecMarker(PROJECT)


class Lane(Protocol):
    """What a lane's `build` gives, called once per run and instance: `build(corpus, **params)`.

    It may also have `notes`, a tuple of at most 5 sentences on what it left out or changed: they
    are recorded with its rankings, and every report of them says so. A lane over a corpus that
    lives elsewhere has `units`, a mapping of unit id to `Unit` with every unit that it has returned
    so far: their texts are recorded with the rankings, for evidence can be sought in nothing else.
    """

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """Rank at most `depth` units for each topic of a block, best first."""
        ...


class Fuser(Protocol):
    """What a fuser's `build(**params)` gives, `weights` among them where a condition has some.

    It may also have `check_lanes(lanes)`: given the names of a condition's lanes before any work,
    it raises `UsageError` for lanes that it cannot fuse, so that a run does not stop half-way. And
    it may have `choose(topics)`, one word per topic: what it chose to do for it, for the record.
    And `notes_on(lanes)`, at most 5 sentences on what is odd about fusing these rankings: they are
    recorded with the condition, and every report of it says so.
    """

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        """Make one ranking per topic, at most `depth` rows, from those of several lanes."""
        ...


class Reranker(Protocol):
    """What a reranker's `build(**params)` gives."""

    def rerank(self, topics: Topics, rankings: Rankings, texts: Mapping[str, str]) -> Rankings:
        """Order the rows of a ranking anew: the same units for each topic, none new, none lost.

        Args:
            topics: those of `rankings`.
            rankings: a fused ranking, best first.
            texts: title and text of each ranked unit, by unit id.
        """
        ...


class Embedder(Protocol):
    """What an embedder's `build(**params)` gives; with the need `corpus` it is fitted on that.

    Attributes:
        id: what made the vectors, as a report prints it: `hash`, or a model's name.
        revision: of that; another one means other vectors.
    """

    id: str
    revision: str

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One vector per text: float32 [texts, dimensions], of length 1, or all zeros.

        A text gets the same vector whatever stands beside it. An empty text has one too.
        """
        ...


class Metric(Protocol):
    """What a metric's `build` gives: `build(cutoff=…, **params)`."""

    def score(self, judged: Judged) -> Values:
        """One value per topic and whether it is defined there."""
        ...


class Reporter(Protocol):
    """What a reporter's `build` gives.

    It may also have `render_page(page)`, which turns a `Page` into bytes: what a command shows that
    is no report of a run, as a comparison of files or a difference of two reports.
    """

    def render(self, report: Report) -> bytes:
        """Turn a report into bytes; equal reports give equal bytes."""
        ...


class Reader(Protocol):
    """What a reader's `build` gives. It reads lazily; core checks ids and counts."""

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        """The units at a path, each with the place it was read from."""
        ...

    def gold(self, path: Path) -> Gold:
        """The gold set at a path."""
        ...

    def files(self, path: Path) -> Sequence[Path]:
        """The files that `corpus` and `gold` read there, for the record."""
        ...


@attrs.frozen(kw_only=True)
class Plugin:
    """What every record has; a plugin registers one of the kinds below.

    Attributes:
        name: the short name, as an experiment spells it.
        version: of the plugin's behaviour; a new one means other bytes may come out.
        summary: one line for `plugins list`.
        build: makes the working object; its annotated keyword arguments are the parameter schema.
        needs: what core passes to `build` by keyword. To a lane: `embedder`, a working one, and
            `expansions`, what was written in place of a topic, or None. To an embedder: `corpus`.
            A metric that reads `judged.evidence` says `evidence`, one that reads `judged.axes`
            `axes`; its `build` gets nothing for it.
            With `file:NAME` the experiment gives NAME as text, and core passes the path of it.
        requires: distributions whose versions matter for the bytes.
    """

    kind: ClassVar[str]

    name: str
    version: str
    summary: str
    build: Callable[..., object]
    needs: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class LanePlugin(Plugin):
    """A lane. These fields stand beside those of every `Plugin` (`name`, `needs` and so on).

    Attributes:
        scoped: whether it searches the corpus that it is built on, so that a scope can be applied
            by building it on a part. One that brings rankings from elsewhere cannot.
        declared: whether it can search a corpus that is only declared, whose units it is not given.
    """

    kind: ClassVar[str] = "lane"
    build: Callable[..., Lane]
    scoped: bool = True
    declared: bool = False


@attrs.frozen(kw_only=True)
class FuserPlugin(Plugin):
    """A fuser. It has the fields of every `Plugin`: `name`, `version`, `needs` and so on."""

    kind: ClassVar[str] = "fuser"
    build: Callable[..., Fuser]


@attrs.frozen(kw_only=True)
class RerankerPlugin(Plugin):
    """A reranker. It has the fields of every `Plugin`: `name`, `version`, `needs` and so on."""

    kind: ClassVar[str] = "reranker"
    build: Callable[..., Reranker]


@attrs.frozen(kw_only=True)
class EmbedderPlugin(Plugin):
    """An embedder. It has the fields of every `Plugin`: `name`, `version`, `needs` and so on."""

    kind: ClassVar[str] = "embedder"
    build: Callable[..., Embedder]


@attrs.frozen(kw_only=True)
class MetricPlugin(Plugin):
    """A metric. These fields stand beside those of every `Plugin` (`name`, `needs` and so on).

    Attributes:
        aliases: names that are read and never printed.
        low, high: the range of its values, both ends included.
        is_binary: whether each topic's value is 0 or 1, so that the mean is a proportion.
        enumerates: whether it needs to know all that is relevant, returned or not. One that does
            not may measure where that cannot be known: an engine outside, and gold by evidence.
    """

    kind: ClassVar[str] = "metric"
    build: Callable[..., Metric]
    aliases: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 1.0
    is_binary: bool = False
    enumerates: bool = True


@attrs.frozen(kw_only=True)
class ReporterPlugin(Plugin):
    """A reporter. These fields stand beside those of every `Plugin` (`name`, `needs` and so on).

    Attributes:
        media: the media type of its bytes, as `text/html`.
        suffix: the ending of a file of them, as `html`.
    """

    kind: ClassVar[str] = "reporter"
    build: Callable[..., Reporter]
    media: str
    suffix: str


@attrs.frozen(kw_only=True)
class ReaderPlugin(Plugin):
    """A reader of corpora and gold sets. It has the fields that every `Plugin` has."""

    kind: ClassVar[str] = "reader"
    build: Callable[..., Reader]


KINDS: tuple[type[Plugin], ...] = (
    LanePlugin,
    FuserPlugin,
    RerankerPlugin,
    EmbedderPlugin,
    MetricPlugin,
    ReporterPlugin,
    ReaderPlugin,
)


class Specs:
    """The hooks that Benchbook calls."""

    @hookspec
    def benchbook_plugins(self) -> list[Plugin]:  # type: ignore[empty-body]  # a specification
        """Return the records of this module's plugins: a list, never a generator."""
